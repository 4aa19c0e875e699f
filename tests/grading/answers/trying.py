"""What an answer earns and is told: by the grader's own functions, in this process.

That equals the sandboxed run: `outcome_of` is the function that the sandbox calls, on the same
plain arguments, and `verdict` is the grader's. What the sandbox adds are its limits, and cells in
their order; `test_answers` compares the two where it grades the same answers as notebooks.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from perceptronlib.checks.author import SEED, Draft
from perceptronlib.checks.instant import tried
from perceptronlib.checks.plain import to_plain
from perceptronlib.checks.tasks import Task, Verdict, verdict
from perceptronlib.grading.masters import Master, Namespace
from tests.grading.handed_out.solved import MASTERS

from . import Answer


@functools.cache
def home_of(task: str) -> Master:
    """The master with this task."""
    return next(master for master in MASTERS.values() if task in master.names)


@functools.cache
def _drafts(exercise: str) -> tuple[dict[str, Draft], Namespace]:
    drafts, namespace = MASTERS[exercise].drafts()
    return {draft.name: draft for draft in drafts}, namespace


@functools.cache
def _tasks(exercise: str) -> dict[str, Task]:
    return {task.name: task for task in MASTERS[exercise].tasks()}


@functools.cache
def task_of(name: str, seed: int = SEED) -> Task:
    """A task, with the hidden cases of a seed, and its hints."""
    exercise = home_of(name).name
    task = _tasks(exercise)[name]
    if seed == SEED or task.kind != "function":
        return task
    finished = _drafts(exercise)[0][name].finished(seed)
    return Task(**{**task.__dict__, "cases": finished.cases})


def value_of(answer: Answer) -> Any:
    """What the cell defines, where all other answers of the notebook are right."""
    scope = dict(_drafts(home_of(answer.task).name)[1])
    del scope[answer.task]
    exec(compile(answer.source.strip() + "\n", f"<{answer.task}>", "exec"), scope)
    return scope[answer.task]


def verdicts(answer: Answer, seeds: Sequence[int]) -> list[Verdict]:
    """The verdicts on an answer, one for each seed; where they cannot differ, one for all."""
    value, found = value_of(answer), []
    for seed in seeds:
        task = task_of(answer.task, seed)
        if task.kind != "function":
            return [verdict(task, [{"value": to_plain(value)}])]
        found.append(verdict(task, tried(task, value)))
    return found
