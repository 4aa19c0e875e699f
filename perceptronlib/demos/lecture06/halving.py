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

__all__ = ["as_adversary", "price", "prices"]

SUSPECTS, ROUNDS = 16, 4


@dataclass(frozen=True)
class Asked:
    """One question: who is still possible, how many of them are on, and how many are left then."""

    possible: range
    on: int
    answer: int
    mistake: bool
    left: range


@dataclass(frozen=True)
class Questions:
    """All questions so far, and the mistakes that they forced."""

    asked: tuple[Asked, ...]

    @property
    def mistakes(self) -> int:
        """How many of the answers were wrong."""
        return sum(one.mistake for one in self.asked)


def questions(*on: int) -> Questions:
    """Halving against an adversary who turns on so many of the possible features each time.

    Halving goes with the majority, and says +1 where it is divided equally. The adversary says the
    opposite, unless nobody would agree with that.

    >>> [len(one.left) for one in questions(4, 2, 1).asked]
    [4, 2, 1]
    >>> questions(16, 1).mistakes
    1
    """
    possible, asked = range(SUSPECTS), []
    for wanted in on:
        count = min(wanted, len(possible))
        answer = 1 if 2 * count >= len(possible) else -1
        shown, others = possible[:count], possible[count:]
        wrong = others if answer > 0 else shown
        left = wrong or possible
        asked.append(Asked(possible, count, answer, bool(wrong), left))
        possible = left
    return Questions(tuple(asked))


def as_adversary() -> Prediction:
    """How many candidates should be on in the first question? Then ask four of them.

    >>> as_adversary().at(first=8, second=4, third=2, fourth=1).sentence
    'After the four questions 8, 4, 2 and 1 candidates are left, and you forced 4 mistakes.'
    >>> as_adversary().at(first=1, second=4, third=2, fourth=1).sentence
    'After the four questions 1, 1, 1 and 1 candidates are left, and you forced 1 mistake.'
    """
    return predict(
        {
            "1": "Then 15 of 16 candidates say -1. If you say +1, the only one that is on must be "
            "it, and your game is over after one mistake.",
            "4": "Then 12 say -1. If you say +1, only 4 candidates are left: enough for two more "
            "mistakes.",
            "8": "Whatever halving answers, 8 candidates remain for your next question: four "
            "mistakes in all.",
        },
        right="8",
        then=_ask(),
    )


def _ask() -> Exploration:
    fig, ax = pictures.figure(7.4, 3.5)
    ax.set(xlim=(-0.8, 22.4), ylim=(ROUNDS + 0.6, -0.6))
    ax.set_xticks([0, 3, 7, 11, 15], ["1", "4", "8", "12", "16"])
    ax.set_yticks(range(ROUNDS + 1), [*(f"question {k + 1}" for k in range(ROUNDS)), "left"])
    ax.set_xlabel("candidates: which feature is the relevant one?", x=0.36)
    ax.tick_params(length=0)
    for side in ("left", "bottom"):
        ax.spines[side].set_visible(False)
    big = {"ms": 11, "mew": 1.4}
    lit = pictures.Curve(ax, pictures.WEIGHTS, "s", label="on", **big)
    dark = pictures.Curve(ax, pictures.QUIET, "s", label="off", mfc="white", **big)
    gone = pictures.Curve(ax, "#BBBBBB", "x", label="ruled out", ms=5, mew=1)
    last = pictures.Curve(ax, pictures.BOUND, "s", label="still possible", **big)
    notes = [
        pictures.Note(ax, 17.0, k, transform=ax.transData, va="center", fontsize=9.5)
        for k in range(ROUNDS + 1)
    ]
    pictures.legend(ax, "lower left", bbox_to_anchor=(0.0, 1.0), ncols=4, columnspacing=1.2)

    def asked(first: int, second: int, third: int, fourth: int) -> Questions:
        return questions(first, second, third, fourth)

    def move(now: Questions) -> None:
        on, off, out = [], [], []
        for k, one in enumerate(now.asked):
            on += [(i, k) for i in one.possible[: one.on]]
            off += [(i, k) for i in one.possible[one.on :]]
            out += [(i, k) for i in range(SUSPECTS) if i not in one.possible]
            verdict = "wrong" if one.mistake else "right"
            notes[k].move(f"halving: ${one.answer:+d}$, {verdict}")
        left = now.asked[-1].left
        out += [(i, ROUNDS) for i in range(SUSPECTS) if i not in left]
        notes[ROUNDS].move(plural(now.mistakes, "mistake"))
        for curve, places in ((lit, on), (dark, off), (gone, out)):
            curve.move(*np.array(places, dtype=float).reshape(-1, 2).T)
        last.move(list(left), [ROUNDS] * len(left))

    def describe(now: Questions) -> str:
        *most, last = (len(one.left) for one in now.asked)
        left = f"{', '.join(map(str, most))} and {last} candidates are left"
        return f"After the four questions {left}, and you forced {plural(now.mistakes, 'mistake')}."

    names = ("first", "second", "third", "fourth")
    controls = {
        name: slider(f"on in question {k}", 1, SUSPECTS - 1, start=first, kept=best)
        for k, (name, first, best) in enumerate(
            zip(names, (6, 3, 3, 1), (8, 4, 2, 1), strict=True), 1
        )
    }
    return explore(fig, data=asked, move=move, describe=describe, **controls)


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
        return float(np.log2(self.functions)), 3 * self.r * (self.d - 1).bit_length()


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
            "18, as the theorem allows": "The theorem allows it, but no stream gets so far.",
        },
        right="10",
        then=_bars(),
    )


def _bars() -> Exploration:
    table = prices()
    fig, ax = pictures.figure(7.4, 3.5)
    ax.set(xlim=(0.4, 5.6), ylim=(0, 29), title="mistakes that can be forced, and allowed")
    names = ["best possible\n$\\mathrm{Ldim}(H)$", "halving", "allowed:\n$\\log_2|H|$"]
    ax.set_xticks(range(1, 6), [*names, "Winnow", "allowed:\n$3\\,r\\lceil\\log_2d\\rceil$"])
    ax.tick_params(axis="x", length=0)
    made, allowed = pictures.WEIGHTS, pictures.BOUND
    bars = pictures.Bars(ax, 5, [made, made, allowed, made, allowed])
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
