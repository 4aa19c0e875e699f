"""Submissions: finding out what was handed in and by whom, and reading it without trusting it.

A file that cannot be read is a submission with a problem, not the end of the batch. Nothing that a
student controls (names, links, sizes, nesting) is followed or believed.
"""

from __future__ import annotations

import json
import os
import re
import stat
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from ..checks.limits import LARGEST_NOTEBOOK
from .files import printable

__all__ = [
    "Cell",
    "HandedIn",
    "Notebook",
    "Submission",
    "Unreadable",
    "contents",
    "look_through",
    "read",
    "walked",
]

CANVAS = re.compile(r"(?P<who>[^_]+)_(?:LATE_)?(?P<id>\d+)_\d+_.+")
MOODLE = re.compile(r"(?P<who>.+)_(?P<id>\d+)_assignsubmission_(?:file|onlinetext)_?")
"""How these two name what they let an instructor download."""

DEEPEST = 20
"""Folders within folders; nobody hands in more, and paths must not become too long to open."""

LARGEST = LARGEST_NOTEBOOK * 10**6
"""Bytes; a notebook with many pictures has two million, one with photographs twenty."""


class Unreadable(ValueError):
    """A submission that is no notebook; the message says why, for its author and the instructor.

    >>> raise Unreadable("the file is empty")
    Traceback (most recent call last):
    ...
    perceptronlib.grading.submissions.Unreadable: the file is empty
    """


@dataclass(frozen=True, order=True)
class Submission:
    """A file that somebody handed in.

    >>> Submission("ada", Path("submissions/ada/01_perceptron.ipynb")).student
    'ada'
    """

    student: str
    path: Path


Attachments = Mapping[str, Mapping[str, str]]
"""Pictures that lie in a text cell: the name of each, then its type, with its bytes in base64."""

NO_ATTACHMENTS: Attachments = MappingProxyType({})


class Cell(NamedTuple):
    """A cell of a notebook: its place (from 0), its type, its source, and nbgrader's name for it.

    `attachments` are the pictures that were dropped or pasted into it.

    >>> Cell(0, "code", "a = 1").name
    ''
    """

    number: int
    kind: str
    source: str
    name: str = ""
    attachments: Attachments = NO_ATTACHMENTS


@dataclass(frozen=True)
class Notebook:
    """The cells of a submission.

    >>> read(b'{"cells": [{"cell_type": "code", "source": ["a = 1"]}]}').code()
    [(0, 'a = 1')]
    """

    cells: tuple[Cell, ...]

    def code(self) -> list[tuple[int, str]]:
        """The code cells, with their numbers."""
        return [(cell.number, cell.source) for cell in self.cells if cell.kind == "code"]


@dataclass(frozen=True)
class HandedIn:
    """What lies in a folder of submissions: notebooks, and what an instructor should look at.

    `without_notebook` are files of people who handed in no notebook, `closed` are folders that
    cannot be looked into.

    >>> HandedIn((), (), (Path("submissions/secret"),)).closed
    (PosixPath('submissions/secret'),)
    """

    notebooks: tuple[Submission, ...]
    without_notebook: tuple[Path, ...]
    closed: tuple[Path, ...]


def look_through(folder: Path, exercises: Sequence[str]) -> HandedIn:
    """What was handed in below a folder, in order; the folder is walked once.

    ``folder/ada/anything.ipynb`` and ``folder/ada/01_perceptron/anything.ipynb`` are Ada's; so are
    ``folder/ada.ipynb``, ``folder/ada_01_perceptron.ipynb`` and ``folder/01_perceptron/ada.ipynb``
    (``exercises`` are the names of the exercises), and files as Canvas and Moodle name them.

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
    paths, closed = walked(folder)
    files = [Submission(_student(path.relative_to(folder), exercises), path) for path in paths]
    notebooks = [file for file in files if file.path.suffix.lower() == ".ipynb"]
    students = {notebook.student for notebook in notebooks}
    strays = [f.path for f in files if f.student not in students and os.path.isfile(f.path)]
    return HandedIn(tuple(notebooks), tuple(strays), tuple(closed))


def walked(folder: Path) -> tuple[list[Path], list[Path]]:
    """The files below a folder that may count, and the folders that cannot be looked into.

    Hidden files, checkpoints among them, do not count; a folder called like a notebook does.

    >>> walked(Path("nowhere"))
    ([], [PosixPath('nowhere')])
    """
    waiting, files, closed = [folder], list[Path](), list[Path]()
    while waiting:
        place = waiting.pop()
        try:
            inside = [entry for entry in os.scandir(place) if not entry.name.startswith(".")]
        except OSError:
            closed.append(place)
            continue
        for entry in inside:
            path, is_folder = place / entry.name, entry.is_dir(follow_symlinks=False)
            if is_folder and len(path.parts) - len(folder.parts) > DEEPEST:
                closed.append(path)
            elif is_folder:
                waiting.append(path)
            if path.suffix and (path.suffix.lower() == ".ipynb" or not is_folder):
                files.append(path)
    return sorted(files), sorted(closed)


def _student(inside: Path, exercises: Sequence[str]) -> str:
    """Whose it is, by the place of the file in the folder of submissions."""
    parts = inside.parts
    while len(parts) > 1 and parts[0] in exercises:
        parts = parts[1:]  # a folder for each exercise
    name = parts[0] if len(parts) > 1 else Path(parts[0]).stem
    if download := CANVAS.fullmatch(name) or MOODLE.fullmatch(name):
        name = f"{download['who']}_{download['id']}"  # two students may have one name
    elif len(parts) == 1:
        ending = "|".join(map(re.escape, exercises))
        name = re.sub(rf"(.)[-_. ](?:{ending})(?:[-_ ]?\(?\d+\)?)?$", r"\1", name)
    return printable(name)


def contents(path: Path) -> bytes:
    """The bytes of a regular file of bearable size; links are not followed.

    >>> contents(Path("/dev/null"))
    Traceback (most recent call last):
    ...
    perceptronlib.grading.submissions.Unreadable: this is not a regular file
    """
    if os.path.islink(path):  # unlike Path.is_symlink it never raises
        raise Unreadable("this is a link to another place; it is not followed")
    try:
        with open(path, "rb", opener=_opener) as file:
            about = os.fstat(file.fileno())
            if not stat.S_ISREG(about.st_mode):
                raise Unreadable("this is not a regular file")
            if about.st_size > LARGEST:
                raise Unreadable(f"the file is larger than {LARGEST // 10**6} MB")
            return file.read(LARGEST + 1)
    except OSError as error:
        raise Unreadable(f"the file cannot be read ({error.strerror})") from None


def _opener(path: str, flags: int) -> int:
    return os.open(path, flags | os.O_NOFOLLOW | os.O_NONBLOCK)


def read(data: bytes) -> Notebook:
    """The cells of a notebook, from the bytes of its file.

    >>> read(b"{")
    Traceback (most recent call last):
    ...
    perceptronlib.grading.submissions.Unreadable: the file is not a notebook (it is not JSON)
    """
    try:
        notebook = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise Unreadable("the file is not a notebook (it is not JSON)") from None
    cells = _cells(notebook)
    if not isinstance(cells, list):
        raise Unreadable("the file is not a notebook (it has no cells)")
    return Notebook(tuple(_cell(number, cell) for number, cell in enumerate(cells[:2000])))


def _cells(notebook: object) -> object:
    if not isinstance(notebook, dict):
        return None
    sheets = notebook.get("worksheets")  # how notebooks were stored until 2014
    if isinstance(sheets, list) and sheets and isinstance(sheets[0], dict):
        return sheets[0].get("cells")
    return notebook.get("cells")


def _cell(number: int, cell: object) -> Cell:
    if not isinstance(cell, dict):
        return Cell(number, "", "")
    source = cell.get("source", cell.get("input", ""))
    metadata = cell.get("metadata")
    about = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    name = about.get("grade_id") if isinstance(about, dict) else None
    kind = cell.get("cell_type")
    kind = kind if isinstance(kind, str) else ""
    return Cell(number, kind, _text(source), _text(name), _attachments(cell.get("attachments")))


def _attachments(inside: object) -> Attachments:
    """The pictures in a cell; whatever is no text in base64 is none."""
    if not isinstance(inside, dict):
        return NO_ATTACHMENTS
    pictures = {name: types for name, types in inside.items() if isinstance(types, dict)}
    return {
        _text(name): {_text(kind): _text(data) for kind, data in types.items()}
        for name, types in pictures.items()
    }


def _text(text: object) -> str:
    """A text, or a list of its lines, as it can be written to a file: without halves of letters."""
    if isinstance(text, list):
        text = "".join(line for line in text if isinstance(line, str))
    return text.encode(errors="replace").decode() if isinstance(text, str) else ""
