"""The three answers of one run after every pass: its last weights, the average, the vote."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from ...core.runs import WeightRun
from ...notebook import pictures
from ...validate import Array, Indices

__all__ = ["AnswerCurves", "AnswersByPass", "answers_by_pass"]


@dataclass(frozen=True)
class AnswersByPass:
    """Errors after pass 1, 2, ... of the last weights, of the average and of the vote.

    >>> AnswersByPass(np.array([4, 2]), np.array([1, 1]), np.array([3, 0])).after(2)
    {'last': 2, 'averaged': 1, 'voted': 0}
    """

    last: Indices
    averaged: Indices
    voted: Indices

    def of(self, answer: str) -> Indices:
        """The errors of one of the three, by its name."""
        errors: Indices = getattr(self, answer)
        return errors

    def after(self, passes: int) -> dict[str, int]:
        """The errors of all three after so many passes."""
        return {answer: int(self.of(answer)[passes - 1]) for answer in pictures.ANSWERS}


def answers_by_pass(run: WeightRun, X: Any, y: Any) -> AnswersByPass:
    """How many of these examples each answer gets wrong, after every pass of the run.

    A vote or a score of zero is wrong, as everywhere in the course; a vector with score zero votes
    +1.

    >>> from perceptronlib import Perceptron
    >>> run = Perceptron(epochs=6).run([(3, 2), (1, 3)], [-1, 1])
    >>> answers_by_pass(run, run.X, run.y).averaged
    array([1, 1, 1, 1, 1, 0])
    """
    m = len(run.y)
    votes, total, born = np.zeros(len(y)), np.zeros(run.path.shape[1]), 0
    errors = []
    for end in range(m, run.rounds + 1, m):
        k = int(np.searchsorted(run.mistakes, end))
        lives = np.diff([end - m, *run.mistakes[born:k], end])  # within this pass
        votes += np.where(X @ run.path[born : k + 1].T >= 0, 1, -1) @ lives
        total += lives @ run.path[born : k + 1]
        born = k
        scores = (X @ run.path[k], X @ total, votes)
        errors.append([int((y * score <= 0).sum()) for score in scores])
    return AnswersByPass(*np.array(errors).T)


class AnswerCurves:
    """Three curves, one an answer, over the passes so far; a ring marks who errs least now.

    >>> curves = AnswerCurves(pictures.figure()[1])
    >>> curves.move(AnswersByPass(np.array([4, 2]), np.array([1, 1]), np.array([3, 0])), 2)
    >>> curves.curves["last"].line.get_ydata(), curves.best.line.get_ydata()
    (array([4., 2.]), [0.0])
    """

    def __init__(self, ax: Axes) -> None:
        self.curves = {
            answer: pictures.Curve(ax, colour, style, answer, ms=4, lw=1.2)
            for answer, (colour, style) in pictures.ANSWERS.items()
        }
        self.best = pictures.Curve(ax, pictures.BOUND, "o", "fewest errors", ms=12, mfc="none")

    def move(self, errors: AnswersByPass, passes: int, unit: float = 1.0) -> None:
        """Draw the errors, in this unit, after 1, 2, ... passes."""
        along = np.arange(1, passes + 1)
        for answer, curve in self.curves.items():
            curve.move(along, unit * errors.of(answer)[:passes])
        self.best.move([passes], [unit * min(errors.after(passes).values())])


def percent(count: Any, of: int) -> Array:
    """A count as a percentage.

    >>> float(percent(3, 400))
    0.75
    """
    return 100.0 * np.asarray(count) / of
