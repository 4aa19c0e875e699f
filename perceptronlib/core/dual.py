"""Runs of the kernel perceptron: alpha counts mistakes, and no weight vector is ever formed.

The textbook scores each example against all mistakes so far, one example at a time. Here a block
of examples is brought up to date with the mistakes since its last visit by one matrix product;
a mistake inside the block costs one more kernel column over the block. Every pair (example,
mistake) is evaluated once, nearly all of them in large products, and the mistakes are the
textbook's. Taught in lecture 05.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ..validate import Array, Indices, Seed, finite, not_finite, signs, table
from .kernels import Kernel, diagonal, rounding
from .play import Passes, no_warnings
from .rules import Decision
from .runs import Run

__all__ = ["KernelRule", "KernelRun", "Support", "play_kernel"]

BLOCK = 256
"""Examples that are scored by one product."""


@dataclass(frozen=True)
class KernelRule(Decision):
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
        return self.is_wrong(y * score - self.margin, y)


@dataclass(frozen=True)
class Support:
    """What a kernel perceptron predicts with: the examples it learned from, and when.

    ``learned`` names the row of each mistake, ``mistakes`` its round.

    >>> from perceptronlib.core.kernels import linear
    >>> rows, labels = np.array([[1.0, 2.0]]), np.array([1.0])
    >>> support = Support(linear, rows, labels, np.array([0, 0]), np.array([0, 3]), rounds=4)
    >>> support.scores(np.array([[1.0, 1.0]])), support.average_scores(np.array([[1.0, 1.0]]))
    (array([6.]), array([3.75]))
    """

    kernel: Kernel
    rows: Array
    labels: Array
    learned: Indices
    mistakes: Indices
    rounds: int

    @cached_property
    def own(self) -> Support:
        """The same without the examples that were never learned from, in arrays of its own."""
        used, place = np.unique(self.learned, return_inverse=True)
        rows, labels = self.rows[used], self.labels[used]
        learned = place.astype(np.int64)
        return Support(self.kernel, rows, labels, learned, self.mistakes.copy(), self.rounds)

    def scores(self, X: Array, k: int | None = None) -> Array:
        """sum_s y_s K(x_s, x) over the first k mistakes (all of them), for every row x of X."""
        return self._sum(X, self.learned[:k], self.labels[self.learned[:k]])

    def average_scores(self, X: Array) -> Array:
        """The scores averaged over all rounds: a mistake in round t counts (T - t) / T."""
        left = (self.rounds - self.mistakes) * self.labels[self.learned] / self.rounds
        return self._sum(X, self.learned, left)

    def path_scores(self, X: Array) -> Array:
        """The scores of every row of X (down) after 0, 1, ..., M mistakes (across)."""
        steps = self.kernel(X, self.rows[self.learned]) * self.labels[self.learned]
        return np.hstack([np.zeros((len(X), 1)), np.cumsum(steps, axis=1)])

    def _sum(self, X: Array, learned: Indices, shares: Array) -> Array:
        """sum_s c_s K(x_s, x) with c_s the shares of example s, added up over its mistakes."""
        coefficients = np.bincount(learned, shares, len(self.labels)).astype(np.float64)
        used = np.flatnonzero(coefficients)
        if not len(used):
            return np.zeros(len(X))
        blocks = [
            self.kernel(X[k : k + BLOCK], self.rows[used]) @ coefficients[used]
            for k in range(0, len(X), BLOCK)
        ]
        return np.concatenate(blocks)

    def and_then(self, X: Array, y: Array, rule: KernelRule) -> tuple[Support, Indices]:
        """What one pass over more examples makes of it, and the rounds with mistakes in it."""
        with no_warnings():
            positions = _Player(rule, X, y, self).one_pass(np.arange(len(y), dtype=np.int64))
        mistakes, rounds = positions + self.rounds, self.rounds + len(y)
        more = Support(
            self.kernel,
            np.vstack([self.rows, X[positions]]) if len(positions) else self.rows,
            np.append(self.labels, y[positions]),
            np.append(self.learned, len(self.labels) + np.arange(len(positions))),
            np.append(self.mistakes, mistakes),
            rounds,
        )
        return more, mistakes


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

    @property
    def expansion(self) -> Support:
        """What its scores are sums of."""
        kernel = self.rule.kernel
        return Support(kernel, self.X, self.y, self.examples, self.mistakes, self.rounds)

    def weights(self, t: int | None = None) -> Array:
        """A kernel run has no weight vector to show."""
        raise TypeError(
            "a kernel run has no weight vector: it lives in feature space. Use scores(X, t) or "
            "alpha; for polynomial kernels, run Perceptron on kernel.features(X)."
        )

    def scores(self, X: Array, t: int | None = None) -> Array:
        """sum_s y_s K(x_s, x) over the mistakes before round t, for every row x of X."""
        return self.expansion.scores(X, self._before(t))

    def average_scores(self, X: Array) -> Array:
        """The scores averaged over all rounds: a mistake in round t counts (T - t) / T."""
        return self.expansion.average_scores(X)

    def path_scores(self, X: Array) -> Array:
        """The scores of every row of X (down) after 0, 1, ..., M mistakes (across)."""
        return self.expansion.path_scores(X)


class _Player:
    """Plays passes block by block; ``seen`` says how many mistakes each score accounts for."""

    def __init__(
        self, rule: KernelRule, X: Array, y: Array, earlier: Support | None = None
    ) -> None:
        self.rule, self.X, self.y, self.earlier = rule, X, y, earlier
        m = len(y)
        self.scores = np.zeros(m) if earlier is None else earlier.scores(X)
        self.seen = np.zeros(m, dtype=np.int64)
        self.learned = np.empty(0, dtype=np.int64)
        self.alpha = np.zeros(m)
        self.blocks: list[Indices] = []
        self.lengths = np.sqrt(np.abs(diagonal(rule.kernel, X)))  # |phi(x)|
        self.rounding = rounding(rule.kernel, X)
        # the sum of |phi(x_s)| over all mistakes, and their number
        self.weight, self.terms = 0.0, 0
        if earlier is not None and len(earlier.learned):
            sizes = np.sqrt(np.abs(diagonal(rule.kernel, earlier.rows)))
            self.weight, self.terms = float(sizes[earlier.learned].sum()), len(earlier.learned)
            self.rounding = max(self.rounding, rounding(rule.kernel, earlier.rows))

    def learn(self, i: int) -> None:
        """Note that example i was learned from."""
        self.learned = np.append(self.learned, i)
        self.alpha[i] += 1.0
        self.weight += float(self.lengths[i])
        self.terms += 1

    def one_pass(self, order: Indices) -> Indices:
        """Play one pass in this order; the positions in it with mistakes."""
        for block in self.blocks:
            self._catch_up(block)
        order = order if len(order) else np.arange(len(self.y), dtype=np.int64)
        self.blocks = [order[k : k + BLOCK] for k in range(0, len(order), BLOCK)]
        starts = range(0, len(order), BLOCK)
        pairs = zip(starts, self.blocks, strict=True)
        return np.concatenate([start + self._play_block(block) for start, block in pairs])

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
                self.learn(int(block[t]))
                scores += y[t] * self.rule.kernel(X, X[t : t + 1])[:, 0]
            t = self._next(block, y, scores, t + 1)
        self.scores[block] = scores
        self.seen[block] = len(self.learned)
        return np.array(errors, dtype=np.int64)

    def _doubt(self, examples: Indices) -> Array:
        """How much the scores of these examples may be off by rounding.

        A score is a sum of terms of size at most |phi(x_s)| |phi(x)|.
        """
        relative = 2.0 * (self.rounding + self.terms * float(np.finfo(float).eps))
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
        x = self.X[i : i + 1]
        score = float((self.alpha * self.y) @ self.rule.kernel(self.X, x)[:, 0])
        if self.earlier is not None:
            score += float(self.earlier.scores(x)[0])
        if not np.isfinite(score):
            raise not_finite(i)
        return self.rule.errs(score, float(self.y[i]))


def play_kernel(
    rule: KernelRule,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    *,
    epochs: int | None = 1,
    shuffle: bool = False,
    seed: Seed = None,
    max_epochs: int = 1000,
) -> KernelRun:
    """Let a kernel rule meet the examples, pass after pass, and return the run.

    On a mistake at example i: alpha_i += 1; the score of x is sum_s alpha_s y_s K(x_s, x).
    Source: Aizerman, Braverman and Rozonoer (1964). Taught in lecture 05.

    >>> from perceptronlib.core.kernels import linear
    >>> play_kernel(KernelRule(linear), [[1, 2], [-1, 1]], [1, -1], epochs=None)
    <Run: 2 mistakes in 4 rounds (2 examples), converged>
    """
    rows = finite(table(X))
    labels = signs(y, len(rows))
    return play_dual(rule, rows, labels, Passes(epochs, shuffle, seed, max_epochs))


def play_dual(rule: KernelRule, X: Array, y: Array, how_often: Passes) -> KernelRun:
    """`play_kernel` for a table and signs that were checked already."""
    rounds = 0

    def one_pass(order: Indices) -> Indices:
        nonlocal rounds
        mistakes = rounds + player.one_pass(order)
        rounds += len(y)
        return mistakes

    with no_warnings():
        player = _Player(rule, X, y)
        order, mistakes = how_often.played(one_pass, len(y))
    return KernelRun(rule, X, y, order, mistakes)
