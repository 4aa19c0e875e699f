"""One proof, other norms: Winnow(eta) by relative entropy (T6), and the p-norm perceptron."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...core.runs import WeightRun
from ...validate import Array
from ..margins import NotSeparable, max_margin_l1
from .certificate import Assumption, Certificate, Step, about_weights
from .perceptron import comparator, refused

__all__ = ["p_norm", "winnow_entropy", "winnow_entropy_sharp"]


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
    and ln 2N. Without v the best one is found (`max_margin_l1`). It holds for every tie rule,
    order and number of passes. Source: Mohri, after Littlestone (1988). Taught in lecture 06.

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
    assumptions, p = _entropy_assumptions(run, v)
    if p is None:
        return refused(name, statement, run, assumptions)
    eta, rho, R = run.rule.rate, _margin(run, p), float(np.abs(run.X).max())
    drop = eta * rho - (eta * R) ** 2 / 2
    limit = f"eta = {eta:.6g}, 2 rho/R^2 = {2 * rho / R**2:.6g}"
    assumptions.append(Assumption("eta < 2 rho/R^2", drop > 0, limit))
    if drop <= 0:
        return refused(name, statement, run, assumptions)
    proof = _Potential(run, p)
    spread = np.exp(proof.log_Z - eta * proof.before)
    most = np.full(run.M, math.exp((eta * R) ** 2 / 2))
    text = "Z exp(-eta y w.x) <= exp(eta^2 R^2/2) (Hoeffding)"
    lemma = Step(text, spread, most, run.mistakes)
    steps = proof.steps(lemma, "eta rho - eta^2 R^2/2", drop)
    return Certificate(name, statement, run.M, proof.log_N / drop, tuple(assumptions), steps)


@about_weights
def winnow_entropy_sharp(run: WeightRun, v: Any = None) -> Certificate:
    """Winnow(eta), sharper (T6): M <= ln N / (eta rho - ln cosh(eta R)).

    As `winnow_entropy`, with exp(eta z) bounded on [-R, R] by its chord in place of Hoeffding's
    lemma: Z <= cosh(eta R) + (y w.x/R) sinh(eta R) <= cosh(eta R), as if x were +R or -R only. The
    best rate is eta = atanh(rho/R)/R, where the bound is ln N / KL((1 + rho/R)/2 || 1/2), with
    KL(a || 1/2) = ln 2 + a ln a + (1-a) ln(1-a). It is never above `winnow_entropy`'s, and needs
    only eta rho > ln cosh(eta R). Where rho = R the best rate is infinite: every eta will do, and
    the bound falls to log2 N as eta grows. Taught in lecture 06.

    >>> from perceptronlib import ExponentialWinnow, adversaries
    >>> X, y = adversaries.winnow_cycle()
    >>> run = ExponentialWinnow(eta=math.atanh(1 / 3), epochs=None).fit(X, y).run_
    >>> winnow_entropy_sharp(run, v=[1, 1, 1, 0, 0, 0]).verdict
    'holds: 1 mistake, bound 31.6381'
    """
    name, statement = "Winnow(eta), sharper", "M <= ln N/(eta rho - ln cosh(eta R))"
    assumptions, p = _entropy_assumptions(run, v)
    if p is None:
        return refused(name, statement, run, assumptions)
    eta, rho, R = run.rule.rate, _margin(run, p), float(np.abs(run.X).max())
    drop = eta * rho - log_cosh(eta * R)
    best = f"{math.atanh(rho / R) / R:.6g}" if rho < R else "infinite"
    detail = f"eta = {eta:.6g}, the best is {best}"
    assumptions.append(Assumption("eta rho > ln cosh(eta R)", drop > 0, detail))
    if drop <= 0:
        return refused(name, statement, run, assumptions)
    proof = _Potential(run, p)
    # Both sides over cosh, which may be too large for a float.
    share = np.exp(proof.log_Z - log_cosh(eta * R)) - proof.before / R * math.tanh(eta * R)
    lemma = Step("Z - (y w.x/R) sinh(eta R) <= cosh(eta R)", share, np.ones(run.M), run.mistakes)
    steps = proof.steps(lemma, "eta rho - ln cosh(eta R)", drop)
    return Certificate(name, statement, run.M, proof.log_N / drop, tuple(assumptions), steps)


class _Potential:
    """The relative entropy Phi of p to w_0, ..., w_M, and what each update does to it."""

    def __init__(self, run: WeightRun, p: Array) -> None:
        # Logarithms, from the sum of the updates: a weight may be too small for a float.
        scaled = run.rule.rate * run.updates
        powers = np.cumsum(np.vstack([np.zeros((1, len(p))), scaled]), axis=0)
        log_w = powers - log_sum_exp(powers)[:, None]
        used = p > 0
        self.phi = p[used] @ np.log(p[used]) - log_w[:, used] @ p[used]
        self.log_Z = log_sum_exp(log_w[:-1] + scaled)
        self.log_N = math.log(len(p))
        self.before = scores_before(run)
        self.rounds = run.mistakes

    def steps(self, lemma: Step, formula: str, drop: float) -> tuple[Step, ...]:
        """The proof around the lemma that bounds Z."""
        # Phi is a sum of terms as large as ln N, so what is near 0 is compared on that scale.
        phi, log_N, k = self.phi, self.log_N, np.arange(1, len(self.rounds) + 1)
        least, fallen = np.full(len(k), log_N + drop), log_N + phi[:-1] - phi[1:]
        at = np.concatenate([[-1], self.rounds])
        return (
            Step("y w.x <= 0 before the update", self.before, 0 * self.before, self.rounds),
            lemma,
            Step(f"Phi drops by at least {formula}", least, fallen, self.rounds),
            Step("0 <= Phi_k", np.full(len(at), log_N), log_N + phi, at),
            Step("Phi_0 <= ln N", phi[:1], np.array([log_N]), at[:1]),
            Step(f"k ({formula}) <= ln N", k * drop, np.full(len(k), log_N), self.rounds),
        )


def _entropy_assumptions(run: WeightRun, v: Any) -> tuple[list[Assumption], Array | None]:
    """What both entropy bounds assume, and p = v/|v|_1 if all of it holds."""
    rule, N = run.rule, run.X.shape[1]
    good = rule.update == "exponentiate" and rule.threshold == rule.margin == rule.slope == 0
    good = good and rule.rate > 0 and np.allclose(run.first_weights, 1 / N, rtol=1e-12)
    text = "the run is Winnow(eta)'s: w starts at 1/N, no margin"
    assumptions = [Assumption(text, bool(good), "" if good else f"its rule is {rule}")]
    if v is None:
        try:
            found = np.maximum(max_margin_l1(run.X, run.y).v, 0.0)
        except NotSeparable:
            assumptions.append(Assumption("some v >= 0 separates the data", False, "none does"))
            return assumptions, None
    else:
        found = np.asarray(comparator(run, v))
    least = float(found.min())
    assumptions.append(Assumption("v >= 0", least >= 0, "" if least >= 0 else f"min v = {least:g}"))
    p = found / np.abs(found).sum()
    rho, R = _margin(run, p), float(np.abs(run.X).max())
    detail = f"rho = {rho:.6g}, R = {R:.6g}, N = {N}"
    assumptions.append(Assumption("y v.x/|v|_1 >= rho > 0", rho > 0, detail))
    return assumptions, p if all(assumption.holds for assumption in assumptions) else None


@about_weights
def p_norm(run: WeightRun, v: Any = None) -> Certificate:
    """The p-norm perceptron: M <= (p-1) X_p^2 |v|_q^2 / g^2, with 1/p + 1/q = 1 and p >= 2.

    theta is the sum of the y x of the mistakes, w the gradient of |theta|_p^2 / 2. v has
    y v.x >= g > 0, and X_p = max |x|_p. Claim 1: v.theta_k >= k g. Claim 2: that half square bends
    by at most p - 1, so |theta_k|_p^2 <= |theta_{k-1}|_p^2 + 2 y w.x + (p-1) |x|_p^2, where
    y w.x <= 0; hence |theta_k|_p^2 <= k (p-1) X_p^2. Hoelder's inequality joins them.

    p = 2 is Novikoff's theorem. p = 2 ln N makes the bound of the order of (R_inf |v|_1/g)^2 ln N,
    like Winnow's. It needs p >= 2 and theta_0 = 0, and holds for every tie rule, order and rate.
    Without v the maximum-margin separator is taken (the best for p = 2 only).
    Source: Grove, Littlestone and Schuurmans (2001); Gentile (2003). Taught in lecture 06.

    >>> from perceptronlib import PNormPerceptron, adversaries
    >>> run = PNormPerceptron(p=4, epochs=None).fit(*adversaries.exponential(3)).run_
    >>> p_norm(run, v=[1, 2, 4]).verdict
    'holds: 17 mistakes, bound 161.109'
    """
    name, statement = "p-norm perceptron", "M <= (p-1) X_p^2 |v|_q^2/g^2"
    rule, p = run.rule, run.rule.p
    good = rule.update == "p_norm" and rule.threshold == rule.margin == rule.slope == 0
    good = good and p >= 2 and not run.first_weights.any()
    text = "the run is a p-norm perceptron's: p >= 2, w starts at 0, no margin"
    assumptions = [Assumption(text, good, "" if good else f"its rule is {rule}")]
    found = comparator(run, v)
    if found is None:
        assumptions.append(Assumption("some v separates the data", False, "none does"))
        return refused(name, statement, run, assumptions)
    g = float((run.y * (run.X @ found)).min())
    assumptions.append(Assumption("v separates: y v.x >= g > 0", g > 0, f"g = {g:.6g}"))
    if not good or g <= 0:
        return refused(name, statement, run, assumptions)
    theta = np.cumsum(np.vstack([0 * run.X[:1], run.updates]), axis=0)
    squares, sizes = lengths(theta, p) ** 2, (p - 1) * lengths(run.updates, p) ** 2
    before = scores_before(run) / rule.rate
    top, dual = (p - 1) * lengths(run.X, p).max() ** 2, lengths(found[None], p / (p - 1))[0]
    k, rounds, along = np.arange(1, run.M + 1), run.mistakes, theta[1:] @ found
    bends = "|theta_k|_p^2 - 2 y w.x <= |theta_k-1|_p^2 + (p-1) |x|_p^2"
    steps = (
        Step("y w.x <= 0 before the update", before, 0 * before, rounds),
        Step("v.theta_k >= k g", k * g, along, rounds),
        Step(bends, squares[1:] - 2 * before, squares[:-1] + sizes, rounds),
        Step("|theta_k|_p^2 <= k (p-1) X_p^2", squares[1:], k * top, rounds),
        Step("v.theta <= |v|_q |theta|_p (Hoelder)", along, dual * np.sqrt(squares[1:]), rounds),
        Step("k g^2 <= (p-1) X_p^2 |v|_q^2", k * g**2, 0 * k + top * dual**2, rounds),
    )
    bound = float(top * dual**2 / g**2)
    return Certificate(name, statement, run.M, bound, tuple(assumptions), steps)


def scores_before(run: WeightRun) -> Array:
    """y w.x of every mistake when it was made, bit for bit as the run computed it."""
    pairs = zip(run.examples, run.path, strict=False)
    return np.array([float(run.y[i]) * float(run.X[i].dot(w)) for i, w in pairs])


def lengths(X: Array, p: float) -> Array:
    """|x|_p of every row, with no power of a number above 1.

    >>> lengths(np.array([[3.0, 4.0], [0.0, 0.0]]), 2.0)
    array([5., 0.])
    """
    top = np.abs(X).max(axis=1, initial=0.0)
    share = np.abs(X) / np.where(top > 0, top, 1.0)[:, None]
    norms: Array = top * (share**p).sum(axis=1) ** (1 / p)
    return norms


def log_sum_exp(rows: Array) -> Array:
    """ln sum exp of every row.

    >>> log_sum_exp(np.array([[1000.0, 1000.0]])) - 1000
    array([0.69314718])
    """
    top = rows.max(axis=1)
    result: Array = top + np.log(np.exp(rows - top[:, None]).sum(axis=1))
    return result


def log_cosh(x: float) -> float:
    """ln cosh x, for tiny and for huge x.

    >>> log_cosh(1e-6) * 2e12, log_cosh(1e6) - 1e6
    (0.99999..., -0.693147...)
    """
    if abs(x) < 1:
        return math.log1p(2 * math.sinh(x / 2) ** 2)
    return abs(x) + math.log1p(math.exp(-2 * abs(x))) - math.log(2)


def _margin(run: WeightRun, p: Array) -> float:
    return float((run.y * (run.X @ p)).min())
