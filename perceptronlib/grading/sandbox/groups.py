"""Control groups: the kernel's own bound on all that the processes of a submission use together.

In a group memory counts whole: what the processes hold, their files in /tmp, and what the kernel
keeps for them (pipes, names, locks). Where the system lets nobody make a group, what the kernel
tells of the processes is measured many times a second instead (see `usage`).
"""

from __future__ import annotations

import fcntl
import os
import re
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path, PurePosixPath

from ...checks.limits import Limits

__all__ = ["Group"]

PREFIX, YOUNG = "perceptronlib-box-", 60.0
"""How groups begin; one that nobody has locked is left alone for so many seconds."""

PATIENCE = 5.0
"""Seconds for processes that were ended to go."""

SPARE_MEMORY, SPARE_PROCESSES = 96, 60
"""Megabytes and processes beside those of a submission: /tmp, bubblewrap, what the kernel keeps.

With them, who breaks a limit honestly meets the same one whether there is a group or not.
"""

MEGABYTE = 2**20
NEEDED = {"memory", "pids"}
ENTER = (
    'while [ "$1" != -- ]; do echo 0 > "$1/cgroup.procs" || exit 77; shift; done; shift; exec "$@"'
)
"""For a shell, which moves itself into each folder and then becomes the program."""


class Group:
    """A control group for one submission at a time; `folders` are its places, one or several.

    >>> Group([]).entry()
    ('/bin/sh', '-c', ..., 'enter', '--')
    """

    def __init__(self, folders: list[Path]) -> None:
        self.folders, self.locks, self.ended = folders, list[int](), 0

    @classmethod
    def made(cls) -> Group | None:
        """A new group, as near as possible to the one we are in; None if there can be none."""
        for places in _places():
            group = cls([])
            try:
                for place in places:
                    group._add(place)
                if group._works():
                    return group
            except OSError:  # a folder that is not ours, or cannot be written to
                pass
            group.remove()
        return None

    def _add(self, place: Path) -> None:
        """Make a folder in a place; holding its lock tells others that somebody works with it."""
        _clear_away(place)
        self.folders.append(Path(tempfile.mkdtemp(prefix=PREFIX, dir=place)))
        self.locks.append(os.open(self.folders[-1], os.O_RDONLY | os.O_DIRECTORY))
        fcntl.flock(self.locks[-1], fcntl.LOCK_EX)

    def _works(self) -> bool:
        """Whether memory is bounded in it, and a process may enter it."""
        self.allow(Limits())
        tried = subprocess.run([*self.entry(), "true"], stderr=subprocess.DEVNULL)
        bounds = (folder / name for folder in self.folders for name in _MEMORY)
        return not tried.returncode and any(path.exists() for path in bounds)

    def allow(self, limits: Limits) -> None:
        """Bound what comes into it from now on, once what was in it before has gone.

        Processes that were ended need a moment for that; what they still hold is not to be charged
        to the next submission.
        """
        _waited_for(self._is_empty, PATIENCE)
        memory = str((limits.memory + SPARE_MEMORY) * MEGABYTE)
        bounds = [
            ("memory.memsw.limit_in_bytes", "-1"),  # with swap it is never less than without
            *((name, memory) for name in _MEMORY),
            ("memory.memsw.limit_in_bytes", memory),
            ("memory.swap.max", "0"),
            ("memory.oom.group", "1"),
            ("pids.max", str(limits.threads + SPARE_PROCESSES)),
        ]
        for folder in self.folders:
            for name, value in bounds:
                if (folder / name).exists():  # each version of the interface knows some of them
                    (folder / name).write_text(value)
        self.ended = self._ended()

    def entry(self) -> tuple[str, ...]:
        """What stands before a command that is to run in the group."""
        return ("/bin/sh", "-c", ENTER, "enter", *map(str, self.folders), "--")

    def _is_empty(self) -> bool:
        """Whether all processes in it have gone."""
        return not any(_lines(folder / "cgroup.procs") for folder in self.folders)

    def is_overrun(self) -> bool:
        """Whether since `allow` the kernel had to end processes of the group for their memory."""
        return self._ended() > self.ended

    def _ended(self) -> int:
        paths = (f / name for f in self.folders for name in ("memory.events", "memory.oom_control"))
        texts = (path.read_text() for path in paths if path.exists())
        return sum(int(number) for text in texts for number in re.findall(r"oom_kill (\d+)", text))

    def remove(self) -> None:
        """Take the group away again, as soon as the processes in it have ended."""
        _waited_for(lambda: all([_is_removed(folder) for folder in self.folders]), PATIENCE)
        for lock in self.locks:
            os.close(lock)
        self.folders, self.locks = [], []


_MEMORY = ("memory.max", "memory.limit_in_bytes")
"""How the bound on memory is called, in version 2 of the kernel's interface and in version 1."""


def _waited_for(is_done: Callable[[], bool], seconds: float) -> None:
    """Wait until something is done, but not for ever."""
    end = time.monotonic() + seconds
    while not is_done() and time.monotonic() < end:
        time.sleep(0.002)


def _is_removed(folder: Path) -> bool:
    """Remove a group; the kernel refuses that while there are processes in it."""
    with suppress(OSError):
        folder.rmdir()
    return not folder.exists()


def _clear_away(place: Path) -> None:
    """Remove the groups of graders that were killed: nobody holds their locks any more."""
    for old in place.glob(f"{PREFIX}*"):
        with suppress(OSError):
            file = os.open(old, os.O_RDONLY | os.O_DIRECTORY)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if time.time() - os.fstat(file).st_ctime > YOUNG:
                    _is_removed(old)
            finally:
                os.close(file)


def _places() -> Iterator[list[Path]]:
    """Where groups may be made, the nearest place first.

    In version 2 one folder bounds everything: the first, from our own group upwards, below which
    memory is bounded at all. In version 1 each thing that is bounded has folders of its own.
    """
    groups, mounts = _groups(), _mounts()
    own = {name: _folder(groups[name], *mounts[name]) for name in groups if name in mounts}
    if here := own.get(""):
        _switch_on(here)
        for place in (here, *here.parents):
            if _words(place / "cgroup.subtree_control") >= NEEDED:
                yield [place]
            if place == mounts[""][0]:
                break
    if memory := own.get("memory"):
        yield [memory, pids] if (pids := own.get("pids")) else [memory]


def _groups() -> dict[str, str]:
    """The group that this process is in: by what is bounded there, "" for version 2."""
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


def _switch_on(place: Path) -> None:
    """Let memory be bounded below a group; the kernel refuses that where processes are in it."""
    if not _words(place / "cgroup.subtree_control") >= NEEDED:
        with suppress(OSError):
            (place / "cgroup.subtree_control").write_text("+memory +pids")


def _words(path: Path) -> set[str]:
    return set(" ".join(_lines(path)).split())


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(errors="replace").splitlines()
    except OSError:
        return []
