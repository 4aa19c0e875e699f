"""Ten kernel perceptrons read real digits: kernels of many degrees and widths."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from matplotlib.patches import Rectangle

from ...kernels.functions import Kernel, gaussian, polynomial
from ...learners import KernelPerceptron
from ...notebook import pictures
from ...notebook.explore import Exploration, Flipbook, explore, flipbook, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural
from ...validate import Array, Indices
from .digits import KNOWN, Sheet, digits, mosaic

__all__ = ["DIGIT_WIDTHS", "ten_digits", "voices"]

DEGREES = 6

DIGIT_WIDTHS = (0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 7.0, 10.0)


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


class _Misread:
    """The digits that were misread, each with its name and what was said; a few are drawn large."""

    def __init__(self, ax: Any) -> None:
        ax.set(xticks=[], yticks=[], title="what it is → what was said")
        ax.spines[:].set_visible(False)
        looks: dict[str, Any] = {"vmin": 0, "vmax": 1, "animated": True}
        self.image = ax.imshow(mosaic([], 7, 6, below=4), cmap="Greys", **looks)
        ax.set(xlim=(-1.5, 62.5), ylim=(71.5, -1.5))
        words: dict[str, Any] = {"ha": "center", "va": "center", "animated": True}
        self.names = [ax.text(0, 0, "", color=pictures.MISTAKE, **words) for _ in range(7 * 6)]

    def move(self, now: Reading) -> None:
        """Show these."""
        columns, rows, size = (4, 3, 13) if len(now.wrong) <= 4 * 3 else (7, 6, 9)
        scale = 7 / columns
        paper = mosaic(now.wrong, columns, rows, below=4)
        high, wide = paper.shape
        self.image.set_data(paper)
        self.image.set_extent((-0.5, scale * wide - 0.5, scale * high - 0.5, -0.5))
        for k, name in enumerate(self.names):
            row, column = divmod(k, columns)
            name.set_position((scale * (9 * column + 4) - 0.5, scale * (12 * row + 9.7) - 0.5))
            name.set_fontsize(size)
            name.set_text(f"{now.truth[k]}→{now.said[k]}" if k < len(now.said) else "")


def ten_digits() -> Prediction:
    """How many fresh digits does degree 4 misread? Then degrees and passes.

    >>> ten_digits().at(degree=4, passes=3).sentence
    'Degree 4 after 3 passes: 7 of 597 fresh digits are misread (1.2%), with 381 support vectors.'
    """
    return predict(
        {
            "about 50: so many features must overfit": "Features alone do not overfit. The margin "
            "limits how many mistakes there can be, and products of pixels leave more room.",
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
    fig, (left, right) = pictures.figure(7.8, 4.2, columns=2, width_ratios=[1, 1.15])
    left.set(xlim=(0.6, DEGREES + 0.4), ylim=(0, 7), xlabel="degree $p$", ylabel="% misread")
    left.set_title("597 fresh digits")
    along = range(1, DEGREES + 1)
    curve = pictures.Curve(left, pictures.WEIGHTS, "o-", lw=1.5)
    here = pictures.Curve(left, pictures.MISTAKE, "o", ms=10)
    sheet = _Misread(right)

    def reading(degree: int, passes: int) -> Reading:
        errors = [float(100 * (_said(polynomial(p), passes) != truth).mean()) for p in along]
        kernel = polynomial(degree)
        said = _said(kernel, passes)
        wrong, support = said != truth, len(_read(kernel, passes).support_)
        return Reading(degree, passes, fresh[wrong], truth[wrong], said[wrong], errors, support)

    def move(now: Reading) -> None:
        curve.move(along, now.errors)
        here.move([now.degree], [now.errors[now.degree - 1]])
        sheet.move(now)

    def describe(now: Reading) -> str:
        after = f"Degree {now.degree} after {plural(now.passes, 'pass')}"
        share = f"{now.errors[now.degree - 1]:.1f}%"
        misread = f"{len(now.wrong)} of {len(truth)} fresh digits are misread"
        return f"{after}: {misread} ({share}), with {now.support} support vectors."

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
    """A width: how loud some known digits are heard at one fresh digit; its error."""

    width: float
    loud: int
    heard: Array
    error: float


RANKS = (1, 2, 3, 5, 10, 20, 50, 100, 200, 400, 600, 800, 1000, 1200)
"""Which of the known digits are shown: the nearest, the second nearest, ..., the farthest."""


def voices() -> Flipbook:
    """How far the voice of an example carries, and what each width gets wrong on fresh digits.

    >>> voices().pages[4].sentence
    'Width 1.5: 10 of 1200 known digits are heard with K above 0.5; 1.5% of fresh ones are misread.'
    """
    X, digit = digits()
    query, known = X[KNOWN], X[:KNOWN]
    order = np.argsort(((known - query) ** 2).sum(axis=1), kind="stable")
    near = known[order[np.array(RANKS) - 1]]
    fig, (left, right) = pictures.figure(7.8, 3.2, columns=2, width_ratios=[1.25, 1])
    sheet = Sheet(left, 5, 3, "a fresh digit, and known ones, faded by $K$", below=3)
    for place, rank in enumerate(RANKS, start=1):
        x, y = 9 * (place % 5) + 3.5, 11 * (place // 5) + 9.2
        small: dict[str, Any] = {"fontsize": 9, "color": pictures.QUIET, "animated": True}
        left.text(x, y, f"{rank}", ha="center", va="center", zorder=3, **small)
    looks: dict[str, Any] = {"fill": False, "ec": pictures.MISTAKE, "lw": 2, "zorder": 3}
    left.add_patch(Rectangle((-1, -1), 9, 9, animated=True, **looks))
    right.set(xscale="log", xlim=(0.25, 12), ylim=(0, 12.5), xlabel=r"width $\sigma$")
    right.set_ylabel("% misread")
    right.set_title("597 fresh digits, 3 passes")
    pictures.ticks(right.xaxis, [0.3, 1, 3, 10])
    here = pictures.Curve(right, pictures.MISTAKE, "o", ms=10)
    truth = digit[KNOWN:]
    errors = [float(100 * (_said(gaussian(w), 3) != truth).mean()) for w in DIGIT_WIDTHS]
    right.plot(DIGIT_WIDTHS, errors, "o-", color=pictures.WEIGHTS, lw=1.5)

    def voice(width: float) -> Voice:
        k = DIGIT_WIDTHS.index(width)
        kernel = gaussian(width)
        loud = int((kernel(query[None], known) > 0.5).sum())
        faded = kernel(near, query[None]) * near
        return Voice(width, loud, np.vstack([query, faded]), errors[k])

    def move(now: Voice) -> None:
        sheet.move(now.heard)
        here.move([now.width], [now.error])

    def describe(now: Voice) -> str:
        heard = f"{now.loud} of {KNOWN} known digits are heard with K above 0.5"
        return f"Width {now.width:g}: {heard}; {now.error:.1f}% of fresh ones are misread."

    return flipbook(
        fig, data=voice, move=move, describe=describe, label="width σ",
        steps=DIGIT_WIDTHS, start=3.0, kept=1.5,
    )  # fmt: skip
