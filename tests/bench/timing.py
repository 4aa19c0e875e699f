"""Interleaved timing, peak memory, and a table of ratios with their bars."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


def race(contestants: dict[str, Callable[[], object]], rounds: int = 5) -> dict[str, float]:
    """The best CPU time of each contestant, after a warm-up, taking turns."""
    for contestant in contestants.values():
        contestant()
    best = dict.fromkeys(contestants, float("inf"))
    for _ in range(rounds):
        for name, contestant in contestants.items():
            start = time.process_time()
            contestant()
            best[name] = min(best[name], time.process_time() - start)
    return best


def once(contestant: Callable[[], Any]) -> tuple[float, Any]:
    """The CPU time of a single call, and what it returned."""
    start = time.process_time()
    result = contestant()
    return time.process_time() - start, result


def peak(contestant: Callable[[], object]) -> int:
    """The most memory that a call held at once, in bytes, beyond what was there before it.

    After a warm-up. numpy tells of all its arrays; what compiled code takes for itself is not seen.
    """
    contestant()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        contestant()
        return tracemalloc.get_traced_memory()[1] - before
    finally:
        tracemalloc.stop()


@dataclass
class Board:
    """Prints one line a row and remembers which rows missed their bar."""

    missed: list[str] = field(default_factory=list)
    epochs: int = 3
    heading: str = ""

    def title(self, text: str) -> None:
        self.heading = text
        print(f"\n{text}", flush=True)

    def row(self, name: str, ratio: float, bar: str, note: str = "", unit: str = "x") -> None:
        """A bar is a sign and a number: ">=2.5" or "<=1.25"."""
        limit = float(bar[2:])
        good = ratio >= limit if bar.startswith(">=") else ratio <= limit
        if not good:
            self.missed.append(f"{self.heading}: {name}")
        mark = "ok" if good else "MISSED"
        print(f"  {name:<46} {ratio:8.2f}{unit}  {bar:>7}  {mark:<6} {note}", flush=True)
