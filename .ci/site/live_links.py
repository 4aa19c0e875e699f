"""What stands around the title of a notebook's page: its number, and the notebook live.

The links are there once `make lite` has put the live course beside the pages.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

LIVE = "../live"
"""From a page in a folder of the site to JupyterLite."""

KEPT = (
    "Your work is kept in that browser; <i>File → Download</i> gives you the notebook to hand in. "
    f"<a href='{LIVE}/index.html'>More on where it is</a>."
)


def address(page: str) -> str:
    """Where a page's notebook opens live.

    >>> address("lectures/01_perceptron")
    '../live/notebooks/index.html?path=lectures/01_perceptron.ipynb'
    """
    return f"{LIVE}/notebooks/index.html?path={page}.ipynb"


def eyebrow(page: str) -> str:
    """The number of a lecture, for the line above its title.

    >>> eyebrow("lectures/03_mistake_bounds"), eyebrow("lectures/errata")
    ('Lecture 03', '')
    """
    folder, _, name = page.partition("/")
    return f"Lecture {name[:2]}" if folder == "lectures" and name[:2].isdigit() else ""


def with_live(page: str, body: str) -> str:
    """The page with a way to its notebook, live; a page without a notebook stays as it is."""
    folder, _, name = page.partition("/")
    words = "In your browser, with nothing to install."
    if folder == "lectures":
        button = f"<a class='button quiet' href='{address(page)}'>Open live</a>"
        line = f"<p class='open-live'>{button} <span>{words}</span></p>"
        return body.replace("</h1>", f"</h1>\n{line}", 1)
    if folder == "exercises" and name != "index":
        head, _, rest = body.partition("<div class='handout'>")
        buttons, _, rest = rest.partition("</div>")
        button = f"<a class='button' href='{address(page)}'>Open live</a>"
        line = f"<p class='open-live'><span>{words} {KEPT}</span></p>"
        return f"{head}<div class='handout'>{button}{buttons}</div>\n{line}{rest}"
    return body


def show(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Put number and link around the title."""
    if number := eyebrow(page):
        above = f"<p class='eyebrow'>{number}</p>\n<h1>"
        context["body"] = context["body"].replace("<h1>", above, 1)
    if (Path(app.outdir) / "live" / "index.html").exists() and doctree is not None:
        context["body"] = with_live(page, context["body"])


def setup(app: Any) -> dict[str, bool]:
    app.connect("html-page-context", show)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
