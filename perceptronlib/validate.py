"""Errors for people: what was given, what was expected, what to do.

While learning, NaN and infinity are met in the loop, which sees every example anyway: on a large
table a separate look would cost as much as an epoch.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[np.float64]
Indices: TypeAlias = npt.NDArray[np.int64]
"""What the library computes with: arrays of numbers, and arrays of positions."""

Seed: TypeAlias = int | Sequence[int] | np.random.BitGenerator | np.random.Generator | None
"""What random numbers are drawn from: a seed, or a generator that goes on where it was."""

FEW = 1000
"""Numbers that are sooner looked at one by one than added up with overflow in mind (measured)."""

__all__ = [
    "Array",
    "Indices",
    "finite",
    "importance_of",
    "known_classes",
    "not_binary",
    "not_finite",
    "one_against_rest",
    "positive",
    "signs",
    "signs_of",
    "sparse_table",
    "table",
]


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
    _not_empty(values.shape, name)
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
    _not_empty(X.shape, name)
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


def _not_empty(shape: tuple[int, ...], name: str) -> None:
    wrong = ("is empty", "has no columns")
    for count, kind, what in zip(shape, ("sample", "feature"), wrong, strict=True):
        if count == 0:
            raise ValueError(
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
    perceptronlib.validate.NotFinite: example 3 of X holds NaN or infinity (inf), or values so ...
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
    perceptronlib.validate.NotFinite: example 0 of X holds NaN or infinity (inf), or values so ...
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


def signs(y: Any, m: int) -> Array:
    """y as m labels -1.0 or +1.0, and nothing else.

    >>> signs([0, 1], 2)
    Traceback (most recent call last):
        ...
    ValueError: labels must be -1 and +1; got 0, 1. For 0/1 labels pass 2 * y - 1, or use ...
    """
    labels = np.asarray(y)
    if labels.ndim != 1:
        raise ValueError(f"y must be one-dimensional, a label an example; got {labels.shape}")
    if len(labels) != m:
        raise ValueError(f"X has {m} examples but y has {len(labels)} labels; expected as many")
    values = labels.astype(np.float64, copy=False) if labels.dtype.kind in "biuf" else None
    ones = 0 if values is None else np.count_nonzero(values == 1) + np.count_nonzero(values == -1)
    if values is None or ones < m:
        seen = ", ".join(str(label) for label in np.unique(labels)[:5])
        raise ValueError(
            f"labels must be -1 and +1; got {seen}. For 0/1 labels pass 2 * y - 1, or use a "
            f"learner's fit, which takes any two labels."
        )
    return values


def one_against_rest(y: Any, m: int, learner: str) -> tuple[npt.NDArray[Any], Array]:
    """The classes in y, sorted, and y as signs: a row of +1 and -1 for each class.

    Of two classes there is one row only: -1 is the smaller, +1 the other.

    >>> one_against_rest(["no", "yes", "no"], 3, "Perceptron")
    (array(['no', 'yes'], dtype='<U3'), array([[-1.,  1., -1.]]))
    >>> one_against_rest([5, 6, 7], 3, "Perceptron")[1]
    array([[ 1., -1., -1.],
           [-1.,  1., -1.],
           [-1., -1.,  1.]])
    """
    labels = one_column(y, m, learner)
    if labels.dtype.kind in "if":
        signed = labels.astype(np.float64)
        if np.count_nonzero(np.abs(signed) == 1.0) == m > np.count_nonzero(signed > 0.0) > 0:
            return np.array([-1, 1], dtype=labels.dtype), signed[None]  # just what is wanted
    if labels.dtype.kind in "biuf":  # without sorting: two looks tell whether there are just two
        classes = np.array([labels.min(), labels.max()])
        is_upper = labels == classes[1]
        if np.count_nonzero(is_upper) + np.count_nonzero(labels == classes[0]) == m:
            return classes, _signs_of(is_upper)[None]
    classes = _classes(labels)
    if len(classes) == 1:
        raise ValueError(
            f"{learner} needs examples of two classes; all {m} labels are {classes[0]}: the "
            f"data hold one class only."
        )
    if len(classes) > 2 and labels.dtype.kind == "f" and (labels != np.floor(labels)).any():
        raise ValueError(f"Unknown label type: continuous. {learner} needs classes.")
    return classes, _signs(labels, classes)


def known_classes(
    known: npt.NDArray[Any] | None, classes: npt.ArrayLike | None, y: Any, m: int, learner: str
) -> npt.NDArray[Any]:
    """The classes of a stream: those of its first part, unless ``classes`` named them.

    >>> known_classes(None, [0, 1], [1], 1, "Perceptron")
    array([0, 1])
    """
    if classes is None:
        if known is not None:
            return known
        return one_against_rest(y, m, f"the first partial_fit (or classes=) of {learner}")[0]
    named = np.unique(np.asarray(classes))
    if len(named) < 2:
        raise ValueError(f"classes must name at least two labels; got {len(named)}: {named}")
    if known is not None and not np.array_equal(named, known):
        raise ValueError(
            f"`classes={named!r}` is not the same as on last call to partial_fit, was: {known!r}"
        )
    return named


def signs_of(y: Any, classes: npt.NDArray[Any], m: int, learner: str) -> Array:
    """y as signs, a row for each class (of two classes, one row); no other labels.

    >>> signs_of(["no", "yes"], np.array(["no", "yes"]), 2, "Perceptron")
    array([[-1.,  1.]])
    """
    labels = one_column(y, m, learner)
    if m == 1 and len(classes) == 2:  # quick, for streams
        if labels[0] == classes[1]:
            return np.array([[1.0]])
        if labels[0] == classes[0]:
            return np.array([[-1.0]])
    if not np.isin(labels, classes).all():
        odd = np.setdiff1d(labels, classes)[0]
        raise ValueError(f"{learner} knows the labels {classes}; got {odd} as well")
    return _signs(labels, classes)


def _classes(labels: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The different labels, sorted; small whole numbers are counted, not sorted (measured)."""
    if labels.dtype.kind == "i":
        lowest, highest = int(labels.min()), int(labels.max())
        if highest - lowest < len(labels):
            counts = np.bincount(labels.astype(np.int64) - lowest)
            return (np.flatnonzero(counts) + lowest).astype(labels.dtype)
    return np.unique(labels)


def _signs(labels: npt.NDArray[Any], classes: npt.NDArray[Any]) -> Array:
    """A row of signs for each class, or one row for two."""
    chosen = classes[1:] if len(classes) == 2 else classes
    return _signs_of(labels == chosen[:, None])


def importance_of(
    sample_weight: npt.ArrayLike | None,
    class_weight: Any,
    y: Any,
    classes: npt.NDArray[Any],
    signs: Array,
) -> Array | None:
    """How much each example counts for each class, in the shape of ``signs``; None if all the same.

    ``class_weight`` is a dictionary, or "balanced": m / (classes x examples of the class). Where
    one class is told from the rest, its own examples have its weight, and the rest 1.

    >>> classes, signs = one_against_rest([0, 0, 1], 3, "Perceptron")
    >>> importance_of([1, 2, 1], {1: 5.0}, [0, 0, 1], classes, signs)
    array([[1., 2., 5.]])
    """
    m = signs.shape[1]
    of_examples = np.ones(m) if sample_weight is None else _sample_weights(sample_weight, m)
    if class_weight is None:
        return None if sample_weight is None else np.tile(of_examples, (len(signs), 1))
    of_classes = _class_weights(class_weight, np.asarray(y).ravel(), classes)
    if len(classes) == 2:
        return np.asarray(np.where(signs > 0, of_classes[1], of_classes[0]) * of_examples)
    return np.asarray(np.where(signs > 0, of_classes[:, None], 1.0) * of_examples)


def _sample_weights(given: npt.ArrayLike, m: int) -> Array:
    values = np.asarray(given)
    if values.ndim == 0:
        values = np.full(m, given)
    if values.dtype.kind not in "biuf":
        raise ValueError(f"sample_weight must be numbers; got {values.dtype} values")
    if values.shape != (m,):
        raise ValueError(
            f"sample_weight must have one number an example, {m} in all; got shape {values.shape}"
        )
    weights = values.astype(np.float64)
    if not np.isfinite(weights).all() or (weights < 0).any():
        raise ValueError("sample_weight must hold finite numbers >= 0; got NaN, inf or a negative")
    return weights


def _class_weights(given: Any, y: npt.NDArray[Any], classes: npt.NDArray[Any]) -> Array:
    if isinstance(given, str) and given == "balanced":
        counts = np.array([np.count_nonzero(y == one) for one in classes])
        return np.asarray(len(y) / (len(classes) * np.maximum(counts, 1)))
    if not isinstance(given, dict):
        raise ValueError(f'class_weight must be a dictionary, "balanced" or None; got {given!r}')
    unknown = [name for name in given if name not in classes.tolist()]
    if unknown:
        raise ValueError(f"class_weight names {unknown[0]!r}; the classes are {classes}")
    weights = [positive(f"class_weight[{one!r}]", given.get(one, 1.0), zero=True)
               for one in classes.tolist()]  # fmt: skip
    return np.array(weights)


def _signs_of(upper: npt.NDArray[np.bool_]) -> Array:
    """+1.0 where true, else -1.0 (np.where is slower, measured)."""
    values = upper.astype(np.float64)
    values *= 2.0
    values -= 1.0
    return values


def one_column(y: Any, m: int, learner: str) -> npt.NDArray[Any]:
    """y as a flat array of m labels without gaps."""
    if y is None:
        raise ValueError(f"{learner} requires y to be passed, but the target y is None.")
    labels = np.asarray(y)
    if labels.ndim == 2 and labels.shape[1] == 1:
        import warnings

        warnings.warn(
            "A column-vector y was passed when a 1d array was expected: it is flattened. "
            "Pass y.ravel() to silence this.",
            _sklearn("DataConversionWarning", UserWarning),
            stacklevel=4,
        )
        labels = labels.ravel()
    if labels.ndim != 1:
        raise ValueError(f"y must be one-dimensional, a label an example; got {labels.shape}")
    if len(labels) != m:
        raise ValueError(f"X has {m} examples but y has {len(labels)} labels; expected as many")
    if labels.dtype.kind == "f" and not (
        math.isfinite(labels.min()) and math.isfinite(labels.max())
    ):
        raise ValueError("y holds NaN or infinity (inf); expected labels.")
    return labels


def column_names(X: object) -> npt.NDArray[Any] | None:
    """The column names of a data frame, if they are strings."""
    columns = getattr(X, "columns", None)
    if columns is None or not len(columns):
        return None
    kinds = {isinstance(name, str) for name in columns}
    if kinds == {True, False}:
        raise TypeError(
            "Feature names are only supported if all input features have string names, but your "
            "input mixes string and non-string column names. Convert them with "
            "X.columns = X.columns.astype(str)."
        )
    return np.asarray(columns, dtype=object) if kinds == {True} else None


def name_trouble(given: list[str], fitted: list[str]) -> str:
    """The sentence for columns that are not those of `fit`, in scikit-learn's words."""
    lines = ["The feature names should match those that were passed during fit."]
    unseen, missing = sorted(set(given) - set(fitted)), sorted(set(fitted) - set(given))
    if unseen:
        lines += ["Feature names unseen at fit time:", *[f"- {name}" for name in unseen[:5]]]
    if missing:
        lines += ["Feature names seen at fit time, yet now missing:"]
        lines += [f"- {name}" for name in missing[:5]]
    if not unseen and not missing:
        lines.append("Feature names must be in the same order as they were in fit.")
    return "\n".join(lines) + "\n"


def positive(name: str, value: Any, *, zero: bool = False, most: float | None = None) -> float:
    """value as a float, if it is a finite number > 0 (>= 0 with ``zero``), at most ``most``.

    >>> positive("gamma", -1)
    Traceback (most recent call last):
        ...
    ValueError: gamma must be a positive number; got -1
    """
    good = isinstance(value, (int, float, np.number)) and not isinstance(value, bool)
    limit = sys.float_info.max if most is None else most  # a whole number may exceed any float
    if good and (0 < value or (zero and value == 0)) and value <= limit:
        return float(value)
    kind = "a number >= 0" if zero else "a positive number"
    kind += "" if most is None else f" and at most {most:g}"
    raise ValueError(f"{name} must be {kind}; got {value!r}")


def whole(name: str, value: Any, *, least: int = 1, most: int | None = None) -> int:
    """value as an int, if it is a whole number of at least ``least`` (and at most ``most``).

    >>> whole("epochs", 0)
    Traceback (most recent call last):
        ...
    ValueError: epochs must be a whole number >= 1; got 0
    """
    good = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if good and least <= value and (most is None or value <= most):
        return int(value)
    limits = f">= {least}" if most is None else f"from {least} to {most}"
    raise ValueError(f"{name} must be a whole number {limits}; got {value!r}")


class _NotFitted(ValueError, AttributeError):
    """A learner was asked to predict before it was fitted."""


def not_fitted(learner: str) -> Exception:
    """The error for a learner that has not seen data yet (scikit-learn's own, if it is loaded)."""
    kind: type[Exception] = _sklearn("NotFittedError", _NotFitted)
    return kind(f"This {learner} instance is not fitted yet. Call fit(X, y) first.")


def _sklearn(name: str, ours: type[Any]) -> Any:
    """scikit-learn's class of that name when scikit-learn is in use, else our own."""
    return getattr(sys.modules.get("sklearn.exceptions"), name, ours)
