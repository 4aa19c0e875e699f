"""Perceptron against Winnow as the features double: the kept experiment."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...course.syllabus import Table
from ...experiments import simulation, tables
from ...notebook import pictures
from ...notebook.explore import Exploration, choice, explore, slider
from ...notebook.predict import Prediction, predict
from ...validate import Array

__all__ = ["doubling", "simulation_table"]

RELEVANT = (2, 5, 10)


@dataclass(frozen=True)
class Doubled:
    """Streams with so many features, r of them relevant: the counts up to here."""

    r: int
    N: int
    sizes: Array
    perceptron: Array
    winnow: Array
    bounds: Array


def doubling() -> Prediction:
    """From 100 to 12,800 features: how do the mistakes grow?

    >>> doubling().at(j=7, r=2).sentence
    'With 12,800 features, 2 of them relevant, the Perceptron makes 19,697 mistakes on average, ...'
    """
    return predict(
        {
            "both double": "The Perceptron's do. Winnow's bound has a logarithm in it, so twice as "
            "many features cost it only a few more.",
            "the Perceptron's double, Winnow's grow by a few": "At 12,800 features that makes "
            "19,697 against 48.",
            "neither grows": "Only two features matter in either case, but the learners do not "
            "know which, and both pay for the search.",
        },
        right="the Perceptron's double, Winnow's grow by a few",
        then=_doubling(),
    )


def _doubling() -> Exploration:
    record = tables.load("simulation")
    sizes = sorted({int(row["N"]) for row in record.rows})
    fig, ax = pictures.figure(7.2, 4.0)
    ax.set_xscale("log", base=2)
    ax.set(yscale="log", xlim=(85, 15500), ylim=(12, 1.2e6), xlabel="features $N$")
    ax.set_title(
        f"mistakes in ${simulation.LENGTH}N$ rounds, mean of {len(simulation.SEEDS)} streams"
    )
    pictures.ticks(ax.xaxis, sizes)
    pictures.ticks(ax.yaxis, [100, 1000, 10000, 100000])
    ax.minorticks_off()
    curves = [
        pictures.Curve(ax, pictures.BOUND, "--", label="allowed: $(4r+1)(N+1)$", lw=1.4),
        pictures.Curve(ax, pictures.QUIET, "o-", label="Perceptron"),
        pictures.Curve(ax, pictures.BOUND, ":", label="allowed: lecture 06's theorem", lw=1.4),
        pictures.Curve(ax, pictures.WEIGHTS, "s-", label="Winnow"),
    ]
    pictures.legend(ax, "upper left")

    def doubled(j: int, r: int) -> Doubled:
        rows = [record.row(k=r, N=N) for N in sizes[: j + 1]]
        allowed = np.array([[row["perceptron_bound"], row["winnow_bound"]] for row in rows])
        made = [np.array([row[name]["mean"] for row in rows]) for name in ("perceptron", "winnow")]
        return Doubled(r, sizes[j], np.array(sizes[: j + 1], float), made[0], made[1], allowed)

    def move(now: Doubled) -> None:
        columns = (now.bounds[:, 0], now.perceptron, now.bounds[:, 1], now.winnow)
        for curve, values in zip(curves, columns, strict=True):
            curve.move(now.sizes, values)

    def describe(now: Doubled) -> str:
        both = f"With {now.N:,} features, {now.r} of them relevant"
        adds, multiplies = (
            f"{one[-1]:,.1f}".removesuffix(".0") for one in (now.perceptron, now.winnow)
        )
        return f"{both}, the Perceptron makes {adds} mistakes on average, Winnow {multiplies}."

    j = slider("doublings of N", 0, len(sizes) - 1, start=3, kept=len(sizes) - 1)
    r = choice("relevant features r", *RELEVANT)
    return explore(fig, data=doubled, move=move, describe=describe, j=j, r=r)


def simulation_table() -> Table:
    """The kept experiment: mean mistakes, with the standard error of the mean, and what is allowed.

    >>> print(repr(simulation_table()).splitlines()[1])
    2 | 100 | 158.9 ± 1.7 | 909 | 22.4 ± 0.6 | 38.9
    """
    heads = ("r", "N", "Perceptron", "allowed", "Winnow", "allowed")
    record = tables.load("simulation")
    rows = [record.row(k=r, N=N) for r in RELEVANT for N in (100, 800, 12800)]
    return Table(
        heads,
        [
            (
                f"{row['k']}", f"{row['N']}", _mean(row["perceptron"]),
                f"{row['perceptron_bound']}", _mean(row["winnow"]), f"{row['winnow_bound']:.1f}",
            )
            for row in rows
        ],
    )  # fmt: skip


def _mean(summary: tables.Row) -> str:
    return f"{summary['mean']:.1f} ± {summary['error']:.1f}"
