"""What the published theorem leaves out: long comparators, and second passes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...learners import Perceptron
from ...notebook import pictures
from ...notebook.compound import Growing, Street
from ...notebook.explore import Exploration, Flipbook, explore, flipbook, slider
from ...notebook.words import plural
from ...theory import margins
from .ahead import ahead
from .three_forms import bounds

__all__ = ["again_and_again", "long_comparator"]


@dataclass(frozen=True)
class Stretched:
    """A comparator of some length: its losses, and two bounds."""

    size: float
    loss: float
    published: float
    repaired: float


def long_comparator() -> Exploration:
    """Make the comparator longer: its losses vanish, and with them the published bound.

    >>> long_comparator().at(size=1.0).sentence
    'With |u*| = 1.00 the losses sum to 0.80; published bound 2.60, repaired 2.60, made 2.'
    >>> long_comparator().at(size=2.0).sentence
    'With |u*| = 2.00 the losses sum to 0.00; published bound 1.00, repaired 4.00, made 2: broken.'
    """
    X, y = np.array([[0.6, 0.8], [-0.6, 0.8]]), np.array([1.0, -1.0])
    M, longest = Perceptron(epochs=None).run(X, y).M, 3.0
    sizes = np.linspace(1, longest, 201)
    lost = 2 * np.maximum(0.0, 1 - 0.6 * sizes)
    fig, (left, right) = pictures.figure(columns=2)
    pictures.plane(left, X, y, reach=3.2)
    left.set_title("dashed: $u^*\\cdot x = \\pm 1$")
    street, arrow = Street(left), pictures.Arrow(left, pictures.BOUND)
    growing = Growing(
        sizes,
        (pictures.Curve(right, pictures.BOUND, "-", "repaired"), sizes**2 + 2 * lost),
        (pictures.Curve(right, pictures.QUIET, "--", "published"), 1 + 2 * lost),
    )
    right.axhline(M, color=pictures.WEIGHTS, label="mistakes made")
    right.set(xlim=(0.93, 3.07), ylim=(0, 9.5), xlabel="length of $u^*$", title="bounds")
    ahead(right, growing)
    pictures.legend(right, "upper left")
    claimed, repaired = (pictures.Curve(right, c, "o") for c in (pictures.QUIET, pictures.BOUND))

    def stretched(size: float) -> Stretched:
        loss = float(margins.hinge_losses([size, 0], X, y, gamma=1).sum())
        return Stretched(size, loss, 1 + 2 * loss, size**2 + 2 * loss)

    def move(now: Stretched) -> None:
        street.move([1.0, 0.0], 1 / now.size)
        arrow.move([now.size, 0.0])
        claimed.move([now.size], [now.published])
        repaired.move([now.size], [now.repaired])
        growing.move(sizes <= now.size + 1e-9)

    def describe(now: Stretched) -> str:
        numbers = f"published bound {now.published:.2f}, repaired {now.repaired:.2f}, made {M}"
        verdict = ": broken" if M > now.published + 1e-9 else ""
        return f"With |u*| = {now.size:.2f} the losses sum to {now.loss:.2f}; {numbers}{verdict}."

    control = slider("length of u*", 1.0, longest, 0.05, start=1.2, kept=2.0)
    return explore(fig, data=stretched, move=move, describe=describe, size=control)


@dataclass(frozen=True)
class Repeated:
    """Passes over one point with both labels: mistakes, and bounds over rounds."""

    passes: int
    over_rounds: float
    root: float
    made: int


def again_and_again() -> Flipbook:
    """One point with both labels, pass after pass: a sum over examples cannot keep up.

    >>> again_and_again().pages[4].sentence
    'After 5 passes: 10 mistakes; published bound 5, over rounds 21, its root form 13.7.'
    """
    passes = np.arange(1, 13)
    made = [Perceptron(epochs=int(n)).run([[1], [1]], [1, -1]).M for n in passes]
    linear, root, _ = bounds(1.0, 1.0, 2.0 * passes, 0.0)
    fig, ax = pictures.figure(5.8, 3.5)
    ax.set(xlim=(0, 12.5), ylim=(0, 55), xlabel="passes", xticks=range(0, 13, 3))
    ax.set_ylabel("mistakes")
    looks = (
        (pictures.BOUND, ":", "linear form, over rounds"),
        (pictures.BOUND, "-", "root form, over rounds"),
        (pictures.WEIGHTS, "o", "mistakes made"),
        (pictures.QUIET, "--", "published: over examples"),
    )
    curves = [pictures.Curve(ax, c, s, name, ms=4) for c, s, name in looks]
    growing = Growing(passes, *zip(curves, (linear, root, made, [5] * 12), strict=True))
    ahead(ax, growing)
    pictures.legend(ax, "upper left")

    def repeated(n: int) -> Repeated:
        return Repeated(n, float(linear[n - 1]), float(root[n - 1]), made[n - 1])

    def move(now: Repeated) -> None:
        growing.move(now.passes)

    def describe(now: Repeated) -> str:
        when = f"After {plural(now.passes, 'pass')}: {now.made} mistakes; published bound 5"
        return f"{when}, over rounds {now.over_rounds:.0f}, its root form {now.root:.1f}."

    steps = [int(n) for n in passes]
    return flipbook(
        fig,
        data=repeated,
        move=move,
        describe=describe,
        label="passes",
        steps=steps,
        start=2,
        kept=12,
    )
