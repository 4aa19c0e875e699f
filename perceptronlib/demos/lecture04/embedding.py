"""The embedding behind the L2 bound: a new coordinate for each round."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.play import play
from ...core.rules import Rule
from ...notebook import pictures
from ...notebook.compound import Growing
from ...notebook.explore import Exploration, Flipbook, explore, flipbook, slider
from ...notebook.words import plural
from ...theory import margins
from .tables import crowd

__all__ = ["new_coordinates", "second_pass"]


def new_coordinates() -> Exploration:
    """A new coordinate for each round, of size Delta: a margin appears, at a price.

    >>> new_coordinates().at(delta=1.3, rho=0.6).sentence
    'Delta = 1.30, rho = 0.60, D = 1.73: radius 1.63, margin 0.360, so the bound is 20.5.'
    """
    X, y, v = crowd(40)
    R, plain = margins.radius(X), y * (X @ v)
    sizes, rounds = np.linspace(0.1, 4, 157), np.arange(len(y))
    fig, (table, middle, right) = pictures.figure(8.8, 3.5, columns=3, width_ratios=[1, 1.2, 1.2])
    still: dict[str, Any] = {"interpolation": "nearest", "animated": True, "aspect": "auto"}
    image = table.imshow(np.zeros((40, 42)), cmap=pictures.SIGNED, vmin=-2, vmax=2, **still)
    table.set(xlabel="coordinates", ylabel="rounds", title="all $x'$", xticks=[0, 10, 20, 30, 40])
    before = pictures.Curve(middle, pictures.QUIET, "s", "$y\\,(v\\cdot x)$", ms=3)
    after = pictures.Curve(middle, pictures.BOUND, "o", "$y\\,(v'\\cdot x')$", ms=4)
    floor = pictures.Curve(middle, pictures.BOUND, "--", "$\\rho/Z$", lw=1.5)
    middle.axhline(0, color="#DDDDDD", lw=1, zorder=0)
    middle.set(xlim=(-1, 40), ylim=(-1.1, 1.75), xlabel="rounds", title="margins")
    near: dict[str, Any] = {"columnspacing": 0.8, "handletextpad": 0.3, "frameon": False}
    pictures.legend(middle, "upper left", fontsize=8, ncols=3, **near)
    right.set(yscale="log", xlim=(0, 4.15), ylim=(8, 1200), xlabel="$\\Delta$", title="the bound")
    pictures.ticks(right.yaxis, [10, 100, 1000])
    curve = pictures.Curve(right, pictures.BOUND, "-")
    least = pictures.Curve(right, pictures.QUIET, ":", "$\\Delta=\\sqrt{RD}$", lw=1.5)
    dot = pictures.Curve(right, pictures.BOUND, "o")
    pictures.legend(right, "upper right")

    def at(delta: float, rho: float) -> tuple[Any, ...]:
        d = np.maximum(0.0, rho - plain)
        D = float(np.linalg.norm(d))
        Z = (1 + (D / delta) ** 2) ** 0.5
        return delta, rho, D, Z, (plain + d) / Z

    def move(delta: float, rho: float, D: float, Z: float, lifted: Any) -> None:
        image.set_data(np.hstack([X, delta * np.eye(len(y))]))
        before.move(rounds, plain)
        after.move(rounds, lifted)
        floor.move([-1, 40], [rho / Z] * 2)
        so_far = sizes[sizes >= delta - 1e-9]
        curve.move(so_far, (R**2 + so_far**2) * (1 + (D / so_far) ** 2) / rho**2)
        least.move([(R * D) ** 0.5] * 2, [1, 1000 if delta**2 <= R * D else np.nan])
        dot.move([delta], [(R**2 + delta**2) * Z**2 / rho**2])

    def describe(delta: float, rho: float, D: float, Z: float, lifted: Any) -> str:
        size = (R**2 + delta**2) ** 0.5
        bound = f"so the bound is {(size * Z / rho) ** 2:.1f}"
        numbers = f"radius {size:.2f}, margin {rho / Z:.3f}, {bound}"
        return f"Delta = {delta:.2f}, rho = {rho:.2f}, D = {D:.2f}: {numbers}."

    controls = {
        "delta": slider("Delta", 0.1, 4.0, 0.05, start=4.0),
        "rho": slider("rho, the margin asked for", 0.3, 1.0, 0.05, start=0.6),
    }
    return explore(fig, data=at, move=move, describe=describe, **controls)


def second_pass() -> Flipbook:
    """Passes over forty examples, and two copies: a coordinate per example, or per round.

    >>> second_pass().pages[0].sentence
    'After 1 pass: 5 mistakes; the copy with a coordinate per example makes 5, that with one ... 5.'
    """
    X, y, v = crowd(40)
    D = float(np.linalg.norm(margins.deviations(v, X, y, rho=0.6)))
    most, delta = 8, (margins.radius(X) * D) ** 0.5
    own = np.hstack([X, delta * np.eye(40)])
    rounds = np.hstack([np.tile(X, (most, 1)), delta * np.eye(40 * most)])
    runs = [play(Rule(), X, y, epochs=most), play(Rule(), own, y, epochs=most)]
    runs.append(play(Rule(), rounds, np.tile(y, most)))
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
    pictures.legend(ax, "upper left")

    def at(n: int) -> tuple[Any, ...]:
        return n, *counts[:, n]

    def move(n: int, plain: int, per_example: int, per_round: int) -> None:
        growing.move(n + 1)

    def describe(n: int, plain: int, per_example: int, per_round: int) -> str:
        when = f"After {plural(n, 'pass')}: {plain} mistakes"
        copies = f"the copy with a coordinate per example makes {per_example}"
        return f"{when}; {copies}, that with one per round {per_round}."

    steps = range(1, most + 1)
    return flipbook(
        fig, data=at, move=move, describe=describe, label="passes", steps=steps, start=1
    )
