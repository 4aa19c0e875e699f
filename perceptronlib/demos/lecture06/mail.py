"""Real emails among features of pure noise: who minds the noise, and who errs on fresh ones."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from ...experiments import noise as experiment
from ...experiments.tables import load
from ...learners import Perceptron, Winnow
from ...notebook import pictures
from ...notebook.compound import Growing
from ...notebook.explore import Flipbook, flipbook
from ...notebook.predict import Prediction, predict
from ...notebook.words import grouped
from ...samples import real
from ...samples.features import fold_bias
from ...validate import Array

__all__ = ["fresh_mail", "heaviest", "mails", "mistakes_in_noise", "noisy_mail", "on_fresh_mail"]

LEARNED = experiment.LEARNED
NOISE = (0, 30, 100, 300, 1000, 3000)
"""How many features of pure noise stand beside the 54 words."""


@cache
def _most_noise() -> tuple[Array, Array]:
    return experiment.mails(max(NOISE))


def mails(noise: int = 0) -> tuple[Array, Array]:
    """The 4601 emails, shuffled, with so many features of pure noise after the 54 words.

    >>> X, y = mails(noise=30)
    >>> X.shape, int((y > 0).sum())
    ((4601, 84), 1813)
    """
    X, y = _most_noise()  # what has less noise is its first columns
    return X[:, : 54 + noise], y


@dataclass(frozen=True)
class Counted:
    """Mistakes of both learners in one pass over 3600 emails, beside so many noise features."""

    noise: int
    perceptron: int
    winnow: int


@cache
def mistakes_in_noise() -> tuple[Counted, ...]:
    """Both learners, for each number of noise features.

    >>> mistakes_in_noise()[0]
    Counted(noise=0, perceptron=484, winnow=608)
    """
    counted = []
    for noise in NOISE:
        X, y = (part[:LEARNED] for part in mails(noise))
        adds, multiplies = Perceptron().run(fold_bias(X), y), Winnow().run(X, y)
        counted.append(Counted(noise, adds.M, multiplies.M))
    return tuple(counted)


def noisy_mail() -> Prediction:
    """Whose mistakes grow more, when noise is added? Then add it.

    >>> noisy_mail().pages[-1].sentence
    'Among 3000 features of noise the Perceptron makes 851 mistakes on 3600 emails, Winnow 779.'
    """
    return predict(
        {
            "the Perceptron's, which nearly double": "Every feature that is on enters its score, "
            "and there are many more of them now. Winnow's mistakes rise by a quarter or so.",
            "Winnow's, which nearly double": "It starts behind, but noise costs it less. "
            "The rest of this page says why.",
            "neither's: noise has no say": "Noise cannot help, and it takes mistakes to find out "
            "that it is noise.",
        },
        right="the Perceptron's, which nearly double",
        then=_growing_noise(),
    )


def _growing_noise() -> Flipbook:
    counts = mistakes_in_noise()
    fig, ax = pictures.figure(7.2, 3.5)
    places = np.arange(len(NOISE))
    ax.set(xlim=(-0.4, len(NOISE) - 0.6), ylim=(0, 1000))
    ax.set_xticks(places, [grouped(noise) for noise in NOISE])
    ax.set(xlabel="noise features added to the 54 words")
    ax.set_title("mistakes in one pass over 3600 emails")
    ax.axhline(0, color="#DDDDDD", lw=1, zorder=0)
    adds = pictures.Curve(ax, pictures.QUIET, "o-", label="Perceptron", ms=7)
    multiplies = pictures.Curve(ax, pictures.WEIGHTS, "s-", label="Winnow", ms=7)
    growing = Growing(
        places,
        (adds, [one.perceptron for one in counts]),
        (multiplies, [one.winnow for one in counts]),
    )
    pictures.legend(ax, "lower right")

    def counted(noise: int) -> Counted:
        return counts[NOISE.index(noise)]

    def move(now: Counted) -> None:
        growing.move(NOISE.index(now.noise) + 1)

    def describe(now: Counted) -> str:
        place = f"Among {now.noise} features of noise" if now.noise else "Without any noise"
        made = f"the Perceptron makes {now.perceptron} mistakes on {LEARNED} emails"
        return f"{place} {made}, Winnow {now.winnow}."

    return flipbook(
        fig,
        data=counted,
        move=move,
        describe=describe,
        label="features of noise",
        steps=NOISE,
        start=300,
        kept=NOISE[-1],
    )


def heaviest(noise: int, count: int = 5) -> list[str]:
    """The features with Winnow's largest weights after 3600 emails; noise is called "noise".

    >>> heaviest(noise=0, count=4)
    ['remove', 'your', '000', '!']
    """
    X, y = mails(noise)
    names = [*(real.mail().features or ()), *["noise"] * noise]
    weights = Winnow().run(X[:LEARNED], y[:LEARNED]).last_weights
    return [names[i] for i in np.argsort(-weights, kind="stable")[:count]]


@dataclass(frozen=True)
class OnFreshMail:
    """Errors on emails held back, in per cent: the mean of ten random splits, by learner."""

    noise: int
    errors: dict[str, float]


LOOKS = {
    "Winnow(1)": ("Winnow", pictures.WEIGHTS, "s-"),
    "averaged perceptron": ("averaged Perceptron", pictures.QUIET, "o-"),
    "averaged balanced Winnow": ("averaged balanced Winnow", pictures.THIRD, "D-"),
}
"""The learners in the table that are shown, by name: what they are called here, and their look."""


@cache
def on_fresh_mail() -> tuple[OnFreshMail, ...]:
    """What the long experiment found after one pass, from its committed table.

    >>> on_fresh_mail()[0].errors
    {'Winnow(1)': 15.9, 'averaged perceptron': 7.2, 'averaged balanced Winnow': 7.3}
    """
    rows = [row for row in load("noise").rows if row["passes"] == 1]
    return tuple(
        OnFreshMail(
            row["noise"],
            {name: round(100 * row[name]["mean"] / row["tested"], 1) for name in LOOKS},
        )
        for row in rows
    )


def fresh_mail() -> Prediction:
    """Who errs least on fresh emails, if nobody adds noise? Then add it.

    >>> fresh_mail().pages[-1].sentence
    'With 10,000 noise features Winnow errs on 21.5% of fresh emails, the averaged Perceptron ...'
    """
    return predict(
        {
            "Winnow, because few words decide": "No few words decide it: Winnow cannot say that "
            '"george" speaks against spam, and real emails are noisy.',
            "the averaged Perceptron": "It errs on 7.2% of the fresh emails, Winnow on 15.9%. "
            "Averaged balanced Winnow, which can also count against spam, keeps up.",
            "they are equal": "Emails are no disjunction, and that costs Winnow dearly.",
        },
        right="the averaged Perceptron",
        then=_fresh(),
    )


def _fresh() -> Flipbook:
    found = on_fresh_mail()
    counts = [one.noise for one in found]
    fig, ax = pictures.figure(7.2, 3.6)
    places = np.arange(len(counts))
    ax.set(xlim=(-0.4, len(counts) - 0.6), ylim=(0, 25))
    ax.set_xticks(places, [grouped(noise) for noise in counts])
    ax.set(xlabel="noise features added to the 54 words")
    ax.set_title("errors on fresh emails, %, mean of ten splits")
    ax.axhline(0, color="#DDDDDD", lw=1, zorder=0)
    growing = Growing(
        places,
        *(
            (
                pictures.Curve(ax, colour, look, label=label, ms=6),
                [one.errors[name] for one in found],
            )
            for name, (label, colour, look) in LOOKS.items()
        ),
    )
    pictures.legend(ax, "lower right")

    def counted(noise: int) -> OnFreshMail:
        return found[counts.index(noise)]

    def move(now: OnFreshMail) -> None:
        growing.move(counts.index(now.noise) + 1)

    def describe(now: OnFreshMail) -> str:
        multiplies, adds, balanced = now.errors.values()
        start = f"With {grouped(now.noise)} noise features Winnow errs on {multiplies}%"
        return (
            f"{start} of fresh emails, the averaged Perceptron on {adds}%, averaged balanced "
            f"Winnow on {balanced}%."
        )

    return flipbook(
        fig,
        data=counted,
        move=move,
        describe=describe,
        label="features of noise",
        steps=counts,
        start=1000,
        kept=counts[-1],
    )
