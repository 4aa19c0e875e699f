"""The embedding behind the L2 bound: a new coordinate for each round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...learners import Perceptron
from ...notebook import pictures
from ...notebook.compound import Growing
from ...notebook.explore import Exploration, Flipbook, explore, flipbook, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural
from ...theory import margins
from ...validate import Array
from .ahead import ahead
from .tables import crowd

__all__ = ["new_coordinates", "second_pass"]


@dataclass(frozen=True)
class Lifted:
    """The longer examples: the size of the new coordinates, and what it does to the margin."""

    delta: float
    rho: float
    D: float
    Z: float
    scores: Array


def new_coordinates() -> Prediction:
    """What does a large new coordinate cost? Then choose its size, and the margin asked for.

    >>> new_coordinates().at(delta=1.3, rho=0.6).sentence
    'For Δ = 1.30, ρ = 0.60, D = 1.73: radius 1.63, margin 0.360, so the bound is 20.5.'
    """
    return predict(
        {
            "nothing: the larger Δ, the better": "The margin does become larger, but so does every "
            "example.",
            "all examples become longer": "Their length is the root of |x|² + Δ², and the bound "
            "grows with its square.",
            "the Perceptron makes other mistakes": "Not in one pass: no two rounds share a new "
            "coordinate, so no score changes.",
        },
        right="all examples become longer",
        then=_sizes(),
    )


def _sizes() -> Exploration:
    X, y, v = crowd(40)
    R, plain = margins.radius(X), y * (X @ v)
    sizes, rounds = np.linspace(0.1, 4, 157), np.arange(len(y))
    fig, (middle, right) = pictures.figure(7.6, 3.8, columns=2)
    before = pictures.Curve(middle, pictures.QUIET, "s", "$y\\,(v\\cdot x)$", ms=4)
    after = pictures.Curve(middle, pictures.BOUND, "o", "$y\\,(v'\\cdot x')$", ms=4)
    floor = pictures.Curve(middle, pictures.BOUND, "--", "$\\rho/Z$", lw=1.5)
    middle.axhline(0, color="#DDDDDD", lw=1, zorder=0)
    middle.set(xlim=(-1, 40), ylim=(-1.1, 1.5), xlabel="rounds", title="margins")
    near: dict[str, Any] = {"columnspacing": 0.8, "handletextpad": 0.3}
    pictures.legend(middle, "upper left", ncols=3, **near)
    right.set(yscale="log", xlim=(0, 4.15), ylim=(8, 1200), xlabel="$\\Delta$", title="the bound")
    pictures.ticks(right.yaxis, [10, 100, 1000])
    curve = pictures.Curve(right, pictures.BOUND, "-")
    least = pictures.Curve(right, pictures.QUIET, ":", "$\\Delta=\\sqrt{RD}$", lw=1.5)
    dot = pictures.Curve(right, pictures.BOUND, "o")
    pictures.legend(right, "upper right")

    def lifted(delta: float, rho: float) -> Lifted:
        d = np.maximum(0.0, rho - plain)
        D = float(np.linalg.norm(d))
        Z = (1 + (D / delta) ** 2) ** 0.5
        return Lifted(delta, rho, D, Z, (plain + d) / Z)

    def move(now: Lifted) -> None:
        before.move(rounds, plain)
        after.move(rounds, now.scores)
        floor.move([-1, 40], [now.rho / now.Z] * 2)
        curve.move(sizes, (R**2 + sizes**2) * (1 + (now.D / sizes) ** 2) / now.rho**2)
        least.move([(R * now.D) ** 0.5] * 2, [1, 1000])
        dot.move([now.delta], [(R**2 + now.delta**2) * now.Z**2 / now.rho**2])

    def describe(now: Lifted) -> str:
        size = (R**2 + now.delta**2) ** 0.5
        bound = f"so the bound is {(size * now.Z / now.rho) ** 2:.1f}"
        numbers = f"radius {size:.2f}, margin {now.rho / now.Z:.3f}, {bound}"
        return f"For Δ = {now.delta:.2f}, ρ = {now.rho:.2f}, D = {now.D:.2f}: {numbers}."

    return explore(
        fig,
        data=lifted,
        move=move,
        describe=describe,
        delta=slider("Δ", 0.1, 4.0, 0.05, start=3.0, kept=0.5),
        rho=slider("ρ, the margin asked for", 0.3, 1.0, 0.05, start=0.6),
    )


@dataclass(frozen=True)
class Passed:
    """Mistakes after so many passes: of the examples, and of the two kinds of copies."""

    passes: int
    plain: int
    per_example: int
    per_round: int


def second_pass() -> Prediction:
    """Does the copy still err where the original errs? Then passes, and two kinds of copies.

    >>> second_pass().pages[0].sentence
    'After 1 pass: 5 mistakes; the copy with a coordinate per example makes 5, that with one ... 5.'
    """
    return predict(
        {
            "yes, in the same rounds": "An example that was learned from now meets its own "
            "coordinate again, and that adds Δ² to its score.",
            "no, it makes fewer mistakes": "It knows each example by its own coordinate, and never "
            "errs on it twice.",
            "no, it makes more mistakes": "The new coordinates help: with them the "
            "examples can be separated.",
        },
        right="no, it makes fewer mistakes",
        then=_copies(),
    )


def _copies() -> Flipbook:
    X, y, v = crowd(40)
    D = float(np.linalg.norm(margins.deviations(v, X, y, rho=0.6)))
    most, delta = 8, (margins.radius(X) * D) ** 0.5
    own = np.hstack([X, delta * np.eye(40)])
    rounds = np.hstack([np.tile(X, (most, 1)), delta * np.eye(40 * most)])
    runs = [Perceptron(epochs=most).run(Z, y) for Z in (X, own)]
    runs.append(Perceptron().run(rounds, np.tile(y, most)))
    counts = np.array([[np.searchsorted(run.mistakes, 40 * n) for n in range(9)] for run in runs])
    fig, ax = pictures.figure(5.8, 3.5)
    ax.set(xlim=(0, 8.4), ylim=(0, 52), xlabel="passes", ylabel="mistakes")
    looks = (
        (pictures.WEIGHTS, "o-", "the examples themselves"),
        (pictures.MISTAKE, "s--", "copy, a coordinate per example"),
        (pictures.BOUND, "x:", "copy, a coordinate per round"),
    )
    curves = [pictures.Curve(ax, c, s, name, ms=8, mfc="white") for c, s, name in looks]
    growing = Growing(range(most + 1), *zip(curves, counts, strict=True))
    ahead(ax, growing)
    pictures.legend(ax, "upper left")

    def passed(n: int) -> Passed:
        return Passed(n, *(int(count) for count in counts[:, n]))

    def move(now: Passed) -> None:
        growing.move(now.passes + 1)

    def describe(now: Passed) -> str:
        when = f"After {plural(now.passes, 'pass')}: {now.plain} mistakes"
        copies = f"the copy with a coordinate per example makes {now.per_example}"
        return f"{when}; {copies}, that with one per round {now.per_round}."

    steps = range(1, most + 1)
    return flipbook(
        fig,
        data=passed,
        move=move,
        describe=describe,
        label="passes",
        steps=steps,
        start=2,
        kept=8,
    )
