"""Identities (T10): the same weights, written in two ways; and the bound of weighted majority.

An identity says nothing about how many mistakes are made, so the ``bound`` of these certificates
is infinite; they hold if both sides agree everywhere. Whole numbers must agree exactly. Other
sums are compared on the scale of what was added up, because a small difference of large terms has
lost the digits a relative comparison would look at.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...core.dual import KernelRun
from ...core.kernels import linear
from ...core.play import play
from ...core.rules import Rule, p_norm_link
from ...core.runs import Run, WeightRun
from ...validate import Array
from ..margins import perceptron_subgradient
from .certificate import Assumption, Certificate, Step, about_weights, whole_numbers
from .norms import lengths, log_sum_exp, scores_before
from .perceptron import refused

__all__ = ["identities", "weighted_majority"]

CLEAR = 1e-9
"""A score beyond this fraction of its terms has the same sign however its terms are rounded."""


def identities(run: WeightRun | KernelRun) -> Certificate:
    """Every way to write the weights of this run gives the same weights (T10).

    - additive rules: survival counts sum to T; the lazy average (T+1) w - u, where
      u = w_0 + sum (t+1) r y x over the mistakes (t from 0), is sum_k c_k w_k; in dual form
      w = w_0 + r sum_i alpha_i y_i x_i with sum alpha = M; and, where there is no margin, every
      update is a subgradient step on max(0, -y w.x), with -y x at the kink;
    - ``exponentiate``: w_k = softmax(eta theta_k), theta_k the sum of the first k of the y x;
    - ``multiply``: w_k = (1+beta)^theta_k, for x in {0,1};
    - ``majority``: w is proportional to that of Winnow(eta) with beta = exp(-2 eta), for experts
      that say -1 or +1, so both make the same mistakes;
    - ``p_norm``: w_k is the gradient of |theta|_p^2/2, so w.theta = |theta|_p^2 = |w|_q^2;
    - kernels: the scores are sum_i alpha_i y_i K(x_i, x); with the linear kernel the perceptron
      makes the same mistakes.

    Where a replay is compared and a score is so near 0 that rounding decides it, the replay may
    differ and its step is left out. The weights must not have been rounded to zero.
    Source: Mohri; Utah (lazy average); UIC-16 (powers). Taught in lectures 01 (subgradients), 02
    (averages), 05 (dual) and 06 (multiplicative rules).

    >>> from perceptronlib import Perceptron
    >>> run = Perceptron(epochs=2).fit([[2, 1], [1, 3], [-1, 2]], [1, -1, -1]).run_
    >>> identities(run)
    Identities: the same weights in several forms
      holds: 4 mistakes, bound inf
         ok  c_0 + ... + c_M = T  (checked 1x, least slack 0)
         ok  (T+1) w - u = sum c_k w_k  (checked 2x, least slack 0)
         ok  run.weight_sum = sum c_k w_k  (checked 2x, least slack 0)
         ok  sum alpha = M  (checked 1x, least slack 0)
         ok  w = w_0 + r sum alpha y x  (checked 2x, least slack 0)
         ok  w_k+1 - w_k = -r (subgradient at w_k)  (checked 4x, least slack 0)
    """
    if isinstance(run, KernelRun):
        return _certificate(run, [], _kernel(run))
    forms = {"add": _additive, "exponentiate": _softmax, "multiply": _powers, "majority": _majority}
    assumptions = _assumptions(run)
    if not all(assumption.holds for assumption in assumptions):
        return _certificate(run, assumptions, [])
    return _certificate(run, assumptions, forms.get(run.rule.update, _links)(run))


def _assumptions(run: WeightRun) -> list[Assumption]:
    """Additive rules need nothing, the others their own first weights, and floats that hold."""
    update, d = run.rule.update, run.X.shape[1]
    if update == "add":
        return []
    usual = bool(np.array_equal(run.first_weights, run.rule.start(d)))
    given = [Assumption("w starts where the rule starts", usual)]
    if update != "p_norm":
        kept = bool((run.path > np.finfo(float).tiny).all() and np.isfinite(run.path).all())
        given.append(Assumption("no weight is too small or too large for a float", kept))
    if update == "multiply":
        given.append(Assumption("x in {0,1}^d", bool(((run.X == 0) | (run.X == 1)).all())))
    if update == "majority":
        given.append(Assumption("x in {-1,+1}^N", bool((np.abs(run.X) == 1).all())))
    return given


def _certificate(run: Run, assumptions: list[Assumption], steps: list[Step]) -> Certificate:
    statement = "the same weights in several forms"
    given = tuple(assumptions)
    return Certificate("Identities", statement, run.M, math.inf, given, tuple(steps))


def equal(text: str, left: Any, right: Any, size: Any = 0.0, rounds: Any = None) -> Step:
    """A step that asks for equality: of two vectors, or of the rows of two tables.

    Tables give one entry a row, the coordinate that differs most. ``size`` is the scale of the
    terms that the sides are sums of.

    >>> equal("a + b - b = a", np.array([1e-9 + 1 - 1]), np.array([1e-9]), size=2.0).holds
    True
    """
    left, right = np.asarray(left), np.asarray(right)
    size = np.broadcast_to(size, left.shape)
    if left.ndim == 2:
        scale = np.maximum(np.maximum(np.abs(left), np.abs(right)), size)
        scale = np.maximum(scale, np.finfo(float).tiny)
        worst = np.argmax((np.abs(left - right) / scale).astype(float), axis=1)
        left, right, size = (side[np.arange(len(side)), worst] for side in (left, right, size))
    everywhere = np.full(len(left), -1) if rounds is None else rounds
    return Step(text, left, right, everywhere, True, size)


def _additive(run: WeightRun) -> list[Step]:
    X, y, path, rate = whole_numbers(run.X, run.y, run.path, np.array([run.rule.rate]))
    added = rate[0] * y[run.examples, None] * X[run.examples]
    T, alpha, survival = run.rounds, run.alpha, run.survival
    by_survival = (survival[:, None] * path).sum(axis=0)
    u = path[0] + ((run.mistakes + 1)[:, None] * added).sum(axis=0)
    summed, w = run.weight_sum, run.last_weights
    if path.dtype == object:
        summed, w = whole_numbers(summed, w)
    size = np.abs(run.first_weights) + np.abs(added).sum(axis=0).astype(float)
    dual = path[0] + rate[0] * ((alpha * y)[:, None] * X).sum(axis=0)
    steps = [
        equal("c_0 + ... + c_M = T", [survival.sum()], [T]),
        equal("(T+1) w - u = sum c_k w_k", (T + 1) * path[-1] - u, by_survival, (T + 1) * size),
        equal("run.weight_sum = sum c_k w_k", summed, by_survival, (T + 1) * size),
        equal("sum alpha = M", [alpha.sum()], [run.M]),
        equal("w = w_0 + r sum alpha y x", w, dual, size),
    ]
    rule = run.rule
    if rule.threshold == rule.margin == rule.slope == 0:
        moved, step = whole_numbers(np.diff(run.path, axis=0), -rule.rate * _subgradients(run))
        text = "w_k+1 - w_k = -r (subgradient at w_k)"
        steps.append(equal(text, moved, step, size, run.mistakes))
    return steps


def _subgradients(run: WeightRun) -> Array:
    pairs = zip(run.examples, run.path, strict=False)
    rows = [perceptron_subgradient(w, run.X[i], float(run.y[i]), at_kink=1) for i, w in pairs]
    return np.array(rows).reshape(run.M, run.X.shape[1])


def _softmax(run: WeightRun) -> list[Step]:
    logs = run.rule.rate * _thetas(run)
    softmax = np.exp(logs - log_sum_exp(logs)[:, None])
    return [equal("w_k = softmax(eta theta_k)", run.path, softmax, rounds=_ends(run))]


def _powers(run: WeightRun) -> list[Step]:
    powers = run.rule.rate ** _thetas(run)
    return [equal("w_k = (1+beta)^theta_k", run.path, powers, rounds=_ends(run))]


def _majority(run: WeightRun) -> list[Step]:
    eta = -math.log(run.rule.rate) / 2
    logs = eta * _thetas(run)
    shares = run.path / run.path.sum(axis=1)[:, None]
    softmax = np.exp(logs - log_sum_exp(logs)[:, None])
    text = "w_k/|w_k|_1 = softmax(eta theta_k), beta = e^(-2 eta)"
    steps = [equal(text, shares, softmax, rounds=_ends(run))]
    scores = (run.X[run.order] * shares[_known(run)]).sum(axis=1)
    rule = Rule("exponentiate", rate=eta, ties=run.rule.ties)
    plain = run.rule.threshold == run.rule.margin == run.rule.slope == 0
    if plain and (np.abs(scores) > CLEAR).all():
        steps.append(_same_mistakes("Winnow(eta) makes the same mistakes", run, rule))
    return steps


def _links(run: WeightRun) -> list[Step]:
    p, theta = run.rule.p, _thetas(run, run.rule.rate)
    links = np.array([p_norm_link(row, p) for row in theta])
    squares, inner = lengths(theta, p) ** 2, (run.path * theta).sum(axis=1)
    dual = lengths(run.path, p / (p - 1)) ** 2
    at = _ends(run)
    return [
        equal("w_k = gradient of |theta|_p^2/2 at theta_k", run.path, links, rounds=at),
        equal("w.theta = |theta|_p^2", inner, squares, rounds=at),
        equal("|w|_q^2 = |theta|_p^2, 1/p + 1/q = 1", dual, squares, rounds=at),
    ]


def _kernel(run: KernelRun) -> list[Step]:
    terms = run.rule.kernel(run.X, run.X[run.examples]) * run.y[run.examples]
    scores, terms = whole_numbers(run.scores(run.X), terms)
    size = np.abs(terms).sum(axis=1).astype(float)
    steps = [
        equal("sum alpha = M", [run.alpha.sum()], [run.M]),
        equal("score = sum alpha y K", scores, terms.sum(axis=1), size),
    ]
    return steps + (_linear(run) if run.rule.kernel == linear else [])


def _linear(run: KernelRun) -> list[Step]:
    """The dual perceptron is the perceptron."""
    w = (run.alpha * run.y) @ run.X
    sizes = np.abs(run.X) @ (run.alpha @ np.abs(run.X))
    steps = [equal("score = w.x, w = sum alpha y x", run.scores(run.X), run.X @ w, sizes)]
    path, known = run.path_scores(run.X), _known(run)
    gaps = np.abs(run.y[run.order] * path[run.order, known] - run.rule.margin)
    exact = whole_numbers(run.X, path)[0].dtype == object
    if exact or ((known == 0) | (gaps > CLEAR * (sizes.max() + run.rule.margin))).all():
        rule = Rule(margin=run.rule.margin, ties=run.rule.ties)
        steps.append(_same_mistakes("the perceptron makes the same mistakes", run, rule))
    return steps


def _same_mistakes(text: str, run: Run, rule: Rule) -> Step:
    """Replay the rounds of a run with another rule: is each round a mistake in both or neither?"""
    replay = play(rule, run.X[run.order], run.y[run.order])
    here, there = np.zeros(run.rounds, dtype=np.int64), np.zeros(run.rounds, dtype=np.int64)
    here[run.mistakes], there[replay.mistakes] = 1, 1
    return Step(text, here, there, np.arange(run.rounds), True)


def _thetas(run: WeightRun, rate: float = 1.0) -> Array:
    """theta_k, the sum of the first k of the (rate) y x, k = 0..M."""
    return np.cumsum(np.vstack([0 * run.X[:1], rate * run.updates]), axis=0)


def _ends(run: Run) -> Any:
    """The rounds in which w_0, ..., w_M came to be (w_0: before all of them)."""
    return np.concatenate([[-1], run.mistakes])


def _known(run: Run) -> Any:
    """How many mistakes were made before each round."""
    return np.searchsorted(run.mistakes, np.arange(run.rounds))


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
    rule, beta, N = run.rule, run.rule.rate, run.X.shape[1]
    good = rule.update == "majority" and rule.threshold == rule.margin == rule.slope == 0
    good = good and 0 < beta < 1 and bool((run.first_weights == 1).all())
    text = "the run is weighted majority's: w starts at 1, 0 < beta < 1, no margin"
    signs = Assumption("x in {-1,+1}^N", bool((np.abs(run.X) == 1).all()))
    assumptions = [Assumption(text, good, "" if good else f"its rule is {rule}"), signs]
    if not good or not signs.holds:
        return refused(name, statement, run, assumptions)
    errors = np.cumsum(np.vstack([np.zeros((1, N)), run.updates < 0]), axis=0)
    log_W = log_sum_exp(math.log(beta) * errors)  # W may be too small for a float
    k, before = np.arange(1, run.M + 1), scores_before(run)
    shrink, log_N, half = -math.log((1 + beta) / 2), math.log(N), (1 + beta) / 2
    ratios, best = np.exp(np.diff(log_W)), errors[1:].min(axis=1) * math.log(beta)
    steps = (
        Step("y w.x <= 0 before the update", before, 0 * before, run.mistakes),
        Step("W_k <= W_k-1 (1+beta)/2", ratios, 0 * k + half, run.mistakes),
        Step(
            "ln W_k + k ln(2/(1+beta)) <= ln N", log_W[1:] + k * shrink, 0 * k + log_N, run.mistakes
        ),
        Step("m ln beta <= ln W_k", best, log_W[1:], run.mistakes),
    )
    bound = float(log_N - errors[-1].min() * math.log(beta)) / shrink
    return Certificate(name, statement, run.M, bound, tuple(assumptions), steps)
