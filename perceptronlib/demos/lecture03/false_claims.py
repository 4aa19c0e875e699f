"""Claims that go too far: short examples, a start away from 0, a bias that is fixed."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from ...core.play import play
from ...core.rules import Rule
from ...notebook import pictures
from ...notebook.compound import Growing
from ...notebook.explore import Exploration, choice, explore, slider
from ...notebook.words import plural
from ...validate import Array

__all__ = ["handicap", "short_point", "short_point_mistakes"]


def short_point_mistakes(gamma: Any, eps: Any) -> int:
    """Mistakes on (gamma, s) and eps (gamma, -s), both labelled -1, where s^2 = 1 - gamma^2.

    Only the inner products of the points matter, and those are fractions although s is not: the
    count is exact, and no tie is left to rounding. Under ``le``, passes until one is clean.

    >>> [short_point_mistakes(g, e) for g, e in (("3/10", "1/100"), ("1/2", "1/100"))]
    [84, 52]
    >>> short_point_mistakes("3/10", "1/10")
    10
    """
    gamma, eps = Fraction(gamma), Fraction(eps)
    across, scale = eps * (2 * gamma**2 - 1), (gamma.denominator * eps.denominator) ** 2
    gram = [[int(scale), int(scale * across)], [int(scale * across), int(scale * eps**2)]]
    counts = [0, 0]
    clean = False
    while not clean:
        clean = True
        for i, (a, b) in enumerate(gram):
            if counts[0] * a + counts[1] * b <= 0:
                counts[i], clean = counts[i] + 1, False
    return sum(counts)


@dataclass(frozen=True)
class Shortened:
    """Two points at the same angle, one of length eps: mistakes now, and at every length."""

    gamma: float
    eps: float
    mistakes: int
    curve: list[int]


def short_point() -> Exploration:
    """Shorten one of two points: the angle stays, the claimed bound stays, the mistakes do not.

    >>> short_point().at(gamma=0.5, eps=0.01).sentence
    'With γ = 0.50 and ε = 0.01 there are 52 mistakes; the claim allows 4.00: broken.'
    """
    depths = [Fraction(j, 20) for j in range(2, 15)]
    lengths = [Fraction(j, 100) for j in range(1, 51)]
    counts = {g: [short_point_mistakes(g, eps) for eps in lengths] for g in depths}
    across = np.array([float(eps) for eps in lengths])
    fig, (left, right) = pictures.figure(7.4, 3.7, columns=2)
    pictures.plane(left, reach=1.15)
    long = pictures.Curve(left, pictures.NEGATIVE, "s-", ms=8, mec="white", markevery=[1])
    short = pictures.Curve(left, pictures.NEGATIVE, "s-", ms=8, mec="white", markevery=[1])
    rays = [pictures.Curve(left, pictures.QUIET, ":", lw=1) for _ in (0, 1)]
    right.set(xscale="log", yscale="log", xlim=(0.009, 0.6), ylim=(1, 2e4))
    right.set(xlabel="length $\\varepsilon$ of the short point")
    pictures.ticks(right.xaxis, [0.01, 0.1, 0.5])
    right.minorticks_off()
    mended = pictures.Curve(right, pictures.BOUND, "-", label="repaired, $(R/s)/\\gamma^2$")
    claimed = pictures.Curve(right, pictures.BOUND, "--", label="claimed, $1/\\gamma^2$")
    made = pictures.Curve(right, pictures.WEIGHTS, "-", label="mistakes made")
    dot = pictures.Curve(right, pictures.WEIGHTS, "o", ms=7)
    pictures.legend(right, "upper right")

    def shortened(gamma: float, eps: float) -> Shortened:
        curve = counts[Fraction(round(20 * gamma), 20)]
        return Shortened(gamma, eps, curve[round(100 * eps) - 1], curve)

    def move(now: Shortened) -> None:
        g, eps, s = now.gamma, now.eps, (1 - now.gamma**2) ** 0.5
        long.move([0, g], [0, s])
        short.move([0, eps * g], [0, -eps * s])
        for ray, sign in zip(rays, (1, -1), strict=True):
            ray.move([0, 2 * g], [0, 2 * sign * s])
        claimed.move(across, np.full(len(across), 1 / g**2))
        i = round(100 * eps) - 1
        mended.move(across[i:], 1 / across[i:] / g**2)
        made.move(across[i:], now.curve[i:])
        dot.move([eps], [now.mistakes])

    def describe(now: Shortened) -> str:
        claim = 1 / now.gamma**2
        verdict = "broken" if now.mistakes > claim + 1e-9 else "not broken"
        made = f"With γ = {now.gamma:.2f} and ε = {now.eps:.2f} there are {now.mistakes} mistakes"
        return f"{made}; the claim allows {claim:.2f}: {verdict}."

    eps = slider("ε, length of the short point", 0.01, 0.5, 0.01, start=0.1, kept=0.01)
    gamma = slider("gamma", 0.1, 0.7, 0.05, start=0.3)
    return explore(fig, data=shortened, move=move, describe=describe, eps=eps, gamma=gamma)


@dataclass(frozen=True)
class Handicapped:
    """A start away from 0, or a bias that is fixed: how large, and y times the score each round."""

    size: int
    kind: str
    scores: Array


def handicap() -> Exploration:
    """One example, R = rho = 1, so one mistake is allowed: if w starts at 0 and there is no bias.

    >>> handicap().at(size=5, kind="fixed bias b").sentence
    'With b = 5, never learned, x = 1 costs 6 mistakes; claimed: 1, repaired: 11.'
    """
    kinds, most = ("start w₀", "fixed bias b"), 50
    runs = {(n, kind): _handicapped(n, kind) for n in range(most + 1) for kind in kinds}
    fig, (left, right) = pictures.figure(7.2, 3.6, columns=2)
    left.axhline(0, color=pictures.QUIET, lw=1)
    left.set(xlim=(0, 53), ylim=(-54, 4), xlabel="round", title="$y$ times the score")
    scores = pictures.Curve(left, pictures.MISTAKE, "o", label="mistake", ms=4)
    last = pictures.Curve(left, pictures.WEIGHTS, "o", label="right at last", ms=6)
    pictures.legend(left, "lower right")
    n = np.arange(most + 1)
    roof = Growing(n, (pictures.Curve(right, pictures.BOUND, label="repaired bound"), 1 + 2 * n))
    right.plot(n, 1 + 0 * n, "--", color=pictures.BOUND, label="claimed bound")
    right.set(xlim=(0, 52), ylim=(0, 105), xlabel="size of $w_0$ or of $b$", title="mistakes")
    made = pictures.Curve(right, pictures.WEIGHTS, "o", label="made", ms=7)
    pictures.legend(right, "upper left")

    def handicapped(size: int, kind: str) -> Handicapped:
        run = runs[size, kind]
        return Handicapped(size, kind, run.y[0] * (run.path[:, 0] - run.rule.threshold))

    def move(now: Handicapped) -> None:
        M = len(now.scores) - 1
        scores.move(np.arange(M), now.scores[:-1])
        last.move([M], now.scores[-1:])
        made.move([now.size], [M])
        roof.move(now.size + 1)

    def describe(now: Handicapped) -> str:
        size, fixed = now.size, now.kind == kinds[1]
        what = f"b = {size}, never learned," if fixed else f"w₀ = {-size} at the start,"
        cost = f"With {what} x = 1 costs {plural(len(now.scores) - 1, 'mistake')}"
        return f"{cost}; claimed: 1, repaired: {1 + 2 * size}."

    return explore(
        fig,
        data=handicapped,
        move=move,
        describe=describe,
        size=slider("size of w_0 or b", 0, most, start=5, kept=20),
        kind=choice("handicap", *kinds),
    )


def _handicapped(n: int, kind: str) -> Any:
    if kind == "start w₀":
        return play(Rule(), [[1]], [1], start=[-n], epochs=None)
    return play(Rule(threshold=-n, ties="plus"), [[1]], [-1], epochs=None)
