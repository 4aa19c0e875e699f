"""Ten classes, one against the rest, on the digits of the package."""

from __future__ import annotations

import numpy as np
from sklearn.linear_model import Perceptron as TheirPerceptron

import perceptronlib as pl
from perceptronlib import data

from .timing import Board, race


def ten_digits(board: Board) -> None:
    """Their time over ours; the same weights for every class."""
    X, y = data.digits()
    board.title(f"ten classes on {len(y):,} digits, against scikit-learn's Perceptron")
    for epochs in sorted({1, board.epochs, 10}):
        ours = pl.Perceptron(epochs=epochs)
        theirs = TheirPerceptron(max_iter=epochs, tol=None, shuffle=False, fit_intercept=False)
        contestants = {
            "ours": lambda ours=ours: ours.fit(X, y),
            "theirs": lambda theirs=theirs: theirs.fit(X, y),
        }
        times = race(contestants, rounds=15)
        assert np.allclose(ours.coef_, theirs.coef_), "the weights differ"
        note = f"{1e3 * times['ours']:.1f} ms against {1e3 * times['theirs']:.1f} ms"
        board.row(f"{epochs} epochs", times["theirs"] / times["ours"], ">=5", note)
