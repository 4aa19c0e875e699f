"""`fit` against the same library at an earlier commit, both measured in one run.

``EARLIER=REVISION make bench`` compares with that commit; by default it is the one before the
library was put into rooms. Both are imported side by side, from git, under two names.
"""

from __future__ import annotations

import importlib.util
import io
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from types import ModuleType

import perceptronlib as pl

from .perceptrons import KINDS, SHAPES, sample
from .timing import Board, race

ROOT = Path(__file__).resolve().parents[2]
REVISION = os.environ.get("EARLIER", "0b06bc0")


def earlier(folder: Path) -> ModuleType:
    """The library as it was, imported under another name."""
    command = ["git", "-C", str(ROOT), "archive", REVISION, "perceptronlib"]
    archive = subprocess.run(command, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(folder, filter="data")
    place = folder / "perceptronlib" / "__init__.py"
    spec = importlib.util.spec_from_file_location(
        "earlier_perceptronlib", place, submodule_search_locations=[str(place.parent)]
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def against_earlier(board: Board) -> None:
    """Our time over that of the earlier commit, for the last and for the averaged weights."""
    epochs = board.epochs
    board.title(f"fit against the library at {REVISION}, epochs = {epochs}")
    with tempfile.TemporaryDirectory() as folder:
        try:
            before = earlier(Path(folder))
        except (subprocess.CalledProcessError, FileNotFoundError):
            print(f"  there is no git history with {REVISION} here: nothing to compare with")
            return
        for m, d in SHAPES:
            for kind in KINDS:
                X, y = sample(m, d, kind)
                for predict_with in ("last", "averaged"):
                    options = {"epochs": epochs, "predict_with": predict_with}
                    now, then = pl.Perceptron(**options), before.Perceptron(**options)
                    contestants = {
                        "now": lambda now=now, X=X, y=y: now.fit(X, y),
                        "then": lambda then=then, X=X, y=y: then.fit(X, y),
                    }
                    times = race(contestants, rounds=5 if m * d > 10**7 else 15)
                    same = now.run_.mistakes.tolist() == then.run_.mistakes.tolist()
                    assert same, "the mistakes differ"
                    name = f"({m:,} x {d:,}) {kind}, {predict_with}"
                    board.row(name, times["now"] / times["then"], "<=1.1")
