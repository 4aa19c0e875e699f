r"""Formulas between \( and \) or \[ and \], as LaTeX has them: found by rules for the reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.rules_block import StateBlock
    from markdown_it.rules_inline import StateInline

__all__ = ["brackets"]

INLINE = {"\\(": ("\\)", "math_inline"), "\\[": ("\\]", "math_inline_double")}


def brackets(reader: MarkdownIt) -> None:
    r"""Let a reader of Markdown find them; what stands on the line of a formula stays there.

    >>> from markdown_it import MarkdownIt
    >>> reader = MarkdownIt().use(brackets)
    >>> [token.type for token in reader.parse(r"\[x\]")]
    ['math_block']
    >>> [token.type for token in reader.parseInline(r"\[x\] so \(y\)")[0].children]
    ['math_inline_double', 'text', 'math_inline']
    """
    reader.inline.ruler.before("escape", "brackets", _within)
    reader.block.ruler.before("fence", "brackets", _alone)


def _within(state: StateInline, silent: bool) -> bool:
    """A formula within a line, or one that is displayed with a text before or after it."""
    begins = state.src[state.pos : state.pos + 2]
    if begins not in INLINE:
        return False
    ends, kind = INLINE[begins]
    end = state.src.find(ends, state.pos + 2)
    if end <= state.pos + 2:
        return False
    if not silent:
        token = state.push(kind, "math", 0)
        token.content = state.src[state.pos + 2 : end]
    state.pos = end + 2
    return True


def _alone(state: StateBlock, first: int, last: int, silent: bool) -> bool:
    """A displayed formula that has its lines for itself."""
    begin = state.bMarks[first] + state.tShift[first]
    if not state.src.startswith("\\[", begin):
        return False
    end, line = state.src.find("\\]", begin + 2), first
    while line < last and end > state.eMarks[line]:
        line += 1
    if end <= begin + 2 or line >= last or state.src[end + 2 : state.eMarks[line]].strip():
        return False
    if not silent:
        token = state.push("math_block", "math", 0)
        token.block = True
        token.content = state.getLines(first, line + 1, state.blkIndent, False).strip()[2:-2]
    state.line = line + 1
    return True
