"""Tables of float32: half the memory to read, and no copy is made of them."""

from __future__ import annotations

import numpy as np

import perceptronlib as pl

from .perceptrons import KINDS, sample
from .timing import Board, peak, race

SHAPE = (100_000, 1_000)


def against_float64(board: Board) -> None:
    """The same numbers in both precisions: the time of float64 over ours, and memory."""
    board.title(f"float32 against float64, 100,000 x 1,000, epochs = {board.epochs}")
    for kind in KINDS:
        X, y = sample(*SHAPE, kind)
        narrow = X.astype(np.float32)
        X[:] = narrow  # the very same numbers
        half, full = pl.Perceptron(epochs=board.epochs), pl.Perceptron(epochs=board.epochs)
        contestants = {
            "half": lambda half=half, narrow=narrow, y=y: half.fit(narrow, y),
            "full": lambda full=full, X=X, y=y: full.fit(X, y),
        }
        times = race(contestants, rounds=5)
        assert np.array_equal(half.run_.mistakes, full.run_.mistakes), "the mistakes differ"
        assert np.array_equal(half.coef_, full.coef_), "the weights differ"
        note = f"{half.run_.M:,} mistakes"
        board.row(f"{kind}, fit", times["full"] / times["half"], ">=1.5", note)
    fitted, predicted = peak(lambda: half.fit(narrow, y)), peak(lambda: half.predict(narrow))
    board.row("memory beyond the table, fit", fitted / narrow.nbytes, "<=0.2", "of the table")
    board.row("memory beyond the table, predict", predicted / narrow.nbytes, "<=0.2")
