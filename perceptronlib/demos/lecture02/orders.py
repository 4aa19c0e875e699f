"""The order of the examples: sorted or shuffled, and forty shuffles at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from ...learners import Perceptron, shuffled_runs
from ...notebook import pictures
from ...notebook.explore import Exploration, explore, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural
from ...samples import data
from ...samples.features import fold_bias
from ...validate import Array, Indices
from .passes import answers_by_pass, percent

__all__ = ["many_orders", "order_matters", "sixty_examples", "spread"]

PASSES, SHUFFLES, EPOCHS = 28, 40, 10
"""Passes over the sixty examples; shuffles of the noisy sample, and epochs of each."""


def sixty_examples() -> tuple[Array, Array]:
    """Sixty examples that a line separates, sorted by label, with a constant feature.

    >>> X, y = sixty_examples()
    >>> X.shape, bool((np.diff(y) <= 0).all()), bool((X @ X.T > 0).all())
    ((60, 3), True, True)
    """
    X, y = data.separable(60, 2, margin=0.08, seed=3)
    by_label = np.argsort(-y, kind="stable")
    return fold_bias(X[by_label] + np.array([1.5, 0.75])), y[by_label]


@dataclass(frozen=True)
class Ordered:
    """One order after so many passes: its weights, and its errors after every pass so far."""

    w: Array
    errors: Indices


@dataclass(frozen=True)
class BothOrders:
    """The sorted table and one of its shuffles, after so many passes."""

    passes: int
    shuffle: int
    sorted: Ordered
    shuffled: Ordered


def order_matters() -> Prediction:
    """The same examples sorted by label and shuffled: how many passes does each order need?

    >>> order_matters().at(passes=4, shuffle=1).sentence
    'After 4 passes the sorted table leaves 9 of 60 examples wrong, and shuffle number 1 leaves 0.'
    """
    return predict(
        {
            "about as many": "The examples are the same, but what the machine learns from them "
            "depends on what it met just before.",
            "twice as many": "It is worse: look at how little the machine learns in one pass.",
            "ten times as many": "A block of equal labels teaches next to nothing, because after "
            "its first mistake the machine says the same to all of them.",
        },
        right="ten times as many",
        then=_two_orders(),
    )


def _two_orders() -> Exploration:
    X, y = sixty_examples()
    runs = [Perceptron(epochs=PASSES).run(X, y)]
    runs += shuffled_runs(Perceptron(epochs=PASSES), X, y, seeds=range(10))
    paths = [np.array([run.weights(60 * passes) for passes in range(PASSES + 1)]) for run in runs]
    errors = [(y * (path @ X.T) <= 0).sum(axis=1) for path in paths]
    fig, (left, right) = pictures.figure(7.6, 3.6, columns=2)
    pictures.points(left, X[:, :2], y)
    left.set(xlim=(0.3, 2.7), ylim=(-0.45, 1.95), xlabel="$x_1$", ylabel="$x_2$", aspect="equal")
    looks = (pictures.QUIET, "--", "sorted by label"), (pictures.WEIGHTS, "-", "shuffled")
    lines = [pictures.Boundary(left, c, s, shade=s == "-") for c, s, _ in looks]
    curves = [pictures.Curve(right, c, f"o{s}", name, ms=4) for c, s, name in looks]
    right.set(xlim=(-0.5, PASSES + 0.5), ylim=(-2, 68), xlabel="passes", title="errors of 60")
    right.set_yticks([0, 20, 40, 60])
    pictures.legend(right, "upper right")

    def ordered(which: int, passes: int) -> Ordered:
        return Ordered(paths[which][passes], errors[which][: passes + 1])

    def both(passes: int, shuffle: int) -> BothOrders:
        return BothOrders(passes, shuffle, ordered(0, passes), ordered(shuffle, passes))

    def move(now: BothOrders) -> None:
        for line, curve, one in zip(lines, curves, (now.sorted, now.shuffled), strict=True):
            line.move(one.w[:2], -one.w[2])
            curve.move(np.arange(now.passes + 1), one.errors)

    def describe(now: BothOrders) -> str:
        count = plural(now.passes, "pass") if now.passes else "no passes"
        start = f"After {count} the sorted table leaves {now.sorted.errors[-1]} of 60 examples"
        return f"{start} wrong, and shuffle number {now.shuffle} leaves {now.shuffled.errors[-1]}."

    return explore(
        fig,
        data=both,
        move=move,
        describe=describe,
        passes=slider("passes", 0, PASSES, start=1, kept=25),
        shuffle=slider("shuffle number", 1, 10),
    )


@dataclass(frozen=True)
class Spread:
    """Errors in percent on fresh examples: shuffles down, epochs across, for two answers."""

    noise: int
    last: Array
    averaged: Array


@cache
def spread(noise: int) -> Spread:
    """Forty shuffles of 200 examples with 20 features, of whose labels some are flipped.

    >>> one = spread(10)
    >>> one.last.shape, bool((one.averaged[:, -1] < one.last[:, -1]).all())
    ((40, 10), True)
    """
    X, y = sample = data.noisy(200, 20, noise=noise / 100, margin=0.0, seed=1)
    fresh = np.random.default_rng(1).normal(size=(1000, 20))
    labels = np.sign(fresh @ np.asarray(sample.target))
    runs = shuffled_runs(Perceptron(epochs=EPOCHS), X, y, seeds=range(SHUFFLES))
    counts = [answers_by_pass(run, fresh, labels) for run in runs]
    last, averaged = (
        np.array([percent(one.of(answer), 1000) for one in counts])
        for answer in ("last", "averaged")
    )
    return Spread(noise, last, averaged)


def many_orders() -> Exploration:
    """Forty shuffles of one sample: the errors of the last vector and of the average.

    >>> many_orders().at(noise=10).sentence
    'With 10% of the labels flipped, 40 shuffles end with 17.9% errors on average for the last ...'
    """
    fig, ax = pictures.figure(7.2, 3.6)
    ax.set(xlim=(0.5, EPOCHS + 0.5), ylim=(0, 48), xlabel="epochs")
    ax.set_title("errors on fresh examples (%), 40 shuffles")
    ax.set_xticks(range(1, EPOCHS + 1))
    offsets = {"last": -0.2, "averaged": 0.2}
    jitter = np.random.default_rng(0).uniform(-0.13, 0.13, (SHUFFLES, 1))
    dots = {
        answer: pictures.Curve(ax, pictures.ANSWERS[answer][0], ".", ms=5, alpha=0.45)
        for answer in offsets
    }
    means = {
        answer: pictures.Curve(
            ax, *pictures.ANSWERS[answer], f"{answer}: every shuffle, and their mean", ms=5
        )
        for answer in offsets
    }
    pictures.legend(ax, "upper right")
    epochs = np.arange(1, EPOCHS + 1)

    def move(now: Spread) -> None:
        for answer, errors in (("last", now.last), ("averaged", now.averaged)):
            along = epochs + offsets[answer]
            dots[answer].move((along + jitter).ravel(), errors.ravel())
            means[answer].move(along, errors.mean(axis=0))

    def describe(now: Spread) -> str:
        last, averaged = now.last[:, -1], now.averaged[:, -1]
        wins = int((averaged < last).sum())
        return (
            f"With {now.noise}% of the labels flipped, {SHUFFLES} shuffles end with "
            f"{last.mean():.1f}% errors on average for the last w and {averaged.mean():.1f}% for "
            f"the average, which is ahead in {wins} of them."
        )

    control = slider("labels flipped (%)", 0, 30, 5, start=10)
    return explore(fig, data=spread, move=move, describe=describe, noise=control)
