"""Ending a sandbox so that nothing of it is left, not even a process that waits to be buried.

bubblewrap starts the first process of a world of its own, and with that one all others in it end.
If it ends in time, bubblewrap buries it. If the submission ends by itself, bubblewrap goes at once,
and leaves it to whoever cares for orphans: the first process of the machine, which in many
containers buries nobody, or we, if we said that we `adopt`.
"""

from __future__ import annotations

import ctypes
import os
import select
import signal
import subprocess
import sys
from contextlib import suppress

__all__ = ["World", "adopt"]

PATIENCE = 5.0
"""Seconds for all processes of a sandbox to end, before bubblewrap itself is ended."""

PR_SET_CHILD_SUBREAPER = 36


def adopt() -> None:
    """From now on orphans of this process's children are its own, to be buried by it (on Linux).

    >>> program = '''
    ... import os, subprocess
    ... from perceptronlib.grading.sandbox.ending import adopt
    ... adopt()
    ... orphan = int(subprocess.check_output("sleep 0 & echo $!", shell=True))
    ... print(os.waitpid(orphan, 0) == (orphan, 0))
    ... '''
    >>> subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout
    'True\\n'
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


class World:
    """A process and, if it is a sandbox, the world that it made: how both are ended.

    >>> sleeper = subprocess.Popen(["sleep", "60"])
    >>> World(sleeper, is_sandbox=False).end()
    >>> sleeper.returncode
    -9
    """

    def __init__(self, process: subprocess.Popen[bytes], is_sandbox: bool) -> None:
        self.process, self.is_sandbox, self.first = process, is_sandbox, -1

    def look(self) -> None:
        """Remember the first process of the sandbox, once it is there."""
        for child in _children(self.process.pid) if self.is_sandbox else ():
            with suppress(OSError):
                self.first = os.pidfd_open(child)
                return

    def end(self) -> None:
        """End all of it, and wait until it has gone."""
        if self.first < 0:
            self.look()
        if self.first >= 0:
            with suppress(ProcessLookupError):
                signal.pidfd_send_signal(self.first, signal.SIGKILL)
            self._wait_for_bubblewrap()
        self.process.kill()
        self.process.wait()
        if self.first >= 0:
            with suppress(ChildProcessError):  # bubblewrap buried it, or it is another's
                os.waitid(os.P_PIDFD, self.first, os.WEXITED)
            os.close(self.first)
            self.first = -1

    def _wait_for_bubblewrap(self) -> None:
        with suppress(OSError):
            file = os.pidfd_open(self.process.pid)
            waiting = select.poll()
            waiting.register(file, select.POLLIN)
            waiting.poll(1000 * PATIENCE)
            os.close(file)


def _children(pid: int) -> list[int]:
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
            return [int(child) for child in file.read().split()]
    except OSError:  # it has ended, or this kernel does not tell
        return []
