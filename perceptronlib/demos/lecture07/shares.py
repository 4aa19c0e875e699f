"""Winnow with weights that sum to 1: its potential, and the chord that bounds their sum."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...learners import ExponentialWinnow
from ...notebook import pictures
from ...notebook.compound import Growing, Segments
from ...notebook.explore import Exploration, Flipbook, explore, flipbook, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural
from ...validate import Array

__all__ = ["ballots", "chord", "entropy"]

FEATURES = 13


def ballots() -> tuple[Array, Array]:
    """200 examples of thirteen signs each; the label is the majority of the first three.

    >>> X, y = ballots()
    >>> X.shape, bool((y * X[:, :3].sum(axis=1) >= 1).all())
    ((200, 13), True)
    """
    X = np.random.default_rng(0).choice([-1.0, 1.0], (200, FEATURES))
    return X, np.sign(X[:, :3].sum(axis=1))


@dataclass(frozen=True)
class Drawn:
    """After so many updates: the shares, the potential, and what the proof promises of it."""

    updates: int
    shares: Array
    potential: float
    promise: float


LAST = 28
"""How many updates the picture looks ahead; there is no supply for more than 26."""


def entropy() -> Prediction:
    """Winnow(eta) update by update: shares on their way to the target's, the potential downwards.

    >>> entropy().pages[1].sentence
    'After 1 update the potential is 1.385; the proof promises at most 1.411.'
    >>> entropy().pages[-1].sentence
    'After 28 updates the potential would be at most -0.089, which cannot be: it is never negative.'
    """
    return predict(
        {
            "after 12": "After 12 updates the run was over, but the proof did not know that: it "
            "would allow more.",
            "after 26": "26 updates take at least 1.444 of 1.466, and what is left is less than "
            "1/18.",
            "after 46": "That is the bound that knows only N. Here we know the target, so we know "
            "that the potential starts at 1.466 and not at ln 13.",
        },
        right="after 26",
        then=_entropy(),
    )


def _entropy() -> Flipbook:
    X, y = ballots()
    run = ExponentialWinnow(eta=1 / 3, epochs=None).run(X, y)
    potential = np.log(1 / 3) - np.log(run.path[:, :3]).mean(axis=1)
    steps = np.arange(LAST + 1)
    promise = potential[0] - steps / 18
    fig, (left, right) = pictures.figure(7.8, 3.8, columns=2)
    left.set(xlim=(0.4, FEATURES + 0.6), ylim=(0, 0.46), xlabel="feature", title="shares $w_i$")
    left.set_xticks(range(1, FEATURES + 1, 2))
    bars = pictures.Bars(left, FEATURES)
    look = {"color": pictures.BOUND, "ms": 15, "mew": 3, "zorder": 4}
    left.plot([1, 2, 3], [1 / 3] * 3, "_", label="the target's shares $u_i$", **look)
    pictures.legend(left, "upper right")
    right.axhline(0, color=pictures.QUIET, lw=1)
    right.set(xlim=(-0.5, LAST + 1), ylim=(-0.15, 1.6), xlabel="updates $k$")
    right.set_title("potential $\\Phi_k$: distance to the target")
    right.plot(steps, promise, "--", color=pictures.BOUND, lw=1, alpha=0.35)  # what is to come
    line = pictures.Curve(right, pictures.BOUND, "--", label="promised: $\\Phi_0-k/18$")
    dots = pictures.Curve(right, pictures.WEIGHTS, "o", label="$\\Phi_k$ of the run", ms=5)
    growing, made = Growing(steps, (line, promise)), Growing(steps[: run.M + 1], (dots, potential))
    pictures.legend(right, "upper right")

    def drawn(k: int) -> Drawn:
        now = min(k, run.M)
        return Drawn(k, run.path[now], float(potential[now]), float(promise[k]))

    def move(now: Drawn) -> None:
        bars.move(now.shares)
        growing.move(now.updates + 1)
        made.move(now.updates + 1)

    def describe(now: Drawn) -> str:
        if now.updates == 0:
            return (
                f"Before any update all shares are 1/13, and the potential is {now.potential:.3f}."
            )
        after = f"After {plural(now.updates, 'update')} the potential"
        if now.updates <= run.M:
            return f"{after} is {now.potential:.3f}; the proof promises at most {now.promise:.3f}."
        would = f"{after} would be at most {now.promise:.3f}"
        if now.promise < 0:
            return f"{would}, which cannot be: it is never negative."
        return f"{would}; there is a supply, but this run ended after {run.M}."

    return flipbook(
        fig, data=drawn, move=move, describe=describe, label="updates k",
        steps=range(LAST + 1), start=6, kept=12,
    )  # fmt: skip


@dataclass(frozen=True)
class Chorded:
    """Two opinions, one share: the score they give, and three heights above it."""

    eta: float
    share: float
    score: float
    mean: float
    chord: float


def chord() -> Exploration:
    """The convex curve and its chord: on a mistake the average of the curve is at most cosh.

    >>> chord().at(eta=1.0, share=0.2).sentence
    'With η = 1 and signed score -0.48, Z = 0.805; the chord is at 0.979, cosh η at 1.543.'
    """
    fig, ax = pictures.figure(6.6, 3.9)
    ax.set(xlim=(-1.15, 1.15), ylim=(0, 4.6), xlabel="opinion $z=yx_i$, between $-R$ and $R=1$")
    ax.set_title("$e^{\\eta z}$ lies below its chord")
    ax.set_ylabel("factor of a share, before dividing")
    ax.axvline(0, color="#DDDDDD", lw=1, zorder=0)
    z = np.linspace(-1, 1, 101)
    curve = pictures.Curve(ax, pictures.WEIGHTS, "-", label="$e^{\\eta z}$")
    line = pictures.Curve(ax, pictures.BOUND, "--", label="its chord")
    ends = pictures.Curve(ax, pictures.WEIGHTS, "o", ms=6)
    average = Segments(ax, pictures.POSITIVE, lw=1.2, label="all averages of the two dots")
    top = pictures.Curve(ax, pictures.BOUND, "D", ms=8, label="$\\cosh\\eta$, the chord at 0")
    here = pictures.Curve(ax, pictures.POSITIVE, "s", ms=8, label="$Z$, the average of the curve")
    score = pictures.Curve(ax, pictures.MISTAKE, "^", ms=9, label="signed score $y\\,(w\\cdot x)$")
    pictures.legend(ax, "upper left")

    def chorded(eta: float, share: float) -> Chorded:
        opinions, w = OPINIONS, np.array([1 - share, share])
        at = float(w @ opinions)
        return Chorded(
            eta, share, at, float(w @ np.exp(eta * opinions)),
            float(np.cosh(eta) + at * np.sinh(eta)),
        )  # fmt: skip

    def move(now: Chorded) -> None:
        curve.move(z, np.exp(now.eta * z))
        line.move([-1, 1], np.exp([-now.eta, now.eta]))
        ends.move(OPINIONS, np.exp(now.eta * OPINIONS))
        points = np.column_stack([OPINIONS, np.exp(now.eta * OPINIONS)])
        average.move(points[:1], points[1:])
        top.move([0], [np.cosh(now.eta)])
        here.move([now.score], [now.mean])
        score.move([now.score], [0.08])

    def describe(now: Chorded) -> str:
        what = f"With η = {now.eta:g} and signed score {now.score:.2f}, Z = {now.mean:.3f}"
        return f"{what}; the chord is at {now.chord:.3f}, cosh η at {np.cosh(now.eta):.3f}."

    eta = slider("eta", 0.1, 1.5, 0.1, start=1.0)
    share = slider("share of the feature that was right", 0.0, 1.0, 0.05, start=0.2, kept=0.3)
    return explore(fig, data=chorded, move=move, describe=describe, eta=eta, share=share)


OPINIONS = np.array([-0.8, 0.8])
"""What two features say, times the label: one was wrong, the other right."""
