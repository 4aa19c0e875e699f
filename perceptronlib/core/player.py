"""A rule at work: what a learner remembers between two passes.

`play` has the loop of the slide, `passes` how the same loop, compiled, is helped on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from ..samples.rows import Examples, Rows
from ..validate import Array, Indices, NotFinite, not_finite
from . import fast
from .rules import Rule
from .scanning import Met, at

__all__ = ["Player"]


class Player:
    """A rule at work: its weights, the sums behind them, and how many rounds it has played.

    With ``average`` it also keeps ``lag``, every change of w times its round: the weights at the
    end of each of T rounds add up to T w - lag (the lazy average).

    >>> player = Player(Rule(), np.zeros(2), average=True)
    >>> player.learn(np.array([2.0, 1.0]), 1.0, t=0)
    >>> player.learn(np.array([1.0, 3.0]), -1.0, t=1)
    >>> player.rounds = 2
    >>> player.w, player.average
    (array([ 1., -2.]), array([ 1.5, -0.5]))
    """

    def __init__(self, rule: Rule, first: Array, average: bool = False) -> None:
        self.rule, self.rounds, self.averages = rule, 0, average
        self.w = first.copy()
        self.theta = rule.sums(self.w)
        self.numbers = fast.numbers_of(rule)
        self.effort = fast.effort(self.numbers, len(first))
        self.lag = np.zeros(len(first) if average else 0)
        self.is_in_range = False  # are all weights known to be finite after a pass?

    @property
    def average(self) -> Array:
        """The weights at the end of each round, averaged over all rounds."""
        w = self.rule.in_full(self.theta, self.w)
        return (self.rounds * w - self.lag) / self.rounds

    def learn(self, x: Array, step: float, t: int) -> None:
        """Learn from a mistake in round t."""
        before = self.rule.in_full(self.theta, self.w).copy() if self.averages else None
        self.rule.learn(self.theta, self.w, x, step)
        if before is not None:
            self.lag += t * (self.rule.in_full(self.theta, self.w) - before)

    def saved(self, rows: Rows) -> Callable[[], None]:
        """A function that undoes what will be learned from these rows."""
        places, rounds = touched(self.rule, rows), self.rounds
        sums = () if self.theta is self.w else (self.theta,)
        state = (self.w, *sums, self.lag) if self.averages else (self.w, *sums)
        before = [values[..., places].copy() for values in state]

        def undo() -> None:
            self.rounds = rounds
            for values, old in zip(state, before, strict=True):
                values[..., places] = old

        return undo


def touched(rule: Rule, rows: Rows) -> Indices | slice:
    """Which weights a pass over these rows may change: of sparse ones, those that they speak of."""
    full = not rule.is_local or rows.negations
    if isinstance(rows.given, np.ndarray) or full or rows.given.nnz > rows.width:
        return slice(None)
    places = np.unique(rows.given.indices).astype(np.int64)
    return np.append(places, rows.width - 1) if rows.constant else places


def out_of_range(
    player: Player, i: int, mistakes: Sequence[int] | Indices, examples: Examples, order: Met
) -> NotFinite:
    """The error at example i; it is about the one learned from last if that spoilt the weights."""
    if len(mistakes) and not player.rule.is_in_range(player.w):
        i = at(order, (int(mistakes[-1]) - player.rounds) % len(examples))
    return not_finite(i)


def no_warnings() -> np.errstate:
    """Overflow is met as an error here, not as a warning."""
    return np.errstate(over="ignore", invalid="ignore")
