"""Arithmetic that rounding cannot mislead: fractions of the very floats, and intervals.

A float is a fraction, a whole number times a power of two, so sums, products and comparisons of
floats can be done without any rounding. Roots, logarithms and exponentials cannot; they become an
`Interval`, two decimals of 60 digits that enclose the true value. A comparison of intervals is
certain, or it is not made: `at_most` then answers None.
"""

from __future__ import annotations

import decimal
import math
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ..validate import Array

__all__ = [
    "Interval",
    "Number",
    "at_most",
    "enclosed",
    "equal",
    "integers",
    "nearest_float",
    "precision",
]

DIGITS = 60
"""Significant digits of an interval's ends."""

_LOWEST, _HIGHEST = decimal.MIN_EMIN, decimal.MAX_EMAX


class _Contexts(threading.local):
    """Where intervals round to, down and up; each thread has its own, with digits of its own."""

    def __init__(self) -> None:
        self.down = decimal.Context(DIGITS, ROUND_FLOOR, _LOWEST, _HIGHEST)
        self.up = decimal.Context(DIGITS, ROUND_CEILING, _LOWEST, _HIGHEST)


_round = _Contexts()


@contextmanager
def precision(digits: int) -> Iterator[None]:
    """For a while, intervals with more (or fewer) digits: fewer are faster, more decide more.

    >>> with precision(5):
    ...     enclosed(Fraction(1, 3))
    Interval(low=Decimal('0.33333'), high=Decimal('0.33334'))
    """
    before = _round.down.prec
    _round.down.prec = _round.up.prec = digits
    try:
        yield
    finally:
        _round.down.prec = _round.up.prec = before


def working_bits() -> int:
    """How many bits are as precise as the digits of an interval now.

    >>> working_bits()
    200
    """
    return _round.down.prec * 10 // 3


Integers: TypeAlias = npt.NDArray[np.object_]
"""An array of Python's own whole numbers, which have no size limit."""


@dataclass(frozen=True)
class Interval:
    """All numbers from ``low`` to ``high``: what is known of a number that cannot be written down.

    Sums, products and quotients enclose every possible result; whole numbers and fractions may
    take part.

    >>> root = enclosed(2).root()
    >>> at_most(root * root, Fraction(201, 100)), at_most(root * root, 2), at_most(2, 1 + root)
    (True, None, True)
    """

    low: Decimal
    high: Decimal

    def __add__(self, other: Number) -> Interval:
        that = enclosed(other)
        return Interval(_round.down.add(self.low, that.low), _round.up.add(self.high, that.high))

    def __neg__(self) -> Interval:
        return Interval(self.high.copy_negate(), self.low.copy_negate())

    def __sub__(self, other: Number) -> Interval:
        return self + -enclosed(other)

    def __rsub__(self, other: Number) -> Interval:
        return -self + other

    def __mul__(self, other: Number) -> Interval:
        that = enclosed(other)
        ends = [(a, b) for a in (self.low, self.high) for b in (that.low, that.high)]
        low = min(_round.down.multiply(a, b) for a, b in ends)
        return Interval(low, max(_round.up.multiply(a, b) for a, b in ends))

    __radd__ = __add__
    __rmul__ = __mul__

    def __truediv__(self, other: Number) -> Interval:
        that = enclosed(other)
        if that.low <= 0 <= that.high:
            raise ZeroDivisionError(f"{that} may be 0, so nothing can be divided by it")
        return self * Interval(
            _round.down.divide(Decimal(1), that.high), _round.up.divide(Decimal(1), that.low)
        )

    def __rtruediv__(self, other: Number) -> Interval:
        return enclosed(other) / self

    def root(self) -> Interval:
        """The square root of a number that is not negative."""
        low = max(self.low, Decimal(0))
        # decimal rounds roots, exp and ln to the nearest: one step outwards encloses the truth
        return Interval(
            max(Decimal(0), _round.down.next_minus(_round.down.sqrt(low))),
            _round.up.next_plus(_round.up.sqrt(self.high)),
        )

    def exp(self) -> Interval:
        """The exponential."""
        low, high = _round.down.exp(self.low), _round.up.exp(self.high)
        return Interval(max(Decimal(0), _round.down.next_minus(low)), _round.up.next_plus(high))

    def ln(self) -> Interval:
        """The natural logarithm of a positive number."""
        return Interval(
            _round.down.next_minus(_round.down.ln(self.low)),
            _round.up.next_plus(_round.up.ln(self.high)),
        )

    def __float__(self) -> float:
        """The larger end, rounded to the nearest float."""
        return float(self.high)


Number: TypeAlias = int | Fraction | Interval


def enclosed(value: Number) -> Interval:
    """A number as an interval.

    >>> enclosed(Fraction(1, 4))
    Interval(low=Decimal('0.25'), high=Decimal('0.25'))
    """
    if isinstance(value, Interval):
        return value
    top, bottom = Decimal(value.numerator), Decimal(value.denominator)
    return Interval(_round.down.divide(top, bottom), _round.up.divide(top, bottom))


def at_most(left: Number, right: Number) -> bool | None:
    """Is left <= right? None where the intervals overlap, so that it cannot be told.

    >>> at_most(1, Fraction(3, 2)), at_most(enclosed(2).ln(), Fraction(69, 100))
    (True, False)
    """
    if not isinstance(left, Interval) and not isinstance(right, Interval):
        return bool(left <= right)
    a, b = enclosed(left), enclosed(right)
    if a.high <= b.low:
        return True
    return False if a.low > b.high else None


def equal(left: Number, right: Number) -> bool | None:
    """Are both the same? None where the intervals overlap: two intervals can only differ.

    >>> equal(Fraction(1, 2), Fraction(2, 4)), equal(enclosed(2).root(), 2)
    (True, False)
    """
    if not isinstance(left, Interval) and not isinstance(right, Interval):
        return bool(left == right)
    a, b = enclosed(left), enclosed(right)
    return False if a.high < b.low or b.high < a.low else None


def integers(values: Array) -> tuple[Integers, Fraction]:
    """The floats as whole numbers and the power of two they have to be multiplied by.

    ``whole * unit`` are the very floats, to the last bit; unit is 1 where all of them are whole.
    Inner products of such arrays are products of whole numbers, times both units.

    >>> integers(np.array([0.75, -2.0]))
    (array([3, -8], dtype=object), Fraction(1, 4))
    """
    flat = np.asarray(values, dtype=np.float64)
    if not np.isfinite(flat).all():
        raise ValueError("only finite numbers can be compared exactly; got NaN or infinity (inf)")
    ratios = [value.as_integer_ratio() for value in flat.ravel().tolist()]
    unit = max((bottom for _, bottom in ratios), default=1)
    whole: Any = np.empty(len(ratios), dtype=object)
    whole[:] = [top * (unit // bottom) for top, bottom in ratios]
    return whole.reshape(flat.shape), Fraction(1, unit)


def nearest_float(value: Number) -> float:
    """The number as a float, infinite where it is too large for one.

    Rounding never turns an order round: what is at least M as a number is at least M as a float.

    >>> nearest_float(Fraction(1, 3)), nearest_float(10**400)
    (0.3333333333333333, inf)
    """
    try:
        return float(value)
    except OverflowError:
        return math.inf if at_most(0, value) else -math.inf
