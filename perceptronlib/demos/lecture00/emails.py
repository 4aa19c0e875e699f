"""A machine that reads real emails, one at a time, and learns from those it gets wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from matplotlib import rc_context
from matplotlib.axes import Axes

from ...learners import Perceptron
from ...notebook import pictures
from ...notebook.compound import Staircase
from ...notebook.explore import Flipbook, flipbook
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural
from ...samples import real
from ...samples.sample import Sample
from ...validate import Array

__all__ = ["email_by_email", "emails", "words_in"]

START, ONE_BY_ONE = 20, range(20, 33)
"""Where the film begins, and which emails it shows one at a time before it runs faster."""

STEPS = (0, *ONE_BY_ONE, 50, 100, 300, 1000, 2000, 3000, 4601)
"""How many emails have been read, on the pages of the flip-book."""

SHOWN = 28
"""So many words have a bar: those whose weights end farthest from zero."""

AT_MOST = 6
"""So many words of an email are named in a sentence; the picture marks them all."""


def emails() -> Sample:
    """The emails of `data.mail`, shuffled: as published, all spam comes first.

    >>> X, y = emails()
    >>> X.shape, y[:5].tolist()
    ((4601, 54), [-1.0, -1.0, 1.0, -1.0, -1.0])
    """
    X, y = sample = real.mail()
    order = np.random.default_rng(0).permutation(len(y))
    return Sample(X[order], y[order], features=sample.features, classes=sample.classes)


def words_in(sample: Sample, number: int) -> list[str]:
    """The words and signs of one email, counted from 1: all that the machine gets to see of it.

    >>> words_in(emails(), 9)
    ['our', 'font', '(', '!']
    """
    there = sample[0][number - 1]
    return [word for word, has in zip(sample.features or (), there, strict=True) if has]


@dataclass(frozen=True)
class Read:
    """After so many emails: all weights and mistakes, and what the latest email was like.

    ``words`` are the words of the latest email, ``total`` its score when it came,
    ``spam`` what it was; they are told only while emails are read one at a time.
    """

    count: int
    weights: Array
    mistakes: Array
    marked: Array
    words: list[str]
    total: int
    spam: bool

    @property
    def mistaken(self) -> bool:
        """Was the machine wrong about the latest email?"""
        return self.total == 0 or (self.total > 0) != self.spam


class _Weights:
    """A bar for each word, and a band behind the words of the email that has just been read."""

    def __init__(self, ax: Axes, words: list[str]) -> None:
        places = range(len(words))
        ax.set(xlim=(-0.8, len(words) - 0.2), ylim=(-10.6, 10.6), ylabel="weight")
        title = f"the {len(words)} words whose weights end farthest from zero"
        ax.set_title(title, fontsize=10)
        ax.set_yticks([-10, -5, 0, 5, 10])
        ax.set_xticks(places, words, rotation=90, fontsize=10.5)
        ax.tick_params(axis="x", length=0)
        ax.axhline(0, color="#DDDDDD", lw=1, zorder=0)
        pale: dict[str, Any] = {"width": 1.0, "alpha": 0.2, "lw": 0, "animated": True}
        self.bands = ax.bar(places, 21.2, bottom=-10.6, **pale)
        self.bars = ax.bar(places, np.zeros(len(words)), lw=0, animated=True)

    def move(self, weights: Any, marked: Any, colour: str) -> None:
        """Draw these weights, and mark the words of the latest email in this colour."""
        for bar, band, weight, mark in zip(self.bars, self.bands, weights, marked, strict=True):
            bar.set_height(weight)
            bar.set_color(pictures.POSITIVE if weight > 0 else pictures.NEGATIVE)
            band.set_visible(bool(mark))
            band.set_facecolor(colour)


def email_by_email() -> Prediction:
    """How many mistakes? Then the emails one by one: the weight of every word, and the count.

    >>> film = email_by_email()
    >>> film.start
    Email 20: "george". The score is -1, so the machine says "not spam". It is right, and...
    >>> film.pages[0].sentence
    'Before the first email all weights are 0, and no mistake has been made.'
    >>> film.pages[-1].sentence
    'After 4601 emails and 731 mistakes, "remove" weighs most (6), "hp" and "george" least (-10).'
    """
    return predict(
        {
            "about 100": "No word settles it: most words come in both kinds of email, and each "
            "correction moves words that had no part in the mistake.",
            "about 700": 'One in six. Always saying "not spam" would cost 1813 mistakes, so the '
            "weights are worth something; and yet the mistakes do not end.",
            "about 2300": "That would be tossing a coin. The words say more than that.",
        },
        right="about 700",
        then=_reading(),
    )


def _reading() -> Flipbook:
    X, y = sample = emails()
    run = Perceptron().run(X, y)
    order = np.argsort(run.last_weights, kind="stable")
    far = np.argsort(-np.abs(run.last_weights[order]), kind="stable")[:SHOWN]
    order = order[np.sort(far)]
    names = list(sample.features or ())
    fig, (top, below) = _two_rows()
    weights = _Weights(top, [names[k] for k in order])
    below.set(xlim=(0, len(y)), ylim=(0, 1900), xlabel="emails read", ylabel="mistakes")
    spam = np.append(0, np.cumsum(y > 0))
    below.plot(spam, "--", color=pictures.QUIET, label='always saying "not spam"')
    below.plot([], [], color=pictures.WEIGHTS, label="the machine")
    staircase, note = Staircase(below), pictures.Note(below, 0.98, 0.2, ha="right")
    pictures.legend(below, "upper left")
    so_far = np.append(0, np.cumsum(np.isin(np.arange(len(y)), run.mistakes)))

    def read(count: int) -> Read:
        singly = count in ONE_BY_ONE
        there = X[count - 1] * singly
        return Read(
            count,
            weights=run.weights(count),
            mistakes=so_far[: count + 1],
            marked=there > 0,
            words=words_in(sample, count) if singly else [],
            total=int(run.weights(max(count - 1, 0)) @ there),
            spam=bool(y[count - 1] > 0),
        )

    def move(now: Read) -> None:
        colour = pictures.MISTAKE if now.mistaken else pictures.QUIET
        weights.move(now.weights[order], now.marked[order], colour)
        staircase.move(now.mistakes)
        note.move(f"{now.mistakes[-1]} of {now.count} wrong" if now.count else "")

    def describe(now: Read) -> str:
        if now.count == 0:
            return "Before the first email all weights are 0, and no mistake has been made."
        return _judged(now) if now.words else _learned(now, names)

    return flipbook(
        fig,
        data=read,
        move=move,
        describe=describe,
        label="emails read",
        steps=STEPS,
        start=START,
        kept=STEPS[-1],
    )


def _two_rows() -> Any:
    """A picture for the weights above a lower one for the mistakes, both wide."""
    fig, one = pictures.figure(7.6, 5.0)
    one.remove()
    with rc_context(pictures.STYLE):  # type: ignore[arg-type]
        return fig, fig.subplots(2, 1, height_ratios=[2.2, 1])


def _judged(now: Read) -> str:
    """How the machine judged the latest email, and what it learned from it."""
    more = len(now.words) - AT_MOST
    listed = ", ".join(f'"{word}"' for word in now.words[:AT_MOST])
    listed += f" and {more} more" if more > 0 else ""
    answer = {1: '"spam"', 0: "nothing", -1: '"not spam"'}[int(np.sign(now.total))]
    said = f"Email {now.count}: {listed}. The score is {now.total}, so the machine says {answer}."
    if not now.mistaken:
        return f"{said} It is right, and nothing changes."
    truth, way = ("spam", "up") if now.spam else ("not spam", "down")
    return f"{said} But it was {truth}: the weights of these words go {way} by one."


def _learned(now: Read, names: list[str]) -> str:
    """Which words weigh most by now, and which least."""
    ends = []
    for extreme in (now.weights.max(), now.weights.min()):
        tied = [name for name, weight in zip(names, now.weights, strict=True) if weight == extreme]
        ends.append(
            (
                " and ".join(f'"{name}"' for name in tied),
                int(extreme),
                "s" if len(tied) == 1 else "",
            )
        )
    (most, high, s), (least, low, _) = ends
    made = f"{now.count} emails and {plural(int(now.mistakes[-1]), 'mistake')}"
    return f"After {made}, {most} weigh{s} most ({high}), {least} least ({low})."
