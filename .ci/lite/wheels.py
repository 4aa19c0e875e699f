"""The wheels that Pyodide does not have: the library's own, the kernel's, and the widgets'."""

from __future__ import annotations

import csv
import email.parser
import hashlib
import io
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from pyodide import CACHE, ROOT, download

WHEELS = CACHE / "wheels"
KERNEL = Path(sys.prefix) / "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension"
FROM_KERNEL = ("piplite", "ipykernel", "pyodide_kernel", "widgetsnbextension-4")
FROM_LOCK = ("comm", "ipywidgets", "jupyterlab-widgets")
NOT_NEEDED = ("perceptronlib/laptop/course/",)
"""The copies of the notebooks, which lie beside the library here: two thirds of its weight."""

IN_THE_BROWSER = {
    "platform_system": "Emscripten",
    "sys_platform": "emscripten",
    "os_name": "posix",
    "platform_machine": "wasm32",
    "python_version": "3.14",
    "python_full_version": "3.14.0",
    "extra": "",
}
UNTOLD = {"piplite": ["micropip"], "perceptronlib": ["matplotlib", "pillow", "ipywidgets"]}
"""What a wheel needs here and does not say, or not of everybody."""
LATER = {"perceptronlib": {"scipy"}}
"""What a wheel says it needs, and fetches only when it does (`perceptronlib.notebook.browser`)."""


def all_wheels() -> list[Path]:
    """All of them, as files."""
    kernel = [path for name in FROM_KERNEL for path in (KERNEL / "static/pypi").glob(f"{name}*")]
    if len(kernel) != len(FROM_KERNEL):
        sys.exit(f"{KERNEL} does not hold a wheel each of {', '.join(FROM_KERNEL)}")
    return [*kernel, *locked(), own()]


def locked() -> list[Path]:
    """The wheels of the widgets, in the versions of requirements.lock and with its sums."""
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    pins = [re.search(rf"^{name}==\S+ \\\n(?:    --hash.*\n)+", lock, re.M) for name in FROM_LOCK]
    text = "".join(pin[0].rstrip().rstrip("\\") + "\n" for pin in pins if pin)
    folder = WHEELS / hashlib.sha256(text.encode()).hexdigest()[:8]
    if len([*folder.glob("*.whl")]) != len(FROM_LOCK):
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as pinned:
            pinned.write(text)
            pinned.flush()
            download([], folder, "--require-hashes", "-r", pinned.name)
    return sorted(folder.glob("*.whl"))


def own() -> Path:
    """The library's wheel, as it is now, without what only a laptop needs."""
    folder = WHEELS / "own"
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    slim = WHEELS / wheel.name
    slim.write_bytes(lighter(wheel))
    return slim


def lighter(wheel: Path) -> bytes:
    """The wheel without what is not needed, in its list of files too."""
    kept = io.BytesIO()
    with zipfile.ZipFile(wheel) as full, zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as slim:
        for member in full.infolist():
            content = full.read(member)
            if member.filename.startswith(NOT_NEEDED):
                continue
            if member.filename.endswith(".dist-info/RECORD"):
                rows = csv.reader(io.StringIO(content.decode()))
                text = io.StringIO()
                csv.writer(text).writerows(r for r in rows if not r[0].startswith(NOT_NEEDED))
                content = text.getvalue().encode()
            slim.writestr(member, content)
    return kept.getvalue()


def entry(wheel: Path) -> dict[str, Any]:
    """What Pyodide's list says of a package, for a wheel that lies in a folder named by its sum.

    The sum is in the address, so no browser takes an old wheel for a new one of the same version.
    """
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        told = next(name for name in names if name.endswith(".dist-info/METADATA"))
        about = email.parser.Parser().parsestr(archive.read(told).decode())
    top = {name.split("/")[0] for name in names if name.endswith("/__init__.py")}
    modules = {name.removesuffix(".py") for name in names if re.fullmatch(r"\w+\.py", name)}
    total = hashlib.sha256(wheel.read_bytes()).hexdigest()
    return {
        "name": about["Name"],
        "version": about["Version"],
        "file_name": f"{total[:8]}/{wheel.name}",
        "install_dir": "site",
        "sha256": total,
        "package_type": "package",
        "imports": sorted(top | modules),
        "depends": needs(about["Name"], about.get_all("Requires-Dist") or []),
        "unvendored_tests": False,
    }


def needs(name: str, requirements: list[str]) -> list[str]:
    """The packages that a wheel asks for in the browser."""
    asked = {*UNTOLD.get(name, [])}
    for requirement in map(Requirement, requirements):
        if requirement.marker is None or requirement.marker.evaluate(IN_THE_BROWSER):
            asked.add(canonicalize_name(requirement.name))
    return sorted(asked - LATER.get(name, set()))
