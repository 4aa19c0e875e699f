"""What a reader of `03_mistake_bounds` writes: Novikoff's bound, and the weights from counts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...checks.author import DraftCase, case, wrong
from ...checks.instant import Report
from ...checks.turns import Turn, answered

__all__ = ["TASKS", "check"]

ROWS = [[4, 3], [-3, 4], [1, 2], [-1, -3]]
LABELS = [1, 1, 1, -1]


def _bound(X: Any, y: Any, v: Any) -> float:
    """R^2 |v|^2 / g^2, one example at a time."""
    rows, labels = X.tolist(), y.tolist()
    longest = max(sum(a * a for a in x) for x in rows)
    scores = [
        label * sum(a * b for a, b in zip(v, x, strict=True))
        for x, label in zip(rows, labels, strict=True)
    ]
    return float(longest * sum(a * a for a in v) / min(scores) ** 2)


def _sample(rows: list[list[int]], labels: list[int], v: list[int], label: str) -> DraftCase:
    return case(np.array(rows), np.array(labels), np.array(v), label=label)


BOUND = Turn(
    "bound",
    stub='''\
def bound(X, y, v):
    """How many mistakes does Novikoff's theorem allow, judged by v?"""
    ...
''',
    solution='''\
def bound(X, y, v):
    """How many mistakes does Novikoff's theorem allow, judged by v?"""
    g = (y * (X @ v)).min()
    R2 = (X**2).sum(axis=1).max()
    return R2 * (v @ v) / g**2
''',
    oracle=_bound,
    cases=[
        _sample(ROWS, LABELS, [1, 7], "four examples"),
        _sample(ROWS, LABELS, [2, 14], "the same v, twice as long: the same bound"),
        _sample(ROWS, LABELS, [0, 1], "another v that separates them"),
        _sample([[3, 0], [0, -2]], [1, -1], [1, 1], "two examples, one shorter than the other"),
    ],
    wrong=[
        wrong(
            "The length of v is missing: g grows with it, and only g/|v| is a distance.",
            {"R2 * (v @ v) / g**2": "R2 / g**2"},
        ),
        wrong(
            "R/g is not yet the bound: ρ is g/|v|, and R/ρ has to be squared.",
            {"R2 * (v @ v) / g**2": "R2**0.5 / g"},
        ),
        wrong("You divide by g. The theorem divides by its square.", {"g**2": "g"}),
        wrong("That is the root of the bound: R/ρ has to be squared.", "def bound(X, y, v):\n"
              "    g = (y * (X @ v)).min()\n"
              "    return np.linalg.norm(X, axis=1).max() * np.linalg.norm(v) / g\n"),
        wrong(
            "The margin of a sample is that of its worst example: take the smallest y (v·x), not "
            "the mean.",
            {"(y * (X @ v)).min()": "(y * (X @ v)).mean()"},
        ),
        wrong("R is the length of the longest example, not of the shortest.", {"max()": "min()"}),
        wrong(
            "The labels are missing: an example with label -1 should have a negative score.",
            {"y * (X @ v)": "X @ v"},
        ),
    ],
)  # fmt: skip


def _weights(alpha: Any, X: Any, y: Any) -> list[int]:
    """The weights, one update at a time."""
    w = [0] * X.shape[1]
    for times, x, label in zip(alpha.tolist(), X.tolist(), y.tolist(), strict=True):
        for _ in range(times):
            w = [a + label * b for a, b in zip(w, x, strict=True)]
    return w


def _counts(alpha: list[int], rows: list[list[int]], labels: list[int], label: str) -> DraftCase:
    return case(np.array(alpha), np.array(rows), np.array(labels), label=label)


WEIGHTS = Turn(
    "weights",
    stub='''\
def weights(alpha, X, y):
    """The last w, if alpha[i] (an array) counts mistakes on example i."""
    ...
''',
    solution='''\
def weights(alpha, X, y):
    """The last w, if alpha[i] (an array) counts mistakes on example i."""
    return (alpha * y) @ X
''',
    oracle=_weights,
    cases=[
        _counts([1, 0, 2, 1], ROWS, LABELS, "four examples, four mistakes"),
        _counts([0, 0, 0, 3], ROWS, LABELS, "one example, three times"),
        _counts([0, 0, 0, 0], ROWS, LABELS, "no mistake yet"),
        _counts([2, 1], [[1, 0, 2], [0, 3, 1]], [-1, 1], "three features"),
    ],
    wrong=[
        wrong(
            "The labels are missing: a mistake adds y x, not x.",
            {"(alpha * y) @ X": "alpha @ X"},
        ),
        wrong(
            "You add each support vector once. Example i was added alpha[i] times.",
            {"(alpha * y)": "((alpha > 0) * y)"},
        ),
        wrong(
            "You add all examples, whether there was a mistake on them or not.",
            {"(alpha * y)": "y"},
        ),
        wrong(
            "That is the average of the updates. The perceptron adds them up.",
            {"(alpha * y) @ X": "(alpha * y) @ X / max(alpha.sum(), 1)"},
        ),
    ],
)

TASKS = (BOUND, WEIGHTS)
"""The tasks of this lecture, in their order."""


def check(function: Callable[..., Any]) -> Report:
    """Try what you wrote, and say what is not right yet.

    >>> def weights(alpha, X, y):
    ...     return alpha @ X
    >>> check(weights)
    weights: not yet. The labels are missing: a mistake adds y x, not x.
        For `weights([1, 0, 2, 1], [[4, 3], [-3, 4], [1, 2], [-1, -3]], [1, 1, 1, -1])` ...
    """
    return answered(TASKS, function)
