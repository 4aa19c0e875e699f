"""One update, in four pages; how far it turns a long w; and what the learning rate does."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from ...notebook import pictures
from ...notebook.compound import Segments
from ...notebook.explore import Exploration, Flipbook, choice, explore, flipbook, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural, vector
from ...validate import Array

__all__ = ["learning_rate", "negative_mistake", "path_of", "positive_mistake", "stubborn"]

PAGES = ("before", "a mistake", "add y x", "the new w")


@dataclass(frozen=True)
class Step:
    """A page of one update: which of the four it is."""

    page: int


def positive_mistake() -> Prediction:
    """A mistake on an example with label +1: does w turn towards it?

    >>> positive_mistake().pages[-1].sentence
    'Now w = (1, 1), and y (w·x) = -4 + 5 = 1: this example is answered correctly.'
    """
    return predict(
        {
            "towards it, by 5": "Adding x pulls w towards x, and y (w·x) gains |x|² = 1 + 4.",
            "towards it, by 1": "The direction is right. The signed score does not gain one, it "
            "ends at one.",
            "away from it, by 5": "That is for examples with label -1. Here w·x has to go up.",
        },
        right="towards it, by 5",
        then=_one_update(+1),
    )


def negative_mistake() -> Flipbook:
    """The same for a mistake on an example with label -1.

    >>> negative_mistake().pages[1].sentence
    'The example (1, 2) has y = -1, but w·x = 4: a mistake.'
    """
    return _one_update(-1)


def _one_update(label: int) -> Flipbook:
    """One mistake in four pages: w, the example it errs on, the step y x, and the new w."""
    w, x = map(np.array, ([2, -1], [-1, 2]) if label > 0 else ([2, 1], [1, 2]))
    step = label * x
    score, size = int(step @ w), int(step @ step)
    fig, (left, right) = pictures.figure(columns=2, width_ratios=[1.15, 1])
    fig.set_layout_engine("constrained", wspace=0.1)
    pictures.plane(left, reach=3.2)
    old = pictures.Boundary(left, pictures.QUIET, "--", shade=False)
    line, ring = pictures.Boundary(left), pictures.Marks(left)
    _, colour, shape = pictures.CLASSES[0 if label > 0 else 1]
    example = pictures.Curve(left, colour, shape, ms=8)
    arrow, added = pictures.Arrow(left), pictures.Arrow(left, pictures.MISTAKE)
    leap = _Leap(right, score, size)
    past = pictures.Arrow(left, pictures.QUIET)
    inks = (pictures.WEIGHTS, pictures.WEIGHTS, pictures.MISTAKE)
    names = [pictures.Note(left, 0, 0, ink, transform=left.transData) for ink in inks]

    def at(page: str) -> Step:
        return Step(PAGES.index(page))

    def move(now: Step) -> None:
        k = now.page
        after = w + step if k == 3 else w
        old.move(w if k == 3 else 0 * w)
        line.move(after)
        arrow.move(after)
        example.move(*x.reshape(2, 1))
        ring.move(np.array([x] if k in (1, 2) else []))
        past.move(w if k == 3 else 0 * w)
        added.move(w + step if k == 2 else w, w)
        places, words = (after, w + step, w + step / 2), ("$w$", "$w+y\\,x$", "$y\\,x$")
        for name, place, word in zip(names, places, words, strict=True):
            name.text.set_position(place + np.array([0.25, 0.15]))
            name.move(word if word == "$w$" or k == 2 else "")
        leap.move(k)

    def describe(now: Step) -> str:
        sentences = (
            f"Before: w = {vector(w)}, and the shaded side is answered +1.",
            f"The example {vector(x)} has y = {label:+d}, but w·x = {label * score}: a mistake.",
            f"The update adds y x = {vector(step)} to w, which adds |x|² = {size} to y (w·x).",
            f"Now w = {vector(w + step)}, and y (w·x) = {score} + {size} = {score + size}: "
            "this example is answered correctly.",
        )
        return sentences[now.page]

    return flipbook(
        fig,
        data=at,
        move=move,
        describe=describe,
        label="the update",
        steps=PAGES,
        start=PAGES[1],
        kept=PAGES[2],
    )


class _Leap:
    """The signed score y w.x of an example on a number line, and how far an update moves it."""

    def __init__(self, ax: Any, score: int, size: int) -> None:
        ax.set(xlim=(-6, 6), ylim=(-6, 6), yticks=[], xlabel=r"signed score $y\,(w\cdot x)$")
        ax.set_aspect("equal")
        ax.spines["left"].set_visible(False)
        ax.axvspan(-6, 0, color=pictures.MISTAKE, alpha=0.08, lw=0)
        for place, word in ((-3, "a mistake"), (3, "correct")):
            ax.text(place, 4.8, word, ha="center")
        self.score, self.size = score, size
        self.dot, self.arrow = (
            pictures.Curve(ax, style="o", ms=10),
            pictures.Arrow(ax, pictures.MISTAKE),
        )
        self.note = pictures.Note(ax, 0.38, 0.46, pictures.MISTAKE, ha="center")

    def move(self, page: int) -> None:
        """The signed score, then the way it goes, then where it arrives."""
        arrived, leaping = page == 3, page == 2
        self.dot.move([self.score + self.size * arrived], [0])
        self.arrow.move([self.score + self.size * leaping, 0], [self.score, 0])
        self.note.move(f"$+\\,|x|^2$ = {self.size}" if leaping else "")


@dataclass(frozen=True)
class Told:
    """One example, shown until it is right: all w, their scores, the angle of the first turn."""

    length: int
    path: Array
    scores: Array
    turn: float


def stubborn() -> Prediction:
    """Does a long w turn as far as a short one? Then one example, shown until it is right.

    >>> stubborn().at(length=9).sentence
    'From w = (9, 0) the first update turns w by 8.1 degrees; after 4 updates it is right.'
    >>> stubborn().at(length=1).sentence
    'From w = (1, 0) the first update turns w by 135.0 degrees; after 1 update it is right.'
    """
    return predict(
        {
            "the short one": "The step has the same length for both, and a short arrow is turned "
            "further by it.",
            "the long one": "Its signed score is lower, but its step is as long as the other.",
            "both by the same angle": "The signed scores gain the same amount, the angles do not.",
        },
        right="the short one",
        then=_told(),
    )


def _told() -> Exploration:
    x = np.array([-2.0, 1.0])
    fig, (left, right) = pictures.figure(columns=2, width_ratios=[1.4, 1])
    fig.set_layout_engine("constrained", wspace=0.1)
    left.set(xlim=(-4, 13), ylim=(-2, 6), xlabel="$w_1$", ylabel="$w_2$", aspect="equal")
    left.set_xticks(range(-4, 13, 4))
    for line in (left.axhline, left.axvline):
        line(0, color="#DDDDDD", lw=1, zorder=0)
    steps = Segments(left, pictures.MISTAKE, lw=1.5)
    past = Segments(left, pictures.QUIET, lw=1)
    arrow, example = pictures.Arrow(left), pictures.Curve(left, pictures.POSITIVE, "o", ms=8)
    left.annotate("$x$, with\n$y=+1$", x, (-3.8, -1.2), fontsize=10, color=pictures.POSITIVE)
    right.axhspan(-26, 0, color=pictures.MISTAKE, alpha=0.08, lw=0)
    right.set(
        xlim=(-0.3, 5.5), ylim=(-26, 6), xlabel="updates", ylabel=r"signed score $y\,(w\cdot x)$"
    )
    scores = pictures.Curve(right, style="o-")

    def told(length: int) -> Told:
        path = [np.array([float(length), 0.0])]
        while path[-1] @ x <= 0:
            path.append(path[-1] + x)
        turn = float(np.degrees(np.arctan2(path[1][1], path[1][0])))
        return Told(length, np.array(path), np.array([w @ x for w in path]), turn)

    def move(now: Told) -> None:
        steps.move(now.path[:-1], now.path[1:])
        past.move(0 * now.path[:-1], now.path[:-1])
        arrow.move(now.path[-1])
        example.move(*x.reshape(2, 1))
        scores.move(range(len(now.scores)), now.scores)

    def describe(now: Told) -> str:
        first = f"From w = ({now.length}, 0) the first update turns w by {now.turn:.1f} degrees"
        return f"{first}; after {plural(len(now.path) - 1, 'update')} it is right."

    control = slider("length of w", 1, 12, 1, start=3, kept=9)
    return explore(fig, data=told, move=move, describe=describe, length=control)


@dataclass(frozen=True)
class Rated:
    """A run with rate r, from this start: its weights divided by r, and all rates' mistakes."""

    r: float
    start: str
    path: Array
    mistakes: list[int]


def learning_rate() -> Prediction:
    """Which rate makes the fewest mistakes? The path of w/r and the mistakes, in fractions.

    >>> learning_rate().at(rate=0.2).sentence
    'From w = 0 with r = 0.2: 5 mistakes.'
    >>> learning_rate().at(rate=0.2, start="(-1, 1)").sentence
    'From w = (-1, 1) with r = 0.2: 10 mistakes.'
    """
    return predict(
        {
            "the smallest": "It sounds prudent. But a small w is turned by a small step as far as "
            "a large w by a large one.",
            "the largest": "A large step turns w further, if w is small. But w grows with the "
            "steps.",
            "all make equally many": "Starting from zero, the rate only sets the length of w, and "
            "only the sign of a score matters.",
        },
        right="all make equally many",
        then=_rates(),
    )


RATES = range(1, 11)
"""Rates in fifths."""


def _rates() -> Exploration:
    starts = {"0": (0, 0), "(-1, 1)": (-1, 1)}
    paths = {(s, k): path_of(starts[s], Fraction(k, 5)) for s in starts for k in RATES}
    fig, (left, right) = pictures.figure(columns=2)
    fig.set_layout_engine("constrained", wspace=0.1)
    left.set(xlabel="$w_1/r$", ylabel="$w_2/r$", xlim=(-6, 7), ylim=(-7, 6), aspect="equal")
    left.set(xticks=range(-4, 7, 4), yticks=range(-4, 7, 4))
    for line in (left.axhline, left.axvline):
        line(0, color="#DDDDDD", lw=1, zorder=0)
    one = paths["0", 5]
    left.plot(*one.T, "-", color=pictures.QUIET, lw=7, alpha=0.35, label="from 0, with $r=1$")
    pictures.legend(left, "upper right")
    trail, tip = pictures.Curve(left, style="o-", ms=4, lw=1.5), pictures.Arrow(left)
    right.set(xlim=(0, 2.1), ylim=(0, 11), xlabel="rate $r$", ylabel="mistakes")
    counts = pictures.Curve(right, pictures.QUIET, "o", ms=5)
    here = pictures.Curve(right, pictures.MISTAKE, "o", ms=9)

    def rated(rate: float, start: str) -> Rated:
        k = round(5 * rate)
        every = [len(paths[start, j]) - 1 for j in RATES]
        return Rated(k / 5, start, paths[start, k] / (k / 5), every)

    def move(now: Rated) -> None:
        trail.move(*now.path.T)
        tip.move(now.path[-1])
        passed = round(5 * now.r) - 1
        counts.move(np.array(RATES[passed:]) / 5, now.mistakes[passed:])
        here.move([now.r], [len(now.path) - 1])

    def describe(now: Rated) -> str:
        count = plural(len(now.path) - 1, "mistake")
        return f"From w = {now.start} with r = {now.r:.1f}: {count}."

    return explore(
        fig,
        data=rated,
        move=move,
        describe=describe,
        rate=slider("rate r", 0.2, 2.0, 0.2, start=1.0, kept=0.2),
        start=choice("first w", *starts, kept="(-1, 1)"),
    )


def path_of(start: Any, r: Any) -> Any:
    """All w on y x = (1, -3), (1, 2) until both are right, in the arithmetic of r.

    The library's learners count in floats only. This loop also takes fractions, where no tie is
    decided by rounding; and in plain Python a float sum is the same on every machine.

    >>> len(path_of((0, 0), Fraction(1, 10))) - 1, len(path_of((0, 0), 0.1)) - 1
    (5, 3)
    """
    w, path, clean = [0 * r + start[0], 0 * r + start[1]], [], 0
    path.append([float(value) for value in w])
    while clean < 2:
        for a, b in ((1, -3), (1, 2)):
            clean += 1
            if w[0] * a + w[1] * b <= 0:
                w, clean = [w[0] + r * a, w[1] + r * b], 0
                path.append([float(value) for value in w])
    return np.array(path)
