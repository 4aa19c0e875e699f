"""What the course says beside its theorems, for all inputs: starts, biases, which bound wins.

No certificate checks these on a run, so they are stated here. v has length 1.
"""

import pytest

from .solver import proves, q, refutes

pytestmark = pytest.mark.once

after = q.but(k=q.k + 1, along=q.along + q.gain, square=q.square + 2 * q.score + q.size)


# ---------------------------------------------------------------- a start w_0, a bias never learned

REACHES = q.k * q.rho - q.start <= q.along
LENGTH = q.square <= q.start * q.start + q.k * q.R2
UPDATE = [q.gain >= q.rho, q.size <= q.R2]
NUMBERS = [q.k >= 1, q.rho > 0, q.start >= 0, q.R2 >= 0, q.square >= 0, q.bias >= 0]
CAUCHY_SCHWARZ = q.along * q.along <= q.square


def test_from_w0_the_perceptron_makes_at_most_R2_over_rho2_and_2_w0_over_rho_mistakes():
    """start = |w_0|; at first v.w_0 >= -|w_0|, by Cauchy-Schwarz."""
    first = [q.k == 0, q.start >= 0, q.square == q.start * q.start, CAUCHY_SCHWARZ]
    proves(first, REACHES)
    proves(first, LENGTH)
    proves([REACHES, *UPDATE], after.k * q.rho - q.start <= after.along)
    proves([LENGTH, q.score <= 0, *UPDATE], after.square <= q.start * q.start + after.k * q.R2)
    together = [*NUMBERS, REACHES, LENGTH, CAUCHY_SCHWARZ]
    proves(together, q.k * q.rho * q.rho <= q.R2 + 2 * q.rho * q.start)
    assert refutes(together, q.k * q.rho * q.rho <= q.R2)


def test_with_a_bias_that_is_never_learned_it_makes_at_most_R2_plus_2_b_over_rho2():
    """bias = |b|: y (w.x + b) <= 0 says only y w.x <= |b|; w starts at 0, and v knows no bias."""
    length = q.square <= q.k * (q.R2 + 2 * q.bias)
    proves([length, q.score <= q.bias, *UPDATE], after.square <= after.k * (q.R2 + 2 * q.bias))
    together = [*NUMBERS, q.k * q.rho <= q.along, length, CAUCHY_SCHWARZ]
    proves(together, q.k * q.rho * q.rho <= q.R2 + 2 * q.bias)
    assert refutes(together, q.k * q.rho * q.rho <= q.R2)


# ---------------------------------------------------------------- T5: one bound against another

# root is the larger root of rho s^2 = R s + D1, so root^2 is the bound of the root form
ROOT = [
    q.rho > 0,
    q.R > 0,
    q.D >= 0,
    q.D1 >= 0,
    q.root >= 0,
    q.rho * q.root * q.root == q.R * q.root + q.D1,
    q.rho * q.root >= q.R,
]


def test_the_bound_by_squares_is_the_smaller_one_exactly_when_R_plus_D_times_D_is_below_rho_D1():
    proves(ROOT, (q.R + q.D < q.rho * q.root) == ((q.R + q.D) * q.D < q.rho * q.D1))


def test_the_printed_form_is_at_least_the_root_form_and_at_most_twice_it():
    printed = q.R * q.R + 2 * q.rho * q.D1
    proves(ROOT, q.rho * q.rho * q.root * q.root <= printed)
    proves(ROOT, printed <= 2 * q.rho * q.rho * q.root * q.root)
    assert refutes(ROOT, printed * 10 <= 19 * q.rho * q.rho * q.root * q.root)


# ---------------------------------------------------------------- every dimension at once


def test_cauchy_schwarz_in_every_space_with_an_inner_product():
    """(v.w)^2 <= |v|^2 |w|^2, because | |w|^2 v - (v.w) w |^2 >= 0 (and both are 0 where w is).

    It is the only fact about vectors that the proofs use, so they hold for every kernel, too.
    """
    remainder = q.w2 * q.w2 * q.v2 - 2 * q.w2 * q.vw * q.vw + q.vw * q.vw * q.w2
    proves([q.w2 > 0, remainder >= 0], q.vw * q.vw <= q.v2 * q.w2)
