"""Kernels: inner products in a feature space that nobody has to visit.

A kernel is a function of two tables that returns the matrix of K(a, b) for every row a of the
first and b of the second. Any such function will do for the kernel perceptron, as long as its
matrices are positive semi-definite; those made here also know their feature map where it is
finite, and how much rounding to expect of them. Taught in lecture 05.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import TypeAlias

import numpy as np

from ..validate import Array, positive, whole

__all__ = ["Gaussian", "Kernel", "Polynomial", "gaussian", "linear", "polynomial"]
__all__ += ["diagonal", "rounding", "smallest_eigenvalue"]

Kernel: TypeAlias = Callable[[Array, Array], Array]


@dataclass(frozen=True)
class Polynomial:
    """K(a, b) = (a.b + c)^degree; made by `polynomial`.

    >>> polynomial(2, c=1)(np.array([[1.0, 2.0]]), np.array([[3.0, 0.5]]))
    array([[25.]])
    """

    degree: int
    c: float

    def __call__(self, A: Array, B: Array) -> Array:
        values: Array = A @ B.T
        if self.c:
            values += self.c
        return _power(values, self.degree)

    def features(self, X: Array) -> Array:
        """The explicit feature map phi, with K(a, b) = phi(a).phi(b).

        One feature a monomial of the given degree in (x_1, ..., x_d, sqrt(c)), weighted by the
        square root of its multinomial coefficient: binomial(d + degree, degree) features if
        c > 0. For d = 2, degree 2, c = 1 these are the six features that untie XOR.

        >>> polynomial(2, c=1).features(np.array([[1.0, -1.0]])).round(3)
        array([[ 1.   , -1.414,  1.414,  1.   , -1.414,  1.   ]])
        """
        X = np.asarray(X, dtype=np.float64)
        if self.c > 0:
            X = np.hstack([X, np.full((len(X), 1), np.sqrt(self.c))])
        columns = [
            np.sqrt(_multinomial(chosen)) * X[:, chosen].prod(axis=1)
            for chosen in self._monomials(X.shape[1])
        ]
        return np.stack(columns, axis=1)

    def _monomials(self, variables: int) -> Iterator[list[int]]:
        return map(list, combinations_with_replacement(range(variables), self.degree))

    def diagonal(self, X: Array) -> Array:
        """K(x, x) for every row x of X."""
        return _power((X * X).sum(axis=1) + self.c, self.degree)

    def rounding(self, X: Array) -> float:
        """Relative rounding error of K(a, b), measured against sqrt(K(a, a) K(b, b))."""
        return float(self.degree * (X.shape[1] + 2) * np.finfo(float).eps)


@dataclass(frozen=True)
class Gaussian:
    """K(a, b) = exp(-|a - b|^2 / (2 width^2)); made by `gaussian`.

    >>> float(gaussian(1.0)(np.array([[0.0]]), np.array([[2.0]]))[0, 0].round(6))
    0.135335
    """

    width: float

    def __call__(self, A: Array, B: Array) -> Array:
        squares: Array = A @ B.T
        squares *= -2.0
        squares += (A * A).sum(axis=1)[:, None]
        squares += (B * B).sum(axis=1)
        np.maximum(squares, 0.0, out=squares)
        squares /= self.width  # twice, for the width's square may leave the range of floats
        squares /= -2.0 * self.width
        return np.exp(squares, out=squares)

    def features(self, X: Array) -> Array:
        """There is none: the feature space of a Gaussian kernel has infinitely many dimensions."""
        raise ValueError(
            "a Gaussian kernel has no finite feature map: its feature space has infinitely many "
            "dimensions. Use the kernel itself, or polynomial(degree, c)."
        )

    def diagonal(self, X: Array) -> Array:
        """K(x, x) = 1 for every row x of X."""
        return np.ones(len(X))

    def rounding(self, X: Array) -> float:
        """Relative rounding error of K(a, b): that of |a - b|^2 / (2 width^2)."""
        size = float((X * X).sum(axis=1).max()) / self.width / self.width
        return float((X.shape[1] + 8) * (1.0 + 4.0 * size) * np.finfo(float).eps)


def polynomial(degree: int, c: float = 1.0) -> Polynomial:
    """The polynomial kernel (a.b + c)^degree, positive semi-definite for c >= 0.

    Source: Aizerman, Braverman and Rozonoer (1964). Taught in lecture 05.

    >>> polynomial(2)
    Polynomial(degree=2, c=1.0)
    """
    return Polynomial(whole("degree", degree), positive("c", c, zero=True))


def gaussian(width: float = 1.0) -> Gaussian:
    """The Gaussian kernel exp(-|a - b|^2 / (2 width^2)), positive definite for every width > 0.

    Taught in lecture 05.

    >>> gaussian(0.5)
    Gaussian(width=0.5)
    """
    return Gaussian(positive("width", width))


linear = Polynomial(1, 0.0)
"""The linear kernel a.b: with it the kernel perceptron is the dual perceptron."""


def diagonal(kernel: Kernel, X: Array) -> Array:
    """K(x, x) for every row x of X; a kernel of your own is asked row by row.

    >>> diagonal(lambda A, B: A @ B.T, np.array([[1.0, 2.0], [3.0, 0.0]]))
    array([5., 9.])
    """
    if isinstance(kernel, (Polynomial, Gaussian)):
        return kernel.diagonal(X)
    return np.array([kernel(x[None], x[None])[0, 0] for x in X])


def rounding(kernel: Kernel, X: Array) -> float:
    """How large the rounding error of K(a, b) may be, relative to sqrt(K(a, a) K(b, b)).

    For a kernel of your own this is a generous guess: a thousand roundings a feature.

    >>> rounding(linear, np.ones((1, 3))) < 1e-14
    True
    """
    if isinstance(kernel, (Polynomial, Gaussian)):
        return kernel.rounding(X)
    return float(1000 * X.shape[1] * np.finfo(float).eps)


def smallest_eigenvalue(kernel: Kernel, X: Array) -> float:
    """The smallest eigenvalue of the kernel matrix of X: negative means the kernel is not PDS.

    The converse does not hold: a sample can only refute. Taught in lecture 05.

    >>> X = np.array([[0.0], [1.0], [3.0]])
    >>> smallest_eigenvalue(gaussian(1.0), X) > 0
    True
    >>> smallest_eigenvalue(lambda A, B: np.tanh(A @ B.T - 1), X) < 0
    True
    """
    return float(np.linalg.eigvalsh(kernel(X, X))[0])


def _power(values: Array, n: int) -> Array:
    """values ** n, by repeated squaring: exact on integers (as long as they fit)."""
    if n == 1:
        return values
    even = _power(values * values, n // 2)
    return even * values if n % 2 else even


def _multinomial(chosen: list[int]) -> float:
    """In how many orders the factors of a monomial can be written."""
    return factorial(len(chosen)) / prod(factorial(chosen.count(j)) for j in set(chosen))
