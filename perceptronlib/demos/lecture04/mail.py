"""Real emails that no weights get right: a run without an end, and what the bounds say of it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from ...learners import Perceptron
from ...notebook import pictures
from ...notebook.compound import Growing
from ...notebook.explore import Exploration, explore, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural
from ...samples import real
from ...samples.features import fold_bias
from ...theory import comparators, margins
from ...validate import Array, Indices
from .three_forms import bounds

__all__ = ["answers_by_pass", "first_emails", "email_allowed", "email_bounds", "emails"]

KNOWN, PASSES = 3600, 100
"""How many emails are learned from (the others are fresh), and in how many passes at most."""


def emails() -> tuple[Array, Array]:
    """The emails of `data.mail`, shuffled as in lecture 02, with a constant feature, and labels.

    >>> X, y = emails()
    >>> X.shape, y[:5].tolist()
    ((4601, 55), [-1.0, -1.0, 1.0, -1.0, -1.0])
    """
    X, y = real.mail()
    order = np.random.default_rng(0).permutation(len(y))
    return fold_bias(X[order]), y[order]


@dataclass(frozen=True)
class ByPass:
    """What was counted after 0, 1, ..., 100 passes: mistakes in all, and errors on fresh emails."""

    mistakes: Indices
    last: Indices
    averaged: Indices


@cache
def answers_by_pass() -> ByPass:
    """A hundred passes over the known emails.

    >>> counted = answers_by_pass()
    >>> np.diff(counted.mistakes)[[0, 1, 99]].tolist()
    [484, 429, 395]
    >>> counted.last[1], counted.averaged[1]
    (np.int64(85), np.int64(67))
    """
    X, y = emails()
    run = Perceptron(epochs=PASSES).run(X[:KNOWN], y[:KNOWN])
    ends = KNOWN * np.arange(PASSES + 1)
    made = np.searchsorted(run.mistakes, ends)
    # the lazy average of lecture 02: T w - u, where u adds up t y x over the mistakes
    late = np.vstack([0 * X[:1], np.cumsum(run.mistakes[:, None] * run.updates, axis=0)])
    last = run.path[made]
    averaged = ends[:, None] * last - late[made]
    fresh = [(y[KNOWN:, None] * (X[KNOWN:] @ W.T) <= 0).sum(axis=0) for W in (last, averaged)]
    return ByPass(made, *fresh)


@dataclass(frozen=True)
class After:
    """The run after so many passes."""

    passes: int
    mistakes: int
    latest: int
    errors: int
    averaged: int


def first_emails() -> Prediction:
    """How many mistakes are there in the hundredth pass? Then all passes, and fresh emails.

    >>> first_emails().at(passes=100).sentence
    'After 100 passes: 40164 mistakes, 395 of them in the last pass; of 1001 fresh emails ...'
    """
    return predict(
        {
            "almost none: it has seen each email 99 times": "It would be so if some weights were "
            "right on all 3600. No weights are, so no pass is ever free of mistakes.",
            "about 400, nearly as many as at first": "The mistakes never end, and they hardly "
            "become fewer: each correction spoils something else.",
            "several thousand: it gets confused": "It does not lose what it knows. Almost nine in "
            "ten emails are still answered correctly.",
        },
        right="about 400, nearly as many as at first",
        then=_passes(),
    )


def _passes() -> Exploration:
    counted, fresh = answers_by_pass(), len(emails()[1]) - KNOWN
    along, each = np.arange(PASSES + 1), np.append(0, np.diff(counted.mistakes))
    fig, (left, right) = pictures.figure(7.6, 3.5, columns=2)
    left.set(xlim=(0, PASSES + 2), ylim=(0, 560), xlabel="passes", title="mistakes in each pass")
    right.set(xlim=(0, PASSES + 2), ylim=(0, 140), xlabel="passes")
    right.set_title(f"errors on {fresh} fresh emails")
    made = pictures.Curve(left, pictures.MISTAKE, "o", ms=3)
    looks = pictures.ANSWERS
    last = pictures.Curve(right, *looks["last"], "the last weights", ms=3, lw=0.7)
    mean = pictures.Curve(right, *looks["averaged"], "average of all weights", ms=3, lw=1.5)
    pictures.legend(right, "lower right")
    growing = Growing(along, (made, each), (last, counted.last), (mean, counted.averaged))

    def after(passes: int) -> After:
        M = int(counted.mistakes[passes])
        wrong = int(counted.last[passes]), int(counted.averaged[passes])
        return After(passes, M, int(each[passes]), *wrong)

    def move(now: After) -> None:
        growing.move(slice(1, now.passes + 1))

    def describe(now: After) -> str:
        when = f"After {plural(now.passes, 'pass')}: {now.mistakes} mistakes"
        latest = f"{now.latest} of them in the last pass" if now.passes > 1 else "all in one pass"
        errs = f"the last weights misclassify {now.errors}, the average of all {now.averaged}"
        return f"{when}, {latest}; of {fresh} fresh emails {errs}."

    control = slider("passes", 1, PASSES, start=20, kept=PASSES)
    return explore(fig, data=after, move=move, describe=describe, passes=control)


@cache
def email_allowed() -> tuple[Array, Array]:
    """The root form after 1, ..., 100 passes, for two comparators: best for 1 and for 100 passes.

    >>> [bound[[0, 99]].round().tolist() for bound in email_allowed()]
    [[1265.0, 83524.0], [1993.0, 68244.0]]
    """
    X, y = (part[:KNOWN] for part in emails())
    R, n = margins.radius(X), np.arange(1, PASSES + 1)
    best = [comparators.best_l1_root(X, y, np.full(KNOWN, often)) for often in (1, PASSES)]
    lacking = [margins.hinge_losses(c.v, X, y, c.rho).sum() for c in best]
    one, many = (bounds(R, c.rho, n * D1, 0.0)[1] for c, D1 in zip(best, lacking, strict=True))
    return one, many


@dataclass(frozen=True)
class Allowed:
    """Mistakes made in so many passes, and allowed by two comparators."""

    passes: int
    made: int
    by_one: float
    by_many: float


def email_bounds() -> Exploration:
    """Mistakes on the emails, pass by pass, under the bounds of two comparators.

    >>> email_bounds().at(passes=1).sentence
    'In 1 pass, 3600 rounds: 484 mistakes; the two comparators allow 1265 and 1993.'
    """
    made, (one, many) = answers_by_pass().mistakes, email_allowed()
    n = np.arange(1, PASSES + 1)
    fig, ax = pictures.figure(6.2, 3.7)
    ax.set(xscale="log", yscale="log", xlim=(0.9, 125), ylim=(300, 6e5))
    ax.set(xlabel="passes over 3600 emails", ylabel="mistakes")
    pictures.ticks(ax.xaxis, [1, 2, 5, 10, 20, 50, 100])
    ax.plot(n, KNOWN * n, ":", color=pictures.QUIET, label="rounds")
    curves = (
        (
            pictures.Curve(ax, pictures.BOUND, "--", "root form, best $v$ and $\\rho$ for 1 pass"),
            one,
        ),
        (
            pictures.Curve(
                ax, pictures.BOUND, "-", "root form, best $v$ and $\\rho$ for 100 passes"
            ),
            many,
        ),
        (pictures.Curve(ax, pictures.WEIGHTS, "o", "mistakes made", ms=3), made[1:]),
    )
    growing = Growing(n, *curves)
    pictures.legend(ax, "upper left")

    def allowed(passes: int) -> Allowed:
        bound = float(one[passes - 1]), float(many[passes - 1])
        return Allowed(passes, int(made[passes]), *bound)

    def move(now: Allowed) -> None:
        growing.move(now.passes)

    def describe(now: Allowed) -> str:
        when = f"In {plural(now.passes, 'pass')}, {KNOWN * now.passes} rounds"
        numbers = f"the two comparators allow {now.by_one:.0f} and {now.by_many:.0f}"
        return f"{when}: {now.made} mistakes; {numbers}."

    control = slider("passes", 1, PASSES, start=4, kept=100)
    return explore(fig, data=allowed, move=move, describe=describe, passes=control)
