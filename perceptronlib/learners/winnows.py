"""Learners that multiply: two algorithms called Winnow, and weighted majority."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..core.rules import Rule
from ..core.runs import WeightRun
from ..samples.rows import Matrix, Rows
from ..validate import binary, finite, positive
from .perceptrons import LinearLearner, WithTies

__all__ = ["BalancedWinnow", "ExponentialWinnow", "WeightedMajority", "Winnow"]


@dataclass(eq=False, repr=False)
class Winnow(LinearLearner):
    """Littlestone's Winnow: multiply the active weights by 1 + beta, or divide them by it.

    x in {0,1}^d; w starts at 1; the prediction is + iff w.x >= threshold (d by default). For a
    monotone disjunction of r of d features and beta = 1 it makes at most 2 + 3 r log2 d mistakes
    (r >= 1, d >= 2). ``negations`` adds the features 1 - x_i, so that disjunctions of literals
    can be learned (2d features, threshold 2d). For "at least l of k" take beta = 1/(2l).
    ``ties="minus"`` is Littlestone's own strict threshold: + iff w.x > threshold.

    Source: Littlestone (1988). Taught in lecture 06.

    >>> X, y = [[1, 0, 1, 0, 0], [0, 1, 1, 0, 0], [0, 1, 1, 1, 0], [0, 0, 0, 0, 0]], [1, 0, 1, 0]
    >>> Winnow(epochs=None).fit(X, y).run_
    <Run: 7 mistakes in 20 rounds (4 examples), converged>
    """

    _positive_only = True

    beta: float = 1.0
    threshold: float | None = None
    negations: bool = False
    ties: str = "plus"

    def _rule(self, d: int) -> Rule:
        factor = 1.0 + positive("beta", self.beta)
        if factor == 1.0:
            raise ValueError(f"beta must be larger: to floats, 1 + {self.beta!r} is 1")
        theta = float(d) if self.threshold is None else positive("threshold", self.threshold)
        return Rule("multiply", rate=factor, threshold=theta, ties=self.ties)

    def _rows(self, X: Matrix) -> Rows:
        return Rows(X, negations=self.negations)

    def _check_queries(self, X: Matrix) -> None:
        """Queries have to be binary, as examples have."""
        binary(X)


@dataclass(eq=False, repr=False)
class ExponentialWinnow(LinearLearner, WithTies[WeightRun]):
    """Winnow in normalised form: w_i *= exp(eta y x_i) on a mistake, then w is divided by its sum.

    x is real, w starts at 1/N, the prediction is sgn(w.x). If some v >= 0 has
    y v.x / |v|_1 >= rho and |x|_inf <= R, then M <= 2 (R/rho)^2 ln N for eta = rho/R^2, and
    M <= ln N / (eta rho - eta^2 R^2 / 2) for any eta < 2 rho/R^2; beyond that it may cycle for
    ever. Its weights stay positive: targets with negative weights need `BalancedWinnow`.
    Taught in lecture 07.

    >>> ExponentialWinnow(eta=0.5).fit([[1, -1], [-1, 1]], [1, -1]).coef_.round(4)
    array([[0.7311, 0.2689]])
    """

    _poor_score = True  # positive weights cannot point everywhere

    eta: float = 0.1

    def _rule(self, d: int) -> Rule:
        return Rule("exponentiate", rate=positive("eta", self.eta), ties=self.ties)


@dataclass(eq=False, repr=False)
class BalancedWinnow(ExponentialWinnow):
    """Winnow for weights of either sign: `ExponentialWinnow` on the doubled features (x, -x).

    ``coef_`` is the difference of the two halves, sinh(eta theta_i) over the sum of the cosh; so
    equal halves score exactly 0, and no table is doubled. M <= 2 (R/rho)^2 ln 2N for
    eta = rho/R^2, with rho = min y v.x / |v|_1 for any v. Taught in lecture 07.

    >>> BalancedWinnow(eta=0.5).fit([[1, 0], [0, 1]], [1, -1]).coef_.round(4)
    array([[ 0.2311, -0.2311]])
    """

    _poor_score = False

    def _rule(self, d: int) -> Rule:
        return Rule("balanced", rate=positive("eta", self.eta), ties=self.ties)


@dataclass(eq=False, repr=False)
class WeightedMajority(LinearLearner, WithTies[WeightRun]):
    """Weighted majority: experts that were wrong lose a factor beta when the majority was wrong.

    x_i in {-1, +1} is the prediction of expert i. Learning on mistakes only, it is
    `ExponentialWinnow` with beta = exp(-2 eta), up to the scale of w. Source: Littlestone and
    Warmuth (1994). Taught in lecture 07.

    >>> WeightedMajority(beta=0.5).fit([[1, -1, -1], [1, 1, -1]], [1, -1]).coef_
    array([[0.5 , 0.25, 0.5 ]])
    """

    _sparse = False

    beta: float = 0.5

    def _rule(self, d: int) -> Rule:
        beta = positive("beta", self.beta)
        if beta >= 1.0:
            raise ValueError(f"beta must be below 1, so that wrong experts lose; got {beta!r}")
        return Rule("majority", rate=beta, ties=self.ties)

    def _rows(self, X: Matrix) -> Rows:
        if not isinstance(X, np.ndarray):
            raise TypeError(
                "WeightedMajority takes the predictions of experts, -1 or +1, which a sparse table "
                "cannot hold: its missing entries are 0. Pass an array."
            )
        if not (np.abs(X) == 1.0).all():
            raise ValueError(
                f"WeightedMajority takes the predictions of experts, -1 or +1; got values such "
                f"as {finite(X)[np.abs(X) != 1.0][0]:g}"
            )
        return Rows(X)
