"""Three ways to predict with the same run: its last weights, their average, or their vote.

Each takes a run and a table and returns one score a row; its sign is the prediction. All three
come from one log of mistakes, so they cost one training run together. Taught in lecture 02.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..validate import Array
from . import engine

__all__ = ["PREDICTORS", "averaged", "last", "voted"]

BLOCK = 512
"""Queries that are scored by one product, and whose votes are counted before the next."""


def last(run: Any, X: Array) -> Array:
    """The score under the final weights, w_M.x.

    >>> from perceptronlib import Rule, play
    >>> run = play(Rule(), [[-1, 0], [-1, 0], [-1, 0], [5, -6]], [-1, -1, -1, -1])
    >>> last(run, np.array([[1.0, 0.0]]))
    array([-4.])
    """
    scores: Array = run.scores(X)
    return scores


def averaged(run: Any, X: Array) -> Array:
    """The score under the average over all rounds, (sum_k c_k w_k / T).x.

    c_k counts the rounds that ended with w_k. The sum has to include the last vector: one
    mistake followed by success for ever would otherwise leave nothing to average.

    >>> from perceptronlib import Rule, play
    >>> run = play(Rule(), [[-1, 0], [-1, 0], [-1, 0], [5, -6]], [-1, -1, -1, -1])
    >>> averaged(run, np.array([[1.0, 0.0]])) * run.rounds
    array([-1.])
    """
    scores: Array = run.average_scores(X)
    return scores


def voted(run: Any, X: Array) -> Array:
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
    votes = np.empty(len(X))
    tally, _ = engine.loop("tally", len(X) * len(counts) // 100)
    for k in range(0, len(X), BLOCK):
        scores = run.path_scores(X[k : k + BLOCK])
        tally(scores, counts, run.rule.ties != "minus", votes[k : k + BLOCK])
    return votes


PREDICTORS: dict[str, Callable[[Any, Array], Array]] = {
    "last": last,
    "averaged": averaged,
    "voted": voted,
}
"""The predictors by the names that learners know them by (``predict_with``)."""
