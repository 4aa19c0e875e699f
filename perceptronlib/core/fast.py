"""The loop of `play`, compiled with numba: the same mistakes, at the speed of memory.

Nothing here is taught, and no result depends on it: the first thousands of rounds of a process are
plain Python, numba is imported with the first large run (half a second, and once per installation
some three to compile), and where it is missing, as in the browser, plain Python serves.

**Why the loop can stop and ask.** A sum of floating-point products depends on the order of its
additions. When the true score is zero, that order decides its sign, and so decides whether a round
is a mistake. The textbook's score is ``x.dot(w)``; the compiled loop adds up in another order. Each
of the two is off by at most d u (|w_1 x_1| + ... + |w_d x_d|), u = 2^-53. So whenever a score is
closer to its threshold than that explains, the loop returns, the caller settles the round with
``x.dot(w)``, and the loop goes on. On small whole numbers, whose sums are exact, it has no doubts.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from ..validate import Array, Indices
from .rules import SMALL, TIES, Rule

__all__ = ["Numbers", "Trust", "loop", "online", "using"]

ADD, MULTIPLY, ELSEWHERE = 0, 1, 2
"""How a mistake is learned: w += c x, or w *= c where x is on, or by the caller (numpy)."""

WIDE = 256
"""From this many features on, scoring four examples at once is faster than one (measured)."""

REMEASURE = 16
"""How many mistakes may pass before the size of w, which is bounded until then, is measured."""

PATIENCE = 20_000
"""Rounds that plain Python plays (some 20 ms) before it is worth loading numba."""

TINY = 1e-150
"""Squares of lengths below this are too small for a float."""

CACHED = 16_384
"""Numbers that are measured, then played, while they are near at hand."""

FEW = 16
"""A pass of fewer rounds is over before a compiled function has unpacked its arguments."""


Bars: TypeAlias = tuple[float, float, float]
"""The threshold of a score, what is asked beyond it, and how near is too near to be clear."""


class Numbers(NamedTuple):
    """A rule as the compiled loop knows it.

    >>> Numbers.of(Rule(rate=2.0)).tolist()
    [0.0, 2.0, 0.0, 0.0, 0.0, 1.0, 1.0]
    """

    learn: int
    rate: float
    threshold: float
    margin: float
    slope: float
    tie_is_wrong_for_minus: bool
    tie_is_wrong_for_plus: bool

    @classmethod
    @cache
    def of(cls, rule: Rule) -> Array:
        """The numbers of a rule; powers and exponentials are left to numpy, bit for bit."""
        learn = {"add": ADD, "multiply": MULTIPLY}.get(rule.update, ELSEWHERE)
        of_rule = cls(learn, rule.rate, rule.threshold, rule.margin, rule.slope, *TIES[rule.ties])
        return np.array(of_rule)


class Trust(NamedTuple):
    """What the loop may take for granted of the table.

    ``caution``: how far its sums may be off, relative to the sum of their terms' sizes; 0 if they
    are exact. ``floor``: the same for terms too small for a float. ``wide``: is it worth scoring
    several examples at once? ``measure``: is the size of its largest example still to be found?
    ``check``: must rows be looked at for entries other than 0 and 1?

    >>> Trust(0.0, 0.0, wide=True, measure=False, check=False).wide
    True
    """

    caution: float
    floor: float
    wide: bool
    measure: bool
    check: bool


# -- what is compiled: plain Python too, only slower ----------------------------------------------


def at(order: Indices, t: int) -> int:
    """Which example round t meets: the t-th, unless an order says otherwise."""
    return int(order[t]) if order.size > 0 else t


def dot(w: Array, X: Array, i: int) -> float:
    """The score of example i."""
    score = 0.0
    for j in range(w.size):
        score += w[j] * X[i, j]
    return score


def scan(
    X: Array, y: Array, order: Indices, w: Array, rounds: tuple[int, int], bars: Bars
) -> tuple[int, float]:
    """The next of these rounds that is not clearly right, and its gap; the last, if all are."""
    first, last = rounds
    threshold, required, near = bars
    for t in range(first, last):
        i = at(order, t)
        gap = y[i] * (dot(w, X, i) - threshold) - required
        if not near < gap < np.inf:
            return t, gap
    return last, 0.0


def scan_wide(
    X: Array, y: Array, order: Indices, w: Array, rounds: tuple[int, int], bars: Bars
) -> tuple[int, float]:
    """The same on a wide table: four rows stream through memory together, which is faster."""
    t, last = rounds
    threshold, required, near = bars
    while t + 4 <= last:
        a, b, c, e = at(order, t), at(order, t + 1), at(order, t + 2), at(order, t + 3)
        s0 = s1 = s2 = s3 = 0.0
        for j in range(w.size):
            s0 += w[j] * X[a, j]
            s1 += w[j] * X[b, j]
            s2 += w[j] * X[c, j]
            s3 += w[j] * X[e, j]
        scores = (s0, s1, s2, s3)
        for k in range(4):
            gap = y[at(order, t + k)] * (scores[k] - threshold) - required
            if not near < gap < np.inf:
                return t + k, gap
        t += 4
    return scan(X, y, order, w, (t, last), bars)


def sizes(X: Array, order: Indices, first: int, last: int) -> float:
    """At least the size of the largest example of these rounds: the sum of the sizes of all."""
    total = 0.0
    if order.size > 0:
        for t in range(first, last):
            for j in range(X.shape[1]):
                total += abs(X[order[t], j])
    else:
        entries = X[first:last].ravel()
        for k in range(entries.size):
            total += abs(entries[k])
    return total


def doubt(caution: float, floor: float, summed: float, slope: float, reach: float) -> float:
    """How far a score may be off; without limit where |w|^2 is too small for a float."""
    off = caution * (summed + slope * reach) + floor
    return np.inf if slope > 0.0 and reach < TINY else off


def is_binary(X: Array, i: int) -> bool:
    """Does example i consist of zeros and ones?"""
    odd = 0  # counted, not asked one by one: a sum of integers vectorises
    for j in range(X.shape[1]):
        odd += (X[i, j] != 0.0) & (X[i, j] != 1.0)
    return odd == 0


def add(w: Array, c: float, X: Array, i: int) -> None:
    """Learn by adding: w += c x."""
    for j in range(w.size):
        w[j] += c * X[i, j]


def promote(w: Array, theta: Array, factor: float, X: Array, i: int) -> None:
    """Learn a missed positive: w *= factor where x is on; what was too small may come back."""
    lowest, back = math.log(SMALL) / math.log(factor) if factor > 1.0 else -np.inf, 0
    for j in range(w.size):  # every weight is written back: a store without condition vectorises
        theta[j] += X[i, j]
        w[j] = w[j] * factor if X[i, j] > 0 else w[j]
        back += (w[j] == 0.0) & (theta[j] >= lowest)
    if back > 0:
        for j in range(w.size):
            if w[j] == 0.0 and theta[j] >= lowest:
                w[j] = factor ** theta[j]


def demote(w: Array, theta: Array, factor: float, X: Array, i: int) -> None:
    """Learn a false positive: w /= factor where x is on; what gets too small is 0."""
    lowest = math.log(SMALL) / math.log(factor) if factor > 1.0 else -np.inf
    if math.frexp(factor)[0] == 0.5:  # to divide by a power of two is to multiply
        share = 1.0 / factor
        for j in range(w.size):
            theta[j] -= X[i, j]
            w[j] = (w[j] * share if X[i, j] > 0 else w[j]) if theta[j] >= lowest else 0.0
    else:
        for j in range(w.size):
            theta[j] -= X[i, j]
            w[j] = (w[j] / factor if X[i, j] > 0 else w[j]) if theta[j] >= lowest else 0.0


def online(
    X: Array,
    y: Array,
    order: Indices,
    log: Indices,
    w: Array,
    theta: Array,
    total: Array,
    marks: Array,
    rule: Array,
    trust: Array,
    first: int,
    count: int,
) -> tuple[int, int]:
    """Play the rounds from ``first`` on; weights are changed in place, mistakes are logged.

    Round t of the pass meets example ``order[t]``, or example t where ``order`` is empty.
    ``total`` adds up the weights at the end of every round, unless it is empty. ``rule`` and
    ``trust`` are the numbers of a `Numbers` and a `Trust` (arrays are handed over faster).
    ``marks`` holds a bound on the size of examples, the round up to which the total is complete,
    and how many rounds came before this pass.

    Returns the round at which it stopped (the number of examples, when it is done) and how many
    mistakes the log holds. It stops early at a round that it cannot decide (a near tie, a score
    that is not finite), at a mistake that is learned ``ELSEWHERE`` and, if it is to ``check``, at
    an example that is not binary.

    >>> X, y = np.array([[1.0, 2.0], [-1.0, 1.0]]), np.array([1.0, -1.0])
    >>> w, none, log = np.zeros(2), np.empty(0), np.empty(2, dtype=np.int64)
    >>> rule, exact = Numbers.of(Rule()), np.array(Trust(0.0, 0.0, False, False, False))
    >>> online(X, y, log[:0], log, w, none, none, np.zeros(3), rule, exact, 0, 0)
    (2, 2)
    >>> w, log
    (array([2., 1.]), array([0, 1]))
    """
    rounds, before = y.size, int(marks[2])
    learn, rate, threshold, margin, slope = int(rule[0]), rule[1], rule[2], rule[3], rule[4]
    minus_tie_is_wrong, plus_tie_is_wrong = rule[5] > 0.0, rule[6] > 0.0
    caution, floor = trust[0], trust[1]
    wide, measure, check = trust[2] > 0.0, trust[3] > 0.0, trust[4] > 0.0
    row, natural = w.reshape(1, w.size), order[:0]  # w as a table, for the functions above
    reach = math.sqrt(dot(w, row, 0)) if slope > 0.0 else 0.0
    weight = sizes(row, natural, 0, 1) if caution > 0.0 else 0.0
    chunk = 1 if check else max(4, CACHED // w.size) if measure else rounds
    t = first
    while t < rounds:
        last = min(rounds, t + chunk)
        if measure:
            marks[0] = max(marks[0], sizes(X, order, t, last))
        if check and not is_binary(X, at(order, t)):
            return t, count
        while True:
            near = doubt(caution, floor, weight * marks[0], slope, reach)
            bars = (threshold, margin + slope * reach, near)
            if wide:
                t, gap = scan_wide(X, y, order, w, (t, last), bars)
            else:
                t, gap = scan(X, y, order, w, (t, last), bars)
            if t == last:
                break
            i = at(order, t)
            if not -np.inf < gap < -near:
                terms = 0.0
                for j in range(w.size):
                    terms += abs(w[j] * X[i, j])
                unsure = abs(gap) < doubt(caution, floor, terms, slope, reach)
                if (unsure and weight > 0.0) or not abs(gap) < np.inf:
                    return t, count
                wrong = plus_tie_is_wrong if y[i] > 0 else minus_tie_is_wrong
                if gap > 0.0 or (gap == 0.0 and not wrong):
                    t += 1
                    continue
            if learn == ELSEWHERE:
                return t, count
            if total.size > 0:
                for j in range(w.size):
                    total[j] += (before + t - marks[1]) * w[j]
                marks[1] = before + t
            if learn == ADD:
                add(w, rate * y[i], X, i)
                weight += rate * marks[0]
            elif y[i] > 0:
                promote(w, theta, rate, X, i)
                weight *= rate
            else:
                demote(w, theta, rate, X, i)
            log[count] = before + t
            count += 1
            t += 1
            if slope > 0.0:
                reach = math.sqrt(dot(w, row, 0))
            if caution > 0.0 and (count < REMEASURE or count % REMEASURE == 0):
                weight = sizes(row, natural, 0, 1)
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

    Sums may be added up in any order (``reassoc``); the update of w may not be contracted into
    fused multiply-adds, so that w keeps the textbook's value to the last bit.
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
    options: dict[Callable[..., Any], dict[str, Any]] = {
        **dict.fromkeys((dot, scan), sums | inlined),
        **dict.fromkeys((scan_wide, sizes), sums),
        **dict.fromkeys((at, doubt, is_binary, promote, demote), quick),
        add: quick | inlined,
    }
    for function, chosen in options.items():
        register_jitable(**chosen)(function)
    try:
        made: Callable[..., tuple[int, int]] = numba.njit(**quick, nogil=True, cache=True)(online)
    except RuntimeError:  # there is nowhere to write to: compile anew in each process
        made = numba.njit(**quick, nogil=True)(online)
    return made
