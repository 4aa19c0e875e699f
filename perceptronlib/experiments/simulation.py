"""Perceptron against Winnow: mistakes on a disjunction of k of N features, as N doubles.

After Kivinen, Warmuth and Auer (1997), "The Perceptron algorithm versus Winnow: linear versus
logarithmic mistake bounds when few input variables are relevant". They prove that an adversary
forces every additive learner to (N + k - 1)/2 mistakes, and see on random data what is seen here:
the perceptron pays for N, Winnow for log N.

**The stream.** 8 N rounds, each with a fresh example of {0,1}^N. The label is +1 or -1 by the toss
of a coin. The first k features are the relevant ones: all off if y = -1, else one of the 2^k - 1
patterns with something on, each as likely. Every other feature is on with probability 1/2.
So rows are those of `data.disjunction`, but for its labels, which are balanced exactly.

**Who has settled?** Winnow has: in the last N rounds it makes less than two mistakes on average,
whatever N. The perceptron has not, and would not in an hour: it still errs on 4 to 11 of a hundred
of these rounds (the table says on how many). So its figure is short of what it would pay in the
end, and the gap that is shown is too small, not too large.

**What is seen.** When N doubles, the perceptron's mistakes double, and Winnow's grow by a few; at
N = 12,800 and k = 2 it is 19,697 against 48. More relevant features cost Winnow more, as its
theorem says. The perceptron finds ten easier than two on this stream, since a row with y = +1 then
has five of them on; that is the stream's doing, as its theorem says the opposite.

``make simulation`` makes the table and the plot again (four minutes).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..core import fast
from ..core.play import one_pass
from ..core.player import Player
from ..core.rules import Rule
from ..course import style
from ..samples.rows import Examples
from ..validate import Array, Indices
from .tables import FOLDER, Row, draw, load, save, save_picture, summary

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["Mistakes", "bounds", "cell", "live", "main", "picture", "play", "stream"]

RELEVANT = (2, 5, 10)
SIZES = tuple(100 * 2**j for j in range(8))
SEEDS = range(20)

LENGTH = 8
"""A stream has this many rounds for every feature."""

BLOCK = 2**18
"""Numbers that are drawn at a time: a block of rows fits into a processor's cache."""


def stream(k: int, N: int, seed: int = 0) -> Iterator[tuple[Array, Array]]:
    """The 8 N examples of one stream, in blocks of rows; the last feature is the constant 1.

    The same k, N and seed give the same examples. Taught in lecture 07.

    >>> X, y = next(stream(k=2, N=50))
    >>> X.shape, float(X[:, 2:-1].mean().round(1)), bool((X[:, :2].any(axis=1) == (y > 0)).all())
    ((400, 51), 0.5, True)
    """
    if not 1 <= k <= min(N, 60):
        raise ValueError(f"k is {k} with N = {N}; expected 1 <= k <= N, and k <= 60")
    rng = np.random.default_rng([seed, k, N])
    rows = max(16, BLOCK // N)
    for start in range(0, LENGTH * N, rows):
        m = min(rows, LENGTH * N - start)
        coins = np.frombuffer(rng.bytes(m * math.ceil(N / 8)), dtype=np.uint8).reshape(m, -1)
        X = np.ones((m, N + 1))
        X[:, :N] = np.unpackbits(coins, axis=1, count=N)
        y = rng.choice([-1.0, 1.0], m)
        pattern = np.where(y > 0, rng.integers(1, 2**k, m), 0)
        X[:, :k] = pattern[:, None] >> np.arange(k) & 1
        yield X, y


class Mistakes(NamedTuple):
    """Mistakes in one stream, and those of them in its last N rounds.

    >>> play(k=2, N=100).winnow
    20
    """

    perceptron: int
    winnow: int
    perceptron_late: int
    winnow_late: int


def play(k: int, N: int, seed: int = 0) -> Mistakes:
    """Let both learners meet one stream: the perceptron (with a bias) and Winnow (doubling).

    They see the same examples, once, and only what predicts is kept. Taught in lecture 07.

    >>> play(k=2, N=100)
    Mistakes(perceptron=156, winnow=20, perceptron_late=4, winnow_late=0)
    """
    perceptron = Player(Rule(), np.zeros(N + 1))
    winnow = Player(Rule("multiply", rate=2.0, threshold=float(N), ties="plus"), np.ones(N))
    rounds: tuple[list[Indices], list[Indices]] = [], []
    with fast.using("plain"):  # measured: on blocks this small numpy is as quick as compiled loops
        for X, y in stream(k, N, seed):
            rounds[0].append(one_pass(perceptron, Examples(X, y)))
            rounds[1].append(one_pass(winnow, Examples(np.ascontiguousarray(X[:, :-1]), y)))
    made = [np.concatenate(mistakes) for mistakes in rounds]
    late = [int((mistakes >= (LENGTH - 1) * N).sum()) for mistakes in made]
    return Mistakes(len(made[0]), len(made[1]), *late)


def bounds(k: int, N: int) -> tuple[float, float]:
    """What the theorems allow the perceptron and Winnow, on any stream: one for N, one for log N.

    (4k + 1)(N + 1), which is Novikoff's R^2 |v|^2 / g^2 with v = 2 at the relevant features and -1
    at the constant one, and 2 + k (3L - 2^(L+1) / N) with L = ceil(log2 N). Sources:
    `theorems.sparse_disjunction` with all N features on; `theorems.winnow_disjunction`
    (k >= 1, N >= 2). Taught in lectures 06 and 07.

    >>> bounds(k=2, N=1024)
    (9225, 58.0)
    """
    L = (N - 1).bit_length()
    return (4 * k + 1) * (N + 1), float(2 + k * (3 * L - Fraction(2 ** (L + 1), N)))


def cell(k: int, N: int, seeds: Iterable[int] = SEEDS) -> Row:
    """One row of the table: both learners on a stream for each seed, and what theory allows.

    ``late`` counts the mistakes in the last N rounds. Taught in lecture 07.

    >>> row = cell(k=2, N=100, seeds=range(3))
    >>> row["perceptron"]["mean"], row["winnow"]["mean"], round(row["winnow_bound"], 1)
    (155.667, 22.333, 38.9)
    """
    runs = [play(k, N, seed) for seed in seeds]
    counted = {name: summary(getattr(run, name) for run in runs) for name in Mistakes._fields}
    allowed = dict(zip(("perceptron_bound", "winnow_bound"), bounds(k, N), strict=True))
    return {"k": k, "N": N, "rounds": LENGTH * N, **counted, **allowed}


def live(
    k: int = 2, sizes: Iterable[int] = (50, 100, 200, 400), seeds: Iterable[int] = range(3)
) -> list[Row]:
    """The experiment in small, in less than a second: rows as in the table.

    Taught in lecture 07.

    >>> for row in live(k=2):
    ...     print(row["N"], row["perceptron"]["runs"], row["winnow"]["runs"])
    50 [91, 90, 80] [24, 22, 20]
    100 [156, 151, 160] [20, 24, 23]
    200 [298, 303, 298] [22, 27, 28]
    400 [625, 606, 598] [33, 27, 34]
    """
    seeds = list(seeds)
    return [cell(k, N, seeds) for N in sizes]


def picture(rows: Iterable[Row]) -> Figure:
    """Mistakes against N, both on doubling scales, one panel for each k, with what theory allows.

    A line that climbs as fast as N does is linear; Winnow's is almost flat. The last mean is
    written beside it. Standard errors are drawn too, but are smaller than the marks.
    Taught in lecture 07.

    >>> len(picture(live(k=2)).axes)
    1
    """
    rows = list(rows)
    relevant = sorted({row["k"] for row in rows})
    fig: Figure
    fig, axes = style.figure(
        1.2 + 3.0 * len(relevant), 4.4, columns=len(relevant), sharey=True, squeeze=False
    )
    for ax, k in zip(axes[0], relevant, strict=True):
        _panel(ax, [row for row in rows if row["k"] == k])
        ax.set_title(f"$k$ = {k} relevant features", fontsize=11)
    axes[0, 0].set_ylabel(f"mistakes in a stream of ${LENGTH}N$ examples")
    lines = axes[0, 0].get_legend_handles_labels()[0]
    fig.legend(handles=lines, loc="outside upper center", ncols=4, frameon=False, fontsize=10)
    return fig


CURVES = (
    ("perceptron", "perceptron", style.QUIET, "o-", "--", "$(4k+1)(N+1)$"),
    ("winnow", "Winnow", style.WEIGHTS, "s-", ":", "Winnow's theorem"),
)
"""The learners: column, name, colour, their line, that of their bound (green), and the bound."""


def _panel(ax: Axes, rows: list[Row]) -> None:
    sizes = [row["N"] for row in rows]
    ax.set_xscale("log", base=2)
    ax.set_yscale("log")
    for column, name, colour, look, dashes, bound in CURVES:
        allowed = [row[f"{column}_bound"] for row in rows]
        runs = [row[column] for row in rows]
        draw(ax, sizes, runs, look, color=colour, label=name)
        ax.plot(sizes, allowed, dashes, color=style.BOUND, lw=1.4, label=f"allowed: {bound}")
        _say(ax, sizes[-1], runs[-1]["mean"], colour)
    ax.set_xticks(
        sizes,
        [f"{N:,}" for N in sizes],
        rotation=45,
        rotation_mode="anchor",
        ha="right",
        fontsize=9,
    )
    ax.minorticks_off()
    ax.set_xlabel("features $N$")
    ax.yaxis.set_major_formatter("{x:,.0f}")


def _say(ax: Axes, x: float, y: float, colour: str) -> None:
    """Write y a little below the point (x, y)."""
    ax.annotate(
        f"{y:,.0f}", (x, y), (7, -15), textcoords="offset points", ha="right", va="top",
        color=colour, fontsize=9,
    )  # fmt: skip


def main(
    relevant: Iterable[int] = RELEVANT,
    sizes: Iterable[int] = SIZES,
    seeds: Iterable[int] = SEEDS,
    folder: Path = FOLDER,
) -> None:
    """Make the table and the plot, and say how far it has come.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     main(relevant=[2], sizes=[50], seeds=range(2), folder=Path(folder))
    k = 2, N = 50: perceptron 90.5 mistakes, Winnow 23.0
    """
    sizes, seeds, rows = list(sizes), list(seeds), []
    for k in relevant:
        for N in sizes:
            rows.append(row := cell(k, N, seeds))
            made = f"perceptron {row['perceptron']['mean']:.1f} mistakes"
            print(f"k = {k}, N = {N}: {made}, Winnow {row['winnow']['mean']:.1f}", flush=True)
    save("simulation", rows, "make simulation", folder)
    save_picture("simulation", picture(load("simulation", folder).rows), folder)


if __name__ == "__main__":
    main()
