"""The autograder for Gradescope, run in a folder laid out as Gradescope's."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from perceptronlib.grading.sandbox import sandbox_available
from perceptronlib.laptop.cli import main
from tests.grading import small
from tests.grading.test_batch import MASTERS

pytestmark = [pytest.mark.once, pytest.mark.xdist_group("autograder")]
needs_a_sandbox = pytest.mark.skipif(
    bool(sandbox_available()), reason=f"NOT TESTED: {sandbox_available()}"
)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    path = tmp_path_factory.mktemp("autograder") / "autograder.zip"
    asked = ["autograder", "01_small", "--masters", str(MASTERS), "--out", str(path)]
    assert main([*asked, "--seed", "7"]) == 0
    return path


def laid_out(root, made, files):
    """The folder /autograder as Gradescope has it when a submission comes."""
    for name in ("source", "submission", "results"):
        (root / name).mkdir(parents=True)
    with zipfile.ZipFile(made) as file:
        file.extractall(root / "source")
    runner = root / "run_autograder"
    runner.write_bytes((root / "source" / "run_autograder").read_bytes())
    runner.chmod(0o755)
    (root / "submission_metadata.json").write_text('{"id": 1, "users": [{"name": "Ada"}]}')
    for name, data in files.items():
        path = root / "submission" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return root


def run(root, path=None):
    """What Gradescope runs, with the library that lies in the zip and no other."""
    here = str(Path(sys.executable).parent)
    environment = {"PATH": path or f"{here}:{os.environ['PATH']}", "HOME": str(root)}
    done = subprocess.run(
        [str(root / "run_autograder")], cwd="/", env=environment, capture_output=True, text=True
    )
    results = root / "results" / "results.json"
    return done, json.loads(results.read_text()) if results.exists() else None


@needs_a_sandbox
def test_a_right_and_a_wrong_submission_get_what_they_deserve(made, tmp_path):
    done, result = run(laid_out(tmp_path / "a", made, {"01_small.ipynb": small.RIGHT}))
    assert done.returncode == 0, done.stdout + done.stderr
    assert result["score"] == sum(test.get("max_score", 0) for test in result["tests"]) == 6
    assert "points are still to be marked" in result["output"]
    _, result = run(laid_out(tmp_path / "b", made, {"x.ipynb": small.WRONG, "notes.txt": b""}))
    (update,) = (test for test in result["tests"] if test["name"] == "One update")
    assert result["score"] < 6 and "A tie is a mistake too." in update["output"]
    assert {*update} <= {
        *("score", "max_score", "status", "name", "number", "output", "visibility"),
    }


@needs_a_sandbox
def test_of_several_files_one_counts_and_it_is_said(made, tmp_path):
    files = {"x.ipynb": small.WRONG, "x (1).ipynb": small.RIGHT, "old/x.ipynb": small.WRONG}
    _, result = run(laid_out(tmp_path, made, files))
    assert result["score"] == 6 and "Graded is x (1).ipynb" in result["output"]


@needs_a_sandbox
@pytest.mark.parametrize("files", [{}, {"essay.pdf": b"%PDF"}, {"x.ipynb": b"{"}])
def test_what_is_no_notebook_earns_nothing_and_is_told_why(made, tmp_path, files):
    done, result = run(laid_out(tmp_path, made, files))
    assert done.returncode == 0 and result["score"] == 0
    said = "not a notebook" if "x.ipynb" in files else "No notebook was found"
    assert said in result["output"]


@pytest.mark.parametrize("unsafe", [False, True])
def test_without_a_sandbox_nothing_is_graded_unless_one_insists(tmp_path, unsafe):
    """Programs that Gradescope's image has, and no bwrap."""
    made = tmp_path / "autograder.zip"
    asked = ["autograder", "01_small", "--masters", str(MASTERS), "--out", str(made)]
    assert main([*asked, *["--unsafe"] * unsafe]) == 0
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    for name in ("bash", "env", "dirname"):
        (bin_folder / name).symlink_to(f"/usr/bin/{name}")
    (bin_folder / "python3").symlink_to(sys.executable)
    root = laid_out(tmp_path / "root", made, {"x.ipynb": small.RIGHT})
    python = root / "source" / ".venv" / "bin"
    python.mkdir(parents=True)
    (python / "python").write_text(f'#!/bin/bash\nexec "{sys.executable}" "$@"\n')
    (python / "python").chmod(0o755)
    done, result = run(root, str(bin_folder))
    if unsafe:
        assert done.returncode == 0 and result["score"] == 6
        return
    assert done.returncode == 1 and result is None
    assert "bubblewrap is not installed" in done.stdout and "--unsafe" in done.stdout


def test_the_zip_holds_two_programs_one_master_and_the_seed(made):
    with zipfile.ZipFile(made) as file:
        names = file.namelist()
        programs = {n.filename for n in file.infolist() if n.external_attr >> 16 & 0o100}
        settings = json.loads(file.read("settings.json"))
        scripts = {name: file.read(name).decode() for name in ("setup.sh", "run_autograder")}
    assert programs == {"setup.sh", "run_autograder"} and settings["seed"] == 7
    assert [name for name in names if name.startswith("masters/")] == ["masters/01_small.md"]
    assert not [name for name in names if "__pycache__" in name or name.startswith("solutions")]
    for text in scripts.values():
        subprocess.run(["bash", "-n"], input=text, text=True, check=True)


def test_an_exercise_that_is_not_there_is_told(tmp_path, capsys):
    asked = ["autograder", "01", "--masters", str(MASTERS), "--out", str(tmp_path / "a.zip")]
    assert main(asked) == 2
    assert "There is no exercise '01'; there are 01_small." in capsys.readouterr().out
