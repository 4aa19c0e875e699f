"""Runs of the kernel perceptron: alpha counts mistakes, and no weight vector is ever formed.

The textbook scores each example against all mistakes so far, one example at a time. Here a block
of examples is brought up to date with the mistakes since its last visit by one matrix product;
a mistake inside the block costs one more kernel column over the block. Every pair (example,
mistake) is evaluated once, nearly all of them in large products, and the mistakes are the
textbook's. Taught in lecture 05.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..validate import Array, Indices, finite, not_finite, signs, table
from .kernels import Kernel, diagonal, rounding
from .play import most_passes, passes, room
from .rules import TIES
from .runs import Run

__all__ = ["KernelRule", "KernelRun", "extend_kernel", "play_kernel"]

BLOCK = 256
"""Examples that are scored by one product."""


@dataclass(frozen=True)
class KernelRule:
    """When the kernel perceptron learns: y f(x) <= margin, with f(x) = sum_s y_s K(x_s, x).

    >>> from perceptronlib.core.kernels import linear
    >>> KernelRule(linear).errs(0.0, 1.0)
    True
    """

    kernel: Kernel
    margin: float = 0.0
    ties: str = "le"

    def errs(self, score: float, y: float) -> bool:
        """Is a round with this score and label a mistake?"""
        gap = y * score - self.margin
        return bool(gap < 0 or (gap == 0 and TIES[self.ties][1 if y > 0 else 0]))

    def predicts(self, scores: Array) -> Array:
        """+1 or -1 for each score."""
        above = scores > 0 if self.ties == "minus" else scores >= 0
        return np.where(above, 1.0, -1.0)


@dataclass(frozen=True, eq=False, repr=False)
class KernelRun(Run):
    """A run without weights: its scores are sums of kernels with the mistakes.

    >>> from perceptronlib.core.kernels import polynomial
    >>> X = np.array([[1.0, 1], [-1, -1], [1, -1], [-1, 1]])
    >>> run = play_kernel(KernelRule(polynomial(2)), X, [1, 1, -1, -1], epochs=None)
    >>> run.M, run.alpha, run.scores(X)
    (4, array([1, 1, 1, 1]), array([ 8.,  8., -8., -8.]))
    """

    rule: KernelRule

    def weights(self, t: int | None = None) -> Array:
        """A kernel run has no weight vector to show."""
        raise TypeError(
            "a kernel run has no weight vector: it lives in feature space. Use scores(X, t) or "
            "alpha; for polynomial kernels, run Perceptron on kernel.features(X)."
        )

    def scores(self, X: Array, t: int | None = None) -> Array:
        """sum_s y_s K(x_s, x) over the mistakes before round t, for every row x of X."""
        learned = self.examples[: self._before(t)]
        return self._sum_of_kernels(X, learned, self.y[learned])

    def average_scores(self, X: Array) -> Array:
        """The scores averaged over all rounds: a mistake in round t counts (T - t) / T."""
        left = (self.rounds - self.mistakes) * self.y[self.examples] / self.rounds
        return self._sum_of_kernels(X, self.examples, left)

    def path_scores(self, X: Array) -> Array:
        """The scores of every row of X (down) after 0, 1, ..., M mistakes (across)."""
        steps = self.rule.kernel(X, self.X[self.examples]) * self.y[self.examples]
        return np.hstack([np.zeros((len(X), 1)), np.cumsum(steps, axis=1)])

    def _sum_of_kernels(self, X: Array, learned: Indices, shares: Array) -> Array:
        """sum_s c_s K(x_s, x) with c_s the shares of example s, added up over its mistakes."""
        coefficients = np.bincount(learned, shares, len(self.y)).astype(np.float64)
        used = np.flatnonzero(coefficients)
        if not len(used):
            return np.zeros(len(X))
        blocks = [
            self.rule.kernel(X[k : k + BLOCK], self.X[used]) @ coefficients[used]
            for k in range(0, len(X), BLOCK)
        ]
        return np.concatenate(blocks)


class _Player:
    """Plays passes block by block; ``seen`` says how many mistakes each score accounts for."""

    def __init__(self, rule: KernelRule, X: Array, y: Array) -> None:
        self.rule, self.X, self.y = rule, X, y
        m = len(y)
        self.scores = np.zeros(m)
        self.seen = np.zeros(m, dtype=np.int64)
        self.learned = np.empty(0, dtype=np.int64)
        self.alpha = np.zeros(m)
        self.blocks: list[Indices] = []
        self.lengths = np.sqrt(np.abs(diagonal(rule.kernel, X)))  # |phi(x)|
        self.weight = 0.0  # the sum of |phi(x_s)| over all mistakes
        self.rounding = rounding(rule.kernel, X)

    def learn(self, examples: Indices) -> None:
        """Note that these examples were learned from."""
        self.learned = np.concatenate([self.learned, examples])
        np.add.at(self.alpha, examples, 1.0)
        self.weight += float(self.lengths[examples].sum())

    def one_pass(self, order: Indices, before: int, log: Indices) -> int:
        """Play one pass in this order; log its mistakes (after ``before`` rounds); how many."""
        for block in self.blocks:
            self._catch_up(block)
        order = order if len(order) else np.arange(len(self.y), dtype=np.int64)
        self.blocks = [order[k : k + BLOCK] for k in range(0, len(order), BLOCK)]
        starts = range(before, before + len(order), BLOCK)
        pairs = zip(starts, self.blocks, strict=True)
        errors = np.concatenate([start + self._play_block(block) for start, block in pairs])
        log[: len(errors)] = errors
        return len(errors)

    def _catch_up(self, block: Indices) -> None:
        """Bring the block's scores up to date with the mistakes since its last visit."""
        since = self.learned[self.seen[block[0]] :]
        if len(since):
            values = self.rule.kernel(self.X[block], self.X[since])
            self.scores[block] += values @ self.y[since]
        self.seen[block] = len(self.learned)

    def _play_block(self, block: Indices) -> Indices:
        """Play the block's rounds; the positions in it with mistakes."""
        self._catch_up(block)
        X, y, scores = self.X[block], self.y[block], self.scores[block]
        errors: list[int] = []
        t = self._next(block, y, scores, 0)
        while t < len(block):
            if self._errs(block, y, scores, t):
                errors.append(t)
                self.learn(block[t : t + 1])
                scores += y[t] * self.rule.kernel(X, X[t : t + 1])[:, 0]
            t = self._next(block, y, scores, t + 1)
        self.scores[block] = scores
        self.seen[block] = len(self.learned)
        return np.array(errors, dtype=np.int64)

    def _doubt(self, examples: Indices) -> Array:
        """How much the scores of these examples may be off by rounding.

        A score is a sum of terms of size at most |phi(x_s)| |phi(x)|.
        """
        relative = 2.0 * (self.rounding + len(self.learned) * float(np.finfo(float).eps))
        return relative * self.weight * self.lengths[examples]

    def _next(self, block: Indices, y: Array, scores: Array, first: int) -> int:
        """The next round, from ``first`` on, that is not clearly right; else the block's end."""
        gaps = y[first:] * scores[first:] - self.rule.margin
        unclear = ~(gaps > self._doubt(block[first:]))
        return first + int(np.argmax(unclear)) if unclear.any() else len(block)

    def _errs(self, block: Indices, y: Array, scores: Array, t: int) -> bool:
        """Is this round a mistake? Near ties are settled as the textbook adds them up."""
        gap = float(y[t] * scores[t] - self.rule.margin)
        if gap < -float(self._doubt(block[t : t + 1])[0]):
            return True
        i = int(block[t])
        score = (self.alpha * self.y) @ self.rule.kernel(self.X, self.X[i : i + 1])[:, 0]
        if not np.isfinite(score):
            raise not_finite(i)
        return self.rule.errs(float(score), float(self.y[i]))


def play_kernel(
    rule: KernelRule,
    X: Any,
    y: Any,
    *,
    epochs: int | None = 1,
    shuffle: bool = False,
    seed: Any = None,
    max_epochs: int = 1000,
) -> KernelRun:
    """Let a kernel rule meet the examples, pass after pass, and return the run.

    On a mistake at example i: alpha_i += 1; the score of x is sum_s alpha_s y_s K(x_s, x).
    Source: Aizerman, Braverman and Rozonoer (1964). Taught in lecture 05.

    >>> from perceptronlib.core.kernels import linear
    >>> play_kernel(KernelRule(linear), [[1, 2], [-1, 1]], [1, -1], epochs=None)
    <Run: 2 mistakes in 4 rounds (2 examples), converged>
    """
    X = finite(table(X))
    y = signs(y, len(X))
    player = _Player(rule, X, y)
    limit = most_passes(epochs, max_epochs)
    log = passes(player, len(X), limit, shuffle, seed, epochs is None)
    return KernelRun(rule, [(X, y)], *log)


def extend_kernel(run: KernelRun, X: Array, y: Array) -> KernelRun:
    """The run, gone on with one pass over more examples (labels -1 and +1).

    >>> from perceptronlib.core.kernels import linear
    >>> run = play_kernel(KernelRule(linear), [[1, 2]], [1])
    >>> extend_kernel(run, np.array([[-1.0, 1.0]]), np.array([-1.0]))
    <Run: 2 mistakes in 2 rounds (2 examples), not converged>
    """
    m = len(run.y)
    both = np.vstack([run.X, finite(X)])
    player = _Player(run.rule, both, np.concatenate([run.y, signs(y, len(X))]))
    player.scores[m:] = run.scores(X)
    player.learn(run.examples)
    player.seen[m:] = run.M
    order = m + np.arange(len(X), dtype=np.int64)
    log = room(len(X))
    new = player.one_pass(order, run.rounds, log)
    return KernelRun(
        run.rule,
        [*run.parts, (X, player.y[m:])],
        run.rounds + len(X),
        np.concatenate([run.mistakes, log[:new]]),
        (run.order, order),
    )
