"""Novikoff, margin and large-margin perceptrons, the exponential instance: T1, T2, T7, T8."""

from dataclasses import replace
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings

import perceptronlib as pl
from perceptronlib import Rule, adversaries, margins, play
from perceptronlib.samples.features import unit_rows
from perceptronlib.theory.theorems import (
    Certificate,
    exponential,
    large_margin,
    margin,
    novikoff,
)
from perceptronlib.theory.theorems.certificate import Statement
from tests.instances import MANY, TIES, assert_confirmed, separable_samples


@given(separable_samples(), TIES)
@settings(max_examples=MANY // 10)
def test_novikoff_with_the_best_comparator(sample, ties):
    X, y, v = sample
    run = play(Rule(ties=ties), X, y, epochs=None)
    best, other = novikoff(run), novikoff(run, v)
    assert best.applies and best.holds is not False
    assert other.bound is None or best.bound <= other.bound * (1 + 1e-6)


@pytest.mark.parametrize("ties", ["le", "plus"])
@pytest.mark.parametrize("n", [1, 2, 3, 6, 8, 12, 16])
def test_tight_instances_are_confirmed_and_any_smaller_bound_is_refuted(n, ties):
    """1/(1/sqrt n)^2 < n in floats for n = 3, 6, 12: a sloppy check would refute the theorem."""
    instances = [adversaries.orthonormal(n)]
    if n & (n - 1) == 0:
        instances.append(adversaries.hadamard(n))
    for X, y in instances:
        run = play(Rule(ties=ties), X, y, epochs=None)
        for v in [(X * y[:, None]).sum(axis=0)] if n & (n - 1) else [None]:
            certificate = novikoff(run, v)
            assert_confirmed(certificate)
            assert certificate.mistakes == n == round(certificate.bound)
            with pytest.raises(AssertionError):
                assert_confirmed(replace(certificate, bound=0.9 * certificate.bound))


def test_a_wrong_step_is_caught_and_its_first_round_named():
    X, y = adversaries.orthonormal(5)
    certificate = novikoff(play(Rule(), X, y), np.ones(5))
    steps = list(certificate.steps)
    k = next(i for i, s in enumerate(steps) if s.text == "|w_k|^2 <= k R^2")
    steps[k] = replace(steps[k], good=(True, True, True, False, True))
    broken = replace(certificate, steps=tuple(steps))
    assert broken.holds is False
    assert broken.first_failure.round == 3
    assert broken.first_failure.step == "|w_k|^2 <= k R^2"
    assert "REFUTED" in broken.verdict and "fails in round 3" in broken.verdict
    assert "FAILS" in broken._repr_html_() and "FAILS" in str(broken)
    with pytest.raises(AssertionError):
        assert_confirmed(broken)


def test_whole_numbers_are_compared_exactly_however_large():
    """One part in 10^16 is beyond floats, not beyond the certificate."""
    least = Statement("a <= b", lambda q: q.a, lambda q: q.b)
    assert least.once(SimpleNamespace(a=10**16, b=10**16 + 1)).holds
    assert not least.once(SimpleNamespace(a=10**16 + 1, b=10**16)).holds
    assert not least.once(SimpleNamespace(a=Fraction(1, 3), b=Fraction(33, 100))).holds
    run = play(Rule(), [[3e15, 1.0], [3e15, -1.0]], [1, 1])
    certificate = novikoff(run, v=[1, 0])
    assert_confirmed(certificate)
    assert certificate.steps[-1].right == (9 * 10**30 + 1,)


@pytest.mark.parametrize(
    ("run", "text"),
    [
        (play(Rule(), [[1.0]], [1], start=[-10.0], epochs=None), "w starts at 0"),
        (play(Rule(margin=1.0), [[1.0]], [1]), "the run is a perceptron's"),
        (play(Rule(slope=0.1), [[1.0]], [1]), "the run is a perceptron's"),
        (play(Rule(), [[1.0], [1.0]], [1, -1]), "some v separates the data"),
    ],
)
def test_no_claim_without_the_assumptions(run, text):
    certificate = novikoff(run)
    assert certificate.holds is None and not certificate.applies
    assert "no claim" in certificate.verdict and text in certificate.verdict
    assert "fails" in certificate._repr_html_()
    assert novikoff(run, v=[-1.0]).holds is None


def test_a_start_elsewhere_really_breaks_the_bound():
    run = play(Rule(), [[1.0]], [1], start=[-10.0], epochs=None)
    certificate = novikoff(run)
    assert certificate.holds is None and run.M == 11 and not certificate.within_bound


def test_other_assumptions():
    separated = play(Rule(), [[2.0, 0.0]], [1])
    assert large_margin(separated).holds is None  # no gamma, and |x| > 1
    too_eager = play(Rule(slope=0.9), unit_rows(np.array([[1.0, 1.0], [1.0, -1.0]])), [1, -1])
    assert large_margin(too_eager, v=[0.0, 1.0]).holds is None  # gamma is more than there is
    assert margin(play(Rule(), [[1.0], [1.0]], [1, -1])).holds is None
    assert margin(separated, v=[-1.0, 0.0]).holds is None
    contradiction = play(Rule(slope=0.1), [[1.0], [1.0]], [1, -1])
    assert large_margin(contradiction).holds is None
    assert exponential(separated).holds is None
    with pytest.raises(ValueError, match="v must be a non-zero vector of 2 numbers"):
        novikoff(separated, v=[0.0, 0.0])


def test_a_large_eta_buys_margin():
    """T8 answers Utah's exercise: the promised margin grows with eta towards rho/2."""
    X, y = np.array([[1.0, 5.0], [1.0, -4.0], [-3.0, 1.0]]), [1, 1, -1]
    rho = margins.max_margin(X, y).margin
    reached = []
    for eta in (0.0, 0.1, 1000.0):
        w = play(Rule(margin=eta), X, y, epochs=None, max_epochs=100_000).last_weights
        reached.append(margins.sample_margin(w, X, y))
    assert reached[0] < 0.3 * rho and reached[1] < 0.3 * rho  # a small eta buys nothing
    assert reached[2] > 0.49 * rho


def test_the_large_margin_adversary_comes_near_the_best_constant():
    X, y = adversaries.large_margin_worst(0.1)
    run = pl.LargeMarginPerceptron(0.1, keep_run=True).partial_fit(X, y, classes=[-1, 1]).run_
    assert run.M == len(y) == 249
    assert_confirmed(large_margin(run, v=[1.0, *[0.0] * (X.shape[1] - 1)]))


def test_certificates_without_updates():
    run = play(Rule(ties="plus"), [[1.0]], [1])
    certificate = novikoff(run)
    assert run.M == 0
    assert_confirmed(certificate)
    assert isinstance(certificate, Certificate) and "0 mistakes" in str(certificate)
