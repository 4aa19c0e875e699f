"""How much each example and each class counts while learning."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .kinds import Array
from .numbers import positive

__all__ = ["importance_of"]


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

    >>> from perceptronlib.validate import one_against_rest
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
