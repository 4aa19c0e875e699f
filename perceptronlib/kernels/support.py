"""What kernel perceptrons are made of: their rule, and the examples that they learned from.

Several classes share the rows and the kernel's values with them; each has its own coefficients.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from ..core.predict import votes
from ..core.rules import Decision
from ..core.runs import survival
from ..samples.rows import Matrix, Rows
from ..validate import Array, Indices
from .functions import EPSILON, Gaussian, Kernel, diagonal, matrix, rounding, squares

__all__ = ["KernelRule", "Precomputed", "KernelRows", "Support", "pieces"]

QUERIES = 256
"""KernelRows that are scored by one product."""


def pieces(examples: Indices, size: int) -> list[Indices]:
    """These examples, so many at a time.

    >>> pieces(np.arange(3), 2)
    [array([0, 1]), array([2])]
    """
    return [examples[k : k + size] for k in range(0, len(examples), size)]


@dataclass(frozen=True)
class Precomputed:
    """A kernel given by its values: row x of the first table is K(x, x_1), ..., K(x, x_m).

    The second table names examples by their numbers, from 0 on.

    >>> Precomputed()(np.array([[4.0, 2.0], [2.0, 9.0]]), np.array([[1.0]]))
    array([[2.],
           [9.]])
    """

    def __call__(self, A: Array, B: Array) -> Array:
        return A[:, B[:, 0].astype(np.int64)]

    def diagonal(self, X: Matrix) -> Array:
        """K(x, x) of every example."""
        return np.array(X.diagonal(), dtype=np.float64)

    def rounding(self, X: Matrix) -> float:
        """What is given is taken as it is."""
        return EPSILON


@dataclass(frozen=True)
class KernelRows:
    """Examples as a kernel meets them, measured once: an array of any floats, or sparse rows.

    >>> from perceptronlib.kernels.functions import linear
    >>> KernelRows(linear, np.array([[3.0, 4.0]])).lengths
    array([5.])
    """

    kernel: Kernel
    X: Matrix

    def __len__(self) -> int:
        return int(self.X.shape[0])

    def __reduce__(self) -> tuple[type[KernelRows], tuple[Kernel, Matrix]]:
        return KernelRows, (self.kernel, self.X)  # what was measured is no part of a pickle

    def __getitem__(self, chosen: Indices | slice) -> KernelRows:
        part = KernelRows(self.kernel, self.X[chosen].astype(np.float64, copy=False))
        if isinstance(self.kernel, Gaussian):
            part.__dict__["squares"] = self.squares[chosen]  # measured once for all
        return part

    def kept(self, chosen: Indices | slice) -> KernelRows:
        """What the kernel has to know of these examples, should they be learned from."""
        if isinstance(self.kernel, Precomputed):
            return KernelRows(self.kernel, np.arange(float(len(self)))[chosen, None])
        return self[chosen]

    def values(self, learned: KernelRows) -> Array:
        """K(x, x_s) for all these examples x and examples x_s that were learned from."""
        if isinstance(self.kernel, Gaussian):
            return self.kernel.between(self.X, learned.X, self.squares, learned.squares)
        return matrix(self.kernel, self.X, learned.X)

    @cached_property
    def squares(self) -> Array:
        """|x|^2 for every example x."""
        return squares(self.X)

    @cached_property
    def lengths(self) -> Array:
        """|phi(x)| for every example x."""
        return np.sqrt(np.abs(diagonal(self.kernel, self.X)))

    @cached_property
    def rounding(self) -> float:
        """How large the rounding error of a kernel value may be (see `kernels.rounding`)."""
        return rounding(self.kernel, self.X) if len(self) else 0.0


@dataclass(frozen=True)
class KernelRule(Decision):
    """When the kernel perceptron learns: y f(x) <= margin, with f(x) = sum_s y_s K(x_s, x).

    >>> from perceptronlib.kernels.functions import linear
    >>> KernelRule(linear).errs(0.0, 1.0)
    True
    """

    kernel: Kernel
    margin: float = 0.0
    ties: str = "le"

    def errs(self, score: float, y: float) -> bool:
        """Is a round with this score and label a mistake?"""
        return self.is_wrong(y * score - self.margin, y)


@dataclass(frozen=True)
class Support:
    """What k kernel perceptrons predict with: the examples they learned from, and when.

    Of each round with a mistake, ``learned`` names its row, ``mistakes`` the round, and ``shares``
    what it added to the coefficient y alpha of that row: one column a class, 0 where it was right.

    >>> from perceptronlib.kernels.functions import linear
    >>> rows = KernelRows(linear, np.array([[1.0, 2.0]]))
    >>> support = Support(rows, np.array([0, 0]), np.ones((2, 1)), np.array([0, 3]), rounds=4)
    >>> support.scores(np.array([[1.0, 1.0]])), support.average_scores(np.array([[1.0, 1.0]]))
    (array([[6.]]), array([[3.75]]))
    """

    rows: KernelRows
    learned: Indices
    shares: Array
    mistakes: Indices
    rounds: int

    @property
    def coefficients(self) -> Array:
        """y alpha of every row (down) for every class (across)."""
        return self._added_up(self.shares)

    def scores(self, X: Matrix, first: int | None = None) -> Array:
        """sum_s alpha_s y_s K(x_s, x) over the first mistakes (all of them), a row a class."""
        return self._sum(X, self._added_up(self.shares[:first]))

    def average_scores(self, X: Matrix) -> Array:
        """The scores averaged over all rounds: a mistake in round t counts (T - t) / T."""
        left = (self.rounds - self.mistakes) / self.rounds
        return self._sum(X, self._added_up(self.shares * left[:, None]))

    def path_scores(self, X: Matrix, c: int = 0) -> Array:
        """The scores of X (down) after 0, 1, ... mistakes of class c (across)."""
        return self._path(self._values(X), c)

    def votes(self, X: Matrix, *, zero_wins: bool) -> Array:
        """The vote of all the vectors that a class ever had (`predict.voted`), a row a class."""
        result = np.empty((self.shares.shape[1], X.shape[0]))
        counts = [survival(self.mistakes[each != 0.0], self.rounds) for each in self.shares.T]
        for block in pieces(np.arange(X.shape[0]), QUERIES):
            values = self._values(X[block])
            for c, each in enumerate(counts):
                path = partial(self._path_of_rows, c=c)
                result[c, block] = votes(path, each, values, zero_wins=zero_wins)
        return result

    def and_then(
        self, X: Matrix, learned: Indices, shares: Array, when: Indices, rounds: int
    ) -> Support:
        """The same after so many more rounds over X, with these mistakes in them."""
        rows = self.rows
        if len(learned):
            rows = KernelRows(rows.kernel, _stacked(rows.X, KernelRows(rows.kernel, X)[learned].X))
        places = len(self.rows) + np.arange(len(learned))
        return Support(
            rows,
            np.append(self.learned, places),
            np.vstack([self.shares, shares]),
            np.append(self.mistakes, self.rounds + when),
            self.rounds + rounds,
        )

    def _added_up(self, shares: Array) -> Array:
        """What these mistakes added to the coefficient of each row, for every class."""
        learned = self.learned[: len(shares)]
        each = [np.bincount(learned, share, len(self.rows)) for share in shares.T]
        return np.array(each, dtype=np.float64).T

    def _sum(self, X: Matrix, coefficients: Array) -> Array:
        """sum_s c_s K(x_s, x) for every class (down) and every row x of X (across)."""
        used = np.flatnonzero(coefficients.any(axis=1))
        result = np.zeros((coefficients.shape[1], X.shape[0]))
        if len(used):
            for block in pieces(np.arange(X.shape[0]), QUERIES):
                result[:, block] = (self._values(X[block], used) @ coefficients[used]).T
        return result

    def _values(self, X: Matrix, used: Indices | slice = slice(None)) -> Array:
        """K(x, x_s) for every row x of X and these rows x_s."""
        return KernelRows(self.rows.kernel, X)[:].values(self.rows[used])

    def _path_of_rows(self, values: Rows, c: int) -> Array:
        return self._path(values.table(), c)

    def _path(self, values: Array, c: int) -> Array:
        """The scores after each mistake of class c, from the kernel's values with all rows."""
        mine = self.shares[:, c] != 0.0
        steps = values[:, self.learned[mine]] * self.shares[mine, c]
        return np.hstack([np.zeros((len(values), 1)), np.cumsum(steps, axis=1)])


def _stacked(upper: Matrix, lower: Matrix) -> Matrix:
    """KernelRows below rows, of arrays or of sparse rows."""
    return Rows.stacked([Rows(upper), Rows(lower)]).given
