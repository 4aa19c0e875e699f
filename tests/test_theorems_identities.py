"""The identities of the course, each on hundreds of runs, and the bound of weighted majority.

The last part tests the tests: identities as they are sometimes printed, and runs that were
tampered with, must be noticed.
"""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptronlib import KernelPerceptron, Perceptron, Rule, WeightedMajority, adversaries, play
from perceptronlib.core.runs import Order
from perceptronlib.kernels.dual import KernelRule, play_kernel
from perceptronlib.kernels.functions import gaussian, linear, polynomial
from perceptronlib.theory.margins import perceptron_subgradient
from perceptronlib.theory.theorems import identities, weighted_majority
from tests.instances import MANY, TIES, assert_confirmed, assert_judged, claim, samples

EPOCHS = st.sampled_from([1, 2, 5])
SEEDS = st.integers(0, 2**32 - 1)
# the oracles of test_certificates_winnow and _identities see MANY runs of each theorem
often = settings(max_examples=3 * MANY // 10)


def texts(certificate):
    return [step.text for step in certificate.steps]


# -- additive rules ------------------------------------------------------------------------------


@often
@given(samples(), TIES, EPOCHS, SEEDS)
def test_identities_of_weights(sample, ties, epochs, seed):
    """Additive rules of every kind, Winnow(eta) and p-norm perceptrons on the same runs."""
    X, y = sample
    rng = np.random.default_rng(seed)
    shuffled = {"epochs": epochs, "shuffle": seed % 2 == 0, "seed": seed}
    margin, slope = [(0.0, 0.0), (0.0, 0.0), (1.0, 0.0), (0.0, 0.3)][rng.integers(4)]
    rule = Rule(rate=rng.choice([1.0, 2.0, 0.5, 0.1]), margin=margin, slope=slope, ties=ties)
    start = [None, np.arange(X.shape[1]) - 1.0, np.full(X.shape[1], 0.3)][rng.integers(3)]
    certificate = identities(play(rule, X, y, start=start, **shuffled))
    assert_judged(certificate)
    assert certificate.bound is None
    assert len(certificate.steps) == (6 if margin == slope == 0 else 5)
    eta, p = rng.choice([0.1, 0.5, 1.0, 3.0]), rng.choice([2.0, 2.5, 3.0, 6.0, 20.0])
    for rule in (Rule("exponentiate", rate=eta, ties=ties), Rule("p_norm", p=p, ties=ties)):
        assert_judged(identities(play(rule, X, y, **shuffled)))


@pytest.mark.parametrize("ties", ["le", "plus", "minus", "strict"])
def test_identities_under_every_tie_rule(ties):
    X, y = stream()
    assert_confirmed(identities(play(Rule(ties=ties), X, y, epochs=3)))


def test_whole_numbers_are_compared_exactly():
    run = Perceptron(epochs=None).fit(*adversaries.exponential(5)).run_
    certificate = identities(run)
    assert_confirmed(certificate)
    assert all(step.least_slack == 0 for step in certificate.steps)
    off = replace(run, last_weights=run.last_weights + 1e-9)
    assert not identities(off).holds


def test_runs_in_parts_and_runs_without_mistakes():
    learner = (
        Perceptron(keep_run=True)
        .partial_fit([[1, 2], [2, -1]], [1, -1])
        .partial_fit([[3, 1]], [-1])
    )
    assert_confirmed(identities(learner.run_))
    quiet = play(Rule(ties="minus"), [[1.0, 2.0]], [-1])
    assert quiet.M == 0
    assert_confirmed(identities(quiet))


# -- multiplicative rules ----------------------------------------------------------------------


@st.composite
def bits(draw, max_d=6, max_m=10):
    """Rows of zeros and ones with any labels."""
    d, m = draw(st.integers(1, max_d)), draw(st.integers(1, max_m))
    cells, signs = draw(st.integers(0, 2 ** (m * d) - 1)), draw(st.integers(0, 2**m - 1))
    X = np.array([cells >> k & 1 for k in range(m * d)], float).reshape(m, d)
    return X, (signs >> np.arange(m) & 1) * 2.0 - 1.0


@often
@given(bits(), TIES, EPOCHS, SEEDS)
def test_winnow_is_a_power_and_weighted_majority_is_winnow_eta(sample, ties, epochs, seed):
    X, y = sample
    rng = np.random.default_rng(seed)
    shuffled = {"epochs": epochs, "shuffle": seed % 2 == 0, "seed": seed}
    rate = 1 + rng.choice([1.0, 0.5, 0.25, 2.0, 3.0])
    winnow = Rule("multiply", rate=rate, threshold=X.shape[1], ties=ties)
    assert_judged(identities(play(winnow, X, y, **shuffled)))
    majority = Rule("majority", rate=rng.choice([0.5, 0.3, 0.9, 0.01]), ties=ties)
    run = play(majority, 2 * X - 1, y, **shuffled)
    assert_judged(identities(run))
    assert_judged(weighted_majority(run))


def test_the_replay_of_weighted_majority_is_part_of_the_certificate():
    """Three experts and beta = 0.3 have no ties, so every round can be compared."""
    rng = np.random.default_rng(0)
    X = rng.choice([-1.0, 1.0], size=(60, 3))
    run = play(Rule("majority", rate=0.3), X, rng.choice([-1.0, 1.0], size=60))
    certificate = identities(run)
    assert_confirmed(certificate)
    assert run.M > 20 and "Winnow(eta) makes the same mistakes" in texts(certificate)


# -- kernels -------------------------------------------------------------------------------------

KERNELS = [linear, polynomial(2), polynomial(3, c=0.5), gaussian(1.0), lambda A, B: A @ B.T + 1.0]


@often
@given(samples(), st.sampled_from(KERNELS), st.sampled_from([0.0, 1.0]), TIES, EPOCHS, SEEDS)
def test_dual_form(sample, kernel, margin, ties, epochs, seed):
    rule = KernelRule(kernel, margin=margin, ties=ties)
    run = play_kernel(rule, *sample, epochs=epochs, shuffle=seed % 2 == 0, seed=seed)
    certificate = identities(run)
    assert_judged(certificate)
    if kernel is linear and (sample[0] == np.rint(sample[0])).all():
        assert "the perceptron makes the same mistakes" in texts(certificate)


def test_the_dual_perceptron_is_replayed_on_real_data_too():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(80, 4))
    run = KernelPerceptron(epochs=3, shuffle=True, seed=3).fit(X, np.sign(X[:, 0] + 0.3 * X[:, 1]))
    certificate = identities(run.run_)
    assert_confirmed(certificate)
    assert texts(certificate)[-1] == "the perceptron makes the same mistakes"


# -- the bound of weighted majority --------------------------------------------------------------


@pytest.mark.parametrize("ties", ["le", "plus"])
@pytest.mark.parametrize("n", [2, 4, 8, 16])
def test_weighted_majority_nearly_halves(n, ties):
    """A perfect expert and a small beta: log2 N mistakes, and hardly more are allowed."""
    X, y = adversaries.hadamard(n)
    certificate = weighted_majority(play(Rule("majority", rate=2.0**-10, ties=ties), X, y))
    assert_confirmed(certificate)
    assert certificate.mistakes == math.log2(n)
    assert math.isclose(certificate.bound, math.log2(n), rel_tol=2e-3)
    wrong = replace(certificate, bound=0.99 * certificate.bound)
    assert wrong.holds is False
    with pytest.raises(AssertionError):
        assert_confirmed(wrong)


def test_weighted_majority_outlives_the_range_of_floats():
    """One expert, always wrong: its weight would fall below every float, its logarithm does not."""
    run = play(Rule("majority", rate=0.5), np.ones((2000, 1)), -np.ones(2000))
    assert run.M == 2000 and run.path.min() > 0.0
    assert_confirmed(weighted_majority(run))
    assert_confirmed(identities(run))


# -- tests of the tests --------------------------------------------------------------------------


def stream(m=30, d=3, seed=0):
    rng = np.random.default_rng(seed)
    return rng.integers(-3, 4, size=(m, d)).astype(float), rng.choice([-1.0, 1.0], size=m)


def refutes(run, text, left, right):
    """Is this claim about a run refuted, where the identities themselves hold?"""
    certificate = identities(run)
    assert_confirmed(certificate)
    wrong = claim(text, left, right, np.full(len(left), -1), equal=True)
    return replace(certificate, steps=(*certificate.steps, wrong)).holds is False


def test_the_lazy_average_is_off_if_two_ways_of_counting_rounds_are_mixed():
    run = play(Rule(), *stream())
    T, w, average = run.rounds, run.path[-1], run.survival @ run.path
    from_0 = run.mistakes @ run.updates
    from_1 = (run.mistakes + 1) @ run.updates
    assert refutes(run, "T w - u, u = sum (t+1) y x", T * w - from_1, average)
    assert refutes(run, "(T+1) w - u, u = sum t y x", (T + 1) * w - from_0, average)
    assert (T * w - from_0 == average).all() and ((T + 1) * w - from_1 == average).all()


def test_a_sum_over_mistakes_leaves_out_the_last_vector():
    """E2: with one mistake in the first round and then none, the printed sum is 0."""
    run = play(Rule(), [[1.0, 2.0]], [1], epochs=4)
    printed = run.survival[:-1] @ run.path[:-1]
    assert refutes(run, "sum over t in I", run.weight_sum, printed)


def test_a_start_other_than_zero_does_not_belong_into_u():
    run = play(Rule(), *stream(), start=[1.0, 2.0, 3.0])
    u, summed = run.mistakes @ run.updates, run.survival @ run.path
    assert (run.rounds * run.last_weights - u == summed).all()
    lazy = run.rounds * run.last_weights - (run.first_weights + u)
    assert refutes(run, "u with w_0", lazy, summed)


def test_descent_that_stays_at_the_kink_is_not_the_perceptron():
    """E3: with the subgradient 0 at the kink, w never leaves 0."""
    run = play(Rule(), [[1.0, 2.0]], [1])
    step = -perceptron_subgradient(run.path[0], run.X[0], 1.0, at_kink=0)
    assert refutes(run, "w' - w = -subgradient", run.path[1] - run.path[0], step)


def test_the_sum_over_all_rounds_is_hebbs_rule():
    """E11: alpha = 1 for every example is not what the perceptron computes."""
    X, y = np.array([[-3.0, -3.0], [0.0, 1.0]]), np.ones(2)
    run = play_kernel(KernelRule(linear), X, y, epochs=None)
    assert run.M == 5
    assert refutes(run, "score = sum y K", run.scores(X), X @ X.T @ y)


@pytest.mark.parametrize(
    "run",
    [
        play(Rule(), *stream()),
        play(Rule(), stream()[0] / 7, stream()[1]),
    ],
)
def test_tampered_additive_runs_fail(run):
    assert_confirmed(identities(run))
    last = replace(run, last_weights=run.last_weights + 1e-3)
    first = replace(run, first_weights=run.first_weights + 1e-3)
    other = (run.mistakes + 1) % run.rounds  # mistakes that a perceptron would not make
    forged = [replace(run, mistakes=np.sort(other)), replace(run, mistakes=run.mistakes[:-1])]
    for tampered in (last, first, *forged):
        certificate = identities(tampered)
        assert certificate.holds is None and "changed since the run" in certificate.why_not
    summed = replace(run)
    summed.__dict__["weight_sum"] = run.weight_sum + 1e-3
    assert identities(summed).first_failure.step == "run.weight_sum = sum c_k w_k"


@pytest.mark.parametrize(
    "rule",
    [
        Rule("exponentiate", rate=0.5),
        Rule("multiply", rate=2.0, threshold=3.0, ties="plus"),
        Rule("majority", rate=0.5),
        Rule("p_norm", p=3.0),
    ],
    ids=lambda rule: rule.update,
)
def test_weights_of_another_rate_fail(rule):
    X, y = stream()
    X = np.where(X > 0, 1.0, -1.0 if rule.update == "majority" else 0.0)
    run = play(rule, X, y)
    assert_confirmed(identities(run))
    wrong = replace(run)
    wrong.__dict__["path"] = run.path * (1 + 1e-6 * np.arange(run.M + 1))[:, None]
    wrong.__dict__["path"][-1, 0] *= 1.001
    assert identities(wrong).holds is False


@pytest.mark.parametrize(
    "run",
    [
        play(Rule("exponentiate", rate=0.5), np.eye(2), [1, -1], start=[0.9, 0.1]),
        replace(
            play(Rule("multiply", rate=2.0, threshold=2.0), np.eye(2), [1, 1]),
            rows=3 * np.eye(2),
            y=np.ones(2),
        ),
        play(Rule("majority", rate=0.5), np.eye(2), [1, -1]),
        play(Rule("exponentiate", rate=300.0), np.eye(2)[[0, 0, 0]], [-1, -1, -1], epochs=5),
    ],
)
def test_no_claim(run):
    assert identities(run).holds is None


@pytest.mark.parametrize(
    "run",
    [
        play(Rule("majority", rate=0.5), np.eye(2), [1, -1]),  # experts say -1 or +1
        play(Rule("majority", rate=1.5), [[1.0, -1.0]], [1]),
        play(Rule("majority", rate=0.5, margin=1.0), [[1.0, -1.0]], [1]),
        play(Rule("majority", rate=0.5), [[1.0, -1.0]], [1], start=[1, 2]),
        play(Rule(), [[1.0, -1.0]], [1]),
    ],
)
def test_no_claim_about_weighted_majority(run):
    assert weighted_majority(run).holds is None


def test_a_wrong_run_of_weighted_majority_fails():
    run = WeightedMajority().fit([[1, 1, -1], [1, 1, 1]], [1, -1]).run_
    forged = replace(run, mistakes=np.arange(2), in_order=Order(2, 2, (np.array([0, 0]),)))
    certificate = weighted_majority(forged)
    assert certificate.applies and certificate.holds is None
    consistent = replace(forged, last_weights=forged.path[-1])
    assert "is logged as a mistake but is none" in weighted_majority(consistent).why_not
