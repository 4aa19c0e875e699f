"""What all learners share: scikit-learn's conventions, without scikit-learn.

`fit` and `partial_fit` learn, `run` tells what happened, everything else reads the model. What
predicts is the model's own: it keeps no array of its caller's. Several classes are told apart one
against the rest: a run, and a model, for each. scikit-learn is imported only when it asks for its
own tags.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar, Generic, Self, TypeVar

import numpy as np
import numpy.typing as npt

from ..core.play import Passes
from ..core.player import no_warnings
from ..core.predict import PREDICTORS
from ..core.rules import Decision
from ..core.runs import Order, Run
from ..samples.rows import Matrix, Rows
from ..validate import (
    Array,
    Indices,
    Seed,
    column_names,
    finite,
    importance_of,
    known_classes,
    name_trouble,
    not_finite,
    not_fitted,
    one_against_rest,
    one_column,
    scikit_learns,
    signs_of,
    table,
)
from .lessons import Lesson, Part
from .settings import Settings
from .showing import page

__all__ = ["ConvergenceWarning", "Learner", "shuffled_runs"]

R = TypeVar("R", bound=Run)
"""The kind of run that a learner makes: with weights, or with kernels."""

ONLY_FIT = ("epochs", "shuffle", "seed", "max_epochs")
"""Parameters that only `fit` looks at: they may be changed at any time."""


class ConvergenceWarning(UserWarning):
    """No pass over the data was free of mistakes."""


@dataclass(eq=False, repr=False, kw_only=True)
class Learner(Settings, Generic[R]):
    """A mistake-driven learner with scikit-learn's conventions; the base of all the others.

    Any labels will do. Of two classes the smaller one counts as -1; of more, each is told from the
    rest, and the highest score wins. ``epochs=None`` makes passes until one is clean, at most
    ``max_epochs``; with ``shuffle`` each pass has an order of its own, drawn from ``seed``.
    ``predict_with`` is ``"last"``, ``"averaged"`` or ``"voted"``. ``class_weight`` says how much
    the examples of each class count: a dictionary, or ``"balanced"``.

    Tables may be sparse (SciPy's, row by row), and those of float32 are not widened; weights and
    scores are float64 always.

    After `fit`, and after a first `partial_fit`, ``run_`` tells the whole story (``runs_`` that of
    every class); it looks at the arrays that were given, and is not pickled. From the second
    `partial_fit` on there is none: a stream costs the same at every example (with kernels, what its
    support costs), and keeps only what predicts. With ``keep_run=True`` the learner keeps a copy of
    all examples, and with them the run, in streams and in pickles too.

    >>> from perceptronlib import Perceptron
    >>> Perceptron(epochs=3).get_params()["epochs"]
    3
    """

    epochs: int | None = 1
    shuffle: bool = False
    seed: Seed = None
    predict_with: str = "last"
    max_epochs: int = 1000
    class_weight: dict[Any, float] | str | None = None
    keep_run: bool = False

    classes_: npt.NDArray[Any] = field(init=False)
    n_features_in_: int = field(init=False)
    n_iter_: int = field(init=False)
    _runs: list[R] | None = field(init=False)
    _parts: list[list[Part]] = field(init=False)  # for each call, of each class
    _fitted_with: dict[str, Any] = field(init=False)

    # -- what each learner says of itself ------------------------------------------------------

    def _play(self, lesson: Lesson, start: Array | None) -> list[R]:
        """Learn from scratch, and remember what predicts and what is needed to go on."""
        raise NotImplementedError(f"{type(self).__name__} does not say how to run")

    def _go_on(self, lesson: Lesson) -> list[Indices]:
        """Go on from where the model is (or begin): the rounds with mistakes of each class."""
        raise NotImplementedError(f"{type(self).__name__} does not say how to go on")

    def _kept_run(self, k: int, parts: Sequence[Part]) -> R:
        """The run of class k over all the examples that were kept."""
        raise NotImplementedError(f"{type(self).__name__} does not say what its run is")

    def _scores(self, rows: Rows) -> Array:
        """The scores of every row (across) for each class (down), from what the model keeps."""
        raise NotImplementedError(f"{type(self).__name__} does not say how to score")

    def _decision(self) -> Decision:
        """The rule that turns scores into answers."""
        raise NotImplementedError(f"{type(self).__name__} does not say how to decide")

    def _play_ways(self, lesson: Lesson, ways: Iterable[Passes]) -> list[R]:
        """The run of each way of making the passes."""
        raise NotImplementedError(f"{type(self).__name__} does not say how to run")

    def _rows(self, X: Matrix) -> Rows:
        """The table as the rule sees it: with a constant feature, with negations, and so on."""
        return Rows(X)

    def _check_queries(self, X: Matrix) -> None:
        """Are these rows such as the learner can answer? (Any finite ones, in general.)"""

    @classmethod
    @cache
    def _of_a_stream(cls) -> tuple[str, ...]:
        """Parameters that a stream goes on with, and which may not change on the way."""
        return tuple(name for name in cls._names() if name not in ONLY_FIT)

    @property
    def _passes(self) -> Passes:
        return Passes(self.epochs, self.shuffle, self.seed, self.max_epochs)

    # -- learning ------------------------------------------------------------------------------

    def run(self, X: npt.ArrayLike, y: npt.ArrayLike) -> R:
        """What happens when this learner meets the examples: a run, and no model left behind.

        >>> from perceptronlib import Perceptron
        >>> Perceptron(epochs=None).run([[1, 2], [-1, 1]], [1, -1])
        <Run: 2 mistakes in 4 rounds (2 examples), converged>
        """
        runs = type(self)(**self.get_params())._learned(X, y)
        if len(runs) > 1:
            raise ValueError(
                f"run tells of two classes; got {len(runs)} labels. Use fit(X, y).runs_, "
                f"one run a class."
            )
        self._warn_unless_clean(runs)
        return runs[0]

    def fit(
        self,
        X: npt.ArrayLike,
        y: npt.ArrayLike,
        sample_weight: npt.ArrayLike | None = None,
        start: npt.ArrayLike | None = None,
    ) -> Self:
        """Learn from scratch; afterwards ``run_`` tells the whole story.

        A mistake on an example is learned ``sample_weight`` times as much; one of weight 0 is left
        out. ``start`` gives other first weights than the rule's own, such as ``weights_`` of an
        earlier fit; with several classes a row for each.
        """
        names = column_names(X)
        self._runs = runs = self._learned(X, y, sample_weight, start)
        self.n_iter_ = max(run.rounds // len(run.y) for run in runs)
        self._remember_names(names)
        self._warn_unless_clean(runs)
        return self

    def _learned(
        self,
        X: npt.ArrayLike,
        y: npt.ArrayLike,
        sample_weight: npt.ArrayLike | None = None,
        start: npt.ArrayLike | None = None,
    ) -> list[R]:
        """Learn from scratch: checks, the runs, and what the learner remembers of them."""
        rows = table(X)
        self._check_predictor()
        classes, signs = one_against_rest(y, rows.shape[0], type(self).__name__)
        lesson = self._lesson(rows, y, classes, signs, sample_weight)
        if not len(lesson):
            raise ValueError("every example has weight zero: there is nothing to learn from")
        first = None if start is None else np.array(start, dtype=np.float64)
        runs = self._play(lesson.copied() if self.keep_run else lesson, first)
        self.classes_, self.n_features_in_ = classes, rows.shape[1]
        self._fitted_with = self.get_params()
        self._parts = [[Part.of(run) for run in runs]] if self.keep_run else []
        return runs

    def _lesson(
        self,
        X: Matrix,
        y: npt.ArrayLike,
        classes: npt.NDArray[Any],
        signs: Array,
        sample_weight: npt.ArrayLike | None,
    ) -> Lesson:
        """What there is to learn from: without the examples that do not count."""
        if sample_weight is None and self.class_weight is None:
            return Lesson(self._rows(X), signs)
        importance = importance_of(sample_weight, self.class_weight, y, classes, signs)
        if importance is not None and not importance.all():
            counts = np.flatnonzero(importance.all(axis=0))
            X, signs, importance = X[counts], signs[:, counts], importance[:, counts]
        return Lesson(self._rows(X), signs, importance)

    def _check_predictor(self) -> None:
        if self.predict_with not in PREDICTORS:
            choices = ", ".join(map(repr, PREDICTORS))
            raise ValueError(f"predict_with must be one of {choices}; got {self.predict_with!r}")

    def _warn_unless_clean(self, runs: list[R]) -> None:
        if self.epochs is None and not all(run.converged for run in runs):
            advice = "Raise max_epochs or set a number of epochs."
            if getattr(self, "bias", True) is False:
                advice = f"No line through the origin may do: try bias=True. {advice}"
            warnings.warn(
                f"{type(self).__name__}: none of {self.max_epochs} passes was free of mistakes; "
                f"the data may not be separable. {advice}",
                scikit_learns("ConvergenceWarning", ConvergenceWarning),
                stacklevel=3,
            )

    def partial_fit(
        self,
        X: npt.ArrayLike,
        y: npt.ArrayLike,
        classes: npt.ArrayLike | None = None,
        sample_weight: npt.ArrayLike | None = None,
    ) -> Self:
        """Go on learning: one pass over these examples in their order, from the weights reached.

        The first call has to see all classes, or be told them by ``classes``.
        """
        names, rows, name = column_names(X), finite(table(X)), type(self).__name__
        is_new = "_fitted_with" not in self.__dict__
        known = None if is_new else self.classes_
        known = known_classes(known, classes, y, rows.shape[0], name)
        signs = signs_of(y, known, rows.shape[0], name)
        if is_new:
            self._check_predictor()
        else:
            self._check_names(names)
            self._check_columns(rows)
            self._check_parameters(self._of_a_stream())
        self._check_queries(rows)
        if isinstance(self.class_weight, str) and self.class_weight == "balanced":
            raise ValueError(
                'class_weight="balanced" counts all examples, which a stream has not seen yet: '
                "pass the weights as a dictionary."
            )
        lesson = self._lesson(rows, y, known, signs, sample_weight)
        if not (len(lesson) or is_new):
            return self
        mistakes = self._go_on(lesson)
        if is_new:
            self.classes_, self.n_features_in_ = known, rows.shape[1]
            self._fitted_with, self._parts, self.n_iter_ = self.get_params(), [], 1
            self._remember_names(names)
        if (self.keep_run or is_new) and len(lesson):
            kept = lesson.copied() if self.keep_run else lesson
            order = Order(len(lesson), len(lesson))
            parts = [Part(kept.rows, *kept.of_class(k), order, log)
                     for k, log in enumerate(mistakes)]  # fmt: skip
            self._parts.append(parts)
        elif self._parts:
            self._parts = []
        self._runs = None
        return self

    @property
    def runs_(self) -> list[R]:
        """The run of each class; of two classes, one run."""
        name = type(self).__name__
        if not self.__sklearn_is_fitted__():
            raise AttributeError(f"{name} has no run_ yet: call fit(X, y) first")
        if self._runs is None and self._parts:
            by_class = zip(*self._parts, strict=True)
            self._runs = [self._kept_run(k, parts) for k, parts in enumerate(by_class)]
        if self._runs is None:
            raise AttributeError(
                f"this {name} keeps what predicts, not its run, as a stream goes on "
                f"and in a pickle. Make it with keep_run=True to keep all examples and the run."
            )
        return self._runs

    @property
    def run_(self) -> R:
        """The run of `fit`; in longer streams and in pickles only with ``keep_run=True``."""
        runs = self.runs_
        if len(runs) > 1:
            raise AttributeError(
                f"this {type(self).__name__} tells {len(runs)} classes apart, one against the "
                f"rest: runs_ holds the run of each."
            )
        return runs[0]

    def _remember_names(self, names: npt.NDArray[Any] | None) -> None:
        if names is not None:
            self.feature_names_in_ = names
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_

    def __getstate__(self) -> dict[str, Any]:
        state = dict(self.__dict__)
        if "_runs" in state:
            state["_runs"] = None  # made again from what was kept, if that was asked for
            state["_parts"] = self._parts if self.keep_run else []
        return state

    # -- predicting ----------------------------------------------------------------------------

    def decision_function(self, X: npt.ArrayLike) -> Array:
        """The score of every row, whose sign is the prediction; of several classes, one each."""
        scores = self._class_scores(X)
        return scores[0] if len(scores) == 1 else np.ascontiguousarray(scores.T)

    def _class_scores(self, X: npt.ArrayLike) -> Array:
        """The scores of every row (across) for each class (down)."""
        if not self.__sklearn_is_fitted__():
            raise not_fitted(type(self).__name__)
        self._check_names(column_names(X))
        rows = self._check_columns(table(X))
        self._check_parameters([name for name in self._names() if name in self._for_predictions])
        self._check_queries(rows)
        with no_warnings():
            scores = self._scores(self._rows(rows))
        # every score of a row with NaN or infinity is not finite, and so is their sum
        if not (math.isfinite(scores.sum()) or np.isfinite(scores).all()):
            raise not_finite(int(np.argmin(np.isfinite(scores).all(axis=0))))
        return scores

    def predict(self, X: npt.ArrayLike) -> npt.NDArray[Any]:
        """The label of every row."""
        scores = self._class_scores(X)
        if len(scores) == 1:
            best = self._decision().is_plus(scores[0]).view(np.int8)
        else:
            best = scores.argmax(axis=0)
        return self.classes_.take(best)

    def score(
        self, X: npt.ArrayLike, y: npt.ArrayLike, sample_weight: npt.ArrayLike | None = None
    ) -> float:
        """The share of rows that are predicted correctly."""
        predicted = self.predict(X)
        right = predicted == one_column(y, len(predicted), type(self).__name__)
        weights = None if sample_weight is None else np.asarray(sample_weight, dtype=np.float64)
        return float(np.average(right, weights=weights))

    def _check_columns(self, X: Any) -> Any:
        if X.shape[1] != self.n_features_in_:
            raise ValueError(
                f"X has {X.shape[1]} features, but {type(self).__name__} is expecting "
                f"{self.n_features_in_} features as input"
            )
        return X

    def _check_parameters(self, names: Iterable[str]) -> None:
        """Refuse to go on if one of these parameters was changed since the model was made."""
        for name in names:
            value, now = self._fitted_with[name], getattr(self, name)
            if now is not value and now != value:
                raise ValueError(
                    f"{name} was changed from {value!r} to {now!r} after this "
                    f"{type(self).__name__} had learned with it; call fit(X, y) to begin anew."
                )

    def _check_names(self, given: npt.NDArray[Any] | None) -> None:
        """The columns of a data frame must be those of `fit`, in the same order."""
        fitted = getattr(self, "feature_names_in_", None)
        name = type(self).__name__
        if given is not None and fitted is None:
            warnings.warn(
                f"X has feature names, but {name} was fitted without feature names", stacklevel=3
            )
        elif given is None and fitted is not None:
            warnings.warn(
                f"X does not have valid feature names, but {name} was fitted with feature names",
                stacklevel=3,
            )
        elif given is not None and fitted is not None and list(given) != list(fitted):
            raise ValueError(name_trouble(list(given), list(fitted)))

    # -- how it shows itself -------------------------------------------------------------------

    def _repr_html_(self) -> str:
        """The learner in a notebook: its parameters, its mistakes, and a picture of the run."""
        runs, classes = getattr(self, "runs_", []), getattr(self, "classes_", None)
        return page(repr(self), self.get_params(), runs, classes)

    def __sklearn_is_fitted__(self) -> bool:
        return "_fitted_with" in self.__dict__

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import ClassifierTags, InputTags, Tags, TargetTags

        return Tags(
            estimator_type="classifier",
            target_tags=TargetTags(required=True),
            classifier_tags=ClassifierTags(poor_score=self._poor_score, multi_class=True),
            regressor_tags=None,
            transformer_tags=None,
            input_tags=InputTags(sparse=self._sparse, positive_only=self._positive_only),
        )

    _poor_score, _sparse, _positive_only = False, True, False

    _for_predictions: ClassVar[tuple[str, ...]] = (
        "predict_with",
        "bias",
        "negations",
        "threshold",
        "ties",
    )
    """Parameters that a prediction depends on: a model made with others refuses to predict."""


def shuffled_runs(
    learner: Learner[R], X: npt.ArrayLike, y: npt.ArrayLike, seeds: Iterable[Seed]
) -> list[R]:
    """The run of each seed, each in its own shuffled orders over the same data, checked once.

    For error curves over many orders; `make bench` compares it with as many fits of
    scikit-learn's. One generator, given again and again, draws all orders (and is quicker than
    many seeds). Of two classes. Taught in lecture 02.

    >>> from perceptronlib import Perceptron
    >>> X, y = [[4, 1], [1, 3], [-1, 2], [-2, -3], [0, 1]], [1, 1, -1, -1, 1]
    >>> [run.M for run in shuffled_runs(Perceptron(epochs=None), X, y, seeds=range(5))]
    [5, 5, 5, 5, 5]
    """
    rows = table(X)
    learner._check_predictor()
    classes, signs = one_against_rest(y, rows.shape[0], type(learner).__name__)
    if len(classes) > 2:
        raise ValueError(f"shuffled_runs tells of two classes; got {len(classes)} labels")
    lesson = learner._lesson(rows, y, classes, signs, None)
    ways = (Passes(learner.epochs, True, seed, learner.max_epochs) for seed in seeds)
    return learner._play_ways(lesson, ways)
