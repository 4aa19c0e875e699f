"""What a reader of `06_winnow` writes: one update, and halving's vote."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...checks.author import DraftCase, case, wrong
from ...checks.instant import Report
from ...checks.turns import Turn, answered

__all__ = ["TASKS", "check"]


def _update(w: Any, x: Any, label: int) -> list[float]:
    """One feature at a time."""
    score = sum(weight for weight, on in zip(w.tolist(), x.tolist(), strict=True) if on)
    answer = 1 if score >= len(x) else -1
    factor = 1.0 if answer == label else 2.0 if label > 0 else 0.5
    return [weight * (factor if on else 1.0) for weight, on in zip(w, x, strict=True)]


def _round(w: list[float], x: list[int], y: int, label: str) -> DraftCase:
    return case(np.array(w), np.array(x, dtype=float), y, label=label)


UPDATE = Turn(
    "update",
    stub='''\
def update(w, x, label):
    """Winnow's weights after the example x with its label."""
    ...
''',
    solution='''\
def update(w, x, label):
    """Winnow's weights after the example x with its label."""
    answer = 1 if w @ x >= len(x) else -1
    return w if answer == label else w * 2.0 ** (label * x)
''',
    oracle=_update,
    cases=[
        _round([1.0, 1, 1, 1, 1], [1, 0, 1, 0, 0], 1, "a missed positive"),
        _round([4.0, 2, 2, 1], [0, 1, 1, 1], -1, "a false positive"),
        _round([4.0, 2, 0.5, 1], [1, 0, 1, 0], 1, "a positive that is right"),
        _round([1.0, 1, 0.5, 1], [0, 1, 1, 0], -1, "a negative that is right"),
        _round([2.0, 1, 1], [1, 0, 1], -1, "a score of exactly d, label -1"),
        _round([2.0, 1, 1], [1, 0, 1], 1, "a score of exactly d, label +1"),
    ],
    wrong=[
        wrong(
            "You add, like the Perceptron. Winnow doubles or halves.",
            {"w * 2.0 ** (label * x)": "w + label * x"},
        ),
        wrong(
            "You change all weights. Only features that are on have had a part in the mistake.",
            {"(label * x)": "label"},
        ),
        wrong(
            "You learn from every example. If the answer is right, the weights stay.",
            {"w if answer == label else w": "w"},
        ),
        wrong(
            "Up and down are exchanged: after a missed positive the score was too small.",
            {"(label * x)": "(-label * x)"},
        ),
        wrong("A score of exactly d is answered +1.", {">=": ">"}),
        wrong("You compare with 0, like the Perceptron. The threshold is d.", {"len(x)": "0"}),
    ],
)


def _vote(votes: Any) -> int:
    """The majority, counted by hand."""
    plus = [vote for vote in votes.tolist() if vote > 0]
    return 1 if 2 * len(plus) >= len(votes) else -1


def _ballot(votes: list[int], label: str) -> DraftCase:
    return case(np.array(votes), label=label)


HALVING = Turn(
    "halving",
    stub='''\
def halving(votes):
    """Halving's answer: votes (-1 or +1) are of all candidates still possible.

    Where they are divided equally, the answer is +1.
    """
    ...
''',
    solution='''\
def halving(votes):
    """Halving's answer: votes (-1 or +1) are of all candidates still possible.

    Where they are divided equally, the answer is +1.
    """
    return 1 if votes.sum() >= 0 else -1
''',
    oracle=_vote,
    cases=[
        _ballot([1, 1, -1], "two against one"),
        _ballot([-1, -1, -1, 1], "one against three"),
        _ballot([1, -1], "divided equally"),
        _ballot([-1], "only one is left"),
    ],
    wrong=[
        wrong("Where the votes are equal, the answer is +1.", {">= 0": "> 0"}),
        wrong(
            "One vote for +1 is not enough: the majority decides.",
            {"votes.sum() >= 0": "votes.max() > 0"},
        ),
        wrong("`np.sign` gives 0 where the votes are equal.", "def halving(votes):\n"
              "    return int(np.sign(votes.sum()))\n"),
        wrong("You answer against the majority.", {"1 if votes.sum() >= 0 else -1":
              "-1 if votes.sum() > 0 else 1"}),
        wrong("The answer is -1 or +1, not the sum.", {"1 if votes.sum() >= 0 else -1":
              "votes.sum()"}),
    ],
)  # fmt: skip

TASKS = (UPDATE, HALVING)
"""The tasks of this lecture, in their order."""


def check(function: Callable[..., Any]) -> Report:
    """Try what you wrote, and say what is not right yet.

    >>> def halving(votes):
    ...     return 1 if votes.sum() > 0 else -1
    >>> check(halving)
    halving: not yet. Where the votes are equal, the answer is +1.
        For `halving([1, -1])` ...
    """
    return answered(TASKS, function)
