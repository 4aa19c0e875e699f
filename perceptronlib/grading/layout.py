"""The map of a notebook: which of its cells were handed out, and where the others stand among them.

A cell is recognised by its text, by nbgrader's name for it, or by the function it defines; a text
cell also if something was written into it. So a notebook can be read whose metadata are lost,
whose cells were moved, merged or copied, and to which others were added.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from .marked_cells import MasterCell, nbgrader_of, without_remarks
from .submissions import Cell

__all__ = ["Layout", "Written", "answers_in_text", "handed_out"]

MARKUP = re.compile(r"[\s*_\\\u200b-\u200d\ufeff]+")
DEFINES = re.compile(r"^(?:async[ \t]+)?def[ \t]+(\w+)|^(\w+)[ \t]*=(?!=)", re.M)
FENCED = re.compile(r"(?P<fence>```+|~~~+)[^\n`]*\n(?P<code>.*?)\n?(?P=fence)", re.S)

TELLING = 30
"""A line of so many signs tells which text it is from."""

MOSTLY = 0.6
"""A text cell with this share of a text's lines is that text, changed."""


def handed_out(cells: Sequence[MasterCell]) -> tuple[Cell, ...]:
    """The cells that students got; a name have those in which they answer.

    >>> from types import SimpleNamespace
    >>> handed_out([SimpleNamespace(cell_type="markdown", source="Prove it.", metadata={})])[0].name
    ''
    """
    found = []
    for number, cell in enumerate(cells):
        about = nbgrader_of(cell)
        name = about["grade_id"] if about.get("solution") else ""
        found.append(Cell(number, cell.cell_type, cell.source, name, {}))  # to travel, a plain {}
    return tuple(found)


def answers_in_text(
    cells: Sequence[Cell], tasks: Collection[str], untouched: Collection[str]
) -> dict[int, str]:
    """The code of text and raw cells that answer a task that no code cell answers, by number.

    In Jupyter one key, pressed by mistake, turns a cell into text. `untouched` are cells that
    answer nothing, `without_remarks`.

    >>> cells = [Cell(0, "raw", "def twice(n):\\n    return 2 * n"), Cell(1, "markdown", "Done.")]
    >>> list(answers_in_text(cells, ["twice"], []))
    [0]
    """
    code = [c.source for c in cells if c.kind == "code"]
    begun = [source for source in code if without_remarks(source) not in untouched]
    answered = {name for source in begun for name in _defined(source)}
    open_tasks, found = {*tasks} - answered, {}
    for cell in cells:
        if cell.kind != "code":
            fenced = FENCED.fullmatch(cell.source.strip())
            source = fenced["code"] if fenced else cell.source
            if not open_tasks.isdisjoint(_defined(source)):
                found[cell.number] = source
    return found


def _defined(source: str) -> list[str]:
    """The names that a text defines at the beginning of a line."""
    return [found[1] or found[2] for found in DEFINES.finditer(source)]


class Written(NamedTuple):
    """A cell, and what of its text is the student's.

    >>> Written(Cell(3, "markdown", "Because."), "Because.").cell.number
    3
    """

    cell: Cell
    text: str


class _Seen(NamedTuple):
    """A cell of the notebook, the places of the cells it was made from, and what was added."""

    cell: Cell
    places: frozenset[int]
    text: str


class Layout:
    """A notebook laid over what was handed out.

    >>> given = [Cell(0, "markdown", "Prove it."), Cell(1, "markdown", "(here)", "why")]
    >>> written = [given[0], Cell(1, "markdown", "By induction."), Cell(2, "markdown", "Done.")]
    >>> [text for _, text in Layout(written, given).of("why")]
    ['By induction.', 'Done.']
    """

    def __init__(self, cells: Sequence[Cell], handed_out: Sequence[Cell]) -> None:
        self.handed_out = handed_out
        self.place = {cell.name: k for k, cell in enumerate(handed_out) if cell.name}
        self.asked = {k for k, cell in enumerate(handed_out) if cell.name and cell.kind != "code"}
        self.same: dict[str, list[int]] = {}
        self.defines: dict[str, int] = {}
        self.lines: list[set[str]] = []
        for k, cell in enumerate(handed_out):
            if k not in self.asked:
                self.same.setdefault(_bare(cell.source), []).append(k)
            if cell.kind == "code" and cell.name and (name := DEFINES.search(cell.source)):
                self.defines.setdefault(name[1] or name[2], k)
            is_text = cell.kind != "code" and k not in self.asked
            self.lines.append({*map(_bare, cell.source.splitlines())} - {""} if is_text else set())
        self.tells = {
            line: k for k, lines in enumerate(self.lines) for line in lines if len(line) >= TELLING
        }
        self.telling = Counter(self.tells.values())
        self.seen: list[_Seen] = []
        last = -1
        for cell in cells:
            seen = self._recognised(cell, last)
            last = max(seen.places, default=last)
            self.seen.append(seen)

    def of(self, name: str) -> list[Written]:
        """What was written for the question of that name, in the notebook's order."""
        place = self.place.get(name)
        if place is None:
            return []
        beside = {place - 1, place, place + 1}
        found = []
        for seen, before, after in self._between():
            if seen.places:
                belongs = not beside.isdisjoint(seen.places)
            else:
                belongs = place in before | after
                belongs |= max(before, default=-1) < place < min(after, default=place + 1)
                if seen.cell.kind == "code":
                    belongs &= not beside.isdisjoint(before | after)
            if belongs and seen.text.strip():
                found.append(Written(seen.cell, seen.text))
        return found

    def remarks(self) -> list[Written]:
        """The remarks at the margin of code that was handed out, without those that it had."""
        given = {_bare(line) for cell in self.handed_out for line in cell.source.splitlines()}
        found = []
        for seen in self.seen:
            if seen.cell.kind == "code" and seen.places:
                lines = [line for line in seen.cell.source.splitlines() if line.startswith("#")]
                kept = "\n".join(line for line in lines if _bare(line) not in given)
                found.append(Written(seen.cell, kept))
        return found

    def elsewhere(self, code: bool = False) -> list[Written]:
        """Texts that were added, but at no question that a person marks; or else cells of code."""
        names = [self.handed_out[place].name for place in self.asked]
        taken = {written.cell.number for name in names for written in self.of(name)}
        return [
            Written(seen.cell, seen.text)
            for seen in self.seen
            if not seen.places and seen.cell.number not in taken
            if (seen.cell.kind == "code") == code
        ]

    def _between(self) -> Iterator[tuple[_Seen, frozenset[int], frozenset[int]]]:
        """Each cell with the places of those recognised before it and after it."""
        nothing = frozenset[int]()
        afters, after = [], nothing
        for seen in reversed(self.seen):
            afters.append(after)
            after = seen.places or after
        before = nothing
        for seen, after in zip(self.seen, reversed(afters), strict=True):
            yield seen, before, after
            before = seen.places or before

    def _recognised(self, cell: Cell, last: int) -> _Seen:
        """Which cells that were handed out this one is, or was made from."""
        named = self.place.get(cell.name)
        same = self.same.get(_bare(cell.source))
        if same and named not in self.asked:
            place = next((k for k in same if k > last), same[0])
            return _Seen(cell, frozenset([place]), "")
        if cell.kind == "code" and named not in self.asked:
            if named is None and (name := DEFINES.search(cell.source)):
                named = self.defines.get(name[1] or name[2])
            is_task = named is not None
            return _Seen(
                cell,
                frozenset([named] if named is not None else []),
                "" if is_task else cell.source,
            )
        places, text = self._made_from(cell.source)
        if named in self.asked:
            places |= {named}
        return _Seen(cell, frozenset(places), text)

    def _made_from(self, source: str) -> tuple[set[int], str]:
        """The texts that a text holds, and what it says beside them.

        If they were written into, between their own lines, it is shown as it is.
        """
        lines = source.splitlines()
        own = [_bare(line) for line in lines]
        inside = Counter(self.tells[line] for line in {*own} if line in self.tells)
        places = {k for k, count in inside.items() if count >= MOSTLY * self.telling[k]}
        whole = "".join(own)
        for place in places:
            if _bare(self.handed_out[place].source) not in whole:
                return places, source
        given = set[str]().union(*(self.lines[k] for k in places))
        kept = [line for line, o in zip(lines, own, strict=True) if o not in given]
        return places, "\n".join(kept)


def _bare(text: str) -> str:
    """A text without spaces and emphasis, which editors write in their own ways."""
    return MARKUP.sub("", text)
