"""The loop of `play`, compiled with numba: the same mistakes, at the speed of memory.

Nothing here is taught, and nothing depends on it: small runs are plain Python, numba is imported
on the first large one (about half a second, and once per installation a second or two to compile),
and where it is missing, as in the browser, plain Python serves.

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
from typing import Any, NamedTuple

import numpy as np

from ..validate import Array, Indices
from .rules import SMALL, TIES, Rule

__all__ = ["Numbers", "Trust", "Workplace", "caution", "loop", "online", "tally", "using"]

ADD, MULTIPLY, ELSEWHERE = 0, 1, 2
"""How a mistake is learned: w += c x, or w *= c where x is on, or by the caller (numpy)."""

LOOK = 4
"""On wide tables so many examples are scored at once: four rows of the table stream through
memory together, which is faster than one after the other."""

WIDE = 256
"""From this many features on, scoring four examples at once is faster than one (measured)."""

REMEASURE = 16
"""How many mistakes may pass before the size of w, which is bounded until then, is measured."""

PATIENCE = 20_000
"""Rounds that plain Python plays (some 20 ms) before it is worth loading numba."""

TINY = 1e-150
"""Squares of lengths below this are too small for a float."""

FEW = 16
"""A pass of fewer rounds is over before a compiled function has unpacked its arguments."""


class Numbers(NamedTuple):
    """A rule as the compiled loop knows it."""

    learn: int
    rate: float
    threshold: float
    margin: float
    slope: float
    tie_is_wrong: tuple[bool, bool]

    @classmethod
    def of(cls, rule: Rule) -> Numbers:
        """The numbers of a rule; powers and exponentials are left to numpy, bit for bit."""
        learn = {"add": ADD, "multiply": MULTIPLY}.get(rule.update, ELSEWHERE)
        tied = TIES[rule.ties]
        return cls(learn, rule.rate, rule.threshold, rule.margin, rule.slope, tied)


class Trust(NamedTuple):
    """What the loop may take for granted of the table.

    ``caution``: how far its sums may be off, relative to the sum of their terms' sizes; 0 if they
    are exact. ``floor``: the same for terms too small for a float. ``wide``: is the table wide?
    ``measure``: is this the first pass, so that the sizes of examples are not known yet? ``check``:
    must rows be looked at for entries other than 0 and 1?
    """

    caution: float
    floor: float
    wide: bool
    measure: bool
    check: bool


class Workplace(NamedTuple):
    """What the loop changes in place: weights, the sums behind them, their total, two marks.

    ``total`` adds up the weights at the end of every round, unless it is empty. ``marks`` holds
    the size of the largest example seen, and the round up to which the total is complete.
    """

    w: Array
    theta: Array
    total: Array
    marks: Array


# -- what is compiled: plain Python too, only slower ----------------------------------------------


def dot(w: Array, X: Array, i: int) -> float:
    score = 0.0
    for j in range(w.size):
        score += w[j] * X[i, j]
    return score


def at(order: Indices, t: int) -> int:
    """Which example round t meets: the t-th, unless an order says otherwise."""
    return int(order[t]) if order.size > 0 else t


def dots(w: Array, X: Array, order: Indices, t: int) -> tuple[float, float, float, float]:
    """The scores of the next four rounds."""
    a, b, c, e = at(order, t), at(order, t + 1), at(order, t + 2), at(order, t + 3)
    s0 = s1 = s2 = s3 = 0.0
    for j in range(w.size):
        s0 += w[j] * X[a, j]
        s1 += w[j] * X[b, j]
        s2 += w[j] * X[c, j]
        s3 += w[j] * X[e, j]
    return s0, s1, s2, s3


def length(w: Array) -> float:
    """The Euclidean length of w."""
    total = 0.0
    for j in range(w.size):
        total += w[j] * w[j]
    return math.sqrt(total)


def size(w: Array) -> float:
    """The sum of the sizes of the weights."""
    total = 0.0
    for j in range(w.size):
        total += abs(w[j])
    return total


def row_size(X: Array, i: int) -> float:
    """The sum of the sizes of an example's entries."""
    total = 0.0
    for j in range(X.shape[1]):
        total += abs(X[i, j])
    return total


def lowest(w: Array) -> float:
    """The smallest weight."""
    low = np.inf
    for j in range(w.size):
        low = min(low, w[j])
    return low


def terms(w: Array, X: Array, i: int) -> float:
    """The sum of the sizes of a score's terms."""
    total = 0.0
    for j in range(w.size):
        total += abs(w[j] * X[i, j])
    return total


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


def promote(place: Workplace, factor: float, X: Array, i: int) -> None:
    """Learn a missed positive: active weights are multiplied."""
    w, theta = place.w, place.theta
    for j in range(w.size):  # every weight is written back: a store without condition vectorises
        w[j] = w[j] * factor if X[i, j] > 0 else w[j]
        theta[j] += X[i, j]


def demote(place: Workplace, factor: float, X: Array, i: int) -> None:
    """Learn a false positive: active weights are divided."""
    w, theta = place.w, place.theta
    if math.frexp(factor)[0] == 0.5:  # by a power of two: to divide is to multiply
        for j in range(w.size):
            w[j] = w[j] * (1.0 / factor) if X[i, j] > 0 else w[j]
            theta[j] -= X[i, j]
    else:
        for j in range(w.size):
            w[j] = w[j] / factor if X[i, j] > 0 else w[j]
            theta[j] -= X[i, j]


def keep_total(place: Workplace, t: int) -> None:
    """Add w to the total for the rounds it has lasted, up to round t."""
    lasted = t - place.marks[1]
    for j in range(place.total.size):
        place.total[j] += lasted * place.w[j]
    place.marks[1] = t


def share(scores: Array, i: int, counts: Array, zero_wins: bool) -> float:
    """The counts of those that score row i above zero."""
    total = 0.0
    if zero_wins:
        for k in range(counts.size):
            total += counts[k] if scores[i, k] >= 0.0 else 0.0
    else:
        for k in range(counts.size):
            total += counts[k] if scores[i, k] > 0.0 else 0.0
    return total


def tally(scores: Array, counts: Array, zero_wins: bool, votes: Array) -> None:
    """Count the votes: votes[i] = sum_k counts[k] sgn(scores[i, k]).

    >>> votes = np.empty(1)
    >>> tally(np.array([[-1.0, 0.0, 2.0]]), np.array([4.0, 1.0, 1.0]), True, votes); votes
    array([-2.])
    """
    total = counts.sum()
    for i in range(votes.size):
        votes[i] = 2.0 * share(scores, i, counts, zero_wins) - total


def online(
    X: Array,
    y: Array,
    order: Indices,
    log: Indices,
    place: Workplace,
    rule: Numbers,
    trust: Trust,
    t: int,
    count: int,
    before: int,
) -> tuple[int, int]:
    """Play the rounds from t on; weights are changed in place, mistakes are logged.

    Round t of the pass meets example ``order[t]``, or example t where ``order`` is empty;
    ``before`` rounds came before the pass. Returns the round at which it stopped (the number of
    examples, when it is done) and how many mistakes the log holds. It stops early at a round that
    it cannot decide (a near tie, a score that is not finite), at a mistake that is learned
    ``ELSEWHERE``, after a weight got too small and, if it is to ``check``, at an example that is
    not binary.

    >>> X, y = np.array([[1.0, 2.0], [-1.0, 1.0]]), np.array([1.0, -1.0])
    >>> none, log = np.empty(0), np.empty(2, dtype=np.int64)
    >>> place = Workplace(np.zeros(2), none, none, np.zeros(2))
    >>> exact = Trust(0.0, 0.0, False, False, False)
    >>> online(X, y, log[:0], log, place, Numbers.of(Rule()), exact, 0, 0, 0)
    (2, 2)
    >>> place.w, log
    (array([2., 1.]), array([0, 1]))
    """
    w, rounds = place.w, y.size
    ahead = (0.0, 0.0, 0.0, 0.0)
    known = 0  # rounds before this one have a score in ahead
    reach = length(w) if rule.slope > 0.0 else 0.0
    weight = size(w) if trust.caution > 0.0 else 0.0
    near = trust.caution * (weight * place.marks[0] + rule.slope * reach) + trust.floor
    while t < rounds:
        i = at(order, t)
        if trust.wide and t >= known and t + LOOK <= rounds:
            ahead = dots(w, X, order, t)
            known = t + LOOK
        score = ahead[t - known + LOOK] if t < known else dot(w, X, i)
        if trust.check and not is_binary(X, i):
            return t, count
        if trust.measure:
            seen = row_size(X, i)
            if seen > place.marks[0]:
                place.marks[0] = seen
                near = trust.caution * (weight * seen + rule.slope * reach) + trust.floor
        gap = y[i] * (score - rule.threshold) - (rule.margin + rule.slope * reach)
        if near < gap < np.inf:
            t += 1
            continue
        if not -np.inf < gap < -near:
            doubt = trust.caution * (terms(w, X, i) + rule.slope * reach) + trust.floor
            unsure = rule.slope > 0.0 and weight > 0.0 and reach < TINY
            if unsure or not doubt <= abs(gap) < np.inf:
                return t, count
            if gap > 0.0 or (gap == 0.0 and not rule.tie_is_wrong[1 if y[i] > 0 else 0]):
                t += 1
                continue
        if rule.learn == ELSEWHERE:
            return t, count
        if place.total.size > 0:
            keep_total(place, before + t)
        if rule.learn == ADD:
            add(w, rule.rate * y[i], X, i)
            weight += rule.rate * place.marks[0]
        elif y[i] > 0:
            promote(place, rule.rate, X, i)
            weight *= rule.rate
        else:
            demote(place, rule.rate, X, i)
        log[count] = before + t
        count += 1
        known = 0
        if rule.slope > 0.0:
            reach = length(w)
        if trust.caution > 0.0 and (count < REMEASURE or count % REMEASURE == 0):
            weight = size(w)
        near = trust.caution * (weight * place.marks[0] + rule.slope * reach) + trust.floor
        t += 1
        if rule.learn == MULTIPLY and not lowest(w) > SMALL:
            return t, count
    return t, count


# -- which machine turns the loops ----------------------------------------------------------------

_mode = "auto"
_played = 0


@contextmanager
def using(mode: str) -> Iterator[None]:
    """Force ``"plain"`` or ``"compiled"`` loops inside a with block (``"auto"`` is the default).

    >>> from perceptronlib import Perceptron
    >>> X, y = [[1.0, 2.0], [-1.0, 1.0]], [1, -1]
    >>> with using("plain"):
    ...     print(Perceptron().fit(X, y).run_.mistakes)
    [0 1]
    """
    global _mode
    if mode not in ("auto", "plain", "compiled"):
        raise ValueError(f"mode must be 'auto', 'plain' or 'compiled'; got {mode!r}")
    if mode == "compiled" and not compiled():
        raise ImportError("compiled loops need numba, which cannot be imported here")
    before, _mode = _mode, mode
    try:
        yield
    finally:
        _mode = before


def loop(name: str, rounds: int) -> Callable[..., Any] | None:
    """The compiled loop of that name, if it pays for so many rounds; else None.

    >>> with using("plain"):
    ...     print(loop("online", 10**9))
    None
    """
    global _played
    if _mode == "auto":
        _played += rounds
    pays = _mode == "auto" and rounds >= FEW and _played > PATIENCE
    return compiled().get(name) if pays or _mode == "compiled" else None


def caution(d: int) -> float:
    """Relative rounding error of two sums of d products, added up in any order.

    >>> caution(2) < 1e-13
    True
    """
    return float(2.0 * (d + 8) * np.finfo(float).eps)


@cache
def compiled() -> dict[str, Callable[..., Any]]:
    """The compiled loops by name; empty where numba is missing.

    Sums may be added up in any order (``reassoc``); the update of w may not be contracted into
    fused multiply-adds, so that w keeps the textbook's value to the last bit.

    >>> sorted(compiled()) in (["online", "tally"], [])
    True
    """
    try:
        import numba
        from numba.extending import register_jitable
    except ImportError:
        return {}
    no_checks = {"error_model": "numpy"}  # divisions are not checked for zero: quicker to compile
    sums = {**no_checks, "fastmath": {"reassoc", "contract", "nsz"}}
    helpers: list[tuple[dict[str, Any], tuple[Callable[..., Any], ...]]] = [
        ({**sums, "forceinline": True}, (dot, share)),
        (sums, (dots, length, size, row_size, terms)),
        (no_checks, (at, is_binary, lowest, promote, demote, keep_total)),
        ({**no_checks, "forceinline": True}, (add,)),
    ]
    for options, functions in helpers:
        for function in functions:
            register_jitable(**options)(function)
    return {function.__name__: _jit(numba, function) for function in (online, tally)}


def _jit(numba: Any, function: Callable[..., Any]) -> Callable[..., Any]:
    """The function compiled, and kept for the next process where a folder for that can be found."""
    options = {"error_model": "numpy", "nogil": True}
    try:
        made: Callable[..., Any] = numba.njit(cache=True, **options)(function)
    except RuntimeError:  # nowhere to write to: compile anew in each process
        made = numba.njit(**options)(function)
    return made
