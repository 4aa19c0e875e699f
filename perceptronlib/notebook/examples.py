"""Examples that more than one lecture shows, so that readers meet old friends again."""

from __future__ import annotations

import numpy as np

from ..validate import Array

__all__ = ["ten_examples"]


def ten_examples() -> tuple[Array, Array]:
    """Ten examples with whole coordinates, made so that the perceptron has some work with them.

    The direction of their largest margin is v = (-6, 7), with y v.x >= 10 and |v|^2 = 85. Lectures
    03 and 05 show them as they are, lecture 04 with one label flipped.

    >>> from perceptronlib import Perceptron
    >>> X, y = ten_examples()
    >>> Perceptron(epochs=None).fit(X, y).run_
    <Run: 9 mistakes in 50 rounds (10 examples), converged>
    >>> int((y * (X @ [-6, 7])).min())
    10
    """
    rows = "-4 -1  4 2  1 3  0 -4  3 -2  5 0  2 4  3 4  3 0  -2 2"
    X = np.array(rows.split(), dtype=float).reshape(-1, 2)
    return X, np.array([1, -1, 1, -1, -1, -1, 1, 1, -1, 1])
