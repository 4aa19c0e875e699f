"""The course on a student's laptop: nothing of theirs is lost, and every system will do."""

import json
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import perceptronlib as pl
from perceptronlib.laptop import cli, copies, doctor, lab
from perceptronlib.laptop.cli import main

ROOT = Path(__file__).resolve().parents[1]
POSIX_ONLY = ("fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty")
FIRST, EXERCISE = "lectures/01_perceptron.ipynb", "exercises/01_perceptron.ipynb"


@pytest.fixture
def course(tmp_path, monkeypatch):
    """A small course whose files a test may change, as a new version would."""
    source = tmp_path / "source"
    for name in (FIRST, EXERCISE):
        path = source / name
        path.parent.mkdir(parents=True)
        path.write_text(notebook("# one", "x = 1"))
    files = {name: source / name for name in (FIRST, EXERCISE)}
    monkeypatch.setattr(copies, "course_files", lambda: files)
    return files


def notebook(*sources, outputs=()):
    cells = [{"cell_type": "code", "source": [s], "outputs": list(outputs)} for s in sources]
    return json.dumps({"cells": cells})


@pytest.fixture
def folder(tmp_path, course):
    place = tmp_path / "mine"
    assert copies.lay_out(place).new == [*course]
    return place


def test_laid_out_twice_the_second_time_does_nothing(folder):
    assert copies.lay_out(folder) == copies.Laid()


def test_a_lecture_that_was_only_run_is_brought_up_to_date(folder, course):
    (folder / FIRST).write_text(notebook("# one", "x = 1", outputs=["42"]))
    course[FIRST].write_text(notebook("# one", "x = 2"))
    assert copies.lay_out(folder) == copies.Laid(updated=[FIRST])
    assert (folder / FIRST).read_bytes() == course[FIRST].read_bytes()


@pytest.mark.parametrize("mine", [notebook("# one", "x = 7"), "{", "[]", '{"cells": 3}', "", "é"])
def test_what_a_student_changed_stays_and_the_new_version_stands_beside_it(folder, course, mine):
    (folder / EXERCISE).write_text(mine, encoding="utf-8")
    course[EXERCISE].write_text(notebook("# two"))
    beside = copies.lay_out(folder).beside[EXERCISE]
    assert (folder / EXERCISE).read_text(encoding="utf-8") == mine
    assert (folder / beside).read_bytes() == course[EXERCISE].read_bytes()
    assert copies.lay_out(folder) == copies.Laid()


def test_a_third_version_does_not_overwrite_the_second_which_was_changed_too(folder, course):
    (folder / EXERCISE).write_text(notebook("mine"))
    for version in ("# two", "# three"):
        course[EXERCISE].write_text(notebook(version))
        beside = copies.lay_out(folder).beside[EXERCISE]
        (folder / beside).write_text(notebook(f"my {version}"))
    texts = {path.read_text() for path in (folder / EXERCISE).parent.glob("*.ipynb")}
    assert texts == {notebook(each) for each in ("mine", "my # two", "my # three")}


def test_without_a_new_version_a_changed_file_is_nobodys_business(folder):
    (folder / EXERCISE).write_text(notebook("mine"))
    assert copies.lay_out(folder) == copies.Laid()


def test_a_deleted_file_comes_back(folder):
    (folder / FIRST).unlink()
    assert copies.lay_out(folder) == copies.Laid(new=[FIRST])


@pytest.mark.parametrize("record", [None, "", "[]", '{"files": 3}', '{"files": {"a": 1}}'])
def test_where_nobody_knows_what_was_laid_out_nothing_is_overwritten(folder, course, record):
    (folder / copies.RECORD).unlink()
    if record is not None:
        (folder / copies.RECORD).write_text(record)
    mine = (folder / FIRST).read_text()
    course[FIRST].write_text(notebook("# two"))
    assert list(copies.lay_out(folder).beside) == [FIRST]
    assert (folder / FIRST).read_text() == mine


def test_the_real_course_is_laid_out_without_solutions(tmp_path):
    assert main(["lab", str(tmp_path / "course"), "--only-copy"]) == 0
    laid = {p.relative_to(tmp_path / "course").as_posix() for p in tmp_path.rglob("*.ipynb")}
    there = {f"{f}/{p.name}" for f in copies.FOLDERS for p in (ROOT / f).glob("*.ipynb")}
    assert laid == there and len(laid) >= 16
    for path in tmp_path.rglob("*.ipynb"):
        assert "BEGIN SOLUTION" not in path.read_text(encoding="utf-8")


def test_a_folder_that_is_a_file_gets_a_sentence(tmp_path, capsys):
    (tmp_path / "taken").write_text("mine")
    assert main(["lab", str(tmp_path / "taken"), "--only-copy"]) == 2
    assert "is a file: name a folder" in capsys.readouterr().out


def test_inside_ones_own_copy_no_folder_needs_to_be_named(folder, monkeypatch):
    monkeypatch.chdir(folder.parent)
    assert lab.place(None) == Path(lab.FOLDER)
    monkeypatch.chdir(folder)
    assert lab.place(None) == Path()


def test_without_the_extra_the_course_says_what_to_install_and_copies_nothing(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr(doctor, "_version", lambda name: "" if "lab" in name else "1.0")
    assert main(["lab", str(tmp_path / "mine")]) == 2
    said = capsys.readouterr().out
    assert (
        "not installed here: jupyterlab." in said and 'pip install "perceptronlib[course]"' in said
    )
    assert not (tmp_path / "mine").exists()


def test_a_page_that_is_not_there_gets_the_list_of_those_that_are(tmp_path, capsys):
    assert main(["lab", str(tmp_path / "mine"), "--page", "lectures/99.ipynb"]) == 2
    said = capsys.readouterr().out
    assert "There is no lectures/99.ipynb" in said and FIRST in said


def test_check_setup_names_what_is_missing(monkeypatch):
    assert doctor.report()[1]
    monkeypatch.setattr(doctor, "_version", lambda name: "" if name == "jupyterlab" else "1.0")
    words, is_enough = doctor.report()
    assert not is_enough and "missing  jupyterlab" in words and pl.INSTALL in words


def test_what_check_setup_asks_for_is_what_the_extra_installs():
    """All of it, but for what only graders and authors use."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    asked = {Requirement(line).name for line in [*project["dependencies"], *extras["course"]]}
    assert {*doctor.NEEDED} == asked - {"perceptronlib", "jupytext"}
    assert {*doctor.WELCOME} == {Requirement(line).name for line in extras["fast"]}


def test_the_version_stands_in_one_place(capsys):
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"perceptronlib {pl.__version__}\n"
    assert pl.__version__ not in (ROOT / "pyproject.toml").read_text().split("[tool.ruff]")[0]


def test_without_a_command_there_is_help(capsys):
    assert main([]) == 0
    assert "check-setup" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["lab", "check-setup", "grade"])
def test_the_help_of_a_command_has_an_example_that_its_parser_understands(command, capsys):
    with pytest.raises(SystemExit):
        main([command, "--help"])
    said = " ".join(capsys.readouterr().out.split())
    (example,) = re.findall(
        rf"For example: python -m perceptronlib ({command}[^.]*(?:\.ipynb)?)", said
    )
    assert cli._parser().parse_args(example.split()).command == command


PATH_OF_A_STUDENT = """
import os, signal, sys, warnings
for name in {blocked}:
    sys.modules[name] = None
for module, names in ((os, ("fork", "geteuid", "getuid", "setsid", "getpgid", "killpg")),
                      (signal, ("SIGALRM", "SIGKILL", "setitimer", "alarm"))):
    for name in names:
        if hasattr(module, name):
            delattr(module, name)
# Windows reads files in an encoding of its own, unless told otherwise
warnings.filterwarnings("error", category=EncodingWarning, module="perceptronlib")
from pathlib import Path
from perceptronlib.laptop import lab
from perceptronlib.laptop.cli import main
assert main(["check-setup"]) == 0 and main(["lab", sys.argv[1], "--only-copy"]) == 0
assert "--allow-root" not in lab.command(Path(sys.argv[1]), lab.FIRST, [])
import json
import matplotlib
matplotlib.use("agg")
for page in ("lectures/00_start_here", "exercises/01_perceptron"):
    space = {{"__name__": "__main__"}}
    for cell in json.load(open(f"{{sys.argv[1]}}/{{page}}.ipynb", encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            try:
                exec("".join(cell["source"]), space)
            except NotImplementedError:
                assert page.startswith("exercises")
"""


def test_a_student_needs_nothing_that_only_posix_has(tmp_path):
    """Nor files read as the system happens to write them."""
    script = PATH_OF_A_STUDENT.format(blocked=POSIX_ONLY)
    done = subprocess.run(
        [sys.executable, "-X", "warn_default_encoding", "-c", script, str(tmp_path / "course")],
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr[-3000:]


def test_the_wheel_holds_lectures_and_exercises_and_no_solution(tmp_path):
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        notebooks = [name for name in names if name.endswith(".ipynb")]
        assert len(notebooks) == len(copies.course_files())
        for name in notebooks:
            assert b"BEGIN SOLUTION" not in packed.read(name)
    assert not any(name.startswith(("solutions", "tests")) for name in names)
