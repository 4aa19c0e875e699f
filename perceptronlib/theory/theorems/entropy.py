"""Winnow(eta) by relative entropy (T6): Hoeffding's lemma, and the chord in its place."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np

from ...core.runs import WeightRun, path_of
from ...samples.features import balanced
from ...samples.rows import Rows
from ...validate import Array
from ..exact import Interval, Number, at_most, enclosed, integers, nearest_float
from ..fixed import exponentials, interval
from ..margins import NotSeparable, max_margin_l1
from ..powers import Exponentials, grouped, logarithm, whole_power
from .certificate import Assumption, Certificate, Statement, Step
from .judging import about_weights, comparator, doubt_about, refused, rounding_doubt, sharpened
from .perceptron import MISTAKE

__all__ = ["doubled", "winnow_entropy", "winnow_entropy_sharp"]

# The record of update k: score = y w.x before it; spread = Z exp(-eta score); most_spread =
# exp(eta^2 R^2/2); share = Z/cosh(eta R) - (score/R) tanh(eta R); under_chord >= 0, by how much the
# weighed values exp(eta y x_i) are below the chord; phi_before, phi; drop, what Phi has to fall by,
# and surplus, something of the sign of what it falls by beyond that; log_N = ln N; p_log_p =
# sum p_i ln p_i; power = 2^k <= room, which says k drop <= ln N without logarithms.
HOEFFDING = Statement(
    "Z exp(-eta y w.x) <= exp(eta^2 R^2/2) (Hoeffding)",
    lambda q: q.spread,
    lambda q: q.most_spread,
)
CHORD = Statement(
    "Z - (y w.x/R) sinh(eta R) <= cosh(eta R)",
    lambda q: q.share,
    lambda q: 1,
    decide=lambda q: (0, q.under_chord),
)
DROP = Statement(
    "Phi drops by at least eta rho - eta^2 R^2/2",
    lambda q: q.drop,
    lambda q: q.phi_before - q.phi,
)
SHARP_DROP = Statement(
    "Phi drops by at least eta rho - ln cosh(eta R)",
    lambda q: q.drop,
    lambda q: q.phi_before - q.phi,
    decide=lambda q: (0, q.surplus),
)
POSITIVE = Statement("0 <= Phi_k", lambda q: 0, lambda q: q.phi)
FIRST = Statement(
    "Phi_0 <= ln N", lambda q: q.phi, lambda q: q.log_N, decide=lambda q: (q.p_log_p, 0)
)
SQUEEZE = Statement("k (eta rho - eta^2 R^2/2) <= ln N", lambda q: q.k * q.drop, lambda q: q.log_N)
SHARP_SQUEEZE = Statement(
    "k (eta rho - ln cosh(eta R)) <= ln N",
    lambda q: q.k * q.drop,
    lambda q: q.log_N,
    decide=lambda q: (q.power, q.room),
)


@about_weights
def winnow_entropy(run: WeightRun, v: Any = None) -> Certificate:
    """Winnow(eta) in normalised form (T6): M <= ln N / (eta rho - eta^2 R^2/2).

    w starts at 1/N; on a mistake every w_i is multiplied by exp(eta y x_i), then divided by the
    sum Z. v >= 0 has rho = min y v.x/|v|_1 > 0, and R = max |x|_inf. The potential is the relative
    entropy Phi = sum_i p_i ln(p_i/w_i) with p = v/|v|_1: at most ln N at first, and never
    negative. A mistake lowers it by eta y p.x - ln Z. The first term is at least eta rho, and
    ln Z <= eta y w.x + eta^2 R^2/2 by Hoeffding's lemma, where y w.x <= 0.

    Needs eta < 2 rho/R^2: beyond, passes may go round for ever. eta = rho/R^2 is best and gives
    2 (R/rho)^2 ln N. Targets with negative weights need the features (x, -x) of balanced Winnow,
    whose runs are judged as what they are: v has 2N entries then, and the bound ln 2N. Without v
    the best one is found (`max_margin_l1`). It holds for every tie rule, order and number of
    passes. Source: Mohri, after Littlestone (1988). Taught in lecture 07.

    >>> from perceptronlib import ExponentialWinnow, adversaries
    >>> X, y = adversaries.winnow_cycle()
    >>> run = ExponentialWinnow(eta=1 / 3, epochs=None).fit(X, y).run_
    >>> winnow_entropy(run, v=[1, 1, 1, 0, 0, 0])
    Winnow(eta): M <= ln N/(eta rho - eta^2 R^2/2)
      holds: 1 mistake, bound 32.2517
      [ok] the run is Winnow(eta)'s: w starts at 1/N, no margin
      [ok] v >= 0
      [ok] y v.x/|v|_1 >= rho > 0: rho = 0.333333, R = 1, N = 6
      [ok] eta < 2 rho/R^2: eta = 0.333333, 2 rho/R^2 = 0.666667
         ok  y w.x <= 0 before the update  (checked 1x, least slack 0)
         ok  Z exp(-eta y w.x) <= exp(eta^2 R^2/2) (Hoeffding)  (checked 1x, least slack 0.001056)
         ok  Phi drops by at least eta rho - eta^2 R^2/2  (checked 1x, least slack 0.0009993)
         ok  0 <= Phi_k  (checked 2x, least slack 0.6366)
         ok  Phi_0 <= ln N  (checked 1x, least slack 1.099)
         ok  k (eta rho - eta^2 R^2/2) <= ln N  (checked 1x, least slack 1.736)
    """
    name, statement = "Winnow(eta)", "M <= ln N/(eta rho - eta^2 R^2/2)"
    doubt, run = doubt_about(run), doubled(run)
    assumptions = [_winnow_eta(run)]
    sample = None if doubt else _sample(run, v, assumptions)
    if sample is None:
        return refused(name, statement, run, assumptions, doubt)
    eta, rho, R = sample.eta, sample.rho, sample.R
    drop = eta * rho - (eta * R) ** 2 / 2
    limit = f"eta = {run.rule.rate:.6g}, 2 rho/R^2 = {nearest_float(2 * rho / R**2):.6g}"
    assumptions.append(Assumption("eta < 2 rho/R^2", drop > 0, limit))
    if drop <= 0:
        return refused(name, statement, run, assumptions)

    def prove() -> Certificate:
        proof = _Potential(run, sample)
        records = proof.hoeffding(drop)
        steps = proof.steps(records, (MISTAKE, HOEFFDING, DROP, SQUEEZE))
        bound = nearest_float(proof.log_N / drop)
        given, doubt = tuple(assumptions), rounding_doubt(steps[0], run)
        return Certificate(name, statement, run.M, bound, given, steps, doubt=doubt)

    return sharpened(prove)


@about_weights
def winnow_entropy_sharp(run: WeightRun, v: Any = None) -> Certificate:
    """Winnow(eta), sharper (T6): M <= ln N / (eta rho - ln cosh(eta R)).

    As `winnow_entropy`, with exp(eta z) bounded on [-R, R] by its chord in place of Hoeffding's
    lemma: Z <= cosh(eta R) + (y w.x/R) sinh(eta R) <= cosh(eta R), as if x were +R or -R only. The
    best rate is eta = atanh(rho/R)/R, where the bound is ln N / KL((1 + rho/R)/2 || 1/2), with
    KL(a || 1/2) = ln 2 + a ln a + (1-a) ln(1-a). It is never above `winnow_entropy`'s, and needs
    only eta rho > ln cosh(eta R). Where rho = R the best rate is infinite: every eta will do, and
    the bound falls to log2 N as eta grows. Taught in lecture 07.

    >>> from math import atanh
    >>> from perceptronlib import ExponentialWinnow, adversaries
    >>> X, y = adversaries.winnow_cycle()
    >>> run = ExponentialWinnow(eta=atanh(1 / 3), epochs=None).fit(X, y).run_
    >>> winnow_entropy_sharp(run, v=[1, 1, 1, 0, 0, 0]).verdict
    'holds: 1 mistake, bound 31.6381'
    """
    name, statement = "Winnow(eta), sharper", "M <= ln N/(eta rho - ln cosh(eta R))"
    doubt, run = doubt_about(run), doubled(run)
    assumptions = [_winnow_eta(run)]
    sample = None if doubt else _sample(run, v, assumptions)
    if sample is None:
        return refused(name, statement, run, assumptions, doubt)

    def prove() -> Certificate:
        drop = _sharp_drop(sample)
        detail = f"eta = {run.rule.rate:.6g}, the best is {_best_rate(sample)}"
        enough = Assumption("eta rho > ln cosh(eta R)", not at_most(drop, 0), detail)
        given = [*assumptions, enough]
        if not enough.holds:
            return refused(name, statement, run, given)
        proof = _Potential(run, sample)
        steps = proof.steps(proof.chord(drop), (MISTAKE, CHORD, SHARP_DROP, SHARP_SQUEEZE))
        bound, rounded = nearest_float(proof.log_N / drop), rounding_doubt(steps[0], run)
        return Certificate(name, statement, run.M, bound, tuple(given), steps, doubt=rounded)

    return sharpened(prove)


def _sharp_drop(sample: SimpleNamespace) -> Interval:
    """eta rho - ln cosh(eta R), without a cosh that is too large or cancels with eta rho."""
    double = enclosed(-2 * sample.eta * sample.R).exp() + 1
    short: Fraction = sample.eta * (sample.R - sample.rho)
    return enclosed(2).ln() - double.ln() - short


def _best_rate(sample: SimpleNamespace) -> str:
    """artanh(rho/R)/R, in words."""
    rho, R = sample.rho, sample.R
    if rho == R:
        return "infinite"
    rate = enclosed((R + rho) / (R - rho)).ln() / (2 * R)
    return f"{nearest_float(rate if rho * 10**9 > R else rho / R**2):.6g}"


class _Potential:
    """The relative entropy Phi of p to w_0, ..., w_M, and what each update does to it."""

    def __init__(self, run: WeightRun, sample: SimpleNamespace) -> None:
        self.sample, self.rounds, N = sample, run.mistakes.tolist(), run.X.shape[1]
        updates, self.unit = sample.rows[run.examples], sample.unit
        theta = np.cumsum(np.vstack([0 * sample.rows[:1], updates]), axis=0)
        self.updates = updates.tolist()
        self.log_N = logarithm(N)
        self.p_log_p = _p_log_p(sample)
        self.weights = [Exponentials(row, sample.eta * self.unit) for row in theta.tolist()]
        counts = [grouped(row, [1] * N) for row in theta.tolist()]
        self.W = [w.sum(n) for w, n in zip(self.weights, counts, strict=True)]
        along = (theta * sample.v).sum(axis=1) * Fraction(1, sample.v_sum)
        self.keys = theta.tolist()
        e = sample.eta * self.unit
        self.along = [e * value for value in along]
        self.log_W = [e * w.top + logarithm(W) for w, W in zip(self.weights, self.W, strict=True)]
        self.phi = [self._phi(k) for k in range(len(self.W))]

    def _phi(self, k: int) -> Number:
        """sum p ln p - eta p.theta + ln W, which is 0 only where p = w: both uniform."""
        uniform = len(set(self.sample.v.tolist())) == 1 and len(self.weights[k].values) == 1
        return 0 if uniform else self.p_log_p - self.along[k] + self.log_W[k]

    def _records(self, drop: Number) -> list[SimpleNamespace]:
        """What both proofs look at, update by update."""
        records = []
        for i, update in enumerate(self.updates):
            turned = self.weights[i].sum(grouped(self.keys[i], update))
            score = turned * self.unit / self.W[i] if turned != 0 else 0
            records.append(
                SimpleNamespace(
                    k=i + 1,
                    score=score,
                    log_Z=self.log_W[i + 1] - self.log_W[i],
                    phi_before=self.phi[i],
                    phi=self.phi[i + 1],
                    drop=drop,
                    log_N=self.log_N,
                )
            )
        return records

    def hoeffding(self, drop: Fraction) -> list[SimpleNamespace]:
        """The records of the proof by Hoeffding's lemma."""
        eta, u = self.sample.eta, self.sample.eta * self.sample.R
        most, records = enclosed(u * u / 2).exp(), self._records(drop)
        for q in records:
            q.spread, q.most_spread = enclosed(q.log_Z - q.score * eta).exp(), most
        return records

    def chord(self, drop: Interval) -> list[SimpleNamespace]:
        """The records of the proof by the chord."""
        eta, rho, R = self.sample.eta, self.sample.rho, self.sample.R
        u, records = eta * R, self._records(drop)
        small = enclosed(-2 * u).exp()
        up, down = (small + 1) / 2, (1 - small) / 2  # cosh u and sinh u, both over exp(u)
        log_cosh = up.ln() + u
        for q in records:
            i = q.k - 1
            q.under_chord = self._under_chord(i)
            q.share = enclosed(q.log_Z - log_cosh).exp() - q.score / R * (down / up)
            ahead = self.along[i + 1] - self.along[i] - eta * rho
            gap = q.under_chord - q.score / R * down  # (cosh u - Z)/exp(u)
            known = at_most(0, gap) is True  # then ln(cosh u/Z) is of its sign
            q.surplus = ahead + gap if known else ahead + log_cosh - q.log_Z
            q.power = 2**q.k
            q.room = whole_power(small + 1, q.k) * len(self.keys[0]) * _exp(q.k * eta * (R - rho))
        return records

    def _under_chord(self, i: int) -> Number:
        """sum w_j (cosh u + (z_j/R) sinh u - exp(eta z_j))/exp(u), z = y x; 0 at z = R, -R.

        In whole numbers of 2^-bits, whose roundings are counted.
        """
        weights, bits, R = self.weights[i], self.weights[i].bits, int(self.sample.R / self.unit)
        pairs = zip(self.keys[i], self.updates[i], strict=True)
        inside = [(weights.values[key], z) for key, z in pairs if abs(z) < R]
        if not inside:
            return Fraction(0)
        unit = self.sample.eta * self.unit
        different = list({z for _, z in inside})
        tiny, *values = exponentials([-2 * R] + [z - R for z in different], unit, bits)
        up, down = (1 << bits) + tiny, (1 << bits) - tiny
        below = [(up + down * z // R) // 2 - e for z, e in zip(different, values, strict=True)]
        gaps = dict(zip(different, below, strict=True))
        total = sum(w * gaps[z] for w, z in inside) >> bits
        off = 12 * len(inside)  # of a gap 2 ERROR + 3 units, of a weight ERROR, and both are < 2
        return interval(total - off, total + off, bits) / self.W[i]

    def steps(
        self, records: list[SimpleNamespace], proof: tuple[Statement, ...]
    ) -> tuple[Step, ...]:
        """The steps: a mistake, the lemma that bounds Z, the fall of Phi, and what follows."""
        mistake, lemma, fall, squeeze = proof
        start = SimpleNamespace(phi=self.phi[0], log_N=self.log_N, p_log_p=self.p_log_p)
        return (
            mistake.at(records, self.rounds),
            lemma.at(records, self.rounds),
            fall.at(records, self.rounds),
            POSITIVE.at([start, *records], [-1, *self.rounds]),
            FIRST.once(start),
            squeeze.at(records, self.rounds),
        )


def _exp(exponent: Fraction) -> Number:
    """The exponential, exactly 1 at 0."""
    return enclosed(exponent).exp() if exponent else 1


def _p_log_p(sample: SimpleNamespace) -> Number:
    """sum p_i ln p_i, exactly 0 if v is a unit vector."""
    total: Number = 0
    for value, count in grouped(sample.v.tolist(), [1] * len(sample.v)).items():
        if 0 < value < sample.v_sum:
            share = Fraction(value, sample.v_sum)
            total = total + enclosed(share).ln() * (share * count)
    return total


def doubled(run: WeightRun) -> WeightRun:
    """Balanced Winnow's run as what it stands for: Winnow(eta) on the features (x, -x).

    >>> from perceptronlib import BalancedWinnow
    >>> doubled(BalancedWinnow().run([[1, 2]] * 2, [1, -1])).X[0]
    array([ 1.,  2., -1., -2.])
    """
    if run.rule.update != "balanced":
        return run
    rule, X = replace(run.rule, update="exponentiate"), balanced(run.X)
    first = rule.start(X.shape[1])
    last = path_of(rule, first, X[run.examples], run.y[run.examples])[-1]
    return WeightRun(rule, Rows(X), run.y, run.in_order, run.mistakes, first, last)


def _winnow_eta(run: WeightRun) -> Assumption:
    rule, N = run.rule, run.X.shape[1]
    good = rule.update == "exponentiate" and rule.threshold == rule.margin == rule.slope == 0
    good = good and 0 < rule.rate < np.inf and bool((run.first_weights == 1 / N).all())
    text = "the run is Winnow(eta)'s: w starts at 1/N, no margin"
    return Assumption(text, good, "" if good else f"its rule is {rule}")


def _sample(run: WeightRun, v: Any, assumptions: list[Assumption]) -> SimpleNamespace | None:
    """eta, v, |v|_1, rho, R and the rows y x, with what is assumed of them; None if it fails."""
    N = run.X.shape[1]
    if v is None:
        try:
            separator: Array = np.maximum(max_margin_l1(run.X, run.y).v, 0.0)
        except NotSeparable:
            separator = run.last_weights  # where the search gives up, the run may have succeeded
            with np.errstate(all="ignore"):
                separates = bool((run.y * (run.X @ separator) > 0).all())
            if not separates:
                text = "a v >= 0 that separates the data is known"
                assumptions.append(Assumption(text, False, "none was found"))
                return None
    else:
        separator = np.asarray(comparator(run, v))
    least = float(separator.min())
    assumptions.append(Assumption("v >= 0", least >= 0, "" if least >= 0 else f"min v = {least:g}"))
    (X, unit), (whole, _) = integers(run.X), integers(separator)
    rows = X * run.y.astype(np.int64).astype(object)[:, None]
    v_sum, margins = int(np.abs(whole).sum()), (rows * whole).sum(axis=1)
    rho, R = Fraction(int(margins.min()), v_sum) * unit, int(np.abs(X).max()) * unit
    detail = f"rho = {nearest_float(rho):.6g}, R = {nearest_float(R):.6g}, N = {N}"
    assumptions.append(Assumption("y v.x/|v|_1 >= rho > 0", rho > 0, detail))
    if not all(assumption.holds for assumption in assumptions):
        return None
    eta = Fraction(run.rule.rate)
    return SimpleNamespace(eta=eta, v=whole, v_sum=v_sum, rho=rho, R=R, rows=rows, unit=unit)
