"""How long each weight vector of a run lives, and a sum of all of them that costs nothing."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...learners import Perceptron
from ...notebook import pictures
from ...notebook.explore import Exploration, Flipbook, explore, flipbook, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural, vector
from ...samples import data
from ...validate import Array, Indices

__all__ = ["forty_examples", "lazy_sum", "lives", "six_examples"]


def forty_examples() -> tuple[Array, Array, Array]:
    """Forty examples, four of their labels flipped, and the labels before that.

    >>> X, y, true = forty_examples()
    >>> X.shape, int((y != true).sum())
    ((40, 2), 4)
    """
    X, y = sample = data.noisy(40, 2, noise=0.1, margin=0.1, seed=6)
    return X, y, np.sign(X @ np.asarray(sample.target))


def six_examples() -> tuple[Array, Array]:
    """Six examples with small whole numbers, and their labels.

    >>> Perceptron(epochs=2).run(*six_examples()).M
    5
    """
    X = np.array([[2, -1], [-1, 0], [-1, -3], [0, -3], [-1, 1], [1, 3]], dtype=float)
    return X, np.array([1.0, -1, -1, 1, -1, 1])


def lowered(number: int) -> str:
    """A number as an index.

    >>> "w" + lowered(12)
    'w₁₂'
    """
    return str(number).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))


@dataclass(frozen=True)
class Alive:
    """A round: which vector it ends with, how long each has lived, and whether it was a mistake."""

    t: int
    k: int
    w: Array
    x: Array
    counts: Indices
    mistake: bool
    flipped: bool


def lives() -> Prediction:
    """Will the last vector be the one that lived longest? Then forty rounds, one by one.

    >>> lives().pages[0].sentence
    'Round 0 was a mistake: w₁ begins, and has 1 round to its name.'
    """
    return predict(
        {
            "the first ones": "They were made from a few examples, and are soon found out.",
            "the last one": "In this run the last vector happens to have the longest life, but "
            "hardly longer than one that was thrown away long before.",
            "it is a matter of luck": "A vector lives until an example comes that it gets wrong, "
            "and that may be an example whose label was flipped.",
        },
        right="it is a matter of luck",
        then=_rounds(),
    )


def _rounds() -> Flipbook:
    X, y, true = forty_examples()
    run = Perceptron().run(X, y)
    current = np.searchsorted(run.mistakes, np.arange(40), side="right")
    fig, (left, right) = pictures.figure(7.6, 3.6, columns=2)
    pictures.plane(left, X, y)
    left.plot(*X[y != true].T, "x", color=pictures.WEIGHTS, ms=13, mew=1.1)
    left.set_title("crosses: labels flipped")
    line, ring = pictures.Boundary(left), pictures.Marks(left)
    right.set(xlim=(-0.6, run.M + 0.6), ylim=(0, run.survival.max() + 1))
    right.set(xlabel="weight vector $w_k$: $k$", title="rounds survived, $c_k$")
    right.set_xticks(range(run.M + 1))
    bars = right.bar(range(run.M + 1), np.zeros(run.M + 1), animated=True)

    def alive(t: int) -> Alive:
        k = int(current[t])
        counts = np.bincount(current[: t + 1], minlength=run.M + 1)
        return Alive(t, k, run.path[k], X[t], counts, t in run.mistakes, bool(y[t] != true[t]))

    def move(now: Alive) -> None:
        line.move(now.w)
        ring.move(now.x)
        ring.line.set_color(pictures.MISTAKE if now.mistake else pictures.WEIGHTS)
        for j, bar in enumerate(bars):
            bar.set(height=now.counts[j], color=pictures.WEIGHTS if j == now.k else pictures.QUIET)

    def describe(now: Alive) -> str:
        name = f"w{lowered(now.k)}"
        if now.mistake:
            on = " on a flipped label" if now.flipped else ""
            return f"Round {now.t} was a mistake{on}: {name} begins, and has 1 round to its name."
        return f"Round {now.t} was no mistake: {name} has now survived {now.counts[now.k]} rounds."

    return flipbook(
        fig,
        data=alive,
        move=move,
        describe=describe,
        label="round",
        steps=range(40),
        start=0,
        kept=39,
    )


@dataclass(frozen=True)
class Summed:
    """After T rounds: how often each update is in the sum, the sum, and the two vectors w and u."""

    T: int
    times: Indices
    total: Array
    w: Array
    u: Array


def lazy_sum() -> Prediction:
    """How often is an update of round 2 in the sum after 12 rounds? A bar for each update.

    >>> lazy_sum().at(T=3).sentence
    'After T = 3 rounds: adding w in every round gives (7, 0), and T w − u = 3·(3, 2) − (2, 6) ...'
    """
    return predict(
        {
            "twice": "That is its round. Count the rounds in which it is a part of w.",
            "10 times": "It is a part of w at the end of the rounds 2, 3, ..., 11.",
            "12 times": "An update of round 0 would be in all of them. This one came later.",
        },
        right="10 times",
        then=_bars(),
    )


def _bars() -> Exploration:
    run = Perceptron(epochs=2).run(*six_examples())
    born, added = run.mistakes, run.updates
    names = [vector(step).replace("-", "−") for step in added]
    fig, ax = pictures.figure(7.2, 3.4)
    ax.set(xlim=(-0.1, 12.1), ylim=(run.M + 0.6, 0.2), xlabel="round", ylabel="added to $w$")
    ax.set(xticks=range(13), yticks=range(1, run.M + 1), yticklabels=names)
    ax.grid(axis="x", color="#DDDDDD")
    bars = ax.barh(range(1, run.M + 1), 0, 0.7, born, animated=True, color=pictures.QUIET)
    edge = pictures.Curve(ax, pictures.WEIGHTS, "--", lw=1)
    counts = [
        ax.text(t + 0.12, k, "", va="center", color="white", fontsize=10, animated=True)
        for k, t in enumerate(born, 1)
    ]

    def summed(T: int) -> Summed:
        there = born < T
        times = np.maximum(T - born, 0)
        return Summed(T, times, times @ added, there @ added, (there * born) @ added)

    def move(now: Summed) -> None:
        for bar, count, length in zip(bars, counts, now.times, strict=True):
            bar.set_width(length)
            count.set_text(f"{length}" if length else "")
        edge.move([now.T, now.T], [0.2, run.M + 0.6])

    def describe(now: Summed) -> str:
        total, w, u = (vector(pair).replace("-", "−") for pair in (now.total, now.w, now.u))
        start = f"After T = {plural(now.T, 'round')}: adding w in every round gives {total}"
        return f"{start}, and T w − u = {now.T}·{w} − {u} is the same."

    control = slider("rounds T", 1, 12, start=3, kept=12)
    return explore(fig, data=summed, move=move, describe=describe, T=control)
