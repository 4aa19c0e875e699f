"""The records of a batch on disk: one small file for each graded submission.

A file is written whole or not at all. That is why the grader can be stopped at any moment and
started again: a record that is there is complete, and if its key is that of the same submission,
master and seed, the submission is not graded again. Everything else in the results is made from
the records. Each file is read once, when the first record is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from .files import safe_name, write_whole
from .record import Record

__all__ = ["Records"]


class Records:
    """The records below ``out/records``, by exercise and student.

    >>> import tempfile
    >>> records = Records(Path(tempfile.mkdtemp()))
    >>> records.keep(Record("k", "01", student="ada"))
    >>> records.key("01", "ada"), [record.student for record in records.all()]
    ('k', ['ada'])
    """

    def __init__(self, out: Path) -> None:
        self.folder = out / "records"

    @cached_property
    def _by_path(self) -> dict[Path, Record]:
        """All records that are whole; a damaged one counts as none, and is graded again."""
        records = {}
        for path in self.folder.glob("*/*.json"):
            try:
                records[path] = Record.from_json(path.read_text(encoding="utf-8"))
            except (OSError, ValueError):  # `Damaged` and broken UTF-8 are both ValueErrors
                continue
        return records

    def path(self, exercise: str, student: str) -> Path:
        """Where a record is kept."""
        return self.folder / exercise / f"{safe_name(student)}.json"

    def keep(self, record: Record) -> None:
        """Write a record."""
        path = self.path(record.exercise, record.student)
        write_whole(path, record.to_json())
        self._by_path[path] = record

    def of(self, exercise: str, student: str) -> Record | None:
        """The record of a student and an exercise, if there is one."""
        return self._by_path.get(self.path(exercise, student))

    def key(self, exercise: str, student: str) -> str:
        """The key of a record, or an empty text if there is no such record."""
        record = self.of(exercise, student)
        return record.key if record else ""

    def all(self) -> Iterator[Record]:
        """All records, by exercise and student."""
        for path in sorted(self._by_path):
            yield self._by_path[path]
