"""Learners that add: the perceptron and its relatives."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ..core.play import extend, play_checked, play_shuffled
from ..core.rules import Rule
from ..core.runs import Run, WeightRun
from ..samples.features import fold_bias
from ..validate import Array, positive
from .base import Learner

__all__ = ["LargeMarginPerceptron", "LinearLearner", "PNormPerceptron", "Perceptron"]


class LinearLearner(Learner):
    """A learner with a weight vector; subclasses give its rule.

    ``coef_`` and ``intercept_`` hold the last weights, or the averaged ones where
    ``predict_with="averaged"``.

    >>> from perceptronlib import Perceptron
    >>> isinstance(Perceptron(), LinearLearner)
    True
    """

    run_: WeightRun
    shuffle: bool
    seed: Any
    bias = False

    def _rule(self, d: int) -> Rule:
        raise NotImplementedError(f"{type(self).__name__} does not say by which rule it learns")

    def _play(self, X: Array, y: Array) -> WeightRun:
        return play_checked(
            self._rule(X.shape[1]),
            X,
            y,
            epochs=self.epochs,
            shuffle=self.shuffle,
            seed=self.seed,
            max_epochs=self.max_epochs,
            lazy=self.predict_with == "averaged",
        )

    def _play_shuffled(self, X: Array, y: Array, seeds: Iterable[Any]) -> list[Run]:
        rule = self._rule(X.shape[1])
        return [*play_shuffled(rule, X, y, seeds, self.epochs, self.max_epochs)]

    def _extend(self, X: Array, y: Array) -> WeightRun:
        return extend(self.run_, X, y)

    def _features(self, X: Array) -> Array:
        return fold_bias(X) if self.bias else X

    def _all_weights(self) -> Array:
        averaged = self.predict_with == "averaged"
        return self.run_.average if averaged else self.run_.last_weights

    @property
    def coef_(self) -> Array:
        """The weights of the features, as a table with one row."""
        self._must_be_fitted("coef_")
        w = self._all_weights()
        return (w[:-1] if self.bias else w)[None].copy()

    @property
    def intercept_(self) -> Array:
        """The weight of the constant feature (0 without ``bias``), less the threshold."""
        self._must_be_fitted("intercept_")
        folded = self._all_weights()[-1] if self.bias else 0.0
        return np.array([folded - self.run_.rule.threshold])

    def _must_be_fitted(self, name: str) -> None:
        if not hasattr(self, "run_"):
            raise AttributeError(f"{type(self).__name__} has no {name} yet: call fit(X, y) first")


class Perceptron(LinearLearner):
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

    def __init__(
        self,
        epochs: int | None = 1,
        rate: float = 1.0,
        margin: float = 0.0,
        bias: bool = False,
        shuffle: bool = False,
        seed: Any = None,
        ties: str = "le",
        predict_with: str = "last",
        max_epochs: int = 1000,
    ) -> None:
        self.epochs = epochs
        self.rate = rate
        self.margin = margin
        self.bias = bias
        self.shuffle = shuffle
        self.seed = seed
        self.ties = ties
        self.predict_with = predict_with
        self.max_epochs = max_epochs

    def _rule(self, d: int) -> Rule:
        rate, margin = positive("rate", self.rate), positive("margin", self.margin, zero=True)
        return Rule("add", rate=rate, margin=margin, ties=self.ties)


class LargeMarginPerceptron(LinearLearner):
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

    def __init__(
        self,
        gamma: float = 0.1,
        epochs: int | None = 1,
        bias: bool = False,
        shuffle: bool = False,
        seed: Any = None,
        predict_with: str = "last",
        max_epochs: int = 1000,
    ) -> None:
        self.gamma = gamma
        self.epochs = epochs
        self.bias = bias
        self.shuffle = shuffle
        self.seed = seed
        self.predict_with = predict_with
        self.max_epochs = max_epochs

    def _rule(self, d: int) -> Rule:
        return Rule("add", slope=positive("gamma", self.gamma) / 2.0)


class PNormPerceptron(LinearLearner):
    """The p-norm perceptron: theta += y x on a mistake, and w is the gradient of |theta|_p^2/2.

    p = 2 is the perceptron; p = 2 ln d behaves like Winnow. Its bound is
    M <= (p - 1) X_p^2 |u|_q^2 / g^2 with 1/p + 1/q = 1. Source: Grove, Littlestone and
    Schuurmans (2001). Taught in lecture 06.

    >>> PNormPerceptron(p=4.0).fit([[1, 1], [1, -2]], [1, -1]).run_
    <Run: 1 mistake in 2 rounds (2 examples), not converged>
    """

    def __init__(
        self,
        p: float = 2.0,
        epochs: int | None = 1,
        bias: bool = False,
        shuffle: bool = False,
        seed: Any = None,
        ties: str = "le",
        predict_with: str = "last",
        max_epochs: int = 1000,
    ) -> None:
        self.p = p
        self.epochs = epochs
        self.bias = bias
        self.shuffle = shuffle
        self.seed = seed
        self.ties = ties
        self.predict_with = predict_with
        self.max_epochs = max_epochs

    def _rule(self, d: int) -> Rule:
        if positive("p", self.p) < 2.0:
            raise ValueError(f"p must be at least 2 (the perceptron); got {self.p!r}")
        return Rule("p_norm", p=float(self.p), ties=self.ties)
