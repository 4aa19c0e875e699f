"""Feedback in the student's own notebook, and zips that Canvas and Moodle take back."""

import json
import re
import zipfile
from pathlib import PurePosixPath

import nbformat
import pytest

from perceptronlib.grading.batch import Batch, grade_folder
from perceptronlib.grading.masters import read_masters
from perceptronlib.grading.record import Record
from perceptronlib.grading.reports import results
from perceptronlib.grading.reports.feedback import write_feedback
from perceptronlib.grading.reports.grades import Grade
from perceptronlib.grading.reports.questions import Question
from perceptronlib.grading.reports.returning import write_zips
from perceptronlib.grading.reports.term import Term
from tests.grading import small
from tests.grading.test_batch import MASTERS

pytestmark = pytest.mark.once

CANVAS = ["adalovelace_LATE_11_505_01_small-1.ipynb", "byron_12_506_01_small.ipynb"]
MOODLE = [
    "Ada Lovelace_11_assignsubmission_file_/01_small.ipynb",
    "George Byron_12_assignsubmission_file/x.ipynb",
    "Eve_13_assignsubmission_file_flat.ipynb",
]


def graded(tmp_path, names, data=small.WRONG, overrides=""):
    folder, out = tmp_path / "in", tmp_path / "out"
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    if overrides:
        out.mkdir(exist_ok=True)
        (out / "overrides.csv").write_text(f"student,exercise,what,value,comment\n{overrides}")
    batch = Batch(folder, out, read_masters(MASTERS), unsafe=True)
    said = results.write(batch, grade_folder(batch), Term(), False)
    return out, said


def sources(path):
    """The cells of a notebook: the student's own, and comments by the cell they follow."""
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    own, comments = [], {}
    for cell in notebook.cells:
        if "feedback" in cell.metadata.get("tags", []):
            comments[len(own)] = cell.source
        else:
            own.append(cell.source)
    return own, comments


def test_a_comment_follows_each_answer_and_the_students_words_stay(tmp_path):
    out, _ = graded(tmp_path, ["ada/x.ipynb"], overrides='ada,01_small,update,1,"Nearly."\n')
    own, comments = sources(out / "feedback" / "ada" / "01_small.ipynb")
    assert own == [cell["source"] for cell in json.loads(small.WRONG)["cells"]]
    assert "points.**" in comments[0]
    for place, text in comments.items():
        for name in re.findall(r"\*\*One update\*\*", text):
            assert name and own[place - 1].startswith("def update")
    (about,) = (text for text in comments.values() if "**One update**" in text)
    assert "A tie is a mistake too." in about and "Nearly." in about and "1 of 3 points" in about
    assert all(line.startswith(">") for text in comments.values() for line in text.splitlines())


def test_a_comment_whose_answer_is_nowhere_stands_at_the_end(tmp_path):
    notebook = json.loads(small.RIGHT)
    notebook["cells"] = [c for c in notebook["cells"] if "def update" not in c["source"]]
    out, _ = graded(tmp_path, ["ada/x.ipynb"], json.dumps(notebook).encode())
    own, comments = sources(out / "feedback" / "ada" / "01_small.ipynb")
    assert "**One update**" in comments[len(own)]


def test_pictures_go_back_with_the_copy_unless_they_are_large_photographs(tmp_path):
    for size, kept in ((1000, True), (5_000_000, False)):
        notebook = json.loads(small.RIGHT)
        cell = notebook["cells"][-1]
        cell["source"], cell["attachments"] = (
            "![](attachment:a.png)",
            {"a.png": {"image/png": "A" * size}},
        )
        out, _ = graded(tmp_path / str(size), ["ada/x.ipynb"], json.dumps(notebook).encode())
        copy = nbformat.read(out / "feedback" / "ada" / "01_small.ipynb", as_version=4)
        assert any("attachments" in cell for cell in copy.cells) == kept


def test_a_file_that_is_no_notebook_gets_its_page_only(tmp_path):
    out, _ = graded(tmp_path, ["ada_01_small.ipynb"], b"{")
    assert [p.name for p in (out / "feedback" / "ada").iterdir()] == ["01_small.html"]


def packed(path):
    with zipfile.ZipFile(path) as file:
        assert file.testzip() is None
        return {name: file.read(name) for name in file.namelist()}


def test_canvas_gets_each_file_back_under_the_name_it_gave(tmp_path):
    """Canvas takes of a name the first two parts that are numbers: its student, its attachment."""
    out, _ = graded(tmp_path, CANVAS, small.STUB)
    content = packed(out / "return" / "canvas" / "01_small.zip")
    assert {*CANVAS} <= {*content} and len(content) == 4
    for name in content:
        numbers = [part for part in name.split("_") if part.isdigit()][:2]
        assert numbers in (["11", "505"], ["12", "506"]) and "/" not in name
    assert b"feedback" in content[CANVAS[0]]


def test_moodle_gets_each_file_back_in_its_students_folder(tmp_path):
    """Moodle splits a name at its underscores: name, number, plugin's kind, plugin, the rest."""
    out, _ = graded(tmp_path, MOODLE, small.STUB)
    content = packed(out / "return" / "moodle" / "01_small.zip")
    assert len(content) == 6
    for name in content:
        first = PurePosixPath(name).parts[0].split("_", 4)
        assert first[1] in ("11", "12", "13") and first[2:4] == ["assignsubmission", "file"]
    assert {name.split("/")[0] for name in content if "/" in name} == {
        "Ada Lovelace_11_assignsubmission_file_",
        "George Byron_12_assignsubmission_file",
    }
    assert "Eve_13_assignsubmission_file_01_small_feedback.html" in content


def test_feedback_goes_back_once_its_arguments_are_marked(tmp_path):
    waits = Question("why", "Why", 3, None, "pending")
    done = Question("why", "Why", 3, 3.0, "right")
    records = [Record("k", "01", student=name[:3], file=name) for name in CANVAS]
    found = [Grade(records[0], (waits,)), Grade(records[1], (done,))]
    write_feedback(tmp_path, found)
    said = write_zips(tmp_path, found)
    assert said == ["return/canvas/01.zip: 1 left out until the arguments are marked"]
    content = packed(tmp_path / "return" / "canvas" / "01.zip")
    assert [*content] == ["byron_12_506_01_feedback.html"]


def test_zips_are_the_same_to_the_byte_when_they_are_made_again(tmp_path):
    path = graded(tmp_path, MOODLE, small.STUB)[0] / "return" / "moodle" / "01_small.zip"
    once = path.read_bytes()
    path.unlink()
    graded(tmp_path, MOODLE, small.STUB)
    assert path.read_bytes() == once
