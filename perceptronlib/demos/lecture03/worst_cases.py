"""What the bound depends on, and samples that cost as many mistakes as it allows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...core.play import play
from ...core.rules import Rule
from ...core.runs import WeightRun
from ...learners import Perceptron
from ...notebook import pictures
from ...notebook.compound import Growing
from ...notebook.explore import Exploration, Flipbook, choice, explore, flipbook, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural, vector
from ...samples import adversaries
from ...samples.features import unit_rows
from ...validate import Array, Indices
from .proof import Squeeze

__all__ = ["dimensions", "exponential", "narrow_street", "tight"]


@dataclass(frozen=True)
class Dimensions:
    """In so many dimensions: the mistakes there, and in all fewer dimensions before."""

    dimensions: int
    where: Indices
    mistakes: Indices


def dimensions() -> Prediction:
    """Examples of length 1, with v at margin 0.1, in more and more dimensions: the same bound.

    >>> dimensions().pages[0].sentence
    'In 4 dimensions the three runs make 29, 49 and 42 mistakes; the bound is 100.'
    """
    return predict(
        {
            "They grow with the dimension": "There are more weights to learn, but no weight is "
            "paid for. The proof counts lengths only.",
            "They stay about the same": "So it is for a while. With room enough there is "
            "even more to gain.",
            "They fall in the end": "Many directions leave the examples room, and other "
            "comparators get a wider street than v has.",
        },
        right="They fall in the end",
        then=_dimensions(),
    )


def _dimensions() -> Flipbook:
    sizes = [2**j for j in range(2, 11)]
    samples = [[narrow_street(d, seed) for seed in range(3)] for d in sizes]
    runs = [[Perceptron(epochs=None).run(*one).M for one in three] for three in samples]
    fig, ax = pictures.figure(5.6, 3.2)
    ax.set(xscale="log", xlabel="dimensions $d$", ylabel="mistakes", xlim=(3, 1300))
    ax.set_ylim(0, 110)
    pictures.ticks(ax.xaxis, sizes)
    ax.minorticks_off()
    ax.axhline(100, color=pictures.BOUND, ls="--", label="allowed, $1/0.1^2$")
    dots = pictures.Curve(ax, pictures.WEIGHTS, "o", label="made, on three samples", ms=5)
    pictures.legend(ax, "lower right", bbox_to_anchor=(1, 1), ncol=2)

    def counted(d: int) -> Dimensions:
        seen = sizes.index(d) + 1
        return Dimensions(d, np.repeat(sizes[:seen], 3), np.ravel(np.array(runs[:seen])))

    def move(now: Dimensions) -> None:
        dots.move(now.where, now.mistakes)

    def describe(now: Dimensions) -> str:
        a, b, c = now.mistakes[-3:]
        made = f"In {now.dimensions} dimensions the three runs make {a}, {b} and {c} mistakes"
        return f"{made}; the bound is 100."

    return flipbook(
        fig,
        data=counted,
        move=move,
        describe=describe,
        label="dimensions d",
        steps=sizes,
        start=4,
        kept=1024,
    )


def narrow_street(d: int, seed: int) -> tuple[Any, Any]:
    """100 examples of length 1 in d dimensions, each with y v.x = 0.1 for v = (1, 0, ..., 0).

    >>> from perceptronlib import margins
    >>> X, y = narrow_street(4, seed=0)
    >>> X.shape, round(margins.radius(X), 9), set((y * X[:, 0]).tolist())
    ((100, 4), 1.0, {0.1})
    """
    rng = np.random.default_rng(seed)
    rest = unit_rows(rng.normal(size=(100, d - 1)))
    rows = np.column_stack([np.full(100, 0.1), 0.99**0.5 * rest])
    y = rng.choice([-1.0, 1.0], 100)
    return y[:, None] * rows, y


@dataclass(frozen=True)
class Tight:
    """N examples at right angles to each other, twice: the runs, and their comparators."""

    examples: int
    runs: tuple[WeightRun, ...]
    targets: tuple[Array, ...]


def tight() -> Prediction:
    """Two families of examples on which the perceptron makes every mistake that it may.

    >>> tight().pages[-1].sentence
    'With N = 64 both families cost 64 mistakes, and both bounds are 64: none to spare.'
    """
    return predict(
        {
            "well between floor and roof": "So it was with our ten examples. These are made so "
            "that nothing is wasted.",
            "both on the floor": "The lengths are as large as they may be: right angles are the "
            "worst that a mistake can do.",
            "one on the floor, one on the roof, until these meet": "Each example is a mistake, "
            "moves w along v by exactly g, and lengthens w as much as a mistake can.",
        },
        right="one on the floor, one on the roof, until these meet",
        then=_tight(),
    )


def _tight() -> Flipbook:
    sizes, kinds = [2**j for j in range(7)], (adversaries.orthonormal, adversaries.hadamard)
    fig, (*left, right) = pictures.figure(8.6, 3.3, columns=3, width_ratios=[1, 1, 1.25])
    tables = [_table(ax, name) for ax, name in zip(left, ("unit vectors", "Hadamard"), strict=True)]
    right.set(xscale="log", yscale="log", xlim=(0.85, 80), ylim=(0.85, 300), xlabel="updates $k$")
    right.set_title("the squeeze, for both")
    for axis in (right.xaxis, right.yaxis):
        pictures.ticks(axis, [1, 4, 16, 64])
        axis.set_ticks([], minor=True)
    numbers = Squeeze(right)

    def made(n: int) -> Tight:
        runs = tuple(play(Rule(), *kind(n), epochs=None) for kind in kinds)  # of one class
        return Tight(n, runs, (np.ones(n), np.eye(n)[0]))

    def move(now: Tight) -> None:
        n = now.examples
        for table, run, v in zip(tables, now.runs, now.targets, strict=True):
            table.set_data(run.y[:, None] * run.X)
            numbers.move(run.path, v, 1.0, n**0.5, n)

    def describe(now: Tight) -> str:
        n = now.examples
        assert [run.M for run in now.runs] == [n, n]
        cost = f"With N = {n} both families cost {plural(n, 'mistake')}"
        return f"{cost}, and both bounds are {n}: none to spare."

    return flipbook(
        fig, data=made, move=move, describe=describe, label="N", steps=sizes, start=4, kept=16
    )


def _table(ax: Any, title: str) -> Any:
    """A table of -1, 0 and +1 in colours; its data may change."""
    still = {"extent": (0, 1, 0, 1), "interpolation": "nearest", "animated": True}
    ax.set(xticks=[], yticks=[], xlabel="features", ylabel="examples", title=title)
    ax.spines[["top", "right"]].set_visible(True)
    return ax.imshow(np.zeros((1, 1)), cmap=pictures.SIGNED, vmin=-1, vmax=1, **still)


@dataclass(frozen=True)
class Crept:
    """N slow examples: after so many of all the mistakes, the weights."""

    examples: int
    updates: int
    mistakes: int
    w: Array


def exponential() -> Prediction:
    """N examples in N dimensions that cost (4^N - 1)/3 mistakes, in whatever order they come.

    >>> exponential().at(n=4, percent=100, order="last first").sentence
    'With N = 4, after 85 of 85 updates, w = (1, 2, 4, 8).'
    """
    return predict(
        {
            "about 40": "That would be about seven for each example, as with three. The price of "
            "one more example is a factor.",
            "about 100": "Twice as many for each new example would be that. It is a larger factor.",
            "more than 300": "Each new example more than quadruples the total.",
        },
        right="more than 300",
        then=_exponential(),
    )


def _exponential() -> Exploration:
    most, orders = 6, ("first first", "last first", "shuffled")
    runs = {(n, order): _exponential_run(n, order) for n in range(1, most + 1) for order in orders}
    fig, (left, right) = pictures.figure(7.4, 3.6, columns=2)
    left.set_yscale("symlog", base=2, linthresh=1)
    left.set(xlim=(0.4, most + 0.6), ylim=(-4, 50), xlabel="coordinate $i$", title="weights $w_i$")
    pictures.ticks(left.yaxis, [-2, -1, 0, 1, 2, 4, 8, 16, 32])
    left.axhline(0, color=pictures.QUIET, lw=1)
    bars = pictures.Bars(left, most)
    aims = pictures.Curve(left, pictures.BOUND, "_", ms=24, mew=3, label="$2^{i-1}$")
    pictures.legend(left, "upper left")
    sizes = np.arange(1, most + 1)
    counts = [adversaries.exponential_mistakes(int(n)) for n in sizes]
    growing = Growing(
        sizes,
        (pictures.Curve(right, pictures.BOUND, "--", "bound $R^2/\\rho^2$"), sizes * counts),
        (pictures.Curve(right, pictures.WEIGHTS, "-", "made"), counts),
        (pictures.Curve(right, pictures.QUIET, ":", "$2^N$"), 2.0**sizes),
    )
    right.set(yscale="log", ylim=(0.7, 2e4), xlim=(0.8, most + 0.2))
    right.set(xlabel="examples $N$", title="mistakes")
    pictures.legend(right, "upper left")
    dot = pictures.Curve(right, pictures.WEIGHTS, "o", ms=8)

    def crept(n: int, percent: int, order: str) -> Crept:
        run = runs[n, order]
        k = round(run.M * percent / 100)
        return Crept(n, k, run.M, run.path[k] + 0.0)

    def move(now: Crept) -> None:
        n = now.examples
        bars.move([*now.w, *[0.0] * (most - n)])
        aims.move(sizes[:n], 2.0 ** (sizes[:n] - 1))
        growing.move(n)
        dot.move([n], [max(now.updates, 0.7)])

    def describe(now: Crept) -> str:
        after = f"after {now.updates} of {plural(now.mistakes, 'update')}"
        return f"With N = {now.examples}, {after}, w = {vector(now.w, '.0f')}."

    return explore(
        fig,
        data=crept,
        move=move,
        describe=describe,
        n=slider("N", 1, most, start=3, kept=5),
        percent=slider("part of the run (%)", 0, 100, 5, start=60, kept=100),
        order=choice("order", *orders),
    )


def _exponential_run(n: int, order: str) -> WeightRun:
    X, y = adversaries.exponential(n)
    step = -1 if order == "last first" else 1
    shuffle = order == "shuffled"
    # for N = 1 there is one class only, which a learner would refuse
    return play(Rule(), X[::step], y[::step], epochs=None, shuffle=shuffle, seed=n, max_epochs=9999)
