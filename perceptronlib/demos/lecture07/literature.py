"""A rate that the theorem does not name, and what becomes of a run that takes too large a one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...notebook import pictures
from ...notebook.explore import Exploration, choice, explore, slider
from ...notebook.words import plural
from ...samples import adversaries
from ...validate import Indices

__all__ = ["rates", "rounds_wrong"]

PASSES = 60


def rounds_wrong(yx: Any, eta: float, passes: int = PASSES) -> Indices:
    """Mistakes of Winnow(eta) in each pass over rows y x, from the summed exponents.

    Equal exponents give equal weights, to the last bit; multiplied up one by one, rounding would
    part them in the end, and with them a tie that keeps a cycle going.

    >>> yx = np.array([[-1, 1, 1, 1, 1, 1], [1, 1, -1, -1, 1, -1], [1, -1, 1, 1, -1, 1]])
    >>> rounds_wrong(yx, 1.0, passes=5).tolist()
    [2, 3, 3, 3, 3]
    """
    theta, counts = np.zeros(len(yx[0])), np.zeros(passes, dtype=int)
    for t in range(passes):
        for row in yx:
            if row @ np.exp(eta * (theta - theta.max())) <= 0:
                theta = theta + row
                counts[t] += 1
    return counts


@dataclass(frozen=True)
class Paced:
    """A sample at this rate: mistakes in every pass, and how many are promised at most."""

    eta: float
    sample: str
    each: Indices
    bound: float

    @property
    def endless(self) -> bool:
        """Does even the last pass have a mistake?"""
        return bool(self.each[-1])


def rates() -> Exploration:
    """The rate eta: what is allowed, what happens, and where the theorem makes no claim any more.

    >>> rates().at(eta=0.3, sample="three rows").sentence
    'With η = 0.30 there is 1 mistake; at most 32.6 are allowed.'
    >>> rates().at(eta=0.9, sample="three rows").sentence
    'With η = 0.90 there are 179 mistakes in 60 passes, and no end; the theorem makes no claim.'
    """
    X, y = adversaries.winnow_cycle()
    samples = {
        "three rows": (y[:, None] * X, 1 / 3, np.log(6)),
        "one row": (np.array([[0.2, -1.0]]), 0.2, np.log(2)),
    }
    grid = np.arange(1, 25) / 20
    counts = {name: [rounds_wrong(s[0], eta) for eta in grid] for name, s in samples.items()}
    fig, (left, right) = pictures.figure(7.8, 3.8, columns=2)
    left.set(yscale="log", xlim=(0, 1.25), ylim=(0.7, 30000), xlabel="rate $\\eta$")
    left.set_title(f"mistakes in {PASSES} passes")
    pictures.ticks(left.yaxis, [1, 10, 100, 1000])
    left.minorticks_off()
    promise = pictures.Curve(left, pictures.BOUND, "--", label="allowed")
    edge = pictures.Curve(left, pictures.BOUND, ":", lw=1.5, label="$\\eta=2\\rho/R^2$")
    made = pictures.Curve(left, pictures.WEIGHTS, ".", label="made", ms=6)
    dot = pictures.Curve(left, pictures.WEIGHTS, "o", ms=9)
    pictures.legend(left, "upper center", ncols=3, columnspacing=1, handlelength=1.4)
    right.set(xlim=(0.3, 12.7), ylim=(0, 3.4), xlabel="pass", title="mistakes in each pass")
    right.set(yticks=range(4), xticks=range(1, 13))
    bars = pictures.Bars(right, 12, pictures.MISTAKE)

    def paced(eta: float, sample: str) -> Paced:
        _, rho, log_N = samples[sample]
        drop = eta * rho - eta**2 / 2
        bound = log_N / drop if drop > 1e-9 else np.inf
        return Paced(eta, sample, counts[sample][round(20 * eta) - 1], bound)

    def move(now: Paced) -> None:
        _, rho, log_N = samples[now.sample]
        fine = np.linspace(0.01, 2 * rho - 0.003, 120)
        promise.move(fine, log_N / (fine * rho - fine**2 / 2))
        edge.move([2 * rho] * 2, [0.7, 3000])
        seen = slice(min(round(20 * now.eta), 6) - 1, max(round(20 * now.eta), 6))
        made.move(grid[seen], [each.sum() for each in counts[now.sample][seen]])
        dot.move([now.eta], [now.each.sum()])
        bars.move(now.each[:12])

    def describe(now: Paced) -> str:
        M = int(now.each.sum())
        count = f"there {'is' if M == 1 else 'are'} {plural(M, 'mistake')}"
        count += f" in {PASSES} passes, and no end" if now.endless else ""
        limit = f"at most {now.bound:.1f} are allowed"
        limit = "the theorem makes no claim" if now.bound == np.inf else limit
        return f"With η = {now.eta:.2f} {count}; {limit}."

    eta = slider("eta", 0.05, 1.2, 0.05, start=0.3, kept=0.9)
    which = choice("sample", *samples)
    return explore(fig, data=paced, move=move, describe=describe, eta=eta, sample=which)
