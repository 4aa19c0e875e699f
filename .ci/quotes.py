"""What cells vouch for: quotes in comments and strings, lines of output, and their numbers."""

from __future__ import annotations

import ast
import html
import io
import re
import tokenize
from dataclasses import dataclass
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
        markup = re.sub(r"</(?:p|tr|li|div|summary)>", "\n", str(data.get("text/html", "")))
        shown.append(html.unescape(re.sub(r"<[^>]*>", " ", markup)))
    return "\n".join(shown)


def known_numbers(cell: Any) -> set[float]:
    """The numbers that a cell computes or asserts: in its code and its output, not in its words."""
    code, said = [], []
    for token in tokenize.generate_tokens(io.StringIO(cell.source).readline):
        if token.type == tokenize.STRING and long_enough(token.string):
            said.append(token.string.strip("rf\"'"))
        elif token.type != tokenize.COMMENT:
            code.append(token.string.replace("_", ""))
    shown = outputs(cell)
    for words in sorted([*strings(cell.source), *said], key=len, reverse=True):
        if long_enough(words):
            shown = shown.replace(words, " ")
    text = " ".join([*code, shown])
    return {value for _, values in numbers(text) for value in values}


def fragments(cell: Any) -> list[Fragment]:
    """What a code cell vouches for."""
    said = [(text, "a comment") for text in comments(cell.source)]
    own = [text for text in strings(cell.source) if long_enough(text)]
    if "claim" in cell.metadata.get("tags", ()):
        said += [(text, "a string") for text in own]
    known = known_numbers(cell)
    asserts = bool(re.search(r"^\s*assert\b", cell.source, re.MULTILINE)) or bool(outputs(cell))
    found = []
    for text, by in said:
        folded = fold(text)
        if not long_enough(folded):
            continue
        missing = [one for one, values in numbers(folded) if not known & {*values}]
        trouble = f"the cell does not know {', '.join(missing)}" if missing else ""
        found.append(Fragment(folded, by, trouble if asserts else "the cell asserts nothing"))
    for line in outputs(cell).splitlines():
        for text in (line, *re.split(r"(?<=[.!?])\s+", line)):
            folded = fold(text)
            if long_enough(folded) and not any(folded in fold(string) for string in own):
                found.append(Fragment(folded, "an output"))
    return found


def places(fragment: str, text: str) -> list[tuple[int, int]]:
    """Where a fragment occurs, word for word."""
    if fragment.lower() not in text.lower():
        return []
    pattern = re.escape(fragment)
    before = r"(?<![\w$])" if re.match(r"\w", fragment) else ""
    after = r"(?![\w%]|[.,]\d)" if re.search(r"\w$", fragment) else ""
    return [m.span() for m in re.finditer(before + pattern + after, text, re.IGNORECASE)]
