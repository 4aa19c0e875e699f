"""Which weights answer: the last, the average or the vote, and where these disagree."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from matplotlib.patches import Polygon

from ...core import predict as predictors
from ...core.play import play
from ...core.rules import Rule
from ...notebook import pictures
from ...notebook.compound import Examples, Growing, Segments
from ...notebook.explore import Exploration, explore, slider
from ...notebook.words import plural
from ...samples import data

__all__ = ["fresh_errors", "three_answers", "vote_or_average"]


def three_answers() -> Exploration:
    """Noisy labels, and three answers from the same run: its last weights, average, and vote.

    >>> three_answers().at(noise=0, epochs=20).sentence
    '0% noise, 20 epochs: the last w errs on 2.2% of fresh examples, the average on 1.8%, ...'
    """
    settings = [(noise, epochs) for noise in range(0, 31, 5) for epochs in range(1, 21)]
    runs = {setting: _noisy_run(*setting) for setting in settings}
    errors = {setting: fresh_errors(*setting) for setting in settings}
    around = np.array([pictures.angle(degrees) for degrees in range(0, 360, 2)])
    fig, (left, right) = pictures.figure(columns=2)
    pictures.plane(left, reach=1.15)
    vote = Polygon(np.zeros((3, 2)), color=pictures.POSITIVE, alpha=0.12, lw=0, animated=True)
    left.add_patch(vote)
    swarm = Segments(left, pictures.QUIET, lw=0.7, alpha=0.5)
    examples = Examples(left, size=4)
    last, mean = (pictures.Boundary(left, style=s, shade=False) for s in ("--", "-"))
    right.set(xlim=(0, 21), ylim=(-2, 115), xlabel="epochs", ylabel="errors on fresh examples (%)")
    right.set_yticks(range(0, 101, 20))
    styles = (("--", "o", "last"), ("-", "s", "averaged"), (":", "D", "voted"))
    curves = [pictures.Curve(right, pictures.WEIGHTS, f"{m}{s}", n, ms=4) for s, m, n in styles]
    here = pictures.Curve(right, pictures.QUIET, "-", lw=1)
    pictures.legend(right, "upper center", ncols=3, columnspacing=1)

    def at(noise: int, epochs: int) -> tuple[Any, ...]:
        run = runs[noise, epochs]
        lately = run.path[max(1, run.M - 9) :]
        curve = [errors[noise, e] for e in range(1, 21)]
        return noise, epochs, run, lately, predictors.voted(run, around) > 0, curve

    def move(noise: int, epochs: int, run: Any, lately: Any, plus: Any, curve: Any) -> None:
        vote.set_xy(np.where(plus[:, None], 4 * around, 0.0))
        ends = 4 * lately[:, ::-1] * [-1, 1] / np.linalg.norm(lately, axis=1)[:, None]
        swarm.move(ends, -ends)
        last.move(run.last_weights)
        mean.move(run.average)
        X, y, _, _ = _noisy_labels(noise)
        examples.move(X, y)
        for line, values in zip(curves, np.transpose(curve), strict=True):
            line.move(range(1, epochs + 1), values[:epochs])
        here.move([epochs, epochs], [0, 100])

    def describe(noise: int, epochs: int, run: Any, lately: Any, plus: Any, curve: Any) -> str:
        a, b, c = curve[epochs - 1]
        passes = f"{noise}% noise, {plural(epochs, 'epoch')}: the last w errs on {a:.1f}% of fresh "
        return f"{passes}examples, the average on {b:.1f}%, the vote on {c:.1f}%."

    controls = {
        "noise": slider("noise (%)", 0, 30, 5, start=10),
        "epochs": slider("epochs", 1, 20),
    }
    return explore(fig, data=at, move=move, describe=describe, **controls)


@cache
def fresh_errors(noise: int, epochs: int) -> tuple[float, ...]:
    """Errors in percent, on fresh examples, of the last vector, the average and the vote.

    >>> fresh_errors(10, 20)
    (16.75, 1.75, 1.0)
    """
    run, (_, _, X, y) = _noisy_run(noise, epochs), _noisy_labels(noise)
    wrong = [y * predict(run, X) <= 0 for predict in predictors.PREDICTORS.values()]
    return tuple(float(np.mean(100 * each)) for each in wrong)


@cache
def _noisy_run(noise: int, epochs: int) -> Any:
    X, y, _, _ = _noisy_labels(noise)
    return play(Rule(), X, y, epochs=epochs, shuffle=True, seed=5)


@cache
def _noisy_labels(noise: int) -> tuple[Any, ...]:
    """80 examples with ``noise`` percent of the labels flipped, and 400 fresh ones, all true."""
    X, y = data.separable(480, 2, margin=0.0, seed=5)
    labels, flips = y[:80].copy(), np.random.default_rng(5).permutation(80)
    labels[flips[: round(0.8 * noise)]] *= -1
    return X[:80], labels, X[80:], y[80:]


def vote_or_average() -> Exploration:
    """Turn a query around the origin: where do the vote and the average disagree?

    >>> vote_or_average().at(degrees=0).sentence
    'At 0 degrees the vote is +2 and the sum of the weights scores -1.00: they disagree.'
    """
    run = play(Rule(), [(-1, 0)] * 3 + [(5, -6)], [-1] * 4)
    turn = np.arange(360)
    queries = np.array([pictures.angle(degrees) for degrees in range(360)]).round(12)
    votes, scores = predictors.voted(run, queries), queries @ run.weight_sum
    fig, (left, right) = pictures.figure(columns=2)
    pictures.plane(left, reach=7.5)
    for w, place, name in zip(run.path[1:], ((1.2, -1), (-3.6, 6.2)), _VOTES, strict=True):
        left.annotate("", w, (0, 0), arrowprops={"arrowstyle": "->", "lw": 2})
        left.text(*place, name)
    left.plot(*(4.5 * queries.T), ":", color=pictures.MISTAKE, lw=1)
    left.text(-7, -7, "purple: the query x", color=pictures.MISTAKE)
    query = pictures.Curve(left, pictures.MISTAKE, "o", ms=9)
    differ = (votes > 0) != (scores > 0)
    looks = ((":", "vote"), ("-", "score of the sum"))
    curves = [pictures.Curve(right, style=style, label=name) for style, name in looks]
    growing = Growing(turn, *zip(curves, (votes, scores), strict=True))
    apart_so_far = pictures.Curve(right, pictures.QUIET, "s", "they differ", ms=3)
    right.axhline(0, color=pictures.QUIET, lw=1)
    right.set(xlim=(0, 360), ylim=(-8, 8), xlabel="angle of x (degrees)", ylabel="says + above 0")
    right.set_xticks([0, 90, 180, 270, 360])
    pictures.legend(right, "upper right")
    dots = pictures.Curve(right, pictures.MISTAKE, "o", ms=9)

    def at(degrees: int) -> tuple[Any, ...]:
        return degrees, votes[degrees], scores[degrees], bool(differ[degrees])

    def move(degrees: int, vote: float, score: float, differs: bool) -> None:
        x1, x2 = pictures.angle(degrees, 4.5)
        query.move([x1], [x2])
        seen = slice(degrees + 1)
        growing.move(seen)
        apart = turn[seen][differ[seen]]
        apart_so_far.move(apart, np.full(len(apart), -7.6))
        dots.move([degrees, degrees], [vote, score])

    def describe(degrees: int, vote: float, score: float, apart: bool) -> str:
        both = f"At {degrees} degrees the vote is {vote:+.0f} and the sum of the weights scores"
        return f"{both} {score:+.2f}: they {'disagree' if apart else 'agree'}."

    control = slider("angle of x (degrees)", 0, 359, start=0)
    return explore(fig, data=at, move=move, describe=describe, degrees=control)


_VOTES = ("$w_1$, 3 votes", "$w_2$, 1 vote")
