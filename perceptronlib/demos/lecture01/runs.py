"""Whole runs: fifty cards, a table until a pass is clean, and three worlds to learn in."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
from matplotlib.colors import FuncNorm

from ...core.runs import Run
from ...learners import Perceptron
from ...notebook import pictures
from ...notebook.compound import Examples, Staircase
from ...notebook.explore import Exploration, Flipbook, choice, explore, flipbook, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural, vector
from ...samples import data
from ...validate import Array, Indices
from .tables import TABLE, cards, fresh_draws

__all__ = ["left_or_right", "mistakes_so_far", "pixels", "three_modes", "whole_run"]

_INK = {False: pictures.WEIGHTS, True: pictures.MISTAKE}
"""The colour of the ring around an example: was it a mistake?"""


def mistakes_so_far(run: Run, rounds: int) -> Indices:
    """How many mistakes there were before each round 0, 1, ..., ``rounds`` of a run.

    >>> mistakes_so_far(Perceptron().run([[1], [1], [1]], [1, 1, -1]), 3)
    array([0, 1, 1, 2])
    """
    return np.searchsorted(run.mistakes, np.arange(rounds + 1))


def pixels(ax: Any, title: str, most: float, signed: bool = False) -> Any:
    """A picture of 8 by 8 pixels that moves: ink from 0 to ``most``, or weights of both signs.

    >>> fig, ax = pictures.figure()
    >>> pixels(ax, "ink", 16).get_clim()
    (0.0, 16.0)
    """
    ax.set(xticks=[], yticks=[], title=title)
    ax.spines[:].set_visible(True)
    colours: dict[str, Any] = {"cmap": "Greys", "vmin": 0.0, "vmax": float(most)}
    if signed:  # by the root of their size, so that small weights are seen in every theme
        norm = FuncNorm((_signed_root, _signed_square), vmin=-float(most), vmax=float(most))
        colours = {"cmap": pictures.SIGNED, "norm": norm}
    return ax.imshow(np.zeros((8, 8)), **colours, animated=True)


def _signed_root(values: Any) -> Any:
    return np.sign(values) * np.sqrt(np.abs(values))


def _signed_square(values: Any) -> Any:
    return np.sign(values) * np.square(values)


@dataclass(frozen=True)
class Card:
    """After so many cards: the latest one, whether it was a mistake, the weights, the counts."""

    count: int
    card: Array
    erred: bool
    w: Array
    mistakes: Indices


def left_or_right() -> Prediction:
    """How many of fifty cards go wrong? Then the card, the weights as a picture, the mistakes.

    >>> left_or_right().pages[-1].sentence
    'After 50 cards, the last one answered correctly, there have been 6 mistakes.'
    """
    return predict(
        {
            "about 30": "It would do better by tossing a coin.",
            "about 15": "You are careful. One mistake teaches more than one card.",
            "fewer than 10": "A card shares pixels with many others, so one mistake corrects the "
            "answers to cards that come much later.",
        },
        right="fewer than 10",
        then=_cards(),
    )


def _cards() -> Flipbook:
    X, y = cards()
    run = Perceptron().run(X, y)
    fig, (left, middle, right) = pictures.figure(8.0, 3.0, columns=3)
    card, weights = pixels(left, "the card", 1.4), pixels(middle, "the weights $w$", 4, signed=True)
    for ax in (left, middle):
        ax.axvline(3.5, color=pictures.QUIET, lw=1, animated=True)
    right.set(xlim=(0, 50), ylim=(0, 10), xlabel="cards seen", title="mistakes so far")
    staircase = Staircase(right)

    def shown(count: int) -> Card:
        last, counts = max(count - 1, 0), mistakes_so_far(run, count)
        erred = bool(last in run.mistakes)
        return Card(count, X[last] * (count > 0), erred, run.weights(count), counts)

    def move(now: Card) -> None:
        card.set_data(now.card.reshape(8, 8))
        weights.set_data(now.w.reshape(8, 8))
        staircase.move(now.mistakes)

    def describe(now: Card) -> str:
        if now.count == 0:
            return "Before the first card all weights are 0."
        made = int(now.mistakes[-1])
        verb = "there has been" if made == 1 else "there have been"
        how = "answered wrongly" if now.erred else "answered correctly"
        seen = f"After {plural(now.count, 'card')}, the last one {how}"
        return f"{seen}, {verb} {plural(made, 'mistake')}."

    steps = sorted({*range(0, 51, 2), *(run.mistakes + 1).tolist()})
    return flipbook(
        fig,
        data=shown,
        move=move,
        describe=describe,
        label="cards seen",
        steps=steps,
        start=0,
        kept=50,
    )


@dataclass(frozen=True)
class Round:
    """After t rounds: the last example, the weights before and after it, and all errors so far.

    ``told`` is how often the last example has been a mistake.
    """

    t: int
    example: int
    before: Array
    after: Array
    erred: bool
    mistakes: int
    told: int
    errors: list[int]


def whole_run() -> Prediction:
    """Which example costs the most updates? Then all rounds: the line, and the errors it makes.

    >>> whole_run().pages[0].sentence
    'After 1 round: (4, -1) with y = +1 was a mistake (its 1st); w is now (4, -1), errors: 2 of 8.'
    >>> whole_run().pages[22].sentence
    'After 23 rounds: (3, 5) with y = -1 was a mistake (its 3rd); w is now (7, -5), errors: 0 of 8.'
    """
    return predict(
        {
            "(-4, -5), the longest": "A long example moves w far, so it need not be told often.",
            "(-1, 0), the shortest": "A short example moves w only a little. But it has to be "
            "wrong first, and this one never is.",
            "(3, 5), with a neighbour of the other class": "Its neighbour and others pull w the "
            "opposite way, and it has to undo what they did.",
        },
        right="(3, 5), with a neighbour of the other class",
        then=_rounds(),
    )


def _rounds() -> Flipbook:
    X, y = TABLE
    run = Perceptron(epochs=None).run(X, y)
    errors = [int((y * (X @ run.weights(t)) <= 0).sum()) for t in range(run.rounds + 1)]
    fig, (left, right) = pictures.figure(columns=2)
    fig.set_layout_engine("constrained", wspace=0.1)
    pictures.plane(left, X, y)
    left.set_title("the arrow: direction of $w$ only", fontsize=10)
    old = pictures.Boundary(left, pictures.QUIET, "--", shade=False)
    line, arrow = pictures.Boundary(left), pictures.Arrow(left)
    ring = pictures.Marks(left)
    right.set(xlim=(-0.5, run.rounds + 0.5), ylim=(-0.5, 8.5), xlabel="rounds played")
    right.set_ylabel("errors of $w$ on the 8 examples")
    right.set_xticks(range(0, run.rounds + 1, len(y)))
    right.grid(axis="x", color="#DDDDDD")
    staircase = Staircase(right)
    here = pictures.Curve(right, pictures.MISTAKE, "o")

    def played(t: int) -> Round:
        mistakes, erred = mistakes_so_far(run, t)[-1], bool(t - 1 in run.mistakes)
        i, so_far = int(run.order[t - 1]), errors[: t + 1]
        before, after = run.weights(t - 1), run.weights(t)
        told = int((run.examples[:mistakes] == i).sum())
        return Round(t, i, before, after, erred, int(mistakes), told, so_far)

    def move(now: Round) -> None:
        old.move(now.before if now.erred else 0 * now.before)
        line.move(now.after)
        arrow.move(3.5 * now.after / np.linalg.norm(now.after))
        ring.line.set_color(_INK[now.erred])
        ring.move(X[now.example])
        staircase.move(now.errors)
        here.move([now.t], now.errors[-1:])

    def describe(now: Round) -> str:
        shown = f"{vector(X[now.example])} with y = {y[now.example]:+.0f}"
        count = ("1st", "2nd", "3rd")[now.told - 1]
        verdict = f"was a mistake (its {count}); w is now" if now.erred else "was right; w is still"
        errs = f"errors: {now.errors[-1]} of {len(y)}"
        played = plural(now.t, "round")
        return f"After {played}: {shown} {verdict} {vector(now.after)}, {errs}."

    steps = range(1, run.rounds + 1)
    return flipbook(
        fig,
        data=played,
        move=move,
        describe=describe,
        label="rounds played",
        steps=steps,
        start=1,
        kept=23,
    )


@dataclass(frozen=True)
class World:
    """One of the three worlds after so many rounds: the examples so far, w, and the counts."""

    name: str
    rounds: int
    X: Array
    y: Array
    w: Array
    mistakes: Indices


def three_modes() -> Prediction:
    """In which world does the curve stay steep? Passes over a sample, a stream, an adversary.

    >>> three_modes().at(world="adversary", rounds=60).sentence
    'An adversary who contradicts every answer: 60 mistakes in 60 rounds.'
    """
    return predict(
        {
            "in the passes": "A line separates the sample, so there is a pass without a mistake, "
            "and after it there is nothing left to learn.",
            "in the stream": "Every example is a new one. But all of them obey one line, and the "
            "machine comes to know it.",
            "against the adversary": "Someone who may choose the label after hearing the answer "
            "can always call the answer wrong.",
        },
        right="against the adversary",
        then=_three_worlds(),
    )


def _three_worlds() -> Exploration:
    worlds = _worlds(60)
    fig, (left, right) = pictures.figure(columns=2)
    fig.set_layout_engine("constrained", wspace=0.1)
    pictures.plane(left, reach=1.15)
    line, ring = pictures.Boundary(left), pictures.Marks(left)
    examples = Examples(left, mec="white")
    right.set(xlim=(0, 61), ylim=(0, 62), xlabel="rounds", ylabel="mistakes so far")
    right.plot([0, 60], [0, 60], ":", color=pictures.QUIET, label="always wrong")
    pictures.legend(right, "upper left")
    staircase = Staircase(right)

    def at(world: str, rounds: int) -> World:
        run = worlds[world]
        counts, met = mistakes_so_far(run, rounds), run.order[:rounds]
        return World(world, rounds, run.X[met], run.y[met], run.path[counts[-1]], counts)

    def move(now: World) -> None:
        line.move(now.w)
        ring.line.set_color(_INK[bool(np.diff(now.mistakes)[-1:].any())])
        ring.move(now.X[-1:])
        examples.move(now.X, now.y)
        staircase.move(now.mistakes)

    def describe(now: World) -> str:
        count = f"{plural(int(now.mistakes[-1]), 'mistake')} in {plural(now.rounds, 'round')}"
        return f"{_WORLDS[now.name]}: {count}."

    return explore(
        fig,
        data=at,
        move=move,
        describe=describe,
        world=choice("world", *_WORLDS, kept="stream"),
        rounds=slider("rounds", 0, 60, 1, start=10, kept=60),
    )


_WORLDS = {
    "passes": "Passes over 20 examples, in order, again and again",
    "stream": "An endless stream of fresh examples",
    "adversary": "An adversary who contradicts every answer",
}


def _worlds(rounds: int) -> dict[str, Any]:
    """A run of so many rounds in each of the three worlds."""
    drawn, labels = map(np.array, zip(*islice(fresh_draws(), rounds), strict=True))
    w, contrary = np.zeros(2), []
    against = data.separable(rounds, 2, margin=0.0, seed=1).X
    for x in against:
        contrary.append(1.0 if w @ x <= 0 else -1.0)
        w = w + contrary[-1] * x
    return {
        "passes": Perceptron(epochs=rounds // 20).run(drawn[:20], labels[:20]),
        "stream": Perceptron().run(drawn, labels),
        "adversary": Perceptron().run(against, contrary),
    }
