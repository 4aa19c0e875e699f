"""The three bounds of the lecture, for one comparator: their line and roof, and the best v."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...learners import Perceptron
from ...notebook import pictures
from ...notebook.compound import Segments, Street
from ...notebook.explore import Exploration, explore, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural
from ...theory import margins
from ...validate import Array
from .tables import crowd

__all__ = ["LOOKS", "bounds", "line_and_roof", "three_bounds", "turn_comparator"]


def bounds(R: float, rho: Any, D1: Any, D: Any) -> tuple[Any, Any, Any]:
    """The bounds of this lecture, for one rho or for many: linear form, root form, squares.

    >>> [f"{bound:.2f}" for bound in bounds(1.0, 1.0, D1=2.0, D=2.0**0.5)]
    ['5.00', '4.00', '5.83']
    """
    root = (R + np.sqrt(R**2 + 4 * rho * D1)) / (2 * rho)
    return (R / rho) ** 2 + 2 * D1 / rho, root**2, ((R + D) / rho) ** 2


def three_bounds(X: Any, y: Any, v: Any, rho: float) -> tuple[float, float, float]:
    """The bounds for one pass over the examples and a margin rho asked of v (of length 1).

    >>> X, y, v = crowd()
    >>> [f"{bound:.1f}" for bound in three_bounds(X, y, v, 0.4)]
    ['36.4', '28.4', '66.0']
    """
    d = margins.hinge_losses(v, X, y, rho)
    linear, root, l2 = bounds(margins.radius(X), rho, d.sum(), np.linalg.norm(d))
    return float(linear), float(root), float(l2)


LOOKS = (
    (pictures.BOUND, ":", "linear form"),
    (pictures.BOUND, "-", "root form"),
    (pictures.BOUND, "--", "squares"),
)
"""How the three bounds are drawn, in this lecture."""


@dataclass(frozen=True)
class Squeezed:
    """Mistakes and what they paid, for a margin asked of v; D1 is what all rounds lack."""

    rho: float
    passes: int
    paid: Array
    D1: float
    meet: float

    @property
    def M(self) -> int:
        return len(self.paid) - 1


def line_and_roof() -> Prediction:
    """Does asking for more help? Then the squeeze, under a roof lifted by what examples lack.

    >>> line_and_roof().at(rho=0.3, passes=1).sentence
    'For ρ = 0.30, 1 pass: Mρ = 4.20 is at most R√M + paid = 3.72 + 4.39; line and ... at 33.9.'
    """
    return predict(
        {
            "yes, the steeper line always meets it earlier": "It would, if the roof stayed. But "
            "with a larger ρ more examples lack something, and the roof rises.",
            "first earlier, then later again": "At first only the flipped examples pay. Then the "
            "honest ones begin to pay, too, and the roof rises faster than the line.",
            "no, it meets it later and later": "At first nobody but the flipped examples pays, and "
            "the steeper line gains.",
        },
        right="first earlier, then later again",
        then=_roof(),
    )


def _roof() -> Exploration:
    X, y, v = crowd()
    run, R = Perceptron(epochs=3).run(X, y), margins.radius(X)
    m, most = y * (X @ v), 115
    k = np.linspace(0, most, 116)
    fig, (left, right) = pictures.figure(7.6, 3.8, columns=2)
    pictures.plane(left, X, y)
    left.set_title("ringed: mistakes that paid")
    street, rings = Street(left), pictures.Marks(left)
    right.set(xlim=(0, most), ylim=(0, 60), xlabel="mistakes $k$", title="the line and the roof")
    roof = pictures.Curve(right, pictures.BOUND, "--", "roof, $R\\sqrt{k} + D_1$")
    line = pictures.Curve(right, pictures.BOUND, "-", "line, $k\\rho$")
    steps = pictures.Curve(right, pictures.WEIGHTS, "-", "$R\\sqrt{k}$ + paid so far", lw=1.5)
    end = pictures.Curve(right, pictures.QUIET, ":", lw=1.5)
    pictures.legend(right, "upper left")

    def squeezed(rho: float, passes: int) -> Squeezed:
        d, M = np.maximum(0.0, rho - m), int(np.searchsorted(run.mistakes, 100 * passes))
        paid, D1 = np.append(0.0, d[run.examples[:M]].cumsum()), passes * d.sum()
        return Squeezed(rho, passes, paid, D1, float(bounds(R, rho, D1, 0.0)[1]))

    def move(now: Squeezed) -> None:
        street.move(v, now.rho)
        rings.move(X[run.examples[: now.M][np.diff(now.paid) > 0]])
        roof.move(k, R * k**0.5 + now.D1)
        line.move(k, k * now.rho)
        steps.move(range(now.M + 1), R * np.arange(now.M + 1) ** 0.5 + now.paid)
        end.move([now.meet, now.meet], [0, now.meet * now.rho])

    def describe(now: Squeezed) -> str:
        when = f"For ρ = {now.rho:.2f}, {plural(now.passes, 'pass')}"
        right = f"R√M + paid = {R * now.M**0.5:.2f} + {now.paid[-1]:.2f}"
        sides = f"Mρ = {now.M * now.rho:.2f} is at most {right}"
        return f"{when}: {sides}; line and roof meet at {now.meet:.1f}."

    return explore(
        fig,
        data=squeezed,
        move=move,
        describe=describe,
        rho=slider("ρ, the margin asked for", 0.2, 0.6, 0.05, start=0.2, kept=0.4),
        passes=slider("passes", 1, 3),
    )


@dataclass(frozen=True)
class Turned:
    """A comparator: what each example lacks, and three bounds for many rho, the last for this."""

    degrees: int
    rho: float
    v: Array
    ends: Array
    bounds: Array


def turn_comparator() -> Prediction:
    """Do two curves cross by chance? Then turn the comparator, and choose the margin asked of it.

    >>> turn_comparator().at(degrees=70, rho=0.4).sentence
    'For v at 70° and ρ = 0.40: linear form 35.8, root form 28.0, squares 64.9; M = 14.'
    """
    return predict(
        {
            "the linear form": "It never beats the root form, from which it was made by giving "
            "something away.",
            "the root form": "At its own best ρ the bound with squares has the same value as the "
            "root form, which may do better at another ρ.",
            "the squares": "They can win at a given ρ, to the right of their own lowest point. At "
            "that point itself the root form is just as good.",
        },
        right="the root form",
        then=_turning(),
    )


def _turning() -> Exploration:
    X, y, _ = crowd()
    M, R = Perceptron().run(X, y).M, margins.radius(X)
    asks = np.linspace(0.02, 1.0, 99)
    fig, (left, right) = pictures.figure(7.4, 3.6, columns=2)
    pictures.plane(left, X, y)
    left.set_title("what each example lacks")
    street, lacks = Street(left), Segments(left, pictures.MISTAKE, lw=1)
    curves = [pictures.Curve(right, c, s, name, lw=1.5) for c, s, name in LOOKS]
    right.axhline(100, color=pictures.QUIET, lw=1, label="rounds, 100")
    right.axhline(M, color=pictures.WEIGHTS, lw=1.5, label="mistakes made, 14")
    right.set(yscale="log", xlim=(0, 1.03), ylim=(8, 4000), xlabel="$\\rho$, the margin asked for")
    right.set(ylabel="mistakes", title="made, and allowed by each bound")
    pictures.ticks(right.yaxis, [10, 100, 1000])
    pictures.legend(right, "upper right", fontsize=8)
    dots = pictures.Curve(right, pictures.BOUND, "o", ms=5)

    def turned(degrees: int, rho: float) -> Turned:
        v = pictures.angle(degrees)
        m = y * (X @ v)
        d = np.maximum(0.0, np.append(asks, rho)[:, None] - m)
        three = bounds(R, np.append(asks, rho), d.sum(axis=1), np.sqrt((d * d).sum(axis=1)))
        return Turned(degrees, rho, v, X + (y * d[-1])[:, None] * v, np.array(three))

    def move(now: Turned) -> None:
        street.move(now.v, now.rho)
        lacks.move(X, now.ends)
        for curve, values in zip(curves, now.bounds, strict=True):
            curve.move(asks, values[:-1])
        dots.move([now.rho] * 3, now.bounds[:, -1])

    def describe(now: Turned) -> str:
        linear, root, squares = now.bounds[:, -1]
        where = f"For v at {now.degrees}° and ρ = {now.rho:.2f}"
        each = f"linear form {linear:.1f}, root form {root:.1f}, squares {squares:.1f}"
        return f"{where}: {each}; M = {M}."

    return explore(
        fig,
        data=turned,
        move=move,
        describe=describe,
        degrees=slider("angle of v (degrees)", 20, 120, 1, start=45, kept=70),
        rho=slider("ρ, the margin asked for", 0.05, 1.0, 0.01, start=0.2, kept=0.4),
    )
