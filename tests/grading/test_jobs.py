"""Which of several files counts, and that nothing in the folder is passed over in silence."""

import os

import pytest

from perceptronlib.grading.batch import Batch, grade_folder
from perceptronlib.grading.gradescope_export import METADATA
from perceptronlib.grading.jobs import collect
from perceptronlib.grading.reports.feedback import feedback
from perceptronlib.grading.reports.grades import Desk, grades
from tests.grading import small

pytestmark = pytest.mark.once


def laid(folder, *names, data=small.RIGHT):
    """Files in this order, each written a minute after the one before."""
    for minute, name in enumerate(names):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        os.utime(path, (1.7e9 + 60 * minute, 1.7e9 + 60 * minute))
    return folder


def taken(folder, wishes=None):
    """By student: the file that counts, and what is said about it."""
    found = collect(folder, [small.MASTER], wishes or {})
    assert all(job.exercise == "01_small" for job in found.jobs)
    return {
        job.submission.student: job.submission.path.relative_to(folder).as_posix()
        for job in found.jobs
    }, found


@pytest.mark.parametrize(
    "names, counts, why",
    [
        (["x (1).ipynb", "x.ipynb"], "x (1).ipynb", "its name has the highest number"),
        (["x-Copy1.ipynb", "x.ipynb"], "x-Copy1.ipynb", "its name has the highest number"),
        (["x (2).ipynb", "x (10).ipynb"], "x (10).ipynb", "its name has the highest number"),
        (["x (10).ipynb", "x (2).ipynb"], "x (10).ipynb", "its name has the highest number"),
        (["x 2.ipynb", "x.ipynb"], "x 2.ipynb", "its name has the highest number"),
        (["x-1.ipynb", "x.ipynb"], "x-1.ipynb", "its name has the highest number"),
        (["x%20(1).ipynb", "x.ipynb"], "x%20(1).ipynb", "its name has the highest number"),
        (["week 2.ipynb", "week 1.ipynb"], "week 1.ipynb", "its file is the newest"),
        (["b.ipynb", "a.ipynb"], "a.ipynb", "its file is the newest"),
        (["x.ipynb", "old/y.ipynb"], "x.ipynb", "what else there is looks like a backup"),
        (["x.ipynb", "Backup 3/x (9).ipynb"], "x.ipynb", "what else there is looks like a backup"),
        (["x.ipynb", "x.bak.ipynb"], "x.ipynb", "what else there is looks like a backup"),
    ],
)
def test_of_several_files_the_one_that_a_reader_would_take_counts(tmp_path, names, counts, why):
    laid(tmp_path, *(f"ada/{name}" for name in names))
    files, found = taken(tmp_path)
    assert files == {"ada": f"ada/{counts}"}
    (job,), (said,) = found.jobs, found.choices
    assert said.startswith(f"ada, 01_small: graded is ada/{counts} ({why}), not ")
    assert f"Graded is {counts}: {why}." in job.chosen


def test_a_copy_as_it_was_handed_out_does_not_count(tmp_path):
    laid(tmp_path, "ada/x.ipynb")
    laid(tmp_path, "ada/x (1).ipynb", data=small.STUB)
    files, found = taken(tmp_path)
    assert files == {"ada": "ada/x.ipynb"}
    assert "what else there is was left as it was handed out" in found.jobs[0].chosen


def test_a_notebook_that_is_only_called_like_the_exercise_does_not_count(tmp_path):
    lecture = b'{"cells": [{"cell_type": "markdown", "source": "# A lecture"}]}'
    laid(tmp_path, "ada/exercises/01_small.ipynb")
    laid(tmp_path, "ada/lectures/01_small.ipynb", data=lecture)
    files, found = taken(tmp_path)
    assert files == {"ada": "ada/exercises/01_small.ipynb"}
    assert "what else there is holds none of its cells" in found.jobs[0].chosen


@pytest.mark.parametrize(
    "ending", [".ipynb.txt", ".ipynb.json", ".json", ".ipynb.download", ".IPYNB", ".ipynb (1)", ""]
)
def test_a_notebook_that_a_browser_renamed_is_a_notebook(tmp_path, ending):
    laid(tmp_path, f"ada/01_small{ending}", f"bob_01_small{ending}")
    files, found = taken(tmp_path)
    assert files == {"ada": f"ada/01_small{ending}", "bob": f"bob_01_small{ending}"}
    assert not found.problems


def test_other_files_of_these_endings_are_no_notebooks(tmp_path):
    laid(tmp_path, "ada/notes.txt", "ada/data.json", "ada/README", data=b'{"nbformat": 4')
    laid(tmp_path, "bob/notes.txt", "bob/data.json", "bob/README", data=b"notes")
    assert {problem.split("/")[0] for problem in taken(tmp_path)[1].problems} == {"ada", "bob"}


def test_the_platforms_time_comes_before_numbers_and_file_times(tmp_path):
    laid(
        tmp_path,
        "byron_1002_55503_x.ipynb",
        "byron_LATE_1002_55501_x-1.ipynb",
        "ada+01_small+2025-10-05 13:04:55 UTC/x.ipynb",
        "ada+01_small+2025-10-04 13:04:55 UTC/x (3).ipynb",
    )
    files, found = taken(tmp_path)
    assert files == {
        "byron_1002": "byron_1002_55503_x.ipynb",
        "ada": "ada+01_small+2025-10-05 13:04:55 UTC/x.ipynb",
    }
    assert "it was uploaded last" in " ".join(found.choices)
    assert "it was handed in last" in " ".join(found.choices)


def test_a_file_that_cannot_be_read_never_beats_one_that_can(tmp_path):
    laid(tmp_path, "ada/01_small.ipynb")
    laid(tmp_path, "ada/01_small (1).ipynb", data=b"{")
    assert taken(tmp_path)[0] == {"ada": "ada/01_small.ipynb"}


@pytest.mark.parametrize("wish", ["ada/old/x.ipynb", "old/x.ipynb"])
def test_the_instructor_turns_the_choice_round(tmp_path, wish):
    laid(tmp_path, "ada/x.ipynb", "ada/old/x.ipynb")
    files, found = taken(tmp_path, {("ada", "01_small"): wish})
    assert files == {"ada": "ada/old/x.ipynb"}
    assert "your instructor chose it" in found.jobs[0].chosen


def test_a_wish_for_a_file_that_is_not_there_is_told_and_changes_nothing(tmp_path):
    laid(tmp_path, "ada/x.ipynb", "ada/old/x.ipynb")
    wishes = {("ada", "01_small"): "y.ipynb", ("eve", "01_small"): "z.ipynb"}
    files, found = taken(tmp_path, wishes)
    assert files == {"ada": "ada/x.ipynb"}
    assert "ada, 01_small: there is no file y.ipynb" in found.warnings[0]
    assert "overrides.csv: eve, 01_small: nobody handed in z.ipynb" in found.warnings


def test_a_student_is_told_which_file_counts_and_why(tmp_path):
    folder = laid(tmp_path / "in", "<b>/x.ipynb", "<b>/x (1).ipynb")
    batch = Batch(folder, tmp_path / "out", [small.MASTER], unsafe=True)
    (record,) = grade_folder(batch).all()
    page = feedback(*grades([record], Desk()))
    assert "You handed in 2 files for this exercise. Graded is x (1).ipynb" in page
    (folder / "<b>" / "x.ipynb").unlink()
    told = []
    batch = Batch(folder, tmp_path / "out", [small.MASTER], unsafe=True)
    (record,) = grade_folder(batch, lambda done, of: told.append(of)).all()
    assert told == [0] and record.chosen == ""  # not graded again, and told anew all the same


@pytest.mark.parametrize(
    "name, student",
    [
        ("01_small_ada.ipynb", "ada"),
        ("ada_01_small.ipynb", "ada"),
        ("Dee Dee - 01_small.ipynb", "Dee Dee"),
        ("01_small/ada.ipynb", "ada"),
        ("ada.lovelace/01_small.ipynb", "ada.lovelace"),
        ("ada.lovelace.ipynb", "ada.lovelace"),
        ("01_small/O'Neil, Bob (3)/x.ipynb", "O'Neil, Bob (3)"),
        ("Ada Lovelace_123_assignsubmission_file_/x.ipynb", "Ada Lovelace_123"),
        ("Ada Lovelace_123_assignsubmission_file/x.ipynb", "Ada Lovelace_123"),
    ],
)
def test_whose_a_notebook_is(tmp_path, name, student):
    laid(tmp_path, name)
    assert taken(tmp_path)[0] == {student: name}


def test_everything_that_is_not_graded_is_told(tmp_path):
    laid(tmp_path, "ada/x.ipynb", "eve/work.zip", "zed/x.py", "01_small.ipynb")
    laid(tmp_path, "old results/records/01_small/ada.json", "old results/run.json")
    laid(tmp_path / "elsewhere", "x.ipynb")
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    laid(tmp_path, "odd/notes.ipynb", data=b'{"cells": []}')
    laid(tmp_path, ".dot/x.ipynb", ".git/x.ipynb", "ada/.ipynb_checkpoints/x.ipynb")
    _, found = taken(tmp_path)
    told = dict(problem.split(": ", 1) for problem in found.problems)
    assert told == {
        "eve/work.zip": "an archive: unpack it first, then grade again",
        "zed/x.py": "not a notebook",
        ".dot": "a hidden folder; nothing in it was graded",
        "link": "a link to another folder; it is not followed",
        "old results": "results of a grader, so nothing in it was graded",
        "odd/notes.ipynb": "it belongs to no exercise",
        "01_small.ipynb": "its name does not say whose it is, so it stands for itself",
    }


def test_groups_in_gradescope_get_the_grade_of_their_file(tmp_path):
    laid(tmp_path, "submission_7/x.ipynb")
    (tmp_path / METADATA).write_text(
        "submission_7:\n  :submitters:\n  - :name: Ada\n    :email: ada@example.org\n"
        "  - :name: Bob\n    :email: bob@example.org\n"
        "  :created_at: 2025-10-05 13:04:55.123 Z\n"
    )
    _, found = taken(tmp_path)
    assert [job.submission.student for job in found.jobs] == ["ada@example.org", "bob@example.org"]
    assert {job.submission.time for job in found.jobs} == {"2025-10-05T13:04:55+00:00"}
