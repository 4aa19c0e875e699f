"""Where Python in the browser comes from: Pyodide, and the wheels that it does not have.

These wheels lie in `live/packages`, with a list of all packages beside them. Pyodide's own come
from its usual address, or, with a Pyodide of the site's own, from `pyodide/` beside `live/`, a
plain copy that the site's pages use too.
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


def is_folder(named: str | None) -> bool:
    """Whether a copy of Pyodide is named, and not an address or nothing at all."""
    return named is not None and "://" not in named


def usual_address() -> str:
    """Where Pyodide is published, as the kernel knows it, in the version that is tested here."""
    from jupyterlite_pyodide_kernel.constants import PYODIDE_CDN_URL, PYODIDE_VERSION

    return str(PYODIDE_CDN_URL).replace(PYODIDE_VERSION, VERSION)


def core(named: str | None) -> str:
    """The address of Pyodide, as seen from `live/`; named is a folder, an address or None."""
    return "./../pyodide" if is_folder(named) else (named or usual_address()).rstrip("/")


def write(site: Path, named: str | None) -> None:
    """Put the wheels and the list into `live/packages`, and beside it Pyodide, if it is a copy."""
    folder, copy = site / "live" / FOLDER, site / "pyodide"
    shutil.rmtree(copy, ignore_errors=True)
    if is_folder(named):
        lock, source = copied(Path(str(named)), copy), "../../pyodide"
    else:
        lock, source = json.loads((from_npm() / LOCK).read_text(encoding="utf-8")), core(named)
    for package in lock["packages"].values():
        package["file_name"] = f"{source}/{package['file_name']}"
    for wheel in all_wheels():
        package = entry(wheel)
        lock["packages"][canonicalize_name(package["name"])] = package
        place = folder / package["file_name"]
        place.parent.mkdir(parents=True)
        shutil.copy(wheel, place)
    complain_of_gaps(lock["packages"])
    (folder / LOCK).write_text(json.dumps(lock), encoding="utf-8")


def copied(pyodide: Path, copy: Path) -> dict[str, Any]:
    """Copy of a Pyodide what the course needs; returns its list of these packages."""
    missing = [name for name in (*CORE, LOCK) if not (pyodide / name).exists()]
    if missing:
        sys.exit(
            f"PYODIDE={pyodide} is no folder with Pyodide: it lacks {', '.join(missing)}. Name one "
            "with an unpacked release, or make one: make pyodide, PYODIDE=build/cache/pyodide"
        )
    lock: dict[str, Any] = json.loads((pyodide / LOCK).read_text(encoding="utf-8"))
    lock["packages"] = closure(lock["packages"], NEEDED)
    copy.mkdir(parents=True)
    for name in (*CORE, *(package["file_name"] for package in lock["packages"].values())):
        shutil.copy(pyodide / name, copy / name)
    (copy / LOCK).write_text(json.dumps(lock), encoding="utf-8")
    return lock


def complain_of_gaps(packages: dict[str, Any]) -> None:
    """Whatever a package needs has to be in the list: nothing is looked for elsewhere."""
    for package in packages.values():
        for name in map(canonicalize_name, package["depends"]):
            if name not in packages:
                sys.exit(f"{package['name']} needs {name}, which Pyodide {VERSION} does not have")
