"""The perceptron as descent: a loss with a kink, a random step, and the path of the weights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...learners import Perceptron
from ...notebook import pictures
from ...notebook.explore import Exploration, Flipbook, explore, flipbook, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural, vector
from ...theory import margins
from ...validate import Array
from .tables import TABLE

__all__ = ["descent", "kink", "random_step"]


@dataclass(frozen=True)
class Kinked:
    """A signed score, the part of y x that is taken at the kink, the loss, and the step."""

    score: float
    part: float
    loss: float
    step: float


def kink() -> Prediction:
    """What becomes of a machine that takes none of y x at the kink of its loss?

    >>> kink().at(score=-1.0, part=0.3).sentence
    'At y (w·x) = -1.0 the loss is 1.0 and the step is 1.0 times y x; at the kink it would be 0.3.'
    >>> kink().at(score=0.0, part=0.0).sentence
    'At the kink, y (w·x) = 0, any part of y x may be added; with part 0.0 w stays where it is.'
    """
    return predict(
        {
            "it learns, but later": "What would make it take its first step? At w = 0 no example "
            "has a negative signed score.",
            "it takes one step and stops": "Even the first step needs a negative signed score, and "
            "at w = 0 there is none.",
            "it never moves": "At w = 0 every example sits on the kink, and there it adds nothing.",
        },
        right="it never moves",
        then=_kink(),
    )


def _kink() -> Exploration:
    fig, (left, right) = pictures.figure(columns=2)
    fig.set_layout_engine("constrained", wspace=0.1)
    s = np.array([-2.0, 0.0, 2.0])
    left.plot(s, np.maximum(0, -s), color=pictures.WEIGHTS, label="loss")
    left.set(
        xlim=(-2.1, 2.1), ylim=(-0.8, 2.1), xlabel=r"signed score $s=y\,(w\cdot x)$", ylabel="loss"
    )
    right.plot([-2, 0, 0, 2], [1, 1, 0, 0], color=pictures.WEIGHTS)
    right.set(xlim=(-2.1, 2.1), ylim=(-0.1, 1.2), xlabel=r"signed score $s=y\,(w\cdot x)$")
    right.set_ylabel(r"step, in units of $y\,x$")
    tangent = pictures.Curve(left, pictures.BOUND, "--", label="a line below it")
    pictures.legend(left, "upper right")
    taken = pictures.Curve(right, pictures.BOUND, "o", ms=13, mfc="none", mew=2)
    spots = [pictures.Curve(ax, pictures.MISTAKE, "o", ms=9) for ax in (left, right)]

    def at(score: float, part: float) -> Kinked:
        score = round(score, 1)
        x = np.array([1.0])
        slope = margins.perceptron_subgradient(np.array([score]), x, 1.0, at_kink=part)
        return Kinked(score, part, max(0.0, -score), -float(slope[0]))

    def move(now: Kinked) -> None:
        tangent.move([-2, 2], [2 * now.part, -2 * now.part])
        taken.move([0], [now.part])
        spots[0].move([now.score], [now.loss])
        spots[1].move([now.score], [now.step])

    def describe(now: Kinked) -> str:
        if now.score == 0:
            fair = "At the kink, y (w·x) = 0, any part of y x may be added"
            moves = f"w moves by {now.step:.1f} times y x"
            stays = "w stays where it is" if now.step == 0 else moves
            return f"{fair}; with part {now.part:.1f} {stays}."
        place = f"At y (w·x) = {now.score:.1f} the loss is {now.loss:.1f}"
        chosen = f"at the kink it would be {now.part:.1f}"
        return f"{place} and the step is {now.step:z.1f} times y x; {chosen}."

    return explore(
        fig,
        data=at,
        move=move,
        describe=describe,
        score=slider("signed score y (w·x)", -2.0, 2.0, 0.1, start=0.0),
        part=slider("part of y x taken at the kink", 0.0, 1.0, 0.1, start=0.5),
    )


def _loss(w: Any) -> float:
    return margins.perceptron_loss(w, *TABLE)


def _map_of_loss(ax: Any, x: tuple[float, float], y: tuple[float, float]) -> None:
    """The plane of weights with curves of equal F, and the weights that err nowhere in green."""
    X, labels = TABLE
    across, up = np.linspace(*x, 131), np.linspace(*y, 131)
    scores = labels * (np.stack(np.meshgrid(across, up), axis=-1) @ X.T)
    F = np.maximum(0, -scores).mean(axis=-1)
    for line in (ax.axhline, ax.axvline):
        line(0, color="#DDDDDD", lw=1, zorder=0)
    ax.contourf(across, up, scores.min(axis=-1), levels=[0, 99], colors=[pictures.BOUND], alpha=0.4)
    ax.contour(across, up, F, levels=range(2, 60, 4), colors=pictures.QUIET, linewidths=0.8)
    ax.set(xlim=x, ylim=y, xlabel="$w_1$", ylabel="$w_2$", aspect="equal")


@dataclass(frozen=True)
class Drawn:
    """All steps that a random example may cause, their mean, and F before and after."""

    w: Array
    r: float
    steps: Array
    mean: Array
    F: float
    after: Array


def random_step() -> Prediction:
    """Does a step on one random example lower F? Each example's step, and their average.

    >>> random_step().at(degrees=40, rate=0.5).sentence
    'At w = (6.1, 5.1) F is 10.26. One random step leaves 9.28 on average, and 6.20 to 10.26.'
    """
    return predict(
        {
            "yes, whichever is drawn": "A step helps the example that was drawn. For others it may "
            "be a step uphill.",
            "yes, on average": "The average of the steps points straight downhill, so for a small "
            "rate F falls on average.",
            "no, not even on average": "Look at the green arrow: where does the average of all "
            "these steps point?",
        },
        right="yes, on average",
        then=_random_step(),
    )


def _random_step() -> Exploration:
    X, y = TABLE
    fig, (left, right) = pictures.figure(columns=2, width_ratios=[1.2, 1])
    fig.set_layout_engine("constrained", wspace=0.1)
    _map_of_loss(left, (-14, 14), (-14, 14))
    left.plot([], [], color=pictures.MISTAKE, label="the step of one example")
    left.plot([], [], color=pictures.BOUND, label="average of all steps, drawn 3 times as long")
    pictures.legend(left, "lower left", bbox_to_anchor=(-0.05, 1.0), borderaxespad=0.2)
    each = [pictures.Arrow(left, pictures.MISTAKE) for _ in y]
    spot, average = pictures.Curve(left, style="o"), pictures.Arrow(left, pictures.BOUND)
    right.set(
        xlim=(0, 9), ylim=(0, 38), xlabel="the example that is drawn", ylabel="$F$ afterwards"
    )
    right.set_xticks(range(1, 9))
    bars = pictures.Bars(right, len(y), pictures.QUIET)
    before = pictures.Curve(right, pictures.WEIGHTS, "-", label="$F$ before")
    later = pictures.Curve(right, pictures.BOUND, "--", label="average")
    pictures.legend(right, "upper right")

    def drawn(degrees: float, rate: float) -> Drawn:
        w = pictures.angle(degrees, 8.0)
        steps = -np.array(
            [margins.perceptron_subgradient(w, x, label) for x, label in zip(X, y, strict=True)]
        )
        after = np.array([_loss(w + rate * step) for step in steps])
        return Drawn(w, rate, steps, steps.mean(axis=0), _loss(w), after)

    def move(now: Drawn) -> None:
        for arrow, step in zip(each, now.steps, strict=True):
            arrow.move(now.w + now.r * step, now.w)
        spot.move(*now.w.reshape(2, 1))
        average.move(now.w + 3 * now.r * now.mean, now.w)
        bars.move(now.after)
        before.move([0.4, 8.6], [now.F, now.F])
        later.move([0.4, 8.6], [now.after.mean()] * 2)

    def describe(now: Drawn) -> str:
        place = f"At w = {vector(now.w, '.1f')} F is {now.F:.2f}"
        span = f"{now.after.min():.2f} to {now.after.max():.2f}"
        return f"{place}. One random step leaves {now.after.mean():.2f} on average, and {span}."

    return explore(
        fig,
        data=drawn,
        move=move,
        describe=describe,
        degrees=slider("angle of w (degrees)", 0, 350, 10, start=140),
        rate=slider("rate r", 0.1, 2.0, 0.1, start=0.5, kept=1.0),
    )


@dataclass(frozen=True)
class Descent:
    """After so many updates: the weights so far, and the loss of each."""

    updates: int
    path: Array
    losses: list[float]


def descent() -> Prediction:
    """Does F fall from update to update? The path of the perceptron over the plane of weights.

    >>> descent().pages[0].sentence
    'After 0 updates w = (0, 0), and the loss F(w) is 0.00.'
    """
    return predict(
        {
            "yes, from update to update": "It begins at w = 0. How large is F there?",
            "no, it rises and falls": "F(0) = 0 is the least there is, so the first step cannot "
            "lead down. Here it leads up.",
            "it stays at 0": "So it would, if the machine did not move. But a score of zero is a "
            "mistake.",
        },
        right="no, it rises and falls",
        then=_descent(),
    )


def _descent() -> Flipbook:
    run = Perceptron(epochs=None).run(*TABLE)
    losses = [_loss(w) for w in run.path]
    fig, (left, right) = pictures.figure(columns=2)
    fig.set_layout_engine("constrained", wspace=0.1)
    _map_of_loss(left, (-4, 13), (-11, 6))
    left.set(xticks=range(-4, 13, 4), yticks=range(-8, 5, 4))
    trail, tip = pictures.Curve(left, style="o-", ms=4), pictures.Marks(left)
    right.set(xlim=(-0.4, run.M + 0.4), ylim=(-0.4, 7), xlabel="updates", ylabel="loss $F(w)$")
    curve = pictures.Curve(right, style="o-")

    def after(k: int) -> Descent:
        return Descent(k, run.path[: k + 1], losses[: k + 1])

    def move(now: Descent) -> None:
        trail.move(*now.path.T)
        tip.move(now.path[-1])
        curve.move(range(now.updates + 1), now.losses)

    def describe(now: Descent) -> str:
        weights = f"After {plural(now.updates, 'update')} w = {vector(now.path[-1])}"
        return f"{weights}, and the loss F(w) is {now.losses[-1]:.2f}."

    steps = range(run.M + 1)
    return flipbook(
        fig,
        data=after,
        move=move,
        describe=describe,
        label="updates",
        steps=steps,
        start=0,
        kept=run.M,
    )
