"""A machine that reads real mails, one at a time, and learns from those it gets wrong."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...learners import Perceptron
from ...notebook import pictures
from ...notebook.compound import Staircase
from ...notebook.explore import Flipbook, flipbook
from ...notebook.words import plural
from ...samples import real
from ...samples.sample import Sample
from ...validate import Array

__all__ = ["mail_by_mail", "mails", "words_in"]

STEPS = (0, 10, 30, 100, 300, 1000, 2000, 3000, 4601)
"""How many mails have been read, on the pages of the flip-book."""

EACH_SIDE = 6
"""Words shown that speak for spam, and as many that speak against it."""


def mails() -> Sample:
    """The mails of `data.mail`, shuffled: as published, all spam comes first.

    >>> X, y = mails()
    >>> X.shape, y[:5].tolist()
    ((4601, 54), [-1.0, -1.0, 1.0, -1.0, -1.0])
    """
    X, y = sample = real.mail()
    order = np.random.default_rng(0).permutation(len(y))
    return Sample(X[order], y[order], features=sample.features, classes=sample.classes)


def words_in(sample: Sample, number: int) -> list[str]:
    """The words and signs of one mail: all that the machine gets to see of it.

    >>> words_in(mails(), 8)
    ['our', 'font', '(', '!']
    """
    return [
        word for word, there in zip(sample.features or (), sample[0][number], strict=True) if there
    ]


@dataclass(frozen=True)
class Read:
    """After so many mails: the weights of the words on the picture, and the mistakes so far."""

    count: int
    weights: Array
    mistakes: Array


def mail_by_mail() -> Flipbook:
    """Read mails one by one: what each word has come to mean, and how many mistakes that took.

    >>> mail_by_mail().pages[0].sentence
    'Before the first mail no word means anything, and no mistake has been made.'
    >>> mail_by_mail().pages[-1].sentence
    'After 4601 mails and 731 mistakes, no word here weighs more than "remove" or less than "hp".'
    """
    X, y = sample = mails()
    run = Perceptron().run(X, y)
    names = list(sample.features or ())
    strongest = np.argsort(run.last_weights, kind="stable")
    words = np.concatenate([strongest[:EACH_SIDE], strongest[-EACH_SIDE:]])
    fig, (left, right) = pictures.figure(columns=2)
    left.set(xlim=(-11, 11), xlabel="weight of a word")
    left.set_yticks(range(len(words)), [names[k] for k in words], fontsize=9)
    left.axvline(0, color="#DDDDDD", lw=1, zorder=0)
    bars = left.barh(range(len(words)), np.zeros(len(words)), lw=0)
    for bar in bars:
        bar.set_animated(True)
    right.set(xlim=(0, len(y)), ylim=(0, 1900), xlabel="mails read", ylabel="mistakes so far")
    spam = np.append(0, np.cumsum(y > 0))
    right.plot(spam, "--", color=pictures.QUIET, label='always saying "no spam"')
    right.plot([], [], color=pictures.WEIGHTS, label="the machine")
    staircase = Staircase(right)
    pictures.legend(right, "upper left")
    so_far = np.append(0, np.cumsum(np.isin(np.arange(len(y)), run.mistakes)))

    def read(count: int) -> Read:
        return Read(count, run.weights(count)[words], so_far[: count + 1])

    def move(now: Read) -> None:
        for bar, weight in zip(bars, now.weights, strict=True):
            bar.set_width(weight)
            bar.set_color(pictures.POSITIVE if weight > 0 else pictures.NEGATIVE)
        staircase.move(now.mistakes)

    def describe(now: Read) -> str:
        if now.count == 0:
            return "Before the first mail no word means anything, and no mistake has been made."
        most, least = (names[words[pick(now.weights)]] for pick in (np.argmax, np.argmin))
        made = f"{now.count} mails and {plural(int(now.mistakes[-1]), 'mistake')}"
        return f'After {made}, no word here weighs more than "{most}" or less than "{least}".'

    return flipbook(
        fig, data=read, move=move, describe=describe, label="mails read", steps=STEPS, start=4601
    )
