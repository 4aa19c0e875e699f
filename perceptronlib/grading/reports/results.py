"""The results of a batch, written from its records: tables, feedback, summary, the form for marks.

All of it can be written again at any time, and comes out the same to the byte; only `marks.csv` is
the instructor's, and is never overwritten, only extended.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ... import __version__
from ..batch import Batch
from ..files import write_whole
from ..record import Record
from ..records import Records
from ..submissions import Unreadable, contents, read
from .answers import write_answers
from .canvas import write_canvas
from .feedback import feedback_path, write_feedback
from .gradescope import gradescope_folder, write_gradescope
from .marks import FORM, Marks, write_form
from .scores import write_scores
from .similarity import near_copies, write_similarity
from .summary import in_words, write_summary

__all__ = ["write"]


def write(batch: Batch, records: Records, roster: Path | None, similarity: bool) -> list[str]:
    """Write everything; gives what an instructor should read, in lines.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> batch = Batch(folder, folder / "results", [])
    >>> lines = write(batch, Records(batch.out), None, False)
    >>> (batch.out / "scores.csv").exists()
    True
    """
    out = batch.out
    present = [record for record in records.all() if record.handed_in in batch.present]
    gone = [record for record in records.all() if record.handed_in not in batch.present]
    sentences = [*batch.warnings, *_leave_out(out, gone), *write_form(out, present)]
    marks = Marks.read(out / FORM)
    rubrics = {(m.name, q.name): q.rubric for m in batch.masters for q in m.manual}
    write_answers(out, present, rubrics)
    write_scores(out, present, marks)
    write_gradescope(out, present, marks)
    write_feedback(out, present, marks)
    write_summary(out, present, marks, batch.problems)
    if roster is not None:
        titles = {master.name: master.title for master in batch.masters}
        sentences += write_canvas(out, roster, present, marks, titles)
    if similarity:
        sentences += _similarity(batch, present)
    write_whole(out / "run.json", json.dumps(_about(batch), indent=1) + "\n")
    return [*in_words(present, marks, batch.problems), *sentences]


def _leave_out(out: Path, gone: Sequence[Record]) -> list[str]:
    """What was graded once and is no longer handed in: its record stays, its pages go."""
    sentences = []
    for record in gone:
        feedback_path(out, *record.handed_in).unlink(missing_ok=True)
        shutil.rmtree(gradescope_folder(out, *record.handed_in), ignore_errors=True)
        sentences.append(
            f"{record.student}, {record.exercise}: no longer among the submissions, so left out"
        )
    return sentences


def _about(batch: Batch) -> dict[str, object]:
    """What a grade depends on beside the submissions, so that it can be found out again."""
    masters = {master.name: master.digest for master in batch.masters}
    versions = {"perceptronlib": __version__, "numpy": np.__version__}
    return {"seed": batch.seed, "masters": masters, "versions": versions}


def _similarity(batch: Batch, present: Sequence[Record]) -> list[str]:
    """Compare the submissions of each exercise with each other."""
    pairs = {}
    for master in batch.masters:
        of_exercise = [record for record in present if record.exercise == master.name]
        code = {record.student: _code(batch.folder / record.file) for record in of_exercise}
        given = {cell.source for cell in master.released() if cell.cell_type == "code"}
        if code:
            pairs[master.name] = near_copies(code, given)
    write_similarity(batch.out, pairs)
    count = sum(map(len, pairs.values()))
    return [f"similarity.html: {count} pairs that are worth a look"]


def _code(path: Path) -> list[str]:
    try:
        return [source for _, source in read(contents(path)).code()]
    except Unreadable:
        return []
