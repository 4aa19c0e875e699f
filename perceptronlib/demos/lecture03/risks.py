"""From mistakes to risk: one example left out, and examples that nobody has seen."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ...core.play import play
from ...core.rules import Rule
from ...notebook import pictures
from ...notebook.examples import ten_examples
from ...notebook.explore import Exploration, Flipbook, explore, flipbook, slider
from ...notebook.words import plural
from ...samples import data
from ...theory import theorems

__all__ = ["four_points", "fresh_examples", "leave_out", "stream_means", "unbiased"]


def leave_out() -> Exploration:
    """Learn without one example: does the line move, and is that example still answered well?

    >>> leave_out().at(i=3).sentence
    'Example 3 was never learned from: without it the line is the same, and right on it.'
    """
    X, y = ten_examples()
    run = play(Rule(), X, y, epochs=None)
    rest = [
        play(Rule(), np.delete(X, i, 0), np.delete(y, i), epochs=None).last_weights
        for i in range(len(y))
    ]
    wrong = [i for i, w in enumerate(rest) if y[i] * (w @ X[i]) <= 0]
    fig, (left, right) = pictures.figure(7.4, 3.8, columns=2)
    pictures.plane(left, X, y)
    support = X[run.support]
    left.plot(*support.T, "D", ms=15, mfc="none", mec=pictures.QUIET)
    left.set_title("diamonds: learned from")
    old = pictures.Boundary(left, pictures.QUIET, "--", shade=False)
    line, ring = pictures.Boundary(left), pictures.Marks(left)
    right.bar(np.arange(len(y)), run.alpha, color=pictures.QUIET, label="times learned from")
    errors = pictures.Curve(right, pictures.MISTAKE, "X", "error when left out", ms=6)
    right.set(xlabel="example", xticks=np.arange(len(y)), ylim=(0, 5), yticks=range(5))
    pictures.legend(right, "upper right")
    chosen = pictures.Curve(right, pictures.MISTAKE, "-", lw=3)

    def at(i: int) -> tuple[Any, ...]:
        return i, rest[i], int(run.alpha[i]), i in wrong

    def move(i: int, w: Any, times: int, error: bool) -> None:
        old.move(run.last_weights)
        line.move(w)
        ring.move(X[i])
        chosen.move([i - 0.4, i + 0.4], [0.03, 0.03])
        seen = [j for j in wrong if j <= i]
        errors.move(seen, run.alpha[seen] + 0.2)

    def describe(i: int, w: Any, times: int, error: bool) -> str:
        if not times:
            same = "without it the line is the same, and right on it"
            return f"Example {i} was never learned from: {same}."
        often = f"Example {i} was learned from {plural(times, 'time')}"
        tie = "" if w @ X[i] else ", with a score of 0"
        verdict = f"wrong on it{tie}" if error else "still right on it"
        return f"{often}: without it another line is learned, {verdict}."

    control = slider("leave out example", 0, len(y) - 1)
    return explore(fig, data=at, move=move, describe=describe, i=control)


def four_points() -> tuple[Any, Any, Any]:
    """A distribution on four points of the plane: points, labels, probabilities.

    >>> four_points()[2]
    ['1/4', '1/4', '1/4', '1/4']
    """
    return [(2, 1), (1, 2), (3, 2), (2, 3)], [1, -1, 1, -1], ["1/4"] * 4


def unbiased() -> Flipbook:
    """The expected leave-one-out error of m examples is the expected risk after m - 1.

    >>> unbiased().pages[0].sentence
    'From 2 examples leave-one-out expects 1/2, which is the expected risk after 1 example.'
    """
    sizes = range(2, 7)
    certificates = [theorems.leave_one_out_is_unbiased(*four_points(), m=m) for m in sizes]
    risks = [certificate.bound for certificate in certificates]
    estimates = [float(certificate.mistakes) for certificate in certificates]
    fig, ax = pictures.figure(5.8, 3.3)
    risk = pictures.Curve(ax, pictures.WEIGHTS, "o-", label="expected risk, learned from $n$")
    ax.set(xlabel="examples", xlim=(0.7, 6.3), ylim=(0, 0.7))
    loo = pictures.Curve(ax, pictures.BOUND, "s", ms=8, label="expected leave-one-out error of $m$")
    step = pictures.Curve(ax, pictures.BOUND, ":", lw=1.5)
    pictures.legend(ax, "upper right")

    def at(m: int) -> tuple[Any, ...]:
        return m, certificates[m - 2].mistakes

    def move(m: int, estimate: Any) -> None:
        risk.move(np.arange(1, m), risks[: m - 1])
        loo.move(np.arange(2, m + 1), estimates[: m - 1])
        step.move([m - 1, m], [float(estimate)] * 2)

    def describe(m: int, estimate: Any) -> str:
        left = f"From {m} examples leave-one-out expects {estimate}"
        return f"{left}, which is the expected risk after {plural(m - 1, 'example')}."

    return flipbook(
        fig, data=at, move=move, describe=describe, label="examples m", steps=sizes, start=2
    )


def fresh_examples() -> Exploration:
    """Mistakes on fresh examples and the risks of the hypotheses that made them, averaged.

    >>> fresh_examples().at(streams=1000).sentence
    'On average over 1000 streams: 4.48 mistakes in 60 rounds; risks that sum to 4.51.'
    """
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

    def at(streams: int) -> tuple[Any, ...]:
        return streams, means[streams - 1]

    def move(streams: int, mean: Any) -> None:
        for curve, values in zip((made, risk), mean, strict=True):
            curve.move(along, [0.0, *values])

    def describe(streams: int, mean: Any) -> str:
        who = "On one stream" if streams == 1 else f"On average over {streams} streams"
        M = f"{mean[0, -1]:.2f}".removesuffix(".00") if streams == 1 else f"{mean[0, -1]:.2f}"
        return f"{who}: {M} mistakes in {rounds} rounds; risks that sum to {mean[1, -1]:.2f}."

    control = slider("streams averaged", 1, most, start=1)
    return explore(fig, data=at, move=move, describe=describe, streams=control)


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
    run = play(Rule(), X[draw], y[draw])
    wrong = np.zeros(len(draw))
    wrong[run.mistakes] = 1
    answering = np.searchsorted(run.mistakes, np.arange(len(draw)))
    risks = (y[:, None] * (X @ run.path.T) <= 0).mean(axis=0)
    return wrong, risks[answering]
