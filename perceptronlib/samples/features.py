"""Small changes of coordinates that make a learner do more than it was built for."""

from __future__ import annotations

import numpy as np

from ..validate import Array

__all__ = ["balanced", "fold_bias", "literals", "unit_rows"]


def fold_bias(X: Array) -> Array:
    """(x, 1): a constant feature turns w.x + b into one inner product.

    Fold first, normalise after: the other way round, 1 and 3 on a line become the same point.
    Folding has a price: it can shrink the margin. Taught in lecture 01.

    >>> fold_bias(np.array([[2.0], [3.0]]))
    array([[2., 1.],
           [3., 1.]])
    """
    return np.hstack([X, np.ones((len(X), 1))])


def unit_rows(X: Array) -> Array:
    """x / |x| for every row: the sign of w.x stays as it is. Rows of zeros are an error.

    >>> unit_rows(np.array([[3.0, 4.0]]))
    array([[0.6, 0.8]])
    """
    lengths = np.linalg.norm(X, axis=1)
    if (lengths == 0).any():
        raise ValueError(f"row {int(np.argmin(lengths))} is zero and has no direction")
    rows: Array = X / lengths[:, None]
    return rows


def literals(X: Array) -> Array:
    """(x, 1 - x): one feature a literal, so that negated variables can be relevant too.

    Taught in lecture 06.

    >>> literals(np.array([[1.0, 0.0]]))
    array([[1., 0., 0., 1.]])
    """
    return np.hstack([X, 1.0 - X])


def balanced(X: Array) -> Array:
    """(x, -x): positive weights on both halves stand for weights of either sign.

    Taught in lecture 06.

    >>> balanced(np.array([[1.0, -2.0]]))
    array([[ 1., -2., -1.,  2.]])
    """
    return np.hstack([X, -X])
