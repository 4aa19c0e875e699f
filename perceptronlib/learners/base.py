"""What all learners share: scikit-learn's conventions, without scikit-learn.

`fit` and `partial_fit` make a run, everything else reads it. scikit-learn is imported only when
it asks for its own tags.
"""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Iterable
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ..core.predict import PREDICTORS
from ..core.runs import Run
from ..validate import Array, _sklearn, finite, not_fitted, one_column, table, two_classes

__all__ = ["ConvergenceWarning", "Learner", "shuffled_runs"]

Self = TypeVar("Self", bound="Learner")


class ConvergenceWarning(UserWarning):
    """No pass over the data was free of mistakes."""


class Learner:
    """A mistake-driven learner with scikit-learn's conventions; the base of all the others.

    Learners tell two classes apart; any two labels will do, the smaller one counts as -1.

    >>> from perceptronlib import Perceptron
    >>> Perceptron(epochs=3).get_params()["epochs"]
    3
    """

    epochs: int | None
    max_epochs: int
    predict_with: str
    run_: Run
    classes_: npt.NDArray[Any]

    # -- what each learner says of itself ------------------------------------------------------

    def _play(self, X: Array, y: Array) -> Run:
        raise NotImplementedError(f"{type(self).__name__} does not say how to run")

    def _play_shuffled(self, X: Array, y: Array, seeds: Iterable[Any]) -> list[Run]:
        """One run a seed, each in its own shuffled orders."""
        shuffled = {**self.get_params(), "shuffle": True}
        return [type(self)(**{**shuffled, "seed": seed})._play(X, y) for seed in seeds]

    def _extend(self, X: Array, y: Array) -> Run:
        raise NotImplementedError(f"{type(self).__name__} does not say how to go on")

    def _features(self, X: Array) -> Array:
        """The table that the rule sees: with a constant feature, negations, and so on."""
        return X

    def _check_queries(self, X: Array) -> None:
        """Are these rows such as the learner can answer? (Any finite ones, in general.)"""

    # -- learning ------------------------------------------------------------------------------

    def fit(self: Self, X: Any, y: Any) -> Self:
        """Learn from scratch; afterwards ``run_`` tells the whole story."""
        names = _column_names(X)
        X = table(X)
        name = type(self).__name__
        if self.predict_with not in PREDICTORS:
            choices = ", ".join(map(repr, PREDICTORS))
            raise ValueError(f"predict_with must be one of {choices}; got {self.predict_with!r}")
        classes, signed = two_classes(y, len(X), name)
        run = self._play(self._features(X), signed)
        if self.epochs is None and not run.converged:
            warnings.warn(
                f"{name}: none of {self.max_epochs} passes was free of mistakes; the data may "
                f"not be separable. Raise max_epochs or set a number of epochs.",
                _sklearn("ConvergenceWarning", ConvergenceWarning),
                stacklevel=2,
            )
        self._remember(run, classes, X.shape[1], names)
        return self

    def partial_fit(self: Self, X: Any, y: Any, classes: Any = None) -> Self:
        """Go on learning: one pass over these examples in their order, from the weights reached.

        The first call has to see both classes, or be told them by ``classes``.
        """
        names = _column_names(X)
        X = table(X)
        name = type(self).__name__
        known = getattr(self, "classes_", None)
        if known is None and classes is None:
            classes, _ = two_classes(y, len(X), f"the first partial_fit (or classes=) of {name}")
        labels = one_column(y, len(X), name)
        known = np.unique(classes) if known is None else known
        if len(known) != 2:
            raise ValueError(f"classes must name two labels; got {len(known)}: {known}")
        if not np.isin(labels, known).all():
            odd = np.setdiff1d(labels, known)[0]
            raise ValueError(f"{name} knows the labels {known}; got {odd} as well")
        signed = np.where(labels == known[1], 1.0, -1.0)
        if hasattr(self, "run_"):
            X = self._checked(X)
            run = self._extend(self._features(X), signed)
        else:
            run = self._first_part(self._features(X), signed)
        self._remember(run, known, X.shape[1], names)
        return self

    def _first_part(self, X: Array, y: Array) -> Run:
        """The run of the first partial_fit: a single pass in the order given."""
        once = type(self)(**{**self.get_params(), "epochs": 1, "shuffle": False})
        return once._play(X, y)

    def _remember(
        self, run: Run, classes: npt.NDArray[Any], d: int, names: npt.NDArray[Any] | None
    ) -> None:
        self.run_, self.classes_, self.n_features_in_ = run, classes, d
        self.n_iter_ = max(1, -(-run.rounds // len(run.y)))
        if names is not None:
            self.feature_names_in_ = names
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_

    # -- predicting ----------------------------------------------------------------------------

    def decision_function(self, X: Any) -> Array:
        """One score a row; its sign is the prediction."""
        if not hasattr(self, "run_"):
            raise not_fitted(type(self).__name__)
        self._check_names(X)
        values = finite(self._checked(table(X)))
        self._check_queries(values)
        return PREDICTORS[self.predict_with](self.run_, self._features(values))

    def predict(self, X: Any) -> npt.NDArray[Any]:
        """One label a row."""
        scores = self.decision_function(X)
        chosen: npt.NDArray[Any] = self.classes_[(self.run_.rule.predicts(scores) > 0).astype(int)]
        return chosen

    def score(self, X: Any, y: Any) -> float:
        """The share of rows that are predicted correctly."""
        predicted = self.predict(X)
        return float(np.mean(predicted == one_column(y, len(predicted), type(self).__name__)))

    def _checked(self, X: Array) -> Array:
        if X.shape[1] != self.n_features_in_:
            raise ValueError(
                f"X has {X.shape[1]} features, but {type(self).__name__} is expecting "
                f"{self.n_features_in_} features as input"
            )
        return X

    def _check_names(self, X: Any) -> None:
        """The columns of a data frame must be those of `fit`, in the same order."""
        given = _column_names(X)
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
            raise ValueError(_name_trouble(list(given), list(fitted)))

    # -- parameters ----------------------------------------------------------------------------

    @classmethod
    def _names(cls) -> list[str]:
        return [name for name in inspect.signature(cls.__init__).parameters if name != "self"]

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The parameters by name."""
        return {name: getattr(self, name) for name in self._names()}

    def set_params(self: Self, **params: Any) -> Self:
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
        defaults = inspect.signature(type(self).__init__).parameters
        changed = [
            f"{name}={value!r}"
            for name, value in self.get_params().items()
            if value is not defaults[name].default and value != defaults[name].default
        ]
        return f"{type(self).__name__}({', '.join(changed)})"

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "run_")

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


def shuffled_runs(learner: Learner, X: Any, y: Any, seeds: Iterable[Any]) -> list[Run]:
    """One run a seed, each in its own shuffled orders over the same data, which are checked once.

    For error curves over many orders; `make bench` compares it with as many fits of
    scikit-learn's. One generator, given again and again, draws all orders (and is quicker than
    many seeds). Taught in lecture 02.

    >>> from perceptronlib import Perceptron
    >>> X, y = [[4, 1], [1, 3], [-1, 2], [-2, -3], [0, 1]], [1, 1, -1, -1, 1]
    >>> [run.M for run in shuffled_runs(Perceptron(epochs=None), X, y, seeds=range(5))]
    [5, 5, 5, 5, 5]
    """
    X = table(X)
    _, signed = two_classes(y, len(X), type(learner).__name__)
    return learner._play_shuffled(learner._features(X), signed, seeds)


def _column_names(X: Any) -> npt.NDArray[Any] | None:
    """The column names of a data frame, if they are strings."""
    columns = getattr(X, "columns", None)
    if columns is None or not len(columns):
        return None
    kinds = {isinstance(name, str) for name in columns}
    if kinds == {True, False}:
        raise TypeError(
            "Feature names are only supported if all input features have string names, but your "
            "input mixes string and non-string column names. Convert them with "
            "X.columns = X.columns.astype(str)."
        )
    return np.asarray(columns, dtype=object) if kinds == {True} else None


def _name_trouble(given: list[str], fitted: list[str]) -> str:
    """The sentence for columns that are not those of `fit`, in scikit-learn's words."""
    lines = ["The feature names should match those that were passed during fit."]
    unseen, missing = sorted(set(given) - set(fitted)), sorted(set(fitted) - set(given))
    if unseen:
        lines += ["Feature names unseen at fit time:", *[f"- {name}" for name in unseen[:5]]]
    if missing:
        lines += ["Feature names seen at fit time, yet now missing:"]
        lines += [f"- {name}" for name in missing[:5]]
    if not unseen and not missing:
        lines.append("Feature names must be in the same order as they were in fit.")
    return "\n".join(lines) + "\n"
