"""What rounding can explain: how far the floats of a run may be from their exact values.

A sum of n floats, in whatever order, is off by at most n u/(1 - n u) times the sum of the sizes of
its terms, u = 2^-53; a product of n floats by that part of itself. (Numbers too small for a float
are rounded by up to 2^-1075.) numpy's ``exp`` and powers are taken to be right within four units in
the last place, so they count as eight roundings.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from types import SimpleNamespace

import numpy as np

from ...core.rules import TIES
from ...core.runs import Run
from ...validate import Indices
from ..exact import Number, at_most
from .certificate import Statement, Step

__all__ = ["SMALL", "beyond", "floats", "known", "replay", "roundings", "same_mistakes", "worst"]

SMALL = Fraction(2) ** -1022
"""Below this floats are rounded absolutely, not relatively."""


def floats(text: str) -> Statement:
    """A step about floats of the run: they are off by no more than rounding explains.

    >>> floats("w = 0.3").once(SimpleNamespace(beyond=beyond(0.1 + 0.2, Fraction(3, 10), 0))).holds
    False
    """
    return Statement(text, lambda q: q.beyond, lambda q: 0, equal=True)


def roundings(n: int) -> Fraction:
    """n u/(1 - n u), u = 2^-53: by what part n roundings can change a product, or a sum its terms.

    >>> float(roundings(10))
    1.1102230246251577e-15
    """
    return Fraction(n, 2**53 - n)


def beyond(value: float | Fraction, exact: Number, allowed: Number) -> Number:
    """How far a float is from what it should be, if that is more than allowed; else 0.

    >>> beyond(0.75, Fraction(1, 2), Fraction(1, 4)), beyond(0.75, Fraction(1, 2), Fraction(1, 8))
    (0, Fraction(-1, 4))
    """
    difference = exact - Fraction(value)
    inside = at_most(difference, allowed) and at_most(-difference, allowed)
    return 0 if inside else difference


def worst(values: Iterable[Number]) -> SimpleNamespace:
    """The record of a row of floats: the one that is farthest off.

    >>> worst([0, Fraction(-1, 2), Fraction(1, 4)]).beyond
    Fraction(-1, 2)
    """
    return SimpleNamespace(beyond=max(values, key=lambda value: abs(float(value)), default=0))


def replay(text: str) -> Statement:
    """A step about two runs: each round is a mistake in both (1) or in neither (0).

    >>> replay("the same mistakes").at([SimpleNamespace(here=1, there=0)], [7]).holds
    False
    """
    return Statement(text, lambda q: q.here, lambda q: q.there, equal=True)


def known(run: Run) -> Indices:
    """How many mistakes were made before each round.

    >>> from perceptronlib import Rule, play
    >>> known(play(Rule(), [[1, 2], [2, 1]], [1, -1], epochs=2))
    array([0, 1, 2, 2])
    """
    return np.searchsorted(run.mistakes, np.arange(run.rounds))


def same_mistakes(
    statement: Statement, run: Run, gaps: Sequence[Fraction | int]
) -> tuple[list[Step], str]:
    """Is each round a mistake just where its exact gap, y w.x - margin, says so; and a doubt.

    The run must be known to be what floats make of it: then a round that comes out otherwise in
    exact arithmetic was decided by rounding. If it is a logged one, that is a doubt about the run;
    if not, only the replay differs, and the step is left out.

    >>> from perceptronlib import Rule, play
    >>> run, text = play(Rule(), [[1, 2], [2, 1]], [1, 1]), "the same mistakes"
    >>> run.mistakes, same_mistakes(replay(text), run, [Fraction(1), Fraction(4)])
    (array([0]), ([], 'round 0 was decided by rounding'))
    """
    logged = np.zeros(run.rounds, dtype=np.int64)
    logged[run.mistakes] = 1
    on_tie, labels = TIES[run.rule.ties], run.y[run.order].tolist()
    errs = [
        int(gap < 0 or (gap == 0 and on_tie[1 if y > 0 else 0]))
        for gap, y in zip(gaps, labels, strict=True)
    ]
    right = next((t for t in run.mistakes.tolist() if not errs[t]), None)
    if right is not None:
        return [], f"round {right} was decided by rounding"
    pairs = zip(logged.tolist(), errs, strict=True)
    records = [SimpleNamespace(here=here, there=there) for here, there in pairs]
    step = statement.at(records, range(run.rounds))
    return [step] if step.holds else [], ""
