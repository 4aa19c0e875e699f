"""The table of the experiment on MNIST that the package keeps, as a picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...experiments.mnist import LOOKS
from ...experiments.tables import load
from ...notebook import pictures
from ...notebook.explore import Exploration, explore, slider
from ...validate import Array

__all__ = ["mnist"]


@dataclass(frozen=True)
class Degree:
    """One degree: its rows of the table, and the votes of all lower degrees."""

    degree: int
    rows: list[dict[str, Any]]
    lower: list[list[dict[str, Any]]]


def mnist() -> Exploration:
    """Test errors against passes, for one degree after another, by four ways to answer.

    >>> mnist().at(degree=4).sentence
    'Degree 4 after 10 passes: the vote errs on 1.64% of 10,000 test digits, the last ...'
    """
    table = load("mnist")
    degrees = sorted({row["degree"] for row in table.rows})
    fig, ax = pictures.figure(7.0, 4.3)
    ax.set(xscale="log", yscale="log", xlim=(0.09, 26), ylim=(1.2, 30), xlabel="passes")
    ax.set_ylabel("% of test digits misread")
    pictures.ticks(ax.xaxis, [0.1, 1, 2, 4, 10])
    pictures.ticks(ax.yaxis, [2, 5, 10, 20])
    ax.minorticks_off()
    names = ["vote, lower degrees"] + [None] * (len(degrees) - 1)
    pale = [pictures.Curve(ax, "#A8A8A8", "-", name, lw=1.5) for name in names]
    ends = [
        pictures.Note(ax, 0, 0, transform=ax.transData, va="center", fontsize=9) for _ in degrees
    ]
    curves = {
        way: pictures.Curve(ax, colour, look, way, ms=6, mec="white")
        for way, (colour, look) in LOOKS.items()
    }
    pictures.legend(ax, "upper right", ncols=2)

    def chosen(degree: int) -> Degree:
        return Degree(degree, rows_of(degree), [rows_of(p) for p in degrees if p < degree])

    def rows_of(degree: int) -> list[dict[str, Any]]:
        return [row for row in table.rows if row["degree"] == degree]

    def move(now: Degree) -> None:
        passes = [row["epochs"] for row in now.rows]
        for way, curve in curves.items():
            curve.move(passes, [row[way] for row in now.rows])
        for k, curve in enumerate(pale):
            rows = now.lower[k] if k < len(now.lower) else []
            curve.move([row["epochs"] for row in rows], [row["vote"] for row in rows])
        heights = _apart([rows[-1]["vote"] for rows in now.lower])
        for k, end in enumerate(ends):
            end.move(f"degree {degrees[k]}" if k < len(heights) else "")
            end.text.set_position((11.5, heights[k] if k < len(heights) else 1.0))

    def describe(now: Degree) -> str:
        last = now.rows[-1]
        vote = f"the vote errs on {last['vote']:.2f}% of 10,000 test digits"
        others = f"the last vectors on {last['last']:.2f}%"
        count = f"{last['support']:,} of 60,000 examples are support vectors"
        return f"Degree {now.degree} after {last['epochs']} passes: {vote}, {others}; {count}."

    control = slider("degree p", degrees[0], degrees[-1], start=4)
    return explore(fig, data=chosen, move=move, describe=describe, degree=control)


def _apart(values: list[float], ratio: float = 1.16) -> Array:
    """Heights near these values for words in a logarithmic picture, so that none hides another."""
    if not values:
        return np.zeros(0)
    order, room = np.argsort(values), np.log(ratio) * np.arange(len(values))
    wish = np.log(np.array(values)[order]) - room
    # the nearest rising sequence: the largest, over all beginnings, of the smallest mean from there
    rising = [
        max(min(wish[a : b + 1].mean() for b in range(k, len(wish))) for a in range(k + 1))
        for k in range(len(wish))
    ]
    heights = np.zeros(len(values))
    heights[order] = np.exp(np.array(rising) + room)
    return heights
