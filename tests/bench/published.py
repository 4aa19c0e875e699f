"""How soon the published course is there and answers, over loopback, in milliseconds.

It looks at build/site as `make site lite` left it (with `PYODIDE=folder` for the live part), and
makes all of it once more, from nothing, in a folder of its own.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests import browser
from tests.site.conftest import SITE
from tests.site.live import host, reader

from .sliders import CLOCK
from .timing import Board

PAINT = "performance.getEntriesByName('first-contentful-paint')[0].startTime"


@contextmanager
def visitor() -> Iterator[tuple[Any, str]]:
    """A browser, and where the site is served."""
    with (
        tempfile.TemporaryDirectory() as scratch,
        host("", Path(scratch)) as address,
        browser.browser() as chromium,
    ):
        yield chromium, address


def from_nothing(board: Board) -> None:
    """What `make site slides lite` does in a fresh clone, what npm brings included; then again."""
    board.title("the published course, made from nothing, in seconds")
    left_out = shutil.ignore_patterns(".git", ".venv", "build", "dist", ".*_cache", "__pycache__")
    with tempfile.TemporaryDirectory() as scratch:
        clone = Path(scratch) / "clone"
        shutil.copytree(browser.ROOT, clone, ignore=left_out)
        board.row("make site slides lite", seconds(clone), "<=240", unit="s")
        again = seconds(clone)
    board.row("the same again", again, "<=30", unit="s")


def seconds(clone: Path) -> float:
    """How long making all of it takes, in the order in which make does it."""
    plain = {name: value for name, value in os.environ.items() if name != "PYODIDE"}
    start = time.monotonic()
    for script in ("site/build", "site/decks", "site/build", "lite/live", "site/build"):
        command = [sys.executable, f".ci/{script}.py"]
        subprocess.run(command, cwd=clone, env=plain, check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - start


def static_pages(board: Board) -> None:
    """A lecture of the site: when something is seen, and when its first picture answers."""
    board.title("a lecture of the site, over loopback, in milliseconds; the median of three")
    if not SITE.exists():
        print("  there is no site: make site")
        return
    with visitor() as (chromium, address):
        tries = []
        for _ in range(3):
            page = chromium.new_context().new_page()
            page.goto(f"{address}/lectures/03_mistake_bounds.html")
            page.wait_for_function("document.querySelector('.choices [aria-pressed]')", polling=20)
            page.evaluate("document.querySelector('.choices button').click()")
            page.wait_for_function("document.querySelector('figure.film[data-ready]')", polling=20)
            tries.append((page.evaluate(PAINT), page.evaluate("performance.now()")))
            page.context.close()
    paint, answers = (statistics.median(times) for times in zip(*tries, strict=True))
    board.row("something is seen", paint, "<=1500", unit="ms")
    board.row("a guess has opened its picture", answers, "<=2500", unit="ms")


def live_pages(board: Board) -> None:
    """A lecture of the live course: seen, its first cell answered, a slider answered."""
    board.title("a lecture live in the browser, over loopback, in milliseconds; the best of three")
    if not (SITE / "pyodide" / "pyodide.mjs").exists():
        print("  no Pyodide of its own: make pyodide, and PYODIDE=build/cache/pyodide make lite")
        return
    seen, answered = [], []
    with visitor() as (chromium, address):
        for _ in range(3):
            with reader(chromium, address) as student:
                start = time.monotonic()
                seen.append(1e3 * student.open("lectures/00_start_here"))
                student.until_ready()
                student.run(1)
                answered.append(1e3 * (time.monotonic() - start))
        board.row("the page is seen", min(seen), "<=5000", unit="ms")
        board.row("the first cell has answered", min(answered), "<=30000", unit="ms")
        with reader(chromium, address) as student:
            student.open("lectures/01_perceptron")
            student.until_ready()
            student.run_all()
            handles = student.page.locator(".jp-OutputArea-output .noUi-handle:visible")
            moved = []
            for k in range(handles.count()):  # pictures behind a prediction are not there yet
                handles.nth(k).scroll_into_view_if_needed()
                handles.nth(k).press("Home")
                student.page.wait_for_timeout(1000)
                handle = handles.nth(k).element_handle()
                moved += student.page.evaluate(CLOCK, [handle, "ArrowRight", 3])
    board.row("a slider, in the median", statistics.median(moved), "<=80", unit="ms")
