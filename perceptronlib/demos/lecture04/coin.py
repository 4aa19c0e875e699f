"""The set that no mistake leaves: in the plane a coin with flat pieces on its rim."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.patches import Polygon

from ...notebook import pictures
from ...notebook.explore import Exploration, explore, slider
from ...notebook.predict import Prediction, predict
from ...theory.theorems.ball import Shape
from ...validate import Array

__all__ = ["coin", "flat_pieces", "three"]

LONGER = 8
"""On the left, steps are drawn so many times too long, or one would not see them."""


def three() -> tuple[Array, Array]:
    """Three examples of label +1 that add up to 0, so that nothing separates them.

    >>> X, y = three()
    >>> X.sum(axis=0).tolist()
    [0.0, 0.0]
    """
    return np.array([[2.0, 0.0], [-1.0, 2.0], [-1.0, -2.0]]), np.ones(3)


@dataclass(frozen=True)
class Coin:
    """The set in the plane: its radius, how far away the flat pieces are, and their normals."""

    L: float
    flat: float
    normals: Array

    def rim(self, degrees: Array) -> Array:
        """How far the rim is, in these directions."""
        turns = np.deg2rad(degrees)
        across = np.abs(np.stack([np.cos(turns), np.sin(turns)], axis=-1) @ self.normals.T)
        far: Array = np.minimum(self.L, self.flat / np.maximum(across.max(axis=-1), 1e-12))
        return far

    def beyond(self, w: Array) -> float:
        """By how much w lies outside (negative: inside)."""
        strips = np.abs(self.normals @ w) - self.flat
        return float(max(np.hypot(*w) - self.L, strips.max()))


def coin() -> Coin:
    """The set of the proof for the three examples.

    >>> round(coin().L, 1), round(coin().flat, 1)
    (117.5, 107.8)
    """
    X, _ = three()
    shape = Shape.of(X)
    assert shape is not None
    normals = np.column_stack([-X[:, 1], X[:, 0]]) / np.hypot(*X.T)[:, None]
    return Coin(shape.reach, float(shape.r2(1)) ** 0.5, normals)


@dataclass(frozen=True)
class Standing:
    """w at a place of the rim: the examples that can be mistakes there, and how each step ends."""

    degrees: int
    w: Array
    is_flat: bool
    wrong: Any
    ends: tuple[float, ...]


def flat_pieces() -> Prediction:
    """Can a mistake push w over the rim? Then w anywhere on the rim, and all its mistakes.

    >>> flat_pieces().at(degrees=100).sentence
    'At 100° w stands on a flat piece, 109.5 from 0. Mistakes are possible on 2 of 3 ...'
    """
    return predict(
        {
            "yes, where the rim is round": "There every example that can be a mistake points well "
            "inwards. Where one would only graze the rim, the rim was cut flat.",
            "yes, where the rim is flat": "A flat piece is parallel to one of the examples: that "
            "one slides along it, and the others point inwards.",
            "no, nowhere": "On a flat piece a step goes along it or inwards, and elsewhere "
            "inwards.",
        },
        right="no, nowhere",
        then=_stand(),
    )


def _stand() -> Exploration:
    X, _ = three()
    shape = coin()
    turns = np.linspace(0, 360, 1441)
    outline = shape.rim(turns)[:, None] * np.array([pictures.angle(t) for t in turns])
    fig, (left, right) = pictures.figure(7.4, 3.8, columns=2)
    pictures.plane(left, reach=1.15 * shape.L)
    left.set(xlabel="$w_1$", ylabel="$w_2$", title=f"steps drawn {LONGER} times as long")
    left.add_patch(Polygon(outline, color=pictures.BOUND, alpha=0.18, lw=0))
    left.plot(*outline.T, "-", color=pictures.BOUND, lw=1.5)
    pictures.plane(right, reach=4.0)
    right.set(xlabel="$w_1$, from here", ylabel="$w_2$, from here", title="near $w$, true to scale")
    inside = Polygon(np.zeros((3, 2)), color=pictures.BOUND, alpha=0.18, lw=0, animated=True)
    right.add_patch(inside)
    rim = pictures.Curve(right, pictures.BOUND, "-", lw=1.5)
    far = [pictures.Arrow(left, pictures.MISTAKE) for _ in X]
    near = [pictures.Arrow(right, pictures.MISTAKE) for _ in X]
    spots = [pictures.Curve(ax, pictures.WEIGHTS, "o", ms=7) for ax in (left, right)]

    def standing(degrees: int) -> Standing:
        direction = pictures.angle(degrees)
        w = shape.rim(np.array(float(degrees))) * direction
        wrong = X @ w <= 0
        ends = tuple(shape.beyond(w + x) for x in X[wrong])
        return Standing(degrees, w, bool(np.hypot(*w) < shape.L - 1e-9), wrong, ends)

    def move(now: Standing) -> None:
        spots[0].move([now.w[0]], [now.w[1]])
        spots[1].move([0], [0])
        rim.move(*(outline - now.w).T)
        inside.set_xy(outline - now.w)
        for x, wrong, long, short in zip(X, now.wrong, far, near, strict=True):
            long.move(now.w + LONGER * wrong * x, now.w)
            short.move(wrong * x)

    def describe(now: Standing) -> str:
        rim = "on a flat piece" if now.is_flat else "where the rim is round"
        where = f"At {now.degrees}° w stands {rim}, {np.hypot(*now.w):.1f} from 0"
        along = sum(abs(end) < 1e-9 for end in now.ends)
        out = sum(end > 1e-9 for end in now.ends)
        rest = len(now.ends) - along - out
        ways = f"{along} along the rim, {rest} inwards, {out} over it"
        return f"{where}. Mistakes are possible on {len(now.ends)} of 3 examples: {ways}."

    control = slider("angle of w (degrees)", 0, 359, start=60, kept=100)
    return explore(fig, data=standing, move=move, describe=describe, degrees=control)
