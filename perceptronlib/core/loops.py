"""The inner loops, as they stand on the slide.

The learning loop looks at one example after another, asks for its score, and learns only when the
answer was wrong. It writes down *when* that happened and nothing else: a run is its mistakes.

Small runs execute these functions as they stand, in plain Python. Large runs compile the very
same functions with numba (`engine`), which only replaces the helpers at the top by explicit loops
over the coordinates.

**Why the compiled loop can stop and ask.** A sum of floating-point products depends on the order
of its additions. When the true score is zero, that order decides its sign, and so decides whether
a round is a mistake. The textbook's score is ``x.dot(w)``; the compiled loop adds up in another
order. So whenever a score is closer to its threshold than rounding could explain, the loop
returns, the caller settles that one round with ``x.dot(w)``, and the loop goes on. In plain
Python (and on integers, where sums are exact) the loop is told to have no doubts.
"""

from __future__ import annotations

import math

import numpy as np

from ..validate import Array, Indices

__all__ = ["ADD", "ELSEWHERE", "MULTIPLY", "online", "tally"]

ADD, MULTIPLY, ELSEWHERE = 0, 1, 2
"""How a mistake is learned: w += c x, or w *= c where x is on, or by the caller (numpy)."""

LOOK = 4
"""The compiled loop scores this many examples at once where d is large: four rows of the table
stream through memory together, which is faster than one after the other."""

REMEASURE = 16
"""How many mistakes may pass before what counts as a clear score is measured anew."""


def dot(w: Array, X: Array, i: int) -> float:
    """The score of example i, in the textbook's order of additions."""
    return float(X[i].dot(w))


def at(order: Indices, t: int) -> int:
    """Which example round t meets: the t-th, unless an order says otherwise."""
    return int(order[t]) if order.size > 0 else t


def dots(w: Array, X: Array, order: Indices, t: int) -> tuple[float, float, float, float]:
    """The scores of the next LOOK rounds (used by the compiled loop on wide tables only)."""
    a, b, c, e = (dot(w, X, at(order, t + k)) for k in range(LOOK))
    return a, b, c, e


def length(w: Array) -> float:
    """The Euclidean length of w."""
    return math.sqrt(w.dot(w))


def row_length(X: Array, i: int) -> float:
    """The Euclidean length of example i."""
    return math.sqrt(X[i].dot(X[i]))


def add(w: Array, c: float, X: Array, i: int) -> None:
    """Learn by adding: w += c x."""
    w += c * X[i]


def scale(w: Array, factor: float, up: bool, X: Array, i: int) -> None:
    """Learn by promoting or demoting: w *= factor, or w /= factor, where x is on."""
    active = X[i] > 0
    if up:
        w[active] *= factor
    else:
        w[active] /= factor


def share(scores: Array, i: int, counts: Array, zero_wins: bool) -> float:
    """The counts of those that score row i above zero."""
    above = scores[i] >= 0.0 if zero_wins else scores[i] > 0.0
    return float(counts[above].sum())


def is_binary(X: Array, i: int) -> bool:
    """Does example i consist of zeros and ones?"""
    return bool(((X[i] == 0.0) | (X[i] == 1.0)).all())


def clear_beyond(glance: float, size: float, reach: float) -> float:
    """From which distance on a score is clear: at once without doubts, never before measuring."""
    if glance == 0.0:
        return 0.0
    return glance * size * reach if reach > 0.0 else np.inf


def online(
    X: Array,
    y: Array,
    order: Indices,
    first: int,
    last: int,
    w: Array,
    lag: Array,
    log: Indices,
    count: int,
    before: int,
    learn: int,
    rate: float,
    threshold: float,
    margin: float,
    slope: float,
    ties: tuple[bool, bool],
    check: bool,
    wide: bool,
    glance: float,
    caution: float,
    reach: float,
) -> tuple[int, int, float]:
    """Play the rounds from ``first`` up to ``last``; w is changed in place, mistakes are logged.

    Round t meets example ``order[t]``, or example t where ``order`` is empty. The log counts the
    rounds of earlier passes too: ``before`` of them. ``lag``, unless it is empty, adds up every
    addition to w times its round, for the lazy average.

    A round is a mistake when ``y (w.x - threshold) - margin - slope |w|`` is negative, or zero
    and ``ties`` says so (one answer for y = -1, one for y = +1).

    Returns ``(t, count, reach)``: the round it stopped at (``last`` when it is done), how
    many mistakes the log holds, and the length of the longest example measured. It stops early
    at a round it cannot decide (a near tie, or a score that is not finite), at a mistake that has
    to be learned ``ELSEWHERE`` and, if asked to ``check``, at an example that is not binary.

    A score farther than ``near = glance |w| reach`` from its threshold is clear; a nearer one is
    weighed against ``caution |w| |x|``, which bounds its rounding error. (An example some 1e8,
    ``glance / caution``, times longer than those measured escapes this check.)

    >>> X, y = np.array([[1.0, 2.0], [-1.0, 1.0]]), np.array([1.0, -1.0])
    >>> w, lag, log = np.zeros(2), np.zeros(2), np.empty(2, dtype=np.int64)
    >>> order = np.empty(0, dtype=np.int64)
    >>> rule = (ADD, 1.0, 0.0, 0.0, 0.0, (True, True))
    >>> online(X, y, order, 0, 2, w, lag, log, 0, 0, *rule, False, False, 0.0, 0.0, 0.0)
    (2, 2, 2.23606797749979)
    >>> w, lag, log
    (array([2., 1.]), array([ 1., -1.]), array([0, 1]))
    """
    ahead = (0.0, 0.0, 0.0, 0.0)
    known = 0  # rounds before this one have a score in ahead
    size = length(w)
    near = clear_beyond(glance, size, reach)
    for t in range(first, last):
        i = at(order, t)
        if wide and t >= known and t + LOOK <= last:
            ahead = dots(w, X, order, t)
            known = t + LOOK
        score = ahead[t - known + LOOK] if t < known else dot(w, X, i)
        if check and not is_binary(X, i):
            return t, count, reach
        gap = y[i] * (score - threshold) - (margin + slope * size)
        if near < gap < np.inf:
            continue
        if not -np.inf < gap < -near:
            row, size = row_length(X, i), length(w)
            if not abs(gap) - caution * size * (row + slope) >= 0.0:
                return t, count, reach
            reach = max(reach, row)
            near = clear_beyond(glance, size, reach)
            if gap > 0.0 or (gap == 0.0 and not ties[1 if y[i] > 0 else 0]):
                continue
        if learn == ELSEWHERE:
            return t, count, reach
        if learn == ADD:
            add(w, rate * y[i], X, i)
            if lag.size > 0:
                add(lag, rate * y[i] * (before + t), X, i)
        else:
            scale(w, rate, y[i] > 0, X, i)
        log[count] = before + t
        count += 1
        known = 0
        if slope > 0.0:
            size = length(w)
        if glance > 0.0 and (count < REMEASURE or count % REMEASURE == 0):
            reach = max(reach, row_length(X, i))
            near = clear_beyond(glance, length(w), reach)
    return last, count, reach


def tally(scores: Array, counts: Array, zero_wins: bool, votes: Array) -> None:
    """Count the votes: votes[i] = sum_k counts[k] sgn(scores[i, k]).

    >>> votes = np.empty(1)
    >>> tally(np.array([[-1.0, 0.0, 2.0]]), np.array([4.0, 1.0, 1.0]), True, votes); votes
    array([-2.])
    """
    total = counts.sum()
    for i in range(votes.size):
        votes[i] = 2.0 * share(scores, i, counts, zero_wins) - total
