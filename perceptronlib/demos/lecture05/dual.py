"""Runs without weights: how often each example was learned from, as printed and repaired."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.play import play
from ...core.rules import Rule
from ...kernels.dual import KernelRule, play_kernel
from ...kernels.functions import linear
from ...notebook import pictures
from ...notebook.examples import ten_examples
from ...notebook.explore import Exploration, Flipbook, explore, flipbook, slider
from ...notebook.words import plural, vector

__all__ = ["hebb", "printed_alphas", "printed_dual", "two_forms"]


def two_forms() -> Flipbook:
    """One run in two forms: the weights, and how often each example was learned from.

    >>> two_forms().pages[1].sentence
    'After update 1, on example 0 in round 0 of both: alpha sums to 1, alpha y x to (-4, -1).'
    """
    X, y = ten_examples()
    primal = play(Rule(), X, y, epochs=None)
    dual = play_kernel(KernelRule(linear), X, y, epochs=None)
    assert primal.mistakes.tolist() == dual.mistakes.tolist()
    fig, (left, right) = pictures.figure(7.4, 3.8, columns=2)
    pictures.plane(left, X, y)
    left.set_title("grey: from $w$; black: from $\\alpha$")
    wide = pictures.Boundary(left, "#BBBBBB", shade=False)
    wide.line.set_linewidth(7)
    line, ring = pictures.Boundary(left), pictures.Marks(left)
    right.set(xlabel="example", ylabel="$\\alpha$, times learned from", ylim=(0, 4), xlim=(0, 11))
    right.set_xticks(range(1, 11), range(10))
    right.set_yticks(range(5))
    colours = [pictures.POSITIVE if sign > 0 else pictures.NEGATIVE for sign in y]
    bars = pictures.Bars(right, len(y), colours)

    def at(k: int) -> tuple[Any, ...]:
        alpha = np.bincount(dual.examples[:k], minlength=len(y))
        return k, primal.path[k], alpha, (alpha * y) @ X

    def move(k: int, w: Any, alpha: Any, summed: Any) -> None:
        wide.move(w)
        line.move(summed)
        ring.move(X[dual.examples[:k][-1:]])
        bars.move(alpha)

    def describe(k: int, w: Any, alpha: Any, summed: Any) -> str:
        assert (w == summed).all()
        if k == 0:
            return "Before any update w is 0, and so is every alpha."
        i, t = dual.examples[k - 1], dual.mistakes[k - 1]
        where = f"After update {k}, on example {i} in round {t} of both"
        both = f"alpha sums to {alpha.sum()}, alpha y x to {vector(summed + 0.0, '.0f')}"
        return f"{where}: {both}."

    steps = range(dual.M + 1)
    return flipbook(
        fig, data=at, move=move, describe=describe, label="updates", steps=steps, start=1
    )


def printed_alphas(X: Any, y: Any) -> Any:
    """Mohri's dual perceptron to the letter: row t holds alpha_1 ... alpha_{T+1} after t rounds.

    On a mistake in round t alpha_{t+1} <- alpha_t + 1, else alpha_{t+1} <- alpha_t; the score is
    the sum over all s of alpha_s y_s (x_s.x). So alpha_{t+1} counts the mistakes so far. Used in
    lecture 05, to be refuted there.

    >>> printed_alphas(np.eye(3), np.array([-1, 1, -1]))[-1]
    array([0, 1, 1, 1])
    """
    T, G = len(y), np.asarray(X) @ np.asarray(X).T
    rows = np.zeros((T + 1, T + 1), dtype=int)
    for t in range(T):
        mistake = y[t] * ((rows[t, :T] * y) @ G[t]) <= 0
        rows[t + 1 :, t + 1] = rows[t, t] + mistake
    return rows


def printed_dual() -> Flipbook:
    """The dual perceptron as printed and as repaired, on six examples at right angles.

    >>> printed_dual().pages[1].sentence
    'After 1 round: printed, 1 mistake, alpha = 0 1 0 0 0 0; repaired, 1 mistake, 1 0 0 0 0 0.'
    """
    X, y = np.eye(6), np.array([-1, 1, 1, -1, 1, -1])
    run = play_kernel(KernelRule(linear), X, y)
    printed, repaired = printed_alphas(X, y), _alphas(run)
    fig, axes = pictures.figure(7.2, 3.2, columns=2, sharey=True)
    bars, here = [], []
    for ax, title in zip(axes, ("as printed", "repaired"), strict=True):
        ax.set(title=title, xlabel="example", xlim=(0.3, 6.7), ylim=(0, 1.8), yticks=(0, 1))
        ax.set_xticks(range(1, 7), range(6))
        bars.append(pictures.Bars(ax, len(y)))
        here.append(pictures.Curve(ax, pictures.MISTAKE, "v", label="just met", ms=9))
    axes[0].set_ylabel("$\\alpha$")
    pictures.legend(axes[0], "upper right")

    def at(t: int) -> tuple[Any, ...]:
        return t, (printed[t, t], repaired[t].sum()), (printed[t, :-1], repaired[t])

    def move(t: int, made: Any, now: Any) -> None:
        for bar, mark, alpha in zip(bars, here, now, strict=True):
            bar.move(alpha)
            mark.move([t] if t else [], [alpha[t - 1] + 0.15] if t else [])

    def describe(t: int, made: Any, now: Any) -> str:
        if t == 0:
            return "Before the first round every alpha is 0, in both."
        counts = [plural(n, "mistake") for n in made]
        alphas = [" ".join(map(str, alpha)) for alpha in now]
        both = f"printed, {counts[0]}, alpha = {alphas[0]}; repaired, {counts[1]}, {alphas[1]}"
        return f"After {plural(t, 'round')}: {both}."

    steps = range(len(y) + 1)
    return flipbook(
        fig, data=at, move=move, describe=describe, label="rounds", steps=steps, start=0
    )


def _alphas(run: Any) -> Any:
    """alpha after 0, 1, 2, ... rounds, as the rows of a table."""
    counts = np.zeros((run.rounds + 1, len(run.y)), dtype=int)
    for t, i in zip(run.mistakes, run.examples, strict=True):
        counts[t + 1 :, i] += 1
    return counts


def hebb() -> Exploration:
    """Two examples, both labelled -1: the sum over all of them, and the sum over the mistakes.

    >>> hebb().at(s=3.0, h=1.0).sentence
    'Times y, Hebb scores 15 and -2: one is wrong; the perceptron, after 5 mistakes, 6 and 1.'
    """
    y = np.array([-1.0, -1.0])
    fig, (left, right) = pictures.figure(7.4, 3.8, columns=2)
    pictures.plane(left, reach=4.6)
    first, second = (pictures.Curve(left, pictures.NEGATIVE, "s", ms=8, mec="white") for _ in y)
    lines = [
        pictures.Boundary(left, pictures.QUIET, "--", shade=False),
        pictures.Boundary(left),
    ]
    left.set_title("dashed: Hebb; solid: perceptron")
    right.axhline(0, color=pictures.QUIET, lw=1)
    right.set(ylim=(-1.6, 6.2), title="signed distance from the line", xlim=(0.3, 4.7))
    right.set_xticks([1, 2, 3, 4], ["first", "second", "first", "second"])
    right.set_xlabel("Hebb                    perceptron")
    bars = pictures.Bars(right, 4, [pictures.QUIET] * 2 + [pictures.WEIGHTS] * 2)

    def at(s: float, h: float) -> tuple[Any, ...]:
        X = np.array([[s, s], [0.0, -h]])
        run = play(Rule(), X, y, epochs=None)
        return X, y @ X, run.last_weights, run.M

    def move(X: Any, all_of_them: Any, w: Any, M: int) -> None:
        for curve, (a, b) in zip((first, second), X, strict=True):
            curve.move([a], [b])
        heights = []
        for line, u in zip(lines, (all_of_them, w), strict=True):
            line.move(u)
            heights += [*(y * (X @ u) / (np.hypot(*u) or 1.0))]
        bars.move(heights)

    def describe(X: Any, all_of_them: Any, w: Any, M: int) -> str:
        hebb, mine = y * (X @ all_of_them) + 0.0, y * (X @ w)
        verdict = "both are right" if hebb.min() > 0 else "one is wrong"
        one, other = (f"{score:g}" for score in hebb)
        theirs = f"the perceptron, after {plural(M, 'mistake')}, {mine[0]:g} and {mine[1]:g}"
        return f"Times y, Hebb scores {one} and {other}: {verdict}; {theirs}."

    s = slider("coordinates of the first example", 0.5, 4.0, 0.25, start=0.75)
    h = slider("length of the second", 0.5, 2.0, 0.25, start=1.0)
    return explore(fig, data=at, move=move, describe=describe, s=s, h=h)
