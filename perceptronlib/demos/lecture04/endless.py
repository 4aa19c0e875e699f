"""Runs that never end: weights that come back to where they were, or stay in a ball."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.play import play
from ...core.rules import Rule
from ...notebook import pictures
from ...notebook.explore import Exploration, Flipbook, explore, flipbook, slider
from ...notebook.words import plural, vector
from ...samples import data
from ...theory import margins
from .tables import ten

__all__ = ["back_to_zero", "in_a_ball"]


def back_to_zero() -> Flipbook:
    """A run that never ends, a page for each update: the line, and the way of w so far.

    >>> back_to_zero().pages[10].sentence
    'After update 10, in pass 3, w = (-2, 2) errs on 1 of 10 examples.'
    >>> back_to_zero().pages[11].sentence
    'After update 11, in pass 4, w = (0, 0): as at the start, and all 10 examples count as errors.'
    """
    X, y = ten()
    run = play(Rule(), X, y, epochs=8)
    path = run.path.astype(int)
    fig, (left, right) = pictures.figure(7.4, 3.8, columns=2)
    pictures.plane(left, X, y)
    left.set_title("line of $w$; ringed: just learned")
    line, ring = pictures.Boundary(left), pictures.Marks(left)
    pictures.plane(right, reach=8.0)
    right.set(xlim=(-7, 3), ylim=(-2, 8), xlabel="$w_1$", ylabel="$w_2$")
    right.set_title("where $w$ has been")
    trail = pictures.Curve(right, pictures.QUIET, "o-", ms=4, lw=1)
    arrow = pictures.Arrow(right)

    def at(k: int) -> tuple[Any, ...]:
        wrong = X[run.examples[:k][-1:]]
        return k, path[: k + 1], wrong, int((y * (X @ path[k]) <= 0).sum())

    def move(k: int, so_far: Any, wrong: Any, errors: int) -> None:
        line.move(so_far[-1])
        ring.move(wrong)
        trail.move(*so_far.T)
        arrow.move(so_far[-1])

    def describe(k: int, so_far: Any, wrong: Any, errors: int) -> str:
        if k == 0:
            return "Before any update w = (0, 0), and all 10 examples count as errors."
        number = run.mistakes[k - 1] // 10 + 1
        when = f"After update {k}, in pass {number}, w = {vector(so_far[-1])}"
        if errors == 10:
            return f"{when}: as at the start, and all 10 examples count as errors."
        return f"{when} errs on {errors} of 10 examples."

    steps = range(17)  # one turn, and half of the next
    return flipbook(
        fig, data=at, move=move, describe=describe, label="updates", steps=steps, start=4
    )


def in_a_ball() -> Exploration:
    """Flipped labels, many passes: mistakes without end, and weights that go nowhere.

    >>> in_a_ball().at(noise=10, passes=60).sentence
    '10% flipped, 60 passes: 436 mistakes so far, the longest w had length 1.53, ...20.6.'
    """
    most = 60
    samples = {n: data.noisy(40, 2, noise=n / 100, margin=0.1, seed=1) for n in range(0, 41, 10)}
    runs = {n: play(Rule(), X, y, epochs=most) for n, (X, y) in samples.items()}
    sizes = {n: np.linalg.norm(run.path, axis=1) for n, run in runs.items()}
    R = margins.radius(samples[0].X)
    fig, (left, right) = pictures.figure(7.4, 3.8, columns=2)
    pictures.plane(left, reach=1.9)
    left.set(xlabel="$w_1$", ylabel="$w_2$", title="every $w$ so far")
    trail = pictures.Curve(left, pictures.WEIGHTS, ".", ms=3)
    circle = pictures.Curve(left, pictures.QUIET, "--", lw=1.5)
    right.set(xscale="log", yscale="log", xlim=(0.9, 3000), ylim=(0.02, 200))
    right.set(xlabel="mistakes $k$", title="length of $w$")
    k = np.arange(1, 3001)
    right.plot(k, R * k**0.5, "--", color=pictures.BOUND, label="allowed by claim 2: $R\\sqrt{k}$")
    length = pictures.Curve(right, pictures.WEIGHTS, "-", label="$|w_k|$", lw=1)
    pictures.legend(right, "upper left")
    turn = np.linspace(0, 2 * np.pi, 121)

    def at(noise: int, passes: int) -> tuple[Any, ...]:
        M = int(np.searchsorted(runs[noise].mistakes, 40 * passes))
        return noise, passes, runs[noise].path[: M + 1], sizes[noise][: M + 1]

    def move(noise: int, passes: int, path: Any, lengths: Any) -> None:
        trail.move(*path.T)
        circle.move(lengths.max() * np.cos(turn), lengths.max() * np.sin(turn))
        length.move(k[: len(lengths) - 1], lengths[1:])

    def describe(noise: int, passes: int, path: Any, lengths: Any) -> str:
        M = len(lengths) - 1
        when = f"{noise}% flipped, {plural(passes, 'pass')}: {M} mistakes so far"
        allowed = f"claim 2 would allow {R * M**0.5:.1f}"
        return f"{when}, the longest w had length {lengths.max():.2f}, {allowed}."

    controls = {
        "noise": slider("flipped labels (%)", 0, 40, 10, start=10),
        "passes": slider("passes", 1, most, start=1),
    }
    return explore(fig, data=at, move=move, describe=describe, **controls)
