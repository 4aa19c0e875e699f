"""How long a page or an exercise takes its student, by a rule that its author cannot bend."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from perceptronlib.checks.tasks import Task
from perceptronlib.grading.marked_cells import around_solution
from perceptronlib.grading.masters import Master

WORDS_A_MINUTE = 130
MINUTES = {"explore": 1.0, "predict": 0.5, "your-turn": 4.0, "quiz": 1.0}
"""What each cell with such a tag takes, besides the reading; a prediction has its picture, too."""


def unfolded_words(cells: list[Any]) -> int:
    """How many words of prose there are to read, without what is folded."""
    prose = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    return len(re.sub(r"<details>.*?</details>", " ", prose, flags=re.DOTALL).split())


def minutes(cells: list[Any]) -> int:
    """How long a student takes, by rule: reading, and what each kind of cell asks; in fives."""
    code = [cell.metadata.get("tags", ()) for cell in cells if cell.cell_type == "code"]
    doing = sum(each * sum(tag in tags for tags in code) for tag, each in MINUTES.items())
    return _in_fives(cells, doing)


def _in_fives(cells: list[Any], doing: float) -> int:
    return 5 * math.ceil((unfolded_words(cells) / WORDS_A_MINUTE + doing) / 5)


def about_minutes(cells: list[Any]) -> list[str]:
    """What the page says of its minutes, if that is not so."""
    said = re.findall(r"\*\*Minutes:\*\* (\S+?)\.?\s", "\n".join(cell.source for cell in cells))
    honest = str(minutes(cells))
    wrong = [other for other in said if other != honest]
    return [f"by the rule it takes {honest} minutes, not {other}" for other in wrong]


# -- exercises ---------------------------------------------------------------------------------

TASK, LINE, QUESTION, STEP, ARGUMENT = 2.0, 1.0, 3.0, 6.0, 5.0
"""What is asked of a student, besides the reading: a task and each line of its solution, a
question, a step of a proof, and each point of an argument, which is one thing to be proved."""

LEAST, MOST = 45, 90
"""An exercise takes no less and no more: a session of work."""

MORE = "## If you want more"
"""The heading of what nobody has to do; it counts neither in minutes nor in points."""


def asked(cells: Sequence[Any]) -> list[Any]:
    """The cells that everybody is asked to work through."""
    return list(takewhile(lambda cell: not cell.source.startswith(MORE), cells))


def minutes_of_exercise(master: Master, tasks: Sequence[Task]) -> int:
    """How long an exercise takes a student, by rule: reading, tasks, proofs; in fives."""
    doing = sum(_minutes_of_task(master, task) for task in tasks if task.points)
    doing += ARGUMENT * sum(question.points for question in master.manual)
    return _in_fives(asked(master.released()), doing)


def _minutes_of_task(master: Master, task: Task) -> float:
    if task.kind != "function":
        return QUESTION
    if task.judge in ("at_least", "at_most"):
        return STEP
    _, solution, _ = around_solution(master.answer_cell(task.name)[1])
    lines = [line for line in solution.splitlines() if re.match(r"\s*[^\s#]", line)]
    return TASK + LINE * len(lines)


def about_exercise(master: Master, tasks: Sequence[Task]) -> list[str]:
    """What an exercise says of its minutes, or asks for without points, if that cannot stay."""
    honest = minutes_of_exercise(master, tasks)
    said = re.search(r"\*\*Minutes:\*\* (\d+)", master.cells[0].source)
    found = []
    if said is None or int(said.group(1)) != honest:
        other = f"{said.group(1)} minutes" if said else "nothing of minutes"
        found.append(
            f"by the rule it takes {honest} minutes, and its first cell says {other}: "
            f"write **Minutes:** {honest}"
        )
    if honest > MOST:
        found.append(
            f"that is more than {MOST}: make tasks smaller, or move the least instructive ones "
            f'below "{MORE}", with points=0'
        )
    if honest < LEAST:
        found.append(f"that is less than {LEAST}: there is room for another task")
    return found + _about_points(master, tasks)


def _about_points(master: Master, tasks: Sequence[Task]) -> list[str]:
    """Above the heading everything has points, below it nothing has, and nothing is a question."""
    above = {cell.metadata.get("nbgrader", {}).get("grade_id") for cell in asked(master.cells)}
    found = []
    for name, points in [(t.name, t.points) for t in tasks] + [
        (question.name, question.points) for question in master.manual
    ]:
        if name in above and not points:
            found.append(f'{name} has no points: give it some, or move it below "{MORE}"')
        if name not in above and points:
            found.append(f'{name} stands below "{MORE}" and has points: write points=0')
    for task in tasks:
        if not task.points and task.kind != "function":
            found.append(f"{task.name} is a question without points, which nobody would answer")
    return found
