"""Three ways to predict with the same run: its last weights, their average, or their vote.

Each takes a run and a table and returns the score of every row; its sign is the prediction. All
three come from one log of mistakes, so they cost one training run together. Taught in lecture 02.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ..validate import Array
from . import fast
from .runs import Run

__all__ = ["PREDICTORS", "averaged", "last", "voted"]

BLOCK = 512
"""Queries that are scored by one product, and whose votes are counted before the next."""


def last(run: Run, X: Array) -> Array:
    """The score under the final weights, w_M.x.

    >>> from perceptronlib import Rule, play
    >>> run = play(Rule(), [[-1, 0], [-1, 0], [-1, 0], [5, -6]], [-1, -1, -1, -1])
    >>> last(run, np.array([[1.0, 0.0]]))
    array([-4.])
    """
    return run.scores(X)


def averaged(run: Run, X: Array) -> Array:
    """The score under the average over all rounds, (sum_k c_k w_k / T).x.

    c_k counts the rounds that ended with w_k. The sum has to include the last vector: one
    mistake followed by success for ever would otherwise leave nothing to average.

    >>> from perceptronlib import Rule, play
    >>> run = play(Rule(), [[-1, 0], [-1, 0], [-1, 0], [5, -6]], [-1, -1, -1, -1])
    >>> averaged(run, np.array([[1.0, 0.0]])) * run.rounds
    array([-1.])
    """
    return run.average_scores(X)


def voted(run: Run, X: Array) -> Array:
    """The vote of all weight vectors, sum_k c_k sgn(w_k.x): an integer between -T and T.

    sgn(0) follows the tie rule of the run (+1, except under ``minus``). The vote is not linear
    in x: it is not the averaged perceptron, with which it is often confused. Source: Freund and
    Schapire (1999).

    >>> from perceptronlib import Rule, play
    >>> run = play(Rule(), [[-1, 0], [-1, 0], [-1, 0], [5, -6]], [-1, -1, -1, -1])
    >>> voted(run, np.array([[1.0, 0.0]]))
    array([2.])
    """
    counts = run.survival.astype(np.float64)
    return votes(run.path_scores, counts, X, zero_wins=run.rule.ties != "minus")


def votes(
    path_scores: Callable[[Array], Array], counts: Array, X: Array, *, zero_wins: bool
) -> Array:
    """The vote on every row of X, block by block: sum_k counts_k sgn(score under w_k).

    >>> votes(lambda X: X @ np.array([[1.0, -1.0]]), np.array([3.0, 1.0]), np.ones((1, 1)),
    ...       zero_wins=True)
    array([2.])
    """
    result = np.empty(len(X))
    tally = fast.loop("tally", len(X) * len(counts) // 100) or _tally
    for k in range(0, len(X), BLOCK):
        tally(path_scores(X[k : k + BLOCK]), counts, zero_wins, result[k : k + BLOCK])
    return result


def _tally(scores: Array, counts: Array, zero_wins: bool, result: Array) -> None:
    """The same as `fast.tally`, with numpy."""
    above = scores >= 0.0 if zero_wins else scores > 0.0
    result[:] = 2.0 * (above @ counts) - counts.sum()


PREDICTORS: dict[str, Callable[[Run, Array], Array]] = {
    "last": last,
    "averaged": averaged,
    "voted": voted,
}
"""The predictors by the names that learners know them by (``predict_with``)."""
