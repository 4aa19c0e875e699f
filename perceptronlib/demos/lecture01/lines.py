"""A line in the plane: what its weights and its bias do, and how far away the examples are."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...notebook import pictures
from ...notebook.compound import Growing, Segments
from ...notebook.explore import Exploration, explore, slider
from ...samples import data
from ...theory import margins

__all__ = ["margin_by_hand", "threshold_unit"]


def threshold_unit() -> Exploration:
    """Turn w, shift the line by b, stretch both: what changes the answers, and what does not?

    >>> threshold_unit().at(degrees=65, b=-0.5).sentence
    'With w at 65 degrees, |w| = 0.8 and b = -0.40, the line errs on 0 of 40 examples.'
    """
    X, y = sample = data.separable(40, 2, margin=0.15, seed=6)
    v = sample.target
    X = X + 0.5 * np.asarray(v)
    fig, ax = pictures.figure(4.4, 4.0)
    pictures.plane(ax, X, y, reach=1.6)
    line, arrow, rings = pictures.Boundary(ax), pictures.Arrow(ax), pictures.Marks(ax)

    def at(degrees: float, b: float, stretch: float) -> tuple[Any, ...]:
        w, shift = pictures.angle(degrees, stretch), stretch * b
        return degrees, w, shift, stretch, X[y * (X @ w + shift) <= 0]

    def move(degrees: float, w: Any, b: float, size: float, wrong: Any) -> None:
        line.move(w, threshold=-b)
        arrow.move(w)
        rings.move(wrong)

    def describe(degrees: float, w: Any, b: float, size: float, wrong: Any) -> str:
        unit = f"With w at {degrees} degrees, |w| = {size:.1f} and b = {b:z.2f}"
        return f"{unit}, the line errs on {len(wrong)} of {len(X)} examples."

    return explore(
        fig,
        data=at,
        move=move,
        describe=describe,
        degrees=slider("angle of w (degrees)", 0, 355, 5, start=110),
        b=slider("b (for a w of length 1)", -1.0, 1.0, 0.05, start=0.0),
        stretch=slider("stretch w and b by", 0.2, 1.4, 0.1, start=0.8),
    )


def margin_by_hand() -> Exploration:
    """Turn w and watch every example's distance; the smallest one is the sample's margin.

    >>> margin_by_hand().at(degrees=65).sentence
    'At 65 degrees the margin of the sample is 0.278: all 12 examples are on their right side.'
    """
    X, y = data.separable(12, 2, margin=0.2, seed=6)
    turns = range(361)
    rhos = [margins.sample_margin(pictures.angle(turn), X, y) for turn in turns]
    fig, (left, right) = pictures.figure(columns=2)
    pictures.plane(left, X, y, reach=1.15)
    line, nearest = pictures.Boundary(left), pictures.Marks(left)
    to_the_line = Segments(left, pictures.QUIET, lw=1)
    margins_so_far = Growing(turns, (pictures.Curve(right), rhos))
    right.axhline(0, color=pictures.QUIET, lw=1)
    best = margins.max_margin(X, y).margin
    right.axhline(best, color=pictures.BOUND, ls="--", label="the best there is")
    right.set(xlim=(0, 360), ylim=(-1.1, 0.6), xlabel="angle of w (degrees)")
    right.set(ylabel="margin of the sample", xticks=range(0, 361, 90))
    pictures.legend(right, "upper right")
    here = pictures.Curve(right, pictures.MISTAKE, "o", ms=9)

    def at(degrees: float) -> tuple[Any, ...]:
        w = pictures.angle(degrees)
        each = margins.point_margins(w, X, y)
        return degrees, w, each, X - (y * each)[:, None] * w

    def move(degrees: float, w: Any, each: Any, ends: Any) -> None:
        line.move(w)
        to_the_line.move(X, ends)
        nearest.move(X[np.argmin(each)])
        margins_so_far.move(int(degrees) + 1)
        here.move([degrees], [each.min()])

    def describe(degrees: float, w: Any, each: Any, ends: Any) -> str:
        wrong = int((each <= 0).sum())
        verdict = f"{wrong} of {len(X)} examples are on the wrong side"
        if wrong < 2:
            one = f"1 of {len(X)} examples is on the wrong side"
            verdict = one if wrong else f"all {len(X)} examples are on their right side"
        return f"At {degrees} degrees the margin of the sample is {each.min():z.3f}: {verdict}."

    control = slider("angle of w (degrees)", 0, 355, 5, start=40)
    return explore(fig, data=at, move=move, describe=describe, degrees=control)
