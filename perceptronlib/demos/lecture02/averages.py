"""Which weights answer: how long each survives, their average, and how to sum lazily."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.play import play
from ...core.rules import Rule
from ...notebook import pictures
from ...notebook.compound import Growing
from ...notebook.explore import Exploration, Flipbook, explore, flipbook, slider
from ...notebook.words import plural, vector
from ...samples import data

__all__ = ["LAZY", "fading_errors", "lazy_sum", "survival"]


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
    growing = Growing(range(1, 21), *zip(curves, margins.T, strict=True))
    pictures.legend(right, "lower right")
    dots = pictures.Curve(right, pictures.WEIGHTS, "o", ms=9)

    def at(epochs: int) -> tuple[Any, ...]:
        return epochs, sums[epochs - 1], scores[epochs - 1]

    def move(epochs: int, total: Any, scores: Any) -> None:
        last.move((-2.0, 1.0))
        mean.move(total)
        ring.move(X[scores <= 0])
        growing.move(epochs)
        dots.move([epochs, epochs], margins[epochs - 1])

    def describe(epochs: int, total: Any, scores: Any) -> str:
        start = f"After {plural(epochs, 'epoch')} the weights add up to {vector(total)}"
        errs = "errs on 1 of the 2" if min(scores) <= 0 else "is right on both"
        return (
            f"{start}, with y w.x = {scores[0]:g} and {scores[1]:g}: the average {errs} examples."
        )

    control = slider("epochs", 1, 20)
    return explore(fig, data=at, move=move, describe=describe, epochs=control)


def lazy_sum() -> Exploration:
    """A bar for each update: for how many rounds it is a part of w. Two ways to the same sum.

    >>> lazy_sum().at(T=3).sentence
    'After 3 rounds: adding w every round gives (7, 0), and T w - u = 3 (3, 2) - (2, 6) as well.'
    """
    X, y = LAZY
    run = play(Rule(), X, y, epochs=2)
    born, added = run.mistakes, run.updates
    names = [vector(step) for step in added]
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
        a, b, c = (vector(pair) for pair in (total, w, u))
        start = f"After {plural(T, 'round')}: adding w every round gives {a}"
        return f"{start}, and T w - u = {T} {b} - {c} as well."

    return explore(fig, data=at, move=move, describe=describe, T=slider("rounds T", 1, 12, start=9))


LAZY = [[2, -1], [-1, 0], [-1, -3], [0, -3], [-1, 1], [1, 3]], [1, -1, -1, 1, -1, 1]
"""Six examples with small whole numbers, and their labels."""
