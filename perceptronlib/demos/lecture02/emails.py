"""Real emails: which weights of a run should be handed in, and what a threshold changes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from ...course.syllabus import Table
from ...learners import Perceptron, shuffled_runs
from ...notebook import pictures
from ...notebook.compound import Growing
from ...notebook.explore import Exploration, choice, explore, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural
from ...samples import real
from ...samples.features import fold_bias
from ...validate import Array, Indices
from .passes import AnswerCurves, AnswersByPass, answers_by_pass

__all__ = [
    "KNOWN",
    "answers_on_mail",
    "errors_so_far",
    "few_emails",
    "in_many_orders",
    "mails",
    "one_more_email",
    "ten_orders",
]

KNOWN, FEW, PASSES = 3600, 300, 20
"""How many emails are learned from (the others are held back), how many if only a few, passes."""

THRESHOLDS = (0, 1, 5, 10, 20, 50)
"""The values of eta that are offered for the emails."""


@cache
def mails() -> tuple[Array, Array]:
    """The emails of `data.mail`, shuffled as in lecture 00, with a constant feature, and labels.

    >>> X, y = mails()
    >>> X.shape, y[:5].tolist()
    ((4601, 55), [-1.0, -1.0, 1.0, -1.0, -1.0])
    """
    X, y = real.mail()
    order = np.random.default_rng(0).permutation(len(y))
    return fold_bias(X[order]), y[order]


@cache
def errors_so_far() -> Indices:
    """How many of the emails held back the weights get wrong, after 0, 1, ..., 3600 emails.

    >>> errors_so_far()[[0, 3452, 3453, 3600]]
    array([1001,   96,  193,   85])
    """
    X, y = mails()
    run = Perceptron().run(X[:KNOWN], y[:KNOWN])
    wrong = (y[KNOWN:, None] * (X[KNOWN:] @ run.path.T) <= 0).sum(axis=0)
    stays = np.diff([0, *(run.mistakes + 1), KNOWN + 1])
    counts: Indices = np.repeat(wrong, stays.astype(np.intp))  # which has 32 bits in a browser
    return counts


@dataclass(frozen=True)
class HandedIn:
    """After so many emails: what the weights of that moment get wrong, and those before."""

    emails: int
    wrong: int
    before: int


def one_more_email() -> Prediction:
    """How much can one email change? Then hand in the weights at any moment of a pass.

    >>> one_more_email().at(emails=3453).sentence
    'After 3453 emails the weights get 193 of the 1001 emails held back wrong; before that ... 96.'
    """
    return predict(
        {
            "by about 5": "One email among thousands sounds harmless. But a mistake changes the "
            "weights of all words in it.",
            "by about 20": "It can be far more: a mistake changes the weights of all words in the "
            "email.",
            "they can double": "Email number 3453 takes the errors from 96 to 193, and a later one "
            "takes them back.",
        },
        right="they can double",
        then=_moments(),
    )


FIRST = 3300
"""The first email of the picture, which shows the end of a pass."""


def _moments() -> Exploration:
    errors, others = errors_so_far(), len(mails()[1]) - KNOWN
    fig, ax = pictures.figure(7.6, 3.4)
    ax.set(xlim=(FIRST - 3, KNOWN + 3), ylim=(0, 250), xlabel="emails learned from")
    ax.set_title(f"errors on the {others} emails held back")
    along = np.arange(FIRST, KNOWN + 1)
    curve = pictures.Curve(ax, pictures.QUIET, "-", lw=1.4, drawstyle="steps-post")
    growing = Growing(along, (curve, errors[FIRST:]))
    here = pictures.Curve(ax, pictures.MISTAKE, "o", ms=9)

    def handed_in(emails: int) -> HandedIn:
        return HandedIn(emails, int(errors[emails]), int(errors[emails - 1]))

    def move(now: HandedIn) -> None:
        growing.move(now.emails - FIRST + 1)
        here.move([now.emails], [now.wrong])

    def describe(now: HandedIn) -> str:
        start = f"After {now.emails} emails the weights get {now.wrong} of the {others} emails held"
        if now.wrong == now.before:
            return f"{start} back wrong, as many as one email before."
        return f"{start} back wrong; before that email there were {now.before}."

    control = slider("emails learned from", FIRST, KNOWN, start=3452, kept=KNOWN)
    return explore(fig, data=handed_in, move=move, describe=describe, emails=control)


@dataclass(frozen=True)
class Overfitted:
    """After so many passes over a few emails: errors on them, and on those held back."""

    passes: int
    known: int
    fresh: int


def few_emails() -> Prediction:
    """Does the average of many passes over 300 emails serve fresh emails best?

    >>> few_emails().at(passes=10).sentence
    'After 10 passes the average gets 8 of its own 300 emails wrong, and 75 of the 1001 held back.'
    """
    return predict(
        {
            "the first": "The average is still young then, and a few more passes help it.",
            "about the tenth": "Up to there the passes help; after that the machine learns its 300 "
            "emails by heart.",
            "the last": "On its own 300 emails the average errs least at the end, but on fresh "
            "ones it has become worse again.",
        },
        right="about the tenth",
        then=_few_passes(),
    )


def _few_passes() -> Exploration:
    X, y = mails()
    run = Perceptron(epochs=60).run(X[:FEW], y[:FEW])
    known = answers_by_pass(run, X[:FEW], y[:FEW]).averaged
    fresh = answers_by_pass(run, X[KNOWN:], y[KNOWN:]).averaged
    others = len(y) - KNOWN
    fig, (left, right) = pictures.figure(7.6, 3.4, columns=2)
    left.set(xlim=(0, 62), ylim=(0, 33), xlabel="passes", title=f"errors on its own {FEW} emails")
    right.set(xlim=(0, 62), ylim=(70, 100), xlabel="passes", title=f"errors on {others} fresh ones")
    growing = Growing(
        np.arange(1, 61),
        (pictures.Curve(left, style="s-", ms=3, lw=1.2), known),
        (pictures.Curve(right, style="s-", ms=3, lw=1.2), fresh),
    )
    dots = [pictures.Curve(ax, pictures.MISTAKE, "o", ms=9) for ax in (left, right)]

    def learned(passes: int) -> Overfitted:
        return Overfitted(passes, int(known[passes - 1]), int(fresh[passes - 1]))

    def move(now: Overfitted) -> None:
        growing.move(now.passes)
        for dot, wrong in zip(dots, (now.known, now.fresh), strict=True):
            dot.move([now.passes], [wrong])

    def describe(now: Overfitted) -> str:
        start = f"After {plural(now.passes, 'pass')} the average gets {now.known} of its own"
        return f"{start} {FEW} emails wrong, and {now.fresh} of the {others} held back."

    control = slider("passes", 1, 60, start=1, kept=60)
    return explore(fig, data=learned, move=move, describe=describe, passes=control)


@dataclass(frozen=True)
class OnMail:
    """A threshold, so many passes, and the errors of all three answers after each pass."""

    eta: int
    passes: int
    errors: AnswersByPass


def answers_on_mail() -> Prediction:
    """Who errs least on emails held back, and does a threshold change that?

    >>> answers_on_mail().at(eta=10, passes=20).sentence
    'With η = 10, after 20 passes: of the 1001 emails held back the last weights get 67 wrong, ...'
    """
    return predict(
        {
            "the last weights": "After a good many passes they still jump about, since real emails "
            "never stop causing mistakes.",
            "the average": "Without a threshold it errs least, and stays where it is. Now raise η, "
            "and look at the last weights again.",
            "the vote": "It comes close, but on these emails the average is a little ahead in most "
            "passes.",
        },
        right="the average",
        then=_thresholds(),
    )


@cache
def _on_mail(eta: int) -> AnswersByPass:
    X, y = mails()
    run = Perceptron(epochs=PASSES, margin=eta).run(X[:KNOWN], y[:KNOWN])
    return answers_by_pass(run, X[KNOWN:], y[KNOWN:])


def _thresholds() -> Exploration:
    others = len(mails()[1]) - KNOWN
    fig, ax = pictures.figure(7.6, 3.6)
    ax.set(xlim=(0.4, PASSES + 0.6), ylim=(58, 102), xlabel="passes")
    ax.set_title(f"errors on the {others} emails held back")
    ax.set_xticks(range(2, PASSES + 1, 2))
    curves = AnswerCurves(ax)
    pictures.legend(ax, "upper right", ncols=4, columnspacing=1)

    def on_mail(eta: int, passes: int) -> OnMail:
        return OnMail(eta, passes, _on_mail(eta))

    def move(now: OnMail) -> None:
        curves.move(now.errors, now.passes)

    def describe(now: OnMail) -> str:
        wrong = now.errors.after(now.passes)
        start = f"With η = {now.eta}, after {plural(now.passes, 'pass')}: of the {others} emails"
        return (
            f"{start} held back the last weights get {wrong['last']} wrong, the average "
            f"{wrong['averaged']}, the vote {wrong['voted']}."
        )

    return explore(
        fig,
        data=on_mail,
        move=move,
        describe=describe,
        eta=choice("eta", *THRESHOLDS),
        passes=slider("passes", 1, PASSES, start=3, kept=PASSES - 1),
    )


SETTINGS = ((100, 1, 0), (KNOWN, 1, 0), (KNOWN, 5, 0), (KNOWN, 5, 20))
"""Emails that are known, passes, and eta: the rows of the table."""


@cache
def in_many_orders(known: int, passes: int, eta: int) -> dict[str, Indices]:
    """Errors on the emails held back of all three answers, in each of ten random orders.

    >>> float(in_many_orders(100, 1, 0)["averaged"].mean())
    111.7
    """
    X, y = mails()
    learner = Perceptron(epochs=passes, margin=eta)
    runs = shuffled_runs(learner, X[:known], y[:known], seeds=range(10))
    ends = [answers_by_pass(run, X[KNOWN:], y[KNOWN:]).after(passes) for run in runs]
    return {answer: np.array([end[answer] for end in ends]) for answer in pictures.ANSWERS}


def ten_orders() -> Table:
    """The same as a table: the mean of ten orders, and the standard deviation.

    >>> print(repr(ten_orders()).splitlines()[1])
    100 | 1 | 0 | 165.4 ± 31.2 | 111.7 ± 15.6 | 127.5 ± 23.4
    """
    rows = []
    for known, passes, eta in SETTINGS:
        found = in_many_orders(known, passes, eta)
        shown = (f"{wrong.mean():.1f} ± {wrong.std():.1f}" for wrong in found.values())
        rows.append((str(known), str(passes), str(eta), *shown))
    return Table(("emails known", "passes", "η", *pictures.ANSWERS), rows)
