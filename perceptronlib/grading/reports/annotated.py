"""Feedback inside the student's own notebook: a copy, in which a comment follows each answer.

The copy holds what the student wrote and the pictures in it (unless they are photographs of many
megabytes); outputs are left out, so it is small. The student's file itself is never touched.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ..files import safe_name, write_whole
from ..layout import Layout
from ..submissions import Cell, Notebook, Unreadable, contents, read
from .feedback import WORDS
from .grades import Grade
from .pages import WAITING, number
from .questions import Question

LARGEST = 4_000_000
"""Bytes of a notebook whose pictures go back in its copy; a larger one goes back without them."""

__all__ = ["annotated", "notebook_path", "write_annotated"]


def notebook_path(out: Path, student: str, exercise: str) -> Path:
    """Where the copy for a student and an exercise is.

    >>> notebook_path(Path("results"), "ada", "01_perceptron").as_posix()
    'results/feedback/ada/01_perceptron.ipynb'
    """
    return out / "feedback" / safe_name(student) / f"{exercise}.ipynb"


def write_annotated(
    out: Path, folder: Path, grade: Grade, handed_out: Sequence[Cell]
) -> Path | None:
    """Write feedback/STUDENT/EXERCISE.ipynb, if what was handed in is a notebook.

    >>> from perceptronlib.grading.record import Record
    >>> write_annotated(Path("results"), Path("nowhere"), Grade(Record("k", "01", file="x")), [])
    """
    path = notebook_path(out, grade.student, grade.exercise)
    try:
        data = contents(folder / grade.record.file)
        notebook = read(data)
    except Unreadable:
        path.unlink(missing_ok=True)
        return None
    if len(data) > LARGEST:
        notebook = Notebook(tuple(cell._replace(attachments={}) for cell in notebook.cells))
    write_whole(path, annotated(grade, notebook, handed_out))
    return path


def annotated(grade: Grade, notebook: Notebook, handed_out: Sequence[Cell]) -> str:
    """The notebook with comments, as the text of a file.

    >>> from perceptronlib.grading.record import Record
    >>> cells = (Cell(0, "code", "def twice(x):\\n    return x + x"), Cell(1, "markdown", "Done."))
    >>> grade = Grade(Record("k", "01"), (Question("twice", "Twice", 2, 2.0, "right"),))
    >>> made = json.loads(annotated(grade, Notebook(cells), []))
    >>> [cell["cell_type"] for cell in made["cells"]]
    ['markdown', 'code', 'markdown', 'markdown']
    """
    after: dict[int, list[str]] = {}
    at_the_end = len(notebook.cells)
    places = _places(grade, notebook, handed_out)
    for q in grade.questions:
        after.setdefault(places.get(q.name, at_the_end), []).append(_comment(q))
    cells = [_ours("start", [_sums(grade)])]
    for cell in notebook.cells:
        cells.append(_theirs(cell))
        if cell.number in after:
            cells.append(_ours(str(cell.number), after[cell.number]))
    if at_the_end in after:
        cells.append(_ours("end", after[at_the_end]))
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    whole = {
        "cells": cells,
        "metadata": {"kernelspec": kernel},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def _places(grade: Grade, notebook: Notebook, handed_out: Sequence[Cell]) -> dict[str, int]:
    """After which cell the comment on each question belongs: the last one of its answer."""
    places: dict[str, int] = {}
    for task in grade.record.tasks:
        defines = re.compile(rf"^(?:async[ \t]+)?def[ \t]+{task.name}\b|^{task.name}[ \t]*=", re.M)
        for cell in notebook.cells:
            if cell.kind == "code" and (cell.name == task.name or defines.search(cell.source)):
                places[task.name] = cell.number
    if grade.record.manual:
        layout = Layout(notebook.cells, handed_out)
        for asked in grade.record.manual:
            written = layout.of(asked.name)
            own = [cell.number for cell in notebook.cells if cell.name == asked.name]
            numbers = [w.cell.number for w in written] or own
            if numbers:
                places[asked.name] = numbers[-1]
    return places


def _sums(grade: Grade) -> str:
    lines = [f"**Feedback: {number(grade.score)} of {number(grade.out_of)} points.**"]
    if grade.score != grade.raw:
        lines.append(f"Before lateness and bonus: {number(grade.raw)}.")
    if grade.pending:
        lines.append(f"{number(grade.pending)} points are still {WAITING}.")
    lines += [*grade.notes, grade.record.chosen, grade.comment]
    lines += [f"{cell.in_words[0].upper()}{cell.in_words[1:]}." for cell in grade.record.cells]
    lines.append("This is a copy of your notebook: a comment follows each answer.")
    return "\n\n".join(filter(None, lines))


def _comment(q: Question) -> str:
    earned = f"{number(q.score)} of {number(q.points)}" if q.score is not None else number(q.points)
    head = f"**{q.title}**: {WORDS[q.status]}, {earned} {'point' if q.points == 1 else 'points'}."
    says = [f"- {text}" for text in q.says]
    return "\n\n".join(filter(None, (head, q.hint, q.advice, "\n".join(says), q.comment)))


def _ours(name: str, comments: Iterable[str]) -> dict[str, Any]:
    """A comment as a cell: quoted, so that nobody takes it for the student's."""
    text = "\n\n".join(comments)
    quoted = "\n".join(f"> {line}".rstrip() for line in text.splitlines())
    return {
        "cell_type": "markdown",
        "id": f"feedback-{name}",
        "metadata": {"tags": ["feedback"]},
        "source": quoted,
    }


def _theirs(cell: Cell) -> dict[str, Any]:
    """A cell of the student's; whatever is neither code nor text becomes raw text."""
    kind = cell.kind if cell.kind in ("code", "markdown") else "raw"
    made: dict[str, Any] = {
        "cell_type": kind,
        "id": f"cell-{cell.number}",
        "metadata": {},
        "source": cell.source,
    }
    if kind == "code":
        made |= {"execution_count": None, "outputs": []}
    elif cell.attachments:
        made["attachments"] = {name: dict(types) for name, types in cell.attachments.items()}
    return made
