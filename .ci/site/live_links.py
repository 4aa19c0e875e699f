"""A link on every lecture and exercise to its notebook, live in the browser (`make lite`)."""

from __future__ import annotations

from typing import Any

LIVE = "../live"
"""From a page in a folder of the site to JupyterLite."""


def address(page: str) -> str:
    """Where a page's notebook opens live.

    >>> address("lectures/01_perceptron")
    '../live/notebooks/index.html?path=lectures/01_perceptron.ipynb'
    """
    return f"{LIVE}/notebooks/index.html?path={page}.ipynb"


def line(page: str) -> str:
    """The link and, on an exercise, where the work will be; empty for a page with no notebook."""
    folder, _, name = page.partition("/")
    if folder not in ("lectures", "exercises") or name in ("", "index"):
        return ""
    words = "In your browser, with nothing to install."
    if folder == "exercises":
        words += (
            " Your work is kept in that browser; <i>File → Download</i> gives you the notebook to "
            f"hand in. <a href='{LIVE}/index.html'>More on where it is</a>."
        )
    button = f"<a class='button quiet' href='{address(page)}'>Open live</a>"
    return f"<p class='open-live'>{button} <span>{words}</span></p>"


def show(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Put the link below the title."""
    if link := line(page):
        context["body"] = context["body"].replace("</h1>", f"</h1>\n{link}", 1)


def setup(app: Any) -> dict[str, bool]:
    app.connect("html-page-context", show)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
