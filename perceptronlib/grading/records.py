"""Records on disk: one small file for each graded submission, written whole or not at all.

That is why the grader can be stopped at any moment and started again: a record that is there is
complete, and one with the key of the same submission, master and seed is not made again. Everything
else in the results is made from the records.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .submissions import safe_name

__all__ = ["Records", "write_whole"]

NEEDED = {"student", "exercise", "key", "problem", "tasks", "manual", "cells"}
"""What every record has; a file without it was damaged, or is something else."""


def write_whole(path: Path, data: str | bytes) -> None:
    """Write a file so that nobody ever sees half of it, and leave it alone if it is the same.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "new" / "note.txt"
    >>> write_whole(path, "whole")
    >>> path.read_text()
    'whole'
    """
    raw = data.encode("utf-8") if isinstance(data, str) else data
    try:
        if path.read_bytes() == raw:
            return
    except OSError:
        pass
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    beside.write_bytes(raw)
    os.replace(beside, path)


class Records:
    """The records below ``out/records``, by exercise and student.

    >>> import tempfile
    >>> records = Records(Path(tempfile.mkdtemp()))
    >>> ada = dict.fromkeys(NEEDED, []) | {"student": "ada", "exercise": "01", "key": "k"}
    >>> records.keep(ada)
    >>> records.key("01", "ada"), [record["student"] for record in records.all()]
    ('k', ['ada'])
    """

    def __init__(self, out: Path) -> None:
        self.folder = out / "records"
        for left in self.folder.rglob(".*.part"):  # from a grader that was stopped just then
            left.unlink()

    def path(self, exercise: str, student: str) -> Path:
        """Where a record is kept."""
        return self.folder / exercise / f"{safe_name(student)}.json"

    def keep(self, record: dict[str, Any]) -> None:
        """Write a record."""
        text = json.dumps(record, ensure_ascii=False, indent=1, sort_keys=True)
        write_whole(self.path(record["exercise"], record["student"]), text + "\n")

    def key(self, exercise: str, student: str) -> str:
        """The key of a record that is there, or nothing."""
        return str(_read(self.path(exercise, student)).get("key", ""))

    def all(self) -> Iterator[dict[str, Any]]:
        """All records, by exercise and student, one at a time; damaged ones count as none."""
        for path in sorted(self.folder.glob("*/*.json")):
            record = _read(path)
            if record:
                yield record


def _read(path: Path) -> dict[str, Any]:
    """A record, or nothing if it is not there or not whole."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    whole = isinstance(record, dict) and NEEDED <= record.keys()
    return record if whole else {}
