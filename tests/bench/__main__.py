"""``python -m tests.bench [EPOCHS]``: all tables; exits with 1 if a bar was missed."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import warnings
from functools import partial

from .earlier import against_earlier
from .grading import memory, throughput
from .kernels import digits_against_svc, on_mnist
from .others import kernel_perceptron, winnow
from .perceptrons import against_scikit_learn, thousand_shuffles, voted_prediction
from .sliders import every_lecture, kernel_side, on_screen
from .streams import streaming
from .timing import Board

EPOCHS = int(sys.argv[1]) if len(sys.argv) > 1 else 3
"""Passes over the data in the tables against scikit-learn."""


def first_use(board: Board) -> None:
    """A fresh process that compiles, then one that finds what was compiled; best of three."""
    code = (
        "import time, numpy as np, perceptronlib as pl; start = time.process_time();"
        "X = np.random.default_rng(0).normal(size=(30_000, 2));"
        "pl.Perceptron().fit(X, np.sign(X[:, 0])); print(time.process_time() - start)"
    )
    seconds = []
    for _ in range(3):
        with tempfile.TemporaryDirectory() as empty:
            command, environment = [sys.executable, "-c", code], {"NUMBA_CACHE_DIR": empty}
            run = partial(subprocess.run, command, env={**os.environ, **environment}, text=True)
            seconds.append([float(run(check=True, capture_output=True).stdout) for _ in range(2)])
    first, second = map(min, zip(*seconds, strict=True))
    board.title("first large run, in seconds of CPU")
    board.row("compiling (once per installation)", first - second, "<=2", unit="s")
    board.row("numba's import and the run (once per process)", second, "<=1", unit="s")


def main() -> int:
    warnings.simplefilter("ignore")
    board = Board()
    first_use(board)
    against_scikit_learn(board, epochs=EPOCHS)
    against_earlier(board, epochs=EPOCHS)
    streaming(board)
    winnow(board)
    kernel_perceptron(board)
    digits_against_svc(board)
    on_mnist(board)
    voted_prediction(board)
    thousand_shuffles(board)
    kernel_side(board)
    every_lecture(board)
    on_screen(board)
    throughput(board)
    memory(board)
    print(f"\n{len(board.missed)} rows missed their bar" if board.missed else "\nall bars met")
    return 1 if board.missed else 0


if __name__ == "__main__":
    sys.exit(main())
