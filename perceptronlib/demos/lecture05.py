"""The pictures of `05_kernels_and_xor`: a run without weights, and XOR in more dimensions.

What a kernel is, which curves it draws and what it costs, is in `lecture05_more`.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from matplotlib.patches import PathPatch, Polygon
from matplotlib.path import Path

from ..core.dual import KernelRule, play_kernel
from ..core.kernels import linear, polynomial
from ..core.play import play
from ..core.rules import Rule
from ..notebook import pictures
from ..notebook.explore import Exploration, Flipbook, explore, flipbook, slider
from ..samples import data
from .lecture01_more import plural
from .lecture03 import sample

__all__ = ["Region", "hebb", "lift", "outline", "printed_dual", "two_forms", "two_numbers"]
__all__ += ["printed_alphas", "xor_run"]

# -- a run without weights ---------------------------------------------------------------------


def two_forms() -> Flipbook:
    """One run in two forms: the weights, and how often each example was learned from.

    >>> two_forms().pages[1].sentence
    'After update 1, on example 0 in round 0 of both: alpha sums to 1, alpha y x to (-4, -1).'
    """
    X, y = sample()
    primal = play(Rule(), X, y, epochs=None)
    dual = play_kernel(KernelRule(linear), X, y, epochs=None)
    assert primal.mistakes.tolist() == dual.mistakes.tolist()
    fig, (left, right) = pictures.figure(7.4, 3.8, columns=2)
    pictures.plane(left, X, y)
    left.set_title("grey: from $w$; black: from $\\alpha$")
    wide = pictures.Boundary(left, "#BBBBBB", shade=False)
    wide.line.set_linewidth(7)
    line, ring = pictures.Boundary(left), pictures.Marks(left)
    right.set(xlabel="example", ylabel="$\\alpha$, times learned from", ylim=(0, 4), xlim=(0, 11))
    right.set_xticks(np.arange(1, 11), [str(i) for i in range(10)])
    right.set_yticks(range(5))
    colours = [pictures.POSITIVE if sign > 0 else pictures.NEGATIVE for sign in y]
    bars = pictures.Bars(right, len(y), colours)

    def at(k: int) -> tuple[Any, ...]:
        alpha = np.bincount(dual.examples[:k], minlength=len(y))
        return k, primal.path[k], alpha, (alpha * y) @ X

    def move(k: int, w: Any, alpha: Any, summed: Any) -> None:
        wide.move(w)
        line.move(summed)
        ring.move(X[dual.examples[k - 1 : k]] if k else X[:0])
        bars.move(alpha)

    def describe(k: int, w: Any, alpha: Any, summed: Any) -> str:
        assert (w == summed).all()
        if k == 0:
            return "Before any update w is 0, and so is every alpha."
        i, t = dual.examples[k - 1], dual.mistakes[k - 1]
        where = f"After update {k}, on example {i} in round {t} of both"
        a, b = summed + 0.0
        return f"{where}: alpha sums to {alpha.sum()}, alpha y x to ({a:.0f}, {b:.0f})."

    steps = range(dual.M + 1)
    return flipbook(
        fig, data=at, move=move, describe=describe, label="updates", steps=steps, start=1
    )


def printed_alphas(X: Any, y: Any) -> Any:
    """Mohri's dual perceptron to the letter: row t holds alpha_1 ... alpha_{T+1} after t rounds.

    On a mistake in round t alpha_{t+1} <- alpha_t + 1, else alpha_{t+1} <- alpha_t; the score is
    the sum over all s of alpha_s y_s (x_s.x). So alpha_{t+1} counts the mistakes so far. Used in
    lecture 05, to be refuted there.

    >>> printed_alphas(np.eye(3), np.array([-1, 1, -1]))[-1]
    array([0, 1, 1, 1])
    """
    T, G = len(y), np.asarray(X) @ np.asarray(X).T
    rows = np.zeros((T + 1, T + 1), dtype=int)
    for t in range(T):
        mistake = y[t] * ((rows[t, :T] * y) @ G[t]) <= 0
        rows[t + 1 :, t + 1] = rows[t, t] + mistake
    return rows


def printed_dual() -> Flipbook:
    """The dual perceptron as printed and as repaired, on six examples at right angles.

    >>> printed_dual().pages[1].sentence
    'After 1 round: printed, 1 mistake, alpha = 0 1 0 0 0 0; repaired, 1 mistake, 1 0 0 0 0 0.'
    """
    X, y = np.eye(6), np.array([-1, 1, 1, -1, 1, -1])
    run = play_kernel(KernelRule(linear), X, y)
    printed, repaired = printed_alphas(X, y), _alphas(run)
    fig, axes = pictures.figure(7.2, 3.2, columns=2, sharey=True)
    bars, here = [], []
    for ax, title in zip(axes, ("as printed", "repaired"), strict=True):
        ax.set(title=title, xlabel="example", xlim=(0.3, 6.7), ylim=(0, 1.8), yticks=(0, 1))
        ax.set_xticks(np.arange(1, 7), [str(i) for i in range(6)])
        bars.append(pictures.Bars(ax, len(y)))
        here.append(pictures.Curve(ax, pictures.MISTAKE, "v", label="just met", ms=9))
    axes[0].set_ylabel("$\\alpha$")
    pictures.legend(axes[0], "upper right")

    def at(t: int) -> tuple[Any, ...]:
        return t, (printed[t, t], repaired[t].sum()), (printed[t, :-1], repaired[t])

    def move(t: int, made: Any, now: Any) -> None:
        for bar, mark, alpha in zip(bars, here, now, strict=True):
            bar.move(alpha)
            mark.move([t] if t else [], [alpha[t - 1] + 0.15] if t else [])

    def describe(t: int, made: Any, now: Any) -> str:
        if t == 0:
            return "Before the first round every alpha is 0, in both."
        counts = [plural(n, "mistake") for n in made]
        alphas = [" ".join(map(str, alpha)) for alpha in now]
        both = f"printed, {counts[0]}, alpha = {alphas[0]}; repaired, {counts[1]}, {alphas[1]}"
        return f"After {plural(t, 'round')}: {both}."

    how: dict[str, Any] = {"label": "rounds", "steps": range(len(y) + 1), "start": 0}
    return flipbook(fig, data=at, move=move, describe=describe, **how)


def _alphas(run: Any) -> Any:
    """alpha after 0, 1, 2, ... rounds, one row each."""
    counts = np.zeros((run.rounds + 1, len(run.y)), dtype=int)
    for t, i in zip(run.mistakes, run.examples, strict=True):
        counts[t + 1 :, i] += 1
    return counts


def hebb() -> Exploration:
    """Two examples, both labelled -1: the sum over all of them, and the sum over the mistakes.

    >>> hebb().at(s=3.0, h=1.0).sentence
    'Times y, Hebb scores 15 and -2: one is wrong; the perceptron, after 5 mistakes, 6 and 1.'
    """
    y = np.array([-1.0, -1.0])
    fig, (left, right) = pictures.figure(7.4, 3.8, columns=2)
    pictures.plane(left, reach=4.6)
    first, second = (pictures.Curve(left, pictures.NEGATIVE, "s", ms=8, mec="white") for _ in y)
    lines = [
        pictures.Boundary(left, pictures.QUIET, "--", shade=False),
        pictures.Boundary(left),
    ]
    left.set_title("dashed: Hebb; solid: perceptron")
    right.axhline(0, color=pictures.QUIET, lw=1)
    right.set(ylim=(-1.6, 6.2), title="signed distance from the line", xlim=(0.3, 4.7))
    right.set_xticks([1, 2, 3, 4], ["first", "second", "first", "second"])
    right.set_xlabel("Hebb                    perceptron")
    bars = pictures.Bars(right, 4, [pictures.QUIET] * 2 + [pictures.WEIGHTS] * 2)

    def at(s: float, h: float) -> tuple[Any, ...]:
        X = np.array([[s, s], [0.0, -h]])
        run = play(Rule(), X, y, epochs=None)
        return X, y @ X, run.last_weights, run.M

    def move(X: Any, all_of_them: Any, w: Any, M: int) -> None:
        for curve, (a, b) in zip((first, second), X, strict=True):
            curve.move([a], [b])
        heights = []
        for line, u in zip(lines, (all_of_them, w), strict=True):
            line.move(u)
            heights += [*(y * (X @ u) / (np.hypot(*u) or 1.0))]
        bars.move(heights)

    def describe(X: Any, all_of_them: Any, w: Any, M: int) -> str:
        hebb, mine = y * (X @ all_of_them) + 0.0, y * (X @ w)
        verdict = "both are right" if hebb.min() > 0 else "one is wrong"
        one, other = (f"{score:g}" for score in hebb)
        theirs = f"the perceptron, after {plural(M, 'mistake')}, {mine[0]:g} and {mine[1]:g}"
        return f"Times y, Hebb scores {one} and {other}: {verdict}; {theirs}."

    s = slider("coordinates of the first example", 0.5, 4.0, 0.25, start=0.75)
    h = slider("length of the second", 0.5, 2.0, 0.25, start=1.0)
    return explore(fig, data=at, move=move, describe=describe, s=s, h=h)


# -- XOR, lifted -------------------------------------------------------------------------------

GRID = 80
"""Points along each side of the grid on which scores are shown: even, so that none lies on 0."""


def grid(reach: float) -> Any:
    """A grid of the plane a bit farther than ``reach``, one row a point."""
    along = np.linspace(-1.1 * reach, 1.1 * reach, GRID)
    return np.stack(np.meshgrid(along, along), axis=-1).reshape(-1, 2)


def outline(scores: Any, reach: float) -> Path:
    """The outline of where the scores, given on `grid`, are positive.

    >>> outline(grid(1.0)[:, 0] - 9.0, 1.0).vertices.shape
    (0, 2)
    """
    along = np.linspace(-1.1 * reach, 1.1 * reach, GRID)
    values = np.reshape(scores, (GRID, GRID)) / (np.abs(scores).max() or 1.0)
    drawn = _scratch().contourf(along, along, values, [0, 2])
    found: Path = drawn.get_paths()[0]
    drawn.remove()
    return found


@cache
def _scratch() -> Any:
    """Axes that nobody sees, for matplotlib's contours: making them anew would take 10 ms."""
    return Figure().subplots()


class Region:
    """Where a curved score is positive: shaded, and its edge drawn; moved to an `outline`.

    >>> fig, ax = pictures.figure()
    >>> region = Region(ax)
    >>> region.move(outline(grid(1.0)[:, 0], 1.0))
    >>> bool(region.patch.get_path().vertices[:, 0].min() < 1e-9)
    True
    """

    def __init__(self, ax: Any) -> None:
        shade = (pictures.POSITIVE, 0.12)
        self.patch = PathPatch(Path(np.zeros((0, 2))), fc=shade, ec=pictures.WEIGHTS, lw=2)
        self.patch.set_animated(True)
        self.patch.set_zorder(1)
        ax.add_patch(self.patch)

    def move(self, where: Path) -> None:
        """Draw it there."""
        self.patch.set_path(where)


def lift() -> Exploration:
    """Lift the four corners by the product of their coordinates, and cut with a level plane.

    >>> lift().at(amount=1.0, height=0.4, view=30).sentence
    'Lifted by 1.0, seen from 30 degrees: the plane at height 0.4 errs on 0 of 4 corners.'
    """
    X, y = data.xor()
    fig, (left, right) = pictures.figure(6.8, 3.5, columns=2)
    left.set(xlim=(-2.0, 2.0), ylim=(-2.2, 2.2), aspect="equal", title="lifted by $x_1x_2$")
    left.set_axis_off()
    pictures.plane(right, X, y, reach=1.8)
    right.set_title("the same cut, seen in the plane")
    sheet = pictures.Curve(left, pictures.QUIET, "-", lw=0.8)
    plane = Polygon(np.zeros((4, 2)), fc="#DDDDDD", alpha=0.75, ec=pictures.WEIGHTS, animated=True)
    left.add_patch(plane)
    stems = pictures.Curve(left, pictures.WEIGHTS, ":", lw=1.2)
    looks = ((1, pictures.POSITIVE, "o"), (-1, pictures.NEGATIVE, "s"))
    drawn = [(sign, pictures.Curve(left, c, m, ms=9, mec="white")) for sign, c, m in looks]
    names = [left.text(0, 0, name, animated=True, ha="center") for name in ("$x_1$", "$x_2$")]
    sides = [Polygon(np.zeros((4, 2)), fc=pictures.POSITIVE, alpha=0.12, lw=0) for _ in (0, 1)]
    for side in sides:
        side.set_animated(True)
        right.add_patch(side)
    edge, rings = pictures.Curve(right), pictures.Marks(right)
    around = 1.25 * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])

    def at(amount: float, height: float, view: float) -> tuple[Any, ...]:
        wrong = X[y * (height - amount * X.prod(axis=1)) <= 0]
        far = np.inf if height > 0 else -np.inf
        return amount, height, view, wrong, height / amount if amount else far

    def move(amount: float, height: float, view: float, wrong: Any, level: float) -> None:
        sheet.move(*_seen(_WIRES, amount * _WIRES.prod(axis=1), view))
        plane.set_xy(np.transpose(_seen(around, np.full(4, height), view)))
        for sign, curve in drawn:
            curve.move(*_seen(X[y == sign], amount * X[y == sign].prod(axis=1), view))
        feet, tops = np.repeat(X, 3, axis=0), np.zeros(12)
        tops[1::3], tops[2::3] = amount * X.prod(axis=1), np.nan
        stems.move(*_seen(feet, tops, view))
        for name, end in zip(names, ((1.5, 0.0), (0.0, 1.5)), strict=True):
            a, b = _seen(np.array([end]), np.zeros(1), view)
            name.set_position((float(a[0]), float(b[0])))
        branch = _hyperbola(level)
        for side, sign in zip(sides, (1, -1), strict=True):
            side.set_xy(sign * np.vstack([branch, [(2, -2), (0, -2)]]))
        edge.move(*np.vstack([branch, [(np.nan, np.nan)], -branch]).T)
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


def _hyperbola(level: float) -> Any:
    """The branch x1 x2 = level with x1 > 0, one row a point, no farther than 2 from the axes."""
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
        a, b = X[run.examples[k - 1]]
        state = f"{wrong} of 4 corners {'is' if wrong == 1 else 'are'} wrong"
        squeeze = f"8k = {least} <= v.w = {along[k]:.0f} <= {sizes[k]:.1f} <= {most:.1f}"
        return f"After update {k}, on ({a:.0f}, {b:.0f}), {state}; {squeeze}."

    steps = range(run.M + 2)
    how: dict[str, Any] = {"label": "updates k", "steps": steps, "start": 1}
    return flipbook(fig, data=at, move=move, describe=describe, **how)
