"""The regret of the perceptron against any vector, whatever the data: T16 of the course.

The numbers in a statement, at update k: ``score`` is y w.x before it and ``gain`` y u.x, ``size``
|x|^2; ``near`` is |w_k - beta u|^2 and ``far`` the same before the update; ``gained`` is the sum of
y u.x over the first k mistakes, ``lost`` that of the h, ``root_k`` the root of k. Of the run:
``u2`` is |u|^2, ``u_length`` its root, ``R2`` the largest |x|^2 and ``R`` its root; ``factor`` is
any number beta.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from typing import Any

import numpy as np

from ...core.runs import WeightRun
from ...validate import Array
from ..comparators import best_l1_root
from ..exact import enclosed, nearest_float
from .certificate import Certificate, Statement
from .judging import (
    about_weights,
    doubt_about,
    plain_perceptron,
    refused,
    rounding_doubt,
    starts_at_zero,
)
from .perceptron import MISTAKE
from .progress import Progress, records, scaled

__all__ = ["regret"]

DISTANCE = Statement(
    "|w_k - beta u|^2 = |w_k-1 - beta u|^2 - 2 beta y u.x + 2 y w.x + |x|^2",
    lambda q: q.near,
    lambda q: q.far - 2 * q.factor * q.gain + 2 * q.score + q.size,
    equal=True,
)
TELESCOPED = Statement(
    "2 beta sum_I y u.x <= beta^2 |u|^2 + k R^2",
    lambda q: 2 * q.factor * q.gained,
    lambda q: q.factor**2 * q.u2 + q.k * q.R2,
)
BEST = Statement(
    "sum_I y u.x <= R |u| sqrt(k)",
    lambda q: q.gained,
    lambda q: q.R * q.u_length * q.root_k,
    decide=lambda q: (q.gained * abs(q.gained), q.R2 * q.u2 * q.k),
)
LOST = Statement("k <= sum_I h + sum_I y u.x", lambda q: q.k, lambda q: q.lost + q.gained)
REGRET = Statement(
    "k <= sum_I h + R |u| sqrt(k)",
    lambda q: q.k,
    lambda q: q.lost + q.R * q.u_length * q.root_k,
    decide=lambda q: ((q.k - q.lost) * abs(q.k - q.lost), q.R2 * q.u2 * q.k),
)


@about_weights
def regret(run: WeightRun, u: Any = None) -> Certificate:
    """The regret bound (T16): M <= sum_I h(u) + R |u| sqrt(M), for every u and any data.

    h = max(0, 1 - y u.x) is summed over the mistakes I. A mistake changes the squared distance from
    w to beta u by -2 beta y u.x + 2 y w.x + |x|^2, and y w.x <= 0; distances are not negative, so
    2 beta sum_I y u.x <= beta^2 |u|^2 + k R^2 for every beta > 0. The best, beta = R sqrt(k)/|u|,
    gives sum_I y u.x <= R |u| sqrt(k), and 1 - h <= y u.x does the rest. Assumes w_0 = 0; it holds
    for every order, tie rule, rate and number of passes. u may have any length: with y u.x >= 1
    everywhere it is Novikoff's theorem, with u = v/rho the hinge-loss bound. M is on both sides:
    ``bound`` is the largest M that the inequality allows, for the losses of these mistakes.

    Without u the one that is best for the root form of the hinge-loss bound is taken. The steps are
    checked with the best beta for the whole run, rounded to a float. Taught in lecture 04.

    >>> from perceptronlib import Rule, play
    >>> regret(play(Rule(), [[1, 0], [0, 1], [-1, 0]], [1, 1, 1]), u=[1, 0])
    Regret: M <= sum_I h(u) + R |u| sqrt(M), solved for M
      holds: 3 mistakes, bound 5.30278
      [ok] the run is a perceptron's
      [ok] w starts at 0
         ok  y w.x <= 0 before the update  (checked 3x, least slack 0)
         ok  |w_k - beta u|^2 = |w_k-1 - beta u|^2 - 2 beta y u.x + 2 y w.x + |x|^2  (...)
         ok  2 beta sum_I y u.x <= beta^2 |u|^2 + k R^2  (checked 3x, least slack 0.5359)
         ok  sum_I y u.x <= R |u| sqrt(k)  (checked 3x, least slack 0)
         ok  k <= sum_I h + sum_I y u.x  (checked 3x, least slack 0)
         ok  k <= sum_I h + R |u| sqrt(k)  (checked 3x, least slack 0)
    """
    name, statement = "Regret", "M <= sum_I h(u) + R |u| sqrt(M), solved for M"
    assumptions = [plain_perceptron(run), starts_at_zero(run)]
    if doubt := doubt_about(run):
        return refused(name, statement, run, assumptions, doubt)
    p = Progress(run, _vector(run, u))
    gains = [Fraction(gain) for gain in scaled(p.margins[run.examples], p.margin_unit)]
    lost = list(accumulate(max(Fraction(0), 1 - gain) for gain in gains))
    R, size = enclosed(p.R2).root(), enclosed(p.v2).root()
    best = nearest_float(R) * p.M**0.5 / nearest_float(size) if p.v2 else 1.0
    factor = Fraction(best) if 0 < best < np.inf else Fraction(1)
    distances = [
        square - 2 * factor * along + factor**2 * p.v2
        for square, along in zip([0, *p.square], [0, *p.along], strict=True)
    ]
    each = records(
        p.M,
        k=p.k,
        score=p.score,
        gain=gains,
        size=p.size,
        near=distances[1:],
        far=distances[:-1],
        gained=list(accumulate(gains)),
        lost=lost,
        root_k=[enclosed(k).root() for k in p.k],
        **{"u2": p.v2, "u_length": size, "R2": p.R2, "R": R, "factor": factor},
    )
    order = (MISTAKE, DISTANCE, TELESCOPED, BEST, LOST, REGRET)
    steps = tuple(step.at(each, p.rounds) for step in order)
    bound = nearest_float(_solved(R * size, p.R2 * p.v2, lost[-1])) if each else 0.0
    doubt = rounding_doubt(steps[0], run)
    return Certificate(name, statement, run.M, bound, tuple(assumptions), steps, doubt=doubt)


def _solved(c: Any, c2: Any, lost: Any) -> Any:
    """The largest M with M <= lost + c sqrt(M): the square of (c + sqrt(c^2 + 4 lost))/2."""
    root = c + enclosed(c2 + 4 * lost).root()
    return root * root / 4


def _vector(run: WeightRun, u: Any) -> Array:
    """u as an array; without u the best one for the root form."""
    if u is None:
        best = best_l1_root(run.X, run.y, run.times_seen)
        return best.v / best.rho
    given = np.asarray(u, dtype=np.float64)
    shape = run.first_weights.shape
    if given.shape != shape or not np.isfinite(given).all():
        raise ValueError(f"u must be a vector of {shape[0]} finite numbers; got {u!r}")
    return given
