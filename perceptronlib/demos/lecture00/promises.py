"""Two promises of the course: few mistakes where the gap is wide, or relevance is rare."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...core.play import play
from ...core.rules import Rule
from ...learners import ExponentialWinnow, Perceptron
from ...notebook import pictures
from ...notebook.explore import Exploration, Flipbook, explore, flipbook, slider
from ...samples import adversaries, data
from ...theory import margins

__all__ = ["gap_and_mistakes", "two_learners"]


def gap_and_mistakes() -> Exploration:
    """Widen the gap between the classes; compare the mistakes made with those allowed.

    >>> gap_and_mistakes().at(gap=0.3).sentence
    'With a gap of 0.30 the perceptron makes 2 mistakes; the theorem allows 13.'
    >>> gap_and_mistakes().at(gap=0.4).sentence
    'With a gap of 0.40 the perceptron makes 1 mistake; the theorem allows 9.'
    """
    X, y = sample = data.separable(60, 2, margin=0.0, seed=2)
    v = sample.target
    assert v is not None
    fig, (left, right) = pictures.figure(columns=2)
    pictures.plane(left, reach=1.5)
    drawn = [pictures.Curve(left, c, m, ms=5) for c, m in _LOOKS]
    right.set(xlim=(0, 0.5), ylim=(1, 1e4), yscale="log", xlabel="gap", ylabel="mistakes")
    gaps = np.linspace(0.02, 0.5, 25)
    runs = [_mistakes_and_bound(X + g * y[:, None] * v, y) for g in gaps]
    curves = [
        pictures.Curve(right, c, s, label=name)
        for c, s, name in ((pictures.WEIGHTS, "-", "made"), (pictures.BOUND, "--", "allowed"))
    ]
    pictures.legend(right, "upper right")
    made, allowed = (pictures.Curve(right, c, "o") for c in (pictures.WEIGHTS, pictures.BOUND))

    def at(gap: float) -> tuple[Any, ...]:
        Z = X + gap * y[:, None] * v
        return gap, Z, *_mistakes_and_bound(Z, y)

    def move(gap: float, Z: Any, M: int, bound: float) -> None:
        for curve, sign in zip(drawn, (1, -1), strict=True):
            curve.move(*Z[y == sign].T)
        seen = round(gap / 0.02)
        for curve, values in zip(curves, zip(*runs, strict=True), strict=True):
            curve.move(gaps[:seen], values[:seen])
        made.move([gap], [M])
        allowed.move([gap], [bound])

    def describe(gap: float, Z: Any, M: int, bound: float) -> str:
        made = f"With a gap of {gap:.2f} the perceptron makes {M} mistake{'s' if M > 1 else ''}"
        return f"{made}; the theorem allows {bound:.0f}."

    control = slider("gap", 0.02, 0.5, 0.02, start=0.1)
    return explore(fig, data=at, move=move, describe=describe, gap=control)


_LOOKS = ((pictures.POSITIVE, "o"), (pictures.NEGATIVE, "s"))


def _mistakes_and_bound(X: Any, y: Any) -> tuple[int, float]:
    """Mistakes until a clean pass, and Novikoff's bound with the widest margin."""
    bound = (margins.radius(X) / margins.max_margin(X, y).margin) ** 2
    return Perceptron(epochs=None).fit(X, y).run_.M, bound


def two_learners() -> Flipbook:
    """One of N features decides: the Perceptron makes N mistakes, Winnow log2 N.

    >>> two_learners()
    features N = 4. With 4 features the Perceptron errs 4 times, Winnow 2 times.
    >>> two_learners().pages[-1].sentence
    'With 256 features the Perceptron errs 256 times, Winnow 8 times.'
    """
    sizes = [2**k for k in range(1, 9)]
    counts = [_both(n) for n in sizes]
    fig, ax = pictures.figure(5.6, 3.2)
    ax.set(xscale="log", yscale="log", xlabel="features N", ylabel="mistakes", xlim=(1.8, 300))
    ax.set_ylim(0.9, 300)
    curves = [
        pictures.Curve(ax, c, s, label=name)
        for c, s, name in ((pictures.QUIET, "o-", "perceptron"), (pictures.WEIGHTS, "s-", "Winnow"))
    ]
    pictures.legend(ax, "upper left")

    def at(n: int) -> tuple[Any, ...]:
        seen = sizes.index(n) + 1
        return n, *zip(*counts[:seen], strict=True)

    def move(n: int, perceptron: Any, winnow: Any) -> None:
        for curve, values in zip(curves, (perceptron, winnow), strict=True):
            curve.move(sizes[: len(values)], values)

    def describe(n: int, perceptron: Any, winnow: Any) -> str:
        count = f"With {n} features the Perceptron errs {perceptron[-1]} times"
        return f"{count}, Winnow {winnow[-1]} time{'s' if winnow[-1] > 1 else ''}."

    how: dict[str, Any] = {"label": "features N", "steps": sizes, "start": 4}
    return flipbook(fig, data=at, move=move, describe=describe, **how)


def _both(n: int) -> tuple[int, int]:
    X, y = adversaries.hadamard(n)
    winnow = ExponentialWinnow(0.5).partial_fit(X, y, classes=[-1, 1])
    return play(Rule(), X, y).M, winnow.run_.M
