"""Examples as a rule meets them: rows that are dense or sparse, seen with a constant or negations.

Nothing is copied to add a constant feature or the negations of all features: `Rows` only looks at
the table through them. A rule that needs one row in full gets it as a vector of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ..validate import Array, Indices
from .features import fold_bias, literals

if TYPE_CHECKING:
    from scipy.sparse import csr_array

__all__ = ["Examples", "Matrix", "Rows", "as_rows"]

Matrix: TypeAlias = "Array | csr_array"
"""A table of numbers, one row an example; sparse ones are SciPy's, row by row (CSR)."""

Entries: TypeAlias = npt.NDArray[np.floating] | tuple[npt.NDArray[Any], ...]
"""Rows as the compiled loop reads them: a table, or the arrays of a sparse one."""

MOST = 10**8
"""Numbers of a sparse table that may be written out with all zeros (800 MB)."""

ONE = np.ones(1)
"""What the constant feature appends to an example."""

BLOCK = 2**17
"""Numbers of single precision that are widened at a time (a megabyte)."""


@dataclass(frozen=True, eq=False)
class Rows:
    """A table as a rule sees it: as it is, with a last feature that is always 1, or with negations.

    ``negations`` adds 1 - x_i for every feature. Rows are handed out as vectors of float64.

    >>> rows = Rows(np.array([[1.0, 0.0], [1.0, 1.0]]), negations=True)
    >>> len(rows), rows.width, rows[0]
    (2, 4, array([1., 0., 0., 1.]))
    >>> Rows(np.array([[2.0], [3.0]]), constant=True).times(np.array([10.0, 1.0]))
    array([21., 31.])
    """

    given: Matrix
    constant: bool = False
    negations: bool = False

    def __len__(self) -> int:
        return int(self.given.shape[0])

    @property
    def is_sparse(self) -> bool:
        """Are only the entries kept that are not zero?"""
        return not isinstance(self.given, np.ndarray)

    @property
    def width(self) -> int:
        """How many features the rule sees."""
        d = int(self.given.shape[1])
        return 2 * d if self.negations else d + self.constant

    def __getitem__(self, i: int) -> Array:
        if isinstance(self.given, np.ndarray):
            x = self.given[i].astype(np.float64, copy=False)
        else:
            first, last = self.given.indptr[i : i + 2]
            x = np.zeros(self.given.shape[1])
            x[self.given.indices[first:last]] = self.given.data[first:last]
        if self.negations:
            return np.concatenate([x, 1.0 - x])
        return np.concatenate((x, ONE)) if self.constant else x

    @property
    def plain(self) -> Array | Rows:
        """The quickest thing whose i-th item is the i-th row: the table itself, if it will do."""
        bare = not (self.constant or self.negations) and self.given.dtype == np.float64
        return self.given if bare and isinstance(self.given, np.ndarray) else self

    def take(self, chosen: Indices | slice) -> Rows:
        """Some of the rows."""
        return Rows(self.given[chosen], self.constant, self.negations)

    @staticmethod
    def stacked(parts: Sequence[Rows]) -> Rows:
        """One below the other; sparse, if some of them are."""
        first, tables = parts[0], [part.given for part in parts]
        dense = [table for table in tables if isinstance(table, np.ndarray)]
        given: Matrix
        if len(dense) == len(parts):
            given = np.vstack(dense)
        else:
            from scipy import sparse

            given = sparse.csr_array(sparse.vstack([sparse.csr_array(table) for table in tables]))
        return Rows(given, first.constant, first.negations)

    def full(self) -> Matrix:
        """The table with all that the rule sees written out; sparse as long as that is possible."""
        if not (self.constant or self.negations):
            return self.given
        if isinstance(self.given, np.ndarray):
            return fold_bias(self.given) if self.constant else literals(self.given)
        from scipy import sparse

        if self.constant:
            ones = sparse.csr_array(np.ones((len(self), 1)))
            return sparse.csr_array(sparse.hstack([self.given, ones]))
        return literals(self.given.toarray())

    def table(self) -> Array:
        """The same, written out with all its zeros: for those who look at every number."""
        if self.is_sparse and len(self) * self.width > MOST:
            raise ValueError(
                f"{len(self)} sparse rows of {self.width} features are too many to be written out "
                f"with all their zeros, which is needed here; take some of the rows or features."
            )
        full = self.full()
        written = full if isinstance(full, np.ndarray) else full.toarray()
        return np.asarray(written, dtype=np.float64)

    def times(self, w: Array) -> Array:
        """The product of every row with w, or with every column of w."""
        if self.constant:
            return np.asarray(_product(self.given, w[:-1]) + w[-1])
        if self.negations:
            d = len(w) // 2
            return np.asarray(_product(self.given, w[:d] - w[d:]) + w[d:].sum(axis=0))
        return _product(self.given, w)

    def sum(self, shares: Array) -> Array:
        """The sum of all rows, each times its share."""
        X = self.given
        if isinstance(X, np.ndarray) and X.dtype == np.float64:
            # on narrow tables einsum takes two thirds of the time of BLAS (measured)
            total = np.einsum("i,ij->j", shares, X) if X.shape[1] < 32 else shares @ X
        elif isinstance(X, np.ndarray):
            total = np.sum([shares[part] @ X[part] for part in _blocks(X)], axis=0)
        else:
            total = np.asarray(X.T @ shares)
        if self.negations:
            return np.concatenate([total, shares.sum() - total])
        return np.append(total, shares.sum()) if self.constant else total


def as_rows(X: Matrix | Rows) -> Rows:
    """X, ready to be met.

    >>> len(as_rows(np.eye(3)))
    3
    """
    return X if isinstance(X, Rows) else Rows(X)


def _product(X: Matrix, w: Array) -> Array:
    """X @ w in double precision, without a second copy of X."""
    if X.dtype == np.float64:
        return np.asarray(X @ w)
    return np.concatenate([X[part].astype(np.float64) @ w for part in _blocks(X)])


def _blocks(X: Matrix) -> Iterator[slice]:
    """Some rows at a time, such that their numbers fill a block."""
    m = X.shape[0]
    rows = max(1, BLOCK * m // max(1, X.size))
    return (slice(k, k + rows) for k in range(0, m, rows))


class Examples:
    """Rows with their labels, and how much each counts; met at most ``passes`` times.

    A mistake on example i is learned with the step ``steps[i]``, its label times its importance.

    >>> Examples(np.eye(2), np.array([1.0, -1.0]), importance=np.array([2.0, 0.5])).steps
    array([ 2. , -0.5])
    """

    def __init__(
        self, X: Matrix | Rows, y: Array, passes: int = 1, importance: Array | None = None
    ) -> None:
        self.rows, self.y, self.passes, self.importance = as_rows(X), y, passes, importance
        self.steps = y if importance is None else y * importance
        self.is_new = True  # nobody has looked at every row yet
        self.largest = 0.0  # no row is larger, as far as they were measured
        # what `fast` finds out: the rows as its loop reads them, and how far it may trust its sums
        self.entries: Entries | None = None
        self.trust: Array | None = None

    def __len__(self) -> int:
        return len(self.y)

    def relabelled(
        self, y: Array, importance: Array | None = None, *, same_start: bool = True
    ) -> Examples:
        """The same rows with other labels; what is known of the rows stays known.

        How far sums may be trusted depends on the first weights too: are they the same?
        """
        twin = Examples(self.rows, y, self.passes, importance)
        twin.entries, twin.largest = self.entries, self.largest
        if same_start and importance is None and self.importance is None:
            twin.trust, twin.is_new = self.trust, self.is_new
        return twin
