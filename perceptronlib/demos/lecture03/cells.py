"""Real tumours: how often a perceptron errs on fresh ones, and how often a theorem allows it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from ...learners import Perceptron
from ...notebook import pictures
from ...notebook.compound import Growing
from ...notebook.explore import Exploration, choice, explore, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural
from ...samples import real
from ...samples.features import fold_bias
from ...theory import margins
from ...validate import Array, Indices

__all__ = ["KNOWN", "cells", "first_cells"]

KNOWN, PASSES = 400, 50
"""How many tumours are learned from (the others are fresh), and in how many passes at most."""


def cells(known: int = KNOWN) -> tuple[Array, Array, Array]:
    """The tumours of `data.cells`, shuffled: as measured, centred and scaled, and their labels.

    Both tables have a constant feature, 1, in their last column. Scaling uses the mean and the
    standard deviation of each measurement over the first ``known`` tumours, and no label; so the
    others stay fresh.

    >>> raw, scaled, y = cells()
    >>> raw.shape, scaled.shape, float(raw.max()), bool(abs(scaled[:400, 0].mean()) < 1e-12)
    ((569, 31), (569, 31), 4254.0, True)
    """
    X, y = real.cells()
    order = np.random.default_rng(0).permutation(len(y))
    X, y = X[order], y[order]
    scaled = (X - X[:known].mean(axis=0)) / X[:known].std(axis=0)
    return fold_bias(X), fold_bias(scaled), y


@dataclass(frozen=True)
class Measured:
    """One way to measure the tumours: mistakes and fresh errors pass by pass, and the bound."""

    mistakes: Indices
    fresh: Indices
    bound: float


@dataclass(frozen=True)
class Learned:
    """The tumours after so many passes: how they were measured, and everything counted."""

    unit: str
    passes: int
    measured: Measured


@cache
def _measured() -> dict[str, Measured]:
    raw, scaled, y = cells()
    return {"as measured": _passed(raw, y), "scaled": _passed(scaled, y)}


def _passed(X: Array, y: Array) -> Measured:
    """Passes over the known tumours; errors on the fresh ones after each."""
    known, labels = X[:KNOWN], y[:KNOWN]
    run = Perceptron(epochs=PASSES).run(known, labels)
    ends = KNOWN * np.arange(PASSES + 1)
    W = np.array([run.weights(int(end)) for end in ends])
    fresh = (y[KNOWN:, None] * (X[KNOWN:] @ W.T) <= 0).sum(axis=0)
    bound = (margins.radius(known) / margins.max_margin(known, labels).margin) ** 2
    return Measured(np.searchsorted(run.mistakes, ends), fresh, bound)


def first_cells() -> Prediction:
    """How many of 169 fresh tumours are misclassified? Then passes, and the bound far above.

    >>> first_cells().at(passes=20).sentence
    'Scaled: after 20 passes and 240 mistakes, 7 of 169 fresh tumours are misclassified; ...'
    >>> first_cells().at(passes=1, unit="as measured").sentence
    'As measured: after 1 pass and 156 mistakes, 104 of 169 fresh tumours are misclassified; ...'
    """
    return predict(
        {
            "about 80, like guessing": "So large a bound says only that the count cannot be more. "
            "It does not say that the count will be large.",
            "about 40": "The tumours differ more than that, and a line tells most of them apart.",
            "fewer than 10": "The bound allows hundreds of thousands of mistakes, and the "
            "Perceptron takes hardly any of them.",
        },
        right="fewer than 10",
        then=_passes(),
    )


def _passes() -> Exploration:
    measured = _measured()
    others = len(cells()[2]) - KNOWN
    fig, (left, right) = pictures.figure(7.6, 3.6, columns=2)
    left.set(xlim=(0, PASSES + 1), ylim=(0, 110), xlabel="passes", title="errors on fresh tumours")
    benign = int((cells()[2][KNOWN:] > 0).sum())
    left.axhline(benign, ls=":", color=pictures.QUIET, label='always "benign"')
    right.set(xlim=(0, PASSES + 1), ylim=(1, 1e15), yscale="log", xlabel="passes", title="mistakes")
    along = np.arange(PASSES + 1)
    errors = pictures.Curve(left, pictures.MISTAKE, "o-", label="the Perceptron", ms=4, lw=1)
    made = pictures.Curve(right, pictures.WEIGHTS, "-", label="made")
    allowed = pictures.Curve(right, pictures.BOUND, "--", label="allowed, $R^2/\\rho^2$")
    pictures.legend(left, "upper right")
    pictures.legend(right, "upper right", bbox_to_anchor=(1, 0.72))

    def learned(passes: int, unit: str) -> Learned:
        return Learned(unit, passes, measured[unit])

    def move(now: Learned) -> None:
        seen = slice(1, now.passes + 1)
        Growing(along, (errors, now.measured.fresh), (made, now.measured.mistakes)).move(seen)
        allowed.move([0, PASSES + 1], [now.measured.bound] * 2)

    def describe(now: Learned) -> str:
        M = int(now.measured.mistakes[now.passes])
        after = f"after {plural(now.passes, 'pass')} and {M} mistakes"
        wrong = f"{now.measured.fresh[now.passes]} of {others} fresh tumours are misclassified"
        allowed = f"the theorem allows {_in_powers(now.measured.bound)} mistakes"
        return f"{now.unit.capitalize()}: {after}, {wrong}; {allowed}."

    return explore(
        fig,
        data=learned,
        move=move,
        describe=describe,
        passes=slider("passes", 1, PASSES, start=1, kept=20),
        unit=choice("measurements", *reversed(measured)),
    )


def _in_powers(number: float) -> str:
    """A large number in a form for reading.

    >>> _in_powers(2.1e5), _in_powers(4.81e12)
    ('2.1·10⁵', '4.8·10¹²')
    """
    first, power = f"{number:.1e}".split("e+")
    return f"{first}·10{str(int(power)).translate(str.maketrans('0123456789', '⁰¹²³⁴⁵⁶⁷⁸⁹'))}"
