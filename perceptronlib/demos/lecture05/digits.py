"""Real digits: what they look like, and even or odd by a line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib.colors import LinearSegmentedColormap

from ...kernels.dual import KernelRule, play_kernel
from ...kernels.functions import Kernel, diagonal
from ...learners import Perceptron
from ...notebook import pictures
from ...notebook.compound import Growing
from ...notebook.explore import Exploration, Still, explore, show, slider
from ...notebook.predict import Prediction, predict
from ...samples import real
from ...samples.features import fold_bias
from ...validate import Array, Indices

__all__ = ["KNOWN", "Sheet", "careful_counts", "digits", "even_or_odd", "mosaic", "some_digits"]

KNOWN, PASSES = 1200, 50
"""How many digits are learned from (the others are fresh), and in how many passes of a line."""

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


def careful_counts(kernel: Kernel, X: Array, y: Array) -> Indices:
    """How often a margin perceptron with this kernel learned from each example, until it is done.

    It asks for a signed score of 4 R^2, where R^2 is the largest K(x, x). The sum over the examples
    with these counts has at least 4/9 of the widest margin there is (lecture 02), so it is a good
    comparator in a bound.

    >>> from perceptronlib.kernels.functions import linear
    >>> careful_counts(linear, np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([1, -1]))
    array([5, 5])
    """
    R_squared = float(diagonal(kernel, X).max())
    rule = KernelRule(kernel, margin=4 * R_squared)
    return play_kernel(rule, X, y, epochs=None).alpha


def mosaic(tiles: Any, columns: int, rows: int, below: int = 1) -> Array:
    """Digits in rows, with white paper between and ``below`` them; what does not fit is left out.

    >>> mosaic(np.ones((3, 64)), columns=2, rows=1).shape
    (8, 17)
    """
    paper = np.zeros(((8 + below) * rows - below, 9 * columns - 1))
    for k, tile in enumerate(tiles[: columns * rows]):
        row, column = (8 + below) * (k // columns), 9 * (k % columns)
        paper[row : row + 8, column : column + 8] = tile.reshape(8, 8)
    return paper


def some_digits() -> Still:
    """Even digits in blue, odd ones in orange: the first 32 of each.

    >>> some_digits()
    Handwritten digits, 8 by 8 pixels: 32 even ones in blue, 32 odd ones in orange.
    """
    X, digit = digits()
    fig, axes = pictures.figure(7.8, 2.25, columns=2)
    for ax, odd, title, colours in zip(axes, (0, 1), ("even", "odd"), (BLUE, ORANGE), strict=True):
        ax.set_axis_off()
        ax.set_title(title)
        ax.imshow(mosaic(X[digit % 2 == odd], 8, 4), cmap=colours, vmin=0, vmax=1)
    what = "32 even ones in blue, 32 odd ones in orange"
    return show(fig, f"Handwritten digits, 8 by 8 pixels: {what}.")


class Sheet:
    """A mosaic of digits that moves, with ``below`` rows of white paper for words under each.

    >>> fig, ax = pictures.figure()
    >>> sheet = Sheet(ax, 2, 1, "two digits")
    >>> sheet.move(np.ones((2, 64)))
    >>> float(sheet.image.get_array().sum())
    128.0
    """

    def __init__(self, ax: Any, columns: int, rows: int, title: str, below: int = 1) -> None:
        self.columns, self.rows, self.below = columns, rows, below
        ax.set(xticks=[], yticks=[], title=title)
        ax.spines[:].set_visible(False)
        blank = mosaic([], columns, rows, below)
        self.image = ax.imshow(blank, cmap="Greys", vmin=0, vmax=1, animated=True)
        ax.set(xlim=(-1.5, 9 * columns - 0.5), ylim=((8 + below) * rows - 0.5, -1.5))

    def move(self, tiles: Any) -> None:
        """Show these digits."""
        self.image.set_data(mosaic(tiles, self.columns, self.rows, self.below))


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
    sheet = Sheet(right, 8, 8, "fresh digits misread (up to 64)")

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

    control = slider("passes", 1, PASSES, start=PASSES)
    return explore(fig, data=passed, move=move, describe=describe, passes=control)
