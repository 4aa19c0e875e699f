"""Playing: a rule meets examples, pass after pass, and the mistakes are written down.

The loop is `plain_pass`, as it stands on the slide. Large tables are played by the same loop
compiled (`fast`), which leaves the rounds to numpy that rounding could decide either way.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from ..samples.rows import Examples, Rows
from ..validate import Array, Indices, NotFinite, Seed, binary, signs, table, whole
from . import fast
from .passes import compiled_passes
from .player import Player, no_warnings, out_of_range, touched
from .rules import Rule
from .runs import Order, WeightRun

__all__ = ["Passes", "plain_pass", "play"]


def plain_pass(player: Player, examples: Examples, order: Indices | None = None) -> Indices:
    """The loop of the slide: look at an example, and learn from it if the answer was wrong.

    >>> player = Player(Rule(), np.zeros(2))
    >>> examples = Examples(np.array([[1.0, 2.0], [-1.0, 1.0]]), np.array([1.0, -1.0]))
    >>> plain_pass(player, examples), player.w
    (array([0, 1]), array([2., 1.]))
    """
    X, errs, w, theta = examples.rows.plain, player.rule.errs, player.w, player.theta
    y, steps = examples.y.tolist(), examples.steps.tolist()
    met, i = range(len(y)) if order is None else order.tolist(), 0
    mistakes: list[int] = []
    try:
        for t, i in enumerate(met, start=player.rounds):
            if errs(w, X[i], y[i], theta):
                player.learn(X[i], steps[i], t)
                mistakes.append(t)
    except NotFinite:
        raise out_of_range(player, i, mistakes, examples, order) from None
    return np.array(mistakes, dtype=np.int64)


def one_pass(player: Player, examples: Examples, order: Indices | None = None) -> Indices:
    """Play one pass in this order; the rounds with mistakes, counted from the very first.

    >>> player = Player(Rule(), np.zeros(2))
    >>> one_pass(player, Examples(np.array([[2.0, 1.0], [1.0, 3.0]]), np.array([1.0, -1.0])))
    array([0, 1])
    """
    return _passes(player, examples, order, 1)[1]


def _passes(
    player: Player, examples: Examples, order: Indices | None, most: int
) -> tuple[int, Indices]:
    """Play at least one pass in this order, at most so many, none after a clean one.

    How many were played, and the rounds with mistakes. Where no example counts, one is enough.
    """
    if not len(examples):
        return 1, np.empty(0, dtype=np.int64)
    before = player.rounds
    rows, loop = examples.rows, fast.loop(len(examples) * player.effort)
    if player.rule.update == "multiply" and examples.is_new and (loop is None or rows.is_sparse):
        binary(rows.given)
    if loop is None:
        player.is_in_range = False
        mistakes = plain_pass(player, examples, order)
    else:
        mistakes = compiled_passes(player, examples, order, most, loop)
    if not player.is_in_range:
        met = player.w[touched(player.rule, rows)] if rows.is_sparse else player.w
        if not math.isfinite(np.add.reduce(met)) and not np.isfinite(met).all():
            raise out_of_range(player, 0, mistakes, examples, order)
    examples.is_new = False
    player.rounds += len(examples)
    return (player.rounds - before) // len(examples), mistakes


@dataclass(frozen=True, slots=True)
class Passes:
    """How often the examples are met, and in which order.

    ``epochs=None`` means passes until one is clean, at most ``max_epochs``. With ``shuffle`` every
    pass has a fresh order, drawn from ``seed``.

    >>> Passes(epochs=None).most
    1000
    """

    epochs: int | None = 1
    shuffle: bool = False
    seed: Seed = None
    max_epochs: int = 1000

    @property
    def most(self) -> int:
        """How many passes there may be."""
        if self.epochs is None:
            return whole("max_epochs", self.max_epochs)
        return whole("epochs", self.epochs)

    def played(
        self, passes: Callable[[Indices | None, int], tuple[int, Indices]], m: int
    ) -> tuple[Order, Indices]:
        """Let ``passes`` make the passes over m examples; their order, and the mistakes.

        Asked for at most so many passes in one order, it says how many it made and in which rounds
        there were mistakes; it makes none after a clean one. A clean pass ends the work: every
        later one would be clean too, so unless passes are made only until then, their rounds are
        counted but not played, and their orders not drawn.
        """
        most = self.most
        rng = np.random.default_rng(self.seed) if self.shuffle else None
        orders, mistakes, made = [], [], 0
        while made < most:
            if rng is not None:
                orders.append(rng.permutation(m))
            new, log = passes(orders[-1], 1) if orders else passes(None, most - made)
            mistakes.append(log)
            made += new
            if not len(log) or log[-1] < m * (made - 1):
                break
        rounds = m * (made if self.epochs is None else most)
        log = mistakes[0] if len(mistakes) == 1 else np.concatenate(mistakes)
        if rng is None:
            return Order(m, rounds), log
        not_played = deepcopy(rng) if rounds > m * len(orders) else None
        return Order(m, rounds, tuple(orders), not_played), log


def play(
    rule: Rule,
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    *,
    epochs: int | None = 1,
    shuffle: bool = False,
    seed: Seed = None,
    max_epochs: int = 1000,
    start: npt.ArrayLike | None = None,
) -> WeightRun:
    """Let a rule meet the examples, pass after pass, and return the run.

    Labels are -1 and +1. ``epochs=None`` means passes until one is clean, at most ``max_epochs``.
    With ``shuffle`` every pass has a fresh order, drawn from ``seed``. ``start`` gives other first
    weights than the rule's own. Taught in lecture 01.

    >>> play(Rule(), [[1, 2], [-1, 1]], [1, -1], epochs=None)
    <Run: 2 mistakes in 4 rounds (2 examples), converged>
    """
    rows = Rows(table(X))
    labels = signs(y, len(rows))
    d = rows.width
    first = rule.start(d) if start is None else np.array(start, dtype=np.float64)
    if first.shape != (d,):
        raise ValueError(f"start must have {d} weights, one a feature; got shape {first.shape}")
    how_often = Passes(epochs, shuffle, seed, max_epochs)
    examples = Examples(rows, labels, how_often.most)
    with no_warnings():
        return play_all(Player(rule, first), examples, how_often, first)


def play_all(player: Player, examples: Examples, how_often: Passes, first: Array) -> WeightRun:
    """Let a player that begins with these weights meet checked examples, and return the run."""
    order, log = how_often.played(partial(_passes, player, examples), len(examples.y))
    player.rounds = order.rounds
    late = player.lag.copy() if player.averages else None
    last, counts = player.w.copy(), examples.importance
    return WeightRun(
        player.rule, examples.rows, examples.y, order, log, first, last, late, importance=counts
    )
