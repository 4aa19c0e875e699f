"""A first line: turned by hand, and learned by a perceptron."""

from __future__ import annotations

from typing import Any

from ...learners import Perceptron
from ...notebook import pictures
from ...notebook.explore import Exploration, Flipbook, explore, flipbook, slider
from ...samples import data

__all__ = ["by_hand", "first_run"]


def by_hand() -> Exploration:
    """Turn a line by hand until it errs on no example.

    >>> by_hand().at(degrees=195).sentence
    'With w at 195 degrees the line errs on 0 of 40 examples.'
    """
    X, y = data.separable(40, 2, margin=0.05, seed=4)
    fig, ax = pictures.figure(4.4, 4.0)
    pictures.plane(ax, X, y)
    line, arrow, rings = pictures.Boundary(ax), pictures.Arrow(ax), pictures.Marks(ax)

    def at(degrees: float) -> tuple[Any, ...]:
        w = pictures.angle(degrees, 0.6)
        return degrees, w, X[y * (X @ w) <= 0]

    def move(degrees: float, w: Any, wrong: Any) -> None:
        line.move(w)
        arrow.move(w)
        rings.move(wrong)

    def describe(degrees: float, w: Any, wrong: Any) -> str:
        return f"With w at {degrees} degrees the line errs on {len(wrong)} of {len(X)} examples."

    control = slider("angle of w (degrees)", 0, 355, 5, start=140)
    return explore(fig, data=at, move=move, describe=describe, degrees=control)


def first_run() -> Flipbook:
    """A perceptron's run, one page an update: the line before and after, and who corrected it.

    >>> first_run().pages[0].sentence
    'Before any update w is 0, and there is no line yet.'
    >>> first_run().pages[-1].sentence
    'After update 5, made on the ringed example, the line errs on 0 of 40.'
    """
    X, y = data.separable(40, 2, margin=0.05, seed=4)
    run = Perceptron(epochs=None).fit(X, y).run_
    path, examples = run.path, run.examples
    fig, ax = pictures.figure(4.4, 4.0)
    pictures.plane(ax, X, y)
    old = pictures.Boundary(ax, pictures.QUIET, "--", shade=False)
    line, ring = pictures.Boundary(ax), pictures.Marks(ax)

    def at(k: int) -> tuple[Any, ...]:
        wrong = X[examples[k - 1 : k]] if k else X[:0]
        return k, path[max(k - 1, 0)], path[k], wrong, int((y * (X @ path[k]) <= 0).sum())

    def move(k: int, before: Any, after: Any, wrong: Any, errors: int) -> None:
        old.move(before)
        line.move(after)
        ring.move(wrong)

    def describe(k: int, before: Any, after: Any, wrong: Any, errors: int) -> str:
        if k == 0:
            return "Before any update w is 0, and there is no line yet."
        return f"After update {k}, made on the ringed example, the line errs on {errors} of 40."

    how: dict[str, Any] = {"label": "updates", "steps": range(run.M + 1), "start": 1}
    return flipbook(fig, data=at, move=move, describe=describe, **how)
