"""Exponentials and powers of many numbers at once, as whole numbers of 2^-bits, with proven errors.

`Interval` is general and slow; a thousand weights a round need something faster. Here a number is a
whole number of units 2^-bits, an array of them is an array of Python's whole numbers, and every
result is off by at most `ERROR` units. The proofs are in the comments: they count the floors.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from .exact import Integers, Interval, enclosed, precision

__all__ = ["ERROR", "exponentials", "interval", "powers"]

ERROR = 2
"""How many units a result may be off."""

GUARD = 48
"""More bits to compute with: all errors below are under 2^40 of these finer units."""


def interval(low: int, high: int, bits: int) -> Interval:
    """The interval from low to high units of 2^-bits.

    >>> interval(1, 3, 2)
    Interval(low=Decimal('0.25'), high=Decimal('0.75'))
    """
    ends = enclosed(Fraction(low, 1 << bits)), enclosed(Fraction(high, 1 << bits))
    return Interval(ends[0].low, ends[1].high)


def exponentials(keys: Sequence[int], unit: Fraction, bits: int) -> list[int]:
    """exp(unit key) for every key, where no unit key is above 0.

    >>> [value / 2**20 for value in exponentials([0, -1, -700], Fraction(1), 20)]
    [1.0, 0.36787..., 0.0]
    """
    fine, lowest = bits + GUARD, -(bits + 8)
    shifted = [(key * unit.numerator << fine) // unit.denominator for key in keys]
    exponents = [max(value, lowest << fine) for value in shifted]  # below, exp is under a unit
    return list(_exp(_array(exponents), fine) >> GUARD)


def powers(sizes: Sequence[int], top: int, exponent: Fraction, bits: int) -> list[int]:
    """(t/top)^exponent for every whole number 0 < t <= top, exponent > 0.

    >>> [value / 2**20 for value in powers([1, 2], 2, Fraction(5, 2), 20)]
    [0.17677..., 1.0]
    """
    shifts = [top.bit_length() - t.bit_length() + 1 for t in sizes]
    more = (max(shifts) * (int(exponent) + 1)).bit_length() + 8
    fine, finest = bits + GUARD, bits + GUARD + more
    # t/top = m 2^-shift with 1 < m < 4
    scaled = [((t << shift) << finest) // top for t, shift in zip(sizes, shifts, strict=True)]
    logs = _ln(_array(scaled), finest) - _array(shifts) * _ln2(finest)
    # off by at most 6 + shift units; times the exponent and rounded: under 2^more, so one fine unit
    exponents = [min(0, int(value) * exponent.numerator // exponent.denominator) for value in logs]
    lowest = -(bits + 8) << fine
    return list(_exp(_array([max(e >> more, lowest) for e in exponents]), fine) >> GUARD)


def _array(values: Sequence[int]) -> Any:
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


@cache
def _ln2(fine: int) -> int:
    with precision(int(fine * 0.302) + 8):  # more digits than fine bits
        return int(Fraction(enclosed(2).ln().low) * (1 << fine))


def _exp(x: Integers, fine: int) -> Any:
    """exp of numbers from -2^16 to 0, off by less than 2^20 units.

    x = n ln 2 + r: n is below 2^17 and ln 2 off by 2 units, so r by 2^18, and with it the result.
    """
    one, ln2 = 1 << fine, _ln2(fine)
    n = x // ln2
    halvings = min(16, 8 + fine // 200)
    s = (x - n * ln2) >> halvings  # below 2^-(halvings + 1/2)
    sizes = ((halvings + 0.5) * k + math.lgamma(k + 1) / math.log(2) for k in range(1, fine))
    terms = next(k for k, size in enumerate(sizes, 1) if size > fine + 4)
    total = 0 * s + one
    for k in range(terms, 0, -1):
        total = one + ((s * total) >> fine) // k  # two floors, times s: together under 3 units
    for _ in range(halvings):
        total = (total * total) >> fine  # doubles the error, and a floor: under 2^19 in the end
    return total >> -n


def _ln(m: Integers, fine: int) -> Any:
    """ln of numbers from 1 to 4, off by less than 6 units.

    With y near ln m and m exp(-y) = 1 + e, ln m = y + e - e^2/2 + ...
    """
    more = fine + 24  # so that the error of _exp, times 4, is below a unit
    floats = [math.log(int(value) / (1 << fine)) for value in m]
    y = _array([int(value * 2**60) << (more - 60) for value in floats])
    e = ((m << 24) * _exp(-y, more) >> more) - (1 << more)
    total, power = 0 * e, e
    for k in range(1, fine // 45 + 3):  # |e| < 2^-45
        total = total + power // k * (1 if k % 2 else -1)
        power = (power * e) >> more
    return (y + total) >> 24
