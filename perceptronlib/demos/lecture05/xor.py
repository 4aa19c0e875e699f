"""XOR in more dimensions: lifted, as six products, and solved by a kernel."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.patches import Polygon

from ...kernels.dual import KernelRule, play_kernel
from ...kernels.functions import polynomial
from ...notebook import pictures
from ...notebook.compound import Examples
from ...notebook.explore import Exploration, Flipbook, explore, flipbook, slider
from ...notebook.words import vector
from ...samples import data
from .regions import Region, grid, outline

__all__ = ["lift", "two_numbers", "xor_run"]


def lift() -> Exploration:
    """Lift the four corners by the product of their coordinates, and cut with a level plane.

    >>> lift().at(amount=1.0, height=0.4, view=30).sentence
    'Lifted by 1.0, seen from 30 degrees: the plane at height 0.4 errs on 0 of 4 corners.'
    """
    X, y = data.xor()
    fig, (left, right) = pictures.figure(6.8, 3.5, columns=2)
    pictures.plane(right, X, y, reach=1.8)
    right.set_title("the same cut, seen in the plane")
    saddle, cut, rings = _Saddle(left, X, y), _Cut(right), pictures.Marks(right)

    def at(amount: float, height: float, view: float) -> tuple[Any, ...]:
        wrong = X[y * (height - amount * X.prod(axis=1)) <= 0]
        far = np.inf if height > 0 else -np.inf
        return amount, height, view, wrong, height / amount if amount else far

    def move(amount: float, height: float, view: float, wrong: Any, level: float) -> None:
        saddle.move(amount, height, view)
        cut.move(level)
        rings.move(wrong)

    def describe(amount: float, height: float, view: float, wrong: Any, level: float) -> str:
        how = f"Lifted by {amount:.1f}, seen from {view} degrees"
        return f"{how}: the plane at height {height:.1f} errs on {len(wrong)} of 4 corners."

    amount = slider("lift", 0.0, 1.0, 0.1, start=0.0)
    height = slider("height of the plane", -1.4, 1.4, 0.1, start=0.6)
    view = slider("seen from (degrees)", 0, 180, 5, start=25)
    return explore(
        fig, data=at, move=move, describe=describe, amount=amount, height=height, view=view
    )


class _Saddle:
    """Examples on the surface z = amount x1 x2, seen from any side, and a level plane."""

    def __init__(self, ax: Any, X: Any, y: Any) -> None:
        ax.set(xlim=(-2.0, 2.0), ylim=(-2.2, 2.2), aspect="equal", title="lifted by $x_1x_2$")
        ax.set_axis_off()
        self.X, self.y = X, y
        self.sheet = pictures.Curve(ax, pictures.QUIET, "-", lw=0.8)
        self.plane = Polygon(np.zeros((4, 2)), fc="#DDDDDD", alpha=0.75, ec=pictures.WEIGHTS)
        self.plane.set_animated(True)
        ax.add_patch(self.plane)
        self.stems = pictures.Curve(ax, pictures.WEIGHTS, ":", lw=1.2)
        self.examples = Examples(ax, size=9, mec="white")
        self.names = [ax.text(0, 0, name, animated=True, ha="center") for name in _AXES]

    def move(self, amount: float, height: float, view: float) -> None:
        """Draw it for this much lift, with the plane at this height."""
        self.sheet.move(*_seen(_WIRES, amount * _WIRES.prod(axis=1), view))
        self.plane.set_xy(np.transpose(_seen(_SQUARE, np.full(4, height), view)))
        tops = amount * self.X.prod(axis=1)
        self.examples.move(np.transpose(_seen(self.X, tops, view)), self.y)
        heights = np.stack([0 * tops, tops, np.nan * tops], axis=1).ravel()  # foot, top, gap
        self.stems.move(*_seen(np.repeat(self.X, 3, axis=0), heights, view))
        for name, end in zip(self.names, _AXES.values(), strict=True):
            a, b = _seen(np.array([end]), np.zeros(1), view)
            name.set_position((float(a[0]), float(b[0])))


_AXES = {"$x_1$": (1.5, 0.0), "$x_2$": (0.0, 1.5)}
_SQUARE = 1.25 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])


class _Cut:
    """Where x1 x2 is below a level: shaded, with the two branches of its edge."""

    def __init__(self, ax: Any) -> None:
        looks: dict[str, Any] = {"fc": pictures.POSITIVE, "alpha": 0.12, "lw": 0}
        self.sides = [Polygon(np.zeros((4, 2)), animated=True, **looks) for _ in (1, -1)]
        for side in self.sides:
            ax.add_patch(side)
        self.edge = pictures.Curve(ax)

    def move(self, level: float) -> None:
        """Draw it for this level."""
        branch = _hyperbola(level)
        for side, sign in zip(self.sides, (1, -1), strict=True):
            side.set_xy(sign * np.vstack([branch, [(2, -2), (0, -2)]]))
        self.edge.move(*np.vstack([branch, [(np.nan, np.nan)], -branch]).T)


def _hyperbola(level: float) -> Any:
    """Points of the branch x1 x2 = level with x1 > 0, no farther than 2 from the axes."""
    along = np.concatenate([np.geomspace(1e-3, 0.2, 20), np.linspace(0.21, 2, 40)])
    start = [(0.0, 2.0 if level >= 0 else -2.0)]
    return np.vstack([start, np.column_stack([along, np.clip(level / along, -2, 2)])])


def _wires() -> Any:
    """Lines of a square net, with gaps (nan) between them; lifted by x1 x2 they stay straight."""
    ends, gap = np.array([-1.25, 1.25]), np.full((1, 2), np.nan)
    rows = [np.column_stack([ends, np.full(2, at)]) for at in np.linspace(-1.25, 1.25, 11)]
    return np.vstack([part for row in rows for part in (row, gap, row[:, ::-1], gap)])


_WIRES = _wires()


def _seen(X: Any, z: Any, view: float) -> Any:
    """The points (x1, x2, z) on the screen of someone who looks down on them from this side."""
    turn, down = np.deg2rad(view), np.deg2rad(25)
    across = -X[:, 0] * np.sin(turn) + X[:, 1] * np.cos(turn)
    away = X[:, 0] * np.cos(turn) + X[:, 1] * np.sin(turn)
    return across, z * np.cos(down) - away * np.sin(down)


def two_numbers() -> Exploration:
    """Two points of the plane: six products of their features, and one kernel value.

    >>> two_numbers().at(a1=1.0, a2=0.5, b1=-0.5, b2=1.0).sentence
    'The six products sum to 1.00; a.b = 0.00, and (a.b + 1)^2 = 1.00.'
    """
    kernel = polynomial(2, c=1)
    fig, (left, right) = pictures.figure(7.2, 3.4, columns=2, width_ratios=[1, 1.5])
    pictures.plane(left, reach=1.7)
    looks = (("$a$", pictures.WEIGHTS), ("$b$", pictures.QUIET))
    arrows = [pictures.Arrow(left, colour, label=name) for name, colour in looks]
    pictures.legend(left, "lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    right.axhline(0, color=pictures.QUIET, lw=1)
    right.set(ylim=(-6, 18), xlim=(0.3, 7.7), title="products of features, and their sum")
    roots = ["$x_1^2$", r"$\sqrt{2}x_1x_2$", r"$\sqrt{2}x_1$", "$x_2^2$", r"$\sqrt{2}x_2$", "$1$"]
    right.set_xticks(range(1, 8), [*roots, "sum"], fontsize=9)
    bars = pictures.Bars(right, 7, [pictures.QUIET] * 6 + [pictures.WEIGHTS])
    value = pictures.Curve(right, pictures.BOUND, "_", ms=26, mew=3, label="$(a\\cdot b+1)^2$")
    pictures.legend(right, "upper left")

    def at(a1: float, a2: float, b1: float, b2: float) -> tuple[Any, ...]:
        pair = np.array([[a1, a2], [b1, b2]])
        features = kernel.features(pair)
        return pair, features[0] * features[1], float(kernel(pair[:1], pair[1:])[0, 0])

    def move(pair: Any, products: Any, K: float) -> None:
        for arrow, end in zip(arrows, pair, strict=True):
            arrow.move(end)
        bars.move([*products, products.sum()])
        value.move([7], [K])

    def describe(pair: Any, products: Any, K: float) -> str:
        inner = f"a.b = {pair[0] @ pair[1] + 0.0:.2f}, and (a.b + 1)^2 = {K:.2f}"
        return f"The six products sum to {products.sum() + 1e-12:.2f}; {inner}."

    starts = {"a1": 1.0, "a2": 0.5, "b1": 0.5, "b2": 1.0}
    controls = {name: slider(name, -1.25, 1.25, 0.25, start=at) for name, at in starts.items()}
    return explore(fig, data=at, move=move, describe=describe, **controls)


def xor_run() -> Flipbook:
    """The kernel perceptron on XOR, update by update, and the squeeze of its mistake bound.

    >>> xor_run().pages[2].sentence
    'After update 2, on (1, -1), 2 of 4 corners are wrong; 8k = 16 <= v.w = 16 <= 22.6 <= 24.0.'
    """
    X, y = data.xor()
    kernel = polynomial(2, c=1)
    run = play_kernel(KernelRule(kernel), X, y, epochs=None)
    G = y[:, None] * kernel(X, X) * y
    alphas = np.array([np.bincount(run.examples[:k], minlength=4) for k in range(run.M + 1)])
    along, sizes = alphas @ G @ np.ones(4), np.sqrt(32 * ((alphas @ G) * alphas).sum(axis=1))
    paths = [outline(scores, 1.8) for scores in run.path_scores(grid(1.8)).T]
    corners = y[:, None] * run.path_scores(X) <= 0
    fig, (left, right) = pictures.figure(7.6, 3.8, columns=2)
    pictures.plane(left, X, y, reach=1.8)
    left.set_title("shaded: $f(x) > 0$")
    region, ring = Region(left), pictures.Marks(left)
    fine = np.linspace(0, 5.4, 100)
    right.plot(fine, 288**0.5 * fine**0.5, "--", color=pictures.BOUND, label=r"$R|v|\sqrt{k}$")
    right.plot(fine, 8 * fine, "-", color=pictures.BOUND, label="$g k = 8k$")
    right.set(xlim=(0, 5.4), ylim=(0, 43), xlabel="updates $k$", title="the squeeze, by kernels")
    lengths = pictures.Curve(right, pictures.WEIGHTS, "s", label="$|v||w|$", mfc="white")
    inner = pictures.Curve(right, pictures.WEIGHTS, "o", label="$v\\cdot w$")
    pictures.legend(right, "upper left")
    room = pictures.Curve(right, pictures.MISTAKE, "-", lw=3)

    def at(k: int) -> tuple[Any, ...]:
        return k, 8 * k, (288 * k) ** 0.5, int(corners[:, min(k, run.M)].sum())

    def move(k: int, least: float, most: float, wrong: int) -> None:
        region.move(paths[min(k, run.M)])
        ring.move(X[run.examples[k - 1 : k]] if k else X[:0])
        seen = np.arange(min(k, run.M) + 1)
        inner.move(seen, along[: len(seen)])
        lengths.move(seen, sizes[: len(seen)])
        room.move([k, k] if least > most else [], [least, most] if least > most else [])

    def describe(k: int, least: float, most: float, wrong: int) -> str:
        if k == 0:
            return "Before any update every score is 0, and all 4 corners count as wrong."
        if k > run.M:
            return f"A fifth mistake would need v.w >= {least} and v.w <= {most:.1f}: impossible."
        corner = vector(X[run.examples[k - 1]], ".0f")
        state = f"{wrong} of 4 corners {'is' if wrong == 1 else 'are'} wrong"
        squeeze = f"8k = {least} <= v.w = {along[k]:.0f} <= {sizes[k]:.1f} <= {most:.1f}"
        return f"After update {k}, on {corner}, {state}; {squeeze}."

    steps = range(run.M + 2)
    return flipbook(
        fig, data=at, move=move, describe=describe, label="updates k", steps=steps, start=1
    )
