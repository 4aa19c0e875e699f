"""The next round that is not clearly right: what a compiled loop spends its time on.

Plain Python too, only slower. Rows are read by `span`, `place` and `value` (`samples.entries`), be
they a table or sparse.
"""

from __future__ import annotations

import math
from typing import Any, TypeAlias

import numpy as np

from ..samples.entries import dot, measured_dot, span, value
from ..samples.rows import Entries
from ..validate import Array, Indices

__all__: list[str] = []

Met: TypeAlias = Indices | None  # the order in which examples are met, if it is another

Bars: TypeAlias = tuple[float, float, float, float, float, float]
"""The threshold of a score, what is asked beyond it, and what the constant feature adds to it;
then how near is too near to be clear: ``scale`` times the size of the largest example (the last
of the six, as far as it is known), and ``base``."""


def at(order: Met, t: int) -> int:
    """Which example round t meets: the t-th, unless an order says otherwise."""
    return t if order is None else int(order[t])


def length_squared(w: Array) -> float:
    """|w|^2."""
    total = 0.0
    for j in range(w.size):
        total += w[j] * w[j]
    return total


def scan(
    rows: Entries, y: Array, order: Met, w: Array, rounds: tuple[int, int], bars: Bars
) -> tuple[int, float, float]:
    """The next of these rounds that is not clearly right, and its gap; the last, if all are."""
    first, last = rounds
    threshold, required, shift, scale, base, size = bars
    off, near = shift - threshold, scale * size + base
    for t in range(first, last):
        i = at(order, t)
        gap = math.copysign(1.0, y[i]) * (dot(w, rows, i) + off) - required
        if not gap > near:
            return t, gap, size
    return last, 0.0, size


def first_scan(
    rows: Entries, y: Array, order: Met, w: Array, rounds: tuple[int, int], bars: Bars
) -> tuple[int, float, float]:
    """`scan` of rows that are met for the first time: it measures them as it goes."""
    first, last = rounds
    threshold, required, shift, scale, base, size = bars
    off = shift - threshold
    for t in range(first, last):
        i = at(order, t)
        score, own = measured_dot(w, rows, i)
        size = max(size, own + 1.0)
        gap = math.copysign(1.0, y[i]) * (score + off) - required
        if not scale * size + base < gap < np.inf:
            return t, gap, size
    return last, 0.0, size


def look_ahead(
    rows: Any, y: Array, order: Any, w: Array, rounds: tuple[int, int], bars: Bars, measure: bool
) -> tuple[int, float, float]:
    """`scan` for wide rows of a table in any order: four at a time wait less for memory."""
    t, last = rounds
    threshold, required, shift, scale, base, size = bars
    while t < last:
        a, b = order[t], order[min(t + 1, last - 1)]
        c, e = order[min(t + 2, last - 1)], order[min(t + 3, last - 1)]
        s0 = s1 = s2 = s3 = 0.0
        for j in range(rows.shape[1]):
            s0 += w[j] * rows[a, j]
            s1 += w[j] * rows[b, j]
            s2 += w[j] * rows[c, j]
            s3 += w[j] * rows[e, j]
        if measure:
            for i in (a, b, c, e):
                size = max(size, measured_dot(w, rows, i)[1] + 1.0)
        scores = (s0, s1, s2, s3)
        for k in range(min(4, last - t)):
            score = scores[k] + shift - threshold
            gap = (score if y[order[t + k]] > 0.0 else -score) - required
            if not scale * size + base < gap < np.inf:
                return t + k, gap, size
        t += 4
    return last, 0.0, size


def binary_until(rows: Entries, order: Met, first: int, last: int) -> int:
    """The first of these rounds whose example does not consist of zeros and ones; else the last."""
    for t in range(first, last):
        i, odd = at(order, t), 0  # counted, not asked one by one: a sum of integers vectorises
        start, end = span(rows, i)
        for k in range(start, end):
            odd += (value(rows, i, k) != 0.0) & (value(rows, i, k) != 1.0)
        if odd > 0:
            return t
    return last
