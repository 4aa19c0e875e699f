"""Few support vectors, small risk: T17, the compression bound of the course.

The numbers in a statement. Of a sample and a weight: ``kept`` and ``again``, what it is in the end
when all examples are learned from, and when only the support vectors are. Of a number k of support
vectors: ``tail``, the probability that what k draws teach has a risk above the bound and yet is
right on m - k fresh ones; ``sets`` is C(m, k). Of all samples: ``bad``, the probability that the
risk exceeds the bound; ``total``, the sum of sets times tail over k; ``delta`` and ``m``.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from types import SimpleNamespace
from typing import Any

from ...core.rules import Rule
from ...validate import whole
from ..exact import at_most, enclosed
from .certificate import WHOLE_RUN, Assumption, Certificate, Statement
from .judging import errs_at_the_end, sharpened
from .sampling import Distribution, Sample

__all__ = ["compression"]

SUPPORT_ALONE = Statement(
    "the support vectors alone lead to the same w", lambda q: q.kept, lambda q: q.again, equal=True
)
TAIL = Statement(
    "C(m,k) P(risk > bound, yet right on m - k fresh examples) <= δ/m",
    lambda q: q.sets * q.tail,
    lambda q: q.delta / q.m,
)
UNION = Statement("P(risk > bound) <= sum over k of these", lambda q: q.bad, lambda q: q.total)
AT_MOST_DELTA = Statement("the sum <= δ", lambda q: q.total, lambda q: q.delta)


class Risks:
    """What the perceptron learns from samples of a distribution, and how far that can be wrong."""

    def __init__(self, D: Distribution, m: int, delta: Fraction) -> None:
        self.D, self.m, self.delta = D, m, delta

    def exceeds(self, risk: Fraction, k: int) -> bool:
        """Is the risk above (ln C(m,k) + ln(m/delta))/(m - k)?"""
        if k >= self.m:
            return False
        logarithm = enclosed(comb(self.m, k) * self.m / self.delta).ln()
        within = at_most(risk * (self.m - k), logarithm)
        if within is None:
            raise ZeroDivisionError("too few digits")  # `sharpened` tries again with more
        return not within

    def of(self, sample: Sample) -> tuple[Fraction, list[int], Any]:
        """The risk after passes until one is clean, the places of the support vectors, and w."""
        if not sample:
            w = self.D.rule.start(self.D.X.shape[1])
            wrong = [
                self.D.rule.errs(w, x, float(y)) for x, y in zip(self.D.X, self.D.y, strict=True)
            ]
            return self.D.risk(wrong), [], w
        run = self.D.play(sample, None)
        pairs = zip(self.D.X, self.D.y, strict=True)
        wrong = [errs_at_the_end(run, x, float(y)) for x, y in pairs]
        return self.D.risk(wrong), run.support.tolist(), run.last_weights

    def tail(self, k: int) -> Fraction:
        """P(what k draws teach has a risk above the bound for k, and is right on m - k more)."""
        chance = Fraction(0)
        for sample, probability in self.D.samples(k):
            risk, _, _ = self.of(sample)
            if self.exceeds(risk, k):
                chance += probability * (1 - risk) ** (self.m - k)
        return chance

    def certificate(self, name: str, statement: str) -> Certificate:
        """Every sample weighed."""
        bad, weights = Fraction(0), []
        for sample, probability in self.D.samples(self.m):
            risk, support, w = self.of(sample)
            bad += probability * self.exceeds(risk, len(support))
            _, _, again = self.of(tuple(sample[i] for i in support))
            weights += [
                SimpleNamespace(kept=Fraction(a), again=Fraction(b))
                for a, b in zip(w.tolist(), again.tolist(), strict=True)
            ]
        each = [
            SimpleNamespace(sets=comb(self.m, k), tail=self.tail(k), delta=self.delta, m=self.m)
            for k in range(self.m)
        ]
        q = SimpleNamespace(bad=bad, total=sum(r.sets * r.tail for r in each), delta=self.delta)
        steps = (
            SUPPORT_ALONE.at(weights, [WHOLE_RUN] * len(weights)),
            TAIL.at(each, [WHOLE_RUN] * len(each)),
            UNION.once(q),
            AT_MOST_DELTA.once(q),
        )
        counts = "probability of a risk above the bound"
        assumptions = (Assumption("the points of D can be separated", True),)
        return Certificate(name, statement, bad, float(self.delta), assumptions, steps, counts)


def compression(
    points: Any, labels: Any, probabilities: Sequence[Any], m: int, delta: Any = "1/10"
) -> Certificate:
    """The compression bound (T17): few support vectors mean a small risk.

    A perceptron that passed over m independent draws, in a fixed order, until a pass was clean, is
    a function of its k distinct support vectors, kept in that order: the others changed nothing
    (T3). With probability at least 1 - delta its risk is at most

        (ln C(m, k) + ln(m/delta)) / (m - k)          (it says nothing if k = m).

    For a fixed set of k places, what is learned from them meets m - k fresh examples; if its risk
    is above eps, it is right on all of them with probability at most
    (1 - eps)^(m-k) <= exp(-eps (m-k)). The bound is the eps that makes this delta/(m C(m, k)); add
    up over the C(m, k) sets and over k = 0, ..., m - 1.

    D is given and enumerated as in `leave_one_out_is_unbiased`; its points must be separable, or no
    pass is clean. The certificate counts the probability that the risk exceeds the bound; its
    ``bound`` is delta. Source: Littlestone and Warmuth (1986); Floyd and Warmuth (1995). Taught in
    lecture 03.

    >>> compression([[1, 0], [1, 1]], [1, -1], ["1/8", "7/8"], m=6, delta="1/2")
    Compression: risk <= (ln C(m,k) + ln(m/δ))/(m-k) with probability 1 - δ
      holds: 1/262144 probability of a risk above the bound, bound 0.5
      [ok] the points of D can be separated
         ok  the support vectors alone lead to the same w  (checked 128x, least slack 0)
         ok  C(m,k) P(risk > bound, yet right on m - k fresh examples) <= δ/m  (checked 6x, ...
         ok  P(risk > bound) <= sum over k of these  (checked 1x, least slack ...)
         ok  the sum <= δ  (checked 1x, least slack ...)
    """
    m, share = whole("m", m), Fraction(delta)
    if not 0 < share <= 1:
        raise ValueError(f"delta must be a probability above 0 and at most 1; got {delta!r}")
    D = Distribution(points, labels, probabilities, Rule())
    name = "Compression"
    statement = "risk <= (ln C(m,k) + ln(m/δ))/(m-k) with probability 1 - δ"
    possible = tuple(i for i, p in enumerate(D.chances) if p)
    if not D.play(possible, None).converged:
        assumed = Assumption("the points of D can be separated", False, "no pass was clean")
        return Certificate(name, statement, 0, None, (assumed,), ())
    return sharpened(lambda: Risks(D, m, share).certificate(name, statement))
