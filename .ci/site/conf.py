"""Sphinx's settings for the site; `build.py` prepares what it reads."""

import html
import os
import re
import sys
import textwrap
from datetime import date
from pathlib import Path
from typing import Any

from docutils import nodes

import perceptronlib

project = "Mistake-driven learning"
author = "The perceptronlib authors"
copyright = "The perceptronlib authors; text CC BY 4.0, code MIT"  # noqa: A001
release = perceptronlib.__version__
language = "en"

sys.path.insert(0, str(Path(__file__).resolve().parent))  # for our own extensions
extensions = ["myst_nb", "sphinx.ext.autodoc", "formulas", "punctuation", "live_links", "mended"]
html_math_renderer = "beforehand"
exclude_patterns = ["_static"]
default_role = "code"  # `so` in a docstring is code
nb_execution_mode = "off"
nb_render_markdown_format = "myst"
nb_code_prompt_show = "{type}"
nb_mime_priority_overrides = [("html", "application/vnd.jupyter.widget-view+json", None)]
myst_enable_extensions = ["dollarmath", "amsmath", "html_image", "attrs_block"]
myst_dmath_double_inline = True
myst_heading_anchors = 4

add_module_names = False  # the headings say `pl.data`, and a class is `pl.Perceptron`
toc_object_entries_show_parents = "hide"  # the list of a page has no room for full names

html_theme = "furo"
templates_path = ["templates"]
html_use_index = html_domain_indices = False
html_title = project
html_static_path = [str(Path(__file__).resolve().parents[2] / "build" / "site-source" / "_static")]
html_css_files = ["fonts.css", "formulas.css", "sliders.css", "course.css", "front.css"]
html_favicon = str(Path(__file__).resolve().parent / "static" / "icon.svg")
html_js_files = [("course.js", {"defer": "defer"})]
html_copy_source = False
html_show_sphinx = False
SERIF = "'Source Serif', Georgia, 'Times New Roman', serif"
SANS = "'Source Sans', system-ui, -apple-system, 'Segoe UI', sans-serif"
FONTS = {"font-stack": SERIF, "font-stack--headings": SERIF, "font-sans": SANS}
html_theme_options = {
    "light_css_variables": {
        **FONTS,
        "color-brand-primary": "#005a8f",
        "color-brand-content": "#005a8f",
        "color-brand-visited": "#5b3f8f",
        "color-background-primary": "#fffefb",
        "color-background-secondary": "#f6f4ee",
        "color-background-border": "#e3dfd4",
        "color-foreground-primary": "#1b1b1f",
        "color-foreground-secondary": "#4d4d55",
        "color-foreground-muted": "#5c5c64",
        "color-foreground-border": "#7d7d85",
        "color-sidebar-link-text--top-level": "#33333a",
        "slider-track": "#c9c5ba",
        "color-api-name": "#005a8f",
        "color-api-pre-name": "#4d4d55",
        "theorem": "#117733",
        "question": "#b34a00",
        "own": "#8f2a66",
    },
    "dark_css_variables": {
        **FONTS,
        "color-brand-primary": "#7cc4f5",
        "color-brand-content": "#7cc4f5",
        "color-brand-visited": "#c3a6f5",
        "color-background-primary": "#14161a",
        "color-background-secondary": "#1c1f25",
        "color-background-border": "#31353d",
        "color-foreground-primary": "#e4e4e6",
        "color-foreground-secondary": "#b9bac0",
        "color-foreground-muted": "#a3a5ad",
        "color-foreground-border": "#7d818a",
        "color-sidebar-link-text--top-level": "#d0d1d6",
        "slider-track": "#4a505b",
        "color-api-name": "#7cc4f5",
        "color-api-pre-name": "#b9bac0",
        "theorem": "#57c27d",
        "question": "#ff9d57",
        "own": "#e58cc0",
    },
}
pygments_style, pygments_dark_style = "default", "github-dark"
autodoc_member_order = "bysource"
autodoc_typehints = "none"

suppress_warnings = ["myst.header", "mystnb.unknown_mime_type", "misc.highlighting_failure"]
html_last_updated_fmt = None if os.environ.get("SOURCE_DATE_EPOCH") else f"{date.today():%Y-%m-%d}"


LONGEST = 300
"""Letters of a page's description, as search engines show it."""


def describe(app: Any, name: str, template: str, context: dict[str, Any], page: Any) -> None:
    """A page is described by its first paragraphs, unless it describes itself."""
    if page is None:
        return
    context["metatags"] = re.sub(r'<meta [^>]*name="viewport"[^>]*>\n?', "", context["metatags"])
    if 'name="description"' not in context["metatags"]:
        words = ""
        for paragraph in page.findall(nodes.paragraph):
            words = f"{words} {' '.join(paragraph.astext().split())}".strip()
            if len(words) > LONGEST / 3:
                break
        short = textwrap.shorten(words, LONGEST, placeholder=" …")
        tag = f'<meta name="description" content="{html.escape(short)}">'
        context["metatags"] += f"\n{tag}"
    context["metatags"] += shared(name, context)


def shared(name: str, context: dict[str, Any]) -> str:
    """What is shown of a page where somebody shares a link to it.

    That needs the address of the picture; until the course has one, it is that on this host.
    """
    course = os.environ.get("COURSE", "")
    picture = "_static/shared.png"
    told = re.search(
        r'<meta (?=[^>]*name="description")[^>]*content="([^"]*)"', context["metatags"]
    )
    tags = {
        "og:title": html.escape(title_of(context)),
        "og:description": told[1] if told else "",
        "og:type": "website",
        "og:image": f"{course}/{picture}" if course else context["pathto"](picture, 1),
        "og:url": f"{course}/{name}.html" if course else "",
    }
    lines = [f'<meta property="{tag}" content="{said}">' for tag, said in tags.items() if said]
    return "\n".join(["", *lines, '<meta name="twitter:card" content="summary_large_image">'])


def title_of(context: dict[str, Any]) -> str:
    """What a link to the page is called where somebody shares it."""
    title = html.unescape(re.sub(r"<[^>]*>", "", context.get("title", "")))
    return project if title in ("", project) else f"{title} · {project}"


def escape(app: Any, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Docstrings have formulas, which are not meant as Sphinx's markup: |x|, w_, ``x`` stays."""
    example = False
    for k, line in enumerate(lines):
        example = line.lstrip().startswith(">>>") or (example and bool(line.strip()))
        if not example:
            parts = re.split(r"(`+[^`]*`+)", line)
            parts[::2] = [re.sub(r"[|*]|_(?!\w)", r"\\\g<0>", part) for part in parts[::2]]
            lines[k] = "".join(parts)


def setup(app: Any) -> None:
    app.connect("autodoc-process-docstring", escape)
    app.connect("html-page-context", describe)
