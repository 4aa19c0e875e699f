"""Labels: two classes as signs, several as one against the rest."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from .fitted import scikit_learns
from .kinds import Array

__all__ = ["known_classes", "one_against_rest", "one_column", "signs", "signs_of"]


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


def _signs_of(upper: npt.NDArray[np.bool_]) -> Array:
    """+1.0 where true, else -1.0 (np.where is slower, measured)."""
    values = upper.astype(np.float64)
    values *= 2.0
    values -= 1.0
    return values


def one_column(y: Any, m: int, learner: str) -> npt.NDArray[Any]:
    """y as a flat array of m labels without gaps.

    >>> one_column(["no", "yes"], 2, "Perceptron")
    array(['no', 'yes'], dtype='<U3')
    """
    if y is None:
        raise ValueError(f"{learner} requires y to be passed, but the target y is None.")
    labels = np.asarray(y)
    if labels.ndim == 2 and labels.shape[1] == 1:
        import warnings

        warnings.warn(
            "A column-vector y was passed when a 1d array was expected: it is flattened. "
            "Pass y.ravel() to silence this.",
            scikit_learns("DataConversionWarning", UserWarning),
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
