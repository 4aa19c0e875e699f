"""Gordan's theorem, a separator or a proof that there is none: the first half of T15.

The numbers in a statement: of one example, ``gain`` is y v.x in whole numbers (rows and v are
scaled to such) and ``times`` its alpha; of one coordinate, ``total`` is the sum of alpha y x there;
of all examples, ``count`` is the sum of the alpha and ``gained`` that of alpha y v.x. Of a run, at
update k: ``square`` is |w_k|^2, ``mean2`` |w_k/k|^2, ``R2`` the largest |x|^2.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd, lcm
from types import SimpleNamespace
from typing import Any

import numpy as np

from ...core.play import play
from ...core.rules import Rule
from ...samples.rows import Rows
from ...validate import Array, Indices, finite, signs, table
from ..exact import Integers, integers
from ..gordan import balance
from ..margins import NotSeparable, max_margin
from .certificate import Certificate, Statement, Step

__all__ = ["Alternative", "gordan"]

POSITIVE = Statement("y v.x >= 1, in whole numbers", lambda q: 1, lambda q: q.gain)
TIMES = Statement("alpha >= 1, in whole numbers", lambda q: 1, lambda q: q.times)
BALANCED = Statement(
    "sum alpha y x = 0, in every coordinate", lambda q: q.total, lambda q: 0, equal=True
)
NEVER_BOTH = Statement("sum alpha <= sum alpha y v.x", lambda q: q.count, lambda q: q.gained)
MEAN = Statement("|w_k/k|^2 <= R^2/k", lambda q: q.mean2, lambda q: q.R2 / q.k)

PASSES = 1000
"""So many passes the perceptron gets, where the search for v and that for alpha both fail."""


@dataclass(frozen=True, repr=False)
class Alternative(Certificate):
    """What Gordan's theorem says of one sample: a separator ``v``, or an ``alpha`` (or neither).

    ``alpha`` has a whole number for each example.

    >>> gordan([[1], [1]], [1, -1]).alpha
    array([1, 1])
    """

    v: Array | None = None
    alpha: Indices | None = None


def gordan(X: Any, y: Any) -> Alternative:
    """Gordan's theorem (T15): a v that separates the sample, or a proof that none does.

    Either some v has y v.x > 0 on every example, or some alpha >= 0, not all 0, has
    sum alpha y x = 0; never both, for v times that sum would be positive and 0. The answer was
    searched in floats and is decided in whole numbers. Where no answer is found (a margin below
    1e-12 R, or more than 64 features that nothing separates) there is no claim.

    Sparse rows are written out. Two equal rows with different labels are a proof by themselves, and
    are looked for first. Source: Gordan (1873). Taught in lecture 04.

    >>> gordan([[1, 0], [-2, 1], [-2, -1]], [1, 1, 1])
    Gordan's theorem: either y v.x > 0 on every example, or sum alpha y x = 0
      holds: 6 vectors y x that add up to 0
         ok  alpha >= 1, in whole numbers  (checked 3x, least slack 0)
         ok  sum alpha y x = 0, in every coordinate  (checked 2x, least slack 0)
    >>> gordan([[1, 0], [-2, 1]], [1, 1]).verdict
    'holds: 2 examples with y v.x > 0'
    """
    name, statement = (
        "Gordan's theorem",
        "either y v.x > 0 on every example, or sum alpha y x = 0",
    )
    rows = finite(np.asarray(Rows(table(X)).table(), dtype=np.float64))
    labels = signs(y, len(rows))
    whole, _ = integers(labels[:, None] * rows)
    pair = _opposites(whole)
    v = None if pair is not None else _separator(rows, labels, whole)
    if v is not None:
        gains = whole.dot(integers(v)[0])
        each = [SimpleNamespace(gain=gain) for gain in gains]
        steps: tuple[Step, ...] = (POSITIVE.at(each, range(len(each))),)
        counts = "examples with y v.x > 0"
        return Alternative(name, statement, len(each), None, (), steps, counts, v=v)
    alpha = pair if pair is not None else _balanced(rows, labels)
    if alpha is None:
        doubt = "neither a v nor an alpha was found"
        return Alternative(name, statement, 0, None, (), (), "vectors", doubt)
    used = np.flatnonzero(alpha)
    each = [SimpleNamespace(times=int(alpha[i])) for i in used]
    totals = [SimpleNamespace(total=total) for total in alpha.dot(whole)]
    steps = (TIMES.at(each, used), BALANCED.at(totals, range(len(totals))))
    count = int(alpha.sum())
    counts = "vectors y x that add up to 0" if count > 1 else "vector y x that is 0"
    return Alternative(name, statement, count, None, (), steps, counts, alpha=alpha)


def _opposites(whole: Integers) -> Any:
    """An alpha for one row of zeros, or for two rows y x of which one is the other's opposite."""
    seen: dict[tuple[int, ...], int] = {}
    for i, row in enumerate(whole.tolist()):
        other = i if not any(row) else seen.get(tuple(-a for a in row))
        if other is not None:
            alpha = np.zeros(len(whole), dtype=np.int64)
            alpha[[i, other]] = 1
            return alpha
        seen[tuple(row)] = i
    return None


def _separator(X: Array, y: Array, whole: Integers) -> Array | None:
    """A v that separates the rows in whole numbers, too; None if none is found."""
    try:
        found = max_margin(X, y).v
    except NotSeparable:
        if balance(X, y) is not None:
            return None
        with np.errstate(all="ignore"):
            found = play(Rule(), X, y, epochs=None, max_epochs=PASSES).last_weights
    good = np.isfinite(found).all() and min(whole.dot(integers(found)[0])) >= 1
    return found if good else None


def _balanced(X: Array, y: Array) -> Any:
    """An alpha of whole numbers without a common factor; None if none is found."""
    factors = balance(X, y)
    if factors is None:
        return None
    times = lcm(*(factor.denominator for factor in factors.values()))
    whole = {i: int(factor * times) for i, factor in factors.items()}
    common = gcd(*whole.values())
    alpha: Any = np.zeros(len(y), dtype=object)
    for i, factor in whole.items():
        alpha[i] = factor // common
    return alpha.astype(np.int64) if max(alpha) < 2**62 else alpha
