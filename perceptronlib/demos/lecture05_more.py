"""More pictures of `05_kernels_and_xor`: what a kernel is, which curves it draws, what it costs."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import comb
from typing import Any

import numpy as np

from ..core.dual import KernelRule, play_kernel
from ..core.kernels import gaussian, linear, polynomial
from ..notebook import pictures
from ..notebook.explore import Exploration, Flipbook, Still, choice, explore, flipbook, show, slider
from ..samples import data
from .lecture01_more import plural
from .lecture05 import Region, grid, outline

__all__ = ["FUNCTIONS", "cost", "degrees", "eigenvalues", "gallery", "multiplications", "not_pds"]
__all__ += ["WIDTHS", "rings", "two_points", "width_errors", "widths"]

# -- what a kernel is --------------------------------------------------------------------------


def _gaussian(r: Any) -> Any:
    return np.exp(-(r**2) / 2)


def _triangle(r: Any) -> Any:
    return np.maximum(0.0, 1 - np.abs(r))


def _box(r: Any) -> Any:
    return (np.abs(r) <= 1 + 1e-9).astype(float)


def _farther(r: Any) -> Any:
    return 1 + np.abs(r)


FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "Gaussian": _gaussian,
    "Triangle": _triangle,
    "Box": _box,
    "1 + distance": _farther,
}
"""Functions of a - b on the line; the first two are kernels."""


def eigenvalues() -> Exploration:
    """Four functions of two numbers, and the eigenvalues of their matrices on equidistant points.

    >>> eigenvalues().at(name="Box", n=3, gap=0.7).sentence
    'Box on 3 points, 0.7 apart: the smallest eigenvalue is -0.414, so it is no kernel.'
    """
    most = 12
    fig, (left, right) = pictures.figure(7.4, 3.6, columns=2)
    left.set(xlim=(-3, 3), ylim=(-0.1, 5), xlabel="$a - b$", title="$K(a, b)$")
    across = np.linspace(-3, 3, 601)
    shape = pictures.Curve(left, pictures.WEIGHTS, "-")
    used = pictures.Curve(left, pictures.BOUND, "o", ms=5, label="differences on these points")
    pictures.legend(left, "upper center")
    right.axhline(0, color=pictures.QUIET, lw=1)
    right.set_yscale("symlog", linthresh=0.1, linscale=0.5)
    right.set(xlim=(0.3, most + 0.7), ylim=(-150, 150), xlabel="number", title="eigenvalues")
    right.set_yticks([-100, -10, -1, 0, 1, 10, 100], ["-100", "-10", "-1", "0", "1", "10", "100"])
    good = pictures.Curve(right, pictures.WEIGHTS, "o", label="0 or more")
    bad = pictures.Curve(right, pictures.MISTAKE, "X", label="negative", ms=8)
    pictures.legend(right, "upper left")

    def at(name: str, n: int, gap: float) -> tuple[Any, ...]:
        differences = np.subtract.outer(np.arange(n), np.arange(n)) * gap
        values = np.linalg.eigvalsh(FUNCTIONS[name](differences))
        values[np.abs(values) < 1e-9] = 0.0
        return name, n, gap, values

    def move(name: str, n: int, gap: float, values: Any) -> None:
        shape.move(across, FUNCTIONS[name](across))
        steps = np.arange(1 - n, n) * gap
        used.move(steps, FUNCTIONS[name](steps))
        number = np.arange(1, n + 1)
        good.move(number[values >= 0], values[values >= 0])
        bad.move(number[values < 0], values[values < 0])

    def describe(name: str, n: int, gap: float, values: Any) -> str:
        where = f"{name} on {n} points, {gap:.1f} apart"
        verdict = "so it is no kernel" if values[0] < 0 else "no objection from these points"
        return f"{where}: the smallest eigenvalue is {values[0]:.3f}, {verdict}."

    n = slider("points", 2, most, start=2)
    gap = slider("distance of neighbours", 0.1, 1.5, 0.1, start=0.7)
    name = choice("function", *FUNCTIONS)
    return explore(fig, data=at, move=move, describe=describe, name=name, n=n, gap=gap)


def two_points(q: float) -> Any:
    """A symmetric function on two points, 0 and 1: K = 1 with themselves, q with each other.

    >>> two_points(2.0)(np.array([[0.0], [1.0]]), np.array([[0.0], [1.0]]))
    array([[1., 2.],
           [2., 1.]])
    """
    return lambda A, B: np.where(A == B.T, 1.0, q)


def not_pds() -> Exploration:
    """Two points with different labels: mistakes against K(0, 1), within and beyond what is PDS.

    >>> not_pds().at(q=0.9).sentence
    'With q = 0.90 the eigenvalues are 0.10 and 1.90, and 2 mistakes are made; the bound is 20.0.'
    """
    qs = np.round(np.arange(-30, 41) / 20, 2)
    runs = [play_kernel(KernelRule(two_points(q)), [[0], [1]], [1, -1], epochs=60) for q in qs]
    ends = np.array([run.converged for run in runs])
    counts = np.array([run.M for run in runs])
    fig, (left, right) = pictures.figure(7.4, 3.6, columns=2, width_ratios=[1, 1.9])
    left.axhline(0, color=pictures.QUIET, lw=1)
    left.set(ylim=(-1.3, 3.3), xlim=(0.3, 2.7), title="eigenvalues")
    left.set_xticks([1, 2], ["$1-q$", "$1+q$"])
    bars = pictures.Bars(left, 2)
    right.axvspan(-1, 1, color=pictures.BOUND, alpha=0.08, lw=0)
    right.set(yscale="log", ylim=(0.7, 300), xlim=(-1.55, 2.05), xlabel="$q = K(0, 1)$")
    right.set_title("mistakes (tinted: PDS)")
    inside = np.linspace(-1, 0.993, 200)
    right.plot(inside, 2 / (1 - inside), "--", color=pictures.BOUND, label="bound $2/(1-q)$")
    made = pictures.Curve(right, pictures.WEIGHTS, ".", label="made until clean")
    endless = pictures.Curve(right, pictures.MISTAKE, "X", label="without end (120 rounds)", ms=5)
    pictures.legend(right, "upper left", bbox_to_anchor=(0, 0.9))
    dot = pictures.Curve(right, pictures.WEIGHTS, "o", ms=9, mfc="none")

    def at(q: float) -> tuple[Any, ...]:
        k = round(20 * q) + 30
        return q, int(counts[k]), bool(ends[k])

    def move(q: float, M: int, ended: bool) -> None:
        bars.move([1 - q, 1 + q])
        seen = (qs >= min(q, 0.0)) & (qs <= max(q, 0.0))  # from the start to here
        for curve, some in ((made, seen & ends), (endless, seen & ~ends)):
            curve.move(qs[some], counts[some])
        dot.move([q], [M])

    def describe(q: float, M: int, ended: bool) -> str:
        values = f"With q = {q:.2f} the eigenvalues are {1 - q:.2f} and {1 + q:.2f}"
        if not ended:
            return f"{values}, and all {M} rounds are mistakes, with no end in sight."
        so_many = f"and {plural(M, 'mistake')} {'is' if M == 1 else 'are'} made"
        if q < -1:
            return f"{values}, {so_many}; there is no bound."
        return f"{values}, {so_many}; the bound is {2 / (1 - q):.1f}."

    control = slider("q", -1.5, 2.0, 0.05, start=0.0)
    return explore(fig, data=at, move=move, describe=describe, q=control)


# -- curves ------------------------------------------------------------------------------------


@cache
def rings(noise: int = 0) -> tuple[Any, Any]:
    """Two rings of 40 examples each; in ``noise`` percent of them the label is flipped.

    >>> (rings(10)[1] != rings(0)[1]).sum()
    np.int64(8)
    """
    X, y = data.circles(80, noise=0.2, seed=1)
    flipped = y.copy()
    flipped[np.random.default_rng(1).permutation(80)[: round(0.8 * noise)]] *= -1
    return X, flipped


_SAMPLES: dict[str, Any] = {
    "XOR": (lambda: data.xor(60, spread=0.9, seed=1), data.xor(1000, spread=0.9, seed=2)),
    "Rings": (rings, data.circles(1000, noise=0.2, seed=101)),
}
"""Training examples, and a thousand fresh ones."""


def _percent_wrong(y: Any, scores: Any) -> float:
    return float(100 * (y * scores <= 0).mean())


def degrees() -> Exploration:
    """The kernel perceptron with polynomial kernels of any degree, with and without a constant.

    >>> degrees().at(sample="XOR", c=1, degree=2).sentence
    'XOR, degree 2, c = 1: 12 support vectors; 0 of 60 wrong, and 4.3% of fresh examples.'
    """
    most, reach = 8, 2.9
    found = {}
    for name, (make, (fresh, truth)) in _SAMPLES.items():
        X, y = make()
        for c in (0, 1):
            rule = [KernelRule(polynomial(p, c=c)) for p in range(1, most + 1)]
            runs = [play_kernel(one, X, y, epochs=20) for one in rule]
            where = [outline(run.scores(grid(reach)), reach) for run in runs]
            own = [int((y * run.scores(X) <= 0).sum()) for run in runs]
            new = [_percent_wrong(truth, run.scores(fresh)) for run in runs]
            found[name, c] = X, y, [X[run.support] for run in runs], where, own, new
    fig, (left, right) = pictures.figure(7.0, 3.6, columns=2)
    plane = _Plane(left, reach)
    along = np.arange(1, most + 1)
    right.set(xlim=(0.6, most + 0.4), ylim=(-2, 75), xlabel="degree", ylabel="% wrong")
    right.set_xticks(along)
    curves = _Errors(right)

    def at(sample: str, c: int, degree: int) -> tuple[Any, ...]:
        return sample, c, degree, found[sample, c]

    def move(sample: str, c: int, degree: int, all_of_them: Any) -> None:
        X, y, support, where, own, new = all_of_them
        plane.move(X, y, support[degree - 1], where[degree - 1])
        seen, share = slice(degree), 100 * np.array(own) / len(y)
        curves.move(along[seen], share[seen], new[seen], degree - 1)

    def describe(sample: str, c: int, degree: int, all_of_them: Any) -> str:
        X, _, support, _, own, new = all_of_them
        k = degree - 1
        errors = f"{own[k]} of {len(X)} wrong, and {new[k]:.1f}% of fresh examples"
        return f"{sample}, degree {degree}, c = {c}: {len(support[k])} support vectors; {errors}."

    controls: dict[str, Any] = {"sample": choice("sample", *_SAMPLES), "c": choice("c", 1, 0)}
    controls["degree"] = slider("degree", 1, most, start=1)
    return explore(fig, data=at, move=move, describe=describe, **controls)


class _Plane:
    """Examples that change, the support vectors among them, and where the score is positive."""

    def __init__(self, ax: Any, reach: float) -> None:
        pictures.plane(ax, reach=reach)
        self.region = Region(ax)
        looks = ((1, pictures.POSITIVE, "o"), (-1, pictures.NEGATIVE, "s"))
        self.drawn = [(sign, pictures.Curve(ax, c, m, ms=5, mec="white")) for sign, c, m in looks]
        ring: dict[str, Any] = {"mfc": "none", "mew": 1.2, "ms": 9}
        self.support = pictures.Curve(ax, pictures.WEIGHTS, "o", **ring)
        ax.set_title("circled: support vectors")

    def move(self, X: Any, y: Any, support: Any, where: Any) -> None:
        """Draw all of it."""
        self.region.move(where)
        for sign, curve in self.drawn:
            curve.move(*X[y == sign].T)
        self.support.move(*support.T)


class _Errors:
    """Errors on the examples and on fresh ones, along a parameter, with the present one marked."""

    def __init__(self, ax: Any) -> None:
        self.own = pictures.Curve(ax, pictures.QUIET, "o--", "on the examples", ms=4, lw=1.5)
        self.new = pictures.Curve(ax, pictures.WEIGHTS, "o-", "on fresh ones", ms=4, lw=1.5)
        self.dot = pictures.Curve(ax, pictures.WEIGHTS, "o", ms=9)
        pictures.legend(ax, "upper center")

    def move(self, along: Any, own: Any, new: Any, k: int) -> None:
        """Draw them, and mark number k."""
        self.own.move(along, own)
        self.new.move(along, new)
        self.dot.move(along[k : k + 1], new[k : k + 1])


WIDTHS = (0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 7.0, 10.0, 20.0)


@cache
def _of_width(width: float) -> Any:
    """The run on the rings with wrong labels."""
    return play_kernel(KernelRule(gaussian(width)), *rings(10), epochs=20)


@cache
def width_errors(width: float) -> tuple[int, float]:
    """Labels missed by the averaged score, and the percentage of fresh examples that are wrong.

    >>> width_errors(2.0)[0]
    7
    """
    X, y = rings(10)
    fresh, truth = _SAMPLES["Rings"][1]
    average = _of_width(width).average_scores
    return int((y * average(X) <= 0).sum()), _percent_wrong(truth, average(fresh))


def widths() -> Flipbook:
    """Gaussian kernels from very wide to very narrow, on rings with ten percent of wrong labels.

    >>> widths().pages[-1].sentence
    'Width 0.05: 26 support vectors; 0 of 80 labels missed, 14.4% of fresh examples wrong.'
    """
    X, y = rings(10)
    runs = [_of_width(width) for width in WIDTHS]
    own, new = zip(*map(width_errors, WIDTHS), strict=True)
    fig, (left, right) = pictures.figure(7.4, 3.8, columns=2)
    plane = _Plane(left, 2.9)
    right.set(xscale="log", xlim=(0.04, 25), ylim=(-2, 75), xlabel="width", ylabel="% wrong")
    right.set_xticks([0.1, 1, 10], ["0.1", "1", "10"])
    right.axhline(10, color=pictures.BOUND, ls=":", lw=1.5, label="labels flipped")
    curves = _Errors(right)

    def at(width: float) -> tuple[Any, ...]:
        k = WIDTHS.index(width)
        return k, outline(_log_odds(runs[k], grid(2.9)), 2.9)

    def move(k: int, where: Any) -> None:
        plane.move(X, y, X[runs[k].support], where)
        seen = slice(k, None)
        curves.move(np.array(WIDTHS)[seen], np.array(own)[seen] / 0.8, new[seen], 0)

    def describe(k: int, where: Any) -> str:
        errors = f"{own[k]} of 80 labels missed, {new[k]:.1f}% of fresh examples wrong"
        return f"Width {WIDTHS[k]:g}: {len(runs[k].support)} support vectors; {errors}."

    how: dict[str, Any] = {"label": "width", "steps": WIDTHS[::-1], "start": WIDTHS[-1]}
    return flipbook(fig, data=at, move=move, describe=describe, **how)


def _log_odds(run: Any, points: Any) -> Any:
    """log of the positive over the negative part of the averaged score of a Gaussian kernel.

    It has the sign of the score, and changes slowly where that falls by hundreds of powers of 10.
    """
    used, width = run.support, run.rule.kernel.width
    share = np.bincount(run.examples, run.rounds - run.mistakes, len(run.y))[used]
    squares = ((points[:, None] - run.X[used]) ** 2).sum(axis=2)
    logs = np.log(share) - squares / (2 * width**2)
    plus, minus = (logs[:, run.y[used] == sign] for sign in (1, -1))
    return np.logaddexp.reduce(plus, axis=1) - np.logaddexp.reduce(minus, axis=1)


# -- what it costs -----------------------------------------------------------------------------


class _Counting:
    """A number that counts how often numbers of its kind were multiplied."""

    done = 0

    def __init__(self, value: int) -> None:
        self.value = value

    def __add__(self, other: _Counting) -> _Counting:
        return _Counting(self.value + other.value)

    def __mul__(self, other: _Counting) -> _Counting:
        type(self).done += 1
        return _Counting(self.value * other.value)


def multiplications(d: int, degree: int) -> int:
    """Multiplications in (a.b + 1)^degree for a and b in d dimensions: counted, not estimated.

    >>> multiplications(784, 4)
    787
    """
    _Counting.done = 0
    total, ones = _Counting(1), [_Counting(1)] * d
    for a, b in zip(ones, ones, strict=True):
        total = total + a * b
    power = total
    for _ in range(degree - 1):
        power = power * total
    assert power.value == (d + 1) ** degree
    return _Counting.done


def cost() -> Exploration:
    """Multiplications for one score: with all the features, and with the kernel.

    >>> cost().at(d=784, degree=4, support=100).sentence
    'With d = 784 and degree 4: 15,943,435,565 with features, 78,700 with the kernel (100 x 787).'
    """
    sizes = np.unique(np.geomspace(1, 1000, 90).round().astype(int))
    fig, ax = pictures.figure(6.6, 3.6)
    ax.set(xscale="log", yscale="log", xlim=(0.9, 1100), ylim=(1, 1e17))
    ax.set(xlabel="dimensions $d$", ylabel="multiplications for one score")
    green, black = pictures.BOUND, pictures.WEIGHTS
    explicit = pictures.Curve(ax, black, "-", label="with all features up to that degree")
    trick = pictures.Curve(ax, green, "--", label="with the kernel")
    pictures.legend(ax, "upper left")
    dots = [pictures.Curve(ax, colour, "o", ms=8) for colour in (black, green)]

    def at(d: int, degree: int, support: int) -> tuple[Any, ...]:
        return d, degree, support, comb(d + degree, degree), d + degree - 1

    def move(d: int, degree: int, support: int, features: int, each: int) -> None:
        explicit.move(sizes, [float(comb(int(n) + degree, degree)) for n in sizes])
        trick.move(sizes, support * (sizes + degree - 1))
        for dot, count in zip(dots, (features, support * each), strict=True):
            dot.move([d], [float(count)])

    def describe(d: int, degree: int, support: int, features: int, each: int) -> str:
        mine = f"{support * each:,} with the kernel ({support} x {each})"
        return f"With d = {d} and degree {degree}: {features:,} with features, {mine}."

    d = slider("dimensions d", 1, 1000, start=2)
    degree = slider("degree", 1, 6, start=1)
    support = slider("support vectors", 1, 1000, start=100)
    return explore(fig, data=at, move=move, describe=describe, d=d, degree=degree, support=support)


def gallery() -> Still:
    """The slide of this lecture: two samples that no line splits, and three kernels.

    >>> gallery()
    Errors on XOR and on rings: linear, 30 of 60 and 30 of 80; degree 2, 0 and 0; Gaussian, 0 and 0.
    """
    kernels: dict[str, Any] = {
        "linear": linear,
        "degree 2": polynomial(2),
        "Gaussian": gaussian(0.7),
    }
    fig, _ = pictures.figure(7.2, 4.9)
    fig.clear()
    table = fig.subplots(2, 3)
    counts: dict[str, list[str]] = {name: [] for name in kernels}
    for row, (sample, (make, _)) in zip(table, _SAMPLES.items(), strict=True):
        X, y = make()
        for ax, (name, kernel) in zip(row, kernels.items(), strict=True):
            run = play_kernel(KernelRule(kernel), X, y, epochs=20)
            wrong = int((y * run.scores(X) <= 0).sum())
            counts[name].append(f"{wrong} of {len(y)}" if name == "linear" else str(wrong))
            plane = _Plane(ax, 2.2 if sample == "XOR" else 2.9)
            plane.move(X, y, X[run.support], outline(run.scores(grid(2.9)), 2.9))
            ax.set(xlabel="", ylabel="", xticks=[], yticks=[])
            ax.set_title(f"{sample}, {name}: {plural(wrong, 'error')}", fontsize=10)
    said = "; ".join(f"{name}, {a} and {b}" for name, (a, b) in counts.items())
    return show(fig, f"Errors on XOR and on rings: {said}.")
