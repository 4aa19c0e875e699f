"""A run is its mistakes.

The weights change only on mistakes, so the log of mistakes is the whole story of a run: from it
follow the weights at any time, the averaged and the voted perceptron, survival counts, support
vectors, dual coefficients, and every quantity in every proof of the course.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..validate import Array, Indices
from .rules import Rule

__all__ = ["Run", "WeightRun"]


@dataclass(frozen=True, eq=False, repr=False)
class Run:
    """What happened when a rule met a sequence of examples: the log of its mistakes.

    Rounds are counted from 0. ``mistakes`` are the rounds with an update; everything else is
    derived. ``orders`` holds the order of each pass, if it is not that of the table.
    Taught in lectures 01 to 06.

    >>> from perceptronlib import play
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
        labels = [y for _, y in self.parts]
        return labels[0] if len(labels) == 1 else np.concatenate(labels)

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

    @cached_property
    def examples(self) -> Indices:
        """Which example each mistake was made on."""
        if self.orders:
            return self.order[self.mistakes]
        examples, m = self.mistakes.copy(), len(self.y)
        for start in range(m, self.rounds if self.M else 0, m):  # subtracting beats dividing
            later = np.searchsorted(self.mistakes, start)
            if later == self.M:
                break
            examples[later:] -= m
        return examples

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
        counts = np.empty(self.M + 1, dtype=np.int64)
        counts[:-1] = self.mistakes
        counts[-1] = self.rounds
        counts[1:] -= self.mistakes
        return counts

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
    theta: Array
    lag: Array | None = None  # every addition to w times its round, if that was kept

    def weights(self, t: int | None = None) -> Array:
        """The weights that predict in round t; without t, those after the last round.

        >>> from perceptronlib import play
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

        For additive rules an update in round t (from 0) is part of the weights in the T - t
        rounds that remain, so it counts T - t times. A learner that will be asked for its average
        keeps the sum of t times the update as it goes (the lazy average); for any other the log
        of mistakes gives it in hindsight.
        Taught in lecture 02.
        """
        if self.rule.update != "add":
            return self.survival.astype(float) @ self.path
        if self.lag is not None:
            return self.rounds * self.last_weights - self.lag
        left = np.subtract(float(self.rounds), self.mistakes)
        counts: Any = np.bincount(self.examples, weights=left, minlength=len(self.y))
        shares: Array = counts.astype(np.float64, copy=False)  # without mistakes they are ints
        shares *= self.y
        # on narrow tables einsum takes two thirds of the time of BLAS (measured)
        total = np.einsum("i,ij->j", shares, self.X) if len(self.X[0]) < 32 else shares @ self.X
        return self.rounds * self.first_weights + self.rule.rate * total

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
