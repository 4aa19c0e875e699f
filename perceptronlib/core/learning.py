"""How a mistake changes the weights, inside a compiled loop: as `Rule.learn` does, to the last bit.

Plain Python too, only slower.
"""

from __future__ import annotations

import math
from typing import TypeAlias

import numpy as np

from ..samples.entries import place, span, value
from ..samples.rows import Entries
from ..validate import Array
from . import links
from .sums import SMALL

__all__: list[str] = []

Sums: TypeAlias = Array | None  # what is added up on the way, if anything

TINY = 1e-150
"""Squares of lengths below this are too small for a float."""


def add(w: Array, c: float, rows: Entries, i: int) -> None:
    """Learn by adding: w += c x."""
    first, last = span(rows, i)
    for k in range(first, last):
        w[place(rows, k)] += c * value(rows, i, k)


def add_late(w: Array, lag: Array, t: float, c: float, rows: Entries, i: int) -> None:
    """The same in round t; ``lag`` adds up every change times its round."""
    first, last = span(rows, i)
    for k in range(first, last):
        j = place(rows, k)
        old = w[j]
        w[j] = old + c * value(rows, i, k)
        lag[j] += t * (w[j] - old)


def multiply(
    w: Array, theta: Array, lag: Sums, t: float, factor: float, up: bool, rows: Entries, i: int
) -> None:
    """Learn in round t by multiplying where x is on, or dividing; what gets too small is 0.

    ``theta`` counts how often each weight was multiplied, less how often it was divided.
    """
    lowest = math.log(SMALL) / math.log(factor) if factor > 1.0 else -np.inf
    exact = math.frexp(factor)[0] == 0.5  # to divide by a power of two is to multiply
    share = factor if up else 1.0 / factor
    step = 1.0 if up else -1.0
    first, last = span(rows, i)
    lost = 0
    for k in range(first, last):  # every weight is written back: no condition, so it vectorises
        j, x = place(rows, k), value(rows, i, k)
        old = w[j]
        new = old * share if up or exact else old / factor
        theta[j] += step * x
        w[j] = (new if x > 0.0 else old) if theta[j] >= lowest else 0.0
        if up:
            lost += (w[j] == 0.0) & (theta[j] >= lowest)
        if lag is not None:
            lag[j] += t * (w[j] - old)
    if lost > 0:  # their sums bring them back
        for k in range(first, last):
            j = place(rows, k)
            if w[j] == 0.0 and theta[j] >= lowest:
                w[j] = factor ** theta[j]
                if lag is not None:
                    lag[j] += t * w[j]


def learn_by_sums(
    w: Array, theta: Array, step: float, constant: bool, rule: Array, rows: Entries, i: int
) -> None:
    """Learn as `SumsBehind.follow` does, and compute all weights anew.

    Where sums are out of the usual range, weights are no numbers: the next round is numpy's.
    """
    rate, is_p_norm = rule[1], theta.shape[0] == 1
    if is_p_norm:
        add(theta[0], rate * step, rows, i)
        theta[0, w.size - 1] += rate * step if constant else 0.0
    else:
        add_exactly(theta, step, rows, i)
    best = links.largest(theta[0])
    rest = 0.0 if is_p_norm else links.largest(theta[1])
    usual = TINY < best < 1.0 / TINY and rate < 1.0 / TINY
    if not usual or rest > 1e-4 * best or rate * rest > 1e-4:
        w[:] = np.nan
    elif is_p_norm:
        links.p_norm_weights(w, theta[0], best, rule[7])
    else:
        links.balanced_weights(w, theta, best, rate)


def add_exactly(theta: Array, step: float, rows: Entries, i: int) -> None:
    """`sums.add_exactly`, operation by operation."""
    first, last = span(rows, i)
    for k in range(first, last):
        j, more = place(rows, k), step * value(rows, i, k)
        before = theta[0, j]
        theta[0, j] = before + more
        added = theta[0, j] - before
        theta[1, j] += (before - (theta[0, j] - added)) + (more - added)
