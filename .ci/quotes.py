"""What cells vouch for: quotes in comments and strings, lines of output, and their numbers."""

from __future__ import annotations

import ast
import html
import io
import re
import tokenize
from dataclasses import dataclass
from functools import cache
from typing import Any

from claims import numbers
from passages import MATH, fold

LEAST_WORDS = 3


@dataclass(frozen=True)
class Fragment:
    """Words that something stands behind, and who said so."""

    text: str
    by: str
    trouble: str = ""


def long_enough(text: str) -> bool:
    """A quote has three words, or a formula: a number alone would vouch for too much."""
    return len(text.split()) >= LEAST_WORDS or bool(MATH.search(text))


def comments(source: str) -> list[str]:
    """What stands in comments between quotation marks; a long quote may take several lines.

    >>> comments('assert M == 5  # "five mistakes"' + chr(10) + '# "on ten' + chr(10) + '# rows"')
    ['five mistakes', 'on ten rows']
    """
    found, open_quote = [], ""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        text = token.string.lstrip("# ").rstrip()
        if not open_quote and not text.startswith('"'):
            continue
        open_quote = f"{open_quote} {text}".strip()
        if len(open_quote) > 1 and open_quote.endswith('"'):
            found.append(open_quote[1:-1])
            open_quote = ""
    return found


def strings(source: str) -> list[str]:
    """The strings of a cell."""
    nodes = ast.walk(ast.parse(source))
    return [n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)]


def outputs(cell: Any) -> str:
    """All that a cell shows as text, without HTML."""
    shown = []
    for output in cell.get("outputs", ()):
        data = output.get("data", {})
        shown += [str(output.get("text", "")), str(data.get("text/plain", ""))]
        shown.append(_without_html(str(data.get("text/html", ""))))
    return "\n".join(shown)


@cache
def _without_html(markup: str) -> str:
    markup = re.sub(r"</(?:p|tr|li|div|summary)>", "\n", markup)
    return html.unescape(re.sub(r"<[^>]*>", " ", markup))


def known_numbers(cell: Any) -> frozenset[float]:
    """The numbers that a cell computes or asserts: in its code and its output, not in its words."""
    return _known_numbers(cell.source, outputs(cell))


@cache
def _known_numbers(source: str, shown: str) -> frozenset[float]:
    code, said = [], []
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.STRING and long_enough(token.string):
            said.append(token.string.strip("rf\"'"))
        elif token.type != tokenize.COMMENT:
            code.append(token.string.replace("_", ""))
    for words in sorted([*strings(source), *said], key=len, reverse=True):
        if long_enough(words):
            shown = shown.replace(words, " ")
    text = " ".join([*code, shown])
    return frozenset(value for _, values in numbers(text) for value in values)


def fragments(cell: Any) -> tuple[Fragment, ...]:
    """What a code cell vouches for."""
    return _fragments(cell.source, outputs(cell), "claim" in cell.metadata.get("tags", ()))


@cache
def _fragments(source: str, shown: str, is_claim: bool) -> tuple[Fragment, ...]:
    said = [(text, "a comment") for text in comments(source)]
    own = [text for text in strings(source) if long_enough(text)]
    if is_claim:
        said += [(text, "a string") for text in own]
    known = _known_numbers(source, shown)
    asserts = bool(re.search(r"^\s*assert\b", source, re.MULTILINE)) or bool(shown)
    found = []
    for text, by in said:
        folded = fold(text)
        if not long_enough(folded):
            continue
        missing = [one for one, values in numbers(folded) if not known & {*values}]
        trouble = f"the cell does not know {', '.join(missing)}" if missing else ""
        found.append(Fragment(folded, by, trouble if asserts else "the cell asserts nothing"))
    for line in shown.splitlines():
        for text in (line, *re.split(r"(?<=[.!?])\s+", line)):
            folded = fold(text)
            if long_enough(folded) and not any(folded in fold(string) for string in own):
                found.append(Fragment(folded, "an output"))
    return tuple(found)


def places(fragment: str, text: str) -> list[tuple[int, int]]:
    """Where a fragment occurs, word for word."""
    if fragment.lower() not in text.lower():
        return []
    pattern = re.escape(fragment)
    before = r"(?<![\w$])" if re.match(r"\w", fragment) else ""
    after = r"(?![\w%]|[.,]\d)" if re.search(r"\w$", fragment) else ""
    return [m.span() for m in re.finditer(before + pattern + after, text, re.IGNORECASE)]
