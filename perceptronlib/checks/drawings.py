"""Pictures beside a check: what the student's answer does, against what the right one does.

Each drawing takes a task and its outcomes; there is none where there is nothing to be drawn.
"""

from __future__ import annotations

import base64
import html
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..notebook import pictures
from ..notebook.stage import Picture, Stage
from .judges import opened, same
from .tasks import Outcome, Task

__all__ = ["DRAWINGS", "Drawing"]


class Drawing(Picture):
    """A small picture with its sentence, ready to stand in a report.

    >>> Drawing(lambda: np.zeros((9, 9, 4), dtype=np.uint8), "Black.").tag()[:21]
    '<img alt="Black." wid'
    """

    def tag(self) -> str:
        """As HTML: the picture, which a screen reader reads as its sentence."""
        data = base64.b64encode(self.small).decode()
        says = html.escape(self.sentence, quote=True)
        return f'<img alt="{says}" width="420" src="data:image/png;base64,{data}">'


def boundary(task: Task, outcomes: Sequence[Outcome]) -> Drawing | None:
    """The student's line against the right one, for the first case that lives in the plane."""
    tried = list(zip(task.cases, outcomes, strict=True))
    wrong = [(c, o) for c, o in tried if not same(o.get("value"), c.right)]
    for case, outcome in wrong or tried:
        X, y, mine, right = _weights(case.args, outcome.get("value"), case.right)
        if mine is not None:
            fig, ax = pictures.figure(4.2, 2.8)
            pictures.plane(ax, X, y)
            reach = np.array(ax.get_xlim())
            _line(ax, right, reach, color=pictures.BOUND, lw=6, label="right")
            _line(ax, mine, reach, color=pictures.WEIGHTS, lw=1.5, label="yours")
            pictures.legend(ax, "upper left", bbox_to_anchor=(1.0, 1.0))
            return Drawing(Stage(fig).pixels, _sentence(X, y, mine, right, bool(wrong)))
    return None


def _sentence(X: Any, y: Any, mine: Any, right: Any, wrong: bool) -> str:
    if not mine.any():
        return "Your w is 0, which is no line: every score is 0."
    return f"{_about(mine, right, wrong)}: {_wrong_side(X, y, mine)}."


def _about(mine: Any, right: Any, wrong: bool) -> str:
    """A line is a direction of w: its length does not show in the picture."""
    if same(mine.tolist(), right.tolist()):
        return "The line is right, the rest is not yet" if wrong else "Your line is right"
    if same(*((w / np.linalg.norm(w)).tolist() for w in (mine, right))):
        return "The line is right, the length of w is not"
    return "Your line is not the one that this learner ends with"


def _weights(args: list[Any], value: Any, right: Any) -> Any:
    """The examples of a case, and the two weight vectors, if all of it lives in the plane."""
    nothing = (None, None, None, None)
    try:
        X, y = (np.array(opened(a), dtype=float) for a in args[:2])
        mine, best = (np.array(_first(v), dtype=float) for v in (value, right))
    except (ValueError, TypeError, IndexError):
        return nothing
    flat = X.ndim == 2 and X.shape[1] == 2 and y.shape == X.shape[:1]
    return (X, y, mine, best) if flat and mine.shape == best.shape == (2,) else nothing


def _first(value: Any) -> Any:
    """The weights, also where they are the first of several results."""
    return (
        opened(value["tuple"][0]) if isinstance(value, dict) and "tuple" in value else opened(value)
    )


def _line(ax: Any, w: Any, reach: Any, **style: Any) -> None:
    if not np.isfinite(w).all() or not w.any():
        ax.plot([], [], **style)
        return
    along = np.array([-w[1], w[0]]) / np.hypot(*w) * 2 * reach[1]
    ax.plot([-along[0], along[0]], [-along[1], along[1]], scalex=False, scaley=False, **style)


def _wrong_side(X: Any, y: Any, w: Any) -> str:
    count = int((y * (X @ w) <= 0).sum())
    if not count:
        return "it has every example on its side"
    verb = "is" if count == 1 else "are"
    return f"{count} of {len(y)} examples {verb} on the wrong side of it, or on it"


DRAWINGS: dict[str, Callable[[Task, Sequence[Outcome]], Drawing | None]] = {"boundary": boundary}
"""By name, as tasks ask for them."""
