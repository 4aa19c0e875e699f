"""What the published notes leave open: ties, a rate in floats, and folding after normalising."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from ...core.play import play
from ...core.rules import Rule
from ...core.runs import WeightRun
from ...notebook import pictures
from ...notebook.compound import Examples, Staircase
from ...notebook.explore import Exploration, choice, explore, slider
from ...notebook.words import plural, vector
from ...samples.features import fold_bias, unit_rows
from ...theory import margins
from ...validate import Array, Indices
from .runs import mistakes_so_far
from .updates import path_of

__all__ = ["fold_and_normalise", "rounded_rate", "ties"]


@dataclass(frozen=True)
class Tied:
    """A run under one tie rule on one sample, and its mistakes so far."""

    rule: str
    sample: str
    run: WeightRun
    mistakes: Indices


def ties() -> Exploration:
    """Two readings of a score of zero, on two tiny samples.

    >>> ties().at(rule="plus", sample="three examples").sentence
    'Rule plus, three examples: 11 mistakes in 27 rounds, and every example is right at the end.'
    """
    samples = {
        "two examples": (np.array([[-2, -1], [2, 0]]), np.array([1, 1])),
        "three examples": (np.array([[-2, -1], [-1, 2], [2, 0]]), np.array([-1, 1, -1])),
    }
    rules = ("le", "plus")
    runs = {
        (rule, name): play(Rule(ties=rule), X, y, epochs=9 if len(y) == 3 else 13)
        for rule in rules
        for name, (X, y) in samples.items()
    }
    fig, (left, right) = pictures.figure(columns=2)
    fig.set_layout_engine("constrained", wspace=0.1)
    pictures.plane(left, reach=3.0)
    line, arrow = pictures.Boundary(left), pictures.Arrow(left)
    examples = Examples(left, size=8)
    right.set(xlim=(0, 28), ylim=(0, 12), xlabel="rounds", ylabel="mistakes so far")
    staircase = Staircase(right)

    def tied(rule: str, sample: str) -> Tied:
        run = runs[rule, sample]
        return Tied(rule, sample, run, mistakes_so_far(run, run.rounds))

    def move(now: Tied) -> None:
        w = now.run.last_weights
        line.move(w)
        arrow.move(2.0 * w / max(float(np.hypot(*w)), 1e-9))
        examples.move(now.run.X, now.run.y)
        staircase.move(now.mistakes)

    def describe(now: Tied) -> str:
        run = now.run
        good = int((run.y * run.scores(run.X) > 0).sum())
        ending = f"{good} of {len(run.y)} examples are on the correct side at the end"
        if good == len(run.y):
            ending = "every example is right at the end"
        if not run.M:
            ending = "w is still 0"
        count = f"{plural(run.M, 'mistake')} in {run.rounds} rounds"
        return f"Rule {now.rule}, {now.sample}: {count}, and {ending}."

    return explore(
        fig,
        data=tied,
        move=move,
        describe=describe,
        rule=choice("tie rule", *rules),
        sample=choice("sample", *samples, kept="three examples"),
    )


@dataclass(frozen=True)
class Rounded:
    """A rate in tenths, and the mistakes with it, in floats and in fractions."""

    tenths: int
    floats: int
    fractions: int


def rounded_rate() -> Exploration:
    """The same run with rates that a computer rounds, and with fractions.

    >>> rounded_rate().at(rate=0.1).sentence
    'With r = 0.1 there are 3 mistakes in floats, and 5 in fractions.'
    """
    tenths = range(1, 21)
    counts = {
        k: Rounded(k, *(len(path_of((0, 0), r)) - 1 for r in (k / 10, Fraction(k, 10))))
        for k in tenths
    }
    fig, ax = pictures.figure(5.6, 2.8)
    ax.set(xlim=(0, 2.1), ylim=(0, 6.5), xlabel="rate $r$", ylabel="mistakes")
    rates = np.array(tenths) / 10
    exact, rounded = [
        [getattr(c, kind) for c in counts.values()] for kind in ("fractions", "floats")
    ]
    ax.plot(rates, exact, "-", color=pictures.BOUND, label="in fractions")
    ax.plot(rates, rounded, "o", color=pictures.QUIET, label="in floats")
    pictures.legend(ax, "lower right", ncols=2)
    here = pictures.Curve(ax, pictures.MISTAKE, "o", ms=10, mfc="none", mew=2)

    def at(rate: float) -> Rounded:
        return counts[round(10 * rate)]

    def move(now: Rounded) -> None:
        here.move([now.tenths / 10], [now.floats])

    def describe(now: Rounded) -> str:
        made = f"there are {now.floats} mistakes in floats"
        return f"With r = {now.tenths / 10:.1f} {made}, and {now.fractions} in fractions."

    control = slider("rate r", 0.1, 2.0, 0.1, start=1.0, kept=0.1)
    return explore(fig, data=at, move=move, describe=describe, rate=control)


@dataclass(frozen=True)
class Prepared:
    """The points 1 and z: folded only, and finally; and a separator, or zeros."""

    z: float
    first: str
    folded: Array
    final: Array
    v: Array


def fold_and_normalise() -> Exploration:
    """The points 1 and z of a line: fold, then normalise; or the other way round.

    >>> fold_and_normalise().at(first="normalise").sentence
    'Normalise first: 1 and 3 both become (1, 1). One point, two labels: no line can help.'
    """
    fig, ax = pictures.figure(5.6, 2.9)
    ax.set(xlim=(-0.3, 5.3), ylim=(-0.3, 2.2), xlabel="$x$", ylabel="constant feature")
    ax.set_aspect("equal")
    ax.plot([-0.3, 5.3], [1, 1], color="#DDDDDD", lw=1, zorder=0)
    turn = np.linspace(-0.3, 2, 60)
    ax.plot(np.cos(turn), np.sin(turn), color="#DDDDDD", lw=1, zorder=0)
    line, rays = pictures.Boundary(ax), pictures.Curve(ax, pictures.QUIET, ":", lw=1)
    ghosts = pictures.Curve(ax, pictures.QUIET, "o", ms=8, mfc="none")
    plus = pictures.Curve(ax, pictures.POSITIVE, "o", ms=12)
    minus = pictures.Curve(ax, pictures.NEGATIVE, "s", ms=7)

    def prepared(z: float, first: str) -> Prepared:
        X, y = np.array([[1.0], [round(z, 1)]]), np.array([1.0, -1.0])
        if first == "normalise":
            return Prepared(z, first, fold_bias(X), fold_bias(unit_rows(X)), np.zeros(2))
        final = unit_rows(fold_bias(X))
        return Prepared(z, first, fold_bias(X), final, margins.max_margin(final, y).v)

    def move(now: Prepared) -> None:
        folded: Any = now.folded
        line.move(now.v)
        ghosts.move(*folded.T)
        rays.move([folded[0, 0], 0, folded[1, 0]], [1, 0, 1])
        plus.move(*now.final[:1].T)
        minus.move(*now.final[1:].T)

    def describe(now: Prepared) -> str:
        if now.first == "normalise":
            same = f"Normalise first: 1 and {now.z:g} both become (1, 1)"
            return f"{same}. One point, two labels: no line can help."
        places = " and ".join(vector(point, ".2f") for point in now.final)
        return f"Fold first: 1 and {now.z:g} become {places}. A line separates them."

    return explore(
        fig,
        data=prepared,
        move=move,
        describe=describe,
        z=slider("the point with y = -1", 1.5, 5.0, 0.5, start=3.0),
        first=choice("do first", "fold", "normalise"),
    )
