"""The loop of `play`, written so that it can be compiled (`fast` does that).

**Why it can stop and ask.** A sum of floating-point products depends on the order of its
additions. When the true score is zero, that order decides its sign, and so decides whether a round
is a mistake. The textbook's score is ``x.dot(w)``; the compiled loop adds up in another order. Each
of the two is off by at most d u (|w_1 x_1| + ... + |w_d x_d|), u = 2^-53. So whenever a score is
closer to its threshold than that explains, the loop returns, the caller settles the round with
``x.dot(w)``, and the loop goes on. On small whole numbers, whose sums are exact, it has no doubts.
"""

from __future__ import annotations

import math

import numpy as np

from ..samples.entries import terms
from ..samples.rows import Entries
from ..validate import Array, Indices
from . import links
from .learning import TINY, Sums, add, add_late, learn_by_sums, multiply
from .scanning import Met, at, binary_until, first_scan, length_squared, look_ahead, scan

__all__ = ["online", "several"]

ADD, MULTIPLY, BY_SUMS, ELSEWHERE = 0, 1, 2, 3
"""How a mistake is learned: w += c x, or w *= c where x is on, or by adding to theta, from which
w is computed (`links`), or by the caller (numpy)."""

REMEASURE = 4096
"""How many times larger the weights may get before they are measured anew. Until then this is the
bound by which scores are clear at a glance: it does not wait for what was learned just now."""

HUGE = 1e307
"""Sums of products that may exceed this may overflow."""

CACHED = 16_384
"""Numbers that are checked, then used, while they are near at hand."""


def online(
    rows: Entries,
    y: Array,
    order: Met,
    log: Indices,
    w: Array,
    theta: Sums,
    lag: Sums,
    marks: Array,
    rule: Array,
    trust: Array,
    first: int,
    count: int,
) -> tuple[int, int]:
    """Play the rounds from ``first`` on; weights are changed in place, mistakes are logged.

    Round t of the pass meets example ``order[t]``, or example t where there is no order. ``y``
    holds the steps: a label times how much its example counts. ``theta`` is asked for by rules that
    multiply and, as a table, by those that learn ``BY_SUMS``; ``lag`` for the average: it adds up
    every change of w times its round. (What is None costs nothing: numba compiles a loop without
    it.) ``rule`` and ``trust`` are `fast.numbers_of` a rule and those of a `fast.Trust` (arrays are
    handed over faster). ``marks`` holds a bound on the size of examples, how many rounds came
    before this pass, a bound on the size of every weight (-1: not known), and what `several` asks
    for.

    Returns the round at which it stopped (the number of examples, when it is done) and how many
    mistakes the log holds. It stops early at a round that it cannot decide (a near tie, a score
    that is not finite), at a mistake that is learned ``ELSEWHERE`` and, if it is to ``check``, at
    an example that is not binary.

    >>> X, y = np.array([[1.0, 2.0], [-1.0, 1.0]]), np.array([1.0, -1.0])
    >>> w, log = np.zeros(2), np.empty(2, dtype=np.int64)
    >>> rule, exact = np.array([ADD, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 2.0]), np.zeros(6)
    >>> online(X, y, None, log, w, None, None, np.zeros(3), rule, exact, 0, 0)
    (2, 2)
    >>> w, log
    (array([2., 1.]), array([0, 1]))
    """
    rounds, before = y.size, int(marks[1])
    learn, rate, threshold, margin, slope = int(rule[0]), rule[1], rule[2], rule[3], rule[4]
    minus_tie_is_wrong, plus_tie_is_wrong = rule[5] > 0.0, rule[6] > 0.0
    caution, floor = trust[0], trust[1]
    constant, measure, check = trust[2] > 0.0, trust[3] > 0.0, trust[4] > 0.0
    reach = math.sqrt(length_squared(w)) if slope > 0.0 else 0.0
    nothing = links.NOTHING if learn == BY_SUMS else 0.0
    top, limit, scale = marks[2], np.inf, 0.0
    if caution > 0.0:
        top = links.largest(w) if top < 0.0 else top
        limit = REMEASURE * (top + rate * marks[0])
        scale = (caution + nothing) * limit + nothing
    required, shift = margin + slope * reach, w[w.size - 1] if constant else 0.0
    wide = trust[5] > 0.0
    chunk = max(4, CACHED // w.size) if check else rounds
    t, size, fetched = first, marks[0], 0
    while t < rounds:
        last = min(rounds, t + chunk)
        if check:
            last = binary_until(rows, order, t, last)
            if last == t:
                return t, count
        while True:
            base = caution * (required + abs(threshold)) + floor
            if (slope > 0.0 and reach < TINY) or scale * size > caution * HUGE:
                base = np.inf  # |w|^2 too small, or scores too large for a float: nothing is clear
            bars = (threshold, required, shift, scale, base, size)
            if order is not None and wide and t >= fetched:
                begun = t
                t, gap, size = look_ahead(rows, y, order, w, (t, last), bars, measure)
                fetched = min(last, begun + (t - begun) // 4 * 4 + 4)
            elif order is not None and wide:  # the rest of four rows, which are at hand
                t, gap, size = scan(rows, y, order, w, (t, fetched), bars)
                if t == fetched and t < last:
                    continue
            elif measure:
                t, gap, size = first_scan(rows, y, order, w, (t, last), bars)
            else:
                t, gap, size = scan(rows, y, order, w, (t, last), bars)
            marks[0], marks[2] = size, top
            if t == last:
                break
            i = at(order, t)
            if not -np.inf < gap < -(scale * size + base):
                base += nothing * (top + 1.0) * size if nothing > 0.0 else 0.0
                total = terms(w, rows, i) + abs(shift)
                known = total == 0.0 and slope == 0.0 and learn <= MULTIPLY  # it is 0 in any order
                unsure = abs(gap) < caution * total + base and not known
                if (unsure and top > 0.0) or not abs(gap) < np.inf:
                    return t, count
                wrong = plus_tie_is_wrong if y[i] > 0.0 else minus_tie_is_wrong
                if gap > 0.0 or (gap == 0.0 and not wrong):
                    t += 1
                    continue
            if learn == ELSEWHERE:
                return t, count
            if theta is None:
                step = rate * y[i]
                if lag is None:
                    add(w, step, rows, i)
                else:
                    add_late(w, lag, float(before + t), step, rows, i)
                if constant:
                    w[w.size - 1] = shift + step
                    if lag is not None:
                        lag[w.size - 1] += (before + t) * (w[w.size - 1] - shift)
                    shift = w[w.size - 1]
                top += abs(step) * size
            elif theta.ndim == 2:
                learn_by_sums(w, theta, y[i], constant, rule, rows, i)
                top, shift = links.largest(w), w[w.size - 1] if constant else 0.0
            else:  # the terms of a score are positive: a weight that is promoted was below its bar
                multiply(w, theta, lag, float(before + t), rate, y[i] > 0.0, rows, i)
                top = max(top, 1.001 * rate * (threshold + required))
            log[count] = before + t
            count += 1
            t += 1
            if slope > 0.0:
                reach = math.sqrt(length_squared(w))
                required = margin + slope * reach
            if top > limit:
                top = links.largest(w)
                limit = REMEASURE * (top + rate * size)
                scale = (caution + nothing) * limit + nothing
    return rounds, count


def several(
    rows: Entries,
    y: Array,
    order: Met,
    log: Indices,
    w: Array,
    theta: Sums,
    lag: Sums,
    marks: Array,
    rule: Array,
    trust: Array,
    first: int,
    count: int,
) -> tuple[int, int]:
    """`online`, pass after pass in one order: until one is clean, or round ``marks[3]`` is reached.

    Small tables are played in microseconds, and to call a compiled function takes as long. Only
    rules that add go on, and only while no weight can have become infinite; ``marks[1]`` says with
    which round the last pass began.

    >>> X, y = np.array([[1.0, 2.0], [-1.0, 1.0]]), np.array([1.0, -1.0])
    >>> w, log, marks = np.zeros(2), np.empty(8, dtype=np.int64), np.array([0.0, 0.0, -1.0, 8.0])
    >>> rule, exact = np.array([ADD, 1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 2.0]), np.zeros(6)
    >>> several(X, y, None, log, w, None, None, marks, rule, exact, 0, 0)
    (2, 2)
    >>> float(marks[1])  # the second pass, from round 2 on, was clean
    2.0
    """
    while True:
        t, count = online(rows, y, order, log, w, theta, lag, marks, rule, trust, first, count)
        begun, bounded = marks[1], trust[0] == 0.0 or 0.0 <= marks[2] < np.inf
        is_clean = count == 0 or log[count - 1] < begun
        is_over = is_clean or begun + y.size >= marks[3] or rule[0] != ADD or not bounded
        if t < y.size or is_over:
            return t, count
        marks[1] = begun + y.size
        trust[3] = trust[4] = 0.0  # measure and check: all rows have been looked at
        first = 0
