"""Which functions are kernels: their eigenvalues, and mistakes where they are none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ...learners import KernelPerceptron
from ...notebook import pictures
from ...notebook.explore import Exploration, choice, explore, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural
from ...validate import Array

__all__ = ["FUNCTIONS", "eigenvalues", "not_pds", "two_points"]


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


@dataclass(frozen=True)
class Tested:
    """A function on some equidistant points, and the eigenvalues of its matrix there."""

    name: str
    n: int
    gap: float
    values: Array


def eigenvalues() -> Prediction:
    """Which of four functions are kernels? Then their eigenvalues on points of the line.

    >>> eigenvalues().at(name="Box", n=3, gap=0.7).sentence
    'Box on 3 points, 0.7 apart: the smallest eigenvalue is -0.414, so it is no kernel.'
    """
    return predict(
        {
            "Gaussian and triangle": "No points expose these two. Two points expose the last one, "
            "and three the box.",
            "Gaussian and box": "The box passes with two points, but three expose it: 0 and 1.4 "
            "both hear 0.7, and do not hear each other.",
            "triangle and 1 + distance": "A point should be nearest to itself. With 1 + distance "
            "it is not, and two points show it.",
        },
        right="Gaussian and triangle",
        then=_eigenvalues(),
    )


def _eigenvalues() -> Exploration:
    most = 12
    fig, (left, right) = pictures.figure(7.6, 3.5, columns=2)
    left.set(xlim=(-3, 3), ylim=(-0.05, 3.3), xlabel="$a - b$", title="$K(a, b)$")
    across = np.linspace(-3, 3, 601)
    shape = pictures.Curve(left, pictures.WEIGHTS, "-")
    used = pictures.Curve(left, pictures.BOUND, "o", ms=5, label="between two of the points")
    pictures.legend(left, "upper center")
    right.axhline(0, color=pictures.QUIET, lw=1)
    right.set_yscale("symlog", linthresh=0.1, linscale=0.5)
    right.set(
        xlim=(0.3, most + 0.7),
        ylim=(-150, 150),
        xlabel="from the smallest to the largest",
        title="eigenvalues",
    )
    steps = [-100, -10, -1, -0.1, 0, 0.1, 1, 10, 100]
    right.set_yticks(steps, [f"{step:g}".replace("-", "−") for step in steps])
    right.minorticks_off()
    right.set_ylabel("logarithmic, except near 0", fontsize=9)
    good = pictures.Curve(right, pictures.WEIGHTS, "o", label="eigenvalue, 0 or more")
    bad = pictures.Curve(right, pictures.MISTAKE, "X", label="negative eigenvalue", ms=9)
    pictures.legend(right, "upper left")

    def tested(name: str, n: int, gap: float) -> Tested:
        differences = np.subtract.outer(np.arange(n), np.arange(n)) * gap
        values = np.linalg.eigvalsh(FUNCTIONS[name](differences))
        values[np.abs(values) < 1e-9] = 0.0
        return Tested(name, n, gap, values)

    def move(now: Tested) -> None:
        shape.move(across, FUNCTIONS[now.name](across))
        steps = np.arange(1 - now.n, now.n) * now.gap
        used.move(steps, FUNCTIONS[now.name](steps))
        number, fine = np.arange(1, now.n + 1), now.values >= 0
        good.move(number[fine], now.values[fine])
        bad.move(number[~fine], now.values[~fine])

    def describe(now: Tested) -> str:
        where = f"{now.name} on {now.n} points, {now.gap:g} apart"
        least = now.values[0]
        verdict = "so it is no kernel" if least < 0 else "no objection from these points"
        return f"{where}: the smallest eigenvalue is {least:.3g}, {verdict}."

    return explore(
        fig,
        data=tested,
        move=move,
        describe=describe,
        name=choice("function", *FUNCTIONS, kept="Box"),
        n=slider("points", 2, most, start=2, kept=3),
        gap=slider("distance of neighbours", 0.1, 1.5, 0.1, start=0.7),
    )


def two_points(q: float) -> Any:
    """A symmetric function on two points, 0 and 1: K = 1 with themselves, q with each other.

    >>> two_points(2.0)(np.array([[0.0], [1.0]]), np.array([[0.0], [1.0]]))
    array([[1., 2.],
           [2., 1.]])
    """
    return lambda A, B: np.where(A == B.T, 1.0, q)


@dataclass(frozen=True)
class Impostor:
    """K = q between two points: how many mistakes are made, and whether they end."""

    q: float
    mistakes: int
    ended: bool


def not_pds() -> Prediction:
    """What happens to the mistakes beyond q = 1? Then q on a slider.

    >>> not_pds().at(q=0.9).sentence
    'With q = 0.9 the eigenvalues are 0.1 and 1.9, and 2 mistakes are made; the bound is 20.'
    """
    return predict(
        {
            "there are a few more of them": "Up to q = 1 the bound grows. Beyond, there is no "
            "bound at all, and the mistakes do not end.",
            "they never end": "From q = 1 on each correction for one point spoils the score of "
            "the other, by at least as much as it helps.",
            "nothing: the bound still holds": "The bound is about lengths. Beyond q = 1 the square "
            "of a length can be negative, and its proof breaks.",
        },
        right="they never end",
        then=_not_pds(),
    )


def _not_pds() -> Exploration:
    qs = np.round(np.arange(-30, 41) / 20, 2)
    points, labels = [[0], [1]], [1, -1]
    runs = [KernelPerceptron(two_points(q), epochs=60).run(points, labels) for q in qs]
    ends = np.array([run.converged for run in runs])
    counts = np.array([run.M for run in runs])
    fig, (left, right) = pictures.figure(7.6, 3.5, columns=2, width_ratios=[1, 1.9])
    left.axhline(0, color=pictures.QUIET, lw=1)
    left.set(ylim=(-1.3, 3.3), xlim=(0.3, 2.7), title="eigenvalues")
    left.set_xticks([1, 2], ["$1-q$", "$1+q$"])
    bars = pictures.Bars(left, 2)
    right.axvspan(-1, 1, color=pictures.BOUND, alpha=0.08, lw=0)
    right.set(yscale="log", ylim=(0.7, 300), xlim=(-1.55, 2.4), xlabel="$q = K(0, 1)$")
    right.set_title("mistakes (tinted: a kernel)")
    inside = np.linspace(-1, 0.993, 200)
    right.plot(inside, 2 / (1 - inside), "--", color=pictures.BOUND, label="bound $2/(1-q)$")
    pale: dict[str, Any] = {"ls": "", "alpha": 0.5, "ms": 5}
    right.plot(qs[ends], counts[ends], ".", color=pictures.WEIGHTS, label="made", **pale)
    endless = {"color": pictures.MISTAKE, "label": "without end", **pale}
    right.plot(qs[~ends], counts[~ends], "X", **endless)
    pictures.legend(right, "center right")
    dot = pictures.Curve(right, pictures.WEIGHTS, "o", ms=9, mfc="none")

    def impostor(q: float) -> Impostor:
        k = round(20 * q) + 30
        return Impostor(q, int(counts[k]), bool(ends[k]))

    def move(now: Impostor) -> None:
        bars.move([1 - now.q, 1 + now.q])
        dot.move([now.q], [now.mistakes])

    def describe(now: Impostor) -> str:
        one, other = (round(1 + sign * now.q, 2) + 0.0 for sign in (-1, 1))
        values = f"With q = {now.q:g} the eigenvalues are {one:g} and {other:g}"
        if not now.ended:
            return f"{values}, and all {now.mistakes} rounds are mistakes, with no end in sight."
        so_many = (
            f"and {plural(now.mistakes, 'mistake')} {'is' if now.mistakes == 1 else 'are'} made"
        )
        if now.q < -1:
            return f"{values}, {so_many}; there is no bound."
        return f"{values}, {so_many}; the bound is {round(2 / (1 - now.q), 3):g}."

    control = slider("q", -1.5, 2.0, 0.05, start=0.0, kept=1.5)
    return explore(fig, data=impostor, move=move, describe=describe, q=control)
