"""Gordan's theorem: a proof that nothing separates the data, in exact arithmetic.

Either some v has y v.x > 0 for every example, or the y x can be balanced: some of them, with
positive factors, add up to 0. Never both, for v times that sum would be positive and 0. A search
in floats that finds no v proves nothing; a balance that is exact does.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from ..validate import Array, Indices
from .exact import Integers, integers

__all__ = ["balance"]

WIDEST = 64
"""With more features than this no proof is tried: it would take too long."""


def balance(X: Array, y: Array) -> dict[int, Fraction] | None:
    """Positive factors of examples whose y x add up to 0 exactly; None if none are found.

    A linear program in floats says which examples; they are few enough to be independent but for
    one relation, which is then solved in fractions. If there are factors, no v separates the data.
    Source: Gordan (1873).

    >>> balance(np.array([[1.0, 0.0], [-2.0, 1.0], [-2.0, -1.0]]), np.ones(3))
    {0: Fraction(4, 1), 1: Fraction(1, 1), 2: Fraction(1, 1)}
    >>> balance(np.array([[1.0, 0.0], [-2.0, 1.0]]), np.ones(2)) is None
    True
    """
    if X.shape[1] > WIDEST:
        return None
    rows, _ = integers(y[:, None] * X)
    chosen = _candidates(y[:, None] * X)
    factors = _relation(rows[chosen]) if len(chosen) else None
    if factors is None or not all(factor > 0 for factor in factors):
        return None
    return dict(zip(chosen.tolist(), factors, strict=True))


def _candidates(rows: Array) -> Indices:
    """Which rows a vertex of the linear program sum a = 1, sum a row = 0, a >= 0 uses."""
    from scipy.optimize import linprog

    sizes = np.abs(rows).max(axis=1)
    if (sizes == 0).any():
        return np.flatnonzero(sizes == 0)[:1]
    scaled = rows / sizes[:, None]
    conditions = np.vstack([scaled.T, np.ones(len(rows))])
    target = np.append(np.zeros(rows.shape[1]), 1.0)
    vertex = linprog(np.zeros(len(rows)), A_eq=conditions, b_eq=target, method="highs-ds")
    factors = np.zeros(0) if vertex.x is None else vertex.x
    return np.flatnonzero(factors > 1e-9)


def _relation(rows: Integers) -> list[Fraction] | None:
    """The factors with which the rows add up to 0, the last of them 1; None if not just one way.

    Gauss's elimination in fractions, on the columns.
    """
    table = [[Fraction(value) for value in column] for column in rows.T.tolist()]
    unknowns, rank = len(rows) - 1, 0
    for column in range(unknowns):
        pivot = next((i for i in range(rank, len(table)) if table[i][column]), None)
        if pivot is None:
            return None
        table[rank], table[pivot] = table[pivot], table[rank]
        head = [value / table[rank][column] for value in table[rank]]
        table = [
            head if i == rank else [a - line[column] * b for a, b in zip(line, head, strict=True)]
            for i, line in enumerate(table)
        ]
        rank += 1
    if any(line[-1] for line in table[rank:]):
        return None
    return [-line[-1] for line in table[:rank]] + [Fraction(1)]
