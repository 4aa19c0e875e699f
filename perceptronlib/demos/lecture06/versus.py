"""Perceptron or Winnow: one relevant feature among many, and inputs from sparse to dense."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ...core.play import play
from ...core.rules import Rule
from ...notebook import pictures
from ...notebook.compound import Growing
from ...notebook.explore import Flipbook, Still, flipbook, show
from ...notebook.words import plural
from ...samples import data
from ...samples.features import fold_bias
from .disjunctions import winnow

__all__ = [
    "ACTIVE",
    "active_features",
    "both",
    "hadamard_counts",
    "linear_or_logarithmic",
    "sparse_counts",
    "who_wins",
]


def both(X: Any, y: Any, **how: Any) -> tuple[int, int]:
    """Mistakes on x in {0,1}^d of the perceptron (with a constant feature) and of Winnow.

    >>> both(np.eye(3), [1, -1, -1], epochs=None)
    (4, 2)
    """
    perceptron = play(Rule(), fold_bias(X), y, **how)
    return perceptron.M, play(winnow(X.shape[1]), X, y, **how).M


def linear_or_logarithmic() -> Flipbook:
    """One relevant feature among d, up to 4096: one learner pays for d, the other for log d.

    >>> linear_or_logarithmic().pages[-1].sentence
    'With d = 4096 the perceptron makes 4096 mistakes, Winnow 27; Winnow may make at most 36.'
    """
    sizes, counts = [4**k for k in range(1, 7)], hadamard_counts()
    bounds = [6 * k for k in range(1, 7)]
    fig, ax = pictures.figure(6.0, 3.5)
    ax.set(xscale="log", yscale="log", xlim=(3, 6000), ylim=(0.8, 2e4))
    pictures.ticks(ax.xaxis, sizes)
    pictures.ticks(ax.yaxis, [1, 10, 100, 1000, 10000])
    ax.minorticks_off()
    ax.set(xlabel="features $d$", ylabel="mistakes")
    made = pictures.Curve(ax, pictures.QUIET, "o-", label="perceptron", ms=5)
    roof = pictures.Curve(ax, pictures.BOUND, "--", label="allowed for Winnow, $3\\log_2 d$")
    other = pictures.Curve(ax, pictures.WEIGHTS, "s-", label="Winnow", ms=5)
    by_perceptron, by_winnow = zip(*counts, strict=True)
    growing = Growing(sizes, (made, by_perceptron), (roof, bounds), (other, by_winnow))
    pictures.legend(ax, "upper left")

    def at(d: int) -> tuple[Any, ...]:
        j = sizes.index(d)
        return j, d, by_perceptron[j], by_winnow[j]

    def move(j: int, d: int, theirs: int, ours: int) -> None:
        growing.move(j + 1)

    def describe(j: int, d: int, theirs: int, ours: int) -> str:
        counted = f"With d = {d} the perceptron makes {theirs} mistakes, Winnow {ours}"
        return f"{counted}; Winnow may make at most {bounds[j]}."

    return flipbook(
        fig, data=at, move=move, describe=describe, label="features d", steps=sizes, start=64
    )


@cache
def hadamard_counts() -> list[tuple[int, int]]:
    """Mistakes of both learners, with one relevant feature among d = 4, 16, ..., 4096.

    >>> hadamard_counts()[:4]
    [(4, 1), (16, 7), (64, 13), (256, 18)]
    """
    return [_on_hadamard(4**k) for k in range(1, 7)]


def _on_hadamard(d: int) -> tuple[int, int]:
    """Both learners on `adversaries.disjunction_hadamard`, made from bits, which is quicker."""
    i = np.arange(d, dtype=np.uint16)
    bits = np.bitwise_count(i[1:, None] & i) % 2 == 0
    return both(bits.astype(float), np.where(bits[:, 1], 1.0, -1.0), epochs=None)


ACTIVE = (1, 5, 20, 100, 500)


@cache
def sparse_counts() -> Any:
    """Mistakes of perceptron and Winnow on x_1 or x_2, d = 1000: by active features, on 3 samples.

    >>> sparse_counts().shape, sparse_counts()[0].tolist()
    ((5, 3, 2), [[9, 20], [9, 20], [9, 20]])
    """
    samples = [[data.disjunction(500, 1000, 2, s, seed=j) for j in range(3)] for s in ACTIVE]
    return np.array([[both(X, y, epochs=None) for X, y in row] for row in samples])


def active_features() -> Flipbook:
    """The same target, inputs with more and more active features: the winner changes.

    >>> active_features().pages[0].sentence
    'With s = 1 active feature the perceptron makes 9, 9 and 9 mistakes, Winnow 20, 20 and 20.'
    """
    counts, first = sparse_counts(), ACTIVE.index(20)
    fig, ax = pictures.figure(6.0, 3.6)
    ax.set(xscale="log", yscale="log", xlim=(0.8, 700), ylim=(5, 3e4))
    pictures.ticks(ax.xaxis, ACTIVE)
    pictures.ticks(ax.yaxis, [10, 100, 1000, 10000])
    ax.minorticks_off()
    ax.set(xlabel="active features $s$ of 1000", ylabel="mistakes")
    looks = (("o", pictures.QUIET, "perceptron"), ("s", pictures.WEIGHTS, "Winnow"))
    dots = [pictures.Curve(ax, c, m, label=f"{name}, three samples", ms=5) for m, c, name in looks]
    roof = pictures.Curve(ax, pictures.BOUND, "--", label="allowed: $(4r+1)(s+1)$, perceptron")
    other = pictures.Curve(ax, pictures.BOUND, ":", label="allowed: $3rk=60$, Winnow")
    pictures.legend(ax, "upper left")

    def at(s: int) -> tuple[Any, ...]:
        j = ACTIVE.index(s)
        return s, slice(min(j, first), max(j, first) + 1), counts[j]

    def move(s: int, seen: Any, now: Any) -> None:
        where = np.array(ACTIVE[seen])
        for kind, curve in enumerate(dots):
            curve.move(np.repeat(where, 3), counts[seen, :, kind].ravel())
        roof.move(where, 9 * (where + 1))
        other.move(where, 0 * where + 60)

    def describe(s: int, seen: Any, now: Any) -> str:
        a, b = (f"{x}, {y} and {z}" for x, y, z in now.T)
        made = f"the perceptron makes {a} mistakes, Winnow {b}"
        return f"With s = {plural(s, 'active feature')} {made}."

    label = "active features s"
    return flipbook(fig, data=at, move=move, describe=describe, label=label, steps=ACTIVE, start=20)


def who_wins() -> Still:
    """The slide of this lecture: targets from sparse to dense, inputs from sparse to dense.

    >>> who_wins()
    Of 32 samples with 256 features, Winnow makes fewer mistakes on 20, the perceptron on 11, ...
    """
    relevant, active = [1, 4, 16, 64], [2**j for j in range(8)]
    counts = [[_who(r, s) for s in active] for r in relevant]
    ratio = np.log2([[a / b for a, b in row] for row in counts])
    fig, ax = pictures.figure(8.4, 3.4)
    shown = ax.imshow(ratio, cmap="PuOr", vmin=-4, vmax=4, origin="lower", aspect="auto")
    for i, row in enumerate(counts):
        for j, (a, b) in enumerate(row):
            colour = "white" if ratio[i, j] > 2.6 else "black"
            ax.text(j, i, f"{a} : {b}", ha="center", va="center", fontsize=9, color=colour)
    ax.set_xticks(range(8), active)
    ax.set_yticks(range(4), relevant)
    ax.set(xlabel="active features $s$ (inputs)", ylabel="relevant features $r$ (target)")
    ax.set_title("mistakes, perceptron : Winnow")
    bar = fig.colorbar(shown, ax=ax, ticks=[-3, 0, 3])
    bar.ax.set_yticklabels(
        ["Winnow makes\n8 times more", "equal", "perceptron makes\n8 times more"]
    )
    better, worse = (ratio > 0).sum(), (ratio < 0).sum()
    where = f"Of {ratio.size} samples with 256 features, Winnow makes fewer mistakes on {better}"
    return show(
        fig, f"{where}, the perceptron on {worse}, as many on {ratio.size - better - worse}."
    )


def _who(r: int, s: int) -> tuple[int, int]:
    X, y = data.disjunction(200, 256, r, active=s, seed=0)
    return both(X, y, epochs=None)
