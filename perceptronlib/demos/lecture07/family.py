"""Perceptron and Winnow as members of one family of learners."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from ...learners import PNormPerceptron
from ...notebook import pictures
from ...notebook.explore import Exploration, Still, choice, explore, show, slider
from ...notebook.predict import Prediction, predict
from ...validate import Array, Indices

__all__ = ["family", "family_sample", "readings"]

FEATURES = 127
KINDS = ("few features matter", "all features matter")
GRID = 2.0 + 1.1 * np.arange(8)
"""The values of p, from 2 to 9.7, which is about 2 ln 127."""


@cache
def family_sample(kind: str) -> tuple[Array, Array, Array]:
    """400 examples with 127 features, and their target: a few features, or all of them.

    >>> X, y, v = family_sample("few features matter")
    >>> X.shape, int(v.sum()), int(abs(X).sum(axis=1).min())
    ((400, 127), 3, 127)
    """
    rng = np.random.default_rng(0)
    if kind == KINDS[0]:
        X, v = rng.choice([-1.0, 1.0], (400, FEATURES)), np.repeat([1.0, 0.0], [3, FEATURES - 3])
    else:
        X, v = np.zeros((400, FEATURES)), rng.choice([-1.0, 1.0], FEATURES)
        for row in X:
            row[rng.permutation(FEATURES)[:3]] = rng.choice([-1.0, 1.0], 3)
    return X, np.sign(X @ v), v


@dataclass(frozen=True)
class Counted:
    """One sample under every p: mistakes, bounds, and the final weights by their size."""

    mistakes: Indices
    bounds: Array
    sizes: Array


@dataclass(frozen=True)
class Read:
    """A member of the family: p, the sample, and what was counted; ``at`` is p's place."""

    p: float
    kind: str
    at: int
    counted: Counted


@cache
def _counted(kind: str) -> Counted:
    X, y, v = family_sample(kind)
    runs = [PNormPerceptron(p=float(p), epochs=None).run(X, y) for p in GRID]
    sizes = [np.sort(np.abs(run.last_weights))[::-1] for run in runs]
    return Counted(
        np.array([run.M for run in runs]),
        np.array([p_norm_bound(X, y, v, float(p)) for p in GRID]),
        np.array([size / size[0] for size in sizes]),
    )


def p_norm_bound(X: Array, y: Array, v: Array, p: float) -> float:
    """(p - 1) X_p^2 |v|_q^2 / g^2, what `theorems.p_norm` proves step by step on a run.

    >>> p_norm_bound(np.eye(2), np.ones(2), np.ones(2), 2.0)
    2.0
    """
    size, q = np.linalg.norm(X, ord=p, axis=1).max(), p / (p - 1)
    return round(float((p - 1) * (size * np.linalg.norm(v, ord=q) / (y * (X @ v)).min()) ** 2), 9)


def family() -> Prediction:
    """From the Perceptron (p = 2) to something like Winnow (p = 2 ln N): who gains, who loses?

    >>> family().at(p=2.0).sentence
    'With p = 2.0, where few features matter, there are 185 mistakes; the bound is 381.0.'
    """
    return predict(
        {
            "it helps in both": "A large p silences small weights. That is right where few "
            "features matter, and wrong where all do.",
            "it helps where few features matter": "There the mistakes fall from 185 to 22. Where "
            "all features matter they rise from 209 to 412.",
            "it helps where all features matter": "A large p lets the few largest entries of θ "
            "rule, and there all entries are needed.",
        },
        right="it helps where few features matter",
        then=_family(),
    )


def _family() -> Exploration:
    fig, (left, right) = pictures.figure(7.8, 3.8, columns=2)
    left.set(xlim=(0, FEATURES + 1), ylim=(0, 1.05), xlabel="features, by the size of their weight")
    left.set_title("$|w_i|$, the largest set to 1")
    bars = pictures.Bars(left, FEATURES, pictures.THIRD)
    right.set(yscale="log", xlim=(1.7, 10), ylim=(10, 2e5), xlabel="$p$", title="mistakes")
    pictures.ticks(right.yaxis, [10, 100, 1000, 10000, 100000])
    right.set_xticks(range(2, 10))
    right.minorticks_off()
    roof = pictures.Curve(right, pictures.BOUND, "--", label="bound")
    made = pictures.Curve(right, pictures.THIRD, ".-", label="made", ms=6)
    dot = pictures.Curve(right, pictures.THIRD, "o", ms=9)
    pictures.legend(right, "upper left")

    def read(p: float, kind: str) -> Read:
        return Read(p, kind, round((p - 2) / 1.1), _counted(kind))

    def move(now: Read) -> None:
        counted = now.counted
        bars.move(counted.sizes[now.at])
        roof.move(GRID, counted.bounds)
        made.move(GRID, counted.mistakes)
        dot.move([now.p], [counted.mistakes[now.at]])

    def describe(now: Read) -> str:
        M, bound = now.counted.mistakes[now.at], now.counted.bounds[now.at]
        made = f"With p = {now.p:.1f}, where {now.kind}, there are {M} mistakes"
        return f"{made}; the bound is {bound:.1f}."

    p = slider("p", 2.0, 9.7, 1.1, start=2.0, kept=9.7)
    return explore(fig, data=read, move=move, describe=describe, p=p, kind=choice("target", *KINDS))


THETA = np.array([5.0, 4.0, 3.0, 2.0, 1.0, -2.0])
"""A sum of six entries, for the slide."""


def readings() -> Still:
    """The slide of this lecture: one sum, read in three ways.

    >>> readings()
    One sum θ, three readings: its largest entry gets 29% of all weight with the Perceptron, ...
    """
    fig, axes = pictures.figure(7.8, 3.0, columns=4, sharey=False)
    powers = np.sign(THETA) * np.abs(THETA) ** 3
    softmax = np.exp(THETA)
    shown = [
        ("the sum $\\theta$", THETA, "#BBBBBB"),
        ("Perceptron: $\\theta$ itself", THETA / np.abs(THETA).sum(), pictures.QUIET),
        ("4-norm: powers", powers / np.abs(powers).sum(), pictures.THIRD),
        ("Winnow($\\eta$): softmax", softmax / softmax.sum(), pictures.WEIGHTS),
    ]
    for ax, (title, values, colour) in zip(axes, shown, strict=True):
        ax.bar(range(1, 7), values, color=colour)
        ax.axhline(0, color=pictures.QUIET, lw=1)
        ax.set_title(title, fontsize=10)
        ax.set_xticks(range(1, 7))
        ax.set_xlabel("entry")
        if values is not THETA:
            ax.set(ylim=(-0.2, 0.72))
    axes[1].set_ylabel("part of all weight")
    tops = [100 * float(np.max(values)) for _, values, _ in shown[1:]]
    ways = ("of all weight with the Perceptron", "with the 4-norm", "with Winnow(η), η = 1")
    told = ", ".join(f"{top:.0f}% {way}" for way, top in zip(ways, tops, strict=True))
    return show(fig, f"One sum θ, three readings: its largest entry gets {told}.")
