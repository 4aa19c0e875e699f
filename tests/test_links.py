"""Weights computed from their sums by polynomials are numpy's, within what `Trust` allows for."""

import math

import mpmath
import numpy as np
import pytest

import perceptronlib as pl
from perceptronlib.core import fast, links, loops
from perceptronlib.core.sums import add_exactly

pytestmark = pytest.mark.long

ULP = 2.0**-52


def far(ours, right):
    """The largest relative difference, in units in the last place."""
    return max(abs(float(a / b - 1)) for a, b in zip(ours, right, strict=True)) / ULP


def test_powers_of_2_have_all_their_digits():
    rng = np.random.default_rng(0)
    points = [*rng.uniform(-1010, 0, 2000), *rng.uniform(-2, 2, 2000), 0.5, -0.5, 1.5, -1010.0]
    ours = [scale + scale * f for scale, f in map(links.power_of_2, map(float, points))]
    assert far(ours, [mpmath.mpf(2) ** float(z) for z in points]) < 6


def test_powers_of_2_near_1_differ_from_1_as_they_should():
    points = [sign * 10.0**k for k in np.linspace(-300, -0.302, 2000) for sign in (1, -1)]
    ours = [links.power_of_2(z) for z in points]
    assert all(scale == 1.0 for scale, _ in ours)
    with mpmath.workdps(30):
        assert far([f for _, f in ours], [mpmath.expm1(z * mpmath.log(2)) for z in points]) < 10


def test_logarithms_have_all_their_digits():
    """Near 1, too, where they vanish."""
    rng = np.random.default_rng(0)
    near = 1.0 + rng.choice([-1, 1], 2000) * 10.0 ** rng.uniform(-15, -1, 2000)
    points = [*(10.0 ** rng.uniform(-307, 300, 2000)), *near, *rng.uniform(0.4, 3, 2000)]
    assert far(map(links.log2, map(float, points)), [mpmath.log(x, 2) for x in points]) < 5
    assert links.log2(1.0) == 0.0 and links.log2(0.0) == -1023.0


def sums(kind, rng, d):
    """Sums in two parts, as a run may leave them."""
    theta = np.zeros((2, d))
    scale = {"whole": 1.0, "far apart": 100.0, "tiny": 1e-140, "huge": 1e8}.get(kind, 1.0)
    for _ in range(30):
        step = rng.integers(-3, 4, d) if kind == "whole" else np.round(rng.normal(size=d), 1)
        add_exactly(theta, scale * step)
    return theta


KINDS = ["whole", "tenths", "far apart", "tiny", "huge"]


@pytest.mark.parametrize("d", [1, 2, 50, 3000])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("rate", [1e-9, 0.1, 3.0, 400.0])
def test_balanced_weights_are_numpys(kind, d, rate):
    rng = np.random.default_rng(d)
    theta, w = sums(kind, rng, d), np.empty(d)
    theta[0, 0] += 1e-140
    links.balanced_weights(w, theta, links.largest(theta[0]), rate)
    right = pl.Rule("balanced", rate=rate).from_sums(theta)
    off = np.abs(w - right) - (links.ULPS + d) * ULP * np.abs(right)
    assert (off <= links.NOTHING).all()


@pytest.mark.parametrize("d", [1, 2, 50, 3000])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("p", [2.0, 2.5, 4.0, 23.0, 99.0])
def test_p_norm_weights_are_numpys(kind, d, p):
    rng = np.random.default_rng(d)
    theta, w = sums(kind, rng, d)[0], np.empty(d)
    theta[0] += 1e-140
    links.p_norm_weights(w, theta, links.largest(theta), p)
    right = pl.Rule("p_norm", p=p).from_sums(theta)
    off = np.abs(w - right) - (links.ULPS + d) * ULP * np.abs(right)
    assert (off <= links.NOTHING * np.abs(right).max()).all()


def test_the_largest_of_what_is_not_a_number_is_infinite():
    assert links.largest(np.array([1.0, -math.inf])) == math.inf
    assert links.largest(np.array([math.nan, 2.0])) == math.inf
    assert links.largest(np.array([-0.0, -5e-324])) == 5e-324


LEARNERS = {
    "balanced": lambda: pl.BalancedWinnow(eta=0.3, epochs=3),
    "p-norm": lambda: pl.PNormPerceptron(p=4.0, epochs=3),
    "p-norm with bias": lambda: pl.PNormPerceptron(p=7.0, bias=True, epochs=3),
}


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("scale", [1.0, 1e-160, 1e152])
def test_the_loop_learns_by_sums_in_plain_python_too(learner, scale, monkeypatch):
    rng = np.random.default_rng(1)
    X = np.round(rng.normal(size=(60, 7)), 1) * scale
    y = np.where(X[:, 0] + X[:, 1] > 0, 1, -1)
    with fast.using("plain"):
        plain = LEARNERS[learner]().run(X, y)
    monkeypatch.setattr(fast, "loop", lambda rounds: loops.several)
    run = LEARNERS[learner]().run(X, y)
    assert run.mistakes.tolist() == plain.mistakes.tolist()
    np.testing.assert_array_equal(run.last_weights, plain.last_weights)
