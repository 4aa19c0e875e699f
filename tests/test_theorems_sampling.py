"""Leave-one-out and online-to-batch: random samples, and small distributions enumerated."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from perceptronlib import Perceptron, Rule, adversaries, play
from perceptronlib.core import fast
from perceptronlib.theory.theorems import leave_one_out, leave_one_out_is_unbiased, online_to_batch
from tests.instances import MANY, TIES, assert_confirmed, claim, separable_samples

OFTEN = settings(max_examples=MANY)
SOME = settings(max_examples=MANY // 10)


@pytest.fixture(autouse=True, scope="module")
def plain_loops():
    """These runs are small; compiled loops would only cost the time to load them."""
    with fast.using("plain"):
        yield


def rules():
    margins = st.sampled_from([0.0, 0.0, 0.0, 0.5, 2.0])
    return st.builds(Rule, ties=TIES, rate=st.sampled_from([1.0, 1.0, 0.5]), margin=margins)


@st.composite
def distributions(draw, most=3):
    """A few labelled points (perhaps one of them twice, with both labels) and probabilities."""
    n, d = draw(st.integers(1, most)), draw(st.integers(1, 3))
    cells = st.lists(st.integers(-2, 2), min_size=n * d, max_size=n * d)
    points = np.array(draw(cells), float).reshape(n, d)
    labels = draw(st.lists(st.sampled_from([-1, 1]), min_size=n, max_size=n))
    parts = draw(st.lists(st.integers(1, 9), min_size=n, max_size=n))
    return points, labels, [Fraction(part, sum(parts)) for part in parts]


def random_sample(seed):
    """A sample labelled by a hidden vector, from one number: quick, so there can be many."""
    rng = np.random.default_rng(seed)
    m, d = rng.integers(1, 8), rng.integers(1, 5)
    X = (
        rng.integers(-3, 4, (m, d)) / rng.choice([1.0, 10.0])
        if seed % 2
        else rng.normal(size=(m, d))
    )
    v = rng.integers(-3, 4, d)
    side = np.sign(np.rint(X @ v * 1e9))
    X, side = (X[side != 0], side[side != 0]) if side.any() else (np.ones((1, 1)), np.ones(1))
    return X, side, v


def random_distribution(seed):
    rng = np.random.default_rng(seed)
    n, d = rng.integers(1, 4), rng.integers(1, 4)
    parts = [int(part) for part in rng.integers(1, 10, n)]
    chances = [Fraction(part, sum(parts)) for part in parts]
    return rng.integers(-2, 3, (n, d)), rng.choice([-1, 1], n), chances


SEEDS = st.integers(0, 2**32 - 1)
SAMPLES = st.one_of(separable_samples(max_m=5, max_d=3), SEEDS.map(random_sample))
DISTRIBUTIONS = st.one_of(distributions(), SEEDS.map(random_distribution))


# Leave-one-out.


@OFTEN
@given(SAMPLES, rules())
def test_leave_one_out(sample, rule):
    X, y, _ = sample
    run = play(rule, X, y, epochs=None, max_epochs=300)
    assume(run.converged)
    certificate = leave_one_out(run)
    assert_confirmed(certificate)
    assert certificate.bound <= run.M


@SOME
@given(separable_samples(max_m=5, whole=True), TIES)
def test_leave_one_out_errors_counted_by_hand(sample, ties):
    """Every run without one example again, to the end, in a loop that knows nothing of `play`."""
    X, y, _ = sample
    errors = 0
    for out in range(len(y)):
        rest = [i for i in range(len(y)) if i != out]
        w, clean = np.zeros(X.shape[1]), False
        while not clean:
            clean = True
            for i in rest:
                if errs(w, X[i], y[i], ties):
                    w, clean = w + y[i] * X[i], False
        errors += errs(w, X[out], y[out], ties)
    certificate = leave_one_out(play(Rule(ties=ties), X, y, epochs=None, max_epochs=10_000))
    assert certificate.mistakes == errors


def errs(w, x, label, ties):
    score = float(np.dot(w, x)) * label
    return score < 0 or (score == 0 and (ties == "le" or label < 0))


@pytest.mark.parametrize("ties", ["le", "plus"])
@pytest.mark.parametrize(
    "sample",
    [
        adversaries.orthonormal(6),
        adversaries.hadamard(8),
        adversaries.exponential(5),
        adversaries.disjunction_hadamard(8),
        adversaries.folded_pair(5),
        (np.array([[1.0, 2.0]] * 3 + [[-1.0, 0.0]]), np.array([1, 1, 1, -1])),
        (np.array([[2.0]]), np.array([-1.0])),
    ],
)
def test_leave_one_out_on_adversaries(sample, ties):
    run = play(Rule(ties=ties), *sample, epochs=None)
    assert_confirmed(leave_one_out(run))


def test_any_rule_and_any_start_will_do():
    X = np.array(list(product([0.0, 1.0], repeat=4)))
    y = np.where(X[:, 0] + X[:, 2] > 0, 1.0, -1.0)
    assert_confirmed(leave_one_out(play(Rule("multiply", 2.0, 4.0), X, y, epochs=None)))
    X, y = [[2, 1], [1, 3], [-1, 2], [-2, -1]], [1, 1, -1, -1]
    assert_confirmed(leave_one_out(play(Rule(), X, y, epochs=None, start=[-5, 5])))
    settled = leave_one_out(play(Rule(), X, y, epochs=None, start=[4, -1]))
    assert_confirmed(settled)
    assert settled.bound == 0 and len(settled.steps[1].left) == 8
    assert_confirmed(leave_one_out(play(Rule(slope=0.1), X, y, epochs=None)))
    assert_confirmed(leave_one_out(play(Rule("p_norm", p=3.0), X, y, epochs=None)))
    assert_confirmed(leave_one_out(play(Rule(), X, y, epochs=20)))


def test_one_pass_is_not_enough():
    """E14: after one pass 2 mistakes, yet 3 leave-one-out errors."""
    X, y = [[-2, -1], [-1, 0], [-2, 2]], [-1, -1, 1]
    once = leave_one_out(play(Rule(), X, y))
    assert once.holds is None and (once.mistakes, once.bound) == (3, 2)
    assert "clean" in once.verdict
    assert_confirmed(leave_one_out(play(Rule(), X, y, epochs=None)))


def test_a_shuffle_or_a_run_in_parts_makes_no_claim():
    X, y = np.array([[2.0, 1], [1, 3], [-1, 2], [-2, -1]]), np.array([1.0, 1, -1, -1])
    shuffled = leave_one_out(play(Rule(), X, y, epochs=None, shuffle=True, seed=1))
    assert shuffled.holds is None and "same order" in shuffled.verdict
    learner = (
        Perceptron(keep_run=True)
        .partial_fit(X[:2], y[:2], classes=[-1, 1])
        .partial_fit(X[2:], y[2:])
    )
    assert leave_one_out(learner.run_).holds is None


def test_a_rest_that_never_becomes_clean_makes_no_claim():
    """Under ``plus`` (2, 0)+ and (-2, 0)+ are both right only at w_1 = 0, which the rest misses."""
    X, y = [[-1, 1], [1, 1], [2, 0], [-2, 0]], [-1, -1, 1, 1]
    run = play(Rule(ties="plus"), X, y, epochs=None)
    assert run.converged
    certificate = leave_one_out(run, max_epochs=50)
    assert certificate.holds is None and "without one example" in certificate.verdict


# Expectations, enumerated exactly.


@OFTEN
@given(DISTRIBUTIONS, st.integers(1, 3), rules(), st.integers(1, 3))
def test_leave_one_out_is_unbiased(distribution, m, rule, epochs):
    certificate = leave_one_out_is_unbiased(*distribution, m, rule, epochs)
    assert_confirmed(certificate)
    (step,) = certificate.steps
    assert step.left == step.right
    assert isinstance(step.left[0], Fraction)


@pytest.mark.parametrize("ties", ["le", "plus"])
@pytest.mark.parametrize("m", [1, 2, 3, 4])
def test_leave_one_out_is_unbiased_after_passes_to_the_end(m, ties):
    points, labels = [[1, 0], [1, 1], [-2, 1], [0, 0]], [1, -1, -1, -1]
    chances = ["1/2", "1/4", "1/8", "1/8"] if m < 4 else ["1/2", "1/4", "1/4", 0]
    assert_confirmed(leave_one_out_is_unbiased(points, labels, chances, m, Rule(ties=ties), None))


def test_the_estimate_is_of_the_risk_after_one_example_less():
    D = [[1, 0], [1, 1]], [1, -1], ["1/3", "2/3"]
    after = [leave_one_out_is_unbiased(*D, m).steps[0].right[0] for m in (1, 2, 3, 4)]
    assert after == [1, Fraction(4, 9), Fraction(2, 9), Fraction(10, 81)]
    # After t equal draws the other point is unknown: (1/3)^t 2/3 + (2/3)^t 1/3.
    assert after[1:] == [(2 + Fraction(2) ** t) / 3 ** (t + 1) for t in (1, 2, 3)]


@OFTEN
@given(DISTRIBUTIONS, st.sampled_from([1, 2, 2, 3]), rules())
def test_online_to_batch(distribution, m, rule):
    certificate = online_to_batch(*distribution, m, rule)
    assert_confirmed(certificate)
    _, vote, survival = certificate.steps
    if m % 2 or (rule.ties == "le" and not rule.margin):  # then the course's vote is as good
        assert survival.left[0] <= vote.right[0]


@SOME
@given(distributions(most=2), st.integers(1, 3), TIES)
def test_online_to_batch_by_hand(distribution, m, ties):
    """All streams of m + 1 examples again, the last one fresh, with loops of our own."""
    points, labels, chances = distribution
    expected = [Fraction(0)] * 3
    for stream in product(range(len(labels)), repeat=m + 1):
        chance = np.prod([chances[i] for i in stream])
        w, wrong, mistakes = np.zeros(points.shape[1]), [], 0
        fresh = points[stream[-1]], labels[stream[-1]]
        for i in stream:
            wrong.append(errs(w, *fresh, ties))
            if errs(w, points[i], labels[i], ties):
                w, mistakes = w + labels[i] * points[i], mistakes + 1
        expected[0] += chance * mistakes
        expected[1] += chance * (2 * sum(wrong) >= m + 1)
        expected[2] += chance * (2 * sum(wrong[1:]) >= m)
    equal, vote, survival = online_to_batch(*distribution, m, Rule(ties=ties)).steps
    assert [equal.right[-1], vote.left[0], survival.left[0]] == expected
    assert vote.right[0] == 2 * expected[0] / (m + 1)
    zero = np.zeros(points.shape[1])
    risk = sum(p for x, y, p in zip(*distribution, strict=True) if errs(zero, x, y, ties))
    assert survival.right[0] == 2 * (expected[0] - risk) / m


def test_floats_are_normalised_and_impossible_points_left_out():
    tenth = [0.1] * 10
    points, labels = np.ones((10, 1)), [1] * 10
    certificate = online_to_batch(points, labels, tenth, 1)
    assert_confirmed(certificate)
    assert certificate.steps[0].right == (1, 1)
    certain = online_to_batch([[1.0], [5.0]], [1, -1], [1, 0], 3)
    assert certain.steps[0].right == (1, 1, 1, 1)  # one mistake, then never again
    assert certain.mistakes == 0 and certain.bound == 0.5


@pytest.mark.parametrize("theorem", [leave_one_out_is_unbiased, online_to_batch])
def test_arguments_that_make_no_sense(theorem):
    with pytest.raises(ValueError, match="2 numbers >= 0, one a point, that sum to 1"):
        theorem([[1], [2]], [1, 1], [0.5, 0.4], 2)
    with pytest.raises(ValueError, match="sum to 1"):
        theorem([[1], [2]], [1, 1], [1], 2)
    with pytest.raises(ValueError, match="sum to 1"):
        theorem([[1], [2]], [1, 1], [2, -1], 2)
    with pytest.raises(ValueError, match="m must be a whole number >= 1; got 0"):
        theorem([[1], [2]], [1, 1], [0.5, 0.5], 0)
    with pytest.raises(ValueError, match="2 points and 40 draws|2 points and 41 draws"):
        theorem([[1], [2]], [1, 1], [0.5, 0.5], 40)


# Tests of the tests: what is wrong is caught.


def test_a_bound_that_is_a_little_smaller_is_refuted():
    X, y = adversaries.orthonormal(5)
    tight = leave_one_out(play(Rule(), X, y, epochs=None))
    assert tight.mistakes == tight.bound == 5
    with pytest.raises(AssertionError):
        assert_confirmed(replace(tight, bound=4.0))


def test_a_forged_log_is_caught():
    """An example that was learned from, struck from the log: the log leads to other weights."""
    X, y = np.array([[2.0, 1], [1, 3], [-1, 2], [-2, -1]]), np.array([1.0, 1, -1, -1])
    run = play(Rule(), X, y, epochs=None)
    keep = run.examples != 2
    forged = replace(run, mistakes=run.mistakes[keep])
    certificate = leave_one_out(forged)
    assert certificate.holds is None and "changed since the run" in certificate.why_not


def test_equality_means_equality():
    """A difference of one in 10^30 is seen: these are fractions."""
    certificate = online_to_batch([[1, 0], [1, 1]], [1, -1], ["1/3", "2/3"], 3)
    first, vote, _ = certificate.steps
    off = [value + Fraction(1, 10**30) for value in first.right]
    wrong = claim(first.text, first.left, off, first.rounds, equal=True)
    assert replace(certificate, steps=(wrong,)).holds is False
    below = [vote.left[0] - Fraction(1, 10**30)]
    assert claim(vote.text, vote.left, below, vote.rounds).holds is False
