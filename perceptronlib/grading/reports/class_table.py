"""The whole class in one table: students and exercises, totals, gaps and lateness.

`class.html` is to be read, `class.csv` to be opened in a spreadsheet. Who stands in the class list
and handed in nothing has a row as well; so has who handed in and stands in no list.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from ..files import write_whole
from .grades import Desk, Grade
from .pages import WAITING, counted, named, number, page
from .tables import harmless, write_table

__all__ = ["Class", "write_class"]


@dataclass
class _Row:
    """A student: the name, how submissions name the student, and a grade for each exercise."""

    name: str
    known_as: str
    is_listed: bool = True
    grades: dict[str, Grade] = field(default_factory=dict)


class Class:
    """The table: exercises across, students down, and sentences on who does not fit in.

    An exercise that nobody handed in is there as soon as it was due.

    >>> Class([], Desk(), ["01_perceptron"]).in_words()
    []
    """

    def __init__(
        self,
        grades: Iterable[Grade],
        desk: Desk,
        exercises: Sequence[str],
        now: datetime | None = None,
    ) -> None:
        self.desk, self.bonus = desk, desk.term.bonus
        self.notes = [desk.roster.unread] if desk.roster.unread else []
        rows = {p.known_as: _Row(p.name, p.known_as) for p in desk.roster.people}
        self.out_of: dict[str, float] = {}
        for grade in grades:
            self.out_of[grade.exercise] = grade.out_of
            name = grade.who or grade.student
            row = rows.setdefault(name, _Row(grade.student, name, is_listed=False))
            if other := row.grades.get(grade.exercise):
                both = f"{other.student!r} and {grade.student!r} are both {row.name}"
                self.notes.append(f"{both}: for {grade.exercise}, {other.student!r} counts")
            else:
                row.grades[grade.exercise] = grade
        self.rows = sorted(rows.values(), key=lambda row: (not row.is_listed, row.name.casefold()))
        now = now or datetime.now(UTC)
        due = {name for name, moment in desk.term.deadlines.items() if moment <= now}
        self.exercises = [name for name in exercises if name in self.out_of or name in due]
        strangers = [row.name for row in self.rows if not row.is_listed]
        if desk.roster.people and strangers:
            self.notes.append(f"Not in the class list: {named(strangers)}.")

    def missing(self, row: _Row) -> list[str]:
        """What a student has not handed in, of what somebody handed in and nobody may leave out."""
        return [
            name for name in self.exercises if name not in row.grades and name not in self.bonus
        ]

    def total(self, row: _Row) -> float:
        """The points of a student in all exercises."""
        return round(sum(row.grades[e].score for e in self.exercises if e in row.grades), 2)

    @property
    def most(self) -> float:
        """The points of all exercises that are no bonus."""
        return sum(self.out_of.get(e, 0) for e in self.exercises if e not in self.bonus)

    def in_words(self) -> list[str]:
        """Who handed in what and what is missing, for the terminal."""
        lines = [f"{exercise}: {self._handed_in(exercise)}" for exercise in self.exercises]
        found = [grade for row in self.rows for grade in row.grades.values()]
        changed = [grade.student for grade in found if any(q.is_changed for q in grade.questions)]
        if changed:
            lines.append(f"Look again, an answer changed after it was marked: {named(changed)}.")
        for grade in found:
            lines += [f"look again: {grade.student}, {grade.exercise}: {w}" for w in grade.stale]
        return [*lines, *self.notes]

    def _handed_in(self, exercise: str) -> str:
        absent = [row.name for row in self.rows if exercise not in row.grades]
        found = [row.grades[exercise] for row in self.rows if exercise in row.grades]
        grades = [grade for grade in found if grade.was_handed_in]
        excused = [grade.student for grade in found if not grade.was_handed_in]
        late = sum(grade.lateness.days > 0 for grade in grades)
        text = f"{len(grades)} of {len(self.rows)} handed in"
        text += f", {late} late" if late else ""
        unknown = [grade for grade in grades if grade.lateness.unknown]
        reasons = dict.fromkeys(grade.lateness.unknown for grade in unknown)
        for why in reasons:
            names = [grade.student for grade in unknown if grade.lateness.unknown == why]
            text += f", {len(names)} {why} ({named(names)})"
        text += f"; points without it: {named(excused)}" if excused else ""
        return f"{text}; missing: {named(absent)}." if absent else f"{text}."


def write_class(out: Path, the_class: Class) -> None:
    """Write class.html and class.csv.

    >>> import tempfile
    >>> out = Path(tempfile.mkdtemp())
    >>> write_class(out, Class([], Desk(), []))
    >>> (out / "class.csv").read_text("utf-8-sig").strip()[:18]
    'student,name,total'
    """
    exercises = the_class.exercises
    last = ("total", "out_of", "pending", "missing", "days_late", "look_again")
    table: list[list[str]] = [["student", "name", *map(harmless, exercises), *last]]
    for row in the_class.rows:
        found = [row.grades[e] for e in exercises if e in row.grades]
        texts = [harmless(text) for text in (row.known_as, row.name)]
        scores = [number(row.grades[e].score) if e in row.grades else "" for e in exercises]
        again = ", ".join(f"{g.exercise}: {name}" for g in found for name in g.look_again)
        sums = the_class.total(row), the_class.most, sum(grade.pending for grade in found)
        missing = ", ".join(the_class.missing(row))
        days = str(sum(grade.lateness.days for grade in found))
        table.append([*texts, *scores, *map(number, sums), missing, days, harmless(again)])
    write_table(out / "class.csv", table)
    write_whole(out / "class.html", page("The class", _page(the_class), wide=True))


def _page(the_class: Class) -> str:
    notes = "".join(f"<li>{html.escape(text)}</li>" for text in the_class.in_words())
    students, exercises = len(the_class.rows), len(the_class.exercises)
    many = f"{counted(students, 'student')}, {counted(exercises, 'exercise')}"
    head = ["student", *the_class.exercises, "total", "missing"]
    cells = "".join(f'<th scope="col">{html.escape(name)}</th>' for name in head)
    lines = [
        f"<p>{many}. A raw score is the one before lateness and bonus.</p>\n<ul>{notes}</ul>",
        '<div class="roll" role="region" tabindex="0" aria-label="The class">',
        f"<table>\n<tr>{cells}</tr>",
        *(_line(row, the_class) for row in the_class.rows),
        "</table></div>",
    ]
    return "\n".join(lines)


def _line(row: _Row, the_class: Class) -> str:
    name = html.escape(row.name)
    if row.known_as != row.name:
        name += f' <span class="quiet">{html.escape(row.known_as)}</span>'
    if the_class.desk.roster.people and not row.is_listed:
        name += ' <span class="quiet">(not in the class list)</span>'
    cells = [_cell(row.grades.get(e), e in the_class.bonus) for e in the_class.exercises]
    total = f"<b>{number(the_class.total(row))}</b> of {number(the_class.most)}"
    total = f'<span class="sum">{total}</span>'
    missing = the_class.missing(row)
    gaps = html.escape(", ".join(missing)) if missing else "nothing"
    body = "".join(f"<td>{cell}</td>" for cell in (*cells, total, gaps))
    return f'<tr><th scope="row">{name}</th>{body}</tr>'


def _cell(grade: Grade | None, is_bonus: bool) -> str:
    """What a student earned in an exercise, and what there is to know about it."""
    if grade is None:
        return '<span class="quiet">–</span>' if is_bonus else "missing"
    says = [f"{number(grade.pending)} {WAITING}"] if grade.pending else []
    says += [grade.lateness.in_brief] if grade.lateness.in_brief else []
    says += [f"raw {number(grade.raw)}"] if grade.score != grade.raw else []
    says += [f"bonus {number(grade.bonus)}"] if grade.bonus else []
    says += [f"look again: {', '.join(grade.look_again)}"] if grade.look_again else []
    says += [grade.record.problem] if grade.record.problem else []
    notes = "".join(f'<br><span class="quiet">{html.escape(text)}</span>' for text in says)
    return f"<b>{number(grade.score)}</b> of {number(grade.out_of)}{notes}"
