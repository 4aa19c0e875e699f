"""The embedding behind the bound of Freund and Schapire: T4 of the course."""

from __future__ import annotations

import math
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np

from ...core.rules import TIES
from ...core.runs import WeightRun
from ...validate import positive
from ..exact import enclosed, nearest_float
from .certificate import Assumption, Certificate, Statement, Step
from .judging import about_weights, doubt_about, plain_perceptron, refused, rounding_doubt
from .nonseparable import Shortfall, assumed, chosen
from .perceptron import MISTAKE
from .progress import Progress, records, rounding, scaled

__all__ = ["embedding"]

EMBEDDING = (
    Statement(
        "|v'| = 1",
        lambda q: (q.v2 + q.D2 / q.delta2) / q.Z2,
        lambda q: 1,
        equal=True,
    ),
    Statement(
        "rho/Z <= y v'.x'",
        lambda q: q.rho / q.Z,
        lambda q: (q.margin + q.d) / q.Z,
        decide=lambda q: (q.rho, q.margin + q.d),
    ),
    Statement("|x'|^2 <= R^2 + delta^2", lambda q: q.size + q.delta2, lambda q: q.row2 + q.delta2),
    Statement(
        "a mistake in the big space exactly where there was one",
        lambda q: q.here,
        lambda q: q.there,
        equal=True,
    ),
    Statement(
        "((R + D)/rho)^2 <= ours",
        lambda q: (q.R + q.D) * (q.R + q.D) / q.rho**2,
        lambda q: (q.row2 + q.delta2) * q.Z2 / q.rho**2,
        decide=lambda q: (
            4 * q.row2 * q.length2 * q.D2,
            (q.delta2 * q.length2 + q.row2 * q.D2 / q.delta2) ** 2,
        ),
    ),
    Statement(
        "equal to ours at delta = sqrt(R D)",
        lambda q: (q.R + q.D) * (q.R + q.D) / q.rho**2,
        lambda q: (q.R * q.R + q.R * q.D) * (1 + q.D / q.R) / q.rho**2,
        equal=True,
        # both are (R^2 + 2 R D + D^2)/rho^2; R D stands on both sides, so the squares are compared
        decide=lambda q: (q.R2 + q.D2, q.R2 + q.R2 * q.D2 / q.R2),
    ),
)
"""Per round: ``margin`` is y v.x, ``d`` the deviation, ``size`` is |x|^2; ``here`` and ``there``
are 1 where the run and its copy err. Of the sample: ``row2`` is max |x|^2; ``v2`` is |v|^2, and
``length2`` the same, or 1 if v is not a unit vector; ``R2`` is row2 length2 and ``R`` its root;
``D2`` is the sum of d^2 and ``D`` its root; ``delta2`` is delta^2, ``Z2`` length2 + D2/delta2, and
``Z`` its root."""


class Embedded:
    """The run's rounds with one more coordinate per example, which only that example uses.

    x' = (x, 0, .., delta, .., 0) and v' = (v, y_1 d_1/delta, ..., y_m d_m/delta)/Z with
    Z^2 = 1 + D^2/delta^2; the new coordinate makes up for what v lacks on its example. Nothing of
    this is written out: y v'.x' = (y v.x + d)/Z, |x'|^2 = |x|^2 + delta^2, and the score of x' is
    that of x and delta^2 more for every time that the example was learned.
    """

    def __init__(self, run: WeightRun, p: Progress, rho: float, delta: float | None) -> None:
        self.run, self.p, self.short = run, p, Shortfall(run, p, rho)
        once = np.array(self.short.d, dtype=object)  # a row counts once, in whatever round
        D2 = once.dot(once)
        R, D = nearest_float(enclosed(p.R2).root()), nearest_float(enclosed(D2).root())
        best = math.sqrt(R) * math.sqrt(D)  # 0 is only approached, so then take something small
        self.delta = (best or (R + D) / 1000) if delta is None else delta
        delta2 = Fraction(self.delta) ** 2
        is_unit = abs(p.v2 - 1) <= rounding(p)
        length2 = p.v2 if is_unit else 1
        Z2 = length2 + Fraction(D2) / delta2
        self.whole = SimpleNamespace(
            rho=self.short.rho, row2=p.R2, v2=p.v2, length2=length2, D2=D2, D=enclosed(D2).root(),
            R2=p.R2 * length2, R=enclosed(p.R2 * length2).root(),
            delta2=delta2, Z2=Z2, Z=enclosed(Z2).root(),
        )  # fmt: skip

    def steps(self) -> list[Step]:
        """The steps of the proof, each in the rounds in which it arises."""
        run, p = self.run, self.p
        t = np.arange(run.rounds)
        margins = scaled(p.margins, p.margin_unit)
        sizes = scaled((p.rows * p.rows).sum(axis=1), p.unit * p.unit)
        here, there = self.mistakes()
        each = records(
            run.rounds,
            margin=[margins[i] for i in run.order],
            d=[self.short.d[i] for i in run.order],
            size=[sizes[i] for i in run.order],
            here=here,
            there=there,
            **vars(self.whole),
        )
        length, margin, size, same, best, equal = EMBEDDING
        steps = [length.once(self.whole)]
        steps += [step.at(each, t) for step in (margin, size, same)]
        steps.append(best.once(self.whole))
        if self.whole.row2 and self.whole.D2:
            steps.append(equal.once(self.whole))
        return steps

    def mistakes(self) -> tuple[list[int], list[int]]:
        """In which rounds the run and its copy err, in exact arithmetic, both taught by the log."""
        run, p = self.run, self.p
        learned = np.searchsorted(run.mistakes, np.arange(run.rounds))
        rows = p.rows[run.order]
        scores = scaled((rows * p.w[learned]).sum(axis=1), p.unit * p.unit)
        times = [0] * len(run.y)
        logged = set(run.mistakes.tolist())
        here: list[int] = []
        there: list[int] = []
        for t, i in enumerate(run.order.tolist()):
            ties = TIES[run.rule.ties][1 if run.y[i] > 0 else 0]
            for score, errs in (
                (scores[t], here),
                (scores[t] + times[i] * self.whole.delta2, there),
            ):
                errs.append(int(score < 0 or (score == 0 and ties)))
            times[i] += t in logged
        return here, there


@about_weights
def embedding(
    run: WeightRun, v: Any = None, rho: float | None = None, delta: float | None = None
) -> Certificate:
    """Freund and Schapire's embedding (T4): in a larger space the same run is separable.

    Round t gets a coordinate of its own: x'_t = (x_t, 0, .., delta, .., 0). There
    v' = (v, y_t d_t/delta)/Z, Z^2 = 1 + D^2/delta^2, has length 1 and margin rho/Z, and
    |x'|^2 <= R^2 + delta^2. Rows share no new coordinate, so scores and mistakes are those of the
    original run, and Novikoff gives M <= (R^2 + delta^2)(1 + D^2/delta^2)/rho^2. That is never
    below ((R + D)/rho)^2, and equal to it at delta = sqrt(R D), the default (if R D = 0, a
    thousandth of R + D).

    Assumes w_0 = 0, |v| = 1, rho > 0, and one pass, in any order: when a row returns, its new
    coordinate remembers it, the copy converges, and its bound says nothing about the original.
    (Two passes written out as one, each round with a coordinate of its own, are fine.)
    Source: Freund and Schapire (1999); Mohri. Taught in lecture 04.

    >>> from perceptronlib import Rule, play
    >>> once, twice = (play(Rule(), [[1], [1]], [1, -1], epochs=epochs) for epochs in (1, 2))
    >>> embedding(once, v=[1], rho=1).verdict
    'holds: 2 mistakes, bound 9'
    >>> broken = embedding(twice, v=[1], rho=1)
    >>> broken.holds, str(broken.first_failure)
    (None, '"a mistake in the big space exactly where there was one" fails in round 2')
    """
    name, statement = "Embedding", "M <= (R^2 + delta^2)(1 + D^2/delta^2)/rho^2"
    delta = None if delta is None else positive("delta", delta)
    if doubt := doubt_about(run):
        return refused(name, statement, run, [plain_perceptron(run)], doubt)
    v, rho = chosen(run, v, rho, "deviations")
    once = run.rounds == len(run.y)
    detail = "" if once else f"{run.rounds} rounds over {len(run.y)} examples"
    p = Progress(run, v)
    assumptions = [
        *assumed(run, p, rho, unit=True),
        Assumption("one pass: every round has a row of its own", once, detail),
    ]
    if rho <= 0:
        return refused(name, statement, run, assumptions)
    embedded = Embedded(run, p, rho, delta)
    whole = embedded.whole
    bound = nearest_float((whole.row2 + whole.delta2) * whole.Z2 / whole.rho**2)
    doubt = rounding_doubt(MISTAKE.at(p.records(), p.rounds), run)
    steps = tuple(embedded.steps())
    return Certificate(name, statement, run.M, bound, tuple(assumptions), steps, doubt=doubt)
