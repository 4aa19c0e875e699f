"""From mistakes to errors on fresh examples: T3 (leave-one-out) and T11 (online to batch).

Two of these theorems are about expectations. For a distribution on a few points they are checked
without any sampling: every possible sample is enumerated and weighed with fractions, so equal
means equal. Their certificates count an expected error and a probability, not mistakes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product, zip_longest
from math import inf, nextafter, prod
from types import SimpleNamespace
from typing import Any, TypeAlias

import numpy as np

from ...core.play import play
from ...core.rules import Rule
from ...core.runs import WeightRun
from ...validate import Array, signs, table, whole
from .certificate import Assumption, Certificate, Statement
from .judging import about_weights, doubt_about, errs_at_the_end, refused

__all__ = ["leave_one_out", "leave_one_out_is_unbiased", "online_to_batch"]

Sample: TypeAlias = tuple[int, ...]
"""The points that were drawn, in order."""

MOST_SAMPLES = 100_000
"""More samples than this are not enumerated: it would take minutes."""

# Of an example never learned from, and a mistake: here and there, the round in which it was made
# with and without the example (its own rounds not counted; -1: not made); and a weight: kept and
# again, what it is in the end. Of an example: wrong and learned, 0 or 1. Of the run: errors,
# support and M, how many there are.
SAME_MISTAKES = Statement(
    "removing an example never learned from changes no mistake",
    lambda q: q.here,
    lambda q: q.there,
    equal=True,
)
SAME_WEIGHTS = Statement(
    "removing an example never learned from changes no weight",
    lambda q: q.kept,
    lambda q: q.again,
    equal=True,
)
ONLY_LEARNED = Statement(
    "an error only on an example learned from", lambda q: q.wrong, lambda q: q.learned
)
ERRORS = Statement(
    "#errors <= #distinct examples learned from", lambda q: q.errors, lambda q: q.support
)
SUPPORT = Statement("#distinct examples learned from <= M", lambda q: q.support, lambda q: q.M)

# estimate = E[err_loo] and truth = E[err(h)]; risks = E err(h_0) + ... + E err(h_T-1),
# mistakes = E M_T, all = E M_{m+1}, first = err(h_0), vote and survival, the probabilities that
# these votes err.
UNBIASED = Statement(
    "E[err_loo] over D^m = E[err(h)] over D^(m-1)",
    lambda q: q.estimate,
    lambda q: q.truth,
    equal=True,
)
ONLINE = Statement(
    "E err(h_0) + ... + E err(h_T-1) = E M_T", lambda q: q.risks, lambda q: q.mistakes, equal=True
)
VOTE = Statement(
    "P(vote errs) <= 2 E M_{m+1}/(m+1)", lambda q: q.vote, lambda q: 2 * q.all / (q.m + 1)
)
SURVIVAL_VOTE = Statement(
    "P(survival vote errs) <= 2 (E M_{m+1} - err(h_0))/m",
    lambda q: q.survival,
    lambda q: 2 * (q.all - q.first) / q.m,
)


@about_weights
def leave_one_out(run: WeightRun, max_epochs: int = 1000) -> Certificate:
    """The leave-one-out theorem (T3): at most #(distinct examples learned from) errors.

    h_{S-i} is learned from the sample without example i and judged on x_i, as the rule itself
    judges (a tie is an error if the rule says so). An example that was never learned from changes
    nothing when it is removed: the run is the same without it, ends in the same w, and that w is
    right on it, because the last pass was clean. So an error needs an example that was learned
    from: #errors <= #support <= M. This certificate counts leave-one-out errors, and its ``bound``
    is the support.

    Needs passes until one is clean, and the same order of the others with and without i. After one
    pass only, or with a shuffle, it is false; such a run is still measured (a run without a clean
    pass with as many passes again, a shuffled one in its natural order), but the certificate makes
    no claim. Any rule will do, from any start: nothing was said about the update. Costs one run
    per example, of at most ``max_epochs`` passes (or ten times those of the run).
    Source: Mohri, where convergence and order go without saying. Taught in lecture 03.

    >>> from perceptronlib import Rule, play
    >>> X, y = [[2, 1], [1, 3], [-1, 2], [-2, -1]], [1, 1, -1, -1]
    >>> leave_one_out(play(Rule(), X, y, epochs=None))
    Leave-one-out: #errors <= #distinct examples learned from <= M
      holds: 2 leave-one-out errors, bound 3
      [ok] the last pass was clean
      [ok] all passes have the same order
      [ok] without one example they become clean, too
         ok  removing an example never learned from changes no mistake  (checked 4x, least slack 0)
         ok  removing an example never learned from changes no weight  (checked 2x, least slack 0)
         ok  an error only on an example learned from  (checked 4x, least slack 0)
         ok  #errors <= #distinct examples learned from  (checked 1x, least slack 1)
         ok  #distinct examples learned from <= M  (checked 1x, least slack 1)
    """
    name, statement = "Leave-one-out", "#errors <= #distinct examples learned from <= M"
    given = [
        Assumption("the last pass was clean", run.converged),
        Assumption("all passes have the same order", not run.orders),
    ]
    if doubt := doubt_about(run):
        return refused(name, statement, run, given, doubt)
    m = len(run.y)
    passes = max(1, run.rounds // m)
    epochs, max_epochs = None if run.converged else passes, max(max_epochs, 10 * passes)
    rest = [_without(run, i, epochs, max_epochs) for i in range(m)]
    wrong = [errs for *_, errs in rest]
    learned = (run.alpha > 0).tolist()
    unused = [i for i in range(m) if not learned[i]]
    d, q = run.X.shape[1], SimpleNamespace(errors=sum(wrong), support=sum(learned), M=run.M)
    weights = [
        SimpleNamespace(kept=Fraction(a), again=Fraction(b))
        for i in unused
        for a, b in zip(run.last_weights.tolist(), rest[i][0].tolist(), strict=True)
    ]
    pairs = [_both(run, i, rest[i][1]) for i in unused]
    mistakes = [record for records in pairs for record in records]
    places = [i for i, records in zip(unused, pairs, strict=True) for _ in records]
    each = [
        SimpleNamespace(wrong=int(a), learned=int(b)) for a, b in zip(wrong, learned, strict=True)
    ]
    ended = all(clean for *_, clean, _ in rest)
    given.append(Assumption("without one example they become clean, too", ended))
    steps = (
        SAME_MISTAKES.at(mistakes, places),  # example i is first met in round i
        SAME_WEIGHTS.at(weights, [i for i in unused for _ in range(d)]),
        ONLY_LEARNED.at(each, range(m)),
        ERRORS.once(q),
        SUPPORT.once(q),
    )
    counts, bound = "leave-one-out errors", float(q.support)
    return Certificate(name, statement, q.errors, bound, tuple(given), steps, counts)


def _without(
    run: WeightRun, left_out: int, epochs: int | None, max_epochs: int
) -> tuple[Array, list[int], bool, bool]:
    """The run without an example: last weights, mistakes, if it ended cleanly, if it errs on it."""
    X, y = np.delete(run.X, left_out, axis=0), np.delete(run.y, left_out)
    x, label = run.X[left_out], float(run.y[left_out])
    if not len(y):
        return run.first_weights, [], True, run.rule.errs(run.first_weights, x, label)
    start = None if run.rule.update == "p_norm" else run.first_weights
    again = play(run.rule, X, y, epochs=epochs, max_epochs=max_epochs, start=start)
    clean = epochs is not None or again.converged
    return again.last_weights, again.mistakes.tolist(), clean, errs_at_the_end(again, x, label)


def _both(run: WeightRun, left_out: int, there: list[int]) -> list[SimpleNamespace]:
    """The mistakes of the run and of that without an example, side by side."""
    m = len(run.y)
    visits = run.mistakes // m + (run.mistakes % m > left_out)  # of the example, before each
    here = (run.mistakes - visits).tolist()
    pairs = zip_longest(here, there, fillvalue=-1)
    return [SimpleNamespace(here=a, there=b) for a, b in pairs]


class Distribution:
    """A distribution on a few labelled points, with fractions for probabilities."""

    def __init__(self, points: Any, labels: Any, probabilities: Sequence[Any], rule: Rule) -> None:
        self.X = table(points, "points")
        self.y = signs(labels, len(self.X))
        self.rule = rule
        try:
            chances = [Fraction(p) for p in probabilities]
        except (ArithmeticError, ValueError) as problem:
            raise ValueError(
                f"probabilities must be numbers >= 0 that sum to 1; got {list(probabilities)}"
            ) from problem
        total = sum(chances, Fraction(0))
        if len(chances) != len(self.X) or min(chances) < 0 or abs(total - 1) > 1e-9:
            raise ValueError(
                f"probabilities must be {len(self.X)} numbers >= 0, one a point, that sum to 1; "
                f"got {list(probabilities)}"
            )
        self.chances = [p / total for p in chances]  # floats like 0.1 only nearly sum to 1
        self.learned = cache(self._learned)

    def samples(self, m: int) -> Iterator[tuple[Sample, Fraction]]:
        """All samples of m draws that can happen, with their probabilities."""
        possible = [i for i, p in enumerate(self.chances) if p]
        if len(possible) ** m > MOST_SAMPLES:
            raise ValueError(
                f"{len(possible)} points and {m} draws make {len(possible) ** m} samples, and at "
                f"most {MOST_SAMPLES} are enumerated; take fewer points or draws"
            )
        for sample in product(possible, repeat=m):
            yield sample, prod((self.chances[i] for i in sample), start=Fraction(1))

    def play(self, sample: Sample, epochs: int | None = 1) -> WeightRun:
        """The run of the rule over a sample."""
        return play(self.rule, self.X[list(sample)], self.y[list(sample)], epochs=epochs)

    def _learned(self, sample: Sample, epochs: int | None = 1) -> tuple[bool, ...]:
        """On which points the hypothesis learned from a sample errs."""
        pairs = [(x, float(y)) for x, y in zip(self.X, self.y, strict=True)]
        if not sample:
            w = self.rule.start(self.X.shape[1])
            return tuple(self.rule.errs(w, x, y) for x, y in pairs)
        run = self.play(sample, epochs)
        return tuple(errs_at_the_end(run, x, y) for x, y in pairs)

    def risk(self, wrong: Sequence[bool]) -> Fraction:
        """The probability of the points that are wrong."""
        return sum((p for p, bad in zip(self.chances, wrong, strict=True) if bad), Fraction(0))


def _at_least(value: Fraction) -> float:
    """The nearest float that is not below the value: a bound must not be rounded down.

    >>> _at_least(Fraction(1, 3)) >= Fraction(1, 3) > Fraction(1 / 3)
    True
    """
    nearest = float(value)
    return nearest if nearest >= value else nextafter(nearest, inf)


def leave_one_out_is_unbiased(
    points: Any,
    labels: Any,
    probabilities: Sequence[Any],
    m: int,
    rule: Rule = Rule(),  # noqa: B008 - frozen, so it can be shared
    epochs: int | None = None,
) -> Certificate:
    """The leave-one-out error estimates the risk without bias (T3): E[err_loo] = E[err(h)].

    On the left S ~ D^m and err_loo(S) is the share of the m examples on which the hypothesis
    learned from the others errs; on the right h is learned from m - 1 examples. Removing one of m
    independent draws leaves m - 1 independent draws and a fresh one. Mind the m - 1: it is not the
    risk after m examples. True for every deterministic learner, so also when passes until a clean
    one (``epochs=None``) are broken off after 1000, as they are if a point has both labels.

    ``points``, ``labels`` and ``probabilities`` describe D; probabilities are fractions, strings
    like "1/3", or floats. All samples are enumerated. Source: Luntz and Brailovsky (1969); Mohri.
    Taught in lecture 03.

    >>> leave_one_out_is_unbiased([[1, 0], [1, 1]], [1, -1], ["1/3", "2/3"], m=3)
    Leave-one-out is unbiased: E_{D^m}[err_loo] = E_{D^(m-1)}[err(h)]
      holds: 2/9 expected leave-one-out error, bound 0.222222
         ok  E[err_loo] over D^3 = E[err(h)] over D^2  (checked 1x, least slack 0)
    """
    m = whole("m", m)
    D = Distribution(points, labels, probabilities, rule)
    estimate = Fraction(0)
    for sample, chance in D.samples(m):
        left_out = range(m)
        errors = sum(D.learned(sample[:i] + sample[i + 1 :], epochs)[sample[i]] for i in left_out)
        estimate += chance * Fraction(errors, m)
    truth = sum(
        (chance * D.risk(D.learned(sample, epochs)) for sample, chance in D.samples(m - 1)),
        Fraction(0),
    )
    unbiased = replace(UNBIASED, text=f"E[err_loo] over D^{m} = E[err(h)] over D^{m - 1}")
    step = unbiased.once(SimpleNamespace(estimate=estimate, truth=truth))
    name, statement = "Leave-one-out is unbiased", "E_{D^m}[err_loo] = E_{D^(m-1)}[err(h)]"
    counts = "expected leave-one-out error"
    bound = _at_least(truth)
    return Certificate(name, statement, estimate, bound, (), (step,), counts, equality=True)


def online_to_batch(
    points: Any,
    labels: Any,
    probabilities: Sequence[Any],
    m: int,
    rule: Rule = Rule(),  # noqa: B008 - frozen, so it can be shared
) -> Certificate:
    """Online to batch (T11): few mistakes on a stream of fresh examples mean a small risk.

    h_t is the hypothesis after t examples of one pass over a stream from D, err(h_t) its risk (a
    tie is an error if the rule says so). Example t is fresh for h_{t-1}, so for every T

        E[err(h_0)] + ... + E[err(h_{T-1})] = E[M_T].

    The vote: each of the m + 1 hypotheses h_0, ..., h_m of m examples has one vote, and the vote
    errs on a fresh example if at least half of them do (a tied vote is an error). On average
    E[M_{m+1}] votes are wrong, so by Markov P(vote errs) <= 2 E[M_{m+1}]/(m + 1).

    The voted perceptron of lecture 02 weighs w_k by its survival count, which is one vote for each
    of h_1, ..., h_m: h_0 has none. The same argument gives 2 (E[M_{m+1}] - err(h_0))/m. That is the
    smaller of the two bounds if h_0 is the worst, as under ``le``, where w = 0 is always wrong.

    D is given and enumerated as in `leave_one_out_is_unbiased`. One pass only: in a second the
    examples are not fresh. This certificate counts P(vote errs), the probability of a wrong vote.
    Source: Helmbold and Warmuth (1995); Freund and Schapire (1999). Taught in lecture 03.

    >>> online_to_batch([[1, 0], [1, 1]], [1, -1], ["1/3", "2/3"], m=3)
    Online to batch: P(vote errs) <= 2 E[M_{m+1}]/(m+1)
      holds: 16/27 probability of a wrong vote, bound 1.10494
         ok  E err(h_0) + ... + E err(h_T-1) = E M_T  (checked 4x, least slack 0)
         ok  P(vote errs) <= 2 E M_{m+1}/(m+1)  (checked 1x, least slack 0.5123)
         ok  P(survival vote errs) <= 2 (E M_{m+1} - err(h_0))/m  (checked 1x, least slack 0.4115)
    """
    m = whole("m", m)
    D = Distribution(points, labels, probabilities, rule)
    mistakes = np.array([Fraction(0)] * (m + 1))  # E M_T for T = 1..m+1, from runs that are played
    for sample, chance in D.samples(m + 1):
        so_far = np.searchsorted(D.play(sample).mistakes, np.arange(1, m + 2))
        mistakes = mistakes + chance * so_far.astype(object)
    risks = np.array([Fraction(0)] * (m + 1))
    vote = survival = Fraction(0)
    for sample, chance in D.samples(m):
        wrong = np.array([D.learned(sample[:t]) for t in range(m + 1)])
        risks = risks + chance * np.array([D.risk(row) for row in wrong.tolist()])
        vote += chance * D.risk((2 * wrong.sum(axis=0) >= m + 1).tolist())
        survival += chance * D.risk((2 * wrong[1:].sum(axis=0) >= m).tolist())
    pairs = zip(np.cumsum(risks), mistakes, strict=True)
    q = SimpleNamespace(m=m, all=mistakes[-1], first=risks[0], vote=vote, survival=survival)
    steps = (
        ONLINE.at([SimpleNamespace(risks=a, mistakes=b) for a, b in pairs], range(m + 1)),
        VOTE.once(q),
        SURVIVAL_VOTE.once(q),
    )
    name, statement = "Online to batch", "P(vote errs) <= 2 E[M_{m+1}]/(m+1)"
    counts, bound = "probability of a wrong vote", _at_least(VOTE.right(q))
    return Certificate(name, statement, vote, bound, (), steps, counts)
