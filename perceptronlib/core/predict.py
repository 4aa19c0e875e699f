"""Three ways to predict with the same run: its last weights, their average, or their vote.

Each takes a run and a table and returns the score of every row; its sign is the prediction. All
three come from one log of mistakes, so they cost one training run together. Taught in lecture 02.

>>> from perceptronlib import Rule, play
>>> run = play(Rule(), [[1, 0], [1, 0], [1, 0], [5, -6]], [1, 1, 1, -1])
>>> query = np.array([[1.0, 0.0]])
>>> last(run, query), averaged(run, query) * run.rounds, voted(run, query)
(array([-4.]), array([-1.]), array([2.]))
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from ..samples.rows import Matrix, Rows, as_rows
from ..validate import Array
from .runs import Run

__all__ = ["PREDICTORS", "averaged", "last", "voted", "votes"]

BLOCK = 512
"""Queries that are scored by one product, and whose votes are counted before the next."""


def last(run: Run, X: Matrix | Rows) -> Array:
    """The score under the final weights, w_M.x.

    >>> from perceptronlib import Rule, play
    >>> last(play(Rule(), [[2, 1], [1, 3]], [1, -1]), np.array([[1.0, 0.0]]))
    array([1.])
    """
    return run.scores(X)


def averaged(run: Run, X: Matrix | Rows) -> Array:
    """The score under the average over all rounds, (sum_k c_k w_k / T).x.

    c_k counts the rounds that ended with w_k. The sum has to include the last vector: one
    mistake followed by success for ever would otherwise leave nothing to average.

    >>> from perceptronlib import Rule, play
    >>> averaged(play(Rule(), [[2, 1], [1, 3]], [1, -1]), np.array([[1.0, 0.0]]))
    array([1.5])
    """
    return run.average_scores(X)


def voted(run: Run, X: Matrix | Rows) -> Array:
    """The vote of all weight vectors, sum_k c_k sgn(w_k.x): an integer between -T and T.

    sgn(0) follows the tie rule of the run (+1, except under ``minus``). The vote is not linear
    in x: it is not the averaged perceptron, with which it is often confused. Source: Freund and
    Schapire (1999).

    >>> from perceptronlib import Rule, play
    >>> voted(play(Rule(), [[2, 1], [1, 3]], [1, -1]), np.array([[1.0, 1.0]]))
    array([0.])
    """
    return votes(run.path_scores, run.survival, X, zero_wins=run.rule.zero_is_plus)


def votes(
    path_scores: Callable[[Rows], Array],
    counts: npt.ArrayLike,
    X: Matrix | Rows,
    *,
    zero_wins: bool,
) -> Array:
    """The vote on every row of X, block by block: sum_k counts_k sgn(score under w_k).

    >>> path = np.array([[1.0, -1.0]])
    >>> votes(lambda rows: rows.times(path), [3, 1], np.ones((1, 1)), zero_wins=True)
    array([2.])
    """
    rows = as_rows(X)
    weights, result = np.asarray(counts, dtype=np.float64), np.empty(len(rows))
    above = np.greater_equal if zero_wins else np.greater
    for k in range(0, len(rows), BLOCK):
        scores = path_scores(rows.take(slice(k, k + BLOCK)))
        above(scores, 0.0, out=scores)  # 1 for a vote in favour, in place
        result[k : k + BLOCK] = 2.0 * (scores @ weights) - weights.sum()
    return result


PREDICTORS: dict[str, Callable[[Run, Matrix | Rows], Array]] = {
    "last": last,
    "averaged": averaged,
    "voted": voted,
}
"""The predictors by the names that learners know them by (``predict_with``)."""
