"""Sums of exponentials and of real powers: algebra decides whether they vanish, digits the rest.

Weights such as exp(eta theta_i) or |theta_i|^(p-1) cannot be written down, and an interval can
never say that a sum of them is 0. Two theorems can. Lindemann and Weierstrass: exponentials of
different fractions are linearly independent over the fractions, so a sum of them is 0 only if the
coefficients of equal exponents cancel. Besicovitch: the same for positive roots of fractions, no
quotient of two of which is itself a fraction. What is not 0 has a sign that enough digits show.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from math import isqrt

from .exact import Interval, Number, at_most, enclosed, working_bits
from .fixed import ERROR, exponentials, interval, powers

__all__ = ["Exponentials", "Powers", "grouped", "logarithm", "real_power", "vanishes"]
__all__ += ["whole_power"]

EXACT_BITS = 20_000
"""Whole powers are written out up to this size, and enclosed beyond."""

PROOF_BITS = 1_000_000
"""Larger powers are not written out even to prove that a sum is 0."""


def grouped(keys: Iterable[int], coefficients: Iterable[int]) -> dict[int, int]:
    """The sum of the coefficients of each key; those that cancel are left out.

    >>> grouped([3, 5, 3, 5], [1, 2, 1, -2])
    {3: 2}
    """
    sums: dict[int, int] = {}
    for key, coefficient in zip(keys, coefficients, strict=True):
        sums[key] = sums.get(key, 0) + coefficient
    return {key: total for key, total in sums.items() if total}


class Exponentials:
    """exp(unit key) for whole numbers key, over the largest of them, exp(unit top).

    ``values`` are whole numbers of 2^-bits, off by at most `ERROR` units; that of top is exact.

    >>> from .exact import at_most
    >>> e = Exponentials([0, 2, 2, -1], Fraction(1, 2))
    >>> e.sum({2: 3}), e.sum({})  # 3 exp(1) / exp(1), and nothing
    (Fraction(3, 1), Fraction(0, 1))
    >>> at_most(Fraction(36, 100), e.sum({0: 1})), at_most(e.sum({0: 1}), Fraction(37, 100))
    (True, True)
    """

    def __init__(self, keys: Iterable[int], unit: Fraction, bits: int | None = None) -> None:
        different = list(set(keys))
        self.top, self.unit, self.bits = max(different), unit, bits or working_bits()
        above = [key - self.top for key in different]
        self.values = dict(zip(different, exponentials(above, unit, self.bits), strict=True))
        self.values[self.top] = 1 << self.bits

    def sum(self, coefficients: Mapping[int, int]) -> Number:
        """sum c exp(unit (key - top)) of grouped coefficients: a fraction where it is one."""
        total = sum(self.values[key] * c for key, c in coefficients.items())
        off = ERROR * sum(abs(c) for key, c in coefficients.items() if key != self.top)
        if (
            off >= abs(total) and max(coefficients, default=self.top) < self.top
        ):  # all are small: how small?
            rest = Exponentials(coefficients, self.unit, self.bits)
            return enclosed(self.unit * (rest.top - self.top)).exp() * rest.sum(coefficients)
        return _number(total, off, self.bits)


def _number(value: int, off: int, bits: int) -> Number:
    """value units of 2^-bits, give or take so many of them."""
    return interval(value - off, value + off, bits) if off else Fraction(value, 1 << bits)


def logarithm(value: Number) -> Number:
    """The natural logarithm; that of 1 is exactly 0.

    >>> logarithm(1), logarithm(Fraction(1, 2)).high < 0
    (0, True)
    """
    return 0 if not isinstance(value, Interval) and value == 1 else enclosed(value).ln()


def whole_power(base: Interval, n: int) -> Interval:
    """base^n for a whole n >= 0, by squaring: what is at least 1 stays so.

    >>> whole_power(enclosed(3), 5)
    Interval(low=Decimal('243'), high=Decimal('243'))
    """
    result = Interval(Decimal(1), Decimal(1))
    for bit in bin(n)[2:]:
        result = result * result
        result = result * base if bit == "1" else result
    return result


def real_power(base: Number, exponent: Fraction) -> Number:
    """base^exponent for base >= 0: exact if the base is 0 or 1 or the exponent whole and small.

    >>> real_power(Fraction(2, 3), Fraction(2)), real_power(1, Fraction(1, 3))
    (Fraction(4, 9), 1)
    """
    if not exponent:
        return Fraction(1)
    if not isinstance(base, Interval):
        size = max(base.numerator.bit_length(), base.denominator.bit_length())
        if base in (0, 1) or (exponent.denominator == 1 and 0 < exponent * size <= EXACT_BITS):
            return base if base in (0, 1) else base ** int(exponent)
    value = (enclosed(base).ln() * exponent).exp()
    if exponent > 0 and at_most(1, base):
        return Interval(max(value.low, Decimal(1)), value.high)  # 1 or more, whatever is rounded
    return value


class Powers:
    """(|t|/top)^p for the whole numbers t of a vector, the largest of which is top in size.

    ``total`` is the sum of these powers, so that |vector|_p = top total^(1/p); it is exact where p
    is whole and small, or where all numbers but 0 are of one size.

    >>> vector = Powers([3, 0, -6], Fraction(2))
    >>> vector.top, vector.total, vector.norm(2), vector.gradient([2, 5, 1])
    (6, Fraction(5, 4), Fraction(45, 1), 0)
    """

    def __init__(self, vector: Iterable[int], p: Fraction, bits: int | None = None) -> None:
        self.vector, self.p, self.bits = list(vector), p, bits or working_bits()
        sizes = [abs(t) for t in self.vector if t]
        counts = grouped(sizes, [1] * len(sizes))
        self.top = max(sizes, default=0)
        if p.denominator == 1 and p * self.top.bit_length() <= EXACT_BITS:
            self.values, self.scale, self.off = {t: t ** int(p) for t in counts}, self.top, 0
            self.scale **= int(p)
        else:
            values = powers(list(counts), self.top, p, self.bits) if counts else []
            self.values = dict(zip(counts, values, strict=True))
            self.scale, self.off = 1 << self.bits, ERROR
            self.values |= {self.top: self.scale} if counts else {}
        least = self.scale * counts.get(self.top, 0)  # the others are positive, if little is known
        others = sum(n for t, n in counts.items() if t != self.top)
        self.total = self._number(sum(self.values[t] * n for t, n in counts.items()), others, least)

    def _number(self, value: int, terms: int, least: int | None = None) -> Number:
        """value over scale, where each of so many terms may be off, but not below least."""
        if not self.off or not terms:
            return Fraction(value, self.scale) if self.scale else Fraction(0)
        low = value - self.off * terms
        low = low if least is None else max(low, least)
        return interval(low, value + self.off * terms, self.bits)

    def norm(self, exponent: int) -> Number:
        """|vector|_p^exponent: a fraction where one number only is not 0, or exponent = p."""
        return real_power(self.total, exponent / self.p) * int(self.top**exponent)

    @cached_property
    def shrink(self) -> Number:
        """What the gradient is divided by: (|vector|_p / top)^(p-2)."""
        return real_power(self.total, (self.p - 2) / self.p)

    def coordinates(self, bits: int) -> dict[int, Number]:
        """The gradient of |vector|_p^2/2 wherever the vector is t > 0, to so many bits."""
        different = list(self.values)
        factor = Fraction(self.top) / self.shrink if different else Fraction(0)
        if not self.off:
            shares = {t: Fraction(self.values[t] * self.top, t * self.scale) for t in different}
            return {t: factor * share for t, share in shares.items()}
        links = powers(different, self.top, self.p - 1, bits) if different else []
        pairs = dict(zip(different, links, strict=True)) | {self.top: 1 << bits}
        return {t: factor * _number(x, ERROR * (t != self.top), bits) for t, x in pairs.items()}

    def gradient(self, direction: Iterable[int]) -> Number:
        """The inner product of a direction with the gradient of |vector|_p^2/2: 0 if it is 0.

        The gradient is sgn(t) |t|^(p-1) / |vector|_p^(p-2) in every coordinate.
        """
        pairs = [(t, x) for t, x in zip(self.vector, direction, strict=True) if t]
        shares = grouped((abs(t) for t, _ in pairs), (x if t > 0 else -x for t, x in pairs))
        # (t/top)^(p-1) is the p-th power, times top/t: a floor, where it is not exact anyway
        total = sum(share * self.values[t] * self.top // t for t, share in shares.items())
        off = sum(abs(c) * (self.top // t + 1) + 1 for t, c in shares.items() if t != self.top)
        if abs(total) <= self.off * off:
            return 0 if vanishes(shares, self.p - 1) else self._small_gradient(shares)
        return self._number(total, off) * Fraction(self.top) / self.shrink

    def _small_gradient(self, shares: Mapping[int, int]) -> Number:
        """The same where it is nearly 0: measured in the largest number that takes part."""
        top = max(shares)
        values = powers(list(shares), top, self.p - 1, self.bits)
        total = sum(c * value for c, value in zip(shares.values(), values, strict=True))
        scale = real_power(Fraction(top, self.top), self.p - 1) * Fraction(self.top) / self.shrink
        return self._number(total, sum(map(abs, shares.values()))) * scale


def vanishes(coefficients: Mapping[int, int], exponent: Fraction) -> bool:
    """Can it be proved that the sum of c t^exponent is 0? By Besicovitch's theorem, class by class.

    The exponent is a float, so its denominator is a power of two.

    >>> vanishes({1: 8, 4: -1}, Fraction(3, 2)), vanishes({1: 8, 5: -1}, Fraction(3, 2))
    (True, False)
    """
    depth = exponent.denominator.bit_length() - 1
    sizes = max(map(int.bit_length, coefficients), default=0)
    if depth > sizes.bit_length():  # no quotient of different numbers has such a root
        return not coefficients
    if not depth and exponent * sizes > PROOF_BITS:
        return False
    sums: dict[int, Fraction] = {}
    for t, c in coefficients.items():
        for other in sums:
            root = _nested_root(Fraction(t, other), depth)
            if root is not None:
                sums[other] += c * root**exponent.numerator
                break
        else:
            sums[t] = Fraction(c)
    return not any(sums.values())


def _nested_root(value: Fraction, depth: int) -> Fraction | None:
    """The square root, ``depth`` times over, if it is a fraction."""
    for _ in range(depth if value != 1 else 0):
        top, bottom = isqrt(value.numerator), isqrt(value.denominator)
        if top * top != value.numerator or bottom * bottom != value.denominator:
            return None
        value = Fraction(top, bottom)
    return value
