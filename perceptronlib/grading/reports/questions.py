"""What each question of a record earned, with the marks and the decisions of people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..record import ManualAnswer, PartResult, Record, TaskResult
from .marks import Marks
from .overrides import Overrides

__all__ = ["Question", "Total", "questions", "total"]

MISSING = "No argument was found in your notebook: did you write it in the cell that asks for it?"
NO_OVERRIDES = Overrides()
UNANSWERED = ("no answer", "not written yet", "on a hidden case it stopped with NotImplemented")


@dataclass(frozen=True)
class Question:
    """What one question earned; `score` is None while a person still has to mark it.

    `status` is "right", "partly", "wrong", "no answer" or "pending". `graded` is what it earned
    before the instructor set it to something else, and `is_changed` is whether it waits because
    the answer changed after it was marked.

    >>> parts = (PartResult("ties", 0.0, 1, "not right"),)
    >>> Question("twice", "Twice", 3, 2, "partly", parts=parts).says
    ['ties: not right']
    """

    name: str
    title: str
    points: float
    score: float | None
    status: str
    hint: str = ""
    parts: tuple[PartResult, ...] = ()
    comment: str = ""
    advice: str = ""
    graded: float | None = None
    is_changed: bool = False

    @property
    def says(self) -> list[str]:
        """What is not right, in words; each thing once."""
        sentences = [
            ": ".join(filter(None, (part.name, part.says))) for part in self.parts if part.share < 1
        ]
        return [*dict.fromkeys(filter(None, sentences))]


def questions(
    record: Record, marks: Marks, overrides: Overrides = NO_OVERRIDES
) -> tuple[Question, ...]:
    """The questions of a record: first the tasks that were tried, then those a person marks.

    An argument of which nothing was written is worth 0, unless its mark says otherwise.

    >>> why = ManualAnswer("why", "Why", 3, "Because.")
    >>> questions(Record("k", "01_perceptron", manual=(why,), student="ada"), Marks())[0].status
    'pending'
    """
    found = [_tried(task) for task in record.tasks]
    found += [_marked(answer, record, marks) for answer in record.manual]
    return tuple(_decided(question, record, overrides) for question in found)


def _decided(q: Question, record: Record, overrides: Overrides) -> Question:
    """A question as the instructor decided about it."""
    points = overrides.points(*record.handed_in, q.name)
    comments = q.comment, overrides.comment(*record.handed_in, q.name)
    q = replace(q, comment="\n".join(filter(None, comments)), graded=q.score)
    if points is None:
        return q
    status = _status(points, q.points, silent=False)
    return replace(q, score=points, status=status, is_changed=False)


def _tried(task: TaskResult) -> Question:
    not_right = [part for part in task.parts if part.share < 1]
    silent = bool(not_right) and all(part.says.startswith(UNANSWERED) for part in not_right)
    return Question(
        task.name,
        task.title or task.name,
        task.points,
        task.score,
        status=_status(task.score, task.points, silent) if not_right else "right",
        hint=task.hint,
        parts=task.parts,
        advice=task.advice,
    )


def _marked(answer: ManualAnswer, record: Record, marks: Marks) -> Question:
    mark = marks.of(*record.handed_in, answer.name, answer.points)
    is_changed = marks.is_changed(*record.handed_in, answer.name)
    if mark is None and answer.is_empty and not is_changed:
        mark = 0.0
    return Question(
        answer.name,
        answer.title,
        answer.points,
        mark,
        status=_status(mark, answer.points, silent=answer.is_empty),
        comment="" if mark is None else marks.comment(*record.handed_in, answer.name),
        advice=MISSING if answer.is_empty else "",
        is_changed=is_changed,
    )


def _status(score: float | None, points: float, silent: bool) -> str:
    if score is None:
        return "pending"
    if score <= 0 < points:
        return "no answer" if silent else "wrong"
    return "right" if score >= points else "partly"


@dataclass(frozen=True, order=True)
class Total:
    """The points so far, of how many, and how many of those are still to be marked.

    >>> Total(1.5, 5, 3).pending
    3
    """

    score: float
    points: float
    pending: float


def total(of_record: Sequence[Question]) -> Total:
    """What the questions of a record come to.

    >>> total([Question("a", "a", 2, 1.5, "partly"), Question("b", "b", 3, None, "pending")])
    Total(score=1.5, points=5, pending=3)
    """
    score = round(sum(q.score for q in of_record if q.score is not None), 2)
    pending = sum(q.points for q in of_record if q.score is None)
    return Total(score, sum(q.points for q in of_record), pending)
