"""Formulas as they are typed on a keyboard, set with proper signs for notebooks."""

from __future__ import annotations

import html
import re

__all__ = ["typeset"]

SIGNS = {
    r"\brho(?![a-zA-Z0-9])": "\u03c1",
    r"\beta(?![a-zA-Z0-9])": "\u03b7",
    r"\bgamma(?![a-zA-Z0-9])": "\u03b3",
    r"\bbeta(?![a-zA-Z0-9])": "\u03b2",
    r"\b(\w)_\{([^{}]+)\}": r"\1<sub>\2</sub>",
    r"\b(\w)_([kT][-+]1|[a-zA-Z0-9]+)\b": r"\1<sub>\2</sub>",
    r"\b([vwu])\.(?=[xw])": "\\1\u00b7",
    r"\^2(?!\d)": "\u00b2",
    r"<=": "\u2264",
    r">=": "\u2265",
}
"""How formulas typed on a keyboard are set in HTML."""


def typeset(text: str) -> str:
    """The text as HTML, its formulas with proper signs.

    >>> typeset("|w_k|^2 <= k R^2")
    '|w<sub>k</sub>|\u00b2 \u2264 k R\u00b2'
    """
    text = html.escape(text).replace("&lt;=", "<=").replace("&gt;=", ">=")
    for typed, sign in SIGNS.items():
        text = re.sub(typed, sign, text)
    return text
