"""Ending a sandbox so that nothing of it is left, not even processes that wait to be buried.

bubblewrap's only child is the first process of a world of its own: with it all others end, and
bubblewrap buries it. Were bubblewrap itself ended first, its child would be left to the first
process of the machine, and in many containers that one buries nobody.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
from contextlib import suppress

__all__ = ["end"]

PATIENCE = 5.0
"""Seconds for all processes of a sandbox to end, before bubblewrap itself is ended."""


def end(process: subprocess.Popen[bytes], is_boxed: bool = True) -> None:
    """End a process, behind bubblewrap or not, with all that is in its sandbox, and wait for it.

    >>> sleeper = subprocess.Popen(["sleep", "60"])
    >>> end(sleeper, is_boxed=False)
    >>> sleeper.returncode
    -9
    """
    if not (is_boxed and _end_child(process.pid) and _has_ended(process.pid)):
        process.kill()
    process.wait()


def _end_child(pid: int) -> bool:
    """End the child of a process; whether there was one."""
    for child in _children(pid):
        with suppress(OSError):
            file = os.pidfd_open(child)
            try:
                if child in _children(pid):  # else it had gone, and its number may be another's
                    signal.pidfd_send_signal(file, signal.SIGKILL)
                    return True
            finally:
                os.close(file)
    return False


def _children(pid: int) -> list[int]:
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            return [int(child) for child in file.read().split()]
    except OSError:  # it has ended, or this kernel does not tell
        return []


def _has_ended(pid: int) -> bool:
    """Whether a child of ours ends soon."""
    try:
        file = os.pidfd_open(pid)
    except OSError:
        return False
    try:
        waiting = select.poll()
        waiting.register(file, select.POLLIN)
        return bool(waiting.poll(1000 * PATIENCE))
    finally:
        os.close(file)
