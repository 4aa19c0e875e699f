"""How far a long run has come, and how long it will take."""

from __future__ import annotations

import sys
import threading
import time

__all__ = ["Progress"]

WIDTH = 30


class Progress:
    """A bar that several threads move on, step by step; steps found done earlier cost no time.

    >>> Progress(4).line(3, seconds=60.0, what="pass 3")
    '[######################--------]  75 %, pass 3; about 20 s left'
    """

    def __init__(self, steps: int) -> None:
        self.steps, self.done, self.earlier = steps, 0, 0
        self.start, self.lock = time.monotonic(), threading.Lock()

    def found(self, steps: int) -> None:
        """These steps were done in an earlier run."""
        with self.lock:
            self.done += steps
            self.earlier += steps

    def step(self, what: str) -> None:
        """One more step is done: say so."""
        with self.lock:
            self.done += 1
            line = self.line(self.done, time.monotonic() - self.start, what)
            end = "\n" if self.done == self.steps or not sys.stderr.isatty() else ""
            print(f"\r{line:<90}" if not end else line, end=end, file=sys.stderr, flush=True)

    def line(self, done: int, seconds: float, what: str) -> str:
        """The bar, after so many steps and so many seconds of this run."""
        left = seconds * (self.steps - done) / max(1, done - self.earlier)
        full = WIDTH * done // self.steps
        bar = "#" * full + "-" * (WIDTH - full)
        time_left = f"{left / 60:.0f} min" if left >= 90 else f"{left:.0f} s"
        return f"[{bar}] {100 * done // self.steps:3d} %, {what}; about {time_left} left"
