"""What stands around the title of a notebook's page, and what leads to the pages' neighbours.

A lecture has its number above its title, and below it the notebook live, its slides and its
exercise. Links to the live course and to slides, there and in the list of all pages, are there once
`make lite` and `make slides` have put those beside the pages.
"""

from __future__ import annotations

import re
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


def with_lecture(page: str, body: str, live: bool, slides: bool, exercise: bool) -> str:
    """A lecture with ways to its notebook, live, to its slides and to its exercise.

    >>> page, body = "lectures/01_perceptron", "<h1>It</h1>"
    >>> print(with_lecture(page, body, live=False, slides=True, exercise=False))
    <h1>It</h1>
    <p class='open-live'><a class='button quiet' href='../slides/01_perceptron.html'>Slides</a></p>
    """
    folder, _, name = page.partition("/")
    ways = (
        (live, address(page), "Open live"),
        (slides, f"../slides/{name}.html", "Slides"),
        (exercise, f"../exercises/{name}.html", "Exercise"),
    )
    buttons = [f"<a class='button quiet' href='{to}'>{words}</a>" for is_, to, words in ways if is_]
    if folder != "lectures" or not buttons:
        return body
    told = " <span>Live is in your browser, with nothing to install.</span>" if live else ""
    line = f"<p class='open-live'>{' '.join(buttons)}{told}</p>"
    return body.replace("</h1>", f"</h1>\n{line}", 1)


def with_live(page: str, body: str) -> str:
    """An exercise with a way to its notebook, live; another page stays as it is."""
    folder, _, name = page.partition("/")
    words = "In your browser, with nothing to install."
    if folder == "exercises" and name != "index":
        head, _, rest = body.partition("<div class='handout'>")
        buttons, _, rest = rest.partition("</div>")
        button = f"<a class='button' href='{address(page)}'>Open live</a>"
        line = f"<p class='open-live'><span>{words} {KEPT}</span></p>"
        return f"{head}<div class='handout'>{button}{buttons}</div>\n{line}{rest}"
    return body


def with_neighbours(tree: str, neighbours: list[tuple[str, str, str]]) -> str:
    """The list of all pages, with others at the ends of its parts: caption, address and words.

    >>> tree = '<p class="caption"><span>Practice</span></p><ul><li>1</li></ul>'
    >>> with_neighbours(tree, [("Practice", "live.html", "Live")]).split("<li>1</li>")[1]
    '<li class="toctree-l1"><a class="reference internal" href="live.html">Live</a></li></ul>'
    """
    for caption, to, words in neighbours:
        item = f'<li class="toctree-l1"><a class="reference internal" href="{to}">{words}</a></li>'
        part = rf'(<span[^>]*>{caption}</span></p>.*?)(</ul>\s*(?=<p class="caption"|</?div|\Z))'
        tree = re.sub(
            part, lambda found, item=item: found[1] + item + found[2], tree, count=1, flags=re.S
        )
    return tree


NEIGHBOURS = (
    ("Lectures", "slides", "Slides of all lectures"),
    ("Practice", "live", "All notebooks, live"),
)
"""Below which caption the neighbours of the pages are listed, their folders, and in which words."""


def show(app: Any, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Put number and links around the title, and the neighbours into the list of all pages."""
    out, name = Path(app.outdir), page.partition("/")[2]
    beside = {folder for _, folder, _ in NEIGHBOURS if (out / folder / "index.html").exists()}
    to = context["pathto"]
    listed = [(c, to(f"{f}/index.html", 1), w) for c, f, w in NEIGHBOURS if f in beside]
    context["with_neighbours"] = lambda tree: with_neighbours(tree, listed)
    if number := eyebrow(page):
        above = f"<p class='eyebrow'>{number}</p>\n<h1>"
        context["body"] = context["body"].replace("<h1>", above, 1)
    if doctree is None:
        return
    if "live" in beside:
        context["body"] = with_live(page, context["body"])
    context["body"] = with_lecture(
        page,
        context["body"],
        live="live" in beside,
        slides="slides" in beside and (out / "slides" / f"{name}.html").exists(),
        exercise=f"exercises/{name}" in app.env.found_docs,
    )


def setup(app: Any) -> dict[str, bool]:
    app.connect("html-page-context", show)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
