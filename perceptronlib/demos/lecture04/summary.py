"""The slide at the end of lecture 04, and the best that each bound can do."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...learners import Perceptron
from ...notebook import pictures
from ...notebook.explore import Still, show
from ...samples import data
from ...theory import comparators
from .three_forms import LOOKS, three_bounds

__all__ = ["best_bounds", "slide"]


def slide() -> Still:
    """The slide of this lecture: mistakes of one pass, and the best of each bound.

    >>> slide()
    Of 14 samples of 200 examples, the root form is the lowest bound on 14; the linear form ...
    """
    noises, distances = range(0, 25, 4), np.linspace(1, 7, 7)
    flips = [data.noisy(200, 2, noise=n / 100, margin=0.1, seed=3) for n in noises]
    clouds = [data.gaussians(200, 2, distance=float(d), seed=3) for d in distances]
    fig, axes = pictures.figure(7.4, 3.9, columns=2, sharey=True)
    names = ("flipped labels", "flipped labels (%)"), ("two clouds", "distance between the clouds")
    total = []
    kinds = zip(axes, (noises, distances), (flips, clouds), names, strict=True)
    for ax, x, samples, (title, name) in kinds:
        values = np.array([best_bounds(X, y) for X, y in samples])
        ax.axhline(200, color=pictures.QUIET, lw=1, label="rounds")
        for column, (colour, style, label) in zip(values.T, LOOKS, strict=False):
            ax.plot(x, column, style, color=colour, label=label)
        ax.plot(x, values[:, 3], "o-", color=pictures.WEIGHTS, ms=4, lw=1, label="mistakes made")
        ax.set(xlabel=name, ylim=(0, 300), title=title)
        total.append(values)
    pictures.legend(axes[1], "upper right")
    axes[0].set_ylabel("mistakes in one pass")
    linear, root, l2, made = np.vstack(total).T
    assert (made <= root).all()
    lowest = (root <= np.minimum(linear, l2) * (1 + 1e-6)).sum()
    trivial = (linear > 200).sum()
    what = f"Of {len(made)} samples of 200 examples, the root form is the lowest bound on {lowest}"
    return show(fig, f"{what}; the linear form exceeds 200, the number of rounds, on {trivial}.")


def best_bounds(X: Any, y: Any) -> tuple[float, float, float, int]:
    """Linear form, root form and squares, each for its best comparator, and the mistakes made.

    >>> from perceptronlib.demos.lecture04 import crowd
    >>> X, y, _ = crowd(40)
    >>> [round(bound, 1) for bound in best_bounds(X, y)]
    [15.2, 13.0, 17.6, 5]
    """
    finders = comparators.best_l1, comparators.best_l1_root, comparators.best_l2
    best = [find(X, y) for find in finders]
    linear, root, l2 = (three_bounds(X, y, c.v, c.rho)[i] for i, c in enumerate(best))
    return linear, root, l2, Perceptron().run(X, y).M
