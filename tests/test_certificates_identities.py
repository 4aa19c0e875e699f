"""Identities and expectations never lie: a thousand runs each against an oracle in fractions."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from perceptronlib import Rule, play
from perceptronlib.core import fast
from perceptronlib.kernels.dual import KernelRule, play_kernel
from perceptronlib.kernels.functions import gaussian, linear, polynomial
from perceptronlib.theory.theorems import (
    identities,
    leave_one_out,
    leave_one_out_is_unbiased,
    online_to_batch,
)
from tests import oracle_winnow as oracle
from tests.certificate_cases import BETAS, EVERY_TIE, SCALES, compare, majority_case, passes
from tests.instances import MANY
from tests.oracle import HOLDS


@pytest.fixture(autouse=True, scope="module")
def plain_loops():
    """These runs are small; compiled loops would only cost the time to load them."""
    with fast.using("plain"):
        yield


# -- identities ----------------------------------------------------------------------------------


def additive_case(rng, seed):
    m, d = int(rng.integers(1, 8)), int(rng.integers(1, 5))
    scale = SCALES[rng.integers(len(SCALES))]
    X = rng.normal(size=(m, d)) * scale
    if seed % 3 == 0:
        X = rng.integers(-3, 4, (m + 6, 3)) / 10
    elif seed % 3 == 1:
        X = np.rint(rng.uniform(-1, 1, (m, d)) * 2.0 ** rng.integers(2, 54))
    rule = Rule(rate=float(rng.choice([1.0, 0.1, 3.0, 0.5])), ties=EVERY_TIE[seed % 4])
    start = [None, rng.normal(size=X.shape[1])][int(seed % 5 == 0)]
    return (play(rule, X, rng.choice([-1.0, 1.0], len(X)), start=start, **passes(rng)),)


def test_identities_of_additive_rules_say_what_the_oracle_says():
    compare(identities, oracle.identities, additive_case)


MULTIPLICATIVE = {
    "exponentiate": lambda rng: Rule("exponentiate", float(rng.choice([0.1, 1.0, 3.0, 30.0]))),
    "multiply": lambda rng: Rule("multiply", 1 + float(rng.choice(BETAS)), threshold=3.0),
    "p_norm": lambda rng: Rule("p_norm", 0.3, p=float(rng.choice([2.0, 2.5, 8.0, 60.0, 1.3]))),
}


@pytest.mark.parametrize("update", MULTIPLICATIVE)
def test_closed_forms_hold_whatever_rounding_does(update):
    """The floats of the path are within the proven error of the closed form, or out of range."""
    answers = []
    for seed in range(MANY):
        rng = np.random.default_rng(seed)
        X = rng.normal(size=(int(rng.integers(1, 9)), int(rng.integers(1, 5))))
        if update == "multiply" or seed % 2:
            X = (X > 0).astype(float)
        elif update == "p_norm":
            X = X * SCALES[rng.integers(len(SCALES))]
        rule = replace(MULTIPLICATIVE[update](rng), ties=EVERY_TIE[seed % 4])
        certificate = identities(play(rule, X, rng.choice([-1.0, 1.0], len(X)), **passes(rng)))
        assert certificate.holds is not False, f"seed {seed}\n{certificate}"
        assert certificate.holds or "too small" in certificate.why_not, (
            f"seed {seed}\n{certificate}"
        )
        answers.append(certificate.holds)
    assert answers.count(True) > MANY / 2


def test_identities_of_kernels_say_what_the_oracle_says():
    rounded = 0
    for seed in range(MANY):
        rng = np.random.default_rng(seed)
        X = rng.integers(-3, 4, (9, 3)) / (10 if seed % 2 else 1)
        y = rng.choice([-1.0, 1.0], len(X))
        kernel = [linear, linear, polynomial(2), gaussian(1.0)][int(rng.integers(4))]
        X = X * float(rng.choice([1e-100, 1e100])) if seed % 3 == 0 and kernel is linear else X
        rule = KernelRule(kernel, ties=EVERY_TIE[seed % 4])
        run = play_kernel(rule, X, y, **passes(rng))
        certificate, wrong = identities(run), None
        if kernel is linear:
            w = [Fraction(0)] * 3
            for t, x, label in oracle.rounds(run):
                gap = label * oracle.dot(w, x)
                if wrong is None and not oracle.is_mistake(gap, label, rule.ties):
                    wrong = oracle.decided_by_rounding(t)
                w = [a + label * b for a, b in zip(w, x, strict=True)]
        rounded += wrong is not None
        assert certificate.holds is (None if wrong else True), (
            f"seed {seed}: {wrong}\n{certificate}"
        )
        assert wrong is None or wrong in certificate.why_not
    assert rounded


def test_identities_of_weighted_majority_say_what_the_oracle_says():
    compare(identities, oracle.identities, majority_case, by_rounding=False)


def test_a_common_factor_of_all_weights_is_no_difference():
    """Weights may be kept in range by a power of two: only their shares mean something."""
    rng = np.random.default_rng(0)
    run = play(Rule("majority", 0.3), rng.choice([-1.0, 1.0], (30, 5)), rng.choice([-1.0, 1.0], 30))
    scaled = replace(run)
    scaled.__dict__["path"] = run.path * 2.0 ** rng.integers(-9, 99, (run.M + 1, 1))
    assert identities(scaled).holds and str(identities(scaled)) == str(identities(run))
    scaled.__dict__["path"][-1, 0] *= 1 + 1e-9
    assert identities(scaled).holds is False


# -- sampling ------------------------------------------------------------------------------------


def test_leave_one_out_says_what_the_oracle_says():
    answers = []
    for seed in range(MANY):
        rng = np.random.default_rng(seed)
        m, d = int(rng.integers(1, 6)), int(rng.integers(1, 4))
        X = rng.integers(-3, 4, (m, d)) / (10 if seed % 2 else 1) * SCALES[rng.integers(7)]
        side = np.sign(np.rint(X / np.abs(X).max(initial=1e-300) @ rng.integers(-2, 3, d) * 1e6))
        y = np.where(side == 0, 1.0, side) if seed % 5 else rng.choice([-1.0, 1.0], m)
        rule = Rule(ties=EVERY_TIE[seed % 4], rate=float(rng.choice([1.0, 0.1])))
        run = play(rule, X, y, epochs=[None, None, 2][seed % 3], max_epochs=60)
        certificate = leave_one_out(run, max_epochs=60)
        most = max(60, 10 * (run.rounds // m)) if run.converged else max(1, run.rounds // m)
        expected, errors, support = oracle.leave_one_out(run, most)
        assert certificate.mistakes == errors and certificate.counts == "leave-one-out errors"
        assert certificate.bound == support
        agree = certificate.holds is None and expected in certificate.why_not
        assert agree or (expected == HOLDS and certificate.holds), (
            f"seed {seed}: {expected}\n{certificate}"
        )
        answers.append(expected)
    assert answers.count(HOLDS) > MANY / 3


def distribution(seed):
    rng = np.random.default_rng(seed)
    n, d = int(rng.integers(1, 4)), int(rng.integers(1, 3))
    points = rng.integers(-3, 4, (n, d)) / 10 * SCALES[rng.integers(7)]
    parts = [int(part) for part in rng.integers(1, 10, n)]
    chances = [Fraction(part, sum(parts)) for part in parts]
    rule = Rule(ties=EVERY_TIE[seed % 4], rate=float(rng.choice([1.0, 0.1])))
    return points, rng.choice([-1, 1], n), chances, 1 + seed % 2, rule


def test_expectations_are_those_of_the_oracle():
    """Also where the bound is attained, and is no float: 1/3 <= 0.333... would be false."""
    attained = 0
    for seed in range(MANY):
        points, labels, chances, m, rule = distribution(seed)
        loo, vote, bound = oracle.expectations(rule, points, labels, chances, m)
        unbiased = leave_one_out_is_unbiased(points, labels, chances, m, rule, epochs=1)
        online = online_to_batch(points, labels, chances, m, rule)
        assert unbiased.holds and unbiased.mistakes == loo and online.holds
        assert online.mistakes == vote and online.steps[1].right == (bound,)
        assert online.counts == "probability of a wrong vote"
        attained += online.mistakes == bound
        if vote and vote > Fraction(9, 10) * bound:
            assert replace(online, bound=0.9 * online.bound).holds is False
        if loo:
            assert replace(unbiased, bound=0.9 * unbiased.bound).holds is False
    assert attained
