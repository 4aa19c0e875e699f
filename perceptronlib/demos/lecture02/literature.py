"""What the literature has wrong: a sum without its last vector, and averages that err."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...core.play import play
from ...core.rules import Rule
from ...notebook import pictures
from ...notebook.compound import Growing
from ...notebook.explore import Exploration, explore, slider
from ...notebook.words import plural, vector
from ...validate import Array

__all__ = ["fading_errors", "missing_vector"]


@dataclass(frozen=True)
class TwoSums:
    """After so many rounds: the first weight of the published sum, and of the sum over all."""

    rounds: int
    published: float
    whole: float


def missing_vector() -> Exploration:
    """One mistake, then success for ever: what two sums make of it.

    >>> missing_vector().at(rounds=9).sentence
    'After 9 rounds with 1 mistake the published sum is (0, 0), and the sum over all is (9, 0).'
    """
    run = play(Rule(), [(1.0, 0.0)], [1], epochs=12)  # one class only
    wholes = np.cumsum([run.weights(t + 1)[0] for t in range(12)])
    published = np.array([sum(run.weights(int(i))[0] for i in run.mistakes if i <= t)
                          for t in range(12)])  # fmt: skip
    fig, ax = pictures.figure(6.0, 3.0)
    ax.set(xlim=(0.5, 12.5), ylim=(-0.8, 13), xlabel="rounds", title="first weight of the sum")
    ax.set_xticks(range(1, 13))
    rounds = np.arange(1, 13)
    whole_curve = pictures.Curve(ax, pictures.WEIGHTS, "s-", "over all vectors", ms=5)
    published_curve = pictures.Curve(ax, pictures.MISTAKE, "o--", "as published", ms=5)
    growing = Growing(rounds, (whole_curve, wholes), (published_curve, published))
    pictures.legend(ax, "upper left")

    def sums(rounds: int) -> TwoSums:
        return TwoSums(rounds, float(published[rounds - 1]), float(wholes[rounds - 1]))

    def move(now: TwoSums) -> None:
        growing.move(now.rounds)

    def describe(now: TwoSums) -> str:
        start = f"After {plural(now.rounds, 'round')} with 1 mistake the published sum is"
        one, other = vector([now.published, 0]), vector([now.whole, 0])
        return f"{start} {one}, and the sum over all is {other}."

    control = slider("rounds", 1, 12, start=1, kept=12)
    return explore(fig, data=sums, move=move, describe=describe, rounds=control)


@dataclass(frozen=True)
class Faded:
    """After so many epochs: the sum of the weights, and both signed scores and margins under it."""

    epochs: int
    total: Array
    scores: Array
    margins: Array


def fading_errors() -> Exploration:
    """Two examples that the last vector separates and the average does not, until late.

    >>> fading_errors().at(epochs=2).sentence
    'After 2 epochs the weights add up to (−9, 1), with signed scores 25 and −6: the average ...'
    """
    X, y = np.array([(3.0, 2.0), (-1.0, -3.0)]), np.array([-1.0, -1.0])
    runs = [play(Rule(), X, y, epochs=epochs) for epochs in range(1, 13)]  # one class only
    sums = np.array([run.weight_sum for run in runs])
    scores = y * (sums @ X.T)
    margins = scores / np.linalg.norm(sums, axis=1)[:, None]
    fig, (left, right) = pictures.figure(7.6, 3.6, columns=2)
    pictures.plane(left, X, y, reach=4)
    last = pictures.Boundary(left, pictures.QUIET, "--", "last", shade=False)
    mean = pictures.Boundary(left, pictures.WEIGHTS, "-", "averaged")
    ring = pictures.Marks(left)
    pictures.legend(left, "upper left", handles=[last.line, mean.line])
    right.axhline(0, color=pictures.QUIET, lw=1)
    right.set(xlim=(0, 13), ylim=(-3.4, 4.6), xlabel="epochs", title="margin under the average")
    looks = (("o-", "(3, 2)"), ("s--", "(−1, −3)"))
    curves = [pictures.Curve(right, pictures.WEIGHTS, s, ms=4, label=f"x = {n}") for s, n in looks]
    growing = Growing(range(1, 13), *zip(curves, margins.T, strict=True))
    pictures.legend(right, "upper right")
    wrong = pictures.Marks(right)

    def faded(epochs: int) -> Faded:
        return Faded(epochs, sums[epochs - 1], scores[epochs - 1], margins[epochs - 1])

    def move(now: Faded) -> None:
        last.move((-2.0, 1.0))
        mean.move(now.total)
        ring.move(X[now.scores <= 0])
        growing.move(now.epochs)
        wrong.move([(now.epochs, margin) for margin in now.margins if margin <= 0])

    def describe(now: Faded) -> str:
        total = vector(now.total).replace("-", "−")
        a, b = (f"{score:g}".replace("-", "−") for score in now.scores + 0.0)
        start = f"After {plural(now.epochs, 'epoch')} the weights add up to {total}"
        errs = "errs on 1 of the 2" if now.scores.min() <= 0 else "is right on both"
        return f"{start}, with signed scores {a} and {b}: the average {errs} examples."

    control = slider("epochs", 1, 12, start=2, kept=6)
    return explore(fig, data=faded, move=move, describe=describe, epochs=control)
