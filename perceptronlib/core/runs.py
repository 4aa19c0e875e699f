"""A run is its mistakes.

The weights change only on mistakes, so the log of mistakes is the whole story of a run: from it
follow the weights at any time, the averaged and the voted perceptron, survival counts, support
vectors, dual coefficients, and every quantity in every proof of the course.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from ..samples.rows import Matrix, Rows, as_rows
from ..validate import Array, Indices
from .rules import Decision, Rule
from .sums import SMALL

__all__ = ["Order", "Run", "WeightRun", "along", "path_of", "sums_of", "survival"]


@dataclass(frozen=True, slots=True)
class Order:
    """In which order m examples were met, over so many rounds.

    ``drawn`` holds the order of each pass that was played; where it is empty, examples were met as
    they stand in the table. Passes after a clean one are counted but not played; should someone
    ask for their orders, ``rng`` draws them.

    >>> Order(3, 6).examples_by_round()
    array([0, 1, 2, 0, 1, 2])
    """

    m: int
    rounds: int
    drawn: tuple[Indices, ...] = ()
    rng: np.random.Generator | None = None

    def examples_by_round(self) -> Indices:
        """Which example was met in each round."""
        if not self.drawn:
            return np.arange(self.rounds, dtype=np.int64) % self.m
        missing = (self.rounds - sum(map(len, self.drawn))) // self.m
        rng = deepcopy(self.rng)
        rest = [rng.permutation(self.m) for _ in range(missing)] if rng is not None else []
        return np.concatenate([*self.drawn, *rest])

    def examples(self, rounds: Indices) -> Indices:
        """Which examples were met in these rounds (sorted, and all of them played)."""
        if self.drawn:
            return np.concatenate(self.drawn)[rounds]
        met = rounds.copy()
        for start in range(self.m, self.rounds if len(met) else 0, self.m):
            later = np.searchsorted(rounds, start)  # subtracting beats dividing
            if later == len(met):
                break
            met[later:] -= self.m
        return met


@dataclass(frozen=True, eq=False, repr=False)
class Run(ABC):
    """What happened when a rule met a sequence of examples: the log of its mistakes.

    Rounds are counted from 0. ``mistakes`` are the rounds with an update; everything else is
    derived. ``rows`` and ``y`` look at the arrays that were played, not at copies of them;
    ``importance`` is how much each example counted, if not 1. Taught in lectures 01 to 06.

    >>> from perceptronlib import play
    >>> run = play(Rule(), [[1, 2], [-1, 1], [2, 1]], [1, -1, 1], epochs=2)
    >>> run
    <Run: 2 mistakes in 6 rounds (3 examples), converged>
    >>> run.mistakes, run.examples, run.survival
    (array([0, 1]), array([0, 1]), array([0, 1, 5]))
    >>> play(Rule(margin=1.0), [[1, 2], [-1, 1], [2, 1]], [1, -1, 1], epochs=3)
    <Run: 3 updates in 9 rounds (3 examples), converged>
    """

    rule: Decision
    rows: Rows
    y: Array
    in_order: Order
    mistakes: Indices
    importance: Array | None = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rows", as_rows(self.rows))

    @cached_property
    def X(self) -> Array:
        """The examples as the rule saw them, all numbers written out (a constant feature too)."""
        return self.rows.table()

    def __repr__(self) -> str:
        state = "converged" if self.converged else "not converged"
        what = ("update" if self.rule.asks_for_more else "mistake") + "s" * (self.M != 1)
        return f"<Run: {self.M} {what} in {self.rounds} rounds ({len(self.y)} examples), {state}>"

    @property
    def M(self) -> int:
        """The number of mistakes (updates)."""
        return len(self.mistakes)

    @property
    def rounds(self) -> int:
        """The number of rounds, T."""
        return self.in_order.rounds

    @property
    def orders(self) -> tuple[Indices, ...]:
        """The order of each pass that was played; empty if it was always that of the table."""
        return self.in_order.drawn

    @cached_property
    def order(self) -> Indices:
        """Which example was met in each round."""
        return self.in_order.examples_by_round()

    @cached_property
    def examples(self) -> Indices:
        """Which example each mistake was made on."""
        return self.in_order.examples(self.mistakes)

    @property
    def times_seen(self) -> Indices:
        """In how many rounds each example was met."""
        if all(len(order) == len(self.y) for order in self.orders):
            return np.full(len(self.y), self.rounds // len(self.y), dtype=np.int64)
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
        return survival(self.mistakes, self.rounds)

    @property
    def support(self) -> Indices:
        """The distinct examples that were ever learned from: the support vectors."""
        return np.unique(self.examples)

    @property
    def alpha(self) -> Indices:
        """Dual coefficients: how often each example was learned from."""
        return np.bincount(self.examples, minlength=len(self.y)).astype(np.int64)

    @property
    def steps(self) -> Array:
        """The label of every example, times its importance."""
        return self.y if self.importance is None else self.y * self.importance

    @property
    def updates(self) -> Array:
        """y x of every mistake, in order, times the importance of x."""
        return self.steps[self.examples, None] * self.rows.take(self.examples).table()

    @abstractmethod
    def scores(self, X: Matrix | Rows, t: int | None = None) -> Array:
        """The score of every row of X in round t; without t, after the last round."""

    @abstractmethod
    def average_scores(self, X: Matrix | Rows) -> Array:
        """The scores of every row of X, averaged over all rounds."""

    @abstractmethod
    def path_scores(self, X: Matrix | Rows) -> Array:
        """The scores of every row of X (down) after 0, 1, ..., M mistakes (across)."""

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

    >>> from perceptronlib import play
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
    late: Array | None = None  # every change of the weights times its round, if that was added up

    def weights(self, t: int | None = None) -> Array:
        """The weights that predict in round t; without t, those after the last round.

        >>> from perceptronlib import play
        >>> play(Rule(), [[2, 1], [1, 3]], [1, -1]).weights(1)
        array([2., 1.])
        """
        k = self._before(t)
        if k == self.M:
            return self.last_weights.copy()
        return np.array(path_of(self.rule, self.first_weights, *self._learned(k))[-1])

    @cached_property
    def path(self) -> Array:
        """All weight vectors w_0, ..., w_M, one row each, exactly as the run had them.

        Those of weighted majority may lack a common factor, which no answer depends on.
        """
        return path_of(self.rule, self.first_weights, *self._learned())

    def _learned(self, k: int | None = None) -> tuple[Rows, Array]:
        """The rows of the first k mistakes (of all), and the steps they were learned with."""
        learned = self.examples[:k]
        return self.rows.take(learned), self.steps[learned]

    @cached_property
    def weight_sum(self) -> Array:
        """The sum over all rounds of the weights at the round's end: sum_k c_k w_k.

        For additive rules an update in round t (from 0) is part of the weights in the T - t
        rounds that remain, so it counts T - t times. A learner that will be asked for its average
        adds up as it goes (the lazy average); for any other the log gives it in hindsight.
        Taught in lecture 02.
        """
        if self.late is not None and self.rule.update != "majority":
            return self.rounds * self.last_weights - self.late
        if self.rule.update == "majority":
            none = np.zeros((1, len(self.first_weights)))
            lost = (self.updates < 0) * np.abs(self.steps[self.examples])[:, None]
            losses = np.cumsum(np.vstack([none, lost]), axis=0)
            return self.survival @ (self.first_weights * self.rule.rate**losses)
        if self.rule.update != "add":
            return self.survival.astype(float) @ self.path
        left = np.subtract(float(self.rounds), self.mistakes)
        shares = np.bincount(self.examples, left, len(self.y)).astype(np.float64, copy=False)
        total = self.rows.sum(shares * self.steps)
        return self.rounds * self.first_weights + self.rule.rate * total

    @property
    def lag(self) -> Array:
        """u, by which the weights lag behind their last value: weight_sum = T w - u.

        For additive rules that start at 0 it is the sum of every addition to w times its round.
        """
        return self.rounds * self.last_weights - self.weight_sum

    @property
    def average(self) -> Array:
        """The averaged weights, weight_sum / rounds."""
        return self.weight_sum / self.rounds

    def scores(self, X: Matrix | Rows, t: int | None = None) -> Array:
        """w.x - threshold for every row of X, with the weights of round t."""
        w, rows = self.weights(t), as_rows(X)
        scores = rows.times(w) - self.rule.threshold
        if self.rule.is_scale_free and (np.abs(scores) < SMALL).any():  # their signs may be lost
            theta = sums_of(self.rule, self.first_weights, *self._learned(self._before(t)))
            scores = self.rule.scores(theta, w, rows)
        return scores

    def average_scores(self, X: Matrix | Rows) -> Array:
        """The scores of every row of X under the averaged weights."""
        return as_rows(X).times(self.average) - self.rule.threshold

    def path_scores(self, X: Matrix | Rows) -> Array:
        """The scores of every row of X (down) under every weight vector w_0..w_M (across)."""
        if not self.rows.is_sparse:
            return as_rows(X).times(self.path.T) - self.rule.threshold
        return along(self.rule, self.first_weights, *self._learned())(as_rows(X))


def survival(mistakes: Indices, rounds: int) -> Indices:
    """How many rounds ended with each weight vector, given the rounds in which it was changed.

    >>> survival(np.array([0, 3]), 10)
    array([0, 3, 7])
    """
    return np.diff(mistakes, prepend=0, append=rounds)


def path_of(rule: Rule, first: Array, rows: Rows | Array, steps: Array) -> Array:
    """The weights before and after each of these examples was learned from, one row each.

    >>> path_of(Rule(), np.zeros(2), np.array([[2.0, 1.0]]), np.array([-1.0]))
    array([[ 0.,  0.],
           [-2., -1.]])
    """
    if rule.update == "add":
        added = (rule.rate * steps)[:, None] * as_rows(rows).table()
        return np.cumsum(np.vstack([first[None], added]), axis=0)
    path = np.empty((len(steps) + 1, len(first)))
    path[0] = first
    for k, (w, _) in enumerate(_learning(rule, first, as_rows(rows), steps), start=1):
        path[k] = w
    return path


def along(rule: Rule, first: Array, rows: Rows, steps: Array) -> Callable[[Rows], Array]:
    """A function that scores rows (down) under every weight vector of a path (across).

    The path is written out, unless its rows are sparse: then it may be too large.

    >>> along(Rule(), np.zeros(1), Rows(np.eye(1)), np.ones(1))(Rows(np.array([[5.0]])))
    array([[0., 5.]])
    """
    if not rows.is_sparse:
        path = path_of(rule, first, rows, steps)
        return lambda X: X.times(path.T) - rule.threshold

    def scores(X: Rows) -> Array:
        found = np.empty((len(X), len(steps) + 1))
        found[:, 0] = X.times(first)
        for k, (w, _) in enumerate(_learning(rule, first, rows, steps), start=1):
            found[:, k] = X.times(w)
        return found - rule.threshold

    return scores


def sums_of(rule: Rule, first: Array, rows: Rows | Array, steps: Array) -> Array:
    """The sums behind the weights after these examples were learned from.

    >>> sums_of(Rule("multiply", rate=2.0), np.ones(2), np.array([[1.0, 0.0]]), np.array([1.0]))
    array([1., 0.])
    """
    theta = rule.sums(first.copy())
    for _, now in _learning(rule, first, as_rows(rows), steps):
        theta = now
    return theta


def _learning(rule: Rule, first: Array, rows: Rows, steps: Array) -> Iterator[tuple[Array, Array]]:
    """The weights, and the sums behind them, after each example: the same arrays, changed."""
    w = first.copy()
    theta = rule.sums(w)
    for i, step in enumerate(steps.tolist()):
        rule.learn(theta, w, rows[i], step)
        yield w, theta
