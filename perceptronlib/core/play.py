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

from ..samples.rows import Examples, Rows
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
from .rules import Rule
from .runs import Order, WeightRun

__all__ = ["Passes", "Player", "plain_pass", "play"]

NATURAL: Indices = np.empty(0, dtype=np.int64)
"""The order in which the examples stand in the table."""


class Player:
    """A rule at work: its weights, the sums behind them, and how many rounds it has played.

    With ``average`` it also keeps ``lag``, every change of w times its round: the weights at the
    end of each of T rounds add up to T w - lag (the lazy average).

    >>> player = Player(Rule(), np.zeros(2), average=True)
    >>> player.play(Examples(np.array([[2.0, 1.0], [1.0, 3.0]]), np.array([1.0, -1.0])))
    array([0, 1])
    >>> player.w, player.average
    (array([ 1., -2.]), array([ 1.5, -0.5]))
    """

    def __init__(self, rule: Rule, first: Array, average: bool = False) -> None:
        self.rule, self.rounds, self.averages = rule, 0, average
        self.w = first.copy()
        self.theta = rule.sums(self.w)
        self.lag = np.zeros(len(first) if average else 0)

    @property
    def average(self) -> Array:
        """The weights at the end of each round, averaged over all rounds."""
        return self.weight_sum / self.rounds

    @property
    def weight_sum(self) -> Array:
        """The weights at the end of each round, added up."""
        return self.rounds * self.rule.in_full(self.theta, self.w) - self.lag

    def learn(self, x: Array, step: float, t: int) -> None:
        """Learn from a mistake in round t."""
        before = self.rule.in_full(self.theta, self.w).copy() if self.averages else None
        self.rule.learn(self.theta, self.w, x, step)
        if before is not None:
            self.lag += t * (self.rule.in_full(self.theta, self.w) - before)

    def play(self, examples: Examples, order: Indices = NATURAL) -> Indices:
        """Play one pass in this order; the rounds with mistakes, counted from the very first."""
        loop = fast.loop(len(examples))
        if (
            self.rule.update == "multiply"
            and examples.is_new
            and (loop is None or examples.rows.is_sparse)
        ):
            binary(examples.rows.given)
        if loop is None:
            mistakes = plain_pass(self, examples, order)
        else:
            mistakes = compiled_pass(self, examples, order, loop)
        met = self.w[touched(self.rule, examples.rows)]
        if not math.isfinite(met.sum()) and not np.isfinite(met).all():
            raise _out_of_range(self, 0, mistakes, order)
        examples.is_new = False
        self.rounds += len(examples)
        return mistakes

    def go_on(self, examples: Examples) -> Indices:
        """Play one more pass; if it fails, it did not happen."""
        places = touched(self.rule, examples.rows)
        state = [values for values in (self.w, self.theta, self.lag) if values.size]
        before = [values[..., places].copy() for values in state]
        try:
            with no_warnings():
                return self.play(examples)
        except BaseException:
            for values, old in zip(state, before, strict=True):
                values[..., places] = old
            raise


def touched(rule: Rule, rows: Rows) -> Indices | slice:
    """Which weights a pass over these rows may change: of sparse ones, those that they speak of."""
    if isinstance(rows.given, np.ndarray) or not rule.is_local or rows.negations:
        return slice(None)
    if rows.given.nnz > rows.width:
        return slice(None)
    places = np.unique(rows.given.indices).astype(np.int64)
    return np.append(places, rows.width - 1) if rows.constant else places


def plain_pass(player: Player, examples: Examples, order: Indices) -> Indices:
    """The loop of the slide: look at an example, and learn from it if the answer was wrong.

    >>> player = Player(Rule(), np.zeros(2))
    >>> examples = Examples(np.array([[1.0, 2.0], [-1.0, 1.0]]), np.array([1.0, -1.0]))
    >>> plain_pass(player, examples, NATURAL), player.w
    (array([0, 1]), array([2., 1.]))
    """
    X, errs, w, theta = examples.rows.plain, player.rule.errs, player.w, player.theta
    y, steps = examples.y.tolist(), examples.steps.tolist()
    met, i = order.tolist() if len(order) else range(len(y)), 0
    mistakes: list[int] = []
    try:
        for t, i in enumerate(met, start=player.rounds):
            if errs(w, X[i], y[i], theta):
                player.learn(X[i], steps[i], t)
                mistakes.append(t)
    except NotFinite:
        raise _out_of_range(player, i, mistakes, order) from None
    return np.array(mistakes, dtype=np.int64)


def compiled_pass(player: Player, examples: Examples, order: Indices, loop: Any) -> Indices:
    """The same, compiled; numpy decides the rounds at which the loop stops and asks."""
    y, rule, rows = examples.y, player.rule, examples.rows
    trust, log = fast.Trust.of(examples, rule, player.w), np.empty(len(y), dtype=np.int64)
    entries, steps = fast.entries_of(examples), examples.steps
    marks = np.array([examples.largest, float(player.rounds), -1.0])
    t = count = 0
    while True:
        w, theta, lag, numbers, cautious = _as_seen(player, examples, trust)
        t, count = loop(
            entries, steps, order, log, w, theta, lag, marks, numbers, cautious, t, count
        )
        if t == len(y):
            examples.largest = float(marks[0])
            return log[:count].copy()
        i = int(order[t]) if len(order) else t
        if trust[4] and not ((rows[i] == 0.0) | (rows[i] == 1.0)).all():
            raise not_binary(rows[i], i)
        try:  # decide this round as the plain loop does
            if rule.errs(player.w, rows[i], float(y[i]), player.theta):
                player.learn(rows[i], float(steps[i]), player.rounds + t)
                log[count] = player.rounds + t
                count += 1
                marks[2] = -1.0  # how large the weights are now is not known
        except NotFinite:
            raise _out_of_range(player, i, log[:count], order) from None
        t += 1


def _as_seen(
    player: Player, examples: Examples, trust: Array
) -> tuple[Array, Array, Array, Array, Array]:
    """The player as the compiled loop sees it: weights, sums, lag, and the numbers of its rule.

    Negations are not written out: w.x + v.(1 - x) = (w - v).x + sum(v), so the loop gets w - v and
    a lower threshold, and leaves learning to numpy; so it does with powers of the rate.
    """
    rows = examples.rows
    rule, numbers = player.rule, fast.numbers_of(player.rule)
    if not rows.negations:
        if rule.update == "multiply" and examples.importance is not None:
            numbers = np.array([fast.ELSEWHERE, *numbers[1:]])
        sums = player.theta if rule.is_local else player.w  # others are numpy's affair
        return player.w, sums, player.lag, numbers, trust
    d = len(player.w) // 2
    w, v = player.w[:d], player.w[d:]
    numbers, trust = np.array([fast.ELSEWHERE, *numbers[1:]]), trust.copy()
    numbers[2] -= v.sum()
    trust[1] += trust[0] * np.abs(player.w).sum()
    return w - v, player.theta, player.lag, numbers, trust


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
    rows = Rows(table(X))
    labels = signs(y, len(rows))
    d = rows.width
    first = rule.start(d) if start is None else np.array(start, dtype=np.float64)
    if first.shape != (d,):
        raise ValueError(f"start must have {d} weights, one a feature; got shape {first.shape}")
    how_often = Passes(epochs, shuffle, seed, max_epochs)
    return play_all(Player(rule, first), Examples(rows, labels, how_often.most), how_often)


def play_all(player: Player, examples: Examples, how_often: Passes) -> WeightRun:
    """Let a player that has not played yet meet checked examples, and return the run."""
    first, rule, y = player.w.copy(), player.rule, examples.y
    with no_warnings():
        order, mistakes = how_often.played(lambda one: player.play(examples, one), len(y))
    player.rounds = order.rounds
    total = player.weight_sum if player.averages else None
    last, importance = player.w.copy(), examples.importance
    return WeightRun(
        rule, examples.rows, y, order, mistakes, first, last, total, importance=importance
    )


def no_warnings() -> np.errstate:
    """Overflow is met as an error here, not as a warning."""
    return np.errstate(over="ignore", invalid="ignore")
