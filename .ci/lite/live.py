"""Put the course live in the browser: JupyterLite, with every notebook, beside the site.

    python .ci/lite/live.py [--pyodide FOLDER-OR-ADDRESS]

Writes build/site/live, which works at the root of a host and below any path of it, and, if a folder
with Pyodide is named, a copy of that in build/site/pyodide. What has not changed is not made again.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import landing
import licences
import packages
from pyodide import CACHE, LOCK, ROOT, VERSION
from wheels import KERNEL, locked

HERE = Path(__file__).resolve().parent
SITE = ROOT / "build" / "site"
SOURCE = ROOT / "build" / "live-source"
KEY = CACHE / "live.key"
PRELOADED = ("micropip", "piplite", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython")
"""What the kernel needs to answer at all; the library is fetched with it, while one still reads."""

SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {
        "fetchNews": "false",
        "checkForUpdates": False,
    },
    # What one writes is kept in the browser: soon, since a tab is closed quickly.
    "@jupyterlab/docmanager-extension:plugin": {"autosave": True, "autosaveInterval": 15},
}


def key_of(named: str | None) -> str:
    """One number for all that the live course is made from."""
    total = hashlib.sha256(repr((named, VERSION, sys.version_info[:2])).encode())
    total.update("".join(map(version, ("jupyterlite-core", "jupyterlite-pyodide-kernel"))).encode())
    files = [ROOT / "pyproject.toml", ROOT / "requirements.lock", ROOT / "README.md"]
    for folder in (HERE, ROOT / "perceptronlib", ROOT / "lectures", ROOT / "exercises"):
        files += sorted(path for path in folder.rglob("*") if path.is_file())
    for file in files:
        if "__pycache__" not in file.parts:
            total.update(str(file.relative_to(ROOT)).encode() + file.read_bytes())
    if packages.is_folder(named):
        total.update((Path(str(named)) / LOCK).read_bytes())
    return total.hexdigest()


def prepare(core: str) -> None:
    """Everything that JupyterLite is made from, in one folder."""
    shutil.rmtree(SOURCE, ignore_errors=True)
    for folder in ("lectures", "exercises"):
        (SOURCE / "files" / folder).mkdir(parents=True)
        for file in sorted((ROOT / folder).glob("*.png")):
            shutil.copy(file, SOURCE / "files" / folder)
        for file in sorted((ROOT / folder).glob("*.ipynb")):
            write(SOURCE / "files" / folder / file.name, not_run_yet(in_whole_strings(file)))
    kernel = {
        "pyodideUrl": core,
        "disablePyPIFallback": True,
        "loadPyodideOptions": {
            "lockFileURL": f"{packages.FOLDER}/{LOCK}",
            "packages": [*PRELOADED, "perceptronlib"],
        },
    }
    config = {
        "appName": landing.TITLE,
        "exposeAppInBrowser": True,
        "litePluginSettings": {"@jupyterlite/pyodide-kernel-extension:kernel": kernel},
    }
    write(
        SOURCE / "jupyter-lite.json",
        {"jupyter-lite-schema-version": 0, "jupyter-config-data": config},
    )
    write(SOURCE / "overrides.json", SETTINGS)


def in_whole_strings(file: Path) -> dict[str, Any]:
    """A notebook whose outputs are no lists of lines: JupyterLab's contents cannot read those.

    (A server joins them before it hands a notebook on; here there is none.)
    """
    notebook: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    for cell in notebook["cells"]:
        for output in cell.get("outputs", []):
            for kind, text in output.get("data", {}).items():
                if isinstance(text, list):
                    output["data"][kind] = "".join(text)
    return notebook


def not_run_yet(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with all that its cells show, and no number beside them: here none has run."""
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            cell["execution_count"] = None
            for output in cell["outputs"]:
                if output["output_type"] == "execute_result":
                    output["execution_count"] = None
    return notebook


def write(file: Path, data: dict[str, Any]) -> None:
    file.write_text(json.dumps(data, indent=1), encoding="utf-8")


def build(live: Path) -> None:
    """Let JupyterLite make its folder, with our two extensions and none of the environment's."""
    (widgets,) = (wheel for wheel in locked() if wheel.name.startswith("jupyterlab_widgets"))
    settings = {
        "output_dir": str(live),
        "contents": ["files"],
        "apps": landing.APPS,
        "ignore_sys_prefix": ["federated_extensions"],
        "federated_extensions": [str(KERNEL), str(widgets)],
        "no_sourcemaps": True,
        "no_unused_shared_packages": True,
    }
    write(SOURCE / "jupyter_lite_config.json", {"LiteBuildConfig": settings})
    command = [sys.executable, "-m", "jupyterlite_core", "build"]
    done = subprocess.run(command, cwd=SOURCE, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"JupyterLite could not be made:\n{done.stdout}\n{done.stderr}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pyodide", help="a folder with Pyodide, or the address of one")
    named = parser.parse_args().pyodide or None
    live, key = SITE / "live", key_of(named)
    if KEY.exists() and KEY.read_text() == key and (live / "index.html").exists():
        print("live: unchanged")
        return 0
    KEY.unlink(missing_ok=True)
    prepare(f"{packages.core(named)}/pyodide.mjs")
    shutil.rmtree(live, ignore_errors=True)
    build(live)
    packages.write(SITE, named)
    landing.write(live)
    licences.write(SITE)
    KEY.write_text(key)
    print(f"The live course is in {live.relative_to(ROOT)}: serve {SITE.relative_to(ROOT)}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
