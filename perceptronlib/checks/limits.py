"""What a submission may use while it is graded: one table, for those who tell it and enforce it.

The sandbox of the grader keeps to ``LIMITS``, an exercise states ``in_words()``, and `check`, which
runs on the student's own machine, measures against ``LIMITS.step`` and ``LIMITS.task`` and warns
before the grade does. Seconds are seconds of computing: a busy machine takes nobody's points.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

__all__ = ["LARGEST_NOTEBOOK", "LIMITS", "OFFERED", "Limits", "in_words"]

OFFERED = ("numpy", "matplotlib")
"""The packages that a notebook may import beside Python's own, and what the exercise imports."""

LARGEST_NOTEBOOK = 64
"""Megabytes of a file; four photographs of a proof have some twenty-five."""


@dataclass(frozen=True)
class Limits:
    """What one submission may use.

    ``step`` are the seconds of a cell, and of a call of a function; ``task`` those of all calls of
    one task together, visible and hidden; ``total`` those of all cells together. Whoever sleeps
    instead of computing has ``patience`` times as long. ``memory`` and ``file`` are megabytes.

    >>> Limits.of(2.0)
    Limits(step=2.0, total=20.0, task=10.0, start=30.0, patience=4.0, memory=1024, file=16, ...)
    """

    step: float = 4.0
    total: float = 40.0
    task: float = 20.0
    start: float = 30.0
    patience: float = 4.0
    memory: int = 1024
    file: int = 16
    threads: int = 4
    inodes: int = 20_000
    reply: int = 8_000_000

    @staticmethod
    def of(step: float) -> Limits:
        """The usual limits for another number of seconds of a cell or a call."""
        return Limits(step=step, total=10 * step, task=5 * step)

    @property
    def cpu(self) -> int:
        """Seconds that no process of a submission can exceed, whatever it does: a last resort."""
        return math.ceil(self.total + 10 * self.task)


LIMITS = Limits()
"""The limits of the official grade, unless its instructor gives others."""


def in_words(limits: Limits = LIMITS) -> str:
    """The limits, for whoever writes a notebook.

    >>> in_words()
    'While your notebook is graded, each cell and each call of a function may compute for 4 seconds,
    all calls for one task for 20 and all cells for 40, with 1024 MB of memory. ...'
    """
    return (
        "While your notebook is graded, each cell and each call of a function may compute for "
        f"{limits.step:g} seconds, all calls for one task for {limits.task:g} and all cells for "
        f"{limits.total:g}, with {limits.memory} MB of memory. It runs without network and starts "
        f"no other programs; {', '.join(OFFERED)} and what the exercise imports are there. "
        f"The file may have up to {LARGEST_NOTEBOOK} MB."
    )
