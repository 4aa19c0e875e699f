"""Small helpers for what students read: names and code within a sentence."""

from __future__ import annotations

import html
from collections.abc import Iterable

__all__ = ["quoted_names", "with_code"]


def quoted_names(names: Iterable[str]) -> str:
    """Names of functions as part of a sentence, each quoted as code.

    >>> quoted_names(["update", "train"])
    '`update` and `train`'
    """
    return " and ".join(f"`{name}`" for name in names)


def with_code(text: str) -> str:
    """A text as HTML: escaped, with `code` set as code where its quotes come in pairs.

    >>> with_code("Test `w < 0`.")
    'Test <code>w &lt; 0</code>.'
    """
    pieces = html.escape(text).split("`")
    if len(pieces) % 2 == 0:
        return "`".join(pieces)
    return "".join(f"<code>{p}</code>" if k % 2 else p for k, p in enumerate(pieces))
