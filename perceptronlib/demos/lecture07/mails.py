"""Real emails, on which single words give advice."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from ...core.runs import WeightRun
from ...learners import WeightedMajority
from ...notebook import pictures
from ...notebook.compound import Growing
from ...notebook.explore import Exploration, explore, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural
from ...samples import real
from ...validate import Array, Indices

__all__ = ["BETA", "experts_on_mail", "first_mails", "vote_of_words", "words_and_labels"]

BETA = 0.9
"""What a wrong expert keeps of its weight."""

LISTED = 10
"""How many experts the pictures name."""


@cache
def words_and_labels() -> tuple[Array, Array]:
    """The emails of `data.mail`, shuffled as in lecture 00: which words occur, and the labels.

    >>> X, y = words_and_labels()
    >>> X.shape, y[:5].tolist()
    ((4601, 54), [-1.0, -1.0, 1.0, -1.0, -1.0])
    """
    X, y = real.mail()
    order = np.random.default_rng(0).permutation(len(y))
    return X[order], y[order]


def experts_on_mail() -> tuple[Array, Array, list[str]]:
    """What 108 experts say of every email, the labels, and the experts' names.

    The expert "free" says spam (+1) where that word occurs, else -1; "no free" the opposite.

    >>> advice, spam, names = experts_on_mail()
    >>> advice.shape, names[15], names[54 + 15]
    ((4601, 108), 'free', 'no free')
    """
    X, y = words_and_labels()
    words = list(real.mail().features or ())
    said = 2 * X - 1
    return np.hstack([said, -said]), y, [*words, *(f"no {word}" for word in words)]


@cache
def vote_of_words() -> WeightRun:
    """Weighted majority over all emails, with the words as experts.

    >>> vote_of_words().M
    577
    """
    advice, spam, _ = experts_on_mail()
    return WeightedMajority(beta=BETA).run(advice, spam)


@dataclass(frozen=True)
class Trusted:
    """After so many emails: mistakes of the vote and of the best expert, and the shares listed."""

    emails: int
    vote: int
    best: int
    name: str
    shares: Array


def first_mails() -> Prediction:
    """How often does the vote err, if the best of 108 words errs on 995 of 4601 emails?

    >>> first_mails().at(emails=4601).sentence
    'After 4601 emails the vote has erred 577 times; the best expert so far, "$", 995 times.'
    """
    advice, spam, names = experts_on_mail()
    return predict(
        {
            "about 2000": "That would be twice as often as the best word. In the worst case a "
            "vote can be that bad, and there is a theorem about it.",
            "about 1000": "The vote need not settle on one word: it can profit from many.",
            "about 600": "The vote errs 577 times, far less often than the best word. Different "
            "words err on different emails.",
        },
        right="about 600",
        then=_trust(vote_of_words(), advice, spam, names),
    )


def _trust(run: WeightRun, advice: Array, spam: Array, names: list[str]) -> Exploration:
    T = len(spam)
    rounds = np.arange(T + 1)
    wrong = np.vstack([np.zeros(len(names), int), np.cumsum(advice != spam[:, None], axis=0)])
    made: Indices = np.searchsorted(run.mistakes, rounds)
    best: Indices = wrong.min(axis=1)
    final = run.last_weights / run.last_weights.sum()
    listed = np.argsort(-final, kind="stable")[:LISTED]
    fig, (left, right) = pictures.figure(7.8, 3.9, columns=2, width_ratios=[1.15, 1])
    left.set(xlim=(0, T), ylim=(0, 1.08 * best[-1]), xlabel="emails", title="mistakes so far")
    expert = pictures.Curve(left, pictures.BOUND, "-", label="the best expert so far")
    vote = pictures.Curve(left, pictures.WEIGHTS, "-", label="the vote")
    growing = Growing(rounds, (expert, best), (vote, made))
    pictures.legend(left, "upper left")
    right.set(xlim=(0, 1.25 * final.max()), ylim=(LISTED - 0.4, -0.6), xlabel="share of the weight")
    right.set_title("whom the vote trusts")
    right.set_yticks(range(LISTED), [names[j] for j in listed])
    right.axvline(1 / len(names), ls=":", color=pictures.QUIET, lw=1.6, label="at first: 1/108")
    pictures.legend(right, "lower right", handlelength=1.3)
    bars = right.barh(range(LISTED), final[listed], color=pictures.WEIGHTS, height=0.65)
    for bar in bars:
        bar.set_animated(True)

    def trusted(emails: int) -> Trusted:
        w = run.path[made[emails]]
        name = names[int(wrong[emails].argmin())]
        count = int(made[emails])
        return Trusted(emails, count, int(best[emails]), name, (w / w.sum())[listed])

    def move(now: Trusted) -> None:
        growing.move(now.emails + 1)
        for bar, share in zip(bars, now.shares, strict=True):
            bar.set_width(share)

    def describe(now: Trusted) -> str:
        vote = f"After {plural(now.emails, 'email')} the vote has erred {plural(now.vote, 'time')}"
        return f'{vote}; the best expert so far, "{now.name}", {plural(now.best, "time")}.'

    control = slider("emails", 1, T, 50, start=2001, kept=T)
    return explore(fig, data=trusted, move=move, describe=describe, emails=control)
