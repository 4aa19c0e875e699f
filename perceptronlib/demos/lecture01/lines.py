"""A line in the plane: what its weights and its bias do, and how far away the examples are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...notebook import pictures
from ...notebook.compound import Growing, Segments
from ...notebook.explore import Exploration, explore, slider
from ...notebook.predict import Prediction, predict
from ...samples import data
from ...theory import margins
from ...validate import Array

__all__ = ["margin_by_hand", "threshold_unit"]


@dataclass(frozen=True)
class Unit:
    """A threshold unit: angle and bias of the line, the factor for both, w, and the errors."""

    degrees: float
    b: float
    stretch: float
    w: Array
    wrong: Array


def threshold_unit() -> Prediction:
    """Which slider changes no answer? Turn w, shift the line by b, stretch both.

    >>> threshold_unit().at(degrees=65, b=-0.5).sentence
    'With w at 65 degrees and b = -0.50, both times 1.0, the line errs on 0 of 40 examples.'
    """
    return predict(
        {
            "the angle": "Turning w turns the line, and examples change sides.",
            "the bias b": "b shifts the line without turning it, and examples change sides.",
            "the stretch": "It makes the arrow longer, and no score changes its sign.",
        },
        right="the stretch",
        then=_unit(),
    )


def _unit() -> Exploration:
    X, y = sample = data.separable(40, 2, margin=0.15, seed=6)
    X = X + 0.5 * np.asarray(sample.target)
    fig, ax = pictures.figure(4.4, 4.0)
    pictures.plane(ax, X, y, reach=1.6)
    line, arrow, rings = pictures.Boundary(ax), pictures.Arrow(ax), pictures.Marks(ax)

    def unit(degrees: float, b: float, stretch: float) -> Unit:
        w = pictures.angle(degrees, stretch)
        return Unit(degrees, b, stretch, w, wrong=X[y * (X @ w + stretch * b) <= 0])

    def move(now: Unit) -> None:
        line.move(now.w, threshold=-now.stretch * now.b)
        arrow.move(now.w)
        rings.move(now.wrong)

    def describe(now: Unit) -> str:
        place = (
            f"With w at {now.degrees} degrees and b = {now.b:z.2f}, both times {now.stretch:.1f}"
        )
        return f"{place}, the line errs on {len(now.wrong)} of {len(X)} examples."

    return explore(
        fig,
        data=unit,
        move=move,
        describe=describe,
        degrees=slider("angle of w (degrees)", 0, 355, 5, start=110, kept=65),
        b=slider("b", -1.0, 1.0, 0.05, start=0.0, kept=-0.5),
        stretch=slider("w and b, times", 0.2, 1.4, 0.1, start=1.0),
    )


@dataclass(frozen=True)
class Margins:
    """The margin of each example for w at this angle, and the nearest points of the line."""

    degrees: float
    w: Array
    each: Array
    feet: Array


def margin_by_hand() -> Prediction:
    """Is the margin of -w the negative of that of w? Turn w, and watch every distance.

    >>> margin_by_hand().at(degrees=65).sentence
    'At 65 degrees the margin of the sample is 0.278: all 12 examples are on the correct side.'
    """
    return predict(
        {
            "yes, it is minus the margin": "So it is for a single example. But the margin of a "
            "sample is that of its worst example, and which one is the worst?",
            "no, it is lower than that": "Every sign changes, so the example that was farthest on "
            "its correct side is now the worst.",
            "no, it is higher than that": "Every example is on its wrong side now. How far away is "
            "the worst of them?",
        },
        right="no, it is lower than that",
        then=_margins(),
    )


def _margins() -> Exploration:
    X, y = data.separable(12, 2, margin=0.2, seed=6)
    turns = range(361)
    rhos = [margins.sample_margin(pictures.angle(turn), X, y) for turn in turns]
    fig, (left, right) = pictures.figure(columns=2)
    fig.set_layout_engine("constrained", wspace=0.1)
    pictures.plane(left, X, y, reach=1.15)
    line, nearest = pictures.Boundary(left), pictures.Marks(left)
    to_the_line = Segments(left, pictures.QUIET, lw=1)
    margins_so_far = Growing(turns, (pictures.Curve(right), rhos))
    right.axhline(0, color=pictures.QUIET, lw=1)
    best = margins.max_margin(X, y).margin
    right.axhline(best, color=pictures.BOUND, ls="--", label="the best there is")
    right.set(xlim=(-5, 365), ylim=(-1.1, 0.6), xlabel="angle of $w$ (degrees)")
    right.set(ylabel=r"margin $\rho$ of the sample", xticks=range(0, 361, 90))
    pictures.legend(right, "upper right")
    here = pictures.Curve(right, pictures.MISTAKE, "o", ms=9)

    def measured(degrees: float) -> Margins:
        w = pictures.angle(degrees)
        each = margins.point_margins(w, X, y)
        return Margins(degrees, w, each, feet=X - (y * each)[:, None] * w)

    def move(now: Margins) -> None:
        line.move(now.w)
        to_the_line.move(X, now.feet)
        nearest.move(X[np.argmin(now.each)])
        margins_so_far.move(int(now.degrees) + 1)
        here.move([now.degrees], [now.each.min()])

    def describe(now: Margins) -> str:
        wrong = int((now.each <= 0).sum())
        verdict = f"{wrong} of {len(X)} examples are on the wrong side"
        if wrong < 2:
            one = f"1 of {len(X)} examples is on the wrong side"
            verdict = one if wrong else f"all {len(X)} examples are on the correct side"
        rho = f"the margin of the sample is {now.each.min():z.3f}"
        return f"At {now.degrees} degrees {rho}: {verdict}."

    control = slider("angle of w (degrees)", 0, 355, 5, start=65, kept=245)
    return explore(fig, data=measured, move=move, describe=describe, degrees=control)
