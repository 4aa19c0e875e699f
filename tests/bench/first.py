"""What the first large run of a process costs, and of an installation."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from functools import partial

from .timing import Board


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
