"""Runs that never end: weights that come back to where they were, or stay in a ball."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...learners import Perceptron
from ...notebook import pictures
from ...notebook.explore import Exploration, Flipbook, explore, flipbook, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural, vector
from ...samples import data
from ...theory import margins
from ...validate import Array
from .tables import ten

__all__ = ["back_to_zero", "in_a_ball"]


@dataclass(frozen=True)
class Walked:
    """A run after k updates: the path of w so far, what was learned last, and who is wrong now."""

    k: int
    path: Array
    learned: Array
    errors: int

    @property
    def is_home(self) -> bool:
        return self.k > 0 and not self.path[-1].any()


def back_to_zero() -> Prediction:
    """What does w do where nothing separates? Then a page for each update of such a run.

    >>> back_to_zero().then.pages[10].sentence
    'After update 10, in pass 3, w = (-2, 2) errs on 1 of 10 examples.'
    >>> back_to_zero().then.pages[11].sentence
    'After update 11, in pass 4, w = (0, 0): it is back at the start, and the loop is closed.'
    """
    return predict(
        {
            "it runs away: |w| grows and grows": "Every correction is made against the present w, "
            "which holds it back.",
            "it settles near a good line": "A single example that is wrong is enough to move it "
            "again, however good the line was.",
            "it comes back to where it was": "All the way back, to w = 0. From there everything "
            "repeats.",
        },
        right="it comes back to where it was",
        then=_walk(),
    )


def _walk() -> Flipbook:
    X, y = ten()
    run = Perceptron(epochs=8).run(X, y)
    path = run.path.astype(int)
    turn = int(np.flatnonzero(~path.any(axis=1))[1])
    fig, (left, right) = pictures.figure(7.4, 3.8, columns=2)
    pictures.plane(left, X, y)
    left.set_title("ringed: just learned")
    line, ring = pictures.Boundary(left), pictures.Marks(left)
    pictures.plane(right, reach=8.0)
    right.set(xlim=(-7, 3), ylim=(-2, 8), xlabel="$w_1$", ylabel="$w_2$")
    right.set_title("where $w$ has been")
    trail = pictures.Curve(right, pictures.QUIET, "o-", ms=4, lw=1)
    closing = pictures.Arrow(right, pictures.MISTAKE)
    home = pictures.Marks(right)
    arrow = pictures.Arrow(right)
    note = pictures.Note(right, 0.97, 0.12, pictures.MISTAKE, ha="right")

    def walked(k: int) -> Walked:
        learned = X[run.examples[:k][-1:]]
        return Walked(k, path[: k + 1], learned, int((y * (X @ path[k]) <= 0).sum()))

    def move(now: Walked) -> None:
        line.move(now.path[-1])
        ring.move(now.learned)
        trail.move(*now.path.T)
        arrow.move(now.path[-1])
        closed = now.k >= turn
        closing.move(path[turn] if closed else path[turn - 1], path[turn - 1])
        home.move(path[:1] if closed else path[:0])
        note.move("back at 0" if closed else "")

    def describe(now: Walked) -> str:
        if now.k == 0:
            return "Before any update w = (0, 0), and all 10 examples count as errors."
        number = run.mistakes[now.k - 1] // 10 + 1
        when = f"After update {now.k}, in pass {number}, w = {vector(now.path[-1])}"
        if now.is_home:
            return f"{when}: it is back at the start, and the loop is closed."
        return f"{when} errs on {now.errors} of 10 examples."

    steps = range(17)  # one turn, and half of the next
    return flipbook(
        fig,
        data=walked,
        move=move,
        describe=describe,
        label="updates",
        steps=steps,
        start=4,
        kept=11,
    )


@dataclass(frozen=True)
class Roamed:
    """A run on noisy labels: all weights so far and their lengths."""

    noise: int
    passes: int
    path: Array
    lengths: Array


def in_a_ball() -> Prediction:
    """Does w make use of its freedom? Then flipped labels, many passes, and a ball.

    >>> in_a_ball().at(noise=10, passes=60).sentence
    '10% flipped, 60 passes: 436 mistakes so far; the longest w had length 1.53, and R√k is 20.6.'
    """
    return predict(
        {
            "yes, it grows like √k": "That would need corrections at right angles to w, again and "
            "again. Here there are two dimensions and forty examples.",
            "yes, but more slowly": "Try sixty passes, and look at the right half: the curve is "
            "flat.",
            "no, it stays in a small ball": "The mistakes go on, and w goes nowhere.",
        },
        right="no, it stays in a small ball",
        then=_roam(),
    )


def _roam() -> Exploration:
    most = 60
    samples = {n: data.noisy(40, 2, noise=n / 100, margin=0.1, seed=1) for n in range(0, 41, 10)}
    runs = {n: Perceptron(epochs=most).run(X, y) for n, (X, y) in samples.items()}
    sizes = {n: np.linalg.norm(run.path, axis=1) for n, run in runs.items()}
    R = margins.radius(samples[0].X)
    fig, (left, right) = pictures.figure(7.4, 3.8, columns=2)
    pictures.plane(left, reach=2.1)
    left.set(xlabel="$w_1$", ylabel="$w_2$", title="every $w$ so far")
    trail = pictures.Curve(left, pictures.WEIGHTS, ".", ms=3)
    circle = pictures.Curve(left, pictures.QUIET, "--", "the longest so far", lw=1.5)
    pictures.legend(left, "upper right")
    right.set(xscale="log", yscale="log", xlim=(0.9, 3000), ylim=(0.5, 200))
    right.set(xlabel="mistakes $k$", title="the length of $w$")
    k = np.arange(1, 3001)
    right.plot(k, R * k**0.5, "--", color=pictures.BOUND, label="allowed so far: $R\\sqrt{k}$")
    length = pictures.Curve(right, pictures.WEIGHTS, "-", label="the longest $|w|$ so far")
    pictures.legend(right, "upper left")
    turn = np.linspace(0, 2 * np.pi, 121)

    def roamed(noise: int, passes: int) -> Roamed:
        M = int(np.searchsorted(runs[noise].mistakes, 40 * passes))
        return Roamed(noise, passes, runs[noise].path[: M + 1], sizes[noise][: M + 1])

    def move(now: Roamed) -> None:
        trail.move(*now.path.T)
        longest = now.lengths.max()
        circle.move(longest * np.cos(turn), longest * np.sin(turn))
        length.move(k[: len(now.lengths) - 1], np.maximum.accumulate(now.lengths[1:]))

    def describe(now: Roamed) -> str:
        M = len(now.lengths) - 1
        when = f"{now.noise}% flipped, {plural(now.passes, 'pass')}: {M} mistakes so far"
        longest = f"the longest w had length {now.lengths.max():.2f}"
        return f"{when}; {longest}, and R√k is {R * M**0.5:.1f}."

    return explore(
        fig,
        data=roamed,
        move=move,
        describe=describe,
        noise=slider("flipped labels (%)", 0, 40, 10, start=10, kept=20),
        passes=slider("passes", 1, most, start=5, kept=60),
    )
