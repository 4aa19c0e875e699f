"""Weighted majority: its bound, and its weights in exact arithmetic."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace

import numpy as np

from ...core.runs import WeightRun
from ..exact import nearest_float
from ..powers import grouped, logarithm
from .certificate import Assumption, Certificate, Statement
from .judging import about_weights, doubt_about, refused, rounding_doubt
from .perceptron import MISTAKE

__all__ = ["Votes", "weighted_majority"]

# The record of update k: score = y w.x before it; W_before and W, the total before and after it;
# beta, N, and m, the mistakes of the best expert so far; the logarithms log_W, log_N, log_beta and
# log_shrink = ln(2/(1+beta)); and what the same two comparisons are without logarithms: grown =
# W (2/(1+beta))^k, which is at most N, and best = beta^m, which is at most W.
SHRINKS = Statement(
    "W_k <= W_k-1 (1+beta)/2",
    lambda q: q.W / q.W_before,
    lambda q: (1 + q.beta) / 2,
    decide=lambda q: (2 * q.W, q.W_before * (1 + q.beta)),
)
ALTOGETHER = Statement(
    "ln W_k + k ln(2/(1+beta)) <= ln N",
    lambda q: q.log_W + q.k * q.log_shrink,
    lambda q: q.log_N,
    decide=lambda q: (q.grown, q.N),
)
BEST = Statement(
    "m ln beta <= ln W_k",
    lambda q: q.m * q.log_beta,
    lambda q: q.log_W,
    decide=lambda q: (q.best, q.W),
)
MAJORITY = (MISTAKE, SHRINKS, ALTOGETHER, BEST)


class Votes:
    """The weights beta^errors of the experts after every update, as whole numbers of one unit.

    >>> from perceptronlib import Rule, play
    >>> votes = Votes(play(Rule("majority", rate=0.75), [[1, -1, -1]], [1]))
    >>> votes.errors.tolist(), votes.weights, votes.unit, votes.totals
    ([[0, 0, 0], [0, 1, 1]], {0: 4, 1: 3}, Fraction(1, 4), [12, 10])
    """

    def __init__(self, run: WeightRun) -> None:
        wrong = run.updates < 0
        none = np.zeros((1, run.X.shape[1]), dtype=np.int64)
        self.errors = np.cumsum(np.vstack([none, wrong]), axis=0)
        self.beta, most = Fraction(run.rule.rate), int(self.errors.max())
        up, down = self.beta.numerator, self.beta.denominator
        self.unit = Fraction(1, down**most)
        self.weights = {e: up**e * down ** (most - e) for e in range(most + 1)}
        counts = [grouped(row, [1] * len(row)) for row in self.errors.tolist()]
        self.totals = [sum(self.weights[e] * n for e, n in row.items()) for row in counts]

    def score(self, k: int, x: list[int]) -> int:
        """w.x after k updates, in units."""
        shares = grouped(self.errors[k].tolist(), x)
        return sum(self.weights[e] * share for e, share in shares.items())


@about_weights
def weighted_majority(run: WeightRun) -> Certificate:
    """Weighted majority: M <= (ln N + m ln(1/beta)) / ln(2/(1+beta)), m the best expert's mistakes.

    x_i in {-1,+1} is what expert i says; w starts at 1, and on a mistake the experts that were
    wrong too lose a factor beta. They hold at least half of the total weight W, so W falls to at
    most (1+beta)/2 of itself; the best expert alone keeps beta^m. Mistakes of experts count in the
    rounds with an update only (learning in every round is another algorithm, with the same bound
    over all rounds). Every tie rule, order and number of passes; no expert need be perfect.
    Source: Littlestone and Warmuth (1994); Mohri. Taught in lecture 06.

    >>> from perceptronlib import WeightedMajority, adversaries
    >>> X, y = adversaries.hadamard(8)
    >>> weighted_majority(WeightedMajority(beta=0.5).fit(X[:4], [-1, -1, 1, 1]).run_).verdict
    'holds: 2 mistakes, bound 7.22826'
    """
    name, statement = "Weighted majority", "M <= (ln N + m ln(1/beta))/ln(2/(1+beta))"
    rule, N = run.rule, run.X.shape[1]
    good = rule.update == "majority" and rule.threshold == rule.margin == rule.slope == 0
    good = good and 0 < rule.rate < 1 and bool((run.first_weights == 1).all())
    text = "the run is weighted majority's: w starts at 1, 0 < beta < 1, no margin"
    signs = Assumption("x in {-1,+1}^N", bool((np.abs(run.X) == 1).all()))
    assumptions = [Assumption(text, good, "" if good else f"its rule is {rule}"), signs]
    doubt = doubt_about(run) if good and signs.holds else ""
    if not good or not signs.holds or doubt:
        return refused(name, statement, run, assumptions, doubt)
    votes = Votes(run)
    beta, log_N, log_beta = votes.beta, logarithm(N), logarithm(votes.beta)
    log_shrink, shrink = logarithm(2 / (1 + beta)), 2 / (1 + beta)
    totals = [votes.unit * total for total in votes.totals]
    least, updates = votes.errors.min(axis=1).tolist(), run.updates.astype(np.int64).tolist()
    records = [
        SimpleNamespace(
            k=k,
            N=N,
            beta=beta,
            m=least[k],
            score=votes.score(k - 1, updates[k - 1]) * votes.unit,
            W_before=totals[k - 1],
            W=totals[k],
            log_W=logarithm(totals[k]),
            log_N=log_N,
            log_beta=log_beta,
            log_shrink=log_shrink,
            grown=totals[k] * shrink**k,
            best=beta ** least[k],
        )
        for k in range(1, run.M + 1)
    ]
    steps = tuple(step.at(records, run.mistakes) for step in MAJORITY)
    bound = nearest_float((log_N - least[-1] * log_beta) / log_shrink)
    given, rounded = tuple(assumptions), rounding_doubt(steps[0], run)
    return Certificate(name, statement, run.M, bound, given, steps, doubt=rounded)
