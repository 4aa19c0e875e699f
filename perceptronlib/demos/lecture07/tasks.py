"""What a reader of `07_experts` writes: a vote, an update of shares, and a reading of a sum."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...checks.author import DraftCase, case, wrong
from ...checks.instant import Report
from ...checks.turns import Turn, answered

__all__ = ["TASKS", "check"]


def _demoted(w: Any, x: Any, y: int, beta: float) -> list[float]:
    """One expert at a time."""
    against = sum(a for a, said in zip(w.tolist(), x.tolist(), strict=True) if said != y)
    if against < sum(w.tolist()) - against:
        return [float(a) for a in w]
    return [a if said == y else beta * a for a, said in zip(w.tolist(), x.tolist(), strict=True)]


def _round(w: list[float], x: list[int], y: int, beta: float, label: str) -> DraftCase:
    return case(np.array(w), np.array(x), y, beta, label=label)


DEMOTE = Turn(
    "demote",
    stub='''\
def demote(w, x, y, beta):
    """The experts' weights after they said x and y was right."""
    ...
''',
    solution='''\
def demote(w, x, y, beta):
    """The experts' weights after they said x and y was right."""
    if y * (w @ x) > 0:
        return w
    return np.where(x == y, w, beta * w)
''',
    oracle=_demoted,
    cases=[
        _round([1, 1, 1], [1, -1, -1], 1, 0.5, "a wrong vote: two experts lose half"),
        _round([1, 0.5, 0.5], [1, -1, 1], -1, 0.25, "a wrong vote, and y = -1"),
        _round([1, 0.25, 0.25], [1, -1, -1], 1, 0.5, "a right vote: nobody loses anything"),
        _round([0.5, 0.5], [1, -1], 1, 0.5, "a tied vote is a mistake"),
    ],
    wrong=[
        wrong(
            "You learn in every round. If the vote was right, the weights stay as they are.",
            {"    if y * (w @ x) > 0:\n        return w\n": ""},
        ),
        wrong(
            "A tied vote is a mistake, too: a score of 0 must be learned from.",
            {"> 0": ">= 0"},
        ),
        wrong(
            "You demote the experts who were right. Those lose weight who said the opposite of y.",
            {"x == y": "x != y"},
        ),
        wrong(
            "You demote all experts. Those who were right keep their weight.",
            {"np.where(x == y, w, beta * w)": "beta * w"},
        ),
        wrong(
            "You subtract β. A wrong expert keeps the part β of its weight: multiply.",
            {"beta * w": "w - beta"},
        ),
        wrong(
            "You demote those who said +1. Wrong is who did not say y.",
            {"x == y": "x == -1"},
        ),
    ],
)


def _shares(w: Any, x: Any, y: int, eta: float) -> list[float]:
    """One share at a time."""
    grown = [a * math.exp(eta * y * b) for a, b in zip(w.tolist(), x.tolist(), strict=True)]
    return [a / sum(grown) for a in grown]


def _update(w: list[float], x: list[float], y: int, eta: float, label: str) -> DraftCase:
    return case(np.array(w), np.array(x), y, eta, label=label)


NEW_SHARES = Turn(
    "new_shares",
    stub='''\
def new_shares(w, x, y, eta):
    """The shares of Winnow(eta) after a mistake on (x, y)."""
    ...
''',
    solution='''\
def new_shares(w, x, y, eta):
    """The shares of Winnow(eta) after a mistake on (x, y)."""
    grown = w * np.exp(eta * y * x)
    return grown / grown.sum()
''',
    oracle=_shares,
    cases=[
        _update([0.5, 0.25, 0.25], [-1.0, 1.0, 0.0], 1, 0.5, "a positive example"),
        _update([0.5, 0.25, 0.25], [2.0, 1.0, -1.0], -1, 0.25, "a negative example"),
        _update([0.2, 0.2, 0.6], [1.0, 1.0, 1.0], -1, 1.0, "all say the same: nothing changes"),
        _update([0.5, 0.5], [1.0, -1.0], 1, 2.0, "two features"),
    ],
    wrong=[
        wrong(
            "These are no shares any more: divide them by their sum.",
            {"grown / grown.sum()": "grown"},
        ),
        wrong(
            "Shares sum to 1, so divide by the sum, not by the length.",
            {"grown.sum()": "np.linalg.norm(grown)"},
        ),
        wrong(
            "The label is missing in the exponent: on a negative example those who said +1 lose.",
            {"eta * y * x": "eta * x"},
        ),
        wrong(
            "You add. This learner multiplies each share by exp(η y x_i).",
            {"w * np.exp(eta * y * x)": "w + eta * y * x"},
        ),
        wrong(
            "1 + η y x_i is only the beginning of the exponential.",
            {"np.exp(eta * y * x)": "(1 + eta * y * x)"},
        ),
        wrong("The rate is missing in the exponent.", {"eta * y * x": "y * x"}),
    ],
)


def _read(theta: Any, p: float) -> list[float]:
    """sgn(theta_i) |theta_i|^(p-1) / |theta|_p^(p-2), one entry at a time."""
    entries = theta.tolist()
    if not any(entries):
        return [0.0] * len(entries)
    norm = sum(abs(t) ** p for t in entries) ** (1 / p)
    return [math.copysign(abs(t) ** (p - 1), t) / norm ** (p - 2) for t in entries]


def _sum(theta: list[float], p: float, label: str) -> DraftCase:
    return case(np.array(theta), p, label=label)


READING = Turn(
    "reading",
    stub='''\
def reading(theta, p):
    """The weights of the p-norm Perceptron, from the sum theta."""
    ...
''',
    solution='''\
def reading(theta, p):
    """The weights of the p-norm Perceptron, from the sum theta."""
    if not theta.any():
        return np.zeros(len(theta))
    norm = (np.abs(theta) ** p).sum() ** (1 / p)
    return np.sign(theta) * np.abs(theta) ** (p - 1) / norm ** (p - 2)
''',
    oracle=_read,
    cases=[
        _sum([3.0, -4.0], 2, "p = 2 is the Perceptron: the weights are θ"),
        _sum([2.0, -1.0, 0.5], 4, "p = 4"),
        _sum([1.0, 2.0, -2.0], 3, "an odd p, where signs matter most"),
        _sum([1.0, 1.0, 1.0, 1.0], 8, "four equal entries"),
        _sum([0.0, 0.0], 4, "before the first mistake: θ = 0"),
    ],
    wrong=[
        wrong(
            "The signs are lost: a negative entry of θ has a negative weight.",
            {"np.sign(theta) * ": ""},
        ),
        wrong(
            "The exponent is p - 1, because w is a gradient.",
            {"np.abs(theta) ** (p - 1)": "np.abs(theta) ** p"},
        ),
        wrong(
            "You have not divided by the norm. (Signs of scores would stay as they are, but w "
            "would not be the gradient.)",
            {" / norm ** (p - 2)": ""},
        ),
        wrong(
            "The norm takes a root: |θ|_p is the p-th root of the sum of the powers.",
            {"** (1 / p)": "** 1"},
        ),
        wrong(
            "You divide by the length of θ, which is its 2-norm. Here it is the p-norm.",
            {"(np.abs(theta) ** p).sum() ** (1 / p)": "np.linalg.norm(theta)"},
        ),
        wrong(
            "At θ = 0 you divide 0 by 0. There w = 0.",
            {"    if not theta.any():\n        return np.zeros(len(theta))\n": ""},
        ),
        wrong("You divide by |θ|_p; the exponent p - 2 is missing.", {"norm ** (p - 2)": "norm"}),
    ],
)

TASKS = (DEMOTE, NEW_SHARES, READING)
"""The tasks of this lecture, in their order."""


def check(function: Callable[..., Any]) -> Report:
    """Try what you wrote, and say what is not right yet.

    >>> def new_shares(w, x, y, eta):
    ...     return w * np.exp(eta * y * x)
    >>> check(new_shares)
    new_shares: not yet. These are no shares any more: divide them by their sum.
        For `new_shares([0.5, 0.25, 0.25], [-1, 1, 0], 1, 0.5)` ...
    """
    return answered(TASKS, function)
