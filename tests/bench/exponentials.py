"""Rules that compute every weight anew at a mistake: balanced Winnow and the p-norm perceptron."""

from __future__ import annotations

import math

import numpy as np
from sklearn.linear_model import Perceptron as TheirPerceptron

import perceptronlib as pl

from .timing import Board, race

SHAPE = (1_000, 100_000)


def sample(relevant: int) -> tuple[np.ndarray, np.ndarray]:
    """Signs, labelled by the sum of so many of them; an odd number, so that there is no tie."""
    m, d = SHAPE
    rng = np.random.default_rng(0)
    X = np.where(rng.random((m, d)) < 0.5, -1.0, 1.0)
    return X, np.where(X[:, :relevant].sum(axis=1) > 0, 1, -1)


def against_scikit_learn(board: Board) -> None:
    """One pass of ours over one of scikit-learn's Perceptron, on the same dense table."""
    m, d = SHAPE
    board.title(f"one pass over {m:,} x {d:,}, dense, over scikit-learn's Perceptron")
    for relevant in (5, 1_001):
        X, y = sample(relevant)
        ours = {
            "BalancedWinnow": pl.BalancedWinnow(),
            "PNormPerceptron": pl.PNormPerceptron(p=2 * math.log(d)),
        }
        theirs = TheirPerceptron(max_iter=1, tol=None, shuffle=False, fit_intercept=False)
        contestants = {
            "theirs": lambda theirs=theirs, X=X, y=y: theirs.fit(X, y),
            **{name: lambda one=one, X=X, y=y: one.fit(X, y) for name, one in ours.items()},
        }
        times = race(contestants, rounds=3)
        for name, learner in ours.items():
            note = f"{learner.run_.M:,} mistakes, {times[name]:.2f} s"
            ratio = times[name] / times["theirs"]
            board.row(f"{name}, {relevant:,} relevant features", ratio, "<=1.0", note)
