"""Real mail among words of pure noise: who wins depends on how much noise there is.

4601 mails, 54 features "does this word or sign occur", and beside them from 0 to 10,000 features
that say nothing. Each of these is on with probability 9.9/54, whatever the label, since that is how
often a mail's own features are on: nothing but the labels tells a word from noise. (Were they on
half the time, the rows would be dense, which by itself favours Winnow: see `simulation`.)

**The protocol.** Ten random splits into 3600 mails to learn from and 1001 to be judged by; one
pass and five, each in a fresh order. Winnow doubles (beta = 1) or goes gently (0.1); balanced
Winnow has the library's own rate, eta = 0.1, and 0.01 and 0.3 to show how much that matters. A
learner without a threshold sees a constant feature, its bias.

**What is seen.** Without noise the two averages do equally well, 7 errors in a hundred, and stay
together up to 300 noise features. Then they part: with 10,000 of them and five passes the averaged
perceptron is at 18 %, averaged balanced Winnow at 11 %. So on a real target, which is no
disjunction and not even separable, noise costs whom the theorems about ideal targets name.
Until noise outnumbers the words by far, it matters more to average than to choose.

Two reservations. The rate decides: with eta = 0.3 it is 10 %, with 0.01 it is 16 %, on the way to
the perceptron, which balanced Winnow becomes as eta goes to 0 (sinh(eta theta) is then nearly
eta theta). And Winnow with positive weights only wins nowhere: it cannot say that "george" speaks
against spam. It minds the noise less than the perceptron, though, and among 10,000 features it has
caught up after one pass.

``make simulation`` makes the table and the plot again (a minute; it needs 1 GB of memory).
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ..course import style
from ..learners import BalancedWinnow, Perceptron, Winnow
from ..learners.perceptrons import LinearLearner
from ..samples import data
from ..samples.features import fold_bias
from ..validate import Array
from .tables import FOLDER, Row, draw, load, save, save_picture, summary

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["cell", "learners", "live", "main", "mails", "picture", "wrong"]

COUNTS = (0, 30, 100, 300, 1000, 3000, 10_000)
PASSES = (1, 5)
SPLITS = range(10)

LEARNED = 3600
"""Mails to learn from; the other 1001 judge."""

DENSITY = 9.9 / 54
"""How often a feature is on, in a mail as among the noise."""


def mails(noise: int, split: int = 0, density: float = DENSITY) -> tuple[Array, Array]:
    """All mails in an order of their own, the first 3600 to learn from; the noise comes last.

    The same split has the same order, and the same noise with more of it where ``noise`` is
    larger. Taught in lecture 06.

    >>> X, y = mails(noise=100)
    >>> X.shape, bool((X[:, :60] == mails(noise=6)[0]).all())
    ((4601, 154), True)
    """
    if noise < 0 or not 0 <= density <= 1:
        raise ValueError(
            f"noise is {noise} with density {density}; expected a number of features >= 0, each "
            "on with a probability from 0 to 1"
        )
    words, y = data.mail()
    rng = np.random.default_rng(split)
    order = rng.permutation(len(y))
    extra = rng.random((noise, len(y)), dtype=np.float32) < density
    return np.hstack([words, extra.T])[order], y[order]


def learners(passes: int = 1, seed: int = 0) -> dict[str, LinearLearner]:
    """Who is compared, by name, each ready to make these passes in shuffled orders.

    The last two are averaged balanced Winnow as well, at other rates than its own 0.1.
    Taught in lecture 06.

    >>> ", ".join(learners())
    'perceptron, averaged perceptron, Winnow(1), Winnow(0.1), balanced Winnow,
    averaged balanced Winnow, eta = 0.01, eta = 0.3'
    """
    named: dict[str, LinearLearner] = {
        "perceptron": Perceptron(),
        "averaged perceptron": Perceptron(predict_with="averaged"),
        "Winnow(1)": Winnow(beta=1.0),
        "Winnow(0.1)": Winnow(beta=0.1),
        "balanced Winnow": BalancedWinnow(),
        "averaged balanced Winnow": BalancedWinnow(predict_with="averaged"),
        "eta = 0.01": BalancedWinnow(eta=0.01, predict_with="averaged"),
        "eta = 0.3": BalancedWinnow(eta=0.3, predict_with="averaged"),
    }
    for learner in named.values():
        learner.set_params(epochs=passes, shuffle=True, seed=seed)
    return named


def wrong(noise: int, passes: int = 1, split: int = 0, density: float = DENSITY) -> dict[str, int]:
    """How many of the 1001 mails that it has not seen each learner gets wrong, in one split.

    Taught in lecture 06.

    >>> counts = wrong(noise=0)
    >>> counts["averaged perceptron"] < counts["Winnow(1)"]
    True
    """
    X, y = mails(noise, split, density)
    folded = fold_bias(X)
    counts = {}
    for name, learner in learners(passes, seed=split).items():
        rows = X if isinstance(learner, Winnow) else folded
        learner.fit(rows[:LEARNED], y[:LEARNED])
        counts[name] = int((learner.predict(rows[LEARNED:]) != y[LEARNED:]).sum())
    return counts


def cell(
    noise: int, passes: int = 1, splits: Iterable[int] = SPLITS, density: float = DENSITY
) -> Row:
    """One row of the table: mails that each learner gets wrong, over the splits.

    Taught in lecture 06.

    >>> row = cell(noise=0, splits=range(2))
    >>> row["tested"], len(row["perceptron"]["runs"])
    (1001, 2)
    """
    runs = [wrong(noise, passes, split, density) for split in splits]
    counted = {name: summary(run[name] for run in runs) for name in learners()}
    tested = len(data.mail().y) - LEARNED
    return {"noise": noise, "passes": passes, "density": density, "tested": tested, **counted}


def live(
    counts: Iterable[int] = (0, 300, 3000), passes: int = 1, splits: Iterable[int] = range(1)
) -> list[Row]:
    """The experiment in small, in a second or two: rows as in the table.

    Taught in lecture 06.

    >>> [row["noise"] for row in live(counts=(0, 30))]
    [0, 30]
    """
    splits = list(splits)
    return [cell(noise, passes, splits) for noise in counts]


CURVES = (
    ("averaged balanced Winnow", style.POSITIVE, "s-", 2.4),
    ("balanced Winnow", style.POSITIVE, "s--", 1.2),
    ("averaged perceptron", style.NEGATIVE, "o-", 2.4),
    ("perceptron", style.NEGATIVE, "o--", 1.2),
    ("Winnow(1)", style.WEIGHTS, "^-", 1.2),
    ("Winnow(0.1)", style.QUIET, "v-", 1.2),
)
"""The learners, their colours, lines and how thick these are: averages are solid and thick."""

BAND = ("eta = 0.01", "eta = 0.3")
"""Averaged balanced Winnow at other rates, drawn as a band."""


def picture(rows: Iterable[Row]) -> Figure:
    """Errors on unseen mails by number of noise features, one panel for each number of passes.

    Bars are standard errors over the splits; the band is where averaged balanced Winnow is at the
    other rates. Taught in lecture 06.

    >>> len(picture(live(counts=(0, 30), splits=range(2))).axes)
    1
    """
    rows = list(rows)
    passes = sorted({row["passes"] for row in rows})
    fig: Figure
    fig, axes = style.figure(
        1.2 + 4.0 * len(passes), 4.8, columns=len(passes), sharey=True, squeeze=False
    )
    for ax, count in zip(axes[0], passes, strict=True):
        _panel(ax, [row for row in rows if row["passes"] == count])
        ax.set_title("one pass" if count == 1 else f"{count} passes", fontsize=11)
    axes[0, 0].set_ylabel("errors on unseen mails, %")
    entries = axes[0, 0].get_legend_handles_labels()[0]
    entries.insert(2, entries.pop())  # the band stands below the learner that it is about
    fig.legend(handles=entries, loc="outside upper center", ncols=3, frameon=False, fontsize=9.5)
    return fig


def _panel(ax: Axes, rows: list[Row]) -> None:
    places = range(len(rows))  # evenly, as no scale has room for both 0 and 10,000
    per_cent = 100 / rows[0]["tested"]
    for name, colour, look, thick in CURVES:
        runs = [row[name] for row in rows]
        draw(ax, places, runs, look, per_cent, color=colour, lw=thick, label=name)
    gentle, bold = ([per_cent * row[name]["mean"] for row in rows] for name in BAND)
    label = "averaged, eta from 0.01 to 0.3"
    ax.fill_between(places, gentle, bold, color=style.POSITIVE, alpha=0.13, lw=0, label=label)
    ax.set_xticks(places, [f"{row['noise']:,}" for row in rows], fontsize=9)
    ax.set_ylim(bottom=0)
    ax.set_xlabel("features of pure noise beside 54 words")


def main(
    counts: Iterable[int] = COUNTS,
    passes: Iterable[int] = PASSES,
    splits: Iterable[int] = SPLITS,
    folder: Path = FOLDER,
) -> None:
    """Make the table and the plot, and say how far it has come.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     main(counts=[0], passes=[1], splits=range(2), folder=Path(folder))
    noise 0, passes 1: averaged perceptron 6.8 %, averaged balanced Winnow 7.2 %
    """
    counts, splits, rows = list(counts), list(splits), []
    for count in passes:
        for noise in counts:
            rows.append(row := cell(noise, count, splits))
            means = (
                f"{name} {100 * row[name]['mean'] / row['tested']:.1f} %"
                for name in ("averaged perceptron", "averaged balanced Winnow")
            )
            print(f"noise {noise}, passes {count}: {', '.join(means)}", flush=True)
    save("noise", rows, "make simulation", folder)
    save_picture("noise", picture(load("noise", folder).rows), folder)


if __name__ == "__main__":
    main()
