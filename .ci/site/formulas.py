"""Sphinx sets formulas while it makes the pages, so that a reader's browser has nothing to do.

All formulas of all pages go through MathJax once, in one process of node, and each is kept in
build/cache. A page then has them as HTML from its first moment, with no script, and with MathML
inside for those who listen. A formula that MathJax does not understand ends the build.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError

HERE = Path(__file__).resolve().parent
CACHE = HERE.parents[1] / "build" / "cache" / "formulas.json"

Known = dict[str, str]
"""What each formula looks like, by its kind and its TeX."""


def key(node: nodes.Node) -> str:
    """A formula's name in the cache: displayed or in a line, and its TeX."""
    kind = "display" if isinstance(node, nodes.math_block) else "inline"
    return f"{kind} {node.astext()}"


def set_all(formulas: set[str], mathjax: str, cache: Path = CACHE) -> tuple[Known, str]:
    """All of these formulas as HTML, and their style sheet; only new ones are set."""
    kept = json.loads(cache.read_text(encoding="utf-8")) if cache.exists() else {}
    known: Known = kept.get("known", {})
    new = sorted(formulas - known.keys())
    if new or "style" not in kept:
        asked = [[one.split(" ", 1)[1], one.startswith("display")] for one in new]
        done = subprocess.run(
            ["node", str(HERE / "typeset.js"), mathjax],
            input=json.dumps(asked),
            capture_output=True,
            encoding="utf-8",
        )
        if done.returncode:
            raise ExtensionError(f"MathJax did not set the formulas: {done.stderr}")
        answer = json.loads(done.stdout)
        for one, html in zip(new, answer["set"], strict=True):
            if "mjx-merror" in html:
                raise ExtensionError(f"MathJax does not understand the formula {one}")
        known |= dict(zip(new, answer["set"], strict=True))
        kept = {"known": known, "style": answer["style"]}
        cache.parent.mkdir(parents=True, exist_ok=True)
        cache.write_text(json.dumps(kept), encoding="utf-8")
    return known, kept["style"]


def set_for(app: Sphinx, env: Any) -> None:
    """Set what the pages need, before they are written (perhaps by several processes)."""
    found = {
        key(node)
        for page in env.found_docs
        for kind in (nodes.math, nodes.math_block)
        for node in env.get_doctree(page).findall(kind)
    }
    app.formulas, style = set_all(found, os.environ["MATHJAX"])  # type: ignore[attr-defined]
    sheet = Path(app.outdir) / "_static" / "formulas.css"
    sheet.parent.mkdir(parents=True, exist_ok=True)
    if not sheet.exists() or sheet.read_text(encoding="utf-8") != style:
        sheet.write_text(style, encoding="utf-8")


def show(writer: Any, node: nodes.Element) -> None:
    """A formula on a page."""
    writer.body.append(writer.builder.app.formulas[key(node)])
    raise nodes.SkipNode


def show_displayed(writer: Any, node: nodes.Element) -> None:
    """The same for one that stands by itself."""
    ids = "".join(f'<span id="{name}"></span>' for name in node.get("ids", []))
    html = writer.builder.app.formulas[key(node)]
    writer.body.append(f'<span class="formula">{ids}{html}</span>\n')
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_html_math_renderer("beforehand", (show, None), (show_displayed, None))
    app.connect("env-updated", lambda app, env: set_for(app, env) or [])
    return {"parallel_read_safe": True, "parallel_write_safe": True}
