"""Two ways to measure at once: a ball of inputs, and how far a target reaches in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.lines import Line2D

from ...notebook import pictures
from ...notebook.explore import Exploration, explore, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import vector
from ...validate import Array

__all__ = ["unit_balls"]

BALLS = (
    ("length: $|x|_2\\leq 1$", 2.0),
    ("largest size: $|x|_\\infty\\leq 1$", np.inf),
    ("sum of sizes: $|x|_1\\leq 1$", 1.0),
)
"""The sets of inputs: their title, and the norm that is at most 1."""


@dataclass(frozen=True)
class Reached:
    """A target v, and in each ball an input at which v.x is largest."""

    v: Array
    inputs: Array

    @property
    def most(self) -> list[float]:
        """How large v.x can be in each ball."""
        return [float(value) for value in self.inputs @ self.v]


def unit_balls() -> Prediction:
    """How large can v.x be, if every entry of x lies between -1 and 1 and v = (3, 4)?

    >>> unit_balls().at(v_1=3, v_2=4).sentence
    'For v = (3, 4), v·x is at most |v|₂ = 5 in the disc, |v|₁ = 7 in the square, |v|∞ = 4 in ...'
    """
    return predict(
        {
            "4": "That is the largest entry of v, which you get if the entries of x have sizes "
            "that sum to 1.",
            "5": "That is the length of v, which you get if x may not be longer than 1. The "
            "corner (1, 1) is longer.",
            "7": "Choose x = (1, 1): then v·x = 3 + 4, the sum of the entries.",
        },
        right="7",
        then=_unit_balls(),
    )


def _unit_balls() -> Exploration:
    fig, axes = pictures.figure(7.8, 3.2, columns=3)
    panels = []
    for ax, (title, p) in zip(axes, BALLS, strict=True):
        pictures.plane(ax, reach=1.75)
        ax.set_title(title, fontsize=11)
        ax.set(xticks=[-1, 0, 1], yticks=[-1, 0, 1])
        ax.fill(*_outline(p).T, color=pictures.POSITIVE, alpha=0.15, lw=0)
        ax.plot(*_outline(p).T, color=pictures.POSITIVE, lw=1.5)
        tangent = pictures.Boundary(ax, pictures.BOUND, "--", shade=False)
        arrow = pictures.Arrow(ax, pictures.BOUND)
        touch = pictures.Curve(
            ax, pictures.MISTAKE, "o", ms=9, label="where $v\\cdot x$ is largest"
        )
        panels.append((tangent, arrow, touch))
    way: dict[str, Any] = {"color": pictures.BOUND, "lw": 2, "marker": ">", "markevery": [1]}
    arrow_in_legend = Line2D([], [], label="direction of $v$ (not to scale)", **way)
    handles = [arrow_in_legend, panels[0][2].line]
    fig.legend(handles=handles, loc="outside lower center", ncol=2, frameon=False)

    def reached(v_1: int, v_2: int) -> Reached:
        v = np.array([float(v_1), float(v_2)])
        return Reached(v, np.array([_touches(v, p) for _, p in BALLS]))

    def move(now: Reached) -> None:
        direction = now.v / float(np.hypot(*now.v))
        for (tangent, arrow, touch), x in zip(panels, now.inputs, strict=True):
            tangent.move(now.v, float(now.v @ x))
            arrow.move(1.6 * direction)
            touch.move(*x.reshape(2, 1))

    def describe(now: Reached) -> str:
        disc, square, diamond = (f"{value:.4g}" for value in now.most)
        first = f"For v = {vector(now.v)}, v·x is at most |v|₂ = {disc} in the disc"
        return f"{first}, |v|₁ = {square} in the square, |v|∞ = {diamond} in the diamond."

    first, second = slider("v_1", 0, 6, start=3), slider("v_2", 1, 6, start=4)
    return explore(fig, data=reached, move=move, describe=describe, v_1=first, v_2=second)


def _touches(v: Array, p: float) -> Array:
    """A point of the ball |x|_p <= 1 at which v.x is largest; p is 1, 2 or infinite."""
    corner: Array = np.sign(v)
    if p == 2:
        corner = v / float(np.hypot(*v))
    elif p == 1:
        corner = np.eye(2)[int(np.argmax(np.abs(v)))] * corner
    return corner


def _outline(p: float) -> Array:
    """The points of the plane with |x|_p = 1."""
    around = np.array([pictures.angle(degrees) for degrees in np.arange(0, 361, 1.0)])
    sizes = np.linalg.norm(around, ord=p, axis=1)
    rim: Array = around / sizes[:, None]
    return rim
