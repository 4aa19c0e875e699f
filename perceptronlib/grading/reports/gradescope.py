"""Scores for Gradescope: a results.json for each submission, as its autograder leaves one."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from ..files import safe_name, write_whole
from .grades import Grade
from .pages import WAITING, number
from .questions import Question

__all__ = ["as_result", "gradescope_folder", "write_gradescope"]


def gradescope_folder(out: Path, student: str, exercise: str) -> Path:
    """The folder of a student and an exercise.

    >>> gradescope_folder(Path("results"), "ada", "01_perceptron").as_posix()
    'results/gradescope/ada/01_perceptron'
    """
    return out / "gradescope" / safe_name(student) / exercise


def write_gradescope(out: Path, grades: Iterable[Grade]) -> None:
    """Write gradescope/STUDENT/EXERCISE/results.json for all submissions.

    >>> import tempfile
    >>> from perceptronlib.grading.record import Record
    >>> out = Path(tempfile.mkdtemp())
    >>> write_gradescope(out, [Grade(Record("k", "01", student="ada"))])
    >>> json.loads((out / "gradescope/ada/01/results.json").read_text())["score"]
    0.0
    """
    for grade in grades:
        path = gradescope_folder(out, grade.student, grade.exercise) / "results.json"
        write_whole(path, as_result(grade))


def as_result(grade: Grade) -> str:
    """The results.json of one submission.

    >>> from perceptronlib.grading.record import Record
    >>> '"score": 0.0' in as_result(Grade(Record("k", "01")))
    True
    """
    record = grade.record
    says = [record.problem, *grade.notes, record.chosen, grade.comment]
    says += [f"{number(grade.pending)} points are still {WAITING}."] if grade.pending else []
    tests = [_test(place, q) for place, q in enumerate(grade.questions, start=1)]
    result = {"score": grade.score, "output": "\n".join(filter(None, says)), "tests": tests}
    return json.dumps(result, indent=1) + "\n"


def _test(place: int, q: Question) -> dict[str, object]:
    test: dict[str, object] = {"name": q.title, "number": str(place), "visibility": "visible"}
    if q.score is None:
        return {**test, "output": WAITING}
    status = "passed" if q.status == "right" else "failed"
    output = "\n".join(filter(None, (q.hint, q.advice, *q.says, q.comment)))
    earned = {"score": q.score, "max_score": q.points, "status": status}
    return {**test, **earned, "output": output}
