"""The slide at the end of lecture 03: the mistakes of many samples, and their bound."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.play import play
from ...core.rules import Rule
from ...notebook import pictures
from ...notebook.explore import Still, show
from ...samples import adversaries, data
from ...theory import margins

__all__ = ["landscape"]


def landscape() -> Still:
    """The slide of this lecture: mistakes of many samples, all on or below one line.

    >>> landscape()
    Mistakes M against R/ρ: 0 of 317 samples lie above M = R²/ρ², 8 exactly on it.
    """
    fig, ax = pictures.figure(7.2, 4.0)
    reach = np.array([1, 200])
    ax.plot(reach, reach**2, "--", color=pictures.BOUND, label="Novikoff: $R^2/\\rho^2$")
    rng = np.random.default_rng(3)
    places = [_place(*_random_sample(rng)) for _ in range(300)]
    ax.plot(*np.transpose(places), ".", color=pictures.QUIET, ms=5, label="random samples")
    for name, marker, make, sizes in _FAMILIES:
        some = [_place(*make(n)) for n in sizes]
        ax.plot(*np.transpose(some), marker, color=pictures.WEIGHTS, mfc="white", label=name)
        places += some
    ax.set(xscale="log", yscale="log", xlim=(0.9, 200), ylim=(0.7, 2e4))
    ax.set(xlabel="$R/\\rho$ (smaller margin to the right)", ylabel="mistakes $M$")
    pictures.legend(ax, "upper left")
    shares = np.array([M / reach**2 for reach, M in places])
    above, on = (shares > 1 + 1e-9).sum(), (abs(shares - 1) < 1e-9).sum()
    what = f"Mistakes M against R/ρ: {above} of {len(places)} samples lie above M = R²/ρ²"
    return show(fig, f"{what}, {on} exactly on it.")


def _place(X: Any, y: Any) -> tuple[float, int]:
    run = play(Rule(), X, y, epochs=None, max_epochs=9999)
    assert run.converged
    return margins.radius(X) / margins.max_margin(X, y).margin, run.M


def _random_sample(rng: Any) -> tuple[Any, Any]:
    d, margin = int(rng.integers(2, 9)), 10 ** -rng.uniform(0.1, 2.0)
    X, y = data.separable(12, d, margin=margin, seed=rng)
    return X, y


def _lucky(degrees: float) -> tuple[Any, Any]:
    """The first example is the separator itself: one mistake, whatever the margin."""
    across, along = pictures.angle(degrees)
    return -np.array([(1, 0), (along, across), (along, -across)]), -np.ones(3)


_FAMILIES: Any = (
    (
        "unit vectors, $N = 1, 2, 4, \\ldots, 64$",
        "o",
        adversaries.orthonormal,
        [2**j for j in range(7)],
    ),
    ("exponential, $N = 1, \\ldots, 6$", "s", adversaries.exponential, range(1, 7)),
    ("lucky first example", "^", _lucky, (30, 10, 3, 1)),
)
