"""What a score costs: with all the features, and with the kernel."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from ...notebook import pictures
from ...notebook.explore import Exploration, explore, slider

__all__ = ["cost", "multiplications"]


class _Counting:
    """A number that counts how often numbers of its kind were multiplied."""

    done = 0

    def __init__(self, value: int) -> None:
        self.value = value

    def __add__(self, other: _Counting) -> _Counting:
        return _Counting(self.value + other.value)

    def __mul__(self, other: _Counting) -> _Counting:
        type(self).done += 1
        return _Counting(self.value * other.value)


def multiplications(d: int, degree: int) -> int:
    """Multiplications in (a.b + 1)^degree for a and b in d dimensions: counted, not estimated.

    >>> multiplications(784, 4)
    787
    """
    _Counting.done = 0
    total, ones = _Counting(1), [_Counting(1)] * d
    for a, b in zip(ones, ones, strict=True):
        total = total + a * b
    power = total
    for _ in range(degree - 1):
        power = power * total
    assert power.value == (d + 1) ** degree
    return _Counting.done


def cost() -> Exploration:
    """Multiplications for one score: with all the features, and with the kernel.

    >>> cost().at(d=784, degree=4, support=100).sentence
    'With d = 784 and degree 4: 15,943,435,565 with features, 78,700 with the kernel (100 x 787).'
    """
    sizes = np.unique(np.geomspace(1, 1000, 90).round().astype(int))
    fig, ax = pictures.figure(6.6, 3.6)
    ax.set(xscale="log", yscale="log", xlim=(0.9, 1100), ylim=(1, 1e17))
    ax.set(xlabel="dimensions $d$", ylabel="multiplications for one score")
    green, black = pictures.BOUND, pictures.WEIGHTS
    explicit = pictures.Curve(ax, black, "-", label="with all features up to that degree")
    trick = pictures.Curve(ax, green, "--", label="with the kernel")
    pictures.legend(ax, "upper left")
    dots = [pictures.Curve(ax, colour, "o", ms=8) for colour in (black, green)]

    def at(d: int, degree: int, support: int) -> tuple[Any, ...]:
        return d, degree, support, comb(d + degree, degree), d + degree - 1

    def move(d: int, degree: int, support: int, features: int, each: int) -> None:
        explicit.move(sizes, [float(comb(int(n) + degree, degree)) for n in sizes])
        trick.move(sizes, support * (sizes + degree - 1))
        for dot, count in zip(dots, (features, support * each), strict=True):
            dot.move([d], [float(count)])

    def describe(d: int, degree: int, support: int, features: int, each: int) -> str:
        mine = f"{support * each:,} with the kernel ({support} x {each})"
        return f"With d = {d} and degree {degree}: {features:,} with features, {mine}."

    d = slider("dimensions d", 1, 1000, start=2)
    degree = slider("degree", 1, 6, start=1)
    support = slider("support vectors", 1, 1000, start=100)
    return explore(fig, data=at, move=move, describe=describe, d=d, degree=degree, support=support)
