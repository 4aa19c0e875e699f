"""Identities (T10): the same weights, written in two ways.

An identity says nothing about how many mistakes are made, so these certificates have no bound; they
hold if both sides agree everywhere.
"""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np

from ...core.runs import Run, WeightRun
from ...kernels.dual import KernelRun
from ...kernels.functions import diagonal, linear, rounding
from ..exact import Integers, integers, precision
from .certificate import WHOLE_RUN, Assumption, Certificate, Statement, Step
from .entropy import doubled
from .judging import doubt_about, is_log, rounding_doubt
from .multiplicative import links, majority, powers, softmax
from .perceptron import MISTAKE
from .rounded import SMALL, beyond, floats, known, replay, roundings, same_mistakes

__all__ = ["identities"]

# Of a run: T rounds, M mistakes, survival_sum = sum c_k and alpha_sum = sum alpha. Of a coordinate:
# w, the exact last weight; u = sum t r y x; by_survival = sum c_k w_k. Of an update, in
# the coordinate that moves most: before and after, the weight; rate; subgradient.
SURVIVAL = Statement("c_0 + ... + c_M = T", lambda q: q.survival_sum, lambda q: q.T, equal=True)
LAZY = Statement(
    "T w - u = sum c_k w_k",
    lambda q: q.T * q.w - q.u,
    lambda q: q.by_survival,
    equal=True,
)
ALPHA = Statement("sum alpha = M", lambda q: q.alpha_sum, lambda q: q.M, equal=True)
SUBGRADIENT = Statement(
    "w_k+1 - w_k = -r (subgradient at w_k)",
    lambda q: q.after - q.before,
    lambda q: -q.rate * q.subgradient,
    equal=True,
)


WEIGHT_SUM = floats("run.weight_sum = sum c_k w_k")
DUAL = floats("w = w_0 + r sum alpha y x")
SCORES = floats("score = sum alpha y K")
LINEAR = floats("score = w.x, w = sum alpha y x")
SAME_AS_PERCEPTRON = replay("the perceptron makes the same mistakes")


def identities(run: WeightRun | KernelRun) -> Certificate:
    """Every way to write the weights of this run gives the same weights (T10).

    - additive rules: survival counts sum to T; the lazy average T w - u, where
      u = sum t r y x over the mistakes (rounds t from 0), is sum_k c_k w_k; in dual form
      w = w_0 + r sum_i alpha_i y_i x_i with sum alpha = M; and, where there is no margin, every
      update is a subgradient step on max(0, -y w.x), with -y x at the kink;
    - ``exponentiate``: w_k = softmax(eta theta_k), theta_k the sum of the first k of the y x
      (``balanced``: the same for the features (x, -x));
    - ``multiply``: w_i = (1+beta)^theta_i, for x in {0,1};
    - ``majority``: w is proportional to that of Winnow(eta) with beta = exp(-2 eta), for experts
      that say -1 or +1, so both make the same mistakes;
    - ``p_norm``: w_k is the gradient of |theta|_p^2/2, so w.theta = |theta|_p^2 = |w|_q^2;
    - kernels: the scores are sum_i alpha_i y_i K(x_i, x); with the linear kernel the perceptron
      makes the same mistakes.

    What follows from the log of mistakes is compared exactly. The run's own floats (its last
    weights, their sum, its path and scores) are compared with the exact values, and may differ by
    what rounding explains: at most n u/(1 - n u), u = 2^-53, of the sizes of all terms after n
    roundings, where ``exp`` and powers of numpy count for eight. Where a replay is compared and
    rounding decided a round, its step is left out; where it decided a logged one, there is no
    claim. The weights must not have been rounded to zero.
    Source: Mohri; Utah (lazy average); UIC-16 (powers). Taught in lectures 01 (subgradients), 02
    (averages), 05 (dual) and 06 (multiplicative rules).

    >>> from perceptronlib import Perceptron
    >>> run = Perceptron(epochs=2).fit([[2, 1], [1, 3], [-1, 2]], [1, -1, -1]).run_
    >>> identities(run)
    Identities: the same weights in several forms
      holds: 4 mistakes
         ok  c_0 + ... + c_M = T  (checked 1x, least slack 0)
         ok  T w - u = sum c_k w_k  (checked 2x, least slack 0)
         ok  run.weight_sum = sum c_k w_k  (checked 2x, least slack 0)
         ok  sum alpha = M  (checked 1x, least slack 0)
         ok  w = w_0 + r sum alpha y x  (checked 2x, least slack 0)
         ok  w_k+1 - w_k = -r (subgradient at w_k)  (checked 4x, least slack 0)
    """
    if not isinstance(run, (KernelRun, WeightRun)):
        raise TypeError(
            f"identities looks at a run; got a {type(run).__name__}. Fit the learner and give its "
            f"run_, or what play returned."
        )
    if isinstance(run, KernelRun):
        if doubt := _kernel_doubt(run):
            return _certificate(run, [], [], doubt)
        return _certificate(run, [], *_kernel(run))
    if doubt := doubt_about(run):
        return _certificate(run, [], [], doubt)
    run = doubled(run)
    assumptions = _assumptions(run)
    if not all(assumption.holds for assumption in assumptions):
        return _certificate(run, assumptions, [])
    forms = {"add": _additive, "exponentiate": softmax, "multiply": powers, "majority": majority}
    with precision(30):  # floats are compared, which have 16 digits
        return _certificate(run, assumptions, *forms.get(run.rule.update, links)(run))


def _assumptions(run: WeightRun) -> list[Assumption]:
    """Additive rules need nothing, the others their own first weights, and floats that hold."""
    update, d, rule = run.rule.update, run.X.shape[1], run.rule
    finite = bool(np.isfinite(run.path).all() and np.isfinite(run.weight_sum).all())
    infinite = [] if finite else [Assumption("no weight is too large for a float", False)]
    if update == "add":
        return infinite
    usual = bool(np.array_equal(run.first_weights, rule.start(d)))
    given = [Assumption("w starts where the rule starts", usual)]
    if update == "p_norm":
        given += [] if 1 < rule.p < np.inf else [Assumption("p > 1", False, f"p = {rule.p:g}")]
        given += infinite
    else:
        lightest = run.path.min()
        if update == "exponentiate" and run.M and finite:  # before they are divided by their sum
            lightest = min(lightest, (run.path[:-1] * np.exp(rule.rate * run.updates)).min())
        kept = finite and bool(lightest > np.finfo(float).tiny)
        given.append(Assumption("no weight is too small or too large for a float", kept))
    if update == "multiply":
        given.append(Assumption("x in {0,1}^d", bool(((run.X == 0) | (run.X == 1)).all())))
    if update == "majority":
        given.append(Assumption("x in {-1,+1}^N", bool((np.abs(run.X) == 1).all())))
    return given


def _certificate(
    run: Run, assumptions: list[Assumption], steps: list[Step], doubt: str = ""
) -> Certificate:
    statement = "the same weights in several forms"
    given = tuple(assumptions)
    return Certificate("Identities", statement, run.M, None, given, tuple(steps), doubt=doubt)


def _together(left: tuple[Integers, Fraction], right: tuple[Integers, Fraction]) -> Any:
    """Two arrays of whole numbers as multiples of the same power of two, and that unit."""
    unit = min(left[1], right[1])
    return left[0] * int(left[1] / unit), right[0] * int(right[1] / unit), unit


def _additive(run: WeightRun) -> tuple[list[Step], str]:
    rate, updates = Fraction(run.rule.rate), integers(run.updates)
    scaled = updates[0] * rate.numerator, updates[1] / rate.denominator
    first, added, unit = _together(integers(run.first_weights), scaled)
    path = np.cumsum(np.vstack([first, added]), axis=0)
    T, counts = run.rounds, run.survival.astype(object)
    by_survival = (counts[:, None] * path).sum(axis=0)
    u = (run.mistakes.astype(object)[:, None] * added).sum(axis=0)
    sizes = (np.abs(first) + np.abs(added).sum(axis=0)).tolist()
    n = run.M + len(run.y) + 8  # roundings of a product, and of each addition, in any order
    summed, last = run.weight_sum.tolist(), run.last_weights.tolist()
    whole_run = SimpleNamespace(
        T=T, M=run.M, survival_sum=int(counts.sum()), alpha_sum=int(run.alpha.sum())
    )
    each = []
    for j, size in enumerate(sizes):
        # where all sums are whole multiples of a unit below 2^53 of it, nothing is rounded
        off = 0 if (T + 1) * size < 2**53 else roundings(n) * size * unit + n * SMALL / 2**52
        q = SimpleNamespace(T=T, w=path[-1][j] * unit, u=u[j] * unit)
        q.by_survival = by_survival[j] * unit
        q.sum_beyond = beyond(summed[j], q.by_survival, 2 * (T + 1) * off)
        q.last_beyond = beyond(last[j], q.w, off)
        each.append(q)
    everywhere = [WHOLE_RUN] * len(each)
    steps = [
        SURVIVAL.once(whole_run),
        LAZY.at(each, everywhere),
        WEIGHT_SUM.at([SimpleNamespace(beyond=q.sum_beyond) for q in each], everywhere),
        ALPHA.once(whole_run),
        DUAL.at([SimpleNamespace(beyond=q.last_beyond) for q in each], everywhere),
    ]
    rule = run.rule
    if rule.threshold == rule.margin == rule.slope == 0:
        scores = [int((x * w).sum()) for x, w in zip(updates[0], path, strict=False)]
        steps.append(_descent(run, updates, scores))
        mistake = MISTAKE.at([SimpleNamespace(score=score) for score in scores], run.mistakes)
        return steps, rounding_doubt(mistake, run)
    return steps, ""


def _descent(run: WeightRun, updates: tuple[Integers, Fraction], scores: list[int]) -> Step:
    """Every update is a step along the subgradient, in the coordinate that moves most."""
    (rows, unit), rate, records = updates, Fraction(run.rule.rate), []
    for row, score in zip(rows, scores, strict=True):
        most = row[int(np.argmax(np.abs(row)))] * unit
        subgradient = -most if score <= 0 else Fraction(0)  # of max(0, -y w.x)
        records.append(
            SimpleNamespace(before=0, after=rate * most, rate=rate, subgradient=subgradient)
        )
    return SUBGRADIENT.at(records, run.mistakes)


def _kernel_doubt(run: KernelRun) -> str:
    """Why this is not the run that the rule made on these rows; empty if it is.

    Only rounds that rounding cannot have decided count (its size is that of the kernel perceptron).
    """
    if not is_log(run):
        return "the log of mistakes is not a list of rounds in order"
    if not np.isfinite(run.X).all():
        return "the rows have changed since the run (not all of them are finite numbers)"
    lengths = np.sqrt(np.abs(diagonal(run.rule.kernel, run.X)))
    scores = run.path_scores(run.X)[run.order, known(run)]
    gaps = run.y[run.order] * scores - run.rule.margin
    relative = 4 * (rounding(run.rule.kernel, run.X) + (run.M + 1) * float(np.finfo(float).eps))
    sizes = lengths[run.examples] * np.abs(run.steps[run.examples])
    reach = float(sizes.sum()) * lengths[run.order] + run.rule.margin
    logged = np.isin(np.arange(run.rounds), run.mistakes)
    wrong = np.flatnonzero((np.abs(gaps) > relative * reach) & (logged != (gaps < 0)))
    if not len(wrong):
        return ""
    what = "is logged as a mistake but is none" if logged[wrong[0]] else "is a mistake not logged"
    return f"the rows have changed since the run (round {wrong[0]} {what})"


def _kernel(run: KernelRun) -> tuple[list[Step], str]:
    """Scores are sums over the mistakes of the kernel's own values, floats as they are."""
    values = run.rule.kernel(run.X, run.X[run.examples]) * run.steps[run.examples]
    terms, unit = integers(values)
    lengths = np.sqrt(np.abs(diagonal(run.rule.kernel, run.X)))
    # the kernel may round each value in another way when it is asked again
    sizes = lengths[run.examples] * np.abs(run.steps[run.examples])
    error = 4 * rounding(run.rule.kernel, run.X) * float(sizes.sum()) * lengths
    part, records = roundings(2 * run.M + 8), []
    for row, score, again in zip(terms, run.scores(run.X).tolist(), error.tolist(), strict=True):
        allowed = part * int(np.abs(row).sum()) * unit + Fraction(again)
        records.append(SimpleNamespace(beyond=beyond(score, int(row.sum()) * unit, allowed)))
    whole_run = SimpleNamespace(M=run.M, alpha_sum=int(run.alpha.sum()))
    steps = [ALPHA.once(whole_run), SCORES.at(records, [WHOLE_RUN] * len(records))]
    if run.rule.kernel != linear or run.importance is not None:
        return steps, ""
    more, doubt = _linear(run)
    return steps + more, doubt


def _linear(run: KernelRun) -> tuple[list[Step], str]:
    """The dual perceptron is the perceptron."""
    X, unit = integers(run.X)
    signs = run.y.astype(np.int64).astype(object)
    added = (signs[:, None] * X)[run.examples]
    path = np.cumsum(np.vstack([np.zeros_like(X[:1]), added]), axis=0)
    exact, part = (X * path[-1]).sum(axis=1), roundings(X.shape[1] + run.M + 8)
    sizes = (np.abs(X) * np.abs(added).sum(axis=0)).sum(axis=1)
    off = [part * size * unit**2 + SMALL * (run.M + 1) for size in sizes]
    triples = zip(run.scores(run.X).tolist(), exact, off, strict=True)
    records = [SimpleNamespace(beyond=beyond(a, b * unit**2, c)) for a, b, c in triples]
    step = LINEAR.at(records, [WHOLE_RUN] * len(records))
    rounds = list(zip(known(run).tolist(), run.order.tolist(), strict=True))
    margin = Fraction(run.rule.margin)
    gaps = {
        (k, i): signs[i] * int((X[i] * path[k]).sum()) * unit**2 - margin for k, i in set(rounds)
    }
    same, doubt = same_mistakes(SAME_AS_PERCEPTRON, run, [gaps[t] for t in rounds])
    return [step, *same], doubt
