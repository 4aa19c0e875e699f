"""The samples of lecture 04, none of which a line through 0 separates."""

from __future__ import annotations

import numpy as np

from ...notebook.examples import ten_examples
from ...samples import data
from ...validate import Array

__all__ = ["crowd", "ten"]


def ten() -> tuple[Array, Array]:
    """The ten examples of lecture 03 with the last label flipped: nothing separates them.

    >>> from perceptronlib import Perceptron
    >>> X, y = ten()
    >>> Perceptron(epochs=4).fit(X, y).run_
    <Run: 11 mistakes in 40 rounds (10 examples), not converged>
    """
    X, y = ten_examples()
    return X, np.append(y[:-1], -y[-1])


def crowd(count: int = 100) -> tuple[Array, Array, Array]:
    """Examples of which one in twenty has its label flipped, and the v behind the others.

    >>> from perceptronlib import Perceptron
    >>> X, y, v = crowd()
    >>> Perceptron().fit(X, y).run_
    <Run: 14 mistakes in 100 rounds (100 examples), not converged>
    >>> int((y * (X @ v) <= 0).sum())
    5
    """
    X, y = sample = data.noisy(count, 2, noise=0.05, margin=0.3, seed=1)
    return X, y, np.asarray(sample.target)
