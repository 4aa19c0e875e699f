"""The most mistakes that a stream can force on Winnow, beside what is allowed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...notebook import pictures
from ...notebook.compound import Examples, Growing
from ...notebook.explore import Exploration, explore, slider
from ...notebook.predict import Prediction, predict
from ...notebook.words import plural
from ...samples import adversaries

__all__ = ["allowed", "greedy", "ours", "seventeen", "which_logarithm", "worst_case"]


@dataclass(frozen=True)
class Worst:
    """The longest play against Winnow with d features, r of them relevant; None if r > d."""

    d: int
    r: int
    game: adversaries.WorstCase | None


def worst_case() -> Prediction:
    """Is our bound ever reached? Then compare it with the exact worst case.

    >>> worst_case().at(d=5, r=1).sentence
    'With d = 5, r = 1 exactly 6 mistakes can be forced; the theorem allows 7.'
    >>> worst_case().at(d=1, r=2).sentence
    'Among d = 1 features there are no r = 2 relevant ones: no game.'
    """
    return predict(
        {
            "it stays one or two below what is allowed": "And it jumps just after a power of 2, "
            "where a relevant weight needs one more doubling.",
            "it reaches what is allowed at every d": "It stays one or two below.",
            "it stays far below": "It does not: an adversary who sees the weights comes close.",
        },
        right="it stays one or two below what is allowed",
        then=_exactly(),
    )


def _exactly() -> Exploration:
    pairs = [(d, r) for d in range(1, 10) for r in range(3) if r <= d]
    games = {pair: adversaries.winnow_worst(*pair) for pair in pairs}
    fig, (left, right) = pictures.figure(7.8, 3.9, columns=2, width_ratios=[1.4, 1])
    left.set(xlim=(0.7, 9.3), ylim=(-0.6, 22), xlabel="features $d$", ylabel="mistakes")
    left.set(title="the worst case, and what is allowed", xticks=range(1, 10))
    roof = pictures.Curve(left, pictures.BOUND, "s--", label="allowed by the theorem", ms=4)
    exact = pictures.Curve(left, pictures.WEIGHTS, "o", label="exact worst case", ms=5)
    spot = pictures.Marks(left)
    pictures.legend(left, "upper left")
    right.set(xlim=(-0.2, 9.5), ylim=(1.02, -0.16), yticks=[], xticks=range(1, 10))
    right.set(xlabel="feature", title="a worst stream, row by row")
    right.spines["left"].set_visible(False)
    active = Examples(right)
    rows = pictures.Curve(right, pictures.QUIET, "-", lw=0.8)
    band = pictures.Curve(right, pictures.BOUND, "-", lw=3)
    data = {"transform": right.transData, "animated": True}
    relevant = pictures.Note(right, 0.6, -0.1, pictures.BOUND, fontsize=9, va="center", **data)
    numbers = [
        pictures.Note(right, 0.1, 0, pictures.QUIET, fontsize=9, va="center", ha="right", **data)
        for _ in range(max(game.value for game in games.values()))
    ]

    def worst(d: int, r: int) -> Worst:
        return Worst(d, r, games.get((d, r)))

    def move(now: Worst) -> None:
        sizes = list(range(max(now.r, 1), now.d + 1))
        exact.move(sizes, [games[n, now.r].value for n in sizes])
        proved = [n for n in sizes if n >= 2 and now.r]
        roof.move(proved, [allowed(n, now.r) for n in proved])
        game = now.game
        spot.move([[now.d, game.value]] if game else [])
        row, column = np.nonzero(game.X > 0 if game else np.zeros((0, now.d)))
        count = game.value if game else 0
        down = (np.arange(count) + 0.5) / max(count, 9)  # rows fill the height, few of them do not
        active.move(np.column_stack([column + 1, down[row]]), game.y[row] if game else row)
        rows.move([0.4, 0.4], [0, count / max(count, 9)])
        band.move(
            [0.6, now.r + 0.4] if game and now.r else [], [-0.04] * 2 if game and now.r else []
        )
        relevant.move("relevant" if game and now.r else "")
        for k, number in enumerate(numbers):
            number.text.set_y(down[k] if k < count else 0)
            number.move(f"{k + 1}" if k < count and (count < 10 or k % 2) else "")

    def describe(now: Worst) -> str:
        if now.game is None:
            return f"Among d = {now.d} features there are no r = {now.r} relevant ones: no game."
        made = plural(now.game.value, "mistake")
        most = f"With d = {now.d}, r = {now.r} exactly {made} can be forced"
        if not now.r or now.d < 2:
            return f"{most}; the theorem makes no claim (it needs r ≥ 1 and d ≥ 2)."
        return f"{most}; the theorem allows {allowed(now.d, now.r)}."

    d, r = slider("features d", 1, 9, start=9), slider("relevant r", 0, 2, start=1)
    return explore(fig, data=worst, move=move, describe=describe, d=d, r=r)


def ours(d: int, r: int) -> float:
    """The bound of the lecture, 2 + r(3k - 2^(k+1)/d) with k = ceil(log2 d): M is below it.

    >>> ours(8, 2)
    16.0
    """
    k = (d - 1).bit_length()
    return float(2 + r * (3 * k - 2 ** (k + 1) / d))


def allowed(d: int, r: int) -> int:
    """The largest whole number below the bound of the lecture: so many mistakes it allows.

    >>> allowed(8, 2), allowed(5, 2)
    (15, 13)
    """
    return int(np.ceil(ours(d, r))) - 1


def greedy(d: int) -> tuple[Any, Any]:
    """A simple adversary for r = 1, where the first feature is relevant: each row is a mistake.

    Positives take along all that fits below d, negatives as few features as reach d.

    >>> from perceptronlib import Winnow
    >>> X, y = greedy(40)
    >>> Winnow().run(X, y).M, len(X)
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

    >>> from perceptronlib import Winnow
    >>> Winnow().run(*seventeen()).M
    12
    """
    rows = """11111111111111110 01111111100000001 10000000011111111 01111111111000001
              01111110010111000 11000001001100110 01111101101010100 11100001000100100
              01111011111111001 11110001000000000 01110111111101101 01111111011111111"""
    X = np.array([[int(bit) for bit in row] for row in rows.split()], dtype=float)
    return X, np.where(X[:, 0] > 0, 1.0, -1.0)


@dataclass(frozen=True)
class Logarithms:
    """Mistakes forced with d features, and 3 (1 + log d) with either logarithm."""

    d: int
    forced: int
    natural: float
    binary: float


def which_logarithm() -> Exploration:
    """3 (1 + log d) with two logarithms, and the mistakes that a simple adversary forces.

    >>> which_logarithm().at(d=40).sentence
    'With d = 40, 15 mistakes are forced: more than 3(1 + ln d) = 14.07, within 3(1 + log₂ d) = ...'
    """
    sizes = np.arange(2, 129)
    forced = [len(greedy(int(d))[1]) for d in sizes]
    fig, ax = pictures.figure(6.6, 3.5)
    ax.set(xscale="log", xlim=(1.8, 140), ylim=(0, 26), xlabel="features $d$", ylabel="mistakes")
    pictures.ticks(ax.xaxis, [2, 4, 8, 16, 32, 64, 128])
    ax.minorticks_off()
    binary = pictures.Curve(ax, pictures.BOUND, "--", label="$3(1+\\log_2 d)$")
    natural = pictures.Curve(ax, pictures.BOUND, ":", label="$3(1+\\ln d)$")
    made = pictures.Curve(ax, pictures.WEIGHTS, ".", label="forced by a simple adversary", ms=4)
    growing = Growing(
        sizes,
        (binary, 3 * (1 + np.log2(sizes))),
        (natural, 3 * (1 + np.log(sizes))),
        (made, forced),
    )
    dot = pictures.Curve(ax, pictures.WEIGHTS, "o", ms=8)
    pictures.legend(ax, "upper left")

    def logarithms(d: int) -> Logarithms:
        return Logarithms(d, forced[d - 2], 3 * (1 + np.log(d)), 3 * (1 + np.log2(d)))

    def move(now: Logarithms) -> None:
        growing.move(now.d - 1)
        dot.move([now.d], [now.forced])

    def describe(now: Logarithms) -> str:
        count = f"{now.forced} mistake is" if now.forced == 1 else f"{now.forced} mistakes are"
        side = "more than" if now.forced > now.natural else "within"
        start = f"With d = {now.d}, {count} forced: {side} 3(1 + ln d) = {now.natural:.2f}"
        return f"{start}, within 3(1 + log₂ d) = {now.binary:.2f}."

    control = slider("features d", 2, 128, start=16, kept=128)
    return explore(fig, data=logarithms, move=move, describe=describe, d=control)
