"""Margins, losses and best comparators, each against an oracle that shares no code with them."""

import itertools
import time

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog, minimize, minimize_scalar
from sklearn.svm import SVC, LinearSVC

from perceptronlib.theory.comparators import Comparator, best_l1, best_l1_root, best_l2
from perceptronlib.theory.margins import (
    NotSeparable,
    deviations,
    disjunction_comparator,
    functional_margin,
    hinge_losses,
    max_margin,
    max_margin_l1,
    perceptron_loss,
    perceptron_subgradient,
    point_margins,
    radius,
    sample_margin,
)

XOR = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [-1.0, 1.0]]), np.array([-1, 1, -1, 1])
integers = st.integers(-4, 4)


def samples(max_rows=8, max_columns=4):
    """Small integer samples, separable or not, with repeated rows and zero rows among them."""

    def build(d):
        rows = st.lists(st.tuples(*[integers] * d), min_size=1, max_size=max_rows)
        return rows.flatmap(
            lambda X: st.tuples(
                st.just(np.array(X, dtype=float)),
                st.lists(st.sampled_from([-1.0, 1.0]), min_size=len(X), max_size=len(X)),
            )
        )

    return st.integers(1, max_columns).flatmap(build)


def cloud(m, d, seed, noise=0.0, gap=0.0):
    """Gaussian points labelled by a hidden vector, pushed `gap` away from it, some flipped."""
    rng = np.random.default_rng(seed)
    X, v = rng.normal(size=(m, d)), rng.normal(size=d)
    v /= np.linalg.norm(v)
    y = np.where(X @ v > 0, 1.0, -1.0)
    X += gap * y[:, None] * v
    y[rng.random(m) < noise] *= -1
    return X, y


def exponential(n):
    return np.eye(n) - np.tril(np.ones((n, n)), -1)


# ---- margins of points and samples ---------------------------------------------------------


def test_margins_by_hand():
    X, y = [[3, 4], [-1, 0], [0, 2]], [1, -1, -1]
    assert point_margins([3, 4], X, y).tolist() == [5.0, 0.6, -1.6]
    assert point_margins([3, 4], X, y, b=-5).tolist() == [4.0, 1.6, -0.6]
    assert sample_margin([3, 4], X, y) == -1.6
    assert sample_margin([3, 4], X, y, b=-9) == 0.2
    assert functional_margin([3, 4], X, y) == -8.0
    assert radius(X) == 5.0
    assert radius(X, norm=np.inf) == 4.0


def test_a_long_and_a_short_point_need_the_functional_margin():
    """E1: |w.x|/|x| calls this margin 3/5 at radius 1; the true margin is a hundredth of that."""
    X, y = np.array([[300, 400], [-300, -400], [3, -4], [-3, 4]]), [1, -1, 1, -1]
    angle = min(abs(X[:, 0]) / np.linalg.norm(X, axis=1))
    assert angle == 0.6
    assert sample_margin([1, 0], X, y) / radius(X) == 3 / 500


@settings(max_examples=50)
@given(samples(), st.integers(0, 10), st.sampled_from([0.125, 1.0, 64.0]))
def test_only_the_direction_matters(sample, seed, factor):
    X, y = sample
    w = np.random.default_rng(seed).normal(size=X.shape[1])
    assert np.array_equal(point_margins(w, X, y, 0.5), point_margins(factor * w, X, y, factor / 2))
    assert np.isclose(functional_margin(w, X, y), np.linalg.norm(w) * sample_margin(w, X, y))


def test_integer_data_stay_exact():
    v = 2.0 ** np.arange(12)
    assert functional_margin(v, exponential(12), np.ones(12)) == 1.0
    assert point_margins([1, 0], [[1, 1], [2, 0]], [1, -1]).tolist() == [1, -2]


# ---- losses --------------------------------------------------------------------------------


@pytest.mark.parametrize("gamma", [0.25, 1.0, 8.0])
def test_the_worked_hinge_losses(gamma):
    """UIC-15: a point 4 gamma on the wrong side costs 5 gamma, one gamma on it costs 2 gamma."""
    X = gamma * np.array([[-4.0], [-1.0], [0.0], [0.5], [1.0], [3.0]])
    expected = gamma * np.array([5, 2, 1, 0.5, 0, 0])
    assert hinge_losses([1.0], X, np.ones(6), gamma).tolist() == expected.tolist()
    assert hinge_losses([-1.0], X, -np.ones(6), gamma).tolist() == expected.tolist()


def test_deviations_are_hinge_losses_of_the_unit_vector():
    X, y = cloud(30, 4, seed=0, noise=0.3)
    v = np.array([3.0, -1.0, 2.0, 0.5])
    unit = v / np.linalg.norm(v)
    assert np.allclose(deviations(v, X, y, 0.7), hinge_losses(unit, X, y, 0.7), rtol=1e-14)
    assert np.allclose(deviations(v, X, y, 0.7), np.maximum(0, 0.7 - point_margins(v, X, y)))
    assert not deviations(v, X, y, 0.7).min() > 0


@settings(max_examples=50)
@given(samples(), st.integers(0, 1000), st.sampled_from([0.0, 0.3, 1.0]))
def test_subgradient_inequality(sample, seed, at_kink):
    """F(u) >= F(w) + s.(u - w) for every u: also at a kink, whatever part of the segment."""
    X, y = sample
    rng = np.random.default_rng(seed)
    w, u = rng.integers(-3, 4, (2, X.shape[1]))
    for x, label in zip(X, y, strict=True):
        s = perceptron_subgradient(w, x, label, at_kink)
        rise = perceptron_loss(u, [x], [label]) - perceptron_loss(w, [x], [label])
        assert rise >= s @ (u - w) - 1e-12


def test_descent_is_the_perceptron_only_if_it_moves_at_the_kink():
    """E3: from w = 0 the choice 0 at the kink never moves; -y x is the rule y w.x <= 0."""
    X, y = cloud(40, 3, seed=1, noise=0.1)
    stuck, moving, w, mistakes = np.zeros(3), np.zeros(3), np.zeros(3), 0
    for x, label in zip(X, y, strict=True):
        stuck = stuck - perceptron_subgradient(stuck, x, label, at_kink=0)
        moving = moving - perceptron_subgradient(moving, x, label)
        if label * (w @ x) <= 0:
            w, mistakes = w + label * x, mistakes + 1
    assert not stuck.any()
    assert mistakes > 1 and np.array_equal(moving, w)
    assert perceptron_loss(np.zeros(3), X, y) == 0.0
    assert perceptron_subgradient([0.0], [2.0], -1, at_kink=0.5).tolist() == [1.0]
    assert perceptron_subgradient([1.0], [2.0], 1).tolist() == [0.0]
    assert perceptron_subgradient([1.0], [2.0], -1).tolist() == [2.0]


# ---- the largest margin --------------------------------------------------------------------


def svc_margin(X, y):
    """The oracle has a bias; the mirror image of the data makes it 0."""
    oracle = SVC(kernel="linear", C=1e9, tol=1e-10).fit(np.vstack([X, -X]), np.concatenate([y, -y]))
    return 1 / np.linalg.norm(oracle.coef_), oracle.coef_[0]


@pytest.mark.parametrize(
    ("m", "d", "gap"),
    [(2, 2, 0.5), (30, 2, 0.5), (60, 5, 1), (10, 30, 0), (200, 8, 1), (40, 39, 0)],
)
@pytest.mark.parametrize("seed", [0, 1])
def test_max_margin_is_the_svm(m, d, gap, seed):
    X, y = cloud(m, d, seed, gap=gap)
    best = max_margin(X, y)
    margin, w = svc_margin(X, y)
    assert best.margin == pytest.approx(margin, rel=1e-6)
    assert np.allclose(best.v, w * margin, atol=1e-5)
    assert np.linalg.norm(best.v) == pytest.approx(1, rel=1e-14)
    assert best.margin == pytest.approx(sample_margin(best.v, X, y), rel=1e-12)


@pytest.mark.parametrize("seed", range(5))
def test_max_margin_by_scanning_angles(seed):
    X, y = cloud(12, 2, seed, gap=0.3)
    angles = np.linspace(0, 2 * np.pi, 200_001)
    scan = (y[:, None] * X @ [np.cos(angles), np.sin(angles)]).min(axis=0).max()
    best = max_margin(X, y).margin
    assert scan <= best * (1 + 1e-12)
    assert best == pytest.approx(scan, abs=1e-4)


@pytest.mark.parametrize("n", range(1, 15))
def test_max_margin_of_the_exponential_instance(n):
    """All n points hold the separator (1, 2, 4, ...), whose margin is sqrt(3/(4^n - 1))."""
    best = max_margin(exponential(n), np.ones(n))
    assert best.margin == pytest.approx((3 / (4**n - 1)) ** 0.5, rel=1e-9)
    assert np.allclose(best.v / best.v[0], 2.0 ** np.arange(n), rtol=1e-8)


@pytest.mark.parametrize("g", [0.5, 1e-3, 1e-6, 1e-8])
@pytest.mark.parametrize("scale", [1e-100, 1e-6, 1.0, 1e6, 1e100])
def test_tiny_margins_at_any_scale(g, scale):
    X = scale * np.array([[g, 1, 0], [g, -1, 0], [g, 0, 1], [g, 0.3, -1], [1, 0, 0]])
    turn = np.linalg.qr(np.random.default_rng(0).normal(size=(3, 3)))[0]
    assert max_margin(X, np.ones(5)).margin == pytest.approx(scale * g, rel=1e-15 / g)
    assert max_margin(X @ turn, np.ones(5)).margin == pytest.approx(scale * g, rel=2e-15 / g)


def test_relative_accuracy_at_margin_one_in_a_million():
    rng = np.random.default_rng(5)
    X = rng.normal(size=(300, 4))
    X[:, 0] = 1e-6 * (1 + rng.random(300))
    X[:4, 0], X[4:8, 0] = 1e-6, 1e-6
    X[4:8, 1:] = -X[:4, 1:]  # the origin is a mean of these, so (1, 0, 0, 0) cannot be improved
    best = max_margin(X, np.ones(300))
    assert best.margin == pytest.approx(1e-6, rel=1e-9)
    assert np.allclose(best.v, [1, 0, 0, 0], atol=1e-9)


def test_max_margin_of_one_point_and_of_repeated_points():
    assert max_margin([[3, 4]], [-1]).v.tolist() == pytest.approx([-0.6, -0.8])
    assert max_margin([[3, 4]], [-1]).margin == pytest.approx(5)
    X, y = cloud(25, 3, 7, gap=0.4)
    once, often = max_margin(X, y), max_margin(np.repeat(X, 9, axis=0), np.repeat(y, 9))
    assert often.margin == pytest.approx(once.margin, rel=1e-12)
    assert np.allclose(often.v, once.v, atol=1e-12)


def test_max_margin_is_deterministic_and_ignores_the_order():
    X, y = cloud(80, 6, 3, gap=0.5)
    first, again, back = max_margin(X, y), max_margin(X, y), max_margin(X[::-1], y[::-1])
    assert np.array_equal(first.v, again.v)
    assert np.allclose(first.v, back.v, atol=1e-12)


@pytest.mark.parametrize(("m", "d"), [(5000, 10), (60, 3000), (9000, 40)])
def test_max_margin_of_large_samples(m, d):
    X, y = cloud(m, d, 11, gap=0.2)
    start = time.process_time()
    best = max_margin(X, y)
    assert time.process_time() - start < 5
    # A convex combination of the points on the margin as short as the margin proves it the best.
    Z = y[:, None] * X
    on = Z[Z @ best.v <= best.margin * (1 + 1e-9)]
    weights = np.linalg.lstsq(on.T, best.margin * best.v, rcond=None)[0]
    assert weights.min() > -1e-9 and weights.sum() == pytest.approx(1)
    assert np.allclose(weights @ on, best.margin * best.v, atol=1e-9)


@settings(max_examples=100)
@given(samples(), st.integers(0, 2**32 - 1))
def test_nothing_beats_max_margin_and_it_finds_what_linear_programming_finds(sample, seed):
    X, y = sample
    Z = np.array(y)[:, None] * X
    feasible = linprog(np.zeros(Z.shape[1]), A_ub=-Z, b_ub=-np.ones(len(Z)), bounds=(None, None))
    if feasible.status != 0:
        with pytest.raises(NotSeparable, match="no positive margin"):
            max_margin(X, y)
        return
    best = max_margin(X, y)
    others = np.random.default_rng(seed).normal(size=(300, X.shape[1]))
    others = np.vstack([others, best.v + 1e-3 * others, feasible.x])
    others /= np.linalg.norm(others, axis=1, keepdims=True)
    assert (Z @ others.T).min(axis=0).max() <= best.margin * (1 + 1e-12)
    assert best.margin == pytest.approx((Z @ best.v).min())


@pytest.mark.parametrize(
    ("X", "y"),
    [
        XOR,
        ([[1.0], [1.0]], [1, -1]),
        ([[0.0, 0.0]], [1]),
        ([[1, 0], [-1, 0], [0, 1]], [1, 1, 1]),  # all on the closed side, none strictly
        (np.random.default_rng(0).normal(size=(3000, 20)), np.ones(3000)),
    ],
)
def test_what_cannot_be_separated_says_so(X, y):
    for search in (max_margin, max_margin_l1, lambda X, y: max_margin_l1(X, y, signed=True)):
        with pytest.raises(NotSeparable, match=f"these {len(X)} examples in") as error:
            search(X, y)
        assert isinstance(error.value, ValueError)


# ---- Winnow's comparator -------------------------------------------------------------------


def simplex(d, n):
    grid = [p for p in itertools.product(range(n + 1), repeat=d) if sum(p) == n]
    return np.array(grid) / n


@pytest.mark.parametrize("seed", range(6))
def test_max_margin_l1_by_brute_force(seed):
    rng = np.random.default_rng(seed)
    X = rng.integers(-3, 4, (5, 3)).astype(float)
    y = np.where(X @ [0.5, 0.3, 0.2] > 0, 1.0, -1.0)
    scan = (y[:, None] * X @ simplex(3, 60).T).min(axis=0).max()
    if scan <= 0:
        with pytest.raises(NotSeparable, match="signed=True"):
            max_margin_l1(X, y)
        return
    best = max_margin_l1(X, y)
    assert best.v.min() >= 0 and best.v.sum() == pytest.approx(1)
    assert best.margin == functional_margin(best.v, X, y)
    assert scan - 1e-12 <= best.margin <= scan + 0.1


@settings(max_examples=30)
@given(samples(max_columns=3))
def test_signed_is_the_best_over_all_signs(sample):
    X, y = sample
    margins = [0.0]
    for signs in itertools.product([-1, 1], repeat=X.shape[1]):
        try:
            margins.append(max_margin_l1(X * signs, y).margin)
        except NotSeparable:
            continue
    try:
        best = max_margin_l1(X, y, signed=True)
    except NotSeparable:
        assert max(margins) == 0
        return
    assert best.margin == pytest.approx(max(margins))
    assert np.abs(best.v).sum() == pytest.approx(1)


def test_max_margin_l1_on_known_instances():
    hadamard = np.array([[1, 1, 1, 1], [1, -1, 1, -1], [1, 1, -1, -1], [1, -1, -1, 1]])
    best = max_margin_l1(hadamard, np.ones(4))
    assert best.v.tolist() == [1, 0, 0, 0] and best.margin == 1
    rows = np.array([[-1, 1, 1, 1, 1, 1], [1, 1, -1, -1, 1, -1], [1, -1, 1, 1, -1, 1]])  # E16
    assert functional_margin([1, 1, 1, 0, 0, 0], rows, np.ones(3)) == 1
    assert max_margin_l1(rows, np.ones(3)).margin >= 1 / 3 - 1e-12
    with pytest.raises(NotSeparable, match=">= 0"):
        max_margin_l1([[1.0]], [-1])
    assert max_margin_l1([[1.0]], [-1], signed=True).v.tolist() == [-1]
    for signed in (False, True):
        tiny = max_margin_l1([[1e-9, 1], [1e-9, -1]], [1, 1], signed)
        assert tiny.margin == pytest.approx(1e-9)


@pytest.mark.parametrize("relevant", [[], [0], [1, 3], (2, 0, 2), range(4)])
def test_disjunction_comparator_on_the_whole_cube(relevant):
    cube = np.array(list(itertools.product([0, 1], repeat=4)))
    y = np.where(cube[:, sorted(set(relevant))].any(axis=1), 1, -1)
    v = disjunction_comparator(4, relevant)
    assert functional_margin(v, np.hstack([cube, np.ones((16, 1))]), y) == 1
    assert v @ v == 4 * len(set(relevant)) + 1


# ---- comparators for data that are not separable -------------------------------------------


def bounds(u, X, y, w):
    """Square root of the L2 bound, root of the L1 bound, weak L1 bound, at u (or at each row)."""
    h, R = np.maximum(0, 1 - u @ (y[:, None] * X).T), np.linalg.norm(X[w > 0], axis=1).max()
    size = R * np.linalg.norm(u, axis=-1)
    return {
        best_l2: size + np.sqrt(h**2 @ w),
        best_l1_root: (size + np.sqrt(size**2 + 4 * (h @ w))) / 2,
        best_l1: size**2 + 2 * (h @ w),
    }


SEARCHES = [best_l2, best_l1_root, best_l1]
searches = pytest.mark.parametrize("search", SEARCHES, ids=lambda search: search.__name__)


def smooth_optimum(search, X, y, w):
    """The same problem with slack variables, smooth away from 0, by sequential least squares."""
    (m, d), R = X.shape, radius(X)
    Z = y[:, None] * X

    def objective(p):
        size, xi = R * np.sqrt(p[:d] @ p[:d] + 1e-16), p[d:]
        if search is best_l2:
            return size + np.sqrt(w @ xi**2 + 1e-16)
        if search is best_l1:
            return size**2 + 2 * (w @ xi)
        return (size + np.sqrt(size**2 + 4 * (w @ xi))) / 2

    start = np.concatenate([w @ Z / (w @ Z @ (w @ Z)), np.zeros(m)])
    start[d:] = np.maximum(0, 1 - Z @ start[:d])
    answer = minimize(
        objective,
        start,
        method="SLSQP",
        bounds=[(None, None)] * d + [(0, None)] * m,
        constraints={"type": "ineq", "fun": lambda p: Z @ p[:d] + p[d:] - 1},
        options={"maxiter": 500, "ftol": 1e-10},
    )
    return bounds(answer.x[:d], X, y, w)[search]


@searches
@pytest.mark.parametrize("seed", range(3))
def test_best_comparators_against_sequential_least_squares(search, seed):
    X, y = cloud(12, 3, seed, noise=0.1, gap=0.5)
    X, w = X * 10.0 ** (seed - 1), np.random.default_rng(seed).integers(1, 30, 12).astype(float)
    best = search(X, y, w)
    assert np.linalg.norm(best.v) == pytest.approx(1) and best.rho > 0
    value = bounds(best.v / best.rho, X, y, w)[search]
    assert value <= smooth_optimum(search, X, y, w) * (1 + 1e-5)


@pytest.mark.parametrize("seed", range(4))
def test_best_l1_is_the_soft_margin_svm(seed):
    X, y = cloud(200, 5, seed, noise=0.15)
    w = np.random.default_rng(seed).integers(1, 4, 200)
    R = radius(X)
    oracle = LinearSVC(loss="hinge", C=1 / R**2, fit_intercept=False, tol=1e-9, max_iter=10**6)
    u = oracle.fit(X, y, sample_weight=w).coef_[0]
    best = best_l1(X, y, w)
    assert np.allclose(best.v / best.rho, u, atol=1e-4 * np.linalg.norm(u))
    ours, theirs = (bounds(u, X, y, w)[best_l1] for u in (best.v / best.rho, u))
    assert ours == pytest.approx(theirs, rel=1e-6)


@searches
@settings(max_examples=25)
@given(sample=samples(max_rows=12), seed=st.integers(0, 2**32 - 1))
def test_no_other_vector_does_better(search, sample, seed):
    """Convexity makes a local test a global one; far vectors are tried all the same."""
    X, y = sample[0], np.array(sample[1])
    assume(X.any())
    rng = np.random.default_rng(seed)
    w = rng.integers(1, 20, len(y)).astype(float)
    best = search(X, y, w)
    u = best.v / best.rho
    value = bounds(u, X, y, w)[search]
    steps = rng.normal(size=(300, len(u))) * 10.0 ** rng.uniform(-3, 0, (300, 1))
    others = np.vstack([0 * u, u + steps * max(np.linalg.norm(u), 0.01 / radius(X))])
    assert value <= bounds(others, X, y, w)[search].min() * (1 + 1e-5)


@searches
def test_weights_are_repetitions_and_zero_means_never_seen(search):
    X, y = cloud(30, 3, 2, noise=0.2)
    w = np.arange(30) % 4
    weighted, repeated = search(X, y, w), search(np.repeat(X, w, axis=0), np.repeat(y, w))
    assert np.allclose(weighted.v, repeated.v, atol=1e-4)
    assert weighted.rho == pytest.approx(repeated.rho, rel=1e-3)
    X[w == 0] = 1e9  # must not even count for R
    assert np.array_equal(search(X, y, w).v, weighted.v)
    assert isinstance(weighted, Comparator)


def test_best_l2_in_one_dimension():
    X, y, w = np.array([[2.0], [2.0], [-1.0]]), np.ones(3), np.array([9.0, 9.0, 1.0])
    scan = minimize_scalar(
        lambda u: bounds(np.array([u]), X, y, w)[best_l2],
        bounds=(0, 3),
        method="bounded",
        options={"xatol": 1e-10},
    )
    assert 1 / best_l2(X, y, w).rho == pytest.approx(scan.x, rel=1e-3)


def test_separable_data_seen_often_want_the_largest_margin():
    X, y = cloud(40, 3, 0, gap=1.0)
    hard = max_margin(X, y)
    for search in SEARCHES:
        best = search(X, y, np.full(40, 1000.0))
        assert np.allclose(best.v, hard.v, atol=1e-3)
        assert best.rho == pytest.approx(hard.margin, rel=1e-3)
    best = best_l2(X, y, np.full(40, 1000.0))
    assert best.rho == pytest.approx(hard.margin, rel=1e-12)


@searches
def test_where_no_comparator_helps_the_trivial_bound_is_approached(search):
    for X, y in [XOR, (np.zeros((3, 2)), np.ones(3)), ([[1, 0], [0, 1], [-1, -0.9]], [1, 1, 1])]:
        X, y = np.asarray(X, dtype=float), np.asarray(y, dtype=float)
        best = search(X, y)
        assert np.linalg.norm(best.v) == pytest.approx(1) and 0 < best.rho < np.inf
        trivial = 2 * len(y) if search is best_l1 else np.sqrt(len(y))
        assert bounds(best.v / best.rho, X, y, np.ones(len(y)))[search] <= trivial * (1 + 1e-5)


@pytest.mark.parametrize(("m", "d", "noise"), [(300, 3, 0.1), (100, 20, 0.2), (60, 80, 0.3)])
def test_the_bounds_hold_on_a_run_and_the_root_is_the_better_l1(m, d, noise):
    X, y = cloud(m, d, 4, noise=noise)
    w, mistakes = np.zeros(d), 0
    for x, label in zip(np.tile(X, (5, 1)), np.tile(y, 5), strict=True):
        if label * (w @ x) <= 0:
            w, mistakes = w + label * x, mistakes + 1
    seen = np.full(m, 5.0)
    at = {s: bounds(s(X, y, seen).v / s(X, y, seen).rho, X, y, seen)[s] for s in SEARCHES}
    assert mistakes <= min(at[best_l2] ** 2, at[best_l1_root] ** 2, at[best_l1])
    assert at[best_l1_root] ** 2 <= at[best_l1]
    assert at[best_l1_root] ** 2 <= 5 * m * (1 + 1e-5)


@searches
def test_best_comparators_of_a_large_sample_take_moments(search):
    X, y = cloud(5000, 10, 9, noise=0.1)
    start = time.process_time()
    best = search(X, y)
    assert time.process_time() - start < 5
    value = bounds(best.v / best.rho, X, y, np.ones(5000))[search]
    others = best.v / best.rho + 0.01 * np.random.default_rng(0).normal(size=(50, 10))
    assert value <= bounds(others, X, y, np.ones(5000))[search].min()


# ---- bad input -----------------------------------------------------------------------------

OK = np.eye(2), np.ones(2)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: point_margins([0, 0], *OK), r"w is the zero vector.*expected w != 0"),
        (lambda: sample_margin([0, 0], *OK), "w is the zero vector"),
        (lambda: deviations([0, 0], *OK, rho=1), "v is the zero vector"),
        (lambda: point_margins([1, 0, 0], *OK), r"w has shape \(3,\); expected .* \(2,\)"),
        (lambda: point_margins([1, 0], np.eye(2), [0, 1]), r"labels must be -1 and \+1; got 0, 1"),
        (lambda: point_margins([1, 0], np.eye(2), [np.nan, 1]), "labels must be -1 and"),
        (lambda: point_margins([1, 0], np.eye(2), [1]), "2 examples but y has 1 labels"),
        (lambda: max_margin([1, 2], [1, 1]), r"two dimensions.* got shape \(2,\)"),
        (lambda: max_margin(np.empty((0, 2)), []), "X is empty"),
        (lambda: max_margin([[np.nan]], [1]), "NaN or infinity"),
        (lambda: radius(np.eye(2), norm=1), "norm is 1; expected 2 or numpy.inf"),
        (lambda: hinge_losses([1, 0], *OK, gamma=0), "gamma must be a positive number; got 0"),
        (lambda: deviations([1, 0], *OK, rho=-2), "rho must be a positive number; got -2"),
        (lambda: perceptron_subgradient([1], [1], 1, at_kink=2), "at_kink is 2; expected"),
        (lambda: perceptron_subgradient([1], [1], 0), "labels"),
        (lambda: disjunction_comparator(3, [3]), r"relevant is \[3\]; expected indices from 0"),
        (lambda: disjunction_comparator(3, [-1]), "from 0 to d - 1 = 2"),
        (lambda: best_l2(*OK, weights=[1]), r"weights has shape \(1,\); expected 2 counts"),
        (lambda: best_l1(*OK, weights=[1, -1]), "counts >= 0"),
        (lambda: best_l1_root(*OK, weights=[0, 0]), "some > 0"),
    ],
)
def test_bad_input_is_named(call, says):
    with pytest.raises(ValueError, match=says):
        call()
