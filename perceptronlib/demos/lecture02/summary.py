"""The slide at the end of lecture 02: one pass over real emails, and four ways to answer."""

from __future__ import annotations

import numpy as np

from ...learners import Perceptron
from ...notebook import pictures
from ...notebook.explore import Still, show
from .emails import FIRST, KNOWN, mails

__all__ = ["in_one_picture"]


def in_one_picture() -> Still:
    """The end of a pass over the emails: the last weights, the average of all, and a threshold.

    >>> in_one_picture()
    While emails 3300 to 3600 are read, the last w gets from 77 to 230 of 1001 wrong, the ...
    """
    X, y = mails()
    fig, ax = pictures.figure(7.2, 3.8)
    ax.set(xlim=(FIRST, KNOWN), ylim=(0, 300), xlabel="emails learned from")
    ax.set_title("errors on 1001 emails held back")
    along = np.arange(FIRST, KNOWN + 1)
    ends = []
    for eta, average, colour, style, name in (
        (0, False, pictures.QUIET, "-", "last weights"),
        (20, False, pictures.WEIGHTS, ":", "last weights, with η = 20"),
        (0, True, pictures.WEIGHTS, "-", "average of all weights"),
    ):
        run = Perceptron(margin=eta).run(X[:KNOWN], y[:KNOWN])
        W = np.array([run.weights(int(t)) for t in along])
        if average:
            born = (along[:, None] - run.mistakes).clip(0)  # how often each update is in the sum
            W = born @ run.updates
        wrong = (y[KNOWN:, None] * (X[KNOWN:] @ W.T) <= 0).sum(axis=0)
        lw = 1.2 if colour == pictures.QUIET else 2
        ax.plot(along, wrong, style, color=colour, lw=lw, label=name, drawstyle="steps-post")
        ends.append((int(wrong.min()), int(wrong.max())))
    pictures.legend(ax, "upper left")
    (a, b), (c, d), (e, f) = ends
    return show(
        fig,
        f"While emails {FIRST} to {KNOWN} are read, the last w gets from {a} to {b} of 1001 wrong, "
        f"the average of all weights from {e} to {f}, and the last w with η = 20 from {c} to {d}.",
    )
