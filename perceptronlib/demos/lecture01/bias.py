"""A bias folded into the weights: what it costs, and logic gates with it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...learners import Perceptron
from ...notebook import pictures
from ...notebook.compound import Examples, Growing, Staircase
from ...notebook.explore import Exploration, choice, explore, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural
from ...samples import adversaries
from ...samples.features import fold_bias
from ...validate import Array, Indices
from .runs import mistakes_so_far

__all__ = ["corners_by_hand", "gates", "price_of_folding"]


@dataclass(frozen=True)
class Folded:
    """The pair around c: the angle between its folded points, the mistakes, and the last w."""

    c: int
    degrees: float
    mistakes: int
    w: Array


def price_of_folding() -> Prediction:
    """Two points c - 1 and c + 1 on a line, with a constant folded in: mistakes as c grows.

    >>> price_of_folding().at(c=5).sentence
    'With c = 5 the folded points are 4.57 degrees apart as seen from 0: 47 mistakes.'
    """
    return predict(
        {
            "it stays": "The distance between the two points stays. But what counts is the angle "
            "between the folded points, as seen from the origin.",
            "it grows like c": "You are right that it grows. Try c = 10 and c = 20.",
            "it grows faster than c": "Twice as far away, about four times as many mistakes.",
        },
        right="it grows faster than c",
        then=_price(),
    )


def _price() -> Exploration:
    every = range(21)
    pairs = [adversaries.folded_pair(c)[:2] for c in every]
    runs = [Perceptron(epochs=None).run(*pair) for pair in pairs]
    made = [run.M for run in runs]
    fig, (left, right) = pictures.figure(columns=2, width_ratios=[1.4, 1])
    left.set(xlim=(-2, 22.5), ylim=(-0.25, 1.4), xlabel="$x$", ylabel="constant feature")
    left.set_yticks([0, 1])
    for height in (0, 1):
        left.axhline(height, color="#DDDDDD", lw=1, zorder=0)
    left.axvline(0, color="#DDDDDD", lw=1, zorder=0)
    line = pictures.Boundary(left)
    rays = pictures.Curve(left, pictures.QUIET, "--", lw=1)
    pair = Examples(left, size=8)
    allowed = [(1 + c**2) * ((c + 1) ** 2 + 1) for c in every]
    growing = Growing(
        every,
        (pictures.Curve(right, pictures.BOUND, "--", label="allowed"), allowed),
        (pictures.Curve(right, pictures.WEIGHTS, label="made"), made),
    )
    right.axhline(2, color=pictures.QUIET, ls=":", label="made, origin at $c$")
    right.set(yscale="log", ylim=(1, 4e5), xlim=(-0.5, 21), xlabel="$c$", ylabel="mistakes")
    pictures.ticks(right.yaxis, [1, 10, 100, 1000, 10000, 100000])
    pictures.legend(right, "lower right", bbox_to_anchor=(1.0, 0.1))
    here = pictures.Curve(right, pictures.MISTAKE, "o", ms=9)

    def folded(c: int) -> Folded:
        degrees = np.rad2deg(np.arctan2(1, c - 1) - np.arctan2(1, c + 1))
        return Folded(c, float(degrees), made[c], runs[c].last_weights)

    def move(now: Folded) -> None:
        line.move(now.w)
        rays.move([now.c - 1, 0, now.c + 1], [1, 0, 1])
        pair.move(np.array([[now.c + 1, 1], [now.c - 1, 1]]), np.array([1, -1]))
        growing.move(now.c + 1)
        here.move([now.c], [now.mistakes])

    def describe(now: Folded) -> str:
        apart = f"the folded points are {now.degrees:.2f} degrees apart as seen from 0"
        return f"With c = {now.c} {apart}: {plural(now.mistakes, 'mistake')}."

    control = slider("c, the middle of the two points", 0, 20, 1, start=2, kept=20)
    return explore(fig, data=folded, move=move, describe=describe, c=control)


@dataclass(frozen=True)
class Gate:
    """A gate after so many rounds: labels of the corners, weights, corners right, counts."""

    name: str
    y: Array
    w: Array
    good: int
    mistakes: Indices


LABELS = {
    "AND": (-1, -1, -1, 1),
    "OR": (-1, 1, 1, 1),
    "NAND": (1, 1, 1, -1),
    "XOR": (-1, 1, 1, -1),
}
CORNERS = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])


@dataclass(frozen=True)
class Placed:
    """A line put by hand over the corners of a gate: its angle, its bias, and the wrong corners."""

    name: str
    degrees: float
    b: float
    y: Array
    w: Array
    wrong: Array


def corners_by_hand() -> Prediction:
    """How many corners of XOR can one line get right? Turn and shift it, for any gate.

    >>> corners_by_hand().at(gate="XOR", degrees=45, b=-0.5).sentence
    'XOR, with w at 45 degrees and b = -0.5: 3 of 4 corners are right.'
    >>> corners_by_hand().at(gate="AND", degrees=45, b=-1.0).sentence
    'AND, with w at 45 degrees and b = -1.0: 4 of 4 corners are right.'
    """
    return predict(
        {
            "2": "You can do better: cut off a single corner.",
            "3": "A line can cut off any single corner, and the fourth one stays wrong.",
            "4": "Try it, with the sliders. It is worth a minute.",
        },
        right="3",
        then=_by_hand(),
    )


def _by_hand() -> Exploration:
    fig, ax = pictures.figure(4.2, 3.8)
    _square(ax)
    line, rings = pictures.Boundary(ax), pictures.Marks(ax)
    examples = Examples(ax, size=7)

    def placed(gate: str, degrees: float, b: float) -> Placed:
        w, y = pictures.angle(degrees), np.array(LABELS[gate])
        wrong = CORNERS[y * (CORNERS @ w + round(b, 1)) <= 1e-9]  # on the line, but for rounding
        return Placed(gate, degrees, b, y, w, wrong)

    def move(now: Placed) -> None:
        line.move(now.w, threshold=-now.b)
        rings.move(now.wrong)
        examples.move(CORNERS, now.y)

    def describe(now: Placed) -> str:
        place = f"{now.name}, with w at {now.degrees} degrees and b = {now.b:z.1f}"
        good = len(CORNERS) - len(now.wrong)
        return f"{place}: {good} of 4 corners {'is' if good == 1 else 'are'} right."

    return explore(
        fig,
        data=placed,
        move=move,
        describe=describe,
        gate=choice("gate", "XOR", "AND", "OR", "NAND"),
        degrees=slider("angle of w (degrees)", 0, 345, 15, start=0, kept=45),
        b=slider("b", -1.5, 1.5, 0.1, start=-0.5),
    )


def _square(ax: Any) -> None:
    """Axes around the four corners."""
    ax.set(xlim=(-0.6, 1.6), ylim=(-0.6, 1.6), xlabel="$x_1$", ylabel="$x_2$", aspect="equal")
    ax.set(xticks=[0, 1], yticks=[0, 1])


def gates() -> Exploration:
    """Logic gates as four labelled corners: what becomes of the perceptron on each of them?

    >>> gates().at(gate="XOR", rounds=48).sentence
    'XOR: 48 mistakes in 48 rounds; w is 0 again, and 0 of 4 corners are right.'
    """
    truth = {gate: np.array(signs) for gate, signs in LABELS.items()}
    runs = {gate: Perceptron(bias=True, epochs=12).run(CORNERS, y) for gate, y in truth.items()}
    fig, (left, right) = pictures.figure(columns=2)
    _square(left)
    line = pictures.Boundary(left)
    examples = Examples(left, size=10)
    right.set(xlim=(0, 49), ylim=(0, 50), xlabel="rounds", ylabel="mistakes so far")
    right.set_xticks(range(0, 49, 12))
    right.plot([0, 48], [0, 48], ":", color=pictures.QUIET, label="always wrong")
    pictures.legend(right, "upper left")
    staircase = Staircase(right)

    def at(gate: str, rounds: int) -> Gate:
        w, y = runs[gate].weights(rounds), truth[gate]
        good = int((y * (fold_bias(CORNERS) @ w) > 0).sum())
        return Gate(gate, y, w, good, mistakes_so_far(runs[gate], rounds))

    def move(now: Gate) -> None:
        line.move(now.w[:2], threshold=-now.w[2])
        examples.move(CORNERS, now.y)
        staircase.move(now.mistakes)

    def describe(now: Gate) -> str:
        verdict = f"the line has {now.good} of 4 corners on the correct side"
        if not now.w[:2].any():
            verdict = f"there is no line yet, and {now.good} of 4 corners are right"
        if not now.w.any():
            when = "again" if len(now.mistakes) > 1 else "at the start"
            verdict = f"w is 0 {when}, and {now.good} of 4 corners are right"
        made, rounds = int(now.mistakes[-1]), len(now.mistakes) - 1
        count = f"{plural(made, 'mistake')} in {plural(rounds, 'round')}"
        return f"{now.name}: {count}; {verdict}."

    return explore(
        fig,
        data=at,
        move=move,
        describe=describe,
        gate=choice("gate", "XOR", "AND", "OR", "NAND"),
        rounds=slider("rounds", 0, 48, 1, start=4, kept=48),
    )
