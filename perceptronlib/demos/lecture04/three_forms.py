"""The three bounds of the lecture, for one comparator: their line and roof, and who wins."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.patches import Polygon

from ...core.play import play
from ...core.rules import Rule
from ...notebook import pictures
from ...notebook.compound import Segments, Street
from ...notebook.explore import Exploration, explore, slider
from ...notebook.words import plural
from ...theory import margins
from .tables import crowd

__all__ = ["LOOKS", "bounds", "line_and_roof", "three_bounds", "turn_comparator", "who_wins"]


def bounds(R: float, rho: Any, D1: Any, D: Any) -> tuple[Any, Any, Any]:
    """The bounds of this lecture, for one rho or for many: printed L1 form, root form, L2.

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
    printed, root, l2 = bounds(margins.radius(X), rho, d.sum(), np.linalg.norm(d))
    return float(printed), float(root), float(l2)


LOOKS = (
    (pictures.BOUND, ":", "printed $L_1$ form"),
    (pictures.BOUND, "-", "root $L_1$ form"),
    (pictures.BOUND, "--", "$L_2$"),
)
"""How the three bounds are drawn, in this lecture."""


def line_and_roof() -> Exploration:
    """The squeeze of lecture 03, with a roof that is lifted by what the examples lack.

    >>> line_and_roof().at(rho=0.3, passes=1).sentence
    'For rho = 0.30, 1 pass: M rho = 4.20 <= R sqrt(M) + paid = 3.72 + 4.39; line ... meet at 33.9.'
    """
    X, y, v = crowd()
    run, R = play(Rule(), X, y, epochs=3), margins.radius(X)
    m, most = y * (X @ v), 115
    k = np.linspace(0, most, 116)
    fig, (left, right) = pictures.figure(7.6, 3.8, columns=2)
    pictures.plane(left, X, y)
    left.set_title("ringed: mistakes that paid")
    street, rings = Street(left), pictures.Marks(left)
    right.set(xlim=(0, most), ylim=(0, 80), xlabel="mistakes $k$", title="the line and the roof")
    roof = pictures.Curve(right, pictures.BOUND, "--", "roof, $R\\sqrt{k} + D_1$")
    line = pictures.Curve(right, pictures.BOUND, "-", "line, $k\\rho$")
    steps = pictures.Curve(right, pictures.WEIGHTS, "-", "$R\\sqrt{k}$ + paid so far", lw=1.5)
    end = pictures.Curve(right, pictures.QUIET, ":", lw=1.5)
    pictures.legend(right, "upper left")

    def at(rho: float, passes: int) -> tuple[Any, ...]:
        d, M = np.maximum(0.0, rho - m), int(np.searchsorted(run.mistakes, 100 * passes))
        return rho, passes, M, np.append(0.0, d[run.examples[:M]].cumsum()), passes * d.sum()

    def move(rho: float, passes: int, M: int, paid: Any, D1: float) -> None:
        street.move(v, rho)
        rings.move(X[run.examples[:M][np.diff(paid) > 0]])
        meet = bounds(R, rho, D1, 0.0)[1]
        roof.move(k, R * k**0.5 + D1)
        line.move(k, k * rho)
        steps.move(range(M + 1), R * np.arange(M + 1) ** 0.5 + paid)
        end.move([meet, meet], [0, meet * rho])

    def describe(rho: float, passes: int, M: int, paid: Any, D1: float) -> str:
        when = f"For rho = {rho:.2f}, {plural(passes, 'pass')}"
        sides = f"M rho = {M * rho:.2f} <= R sqrt(M) + paid = {R * M**0.5:.2f} + {paid[-1]:.2f}"
        return f"{when}: {sides}; line and roof meet at {bounds(R, rho, D1, 0.0)[1]:.1f}."

    controls = {
        "rho": slider("rho, the margin asked for", 0.2, 0.6, 0.05, start=0.2),
        "passes": slider("passes", 1, 3),
    }
    return explore(fig, data=at, move=move, describe=describe, **controls)


def turn_comparator() -> Exploration:
    """Turn the comparator, and choose the margin asked of it: three bounds for the same pass.

    >>> turn_comparator().at(degrees=70, rho=0.4).sentence
    'For v at 70 degrees and rho = 0.40: printed form 35.8, root form 28.0, L2 64.9; M = 14.'
    """
    X, y, _ = crowd()
    M, R = play(Rule(), X, y).M, margins.radius(X)
    asks = np.linspace(0.02, 1.0, 99)
    fig, (left, right) = pictures.figure(7.0, 3.4, columns=2)
    pictures.plane(left, X, y)
    left.set_title("what each example lacks")
    street, lacks = Street(left), Segments(left, pictures.MISTAKE, lw=1)
    curves = [pictures.Curve(right, c, s, name, lw=1.5) for c, s, name in LOOKS]
    right.axhline(100, color=pictures.QUIET, lw=1, label="rounds, 100")
    right.axhline(M, color=pictures.WEIGHTS, lw=1.5, label="mistakes made, 14")
    right.set(yscale="log", xlim=(0, 1.03), ylim=(8, 4000), xlabel="$\\rho$, the margin asked for")
    pictures.ticks(right.yaxis, [10, 100, 1000])
    pictures.legend(right, "upper right", fontsize=8)
    dots = pictures.Curve(right, pictures.BOUND, "o", ms=5)

    def at(degrees: int, rho: float) -> tuple[Any, ...]:
        v = pictures.angle(degrees)
        m = y * (X @ v)
        d = np.maximum(0.0, np.append(asks, rho)[:, None] - m)
        three = bounds(R, np.append(asks, rho), d.sum(axis=1), np.sqrt((d * d).sum(axis=1)))
        return degrees, rho, v, X + (y * d[-1])[:, None] * v, np.array(three)

    def move(degrees: int, rho: float, v: Any, ends: Any, three: Any) -> None:
        street.move(v, rho)
        lacks.move(X, ends)
        for curve, values in zip(curves, three, strict=True):
            curve.move(asks, values[:-1])
        dots.move([rho] * 3, three[:, -1])

    def describe(degrees: int, rho: float, v: Any, ends: Any, three: Any) -> str:
        printed, root, l2 = three[:, -1]
        where = f"For v at {degrees} degrees and rho = {rho:.2f}"
        return f"{where}: printed form {printed:.1f}, root form {root:.1f}, L2 {l2:.1f}; M = {M}."

    controls = {
        "degrees": slider("angle of v (degrees)", 20, 120, 1, start=45),
        "rho": slider("rho, the margin asked for", 0.05, 1.0, 0.01, start=0.2),
    }
    return explore(fig, data=at, move=move, describe=describe, **controls)


def who_wins() -> Exploration:
    """n examples fall short by the same amount, the others by nothing: a map of the winners.

    >>> who_wins().at(n=100, short=0.1, rho=0.5).sentence
    '100 fall short by 0.10 of rho = 0.50: printed L1 44.0, root L1 31.2, L2 16.0; L2 wins.'
    >>> who_wins().at(n=10, short=1.0, rho=0.5).sentence
    '10 fall short by 1.00 of rho = 0.50: printed L1 44.0, root L1 31.2, L2 69.3; root L1 wins.'
    """
    counts = np.geomspace(1, 1000, 121)
    fig, (left, right) = pictures.figure(7.4, 3.8, columns=2, width_ratios=[1.6, 1])
    left.set(yscale="log", xlim=(0, 1.53), ylim=(0.25, 1100), title="shaded: $L_2$ wins")
    pictures.ticks(left.yaxis, [1, 10, 100, 1000])
    region = Polygon(np.ones((3, 2)), color=pictures.BOUND, alpha=0.25, lw=0, animated=True)
    left.add_patch(region)
    left.set(xlabel="each falls short by (in units of $R$)", ylabel="$n$, how many fall short")
    wider = pictures.Curve(left, pictures.BOUND, ":", "$L_2$ equals printed $L_1$", lw=1.5)
    wrong = pictures.Curve(left, pictures.QUIET, "--", "$\\rho$: errors from here on", lw=1.5)
    dot = pictures.Curve(left, pictures.WEIGHTS, "o", ms=8)
    pictures.legend(left, "lower right")
    right.set(yscale="log", xlim=(0.4, 3.6), ylim=(0.7, 3e4), title="bounds")
    right.set_xticks([1, 2, 3], ["printed $L_1$", "root $L_1$", "$L_2$"], fontsize=9)
    bars = pictures.Bars(right, 3, pictures.BOUND)

    def at(n: int, short: float, rho: float) -> tuple[Any, ...]:
        return n, short, rho, bounds(1.0, rho, n * short, n**0.5 * short)

    def move(n: int, short: float, rho: float, three: Any) -> None:
        edge = rho - counts**-0.5
        ends = np.column_stack([np.maximum(edge, 0.0), counts])
        region.set_xy(np.vstack([ends, [(0, 1000), (0, 1)]]))
        wider.move(np.where(edge > 0, 2 * edge, np.nan), counts)
        wrong.move([rho, rho], [1, 1000])
        dot.move([short], [n])
        bars.move(three)

    def describe(n: int, short: float, rho: float, three: Any) -> str:
        printed, root, l2 = three
        who = f"{n} fall{'s' if n == 1 else ''} short by {short:.2f} of rho = {rho:.2f}"
        winner = "L2 wins" if l2 < root - 1e-9 else "root L1 wins"
        winner = "a draw" if abs(l2 - root) <= 1e-9 else winner
        return f"{who}: printed L1 {printed:.1f}, root L1 {root:.1f}, L2 {l2:.1f}; {winner}."

    controls = {
        "n": slider("n, how many fall short", 1, 1000, start=30),
        "short": slider("each falls short by", 0.02, 1.5, 0.02, start=0.4),
        "rho": slider("rho, the margin asked for", 0.1, 1.0, 0.05, start=0.1),
    }
    return explore(fig, data=at, move=move, describe=describe, **controls)
