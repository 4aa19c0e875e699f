"""T15 and T16: a separator or a proof, weights in a ball, and regret, against other programs."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from perceptronlib import Perceptron, Rule, adversaries, comparators, margins, play
from perceptronlib.core import fast
from perceptronlib.theory.theorems import cycling, gordan, hinge, novikoff, regret
from perceptronlib.theory.theorems.ball import MOST, Shape
from tests.instances import SEEDS, TIES, assert_confirmed, samples


@pytest.fixture(autouse=True, scope="module")
def plain_loops():
    with fast.using("plain"):
        yield


def fractions(rows):
    return [[Fraction(float(a)) for a in row] for row in rows]


# ---------------------------------------------------------------- T15: Gordan


@given(samples(max_m=12, max_d=5))
def test_the_answer_is_a_separator_or_a_balance_and_is_exact(sample):
    X, y = sample
    answer = gordan(X, y)
    assert_confirmed(answer)
    assert (answer.v is None) != (answer.alpha is None)
    rows = fractions(y[:, None] * X)
    if answer.v is not None:
        v = [Fraction(float(a)) for a in answer.v]
        assert all(sum(a * b for a, b in zip(v, row, strict=True)) > 0 for row in rows)
    else:
        alpha = [int(a) for a in answer.alpha]
        assert min(alpha) >= 0 and any(alpha) and answer.mistakes == sum(alpha)
        for column in zip(*rows, strict=True):
            assert sum(a * x for a, x in zip(alpha, column, strict=True)) == 0


@given(samples(max_m=6, max_d=2, whole=True))
def test_in_the_plane_it_agrees_with_trying_all_directions(sample):
    """Whole numbers up to 3: if any v separates, one between two neighbouring normals does."""
    X, y = sample
    rows = y[:, None] * X
    normals = [(a, b) for a in range(-3, 4) for b in range(-3, 4) if (a, b) != (0, 0)]
    sums = {(a + c, b + d) for (a, b), (c, d) in product(normals, normals)} | set(normals)
    wide = rows if X.shape[1] == 2 else np.hstack([rows, 0 * rows])
    separable = any((wide @ np.array(v) > 0).all() for v in sums)
    assert (gordan(X, y).v is not None) == separable


def test_two_equal_rows_with_different_labels_are_the_whole_proof():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(50, 70)), np.ones(50)  # so wide that no other proof is tried
    X[17], y[31] = X[31], -1
    assert gordan(X, y).alpha.nonzero()[0].tolist() == [17, 31]
    X[3] = 0
    assert gordan(X, y).verdict == "holds: 1 vector y x that is 0"


@pytest.mark.parametrize("tiny", [1e-13, 1e-100])
def test_where_neither_is_found_there_is_no_claim(tiny):
    certificate = gordan([[1.0, 0.0], [-1.0, tiny]], [1, 1])  # only a v like (1, 3/tiny) separates
    assert certificate.holds is None and "neither a v nor an alpha" in certificate.why_not
    assert certificate.v is None and certificate.alpha is None


def test_a_v_that_only_touches_in_whole_numbers_is_not_believed():
    """y v.x = 0 exactly, but in floats it is 2^-60."""
    e = 2.0**-30
    x = np.array([1 + e, -(1 + 2 * e), -e * e])
    answer = gordan([x, -x], [1, 1])
    assert answer.v is None and answer.alpha.tolist() == [1, 1]


def test_lies_about_an_answer_are_refuted():
    X, y = np.array([[1.0, 0.0], [-2.0, 1.0], [-2.0, -1.0]]), np.ones(3)
    true = gordan(X, y)
    assert true.holds
    times, balanced = true.steps
    for wrong in ((1, 0), (0, -1)):
        step = replace(balanced, left=wrong, good=tuple(a == 0 for a in wrong))
        lie = replace(true, steps=(times, step))
        assert lie.holds is False and lie.verdict.startswith("REFUTED")


def test_the_perceptron_hands_out_the_proof_when_it_returns():
    """Between two visits of the same w the corrections add up to 0, exactly."""
    rng = np.random.default_rng(2)
    found = 0
    for _ in range(60):
        X, y = rng.integers(-3, 4, (5, 2)), rng.choice([-1, 1], 5)
        run = play(Rule(), X, y, epochs=30)
        path = [tuple(w) for w in run.path]
        again = [(path.index(w), k) for k, w in enumerate(path) if path.index(w) < k]
        if again:
            first, second = again[0]
            alpha = np.bincount(run.examples[first:second], minlength=5)
            assert not ((alpha * y) @ X).any() and gordan(X, y).v is None
            found += 1
        elif run.converged:
            assert gordan(X, y).v is not None
    assert found > 20


# ---------------------------------------------------------------- T15: the cycling theorem


@given(samples(max_m=6, max_d=3), TIES, SEEDS, st.booleans())
def test_no_run_leaves_the_set(sample, ties, seed, shuffle):
    X, y = sample
    run = play(Rule(ties=ties), X, y, epochs=6, shuffle=shuffle, seed=seed)
    certificate = cycling(run)
    if certificate.holds is None:
        assert "decided by rounding" in certificate.why_not
    else:
        assert_confirmed(certificate)


def inside(shape, w):
    """Is w in the set of the proof, in exact arithmetic?"""
    return all(space.across(w) <= shape.r2(space.dimension) for space in shape.spaces)


@pytest.mark.parametrize("seed", range(30))
def test_no_mistake_leads_out_of_the_set_wherever_it_is_made(seed):
    """From places near its edge, which no run from 0 reaches."""
    rng = np.random.default_rng(seed)
    m, d = int(rng.integers(2, 5)), int(rng.integers(1, 4))
    rows = rng.integers(-2, 3, (m, d)).astype(float)
    rows[0, 0] = 1
    shape = Shape.of(rows)
    span = rows[rng.permutation(m)]
    tried = 0
    for _ in range(60):
        w = rng.normal(size=m) @ span if rng.random() < 0.5 else rng.choice([-1, 1]) * span[0]
        w = np.array([int(a * 64) for a in w], dtype=object)
        if not w.any():
            continue
        low, high = 0, 2 * int(shape.reach)
        while high - low > 1:  # the longest whole multiple that is still inside
            middle = (low + high) // 2
            low, high = (middle, high) if inside(shape, middle * w) else (low, middle)
        for x in rows.astype(int).astype(object):
            edge = low * w
            if edge.dot(x) <= 0:
                assert inside(shape, edge + x)
                tried += 1
    assert tried > 20


def test_the_bound_is_what_it_says():
    X, y = np.array([[3.0, 4.0], [1.0, 0.0]]), np.ones(2)
    # c is the smallest of 5, 1, the distance 4 of (3,4) from the axis, and 4/5 of (1,0)
    shape = Shape.of(X)
    assert shape.R2 == 25 and shape.c2 == Fraction(16, 25) and shape.dimension == 2
    assert shape.reach == pytest.approx(2 * 5 * (2 + 2 * 25 / 0.64) ** 2)
    assert "c = 0.8" in str(cycling(play(Rule(), X, y)))


def test_runs_of_many_passes_stay_in_a_ball_and_return():
    """Whole numbers in a fixed order: a clean pass, or the same w at the end of two passes."""
    rng = np.random.default_rng(4)
    for _ in range(30):
        X, y = rng.integers(-3, 4, (5, 3)), rng.choice([-1, 1], 5)
        run = play(Rule(), X, y, epochs=300)
        ends = [tuple(run.weights(5 * n)) for n in range(301)]
        assert run.converged or len(set(ends)) < len(ends)
        assert_confirmed(cycling(run))


def test_too_many_spaces_get_no_claim():
    rng = np.random.default_rng(0)
    run = play(Rule(), rng.normal(size=(60, 6)), rng.choice([-1, 1], 60))
    certificate = cycling(run)
    assert certificate.holds is None and "span too many" in str(certificate) and MOST > 0


def test_examples_that_are_zero_move_nothing():
    assert_confirmed(cycling(play(Rule(), np.zeros((3, 2)), [1, 1, -1])))
    assert_confirmed(cycling(play(Rule(), [[0, 0], [1, 2]], [1, -1], epochs=3)))


def test_a_start_elsewhere_gets_no_claim():
    assert cycling(play(Rule(), [[1.0]], [1], start=[-10])).holds is None
    assert regret(play(Rule(), [[1.0]], [1], start=[-10]), [1]).holds is None


# ---------------------------------------------------------------- T16: regret


@given(samples(max_m=7, max_d=4), TIES, SEEDS)
def test_regret_holds_for_every_u(sample, ties, seed):
    X, y = sample
    rng = np.random.default_rng(seed)
    run = play(Rule(ties=ties), X, y, epochs=3, shuffle=True, seed=seed)
    for u in (rng.normal(size=X.shape[1]), 100 * rng.normal(size=X.shape[1]), 0 * X[0], None):
        certificate = regret(run, u)
        if certificate.holds is None:
            assert "decided by rounding" in certificate.why_not
        else:
            assert_confirmed(certificate)


@given(samples(max_m=7, max_d=4, whole=True), SEEDS)
def test_its_bound_is_the_sum_by_hand(sample, seed):
    X, y = sample
    u = np.random.default_rng(seed).normal(size=X.shape[1])
    run = play(Rule(), X, y, epochs=2)
    lost = sum(max(0, 1 - y[i] * (u @ X[i])) for i in run.examples)
    R = margins.radius(X)
    bound = regret(run, u).bound  # M <= lost + R |u| sqrt(M), solved for M
    assert bound == pytest.approx(lost + R * np.linalg.norm(u) * bound**0.5)


def test_it_is_attained_and_a_smaller_bound_is_refuted():
    for n in (1, 4, 9, 16):
        X, y = adversaries.orthonormal(n)
        certificate = regret(play(Rule(), X, y), X.T @ y)
        assert_confirmed(certificate)
        assert certificate.mistakes == n == certificate.bound
        assert replace(certificate, bound=0.9 * n).holds is False


def test_novikoff_and_the_hinge_bound_are_special_cases():
    X, y = [[3, 4], [4, -3], [-4, -1]], [1, 1, -1]
    run = play(Rule(), X, y, epochs=None)
    v = np.array([1.0, 0.0])
    g = float(min(np.array(y) * (np.array(X) @ v)))
    assert regret(run, v / g).bound == pytest.approx(novikoff(run, v).bound)
    noisy = play(Rule(), X, [1, -1, -1], epochs=4)
    best = comparators.best_l1_root(noisy.X, noisy.y, noisy.times_seen)
    assert regret(noisy).bound == pytest.approx(regret(noisy, best.v / best.rho).bound)
    certificate = regret(noisy)
    squeeze = hinge(noisy, best.v, best.rho, "root").steps[4]
    assert float(squeeze.right[-1]) / best.rho == pytest.approx(
        float(certificate.steps[-1].right[-1])
    )
    assert (
        noisy.M <= certificate.bound <= hinge(noisy, best.v, best.rho, "root").bound * (1 + 1e-12)
    )


CHECKS = {"cycling": cycling, "regret": lambda run: regret(run, [1.0, 0.5])}


@pytest.mark.parametrize("name", CHECKS)
def test_a_log_or_rows_that_are_not_the_runs_are_not_believed(name):
    rng = np.random.default_rng(7)
    for _ in range(40):
        X, y = rng.integers(-4, 5, (6, 2)).astype(float), rng.choice([-1.0, 1.0], 6)
        run = play(Rule(), X, y, epochs=2)
        assert CHECKS[name](run).holds
        logs = [run.mistakes[:-1], np.arange(run.rounds), run.mistakes + 1]
        for log in logs:
            if not np.array_equal(log, run.mistakes):
                assert CHECKS[name](replace(run, mistakes=log)).holds is not True
        X[run.examples[0]] *= 2.0
        X[run.examples[0], 0] += 1.0
        assert CHECKS[name](run).holds is None


@pytest.mark.parametrize("u", [[1.0], [np.nan, 1.0], [[1.0, 2.0]]])
def test_a_u_that_is_no_vector_gets_a_sentence(u):
    with pytest.raises(ValueError, match="u must be a vector of 2 finite numbers"):
        regret(play(Rule(), [[1.0, 2.0]], [1]), u)


def test_kernel_runs_and_learners_get_a_sentence():
    for theorem in (cycling, regret):
        with pytest.raises(TypeError, match="looks at a run with a weight vector"):
            theorem(Perceptron())


@pytest.mark.parametrize("flip", [1, -1])
def test_gordan_says_the_same_of_sparse_rows(flip):
    X, y = np.array([[1.0, 0], [-2, 1], [-2, -1]]), np.array([1, 1, flip])
    dense, thin = (gordan(rows, y) for rows in (X, sparse.csr_array(X)))
    assert dense.holds and repr(thin) == repr(dense)
