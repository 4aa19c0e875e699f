"""How long each weight vector of a run lives, and a sum of all of them that costs nothing."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from ...learners import Perceptron, shuffled_runs
from ...notebook import pictures
from ...notebook.explore import Exploration, Flipbook, explore, flipbook, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural, vector
from ...samples import data
from ...validate import Array, Indices

__all__ = ["forty_examples", "lazy_sum", "lives", "longest_lives", "longest_lived", "six_examples"]


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


def lives() -> Flipbook:
    """Forty rounds, one by one: the vector of the moment, and how long each has lived.

    >>> lives().pages[0].sentence
    'Round 0 was a mistake: w₁ begins, and has 1 round to its name.'
    """
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


ORDERS = 200
"""In so many orders the forty examples are played."""


@cache
def longest_lives() -> tuple[tuple[Indices, int], ...]:
    """For each order of the forty examples: all counts, vectors after the longest-lived.

    Where two lived equally long, the later one counts.

    >>> sum(after == 0 for _, after in longest_lives())
    36
    """
    X, y, _ = forty_examples()
    counts = [run.survival for run in shuffled_runs(Perceptron(), X, y, seeds=range(ORDERS))]
    return tuple((c, int(np.argmax(c[::-1]))) for c in counts)


@dataclass(frozen=True)
class LongestLived:
    """An order: its counts, and how often, so far, so many vectors came after the longest-lived."""

    order: int
    counts: Indices
    after: int
    tally: Indices


def longest_lived() -> Prediction:
    """Is the last vector the one that lived longest? Two hundred orders of the same examples.

    >>> longest_lived().at(order=200).sentence
    'In order 200 the longest life is 19 rounds, and 8 vectors came after it. Over 200 orders ...'
    """
    return predict(
        {
            "in nearly all": "It has learned from more mistakes than any other, but the next "
            "example that it gets wrong, or a flipped label, ends its life as well.",
            "in about half": "It is fewer. A run has about ten vectors, and any of them can have "
            "a lucky streak.",
            "in about one of five": "A vector lives until an example comes that it gets wrong, and "
            "that may be soon, early or late in the run.",
        },
        right="in about one of five",
        then=_tally(),
    )


def _tally() -> Exploration:
    found = longest_lives()
    most, rounds = max(len(c) for c, _ in found), max(int(c.max()) for c, _ in found)
    fig, (left, right) = pictures.figure(7.6, 3.4, columns=2)
    left.set(xlim=(-0.6, most - 0.4), ylim=(0, rounds + 1), xlabel="weight vector $w_k$: $k$")
    left.set_title("this order: rounds survived, $c_k$")
    lived = left.bar(range(most), np.zeros(most), animated=True)
    counts = np.bincount([after for _, after in found], minlength=most)
    right.set(
        xlim=(-0.6, most - 0.4),
        ylim=(0, counts.max() + 4),
        xlabel="vectors after the longest-lived",
    )
    right.set_title("orders so far (0: the last one itself)")
    tally = right.bar(range(most), np.zeros(most), animated=True)
    tally[0].set_color(pictures.WEIGHTS)
    for bar in tally[1:]:
        bar.set_color(pictures.QUIET)

    def so_far(order: int) -> LongestLived:
        here, after = found[order - 1]
        places = [place for _, place in found[:order]]
        return LongestLived(order, here, after, np.bincount(places, minlength=most))

    def move(now: LongestLived) -> None:
        heights = np.zeros(most)
        heights[: len(now.counts)] = now.counts
        last = len(now.counts) - 1
        for k, (bar, height) in enumerate(zip(lived, heights, strict=True)):
            bar.set(height=height, color=pictures.WEIGHTS if k == last else pictures.QUIET)
        for bar, height in zip(tally, now.tally, strict=True):
            bar.set_height(height)

    def describe(now: LongestLived) -> str:
        life, last = plural(int(now.counts.max()), "round"), plural(int(now.tally[0]), "time")
        whose = f"and {plural(now.after, 'vector')} came after it" if now.after else "at the end"
        start = f"In order {now.order} the longest life is {life}, {whose}."
        return f"{start} Over {plural(now.order, 'order')} the last vector lived longest {last}."

    control = slider("orders", 1, ORDERS, start=1, kept=ORDERS)
    return explore(fig, data=so_far, move=move, describe=describe, order=control)


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
