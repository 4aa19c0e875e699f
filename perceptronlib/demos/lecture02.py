"""The pictures of `02_variants`: orders, and which weight vectors of a run should answer.

The pictures about margins and many shuffles are in `lecture02_more`, and can be had from here too.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from matplotlib.patches import Polygon

from ..core import predict as predictors
from ..core.play import play
from ..core.rules import Rule
from ..notebook import pictures
from ..notebook.explore import Exploration, Flipbook, explore, flipbook, slider
from ..samples import data
from ..samples.features import fold_bias
from .lecture02_more import ask_for_gamma, many_orders, margin_for_eta, two_claims

__all__ = [
    "ask_for_gamma",
    "fading_errors",
    "fresh_errors",
    "lazy_sum",
    "many_orders",
    "margin_for_eta",
    "order_matters",
    "survival",
    "three_answers",
    "two_claims",
    "vote_or_average",
]


def _some(count: int, what: str) -> str:
    """The count with its noun: 'no passes', '1 pass', '2 passes'."""
    if count == 1:
        return f"1 {what}"
    return f"{count or 'no'} {what}{'es' if what.endswith('s') else 's'}"


# -- passes and orders -------------------------------------------------------------------------


def order_matters() -> Exploration:
    """The same examples sorted by label and shuffled: how many passes does each order need?

    >>> order_matters().at(passes=4, shuffle=0).sentence
    'After 4 passes the sorted table errs on 9 of 60 examples; shuffle 0 errs on 0.'
    """
    X, y = data.separable(60, 2, margin=0.08, seed=3)
    X, most = X + np.array([1.5, 0.75]), 28
    Z, by_label = fold_bias(X), np.argsort(-y, kind="stable")
    runs = [play(Rule(), Z[by_label], y[by_label], epochs=most)]
    runs += [play(Rule(), Z, y, epochs=most, shuffle=True, seed=seed) for seed in range(10)]
    weights = [[run.weights(60 * passes) for passes in range(most + 1)] for run in runs]
    errors = (y[:, None] * (Z @ np.array(weights).transpose(0, 2, 1)) <= 0).sum(axis=1)
    fig, (left, right) = pictures.figure(columns=2)
    pictures.points(left, X, y)
    left.set(xlim=(0.3, 2.7), ylim=(-0.45, 1.95), xlabel="$x_1$", ylabel="$x_2$", aspect="equal")
    looks = (pictures.QUIET, "--", "sorted by label"), (pictures.WEIGHTS, "-", "shuffled")
    lines = [pictures.Boundary(left, c, s, shade=s == "-") for c, s, _ in looks]
    curves = [pictures.Curve(right, c, f"o{s}", name, ms=4) for c, s, name in looks]
    right.set(xlim=(-0.5, most + 0.5), ylim=(-2, 78), xlabel="passes", ylabel="errors of 60")
    right.set_yticks([0, 20, 40, 60])
    pictures.legend(right, "upper right")

    def at(passes: int, shuffle: int) -> tuple[Any, ...]:
        pair = (0, shuffle + 1)
        return passes, shuffle, [weights[i][passes] for i in pair], [errors[i] for i in pair]

    def move(passes: int, shuffle: int, both: Any, errors: Any) -> None:
        for line, curve, w, wrong in zip(lines, curves, both, errors, strict=True):
            line.move(w[:2], -w[2])
            curve.move(range(passes + 1), wrong[: passes + 1])

    def describe(passes: int, shuffle: int, both: Any, errors: Any) -> str:
        old, new = (int(wrong[passes]) for wrong in errors)
        start = f"After {_some(passes, 'pass')} the sorted table errs on {old} of 60 examples"
        return f"{start}; shuffle {shuffle} errs on {new}."

    controls = {
        "passes": slider("passes", 0, most, start=1),
        "shuffle": slider("shuffle", 0, 9),
    }
    return explore(fig, data=at, move=move, describe=describe, **controls)


# -- which vector answers ----------------------------------------------------------------------


def survival() -> Flipbook:
    """Forty rounds: the line of the moment, and for how many rounds each line has survived.

    >>> survival().pages[0].sentence
    'Round 0 was a mistake: w_1 begins, with 1 round to its name.'
    """
    X, y = data.noisy(40, 2, noise=0.1, margin=0.1, seed=6)
    run = play(Rule(), X, y)
    current = np.searchsorted(run.mistakes, np.arange(40), side="right")
    fig, (left, right) = pictures.figure(columns=2)
    pictures.plane(left, X, y)
    line, ring = pictures.Boundary(left), pictures.Marks(left)
    right.set(xlim=(-0.6, run.M + 0.6), ylim=(0, run.survival.max() + 1))
    right.set(xlabel="weight vector $w_k$, k =", ylabel="rounds survived, $c_k$")
    right.set_xticks(range(run.M + 1))
    bars = right.bar(range(run.M + 1), np.zeros(run.M + 1), animated=True)

    def at(t: int) -> tuple[Any, ...]:
        counts = np.bincount(current[: t + 1], minlength=run.M + 1)
        return t, int(current[t]), counts, t in run.mistakes

    def move(t: int, k: int, counts: Any, wrong: bool) -> None:
        line.move(run.path[k])
        ring.move(X[t])
        ring.line.set_color(pictures.MISTAKE if wrong else pictures.QUIET)
        for j, bar in enumerate(bars):
            bar.set(height=counts[j], color=pictures.WEIGHTS if j == k else pictures.QUIET)

    def describe(t: int, k: int, counts: Any, wrong: bool) -> str:
        if wrong:
            return f"Round {t} was a mistake: w_{k} begins, with 1 round to its name."
        return f"Round {t} was no mistake: w_{k} has now survived {counts[k]} rounds."

    return flipbook(
        fig, data=at, move=move, describe=describe, label="round", steps=range(40), start=28
    )


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
    swarm = pictures.Curve(left, pictures.QUIET, "-", lw=0.7, alpha=0.5)
    dots = [pictures.Curve(left, c, m, ms=4) for c, m in _LOOKS]
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
        swarm.move(*np.stack([ends, -ends, np.nan * ends], axis=1).reshape(-1, 2).T)
        last.move(run.last_weights)
        mean.move(run.average)
        X, y, _, _ = _noisy_labels(noise)
        for dot, sign in zip(dots, (1, -1), strict=True):
            dot.move(*X[y == sign].T)
        for line, values in zip(curves, np.transpose(curve), strict=True):
            line.move(range(1, epochs + 1), values[:epochs])
        here.move([epochs, epochs], [0, 100])

    def describe(noise: int, epochs: int, run: Any, lately: Any, plus: Any, curve: Any) -> str:
        a, b, c = curve[epochs - 1]
        passes = f"{noise}% noise, {_some(epochs, 'epoch')}: the last w errs on {a:.1f}% of fresh "
        return f"{passes}examples, the average on {b:.1f}%, the vote on {c:.1f}%."

    controls = {
        "noise": slider("noise (%)", 0, 30, 5, start=10),
        "epochs": slider("epochs", 1, 20),
    }
    return explore(fig, data=at, move=move, describe=describe, **controls)


_LOOKS = ((pictures.POSITIVE, "o"), (pictures.NEGATIVE, "s"))


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
        for curve, values in zip(curves, (votes, scores), strict=True):
            curve.move(turn[seen], values[seen])
        apart = turn[seen][differ[seen]]
        apart_so_far.move(apart, np.full(len(apart), -7.6))
        dots.move([degrees, degrees], [vote, score])

    def describe(degrees: int, vote: float, score: float, apart: bool) -> str:
        said = f"At {degrees} degrees the vote is {vote:+.0f} and the sum of the weights scores"
        return f"{said} {score:+.2f}: they {'disagree' if apart else 'agree'}."

    control = slider("angle of x (degrees)", 0, 359, start=0)
    return explore(fig, data=at, move=move, describe=describe, degrees=control)


_VOTES = ("$w_1$, 3 votes", "$w_2$, 1 vote")


def fading_errors() -> Exploration:
    """Two examples that the last vector separates and the average does not, until late.

    >>> fading_errors().at(epochs=6).sentence
    'After 6 epochs the weights add up to (-25, 9), ... the average is right on both examples.'
    """
    X, y = np.array([(3.0, 2.0), (-1.0, -3.0)]), np.array([-1.0, -1.0])
    sums = np.array([play(Rule(), X, y, epochs=epochs).weight_sum for epochs in range(1, 21)])
    scores = y * (sums @ X.T)
    margins = scores / np.linalg.norm(sums, axis=1)[:, None]
    fig, (left, right) = pictures.figure(columns=2)
    pictures.plane(left, X, y, reach=4)
    last = pictures.Boundary(left, pictures.QUIET, "--", "last", shade=False)
    mean = pictures.Boundary(left, pictures.WEIGHTS, "-", "averaged")
    ring = pictures.Marks(left)
    pictures.legend(left, "upper left", handles=[last.line, mean.line])
    right.axhline(0, color=pictures.QUIET, lw=1)
    right.set(xlim=(0, 21), ylim=(-3.4, 3.8), xlabel="epochs", ylabel="margin under the average")
    looks = (("o-", "(3, 2)"), ("s--", "(-1, -3)"))
    curves = [pictures.Curve(right, pictures.QUIET, s, ms=4, label=f"x = {n}") for s, n in looks]
    pictures.legend(right, "lower right")
    dots = pictures.Curve(right, pictures.WEIGHTS, "o", ms=9)

    def at(epochs: int) -> tuple[Any, ...]:
        return epochs, sums[epochs - 1], scores[epochs - 1]

    def move(epochs: int, total: Any, scores: Any) -> None:
        last.move((-2.0, 1.0))
        mean.move(total)
        ring.move(X[scores <= 0])
        for curve, values in zip(curves, margins[:epochs].T, strict=True):
            curve.move(range(1, epochs + 1), values)
        dots.move([epochs, epochs], margins[epochs - 1])

    def describe(epochs: int, total: Any, scores: Any) -> str:
        start = f"After {_some(epochs, 'epoch')} the weights add up to ({total[0]:g}, {total[1]:g})"
        errs = "errs on 1 of the 2" if min(scores) <= 0 else "is right on both"
        return (
            f"{start}, with y w.x = {scores[0]:g} and {scores[1]:g}: the average {errs} examples."
        )

    control = slider("epochs", 1, 20)
    return explore(fig, data=at, move=move, describe=describe, epochs=control)


def lazy_sum() -> Exploration:
    """One bar an update: for how many rounds it is a part of w. Bars or columns, the same sum.

    >>> lazy_sum().at(T=3).sentence
    'After 3 rounds: adding w every round gives (7, 0), and T w - u = 3 (3, 2) - (2, 6) as well.'
    """
    X, y = LAZY
    run = play(Rule(), X, y, epochs=2)
    born, added = run.mistakes, run.updates
    names = [f"({step[0]:g}, {step[1]:g})" for step in added]
    fig, ax = pictures.figure(6.4, 3.4)
    ax.set(xlim=(-0.1, 12.1), ylim=(run.M + 0.6, -0.4), xlabel="round", ylabel="added to w")
    ax.set(xticks=range(13), yticks=range(1, run.M + 1), yticklabels=names)
    ax.grid(axis="x", color="#DDDDDD")
    bars = ax.barh(range(1, run.M + 1), 0, 0.7, born, animated=True, color=pictures.QUIET)
    edge = pictures.Curve(ax, pictures.WEIGHTS, "--", lw=1)
    note = pictures.Note(ax, 0.01, 0.99, fontsize=10)

    def at(T: int) -> tuple[Any, ...]:
        alive = np.maximum(T - born, 0)
        w, u = (born < T) @ added, ((born < T) * born) @ added
        return T, alive, alive @ added, w, u

    def move(T: int, alive: Any, total: Any, w: Any, u: Any) -> None:
        for bar, length in zip(bars, alive, strict=True):
            bar.set_width(length)
        edge.move([T, T], [0.3, run.M + 0.6])
        note.move(" + ".join(f"{n}{name}" for n, name in zip(alive, names, strict=True) if n))

    def describe(T: int, alive: Any, total: Any, w: Any, u: Any) -> str:
        a, b, c = (f"({pair[0]:g}, {pair[1]:g})" for pair in (total, w, u))
        start = f"After {_some(T, 'round')}: adding w every round gives {a}"
        return f"{start}, and T w - u = {T} {b} - {c} as well."

    return explore(fig, data=at, move=move, describe=describe, T=slider("rounds T", 1, 12, start=9))


LAZY = [[2, -1], [-1, 0], [-1, -3], [0, -3], [-1, 1], [1, 3]], [1, -1, -1, 1, -1, 1]
"""Six examples with small whole numbers, and their labels."""
