"""Courses that use nbgrader can take the masters as they are: proved with nbgrader itself."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import exercises
from perceptronlib.grading.masters import read_masters

pytestmark = [pytest.mark.once, pytest.mark.xdist_group("nbgrader")]


def nbgrader(folder, *command):
    names = ("HOME", "IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR")
    own = {name: str(folder / f".{name.lower()}") for name in names}
    environment = {**os.environ, **own, "JUPYTER_PREFER_ENV_PATH": "1"}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    done = subprocess.run(
        [sys.executable, "-m", "nbgrader", *command, "--course-dir", str(folder)],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-3000:]


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """The course as one assignment, handed in by one who knew all and one who did nothing."""
    folder = tmp_path_factory.mktemp("nbgrader")
    hand_in = {"solution": exercises.SOLUTIONS, "stub": exercises.EXERCISES}
    places = {folder / "source" / "course": exercises.SOLUTIONS}
    places |= {folder / "submitted" / who / "course": where for who, where in hand_in.items()}
    for place, where in places.items():
        place.mkdir(parents=True)
        for path in where.glob("*.ipynb"):
            (place / path.name).write_bytes(path.read_bytes())
    nbgrader(folder, "generate_assignment", "course", "--create")
    nbgrader(folder, "autograde", "course", "--create")
    return folder


def scores(folder, student):
    """What nbgrader gave: by exercise and cell, (points, of how many)."""
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{folder / 'gradebook.db'}") as book:
        submission = book.find_submission("course", student)
        return {
            (notebook.name, grade.name): (grade.auto_score, grade.max_score)
            for notebook in submission.notebooks
            for grade in notebook.grades
            if grade.name.endswith("-test")
        }


def test_the_solution_gets_full_marks_from_nbgrader(graded):
    given = scores(graded, "solution")
    names = [name for master in read_masters(exercises.SOLUTIONS) for name in master.names]
    assert len(given) == sum(name.endswith("-test") for name in names)
    assert all(score == most for score, most in given.values()), given


def test_the_stub_gets_nothing_from_nbgrader(graded):
    given = scores(graded, "stub")
    assert given and all(score == 0 for score, _ in given.values()), given


def test_what_nbgrader_releases_is_what_we_hand_out_but_for_the_words_of_the_stub(graded):
    for path in exercises.EXERCISES.glob("*.ipynb"):
        ours = json.loads(path.read_text())["cells"]
        theirs = json.loads((graded / "release" / "course" / path.name).read_text())["cells"]
        assert [c["cell_type"] for c in ours] == [c["cell_type"] for c in theirs]
        for our, their in zip(ours, theirs, strict=True):
            about = our["metadata"].get("nbgrader", {})
            if not about.get("solution"):
                assert "".join(our["source"]).strip() == "".join(their["source"]).strip()
