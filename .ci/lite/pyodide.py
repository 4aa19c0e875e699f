"""A copy of Pyodide, Python for the browser, with the packages that the course needs.

    python .ci/lite/pyodide.py      # writes build/cache/pyodide, once

The published course takes Pyodide from its usual address, so nobody needs this to publish. Tests
do, because they reach no network, and so does a class without one: `make lite
PYODIDE=build/cache/pyodide`.

The core and the list of packages come from npm. numpy, matplotlib and what else is compiled for
the browser stand in no package index by themselves, but the wheel of open-webui on PyPI carries
them, byte for byte those that Pyodide's own list names by their sha256. That is good for tests,
and nothing to depend on: a host that serves Pyodide itself had better unpack Pyodide's release
and name that folder. Packages in plain Python are PyPI's.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / "build" / "cache"
COPY = CACHE / "pyodide"

VERSION = "314.0.3"
"""The newest of which PyPI carries the compiled packages, so what is tested is what is served. The
kernel of JupyterLite asks for a later one by default; they share Python 3.14 and one ABI."""
CARRIER, INSIDE = "open-webui==0.12.4", "open_webui/frontend/pyodide/"

CORE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LOCK = "pyodide-lock.json"
NEEDED = ("numpy", "scipy", "matplotlib", "pillow", "ipython", "jedi", "micropip")
"""What the course imports, and what its kernel does. What these need themselves comes along."""


def from_npm() -> Path:
    """The folder of Pyodide's npm package: its core, and the list of all packages."""
    folder = CACHE / f"pyodide-{VERSION}"
    if not (folder / LOCK).exists():
        if shutil.which("npm") is None:
            sys.exit("Pyodide's list of packages is needed once, and comes from npm: install npm.")
        CACHE.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=CACHE) as scratch:
            command = ["npm", "pack", f"pyodide@{VERSION}", "--silent"]
            subprocess.run(command, cwd=scratch, check=True, stdout=subprocess.DEVNULL)
            (packed,) = Path(scratch).glob("pyodide-*.tgz")
            with tarfile.open(packed) as archive:
                archive.extractall(scratch, filter="data")
            shutil.rmtree(folder, ignore_errors=True)
            (Path(scratch) / "package").rename(folder)
    return folder


def download(requirements: Iterable[str], folder: Path, *options: str) -> None:
    """Fetch wheels, just these and not what they need, with pip."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    command += ["--no-deps", "--only-binary", ":all:", "--dest", str(folder), *options]
    subprocess.run([*command, *requirements], check=True)


def closure(packages: dict[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """These packages of a list, and all that they need."""
    found: dict[str, Any] = {}
    todo = [canonicalize_name(name) for name in names]
    while todo:
        name = todo.pop()
        if name not in found:
            found[name] = packages[name]
            todo += map(canonicalize_name, packages[name]["depends"])
    return found


def make(folder: Path) -> None:
    """Put core, packages and their list into a folder."""
    core = from_npm()
    lock = json.loads((core / LOCK).read_text(encoding="utf-8"))
    lock["packages"] = dict(sorted(closure(lock["packages"], NEEDED).items()))
    for name in CORE:
        shutil.copy(core / name, folder / name)
    carried(lock["packages"], folder)
    plain(lock["packages"], folder)
    (folder / LOCK).write_text(json.dumps(lock), encoding="utf-8")


def carried(packages: dict[str, Any], folder: Path) -> None:
    """The packages that open-webui's wheel carries, if they are what Pyodide's list says."""
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        download([CARRIER], Path(scratch), "--ignore-requires-python", "--no-cache-dir")
        (wheel,) = Path(scratch).glob("*.whl")
        with zipfile.ZipFile(wheel) as archive:
            names = {*archive.namelist()}
            for entry in packages.values():
                if INSIDE + entry["file_name"] in names:
                    content = archive.read(INSIDE + entry["file_name"])
                    if hashlib.sha256(content).hexdigest() != entry["sha256"]:
                        sys.exit(f"{CARRIER} carries another {entry['file_name']} than Pyodide's")
                    (folder / entry["file_name"]).write_bytes(content)


def plain(packages: dict[str, Any], folder: Path) -> None:
    """The packages in plain Python that are still missing, from PyPI; the list gets their sums."""
    missing = [entry for entry in packages.values() if not (folder / entry["file_name"]).exists()]
    compiled = [entry["file_name"] for entry in missing if "none-any" not in entry["file_name"]]
    if compiled:
        sys.exit(f"{CARRIER} does not carry {', '.join(compiled)}")
    wanted = [f"{entry['name']}=={entry['version']}" for entry in missing]
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        download(wanted, Path(scratch), "--python-version", "3.14", "--platform", "any")
        wheels = {canonicalize_name(w.name.split("-")[0]): w for w in Path(scratch).glob("*.whl")}
        for entry in missing:
            wheel = wheels[canonicalize_name(entry["name"])]
            entry["file_name"] = wheel.name
            entry["sha256"] = hashlib.sha256(wheel.read_bytes()).hexdigest()
            wheel.rename(folder / wheel.name)


def main() -> int:
    if (COPY / LOCK).exists():
        return 0
    CACHE.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(COPY, ignore_errors=True)
    half_made = Path(tempfile.mkdtemp(dir=CACHE))
    try:
        make(half_made)
        half_made.chmod(0o755)
        half_made.rename(COPY)  # all of it or nothing
    finally:
        shutil.rmtree(half_made, ignore_errors=True)
    print(f"Pyodide {VERSION} is in {COPY.relative_to(ROOT)}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
