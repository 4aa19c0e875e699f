"""Learners that add: the perceptron and its relatives."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from ..core.play import Passes, Player, Table, play_table
from ..core.predict import votes
from ..core.rules import Rule
from ..core.runs import WeightRun, path_of, scores_along, survival
from ..samples.features import fold_bias
from ..validate import Array, Indices, positive
from .base import Learner, R, _Part, joined

__all__ = ["LargeMarginPerceptron", "LinearLearner", "PNormPerceptron", "Perceptron"]


@dataclass(eq=False, repr=False, kw_only=True)
class LinearLearner(Learner[WeightRun]):
    """A learner with a weight vector; subclasses give its rule.

    ``coef_`` and ``intercept_`` hold the last weights, or the averaged ones where
    ``predict_with="averaged"``.

    >>> from perceptronlib import Perceptron
    >>> isinstance(Perceptron(), LinearLearner)
    True
    """

    _player: Player = field(init=False)
    _voters: list[tuple[Indices, Array, Array]] = field(init=False)

    def _rule(self, d: int) -> Rule:
        raise NotImplementedError(f"{type(self).__name__} does not say by which rule it learns")

    def _decision(self) -> Rule:
        return self._player.rule

    def _begin(self, d: int) -> Player:
        rule = self._rule(d)
        return Player(rule, rule.start(d), average=self.predict_with == "averaged")

    def _play(self, X: Array, y: Array) -> WeightRun:
        player, passes = self._begin(X.shape[1]), self._passes
        run = play_table(player, Table(X, y, passes.most), passes)
        self._player, self._voters = player, []
        if self.predict_with == "voted":
            self._keep_voters(run.mistakes, X, y, run.examples)
        return run

    def _play_all(self, X: Array, y: Array, ways: Iterable[Passes]) -> list[WeightRun]:
        examples, rule = Table(X, y, self._passes.most), self._rule(X.shape[1])
        first = rule.start(X.shape[1])
        return [play_table(Player(rule, first), examples, passes) for passes in ways]

    def _go_on(self, X: Array, y: Array) -> Indices:
        is_new = not self.__sklearn_is_fitted__()
        player = self._begin(X.shape[1]) if is_new else self._player
        before = player.rounds
        mistakes = player.go_on(Table(X, y))
        if is_new:
            self._player, self._voters = player, []
        if len(mistakes) and self.predict_with == "voted":
            self._keep_voters(mistakes, X, y, mistakes - before)
        return mistakes

    def _keep_voters(self, mistakes: Indices, X: Array, y: Array, learned: Indices) -> None:
        """What a vote needs: every example learned from, and when."""
        self._voters.append((mistakes, X[learned], y[learned]))

    def _kept_run(self, parts: list[_Part]) -> WeightRun:
        player, (X, y, order, mistakes) = self._player, joined(parts)
        total = player.weight_sum if player.averages else None
        first = player.rule.start(X.shape[1])
        return WeightRun(player.rule, X, y, order, mistakes, first, player.w.copy(), total)

    def _scores(self, X: Array) -> Array:
        if self.predict_with == "voted":
            return self._vote(X)
        player = self._player
        if player.averages:
            return X @ player.average - player.rule.threshold
        return player.rule.scores(player.theta, player.w, X)

    def _vote(self, X: Array) -> Array:
        player, rule = self._player, self._player.rule
        first = rule.start(X.shape[1])
        mistakes, rows, labels = (
            map(np.concatenate, zip(*self._voters, strict=True))
            if self._voters
            else (np.empty(0, dtype=np.int64), np.empty((0, len(first))), np.empty(0))
        )
        counts = survival(mistakes, player.rounds)
        path = path_of(rule, first, rows, labels)
        scores = partial(scores_along, path, rule=rule)
        return votes(scores, counts, X, zero_wins=rule.zero_is_plus)

    def _all_weights(self) -> Array:
        return self._player.average if self._player.averages else self._player.w

    @property
    def _constant_feature(self) -> bool:
        """Is the last weight that of a constant feature?"""
        return False

    @property
    def coef_(self) -> Array:
        """The weights of the features, as a table with one row."""
        self._must_be_fitted("coef_")
        w = self._all_weights()
        return (w[:-1] if self._constant_feature else w)[None].copy()

    @property
    def intercept_(self) -> Array:
        """The weight of the constant feature (0 without ``bias``), less the threshold."""
        self._must_be_fitted("intercept_")
        folded = self._all_weights()[-1] if self._constant_feature else 0.0
        return np.array([folded - self._player.rule.threshold])

    def _must_be_fitted(self, name: str) -> None:
        if not self.__sklearn_is_fitted__():
            raise AttributeError(f"{type(self).__name__} has no {name} yet: call fit(X, y) first")


@dataclass(eq=False, repr=False, kw_only=True)
class WithTies(Learner[R]):
    """A learner that is told what a score of zero means: ``le``, ``plus``, ``minus``, ``strict``.

    >>> from perceptronlib import Perceptron
    >>> Perceptron().ties
    'le'
    """

    ties: str = "le"


@dataclass(eq=False, repr=False, kw_only=True)
class WithBias(LinearLearner):
    """A learner that may fold a constant feature 1 into x, as the last one (``bias=True``).

    >>> from perceptronlib import Perceptron
    >>> Perceptron(bias=True).fit([[1.0], [3.0]], [1, -1]).run_.X.tolist()
    [[1.0, 1.0], [3.0, 1.0]]
    """

    bias: bool = False

    def _features(self, X: Array) -> Array:
        return fold_bias(X) if self.bias else X

    @property
    def _constant_feature(self) -> bool:
        return bool(self._fitted_with["bias"])


@dataclass(eq=False, repr=False)
class Perceptron(WithBias, WithTies[WeightRun]):
    """The perceptron: on a mistake, w += rate y x.

    A round is a mistake when y w.x <= margin (how equality counts is up to ``ties``: ``le``,
    ``plus``, ``minus`` or ``strict``). From w = 0 and without a margin the rate changes nothing
    but the scale of w. ``bias`` folds a constant feature 1 into x. ``epochs=None`` makes passes
    until one is clean, at most ``max_epochs``; on data that no hyperplane separates none ever is.
    ``predict_with`` is ``"last"``, ``"averaged"`` or ``"voted"``.

    Source: Rosenblatt (1958); voted and averaged: Freund and Schapire (1999).
    Taught in lectures 01 and 02.

    >>> X, y = [[2, 1], [1, 3], [-1, 2], [-2, -1]], ["right", "right", "left", "left"]
    >>> learner = Perceptron(epochs=None).fit(X, y)
    >>> learner.run_
    <Run: 4 mistakes in 12 rounds (4 examples), converged>
    >>> learner.coef_, learner.predict([[3, 3]])
    (array([[5., 0.]]), array(['right'], dtype='<U5'))
    """

    epochs: int | None = 1  # declared again to be the first: Perceptron(5) makes five passes
    rate: float = 1.0
    margin: float = 0.0

    def _rule(self, d: int) -> Rule:
        rate, margin = positive("rate", self.rate), positive("margin", self.margin, zero=True)
        return Rule("add", rate=rate, margin=margin, ties=self.ties)


@dataclass(eq=False, repr=False)
class LargeMarginPerceptron(WithBias):
    """The perceptron that asks for a margin: it learns when w = 0 or y w.x <= (gamma/2) |w|.

    If |x| <= 1 and some unit vector has margin gamma, it makes at most 8/gamma^2 updates (the
    best constant is 2.5129), and once a pass is clean every example has margin above gamma/2. It
    needs to know gamma: with a gamma larger than the data's own margin it may never stop.
    Taught in lecture 02.

    >>> X, y = [[0.6, 0.8], [0.8, -0.6], [-1.0, 0.0]], [1, 1, -1]
    >>> learner = LargeMarginPerceptron(gamma=0.4, epochs=None).fit(X, y)
    >>> learner.run_
    <Run: 2 mistakes in 6 rounds (3 examples), converged>
    """

    gamma: float = 0.1

    def _rule(self, d: int) -> Rule:
        return Rule("add", slope=positive("gamma", self.gamma) / 2.0)


@dataclass(eq=False, repr=False)
class PNormPerceptron(WithBias, WithTies[WeightRun]):
    """The p-norm perceptron: theta += y x on a mistake, and w is the gradient of |theta|_p^2/2.

    p = 2 is the perceptron; p = 2 ln d behaves like Winnow. Its bound is
    M <= (p - 1) X_p^2 |u|_q^2 / g^2 with 1/p + 1/q = 1. Source: Grove, Littlestone and
    Schuurmans (2001). Taught in lecture 06.

    >>> PNormPerceptron(p=4.0).fit([[1, 1], [1, -2]], [1, -1]).run_
    <Run: 1 mistake in 2 rounds (2 examples), not converged>
    """

    p: float = 2.0

    def _rule(self, d: int) -> Rule:
        if positive("p", self.p) < 2.0:
            raise ValueError(f"p must be at least 2 (the perceptron); got {self.p!r}")
        return Rule("p_norm", p=float(self.p), ties=self.ties)
