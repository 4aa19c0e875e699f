"""XOR with a kernel: six products and one number, and the run that solves it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...kernels.functions import polynomial
from ...learners import KernelPerceptron
from ...notebook import pictures
from ...notebook.explore import Exploration, Flipbook, explore, flipbook, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import vector
from ...samples import data
from ...validate import Array
from .regions import Region, grid, outline

__all__ = ["two_numbers", "xor_run"]


@dataclass(frozen=True)
class Pair:
    """Two points of the plane, the products of their six features, and their kernel value."""

    points: Array
    products: Array
    K: float


def two_numbers() -> Prediction:
    """Where do six products cancel? Then two points that move.

    >>> two_numbers().at(a1=1.0, a2=0.5, b1=-0.5, b2=1.0).sentence
    'For a = (1, 0.5) and b = (-0.5, 1) the six products add up to 1. In the plane a·b = 0, and ...'
    """
    return predict(
        {
            "nowhere: six numbers do not cancel exactly": "They do where a·b = −1. Then the square "
            "is 0, and so is their sum.",
            "on a line": "Their sum is (a·b + 1)², and that is 0 on the line a·b = −1.",
            "at one point, the mirror image of a": "At b = −a they do cancel, but so they do "
            "wherever a·b = −1, and that is a whole line.",
        },
        right="on a line",
        then=_two_numbers(),
    )


def _two_numbers() -> Exploration:
    kernel = polynomial(2, c=1)
    fig, (left, right) = pictures.figure(7.6, 3.5, columns=2, width_ratios=[1, 1.5])
    pictures.plane(left, reach=1.4)
    looks = (("$a$", pictures.WEIGHTS), ("$b$", pictures.QUIET))
    arrows = [pictures.Arrow(left, colour, label=name) for name, colour in looks]
    pictures.legend(left, "lower center", bbox_to_anchor=(0.5, 1.0), ncols=2)
    right.axhline(0, color=pictures.QUIET, lw=1)
    right.set(ylim=(-2.4, 9.4), xlim=(0.3, 7.7), title="products of features, and their sum")
    roots = ["$x_1^2$", r"$\sqrt{2}x_1x_2$", r"$\sqrt{2}x_1$", "$x_2^2$", r"$\sqrt{2}x_2$", "$1$"]
    right.set_xticks(range(1, 8), [*roots, "sum"], fontsize=9)
    bars = pictures.Bars(right, 7, [pictures.QUIET] * 6 + [pictures.WEIGHTS])
    value = pictures.Curve(right, pictures.BOUND, "_", ms=26, mew=4, label="$(a\\cdot b+1)^2$")
    pictures.legend(right, "upper left")

    def pair(a1: float, a2: float, b1: float, b2: float) -> Pair:
        points = np.array([[a1, a2], [b1, b2]])
        features = kernel.features(points)
        return Pair(points, features[0] * features[1], float(kernel(points[:1], points[1:])[0, 0]))

    def move(now: Pair) -> None:
        for arrow, end in zip(arrows, now.points, strict=True):
            arrow.move(end)
        bars.move([*now.products, now.products.sum()])
        value.move([7], [now.K])

    def describe(now: Pair) -> str:
        total = round(float(now.products.sum()), 9) + 0.0
        inner = float(now.points[0] @ now.points[1]) + 0.0
        a, b = (vector(point + 0.0) for point in now.points)
        plane = f"In the plane a·b = {inner:g}, and (a·b + 1)² = {now.K:g}"
        return f"For a = {a} and b = {b} the six products add up to {total:g}. {plane}."

    starts = {"a1": 1.0, "a2": 0.0, "b1": 1.0, "b2": 1.0}
    kept = {"a1": 1.0, "a2": -0.5, "b1": 1.0, "b2": 1.0}
    controls = {
        name: slider(f"{name[0]}_{name[1]}", -1.0, 1.0, 0.5, start=at, kept=kept[name])
        for name, at in starts.items()
    }
    return explore(fig, data=pair, move=move, describe=describe, **controls)


@dataclass(frozen=True)
class Squeezed:
    """After k updates: corners still wrong, v.w, and the floor and the roof of the bound."""

    k: int
    made: int
    wrong: int
    along: Array
    sizes: Array

    @property
    def floor(self) -> int:
        """What v.w cannot fall short of."""
        return 8 * self.k

    @property
    def roof(self) -> float:
        """What v.w cannot exceed."""
        return float((288 * self.k) ** 0.5)


def xor_run() -> Prediction:
    """How many mistakes does XOR cost? Then the run, and the squeeze of its bound.

    >>> xor_run().pages[2].sentence
    'Update 2, on (1, -1): 2 of 4 corners are still wrong. The floor is 16, v·w = 16, ...'
    """
    return predict(
        {
            "1": "One mistake leaves a curve that treats all other corners alike, so some of them "
            "are wrong.",
            "4, one on each corner": "Each corner is wrong once, and then all of them are right.",
            "they never end, as for a line": "For a line they do not. In feature space a plane "
            "separates the corners, so the mistakes end.",
        },
        right="4, one on each corner",
        then=_xor_run(),
    )


def _xor_run() -> Flipbook:
    X, y = data.xor()
    kernel = polynomial(2, c=1)
    run = KernelPerceptron(kernel, epochs=None).run(X, y)
    G = y[:, None] * kernel(X, X) * y
    alphas = np.array([np.bincount(run.examples[:k], minlength=4) for k in range(run.M + 1)])
    along, sizes = alphas @ G @ np.ones(4), np.sqrt(32 * ((alphas @ G) * alphas).sum(axis=1))
    paths = [outline(scores, 1.8) for scores in run.path_scores(grid(1.8)).T]
    wrong = (y[:, None] * run.path_scores(X) <= 0).sum(axis=0)
    fig, (left, right) = pictures.figure(7.8, 3.8, columns=2)
    pictures.plane(left, X, y, reach=1.8)
    left.set_title("shaded: $f(x) > 0$")
    region, ring = Region(left), pictures.Marks(left)
    fine = np.linspace(0, 5.4, 100)
    right.plot(fine, 288**0.5 * fine**0.5, "--", color=pictures.BOUND, label=r"roof $R|v|\sqrt{k}$")
    right.plot(fine, 8 * fine, "-", color=pictures.BOUND, label="floor $gk$")
    right.set(xlim=(0, 5.4), ylim=(0, 43), xlabel="updates $k$", title="the squeeze, by kernels")
    lengths = pictures.Curve(right, pictures.WEIGHTS, "s", label="$|v||w|$", mfc="white")
    inner = pictures.Curve(right, pictures.WEIGHTS, "o", label="$v\\cdot w$")
    pictures.legend(right, "upper left")
    gap = pictures.Curve(right, pictures.MISTAKE, "-", lw=4)

    def squeezed(k: int) -> Squeezed:
        made = min(k, run.M)
        return Squeezed(k, made, int(wrong[made]), along[: made + 1], sizes[: made + 1])

    def move(now: Squeezed) -> None:
        region.move(paths[now.made])
        ring.move(X[run.examples[now.k - 1 : now.k]] if now.k else X[:0])
        seen = np.arange(now.made + 1)
        inner.move(seen, now.along)
        lengths.move(seen, now.sizes)
        closed = now.floor > now.roof
        gap.move([now.k, now.k] if closed else [], [now.floor, now.roof] if closed else [])

    def describe(now: Squeezed) -> str:
        if now.k == 0:
            return "Before any update every score is 0, and all 4 corners count as wrong."
        if now.k > run.M:
            return (
                f"No fifth update: the floor, {now.floor}, would be above the roof, {now.roof:.1f}."
            )
        corner = vector(X[run.examples[now.k - 1]], ".0f")
        state = f"{now.wrong} of 4 corners {'is' if now.wrong == 1 else 'are'} still wrong"
        state = "all 4 corners are right" if now.wrong == 0 else state
        squeeze = f"The floor is {now.floor}, v·w = {now.along[-1]:.0f}, the roof {now.roof:.1f}"
        return f"Update {now.k}, on {corner}: {state}. {squeeze}."

    return flipbook(
        fig, data=squeezed, move=move, describe=describe, label="updates k",
        steps=range(run.M + 2), start=2, kept=run.M,
    )  # fmt: skip
