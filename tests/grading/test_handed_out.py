"""Who is right loses nothing, whatever was done to the notebook and whichever tool wrote it."""

import os

import pytest

from perceptronlib.grading.batch import Batch, grade_folder
from perceptronlib.grading.marked_cells import nbgrader_of
from perceptronlib.grading.masters import read_masters
from perceptronlib.grading.sandbox import sandbox_available
from tests.grading.handed_out.edits import EDITS
from tests.grading.handed_out.habits import HABITS
from tests.grading.handed_out.savers import SAVERS
from tests.grading.handed_out.solved import MASTERS, SOLUTIONS, Cell, argument, solved

WHY = f"THE SANDBOX IS NOT TESTED: {sandbox_available()}"
pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(bool(sandbox_available()), reason=WHY),
]
ALL = EDITS | HABITS
SEEDS = range(int(os.environ.get("SEEDS", "1")))
"""One drawn seed in `make test`, ten in `make test-seeds`."""


def variants(exercise):
    """Edit and saver of each notebook: every edit once an exercise, every tool with every edit."""
    turn = [*MASTERS].index(exercise)
    tools = [*SAVERS]
    for place, edit in enumerate(ALL):
        yield edit, tools[(place + turn) % len(tools)]


@pytest.mark.parametrize("exercise", MASTERS)
def test_a_stub_with_a_remark_of_their_own_is_still_no_answer(tmp_path, exercise):
    """It was left below the answer; of `worst_stream` only a part is a stub."""
    stubs = {about["grade_id"]: cell.source for cell in MASTERS[exercise].released()
             if (about := nbgrader_of(cell)).get("solution")}  # fmt: skip
    cells = []
    for cell in solved(exercise):
        stub = f"# See above.\r\n\r\n{stubs.get(cell.name)}  \n".replace("\n", "\r\n")
        cells += [Cell(cell.kind, cell.source), cell.but(stub)] if cell.is_answer else [cell]
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / f"{exercise}.ipynb").write_bytes(SAVERS["jupyterlab"](cells))
    batch = Batch(tmp_path, tmp_path / "results", read_masters(SOLUTIONS))
    (record,) = grade_folder(batch).all()
    assert [task.name for task in record.tasks if task.score != task.points] == []


@pytest.mark.parametrize("exercise", ["02_variants", "04_non_separable", "07_experts"])
def test_answers_in_a_notebook_of_their_own_find_what_was_handed_out(tmp_path, exercise):
    cells = [Cell(c.kind, c.source) for c in solved(exercise) if c.is_answer or c.is_argument]
    (tmp_path / "ada").mkdir()
    (tmp_path / "ada" / f"{exercise}.ipynb").write_bytes(SAVERS["jupyterlab"](cells))
    batch = Batch(tmp_path, tmp_path / "results", read_masters(SOLUTIONS))
    (record,) = grade_folder(batch).all()
    assert all(task.score == task.points for task in record.tasks)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("exercise", MASTERS)
def test_an_honest_notebook_earns_every_point(tmp_path, exercise, seed):
    folder = tmp_path / "submissions"
    folder.mkdir()
    names = [f"{edit}-{tool}" for edit, tool in variants(exercise)]
    for (edit, tool), name in zip(variants(exercise), names, strict=True):
        data = SAVERS[tool](ALL[edit](solved(exercise)))
        (folder / name).mkdir()
        (folder / name / f"{exercise}.ipynb").write_bytes(data)
    batch = Batch(folder, tmp_path / "results", read_masters(SOLUTIONS), seed=1000 + seed)
    records = {record.student: record for record in grade_folder(batch).all()}
    assert sorted(records) == sorted(names)
    lost = {
        f"{name}: {task.name}": (task.score, task.points, [part.says for part in task.parts])
        for name, record in records.items()
        for task in record.tasks
        if task.score != task.points
    }
    assert not lost
    unread = [
        f"{name}: {answer.name}"
        for name, record in records.items()
        for answer in record.manual
        if argument(answer.name).split(": ")[1] not in answer.answer
    ]
    assert not unread
