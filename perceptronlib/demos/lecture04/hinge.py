"""Hinge losses: what an example lacks, and two lengths that are not the same."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from matplotlib.patches import Polygon

from ...notebook import pictures
from ...notebook.compound import Growing, Street
from ...notebook.explore import Exploration, explore, slider
from ...notebook.predict import Prediction, predict
from ...validate import Array
from .ahead import ahead

__all__ = ["across", "cone", "distance_to_cone"]


@dataclass(frozen=True)
class Placed:
    """An example somewhere across the street: y v.x and its loss, in units of rho."""

    score: float
    rho: float
    x: Array
    loss: float


def across() -> Prediction:
    """Where does an example begin to cost something? Then move it across the street of v.

    >>> across().at(score=-4.0, rho=0.2).sentence
    'With ρ = 0.20, y (v·x) = -4.0ρ costs d = 5.0ρ = 1.00; the answer is wrong.'
    >>> across().at(score=0.5, rho=0.2).sentence
    'With ρ = 0.20, y (v·x) = 0.5ρ costs d = 0.5ρ = 0.10; the answer is right.'
    """
    return predict(
        {
            "as soon as it enters the street": "It is still on the correct side, but v was asked "
            "for ρ, and has less.",
            "in the middle, where the answer becomes wrong": "There it costs ρ already. It began "
            "to pay when it entered the street.",
            "once it has left the street on the wrong side": "There it costs 2ρ: ρ for the margin, "
            "and ρ for being wrong.",
        },
        right="as soon as it enters the street",
        then=_crossing(),
    )


def _crossing() -> Exploration:
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
        (pictures.Curve(right, pictures.BOUND, "-", "deviation $d$"), np.maximum(0, 1 - scores)),
        (pictures.Curve(right, pictures.QUIET, ":", "$\\rho$ if wrong, else 0"), scores <= 1e-9),
    )
    ahead(right, growing)
    right.set(xlim=(-5.2, 3.2), ylim=(-0.25, 7.5), title="what it costs")
    right.set_xlabel("$y\\,(v\\cdot x)$")
    right.set_xticks(range(-4, 4, 2), ["$-4\\rho$", "$-2\\rho$", "$0$", "$2\\rho$"])
    right.set_yticks(range(0, 7, 2), ["$0$", "$2\\rho$", "$4\\rho$", "$6\\rho$"])
    pictures.legend(right, "upper right")
    dot = pictures.Curve(right, pictures.MISTAKE, "o", ms=8)

    def placed(score: float, rho: float) -> Placed:
        return Placed(score, rho, score * rho * v + aside, max(0.0, 1 - score))

    def move(now: Placed) -> None:
        street.move(v, now.rho)
        arrow.move(v)
        point.move(*now.x[:, None])
        lack.move(*np.array([now.x, now.x + now.loss * now.rho * v]).T)
        growing.move(scores >= now.score - 1e-9)
        dot.move([now.score], [now.loss])

    def describe(now: Placed) -> str:
        answer = "right" if now.score > 0 else "wrong" if now.score < 0 else "a tie, so an error"
        price = f"d = {now.loss:.1f}ρ = {now.loss * now.rho:.2f}" if now.loss else "nothing, d = 0"
        where = f"With ρ = {now.rho:.2f}, y (v·x) = {now.score + 0:.1f}ρ"
        return f"{where} costs {price}; the answer is {answer}."

    return explore(
        fig,
        data=placed,
        move=move,
        describe=describe,
        score=slider("y (v·x), in units of ρ", -5.0, 3.0, 0.5, start=1.5, kept=-2.0),
        rho=slider("rho", 0.05, 0.25, 0.05, start=0.2),
    )


@dataclass(frozen=True)
class Moved:
    """A unit vector at an angle from w*, its way to the cone, and its hinge loss."""

    degrees: int
    gamma: float
    x: Array
    distance: float
    loss: float


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
    'At 180° from w*, γ = 0.50: the distance is 1.000, the hinge loss 1.500, 1.50 times as much.'
    >>> cone().at(degrees=46, gamma=0.9).sentence
    'At 46° from w*, γ = 0.90: the distance is 0.345, the hinge loss 0.205, 0.60 times as much.'
    """
    fig, (left, right) = pictures.figure(7.4, 3.8, columns=2)
    pictures.plane(left, reach=1.5)
    left.set_title("$w^*$ points up; dashed: $w^*\\cdot x = \\gamma$")
    shade = Polygon(np.zeros((3, 2)), color=pictures.BOUND, alpha=0.18, lw=0, animated=True)
    left.add_patch(shade)
    edge = pictures.Curve(left, pictures.BOUND, "--", lw=1.5)
    looks = ((pictures.MISTAKE, "-", "distance to the cone"), (pictures.BOUND, "-", "hinge loss"))
    ways = [pictures.Curve(left, c, s, lw=w) for (c, s, _), w in zip(looks, (4, 2.5), strict=True)]
    point = pictures.Curve(left, pictures.POSITIVE, "o", ms=9, mec="white")
    curves = [pictures.Curve(right, c, s, name) for c, s, name in looks]
    right.set(xlim=(-4, 184), ylim=(-0.05, 2.3), xlabel="angle between $x$ and $w^*$ (degrees)")
    right.set(xticks=range(0, 181, 45), ylabel="length", title="two lengths")
    pictures.legend(right, "upper left")
    dots = pictures.Curve(right, pictures.WEIGHTS, "o", ms=5)

    def moved(degrees: int, gamma: float) -> Moved:
        x = pictures.angle(90 - degrees)
        loss = max(0.0, gamma - float(x[1]))
        return Moved(degrees, gamma, x, distance_to_cone(degrees, gamma), loss)

    def move(now: Moved) -> None:
        side = pictures.angle(np.rad2deg(np.arcsin(now.gamma)))
        shade.set_xy(np.array([0 * side, 4 * side, 4 * side * [-1, 1]]))
        edge.move([-2, 2], [now.gamma, now.gamma])
        nearest = max(float(now.x @ side), 0.0) * side if now.distance else now.x
        ways[0].move(*np.array([now.x, nearest]).T)
        ways[1].move(*np.array([now.x, now.x + [0, now.loss]]).T)
        point.move(*now.x[:, None])
        turns = range(181)
        distances = [distance_to_cone(turn, now.gamma) for turn in turns]
        losses = np.maximum(0, now.gamma - np.cos(np.deg2rad(turns)))
        for curve, values in zip(curves, (distances, losses), strict=True):
            curve.move(turns, values)
        dots.move([now.degrees] * 2, [now.distance, now.loss])

    def describe(now: Moved) -> str:
        where = f"At {now.degrees}° from w*, γ = {now.gamma:.2f}"
        both = f"the distance is {now.distance:.3f}, the hinge loss {now.loss:.3f}"
        if not now.distance:
            return f"{where}: {both}."
        return f"{where}: {both}, {now.loss / now.distance:.2f} times as much."

    return explore(
        fig,
        data=moved,
        move=move,
        describe=describe,
        degrees=slider("angle between x and w* (degrees)", 0, 180, start=120, kept=150),
        gamma=slider("gamma", 0.1, 0.9, 0.05, start=0.5),
    )
