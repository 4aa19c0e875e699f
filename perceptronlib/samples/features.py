"""Small changes of coordinates that make a learner do more than it was built for."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np

from ..validate import Array

__all__ = ["balanced", "fold_bias", "literals", "monomials", "unit_rows"]


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


def monomials(X: Array, degree: int, c: float = 1.0, gamma: float = 1.0) -> Array:
    """The feature map phi of the polynomial kernel: phi(a).phi(b) = (gamma a.b + c)^degree.

    One feature a monomial of the given degree in (x_1, ..., x_d, sqrt(c)), weighted by the
    square root of its multinomial coefficient: binomial(d + degree, degree) features if c > 0.
    For d = 2, degree 2, c = 1 these are the six features that untie XOR. Taught in lecture 05.

    >>> monomials(np.array([[1.0, -1.0]]), 2).round(3)
    array([[ 1.   , -1.414,  1.414,  1.   , -1.414,  1.   ]])
    """
    X = np.sqrt(gamma) * np.asarray(X, dtype=np.float64)
    if c > 0:
        X = np.hstack([X, np.full((len(X), 1), np.sqrt(c))])
    chosen = map(list, combinations_with_replacement(range(X.shape[1]), degree))
    columns = [np.sqrt(_multinomial(each)) * X[:, each].prod(axis=1) for each in chosen]
    return np.stack(columns, axis=1)


def _multinomial(chosen: list[int]) -> float:
    """In how many orders the factors of a monomial can be written."""
    return factorial(len(chosen)) / prod(factorial(chosen.count(j)) for j in set(chosen))
