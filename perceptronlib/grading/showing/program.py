"""A program in colours, as an editor shows it; it is never run."""

from __future__ import annotations

import html
from collections.abc import Iterable

__all__ = ["program"]

LONGEST = 20_000
"""Letters of a program that is coloured; a longer one is shown plain."""

PYTHON = {"python", "python3", "py", "ipython", "ipython3"}
CLASSES = {
    "Token.Comment": "comment",
    "Token.Keyword": "keyword",
    "Token.Operator.Word": "keyword",
    "Token.Literal.String": "string",
    "Token.Literal.Number": "value",
    "Token.Name.Function": "name",
    "Token.Name.Class": "name",
}


def program(text: str, language: str) -> str:
    """The program as HTML; Python in colours, anything else plain.

    >>> program("return 1", "python")
    '<pre><code><span class="keyword">return</span> <span class="value">1</span></code></pre>'
    """
    text = text.rstrip("\n")
    inside = html.escape(text, quote=False)
    if language.lower() in PYTHON and len(text) <= LONGEST:
        inside = "".join(_coloured(text))
    return f"<pre><code>{inside}</code></pre>"


def _coloured(text: str) -> Iterable[str]:
    from pygments.lexers.python import PythonLexer

    for kind, piece in PythonLexer(stripnl=False, ensurenl=False).get_tokens(text):
        name = str(kind)
        found = next((CLASSES[known] for known in CLASSES if name.startswith(known)), "")
        piece = html.escape(piece, quote=False)
        yield f'<span class="{found}">{piece}</span>' if found and piece.strip() else piece
