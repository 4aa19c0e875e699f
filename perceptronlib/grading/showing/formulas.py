"""A formula in TeX as MathML, which every browser sets by itself; no script, no font to load."""

from __future__ import annotations

import functools
import html
import re
from collections.abc import Iterable
from xml.etree.ElementTree import Element

__all__ = ["formula"]

LONGEST = 4_000
"""Letters of a formula; a long one has three hundred."""

SHORT = 200
"""Letters of a formula that is remembered: a class writes the same ones again and again."""

TAGS = {
    *("math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "msub", "msup", "msubsup", "mfrac"),
    *("msqrt", "mroot", "mover", "munder", "munderover", "mtable", "mtr", "mtd", "mstyle"),
    *("mpadded", "mphantom", "mmultiscripts", "mprescripts", "none", "menclose"),
}
ATTRIBUTES = {
    *("display", "stretchy", "fence", "form", "accent", "accentunder", "linethickness", "width"),
    *("displaystyle", "scriptlevel", "minsize", "maxsize", "movablelimits", "lspace", "rspace"),
    *("separator", "largeop", "symmetric", "height", "depth", "mathvariant", "columnalign"),
}
RELATIONS = frozenset("=<>≤≥≠≈≡∼∈⊆⊂→⇒⇔⟹⟺↦⟶≪≫≔")
SIGNS = frozenset("+-−±∓")
CLOSING = frozenset(")]}|‖!′⟩⌋⌉")
BARS = frozenset("|‖∣∥")
VALUE = re.compile(r"[-+a-z0-9.%]{1,20}")
DEEPEST = 60

RENAMED = {
    **dict.fromkeys(
        ("aligned", "alignat", "alignat*", "alignedat", "flalign", "flalign*"), "align*"
    ),
    **dict.fromkeys(("align", "eqnarray", "eqnarray*", "split"), "align*"),
    **dict.fromkeys(("gather", "gather*", "gathered", "multline", "multline*"), "matrix"),
    **dict.fromkeys(("dcases", "rcases"), "cases"),
}
"""Environments that look like another one, which is understood."""

ENVIRONMENT = re.compile(r"\\(begin|end)\s*\{(\w+\*?)\}")
COUNTED = re.compile(r"(\\begin\{align(?:at|edat)\*?\})\{\d+\}")
ALONE = re.compile(r"\\(?:begin|end)\s*\{(?:equation|displaymath|math)\*?\}")
SILENT = re.compile(r"\\label\s*\{[^{}]*\}|\\(?:nonumber|notag)(?![a-zA-Z])")
DEFINES = re.compile(r"\\(?:(?:re|provide)?newcommand|[egx]?def|let|DeclareMathOperator)\b")
"""What defines names could make a page of a line, so it is not followed."""


def formula(tex: str, display: bool = False) -> str:
    r"""The formula as MathML; one that cannot be understood as it was typed.

    >>> formula("x_1")
    '<math display="inline"><mrow><msub><mi>x</mi><mn>1</mn></msub></mrow></math>'
    >>> formula(r"\frac{1}{")
    '<code class="tex" title="this formula cannot be read">$\\frac{1}{$</code>'
    """
    made = _known(tex, display) if len(tex) <= SHORT else _mathml(tex, display)
    if made:
        return made
    mark = "$$" if display else "$"
    typed = html.escape(f"{mark}{tex}{mark}")
    return f'<code class="tex" title="this formula cannot be read">{typed}</code>'


def _mathml(tex: str, display: bool) -> str:
    """MathML for a formula, or nothing if it is not understood."""
    from latex2mathml.converter import convert_to_element

    if len(tex) > LONGEST or DEFINES.search(tex):
        return ""
    text = ALONE.sub("", SILENT.sub("", COUNTED.sub(r"\1", tex)))
    text = ENVIRONMENT.sub(lambda m: f"\\{m[1]}{{{RENAMED.get(m[2], m[2])}}}", text)
    try:
        tree = convert_to_element(text, display="block" if display else "inline")
        return _in_pieces(tree, display)
    except Exception:  # it raises a dozen of its own, and IndexError, KeyError, RecursionError
        return ""


_known = functools.lru_cache(4096)(_mathml)


class _Unknown(ValueError):
    """Something that is no formula."""


def _in_pieces(tree: Element, display: bool) -> str:
    """A formula that stands in a line may be broken before a relation, as in a book."""
    (row,) = tree
    pieces: list[list[Element]] = [[]]
    for part in row:
        if not display and part.tag == "mo" and _text(part) in RELATIONS and len(pieces[-1]) > 3:
            pieces.append([])
        pieces[-1].append(part)
    shape = "block" if display else "inline"
    return "<wbr>".join(
        f'<math display="{shape}"><mrow>{_row(piece, 1)}</mrow></math>' for piece in pieces
    )


def _row(parts: Iterable[Element], depth: int) -> str:
    """Elements side by side; a sign at the beginning of a term is no operation."""
    made, before = "", ""
    for part in parts:
        text = _text(part) if part.tag == "mo" else "x"
        more = ""
        if text in RELATIONS:
            more = ' form="infix"'
        elif text in SIGNS and before not in ("x", *CLOSING):
            more = ' form="prefix"'
        elif text in BARS:
            more = ' lspace="0" rspace="0"' + ' stretchy="false"' * ("stretchy" not in part.attrib)
        made += _written(part, depth, more)
        before = text
    return made


def _written(element: Element, depth: int, more: str = "") -> str:
    """An element as text, of known tags and attributes only."""
    if element.tag not in TAGS or depth > DEEPEST:
        raise _Unknown
    text = _text(element)
    if (text.startswith("\\") and len(text) > 1) or (element.tag == "mi" and text == "&"):
        raise _Unknown  # a command, or a tabulator, that was not understood
    inside = html.escape(text, quote=False) + _row(element, depth + 1)
    return f"<{element.tag}{_attributes(element, more)}>{inside}</{element.tag}>"


def _text(element: Element) -> str:
    return html.unescape(element.text or "")


def _attributes(element: Element, more: str) -> str:
    found = more
    for name, value in element.attrib.items():
        if name in ATTRIBUTES and VALUE.fullmatch(value) and f" {name}=" not in more:
            name = "class" if name == "columnalign" else name  # browsers align by style alone
            found += f' {name}="{value}"'
    return found
