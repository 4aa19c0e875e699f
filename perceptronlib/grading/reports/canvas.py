"""Scores for Canvas: the gradebook that it exported, with the scores of this batch entered."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from .grades import Grade
from .pages import counted, named, number
from .people import Index, folded, is_about_columns, turned
from .tables import harmless, read_table, restored, write_table

__all__ = ["write_canvas"]

Titles = Mapping[str, str] | None
IDS = ("SIS Login ID", "SIS User ID", "ID", "Student")
"""The columns that tell who a student is, the surest first."""


def write_canvas(
    out: Path, roster_csv: Path, grades: Iterable[Grade], titles: Titles = None
) -> list[str]:
    """Write canvas.csv: the gradebook that Canvas exported, with the scores.

    `titles` maps exercises to their titles. Students are known by login, number or name. A score
    goes in once nothing of it is pending; cells without a new score stay as Canvas had them. What
    does not fit together is returned, in sentences.

    >>> import tempfile
    >>> out = Path(tempfile.mkdtemp())
    >>> _ = (out / "roster.csv").write_text("Student,ID,SIS Login ID,Section\\nByron,1,ada,A\\n")
    >>> from perceptronlib.grading.record import Record
    >>> write_canvas(out, out / "roster.csv", [Grade(Record("k", "01", student="bob"))])
    ["roster.csv has no student 'bob'", 'roster.csv: Byron (line 2) handed in nothing']
    """
    try:
        rows, comma = read_table(roster_csv)
    except (OSError, csv.Error) as error:
        why = error.strerror if isinstance(error, OSError) else error
        return [f"{roster_csv.name} cannot be read ({why}); canvas.csv was not written"]
    if not rows or not {"Student", "ID"} <= {*rows[0][1]}:
        return [f"{roster_csv.name} has no columns Student and ID: is it a gradebook from Canvas?"]
    roster = _Roster(roster_csv.name, rows)
    _enter_scores(roster, grades, titles or {})
    first = "\ufeff" if roster_csv.read_bytes().startswith(b"\xef\xbb\xbf") else ""
    write_table(out / "canvas.csv", [roster.head, *roster.rows.values()], comma, first)
    return [*roster.strangers(), *roster.notes, *roster.absent()]


def _enter_scores(roster: _Roster, grades: Iterable[Grade], titles: Mapping[str, str]) -> None:
    waiting: Counter[str] = Counter()
    for grade in sorted(grades, key=lambda grade: (grade.exercise, grade.student)):
        column = roster.column(grade.exercise, titles.get(grade.exercise, ""), grade.out_of)
        score = None if grade.pending else grade.score
        roster.enter(grade.student, column, score, grade.who)
        waiting[grade.exercise] += bool(grade.pending)
    for exercise, count in waiting.items():
        if count:
            late = f"{counted(count, 'score')} of {exercise} left out"
            roster.note(f"canvas.csv: {late} until the arguments are marked")


class _Roster:
    """Canvas's gradebook: a header, rows about the columns, and rows of students, by line."""

    def __init__(self, name: str, table: list[tuple[int, list[str]]]) -> None:
        self.name, self.head = name, [*table[0][1]]
        width = len(self.head)
        self.rows = {line: (row + [""] * width)[: max(width, len(row))] for line, row in table[1:]}
        self.notes: dict[str, None] = {}  # sentences, in order, each once
        self.unknown: dict[str, None] = {}
        self.columns: dict[str, int] = {}
        self.entered: dict[tuple[int, int], str] = {}
        self.index = Index(len(IDS), platform=IDS.index("ID"))
        self.people: list[int] = []
        self.at, self.points = self.head.index("Student"), 0
        for line, row in self.rows.items():
            if "Points Possible" in row[self.at]:
                self.points = line
            elif not is_about_columns(row[self.at], row):
                self._know(line, row)

    def note(self, sentence: str) -> None:
        """Keep a sentence for the instructor; one that comes twice is kept once."""
        self.notes[sentence] = None

    def _know(self, line: int, row: list[str]) -> None:
        """Note by which names the student of a row is known."""
        cells = [row[self.head.index(name)] if name in self.head else "" for name in IDS]
        self.index.know(line, [*([cell] for cell in cells[:-1]), turned(cells[-1])])
        self.people.append(line)
        row[self.at] = harmless(row[self.at])  # a student chose it; the rest is Canvas's own

    def absent(self) -> list[str]:
        """Who handed in nothing, in a sentence if there is anybody."""
        lines = sorted({*self.people} - {line for line, _ in self.entered})
        names = [f"{restored(self.rows[line][self.at])} (line {line})" for line in lines]
        return [f"{self.name}: {named(names)} handed in nothing"] if names else []

    def strangers(self) -> list[str]:
        """Whom Canvas does not know, in a sentence if there is anybody."""
        names = [*map(repr, self.unknown)]
        return [f"{self.name} has no student {named(names)}"] if names else []

    def column(self, exercise: str, title: str, points: float) -> int:
        """The column of an exercise; a new one if there is none, or more than one that fits."""
        if exercise in self.columns:
            return self.columns[exercise]
        worth = self.rows.get(self.points, [""] * len(self.head))
        fits = self._fitting(exercise, title, worth)
        if len(fits) == 1:
            column = fits[0]
            canvas_points = worth[column].strip()
            if canvas_points not in ("", number(points), f"{points:.2f}"):
                both = f"{canvas_points} points in Canvas; {exercise} has {number(points)}"
                self.note(f"{self.head[column]} has {both}")
        else:
            if fits:
                both = " and ".join(self.head[k] for k in fits)
                self.note(f"{exercise} could be {both}: it has a column of its own")
            column = self._new_column(exercise, points)
        self.columns[exercise] = column
        return column

    def _fitting(self, exercise: str, title: str, worth: list[str]) -> list[int]:
        """The columns called like the exercise; if there are none, those that begin like it.

        Of a title such as "Exercise 1: the perceptron" what stands before the colon will do.
        """
        heads = [re.sub(r"\s*\(\d+\)$", "", folded(head)) for head in self.head]
        names = [folded(text) for text in (exercise, title) if text]
        usable = [k for k in range(len(heads)) if "read only" not in worth[k]]
        brief = [name.partition(":")[0].strip() for name in names]
        rules: tuple[Callable[[str], bool], ...] = (
            lambda head: head in names,
            lambda head: head in brief,
            lambda head: any(re.match(rf"{re.escape(name)}(?!\w)", head) for name in names),
        )
        for fits in rules:
            if found := [k for k in usable if fits(heads[k])]:
                return found
        return []

    def _new_column(self, exercise: str, points: float) -> int:
        column = len(self.head)
        self.head.append(exercise)
        for line, row in self.rows.items():
            row.insert(column, number(points) if line == self.points else "")
        return column

    def enter(self, student: str, column: int, score: float | None, who: str = "") -> None:
        """Write a score where it belongs, unless it is not known yet.

        `who` is the student in the class list, where Canvas does not know the submission's name.
        """
        lines = self.index.lines(student) or self.index.lines(who)
        where = " and ".join(map(str, lines))
        if not lines:
            self.unknown[student] = None
        elif len(lines) > 1:
            both = f"{student!r} could be lines {where} of {self.name}"
            self.note(f"{both}: name the submission by login instead")
        elif (lines[0], column) in self.entered:
            other = self.entered[lines[0], column]
            both = f"{other!r} and {student!r} are both line {where} of {self.name}"
            self.note(f"{both}: {self.head[column]} is {other!r}'s")
        else:
            self.entered[lines[0], column] = student
            if score is not None:
                self.rows[lines[0]][column] = number(score)
