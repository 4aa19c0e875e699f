"""Arguments: all that a student wrote for a question that a person marks, wherever it stands.

A notebook goes through many hands: cells are split, copied, added, merged, turned into code, and
programs forget metadata. `layout` finds the cells; here their texts become one Markdown text, in
which pictures have names (`pictures`), and whatever cannot be shown is said in words.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote

from .files import printable
from .layout import Layout, Written
from .marked_cells import ARGUMENT
from .pictures import FOLDER, Pictures
from .submissions import Cell, Notebook

__all__ = ["BETWEEN", "Argument", "argument"]

BETWEEN = "<!-- another cell -->"
"""Stands between two cells of an argument; Markdown does not show it."""

LONGEST = 200_000
"""Letters of an argument that are kept; a long one has five thousand."""

TEXT = 15
"""A text elsewhere in the notebook is mentioned if it has so many words; a name has fewer."""

LISTED = 5
"""So many files are named in a sentence, and the others counted."""

PLACEHOLDER = re.compile(
    rf"[*_]*(?:{re.escape(ARGUMENT.strip('*.'))}\.?|YOUR ANSWER HERE)[*_]*", re.I
)
INVISIBLE = re.compile(r"(?:<br\s*/?>|&nbsp;|[\s\u200b-\u200d\ufeff])*", re.I)
STRING = re.compile(r"'''.*?'''|\"\"\".*?\"\"\"|'[^'\n]*'|\"[^\"\n]*\"|#[^\n]*", re.S)
QUOTED = re.compile(r"[rR]?(\"\"\"|''')(?P<text>.*)\1;?", re.S)
MAGIC = re.compile(r"%%(?:markdown|md|latex|html)\b[^\n]*\n", re.I)
PAIR = re.compile(r"(?<![\w.])([^\W\d]\w*)(?=[ \t]+([^\W\d]\w*))")
PICTURE = re.compile(
    r"!\[[^\]\n]{0,300}\]\([ \t]{0,9}<?(?P<url>[^)\s>]{1,2000})"
    r"|<img\b[^>]{0,500}?\bsrc\s?=\s?[\"']?(?P<src>[^\"'\s>]{1,2000})",
    re.I,
)
TAG = re.compile(r"</?[a-z][^<>]*>", re.I)
UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff"
WORD = re.compile(rf"[{UNSPACED}]|[=+]+|\\[A-Za-z]+|[^\s\\=+_^{UNSPACED}]+")
"""A word; in scripts without spaces between words a letter, and in a formula a sign or so."""

DEFINITION = re.compile(r"^\s*(?:async\s+)?(?:def|class)\s+\w", re.M)
SHOWN_FILE = re.compile(
    r"[\"'](?P<file>[^\"'\n]{1,200}\.(?:png|jpe?g|gif|webp|heic|svg|pdf))[\"']", re.I
)
INSIDE = re.compile(r"data:image/(?!svg)", re.I)
LINK = re.compile(r"(?<!!)\[[^\]\n]{0,300}\]\([ \t]{0,9}<?(?P<url>[^)\s>]{1,2000})")
FILE = re.compile(r"(?:[a-z]+://[^/]+/)?[^?#:]*\.(?!html?$)\w{2,5}", re.I)


@dataclass(frozen=True)
class Argument:
    """What a student wrote for a question, in Markdown, with pictures by the names of their files.

    `not_shown` tells the person who marks, in sentences, what else there is.

    >>> Argument("Because.").not_shown
    ''
    """

    text: str
    pictures: dict[str, bytes] = field(default_factory=dict)
    not_shown: str = ""


def argument(name: str, notebook: Notebook, handed_out: Sequence[Cell]) -> Argument:
    """The argument for the question of that name; `handed_out` are the cells as students got them.

    >>> given = [Cell(0, "markdown", "Prove it."), Cell(1, "markdown", ARGUMENT, "why")]
    >>> written = (given[0], Cell(1, "markdown", "By induction."), Cell(2, "code", "1 + 1"))
    >>> print(argument("why", Notebook(written), given).text)
    By induction.
    <BLANKLINE>
    <!-- another cell -->
    <BLANKLINE>
    ```python
    1 + 1
    ```
    """
    layout, pictures, says = Layout(notebook.cells, handed_out), Pictures(), list[str]()
    pieces = _pieces(layout.of(name), notebook, pictures)
    others = layout.elsewhere()
    elsewhere = [w for w in others if _is_text(w.text) or _has_picture(w)]
    if not pieces and not elsewhere and _is_text("\n".join(written.text for written in others)):
        elsewhere = others
    if not pieces and not elsewhere:
        elsewhere = [w for w in layout.elsewhere(code=True) if _has_prose(w.text)]
    if not pieces and not elsewhere:
        elsewhere = [written for written in layout.remarks() if _is_text(written.text)]
    where = _listed(f"cell {written.cell.number + 1}" for written in elsewhere)
    if elsewhere and not pieces:
        pieces = _pieces(elsewhere, notebook, pictures)
        says.append(f"Nothing stands where this answer belongs; what is shown is from {where}")
    elif elsewhere:
        says.append(f"There is more text of theirs elsewhere in the notebook: {where}")
    text = f"\n\n{BETWEEN}\n\n".join(pieces)
    if len(text) > LONGEST:
        says.append(f"Of {len(text):,} letters the first {LONGEST:,} are shown")
        text = text[:LONGEST]
    shown = layout.of(name) or elsewhere
    says += _not_shown(text, pictures, _files(shown), _unused(shown))
    kept = {file: data for file, data in pictures.kept.items() if f"{FOLDER}/{file}" in text}
    return Argument(text, kept, " ".join(f"{sentence}." for sentence in says))


def _pieces(written: Iterable[Written], notebook: Notebook, pictures: Pictures) -> list[str]:
    """The texts of cells, in Markdown; what was copied counts once, what is empty not at all."""
    others: dict[str, Mapping[str, str]] = {}
    for cell in notebook.cells:  # a copied or split text may have left its pictures behind
        others |= {name: forms for name, forms in cell.attachments.items() if name not in others}
    pieces: dict[str, str] = {}
    for cell, source in written:
        text = PLACEHOLDER.sub("", source)
        if INVISIBLE.fullmatch(text):
            text = "\n\n".join(f"![](attachment:{name})" for name in cell.attachments)
        text = pictures.taken_out(text, {**others, **cell.attachments})
        text = (_from_code(text) if cell.kind == "code" else text).strip()
        if cell.kind == "code" and text:  # and what it shows
            below = "".join(f"\n\n![](attachment:{name})" for name in cell.attachments)
            text += pictures.taken_out(below, cell.attachments)
        if text:
            pieces.setdefault(" ".join(text.split()), text)
    return [*pieces.values()]


def _from_code(source: str) -> str:
    """An answer that stands in a code cell: prose as it would be in a text cell, code as code."""
    source = source.strip("\n")
    if magic := MAGIC.match(source):
        return source[magic.end() :]
    if quoted := QUOTED.fullmatch(source.strip()):
        return quoted["text"]
    lines = source.splitlines()
    if all(line.lstrip().startswith("#") for line in lines if line.strip()):
        return "\n".join(re.sub(r"^\s*# ?", "", line) for line in lines)
    if _is_prose(source):
        return source
    fence = "`" * max(3, 1 + max(map(len, re.findall("`+", source)), default=0))
    return f"{fence}python\n{source}\n{fence}"


def _is_text(text: str) -> bool:
    """Whether this is more than a name or a note."""
    return len(WORD.findall(TAG.sub(" ", text))) >= TEXT


def _has_picture(written: Written) -> bool:
    """Whether a picture lies in a cell; drawings in SVG are the stamps of programs."""
    return bool(written.cell.attachments) or bool(INSIDE.search(written.text))


def _has_prose(source: str) -> bool:
    """Whether code holds a text of some length: `display(Markdown("..."))`, a comment, or prose."""
    if DEFINITION.search(source):  # its texts describe functions
        return _is_text("\n".join(re.findall(r"^#(.*)$", source, re.M)))
    texts = [quoted for quoted in STRING.findall(source) if _is_text(quoted)]
    comments = "\n".join(re.findall(r"^\s*#(.*)$", source, re.M))
    return bool(texts) or _is_text(comments) or _is_prose(source)


def _files(written: Iterable[Written]) -> list[str]:
    """The pictures and documents that code would show, if they were there."""
    return [
        found["file"]
        for cell, source in written
        if cell.kind == "code" and not cell.attachments
        for found in SHOWN_FILE.finditer(source)
    ]


def _unused(written: Sequence[Written]) -> list[str]:
    """The pictures in these cells that no text of theirs shows; a cell without text shows all."""
    text = "".join(f"{source}\n{unquote(source)}" for _, source in written)
    return [
        name
        for cell, source in written
        if cell.kind != "code" and not INVISIBLE.fullmatch(PLACEHOLDER.sub("", source))
        for name in cell.attachments
        if f"attachment:{name}" not in text and not name.startswith("inside-")
    ]


def _is_prose(source: str) -> bool:
    """Whether a text is no Python: it has dollars, or two names side by side."""
    rest = STRING.sub('""', re.sub(r"^[ \t]*[%!].*$", "", source, flags=re.M))
    reserved = {*keyword.kwlist, *keyword.softkwlist, "print"}
    pairs = [pair for pair in PAIR.findall(rest) if reserved.isdisjoint(pair)]
    return "$" in rest or len(pairs) > 1


def _not_shown(
    text: str, pictures: Pictures, files: Sequence[str], unused: Sequence[str]
) -> list[str]:
    """A sentence on each kind of thing that is mentioned in an argument and cannot be shown."""
    shown = [m["url"] or m["src"] for m in PICTURE.finditer(text)]
    outside = [url for url in shown if not url.startswith(f"{FOLDER}/")]
    remote = [url for url in outside if re.match(r"(?:\w+:)?//", url)]
    beside = [url for url in outside if url not in remote]
    beside += [m["url"] for m in LINK.finditer(text) if FILE.fullmatch(m["url"])] + [*files]
    said = {
        "Not shown": pictures.lost,
        "Pictures at other addresses are not loaded": remote,
        "Files that are not in the notebook": beside,
        "Pictures that lie in its cells, and that no text shows": unused,
    }
    return [f"{what}: {_listed(things)}" for what, things in said.items() if things]


def _listed(things: Iterable[str]) -> str:
    """Things in a row, each once, and the last of many only counted."""
    named = [printable(thing[:150]) for thing in dict.fromkeys(things)]
    more = f", and {len(named) - LISTED} more" if len(named) > LISTED else ""
    return ", ".join(named[:LISTED]) + more
