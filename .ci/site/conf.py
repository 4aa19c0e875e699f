"""Sphinx's settings for the site; `build.py` prepares what it reads."""

import os
import sys
from datetime import date
from pathlib import Path

import perceptronlib

project = "Mistake-driven learning"
author = "The perceptronlib authors"
copyright = "The perceptronlib authors; text CC BY 4.0, code MIT"  # noqa: A001
release = perceptronlib.__version__
language = "en"

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.mathjax", "sphinx.ext.viewcode"]
exclude_patterns = ["_static"]
nb_execution_mode = "off"
nb_code_prompt_show = "{type}"
nb_mime_priority_overrides = [("html", "application/vnd.jupyter.widget-view+json", None)]
myst_enable_extensions = ["dollarmath", "amsmath", "html_image"]
myst_dmath_double_inline = True
myst_heading_anchors = 4
mathjax_path = "mathjax/tex-chtml.js"
mathjax3_config = {"chtml": {"matchFontHeight": False}}

html_theme = "furo"
html_title = project
html_static_path = [str(Path(__file__).resolve().parents[2] / "build" / "site-source" / "_static")]
html_css_files = ["course.css"]
html_js_files = [("course.js", {"defer": "defer"})]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0072B2", "color-brand-content": "#005f94"},
    "dark_css_variables": {"color-brand-primary": "#63b3ed", "color-brand-content": "#7cc0f2"},
}
autodoc_member_order = "bysource"
autodoc_typehints = "none"

sys.path.append(str(Path(__file__).resolve().parent))  # for `live_links`
extensions.append("live_links")

suppress_warnings = ["myst.header", "mystnb.unknown_mime_type", "misc.highlighting_failure"]
html_last_updated_fmt = None if os.environ.get("SOURCE_DATE_EPOCH") else f"{date.today():%Y-%m-%d}"
