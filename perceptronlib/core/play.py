"""Playing: a rule meets examples, pass after pass, and the mistakes are written down.

This is where the loop of `loops` is turned, by plain Python or compiled, and where the rounds
it hands back are settled with numpy.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, NamedTuple, Protocol

import numpy as np

from ..validate import Array, Indices, finite, not_binary, not_finite, signs, table, whole
from . import engine, loops
from .rules import TIES, Rule
from .runs import WeightRun

__all__ = ["extend", "play"]

GLANCE = 1e-4
"""Scores beyond this fraction of |w| max|x| are clear at a glance (see `loops`)."""

WIDE = 256
"""From this many features on, scoring four examples at once is faster than one (measured)."""


class _Player:
    """Plays passes: the fast loop, and numpy for the rounds that the loop hands back."""

    def __init__(
        self,
        rule: Rule,
        X: Array,
        y: Array,
        w: Array,
        theta: Array,
        rounds: int,
        lazy: bool = False,
    ) -> None:
        self.rule, self.X, self.y, self.rounds = rule, X, y, rounds
        self.lazy = lazy and rule.update == "add"
        self.binary, self.checked = rule.update == "multiply", False
        self.learn, self.ties = rule.loop_update, TIES[rule.ties]
        self.wide = X.shape[1] >= WIDE
        self.start(w, theta)

    def start(self, w: Array, theta: Array) -> None:
        """Begin (again) with these weights."""
        self.w = w.copy()
        self.lag = np.zeros(len(w) if self.lazy else 0)
        self.theta = theta.copy() if self.rule.update == "p_norm" else self.w
        self.reach = 0.0

    @cached_property
    def doubts(self) -> tuple[float, float]:
        """How far a compiled loop may trust its own sums: fully, if they are exact."""
        return (0.0, 0.0) if self._sums_are_exact() else (GLANCE, engine.caution(self.X.shape[1]))

    def _sums_are_exact(self) -> bool:
        """Are all numbers whole and so small that no sum of products can be rounded?"""
        rule = self.rule
        if (
            rule.update != "add"
            or rule.slope
            or rule.rate != np.rint(rule.rate)
            or (self.w != np.rint(self.w)).any()
        ):
            return False
        if (self.X[0] != np.rint(self.X[0])).any():
            return False
        top = 0.0
        for rows in np.array_split(self.X, max(1, self.X.size // 100_000)):
            if (rows != np.rint(rows)).any():
                return False
            top = max(top, float(np.abs(rows).max()))
        most = float(np.abs(self.w).max()) + rule.rate * self.rounds * top
        return bool(self.X.shape[1] * top * most < 2.0**53)

    def one_pass(self, order: Indices, before: int, log: Indices) -> int:
        """Play one pass in this order; log its mistakes (after ``before`` rounds); how many."""
        rule, m = self.rule, len(self.y)
        loop, is_compiled = engine.loop("online", m)
        glance, caution = self.doubts if is_compiled else (0.0, 0.0)
        check, self.checked = self.binary and not self.checked, True
        t = count = 0
        while True:
            t, count, self.reach = loop(
                self.X, self.y, order, t, m, self.w, self.lag, log, count, before, self.learn,
                rule.rate, rule.threshold, rule.margin, rule.slope, self.ties, check,
                is_compiled and self.wide, glance, caution, self.reach,
            )  # fmt: skip
            if t == m:
                return int(count)
            if self._settle(loops.at(order, t), before + t):
                log[count] = before + t
                count += 1
            t += 1

    def _settle(self, i: int, t: int) -> bool:
        """Decide round t with numpy, and learn if it was a mistake."""
        x, y = self.X[i], float(self.y[i])
        if self.binary and not loops.is_binary(self.X, i):
            raise not_binary(finite(x[None])[0])
        if not np.isfinite(x.dot(self.w)):
            raise not_finite(i)
        if not self.rule.errs(self.w, x, y):
            return False
        self.rule.learn(self.theta, self.w, x, y)
        if self.lazy:
            self.lag += self.rule.rate * y * t * x
        return True


def most_passes(epochs: int | None, max_epochs: int) -> int:
    """How many passes there may be."""
    return whole("max_epochs", max_epochs) if epochs is None else whole("epochs", epochs)


class Player(Protocol):
    """What `passes` needs: something that plays one pass and logs the rounds with mistakes."""

    def one_pass(self, order: Indices, before: int, log: Indices) -> int: ...


def room(size: int) -> Indices:
    """Room for a log; memory that is not written to is not used up."""
    return np.empty(size, dtype=np.int64)


def quiet() -> np.errstate:
    """Overflow is not a warning here: the loop hands such rounds back, and they become errors."""
    return np.errstate(over="ignore", invalid="ignore")


NATURAL: Indices = np.empty(0, dtype=np.int64)
"""The order in which the examples stand in the table."""


class Log(NamedTuple):
    """The log of a number of passes."""

    rounds: int
    mistakes: Indices
    orders: Sequence[Indices]


def passes(player: Player, m: int, limit: int, shuffle: bool, seed: Any, until_clean: bool) -> Log:
    """Let a player make up to ``limit`` passes over m examples, and write the log.

    A clean pass ends the work: every later one would be clean too, so unless passes are made only
    ``until_clean``, their rounds are counted but not played.
    """
    rng = np.random.default_rng(seed) if shuffle else None
    orders: list[Indices] = []
    log = room(m * min(limit, 4))
    count = played = 0
    while played < limit:
        if len(log) < count + m:
            log = np.concatenate([log[:count], room(max(m, count))])
        order = NATURAL if rng is None else rng.permutation(m)
        orders.append(order)
        new = player.one_pass(order, played * m, log[count : count + m])
        count, played = count + new, played + 1
        if not new:
            break
    if rng is not None and not until_clean:
        orders += [rng.permutation(m) for _ in range(limit - played)]
    rounds = m * (played if until_clean else limit)
    return Log(rounds, log[:count], orders if rng is not None else ())


def play(
    rule: Rule,
    X: Any,
    y: Any,
    *,
    epochs: int | None = 1,
    shuffle: bool = False,
    seed: Any = None,
    max_epochs: int = 1000,
    start: Any = None,
) -> WeightRun:
    """Let a rule meet the examples, pass after pass, and return the run.

    Labels are -1 and +1. ``epochs=None`` means passes until one is clean, at most ``max_epochs``.
    With ``shuffle`` every pass has a fresh order, drawn from ``seed``. ``start`` gives other first
    weights than the rule's own. Taught in lecture 01.

    >>> play(Rule(), [[1, 2], [-1, 1]], [1, -1], epochs=None)
    <Run: 2 mistakes in 4 rounds (2 examples), converged>
    """
    X = table(X)
    y = signs(y, len(X))
    return play_checked(
        rule,
        X,
        y,
        epochs=epochs,
        shuffle=shuffle,
        seed=seed,
        max_epochs=max_epochs,
        start=start,
    )


def play_checked(
    rule: Rule,
    X: Array,
    y: Array,
    *,
    epochs: int | None,
    shuffle: bool,
    seed: Any,
    max_epochs: int,
    start: Any = None,
    lazy: bool = False,
) -> WeightRun:
    """`play` for a table and signs that were checked already; ``lazy`` keeps the lazy average."""
    d = X.shape[1]
    first = rule.start(d) if start is None else np.array(start, dtype=np.float64)
    if first.shape != (d,):
        raise ValueError(f"start must have {d} weights, one a feature; got shape {first.shape}")
    if start is not None and rule.update == "p_norm":
        raise ValueError("start cannot be given for a p-norm rule: it starts at theta = 0")
    limit = most_passes(epochs, max_epochs)
    player = _Player(rule, X, y, first, first, len(X) * limit, lazy)
    with quiet():
        log = passes(player, len(X), limit, shuffle, seed, epochs is None)
    lag = player.lag if player.lazy else None
    return WeightRun(rule, [(X, y)], *log, first, player.w, player.theta, lag)


def play_shuffled(
    rule: Rule, X: Array, y: Array, seeds: Iterable[Any], epochs: int | None, max_epochs: int
) -> list[WeightRun]:
    """One run a seed, each in its own shuffled orders: `play_checked`, with one preparation."""
    first, limit = rule.start(X.shape[1]), most_passes(epochs, max_epochs)
    player = _Player(rule, X, y, first, first, len(X) * limit)
    runs = []
    with quiet():
        for seed in seeds:
            player.start(first, first)
            log = passes(player, len(X), limit, True, seed, epochs is None)
            runs.append(WeightRun(rule, [(X, y)], *log, first, player.w, player.theta))
    return runs


def extend(run: WeightRun, X: Array, y: Array) -> WeightRun:
    """The run, gone on with one pass over more examples (labels -1 and +1).

    >>> run = play(Rule(), [[1, 2]], [1])
    >>> extend(run, np.array([[-1.0, 1.0]]), np.array([-1.0]))
    <Run: 2 mistakes in 2 rounds (2 examples), not converged>
    """
    player = _Player(run.rule, X, signs(y, len(X)), run.last_weights, run.theta, len(X))
    log = room(len(X))
    with quiet():
        new = player.one_pass(NATURAL, run.rounds, log)
    return WeightRun(
        run.rule,
        [*run.parts, (X, player.y)],
        run.rounds + len(X),
        np.concatenate([run.mistakes, log[:new]]),
        (run.order, len(run.y) + np.arange(len(X), dtype=np.int64)),
        run.first_weights,
        player.w,
        player.theta,
    )
