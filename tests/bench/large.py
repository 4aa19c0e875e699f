"""A million rows of twenty features: what a bias costs, prediction, and memory."""

from __future__ import annotations

import numpy as np
from sklearn.linear_model import Perceptron as TheirPerceptron

import perceptronlib as pl

from .perceptrons import sample
from .timing import Board, peak, race

SHAPE = (1_000_000, 20)
KINDS = ("small margin", "10 % noise")


def bias(board: Board) -> None:
    """Time with a constant feature over that without, and the memory it adds, over the table's."""
    board.title(f"bias=True over bias=False, 1,000,000 x 20, epochs = {board.epochs}")
    for kind in KINDS:
        X, y = sample(*SHAPE, kind)
        kinds = {name: pl.Perceptron(epochs=board.epochs, bias=name) for name in (False, True)}
        calls = {
            "fit": {str(k): lambda o=o, X=X, y=y: o.fit(X, y) for k, o in kinds.items()},
            "predict": {str(k): lambda o=o, X=X: o.predict(X) for k, o in kinds.items()},
        }
        for name, contestants in calls.items():
            times = race(contestants, rounds=7)
            board.row(f"{kind}, {name}: time", times["True"] / times["False"], "<=1.15")
            extra = peak(contestants["True"]) - peak(contestants["False"])
            board.row(f"{kind}, {name}: extra memory", extra / X.nbytes, "<=0.2", "of the table")


def prediction(board: Board) -> None:
    """Our time over theirs; the same answers."""
    X, y = sample(*SHAPE, "10 % noise")
    board.title("predict, 1,000,000 x 20, over scikit-learn's")
    for intercept in (False, True):
        ours = pl.Perceptron(epochs=1, bias=intercept).fit(X, y)
        theirs = TheirPerceptron(max_iter=1, tol=None, shuffle=False, fit_intercept=intercept)
        theirs.fit(X, y)
        theirs.coef_, theirs.intercept_ = ours.coef_, ours.intercept_  # the same question
        contestants = {
            "ours": lambda ours=ours: ours.predict(X),
            "theirs": lambda theirs=theirs: theirs.predict(X),
        }
        times = race(contestants, rounds=11)
        assert np.array_equal(ours.predict(X), theirs.predict(X)), "the answers differ"
        name = "with an intercept" if intercept else "without an intercept"
        note = f"{1e3 * times['ours']:.0f} ms"
        board.row(name, times["ours"] / times["theirs"], "<=0.8", note)


def memory(board: Board) -> None:
    """What fit and predict hold at once beyond the table, over the size of the table."""
    X, y = sample(*SHAPE, "10 % noise")
    board.title(f"memory beyond a table of 1,000,000 x 20, over its size, epochs = {board.epochs}")
    for options in ({}, {"bias": True}, {"shuffle": True, "seed": 0}):
        ours = pl.Perceptron(epochs=board.epochs, **options)
        share = peak(lambda ours=ours: ours.fit(X, y)) / X.nbytes
        board.row(f"fit of {ours}", share, "<=0.3")
    board.row("predict", peak(lambda: ours.predict(X)) / X.nbytes, "<=0.3")
