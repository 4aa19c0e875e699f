"""What a fitted learner is asked: is it fitted at all, and are these the columns it knows?"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["column_names", "name_trouble", "not_fitted", "scikit_learns"]


def column_names(X: object) -> npt.NDArray[Any] | None:
    """The column names of a data frame, if they are strings.

    >>> from types import SimpleNamespace
    >>> column_names(SimpleNamespace(columns=["age", "height"]))
    array(['age', 'height'], dtype=object)
    """
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
    """The sentence for columns that are not those of `fit`, in scikit-learn's words.

    >>> print(name_trouble(["age", "size"], ["age"]), end="")
    The feature names should match those that were passed during fit.
    Feature names unseen at fit time:
    - size
    """
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


class _NotFitted(ValueError, AttributeError):
    """A learner was asked to predict before it was fitted."""


def not_fitted(learner: str) -> Exception:
    """The error for a learner that has not seen data yet (scikit-learn's own, if it is loaded).

    >>> print(not_fitted("Perceptron"))
    This Perceptron instance is not fitted yet. Call fit(X, y) first.
    """
    kind: type[Exception] = scikit_learns("NotFittedError", _NotFitted)
    return kind(f"This {learner} instance is not fitted yet. Call fit(X, y) first.")


def scikit_learns(name: str, ours: type[Any]) -> Any:
    """scikit-learn's class of that name when scikit-learn is in use, else our own.

    >>> scikit_learns("NoSuchWarning", UserWarning)
    <class 'UserWarning'>
    """
    return getattr(sys.modules.get("sklearn.exceptions"), name, ours)
