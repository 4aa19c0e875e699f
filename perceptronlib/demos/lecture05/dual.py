"""Runs without weights: how often each example was learned from."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...learners import KernelPerceptron, Perceptron
from ...notebook import pictures
from ...notebook.examples import ten_examples
from ...notebook.explore import Flipbook, flipbook
from ...notebook.predict import Prediction, predict
from ...notebook.words import vector
from ...validate import Array, Indices

__all__ = ["two_forms"]


@dataclass(frozen=True)
class Twice:
    """After k updates: the weights, the counts, the weights made from the counts, the example."""

    k: int
    w: Array
    alpha: Indices
    summed: Array
    example: Indices


def two_forms() -> Prediction:
    """How many examples are ever learned from? Then one run in two forms.

    >>> two_forms().pages[1].sentence
    'After update 1, on example 0: the counts add up to 1, and both lines have w = (-4, -1).'
    """
    return predict(
        {
            "5": "Some examples are learned from more than once, and five never are.",
            "9, one for each mistake": "The counts add up to 9, but some examples take more than "
            "one of the mistakes.",
            "all 10": "An example that is right whenever it is met never gets a bar.",
        },
        right="5",
        then=_two_forms(),
    )


def _two_forms() -> Flipbook:
    X, y = ten_examples()
    primal = Perceptron(epochs=None).run(X, y)
    dual = KernelPerceptron(epochs=None).run(X, y)
    fig, (left, right) = pictures.figure(7.6, 3.7, columns=2)
    pictures.plane(left, X, y)
    left.set_title("wide: from $w$; thin: from $\\alpha$")
    wide = pictures.Boundary(left, "#BBBBBB", shade=False)
    wide.line.set_linewidth(7)
    line, ring = pictures.Boundary(left), pictures.Marks(left)
    right.set(xlabel="example $i$", xlim=(0, 11), ylim=(0, 4), yticks=range(5))
    right.set_title("$\\alpha_i$, times learned from")
    right.set_xticks(range(1, 11), range(10))
    colours = [pictures.POSITIVE if sign > 0 else pictures.NEGATIVE for sign in y]
    bars = pictures.Bars(right, len(y), colours)

    def twice(k: int) -> Twice:
        alpha = np.bincount(dual.examples[:k], minlength=len(y))
        return Twice(k, primal.path[k], alpha, (alpha * y) @ X, dual.examples[:k][-1:])

    def move(now: Twice) -> None:
        wide.move(now.w)
        line.move(now.summed)
        ring.move(X[now.example])
        bars.move(now.alpha)

    def describe(now: Twice) -> str:
        if now.k == 0:
            return "Before any update w is 0, and so is every count."
        added = f"the counts add up to {now.alpha.sum()}"
        both = f"both lines have w = {vector(now.summed + 0.0, '.0f')}"
        return f"After update {now.k}, on example {now.example[0]}: {added}, and {both}."

    return flipbook(
        fig, data=twice, move=move, describe=describe, label="updates",
        steps=range(dual.M + 1), start=3, kept=dual.M,
    )  # fmt: skip
