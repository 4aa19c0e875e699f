"""Overrides: what the instructor decides, whatever the grader found, in a table of their own.

The file is overrides.csv in the results. The grader makes it once, with nothing but its head, and
never writes to it again; it only reads it. A row says for whom, in which exercise, what is set, to
which value, and why (the student reads the comment). Points of a question replace the grader's;
a comment alone changes no points.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ..files import write_whole
from ..record import Record
from .marks import as_written
from .pages import number
from .tables import Unread, read_columns, restored, write_table

__all__ = ["BONUS", "FILE", "LATE", "TOTAL", "Override", "Overrides", "make_form"]

FORM = "overrides.csv"
COLUMNS = ("student", "exercise", "what", "value", "comment")
TOTAL, BONUS, LATE, FILE = "total", "bonus", "late days", "file"
"""What can be set beside the points of a question."""

SEEN = "overrides_seen.json"

Known = Mapping[str, Mapping[str, float]]
"""By exercise, its questions and what they are worth."""

NUMBER = re.compile(r"[+-]?[0-9]{1,6}(?:[.,][0-9]*)?")


@dataclass(frozen=True)
class Override:
    """A row of the table: what is set to which value, and why.

    >>> Override(2, "ada", "01_perceptron", "update", "2,5", "Well tried.").points
    2.5
    """

    line: int
    student: str
    exercise: str
    what: str
    value: str
    comment: str

    @property
    def points(self) -> float | None:
        """The value as a number, if it is one."""
        text = self.value.strip()
        return float(text.replace(",", ".")) + 0.0 if NUMBER.fullmatch(text) else None

    @property
    def key(self) -> tuple[str, str, str]:
        """Student, exercise and what is set."""
        return self.student, self.exercise, self.what


@dataclass(frozen=True)
class Overrides:
    """The rows of the table; without one there are none.

    >>> Overrides().points("ada", "01_perceptron", "update") is None
    True
    """

    rows: tuple[Override, ...] = ()
    unread: str = ""

    @classmethod
    def read(cls, path: Path) -> Overrides:
        """The table; if it cannot be read, `unread` says why, and nothing is overridden."""
        try:
            (table, comma), head = read_columns(path, COLUMNS)
        except FileNotFoundError:
            return cls()
        except Unread as why:
            return cls(unread=f"{why}; nothing of it counts")
        at, rows = [head.index(name) for name in COLUMNS], []
        for line, cells in table[1:]:
            if len(cells) > len(head) and head[-1] == "comment":  # typed without quotation marks
                cells[len(head) - 1 :] = [comma.join(cells[len(head) - 1 :])]
            cells = [restored(cell) for cell in cells] + [""] * (len(head) - len(cells))
            student, exercise, what, value, comment = (cells[k].strip() for k in at)
            rows.append(Override(line, student, exercise, what, value, comment))
        return cls(tuple(rows))

    @cached_property
    def _by_key(self) -> dict[tuple[str, str, str], list[Override]]:
        by_key: dict[tuple[str, str, str], list[Override]] = {}
        for row in self.rows:
            by_key.setdefault(row.key, []).append(row)
        return by_key

    def of(self, student: str, exercise: str, what: str) -> list[Override]:
        """The rows about one thing; more than one, if they say the same or are comments."""
        return self._by_key.get((as_written(student), exercise, what), [])

    def points(self, student: str, exercise: str, what: str) -> float | None:
        """The number that a thing is set to; None if it is not set, or set in two ways."""
        values = {row.points for row in self.of(student, exercise, what) if row.value}
        return values.pop() if len(values) == 1 else None

    def comment(self, student: str, exercise: str, what: str = "") -> str:
        """What is said about a thing, or without one about the whole exercise."""
        rows = self.of(student, exercise, what)
        return "\n".join(dict.fromkeys(row.comment for row in rows if row.comment))

    def wishes(self) -> dict[tuple[str, str], str]:
        """The files that are to count, by student and exercise."""
        return {(row.student, row.exercise): row.value for row in self.rows if row.what == FILE}

    def problems(self, records: Iterable[Record], known: Known) -> list[str]:
        """A sentence on each row that does not count; `known` are the exercises' questions."""
        if self.unread:
            return [self.unread]
        handed_in = {(as_written(record.student), record.exercise) for record in records}
        return [
            f"{FORM}, line {row.line}: {why}"
            for row in self.rows
            if (why := self._problem(row, handed_in, known))
        ]

    def _problem(self, row: Override, handed_in: set[tuple[str, str]], known: Known) -> str:
        """Why a row does not count; empty if it does."""
        if row.exercise not in known:
            return f"there is no exercise {row.exercise!r}; there are {', '.join(known)}"
        if row.what == FILE:
            return ""  # what comes of it is told where the files are chosen
        if (row.student, row.exercise) not in handed_in and row.what not in (TOTAL, BONUS):
            return f"there is no submission of {row.exercise} by {row.student!r}"
        most = {**known[row.exercise], TOTAL: 1e6, BONUS: 1e6, LATE: 1e6, "": 0}
        if row.what not in most:
            return f"{row.exercise} has no question {row.what!r}; it has {', '.join(most)[:-2]}"
        if not row.value:
            return ""
        if not row.what:
            return "it sets points, but the column 'what' does not say of which question"
        if row.points is None or (row.points < 0 and row.what != BONUS):
            return f"{row.what} must be a number; got {row.value!r}"
        if row.what == LATE and not row.points.is_integer():
            return f"late days are whole; got {row.value!r}"
        if row.points > most[row.what]:
            limit = f"{row.what!r} has {number(most[row.what])} points"
            return f"{limit}; for more than that there is {BONUS!r}; got {row.value!r}"
        if len({r.points for r in self._by_key[row.key] if r.value}) > 1:
            return f"{row.what!r} of {row.student!r} is set in two ways"
        return ""

    def valid(self, records: Iterable[Record], known: Known) -> Overrides:
        """Only the rows that count."""
        handed_in = {(as_written(record.student), record.exercise) for record in records}
        rows = (row for row in self.rows if not self._problem(row, handed_in, known))
        return Overrides(tuple(rows), self.unread)

    def outdated(
        self, out: Path, records: Iterable[Record]
    ) -> dict[tuple[str, str], list[Override]]:
        """The rows whose submission has changed since they were first seen, by its owner.

        What was handed in when a row was first seen is kept in a file of its own; a row that was
        changed is a new one.
        """
        path, digests = out / SEEN, {record.handed_in: record.digest for record in records}
        try:
            before = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            before = {}
        seen, found = {}, dict[tuple[str, str], list[Override]]()
        for row in self.rows:
            key, now = (row.student, row.exercise), digests.get((row.student, row.exercise))
            if now is None or row.what in (BONUS, LATE, FILE) or not row.value:
                continue
            name = "\n".join((*row.key, row.value, row.comment))
            seen[name] = before[name] if isinstance(before.get(name), str) else now
            if seen[name] != now:
                found.setdefault(key, []).append(row)
        if seen or before:
            write_whole(path, json.dumps(seen, indent=1, sort_keys=True) + "\n")
        return found


def make_form(out: Path) -> None:
    """Make overrides.csv, unless there is one.

    >>> import tempfile
    >>> out = Path(tempfile.mkdtemp())
    >>> make_form(out)
    >>> (out / "overrides.csv").read_text("utf-8-sig").strip()
    'student,exercise,what,value,comment'
    """
    if not (out / FORM).exists():
        write_table(out / FORM, [COLUMNS])
