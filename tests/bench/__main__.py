"""``python -m tests.bench [TABLE ...] [--epochs N]``: these tables, or all; 1 if a bar was missed.

``make bench BENCH_ARGS="sparse bias"`` runs two of them. ``--list`` names all. ``--epochs`` (a bare
number will do) says how many passes most tables against scikit-learn make. Of several tables each
has a process of its own, so that its figures do not depend on those before it.
"""

from __future__ import annotations

import argparse
import importlib
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

from .timing import Board

TABLES = {
    "first": ("first.first_use",),
    "dense": ("perceptrons.against_scikit_learn",),
    "wide": ("perceptrons.over_the_product",),
    "earlier": ("earlier.against_earlier",),
    "streams": ("streams.streaming",),
    "winnow": ("others.winnow",),
    "sparse": ("sparse.against_scikit_learn",),
    "sparse-winnow": ("sparse.winnow",),
    "bias": ("large.bias",),
    "predict": ("large.prediction",),
    "memory": ("large.memory", "sparse.memory"),
    "float32": ("float32.against_float64",),
    "exponentials": ("exponentials.against_scikit_learn",),
    "classes": ("classes.ten_digits",),
    "kernel": ("others.kernel_perceptron",),
    "svc": ("kernels.digits_against_svc",),
    "mnist": ("kernels.on_mnist",),
    "voted": ("perceptrons.voted_prediction",),
    "shuffles": ("perceptrons.thousand_shuffles",),
    "sliders": ("sliders.kernel_side", "sliders.every_lecture", "sliders.on_screen"),
    "published": ("published.from_nothing", "published.static_pages", "published.live_pages"),
    "grading": ("grading.throughput", "grading.memory", "grading.hostile"),
}
"""Each table by its name: functions of modules here, imported when they are asked for."""


def asked() -> tuple[list[str], int, str]:
    """The tables to run, the number of epochs, and the file that is told what was missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("tables", nargs="*", metavar="TABLE", help=", ".join(TABLES))
    parser.add_argument("--epochs", type=int, default=3, help="passes over the data (3)")
    parser.add_argument("--list", action="store_true", help="name all tables and stop")
    parser.add_argument("--tell", default="", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.list:
        print("\n".join(TABLES))
        sys.exit(0)
    numbers = [int(word) for word in given.tables if word.isdecimal()]
    names = [word for word in given.tables if not word.isdecimal()]
    unknown = [name for name in names if name not in TABLES]
    if unknown:
        parser.error(f"there is no table {', '.join(unknown)}; there are {', '.join(TABLES)}")
    return names or list(TABLES), numbers[-1] if numbers else given.epochs, given.tell


def alone(name: str, epochs: int) -> list[str]:
    """The rows that a table missed, in a process of its own.

    What ran before changes what memory costs: once a large array was freed, malloc no longer asks
    the system for the next one, and temporary arrays get several times cheaper.
    """
    with tempfile.NamedTemporaryFile("r") as told:
        command = [sys.executable, "-m", "tests.bench", name, "--epochs", str(epochs)]
        done = subprocess.run([*command, "--tell", told.name])
        missed = told.read().splitlines()
    return (
        missed
        if done.returncode in (0, 1) and done.returncode == bool(missed)
        else [*missed, f"{name}: broke off with {done.returncode}"]
    )


def main() -> int:
    names, epochs, told = asked()
    if len(names) == 1:
        warnings.simplefilter("ignore")
        board = Board(epochs=epochs)
        for place in TABLES[names[0]]:
            module, function = place.split(".")
            getattr(importlib.import_module(f"tests.bench.{module}"), function)(board)
        missed = board.missed
    else:
        missed = [row for name in names for row in alone(name, epochs)]
    if told:
        Path(told).write_text("".join(f"{row}\n" for row in missed))
    else:
        print("".join(f"\nmissed: {row}" for row in missed))
        print(f"{len(missed)} rows missed their bar" if missed else "all bars met")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
