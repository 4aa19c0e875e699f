"""A formula and the comma after it stay on one line."""

from __future__ import annotations

import re
from typing import Any

from docutils import nodes

BEFORE, AFTER = re.compile(r"[(\[“]+$"), re.compile(r"^[.,;:!?)\]”’…]+")


def bind(app: Any, tree: nodes.document, page: str) -> None:
    """Put every formula of a line into one piece with the marks that touch it."""
    for formula in list(tree.findall(nodes.math)):
        line = formula.parent
        place = line.index(formula)
        before = _text(line, place - 1, BEFORE)
        after = _text(line, place + 1, AFTER)
        if not (before or after):
            continue
        touching = (nodes.Text(before), formula, nodes.Text(after))
        around: list[nodes.Node] = [nodes.inline("", "", *touching, classes=["unbroken"])]
        first, last = place, place + 1
        if before:
            first -= 1
            around.insert(0, nodes.Text(line[first].astext().removesuffix(before)))
        if after:
            around.append(nodes.Text(line[last].astext().removeprefix(after)))
            last += 1
        line[first:last] = around


def _text(line: nodes.Element, place: int, marks: re.Pattern[str]) -> str:
    """The marks that a neighbour of a formula has on the side that touches it."""
    if not 0 <= place < len(line) or not isinstance(line[place], nodes.Text):
        return ""
    found = marks.search(line[place].astext())
    return found[0] if found else ""


def setup(app: Any) -> dict[str, bool]:
    app.connect("doctree-resolved", bind)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
