"""Real digits: threes and eights, read one by one, and those that were held back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...learners import Perceptron
from ...notebook import pictures
from ...notebook.compound import Growing, Staircase
from ...notebook.explore import Exploration, Flipbook, explore, flipbook, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural
from ...samples import real
from ...samples.sample import Sample
from ...validate import Array, Indices
from .runs import mistakes_so_far, pixels

__all__ = ["READ", "digit_by_digit", "held_out_digits", "threes_and_eights"]

READ = 200
"""So many of the digits are learned from; the others are held back."""

SHOWN = 12
"""At most so many of those that are misread have a place in the picture."""

NAMES = {1.0: "an eight", -1.0: "a three"}


def threes_and_eights() -> Sample:
    """The threes (-1) and eights (+1) of `data.digits`, shuffled.

    >>> threes_and_eights()
    <Sample: 357 examples of 64 features; three, eight>
    """
    X, y = real.digits()
    kept = np.flatnonzero((y == 3) | (y == 8))
    order = kept[np.random.default_rng(0).permutation(len(kept))]
    return Sample(X[order], np.where(y[order] == 8, 1.0, -1.0), classes=("three", "eight"))


@dataclass(frozen=True)
class Seen:
    """After so many digits: the latest one, whether it was a mistake, the weights, the counts."""

    count: int
    digit: Array
    name: str
    erred: bool
    w: Array
    mistakes: Indices


def digit_by_digit() -> Flipbook:
    """Two hundred digits, one after another: the digit, the weights as a picture, the mistakes.

    >>> digit_by_digit().pages[0].sentence
    'Before the first digit all weights are 0.'
    >>> digit_by_digit().pages[-1].sentence
    'Digit 200 is a three, answered correctly. So far: 24 mistakes.'
    """
    X, y = threes_and_eights()
    run = Perceptron().run(X[:READ], y[:READ])
    fig, (left, middle, right) = pictures.figure(8.0, 3.0, columns=3)
    digit, weights = (
        pixels(left, "the digit", 18),
        pixels(middle, "the weights $w$", 110, signed=True),
    )
    right.set(xlim=(0, READ), ylim=(0, 27), xlabel="digits read", title="mistakes so far")
    staircase = Staircase(right)

    def seen(count: int) -> Seen:
        last = max(count - 1, 0)
        shown = X[last] * (count > 0)
        erred = bool(last in run.mistakes)
        counts = mistakes_so_far(run, count)
        return Seen(count, shown, NAMES[y[last]], erred, run.weights(count), counts)

    def move(now: Seen) -> None:
        digit.set_data(now.digit.reshape(8, 8))
        weights.set_data(now.w.reshape(8, 8))
        staircase.move(now.mistakes)

    def describe(now: Seen) -> str:
        if now.count == 0:
            return "Before the first digit all weights are 0."
        how = "a mistake" if now.erred else "answered correctly"
        so_far = plural(int(now.mistakes[-1]), "mistake")
        return f"Digit {now.count} is {now.name}, {how}. So far: {so_far}."

    steps = sorted({0, *range(10, READ + 1, 10), *(run.mistakes + 1).tolist()})
    return flipbook(
        fig,
        data=seen,
        move=move,
        describe=describe,
        label="digits read",
        steps=steps,
        start=1,
        kept=READ,
    )


@dataclass(frozen=True)
class HeldOut:
    """After so many mistakes: the weights, and the digits held back that they get wrong."""

    mistakes: int
    w: Array
    wrong: Array
    eights: int


def held_out_digits() -> Prediction:
    """How many digits held back are misread once all others are right? Then look at them.

    >>> held_out_digits().at(mistakes=79).sentence
    'After 79 mistakes 10 of the 157 digits held back are misread: 10 eights and 0 threes.'
    """
    return predict(
        {
            "none": "It has learned from 200 others, but no theorem of this page speaks about "
            "digits that it has not met.",
            "about 10": "Most of what it learned carries over, and something does not.",
            "about 80": "That would be guessing. The weights that get all 200 digits right know "
            "more than that.",
        },
        right="about 10",
        then=_held_out(),
    )


def _held_out() -> Exploration:
    X, y = threes_and_eights()
    run = Perceptron(epochs=None).run(X[:READ], y[:READ])
    fresh, labels = X[READ:], y[READ:]
    errors = [int((labels * (fresh @ w) <= 0).sum()) for w in run.path]
    fig, (left, middle, right) = pictures.figure(8.4, 3.0, columns=3, width_ratios=[1, 1, 1.5])
    weights = pixels(left, "the weights $w$", 150, signed=True)
    gallery = pixels(middle, f"misread ({SHOWN} at most)", 18)
    middle.spines[:].set_visible(False)
    gallery.set_extent((0, 36, 27, 0))
    middle.set(xlim=(0, 36), ylim=(27, 0))
    right.set(xlim=(-1, run.M + 3), ylim=(-2, 160), xlabel="mistakes learned from")
    right.set_title("misread, of the 157 held back")
    growing = Growing(range(run.M + 1), (pictures.Curve(right, lw=1.2), errors))
    here = pictures.Curve(right, pictures.MISTAKE, "o", ms=8)

    def held_out(mistakes: int) -> HeldOut:
        w = run.path[mistakes]
        wrong = labels * (fresh @ w) <= 0
        return HeldOut(mistakes, w, fresh[wrong], int((labels[wrong] > 0).sum()))

    def move(now: HeldOut) -> None:
        weights.set_data(now.w.reshape(8, 8))
        gallery.set_data(_mosaic(now.wrong))
        growing.move(now.mistakes + 1)
        here.move([now.mistakes], [len(now.wrong)])

    def describe(now: HeldOut) -> str:
        eights, threes = now.eights, len(now.wrong) - now.eights
        kinds = f"{plural(eights, 'eight')} and {plural(threes, 'three')}"
        verb = "is" if len(now.wrong) == 1 else "are"
        count = f"{len(now.wrong)} of the {len(fresh)} digits held back {verb} misread"
        return f"After {plural(now.mistakes, 'mistake')} {count}: {kinds}."

    control = slider("mistakes learned from", 0, run.M, 1, start=run.M)
    return explore(fig, data=held_out, move=move, describe=describe, mistakes=control)


def _mosaic(digits: Array) -> Any:
    """The first of these digits in three rows of four, with white paper between them."""
    paper = np.zeros((27, 36))
    for k, digit in enumerate(digits[:SHOWN]):
        row, column = 9 * (k // 4), 9 * (k % 4)
        paper[row : row + 8, column : column + 8] = digit.reshape(8, 8)
    return paper
