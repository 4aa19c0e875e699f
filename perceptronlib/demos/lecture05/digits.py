"""Real digits: even or odd by a line, then all ten by kernels of many degrees and widths."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import Rectangle

from ...kernels.functions import Kernel, gaussian, polynomial
from ...learners import KernelPerceptron, Perceptron
from ...notebook import pictures
from ...notebook.compound import Growing
from ...notebook.explore import Exploration, Flipbook, Still, explore, flipbook, show, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural
from ...samples import real
from ...samples.features import fold_bias
from ...validate import Array, Indices

__all__ = ["DIGIT_WIDTHS", "KNOWN", "digits", "even_or_odd", "some_digits", "ten_digits", "voices"]

KNOWN, PASSES, DEGREES = 1200, 50, 6
"""How many digits are learned from (the others are fresh), most passes of a line, most degrees."""

DIGIT_WIDTHS = (0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 7.0, 10.0)

BLUE, ORANGE = (
    LinearSegmentedColormap.from_list(colour, ["white", colour])
    for colour in (pictures.POSITIVE, pictures.NEGATIVE)
)


def digits() -> tuple[Array, Indices]:
    """The digits of `data.digits`, shuffled, with ink from 0 to 1; and which digit each one is.

    >>> X, digit = digits()
    >>> X.shape, float(X.max()), digit[:5].tolist()
    ((1797, 64), 1.0, [6, 6, 6, 2, 5])
    """
    X, digit = real.digits()
    order = np.random.default_rng(0).permutation(len(digit))
    return X[order] / 16, digit[order]


def mosaic(tiles: Any, columns: int, rows: int) -> Array:
    """Digits in rows, with white paper between them; what does not fit is left out.

    >>> mosaic(np.ones((3, 64)), columns=2, rows=1).shape
    (8, 17)
    """
    paper = np.zeros((9 * rows - 1, 9 * columns - 1))
    for k, tile in enumerate(tiles[: columns * rows]):
        row, column = 9 * (k // columns), 9 * (k % columns)
        paper[row : row + 8, column : column + 8] = tile.reshape(8, 8)
    return paper


def some_digits() -> Still:
    """Even digits in blue, odd ones in vermilion: the first 32 of each.

    >>> some_digits()
    Handwritten digits, 8 by 8 pixels: 32 even ones in blue, 32 odd ones in vermilion.
    """
    X, digit = digits()
    fig, axes = pictures.figure(7.8, 2.5, columns=2)
    for ax, odd, title, colours in zip(axes, (0, 1), ("even", "odd"), (BLUE, ORANGE), strict=True):
        ax.set_axis_off()
        ax.set_title(title)
        ax.imshow(mosaic(X[digit % 2 == odd], 8, 4), cmap=colours, vmin=0, vmax=1)
    what = "32 even ones in blue, 32 odd ones in vermilion"
    return show(fig, f"Handwritten digits, 8 by 8 pixels: {what}.")


class Sheet:
    """A mosaic of digits that moves."""

    def __init__(self, ax: Any, columns: int, rows: int, title: str) -> None:
        self.columns, self.rows = columns, rows
        ax.set(xticks=[], yticks=[], title=title)
        ax.spines[:].set_visible(False)
        blank = mosaic([], columns, rows)
        self.image = ax.imshow(blank, cmap="Greys", vmin=0, vmax=1, animated=True)
        ax.set(xlim=(-1.5, 9 * columns - 0.5), ylim=(9 * rows - 0.5, -1.5))

    def move(self, tiles: Any) -> None:
        """Show these digits."""
        self.image.set_data(mosaic(tiles, self.columns, self.rows))


@dataclass(frozen=True)
class Passed:
    """After so many passes of a line: mistakes in each of them, and the fresh digits misread."""

    passes: int
    mistakes: Indices
    wrong: Array
    fresh: int


def even_or_odd() -> Prediction:
    """Do the mistakes of a line run out? Then fifty passes over 1200 digits.

    >>> even_or_odd().at(passes=50).sentence
    'Pass 50: 126 mistakes, of 6554 so far; the line misreads 63 of 597 fresh digits (10.6%).'
    """
    return predict(
        {
            "they end: some pass is clean": "That would need a line with all 1200 digits on their "
            "right sides, and there is none.",
            "they sink to a handful a pass": "They sink at first. But each digit that is put right "
            "puts others wrong again.",
            "more than a hundred a pass, to the end": "No line gets all 1200 digits right, so each "
            "pass finds some on the wrong side. Here they stay many.",
        },
        right="more than a hundred a pass, to the end",
        then=_even_or_odd(),
    )


def _even_or_odd() -> Exploration:
    X, digit = digits()
    Z, y = fold_bias(X), np.where(digit % 2 == 0, 1.0, -1.0)
    run = Perceptron(epochs=PASSES).run(Z[:KNOWN], y[:KNOWN])
    counts = np.bincount(run.mistakes // KNOWN, minlength=PASSES)
    fig, (left, right) = pictures.figure(7.8, 3.4, columns=2, width_ratios=[1.35, 1])
    left.set(xlim=(0, PASSES + 1), ylim=(0, 230), xlabel="pass", title="mistakes in each pass")
    growing = Growing(range(1, PASSES + 1), (pictures.Curve(left, style="o-", ms=3, lw=1), counts))
    here = pictures.Curve(left, pictures.MISTAKE, "o", ms=8)
    sheet = Sheet(right, 8, 8, "fresh digits misread (first 64)")

    def passed(passes: int) -> Passed:
        wrong = y[KNOWN:] * (Z[KNOWN:] @ run.weights(passes * KNOWN)) <= 0
        return Passed(passes, counts[:passes], X[KNOWN:][wrong], len(wrong))

    def move(now: Passed) -> None:
        growing.move(now.passes)
        here.move([now.passes], now.mistakes[-1:])
        sheet.move(now.wrong)

    def describe(now: Passed) -> str:
        made = f"{now.mistakes[-1]} mistakes, of {now.mistakes.sum()} so far"
        share = f"{100 * len(now.wrong) / now.fresh:.1f}%"
        misread = f"the line misreads {len(now.wrong)} of {now.fresh} fresh digits ({share})"
        return f"Pass {now.passes}: {made}; {misread}."

    control = slider("passes", 1, PASSES, start=1, kept=PASSES)
    return explore(fig, data=passed, move=move, describe=describe, passes=control)


@cache
def _read(kernel: Kernel, passes: int) -> KernelPerceptron:
    """Ten kernel perceptrons, one digit against the rest each; they answer by their votes."""
    X, digit = digits()
    learner = KernelPerceptron(kernel, epochs=passes, predict_with="voted")
    return learner.fit(X[:KNOWN], digit[:KNOWN])


@cache
def _said(kernel: Kernel, passes: int) -> Indices:
    """What they say of the fresh digits."""
    said: Indices = _read(kernel, passes).predict(digits()[0][KNOWN:])
    return said


@dataclass(frozen=True)
class Reading:
    """Fresh digits that ten kernel perceptrons misread: which they are, and what was said."""

    degree: int
    passes: int
    wrong: Array
    truth: Indices
    said: Indices
    errors: list[float]
    support: int


def ten_digits() -> Prediction:
    """How many fresh digits does degree 4 misread? Then degrees and passes.

    >>> ten_digits().at(degree=4, passes=3).sentence
    'Degree 4 after 3 passes: 7 of 597 fresh digits are misread (1.2%), with 381 support vectors.'
    """
    return predict(
        {
            "about 50: so many features must overfit": "Features alone do not overfit. The margin "
            "decides how many mistakes there are, and products of pixels leave more room.",
            "about 20": "Products of pixels help more than that: a stroke here together with a "
            "stroke there says much more than either alone.",
            "fewer than 10": "A stroke here together with a stroke there says much more than "
            "either alone.",
        },
        right="fewer than 10",
        then=_ten_digits(),
    )


def _ten_digits() -> Exploration:
    X, digit = digits()
    fresh, truth = X[KNOWN:], digit[KNOWN:]
    fig, (left, right) = pictures.figure(7.8, 3.6, columns=2)
    left.set(xlim=(0.6, DEGREES + 0.4), ylim=(0, 7), xlabel="degree $p$", ylabel="% misread")
    left.set_title("597 fresh digits")
    along = range(1, DEGREES + 1)
    curve = pictures.Curve(left, pictures.WEIGHTS, "o-", lw=1.5)
    here = pictures.Curve(left, pictures.MISTAKE, "o", ms=10)
    sheet = Sheet(right, 7, 6, "misread, and taken for")
    names = [
        right.text(9 * (k % 7) + 6.6, 9 * (k // 7) + 7.6, "", animated=True, fontsize=9,
                   color=pictures.MISTAKE, fontweight="bold") for k in range(42)
    ]  # fmt: skip

    def reading(degree: int, passes: int) -> Reading:
        errors = [
            float(100 * (_said(polynomial(p), passes) != truth).mean())
            for p in range(1, degree + 1)
        ]
        kernel = polynomial(degree)
        said = _said(kernel, passes)
        wrong, support = said != truth, len(_read(kernel, passes).support_)
        return Reading(degree, passes, fresh[wrong], truth[wrong], said[wrong], errors, support)

    def move(now: Reading) -> None:
        curve.move(along[: now.degree], now.errors)
        here.move([now.degree], now.errors[-1:])
        sheet.move(now.wrong)
        for k, name in enumerate(names):
            name.set_text(str(now.said[k]) if k < len(now.said) else "")

    def describe(now: Reading) -> str:
        after = f"Degree {now.degree} after {plural(now.passes, 'pass')}"
        misread = f"{len(now.wrong)} of {len(truth)} fresh digits are misread"
        return f"{after}: {misread} ({now.errors[-1]:.1f}%), with {now.support} support vectors."

    return explore(
        fig,
        data=reading,
        move=move,
        describe=describe,
        degree=slider("degree p", 1, DEGREES, start=1, kept=4),
        passes=slider("passes", 1, 10, start=3),
    )


@dataclass(frozen=True)
class Voice:
    """A width: how loud some known digits are heard at one fresh digit; errors of each width."""

    width: float
    loud: int
    heard: Array
    errors: list[float]


RANKS = (0, 1, 2, 5, 10, 20, 50, 100, 200, 400, 600, 800, 1000, 1199)
"""Which of the known digits are shown, from the nearest on."""


def voices() -> Flipbook:
    """How far the voice of an example carries, and what each width gets wrong on fresh digits.

    >>> voices().pages[5].sentence
    'Width 1.5: 10 of 1200 known digits are heard with K above 0.5; 1.5% of fresh ones are misread.'
    """
    X, digit = digits()
    query, known = X[KNOWN], X[:KNOWN]
    order = np.argsort(((known - query) ** 2).sum(axis=1), kind="stable")
    near = known[order[[*RANKS]]]
    fig, (left, right) = pictures.figure(7.8, 3.2, columns=2, width_ratios=[1.25, 1])
    sheet = Sheet(left, 5, 3, "a fresh digit, and known ones, faded by $K$")
    looks: dict[str, Any] = {"fill": False, "ec": pictures.MISTAKE, "lw": 2, "zorder": 3}
    left.add_patch(Rectangle((-1, -1), 9, 9, animated=True, **looks))
    right.set(xscale="log", xlim=(0.25, 12), ylim=(0, 12.5), xlabel=r"width $\sigma$")
    right.set_ylabel("% misread")
    right.set_title("597 fresh digits, 3 passes")
    pictures.ticks(right.xaxis, [0.3, 1, 3, 10])
    curve = pictures.Curve(right, pictures.WEIGHTS, "o-", lw=1.5)
    here = pictures.Curve(right, pictures.MISTAKE, "o", ms=10)
    truth = digit[KNOWN:]
    errors = [float(100 * (_said(gaussian(w), 3) != truth).mean()) for w in DIGIT_WIDTHS]

    def voice(width: float) -> Voice:
        k = DIGIT_WIDTHS.index(width)
        kernel = gaussian(width)
        loud = int((kernel(query[None], known) > 0.5).sum())
        faded = kernel(near, query[None]) * near
        return Voice(width, loud, np.vstack([query, faded]), errors[k:])

    def move(now: Voice) -> None:
        sheet.move(now.heard)
        curve.move(DIGIT_WIDTHS[-len(now.errors) :], now.errors)
        here.move([now.width], now.errors[:1])

    def describe(now: Voice) -> str:
        heard = f"{now.loud} of {KNOWN} known digits are heard with K above 0.5"
        return f"Width {now.width:g}: {heard}; {now.errors[0]:.1f}% of fresh ones are misread."

    return flipbook(
        fig, data=voice, move=move, describe=describe, label="width σ",
        steps=DIGIT_WIDTHS[::-1], start=DIGIT_WIDTHS[-1], kept=1.5,
    )  # fmt: skip
