"""Beyond disjunctions: at least a of 4 features."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...learners import Winnow
from ...notebook import pictures
from ...notebook.explore import Exploration, choice, explore, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural, vector
from ...samples import adversaries
from ...validate import Array, Indices

__all__ = ["at_least"]


@dataclass(frozen=True)
class Passes:
    """After so many passes over "at least so many of 4": weights, mistakes in each pass."""

    at_least: int
    factor: float
    passes: int
    weights: Array
    mistakes: Indices
    endless: bool


def at_least() -> Prediction:
    """What will doubling do on "3 of 4"? It can go round for ever; smaller steps do not.

    >>> at_least().at(least=3, factor="2", passes=12).sentence
    'For 3 of 4 with factor 2: after 12 passes w = (1, 1, 2, 2); 29 mistakes, and no end.'
    >>> at_least().at(least=3, factor="1 + 1/(2a)", passes=12).sentence
    'For 3 of 4 with factor 1.1667: after 12 passes w = (1.36, 1.36, 1.36, 1.59); 3 mistakes ...'
    """
    return predict(
        {
            "it settles after a few mistakes": "It does so on 2 of 4. Here even the last pass on "
            "the slider has mistakes, and so would every pass after it.",
            "it goes round for ever": "Its weights are powers of 2, and none of them are right "
            "for 3 of 4.",
            "it lets all weights grow without end": "False positives halve them again and again.",
        },
        right="it goes round for ever",
        then=_passes(),
    )


def _passes() -> Exploration:
    factors = ("2", "1 + 1/(2a)")
    runs = {
        (least, name): Winnow(beta=beta, epochs=40).run(*adversaries.l_of_k(least, 4))
        for least in range(1, 5)
        for name, beta in zip(factors, (1.0, 1 / (2 * least)), strict=True)
    }
    fig, (left, right) = pictures.figure(7.4, 3.4, columns=2)
    left.set(xlim=(0.4, 4.6), ylim=(0, 5.4), xlabel="feature", title="weights", xticks=range(1, 5))
    weights = pictures.Bars(left, 4)
    right.set(xlim=(0.3, 12.7), ylim=(0, 7.6), xlabel="pass", title="mistakes in each pass")
    right.set_xticks(range(1, 13))
    bars = pictures.Bars(right, 12, pictures.MISTAKE)
    here = pictures.Curve(right, pictures.WEIGHTS, "v", label="now", ms=7)
    pictures.legend(right, "upper right")

    def passed(least: int, factor: str, passes: int) -> Passes:
        run = runs[least, factor]
        each = np.bincount(run.mistakes // 16, minlength=40)
        endless = bool(each[-2:].any())
        w = run.weights(16 * passes)
        return Passes(least, run.rule.rate, passes, w, each[:passes], endless)

    def move(now: Passes) -> None:
        weights.move(now.weights)
        bars.move([*now.mistakes, *[0] * (12 - now.passes)])
        here.move([now.passes], [now.mistakes[-1] + 0.25])

    def describe(now: Passes) -> str:
        when = f"For {now.at_least} of 4 with factor {now.factor:.5g}"
        end = ", and no end" if now.endless else " in all" if now.passes == 12 else ""
        made = plural(int(now.mistakes.sum()), "mistake")
        after = f"after {plural(now.passes, 'pass')} w = {vector(now.weights, '.3g')}"
        return f"{when}: {after}; {made}{end}."

    return explore(
        fig,
        data=passed,
        move=move,
        describe=describe,
        least=slider("at least a", 1, 4, start=3),
        passes=slider("passes", 1, 12, start=6, kept=12),
        factor=choice("factor", *factors),
    )
