"""Marks: the points that only a person can give, in a form to fill in with any spreadsheet.

The form is marks.csv. The grader adds rows for new answers; a mark or a comment that is there it
never changes and never drops. A question without a mark is pending, which is not zero.
"""

from __future__ import annotations

import csv
import html
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from .feedback import WAITING, number, page
from .grade import Record
from .records import write_whole
from .reports import FORMULA, harmless, read_table, write_table

__all__ = ["Marks", "write_answers", "write_form"]

Key = tuple[str, str, str]
"""Student, exercise and question."""

COLUMNS = ("student", "exercise", "question", "points", "mark", "comment")
NUMBER = re.compile(r"[+-]?[0-9]{1,9}(?:[.,][0-9]*)?")


@dataclass(frozen=True)
class _Row:
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


def _restored(text: str) -> str:
    """A text without the apostrophe that `harmless` put before it."""
    return text[1:] if text.startswith("'") and FORMULA.match(text) else text


@dataclass(frozen=True)
class Marks:
    """The marks of a form; without one there are none, and everything is pending.

    >>> Marks().of("ada", "01_perceptron", "why", 3) is None
    True
    """

    rows: tuple[_Row, ...] = ()
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
        more = [k for k in range(len(head)) if k not in at]
        rows = []
        for line, cells in table[1:]:
            cells = [_restored(cell) for cell in cells] + [""] * (len(head) - len(cells))
            student, exercise, question, points, mark, comment = (cells[k] for k in at)
            rest = (*(cells[k] for k in more), *cells[len(head) :])
            rows.append(_Row(line, (student, exercise, question), points, mark, comment, rest))
        names = (*COLUMNS, *(_restored(table[0][1][k]) for k in more))
        return cls(tuple(rows), names, comma)

    @cached_property
    def _filled(self) -> dict[Key, list[_Row]]:
        found: dict[Key, list[_Row]] = {}
        for row in self.rows:
            if row.mark.strip() or row.comment.strip() or any(row.more):
                found.setdefault(row.key, []).append(row)
        return found

    def _at(self, key: Key) -> list[_Row]:
        student, exercise, question = (_written(part) for part in key)
        return self._filled.get((student, exercise, question), [])

    def of(self, student: str, exercise: str, question: str, points: float) -> float | None:
        """The mark of an answer that is worth so many points; None if there is no good one."""
        rows = [row for row in self._at((student, exercise, question)) if row.mark.strip()]
        values = {row.value(points) for row in rows}
        return values.pop() if len(values) == 1 else None

    def comment(self, student: str, exercise: str, question: str) -> str:
        """What the form says beside the mark."""
        rows = self._at((student, exercise, question))
        return "\n".join(dict.fromkeys(row.comment for row in rows if row.comment.strip()))

    def problems(self, records: Iterable[Record]) -> list[str]:
        """A sentence on each row whose mark does not count."""
        return [self.unread] if self.unread else self._problems(_asked(records))

    def _problems(self, asked: Mapping[Key, float]) -> list[str]:
        known = {tuple(map(_written, key)): points for key, points in asked.items()}
        students, found = {key[:2] for key in known}, []
        for row in (row for row in self.rows if row.mark.strip()):
            student, exercise, question = row.key
            where, points = f"marks.csv, line {row.line}: ", known.get(row.key)
            if row.key[:2] not in students:
                found.append(f"{where}there is no submission of {exercise} by {student!r}")
            elif points is None:
                found.append(f"{where}{exercise} has no question {question!r} to be marked")
            elif row.value(points) is None:
                most = f"a number from 0 to {number(points)}"
                found.append(f"{where}the mark of {student!r} must be {most}; got {row.mark!r}")
            elif len({r.value(points) for r in self._filled[row.key] if r.mark.strip()}) > 1:
                found.append(f"{where}{student!r} has two different marks for {question!r}")
        return found


def _written(text: str) -> str:
    """A text as it comes back from a file."""
    return text.encode("utf-8", "backslashreplace").decode()


def _asked(records: Iterable[Record]) -> dict[Key, float]:
    """What is to be marked and its points: by exercise, question by question."""
    found, order = {}, {}
    for record in records:
        for place, asked in enumerate(record["manual"]):
            key = (record["student"], record["exercise"], asked["name"])
            found[key], order[key] = asked["points"], (key[1], place, key[0])
    return {key: found[key] for key in sorted(found, key=order.__getitem__)}


def write_form(out: Path, records: Iterable[Record]) -> list[str]:
    """Write marks.csv, or add to it what is new; gives a sentence on each mark that does not count.

    Filled rows whose submission is gone stay, at the end. A form that cannot be read stays, too.

    >>> import tempfile
    >>> out = Path(tempfile.mkdtemp())
    >>> asked = {"name": "why", "points": 3, "answer": "Because."}
    >>> write_form(out, [{"student": "ada", "exercise": "01_perceptron", "manual": [asked]}])
    []
    >>> (out / "marks.csv").read_text("utf-8-sig").splitlines()
    ['student,exercise,question,points,mark,comment', 'ada,01_perceptron,why,3,,']
    """
    asked, path = _asked(records), out / "marks.csv"
    marks = Marks.read(path)
    if marks.unread:
        return [marks.unread]
    rows, left = [[harmless(name) for name in marks.head]], dict(marks._filled)
    for key, points in asked.items():
        written = (_written(key[0]), _written(key[1]), _written(key[2]))
        for row in left.pop(written, [_Row(0, written, "", "", "")]):
            rows.append(_cells(replace(row, points=number(points))))
    rows += [_cells(row) for row in marks.rows if row in left.get(row.key, ())]
    write_table(path, rows, marks.comma, first="\ufeff")
    return Marks.read(path)._problems(asked)


def _cells(row: _Row) -> list[str]:
    mark = row.mark if NUMBER.fullmatch(row.mark.strip()) else harmless(row.mark)
    points = row.points if NUMBER.fullmatch(row.points) else harmless(row.points)
    texts = [harmless(text) for text in (*row.key, row.comment, *row.more)]
    return [*texts[:3], points, mark, *texts[3:]]


def write_answers(
    out: Path, records: Iterable[Record], rubrics: Mapping[tuple[str, str], str]
) -> None:
    """Write to_mark.html: all answers to a question beside its rubric, and which rows are empty.

    >>> import tempfile
    >>> out = Path(tempfile.mkdtemp())
    >>> asked = {"name": "why", "points": 3, "answer": "Because."}
    >>> records = [{"student": "ada", "exercise": "01_perceptron", "manual": [asked]}]
    >>> write_form(out, records)
    []
    >>> write_answers(out, records, {("01_perceptron", "why"): "A point a step."})
    >>> "Still empty in marks.csv: line 2." in (out / "to_mark.html").read_text("utf-8")
    True
    """
    marks = Marks.read(out / "marks.csv")
    lines = {row.key: row.line for row in marks.rows}
    cards: dict[tuple[str, int, str], list[tuple[str, str]]] = {}
    empty, waiting = [], 0
    for record in records:
        student, exercise = record["student"], record["exercise"]
        for place, asked in enumerate(record["manual"]):
            name, points = asked["name"], asked["points"]
            mark = marks.of(student, exercise, name, points)
            waiting += mark is None
            if not any(row.mark.strip() for row in marks._at((student, exercise, name))):
                empty.append(lines.get((_written(student), exercise, name), 0))
            line = lines.get((_written(student), exercise, name), 0)
            where = " · ".join(
                filter(None, (record.get("file", ""), f"line {line}" if line else ""))
            )
            card = _answer(student, where, asked["answer"], mark, points)
            cards.setdefault((exercise, place, name), []).append((student, card))
    note = f"{marks.unread}." if marks.unread else f"Still empty in marks.csv: {_spans(empty)}."
    body = [f"<p><strong>{waiting} answers wait for a mark.</strong> {html.escape(note)}</p>"]
    for (exercise, _, name), found in sorted(cards.items()):
        rubric = html.escape(rubrics.get((exercise, name), "There is no rubric."))
        body.append(f"<h2>{html.escape(f'{exercise}: {name}')}</h2>")
        body.append(f"<section><h3>Rubric</h3><pre>{rubric}</pre></section>")
        body += ['<div class="grid">', *(card for _, card in sorted(found)), "</div>"]
    write_whole(out / "to_mark.html", page("To be marked", "\n".join(body), wide=True))


def _answer(student: str, where: str, answer: str, mark: float | None, points: float) -> str:
    state, word = ("pending", WAITING) if mark is None else ("right", f"{number(mark)} points")
    nothing = '<p class="quiet">nothing found in its cell: look into the file</p>'
    said = f"<pre>{html.escape(answer)}</pre>" if answer else nothing
    head = f"<h3>{html.escape(student)}</h3><p><b>{word}</b> (of {number(points)})</p>"
    head += f'<p class="quiet">{html.escape(where)}</p>' if where else ""
    return f'<section class="{state}">{head}{said}</section>'


def _spans(lines: list[int]) -> str:
    """Lines in words, runs of them shortened."""
    runs: list[list[int]] = []
    for line in sorted(line for line in lines if line):
        if runs and line == runs[-1][-1] + 1:
            runs[-1][1:] = [line]
        else:
            runs.append([line])
    said = ", ".join(" to ".join(map(str, run)) for run in runs)
    return f"line{'s' * (len(said.split()) > 1)} {said}" if said else "no line"
