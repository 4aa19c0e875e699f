"""How a learner shows itself in a notebook: its parameters, its mistakes, a picture of the run.

Plain HTML with a drawing in SVG, in the colours of the page it stands on: nothing is imported.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

import numpy as np
import numpy.typing as npt

from ..core.runs import Run

__all__ = ["curve", "page"]

WIDTH, HEIGHT = 240, 64
"""The size of the small picture, in pixels."""

SHOWN = 10
"""How many classes have a line of their own."""

BINS = 120
"""Steps of the curve: more would not be seen."""


def curve(runs: Sequence[Run]) -> str:
    """How mistakes add up over the rounds, one line a run, as SVG.

    >>> from perceptronlib import Rule, play
    >>> curve([play(Rule(), [[1, 2], [-1, 1]], [1, -1])])[:25]
    '<svg viewBox="0 0 240 64"'
    """
    top = max(1, *(run.M for run in runs))
    lines = []
    for run in runs[:SHOWN]:
        rounds = np.linspace(0, run.rounds, min(BINS, run.rounds) + 1)
        counts = np.searchsorted(run.mistakes, rounds)
        xs, ys = rounds / run.rounds * WIDTH, HEIGHT - 2 - counts / top * (HEIGHT - 4)
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in zip(xs, ys, strict=True))
        lines.append(f'<polyline points="{points}" fill="none" stroke="#0072B2" stroke-width="2"/>')
    said = f"Mistakes add up to {top} over {runs[0].rounds} rounds."
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" '
        f'aria-label="{said}" style="border-left:1px solid;border-bottom:1px solid">'
        f"{''.join(lines)}</svg>"
    )


def page(
    name: str, params: dict[str, Any], runs: Sequence[Run], classes: npt.NDArray[Any] | None
) -> str:
    """The learner as HTML.

    >>> "not fitted yet" in page("Perceptron()", {"epochs": 1}, [], None)
    True
    """
    rows = "".join(
        f"<tr><td>{escape(key)}</td><td>{escape(repr(value))}</td></tr>"
        for key, value in params.items()
    )
    parts = [f"<code>{escape(name)}</code>", *_story(runs, classes)]
    parts.append(f"<details><summary>parameters</summary><table>{rows}</table></details>")
    return f"<div>{'<br>'.join(parts)}</div>"


def _story(runs: Sequence[Run], classes: npt.NDArray[Any] | None) -> list[str]:
    """What happened, in a sentence or one a class, and as a picture."""
    if classes is None:
        return ["not fitted yet"]
    told = f"tells {' from '.join(escape(str(one)) for one in classes[:2])}"
    if len(classes) > 2:
        told = f"tells {len(classes)} classes apart, one against the rest"
    if not runs:
        return [f"{told}; the run was not kept"]
    mistakes = sum(run.M for run in runs)
    each = (
        ""
        if len(runs) == 1
        else f" (one class: {min(r.M for r in runs)} to {max(r.M for r in runs)})"
    )
    ended = "converged" if all(run.converged for run in runs) else "not converged"
    story = f"{told}: {mistakes} mistakes in {runs[0].rounds} rounds{each}, {ended}"
    return [story, curve(runs)]
