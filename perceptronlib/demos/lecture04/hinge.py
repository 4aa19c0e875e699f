"""Hinge losses: what an example lacks, and two lengths that are not the same."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.patches import Polygon

from ...notebook import pictures
from ...notebook.compound import Growing, Street
from ...notebook.explore import Exploration, explore, slider

__all__ = ["across", "cone", "distance_to_cone"]


def across() -> Exploration:
    """Move a positive example across the street of v: where does it begin to cost something?

    >>> across().at(score=-4.0, rho=0.2).sentence
    'With rho = 0.20, y v.x = -4.0 rho costs d = 5.0 rho = 1.00; the answer is wrong.'
    >>> across().at(score=0.5, rho=0.2).sentence
    'With rho = 0.20, y v.x = 0.5 rho costs d = 0.5 rho = 0.10; the answer is right.'
    """
    v = pictures.angle(30)
    aside = 0.25 * pictures.angle(120)
    fig, (left, right) = pictures.figure(7.4, 3.8, columns=2)
    pictures.plane(left, reach=1.4)
    left.set_title("the street of $v$")
    street, arrow = Street(left), pictures.Arrow(left, pictures.BOUND)
    lack = pictures.Curve(left, pictures.MISTAKE, "-", lw=2.5)
    point = pictures.Curve(left, pictures.POSITIVE, "o", ms=9, mec="white")
    scores = np.linspace(-5, 3, 801)
    growing = Growing(
        scores,
        (pictures.Curve(right, pictures.BOUND, "-", "hinge loss $d$"), np.maximum(0, 1 - scores)),
        (pictures.Curve(right, pictures.QUIET, ":", "1 if an error, else 0"), scores <= 1e-9),
    )
    right.set(xlim=(-5.2, 3.2), ylim=(-0.25, 7.5), title="in units of $\\rho$")
    right.set(xlabel="$y\\,(v\\cdot x)$", xticks=range(-5, 4))
    pictures.legend(right, "upper right")
    dot = pictures.Curve(right, pictures.MISTAKE, "o", ms=8)

    def at(score: float, rho: float) -> tuple[Any, ...]:
        return score, rho, score * rho * v + aside, max(0.0, 1 - score)

    def move(score: float, rho: float, x: Any, loss: float) -> None:
        street.move(v, rho)
        arrow.move(0.5 * v)
        point.move(*x[:, None])
        lack.move(*np.array([x, x + loss * rho * v]).T)
        growing.move(scores >= score - 1e-9)
        dot.move([score], [loss])

    def describe(score: float, rho: float, x: Any, loss: float) -> str:
        answer = "right" if score > 0 else "wrong" if score < 0 else "a tie, an error by our rule"
        price = f"d = {loss:.1f} rho = {loss * rho:.2f}" if loss else "nothing, d = 0"
        where = f"With rho = {rho:.2f}, y v.x = {score + 0:.1f} rho"
        return f"{where} costs {price}; the answer is {answer}."

    controls = {
        "score": slider("y v.x, in units of rho", -5.0, 3.0, 0.5, start=2.0),
        "rho": slider("rho", 0.05, 0.25, 0.05, start=0.2),
    }
    return explore(fig, data=at, move=move, describe=describe, **controls)


def distance_to_cone(degrees: float, gamma: float) -> float:
    """How far a unit vector at this angle from w* is from the cone w*.x >= gamma |x|.

    Zero inside. Outside, the nearest point lies on the cone's edge, or is its tip at the origin if
    the edge is more than a right angle away.

    >>> distance_to_cone(180, 0.5), distance_to_cone(60, 0.6) > 0, distance_to_cone(30, 0.6)
    (1.0, True, 0.0)
    """
    beyond = np.deg2rad(degrees) - np.arccos(gamma)
    return float(np.sin(np.clip(beyond, 0.0, np.pi / 2)))


def cone() -> Exploration:
    """The distance to an angular margin, and the hinge loss: two different lengths.

    >>> cone().at(degrees=180, gamma=0.5).sentence
    'At 180 degrees from w*, gamma = 0.50: the distance is 1.000, the hinge loss 1.500.'
    >>> cone().at(degrees=90, gamma=0.5).sentence
    'At 90 degrees from w*, gamma = 0.50: the distance is 0.500, the hinge loss 0.500.'
    """
    fig, (left, right) = pictures.figure(7.4, 3.8, columns=2)
    pictures.plane(left, reach=1.5)
    left.set_title("$w^*$ points up; dashed: $w^*\\cdot x = \\gamma$")
    shade = Polygon(np.zeros((3, 2)), color=pictures.BOUND, alpha=0.18, lw=0, animated=True)
    left.add_patch(shade)
    edge = pictures.Curve(left, pictures.BOUND, "--", lw=1.5)
    looks = ((pictures.MISTAKE, "-", "distance to the cone"), (pictures.BOUND, "-", "hinge loss"))
    ways = [pictures.Curve(left, c, s, lw=w) for (c, s, _), w in zip(looks, (6, 2.5), strict=True)]
    point = pictures.Curve(left, pictures.POSITIVE, "o", ms=9, mec="white")
    curves = [pictures.Curve(right, c, s, name) for c, s, name in looks]
    right.set(xlim=(-4, 184), ylim=(-0.05, 2.3), xlabel="angle between $x$ and $w^*$ (degrees)")
    right.set_xticks(range(0, 181, 45))
    pictures.legend(right, "upper left")
    dots = pictures.Curve(right, pictures.WEIGHTS, "o", ms=5)

    def at(degrees: int, gamma: float) -> tuple[Any, ...]:
        x = pictures.angle(90 - degrees)
        way = distance_to_cone(degrees, gamma), max(0.0, gamma - float(x[1]))
        return degrees, gamma, x, way

    def move(degrees: int, gamma: float, x: Any, way: Any) -> None:
        side = pictures.angle(np.rad2deg(np.arcsin(gamma)))
        shade.set_xy(np.array([0 * side, 4 * side, 4 * side * [-1, 1]]))
        edge.move([-2, 2], [gamma, gamma])
        nearest = max(float(x @ side), 0.0) * side if way[0] else x
        ways[0].move(*np.array([x, nearest]).T)
        ways[1].move(*np.array([x, x + [0, way[1]]]).T)
        point.move(*x[:, None])
        turns = range(degrees + 1)
        distances = [distance_to_cone(turn, gamma) for turn in turns]
        losses = np.maximum(0, gamma - np.cos(np.deg2rad(turns)))
        for curve, values in zip(curves, (distances, losses), strict=True):
            curve.move(turns, values)
        dots.move([degrees] * 2, way)

    def describe(degrees: int, gamma: float, x: Any, way: Any) -> str:
        where = f"At {degrees} degrees from w*, gamma = {gamma:.2f}"
        return f"{where}: the distance is {way[0]:.3f}, the hinge loss {way[1]:.3f}."

    controls = {
        "degrees": slider("angle between x and w* (degrees)", 0, 180, start=90),
        "gamma": slider("gamma", 0.1, 0.9, 0.05, start=0.5),
    }
    return explore(fig, data=at, move=move, describe=describe, **controls)
