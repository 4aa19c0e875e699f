"""What a reader of `05_kernels_and_xor` writes: a score by counts, a kernel, and its features."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...checks.author import DraftCase, case, wrong
from ...checks.instant import Report
from ...checks.turns import Turn, answered
from ...kernels.functions import polynomial

__all__ = ["TASKS", "check"]

ROWS, LABELS = [[4, 3], [-3, 4], [1, 2], [-1, -3]], [1, 1, 1, -1]


def _score(alpha: Any, X: Any, y: Any, x: Any) -> int:
    """The score, one mistake at a time."""
    total = 0
    for times, row, label in zip(alpha.tolist(), X.tolist(), y.tolist(), strict=True):
        for _ in range(times):
            total += label * sum(a * b for a, b in zip(row, x.tolist(), strict=True))
    return total


def _scored(alpha: list[int], x: list[int], label: str, rows: Any = ROWS) -> DraftCase:
    return case(
        np.array(alpha), np.array(rows), np.array(LABELS[-len(rows) :]), np.array(x), label=label
    )


SCORE = Turn(
    "dual_score",
    stub='''\
def dual_score(alpha, X, y, x):
    """The score of x, if alpha[s] counts the mistakes on example s."""
    ...
''',
    solution='''\
def dual_score(alpha, X, y, x):
    """The score of x, if alpha[s] counts the mistakes on example s."""
    return (alpha * y) @ (X @ x)
''',
    oracle=_score,
    cases=[
        _scored([1, 0, 2, 1], [2, -1], "four mistakes on three of four examples"),
        _scored([0, 0, 0, 3], [1, 1], "three mistakes on the same example"),
        _scored([0, 0, 0, 0], [5, 2], "no mistake yet"),
        _scored([2, 1], [0, 1, 3], "three features", rows=[[1, 0, 2], [0, 3, 1]]),
    ],
    wrong=[
        wrong(
            "That is the sum over everything. Each example counts as often as there was a mistake "
            "on it: alpha is missing.",
            {"(alpha * y)": "y"},
        ),
        wrong(
            "The labels are missing: a mistake on an example with label -1 takes its inner product "
            "away.",
            {"(alpha * y)": "alpha"},
        ),
        wrong(
            "You count each support vector once. Example s belongs in the sum alpha[s] times.",
            {"(alpha * y)": "((alpha > 0) * y)"},
        ),
        wrong(
            "That is the answer, the sign. The score itself is asked for.",
            {"(alpha * y) @ (X @ x)": "np.sign((alpha * y) @ (X @ x))"},
        ),
        wrong(
            "These are the weights. Multiply them by x to have the score.",
            {"(alpha * y) @ (X @ x)": "(alpha * y) @ X"},
        ),
    ],
)


def _table(A: Any, B: Any) -> list[list[int]]:
    """The kernel matrix, one pair at a time."""
    return [[(sum(map(int.__mul__, a, b)) + 1) ** 2 for b in B.tolist()] for a in A.tolist()]


def _tables(first: list[list[int]], second: list[list[int]], label: str) -> DraftCase:
    return case(np.array(first), np.array(second), label=label)


KERNEL = Turn(
    "square_kernel",
    stub='''\
def square_kernel(A, B):
    """The matrix of (a·b + 1)² for every row a of A and every row b of B."""
    ...
''',
    solution='''\
def square_kernel(A, B):
    """The matrix of (a·b + 1)² for every row a of A and every row b of B."""
    return (A @ B.T + 1) ** 2
''',
    oracle=_table,
    cases=[
        _tables([[1, 2]], [[3, 1]], "one row each"),
        _tables([[1, 1], [1, -1]], [[1, 1], [-1, 1]], "corners of XOR"),
        _tables([[1, 0, 2], [0, 1, 1]], [[2, 1, 0]], "two rows and one, three features"),
        _tables([[2], [3]], [[1], [-1]], "one feature"),
    ],
    wrong=[
        wrong(
            "You square first and add 1 afterwards. The 1 belongs inside the bracket, or the "
            "products of lower degree are missing.",
            {"(A @ B.T + 1) ** 2": "(A @ B.T) ** 2 + 1"},
        ),
        wrong("The 1 is missing: (a·b)² is a kernel too, but another one.", {" + 1": ""}),
        wrong("The square is missing.", {" ** 2": ""}),
        wrong(
            "Rows and columns are exchanged: the rows of A go down, those of B across.",
            {"A @ B.T": "B @ A.T"},
        ),
        wrong(
            "This multiplies A by B as matrices. What is needed are inner products of their rows: "
            "turn B round.",
            {"A @ B.T": "A @ B"},
        ),
    ],
)


def _three(x: float) -> Any:
    """The features of one number, from those of the library."""
    return polynomial(2, c=1).features(np.array([[float(x)]]))[0]


FEATURES = Turn(
    "features",
    stub='''\
def features(x):
    """Three features of a number x: the square first, the constant last."""
    ...
''',
    solution='''\
def features(x):
    """Three features of a number x: the square first, the constant last."""
    return np.array([x**2, np.sqrt(2) * x, 1])
''',
    oracle=_three,
    cases=[case(2.0), case(-1.0), case(0.0), case(0.5)],
    wrong=[
        wrong(
            "Without the root the product of two such lists has a b once, and the square "
            "(ab + 1)² has it twice.",
            {"np.sqrt(2) * x": "x"},
        ),
        wrong(
            "A factor of 2 is too much: it meets itself in the product, and 2 times 2 is 4. Each "
            "side brings the square root.",
            {"np.sqrt(2) * x": "2 * x"},
        ),
        wrong(
            "The constant is missing, so the product of two such lists lacks the 1 at the end.",
            {", 1]": "]"},
        ),
        wrong(
            "The right three numbers, in another order. A kernel would not mind; here they are "
            "compared one by one, the square first.",
            {"[x**2, np.sqrt(2) * x, 1]": "[1, np.sqrt(2) * x, x**2]"},
        ),
    ],
)

TASKS = (SCORE, FEATURES, KERNEL)
"""The tasks of this lecture, in their order."""


def check(function: Callable[..., Any]) -> Report:
    """Try what you wrote, and say what is not right yet.

    >>> def square_kernel(A, B):
    ...     return A @ B.T + 1
    >>> check(square_kernel)
    square_kernel: not yet. The square is missing.
        For `square_kernel([[1, 2]], [[3, 1]])` (one row each): it gave [[6]], and [[36]] is right.
    """
    return answered(TASKS, function)
