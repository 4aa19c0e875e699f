"""What the bound depends on, and samples that cost as many mistakes as it allows."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.play import play
from ...core.rules import Rule
from ...notebook import pictures
from ...notebook.compound import Growing
from ...notebook.explore import Exploration, Flipbook, choice, explore, flipbook, slider
from ...notebook.words import plural, vector
from ...samples import adversaries
from ...samples.features import unit_rows
from .proof import Squeeze

__all__ = ["dimensions", "exponential", "narrow_street", "tight"]


def dimensions() -> Flipbook:
    """Examples of length 1, with v at margin 0.1, in more and more dimensions: the same bound.

    >>> dimensions().pages[0].sentence
    'In 4 dimensions the three runs make 29, 49 and 42 mistakes; the bound is 100.'
    """
    sizes = [2**j for j in range(2, 11)]
    samples = [[narrow_street(d, seed) for seed in range(3)] for d in sizes]
    runs = [[play(Rule(), *one, epochs=None).M for one in three] for three in samples]
    fig, ax = pictures.figure(5.6, 3.2)
    ax.set(xscale="log", xlabel="dimensions $d$", ylabel="mistakes", xlim=(3, 1300))
    ax.set_ylim(0, 110)
    ax.axhline(100, color=pictures.BOUND, ls="--", label="allowed, $1/0.1^2$")
    dots = pictures.Curve(ax, pictures.WEIGHTS, "o", label="made, on three samples", ms=5)
    pictures.legend(ax, "upper left", bbox_to_anchor=(0, 0.88))

    def at(d: int) -> tuple[Any, ...]:
        seen = sizes.index(d) + 1
        return d, np.repeat(sizes[:seen], 3), np.ravel(runs[:seen])

    def move(d: int, where: Any, counts: Any) -> None:
        dots.move(where, counts)

    def describe(d: int, where: Any, counts: Any) -> str:
        a, b, c = counts[-3:]
        return f"In {d} dimensions the three runs make {a}, {b} and {c} mistakes; the bound is 100."

    label = "dimensions d"
    return flipbook(fig, data=at, move=move, describe=describe, label=label, steps=sizes, start=16)


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


def tight() -> Flipbook:
    """Two families of examples on which the perceptron makes every mistake that it may.

    >>> tight().pages[-1].sentence
    'With N = 64 both families cost 64 mistakes, and both bounds are 64: none to spare.'
    """
    sizes, kinds = [2**j for j in range(7)], (adversaries.orthonormal, adversaries.hadamard)
    fig, (*left, right) = pictures.figure(8.6, 3.3, columns=3, width_ratios=[1, 1, 1.25])
    tables = [_table(ax, name) for ax, name in zip(left, ("orthonormal", "Hadamard"), strict=True)]
    right.set(xscale="log", yscale="log", xlim=(0.85, 80), ylim=(0.85, 300), xlabel="updates $k$")
    right.set_title("the squeeze, for both")
    for axis in (right.xaxis, right.yaxis):
        pictures.ticks(axis, [1, 4, 16, 64])
        axis.set_ticks([], minor=True)
    numbers = Squeeze(right)

    def at(n: int) -> tuple[Any, ...]:
        runs = [play(Rule(), *kind(n), epochs=None) for kind in kinds]
        return n, runs, (np.ones(n), np.eye(n)[0])

    def move(n: int, runs: Any, targets: Any) -> None:
        for table, run, v in zip(tables, runs, targets, strict=True):
            table.set_data(run.y[:, None] * run.X)
            numbers.move(run.path, v, 1.0, n**0.5, n)

    def describe(n: int, runs: Any, targets: Any) -> str:
        assert [run.M for run in runs] == [n, n]
        cost = f"With N = {n} both families cost {plural(n, 'mistake')}"
        return f"{cost}, and both bounds are {n}: none to spare."

    return flipbook(fig, data=at, move=move, describe=describe, label="N", steps=sizes, start=4)


def _table(ax: Any, title: str) -> Any:
    """A table of -1, 0 and +1 in colours; its data may change."""
    still = {"extent": (0, 1, 0, 1), "interpolation": "nearest", "animated": True}
    ax.set(xticks=[], yticks=[], xlabel="features", ylabel="examples", title=title)
    ax.spines[["top", "right"]].set_visible(True)
    return ax.imshow(np.zeros((1, 1)), cmap=pictures.SIGNED, vmin=-1, vmax=1, **still)


def exponential() -> Exploration:
    """N examples in N dimensions that cost (4^N - 1)/3 mistakes, in whatever order they come.

    >>> exponential().at(n=4, percent=100, order="last first").sentence
    'With N = 4, after 85 of 85 updates, w = (1, 2, 4, 8).'
    """
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

    def at(n: int, percent: int, order: str) -> tuple[Any, ...]:
        run = runs[n, order]
        k = round(run.M * percent / 100)
        return n, k, run.M, run.path[k]

    def move(n: int, k: int, M: int, w: Any) -> None:
        bars.move([*w, *[0.0] * (most - n)])
        aims.move(sizes[:n], 2.0 ** (sizes[:n] - 1))
        growing.move(n)
        dot.move([n], [max(k, 0.7)])

    def describe(n: int, k: int, M: int, w: Any) -> str:
        return f"With N = {n}, after {k} of {M} updates, w = {vector(w + 0.0, '.0f')}."

    percent = slider("part of the run (%)", 0, 100, 5, start=60)
    order = choice("order", *orders)
    n = slider("N", 1, most, start=3)
    return explore(fig, data=at, move=move, describe=describe, n=n, percent=percent, order=order)


def _exponential_run(n: int, order: str) -> Any:
    X, y = adversaries.exponential(n)
    step = -1 if order == "last first" else 1
    shuffle = order == "shuffled"
    return play(Rule(), X[::step], y[::step], epochs=None, shuffle=shuffle, seed=n, max_epochs=9999)
