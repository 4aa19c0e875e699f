"""What a score costs: with all the features, and with the kernel."""

from __future__ import annotations

from dataclasses import dataclass
from math import comb

import numpy as np

from ...notebook import pictures
from ...notebook.explore import Exploration, explore, slider
from ...notebook.predict import Prediction, predict

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


@dataclass(frozen=True)
class Cost:
    """Multiplications for one score: how many features, and what the kernel takes instead."""

    d: int
    degree: int
    support: int

    @property
    def features(self) -> int:
        """Products of at most ``degree`` of d numbers, each multiplied by its weight."""
        return comb(self.d + self.degree, self.degree)

    @property
    def each(self) -> int:
        """What one kernel value takes."""
        return self.d + self.degree - 1


def cost() -> Prediction:
    """From how many dimensions on is the kernel cheaper? Then count.

    >>> cost().at(d=784, degree=4, support=100).sentence
    'With d = 784 and degree 4: 15,943,435,565 multiplications with features, 78,700 with ...'
    """
    return predict(
        {
            "always": "In 3 dimensions there are 10 features of degree 2, and the kernel has to "
            "visit 100 support vectors.",
            "from about 20 on": "With 20 dimensions there are 231 features of degree 2, still "
            "cheaper than 100 kernel values.",
            "from about 200 on": "The features grow like d²/2, the kernel's cost like 100 d.",
        },
        right="from about 200 on",
        then=_cost(),
    )


def _cost() -> Exploration:
    sizes = np.unique(np.geomspace(1, 1000, 90).round().astype(int))
    fig, ax = pictures.figure(6.8, 3.6)
    ax.set(xscale="log", yscale="log", xlim=(0.9, 1100), ylim=(1, 1e12))
    ax.set(xlabel="dimensions $d$", ylabel="multiplications for one score")
    pictures.ticks(ax.xaxis, [1, 10, 100, 1000])
    green, black = pictures.BOUND, pictures.WEIGHTS
    explicit = pictures.Curve(ax, black, "-", label="with all features up to that degree")
    trick = pictures.Curve(ax, green, "--", label="with the kernel")
    pictures.legend(ax, "upper left")
    dots = [pictures.Curve(ax, colour, "o", ms=8) for colour in (black, green)]

    def move(now: Cost) -> None:
        explicit.move(sizes, [float(Cost(int(n), now.degree, 1).features) for n in sizes])
        trick.move(sizes, now.support * (sizes + now.degree - 1))
        for dot, count in zip(dots, (now.features, now.support * now.each), strict=True):
            dot.move([now.d], [float(count)])

    def describe(now: Cost) -> str:
        kernel = f"{now.support * now.each:,} with the kernel ({now.support} × {now.each})"
        features = f"{now.features:,} multiplications with features"
        return f"With d = {now.d} and degree {now.degree}: {features}, {kernel}."

    return explore(
        fig,
        data=Cost,
        move=move,
        describe=describe,
        d=slider("dimensions d", 1, 1000, start=64, kept=64),
        degree=slider("degree p", 1, 6, start=2, kept=4),
        support=slider("support vectors", 1, 1000, start=100, kept=100),
    )
