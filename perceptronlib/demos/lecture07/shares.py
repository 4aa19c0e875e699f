"""Winnow with weights that sum to 1: its potential, its rate, and a vote of experts."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from ...core.play import play
from ...core.rules import Rule
from ...notebook import pictures
from ...notebook.compound import Growing
from ...notebook.explore import Exploration, Flipbook, choice, explore, flipbook, slider
from ...notebook.words import plural
from ...samples import adversaries
from ...theory import theorems

__all__ = ["entropy", "experts", "majority", "norm_rows", "opinions", "rates", "rounds_wrong"]


def majority() -> tuple[Any, Any]:
    """200 examples of thirteen signs each; the label is the majority of the first three.

    >>> X, y = majority()
    >>> X.shape, bool((y * X[:, :3].sum(axis=1) >= 1).all())
    ((200, 13), True)
    """
    X = np.random.default_rng(0).choice([-1.0, 1.0], (200, 13))
    return X, np.sign(X[:, :3].sum(axis=1))


def norm_rows() -> tuple[Any, Any]:
    """Four examples on which |v|_2 in the place of |v|_1 would make the bound false.

    >>> X, y = norm_rows()
    >>> (X[:, :6].sum(axis=1) * y).tolist()
    [2.0, 2.0, 2.0, 2.0]
    """
    rows = ["-++++--+----", "++++-----++-", "++-+-+--+++-", "+-+-+++++++-"]
    return np.array([[1.0 if sign == "+" else -1.0 for sign in row] for row in rows]), np.ones(4)


def entropy() -> Flipbook:
    """Winnow(eta) update by update: weights on their way to p, and the potential on its way down.

    >>> entropy().pages[1].sentence
    'After 1 update the potential is 1.385; the proof promises at most 1.411.'
    >>> entropy().pages[-1].sentence
    'After 12 updates the potential is 0.288; the proof promises at most 0.800.'
    """
    X, y = majority()
    run = play(Rule("exponentiate", rate=1 / 3), X, y, epochs=None)
    potential = np.log(1 / 3) - np.log(run.path[:, :3]).mean(axis=1)
    promise = potential[0] - np.arange(run.M + 1) / 18
    fig, (left, right) = pictures.figure(7.4, 3.6, columns=2)
    left.set(xlim=(0.4, 13.6), ylim=(0, 0.46), xlabel="feature", title="weights $w$ and target $p$")
    left.set_xticks(range(1, 14, 2))
    left.plot([1, 2, 3], [1 / 3] * 3, "_", color=pictures.BOUND, ms=15, mew=3, label="$p=v/|v|_1$")
    pictures.legend(left, "upper right")
    bars = pictures.Bars(left, 13)
    right.axhline(0, color=pictures.QUIET, lw=1)
    right.set(xlim=(-0.5, 32.5), ylim=(-0.08, 1.6), xlabel="updates $k$", title="potential $\\Phi$")
    line = pictures.Curve(right, pictures.BOUND, "--", label="$\\Phi_0-k\\,\\rho^2/(2R^2)$")
    dots = pictures.Curve(right, pictures.WEIGHTS, "o", label="$\\Phi_k$", ms=5)
    growing = Growing(range(run.M + 1), (line, promise), (dots, potential))
    pictures.legend(right, "upper right")

    def at(k: int) -> tuple[Any, ...]:
        return k, run.path[k], potential[k], promise[k]

    def move(k: int, w: Any, phi: float, most: float) -> None:
        bars.move(w)
        growing.move(k + 1)

    def describe(k: int, w: Any, phi: float, most: float) -> str:
        if k == 0:
            return f"Before any update all weights are 1/13, and the potential is {phi:.3f}."
        now = f"After {plural(k, 'update')} the potential is {phi:.3f}"
        return f"{now}; the proof promises at most {most:.3f}."

    steps = range(run.M + 1)
    return flipbook(
        fig, data=at, move=move, describe=describe, label="updates k", steps=steps, start=3
    )


def rounds_wrong(yx: Any, eta: float, passes: int = 60) -> Any:
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


def rates() -> Exploration:
    """The rate eta: what is guaranteed, what happens, and where nothing is guaranteed any more.

    >>> rates().at(eta=0.3, sample="three rows").sentence
    'With eta = 0.30 there is 1 mistake; guaranteed: at most 32.6.'
    >>> rates().at(eta=0.9, sample="three rows").sentence
    'With eta = 0.90 there are 179 mistakes in 60 passes, and no end; nothing is guaranteed.'
    """
    X, y = adversaries.winnow_cycle()
    samples = {
        "three rows": (y[:, None] * X, 1 / 3, np.log(6)),
        "one row": (np.array([[0.2, -1.0]]), 0.2, np.log(2)),
    }
    grid = np.arange(1, 25) / 20
    counts = {name: [rounds_wrong(s[0], eta) for eta in grid] for name, s in samples.items()}
    fig, (left, right) = pictures.figure(7.4, 3.6, columns=2)
    left.set(yscale="log", xlim=(0, 1.25), ylim=(0.7, 3000), xlabel="rate $\\eta$")
    left.set_title("mistakes in 60 passes")
    pictures.ticks(left.yaxis, [1, 10, 100, 1000])
    left.minorticks_off()
    promise = pictures.Curve(left, pictures.BOUND, "--", label="guaranteed")
    edge = pictures.Curve(left, pictures.BOUND, ":", lw=1.5, label="$\\eta=2\\rho/R^2$")
    made = pictures.Curve(left, pictures.WEIGHTS, ".", label="made", ms=6)
    dot = pictures.Curve(left, pictures.WEIGHTS, "o", ms=8)
    pictures.legend(left, "upper right")
    right.set(xlim=(0.3, 12.7), ylim=(0, 3.4), xlabel="pass", title="mistakes in each pass")
    right.set(yticks=range(4), xticks=range(1, 13))
    bars = pictures.Bars(right, 12, pictures.MISTAKE)

    def at(eta: float, sample: str) -> tuple[Any, ...]:
        (_, rho, log_N), j = samples[sample], round(20 * eta)
        drop = eta * rho - eta**2 / 2
        return eta, sample, j, counts[sample][j - 1], log_N / drop if drop > 1e-9 else np.inf

    def move(eta: float, sample: str, j: int, each: Any, bound: float) -> None:
        _, rho, log_N = samples[sample]
        fine = np.linspace(0.01, 2 * rho - 0.001, 120)
        promise.move(fine, log_N / (fine * rho - fine**2 / 2))
        edge.move([2 * rho] * 2, [0.7, 3000])
        seen = slice(min(j, 6) - 1, max(j, 6))
        made.move(grid[seen], [c.sum() for c in counts[sample][seen]])
        dot.move([eta], [each.sum()])
        bars.move(each[:12])

    def describe(eta: float, sample: str, j: int, each: Any, bound: float) -> str:
        M = int(each.sum())
        count = f"there {'is' if M == 1 else 'are'} {plural(M, 'mistake')}"
        if each[-1]:
            count += f" in {len(each)} passes, and no end"
        limit = "nothing is guaranteed" if bound == np.inf else f"guaranteed: at most {bound:.1f}"
        return f"With eta = {eta:.2f} {count}; {limit}."

    eta, sample = slider("eta", 0.05, 1.2, 0.05, start=0.3), choice("sample", *samples)
    return explore(fig, data=at, move=move, describe=describe, eta=eta, sample=sample)


@cache
def opinions(percent: int) -> tuple[Any, Any]:
    """200 rounds, 15 experts: the first errs in this share of the rounds, the others guess.

    >>> X, y = opinions(10)
    >>> X.shape, int((X[:, 0] != y).sum())
    ((200, 15), 20)
    """
    rng = np.random.default_rng(0)
    X, y = rng.choice([-1.0, 1.0], (200, 15)), rng.choice([-1.0, 1.0], 200)
    wrong = rng.permutation(200)[: 2 * percent]
    X[:, 0] = y
    X[wrong, 0] *= -1
    return X, y


def experts() -> Exploration:
    """Weighted majority: how much weight a wrong expert loses, and how good the best expert is.

    >>> experts().at(eta=0.3, percent=0).sentence
    'With beta = 0.55 the vote errs 7 times in 200 rounds, the best expert 0 times; bound 10.6.'
    """
    grid, shares = np.arange(1, 13) / 10, range(0, 40, 10)
    betas = np.exp(-2 * grid)
    runs = {p: [play(Rule("majority", rate=b), *opinions(p)) for b in betas] for p in shares}
    bounds = {p: [theorems.weighted_majority(r).bound for r in runs[p]] for p in shares}
    fig, (left, right) = pictures.figure(7.4, 3.6, columns=2)
    left.set(xlim=(0, 1.3), ylim=(0, 215), xlabel="$\\eta$, where $\\beta=e^{-2\\eta}$")
    left.set_title("mistakes in 200 rounds")
    roof = pictures.Curve(left, pictures.BOUND, "--", label="bound")
    made = pictures.Curve(left, pictures.WEIGHTS, ".-", label="the vote")
    best = pictures.Curve(left, pictures.QUIET, "-", label="the best expert")
    dot = pictures.Curve(left, pictures.WEIGHTS, "o", ms=8)
    pictures.legend(left, "upper left")
    right.set(xlim=(0.3, 15.7), ylim=(0, 1.05), title="final share of the weight")
    right.set_xlabel("expert (1 is the best)")
    right.set_xticks(range(1, 16, 2))
    bars = pictures.Bars(right, 15, [pictures.WEIGHTS] + [pictures.QUIET] * 14)

    def at(eta: float, percent: int) -> tuple[Any, ...]:
        j = round(10 * eta) - 1
        w = runs[percent][j].last_weights
        return eta, percent, runs[percent][j].M, bounds[percent][j], w / w.sum()

    def move(eta: float, percent: int, M: int, bound: float, share: Any) -> None:
        roof.move(grid, bounds[percent])
        made.move(grid, [run.M for run in runs[percent]])
        best.move([0, 1.3], [2 * percent] * 2)
        dot.move([eta], [M])
        bars.move(share)

    def describe(eta: float, percent: int, M: int, bound: float, share: Any) -> str:
        vote = f"With beta = {np.exp(-2 * eta):.2f} the vote errs {M} times in 200 rounds"
        return f"{vote}, the best expert {2 * percent} times; bound {bound:.1f}."

    eta = slider("eta", 0.1, 1.2, 0.1, start=0.3)
    percent = slider("best expert errs in (%)", 0, 30, 10, start=0)
    return explore(fig, data=at, move=move, describe=describe, eta=eta, percent=percent)
