"""The best that anybody can promise about a finite class: T14 of the course.

A *class* is a table of answers, one hypothesis a row and one input a column; V holds the hypotheses
that agree with all labels so far. The numbers in a statement: ``before`` and ``after`` are |V|
before and after a round, ``L_before`` and ``L_after`` its dimension; ``j`` counts the rounds with a
mistake so far (``power`` is 2^j); of the class, ``size`` is |H|, ``L`` its dimension and
``power_L`` 2^L.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, product
from types import SimpleNamespace
from typing import Any

import numpy as np

from ...validate import Array, whole
from .certificate import Assumption, Certificate, Statement

__all__ = ["MistakeGame", "disjunctions", "littlestone"]

MOST = 32
"""Of so many hypotheses the sets that can be left are still few enough to go through."""

HALVED = Statement(
    "a mistake of halving leaves at most half of V", lambda q: 2 * q.after, lambda q: q.before
)
SHRUNK = Statement(
    "2^j |V| <= |H| after j mistakes of halving", lambda q: q.power * q.after, lambda q: q.size
)
TRUTH = Statement("1 <= |V|: the truth stays", lambda q: 1, lambda q: q.after)
HALVING = Statement("halving: 2^M <= |H|", lambda q: q.power, lambda q: q.size)
FORCED = Statement(
    "the tree: Ldim(V) >= Ldim(H) - j after any j answers",
    lambda q: q.L - q.j,
    lambda q: q.L_after,
)
FALLS = Statement(
    "a mistake of the optimal algorithm takes at least 1 from Ldim(V)",
    lambda q: q.L_after + 1,
    lambda q: q.L_before,
)
OPTIMAL = Statement(
    "the optimal algorithm: j + Ldim(V) <= Ldim(H) after j mistakes",
    lambda q: q.j + q.L_after,
    lambda q: q.L,
)
LOGARITHM = Statement("2^Ldim(H) <= |H|", lambda q: q.power_L, lambda q: q.size)

Learner = Callable[[int, int], bool]
"""Does it answer + to an input, given who is left and who of them says +? (Sets are bits.)"""


def disjunctions(d: int, r: int) -> tuple[tuple[tuple[int, ...], ...], Array]:
    """All disjunctions of 1 to r of d features: their features, and what they answer.

    The inputs are all of {0,1}^d, counted up in binary. Taught in lecture 06.

    >>> sets, answers = disjunctions(2, 2)
    >>> sets, answers.tolist()
    (((0,), (1,), (0, 1)), [[-1, -1, 1, 1], [-1, 1, -1, 1], [-1, 1, 1, 1]])
    """
    d = whole("d, the number of features,", d, most=10)
    r = whole("r, how many features are relevant at most,", r, most=d)
    inputs = list(product((0, 1), repeat=d))
    sets = tuple(s for size in range(1, r + 1) for s in combinations(range(d), size))
    rows = [[1 if any(x[i] for i in s) else -1 for x in inputs] for s in sets]
    return sets, np.array(rows)


class MistakeGame:
    """Learner against adversary on a finite class, solved exactly.

    The adversary shows an input, the learner answers, the adversary names the label; some
    hypothesis has to agree with all labels. Sets of hypotheses are whole numbers, one bit each.
    Taught in lecture 06.

    >>> game = MistakeGame(disjunctions(4, 1)[1])
    >>> game.size, game.dimension(game.everybody)
    (4, 2)
    >>> [len(game.longest(learner)) for learner in (game.halving, game.optimal)]
    [2, 2]
    """

    def __init__(self, answers: Any) -> None:
        table = np.unique(np.asarray(answers), axis=0)
        if table.ndim != 2 or not table.size or not np.isin(table, (-1, 1)).all():
            raise ValueError(
                "a class is a table of answers -1 and +1, one hypothesis a row and one input a "
                f"column; got {np.asarray(answers)!r}"
            )
        if len(table) > MOST:
            raise ValueError(
                f"the class has {len(table)} hypotheses; its game is solved for at most {MOST}"
            )
        self.size, self.everybody = len(table), (1 << len(table)) - 1
        columns = {sum(1 << i for i, a in enumerate(c) if a > 0) for c in table.T.tolist()}
        self.inputs = sorted(columns)  # each input as the set of those who answer + to it
        self._dimension: dict[int, int] = {0: -1}

    def splits(self, V: int) -> Iterator[tuple[int, int]]:
        """For each input on which V is not of one mind: who answers +, and who answers -."""
        seen = {(V & says, V & ~says) for says in self.inputs}
        yield from sorted(pair for pair in seen if all(pair))

    def dimension(self, V: int) -> int:
        """Ldim(V): the depth of the deepest mistake tree; 0 for one hypothesis, -1 for none."""
        if V not in self._dimension:
            most, best = V.bit_count().bit_length() - 1, 0  # the whole part of log2 |V|
            for plus, minus in self.splits(V):
                best = max(best, 1 + min(self.dimension(plus), self.dimension(minus)))
                if best == most:
                    break
            self._dimension[V] = best
        return self._dimension[V]

    def halving(self, plus: int, minus: int) -> bool:
        """Answers as the majority of V does, and + where it is divided equally."""
        return plus.bit_count() >= minus.bit_count()

    def optimal(self, plus: int, minus: int) -> bool:
        """Answers as the part of V with the larger dimension does, and + where both are equal."""
        return self.dimension(plus) >= self.dimension(minus)

    def longest(self, learner: Learner) -> list[tuple[int, int]]:
        """A play with as many mistakes as can be forced: V before and after each of them.

        Rounds without a mistake are tried, too: they may mislead a majority.
        """

        @cache
        def play(V: int) -> tuple[tuple[int, int], ...]:
            best: tuple[tuple[int, int], ...] = ()
            for plus, minus in self.splits(V):
                right, wrong = (plus, minus) if learner(plus, minus) else (minus, plus)
                best = max(best, ((V, wrong), *play(wrong)), play(right), key=len)
            return best

        return list(play(self.everybody))

    def tree(self) -> Iterator[tuple[int, int]]:
        """A deepest mistake tree: each node's depth, and who is left there."""
        nodes = [(0, self.everybody)]
        while nodes:
            depth, V = nodes.pop()
            yield depth, V
            if self.dimension(V) > 0 and depth < self.dimension(self.everybody):
                best = max(self.splits(V), key=lambda pair: min(map(self.dimension, pair)))
                nodes += [(depth + 1, part) for part in best]


def littlestone(answers: Any) -> Certificate:
    """The best possible mistake bound of a finite class (T14): Ldim(H), at most log2|H|.

    ``answers`` is a table of -1 and +1, one hypothesis a row and one input a column; one of the
    rows gives all labels, and the learner does not know which. Ldim(H) is the depth of the deepest
    *mistake tree*: each node is an input on which both answers are still possible. Three plays are
    gone through: the adversary walks down the tree and forces Ldim(H) mistakes on anybody; the
    *standard optimal algorithm*, which answers as the part of larger dimension does, makes no more;
    *halving*, which goes with the majority, makes at most log2|H|. ``mistakes`` are those that the
    strongest adversary forces on the optimal algorithm.

    Holds for deterministic learners. At most 32 hypotheses, since all sets of them that can be
    left are gone through. Source: Littlestone (1988). Taught in lecture 06.

    >>> littlestone(disjunctions(4, 2)[1])
    Littlestone's dimension: M = Ldim(H) <= log2|H|
      holds: 3 mistakes, bound 3
      [ok] H is a table of answers -1 and +1: |H| = 10, log2|H| = 3.32
         ok  a mistake of halving leaves at most half of V  (checked 3x, least slack 0)
         ok  2^j |V| <= |H| after j mistakes of halving  (checked 3x, least slack 2)
         ok  1 <= |V|: the truth stays  (checked 3x, least slack 0)
         ok  halving: 2^M <= |H|  (checked 1x, least slack 2)
         ok  the tree: Ldim(V) >= Ldim(H) - j after any j answers  (checked 15x, least slack 0)
         ok  a mistake of the optimal algorithm takes at least 1 from Ldim(V)  (checked 3x, ...)
         ok  the optimal algorithm: j + Ldim(V) <= Ldim(H) after j mistakes  (checked 3x, ...)
         ok  2^Ldim(H) <= |H|  (checked 1x, least slack 2)
    """
    game = MistakeGame(answers)
    size, L = game.size, game.dimension(game.everybody)
    of_class = {"size": size, "L": L, "power_L": 2**L}
    halved, best = game.longest(game.halving), game.longest(game.optimal)
    by_halving = [
        SimpleNamespace(before=V.bit_count(), after=left.bit_count(), power=2**j, **of_class)
        for j, (V, left) in enumerate(halved, 1)
    ]
    by_optimal = [
        SimpleNamespace(j=j, L_before=game.dimension(V), L_after=game.dimension(left), **of_class)
        for j, (V, left) in enumerate(best, 1)
    ]
    nodes = [SimpleNamespace(j=j, L_after=game.dimension(V), **of_class) for j, V in game.tree()]
    end = SimpleNamespace(power=2 ** len(halved), **of_class)
    steps = (
        *(step.at(by_halving, range(len(halved))) for step in (HALVED, SHRUNK, TRUTH)),
        HALVING.once(end),
        FORCED.at(nodes, [node.j for node in nodes]),
        *(step.at(by_optimal, range(len(best))) for step in (FALLS, OPTIMAL)),
        LOGARITHM.once(end),
    )
    detail = f"|H| = {size}, log2|H| = {np.log2(size):.2f}"
    assumed = (Assumption("H is a table of answers -1 and +1", True, detail),)
    name, statement = "Littlestone's dimension", "M = Ldim(H) <= log2|H|"
    return Certificate(name, statement, len(best), float(L), assumed, steps, equality=True)
