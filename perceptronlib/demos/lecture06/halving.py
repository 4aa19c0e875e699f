"""The best that anybody can do: questions that halve, and what Winnow pays beside them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from ...notebook import pictures
from ...notebook.explore import Exploration, explore, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural
from ...samples import adversaries
from ...theory.theorems.littlestone import MistakeGame, disjunctions
from .worst_streams import allowed

__all__ = ["as_adversary", "price", "prices"]

MOST, ROUNDS = 16, 4
"""So many candidates at most, and so many questions until one of them is left."""


@dataclass(frozen=True)
class Asked:
    """One question: who is still possible, how many of them are on, and who is left then."""

    possible: range
    on: int
    answer: int
    left: range


@dataclass(frozen=True)
class Questions:
    """The questions with one share of the candidates on; each of them forced a mistake."""

    candidates: int
    share: int
    asked: tuple[Asked, ...]


def questions(candidates: int, share: int) -> Questions:
    """Halving against an adversary who always turns on this share (in %) of those still possible.

    At least one candidate is on and one is off, so that both answers are possible. Halving goes
    with the majority, and says +1 where it is divided equally; the adversary says the opposite.

    >>> [len(one.left) for one in questions(16, 50).asked]
    [8, 4, 2, 1]
    >>> [len(one.left) for one in questions(16, 25).asked]
    [4, 1]
    """
    possible, asked = range(candidates), list[Asked]()
    while len(possible) > 1:
        on = min(max(int(share * len(possible) / 100 + 0.5), 1), len(possible) - 1)
        answer = 1 if 2 * on >= len(possible) else -1
        left = possible[on:] if answer > 0 else possible[:on]
        asked.append(Asked(possible, on, answer, left))
        possible = left
    return Questions(candidates, share, tuple(asked))


def as_adversary() -> Prediction:
    """Which share of the candidates should be on? Then choose it, and see halving err.

    >>> as_adversary().at(candidates=16, share=50).sentence
    'With 50% of those possible on, 8, 4, 2 and 1 of 16 candidates are left: 4 mistakes.'
    >>> as_adversary().at(candidates=16, share=5).sentence
    'With 5% of those possible on, 1 of 16 candidates is left: 1 mistake.'
    """
    return predict(
        {
            "just one": "Then 15 of 16 candidates say -1. If you say +1, the one that is on must "
            "be it, and your game is over after one mistake.",
            "a quarter of them": "Then 12 say -1. If you say +1, only 4 candidates are left, and "
            "after the next question only one: two mistakes.",
            "half of them": "Whatever halving answers, 8 candidates remain for your next question: "
            "four mistakes in all.",
        },
        right="half of them",
        then=_ask(),
    )


def _ask() -> Exploration:
    fig, ax = pictures.figure(7.4, 3.5)
    ax.set(xlim=(-0.8, MOST + 5.4), ylim=(ROUNDS + 0.6, -0.6))
    ax.set_xticks([0, 7, 15], ["1", "8", "16"])
    ax.set_yticks(range(ROUNDS + 1), [*(f"question {k + 1}" for k in range(ROUNDS)), "at the end"])
    ax.set_xlabel("candidates: which feature is the relevant one?", x=0.38)
    ax.tick_params(length=0)
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)
    big = {"ms": 9, "mew": 1.3}
    lit = pictures.Curve(ax, pictures.WEIGHTS, "s", label="on", **big)
    dark = pictures.Curve(ax, pictures.QUIET, "s", label="off", mfc="white", **big)
    gone = pictures.Curve(ax, "#BBBBBB", "x", label="ruled out", ms=4, mew=1)
    last = pictures.Curve(ax, pictures.BOUND, "s", label="left", **big)
    notes = [
        pictures.Note(ax, MOST + 0.6, k, transform=ax.transData, va="center", fontsize=9.5)
        for k in range(ROUNDS + 1)
    ]
    pictures.legend(ax, "lower left", bbox_to_anchor=(0.0, 1.0), ncols=4, columnspacing=1.2)

    def move(now: Questions) -> None:
        on, off, out = [], [], []
        for k, one in enumerate(now.asked):
            on += [(i, k) for i in one.possible[: one.on]]
            off += [(i, k) for i in one.possible[one.on :]]
            out += [(i, k) for i in range(now.candidates) if i not in one.possible]
        left = now.asked[-1].left
        out += [(i, ROUNDS) for i in range(now.candidates) if i not in left]
        for k, note in enumerate(notes[:-1]):
            said = f"halving: ${now.asked[k].answer:+d}$, wrong" if k < len(now.asked) else ""
            note.move(said)
        notes[-1].move(plural(len(now.asked), "mistake"))
        for curve, places in ((lit, on), (dark, off), (gone, out)):
            curve.move(*np.array(places, dtype=float).reshape(-1, 2).T)
        last.move(list(left), [ROUNDS] * len(left))

    def describe(now: Questions) -> str:
        *most, last = (len(one.left) for one in now.asked)
        left = f"{', '.join(map(str, most))} and {last}" if most else f"{last}"
        are = "candidates are left" if most else "candidates is left"
        start = f"With {now.share}% of those possible on, {left} of {now.candidates} {are}"
        return f"{start}: {plural(len(now.asked), 'mistake')}."

    return explore(
        fig,
        data=questions,
        move=move,
        describe=describe,
        share=slider("share on (%)", 5, 95, 5, start=25, kept=50),
        candidates=slider("candidates", 2, MOST, start=16),
    )


@dataclass(frozen=True)
class Price:
    """What d features, at most r of them relevant, cost each learner; None where r > d."""

    d: int
    r: int
    functions: int
    best: int
    halving: int
    winnow: int

    @property
    def allowed(self) -> tuple[float, int]:
        """What the theorems allow halving and Winnow."""
        return float(np.log2(self.functions)), allowed(self.d, self.r)


@cache
def prices() -> dict[tuple[int, int], Price]:
    """Exact values for up to 5 features, from the game on all disjunctions of 1 to r features.

    >>> prices()[5, 2]
    Price(d=5, r=2, functions=15, best=3, halving=3, winnow=10)
    """
    found = {}
    for d in range(2, 6):
        for r in range(1, min(d, 3) + 1):
            game = MistakeGame(disjunctions(d, r)[1])
            worst = max(adversaries.winnow_worst(d, size).value for size in range(1, r + 1))
            best, halving = game.dimension(game.everybody), len(game.longest(game.halving))
            found[d, r] = Price(d, r, game.size, best, halving, worst)
    return found


def price() -> Prediction:
    """How many mistakes can be forced on Winnow, where the best possible is 3? Then see all.

    >>> price().at(d=5, r=2).sentence
    'With d = 5, r = 2 (15 disjunctions) the best possible is 3 mistakes, halving 3, Winnow 10.'
    >>> price().at(d=2, r=3).sentence
    'There are no 3 relevant features among 2.'
    """
    return predict(
        {
            "3, like the best learner": "Winnow keeps 5 numbers instead of a list of all "
            "disjunctions, and that has its price.",
            "10": "About three times the best possible. For that it keeps 5 weights instead of a "
            "list of 15 disjunctions.",
            "13, as the theorem allows": "The theorem allows it, but no stream gets so far.",
        },
        right="10",
        then=_bars(),
    )


def _bars() -> Exploration:
    table = prices()
    fig, ax = pictures.figure(7.4, 3.5)
    ax.set(xlim=(0.4, 5.6), ylim=(0, 21), title="mistakes that can be forced, and allowed")
    names = ["best possible\n$\\mathrm{Ldim}(H)$", "halving", "allowed:\n$\\log_2|H|$"]
    ax.set_xticks(range(1, 6), [*names, "Winnow", "allowed:\nWinnow's theorem"])
    ax.tick_params(axis="x", length=0)
    ax.set_yticks(range(0, 21, 5))
    made, may = pictures.WEIGHTS, pictures.BOUND
    bars = pictures.Bars(ax, 5, [made, made, may, made, may])
    notes = [
        pictures.Note(ax, k, 0, transform=ax.transData, ha="center", va="bottom")
        for k in range(1, 6)
    ]

    def priced(d: int, r: int) -> Price:
        return table.get((d, r), Price(d, r, 0, 0, 0, 0))

    def move(now: Price) -> None:
        log, bound = now.allowed if now.functions else (0.0, 0)
        heights = [now.best, now.halving, log, now.winnow, bound]
        bars.move(heights)
        for note, height in zip(notes, heights, strict=True):
            note.text.set_y(height + 0.3)
            note.move(f"{height:.2f}".rstrip("0").rstrip(".") if now.functions else "")

    def describe(now: Price) -> str:
        if not now.functions:
            return f"There are no {now.r} relevant features among {now.d}."
        place = f"With d = {now.d}, r = {now.r} ({now.functions} disjunctions)"
        best = f"the best possible is {plural(now.best, 'mistake')}"
        return f"{place} {best}, halving {now.halving}, Winnow {now.winnow}."

    d = slider("features d", 2, 5, start=5)
    r = slider("relevant at most r", 1, 3, start=2)
    return explore(fig, data=priced, move=move, describe=describe, d=d, r=r)
