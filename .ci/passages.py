"""A page's prose, taken apart: sections, passages, sentences; and text without its Markdown."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from functools import cache
from typing import Any

MATH = re.compile(r"\$\$.+?\$\$|\$[^$]+\$", re.DOTALL)
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
ITEM = re.compile(r"\s*(?:[-*]|\d+\.)\s+")
BREAK = re.compile(r"[.!?][\"')]*\s+(?=[A-Z0-9(\"])")
NO_BREAK = re.compile(r"(?:\b[A-Z]|\be\.g|\bi\.e|\bvs|\bcf|\bp)\.[\"')]*\s+$")
MARKS = str.maketrans("", "", "\x02\x03`")


def fold(text: str) -> str:
    """The text without Markdown, as quotes are compared: one line, formulas without spare spaces.

    >>> fold("> **At most**  $R^2 / \\\\rho^2$ [mistakes](03.ipynb).")
    'At most $R^2/\\\\rho^2$ mistakes.'
    """
    return _folded(text).translate(MARKS)


@cache
def _folded(text: str) -> str:
    """The same with marks around links and inline code."""
    formulas: list[str] = []

    def keep(match: re.Match[str]) -> str:
        inside = re.sub(r"\s+|\\[,;!]", " ", match.group())
        formulas.append(re.sub(r"(?<![a-zA-Z]) +| +(?![a-zA-Z])", "", inside))
        return f"\x00{len(formulas) - 1}\x00"

    text = MATH.sub(keep, re.sub(r"^\s*> ?", "", text, flags=re.MULTILINE))
    text = LINK.sub(lambda match: f"\x02{match.group(1)}\x03", text)
    text = html.unescape(re.sub(r"</?[a-zA-Z][^>]*>", " ", text))
    text = re.sub(r"\*+|(?<!\w)_|_(?!\w)|[\"\u201c\u201d]", "", text)
    text = re.sub(r"\s+", " ", text).strip()
    return re.sub(r"\x00(\d+)\x00", lambda match: formulas[int(match.group(1))], text)


@dataclass(frozen=True)
class Passage:
    """A paragraph, an item of a list, a row of a table or a heading; and the tags of its cell."""

    text: str
    kind: str
    tags: tuple[str, ...]
    links: tuple[tuple[int, int], ...] = ()
    codes: tuple[tuple[int, int], ...] = ()

    @property
    def formulas(self) -> list[tuple[int, int]]:
        """Where formulas stand."""
        return [match.span() for match in MATH.finditer(self.text)]

    def without(self, *spans: tuple[int, int], filler: str = "~") -> str:
        """The text with some places blotted out; all others stay where they are."""
        text = self.text
        for start, end in spans:
            text = text[:start] + filler * (end - start) + text[end:]
        return text

    def sentences(self) -> list[tuple[int, int]]:
        """Where its sentences begin and end."""
        if self.kind != "text":
            return [(0, len(self.text))]
        bare = self.without(*self.formulas, *self.codes, filler="X")
        ends = [m.end() for m in BREAK.finditer(bare) if not NO_BREAK.search(bare[: m.end()])]
        return list(zip([0, *ends], [*ends, len(bare)], strict=True))


@dataclass
class Section:
    """What stands between two headings of level 2: passages, and cells with code."""

    title: str
    passages: list[Passage] = field(default_factory=list)
    cells: list[Any] = field(default_factory=list)


def passage(text: str, kind: str, tags: tuple[str, ...]) -> Passage:
    """A passage from Markdown; remembers where links and inline code were."""
    plain, spans, opened = "", {"\x03": [], "`": []}, {"\x03": -1, "`": -1}
    for letter in _folded(text):
        if letter == "\x02":
            opened["\x03"] = len(plain)
        elif letter in spans and opened[letter] >= 0:
            spans[letter].append((opened[letter], len(plain)))
            opened[letter] = -1
        elif letter == "`":
            opened["`"] = len(plain)
        else:
            plain += letter
    return Passage(plain, kind, tags, tuple(spans["\x03"]), tuple(spans["`"]))


@cache
def passages(source: str, tags: tuple[str, ...]) -> tuple[Passage, ...]:
    """The passages of a Markdown cell."""
    parts: list[tuple[str, list[str]]] = []
    fresh = True
    for line in FENCE.sub("", source).split("\n"):
        bare = re.sub(r"^\s*(?:> ?)*", "", line).strip()
        if re.match(r"#+ ", bare):
            parts.append(("heading", [bare.lstrip("# ")]))
            fresh = True
        elif bare.startswith("|"):
            if not re.fullmatch(r"[|\s:-]+", bare):
                parts.append(("row", [bare.strip("| ")]))
            fresh = True
        elif not re.sub(r"</?[a-zA-Z][^>]*>", "", bare):
            fresh = True
        elif fresh or ITEM.match(bare + " "):
            parts.append(("text", [ITEM.sub("", bare, count=1) if ITEM.match(bare) else bare]))
            fresh = False
        else:
            parts[-1][1].append(bare)
    return tuple(passage("\n".join(lines), kind, tags) for kind, lines in parts)


def sections(cells: list[Any]) -> list[Section]:
    """The page, section by section; what stands before the first heading ## is one, too."""
    found = [Section("(the beginning)")]
    for cell in cells:
        if cell.cell_type != "markdown":
            found[-1].cells.append(cell)
            continue
        tags = tuple(cell.metadata.get("tags", ()))
        for part in re.split(r"^(?=## )", cell.source, flags=re.MULTILINE):
            if part.startswith("## "):
                found.append(Section(fold(part.split("\n")[0][3:])))
            found[-1].passages += passages(part, tags)
    return found
