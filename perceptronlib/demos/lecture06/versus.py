"""Perceptron or Winnow: one relevant feature among many, and inputs from sparse to dense."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from matplotlib.colors import TwoSlopeNorm

from ...learners import Perceptron, Winnow
from ...notebook import pictures
from ...notebook.compound import Growing
from ...notebook.explore import Flipbook, Still, flipbook, show
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural
from ...samples import data
from ...validate import Indices

__all__ = [
    "ACTIVE",
    "active_features",
    "both",
    "hadamard_counts",
    "linear_or_logarithmic",
    "sparse_counts",
    "who_wins",
]


def both(X: Any, y: Any) -> tuple[int, int]:
    """Mistakes on x in {0,1}^d of the Perceptron (with a constant feature) and of Winnow.

    >>> both(np.eye(3), [1, -1, -1])
    (4, 2)
    """
    adds, multiplies = Perceptron(bias=True, epochs=None), Winnow(epochs=None)
    return adds.run(X, y).M, multiplies.run(X, y).M


@dataclass(frozen=True)
class Duel:
    """Mistakes of both learners with d features, and what Winnow's theorem allows."""

    d: int
    perceptron: int
    winnow: int
    allowed: int


def linear_or_logarithmic() -> Prediction:
    """What happens to both counts when there are 64 times as many features? Then see.

    >>> linear_or_logarithmic().pages[-1].sentence
    'With d = 4096 the Perceptron makes 4096 mistakes, Winnow 27; Winnow may make at most 36.'
    """
    return predict(
        {
            "both grow 64 times": "The Perceptron's count does. Winnow's weights double, and need "
            "only six doublings more.",
            "the Perceptron's grows 64 times, Winnow's about doubles": "4096 against 27: d, and "
            "about two times the logarithm of d.",
            "both about double": "That is true of Winnow. The Perceptron makes as many mistakes as "
            "there are features.",
        },
        right="the Perceptron's grows 64 times, Winnow's about doubles",
        then=_many_features(),
    )


def _many_features() -> Flipbook:
    duels = hadamard_counts()
    sizes = [one.d for one in duels]
    fig, ax = pictures.figure(6.6, 3.5)
    ax.set(xscale="log", yscale="log", xlim=(3, 6000), ylim=(0.8, 2e4))
    pictures.ticks(ax.xaxis, sizes)
    pictures.ticks(ax.yaxis, [1, 10, 100, 1000, 10000])
    ax.minorticks_off()
    ax.set(xlabel="features $d$", ylabel="mistakes")
    made = pictures.Curve(ax, pictures.QUIET, "o-", label="Perceptron", ms=6)
    roof = pictures.Curve(ax, pictures.BOUND, "--", label="allowed for Winnow, $3\\,r\\,k$")
    other = pictures.Curve(ax, pictures.WEIGHTS, "s-", label="Winnow", ms=6)
    growing = Growing(
        sizes,
        (made, [one.perceptron for one in duels]),
        (roof, [one.allowed for one in duels]),
        (other, [one.winnow for one in duels]),
    )
    pictures.legend(ax, "upper left")

    def duel(d: int) -> Duel:
        return duels[sizes.index(d)]

    def move(now: Duel) -> None:
        growing.move(sizes.index(now.d) + 1)

    def describe(now: Duel) -> str:
        made = f"the Perceptron makes {plural(now.perceptron, 'mistake')}, Winnow {now.winnow}"
        return f"With d = {now.d} {made}; Winnow may make at most {now.allowed}."

    return flipbook(
        fig,
        data=duel,
        move=move,
        describe=describe,
        label="features d",
        steps=sizes,
        start=sizes[-1],
    )


@cache
def hadamard_counts() -> tuple[Duel, ...]:
    """Both learners, with one relevant feature among d = 4, 16, ..., 4096.

    >>> [(one.perceptron, one.winnow) for one in hadamard_counts()[:4]]
    [(4, 1), (16, 7), (64, 13), (256, 18)]
    """
    return tuple(Duel(4**k, *_on_hadamard(4**k), allowed=6 * k) for k in range(1, 7))


def _on_hadamard(d: int) -> tuple[int, int]:
    """Both learners on `adversaries.disjunction_hadamard`, made from bits, which is quicker."""
    i = np.arange(d, dtype=np.uint16)
    bits = np.bitwise_count(i[1:, None] & i) % 2 == 0
    return both(bits.astype(float), np.where(bits[:, 1], 1.0, -1.0))


ACTIVE = (1, 5, 20, 100, 500)
"""How many of 1000 features are on in an example."""


@cache
def sparse_counts() -> Any:
    """Mistakes of Perceptron and Winnow on x_1 or x_2, d = 1000: by active features, on 3 samples.

    >>> sparse_counts().shape, sparse_counts()[0].tolist()
    ((5, 3, 2), [[9, 20], [9, 20], [9, 20]])
    """
    samples = [[data.disjunction(500, 1000, 2, s, seed=j) for j in range(3)] for s in ACTIVE]
    return np.array([[both(X, y) for X, y in row] for row in samples])


@dataclass(frozen=True)
class Density:
    """Mistakes of both learners on three samples with so many active features."""

    active: int
    perceptron: Indices
    winnow: Indices


def active_features() -> Flipbook:
    """The same target, inputs with more and more active features: the winner changes.

    >>> active_features().pages[0].sentence
    'With s = 1 feature on the Perceptron makes 9, 9 and 9 mistakes, Winnow 20, 20 and 20.'
    """
    counts, first = sparse_counts(), ACTIVE.index(20)
    fig, ax = pictures.figure(6.6, 3.6)
    ax.set(xscale="log", yscale="log", xlim=(0.8, 700), ylim=(5, 3e4))
    pictures.ticks(ax.xaxis, ACTIVE)
    pictures.ticks(ax.yaxis, [10, 100, 1000, 10000])
    ax.minorticks_off()
    ax.set(xlabel="features that are on, $s$ of 1000", ylabel="mistakes")
    looks = (("o", pictures.QUIET, "Perceptron"), ("s", pictures.WEIGHTS, "Winnow"))
    dots = [pictures.Curve(ax, c, m, label=f"{name}, three samples", ms=6) for m, c, name in looks]
    roof = pictures.Curve(ax, pictures.BOUND, "--", label="allowed: $(4r+1)(s+1)$, Perceptron")
    other = pictures.Curve(ax, pictures.BOUND, ":", label="allowed: $3\\,r\\,k=60$, Winnow")
    rings = pictures.Marks(ax)
    pictures.legend(ax, "upper left")

    def density(s: int) -> Density:
        now = counts[ACTIVE.index(s)]
        return Density(s, now[:, 0], now[:, 1])

    def move(now: Density) -> None:
        j = ACTIVE.index(now.active)
        seen = slice(min(j, first), None)
        where = np.array(ACTIVE[seen])
        for kind, curve in enumerate(dots):
            curve.move(np.repeat(where, 3), counts[seen, :, kind].ravel())
        roof.move(where, 9 * (where + 1))
        other.move(where, 0 * where + 60)
        rings.move([[now.active, counts[j, 0, kind]] for kind in range(2)])

    def describe(now: Density) -> str:
        a, b = (f"{x}, {y} and {z}" for x, y, z in (now.perceptron, now.winnow))
        made = f"the Perceptron makes {a} mistakes, Winnow {b}"
        return f"With s = {plural(now.active, 'feature')} on {made}."

    return flipbook(
        fig,
        data=density,
        move=move,
        describe=describe,
        label="features on, s",
        steps=ACTIVE,
        start=20,
        kept=1,
    )


def who_wins() -> Still:
    """The slide of this lecture: targets from sparse to dense, inputs from sparse to dense.

    >>> who_wins()
    Of 32 samples with 256 features, Winnow makes fewer mistakes on 20, the Perceptron ...
    """
    relevant, active = [1, 4, 16, 64], [2**j for j in range(8)]
    counts = [[_who(r, s) for s in active] for r in relevant]
    ratio = np.log2([[a / b for a, b in row] for row in counts])
    fig, ax = pictures.figure(8.4, 3.4)
    scale = TwoSlopeNorm(0, vmin=-1.5, vmax=3.5)
    shown = ax.imshow(ratio, cmap=pictures.SIGNED, norm=scale, origin="lower", aspect="auto")
    for i, row in enumerate(counts):
        for j, (a, b) in enumerate(row):
            colour = "white" if ratio[i, j] > 3 else "black"
            ax.text(j, i, f"{a} : {b}", ha="center", va="center", fontsize=9, color=colour)
    ax.set_xticks(range(8), active)
    ax.set_yticks(range(4), relevant)
    ax.set(xlabel="features that are on, $s$ (inputs)", ylabel="relevant features $r$ (target)")
    ax.set_title("mistakes, Perceptron : Winnow")
    bar = fig.colorbar(shown, ax=ax, ticks=[-1, 0, 3])
    bar.ax.set_yticklabels(
        ["Winnow makes\ntwice as many", "equal", "Perceptron makes\n8 times as many"]
    )
    better, worse = (ratio > 0).sum(), (ratio < 0).sum()
    where = f"Of {ratio.size} samples with 256 features, Winnow makes fewer mistakes on {better}"
    return show(
        fig, f"{where}, the Perceptron on {worse}, and on {ratio.size - better - worse} they tie."
    )


def _who(r: int, s: int) -> tuple[int, int]:
    return both(*data.disjunction(200, 256, r, active=s, seed=0))
