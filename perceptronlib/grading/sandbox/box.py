"""The sandbox: one fresh Python for one submission, behind bubblewrap, with bounded everything.

No network, no home, no course folder; a read-only Python with numpy and matplotlib; those modules
of the library that the exercise offers; limits on memory, time, processes and files. The process
that knows the right answers is never the one that runs a student's code, and never its parent by
fork: there is nothing to be found in its memory.
"""

from __future__ import annotations

import fcntl
import functools
import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path

from ...checks.limits import OFFERED, Limits
from .groups import Group
from .library import SandboxError, fill
from .syscalls import refused

__all__ = ["Box", "sandbox_available"]

PACKAGES = (
    OFFERED
    + ("contourpy", "cycler", "fonttools", "kiwisolver", "packaging", "pillow", "pyparsing")
    + ("python-dateutil", "six", "tzdata")
)
"""What a notebook may import, and what these packages need."""

PREFIX, YOUNG = "perceptronlib-box-", 3600.0
"""How folders of sandboxes begin; one without a lock is left alone for so many seconds."""

FIRST_UID = 61_000
"""Run by root, each slot gets a user of its own: the limit on processes counts by user."""


def sandbox_available() -> str:
    """Why there is no sandbox on this machine; an empty text if there is one.

    >>> sandbox_available() in ("", _NO_LINUX, _NO_BWRAP)
    True
    """
    if sys.platform != "linux":
        return _NO_LINUX
    return "" if shutil.which("bwrap") else _NO_BWRAP


REFUSED = re.compile("namespace|not permitted|uid map|permission denied", re.I)
"""What bwrap says where it may not make a world of its own."""

_NO_NAMESPACES = (
    "The kernel refuses it a namespace, so submissions cannot be shut in. In a container: start it "
    "with --privileged, or with --cap-add SYS_ADMIN --security-opt seccomp=unconfined "
    "--security-opt apparmor=unconfined. On Ubuntu: sudo sysctl -w "
    "kernel.apparmor_restrict_unprivileged_userns=0 (on an old Debian "
    "kernel.unprivileged_userns_clone=1), or grade as root. Or say --unsafe, if you trust every "
    "submission."
)
_NO_LINUX = "the sandbox (bubblewrap) exists on Linux only"
_NO_BWRAP = "bubblewrap is not installed (Debian and Ubuntu: apt install bubblewrap)"


class Box:
    """A prepared folder for the sandbox: the runner, and the open part of the library.

    Use it as a context manager; many submissions can run in it at once, each in its own process.

    >>> with Box(["data"], unsafe=True) as box:
    ...     sorted(path.stem for path in (box.folder / "perceptronlib").glob("samples/*.py"))
    ['__init__', 'data', 'mnist', 'real', 'sample']
    """

    def __init__(
        self, modules: Iterable[str] = (), unsafe: bool = False, within: Path | None = None
    ) -> None:
        self.unsafe = unsafe
        missing = sandbox_available()
        if missing and not unsafe:
            raise SandboxError(
                f"{missing}. Without it student code could read the solutions and this machine's "
                "files: grade on a Linux machine, or say --unsafe if you trust every submission."
            )
        _clear_away(Path(within or tempfile.gettempdir()))
        self.folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=within)).resolve()
        self.lock = (self.folder / ".lock").open("w")
        fcntl.flock(self.lock, fcntl.LOCK_EX)
        fill(self.folder, modules)
        self.groups: dict[int, Group | None] = {}

    @property
    def is_measured(self) -> bool:
        """Whether memory was only measured, since the system let us make no control group."""
        return None in self.groups.values() and not self.unsafe

    def is_overrun(self, slot: int) -> bool:
        """Whether the kernel had to end what ran in a slot last, for its memory."""
        group = self.groups.get(slot)
        return group is not None and group.is_overrun()

    def why_not(self) -> str:
        """Why nothing starts in the sandbox, and what to do: from what bwrap says in a trial."""
        if self.unsafe:
            return "can this Python import numpy?"
        trial = [*self._bwrap, *_PYTHON, "-c", "pass"]
        tried = subprocess.run(trial, capture_output=True, text=True, env=_ENVIRONMENT)
        said = " ".join(tried.stderr.split()).encode("ascii", "replace").decode()[-300:]
        if not tried.returncode:
            return "is the folder of Python's packages readable for everyone?"
        if REFUSED.search(said):
            return f"bwrap says {said!r}. {_NO_NAMESPACES}"
        return f"bwrap says {said!r}. Is Python's folder readable for everyone?"

    def __enter__(self) -> Box:
        return self

    def __exit__(self, *_: object) -> None:
        for group in filter(None, self.groups.values()):
            group.remove()
        shutil.rmtree(self.folder, ignore_errors=True)
        self.lock.close()

    def start(
        self, request: Mapping[str, object], limits: Limits, slot: int
    ) -> tuple[subprocess.Popen[bytes], bytes]:
        """Start the runner; the bytes are the request, which its standard input waits for."""
        if self.unsafe:
            inside, site, cwd = str(self.folder), sysconfig.get_path("purelib"), str(self.folder)
            limits = replace(limits, threads=4096)  # it counts all processes of this user
        else:
            inside, site, cwd = "/box", "/site", "/"
        uid = FIRST_UID + slot if os.getuid() == 0 and not self.unsafe else 0
        full_request = {
            **request,
            "limits": {**asdict(limits), "cpu": limits.cpu, "uid": uid},
        }
        program = f"import sys; sys.path[:0] = {[inside, site]}; from inside.runner import main"
        command = [*_PYTHON, "-c", f"{program}; main({inside!r})"]
        if not self.unsafe:
            command = [*self._bwrap, *command]
        with tempfile.TemporaryFile() as rules:
            rules.write(refused())
            rules.seek(0)
            filtered = refused() and not self.unsafe
            if filtered:
                command[1:1] = ["--seccomp", str(rules.fileno())]
            command[:0] = self._entry(limits, slot)
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=_ENVIRONMENT,
                cwd=cwd,
                start_new_session=True,
                pass_fds=[rules.fileno()] if filtered else [],
            )
        return process, json.dumps(full_request).encode() + b"\n"

    def _entry(self, limits: Limits, slot: int) -> tuple[str, ...]:
        """What stands before a command so that all of it is in the control group of a slot."""
        if slot not in self.groups:
            self.groups[slot] = None if self.unsafe else Group.made()
        group = self.groups[slot]
        if group is None:
            return ()
        group.allow(limits)
        return group.entry()

    @functools.cached_property
    def _bwrap(self) -> tuple[str, ...]:
        unshare = ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]
        if os.getuid():
            unshare.append("--unshare-user")
        command = ["bwrap", *unshare, "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
        if not os.getuid():
            command += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
        command += _open_folders(Path("/dev/null"))  # no /proc: in it one may write to process 1
        for device in ("null", "zero", "urandom", "random"):
            command += ["--dev-bind", f"/dev/{device}", f"/dev/{device}"]
        command += [*_system(), "--ro-bind", str(self.folder), "/box"]
        command += ["--perms", "0755", "--dir", "/site"]
        for path in _package_paths():
            command += ["--ro-bind", str(path), f"/site/{path.name}"]
        command += ["--perms", "1777", "--size", str(16 * 2**20), "--tmpfs", "/tmp"]
        return (*command, "--remount-ro", "/", "--chdir", "/tmp")


def _clear_away(place: Path) -> None:
    """Remove the folders of graders that were killed: nobody holds their locks any more."""
    for old in place.glob(f"{PREFIX}*"):
        try:
            with (old / ".lock").open() as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(old, ignore_errors=True)
        except FileNotFoundError:  # its grader is just about to lock it, or was killed before
            with suppress(OSError):
                if time.time() - old.stat().st_mtime > YOUNG:
                    shutil.rmtree(old, ignore_errors=True)
        except OSError:  # somebody works with it, or it is another user's
            continue


# -- what the sandbox sees ---------------------------------------------------------------------

_PYTHON = (os.path.realpath(sys.executable), "-s", "-S", "-P", "-B")
_ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "HOME": "/tmp",
    "LANG": "C.UTF-8",
    "PYTHONHASHSEED": "0",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MPLBACKEND": "agg",
    "PYTHONBREAKPOINT": "0",  # nobody is there to go on
}


def _system() -> list[str]:
    """The Python of this machine and its shared libraries, without any installed packages."""
    command = _open_folders(Path("/usr/lib"))
    for place in ("/lib", "/lib64", "/usr/lib", "/usr/lib64"):
        path = Path(place)
        if path.is_symlink():
            command += ["--symlink", os.readlink(path), place]
        elif path.is_dir():
            command += ["--ro-bind", place, place]
    prefix = Path(sys.base_prefix)
    if prefix != Path("/usr"):
        command += [*_open_folders(prefix), "--ro-bind", str(prefix), str(prefix)]
    else:
        command += [*_open_folders(Path(_PYTHON[0])), "--ro-bind", _PYTHON[0], _PYTHON[0]]
    stdlib = Path(sysconfig.get_path("stdlib"))
    for hidden in (stdlib / "site-packages", stdlib / "dist-packages", *_DEBIAN):
        if hidden.is_dir() and (hidden.is_relative_to(prefix) or hidden.is_relative_to("/usr/lib")):
            command += ["--tmpfs", str(hidden), "--remount-ro", str(hidden)]
    return command


def _open_folders(path: Path) -> list[str]:
    """Make the folders on the way to a mount; bwrap would make them for root alone."""
    folders = [str(folder) for folder in reversed(path.parents) if folder != Path("/")]
    return [word for folder in folders for word in ("--perms", "0755", "--dir", folder)]


_DEBIAN = tuple(Path("/usr/lib").glob("python3*/dist-packages"))


@functools.cache
def _package_paths() -> tuple[Path, ...]:
    """The folders and files of the packages that the sandbox offers."""
    paths: dict[str, Path] = {}
    for name in PACKAGES:
        try:
            files = importlib.metadata.files(name) or ()
        except importlib.metadata.PackageNotFoundError:
            continue  # not every version of matplotlib needs all of them
        for file in files:
            top = file.parts[0]
            if top not in ("..", "__pycache__") and not top.endswith((".dist-info", ".pth")):
                paths[top] = Path(str(file.locate())).parents[len(file.parts) - 1] / top
    return tuple(path for _, path in sorted(paths.items()) if path.exists())
