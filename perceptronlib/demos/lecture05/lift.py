"""XOR lifted out of the plane: a saddle, a level plane, and the cut as it is seen from above."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib import patheffects
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_rgb
from matplotlib.patches import Polygon

from ...notebook import pictures
from ...notebook.compound import Examples, Segments
from ...notebook.explore import Exploration, explore, slider
from ...notebook.predict import Prediction, predict
from ...samples import data
from ...validate import Array

__all__ = ["lift"]

PATCHES = 20
"""Along each side of the saddle, which ends at the four corners."""

DOWN, TALL = np.deg2rad(34.0), 1.0
"""How far down the reader looks, and how tall a lift of 1 is drawn."""

RULER = -2.0
"""Where the scale of heights stands, beside the sheet."""

HALO = [patheffects.withStroke(linewidth=3, foreground="white")]


@dataclass(frozen=True)
class Lifted:
    """The four corners, each as high as lift times x1 x2, and a level plane seen from some side."""

    lift: float
    height: float
    turn: float
    wrong: Array

    @property
    def level(self) -> float:
        """The value of x1 x2 along the cut."""
        if self.lift:
            return self.height / self.lift
        return np.inf if self.height > 0 else -np.inf


def lift() -> Prediction:
    """How much lift does XOR need? Then lift, cut, and walk around it.

    >>> lift().at(lift=1.0, height=0.3).sentence
    'Lift 1, plane at height 0.3, seen from 60°: all 4 corners are right. From above the cut is ...'
    >>> lift().at(lift=0.0, height=0.3).sentence
    'Lift 0, plane at height 0.3, seen from 60°: 2 of 4 corners are wrong. The plane does not ...'
    """
    return predict(
        {
            "none: some level plane does it at once": "Without lift all four corners lie at the "
            "same height, so a level plane has all of them above it, or all below.",
            "a little is enough": "As soon as the corners differ in height, a plane fits between "
            "the high ones and the low ones.",
            "a lift of at least 1": "More lift makes a wider gap, but the smallest gap is enough "
            "to fit a plane in.",
        },
        right="a little is enough",
        then=_lift(),
    )


def _lift() -> Exploration:
    X, y = data.xor()
    fig, (left, right) = pictures.figure(8.6, 4.9, columns=2, width_ratios=[1.5, 1])
    saddle = _Saddle(left, X, y)
    cut = _Cut(right)
    pictures.plane(right, reach=1.8)
    right.set_title("the same cut, seen from above")
    corners, rings = Examples(right, size=10, mec="white", mew=1.2), pictures.Marks(right)

    def lifted(lift: float, height: float, turn: float) -> Lifted:
        return Lifted(lift, height, turn, X[y * (height - lift * X.prod(axis=1)) <= 0])

    def move(now: Lifted) -> None:
        saddle.move(now)
        cut.move(now.level)
        corners.move(X, y)
        rings.move(now.wrong)

    def describe(now: Lifted) -> str:
        count = len(now.wrong)
        right = f"{count} of 4 corners {'is' if count == 1 else 'are'} wrong"
        what = f"Lift {now.lift:g}, plane at height {now.height:g}, seen from {now.turn:g}°"
        verdict = "all 4 corners are right" if count == 0 else right
        if abs(now.level) >= 1:
            return f"{what}: {verdict}. The plane does not cut the sheet."
        curve = "the two axes" if now.level == 0 else f"the curve x₁x₂ = {now.level:.3g}"
        return f"{what}: {verdict}. From above the cut is {curve}."

    return explore(
        fig,
        data=lifted,
        move=move,
        describe=describe,
        lift=slider("lift", 0.0, 1.0, 0.1, start=0.0, kept=1.0),
        height=slider("height of the plane", -1.2, 1.2, 0.1, start=0.2),
        turn=slider("walk around (degrees)", 0, 360, 5, start=60),
    )


class _Saddle:
    """The surface z = lift x1 x2 above and below a level plane, and the corners upon it."""

    def __init__(self, ax: Any, X: Array, y: Array) -> None:
        ax.set(xlim=(-2.25, 1.8), ylim=(-1.75, 1.95), aspect="equal")
        ax.set_axis_off()
        ax.set_title("lifted by $x_1x_2$, and cut by a level plane")
        self.X, self.y = X, y
        looks: dict[str, Any] = {"lw": 0.5, "edgecolors": (1, 1, 1, 0.65), "animated": True}
        self.below, self.above = (PolyCollection([], **looks, zorder=z) for z in (2, 4))
        self.plane = Polygon(np.zeros((4, 2)), fc=(0.55, 0.55, 0.55, 0.3), lw=1.2, zorder=3)
        self.plane.set(ec=pictures.QUIET, animated=True)
        for artist in (self.below, self.plane, self.above):
            ax.add_artist(artist)
        self.stems = Segments(ax, pictures.WEIGHTS, lw=1.2, zorder=5)
        self.stems.curve.line.set_linestyle(":")
        self.edge = pictures.Curve(ax, lw=4, zorder=6, solid_capstyle="round")
        self.examples = Examples(ax, size=13, mec="white", mew=1.5, zorder=7)
        self.level = _ruler(ax)
        words: dict[str, Any] = {"ha": "center", "va": "center", "animated": True}
        self.names = [
            ax.text(0, 0, f"({a:.0f}, {b:.0f})".replace("-", "−"), zorder=8, **words) for a, b in X
        ]
        self.axes = [ax.text(0, 0, f"$x_{k}$", zorder=8, **words) for k in (1, 2)]
        for text in (*self.names, *self.axes):
            text.set(path_effects=HALO)

    def move(self, now: Lifted) -> None:
        """Draw it as it is seen from where the reader stands."""
        low, high = _halves(now.lift, now.height)
        for part, pieces, colour in (
            (self.below, low, pictures.POSITIVE),
            (self.above, high, pictures.NEGATIVE),
        ):
            pieces = sorted(pieces, key=lambda one: -_away(one, now.turn).mean())  # far ones first
            part.set_verts([_seen(one, now.turn) for one in pieces])
            part.set_facecolor([_lit(one, colour, now.lift) for one in pieces])
        square = 1.25 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        self.plane.set_xy(_seen(_raised(square, np.full(4, now.height)), now.turn))
        self.level.move([RULER], [TALL * now.height * np.cos(DOWN)])
        self.edge.move(*_seen(_cut_line(now), now.turn).T)
        tops = _raised(self.X, now.lift * self.X.prod(axis=1))
        places = _seen(tops, now.turn)
        self.examples.move(places, self.y)
        self.stems.move(_seen(_raised(self.X, np.full(4, now.height)), now.turn), places)
        for name, place, top in zip(self.names, places, tops, strict=True):
            name.set_position(place + (_beside(place[0]) if top[2] >= 0 else (0.0, -0.22)))
        # beside the edge along which it varies
        for name, end in zip(self.axes, ((0.0, 1.42), (1.42, 0.0)), strict=True):
            name.set_position(_seen(_raised(np.array([end]), np.full(1, now.height)), now.turn)[0])


def _ruler(ax: Any) -> pictures.Curve:
    """A scale of heights as they are seen, and what marks the height of the plane upon it."""
    up = TALL * np.cos(DOWN)
    ax.plot([RULER, RULER], [-1.2 * up, 1.2 * up], color=pictures.QUIET, lw=1.2)
    for height in (-1, 0, 1):
        ax.plot([RULER - 0.06, RULER], [height * up] * 2, color=pictures.QUIET, lw=1.2)
        words = f"{height}".replace("-", "−")
        ax.text(RULER - 0.11, height * up, words, ha="right", va="center", fontsize=9)
    ax.text(RULER, 1.33 * up, "height", ha="center", va="bottom", fontsize=9)
    return pictures.Curve(ax, pictures.QUIET, "<", ms=8)


def _beside(across: float) -> tuple[float, float]:
    """From a high corner to its name: above it at the rim, sideways where the sheet is behind."""
    middle = 1 - min(1.0, abs(across) / 2**0.5)
    return (0.5 if across >= 0 else -0.5) * middle, 0.22 - 0.2 * middle


def _raised(X: Array, heights: Array) -> Array:
    return np.column_stack([X, heights])


def _away(points: Array, turn: float) -> Array:
    """How far behind the middle points are, for someone who stands at this angle."""
    angle = np.deg2rad(turn)
    away: Array = points[:, 0] * np.sin(angle) + points[:, 1] * np.cos(angle)
    return away


def _seen(points: Array, turn: float) -> Array:
    """Points (x1, x2, z) on the screen of someone who stands at this angle and looks down."""
    angle = np.deg2rad(turn)
    across = points[:, 0] * np.cos(angle) - points[:, 1] * np.sin(angle)
    up = TALL * points[:, 2] * np.cos(DOWN) + _away(points, turn) * np.sin(DOWN)
    return np.column_stack([across, up])


def _halves(lift: float, height: float) -> tuple[list[Array], list[Array]]:
    """The patches of the saddle below the plane, and those above; what it cuts is in both."""
    along = np.linspace(-1, 1, PATCHES + 1)
    low, high = [], []
    for a, b in zip(along, along[1:], strict=False):
        for c, d in zip(along, along[1:], strict=False):
            flat = np.array([[a, c], [b, c], [b, d], [a, d]])
            patch = _raised(flat, lift * flat.prod(axis=1))
            over = patch[:, 2] - height
            if over.max() <= 0:
                low.append(patch)
            elif over.min() >= 0:
                high.append(patch)
            else:
                low.append(_clipped(patch, -over))
                high.append(_clipped(patch, over))
    return low, high


def _clipped(patch: Array, keep: Array) -> Array:
    """The part of a patch where ``keep``, given at its vertices, is not negative."""
    kept = []
    for p, q, a, b in zip(patch, np.roll(patch, -1, axis=0), keep, np.roll(keep, -1), strict=True):
        if a >= 0:
            kept.append(p)
        if a * b < 0:
            kept.append(p + a / (a - b) * (q - p))
    return np.array(kept)


def _lit(patch: Array, colour: str, lift: float) -> tuple[float, float, float, float]:
    """The colour of a patch in light from one side: paler where it faces the light."""
    x1, x2 = patch[:, 0].mean(), patch[:, 1].mean()
    normal = np.array([-lift * x2, -lift * x1, 1.0])
    light = normal @ [0.55, -0.25, 0.8] / np.linalg.norm(normal)
    base, white = np.array(to_rgb(colour)), np.ones(3)
    mix = float(np.clip(0.75 * light - 0.05, 0.0, 0.65))
    red, green, blue = (base * (1 - mix) + white * mix).tolist()
    return red, green, blue, 0.93


def _cut_line(now: Lifted) -> Array:
    """The line along which the plane cuts the saddle; two branches, with a gap between them."""
    if abs(now.level) >= 1:
        return np.full((1, 3), np.nan)
    branches = []
    for sign in (1, -1):
        if now.level == 0:
            ends = sign * np.array([[0.0, 1.0], [0.0, 0.0], [1.0, 0.0]])
        else:
            x1 = np.geomspace(abs(now.level), 1, 60)
            ends = sign * np.column_stack([x1, now.level / x1])
        branches += [_raised(ends, np.full(len(ends), now.height)), np.full((1, 3), np.nan)]
    return np.vstack(branches)


class _Cut:
    """Where x1 x2 is below a level: blue, elsewhere orange; and the edge between the two."""

    def __init__(self, ax: Any) -> None:
        self.above = Polygon([(-2, -2), (2, -2), (2, 2), (-2, 2)], fc=pictures.NEGATIVE, lw=0)
        looks: dict[str, Any] = {"fc": "#BFDCEC", "lw": 0, "zorder": 1, "animated": True}
        self.above.set(alpha=0.25, zorder=0.5)
        ax.add_patch(self.above)
        self.below = [Polygon(np.zeros((4, 2)), **looks) for _ in (1, -1)]
        for side in self.below:
            ax.add_patch(side)
        self.edge = pictures.Curve(ax, lw=4)

    def move(self, level: float) -> None:
        """Draw it for this level."""
        along = np.concatenate([np.geomspace(1e-3, 0.2, 20), np.linspace(0.21, 2, 40)])
        start = [(0.0, 2.0 if level >= 0 else -2.0)]
        branch = np.vstack([start, np.column_stack([along, np.clip(level / along, -2, 2)])])
        for side, sign in zip(self.below, (1, -1), strict=True):
            side.set_xy(sign * np.vstack([branch, [(2, -2), (0, -2)]]))
        self.edge.move(*np.vstack([branch, [(np.nan, np.nan)], -branch]).T)
