"""The first page of the live course: what it is, where one's work is kept, and all notebooks.

And what makes a notebook there a page of the course: its look, and the way back.
"""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from string import Template

from pyodide import ROOT

HERE = Path(__file__).resolve().parent
TITLE = "Mistake-driven learning"
APPS = ("notebooks", "tree", "edit", "lab")
"""The parts of JupyterLite that the live course has: they lead to one another."""
CONFIG = re.compile(r'<script\s+id="jupyter-config-data".*?</script>', re.DOTALL)
"""JupyterLite looks for this on the first page, whatever else is there."""


def notebooks(folder: str) -> list[tuple[str, str]]:
    """The notebooks of a folder and their titles, in the order in which they are read."""
    found = []
    for file in sorted((ROOT / folder).glob("*.ipynb")):
        first = json.loads(file.read_text(encoding="utf-8"))["cells"][0]["source"]
        title = "".join(first).splitlines()[0].removeprefix("# ")
        if folder == "lectures" and file.name[:2].isdigit():
            title = f"{int(file.name[:2])}. {title}"
        found.append((f"{folder}/{file.name}", title))
    return found


def listed(folder: str) -> str:
    """The notebooks of a folder as links that open them."""
    lines = [
        f'<li><a href="notebooks/index.html?path={path}">{html.escape(title)}</a></li>'
        for path, title in notebooks(folder)
    ]
    return "\n".join(lines)


def write(live: Path) -> None:
    """Put the page in the place of JupyterLite's own, which leads on to an empty desk."""
    page = live / "index.html"
    config = CONFIG.search(page.read_text(encoding="utf-8"))
    assert config is not None, "JupyterLite's first page has no settings any more"
    template = Template((HERE / "landing.html").read_text(encoding="utf-8"))
    filled = template.substitute(
        title=TITLE,
        config=config[0],
        lectures=listed("lectures"),
        exercises=listed("exercises"),
    )
    page.write_text(filled, encoding="utf-8")
    for app in APPS:
        with_an_icon(live / app / "index.html")
    (live / "course.css").write_bytes((HERE / "course.css").read_bytes())
    with_the_way_back(live / "notebooks" / "index.html")


def with_an_icon(page: Path) -> None:
    """Name the page's icon at once: else the browser asks the host for one that is not there."""
    text = page.read_text(encoding="utf-8")
    if 'rel="icon"' not in text:
        icon = '<link rel="icon" href="favicon.ico">'
        page.write_text(text.replace("<head>", f"<head>\n    {icon}", 1), encoding="utf-8")


def with_the_way_back(page: Path) -> None:
    """Let notebooks look as the course does, with a line above them that leads back to it."""
    text = page.read_text(encoding="utf-8")
    pages = [
        path.removesuffix(".ipynb") for f in ("lectures", "exercises") for path, _ in notebooks(f)
    ]
    line = Template((HERE / "line.html").read_text(encoding="utf-8"))
    sheets = ("../../_static/fonts.css", "../course.css")
    links = "".join(f'<link rel="stylesheet" href="{sheet}">\n' for sheet in sheets)
    text = text.replace("</head>", f"{links}</head>", 1)
    text = re.sub(
        r"<body[^>]*>", lambda body: body[0] + line.substitute(pages=pages), text, count=1
    )
    page.write_text(text, encoding="utf-8")
