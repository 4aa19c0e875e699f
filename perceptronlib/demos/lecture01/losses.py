"""The perceptron as descent: a loss with a kink, and the path of the weights over it."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.play import play
from ...core.rules import Rule
from ...notebook import pictures
from ...notebook.explore import Exploration, Flipbook, explore, flipbook, slider
from ...notebook.words import plural, vector
from ...theory import margins
from .tables import TABLE

__all__ = ["descent", "kink"]


def kink() -> Exploration:
    """The loss max(0, -y w.x): its slope, and the choice one has at the kink.

    >>> kink().at(score=-1.0, part=0.3).sentence
    'At y w.x = -1.0 the loss is 1.0 and the step is 1.0 times y x; at the kink it would be 0.3.'
    >>> kink().at(score=0.0, part=0.0).sentence
    'At the kink, y w.x = 0, any part of y x is a fair step; with part 0.0 w stays where it is.'
    """
    fig, (left, right) = pictures.figure(columns=2)
    s = np.array([-2.0, 0.0, 2.0])
    left.plot(s, np.maximum(0, -s), color=pictures.WEIGHTS, label="loss")
    left.set(xlim=(-2, 2), ylim=(-0.8, 2.1), xlabel="y w.x", ylabel="loss max(0, -y w.x)")
    right.plot([-2, 0, 0, 2], [1, 1, 0, 0], color=pictures.WEIGHTS)
    right.set(xlim=(-2, 2), ylim=(-0.1, 1.2), xlabel="y w.x", ylabel="step, in units of y x")
    tangent = pictures.Curve(left, pictures.BOUND, "--", label="a line below it")
    pictures.legend(left, "upper right")
    taken = pictures.Curve(right, pictures.BOUND, "o", ms=13, mfc="none", mew=2)
    spots = [pictures.Curve(ax, pictures.MISTAKE, "o", ms=9) for ax in (left, right)]

    def at(score: float, part: float) -> tuple[Any, ...]:
        score = round(score, 1)
        x = np.array([1.0])
        slope = margins.perceptron_subgradient(np.array([score]), x, 1.0, at_kink=part)
        return score, part, max(0.0, -score), -float(slope[0])

    def move(score: float, part: float, loss: float, step: float) -> None:
        tangent.move([-2, 2], [2 * part, -2 * part])
        taken.move([0], [part])
        spots[0].move([score], [loss])
        spots[1].move([score], [step])

    def describe(score: float, part: float, loss: float, step: float) -> str:
        if score == 0:
            fair = "At the kink, y w.x = 0, any part of y x is a fair step"
            stays = "w stays where it is" if step == 0 else f"w moves by {step:.1f} times y x"
            return f"{fair}; with part {part:.1f} {stays}."
        place = f"At y w.x = {score:.1f} the loss is {loss:.1f}"
        chosen = f"at the kink it would be {part:.1f}"
        return f"{place} and the step is {step:z.1f} times y x; {chosen}."

    return explore(
        fig,
        data=at,
        move=move,
        describe=describe,
        score=slider("y w.x", -2.0, 2.0, 0.1, start=0.0),
        part=slider("part of y x taken at the kink", 0.0, 1.0, 0.1, start=0.5),
    )


def descent() -> Flipbook:
    """The loss F over the plane of weights, and the path of the perceptron from w = 0.

    >>> descent().pages[0].sentence
    'After 0 updates w = (0, 0), and the loss F(w) is 0.00.'
    """
    X, y = TABLE
    run = play(Rule(), X, y, epochs=None)
    path = run.path
    losses = [margins.perceptron_loss(w, X, y) for w in path]
    fig, (left, right) = pictures.figure(columns=2)
    grid = np.linspace(-13, 13, 131)
    W = np.stack(np.meshgrid(grid, grid), axis=-1)
    scores = y * (W @ X.T)
    F = np.maximum(0, -scores).mean(axis=-1)
    pictures.plane(left, reach=13.0)
    left.contourf(
        grid, grid, scores.min(axis=-1), levels=[0, 99], colors=[pictures.BOUND], alpha=0.4
    )
    left.contour(grid, grid, F, levels=range(2, 40, 4), colors=pictures.QUIET, linewidths=0.8)
    left.set(xlabel="$w_1$", ylabel="$w_2$")
    trail, tip = pictures.Curve(left, style="o-", ms=4), pictures.Marks(left)
    right.set(xlim=(0, run.M), ylim=(-0.2, 7), xlabel="updates", ylabel="loss F(w)")
    curve = pictures.Curve(right, style="o-")

    def at(k: int) -> tuple[Any, ...]:
        return k, path[: k + 1], losses[: k + 1]

    def move(k: int, so_far: Any, loss: Any) -> None:
        trail.move(*so_far.T)
        tip.move(so_far[-1])
        curve.move(range(k + 1), loss)

    def describe(k: int, so_far: Any, loss: Any) -> str:
        weights = f"After {plural(k, 'update')} w = {vector(so_far[-1])}"
        return f"{weights}, and the loss F(w) is {loss[-1]:.2f}."

    steps = range(run.M + 1)
    return flipbook(
        fig, data=at, move=move, describe=describe, label="updates", steps=steps, start=0
    )
