"""marks.csv as the marking page changes it: one row at a time, whoever else writes to it.

Each change reads the file anew and writes it whole, under the lock that the grader takes for the
same, so nothing that anybody saved is overwritten.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from ..lock import with_the_form
from ..reports.marks import FORM, Marks
from ..reports.pages import counted
from .history import NAME, Change, History, Merge
from .sheet import Sheet, Stroke

__all__ = ["Form", "Unread"]


class Unread(ValueError):
    """The form cannot be read, so nothing is written to it; the message says why.

    >>> raise Unread("marks.csv cannot be read")
    Traceback (most recent call last):
    ...
    perceptronlib.grading.marking.form.Unread: marks.csv cannot be read
    """


class Form:
    """The form of a results folder, and what was given on the page.

    `news` are sentences about what came from elsewhere.

    >>> import tempfile
    >>> form, why = Form(Path(tempfile.mkdtemp())), ("ada", "01_small", "why")
    >>> form.give(Stroke(why, 3, "abc", by="Xenia", mark="2")).marks.of(*why, 3)
    2.0
    """

    def __init__(self, out: Path) -> None:
        self.out, self.path = out, out / FORM
        self.history = History(out / NAME)
        self.news: list[str] = []
        self._seen = ("", Sheet(Marks()))

    def read(self) -> Sheet:
        """The form as it is now; what an older copy took away is put back first."""
        with with_the_form(self.out):
            return self._merged()

    def give(self, stroke: Stroke) -> Sheet:
        """Do what a marker wants, and write it."""
        with with_the_form(self.out):
            before = self._merged()
            after = before.given(stroke)
            self._write(after)
            cells = dict.fromkeys([*before.cells(stroke.key), *after.cells(stroke.key)])
            changes = (Change(cell, before.value(cell), after.value(cell)) for cell in cells)
            self.history.add(changes, stroke.answer)
            return self._merged()

    def _merged(self) -> Sheet:
        digest, steps = self._digest_now(), len(self.history.steps)
        self.history.catch_up()
        if digest and digest == self._seen[0] and steps == len(self.history.steps):
            return self._seen[1]
        marks = Marks.read(self.path)
        if marks.unread:
            raise Unread(marks.unread)
        sheet = Sheet(marks)
        merge = self.history.merge(
            {cell: sheet.found(cell, ours) for cell, ours in self.history.now.items()}
        )
        if merge:
            sheet = self._put_back(sheet, merge)
        self._seen = (self._digest_now(), sheet)
        return sheet

    def _put_back(self, sheet: Sheet, merge: Merge) -> Sheet:
        back = [*merge.back, *merge.both]
        missing = [Change(cell, after, before) for cell, before, after in back]
        self.history.add([*merge.kept, *missing], source="file")
        if back:
            for change in back:
                about = self.history.about.get(change.cell, "")
                sheet = sheet.put_back(change.cell, change.after, about, change in merge.both)
            self._write(sheet)
            self.history.add(Change(c, before, sheet.value(c)) for c, before, _ in back)
        self.news += _told(merge)
        return sheet

    @property
    def digest(self) -> str:
        """Changes with the form, as it was read last."""
        return self._seen[0]

    def _write(self, sheet: Sheet) -> None:
        sheet.marks.write(self.path)
        self._seen = ("", sheet)

    def _digest_now(self) -> str:
        try:
            return hashlib.sha256(self.path.read_bytes()).hexdigest()
        except OSError:
            return ""


def _told(merge: Merge) -> list[str]:
    """What happened to a form that came back changed, in sentences."""
    said = []
    if merge.kept:
        said.append(f"{FORM} was edited elsewhere: {counted(len(merge.kept), 'cell')} taken over.")
    if merge.back:
        said.append(
            f"An older copy of {FORM} was saved over it: {counted(len(merge.back), 'cell')} of "
            "yours put back. (To take a mark away, take it away here.)"
        )
    if merge.both:
        cells = counted(len(merge.both), "cell")
        said.append(f"{cells} of {FORM} changed elsewhere and here at once: both are kept.")
    return said
