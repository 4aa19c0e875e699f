"""Theorems about the perceptron on data that nothing separates: T5 of the course.

A comparator is a vector v and a margin rho > 0 that it is *asked* for, not one that it has. An
example falls short by its deviation d = max(0, rho - y v.x). Sums run over rounds, so an example
that is met in five passes pays five times:

    D1 = sum_t d_t,    D = sqrt(sum_t d_t^2).

Every bound here follows from one inequality, M rho <= R sqrt(M) + sum of d_t over the mistakes.

The numbers in a statement, at update k: ``score`` is y w.x before it, ``along`` v.w_k, ``square``
|w_k|^2 and ``w_length`` its root, ``paid`` the sum of d over the first k mistakes, ``root_k`` the
root of k. Of the whole run: ``rho``, ``D1``, ``D2`` = D^2 and ``D``; ``row2`` is the largest |x|^2.
``length2`` is 1, or |v|^2 where rounding made v a little longer than that, and ``length`` its root;
``R2`` is row2 length2 and ``R`` its root.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np

from ...core.runs import WeightRun
from ...validate import Array
from .. import comparators
from ..exact import enclosed, nearest_float
from .certificate import Assumption, Certificate, Statement
from .judging import (
    about_weights,
    comparator,
    doubt_about,
    plain_perceptron,
    refused,
    rounding_doubt,
    starts_at_zero,
)
from .perceptron import MISTAKE
from .progress import Progress, records, rounding, scaled

__all__ = ["deviations", "hinge"]

FAR = 1e6
"""In units of R: a rho so large that the bound is the trivial one, to six digits."""

NEGLIGIBLE = 1e-9
"""In units of R: a margin so small that it is not worth asking for."""

SQUEEZE = Statement(
    "k rho <= R sqrt(k) + sum_I d",
    lambda q: q.k * q.rho,
    lambda q: q.R * q.root_k + q.paid,
    decide=lambda q: ((q.k * q.rho - q.paid) * abs(q.k * q.rho - q.paid), q.R2 * q.k),
)
SHARED = (
    MISTAKE,
    Statement("k rho <= v.w_k + sum_I d", lambda q: q.k * q.rho, lambda q: q.along + q.paid),
    Statement("|w_k|^2 <= k R^2", lambda q: q.square, lambda q: q.k * q.row2),
    Statement(
        "v.w_k <= |w_k|",
        lambda q: q.along,
        lambda q: q.length * q.w_length,
        decide=lambda q: (q.along * abs(q.along), q.length2 * q.square),
    ),
    SQUEEZE,
)
"""The part of the proof that all bounds share."""

DEVIATIONS = (
    *SHARED,
    Statement(
        "sum_I d <= sqrt(k) D (Cauchy-Schwarz)",
        lambda q: q.paid,
        lambda q: q.root_k * q.D,
        decide=lambda q: (q.paid**2, q.k * q.D2),
    ),
    Statement(
        "k <= ((R + D)/rho)^2",
        lambda q: q.k,
        lambda q: (q.R + q.D) * (q.R + q.D) / q.rho**2,
        decide=lambda q: (
            (q.k * q.rho**2 - q.R2 - q.D2) * abs(q.k * q.rho**2 - q.R2 - q.D2),
            4 * q.R2 * q.D2,
        ),
    ),
)

HINGE_PAID = Statement("sum_I d <= D1", lambda q: q.paid, lambda q: q.D1)
HINGE_ROOT = Statement(
    "k <= ((R + sqrt(R^2 + 4 rho D1))/(2 rho))^2",
    lambda q: q.k,
    lambda q: (q.R + q.root) * (q.R + q.root) / (4 * q.rho**2),
    decide=lambda q: ((q.k * q.rho - q.D1) * abs(q.k * q.rho - q.D1), q.R2 * q.k),
)
HINGE_FORMS = Statement(
    "root form <= linear form",
    lambda q: (q.R + q.root) * (q.R + q.root) / (4 * q.rho**2),
    lambda q: (q.R2 + 2 * q.rho * q.D1) / q.rho**2,
    decide=lambda q: (q.R2 * (q.R2 + 4 * q.rho * q.D1), (q.R2 + 2 * q.rho * q.D1) ** 2),
)
HINGE_LINEAR = Statement(
    "k rho^2 <= R^2 + 2 rho D1", lambda q: q.k * q.rho**2, lambda q: q.R2 + 2 * q.rho * q.D1
)
HINGE = (*SHARED, HINGE_PAID, HINGE_ROOT, HINGE_FORMS, HINGE_LINEAR)
"""``root`` is sqrt(R^2 + 4 rho D1)."""


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
    kinks = np.unique(margins[margins > NEGLIGIBLE * R])
    if not len(kinks):
        return far
    smooth = 1.0 / minimize_scalar(value, bounds=(0.0, 1.0 / kinks[0]), method="bounded").x
    place = int(np.searchsorted(kinks, smooth))
    tried = [smooth, far, *kinks[max(0, place - 1) : place + 1].tolist()]
    return float(min(tried, key=lambda rho: value(1.0 / rho)))


def assumed(run: WeightRun, p: Progress, rho: float, *, unit: bool) -> list[Assumption]:
    """What all theorems here take for granted."""
    size = nearest_float(enclosed(p.v2).root())
    short = p.v2 <= 1 + rounding(p)
    right = short and p.v2 >= 1 - rounding(p) if unit else short
    return [
        plain_perceptron(run),
        starts_at_zero(run),
        Assumption("|v| = 1" if unit else "|v| <= 1", right, f"|v| = {size:.6g}"),
        Assumption("rho > 0", rho > 0, f"rho = {rho:.6g}"),
    ]


class Shortfall:
    """How far a comparator falls short, and what the mistakes make of it.

    ``d`` holds the deviation of every example, ``paid`` the sum of those of the first k mistakes;
    all sums run over rounds. ``length2`` is |v|^2 where rounding made v a little longer than 1 (the
    bounds then hold with R|v| in place of R), else 1.
    """

    def __init__(self, run: WeightRun, p: Progress, rho: float) -> None:
        self.p, self.rho = p, Fraction(rho)
        unit = min(p.margin_unit, Fraction(1, self.rho.denominator))
        margins = p.margins * int(p.margin_unit / unit)
        short = np.maximum(int(self.rho / unit) - margins, 0)
        self.d = scaled(short, unit)
        times = run.times_seen.astype(object)
        (self.D1,) = scaled([times.dot(short)], unit)
        (self.D2,) = scaled([times.dot(short * short)], unit * unit)
        self.paid = scaled(np.cumsum(short[run.examples]), unit)
        self.length2 = p.v2 if 1 < p.v2 <= 1 + rounding(p) else 1
        self.R2 = p.R2 * self.length2
        self.R, self.D = enclosed(self.R2).root(), enclosed(self.D2).root()
        self.root = enclosed(self.R2 + 4 * self.rho * self.D1).root()

    def common(self) -> dict[str, Any]:
        """The numbers that are the same at every update."""
        return {
            "rho": self.rho, "R2": self.R2, "R": self.R, "D1": self.D1, "D2": self.D2,
            "D": self.D, "root": self.root, "length2": self.length2,
            "length": enclosed(self.length2).root(),
        }  # fmt: skip

    def records(self) -> list[SimpleNamespace]:
        """One record an update."""
        p = self.p
        return records(
            p.M,
            k=p.k,
            score=p.score,
            along=p.along,
            square=p.square,
            paid=self.paid,
            row2=p.R2,
            w_length=[enclosed(square).root() for square in p.square],
            root_k=[enclosed(k).root() for k in p.k],
            **self.common(),
        )


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
    if doubt := doubt_about(run):
        return refused(name, statement, run, [plain_perceptron(run)], doubt)
    v, rho = chosen(run, v, rho, "deviations")
    p = Progress(run, v)
    assumptions = assumed(run, p, rho, unit=True)
    if rho <= 0:
        return refused(name, statement, run, assumptions)
    s = Shortfall(run, p, rho)
    each = s.records()
    steps = tuple(step.at(each, p.rounds) for step in DEVIATIONS)
    bound = nearest_float((s.R + s.D) * (s.R + s.D) / s.rho**2)
    doubt = rounding_doubt(steps[0], run)
    return Certificate(name, statement, run.M, bound, tuple(assumptions), steps, doubt=doubt)


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
    if doubt := doubt_about(run):
        return refused(name, statement, run, [plain_perceptron(run)], doubt)
    v, rho = chosen(run, v, rho, form)
    p = Progress(run, v)
    assumptions = assumed(run, p, rho, unit=False)
    if rho <= 0:
        return refused(name, statement, run, assumptions)
    s = Shortfall(run, p, rho)
    each, whole = s.records(), SimpleNamespace(**s.common())
    steps = tuple(
        step.once(whole) if step is HINGE_FORMS else step.at(each, p.rounds) for step in HINGE
    )
    side = HINGE_FORMS.left if form == "root" else HINGE_FORMS.right
    doubt = rounding_doubt(steps[0], run)
    return Certificate(
        name, statement, run.M, nearest_float(side(whole)), tuple(assumptions), steps, doubt=doubt
    )
