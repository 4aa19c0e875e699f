"""Marks: the points that only a person can give, in a form to fill in with any spreadsheet.

The form is marks.csv. The grader adds rows for new answers; a mark or a comment that is there it
never changes and never drops. A question without a mark is pending, which is not zero.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from ..record import Record
from .pages import number
from .tables import harmless, read_table, restored, write_table

__all__ = ["Marks", "Row", "as_written", "write_form"]

FORM = "marks.csv"

Key = tuple[str, str, str]
"""Student, exercise and question."""

COLUMNS = ("student", "exercise", "question", "points", "mark", "comment")
NUMBER = re.compile(r"[+-]?[0-9]{1,9}(?:[.,][0-9]*)?")


@dataclass(frozen=True)
class Row:
    """A row of the form, as it was filled in; `more` are the cells of columns that were added.

    >>> Row(2, ("ada", "01_perceptron", "why"), "3", "2,5", "").value(3)
    2.5
    """

    line: int
    key: Key
    points: str
    mark: str
    comment: str
    more: tuple[str, ...] = ()

    def value(self, points: float) -> float | None:
        """The mark, if it can be one."""
        text = self.mark.strip()
        if not NUMBER.fullmatch(text):
            return None
        value = float(text.replace(",", "."))
        return value + 0.0 if 0 <= value <= points else None  # -0 is 0


@dataclass(frozen=True)
class Marks:
    """The marks of a form; without one there are none, and everything is pending.

    >>> Marks().of("ada", "01_perceptron", "why", 3) is None
    True
    """

    rows: tuple[Row, ...] = ()
    head: tuple[str, ...] = COLUMNS
    comma: str = ","
    unread: str = ""

    @classmethod
    def read(cls, path: Path) -> Marks:
        """The form; if it cannot be read, `unread` says why, and it is not touched."""
        try:
            table, comma = read_table(path)
        except FileNotFoundError:
            return cls()
        except (OSError, csv.Error) as error:
            why = getattr(error, "strerror", None) or error
            return cls(unread=f"{path.name} cannot be read ({why}); no mark of it counts")
        head = [name.strip().casefold() for name in table[0][1]] if table else [*COLUMNS]
        missing = [name for name in COLUMNS if name not in head]
        if missing:
            return cls(unread=f"{path.name} has no column {missing[0]!r}; no mark of it counts")
        at = [head.index(name) for name in COLUMNS]
        added = [k for k in range(len(head)) if k not in at]
        rows = []
        for line, cells in table[1:]:
            cells = [restored(cell) for cell in cells] + [""] * (len(head) - len(cells))
            student, exercise, question, points, mark, comment = (cells[k] for k in at)
            more = (*(cells[k] for k in added), *cells[len(head) :])
            rows.append(Row(line, (student, exercise, question), points, mark, comment, more))
        names = (*COLUMNS, *(restored(table[0][1][k]) for k in added))
        return cls(tuple(rows), names, comma)

    @cached_property
    def filled(self) -> dict[Key, list[Row]]:
        """The rows in which somebody wrote something, by whose answer they are about."""
        filled: dict[Key, list[Row]] = {}
        for row in self.rows:
            if row.mark.strip() or row.comment.strip() or any(row.more):
                filled.setdefault(row.key, []).append(row)
        return filled

    def rows_of(self, student: str, exercise: str, question: str) -> list[Row]:
        """The filled rows on one answer; there may be several, as an instructor may copy rows."""
        return self.filled.get(_written_key((student, exercise, question)), [])

    def of(self, student: str, exercise: str, question: str, points: float) -> float | None:
        """The mark of an answer that is worth so many points; None if there is no good one."""
        rows = [row for row in self.rows_of(student, exercise, question) if row.mark.strip()]
        values = {row.value(points) for row in rows}
        return values.pop() if len(values) == 1 else None

    def comment(self, student: str, exercise: str, question: str) -> str:
        """What the form says beside the mark."""
        rows = self.rows_of(student, exercise, question)
        return "\n".join(dict.fromkeys(row.comment for row in rows if row.comment.strip()))

    def problems(self, records: Iterable[Record]) -> list[str]:
        """A sentence on each row whose mark does not count."""
        if self.unread:
            return [self.unread]
        points = {_written_key(key): points for key, points in _to_mark(records).items()}
        handed_in = {(student, exercise) for student, exercise, _ in points}
        return [
            f"{FORM}, line {row.line}: {why}"
            for row in self.rows
            if row.mark.strip() and (why := self._problem(row, points.get(row.key), handed_in))
        ]

    def _problem(self, row: Row, points: float | None, handed_in: set[tuple[str, str]]) -> str:
        """Why the mark of a row does not count; empty if it does."""
        student, exercise, question = row.key
        if (student, exercise) not in handed_in:
            return f"there is no submission of {exercise} by {student!r}"
        if points is None:
            return f"{exercise} has no question {question!r} to be marked"
        if row.value(points) is None:
            expected = f"a number from 0 to {number(points)}"
            return f"the mark of {student!r} must be {expected}; got {row.mark!r}"
        if len({r.value(points) for r in self.filled[row.key] if r.mark.strip()}) > 1:
            return f"{student!r} has two different marks for {question!r}"
        return ""


def as_written(text: str) -> str:
    """A text as it comes back from a file.

    >>> as_written("Zoë"), as_written("\\ud800")
    ('Zoë', '\\\\ud800')
    """
    return text.encode("utf-8", "backslashreplace").decode()


def _written_key(key: Key) -> Key:
    student, exercise, question = map(as_written, key)
    return student, exercise, question


def _to_mark(records: Iterable[Record]) -> dict[Key, float]:
    """What is to be marked and its points: by exercise, question by question."""
    points, order = {}, {}
    for record in records:
        for place, answer in enumerate(record.manual):
            key = (*record.handed_in, answer.name)
            points[key], order[key] = answer.points, (record.exercise, place, record.student)
    return {key: points[key] for key in sorted(points, key=order.__getitem__)}


def write_form(out: Path, records: Iterable[Record]) -> list[str]:
    """Write marks.csv, or add to it what is new; gives a sentence on each mark that does not count.

    Filled rows whose submission is gone stay, at the end. A form that cannot be read stays, too.

    >>> import tempfile
    >>> from perceptronlib.grading.record import ManualAnswer
    >>> out, why = Path(tempfile.mkdtemp()), ManualAnswer("why", "Why", 3, "Because.")
    >>> write_form(out, [Record("k", "01_perceptron", manual=(why,), student="ada")])
    []
    >>> (out / "marks.csv").read_text("utf-8-sig").splitlines()
    ['student,exercise,question,points,mark,comment', 'ada,01_perceptron,why,3,,']
    """
    records, path = [*records], out / FORM
    marks = Marks.read(path)
    if marks.unread:
        return [marks.unread]
    rows, unused = [[harmless(name) for name in marks.head]], dict(marks.filled)
    for key, points in _to_mark(records).items():
        written = _written_key(key)
        for row in unused.pop(written, [Row(0, written, "", "", "")]):
            rows.append(_cells(replace(row, points=number(points))))
    rows += [_cells(row) for row in marks.rows if row in unused.get(row.key, ())]
    write_table(path, rows, marks.comma, first="\ufeff")
    return Marks.read(path).problems(records)


def _cells(row: Row) -> list[str]:
    mark = row.mark if NUMBER.fullmatch(row.mark.strip()) else harmless(row.mark)
    points = row.points if NUMBER.fullmatch(row.points) else harmless(row.points)
    texts = [harmless(text) for text in (*row.key, row.comment, *row.more)]
    return [*texts[:3], points, mark, *texts[3:]]
