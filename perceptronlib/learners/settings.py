"""Parameters of learners, by scikit-learn's conventions: read, changed, shown.

A learner's parameters are the fields of its dataclass, written once each.
"""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from typing import Any, Self

__all__ = ["Settings"]

OURS = {
    "max_iter": "epochs (a number of passes, or None: until a pass is clean)",
    "n_iter": "epochs (a number of passes, or None: until a pass is clean)",
    "tol": "epochs=None, which stops after a clean pass (there is no tolerance to set)",
    "n_iter_no_change": "epochs=None, which stops after a clean pass",
    "early_stopping": "epochs (choose it on held-out data; see the guide for library users)",
    "validation_fraction": "epochs (choose it on held-out data; see the guide for library users)",
    "eta0": "rate of Perceptron, beta of Winnow, eta of the other Winnows",
    "learning_rate": "rate (it stays the same; lecture 02 shows why it hardly matters)",
    "power_t": "rate (it stays the same from the first mistake to the last)",
    "alpha": "rate and margin (there is no penalty on the weights)",
    "penalty": "margin (there is no penalty on the weights)",
    "l1_ratio": "nothing: there is no penalty on the weights",
    "C": "epochs (there is no penalty to trade against)",
    "loss": "the choice of a learner: Perceptron, Winnow and the others have one rule each",
    "epsilon": "nothing: there is no loss with a tolerance",
    "fit_intercept": "bias (of perceptrons; elsewhere a constant column, features.fold_bias(X))",
    "bias": "a constant column, features.fold_bias(X)",
    "intercept_scaling": "bias (the constant feature is 1: scale the others)",
    "random_state": "seed",
    "average": 'predict_with="averaged"',
    "warm_start": "fit(X, y, start=learner.weights_), or partial_fit",
    "dual": "KernelPerceptron, the perceptron in dual form",
    "multi_class": "nothing: each class is told from the rest",
    "decision_function_shape": "nothing: decision_function gives one score a class, as 'ovr' means",
    "break_ties": "nothing: of equal scores the first class wins",
    "probability": "nothing: CalibratedClassifierCV of scikit-learn makes probabilities of scores",
    "shrinking": "nothing: there is no optimiser to set",
    "solver": "nothing: there is no optimiser to set",
    "cache_size": "nothing: there is no cache to set",
    "verbose": "run_, which tells every mistake",
    "n_jobs": "nothing: one core is enough",
}
"""What parameters of neighbouring libraries are called here."""


class Settings:
    """The parameters of a learner, by name.

    >>> from perceptronlib import Perceptron
    >>> Perceptron(max_iter=5)
    Traceback (most recent call last):
        ...
    TypeError: Perceptron has no parameter 'max_iter'; here it is epochs (a number of passes, ...
    """

    def __new__(cls, *args: Any, **params: Any) -> Self:
        cls._must_know(params, TypeError)
        return super().__new__(cls)

    @classmethod
    @cache
    def _names(cls) -> tuple[str, ...]:
        return tuple(field.name for field in fields(cls) if field.init)  # type: ignore[arg-type]

    @classmethod
    def _must_know(cls, params: dict[str, Any], kind: type[Exception]) -> None:
        """Refuse names that are no parameters, and say what a neighbour's are called here."""
        for name in params:
            if name not in cls._names():
                ours = f"here it is {OURS[name]}. It has" if name in OURS else "it has"
                known = ", ".join(cls._names())
                said = (
                    "Invalid parameter"
                    if kind is ValueError
                    else f"{cls.__name__} has no parameter"
                )
                of = f" for {cls.__name__}" if kind is ValueError else ""
                raise kind(f"{said} {name!r}{of}; {ours} {known}")

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """The parameters by name."""
        values = vars(self)
        return {name: values[name] for name in self._names()}

    def set_params(self, **params: Any) -> Self:
        """Change parameters by name."""
        self._must_know(params, ValueError)
        for name, value in params.items():
            setattr(self, name, value)
        return self

    def _changed(self) -> dict[str, Any]:
        """The parameters that differ from their defaults."""
        defaults = {field.name: field.default for field in fields(self)}  # type: ignore[arg-type]
        return {
            name: value
            for name, value in self.get_params().items()
            if value is not defaults[name] and value != defaults[name]
        }

    def __repr__(self) -> str:
        changed = ", ".join(f"{name}={value!r}" for name, value in self._changed().items())
        return f"{type(self).__name__}({changed})"
