"""A real JupyterLab and a real browser, for tests and for the bench of the sliders.

Lab runs with settings of its own, on a copy of the course, and answers on loopback only. The
browser is the machine's Chromium (or Chrome); playwright drives it.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
LECTURES = ROOT / "lectures"
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), ""
)
QUIETLY = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "notebook-extension/tracker": {"windowingMode": "none"},
}


@contextlib.contextmanager
def lab(folder: Path, scratch: Path) -> Iterator[str]:
    """JupyterLab on a folder; yields its address, and ends it afterwards."""
    for name, values in SETTINGS.items():
        file = scratch / "settings" / "@jupyterlab" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(values))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--ip=127.0.0.1", "--allow-root"]
    command += [f"--port={port}", "--ServerApp.port_retries=0", "--IdentityProvider.token="]
    command += ["--LabApp.expose_app_in_browser=True", f"--ServerApp.root_dir={folder}"]
    own = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
    }
    environment = {**os.environ, **{name: str(scratch / path) for name, path in own.items()}}
    environment.pop("PYTHONWARNINGS", None)
    with open(scratch / "lab.log", "w") as log:
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        try:
            _wait_for(f"http://127.0.0.1:{port}/api", server, scratch / "lab.log")
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()


def _wait_for(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    for _ in range(300):
        with contextlib.suppress(OSError):
            urllib.request.urlopen(address).close()
            return
        if server.poll() is not None:
            break
        time.sleep(0.1)
    raise RuntimeError(f"JupyterLab did not start:\n{log.read_text()}")


@contextlib.contextmanager
def browser() -> Iterator[Any]:
    """Chromium, headless."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=QUIETLY)
        try:
            yield chromium
        finally:
            chromium.close()


READY = """async () => {
    for (let i = 0; i < 600 && !window.jupyterapp; i++) await new Promise(r => setTimeout(r, 50));
    const app = window.jupyterapp;
    await app.restored;
    for (let i = 0; i < 600 && !app.shell.currentWidget?.context; i++)
        await new Promise(r => setTimeout(r, 50));
    const panel = app.shell.currentWidget;
    await panel.context.ready;
    await panel.sessionContext.ready;
    for (let i = 0; i < 600 && !panel.sessionContext.session?.kernel; i++)
        await new Promise(r => setTimeout(r, 50));
    await panel.sessionContext.session.kernel.info;
}"""
NEXT = """async path => {
    const app = window.jupyterapp;
    const old = app.shell.currentWidget;
    await old.sessionContext.shutdown();
    old.context.model.dirty = false;  // else closing it asks whether to save
    old.close();
    while (!old.isDisposed) await new Promise(r => setTimeout(r, 20));
    await app.commands.execute('docmanager:open', {path: path});
}"""
RUN_ALL = "async () => { await window.jupyterapp.commands.execute('notebook:run-all-cells'); }"

LOOK = """(output) => {
    const seen = e => e.offsetParent !== null;
    const pictures = [...output.querySelectorAll('img')].filter(seen);
    const words = [...output.querySelectorAll('[role=status]')].filter(seen);
    return [pictures.map(p => p.src + p.complete + (p.naturalWidth > 0)).join(),
            words.map(p => p.innerText).join()];
}"""
"""A cell's pictures and what they say."""

CHANGED = f"""async (output, before) => {{
    for (let i = 0; i < 20; i++) {{
        await new Promise(r => setTimeout(r, 15));
        const [picture, words] = ({LOOK})(output);
        if (picture !== before[0] && words !== before[1] && !picture.includes('falsefalse'))
            return true;
    }}
    return false;
}}"""
"""Whether both are other ones than before, in some moments from now."""


class Page:
    """A notebook, open in a browser, and everything that went wrong there."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.errors: list[str] = []
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _heard(self, message: Any) -> None:
        if message.type == "error":
            self.errors.append(f"{message.text} ({message.location.get('url', '')})")

    def open(self, address: str, name: str) -> None:
        """Open a notebook and wait until its kernel answers."""
        self.page.goto(f"{address}/doc/tree/{name}.ipynb?reset")
        self.page.evaluate(READY)

    def open_next(self, name: str) -> None:
        """Open another notebook in the same JupyterLab, which need not be loaded again."""
        self.page.evaluate(NEXT, f"{name}.ipynb")
        self.page.evaluate(READY)
        self.errors.clear()  # JupyterLab may complain that the other notebook's kernel is gone

    def run_all(self) -> None:
        """Run all cells, and wait until they are done and their widgets are there."""
        self.page.evaluate(RUN_ALL)
        self.page.wait_for_function(
            "() => ![...document.querySelectorAll('.jp-OutputArea-output')]"
            ".some(o => o.offsetParent && o.innerText.trim() === 'Loading widget...')",
            polling=100,
        )


@contextlib.contextmanager
def notebook(chromium: Any, address: str, name: str, **size: int) -> Iterator[Page]:
    """One notebook, opened in a window the size of a laptop's."""
    size = {"width": 1280, "height": 800, **size}
    window = chromium.new_context(viewport=size, device_scale_factor=1)
    window.set_default_timeout(60_000)
    try:
        page = Page(window.new_page())
        page.open(address, name)
        yield page
    finally:
        window.close()
