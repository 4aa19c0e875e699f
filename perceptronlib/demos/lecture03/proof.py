"""Novikoff's proof as a picture, and the comparator that it is free to choose."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.patches import Polygon

from ...core.play import play
from ...core.rules import Rule
from ...notebook import pictures
from ...notebook.compound import Growing, Street
from ...notebook.examples import ten_examples
from ...notebook.explore import Exploration, Flipbook, explore, flipbook, slider
from ...theory import margins

__all__ = ["MAX_MARGIN", "Squeeze", "comparators", "squeeze"]


MAX_MARGIN = np.array([-6.0, 7.0])
"""The direction of the largest margin of the ten examples: g = 10, |v|^2 = 85."""


def squeeze() -> Flipbook:
    """The proof as a picture: a line that walks away at a steady pace and a circle that tires.

    >>> squeeze().pages[-1].sentence
    'After 24 updates v.w would be at least 240.0 and at most 225.8, which cannot be.'
    """
    X, y = ten_examples()
    run, v, g, R = play(Rule(), X, y, epochs=None), MAX_MARGIN, 10.0, margins.radius(X)
    top, path = R * float(np.hypot(*v)), run.path
    fig, (left, right) = pictures.figure(7.6, 3.9, columns=2)
    pictures.plane(left, reach=1.08 * R * 24**0.5)
    left.set(xlabel="$w_1$", ylabel="$w_2$", title="where $w$ can be")
    line = pictures.Boundary(left, pictures.BOUND, shade=False)
    circle = pictures.Curve(left, pictures.BOUND, "--")
    cap = Polygon(np.zeros((3, 2)), color=pictures.BOUND, alpha=0.25, animated=True)
    left.add_patch(cap)
    trail, arrow = pictures.Curve(left, pictures.WEIGHTS, "o-", ms=3, lw=1), pictures.Arrow(left)
    border = pictures.Curve(right, pictures.QUIET, ":", lw=1)
    where = pictures.Note(right, 21.0 / 24.5, 0.1, pictures.QUIET, ha="right")
    right.set(xlim=(0, 24.5), ylim=(0, 245), xlabel="updates $k$", title="the same in numbers")
    numbers = Squeeze(right)

    def at(k: int) -> tuple[Any, ...]:
        return k, path[: k + 1], g * k, top * k**0.5

    def move(k: int, so_far: Any, least: float, most: float) -> None:
        line.move(v if k else 0 * v, least)
        circle.move(*_arc(R * k**0.5, v, np.pi))
        cap.set_xy(_arc(R * k**0.5, v, np.arccos(min(least / most, 1.0)) if k else 0.0).T)
        trail.move(*so_far.T)
        arrow.move(so_far[-1] if k <= run.M else 0 * v)
        numbers.move(so_far, v, g, top, k)
        border.move([21.25, 21.25], [0, 245] if least > most else [np.nan, np.nan])
        where.move("21.25" if least > most else "")

    def describe(k: int, so_far: Any, least: float, most: float) -> str:
        if k == 0:
            return "Before any update w is 0: no distance covered, no length gained."
        if k > run.M:
            would = f"After {k} updates v.w would be at least {least:.1f} and at most {most:.1f}"
            end = f"there is room, but this run ended after {run.M}."
            return f"{would}, which cannot be." if least > most else f"{would}: {end}"
        size = top / R * float(np.hypot(*so_far[-1]))
        low = f"After update {k}, g k = {least:.0f} <= v.w = {so_far[-1] @ v:.0f}"
        return f"{low} <= |v||w| = {size:.1f} <= R|v| sqrt(k) = {most:.1f}."

    first, steps, label = run.M, range(25), "updates k"
    return flipbook(
        fig, data=at, move=move, describe=describe, label=label, steps=steps, start=first
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


def comparators() -> Exploration:
    """Turn the comparator v; the bound is smallest where its margin is largest.

    >>> comparators().at(degrees=120).sentence
    'With v at 120 degrees the margin is 0.268 and the bound 348.2; the run makes 9 mistakes.'
    >>> comparators().at(degrees=110).sentence
    'With v at 110 degrees some example is on the wrong side: no margin, no bound.'
    """
    X, y = ten_examples()
    M, R = play(Rule(), X, y, epochs=None).M, margins.radius(X)
    fig, (left, right) = pictures.figure(7.4, 3.8, columns=2)
    pictures.plane(left, X, y)
    street, arrow = Street(left), pictures.Arrow(left, pictures.BOUND)
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

    def at(degrees: float) -> tuple[Any, ...]:
        v = pictures.angle(degrees)
        return degrees, v, _margin(X, y, v)

    def move(degrees: float, v: Any, rho: float) -> None:
        street.move(v, rho)
        arrow.move(2 * v)
        growing.move(turns <= degrees)
        dot.move([degrees], [(R / rho) ** 2 if rho > 0 else np.nan])

    def describe(degrees: float, v: Any, rho: float) -> str:
        where = f"With v at {degrees:g} degrees"
        if rho <= 0:
            return f"{where} some example is on the wrong side: no margin, no bound."
        numbers = f"the margin is {rho:.3f} and the bound {(R / rho) ** 2:.1f}"
        return f"{where} {numbers}; the run makes {M} mistakes."

    control = slider("angle of v (degrees)", 110, 150, 0.5, start=120.0)
    return explore(fig, data=at, move=move, describe=describe, degrees=control)


def _margin(X: Any, y: Any, v: Any) -> float:
    """The margin of a unit vector: the smallest y v.x."""
    return float((y * (X @ v)).min())
