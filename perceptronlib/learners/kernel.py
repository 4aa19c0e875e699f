"""The kernel perceptron: the same algorithm in a feature space nobody visits."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..core.play import Passes
from ..kernels.dual import KernelRule, KernelRun, go_on, play_dual, shared
from ..kernels.functions import Gaussian, Kernel, Polynomial, linear
from ..kernels.support import KernelRows, Precomputed, Support
from ..samples.rows import Matrix, Rows
from ..validate import Array, Indices, finite, positive, whole
from .lessons import Lesson, Part, joined
from .perceptrons import WithTies

__all__ = ["KernelPerceptron", "named_kernel"]

NAMES = ("linear", "poly", "rbf", "precomputed")
"""Kernels that a grid search can name."""


@dataclass(eq=False, repr=False)
class KernelPerceptron(WithTies[KernelRun]):
    """The perceptron in dual form: alpha_i += 1 on a mistake at example i.

    Its score is f(x) = sum_s alpha_s y_s K(x_s, x); with ``kernel="linear"`` it is the dual
    perceptron, mistake for mistake the perceptron itself (where no true zero is decided by
    rounding: its sums have other terms). ``kernel`` is a name (`named_kernel` says what ``gamma``,
    ``degree`` and ``coef0`` mean) or any function of two tables that returns their kernel matrix
    (see `perceptronlib.kernels`); it has to be positive semi-definite. With ``"precomputed"``,
    `fit` takes the matrix of K(x_i, x_j), and predictions the rows K(x, x_1), ..., K(x, x_m).
    Source: Aizerman, Braverman and Rozonoer (1964). Taught in lecture 05.

    >>> from perceptronlib import kernels
    >>> X, y = [[1, 1], [-1, -1], [1, -1], [-1, 1]], [1, 1, -1, -1]
    >>> KernelPerceptron(kernels.polynomial(2), epochs=None).fit(X, y).predict(X)
    array([ 1,  1, -1, -1])
    >>> KernelPerceptron("poly", degree=2, gamma=1.0, coef0=1.0, epochs=None).fit(X, y).score(X, y)
    1.0
    """

    _for_predictions = ("predict_with", "ties", "kernel", "gamma", "degree", "coef0")

    kernel: str | Callable[[Array, Array], Array] = "linear"
    gamma: float | str = field(default="scale", kw_only=True)
    degree: int = field(default=3, kw_only=True)
    coef0: float = field(default=0.0, kw_only=True)

    support_: Indices = field(init=False)  # the examples that were ever learned from
    _support: Support = field(init=False)
    _seen: int = field(init=False)  # how many examples there have been, of `fit` and of a stream
    _rule: KernelRule = field(init=False)

    def _kernel_rule(self, X: Matrix) -> KernelRule:
        """The rule for examples such as X, which some parameters look at."""
        if isinstance(self.kernel, str):
            kernel = named_kernel(self.kernel, X, self.gamma, self.degree, self.coef0)
        elif callable(self.kernel):
            kernel = self.kernel
        else:
            raise _no_kernel(self.kernel)
        return KernelRule(kernel, ties=self.ties)

    def _decision(self) -> KernelRule:
        return self._rule

    def _play(self, lesson: Lesson, start: Array | None) -> list[KernelRun]:
        if start is not None:
            raise ValueError("start cannot be given: a kernel perceptron has no weights")
        X = finite(lesson.rows.given)
        rule = self._kernel_rule(X)
        runs = play_dual(rule, X, lesson.signs, self._passes, lesson.importance)
        self._rule, self._support, self._seen = rule, shared(runs), len(lesson)
        self.support_ = np.unique(np.concatenate([run.examples for run in runs]))
        return runs

    def _play_ways(self, lesson: Lesson, ways: Iterable[Passes]) -> list[KernelRun]:
        X = finite(lesson.rows.given)
        rule = self._kernel_rule(X)
        return [play_dual(rule, X, lesson.signs, way, lesson.importance)[0] for way in ways]

    def _go_on(self, lesson: Lesson) -> list[Indices]:
        X, k = lesson.rows.given, len(lesson.signs)
        if self.__sklearn_is_fitted__():
            rule, support, used, seen = self._rule, self._support, self.support_, self._seen
        else:
            rule, used, seen = self._kernel_rule(X), np.empty(0, dtype=np.int64), 0
            rows = KernelRows(rule.kernel, X[:0].copy())
            support = Support(rows, used, np.empty((0, k)), used, 0)
        if isinstance(rule.kernel, Precomputed):
            raise ValueError(
                "partial_fit cannot go on with kernel='precomputed': the matrix holds no values "
                "for examples to come. Call fit with the whole matrix, or give the kernel itself."
            )
        self._support, mistakes = go_on(support, rule, X, lesson.signs, lesson.importance)
        self._rule, self._seen = rule, seen + len(lesson)
        new = self._support.mistakes[len(support.mistakes) :] - support.rounds + seen
        self.support_ = np.append(used, new)
        return mistakes

    def _kept_run(self, k: int, parts: Sequence[Part]) -> KernelRun:
        kept, rule = joined(parts), self._rule
        return KernelRun(
            rule, kept.rows, kept.y, kept.order, kept.mistakes, importance=kept.importance
        )

    def _scores(self, rows: Rows) -> Array:
        X = rows.given
        if self.predict_with == "last":
            return self._support.scores(X)
        if self.predict_with == "averaged":
            return self._support.average_scores(X)
        return self._support.votes(X, zero_wins=self._rule.zero_is_plus)

    def _check_queries(self, X: Matrix) -> None:
        """A kernel may hide what is not finite: far away, a Gaussian is 0."""
        finite(X)

    @property
    def dual_coef_(self) -> Array:
        """alpha_s y_s of the support vectors; of several classes, a row each."""
        coefficients = self._support.coefficients.T
        return coefficients[0].copy() if len(coefficients) == 1 else coefficients.copy()

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = isinstance(self.kernel, str) and self.kernel == "precomputed"
        return tags


def named_kernel(name: str, X: Matrix, gamma: float | str, degree: int, coef0: float) -> Kernel:
    """The kernel of this name, with scikit-learn's parameters, for examples such as X.

    ``"linear"``: a.b; ``"poly"``: (gamma a.b + coef0)^degree; ``"rbf"``: exp(-gamma |a - b|^2);
    ``"precomputed"``: X is the kernel matrix. gamma ``"scale"`` is 1 / (d Var(X)), ``"auto"`` 1/d.

    >>> named_kernel("rbf", np.eye(2), gamma="auto", degree=3, coef0=0.0)
    Gaussian(width=1.0)
    """
    if name == "precomputed" and X.shape[0] != X.shape[1]:
        raise ValueError(
            f"kernel='precomputed' takes the square matrix of K(x_i, x_j); got shape {X.shape}"
        )
    if name in ("linear", "precomputed"):
        return linear if name == "linear" else Precomputed()
    if name not in NAMES:
        raise _no_kernel(name)
    if gamma in ("scale", "auto"):
        variance = _variance(X) if gamma == "scale" else 1.0
        value = 1.0 / (X.shape[1] * variance) if variance > 0.0 else 1.0
    elif isinstance(gamma, str):
        raise ValueError(f"gamma must be 'scale', 'auto' or a positive number; got {gamma!r}")
    else:
        value = positive("gamma", gamma)
    if name == "rbf":
        return Gaussian(math.sqrt(0.5 / value))
    return Polynomial(whole("degree", degree), positive("coef0", coef0, zero=True), value)


def _variance(X: Matrix) -> float:
    """The variance of all numbers in the table, the zeros of a sparse one among them."""
    if isinstance(X, np.ndarray):
        return float(X.var(dtype=np.float64))
    values, size = X.data.astype(np.float64), X.shape[0] * X.shape[1]
    return float((values**2).sum() / size - (values.sum() / size) ** 2)


def _no_kernel(given: object) -> ValueError:
    names = ", ".join(map(repr, NAMES))
    return ValueError(
        f"kernel must be one of {names}, or a function of two tables, such as "
        f"kernels.polynomial(2); got {given!r}"
    )
