"""The sandbox: one fresh Python for one submission, behind bubblewrap, with bounded everything.

No network, no home, no course folder; a read-only Python with numpy and matplotlib; those modules
of the library that the exercise offers; limits on memory, time, processes and files. The process
that knows the right answers is never the one that runs a student's code, and never its parent by
fork: there is nothing to be found in its memory.
"""

from __future__ import annotations

import functools
import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from pathlib import Path

from ...checks.limits import OFFERED, Limits
from .library import SandboxError, fill
from .syscalls import refused

__all__ = ["Box", "sandbox_available"]

PACKAGES = (
    OFFERED
    + ("contourpy", "cycler", "fonttools", "kiwisolver", "packaging", "pillow", "pyparsing")
    + ("python-dateutil", "six", "tzdata")
)
"""What a notebook may import, and what these packages need."""

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
        self.folder = Path(tempfile.mkdtemp(prefix="box-", dir=within)).resolve()
        fill(self.folder, modules)

    @property
    def why(self) -> str:
        """Why the sandbox does not start, and what to do, as far as a trial tells."""
        return "is python's folder readable for everyone, and may this user start bwrap?"

    def __enter__(self) -> Box:
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

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
