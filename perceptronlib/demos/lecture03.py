"""The pictures of `03_mistake_bounds`: why there cannot be more mistakes, and when there are many.

Where a claim goes too far, and what follows from the bound, is in `lecture03_more`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import Polygon

from ..core.play import play
from ..core.rules import Rule
from ..notebook import pictures
from ..notebook.explore import Exploration, Flipbook, choice, explore, flipbook, slider
from ..samples import adversaries
from ..samples.features import unit_rows
from ..theory import margins

__all__ = [
    "comparators",
    "dimensions",
    "exponential",
    "narrow_street",
    "sample",
    "squeeze",
    "tight",
]

MAX_MARGIN = np.array([-6.0, 7.0])
"""The direction of the largest margin of `sample`: g = 10, |v|^2 = 85."""


def sample() -> tuple[Any, Any]:
    """Ten examples with whole coordinates, made so that the perceptron has some work with them.

    >>> X, y = sample()
    >>> play(Rule(), X, y, epochs=None)
    <Run: 9 mistakes in 50 rounds (10 examples), converged>
    """
    rows = "-4 -1  4 2  1 3  0 -4  3 -2  5 0  2 4  3 4  3 0  -2 2"
    X = np.array(rows.split(), dtype=float).reshape(-1, 2)
    return X, np.array([1, -1, 1, -1, -1, -1, 1, 1, -1, 1])


def squeeze() -> Flipbook:
    """The proof as a picture: a line that walks away at a steady pace and a circle that tires.

    >>> squeeze().pages[-1].sentence
    'After 24 updates v.w would be at least 240.0 and at most 225.8, which cannot be.'
    """
    X, y = sample()
    run, v, g, R = play(Rule(), X, y, epochs=None), MAX_MARGIN, 10.0, margins.radius(X)
    top, path = R * float(np.hypot(*v)), run.path
    fig, (left, right) = pictures.figure(7.6, 3.9, columns=2)
    pictures.plane(left, reach=1.08 * R * 24**0.5)
    left.set(xlabel="$w_1$", ylabel="$w_2$", title="where $w$ can be")
    line = pictures.Boundary(left, pictures.BOUND, shade=False)
    circle = pictures.Curve(left, pictures.BOUND, "--")
    cap = Polygon(np.zeros((3, 2)), color=pictures.BOUND, alpha=0.25, animated=True)
    left.add_patch(cap)
    trail, arrow = pictures.Curve(left, pictures.WEIGHTS, "o-", ms=3, lw=1), pictures.Arrow(left)
    border = pictures.Curve(right, pictures.QUIET, ":", lw=1)
    where = pictures.Note(right, 21.0 / 24.5, 0.1, pictures.QUIET, ha="right")
    right.set(xlim=(0, 24.5), ylim=(0, 245), xlabel="updates $k$", title="the same in numbers")
    numbers = _Squeeze(right)

    def at(k: int) -> tuple[Any, ...]:
        return k, path[: k + 1], g * k, top * k**0.5

    def move(k: int, so_far: Any, least: float, most: float) -> None:
        line.move(v if k else 0 * v, least)
        circle.move(*_arc(R * k**0.5, v, np.pi))
        cap.set_xy(_arc(R * k**0.5, v, np.arccos(min(least / most, 1.0)) if k else 0.0).T)
        trail.move(*so_far.T)
        arrow.move(so_far[-1] if k <= run.M else 0 * v)
        numbers.move(so_far, v, g, top, k)
        border.move([21.25, 21.25], [0, 245] if least > most else [np.nan, np.nan])
        where.move("21.25" if least > most else "")

    def describe(k: int, so_far: Any, least: float, most: float) -> str:
        if k == 0:
            return "Before any update w is 0: no distance covered, no length gained."
        if k > run.M:
            would = f"After {k} updates v.w would be at least {least:.1f} and at most {most:.1f}"
            end = f"there is room, but this run ended after {run.M}."
            return f"{would}, which cannot be." if least > most else f"{would}: {end}"
        size = top / R * float(np.hypot(*so_far[-1]))
        low = f"After update {k}, g k = {least:.0f} <= v.w = {so_far[-1] @ v:.0f}"
        return f"{low} <= |v||w| = {size:.1f} <= R|v| sqrt(k) = {most:.1f}."

    first, steps, label = run.M, range(25), "updates k"
    return flipbook(
        fig, data=at, move=move, describe=describe, label=label, steps=steps, start=first
    )


class _Squeeze:
    """g k below, R|v| sqrt(k) above, and what the run did between them."""

    def __init__(self, ax: Any) -> None:
        green, black = pictures.BOUND, pictures.WEIGHTS
        self.roof = pictures.Curve(ax, green, "--", label=r"$R|v|\sqrt{k}$", lw=1.5)
        self.sizes = pictures.Curve(ax, black, "s", label="$|v||w|$", ms=4, mfc="white")
        self.along = pictures.Curve(ax, black, "o", label="$v\\cdot w$", ms=4)
        self.floor = pictures.Curve(ax, green, "-", label="$g k$", lw=1.5)
        pictures.legend(ax, "upper left")

    def move(self, path: Any, v: Any, g: float, top: float, last: int) -> None:
        """Draw it for the weights so far; ``top`` is R|v|, ``last`` where the curves end."""
        fine, k = np.linspace(0, last, 120), np.arange(len(path))
        self.roof.move(fine, top * fine**0.5)
        self.floor.move(fine, g * fine)
        self.along.move(k, path @ v)
        self.sizes.move(k, np.linalg.norm(v) * np.linalg.norm(path, axis=1))


def _arc(radius: float, v: Any, half: float) -> Any:
    """The part of a circle around the origin that is within an angle of v, as two rows."""
    turn = np.arctan2(v[1], v[0]) + np.linspace(-half, half, 91)
    return radius * np.array([np.cos(turn), np.sin(turn)])


def comparators() -> Exploration:
    """Turn the comparator v; the bound is smallest where its margin is largest.

    >>> comparators().at(degrees=120).sentence
    'With v at 120 degrees the margin is 0.268 and the bound 348.2; the run makes 9 mistakes.'
    >>> comparators().at(degrees=110).sentence
    'With v at 110 degrees some example is on the wrong side: no margin, no bound.'
    """
    X, y = sample()
    M, R = play(Rule(), X, y, epochs=None).M, margins.radius(X)
    fig, (left, right) = pictures.figure(7.4, 3.8, columns=2)
    pictures.plane(left, X, y)
    line = pictures.Boundary(left, pictures.BOUND)
    sides = [pictures.Boundary(left, pictures.BOUND, "--", shade=False) for _ in (0, 1)]
    arrow = pictures.Arrow(left, pictures.BOUND)
    turns = np.linspace(110, 150, 801)
    rho = np.array([_margin(X, y, pictures.angle(turn)) for turn in turns])
    bounds = np.full_like(turns, np.nan)
    bounds[rho > 0] = (R / rho[rho > 0]) ** 2
    so_far = pictures.Curve(right, pictures.BOUND, label="bound $R^2/\\rho^2$")
    right.axhline(M, color=pictures.WEIGHTS, label="mistakes made")
    right.set(yscale="log", xlim=(110, 150), ylim=(3, 1e4), xlabel="angle of $v$ (degrees)")
    pictures.legend(right, "upper center")
    dot = pictures.Curve(right, pictures.BOUND, "o")

    def at(degrees: float) -> tuple[Any, ...]:
        v = pictures.angle(degrees)
        return degrees, v, _margin(X, y, v)

    def move(degrees: float, v: Any, rho: float) -> None:
        line.move(v)
        arrow.move(2 * v)
        for side, sign in zip(sides, (1, -1), strict=True):
            side.move(v if rho > 0 else 0 * v, sign * rho)
        so_far.move(turns[turns <= degrees], bounds[turns <= degrees])
        dot.move([degrees], [(R / rho) ** 2 if rho > 0 else np.nan])

    def describe(degrees: float, v: Any, rho: float) -> str:
        where = f"With v at {degrees:g} degrees"
        if rho <= 0:
            return f"{where} some example is on the wrong side: no margin, no bound."
        numbers = f"the margin is {rho:.3f} and the bound {(R / rho) ** 2:.1f}"
        return f"{where} {numbers}; the run makes {M} mistakes."

    control = slider("angle of v (degrees)", 110, 150, 0.5, start=120.0)
    return explore(fig, data=at, move=move, describe=describe, degrees=control)


def _margin(X: Any, y: Any, v: Any) -> float:
    """The margin of a unit vector: the smallest y v.x."""
    return float((y * (X @ v)).min())


def dimensions() -> Flipbook:
    """Examples of length 1, with v at margin 0.1, in more and more dimensions: the same bound.

    >>> dimensions().pages[0].sentence
    'In 4 dimensions the three runs make 29, 49 and 42 mistakes; the bound is 100.'
    """
    sizes = [2**j for j in range(2, 11)]
    samples = [[narrow_street(d, seed) for seed in range(3)] for d in sizes]
    runs = [[play(Rule(), *one, epochs=None).M for one in three] for three in samples]
    fig, ax = pictures.figure(5.6, 3.2)
    ax.set(xscale="log", xlabel="dimensions $d$", ylabel="mistakes", xlim=(3, 1300))
    ax.set_ylim(0, 110)
    ax.axhline(100, color=pictures.BOUND, ls="--", label="allowed, $1/0.1^2$")
    dots = pictures.Curve(ax, pictures.WEIGHTS, "o", label="made, on three samples", ms=5)
    pictures.legend(ax, "upper left", bbox_to_anchor=(0, 0.88))

    def at(d: int) -> tuple[Any, ...]:
        seen = sizes.index(d) + 1
        return d, np.repeat(sizes[:seen], 3), np.ravel(runs[:seen])

    def move(d: int, where: Any, counts: Any) -> None:
        dots.move(where, counts)

    def describe(d: int, where: Any, counts: Any) -> str:
        a, b, c = counts[-3:]
        return f"In {d} dimensions the three runs make {a}, {b} and {c} mistakes; the bound is 100."

    label = "dimensions d"
    return flipbook(fig, data=at, move=move, describe=describe, label=label, steps=sizes, start=16)


def narrow_street(d: int, seed: int) -> tuple[Any, Any]:
    """100 examples of length 1 in d dimensions, each with y v.x = 0.1 for v = (1, 0, ..., 0).

    >>> X, y = narrow_street(4, seed=0)
    >>> X.shape, round(margins.radius(X), 9), set((y * X[:, 0]).tolist())
    ((100, 4), 1.0, {0.1})
    """
    rng = np.random.default_rng(seed)
    rest = unit_rows(rng.normal(size=(100, d - 1)))
    rows = np.column_stack([np.full(100, 0.1), 0.99**0.5 * rest])
    y = rng.choice([-1.0, 1.0], 100)
    return y[:, None] * rows, y


def tight() -> Flipbook:
    """Two families of examples on which the perceptron makes every mistake that it may.

    >>> tight().pages[-1].sentence
    'With N = 64 both families cost 64 mistakes, and both bounds are 64: none to spare.'
    """
    sizes, kinds = [2**j for j in range(7)], (adversaries.orthonormal, adversaries.hadamard)
    fig, (*left, right) = pictures.figure(8.6, 3.3, columns=3, width_ratios=[1, 1, 1.25])
    tables = [_table(ax, name) for ax, name in zip(left, ("orthonormal", "Hadamard"), strict=True)]
    right.set(xscale="log", yscale="log", xlim=(0.85, 80), ylim=(0.85, 300), xlabel="updates $k$")
    right.set_title("the squeeze, for both")
    for axis in (right.xaxis, right.yaxis):
        axis.set_ticks([1, 4, 16, 64], ["1", "4", "16", "64"])
        axis.set_ticks([], minor=True)
    numbers = _Squeeze(right)

    def at(n: int) -> tuple[Any, ...]:
        runs = [play(Rule(), *kind(n), epochs=None) for kind in kinds]
        return n, runs, (np.ones(n), np.eye(n)[0])

    def move(n: int, runs: Any, targets: Any) -> None:
        for table, run, v in zip(tables, runs, targets, strict=True):
            table.set_data(run.y[:, None] * run.X)
            numbers.move(run.path, v, 1.0, n**0.5, n)

    def describe(n: int, runs: Any, targets: Any) -> str:
        assert [run.M for run in runs] == [n, n]
        s = "" if n == 1 else "s"
        cost = f"With N = {n} both families cost {n} mistake{s}"
        return f"{cost}, and both bounds are {n}: none to spare."

    return flipbook(fig, data=at, move=move, describe=describe, label="N", steps=sizes, start=4)


def _table(ax: Any, title: str) -> Any:
    """A table of -1, 0 and +1 in colours; its data may change."""
    colours = [pictures.NEGATIVE, "white", pictures.POSITIVE]
    shades = LinearSegmentedColormap.from_list("signs", colours)
    still = {"extent": (0, 1, 0, 1), "interpolation": "nearest", "animated": True}
    ax.set(xticks=[], yticks=[], xlabel="features", ylabel="examples", title=title)
    ax.spines[["top", "right"]].set_visible(True)
    return ax.imshow(np.zeros((1, 1)), cmap=shades, vmin=-1, vmax=1, **still)


def exponential() -> Exploration:
    """N examples in N dimensions that cost (4^N - 1)/3 mistakes, in whatever order they come.

    >>> exponential().at(n=4, percent=100, order="last first").sentence
    'With N = 4, after 85 of 85 updates, w = (1, 2, 4, 8).'
    """
    most, orders = 6, ("first first", "last first", "shuffled")
    runs = {(n, order): _exponential_run(n, order) for n in range(1, most + 1) for order in orders}
    fig, (left, right) = pictures.figure(7.4, 3.6, columns=2)
    left.set_yscale("symlog", base=2, linthresh=1)
    left.set(xlim=(0.4, most + 0.6), ylim=(-4, 50), xlabel="coordinate $i$", title="weights $w_i$")
    ticks = [-2, -1, 0, 1, 2, 4, 8, 16, 32]
    left.set_yticks(ticks, [str(tick) for tick in ticks])
    left.axhline(0, color=pictures.QUIET, lw=1)
    bars = pictures.Bars(left, most)
    aims = pictures.Curve(left, pictures.BOUND, "_", ms=24, mew=3, label="$2^{i-1}$")
    pictures.legend(left, "upper left")
    sizes = np.arange(1, most + 1)
    counts = [adversaries.exponential_mistakes(int(n)) for n in sizes]
    growth = (
        (pictures.Curve(right, pictures.BOUND, "--", "bound $R^2/\\rho^2$"), sizes * counts),
        (pictures.Curve(right, pictures.WEIGHTS, "-", "made"), counts),
        (pictures.Curve(right, pictures.QUIET, ":", "$2^N$"), 2.0**sizes),
    )
    right.set(
        yscale="log",
        xlabel="examples $N$",
        title="mistakes",
        ylim=(0.7, 2e4),
        xlim=(0.8, most + 0.2),
    )
    pictures.legend(right, "upper left")
    dot = pictures.Curve(right, pictures.WEIGHTS, "o", ms=8)

    def at(n: int, percent: int, order: str) -> tuple[Any, ...]:
        run = runs[n, order]
        k = round(run.M * percent / 100)
        return n, k, run.M, run.path[k]

    def move(n: int, k: int, M: int, w: Any) -> None:
        bars.move([*w, *[0.0] * (most - n)])
        aims.move(sizes[:n], 2.0 ** (sizes[:n] - 1))
        for curve, values in growth:
            curve.move(sizes[:n], values[:n])
        dot.move([n], [max(k, 0.7)])

    def describe(n: int, k: int, M: int, w: Any) -> str:
        numbers = ", ".join(f"{weight:.0f}" for weight in w + 0.0)
        return f"With N = {n}, after {k} of {M} updates, w = ({numbers})."

    percent = slider("part of the run (%)", 0, 100, 5, start=60)
    order = choice("order", *orders)
    n = slider("N", 1, most, start=3)
    return explore(fig, data=at, move=move, describe=describe, n=n, percent=percent, order=order)


def _exponential_run(n: int, order: str) -> Any:
    X, y = adversaries.exponential(n)
    step = -1 if order == "last first" else 1
    shuffle = order == "shuffled"
    return play(Rule(), X[::step], y[::step], epochs=None, shuffle=shuffle, seed=n, max_epochs=9999)
