"""Sliders: `explore` and `flipbook` against ipywidgets' `interact` with a new figure each time.

The same picture three ways: 200 examples, a line with its shaded side, an arrow, and a curve of
mistakes. Kernel side: CPU time from a new slider value to the finished PNG. On screen: a clock in
the page, from the key press to the changed picture, in a real JupyterLab.
"""

from __future__ import annotations

import contextlib
import io
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import nbformat

from perceptronlib import data, explore, pictures

from .. import browser
from .timing import Board

ANGLES = range(0, 360, 5)
X, y = data.separable(200, 2, margin=0.02, seed=0)


def errors(w: Any) -> int:
    return int((y * (X @ w) <= 0).sum())


CURVE = [errors(pictures.angle(degrees)) for degrees in ANGLES]


def parts(fig: Any, axes: Any) -> tuple[Any, ...]:
    """Draw what stands still; return what moves."""
    left, right = axes
    pictures.plane(left, X, y)
    right.set(xlabel="angle", ylabel="errors", xlim=(0, 360), ylim=(0, 210))
    right.plot(ANGLES, CURVE, color=pictures.QUIET)
    spot = pictures.Curve(right, style="o")
    return pictures.Boundary(left), pictures.Arrow(left), spot


def place(line: Any, arrow: Any, spot: Any, degrees: int) -> None:
    w = pictures.angle(degrees, 0.7)
    line.move(w)
    arrow.move(w)
    spot.move([degrees], [errors(w)])


def explored() -> explore.Exploration:
    fig, axes = pictures.figure(columns=2)
    moving = parts(fig, axes)
    return explore.explore(
        fig,
        data=lambda degrees: degrees,
        move=lambda degrees: place(*moving, degrees),
        describe=lambda degrees: f"At {degrees} degrees.",
        degrees=explore.slider("angle", 0, 355, 5, start=100),
    )


def flipped() -> explore.Flipbook:
    fig, axes = pictures.figure(columns=2)
    moving = parts(fig, axes)
    return explore.flipbook(
        fig,
        data=lambda degrees: degrees,
        move=lambda degrees: place(*moving, degrees),
        describe=lambda degrees: f"At {degrees} degrees.",
        label="angle",
        steps=range(0, 360, 10),
        start=100,
    )


def afresh(degrees: int, dpi: int = pictures.DPI) -> Any:
    """What a function under `interact` does: a new figure, everything drawn again."""
    import matplotlib.pyplot as plt

    fig, axes = plt.subplots(1, 2, figsize=(7.2, 3.6), dpi=dpi, layout="constrained")
    moving = parts(fig, axes)
    place(*moving, degrees)
    for artist in fig.findobj(lambda artist: artist.get_animated()):
        artist.set_animated(False)
    return fig


def interacted(degrees: int) -> bytes:
    import matplotlib.pyplot as plt

    fig, file = afresh(degrees), io.BytesIO()
    fig.savefig(file, format="png")
    plt.close(fig)
    return file.getvalue()


def cpu(call: Callable[[int], Any], angles: range) -> float:
    """The median CPU time of a call, in milliseconds, after one to warm up."""
    call(0)
    times = []
    for degrees in angles:
        start = time.process_time()
        call(degrees)
        times.append(time.process_time() - start)
    return 1e3 * statistics.median(times)


def kernel_side(board: Board) -> None:
    shown = explored().widget()
    knob = shown.children[0].children[0].children[0]
    ours = cpu(lambda degrees: setattr(knob, "value", degrees), range(5, 305, 5))
    theirs = cpu(interacted, range(5, 105, 5))
    board.title("sliders, in the kernel (CPU, median)")
    note = f"{theirs:.0f} ms against {ours:.1f} ms"
    board.row("explore against interact with a new figure", theirs / ours, ">=12", note)
    board.row("explore, one move", ours, "<=15", unit="ms")


def every_lecture(board: Board) -> None:
    """The slowest slider of each lecture, from a new value to the finished picture."""
    sys.path.insert(0, str(browser.ROOT / ".ci"))
    import pages

    from ..lecture_cells import shown_by_kind

    board.title("the slowest slider of each lecture, in the kernel (CPU, median over its stops)")
    for name in pages.names():
        with contextlib.redirect_stdout(io.StringIO()):  # the page's own words
            demos = shown_by_kind(name)["explorations"]
        if not demos:
            continue
        medians = [
            (statistics.median(cpu_at(demo, setting) for setting in demo.settings()), demo.caption)
            for demo in demos
        ]
        slowest, caption = max(medians)
        board.row(name, 1e3 * slowest, "<=15", caption, unit="ms")


def cpu_at(demo: explore.Exploration, setting: dict[str, Any]) -> float:
    start = time.process_time()
    assert demo.at(**setting).png  # it is drawn when someone looks
    return time.process_time() - start


CELLS = {
    "interact": "from tests.bench.sliders import afresh; import ipywidgets as w\n"
    "import matplotlib.pyplot as plt; get_ipython().run_line_magic('matplotlib', 'inline')\n"
    "w.interact(lambda angle: (afresh(angle), plt.show())[1], angle=(0, 355, 5));",
    "explore": "from tests.bench.sliders import explored\nexplored()",
    "flipbook": "from tests.bench.sliders import flipped\nflipped()",
}

CLOCK = """async ([handle, key, presses]) => {
    const area = handle.closest('.jp-OutputArea-output');
    const now = () => [...area.querySelectorAll('img')].filter(
        i => i.offsetParent !== null && i.complete && i.naturalWidth > 0).map(i => i.src).join();
    const frame = () => new Promise(done => requestAnimationFrame(done));
    const tick = () => new Promise(done => { const c = new MessageChannel();
        c.port1.onmessage = done; c.port2.postMessage(0); });
    handle.focus();
    const times = [];
    for (let k = 0; k < presses; k++) {
        for (let i = 0; i < 30; i++) await frame();
        const before = now(), start = performance.now();
        handle.dispatchEvent(new KeyboardEvent('keydown', {key: key, bubbles: true}));
        while (now() === before || now() === '') {
            if (performance.now() - start > 5000) throw new Error('the picture did not change');
            await tick();
        }
        await frame();
        times.push(performance.now() - start);
    }
    return times;
}"""


def pressed(page: Any, k: int) -> float:
    """The median time of a key press on the k-th slider of the page, in milliseconds."""
    handle = page.locator(".noUi-handle").nth(k).element_handle()
    return statistics.median(page.evaluate(CLOCK, [handle, "ArrowRight", 25]))


def on_screen(board: Board) -> None:
    board.title("sliders, on screen (key press to changed picture, median, clock in the page)")
    if not browser.CHROMIUM:
        board.title("... not measured: there is no chromium on this machine")
        return
    page = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(c) for c in CELLS.values()])
    page.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3 (ipykernel)"}
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "pages"
        folder.mkdir()
        nbformat.write(page, folder / "page.ipynb")
        with (
            browser.lab(folder, Path(scratch)) as address,
            browser.browser() as chromium,
            browser.notebook(chromium, address, "page") as opened,
        ):
            opened.run_all()
            opened.page.wait_for_timeout(2000)
            times = {name: pressed(opened.page, k) for k, name in enumerate(CELLS)}
    board.row("explore against interact", times["interact"] / times["explore"], ">=4")
    board.row("explore, one move", times["explore"], "<=60", unit="ms")
    board.row("flipbook, one page", times["flipbook"], "<=40", unit="ms")
    board.row("interact, one move", times["interact"], ">=0", unit="ms")
