"""The theorem about the large-margin perceptron: T7 of the course.

The numbers in a statement, at update k: ``score`` is y w.x before it, ``along`` v.w_k, ``square``
|w_k|^2 and ``before`` |w_k-1|^2, ``w_length`` and ``w_before`` their roots, ``v2`` is |v|^2 and
``v_length`` its root. ``gamma`` is what the rule asks for. Two numbers allow for rounding:
``reached`` (``reached2`` its square) is gamma, or the margin of v where that falls short of it by
rounding; ``R2`` is 1, or the largest |x|^2 where that exceeds 1 by rounding.
"""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np

from ...core.runs import WeightRun
from ..exact import Interval, Number, enclosed, nearest_float
from .certificate import Assumption, Certificate, Statement, Step
from .judging import (
    about_weights,
    comparator,
    doubt_about,
    nothing_separates,
    plain_perceptron,
    refused,
    rounding_doubt,
    sharpened,
    starts_at_zero,
)
from .perceptron import clean_pass_doubt
from .progress import Progress, rounding

__all__ = ["large_margin"]

MISTAKE = Statement(
    "y w.x <= (gamma/2) |w| before the update",
    lambda q: q.score,
    lambda q: q.gamma / 2 * q.w_before,
    decide=lambda q: (q.score * abs(q.score), q.gamma**2 / 4 * q.before),
)
ALONG = Statement(
    "k gamma <= v.w_k",
    lambda q: q.k * q.reached,
    lambda q: q.along / q.v_length,
    decide=lambda q: (q.k**2 * q.reached2 * q.v2, q.along * abs(q.along)),
)
CAUCHY_SCHWARZ = Statement(
    "v.w_k <= |w_k|",
    lambda q: q.along / q.v_length,
    lambda q: q.w_length,
    decide=lambda q: (q.along * abs(q.along), q.square * q.v2),
)
GROWTH = Statement(
    "|w_k|^2 <= |w_k-1|^2 + gamma |w_k-1| + 1",
    lambda q: q.square,
    lambda q: q.before + q.gamma * q.w_before + q.R2,
    decide=lambda q: (
        (q.square - q.before - q.R2) * abs(q.square - q.before - q.R2),
        q.gamma**2 * q.before,
    ),
)
SHORT = Statement(
    "|w_k|^2 <= 4/gamma^2 + 3 if |w_k-1| < 2/gamma",
    lambda q: q.square,
    lambda q: 4 * q.R2**2 / q.gamma**2 + 3 * q.R2,
)
LONG = Statement(
    "|w_k| <= |w_k-1| + 3 gamma/4 if |w_k-1| >= 2/gamma",
    lambda q: q.w_length,
    lambda q: q.w_before + 3 * q.gamma / 4,
    decide=lambda q: (
        (q.square - q.before - 9 * q.gamma**2 / 16)
        * abs(q.square - q.before - 9 * q.gamma**2 / 16),
        9 * q.gamma**2 / 4 * q.before,
    ),
)
LENGTH = Statement(
    "|w_k| <= 2/gamma + 3 gamma k/4",
    lambda q: q.w_length,
    lambda q: 2 * q.R2 / q.gamma + 3 * q.gamma * q.k / 4,
    decide=lambda q: (q.square, (2 * q.R2 / q.gamma + 3 * q.gamma * q.k / 4) ** 2),
)
CLOCK = Statement(
    "2 gamma |w| <= gamma^2 M + 2 ln(1 + gamma |w|)",
    lambda q: 2 * q.gamma * q.w_length,
    lambda q: q.gamma**2 * q.k + 2 * q.R2 * q.ln_length,
)
BEST_CONSTANT = Statement(
    "gamma^2 M <= 2 ln(1 + gamma^2 M), so M <= 2.5129/gamma^2",
    lambda q: 2 * q.gamma * q.reached * q.k - q.gamma**2 * q.k,
    lambda q: 2 * q.R2 * q.ln_count,
)
AT_THE_END = Statement(
    "gamma/2 <= margin of w after a clean pass",
    lambda q: q.gamma / 2,
    lambda q: q.least / q.w_length,
    decide=lambda q: (q.gamma**2 / 4 * q.square, q.least * abs(q.least)),
)
"""``ln_length`` is ln(1 + gamma |w|/R2), ``ln_count`` is ln(1 + gamma reached M/R2), ``least`` the
smallest y w.x over all examples."""

LARGE_MARGIN = (MISTAKE, ALONG, CAUCHY_SCHWARZ, GROWTH, LENGTH)


@about_weights
def large_margin(run: WeightRun, v: Any = None) -> Certificate:
    """The large-margin perceptron (T7): M <= 8/gamma^2 on unit vectors.

    The rule learns when w = 0 or y w.x <= (gamma/2)|w|; |x| <= 1, |v| = 1 and y v.x >= gamma.
    Claim 1: |w_k| >= v.w_k >= k gamma. Claim 2: |w_k|^2 <= |w_{k-1}|^2 + gamma |w_{k-1}| + 1.
    If |w| < 2/gamma, then |w'|^2 <= 4/gamma^2 + 3 <= (2/gamma + 3 gamma/4)^2, else
    |w'| <= |w| + 3 gamma/4; so |w_k| <= 2/gamma + 3 gamma k/4 by induction. (The published proof
    leaves out the first case: the length may overshoot 2/gamma.) w = 0 has to count as a mistake,
    as it does under the tie rule ``le``. After a clean pass every margin exceeds gamma/2.

    The best constant in place of 8 is C = 2.5128624, the positive root of s = 2 ln(1 + s). As a
    function of z = |w|^2 the clock F = 2 (gamma |w| - ln(1 + gamma |w|))/gamma^2 has the derivative
    1/(1 + gamma |w|), which falls, so F is concave; claim 2 says that z grows by at most
    1 + gamma |w|, so F grows by at most 1 an update: F(w_M) <= M. F rises with |w| and
    |w_M| >= M gamma, so 2 (s - ln(1 + s)) <= s for s = gamma^2 M, that is s <= 2 ln(1 + s).

    Rows and v that were normalised in floats are seldom of length 1 to the last bit. What rounding
    explains is allowed for: where |x|^2 is at most R^2, a little more than 1, and the margin rho of
    v falls a little short of gamma, the same proof with 2 R^2/gamma in place of 2/gamma gives
    M <= 2 R^2/(gamma (rho - 3 gamma/4)), which is 8/gamma^2 at R = 1 and rho = gamma.
    Source: the course notes "Lecture 8", repaired. Taught in lecture 03.

    >>> from perceptronlib import LargeMarginPerceptron
    >>> X, y = [[0.6, 0.8], [0.8, -0.6], [-1.0, 0.0]], [1, 1, -1]
    >>> run = LargeMarginPerceptron(gamma=0.4, epochs=None).fit(X, y).run_
    >>> large_margin(run).verdict
    'holds: 2 updates, bound 50'
    """
    name, statement = "Large-margin perceptron", "M <= 8/gamma^2"
    plain, zero = plain_perceptron(run, slope=True), starts_at_zero(run)
    doubt = doubt_about(run)
    if doubt or not plain.holds:
        return refused(name, statement, run, [plain, zero], doubt, "updates")
    gamma = 2 * Fraction(run.rule.slope)
    best = comparator(run, v)
    p = Progress(run, np.zeros(run.X.shape[1]) if best is None else best)
    shown = f"gamma = {nearest_float(gamma):.6g}"
    size = nearest_float(enclosed(p.R2).root())
    assumptions = [
        plain,
        Assumption("it asks for a margin gamma > 0", gamma > 0, shown),
        zero,
        Assumption("|x| <= 1", p.R2 <= 1 + rounding(p), f"max |x| = {size:.6g}"),
        Assumption("w = 0 counts as a mistake", run.rule.ties == "le", f"ties={run.rule.ties!r}"),
    ]
    if best is None:
        assumptions.append(nothing_separates(run))
    if best is None or gamma <= 0:
        return refused(name, statement, run, assumptions, counts="updates")
    return sharpened(lambda: Setting(p, gamma).certificate(name, statement, run, assumptions))


class Setting:
    """The proof on one run: what gamma, the margin of v and the rows amount to, and its steps."""

    def __init__(self, p: Progress, gamma: Fraction) -> None:
        self.p, self.gamma = p, gamma
        self.v_length = enclosed(p.v2).root()
        self.rho = p.g / self.v_length
        square = p.g * abs(p.g) / p.v2  # of the margin, with its sign
        # a score is rounded by as much as its largest terms are, however small it is; up to a
        # ten-millionth of gamma that moves no digit of the bound that is shown
        size = Fraction(nearest_float(enclosed(p.R2).root()))
        least = gamma - min(rounding(p) * size, gamma / 10**7)
        self.has_margin = square >= least**2
        short = self.has_margin and square < gamma**2
        self.reached: Number = self.rho if short else gamma
        self.reached2 = square if short else gamma**2
        self.R2 = p.R2 if 1 < p.R2 <= 1 + rounding(p) else 1

    def certificate(
        self, name: str, statement: str, run: WeightRun, assumptions: list[Assumption]
    ) -> Certificate:
        """The verdict, once everything is computed."""
        detail = f"its margin is {nearest_float(self.rho):.6g}"
        assumed = (*assumptions, Assumption("v has margin gamma", self.has_margin, detail))
        steps, doubt = self.steps(run.converged)
        found = tuple(steps)
        return Certificate(name, statement, run.M, self.bound(), assumed, found, "updates", doubt)

    def bound(self) -> float:
        """8/gamma^2, or what is left of it where v falls short by rounding."""
        if self.reached is self.gamma:
            return nearest_float(8 * self.R2 / self.gamma**2)
        return nearest_float(2 * self.R2 / (self.gamma * (self.reached - 3 * self.gamma / 4)))

    def steps(self, converged: bool) -> tuple[list[Step], str]:
        """Every step of the proof, and why the run cannot be judged, if it cannot."""
        p = self.p
        roots: list[Interval] = [enclosed(z).root() for z in [0, *p.square]]
        each = p.records(
            gamma=self.gamma,
            reached=self.reached,
            reached2=self.reached2,
            v_length=self.v_length,
            w_before=roots[:-1],
            w_length=roots[1:],
        )
        for record in each:
            record.R2 = self.R2
        steps = [step.at(each, p.rounds) for step in LARGE_MARGIN]
        doubt = rounding_doubt(steps[0])
        is_long = [self.gamma**2 * record.before >= 4 * self.R2**2 for record in each]
        for case, wanted in ((SHORT, False), (LONG, True)):
            places = [i for i, long in enumerate(is_long) if long == wanted]
            if places:
                steps.insert(-1, case.at([each[i] for i in places], p.rounds[places]))
        if p.M:
            end = self.at_the_end(each[-1])
            steps += [CLOCK.once(end), BEST_CONSTANT.once(end)]
            if converged and end.square:
                steps.append(AT_THE_END.once(end))
                doubt = doubt or clean_pass_doubt(steps[-1].holds)
        return steps, doubt

    def at_the_end(self, last: SimpleNamespace) -> SimpleNamespace:
        """The record of the last update, with what is only asked at the end."""
        length, count = self.gamma * last.w_length, self.gamma * self.reached * last.k
        return SimpleNamespace(
            **vars(last),
            least=self.p.last_margin(),
            ln_length=(1 + enclosed(length) / self.R2).ln(),
            ln_count=(1 + enclosed(count) / self.R2).ln(),
        )
