"""Perceptrons that ask for a margin: what they reach, and what it takes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.play import play
from ...core.rules import Rule
from ...notebook import pictures
from ...notebook.compound import Growing, Street
from ...notebook.explore import Exploration, explore, slider
from ...samples import adversaries, data
from ...theory import margins

__all__ = ["ask_for_gamma", "margin_for_eta", "two_claims"]


def margin_for_eta() -> Exploration:
    """Raise eta: the margin that the line ends with, the one promised, and the updates it takes.

    >>> margin_for_eta().at(eta=0.0).sentence
    'With eta = 0.00 the line ends with margin 0.043 (promised: 0.000) after 4 updates (...).'
    """
    X, y = data.separable(40, 2, margin=0.15, seed=3)
    rho, R = margins.max_margin(X, y).margin, margins.radius(X)
    etas = np.linspace(0, 5, 101)
    runs = [play(Rule(margin=eta), X, y, epochs=None) for eta in etas]
    reached = np.array([margins.sample_margin(run.last_weights, X, y) for run in runs])
    promised, allowed = etas * rho / (R**2 + 2 * etas), (R**2 + 2 * etas) / rho**2
    made = np.array([run.M for run in runs])
    fig, (left, middle, right) = pictures.figure(9.6, 3.3, columns=3)
    pictures.plane(left, X, y, reach=1.1)
    street = Street(left, pictures.WEIGHTS, edges=pictures.QUIET)
    middle.axhline(rho, color=pictures.BOUND, lw=1, ls=":", label="widest")
    growing = Growing(
        etas,
        (pictures.Curve(middle, label="reached"), reached),
        (pictures.Curve(middle, pictures.BOUND, "--", label="promised"), promised),
        (pictures.Curve(right, label="made"), made),
        (pictures.Curve(right, pictures.BOUND, "--", label="allowed"), allowed),
    )
    middle.set(xlim=(-0.1, 5.1), ylim=(0, 0.29), xlabel="eta", ylabel="margin")
    right.set(xlim=(-0.1, 5.1), ylim=(0, 420), xlabel="eta", ylabel="updates")
    pictures.legend(middle, "upper left", ncols=2, columnspacing=1)
    pictures.legend(right, "upper left")
    colours = (pictures.WEIGHTS, pictures.BOUND)
    dots = [pictures.Curve(ax, c, "o", ms=8) for ax in (middle, right) for c in colours]

    def at(eta: float) -> tuple[Any, ...]:
        i = round(eta / 0.05)
        return eta, runs[i].last_weights, (reached[i], promised[i], made[i], allowed[i])

    def move(eta: float, w: Any, values: Any) -> None:
        street.move(w, values[0] * np.hypot(*w))
        growing.move(round(eta / 0.05) + 1)
        for dot, value in zip(dots, values, strict=True):
            dot.move([eta], [value])

    def describe(eta: float, w: Any, values: Any) -> str:
        start = f"With eta = {eta:.2f} the line ends with margin {values[0]:.3f} (promised: "
        return f"{start}{values[1]:.3f}) after {values[2]} updates (allowed: {values[3]:.0f})."

    control = slider("eta", 0.0, 5.0, 0.05, start=1.0)
    return explore(fig, data=at, move=move, describe=describe, eta=control)


def ask_for_gamma() -> Exploration:
    """Ask the large-margin perceptron for more and more, until there is no such margin.

    >>> ask_for_gamma().at(gamma=0.3).sentence
    'Asked for gamma = 0.30 it makes 8 updates and ends with margin 0.175, more than ... = 0.15.'
    """
    X, y = data.separable(40, 2, margin=0.15, seed=3)
    rho = margins.max_margin(X, y).margin
    gammas = np.linspace(0.02, 0.44, 22)
    runs = [play(Rule(slope=g / 2), X, y, epochs=None, max_epochs=300) for g in gammas]
    reached = np.array([margins.sample_margin(run.last_weights, X, y) for run in runs])
    made = np.array([run.M for run in runs])
    fig, (left, right) = pictures.figure(columns=2)
    growing = Growing(
        gammas,
        (pictures.Curve(left, style="o-", ms=4, label="reached"), reached),
        (pictures.Curve(right, style="o-", ms=4, label="made"), made),
    )
    left.plot(gammas, gammas / 2, "--", color=pictures.BOUND, label="gamma/2")
    left.set(xlim=(0, 0.46), ylim=(0, 0.28), ylabel="margin of w")
    fine = np.linspace(0.02, rho, 50)
    right.plot(fine, 8 / fine**2, "--", color=pictures.BOUND, label="8/gamma$^2$")
    right.set(xlim=(0, 0.46), ylim=(1, 1e5), yscale="log", ylabel="updates")
    for ax in (left, right):
        ax.set_xlabel("gamma asked for")
        for x, name in ((rho, "rho"), (2 * rho, "2 rho")):
            ax.axvline(x, color=pictures.QUIET, lw=1, ls=":")
            ax.text(x, 0.02, f" {name}", transform=ax.get_xaxis_transform(), color=pictures.QUIET)
    pictures.legend(left, "upper left", ncols=2)
    pictures.legend(right, "upper right", ncols=2)
    dots = [pictures.Curve(ax, pictures.WEIGHTS, "o", ms=9) for ax in (left, right)]

    def at(gamma: float) -> tuple[Any, ...]:
        i = round(gamma / 0.02) - 1
        return gamma, runs[i], reached[i]

    def move(gamma: float, run: Any, margin: float) -> None:
        growing.move(round(gamma / 0.02))
        for dot, value in zip(dots, (margin, run.M), strict=True):
            dot.move([gamma], [value])

    def describe(gamma: float, run: Any, margin: float) -> str:
        start = f"Asked for gamma = {gamma:.2f} it makes {run.M} updates"
        if not run.converged:
            return f"{start} in 300 passes, and has not come to an end."
        return f"{start} and ends with margin {margin:.3f}, more than gamma/2 = {gamma / 2:.2f}."

    control = slider("gamma", 0.02, 0.44, 0.02, start=0.18)
    return explore(fig, data=at, move=move, describe=describe, gamma=control)


def two_claims() -> Exploration:
    """An adversary's run between the two claims of the proof, and its overshoot.

    >>> two_claims().at(gamma=0.2).sentence
    'With gamma = 0.20 the run makes 61 updates; number 46 takes |w| beyond 10.00 to 10.05.'
    """
    gammas = np.arange(5, 51) / 100
    lengths = {round(100 * g): _worst_lengths(g) for g in gammas}
    fig, (left, right) = pictures.figure(columns=2)
    s = np.array([0.0, 8.6])
    left.plot(s, 2 + 0.75 * s, "--", color=pictures.BOUND, label="at most: 2/gamma + 3 gamma k/4")
    left.plot(s, s, color=pictures.BOUND, label="at least: gamma k")
    run = pictures.Curve(left, pictures.WEIGHTS, ".", ms=3)
    left.set(xlim=(0, 8.6), ylim=(0, 12.5), xlabel="updates $k$, times gamma$^2$")
    left.set_ylabel("length of $w_k$, times gamma")
    pictures.legend(left, "upper left")
    left.text(2.7, 1.9, "2.5129", fontsize=9)
    left.text(7.6, 6.6, "8", fontsize=9, color=pictures.BOUND)
    right.axhline(0, color=pictures.QUIET, ls="--")
    right.text(-0.2, -0.15, "published account", color=pictures.QUIET, fontsize=9)
    right.set(xlim=(-0.5, 15), ylim=(-1.6, 1.3), xlabel="updates since $|w|$ reached 2/gamma")
    right.set_ylabel("surplus, in units of 3 gamma/4")
    surplus = pictures.Curve(right, pictures.WEIGHTS, "o", ms=5)

    def at(gamma: float) -> tuple[Any, ...]:
        sizes = lengths[round(100 * gamma)]
        crossing = int(np.argmax(sizes >= 2 / gamma))
        after = sizes[crossing : crossing + 15]
        return gamma, sizes, crossing, (after - 2 / gamma) / (0.75 * gamma)

    def move(gamma: float, sizes: Any, crossing: int, over: Any) -> None:
        run.move(gamma**2 * np.arange(len(sizes)), gamma * sizes)
        surplus.move(np.arange(len(over)), over - np.arange(len(over)))

    def describe(gamma: float, sizes: Any, crossing: int, over: Any) -> str:
        start = f"With gamma = {gamma:.2f} the run makes {len(sizes) - 1} updates"
        beyond = f"beyond {2 / gamma:.2f} to {sizes[crossing]:.2f}"
        return f"{start}; number {crossing} takes |w| {beyond}."

    control = slider("gamma", 0.05, 0.5, 0.01, start=0.2)
    return explore(fig, data=at, move=move, describe=describe, gamma=control)


def _worst_lengths(gamma: float) -> Any:
    """|w_k| for k = 0..M along the adversary's stream."""
    run = play(Rule(slope=gamma / 2), *adversaries.large_margin_worst(gamma))
    return np.linalg.norm(run.path, axis=1)
