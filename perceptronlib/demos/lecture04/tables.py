"""The samples of lecture 04, none of which a line through 0 separates."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...notebook.examples import ten_examples
from ...samples import data

__all__ = ["crowd", "forty", "ten"]


def ten() -> tuple[Any, Any]:
    """The ten examples of lecture 03 with the last label flipped: nothing separates them.

    >>> X, y = ten()
    >>> play(Rule(), X, y, epochs=4)
    <Run: 11 mistakes in 40 rounds (10 examples), not converged>
    """
    X, y = ten_examples()
    return X, np.append(y[:-1], -y[-1])


def crowd() -> tuple[Any, Any, Any]:
    """A hundred examples, five of them with flipped labels, and the v behind the others.

    >>> X, y, v = crowd()
    >>> play(Rule(), X, y)
    <Run: 14 mistakes in 100 rounds (100 examples), not converged>
    """
    X, y = sample = data.noisy(100, 2, noise=0.05, margin=0.3, seed=1)
    v = sample.target
    return X, y, v


def forty() -> tuple[Any, Any, Any]:
    """Forty examples, two of them with flipped labels, and the v behind the others.

    >>> X, y, v = forty()
    >>> play(Rule(), X, y)
    <Run: 5 mistakes in 40 rounds (40 examples), not converged>
    """
    X, y = sample = data.noisy(40, 2, noise=0.05, margin=0.3, seed=1)
    v = sample.target
    return X, y, v
