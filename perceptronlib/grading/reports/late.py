"""Lateness: by how much each submission was late, which late days were spent, and what it costs.

A submission is late if it came after its deadline (with the student's extension) and the grace.
It is then as many days late as have begun since the deadline, the grace forgotten. Late days that a
student has left are spent on it, deadline by deadline; each further day costs a share of the
points. Where no platform says when something came, nobody is called late: it is said instead.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from math import ceil

from ..record import Record
from ..whose import late_in_canvas
from .overrides import LATE, Overrides
from .pages import counted, number
from .term import Term

__all__ = ["Lateness", "latenesses"]

DAY = timedelta(days=1)
_UNKNOWN = "handed in at an unknown time"


@dataclass(frozen=True)
class Lateness:
    """The days that a submission was late, how many of them were free, and the percent it lost.

    `unknown` says, in words, why it is not known whether it was late; it is empty if it is known.

    >>> Lateness(3, 2, 10.0).in_words
    '3 days late, 2 of them free: 10 % of the points are lost'
    """

    days: int = 0
    free: int = 0
    percent: float = 0.0
    unknown: str = ""
    by: str = ""

    @property
    def in_words(self) -> str:
        """What is to be said; empty for what came in time."""
        if not self.days:
            return self.unknown
        text = f"{counted(self.days, 'day')} late{self.by}"
        if self.free:
            text += f", {self.free} of them free" if self.free < self.days else ", all of it free"
        return f"{text}: {number(self.percent)} % of the points are lost" if self.percent else text

    @property
    def in_brief(self) -> str:
        """The same for a table that has little room.

        >>> Lateness(3, 2, 10.0).in_brief
        '3 days late, 2 free, −10 %'
        """
        says = [f"{counted(self.days, 'day')} late" if self.days else self.unknown]
        says += [f"{self.free} free"] if self.free else []
        says += [f"−{number(self.percent)} %"] if self.percent else []
        return ", ".join(says)


Key = tuple[str, str]
"""Student and exercise."""


def latenesses(
    records: Iterable[Record],
    term: Term,
    overrides: Overrides,
    times: Mapping[Key, str],
    who: Callable[[str], str] = str,
) -> dict[Key, Lateness]:
    """The lateness of every submission.

    `times` are those that a platform told in a table of its own; `who` gives one name to all the
    names that a student goes by, so that late days are counted once.

    >>> due = datetime(2026, 10, 12, 22, tzinfo=UTC)
    >>> term = Term(deadlines={"01": due}, percent_per_day=10)
    >>> ada = Record("k", "01", student="ada", time="2026-10-14T09:00:00+00:00", by_platform=True)
    >>> latenesses([ada], term, Overrides(), {})["ada", "01"].percent
    20
    """
    by_student: dict[str, list[Record]] = {}
    for record in records:
        by_student.setdefault(who(record.student), []).append(record)
    found: dict[Key, Lateness] = {}
    never = datetime.max.replace(tzinfo=UTC)
    for name, of_student in sorted(by_student.items()):
        left = term.free_days
        of_student.sort(key=lambda r: (term.deadlines.get(r.exercise, never), r.exercise))
        for record in of_student:
            late = _days(record, name, term, overrides, times.get(record.handed_in, ""))
            free = min(late.days, left)
            left -= free
            percent = _percent(late.days, late.days - free, term)
            found[record.handed_in] = Lateness(late.days, free, percent, late.unknown, late.by)
    return found


def _days(record: Record, name: str, term: Term, overrides: Overrides, told: str) -> Lateness:
    """The days that a submission was late, as far as that is known."""
    said = overrides.points(*record.handed_in, LATE)
    if said is not None:
        return Lateness(int(said), by=" (as your instructor decided)")
    due = term.deadline(name, record.exercise)
    has_time = record.time and (record.by_platform or term.file_times)
    time = told or (record.time if has_time else "")
    by_canvas = late_in_canvas(record.file)
    if due is None:
        return Lateness(unknown="late, says Canvas" if by_canvas else "")
    if not time:
        told_late = "late, says Canvas, but not by how much"
        return Lateness(unknown=_UNKNOWN if by_canvas is None else told_late * by_canvas)
    after = datetime.fromisoformat(time) - due
    return Lateness(ceil(after / DAY)) if after > term.grace else Lateness()


def _percent(days: int, costly: int, term: Term) -> float:
    if term.days_accepted is not None and days > term.days_accepted and costly:
        return 100.0
    return min(costly * term.percent_per_day, term.most_percent)
