"""One proof, other norms: the p-norm perceptron (T12)."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np

from ...core.runs import WeightRun
from ...validate import Array
from ..exact import Interval, Number, enclosed, integers, nearest_float
from ..powers import Powers, grouped, vanishes
from .certificate import Assumption, Certificate, Statement, Step
from .judging import (
    about_weights,
    comparator,
    doubt_about,
    nothing_separates,
    refused,
    rounding_doubt,
    sharpened,
)
from .perceptron import MISTAKE

__all__ = ["p_norm"]

# The record of update k: score = y w.x before it, for the rate 1; along = v.theta_k; square and
# square_before, |theta|_p^2; size = |x|_p^2; X2 = X_p^2; length = |theta_k|_p; dual = |v|_q and
# dual2 its square; p and g; beyond = |v|_q |theta|_p - v.theta, exactly 0 where both are equal.
ALONG = Statement("v.theta_k >= k g", lambda q: q.k * q.g, lambda q: q.along)
BENDS = Statement(
    "|theta_k|_p^2 - 2 y w.x <= |theta_k-1|_p^2 + (p-1) |x|_p^2",
    lambda q: q.square - 2 * q.score,
    lambda q: q.square_before + (q.p - 1) * q.size,
)
LENGTH = Statement(
    "|theta_k|_p^2 <= k (p-1) X_p^2",
    lambda q: q.square,
    lambda q: q.k * (q.p - 1) * q.X2,
)
HOELDER = Statement(
    "v.theta <= |v|_q |theta|_p (Hoelder)",
    lambda q: q.along,
    lambda q: q.dual * q.length,
    decide=lambda q: (0, q.beyond),
)
SQUEEZE = Statement(
    "k g^2 <= (p-1) X_p^2 |v|_q^2",
    lambda q: q.k * q.g * q.g,
    lambda q: (q.p - 1) * q.X2 * q.dual2,
)
P_NORM = (MISTAKE, ALONG, BENDS, LENGTH, HOELDER, SQUEEZE)

CLOSE = 1e-9
"""Rows whose lengths in floats are within this part of the longest may be the longest."""


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
    Source: Grove, Littlestone and Schuurmans (2001); Gentile (2003). Taught in lecture 07.

    >>> from perceptronlib import PNormPerceptron, adversaries
    >>> run = PNormPerceptron(p=4, epochs=None).fit(*adversaries.exponential(3)).run_
    >>> p_norm(run, v=[1, 2, 4]).verdict
    'holds: 17 mistakes, bound 161.109'
    """
    name, statement = "p-norm perceptron", "M <= (p-1) X_p^2 |v|_q^2/g^2"
    rule, p = run.rule, run.rule.p
    good = rule.update == "p_norm" and rule.threshold == rule.margin == rule.slope == 0
    good = good and 2 <= p < np.inf and 0 < rule.rate < np.inf and not run.first_weights.any()
    text = "the run is a p-norm perceptron's: p >= 2, w starts at 0, no margin"
    assumptions = [Assumption(text, good, "" if good else f"its rule is {rule}")]
    if doubt := doubt_about(run):
        return refused(name, statement, run, assumptions, doubt)
    separator = comparator(run, v)
    if separator is None:
        assumptions.append(nothing_separates(run))
        return refused(name, statement, run, assumptions)
    (X, unit), (whole, v_unit) = integers(run.X), integers(separator)
    margins = (X * whole).sum(axis=1) * run.y.astype(np.int64).astype(object)
    g = int(margins.min()) * unit * v_unit
    detail = f"g = {nearest_float(g):.6g}"
    assumptions.append(Assumption("v separates: y v.x >= g > 0", g > 0, detail))
    if not good or g <= 0:
        return refused(name, statement, run, assumptions)

    def prove() -> Certificate:
        proof = _Links(run, whole, v_unit, g)
        steps = proof.steps()
        given, rounded = tuple(assumptions), rounding_doubt(steps[0], run)
        return Certificate(name, statement, run.M, proof.bound, given, steps, doubt=rounded)

    return sharpened(prove)


class _Links:
    """theta_0, ..., theta_M with their norms, and the scores of their gradients."""

    def __init__(self, run: WeightRun, v: Any, v_unit: Fraction, g: Fraction) -> None:
        self.p, self.v, self.rounds = Fraction(run.rule.p), v.tolist(), run.mistakes
        p, dual = self.p, Powers(self.v, self.p / (self.p - 1))
        updates, unit = integers(run.updates)
        theta = np.cumsum(np.vstack([0 * v, updates]), axis=0)
        along = (theta * v).sum(axis=1) * (unit * v_unit)
        steps, rows = updates.tolist(), theta.tolist()
        paths = [Powers(row, p) for row in rows]
        sizes = {row: Powers(row, p).norm(2) for row in set(map(tuple, steps))}
        squares = [path.norm(2) * unit**2 for path in paths]
        self.whole_run = SimpleNamespace(
            p=p,
            g=g,
            X2=longest_square(run.X, run.rule.p),
            dual=dual.norm(1) * v_unit,
            dual2=dual.norm(2) * v_unit**2,
        )
        self.records = [
            SimpleNamespace(
                **vars(self.whole_run),
                k=k,
                score=paths[k - 1].gradient(steps[k - 1]) * unit**2,
                along=along[k],
                length=paths[k].norm(1) * unit,
                square=squares[k],
                square_before=squares[k - 1],
                size=sizes[tuple(steps[k - 1])] * unit**2,
            )
            for k in range(1, len(paths))
        ]
        for q in self.records:
            q.beyond = 0 if self._parallel(rows[q.k]) else q.dual * q.length - q.along

    @property
    def bound(self) -> float:
        """(p-1) X_p^2 |v|_q^2 / g^2."""
        return nearest_float(SQUEEZE.right(self.whole_run) / self.whole_run.g**2)

    def _parallel(self, theta: list[int]) -> bool:
        """Is v.theta = |v|_q |theta|_p? Just where v is a multiple of the gradient at theta."""
        pairs = list(zip(self.v, theta, strict=True))
        if not all(a * b > 0 or a == b == 0 for a, b in pairs):
            return False
        sizes = [(abs(a), abs(b)) for a, b in pairs if a]
        top_v, top = sizes[0]  # a top^(p-1) - top_v b^(p-1) has to vanish for every other
        equations = [grouped((top, b), (a, -top_v)) for a, b in sizes]
        return all(vanishes(equation, self.p - 1) for equation in equations)

    def steps(self) -> tuple[Step, ...]:
        """Every step of the proof, at every update."""
        return tuple(statement.at(self.records, self.rounds) for statement in P_NORM)


def longest_square(X: Array, p: float) -> Number:
    """X_p^2, the largest |x|_p^2, among rows that floats (they err far less) put CLOSE to it."""
    sizes = lengths(X, p)
    rows, unit = integers(X[sizes >= sizes.max() * (1 - CLOSE)])
    different = {tuple(sorted(map(abs, row))) for row in rows.tolist()}
    squares = [Powers(row, Fraction(p)).norm(2) for row in different]
    if not any(isinstance(value, Interval) for value in squares):
        return max(squares) * unit**2  # type: ignore[type-var]
    ends = [enclosed(value) for value in squares]
    return Interval(max(e.low for e in ends), max(e.high for e in ends)) * unit**2


def lengths(X: Array, p: float) -> Array:
    """|x|_p of every row, with no power of a number above 1.

    >>> lengths(np.array([[3.0, 4.0], [0.0, 0.0]]), 2.0)
    array([5., 0.])
    """
    top = np.abs(X).max(axis=1, initial=0.0)
    share = np.abs(X) / np.where(top > 0, top, 1.0)[:, None]
    norms: Array = top * (share**p).sum(axis=1) ** (1 / p)
    return norms
