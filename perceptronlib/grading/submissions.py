"""Submissions: reading what was handed in, without trusting it.

A file that cannot be read is a submission with a problem, not the end of the batch. Nothing that a
student controls (names, links, sizes, nesting) is followed or believed.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from ..checks.limits import LARGEST_NOTEBOOK

__all__ = ["Cell", "Notebook", "Unreadable", "contents", "read"]

LARGEST = LARGEST_NOTEBOOK * 10**6
"""Bytes; a notebook with many pictures has two million, one with photographs twenty."""


class Unreadable(ValueError):
    """A submission that is no notebook; the message says why, for its author and the instructor.

    >>> raise Unreadable("the file is empty")
    Traceback (most recent call last):
    ...
    perceptronlib.grading.submissions.Unreadable: the file is empty
    """


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
