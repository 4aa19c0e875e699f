"""Ten classes, one against the rest, on the digits of the package."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from sklearn.linear_model import Perceptron as TheirPerceptron

import perceptronlib as pl
from perceptronlib import data

from .timing import Board, race


def ten_digits(board: Board) -> None:
    """Their time over ours; the same weights for every class.

    The limit beside it: one X @ w for each pass that a class made until it was clean.
    """
    X, y = data.digits()
    w = np.ones(X.shape[1])
    board.title(f"ten classes on {len(y):,} digits, against scikit-learn's Perceptron")
    for epochs in sorted({1, board.epochs, 10}):
        ours = pl.Perceptron(epochs=epochs)
        theirs = TheirPerceptron(max_iter=epochs, tol=None, shuffle=False, fit_intercept=False)
        contestants: dict[str, Callable[[], object]] = {
            "ours": lambda ours=ours: ours.fit(X, y),
            "theirs": lambda theirs=theirs: theirs.fit(X, y),
        }
        made = sum(passes(run, epochs) for run in ours.fit(X, y).runs_)
        contestants["product"] = lambda made=made: [X @ w for _ in range(made)]
        times = race(contestants, rounds=15)
        assert np.allclose(ours.coef_, theirs.coef_), "the weights differ"
        note = (
            f"{1e3 * times['ours']:.1f} ms against {1e3 * times['theirs']:.1f} ms; "
            f"X @ w for each pass alone {times['theirs'] / times['product']:.1f}x"
        )
        board.row(f"{epochs} epochs", times["theirs"] / times["ours"], ">=5", note)


def passes(run: pl.Run, epochs: int) -> int:
    """How many passes were played: up to the first clean one."""
    return min(epochs, 1 + (int(run.mistakes[-1]) // len(run.y) + 1 if run.M else 0))
