"""What the printed theorem leaves out: long comparators, and second passes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.play import play
from ...core.rules import Rule
from ...notebook import pictures
from ...notebook.compound import Growing, Street
from ...notebook.explore import Exploration, Flipbook, explore, flipbook, slider
from ...notebook.words import plural
from ...theory import margins
from .three_forms import bounds

__all__ = ["again_and_again", "long_comparator"]


def long_comparator() -> Exploration:
    """Make the comparator longer: its losses vanish, and with them the published bound.

    >>> long_comparator().at(size=1.0).sentence
    'With |u*| = 1.00 the losses sum to 0.80; published bound 2.60, repaired 2.60, made 2.'
    >>> long_comparator().at(size=2.0).sentence
    'With |u*| = 2.00 the losses sum to 0.00; published bound 1.00, repaired 4.00, made 2: broken.'
    """
    X, y = np.array([[0.6, 0.8], [-0.6, 0.8]]), np.array([1.0, -1.0])
    M, longest = play(Rule(), X, y, epochs=None).M, 3.0
    sizes = np.linspace(1, longest, 201)
    lost = 2 * np.maximum(0.0, 1 - 0.6 * sizes)
    fig, (left, right) = pictures.figure(columns=2)
    pictures.plane(left, X, y, reach=3.2)
    left.set_title("dashed: $u^*\\cdot x = \\pm 1$")
    street, arrow = Street(left), pictures.Arrow(left, pictures.BOUND)
    growing = Growing(
        sizes,
        (pictures.Curve(right, pictures.BOUND, "-", "repaired"), sizes**2 + 2 * lost),
        (pictures.Curve(right, pictures.BOUND, "--", "published"), 1 + 2 * lost),
    )
    right.axhline(M, color=pictures.WEIGHTS, label="mistakes made")
    right.set(xlim=(0.93, 3.07), ylim=(0, 9.5), xlabel="length of $u^*$", title="bounds")
    pictures.legend(right, "upper left")
    dots = pictures.Curve(right, pictures.BOUND, "o")

    def at(size: float) -> tuple[Any, ...]:
        loss = float(margins.hinge_losses([size, 0], X, y, gamma=1).sum())
        return size, loss, 1 + 2 * loss, size**2 + 2 * loss

    def move(size: float, loss: float, printed: float, repaired: float) -> None:
        street.move([1.0, 0.0], 1 / size)
        arrow.move([size, 0.0])
        dots.move([size, size], [printed, repaired])
        growing.move(sizes <= size + 1e-9)

    def describe(size: float, loss: float, printed: float, repaired: float) -> str:
        numbers = f"published bound {printed:.2f}, repaired {repaired:.2f}, made {M}"
        verdict = ": broken" if M > printed + 1e-9 else ""
        return f"With |u*| = {size:.2f} the losses sum to {loss:.2f}; {numbers}{verdict}."

    control = slider("length of u*", 1.0, longest, 0.05, start=1.0)
    return explore(fig, data=at, move=move, describe=describe, size=control)


def again_and_again() -> Flipbook:
    """One point with both labels, pass after pass: a sum over examples cannot keep up.

    >>> again_and_again().pages[4].sentence
    'After 5 passes: 10 mistakes; published bound 5, over rounds 21, its root form 13.7.'
    """
    passes = np.arange(1, 13)
    made = [play(Rule(), [[1], [1]], [1, -1], epochs=int(n)).M for n in passes]
    linear, root, _ = bounds(1.0, 1.0, 2.0 * passes, 0.0)
    fig, ax = pictures.figure(5.8, 3.5)
    ax.set(xlim=(0, 12.5), ylim=(0, 55), xlabel="passes", xticks=range(0, 13, 3))
    ax.set_ylabel("mistakes")
    looks = (
        (pictures.BOUND, ":", "printed form, over rounds"),
        (pictures.BOUND, "-", "root form, over rounds"),
        (pictures.WEIGHTS, "o", "mistakes made"),
        (pictures.QUIET, "--", "published: over examples"),
    )
    curves = [pictures.Curve(ax, c, s, name, ms=4) for c, s, name in looks]
    growing = Growing(passes, *zip(curves, (linear, root, made, [5] * 12), strict=True))
    pictures.legend(ax, "upper left")

    def at(n: int) -> tuple[Any, ...]:
        return n, linear[n - 1], root[n - 1], made[n - 1]

    def move(n: int, over_rounds: float, best: float, M: int) -> None:
        growing.move(n)

    def describe(n: int, over_rounds: float, best: float, M: int) -> str:
        when = f"After {plural(n, 'pass')}: {M} mistakes; published bound 5"
        return f"{when}, over rounds {over_rounds:.0f}, its root form {best:.1f}."

    steps = [int(n) for n in passes]
    return flipbook(
        fig, data=at, move=move, describe=describe, label="passes", steps=steps, start=1
    )
