"""Grading one submission: which exercise it is, what it earns, and what its author should be told.

A `Plan` is everything that is needed for one exercise, as plain data, so that it can be sent to
another machine. `grade` takes a plan and the bytes of a notebook, and gives a record, also plain.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ..checks.author import SEED
from ..checks.tasks import Case, Outcome, Part, Task, Verdict, verdict
from .masters import ARGUMENT, Manual, Master
from .sandbox import Box, Limits
from .submissions import Notebook, Unreadable, read
from .supervise import Attempt, attempt

__all__ = ["Plan", "fate", "grade", "ungraded", "which"]

Record = dict[str, Any]
"""What is known of one graded submission; it goes to a file as JSON."""

TOLD = ("NotImplementedError", "IndexError", "ValueError", "TypeError", "ZeroDivisionError")
"""The errors that are named where a hidden case made one: few, since a name can tell something."""

FORM = 2
"""The form of records; another number makes the grader start afresh."""


@dataclass(frozen=True)
class Plan:
    """All that grading an exercise needs: tasks with their right answers, and what was handed out.

    >>> Plan.of(Master.from_cells("tiny", [])).most
    0
    """

    exercise: str
    seed: int
    digest: str
    modules: tuple[str, ...]
    tasks: tuple[Task, ...]
    manual: tuple[Manual, ...]
    untouched: frozenset[str]
    given: frozenset[str]

    @classmethod
    def of(cls, master: Master, seed: int = SEED) -> Plan:
        """The plan of a master; hidden cases are drawn with the seed."""
        return cls(
            master.name,
            seed,
            master.digest,
            master.modules,
            tuple(master.tasks(seed)),
            tuple(master.manual),
            frozenset(master.untouched()),
            frozenset(cell.source.strip() for cell in master.released()),
        )

    @property
    def most(self) -> int:
        """The points of the whole exercise."""
        return sum(t.points for t in self.tasks) + sum(m.points for m in self.manual)

    def key(self, data: bytes, limits: Limits) -> str:
        """Changes with the submission, the master, the seed, the limits and the form of records."""
        about = json.dumps([FORM, self.exercise, self.seed, self.digest, asdict(limits)]).encode()
        return hashlib.sha256(about + b"\n" + data).hexdigest()


def which(notebook: Notebook, name: str, masters: Sequence[Master]) -> Master | None:
    """The exercise that a submission belongs to: by its cells, else by the name of its file.

    >>> tiny = Master.from_cells("01_tiny", [])
    >>> which(Notebook(()), "ada_01_tiny.ipynb", [tiny]) is tiny
    True
    """
    called = {called for _, _, _, called in notebook.cells if called}
    text = "\n".join(source for _, source in notebook.code())
    best, most = None, 0
    for master in masters:
        found = len(called & master.names) + sum(f"def {n}(" in text for n in master.names)
        if found > most:
            best, most = master, found
    return best or next((master for master in masters if master.name in name), None)


def grade(plan: Plan, data: bytes, box: Box, limits: Limits, slot: int = 0) -> Record:
    """The record of one submission, given the bytes of its notebook.

    >>> with Box(unsafe=True) as box:
    ...     grade(Plan.of(Master.from_cells("tiny", [])), b"{", box, Limits())["problem"]
    'the file is not a notebook (it is not JSON)'
    """
    try:
        notebook = read(data)
    except Unreadable as problem:
        return _record(plan, plan.key(data, limits), [], Attempt(), Notebook(()), str(problem))
    cells = [(n, source) for n, source in notebook.code() if source.strip() not in plan.untouched]
    tried = attempt(box, cells, list(plan.tasks), limits, slot)
    verdicts = [verdict(task, tried.outcomes[task.name]) for task in plan.tasks]
    return _record(plan, plan.key(data, limits), verdicts, tried, notebook, "")


def ungraded(plan: Plan, problem: str) -> Record:
    """A record of what could not be graded; having no key, it is tried again the next time.

    >>> ungraded(Plan.of(Master.from_cells("tiny", [])), "it fell into the water")["problem"]
    'it fell into the water'
    """
    return _record(plan, "", [], Attempt(), Notebook(()), problem)


def _record(
    plan: Plan,
    key: str,
    verdicts: list[Verdict],
    tried: Attempt,
    notebook: Notebook,
    problem: str,
) -> Record:
    given = {n for n, source in notebook.code() if source.strip() in plan.given}
    judged = verdicts or [
        verdict(task, [{"missing": True}] * len(task.cases)) for task in plan.tasks
    ]
    return {
        "key": key,
        "exercise": plan.exercise,
        "seed": plan.seed,
        "problem": problem,
        "tasks": [_told(v, tried, judged, notebook) for v in judged],
        "manual": [_asked(question, notebook, plan.given) for question in plan.manual],
        "cells": {str(n): how for n, how in sorted(tried.cells.items()) if n not in given},
    }


def fate(how: str) -> str:
    """What happened to a cell, in words.

    >>> fate("too slow"), fate("NameError")
    ('took too long, so it was left out', 'stopped with NameError')
    """
    if how in ("ModuleNotFoundError", "ImportError"):
        offered = "Python itself, numpy, matplotlib and what the exercise imports"
        return f"stopped with {how}: while it is graded, only {offered} are there"
    known = {
        "ended": "ended the program, so it was left out",
        "too slow": "took too long, so it was left out",
    }
    return known.get(how, f"stopped with {how}")


def _asked(question: Manual, notebook: Notebook, given: frozenset[str]) -> dict[str, Any]:
    written = notebook.text(question.name, given).replace(ARGUMENT, "").strip()
    about = {"name": question.name, "title": question.title, "points": question.points}
    return {**about, "answer": written[:20_000]}


def _told(
    result: Verdict, tried: Attempt, judged: list[Verdict], notebook: Notebook
) -> dict[str, Any]:
    """A verdict as a student may read it: of hidden cases neither input nor answer is told."""
    task, outcomes = result.task, tried.outcomes.get(result.task.name)
    behind = [v.task.name for v in judged if v.task.name in task.uses and not v.passed]
    missing = outcomes is None or all(outcome.get("missing") for outcome in outcomes)
    parts = [asdict(part) for part in result.parts]
    for told, part in zip(parts, result.parts, strict=True):
        told["says"] = _missing(task, tried, notebook) if missing else _says(task, part, outcomes)
        del told["case"]
    return {
        "name": task.name,
        "title": task.title,
        "kind": task.kind,
        "points": task.points,
        "score": result.score,
        "hint": result.hint,
        "advice": "" if missing or result.hint or result.passed else _first_mend(behind),
        "parts": parts,
    }


def _missing(task: Task, tried: Attempt, notebook: Notebook) -> str:
    """Why there is no answer, as far as it is known."""
    for number, _, source, called in notebook.cells:
        mine = called == task.name or re.search(rf"^def {task.name}\b", source, re.M)
        if mine and number in tried.cells:
            return f"no answer: cell {number + 1} {fate(tried.cells[number])}"
    if not notebook.cells or task.kind != "function":
        return "no answer"
    return f"no answer: nothing called {task.name} was found (is its cell as it was handed out?)"


def _first_mend(names: list[str]) -> str:
    """A task that builds on others which are not right may be fine in itself."""
    if not names:
        return ""
    called = " and ".join(f"`{name}`" for name in names)
    return f"This may come from {called}, which it can call: mend that first."


def _says(task: Task, part: Part, outcomes: list[Outcome] | None) -> str:
    if part.share == 1 or part.case is None:
        return ""
    case: Case = task.cases[part.case]
    outcome = outcomes[part.case] if outcomes else {"missing": True}
    if task.kind != "function":
        return "no answer" if outcome.get("missing") or outcome == {"value": None} else "not right"
    if case.visible or outcome.get("slow"):
        label = f" ({case.label})" if case.visible and case.label else ""
        return f"{part.says}{label}"
    kind = f" ({case.label})" if case.label else ""
    if "error" in outcome:
        error = outcome["error"] if outcome["error"] in TOLD else "an error"
        return f"on a hidden case{kind} it stopped with {error}"
    if part.share > 0:
        return f"on a hidden case{kind} a better answer exists"
    return f"the answer to a hidden case{kind} is not right"
