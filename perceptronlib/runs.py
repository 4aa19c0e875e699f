"""A run is its mistakes.

The weights change only on mistakes, so the log of mistakes is the whole story of a run: from it
follow the weights at any time, the averaged and the voted perceptron, survival counts, support
vectors, dual coefficients, and every quantity in every proof of the course.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Protocol

import numpy as np

from . import engine
from .rules import TIES, Rule
from .typing import Array, Indices
from .validate import not_finite, signs, table, whole

__all__ = ["Run", "WeightRun", "play"]

GLANCE = 1e-4
"""Scores beyond this fraction of |w| max|x| are clear at a glance (see `perceptronlib.loops`)."""

WIDE = 256
"""From this many features on, scoring four examples at once is faster than one (measured)."""


@dataclass(frozen=True, eq=False, repr=False)
class Run:
    """What happened when a rule met a sequence of examples: the log of its mistakes.

    Rounds are counted from 0. ``mistakes`` are the rounds with an update, ``examples`` says which
    example each of them erred on. Everything else is derived. Taught in lectures 01 to 06.

    >>> run = play(Rule(), [[1, 2], [-1, 1], [2, 1]], [1, -1, 1], epochs=2)
    >>> run
    <Run: 2 mistakes in 6 rounds (3 examples), converged>
    >>> run.mistakes, run.examples, run.survival
    (array([0, 1]), array([0, 1]), array([0, 1, 5]))
    """

    rule: Any
    parts: Sequence[tuple[Array, Array]]
    rounds: int
    mistakes: Indices
    examples: Indices
    orders: Sequence[Indices]

    def __repr__(self) -> str:
        state = "converged" if self.converged else "not converged"
        s = "" if self.M == 1 else "s"
        examples = f"({len(self.y)} examples), {state}"
        return f"<Run: {self.M} mistake{s} in {self.rounds} rounds {examples}>"

    @cached_property
    def X(self) -> Array:
        """The examples, one row each."""
        tables = [X for X, _ in self.parts]
        return tables[0] if len(tables) == 1 else np.vstack(tables)

    @cached_property
    def y(self) -> Array:
        """Their labels, -1 or +1."""
        return np.concatenate([y for _, y in self.parts])

    @property
    def M(self) -> int:
        """The number of mistakes (updates)."""
        return len(self.mistakes)

    @cached_property
    def order(self) -> Indices:
        """Which example was met in each round."""
        if self.orders:
            return np.concatenate(self.orders)
        return np.arange(self.rounds, dtype=np.int64) % len(self.y)

    @property
    def times_seen(self) -> Indices:
        """In how many rounds each example was met."""
        return np.bincount(self.order, minlength=len(self.y)).astype(np.int64)

    @property
    def converged(self) -> bool:
        """Was the last pass over all examples free of mistakes? (Then so is every later one.)"""
        last = int(self.mistakes[-1]) if self.M else -1
        return self.rounds - 1 - last >= len(self.y)

    @property
    def survival(self) -> Indices:
        """c_k: after how many rounds w_k was the current weight vector, k = 0..M.

        A round with a mistake counts for the *new* vector, as in the averaged perceptron, which
        adds up w at the end of each round; the counts sum to the number of rounds.
        """
        return np.diff(self.mistakes, prepend=0, append=self.rounds).astype(np.int64)

    @property
    def support(self) -> Indices:
        """The distinct examples that were ever learned from: the support vectors."""
        return np.unique(self.examples)

    @property
    def alpha(self) -> Indices:
        """Dual coefficients: how often each example was learned from."""
        return np.bincount(self.examples, minlength=len(self.y)).astype(np.int64)

    @property
    def updates(self) -> Array:
        """y x of every mistake, in order."""
        return self.y[self.examples, None] * self.X[self.examples]

    def _before(self, t: int | None) -> int:
        """How many mistakes happened before round t."""
        if t is None:
            return self.M
        if not 0 <= t <= self.rounds:
            raise ValueError(f"t must be a round from 0 to {self.rounds}; got {t}")
        return int(np.searchsorted(self.mistakes, t))


@dataclass(frozen=True, eq=False, repr=False)
class WeightRun(Run):
    """A run of a rule with a weight vector: its weights at any time, their sum and average.

    >>> run = play(Rule(), [[2, 1], [1, 3]], [1, -1])
    >>> run.path
    array([[ 0.,  0.],
           [ 2.,  1.],
           [ 1., -2.]])
    >>> run.weight_sum, run.average
    (array([ 3., -1.]), array([ 1.5, -0.5]))
    """

    rule: Rule
    first_weights: Array
    last_weights: Array
    theta: Array

    def weights(self, t: int | None = None) -> Array:
        """The weights that predict in round t; without t, those after the last round.

        >>> play(Rule(), [[2, 1], [1, 3]], [1, -1]).weights(1)
        array([2., 1.])
        """
        k = self._before(t)
        if k == self.M:
            return self.last_weights.copy()
        theta = w = self.first_weights.copy()
        if self.rule.update == "p_norm":
            theta = np.zeros_like(w)
        for i in self.examples[:k]:
            self.rule.learn(theta, w, self.X[i], self.y[i])
        return w

    @cached_property
    def path(self) -> Array:
        """All weight vectors w_0, ..., w_M, one row each, exactly as the run had them."""
        if self.rule.update == "add":
            steps = (self.rule.rate * self.y[self.examples])[:, None] * self.X[self.examples]
            return np.cumsum(np.vstack([self.first_weights[None], steps]), axis=0)
        w = self.first_weights.copy()
        theta = np.zeros_like(w) if self.rule.update == "p_norm" else w
        rows = [w.copy()]
        for i in self.examples:
            self.rule.learn(theta, w, self.X[i], self.y[i])
            rows.append(w.copy())
        return np.array(rows)

    @cached_property
    def weight_sum(self) -> Array:
        """The sum over all rounds of the weights at the round's end: sum_k c_k w_k.

        For additive rules this is the lazy average in hindsight: an update in round t (from 0) is
        part of the weights in the T - t rounds that remain, so it counts T - t times.
        Taught in lecture 02.
        """
        if self.rule.update != "add":
            return self.survival.astype(float) @ self.path
        left = (self.rounds - self.mistakes) * self.y[self.examples]
        per_example = np.bincount(self.examples, weights=left, minlength=len(self.y))
        return self.rounds * self.first_weights + self.rule.rate * (per_example @ self.X)

    @property
    def average(self) -> Array:
        """The averaged weights, weight_sum / rounds."""
        return self.weight_sum / self.rounds

    def scores(self, X: Array, t: int | None = None) -> Array:
        """w.x - threshold for every row of X, with the weights of round t."""
        return X @ self.weights(t) - self.rule.threshold

    def path_scores(self, X: Array) -> Array:
        """The scores of every row of X (down) under every weight vector w_0..w_M (across)."""
        scores: Array = X @ self.path.T
        if self.rule.threshold:
            scores -= self.rule.threshold
        return scores

    def average_scores(self, X: Array) -> Array:
        """The scores of every row of X under the averaged weights."""
        return X @ self.average - self.rule.threshold

    def extended(self, X: Array, y: Array) -> WeightRun:
        """This run, gone on with a pass over more examples (labels -1 and +1)."""
        more = _Player(self.rule, X, signs(y, len(X)), self.last_weights, self.theta)
        errors = more.one_pass(np.arange(len(X), dtype=np.int64), len(X))
        m, T = len(self.y), self.rounds
        return WeightRun(
            self.rule,
            [*self.parts, (X, more.y)],
            T + len(X),
            np.concatenate([self.mistakes, T + errors]),
            np.concatenate([self.examples, m + errors]),
            (self.order, m + np.arange(len(X), dtype=np.int64)),
            self.first_weights,
            more.w,
            more.theta,
        )


class _Player:
    """Plays passes: the fast loop, and numpy for the rounds that the loop hands back."""

    def __init__(self, rule: Rule, X: Array, y: Array, w: Array, theta: Array) -> None:
        self.rule, self.X, self.y = rule, X, y
        self.w = w.copy()
        self.theta = theta.copy() if rule.update == "p_norm" else self.w
        self.log = np.empty(len(y), dtype=np.int64)
        self.reach = 0.0

    def doubts(self, compiled: bool, rounds: int) -> tuple[float, float]:
        """How far the loop may trust its own sums: fully, in plain Python or on integers."""
        if not compiled or (self.rule.update == "add" and self._sums_are_exact(rounds)):
            return 0.0, 0.0
        return GLANCE, engine.caution(self.X.shape[1])

    def _sums_are_exact(self, rounds: int) -> bool:
        """Are all numbers whole and so small that no sum of products can be rounded?"""
        rule = self.rule
        if rule.slope or rule.rate != np.rint(rule.rate) or (self.w != np.rint(self.w)).any():
            return False
        if (self.X[0] != np.rint(self.X[0])).any():
            return False
        top = 0.0
        for rows in np.array_split(self.X, max(1, self.X.size // 100_000)):
            if (rows != np.rint(rows)).any():
                return False
            top = max(top, float(np.abs(rows).max()))
        most = float(np.abs(self.w).max()) + rule.rate * rounds * top
        return bool(self.X.shape[1] * top * most < 2.0**53)

    def one_pass(self, order: Indices, rounds: int) -> Indices:
        """Play one pass in this order; the rounds (from 0) with mistakes."""
        rule = self.rule
        loop, is_compiled = engine.loop("online", len(order))
        glance, caution = self.doubts(is_compiled, rounds)
        wide = is_compiled and self.X.shape[1] >= WIDE
        t = count = 0
        with np.errstate(over="ignore", invalid="ignore"):
            while True:
                t, count, self.reach = loop(
                    self.X, self.y, order, t, self.w, self.log, count, rule.loop_update,
                    rule.rate, rule.threshold, rule.margin, rule.slope, TIES[rule.ties],
                    wide, glance, caution, self.reach,
                )  # fmt: skip
                if t == len(order):
                    return self.log[:count].copy()
                if self._settle(int(order[t])):
                    self.log[count] = t
                    count += 1
                t += 1

    def _settle(self, i: int) -> bool:
        """Decide one round with numpy, and learn if it was a mistake."""
        x, y = self.X[i], float(self.y[i])
        if not np.isfinite(x.dot(self.w)):
            raise not_finite(i)
        if not self.rule.errs(self.w, x, y):
            return False
        self.rule.learn(self.theta, self.w, x, y)
        return True


class Player(Protocol):
    """What `passes` needs: something that plays one pass and names the rounds with mistakes."""

    def one_pass(self, order: Indices, rounds: int) -> Indices: ...


class Log(NamedTuple):
    """The log of a number of passes."""

    rounds: int
    mistakes: Indices
    examples: Indices
    orders: Sequence[Indices]


def passes(
    player: Player, m: int, epochs: int | None, shuffle: bool, seed: Any, max_epochs: int
) -> Log:
    """Let a player make its passes over m examples, and write the log.

    A clean pass ends the work: every later one would be clean too, so with a fixed number of
    ``epochs`` their rounds are counted but not played.
    """
    limit = whole("max_epochs", max_epochs) if epochs is None else whole("epochs", epochs)
    rng = np.random.default_rng(seed) if shuffle else None
    natural = np.arange(m, dtype=np.int64)
    orders: list[Indices] = []
    mistakes: list[Indices] = []
    examples: list[Indices] = []
    played = 0
    while played < limit:
        order = natural if rng is None else rng.permutation(m)
        errors = player.one_pass(order, m * limit)
        mistakes.append(errors + played * m)
        examples.append(errors if rng is None else order[errors])
        orders.append(order)
        played += 1
        if not len(errors):
            break
    if epochs is not None and rng is not None:
        orders += [rng.permutation(m) for _ in range(limit - played)]
    rounds = m * (played if epochs is None else limit)
    shuffled = orders if rng is not None else ()
    return Log(rounds, np.concatenate(mistakes), np.concatenate(examples), shuffled)


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
) -> WeightRun:
    """`play` for a table and signs that were checked already."""
    d = X.shape[1]
    first = rule.start(d) if start is None else np.array(start, dtype=np.float64)
    if first.shape != (d,):
        raise ValueError(f"start must have {d} weights, one a feature; got shape {first.shape}")
    player = _Player(rule, X, y, first, np.zeros(d) if rule.update == "p_norm" else first)
    log = passes(player, len(X), epochs, shuffle, seed, max_epochs)
    return WeightRun(rule, [(X, y)], *log, first, player.w, player.theta)
