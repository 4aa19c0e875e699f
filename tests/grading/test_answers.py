"""What answers earn and are told, with any hidden cases: who is right all, who is wrong less.

Here they are graded in this process, by the functions that the sandbox calls (see `trying`); some
are graded as notebooks too, to see that it is the same. `make test` draws one set of hidden cases,
`make test-grader` thirty, and grades all answers as notebooks.
"""

import os
from collections import defaultdict
from dataclasses import replace
from itertools import zip_longest

import pytest

from perceptronlib.checks import check
from perceptronlib.checks.instant import tried
from perceptronlib.checks.tasks import verdict
from perceptronlib.grading.batch import Batch, grade_folder
from perceptronlib.grading.masters import read_masters
from perceptronlib.grading.sandbox import sandbox_available
from tests.grading.answers import ANSWERS
from tests.grading.answers.trying import home_of, task_of, value_of, verdicts
from tests.grading.handed_out.savers import SAVERS
from tests.grading.handed_out.solved import MASTERS, SOLUTIONS, Cell, solved

pytestmark = pytest.mark.once
WHY = f"THE SANDBOX IS NOT TESTED: {sandbox_available()}"
MANY = int(os.environ.get("SEEDS", "1")) > 1
SEEDS = range(1000, 1030) if MANY else (1000,)
RIGHT, WRONG = ([a for a in ANSWERS if a.right is right] for right in (True, False))


def each(answers):
    """One case for each answer; those to one exercise run in one process, which reads it once."""
    marked = [
        pytest.param(
            answer,
            id=f"{answer.task}-{answer.about}",
            marks=pytest.mark.xdist_group(f"exercise-{home_of(answer.task).name}"),
        )
        for answer in answers
    ]
    return pytest.mark.parametrize("answer", marked)


@each(RIGHT)
def test_a_right_answer_earns_every_point_in_whatever_style(answer):
    for seed, found in zip(SEEDS, verdicts(answer, SEEDS), strict=False):
        lost = [(part.name, part.says) for part in found.parts if part.share < 1]
        assert found.fraction == 1 and not lost, f"hidden cases of seed {seed}"


@each(WRONG)
def test_a_wrong_answer_earns_what_it_deserves_with_any_hidden_cases(answer):
    found = verdicts(answer, SEEDS)
    assert {v.score for v in found} == {answer.earns} and answer.earns < found[0].task.points


@each(WRONG)
def test_a_wrong_answer_is_told_what_is_true_of_it_or_nothing(answer):
    """The words were read beside the code: another hint has to be read again, then noted here."""
    (found,) = verdicts(answer, [0])
    told = found.hint
    assert told.startswith(answer.told) if answer.told else not told


def test_the_answers_are_many_and_no_task_is_forgotten():
    assert len(WRONG) >= 300 and len(RIGHT) >= 200
    assert len({(a.task, a.about) for a in ANSWERS}) == len(ANSWERS)
    for answers in (RIGHT, WRONG):
        names = {name for master in MASTERS.values() for name in master.names}
        tasks = [task_of(n.removesuffix("-test")) for n in names if n.endswith("-test")]
        asked = {task.name for task in tasks if task.points and task.kind == "function"}
        assert asked <= {answer.task for answer in answers}


# -- as notebooks, and as the student sees it --------------------------------------------------


def rows(exercise, right):
    """The answers to an exercise, at most one for each task in a row."""
    by_task = defaultdict(list)
    for answer in ANSWERS:
        if answer.right is right and home_of(answer.task).name == exercise:
            by_task[answer.task].append(answer)
    return list(zip_longest(*by_task.values()))[: None if MANY else 1]


APART = """\
from types import FunctionType

_right = dict(globals())


def _all_right():
    scope = dict(_right)
    for name, f in _right.items():
        if type(f) is FunctionType and f.__globals__ is globals():
            scope[name] = FunctionType(f.__code__, scope, name, f.__defaults__)
    return scope
"""
"""So that a wrong answer is not called by the next one."""


def with_answers(exercise, answers):
    """A notebook in which all is right, then these answers: each calls what is right otherwise."""
    scopes = [
        f"_scope = _all_right()\nexec({answer.source!r}, _scope)\n"
        f"{answer.task} = _scope[{answer.task!r}]"
        for answer in answers
        if answer
    ]
    return SAVERS["jupyterlab"]([*solved(exercise), Cell("code", "\n".join([APART, *scopes]))])


@pytest.mark.skipif(bool(sandbox_available()), reason=WHY)
@pytest.mark.parametrize("exercise", MASTERS)
def test_a_notebook_gets_for_an_answer_what_the_answer_gets_by_itself(exercise, tmp_path):
    folder, given = tmp_path / "submissions", {}
    for right in (True, False):
        for number, answers in enumerate(rows(exercise, right)):
            name = f"{'right' if right else 'wrong'}-{number:02d}"
            given[name] = answers
            (folder / name).mkdir(parents=True)
            (folder / name / f"{exercise}.ipynb").write_bytes(with_answers(exercise, answers))
    batch = Batch(folder, tmp_path / "results", read_masters(SOLUTIONS), seed=SEEDS[0])
    records = {record.student: record for record in grade_folder(batch).all()}
    assert sorted(records) == sorted(given)
    for name, answers in given.items():
        results = {result.name: result for result in records[name].tasks}
        for answer in answers:
            if answer and answer.task in results:  # those without points are not graded
                (alone,) = verdicts(answer, SEEDS[:1])
                result = results[answer.task]
                assert (result.score, result.hint) == (alone.score, alone.hint), answer.about


@each([answer for answer in WRONG if answer.is_function])
def test_the_check_and_the_grade_agree_on_visible_cases(answer, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the check keeps its progress beside the notebook
    report = eval(f"check({answer.task!r})", {"check": check, answer.task: value_of(answer)})
    task = task_of(answer.task, SEEDS[0])
    outcomes = tried(task, value_of(answer))
    seen = [k for k, case in enumerate(task.cases) if case.visible]
    visible = replace(task, cases=[task.cases[k] for k in seen])
    graded = verdict(visible, [outcomes[k] for k in seen])
    assert report.passed == graded.passed
    assert graded.passed or (graded.hint in report.says if graded.hint else len(report.says) < 3)
