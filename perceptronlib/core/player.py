"""A rule at work: its weights, and one pass of the compiled loop over examples.

`play` has the loop of the slide. Here is what a learner remembers between two passes, and how the
same loop, compiled (`fast`), is given its numbers and helped on where it stops and asks.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..samples.entries import entries_of
from ..samples.rows import Examples, Rows
from ..validate import Array, Indices, NotFinite, not_binary, not_finite
from . import fast
from .loops import BY_SUMS, ELSEWHERE, MULTIPLY
from .rules import Rule
from .scanning import Met, at

__all__ = ["Player"]


class Player:
    """A rule at work: its weights, the sums behind them, and how many rounds it has played.

    With ``average`` it also keeps ``lag``, every change of w times its round: the weights at the
    end of each of T rounds add up to T w - lag (the lazy average).

    >>> player = Player(Rule(), np.zeros(2), average=True)
    >>> player.learn(np.array([2.0, 1.0]), 1.0, t=0)
    >>> player.learn(np.array([1.0, 3.0]), -1.0, t=1)
    >>> player.rounds = 2
    >>> player.w, player.average
    (array([ 1., -2.]), array([ 1.5, -0.5]))
    """

    def __init__(self, rule: Rule, first: Array, average: bool = False) -> None:
        self.rule, self.rounds, self.averages = rule, 0, average
        self.w = first.copy()
        self.theta = rule.sums(self.w)
        self.numbers = fast.numbers_of(rule)
        self.effort = fast.effort(self.numbers, len(first))
        self.lag = np.zeros(len(first) if average else 0)
        self.is_in_range = False  # are all weights known to be finite after a pass?

    @property
    def average(self) -> Array:
        """The weights at the end of each round, averaged over all rounds."""
        w = self.rule.in_full(self.theta, self.w)
        return (self.rounds * w - self.lag) / self.rounds

    def learn(self, x: Array, step: float, t: int) -> None:
        """Learn from a mistake in round t."""
        before = self.rule.in_full(self.theta, self.w).copy() if self.averages else None
        self.rule.learn(self.theta, self.w, x, step)
        if before is not None:
            self.lag += t * (self.rule.in_full(self.theta, self.w) - before)

    def saved(self, rows: Rows) -> Callable[[], None]:
        """A function that undoes what will be learned from these rows."""
        places, rounds = touched(self.rule, rows), self.rounds
        sums = () if self.theta is self.w else (self.theta,)
        state = (self.w, *sums, self.lag) if self.averages else (self.w, *sums)
        before = [values[..., places].copy() for values in state]

        def undo() -> None:
            self.rounds = rounds
            for values, old in zip(state, before, strict=True):
                values[..., places] = old

        return undo


def touched(rule: Rule, rows: Rows) -> Indices | slice:
    """Which weights a pass over these rows may change: of sparse ones, those that they speak of."""
    full = not rule.is_local or rows.negations
    if isinstance(rows.given, np.ndarray) or full or rows.given.nnz > rows.width:
        return slice(None)
    places = np.unique(rows.given.indices).astype(np.int64)
    return np.append(places, rows.width - 1) if rows.constant else places


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


def out_of_range(
    player: Player, i: int, mistakes: Sequence[int] | Indices, examples: Examples, order: Met
) -> NotFinite:
    """The error at example i; it is about the one learned from last if that spoilt the weights."""
    if len(mistakes) and not player.rule.is_in_range(player.w):
        i = at(order, (int(mistakes[-1]) - player.rounds) % len(examples))
    return not_finite(i)


def no_warnings() -> np.errstate:
    """Overflow is met as an error here, not as a warning."""
    return np.errstate(over="ignore", invalid="ignore")
