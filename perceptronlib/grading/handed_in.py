"""What was handed in: a folder of submissions is walked once, and every file in it accounted for.

Nothing that a student controls (names, links, depth) is followed or believed: links are told of,
folders that are too deep or closed as well, and results that lie among the submissions are not
taken for submissions.
"""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from .files import printable
from .gradescope_export import METADATA, Upload, read_metadata
from .times import of_file, read_time
from .whose import Origin, origin, second_name

__all__ = ["HandedIn", "Submission", "Walk", "is_notebook", "look_through", "walked"]

DEEPEST = 20
"""Folders within folders; nobody hands in more, and paths must not become too long to open."""

PROGRAMS = {
    *(".git", ".ipynb_checkpoints", ".vscode", ".idea", ".jupyter", ".venv", ".cache", ".config"),
    *(".local", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".github", "__MACOSX"),
}
"""Hidden folders that programs make; nobody expects a student's work there."""

RESULTS = {"records", "run.json", ".lock"}
"""What a folder of results holds; two of these tell it, and its first minute has no records."""

RENAMED = ("", ".txt", ".json", ".download")
"""What a browser may make of the ending of a notebook."""

PEEK = 4096
"""Bytes at either end of a file, where a notebook says that it is one."""

ARCHIVES = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar")


@dataclass(frozen=True, order=True)
class Submission:
    """A file that somebody handed in, and when, in ISO 8601 (empty if that is not known).

    `upload` is Canvas's number of the upload, 0 without one; a later one is larger. `by_platform`
    is whether the time is a learning platform's, not only the file's. `own` is the file's place
    within what is the student's.

    >>> Submission("ada", Path("submissions/ada/01_perceptron.ipynb")).student
    'ada'
    """

    student: str
    path: Path
    time: str = ""
    by_platform: bool = False
    upload: int = 0
    own: Path = Path()


@dataclass(frozen=True)
class HandedIn:
    """What lies in a folder of submissions: notebooks, and sentences an instructor should read.

    `without_notebook` are files of people who handed in no notebook, `closed` are folders that
    cannot be looked into, `links` lead elsewhere, `archives` are to be unpacked first, `results`
    are folders that this grader wrote, `nameless` are notebooks that do not say whose they are, and
    `hidden` are folders where students are expected, but whose names begin with a dot.

    >>> HandedIn((), closed=(Path("submissions/secret"),)).closed
    (PosixPath('submissions/secret'),)
    """

    notebooks: tuple[Submission, ...]
    without_notebook: tuple[Path, ...] = ()
    closed: tuple[Path, ...] = ()
    links: tuple[Path, ...] = ()
    archives: tuple[Path, ...] = ()
    results: tuple[Path, ...] = ()
    nameless: tuple[Path, ...] = ()
    hidden: tuple[Path, ...] = ()


class Walk(NamedTuple):
    """What was found on a walk through a folder, each list in order.

    >>> walked(Path("nowhere")).closed
    [PosixPath('nowhere')]
    """

    files: list[Path]
    closed: list[Path]
    links: list[Path]
    results: list[Path]
    hidden: list[Path]


def look_through(folder: Path, exercises: Sequence[str]) -> HandedIn:
    """What was handed in below a folder, in order; the folder is walked once.

    ``folder/ada/anything.ipynb`` and ``folder/ada/01_perceptron/anything.ipynb`` are Ada's; so are
    ``folder/ada.ipynb``, ``folder/ada_01_perceptron.ipynb`` and ``folder/01_perceptron/ada.ipynb``
    (``exercises`` are the names of the exercises), and files as learning platforms name them.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> (folder / "ada_01_perceptron.ipynb").touch()
    >>> (folder / "byronlord_LATE_1002_55502_01_perceptron-1.ipynb").touch()
    >>> (folder / "zed_01_perceptron.py").touch()
    >>> handed_in = look_through(folder, ["01_perceptron"])
    >>> [submission.student for submission in handed_in.notebooks]
    ['ada', 'byronlord_1002']
    >>> [path.name for path in handed_in.without_notebook]
    ['zed_01_perceptron.py']
    """
    walk = walked(folder)
    places = {path: origin(path.relative_to(folder), exercises) for path in walk.files}
    reader = _Reader(folder, {place.student for place in places.values()})
    notebooks, nameless, others = list[Submission](), list[Path](), list[tuple[str, Path]]()
    are_notebooks = {path for path in walk.files if is_notebook(path)}
    for path, place in places.items():
        if path in are_notebooks:
            notebooks += reader.submissions(path, place)
            nameless += [] if place.named else [path]
        else:
            others.append((place.student, path))
    students = {places[path].student for path in are_notebooks}
    archives = [path for _, path in others if path.suffix.lower() in ARCHIVES]
    strays = [
        path
        for student, path in others
        if student not in students and path not in archives and os.path.isfile(path)
    ]
    return HandedIn(
        tuple(sorted(notebooks)),
        tuple(path for path in strays if path.name not in (METADATA, "timestamp.txt")),
        tuple(walk.closed),
        tuple(walk.links),
        tuple(archives),
        tuple(walk.results),
        tuple(nameless),
        tuple(walk.hidden),
    )


class _Reader:
    """Reads what the places of notebooks, and the files beside them, say of who and when."""

    def __init__(self, folder: Path, named: set[str]) -> None:
        self.folder, self.named = folder, named
        self.metadata = functools.cache(read_metadata)
        self.stamp = functools.cache(read_time)

    def submissions(self, path: Path, place: Origin) -> list[Submission]:
        """The submissions that a notebook is: one, or one for each of a group in Gradescope."""
        parts = path.relative_to(self.folder).parts
        own = Path(*parts[place.own :]) if len(parts) > place.own else Path(path.name)
        if upload := self._upload(parts, place):
            time = upload.time or of_file(path)
            return [
                Submission(printable(student), path, time, bool(upload.time), own=own)
                for student in upload.students
            ]
        if place.upload:  # what Canvas packs bears the time of the download, which tells nothing
            return [Submission(place.student, path, upload=place.upload, own=own)]
        time = place.time
        if not time and not place.download and len(parts) - place.own in (1, 2):
            time = self.stamp(path.parent / "timestamp.txt")
        student = place.student
        first, number = second_name(student)
        if number and len(parts) == place.own and first in self.named:
            student = first  # ada (1).ipynb beside ada.ipynb
        return [Submission(student, path, time or of_file(path), bool(time), own=own)]

    def _upload(self, parts: Sequence[str], place: Origin) -> Upload | None:
        """What Gradescope says of a folder of its export."""
        if len(parts) <= place.own or not re.fullmatch(r"submission_\d+", parts[place.own - 1]):
            return None
        export = self.folder.joinpath(*parts[: place.own - 1])
        return self.metadata(export).get(parts[place.own - 1])


def is_notebook(path: Path) -> bool:
    """Whether a file is called a notebook, or is one and was renamed on its way.

    Some browsers save ``x.ipynb`` as ``x.ipynb.txt``, ``x.ipynb.json`` or without an ending.

    >>> is_notebook(Path("nowhere/01_perceptron.ipynb")), is_notebook(Path("nowhere/notes.txt"))
    (True, False)
    """
    ending = path.suffix.lower()
    if ending == ".ipynb":
        return True
    if ending not in RENAMED and not ending.startswith(".ipynb"):
        return False
    if os.path.islink(path) or not os.path.isfile(path):
        return False
    try:
        with open(path, "rb") as file:
            begins = file.read(PEEK).lstrip(b"\xef\xbb\xbf \r\n\t")
            file.seek(-min(PEEK, os.fstat(file.fileno()).st_size), os.SEEK_END)
            return begins[:1] == b"{" and b'"nbformat"' in begins + file.read(PEEK)
    except OSError:
        return False


def walked(folder: Path) -> Walk:
    """The files below a folder that may count, and the folders that are not looked into.

    Hidden files, checkpoints among them, do not count; a folder called like a notebook does. Links
    to folders are not followed, nor are folders of results.

    >>> walked(Path("nowhere"))
    Walk(files=[], closed=[PosixPath('nowhere')], links=[], results=[], hidden=[])
    """
    waiting, walk = [folder], Walk([], [], [], [], [])
    while waiting:
        place = waiting.pop()
        try:
            with os.scandir(place) as listing:
                entries = list(listing)
        except OSError:
            walk.closed.append(place)
            continue
        names = {entry.name for entry in entries}
        if len(names & RESULTS) > 1:
            walk.results.append(place)
            continue
        for entry in entries:
            if entry.name.startswith(".") or entry.name == "__MACOSX":
                if place == folder and entry.is_dir(follow_symlinks=False):
                    walk.hidden.extend([place / entry.name] * (entry.name not in PROGRAMS))
                continue
            path, is_folder = place / entry.name, entry.is_dir(follow_symlinks=False)
            is_called_so = path.suffix.lower() == ".ipynb"
            if is_folder and len(path.parts) - len(folder.parts) > DEEPEST:
                walk.closed.append(path)
            elif is_folder:
                waiting.append(path)
            elif not is_called_so and entry.is_symlink() and os.path.isdir(path):
                walk.links.append(path)
                continue
            if is_called_so or (not is_folder and (path.suffix or is_notebook(path))):
                walk.files.append(path)
    for paths in walk:
        paths.sort()
    return walk
