"""Scores for Gradescope: a results.json for each submission, as its autograder leaves one."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from ..files import safe_name, write_whole
from ..record import Record
from .marks import Marks
from .pages import WAITING, number
from .questions import Question, questions, total

__all__ = ["gradescope_folder", "write_gradescope"]


def gradescope_folder(out: Path, student: str, exercise: str) -> Path:
    """The folder of a student and an exercise.

    >>> gradescope_folder(Path("results"), "ada", "01_perceptron").as_posix()
    'results/gradescope/ada/01_perceptron'
    """
    return out / "gradescope" / safe_name(student) / exercise


def write_gradescope(out: Path, records: Iterable[Record], marks: Marks) -> None:
    """Write gradescope/STUDENT/EXERCISE/results.json for all records.

    >>> import tempfile
    >>> out = Path(tempfile.mkdtemp())
    >>> write_gradescope(out, [Record("k", "01", student="ada")], Marks())
    >>> json.loads((out / "gradescope/ada/01/results.json").read_text())["score"]
    0
    """
    for record in records:
        of_record = questions(record, marks)
        so_far = total(of_record)
        says = [record.problem] if record.problem else []
        says += [f"{number(so_far.pending)} points are still {WAITING}."] if so_far.pending else []
        tests = [_test(place, q) for place, q in enumerate(of_record, start=1)]
        result = {"score": so_far.score, "output": "\n".join(says), "tests": tests}
        path = gradescope_folder(out, *record.handed_in) / "results.json"
        write_whole(path, json.dumps(result, indent=1) + "\n")


def _test(place: int, q: Question) -> dict[str, object]:
    test: dict[str, object] = {"name": q.title, "number": str(place), "visibility": "visible"}
    if q.score is None:
        return {**test, "output": WAITING}
    status = "passed" if q.status == "right" else "failed"
    output = "\n".join(filter(None, (q.hint, q.advice, *q.says, q.comment)))
    earned = {"score": q.score, "max_score": q.points, "status": status}
    return {**test, **earned, "output": output}
