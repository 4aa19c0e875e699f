"""From sums to weights in a compiled loop: powers and logarithms that the machine vectorises.

Weights are `SumsBehind.from_sums`; these, computed several at a time, differ a little, for which
`Trust` allows where a round is decided, and are never seen outside the loop.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..validate import Array

__all__ = ["ULPS", "balanced_weights", "largest", "p_norm_weights"]

ULPS = 8192
"""How far these weights may be from numpy's, relatively, in units of 2^-52; with p < 100.

A weight is 2^z times what all have in common. Here and in numpy, factors and terms of z are off by
nine roundings of 2^-53, so 2^z by 700 times as much, since -1010 <= z <= 0: that is 3,150 units.
|theta| / top is off by three roundings, a power p - 1 of it by p - 1 times as much. The polynomials
leave out 1.3e-15, or 6 units; numpy's own functions are off by 4, and a power p - 2 of one by p - 2
times as much. To that comes the rounding of a sum of d terms, by which all weights are divided."""

LOWEST, NOTHING = -1010.0, 1e-300
"""No power is taken of less than the first; what is lost, 1e-304 of the largest, is below this."""

ROUND = 1.5 * 2.0**52
"""What is added to this is rounded to a whole number, which stands in the last bits of the sum."""


def bits(x: float) -> Any:
    """The 64 bits of a float, as an integer."""
    return np.float64(x).view(np.int64)


def from_bits(n: Any) -> float:
    """The float of 64 bits."""
    return float(np.int64(n).view(np.float64))


def power_of_2(z: float) -> tuple[float, float]:
    """(2^k, f) with 2^z = 2^k (1 + f), k whole and |f| < 0.42; z is at most 1000.

    f is r = z - k times a polynomial, the best of its degree, so it keeps its digits near 0, too.

    >>> power_of_2(2.0), power_of_2(-0.5)[0]
    ((4.0, 0.0), 1.0)
    """
    z = max(z, LOWEST)
    rounded = z + ROUND
    r = z - (rounded - ROUND)
    q = 1.0205864118292098e-07 + r * 7.054908217211387e-09
    q = 1.5252673131219493e-05 + r * (1.3215541952054817e-06 + r * q)
    q = 0.0013333558200472385 + r * (0.0001540353025561092 + r * q)
    q = 0.05550410866465328 + r * (0.009618129107735966 + r * q)
    q = 0.6931471805599462 + r * (0.24022650695909856 + r * q)
    return from_bits((bits(rounded) + 1023) << 52), r * q


def log2(x: float) -> float:
    """log2(x) of a positive float (-1023 for 0).

    x = 2^k m with m between the roots of 1/2 and 2, and log2(m) is s = (m - 1)/(m + 1) times a
    polynomial in s^2, the best of its degree.

    >>> log2(8.0), round(log2(10.0), 14)
    (3.0, 3.32192809488736)
    """
    n = bits(x) + 0x00095F619980C433  # as much as 1 is above the root of 1/2
    k = from_bits((n >> 52) | 0x4330000000000000) - (2.0**52 + 1023.0)
    f = from_bits((n & 0x000FFFFFFFFFFFFF) + 0x3FE6A09E667F3BCD) - 1.0
    s = f / (2.0 + f)
    v = s * s
    q = 0.32061643125592465 + v * (0.2614429302003818 + v * 0.24293121377205143)
    q = 0.9617966939243235 + v * (0.5770780172507494 + v * (0.412198401398719 + v * q))
    return k + s * (2.885390081777927 + v * q)


def largest(w: Array) -> float:
    """max |w_j|, infinite if one is not a number; bits have the same order, and vectorise.

    >>> largest(np.array([1.0, -3.0, 2.0]))
    3.0
    """
    top = bits(0.0)
    for j in range(w.size):
        top = max(top, bits(abs(w[j])))
    return min(np.inf, from_bits(top))


def balanced_weight(upper: float, lower: float, best: float, rate: float) -> tuple[float, float]:
    """2 sinh and 2 cosh of a sum in two parts, over the largest; its rate is for powers of 2."""
    sign = math.copysign(1.0, upper + lower)
    scale, f = power_of_2(rate * ((sign * upper - best) + sign * lower))
    top = scale + scale * f
    scale, f = power_of_2(-2.0 * rate * abs(upper + lower))
    tanh = (1.0 - scale) - scale * f
    return sign * top * tanh, top * (2.0 - tanh)


def balanced_weights(w: Array, theta: Array, best: float, rate: float) -> None:
    """The weights of a balanced rule, the largest of whose sums is about ``best``.

    >>> w = np.empty(2)
    >>> balanced_weights(w, np.array([[0.0, -1.0], [0.0, 0.0]]), 1.0, rate=math.log(2.0))
    >>> w.round(14)  # -(2 - 1/2) / (2 + 2 + 1/2) is the second
    array([ 0.        , -0.33333333])
    """
    total, rate = 0.0, rate / math.log(2.0)
    for j in range(w.size):
        w[j], pair = balanced_weight(theta[0, j], theta[1, j], best, rate)
        total += pair
    scale_by(w, 1.0 / total)


def p_norm_weight(theta: float, inverse: float, p: float) -> tuple[float, float]:
    """x^(p - 1), with the sign of its sum, and x^p, where x is the sum's part of the largest."""
    x = abs(theta) * inverse
    scale, f = power_of_2((p - 1.0) * log2(x))
    size = scale + scale * f
    return math.copysign(size, theta), x * size


def p_norm_weights(w: Array, theta: Array, best: float, p: float) -> None:
    """The weights of a p-norm rule, the largest of whose sums is ``best``; p >= 2.

    >>> w = np.empty(2)
    >>> p_norm_weights(w, np.array([3.0, -4.0]), 4.0, p=2.0)
    >>> w.round(14)
    array([ 3., -4.])
    """
    total, inverse = 0.0, 1.0 / best
    for j in range(w.size):
        w[j], term = p_norm_weight(theta[j], inverse, p)
        total += term
    scale_by(w, best / total ** ((p - 2.0) / p))


def scale_by(w: Array, c: float) -> None:
    """w *= c."""
    for j in range(w.size):
        w[j] *= c


ONE_BY_ONE = (bits, from_bits, power_of_2, log2, balanced_weight, p_norm_weight)
ADDING_UP = (balanced_weights, p_norm_weights)
