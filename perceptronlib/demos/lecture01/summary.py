"""The slide at the end of lecture 01: line, update and run in one picture."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...learners import Perceptron
from ...notebook import pictures
from ...notebook.explore import Still, show
from ...samples import data
from ...theory import margins
from .runs import mistakes_so_far
from .tables import TABLE

__all__ = ["in_one_picture"]


def in_one_picture() -> Still:
    """The lecture on one slide: a line and its margin, one update, and how mistakes run out.

    >>> repr(in_one_picture())[:53]
    'Left: a line errs on no example, with margin 0.31; mi'
    """
    run = Perceptron(epochs=None).run(*TABLE)
    X, y = data.separable(12, 2, margin=0.2, seed=6)
    best = margins.max_margin(X, y)
    fig, axes = pictures.figure(9.6, 3.4, columns=3)
    pictures.plane(axes[0], X, y)
    pictures.plane(axes[1], reach=3.2)
    _still(pictures.Boundary(axes[0]), best.v)
    for side in (-best.margin, best.margin):
        _still(pictures.Boundary(axes[0], pictures.BOUND, "--", shade=False), best.v, side)
    before, x = np.array([2, -1]), np.array([-1, 2])
    _still(pictures.Boundary(axes[1], pictures.QUIET, "--", shade=False), before)
    _still(pictures.Boundary(axes[1]), before + x)
    axes[1].plot(*x, "o", color=pictures.POSITIVE, ms=8)
    for end, start, colour in (
        (before, (0, 0), pictures.QUIET),
        (before + x, before, pictures.MISTAKE),
        (before + x, (0, 0), pictures.WEIGHTS),
    ):
        _still(pictures.Arrow(axes[1], colour), end, start)
    counts = mistakes_so_far(run, run.rounds)
    axes[2].step(np.arange(run.rounds + 1), counts, color=pictures.WEIGHTS, where="post")
    axes[2].set(xlabel="rounds", xlim=(0, run.rounds + 1), ylim=(0, 10))
    titles = r"a line, and its margin $\rho$", r"one mistake: add $y\,x$", "mistakes so far"
    for ax, title in zip(axes, titles, strict=True):
        ax.set_title(title)
    parts = f"Left: a line errs on no example, with margin {best.margin:.2f}; middle: a mistake"
    ended = f"right: {run.M} mistakes in {run.rounds} rounds, none in the last {len(run.y)}"
    return show(fig, f"{parts} adds y x to w and turns the line; {ended}.")


def _still(artist: Any, *where: Any) -> None:
    """Put a moving artist where it belongs, for good."""
    artist.move(*where)
    for part in ("line", "side", "shape"):
        if hasattr(artist, part):
            getattr(artist, part).set_animated(False)
