"""The most mistakes that a stream can force on Winnow, beside the published bounds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from ...notebook import pictures
from ...notebook.compound import Examples, Growing
from ...notebook.explore import Exploration, explore, slider
from ...notebook.words import plural
from ...samples import adversaries

__all__ = ["greedy", "other_factors", "ours", "seventeen", "which_logarithm", "worst_case"]


def worst_case() -> Exploration:
    """The most mistakes that any stream can cost Winnow, exactly, beside the published bounds.

    >>> worst_case().at(d=5, r=1).sentence
    'With d = 5, r = 1 at most 6 mistakes, exactly; bounds 7.80 (ours), 8.97 and 9.97 (UIC-16).'
    >>> worst_case().at(d=1, r=2).sentence
    'Among d = 1 features there are no r = 2 relevant ones: no game.'
    """
    pairs = [(d, r) for d in range(1, 10) for r in range(3) if r <= d]
    games = {pair: adversaries.winnow_worst(*pair) for pair in pairs}
    bounds = {pair: _bounds(*pair) for pair in pairs}
    fig, (left, right) = pictures.figure(7.8, 3.9, columns=2, width_ratios=[1.4, 1])
    left.set(xlim=(0.7, 9.3), ylim=(-0.6, 29), xlabel="features $d$", ylabel="mistakes")
    kinds = ((":", "$3r(1+\\log_2 d)$, UIC-16"), ("--", "$2+3r\\log_2 d$, UIC-16"), ("-", "ours"))
    lines = [pictures.Curve(left, pictures.BOUND, s, label=name, lw=1.6) for s, name in kinds]
    exact = pictures.Curve(left, pictures.WEIGHTS, "o", label="exact worst case", ms=5)
    spot = pictures.Marks(left)
    pictures.legend(left, "upper left")
    right.set(xlim=(0.5, 9.5), ylim=(19.5, 0.5), xlabel="feature", ylabel="mistake")
    right.set(title="a worst stream", xticks=range(1, 10), yticks=range(2, 20, 2))
    active = Examples(right)

    def at(d: int, r: int) -> tuple[Any, ...]:
        return d, r, [n for n in range(max(r, 1), d + 1)], games.get((d, r))

    def move(d: int, r: int, sizes: Any, game: Any) -> None:
        exact.move(sizes, [games[n, r].value for n in sizes])
        for kind, line in enumerate(lines):
            line.move(sizes, [bounds[n, r][kind] for n in sizes])
        spot.move([[d, game.value]] if game else [])
        row, column = np.nonzero(game.X > 0 if game else np.zeros((0, d)))
        active.move(np.column_stack([column, row]) + 1, game.y[row] if game else row)

    def describe(d: int, r: int, sizes: Any, game: Any) -> str:
        if game is None:
            return f"Among d = {d} features there are no r = {r} relevant ones: no game."
        M, (wide, other, proved) = game.value, bounds[d, r]
        most = f"With d = {d}, r = {r} at most {plural(M, 'mistake')}, exactly"
        published = f"{other:.2f} and {wide:.2f} (UIC-16)"
        if np.isnan(proved):
            return f"{most}; bounds {published}, none of ours (it needs r >= 1, d >= 2)."
        return f"{most}; bounds {proved:.2f} (ours), {published}."

    d, r = slider("features d", 1, 9, start=3), slider("relevant r", 0, 2, start=1)
    return explore(fig, data=at, move=move, describe=describe, d=d, r=r)


def ours(d: int, r: int) -> float:
    """The bound of the lecture, 2 + r(3k - 2^(k+1)/d) with k = ceil(log2 d): M is below it.

    >>> ours(8, 2)
    16.0
    """
    k = (d - 1).bit_length()
    return float(2 + r * (3 * k - 2 ** (k + 1) / d))


def _bounds(d: int, r: int) -> tuple[float, float, float]:
    """UIC-16's two bounds with log2, and the one proved in the lecture."""
    proved = ours(d, r) if r >= 1 and d >= 2 else np.nan
    return 3 * r * (1 + np.log2(d)), 2 + 3 * r * np.log2(d), proved


def greedy(d: int) -> tuple[Any, Any]:
    """A simple adversary for r = 1, where the first feature is relevant: each row is a mistake.

    Positives take along all that fits below d, negatives as few features as reach d.

    >>> from perceptronlib import play
    >>> from perceptronlib.demos.lecture06 import winnow
    >>> X, y = greedy(40)
    >>> play(winnow(40), X, y).M, len(X)
    (15, 15)
    """
    w, X, y = np.ones(d), [], []
    while w[0] < d or w[1:].sum() >= d:
        heavy_first = 1 + np.argsort(-w[1:], kind="stable")
        label = 1.0 if w[1:].sum() < d else -1.0
        x, score = np.zeros(d), w[0] if label > 0 else w[1:].sum()
        x[0], x[1:] = (1, 0) if label > 0 else (0, 1)
        for i in heavy_first:
            if score + label * w[i] < d if label > 0 else score - w[i] >= d:
                x[i], score = 1 - x[i], score + label * w[i]
        X.append(x)
        y.append(label)
        w[x > 0] *= 2.0**label
    return np.array(X), np.array(y)


def seventeen() -> tuple[Any, Any]:
    """The longest play against Winnow for d = 17 and r = 1: the first to beat 3 (1 + ln d).

    Found by `adversaries.winnow_worst`, which takes a minute and a half for it.

    >>> from perceptronlib import play
    >>> from perceptronlib.demos.lecture06 import winnow
    >>> X, y = seventeen()
    >>> play(winnow(17), X, y).M
    12
    """
    rows = """11111111111111110 01111111100000001 10000000011111111 01111111111000001
              01111110010111000 11000001001100110 01111101101010100 11100001000100100
              01111011111111001 11110001000000000 01110111111101101 01111111011111111"""
    X = np.array([[int(bit) for bit in row] for row in rows.split()], dtype=float)
    return X, np.where(X[:, 0] > 0, 1.0, -1.0)


def which_logarithm() -> Exploration:
    """3 (1 + log d) with two logarithms, and the mistakes that a simple adversary forces.

    >>> which_logarithm().at(d=40).sentence
    'With d = 40, 15 mistakes are forced: more than 3(1 + ln d) = 14.07; 3(1 + log2 d) = 18.97.'
    """
    sizes = np.arange(2, 129)
    forced = [len(greedy(int(d))[1]) for d in sizes]
    fig, ax = pictures.figure(6.4, 3.6)
    ax.set(xscale="log", xlim=(1.8, 140), ylim=(0, 26), xlabel="features $d$", ylabel="mistakes")
    pictures.ticks(ax.xaxis, [2, 4, 8, 16, 32, 64, 128])
    ax.minorticks_off()
    binary = pictures.Curve(ax, pictures.BOUND, "--", label="$3(1+\\log_2 d)$")
    natural = pictures.Curve(ax, pictures.BOUND, ":", label="$3(1+\\ln d)$")
    made = pictures.Curve(ax, pictures.WEIGHTS, ".", label="forced by the greedy adversary", ms=4)
    growing = Growing(
        sizes,
        (binary, 3 * (1 + np.log2(sizes))),
        (natural, 3 * (1 + np.log(sizes))),
        (made, forced),
    )
    dot = pictures.Curve(ax, pictures.WEIGHTS, "o", ms=8)
    pictures.legend(ax, "upper left")

    def at(d: int) -> tuple[Any, ...]:
        return d, forced[d - 2]

    def move(d: int, M: int) -> None:
        growing.move(d - 1)
        dot.move([d], [M])

    def describe(d: int, M: int) -> str:
        small, large = 3 * (1 + np.log(d)), 3 * (1 + np.log2(d))
        count = f"{M} mistake is" if M == 1 else f"{M} mistakes are"
        side = "more than" if M > small else "within"
        forced = f"With d = {d}, {count} forced: {side} 3(1 + ln d) = {small:.2f}"
        return f"{forced}; 3(1 + log2 d) = {large:.2f}."

    control = slider("features d", 2, 128, start=8)
    return explore(fig, data=at, move=move, describe=describe, d=control)


def other_factors() -> Exploration:
    """The mistakes that can be forced on Winnow(beta), one relevant feature among d.

    >>> other_factors().at(beta=0.25, d=5).sentence
    'With beta = 0.25, d = 5: 12 can be forced, claimed at most 9.97 (broken), repaired 18.00.'
    """
    factors = [Fraction(j, 4) for j in range(1, 13)]
    along = np.array([float(beta) for beta in factors])
    games = {d: [adversaries.winnow_worst(d, 1, b).value for b in factors] for d in range(2, 7)}
    fig, ax = pictures.figure(6.4, 3.6)
    ax.set(xlim=(0.15, 3.1), ylim=(0, 24), ylabel="mistakes")
    ax.set_xlabel("$\\beta$ (weights are multiplied by $1+\\beta$)")
    mended = pictures.Curve(
        ax,
        pictures.BOUND,
        "-",
        lw=1.5,
        ms=4,
        label="repaired, $(2+\\beta)\\,r\\lceil\\log_{1+\\beta} d\\rceil$",
    )
    claimed = pictures.Curve(ax, pictures.BOUND, "--", label="claimed, $3r(1+\\log_2 d)$")
    exact = pictures.Curve(ax, pictures.WEIGHTS, "o", label="exact worst case", ms=5)
    spot = pictures.Marks(ax)
    pictures.legend(ax, "upper right")

    def at(beta: float, d: int) -> tuple[Any, ...]:
        j = round(4 * beta) - 1
        return beta, d, games[d][j], [_repaired(factor, d) for factor in factors], j

    def move(beta: float, d: int, M: int, bounds: Any, j: int) -> None:
        seen = slice(min(j, 3), max(j, 3) + 1)
        mended.move(along[seen], bounds[seen])
        claimed.move([0, 4], [3 * (1 + np.log2(d))] * 2)
        exact.move(along[seen], games[d][seen])
        spot.move([[beta, M]])

    def describe(beta: float, d: int, M: int, bounds: Any, j: int) -> str:
        claim = 3 * (1 + np.log2(d))
        verdict = "broken" if M > claim else "not broken"
        end = f"claimed at most {claim:.2f} ({verdict}), repaired {bounds[j]:.2f}"
        return f"With beta = {beta:.2f}, d = {d}: {M} can be forced, {end}."

    beta, d = slider("beta", 0.25, 3.0, 0.25, start=1.0), slider("features d", 2, 6, start=5)
    return explore(fig, data=at, move=move, describe=describe, beta=beta, d=d)


def _repaired(beta: Fraction, d: int) -> float:
    """(2 + beta) ceil(log_{1+beta} d): more than Winnow(beta) ever makes for r = 1."""
    k = next(k for k in range(100) if (1 + beta) ** k >= d)
    return float((2 + beta) * k)
