"""Freund and Schapire's experiment of 1999 at full size: kernel perceptrons on MNIST.

Ten kernel perceptrons, one a digit, make ten passes over 60,000 digits in one fixed order, drawn
once, with K(a, b) = (1 + a.b)^degree and pixels from 0 to 1. The log of their mistakes tells what
each way to predict would have answered after a tenth of a pass, after one, and after ten. The
digit with the highest score, or with the most votes, is the answer; the smallest, if several have.

``make mnist`` makes the table and the plot again, in 15 minutes of CPU and 1.3 GB with two workers;
``MNIST=folder`` names the folder with the data. It may be killed at any time: started again, it
goes on after the last pass that was complete, and ends with the same table.

Source: Freund and Schapire (1999), table 1. Taught in lecture 05.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from ..core.player import no_warnings
from ..course import style
from ..kernels.dual import KernelPlayer, KernelRule
from ..kernels.functions import Kernel, polynomial
from ..kernels.support import KernelRows, pieces
from ..samples import mnist
from ..validate import Array, Indices, whole
from .progress import Progress
from .tables import FOLDER, Row, load, save, save_picture

if TYPE_CHECKING:
    from matplotlib.figure import Figure

__all__ = ["Log", "experiment", "judged", "main", "picture", "table"]

DEGREES = (1, 2, 3, 4, 5, 6)
EPOCHS = (0.1, 1, 2, 3, 4, 10)
SEED = 0

WAYS = ("vote", "average", "last", "random")
"""The ways to predict; random is what to expect of the vectors of a round drawn at random."""

LOOKS = {
    "vote": style.ANSWERS["voted"],
    "average": style.ANSWERS["averaged"],
    "last": style.ANSWERS["last"],
    "random": (style.THIRD, "v-"),
}
"""The colour and the line of each way."""

ENTRIES = 10_000_000
"""Scores that are looked at together while some queries are judged."""

Labelled: TypeAlias = tuple[npt.NDArray[Any], npt.NDArray[np.int64]]
"""Examples and their digits; the examples may be floats of 32 bits."""


class Log(NamedTuple):
    """The mistakes of k classes: on which example, in which round, and which classes erred.

    >>> Log(np.array([0, 2, 0]), np.array([0, 2, 3]), np.ones((3, 1), dtype=bool)).when
    array([0, 2, 3])
    """

    learned: Indices
    when: Indices
    wrong: npt.NDArray[np.bool_]


def experiment(
    train: Labelled,
    test: Labelled,
    work: Path,
    degrees: Sequence[int] = DEGREES,
    epochs: Sequence[float] = EPOCHS,
    workers: int = 1,
) -> list[Row]:
    """Play and judge every degree, so many at a time; what is done is kept in the folder ``work``.

    The examples are met as they stand. What ``work`` holds must be of this very experiment: name
    another folder for other examples.

    >>> import tempfile
    >>> sample = np.eye(2), np.array([0, 1])
    >>> with tempfile.TemporaryDirectory() as work:
    ...     [row] = experiment(sample, sample, Path(work), degrees=[1], epochs=[1])
    >>> row["mistakes"], row["support"], row["last"], row["random"]
    (4, 2, 0.0, 25.0)
    """
    work.mkdir(parents=True, exist_ok=True)
    passes = int(np.ceil(max(epochs)))
    progress = Progress(len(degrees) * (passes + 1))

    def one(degree: int) -> list[Row]:
        place = work / f"degree-{degree}.json"
        if place.exists():
            progress.found(passes + 1)
        else:
            log = _played(
                train, polynomial(degree), passes, work / f"degree-{degree}.npz", progress
            )
            rows = judged(log, train, test, polynomial(degree), epochs)
            text = json.dumps([{"degree": degree, **row} for row in rows])
            _write(place, lambda file: file.write_text(text))
            progress.step(f"{place.stem}, judged")
        kept: list[Row] = json.loads(place.read_text())
        return kept

    with ThreadPoolExecutor(workers) as pool:
        return [row for rows in pool.map(one, degrees) for row in rows]


def _played(train: Labelled, kernel: Kernel, passes: int, place: Path, progress: Progress) -> Log:
    """The log of all passes; after each of them, what is needed to go on is on disk."""
    X, y = train
    signs = np.where(y == np.arange(y.max() + 1)[:, None], 1.0, -1.0)
    with no_warnings():
        player = KernelPlayer(KernelRule(kernel), X, signs)
        if place.exists():
            with np.load(place) as state:
                player.restore(dict(state))
        done = player.rounds // len(y)
        progress.found(done)
        for k in range(done, passes):
            player.play()
            _write(place, partial(_save, player.state()))
            progress.step(f"{place.stem}, pass {k + 1} of {passes}")
    return Log(player.learned, player.when, player.wrong)


def _save(state: dict[str, Array], file: Path) -> None:
    np.savez(file, allow_pickle=False, **state)


def _write(place: Path, write: Callable[[Path], object]) -> None:
    """Write a file at once: it is there as a whole, or as it was before."""
    beside = place.with_name(f"{os.getpid()}-{place.name}")
    write(beside)
    beside.replace(place)


def judged(
    log: Log, train: Labelled, test: Labelled, kernel: Kernel, epochs: Sequence[float]
) -> list[Row]:
    """What each way to predict gets wrong on the test sample, in percent, after so many epochs.

    >>> sample = np.eye(2), np.array([0, 1])
    >>> log = Log(np.array([0, 1]), np.array([0, 1]), np.array([[True, True], [False, True]]))
    >>> [row] = judged(log, sample, sample, polynomial(1), epochs=[1])
    >>> row["vote"], row["support"]
    (50.0, 2)
    """
    (X, y), (queries, digits) = train, test
    rounds = [round(each * len(y)) for each in epochs]
    used, place = np.unique(log.learned, return_inverse=True)
    rows = KernelRows(kernel, X).kept(used)
    signs = np.where(y[log.learned][:, None] == np.arange(log.wrong.shape[1]), 1.0, -1.0)
    shares = np.where(log.wrong, signs, 0.0)
    wrong = np.zeros((len(WAYS), len(epochs)))
    for some in pieces(np.arange(len(digits)), max(8, ENTRIES // (len(place) + 1))):
        values = KernelRows(kernel, queries)[some].values(rows)
        wrong += _errors(values[:, place], digits[some], shares, log.when, rounds)
    percent = 100.0 * wrong / len(digits)
    return [
        {
            "epochs": each,
            "mistakes": int(log.wrong[log.when < last].sum()),
            "support": len(np.unique(log.learned[log.when < last])),
            **{way: round(float(percent[w, k]), 3) for w, way in enumerate(WAYS)},
        }
        for k, (each, last) in enumerate(zip(epochs, rounds, strict=True))
    ]


def _errors(
    values: Array, digits: Indices, shares: Array, when: Indices, rounds: Sequence[int]
) -> Array:
    """How many of some queries each way (down) gets wrong after so many rounds (across).

    ``values`` are K(query, example of each mistake). Vectors that lasted from one mistake to the
    next, c rounds, have c votes, are added c times, and are drawn with a chance of c in T.
    """
    steps = [np.diff(np.clip(when, 0, T), prepend=0, append=T) for T in rounds]
    counts = np.array(steps, dtype=np.float64).T
    lasts = np.searchsorted(when, rounds)  # the vectors of the last round
    (n, M), k = values.shape, shares.shape[1]
    scores = np.empty((3, n, len(rounds), k))  # vote, average, last
    path, best = np.zeros((n, M + 1)), np.full((n, M + 1), -np.inf)
    who = np.zeros((n, M + 1), dtype=np.int8)
    for c in range(k):
        np.cumsum(values * shares[:, c], axis=1, out=path[:, 1:])
        scores[0, :, :, c] = (path >= 0.0).astype(np.float64) @ counts
        scores[1, :, :, c] = path @ counts
        scores[2, :, :, c] = path[:, lasts]
        who[path > best] = c
        np.maximum(best, path, out=best)
    missed = (who != digits[:, None]).astype(np.float64) @ (counts / rounds)
    chosen = scores.argmax(axis=3)
    return np.vstack([(chosen != digits[:, None]).sum(axis=1), missed.sum(axis=0)])


def main(arguments: Sequence[str] | None = None, folder: Path = FOLDER) -> None:
    """Make the table and the plot: ``[--work folder] [--workers 2] [folder with the data]``.

    >>> main(["--workers", "0"])
    Traceback (most recent call last):
        ...
    ValueError: workers must be a whole number >= 1; got 0
    """
    parser = argparse.ArgumentParser(prog="python -m perceptronlib.experiments.mnist")
    parser.add_argument("data", nargs="?", help="folder with the four files of MNIST")
    parser.add_argument("--work", type=Path, default=Path("build/mnist"), help="kept between runs")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args(arguments)
    workers = whole("workers", given.workers)
    train, (queries, digits) = mnist.mnist(given.data)
    order = np.random.default_rng(SEED).permutation(len(train.y))
    scale = np.float32(1 / 255)
    X = train.X[order]
    X *= scale
    sample = X, train.y[order]
    rows = experiment(sample, (queries * scale, digits), given.work, workers=workers)
    save("mnist", rows, "make mnist", folder)
    save_picture("mnist", picture(load("mnist", folder).rows), folder)


def table(way: str = "vote") -> str:
    """Test errors in percent of one way to predict, as a text: a line a degree, epochs across.

    ``"support"`` counts support vectors instead, ``"mistakes"`` the mistakes of all ten classes.

    >>> print(table("vote"))
    degree   T = 0.1     T = 1     T = 2     T = 3     T = 4    T = 10
         1     10.40      8.28      8.19      8.11      8.16      8.11
         2      6.14      2.79      2.34      2.14      2.05      1.83
         3      5.46      2.36      1.97      1.80      1.78      1.65
         4      5.58      2.18      1.89      1.71      1.67      1.64
         5      5.60      2.30      1.82      1.74      1.74      1.68
         6      6.05      2.37      1.98      1.89      1.81      1.84
    """
    columns = (*WAYS, "support", "mistakes")
    if way not in columns:
        raise ValueError(f"way must be one of {', '.join(columns)}; got {way!r}")
    rows, digits = load("mnist").rows, 2 if way in WAYS else 0
    epochs = sorted({row["epochs"] for row in rows})
    lines = ["degree" + "".join(f"{f'T = {each:g}':>10}" for each in epochs)]
    for degree in sorted({row["degree"] for row in rows}):
        each = {row["epochs"]: row[way] for row in rows if row["degree"] == degree}
        lines.append(f"{degree:>6}" + "".join(f"{each[T]:>10,.{digits}f}" for T in epochs))
    return "\n".join(lines)


def picture(rows: Iterable[Row] | None = None) -> Figure:
    """Test errors against epochs, a panel for each degree, a line for each way to predict.

    >>> len(picture().axes)
    6
    """
    rows = load("mnist").rows if rows is None else list(rows)
    degrees = sorted({row["degree"] for row in rows})
    fig: Figure
    fig, axes = style.figure(
        1.0 + 1.9 * len(degrees), 3.8, columns=len(degrees), sharey=True, squeeze=False
    )
    for ax, degree in zip(axes[0], degrees, strict=True):
        mine = [row for row in rows if row["degree"] == degree]
        for way, (colour, look) in LOOKS.items():
            epochs, errors = [row["epochs"] for row in mine], [row[way] for row in mine]
            ax.plot(epochs, errors, look, color=colour, ms=5, mec="white", label=way)
        ax.set_title(f"degree {degree}", fontsize=11)
        ax.set_xscale("log")
        ax.set_yscale("log")
        ax.set_xticks([0.1, 1, 10], ["0.1", "1", "10"])
        ax.minorticks_off()
        ax.set_xlabel("epochs $T$")
        ax.grid(axis="y", color="#E8E8E8", lw=0.8)
    axes[0, 0].set_yticks([1, 2, 5, 10, 20], ["1", "2", "5", "10", "20"])
    axes[0, 0].set_ylabel("test errors, percent")
    lines = axes[0, 0].get_legend_handles_labels()[0]
    fig.legend(handles=lines, loc="outside upper center", ncols=4, frameon=False, fontsize=10)
    return fig


if __name__ == "__main__":
    main()
