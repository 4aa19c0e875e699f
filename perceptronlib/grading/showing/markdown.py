"""A text in Markdown, with formulas, programs and pictures, as harmless HTML."""

from __future__ import annotations

import functools
import html
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ..pictures import FOLDER
from .brackets import brackets
from .building import Builder
from .formulas import formula
from .pictures import STORED, picture
from .program import program
from .typed import put_typed

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

__all__ = ["Shown", "shown"]

LONGEST = 50_000
"""Letters of a text that is laid out; an argument of ten pages has thirty thousand."""

LONGEST_ADDRESS = 200

Tokens = Sequence["Token"]


class Shown(NamedTuple):
    """A text as HTML; `problem` says, in a sentence, if it is shown as it was typed.

    >>> Shown("<p>So.</p>").problem
    ''
    """

    html: str
    problem: str = ""


def shown(text: str) -> Shown:
    """The text as a reader of the notebook sees it.

    >>> print(shown("**So** <i onclick='alert(1)'>there</i>. <script>alert(1)</script>").html)
    <p><strong>So</strong> <i>there</i>. &lt;script&gt;alert(1)&lt;/script&gt;</p>
    <BLANKLINE>
    """
    if len(text) > LONGEST:
        return Shown(_as_typed(text), "It is shown as it was typed, because it is so long.")
    made = Builder()
    try:
        _put(made, _reader().parse(text))
        return Shown(made.html())
    except Exception:  # whatever a text does to the parser, a person can still read it
        return Shown(_as_typed(text), "It is shown as it was typed: it could not be laid out.")


def _as_typed(text: str) -> str:
    """The text letter by letter, and its pictures below."""
    made = Builder()
    made.put(f"<pre>{html.escape(text)}</pre>\n")
    for name in dict.fromkeys(re.findall(rf"{FOLDER}/({STORED.pattern})", text)):
        picture(made, f"{FOLDER}/{name}", "")
    return made.html()


@functools.cache
def _reader() -> MarkdownIt:
    from markdown_it import MarkdownIt
    from mdit_py_plugins.amsmath import amsmath_plugin
    from mdit_py_plugins.dollarmath import dollarmath_plugin

    reader = MarkdownIt("commonmark", {"html": True, "maxNesting": 20})
    reader.enable(["table", "strikethrough"])
    reader.use(dollarmath_plugin, double_inline=True, allow_blank_lines=False, allow_labels=False)
    return reader.use(brackets).use(amsmath_plugin)


def _put(made: Builder, tokens: Tokens) -> None:
    for token in tokens:
        if token.type == "inline":
            _put(made, token.children or [])
        elif put := PUT.get(token.type):
            put(made, token)
        elif token.nesting > 0:
            made.open(TAGS[token.type])
        elif token.nesting < 0:
            made.close(TAGS[token.type.replace("_close", "_open")])
            if token.block:
                made.put("\n")
        else:
            made.text(token.content)


TAGS = {
    **{f"{name}_open": name for name in ("thead", "tbody", "table", "tr", "th", "td", "em", "s")},
    **{"paragraph_open": "p", "heading_open": "h4", "blockquote_open": "blockquote"},
    **{"bullet_list_open": "ul", "ordered_list_open": "ol", "list_item_open": "li"},
    **{"strong_open": "strong", "link_open": "span"},
}


def _paragraph(made: Builder, token: Token) -> None:
    """A paragraph of a tight list has no element of its own."""
    if token.hidden:
        made.put("" if token.nesting > 0 else "\n")
    elif token.nesting > 0:
        made.open("p")
    else:
        made.close("p")
        made.put("\n")


def _list(made: Builder, token: Token) -> None:
    start = str(token.attrGet("start") or "")
    made.open("ol", **({"start": start} if start.isdecimal() and len(start) < 10 else {}))


def _link(made: Builder, token: Token) -> None:
    """A link leads nowhere; its address is said after it."""
    made.open("span", class_="link", title=str(token.attrGet("href") or "")[:LONGEST_ADDRESS])


def _image(made: Builder, token: Token) -> None:
    picture(made, str(token.attrGet("src") or ""), token.content)


def _fence(made: Builder, token: Token) -> None:
    made.put(program(token.content, (token.info.split() or [""])[0]) + "\n")


def _indented(made: Builder, token: Token) -> None:
    made.put(program(token.content, "") + "\n")


def _inline_formula(made: Builder, token: Token) -> None:
    """What follows it, such as a comma, stays on its line."""
    made.put(f"{formula(token.content)}\u2060")


def _displayed_formula(made: Builder, token: Token) -> None:
    made.put(f'<span class="display">{formula(token.content, display=True)}</span>\n')


PUT: dict[str, Callable[[Builder, Token], None]] = {
    "paragraph_open": _paragraph,
    "paragraph_close": _paragraph,
    "ordered_list_open": _list,
    "link_open": _link,
    "image": _image,
    "fence": _fence,
    "code_block": _indented,
    "code_inline": lambda made, token: made.element("code", token.content),
    "math_inline": _inline_formula,
    "math_inline_double": _displayed_formula,
    "math_block": _displayed_formula,
    "amsmath": _displayed_formula,
    "html_inline": lambda made, token: put_typed(made, token.content),
    "html_block": lambda made, token: put_typed(made, token.content),
    "hr": lambda made, token: made.void("hr"),
    "hardbreak": lambda made, token: made.void("br"),
    "softbreak": lambda made, token: made.put("\n"),
}
