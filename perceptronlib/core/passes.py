"""Passes over the examples, compiled: numpy decides the rounds at which the loop stops and asks.

Only where numba is; `tests/test_compiled.py` holds them to the plain loop.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..samples.entries import entries_of
from ..samples.rows import Examples
from ..validate import Array, Indices, NotFinite, not_binary
from . import fast
from .loops import BY_SUMS, ELSEWHERE, MULTIPLY
from .player import Player, out_of_range
from .scanning import Met, at


def compiled_passes(
    player: Player, examples: Examples, order: Met, most: int, loop: Any
) -> Indices:
    """At most so many passes in one order, compiled, up to a clean one; ends in the last of them.

    Numpy decides the rounds at which the loop stops and asks.
    """
    y, rule, rows = examples.y, player.rule, examples.rows
    if examples.trust is None:
        examples.trust = fast.Trust.of(examples, rule, player.w)
    rounds = len(y) * max(1, min(most, fast.TOGETHER // len(y)))
    trust, log = examples.trust, np.empty(rounds, dtype=np.int64)
    entries, steps = entries_of(examples), examples.steps
    marks = np.array([examples.largest, player.rounds, -1.0, player.rounds + rounds])
    lag = player.lag if player.averages else None
    w, theta, numbers, cautious = player.w, None, player.numbers, trust
    if rule.update != "add":
        w, theta, numbers, cautious = _as_seen(player, examples, trust)
    t = count = 0
    while True:
        known = count
        t, count = loop(
            entries, steps, order, log, w, theta, lag, marks, numbers, cautious, t, count
        )
        player.rounds = int(marks[1])
        if numbers[0] == BY_SUMS and count > known:
            player.w[:] = rule.from_sums(player.theta)  # to the last bit, for all to see
            marks[2] = -1.0
        if t == len(y):
            examples.largest = float(marks[0])
            known = trust[0] == 0.0 or 0.0 <= marks[2] < math.inf  # exact sums, or a bound
            player.is_in_range = rule.update == "add" and known
            if examples.is_new:
                trust[3:5] = 0.0  # measure and check: all rows have been looked at
            return log[:count].copy()
        i = at(order, t)
        if trust[4] and not ((rows[i] == 0.0) | (rows[i] == 1.0)).all():
            raise not_binary(rows[i], i)
        try:  # decide this round as the plain loop does
            if rule.errs(player.w, rows[i], float(y[i]), player.theta):
                player.learn(rows[i], float(steps[i]), player.rounds + t)
                log[count] = player.rounds + t
                count += 1
                marks[2] = -1.0  # how large the weights are now is not known
        except NotFinite:
            raise out_of_range(player, i, log[:count], examples, order) from None
        t += 1
        if rows.negations:
            w, theta, numbers, cautious = _as_seen(player, examples, trust)


def _as_seen(
    player: Player, examples: Examples, trust: Array
) -> tuple[Array, Array | None, Array, Array]:
    """A rule that does not just add, as the compiled loop sees it: weights, sums, its numbers.

    Negations are not written out: w.x + v.(1 - x) = (w - v).x + sum(v), so the loop gets w - v and
    a lower threshold, and leaves learning to numpy; so it does with powers of the rate, and with
    averages of weights that it would compute from their sums.
    """
    numbers, rows, theta = player.numbers, examples.rows, player.theta
    way, in_two_parts = numbers[0], theta.ndim == 2
    if way == BY_SUMS and not (player.averages or (rows.constant and in_two_parts)):
        return player.w, theta.reshape(-1, len(player.w)), numbers, trust
    if way == MULTIPLY and not rows.negations and examples.importance is None:
        return player.w, theta, numbers, trust
    numbers = np.array([ELSEWHERE, *numbers[1:]])
    if not rows.negations:
        return player.w, None, numbers, trust
    d = len(player.w) // 2
    w, v = player.w[:d], player.w[d:]
    trust = trust.copy()
    numbers[2] -= v.sum()
    trust[1] += trust[0] * np.abs(player.w).sum()
    return w - v, None, numbers, trust
