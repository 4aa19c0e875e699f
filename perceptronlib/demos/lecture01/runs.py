"""Whole runs: fifty cards, a table until a pass is clean, and three worlds to learn in."""

from __future__ import annotations

from itertools import islice
from typing import Any

import numpy as np

from ...core.play import play
from ...core.rules import Rule
from ...core.runs import Run
from ...notebook import pictures
from ...notebook.compound import Examples, Staircase
from ...notebook.explore import Exploration, Flipbook, choice, explore, flipbook, slider
from ...notebook.words import plural, vector
from ...samples import data
from ...validate import Indices
from .tables import TABLE, cards

__all__ = ["left_or_right", "mistakes_so_far", "three_modes", "whole_run"]

_INK = {False: pictures.WEIGHTS, True: pictures.MISTAKE}
"""The colour of the ring around an example: was it a mistake?"""


def mistakes_so_far(run: Run, rounds: int) -> Indices:
    """How many mistakes there were before each round 0, 1, ..., ``rounds`` of a run.

    >>> mistakes_so_far(play(Rule(), [[1], [1], [-1]], [1, 1, 1]), 3)
    array([0, 1, 1, 2])
    """
    return np.searchsorted(run.mistakes, np.arange(rounds + 1))


def left_or_right() -> Flipbook:
    """Fifty cards, shown one after another: the card, the weights as a picture, the mistakes.

    >>> left_or_right().pages[-1].sentence
    'After 50 cards, the last one answered correctly, there have been 6 mistakes.'
    """
    X, y = cards()
    run = play(Rule(), X, y)
    fig, (left, middle, right) = pictures.figure(8.0, 3.0, columns=3)
    card = left.imshow(np.zeros((8, 8)), cmap="Greys", vmin=0, vmax=1.4, animated=True)
    weights = middle.imshow(np.zeros((8, 8)), cmap=pictures.SIGNED, vmin=-4, vmax=4, animated=True)
    for ax, title in ((left, "the card"), (middle, "the weights w")):
        ax.set(xticks=[], yticks=[], title=title)
        ax.axvline(3.5, color=pictures.QUIET, lw=1, animated=True)
        ax.spines[:].set_visible(True)
    right.set(xlim=(0, 50), ylim=(0, 32), xlabel="cards seen", title="mistakes so far")
    staircase = Staircase(right)

    def at(t: int) -> tuple[Any, ...]:
        counts = mistakes_so_far(run, t)
        return t, X[max(t - 1, 0)] * (t > 0), run.weights(t), counts

    def move(t: int, x: Any, w: Any, counts: Any) -> None:
        card.set_data(x.reshape(8, 8))
        weights.set_data(w.reshape(8, 8))
        staircase.move(counts)

    def describe(t: int, x: Any, w: Any, counts: Any) -> str:
        if t == 0:
            return "Before the first card all weights are 0."
        verb = "there has been" if counts[-1] == 1 else "there have been"
        how = "answered wrongly" if t - 1 in run.mistakes else "answered correctly"
        seen = f"After {plural(t, 'card')}, the last one {how}"
        return f"{seen}, {verb} {plural(counts[-1], 'mistake')}."

    steps = sorted({*range(0, 51, 2), *(run.mistakes + 1).tolist()})
    return flipbook(
        fig, data=at, move=move, describe=describe, label="cards seen", steps=steps, start=2
    )


def whole_run() -> Flipbook:
    """All rounds until a pass is clean: the line, the example of the round, the mistakes so far.

    >>> whole_run().pages[0].sentence
    'Round 0 shows (4, -1) with y = +1: a mistake, ... Now 2 of 8 are on the wrong side.'
    """
    X, y = TABLE
    run = play(Rule(), X, y, epochs=None)
    fig, (left, right) = pictures.figure(columns=2)
    pictures.plane(left, X, y)
    old = pictures.Boundary(left, pictures.QUIET, "--", shade=False)
    line, arrow = pictures.Boundary(left), pictures.Arrow(left)
    ring = pictures.Marks(left)
    right.set(xlim=(0, run.rounds + 0.5), ylim=(0, 10), xlabel="rounds", ylabel="mistakes so far")
    right.set_xticks(range(0, run.rounds + 1, len(y)))
    right.grid(axis="x", color="#DDDDDD")
    staircase = Staircase(right)
    now = pictures.Curve(right, pictures.MISTAKE, "o")

    def at(t: int) -> tuple[Any, ...]:
        counts = mistakes_so_far(run, t + 1)
        return t, int(run.order[t]), run.weights(t), run.weights(t + 1), counts

    def move(t: int, i: int, before: Any, after: Any, counts: Any) -> None:
        erred = counts[-1] > counts[-2]
        old.move(before if erred else 0 * before)
        line.move(after)
        arrow.move(3.5 * after / np.linalg.norm(after))
        ring.line.set_color(_INK[bool(erred)])
        ring.move(X[i])
        staircase.move(counts)
        now.move([t + 1], counts[-1:])

    def describe(t: int, i: int, before: Any, after: Any, counts: Any) -> str:
        shown = f"Round {t} shows {vector(X[i])} with y = {y[i]:+.0f}"
        kept = f"correct, and w stays {vector(after)}"
        became = f"a mistake, and w becomes {vector(after)}"
        verdict = became if counts[-1] > counts[-2] else kept
        wrong = int((y * (X @ after) <= 0).sum())
        now = f"Now {wrong} of {len(y)} {'is' if wrong == 1 else 'are'} on the wrong side"
        return f"{shown}: {verdict}. So far: {plural(counts[-1], 'mistake')}. {now}."

    steps = range(run.rounds)
    return flipbook(
        fig, data=at, move=move, describe=describe, label="round", steps=steps, start=22
    )


def three_modes() -> Exploration:
    """The same learner in three worlds: passes over a sample, a stream, and an adversary.

    >>> three_modes().at(world="adversary", rounds=60).sentence
    'An adversary who contradicts every answer: 60 mistakes in 60 rounds.'
    """
    worlds = _worlds(60)
    fig, (left, right) = pictures.figure(columns=2)
    pictures.plane(left, reach=1.15)
    line, ring = pictures.Boundary(left), pictures.Marks(left)
    examples = Examples(left, mec="white")
    right.set(xlim=(0, 60), ylim=(0, 62), xlabel="rounds", ylabel="mistakes so far")
    right.plot([0, 60], [0, 60], ":", color=pictures.QUIET, label="always wrong")
    pictures.legend(right, "upper left")
    staircase = Staircase(right)

    def at(world: str, rounds: int) -> tuple[Any, ...]:
        run = worlds[world]
        counts = mistakes_so_far(run, rounds)
        return world, rounds, run.X[run.order[:rounds]], run.y[run.order[:rounds]], counts

    def move(world: str, rounds: int, X: Any, y: Any, counts: Any) -> None:
        line.move(worlds[world].path[counts[-1]])
        ring.line.set_color(_INK[bool(np.diff(counts)[-1:].any())])
        ring.move(X[-1:])
        examples.move(X, y)
        staircase.move(counts)

    def describe(world: str, rounds: int, X: Any, y: Any, counts: Any) -> str:
        count = f"{plural(counts[-1], 'mistake')} in {plural(rounds, 'round')}"
        return f"{_WORLDS[world]}: {count}."

    return explore(
        fig,
        data=at,
        move=move,
        describe=describe,
        world=choice("world", *_WORLDS),
        rounds=slider("rounds", 0, 60, 1, start=40),
    )


_WORLDS = {
    "passes": "Passes over 20 examples, in order, again and again",
    "stream": "An endless stream, drawn at random from the 20 examples",
    "adversary": "An adversary who contradicts every answer",
}


def _worlds(rounds: int) -> dict[str, Any]:
    """A run of so many rounds in each of the three worlds."""
    X, y = data.separable(20, 2, margin=0.04, seed=0)
    drawn, labels = zip(*islice(data.stream((X, y), seed=0), rounds), strict=True)
    w, contrary = np.zeros(2), []
    against = data.separable(rounds, 2, margin=0.0, seed=1).X
    for x in against:
        contrary.append(1.0 if w @ x <= 0 else -1.0)
        w = w + contrary[-1] * x
    return {
        "passes": play(Rule(), X, y, epochs=rounds // len(y)),
        "stream": play(Rule(), drawn, labels),
        "adversary": play(Rule(), against, contrary),
    }
