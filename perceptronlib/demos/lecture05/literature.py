"""Two sums from the literature that are not the Perceptron's, beside the one that is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...learners import KernelPerceptron, Perceptron
from ...notebook import pictures
from ...notebook.compound import Examples
from ...notebook.explore import Exploration, Flipbook, explore, flipbook, slider
from ...notebook.words import plural, vector
from ...validate import Array, Indices

__all__ = ["hebb", "printed_alphas", "printed_dual"]


def printed_alphas(X: Any, y: Any) -> Indices:
    """Mohri's dual perceptron to the letter: row t holds alpha_1 ... alpha_{T+1} after t rounds.

    On a mistake in round t alpha_{t+1} <- alpha_t + 1, else alpha_{t+1} <- alpha_t; the score is
    the sum over all s of alpha_s y_s (x_s.x). So alpha_{t+1} counts the mistakes so far. Used in
    lecture 05, to be refuted there.

    >>> printed_alphas(np.eye(3), np.array([-1, 1, -1]))[-1]
    array([0, 1, 1, 1])
    """
    T, G = len(y), np.asarray(X) @ np.asarray(X).T
    rows = np.zeros((T + 1, T + 1), dtype=np.int64)
    for t in range(T):
        mistake = y[t] * ((rows[t, :T] * y) @ G[t]) <= 0
        rows[t + 1 :, t + 1] = rows[t, t] + mistake
    return rows


@dataclass(frozen=True)
class Counted:
    """After so many rounds: the counts as printed and as repaired, and how many mistakes each."""

    rounds: int
    printed: Indices
    noticed: int
    repaired: Indices


def printed_dual() -> Flipbook:
    """The dual perceptron as printed and as repaired, on six examples at right angles.

    >>> printed_dual().pages[6].sentence
    'After 6 rounds: as printed α = (0, 1, 1, 1, 1, 1), 1 mistake noticed; repaired ... 6 mistakes.'
    """
    X, y = np.eye(6), np.array([-1.0, 1.0, 1.0, -1.0, 1.0, -1.0])
    run = KernelPerceptron().run(X, y)
    rows = printed_alphas(X, y)
    fig, axes = pictures.figure(7.2, 2.9, columns=2, sharey=True)
    bars, here = [], []
    for ax, title in zip(axes, ("as printed", "repaired"), strict=True):
        ax.set(title=title, xlabel="example", xlim=(0.3, 6.7), ylim=(0, 1.8), yticks=(0, 1))
        ax.set_xticks(range(1, 7), range(6))
        bars.append(pictures.Bars(ax, len(y)))
        here.append(pictures.Curve(ax, pictures.MISTAKE, "v", label="just met", ms=9))
    axes[0].set_ylabel("$\\alpha$")
    pictures.legend(axes[0], "upper right")

    def counted(rounds: int) -> Counted:
        repaired = np.bincount(run.examples[run.mistakes < rounds], minlength=6)
        return Counted(rounds, rows[rounds, :-1], int(rows[rounds, rounds]), repaired)

    def move(now: Counted) -> None:
        met = slice(max(now.rounds - 1, 0), now.rounds)
        for bar, mark, alpha in zip(bars, here, (now.printed, now.repaired), strict=True):
            bar.move(alpha)
            mark.move(np.arange(1, 7)[met], alpha[met] + 0.15)

    def describe(now: Counted) -> str:
        if now.rounds == 0:
            return "Before the first round every count is 0, in both."
        printed = f"as printed α = {vector(now.printed)}, {plural(now.noticed, 'mistake')} noticed"
        made = plural(int(now.repaired.sum()), "mistake")
        repaired = f"repaired α = {vector(now.repaired)}, {made}"
        return f"After {plural(now.rounds, 'round')}: {printed}; {repaired}."

    return flipbook(
        fig, data=counted, move=move, describe=describe, label="rounds",
        steps=range(7), start=2, kept=6,
    )  # fmt: skip


@dataclass(frozen=True)
class Summed:
    """Two examples, Hebb's sum over both of them, the Perceptron's weights, and its mistakes."""

    X: Array
    everything: Array
    w: Array
    mistakes: int


def hebb() -> Exploration:
    """Two examples of different labels: the sum over all of them, and the sum over the mistakes.

    >>> hebb().at(far=3.0).sentence
    "Hebb's signed scores are 15 and -2, so the second is wrong; the Perceptron's, after ..."
    """
    y = np.array([-1.0, 1.0])
    fig, (left, right) = pictures.figure(7.4, 3.6, columns=2)
    pictures.plane(left, reach=4.6)
    examples = Examples(left, size=9, mec="white")
    looks = ((pictures.QUIET, "--"), (pictures.WEIGHTS, "-"))
    lines = [pictures.Boundary(left, *look, shade=False) for look in looks]
    left.set_title("dashed: Hebb; solid: Perceptron")
    right.axhline(0, color=pictures.QUIET, lw=1)
    right.set(ylim=(-3.4, 16), title="signed scores", xlim=(0.3, 4.7), yticks=range(0, 16, 5))
    right.set_xticks([1, 2, 3, 4], ["first", "second", "first", "second"])
    right.set_xlabel("Hebb                    Perceptron")
    bars = pictures.Bars(right, 4, [pictures.QUIET] * 2 + [pictures.WEIGHTS] * 2)

    def summed(far: float) -> Summed:
        X = np.array([[far, far], [0.0, 1.0]])
        run = Perceptron(epochs=None).run(X, y)
        return Summed(X, y @ X, run.last_weights, run.M)

    def move(now: Summed) -> None:
        examples.move(now.X, y)
        heights: list[float] = []
        for line, u in zip(lines, (now.everything, now.w), strict=True):
            line.move(u)
            heights += [*(y * (now.X @ u))]
        bars.move(heights)

    def describe(now: Summed) -> str:
        one, other = y * (now.X @ now.everything) + 0.0
        verdict = "so both are right"
        if min(one, other) <= 0:
            which = "first" if one <= 0 else "second"
            verdict = f"so the {which} is {'a tie' if min(one, other) == 0 else 'wrong'}"
        mine = y * (now.X @ now.w) + 0.0
        theirs = f"after {plural(now.mistakes, 'mistake')}, {mine[0]:g} and {mine[1]:g}"
        hebbs = f"Hebb's signed scores are {one:g} and {other:g}, {verdict}"
        return f"{hebbs}; the Perceptron's, {theirs}."

    far = slider("both coordinates of the first", 0.5, 3.0, 0.5, start=2.0, kept=3.0)
    return explore(fig, data=summed, move=move, describe=describe, far=far)
