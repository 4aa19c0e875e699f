"""Disjunctions: what Winnow (T9) and the perceptron pay for r relevant features among d."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np

from ...core.runs import WeightRun
from ...validate import Array
from ..margins import disjunction_comparator
from .certificate import TOLERANCE, Assumption, Certificate, Step, about_weights
from .perceptron import novikoff, refused

__all__ = ["sparse_disjunction", "winnow_disjunction"]

WHOLE_RUN = np.array([-1])


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
    searched for, greedily. Exact when 1 + beta is a power of two, as the run then is; otherwise up
    to rounding. Source: Littlestone (1988); UIC-16, repaired. Taught in lecture 06.

    >>> from perceptronlib import Winnow, adversaries
    >>> game = adversaries.winnow_worst(5, 1)
    >>> winnow_disjunction(Winnow().fit(game.X, game.y).run_, relevant=[0])
    Winnow on disjunctions: M < 2 + r(3k - 2^(k+1)/d) <= 3 r k, k = ceil(log2 d)
      holds: 6 mistakes, bound 7.8
      [ok] the run is Winnow's: w starts at 1, factor 1 + beta > 1, threshold d
      [ok] w.x = d counts as +: tie rule plus
      [ok] x in {0,1}^d, d >= 2: d = 5
      [ok] y is a disjunction of r >= 1 features: r = 1, features (0,)
         ok  a missed positive adds at most beta d to S  (checked 3x, least slack 0.5)
         ok  a false positive takes at least d beta/(1+beta) from S  (checked 3x, least slack 0)
         ok  S <= d + beta d P - d Q beta/(1+beta)  (checked 6x, least slack 1)
         ok  the relevant weights are part of S  (checked 6x, least slack 2.5)
         ok  Q < (1+beta)(P + 1/beta)  (checked 6x, least slack 2)
         ok  relevant weights never fall  (checked 6x, least slack 0)
         ok  relevant weights are (1+beta)^l with l <= k  (checked 6x, least slack 0)
         ok  P <= sum of the relevant l  (checked 6x, least slack 0)
         ok  P <= r k  (checked 6x, least slack 0)
         ok  P + Q < bound  (checked 6x, least slack 1)
         ok  bound <= (2+beta) r k  (checked 1x, least slack 1.2)
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
    proof = _Totals(run, target)
    steps = (*proof.total_weight(), *proof.relevant_weights(), *proof.together())
    return Certificate(name, statement, run.M, float(proof.bound), tuple(assumptions), steps)


class _Totals:
    """P, Q and S = sum w after every update, for one target; fractions where the run is exact."""

    def __init__(self, run: WeightRun, target: tuple[int, ...]) -> None:
        steps = run.updates.astype(np.int64)
        powers = np.cumsum(np.vstack([0 * run.X[:1].astype(np.int64), steps]), axis=0)
        # Times a power of two nothing is rounded; with other factors the run rounds its weights.
        exact = math.frexp(run.rule.rate)[0] == 0.5
        self.factor: Any = Fraction(run.rule.rate) if exact else run.rule.rate
        low = int(powers.min())
        weights = int(self.factor) ** (powers - low).astype(object) if exact else run.path
        unit = self.factor**low if exact else 1.0
        self.S = weights.sum(axis=1) * unit
        self.relevant = weights[:, list(target)].sum(axis=1) * unit
        self.d, self.r, self.rounds = run.X.shape[1], len(target), run.mistakes
        self.missed = run.y[run.examples] > 0
        kind: Any = object if exact else np.int64
        self.P, self.Q = np.cumsum(self.missed).astype(kind), np.cumsum(~self.missed).astype(kind)
        self.powers = powers[:, list(target)]  # a relevant weight is (1+beta)^power
        self.rise = steps[:, list(target)].min(axis=1)
        self.k = power_reaching(run.rule.rate, self.d)

    @property
    def bound(self) -> Any:
        """(1+beta)/beta + r((2+beta) k - (1+beta)^(k+1)/(beta d))."""
        a, beta = self.factor, self.factor - 1
        return a / beta + self.r * ((1 + a) * self.k - a ** (self.k + 1) / (beta * self.d))

    def total_weight(self) -> tuple[Step, ...]:
        """How S moves, and what that says of Q."""
        P, Q, S, d, rounds, missed = self.P, self.Q, self.S, self.d, self.rounds, self.missed
        beta, grown, zero = self.factor - 1, S[1:] - S[:-1], 0 * self.P
        gain, loss = beta * d, d * beta / (1 + beta)  # the most P adds, the least Q takes
        up, down = (zero + gain)[missed], (zero + loss)[~missed]
        takes = "a false positive takes at least d beta/(1+beta) from S"
        return (
            Step("a missed positive adds at most beta d to S", grown[missed], up, rounds[missed]),
            Step(takes, down, -grown[~missed], rounds[~missed]),
            Step("S <= d + beta d P - d Q beta/(1+beta)", S[1:], d + gain * P - loss * Q, rounds),
            Step("the relevant weights are part of S", self.relevant[1:], S[1:], rounds),
            Step("Q < (1+beta)(P + 1/beta)", Q, below((1 + beta) * (P + 1 / beta)), rounds),
        )

    def relevant_weights(self) -> tuple[Step, ...]:
        """How relevant weights move, and what that says of P."""
        P, rounds, powers, zero = self.P, self.rounds, self.powers[1:], 0 * self.P
        limited = "relevant weights are (1+beta)^l with l <= k"
        return (
            Step("relevant weights never fall", 0 * self.rise, self.rise, rounds),
            Step(limited, powers.max(axis=1), zero + self.k, rounds),
            Step("P <= sum of the relevant l", P, powers.sum(axis=1), rounds),
            Step("P <= r k", P, zero + self.r * self.k, rounds),
        )

    def together(self) -> tuple[Step, ...]:
        """M = P + Q."""
        simple = (1 + self.factor) * self.r * self.k
        sides = np.array([self.bound]), np.array([simple])
        return (
            Step("P + Q < bound", self.P + self.Q, below(0 * self.P + self.bound), self.rounds),
            Step("bound <= (2+beta) r k", *sides, WHOLE_RUN),
        )


@about_weights
def sparse_disjunction(run: WeightRun, relevant: Iterable[int] | None = None) -> Certificate:
    """The perceptron on a disjunction (E15): M <= (4r+1)(s+1), with s the most active features.

    x in {0,1}^d with a constant 1 folded in as the last feature. The comparator v is 2 at the r
    relevant features and -1 at the constant: y v.x >= 1 and |v|^2 = 4r + 1, while R^2 = s + 1, so
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
    v = disjunction_comparator(d, target)
    inner = novikoff(run, v)
    r, s = len(target), int(bits.sum(axis=1).max())
    v_square, R_square = int(v @ v), int((run.X**2).sum(axis=1).max())
    margins = (run.y * (run.X @ v)).astype(np.int64)
    steps = (
        Step("1 <= y v.x", 0 * margins + 1, margins, np.full(len(margins), -1)),
        Step("|v|^2 = 4r + 1", np.array([v_square]), np.array([4 * r + 1]), WHOLE_RUN, True),
        Step("R^2 = s + 1", np.array([R_square]), np.array([s + 1]), WHOLE_RUN, True),
        *inner.steps,
    )
    bound = float((4 * r + 1) * (s + 1))
    return Certificate(name, statement, run.M, bound, (*assumptions, *inner.assumptions), steps)


def below(values: Any) -> Any:
    """The largest whole number below each value (floats get the benefit of their rounding).

    >>> below([Fraction(7, 2), Fraction(4), 4.0])
    array([3, 3, 4], dtype=object)
    """
    lenient = (v if isinstance(v, Fraction) else v * (1 + TOLERANCE) for v in values)
    return np.array([math.ceil(v) - 1 for v in lenient], dtype=object)


def power_reaching(factor: float, d: int) -> int:
    """ceil(log_factor d): the smallest k with factor^k >= d, not misled by rounded logarithms.

    >>> power_reaching(3.0, 243), math.ceil(math.log(243) / math.log(3))
    (5, 5)
    >>> power_reaching(5.0, 125), math.ceil(math.log(125) / math.log(5))
    (3, 4)
    """
    guess = math.log(d) / math.log(factor)
    k = round(guess)
    if abs(guess - k) > 1e-12 * (1 + k):  # then rounding cannot have moved it past a whole number
        return math.ceil(guess)
    return k if Fraction(factor) ** k >= d else k + 1


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
    good = rule.update == "multiply" and rule.rate > 1 and rule.threshold == run.X.shape[1]
    good = good and rule.margin == rule.slope == 0 and ones
    text = "the run is Winnow's: w starts at 1, factor 1 + beta > 1, threshold d"
    return Assumption(text, good, "" if good else f"its rule is {rule}, w starts at 1: {ones}")


def _full_score_is_plus(run: WeightRun) -> Assumption:
    ties = run.rule.ties
    return Assumption("w.x = d counts as +", ties in ("plus", "strict"), f"tie rule {ties}")
