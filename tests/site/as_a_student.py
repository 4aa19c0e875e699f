"""What a student does first, wherever the course runs: open a lecture, run it, move a slider."""

from __future__ import annotations

import contextlib
import functools
import http.server
import json
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.browser import CHANGED, LOOK, READY, SETTINGS, Page

CELLS = """() => [...window.jupyterapp.shell.currentWidget.content.model.cells]
    .filter(cell => cell.type === 'code')
    .map(cell => [cell.executionCount, cell.outputs.toJSON()
        .filter(output => output.output_type === 'error').map(output => output.evalue).join()])"""
BEGIN = """() => {
    window.courseHasRun = window.jupyterapp.commands.execute('notebook:run-all-cells');
}"""
OUTPUT = "handle => handle.closest('.jp-OutputArea-output')"
EXECUTE = """async code => {
    const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
    const reply = (await kernel.requestExecute({code}).done).content;
    return reply.status === 'ok' ? 'ok' : reply.ename;
}"""


def run(page: Page) -> None:
    """Wait for the notebook that is opening, and begin to run all of it."""
    page.page.evaluate(READY)
    page.page.evaluate(BEGIN)


def read(page: Page) -> None:
    """Wait until all of it has run, and see that every cell ran well."""
    page.page.evaluate("async () => { await window.courseHasRun; }")
    cells = page.page.evaluate(CELLS)
    assert len(cells) > 20 and [count for count, _ in cells] == [*range(1, len(cells) + 1)]
    assert not any(error for _, error in cells)


def slide(page: Page) -> None:
    """Move the first slider by keyboard: picture and sentence answer."""
    handle = page.page.locator(".jp-OutputArea-output .noUi-handle:visible").first
    handle.scroll_into_view_if_needed()
    handle.focus()
    output: Any = handle.evaluate_handle(OUTPUT)
    before = output.evaluate_handle(LOOK)
    for _ in range(40):
        page.page.keyboard.press("ArrowLeft")
        page.page.keyboard.press("ArrowRight")
        page.page.keyboard.press("ArrowRight")
        if output.evaluate(CHANGED, before):
            return
    raise AssertionError(f"the slider does not answer: {before.json_value()[1]!r}")


def execute(page: Page, code: str) -> str:
    """Run code in the notebook's kernel: "ok", or the name of the exception."""
    return str(page.page.evaluate(EXECUTE, code))


def settings(home: Path) -> None:
    """JupyterLab's settings for tests, where it looks for a user's: all cells are on the page."""
    for name, values in SETTINGS.items():
        folder = home / ".jupyter" / "lab" / "user-settings" / "@jupyterlab"
        file = folder / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(values))


def free_ports(count: int) -> list[int]:
    """Ports of this machine at which nobody listens."""
    with contextlib.ExitStack() as held:
        sockets = [held.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]


class Silent(http.server.SimpleHTTPRequestHandler):
    """A plain server for files that does not say what it is asked for."""

    def log_message(self, *_: object) -> None:
        """Say nothing."""


class Patient(http.server.ThreadingHTTPServer):
    """A server that takes no offence at a browser that leaves before it has everything."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Tell of every other error."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@contextlib.contextmanager
def served(folder: Path) -> Iterator[str]:
    """The files of a folder, on loopback; yields the address."""
    serve = functools.partial(Silent, directory=str(folder))
    server = Patient(("127.0.0.1", 0), serve)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
