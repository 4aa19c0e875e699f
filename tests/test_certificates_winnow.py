"""Certificates of Winnow and its relatives never lie: a thousand runs a theorem against an oracle.

The runs are chosen to mislead floats: rates and data from 1e-150 to 1e150, ties that rounding
decides, boundaries that are touched exactly, and instances on which the bounds are attained.
"""

import math
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest

from perceptronlib import Rule, adversaries, play
from perceptronlib.core import fast
from perceptronlib.kernels.dual import KernelRule, play_kernel
from perceptronlib.kernels.functions import linear
from perceptronlib.samples.features import fold_bias
from perceptronlib.theory.theorems import (
    identities,
    leave_one_out,
    p_norm,
    sparse_disjunction,
    weighted_majority,
    winnow_disjunction,
    winnow_entropy,
    winnow_entropy_sharp,
)
from tests import oracle_winnow as oracle
from tests.certificate_cases import BETAS, EVERY_TIE, SCALES, compare, majority_case, passes


@pytest.fixture(autouse=True, scope="module")
def plain_loops():
    """These runs are small; compiled loops would only cost the time to load them."""
    with fast.using("plain"):
        yield


# -- T9 and E15: disjunctions --------------------------------------------------------------------


@cache
def worst(d, r, beta):
    return adversaries.winnow_worst(d, r, beta)


def bits(rng, seed):
    """Rows of bits and the features whose disjunction labels them; every fourth the worst game."""
    if seed % 4 == 0:
        game = worst(int(rng.integers(2, 6)), 1, float(rng.choice([1.0, 0.5, 0.25, 3.0])))
        more = rng.integers(0, 2, (3, game.X.shape[1])).astype(float)
        X, relevant = np.vstack([game.X, more]), list(game.relevant)
    else:
        d = int(rng.integers(1 if seed % 50 == 1 else 2, 9))
        X = (rng.random((int(rng.integers(1, 25)), d)) < rng.choice([0.3, 0.6, 0.9])).astype(float)
        relevant = list(range(min(d, int(rng.integers(0 if seed % 50 == 2 else 1, 4)))))
    y = np.where((X[:, relevant] > 0).any(axis=1), 1.0, -1.0)
    y[:1] *= -1.0 if seed % 50 == 3 else 1.0  # not a disjunction
    return X, y, relevant


def disjunction_case(rng, seed):
    X, y, relevant = bits(rng, seed)
    ties = EVERY_TIE[seed % 4] if seed % 7 == 0 else ["plus", "strict"][seed % 2]
    rate = 1.0 + float(rng.choice(BETAS))
    return play(Rule("multiply", rate, X.shape[1], ties=ties), X, y, **passes(rng)), relevant


def test_winnow_says_what_the_oracle_says():
    compare(winnow_disjunction, oracle.winnow, disjunction_case, by_rounding=False)


def test_a_round_of_winnow_that_rounding_decided():
    """1/3 + 1/3 + 1/3 + 1 + 3 is 5, the threshold, but not in floats: they miss the positive."""
    X = np.array([[1.0, 1, 0, 1, 1], [0, 0, 1, 1, 1], [0, 1, 0, 1, 1], [1, 1, 1, 1, 1]])
    y = np.array([1.0, -1, -1, 1])
    run = play(Rule("multiply", 3.0, 5.0, ties="plus"), X, y)
    certificate = winnow_disjunction(run, [0])
    assert run.M == 4 and oracle.winnow(run, [0]) == "round 3 was decided by rounding"
    assert certificate.why_not == "because round 3 was decided by rounding"


def test_the_perceptron_on_disjunctions_says_what_the_oracle_says():
    def case(rng, seed):
        X, y, relevant = bits(rng, seed)
        rule = Rule(ties=EVERY_TIE[seed % 4], rate=float(rng.choice([1.0, 0.1, 0.3, 0.7])))
        return play(rule, fold_bias(X), y, **passes(rng)), relevant

    def judge(run, relevant):
        fits = (run.X[:, :-1][:, relevant] > 0).any(axis=1) == (run.y > 0)
        return oracle.perceptron_on_bits(run, relevant) if fits.all() else "y is a disjunction"

    compare(sparse_disjunction, judge, case)


@pytest.mark.parametrize("beta", [2.0**-52, 1e-12, 1e-6])
def test_factors_next_to_one_need_no_power_written_out(beta):
    """k = ceil(log_(1+beta) d) is up to 5e15 here, and (1+beta)^k has as many bits."""
    X, y = np.array([[1.0, 0, 1], [0, 1, 1], [1, 1, 1]]), np.array([1.0, -1, 1])
    run = play(Rule("multiply", 1 + beta, 3.0, ties="plus"), X, y, epochs=3)
    certificate = winnow_disjunction(run, [0])
    assert certificate.holds
    k = math.log(3) / math.log1p(Fraction(1 + beta) - 1)
    assert math.isclose(certificate.bound, 2 * k, rel_tol=0.1)


def test_a_weight_that_only_rounding_keeps_below_the_threshold():
    """Ten times 1.1 is 11 in exact arithmetic with the fraction 1.1, but not with the float."""
    verdicts = set()
    for beta in (0.1, 0.3, 0.7, 1 / 3):
        for n in range(2, 40):
            rule = Rule("multiply", 1 + beta, float(n), ties="plus")
            run = play(rule, np.eye(n)[[0] * 60], np.ones(60))
            verdicts.add(winnow_disjunction(run, [0]).holds)
    assert verdicts == {True}


# -- T6: Winnow(eta) -----------------------------------------------------------------------------


def entropy_case(rng, seed, sharp=False):
    """Rows labelled by a hidden v >= 0, a rate below, at and above what is allowed."""
    m, d = int(rng.integers(1, 6)), int(rng.integers(1, 5))
    kind, scale = seed % 5, SCALES[rng.integers(len(SCALES))]
    X = rng.normal(size=(m, d))
    if kind in (0, 1):  # all |x| = R: the chord is attained, and there are ties
        X = rng.choice([-1.0, 1.0], size=(m + 3, d + d % 2))
    if kind == 2:
        X = rng.integers(-3, 4, (m, d)) / 10
    v = rng.integers(0, 3, X.shape[1]).astype(float)
    if seed % 3 == 0 or not v.any():
        v = np.eye(X.shape[1])[rng.integers(X.shape[1])]  # then Phi_0 = ln N
    side = X @ v
    keep = np.abs(side) > (0 if seed % 10 else -1)
    X, y = (X[keep], np.sign(side[keep])) if keep.any() else (np.ones((1, len(v))), np.ones(1))
    y[y == 0] = 1.0
    rho, R = float((y * (X @ v)).min() / v.sum()), float(np.abs(X).max())
    best = rho / R**2 if rho > 0 else 1.0
    part = rng.choice([1.0, 0.5, 0.01, 1.99, 2.0, 2.5, 1e-6])
    v = v * float(rng.choice([1.0, 1e-150, 1e150])) if seed % 4 == 0 else v
    if sharp and rho < R and seed % 2:
        best, part = math.atanh(rho / R) / R if rho > 0 else 1.0, part / 1.5
    elif sharp and rho == R:
        part = rng.choice([1.0, 40.0, 300.0])
    v = -v if seed % 97 == 0 else v
    rule = Rule("exponentiate", rate=float(part * best / scale), ties=EVERY_TIE[seed % 4])
    return play(rule, X * scale, y, **passes(rng)), v


def test_winnow_eta_says_what_the_oracle_says():
    compare(winnow_entropy, oracle.entropy, entropy_case)


def test_the_sharper_bound_says_what_the_oracle_says():
    compare(
        winnow_entropy_sharp,
        lambda run, v: oracle.entropy(run, v, sharp=True),
        lambda rng, seed: entropy_case(rng, seed, sharp=True),
    )


def test_a_rate_at_the_limit_makes_no_claim_and_one_below_does():
    """eta = 2 rho/R^2 exactly, in numbers that floats hold; and the float before it."""
    X, y, v = np.array([[1.0, -0.5, 0.25]]), np.ones(1), np.array([1.0, 1.0, 0.0])
    limit = 2 * 0.25
    for eta, holds in (
        (limit, None),
        (np.nextafter(limit, 0), True),
        (np.nextafter(limit, 1), None),
    ):
        run = play(Rule("exponentiate", rate=float(eta)), X, y)
        assert winnow_entropy(run, v).holds is holds
        assert winnow_entropy_sharp(run, v).holds is True  # which allows a little more


@pytest.mark.parametrize("rho", [1e-8, 1e-16, 1e-100, 1e-150])
def test_tiny_margins(rho):
    """Hoeffding's lemma has a slack of about (rho/R)^4 here: 1e-600 is seen."""
    X, y = np.array([[rho, -1.0], [rho, 1.0]]), np.ones(2)
    run = play(Rule("exponentiate", rate=rho), X, y, epochs=2)
    for theorem in (winnow_entropy, winnow_entropy_sharp):
        certificate = theorem(run, [1, 0])
        assert run.M and certificate.holds, certificate


@pytest.mark.parametrize("eta", [1.0, 40.0, 300.0, 700.0])
def test_bounds_that_are_attained_cannot_be_lowered(eta):
    X, y = adversaries.hadamard(16)
    for scale in (1.0, 2.0**-400, 2.0**400):
        run = play(Rule("exponentiate", rate=eta / scale), X * scale, y)
        tight = winnow_entropy_sharp(run, np.eye(16)[0])
        assert tight.holds and tight.mistakes <= tight.bound
        if eta > 30:
            assert tight.mistakes == 4 and math.isclose(tight.bound, 4)
            assert replace(tight, bound=0.9 * tight.bound).holds is False


def test_one_feature_and_no_feature_to_choose_from():
    """N = 1: ln N = 0, so no mistake is allowed, and none is made."""
    run = play(Rule("exponentiate", rate=0.5), [[2.0], [1.0]], [1, 1])
    for theorem in (winnow_entropy, winnow_entropy_sharp):
        certificate = theorem(run, [1.0])
        assert certificate.holds is (True if theorem is winnow_entropy_sharp else None)
    slow = play(Rule("exponentiate", rate=0.25), [[2.0], [1.0]], [1, 1])
    assert winnow_entropy(slow, [1.0]).verdict == "holds: 0 mistakes, bound 0"


# -- T12: p-norms --------------------------------------------------------------------------------


def p_norm_case(rng, seed):
    m, d = int(rng.integers(1, 6)), int(rng.integers(1, 5))
    kind, scale = seed % 4, SCALES[rng.integers(len(SCALES))]
    X = rng.normal(size=(m, d))
    if kind in (0, 1):
        X = rng.integers(-3, 4, (m + 4, d)).astype(float) * (0.1 if kind else 1.0)
    if seed % 20 == 7:
        X, y = adversaries.hadamard(4)
        v = np.eye(4)[0]
    else:
        v = rng.integers(-2, 3, d).astype(float)
        v = v if v.any() else np.ones(d)
        side = X @ v
        keep = np.abs(side) > (1e-9 if seed % 10 else -1)
        X, y = (X[keep], np.sign(side[keep])) if keep.any() else (np.ones((1, d)), np.ones(1))
        y[y == 0] = 1.0
    p = [2.0, 4.0, 2.5, 3.0, 20.0, 2 * math.log(16), 2.25, 1.5][
        rng.integers(8 if seed % 9 == 0 else 7)
    ]
    rate = float(rng.choice([1.0, 1.0, 0.1, 3.0]))
    rule = Rule("p_norm", rate, p=p, ties=EVERY_TIE[seed % 4])
    return play(rule, X * scale, y, **passes(rng)), v


def test_p_norms_say_what_the_oracle_says():
    compare(p_norm, oracle.p_norm, p_norm_case)


@pytest.mark.parametrize("p", [2.0, 2.5, 3.0, 7.3])
def test_hoelder_s_inequality_may_be_an_equality(p):
    """One coordinate, or all of one size: |v|_q |theta|_p = v.theta, which no interval can say."""
    for x in ([3.0], [0.3, 0.3], [7.0, 0.0], [1e-150, 1e-150, 1e-150]):
        run = play(Rule("p_norm", p=p), [x], [1])
        certificate = p_norm(run, np.sign(x))
        assert certificate.holds, certificate
        hoelder = next(step for step in certificate.steps if "Hoelder" in step.text)
        assert hoelder.least_slack == 0


def test_a_score_of_zero_between_different_powers_is_seen():
    """p = 2.5: 4^1.5 = 8 times 1^1.5, so theta = (4, 1) and y x = (-1, 8) score exactly 0."""
    X = np.array([[4.0, 1.0], [-1.0, 8.0]])
    run = play(Rule("p_norm", p=2.5), X, [1, 1])
    certificate = p_norm(run, [1.0, 1.0])
    assert run.M == 2 and certificate.holds
    assert certificate.steps[0].left == (0, 0)


def test_tight_p_norm_bounds_cannot_be_lowered():
    for scale in (2.0**-400, 1.0, 2.0**400):
        X, y = adversaries.hadamard(8)
        tight = p_norm(play(Rule("p_norm"), X * scale, y), np.eye(8)[0] / scale)
        assert tight.holds and tight.mistakes == tight.bound == 8
        assert replace(tight, bound=0.9 * tight.bound).holds is False


# -- weighted majority ---------------------------------------------------------------------------


def test_weighted_majority_says_what_the_oracle_says():
    compare(weighted_majority, oracle.majority, majority_case, by_rounding=False)


def test_tight_weighted_majority_cannot_be_lowered():
    X, y = adversaries.hadamard(16)
    tight = weighted_majority(play(Rule("majority", rate=2.0**-60), X, y))
    assert tight.holds and tight.mistakes == 4
    assert replace(tight, bound=0.9 * tight.bound).holds is False


# -- lies ----------------------------------------------------------------------------------------


def every_certificate(change=lambda run: run):
    """A certificate of each theorem about a run, after the run was changed."""
    bits = np.array([[1.0, 0, 1], [0, 1, 1], [0, 0, 1], [1, 1, 0], [0, 1, 1]])
    y = np.where(bits[:, 0] > 0, 1.0, -1.0)
    signs, real = 2 * bits - 1, np.array([[0.3, -1.0], [-0.2, 0.7], [0.5, 0.1], [0.4, -0.9]])
    labels = np.sign(real @ [3.0, 1.0])
    pairs = [
        (winnow_disjunction, play(Rule("multiply", 1.5, 3.0, ties="plus"), bits, y), ([0],)),
        (sparse_disjunction, play(Rule(), fold_bias(bits), y), ([0],)),
        (winnow_entropy, play(Rule("exponentiate", 0.1), real, labels), ([3.0, 1.0],)),
        (winnow_entropy_sharp, play(Rule("exponentiate", 0.1), real, labels), ([3.0, 1.0],)),
        (p_norm, play(Rule("p_norm", p=3.0), real, labels), ([3.0, 1.0],)),
        (weighted_majority, play(Rule("majority", 0.3), signs, y), ()),
        (identities, play(Rule(), real, labels), ()),
        (identities, play(Rule("majority", 0.3), signs, y), ()),
        (identities, play_kernel(KernelRule(linear), real, labels), ()),
        (leave_one_out, play(Rule(), real, labels, epochs=None), ()),
    ]
    return [theorem(change(run), *more) for theorem, run, more in pairs]


def test_nothing_is_wrong_with_these():
    for certificate in every_certificate():
        assert certificate.holds or "eta" in certificate.why_not, certificate


def forge_more(run):
    """A round that was right is logged as a mistake."""
    right = next(t for t in range(run.rounds) if t not in run.mistakes)
    return replace(run, mistakes=np.sort(np.append(run.mistakes, right)))


def forge_less(run):
    return replace(run, mistakes=run.mistakes[:-1])


def forge_order(run):
    return replace(run, mistakes=run.mistakes[::-1].copy() if run.M > 1 else np.array([-1]))


def change_a_row(run):
    X = run.X.copy()
    X[run.examples[-1]] = X[run.examples[-1]][::-1] * 3.0 + 1.0
    return replace(run, rows=X)


def spoil_a_row(run):
    X = run.X.copy()
    X[run.examples[0], 0] = np.nan
    return replace(run, rows=X)


def turn_a_label(run):
    y = run.y.copy()
    y[run.examples[-1]] *= -1.0
    return replace(run, y=y)


LIES = [forge_more, forge_less, forge_order, change_a_row, spoil_a_row, turn_a_label]


@pytest.mark.parametrize("lie", LIES)
def test_a_lie_is_refuted_or_declined(lie):
    for certificate in every_certificate(lie):
        assert certificate.holds is not True, certificate


@pytest.mark.parametrize("lie", LIES[:2])
def test_a_forged_log_with_weights_to_match_is_refuted_or_declined(lie):
    """The log of mistakes and the last weights agree; but no such run exists."""

    def forge(run):
        forged = lie(run)
        if not hasattr(run, "last_weights"):
            return forged
        return replace(forged, last_weights=forged.path[-1])

    for certificate in every_certificate(forge):
        assert certificate.holds is not True, certificate
