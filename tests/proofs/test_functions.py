"""Steps with exponentials, logarithms and real powers, about which z3 knows nothing: by calculus.

sympy differentiates, sums series and simplifies; what is left over is a sign that can be seen, or
that z3 decides. Each test names the step it proves and what it takes from analysis without proof:
a function with f'' >= 0 lies below its chords and above its tangents, and one with f(0) = f'(0) = 0
and f'' <= 1 lies below u^2/2.
"""

import pytest
import sympy as sp

from .solver import proves, q

pytestmark = pytest.mark.once


def vanishes(expression):
    return sp.simplify(expression) == 0


# ---------------------------------------------------------------- T7: the best constant

LENGTH = sp.Symbol("s", positive=True)  # gamma |w|
CLOCK = 2 * (LENGTH - sp.log(1 + LENGTH))


def test_the_clock_of_the_large_margin_perceptron_is_concave_in_the_square_of_the_length():
    """2 (gamma |w| - R^2 ln(1 + gamma |w|/R^2)) has the slope gamma^2/(R^2 + gamma |w|) in |w|^2.

    It falls, so the clock lies below its tangents; it is positive, so the clock rises with |w|.
    """
    gamma, R, length = sp.symbols("gamma R length", positive=True)
    clock = 2 * (gamma * length - R**2 * sp.log(1 + gamma * length / R**2))
    slope = sp.diff(clock, length) / sp.diff(length**2, length)
    assert vanishes(slope - gamma**2 / (R**2 + gamma * length))
    assert sp.diff(slope, length).simplify().is_negative
    assert slope.simplify().is_positive


def test_the_best_constant_of_the_large_margin_perceptron_is_the_root_of_s_equal_2_ln_1_plus_s():
    """s = gamma^2 M has s - 2 ln(1+s) <= 0: a convex function, 0 at 0 and at C = 2.5128624... only.

    So s <= C. It is negative just below C and positive just above.
    """
    excess = LENGTH - 2 * sp.log(1 + LENGTH)
    assert excess.subs(LENGTH, 0) == 0
    assert sp.diff(excess, LENGTH, 2).is_positive
    below, above = sp.Rational(25128624, 10**7), sp.Rational(25128625, 10**7)
    assert excess.subs(LENGTH, below).is_negative
    assert excess.subs(LENGTH, above).is_positive


def test_a_threshold_c_gamma_has_a_clock_too():
    """F_c(s) = s/c - ln(1+2cs)/(2c^2) has the slope 1/(1+2cs) in s^2; c = 1/2 is the course's."""
    c = sp.Symbol("c", positive=True)
    clock = LENGTH / c - sp.log(1 + 2 * c * LENGTH) / (2 * c**2)
    slope = sp.diff(clock, LENGTH) / sp.diff(LENGTH**2, LENGTH)
    assert vanishes(slope - 1 / (1 + 2 * c * LENGTH))
    assert vanishes(clock.subs(c, sp.Rational(1, 2)) - CLOCK)


# ---------------------------------------------------------------- T6: Winnow(eta)


def test_cosh_u_is_at_most_exp_of_half_the_square_coefficient_by_coefficient():
    """1/(2n)! <= 1/(2^n n!): the quotient (2n)!/(2^n n!) is 1 at n = 0 and grows by 2n + 1."""
    u, n = sp.Symbol("u", positive=True), sp.Symbol("n", integer=True, nonnegative=True)
    small, large = 1 / sp.factorial(2 * n), 1 / (2**n * sp.factorial(n))
    assert sp.summation(small * u ** (2 * n), (n, 0, sp.oo)) == sp.cosh(u)
    assert sp.summation(large * u ** (2 * n), (n, 0, sp.oo)) == sp.exp(u**2 / 2)
    quotient = large / small
    assert quotient.subs(n, 0) == 1
    growth = 2 * n + 1
    assert vanishes(quotient.subs(n, n + 1) / quotient - growth)
    assert (growth - 1).is_nonnegative


def test_exp_lies_below_its_chord():
    """exp(eta z) <= cosh(eta R) + (z/R) sinh(eta R) for |z| <= R: the right side is the chord."""
    eta, R, z = sp.symbols("eta R z", positive=True)
    chord = sp.cosh(eta * R) + z / R * sp.sinh(eta * R)
    assert sp.diff(chord, z, 2) == 0
    assert all(vanishes((chord - sp.exp(eta * z)).subs(z, end).rewrite(sp.exp)) for end in (R, -R))
    assert sp.diff(sp.exp(eta * z), z, 2).is_positive


def test_hoeffdings_lemma():
    """ln(cosh u + m sinh u) <= m u + u^2/2, u = eta R and m R the mean: the chord, made Gaussian.

    The difference L of the first two terms has L(0) = L'(0) = 0 and L'' = 1 - tau^2 <= 1.
    """
    u, m = sp.symbols("u m", real=True)
    inner = sp.cosh(u) + m * sp.sinh(u)
    L = sp.log(inner) - m * u
    assert L.subs(u, 0) == 0 and sp.diff(L, u).subs(u, 0) == 0
    tau = sp.diff(inner, u) / inner
    assert vanishes(sp.diff(L, u, 2) - (1 - tau**2))


def test_the_logarithm_lies_below_its_tangent():
    """ln s <= s - 1, the tangent at 1 of a concave function: so relative entropy is never negative.

    With s = w_i/p_i, weighed with p_i: -Phi <= sum of w_i - sum of p_i <= 0.
    """
    s = sp.Symbol("s", positive=True)
    gap = s - 1 - sp.log(s)
    assert gap.subs(s, 1) == 0 and sp.diff(gap, s).subs(s, 1) == 0
    assert sp.diff(gap, s, 2).is_positive


def test_the_best_rate_of_the_sharper_bound_is_artanh():
    """eta rho - ln cosh(eta R) is concave in eta, and flat at atanh(rho/R)/R: there it is a KL."""
    eta, R = sp.symbols("eta R", positive=True)
    c = sp.Symbol("c", positive=True)  # rho/R
    drop = eta * c * R - sp.log(sp.cosh(eta * R))
    assert vanishes(sp.diff(drop, eta, 2) + R**2 / sp.cosh(eta * R) ** 2)
    best = sp.atanh(c) / R
    assert vanishes(sp.diff(drop, eta).subs(eta, best))
    a = (1 + c) / 2
    divergence = sp.log(2) + a * sp.log(a) + (1 - a) * sp.log(1 - a)
    gap = (drop.subs(eta, best) - divergence).rewrite(sp.log)
    assert vanishes(sp.diff(gap, c)) and vanishes(gap.subs(c, sp.Rational(3, 5)))


# ---------------------------------------------------------------- T12: the p-norm perceptron


def test_half_the_square_of_the_p_norm_bends_by_at_most_p_minus_1():
    """The second derivative of |theta + t z|_p^2/2 is at most (p-1) |z|_p^2, for p >= 2.

    With S = sum theta^p it is (p-1) S^(2/p-1) sum theta^(p-2) z^2 plus a term with the factor
    2 - p, which is not positive. Here for three positive coordinates; more are more of the same,
    and signs come in pairs. Hoelder's inequality (below) bounds the first sum.
    """
    p, t = sp.Symbol("p", positive=True), sp.Symbol("t", real=True)
    theta, z = sp.symbols("theta0:3", positive=True), sp.symbols("z0:3", real=True)
    pairs = list(zip(theta, z, strict=True))
    half_square = sum((a + t * b) ** p for a, b in pairs) ** (2 / p) / 2
    S = sum(a**p for a in theta)
    bounded = (p - 1) * S ** (2 / p - 1) * sum(a ** (p - 2) * b**2 for a, b in pairs)
    square = S ** (2 / p - 2) * sum(a ** (p - 1) * b for a, b in pairs) ** 2
    assert vanishes(sp.diff(half_square, t, 2).subs(t, 0) - bounded - (2 - p) * square)
    proves([q.p >= 2, q.square >= 0], q.bounded + (2 - q.p) * q.square <= q.bounded)


def test_young_and_so_hoelder():
    """s^c <= 1 - c + c s for s > 0 and 0 < c < 1: the tangent at 1 of a concave function.

    With s = beta/alpha: alpha^(1-c) beta^c <= (1-c) alpha + c beta. Summed over coordinates with
    alpha = theta^p/|theta|_p^p, beta = |z|^p/|z|_p^p, c = 2/p, both of sum 1, it says
    sum |theta|^(p-2) z^2 <= |theta|_p^(p-2) |z|_p^2; with c = 1/p it is v.w <= |v|_q |w|_p.
    """
    s, odds = sp.symbols("s odds", positive=True)
    c = odds / (1 + odds)  # any number between 0 and 1
    tangent = 1 - c + c * s
    assert vanishes((tangent - s**c).subs(s, 1)) and vanishes(sp.diff(tangent - s**c, s).subs(s, 1))
    assert sp.simplify(sp.diff(s**c, s, 2)).is_negative


# ---------------------------------------------------------------- T10: weights in closed form


def test_winnow_and_weighted_majority_are_powers_and_softmax():
    """An active weight (1+beta)^theta times 1 + beta is the next power; and beta^errors are, up to
    a common factor, exp(eta theta) for beta = exp(-2 eta), as theta = k - 2 errors after k updates.
    """
    beta, eta, theta = sp.symbols("beta eta theta", positive=True)
    assert vanishes((1 + beta) ** theta * (1 + beta) - (1 + beta) ** (theta + 1))
    k, errors = sp.symbols("k errors", integer=True, nonnegative=True)
    shares = sp.exp(-2 * eta) ** errors * sp.exp(eta * k)
    assert vanishes(shares - sp.exp(eta * (k - 2 * errors)))


def test_the_weights_of_a_p_norm_perceptron_are_a_gradient_as_long_as_theta():
    """w = the gradient of |theta|_p^2/2: w.theta = |theta|_p^2 = |w|_q^2, 1/p + 1/q = 1.

    Here for three positive coordinates, as above.
    """
    p = 1 + sp.Symbol("p_minus_1", positive=True)
    theta = sp.symbols("theta0:3", positive=True)
    square = sum(t**p for t in theta) ** (2 / p)
    w = [sp.diff(square / 2, t) for t in theta]
    assert vanishes(sum(a * t for a, t in zip(w, theta, strict=True)) - square)
    dual = p / (p - 1)
    powers = [sp.powdenest(sp.simplify(a) ** dual, force=True) for a in w]
    assert vanishes(sum(powers) ** (2 / dual) - square)


# ---------------------------------------------------------------- T17: the compression bound


def test_one_minus_a_risk_lies_below_its_exponential():
    """1 - r <= e^(-r), the tangent at 0 of a convex function; so (1 - r)^n <= e^(-r n), r <= 1."""
    r = sp.Symbol("r", real=True)
    gap = sp.exp(-r) - (1 - r)
    assert gap.subs(r, 0) == 0 and sp.diff(gap, r).subs(r, 0) == 0
    assert sp.diff(gap, r, 2).is_positive
