"""No learner can promise fewer mistakes than Novikoff's bound: T13 of the course.

The numbers in a statement, in round t: ``answer`` is what the learner said, ``again`` what it says
when the same labels come as a stream that was fixed beforehand, ``label`` is y and ``gain`` y v.x;
of all n rounds: ``v2`` is |v|^2, ``R2`` the largest |x|^2, ``g`` the smallest y v.x, ``M`` the
number of mistakes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import deepcopy
from types import SimpleNamespace
from typing import Any

import numpy as np

from ...validate import whole
from .certificate import Assumption, Certificate, Statement

__all__ = ["nobody_better"]


AGAINST = Statement(
    "y times the answer = -1", lambda q: q.label * q.answer, lambda q: -1, equal=True
)
AGAIN = Statement(
    "the same mistake, if the label is fixed beforehand",
    lambda q: q.label * q.again,
    lambda q: -1,
    equal=True,
)
GAIN = Statement("y v.x = 1, v the vector of the labels", lambda q: q.gain, lambda q: 1, equal=True)
SQUARE = Statement("|v|^2 = n", lambda q: q.v2, lambda q: q.n, equal=True)
ATTAINED = Statement("M = R^2 |v|^2/g^2", lambda q: q.M * q.g**2, lambda q: q.R2 * q.v2, equal=True)


def nobody_better(learner: Any, n: int = 8) -> Certificate:
    """No deterministic learner can promise less (T13): each errs R^2/rho^2 times on some stream.

    Show the unit vectors e_1, ..., e_n, one a round, and label each against the learner's answer:
    n mistakes. The vector v of the labels has y v.x = 1 on each of them, |v|^2 = n and R = 1, so
    Novikoff's bound is n as well, and the perceptron keeps it on *every* order of *every* such
    sample. A deterministic learner makes the same mistakes when the labels are written down
    beforehand and shown to it afresh; that is played too.

    ``learner`` is one with ``partial_fit`` and ``predict``, unfitted (this library's and
    scikit-learn's; before its first example it is taken to answer -1), or a function that gets the
    rows so far, their labels and x, and answers -1 or +1. It is copied, not changed. A learner that
    draws random numbers in between gets no claim. Taught in lecture 03.

    >>> from perceptronlib import Perceptron, Winnow
    >>> nobody_better(Perceptron(), n=5).verdict, nobody_better(Winnow(), n=5).verdict
    ('holds: 5 mistakes, bound 5', 'holds: 5 mistakes, bound 5')
    >>> nobody_better(lambda rows, labels, x: +1, n=3)
    No deterministic learner can promise less: M = n = R^2/rho^2
      holds: 3 mistakes, bound 3
      [ok] it answers -1 or +1
      [ok] it is deterministic: asked again, it answers the same
         ok  y times the answer = -1  (checked 3x, least slack 0)
         ok  the same mistake, if the label is fixed beforehand  (checked 3x, least slack 0)
         ok  y v.x = 1, v the vector of the labels  (checked 3x, least slack 0)
         ok  |v|^2 = n  (checked 1x, least slack 0)
         ok  M = R^2 |v|^2/g^2  (checked 1x, least slack 0)
    """
    n = whole("n", n)
    name, statement = "No deterministic learner can promise less", "M = n = R^2/rho^2"
    answers = _played(learner, n, None)
    proper = all(answer in (-1, 1) for answer in answers)
    if not proper:
        assumed = Assumption("it answers -1 or +1", False, f"it answered {answers}")
        return Certificate(name, statement, 0, None, (assumed,), ())
    labels = [-answer for answer in answers]
    again = _played(learner, n, labels)
    rows = np.eye(n, dtype=int)
    gains = [int(label * (rows[t] @ labels)) for t, label in enumerate(labels)]
    each = [
        SimpleNamespace(answer=a, again=b, label=label, gain=gain)
        for a, b, label, gain in zip(answers, again, labels, gains, strict=True)
    ]
    q = SimpleNamespace(n=n, M=sum(a != label for a, label in zip(answers, labels, strict=True)))
    q.v2, q.R2, q.g = sum(label**2 for label in labels), int((rows**2).sum(1).max()), min(gains)
    assumptions = (
        Assumption("it answers -1 or +1", True),
        Assumption("it is deterministic: asked again, it answers the same", again == answers),
    )
    steps = tuple(step.at(each, range(n)) for step in (AGAINST, AGAIN, GAIN))
    steps += (SQUARE.once(q), ATTAINED.once(q))
    return Certificate(name, statement, q.M, float(n), assumptions, steps, equality=True)


def _played(learner: Any, n: int, labels: Sequence[int] | None) -> list[int]:
    """The answers to e_1, ..., e_n, each then labelled against the answer, or with these labels."""
    rows = np.eye(n)
    answers: list[int] = []
    shown: list[int] = []
    ask, tell = _function(learner) if callable(learner) else _online(deepcopy(learner))
    for t in range(n):
        answers.append(ask(rows[:t], shown, rows[t]))
        shown.append(-answers[t] if labels is None else labels[t])
        tell(rows[t], shown[t])
    return answers


def _function(learner: Any) -> tuple[Callable[..., int], Callable[..., None]]:
    """A function of the past and of x has nothing to be told."""
    return lambda rows, labels, x: int(learner(rows, list(labels), x)), lambda x, y: None


def _online(learner: Any) -> tuple[Callable[..., int], Callable[..., None]]:
    """A learner that is told one example after the other."""

    def ask(rows: Any, labels: Sequence[int], x: Any) -> int:
        return int(learner.predict(x[None])[0]) if labels else -1

    def tell(x: Any, y: int) -> None:
        learner.partial_fit(x[None], [y], classes=[-1, 1])

    return ask, tell
