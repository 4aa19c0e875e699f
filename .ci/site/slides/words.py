"""What of a page's prose stands on a slide: its title, first sentence, formulas, boxes, questions.

A slide has room for a few words. They are taken from the page by the rules below; all of its words
are in the speaker's notes.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

SHORT = 45
"""So much prose is shown as it is; of more, only the first sentence and what leads to a formula."""

LONG_QUESTION = 60
"""A question with more words is shown without the sentences that lead to it."""

ASKED = re.compile(r"\*\*(?:Predict|Your turn|Check yourself)[.:]\*\* ?")
ANYWHERE_ASKED = re.compile(r"(?<=[.?!:)]) \*\*Predict\.\*\* ")
FOLD = re.compile(r"<details><summary>(.*?)</summary>(.*?)</details>", re.DOTALL)
UNBROKEN = re.compile(r"\$\$.*?\$\$|\$[^$]*\$|`[^`]*`", re.DOTALL)
SENTENCE_END = re.compile(
    r"(?<=[.?!])(?=\*{0,2}\s)\*{0,2}\s+(?=[A-Z*\"(\[\0])|(?<=[.?!][\")])\s+(?=[A-Z])"
)
LINK = re.compile(r"\]\((\.\./exercises/)?(\w+)\.(?:ipynb|md)\)")


@dataclass(frozen=True)
class Block:
    """A paragraph of a page, or what stands in the place of one."""

    kind: str
    """paragraph, quote (a frame), formula, list or table."""
    text: str


@dataclass(frozen=True)
class Passage:
    """A cell of prose, taken apart."""

    title: str
    blocks: list[Block]
    folds: list[tuple[str, str]]
    """What is folded on the page: its summary, and what unfolds."""

    def of(self, kind: str) -> list[str]:
        return [block.text for block in self.blocks if block.kind == kind]


def passage(source: str, *, unfolded: bool = False) -> Passage:
    """Take a cell of prose apart, from its heading on; unfolded, as if nothing were folded."""
    if unfolded:
        source = FOLD.sub(lambda fold: fold[2], source)
    folds = [(fold[1], fold[2].strip()) for fold in FOLD.finditer(source)]
    source = ANYWHERE_ASKED.sub("\n\n**Predict.** ", FOLD.sub("", source))
    title, blocks = "", []
    for text in re.split(r"\n\s*\n", source.strip()):
        if heading := re.fullmatch(r"#+ (.*)", text):
            title, blocks = heading[1], []
        elif text:
            blocks.append(Block(_kind(text), text))
    return Passage(title, blocks, folds)


def _kind(text: str) -> str:
    """
    >>> _kind("$$x$$"), _kind("> a box"), _kind("1. a step"), _kind("$x$ is a number.")
    ('formula', 'quote', 'list', 'paragraph')
    """
    if re.fullmatch(r"\$\$.*\$\$[.,]?", text, re.DOTALL):
        return "formula"
    starts = {">": "quote", "|": "table", "- ": "list", "1. ": "list"}
    return next((kind for start, kind in starts.items() if text.startswith(start)), "paragraph")


def sentences(text: str) -> list[str]:
    """The sentences of a paragraph; formulas and code are never broken.

    >>> sentences("Take $a. B$, and add. What is it? It *grows*.")
    ['Take $a. B$, and add.', 'What is it?', 'It *grows*.']
    """
    kept = UNBROKEN.findall(text)
    pieces = SENTENCE_END.split(UNBROKEN.sub("\0", text.strip()))
    whole = iter(kept)
    return [re.sub("\0", lambda _: next(whole), piece).strip() for piece in pieces]


def question(about: Passage) -> str:
    """What the passage asks before a picture or a task; empty if it asks nothing.

    >>> question(passage("It is early. **Predict.** Here is one. Is it prime? Look first."))
    'Here is one. Is it prime?'
    """
    paragraphs = about.of("paragraph")
    asked = [text for text in paragraphs if ASKED.match(text)]
    asked = asked or [text for text in paragraphs if "?" in text]
    if not asked:
        return ""
    said = sentences(ASKED.sub("", asked[-1]))
    asking = [k for k, sentence in enumerate(said) if sentence.rstrip(")").endswith("?")]
    if not asking:
        return " ".join(said)
    whole = " ".join(said[: asking[-1] + 1])
    return whole if count(whole) <= LONG_QUESTION else " ".join(said[k] for k in asking)


def assignment(about: Passage) -> str:
    """What a task asks for.

    >>> assignment(passage("Done. \n\n**Your turn.** Write it. One line is enough."))
    'Write it. One line is enough.'
    """
    paragraphs = about.of("paragraph")
    asked = [text for text in paragraphs if ASKED.match(text)] or paragraphs
    return ASKED.sub("", asked[-1]) if asked else ""


def lead(about: Passage) -> str:
    """The first sentence of the passage."""
    paragraphs = [text for text in about.of("paragraph") if not ASKED.match(text)]
    return sentences(paragraphs[0])[0] if paragraphs else ""


def short(about: Passage) -> list[Block]:
    """What a slide shows of the passage: all, if that is short, else what the rules take of it."""
    blocks = [block for block in about.blocks if not ASKED.match(block.text)]
    if sum(count(block.text) for block in blocks if block.kind == "paragraph") <= SHORT:
        return blocks
    following = [*(block.kind for block in blocks[1:]), ""]
    shown, first = [], True
    for block, after in zip(blocks, following, strict=True):
        if block.kind != "paragraph":
            shown.append(block)
            continue
        said = sentences(block.text)
        kept = [s for k, s in enumerate(said) if (first and k == 0) or "$$" in s]
        if after in ("formula", "list", "table") and said[-1] not in kept:
            kept.append(said[-1])
        if kept:
            shown.append(Block("paragraph", " ".join(kept)))
        first = False
    return shown


def count(text: str) -> int:
    """How many words a text has; a formula counts as one."""
    return len(UNBROKEN.sub("x", text).split())


def _math(content: str, options: dict[str, Any]) -> str:
    left, right = ("\\[", "\\]") if options["display_mode"] else ("\\(", "\\)")
    return left + html.escape(content) + right


MARKDOWN = (
    MarkdownIt("commonmark")
    .enable("table")
    .use(dollarmath_plugin, double_inline=True, renderer=_math)
)


def shown(text: str) -> str:
    """Markdown as HTML; links to notebooks lead to pages of the site.

    >>> shown("See [it](01_perceptron.ipynb).")
    '<p>See <a href="../lectures/01_perceptron.html">it</a>.</p>'
    """
    text = re.sub(r"\n(\$\$[^$]*\$\$)\n", r"\n\n\1\n\n", text)
    text = LINK.sub(
        lambda link: f"](../{'exercises' if link[1] else 'lectures'}/{link[2]}.html)", text
    )
    return str(MARKDOWN.render(text)).strip()


def inline(text: str) -> str:
    """A title or a choice as HTML, without a paragraph around it."""
    return str(MARKDOWN.renderInline(text))


def notes(sources: Iterable[str]) -> str:
    """Prose for the speaker: everything, with what is folded on the page under its summary."""
    texts = [FOLD.sub(lambda fold: f"\n\n**{fold[1]}**\n\n{fold[2]}", source) for source in sources]
    return "\n".join(
        shown(re.sub(r"^#+ (.*)", r"**\1**", text, flags=re.MULTILINE)) for text in texts
    )
