"""From mistakes to risk: one example left out, and examples that nobody has seen."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from ...learners import Perceptron
from ...notebook import pictures
from ...notebook.examples import ten_examples
from ...notebook.explore import Exploration, Flipbook, explore, flipbook, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural
from ...samples import data
from ...theory import theorems
from ...validate import Array, Indices

__all__ = ["four_points", "fresh_examples", "leave_out", "stream_means", "unbiased"]


@dataclass(frozen=True)
class LeftOut:
    """One example left out: what is learned without it, and how that does on it."""

    example: int
    w: Array
    times: int
    score: float
    errors: Indices


def leave_out() -> Prediction:
    """Learn without one example: does the line move, and is that example still answered well?

    >>> leave_out().at(i=3).sentence
    'Example 3 was never learned from: without it the line is the same, and right on it.'
    >>> leave_out().at(i=8).sentence
    'Example 8 was learned from 1 time: without it another line is learned, still right on it.'
    """
    return predict(
        {
            "it does not move, and stays right": "Rounds on that example changed nothing, so "
            "without them every other round meets the same w.",
            "it moves a little, and stays right": "What would move it? Only mistakes change w, and "
            "there was none on that example.",
            "it may move and go wrong": "So it may without an example that was learned from. This "
            "one never changed anything.",
        },
        right="it does not move, and stays right",
        then=_leave_out(),
    )


def _leave_out() -> Exploration:
    X, y = ten_examples()
    run = Perceptron(epochs=None).run(X, y)
    rest = [
        Perceptron(epochs=None).run(np.delete(X, i, 0), np.delete(y, i)).last_weights
        for i in range(len(y))
    ]
    scores = [float(y[i] * (w @ X[i])) for i, w in enumerate(rest)]
    wrong = np.flatnonzero(np.array(scores) <= 0)
    fig, (left, right) = pictures.figure(7.6, 4.4, columns=2)
    pictures.plane(left, X, y)
    support = X[run.support]
    left.plot(*support.T, "D", ms=15, mfc="none", mec=pictures.QUIET, label="learned from")
    old = pictures.Boundary(left, pictures.QUIET, "--", label="line of all ten", shade=False)
    line = pictures.Boundary(left, label="line without one")
    ring = pictures.Marks(left, pictures.WEIGHTS, label="the one left out")
    below = {"bbox_to_anchor": (0.5, -0.17), "columnspacing": 1.2}
    handles, names = left.get_legend_handles_labels()
    wanted = [(h, n) for h, n in zip(handles, names, strict=True) if not n.startswith("y =")]
    small = {"markerscale": 0.6, "ncol": 2, "handles": [h for h, _ in wanted]}
    pictures.legend(left, "upper center", **below, **small)
    right.bar(np.arange(len(y)), run.alpha, color=pictures.QUIET, label="times learned from")
    errors = pictures.Curve(right, pictures.MISTAKE, "X", "error when left out", ms=8)
    chosen = pictures.Curve(right, pictures.WEIGHTS, "-", "the one left out", lw=4)
    right.set(xlabel="example", xticks=np.arange(len(y)), ylim=(0, 4), yticks=range(5))
    pictures.legend(right, "upper center", **below, ncol=1)

    def left_out(i: int) -> LeftOut:
        return LeftOut(i, rest[i], int(run.alpha[i]), scores[i], wrong[wrong <= i])

    def move(now: LeftOut) -> None:
        old.move(run.last_weights)
        line.move(now.w)
        ring.move(X[now.example])
        chosen.move([now.example - 0.4, now.example + 0.4], [0.03, 0.03])
        errors.move(now.errors, run.alpha[now.errors] + 0.25)

    def describe(now: LeftOut) -> str:
        i = now.example
        if not now.times:
            same = "without it the line is the same, and right on it"
            return f"Example {i} was never learned from: {same}."
        often = f"Example {i} was learned from {plural(now.times, 'time')}"
        tie = "" if now.score else ", with a score of 0"
        verdict = "still right on it" if now.score > 0 else f"wrong on it{tie}"
        return f"{often}: without it another line is learned, {verdict}."

    control = slider("leave out example", 0, len(y) - 1, start=3, kept=8)
    return explore(fig, data=left_out, move=move, describe=describe, i=control)


def four_points() -> tuple[Any, Any, Any]:
    """A distribution on four points of the plane: points, labels, probabilities.

    >>> four_points()[2]
    ['1/4', '1/4', '1/4', '1/4']
    """
    return [(2, 1), (1, 2), (3, 2), (2, 3)], [1, -1, 1, -1], ["1/4"] * 4


@dataclass(frozen=True)
class Estimated:
    """What leave-one-out expects from m examples, as an exact fraction."""

    m: int
    estimate: Fraction


def unbiased() -> Prediction:
    """The expected leave-one-out error of m examples is the expected risk after m - 1.

    >>> unbiased().pages[0].sentence
    'From 2 examples leave-one-out expects 1/2, which is the expected risk after 1 example.'
    """
    return predict(
        {
            "too optimistic": "Each test example was kept away from the learner, so nothing is "
            "flattered.",
            "exactly right": "Nearly. But each learner that it tests had one example fewer.",
            "a little pessimistic": "It tests learners that had one example fewer, and here fewer "
            "examples mean a larger risk.",
        },
        right="a little pessimistic",
        then=_unbiased(),
    )


def _unbiased() -> Flipbook:
    sizes = range(2, 7)
    certificates = [theorems.leave_one_out_is_unbiased(*four_points(), m=m) for m in sizes]
    risks = [certificate.bound for certificate in certificates]
    estimates = [float(certificate.mistakes) for certificate in certificates]
    fig, ax = pictures.figure(5.8, 3.3)
    risk = pictures.Curve(ax, pictures.WEIGHTS, "o-", label="expected risk, learned from $n$")
    ax.set(xlabel="examples", ylabel="probability of an error", xlim=(0.7, 6.3), ylim=(0, 0.7))
    loo = pictures.Curve(ax, pictures.BOUND, "s", ms=8, label="expected leave-one-out error of $m$")
    step = pictures.Curve(ax, pictures.BOUND, ":", lw=1.5)
    pictures.legend(ax, "upper right")

    def estimated(m: int) -> Estimated:
        return Estimated(m, Fraction(certificates[m - 2].mistakes))

    def move(now: Estimated) -> None:
        m = now.m
        risk.move(np.arange(1, m), risks[: m - 1])
        loo.move(np.arange(2, m + 1), estimates[: m - 1])
        step.move([m - 1, m], [float(now.estimate)] * 2)

    def describe(now: Estimated) -> str:
        left = f"From {now.m} examples leave-one-out expects {now.estimate}"
        return f"{left}, which is the expected risk after {plural(now.m - 1, 'example')}."

    return flipbook(
        fig,
        data=estimated,
        move=move,
        describe=describe,
        label="examples m",
        steps=sizes,
        start=2,
        kept=6,
    )


@dataclass(frozen=True)
class Averaged:
    """Mistakes so far and risks so far, round by round, averaged over so many streams."""

    streams: int
    mistakes: Array
    risks: Array


def fresh_examples() -> Prediction:
    """Mistakes on fresh examples and the risks of the hypotheses that made them, averaged.

    >>> fresh_examples().at(streams=1000).sentence
    'On average over 1000 streams: 4.48 mistakes in 60 rounds; risks that sum to 4.51.'
    """
    return predict(
        {
            "one is enough": "On one stream mistakes come in whole numbers, and luck decides when. "
            "Only their averages agree.",
            "about ten": "Luck averages out slowly: a hundred times as many streams leave a tenth "
            "of it.",
            "some hundreds": "The two agree on average, and an average over few streams still has "
            "much luck in it.",
        },
        right="some hundreds",
        then=_fresh_examples(),
    )


def _fresh_examples() -> Exploration:
    means = stream_means()
    most, _, rounds = means.shape
    fig, ax = pictures.figure(5.8, 3.4)
    ax.set(xlabel="rounds $T$", xlim=(0, rounds), ylim=(0, 8))
    made = pictures.Curve(ax, pictures.WEIGHTS, "-", label="mistakes $M_T$")
    risk = pictures.Curve(
        ax, pictures.BOUND, "--", label="sum of the risks of $h_0,\\ldots,h_{T-1}$"
    )
    pictures.legend(ax, "upper left")
    along = np.arange(rounds + 1)

    def averaged(streams: int) -> Averaged:
        mistakes, risks = means[streams - 1]
        return Averaged(streams, mistakes, risks)

    def move(now: Averaged) -> None:
        made.move(along, [0.0, *now.mistakes])
        risk.move(along, [0.0, *now.risks])

    def describe(now: Averaged) -> str:
        one = now.streams == 1
        who = "On one stream" if one else f"On average over {now.streams} streams"
        M = f"{now.mistakes[-1]:.2f}".removesuffix(".00" if one else "")
        return f"{who}: {M} mistakes in {rounds} rounds; risks that sum to {now.risks[-1]:.2f}."

    control = slider("streams averaged", 1, most, start=1, kept=1000)
    return explore(fig, data=averaged, move=move, describe=describe, streams=control)


@cache
def stream_means() -> Any:
    """Mistakes, and summed risks, up to each of 60 rounds: means of the first 1 to 1000 streams.

    >>> stream_means().shape
    (1000, 2, 60)
    """
    X, y = data.separable(40, 2, margin=0.05, seed=4)
    draws = np.random.default_rng(0).integers(len(X), size=(1000, 60))
    both = np.cumsum([_mistakes_and_risks(X, y, draw) for draw in draws], axis=2)
    return both.cumsum(axis=0) / np.arange(1, len(draws) + 1)[:, None, None]


def _mistakes_and_risks(X: Any, y: Any, draw: Any) -> Any:
    """For each round of a stream: was it a mistake, and the risk of the weights that answered."""
    run = Perceptron().run(X[draw], y[draw])
    wrong = np.zeros(len(draw))
    wrong[run.mistakes] = 1
    answering = np.searchsorted(run.mistakes, np.arange(len(draw)))
    risks = (y[:, None] * (X @ run.path.T) <= 0).mean(axis=0)
    return wrong, risks[answering]
