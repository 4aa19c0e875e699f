"""Words for the sentences under pictures: numbers with their nouns. Used in all lectures."""

from __future__ import annotations

__all__ = ["plural"]


def plural(count: int, noun: str) -> str:
    """The count and the noun, with an s where there is not just one of them.

    >>> plural(1, "mistake"), plural(2, "mistake"), plural(3, "pass")
    ('1 mistake', '2 mistakes', '3 passes')
    """
    if count == 1:
        return f"1 {noun}"
    return f"{count} {noun}{'es' if noun.endswith('s') else 's'}"
