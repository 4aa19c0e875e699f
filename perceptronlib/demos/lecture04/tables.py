"""The samples of lecture 04, none of which a line through 0 separates."""

from __future__ import annotations

import numpy as np

from ...notebook.examples import ten_examples
from ...samples import data
from ...validate import Array

__all__ = ["crowd", "forty", "ten"]


def ten() -> tuple[Array, Array]:
    """The ten examples of lecture 03 with the last label flipped: nothing separates them.

    >>> from perceptronlib import Perceptron
    >>> X, y = ten()
    >>> Perceptron(epochs=4).fit(X, y).run_
    <Run: 11 mistakes in 40 rounds (10 examples), not converged>
    """
    X, y = ten_examples()
    return X, np.append(y[:-1], -y[-1])


def crowd() -> tuple[Array, Array, Array]:
    """A hundred examples, five of them with flipped labels, and the v behind the others.

    >>> from perceptronlib import Perceptron
    >>> X, y, v = crowd()
    >>> Perceptron().fit(X, y).run_
    <Run: 14 mistakes in 100 rounds (100 examples), not converged>
    """
    return _one_in_twenty_flipped(100)


def forty() -> tuple[Array, Array, Array]:
    """Forty examples, two of them with flipped labels, and the v behind the others.

    >>> from perceptronlib import Perceptron
    >>> X, y, v = forty()
    >>> Perceptron().fit(X, y).run_
    <Run: 5 mistakes in 40 rounds (40 examples), not converged>
    """
    return _one_in_twenty_flipped(40)


def _one_in_twenty_flipped(count: int) -> tuple[Array, Array, Array]:
    sample = data.noisy(count, 2, noise=0.05, margin=0.3, seed=1)
    return sample.X, sample.y, np.asarray(sample.target)
