"""Who answers: the last vector, the average or the vote, and where these disagree."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt
from matplotlib.patches import Polygon
from matplotlib.ticker import NullLocator

from ...core import predict as predictors
from ...core.runs import WeightRun
from ...learners import Perceptron
from ...notebook import pictures
from ...notebook.compound import Examples, Growing, Segments
from ...notebook.explore import Exploration, explore, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural
from ...samples import data
from ...validate import Array
from .passes import AnswerCurves, AnswersByPass, answers_by_pass, percent

__all__ = ["four_examples", "fresh_errors", "three_answers", "vote_or_average"]

EPOCHS, KNOWN, FRESH, SEED = 20, 120, 400, 34


def four_examples() -> tuple[Array, Array]:
    """A stream of four examples, (1, 0) three times with label +1, then (5, -6) with label -1.

    >>> Perceptron().run(*four_examples()).survival
    array([0, 3, 1])
    """
    return np.array([(1.0, 0.0)] * 3 + [(5.0, -6.0)]), np.array([1.0, 1.0, 1.0, -1.0])


@dataclass(frozen=True)
class Queried:
    """A query at this angle: the vote on it, and its score under the sum of the weights."""

    degrees: int
    vote: int
    score: float
    apart: bool


def vote_or_average() -> Prediction:
    """Turn a query around the origin: where do the vote and the average disagree?

    >>> vote_or_average().at(degrees=0).sentence
    'At 0 degrees the vote is +2, and the sum of the weights scores −1.00: they disagree.'
    """
    return predict(
        {
            "nowhere": "Both use the same vectors and the same counts, but an average also knows "
            "how long the vectors are.",
            "in a few": "It is more: the long vector drags the average far away from the majority.",
            "in more than half": "The vote follows the short vector with its 3 votes, and the "
            "average follows the long one.",
        },
        right="in more than half",
        then=_around(),
    )


def _around() -> Exploration:
    run = Perceptron().run(*four_examples())
    turn = np.arange(360)
    queries = np.array([pictures.angle(degrees) for degrees in range(360)]).round(12)
    votes, scores = predictors.voted(run, queries), queries @ run.weight_sum
    apart = (votes > 0) != (scores > 0)
    fig, (left, right) = pictures.figure(7.6, 3.6, columns=2)
    pictures.plane(left, reach=7.5)
    for w, place, name in zip(run.path[1:], ((0.5, -2.3), (-3.6, 6.2)), _NAMES, strict=True):
        left.annotate("", w, (0, 0), arrowprops={"arrowstyle": "->", "lw": 2})
        left.text(*place, name)
    left.plot(*(4.5 * queries.T), ":", color=pictures.MISTAKE, lw=1)
    left.text(-7.2, -7.0, "purple: the query $x$", color=pictures.MISTAKE, fontsize=10)
    query = pictures.Curve(left, pictures.MISTAKE, "o", ms=9)
    curves = [
        pictures.Curve(right, style=style, label=name)
        for style, name in ((":", "vote"), ("-", "score of the sum"))
    ]
    growing = Growing(turn, *zip(curves, (votes, scores), strict=True))
    differ = pictures.Curve(right, pictures.MISTAKE, "s", "they disagree", ms=3)
    right.axhline(0, color=pictures.QUIET, lw=1)
    right.set(xlim=(-6, 366), ylim=(-8.4, 12), xlabel="angle of $x$ in degrees")
    right.set_title("above 0: the answer is $+1$")
    right.set(xticks=[0, 90, 180, 270, 360], yticks=[-6, -4, -2, 0, 2, 4, 6])
    pictures.legend(right, "upper center", ncols=2)
    dots = pictures.Curve(right, pictures.WEIGHTS, "o", ms=7)

    def queried(degrees: int) -> Queried:
        vote, score = int(votes[degrees]), float(scores[degrees])
        return Queried(degrees, vote, score, bool(apart[degrees]))

    def move(now: Queried) -> None:
        x1, x2 = pictures.angle(now.degrees, 4.5)
        query.move([x1], [x2])
        growing.move(now.degrees + 1)
        so_far = np.flatnonzero(apart[: now.degrees + 1])
        differ.move(so_far, np.full(len(so_far), -7.6))
        dots.move([now.degrees] * 2, [now.vote, now.score])

    def describe(now: Queried) -> str:
        vote, score = (_signed(text) for text in (f"{now.vote:+d}", f"{now.score:+.2f}"))
        both = f"At {now.degrees} degrees the vote is {vote}, and the sum of the weights scores"
        return f"{both} {score}: they {'disagree' if now.apart else 'agree'}."

    control = slider("angle of x (degrees)", 0, 359, start=0, kept=359)
    return explore(fig, data=queried, move=move, describe=describe, degrees=control)


_NAMES = ("$w_1$\n3 votes", "$w_2$, 1 vote")


def _signed(number: str) -> str:
    return "0" if float(number) == 0 else number.replace("-", "−")


@dataclass(frozen=True)
class ThreeAnswers:
    """A run on noisy labels: its examples, its latest vectors, its answers, and their errors."""

    noise: int
    epochs: int
    y: Array
    latest: Array
    w: Array
    average: Array
    plus: npt.NDArray[np.bool_]
    errors: AnswersByPass


def three_answers() -> Prediction:
    """Noisy labels, and three answers from the same run: its last weights, average, and vote.

    >>> three_answers().at(noise=10, epochs=20).sentence
    '10% flipped, 20 epochs: the last w errs on 22.75% of the fresh examples, the average on ...'
    """
    return predict(
        {
            "the last weights": "They have met the flipped labels more often, too, and each of "
            "these drags them away again.",
            "the average": "A lapse that is soon corrected counts little in it, however often it "
            "happens.",
            "neither": "The last weights do go on jumping. Look at the average from the second "
            "epoch on.",
        },
        right="the average",
        then=_three_answers(),
    )


def _three_answers() -> Exploration:
    around = np.array([pictures.angle(degrees) for degrees in range(0, 360, 2)])
    fig, (left, right) = pictures.figure(7.6, 3.8, columns=2)
    pictures.plane(left, reach=1.15)
    vote = Polygon(np.zeros((3, 2)), color=pictures.POSITIVE, alpha=0.12, lw=0, animated=True)
    left.add_patch(vote)
    swarm = Segments(left, pictures.QUIET, lw=0.7, alpha=0.5)
    examples = Examples(left, size=4)
    last = pictures.Boundary(left, pictures.QUIET, "--", shade=False)
    mean = pictures.Boundary(left, pictures.WEIGHTS, "-", shade=False)
    right.set(xlim=(0.3, EPOCHS + 0.7), xlabel="epochs", title="errors on fresh examples (%)")
    right.set_yscale("asinh", linear_width=2)
    right.set_ylim(-0.4, 420)
    pictures.ticks(right.yaxis, (0, 1, 2, 5, 10, 20, 50, 100))
    right.yaxis.set_minor_locator(NullLocator())
    right.set_xticks((1, 5, 10, 15, 20))
    curves = AnswerCurves(right)
    pictures.legend(right, "upper center", ncols=2)

    def answered(noise: int, epochs: int) -> ThreeAnswers:
        run, y, errors = _noisy(noise)
        k = int(np.searchsorted(run.mistakes, epochs * KNOWN))
        lives = np.diff([0, *run.mistakes[:k], epochs * KNOWN])
        votes = np.where(around @ run.path[: k + 1].T >= 0, 1, -1) @ lives
        latest = run.path[max(1, k - 9) : k + 1]
        average = lives @ run.path[: k + 1]
        return ThreeAnswers(
            noise, epochs, y, latest, run.path[k], average, plus=votes > 0, errors=errors
        )

    def move(now: ThreeAnswers) -> None:
        vote.set_xy(np.where(now.plus[:, None], 4 * around, 0.0))
        sizes = np.linalg.norm(now.latest, axis=1)[:, None]
        ends = 4 * now.latest[:, ::-1] * [-1, 1] / sizes
        swarm.move(ends, -ends)
        last.move(now.w)
        mean.move(now.average)
        examples.move(_examples()[0][:KNOWN], now.y)
        curves.move(now.errors, now.epochs, unit=100 / FRESH)

    def describe(now: ThreeAnswers) -> str:
        wrong = now.errors.after(now.epochs)
        a, b, c = (f"{float(percent(count, FRESH)):g}%" for count in wrong.values())
        start = f"{now.noise}% flipped, {plural(now.epochs, 'epoch')}: the last w errs on {a}"
        return f"{start} of the fresh examples, the average on {b}, the vote on {c}."

    return explore(
        fig,
        data=answered,
        move=move,
        describe=describe,
        noise=slider("labels flipped (%)", 0, 30, 5, start=10),
        epochs=slider("epochs", 1, EPOCHS, start=2, kept=EPOCHS),
    )


def fresh_errors(noise: int, epochs: int) -> tuple[float, ...]:
    """Errors in percent, on fresh examples, of the last vector, the average and the vote.

    >>> fresh_errors(10, 20)
    (22.75, 0.25, 0.0)
    """
    counts = _noisy(noise)[2].after(epochs).values()
    return tuple(float(percent(count, FRESH)) for count in counts)


@cache
def _examples() -> tuple[Array, Array]:
    X, y = data.separable(KNOWN + FRESH, 2, margin=0.0, seed=SEED)
    return X, y


@cache
def _noisy(noise: int) -> tuple[WeightRun, Array, AnswersByPass]:
    """A run over 120 examples with so many percent of the labels flipped; fresh ones are true."""
    X, y = _examples()
    labels, flips = y[:KNOWN].copy(), np.random.default_rng(SEED).permutation(KNOWN)
    labels[flips[: round(KNOWN * noise / 100)]] *= -1
    run = Perceptron(epochs=EPOCHS, shuffle=True, seed=SEED).run(X[:KNOWN], labels)
    return run, labels, answers_by_pass(run, X[KNOWN:], y[KNOWN:])
