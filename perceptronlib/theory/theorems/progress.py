"""The quantities of every proof by two claims, exact: what the mistakes make of w, and the data.

Rows, comparator and weights are Python's whole numbers times a power of two (`exact.integers`), so
inner products and squares are those of the very floats.
"""

from __future__ import annotations

from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np

from ...core.runs import WeightRun
from ...validate import Array
from ..exact import integers

__all__ = ["Progress", "records", "rounding", "scaled"]


def scaled(values: Any, unit: Fraction) -> list[int | Fraction]:
    """Whole numbers times a unit.

    >>> scaled([3, -8], Fraction(1, 4))
    [Fraction(3, 4), Fraction(-2, 1)]
    """
    if unit == 1:
        return list(values)
    return [Fraction(value * unit.numerator, unit.denominator) for value in values]


def records(count: int, **columns: Any) -> list[SimpleNamespace]:
    """One record an update: a list gives every record its own number, anything else is shared.

    >>> records(2, k=[1, 2], g=5)
    [namespace(k=1, g=5), namespace(k=2, g=5)]
    """
    full = [c if isinstance(c, list) else [c] * count for c in columns.values()]
    return [
        SimpleNamespace(**dict(zip(columns, row, strict=True))) for row in zip(*full, strict=True)
    ]


class Progress:
    """A run and a comparator in whole numbers.

    ``w[k]`` is the sum of the first k of the y x: w_k divided by the learning rate, where w starts
    at 0. Per update k = 1..M: ``score`` is y w.x at the moment of the mistake, ``along`` v.w_k,
    ``square`` |w_k|^2 (``before``: |w_k-1|^2), ``size`` |x|^2. Of the sample: ``margins`` are the
    y v.x, ``g`` the smallest, ``R2`` is the largest |x|^2; ``v2`` is |v|^2.

    >>> from perceptronlib import Rule, play
    >>> p = Progress(play(Rule(), [[3, 4], [0.5, -1]], [1, 1]), np.array([1.0, 0.0]))
    >>> p.along, p.score
    ([Fraction(3, 1), Fraction(7, 2)], [Fraction(0, 1), Fraction(-5, 2)])
    >>> p.g, p.R2
    (Fraction(1, 2), Fraction(25, 1))
    """

    def __init__(self, run: WeightRun, v: Array) -> None:
        X, self.unit = integers(run.X)
        V, unit_v = integers(v)
        y = np.array([int(label) for label in run.y], dtype=object)
        self.rows: Any = y[:, None] * X
        updates = self.rows[run.examples]
        nothing = np.zeros((1, X.shape[1]), dtype=object)
        self.w: Any = np.cumsum(np.vstack([nothing, updates]), axis=0)
        self.M, self.rounds, self.k = run.M, run.mistakes, list(range(1, run.M + 1))
        square = self.unit * self.unit
        self.score = scaled((updates * self.w[:-1]).sum(axis=1), square)
        squares = scaled((self.w * self.w).sum(axis=1), square)
        self.before, self.square = squares[:-1], squares[1:]
        self.along = scaled(self.w[1:].dot(V), self.unit * unit_v)
        sizes = (X * X).sum(axis=1)
        self.size = scaled(sizes[run.examples], square)
        self.margins, self.margin_unit = self.rows.dot(V), self.unit * unit_v
        self.g: Fraction = self.margins.min() * self.margin_unit
        self.R2: Fraction = sizes.max() * square
        self.v2: Fraction = V.dot(V) * (unit_v * unit_v)

    def records(self, **more: Any) -> list[SimpleNamespace]:
        """One record an update, with these numbers besides."""
        return records(
            self.M,
            k=self.k,
            score=self.score,
            along=self.along,
            square=self.square,
            before=self.before,
            size=self.size,
            R2=self.R2,
            v2=self.v2,
            g=self.g,
            **more,
        )

    def last_margin(self) -> Fraction:
        """The smallest y w.x of the last weights, over all examples."""
        least: Fraction = self.rows.dot(self.w[-1]).min() * (self.unit * self.unit)
        return least


def rounding(p: Progress) -> Fraction:
    """By how much rounding its coordinates may move the square of a vector's length from 1.

    >>> from perceptronlib import Rule, play
    >>> run = play(Rule(), np.eye(12), np.ones(12))
    >>> rounding(Progress(run, np.ones(12))) == Fraction(16, 2**52)
    True
    """
    return Fraction(p.rows.shape[1] + 4, 2**52)
