"""Grading one submission: which exercise it is, what it earns, and what its author is told.

A `Plan` is everything that is needed for one exercise, as plain data, so that it can be sent to
another machine. `grade` takes a plan and the bytes of a notebook, and gives a `Record`.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace

from ..checks.author import SEED
from ..checks.tasks import Case, Outcome, Part, Task, Verdict, verdict
from ..checks.wording import quoted_names
from .arguments import argument
from .layout import answers_in_text, handed_out
from .marked_cells import without_remarks
from .masters import Manual, Master
from .record import NEWER, FailedCell, ManualAnswer, PartResult, Record, TaskResult
from .sandbox import Attempt, Box, Limits, attempt
from .submissions import Cell, Notebook, Unreadable, read

__all__ = ["Plan", "grade", "in_common", "is_begun", "ungraded", "which"]

NAMED_ERRORS = ("NotImplementedError", "IndexError", "ValueError", "TypeError", "ZeroDivisionError")
"""The errors that are named where a hidden case made one: few, since a name can tell something."""

MAYBE_NEWER = ("SyntaxError", "ImportError", "AttributeError")
"""What a Python says of what came after it."""

LENT = -1
"""The number of the cell with what was handed out, and is no longer in the notebook."""

FORM = 6
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
    handed_out: tuple[Cell, ...]
    lent: tuple[str, ...] = ()

    @classmethod
    def of(cls, master: Master, seed: int = SEED) -> Plan:
        """The plan of a master; hidden cases are drawn with the seed.

        Tasks without points are the students' own affair: no report speaks of them.
        """
        return cls(
            master.name,
            seed,
            master.digest,
            master.modules,
            tuple(task for task in master.tasks(seed) if task.points),
            tuple(master.manual),
            frozenset(master.untouched()),
            frozenset(cell.source.strip() for cell in master.released()),
            handed_out(master.released()),
            tuple(master.lent()),
        )

    @property
    def most(self) -> int:
        """The points of the whole exercise."""
        return sum(t.points for t in self.tasks) + sum(m.points for m in self.manual)

    def key(self, data: bytes, limits: Limits) -> str:
        """Changes with the submission, the master, the seed, the limits and the form of records."""
        about = json.dumps([FORM, self.exercise, self.seed, self.digest, asdict(limits)]).encode()
        digest = hashlib.sha256(about + b"\n")
        digest.update(data)  # which may be large: no copy is made of it
        return digest.hexdigest()


def which(notebook: Notebook, name: str, masters: Sequence[Master]) -> Master | None:
    """The exercise that a submission belongs to: by its cells, else by the name of its file.

    >>> tiny = Master.from_cells("01_tiny", [])
    >>> which(Notebook(()), "ada_01_tiny.ipynb", [tiny]) is tiny
    True
    """
    best, most = None, 0
    for master in masters:
        if (shared := in_common(notebook, master)) > most:
            best, most = master, shared
    return best or next((master for master in masters if master.name in name), None)


def in_common(notebook: Notebook, master: Master) -> int:
    """How many of an exercise's cells and answers a notebook has.

    >>> in_common(Notebook(()), Master.from_cells("01_tiny", []))
    0
    """
    names = {cell.name for cell in notebook.cells if cell.name}
    text = "\n".join(source for _, source in notebook.code())
    return len(names & master.names) + sum(f"def {n}(" in text for n in master.names)


def is_begun(notebook: Notebook, master: Master) -> bool:
    """Whether a notebook says anything that was not handed out.

    >>> is_begun(Notebook((Cell(0, "code", "a = 1"),)), Master.from_cells("01_tiny", []))
    True
    """
    given = {"", *(cell.source.strip() for cell in master.released())}
    return any(cell.source.strip() not in given for cell in notebook.cells)


def grade(plan: Plan, data: bytes, box: Box, limits: Limits, slot: int = 0) -> Record:
    """The record of one submission, given the bytes of its notebook.

    >>> with Box(unsafe=True) as box:
    ...     grade(Plan.of(Master.from_cells("tiny", [])), b"{", box, Limits()).problem
    'the file is not a notebook (it is not JSON)'
    """
    key = plan.key(data, limits)
    try:
        notebook = read(data)
    except Unreadable as problem:
        return replace(_unanswered(plan, key, str(problem)), digest=_digest(data))
    hidden = answers_in_text(notebook.cells, [t.name for t in plan.tasks], plan.untouched)
    answers = [(n, s) for n, s in notebook.code() if without_remarks(s) not in plan.untouched]
    text = "\n".join(source for _, source in answers)
    missing = [given for given in plan.lent if given not in text]
    cells = [(LENT, "\n\n".join(missing)), *sorted([*answers, *hidden.items()])]
    attempted = attempt(box, cells, list(plan.tasks), limits, slot)
    attempted.cells |= dict.fromkeys(hidden, "text")
    return replace(_record(plan, key, notebook, attempted), digest=_digest(data))


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def ungraded(plan: Plan, problem: str) -> Record:
    """A record of what could not be graded; having no key, it is tried again the next time.

    >>> ungraded(Plan.of(Master.from_cells("tiny", [])), "it fell into the water").problem
    'it fell into the water'
    """
    return _unanswered(plan, "", problem)


def _unanswered(plan: Plan, key: str, problem: str) -> Record:
    """The record of a file that has a problem instead of answers."""
    return replace(_record(plan, key, Notebook(()), Attempt()), problem=problem)


def _record(plan: Plan, key: str, notebook: Notebook, attempted: Attempt) -> Record:
    given = {n for n, source in notebook.code() if source.strip() in plan.given}
    cells = attempted.cells | dict.fromkeys(notebook.too_long, "too long")
    failed = [
        FailedCell(n, _ending(how, notebook))
        for n, how in sorted(cells.items())
        if n not in given and n != LENT
    ]
    verdicts = [verdict(task, _outcomes(task, attempted)) for task in plan.tasks]
    return Record(
        key,
        plan.exercise,
        plan.seed,
        tasks=tuple(_task_result(v, attempted, verdicts, notebook) for v in verdicts),
        manual=tuple(_manual_answer(question, notebook, plan) for question in plan.manual),
        cells=tuple(failed),
    )


def _ending(how: str, notebook: Notebook) -> str:
    """How a cell ended; if a newer Python understood it, that is what is said."""
    newer = notebook.python is not None and notebook.python > sys.version_info[:2]
    return NEWER if newer and how in MAYBE_NEWER else how


def _outcomes(task: Task, attempted: Attempt) -> list[Outcome]:
    """What the answer to a task gave on each case; without an attempt all of it is missing."""
    return attempted.outcomes.get(task.name, [{"missing": True}] * len(task.cases))


def _manual_answer(question: Manual, notebook: Notebook, plan: Plan) -> ManualAnswer:
    found = argument(question.name, notebook, plan.handed_out)
    return ManualAnswer(
        question.name,
        question.title,
        question.points,
        found.text,
        pictures=tuple(found.pictures),
        not_shown=found.not_shown,
    )


def _task_result(
    result: Verdict, attempted: Attempt, verdicts: list[Verdict], notebook: Notebook
) -> TaskResult:
    """A verdict as a student may read it: nothing of the input or answer of a hidden case."""
    task = result.task
    outcomes = _outcomes(task, attempted)
    missing = all(outcome.get("missing") for outcome in outcomes)
    not_right = [v.task.name for v in verdicts if v.task.name in task.uses and not v.passed]
    parts = []
    for part in result.parts:
        says = _missing(task, attempted, notebook) if missing else _says(task, part, outcomes)
        parts.append(PartResult(part.name, part.share, part.weight, says))
    return TaskResult(
        task.name,
        task.title,
        task.kind,
        task.points,
        result.score,
        result.hint,
        advice="" if missing or result.hint or result.passed else _mend_first(not_right),
        parts=tuple(parts),
    )


def _missing(task: Task, attempted: Attempt, notebook: Notebook) -> str:
    """Why there is no answer, as far as it is known."""
    for cell in notebook.cells:
        is_its_cell = cell.name == task.name or re.search(rf"^def {task.name}\b", cell.source, re.M)
        if is_its_cell and cell.number in attempted.cells:
            failed = FailedCell(cell.number, attempted.cells[cell.number])
            return f"no answer: {failed.in_words}"
    if not notebook.cells or task.kind != "function":
        return "no answer"
    return f"no answer: nothing called {task.name} was found (is its cell as it was handed out?)"


def _mend_first(names: list[str]) -> str:
    """A task that builds on others which are not right may be fine in itself."""
    if not names:
        return ""
    return f"This may come from {quoted_names(names)}, which it can call: mend that first."


def _says(task: Task, part: Part, outcomes: list[Outcome]) -> str:
    if part.share == 1 or part.case is None:
        return ""
    case: Case = task.cases[part.case]
    outcome = outcomes[part.case]
    if task.kind != "function":
        return "no answer" if outcome.get("missing") or outcome == {"value": None} else "not right"
    if case.visible or outcome.get("slow"):
        label = f" ({case.label})" if case.visible and case.label else ""
        return f"{part.says}{label}"
    kind = f" ({case.label})" if case.label else ""
    if "error" in outcome:
        error = outcome["error"] if outcome["error"] in NAMED_ERRORS else "an error"
        return f"on a hidden case{kind} it stopped with {error}"
    if part.share > 0:
        return f"on a hidden case{kind} a better answer exists"
    return f"the answer to a hidden case{kind} is not right"
