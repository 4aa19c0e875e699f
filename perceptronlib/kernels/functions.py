"""Kernels: inner products in a feature space that nobody has to visit.

A kernel is a function of two tables that returns the matrix of K(a, b) for every row a of the
first and b of the second. Any such function will do for the kernel perceptron, as long as its
matrices are positive semi-definite; those made here also know their feature map where it is
finite, and how much rounding to expect of them. Taught in lecture 05.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from ..samples import features
from ..samples.rows import Matrix
from ..validate import Array, kernel_values, positive, whole

__all__ = ["Gaussian", "Kernel", "Polynomial", "diagonal", "gaussian", "linear"]
__all__ += ["matrix", "polynomial", "rounding", "smallest_eigenvalue", "squares"]

Kernel: TypeAlias = Callable[[Any, Any], Array]
EPSILON = float(np.finfo(float).eps)


@dataclass(frozen=True)
class Polynomial:
    """K(a, b) = (gamma a.b + c)^degree; made by `polynomial`.

    >>> polynomial(2, c=1)(np.array([[1.0, 2.0]]), np.array([[3.0, 0.5]]))
    array([[25.]])
    """

    degree: int
    c: float
    gamma: float = field(default=1.0, repr=False)

    def __call__(self, A: Matrix, B: Matrix) -> Array:
        return self._of(_products(A, B))

    def features(self, X: Array) -> Array:
        """The explicit feature map phi, with K(a, b) = phi(a).phi(b): see `features.monomials`."""
        return features.monomials(X, self.degree, self.c, self.gamma)

    def diagonal(self, X: Matrix) -> Array:
        """K(x, x) for every row x of X."""
        return self._of(squares(X))

    def rounding(self, X: Matrix) -> float:
        """Relative rounding error of K(a, b), measured against sqrt(K(a, a) K(b, b))."""
        return float(self.degree * (X.shape[1] + 3) * EPSILON)

    def _of(self, values: Array) -> Array:
        if self.gamma != 1.0:
            values *= self.gamma
        if self.c:
            values += self.c
        return _power(values, self.degree)


@dataclass(frozen=True)
class Gaussian:
    """K(a, b) = exp(-|a - b|^2 / (2 width^2)); made by `gaussian`.

    >>> float(gaussian(1.0)(np.array([[0.0]]), np.array([[2.0]]))[0, 0].round(6))
    0.135335
    """

    width: float

    def __call__(self, A: Matrix, B: Matrix) -> Array:
        return self.between(A, B, squares(A), squares(B))

    def between(self, A: Matrix, B: Matrix, a: Array, b: Array) -> Array:
        """K(a, b) for rows whose squares |a|^2 and |b|^2 are known."""
        scale = -0.5 / self.width / self.width
        usual = 1e-100 < -scale < 1e100  # else the width's square may leave the range of floats
        factor = scale if usual else 1.0
        values = _products(A * (-2.0 * factor), B)
        values += (factor * a)[:, None]
        values += factor * b
        if usual:
            np.minimum(values, 0.0, out=values)
        else:
            np.maximum(values, 0.0, out=values)
            values /= self.width
            values /= -2.0 * self.width
        return np.exp(values, out=values)

    def features(self, X: Array) -> Array:
        """There is none: the feature space of a Gaussian kernel has infinitely many dimensions."""
        raise ValueError(
            "a Gaussian kernel has no finite feature map: its feature space has infinitely many "
            "dimensions. Use the kernel itself, or polynomial(degree, c)."
        )

    def diagonal(self, X: Matrix) -> Array:
        """K(x, x) = 1 for every row x of X."""
        return np.ones(X.shape[0])

    def rounding(self, X: Matrix) -> float:
        """Relative rounding error of K(a, b): that of |a - b|^2 / (2 width^2)."""
        size = float(squares(X).max()) / self.width / self.width
        return float((X.shape[1] + 8) * (1.0 + 4.0 * size) * EPSILON)


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


def matrix(kernel: Kernel, A: Matrix, B: Matrix) -> Array:
    """K(a, b) for every row a of A and b of B; what a kernel of your own returns is checked.

    >>> matrix(lambda A, B: A[:, 0] * B[:, 0], np.ones((2, 3)), np.ones((2, 3)))
    Traceback (most recent call last):
        ...
    ValueError: a kernel gets two tables and returns a matrix: given 2 and 2 rows, yours ...
    """
    values = kernel(A, B)
    return values if hasattr(kernel, "rounding") else kernel_values(values, A, B)


def diagonal(kernel: Kernel, X: Matrix) -> Array:
    """K(x, x) for every row x of X; a kernel of your own is asked for some rows at a time.

    >>> diagonal(lambda A, B: A @ B.T, np.array([[1.0, 2.0], [3.0, 0.0]]))
    array([5., 9.])
    """
    if hasattr(kernel, "diagonal"):
        return np.asarray(kernel.diagonal(X))
    parts = (X[k : k + 64].astype(np.float64) for k in range(0, X.shape[0], 64))
    return np.concatenate([np.empty(0), *(matrix(kernel, A, A).diagonal() for A in parts)])


def rounding(kernel: Kernel, X: Matrix) -> float:
    """How large the rounding error of K(a, b) may be, relative to sqrt(K(a, a) K(b, b)).

    For a kernel of your own this is a generous guess: a thousand roundings a feature.

    >>> rounding(linear, np.ones((1, 3))) < 1e-14
    True
    """
    known = kernel.rounding(X) if hasattr(kernel, "rounding") else 1000 * X.shape[1] * EPSILON
    return float(known)


def smallest_eigenvalue(kernel: Kernel, X: Array) -> float:
    """The smallest eigenvalue of the kernel matrix of X: negative means the kernel is not PDS.

    The converse does not hold: a sample can only refute. Taught in lecture 05.

    >>> X = np.array([[0.0], [1.0], [3.0]])
    >>> smallest_eigenvalue(gaussian(1.0), X) > 0
    True
    >>> smallest_eigenvalue(lambda A, B: np.tanh(A @ B.T - 1), X) < 0
    True
    """
    return float(np.linalg.eigvalsh(matrix(kernel, X, X))[0])


def squares(X: Matrix) -> Array:
    """|x|^2 for every row x of X, an array of any floats or sparse rows.

    >>> squares(np.array([[3.0, 4.0]]))
    array([25.])
    """
    if hasattr(X, "multiply"):
        exact: Any = X.astype(np.float64, copy=False)
        return np.asarray(exact.multiply(exact).sum(axis=1)).ravel()
    return np.asarray(np.einsum("ij,ij->i", X, X, dtype=np.float64))


def _products(A: Matrix, B: Matrix) -> Array:
    """a.b for every row a of A and b of B."""
    values = A @ B.T
    return np.asarray(values.toarray() if hasattr(values, "toarray") else values)


def _power(values: Array, n: int) -> Array:
    """values ** n, by repeated squaring: exact on integers (as long as they fit)."""
    if n == 1:
        return values
    even = _power(np.multiply(values, values, out=None if n % 2 else values), n // 2)
    if n % 2:
        even *= values
    return even
