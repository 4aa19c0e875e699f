"""What lies between perceptron and Winnow: one family of learners."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.play import play
from ...core.rules import Rule
from ...notebook import pictures
from ...notebook.explore import Exploration, choice, explore, slider

__all__ = ["family", "family_sample"]


def family_sample(kind: str) -> tuple[Any, Any, Any]:
    """400 examples with 127 features, and their target: a few features, or all of them.

    >>> X, y, v = family_sample("few features matter")
    >>> X.shape, int(v.sum()), int(abs(X).sum(axis=1).min())
    ((400, 127), 3, 127)
    """
    rng = np.random.default_rng(0)
    if kind == "few features matter":
        X, v = rng.choice([-1.0, 1.0], (400, 127)), np.repeat([1.0, 0.0], [3, 124])
    else:
        X, v = np.zeros((400, 127)), rng.choice([-1.0, 1.0], 127)
        for row in X:
            row[rng.permutation(127)[:3]] = rng.choice([-1.0, 1.0], 3)
    return X, np.sign(X @ v), v


def family() -> Exploration:
    """From the perceptron (p = 2) to something like Winnow (p = 2 ln N): one family of learners.

    >>> family().at(p=2.0).sentence
    'With p = 2.0, where few features matter, there are 185 mistakes; the bound is 381.'
    """
    kinds = ("few features matter", "all features matter")
    grid = 2.0 + 1.1 * np.arange(8)
    samples = {kind: family_sample(kind) for kind in kinds}
    runs = {
        kind: [play(Rule("p_norm", p=p), X, y, epochs=None) for p in grid]
        for kind, (X, y, _) in samples.items()
    }
    bounds = {kind: [_p_norm_bound(*samples[kind], p) for p in grid] for kind in kinds}
    fig, (left, right) = pictures.figure(7.4, 3.6, columns=2)
    left.set(xlim=(0, 128), ylim=(0, 1.05), xlabel="feature", title="$|w_i|$, largest set to 1")
    sizes = pictures.Curve(left, pictures.WEIGHTS, "-", lw=1)
    right.set(yscale="log", xlim=(1.8, 9.9), ylim=(10, 1e6), xlabel="$p$", title="mistakes")
    pictures.ticks(right.yaxis, [10, 100, 1000, 10000, 100000])
    right.set_xticks(range(2, 10))
    right.minorticks_off()
    roof = pictures.Curve(right, pictures.BOUND, "--", label="bound")
    made = pictures.Curve(right, pictures.WEIGHTS, ".-", label="made", ms=5)
    dot = pictures.Curve(right, pictures.WEIGHTS, "o", ms=8)
    pictures.legend(right, "upper left")

    def at(p: float, kind: str) -> tuple[Any, ...]:
        j = round((p - 2) / 1.1)
        w = np.abs(runs[kind][j].last_weights)
        return p, kind, j, w / w.max()

    def move(p: float, kind: str, j: int, w: Any) -> None:
        sizes.move(np.arange(1, 128), w)
        roof.move(grid[: j + 1], bounds[kind][: j + 1])
        made.move(grid[: j + 1], [run.M for run in runs[kind][: j + 1]])
        dot.move([p], [runs[kind][j].M])

    def describe(p: float, kind: str, j: int, w: Any) -> str:
        M, bound = runs[kind][j].M, bounds[kind][j]
        return f"With p = {p:.1f}, where {kind}, there are {M} mistakes; the bound is {bound:.0f}."

    p, kind = slider("p", 2.0, 9.7, 1.1, start=2.0), choice("target", *kinds)
    return explore(fig, data=at, move=move, describe=describe, p=p, kind=kind)


def _p_norm_bound(X: Any, y: Any, v: Any, p: float) -> float:
    """(p - 1) X_p^2 |v|_q^2 / g^2, what `theorems.p_norm` proves step by step on a run."""
    size, q = np.linalg.norm(X, ord=p, axis=1).max(), p / (p - 1)
    return float((p - 1) * (size * np.linalg.norm(v, ord=q) / (y * (X @ v)).min()) ** 2)
