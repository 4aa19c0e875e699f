"""Novikoff's proof as a picture, and the comparator that it is free to choose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.patches import Polygon

from ...learners import Perceptron
from ...notebook import pictures
from ...notebook.compound import Growing, Street
from ...notebook.examples import ten_examples
from ...notebook.explore import Exploration, Flipbook, explore, flipbook, slider
from ...notebook.predict import Prediction, predict
from ...theory import margins
from ...validate import Array

__all__ = ["MAX_MARGIN", "Squeeze", "comparators", "squeeze"]


MAX_MARGIN = np.array([-6.0, 7.0])
"""The direction of the largest margin of the ten examples: g = 10, |v|^2 = 85."""

LAST = 24
"""How many updates the picture looks ahead; there is no room for more than 21."""


@dataclass(frozen=True)
class Squeezed:
    """After so many updates: the weights so far, and what v.w is at least and at most."""

    updates: int
    path: Array
    least: float
    most: float

    @property
    def possible(self) -> bool:
        """Is there any room for w?"""
        return self.least <= self.most


def squeeze() -> Prediction:
    """The proof as a picture: a line that walks away at a steady pace and a circle that tires.

    >>> squeeze().pages[9].sentence
    'After update 9, gk = 90 ≤ v·w = 110 ≤ |v||w| = 111.0 ≤ R|v|√k = 138.3.'
    >>> squeeze().pages[-1].sentence
    'After 24 updates v·w would be at least 240.0 and at most 225.8, which cannot be.'
    """
    return predict(
        {
            "It grows with every mistake": "It does at first, because the circle grows faster than "
            "the line walks. Have a look at what happens later.",
            "It grows, and then it vanishes": "The line walks by equal steps and the circle grows "
            "more and more slowly, so the line reaches its rim.",
            "It shrinks from the first mistake on": "At first there is more room after each "
            "mistake: the square root begins steeply.",
        },
        right="It grows, and then it vanishes",
        then=_squeeze(),
    )


def _squeeze() -> Flipbook:
    X, y = ten_examples()
    run, v, g, R = Perceptron(epochs=None).run(X, y), MAX_MARGIN, 10.0, margins.radius(X)
    top, path = R * float(np.hypot(*v)), run.path
    fig, (left, right) = pictures.figure(7.8, 4.5, columns=2)
    pictures.plane(left, reach=1.08 * R * LAST**0.5)
    left.set(xlabel="$w_1$", ylabel="$w_2$", title="where $w$ can be")
    line = pictures.Boundary(left, pictures.BOUND, label="line $v\\cdot w=gk$", shade=False)
    circle = pictures.Curve(left, pictures.BOUND, "--", label="circle $|w|=R\\sqrt{k}$")
    cap = Polygon(
        np.zeros((3, 2)), color=pictures.BOUND, alpha=0.25, animated=True, label="room for $w$"
    )
    left.add_patch(cap)
    trail = pictures.Curve(left, pictures.WEIGHTS, "o-", label="$w$ so far", ms=3, lw=1)
    target, arrow = pictures.Curve(left, pictures.QUIET, ":", lw=1.5), pictures.Arrow(left)
    left.text(*(3.15 * v), "$v$", color=pictures.QUIET, ha="right", va="bottom", fontsize=13)
    under = {"bbox_to_anchor": (0.5, -0.17), "ncol": 2, "columnspacing": 1.2}
    pictures.legend(left, "upper center", **under)
    border = pictures.Curve(right, pictures.QUIET, ":", lw=1)
    where = pictures.Note(right, 21.0 / 24.5, 0.1, pictures.QUIET, ha="right")
    right.set(xlim=(0, 24.5), ylim=(0, 245), xlabel="updates $k$", title="the same in numbers")
    numbers = Squeeze(right)

    def squeezed(k: int) -> Squeezed:
        return Squeezed(k, path[: k + 1], least=g * k, most=top * k**0.5)

    def move(now: Squeezed) -> None:
        k = now.updates
        half = np.arccos(min(now.least / now.most, 1.0)) if k else 0.0
        line.move(v if k else 0 * v, now.least)
        circle.move(*_arc(R * k**0.5, v, np.pi))
        cap.set_xy(_arc(R * k**0.5, v, half).T)
        target.move(*np.outer(v, [0, 3.2]))
        trail.move(*now.path.T)
        arrow.move(now.path[-1] if k <= run.M else 0 * v)
        numbers.move(now.path, v, g, top, k)
        border.move([21.25, 21.25], [np.nan, np.nan] if now.possible else [0, 245])
        where.move("" if now.possible else "21.25")

    def describe(now: Squeezed) -> str:
        k = now.updates
        if k == 0:
            return "Before any update w is 0: no distance covered, no length gained."
        if k > run.M:
            would = (
                f"After {k} updates v·w would be at least {now.least:.1f} and at most "
                f"{now.most:.1f}"
            )
            end = f"there is room, but this run ended after {run.M}."
            return f"{would}: {end}" if now.possible else f"{would}, which cannot be."
        w = now.path[-1]
        size = top / R * float(np.hypot(*w))
        low = f"After update {k}, gk = {now.least:.0f} ≤ v·w = {w @ v:.0f}"
        return f"{low} ≤ |v||w| = {size:.1f} ≤ R|v|√k = {now.most:.1f}."

    return flipbook(
        fig,
        data=squeezed,
        move=move,
        describe=describe,
        label="updates k",
        steps=range(LAST + 1),
        start=1,
        kept=run.M,
    )


class Squeeze:
    """g k below, R|v| sqrt(k) above, and what the run did between them.

    >>> fig, ax = pictures.figure()
    >>> squeeze = Squeeze(ax)
    >>> squeeze.move(np.array([[0.0, 0.0], [3.0, 4.0]]), v=np.array([1.0, 0.0]), g=2, top=5, last=1)
    >>> squeeze.along.line.get_ydata(), squeeze.sizes.line.get_ydata()
    (array([0., 3.]), array([0., 5.]))
    """

    def __init__(self, ax: Any) -> None:
        green, black = pictures.BOUND, pictures.WEIGHTS
        self.roof = pictures.Curve(ax, green, "--", label=r"$R|v|\sqrt{k}$", lw=1.5)
        self.sizes = pictures.Curve(ax, black, "s", label="$|v||w|$", ms=4, mfc="white")
        self.along = pictures.Curve(ax, black, "o", label="$v\\cdot w$", ms=4)
        self.floor = pictures.Curve(ax, green, "-", label="$g k$", lw=1.5)
        pictures.legend(ax, "upper left")

    def move(self, path: Any, v: Any, g: float, top: float, last: int) -> None:
        """Draw it for the weights so far; ``top`` is R|v|, ``last`` where the curves end."""
        fine, k = np.linspace(0, last, 120), np.arange(len(path))
        self.roof.move(fine, top * fine**0.5)
        self.floor.move(fine, g * fine)
        self.along.move(k, path @ v)
        self.sizes.move(k, np.linalg.norm(v) * np.linalg.norm(path, axis=1))


def _arc(radius: float, v: Any, half: float) -> Any:
    """The part of a circle around the origin that is within an angle of v, as two rows."""
    turn = np.arctan2(v[1], v[0]) + np.linspace(-half, half, 91)
    return radius * np.array([np.cos(turn), np.sin(turn)])


@dataclass(frozen=True)
class Compared:
    """A comparator: its angle, the unit vector there, and its margin (none if 0 or less)."""

    degrees: float
    v: Array
    margin: float


def comparators() -> Prediction:
    """Turn the comparator v; the bound is smallest where its margin is largest.

    >>> comparators().at(degrees=120).sentence
    'With v at 120 degrees the margin is 0.268 and the bound 348.21; the run makes 9 mistakes.'
    >>> comparators().at(degrees=110).sentence
    'With v at 110 degrees some example is on the wrong side: no margin, no bound.'
    """
    return predict(
        {
            "where the street is widest": "The bound is R²/ρ², and ρ is half the width of the "
            "street.",
            "where v points along the longest example": "The longest example sets R, which is the "
            "same for every v.",
            "it is the same for every v that separates": "The mistakes are the same for all of "
            "them, but the bound has the margin of v in it.",
        },
        right="where the street is widest",
        then=_comparators(),
    )


def _comparators() -> Exploration:
    X, y = ten_examples()
    M, R = Perceptron(epochs=None).run(X, y).M, margins.radius(X)
    fig, (left, right) = pictures.figure(7.4, 3.8, columns=2)
    pictures.plane(left, X, y)
    street, arrow = Street(left), pictures.Arrow(left, pictures.BOUND)
    left.set_title("arrow: $v$; dashed: margin $\\rho$", fontsize=11)
    turns = np.linspace(110, 150, 801)
    rho = np.array([_margin(X, y, pictures.angle(turn)) for turn in turns])
    bounds = np.full_like(turns, np.nan)
    bounds[rho > 0] = (R / rho[rho > 0]) ** 2
    bound_so_far = pictures.Curve(right, pictures.BOUND, label="bound $R^2/\\rho^2$")
    growing = Growing(turns, (bound_so_far, bounds))
    right.axhline(M, color=pictures.WEIGHTS, label="mistakes made")
    right.set(yscale="log", xlim=(110, 150), ylim=(3, 1e4), xlabel="angle of $v$ (degrees)")
    pictures.legend(right, "upper center")
    dot = pictures.Curve(right, pictures.BOUND, "o")

    def compared(degrees: float) -> Compared:
        v = pictures.angle(degrees)
        return Compared(degrees, v, _margin(X, y, v))

    def move(now: Compared) -> None:
        street.move(now.v, now.margin)
        arrow.move(2 * now.v)
        growing.move(turns <= now.degrees)
        dot.move([now.degrees], [(R / now.margin) ** 2 if now.margin > 0 else np.nan])

    def describe(now: Compared) -> str:
        where = f"With v at {now.degrees:g} degrees"
        if now.margin <= 0:
            return f"{where} some example is on the wrong side: no margin, no bound."
        numbers = f"the margin is {now.margin:.3f} and the bound {(R / now.margin) ** 2:.2f}"
        return f"{where} {numbers}; the run makes {M} mistakes."

    control = slider("angle of v (degrees)", 110, 150, 0.5, start=120.0, kept=140.0)
    return explore(fig, data=compared, move=move, describe=describe, degrees=control)


def _margin(X: Any, y: Any, v: Any) -> float:
    """The margin of a unit vector: the smallest y v.x."""
    return float((y * (X @ v)).min())
