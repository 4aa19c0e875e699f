"""Winnow on disjunctions, round by round, and its proof as a bank account."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.play import play
from ...core.rules import Rule
from ...notebook import pictures
from ...notebook.compound import Examples, Growing
from ...notebook.explore import Flipbook, flipbook
from ...notebook.words import plural
from ...samples import adversaries, data

__all__ = ["account", "each_round", "winnow"]


def winnow(d: int, factor: float = 2.0) -> Rule:
    """The rule of Winnow: answer + iff w.x >= d; multiply or divide the active weights.

    >>> winnow(3)
    Rule(update='multiply', rate=2.0, threshold=3.0, margin=0.0, slope=0.0, ties='plus', p=2.0)
    """
    return Rule("multiply", rate=factor, threshold=float(d), ties="plus")


def each_round() -> Flipbook:
    """Winnow on UIC-16's four examples, from mistake to mistake and to the clean pass at the end.

    >>> each_round().pages[0].sentence
    'Round 0, x = 10100, y = +1: the score 2 is below 5, a mistake; active weights double.'
    >>> each_round().pages[-1].sentence
    'Round 19, x = 00000, y = -1: the score 0 is below 5, so all is well.'
    """
    X, y = data.uic_table()
    d, run = X.shape[1], play(winnow(X.shape[1]), X, y, epochs=None)
    weights = [run.weights(t) for t in range(run.rounds + 1)]
    scores = np.array([X[i] @ weights[t] for t, i in enumerate(run.order)])
    fig, (left, right) = pictures.figure(7.4, 3.6, columns=2)
    left.set(xlim=(0.4, 5.6), ylim=(0, 5.4), title="weights, active ones black")
    left.set_xticks(range(1, 6), ["$x_1$\nrelevant", "$x_2$", "$x_3$", "$x_4$\nrelevant", "$x_5$"])
    bars = pictures.Bars(left, d)
    before = pictures.Curve(left, pictures.MISTAKE, "_", ms=26, mew=3, label="before the mistake")
    pictures.legend(left, "upper right")
    right.axhline(d, color=pictures.BOUND, ls="--", label="threshold $d=5$")
    right.set(xlim=(-0.7, 19.7), ylim=(-0.4, 11.4), xlabel="round", title="scores $w\\cdot x$")
    right.set_xticks(range(0, 20, 4))
    dots = Examples(right, size=5, labels=("$y=+1$", "$y=-1$"))
    rings = pictures.Marks(right, label="mistake")
    pictures.legend(right, "upper left", ncols=2)

    def at(t: int) -> tuple[Any, ...]:
        return t, X[run.order[t]], y[run.order[t]], scores[t], t in run.mistakes

    def move(t: int, x: Any, label: float, score: float, wrong: bool) -> None:
        bars.move(weights[t + 1])
        for bar, on in zip(bars.bars, x, strict=True):
            bar.set_facecolor(pictures.WEIGHTS if on else pictures.QUIET)
        active = np.flatnonzero(x) if wrong else np.zeros(0, dtype=int)
        before.move(active + 1, weights[t][active])
        seen = np.arange(t + 1)
        dots.move(np.column_stack([seen, scores[seen]]), y[run.order[seen]])
        missed = run.mistakes[run.mistakes <= t]
        rings.move(np.column_stack([missed, scores[missed]]))

    def describe(t: int, x: Any, label: float, score: float, wrong: bool) -> str:
        shown = f"Round {t}, x = {''.join(str(int(bit)) for bit in x)}, y = {label:+.0f}"
        side = "below" if score < d else "at least"
        step = "double" if label > 0 else "are halved"
        end = f", a mistake; active weights {step}." if wrong else ", so all is well."
        return f"{shown}: the score {score:g} is {side} {d}{end}"

    steps = [*run.mistakes.tolist(), run.rounds - 1]
    return flipbook(fig, data=at, move=move, describe=describe, label="round", steps=steps, start=0)


def account() -> Flipbook:
    """The proof as a bank account: promotions pay in less than d, demotions take at least d/2.

    >>> account().pages[4].sentence
    'After 4 mistakes (P = 2, Q = 2) S = 14; the account allows 8 + 2*8 - 2*4 = 16.'
    """
    d, r = 8, 2
    game = adversaries.winnow_worst(d, r)
    run = play(winnow(d), game.X, game.y)
    up = np.concatenate([[0], np.cumsum(run.y[run.examples] > 0)])
    down = np.arange(run.M + 1) - up
    total, limit = run.path.sum(axis=1), d + d * up - d / 2 * down
    fig, (left, right) = pictures.figure(7.4, 3.6, columns=2)
    left.set_yscale("log", base=2)
    left.set(xlim=(0.4, d + 0.6), ylim=(1 / 16, 24), xlabel="feature")
    left.set_title("weights, relevant ones black")
    left.set_yticks([2.0**j for j in range(-3, 4)], ["1/8", "1/4", "1/2", "1", "2", "4", "8"])
    left.axhline(8, color=pictures.BOUND, ls="--", label="$2^k=8$, $k=\\lceil\\log_2 8\\rceil$")
    bars = pictures.Bars(left, d, [pictures.WEIGHTS] * r + [pictures.QUIET] * (d - r))
    pictures.legend(left, "upper right")
    right.set(xlim=(-0.5, run.M + 0.5), ylim=(0, 34), xlabel="mistakes", title="the account")
    right.set_xticks(range(0, run.M + 1, 2))
    roof = pictures.Curve(right, pictures.BOUND, "s--", label="$d+Pd-Qd/2$", ms=4)
    sums = pictures.Curve(right, pictures.WEIGHTS, "o-", label="total weight $S$", ms=4)
    growing = Growing(range(run.M + 1), (roof, limit), (sums, total))
    pictures.legend(right, "upper left")

    def at(k: int) -> tuple[Any, ...]:
        return k, run.path[k], int(up[k]), int(down[k]), float(total[k])

    def move(k: int, w: Any, P: int, Q: int, S: float) -> None:
        bars.move(w)
        growing.move(k + 1)

    def describe(k: int, w: Any, P: int, Q: int, S: float) -> str:
        made = f"After {plural(k, 'mistake')} (P = {P}, Q = {Q}) S = {S:g}"
        sums = f"{d} + {P}*{d} - {Q}*{d // 2} = {limit[k]:g}"
        return f"{made}; the account allows {sums}."

    steps = range(run.M + 1)
    return flipbook(
        fig, data=at, move=move, describe=describe, label="mistakes", steps=steps, start=4
    )
