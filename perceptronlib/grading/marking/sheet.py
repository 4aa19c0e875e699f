"""The rows of the form, with a marker each: what stands in them, and what a marker changes.

A marker has rows of their own; those without a name in the column ``by`` belong to all who gave
none. Several rows on one answer are several opinions, as they are for the grader.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from ..reports.marks import COLUMNS, NUMBER, OWN, Key, Marks, Row
from ..reports.pages import number
from .history import Cell

__all__ = ["Sheet", "Stroke"]

BY = "by"
OURS = len(COLUMNS) + len(OWN)


@dataclass(frozen=True)
class Stroke:
    """What a marker does to one answer; None leaves a cell as it is.

    `answer` is the fingerprint of what was read, and `before` the comment to which this one was
    written; another that stands there by now is kept. `looked` says that marks given to an earlier
    answer still hold, `settles` that this marker's mark replaces those of all others.

    >>> Stroke(("ada", "01_small", "why"), 3, "fingerprint", mark="2").by
    ''
    """

    key: Key
    points: float
    answer: str
    by: str = ""
    mark: str | None = None
    comment: str | None = None
    before: str | None = None
    looked: bool = False
    settles: bool = False


class Sheet:
    """A form, row by row.

    >>> why = ("ada", "01_small", "why")
    >>> sheet = Sheet(Marks()).given(Stroke(why, 3, "abc", by="Xenia", mark="2"))
    >>> sheet.value(Cell(*why, "Xenia", "mark")), sheet.marks.head[-1]
    ('2', 'by')
    """

    def __init__(self, marks: Marks) -> None:
        self.marks = marks
        added = [name.strip().casefold() for name in marks.head[OURS:]]
        self.place = added.index(BY) if BY in added else None
        self.rows: dict[Key, list[tuple[str, Row]]] = {}
        for row in marks.rows:
            self.rows.setdefault(row.key, []).append((self.by(row), row))

    def by(self, row: Row) -> str:
        """Who filled in a row, as far as it tells."""
        return row.more[self.place].strip() if self.place is not None else ""

    def of(self, key: Key) -> list[tuple[str, Row]]:
        """The rows on one answer in which somebody marked or commented, with who it was."""
        rows = self.rows.get(key, [])
        return [(by, row) for by, row in rows if row.mark.strip() or row.comment.strip()]

    def cells(self, key: Key) -> list[Cell]:
        """The cells of all markers on one answer."""
        names = dict.fromkeys(by for by, _ in self.rows.get(key, []))
        return [Cell(*key, by, column) for by in names for column in ("mark", "comment")]

    def value(self, cell: Cell) -> str:
        """What a marker wrote: the first that is not empty, if there are several rows."""
        texts = (
            _text(row, cell.column) for by, row in self.rows.get(cell[:3], []) if by == cell.by
        )
        return next((text for text in texts if text.strip()), "")

    def found(self, cell: Cell, ours: str) -> str:
        """The same; what stands in a row that got another name has not gone."""
        rows = self.rows.get(cell[:3], [])
        if any(by == cell.by for by, _ in rows):
            return self.value(cell)
        return ours if any(_text(row, cell.column) == ours for _, row in rows) else ""

    def given(self, stroke: Stroke) -> Sheet:
        """The form after what a marker did."""
        sheet = self._with_names() if stroke.by else self
        rows, own = sheet._rows_for(stroke)
        marked = next((k for k in own if rows[k].mark.strip()), own[0])
        for k in own:
            row = rows[k]
            if not row.mark.strip():
                row = replace(row, answer=stroke.answer)
            if stroke.mark is not None and (row.mark.strip() or k == marked):
                row = replace(row, mark=stroke.mark, look_again="", answer=stroke.answer)
            if stroke.comment is not None and k == own[0]:
                row = replace(row, comment=_comment(row.comment, stroke))
            rows[k] = sheet._signed(row, stroke.by)
        if stroke.settles or stroke.looked:
            rows = _agreed(rows, stroke, rows[marked].mark)
        return sheet._with(_without_spare(rows, {*own}))

    def put_back(self, cell: Cell, value: str, answer: str, is_second: bool) -> Sheet:
        """The form with what a marker had given to an answer of that fingerprint, if it is known.

        `is_second` says that there is another opinion now, which stays.
        """
        sheet = self._with_names() if cell.by else self
        rows, own = sheet._rows_for(Stroke(cell[:3], 0, "", cell.by))
        row = rows[own[0]]
        if cell.column == "mark" and answer:
            row = replace(row, answer=answer)
        if is_second and cell.column == "mark":
            rows.insert(own[-1] + 1, replace(row, line=0, mark=value, comment=""))
        else:
            value = f"{_text(row, cell.column)}\n{value}" if is_second else value
            changed = replace(row, **{cell.column: value})  # type: ignore[arg-type]
            rows[own[0]] = sheet._signed(changed, cell.by)
        return sheet._with(_without_spare(rows, {*own}))

    def _with(self, rows: Iterable[Row]) -> Sheet:
        return Sheet(replace(self.marks, rows=tuple(rows)))

    def _with_names(self) -> Sheet:
        """The form with a column for the markers' names."""
        if self.place is not None:
            return self
        titled = len(self.marks.head) - OURS
        rows = tuple(
            replace(row, more=(*row.more[:titled], "", *row.more[titled:]))
            for row in self.marks.rows
        )
        return Sheet(replace(self.marks, head=(*self.marks.head, BY), rows=rows))

    def _rows_for(self, stroke: Stroke) -> tuple[list[Row], list[int]]:
        """All rows, and the places of the marker's own: one that is free, or a new one, if none."""
        rows = [*self.marks.rows]
        of_answer = [k for k, row in enumerate(rows) if row.key == stroke.key]
        own = [k for k in of_answer if self.by(rows[k]) == stroke.by]
        free = [k for k in of_answer if not (rows[k].mark.strip() or rows[k].comment.strip())]
        free = [k for k in free if not self.by(rows[k])]
        if own or free:
            return rows, own or free[:1]
        place = of_answer[-1] + 1 if of_answer else len(rows)
        points = rows[of_answer[0]].points if of_answer else number(stroke.points)
        nothing = ("",) * (len(self.marks.head) - OURS)
        rows.insert(place, Row(0, stroke.key, points, "", "", nothing))
        return rows, [place]

    def _signed(self, row: Row, by: str) -> Row:
        """The row with its marker's name; without one if there is nothing to sign."""
        if self.place is None:
            return row
        name = by if row.mark.strip() or row.comment.strip() else ""
        return replace(row, more=(*row.more[: self.place], name, *row.more[self.place + 1 :]))


def _text(row: Row, column: str) -> str:
    """What stands in a row; marks as the page writes them, since a spreadsheet may write 2,50."""
    if column == "comment":
        return row.comment
    mark = row.mark.strip()
    return f"{float(mark.replace(',', '.')):g}" if NUMBER.fullmatch(mark) else mark


def _comment(now: str, stroke: Stroke) -> str:
    """The comment; what somebody else wrote meanwhile stays above it."""
    assert stroke.comment is not None
    is_known = stroke.before is None or now in (stroke.before, stroke.comment)
    return f"{now}\n{stroke.comment}" if now.strip() and not is_known else stroke.comment


def _agreed(rows: list[Row], stroke: Stroke, mark: str) -> list[Row]:
    """The rows after somebody looked at all marks of an answer, and perhaps chose one of them."""
    found = []
    for row in rows:
        if row.key == stroke.key and row.mark.strip():
            chosen = mark if stroke.settles and mark.strip() else row.mark
            row = replace(row, mark=chosen, look_again="", answer=stroke.answer)
        found.append(row)
    return found


def _without_spare(rows: list[Row], own: set[int]) -> list[Row]:
    """The rows without those that a marker left empty, if the answer has others."""
    left = [row.key for row in rows]
    kept = []
    for k, row in enumerate(rows):
        is_empty = not (row.mark.strip() or row.comment.strip() or any(row.more))
        if k in own and is_empty and left.count(row.key) > 1:
            left.remove(row.key)
        else:
            kept.append(row)
    return kept
