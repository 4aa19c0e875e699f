"""Which functions are kernels: their eigenvalues, and mistakes where they are none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...kernels.dual import KernelRule, play_kernel
from ...notebook import pictures
from ...notebook.explore import Exploration, choice, explore, slider
from ...notebook.words import plural

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
    pictures.ticks(right.yaxis, [-100, -10, -1, 0, 1, 10, 100])
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
