"""The pictures of `04_non_separable`: no end, hinge losses, and what a comparator may ask for.

The embedding, the comparison of the bounds, and false claims are in `lecture04_more`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..core.play import play
from ..core.rules import Rule
from ..notebook import pictures
from ..notebook.explore import Exploration, Flipbook, explore, flipbook, slider
from ..samples import data
from ..theory import margins
from . import lecture03

__all__ = [
    "across",
    "asked",
    "back_to_zero",
    "bounds",
    "crowd",
    "in_a_ball",
    "line_and_roof",
    "ten",
    "three_bounds",
]


# -- without a separator -----------------------------------------------------------------------


def ten() -> tuple[Any, Any]:
    """The ten examples of lecture 03 with the last label flipped: nothing separates them.

    >>> X, y = ten()
    >>> play(Rule(), X, y, epochs=4)
    <Run: 11 mistakes in 40 rounds (10 examples), not converged>
    """
    X, y = lecture03.sample()
    return X, np.append(y[:-1], -y[-1])


def back_to_zero() -> Flipbook:
    """A run that never ends, one page an update: the line, and the way of w through the plane.

    >>> back_to_zero().pages[10].sentence
    'After update 10, in pass 3, w = (-2, 2) errs on 1 of 10 examples.'
    >>> back_to_zero().pages[11].sentence
    'After update 11, in pass 4, w = (0, 0): as at the start, and all 10 examples count as errors.'
    """
    X, y = ten()
    run = play(Rule(), X, y, epochs=8)
    path = run.path.astype(int)
    fig, (left, right) = pictures.figure(7.4, 3.8, columns=2)
    pictures.plane(left, X, y)
    left.set_title("line of $w$; ringed: just learned")
    line, ring = pictures.Boundary(left), pictures.Marks(left)
    pictures.plane(right, reach=8.0)
    right.set(xlim=(-7, 3), ylim=(-2, 8), xlabel="$w_1$", ylabel="$w_2$")
    right.set_title("where $w$ has been")
    trail = pictures.Curve(right, pictures.QUIET, "o-", ms=4, lw=1)
    arrow = pictures.Arrow(right)

    def at(k: int) -> tuple[Any, ...]:
        wrong = X[run.examples[k - 1 : k]] if k else X[:0]
        return k, path[: k + 1], wrong, int((y * (X @ path[k]) <= 0).sum())

    def move(k: int, so_far: Any, wrong: Any, errors: int) -> None:
        line.move(so_far[-1])
        ring.move(wrong)
        trail.move(*so_far.T)
        arrow.move(so_far[-1])

    def describe(k: int, so_far: Any, wrong: Any, errors: int) -> str:
        if k == 0:
            return "Before any update w = (0, 0), and all 10 examples count as errors."
        a, b = so_far[-1]
        when = f"After update {k}, in pass {run.mistakes[k - 1] // 10 + 1}, w = ({a}, {b})"
        if errors == 10:
            return f"{when}: as at the start, and all 10 examples count as errors."
        return f"{when} errs on {errors} of 10 examples."

    steps = range(17)  # one turn, and half of the next
    return flipbook(
        fig, data=at, move=move, describe=describe, label="updates", steps=steps, start=4
    )


def in_a_ball() -> Exploration:
    """Flipped labels, many passes: mistakes without end, and weights that go nowhere.

    >>> in_a_ball().at(noise=10, passes=60).sentence
    '10% flipped, 60 passes: 436 mistakes so far, the longest w had length 1.53, ...20.6.'
    """
    most = 60
    samples = {n: data.noisy(40, 2, noise=n / 100, margin=0.1, seed=1) for n in range(0, 41, 10)}
    runs = {n: play(Rule(), X, y, epochs=most) for n, (X, y) in samples.items()}
    sizes = {n: np.linalg.norm(run.path, axis=1) for n, run in runs.items()}
    R = margins.radius(samples[0].X)
    fig, (left, right) = pictures.figure(7.4, 3.8, columns=2)
    pictures.plane(left, reach=1.9)
    left.set(xlabel="$w_1$", ylabel="$w_2$", title="every $w$ so far")
    trail = pictures.Curve(left, pictures.WEIGHTS, ".", ms=3)
    circle = pictures.Curve(left, pictures.QUIET, "--", lw=1.5)
    right.set(xscale="log", yscale="log", xlim=(0.9, 3000), ylim=(0.02, 200))
    right.set(xlabel="mistakes $k$", title="length of $w$")
    k = np.arange(1, 3001)
    right.plot(k, R * k**0.5, "--", color=pictures.BOUND, label="allowed by claim 2: $R\\sqrt{k}$")
    length = pictures.Curve(right, pictures.WEIGHTS, "-", label="$|w_k|$", lw=1)
    pictures.legend(right, "upper left")
    turn = np.linspace(0, 2 * np.pi, 121)

    def at(noise: int, passes: int) -> tuple[Any, ...]:
        M = int(np.searchsorted(runs[noise].mistakes, 40 * passes))
        return noise, passes, runs[noise].path[: M + 1], sizes[noise][: M + 1]

    def move(noise: int, passes: int, path: Any, lengths: Any) -> None:
        trail.move(*path.T)
        circle.move(lengths.max() * np.cos(turn), lengths.max() * np.sin(turn))
        length.move(k[: len(lengths) - 1], lengths[1:])

    def describe(noise: int, passes: int, path: Any, lengths: Any) -> str:
        M = len(lengths) - 1
        when = f"{noise}% flipped, {passes} pass{'' if passes == 1 else 'es'}: {M} mistakes so far"
        allowed = f"claim 2 would allow {R * M**0.5:.1f}"
        return f"{when}, the longest w had length {lengths.max():.2f}, {allowed}."

    controls = {
        "noise": slider("flipped labels (%)", 0, 40, 10, start=10),
        "passes": slider("passes", 1, most, start=1),
    }
    return explore(fig, data=at, move=move, describe=describe, **controls)


# -- hinge losses ------------------------------------------------------------------------------


class Street:
    """The line of v and its two sides at distance rho, in the colour of what the theory wants."""

    def __init__(self, ax: Any) -> None:
        self.line = pictures.Boundary(ax, pictures.BOUND)
        self.sides = [pictures.Boundary(ax, pictures.BOUND, "--", shade=False) for _ in (0, 1)]

    def move(self, v: Any, rho: float) -> None:
        """Draw it for these."""
        self.line.move(v)
        for side, sign in zip(self.sides, (1, -1), strict=True):
            side.move(v, sign * rho)


def across() -> Exploration:
    """Move a positive example across the street of v: where does it begin to cost something?

    >>> across().at(score=-4.0, rho=0.2).sentence
    'With rho = 0.20, y v.x = -4.0 rho costs d = 5.0 rho = 1.00; the answer is wrong.'
    >>> across().at(score=0.5, rho=0.2).sentence
    'With rho = 0.20, y v.x = 0.5 rho costs d = 0.5 rho = 0.10; the answer is right.'
    """
    v = pictures.angle(30)
    aside = 0.25 * pictures.angle(120)
    fig, (left, right) = pictures.figure(7.4, 3.8, columns=2)
    pictures.plane(left, reach=1.4)
    left.set_title("the street of $v$")
    street, arrow = Street(left), pictures.Arrow(left, pictures.BOUND)
    lack = pictures.Curve(left, pictures.MISTAKE, "-", lw=2.5)
    point = pictures.Curve(left, pictures.POSITIVE, "o", ms=9, mec="white")
    scores = np.linspace(-5, 3, 801)
    hinge = pictures.Curve(right, pictures.BOUND, "-", "hinge loss $d$")
    error = pictures.Curve(right, pictures.QUIET, ":", "1 if an error, else 0")
    right.set(xlim=(-5.2, 3.2), ylim=(-0.25, 7.5), title="in units of $\\rho$")
    right.set(xlabel="$y\\,(v\\cdot x)$", xticks=range(-5, 4))
    pictures.legend(right, "upper right")
    dot = pictures.Curve(right, pictures.MISTAKE, "o", ms=8)

    def at(score: float, rho: float) -> tuple[Any, ...]:
        return score, rho, score * rho * v + aside, max(0.0, 1 - score)

    def move(score: float, rho: float, x: Any, loss: float) -> None:
        street.move(v, rho)
        arrow.move(0.5 * v)
        point.move(*x[:, None])
        lack.move(*np.array([x, x + loss * rho * v]).T)
        seen = scores[scores >= score - 1e-9]  # what lies further left is not given away
        hinge.move(seen, np.maximum(0, 1 - seen))
        error.move(seen, seen <= 1e-9)
        dot.move([score], [loss])

    def describe(score: float, rho: float, x: Any, loss: float) -> str:
        answer = "right" if score > 0 else "wrong" if score < 0 else "a tie, an error by our rule"
        price = f"d = {loss:.1f} rho = {loss * rho:.2f}" if loss else "nothing, d = 0"
        where = f"With rho = {rho:.2f}, y v.x = {score + 0:.1f} rho"
        return f"{where} costs {price}; the answer is {answer}."

    controls = {
        "score": slider("y v.x, in units of rho", -5.0, 3.0, 0.5, start=2.0),
        "rho": slider("rho", 0.05, 0.25, 0.05, start=0.2),
    }
    return explore(fig, data=at, move=move, describe=describe, **controls)


# -- what a comparator may ask for -------------------------------------------------------------


def crowd() -> tuple[Any, Any, Any]:
    """A hundred examples, five of them with flipped labels, and the v behind the others.

    >>> X, y, v = crowd()
    >>> play(Rule(), X, y)
    <Run: 14 mistakes in 100 rounds (100 examples), not converged>
    """
    X, y = sample = data.noisy(100, 2, noise=0.05, margin=0.3, seed=1)
    v = sample.target
    return X, y, v


def bounds(R: float, rho: Any, D1: Any, D: Any) -> tuple[Any, Any, Any]:
    """The bounds of this lecture, for one rho or for many: printed L1 form, root form, L2.

    >>> [f"{bound:.2f}" for bound in bounds(1.0, 1.0, D1=2.0, D=2.0**0.5)]
    ['5.00', '4.00', '5.83']
    """
    root = (R + np.sqrt(R**2 + 4 * rho * D1)) / (2 * rho)
    return (R / rho) ** 2 + 2 * D1 / rho, root**2, ((R + D) / rho) ** 2


def three_bounds(X: Any, y: Any, v: Any, rho: float) -> tuple[float, float, float]:
    """The bounds for one pass over the examples, when v (of length 1) is asked for rho.

    >>> X, y, v = crowd()
    >>> [f"{bound:.1f}" for bound in three_bounds(X, y, v, 0.4)]
    ['36.4', '28.4', '66.0']
    """
    d = margins.hinge_losses(v, X, y, rho)
    printed, root, l2 = bounds(margins.radius(X), rho, d.sum(), np.linalg.norm(d))
    return float(printed), float(root), float(l2)


LOOKS = (
    (pictures.BOUND, ":", "printed $L_1$ form"),
    (pictures.BOUND, "-", "root $L_1$ form"),
    (pictures.BOUND, "--", "$L_2$"),
)
"""How the three bounds are drawn, in this lecture."""


def line_and_roof() -> Exploration:
    """The squeeze of lecture 03, with a roof that is lifted by what the examples lack.

    >>> line_and_roof().at(rho=0.3, passes=1).sentence
    'For rho = 0.30, 1 pass: M rho = 4.20 <= R sqrt(M) + paid = 3.72 + 4.39; line ... meet at 33.9.'
    """
    X, y, v = crowd()
    run, R = play(Rule(), X, y, epochs=3), margins.radius(X)
    m, most = y * (X @ v), 115
    k = np.linspace(0, most, 116)
    fig, (left, right) = pictures.figure(7.6, 3.8, columns=2)
    pictures.plane(left, X, y)
    left.set_title("ringed: mistakes that paid")
    street, rings = Street(left), pictures.Marks(left)
    right.set(xlim=(0, most), ylim=(0, 80), xlabel="mistakes $k$", title="the line and the roof")
    roof = pictures.Curve(right, pictures.BOUND, "--", "roof, $R\\sqrt{k} + D_1$")
    line = pictures.Curve(right, pictures.BOUND, "-", "line, $k\\rho$")
    steps = pictures.Curve(right, pictures.WEIGHTS, "-", "$R\\sqrt{k}$ + paid so far", lw=1.5)
    end = pictures.Curve(right, pictures.QUIET, ":", lw=1.5)
    pictures.legend(right, "upper left")

    def at(rho: float, passes: int) -> tuple[Any, ...]:
        d, M = np.maximum(0.0, rho - m), int(np.searchsorted(run.mistakes, 100 * passes))
        return rho, passes, M, np.append(0.0, d[run.examples[:M]].cumsum()), passes * d.sum()

    def move(rho: float, passes: int, M: int, paid: Any, D1: float) -> None:
        street.move(v, rho)
        rings.move(X[run.examples[:M][np.diff(paid) > 0]])
        meet = bounds(R, rho, D1, 0.0)[1]
        roof.move(k, R * k**0.5 + D1)
        line.move(k, k * rho)
        steps.move(range(M + 1), R * np.arange(M + 1) ** 0.5 + paid)
        end.move([meet, meet], [0, meet * rho])

    def describe(rho: float, passes: int, M: int, paid: Any, D1: float) -> str:
        when = f"For rho = {rho:.2f}, {passes} pass{'' if passes == 1 else 'es'}"
        sides = f"M rho = {M * rho:.2f} <= R sqrt(M) + paid = {R * M**0.5:.2f} + {paid[-1]:.2f}"
        return f"{when}: {sides}; line and roof meet at {bounds(R, rho, D1, 0.0)[1]:.1f}."

    controls = {
        "rho": slider("rho, the margin asked for", 0.2, 0.6, 0.05, start=0.2),
        "passes": slider("passes", 1, 3),
    }
    return explore(fig, data=at, move=move, describe=describe, **controls)


def asked() -> Exploration:
    """Turn the comparator, and choose the margin asked of it: three bounds for the same pass.

    >>> asked().at(degrees=70, rho=0.4).sentence
    'For v at 70 degrees and rho = 0.40: printed form 35.8, root form 28.0, L2 64.9; M = 14.'
    """
    X, y, _ = crowd()
    M, R = play(Rule(), X, y).M, margins.radius(X)
    asks = np.linspace(0.02, 1.0, 99)
    fig, (left, right) = pictures.figure(7.0, 3.4, columns=2)
    pictures.plane(left, X, y)
    left.set_title("what each example lacks")
    street, lacks = Street(left), pictures.Curve(left, pictures.MISTAKE, "-", lw=1)
    curves = [pictures.Curve(right, c, s, name, lw=1.5) for c, s, name in LOOKS]
    right.axhline(100, color=pictures.QUIET, lw=1, label="rounds, 100")
    right.axhline(M, color=pictures.WEIGHTS, lw=1.5, label="mistakes made, 14")
    right.set(yscale="log", xlim=(0, 1.03), ylim=(8, 4000), xlabel="$\\rho$, the margin asked for")
    right.set_yticks([10, 100, 1000], ["10", "100", "1000"])
    pictures.legend(right, "upper right", fontsize=8)
    dots = pictures.Curve(right, pictures.BOUND, "o", ms=5)

    def at(degrees: int, rho: float) -> tuple[Any, ...]:
        v = pictures.angle(degrees)
        m = y * (X @ v)
        d = np.maximum(0.0, np.append(asks, rho)[:, None] - m)
        three = bounds(R, np.append(asks, rho), d.sum(axis=1), np.sqrt((d * d).sum(axis=1)))
        return degrees, rho, v, X + (y * d[-1])[:, None] * v, np.array(three)

    def move(degrees: int, rho: float, v: Any, ends: Any, three: Any) -> None:
        street.move(v, rho)
        lacks.move(*np.stack([X, ends, np.full_like(X, np.nan)], axis=1).reshape(-1, 2).T)
        for curve, values in zip(curves, three, strict=True):
            curve.move(asks, values[:-1])
        dots.move([rho] * 3, three[:, -1])

    def describe(degrees: int, rho: float, v: Any, ends: Any, three: Any) -> str:
        printed, root, l2 = three[:, -1]
        where = f"For v at {degrees} degrees and rho = {rho:.2f}"
        return f"{where}: printed form {printed:.1f}, root form {root:.1f}, L2 {l2:.1f}; M = {M}."

    controls = {
        "degrees": slider("angle of v (degrees)", 20, 120, 1, start=45),
        "rho": slider("rho, the margin asked for", 0.05, 1.0, 0.01, start=0.2),
    }
    return explore(fig, data=at, move=move, describe=describe, **controls)
