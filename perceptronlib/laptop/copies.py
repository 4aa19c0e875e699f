"""Lectures and exercises in a folder of the student's, and newer ones beside what was changed.

A notebook that is run is saved with other outputs, so files are told apart by what their cells say,
not by their bytes. What a student wrote is never overwritten.
"""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import dataclass, field
from pathlib import Path

from .. import __version__

__all__ = ["Laid", "course_files", "lay_out", "what_it_says"]

RECORD = ".perceptronlib.json"
"""Beside the student's copy: which files were put there, and what they said then."""

FOLDERS = ("lectures", "exercises")


@dataclass
class Laid:
    """What was done, file by file, as paths below the folder.

    >>> Laid(new=["lectures/01.ipynb"]).updated
    []
    """

    new: list[str] = field(default_factory=list)
    updated: list[str] = field(default_factory=list)
    beside: dict[str, str] = field(default_factory=dict)

    def words(self, folder: Path) -> str:
        """The same in sentences.

        >>> print(Laid(new=["lectures/01.ipynb"], beside={"a": "b"}).words(Path("here")))
        The course is in here: 1 file is new.
        You have changed a, so it stays as it is; the new version is beside it, as b.
        """
        counts = {"new": len(self.new), "brought up to date": len(self.updated)}
        told = [f"{n} file{'s are' if n > 1 else ' is'} {what}" for what, n in counts.items() if n]
        what = ", ".join(told) or "nothing had to be copied"
        lines = [f"The course is in {folder}: {what}."]
        for mine, theirs in self.beside.items():
            lines.append(
                f"You have changed {mine}, so it stays as it is; "
                f"the new version is beside it, as {theirs}."
            )
        return "\n".join(lines)


def course_files() -> dict[str, Path]:
    """The notebooks of the course by their places in a student's folder.

    They are in the package; in a checkout, beside it. Solutions are in neither.

    >>> "lectures/00_start_here.ipynb" in course_files()
    True
    """
    packed = Path(__file__).parent / "course"
    root = packed if packed.is_dir() else Path(__file__).resolve().parents[2]
    return {
        f"{folder}/{path.name}": path
        for folder in FOLDERS
        for path in sorted((root / folder).iterdir())
        if path.suffix == ".ipynb"
    }


def what_it_says(path: Path) -> str:
    """A digest of a notebook's cells without their outputs; of a broken one, of its bytes.

    >>> len(what_it_says(course_files()["lectures/00_start_here.ipynb"]))
    64
    """
    content = path.read_bytes()
    try:
        cells = json.loads(content)["cells"]
        said = [(cell["cell_type"], "".join(cell["source"])) for cell in cells]
        content = json.dumps(said).encode()
    except (ValueError, KeyError, TypeError):  # no notebook any more: its bytes are all we know
        pass
    return hashlib.sha256(content).hexdigest()


def lay_out(folder: Path) -> Laid:
    """Put the course into the folder, or bring what is there up to date.

    A file that is missing is copied. One that says what it said when it was put there is replaced
    if the course has a newer one. One that the student has changed is left alone, and a newer one
    is put beside it.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     len(lay_out(Path(folder)).new) == len(course_files()), lay_out(Path(folder)).new
    (True, [])
    """
    known, laid = _read(folder), Laid()
    for name, source in course_files().items():
        target, new = folder / name, what_it_says(source)
        if not target.exists():
            _copy(source, target)
            laid.new.append(name)
        elif (present := what_it_says(target)) != new:
            if present == known.get(name):
                _copy(source, target)
                laid.updated.append(name)
            elif known.get(name) != new:
                other = _free(target, new)
                if not other.exists():
                    _copy(source, other)
                    laid.beside[name] = f"{target.parent.name}/{other.name}"
        known[name] = new
    _write(folder / RECORD, json.dumps({"version": __version__, "files": known}, indent=1).encode())
    return laid


def _read(folder: Path) -> dict[str, str]:
    """What the files said when they were put there; nothing, if that is not known."""
    try:
        files = json.loads((folder / RECORD).read_text(encoding="utf-8"))["files"]
        return {str(name): str(said) for name, said in files.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _free(target: Path, said: str) -> Path:
    """A name for the new version of this file: not taken, or taken by just that."""
    names = [f"{target.stem} (new in {__version__})"]
    names += [f"{names[0]} {k}" for k in range(2, 1000)]
    places = (target.with_name(f"{name}{target.suffix}") for name in names)
    return next(place for place in places if not place.exists() or what_it_says(place) == said)


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    _write(target, source.read_bytes())


def _write(target: Path, content: bytes) -> None:
    """Write a file whole or not at all."""
    partly = target.with_name(f"{target.name}.part")
    partly.write_bytes(content)
    os.replace(partly, target)
