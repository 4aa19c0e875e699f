"""What an author is told: every slip in a master ends in a sentence that says what to do."""

from pathlib import Path

import pytest

from perceptronlib.grading.masters import Master, MasterError
from tests.grading import small

pytestmark = pytest.mark.once
TEXT = (Path(small.__file__).parent / "masters" / "01_small.md").read_text(encoding="utf-8")


def master(tmp_path, old, new):
    assert TEXT.count(old) >= 1
    path = tmp_path / "01_small.md"
    path.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    return Master(path)


@pytest.mark.parametrize(
    "old, new, says",
    [
        ("def update(w, x, y):", "def step(w, x, y):", "NameError: name 'update' is not defined"),
        ("y * (w @ x) <= 0", "y * (w @ x) < 0", "solution and oracle of update disagree on a"),
        (
            '"update", update, points=3',
            '"update", update, points=2',
            "must have grade_id update-test",
        ),
        ('"update", update,', '"upd", update,', "must have grade_id upd-test"),
        ("return w + y * x", "return w + * x", "stops with SyntaxError"),
    ],
)
def test_a_slip_in_a_task_is_told_in_a_sentence(tmp_path, old, new, says):
    with pytest.raises(MasterError, match=says):
        master(tmp_path, old, new).tasks()


def test_a_task_that_was_renamed_without_its_function_is_told(tmp_path):
    text = TEXT.replace("grade_id: update", "grade_id: step").replace(
        '"update", update', '"step", update'
    )
    (tmp_path / "01_small.md").write_text(text, encoding="utf-8")
    with pytest.raises(MasterError, match="the answer cell of step defines no step"):
        Master(tmp_path / "01_small.md").tasks()


def test_a_misconception_that_no_visible_case_shows_is_told_with_the_remedy(tmp_path):
    odd = 'wrong=[wrong("Never seen.", {"<= 0": "<= 1e-15"}),'
    with pytest.raises(
        MasterError, match="'Never seen.'.*add a case to visible= that it gets wrong"
    ):
        master(tmp_path, "wrong=[", odd).tasks()


def test_a_misconception_that_defines_something_else_is_told(tmp_path):
    odd = 'wrong=[wrong("Astray.", "def other(): pass"),'
    with pytest.raises(MasterError, match="misconception 'Astray.' defines no update"):
        master(tmp_path, "wrong=[", odd).tasks()


def test_a_blank_behind_a_mark_does_no_harm(tmp_path):
    for mark in ("### BEGIN SOLUTION", "### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS"):
        made = master(tmp_path, f"{mark}\n", f"{mark}  \n")
        as_before = [cell.source for cell in small.MASTER.released()]
        assert [cell.source for cell in made.released()] == as_before


@pytest.mark.parametrize(
    "mark", ["### BEGIN HIDDEN TEST", "## BEGIN HIDDEN TESTS", "### BEGIN SOLUTIONS", "###BEGIN"]
)
def test_a_misspelt_mark_is_an_error_and_never_reaches_students(tmp_path, mark):
    right = "### BEGIN SOLUTION\n" if "SOLU" in mark else "### BEGIN HIDDEN TESTS\n"
    with pytest.raises(MasterError, match="would reach students"):
        master(tmp_path, right, f"{mark}\n").released()
