"""What the theorems on perceptrons should say about a run: an oracle in plain fractions.

Written apart from the library and as simply as possible: every float becomes the fraction that it
is, the logged mistakes are learned again without any rounding, and each theorem is an `if`. The
answer is "holds", or the beginning of the reason why there is no claim, or "REFUTED".
"""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from fractions import Fraction

HOLDS, REFUTED = "holds", "REFUTED"
CLEAN = "the clean pass at the end was decided by rounding"


WHEN_ZERO = {"le": (1, -1), "plus": (-1,), "minus": (1,), "strict": ()}
"""The labels for which a score at the threshold is a mistake."""


def dot(a, b):
    return sum((p * q for p, q in zip(a, b, strict=True)), Fraction(0))


def fractions(values):
    return [Fraction(float(value)) for value in values]


class Exact:
    """A run, learned again in fractions from its log; w is divided by the learning rate."""

    def __init__(self, run):
        self.rule, self.y = run.rule, [int(label) for label in run.y]
        self.X = [fractions(x) for x in run.X]
        m = len(self.y)
        met = run.order.tolist()
        self.times = [met.count(i) for i in range(m)]
        self.order = met
        self.log = [int(t) for t in run.mistakes]
        self.M, self.converged = len(self.log), run.converged
        self.R2 = max(dot(x, x) for x in self.X)
        self.starts_at_zero = not any(run.first_weights)

    def replay(self, gap):
        """The last weights, and the first logged round that is no mistake in exact arithmetic.

        ``gap`` of the score and of |w|^2 has the sign of what the rule compares with 0.
        """
        w, wrong = [Fraction(0)] * len(self.X[0]), None
        for t in self.log:
            x, y = self.X[self.order[t]], self.y[self.order[t]]
            above = gap(y * dot(w, x), dot(w, w))
            if wrong is None and not (above < 0 or (above == 0 and y in WHEN_ZERO[self.rule.ties])):
                wrong = t
            w = [a + y * b for a, b in zip(w, x, strict=True)]
        return w, "" if wrong is None else f"round {wrong} was decided by rounding"

    def margins(self, v):
        return [y * dot(v, x) for x, y in zip(self.X, self.y, strict=True)]


def novikoff(run, v):
    e, v = Exact(run), fractions(v)
    if not e.starts_at_zero:
        return "w starts at 0"
    g = min(e.margins(v))
    if g <= 0:
        return "v separates"
    _, rounding = e.replay(lambda score, _: score)
    return rounding or (HOLDS if e.M * g * g <= e.R2 * dot(v, v) else REFUTED)


def margin(run, v):
    e, v = Exact(run), fractions(v)
    g, eta = min(e.margins(v)), Fraction(run.rule.margin) / Fraction(run.rule.rate)
    if g <= 0:
        return "v separates"
    w, rounding = e.replay(lambda score, _: score - eta)
    if rounding:
        return rounding
    if e.M * g * g > (e.R2 + 2 * eta) * dot(v, v):
        return REFUTED
    if e.converged and e.M:
        reached = min(e.margins(w))  # over |w|
        promised = eta * g / (e.R2 + 2 * eta)  # over |v|
        if reached < 0 or reached**2 * dot(v, v) < promised**2 * dot(w, w):
            return CLEAN
    return HOLDS


def rounding_of_a_length(v):
    return Fraction(len(v) + 4, 2**52)


def length_is_one(v, exactly):
    excess = dot(v, v) - 1
    if exactly and excess < -rounding_of_a_length(v):
        return False
    return excess <= rounding_of_a_length(v)


def nonseparable(run, v, rho, form):
    """T5 in all three forms, and T4 (with the given delta as the form)."""
    e, v, rho = Exact(run), fractions(v), Fraction(float(rho))
    l2 = form not in ("linear", "root")
    if not length_is_one(v, exactly=l2):
        return "|v| = 1" if l2 else "|v| <= 1"
    if rho <= 0:
        return "rho > 0"
    if l2 and form != "deviations" and len(e.order) != len(e.y):
        return "one pass"
    _, rounding = e.replay(lambda score, _: score)
    if rounding:
        return rounding
    bound = nonseparable_bound(e, v, rho, form)
    return HOLDS if e.M <= bound * (1 + Decimal("1e-90")) else REFUTED


def nonseparable_bound(e, v, rho, form):
    """The bound to 100 digits."""
    d = [max(Fraction(0), rho - margin) for margin in e.margins(v)]
    D1 = sum(c * x for c, x in zip(e.times, d, strict=True))
    D2 = sum(c * x * x for c, x in zip(e.times, d, strict=True))
    longer = max(Fraction(1), dot(v, v))
    R2 = e.R2 * longer
    with localcontext() as context:
        context.prec, context.Emin, context.Emax = 100, -(10**9), 10**9
        number = decimal
        if form == "deviations":
            return ((number(R2).sqrt() + number(D2).sqrt()) / number(rho)) ** 2
        if form == "linear":
            return number((R2 + 2 * rho * D1) / rho**2)
        if form == "root":
            root = number(R2).sqrt() + number(R2 + 4 * rho * D1).sqrt()
            return (root / (2 * number(rho))) ** 2
        delta2 = Fraction(float(form)) ** 2
        return number((e.R2 + delta2) * (dot(v, v) + D2 / delta2) / rho**2)


def decimal(fraction):
    return Decimal(fraction.numerator) / Decimal(fraction.denominator)


def mistakes_in_the_big_space(run, delta):
    """Where the copy of a run errs: every row has one more coordinate, and they are written out."""
    e, delta = Exact(run), Fraction(float(delta))
    m = len(e.y)
    rows = [x + [delta * (i == j) for j in range(m)] for i, x in enumerate(e.X)]
    w, errs = [Fraction(0)] * len(rows[0]), []
    for t, i in enumerate(e.order):
        score = e.y[i] * dot(w, rows[i])
        if score < 0 or (score == 0 and e.y[i] in WHEN_ZERO[run.rule.ties]):
            errs.append(t)
        if t in e.log:
            w = [a + e.y[i] * b for a, b in zip(w, rows[i], strict=True)]
    return errs


def large_margin(run, v):
    e, v = Exact(run), fractions(v)
    gamma, rounding = 2 * Fraction(run.rule.slope), rounding_of_a_length(v)
    if gamma <= 0:
        return "it asks for a margin"
    if e.R2 > 1 + rounding:
        return "|x| <= 1"
    if run.rule.ties != "le":
        return "w = 0 counts as a mistake"
    g, v2 = min(e.margins(v)), dot(v, v)
    allowed = min(rounding * Fraction(math.hypot(*map(float, longest(e)))), gamma / 10**7)
    if g < 0 or g * g < (gamma - allowed) ** 2 * v2:
        return "v has margin gamma"
    w, doubt = e.replay(lambda score, square: score * abs(score) - gamma**2 / 4 * square)
    if doubt:
        return doubt
    if e.M * gamma**2 > Fraction(2513, 1000) * max(1, e.R2):  # the best constant is 2.5128624...
        return REFUTED
    reached = min(e.margins(w))
    if e.converged and e.M and (reached < 0 or reached**2 < gamma**2 / 4 * dot(w, w)):
        return CLEAN
    return HOLDS


def longest(e):
    return max(e.X, key=lambda x: dot(x, x))


def exponential(run):
    e = Exact(run)
    n = len(e.X[0])
    if run.rule.ties != "le":
        return "ties count as mistakes"
    if not e.converged:
        return "the last pass was clean"
    w, doubt = e.replay(lambda score, _: score)
    if doubt:
        return doubt
    if min(e.margins(w)) <= 0:
        return CLEAN
    good = 3 * e.M == 4**n - 1 and w == [2**i for i in range(n)]
    return HOLDS if good else REFUTED
