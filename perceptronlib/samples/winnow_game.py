"""Winnow against its strongest adversary: a finite game, solved exactly.

The adversary knows the weights, shows an example, and must stay consistent with a disjunction of
r relevant features among d. Winnow starts from w = 1, answers + when w.x >= d, multiplies the
active weights by 1 + beta after a missed positive and divides them after a false positive. Only
mistakes change anything, so a play is a list of mistakes and the adversary wants a long one.

A weight is always (1 + beta)^e with a whole number e, so a position of the game is a list of
exponents, and features with equal exponents are interchangeable. Three lemmas make it small.

**Lemma 1, low relevant weights are better.** Take two positions that differ only in relevant
exponents, the first nowhere above the second. Every play from the second works from the first: a
missed positive is missed there too (its sum is no larger), a false positive shows no relevant
feature, and the order of exponents survives. Hence *a missed positive needs only one relevant
feature*: switch the others off, the sum is still too small, and fewer weights have grown.

**Lemma 2, high irrelevant weights are better.** Let the first position be nowhere *below* the
second in irrelevant exponents, and equal in the relevant ones. Copy a play from the second:
false positives stay false positives (the sum is no smaller). In a missed positive, switch on only
those irrelevant features whose two exponents are equal; the sum is no larger than in the copied
play, and a feature left out had the higher exponent by at least 1, so it is still not below after
its twin has grown. Hence a missed positive should take along *as many* irrelevant features as
fit, a false positive should use *as few* as reach d, and of two positions with the same relevant
exponents the one that is ahead in irrelevant exponents and in mistakes made replaces the other.

**Lemma 3, the number of missed positives is fixed.** A relevant weight can grow exactly until it
is at least d, since showing its feature alone is a mistake until then. So every longest play has
r k missed positives, where k = ceil(log_{1+beta} d), and the game is about the false positives.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement, product
from operator import mul
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ..validate import whole

__all__ = ["WorstCase", "winnow_worst"]

Exponents: TypeAlias = tuple[int, ...]
"""Of several weights: the numbers e in (1 + beta)^e, largest first."""


@dataclass(frozen=True, eq=False)
class WorstCase:
    """The value of the game against Winnow, and a stream that attains it.

    ``value`` mistakes is the most that any adversary can force. Winnow errs on every row of
    ``X`` with labels ``y``; the target is the disjunction of the features in ``relevant``.
    Taught in lecture 06.

    >>> WorstCase(value=1, X=np.ones((1, 2)), y=-np.ones(1), relevant=()).value
    1
    """

    value: int
    X: npt.NDArray[np.float64]
    y: npt.NDArray[np.float64]
    relevant: tuple[int, ...]


class Mistake(NamedTuple):
    """One move: the exponents of the features shown. A false positive has no relevant one."""

    relevant: int | None
    irrelevant: Exponents


class Position(NamedTuple):
    """Where a play stands (its relevant exponents are kept outside) and how it got there."""

    irrelevant: Exponents
    false_positives: int
    previous: Position | None = None
    mistake: Mistake | None = None


def winnow_worst(d: int, r: int, beta: float | Fraction = 1.0) -> WorstCase:
    """The most mistakes Winnow(beta) can be made to make on d features, r of them relevant.

    Winnow: w = 1, answers + when w.x >= d; the active weights are multiplied by 1 + beta on a
    missed positive and divided by it on a false positive. The value is exact, found by dynamic
    programming over sorted exponents, and the bounds of lecture 06 lie above it: for r >= 1 it is
    less than (2 + beta) r ceil(log_{1+beta} d) whenever d >= 2.

    The relevant features are the first r. Every row of the stream is a mistake, so one pass makes
    ``value`` of them. ``beta`` is taken at its exact value: 0.1 is the nearest binary fraction,
    ``Fraction(1, 10)`` is a tenth. In floating point the stream plays as promised whenever the
    weights are exact (beta = 1, 3, 7: powers of two); for other beta a sum that *equals* d could
    be lost to rounding. Winnow with another threshold or another start is another game.
    For d = 1, r = 1 there is nothing to get wrong and the stream is empty.

    Cost grows quickly with d and 1/beta. Seconds for beta = 1 up to d = 12 (d = 8: none to speak
    of), for beta = 1/4 up to d = 7, for beta = 1/10 up to d = 5.

    Source: UIC-16 for the algorithm and its bound; Littlestone (1988). Taught in lecture 06.

    >>> [winnow_worst(d, 1).value for d in range(1, 9)]
    [0, 1, 3, 4, 6, 6, 7, 7]
    >>> game = winnow_worst(3, 1)
    >>> game.X, game.y, game.relevant
    (array([[1., 1., 0.],
            [0., 1., 1.],
            [1., 0., 1.]]), array([ 1., -1.,  1.]), (0,))
    >>> winnow_worst(5, 1, Fraction(1, 4)).value   # above 3 r (1 + log2 d) = 9.97
    12
    """
    game = _Game(*_checked(d, r, beta))
    last = game.solve()
    X, y = game.stream(last)
    return WorstCase(game.missed + last.false_positives, X, y, tuple(range(r)))


def _checked(d: int, r: int, beta: float | Fraction) -> tuple[int, int, Fraction]:
    features = whole("d, the number of features,", d)
    relevant = whole(
        f"r, how many of the d = {d} features are relevant,", r, least=0, most=features
    )
    if not 0 < beta < math.inf:
        raise ValueError(
            f"beta must be positive and finite; got {beta!r}. Weights are multiplied by 1 + beta: "
            "beta = 1 doubles them, as in the lecture."
        )
    return features, relevant, Fraction(beta)


class _Game:
    """The rules for one (d, r, beta), in whole numbers: weights and d are scaled alike."""

    def __init__(self, d: int, r: int, beta: Fraction) -> None:
        self.d, self.r = d, r
        self._known_selections: dict[Exponents, list[tuple[Exponents, int, int]]] = {}
        factor = 1 + beta
        self.top = next(e for e in range(10**9) if factor**e >= d)  # where relevant weights rest
        self.missed = r * self.top
        # How low can an exponent fall? A false positive takes at least d beta / (1 + beta) from
        # the total weight, a missed positive adds less than beta d, and the total stays positive.
        low = math.ceil(factor * (self.missed + 1 / beta))
        up, down = factor.numerator, factor.denominator
        self.threshold = d * up**low * down**self.top
        self.weight = {
            e: up ** (low + e) * down ** (self.top - e) for e in range(-low, self.top + 1)
        }

    def solve(self) -> Position:
        """The end of a longest play.

        Relevant exponents only grow, so they are visited by their sum; at each stop all
        positions worth keeping are known before any of them moves on.
        """
        reached: dict[Exponents, list[Position]] = {
            (0,) * self.r: [Position((0,) * (self.d - self.r), 0)]
        }
        positions: list[Position] = []
        stops = combinations_with_replacement(range(self.top, -1, -1), self.r)
        for relevant in sorted(stops, key=sum):
            positions = self._with_false_positives(reached.pop(relevant))
            for e in set(relevant) - {self.top}:
                onward = reached.setdefault(_moved(relevant, (e,), +1), [])
                onward += (after for p in positions for after in self._missed_positives(p, e))
        return max(positions, key=lambda position: position.false_positives)

    def _with_false_positives(self, start: Iterable[Position]) -> list[Position]:
        """All positions worth keeping that false positives alone lead to."""
        kept = fresh = _undominated(start)
        while fresh:
            after = [following for p in fresh for following in self._false_positives(p)]
            kept = _undominated([*kept, *after])
            made = {id(position) for position in after}
            fresh = [position for position in kept if id(position) in made]
        return kept

    def _missed_positives(self, position: Position, relevant: int) -> Iterator[Position]:
        """Show one relevant feature and as many others as fit below d (lemmas 1 and 2)."""
        room = self.threshold - self.weight[relevant]
        for shown, total, least_unused in self._selections(position.irrelevant):
            if total < room <= total + least_unused:
                after = _moved(position.irrelevant, shown, +1)
                mistake = Mistake(relevant, shown)
                yield Position(after, position.false_positives, position, mistake)

    def _false_positives(self, position: Position) -> Iterator[Position]:
        """Show just enough irrelevant features to reach d (lemma 2)."""
        for shown, total, _ in self._selections(position.irrelevant):
            if total >= self.threshold > total - self.weight[shown[-1]]:
                after = _moved(position.irrelevant, shown, -1)
                mistake = Mistake(None, shown)
                yield Position(after, position.false_positives + 1, position, mistake)

    def _selections(self, exponents: Exponents) -> list[tuple[Exponents, int, int]]:
        """Every choice of features up to symmetry: exponents, total weight, least weight unused."""
        if exponents not in self._known_selections:
            groups = Counter(exponents)  # in the order of exponents, so the largest comes first
            weights = [self.weight[e] for e in groups]
            sizes = list(groups.values())
            choices = []
            for counts in product(*(range(n + 1) for n in sizes)):
                chosen = tuple(e for e, n in zip(groups, counts, strict=True) for _ in range(n))
                left = [w for w, n, m in zip(weights, counts, sizes, strict=True) if n < m]
                total = sum(map(mul, weights, counts))
                choices.append((chosen, total, left[-1] if left else self.threshold))
            self._known_selections[exponents] = choices
        return self._known_selections[exponents]

    def stream(self, last: Position) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """The play that ends in this position, with the features given their names back."""
        mistakes: list[Mistake] = []
        position = last
        while position.previous is not None and position.mistake is not None:
            mistakes.append(position.mistake)
            position = position.previous
        exponents = [0] * self.d
        X = np.zeros((len(mistakes), self.d))
        y = np.ones(len(mistakes))
        for t, mistake in enumerate(reversed(mistakes)):
            shown = _named(mistake, exponents, self.r)
            X[t, shown] = 1.0
            y[t] = -1.0 if mistake.relevant is None else 1.0
            for feature in shown:
                exponents[feature] += int(y[t])
        return X, y


def _moved(exponents: Exponents, shown: Exponents, step: int) -> Exponents:
    """The exponents, largest first, after those shown have moved by a step."""
    still = Counter(exponents)
    still.subtract(shown)
    return tuple(sorted([*still.elements(), *(e + step for e in shown)], reverse=True))


def _undominated(positions: Iterable[Position]) -> list[Position]:
    """Without the positions that another one may replace (lemma 2)."""
    # Whoever replaces a position stands before it in this order, so one look back is enough.
    ordered = sorted(positions, key=lambda p: (p.false_positives, p.irrelevant), reverse=True)
    exponents = np.array([p.irrelevant for p in ordered], dtype=np.int64)
    kept: list[Position] = []
    table = np.empty_like(exponents)
    for position, row in zip(ordered, exponents, strict=True):
        if not (table[: len(kept)] >= row).all(axis=1).any():
            table[len(kept)] = row
            kept.append(position)
    return kept


def _named(mistake: Mistake, exponents: list[int], r: int) -> list[int]:
    """Features that have the exponents of this move: relevant ones are below r."""
    wanted = Counter(mistake.irrelevant)
    shown = [] if mistake.relevant is None else [exponents.index(mistake.relevant, 0, r)]
    for feature in range(r, len(exponents)):
        if wanted[exponents[feature]]:
            wanted[exponents[feature]] -= 1
            shown.append(feature)
    return shown
