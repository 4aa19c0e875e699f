"""Scores as tables, for people and their spreadsheets."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from ..record import Record
from .marks import Marks
from .pages import number
from .questions import questions, total
from .tables import harmless, write_table

__all__ = ["write_scores"]


def write_scores(out: Path, records: Iterable[Record], marks: Marks) -> None:
    """Write scores.csv (a row for each student and exercise) and questions.csv (for each question).

    >>> import tempfile
    >>> out = Path(tempfile.mkdtemp())
    >>> write_scores(out, [], Marks())
    >>> (out / "scores.csv").read_text().strip()
    'student,exercise,score,out_of,pending,problem'
    """
    scores = [["student", "exercise", "score", "out_of", "pending", "problem"]]
    single = [["student", "exercise", "question", "score", "points", "status", "hint"]]
    for record in sorted(records, key=lambda record: record.handed_in):
        name = [harmless(text) for text in record.handed_in]
        of_record = questions(record, marks)
        so_far = total(of_record)
        sums = [number(value) for value in (so_far.score, so_far.points, so_far.pending)]
        scores.append([*name, *sums, harmless(record.problem)])
        for q in of_record:
            earned = [number(q.score), number(q.points), q.status]
            single.append([*name, harmless(q.name), *earned, harmless(q.hint)])
    write_table(out / "scores.csv", scores)
    write_table(out / "questions.csv", single)
