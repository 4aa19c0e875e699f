"""Formulas as they are typed on a keyboard, set with proper signs for notebooks."""

from __future__ import annotations

import html
import re

__all__ = ["typeset"]

LETTERS = {
    **{"alpha": "\u03b1", "beta": "\u03b2", "gamma": "\u03b3", "eta": "\u03b7"},
    **{"theta": "\u03b8", "xi": "\u03be", "rho": "\u03c1", "Phi": "\u03a6"},
}
SIGNS = {
    **{rf"\b{name}(?![a-zA-Z0-9])": letter for name, letter in LETTERS.items()},
    r"\bdelta\b": "\u0394",  # the proof's capital
    r"\bsum(?=_)": "\u03a3",
    r"\bsqrt(?=\()": "\u221a",
    r"\^\(([^()]+)\)": r"<sup>\1</sup>",
    r"\^(Ldim\(\w\)|(?!2\b)\w+)": r"<sup>\1</sup>",
    r"\b(\w)_[({]([^(){}]+)[)}]": r"\1<sub>\2</sub>",
    r"\b(\w|(?<=\|))_([kT][-+]1|[a-zA-Z0-9]{1,3})\b": r"\1<sub>\2</sub>",
    r"\berr_loo\b": "err<sub>loo</sub>",
    r"\bD1\b": "D<sub>1</sub>",
    r"\^2\b": "\u00b2",
    r"\b([vwu])\.(?=[xw\u03b8])": "\\1\u00b7",
    r"<=": "\u2264",
    r">=": "\u2265",
}
"""How formulas typed on a keyboard are set in HTML."""


def typeset(text: str) -> str:
    """The text as HTML, its formulas with proper signs.

    >>> typeset("|w_k|^2 <= k R^2")
    '|w<sub>k</sub>|\u00b2 \u2264 k R\u00b2'
    >>> typeset("p_norm")  # a name, not a letter with an index
    'p_norm'
    >>> typeset("w_k = 2^(theta_k-1)")
    'w<sub>k</sub> = 2<sup>\u03b8<sub>k-1</sub></sup>'
    >>> typeset("2^Ldim(H)")
    '2<sup>Ldim(H)</sup>'
    """
    text = html.escape(text).replace("&lt;=", "<=").replace("&gt;=", ">=")
    for typed, sign in SIGNS.items():
        text = re.sub(typed, sign, text)
    return text
