"""The grader: seconds a submission, against nbgrader on the same submissions, and memory.

Submissions are exercise 1 with right answers, wrong ones and stubs, mixed. Both sides are timed by
the clock on the wall, as the work is done by their child processes, and take turns.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from perceptronlib.grading.batch import Batch, grade_folder
from perceptronlib.grading.masters import Master

from ..grading.test_nbgrader import nbgrader
from .timing import Board

ROOT = Path(__file__).resolve().parents[2]
NAME = "01_perceptron"
OURS, THEIRS, MANY, MEGABYTES = 120, 8, 1000, 20
PEAK = """
import re, sys
from pathlib import Path
from perceptronlib.grading.batch import Batch, grade_folder
from perceptronlib.grading.masters import Master
folder = Path(sys.argv[1])
grade_folder(Batch(folder / "submissions", folder / "results", [Master(Path(sys.argv[2]))]))
print(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
"""
"""A program that tells its own peak; getrusage would also count what its parent had before."""


def variants() -> list[bytes]:
    """A right submission, the stub, and one with a mistake in its first task."""
    right = json.loads((ROOT / "solutions" / f"{NAME}.ipynb").read_text())
    for cell in right["cells"]:  # students have no hidden tests
        cell["source"] = "".join(cell["source"]).split("### BEGIN HIDDEN TESTS")[0]
    wrong = json.loads(json.dumps(right).replace("<= 0", "< 0", 1))
    stub = json.loads((ROOT / "exercises" / f"{NAME}.ipynb").read_text())
    return [json.dumps(notebook).encode() for notebook in (right, wrong, stub)]


def fill(folder: Path, count: int, inside: str = "") -> Path:
    """That many students, each with a submission."""
    kinds = variants()
    for k in range(count):
        place = folder / f"student{k:04d}" / inside
        place.mkdir(parents=True)
        (place / f"{NAME}.ipynb").write_bytes(kinds[k % len(kinds)])
    return folder


def ours(folder: Path, count: int) -> float:
    """Seconds for grading that many with the course's grader, its start included."""
    submissions = fill(folder / "submissions", count)
    start = time.monotonic()
    masters = [Master(ROOT / "solutions" / f"{NAME}.md")]
    grade_folder(Batch(submissions, folder / "results", masters))
    return time.monotonic() - start


def theirs(folder: Path, count: int) -> float:
    """Seconds for nbgrader's autograde, its start included."""
    source = folder / "source" / "ex"
    source.mkdir(parents=True)
    shutil.copy(ROOT / "solutions" / f"{NAME}.ipynb", source)
    nbgrader(folder, "generate_assignment", "ex", "--create")
    fill(folder / "submitted", count, "ex")
    start = time.monotonic()
    nbgrader(folder, "autograde", "ex", "--create")
    return time.monotonic() - start


def throughput(board: Board) -> None:
    """Seconds a submission, and how many times that nbgrader needs."""
    best: dict[str, float] = {"ours": float("inf"), "theirs": float("inf")}
    ways: dict[str, tuple[Any, int]] = {"ours": (ours, OURS), "theirs": (theirs, THEIRS)}
    for _ in range(2):
        for name, (way, count) in ways.items():
            with tempfile.TemporaryDirectory() as folder:
                best[name] = min(best[name], way(Path(folder), count) / count)
    tasks = len(Master(ROOT / "solutions" / f"{NAME}.md").tasks())
    board.title(f"grading exercise 1 ({tasks} tasks) on {os.cpu_count()} cores")
    board.row("seconds a submission, sandbox and all", best["ours"], "<=0.1", unit="s")
    note = f"nbgrader {best['theirs']:.2f} s"
    board.row("nbgrader's time over ours", best["theirs"] / best["ours"], ">=20", note)


def memory(board: Board) -> None:
    """Peak memory of the grader after a tenth of the submissions, and after all of them."""
    peaks = []

    def tell(done: int, of: int) -> None:
        if done in (of // 10, of):
            peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        fill(folder / "submissions", MANY)
        masters = [Master(ROOT / "solutions" / f"{NAME}.md")]
        grade_folder(Batch(folder / "submissions", folder / "results", masters), tell)
    board.title(f"memory over {MANY} submissions")
    growth = peaks[1] - peaks[0]
    board.row(
        "growth from the first tenth to the end", growth, "<=10", f"of {peaks[1]:.0f} MB", "MB"
    )


def hostile_files() -> dict[str, bytes]:
    """Notebooks of twenty megabytes that would be many times as large in memory."""
    size = MEGABYTES * 10**6
    begin, end = b'{"nbformat": 4, "cells": [{"cell_type": "%s", "source": %s', b"}]}"

    def made(kind: bytes, source: bytes) -> bytes:
        return begin % (kind, source) + end

    outputs = b'"def update(w, x, y): pass", "outputs": [%s0]'
    return {
        "a million and a half of lists": made(
            b"code", outputs % (b"[],           " * (size // 14))
        ),
        "numbers": made(b"code", outputs % (b"0," * (size // 2))),
        "names": made(b"code", b'"def update(w, x, y): pass", "x": {%s"": 0}' % _names(size)),
        "empty lines": made(b"code", b'[%s"def update(w, x, y): pass"]' % (b'"",' * (size // 3))),
        "a long program": made(
            b"code", b'"def update(w, x, y): pass\\n%s"' % (b"a = 1;" * (size // 6))
        ),
        "short words": made(
            b"markdown", '"def update(w, x, y): 🙂 %s"'.encode() % (b"ab " * (size // 3))
        ),
        "a picture": made(
            b"markdown", '"🙂 ![](data:image/png;base64,%s)"'.encode() % (b"A" * size)
        ),
    }


def _names(size: int) -> bytes:
    return b"".join(b'"%08d": 0,' % k for k in range(size // 13))


def peak(folder: Path) -> float:
    """Megabytes that grading a folder takes at most, in a process of its own."""
    master = ROOT / "solutions" / f"{NAME}.md"
    command = [sys.executable, "-c", PEAK, str(folder), str(master)]
    return int(subprocess.run(command, capture_output=True, check=True).stdout) / 1024


def hostile(board: Board) -> None:
    """Peak memory of grading a class with a hostile notebook, over that of the class without it."""
    board.title(f"memory with a hostile notebook of {MEGABYTES} MB")
    with tempfile.TemporaryDirectory() as name:
        normal = peak(fill(Path(name) / "submissions", 6).parent)
    for what, data in hostile_files().items():
        with tempfile.TemporaryDirectory() as name:
            folder = fill(Path(name) / "submissions", 6)
            (folder / "student0003" / f"{NAME}.ipynb").write_bytes(data)
            most = peak(folder.parent)
        board.row(what, most / normal, "<=2", f"{most:.0f} MB, normal {normal:.0f} MB")
