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
    beside = path.with_name(f".{path.name}.part")
    beside.write_bytes(raw)
    os.replace(beside, path)


class Records:
    """The records below ``out/records``, by exercise and student.

    >>> import tempfile
    >>> records = Records(Path(tempfile.mkdtemp()))
    >>> records.keep({"student": "ada", "exercise": "01_perceptron", "key": "k"})
    >>> records.key("01_perceptron", "ada"), [record["student"] for record in records.all()]
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
        try:
            text = self.path(exercise, student).read_text(encoding="utf-8")
            return str(json.loads(text)["key"])
        except (OSError, ValueError, KeyError, TypeError):
            return ""

    def all(self) -> Iterator[dict[str, Any]]:
        """All records, by exercise and student, one at a time."""
        for path in sorted(self.folder.glob("*/*.json")):
            yield json.loads(path.read_text(encoding="utf-8"))
