"""More pictures of `03_mistake_bounds`: false claims, one example left out, fresh examples."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from ..core.play import play
from ..core.rules import Rule
from ..notebook import pictures
from ..notebook.explore import Exploration, Flipbook, Still, choice, explore, flipbook, show, slider
from ..samples import adversaries, data
from ..theory import margins, theorems
from .lecture03 import sample

__all__ = [
    "four_points",
    "fresh_examples",
    "handicap",
    "landscape",
    "leave_out",
    "short_point",
    "short_point_mistakes",
    "stream_means",
    "unbiased",
]


def short_point_mistakes(g: Any, eps: Any) -> int:
    """Mistakes on the points (g, s) and eps (g, -s), both labelled -1, where s^2 = 1 - g^2.

    Only the inner products of the points matter, and those are fractions although s is not: the
    count is exact, and no tie is left to rounding. Under ``le``, passes until one is clean.

    >>> [short_point_mistakes(g, e) for g, e in (("3/10", "1/100"), ("1/2", "1/100"))]
    [84, 52]
    >>> short_point_mistakes("3/10", "1/10")
    10
    """
    g, eps = Fraction(g), Fraction(eps)
    across, scale = eps * (2 * g**2 - 1), (g.denominator * eps.denominator) ** 2
    gram = [[int(scale), int(scale * across)], [int(scale * across), int(scale * eps**2)]]
    counts = [0, 0]
    clean = False
    while not clean:
        clean = True
        for i, (a, b) in enumerate(gram):
            if counts[0] * a + counts[1] * b <= 0:
                counts[i], clean = counts[i] + 1, False
    return sum(counts)


def short_point() -> Exploration:
    """Shorten one of two points: the angle stays, the claimed bound stays, the mistakes do not.

    >>> short_point().at(g=0.5, eps=0.01).sentence
    'With g = 0.50 and eps = 0.01 there are 52 mistakes; the claim allows 4.00: broken.'
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
    right.set(xlabel="length eps of the short point")
    right.set_xticks([0.01, 0.1, 0.5], ["0.01", "0.1", "0.5"])
    right.minorticks_off()
    mended = pictures.Curve(right, pictures.BOUND, "-", label="repaired, $(R/r)/\\gamma^2$")
    claimed = pictures.Curve(right, pictures.BOUND, "--", label="claimed, $1/\\gamma^2$")
    made = pictures.Curve(right, pictures.WEIGHTS, "-", label="mistakes made")
    dot = pictures.Curve(right, pictures.WEIGHTS, "o", ms=7)
    pictures.legend(right, "upper right")

    def at(g: float, eps: float) -> tuple[Any, ...]:
        curve = counts[Fraction(round(20 * g), 20)]
        return g, eps, curve, curve[round(100 * eps) - 1]

    def move(g: float, eps: float, curve: Any, M: int) -> None:
        s = (1 - g**2) ** 0.5
        long.move([0, g], [0, s])
        short.move([0, eps * g], [0, -eps * s])
        for ray, sign in zip(rays, (1, -1), strict=True):
            ray.move([0, 2 * g], [0, 2 * sign * s])
        claimed.move(across, np.full(len(across), 1 / g**2))
        i = round(100 * eps) - 1
        mended.move(across[i:], 1 / across[i:] / g**2)
        made.move(across[i:], curve[i:])
        dot.move([eps], [M])

    def describe(g: float, eps: float, curve: Any, M: int) -> str:
        verdict = "broken" if M > 1 / g**2 + 1e-9 else "not broken"
        made = f"With g = {g:.2f} and eps = {eps:.2f} there are {M} mistakes"
        return f"{made}; the claim allows {1 / g**2:.2f}: {verdict}."

    eps = slider("eps, length of the short point", 0.01, 0.5, 0.01, start=0.1)
    g = slider("g", 0.1, 0.7, 0.05, start=0.3)
    return explore(fig, data=at, move=move, describe=describe, eps=eps, g=g)


def handicap() -> Exploration:
    """One example, R = rho = 1, so one mistake is allowed: if w starts at 0 and there is no bias.

    >>> handicap().at(size=5, kind="fixed bias b").sentence
    'With b = 5, never learned, x = 1 costs 6 mistakes; claimed: 1, repaired: 11.'
    """
    kinds, most = ("start w0", "fixed bias b"), 50
    runs = {(n, kind): _handicapped(n, kind) for n in range(most + 1) for kind in kinds}
    fig, (left, right) = pictures.figure(7.2, 3.6, columns=2)
    left.axhline(0, color=pictures.QUIET, lw=1)
    left.set(xlim=(0, 53), ylim=(-54, 4), xlabel="round", title="$y$ times the score")
    scores = pictures.Curve(left, pictures.MISTAKE, "o", label="mistake", ms=4)
    last = pictures.Curve(left, pictures.WEIGHTS, "o", label="right at last", ms=6)
    pictures.legend(left, "lower right")
    n = np.arange(most + 1)
    roof = pictures.Curve(right, pictures.BOUND, label="repaired bound")
    right.plot(n, 1 + 0 * n, "--", color=pictures.BOUND, label="claimed bound")
    right.set(xlim=(0, 52), ylim=(0, 105), xlabel="size of $w_0$ or of $b$", title="mistakes")
    made = pictures.Curve(right, pictures.WEIGHTS, "o", label="made", ms=7)
    pictures.legend(right, "upper left")

    def at(size: int, kind: str) -> tuple[Any, ...]:
        run = runs[size, kind]
        return size, kind, run.y[0] * (run.path[:, 0] - run.rule.threshold)

    def move(size: int, kind: str, values: Any) -> None:
        scores.move(np.arange(len(values) - 1), values[:-1])
        last.move([len(values) - 1], values[-1:])
        made.move([size], [len(values) - 1])
        roof.move(n[: size + 1], 1 + 2 * n[: size + 1])

    def describe(size: int, kind: str, values: Any) -> str:
        M = len(values) - 1
        what = f"b = {size}, never learned," if kind == kinds[1] else f"w0 = {-size} at the start,"
        cost = f"costs {M} mistake{'' if M == 1 else 's'}"
        return f"With {what} x = 1 {cost}; claimed: 1, repaired: {1 + 2 * size}."

    size = slider("size of w0 or b", 0, most, start=5)
    return explore(
        fig, data=at, move=move, describe=describe, size=size, kind=choice("handicap", *kinds)
    )


def _handicapped(n: int, kind: str) -> Any:
    if kind == "start w0":
        return play(Rule(), [[1]], [1], start=[-n], epochs=None)
    return play(Rule(threshold=-n, ties="plus"), [[1]], [-1], epochs=None)


def leave_out() -> Exploration:
    """Learn without one example: does the line move, and is that example still answered well?

    >>> leave_out().at(i=3).sentence
    'Example 3 was never learned from: without it the line is the same, and right on it.'
    """
    X, y = sample()
    run = play(Rule(), X, y, epochs=None)
    rest = [
        play(Rule(), np.delete(X, i, 0), np.delete(y, i), epochs=None).last_weights
        for i in range(len(y))
    ]
    wrong = [i for i, w in enumerate(rest) if y[i] * (w @ X[i]) <= 0]
    fig, (left, right) = pictures.figure(7.4, 3.8, columns=2)
    pictures.plane(left, X, y)
    support = X[run.support]
    left.plot(*support.T, "D", ms=15, mfc="none", mec=pictures.QUIET)
    left.set_title("diamonds: learned from")
    old = pictures.Boundary(left, pictures.QUIET, "--", shade=False)
    line, ring = pictures.Boundary(left), pictures.Marks(left)
    right.bar(np.arange(len(y)), run.alpha, color=pictures.QUIET, label="times learned from")
    errors = pictures.Curve(right, pictures.MISTAKE, "X", "error when left out", ms=6)
    right.set(xlabel="example", xticks=np.arange(len(y)), ylim=(0, 5), yticks=range(5))
    pictures.legend(right, "upper right")
    chosen = pictures.Curve(right, pictures.MISTAKE, "-", lw=3)

    def at(i: int) -> tuple[Any, ...]:
        return i, rest[i], int(run.alpha[i]), i in wrong

    def move(i: int, w: Any, times: int, error: bool) -> None:
        old.move(run.last_weights)
        line.move(w)
        ring.move(X[i])
        chosen.move([i - 0.4, i + 0.4], [0.03, 0.03])
        seen = [j for j in wrong if j <= i]
        errors.move(seen, run.alpha[seen] + 0.2)

    def describe(i: int, w: Any, times: int, error: bool) -> str:
        if not times:
            same = "without it the line is the same, and right on it"
            return f"Example {i} was never learned from: {same}."
        often = f"Example {i} was learned from {times} time{'' if times == 1 else 's'}"
        tie = "" if w @ X[i] else ", with a score of 0"
        verdict = f"wrong on it{tie}" if error else "still right on it"
        return f"{often}: without it another line is learned, {verdict}."

    control = slider("leave out example", 0, len(y) - 1)
    return explore(fig, data=at, move=move, describe=describe, i=control)


def four_points() -> tuple[Any, Any, Any]:
    """A distribution on four points of the plane: points, labels, probabilities.

    >>> four_points()[2]
    ['1/4', '1/4', '1/4', '1/4']
    """
    return [(2, 1), (1, 2), (3, 2), (2, 3)], [1, -1, 1, -1], ["1/4"] * 4


def unbiased() -> Flipbook:
    """The expected leave-one-out error of m examples is the expected risk after m - 1.

    >>> unbiased().pages[0].sentence
    'From 2 examples leave-one-out expects 1/2, which is the expected risk after 1 example.'
    """
    sizes = range(2, 7)
    found = [theorems.leave_one_out_is_unbiased(*four_points(), m=m) for m in sizes]
    risks = [certificate.bound for certificate in found]
    estimates = [float(certificate.mistakes) for certificate in found]
    fig, ax = pictures.figure(5.8, 3.3)
    risk = pictures.Curve(ax, pictures.WEIGHTS, "o-", label="expected risk, learned from $n$")
    ax.set(xlabel="examples", xlim=(0.7, 6.3), ylim=(0, 0.7))
    loo = pictures.Curve(ax, pictures.BOUND, "s", ms=8, label="expected leave-one-out error of $m$")
    step = pictures.Curve(ax, pictures.BOUND, ":", lw=1.5)
    pictures.legend(ax, "upper right")

    def at(m: int) -> tuple[Any, ...]:
        return m, found[m - 2].mistakes

    def move(m: int, estimate: Any) -> None:
        risk.move(np.arange(1, m), risks[: m - 1])
        loo.move(np.arange(2, m + 1), estimates[: m - 1])
        step.move([m - 1, m], [float(estimate)] * 2)

    def describe(m: int, estimate: Any) -> str:
        s = "" if m == 2 else "s"
        left = f"From {m} examples leave-one-out expects {estimate}"
        return f"{left}, which is the expected risk after {m - 1} example{s}."

    return flipbook(
        fig, data=at, move=move, describe=describe, label="examples m", steps=sizes, start=2
    )


def fresh_examples() -> Exploration:
    """Mistakes on fresh examples and the risks of the hypotheses that made them, averaged.

    >>> fresh_examples().at(streams=1000).sentence
    'On average over 1000 streams: 4.48 mistakes in 60 rounds; risks that sum to 4.51.'
    """
    means = stream_means()
    most, _, rounds = means.shape
    fig, ax = pictures.figure(5.8, 3.4)
    ax.set(xlabel="rounds $T$", xlim=(0, rounds), ylim=(0, 8))
    made = pictures.Curve(ax, pictures.WEIGHTS, "-", label="mistakes $M_T$")
    risk = pictures.Curve(
        ax, pictures.BOUND, "--", label="sum of the risks of $h_0,\\ldots,h_{T-1}$"
    )
    pictures.legend(ax, "upper left")
    along = np.arange(rounds + 1)

    def at(streams: int) -> tuple[Any, ...]:
        return streams, means[streams - 1]

    def move(streams: int, mean: Any) -> None:
        for curve, values in zip((made, risk), mean, strict=True):
            curve.move(along, [0.0, *values])

    def describe(streams: int, mean: Any) -> str:
        who = "On one stream" if streams == 1 else f"On average over {streams} streams"
        M = f"{mean[0, -1]:.2f}".removesuffix(".00") if streams == 1 else f"{mean[0, -1]:.2f}"
        return f"{who}: {M} mistakes in {rounds} rounds; risks that sum to {mean[1, -1]:.2f}."

    control = slider("streams averaged", 1, most, start=1)
    return explore(fig, data=at, move=move, describe=describe, streams=control)


@cache
def stream_means() -> Any:
    """Mistakes, and summed risks, up to each of 60 rounds: means of the first 1 to 1000 streams.

    >>> stream_means().shape
    (1000, 2, 60)
    """
    X, y = data.separable(40, 2, margin=0.05, seed=4)
    draws = np.random.default_rng(0).integers(len(X), size=(1000, 60))
    both = np.cumsum([_mistakes_and_risks(X, y, draw) for draw in draws], axis=2)
    return both.cumsum(axis=0) / np.arange(1, len(draws) + 1)[:, None, None]


def _mistakes_and_risks(X: Any, y: Any, draw: Any) -> Any:
    """For each round of a stream: was it a mistake, and the risk of the weights that answered."""
    run = play(Rule(), X[draw], y[draw])
    wrong = np.zeros(len(draw))
    wrong[run.mistakes] = 1
    answering = np.searchsorted(run.mistakes, np.arange(len(draw)))
    risks = (y[:, None] * (X @ run.path.T) <= 0).mean(axis=0)
    return wrong, risks[answering]


def landscape() -> Still:
    """The slide of this lecture: mistakes of many samples, all on or below one line.

    >>> landscape()
    Mistakes M against R/rho: 0 of 317 samples lie above M = (R/rho)^2, 8 exactly on it.
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
    what = f"Mistakes M against R/rho: {above} of {len(places)} samples lie above M = (R/rho)^2"
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
        "orthonormal, $N = 1, 2, 4, \\ldots, 64$",
        "o",
        adversaries.orthonormal,
        [2**j for j in range(7)],
    ),
    ("exponential, $N = 1, \\ldots, 6$", "s", adversaries.exponential, range(1, 7)),
    ("lucky first example", "^", _lucky, (30, 10, 3, 1)),
)
