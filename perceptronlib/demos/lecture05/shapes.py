"""Which curves a kernel draws: degrees of polynomials, widths of Gaussians, a gallery."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ...kernels.dual import KernelRule, play_kernel
from ...kernels.functions import gaussian, linear, polynomial
from ...notebook import pictures
from ...notebook.explore import (
    Exploration,
    Flipbook,
    Still,
    choice,
    explore,
    flipbook,
    show,
    slider,
)
from ...notebook.words import plural
from ...samples import data
from .regions import CurvedPlane, Errors, grid, outline

__all__ = ["WIDTHS", "degrees", "gallery", "rings", "width_errors", "widths"]


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
    results = {}
    for name, (make, (fresh, truth)) in _SAMPLES.items():
        X, y = make()
        for c in (0, 1):
            rule = [KernelRule(polynomial(p, c=c)) for p in range(1, most + 1)]
            runs = [play_kernel(one, X, y, epochs=20) for one in rule]
            where = [outline(run.scores(grid(reach)), reach) for run in runs]
            own = [int((y * run.scores(X) <= 0).sum()) for run in runs]
            new = [_percent_wrong(truth, run.scores(fresh)) for run in runs]
            results[name, c] = X, y, [X[run.support] for run in runs], where, own, new
    fig, (left, right) = pictures.figure(7.0, 3.6, columns=2)
    plane = CurvedPlane(left, reach)
    along = np.arange(1, most + 1)
    right.set(xlim=(0.6, most + 0.4), ylim=(-2, 75), xlabel="degree", ylabel="% wrong")
    right.set_xticks(along)
    curves = Errors(right)

    def at(sample: str, c: int, degree: int) -> tuple[Any, ...]:
        return sample, c, degree, results[sample, c]

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
    plane = CurvedPlane(left, 2.9)
    right.set(xscale="log", xlim=(0.04, 25), ylim=(-2, 75), xlabel="width", ylabel="% wrong")
    pictures.ticks(right.xaxis, [0.1, 1, 10])
    right.axhline(10, color=pictures.BOUND, ls=":", lw=1.5, label="labels flipped")
    curves = Errors(right)

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

    steps = WIDTHS[::-1]
    return flipbook(
        fig, data=at, move=move, describe=describe, label="width", steps=steps, start=WIDTHS[-1]
    )


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
            plane = CurvedPlane(ax, 2.2 if sample == "XOR" else 2.9)
            plane.move(X, y, X[run.support], outline(run.scores(grid(2.9)), 2.9))
            ax.set(xlabel="", ylabel="", xticks=[], yticks=[])
            ax.set_title(f"{sample}, {name}: {plural(wrong, 'error')}", fontsize=10)
    errors = "; ".join(f"{name}, {a} and {b}" for name, (a, b) in counts.items())
    return show(fig, f"Errors on XOR and on rings: {errors}.")
