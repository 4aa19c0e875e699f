"""Marks: the points that only a person can give, in a form to fill in with any spreadsheet.

The form is marks.csv. The grader adds rows for new answers; a mark or a comment that is there it
never changes and never drops. A question without a mark is pending, which is not zero. Each row
knows which answer it is about: if that changes after it was marked, the mark counts again once
somebody has looked, and emptied the cell that says so.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from ..lock import with_the_form
from ..record import ManualAnswer, Record
from .pages import number
from .tables import Unread, harmless, read_columns, restored, write_table

__all__ = ["Marks", "Row", "as_written", "fingerprint", "write_form"]

FORM = "marks.csv"

Key = tuple[str, str, str]
"""Student, exercise and question."""

COLUMNS = ("student", "exercise", "question", "points", "mark", "comment")
OWN = ("look_again", "answer")
"""Columns that are the grader's own; a form without them is one of before they were there."""

CHANGED = "the answer has changed since it got {}: read it, then change the mark or empty this cell"
LETTERS = str.maketrans("0123456789", "ghijklmnop")
NUMBER = re.compile(r"[+-]?[0-9]{1,9}(?:[.,][0-9]*)?")


@dataclass(frozen=True)
class Row:
    """A row of the form, as it was filled in; `more` are the cells of columns that were added.

    `answer` is the fingerprint of the answer that the row is about; `look_again` is filled if the
    answer has changed since.

    >>> Row(2, ("ada", "01_perceptron", "why"), "3", "2,5", "").value(3)
    2.5
    """

    line: int
    key: Key
    points: str
    mark: str
    comment: str
    more: tuple[str, ...] = ()
    look_again: str = ""
    answer: str = ""

    @property
    def is_changed(self) -> bool:
        """Whether the answer has changed since it was marked, and nobody has looked.

        The cell quotes the mark that the earlier answer got; another mark is for the new one.
        """
        return bool(self.mark.strip()) and self.look_again.strip() == self._changed

    @property
    def _changed(self) -> str:
        mark = self.mark.strip()
        value = float(mark.replace(",", ".")) if NUMBER.fullmatch(mark) else None
        return CHANGED.format(mark if value is None else f"{value:g}")

    def about(self, answer: str) -> Row:
        """The row beside the answer of that fingerprint."""
        is_stale = self.mark.strip() and self.answer not in ("", answer)
        return replace(
            self,
            answer=answer,
            look_again=self._changed if is_stale or self.is_changed else "",
        )

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
    head: tuple[str, ...] = (*COLUMNS, *OWN)
    comma: str = ","
    unread: str = ""

    @classmethod
    def read(cls, path: Path) -> Marks:
        """The form; if it cannot be read, `unread` says why, and it is not touched."""
        try:
            (table, comma), head = read_columns(path, COLUMNS)
        except FileNotFoundError:
            return cls()
        except Unread as why:
            return cls(unread=f"{why}; no mark of it counts")
        at = [head.index(name) for name in COLUMNS]
        own = [head.index(name) if name in head else -1 for name in OWN]
        added = [k for k in range(len(head)) if k not in (*at, *own)]
        rows = []
        for line, cells in table[1:]:
            cells = [restored(cell) for cell in cells] + [""] * (len(head) - len(cells))
            student, exercise, question, points, mark, comment = (cells[k] for k in at)
            more = (*(cells[k] for k in added), *cells[len(head) :])
            look_again, answer = (cells[k] if k >= 0 else "" for k in own)
            key = student, exercise, question
            rows.append(Row(line, key, points, mark, comment, more, look_again, answer))
        names = (*COLUMNS, *OWN, *(restored(table[0][1][k]) for k in added))
        return cls(tuple(rows), names, comma)

    def write(self, path: Path) -> None:
        """Write the form as it was read: with the same columns, separated by the same sign."""
        rows = ([*map(harmless, self.head)], *map(_cells, self.rows))
        write_table(path, rows, self.comma)

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
        if any(row.is_changed for row in rows):
            return None
        values = {row.value(points) for row in rows}
        return values.pop() if len(values) == 1 else None

    def is_changed(self, student: str, exercise: str, question: str) -> bool:
        """Whether an answer has changed since it was marked."""
        return any(row.is_changed for row in self.rows_of(student, exercise, question))

    def comment(self, student: str, exercise: str, question: str) -> str:
        """What the form says beside the mark."""
        rows = self.rows_of(student, exercise, question)
        return "\n".join(dict.fromkeys(row.comment for row in rows if row.comment.strip()))

    def problems(self, records: Iterable[Record]) -> list[str]:
        """A sentence on each row whose mark does not count."""
        if self.unread:
            return [self.unread]
        points = {_written_key(key): answer.points for key, answer in _to_mark(records).items()}
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
        if row.is_changed:
            changed = f"the answer of {student!r} to {question!r} has changed since it was marked"
            return (
                f"{changed}: read it, then change the mark or empty look_again; until then it waits"
            )
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


def fingerprint(answer: ManualAnswer) -> str:
    """Ten letters that change with an answer; no digits, which a spreadsheet could take for more.

    >>> fingerprint(ManualAnswer("why", "Why", 3, "Because."))
    'onndjfopen'
    """
    told = "\n".join([" ".join(answer.answer.split()), *answer.pictures, answer.not_shown])
    digest = hashlib.sha256(told.encode(errors="surrogatepass")).hexdigest()
    return digest[:10].translate(LETTERS)


def _to_mark(records: Iterable[Record]) -> dict[Key, ManualAnswer]:
    """What is to be marked: by exercise, question by question."""
    answers, order = {}, {}
    for record in records:
        for place, answer in enumerate(record.manual):
            key = (*record.handed_in, answer.name)
            answers[key], order[key] = answer, (record.exercise, place, record.student)
    return {key: answers[key] for key in sorted(answers, key=order.__getitem__)}


def write_form(out: Path, records: Iterable[Record]) -> list[str]:
    """Write marks.csv, or add to it what is new; gives a sentence on each mark that does not count.

    Filled rows whose submission is gone stay, at the end. A form that cannot be read stays, too.

    >>> import tempfile
    >>> from perceptronlib.grading.record import ManualAnswer
    >>> out, why = Path(tempfile.mkdtemp()), ManualAnswer("why", "Why", 3, "Because.")
    >>> write_form(out, [Record("k", "01_perceptron", manual=(why,), student="ada")])
    []
    >>> (out / "marks.csv").read_text("utf-8-sig").splitlines()[1][:25]
    'ada,01_perceptron,why,3,,'
    """
    records, path = [*records], out / FORM
    with with_the_form(out):
        marks = Marks.read(path)
        if marks.unread:
            return [marks.unread]
        rows, unused = [], dict(marks.filled)
        for key, answer in _to_mark(records).items():
            written, mark = _written_key(key), fingerprint(answer)
            for row in unused.pop(written, [Row(0, written, "", "", "")]):
                rows.append(replace(row.about(mark), points=number(answer.points)))
        rows += [row for row in marks.rows if row in unused.get(row.key, ())]
        replace(marks, rows=tuple(rows)).write(path)
        return Marks.read(path).problems(records)


def _cells(row: Row) -> list[str]:
    mark = row.mark if NUMBER.fullmatch(row.mark.strip()) else harmless(row.mark)
    points = row.points if NUMBER.fullmatch(row.points) else harmless(row.points)
    own = row.look_again, row.answer
    texts = [harmless(text) for text in (*row.key, row.comment, *own, *row.more)]
    return [*texts[:3], points, mark, *texts[3:]]
