"""Scores as tables, for people and their spreadsheets."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from .grades import Grade
from .pages import number
from .tables import harmless, write_table

__all__ = ["write_scores"]


SCORES = (
    *("student", "exercise", "score", "out_of", "pending", "raw", "bonus", "days_late"),
    *("free_days", "percent_lost", "handed_in", "look_again", "chosen", "comment", "problem"),
)
QUESTIONS = (
    *("student", "exercise", "question", "score", "points", "status", "graded", "hint"),
    "comment",
)


def write_scores(out: Path, grades: Iterable[Grade]) -> None:
    """Write scores.csv (a row for each student and exercise) and questions.csv (for each question).

    In questions.csv, ``graded`` is what a question earned before its points were set by hand.

    >>> import tempfile
    >>> out = Path(tempfile.mkdtemp())
    >>> write_scores(out, [])
    >>> (out / "scores.csv").read_text("utf-8-sig").strip()[:36]
    'student,exercise,score,out_of,pendin'
    """
    scores: list[list[str]] = [[*SCORES]]
    single: list[list[str]] = [[*QUESTIONS]]
    for grade in sorted(grades, key=lambda grade: grade.record.handed_in):
        name = [harmless(text) for text in grade.record.handed_in]
        scores.append([*name, *_sums(grade)])
        for q in grade.questions:
            status = "look again" if q.is_changed else q.status
            earned = [number(q.score), number(q.points), status, number(q.graded)]
            single.append([*name, harmless(q.name), *earned, harmless(q.hint), harmless(q.comment)])
    write_table(out / "scores.csv", scores)
    write_table(out / "questions.csv", single)


def _sums(grade: Grade) -> list[str]:
    late, record = grade.lateness, grade.record
    points = grade.score, grade.out_of, grade.pending, grade.raw, grade.bonus
    lateness = str(late.days) if late.days or not late.unknown else late.unknown
    again = ", ".join(grade.look_again)
    texts = grade.time, again, record.chosen, grade.comment, record.problem
    return [
        *map(number, points),
        lateness,
        str(late.free),
        number(late.percent),
        *map(harmless, texts),
    ]
