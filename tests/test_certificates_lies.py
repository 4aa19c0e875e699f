"""Certificates never lie: bounds, logs, rows and weights that are not true, and old defects."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from perceptronlib import Rule, adversaries, play
from perceptronlib.theory.theorems import (
    deviations,
    embedding,
    exponential,
    hinge,
    large_margin,
    margin,
    novikoff,
)
from tests.instances import MANY, assert_confirmed

# Lies: what is not true of a run is refuted or declined.


def tight_certificates():
    """Theorems on instances that attain their bounds."""
    for X, y in (adversaries.orthonormal(9), adversaries.hadamard(8)):
        for scale in (1.0, 2.0**-500, 2.0**490, 0.125):
            run = play(Rule(), X * scale, y)
            yield novikoff(run, (X * y[:, None]).sum(axis=0))
            yield margin(run, (X * y[:, None]).sum(axis=0))
    run, v = play(Rule(), *adversaries.orthonormal(9)), np.ones(9) / 3
    yield from (deviations(run, v, 1 / 3), hinge(run, v, 1 / 3), hinge(run, v, 1 / 3, "root"))
    zeros = play(Rule(), np.zeros((7, 1)), np.ones(7))
    yield from (deviations(zeros, [1], 2), hinge(zeros, [1], 2, "root"))
    yield exponential(play(Rule(), *adversaries.exponential(4), epochs=None))


def test_a_bound_that_is_a_tenth_too_small_is_refuted_where_it_is_attained():
    certificates = list(tight_certificates())
    assert len(certificates) == 22
    for certificate in certificates:
        assert certificate.holds is True and certificate.mistakes == round(certificate.bound)
        lie = replace(certificate, bound=0.9 * certificate.bound)
        assert lie.holds is False and lie.verdict.startswith("REFUTED"), str(certificate)


@pytest.mark.parametrize("n", range(1, 17))
@pytest.mark.parametrize("size", [1.0, 0.1, 1e-150, 1e140])
def test_bounds_that_are_attained_are_confirmed_though_their_roots_are_rounded(n, size):
    """1/(1/sqrt n)^2 < n in floats for n = 3, 6, 12; so is the length of ones/sqrt n below 1."""
    X, y = adversaries.orthonormal(n)
    run, v = play(Rule(), size * X, y), np.ones(n) / np.sqrt(n)
    rho = float(np.min(y * (size * X @ v)))
    certificates = [
        novikoff(run, v),
        deviations(run, v, rho),
        hinge(run, v, rho),
        hinge(run, v, rho, "root"),
        embedding(run, v, rho),
    ]
    for certificate in certificates:
        assert_confirmed(certificate)
        assert certificate.mistakes == n and certificate.bound == pytest.approx(n, rel=1e-5)
        assert replace(certificate, bound=0.9 * certificate.bound).holds is False


CHECKS = {
    "novikoff": lambda run: novikoff(run, np.array([3.0, 1.0])),
    "margin": lambda run: margin(run, np.array([3.0, 1.0])),
    "deviations": lambda run: deviations(run, [1, 0], 1),
    "linear": lambda run: hinge(run, [1, 0], 1),
    "root": lambda run: hinge(run, [1, 0], 1, "root"),
    "embedding": lambda run: embedding(run, [1, 0], 1),
    "large margin": lambda run: large_margin(run, [3.0, 1.0]),
}


def honest_run(rng, slope=0.0):
    """A run with mistakes on points that (3, 1) separates; its rows are its own."""
    X = rng.integers(-4, 5, (8, 2)) / 4 / np.sqrt(2.0)
    X = X[np.abs(X @ [3, 1]) > 0.3]
    if len(X) < 4:
        return honest_run(rng, slope)
    return play(Rule(slope=slope), X, np.sign(X @ [3, 1]))


def forged_weights(run):
    """The run with the last weights that its log leads to."""
    return replace(run, last_weights=replace(run).path[-1])


@pytest.mark.parametrize("name", CHECKS)
def test_a_log_that_is_not_the_runs_is_never_confirmed(name):
    rng = np.random.default_rng(0)
    for _ in range(MANY // 10):
        run = honest_run(rng, 0.01 if name == "large margin" else 0.0)
        assert CHECKS[name](run).holds is True, str(CHECKS[name](run))
        other = rng.permutation(run.rounds)[: rng.integers(0, run.rounds + 1)]
        logs = [np.sort(other), run.mistakes[:-1], run.mistakes[1:], np.arange(run.rounds)]
        logs += [np.repeat(run.mistakes, 2), run.mistakes[::-1] - 1, run.mistakes + run.rounds]
        for log in logs:
            if np.array_equal(log, run.mistakes):
                continue
            forged = replace(run, mistakes=log)
            assert CHECKS[name](forged).holds is not True, f"{log} for {run.mistakes}"
            if len(log) and np.isin(log, np.arange(run.rounds)).all():
                assert CHECKS[name](forged_weights(forged)).holds is not True


@pytest.mark.parametrize("name", CHECKS)
def test_rows_labels_or_weights_that_changed_since_the_run_are_noticed(name):
    rng = np.random.default_rng(1)
    slope = 0.01 if name == "large margin" else 0.0
    for _ in range(MANY // 50):
        run = honest_run(rng, slope)
        assert len(run.path) == run.M + 1  # derived before the change: it must not be believed
        certificate = CHECKS[name](replace(run, last_weights=run.last_weights + 0.5))
        assert certificate.holds is None and "rows have changed" in certificate.why_not
        i = rng.choice(run.support)
        longer, relabelled = honest_run(rng, slope), honest_run(rng, slope)
        longer.X[rng.choice(longer.support)] *= 2.0
        relabelled.y[rng.choice(relabelled.support)] *= -1.0
        for changed in (longer, relabelled):
            certificate = CHECKS[name](changed)
            assert certificate.holds is None and "rows have changed" in certificate.why_not
        run.X[i, 0] = np.nan
        assert "rows have changed" in CHECKS[name](run).why_not


def test_a_clean_pass_that_never_was_is_not_believed():
    """Rounds added to a log that was not finished would make a run converge that did not."""
    run = play(Rule(margin=10.0), [[1.0, 2.0], [2.0, -1.0]], [1, -1])
    assert not run.converged and margin(run, [0.0, 1.0]).holds
    finished = replace(run, in_order=replace(run.in_order, rounds=run.rounds + 2))
    assert finished.converged
    certificate = margin(finished, [0.0, 1.0])
    assert "is a mistake that is not logged" in certificate.why_not


# Defects of an earlier version, which compared floats up to a tolerance.


@pytest.mark.parametrize("size", [5e8, 2.0**31, 2.0**32 + 2, 3e9, 2.0**53 - 2])
def test_whole_numbers_of_any_size_are_not_refuted(size):
    """Squares of 64-bit integers wrap round from about 2e9 on."""
    X = size * np.array([[1.0, 0.0], [0.5, 1.0], [-0.5, 0.5]])
    run = play(Rule(), X, [1, 1, -1], epochs=None)
    for v in ([2.0, 1.0], [size, size / 2]):
        assert_confirmed(novikoff(run, v))
        assert_confirmed(margin(run, v))
    assert_confirmed(deviations(run, [1, 0], size))
    assert_confirmed(hinge(run, [1, 0], size))


def test_features_of_half_a_billion_are_not_refuted():
    rng = np.random.default_rng(0)
    for _ in range(60):
        X = rng.integers(-5 * 10**8, 5 * 10**8, (6, 3)).astype(float)
        v = rng.integers(-9, 10, 3).astype(float) + 0.5
        assert_confirmed(novikoff(play(Rule(), X, np.sign(X @ v), epochs=5), v))


@pytest.mark.parametrize("tiny", [1e-7, 1e-8, 3e-9, 1e-12, 1e-30])
def test_a_tiny_margin_is_not_refuted(tiny):
    """Near rho/R = 1e-8 the slack of a true step came out as -1e-16."""
    X, y = [[1.0, tiny], [-1.0, tiny]], [1, 1]
    run = play(Rule(), X, y, epochs=50)
    assert_confirmed(novikoff(run, [0.0, 1.0]))
    assert_confirmed(margin(run, [0.0, 1.0]))
    assert_confirmed(hinge(run, [0.0, 1.0], tiny, "root"))


def test_a_vector_that_touches_the_boundary_separates_nothing():
    """y v.x = 0 exactly, but in floats it is 2^-60, and the bound would be about 1e36."""
    e = 2.0**-30
    x, v = np.array([1 + e, -(1 + 2 * e), -e * e]), np.array([1 + e, 1.0, 1.0])
    assert sum(Fraction(a) * Fraction(b) for a, b in zip(x, v, strict=True)) == 0
    assert -float(np.sum(x * v)) > 0
    run = play(Rule(), [x], [-1])
    for theorem in (novikoff, margin):
        certificate = theorem(run, v)
        assert certificate.holds is None and "v separates" in certificate.why_not


@pytest.mark.parametrize("length", [1 + 1e-9, 1 - 1e-9, 1 + 1e-12])
def test_a_length_near_one_is_not_one(length):
    run = play(Rule(), [[1.0, 0.0], [0.0, 1.0]], [1, -1])
    for theorem in (deviations, embedding):
        assert "|v| = 1" in theorem(run, [length, 0.0], 0.5).why_not
    assert (hinge(run, [length, 0.0], 0.5).holds is None) == (length > 1)


def test_a_normalised_vector_has_length_one():
    """Rounding its coordinates moves the length of a vector by some 1e-16: that is no reason."""
    rng = np.random.default_rng(3)
    for _ in range(MANY // 10):
        v = rng.normal(size=rng.integers(1, 30))
        v /= np.linalg.norm(v)
        run = play(Rule(), rng.normal(size=(5, len(v))), rng.choice([-1, 1], 5))
        for theorem in (deviations, hinge, embedding):
            assert_confirmed(theorem(run, v, 0.3))


@pytest.mark.parametrize("ties", ["plus", "minus", "strict"])
def test_the_large_margin_perceptron_has_to_leave_zero(ties):
    """Under ``strict`` w = 0 never moves; then no margin is reached, and nothing is claimed."""
    run = play(Rule(slope=0.1, ties=ties), [[0.6, 0.8], [0.8, 0.6]], [1, 1], epochs=3)
    certificate = large_margin(run, [1.0, 1.0])
    assert certificate.holds is None and "w = 0 counts as a mistake" in certificate.why_not


def test_a_vector_that_is_not_finite_gets_a_sentence():
    run = play(Rule(), [[1.0, 2.0]], [1])
    for v in ([np.inf, 1.0], [np.nan, 1.0], [0.0, 0.0], [1.0]):
        for theorem in (novikoff, margin):
            with pytest.raises(ValueError, match="v must be a non-zero vector of 2 numbers"):
                theorem(run, v)


@pytest.mark.parametrize("length", [1e-170, 5e-324, 1e-300, 1e170, 1e300])
def test_a_vector_may_be_as_short_or_long_as_floats_allow(length):
    """The square of 1e-170 is 0 as a float; only the direction of v matters."""
    run = play(Rule(), [[3.0, 4.0], [3.0, -4.0]], [1, -1], epochs=None)
    for theorem in (novikoff, margin):
        certificate = theorem(run, [0.0, length])
        assert_confirmed(certificate)
        assert certificate.bound == 1.5625


def test_the_margin_that_there_is_may_be_asked_for():
    """gamma equal to the margin of v, computed in floats, may exceed it by rounding."""
    rng = np.random.default_rng(5)
    for size in [1.0, 1e-2, 1e-5, 1e-8] * (MANY // 40):
        v = rng.normal(size=3)
        v /= np.linalg.norm(v)
        X = rng.normal(size=(4, 3))
        X -= np.outer(X @ v, v)
        X = X / np.linalg.norm(X, axis=1, keepdims=True) + size * v
        X /= np.linalg.norm(X, axis=1, keepdims=True)
        gamma = float((X @ v).min())
        run = play(Rule(slope=gamma / 2), X, np.ones(4), epochs=3)
        certificate = large_margin(run, v)
        if certificate.holds is None:
            assert "decided by rounding" in certificate.why_not
            continue
        assert_confirmed(certificate)
        assert certificate.bound == pytest.approx(8 / gamma**2, rel=1e-6)


def test_a_touched_threshold_is_a_mistake_in_whole_numbers():
    """w = (3, 4)/8 has length 5/8; the second score is exactly a quarter of it."""
    run = play(Rule(slope=0.25), [[0.375, 0.5], [-0.25, 0.5]], [1, 1])
    certificate = large_margin(run, [0.0, 1.0])
    assert_confirmed(certificate)
    assert certificate.mistakes == 2 and certificate.steps[0].slack.tolist() == [0, 0]


@pytest.mark.parametrize("rule", [Rule(margin=-1.0), Rule(rate=0.0), Rule(rate=-1.0)])
def test_rules_that_are_no_perceptrons_are_declined(rule):
    """With eta = -1 the bound is negative; with rate 0 one point is misclassified for ever."""
    run = play(rule, [[1.0]], [1], epochs=3)
    certificate = margin(run, [1.0])
    assert certificate.holds is None and "a perceptron's" in certificate.why_not


@pytest.mark.parametrize("rate", [0.1, 0.3])
def test_an_exponential_instance_that_rounding_cut_short_is_not_refuted(rate):
    verdicts = set()
    for n in range(1, 7):
        run = play(Rule(rate=rate), *adversaries.exponential(n), epochs=None, max_epochs=10**4)
        certificate = exponential(run)
        verdicts.add(certificate.holds)
        assert certificate.holds or "decided by rounding" in certificate.why_not
    assert verdicts == {True, None}


def test_a_run_of_a_billion_rounds_is_judged_at_once():
    """Rounds after the first clean pass are counted, not written down."""
    run = play(Rule(), [[1.0, 2.0], [2.0, -1.0]], [1, -1], epochs=500_000_000)
    assert run.rounds == 10**9 and run.converged
    assert_confirmed(novikoff(run, [0.0, 1.0]))
