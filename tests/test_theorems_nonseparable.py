"""The theorems for data that nothing separates, on random, adversarial and worked instances."""

from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptronlib import Rule, adversaries, play
from perceptronlib.core import fast
from perceptronlib.theory.theorems import deviations, embedding, hinge, novikoff
from perceptronlib.theory.theorems.embedding import Embedded
from perceptronlib.theory.theorems.progress import Progress
from tests.instances import MANY, TIES, assert_confirmed, samples

SOME = settings(max_examples=MANY // 10)
BOUNDS = [deviations, hinge, partial(hinge, form="root")]


@pytest.fixture(autouse=True, scope="module")
def plain_loops():
    """These runs are small; compiled loops would only cost the time to load them."""
    with fast.using("plain"):
        yield


@st.composite
def unit_vectors(draw, d):
    """Axes (exact), rows of Pythagoras, and normalised whole vectors."""
    numbers = draw(st.lists(st.integers(-4, 4), min_size=d, max_size=d).filter(any))
    return np.array(numbers) / np.linalg.norm(numbers)


MARGINS = st.one_of(st.integers(1, 3), st.floats(0.01, 10), st.sampled_from([1e-3, 0.1, 1e6]))


@st.composite
def compared_runs(draw, max_epochs=5):
    """A run (most are on data that nothing separates), a unit vector and a margin to ask of it.

    Numbers are whole, so no round is decided by rounding; `test_certificates` has the others.
    """
    X, y = draw(samples(max_m=6, max_d=3, whole=True))
    epochs = draw(st.integers(1, max_epochs))
    rule = Rule(ties=draw(TIES), rate=draw(st.sampled_from([1.0, 1.0, 0.5])))
    shuffle, seed = draw(st.booleans()), draw(st.integers(0, 9))
    run = play(rule, X, y, epochs=epochs, shuffle=shuffle, seed=seed)
    return run, draw(unit_vectors(X.shape[1])), draw(MARGINS)


def textbook(X, y, ties, epochs):
    """Mistakes of the perceptron, written down once more and simply (learning rate 1)."""
    w, mistakes = np.zeros(len(X[0])), 0
    for _ in range(epochs):
        for x, label in zip(X, y, strict=True):
            score = float(np.dot(x, w))
            if label * score < 0 or (score == 0 and (ties == "le" or label < 0)):
                w, mistakes = w + label * np.asarray(x, float), mistakes + 1
    return mistakes


# The theorems on random instances, with comparators given and found.


@SOME
@given(compared_runs(), st.sampled_from([1.0, 0.9, 0.01]), st.sampled_from([None, 0.01, 1, 50]))
def test_which_bound_is_smaller(case, length, delta):
    run, v, rho = case
    linear, root = (hinge(run, length * v, rho, form) for form in ("linear", "root"))
    assert root.bound <= linear.bound
    first_pass = play(run.rule, run.X, run.y)
    direct, embedded = deviations(first_pass, v, rho), embedding(first_pass, v, rho, delta)
    for certificate in (linear, root, direct, embedded):
        assert_confirmed(certificate)
    assert direct.bound <= embedded.bound * (1 + 1e-15)


@SOME
@given(compared_runs())
def test_found_comparators_are_better_than_given_ones(case):
    run, *given_pair = case
    for theorem in BOUNDS:
        found = theorem(run)
        assert_confirmed(found)
        assert found.bound <= theorem(run, *given_pair).bound * (1 + 1e-4)


@SOME
@given(compared_runs(max_epochs=1))
def test_embedding_with_a_found_comparator(case):
    assert_confirmed(embedding(case[0]))


@SOME
@given(compared_runs())
def test_a_missing_margin_is_found(case):
    run, v, rho = case
    for theorem in BOUNDS:
        certificate = theorem(run, v)
        assert_confirmed(certificate)
        assert certificate.bound <= theorem(run, v, rho).bound * (1 + 1e-5)
    assert deviations(run, None, rho).assumptions[-1].detail == f"rho = {rho:.6g}"


@SOME
@given(samples(whole=True), TIES, st.integers(1, 4), st.integers(1, 3))
def test_bounds_against_formulas_from_raw_data(sample, ties, epochs, rho):
    X, y = sample
    run = play(Rule(ties=ties), X, y, epochs=epochs)
    v = np.eye(X.shape[1])[0]
    short = [max(0, rho - label * x[0]) for x, label in zip(X, y, strict=True)] * epochs
    R = max(np.sqrt(sum(x**2)) for x in X)
    D1, D = sum(short), np.sqrt(sum(d**2 for d in short))
    root = ((R + np.sqrt(R**2 + 4 * rho * D1)) / (2 * rho)) ** 2
    expected = [
        (deviations(run, v, rho), ((R + D) / rho) ** 2),
        (hinge(run, v, rho), R**2 / rho**2 + 2 * D1 / rho),
        (hinge(run, v, rho, form="root"), root),
    ]
    for certificate, bound in expected:
        assert certificate.mistakes == textbook(X, y, ties, epochs)
        assert certificate.bound == pytest.approx(bound, rel=1e-12)


# Adversarial instances.


def flipped(sample, every):
    X, y = sample
    noise = np.where(np.arange(len(y)) % every == every - 1, -1.0, 1.0)
    return X, y * noise


ADVERSARIES = {
    "orthonormal": adversaries.orthonormal(8),
    "hadamard": adversaries.hadamard(8),
    "hadamard, two labels wrong": flipped(adversaries.hadamard(8), 4),
    "exponential, one label wrong": flipped(adversaries.exponential(4), 4),
    "disjunction, labels wrong": flipped(adversaries.disjunction_hadamard(8), 3),
    "a point with both labels": (np.ones((2, 1)), np.array([1.0, -1.0])),
    "zeros": (np.zeros((6, 2)), np.array([1.0, -1.0] * 3)),
    "long and short": (np.array([[1e4, 1.0], [1e-3, 1e-3], [-1e4, 1.0]]), np.ones(3)),
    "opposite": (np.array([[1.0, 0.1], [-1.0, 0.1], [0.3, -0.1]]), np.ones(3)),
}


@pytest.mark.parametrize("ties", ["le", "plus"])
@pytest.mark.parametrize("epochs", [1, 2, 17])
@pytest.mark.parametrize("name", ADVERSARIES)
def test_adversaries(name, epochs, ties):
    X, y = ADVERSARIES[name]
    run = play(Rule(ties=ties), X, y, epochs=epochs)
    v = np.ones(X.shape[1]) / np.sqrt(X.shape[1])
    for theorem in BOUNDS + [embedding] * (epochs == 1):
        for comparator in ((), (v,), (v, 0.25), (None, 0.5)):
            assert_confirmed(theorem(run, *comparator))


@pytest.mark.parametrize("seed", range(100))
def test_embedding_survives_ties_that_rounding_decides(seed):
    """Padding with zeros may change the order of additions, and with it the sign of a zero."""
    rng = np.random.default_rng(seed)
    X = rng.integers(-3, 4, (12, 20)) / 10
    X[-1] = X[0]
    run = play(Rule(rate=rng.choice([1.0, 0.1])), X, rng.choice([-1.0, 1.0], 12))
    assert_confirmed(embedding(run, np.eye(20)[0], 1))


@pytest.mark.parametrize("size", [1, 1e4, 1e9, 1e15])
def test_whole_numbers_of_any_size_are_exact(size):
    """The same run on every scale; from 1e9 on its squares do not fit into 64 bits."""
    X = size * np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [1.0, -1.0]])
    y = [1, 1, 1, -1]
    certificate = hinge(play(Rule(), X, y, epochs=9), [1, 0], size)
    assert_confirmed(certificate)
    assert certificate.mistakes == textbook(X, y, "le", 9) == 19
    whole = {step.text: step.least_slack for step in certificate.steps}
    assert whole["sum_I d <= D1"] == 26 * size
    assert whole["|w_k|^2 <= k R^2"] == size**2
    assert whole["k rho^2 <= R^2 + 2 rho D1"] == (92 - 19) * size**2


# Worked figures.


def test_without_deviations_all_bounds_are_novikoffs():
    run = play(Rule(), [[3, 4], [3, -4]], [1, -1], epochs=None)
    for certificate in (
        deviations(run, [0, 1], 4),
        deviations(run, [0, 1]),
        hinge(run, [0, 1], 4),
        hinge(run, [0, 1], 4, "root"),
    ):
        assert certificate.bound == pytest.approx(novikoff(run, [0, 1]).bound, rel=1e-12)


def test_every_pass_pays_again():
    """One point with both labels: one pass costs 5, five passes cost 21 and make 10 mistakes."""
    once, often = (play(Rule(), [[1], [1]], [1, -1], epochs=epochs) for epochs in (1, 5))
    assert (hinge(once, [1], 1).mistakes, hinge(once, [1], 1).bound) == (2, 5)
    assert (hinge(often, [1], 1).mistakes, hinge(often, [1], 1).bound) == (10, 21)
    assert deviations(often, [1], 1).bound == pytest.approx((1 + np.sqrt(20)) ** 2)
    assert hinge(once, [1], 1).bound < often.M  # summed over examples the bound would be false


def test_many_small_deviations_favour_l2_and_few_large_ones_l1():
    small = play(Rule(), np.full((100, 1), 0.9), np.ones(100))
    bounds = deviations(small, [1], 1).bound, hinge(small, [1], 1, "root").bound
    assert bounds == pytest.approx((3.61, 13.2797), rel=1e-4)
    large = play(Rule(), [*[[1.0]] * 50, [-1.0]], np.ones(51))
    bounds = deviations(large, [1], 1).bound, hinge(large, [1], 1, "root").bound
    assert bounds == pytest.approx((9, 4), rel=1e-12)


def test_the_best_delta():
    run = play(Rule(), [[1, 0], [0, 1], [-1, 0]], [1, 1, 1])
    least = embedding(run, [1, 0], 1)
    assert least.bound == pytest.approx(deviations(run, [1, 0], 1).bound, rel=1e-12)
    best = Embedded(run, Progress(run, np.array([1.0, 0.0])), 1.0, None).delta
    assert best**2 == pytest.approx(np.sqrt(5))  # R D
    for delta in (0.1, 0.9 * best, 1.1 * best, 10):
        assert embedding(run, [1, 0], 1, delta).bound > least.bound * 1.001


@SOME
@given(compared_runs(max_epochs=1))
def test_novikoff_in_the_big_space_gives_the_bound(case):
    run, v, rho = case
    d = np.maximum(0.0, rho - run.y * (run.X @ v))
    delta = float(rho)
    rows = np.hstack([run.X, delta * np.eye(len(d))])[run.order]
    copy = play(run.rule, rows, run.y[run.order])
    assert copy.mistakes.tolist() == run.mistakes.tolist()
    there = novikoff(copy, np.append(v, run.y * d / delta))
    assert there.applies and there.within_bound
    assert there.bound <= embedding(run, v, rho, delta).bound * (1 + 1e-9)


def test_a_second_pass_breaks_the_embedding():
    X, y = np.ones((2, 1)), np.array([1.0, -1.0])
    twenty = embedding(play(Rule(), X, y, epochs=20), [1], 1)
    assert twenty.holds is None and twenty.mistakes == 40 > twenty.bound == pytest.approx(9)
    assert twenty.first_failure.round == 2
    assert "one pass" in twenty.verdict
    written_out = embedding(play(Rule(), np.tile(X, (20, 1)), np.tile(y, 20)), [1], 1)
    assert_confirmed(written_out)


# What the theorems do not claim.


def test_a_long_comparator_makes_no_claim():
    """E10: with |v| = 100 the bound would be about 1, and there are 2 mistakes."""
    run = play(Rule(), [[0.6, 0.8], [-0.6, 0.8]], [1, -1])
    certificate = hinge(run, [100, 0], 1)
    assert certificate.holds is None and certificate.mistakes == 2 > certificate.bound
    assert "|v| <= 1" in certificate.verdict
    assert not certificate.steps[3].holds  # v.w <= |w| is where the proof breaks
    assert deviations(run, [2, 0], 1).holds is None
    assert deviations(run, [0.5, 0], 1).holds is None
    assert embedding(run, [2, 0], 1).holds is None
    assert_confirmed(hinge(run, [0.5, 0], 1))


@pytest.mark.parametrize("theorem", [deviations, hinge, embedding])
def test_assumptions(theorem):
    X, y = [[1.0, 2.0], [2.0, -1.0]], [1, -1]
    assert theorem(play(Rule(), X, y), [1, 0], 0).holds is None
    assert theorem(play(Rule(), X, y), [1, 0], -1).bound is None
    assert theorem(play(Rule(), X, y, start=[-10, 0]), [1, 0], 1).holds is None
    assert theorem(play(Rule(margin=1.0), X, y), [1, 0], 1).holds is None
    assert theorem(play(Rule("p_norm", p=3.0), X, y), [1, 0], 1).holds is None


def test_arguments_that_make_no_sense():
    run = play(Rule(), [[1.0, 2.0]], [1])
    with pytest.raises(ValueError, match="form must be 'linear' or 'root'; got 'square'"):
        hinge(run, form="square")
    with pytest.raises(ValueError, match="v must be a non-zero vector of 2 numbers"):
        deviations(run, [1, 0, 0], 1)
    with pytest.raises(ValueError, match="rho must be a finite number; got nan"):
        deviations(run, [1, 0], float("nan"))
    with pytest.raises(ValueError, match="delta must be a positive number; got 0"):
        embedding(run, [1, 0], 1, delta=0)


# Tests of the tests: what is wrong is caught.

TIGHT = {
    "orthonormal": (adversaries.orthonormal(9), np.ones(9) / 3, 1 / 3),
    "zeros": ((np.zeros((7, 1)), np.ones(7)), [1], 2),
}


@pytest.mark.parametrize("name", TIGHT)
def test_a_bound_that_is_a_little_smaller_is_refuted(name):
    (X, y), v, rho = TIGHT[name]
    run = play(Rule(), X, y)
    for certificate in (deviations(run, v, rho), hinge(run, v, rho, "root")):
        assert certificate.bound == pytest.approx(run.M, rel=1e-12)
        assert_confirmed(certificate)
        wrong = replace(certificate, bound=0.9 * certificate.bound)
        assert wrong.holds is False
        with pytest.raises(AssertionError):
            assert_confirmed(wrong)


@pytest.mark.parametrize("theorem", [deviations, hinge, embedding])
def test_a_wrong_log_is_noticed(theorem):
    """An update in a round that was no mistake is found, and found in its round."""
    run = play(Rule(), [[1, 0], [1, 0], [0, 1]], [1, 1, 1])
    assert run.mistakes.tolist() == [0, 2]
    forged = replace(run, mistakes=np.array([0, 1]))
    certificate = theorem(forged, [1, 0], 1)
    assert certificate.holds is None and "its updates lead to other weights" in certificate.verdict
    certificate = theorem(replace(forged, last_weights=np.array([2.0, 0.0])), [1, 0], 1)
    assert certificate.holds is None
    assert "round 1 is logged as a mistake but is none" in certificate.verdict


@pytest.mark.parametrize("theorem", [deviations, hinge, embedding])
def test_every_step_can_fail(theorem):
    run = play(Rule(), [[1, 0], [0, 1], [-1, 0]], [1, 1, 1])
    certificate = theorem(run, [1, 0], 1)
    for i, step in enumerate(certificate.steps):
        steps = list(certificate.steps)
        steps[i] = replace(step, good=(False,) * len(step.good))
        wrong = replace(certificate, steps=tuple(steps))
        assert wrong.holds is False and wrong.first_failure.step == step.text
