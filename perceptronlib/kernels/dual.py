"""Runs of the kernel perceptron: alpha counts mistakes, and no weight vector is ever formed.

A run is the log of its mistakes, as always; how they are found is told in `blocks`, and what
predicts in `support`. Several classes are played at once, one against the rest each, and share
the kernel's values. Taught in lecture 05.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..core.play import Passes
from ..core.player import no_warnings
from ..core.runs import Run
from ..samples.rows import Matrix, Rows, as_rows
from ..validate import Array, Indices, Seed, finite, signs, table
from .blocks import KernelPlayer
from .support import KernelRows, KernelRule, Support

__all__ = ["KernelPlayer", "KernelRule", "KernelRun", "go_on", "play_dual", "play_kernel"]
__all__ += ["shared"]


@dataclass(frozen=True, eq=False, repr=False)
class KernelRun(Run):
    """A run without weights: its scores are sums of kernels with the mistakes.

    >>> from perceptronlib.kernels.functions import polynomial
    >>> X = np.array([[1.0, 1], [-1, -1], [1, -1], [-1, 1]])
    >>> run = play_kernel(KernelRule(polynomial(2)), X, [1, 1, -1, -1], epochs=None)
    >>> run.M, run.alpha, run.scores(X)
    (4, array([1, 1, 1, 1]), array([ 8.,  8., -8., -8.]))
    """

    rule: KernelRule

    @property
    def expansion(self) -> Support:
        """What its scores are sums of."""
        return shared([self])

    def weights(self, t: int | None = None) -> Array:
        """A kernel run has no weight vector to show."""
        raise TypeError(
            "a kernel run has no weight vector: it lives in feature space. Use scores(X, t) or "
            "alpha; for polynomial kernels, run Perceptron on kernel.features(X)."
        )

    def scores(self, X: Matrix | Rows, t: int | None = None) -> Array:
        """sum_s y_s K(x_s, x) over the mistakes before round t, for every row x of X."""
        scores: Array = self.expansion.scores(as_rows(X).given, self._before(t))[0]
        return scores

    def average_scores(self, X: Matrix | Rows) -> Array:
        """The scores averaged over all rounds: a mistake in round t counts (T - t) / T."""
        scores: Array = self.expansion.average_scores(as_rows(X).given)[0]
        return scores

    def path_scores(self, X: Matrix | Rows) -> Array:
        """The scores of every row of X (down) after 0, 1, ..., M mistakes (across)."""
        return self.expansion.path_scores(as_rows(X).given)


def shared(runs: Sequence[KernelRun]) -> Support:
    """What the runs of several classes over the same examples predict with, in its own arrays.

    >>> from perceptronlib.kernels.functions import linear
    >>> run = play_kernel(KernelRule(linear), [[1, 2], [-1, 1]], [1, -1])
    >>> shared([run, run]).shares
    array([[ 1.,  1.],
           [-1., -1.]])
    """
    first = runs[0]
    mistakes = np.unique(np.concatenate([run.mistakes for run in runs]))
    used, learned = np.unique(first.in_order.examples(mistakes), return_inverse=True)
    shares = np.zeros((len(mistakes), len(runs)))
    for c, run in enumerate(runs):
        shares[np.searchsorted(mistakes, run.mistakes), c] = run.steps[run.examples]
    rows = KernelRows(first.rule.kernel, first.rows.given).kept(used)
    return Support(rows, learned, shares, mistakes, first.rounds)


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

    >>> from perceptronlib.kernels.functions import linear
    >>> play_kernel(KernelRule(linear), [[1, 2], [-1, 1]], [1, -1], epochs=None)
    <Run: 2 mistakes in 4 rounds (2 examples), converged>
    """
    rows = finite(table(X))
    labels = signs(y, len(rows))
    how_often = Passes(epochs, shuffle, seed, max_epochs)
    return play_dual(rule, rows, labels[None], how_often)[0]


def play_dual(
    rule: KernelRule, X: Matrix, signs: Array, how_often: Passes, importance: Array | None = None
) -> list[KernelRun]:
    """The runs of several classes over one checked table: `signs` has a row of -1 and +1 a class.

    ``importance``, a positive number for each example (and each class), is what a mistake adds to
    alpha.
    All classes make the same passes, until all are clean or there have been enough.

    >>> from perceptronlib.kernels.functions import linear
    >>> X, signs = np.array([[1.0, 2.0], [-1.0, 1.0]]), np.array([[1.0, -1.0], [-1.0, -1.0]])
    >>> [run.M for run in play_dual(KernelRule(linear), X, signs, Passes(3))]
    [2, 1]
    """
    with no_warnings():
        player = KernelPlayer(rule, X, signs, importance)
        order, _ = how_often.played(lambda order, _: (1, player.play(order)), signs.shape[1])
    runs = []
    for c, (y, mistakes) in enumerate(zip(signs, player.mistakes, strict=True)):
        counts = None if importance is None else player.importance[c]
        runs.append(KernelRun(rule, Rows(X), y, order, mistakes, importance=counts))
    return runs


def go_on(
    support: Support, rule: KernelRule, X: Matrix, signs: Array, importance: Array | None = None
) -> tuple[Support, list[Indices]]:
    """One pass over more examples: what predicts now, and the rounds with mistakes of each class.

    >>> from perceptronlib.kernels.functions import linear
    >>> first = play_kernel(KernelRule(linear), [[1, 2], [-1, 1]], [1, -1]).expansion
    >>> go_on(first, KernelRule(linear), np.array([[-1.0, -1.0]]), np.array([[1.0]]))[1]
    [array([2])]
    """
    with no_warnings():
        player = KernelPlayer(rule, X, signs, importance, support)
        player.play()
    shares = player._shares(slice(None))
    more = support.and_then(X, player.learned, shares, player.when, player.rounds)
    return more, [support.rounds + mistakes for mistakes in player.mistakes]
