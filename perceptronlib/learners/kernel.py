"""The kernel perceptron: the same algorithm in a feature space nobody visits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np

from ..core.dual import KernelRule, KernelRun, Support, play_dual
from ..core.kernels import linear
from ..core.play import Passes
from ..core.predict import votes
from ..core.runs import survival
from ..validate import Array, Indices, finite
from .base import _Part, joined
from .perceptrons import WithTies

__all__ = ["KernelPerceptron"]


@dataclass(eq=False, repr=False)
class KernelPerceptron(WithTies[KernelRun]):
    """The perceptron in dual form: alpha_i += 1 on a mistake at example i.

    Its score is f(x) = sum_s alpha_s y_s K(x_s, x); with ``kernel="linear"`` it is the dual
    perceptron, mistake for mistake the perceptron itself (where no true zero is decided by
    rounding: its sums have other terms). ``kernel`` is ``"linear"`` or any
    function of two tables that returns their kernel matrix (see `perceptronlib.kernels`); it has
    to be positive semi-definite. Source: Aizerman, Braverman and Rozonoer (1964). Taught in
    lecture 05.

    >>> from perceptronlib import kernels
    >>> X, y = [[1, 1], [-1, -1], [1, -1], [-1, 1]], [1, 1, -1, -1]
    >>> KernelPerceptron(kernels.polynomial(2), epochs=None).fit(X, y).predict(X)
    array([ 1,  1, -1, -1])
    """

    kernel: str | Callable[[Array, Array], Array] = "linear"

    support_: Indices = field(init=False)  # the examples that were ever learned from
    _support: Support = field(init=False)
    _seen: int = field(init=False)  # how many examples there have been, of `fit` and of a stream
    _rule: KernelRule = field(init=False)

    def _kernel_rule(self) -> KernelRule:
        kernel = linear if isinstance(self.kernel, str) and self.kernel == "linear" else self.kernel
        if isinstance(kernel, str) or not callable(kernel):
            raise ValueError(
                f'kernel must be "linear" or a function of two tables, such as '
                f"kernels.polynomial(2); got {self.kernel!r}"
            )
        return KernelRule(kernel, ties=self.ties)

    def _decision(self) -> KernelRule:
        return self._rule

    def _play(self, X: Array, y: Array) -> KernelRun:
        run = play_dual(self._kernel_rule(), finite(X), y, self._passes)
        self._rule, self._support, self.support_ = run.rule, run.expansion.own, run.support
        self._seen = len(y)
        return run

    def _play_all(self, X: Array, y: Array, ways: Iterable[Passes]) -> list[KernelRun]:
        rule = self._kernel_rule()
        return [play_dual(rule, finite(X), y, passes) for passes in ways]

    def _go_on(self, X: Array, y: Array) -> Indices:
        if self.__sklearn_is_fitted__():
            rule, support, used, seen = self._rule, self._support, self.support_, self._seen
        else:
            rule, used, seen = self._kernel_rule(), np.empty(0, dtype=np.int64), 0
            support = Support(rule.kernel, X[:0].copy(), y[:0].copy(), used, used, 0)
        self._support, mistakes = support.and_then(X, y, rule)
        self._rule, self._seen = rule, seen + len(y)
        self.support_ = np.append(used, mistakes - support.rounds + seen)
        return mistakes

    def _kept_run(self, parts: list[_Part]) -> KernelRun:
        X, y, order, mistakes = joined(parts)
        return KernelRun(self._rule, X, y, order, mistakes)

    def _scores(self, X: Array) -> Array:
        support = self._support
        if self.predict_with == "last":
            return support.scores(X)
        if self.predict_with == "averaged":
            return support.average_scores(X)
        counts = survival(support.mistakes, support.rounds)
        return votes(support.path_scores, counts, X, zero_wins=self._rule.zero_is_plus)

    @property
    def dual_coef_(self) -> Array:
        """alpha_s y_s of the support vectors."""
        support = self._support
        return np.bincount(support.learned, minlength=len(support.labels)) * support.labels
