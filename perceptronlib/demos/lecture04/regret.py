"""Regret: how near w comes to a longer and longer comparator, and which length proves most."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.patches import Polygon

from ...learners import Perceptron
from ...notebook import pictures
from ...notebook.compound import Growing
from ...notebook.explore import Exploration, explore, slider
from ...notebook.predict import Prediction, predict
from ...theory import margins
from ...validate import Array
from .ahead import ahead
from .tables import ten

__all__ = ["against", "towards"]

U = np.array([-0.6, 0.7])
"""The comparator: y u.x >= 1 on nine of the ten examples."""

LONGEST = 24
"""The largest beta of the picture."""

ROUND = np.array([pictures.angle(degrees) for degrees in range(0, 360, 3)])
"""The unit circle."""


@dataclass(frozen=True)
class Against:
    """A run against a vector u: the path of w, the sum of y u.x over mistakes, and losses."""

    u: Array
    path: Array
    gained: float
    lost: float
    R: float

    @property
    def M(self) -> int:
        return len(self.path) - 1


def against() -> Against:
    """Two passes over the ten examples, against u = (-0.6, 0.7).

    >>> run = against()
    >>> run.M, round(run.gained, 1), round(run.lost, 1)
    (8, 3.5, 7.2)
    """
    X, y = ten()
    run = Perceptron(epochs=2).run(X, y)
    scores = (y * (X @ U))[run.examples]
    lost = float(np.maximum(0, 1 - scores).sum())
    return Against(U, run.path, float(scores.sum()), lost, margins.radius(X))


@dataclass(frozen=True)
class Aimed:
    """A target beta u, and what the distances to it prove."""

    beta: int
    target: Array
    allowed: float


def towards() -> Prediction:
    """Which length of the target proves most? Then choose it.

    >>> towards().at(beta=15).sentence
    'For β = 15 the distances prove that the sum is at most 13.0; it is 3.5.'
    """
    return predict(
        {
            "a short one, near 0": "Then β|u|²/2 is small, but MR²/(2β) is not.",
            "one in between": "A short target is left behind at once, and a long one is too far "
            "away to tell anything.",
            "a long one, far away": "Then MR²/(2β) is small, but β|u|²/2 is not.",
        },
        right="one in between",
        then=_aim(),
    )


def _aim() -> Exploration:
    run = against()
    betas = np.arange(4, 2 * LONGEST + 1) / 2
    size = float(run.u @ run.u)
    curve = (betas * size + run.M * run.R**2 / betas) / 2
    fig, (left, right) = pictures.figure(7.4, 3.7, columns=2)
    pictures.plane(left, reach=20.0)
    left.set(xlim=(-15.5, 4.5), ylim=(-2, 18), yticks=range(0, 16, 5))
    left.set(xlabel="$w_1$", ylabel="$w_2$")
    left.set_title("the path of $w$, and the target $\\beta u$")
    left.plot(*run.path.T, "o-", color=pictures.QUIET, ms=3, lw=1)
    looks: dict[str, Any] = {"color": pictures.BOUND, "alpha": 0.15, "lw": 0, "animated": True}
    disc = Polygon(ROUND, label="closer to $\\beta u$ than the origin is", **looks)
    left.add_patch(disc)
    gap = pictures.Curve(left, pictures.MISTAKE, "--", lw=1.5)
    arrow = pictures.Arrow(left, pictures.BOUND)
    end = pictures.Arrow(left)
    pictures.legend(left, "upper right")
    right.set(xlim=(0, LONGEST + 1), ylim=(0, 56), xlabel="$\\beta$")
    right.set_title("the sum of $y\\,(u\\cdot x)$ over mistakes")
    right.axhline(run.gained, color=pictures.WEIGHTS, lw=1.5, label="what it is")
    proved = pictures.Curve(right, pictures.BOUND, "-", "at most, with this $\\beta$")
    least = pictures.Curve(right, pictures.QUIET, ":", "$R|u|\\sqrt{M}$", lw=1.5)
    dot = pictures.Curve(right, pictures.BOUND, "o", ms=7)
    growing = Growing(betas, (proved, curve))
    ahead(right, growing)
    pictures.legend(right, "upper right")

    def aimed(beta: int) -> Aimed:
        return Aimed(beta, beta * run.u, (beta * size + run.M * run.R**2 / beta) / 2)

    def move(now: Aimed) -> None:
        arrow.move(now.target)
        disc.set_xy(now.target + np.hypot(*now.target) * ROUND)  # as near as the start was
        end.move(run.path[-1])
        gap.move(*np.array([run.path[-1], now.target]).T)
        growing.move(betas <= now.beta + 1e-9)
        dot.move([now.beta], [now.allowed])
        least.move([0, LONGEST + 1], [run.R * size**0.5 * run.M**0.5] * 2)

    def describe(now: Aimed) -> str:
        says = f"For β = {now.beta} the distances prove that the sum is at most"
        return f"{says} {now.allowed:.1f}; it is {run.gained:.1f}."

    control = slider("beta", 2, LONGEST, 1, start=6, kept=20)
    return explore(fig, data=aimed, move=move, describe=describe, beta=control)
