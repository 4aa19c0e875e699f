"""Beyond disjunctions: at least l of k features."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.play import play
from ...notebook import pictures
from ...notebook.explore import Exploration, choice, explore, slider
from ...notebook.words import plural, vector
from ...samples import adversaries
from .disjunctions import winnow

__all__ = ["at_least"]


def at_least() -> Exploration:
    """ "At least l of 4 features": doubling can go round for ever, smaller steps do not.

    >>> at_least().at(l=3, factor="2", n=12).sentence
    'For 3 of 4 with factor 2: after 12 passes w = (1, 1, 2, 2); 29 mistakes, and no end.'
    >>> at_least().at(l=3, factor="1 + 1/(2l)", n=12).sentence
    'For 3 of 4 with factor 1.17: after 12 passes w = (1.36, 1.36, 1.36, 1.59); 3 mistakes in all.'
    """
    factors = ("2", "1 + 1/(2l)")
    runs = {
        (l, name): play(winnow(4, size), *adversaries.l_of_k(l, 4), epochs=40)
        for l in range(1, 5)  # noqa: E741
        for name, size in zip(factors, (2.0, 1 + 1 / (2 * l)), strict=True)
    }
    fig, (left, right) = pictures.figure(7.4, 3.6, columns=2)
    left.set(xlim=(0.4, 4.6), ylim=(0, 5.4), xlabel="feature", title="weights", xticks=range(1, 5))
    weights = pictures.Bars(left, 4)
    right.set(xlim=(0.3, 12.7), ylim=(0, 7.6), xlabel="pass", title="mistakes in each pass")
    right.set_xticks(range(1, 13))
    bars = pictures.Bars(right, 12, pictures.MISTAKE)
    here = pictures.Curve(right, pictures.WEIGHTS, "v", label="now", ms=7)
    pictures.legend(right, "upper right")

    def at(l: int, factor: str, n: int) -> tuple[Any, ...]:  # noqa: E741
        run = runs[l, factor]
        each = np.bincount(run.mistakes // 16, minlength=40)
        return l, run.rule.rate, n, run.weights(16 * n), each[:n], bool(each[-2:].any())

    def move(l: int, factor: float, n: int, w: Any, each: Any, endless: bool) -> None:  # noqa: E741
        weights.move(w)
        bars.move([*each, *[0] * (12 - n)])
        here.move([n], [each[-1] + 0.25])

    def describe(l: int, factor: float, n: int, w: Any, each: Any, endless: bool) -> str:  # noqa: E741
        when = f"For {l} of 4 with factor {factor:.3g}: after {plural(n, 'pass')}"
        end = ", and no end" if endless else " in all" if n == 12 else ""
        return f"{when} w = {vector(w, '.3g')}; {plural(each.sum(), 'mistake')}{end}."

    l, n = slider("at least l", 1, 4, start=2), slider("passes", 1, 12, start=6)  # noqa: E741
    factor = choice("factor", *factors)
    return explore(fig, data=at, move=move, describe=describe, l=l, n=n, factor=factor)
