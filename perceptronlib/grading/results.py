"""The results of a batch, written from its records: tables, feedback, summary, the form for marks.

All of it can be written again at any time, and comes out the same to the byte; only `marks.csv` is
the instructor's, and is never overwritten, only extended.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

from .. import __version__
from .batch import Batch
from .feedback import write_feedback
from .marks import Marks, write_answers, write_form
from .records import Records, write_whole
from .reports import write_canvas, write_gradescope, write_scores
from .similarity import near_copies, write_similarity
from .submissions import Unreadable, contents, read, safe_name
from .summary import in_words, write_summary

__all__ = ["write"]


def write(batch: Batch, records: Records, roster: Path | None, similarity: bool) -> list[str]:
    """Write everything; what an instructor should be told, in lines.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> batch = Batch(folder, folder / "results", [])
    >>> said = write(batch, Records(batch.out), None, False)
    >>> (batch.out / "scores.csv").exists()
    True
    """
    out, all_records = batch.out, records.all
    said = [*batch.warnings, *_leave_out(batch, records)]

    def current() -> Iterator[dict[str, Any]]:
        return (r for r in all_records() if (r["student"], r["exercise"]) in batch.present)

    said += write_form(out, current())
    marks = Marks.read(out / "marks.csv")
    rubrics = {(m.name, q.name): q.rubric for m in batch.masters for q in m.manual}
    write_answers(out, current(), rubrics)
    write_scores(out, current(), marks)
    write_gradescope(out, current(), marks)
    write_feedback(out, current(), marks)
    write_summary(out, current(), marks, batch.problems)
    if roster is not None:
        titles = {master.name: master.title for master in batch.masters}
        said += write_canvas(out, roster, current(), marks, titles)
    if similarity:
        said += _similarity(batch, current)
    write_whole(out / "run.json", json.dumps(_about(batch), indent=1) + "\n")
    return [*in_words(current(), marks, batch.problems), *said]


def _leave_out(batch: Batch, records: Records) -> list[str]:
    """What was graded once and is no longer handed in: its record stays, its pages go."""
    said = []
    for record in records.all():
        student, exercise = record["student"], record["exercise"]
        if (student, exercise) not in batch.present:
            name = safe_name(student)
            (batch.out / "feedback" / name / f"{exercise}.html").unlink(missing_ok=True)
            shutil.rmtree(batch.out / "gradescope" / name / exercise, ignore_errors=True)
            said.append(f"{student}, {exercise}: no longer among the submissions, so left out")
    return said


def _about(batch: Batch) -> dict[str, object]:
    """What a grade depends on beside the submissions, so that it can be found out again."""
    masters = {master.name: master.digest for master in batch.masters}
    versions = {"perceptronlib": __version__, "numpy": np.__version__}
    return {"seed": batch.seed, "masters": masters, "versions": versions}


def _similarity(batch: Batch, current: Callable[[], Iterator[dict[str, Any]]]) -> list[str]:
    """Compare the submissions of each exercise with each other."""
    pairs = {}
    for master in batch.masters:
        code = {}
        for record in current():
            if record["exercise"] == master.name:
                code[record["student"]] = _code(batch.folder / record["file"])
        given = {cell.source for cell in master.released() if cell.cell_type == "code"}
        if code:
            pairs[master.name] = near_copies(code, given)
    write_similarity(batch.out, pairs)
    found = sum(map(len, pairs.values()))
    return [f"similarity.html: {found} pairs that are worth a look"]


def _code(path: Path) -> list[str]:
    try:
        return [source for _, source in read(contents(path)).code()]
    except Unreadable:
        return []
