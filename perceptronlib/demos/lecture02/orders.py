"""The order of the examples: sorted or shuffled, and forty shuffles at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.play import play
from ...core.rules import Rule
from ...learners import Perceptron, shuffled_runs
from ...notebook import pictures
from ...notebook.explore import Exploration, Still, explore, show, slider
from ...notebook.words import plural
from ...samples import data
from ...samples.features import fold_bias

__all__ = ["many_orders", "order_matters"]


def order_matters() -> Exploration:
    """The same examples sorted by label and shuffled: how many passes does each order need?

    >>> order_matters().at(passes=4, shuffle=0).sentence
    'After 4 passes the sorted table errs on 9 of 60 examples; shuffle 0 errs on 0.'
    """
    X, y = data.separable(60, 2, margin=0.08, seed=3)
    X, most = X + np.array([1.5, 0.75]), 28
    Z, by_label = fold_bias(X), np.argsort(-y, kind="stable")
    runs = [play(Rule(), Z[by_label], y[by_label], epochs=most)]
    runs += [play(Rule(), Z, y, epochs=most, shuffle=True, seed=seed) for seed in range(10)]
    weights = [[run.weights(60 * passes) for passes in range(most + 1)] for run in runs]
    errors = (y[:, None] * (Z @ np.array(weights).transpose(0, 2, 1)) <= 0).sum(axis=1)
    fig, (left, right) = pictures.figure(columns=2)
    pictures.points(left, X, y)
    left.set(xlim=(0.3, 2.7), ylim=(-0.45, 1.95), xlabel="$x_1$", ylabel="$x_2$", aspect="equal")
    looks = (pictures.QUIET, "--", "sorted by label"), (pictures.WEIGHTS, "-", "shuffled")
    lines = [pictures.Boundary(left, c, s, shade=s == "-") for c, s, _ in looks]
    curves = [pictures.Curve(right, c, f"o{s}", name, ms=4) for c, s, name in looks]
    right.set(xlim=(-0.5, most + 0.5), ylim=(-2, 78), xlabel="passes", ylabel="errors of 60")
    right.set_yticks([0, 20, 40, 60])
    pictures.legend(right, "upper right")

    def at(passes: int, shuffle: int) -> tuple[Any, ...]:
        pair = (0, shuffle + 1)
        return passes, shuffle, [weights[i][passes] for i in pair], [errors[i] for i in pair]

    def move(passes: int, shuffle: int, both: Any, errors: Any) -> None:
        for line, curve, w, wrong in zip(lines, curves, both, errors, strict=True):
            line.move(w[:2], -w[2])
            curve.move(range(passes + 1), wrong[: passes + 1])

    def describe(passes: int, shuffle: int, both: Any, errors: Any) -> str:
        old, new = (int(wrong[passes]) for wrong in errors)
        count = plural(passes, "pass") if passes else "no passes"
        start = f"After {count} the sorted table errs on {old} of 60 examples"
        return f"{start}; shuffle {shuffle} errs on {new}."

    controls = {
        "passes": slider("passes", 0, most, start=1),
        "shuffle": slider("shuffle", 0, 9),
    }
    return explore(fig, data=at, move=move, describe=describe, **controls)


def many_orders() -> Still:
    """Forty shuffles of one noisy table: the errors of the last vector and of the average.

    >>> many_orders()
    Errors on fresh examples over 40 shuffles, ...
    """
    X, y = sample = data.noisy(200, 20, noise=0.1, margin=0.0, seed=1)
    v = sample.target
    assert v is not None
    fresh = np.random.default_rng(1).normal(size=(1000, 20))
    runs = shuffled_runs(Perceptron(epochs=10), X, y, seeds=range(40))
    fig, ax = pictures.figure(6.4, 3.6)
    epochs, means = range(1, 11), {}
    looks = (("last", pictures.QUIET, "o--"), ("averaged", pictures.WEIGHTS, "s-"))
    for (name, colour, style), weights in zip(looks, _by_epoch(runs, 10), strict=True):
        wrong = 100 * np.mean((fresh @ weights > 0) != (fresh @ v > 0)[:, None], axis=-2)
        low, high = np.quantile(wrong, [0.1, 0.9], axis=0)
        ax.fill_between(epochs, low, high, color=colour, alpha=0.25, lw=0)
        means[name] = wrong.mean(axis=0)
        ax.plot(epochs, means[name], style, color=colour, label=f"{name}: mean and middle 80%")
    ax.set(xlim=(0.8, 10.2), ylim=(0, 30), xlabel="epochs", ylabel="errors on fresh examples (%)")
    ax.set_xticks(epochs)
    pictures.legend(ax, "upper right")
    ends = [f"{means[name][-1]:.1f}% for the {word}" for name, word in _NAMES]
    start = "Errors on fresh examples over 40 shuffles, on average after 10 epochs:"
    return show(fig, f"{start} {ends[0]}, {ends[1]}.")


_NAMES = (("last", "last w"), ("averaged", "average"))


def _by_epoch(runs: Any, epochs: int) -> tuple[Any, Any]:
    """Last and (lazily) averaged weights after every epoch: tables runs x features x epochs."""
    last, mean = [], []
    for run in runs:
        T = len(run.y) * np.arange(1, epochs + 1)
        k = np.searchsorted(run.mistakes, T)
        lag = np.cumsum(np.vstack([0 * run.path[:1], run.mistakes[:, None] * run.updates]), axis=0)
        last.append(run.path[k].T)
        mean.append((run.path[k] - lag[k] / T[:, None]).T)
    return np.array(last), np.array(mean)
