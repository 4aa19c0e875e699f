"""What all learners share: scikit-learn's conventions, without scikit-learn.

`fit` and `partial_fit` learn, `run` tells what happened, everything else reads the model. What
predicts is the model's own: it keeps no array of its caller's. scikit-learn is imported only when
it asks for its own tags.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, Generic, Self, TypeVar

import numpy as np
import numpy.typing as npt

from ..core.play import Passes, no_warnings
from ..core.predict import PREDICTORS
from ..core.rules import Decision
from ..core.runs import Order, Run
from ..validate import (
    Array,
    Seed,
    _sklearn,
    column_names,
    finite,
    known_classes,
    name_trouble,
    not_finite,
    not_fitted,
    one_column,
    signs_of,
    table,
    two_classes,
)

__all__ = ["ConvergenceWarning", "Learner", "shuffled_runs"]

R = TypeVar("R", bound=Run)
"""The kind of run that a learner makes: with weights, or with kernels."""

ONLY_FIT = ("epochs", "shuffle", "seed", "max_epochs")
"""Parameters that only `fit` looks at: they may be changed at any time."""

FOR_PREDICTIONS = ("predict_with", "bias", "negations", "threshold", "ties", "kernel")
"""Parameters that a prediction depends on: a model that has learned with others refuses them."""


class ConvergenceWarning(UserWarning):
    """No pass over the data was free of mistakes."""


@dataclass(eq=False, repr=False, kw_only=True)
class Learner(Generic[R]):
    """A mistake-driven learner with scikit-learn's conventions; the base of all the others.

    Learners tell two classes apart; any two labels will do, the smaller one counts as -1.
    ``epochs=None`` makes passes until one is clean, at most ``max_epochs``; with ``shuffle`` each
    pass has an order of its own, drawn from ``seed``. ``predict_with`` is ``"last"``,
    ``"averaged"`` or ``"voted"``.

    After `fit`, and after a first `partial_fit`, ``run_`` tells the whole story; it looks at the
    arrays that were given, and is not pickled. From the second `partial_fit` on there is none: a
    stream costs the same at every example (with kernels, what its support costs), and keeps only
    what predicts. With ``keep_run=True``
    the learner keeps a copy of all examples, and with them the run, in streams and in pickles too.

    >>> from perceptronlib import Perceptron
    >>> Perceptron(epochs=3).get_params()["epochs"]
    3
    """

    epochs: int | None = 1
    shuffle: bool = False
    seed: Seed = None
    predict_with: str = "last"
    max_epochs: int = 1000
    keep_run: bool = False

    classes_: npt.NDArray[Any] = field(init=False)
    n_features_in_: int = field(init=False)
    n_iter_: int = field(init=False)
    _run: R | None = field(init=False)
    _parts: list[_Part] = field(init=False)
    _fitted_with: dict[str, Any] = field(init=False)

    # -- what each learner says of itself ------------------------------------------------------

    def _play(self, X: Array, y: Array) -> R:
        """Learn from scratch, and remember what predicts and what is needed to go on."""
        raise NotImplementedError(f"{type(self).__name__} does not say how to run")

    def _go_on(self, X: Array, y: Array) -> npt.NDArray[np.int64]:
        """Go on from where the model is (or begin): the rounds with mistakes."""
        raise NotImplementedError(f"{type(self).__name__} does not say how to go on")

    def _kept_run(self, parts: list[_Part]) -> R:
        """The run of all the examples that were kept."""
        raise NotImplementedError(f"{type(self).__name__} does not say what its run is")

    def _scores(self, X: Array) -> Array:
        """The score of every row, from what the model keeps."""
        raise NotImplementedError(f"{type(self).__name__} does not say how to score")

    def _decision(self) -> Decision:
        """The rule that turns scores into answers."""
        raise NotImplementedError(f"{type(self).__name__} does not say how to decide")

    def _play_all(self, X: Array, y: Array, ways: Iterable[Passes]) -> list[R]:
        """The run of each way of making the passes."""
        raise NotImplementedError(f"{type(self).__name__} does not say how to run")

    def _features(self, X: Array) -> Array:
        """The table that the rule sees: with a constant feature, negations, and so on."""
        return X

    def _check_queries(self, X: Array) -> None:
        """Are these rows such as the learner can answer? (Any finite ones, in general.)"""

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
        run = type(self)(**self.get_params())._learned(X, y)
        self._warn_unless_clean(run)
        return run

    def fit(self, X: npt.ArrayLike, y: npt.ArrayLike) -> Self:
        """Learn from scratch; afterwards ``run_`` tells the whole story."""
        names = column_names(X)
        self._run = run = self._learned(X, y)
        self.n_iter_ = run.rounds // len(run.y)
        self._remember_names(names)
        self._warn_unless_clean(run)
        return self

    def _learned(self, X: npt.ArrayLike, y: npt.ArrayLike) -> R:
        """Learn from scratch: checks, the run, and what the learner remembers of it."""
        rows = table(X)
        self._check_predictor()
        classes, signed = two_classes(y, len(rows), type(self).__name__)
        features = self._features(rows)
        run = self._play(features.copy() if self.keep_run else features, signed)
        self.classes_, self.n_features_in_ = classes, rows.shape[1]
        self._fitted_with = self.get_params()
        self._parts = [_Part(run.X, run.y, run.in_order, run.mistakes)] if self.keep_run else []
        return run

    def _check_predictor(self) -> None:
        if self.predict_with not in PREDICTORS:
            choices = ", ".join(map(repr, PREDICTORS))
            raise ValueError(f"predict_with must be one of {choices}; got {self.predict_with!r}")

    def _warn_unless_clean(self, run: R) -> None:
        if self.epochs is None and not run.converged:
            warnings.warn(
                f"{type(self).__name__}: none of {self.max_epochs} passes was free of mistakes; "
                f"the data may not be separable. Raise max_epochs or set a number of epochs.",
                _sklearn("ConvergenceWarning", ConvergenceWarning),
                stacklevel=3,
            )

    def partial_fit(
        self, X: npt.ArrayLike, y: npt.ArrayLike, classes: npt.ArrayLike | None = None
    ) -> Self:
        """Go on learning: one pass over these examples in their order, from the weights reached.

        The first call has to see both classes, or be told them by ``classes``.
        """
        rows, name = finite(table(X)), type(self).__name__
        is_new = "_fitted_with" not in self.__dict__
        known = None if is_new else self.classes_
        known = known_classes(known, classes, y, len(rows), name)
        signed = signs_of(y, known, len(rows), name)
        if is_new:
            names = column_names(X)
            self._check_predictor()
        else:
            self._check_names(X)
            self._check_columns(rows)
            self._check_parameters([name for name in self._names() if name not in ONLY_FIT])
        self._check_queries(rows)
        features = self._features(rows)
        mistakes = self._go_on(features, signed)
        if is_new:
            self.classes_, self.n_features_in_ = known, rows.shape[1]
            self._fitted_with, self._parts, self.n_iter_ = self.get_params(), [], 1
            self._remember_names(names)
        if self.keep_run or is_new:
            kept = features.copy() if self.keep_run else features
            self._parts.append(_Part(kept, signed, Order(len(rows), len(rows)), mistakes))
        elif self._parts:
            self._parts = []
        self._run = None
        return self

    @property
    def run_(self) -> R:
        """The run of `fit`; in longer streams and in pickles only with ``keep_run=True``."""
        if not self.__sklearn_is_fitted__():
            raise AttributeError(f"{type(self).__name__} has no run_ yet: call fit(X, y) first")
        if self._run is None and self._parts:
            self._run = self._kept_run(self._parts)
        if self._run is None:
            raise AttributeError(
                f"this {type(self).__name__} keeps what predicts, not its run, as a stream goes on "
                f"and in a pickle. Make it with keep_run=True to keep all examples and the run."
            )
        return self._run

    def _remember_names(self, names: npt.NDArray[Any] | None) -> None:
        if names is not None:
            self.feature_names_in_ = names
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_

    def __getstate__(self) -> dict[str, Any]:
        state = dict(self.__dict__)
        if "_run" in state:
            state["_run"] = None  # made again from what was kept, if that was asked for
            state["_parts"] = self._parts if self.keep_run else []
        return state

    # -- predicting ----------------------------------------------------------------------------

    def decision_function(self, X: npt.ArrayLike) -> Array:
        """The score of every row; its sign is the prediction."""
        if not self.__sklearn_is_fitted__():
            raise not_fitted(type(self).__name__)
        self._check_names(X)
        rows = finite(self._check_columns(table(X)))
        self._check_parameters([name for name in self._names() if name in FOR_PREDICTIONS])
        self._check_queries(rows)
        with no_warnings():
            scores = self._scores(self._features(rows))
        if not np.isfinite(scores).all():
            raise not_finite(int(np.argmin(np.isfinite(scores))))
        return scores

    def predict(self, X: npt.ArrayLike) -> npt.NDArray[Any]:
        """The label of every row."""
        scores = self.decision_function(X)
        positive = self._decision().predicts(scores) > 0
        chosen: npt.NDArray[Any] = self.classes_[positive.astype(int)]
        return chosen

    def score(self, X: npt.ArrayLike, y: npt.ArrayLike) -> float:
        """The share of rows that are predicted correctly."""
        predicted = self.predict(X)
        return float(np.mean(predicted == one_column(y, len(predicted), type(self).__name__)))

    def _check_columns(self, X: Array) -> Array:
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

    def _check_names(self, X: object) -> None:
        """The columns of a data frame must be those of `fit`, in the same order."""
        given = column_names(X)
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

    # -- parameters ----------------------------------------------------------------------------

    @classmethod
    @cache
    def _names(cls) -> tuple[str, ...]:
        return tuple(field.name for field in fields(cls) if field.init)

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The parameters by name."""
        return {name: getattr(self, name) for name in self._names()}

    def set_params(self, **params: Any) -> Self:
        """Change parameters by name."""
        for name, value in params.items():
            if name not in self._names():
                raise ValueError(
                    f"Invalid parameter {name!r} for {type(self).__name__}; it has "
                    f"{', '.join(self._names())}"
                )
            setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        defaults = {field.name: field.default for field in fields(self)}
        changed = [
            f"{name}={value!r}"
            for name, value in self.get_params().items()
            if value is not defaults[name] and value != defaults[name]
        ]
        return f"{type(self).__name__}({', '.join(changed)})"

    def __sklearn_is_fitted__(self) -> bool:
        return "_fitted_with" in self.__dict__

    def __sklearn_tags__(self) -> Any:
        from sklearn.utils import ClassifierTags, InputTags, Tags, TargetTags

        return Tags(
            estimator_type="classifier",
            target_tags=TargetTags(required=True),
            classifier_tags=ClassifierTags(poor_score=self._poor_score, multi_class=False),
            regressor_tags=None,
            transformer_tags=None,
            input_tags=InputTags(),
        )

    _poor_score = False


@dataclass(frozen=True)
class _Part:
    """Examples that were kept: as the rule saw them, in the order they were met, with mistakes."""

    X: Array
    y: Array
    order: Order
    mistakes: npt.NDArray[np.int64]


def joined(parts: list[_Part]) -> tuple[Array, Array, Order, npt.NDArray[np.int64]]:
    """The examples that were kept, their labels, the order they were met in, and the mistakes."""
    if len(parts) == 1:
        return parts[0].X, parts[0].y, parts[0].order, parts[0].mistakes
    sizes = np.cumsum([0, *(len(part.y) for part in parts[:-1])])
    orders = tuple(
        part.order.examples_by_round() + size for part, size in zip(parts, sizes, strict=True)
    )
    X, y = np.vstack([part.X for part in parts]), np.concatenate([part.y for part in parts])
    order = Order(len(y), sum(map(len, orders)), orders)
    return X, y, order, np.concatenate([part.mistakes for part in parts])


def shuffled_runs(
    learner: Learner[R], X: npt.ArrayLike, y: npt.ArrayLike, seeds: Iterable[Seed]
) -> list[R]:
    """The run of each seed, each in its own shuffled orders over the same data, checked once.

    For error curves over many orders; `make bench` compares it with as many fits of
    scikit-learn's. One generator, given again and again, draws all orders (and is quicker than
    many seeds). Taught in lecture 02.

    >>> from perceptronlib import Perceptron
    >>> X, y = [[4, 1], [1, 3], [-1, 2], [-2, -3], [0, 1]], [1, 1, -1, -1, 1]
    >>> [run.M for run in shuffled_runs(Perceptron(epochs=None), X, y, seeds=range(5))]
    [5, 5, 5, 5, 5]
    """
    rows = table(X)
    learner._check_predictor()
    _, signed = two_classes(y, len(rows), type(learner).__name__)
    ways = (Passes(learner.epochs, True, seed, learner.max_epochs) for seed in seeds)
    return learner._play_all(learner._features(rows), signed, ways)
