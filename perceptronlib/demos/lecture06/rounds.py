"""Winnow by hand, round by round, and its proof as a bank account."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...learners import Winnow
from ...notebook import pictures
from ...notebook.compound import Examples, Growing
from ...notebook.explore import Flipbook, flipbook
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural
from ...samples import adversaries, data
from ...validate import Array

__all__ = ["account", "double_or_add", "each_round"]


@dataclass(frozen=True)
class Climb:
    """How many updates take a weight from 1 to the threshold, by doubling and by adding 1."""

    threshold: int
    doublings: int
    additions: int


def double_or_add() -> Prediction:
    """How often must a weight double to get from 1 to 1024? Then move the threshold.

    >>> double_or_add().pages[-1].sentence
    'From 1 to 1024: 10 doublings, or 1023 steps of 1.'
    """
    return predict(
        {
            "512 times": "The last doubling alone goes from 512 to 1024, so there cannot be so "
            "many of them.",
            "about 32 times": "That is the root. Doubling is faster still.",
            "10 times": "2 multiplied by itself 10 times is 1024. Adding 1 takes 1023 steps.",
        },
        right="10 times",
        then=_climb(),
    )


def _climb() -> Flipbook:
    fig, ax = pictures.figure(7.2, 3.4)
    ax.set_yscale("log", base=2)
    ax.set(xlim=(-0.5, 42), ylim=(0.8, 2600), xlabel="updates of this weight")
    pictures.ticks(ax.yaxis, [1, 4, 16, 64, 256, 1024])
    ax.set_title("the weight of one feature")
    ax.minorticks_off()
    roof = pictures.Curve(ax, pictures.BOUND, "--", label="threshold $d$")
    doubled = pictures.Curve(ax, pictures.WEIGHTS, "s-", label="doubling", ms=6)
    added = pictures.Curve(ax, pictures.QUIET, "o-", label="adding 1", ms=4)
    spot = pictures.Marks(ax)
    pictures.legend(ax, "lower right")

    def climb(threshold: int) -> Climb:
        return Climb(threshold, threshold.bit_length() - 1, threshold - 1)

    def move(now: Climb) -> None:
        roof.move([-1, 43], [now.threshold] * 2)
        steps = np.arange(now.doublings + 1)
        doubled.move(steps, 2**steps)
        few = np.arange(min(now.additions, 41) + 1)
        added.move(few, 1 + few)
        spot.move([[now.doublings, now.threshold]])

    def describe(now: Climb) -> str:
        doublings, additions = plural(now.doublings, "doubling"), plural(now.additions, "step")
        return f"From 1 to {now.threshold}: {doublings}, or {additions} of 1."

    return flipbook(
        fig,
        data=climb,
        move=move,
        describe=describe,
        label="threshold d",
        steps=[2**j for j in range(1, 11)],
        start=1024,
    )


@dataclass(frozen=True)
class Round:
    """What happened in one round: the example, its label and its score when it came."""

    number: int
    x: Array
    label: float
    score: float
    mistake: bool


def each_round() -> Prediction:
    """Which weights will be large? Then step from mistake to mistake.

    >>> each_round().pages[0].sentence
    'Round 0, x = 10100, y = +1: the score 2 is below 5, a mistake; the weights of the features ...'
    >>> each_round().pages[-1].sentence
    'Round 19, x = 00000, y = -1: the score 0 is below 5, so it is right, and nothing changes.'
    """
    return predict(
        {
            "those of features 1 and 4, and all others below 1": "The first half is right. An "
            "irrelevant weight needs to fall only as far as the threshold asks.",
            "those of features 1 and 4": "They end at 4 each. Feature 3 ends at 2, which does no "
            "harm.",
            "that of feature 3, which is on most often": "It is promoted at first, but it is also "
            "on in a negative example, and there it is demoted.",
        },
        right="those of features 1 and 4",
        then=_rounds(),
    )


def _rounds() -> Flipbook:
    X, y = data.uic_table()
    d, run = X.shape[1], Winnow(epochs=None).run(X, y)
    weights = [run.weights(t) for t in range(run.rounds + 1)]
    scores = np.array([X[i] @ weights[t] for t, i in enumerate(run.order)])
    fig, (left, right) = pictures.figure(7.4, 3.6, columns=2)
    left.set(xlim=(0.4, 5.6), ylim=(0, 5.4), title="weights (full bars: feature is on)")
    names = ["$x_1$\nrelevant", "$x_2$\n", "$x_3$\n", "$x_4$\nrelevant", "$x_5$\n"]
    left.set_xticks(range(1, 6), names)
    bars = pictures.Bars(left, d)
    for bar in bars.bars:
        bar.set_edgecolor(pictures.WEIGHTS)
    before = pictures.Curve(left, pictures.MISTAKE, "_", ms=26, mew=3, label="before the mistake")
    pictures.legend(left, "upper right")
    right.axhline(d, color=pictures.BOUND, ls="--", label="threshold $d=5$")
    right.set(xlim=(-0.7, 19.7), ylim=(-0.4, 11.4), xlabel="round", title="scores $w\\cdot x$")
    right.set_xticks(range(0, 20, 4))
    dots = Examples(right, size=5, labels=("$y=+1$", "$y=-1$"))
    rings = pictures.Marks(right, label="mistake")
    pictures.legend(right, "upper left", ncols=2)

    def played(t: int) -> Round:
        i = run.order[t]
        return Round(t, X[i], float(y[i]), float(scores[t]), t in run.mistakes)

    def move(now: Round) -> None:
        bars.move(weights[now.number + 1])
        for bar, on in zip(bars.bars, now.x, strict=True):
            bar.set_facecolor(pictures.WEIGHTS if on else "white")
        active = np.flatnonzero(now.x) if now.mistake else np.zeros(0, dtype=int)
        before.move(active + 1, weights[now.number][active])
        seen = np.arange(now.number + 1)
        dots.move(np.column_stack([seen, scores[seen]]), y[run.order[seen]])
        missed = run.mistakes[run.mistakes <= now.number]
        rings.move(np.column_stack([missed, scores[missed]]))

    def describe(now: Round) -> str:
        bits = "".join(str(int(bit)) for bit in now.x)
        shown = f"Round {now.number}, x = {bits}, y = {now.label:+.0f}"
        side = "below" if now.score < d else "at least"
        step = "double" if now.label > 0 else "are halved"
        learned = f", a mistake; the weights of the features that are on {step}."
        end = learned if now.mistake else ", so it is right, and nothing changes."
        return f"{shown}: the score {now.score:g} is {side} {d}{end}"

    steps = [*run.mistakes.tolist(), run.rounds - 1]
    return flipbook(
        fig,
        data=played,
        move=move,
        describe=describe,
        label="round",
        steps=steps,
        start=0,
        kept=steps[-2],
    )


@dataclass(frozen=True)
class Balance:
    """The account after so many mistakes: promotions, demotions, what is there, what may be.

    What is ``locked`` is in relevant weights, which no demotion takes out.
    """

    mistakes: int
    P: int
    Q: int
    weights: Array
    total: float
    locked: float
    limit: float


def account() -> Prediction:
    """What ends the promotions? Then let the adversary play, mistake by mistake.

    >>> account().pages[4].sentence
    'After 4 mistakes (P = 2, Q = 2) S = 14, 4 of it locked; the account allows 8 + 2·8 - 2·4 = 16.'
    """
    return predict(
        {
            "the account is empty": "It is not: 20.75 are left at the end. But most of that is "
            "locked in the relevant weights.",
            "the relevant weights have reached 8": "Then each relevant feature alone lifts its "
            "example to the threshold, and no positive can be missed.",
            "nothing: the adversary can go on": "Every promotion doubles a relevant weight, and "
            "nothing ever halves one. That cannot go on.",
        },
        right="the relevant weights have reached 8",
        then=_balance(),
    )


def _balance() -> Flipbook:
    d, r = 8, 2
    game = adversaries.winnow_worst(d, r)
    run: Any = Winnow().run(game.X, game.y)
    up = np.concatenate([[0], np.cumsum(run.y[run.examples] > 0)])
    down = np.arange(run.M + 1) - up
    total, locked = run.path.sum(axis=1), run.path[:, :r].sum(axis=1)
    limit = d + d * up - d / 2 * down
    fig, (left, right) = pictures.figure(7.4, 3.6, columns=2)
    left.set(xlim=(0.4, d + 0.6), ylim=(0, 10.6), xlabel="feature", xticks=range(1, d + 1))
    left.set_title("weights (green: relevant)")
    left.axhline(d, color=pictures.BOUND, ls="--", label="threshold $d=8$")
    bars = pictures.Bars(left, d, [pictures.BOUND] * r + [pictures.QUIET] * (d - r))
    notes = [
        pictures.Note(left, i, 0, transform=left.transData, ha="center", va="bottom", fontsize=9)
        for i in range(1, d + 1)
    ]
    pictures.legend(left, "upper right")
    right.set(xlim=(-0.5, run.M + 0.5), ylim=(0, 38), xlabel="mistakes", title="the account")
    right.set_xticks(range(0, run.M + 1, 2))
    roof = pictures.Curve(right, pictures.BOUND, "s--", label="$d+Pd-Qd/2$", ms=4)
    sums = pictures.Curve(right, pictures.WEIGHTS, "o-", label="total weight $S$", ms=4)
    kept = pictures.Curve(right, pictures.BOUND, "-", label="locked in relevant weights", lw=2)
    growing = Growing(range(run.M + 1), (roof, limit), (sums, total), (kept, locked))
    pictures.legend(right, "upper left")

    def balance(k: int) -> Balance:
        there = float(total[k]), float(locked[k]), float(limit[k])
        return Balance(k, int(up[k]), int(down[k]), run.path[k], *there)

    def move(now: Balance) -> None:
        bars.move(now.weights)
        for note, weight in zip(notes, now.weights, strict=True):
            note.text.set_y(weight + 0.12)
            note.move(f"{weight:g}")
        growing.move(now.mistakes + 1)

    def describe(now: Balance) -> str:
        made = f"After {plural(now.mistakes, 'mistake')} (P = {now.P}, Q = {now.Q})"
        sums = f"{d} + {now.P}·{d} - {now.Q}·{d // 2} = {now.limit:g}"
        held = f"S = {now.total:g}, {now.locked:g} of it locked"
        return f"{made} {held}; the account allows {sums}."

    steps = range(run.M + 1)
    return flipbook(
        fig,
        data=balance,
        move=move,
        describe=describe,
        label="mistakes",
        steps=steps,
        start=6,
        kept=run.M,
    )
