"""The samples of lecture 01: cards with a square on them, and eight whole-numbered examples."""

from __future__ import annotations

import numpy as np

from ...samples import data

__all__ = ["TABLE", "cards"]


def cards(m: int = 50, seed: int = 1958) -> data.Sample:
    """Cards of 8 by 8 pixels with a square on the right (+1) or on the left (-1), and specks.

    >>> X, y = cards(3)
    >>> X.shape, y.tolist()
    ((3, 64), [1.0, -1.0, 1.0])
    """
    rng = np.random.default_rng(seed)
    y = rng.choice([-1.0, 1.0], size=m)
    X = np.zeros((m, 8, 8))
    for card, label in zip(X, y, strict=True):
        card[tuple(rng.integers(0, 8, (2, 3)))] = 1.0
        row, column = rng.integers(0, 6), rng.integers(0, 2) + (4 if label > 0 else 0)
        card[row : row + 3, column : column + 3] = 1.0
    return data.Sample(X.reshape(m, 64), y)


TABLE = (
    np.array([[4, -1], [3, 3], [-2, -5], [-1, 0], [-4, -5], [-5, 2], [3, 5], [4, -2]], dtype=float),
    np.array([1, 1, 1, -1, -1, -1, -1, 1], dtype=float),
)
"""Eight examples with whole numbers, and their labels: the sample of this lecture."""
