"""Promises about the exercises: every task earns what it should, and nothing leaks to students."""

import functools
import json
import re
from dataclasses import replace

import pytest
import reading

import exercises
from perceptronlib.checks.author import outcomes
from perceptronlib.checks.judges import JUDGES
from perceptronlib.checks.limits import in_words
from perceptronlib.checks.patience import TooSlow, patience
from perceptronlib.checks.tasks import verdict
from perceptronlib.checks.trying import outcome_of
from perceptronlib.grading.marked_cells import HIDDEN, SOLUTION
from perceptronlib.grading.masters import Master
from tests.grading.equivalent_mutants import EQUIVALENT
from tests.grading.mutants import mutants

pytestmark = pytest.mark.once
RITUAL = re.escape(
    "Run the cells from top to bottom. `check` tells you at once what is not right yet; an answer "
    "to a question is only *noted*, unless it is a slip that the check knows: the grade says "
    "whether it is right. While it is graded, your code can use Python itself, numpy, matplotlib "
    "and what this notebook imports."
)
FOR_NOTHING = "Nothing here has points, and the minutes above do not count it."
NAMES = sorted(path.stem for path in exercises.SOLUTIONS.glob("0*.md"))


@functools.cache
def read(name):
    master = Master(exercises.SOLUTIONS / f"{name}.md")
    drafts, namespace = master.drafts()
    return master, master.tasks(), {d.name: d for d in drafts}, namespace


def case(name, *more):
    """A case about one exercise; all of them run in one process, which executes the master once."""
    marks = pytest.mark.xdist_group(f"exercise-{name}")
    return pytest.param(name, *more, id="-".join([name, *more]), marks=marks)


def task_names():
    """Exercise, task and whether it is a question, told from the text without running anything.

    Test cells are called after their tasks, and what a question asks for is None at first.
    """
    for name in NAMES:
        text = (exercises.SOLUTIONS / f"{name}.md").read_text(encoding="utf-8")
        for called in re.findall(r"grade_id: (\w+)-test\b", text):
            yield name, called, bool(re.search(rf"^{called} = None\b", text, re.M))


TASKS = list(task_names())


def each(tasks):
    """Run a test on these tasks."""
    return pytest.mark.parametrize(
        "name, called", [case(name, called) for name, called, _ in tasks]
    )


@pytest.fixture
def task(name, called):
    return {task.name: task for task in read(name)[1]}[called]


each_exercise = pytest.mark.parametrize("name", [case(name) for name in NAMES])
each_task = each(TASKS)
each_function = each([task for task in TASKS if not task[2]])
each_question = each([task for task in TASKS if task[2]])


def test_the_text_tells_functions_from_questions():
    """So that every task is tried by the tests of its kind, and none by neither."""
    kinds = [(name, task.name, task.kind) for name in NAMES for task in read(name)[1]]
    assert sorted((n, called, kind != "function") for n, called, kind in kinds) == sorted(TASKS)


@each_task
def test_the_solution_earns_full_marks(name, task):
    result = verdict(task, outcomes(task, read(name)[3][task.name]))
    assert result.fraction == 1, [p for p in result.parts if p.share < 1]


@each_task
def test_the_solution_earns_full_marks_with_other_hidden_cases_too(name, task):
    draft, namespace = read(name)[2][task.name], read(name)[3]
    for seed in (1, 2, 3):
        other = draft.finished(seed)
        assert verdict(other, outcomes(other, namespace[task.name])).fraction == 1


@each_task
def test_the_stub_earns_nothing(name, task):
    master, _, _, namespace = read(name)
    number, _ = master.answer_cell(task.name)
    scope = dict(namespace)
    del scope[task.name]
    try:
        exec(master.released()[number].source, scope)
    except NotImplementedError as error:
        assert task.name in str(error)
    answer = scope.get(task.name)
    assert answer is None or callable(answer)
    assert verdict(task, outcomes(task, answer)).fraction == 0


@each_task
def test_every_misconception_loses_points_and_gets_its_own_hint(name, task):
    master, _, drafts, namespace = read(name)
    for wrong in drafts[task.name].wrong:
        result = verdict(task, master.wrong_outcomes(task, wrong, namespace))
        assert result.fraction < 1 and result.hint == wrong.hint
    hints = [wrong.hint for wrong in task.wrong]
    assert len(set(hints)) == len(hints) and not any("$" in hint for hint in hints)
    if task.kind == "choice":
        assert len(hints) == len(task.options) - 1
    else:
        assert len(hints) >= (3 if task.kind == "function" else 1)


@each_function
def test_an_answer_that_ignores_its_input_earns_nothing(name, task):
    for constant in (0, None, task.cases[0].right):
        alike = [{"value": constant}] * len(task.cases)
        assert verdict(task, alike).fraction == 0


@each_question
def test_only_the_right_answer_to_a_question_earns_points(name, task):
    right = task.cases[0].right
    others = [*task.options] if task.kind == "choice" else [None, 123456, "a text", [right, right]]
    earning = [a for a in [right, *others] if verdict(task, [{"value": a}]).fraction > 0]
    assert set(map(repr, earning)) == {repr(right)}


def survivors(name, task):
    """The mutants of a solution, and those among them that earn full marks."""
    master, _, _, namespace = read(name)
    number, source = master.answer_cell(task.name)
    region = SOLUTION.search(source + "\n")
    first = source[: region.start()].count("\n") + 1
    lines = range(first, first + region.group(0).count("\n") + 1)
    made, alive = 0, []
    for change, text in mutants(source, lines):
        made += 1
        if (task.name, change) not in EQUIVALENT and _earns_full_marks(task, text, namespace):
            alive.append(change)
    return made, alive


def _earns_full_marks(task, text, namespace, seconds=0.5):
    scope = dict(namespace)
    try:
        with patience(seconds):
            exec(text, scope)
            for case in task.cases:
                outcome = outcome_of(scope[task.name], case.args)
                if "value" not in outcome:
                    return False
                if JUDGES[task.judge](outcome["value"], case.right, case.truth).share < 1:
                    return False
    except (Exception, TooSlow):
        return False
    return True


@each_exercise
def test_an_exercise_states_the_limits_of_the_grade(name):
    assert in_words() in (exercises.SOLUTIONS / f"{name}.md").read_text(encoding="utf-8")


@each_function
def test_mutants_of_the_solution_lose_points(name, task):
    made, alive = survivors(name, task)
    assert made >= 1
    assert not alive, f"of {made} mutants these survive: {alive}"


def test_a_mutant_said_to_be_equivalent_exists_and_does_earn_full_marks():
    left = set(EQUIVALENT)
    for name in NAMES:
        for task in read(name)[1]:
            if any(key[0] == task.name for key in left):
                _, source = read(name)[0].answer_cell(task.name)
                for change, text in mutants(source, range(1, 1000)):
                    if (task.name, change) in left:
                        # a right answer ends, so a busy machine may take its time
                        assert _earns_full_marks(task, text, read(name)[3], seconds=60), change
                        left.remove((task.name, change))
    assert not left


# -- what is handed out ------------------------------------------------------------------------


@each_exercise
def test_what_is_made_from_a_master_is_in_step_with_it(name):
    for path, text in exercises.made(Master(exercises.SOLUTIONS / f"{name}.md")).items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name}: run make build"


def secrets(name):
    """The lines that only the master may have: answers and hidden tests."""
    for cell in read(name)[0].cells:
        for pattern, group in ((SOLUTION, 2), (HIDDEN, 1)):
            for region in pattern.finditer(cell.source + "\n"):
                yield from (line.strip() for line in region.group(group).splitlines())


def telling(line):
    return len(line) >= 12 and not re.fullmatch(r"(from|import|else|try|return)\b.{0,14}", line)


@each_exercise
def test_no_answer_and_no_hidden_test_leaks(name):
    handed_out = json.loads((exercises.EXERCISES / f"{name}.ipynb").read_text(encoding="utf-8"))
    text = json.dumps(handed_out, ensure_ascii=False) + "\n".join(
        "".join(cell["source"]) for cell in handed_out["cells"]
    )
    for line in filter(telling, secrets(name)):
        assert line not in text, line
    assert "BEGIN SOLUTION" not in text and "HIDDEN TESTS" not in text
    assert "image/" not in text and "data:image" not in text and '"attachments"' not in text
    assert all(not cell.get("outputs") for cell in handed_out["cells"])
    allowed = {"nbgrader", "tags"}
    assert all(set(cell["metadata"]) <= allowed for cell in handed_out["cells"])


@each_exercise
def test_the_checks_that_students_get_hold_no_code_and_no_hidden_case(name):
    data = json.loads((exercises.VISIBLE / f"{name}.json").read_text(encoding="utf-8"))
    text = json.dumps(data, ensure_ascii=False)
    tasks = {task.name: task for task in read(name)[1]}
    for line in filter(telling, secrets(name)):
        hint = any(
            wrong.hint in line or line in wrong.hint for t in tasks.values() for wrong in t.wrong
        )
        label = "case(" in line or "title=" in line
        assert hint or label or line not in text, line
    for shown in data["tasks"]:
        whole = tasks[shown["name"]]
        assert all(case["visible"] for case in shown["cases"])
        assert len(shown["cases"]) < len(whole.cases)
        if whole.kind != "function":
            assert shown["cases"] == []


def test_task_names_are_unique_in_the_course():
    names = [task.name for name in NAMES for task in read(name)[1]]
    names += [question.name for name in NAMES for question in read(name)[0].manual]
    assert len(set(names)) == len(names)


@each_exercise
def test_an_exercise_is_a_session_of_work(name):
    """What has points: functions, a step of a proof, a question, an argument; in honest minutes."""
    master, tasks, _, _ = read(name)
    with_points = [task for task in tasks if task.points]
    kinds = [(task.kind, task.judge) for task in with_points]
    assert kinds.count(("function", "equal")) >= 4
    assert any(kind != "function" for kind, _ in kinds)
    assert master.manual
    assert any(judge in ("at_least", "at_most") for _, judge in kinds)
    assert 45 <= reading.minutes_of_exercise(master, tasks) <= 90
    assert reading.about_exercise(master, tasks) == []


@each_exercise
def test_every_exercise_begins_and_ends_with_the_same_words(name):
    first, *others = [c.source for c in read(name)[0].cells if c.cell_type == "markdown"]
    tie = r"(A (tie|score of 0) counts as a mistake|A tied vote and a score of 0 count as mistakes)"
    words = (
        rf"# Exercise {int(name[:2])}: .+\n\n.+\n\n"
        rf"It goes with \[lecture {name[:2]}\]\(\.\./lectures/{name}\.ipynb\)\. "
        rf"({tie} throughout\. )?\*\*Minutes:\*\* \d+\. \*\*Points:\*\* 20\. {RITUAL}"
    )
    assert re.match(words, first)
    headings = [source.splitlines()[0] for source in others if source.startswith("## ")]
    assert headings[-2:] == ["## What you have learnt", reading.MORE]
    assert sum(source.startswith(f"{reading.MORE}\n\n{FOR_NOTHING}\n\n") for source in others) == 1


@each_exercise
def test_the_points_that_the_text_promises_are_those_that_are_given(name):
    master, tasks, _, _ = read(name)
    text = "\n".join(cell.source for cell in master.cells if cell.cell_type == "markdown")
    promised = re.findall(r"^\*\*[\w ]+ \((\d+|no) points?\)", text, re.M)
    given = [task.points for task in tasks] + [question.points for question in master.manual]
    assert sorted(int(n.replace("no", "0")) for n in promised) == sorted(given)
    assert int(re.search(r"\*\*Points:\*\* (\d+)", text).group(1)) == sum(given)


@each_exercise
def test_nbgrader_cells_are_of_schema_3_and_in_order(name):
    keys = {"grade", "grade_id", "locked", "schema_version", "solution", "task"}
    ids = []
    for cell in read(name)[0].cells:
        about = cell.metadata.get("nbgrader")
        if about:
            assert set(about) == keys | ({"points"} if about["grade"] else set())
            assert about["schema_version"] == 3 and not about["task"]
            assert re.fullmatch(r"[A-Za-z0-9_-]+", about["grade_id"])
            ids.append(about["grade_id"])
    assert len(set(ids)) == len(ids)


@each_function
def test_the_hidden_cases_go_beyond_the_visible_ones(name, task):
    hidden = [case for case in task.cases if not case.visible]
    seen = [case.args for case in task.cases if case.visible]
    assert sum(case.args not in seen for case in hidden) >= 3


def kind_of(plain):
    """Of which kind an argument is, such as "array of int"."""
    if not isinstance(plain, dict):
        return type(plain).__name__
    return f"array of {plain['type']}" if "array" in plain else next(iter(plain))


@each_function
def test_each_kind_of_input_that_is_hidden_is_shown_too(name, task):
    """Whole numbers above all: numpy treats them otherwise, and the check should find that."""
    for seed in range(3):
        cases = read(name)[2][task.name].finished(seed).cases
        shown, hidden = (
            {(k, kind_of(a)) for c in cases if c.visible is there for k, a in enumerate(c.args)}
            for there in (True, False)
        )
        assert hidden <= shown


def rounded(plain, digits):
    """A plain answer as somebody returns it who rounds."""
    if isinstance(plain, dict):
        return {k: rounded(v, digits) if k in ("array", "tuple") else v for k, v in plain.items()}
    if isinstance(plain, list):
        return [rounded(v, digits) for v in plain]
    return round(plain, digits) if isinstance(plain, float) else plain


@each_function
def test_whoever_rounds_hears_it_from_the_check_and_not_from_the_grade_alone(name, task):
    right = outcomes(task, read(name)[3][task.name])
    for digits in range(8):
        given = [{"value": rounded(outcome["value"], digits)} for outcome in right]
        seen = [(c, o) for c, o in zip(task.cases, given, strict=True) if c.visible]
        check = verdict(replace(task, cases=[c for c, _ in seen]), [o for _, o in seen])
        assert check.passed == verdict(task, given).passed, f"rounded to {digits} digits"


@each_exercise
def test_a_seed_gives_the_same_hidden_cases_again_and_another_seed_others(name):
    def hidden(seed):
        finished = [draft.finished(seed) for draft in read(name)[2].values()]
        return [[case for case in task.cases if not case.visible] for task in finished]

    assert hidden(5) == hidden(5) != hidden(6)
