"""Theorems about the perceptron on data that nothing separates: T5 of the course.

A comparator is a vector v and a margin rho > 0 that it is *asked* for, not one that it has. An
example falls short by its deviation d = max(0, rho - y v.x). Sums run over rounds, so an example
that is met in five passes pays five times:

    D1 = sum_t d_t,    D = sqrt(sum_t d_t^2).

Every bound here follows from one inequality, M rho <= R sqrt(M) + sum of d_t over the mistakes.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.runs import WeightRun
from ...validate import Array
from .. import comparators
from .certificate import TOLERANCE, Assumption, Certificate, Step, about_weights, whole_numbers
from .perceptron import Progress, comparator, largest, plain_perceptron, refused, starts_at_zero

__all__ = ["deviations", "hinge"]

FAR = 1e6
"""In units of R: a rho so large that the bound is the trivial one, to six digits."""

WHOLE_RUN = np.array([-1])


def l2_bound(R: float, rho: float, d: Array, times: Array) -> float:
    """((R + D)/rho)^2."""
    return float((R + np.sqrt(times @ d**2)) / rho) ** 2


def root_bound(R: float, rho: float, d: Array, times: Array) -> float:
    """The larger root M of rho M = R sqrt(M) + D1."""
    return float((R + np.sqrt(R**2 + 4 * rho * (times @ d))) / (2 * rho)) ** 2


def linear_bound(R: float, rho: float, d: Array, times: Array) -> float:
    """R^2/rho^2 + 2 D1/rho."""
    return float((R / rho) ** 2 + 2 * (times @ d) / rho)


Bound = Callable[[float, float, Array, Array], float]
BOUNDS: dict[str, tuple[Bound, Callable[..., comparators.Comparator]]] = {
    "deviations": (l2_bound, comparators.best_l2),
    "root": (root_bound, comparators.best_l1_root),
    "linear": (linear_bound, comparators.best_l1),
}
"""Each bound, and what finds the comparator that makes it small."""


def chosen(run: WeightRun, v: Any, rho: Any, bound: str) -> tuple[Array, float]:
    """The comparator that was given; what is missing of it is found, to make the bound small."""
    if rho is not None and not np.isfinite(rho):
        raise ValueError(f"rho must be a finite number; got {rho!r}")
    if v is None:
        best = BOUNDS[bound][1](run.X, run.y, run.times_seen)
        return best.v, best.rho if rho is None else float(rho)
    given = comparator(run, v)
    assert given is not None
    return given, good_rho(run, given, BOUNDS[bound][0]) if rho is None else float(rho)


def good_rho(run: WeightRun, v: Array, bound: Bound) -> float:
    """The margin to ask of a given v.

    As a function of s = 1/rho a bound falls, then rises, and rises for certain once all positive
    y v.x exceed rho. Its lowest place is often a kink, rho = y v.x, which a search only
    approaches; so the kinks beside the place found are tried too.
    """
    from scipy.optimize import minimize_scalar

    margins, times = run.y * (run.X @ v), run.times_seen.astype(float)
    R = float(np.linalg.norm(run.X, axis=1).max())

    def value(s: float) -> float:
        return bound(R * s, 1.0, np.maximum(0.0, 1.0 - s * margins), times)

    far = FAR * (R or 1.0)
    kinks = np.unique(margins[margins > TOLERANCE * R])
    if not len(kinks):
        return far
    found = 1.0 / minimize_scalar(value, bounds=(0.0, 1.0 / kinks[0]), method="bounded").x
    place = int(np.searchsorted(kinks, found))
    tried = [found, far, *kinks[max(0, place - 1) : place + 1].tolist()]
    return float(min(tried, key=lambda rho: value(1.0 / rho)))


def assumed(run: WeightRun, v: Array, rho: float, *, unit: bool) -> list[Assumption]:
    """What all theorems here take for granted."""
    size = float(np.linalg.norm(v))
    short = size <= 1 + TOLERANCE
    right = short and size >= 1 - TOLERANCE if unit else short
    return [
        plain_perceptron(run),
        starts_at_zero(run),
        Assumption("|v| = 1" if unit else "|v| <= 1", right, f"|v| = {size:.6g}"),
        Assumption("rho > 0", rho > 0, f"rho = {rho:.6g}"),
    ]


class Shortfall:
    """How far a comparator falls short, and what the mistakes make of it, for k = 1..M.

    ``d`` holds the deviation of every example, ``paid`` the sum of those of the first k mistakes.
    Exact integers where data, v and rho are whole; else every entry is a float.
    """

    def __init__(self, run: WeightRun, v: Array, rho: float) -> None:
        # no sum, square or product below exceeds this, when everything is whole
        farthest = abs(rho) + float(np.abs(v).sum() + len(v)) * (largest(run.X) + 1)
        most = 4 * (run.rounds + 1) * farthest**2
        X, y, v_, asked = whole_numbers(run.X, run.y, v, np.array([rho]), most=most)
        number, exactly = X.dtype, int if X.dtype.kind in "iO" else float
        self.rho = exactly(asked[0])
        self.d = np.maximum(0 * y, self.rho - y * (X * v_).sum(axis=1))
        self.times = run.times_seen
        self.R2 = exactly((X * X).sum(axis=1).max())
        self.R = math.sqrt(self.R2)
        self.D1 = exactly((self.times.astype(number) * self.d).sum())
        self.D = math.sqrt((self.times.astype(number) * self.d**2).sum())
        self.paid = np.cumsum(self.d[run.examples])
        p = Progress(run, v)
        if number.kind == "i":  # then Progress is exact too, perhaps with larger integers
            number = p.squares.dtype
        self.rounds, self.k = p.rounds, p.k.astype(number)
        self.before, self.along = p.before.astype(number), p.along[1:].astype(number)
        self.squares = p.squares[1:].astype(number)
        self.root_k = np.sqrt(p.k.astype(float))

    def bound(self, name: str) -> float:
        """One of the bounds, for this comparator."""
        return BOUNDS[name][0](
            self.R, float(self.rho), self.d.astype(float), self.times.astype(float)
        )

    def steps(self) -> list[Step]:
        """The part of the proof that all bounds share."""
        along, paid = self.along.astype(float), self.paid.astype(float)
        size = np.sqrt(self.squares.astype(float))
        rho_k, R2 = self.k * self.rho, 0 * self.k + self.R2
        reach = self.k * (self.R if self.k.dtype.kind == "f" else 0)
        both = self.R * self.root_k + paid
        return [
            Step("y w.x <= 0 before the update", self.before, 0 * R2, self.rounds, size=R2),
            Step(
                "k rho <= v.w_k + sum_I d", rho_k, self.along + self.paid, self.rounds, size=reach
            ),
            Step("|w_k|^2 <= k R^2", self.squares, self.k * self.R2, self.rounds),
            Step("v.w_k <= |w_k|", along, size, self.rounds),
            Step("k rho <= R sqrt(k) + sum_I d", rho_k.astype(float), both, self.rounds),
        ]

    def at_most(self, text: str, bound: float) -> Step:
        """k <= bound."""
        k = self.k.astype(float)
        return Step(text, k, np.full(len(k), bound), self.rounds)


@about_weights
def deviations(run: WeightRun, v: Any = None, rho: float | None = None) -> Certificate:
    """Freund and Schapire's theorem (T5, L2): M <= ((R + D)/rho)^2 on any data.

    Assumes w_0 = 0, |v| = 1 and rho > 0; D^2 is the sum over rounds of d_t^2 with
    d_t = max(0, rho - y v.x). Claim 1: a mistake moves w by y v.x >= rho - d_t along v, so
    v.w_k >= k rho - sum_I d_t. Claim 2 is Novikoff's, |w_k|^2 <= k R^2. Together
    k rho <= R sqrt(k) + sum_I d_t, and Cauchy-Schwarz on the k deviations gives the bound. It
    holds for every tie rule, order, learning rate and number of passes, provided each pass adds
    its deviations to D; with D summed over examples enough passes make it false. A v
    longer than 1 would buy its margin for nothing; it is reported, not rescaled.

    Without v and rho the pair that makes the bound smallest is found; without rho the best one
    for v. Source: Freund and Schapire (1999), by Mohri's embedding; this direct proof needs no
    extra coordinates. Taught in lecture 04.

    >>> from perceptronlib import Rule, play
    >>> run = play(Rule(), [[1, 0], [0, 1], [-1, 0]], [1, 1, 1])
    >>> deviations(run, v=[1, 0], rho=1)
    Deviations: M <= ((R + D)/rho)^2
      holds: 3 mistakes, bound 10.4721
      [ok] the run is a perceptron's
      [ok] w starts at 0
      [ok] |v| = 1: |v| = 1
      [ok] rho > 0: rho = 1
         ok  y w.x <= 0 before the update  (checked 3x, least slack 0)
         ok  k rho <= v.w_k + sum_I d  (checked 3x, least slack 0)
         ok  |w_k|^2 <= k R^2  (checked 3x, least slack 0)
         ok  v.w_k <= |w_k|  (checked 3x, least slack 0)
         ok  k rho <= R sqrt(k) + sum_I d  (checked 3x, least slack 0)
         ok  sum_I d <= sqrt(k) D (Cauchy-Schwarz)  (checked 3x, least slack 0.873)
         ok  k <= ((R + D)/rho)^2  (checked 3x, least slack 7.472)
    """
    name, statement = "Deviations", "M <= ((R + D)/rho)^2"
    v, rho = chosen(run, v, rho, "deviations")
    assumptions = assumed(run, v, rho, unit=True)
    if rho <= 0:
        return refused(name, statement, run, assumptions)
    s = Shortfall(run, v, rho)
    bound = s.bound("deviations")
    spread = Step(
        "sum_I d <= sqrt(k) D (Cauchy-Schwarz)", s.paid.astype(float), s.root_k * s.D, s.rounds
    )
    steps = (*s.steps(), spread, s.at_most("k <= ((R + D)/rho)^2", bound))
    return Certificate(name, statement, run.M, bound, tuple(assumptions), steps)


@about_weights
def hinge(
    run: WeightRun, v: Any = None, rho: float | None = None, form: str = "linear"
) -> Certificate:
    """The hinge-loss bound (T5, L1): M <= R^2/rho^2 + 2 D1/rho on any data.

    Assumes w_0 = 0, |v| <= 1 and rho > 0; D1 is the sum over rounds of the hinge losses
    d_t = max(0, rho - y v.x). From k rho <= R sqrt(k) + D1, a quadratic inequality in sqrt(k),
    follows ``form="root"``, M <= ((R + sqrt(R^2 + 4 rho D1))/(2 rho))^2, and from that the
    weaker ``form="linear"``, which is the one usually printed (with R = 1). It can fail for
    |v| > 1, and when D1 is summed over examples but there are several passes. Few large
    deviations favour this bound, many small ones that of `deviations`.

    Without v and rho the pair that makes the bound smallest is found; without rho the best one
    for v. Source: the course notes UIC-15 (Theorem 6.1) and "Lecture 8", which leave out |v| <= 1
    and the sum over rounds. Taught in lecture 04.

    >>> from perceptronlib import Rule, play
    >>> run = play(Rule(), [[1, 0], [0, 1], [-1, 0]], [1, 1, 1])
    >>> hinge(run, v=[1, 0], rho=1).verdict
    'holds: 3 mistakes, bound 7'
    >>> hinge(run, v=[1, 0], rho=1, form="root").verdict
    'holds: 3 mistakes, bound 5.30278'
    """
    statements = {
        "linear": "M <= R^2/rho^2 + 2 D1/rho",
        "root": "M <= ((R + sqrt(R^2 + 4 rho D1))/(2 rho))^2",
    }
    if form not in statements:
        raise ValueError(f"form must be 'linear' or 'root'; got {form!r}")
    name, statement = f"Hinge loss ({form} form)", statements[form]
    v, rho = chosen(run, v, rho, form)
    assumptions = assumed(run, v, rho, unit=False)
    if rho <= 0:
        return refused(name, statement, run, assumptions)
    s = Shortfall(run, v, rho)
    root, linear = s.bound("root"), s.bound("linear")
    linear_right = 0 * s.k + s.R2 + 2 * s.rho * s.D1
    steps = (
        *s.steps(),
        Step("sum_I d <= D1", s.paid, 0 * s.paid + s.D1, s.rounds),
        s.at_most("k <= ((R + sqrt(R^2 + 4 rho D1))/(2 rho))^2", root),
        Step("root form <= linear form", np.array([root]), np.array([linear]), WHOLE_RUN),
        Step("k rho^2 <= R^2 + 2 rho D1", s.k * s.rho**2, linear_right, s.rounds),
    )
    bound = root if form == "root" else linear
    return Certificate(name, statement, run.M, bound, tuple(assumptions), steps)
