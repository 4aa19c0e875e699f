"""The weights of multiplicative rules and of p-norm perceptrons, in closed form (T10).

The floats of the run's path are compared with the closed form, computed from the log of mistakes.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np

from ...core.runs import Run, WeightRun
from ...validate import Indices
from ..exact import Integers, enclosed, integers
from ..powers import Exponentials, Powers
from .certificate import Step
from .majority import Votes
from .rounded import SMALL, beyond, floats, known, replay, roundings, same_mistakes, worst

__all__ = ["links", "majority", "powers", "softmax"]

SOFTMAX = floats("w_k = softmax(eta theta_k)")
POWERS = floats("w_i = (1+beta)^theta_i")
SHARES = floats("w_k/|w_k|_1 = softmax(eta theta_k), beta = e^(-2 eta)")
LINK = floats("w_k = gradient of |theta|_p^2/2 at theta_k")
INNER = floats("w.theta = |theta|_p^2")
DUAL_NORM = floats("|w|_q^2 = |theta|_p^2, 1/p + 1/q = 1")
SAME_AS_WINNOW = replay("Winnow(eta) makes the same mistakes")


def _thetas(run: WeightRun) -> tuple[Integers, Fraction]:
    """theta_k, the sum of the first k of the y x, k = 0..M, as whole numbers of a unit."""
    updates, unit = integers(run.updates)
    none = np.zeros((1, run.X.shape[1]), dtype=np.int64).astype(object)
    return np.cumsum(np.vstack([none, updates]), axis=0), unit


def _ends(run: Run) -> Indices:
    """The rounds in which w_0, ..., w_M came to be (w_0: before all of them)."""
    return np.concatenate([[-1], run.mistakes])


def _rows(
    run: WeightRun, theta: Integers
) -> Iterator[tuple[int, list[int], set[tuple[float, int]]]]:
    """k, theta_k, and the different pairs of a weight of w_k and its theta."""
    for k, (row, w) in enumerate(zip(theta.tolist(), run.path.tolist(), strict=True)):
        yield k, row, set(zip(w, row, strict=True))


def softmax(run: WeightRun) -> tuple[list[Step], str]:
    """Winnow(eta): w_k = softmax(eta theta_k).

    >>> from perceptronlib import Rule, play
    >>> steps, doubt = softmax(play(Rule("exponentiate", rate=0.3), [[1, 2], [2, 1]], [1, -1]))
    >>> [(step.text, step.holds) for step in steps], doubt
    ([('w_k = softmax(eta theta_k)', True)], '')
    """
    theta, unit = _thetas(run)
    eta, N, records = Fraction(run.rule.rate), run.X.shape[1], []
    # at every update a product, an exp, and the exponent's own rounding; then the sum of N
    spent = np.cumsum(np.abs(run.rule.rate * run.updates).max(axis=1) + 12)
    for k, row, pairs in _rows(run, theta):
        reach = int((max(row) - min(row)) * eta * unit * 3 / 2)  # bits between the weights
        weights = Exponentials(row, eta * unit, bits=reach + 100)
        total = sum(weights.values[key] for key in row)
        part = 4 * ((int(spent[k - 1]) if k else 0) + N + 4)
        off = (_share(w, weights.values[key], total, part) for w, key in pairs)
        records.append(worst(off))
    return [SOFTMAX.at(records, _ends(run))], ""


def _share(w: float, weight: int, total: int, part: int) -> Fraction | int:
    """How far w is from weight/total, if that is more than so many roundings; else 0.

    Weight and total are themselves off by less than a 2^-80th, which is less than one of them.
    """
    up, down = w.as_integer_ratio()
    gap, size = abs(up * total - weight * down), weight * down
    return Fraction(gap, size) if gap > (part + 1) * size >> 53 else 0


def powers(run: WeightRun) -> tuple[list[Step], str]:
    """Winnow: w_i = (1+beta)^theta_i, for each feature i.

    >>> from perceptronlib import Rule, play
    >>> steps, _ = powers(play(Rule("multiply", rate=1.1, threshold=2), [[1, 0]], [1], epochs=9))
    >>> [(step.text, step.holds) for step in steps]
    [('w_i = (1+beta)^theta_i', True)]
    """
    theta, _ = _thetas(run)
    factor, records = Fraction(run.rule.rate), []
    exact = factor.numerator & (factor.numerator - 1) == 0  # a power of two rounds nothing
    values = {t: factor**t for t in set(theta.ravel().tolist())}
    for k, _, pairs in _rows(run, theta):
        part = roundings(0 if exact else k)
        records.append(worst(beyond(w, values[t], values[t] * part) for w, t in pairs))
    return [POWERS.at(records, _ends(run))], ""


def majority(run: WeightRun) -> tuple[list[Step], str]:
    """Weighted majority: the shares beta^errors of Winnow(eta), and its mistakes.

    Only shares are compared, so a common factor of all weights makes no difference.

    >>> from perceptronlib import Rule, play
    >>> steps, _ = majority(play(Rule("majority", rate=0.3), [[1, -1, -1], [1, 1, -1]], [1, 1]))
    >>> [len(step.rounds) for step in steps], [step.holds for step in steps]
    ([2, 2], [True, True])
    """
    votes, records = Votes(run), []
    path, _ = integers(run.path)
    for k, (errors, w) in enumerate(zip(votes.errors.tolist(), path.tolist(), strict=True)):
        total, part = sum(w), 2 * roundings(k + 1)
        # w/|w|_1 and its exact value, times both sums: whole numbers
        exact = {e: votes.weights[e] * total for e in set(errors)}
        pairs = set(zip(w, errors, strict=True))
        gaps = [(x * votes.totals[k] - exact[e], exact[e]) for x, e in pairs]
        records.append(worst(Fraction(g, size) for g, size in gaps if abs(g) > part * size))
    steps, rule = [SHARES.at(records, _ends(run))], run.rule
    if rule.threshold or rule.margin or rule.slope:
        return steps, ""
    signs = (run.y[:, None] * run.X).astype(np.int64).tolist()
    rounds = list(zip(known(run).tolist(), run.order.tolist(), strict=True))
    scores = {(k, i): votes.score(k, signs[i]) for k, i in set(rounds)}
    same, doubt = same_mistakes(SAME_AS_WINNOW, run, [scores[t] for t in rounds])
    return steps + same, doubt


def links(run: WeightRun) -> tuple[list[Step], str]:
    """p-norm perceptrons: w_k is the gradient at theta_k, the sum of r y x as the run has it.

    >>> from perceptronlib import Rule, play
    >>> steps, _ = links(play(Rule("p_norm", p=2.5), [[0.1, 2], [2, -1]], [1, -1]))
    >>> [step.holds for step in steps]
    [True, True, True]
    """
    added = (run.rule.rate * run.y[run.examples])[:, None] * run.X[run.examples]
    sums = np.cumsum(np.vstack([np.zeros((1, run.X.shape[1])), added]), axis=0)
    (theta, unit), (path, w_unit) = integers(sums), integers(run.path)
    p, N = Fraction(run.rule.p), run.X.shape[1]
    part = 2 * roundings(int(10 * run.rule.p) + N + 30)  # three powers, a sum, four products
    link, inner, dual = [], [], []
    for row, w in zip(theta.tolist(), path.tolist(), strict=True):
        spread = (max(map(abs, row)) or 1) // min((abs(t) for t in row if t), default=1)
        # bits between the largest and the smallest power; more are too small for a float
        bits = 100 + min(1100, int(p * spread.bit_length()))
        at = Powers(row, p)
        square, off = enclosed(at.norm(2) * unit**2), SMALL * (at.top * unit * N + 1)
        gradient = {t: exact * unit for t, exact in at.coordinates(bits).items()} | {0: 0}
        pairs = {(x if t >= 0 else -x, abs(t)) for x, t in zip(w, row, strict=True)}
        near = ((x * w_unit, gradient[t]) for x, t in pairs)
        link.append(worst(beyond(x, exact, exact * part + off) for x, exact in near))
        product = sum(x * t for x, t in zip(w, row, strict=True)) * w_unit * unit
        most = sum(map(abs, row)) * unit * off
        inner.append(worst([beyond(product, square, square * part + most)]))
        length = enclosed(Powers(w, p / (p - 1)).norm(2) * w_unit**2)
        slack = (2 * enclosed(at.norm(1)) * unit + N * off) * N * off
        dual.append(worst([beyond(0, length - square, square * (3 * part) + slack)]))
    at_ends = _ends(run)
    steps = [LINK.at(link, at_ends), INNER.at(inner, at_ends), DUAL_NORM.at(dual, at_ends)]
    return steps, ""
