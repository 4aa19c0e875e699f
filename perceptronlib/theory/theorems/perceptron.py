"""Theorems about the perceptron on separable data: T1, T2, T7 and T8 of the course."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.runs import WeightRun
from ...validate import Array
from ..margins import NotSeparable, max_margin
from .certificate import Assumption, Certificate, Step, about_weights, whole_numbers

__all__ = ["exponential", "large_margin", "margin", "novikoff"]


def comparator(run: WeightRun, v: Any) -> Array | None:
    """v as an array; without v the maximum-margin separator; None if there is none."""
    if v is not None:
        given = np.asarray(v, dtype=np.float64)
        if given.shape != run.first_weights.shape or not given.any():
            raise ValueError(
                f"v must be a non-zero vector of {len(run.first_weights)} numbers, one a feature; "
                f"got {v!r}"
            )
        return given
    try:
        return max_margin(run.X, run.y).v
    except NotSeparable:
        return None


def plain_perceptron(run: WeightRun, *, margin: bool = False, slope: bool = False) -> Assumption:
    """The assumption that the run is a perceptron's (with or without a margin)."""
    rule = run.rule
    text = "the run is a perceptron's" + (", with a margin" if margin or slope else "")
    good = rule.update == "add" and rule.threshold == 0
    good = good and (margin or rule.margin == 0) and (slope or rule.slope == 0)
    return Assumption(text, good, "" if good else f"its rule is {rule}")


def starts_at_zero(run: WeightRun) -> Assumption:
    """The assumption that w starts at 0."""
    zero = not run.first_weights.any()
    return Assumption("w starts at 0", zero, "" if zero else f"it starts at {run.first_weights}")


def refused(name: str, statement: str, run: Any, assumptions: list[Assumption]) -> Certificate:
    """A certificate that makes no claim."""
    return Certificate(name, statement, run.M, float("inf"), tuple(assumptions), ())


class Progress:
    """The quantities of every proof by two claims, one entry an update k = 1..M.

    ``w[k]`` is the sum of the first k of the y x (w / rate, when w starts at 0); ``along`` is v.w,
    ``squares`` is |w|^2, ``sizes`` is |x|^2. Exact integers where data and v are whole.
    """

    def __init__(self, run: WeightRun, v: Array) -> None:
        updates = run.updates
        # no inner product or square in a proof exceeds (d |v| |w|)^2, coordinate by coordinate
        most = (len(v) * largest(v) * (run.M + 1) * (largest(updates) + 1)) ** 2
        Z, self.v = whole_numbers(updates, v, most=most)
        self.rounds = run.mistakes
        self.k = np.arange(1, run.M + 1)
        zero = np.zeros((1, Z.shape[1]), dtype=Z.dtype)
        self.w = np.cumsum(np.vstack([zero, Z]), axis=0)
        self.before = (Z * self.w[:-1]).sum(axis=1)  # y w.x, at the moment of the mistake
        self.along = (self.w * self.v).sum(axis=1)
        self.squares = (self.w * self.w).sum(axis=1)
        self.sizes = (Z * Z).sum(axis=1)
        self.terms = np.sqrt((self.squares[:-1] * self.sizes).astype(float))  # |w| |x|
        self.v_square = (self.v * self.v).sum()
        if Z.dtype == object:
            self.k = self.k.astype(object)
        if Z.dtype.kind in "iO":
            self.v_square = int(self.v_square)

    def cauchy_schwarz(self) -> Step:
        left, right = self.along[1:] ** 2, self.v_square * self.squares[1:]
        return Step("(v.w)^2 <= |v|^2 |w|^2 (Cauchy-Schwarz)", left, right, self.rounds)


def largest(values: Array) -> float:
    """The largest absolute value, 0 if there are none."""
    return float(np.max(np.abs(values), initial=0.0))


def smallest_margin(run: WeightRun, v: Array) -> Any:
    """g = min y v.x over all examples, exact (an int) where everything is whole."""
    most = len(v) * largest(v) * largest(run.X)
    X, y, v = whole_numbers(run.X, run.y, v, most=most)
    g = (y * (X * v).sum(axis=1)).min()
    return int(g) if X.dtype.kind in "iO" else float(g)


def largest_square(run: WeightRun) -> Any:
    """R^2 = max |x|^2 over all examples, exact (an int) where everything is whole."""
    (X,) = whole_numbers(run.X, most=run.X.shape[1] * largest(run.X) ** 2)
    R2 = (X * X).sum(axis=1).max()
    return int(R2) if X.dtype.kind in "iO" else float(R2)


def separating(run: WeightRun, v: Any, assumptions: list[Assumption]) -> tuple[Array | None, Any]:
    """A comparator and its margin g, with the assumption that g > 0; no comparator if g is not."""
    found = comparator(run, v)
    if found is None:
        assumptions.append(Assumption("some v separates the data", False, "none does"))
        return None, 0
    g = smallest_margin(run, found)
    assumptions.append(Assumption("v separates: y v.x >= g > 0", bool(g > 0), f"g = {g:.6g}"))
    return (found if g > 0 else None), g


@about_weights
def novikoff(run: WeightRun, v: Any = None) -> Certificate:
    """Novikoff's theorem (T1): the perceptron makes at most R^2/rho^2 mistakes.

    Assumes w_0 = 0 and a v with y v.x >= g > 0 for every example; rho = g/|v|, R = max |x|.
    Claim 1: every mistake moves w by at least g along v, so v.w_k >= k g. Claim 2: w.x had the
    wrong sign, so |w_k|^2 <= |w_{k-1}|^2 + |x|^2 and |w_k|^2 <= k R^2. Cauchy-Schwarz joins them:
    k g <= |v| R sqrt(k). It holds for every tie rule, order, number of passes and learning rate,
    and fails for w_0 != 0. Without v the maximum-margin separator is taken, which gives the
    smallest bound. Source: Novikoff (1962); Block (1962). Taught in lecture 03.

    >>> from perceptronlib import Perceptron
    >>> run = Perceptron(epochs=None).fit([[3, 4], [3, -4]], [1, -1]).run_
    >>> novikoff(run, v=[0, 1])
    Novikoff: M <= R^2/rho^2
      holds: 1 mistake, bound 1.5625
      [ok] the run is a perceptron's
      [ok] w starts at 0
      [ok] v separates: y v.x >= g > 0: g = 4
         ok  y w.x <= 0 before the update  (checked 1x, least slack 0)
         ok  v.w_k >= k g  (checked 1x, least slack 0)
         ok  |w_k|^2 <= |w_k-1|^2 + |x|^2  (checked 1x, least slack 0)
         ok  |w_k|^2 <= k R^2  (checked 1x, least slack 0)
         ok  (v.w)^2 <= |v|^2 |w|^2 (Cauchy-Schwarz)  (checked 1x, least slack 9)
         ok  k g^2 <= R^2 |v|^2  (checked 1x, least slack 9)
    """
    name, statement = "Novikoff", "M <= R^2/rho^2"
    assumptions = [plain_perceptron(run), starts_at_zero(run)]
    found, g = separating(run, v, assumptions)
    if found is None:
        return refused(name, statement, run, assumptions)
    p, R2 = Progress(run, found), largest_square(run)
    steps = (
        Step("y w.x <= 0 before the update", p.before, 0 * p.before, p.rounds, size=p.terms),
        Step("v.w_k >= k g", p.k * g, p.along[1:], p.rounds),
        Step("|w_k|^2 <= |w_k-1|^2 + |x|^2", p.squares[1:], p.squares[:-1] + p.sizes, p.rounds),
        Step("|w_k|^2 <= k R^2", p.squares[1:], p.k * R2, p.rounds),
        p.cauchy_schwarz(),
        Step("k g^2 <= R^2 |v|^2", p.k * g**2, 0 * p.k + R2 * p.v_square, p.rounds),
    )
    bound = float(R2 * p.v_square) / float(g**2)
    return Certificate(name, statement, run.M, bound, tuple(assumptions), steps)


@about_weights
def margin(run: WeightRun, v: Any = None) -> Certificate:
    """The margin perceptron (T8): M <= (R^2 + 2 eta/r) / rho^2, and a margin at the end.

    The rule learns when y w.x <= eta, with rate r. Claim 1 is Novikoff's; in claim 2 the square
    of w/r may grow by |x|^2 + 2 eta/r. After a clean pass every y w.x > eta, so the geometric
    margin of w is at least eta rho / (r R^2 + 2 eta): it tends to rho/2 as eta grows. A *large*
    eta buys margin, a small one buys nothing. Without v the maximum-margin separator is taken.
    Source: Krauth and Mezard (1987) for the idea. Taught in lecture 02.

    >>> from perceptronlib import Perceptron
    >>> run = Perceptron(epochs=None, margin=10).fit([[3, 4], [3, -4]], [1, -1]).run_
    >>> margin(run, v=[0, 1]).verdict
    'holds: 2 mistakes, bound 2.8125'
    """
    name, statement = "Margin perceptron", "M <= (R^2 + 2 eta/r)/rho^2"
    assumptions = [plain_perceptron(run, margin=True), starts_at_zero(run)]
    found, g = separating(run, v, assumptions)
    if found is None:
        return refused(name, statement, run, assumptions)
    p, R2 = Progress(run, found), largest_square(run)
    (ratio,) = whole_numbers(np.array([run.rule.margin / run.rule.rate]))
    eta = ratio[0] if p.k.dtype == object else float(ratio[0])
    grown = p.squares[:-1] + p.sizes + 2 * eta
    steps = [
        Step(
            "y w.x <= eta/r before the update", p.before, 0 * p.before + eta, p.rounds, size=p.terms
        ),
        Step("v.w_k >= k g", p.k * g, p.along[1:], p.rounds),
        Step("|w_k|^2 <= |w_k-1|^2 + |x|^2 + 2 eta/r", p.squares[1:], grown, p.rounds),
        Step("|w_k|^2 <= k (R^2 + 2 eta/r)", p.squares[1:], p.k * (R2 + 2 * eta), p.rounds),
        p.cauchy_schwarz(),
        Step(
            "k g^2 <= (R^2 + 2 eta/r) |v|^2",
            p.k * g**2,
            0 * p.k + (R2 + 2 * eta) * p.v_square,
            p.rounds,
        ),
    ]
    if run.converged and run.M:
        steps.append(_margin_at_the_end(run, float(eta), float(g), float(R2), float(p.v_square)))
    bound = float((R2 + 2 * eta) * p.v_square) / float(g**2)
    return Certificate(name, statement, run.M, bound, tuple(assumptions), tuple(steps))


def _margin_at_the_end(run: WeightRun, eta: float, g: float, R2: float, v_square: float) -> Step:
    w = run.last_weights
    reached = float((run.y * (run.X @ w)).min()) / float(np.linalg.norm(w))
    promised = eta * g / np.sqrt(v_square) / (R2 + 2.0 * eta)
    text = "eta rho/(r R^2 + 2 eta) <= margin of w after a clean pass"
    return Step(text, np.array([promised]), np.array([reached]), np.array([-1]))


@about_weights
def large_margin(run: WeightRun, v: Any = None) -> Certificate:
    """The large-margin perceptron (T7): M <= 8/gamma^2 on unit vectors.

    The rule learns when w = 0 or y w.x <= (gamma/2)|w|; |x| <= 1, |v| = 1 and y v.x >= gamma.
    Claim 1: |w_k| >= v.w_k >= k gamma. Claim 2: |w_k|^2 <= |w_{k-1}|^2 + gamma |w_{k-1}| + 1.
    If |w| < 2/gamma, then |w'|^2 <= 4/gamma^2 + 3 <= (2/gamma + 3 gamma/4)^2, else
    |w'| <= |w| + 3 gamma/4; so |w_k| <= 2/gamma + 3 gamma k/4 by induction. (The published proof
    leaves out the first case: the length may overshoot 2/gamma.) The best constant is
    2.5128624 in place of 8. After a clean pass every margin exceeds gamma/2.
    Source: the course notes "Lecture 8", repaired. Taught in lecture 02.

    >>> from perceptronlib import LargeMarginPerceptron
    >>> X, y = [[0.6, 0.8], [0.8, -0.6], [-1.0, 0.0]], [1, 1, -1]
    >>> run = LargeMarginPerceptron(gamma=0.4, epochs=None).fit(X, y).run_
    >>> large_margin(run).verdict
    'holds: 2 mistakes, bound 50'
    """
    gamma = 2.0 * run.rule.slope
    name, statement = "Large-margin perceptron", "M <= 8/gamma^2"
    found = comparator(run, v)
    R = float(np.sqrt(float(largest_square(run))))
    assumptions = [
        plain_perceptron(run, slope=True),
        Assumption("it asks for a margin gamma > 0", gamma > 0, f"gamma = {gamma:.6g}"),
        starts_at_zero(run),
        Assumption("|x| <= 1", R <= 1 + 1e-12, f"max |x| = {R:.6g}"),
    ]
    if found is None or gamma <= 0:
        assumptions.append(Assumption("some v separates the data", found is not None, ""))
        return refused(name, statement, run, assumptions)
    unit = found / np.linalg.norm(found)
    rho = float((run.y * (run.X @ unit)).min())
    enough = rho >= gamma * (1 - 1e-12)
    assumptions.append(Assumption("v has margin gamma", enough, f"its margin is {rho:.6g}"))
    p = Progress(run, unit)
    size = np.sqrt(p.squares.astype(float))
    k, before, after = p.k.astype(float), size[:-1], size[1:]
    growth = before**2 + gamma * before + 1.0
    steps = [
        Step(
            "y w.x <= (gamma/2) |w| before the update",
            p.before,
            gamma / 2 * before,
            p.rounds,
            size=p.terms,
        ),
        Step("k gamma <= v.w_k", k * gamma, p.along[1:], p.rounds),
        Step("v.w_k <= |w_k|", p.along[1:], after, p.rounds),
        Step("|w_k|^2 <= |w_k-1|^2 + gamma |w_k-1| + 1", after**2, growth, p.rounds),
        Step("|w_k| <= 2/gamma + 3 gamma k/4", after, 2 / gamma + 0.75 * gamma * k, p.rounds),
    ]
    if run.converged and run.M:
        w = run.last_weights
        reached = float((run.y * (run.X @ w)).min()) / float(np.linalg.norm(w))
        text = "gamma/2 <= margin of w after a clean pass"
        steps.append(Step(text, np.array([gamma / 2]), np.array([reached]), np.array([-1])))
    bound = 8.0 / gamma**2
    return Certificate(name, statement, run.M, bound, tuple(assumptions), tuple(steps))


@about_weights
def exponential(run: WeightRun) -> Certificate:
    """The exponential instance (T2): exactly (4^n - 1)/3 mistakes, in whatever order.

    The rows are y_i x_i = (-1, ..., -1, +1, 0, ..., 0) with i - 1 entries -1. Under the tie rule
    ``le``, w_i <= 2^(i-1) at all times: row i is learned only when w_i <= w_1 + ... + w_{i-1},
    which is below 2^(i-1), and learning the others never raises w_i. After a clean pass
    w_i >= 1 + w_1 + ... + w_{i-1}, so w_i = 2^(i-1). The number of times each row was learned
    solves a triangular system, so M is the same for every order. Far above the 2^n that is
    usually quoted. Taught in lecture 03.

    >>> from perceptronlib import Perceptron, adversaries
    >>> run = Perceptron(epochs=None).fit(*adversaries.exponential(3)).run_
    >>> exponential(run).verdict
    'holds: 21 mistakes, bound 21'
    """
    n = run.X.shape[1]
    rows = run.y[:, None] * run.X
    expected = np.eye(n) - np.tri(n, n, -1)
    right_rows = len(rows) == n and {tuple(r) for r in rows} == {tuple(r) for r in expected}
    assumptions = (
        plain_perceptron(run),
        starts_at_zero(run),
        Assumption("ties count as mistakes", run.rule.ties == "le", run.rule.ties),
        Assumption("the rows are those of the exponential instance", right_rows),
        Assumption("the last pass was clean", run.converged),
    )
    bound = (4**n - 1) // 3
    if not right_rows:
        return refused("Exponential instance", "M = (4^n - 1)/3", run, list(assumptions))
    target = 2 ** np.arange(n)
    p = Progress(run, target.astype(float))
    count = np.array([run.M], dtype=object)
    whole_run = np.array([-1])
    steps = (
        Step("w_i <= 2^(i-1)", (p.w[1:] - target).max(axis=1), 0 * p.k, p.rounds),
        Step("w_i = 2^(i-1) at the end", p.w[-1], target.astype(object), np.full(n, -1), True),
        Step("M = (4^n - 1)/3", count, 0 * count + bound, whole_run, True),
    )
    name, statement = "Exponential instance", "M = (4^n - 1)/3"
    return Certificate(name, statement, run.M, float(bound), assumptions, steps)
