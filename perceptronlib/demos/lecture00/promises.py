"""Two promises: few mistakes where the margin is wide, and few where one feature matters."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...learners import ExponentialWinnow, Perceptron
from ...notebook import pictures
from ...notebook.compound import Examples, Growing, Street
from ...notebook.explore import Exploration, Flipbook, explore, flipbook, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural
from ...samples import data
from ...samples.sample import Sample
from ...theory import margins
from ...validate import Array

__all__ = ["margin_and_mistakes", "random_signs", "two_learners"]


@dataclass(frozen=True)
class Pushed:
    """The examples after the push; their best line, its margin, R; mistakes made and allowed."""

    push: float
    X: Array
    normal: Array
    margin: float
    radius: float
    mistakes: int

    @property
    def bound(self) -> float:
        """How many mistakes the theorem allows."""
        return (self.radius / self.margin) ** 2


def margin_and_mistakes() -> Prediction:
    """What does twice the margin do to the bound? Then push, and compare made and allowed.

    >>> margin_and_mistakes().at(push=0.3).sentence
    'R = 1.269 and ρ = 0.304, so R²/ρ² = 17.42: at most 17 mistakes. The Perceptron makes 2.'
    >>> margin_and_mistakes().at(push=0.1).sentence
    'R = 1.075 and ρ = 0.104, so R²/ρ² = 106.69: at most 106 mistakes. The Perceptron makes 11.'
    """
    return predict(
        {
            "It stays the same": "The number of examples stays the same, but the theorem does "
            "not count examples: it looks at the margin.",
            "It halves": "You are on the right track: a wider margin helps.",
            "It falls to less than a third": "The margin enters squared, so doubling it alone "
            "would leave a quarter.",
        },
        right="It falls to less than a third",
        then=_pushed(),
    )


def _pushed() -> Exploration:
    X, y = sample = data.separable(60, 2, margin=0.0, seed=43)
    outwards = y[:, None] * np.asarray(sample.target)

    def pushed(push: float) -> Pushed:
        Z = X + push * outwards
        best, made = margins.max_margin(Z, y), Perceptron(epochs=None).run(Z, y).M
        return Pushed(push, Z, best.v, best.margin, margins.radius(Z), made)

    fig, (left, right) = pictures.figure(7.6, 3.8, columns=2)
    fig.set_layout_engine("constrained", wspace=0.1)
    pictures.plane(left, reach=1.9)
    street, rim = Street(left), pictures.Curve(left, pictures.QUIET, ":", lw=1.2)
    examples = Examples(left, size=4)
    around = np.array([pictures.angle(degrees) for degrees in range(0, 361, 3)]).T
    note = pictures.Note(left, fontsize=10)
    right.set(xlim=(0, 0.52), ylim=(0.9, 3000), yscale="log", xlabel="push", ylabel="mistakes")
    pictures.ticks(right.yaxis, [1, 10, 100, 1000])
    pushes = np.linspace(0.02, 0.5, 25)
    states = [pushed(push) for push in pushes]
    made = pictures.Curve(right, pictures.WEIGHTS, "-", label="made")
    allowed = pictures.Curve(right, pictures.BOUND, "--", label="allowed: $R^2/\\rho^2$")
    growing = Growing(
        pushes, (made, [s.mistakes for s in states]), (allowed, [s.bound for s in states])
    )
    pictures.legend(right, "upper right")
    made_now, allowed_now = (
        pictures.Curve(right, colour, "o") for colour in (pictures.WEIGHTS, pictures.BOUND)
    )

    def move(now: Pushed) -> None:
        street.move(now.normal / np.hypot(*now.normal), now.margin)
        rim.move(*(now.radius * around))
        examples.move(now.X, y)
        note.move(f"R = {now.radius:.3f}, ρ = {now.margin:.3f}")
        growing.move(round(now.push / 0.02))
        made_now.move([now.push], [now.mistakes])
        allowed_now.move([now.push], [now.bound])

    def describe(now: Pushed) -> str:
        known = f"R = {now.radius:.3f} and ρ = {now.margin:.3f}, so R²/ρ² = {now.bound:.2f}"
        most = f"at most {plural(int(now.bound), 'mistake')}"
        return f"{known}: {most}. The Perceptron makes {now.mistakes}."

    control = slider("push", 0.02, 0.5, 0.02, start=0.1, kept=0.2)
    return explore(fig, data=pushed, move=move, describe=describe, push=control)


SIZES = (4, 8, 16, 32, 64, 128, 256)
"""How many features there are, on the pages of the flip-book."""


def random_signs(features: int) -> Sample:
    """2000 examples whose features are thrown like coins, +1 or -1; the label is the first.

    >>> X, y = random_signs(16)
    >>> X.shape, bool((X[:, 0] == y).all()), int((y > 0).sum())
    ((2000, 16), True, 971)
    """
    X = np.random.default_rng(1).choice([-1.0, 1.0], size=(2000, features))
    return Sample(X, X[:, 0])


@dataclass(frozen=True)
class Counted:
    """How many features there are, and how often each learner errs."""

    features: int
    perceptron: int
    winnow: int


def two_learners() -> Prediction:
    """One of d features is the label: the Perceptron pays for each other, Winnow hardly.

    >>> two_learners().start
    With 64 features the Perceptron makes 42 mistakes, and Winnow makes 8.
    >>> two_learners().pages[-1].sentence
    'With 256 features the Perceptron makes 151 mistakes, and Winnow makes 11.'
    """
    return predict(
        {
            "the Perceptron": "It pays for each feature that confuses it, and Winnow hardly "
            "notices them.",
            "Winnow": "It is the other way round.",
            "both": "That is true of one of them only.",
        },
        right="the Perceptron",
        then=_counts(),
    )


def _counts() -> Flipbook:
    counts = {d: _counted(d) for d in SIZES}
    fig, ax = pictures.figure(6.2, 3.4)
    ax.set(xlabel="number of features $d$", ylabel="mistakes", xlim=(0, 265), ylim=(0, 165))
    pictures.ticks(ax.xaxis, [4, 32, 64, 128, 256])
    perceptron = pictures.Curve(ax, pictures.QUIET, "o-", label="Perceptron")
    winnow = pictures.Curve(ax, pictures.WEIGHTS, "s-", label="Winnow")
    growing = Growing(
        SIZES,
        (perceptron, [count.perceptron for count in counts.values()]),
        (winnow, [count.winnow for count in counts.values()]),
    )
    pictures.legend(ax, "upper left")

    def move(now: Counted) -> None:
        growing.move(SIZES.index(now.features) + 1)

    def describe(now: Counted) -> str:
        count = f"With {now.features} features the Perceptron makes {now.perceptron} mistakes"
        return f"{count}, and Winnow makes {now.winnow}."

    return flipbook(
        fig,
        data=counts.__getitem__,
        move=move,
        describe=describe,
        label="features d",
        steps=SIZES,
        start=64,
        kept=256,
    )


def _counted(d: int) -> Counted:
    X, y = random_signs(d)
    return Counted(d, Perceptron().run(X, y).M, ExponentialWinnow(0.5).run(X, y).M)
