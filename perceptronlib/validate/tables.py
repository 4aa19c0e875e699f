"""Tables of numbers, dense and sparse, and what a kernel makes of two of them.

While learning, NaN and infinity are met in the loop, which sees every example anyway: on a large
table a separate look would cost as much as an epoch.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .kinds import Array

__all__ = [
    "NotFinite",
    "binary",
    "finite",
    "kernel_values",
    "not_binary",
    "not_finite",
    "sparse_table",
    "table",
]

FEW = 1000
"""Numbers that are sooner looked at one by one than added up with overflow in mind (measured)."""


def table(X: Any, name: str = "X") -> Any:
    """X as a C-ordered float64 table with at least one row and one column.

    float32 stays float32, and sparse tables stay sparse (`sparse_table`).

    >>> table([[1, 2], [3, 4]])
    array([[1., 2.],
           [3., 4.]])
    """
    if hasattr(X, "tocsr"):
        return sparse_table(X, name)
    raw = np.asarray(X)
    if raw.dtype.kind == "c":
        raise ValueError(f"Complex data not supported: {name} holds complex numbers.")
    if raw.dtype.kind in "USmM":
        raise ValueError(f"{name} holds {raw.dtype} values; expected numbers. Encode them first.")
    try:
        values = np.ascontiguousarray(raw, dtype=_kept(raw.dtype))
    except OverflowError:
        raise ValueError(f"{name} holds a number that is too large for a float") from None
    except (TypeError, ValueError) as problem:
        raise type(problem)(f"{name} must be a table of numbers: {problem}") from None
    if values.ndim != 2 or raw.ndim != 2:
        raise ValueError(
            f"{name} must have two dimensions, one row an example; got shape {raw.shape}. "
            f"Reshape your data: {name}.reshape(-1, 1) for one feature, "
            f"{name}.reshape(1, -1) for one example."
        )
    if 0 in values.shape:
        raise _empty(values.shape, name)
    return values


def sparse_table(X: Any, name: str = "X") -> Any:
    """A sparse table row by row (CSR): float64 or float32 entries in order, each listed once.

    What is in order already is not copied, and what is given is never changed.

    >>> from scipy.sparse import coo_array
    >>> twice = coo_array(([1, 2, 5], ([0, 0, 1], [3, 3, 0])), shape=(2, 4))
    >>> sparse_table(twice).toarray()
    array([[0., 0., 0., 3.],
           [5., 0., 0., 0.]])
    """
    if X.ndim != 2:
        raise ValueError(
            f"{name} must have two dimensions, one row an example; got shape {X.shape}"
        )
    if X.dtype.kind not in "biuf":
        kind = "Complex data not supported" if X.dtype.kind == "c" else "Not a table of numbers"
        raise ValueError(f"{kind}: {name} holds {X.dtype} values.")
    if 0 in X.shape:
        raise _empty(X.shape, name)
    if X.shape[1] >= 2**31 - 1:
        raise ValueError(f"{name} has {X.shape[1]} features; at most {2**31 - 2} can be numbered")
    _check_places(X, name)
    rows = X.tocsr()
    if not rows.has_canonical_format:
        rows = rows.copy()
        rows.sum_duplicates()
    size, width = rows.nnz, _kept(rows.dtype)
    if rows.dtype == width and rows.indices.dtype == np.int32 and len(rows.data) == size:
        return rows
    values = rows.data[:size].astype(width, copy=False)  # behind its end there may be others
    places = rows.indices[:size].astype(np.int32, copy=False)
    # SciPy makes places as wide as starts, so that both have to be narrow where they can be
    starts = rows.indptr.astype(np.int32, copy=False) if size < 2**31 else rows.indptr
    tidy = type(rows)((values, places, starts), shape=rows.shape)
    tidy.indices, tidy.has_canonical_format = places, True
    return tidy


def _check_places(X: Any, name: str) -> None:
    """Refuse a sparse table whose entries lie outside it: SciPy would follow them anywhere."""
    m, d = X.shape
    if X.format == "coo":
        listed = [(X.row, m), (X.col, d)]
    elif X.format in ("csr", "csc", "bsr"):
        lines, across = (d, m) if X.format == "csc" else (m, d)
        high, wide = X.blocksize if X.format == "bsr" else (1, 1)
        starts, size = X.indptr, min(len(X.indices), len(X.data))
        risen = len(starts) == lines // high + 1 and starts[0] == 0 and starts[-1] <= size
        if not risen or (np.diff(starts) < 0).any():
            raise ValueError(
                f"the index pointers of the sparse {name} do not rise from 0 to its size"
            )
        listed = [(X.indices[: starts[-1]], across // wide)]
    else:
        listed = []
    for places, limit in listed:
        unsigned = places.view(np.uint32 if places.itemsize == 4 else np.uint64)
        if len(places) and unsigned.max() >= limit:  # a negative place is a very large one
            raise ValueError(f"the sparse {name} has entries outside its {m} rows and {d} columns")


def _kept(given: np.dtype[Any]) -> type[np.floating[Any]]:
    """float32 stays what it is: half the memory, and every value is a float64 too."""
    return np.float32 if given == np.float32 else np.float64


def _empty(shape: tuple[int, int], name: str) -> ValueError:
    kind, what = ("sample", "is empty") if shape[0] == 0 else ("feature", "has no columns")
    return ValueError(
        f"Found array with 0 {kind}(s) (shape={shape}) while a minimum of 1 is required: "
        f"{name} {what}."
    )


class NotFinite(ValueError):
    """A score that is not a number.

    >>> issubclass(NotFinite, ValueError)
    True
    """


def not_finite(row: int | None = None, name: str = "X") -> NotFinite:
    """The error for an example with NaN, infinity or an overflowing score.

    >>> raise not_finite(3)
    Traceback (most recent call last):
        ...
    perceptronlib.validate.tables.NotFinite: example 3 of X holds NaN or infinity (inf), ...
    """
    where = "an example" if row is None else f"example {row} of {name}"
    return NotFinite(
        f"{where} holds NaN or infinity (inf), or values so large that its score "
        f"overflows; expected finite numbers. Drop or impute such rows."
    )


def not_binary(x: Array, row: int) -> ValueError:
    """The error for Winnow on an example that is not made of zeros and ones.

    >>> raise not_binary(np.array([1.0, 0.5]), 2)
    Traceback (most recent call last):
        ...
    ValueError: Winnow takes features in {0, 1}; example 2 has values such as 0.5. For real ...
    """
    if not np.isfinite(x).all():
        return not_finite(row)
    odd = x[(x != 0.0) & (x != 1.0)][0]
    return ValueError(
        f"Winnow takes features in {{0, 1}}; example {row} has values such as {odd:g}. For real "
        f"features use ExponentialWinnow or BalancedWinnow; of counts pass X > 0, which says what "
        f"occurs."
    )


def binary(X: Any) -> Any:
    """X, if every entry is 0 or 1.

    >>> binary(np.array([[1.0, 0.0]]))
    array([[1., 0.]])
    """
    if not isinstance(X, np.ndarray):
        odd = (X.data != 0.0) & (X.data != 1.0)
        if odd.any():
            k = int(np.argmax(odd))
            raise not_binary(X.data[k : k + 1], _row_of_entry(X, k))
        return X
    good = ((X == 0.0) | (X == 1.0)).all(axis=1)
    if not good.all():
        row = int(np.argmin(good))
        raise not_binary(X[row], row)
    return X


def finite(X: Any, name: str = "X") -> Any:
    """X, if every entry is finite.

    >>> finite(np.array([[1.0, np.nan]]))
    Traceback (most recent call last):
        ...
    perceptronlib.validate.tables.NotFinite: example 0 of X holds NaN or infinity (inf), ...
    """
    entries = X if isinstance(X, np.ndarray) else X.data
    if entries.size < FEW:
        if np.isfinite(entries).all():
            return X
    else:
        with np.errstate(over="ignore"):
            total = entries.sum()
        if math.isfinite(total):  # nothing that is not finite would have been lost in it
            return X
    if entries is not X:
        bad = ~np.isfinite(entries)
        if bad.any():
            raise not_finite(_row_of_entry(X, int(np.argmax(bad))), name)
        return X
    good = np.isfinite(X).all(axis=1)
    if not good.all():
        raise not_finite(int(np.argmin(good)), name)
    return X


def _row_of_entry(X: Any, k: int) -> int:
    """In which row of a sparse table its k-th entry stands."""
    return int(np.searchsorted(X.indptr, k, side="right")) - 1


def kernel_values(values: Any, A: Any, B: Any) -> Array:
    """What a kernel returned for two tables, if it is a matrix of numbers, a row for each of A's.

    >>> kernel_values(np.array([[np.nan]]), np.zeros((1, 1)), np.ones((1, 1)))
    Traceback (most recent call last):
        ...
    ValueError: a kernel returns numbers; yours returned NaN for the rows [0.] and [1.]
    """
    matrix, shape = np.asarray(values), (A.shape[0], B.shape[0])
    if matrix.shape != shape:
        raise ValueError(
            f"a kernel gets two tables and returns a matrix: given {shape[0]} and {shape[1]} "
            f"rows, yours returned shape {matrix.shape}; expected {shape}"
        )
    if matrix.dtype.kind not in "fiub":
        raise ValueError(f"a kernel returns real numbers; yours returned {matrix.dtype}")
    if np.isnan(matrix).any():
        i, j = np.argwhere(np.isnan(matrix))[0]
        raise ValueError(
            f"a kernel returns numbers; yours returned NaN for the rows {A[i]} and {B[j]}"
        )
    return matrix.astype(np.float64, copy=False)
