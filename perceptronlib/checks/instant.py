"""The instant check of an exercise: `check("task")` says at once, in words, what is not right yet.

It tries the visible cases of the task on what the student wrote, recognises known misconceptions,
and shows how many tasks pass so far. It never says that a task is done: hidden tests remain.
"""

from __future__ import annotations

import difflib
import functools
import html
import json
import sys
import time
from contextlib import suppress
from importlib import resources
from pathlib import Path
from typing import Any

from .foretold import about_packages, about_seconds
from .judges import chosen_letter, same, shown
from .limits import LIMITS
from .patience import TooSlow, patience
from .plain import NotPlain, to_plain
from .tasks import Outcome, Task, Verdict, verdict
from .trying import outcome_of
from .wording import quoted_names, with_code

__all__ = ["Report", "check", "first_difference", "tried"]

PATIENCE = 2.5 * LIMITS.step
"""Seconds for one call, which takes milliseconds: the grade's limit, on a slower machine."""

PROGRESS = Path(".progress.json")
"""Beside the notebook: which tasks pass their visible checks."""

REMAINS = "Hidden tests remain: they decide the grade."
FOR_ITSELF = "It has no points, so no hidden tests follow."
NOTED, JUDGED = "noted", "It is judged with the grade, not here."
"""For a question, whose answer could be guessed by asking often enough."""


class Report:
    """What a check has to say; shown in a notebook as a small card.

    >>> Report("twice", False, ["It gave 5, and 6 is right."])
    twice: not yet. It gave 5, and 6 is right.
    """

    def __init__(
        self,
        task: str,
        passed: bool,
        says: list[str],
        progress: str = "",
        picture: Any = None,
        word: str = "",
    ) -> None:
        self.task, self.passed, self.says = task, passed, says
        self.progress, self.picture = progress, picture
        self.word = word or ("fine so far" if passed else "not yet")

    def __repr__(self) -> str:
        lines = [f"{self.task}: {self.word}. {' '.join(self.says)}".rstrip()]
        if self.picture is not None:
            lines.append(repr(self.picture))
        return "\n".join(lines + [self.progress] * bool(self.progress))

    def _repr_html_(self) -> str:
        colour, sign = ("#117733", "&#10003;") if self.passed else ("#AA3377", "&#9675;")
        if self.word == NOTED:
            colour, sign = "#0072B2", "&bull;"
        inside = [f"<b>{sign} {html.escape(self.task)}: {self.word}</b>"]
        inside += [with_code(text) for text in self.says]
        if self.picture is not None:
            inside.append(self.picture.tag())
        if self.progress:
            inside.append(f"<small>{html.escape(self.progress)}</small>")
        style = f"border-left: 4px solid {colour}; padding: 2px 0 2px 12px; max-width: 46em"
        return f"<div role='status' style='{style}'>{'<br>'.join(inside)}</div>"


def check(name: str) -> Report:
    """Try what you wrote for a task on its visible cases, and say what is not right yet.

    >>> check("upate")
    Traceback (most recent call last):
    ...
    ValueError: no exercise has a task 'upate'; did you mean 'update'?
    """
    exercise, task = _task(name)
    namespace = sys._getframe(1).f_globals
    missing = name not in namespace
    report = _about_question(task, namespace.get(name)) if task.kind != "function" else None
    if report is None:
        spent: list[float] = []
        outcomes: list[Outcome] = [{"missing": True}] * len(task.cases)
        if not missing:
            outcomes = tried(task, namespace[name], spent)
        report = _about_function(task, outcomes)
        if task.points and not missing:
            foretold = (about_packages(namespace[name]), about_seconds(spent))
            report.says += [text for text in foretold if text]
    report.progress = _progress(exercise, name, report.passed)
    return report


@functools.cache
def _tasks() -> dict[str, tuple[str, Task]]:
    tasks = {}
    for file in sorted(resources.files(__package__).joinpath("visible").iterdir(), key=str):
        if file.name.endswith(".json"):
            data = json.loads(file.read_text(encoding="utf-8"))
            for task in map(Task.from_json, data["tasks"]):
                tasks[task.name] = (data["exercise"], task)
    return tasks


def _task(name: str) -> tuple[str, Task]:
    tasks = _tasks()
    if name not in tasks:
        near = difflib.get_close_matches(str(name), tasks, n=1)
        raise ValueError(
            f"no exercise has a task {name!r}; "
            + (f"did you mean {near[0]!r}?" if near else f"there are {', '.join(tasks)}")
        )
    return tasks[name]


# -- functions ---------------------------------------------------------------------------------


def tried(task: Task, answer: Any, spent: list[float] | None = None) -> list[Outcome]:
    """What a student's function gives on every case; one that does not end is ended.

    The seconds of computing of each call are added to `spent`.

    >>> from perceptronlib.checks.tasks import Case
    >>> tried(Task("twice", "function", 1, {"": 1}, [Case([3], 6)]), lambda n: n + 1)
    [{'value': 4}]
    """
    outcomes: list[Outcome] = []
    spent = [] if spent is None else spent
    try:
        for case in task.cases:
            if sum(spent) > LIMITS.task:  # as the grade counts; there hidden cases follow
                break
            start = time.process_time()
            with patience(PATIENCE):
                outcomes.append(outcome_of(answer, case.args))
            spent.append(time.process_time() - start)
    except TooSlow:
        pass
    return outcomes + [{"slow": True}] * (len(task.cases) - len(outcomes))


def _about_function(task: Task, outcomes: list[Outcome]) -> Report:
    result = verdict(task, outcomes)
    if result.passed:
        count = len(task.cases)
        says = [f"All {count} visible cases are right. {REMAINS if task.points else FOR_ITSELF}"]
        if _list_for_array(task, outcomes):
            says.append("You return a list where an array is asked for: `np.array(...)` makes one.")
    else:
        says = [text for text in (result.hint, first_difference(result), _behind(task)) if text]
    return Report(task.name, result.passed, says, picture=_picture(task, outcomes))


def _list_for_array(task: Task, outcomes: list[Outcome]) -> bool:
    """Right as it is, but the next cell may want to compute with it."""
    pairs = zip(task.cases, outcomes, strict=True)
    return any(_listed(outcome.get("value"), case.right) for case, outcome in pairs)


def _listed(given: Any, right: Any) -> bool:
    if not isinstance(right, dict):
        return False
    if "tuple" in right and isinstance(given, dict) and "tuple" in given:
        return any(map(_listed, given["tuple"], right["tuple"]))
    return "array" in right and isinstance(given, list)


def _behind(task: Task) -> str:
    """Where to begin, if the task builds on others that do not pass."""
    done = {name for names in _kept().values() for name in names}
    missing = [name for name in task.uses if name not in done]
    if not missing:
        return ""
    return f"If it calls {quoted_names(missing)}: that check does not pass yet, so begin there."


def first_difference(result: Verdict) -> str:
    """The first case that is not right, with its arguments.

    >>> from perceptronlib.checks.tasks import Case
    >>> task = Task("twice", "function", 1, {"": 1}, [Case([3], 6)])
    >>> first_difference(verdict(task, [{"value": 4}]))
    'For `twice(3)`: it gave 4, and 6 is right.'
    """
    part = next(part for part in result.parts if part.share < 1)
    assert part.case is not None
    case = result.task.cases[part.case]
    says = part.says if part.says.endswith("?") else f"{part.says}."
    if says.startswith(("there is no", "not written")):
        return says[0].upper() + says[1:]
    given = ", ".join(shown(value) for value in case.args)
    label = f" ({case.label})" if case.label else ""
    return f"For `{result.task.name}({given})`{label}: {says}"


def _picture(task: Task, outcomes: list[Outcome]) -> Any:
    if not task.picture:
        return None
    from . import drawings

    return drawings.DRAWINGS[task.picture](task, outcomes)


# -- questions ---------------------------------------------------------------------------------


def _about_question(task: Task, answer: Any) -> Report:
    """A question's check looks at the form, and knows some wrong answers; it never says yes."""
    if answer is None:
        return Report(task.name, False, [f"`{task.name}` has no answer yet."])
    if task.kind == "choice":
        answer = chosen_letter(answer)
        if not isinstance(answer, str) or answer not in [*task.options]:
            letters = ", ".join(f'"{o}"' for o in task.options)
            return Report(task.name, False, [f"Answer with one of {letters}; got {answer!r}."])
        return Report(task.name, True, [f"You chose ({answer}). {JUDGED}"], word=NOTED)
    try:
        given = to_plain(answer)
    except NotPlain as error:
        return Report(task.name, False, [f"The answer is {error}."])
    for wrong in task.wrong:
        if same(given, wrong.outcomes[0]["value"]):
            return Report(task.name, False, [wrong.hint])
    if not _has_form(given, task.form):
        return Report(task.name, False, [f"Type {task.form}, without quotes; got {answer!r}."])
    return Report(task.name, True, [f"You say {shown(given)}. {JUDGED}"], word=NOTED)


def _has_form(answer: Any, form: str) -> bool:
    """Whether an answer is of the kind that is asked for; 12.0 is a whole number, too."""
    number = isinstance(answer, int | float) and not isinstance(answer, bool)
    if form == "a whole number":
        return number and answer == int(answer)
    return number if form == "a number" else True


# -- progress -----------------------------------------------------------------


def _progress(exercise: str, name: str, passed: bool) -> str:
    """Note whether a task passes, and say how many of the exercise do."""
    kept = _kept()
    done = {t for t in kept.get(exercise, []) if t != name} | ({name} if passed else set())
    tasks = [task for home, task in _tasks().values() if home == exercise]
    kept[exercise] = [task.name for task in tasks if task.name in done]
    with suppress(OSError):  # a folder that cannot be written to: the count serves this once
        PROGRESS.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    counted = [task for task in tasks if task.points]
    noted = [task for task in counted if task.name in done and task.kind != "function"]
    signs = ["◩" if t in noted else "■" if t.name in done else "□" for t in counted]
    passing = sum(task.name in done for task in counted)
    says = f"{''.join(signs)} {passing} of {len(counted)} tasks so far"
    return says + f", {len(noted)} of them noted and not judged (◩)" * bool(noted)


def _kept() -> dict[str, list[str]]:
    try:
        kept = json.loads(PROGRESS.read_text(encoding="utf-8"))
        return {str(k): [str(t) for t in v] for k, v in kept.items()}
    except (OSError, ValueError, AttributeError, TypeError):
        return {}
