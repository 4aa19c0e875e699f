"""Playing: a rule meets examples, pass after pass, and the mistakes are written down.

The loop is `plain_pass`, as it stands on the slide. Large tables are played by the same loop
compiled (`fast`), which leaves the rounds to numpy that rounding could decide either way.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ..validate import (
    Array,
    Indices,
    NotFinite,
    Seed,
    binary,
    not_binary,
    not_finite,
    signs,
    table,
    whole,
)
from . import fast
from .rules import SMALL, Rule
from .runs import Order, WeightRun

__all__ = ["Passes", "Player", "Table", "plain_pass", "play"]

NATURAL: Indices = np.empty(0, dtype=np.int64)
"""The order in which the examples stand in the table."""

EPSILON = float(np.finfo(float).eps)
"""Two sums of d products, added up in any order, differ by less than d of these of their size."""

NO_SUMS: Array = np.empty(0)
"""Where the weights are all there is."""


class Player:
    """A rule at work: its weights, the sums behind them, and how many rounds it has played.

    With ``average`` it adds up the weights at the end of every round as it goes (the lazy
    average: w is added once for all the rounds it has lasted).

    >>> player = Player(Rule(), np.zeros(2), average=True)
    >>> player.play(Table(np.array([[2.0, 1.0], [1.0, 3.0]]), np.array([1.0, -1.0])))
    array([0, 1])
    >>> player.w, player.average
    (array([ 1., -2.]), array([ 1.5, -0.5]))
    """

    def __init__(self, rule: Rule, first: Array, average: bool = False) -> None:
        self.rule, self.rounds, self.averages = rule, 0, average
        self.w = first.copy()
        self.theta = rule.sums(self.w)
        self.total = np.zeros(len(first) if average else 0)
        # the largest example so far, where the total ends, rounds before this pass: see `fast`
        self.marks = np.zeros(3)

    @property
    def average(self) -> Array:
        """The weights at the end of each round, averaged over all rounds."""
        return self.weight_sum / self.rounds

    @property
    def weight_sum(self) -> Array:
        """The weights at the end of each round, added up."""
        lasted = self.rounds - float(self.marks[1])
        return self.total + lasted * self.rule.in_full(self.theta, self.w)

    def learn(self, x: Array, y: float, t: int) -> None:
        """Learn from a mistake in round t."""
        if self.averages:
            self.total += (t - self.marks[1]) * self.rule.in_full(self.theta, self.w)
            self.marks[1] = t
        self.rule.learn(self.theta, self.w, x, y)

    def play(self, examples: Table, order: Indices = NATURAL) -> Indices:
        """Play one pass in this order; the rounds with mistakes, counted from the very first."""
        loop = fast.loop(len(examples.y))
        if loop is None:
            if self.rule.update == "multiply" and examples.is_new:
                binary(examples.X)
            mistakes = plain_pass(self, examples, order)
        else:
            mistakes = compiled_pass(self, examples, order, loop)
        if not math.isfinite(self.w.sum()) and not np.isfinite(self.w).all():
            raise _out_of_range(self, 0, mistakes, order)
        examples.is_new = False
        self.rounds += len(examples.y)
        return mistakes

    def go_on(self, examples: Table) -> Indices:
        """Play one more pass; if it fails, it did not happen."""
        state = self.w, self.theta, self.total, self.marks
        before = [values.copy() for values in state]
        try:
            with no_warnings():
                return self.play(examples)
        except BaseException:
            for values, old in zip(state, before, strict=True):
                values[:] = old
            raise


class Table:
    """Examples as a player meets them, with what is worth knowing of them before the first round.

    ``passes`` is how often they will be met at most.

    >>> examples = Table(np.array([[2.0, 1.0], [1.0, 3.0]]), np.array([1.0, -1.0]))
    >>> fast.Trust(*examples.trust(Rule(), np.zeros(2))).caution  # no sum of whole numbers is off
    np.float64(0.0)
    """

    def __init__(self, X: Array, y: Array, passes: int = 1) -> None:
        self.X, self.y, self.passes = X, y, passes
        self.is_new = True
        self.largest = 0.0
        self._trust: Array | None = None

    def trust(self, rule: Rule, w: Array) -> Array:
        """How far a compiled loop may trust its own sums, when this rule begins with w."""
        d = self.X.shape[1]
        if self._trust is None:
            exact = self._sums_are_exact(rule, w)
            lost = SMALL if rule.is_scale_free else d * 1e-323  # `Rule.errs` doubts these as well
            caution, floor = (0.0, 0.0) if exact else (2 * (d + 8) * EPSILON, lost)
            wide, is_winnow = d >= fast.WIDE, rule.update == "multiply"
            self._trust = np.array(
                fast.Trust(caution, floor, wide, measure=not exact, check=is_winnow)
            )
        elif not self.is_new:
            self._trust[3:] = 0.0  # measure and check: all rows have been looked at
        return self._trust

    def _sums_are_exact(self, rule: Rule, w: Array) -> bool:
        """Are all numbers whole and so small that no sum of products can be rounded?"""
        fits = rule.update == "add" and not rule.slope and float(rule.rate).is_integer()
        if not fits or not float(self.X[0, 0]).is_integer() or not _are_whole(w):
            return False
        top = 0.0
        for rows in np.array_split(self.X, max(1, self.X.size // 100_000)):
            if not _are_whole(rows):
                return False
            top = max(top, float(np.abs(rows).max()))
        most = float(np.abs(w).max()) + rule.rate * len(self.y) * self.passes * top
        return bool(self.X.shape[1] * top * most < 2.0**53)


def _are_whole(values: Array) -> bool:
    return bool((values == np.rint(values)).all())


def plain_pass(player: Player, examples: Table, order: Indices) -> Indices:
    """The loop of the slide: look at an example, and learn from it if the answer was wrong.

    >>> player = Player(Rule(), np.zeros(2))
    >>> examples = Table(np.array([[1.0, 2.0], [-1.0, 1.0]]), np.array([1.0, -1.0]))
    >>> plain_pass(player, examples, NATURAL), player.w
    (array([0, 1]), array([2., 1.]))
    """
    X, y, errs, w, theta = examples.X, examples.y, player.rule.errs, player.w, player.theta
    mistakes: list[int] = []
    labels, met, i = y.tolist(), order.tolist() if len(order) else range(len(y)), 0
    try:
        for t, i in enumerate(met, start=player.rounds):
            if errs(w, X[i], labels[i], theta):
                player.learn(X[i], labels[i], t)
                mistakes.append(t)
    except NotFinite:
        raise _out_of_range(player, i, mistakes, order) from None
    return np.array(mistakes, dtype=np.int64)


def compiled_pass(player: Player, examples: Table, order: Indices, loop: Any) -> Indices:
    """The same, compiled; numpy decides the rounds at which the loop stops and asks."""
    X, y, rule = examples.X, examples.y, player.rule
    trust, log = examples.trust(rule, player.w), np.empty(len(y), dtype=np.int64)
    player.marks[0], player.marks[2] = examples.largest, player.rounds
    theta = player.theta if rule.update == "multiply" else NO_SUMS
    place = player.w, theta, player.total, player.marks, fast.Numbers.of(rule)
    t = count = 0
    while True:
        t, count = loop(X, y, order, log, *place, trust, t, count)
        if t == len(y):
            examples.largest = float(player.marks[0])
            return log[:count].copy()
        i = int(order[t]) if len(order) else t
        if examples.is_new and rule.update == "multiply" and not fast.is_binary(X, i):
            raise not_binary(X[i], i)
        try:  # decide this round as the plain loop does
            if rule.errs(player.w, X[i], float(y[i]), player.theta):
                player.learn(X[i], float(y[i]), player.rounds + t)
                log[count] = player.rounds + t
                count += 1
        except NotFinite:
            raise _out_of_range(player, i, log[:count], order) from None
        t += 1


def _out_of_range(
    player: Player, i: int, mistakes: Sequence[int] | Indices, order: Indices
) -> NotFinite:
    """The error at example i; it is about the one learned from last if that spoilt the weights."""
    if len(mistakes) and not player.rule.is_in_range(player.w):
        i = fast.at(order, int(mistakes[-1]) - player.rounds)
    return not_finite(i)


@dataclass(frozen=True, slots=True)
class Passes:
    """How often the examples are met, and in which order.

    ``epochs=None`` means passes until one is clean, at most ``max_epochs``. With ``shuffle`` every
    pass has a fresh order, drawn from ``seed``.

    >>> Passes(epochs=None).most
    1000
    """

    epochs: int | None = 1
    shuffle: bool = False
    seed: Seed = None
    max_epochs: int = 1000

    @property
    def most(self) -> int:
        """How many passes there may be."""
        if self.epochs is None:
            return whole("max_epochs", self.max_epochs)
        return whole("epochs", self.epochs)

    def played(self, one_pass: Callable[[Indices], Indices], m: int) -> tuple[Order, Indices]:
        """Let ``one_pass`` make the passes over m examples; their order, and the mistakes.

        A clean pass ends the work: every later one would be clean too, so unless passes are made
        only until then, their rounds are counted but not played, and their orders not drawn.
        """
        most = self.most
        rng = np.random.default_rng(self.seed) if self.shuffle else None
        orders, mistakes = [], []
        for _ in range(most):
            orders.append(NATURAL if rng is None else rng.permutation(m))
            mistakes.append(one_pass(orders[-1]))
            if not len(mistakes[-1]):
                break
        rounds = m * (len(orders) if self.epochs is None else most)
        log = mistakes[0] if len(mistakes) == 1 else np.concatenate(mistakes)
        if rng is None:
            return Order(m, rounds), log
        not_played = deepcopy(rng) if rounds > m * len(orders) else None
        return Order(m, rounds, tuple(orders), not_played), log


def play(
    rule: Rule,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    *,
    epochs: int | None = 1,
    shuffle: bool = False,
    seed: Seed = None,
    max_epochs: int = 1000,
    start: npt.ArrayLike | None = None,
) -> WeightRun:
    """Let a rule meet the examples, pass after pass, and return the run.

    Labels are -1 and +1. ``epochs=None`` means passes until one is clean, at most ``max_epochs``.
    With ``shuffle`` every pass has a fresh order, drawn from ``seed``. ``start`` gives other first
    weights than the rule's own. Taught in lecture 01.

    >>> play(Rule(), [[1, 2], [-1, 1]], [1, -1], epochs=None)
    <Run: 2 mistakes in 4 rounds (2 examples), converged>
    """
    rows = table(X)
    labels = signs(y, len(rows))
    d = rows.shape[1]
    first = rule.start(d) if start is None else np.array(start, dtype=np.float64)
    if first.shape != (d,):
        raise ValueError(f"start must have {d} weights, one a feature; got shape {first.shape}")
    how_often = Passes(epochs, shuffle, seed, max_epochs)
    return play_table(Player(rule, first), Table(rows, labels, how_often.most), how_often)


def play_table(player: Player, examples: Table, how_often: Passes) -> WeightRun:
    """Let a player that has not played yet meet checked examples, and return the run."""
    first, rule = player.w.copy(), player.rule
    with no_warnings():
        order, mistakes = how_often.played(lambda one: player.play(examples, one), len(examples.y))
    player.rounds = order.rounds
    total = player.weight_sum if player.averages else None
    last = player.w.copy()
    return WeightRun(rule, examples.X, examples.y, order, mistakes, first, last, total)


def no_warnings() -> np.errstate:
    """Overflow is met as an error here, not as a warning."""
    return np.errstate(over="ignore", invalid="ignore")
