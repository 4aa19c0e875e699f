"""A first line: turned by hand, and learned by a perceptron."""

from __future__ import annotations

from dataclasses import dataclass

from ...learners import Perceptron
from ...notebook import pictures
from ...notebook.explore import Exploration, Flipbook, explore, flipbook, slider
from ...notebook.predict import Prediction, predict
from ...samples import data
from ...validate import Array

__all__ = ["by_hand", "first_run"]


@dataclass(frozen=True)
class Turned:
    """A line turned by hand: the angle of w, w itself, and the examples on the wrong side."""

    degrees: float
    w: Array
    wrong: Array


def by_hand() -> Prediction:
    """For how many degrees does a line through the origin make no error? Then turn it by hand.

    >>> by_hand().at(degrees=195).sentence
    'With w at 195 degrees the line gets 0 of 40 examples wrong.'
    """
    return predict(
        {
            "about 180": "It is easy to find a line that gets half of the examples right, but "
            "hard to find one that gets them all right.",
            "about 60": "The two classes come closer to each other than that.",
            "about 20": "No example is on the wrong side of the line while the line stays inside "
            "the narrow gap between the two classes.",
        },
        right="about 20",
        then=_turned_line(),
    )


def _turned_line() -> Exploration:
    X, y = data.separable(40, 2, margin=0.05, seed=4)
    fig, ax = pictures.figure(4.4, 4.0)
    pictures.plane(ax, X, y)
    line, arrow, rings = pictures.Boundary(ax), pictures.Arrow(ax), pictures.Marks(ax)

    def turned(degrees: float) -> Turned:
        w = pictures.angle(degrees, 0.6)
        return Turned(degrees, w, wrong=X[y * (X @ w) <= 0])

    def move(now: Turned) -> None:
        line.move(now.w)
        arrow.move(now.w)
        rings.move(now.wrong)

    def describe(now: Turned) -> str:
        errors = f"{len(now.wrong)} of {len(X)} examples"
        return f"With w at {now.degrees} degrees the line gets {errors} wrong."

    control = slider("angle of w (degrees)", 0, 359, start=140)
    return explore(fig, data=turned, move=move, describe=describe, degrees=control)


@dataclass(frozen=True)
class Updated:
    """After so many updates: w before and after the latest, its example, and the errors left."""

    updates: int
    before: Array
    after: Array
    learned_from: Array
    errors: int


def first_run() -> Prediction:
    """How many updates? Then a perceptron's run: w before, y x, and w after; and its teacher.

    >>> first_run().pages[0].sentence
    'Before the first correction w is 0, and there is no line yet.'
    >>> first_run().pages[-1].sentence
    'Correction 5 adds y x of the ringed example to w, and the line now gets 0 of 40 wrong.'
    """
    return predict(
        {
            "about 5": "Each correction turns the line a long way, and most of the examples "
            "never catch the machine out.",
            "about 20": "That would be a mistake on every other example. One correction mends many "
            "examples at once.",
            "about 40": "That would be one for each example. One correction mends many examples at "
            "once.",
        },
        right="about 5",
        then=_updates(),
    )


def _updates() -> Flipbook:
    X, y = data.separable(40, 2, margin=0.05, seed=4)
    run = Perceptron(epochs=None).run(X, y)
    fig, ax = pictures.figure(5.6, 4.2)
    pictures.plane(ax, reach=1.35)
    pictures.points(ax, X, y, labels=False)
    old = pictures.Boundary(ax, pictures.QUIET, "--", shade=False)
    line, ring = pictures.Boundary(ax), pictures.Marks(ax)
    looks = {"$w$ before": pictures.QUIET, r"$y\,x$": pictures.MISTAKE, "new $w$": pictures.WEIGHTS}
    was, step, new = (pictures.Arrow(ax, colour) for colour in looks.values())
    for name, colour in looks.items():
        ax.plot([], [], color=colour, label=name)
    pictures.legend(ax, "upper left", bbox_to_anchor=(1.0, 1.0))
    note = pictures.Note(ax, 1.04, 0.6)

    def updated(k: int) -> Updated:
        before, after = run.path[max(k - 1, 0)], run.path[k]
        latest = run.examples[:k][-1:]  # none before the first update
        return Updated(k, before, after, X[latest], errors=int((y * (X @ after) <= 0).sum()))

    def move(now: Updated) -> None:
        old.move(now.before)
        line.move(now.after)
        ring.move(now.learned_from)
        was.move(now.before)
        step.move(now.after, now.before)
        new.move(now.after)
        note.move(f"{now.errors} errors" if now.updates else "no line yet")

    def describe(now: Updated) -> str:
        if now.updates == 0:
            return "Before the first correction w is 0, and there is no line yet."
        update = f"Correction {now.updates} adds y x of the ringed example to w"
        return f"{update}, and the line now gets {now.errors} of {len(X)} wrong."

    return flipbook(
        fig,
        data=updated,
        move=move,
        describe=describe,
        label="corrections",
        steps=range(run.M + 1),
        start=0,
        kept=2,
    )
