"""Words for the sentences under pictures: counts and vectors. Used in all lectures."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["grouped", "plural", "vector"]


def grouped(number: float) -> str:
    """The number as the course writes it: a comma between thousands from five digits on.

    >>> grouped(0.1), grouped(1000), grouped(10_000)
    ('0.1', '1000', '10,000')
    """
    return f"{number:,}" if number >= 10_000 else f"{number}"


def plural(count: int, noun: str) -> str:
    """The count and the noun, with an s where there is not just one of them.

    >>> plural(1, "mistake"), plural(2, "mistake"), plural(3, "pass")
    ('1 mistake', '2 mistakes', '3 passes')
    """
    if count == 1:
        return f"1 {noun}"
    return f"{count} {noun}{'es' if noun.endswith('s') else 's'}"


def vector(numbers: Iterable[float], digits: str = "g") -> str:
    """The numbers in brackets; ``digits`` is Python's way of saying how many to show.

    >>> vector([2.0, -1.0]), vector([1.357, 1.593], ".2f")
    ('(2, -1)', '(1.36, 1.59)')
    """
    return f"({', '.join(f'{number:{digits}}' for number in numbers)})"
