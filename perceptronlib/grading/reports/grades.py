"""What each submission comes to: its questions, the bonus, what lateness costs, and the score.

All reports begin here, so that no two of them can disagree. The score is the sum of the questions
(or the total that the instructor set), less what lateness costs, and then the bonus; never less
than 0. The raw score, without bonus and lateness, stands beside it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from ..record import Record
from .late import Key, Lateness, latenesses
from .marks import Marks
from .overrides import BONUS, TOTAL, Overrides
from .pages import number
from .people import Roster
from .questions import Question, Total, questions, total
from .term import Term

__all__ = ["Desk", "Grade", "grades"]


@dataclass(frozen=True)
class Desk:
    """All that the instructor says about a class, beside the submissions.

    `times` are those that a platform told in a table of its own, by student and exercise; `stale`
    says, for submissions that changed after something about them was decided, what that was.

    >>> Desk().who("ada")
    'ada'
    """

    marks: Marks = field(default_factory=Marks)
    overrides: Overrides = field(default_factory=Overrides)
    term: Term = field(default_factory=Term)
    roster: Roster = field(default_factory=Roster)
    times: Mapping[Key, str] = field(default_factory=dict)
    stale: Mapping[Key, tuple[str, ...]] = field(default_factory=dict)

    def believes(self, record: Record) -> bool:
        """Whether the time of a record is when it was handed in, and not only its file's."""
        return record.by_platform or self.term.file_times

    def who(self, student: str) -> str:
        """One name for all the names that a student goes by."""
        person = self.roster.person(student)
        return person.known_as if person else student

    @cached_property
    def rules(self) -> Term:
        """The rules, their extensions by the names that `who` gives."""
        named = {(self.who(who), of): more for (who, of), more in self.term.extensions.items()}
        return replace(self.term, extensions=named)


@dataclass(frozen=True)
class Grade:
    """What a submission comes to; `time` is when it came, `who` the name in the class list.

    >>> ada = Grade(Record("k", "01"), (Question("a", "a", 4, 4.0, "right"),), bonus=1)
    >>> ada.raw, ada.score, ada.out_of, ada.pending
    (4.0, 5.0, 4, 0)
    """

    record: Record
    questions: tuple[Question, ...] = ()
    lateness: Lateness = Lateness()
    bonus: float = 0.0
    set_to: float | None = None
    comment: str = ""
    stale: tuple[str, ...] = ()
    most: float = 0.0
    time: str = ""
    who: str = ""

    @property
    def student(self) -> str:
        """Who handed it in."""
        return self.record.student

    @property
    def exercise(self) -> str:
        """What it is an answer to."""
        return self.record.exercise

    @property
    def was_handed_in(self) -> bool:
        """Whether there is a submission; an instructor may give points without one."""
        return bool(self.record.file)

    @cached_property
    def _sums(self) -> Total:
        return total(self.questions)

    @property
    def out_of(self) -> float:
        """The points of the exercise: of its questions, or `most` where none can be seen."""
        return self._sums.points if self.questions else self.most

    @property
    def raw(self) -> float:
        """The points before lateness and bonus."""
        return self._sums.score if self.set_to is None else self.set_to

    @property
    def pending(self) -> float:
        """The points that a person still has to give."""
        return self._sums.pending if self.set_to is None else 0

    @property
    def score(self) -> float:
        """The points that count, as far as they are known."""
        kept = self.raw * (100 - self.lateness.percent) / 100
        return max(0.0, round(kept + self.bonus, 2))

    @property
    def look_again(self) -> list[str]:
        """What changed after it was marked or set, and wants to be looked at again."""
        return [*(q.name for q in self.questions if q.is_changed), *self.stale]

    @property
    def notes(self) -> list[str]:
        """Why the score is not simply the sum of its questions, in words for its student."""
        notes = ["The total was set by your instructor."] if self.set_to is not None else []
        if self.lateness.days:
            notes.append(f"{self.lateness.in_words}.")
        if self.bonus:
            kind = "Bonus" if self.bonus > 0 else "Taken off"
            points = f"{number(abs(self.bonus))} {'point' if abs(self.bonus) == 1 else 'points'}"
            notes.append(f"{kind}: {points}.")
        return notes


def grades(records: Iterable[Record], desk: Desk) -> list[Grade]:
    """The grades of all submissions, by exercise and student.

    Who handed in nothing and was given points by the instructor has a grade as well.

    >>> [grade.score for grade in grades([Record("k", "01", student="ada")], Desk())]
    [0.0]
    """
    records = sorted(records, key=lambda record: (record.exercise, record.student))
    handed_in = {record.handed_in for record in records}
    given = {
        (row.student, row.exercise)
        for row in desk.overrides.rows
        if row.what in (TOTAL, BONUS) and row.points is not None
    }
    absent = [Record("", e, student=s) for s, e in sorted(given - handed_in)]
    late = latenesses(records, desk.rules, desk.overrides, desk.times, desk.who)
    found = [_grade(record, desk, late) for record in [*records, *absent]]
    most = {grade.exercise: grade.out_of for grade in found if grade.questions}
    found = [replace(grade, most=most.get(grade.exercise, 0.0)) for grade in found]
    return sorted(found, key=lambda grade: (grade.exercise, grade.student))


def _grade(record: Record, desk: Desk, late: Mapping[Key, Lateness]) -> Grade:
    key = record.handed_in
    return Grade(
        record,
        questions(record, desk.marks, desk.overrides),
        late.get(key, Lateness()),
        bonus=desk.overrides.points(*key, BONUS) or 0.0,
        set_to=desk.overrides.points(*key, TOTAL),
        comment=desk.overrides.comment(*key),
        stale=desk.stale.get(key, ()),
        time=desk.times.get(key) or (record.time if desk.believes(record) else ""),
        who=desk.who(record.student),
    )
