"""What a reader of `00_start_here` writes: a count of errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...checks.author import DraftCase, case, wrong
from ...checks.instant import Report
from ...checks.turns import Turn, answered

__all__ = ["TASKS", "check"]

ROWS = [[2, 1], [1, 3], [-1, 2], [-2, -1], [3, -1]]
LABELS = [1, 1, -1, -1, -1]


def _counted(w: Any, X: Any, y: Any) -> int:
    """The errors of w, one example at a time."""
    return sum(
        label * sum(a * b for a, b in zip(w, x, strict=True)) <= 0
        for x, label in zip(X.tolist(), y.tolist(), strict=True)
    )


def _examples(w: list[int], rows: list[list[int]], labels: list[int], label: str) -> DraftCase:
    return case(np.array(w), np.array(rows), np.array(labels), label=label)


ERRORS = Turn(
    "errors",
    stub='''\
def errors(w, X, y):
    """How many of the examples (the rows of X, with labels y) does w get wrong?"""
    ...
''',
    solution='''\
def errors(w, X, y):
    """How many of the examples (the rows of X, with labels y) does w get wrong?"""
    return int((y * (X @ w) <= 0).sum())
''',
    oracle=_counted,
    cases=[
        _examples([1, 0], ROWS, LABELS, "five examples, one of them wrong"),
        _examples([0, 1], ROWS, LABELS, "another line"),
        _examples([1, 2], [[2, -1], [1, 1]], [1, 1], "an example on the line itself"),
        _examples([0, 0], ROWS, LABELS, "no line yet"),
    ],
    wrong=[
        wrong(
            "A score of exactly zero is wrong as well: the condition is `<= 0`, not `< 0`.",
            {"<= 0": "< 0"},
        ),
        wrong("You count the examples that w gets right.", {"<= 0": "> 0"}),
        wrong(
            "Your count does not look at the labels: a negative score is right for an example "
            "with label -1.",
            {"y * (X @ w)": "X @ w"},
        ),
        wrong(
            "That is the share of the examples. How many are they?",
            {"int((y * (X @ w) <= 0).sum())": "(y * (X @ w) <= 0).mean()"},
        ),
        wrong(
            "You have a yes or no for each example. Add them up: `.sum()`.",
            {"int((y * (X @ w) <= 0).sum())": "y * (X @ w) <= 0"},
        ),
    ],
)

TASKS = (ERRORS,)
"""The tasks of this lecture, in their order."""


def check(function: Callable[..., Any]) -> Report:
    """Try what you wrote, and say what is not right yet.

    >>> def errors(w, X, y):
    ...     return (y * (X @ w) < 0).sum()
    >>> check(errors)
    errors: not yet. A score of exactly zero is wrong as well: the condition is `<= 0`, not `< 0`.
        For `errors([1, 2], [[2, -1], [1, 1]], [1, 1])` (an example on the line itself):
        it gave 0, and 1 is right.
    """
    return answered(TASKS, function)
