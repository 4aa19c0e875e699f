"""What was given on the marking page, so that an older copy of the form takes nothing away.

Who keeps marks.csv open in a spreadsheet and saves it later, saves the form as it was when it was
opened. So each change made on the page is remembered, in marks_log.jsonl, a line for each. When
the form comes back changed, it is compared with all its earlier states: the nearest is the one
that the spreadsheet began with; what differs from that was changed by a person there, and what was
changed on the page since then is put back.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

__all__ = ["NAME", "Cell", "Change", "History", "Merge"]

NAME = "marks_log.jsonl"


class Cell(NamedTuple):
    """A cell of the form: whose answer to what, by which marker, and the mark or the comment.

    >>> Cell("ada", "01_small", "why", "Xenia", "mark").column
    'mark'
    """

    student: str
    exercise: str
    question: str
    by: str
    column: str


class Change(NamedTuple):
    """What was in a cell, and what is in it now.

    >>> Change(Cell("ada", "01_small", "why", "", "mark"), "", "2").after
    '2'
    """

    cell: Cell
    before: str
    after: str


@dataclass
class Merge:
    """What becomes of a form that came back changed.

    `kept` was changed by a person there, `back` is missing there and is put back, and `both` was
    changed there and on the page: two opinions (`before` is the form's, `after` the page's).

    >>> bool(Merge())
    False
    """

    kept: list[Change] = field(default_factory=list)
    back: list[Change] = field(default_factory=list)
    both: list[Change] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.kept or self.back or self.both)


class History:
    """The changes, in their order; one step is what was changed at one time.

    `now` is what the cells hold after them, `about` the fingerprints of the answers that were read.

    >>> import tempfile
    >>> history = History(Path(tempfile.mkdtemp()) / NAME)
    >>> mark = Cell("ada", "01_small", "why", "", "mark")
    >>> history.add([Change(mark, "", "2")])
    >>> history.merge({mark: ""}).back          # an older copy: the mark is put back
    [Change(cell=Cell(student='ada', exercise='01_small', question='why', by='', column='mark'),
    before='', after='2')]
    >>> history.merge({mark: "3"}).kept[0].after  # changed by hand: that holds
    '3'
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.steps: list[list[Change]] = []
        self.now: dict[Cell, str] = {}
        self.about: dict[Cell, str] = {}
        self._read = 0

    def catch_up(self) -> None:
        """Read what others have added; a line that was cut short counts as none."""
        try:
            with self.path.open("rb") as file:
                file.seek(self._read)
                data = file.read()
        except FileNotFoundError:
            return
        whole = data[: data.rfind(b"\n") + 1]
        self._read += len(whole)
        for line in whole.splitlines():
            if step := _step(line):
                self.steps.append(step.changes)
                self.now |= {change.cell: change.after for change in step.changes}
                self.about |= {change.cell: step.answer for change in step.changes if step.answer}

    def add(self, changes: Iterable[Change], answer: str = "", source: str = "page") -> None:
        """Remember changes that were made at one time; `source` is for people who read the file.

        `answer` is the fingerprint of the answer that a marker read.
        """
        step = [change for change in changes if change.before != change.after]
        if not step:
            return
        self.catch_up()
        when = datetime.now(UTC).isoformat(timespec="seconds")
        about = {
            "time": when,
            "from": source,
            "answer": answer,
            "cells": [[*c.cell, c.before, c.after] for c in step],
        }
        line = json.dumps(about).encode() + b"\n"
        with self.path.open("ab") as file:
            cut_short = file.tell() > self._read
            file.write(b"\n" * cut_short + line)
        self.catch_up()

    def merge(self, found: Mapping[Cell, str]) -> Merge:
        """What to do about a form in which these cells hold this."""
        merge = Merge()
        if all(found[cell] == value for cell, value in self.now.items()):
            return merge
        begun_with = self._nearest(found)
        for cell, ours in self.now.items():
            theirs, base = found[cell], begun_with[cell]
            if theirs == ours:
                continue
            if ours == base:
                merge.kept.append(Change(cell, ours, theirs))
            elif theirs == base:
                merge.back.append(Change(cell, theirs, ours))
            else:
                merge.both.append(Change(cell, theirs, ours))
        return merge

    def _nearest(self, found: Mapping[Cell, str]) -> dict[Cell, str]:
        """The state of the cells that differs least from this; of several the last."""
        state: dict[Cell, str] = {}
        for step in self.steps:
            for change in step:
                state.setdefault(change.cell, change.before)
        differ = sum(found[cell] != value for cell, value in state.items())
        least, after = differ, 0
        walked = dict(state)
        for number, step in enumerate(self.steps, start=1):
            for cell, _, value in step:
                differ += (found[cell] != value) - (found[cell] != walked[cell])
                walked[cell] = value
            if differ <= least:
                least, after = differ, number
        for step in self.steps[:after]:
            state |= {change.cell: change.after for change in step}
        return state


class _Step(NamedTuple):
    changes: list[Change]
    answer: str


def _step(line: bytes) -> _Step | None:
    """What a line tells of; nothing if it is damaged."""
    try:
        about = json.loads(line)
        texts = [[str(part) for part in one] for one in about["cells"]]
        changes = [Change(Cell(*one[:5]), one[5], one[6]) for one in texts]
        return _Step(changes, str(about.get("answer", "")))
    except (ValueError, KeyError, TypeError, IndexError, AttributeError):
        return None
