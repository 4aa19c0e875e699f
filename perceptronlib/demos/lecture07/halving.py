"""Experts of whom one is perfect: whoever errs is struck out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from ...notebook import pictures
from ...notebook.explore import Flipbook, flipbook
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural
from ...validate import Array, Indices

__all__ = ["halve", "struck_out", "worst_advice"]

EXPERTS, ROUNDS, ACROSS = 64, 12, 16


def halve(advice: Array, y: Array) -> tuple[list[int], Array]:
    """Follow the majority of those who never erred: the rounds with a mistake, and who is left.

    A tied vote counts as a mistake. Wrong experts are struck out in every round.

    >>> halve(np.array([[1, -1, -1], [1, 1, -1]]), np.array([1, 1]))
    ([0], array([ True, False, False]))
    """
    alive, mistakes = np.ones(advice.shape[1], dtype=bool), []
    for t, (said, label) in enumerate(zip(advice, y, strict=True)):
        if label * said[alive].sum() <= 0:
            mistakes.append(t)
        alive &= said == label
    return mistakes, alive


@cache
def _stream() -> tuple[Array, Array]:
    """64 experts who toss coins, but for the first, who knows."""
    rng = np.random.default_rng(4)
    y = rng.choice([-1, 1], ROUNDS)
    advice = rng.choice([-1, 1], (ROUNDS, EXPERTS))
    advice[:, 0] = y
    return advice, y


def worst_advice(N: int) -> tuple[Array, Array]:
    """The label is always +1, and each round half of those who never erred say -1.

    >>> worst_advice(4)[0]
    array([[ 1,  1, -1, -1],
           [ 1, -1, -1, -1]])
    """
    rounds = N.bit_length() - 1
    advice = np.array([np.where(np.arange(N) < N >> k, 1, -1) for k in range(1, rounds + 1)])
    return advice, np.ones(rounds, dtype=int)


@dataclass(frozen=True)
class Struck:
    """After so many rounds: who never erred, who erred last, and how often the vote was wrong."""

    rounds: int
    alive: Indices
    latest: Indices
    mistakes: int


def struck_out() -> Prediction:
    """64 experts, one of them perfect: how many mistakes can halving make at most?

    >>> struck_out().pages[3].sentence
    'After 3 rounds 10 of 64 experts have never erred; their vote has been wrong 1 time, of 6 ...'
    """
    return predict(
        {
            "63": "That is what it costs to try one expert after the other. A vote strikes out "
            "many at once.",
            "32": "Each mistake of the vote strikes out at least half of those who are left.",
            "6": "Each mistake leaves at most half of them: 64, 32, 16, 8, 4, 2, 1.",
        },
        right="6",
        then=_grid(),
    )


def _grid() -> Flipbook:
    advice, y = _stream()
    mistakes, _ = halve(advice, y)
    fig, ax = pictures.figure(6.4, 1.95)
    down = EXPERTS // ACROSS
    ax.set(xlim=(-0.8, ACROSS - 0.2), ylim=(down - 0.4, -0.6))
    ax.set_aspect("equal")
    ax.axis("off")
    gone = pictures.Curve(ax, "#CCCCCC", "o", ms=9, label="struck out")
    latest = pictures.Curve(ax, pictures.MISTAKE, "X", ms=9, label="wrong in this round")
    left = pictures.Curve(ax, pictures.WEIGHTS, "o", ms=11, label="never wrong")
    ax.plot([0], [0], "o", color=pictures.BOUND, ms=17, mfc="none", mew=2, label="the perfect one")
    pictures.legend(
        ax,
        "lower center",
        bbox_to_anchor=(0.5, 1.0),
        ncol=4,
        columnspacing=1,
        handletextpad=0.3,
        borderpad=1.0,
    )
    places = np.array([[j % ACROSS, j // ACROSS] for j in range(EXPERTS)])

    def struck(rounds: int) -> Struck:
        right = advice[:rounds] == y[:rounds, None]
        before = right[:-1].all(axis=0)
        alive = right.all(axis=0)
        return Struck(rounds, alive, before & ~alive, sum(t < rounds for t in mistakes))

    def move(now: Struck) -> None:
        left.move(*places[now.alive].T)
        latest.move(*places[now.latest].T)
        gone.move(*places[~now.alive & ~now.latest].T)

    def describe(now: Struck) -> str:
        if now.rounds == 0:
            return f"Before the first round none of the {EXPERTS} experts has erred."
        after = f"After {plural(now.rounds, 'round')} {now.alive.sum()} of {EXPERTS} experts"
        have = "has" if now.alive.sum() == 1 else "have"
        vote = f"their vote has been wrong {plural(now.mistakes, 'time')}, of 6 that are possible"
        return f"{after} {have} never erred; {vote}."

    steps = range(ROUNDS + 1)
    return flipbook(
        fig, data=struck, move=move, describe=describe, label="rounds", steps=steps, start=1, kept=3
    )
