"""The loop of `play`, compiled with numba: the same mistakes, at the speed of memory.

No result depends on it: the first thousands of rounds of a process are plain Python, numba comes
with the first large run (half a second, once two to compile), and need not be there at all.

**Why the loop can stop and ask.** A sum of floating-point products depends on the order of its
additions. When the true score is zero, that order decides its sign, and so decides whether a round
is a mistake. The textbook's score is ``x.dot(w)``; the compiled loop adds up in another order. Each
of the two is off by at most d u (|w_1 x_1| + ... + |w_d x_d|), u = 2^-53. So whenever a score is
closer to its threshold than that explains, the loop returns, the caller settles the round with
``x.dot(w)``, and the loop goes on. On small whole numbers, whose sums are exact, it has no doubts.

It reads rows by `span`, `place` and `value` (`samples.entries`), be they a table or sparse.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ..samples import entries
from ..samples.entries import dot, measured_dot, place, span, terms, value
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

TOGETHER = 2**16
"""So many rounds, at most, are played in one call of a compiled function, if they are passes."""

CACHED = 16_384
"""Numbers that are checked, then used, while they are near at hand."""

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
    numbers = given.reshape(-1) if isinstance(given, np.ndarray) else given.data
    if not fits or not len(numbers) or not float(numbers[0]).is_integer() or not _are_whole(w):
        return False
    top = 1.0
    for part in (numbers[k : k + CACHED] for k in range(0, len(numbers), CACHED)):
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


# -- what is compiled: plain Python too, only slower ----------------------------------------------


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
    pass, a bound on the size of every weight (-1: not known), and what `several` asks for.

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
    >>> rule, exact = numbers_of(Rule()), np.zeros(6)
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
    """`several`, compiled; None where numba is missing.

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
        **dict.fromkeys((entries.sparse_dot, entries.sparse_measured_dot), quick | inlined),
        **dict.fromkeys((terms, length_squared, *links.ADDING_UP), sums),
        **dict.fromkeys((at, binary_until, multiply, online), quick),
        **dict.fromkeys((learn_by_sums, add_exactly, links.largest, links.scale_by), quick),
        **dict.fromkeys(links.ONE_BY_ONE, fused),
    }
    for function, chosen in options.items():
        register_jitable(**chosen)(function)
    ahead: entries.Ways = (
        lambda of: lambda rows, y, order, w, rounds, bars, measure: of(rows),
        look_ahead,
        *[lambda rows, y, order, w, rounds, bars, measure: (rounds[1], 0.0, 0.0)] * 2,
    )
    entries.teach_the_difference(quick | inlined, sums | inlined, {look_ahead: ahead})
    try:
        made: Callable[..., tuple[int, int]] = numba.njit(**quick, nogil=True, cache=True)(several)
    except RuntimeError:  # there is nowhere to write to: compile anew in each process
        made = numba.njit(**quick, nogil=True)(several)
    return made
