"""Weighted majority: its weights by hand, the squeeze of its proof, and how good the best is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from ...learners import WeightedMajority
from ...notebook import pictures
from ...notebook.compound import Growing
from ...notebook.explore import Exploration, Flipbook, explore, flipbook, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural
from ...theory import theorems
from ...validate import Array

__all__ = ["experts", "four_days", "opinions", "total_weight"]

ROUNDS, EXPERTS = 200, 15


def four_days() -> tuple[Array, Array]:
    """What three experts say on four days, and the truth.

    >>> four_days()[0][0], four_days()[1]
    (array([ 1, -1, -1]), array([ 1,  1, -1, -1]))
    """
    return np.array([[1, -1, -1], [1, 1, -1], [1, -1, -1], [1, 1, -1]]), np.array([1, 1, -1, -1])


@cache
def opinions(percent: int) -> tuple[Array, Array]:
    """200 rounds, 15 experts: the first errs in this share of the rounds, the others guess.

    >>> X, y = opinions(10)
    >>> X.shape, int((X[:, 0] != y).sum())
    ((200, 15), 20)
    """
    rng = np.random.default_rng(0)
    X, y = rng.choice([-1.0, 1.0], (ROUNDS, EXPERTS)), rng.choice([-1.0, 1.0], ROUNDS)
    wrong = rng.permutation(ROUNDS)[: 2 * percent]
    X[:, 0] = y
    X[wrong, 0] *= -1
    return X, y


@dataclass(frozen=True)
class Weighed:
    """After so many mistakes of the vote: weights, their sum, its floor and its roof."""

    mistakes: int
    weights: Array
    total: float
    floor: float
    roof: float

    @property
    def possible(self) -> bool:
        """Can the total lie between its floor and its roof?"""
        return self.floor <= self.roof


def total_weight() -> Prediction:
    """The proof as a picture: the total weight under its roof, and above its best expert's.

    >>> total_weight().pages[9].sentence
    'After 9 mistakes the best expert has 0.125, all together have 0.574, and the roof is at 1.13.'
    >>> total_weight().pages[-1].sentence
    'After 33 mistakes the best expert would have 0.00195, all together at most 0.00113: ...e.'
    """
    return predict(
        {
            "there is no limit": "The roof falls with every mistake, and then the floor stays "
            "where it is, so they must meet.",
            "about 9, like the best expert": "The total starts at 15, and a mistake of "
            "the vote may take only a quarter of it.",
            "31": "With the 32nd the roof would fall below what the best expert alone still has.",
        },
        right="31",
        then=_total_weight(),
    )


SHORT, HALF, LAST = 100, 0.5, 33
"""Rounds of the picture, its factor, and how many mistakes it looks ahead."""


def _total_weight() -> Flipbook:
    X, y = opinions(10)
    run = WeightedMajority(beta=HALF).run(X[:SHORT], y[:SHORT])
    steps = np.arange(LAST + 1)
    path = run.path[np.minimum(steps, run.M)]
    totals, best = path.sum(axis=1), path.max(axis=1)
    roof = EXPERTS * ((1 + HALF) / 2) ** steps
    fig, (left, right) = pictures.figure(7.8, 3.9, columns=2)
    left.set(xlim=(0.3, EXPERTS + 0.7), ylim=(0, 0.62), xlabel="expert (1 is the best)")
    left.set_title("share of the total weight")
    left.set_xticks(range(1, EXPERTS + 1, 2))
    bars = pictures.Bars(left, EXPERTS, [pictures.BOUND] + [pictures.QUIET] * (EXPERTS - 1))
    right.set(yscale="log", xlim=(-0.5, LAST + 0.5), ylim=(0.0008, 40))
    right.set(xlabel="mistakes $k$ of the vote", title="total weight, squeezed")
    pictures.ticks(right.yaxis, [0.001, 0.01, 0.1, 1, 10])
    right.minorticks_off()
    above = pictures.Curve(right, pictures.BOUND, "--", label="roof $N(\\frac{1+\\beta}{2})^k$")
    total = pictures.Curve(right, pictures.WEIGHTS, "o-", label="total $W_k$", ms=4, lw=1)
    below = pictures.Curve(right, pictures.BOUND, "-", label="floor $\\beta^m$", lw=2)
    growing = Growing(steps, (above, roof), (below, best))
    made = Growing(steps[: run.M + 1], (total, totals[: run.M + 1]))
    pictures.legend(right, "upper right")

    def weighed(k: int) -> Weighed:
        return Weighed(k, path[k], float(totals[k]), float(best[k]), float(roof[k]))

    def move(now: Weighed) -> None:
        bars.move(now.weights / now.total)
        growing.move(now.mistakes + 1)
        made.move(now.mistakes + 1)

    def describe(now: Weighed) -> str:
        if now.mistakes == 0:
            return f"Before the first mistake each of {EXPERTS} experts has the weight 1."
        after = f"After {plural(now.mistakes, 'mistake')} the best expert"
        if now.mistakes <= run.M:
            both = f"has {now.floor:.3g}, all together have {now.total:.3g}"
            return f"{after} {both}, and the roof is at {now.roof:.3g}."
        would = f"{after} would have {now.floor:.3g}, all together at most {now.roof:.3g}"
        end = f"there is room, but this run ended after {run.M}" if now.possible else "impossible"
        return f"{would}: {end}."

    return flipbook(
        fig, data=weighed, move=move, describe=describe, label="mistakes k",
        steps=range(LAST + 1), start=12, kept=32,
    )  # fmt: skip


@dataclass(frozen=True)
class Followed:
    """A vote with this factor beside a best expert of this quality: mistakes, bound, shares."""

    beta: float
    percent: int
    mistakes: int
    bound: float
    shares: Array


def experts() -> Prediction:
    """How often does the vote err if the best expert errs in a tenth of the rounds?

    >>> experts().at(beta=0.55, percent=10).sentence
    'With β = 0.55 the vote errs 38 times in 200 rounds, the best expert 20 times; at most ...'
    """
    return predict(
        {
            "about as often": "It has to find the best expert first, and while it trusts others, "
            "too, it shares their mistakes.",
            "about twice as often": "It errs 38 times where the best expert errs 20 times.",
            "ten times as often": "That would be every round: coins do better.",
        },
        right="about twice as often",
        then=_experts(),
    )


def _experts() -> Exploration:
    grid, shares = np.arange(1, 20) / 20, range(0, 40, 10)
    runs = {p: [WeightedMajority(beta=b).run(*opinions(p)) for b in grid] for p in shares}
    bounds = {p: [theorems.weighted_majority(r).bound for r in runs[p]] for p in shares}
    steep = np.array([0.91, 0.92, 0.93, 0.94])  # the bound rises fast here, and bends
    between = {p: [WeightedMajority(beta=b).run(*opinions(p)) for b in steep] for p in shares}
    rising = {p: [theorems.weighted_majority(r).bound for r in between[p]] for p in shares}
    along = np.concatenate([grid[:-1], steep, grid[-1:]])
    fig, (left, right) = pictures.figure(7.8, 3.8, columns=2)
    left.set(xlim=(0, 1), ylim=(0, 215), xlabel="factor $\\beta$")
    left.set_title(f"mistakes in {ROUNDS} rounds")
    roof = pictures.Curve(left, pictures.BOUND, "--", label="bound")
    made = pictures.Curve(left, pictures.WEIGHTS, ".-", label="the vote")
    best = pictures.Curve(left, pictures.BOUND, "-", label="the best expert")
    dot = pictures.Curve(left, pictures.WEIGHTS, "o", ms=9)
    pictures.legend(left, "upper center", ncol=3, columnspacing=1, handlelength=1.4)
    right.set(xlim=(0.3, EXPERTS + 0.7), ylim=(0, 1.05), title="final share of the weight")
    right.set_xlabel("expert (1 is the best)")
    right.set_xticks(range(1, EXPERTS + 1, 2))
    bars = pictures.Bars(right, EXPERTS, [pictures.BOUND] + [pictures.QUIET] * (EXPERTS - 1))

    def followed(beta: float, percent: int) -> Followed:
        j = round(20 * beta) - 1
        run = runs[percent][j]
        w = run.last_weights
        return Followed(beta, percent, run.M, bounds[percent][j] or 0.0, w / w.sum())

    def move(now: Followed) -> None:
        *low, last = bounds[now.percent]
        roof.move(along, [*low, *rising[now.percent], last])
        made.move(grid, [run.M for run in runs[now.percent]])
        best.move([0, 1], [2 * now.percent] * 2)
        dot.move([now.beta], [now.mistakes])
        bars.move(now.shares)

    def describe(now: Followed) -> str:
        vote = f"With β = {now.beta:.2f} the vote errs {now.mistakes} times in {ROUNDS} rounds"
        best = f"the best expert {2 * now.percent} times"
        return f"{vote}, {best}; at most {now.bound:.1f} are allowed."

    beta = slider("beta", 0.05, 0.95, 0.05, start=0.55)
    percent = slider("best expert errs in (%)", 0, 30, 10, start=10)
    return explore(fig, data=followed, move=move, describe=describe, beta=beta, percent=percent)
