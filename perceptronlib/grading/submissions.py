"""Submissions: reading what was handed in, without trusting it.

A file that cannot be read is a submission with a problem, not the end of the batch. Nothing that a
student controls (names, links, sizes, nesting) is followed or believed.
"""

from __future__ import annotations

import io
import os
import re
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from ..checks.limits import LARGEST_NOTEBOOK
from .scanning import (
    NotJson,
    elements,
    end_of,
    has_more,
    kind_of,
    members,
    start_of,
    text_at,
    text_of,
)

__all__ = ["Cell", "Notebook", "Unreadable", "contents", "read"]

LARGEST = LARGEST_NOTEBOOK * 10**6
"""Bytes; a notebook with many pictures has two million, one with photographs twenty."""


LONGEST_CODE = 2_000_000
"""Letters of all code of a notebook, and of a text without its pictures."""

MOST_CELLS, MOST_MEMBERS, FIRST_WITHOUT_SHEETS = 5000, 1000, 4
"""What a notebook may have of cells, and an object in it of members; since format 4 its cells are
no longer in worksheets."""

MOST_OUTPUTS = 1000
"""Of a cell, in which pictures are looked for; a loop that prints and draws may have more."""

MOST_BRACKETS = 2_000_000
"""In a file; a large map or drawing among the outputs has half a million."""

UTF_16 = (b"\xff\xfe", b"\xfe\xff")
"""How a text begins that Windows saved with two bytes a letter."""

SHOWS = re.compile(
    r"\bImage\s*\(|\bimread\s*\(|<img\b|\.(?:png|jpe?g|gif|webp)\b"
    r"|\b(?:plt|pyplot|ax|axes|fig)\b|\.(?:plot|show|figure)\s*\(|\bdisplay\s*\(",
    re.I,
)
"""Code that shows a picture: from a file, as `Image("proof.jpg")` does, or one that it draws."""

INSIDE = re.compile(rb"data:(image/[\w.+-]{1,30});base64,([A-Za-z0-9+/=]{4000,})")
"""A picture within a text."""


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

    `attachments` are the pictures that were dropped or pasted into it, or that its code shows.

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
    """The cells of a submission, and the version of Python that ran it last, if that is known.

    `too_long` are the numbers of code cells whose text is so long that it was not read.

    >>> read(b'{"cells": [{"cell_type": "code", "source": ["a = 1"]}]}').code()
    [(0, 'a = 1')]
    """

    cells: tuple[Cell, ...]
    python: tuple[int, int] | None = None
    too_long: tuple[int, ...] = ()

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
    if data[:2] in UTF_16:
        data = data.decode("utf-16", "replace").encode("utf-8", "replace")
    if has_more(data, MOST_BRACKETS):
        raise Unreadable(f"the file has more than {MOST_BRACKETS:,} brackets, as no notebook has")
    try:
        return _Reader(data.removeprefix(b"\xef\xbb\xbf").rstrip(b"\0")).notebook()
    except NotJson:
        raise Unreadable("the file is not a notebook (it is not JSON)") from None


class _Reader:
    """Reads what the grader needs of a notebook: never more than that is in memory."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.number = self.code = 0
        self.too_long: list[int] = []

    def notebook(self) -> Notebook:
        data = self.data
        start = start_of(data, 0)
        if start_of(data, end_of(data, start)) != len(data):
            raise NotJson("something follows")
        parts = self.object_at(start)
        sheets = self.objects_at(parts.get("worksheets"))
        lists = [part["cells"] for part in map(self.object_at, sheets) if "cells" in part]
        version = self.whole_at(parts.get("nbformat"))
        is_old = version < FIRST_WITHOUT_SHEETS if version else "cells" not in parts
        if not (is_old and lists):
            lists = [parts["cells"]] if "cells" in parts else []
        if not any(kind_of(data, place) == "[" for place in lists):
            raise Unreadable("the file is not a notebook (it has no cells)")
        cells = [self.cell(place) for at in lists for place in self.places(at)]
        return Notebook(tuple(cells), self.python(parts), tuple(self.too_long))

    def python(self, parts: Mapping[str, int]) -> tuple[int, int] | None:
        """The version of Python that ran the notebook last, if it is told."""
        about = self.object_at(self.object_at(parts.get("metadata")).get("language_info"))
        found = re.match(r"(3)\.(\d{1,3})\b", self.text(about.get("version")))
        return (int(found[1]), int(found[2])) if found else None

    def cell(self, place: int) -> Cell:
        number, self.number = self.number, self.number + 1
        parts = self.object_at(place)
        kind = self.text(parts.get("cell_type"))
        source, pictures = self.source(parts.get("source", parts.get("input")), kind == "code")
        if kind == "code" and len(source) + self.code >= LONGEST_CODE:
            self.too_long.append(number)
            source = ""
        elif kind == "code":
            self.code += len(source)
        if kind == "heading":  # until 2014 headings were cells of their own
            level = min(6, max(1, self.whole_at(parts.get("level"))))
            kind, source = "markdown", f"{'#' * level} {source}"
        about = self.object_at(self.object_at(parts.get("metadata")).get("nbgrader"))
        pictures |= self.attachments(parts.get("attachments"))
        if kind == "code" and SHOWS.search(source):
            pictures |= self.shown(parts.get("outputs"))
        name = self.text(about.get("grade_id"))
        return Cell(number, kind, source, name, pictures or NO_ATTACHMENTS)

    def attachments(self, place: int | None) -> dict[str, dict[str, str]]:
        """The pictures in a cell; whatever is no text in base64 is none."""
        return {
            _whole(name): {
                _whole(kind): self.text(at) for kind, at in self.object_at(types).items()
            }
            for name, types in self.object_at(place).items()
            if kind_of(self.data, types) == "{"
        }

    def shown(self, place: int | None) -> dict[str, dict[str, str]]:
        """The pictures among the outputs of a cell."""
        pictures: dict[str, dict[str, str]] = {}
        if place is None or kind_of(self.data, place) != "[":
            return pictures
        for number, output in enumerate(islice(elements(self.data, place), MOST_OUTPUTS), start=1):
            data = self.object_at(self.object_at(output).get("data"))
            kinds = {kind: self.text(data[kind]) for kind in data if kind.startswith("image/")}
            pictures |= {f"output-{number}": kinds} if kinds else {}
        return pictures

    def source(self, place: int | None, is_code: bool) -> tuple[str, dict[str, dict[str, str]]]:
        """The text of a cell, without large pictures; these are given beside it."""
        pictures: dict[str, dict[str, str]] = {}

        def kept(picture: re.Match[bytes]) -> bytes:
            name = f"inside-{len(pictures) + 1}"
            pictures[name] = {picture[1].decode(): picture[2].decode()}
            return b"attachment:" + name.encode()

        text, size = io.StringIO(), 2  # a text begins and ends with a quote
        for at in self.lines(place):
            quoted = self.data[at : end_of(self.data, at)]
            if not is_code:
                quoted = INSIDE.sub(kept, quoted)
            size += len(quoted)
            if size > LONGEST_CODE:
                begins = quoted[1:LONGEST_CODE].decode("ascii", "replace")
                text.write(f"{begins} ...")
                break
            text.write(_whole(text_of(quoted)))
        return text.getvalue().replace("\r\n", "\n"), pictures

    # -- values ------------------------------------------------------------------------------

    def lines(self, place: int | None) -> Iterator[int]:
        """Where the texts begin that a text consists of: itself, or those in a list."""
        kind = "" if place is None else kind_of(self.data, place)
        if place is not None and kind == '"':
            yield place
        elif place is not None and kind == "[":
            for at in elements(self.data, place):
                if kind_of(self.data, at) == '"':
                    yield at

    def places(self, place: int) -> Iterator[int]:
        """Where the elements of a list begin, if it is one."""
        if kind_of(self.data, place) == "[":
            for number, at in enumerate(elements(self.data, place)):
                if number >= MOST_CELLS:
                    raise Unreadable(f"the file has more than {MOST_CELLS:,} cells")
                yield at

    def objects_at(self, place: int | None) -> list[int]:
        """Where the objects begin that a list holds."""
        places = [] if place is None else self.places(place)
        return [at for at in places if kind_of(self.data, at) == "{"]

    def object_at(self, place: int | None) -> dict[str, int]:
        """The members of an object, with the places of their values; none, if it is no object."""
        if place is None or kind_of(self.data, place) != "{":
            return {}
        return dict(islice(members(self.data, place), MOST_MEMBERS))

    def text(self, place: int | None) -> str:
        """A text, or a list of its lines."""
        return "".join(_whole(text_at(self.data, at)) for at in self.lines(place))

    def whole_at(self, place: int | None) -> int:
        """A whole number that is not large; 0, if it is something else."""
        digits = b"" if place is None else self.data[place : end_of(self.data, place)][:9]
        return int(digits) if digits.isdigit() else 0


def _whole(text: str) -> str:
    """A text as it can be written to a file: without halves of letters."""
    return text.encode(errors="replace").decode()
