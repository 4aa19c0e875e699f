"""A game that no learner wins: unit vectors, each labelled against the answer that it gets."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from ...learners import (
    BalancedWinnow,
    KernelPerceptron,
    LargeMarginPerceptron,
    Perceptron,
    PNormPerceptron,
    Winnow,
)
from ...notebook import pictures
from ...notebook.compound import Examples
from ...notebook.explore import Exploration, choice, explore, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural
from ...validate import Array

__all__ = ["LEARNERS", "against_everybody"]

MOST = 16

LEARNERS: dict[str, Any] = {
    "the Perceptron": Perceptron(),
    "the averaged Perceptron": Perceptron(predict_with="averaged"),
    "the voted Perceptron": Perceptron(predict_with="voted"),
    "the large-margin Perceptron": LargeMarginPerceptron(),
    "the Gaussian kernel Perceptron": KernelPerceptron("rbf"),
    "the p-norm Perceptron": PNormPerceptron(4),
    "Winnow": Winnow(),
    "balanced Winnow": BalancedWinnow(),
}
"""Who may try; all of them deterministic."""


@dataclass(frozen=True)
class Game:
    """A learner's answers to e_1, ..., e_n, each then labelled the other way."""

    learner: str
    answers: Array
    labels: Array


def against_everybody() -> Prediction:
    """Does any learner get one of n examples right? Then play the game against each of them.

    >>> against_everybody().at(learner="Winnow", n=5).sentence
    'Winnow answers 5 times and is wrong 5 times; the bound is 5.'
    """
    return predict(
        {
            "Winnow, because it multiplies": "Winnow needs few mistakes where few features matter. "
            "Here all of them do.",
            "the voted Perceptron, because it votes": "Its many voters have seen other unit "
            "vectors only, and these say nothing about the next.",
            "none of them": "A learner that has to answer first can be contradicted, and the "
            "examples say nothing about each other.",
        },
        right="none of them",
        then=_game(),
    )


def _game() -> Exploration:
    fig, (left, right) = pictures.figure(7.4, 3.2, columns=2, width_ratios=[1.5, 1])
    left.set(xlim=(0, MOST + 1), ylim=(-0.6, 1.6), xlabel="$i$: the example is $e_i$")
    left.set_yticks([1, 0], ["the answer", "the label"])
    shown = Examples(left, size=9, labels=("$+1$", "$-1$"), mec="white")
    pictures.legend(left, "lower right", bbox_to_anchor=(1, 1), ncol=2)
    right.set(xlim=(0, MOST + 0.5), ylim=(0, MOST + 1.5), xlabel="examples $n$", title="mistakes")
    for axis in (left.xaxis, right.xaxis, right.yaxis):
        pictures.ticks(axis, [1, 4, 8, 12, 16])
    bound = pictures.Curve(right, pictures.BOUND, "--", label="bound $R^2/\\rho^2=n$")
    made = pictures.Curve(right, pictures.WEIGHTS, "o", label="made", ms=5)
    pictures.legend(right, "upper left")

    def game(learner: str, n: int) -> Game:
        said = answers(learner)[:n]
        return Game(learner, said, labels=-said)

    def move(now: Game) -> None:
        rounds = np.arange(1, len(now.answers) + 1)
        above, below = (np.column_stack([rounds, np.full(len(rounds), h)]) for h in (1, 0))
        shown.move(np.vstack([above, below]), np.concatenate([now.answers, now.labels]))
        bound.move([0, len(rounds)], [0, len(rounds)])
        made.move(rounds, np.cumsum(now.answers != now.labels))

    def describe(now: Game) -> str:
        n = len(now.answers)
        wrong = int((now.answers != now.labels).sum())
        says = f"{now.learner[0].upper()}{now.learner[1:]} answers {plural(n, 'time')}"
        return f"{says} and is wrong {plural(wrong, 'time')}; the bound is {n}."

    return explore(
        fig,
        data=game,
        move=move,
        describe=describe,
        n=slider("n", 1, MOST, start=1, kept=12),
        learner=choice("learner", *LEARNERS, kept="the Gaussian kernel Perceptron"),
    )


@cache
def answers(learner: str) -> Array:
    """What it answers to e_1, e_2, ...; before its first example it is taken to answer -1.

    >>> answers("the Gaussian kernel Perceptron")[:6].tolist()
    [-1, 1, 1, -1, 1, -1]
    """
    model, rows, said = deepcopy(LEARNERS[learner]), np.eye(MOST), []
    for t, x in enumerate(rows):
        said.append(int(model.predict(x[None])[0]) if t else -1)
        model.partial_fit(x[None], [-said[-1]], classes=[-1, 1])
    return np.array(said)
