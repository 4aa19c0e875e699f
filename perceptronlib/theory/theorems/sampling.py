"""From mistakes to errors on fresh examples: T3 (leave-one-out) and T11 (online to batch).

Two of these theorems are about expectations. For a distribution on a few points they are checked
without any sampling: every possible sample is enumerated and weighed with fractions, so equal
means equal. In their certificates ``mistakes`` and ``bound`` are expected mistakes per example.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any, TypeAlias

import numpy as np

from ...core.play import play
from ...core.rules import Rule
from ...core.runs import WeightRun
from ...validate import Array, signs, table, whole
from .certificate import Assumption, Certificate, Step, about_weights, whole_numbers

__all__ = ["leave_one_out", "leave_one_out_is_unbiased", "online_to_batch"]

Sample: TypeAlias = tuple[int, ...]
"""The points that were drawn, in order."""

MOST_SAMPLES = 100_000
"""More samples than this are not enumerated: it would take minutes."""

WHOLE_RUN = np.array([-1])


@about_weights
def leave_one_out(run: WeightRun, max_epochs: int = 1000) -> Certificate:
    """The leave-one-out theorem (T3): at most #(distinct examples learned from) errors.

    h_{S-i} is learned from the sample without example i and judged on x_i, as the rule itself
    judges (a tie is an error if the rule says so). An example that was never learned from changes
    nothing when it is removed: the run is the same without it, ends in the same w, and that w is
    right on it, because the last pass was clean. So an error needs an example that was learned
    from: #errors <= #support <= M. In this certificate ``mistakes`` counts the leave-one-out
    errors and ``bound`` the support.

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
      holds: 2 mistakes, bound 3
      [ok] the last pass was clean
      [ok] all passes have the same order
      [ok] without one example they become clean, too
         ok  removing an example never learned from changes no weight  (checked 2x, least slack 0)
         ok  an error only on an example learned from  (checked 4x, least slack 0)
         ok  #errors <= #distinct examples learned from  (checked 1x, least slack 1)
         ok  #distinct examples learned from <= M  (checked 1x, least slack 1)
    """
    m = len(run.y)
    passes = max(1, run.rounds // m)
    epochs, max_epochs = None if run.converged else passes, max(max_epochs, 10 * passes)
    rest = [_without(run, i, epochs, max_epochs) for i in range(m)]
    errors = [run.rule.errs(w, run.X[i], float(run.y[i])) for i, (w, _) in enumerate(rest)]
    wrong, learned = np.array(errors).astype(np.int64), (run.alpha > 0).astype(np.int64)
    unused = np.flatnonzero(learned == 0)
    kept, again = whole_numbers(
        np.tile(run.last_weights, len(unused)),
        np.array([rest[i][0] for i in unused]).reshape(-1),
    )
    totals = [np.array([count]) for count in (wrong.sum(), learned.sum(), run.M)]
    steps = (
        Step(
            "removing an example never learned from changes no weight",
            kept,
            again,
            np.repeat(unused, run.X.shape[1]),  # example i is first met in round i
            equal=True,
        ),
        Step("an error only on an example learned from", wrong, learned, np.arange(m)),
        Step("#errors <= #distinct examples learned from", totals[0], totals[1], WHOLE_RUN),
        Step("#distinct examples learned from <= M", totals[1], totals[2], WHOLE_RUN),
    )
    ended = all(converged for _, converged in rest)
    assumptions = (
        Assumption("the last pass was clean", run.converged),
        Assumption("all passes have the same order", not run.orders),
        Assumption("without one example they become clean, too", ended),
    )
    statement = "#errors <= #distinct examples learned from <= M"
    bound = float(learned.sum())
    return Certificate("Leave-one-out", statement, int(wrong.sum()), bound, assumptions, steps)


def _without(
    run: WeightRun, left_out: int, epochs: int | None, max_epochs: int
) -> tuple[Array, bool]:
    """The last weights of the run without one example, and whether it ended in a clean pass."""
    X, y = np.delete(run.X, left_out, axis=0), np.delete(run.y, left_out)
    if not len(y):
        return run.first_weights, True
    start = None if run.rule.update == "p_norm" else run.first_weights
    again = play(run.rule, X, y, epochs=epochs, max_epochs=max_epochs, start=start)
    return again.last_weights, epochs is not None or again.converged


class Distribution:
    """A distribution on a few labelled points, with fractions for probabilities."""

    def __init__(self, points: Any, labels: Any, probabilities: Sequence[Any], rule: Rule) -> None:
        self.X = table(points, "points")
        self.y = signs(labels, len(self.X))
        self.rule = rule
        chances = [Fraction(p) for p in probabilities]
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
        w = self.play(sample, epochs).last_weights if sample else self.rule.start(self.X.shape[1])
        return tuple(self.rule.errs(w, x, float(y)) for x, y in zip(self.X, self.y, strict=True))

    def risk(self, wrong: Sequence[bool]) -> Fraction:
        """The probability of the points that are wrong."""
        return sum((p for p, bad in zip(self.chances, wrong, strict=True) if bad), Fraction(0))


def _fractions(*values: Fraction | int) -> Any:
    return np.array([Fraction(value) for value in values], dtype=object)


def leave_one_out_is_unbiased(
    points: Any,
    labels: Any,
    probabilities: Sequence[Any],
    m: int,
    rule: Rule = Rule(),  # noqa: B008 - frozen, so it can be shared
    epochs: int | None = None,
) -> Certificate:
    """The leave-one-out error estimates the risk without bias (T3): E[R_loo] = E[R(h)].

    On the left S ~ D^m and R_loo(S) is the share of the m examples on which the hypothesis learned
    from the others errs; on the right h is learned from m - 1 examples. Removing one of m
    independent draws leaves m - 1 independent draws and a fresh one. Mind the m - 1: it is not the
    risk after m examples. True for every deterministic learner, so also when passes until a clean
    one (``epochs=None``) are broken off after 1000, as they are if a point has both labels.

    ``points``, ``labels`` and ``probabilities`` describe D; probabilities are fractions, strings
    like "1/3", or floats. All samples are enumerated. Source: Luntz and Brailovsky (1969); Mohri.
    Taught in lecture 03.

    >>> leave_one_out_is_unbiased([[1, 0], [1, 1]], [1, -1], ["1/3", "2/3"], m=3)
    Leave-one-out is unbiased: E_{D^m}[R_loo] = E_{D^(m-1)}[R(h)]
      holds: 2/9 mistakes, bound 0.222222
         ok  E[R_loo] over D^3 = E[R(h)] over D^2  (checked 1x, least slack 0)
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
    text = f"E[R_loo] over D^{m} = E[R(h)] over D^{m - 1}"
    step = Step(text, _fractions(estimate), _fractions(truth), WHOLE_RUN, equal=True)
    mistakes: Any = estimate
    name, statement = "Leave-one-out is unbiased", "E_{D^m}[R_loo] = E_{D^(m-1)}[R(h)]"
    return Certificate(name, statement, mistakes, float(truth), (), (step,))


def online_to_batch(
    points: Any,
    labels: Any,
    probabilities: Sequence[Any],
    m: int,
    rule: Rule = Rule(),  # noqa: B008 - frozen, so it can be shared
) -> Certificate:
    """Online to batch (T11): few mistakes on a stream of fresh examples mean a small risk.

    h_t is the hypothesis after t examples of one pass over a stream from D, R its risk (a tie is
    an error if the rule says so). Example t is fresh for h_{t-1}, so for every T

        E[R(h_0)] + ... + E[R(h_{T-1})] = E[M_T].

    The vote: each of the m + 1 hypotheses h_0, ..., h_m of m examples has one vote, and the vote
    errs on a fresh example if at least half of them do (a tied vote is an error). On average
    E[M_{m+1}] votes are wrong, so by Markov P(vote errs) <= 2 E[M_{m+1}]/(m + 1).

    The voted perceptron of lecture 02 weighs w_k by its survival count, which is one vote for each
    of h_1, ..., h_m: h_0 has none. The same argument gives 2 (E[M_{m+1}] - R(h_0))/m. That is the
    smaller of the two bounds if h_0 is the worst, as under ``le``, where w = 0 is always wrong.

    D is given and enumerated as in `leave_one_out_is_unbiased`. One pass only: in a second the
    examples are not fresh. In this certificate ``mistakes`` is P(vote errs).
    Source: Helmbold and Warmuth (1995); Freund and Schapire (1999). Taught in lecture 03.

    >>> online_to_batch([[1, 0], [1, 1]], [1, -1], ["1/3", "2/3"], m=3)
    Online to batch: P(vote errs) <= 2 E[M_{m+1}]/(m+1)
      holds: 16/27 mistakes, bound 1.10494
         ok  E R(h_0) + ... + E R(h_T-1) = E M_T  (checked 4x, least slack 0)
         ok  P(vote errs) <= 2 E M_{m+1}/(m+1)  (checked 1x, least slack 0.5123)
         ok  P(survival vote errs) <= 2 (E M_{m+1} - R(h_0))/m  (checked 1x, least slack 0.4115)
    """
    m = whole("m", m)
    D = Distribution(points, labels, probabilities, rule)
    mistakes = _fractions(*[0] * (m + 1))  # E M_T for T = 1..m+1, from runs that are played
    for sample, chance in D.samples(m + 1):
        so_far = np.searchsorted(D.play(sample).mistakes, np.arange(1, m + 2))
        mistakes = mistakes + chance * so_far.astype(object)
    risks = _fractions(*[0] * (m + 1))
    vote_errs = survival_errs = Fraction(0)
    for sample, chance in D.samples(m):
        wrong = np.array([D.learned(sample[:t]) for t in range(m + 1)])
        risks = risks + chance * _fractions(*map(D.risk, wrong.tolist()))
        vote_errs += chance * D.risk((2 * wrong.sum(axis=0) >= m + 1).tolist())
        survival_errs += chance * D.risk((2 * wrong[1:].sum(axis=0) >= m).tolist())
    bound = 2 * mistakes[-1] / (m + 1)
    survival_bound = 2 * (mistakes[-1] - risks[0]) / m
    steps = (
        Step(
            "E R(h_0) + ... + E R(h_T-1) = E M_T",
            np.cumsum(risks),
            mistakes,
            np.arange(m + 1),
            equal=True,
        ),
        Step(
            "P(vote errs) <= 2 E M_{m+1}/(m+1)",
            _fractions(vote_errs),
            _fractions(bound),
            WHOLE_RUN,
        ),
        Step(
            "P(survival vote errs) <= 2 (E M_{m+1} - R(h_0))/m",
            _fractions(survival_errs),
            _fractions(survival_bound),
            WHOLE_RUN,
        ),
    )
    share: Any = vote_errs
    name, statement = "Online to batch", "P(vote errs) <= 2 E[M_{m+1}]/(m+1)"
    return Certificate(name, statement, share, float(bound), (), steps)
