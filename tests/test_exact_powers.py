"""Sums of exponentials and real powers: within their proven errors, and 0 just where they are."""

import math
from decimal import Decimal, localcontext
from fractions import Fraction

import numpy as np
import pytest

from perceptronlib.theory import fixed
from perceptronlib.theory.exact import Interval, at_most, precision
from perceptronlib.theory.powers import Exponentials, Powers, vanishes

pytestmark = pytest.mark.long

BITS = [40, 100, 200, 1300]


def decimal(value):
    return Decimal(value.numerator) / Decimal(value.denominator)


@pytest.mark.parametrize("bits", BITS)
def test_exponentials_are_off_by_no_more_than_they_say(bits):
    rng = np.random.default_rng(bits)
    with localcontext() as context:
        context.prec = bits
        for _ in range(40):
            unit = Fraction(float(rng.random() * 10.0 ** rng.integers(-20, 4)))
            keys = [0, *(-int(10.0 ** rng.uniform(0, 25)) for _ in range(5))]
            for key, value in zip(keys, fixed.exponentials(keys, unit, bits), strict=True):
                exact = (decimal(unit) * key).exp() * 2**bits
                assert abs(exact - value) <= fixed.ERROR


@pytest.mark.parametrize("bits", BITS)
def test_powers_are_off_by_no_more_than_they_say(bits):
    rng = np.random.default_rng(bits)
    with localcontext() as context:
        context.prec = bits + 40
        for exponent in (2.5, 1.0000001, 2 * math.log(1000), 1e4 + 0.1, 0.1):
            sizes = [int(2.0 ** rng.uniform(1, 400)) for _ in range(8)]
            top, p = max(sizes), Fraction(exponent)
            for t, value in zip(sizes, fixed.powers(sizes, top, p, bits), strict=True):
                exact = (decimal(Fraction(t, top)).ln() * decimal(p)).exp() * 2**bits
                assert abs(exact - value) <= fixed.ERROR


def test_a_sum_of_exponentials_is_zero_only_if_it_cancels():
    """Beside a weight of 1, exp(-10^5) has no digit left: it is measured by itself."""
    weights = Exponentials([0, -100_000, -100_001], Fraction(1))
    assert weights.sum({}) == 0
    tiny = weights.sum({-100_000: 1, -100_001: -2})
    assert isinstance(tiny, Interval) and at_most(0, tiny) and not at_most(tiny, 0)


def test_roots_cancel_only_if_they_are_multiples_of_one_another():
    half = Fraction(1, 2)
    assert vanishes({2: 3, 18: -1}, half)  # 3 sqrt 2 = sqrt 18
    assert vanishes({2: 3, 18: -1, 5: 2, 20: -1}, half)
    assert not vanishes({2: 3, 18: -1, 5: 2, 45: -1}, half)
    assert vanishes({1: 32, 16: -1}, Fraction(5, 4))  # 16^(5/4) = 32
    assert not vanishes({2: 1, 3: -1}, Fraction(0.1))


@pytest.mark.parametrize("p", [2.0, 3.0, 2.5, 7.3, 1000.0])
def test_norms_and_gradients_hold_together(p):
    """theta times its gradient is |theta|_p^2; the largest number alone is a lower bound."""
    rng = np.random.default_rng(int(p))
    for digits in (30, 60, 400):
        with precision(digits):
            vector = Powers(rng.integers(-9, 10, 5).tolist(), Fraction(p))
            gap = vector.gradient(vector.vector) - vector.norm(2)
            assert at_most(gap, Fraction(1, 10**20)) and at_most(-gap, Fraction(1, 10**20))
            assert at_most(vector.top, vector.norm(1))


def test_a_gradient_too_small_for_any_digits_has_a_sign():
    vector = Powers([10**6, 1, 0], Fraction(1000.5))
    assert at_most(vector.gradient([0, -1, 5]), 0) and not at_most(vector.gradient([0, 1, 5]), 0)
    assert vector.gradient([0, 0, 5]) == 0
