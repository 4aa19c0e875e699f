"""Which curves a kernel draws: degrees of polynomials, widths of Gaussians, a gallery."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ...kernels.functions import gaussian, linear, polynomial
from ...learners import KernelPerceptron
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
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural
from ...samples import data
from ...validate import Array, Indices
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


@dataclass(frozen=True)
class Curved:
    """One degree on one sample: the curve, support vectors, errors of all degrees."""

    sample: str
    c: int
    degree: int
    X: Array
    y: Array
    support: int
    where: Any
    own: list[int]
    new: list[float]


def degrees() -> Prediction:
    """Which degrees learn XOR without lower ones? Then degrees, on two samples.

    >>> degrees().at(sample="XOR", c=1, degree=2).sentence
    'XOR, degree 2, c = 1: 12 support vectors; 0 of 60 wrong, and 4.3% of fresh examples.'
    """
    return predict(
        {
            "all from 2 on": "With c = 0 odd degrees see only odd products. Their scores change "
            "sign from x to −x, while XOR has the same label at both.",
            "the even ones": "An even product has the same value at x and at −x, as XOR has the "
            "same label there. Odd ones change sign.",
            "only 2": "Degree 4 has products such as x₁³x₂, which tell equal signs from different "
            "ones just as x₁x₂ does.",
        },
        right="the even ones",
        then=_degrees(),
    )


@cache
def _of_degree(sample: str, c: int, degree: int) -> Any:
    """The run, and its outline."""
    run = KernelPerceptron(polynomial(degree, c=c), epochs=20).run(*_SAMPLES[sample][0]())
    return run, outline(run.scores(grid(2.9)), 2.9)


@cache
def _errors_of(sample: str, c: int, degree: int) -> tuple[int, float]:
    """How many of its own examples it gets wrong, and the percentage of fresh ones."""
    run, _ = _of_degree(sample, c, degree)
    fresh, truth = _SAMPLES[sample][1]
    return int((run.y * run.scores(run.X) <= 0).sum()), _percent_wrong(truth, run.scores(fresh))


def _degrees() -> Exploration:
    most = 8
    fig, (left, right) = pictures.figure(7.4, 3.6, columns=2)
    plane = CurvedPlane(left, 2.9)
    left.set_title("shaded: $f(x) > 0$")
    along = np.arange(1, most + 1)
    right.set(xlim=(0.6, most + 0.4), ylim=(-2, 75), xlabel="degree $p$", ylabel="% wrong")
    right.set_xticks(along)
    curves = Errors(right)

    def curved(sample: str, c: int, degree: int) -> Curved:
        run, where = _of_degree(sample, c, degree)
        own, new = zip(*(_errors_of(sample, c, p) for p in along), strict=True)
        support = len(run.support)
        return Curved(sample, c, degree, run.X, run.y, support, where, [*own], [*new])

    def move(now: Curved) -> None:
        plane.move(now.X, now.y, now.X[:0], now.where)
        share = 100 * np.array(now.own) / len(now.y)
        curves.move(along, share, now.new, now.degree - 1)

    def describe(now: Curved) -> str:
        k = now.degree - 1
        errors = f"{now.own[k]} of {len(now.y)} wrong, and {now.new[k]:.1f}% of fresh examples"
        what = f"{now.sample}, degree {now.degree}, c = {now.c}"
        return f"{what}: {now.support} support vectors; {errors}."

    return explore(
        fig,
        data=curved,
        move=move,
        describe=describe,
        sample=choice("sample", *_SAMPLES, kept="Rings"),
        c=choice("c", 0, 1, kept=1),
        degree=slider("degree p", 1, most, start=2, kept=4),
    )


WIDTHS = (0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 7.0, 10.0, 20.0)


@cache
def _of_width(width: float) -> Any:
    """The run on the rings with wrong labels."""
    return KernelPerceptron(gaussian(width), epochs=20).run(*rings(10))


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


@dataclass(frozen=True)
class Wide:
    """One width on the rings with wrong labels, and its errors."""

    width: float
    support: Indices
    where: Any
    k: int
    own: int
    new: float


def widths() -> Prediction:
    """Which width is best on fresh examples? Then from very narrow to very wide.

    >>> widths().pages[0].sentence
    'Width 0.05: 26 support vectors; 0 of 80 labels missed, 14.4% of fresh examples wrong.'
    """
    return predict(
        {
            "the narrowest, which gets all labels right": "It learns its examples by heart, the "
            "flipped labels too, and pays for it on fresh ones.",
            "one in the middle": "Wide enough to outvote a flipped label, narrow enough to tell "
            "the rings apart.",
            "the widest, which is the smoothest": "So wide that all examples sound alike: then "
            "nothing is told apart.",
        },
        right="one in the middle",
        then=_widths(),
    )


def _widths() -> Flipbook:
    X, y = rings(10)
    own, new = zip(*map(width_errors, WIDTHS), strict=True)
    fig, (left, right) = pictures.figure(7.6, 3.8, columns=2)
    plane = CurvedPlane(left, 2.9)
    right.set(xscale="log", xlim=(0.04, 25), ylim=(-2, 75), xlabel=r"width $\sigma$")
    right.set_ylabel("% wrong")
    pictures.ticks(right.xaxis, [0.1, 1, 10])
    right.axhline(10, color=pictures.BOUND, ls=":", lw=1.5, label="share of flipped labels")
    curves = Errors(right)

    def wide(width: float) -> Wide:
        k, run = WIDTHS.index(width), _of_width(width)
        where = outline(_log_odds(run, grid(2.9)), 2.9)
        return Wide(width, run.support, where, k, own[k], new[k])

    def move(now: Wide) -> None:
        plane.move(X, y, X[now.support], now.where)
        curves.move(WIDTHS, 100 * np.array(own) / len(y), new, now.k)

    def describe(now: Wide) -> str:
        errors = f"{now.own} of 80 labels missed, {now.new:.1f}% of fresh examples wrong"
        return f"Width {now.width:g}: {len(now.support)} support vectors; {errors}."

    return flipbook(
        fig, data=wide, move=move, describe=describe, label="width σ",
        steps=WIDTHS, start=0.3, kept=2.0,
    )  # fmt: skip


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
            run = KernelPerceptron(kernel, epochs=20).run(X, y)
            wrong = int((y * run.scores(X) <= 0).sum())
            counts[name].append(f"{wrong} of {len(y)}" if name == "linear" else str(wrong))
            plane = CurvedPlane(ax, 2.2 if sample == "XOR" else 2.9)
            plane.move(X, y, X[run.support], outline(run.scores(grid(2.9)), 2.9))
            ax.set(xlabel="", ylabel="", xticks=[], yticks=[])
            ax.set_title(f"{sample}, {name}: {plural(wrong, 'error')}", fontsize=10)
    errors = "; ".join(f"{name}, {a} and {b}" for name, (a, b) in counts.items())
    return show(fig, f"Errors on XOR and on rings: {errors}.")
