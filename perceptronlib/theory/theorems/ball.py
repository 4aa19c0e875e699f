"""The cycling theorem, weights that stay in a ball for ever: the second half of T15.

The set that no mistake leaves is a ball with flat pieces. For each space V spanned by some of the
y x, the part of w at right angles to V may not be longer than r_V. Adding a y x of V does not
change that part at all, and where it is nearly as long as r_V, every other mistake shortens it.

The numbers in a statement: ``across`` is |Q w|^2, where Q w is the part of w at right angles to V,
``after`` the same after the update, ``further`` that for the space V' spanned by V and x, and
``within`` |P w|^2, the square of the other part; ``push`` is y Q w.x and ``pull`` y P w.x, ``size``
|x|^2 and ``apart`` |Q x|^2. Of the sample, ``R2`` is the largest |x|^2, ``c2`` the smallest |Q x|^2
that is not 0, over all V; ``L2`` is L^2 and ``RL`` is R L; ``r2`` and ``next2`` are r_V^2 and
r_V'^2.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import numpy as np

from ...core.runs import WeightRun
from ...validate import Array
from ..exact import enclosed, integers, nearest_float
from .certificate import Assumption, Certificate, Statement
from .judging import (
    about_weights,
    doubt_about,
    plain_perceptron,
    refused,
    rounding_doubt,
    starts_at_zero,
)
from .perceptron import MISTAKE
from .progress import Progress

__all__ = ["Shape", "cycling"]

MOST = 30_000
"""Spaces times examples: with more of them there is no claim, for it would take too long."""

PYTHAGORAS = Statement(
    "(Q w.x)^2 = |Q x|^2 (|Q w|^2 - |Q' w|^2)",
    lambda q: q.push**2,
    lambda q: q.apart * (q.across - q.further),
    equal=True,
)
PULL = Statement("(P w.x)^2 <= R^2 |P w|^2", lambda q: q.pull**2, lambda q: q.R2 * q.within)
ROOM = Statement(
    "R^2 (L^2 - r_V^2 + 4 R L) <= c^2 (r_V^2 - 2 R L - r_V'^2)",
    lambda q: q.R2 * (q.L2 - q.r2 + 4 * q.RL),
    lambda q: q.c2 * (q.r2 - 2 * q.RL - q.next2),
)
INSIDE = Statement("|Q w_k|^2 <= r_V^2 for every V", lambda q: q.after, lambda q: q.r2)
BALL = Statement("|w_k|^2 <= L^2", lambda q: q.square, lambda q: q.L2)


@dataclass(frozen=True)
class Space:
    """A space spanned by some of the y x: the rows in it, and vectors at right angles that span it.

    ``basis`` pairs each vector with its squared length.
    """

    rows: frozenset[int]
    basis: tuple[tuple[Any, Any], ...]

    @property
    def dimension(self) -> int:
        return len(self.basis)

    def across(self, x: Any) -> Any:
        """The squared length of the part of x at right angles to the space."""
        return x.dot(x) - sum(Fraction(x.dot(b) ** 2, b2) for b, b2 in self.basis)

    def product(self, x: Any, z: Any) -> Any:
        """The inner product of the parts of x and z in the space."""
        return sum(Fraction(x.dot(b) * z.dot(b), b2) for b, b2 in self.basis)


@dataclass(frozen=True)
class Shape:
    """The set that no mistake leaves: all spaces, and how far w may lie from each of them.

    All numbers are whole multiples of a power of two, or fractions of such.

    >>> three = Shape.of(np.array([[2.0, 0.0], [-1.0, 2.0], [-1.0, -2.0]]))
    >>> three.dimension, len(three.spaces), three.c2, round(three.reach, 1)
    (2, 4, Fraction(16, 5), 117.5)
    """

    spaces: tuple[Space, ...]
    dimension: int
    R2: Any
    c2: Fraction

    @staticmethod
    def of(rows: Array) -> Shape | None:
        """The shape for rows y x (their signs do not matter); None if that would take too long."""
        whole, unit = integers(rows)
        return Shape.of_whole(whole, unit)

    @staticmethod
    def of_whole(whole: Any, unit: Fraction) -> Shape | None:
        distinct = {tuple(row) if row > tuple(-a for a in row) else tuple(-a for a in row)
                    for row in map(tuple, whole.tolist()) if any(row)}  # fmt: skip
        X = [np.array(row, dtype=object) for row in sorted(distinct)]
        found: dict[frozenset[int], Space] = {}
        level = [Space(frozenset(), ())]
        nearest: list[Fraction] = []
        while level:
            found |= {space.rows: space for space in level}
            larger: dict[frozenset[int], Space] = {}
            for space in level:
                outside = [i for i in range(len(X)) if i not in space.rows]
                nearest += [Fraction(space.across(X[i])) for i in outside]
                if len(found) * len(X) + len(nearest) > MOST:
                    return None
                taken: set[int] = set()
                for i in outside:
                    if i in taken:
                        continue
                    wider = _with(space, X[i], X)
                    taken |= wider.rows
                    larger.setdefault(wider.rows, wider)
            level = list(larger.values())
        n = max(space.dimension for space in found.values())
        spaces = tuple(space for space in found.values() if space.dimension < max(n, 1))
        square = unit * unit
        R2 = max((x.dot(x) for x in X), default=0) * square
        return Shape(spaces, n, R2, min(nearest, default=Fraction(1)) * square)

    @property
    def growth(self) -> Fraction:
        """p = 2 + 2 R^2/c^2."""
        return 2 + 2 * Fraction(self.R2) / self.c2

    @property
    def RL(self) -> Fraction:
        """R L, where L = 2 R p^n."""
        return 2 * Fraction(self.R2) * self.growth**self.dimension

    @property
    def L2(self) -> Fraction:
        """L^2."""
        return 4 * Fraction(self.R2) * self.growth ** (2 * self.dimension)

    @property
    def reach(self) -> float:
        """L, the length that no w exceeds."""
        return nearest_float(enclosed(self.L2).root())

    def r2(self, dimension: int) -> Fraction:
        """r_V^2 = L^2 - 2 R L (p^k - 1) for a space of dimension k."""
        return self.L2 - 2 * self.RL * (self.growth**dimension - 1)


def _with(space: Space, x: Any, X: list[Any]) -> Space:
    """The space spanned by a space and one more row."""
    rest = np.array([Fraction(a) for a in x], dtype=object)
    for b, b2 in space.basis:
        rest = rest - Fraction(x.dot(b), b2) * b
    factor = np.lcm.reduce([a.denominator for a in rest])
    rest = np.array([int(a * int(factor)) for a in rest], dtype=object)
    wider = Space(space.rows, (*space.basis, (rest, rest.dot(rest))))
    inside = frozenset(i for i, z in enumerate(X) if wider.across(z) == 0)
    return Space(inside, wider.basis)


@about_weights
def cycling(run: WeightRun) -> Certificate:
    """The cycling theorem (T15): on a finite sample |w| <= 2 R (2 + 2 R^2/c^2)^n for ever.

    n is the dimension of the space that the examples span, R = max |x|, and c the smallest distance
    of an example from a space that is spanned by others and does not contain it. The bound holds in
    every order, for any number of passes, under every tie rule, whether or not anything separates
    the examples; it knows the examples, and not how many mistakes there were. It assumes w_0 = 0.

    The certificate says that w never left the set of the proof (see `Shape`). All spaces spanned by
    examples are written down for that; where they are too many, there is no claim. Source: Efron
    (1964), Block and Levin (1970), with a proof of our own. Taught in lecture 04.

    >>> from perceptronlib import Perceptron
    >>> cycling(Perceptron(epochs=500).run([[1, 0], [0, 1], [1, 1]], [1, 1, -1]))
    Cycling theorem: |w_k| <= 2 R (2 + 2 R^2/c^2)^n for ever
      holds: 1500 mistakes, |w_k| reached 1.414 and is bounded by 282.843
      [ok] the run is a perceptron's
      [ok] w starts at 0
      [ok] all spaces are known: n = 2, c = 0.707107, so |w_k| <= 282.843
         ok  y w.x <= 0 before the update  (checked 1500x, least slack 0)
         ok  (Q w.x)^2 = |Q x|^2 (|Q w|^2 - |Q' w|^2)  (checked 1500x, least slack 0)
         ok  (P w.x)^2 <= R^2 |P w|^2  (checked 1500x, least slack 0)
         ok  R^2 (L^2 - r_V^2 + 4 R L) <= c^2 (r_V^2 - 2 R L - r_V'^2)  (checked 2x, ...)
         ok  |Q w_k|^2 <= r_V^2 for every V  (checked 1500x, least slack 7.28e+04)
         ok  |w_k|^2 <= L^2  (checked 1500x, least slack 8e+04)
    """
    name, statement = "Cycling theorem", "|w_k| <= 2 R (2 + 2 R^2/c^2)^n for ever"
    assumptions = [plain_perceptron(run), starts_at_zero(run)]
    if doubt := doubt_about(run):
        return refused(name, statement, run, assumptions, doubt)
    p = Progress(run, np.ones(run.X.shape[1]))
    shape = Shape.of_whole(p.rows, p.unit)
    if shape is None:
        why = f"{len(run.y)} examples span too many"
        assumptions.append(Assumption("all spaces are known", False, why))
        return refused(name, statement, run, assumptions)
    c = nearest_float(enclosed(shape.c2).root())
    reach = f"n = {shape.dimension}, c = {c:.6g}, so |w_k| <= {shape.reach:.6g}"
    assumptions.append(Assumption("all spaces are known", True, reach))
    each = _records(run, p, shape)
    met = [q for q in each if q.size]
    rounds = [t for q, t in zip(each, p.rounds, strict=True) if q.size]
    common = {"R2": shape.R2, "c2": shape.c2, "L2": shape.L2, "RL": shape.RL}
    levels = [
        SimpleNamespace(r2=shape.r2(k), next2=shape.r2(k + 1), **common)
        for k in range(shape.dimension)
    ]
    steps = (
        MISTAKE.at(p.records(), p.rounds),
        PYTHAGORAS.at(met, rounds),
        PULL.at(met, rounds),
        ROOM.at(levels, range(len(levels))),
        INSIDE.at(each, p.rounds),
        BALL.at(each, p.rounds),
    )
    doubt = rounding_doubt(steps[0], run)
    far = nearest_float(enclosed(max((q.square for q in each), default=0)).root())
    counts = (
        f"mistake{'s' * (run.M != 1)}, |w_k| reached {far:.4g} and is bounded by {shape.reach:.6g}"
    )
    return Certificate(name, statement, run.M, None, tuple(assumptions), steps, counts, doubt)


def _records(run: WeightRun, p: Progress, shape: Shape) -> list[SimpleNamespace]:
    """One record an update, with the numbers of the space in which w comes nearest to the edge."""
    square = p.unit * p.unit
    r2 = [shape.r2(k) for k in range(shape.dimension + 1)]
    known: dict[tuple[int, ...], tuple[Space, Any]] = {}
    made: dict[tuple[Any, ...], SimpleNamespace] = {}
    records = []
    for k, i in enumerate(run.examples.tolist()):
        w, after, x = p.w[k], p.w[k + 1], p.rows[i]
        key = (tuple(w), i)
        if key not in made:
            if tuple(after) not in known:
                known[tuple(after)] = _tightest(shape, after, square, r2)
            space, across = known[tuple(after)]
            q = SimpleNamespace(after=across, r2=r2[space.dimension], size=x.dot(x) * square)
            q.R2, q.L2, q.square = shape.R2, shape.L2, after.dot(after) * square
            if q.size:
                _update(q, shape, w, x, square)
            made[key] = q
        records.append(made[key])
    return records


def _tightest(shape: Shape, w: Any, square: Fraction, r2: list[Fraction]) -> tuple[Space, Any]:
    """The space for which |Q w|^2 comes nearest to r_V^2, and |Q w|^2."""
    each = [(space, space.across(w) * square) for space in shape.spaces]
    return max(each, key=lambda pair: pair[1] - r2[pair[0].dimension])


def _update(q: SimpleNamespace, shape: Shape, w: Any, x: Any, square: Fraction) -> None:
    """The numbers of one update, for the largest space that does not contain its example."""
    space = max((s for s in shape.spaces if s.across(x)), key=lambda s: s.dimension)
    wider = _with(space, x, [])
    q.apart, q.across = space.across(x) * square, space.across(w) * square
    q.further, q.within = wider.across(w) * square, space.product(w, w) * square
    q.pull = space.product(w, x) * square
    q.push = w.dot(x) * square - q.pull
