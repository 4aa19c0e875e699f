"""The loop of `play`, compiled with numba: the same mistakes, at the speed of memory.

No result depends on it: the first thousands of rounds of a process are plain Python, numba comes
with the first large run (half a second, once two to compile), and need not be there at all.

**Why the loop can stop and ask.** A sum of floating-point products depends on the order of its
additions. When the true score is zero, that order decides its sign, and so decides whether a round
is a mistake. The textbook's score is ``x.dot(w)``; the compiled loop adds up in another order. Each
of the two is off by at most d u (|w_1 x_1| + ... + |w_d x_d|), u = 2^-53. So whenever a score is
closer to its threshold than that explains, the loop returns, the caller settles the round with
``x.dot(w)``, and the loop goes on. On small whole numbers, whose sums are exact, it has no doubts.

Rows are a table, or the arrays of a sparse one: (places, starts) where all entries are 1, else
(values, places, starts). `span`, `place` and `value` are all that knows the difference.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ..samples.rows import Entries, Examples, Rows
from ..validate import Array, Indices
from . import links
from .rules import TIES, Rule
from .sums import SMALL

__all__ = ["Trust", "loop", "online", "using"]

ADD, MULTIPLY, BY_SUMS, ELSEWHERE = 0, 1, 2, 3
"""How a mistake is learned: w += c x, or w *= c where x is on, or by adding to theta, from which
w is computed (`links`), or by the caller (numpy)."""

WIDE = 256
"""From this many features on, rows that lie scattered are read four at a time (measured)."""

REMEASURE = 4096
"""How many times larger the weights may get before they are measured anew. Until then this is the
bound by which scores are clear at a glance: it does not wait for what was learned just now."""

PATIENCE = 20_000
"""Rounds that plain Python plays (some 20 ms) before it is worth loading numba."""

EPSILON = float(np.finfo(float).eps)
"""Two sums of d products, added up in any order, differ by less than d of these of their size."""

TINY = 1e-150
"""Squares of lengths below this are too small for a float."""

HUGE = 1e307
"""Sums of products that may exceed this may overflow."""

CACHED = 16_384
"""Numbers that are checked, then used, while they are near at hand."""

SOON = 192
"""How many entries of sparse rows ahead memory is asked for what will be needed (measured)."""

FEW = 16
"""A pass of fewer rounds is over before a compiled function has unpacked its arguments."""

Met: TypeAlias = Indices | None  # the order in which examples are met, if it is another
Sums: TypeAlias = Array | None  # what is added up on the way, if anything

Bars: TypeAlias = tuple[float, float, float, float, float, float]
"""The threshold of a score, what is asked beyond it, and what the constant feature adds to it;
then how near is too near to be clear: ``scale`` times the size of the largest example (the last
of the six, as far as it is known), and ``base``."""


@cache
def numbers_of(rule: Rule) -> Array:
    """A rule as the compiled loop knows it: how it learns, its numbers, and who is wrong at a tie.

    Weights that may drift, and powers far from those of lecture 06, are left to numpy.

    >>> numbers_of(Rule(rate=2.0)).tolist()
    [0.0, 2.0, 0.0, 0.0, 0.0, 1.0, 1.0, 2.0]
    """
    powers = BY_SUMS if 2.0 <= rule.p < 100.0 else ELSEWHERE
    ways = {"add": ADD, "multiply": MULTIPLY, "balanced": BY_SUMS, "p_norm": powers}
    learn = ways.get(rule.update, ELSEWHERE)
    bars = rule.threshold, rule.margin, rule.slope
    return np.array([learn, rule.rate, *bars, *TIES[rule.ties], rule.p], dtype=np.float64)


class Trust(NamedTuple):
    """What the loop may take for granted of the examples.

    ``caution``: how far its sums may be off, relative to the sum of their terms' sizes; 0 if they
    are exact. ``floor``: the same for terms too small for a float. ``constant``: does the last
    weight belong to a feature that is always 1? ``measure``: is the size of the largest example
    still to be found? ``check``: must rows be looked at for entries other than 0 and 1? ``wide``:
    is it worth reading several scattered rows at once?

    >>> examples = Examples(np.array([[2.0, 1.0], [1.0, 3.0]]), np.array([1.0, -1.0]))
    >>> float(Trust.of(examples, Rule(), np.zeros(2))[0])  # no sum of whole numbers is off
    0.0
    """

    caution: float
    floor: float
    constant: bool
    measure: bool
    check: bool
    wide: bool

    @classmethod
    def of(cls, examples: Examples, rule: Rule, w: Array) -> Array:
        """How far a compiled loop may trust its own sums, when this rule begins with w."""
        rows, d = examples.rows, examples.rows.width
        exact = _sums_are_exact(examples, rule, w)
        lost = SMALL if rule.is_scale_free else d * 1e-323  # `Rule.errs` doubts these as well
        ulps = links.ULPS + d if rule.update in ("balanced", "p_norm") else 0  # of the weights
        off = 2 * (_terms(rows) + 8 + ulps) * EPSILON
        caution, floor = (0.0, 0.0) if exact else (off, lost)
        check = rule.update == "multiply" and not rows.is_sparse
        if check:
            examples.largest = float(d)
        measure = not (exact or check)
        wide = d >= WIDE and not rows.is_sparse
        return np.array(cls(caution, floor, rows.constant, measure, check, wide))


def _sums_are_exact(examples: Examples, rule: Rule, w: Array) -> bool:
    """Are all numbers whole and so small that no sum of products can be rounded?"""
    fits = rule.update == "add" and not rule.slope and float(rule.rate).is_integer()
    given, rows = examples.rows.given, examples.rows
    fits = fits and (not rows.constant or float(rule.threshold).is_integer())
    entries = given.reshape(-1) if isinstance(given, np.ndarray) else given.data
    if not fits or not len(entries) or not float(entries[0]).is_integer() or not _are_whole(w):
        return False
    top = 1.0
    for part in (entries[k : k + CACHED] for k in range(0, len(entries), CACHED)):
        if not _are_whole(part):
            return False
        top = max(top, float(part.max()), -float(part.min()))
    if examples.steps is not examples.y and not _are_whole(examples.steps):
        return False
    most = float(np.abs(examples.steps).max()) * rule.rate * len(examples) * examples.passes * top
    return bool(rows.width * top * (float(np.abs(w).max()) + most) < 2.0**53)


def _terms(rows: Rows) -> int:
    """How many products a score adds up, at most: zeros that are not listed change no sum."""
    if isinstance(rows.given, np.ndarray) or rows.negations:
        return rows.width
    return int(np.diff(rows.given.indptr).max()) + rows.constant


def _are_whole(values: Array) -> bool:
    return bool((values == np.rint(values)).all())


def entries_of(examples: Examples) -> Entries:
    """The rows as the loop reads them; of a sparse table (values,) places, starts."""
    if examples.entries is None:
        given = examples.rows.given
        if isinstance(given, np.ndarray):
            examples.entries = given
        else:  # places without a sign need no test for counting from the end (measured)
            places = given.indices.astype(np.int32, copy=False).view(np.uint32)
            starts = given.indptr.astype(np.int64)
            ones = bool((given.data[:1] == 1.0).all() and (given.data == 1.0).all())
            examples.entries = (places, starts) if ones else (given.data, places, starts)
    return examples.entries


# -- what is compiled: plain Python too, only slower ----------------------------------------------


def span(rows: Entries, i: int) -> tuple[int, int]:
    """The first entry of example i, and the first that is no longer its own."""
    if isinstance(rows, tuple):
        return int(rows[-1][i]), int(rows[-1][i + 1])
    return 0, rows.shape[1]


def place(rows: Entries, k: int) -> int:
    """Which feature entry k belongs to."""
    return int(rows[-2][k]) if isinstance(rows, tuple) else k


def value(rows: Entries, i: int, k: int) -> float:
    """Entry k of example i."""
    if isinstance(rows, tuple):
        return float(rows[0][k]) if len(rows) == 3 else 1.0
    return float(rows[i, k])


def fetch(rows: Entries, k: int) -> None:
    """Ask memory for entry k of sparse rows, before it is needed; only the compiled loop does."""


def at(order: Met, t: int) -> int:
    """Which example round t meets: the t-th, unless an order says otherwise."""
    return t if order is None else int(order[t])


def dot(w: Array, rows: Entries, i: int) -> float:
    """w.x for example i, without the constant feature."""
    first, last = span(rows, i)
    score = 0.0
    for k in range(first, last):
        score += w[place(rows, k)] * value(rows, i, k)
    return score


def sparse_dot(w: Array, rows: Entries, i: int) -> float:
    """The same in four sums side by side: to gather weights into vectors is slow (measured)."""
    k, last = span(rows, i)
    s0 = s1 = s2 = s3 = 0.0
    while k + 4 <= last:
        fetch(rows, k + SOON)
        s0 += w[place(rows, k)] * value(rows, i, k)
        s1 += w[place(rows, k + 1)] * value(rows, i, k + 1)
        s2 += w[place(rows, k + 2)] * value(rows, i, k + 2)
        s3 += w[place(rows, k + 3)] * value(rows, i, k + 3)
        k += 4
    while k < last:
        s0 += w[place(rows, k)] * value(rows, i, k)
        k += 1
    return (s0 + s1) + (s2 + s3)


def measured_dot(w: Array, rows: Entries, i: int) -> tuple[float, float]:
    """w.x, and the size |x_1| + ... + |x_d|, which costs nothing while waiting for memory."""
    first, last = span(rows, i)
    score = size = 0.0
    for k in range(first, last):
        x = value(rows, i, k)
        score += w[place(rows, k)] * x
        size += abs(x)
    return score, size


def sparse_measured_dot(w: Array, rows: Entries, i: int) -> tuple[float, float]:
    """The same of a sparse row, in sums side by side."""
    k, last = span(rows, i)
    s0 = s1 = s2 = s3 = size = more = 0.0
    while k + 4 <= last:
        fetch(rows, k + SOON)
        x0, x1 = value(rows, i, k), value(rows, i, k + 1)
        x2, x3 = value(rows, i, k + 2), value(rows, i, k + 3)
        s0 += w[place(rows, k)] * x0
        s1 += w[place(rows, k + 1)] * x1
        s2 += w[place(rows, k + 2)] * x2
        s3 += w[place(rows, k + 3)] * x3
        size += abs(x0) + abs(x1)
        more += abs(x2) + abs(x3)
        k += 4
    while k < last:
        s0 += w[place(rows, k)] * value(rows, i, k)
        size += abs(value(rows, i, k))
        k += 1
    return (s0 + s1) + (s2 + s3), size + more


def terms(w: Array, rows: Entries, i: int) -> float:
    """|w_1 x_1| + ... + |w_d x_d|, without the constant feature."""
    first, last = span(rows, i)
    total = 0.0
    for k in range(first, last):
        total += abs(w[place(rows, k)] * value(rows, i, k))
    return total


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
    it.) ``rule`` and ``trust`` are `numbers_of` a rule and those of a `Trust` (arrays are handed
    over faster). ``marks`` holds a bound on the size of examples, how many rounds came before this
    pass, and a bound on the size of every weight (-1: not known).

    Returns the round at which it stopped (the number of examples, when it is done) and how many
    mistakes the log holds. It stops early at a round that it cannot decide (a near tie, a score
    that is not finite), at a mistake that is learned ``ELSEWHERE`` and, if it is to ``check``, at
    an example that is not binary.

    >>> X, y = np.array([[1.0, 2.0], [-1.0, 1.0]]), np.array([1.0, -1.0])
    >>> w, log = np.zeros(2), np.empty(2, dtype=np.int64)
    >>> rule, exact = numbers_of(Rule()), np.zeros(6)
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


# -- which machine turns the loop -----------------------------------------------------------------

_mode = "auto"
_played = 0


@contextmanager
def using(mode: str) -> Iterator[None]:
    """Force the ``"plain"`` or the ``"compiled"`` loop in a with block (default: ``"auto"``).

    >>> from perceptronlib import Perceptron
    >>> with using("plain"):
    ...     Perceptron().fit([[1.0, 2.0], [-1.0, 1.0]], [1, -1]).run_.mistakes
    array([0, 1])
    """
    global _mode
    if mode not in ("auto", "plain", "compiled"):
        raise ValueError(f"mode must be 'auto', 'plain' or 'compiled'; got {mode!r}")
    if mode == "compiled" and compiled() is None:
        raise ImportError("compiled loops need numba, which cannot be imported here")
    before, _mode = _mode, mode
    try:
        yield
    finally:
        _mode = before


def effort(numbers: Array, d: int) -> int:
    """How many rounds of another rule take plain Python as long as one of this, roughly."""
    return 1 + d // 100 if numbers[0] == BY_SUMS else 1


def loop(rounds: int) -> Callable[..., tuple[int, int]] | None:
    """The compiled loop, if it pays for so many rounds; else None.

    >>> with using("plain"):
    ...     print(loop(10**9))
    None
    """
    global _played
    _played += rounds if _mode == "auto" else 0
    pays = _mode == "auto" and rounds >= FEW and _played > PATIENCE
    return compiled() if pays or _mode == "compiled" else None


@cache
def compiled() -> Callable[..., tuple[int, int]] | None:
    """`online`, compiled; None where numba is missing.

    Sums may be added up in any order (``reassoc``); the update of w, or of theta, may not be
    contracted into fused multiply-adds, so that it has the textbook's value to the last bit.
    """
    try:
        import numba
        from numba.extending import register_jitable
    except ImportError:
        return None
    # divisions are not checked for zero: quicker to compile
    quick: dict[str, Any] = {"error_model": "numpy"}
    sums = {**quick, "fastmath": {"reassoc", "contract", "nsz"}}
    inlined = {"forceinline": True}
    fused = {**quick, **inlined, "fastmath": {"contract"}}
    options: dict[Callable[..., Any], dict[str, Any]] = {
        **dict.fromkeys((scan, first_scan, add, add_late), quick | inlined),
        **dict.fromkeys((sparse_dot, sparse_measured_dot), quick | inlined),
        **dict.fromkeys((terms, length_squared, *links.ADDING_UP), sums),
        **dict.fromkeys((at, binary_until, multiply), quick),
        **dict.fromkeys((learn_by_sums, add_exactly, links.largest, links.scale_by), quick),
        **dict.fromkeys(links.ONE_BY_ONE, fused),
    }
    for function, chosen in options.items():
        register_jitable(**chosen)(function)
    _teach_the_difference(quick | inlined, sums | inlined)
    try:
        made: Callable[..., tuple[int, int]] = numba.njit(**quick, nogil=True, cache=True)(online)
    except RuntimeError:  # there is nowhere to write to: compile anew in each process
        made = numba.njit(**quick, nogil=True)(online)
    return made


def _teach_the_difference(quick: dict[str, Any], sums: dict[str, Any]) -> None:
    """Tell numba what each kind of rows has in place of these functions: table, ones, sparse.

    Sums over a table may be reordered into vectors; sparse ones are quicker as they stand.
    """
    from numba.core.types import BaseTuple
    from numba.extending import overload

    prefetch = _prefetch()

    def fetch_both(rows, k):  # type: ignore[no-untyped-def]
        prefetch(rows[0], k)
        prefetch(rows[1], k)

    def one(kind: int, implementation: Any) -> Callable[[Any], Any]:
        def chosen(rows: Any) -> Any:
            mine = len(rows) - 1 if isinstance(rows, BaseTuple) else 0
            return implementation if mine == kind else None

        return chosen

    kinds: dict[Callable[..., Any], tuple[Callable[..., Any], ...]] = {
        span: (
            lambda rows, i: (0, rows.shape[1]),
            *[lambda rows, i: (rows[-1][i], rows[-1][i + 1])] * 2,
        ),
        place: (lambda rows, k: k, *[lambda rows, k: rows[-2][k]] * 2),
        value: (
            lambda rows, i, k: rows[i, k],
            lambda rows, i, k: 1.0,
            lambda rows, i, k: rows[0][k],
        ),
        dot: (dot, sparse_dot, sparse_dot),
        measured_dot: (measured_dot, sparse_measured_dot, sparse_measured_dot),
        look_ahead: (
            look_ahead,
            *[lambda rows, y, order, w, rounds, bars, measure: (rounds[1], 0.0, 0.0)] * 2,
        ),
        fetch: (lambda rows, k: None, lambda rows, k: prefetch(rows[0], k), fetch_both),
    }
    typings: dict[Callable[..., Any], Callable[[Any], Callable[..., Any]]] = {
        span: lambda of: lambda rows, i: of(rows),
        place: lambda of: lambda rows, k: of(rows),
        value: lambda of: lambda rows, i, k: of(rows),
        dot: lambda of: lambda w, rows, i: of(rows),
        measured_dot: lambda of: lambda w, rows, i: of(rows),
        fetch: lambda of: lambda rows, k: of(rows),
        look_ahead: lambda of: lambda rows, y, order, w, rounds, bars, measure: of(rows),
    }
    for function, implementations in kinds.items():
        for kind, implementation in enumerate(implementations):
            options: Any = quick if kind else sums
            teach = overload(function, jit_options=options, strict=False)
            teach(typings[function](one(kind, implementation)))


def _prefetch() -> Any:
    """LLVM's hint to the processor that an array will be read at k; beyond its end it is void."""
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    @intrinsic
    def prefetch(typing, array, k):  # type: ignore[no-untyped-def]
        def code(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
            byte = builder.bitcast(builder.gep(data, [arguments[1]]), ir.IntType(8).as_pointer())
            flag = ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [byte.type, flag, flag, flag])
            hint = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")  # type: ignore[no-untyped-call]
            builder.call(hint, [byte, flag(0), flag(3), flag(1)])  # to read, keep, data
            return context.get_dummy_value()

        return types.void(array, types.intp), code

    return prefetch
