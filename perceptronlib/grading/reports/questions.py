"""What each question of a record earned, the marks that a person gave included.

All reports begin here, so that no two of them can disagree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..record import ManualAnswer, PartResult, Record, TaskResult
from .marks import Marks

__all__ = ["Question", "Total", "questions", "total"]

MISSING = "No argument was found in your notebook: did you write it in the cell that asks for it?"
UNANSWERED = ("no answer", "not written yet", "on a hidden case it stopped with NotImplemented")


@dataclass(frozen=True)
class Question:
    """What one question earned; `score` is None while a person still has to mark it.

    `status` is "right", "partly", "wrong", "no answer" or "pending".

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

    @property
    def says(self) -> list[str]:
        """What is not right, in words; each thing once."""
        sentences = [
            ": ".join(filter(None, (part.name, part.says))) for part in self.parts if part.share < 1
        ]
        return [*dict.fromkeys(filter(None, sentences))]


def questions(record: Record, marks: Marks) -> list[Question]:
    """The questions of a record: first the tasks that were tried, then those a person marks.

    >>> why = ManualAnswer("why", "Why", 3, "Because.")
    >>> questions(Record("k", "01_perceptron", manual=(why,), student="ada"), Marks())[0].status
    'pending'
    """
    tried = [_tried(task) for task in record.tasks]
    return tried + [_marked(answer, record, marks) for answer in record.manual]


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
    return Question(
        answer.name,
        answer.title,
        answer.points,
        mark,
        status=_status(mark, answer.points, silent=not answer.answer),
        comment="" if mark is None else marks.comment(*record.handed_in, answer.name),
        advice="" if answer.answer else MISSING,
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
