"""What a student reads: instant checks recognise misconceptions, and never give the grade."""

import dataclasses
import json
import re
import time
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from perceptronlib.checks import check, foretold, instant
from perceptronlib.checks.limits import LIMITS
from perceptronlib.checks.plain import NotPlain, to_plain
from perceptronlib.checks.wording import with_code
from tests.test_exercises import NAMES, each_task, read, task  # noqa: F401 - task is a fixture

pytestmark = pytest.mark.once


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def checked(name, scope):
    """What `check(name)` says in a notebook where these names are defined."""
    scope["check"] = check
    exec(f"report = check({name!r})", scope)
    return scope["report"]


@each_task
def test_the_solution_passes_and_hears_that_hidden_tests_remain(name, task):  # noqa: F811
    report = checked(task.name, dict(read(name)[3]))
    assert report.passed
    says = "Hidden tests remain" if task.kind == "function" else "judged with the grade, not here"
    assert (says if task.points else "It has no points, so no hidden tests follow") in repr(report)
    graded = [other for other in read(name)[1] if other.points]
    assert f"{int(task.points > 0)} of {len(graded)} tasks" in report.progress


@each_task
def test_every_misconception_hears_its_own_hint_at_once(name, task):  # noqa: F811
    master, _, drafts, namespace = read(name)
    for wrong in drafts[task.name].wrong:
        scope = dict(namespace)
        if task.kind == "function":
            exec(master.with_misconception(task.name, wrong), scope)
        else:
            scope[task.name] = wrong.instead
        report = checked(task.name, scope)
        if task.kind == "choice":  # a choice could be guessed: its answer waits for the grade
            assert report.passed and wrong.hint not in repr(report)
        else:
            assert not report.passed and wrong.hint in repr(report)
            assert with_code(wrong.hint) in report._repr_html_()


@each_task
def test_the_stub_hears_that_it_is_not_written_yet(name, task):  # noqa: F811
    master, _, _, namespace = read(name)
    scope = {k: v for k, v in namespace.items() if k != task.name}
    report = checked(task.name, dict(scope))
    assert not report.passed and task.name in repr(report)
    number, _ = master.answer_cell(task.name)
    if task.kind == "function":
        exec(master.released()[number].source, scope)
        assert "Not written yet" in repr(checked(task.name, scope))


def test_a_question_is_never_confirmed():
    for name in NAMES:
        for question in (t for t in read(name)[1] if t.kind != "function"):
            right = checked(question.name, dict(read(name)[3]))
            odd = 123456 if question.kind == "value" else "a"
            other = checked(question.name, {question.name: odd})
            assert right.word == other.word == "noted"


def test_an_unexpected_answer_is_shown_beside_the_right_one():
    report = checked("update", {"update": lambda w, x, y: w + 100})
    said = r"For <code>update\(.*\)</code>.*: it gave .*, and .* is right"
    assert re.search(said, report._repr_html_())


@pytest.mark.parametrize(
    "answer, says",
    [
        (lambda w, x, y: None, "it gave None, and [-1, 1] is right: is a return missing?"),
        (lambda w, x, y: {1, 2}, "a set, which has no order"),
        (lambda w: w, "TypeError"),
        (lambda w, x, y: 1 / 0, "ZeroDivisionError"),
        ("not a function", "not callable"),
    ],
)
def test_every_kind_of_failure_is_put_in_words(answer, says):
    assert says in repr(checked("update", {"update": answer}))


def test_a_function_that_changes_its_argument_is_told_so():
    def update(w, x, y):
        w += y * x
        return w

    assert "it changes the array it was given" in repr(checked("update", {"update": update}))


@pytest.mark.parametrize("alarms", [True, False], ids=["by an alarm", "as on Windows"])
def test_a_loop_that_does_not_end_is_ended(monkeypatch, alarms):
    monkeypatch.setattr(instant, "PATIENCE", 0.2)
    if not alarms:
        monkeypatch.delattr("signal.setitimer")

    def update(w, x, y):
        while True:
            with suppress(Exception):
                w = w + 0

    assert "does a loop ever end?" in repr(checked("update", {"update": update}))


def test_a_training_without_a_limit_is_told_that_it_has_none(monkeypatch):
    monkeypatch.setattr(instant, "PATIENCE", 0.5)
    scope = dict(read("01_perceptron")[3])
    exec(ENDLESS, scope)
    assert "whatever `most_passes` says" in repr(checked("train", scope))


ENDLESS = """
def train(X, y, most_passes):
    w, mistakes, passes = np.zeros(X.shape[1]), 0, 0
    while True:
        w, new = one_pass(X, y, w)
        mistakes, passes = mistakes + new, passes + 1
        if not new:
            return w, mistakes, passes
"""


def test_the_picture_calls_no_line_right_where_w_is_0():
    def train(X, y, most_passes):
        w, mistakes, passes = read("01_perceptron")[3]["train"](X, y, most_passes)
        return w, mistakes, passes + (not w.any())

    says = checked("train", {"train": train}).picture.sentence
    assert says == "Your w is 0, which is no line: every score is 0."


RIGHT = "def update(w, x, y):\n    return w + y * x if y * (w @ x) <= 0 else w\n"
PACKAGES = {
    "a name": "from pandas import concat\n" + RIGHT.replace("return", "concat; return"),
    "a module": "import pandas.api\n" + RIGHT.replace("return", "pandas.api; return"),
    "an import of its own": RIGHT.replace("return", "import pandas.api; return"),
    "a helper": "import pandas\ndef h(): return pandas\n" + RIGHT.replace("return", "h(); return"),
    "a function in it": "import pandas\n" + RIGHT.replace("return", "(lambda: pandas)(); return"),
}


@pytest.mark.parametrize("how", PACKAGES)
def test_a_package_that_the_grade_does_not_have_is_foretold(how):
    scope = {"np": np}
    exec(PACKAGES[how], scope)
    report = checked("update", scope)
    assert report.passed and "It uses `pandas`" in repr(report)


def test_of_what_is_there_nothing_is_foretold():
    scope = {}
    exec("import math, numpy as np, perceptronlib as pl\nfrom numpy import dot\n" + RIGHT, scope)
    assert "It uses" not in repr(checked("update", scope))


def test_what_the_notebook_itself_defines_is_no_package():
    scope = {"__name__": "__main__"}
    cell = "from dataclasses import dataclass\n@dataclass\nclass Seen:\n    w: object\n"
    exec(cell + RIGHT.replace("return w", "return Seen(w).w"), scope)
    assert "It uses" not in repr(checked("update", scope))


def test_seconds_that_come_near_the_limits_of_the_grade_are_foretold(monkeypatch):
    slow = dataclasses.replace(LIMITS, step=0.02)
    monkeypatch.setattr(foretold, "LIMITS", slow)

    def update(w, x, y):
        end = time.process_time() + 0.05
        while time.process_time() < end:
            pass
        return w + y * x if y * (w @ x) <= 0 else w

    report = checked("update", {"update": update})
    assert report.passed and "a call may take 0.02" in repr(report)


@pytest.mark.parametrize("odd", [Fraction(10**400, 3), Decimal("sNaN"), 10**400, float("nan")])
def test_a_number_without_measure_is_no_answer_and_no_error(odd):
    assert not checked("mistakes_made", {"mistakes_made": odd}).passed


def test_a_complex_number_that_is_real_is_its_real_part():
    assert to_plain([1 + 0j, np.array([2 + 0j])]) == [1.0, {"array": [2.0], "type": "float"}]
    for odd in (1j, np.array([1j])):
        with pytest.raises(NotPlain):
            to_plain(odd)


def test_progress_is_kept_beside_the_notebook_and_survives_a_damaged_file(tmp_path):
    scope = dict(read(NAMES[0])[3])
    names = [t.name for t in read(NAMES[0])[1]]
    assert f"1 of {len(names)}" in checked(names[0], scope).progress
    assert f"2 of {len(names)}" in checked(names[1], scope).progress
    assert f"2 of {len(names)}" in checked(names[1], scope).progress
    assert json.loads((tmp_path / ".progress.json").read_text()) == {NAMES[0]: names[:2]}
    assert f"1 of {len(names)}" in checked(names[0], {names[0]: None}).progress
    (tmp_path / ".progress.json").write_text('["odd"]')
    assert f"1 of {len(names)}" in checked(names[0], scope).progress


def test_progress_tells_what_passes_from_what_is_only_noted():
    scope, tasks = dict(read(NAMES[0])[3]), read(NAMES[0])[1]
    function, question = (
        next(t.name for t in tasks if (t.kind == "function") == kind) for kind in (True, False)
    )
    assert "noted" not in checked(function, scope).progress
    both = checked(question, scope).progress
    squares = dict(zip([t.name for t in tasks], both.split()[0], strict=True))
    assert squares.pop(function) == "■" and squares.pop(question) == "◩"
    assert set(squares.values()) == {"□"} and "1 of them noted" in both


def test_a_misspelt_task_is_named():
    with pytest.raises(ValueError, match="did you mean 'update'"):
        check("updat")
    with pytest.raises(ValueError, match="there are update, "):
        check("zzzzz")


def test_what_a_student_wrote_cannot_become_markup():
    report = checked("update", {"update": lambda w, x, y: "<script>alert(1)</script>"})
    assert "<script>" not in report._repr_html_()
