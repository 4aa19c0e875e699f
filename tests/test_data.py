"""What each generator promises, checked on the samples it makes."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from perceptronlib import data
from perceptronlib.theory.margins import NotSeparable, max_margin, radius, sample_margin

GENERATORS = {
    "separable": lambda seed: data.separable(30, 3, 0.1, seed),
    "noisy": lambda seed: data.noisy(30, 3, 0.2, 0.1, seed),
    "xor": lambda seed: data.xor(30, 0.5, seed),
    "disjunction": lambda seed: data.disjunction(30, 12, 2, seed=seed),
    "active": lambda seed: data.disjunction(30, 12, 2, active=4, noise=0.1, seed=seed),
    "gaussians": lambda seed: data.gaussians(30, 3, 1.0, seed),
    "circles": lambda seed: data.circles(30, 0.1, seed),
    "digits_like": lambda seed: data.digits_like(30, 50, seed),
}
seeds = st.integers(0, 2**32 - 1)


@pytest.mark.parametrize("name", GENERATORS)
def test_every_generator_has_one_shape_and_obeys_its_seed(name):
    make = GENERATORS[name]
    np.random.seed(0)
    before = np.random.get_state()[1].copy()
    X, y = first = make(7)
    target = first.target
    assert isinstance(first, data.Sample)
    assert X.dtype == y.dtype == np.float64
    assert len(X) == len(y) == 30 and set(y) == {-1.0, 1.0}
    assert target is None or target.shape == X.shape[1:]
    again, generator, other = make(7), make(np.random.default_rng(7)), make(8)
    assert np.array_equal(X, again.X) and np.array_equal(y, again.y)
    assert np.array_equal(X, generator.X) and np.array_equal(y, generator.y)
    assert not np.array_equal(X, other.X)
    assert np.array_equal(before, np.random.get_state()[1]), "touched the global generator"


@given(st.integers(1, 60), st.integers(1, 40), st.floats(0, 0.999), seeds)
def test_separable_keeps_its_margin_and_its_ball(m, d, margin, seed):
    X, y = sample = data.separable(m, d, margin, seed)
    v = sample.target
    assert np.linalg.norm(v) == pytest.approx(1)
    assert (y * (X @ v)).min() >= margin
    assert radius(X) <= 1
    assert abs(y.sum()) == m % 2


def test_separable_fills_the_ball():
    X, y = sample = data.separable(4000, 2, 0.1, seed=0)
    v = sample.target
    assert sample_margin(v, X, y) < 0.102
    assert radius(X) > 0.99
    across = X @ [-v[1], v[0]]
    assert abs(across.mean()) < 0.03 and across.min() < -0.9 and across.max() > 0.9
    assert max_margin(X, y).margin < 0.11


@given(st.integers(1, 80), st.floats(0, 0.5), seeds)
def test_noisy_flips_exactly_so_many_labels_of_the_separable_sample(m, noise, seed):
    X, y = sample = data.noisy(m, 3, noise, 0.1, seed)
    v = sample.target
    clean = data.separable(m, 3, 0.1, seed)
    assert np.array_equal(X, clean.X) and np.array_equal(v, clean.target)
    assert (y != clean.y).sum() == (y * (X @ v) < 0).sum() == round(noise * m)


def test_noise_makes_a_plane_sample_inseparable():
    X, y = data.noisy(100, 2, noise=0.1, margin=0.1, seed=0)
    with pytest.raises(NotSeparable):
        max_margin(X, y)


def test_xor_is_the_exclusive_or_and_only_the_product_separates_it():
    X, y = sample = data.xor()
    target = sample.target
    assert target is None
    assert {tuple(x): label for x, label in zip(X.tolist(), y, strict=True)} == {
        (1, 1): -1, (1, -1): 1, (-1, 1): 1, (-1, -1): -1,
    }  # fmt: skip
    for bias in (0.0, 1.0):
        with pytest.raises(NotSeparable):
            max_margin(np.column_stack([X, np.full(4, bias)]), y)
    assert max_margin((X[:, 0] * X[:, 1])[:, None], y).v.tolist() == [-1]


@given(st.integers(1, 50), st.floats(0, 0.999), seeds)
@example(m=50, spread=1.2e-16, seed=0)
def test_xor_with_spread_is_still_separated_by_the_product(m, spread, seed):
    """Each coordinate is the float nearest to a number within ``spread`` of +-1, so it may be off
    by half a unit in the last place more: 2^-53, for numbers between 1 and 2.
    """
    X, y = data.xor(m, spread, seed)
    assert X.shape == (m, 2)
    assert (y * -(X[:, 0] * X[:, 1]) > 0).all()
    assert (np.abs(np.abs(X) - 1) <= spread + 2.0**-53).all()


@settings(max_examples=60)
@given(st.data())
def test_disjunction_is_what_it_says(draw):
    d = draw.draw(st.integers(1, 12))
    r = draw.draw(st.integers(0, d))
    active = draw.draw(st.none() | st.integers(1, d - r)) if r < d else None
    m, noise, seed = draw.draw(st.integers(1, 40)), draw.draw(st.floats(0, 0.5)), draw.draw(seeds)
    X, y = sample = data.disjunction(m, d, r, active, noise, seed)
    v = sample.target
    assert X.shape == (m, d) and set(np.unique(X)) <= {0.0, 1.0}
    assert v.tolist() == [1.0] * r + [0.0] * (d - r)
    truth = np.where(X[:, :r].any(axis=1), 1, -1)
    assert (truth != y).sum() == round(noise * m)
    assert abs(truth.sum()) == (m % 2 if r else m)
    if active is not None:
        assert (X.sum(axis=1) == active).all()


def test_disjunction_draws_every_row_of_a_label_equally_often():
    for active in (None, 3):
        X, y = data.disjunction(10_000, 5, 2, active, seed=3)
        cube = np.array(list(itertools.product([0, 1], repeat=5)))
        cube = cube if active is None else cube[cube.sum(axis=1) == active]
        codes, powers = X @ 2.0 ** np.arange(5), 2.0 ** np.arange(5)
        for label in (-1, 1):
            rows = cube[np.where(cube[:, :2].any(axis=1), 1, -1) == label]
            counts = [(codes[y == label] == code).sum() for code in rows @ powers]
            expected = 5_000 / len(rows)
            assert sum(counts) == 5_000
            assert np.abs(np.array(counts) - expected).max() < 5 * math.sqrt(expected)


def mistakes_on_one_pass(X, y):
    """Perceptron with folded bias, and Winnow with doubling and threshold d."""
    d = X.shape[1]
    folded = np.column_stack([X, np.ones(len(X))])
    w, perceptron, u, winnow = np.zeros(d + 1), 0, np.ones(d), 0
    for x, z, label in zip(X, folded, y, strict=True):
        if label * (w @ z) <= 0:
            w, perceptron = w + label * z, perceptron + 1
        if (u @ x >= d) != (label > 0):
            u, winnow = u * 2.0 ** (label * x), winnow + 1
    return perceptron, winnow


def test_sparse_inputs_favour_the_perceptron_dense_ones_winnow():
    """E15: r = 2, d = 1000. One active feature: 9 and 20 mistakes. 500: over 1000 and about 30."""
    X, y = data.disjunction(2000, 1000, 2, active=1, seed=0)
    assert mistakes_on_one_pass(X, y) == (9, 20)
    X, y = data.disjunction(4000, 1000, 2, active=500, seed=0)
    perceptron, winnow = mistakes_on_one_pass(X, y)
    assert perceptron > 1000 and winnow < 50


def test_uic_table_is_the_printed_one():
    X, y = sample = data.uic_table()
    v = sample.target
    rows = ["".join(str(int(bit)) for bit in x) for x in X]
    assert dict(zip(rows, y, strict=True)) == {"10100": 1, "01100": -1, "01110": 1, "00000": -1}
    assert np.array_equal(y, np.where(X @ v > 0, 1, -1)) and v.sum() == 2


@pytest.mark.parametrize("distance", [0.0, 1.0, 2.0, 4.0])
def test_gaussians_err_as_often_as_they_should(distance):
    X, y = sample = data.gaussians(20_000, 5, distance, seed=2)
    v = sample.target
    expected = math.erfc(distance / 2 / math.sqrt(2)) / 2
    errors = (y * (X @ v) <= 0).mean()
    assert errors == pytest.approx(expected, abs=4 * math.sqrt(expected / 20_000))
    assert np.linalg.norm(v) == pytest.approx(1)
    assert np.allclose((y[:, None] * X).mean(axis=0), distance / 2 * v, atol=0.04)


def test_circles_are_separated_by_their_radius_only():
    X, y = data.circles(300, noise=0.05, seed=4)
    square = (X**2).sum(axis=1)
    assert square[y > 0].max() < 2.25 < square[y < 0].min()
    with pytest.raises(NotSeparable):
        max_margin(np.column_stack([X, np.ones(300)]), y)
    assert max_margin(np.column_stack([square, np.ones(300)]), y).margin > 0


def test_a_stream_never_ends_and_draws_rows_equally_often():
    sample = data.separable(5, 2, 0.1, seed=0)
    draws = list(itertools.islice(data.stream(sample, seed=1), 5000))
    rows = {tuple(x): label for x, label in zip(sample.X, sample.y, strict=True)}
    assert all(rows[tuple(x)] == label for x, label in draws)
    counts = [sum(tuple(x) == row for x, _ in draws) for row in rows]
    assert min(counts) > 850 and max(counts) < 1150
    pair = data.stream((sample.X, sample.y), seed=1)
    assert [label for _, label in itertools.islice(pair, 5000)] == [label for _, label in draws]
    x, _ = next(data.stream(sample))
    x[:] = 99.0
    assert not (sample.X == 99.0).any(), "a draw must not be a window into the sample"


def test_a_perceptron_on_an_endless_stream_stops_learning():
    sample = data.separable(200, 5, 0.2, seed=0)
    w, updates = np.zeros(5), 0
    for x, y in itertools.islice(data.stream(sample), 5000):
        if y * (w @ x) <= 0:
            w, updates = w + y * x, updates + 1
    assert 0 < updates <= 25


def test_digits_like_needs_pairs_of_pixels():
    from sklearn.linear_model import RidgeClassifier
    from sklearn.svm import SVC

    X, y = sample = data.digits_like(3500, 196, seed=1)
    target = sample.target
    assert target is None and X.min() == 0 and X.max() <= 1
    assert 0.15 < (X > 0).mean() < 0.25
    assert 0.4 < (y > 0).mean() < 0.6
    linear = RidgeClassifier().fit(X[:3000], y[:3000]).score(X[3000:], y[3000:])
    square = SVC(kernel="poly", degree=2, coef0=1, gamma=0.08).fit(X[:1500], y[:1500])
    assert linear < 0.75 < 0.9 < square.score(X[3000:], y[3000:])


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: data.separable(0, 2), "m is 0; expected at least 1 example"),
        (lambda: data.separable(5, 0), "d is 0; expected at least 1 dimension"),
        (lambda: data.separable(5, 2, margin=1), r"margin is 1; expected 0 <= margin < 1"),
        (lambda: data.separable(5, 2, margin=-0.1), "margin is -0.1"),
        (lambda: data.separable(5, 2, margin=float("nan")), "margin is nan"),
        (lambda: data.noisy(5, 2, noise=0.6), "noise is 0.6; expected a fraction .* 0 to 0.5"),
        (lambda: data.noisy(5, 2, noise=-0.1), "noise is -0.1"),
        (lambda: data.xor(0), "m is 0; expected None"),
        (lambda: data.xor(4, spread=-1), "spread is -1; expected"),
        (lambda: data.disjunction(0), "m is 0"),
        (lambda: data.disjunction(5, 3, 4), "r is 4 with d = 3; expected 0 <= r <= d"),
        (lambda: data.disjunction(5, 3, -1), "r is -1"),
        (lambda: data.disjunction(5, 3, 1, active=3), "active is 3; expected 1 <= active <= .* 2"),
        (lambda: data.disjunction(5, 3, 1, active=0), "active is 0"),
        (lambda: data.disjunction(5, 3, 1, noise=2), "noise is 2"),
        (lambda: data.gaussians(0), "m is 0"),
        (lambda: data.gaussians(5, 0), "d is 0"),
        (lambda: data.gaussians(5, 2, -1), "distance is -1"),
        (lambda: data.circles(0), "m is 0"),
        (lambda: data.circles(5, -1), "noise is -1; expected a standard deviation"),
        (lambda: data.digits_like(0), "m is 0"),
        (lambda: data.digits_like(5, 7), "d is 7; expected at least 8"),
        (lambda: data.stream((np.eye(2), np.ones(3))), r"X has shape \(2, 2\) and y \(3,\)"),
        (lambda: data.stream((np.empty((0, 2)), np.empty(0))), r"X has shape \(0, 2\)"),
    ],
)
def test_bad_arguments_are_named(call, says):
    with pytest.raises(ValueError, match=says):
        call()
