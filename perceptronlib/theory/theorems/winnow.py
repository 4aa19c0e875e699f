"""Disjunctions: what Winnow (T9) and the perceptron pay for r relevant features among d."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np

from ...core.rules import TIES
from ...core.runs import WeightRun
from ...validate import Array
from ..exact import Interval, Number, enclosed, nearest_float
from ..margins import disjunction_comparator
from ..powers import EXACT_BITS, grouped, logarithm, whole_power
from .certificate import Assumption, Certificate, Statement, Step
from .judging import about_weights, doubt_about, refused
from .perceptron import novikoff

__all__ = ["sparse_disjunction", "winnow_disjunction"]

# The record of update k: d, r and beta of the run; S_before and S, total weight before and after
# it; P and Q, the missed and the false positives so far; relevant, the sum of the relevant weights;
# rise, the least exponent that a relevant weight gained; l, the largest exponent of a relevant
# weight, and l_sum, their sum; k = ceil(log_(1+beta) d); late = (1+beta)^(k+1); most_Q and most_M,
# the largest whole numbers below (1+beta)(P + 1/beta) and below the bound.
MISSED = Statement(
    "a missed positive adds at most beta d to S",
    lambda q: q.S - q.S_before,
    lambda q: q.beta * q.d,
)
FALSE_POSITIVE = Statement(
    "a false positive takes at least d beta/(1+beta) from S",
    lambda q: q.d * q.beta / (1 + q.beta),
    lambda q: q.S_before - q.S,
)
TOTAL = Statement(
    "S <= d + beta d P - d Q beta/(1+beta)",
    lambda q: q.S,
    lambda q: q.d + q.beta * q.d * q.P - q.d * q.Q * q.beta / (1 + q.beta),
)
PART = Statement("the relevant weights are part of S", lambda q: q.relevant, lambda q: q.S)
FEW_FALSE = Statement("Q < (1+beta)(P + 1/beta)", lambda q: q.Q, lambda q: q.most_Q)
NEVER_FALL = Statement("relevant weights never fall", lambda q: 0, lambda q: q.rise)
LIMITED = Statement("relevant weights are (1+beta)^l with l <= k", lambda q: q.l, lambda q: q.k)
RAISED = Statement("P <= sum of the relevant l", lambda q: q.P, lambda q: q.l_sum)
FEW_MISSED = Statement("P <= r k", lambda q: q.P, lambda q: q.r * q.k)
TOGETHER = Statement("P + Q < bound", lambda q: q.P + q.Q, lambda q: q.most_M)
SIMPLER = Statement(
    "bound <= (2+beta) r k",
    lambda q: (1 + q.beta) / q.beta + q.r * ((2 + q.beta) * q.k - q.late / (q.beta * q.d)),
    lambda q: (2 + q.beta) * q.r * q.k,
)
DOUBLING = {
    MISSED.text: "a missed positive adds at most d to S",
    FALSE_POSITIVE.text: "a false positive takes at least d/2 from S",
    TOTAL.text: "S <= d + P d - Q d/2",
    FEW_FALSE.text: "Q < 2P + 2",
    LIMITED.text: "relevant weights are 2^l with l <= k",
    SIMPLER.text: "bound <= 3 r k",
}
"""How these steps read for beta = 1."""

EVERY_UPDATE = (TOTAL, PART, FEW_FALSE, NEVER_FALL, LIMITED, RAISED, FEW_MISSED, TOGETHER)

MARGIN = Statement("1 <= y v.x", lambda q: 1, lambda q: q.margin)
LENGTH = Statement("|v|^2 = 4r + 1", lambda q: q.v2, lambda q: 4 * q.r + 1, equal=True)
RADIUS = Statement("R^2 <= s + 1", lambda q: q.R2, lambda q: q.s + 1)


@about_weights
def winnow_disjunction(run: WeightRun, relevant: Iterable[int] | None = None) -> Certificate:
    """Winnow on a disjunction of r of d features (T9): M < (2+beta) r k, k = ceil(log_{1+beta} d).

    x in {0,1}^d, w starts at 1, the prediction is + iff w.x >= d. A missed positive (P of them)
    multiplies its active weights by 1 + beta, a false positive (Q) divides them. Let S = sum w.
    A missed positive adds less than beta d to S and a false positive takes at least
    d beta/(1+beta) away, so S <= d + beta d P - d Q beta/(1+beta); as S > 0,
    Q < (1+beta)(P + 1/beta). Relevant weights never fall, and rise only while they are below d, so
    each is (1+beta)^l with l <= k; every missed positive raises one: P <= r k. As S contains these
    weights, even M < (1+beta)/beta + r((2+beta) k - (1+beta)^(k+1)/(beta d)), which is ``bound``
    (beta = 1: 2 + r(3k - 2^(k+1)/d)); it is at most (2+beta) r k.

    Needs r >= 1 (r = 0 costs one mistake), d >= 2, and w.x = d to count as +: under the tie rule
    ``le`` a relevant weight can pass d. Without ``relevant`` a small consistent set of features is
    searched for, greedily. The factor is the float 1 + beta, and the weights are its very powers:
    where the run's rounded weights decided a round otherwise, there is no claim.
    Source: Littlestone (1988); UIC-16, repaired. Taught in lecture 06.

    >>> from perceptronlib import Winnow, adversaries
    >>> game = adversaries.winnow_worst(5, 1)
    >>> winnow_disjunction(Winnow().fit(game.X, game.y).run_, relevant=[0])
    Winnow on disjunctions: M < 2 + r(3k - 2^(k+1)/d) <= 3 r k, k = ceil(log2 d)
      holds: 6 mistakes, bound 7.8
      [ok] the run is Winnow's: w starts at 1, factor 1 + beta > 1, threshold d
      [ok] w.x = d counts as +: tie rule plus
      [ok] x in {0,1}^d, d >= 2: d = 5
      [ok] y is a disjunction of r >= 1 features: r = 1, features (0,)
         ok  a missed positive adds at most d to S  (checked 3x, least slack 0.5)
         ok  a false positive takes at least d/2 from S  (checked 3x, least slack 0)
         ok  S <= d + P d - Q d/2  (checked 6x, least slack 1)
         ok  the relevant weights are part of S  (checked 6x, least slack 2.5)
         ok  Q < 2P + 2  (checked 6x, least slack 2)
         ok  relevant weights never fall  (checked 6x, least slack 0)
         ok  relevant weights are 2^l with l <= k  (checked 6x, least slack 0)
         ok  P <= sum of the relevant l  (checked 6x, least slack 0)
         ok  P <= r k  (checked 6x, least slack 0)
         ok  P + Q < bound  (checked 6x, least slack 1)
         ok  bound <= 3 r k  (checked 1x, least slack 1.2)
    """
    d, beta = run.X.shape[1], run.rule.rate - 1.0
    name = "Winnow on disjunctions"
    statement = "M < 2 + r(3k - 2^(k+1)/d) <= 3 r k, k = ceil(log2 d)"
    if beta != 1.0:
        statement = "M < (1+beta)/beta + r((2+beta) k - (1+beta)^(k+1)/(beta d)) <= (2+beta) r k"
    assumptions = [_littlestone(run), _full_score_is_plus(run), binary(run.X, least=2)]
    target = find_disjunction(run.X, run.y, 1) if relevant is None else feature_set(relevant, d)
    assumptions.append(disjunction(run.X, run.y, target, least=1))
    if target is None or not all(assumption.holds for assumption in assumptions):
        return refused(name, statement, run, assumptions)
    doubt = doubt_about(run)
    if doubt:
        return refused(name, statement, run, assumptions, doubt)
    proof = Totals(run, target)
    return Certificate(
        name,
        statement,
        run.M,
        nearest_float(SIMPLER.left(proof.whole_run)),
        tuple(assumptions),
        proof.steps() if beta != 1.0 else in_words_for_doubling(proof.steps()),
        doubt=proof.doubt(run),
        strict=True,
    )


class Totals:
    """P, Q and S = sum w after every update, for one target, in fractions."""

    def __init__(self, run: WeightRun, target: tuple[int, ...]) -> None:
        steps = run.updates.astype(np.int64)
        powers = np.cumsum(np.vstack([np.zeros((1, steps.shape[1]), np.int64), steps]), axis=0)
        self.factor = Fraction(run.rule.rate)
        total, relevant = self._weights(powers), self._weights(powers[:, list(target)])
        self.rounds, self.missed = run.mistakes, run.y[run.examples] > 0
        d, r, beta = run.X.shape[1], len(target), self.factor - 1
        k = power_reaching(run.rule.rate, d)
        fits = k * self.factor.numerator.bit_length() <= EXACT_BITS
        late: Number = self.factor ** (k + 1) if fits else whole_power(enclosed(self.factor), k + 1)
        self.whole_run = SimpleNamespace(d=d, r=r, beta=beta, k=k, late=late)
        most_M = below(SIMPLER.left(self.whole_run))
        P, Q = np.cumsum(self.missed).tolist(), np.cumsum(~self.missed).tolist()
        exponents, rise = powers[1:, list(target)], steps[:, list(target)].min(axis=1).tolist()
        tops, sums = exponents.max(axis=1).tolist(), exponents.sum(axis=1).tolist()
        self.records = [
            SimpleNamespace(
                **vars(self.whole_run),
                S_before=total[i],
                S=total[i + 1],
                P=P[i],
                Q=Q[i],
                relevant=relevant[i + 1],
                rise=rise[i],
                l=tops[i],
                l_sum=sums[i],
                most_Q=below((1 + beta) * (P[i] + 1 / beta)),
                most_M=most_M,
            )
            for i in range(run.M)
        ]

    def _weights(self, powers: Any) -> list[Fraction]:
        """The sum of (1+beta)^power over every row."""
        low, high = int(powers.min()), int(powers.max())
        up, down = self.factor.numerator, self.factor.denominator
        # over the common denominator every power is a whole number
        values = {p: up ** (p - low) * down ** (high - p) for p in range(low, high + 1)}
        unit = Fraction(up) ** low / Fraction(down) ** high
        counts = [grouped(row, [1] * len(row)) for row in powers.tolist()]
        return [unit * sum(n * values[p] for p, n in row.items()) for row in counts]

    def doubt(self, run: WeightRun) -> str:
        """The first logged round that is no mistake in exact arithmetic, if there is one."""
        for i, q in enumerate(self.records):
            grown = (q.S - q.S_before) / q.beta  # w.x, or -w.x/(1+beta)
            short = q.d - grown if self.missed[i] else -grown * (1 + q.beta) - q.d
            if short > 0 or (short == 0 and TIES[run.rule.ties][int(self.missed[i])]):
                continue
            x, y, t = run.X[run.examples[i]], float(run.y[run.examples[i]]), self.rounds[i]
            if run.rule.errs(run.path[i], x, y):
                return f"round {t} was decided by rounding"
            return f"round {t} is logged as a mistake but is none"
        return ""

    def steps(self) -> tuple[Step, ...]:
        """How S and the relevant weights move, and what that says of P, Q and M = P + Q."""
        missed = [q for q, up in zip(self.records, self.missed, strict=True) if up]
        false = [q for q, up in zip(self.records, self.missed, strict=True) if not up]
        return (
            MISSED.at(missed, self.rounds[self.missed]),
            FALSE_POSITIVE.at(false, self.rounds[~self.missed]),
            *(statement.at(self.records, self.rounds) for statement in EVERY_UPDATE),
            SIMPLER.once(self.whole_run),
        )


def in_words_for_doubling(steps: Iterable[Step]) -> tuple[Step, ...]:
    """The same steps, with 1 put in for beta in their words."""
    return tuple(replace(step, text=DOUBLING.get(step.text, step.text)) for step in steps)


@about_weights
def sparse_disjunction(run: WeightRun, relevant: Iterable[int] | None = None) -> Certificate:
    """The perceptron on a disjunction (E15): M <= (4r+1)(s+1), with s the most active features.

    x in {0,1}^d with a constant 1 folded in as the last feature. The comparator v is 2 at the r
    relevant features and -1 at the constant: y v.x >= 1 and |v|^2 = 4r + 1, while R^2 <= s + 1, so
    this is Novikoff's theorem. Dense inputs (s near d) make it linear in d where Winnow pays for
    log d: sparse *inputs* favour the perceptron, sparse *targets* Winnow. Assumes what Novikoff
    does (w_0 = 0, no margin); r = 0 is allowed. Without ``relevant`` a small consistent set is
    searched for. Source: UIC-16 2.4, which has it the other way round; Kivinen, Warmuth and
    Auer (1997). Taught in lecture 06.

    >>> from perceptronlib import Perceptron, adversaries
    >>> X, y = adversaries.disjunction_hadamard(8)
    >>> sparse_disjunction(Perceptron(epochs=None).fit(X, y).run_, relevant=[1]).verdict
    'holds: 8 mistakes, bound 25'
    """
    name, statement = "Perceptron on disjunctions", "M <= (4r+1)(s+1)"
    bits, constant = run.X[:, :-1], bool((run.X[:, -1] == 1).all())
    d = bits.shape[1]
    target = find_disjunction(bits, run.y) if relevant is None else feature_set(relevant, d)
    assumptions = [
        binary(bits, least=0),
        Assumption("the last feature is the constant 1", constant),
        disjunction(bits, run.y, target, least=0),
    ]
    if target is None or not all(assumption.holds for assumption in assumptions):
        return refused(name, statement, run, assumptions)
    inner = novikoff(run, disjunction_comparator(d, target))
    given = [*assumptions, *inner.assumptions]
    if inner.bound is None:
        return refused(name, statement, run, given, inner.doubt)
    v, bits = [2] * len(target) + [-1], bits.astype(np.int64)
    scores = 2 * bits[:, list(target)].sum(axis=1) - 1
    margins = (run.y.astype(np.int64) * scores).tolist()
    r, s = len(target), int(bits.sum(axis=1).max())
    q = SimpleNamespace(r=r, s=s, v2=sum(i * i for i in v), R2=s + 1)
    steps = (
        MARGIN.at([SimpleNamespace(margin=m) for m in margins], [-1] * len(margins)),
        LENGTH.once(q),
        RADIUS.once(q),
        *inner.steps,
    )
    bound = float((4 * r + 1) * (s + 1))
    return Certificate(name, statement, run.M, bound, tuple(given), steps, doubt=inner.doubt)


def below(value: Number) -> Number:
    """The largest whole number below a value.

    >>> below(Fraction(7, 2)), below(Fraction(4))
    (3, 3)
    """
    if not isinstance(value, Interval):
        return math.ceil(value) - 1
    low, high = math.ceil(value.low) - 1, math.ceil(value.high) - 1
    return low if low == high else Interval(Decimal(low), Decimal(high))


def power_reaching(factor: float, d: int) -> int:
    """ceil(log_factor d): the smallest k with factor^k >= d, not misled by rounded logarithms.

    >>> power_reaching(3.0, 243), math.ceil(math.log(243) / math.log(3))
    (5, 5)
    >>> power_reaching(5.0, 125), math.ceil(math.log(125) / math.log(5))
    (3, 4)
    """
    guess = enclosed(logarithm(d)) / enclosed(logarithm(Fraction(factor)))
    k = math.ceil(guess.low)
    # a whole number inside the interval: 60 digits cannot tell, but it is small, or far from d
    return k if k == math.ceil(guess.high) or Fraction(factor) ** k >= d else k + 1


def find_disjunction(X: Array, y: Array, least: int = 0) -> tuple[int, ...] | None:
    """Few features whose disjunction is y, by greedy cover; None if there are none.

    Only features that are off in every negative example qualify. ``least=1`` asks for at least
    one feature: where there is no positive example to cover, any that qualifies.

    >>> find_disjunction(np.array([[1.0, 0, 1], [0, 1, 0], [0, 0, 1]]), np.array([1.0, 1, -1]))
    (0, 1)
    """
    allowed = ~(X[y < 0] > 0).any(axis=0)
    helps, uncovered, chosen = (X > 0) & allowed, y > 0, list[int]()
    while uncovered.any():
        covers = helps[uncovered].sum(axis=0)
        if not covers.any():
            return None
        chosen.append(int(np.argmax(covers)))
        uncovered = uncovered & ~helps[:, chosen[-1]]
    if len(chosen) < least:
        chosen = np.flatnonzero(allowed)[:least].tolist()
    return tuple(sorted(chosen))


def feature_set(relevant: Iterable[int], d: int) -> tuple[int, ...]:
    """The features named, each once, in order."""
    chosen = sorted({int(i) for i in relevant})
    if chosen and not 0 <= chosen[0] <= chosen[-1] < d:
        raise ValueError(f"relevant must hold features from 0 to {d - 1}; got {chosen}")
    return tuple(chosen)


def disjunction(X: Array, y: Array, target: tuple[int, ...] | None, least: int) -> Assumption:
    """The assumption that y is the disjunction of these features, and that there are enough."""
    text = f"y is a disjunction of r >= {least} features"
    if target is None:
        return Assumption(text, False, "no set of features fits")
    fits = bool(np.array_equal((X[:, list(target)] > 0).any(axis=1), y > 0))
    detail = f"r = {len(target)}, features {target}" + ("" if fits else " do not fit")
    return Assumption(text, fits and len(target) >= least, detail)


def binary(X: Array, least: int) -> Assumption:
    """The assumption that the features are zeros and ones, and that there are enough."""
    bits, d = bool(((X == 0) | (X == 1)).all()), X.shape[1]
    detail = f"d = {d}" if bits else "there are other values"
    return Assumption(f"x in {{0,1}}^d, d >= {least}", bits and d >= least, detail)


def _littlestone(run: WeightRun) -> Assumption:
    rule, ones = run.rule, bool((run.first_weights == 1).all())
    good = rule.update == "multiply" and 1 < rule.rate < np.inf
    good = good and rule.threshold == run.X.shape[1]
    good = good and rule.margin == rule.slope == 0 and ones
    text = "the run is Winnow's: w starts at 1, factor 1 + beta > 1, threshold d"
    return Assumption(text, good, "" if good else f"its rule is {rule}, w starts at 1: {ones}")


def _full_score_is_plus(run: WeightRun) -> Assumption:
    ties = run.rule.ties
    return Assumption("w.x = d counts as +", ties in ("plus", "strict"), f"tie rule {ties}")
