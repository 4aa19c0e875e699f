"""A learner that asks for a distance: its squeeze against the worst stream, and an overshoot."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from ...core.play import play
from ...core.rules import Rule
from ...notebook import pictures
from ...notebook.explore import Exploration, explore, slider
from ...notebook.predict import Prediction, predict
from ...samples import adversaries
from ...validate import Array

__all__ = ["distance_squeeze", "overshoot", "worst_lengths"]


@cache
def worst_lengths(percent: int) -> Array:
    """|w_k| for k = 0..M along the adversary's stream for γ = percent/100.

    >>> worst_lengths(20)[[0, 46, -1]].round(2)
    array([ 0.  , 10.05, 12.22])
    """
    gamma = percent / 100
    run = play(Rule(slope=gamma / 2), *adversaries.large_margin_worst(gamma))  # one class only
    return np.array(np.linalg.norm(run.path, axis=1))


@dataclass(frozen=True)
class Squeezed:
    """The lengths of w along the adversary's stream for this γ."""

    gamma: float
    lengths: Array


def distance_squeeze() -> Prediction:
    """How much of 8/γ² can an adversary really use? Its run between the floor and the roof.

    >>> distance_squeeze().at(gamma=0.1).sentence
    'With γ = 0.10 the adversary forces 249 updates, which is 2.49/γ²; the theorem allows 800.'
    """
    return predict(
        {
            "nearly all": "The roof is a straight line for the sake of a short proof. The run "
            "itself stays well below it.",
            "about a third": "The run meets the floor at about 2.5, because a short w grows far "
            "more slowly than the roof allows.",
            "hardly any": "This adversary is better than that: look where the run meets the floor.",
        },
        right="about a third",
        then=_squeeze(),
    )


def _squeeze() -> Exploration:
    fig, ax = pictures.figure(6.8, 3.6)
    s = np.array([0.0, 8.6])
    ax.plot(s, 2 + 0.75 * s, "--", color=pictures.BOUND, label="roof, $2/γ+3γk/4$")
    ax.plot(s, s, color=pictures.BOUND, label="floor, $γk$")
    ax.plot([8], [8], "o", color=pictures.BOUND, ms=6)
    run = pictures.Curve(ax, pictures.WEIGHTS, ".", "the adversary's run", ms=5)
    ax.set(
        xlim=(0, 8.6), ylim=(0, 9), xlabel="updates $k$, times $γ^2$", title="$|w_k|$, times $γ$"
    )
    pictures.legend(ax, "lower right")

    def squeezed(gamma: float) -> Squeezed:
        return Squeezed(gamma, worst_lengths(round(100 * gamma)))

    def move(now: Squeezed) -> None:
        k = np.arange(len(now.lengths))
        run.move(now.gamma**2 * k, now.gamma * now.lengths)

    def describe(now: Squeezed) -> str:
        M, allowed = len(now.lengths) - 1, int(8 / now.gamma**2 + 1e-9)
        start = f"With γ = {now.gamma:.2f} the adversary forces {M} updates"
        return f"{start}, which is {now.gamma**2 * M:.2f}/γ²; the theorem allows {allowed}."

    control = slider("gamma", 0.05, 0.5, 0.05, start=0.1)
    return explore(fig, data=squeezed, move=move, describe=describe, gamma=control)


@dataclass(frozen=True)
class Overshot:
    """The update that takes |w| across 2/γ, and by how much |w| exceeds L8's account after it."""

    gamma: float
    crossing: int
    length: float
    surplus: Array


def overshoot() -> Exploration:
    """The update that crosses 2/γ lands beyond it: what a published account leaves out.

    >>> overshoot().at(gamma=0.2).sentence
    'With γ = 0.20 update number 46 takes |w| across 2/γ = 10.00, to 10.05.'
    """
    fig, ax = pictures.figure(6.4, 3.2)
    ax.axhline(0, color=pictures.QUIET, ls="--")
    ax.text(14.8, 0.05, "the account", color=pictures.QUIET, fontsize=10, ha="right")
    ax.set(xlim=(-0.5, 15), ylim=(-1.6, 1.1), xlabel="updates since $|w|$ passed $2/γ$")
    ax.set_title("$|w|$ minus the account, in units of $3γ/4$")
    below = pictures.Curve(ax, pictures.WEIGHTS, "o", ms=5)
    beyond = pictures.Curve(ax, pictures.MISTAKE, "o", "not paid for", ms=8)
    pictures.legend(ax, "upper right")

    def overshot(gamma: float) -> Overshot:
        sizes = worst_lengths(round(100 * gamma))
        crossing = int(np.argmax(sizes >= 2 / gamma))
        after = sizes[crossing : crossing + 15]
        surplus = (after - 2 / gamma) / (0.75 * gamma) - np.arange(len(after))
        return Overshot(gamma, crossing, float(sizes[crossing]), surplus)

    def move(now: Overshot) -> None:
        since, paid = np.arange(len(now.surplus)), now.surplus <= 0
        below.move(since[paid], now.surplus[paid])
        beyond.move(since[~paid], now.surplus[~paid])

    def describe(now: Overshot) -> str:
        start = f"With γ = {now.gamma:.2f} update number {now.crossing} takes |w| across"
        return f"{start} 2/γ = {2 / now.gamma:.2f}, to {now.length:.2f}."

    control = slider("gamma", 0.05, 0.5, 0.01, start=0.2)
    return explore(fig, data=overshot, move=move, describe=describe, gamma=control)
