"""The folder from which the browser takes Python: `pyodide/`, beside `live/` on the site.

It always holds `pyodide-lock.json`, the list of all packages, and in `packages/` the wheels that
Pyodide does not have. With a Pyodide of the site's own it holds Pyodide, too; else the list leads
to Pyodide's usual address. JupyterLite and the site's own pages both read it.
"""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name
from pyodide import CORE, LOCK, NEEDED, VERSION, closure, from_npm
from wheels import all_wheels, entry

FOLDER = "packages"


def usual_address() -> str:
    """Where Pyodide is published, as the kernel knows it, in the version that is tested here."""
    from jupyterlite_pyodide_kernel.constants import PYODIDE_CDN_URL, PYODIDE_VERSION

    return str(PYODIDE_CDN_URL).replace(PYODIDE_VERSION, VERSION)


def write(site: Path, named: str | None) -> str:
    """Write the folder; returns where a page in a folder of the site finds Pyodide's core.

    ``named`` is a folder with a Pyodide, or the address of one; None is the usual address.
    """
    folder = site / "pyodide"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    local = named is not None and "://" not in named
    if local:
        lock = copied(Path(str(named)), folder)
        core = "./../pyodide"
    else:
        core = (named or usual_address()).rstrip("/")
        lock = json.loads((from_npm() / LOCK).read_text(encoding="utf-8"))
        for package in lock["packages"].values():
            package["file_name"] = f"{core}/{package['file_name']}"
    for wheel in all_wheels():
        package = entry(wheel, FOLDER)
        lock["packages"][canonicalize_name(package["name"])] = package
        place = folder / package["file_name"]
        place.parent.mkdir(parents=True)
        shutil.copy(wheel, place)
    complain_of_gaps(lock["packages"])
    (folder / LOCK).write_text(json.dumps(lock), encoding="utf-8")
    return f"{core}/pyodide.mjs"


def copied(pyodide: Path, folder: Path) -> dict[str, Any]:
    """Copy of a Pyodide what the course needs; returns its list of these packages."""
    missing = [name for name in (*CORE, LOCK) if not (pyodide / name).exists()]
    if missing:
        sys.exit(
            f"PYODIDE={pyodide} is no folder with Pyodide: it lacks {', '.join(missing)}. Name one "
            "with an unpacked release, or make one: make pyodide, PYODIDE=build/cache/pyodide"
        )
    lock: dict[str, Any] = json.loads((pyodide / LOCK).read_text(encoding="utf-8"))
    lock["packages"] = closure(lock["packages"], NEEDED)
    for name in (*CORE, *(package["file_name"] for package in lock["packages"].values())):
        shutil.copy(pyodide / name, folder / name)
    return lock


def complain_of_gaps(packages: dict[str, Any]) -> None:
    """Whatever a package needs has to be in the list: nothing is looked for elsewhere."""
    for package in packages.values():
        for name in map(canonicalize_name, package["depends"]):
            if name not in packages:
                sys.exit(f"{package['name']} needs {name}, which Pyodide {VERSION} does not have")
