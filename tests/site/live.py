"""A notebook of the live course, open in a browser that reaches nothing but the test's own host."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests import browser

from .as_a_student import served
from .conftest import SITE

NOTEBOOK = ".jp-Notebook .jp-Cell"
CELLS = "() => window.jupyterapp.shell.currentWidget.content.model.sharedModel.toJSON().cells"
RUN_ONE = """async k => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    notebook.activeCellIndex = k;
    await window.jupyterapp.commands.execute('notebook:run-cell');
}"""
SAVE = "async () => { await window.jupyterapp.commands.execute('docmanager:save'); }"
NOT_OURS = ("/all.json",)
"""JupyterLite asks the host whether it has a list of a folder that only this browser has."""


@contextlib.contextmanager
def host(place: str, scratch: Path) -> Iterator[str]:
    """A plain server for static files, with the site at its root or below a path of it."""
    root = SITE
    if place:
        root = scratch
        (root / place).parent.mkdir(parents=True, exist_ok=True)
        (root / place).symlink_to(SITE)
    with served(root) as address:
        yield f"{address}/{place}".rstrip("/")


class Reader:
    """Somebody with a browser of their own: what is kept there is theirs alone."""

    def __init__(self, chromium: Any, address: str) -> None:
        self.address, self.troubles = address, []
        self.context = chromium.new_context(viewport={"width": 1280, "height": 800})
        self.context.set_default_timeout(180_000)
        self.context.route("**/*", self._judge)
        self.context.on("console", self._heard)
        self.context.on("weberror", lambda error: self.troubles.append(str(error.error)))
        self.page = self.context.new_page()

    def _judge(self, route: Any) -> None:
        if route.request.url.startswith((self.address, "data:", "blob:")):
            route.continue_()
        else:
            self.troubles.append(f"asked for {route.request.url}")
            route.abort()

    def _heard(self, message: Any) -> None:
        place = message.location.get("url", "")
        if message.type == "error" and not place.endswith(NOT_OURS):
            self.troubles.append(f"{message.text} ({place})")

    def open(self, path: str) -> float:
        """Open a notebook; returns the seconds until it can be read."""
        start = time.monotonic()
        self.page.goto(f"{self.address}/live/notebooks/index.html?path={path}.ipynb")
        self.page.wait_for_selector(NOTEBOOK)
        return time.monotonic() - start

    def until_ready(self) -> None:
        """Wait until the notebook's Python answers."""
        self.page.evaluate(browser.READY)

    def run(self, cell: int) -> None:
        self.page.evaluate(RUN_ONE, cell)

    def run_all(self) -> list[Any]:
        """Run all cells to their end; returns them with what they show."""
        self.page.evaluate(browser.RUN_ALL)
        return self.cells()

    def cells(self) -> list[Any]:
        cells: list[Any] = self.page.evaluate(CELLS)
        return cells

    def save(self) -> None:
        self.page.evaluate(SAVE)


@contextlib.contextmanager
def reader(chromium: Any, address: str) -> Iterator[Reader]:
    """A reader, who leaves afterwards."""
    somebody = Reader(chromium, address)
    try:
        yield somebody
    finally:
        somebody.context.close()


def texts(cell: dict[str, Any]) -> list[tuple[str, str]]:
    """All that a code cell says, pictures and widgets apart; a stream counts as one."""
    said: list[tuple[str, str]] = []
    for output in cell.get("outputs", []):
        if output["output_type"] == "stream":
            said.append((output["name"], "".join(output["text"])))
        elif output["output_type"] == "error":
            said.append(("error", f"{output['ename']}: {output['evalue']}"))
        else:
            shown = output["data"].items()
            said += [(kind, "".join(text)) for kind, text in sorted(shown) if "text/" in kind]
    return said


def stored(path: str) -> list[Any]:
    """The cells of a notebook, as the repository has it."""
    text = (browser.ROOT / f"{path}.ipynb").read_text(encoding="utf-8")
    cells: list[Any] = json.loads(text)["cells"]
    return cells
