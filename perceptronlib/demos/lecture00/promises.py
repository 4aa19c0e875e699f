"""Two promises: few mistakes where the gap is wide, and few where little is relevant."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...core.play import play
from ...core.rules import Rule
from ...learners import ExponentialWinnow, Perceptron
from ...notebook import pictures
from ...notebook.compound import Examples, Growing
from ...notebook.explore import Exploration, Flipbook, explore, flipbook, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural
from ...samples import adversaries, data
from ...theory import margins
from ...validate import Array

__all__ = ["gap_and_mistakes", "two_learners"]


@dataclass(frozen=True)
class Widened:
    """The examples with a gap between the classes; mistakes made, and mistakes allowed."""

    gap: float
    X: Array
    mistakes: int
    bound: float


def gap_and_mistakes() -> Prediction:
    """What does twice the gap do to the bound? Then widen it, and compare made and allowed.

    >>> gap_and_mistakes().at(gap=0.3).sentence
    'With a gap of 0.30 the Perceptron makes 2 mistakes; the theorem allows 17.'
    >>> gap_and_mistakes().at(gap=0.1).sentence
    'With a gap of 0.10 the Perceptron makes 11 mistakes; the theorem allows 106.'
    """
    return predict(
        {
            "It stays the same": "The number of examples stays the same, but the theorem does "
            "not count examples: it looks at the margin.",
            "It halves": "You are on the right track: a wider gap helps.",
            "It falls to less than a third": "The margin enters as a square, so twice the margin "
            "alone would leave a quarter.",
        },
        right="It falls to less than a third",
        then=_widened(),
    )


def _widened() -> Exploration:
    X, y = sample = data.separable(60, 2, margin=0.0, seed=43)
    outwards = y[:, None] * np.asarray(sample.target)
    fig, (left, right) = pictures.figure(columns=2)
    pictures.plane(left, reach=1.5)
    examples = Examples(left, size=5)
    right.set(xlim=(0, 0.5), ylim=(0.9, 3000), yscale="log", xlabel="gap", ylabel="mistakes")
    pictures.ticks(right.yaxis, [1, 10, 100, 1000])
    gaps = np.linspace(0.02, 0.5, 25)
    made, allowed = zip(*(_mistakes_and_bound(X + g * outwards, y) for g in gaps), strict=True)
    growing = Growing(
        gaps,
        (pictures.Curve(right, pictures.WEIGHTS, "-", label="made"), made),
        (pictures.Curve(right, pictures.BOUND, "--", label="allowed"), allowed),
    )
    pictures.legend(right, "upper right")
    made_now, allowed_now = (
        pictures.Curve(right, colour, "o") for colour in (pictures.WEIGHTS, pictures.BOUND)
    )

    def widened(gap: float) -> Widened:
        apart = X + gap * outwards
        return Widened(gap, apart, *_mistakes_and_bound(apart, y))

    def move(now: Widened) -> None:
        examples.move(now.X, y)
        growing.move(round(now.gap / 0.02))
        made_now.move([now.gap], [now.mistakes])
        allowed_now.move([now.gap], [now.bound])

    def describe(now: Widened) -> str:
        made = f"the Perceptron makes {plural(now.mistakes, 'mistake')}"
        return f"With a gap of {now.gap:.2f} {made}; the theorem allows {int(now.bound)}."

    control = slider("gap", 0.02, 0.5, 0.02, start=0.1, kept=0.2)
    return explore(fig, data=widened, move=move, describe=describe, gap=control)


def _mistakes_and_bound(X: Array, y: Array) -> tuple[int, float]:
    """Mistakes until a clean pass, and Novikoff's bound with the widest margin."""
    bound = (margins.radius(X) / margins.max_margin(X, y).margin) ** 2
    return Perceptron(epochs=None).run(X, y).M, bound


@dataclass(frozen=True)
class Counted:
    """How many features there are, and how often each learner errs."""

    features: int
    perceptron: int
    winnow: int


def two_learners() -> Prediction:
    """One of N features decides: the Perceptron makes N mistakes, Winnow log2 N.

    >>> two_learners().start
    With 4 features the Perceptron errs 4 times, Winnow 2 times.
    >>> two_learners().pages[-1].sentence
    'With 256 features the Perceptron errs 256 times, Winnow 8 times.'
    """
    return predict(
        {
            "Both double": "So it is for the Perceptron. Winnow is a different animal.",
            "The Perceptron's doubles, Winnow's grows by one": "Adding needs a mistake for every "
            "feature; multiplying halves the field of candidates each time.",
            "Both grow by one": "So it is for Winnow. The Perceptron pays for every feature.",
        },
        right="The Perceptron's doubles, Winnow's grows by one",
        then=_counts(),
    )


def _counts() -> Flipbook:
    sizes = [2**k for k in range(1, 9)]
    counts = {n: _counted(n) for n in sizes}
    fig, ax = pictures.figure(5.6, 3.2)
    ax.set(xscale="log", yscale="log", xlabel="features N", ylabel="mistakes", xlim=(1.8, 300))
    ax.set_ylim(0.9, 300)
    pictures.ticks(ax.xaxis, sizes)
    pictures.ticks(ax.yaxis, [1, 10, 100])
    perceptron = pictures.Curve(ax, pictures.QUIET, "o-", label="Perceptron")
    winnow = pictures.Curve(ax, pictures.WEIGHTS, "s-", label="Winnow")
    growing = Growing(
        sizes,
        (perceptron, [count.perceptron for count in counts.values()]),
        (winnow, [count.winnow for count in counts.values()]),
    )
    pictures.legend(ax, "upper left")

    def move(now: Counted) -> None:
        growing.move(sizes.index(now.features) + 1)

    def describe(now: Counted) -> str:
        count = f"With {now.features} features the Perceptron errs {now.perceptron} times"
        return f"{count}, Winnow {plural(now.winnow, 'time')}."

    return flipbook(
        fig,
        data=counts.__getitem__,
        move=move,
        describe=describe,
        label="features N",
        steps=sizes,
        start=4,
        kept=256,
    )


def _counted(n: int) -> Counted:
    X, y = adversaries.hadamard(n)
    winnow = ExponentialWinnow(0.5).partial_fit(X, y, classes=[-1, 1])
    return Counted(n, play(Rule(), X, y).M, winnow.run_.M)
