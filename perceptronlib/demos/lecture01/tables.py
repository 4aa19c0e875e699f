"""The samples of lecture 01: cards with a square, eight whole-numbered examples, fresh draws."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ...notebook import pictures
from ...samples import data
from ...validate import Array

__all__ = ["TABLE", "cards", "fresh_draws"]


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

MARGIN = 0.04
"""How far fresh draws stay away from the line that labels them."""


def fresh_draws(seed: int = 0) -> Iterator[tuple[Array, float]]:
    """An endless stream: each point is drawn anew from the disc of radius 1, outside a gap.

    >>> from itertools import islice
    >>> [label for _, label in islice(fresh_draws(), 4)]
    [-1.0, 1.0, 1.0, -1.0]
    """
    rng, v = np.random.default_rng(seed), pictures.angle(70)
    while True:
        x = rng.uniform(-1, 1, size=2)
        if x @ x <= 1 and abs(v @ x) >= MARGIN:
            yield x, float(np.sign(v @ x))
