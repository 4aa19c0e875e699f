"""Learners that add: the perceptron and its relatives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

import numpy as np

from ..core.play import Passes, one_pass, play_all
from ..core.player import Player, no_warnings
from ..core.predict import votes
from ..core.rules import Rule
from ..core.runs import WeightRun, along, survival
from ..samples.rows import Examples, Matrix, Rows
from ..validate import Array, Indices, positive
from .base import Learner, R
from .lessons import Lesson, Part, joined

__all__ = ["LargeMarginPerceptron", "LinearLearner", "PNormPerceptron", "Perceptron"]


class Model:
    """What tells one class from the rest: a player, and what a vote needs of its mistakes.

    >>> model = Model(Player(Rule(), np.zeros(1)), votes=True)
    >>> model.scores(Rows(np.eye(1)))
    array([0.])
    """

    def __init__(self, player: Player, votes: bool, first: Array | None = None) -> None:
        self.player, self.votes = player, votes
        self._first = first  # None: the rule's own
        self.voters: list[tuple[Indices, Rows, Array]] = []  # when, and from what it learned

    @property
    def first(self) -> Array:
        """The weights it began with: the rule's own, unless others were given."""
        return self.player.rule.start(len(self.player.w)) if self._first is None else self._first

    def keep(self, mistakes: Indices, examples: Examples, learned: Indices) -> None:
        """Remember the examples that were learned from, if there will be a vote."""
        if self.votes and len(mistakes):
            rows = examples.rows.take(learned)
            self.voters.append((mistakes, rows, examples.steps[learned]))

    def scores(self, rows: Rows) -> Array:
        """The score of every row: of the last weights, of the average of all, or by vote."""
        player = self.player
        if self.votes:
            return self._vote(rows)
        if self._averages:
            return rows.times(player.average) - player.rule.threshold
        return player.rule.scores(player.theta, player.w, rows)

    @property
    def _averages(self) -> bool:
        """Is there an average to predict with? (Before the first round there is none.)"""
        return self.player.averages and self.player.rounds > 0

    def _vote(self, rows: Rows) -> Array:
        rule, rounds = self.player.rule, self.player.rounds
        if not self.voters:
            return rounds * rule.predicts(rows.times(self.first) - rule.threshold)
        parts = list(zip(*self.voters, strict=True))
        mistakes, steps = np.concatenate(parts[0]), np.concatenate(parts[2])
        counts, scores = (
            survival(mistakes, rounds),
            along(rule, self.first, Rows.stacked(parts[1]), steps),
        )
        return votes(scores, counts, rows, zero_wins=rule.zero_is_plus)

    @property
    def weights(self) -> Array:
        """The last weights, or the averaged ones."""
        return self.player.average if self._averages else self.player.w

    def saved(self, rows: Rows) -> Callable[[], None]:
        """A function that undoes what will be learned from these rows."""
        voters, restore = len(self.voters), self.player.saved(rows)

        def undo() -> None:
            restore()
            del self.voters[voters:]

        return undo


@dataclass(eq=False, repr=False, kw_only=True)
class LinearLearner(Learner[WeightRun]):
    """A learner with a weight vector (for each class); subclasses give its rule.

    ``coef_`` and ``intercept_`` hold the last weights, or the averaged ones where
    ``predict_with="averaged"``; ``weights_`` the last ones as the rule has them, with that of a
    constant feature, to begin another `fit` with.

    >>> from perceptronlib import Perceptron
    >>> isinstance(Perceptron(), LinearLearner)
    True
    """

    _models: list[Model] = field(init=False)

    def _rule(self, d: int) -> Rule:
        raise NotImplementedError(f"{type(self).__name__} does not say by which rule it learns")

    def _decision(self) -> Rule:
        return self._models[0].player.rule

    def _begin(self, d: int, first: Array | None = None) -> Model:
        rule = self._rule(d)
        player = Player(rule, rule.start(d) if first is None else first,
                        average=self.predict_with == "averaged")  # fmt: skip
        return Model(player, self.predict_with == "voted", first)

    def _play(self, lesson: Lesson, start: Array | None) -> list[WeightRun]:
        d, passes = lesson.rows.width, self._passes
        starts = [None] * len(lesson.signs) if start is None else _starts(start, lesson)
        models = [self._begin(d, first) for first in starts]
        runs, examples = [], None
        with no_warnings():
            for k, model in enumerate(models):
                examples = lesson.examples(k, passes.most, examples, same_start=start is None)
                runs.append(play_all(model.player, examples, passes, model.first))
                if model.votes:
                    model.keep(runs[-1].mistakes, examples, runs[-1].examples)
        self._models = models
        return runs

    def _play_ways(self, lesson: Lesson, ways: Iterable[Passes]) -> list[WeightRun]:
        d, examples = lesson.rows.width, lesson.examples(0, self._passes.most)
        rule = self._rule(d)
        first = rule.start(d)
        with no_warnings():
            return [play_all(Player(rule, first), examples, passes, first) for passes in ways]

    def _go_on(self, lesson: Lesson) -> list[Indices]:
        if self.__sklearn_is_fitted__():
            models = self._models
        else:
            models = [self._begin(lesson.rows.width) for _ in lesson.signs]
        logs, examples = [], None
        undoings = [model.saved(lesson.rows) for model in models]
        try:
            with no_warnings():
                for k, model in enumerate(models):
                    before = model.player.rounds
                    examples = lesson.examples(k, 1, examples)
                    logs.append(one_pass(model.player, examples))
                    model.keep(logs[-1], examples, logs[-1] - before)
        except BaseException:  # what fails did not happen
            for undo in undoings:
                undo()
            raise
        self._models = models
        return logs

    def _kept_run(self, k: int, parts: Sequence[Part]) -> WeightRun:
        model, kept = self._models[k], joined(parts)
        player, order, mistakes = model.player, kept.order, kept.mistakes
        late = player.lag.copy() if player.averages else None
        return WeightRun(player.rule, kept.rows, kept.y, order, mistakes, model.first,
                         player.w.copy(), late, importance=kept.importance)  # fmt: skip

    def _scores(self, rows: Rows) -> Array:
        scores = [model.scores(rows) for model in self._models]
        return scores[0][None] if len(scores) == 1 else np.stack(scores)

    @property
    def _constant_feature(self) -> bool:
        """Is the last weight that of a constant feature?"""
        return False

    @property
    def weights_(self) -> Array:
        """The last weights as the rule has them, that of a constant feature too; a row a class."""
        self._must_be_fitted("weights_")
        return np.stack([model.player.w for model in self._models])

    @property
    def coef_(self) -> Array:
        """The weights of the features, a row a class (of two classes, one row)."""
        self._must_be_fitted("coef_")
        w = np.stack([model.weights for model in self._models])
        return w[:, :-1].copy() if self._constant_feature else w

    @property
    def intercept_(self) -> Array:
        """The weight of the constant feature (0 without ``bias``), less the threshold."""
        self._must_be_fitted("intercept_")
        folded = [model.weights[-1] if self._constant_feature else 0.0 for model in self._models]
        return np.array(folded) - self._decision().threshold

    def _must_be_fitted(self, name: str) -> None:
        if not self.__sklearn_is_fitted__():
            raise AttributeError(f"{type(self).__name__} has no {name} yet: call fit(X, y) first")


def _starts(start: Array, lesson: Lesson) -> Array:
    """The first weights of each class, as they were given: one row a class."""
    k, d = len(lesson.signs), lesson.rows.width
    rows = start[None] if start.shape == (d,) and k == 1 else start
    if rows.shape != (k, d) or not np.isfinite(rows).all():
        wanted = f"{d} weights" if k == 1 else f"{k} rows of {d} weights"
        raise ValueError(
            f"start must have {wanted}, one a feature (and one more with bias=True), all finite; "
            f"got shape {start.shape}. learner.weights_ is such a table."
        )
    return rows


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

    def _rows(self, X: Matrix) -> Rows:
        return Rows(X, constant=self.bias)

    @property
    def _constant_feature(self) -> bool:
        return bool(self._fitted_with["bias"])


@cache
def _adding(rate: float, margin: float, ties: str) -> Rule:
    """The rule that adds; the very same one for the same numbers, which small fits are glad of."""
    return Rule("add", rate=rate, margin=margin, ties=ties)


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
        return _adding(rate, margin, self.ties)


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
    <Run: 2 updates in 6 rounds (3 examples), converged>
    """

    gamma: float = 0.1

    def _rule(self, d: int) -> Rule:
        return Rule("add", slope=positive("gamma", self.gamma) / 2.0)


@dataclass(eq=False, repr=False)
class PNormPerceptron(WithBias, WithTies[WeightRun]):
    """The p-norm perceptron: theta += y x on a mistake, and w is the gradient of |theta|_p^2/2.

    p = 2 is the perceptron; p = 2 ln d behaves like Winnow. Its bound is
    M <= (p - 1) X_p^2 |u|_q^2 / g^2 with 1/p + 1/q = 1. Source: Grove, Littlestone and
    Schuurmans (2001). Taught in lecture 07.

    >>> PNormPerceptron(p=4.0).fit([[1, 1], [1, -2]], [1, -1]).run_
    <Run: 1 mistake in 2 rounds (2 examples), not converged>
    """

    p: float = 2.0

    def _rule(self, d: int) -> Rule:
        if positive("p", self.p) < 2.0:
            raise ValueError(f"p must be at least 2 (the perceptron); got {self.p!r}")
        return Rule("p_norm", p=float(self.p), ties=self.ties)
