"""More pictures of `04_non_separable`: the embedding, which bound wins, and false claims."""

from __future__ import annotations

from typing import Any

import numpy as np
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.patches import Polygon

from ..core.play import play
from ..core.rules import Rule
from ..notebook import pictures
from ..notebook.explore import Exploration, Flipbook, Still, explore, flipbook, show, slider
from ..samples import data
from ..theory import comparators, margins
from .lecture04 import LOOKS, Street, bounds, three_bounds

__all__ = [
    "again_and_again",
    "best_bounds",
    "cone",
    "distance_to_cone",
    "forty",
    "long_comparator",
    "new_coordinates",
    "second_pass",
    "slide",
    "who_wins",
]


# -- what the printed theorem leaves out -------------------------------------------------------


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
    looks = ("-", "repaired", sizes**2 + 2 * lost), ("--", "published", 1 + 2 * lost)
    curves = [pictures.Curve(right, pictures.BOUND, s, name) for s, name, _ in looks]
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
        seen = sizes <= size + 1e-9
        for curve, (_, _, values) in zip(curves, looks, strict=True):
            curve.move(sizes[seen], values[seen])

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
    pictures.legend(ax, "upper left")

    def at(n: int) -> tuple[Any, ...]:
        return n, [values[:n] for values in (linear, root, made, [5] * 12)]

    def move(n: int, values: Any) -> None:
        for curve, some in zip(curves, values, strict=True):
            curve.move(passes[:n], some)

    def describe(n: int, values: Any) -> str:
        total, best, M, _ = (some[-1] for some in values)
        when = f"After {n} pass{'' if n == 1 else 'es'}: {M} mistakes; published bound 5"
        return f"{when}, over rounds {total:.0f}, its root form {best:.1f}."

    steps = [int(n) for n in passes]
    return flipbook(
        fig, data=at, move=move, describe=describe, label="passes", steps=steps, start=1
    )


def distance_to_cone(degrees: float, gamma: float) -> float:
    """How far a unit vector at this angle from w* is from the cone w*.x >= gamma |x|.

    Zero inside. Outside, the nearest point lies on the cone's edge, or is its tip at the origin if
    the edge is more than a right angle away.

    >>> distance_to_cone(180, 0.5), distance_to_cone(60, 0.6) > 0, distance_to_cone(30, 0.6)
    (1.0, True, 0.0)
    """
    beyond = np.deg2rad(degrees) - np.arccos(gamma)
    return float(np.sin(np.clip(beyond, 0.0, np.pi / 2)))


def cone() -> Exploration:
    """The distance to an angular margin, and the hinge loss: two different lengths.

    >>> cone().at(degrees=180, gamma=0.5).sentence
    'At 180 degrees from w*, gamma = 0.50: the distance is 1.000, the hinge loss 1.500.'
    >>> cone().at(degrees=90, gamma=0.5).sentence
    'At 90 degrees from w*, gamma = 0.50: the distance is 0.500, the hinge loss 0.500.'
    """
    fig, (left, right) = pictures.figure(7.4, 3.8, columns=2)
    pictures.plane(left, reach=1.5)
    left.set_title("$w^*$ points up; dashed: $w^*\\cdot x = \\gamma$")
    shade = Polygon(np.zeros((3, 2)), color=pictures.BOUND, alpha=0.18, lw=0, animated=True)
    left.add_patch(shade)
    edge = pictures.Curve(left, pictures.BOUND, "--", lw=1.5)
    looks = ((pictures.MISTAKE, "-", "distance to the cone"), (pictures.BOUND, "-", "hinge loss"))
    ways = [pictures.Curve(left, c, s, lw=w) for (c, s, _), w in zip(looks, (6, 2.5), strict=True)]
    point = pictures.Curve(left, pictures.POSITIVE, "o", ms=9, mec="white")
    curves = [pictures.Curve(right, c, s, name) for c, s, name in looks]
    right.set(xlim=(-4, 184), ylim=(-0.05, 2.3), xlabel="angle between $x$ and $w^*$ (degrees)")
    right.set_xticks(range(0, 181, 45))
    pictures.legend(right, "upper left")
    dots = pictures.Curve(right, pictures.WEIGHTS, "o", ms=5)

    def at(degrees: int, gamma: float) -> tuple[Any, ...]:
        x = pictures.angle(90 - degrees)
        way = distance_to_cone(degrees, gamma), max(0.0, gamma - float(x[1]))
        return degrees, gamma, x, way

    def move(degrees: int, gamma: float, x: Any, way: Any) -> None:
        side = pictures.angle(np.rad2deg(np.arcsin(gamma)))
        shade.set_xy(np.array([0 * side, 4 * side, 4 * side * [-1, 1]]))
        edge.move([-2, 2], [gamma, gamma])
        nearest = max(float(x @ side), 0.0) * side if way[0] else x
        ways[0].move(*np.array([x, nearest]).T)
        ways[1].move(*np.array([x, x + [0, way[1]]]).T)
        point.move(*x[:, None])
        turns = range(degrees + 1)
        curves[0].move(turns, [distance_to_cone(turn, gamma) for turn in turns])
        curves[1].move(turns, np.maximum(0, gamma - np.cos(np.deg2rad(turns))))
        dots.move([degrees] * 2, way)

    def describe(degrees: int, gamma: float, x: Any, way: Any) -> str:
        where = f"At {degrees} degrees from w*, gamma = {gamma:.2f}"
        return f"{where}: the distance is {way[0]:.3f}, the hinge loss {way[1]:.3f}."

    controls = {
        "degrees": slider("angle between x and w* (degrees)", 0, 180, start=90),
        "gamma": slider("gamma", 0.1, 0.9, 0.05, start=0.5),
    }
    return explore(fig, data=at, move=move, describe=describe, **controls)


# -- the embedding -----------------------------------------------------------------------------


def forty() -> tuple[Any, Any, Any]:
    """Forty examples, two of them with flipped labels, and the v behind the others.

    >>> X, y, v = forty()
    >>> play(Rule(), X, y)
    <Run: 5 mistakes in 40 rounds (40 examples), not converged>
    """
    X, y = sample = data.noisy(40, 2, noise=0.05, margin=0.3, seed=1)
    v = sample.target
    return X, y, v


def new_coordinates() -> Exploration:
    """One new coordinate a round, of size Delta: a margin appears, at a price.

    >>> new_coordinates().at(delta=1.3, rho=0.6).sentence
    'Delta = 1.30, rho = 0.60, D = 1.73: radius 1.63, margin 0.360, so the bound is 20.5.'
    """
    X, y, v = forty()
    R, plain = margins.radius(X), y * (X @ v)
    sizes, rounds = np.linspace(0.1, 4, 157), np.arange(len(y))
    fig, (table, middle, right) = pictures.figure(8.8, 3.5, columns=3, width_ratios=[1, 1.2, 1.2])
    shades = LinearSegmentedColormap.from_list("signs", [_ORANGE, "white", _BLUE])
    still: dict[str, Any] = {"interpolation": "nearest", "animated": True, "aspect": "auto"}
    image = table.imshow(np.zeros((40, 42)), cmap=shades, vmin=-2, vmax=2, **still)
    table.set(xlabel="coordinates", ylabel="rounds", title="all $x'$", xticks=[0, 10, 20, 30, 40])
    before = pictures.Curve(middle, pictures.QUIET, "s", "$y\\,(v\\cdot x)$", ms=3)
    after = pictures.Curve(middle, pictures.BOUND, "o", "$y\\,(v'\\cdot x')$", ms=4)
    floor = pictures.Curve(middle, pictures.BOUND, "--", "$\\rho/Z$", lw=1.5)
    middle.axhline(0, color="#DDDDDD", lw=1, zorder=0)
    middle.set(xlim=(-1, 40), ylim=(-1.1, 1.75), xlabel="rounds", title="margins")
    near: dict[str, Any] = {"columnspacing": 0.8, "handletextpad": 0.3, "frameon": False}
    pictures.legend(middle, "upper left", fontsize=8, ncols=3, **near)
    right.set(yscale="log", xlim=(0, 4.15), ylim=(8, 1200), xlabel="$\\Delta$", title="the bound")
    right.set_yticks([10, 100, 1000], ["10", "100", "1000"])
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


_ORANGE, _BLUE = pictures.NEGATIVE, pictures.POSITIVE


def second_pass() -> Flipbook:
    """Passes over forty examples, and two copies: a coordinate per example, or per round.

    >>> second_pass().pages[0].sentence
    'After 1 pass: 5 mistakes; the copy with a coordinate per example makes 5, that with one ... 5.'
    """
    X, y, v = forty()
    D = float(np.linalg.norm(margins.deviations(v, X, y, rho=0.6)))
    most, delta = 8, (margins.radius(X) * D) ** 0.5
    own = np.hstack([X, delta * np.eye(40)])
    rounds = np.hstack([np.tile(X, (most, 1)), delta * np.eye(40 * most)])
    runs = [play(Rule(), X, y, epochs=most), play(Rule(), own, y, epochs=most)]
    runs.append(play(Rule(), rounds, np.tile(y, most)))
    counts = np.array([[np.searchsorted(run.mistakes, 40 * n) for n in range(9)] for run in runs])
    fig, ax = pictures.figure(5.8, 3.5)
    ax.set(xlim=(0, 8.4), ylim=(0, 52), xlabel="passes", ylabel="mistakes")
    looks = ((pictures.WEIGHTS, "o-", "the examples themselves"),
             (pictures.MISTAKE, "s--", "copy, a coordinate per example"),
             (pictures.BOUND, "x:", "copy, a coordinate per round"))  # fmt: skip
    curves = [pictures.Curve(ax, c, s, name, ms=8, mfc="white") for c, s, name in looks]
    pictures.legend(ax, "upper left")

    def at(n: int) -> tuple[Any, ...]:
        return n, counts[:, : n + 1]

    def move(n: int, some: Any) -> None:
        for curve, made in zip(curves, some, strict=True):
            curve.move(range(n + 1), made)

    def describe(n: int, some: Any) -> str:
        plain, per_example, per_round = some[:, -1]
        when = f"After {n} pass{'' if n == 1 else 'es'}: {plain} mistakes"
        copies = f"the copy with a coordinate per example makes {per_example}"
        return f"{when}; {copies}, that with one per round {per_round}."

    steps = range(1, most + 1)
    return flipbook(
        fig, data=at, move=move, describe=describe, label="passes", steps=steps, start=1
    )


# -- which bound wins --------------------------------------------------------------------------


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
    left.set_yticks([1, 10, 100, 1000], ["1", "10", "100", "1000"])
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


def slide() -> Still:
    """The slide of this lecture: mistakes of one pass, and the best of each bound.

    >>> slide()
    Of 14 samples of 200 examples, the root form is the lowest bound on 14; the printed form ...
    """
    noises, distances = range(0, 25, 4), np.linspace(1, 7, 7)
    flips = [data.noisy(200, 2, noise=n / 100, margin=0.1, seed=3) for n in noises]
    clouds = [data.gaussians(200, 2, distance=float(d), seed=3) for d in distances]
    fig, axes = pictures.figure(7.4, 3.9, columns=2, sharey=True)
    names = "flipped labels (%)", "distance between two clouds"
    total = []
    for ax, x, samples, name in zip(axes, (noises, distances), (flips, clouds), names, strict=True):
        values = np.array([best_bounds(X, y) for X, y in samples])
        ax.axhline(200, color=pictures.QUIET, lw=1, label="rounds")
        for column, (colour, style, label) in zip(values.T, LOOKS, strict=False):
            ax.plot(x, column, style, color=colour, label=label)
        ax.plot(x, values[:, 3], "o-", color=pictures.WEIGHTS, ms=4, lw=1, label="mistakes made")
        ax.set(xlabel=name, ylim=(0, 300))
        total.append(values)
    pictures.legend(axes[1], "upper right")
    axes[0].set_ylabel("mistakes in one pass")
    linear, root, l2, made = np.vstack(total).T
    assert (made <= root).all()
    lowest = (root <= np.minimum(linear, l2) * (1 + 1e-6)).sum()
    trivial = (linear > 200).sum()
    what = f"Of {len(made)} samples of 200 examples, the root form is the lowest bound on {lowest}"
    return show(fig, f"{what}; the printed form exceeds 200, the number of rounds, on {trivial}.")


def best_bounds(X: Any, y: Any) -> tuple[float, float, float, int]:
    """Printed L1 form, root form and L2, each for its best comparator, and the mistakes made.

    >>> X, y, _ = forty()
    >>> [round(bound, 1) for bound in best_bounds(X, y)]
    [15.2, 13.0, 17.6, 5]
    """
    finders = comparators.best_l1, comparators.best_l1_root, comparators.best_l2
    best = [find(X, y) for find in finders]
    printed, root, l2 = (three_bounds(X, y, c.v, c.rho)[i] for i, c in enumerate(best))
    return printed, root, l2, play(Rule(), X, y).M
