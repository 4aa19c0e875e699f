"""What the live course is made of, and under which licences: the file LICENCES in its folder."""

from __future__ import annotations

import email.parser
import json
import zipfile
from importlib.metadata import distribution
from pathlib import Path

from pyodide import VERSION
from wheels import KERNEL

HEAD = """The course live in the browser is made of the following. The course itself is under the
MIT License (code) and CC BY 4.0 (text and figures).

JupyterLite {lite} (BSD-3-Clause; its text is below), which contains
{scripts}
The texts of their licences: build/third-party-licenses.json and, for the kernel,
extensions/@jupyterlite/pyodide-kernel-extension/static/third-party-licenses.json

Pyodide {pyodide} (MPL-2.0, https://www.mozilla.org/MPL/2.0/), whose source is at
https://github.com/pyodide/pyodide, with CPython (PSF-2.0) and the packages that a notebook
imports. Each wheel holds the text of its licence.

Wheels on this site:
{wheels}

JupyterLite's licence
---------------------

{text}"""


def write(site: Path) -> None:
    """Write the file, from what each part says of itself."""
    live = site / "live"
    lite = distribution("jupyterlite-core")
    found = [file for file in lite.files or [] if file.name == "LICENSE"]
    lists = [live / "build", KERNEL / "static"]
    scripts = {line for folder in lists for line in scripts_of(folder)}
    wheels = sorted([*live.rglob("*.whl"), *(site / "pyodide").rglob("*.whl")], key=_by_name)
    filled = HEAD.format(
        lite=lite.version,
        pyodide=VERSION,
        scripts="\n".join(sorted(scripts, key=str.lower)),
        wheels="\n".join(dict.fromkeys(map(wheel_says, wheels))),
        text=found[0].read_text(encoding="utf-8"),
    )
    (live / "LICENCES").write_text(filled, encoding="utf-8")


def _by_name(wheel: Path) -> str:
    return wheel.name.lower()


def scripts_of(folder: Path) -> list[str]:
    """The scripts that a bundle contains, a line each."""
    listed = json.loads((folder / "third-party-licenses.json").read_text(encoding="utf-8"))
    return [
        f"  {part['name']} {part['versionInfo']}: {part['licenseId'] or 'see its text'}"
        for part in listed["packages"]
    ]


def wheel_says(wheel: Path) -> str:
    """Name, version and licence of a wheel, as it states them."""
    with zipfile.ZipFile(wheel) as archive:
        told = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        about = email.parser.Parser().parsestr(archive.read(told).decode())
    licence = about["License-Expression"] or _classified(about.get_all("Classifier") or [])
    first_line = (about["License"] or "see the wheel").strip().splitlines()[0]
    return f"  {about['Name']} {about['Version']}: {licence or first_line}"


def _classified(classifiers: list[str]) -> str:
    """The licence among a package's classifiers; empty if there is none."""
    names = [c.split(" :: ")[-1] for c in classifiers if c.startswith("License ::")]
    return ", ".join(name for name in names if name != "OSI Approved")
