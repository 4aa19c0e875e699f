"""Tags that a student typed: a few are kept, without attributes; the others are shown as text."""

from __future__ import annotations

import html
import re

from ..arguments import BETWEEN
from .building import Builder
from .pictures import picture

__all__ = ["put_typed"]

KEPT = {
    *("b", "strong", "i", "em", "u", "s", "del", "ins", "sub", "sup", "code", "kbd", "samp"),
    *("var", "pre", "p", "div", "span", "blockquote", "ul", "ol", "li", "dl", "dt", "dd"),
    *("table", "thead", "tbody", "tfoot", "tr", "th", "td", "details", "summary", "small"),
    *("mark", "q", "cite"),
}
BECOME = {
    **dict.fromkeys(("center", "section", "article", "figure", "figcaption", "main"), "div"),
    **dict.fromkeys(("font", "big", "abbr", "label", "a", "tt"), "span"),
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), "h4"),
    **{"strike": "s"},
}
"""Tags that look like another one, or whose task is not wanted here."""

PIECE = re.compile(
    r"(?P<comment><!--(?:.*?-->|.*\Z))"
    r"|(?P<drawing><svg\b.{0,300000}?</svg\s*>)"
    r"|<(?P<end>/?)(?P<tag>[a-zA-Z][a-zA-Z0-9]{0,20})(?P<rest>(?:\s[^<>]{0,5000})?/?)>",
    re.S | re.I,
)
ATTRIBUTE = re.compile(r"\b(src|alt)\s{0,9}=\s{0,9}(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'>]+))", re.I)


def put_typed(made: Builder, text: str) -> None:
    """Put a piece of HTML as it was typed; what is not kept stands there as text.

    >>> made = Builder()
    >>> put_typed(made, "<B onclick='alert(1)'>so</b><script>alert(1)</script>")
    >>> print(made.html())
    <b>so</b>&lt;script&gt;alert(1)&lt;/script&gt;
    """
    place = 0
    for piece in PIECE.finditer(text):
        made.text(html.unescape(text[place : piece.start()]))
        place = piece.end()
        if piece["comment"]:
            if piece["comment"] == BETWEEN:
                made.void("hr", class_="cell")
            else:  # in Jupyter nobody sees it, its author neither
                made.text(piece["comment"])
        elif piece["drawing"]:
            made.element("span", "[a drawing in SVG, which is not shown]", class_="missing")
        else:
            _tag(made, piece)
    made.text(html.unescape(text[place:]))


def _tag(made: Builder, piece: re.Match[str]) -> None:
    tag, is_end = piece["tag"].lower(), bool(piece["end"])
    tag = BECOME.get(tag, tag)
    if tag in ("br", "hr"):
        made.void(tag)
    elif tag == "img" and not is_end:
        found = {
            m[1].lower(): m[2] or m[3] or m[4] or "" for m in ATTRIBUTE.finditer(piece["rest"])
        }
        picture(made, html.unescape(found.get("src", "")), html.unescape(found.get("alt", "")))
    elif tag not in KEPT:
        made.text(piece.group())
    elif is_end:
        made.close_typed(tag)
    elif tag == "details":
        made.open_typed(tag, open="")  # a person who marks sees all of it
    else:
        made.open_typed(tag)
