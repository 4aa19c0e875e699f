"""What the processes of a submission use, as the kernel tells it; they have no say in it."""

from __future__ import annotations

import contextlib
import os
import time
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Meter", "Stopwatch", "Usage"]

TICK, PAGE = 1 / os.sysconf("SC_CLK_TCK"), os.sysconf("SC_PAGE_SIZE")
MEGABYTE = 2**20


@dataclass(frozen=True)
class Usage:
    """Seconds of computing, seconds of waiting for a processor, megabytes and files in /tmp.

    >>> Usage(seconds=0.5).waited
    0.0
    """

    seconds: float = 0.0
    waited: float = 0.0
    memory: float = 0.0
    files: int = 0


class Meter:
    """Measures a process and all that came from it; what cannot be measured counts as nothing.

    >>> usage = Meter(os.getpid()).usage()
    >>> usage.seconds > 0, usage.memory > 1
    (True, True)
    """

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def usage(self) -> Usage:
        """All that has been used up to now."""
        family = list(_family(self.pid))
        return Usage(
            sum(map(_computed, family)),
            sum(map(_waited, family)),
            sum(map(_resident, family)),
            _files(family[-1]) if len(family) > 1 else 0,
        )

    def first_to_go(self) -> None:
        """Where memory runs out all the same, the kernel is to end these processes and no other."""
        for pid in _family(self.pid):
            with contextlib.suppress(OSError), open(f"/proc/{pid}/oom_score_adj", "w") as file:
                file.write("1000")


def _family(pid: int, most: int = 500) -> list[int]:
    """A process and its descendants, parents first."""
    family = [pid]
    for member in family:
        with contextlib.suppress(OSError):
            for thread in os.listdir(f"/proc/{member}/task"):
                family += map(int, _read(f"/proc/{member}/task/{thread}/children").split())
        if len(family) > most:
            break
    return family


def _read(path: str) -> str:
    try:
        with open(path, encoding="ascii", errors="replace") as file:
            return file.read()
    except OSError:  # it has ended, or this kernel does not tell
        return ""


def _computed(pid: int) -> float:
    """Seconds of a process, and of those of its children that have ended."""
    fields = _read(f"/proc/{pid}/stat").rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) * TICK if len(fields) > 15 else 0.0


def _waited(pid: int) -> float:
    fields = _read(f"/proc/{pid}/schedstat").split()
    return int(fields[1]) / 1e9 if len(fields) > 1 else 0.0


def _resident(pid: int) -> float:
    fields = _read(f"/proc/{pid}/statm").split()
    return int(fields[1]) * PAGE / MEGABYTE if len(fields) > 1 else 0.0


def _files(pid: int) -> int:
    """How many files there are in the /tmp that a process sees."""
    try:
        about = os.statvfs(Path("/proc", str(pid), "root", "tmp"))
    except OSError:
        return 0
    return about.f_files - about.f_ffree


class Stopwatch:
    """Seconds that count since the last reading: of computing, and some of those of sleeping.

    Waiting for a processor counts as nothing: a busy machine takes nobody's time. Whoever sleeps
    has `patience` times as long.

    >>> watch = Stopwatch(Meter(os.getpid()), patience=4.0)
    >>> 0 <= watch.reading()[0] < 1
    True
    """

    def __init__(self, meter: Meter, patience: float) -> None:
        self.meter, self.patience = meter, patience
        self.then, self.before = time.monotonic(), meter.usage()

    def seconds_ago(self) -> float:
        """How long the last reading is past, by the clock on the wall."""
        return time.monotonic() - self.then

    def reading(self) -> tuple[float, Usage]:
        """The seconds since the last one, and what is in use now."""
        now, usage = time.monotonic(), self.meter.usage()
        computed = usage.seconds - self.before.seconds
        passed = now - self.then - (usage.waited - self.before.waited)
        self.then, self.before = now, usage
        return max(0.0, computed, passed / self.patience), usage
