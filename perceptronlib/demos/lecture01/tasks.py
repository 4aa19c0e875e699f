"""What a reader of `01_perceptron` writes: a margin, a count of updates, an average step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...checks.author import DraftCase, case, wrong
from ...checks.instant import Report
from ...checks.turns import Turn, answered

__all__ = ["TASKS", "check"]


def _margin(w: Any, b: float, x: Any, y: int) -> float:
    """How far x has to go along w to reach the line, or the same with a minus."""
    unit = w / np.hypot(*w)
    return float(y * (unit @ (x + unit * (b / np.hypot(*w)))))


MARGIN = Turn(
    "margin",
    stub='''\
def margin(w, b, x, y):
    """The distance of x from the line of (w, b), negative if x is on the wrong side for y."""
    ...
''',
    solution='''\
def margin(w, b, x, y):
    """The distance of x from the line of (w, b), negative if x is on the wrong side for y."""
    return y * (w @ x + b) / np.sqrt(w @ w)
''',
    oracle=_margin,
    cases=[
        case(np.array([3, 4]), 0, np.array([1, 1]), 1, label="a line through the origin"),
        case(np.array([3, 4]), 0, np.array([1, 1]), -1, label="the other label"),
        case(np.array([3, 4]), -10, np.array([2, 0]), 1, label="with a bias"),
        case(np.array([6, 8]), -20, np.array([2, 0]), 1, label="the same line, w and b doubled"),
    ],
    wrong=[
        wrong(
            "That is the score, which grows when w and b are stretched. Divide it by the length "
            "of w.",
            {" / np.sqrt(w @ w)": ""},
        ),
        wrong("You divide by |w| squared: the length is its square root.", {"np.sqrt": ""}),
        wrong("The bias is missing: the score is w @ x + b.", {" + b": ""}),
        wrong("The label is missing: on the wrong side the margin is negative.", {"y * ": ""}),
        wrong(
            "Only w belongs to the direction of the line: divide by the length of w, without b.",
            {"np.sqrt(w @ w)": "np.sqrt(w @ w + b * b)"},
        ),
    ],
)


def _times_told(w: Any, x: Any, y: int) -> int:
    """The lemma: each update adds |x|^2, and the first score above zero is right."""
    score, gain = y * int(w @ x), int(x @ x)
    return 0 if score > 0 else -score // gain + 1


def _shown(w: list[int], x: list[int], y: int, label: str) -> DraftCase:
    return case(np.array(w), np.array(x), y, label=label)


TIMES_TOLD = Turn(
    "times_told",
    stub='''\
def times_told(w, x, y):
    """How many updates on this one example until w is right? A score of 0 is still a mistake."""
    ...
''',
    solution='''\
def times_told(w, x, y):
    """How many updates on this one example until w is right? A score of 0 is still a mistake."""
    count = 0
    while y * (w @ x) <= 0:
        w = w + y * x
        count = count + 1
    return count
''',
    oracle=_times_told,
    cases=[
        _shown([9, 0], [-2, 1], 1, "the example above"),
        _shown([2, 1], [1, 2], -1, "a negative example"),
        _shown([2, 1], [1, 2], 1, "right from the beginning"),
        _shown([5, 0], [-2, 1], 1, "a score of -10, and a gain of 5"),
        _shown([0, 0], [1, 1], 1, "no weights yet"),
    ],
    wrong=[
        wrong(
            "A score of exactly zero is still a mistake: go on while it is `<= 0`.",
            {"<= 0": "< 0"},
        ),
        wrong(
            "You stop as if every example had label +1: look at y times the score.",
            {"while y * (w @ x)": "while y == 1 and w @ x"},
        ),
        wrong(
            "An example that is right from the beginning needs no update.",
            {"count = 0": "count = 1"},
        ),
        wrong(
            "One update is not always enough: an `if` asks once, a `while` asks again.",
            """\
def times_told(w, x, y):
    return 1 if y * (w @ x) <= 0 else 0
""",
        ),
    ],
)

ROWS = [[2, 1], [1, 3], [-1, 2], [-2, -1]]
SIGNS = [1, 1, -1, -1]


def _average_step(w: Any, X: Any, y: Any) -> list[float]:
    """The step of each example, one after the other, added up and divided by their number."""
    total = [0.0, 0.0]
    for x, label in zip(X.tolist(), y.tolist(), strict=True):
        if label * (w[0] * x[0] + w[1] * x[1]) <= 0:
            total = [total[0] + label * x[0], total[1] + label * x[1]]
    return [value / len(y) for value in total]


def _weighed(w: list[int], label: str) -> DraftCase:
    return case(np.array(w), np.array(ROWS), np.array(SIGNS), label=label)


AVERAGE_STEP = Turn(
    "average_step",
    stub='''\
def average_step(w, X, y):
    """The average of the steps that w takes, over all examples (r = 1)."""
    ...
''',
    solution='''\
def average_step(w, X, y):
    """The average of the steps that w takes, over all examples (r = 1)."""
    wrong = y * (X @ w) <= 0
    return (wrong * y) @ X / len(y)
''',
    oracle=_average_step,
    cases=[
        _weighed([1, 0], "all are right"),
        _weighed([2, 1], "one example is exactly on the line"),
        _weighed([0, 1], "one example is wrong"),
        _weighed([-1, -1], "several are wrong"),
        _weighed([3, 1], "another w"),
        _weighed([0, 0], "no weights yet"),
    ],
    wrong=[
        wrong("Only mistakes cause a step; the others add zero.", {"(wrong * y)": "y"}),
        wrong(
            "Divide by the number of all examples: any of them may be drawn.",
            {"len(y)": "max(wrong.sum(), 1)"},
        ),
        wrong(
            "Divide by the number of all examples, not of the mistakes: any of them may be drawn. "
            "And where nothing is wrong, an average over the mistakes is 0/0.",
            """\
def average_step(w, X, y):
    wrong = y * (X @ w) <= 0
    with np.errstate(invalid="ignore"):
        return (y[wrong] @ X[wrong]) / wrong.sum()
""",
        ),
        wrong(
            "A score of exactly zero is a mistake, too: look for `<= 0`.",
            {"<= 0": "< 0"},
        ),
        wrong("The step is y times x: the label is missing.", {"(wrong * y)": "wrong"}),
        wrong("That is the sum of the steps. What is their average?", {" / len(y)": ""}),
        wrong(
            "That is the slope of F, uphill. The step goes the other way.",
            {"return (wrong": "return -(wrong"},
        ),
    ],
)

TASKS = (MARGIN, TIMES_TOLD, AVERAGE_STEP)
"""The tasks of this lecture, in their order."""


def check(function: Callable[..., Any]) -> Report:
    """Try what you wrote, and say what is not right yet.

    >>> def margin(w, b, x, y):
    ...     return y * (w @ x + b) / (w @ w)
    >>> check(margin)
    margin: not yet. You divide by |w| squared: the length is its square root.
        For `margin([3, 4], 0, [1, 1], 1)` (a line through the origin):
        it gave 0.28, and 1.4 is right.
    """
    return answered(TASKS, function)
