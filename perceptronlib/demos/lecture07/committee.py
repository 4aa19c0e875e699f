"""Back to the emails: whole learners give advice, and a vote has to find out whom to trust."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ...core.runs import Run
from ...kernels import polynomial
from ...learners import KernelPerceptron, Perceptron, WeightedMajority, Winnow
from ...notebook import pictures
from ...notebook.explore import Exploration, explore, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural
from ...samples.features import fold_bias
from ...validate import Array, Indices
from .mails import BETA, experts_on_mail, vote_of_words, words_and_labels

__all__ = ["last_mails", "learners_on_mail"]


def learners_on_mail() -> tuple[Array, Array, list[str]]:
    """What the best word and seven learners say of every email, before they learn its label.

    A learner that erred said the opposite of the label; a score of 0 counts as an error.

    >>> advice, spam, names = learners_on_mail()
    >>> {name: int((column != spam).sum()) for name, column in zip(names, advice.T)}["Perceptron"]
    586
    """
    X, y = words_and_labels()
    advice, _, names = experts_on_mail()
    columns, called = [advice[:, names.index("$")]], ["the word $"]
    for name, run in _learned(fold_bias(X), X, y).items():
        said = y.copy()
        said[run.mistakes] *= -1
        columns.append(said)
        called.append(name)
    return np.column_stack(columns), y, called


def _learned(folded: Array, X: Array, y: Array) -> dict[str, Run]:
    """One pass of each learner over the emails.

    All of them compare whole numbers, or numbers that are never nearly equal: whatever machine adds
    them up, and in whatever order, they make the same mistakes.
    """
    return {
        "vote of the words": vote_of_words(),
        "Perceptron": Perceptron().run(folded, y),
        "Winnow": Winnow().run(X, y),
        "Winnow with negations": Winnow(negations=True).run(X, y),
        "Winnow with negations, β = 1/4": Winnow(beta=0.25, negations=True).run(X, y),
        "Perceptron on pairs of words": KernelPerceptron(polynomial(2)).run(X, y),
        "Perceptron on triples of words": KernelPerceptron(polynomial(3)).run(X, y),
    }


@dataclass(frozen=True)
class Advised:
    """After so many emails: mistakes of each adviser, and of the vote over all of them."""

    emails: int
    counts: Indices
    vote: int

    @property
    def best(self) -> int:
        """The fewest mistakes of an adviser."""
        return int(self.counts.min())


def last_mails() -> Prediction:
    """Eight advisers, the best of whom errs 457 times: how often does their vote err?

    >>> last_mails().at(emails=4601).sentence
    'After 4601 emails the best adviser has erred 457 times, the vote over all eight 434 times.'
    """
    return predict(
        {
            "about 680, as the theorem allows": "The theorem allows 685: one adviser was wrong in "
            "only 314 of the rounds in which the vote was wrong. That is a ceiling for any advice "
            "with this m; real advisers are kinder.",
            "about 460, like the best": "The vote does find the best advisers, and the others help "
            "as well: they are right about many emails that the best get wrong.",
            "fewer than 450": "It errs 434 times: the advisers err on different emails, and the "
            "others outvote the one who is wrong.",
        },
        right="fewer than 450",
        then=_advised(),
    )


def _advised() -> Exploration:
    advice, spam, names = learners_on_mail()
    T, many = len(spam), len(names)
    run = WeightedMajority(beta=BETA).run(advice, spam)
    wrong = np.vstack([np.zeros(many, int), np.cumsum(advice != spam[:, None], axis=0)])
    order = np.argsort(-wrong[-1], kind="stable")
    made: Indices = np.searchsorted(run.mistakes, np.arange(T + 1))
    fig, ax = pictures.figure(7.4, 3.9)
    ax.set(xlim=(0, 1.08 * wrong.max()), ylim=(-0.6, many + 0.6), xlabel="mistakes so far")
    ax.set_title("eight advisers, and their vote")
    ax.set_yticks(range(many + 1), [*(names[j] for j in order), "the vote over all"])
    colours = ["#BBBBBB"] * many + [pictures.WEIGHTS]
    bars = ax.barh(range(many + 1), np.zeros(many + 1), color=colours, height=0.65)
    for bar in bars:
        bar.set_animated(True)
    notes = [
        pictures.Note(ax, 0, row, transform=ax.transData, va="center", fontsize=9)
        for row in range(many + 1)
    ]

    def advised(emails: int) -> Advised:
        return Advised(emails, wrong[emails], int(made[emails]))

    def move(now: Advised) -> None:
        for bar, note, count in zip(bars, notes, [*now.counts[order], now.vote], strict=True):
            bar.set_width(count)
            note.text.set_x(count + 10)
            note.move(f"{count}")

    def describe(now: Advised) -> str:
        best = f"the best adviser has erred {plural(now.best, 'time')}"
        vote = f"the vote over all eight {plural(now.vote, 'time')}"
        return f"After {plural(now.emails, 'email')} {best}, {vote}."

    control = slider("emails", 1, T, 50, start=2001, kept=T)
    return explore(fig, data=advised, move=move, describe=describe, emails=control)
