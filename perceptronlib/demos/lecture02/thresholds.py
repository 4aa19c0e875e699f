"""Perceptrons that ask for a margin: what they reach, what it takes, and what it is good for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from ...core.runs import WeightRun
from ...learners import LargeMarginPerceptron, Perceptron
from ...notebook import pictures
from ...notebook.compound import Growing, Street
from ...notebook.explore import Exploration, Flipbook, explore, flipbook, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural
from ...samples import data
from ...theory import margins
from ...validate import Array
from .passes import percent

__all__ = ["ask_for_gamma", "forty_apart", "fresh_margins", "margin_for_eta", "margin_on_fresh"]

STEP, MOST = 0.05, 5.0
"""The slider of eta."""

ETAS = (0.0, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0)
"""The values of eta that are tried on fresh examples."""

DRAWS, KNOWN, FRESH = 20, 100, 1000
"""Samples drawn anew, how many examples each has, and how many fresh ones are tried."""


def forty_apart() -> tuple[Array, Array]:
    """Forty examples that a line through the origin separates.

    >>> X, y = forty_apart()
    >>> X.shape, round(margins.max_margin(X, y).margin, 3)
    ((40, 2), 0.19)
    """
    X, y = data.separable(40, 2, margin=0.15, seed=3)
    return X, y


@dataclass(frozen=True)
class Thresholded:
    """What a threshold leads to: weights, margin and updates, and what is promised of both."""

    eta: float
    w: Array
    reached: float
    promised: float
    made: int
    allowed: float


def margin_for_eta() -> Prediction:
    """Raise eta: the margin that the line ends with, the one promised, and the updates it takes.

    >>> margin_for_eta().at(eta=0.0).sentence
    'With η = 0.00 the line ends with margin 0.043 (promised: 0.000) after 4 updates (...).'
    """
    return predict(
        {
            "nothing": "Up to η of about a tenth hardly anything happens. Go on.",
            "it grows": "A large η leaves the line nearly as far from the examples as a line can "
            "be, and you pay in updates.",
            "it shrinks": "A higher threshold makes the learner harder to please, so it goes on "
            "where the Perceptron stops.",
        },
        right="it grows",
        then=_thresholds(),
    )


def _thresholds() -> Exploration:
    X, y = forty_apart()
    rho, R = margins.max_margin(X, y).margin, margins.radius(X)
    etas = np.linspace(0, MOST, round(MOST / STEP) + 1)
    runs = [Perceptron(margin=eta, epochs=None).run(X, y) for eta in etas]
    reached = np.array([margins.sample_margin(run.last_weights, X, y) for run in runs])
    promised, allowed = etas * rho / (R**2 + 2 * etas), (R**2 + 2 * etas) / rho**2
    made = np.array([run.M for run in runs])
    fig, (left, middle, right) = pictures.figure(8.4, 3.2, columns=3)
    pictures.plane(left, X, y, reach=1.1)
    street = Street(left, pictures.WEIGHTS, edges=pictures.QUIET)
    middle.axhline(rho, color=pictures.QUIET, lw=1, ls=":", label="widest there is, ρ")
    growing = Growing(
        etas,
        (pictures.Curve(middle, label="reached"), reached),
        (pictures.Curve(middle, pictures.BOUND, "--", label="promised"), promised),
        (pictures.Curve(right, label="made"), made),
        (pictures.Curve(right, pictures.BOUND, "--", label="allowed"), allowed),
    )
    middle.set(xlim=(-0.1, 5.1), ylim=(0, 0.3), xlabel="η", title="margin")
    right.set(xlim=(-0.1, 5.1), ylim=(0, 420), xlabel="η", title="updates")
    pictures.legend(middle, "upper left")
    pictures.legend(right, "upper left")
    colours = (pictures.WEIGHTS, pictures.BOUND)
    dots = [pictures.Curve(ax, c, "o", ms=8) for ax in (middle, right) for c in colours]

    def thresholded(eta: float) -> Thresholded:
        i = round(eta / STEP)
        w, made_by_now = runs[i].last_weights, int(made[i])
        return Thresholded(
            eta, w, float(reached[i]), float(promised[i]), made_by_now, float(allowed[i])
        )

    def move(now: Thresholded) -> None:
        street.move(now.w, now.reached * float(np.hypot(*now.w)))
        growing.move(round(now.eta / STEP) + 1)
        values = (now.reached, now.promised, now.made, now.allowed)
        for dot, value in zip(dots, values, strict=True):
            dot.move([now.eta], [value])

    def describe(now: Thresholded) -> str:
        start = f"With η = {now.eta:.2f} the line ends with margin {now.reached:.3f} (promised: "
        return f"{start}{now.promised:.3f}) after {now.made} updates (allowed: {now.allowed:.0f})."

    control = slider("eta", 0.0, MOST, STEP, start=0.05, kept=3.0)
    return explore(fig, data=thresholded, move=move, describe=describe, eta=control)


@dataclass(frozen=True)
class OnFresh:
    """A threshold on many samples: the part of the widest margin reached, and fresh errors in %."""

    eta: float
    parts: Array
    errors: Array


@cache
def fresh_margins() -> tuple[OnFresh, ...]:
    """Twenty samples of 100 examples with 20 features, learned with each threshold until clean.

    >>> [round(float(one.errors.mean()), 1) for one in fresh_margins()]
    [4.3, 4.8, 4.6, 4.5, 3.3, 2.3, 2.2, 2.2]
    """
    samples = [data.separable(KNOWN + FRESH, 20, margin=0.05, seed=seed) for seed in range(DRAWS)]
    found = []
    for eta in ETAS:
        parts, errors = [], []
        for X, y in samples:
            w = Perceptron(margin=eta, epochs=None).run(X[:KNOWN], y[:KNOWN]).last_weights
            parts.append(margins.sample_margin(w, X[:KNOWN], y[:KNOWN]))
            errors.append(float(percent((y[KNOWN:] * (X[KNOWN:] @ w) <= 0).sum(), FRESH)))
        found.append(OnFresh(eta, np.array(parts) / _widest(), np.array(errors)))
    return tuple(found)


@cache
def _widest() -> Array:
    """The widest margin of each of the samples."""
    samples = [data.separable(KNOWN + FRESH, 20, margin=0.05, seed=seed) for seed in range(DRAWS)]
    return np.array([margins.max_margin(X[:KNOWN], y[:KNOWN]).margin for X, y in samples])


def margin_on_fresh() -> Prediction:
    """Does a threshold help on fresh examples, and which one?

    >>> margin_on_fresh().pages[0].sentence
    'With η = 0 the line reaches 15% of the widest margin on average, and errs on 4.3% of fresh ...'
    """
    return predict(
        {
            "the smallest": "With so small an η the run is nearly that of the Perceptron, and so "
            "are its errors.",
            "η = 1 or more": "These leave the line far away from the examples, and so fresh "
            "examples that resemble the old ones are on the right side.",
            "none of them": "Look at the errors from η = 1 on.",
        },
        right="η = 1 or more",
        then=_on_fresh(),
    )


def _on_fresh() -> Flipbook:
    found = {one.eta: one for one in fresh_margins()}
    fig, (left, right) = pictures.figure(7.6, 3.4, columns=2)
    left.set_title("margin, in % of the widest")
    right.set_title("errors on fresh examples (%)")
    places = np.arange(len(ETAS))
    for ax, top in ((left, 104), (right, 9.5)):
        ax.set(xlim=(-0.5, len(ETAS) - 0.5), ylim=(0, top), xlabel="η")
        ax.set_xticks(places, [f"{eta:g}" for eta in ETAS], fontsize=10)
    clouds = [pictures.Curve(ax, pictures.QUIET, ".", ms=5, alpha=0.6) for ax in (left, right)]
    means = [
        pictures.Curve(ax, pictures.WEIGHTS, "s-", label="mean of 20 samples", ms=6)
        for ax in (left, right)
    ]
    clouds[0].line.set_label("one sample")
    pictures.legend(left, "upper left")

    def move(now: OnFresh) -> None:
        shown = [found[eta] for eta in ETAS[: ETAS.index(now.eta) + 1]]
        seen = places[: len(shown)]
        for cloud, mean, values in (
            (clouds[0], means[0], [100 * one.parts for one in shown]),
            (clouds[1], means[1], [one.errors for one in shown]),
        ):
            cloud.move(np.repeat(seen, DRAWS) + np.tile(_JITTER, len(seen)), np.ravel(values))
            mean.move(seen, [value.mean() for value in values])

    def describe(now: OnFresh) -> str:
        part, wrong = f"{now.parts.mean():.0%}", f"{now.errors.mean():.1f}%"
        start = f"With η = {now.eta:g} the line reaches {part} of the widest margin on average"
        return f"{start}, and errs on {wrong} of fresh examples."

    return flipbook(
        fig,
        data=lambda eta: found[eta],
        move=move,
        describe=describe,
        label="eta",
        steps=ETAS,
        start=0.0,
        kept=ETAS[-1],
    )


_JITTER = np.linspace(-0.16, 0.16, DRAWS)


@dataclass(frozen=True)
class Asked:
    """A margin that is asked for, the run, and the margin that it ends with."""

    gamma: float
    run: WeightRun
    reached: float


FINEST, TRIES = 0.02, 300
"""The smallest gamma (and the slider's step), and how many passes are made at most."""


def ask_for_gamma() -> Prediction:
    """Ask the large-margin perceptron for more and more, until there is no such margin.

    >>> ask_for_gamma().at(gamma=0.3).sentence
    'Asked for γ = 0.30, it makes 8 updates and ends with margin 0.175, more than γ/2 = 0.15.'
    """
    return predict(
        {
            "soon after γ = ρ": "It promises half of what you ask for, so there is some way to go.",
            "near γ = 2ρ": "It is content with γ/2, and a line with a margin above γ/2 exists as "
            "long as γ is below 2ρ.",
            "it always finishes": "No line has a margin of more than ρ. From γ = 2ρ on, some "
            "example is always too near.",
        },
        right="near γ = 2ρ",
        then=_asked(),
    )


def _asked() -> Exploration:
    X, y = forty_apart()
    rho = margins.max_margin(X, y).margin
    gammas = np.linspace(0.02, 0.44, 22)
    runs = [_tried(float(gamma)) for gamma in gammas]
    reached = np.array([margins.sample_margin(run.last_weights, X, y) for run in runs])
    fig, (left, right) = pictures.figure(7.6, 3.6, columns=2)
    growing = Growing(
        gammas,
        (pictures.Curve(left, style="o-", ms=4, label="reached"), reached),
        (pictures.Curve(right, style="o-", ms=4), np.array([run.M for run in runs])),
    )
    left.plot(gammas, gammas / 2, "--", color=pictures.BOUND, label="γ/2")
    left.set(xlim=(0, 0.46), ylim=(0, 0.28), xlabel="γ asked for", title="margin of $w$")
    right.set(xlim=(0, 0.46), yscale="log", ylim=(1, 3e3), xlabel="γ asked for", title="updates")
    for ax in (left, right):
        for x, name in ((rho, "ρ"), (2 * rho, "2ρ")):
            ax.axvline(x, color=pictures.QUIET, lw=1, ls=":")
            ax.text(x, 0.02, f" {name}", transform=ax.get_xaxis_transform(), color=pictures.QUIET)
    pictures.legend(left, "upper left", ncols=2)
    dots = [pictures.Curve(ax, pictures.WEIGHTS, "o", ms=9) for ax in (left, right)]

    def asked(gamma: float) -> Asked:
        i = round(gamma / FINEST) - 1
        return Asked(gamma, runs[i], float(reached[i]))

    def move(now: Asked) -> None:
        growing.move(round(now.gamma / FINEST))
        for dot, value in zip(dots, (now.reached, now.run.M), strict=True):
            dot.move([now.gamma], [value])

    def describe(now: Asked) -> str:
        start = f"Asked for γ = {now.gamma:.2f}, it makes {plural(now.run.M, 'update')}"
        if not now.run.converged:
            return f"{start} in {TRIES} passes, and no pass was clean."
        half = f"more than γ/2 = {now.gamma / 2:.2f}"
        return f"{start} and ends with margin {now.reached:.3f}, {half}."

    control = slider("gamma", FINEST, 0.44, FINEST, start=0.02, kept=0.44)
    return explore(fig, data=asked, move=move, describe=describe, gamma=control)


def _tried(gamma: float) -> WeightRun:
    """A run until a pass is clean, or for 300 passes."""
    return LargeMarginPerceptron(gamma=gamma, epochs=TRIES).run(*forty_apart())
