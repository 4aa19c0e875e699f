"""A bias folded into the weights: what it costs, in which order, and logic gates with it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.play import play
from ...core.rules import Rule
from ...notebook import pictures
from ...notebook.compound import Examples, Growing, Staircase
from ...notebook.explore import Exploration, choice, explore, slider
from ...notebook.words import plural, vector
from ...samples import adversaries
from ...samples.features import fold_bias, unit_rows
from ...theory import margins
from .runs import mistakes_so_far

__all__ = ["fold_and_normalise", "gates", "price_of_folding"]


def price_of_folding() -> Exploration:
    """Two points c - 1 and c + 1 on a line, with a constant folded in: mistakes as c grows.

    >>> price_of_folding().at(c=5).sentence
    'With c = 5 the folded points are 4.6 degrees apart as seen from 0: 47 mistakes.'
    """
    every = range(21)
    runs = [play(Rule(), *adversaries.folded_pair(c)[:2], epochs=None) for c in every]
    made = [run.M for run in runs]
    fig, (left, right) = pictures.figure(columns=2, width_ratios=[1.5, 1])
    left.set(xlim=(-2, 22), ylim=(-4, 6), xlabel="x", ylabel="constant feature", yticks=[0, 1])
    left.set_aspect("equal")
    left.axhline(1, color="#DDDDDD", lw=1)
    line = pictures.Boundary(left)
    rays = pictures.Curve(left, pictures.QUIET, "-", lw=1)
    pair = Examples(left, size=8)
    allowed = [(1 + c**2) * ((c + 1) ** 2 + 1) for c in every]
    growing = Growing(
        every,
        (pictures.Curve(right, pictures.BOUND, "--", label="allowed"), allowed),
        (pictures.Curve(right, pictures.WEIGHTS, label="made"), made),
    )
    right.axhline(2, color=pictures.QUIET, ls=":", label="made, origin at c")
    right.set(yscale="log", ylim=(1, 1e8), xlim=(0, 20.5), xlabel="c", ylabel="mistakes")
    pictures.legend(right, "upper left")
    here = pictures.Curve(right, pictures.MISTAKE, "o", ms=9)

    def at(c: int) -> tuple[Any, ...]:
        turn = np.rad2deg(np.arctan2(1, c - 1) - np.arctan2(1, c + 1))
        return c, made[c], float(turn)

    def move(c: int, M: int, turn: float) -> None:
        line.move(runs[c].last_weights)
        rays.move([c - 1, 0, c + 1], [1, 0, 1])
        pair.move(np.array([[c + 1, 1], [c - 1, 1]]), np.array([1, -1]))
        growing.move(c + 1)
        here.move([c], [M])

    def describe(c: int, M: int, turn: float) -> str:
        apart = f"the folded points are {turn:.1f} degrees apart as seen from 0"
        return f"With c = {c} {apart}: {plural(M, 'mistake')}."

    control = slider("c, the middle of the two points", 0, 20, 1, start=2)
    return explore(fig, data=at, move=move, describe=describe, c=control)


def fold_and_normalise() -> Exploration:
    """The points 1 and z of a line: fold, then normalise; or the other way round.

    >>> fold_and_normalise().at(first="normalise").sentence
    'Normalise first: 1 and 3.0 both become (1, 1). One point, two labels: no line can help.'
    """
    fig, ax = pictures.figure(5.6, 2.9)
    ax.set(xlim=(-0.3, 5.3), ylim=(-0.3, 2.2), xlabel="x", ylabel="constant feature")
    ax.set_aspect("equal")
    ax.plot([-0.3, 5.3], [1, 1], color="#DDDDDD", lw=1, zorder=0)
    turn = np.linspace(-0.3, 2, 60)
    ax.plot(np.cos(turn), np.sin(turn), color="#DDDDDD", lw=1, zorder=0)
    line, rays = pictures.Boundary(ax), pictures.Curve(ax, pictures.QUIET, ":", lw=1)
    ghosts = pictures.Curve(ax, pictures.QUIET, "o", ms=8, mfc="none")
    plus = pictures.Curve(ax, pictures.POSITIVE, "o", ms=12)
    minus = pictures.Curve(ax, pictures.NEGATIVE, "s", ms=7)

    def at(z: float, first: str) -> tuple[Any, ...]:
        X, y = np.array([[1.0], [round(z, 1)]]), np.array([1.0, -1.0])
        if first == "normalise":
            return first, z, fold_bias(X), fold_bias(unit_rows(X)), np.zeros(2)
        folded = unit_rows(fold_bias(X))
        return first, z, fold_bias(X), folded, margins.max_margin(folded, y).v

    def move(first: str, z: float, folded: Any, final: Any, v: Any) -> None:
        line.move(v)
        ghosts.move(*folded.T)
        rays.move([folded[0, 0], 0, folded[1, 0]], [1, 0, 1])
        plus.move(*final[:1].T)
        minus.move(*final[1:].T)

    def describe(first: str, z: float, folded: Any, final: Any, v: Any) -> str:
        if first == "normalise":
            same = f"Normalise first: 1 and {z:.1f} both become (1, 1)"
            return f"{same}. One point, two labels: no line can help."
        places = " and ".join(vector(point, ".2f") for point in final)
        return f"Fold first: 1 and {z:.1f} become {places}. A line separates them."

    return explore(
        fig,
        data=at,
        move=move,
        describe=describe,
        z=slider("the point with y = -1", 1.5, 5.0, 0.5, start=3.0),
        first=choice("do first", "fold", "normalise"),
    )


def gates() -> Exploration:
    """Logic gates as four labelled corners: where does the perceptron find a line, where not?

    >>> gates().at(gate="XOR", rounds=48).sentence
    'XOR: 48 mistakes in 48 rounds; there is no line, and 0 of 4 corners are right.'
    """
    corners = np.array([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
    labels = {"AND": (-1, -1, -1, 1), "OR": (-1, 1, 1, 1), "NAND": (1, 1, 1, -1)}
    labels["XOR"] = (-1, 1, 1, -1)
    truth = {gate: np.array(signs) for gate, signs in labels.items()}
    runs = {gate: play(Rule(), fold_bias(corners), y, epochs=12) for gate, y in truth.items()}
    fig, (left, right) = pictures.figure(columns=2)
    left.set(xlim=(-0.6, 1.6), ylim=(-0.6, 1.6), xlabel="$x_1$", ylabel="$x_2$", aspect="equal")
    left.set(xticks=[0, 1], yticks=[0, 1])
    line = pictures.Boundary(left)
    examples = Examples(left, size=10)
    right.set(xlim=(0, 48), ylim=(0, 50), xlabel="rounds", ylabel="mistakes so far")
    right.set_xticks(range(0, 49, 12))
    right.plot([0, 48], [0, 48], ":", color=pictures.QUIET, label="always wrong")
    pictures.legend(right, "upper left")
    staircase = Staircase(right)

    def at(gate: str, rounds: int) -> tuple[Any, ...]:
        w = runs[gate].weights(rounds)
        good = int((truth[gate] * (fold_bias(corners) @ w) > 0).sum())
        return gate, w, good, mistakes_so_far(runs[gate], rounds)

    def move(gate: str, w: Any, good: int, counts: Any) -> None:
        line.move(w[:2], threshold=-w[2])
        examples.move(corners, truth[gate])
        staircase.move(counts)

    def describe(gate: str, w: Any, good: int, counts: Any) -> str:
        verdict = f"there is no line, and {good} of 4 corners are right"
        if w[:2].any():
            verdict = f"the line puts {good} of 4 corners on their side"
        count = f"{plural(counts[-1], 'mistake')} in {plural(len(counts) - 1, 'round')}"
        return f"{gate}: {count}; {verdict}."

    return explore(
        fig,
        data=at,
        move=move,
        describe=describe,
        gate=choice("gate", *labels),
        rounds=slider("rounds", 0, 48, 1, start=36),
    )
