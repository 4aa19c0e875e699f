"""What a reader of `02_variants` writes: survival counts, a sum without adding, a threshold."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

from ...checks.author import DraftCase, case, wrong
from ...checks.instant import Report
from ...checks.turns import Turn, answered

__all__ = ["TASKS", "check"]


def _survived(mistakes: Any, T: int) -> list[int]:
    """The counts, one round at a time."""
    counts, rounds = [0], set(mistakes.tolist())
    for t in range(T):
        if t in rounds:
            counts.append(0)
        counts[-1] += 1
    return counts


def _log(mistakes: list[int], T: int, label: str) -> DraftCase:
    return case(np.array(mistakes), T, label=label)


SURVIVED = Turn(
    "survived",
    stub='''\
def survived(mistakes, T):
    """The counts c_0, ..., c_M of T rounds, given the rounds with mistakes."""
    ...
''',
    solution='''\
def survived(mistakes, T):
    """The counts c_0, ..., c_M of T rounds, given the rounds with mistakes."""
    return np.diff([0, *mistakes, T])
''',
    oracle=_survived,
    cases=[
        _log([0, 3], 4, "the stream of four"),
        _log([0], 5, "one mistake, then success"),
        _log([0, 1, 4], 10, "ten rounds"),
        _log([0, 2, 3, 7, 8], 9, "a mistake in the last round"),
    ],
    wrong=[
        wrong(
            "The last vector is missing. It lives until the end, so T has to come in.",
            {"[0, *mistakes, T]": "[0, *mistakes]"},
        ),
        wrong(
            "The first vector is missing: c_0 counts the rounds that ended with w = 0.",
            {"[0, *mistakes, T]": "[*mistakes, T]"},
        ),
        wrong(
            "The round of a mistake counts, too: for the vector that it ends with.",
            {"np.diff([0, *mistakes, T])": "np.diff([0, *(np.array(mistakes) + 1), T])"},
        ),
        wrong(
            "The counts have to add up to T. The rounds are 0, ..., T-1, so the last vector lives "
            "one round longer than you say.",
            {"T])": "T - 1])"},
        ),
        wrong(
            "Those are the rounds at which lives begin and end. Subtract neighbours: `np.diff`.",
            {"np.diff([0, *mistakes, T])": "np.array([0, *mistakes, T])"},
        ),
    ],
)


def _weight_sum(mistakes: Any, updates: Any, T: int) -> list[float]:
    """The sum, round by round."""
    w = total = [0.0] * updates.shape[1]
    steps = dict(zip(mistakes.tolist(), updates.tolist(), strict=True))
    for t in range(T):
        w = [a + b for a, b in zip(w, steps.get(t, [0.0] * len(w)), strict=True)]
        total = [a + b for a, b in zip(total, w, strict=True)]
    return total


def _run(mistakes: list[int], updates: list[list[int]], T: int, label: str) -> DraftCase:
    return case(np.array(mistakes), np.array(updates), T, label=label)


WEIGHT_SUM = Turn(
    "weight_sum",
    stub='''\
def weight_sum(mistakes, updates, T):
    """The sum of w over T rounds; updates[k] was added in round mistakes[k]."""
    ...
''',
    solution='''\
def weight_sum(mistakes, updates, T):
    """The sum of w over T rounds; updates[k] was added in round mistakes[k]."""
    return (T - mistakes) @ updates
''',
    oracle=_weight_sum,
    cases=[
        _run([0, 3], [[1, 0], [-5, 6]], 4, "the stream of four"),
        _run([0, 3], [[1, 0], [-5, 6]], 10, "the same, six rounds later"),
        _run([0, 1, 4], [[2, -1], [1, 3], [-1, 1]], 6, "three mistakes"),
        _run([0], [[1, 2, 3]], 5, "one mistake, three features"),
    ],
    wrong=[
        wrong(
            "Almost: the round of the update counts as well. From round t to round T-1 there are "
            "T - t rounds.",
            {"T - mistakes": "T - 1 - mistakes"},
        ),
        wrong(
            "One too many: an update of round 0 is in w at the end of T rounds, not T + 1.",
            {"T - mistakes": "T + 1 - mistakes"},
        ),
        wrong(
            "That is the sum of all updates: the last w. It has to be added up over the rounds.",
            {"(T - mistakes) @ updates": "updates.sum(axis=0)"},
        ),
        wrong(
            "Every update counts T times in yours, but those of later rounds are in fewer sums.",
            {"(T - mistakes) @ updates": "T * updates.sum(axis=0)"},
        ),
        wrong(
            "You count the rounds before an update. It is in w from its own round on.",
            {"T - mistakes": "mistakes"},
        ),
        wrong(
            "That is the average. The sum has the same sign, and here it is what is asked for.",
            {"(T - mistakes) @ updates": "(T - mistakes) @ updates / T"},
        ),
    ],
)


def _needed(part: float, R: float) -> float:
    """The threshold that guarantees this part, in fractions."""
    share, square = Fraction(part), Fraction(R) ** 2
    return float(share * square / (1 - 2 * share))


ETA_NEEDED = Turn(
    "eta_needed",
    stub='''\
def eta_needed(part, R):
    """The eta, for r = 1, that guarantees this part of rho (below 1/2)."""
    ...
''',
    solution='''\
def eta_needed(part, R):
    """The eta, for r = 1, that guarantees this part of rho (below 1/2)."""
    return part * R**2 / (1 - 2 * part)
''',
    oracle=_needed,
    cases=[
        case(0.25, 1.0, label="a quarter of rho"),
        case(0.25, 3.0, label="longer examples"),
        case(0.375, 2.0, label="three eighths"),
        case(0.0, 1.0, label="no guarantee at all"),
    ],
    wrong=[
        wrong(
            "The eta below the fraction line is missing: multiply out, and collect what has eta.",
            {"part * R**2 / (1 - 2 * part)": "part * R**2"},
        ),
        wrong(
            "There are two etas below the fraction line.",
            {"(1 - 2 * part)": "(1 - part)"},
        ),
        wrong(
            "A sign: eta = part (R² + 2 eta), so the eta on the right is subtracted on the left.",
            {"(1 - 2 * part)": "(1 + 2 * part)"},
        ),
        wrong("R is squared in the theorem.", {"R**2": "R"}),
        wrong(
            "That is the part that eta guarantees. The question goes the other way: which eta?",
            {"part * R**2 / (1 - 2 * part)": "part / (R**2 + 2 * part)"},
        ),
    ],
)

TASKS = (SURVIVED, WEIGHT_SUM, ETA_NEEDED)
"""The tasks of this lecture, in their order."""


def check(function: Callable[..., Any]) -> Report:
    """Try what you wrote, and say what is not right yet.

    >>> def survived(mistakes, T):
    ...     return np.diff([0, *mistakes])
    >>> check(survived)
    survived: not yet. The last vector is missing. It lives until the end, so T has to come in.
        For `survived([0, 3], 4)` (the stream of four): ...
    """
    return answered(TASKS, function)
