"""An exercise takes as long as it says: by a rule, and its author is told what breaks the rule."""

from dataclasses import replace
from pathlib import Path

import jupytext
import nbformat
import pytest
import reading

import exercises
from perceptronlib.grading.grade import Plan
from perceptronlib.grading.masters import Master, MasterError
from tests.grading import small

pytestmark = pytest.mark.once
TEXT = (Path(small.__file__).parent / "masters" / "01_small.md").read_text(encoding="utf-8")
TASKS = small.MASTER.tasks()
UPDATE, MISTAKES, HOW_MANY = TASKS
FOR_NOTHING = TEXT.replace("points: 3,", "points: 0,").replace(
    "update, points=3", "update, points=0"
)
BELOW = ("**Task (2 points).** Write `mis", f"{reading.MORE}\n\n**Task (2 points).** Write `mis")


def master(text):
    return Master.from_cells("01_small", jupytext.reads(text, fmt="md:myst").cells)


def cell(text):
    return nbformat.v4.new_markdown_cell(text)


def bare(*tasks, points=0):
    """How long these tasks take, in a master whose argument and words count nothing."""
    cells = [c for c in small.MASTER.cells if c.cell_type == "code"]
    return reading.minutes_of_exercise(Master.from_cells("01_small", cells), tasks)


def test_tasks_take_two_minutes_and_one_for_each_line_of_their_solution():
    assert bare(UPDATE) == 5  # 2 + 3 lines
    assert bare(MISTAKES) == 10  # 2 + 6 lines
    assert bare(UPDATE, MISTAKES) == 15  # 5 + 8
    airy = TEXT.replace("    return w\n", "\n    # and that is all\n    return w\n")
    assert airy != TEXT
    assert reading.minutes_of_exercise(master(airy), [UPDATE]) == reading.minutes_of_exercise(
        small.MASTER, [UPDATE]
    )


def test_a_question_takes_three_minutes_and_a_step_of_a_proof_six():
    assert bare(*[HOW_MANY] * 5) == 15
    for judge in ("at_least", "at_most"):
        step = replace(MISTAKES, judge=judge)
        assert bare(*[step] * 5) == 30


def test_an_argument_takes_five_minutes_for_each_of_its_points():
    longer = TEXT.replace('"points": 2', '"points": 5')
    assert reading.minutes_of_exercise(master(longer), []) == 15 + reading.minutes_of_exercise(
        small.MASTER, []
    )


def test_points_say_what_a_task_is_worth_and_not_how_long_it_takes():
    assert bare(replace(UPDATE, points=9), MISTAKES) == bare(UPDATE, MISTAKES)


def test_what_nobody_has_to_do_takes_no_time():
    assert bare(replace(UPDATE, points=0), MISTAKES) == bare(MISTAKES)
    asked = [cell("word " * 650)]
    whole = [*asked, cell(f"{reading.MORE}\n\n" + "word " * 6500), cell("word")]
    assert reading.asked(whole) == asked
    for cells, minutes in ((whole, 5), (asked, 5), ([*asked, cell("word " * 650)], 10)):
        assert reading.minutes_of_exercise(Master.from_cells("01_words", cells), []) == minutes


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (TEXT, "it takes 30 minutes, and its first cell says nothing of minutes: write **Minut"),
        (TEXT.replace("tests of the grader\n", "tests\n\n**Minutes:** 60.\n"), "says 60 minutes"),
        (TEXT, "that is less than 45: there is room for another task"),
        (TEXT + "\n\n" + "word " * 9000, "that is more than 90: make tasks smaller, or move"),
        (FOR_NOTHING, f'update has no points: give it some, or move it below "{reading.MORE}"'),
        (TEXT.replace(*BELOW), f'mistakes stands below "{reading.MORE}" and has points'),
        (TEXT.replace(*BELOW), f'why_ties stands below "{reading.MORE}" and has points'),
        (
            TEXT.replace("points: 1,", "points: 0,").replace(
                "how_many, points=1", "how_many, points=0"
            ),
            "how_many is a question without points, which nobody would answer",
        ),
    ],
)
def test_what_breaks_the_rule_is_told_in_a_sentence(text, says):
    with pytest.raises(MasterError) as told:
        exercises.made(master(text))
    assert str(told.value).startswith("01_small: ") and says in str(told.value)


def test_what_keeps_the_rule_is_made():
    words = "word " * 130 * 20
    text = TEXT.replace("tests of the grader\n", f"tests\n\n**Minutes:** 50.\n\n{words}\n")
    assert len(exercises.made(master(text))) == 3


def test_a_task_without_points_is_in_no_plan_of_the_grader():
    assert [task.name for task in Plan.of(small.MASTER).tasks] == ["update", "mistakes", "how_many"]
    plan = Plan.of(master(FOR_NOTHING))
    assert [task.name for task in plan.tasks] == ["mistakes", "how_many"]
    assert plan.most == Plan.of(small.MASTER).most - 3
