"""Streams: single calls of `partial_fit`, against scikit-learn's, early and late.

A model that keeps what predicts and nothing else costs the same at the hundred-thousandth example
as at the first.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from sklearn.linear_model import Perceptron as TheirPerceptron

import perceptronlib as pl

from .timing import Board

EXAMPLES, PART, THEIRS = 100_000, 10_000, 2_000


def seconds(learner: Any, X: np.ndarray, y: np.ndarray) -> list[float]:
    """CPU seconds of each part of the stream, one example a call."""
    learner.partial_fit(X[:1], y[:1], classes=[-1, 1])
    times = []
    for first in range(0, len(y), PART):
        start = time.process_time()
        for i in range(first, min(first + PART, len(y))):
            learner.partial_fit(X[i : i + 1], y[i : i + 1])
        times.append(time.process_time() - start)
    return times


def streaming(board: Board) -> None:
    """The last calls over the first ones, and scikit-learn's time over ours."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(EXAMPLES, 20))
    y = np.where(X @ rng.normal(size=20) + 0.5 * rng.normal(size=EXAMPLES) > 0, 1, -1)
    theirs = sum(seconds(TheirPerceptron(fit_intercept=False), X[:THEIRS], y[:THEIRS])) / THEIRS
    board.title(f"{EXAMPLES:,} single calls of partial_fit, d = 20")
    kinds = [
        pl.Perceptron(),
        pl.Perceptron(predict_with="averaged", bias=True),
        pl.Perceptron(predict_with="voted"),
        pl.BalancedWinnow(),
    ]
    for learner in kinds:
        times = seconds(learner, X, y)
        ours = sum(times) / EXAMPLES
        note = f"{ours * 1e6:.1f} microseconds a call, theirs {theirs * 1e6:.0f}"
        board.row(f"{learner}: last over first {PART:,}", times[-1] / times[0], "<=1.2")
        board.row(f"{learner}: scikit-learn's over ours", theirs / ours, ">=20", note)
