"""Control groups: the kernel's own bound on the memory that a submission uses in all.

In a group memory counts whole: what its processes hold together, their files in /tmp, and what the
kernel keeps for them (processes, pipes, names, locks). Where the system lets nobody make a group,
what the kernel tells of the processes is measured many times a second instead (see `usage`).
"""

from __future__ import annotations

import fcntl
import os
import re
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path, PurePosixPath

from ...checks.limits import Limits

__all__ = ["Group"]

PREFIX, YOUNG = "perceptronlib-box-", 60.0
"""How groups begin; one that nobody has locked is left alone for so many seconds."""

PATIENCE = 5.0
"""Seconds for processes that were ended to go."""

SPARE, MEGABYTE = 96, 2**20
"""Megabytes beside a submission's own, for /tmp, bubblewrap and what the kernel keeps.

With them, who takes too much in a single process meets the same limit with a group and without.
"""

ENTER = 'echo 0 > "$1/cgroup.procs" || exit 77; shift; exec "$@"'
"""For a shell, which moves itself into the group and then becomes the program."""

LIMIT, KILLS = ("memory.max", "memory.limit_in_bytes"), ("memory.events", "memory.oom_control")
"""How these files are called in version 2 of the kernel's interface, and in version 1."""


class Group:
    """A control group, a folder, for one submission at a time.

    >>> Group(Path("group")).entry()
    ('/bin/sh', '-c', ..., 'enter', 'group')
    """

    def __init__(self, folder: Path) -> None:
        self.folder, self.lock, self.ended = folder, -1, 0

    @classmethod
    def made(cls) -> Group | None:
        """A new group, as near as possible to the one we are in; None if there can be none."""
        for place in _places():
            _clear_away(place)
            with suppress(OSError):  # a place that is not ours
                group = cls(Path(tempfile.mkdtemp(prefix=PREFIX, dir=place)))
                if group._works():
                    return group
                group.remove()
        return None

    def _works(self) -> bool:
        """Lock it, so that others leave it alone; whether memory is bounded there, and one can
        enter it."""
        try:
            self.lock = os.open(self.folder, os.O_RDONLY | os.O_DIRECTORY)
            fcntl.flock(self.lock, fcntl.LOCK_EX)
            self.allow(Limits())
            tried = subprocess.run([*self.entry(), "true"], stderr=subprocess.DEVNULL)
        except OSError:
            return False
        return not tried.returncode and any((self.folder / name).exists() for name in LIMIT)

    def allow(self, limits: Limits) -> None:
        """Bound what comes into it from now on, once what was in it before has gone.

        Processes that were ended need a moment for that; what they still hold is not to be charged
        to the next submission.
        """
        _wait_until(lambda: not _lines(self.folder / "cgroup.procs"))
        memory = str((limits.memory + SPARE) * MEGABYTE)
        for name, value in (
            ("memory.memsw.limit_in_bytes", "-1"),  # with swap it is never less than without
            *((name, memory) for name in LIMIT),
            ("memory.memsw.limit_in_bytes", memory),
            ("memory.swap.max", "0"),
            ("memory.oom.group", "1"),
        ):
            if (self.folder / name).exists():
                (self.folder / name).write_text(value)
        self.ended = self._ended()

    def entry(self) -> tuple[str, ...]:
        """What stands before a command that is to run in the group."""
        return ("/bin/sh", "-c", ENTER, "enter", str(self.folder))

    def is_overrun(self) -> bool:
        """Whether since `allow` the kernel had to end processes of the group for their memory."""
        return self._ended() > self.ended

    def _ended(self) -> int:
        text = "\n".join(line for name in KILLS for line in _lines(self.folder / name))
        found = re.search(r"^oom_kill (\d+)", text, re.M)
        return int(found[1]) if found else 0

    def remove(self) -> None:
        """Take the group away again, as soon as the processes in it have ended."""
        _wait_until(partial(_is_removed, self.folder))
        if self.lock >= 0:
            os.close(self.lock)
            self.lock = -1


def _wait_until(is_done: Callable[[], bool]) -> None:
    """Wait until something is done, but not for ever."""
    end = time.monotonic() + PATIENCE
    while not is_done() and time.monotonic() < end:
        time.sleep(0.002)


def _is_removed(folder: Path) -> bool:
    """Remove a group; the kernel refuses that while there are processes in it."""
    with suppress(OSError):
        folder.rmdir()
    return not folder.exists()


def _clear_away(place: Path) -> None:
    """Remove the groups of graders that were killed: nobody holds their locks any more.

    bubblewrap ends with its grader, unless that was killed in the instant in which bubblewrap
    starts: then it would wait in its group for ever.
    """
    for old in place.glob(f"{PREFIX}*"):
        with suppress(OSError):
            file = os.open(old, os.O_RDONLY | os.O_DIRECTORY)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if time.time() - os.fstat(file).st_ctime > YOUNG:
                    for pid in _lines(old / "cgroup.procs"):
                        os.kill(int(pid), signal.SIGKILL)
                    _wait_until(partial(_is_removed, old))
            finally:
                os.close(file)


# -- where groups may be made ------------------------------------------------------------------


def _places() -> Iterator[Path]:
    """Where groups may be made, the nearest place first.

    In version 2 that is the first group, from our own upwards, below which memory is bounded at
    all; in version 1 our own, of those that bound memory.
    """
    groups, mounts = _groups(), _mounts()
    own = {name: _folder(groups[name], *mounts[name]) for name in groups if name in mounts}
    if here := own.get(""):
        _switch_on(here)
        for place in (here, *here.parents):
            if "memory" in _switched_on(place):
                yield place
            if place == mounts[""][0]:
                break
    if memory := own.get("memory"):
        yield memory


def _groups() -> dict[str, str]:
    """The groups that this process is in: by what is bounded there, "" for version 2."""
    lines = (line.split(":", 2) for line in _lines(Path("/proc/self/cgroup")))
    return {name: path for _, names, path in lines for name in names.split(",")}


def _mounts() -> dict[str, tuple[Path, str]]:
    """Where groups are mounted, and which of them is seen there as the topmost."""
    found: dict[str, tuple[Path, str]] = {}
    for line in _lines(Path("/proc/self/mountinfo")):
        before, _, after = line.partition(" - ")
        top, point = before.split()[3:5]
        kind, _, options = after.split(" ", 2)
        names = {"cgroup2": [""], "cgroup": options.split(",")}.get(kind, [])
        found |= dict.fromkeys(names, (Path(point), top))
    return found


def _folder(group: str, point: Path, top: str) -> Path | None:
    """The folder of a group; None if what is mounted does not show it."""
    with suppress(ValueError):
        inside = PurePosixPath(group).relative_to(top)
        return None if ".." in inside.parts else point / inside
    return None


def _switched_on(place: Path) -> set[str]:
    """What is bounded below a group of version 2."""
    return set(" ".join(_lines(place / "cgroup.subtree_control")).split())


def _switch_on(place: Path) -> None:
    """Let memory be bounded below a group; the kernel refuses that where processes are in it."""
    if "memory" not in _switched_on(place):
        with suppress(OSError):
            (place / "cgroup.subtree_control").write_text("+memory")


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(errors="replace").splitlines()
    except OSError:
        return []
