"""Weighted majority: its bound, and its weights in exact arithmetic."""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace

import numpy as np

from ...core.runs import WeightRun
from ..exact import enclosed, nearest_float
from ..powers import EXACT_BITS, grouped, logarithm, real_power
from .certificate import Assumption, Certificate, Statement
from .judging import about_weights, doubt_about, refused, rounding_doubt
from .perceptron import MISTAKE

__all__ = ["Votes", "weighted_majority"]

# The record of update k: score = y w.x before it; W_before and W, the total before and after it
# (both over the best weight before, as is best, the best weight after); beta, N, and m, the
# mistakes of the best expert so far; the logarithms log_W, log_N, log_beta and log_shrink =
# ln(2/(1+beta)) of the true values; and grown = W_k (2/(1+beta))^k, to be compared with N.
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
    """The weights beta^errors of the experts after every update, over the best of them.

    ``weights[e]`` is beta^e in units, ``totals`` their sums, ``least`` the errors of the best.

    >>> from perceptronlib import Rule, play
    >>> votes = Votes(play(Rule("majority", rate=0.75), [[1, -1, -1]], [1]))
    >>> votes.errors.tolist(), votes.weights, votes.unit, votes.totals, votes.least
    ([[0, 0, 0], [0, 1, 1]], {0: 4, 1: 3}, Fraction(1, 4), [12, 10], [0, 0])
    """

    def __init__(self, run: WeightRun) -> None:
        none = np.zeros((1, run.X.shape[1]), dtype=np.int64)
        made = np.cumsum(np.vstack([none, run.updates < 0]), axis=0)
        self.least = made.min(axis=1).tolist()
        self.errors = made - made.min(axis=1, keepdims=True)
        self.beta, most = Fraction(run.rule.rate), int(self.errors.max())
        up, down = self.beta.numerator, self.beta.denominator
        self.unit = Fraction(1, down**most)
        self.weights = {e: up**e * down ** (most - e) for e in range(most + 1)}
        counts = [grouped(row, [1] * len(row)) for row in self.errors.tolist()]
        self.totals = [sum(self.weights[e] * n for e, n in row.items()) for row in counts]

    def score(self, k: int, x: list[int]) -> int:
        """w.x after k updates, in units, over the best weight."""
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
    Source: Littlestone and Warmuth (1994); Mohri. Taught in lecture 07.

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
    beta, m, log_beta = votes.beta, votes.least, logarithm(votes.beta)
    shrink, log_N = 2 / (1 + beta), logarithm(N)
    log_shrink = logarithm(shrink)
    updates = run.updates.astype(np.int64).tolist()
    totals = [votes.unit * total for total in votes.totals]
    records = []
    for k in range(1, run.M + 1):
        score, best = votes.score(k - 1, updates[k - 1]), beta ** (m[k] - m[k - 1])
        log_W = m[k] * log_beta + logarithm(totals[k])
        exact = k * beta.denominator.bit_length() <= EXACT_BITS
        q = SimpleNamespace(
            k=k,
            N=N,
            beta=beta,
            m=m[k],
            score=real_power(beta, Fraction(m[k - 1])) * (score * votes.unit) if score else 0,
            W_before=totals[k - 1],
            W=totals[k] * best,
            best=best,
            log_W=log_W,
            log_N=log_N,
            log_beta=log_beta,
            log_shrink=log_shrink,
            grown=totals[k] * beta ** m[k] * shrink**k
            if exact
            else enclosed(log_W + k * log_shrink).exp(),
        )
        records.append(q)
    steps = tuple(step.at(records, run.mistakes) for step in MAJORITY)
    bound = nearest_float((log_N - m[-1] * log_beta) / log_shrink)
    given, rounded = tuple(assumptions), rounding_doubt(steps[0], run)
    return Certificate(name, statement, run.M, bound, given, steps, doubt=rounded)
