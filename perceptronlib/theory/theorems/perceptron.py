"""Theorems about the perceptron on separable data: T1, T2 and T8 of the course.

The numbers in a statement, at update k: ``score`` is y w.x before it, ``along`` v.w_k, ``square``
|w_k|^2 and ``before`` |w_k-1|^2, ``size`` |x|^2; ``g`` is the smallest y v.x and ``R2`` the largest
|x|^2 of the sample, ``v2`` is |v|^2. Here w is divided by the learning rate, and so is ``eta``.
"""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np

from ...core.runs import WeightRun
from ..exact import enclosed, nearest_float
from .certificate import Assumption, Certificate, Statement
from .judging import (
    about_weights,
    comparator,
    doubt_about,
    nothing_separates,
    plain_perceptron,
    refused,
    rounding_doubt,
    starts_at_zero,
)
from .progress import Progress, records

__all__ = ["exponential", "margin", "novikoff"]

MISTAKE = Statement("y w.x <= 0 before the update", lambda q: q.score, lambda q: 0)
ALONG = Statement("v.w_k >= k g", lambda q: q.k * q.g, lambda q: q.along)
LENGTH = Statement("|w_k|^2 <= k R^2", lambda q: q.square, lambda q: q.k * q.R2)
CAUCHY_SCHWARZ = Statement(
    "(v.w)^2 <= |v|^2 |w|^2 (Cauchy-Schwarz)", lambda q: q.along**2, lambda q: q.v2 * q.square
)

NOVIKOFF = (
    MISTAKE,
    ALONG,
    Statement("|w_k|^2 <= |w_k-1|^2 + |x|^2", lambda q: q.square, lambda q: q.before + q.size),
    LENGTH,
    CAUCHY_SCHWARZ,
    Statement("k g^2 <= R^2 |v|^2", lambda q: q.k * q.g**2, lambda q: q.R2 * q.v2),
)

MARGIN = (
    Statement("y w.x <= eta/r before the update", lambda q: q.score, lambda q: q.eta),
    ALONG,
    Statement(
        "|w_k|^2 <= |w_k-1|^2 + |x|^2 + 2 eta/r",
        lambda q: q.square,
        lambda q: q.before + q.size + 2 * q.eta,
    ),
    Statement(
        "|w_k|^2 <= k (R^2 + 2 eta/r)", lambda q: q.square, lambda q: q.k * (q.R2 + 2 * q.eta)
    ),
    CAUCHY_SCHWARZ,
    Statement(
        "k g^2 <= (R^2 + 2 eta/r) |v|^2",
        lambda q: q.k * q.g**2,
        lambda q: (q.R2 + 2 * q.eta) * q.v2,
    ),
)

MARGIN_AT_THE_END = Statement(
    "eta rho/(r R^2 + 2 eta) <= margin of w after a clean pass",
    lambda q: q.eta * q.g / q.v_length / (q.R2 + 2 * q.eta),
    lambda q: q.least / q.w_length,
    decide=lambda q: (
        (q.eta * q.g) ** 2 * q.square,
        q.least * abs(q.least) * q.v2 * (q.R2 + 2 * q.eta) ** 2,
    ),
)
"""``least`` is the smallest y w.x over all examples; ``square`` and ``w_length`` are of that w."""

EXPONENTIAL = (
    Statement("w_i <= 2^(i-1)", lambda q: q.most_above, lambda q: 0),
    Statement("w_i = 2^(i-1) at the end", lambda q: q.weight, lambda q: q.power_of_two, equal=True),
    Statement("M = (4^N - 1)/3", lambda q: q.M, lambda q: q.count, equal=True),
)
"""``most_above`` is the largest w_i - 2^(i-1)."""


def separating(run: WeightRun, v: Any, assumptions: list[Assumption]) -> Progress | None:
    """The run beside a comparator, with the assumption that its g > 0; None if it is not."""
    best = comparator(run, v)
    if best is None:
        assumptions.append(nothing_separates(run))
        return None
    progress = Progress(run, best)
    detail = f"g = {nearest_float(progress.g):.6g}"
    assumptions.append(Assumption("v separates: y v.x >= g > 0", progress.g > 0, detail))
    return progress if progress.g > 0 else None


@about_weights
def novikoff(run: WeightRun, v: Any = None) -> Certificate:
    """Novikoff's theorem (T1): the perceptron makes at most R^2/rho^2 mistakes.

    Assumes w_0 = 0 and a v with y v.x >= g > 0 for every example; rho = g/|v|, R = max |x|.
    Claim 1: every mistake moves w by at least g along v, so v.w_k >= k g. Claim 2: w.x had the
    wrong sign, so |w_k|^2 <= |w_{k-1}|^2 + |x|^2 and |w_k|^2 <= k R^2. Cauchy-Schwarz joins them:
    k g <= |v| R sqrt(k). It holds for every tie rule, order, number of passes and learning rate,
    and fails for w_0 != 0. Without v the maximum-margin separator is taken, which gives the
    smallest bound. Source: Novikoff (1962); Block (1962). Taught in lecture 03.

    >>> from perceptronlib import Perceptron
    >>> run = Perceptron(epochs=None).fit([[3, 4], [3, -4]], [1, -1]).run_
    >>> novikoff(run, v=[0, 1])
    Novikoff: M <= R^2/rho^2
      holds: 1 mistake, bound 1.5625
      [ok] the run is a perceptron's
      [ok] w starts at 0
      [ok] v separates: y v.x >= g > 0: g = 4
         ok  y w.x <= 0 before the update  (checked 1x, least slack 0)
         ok  v.w_k >= k g  (checked 1x, least slack 0)
         ok  |w_k|^2 <= |w_k-1|^2 + |x|^2  (checked 1x, least slack 0)
         ok  |w_k|^2 <= k R^2  (checked 1x, least slack 0)
         ok  (v.w)^2 <= |v|^2 |w|^2 (Cauchy-Schwarz)  (checked 1x, least slack 9)
         ok  k g^2 <= R^2 |v|^2  (checked 1x, least slack 9)
    """
    name, statement = "Novikoff", "M <= R^2/rho^2"
    assumptions = [plain_perceptron(run), starts_at_zero(run)]
    if doubt := doubt_about(run):
        return refused(name, statement, run, assumptions, doubt)
    p = separating(run, v, assumptions)
    if p is None:
        return refused(name, statement, run, assumptions)
    each = p.records()
    steps = tuple(step.at(each, p.rounds) for step in NOVIKOFF)
    bound = nearest_float(p.R2 * p.v2 / p.g**2)
    doubt = rounding_doubt(steps[0], run)
    return Certificate(name, statement, run.M, bound, tuple(assumptions), steps, doubt=doubt)


@about_weights
def margin(run: WeightRun, v: Any = None) -> Certificate:
    """The margin perceptron (T8): M <= (R^2 + 2 eta/r) / rho^2, and a margin at the end.

    The rule learns when y w.x <= eta, with rate r. Claim 1 is Novikoff's; in claim 2 the square
    of w/r may grow by |x|^2 + 2 eta/r. After a clean pass every y w.x > eta, so the geometric
    margin of w is at least eta rho / (r R^2 + 2 eta): it tends to rho/2 as eta grows. A *large*
    eta buys margin, a small one buys nothing. Without v the maximum-margin separator is taken.
    Source: Krauth and Mezard (1987) for the idea. Taught in lecture 02.

    >>> from perceptronlib import Perceptron
    >>> run = Perceptron(epochs=None, margin=10).fit([[3, 4], [3, -4]], [1, -1]).run_
    >>> margin(run, v=[0, 1]).verdict
    'holds: 2 updates, bound 2.8125'
    """
    name, statement = "Margin perceptron", "M <= (R^2 + 2 eta/r)/rho^2"
    plain = plain_perceptron(run, margin=True)
    assumptions = [plain, starts_at_zero(run)]
    doubt = doubt_about(run)
    if doubt or not plain.holds:
        return refused(name, statement, run, assumptions, doubt, "updates")
    p = separating(run, v, assumptions)
    if p is None:
        return refused(name, statement, run, assumptions, counts="updates")
    eta = Fraction(run.rule.margin) / Fraction(run.rule.rate)
    each = p.records(eta=eta)
    steps = [step.at(each, p.rounds) for step in MARGIN]
    doubt = rounding_doubt(steps[0], run)
    if run.converged and run.M:
        end = MARGIN_AT_THE_END.once(
            SimpleNamespace(
                eta=eta, g=p.g, R2=p.R2, v2=p.v2, square=p.square[-1], least=p.last_margin(),
                v_length=enclosed(p.v2).root(), w_length=enclosed(p.square[-1]).root(),
            )
        )  # fmt: skip
        steps.append(end)
        doubt = doubt or clean_pass_doubt(end.holds)
    bound = nearest_float((p.R2 + 2 * eta) * p.v2 / p.g**2)
    assumed = tuple(assumptions)
    return Certificate(name, statement, run.M, bound, assumed, tuple(steps), "updates", doubt)


def clean_pass_doubt(margin_is_there: bool | None) -> str:
    """Why the last pass, clean in floats, need not have been: its margin is not there."""
    return "" if margin_is_there else "the clean pass at the end was decided by rounding"


@about_weights
def exponential(run: WeightRun) -> Certificate:
    """The exponential instance (T2): exactly (4^N - 1)/3 mistakes on N examples, in whatever order.

    The rows are y_i x_i = (-1, ..., -1, +1, 0, ..., 0) with i - 1 entries -1. Under the tie rule
    ``le``, w_i <= 2^(i-1) at all times: row i is learned only when w_i <= w_1 + ... + w_{i-1},
    which is below 2^(i-1), and learning the others never raises w_i. After a clean pass
    w_i >= 1 + w_1 + ... + w_{i-1}, so w_i = 2^(i-1). The number of times each row was learned
    solves a triangular system, so M is the same for every order. Far above the 2^N that is
    usually quoted. A learning rate such as 0.1 is rounded, and may decide ties wrongly; then there
    is no claim. Taught in lecture 03.

    >>> from perceptronlib import Perceptron, adversaries
    >>> run = Perceptron(epochs=None).fit(*adversaries.exponential(3)).run_
    >>> exponential(run).verdict
    'holds: 21 mistakes, bound 21'
    """
    name, statement = "Exponential instance", "M = (4^N - 1)/3"
    n = run.X.shape[1]
    rows = run.y[:, None] * run.X
    expected = np.eye(n) - np.tri(n, n, -1)
    right_rows = len(rows) == n and {tuple(r) for r in rows} == {tuple(r) for r in expected}
    assumptions = [
        plain_perceptron(run),
        starts_at_zero(run),
        Assumption("ties count as mistakes", run.rule.ties == "le", run.rule.ties),
        Assumption("the rows are those of the exponential instance", right_rows),
        Assumption("the last pass was clean", run.converged),
    ]
    doubt = doubt_about(run)
    if doubt or not right_rows:
        return refused(name, statement, run, assumptions, doubt)
    powers = [2**i for i in range(n)]
    p = Progress(run, np.array(powers, dtype=float))
    mistake = MISTAKE.at(p.records(), p.rounds)
    doubt = rounding_doubt(mistake, run)
    if run.converged and not doubt:
        doubt = clean_pass_doubt(p.last_margin() > 0)
    count = (4**n - 1) // 3
    above = (p.w[1:] - np.array(powers, dtype=object)).max(axis=1)
    at_most, at_the_end, number = EXPONENTIAL
    steps = (
        at_most.at(records(run.M, most_above=list(above)), p.rounds),
        at_the_end.at(records(n, weight=list(p.w[-1]), power_of_two=powers), np.full(n, -1)),
        number.once(SimpleNamespace(M=run.M, count=count)),
    )
    return Certificate(
        name,
        statement,
        run.M,
        nearest_float(count),
        tuple(assumptions),
        steps,
        doubt=doubt,
        equality=True,
    )
