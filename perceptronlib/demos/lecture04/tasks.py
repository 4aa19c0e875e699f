"""What a reader of `04_non_separable` writes: a proof from a run, deviations, and a bound."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...checks.author import DraftCase, case, wrong
from ...checks.instant import Report
from ...checks.turns import Turn, answered

__all__ = ["TASKS", "check"]

ROWS = [[2, 1], [1, 3], [-1, 2], [0, -2]]
LABELS = [1, 1, -1, 1]


def _counts(learned: Any, m: int) -> list[int]:
    """One mistake after the other."""
    alpha = [0] * m
    for i in learned.tolist():
        alpha[i] += 1
    return alpha


def _learned(rounds: list[int], m: int, label: str) -> DraftCase:
    return case(np.array(rounds, dtype=int), m, label=label)


COUNTS = Turn(
    "counts",
    stub='''\
def counts(learned, m):
    """How often each of m examples was learned; learned lists their numbers."""
    ...
''',
    solution='''\
def counts(learned, m):
    """How often each of m examples was learned; learned lists their numbers."""
    return np.bincount(learned, minlength=m)
''',
    oracle=_counts,
    cases=[
        _learned([0, 2, 1, 2], 4, "four mistakes, the last example never"),
        _learned([3, 3, 3], 4, "one example, three times"),
        _learned([1, 0, 1], 2, "two examples"),
    ],
    wrong=[
        wrong(
            "Every example needs its count, also those never learned: that is what m is for.",
            {", minlength=m": ""},
        ),
        wrong(
            "You only say whether an example was learned. Count how often.",
            {"np.bincount(learned, minlength=m)": "1 * np.isin(np.arange(m), learned)"},
        ),
        wrong(
            "Those are shares. Leave them as whole numbers, so that nothing is rounded.",
            {"minlength=m)": "minlength=m) / len(learned)"},
        ),
        wrong(
            "You list the numbers of the examples. Count how often each of them occurs.",
            {"np.bincount(learned, minlength=m)": "np.unique(learned)"},
        ),
    ],
)


def _deviations(X: Any, y: Any, v: Any, rho: float) -> list[float]:
    """One example at a time."""
    scores = [sum(a * b for a, b in zip(v.tolist(), x, strict=True)) for x in X.tolist()]
    return [max(0.0, rho - label * s) for label, s in zip(y.tolist(), scores, strict=True)]


def _asked(v: list[float], rho: float, label: str) -> DraftCase:
    return case(np.array(ROWS), np.array(LABELS), np.array(v), rho, label=label)


DEVIATIONS = Turn(
    "deviations",
    stub='''\
def deviations(X, y, v, rho):
    """What each example lacks when v is asked for the margin rho."""
    ...
''',
    solution='''\
def deviations(X, y, v, rho):
    """What each example lacks when v is asked for the margin rho."""
    return np.maximum(0, rho - y * (X @ v))
''',
    oracle=_deviations,
    cases=[
        _asked([0.6, 0.8], 1.0, "four examples, two of them wrong"),
        _asked([0.6, 0.8], 2.5, "a larger margin asked for"),
        _asked([0.0, 1.0], 0.5, "another v"),
    ],
    wrong=[
        wrong(
            "Some of yours are negative. Nobody is paid for having more than ρ: take the larger of "
            "that and 0.",
            {"np.maximum(0, rho - y * (X @ v))": "rho - y * (X @ v)"},
        ),
        wrong(
            "The labels are missing: an example with label -1 should have a negative score.",
            {"y * (X @ v)": "X @ v"},
        ),
        wrong(
            "Whoever is beyond ρ owes nothing. You charge those who have more than enough.",
            {"rho - y * (X @ v)": "y * (X @ v) - rho"},
        ),
        wrong(
            "You ask for a margin of 0, so the street is missing: an example inside it pays too.",
            {"rho - y": "-y"},
        ),
        wrong(
            "You give the sum. Give what each example lacks.",
            {"np.maximum(0, rho - y * (X @ v))": "np.maximum(0, rho - y * (X @ v)).sum()"},
        ),
    ],
)


def _root_form(d: Any, rho: float, R: float) -> float:
    """The largest M with rho M <= R sqrt(M) + D1, by halving."""
    total, low, high = sum(d.tolist()), 0.0, 1.0
    while rho * high <= R * high**0.5 + total:
        high *= 2
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if rho * middle <= R * middle**0.5 + total else (low, middle)
    return low


def _lacking(d: list[float], rho: float, R: float, label: str) -> DraftCase:
    return case(np.array(d), rho, R, label=label)


ROOT_FORM = Turn(
    "root_form",
    stub='''\
def root_form(d, rho, R):
    """The root form of the bound; d holds what the rounds lack."""
    ...
''',
    solution='''\
def root_form(d, rho, R):
    """The root form of the bound; d holds what the rounds lack."""
    return ((R + np.sqrt(R**2 + 4 * rho * d.sum())) / (2 * rho)) ** 2
''',
    oracle=_root_form,
    cases=[
        _lacking([0.0, 2.0, 0.0], 1.0, 1.0, "one round lacks 2"),
        _lacking([0.0, 0.0], 0.5, 3.0, "nobody lacks anything: Novikoff's bound"),
        _lacking([0.5, 1.5, 0.25], 0.5, 2.0, "three rounds"),
    ],
    wrong=[
        wrong(
            "That is the root of the bound, the largest √M. Square it.",
            {") ** 2": ")"},
        ),
        wrong(
            "That is the linear form, which gives something away.",
            {"((R + np.sqrt(R**2 + 4 * rho * d.sum())) / (2 * rho)) ** 2":
             "R**2 / rho**2 + 2 * d.sum() / rho"},
        ),
        wrong(
            "That is the bound with squares. The root form adds up the deviations themselves.",
            {"((R + np.sqrt(R**2 + 4 * rho * d.sum())) / (2 * rho)) ** 2":
             "((R + np.sqrt(d @ d)) / rho) ** 2"},
        ),
        wrong(
            "You took the largest loss. Add up what all rounds lack.",
            {"d.sum()": "d.max()"},
        ),
        wrong(
            "The parabola's larger root is divided by 2ρ.",
            {"/ (2 * rho)": "/ 2 * rho"},
        ),
    ],
)  # fmt: skip

TASKS = (COUNTS, DEVIATIONS, ROOT_FORM)
"""The tasks of this lecture, in their order."""


def check(function: Callable[..., Any]) -> Report:
    """Try what you wrote, and say what is not right yet.

    >>> def deviations(X, y, v, rho):
    ...     return rho - y * (X @ v)
    >>> check(deviations)
    deviations: not yet. Some of yours are negative. Nobody is paid for having more than ρ: take ...
    """
    return answered(TASKS, function)
