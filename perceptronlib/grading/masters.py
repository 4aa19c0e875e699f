"""Masters: the texts in solutions/ that hold task, answer, tests and misconceptions in one place.

`Master` reads one; `tasks` asks it for its tasks, with every right answer and every known wrong one
worked out; `released` is the student's version, without answers and hidden tests.
"""

from __future__ import annotations

import ast
import copy
import hashlib
import io
import re
from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ..checks.author import SEED, Draft, DraftWrong, collecting, outcomes
from ..checks.tasks import Outcome, Task, Wrong, verdict
from .marked_cells import (
    MARK,
    SOLUTION,
    MasterCell,
    MasterError,
    around_solution,
    author_side,
    for_students,
    is_test,
    nbgrader_of,
    without_remarks,
)

__all__ = ["Master", "Manual", "MasterError", "read_masters"]

LEAST_WRONG = 3
"""Each task that asks for code knows at least so many misconceptions."""

Namespace = dict[str, Any]
"""The names that a master's cells define, with whatever they stand for."""


@dataclass(frozen=True)
class Manual:
    """A question that a person grades: its name, its points, what they are for, and its text.

    >>> Manual("why", 3, "One point for each step.", "Why it works").points
    3
    """

    name: str
    points: int
    rubric: str
    title: str
    text: str = ""


class Master:
    """One exercise, from its text (`.md`) or from a notebook (`.ipynb`).

    >>> master = Master.from_cells("tiny", [])
    >>> master.tasks(), master.manual
    ([], [])
    """

    def __init__(self, path: Path) -> None:
        import jupytext

        form = "md:myst" if path.suffix == ".md" else "ipynb"
        self.name = path.stem
        self.cells: Sequence[MasterCell] = jupytext.read(path, fmt=form).cells

    @classmethod
    def from_cells(cls, name: str, cells: Sequence[MasterCell]) -> Master:
        """A master that is not in a file."""
        master = cls.__new__(cls)
        master.name, master.cells = name, cells
        return master

    @property
    def digest(self) -> str:
        """Changes when any cell of the master does."""
        text = repr([(c.cell_type, c.source, dict(c.metadata)) for c in self.cells])
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def title(self) -> str:
        """Its heading, such as "Exercise 1: the perceptron"."""
        heading = re.search(r"^# (.+)$", "\n".join(cell.source for cell in self.cells), re.M)
        return heading.group(1) if heading else self.name

    @property
    def manual(self) -> list[Manual]:
        """The questions that a person grades."""
        questions, title, before = [], self.name, ""
        for cell in self.cells:
            nbgrader = nbgrader_of(cell)
            is_question, region = nbgrader.get("grade") and nbgrader.get("solution"), None
            if cell.cell_type == "markdown":
                region = SOLUTION.search(cell.source + "\n")
                heading = re.findall(r"^#+ (.+)$", SOLUTION.sub("", cell.source + "\n"), re.M)
                title = heading[-1] if heading else title
            if is_question and region is None:
                raise MasterError(f"{self.name}: {nbgrader['grade_id']} has no model answer")
            if is_question and region is not None:
                rubric = region.group(2).strip()
                text = f"{before}\n\n{SOLUTION.sub('', cell.source + chr(10))}".strip()
                about = nbgrader["grade_id"], nbgrader["points"]
                questions.append(Manual(*about, rubric, title, text))
            before = cell.source if cell.cell_type == "markdown" and not is_question else ""
        return questions

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules of the library that the exercise offers: its cells' tags `needs-...`."""
        tags = {tag for cell in self.cells for tag in cell.metadata.get("tags", ())}
        return tuple(sorted(tag[6:] for tag in tags if tag.startswith("needs-")))

    @property
    def names(self) -> set[str]:
        """The names of its cells, as nbgrader knows them; tasks and questions are among them."""
        return {about["grade_id"] for about in map(nbgrader_of, self.cells) if about}

    def untouched(self) -> set[str]:
        """The code of tasks, as handed out, without remarks: who leaves it so has not answered."""
        cells = [cell for cell in self.released() if "nbgrader" in cell.metadata]
        return {without_remarks(cell.source) for cell in cells if cell.cell_type == "code"}

    def lent(self) -> list[str]:
        """The code that students are given to work with: imports, data, and helpers.

        What calls the functions that they write is not among it.
        """
        tasks = {name.removesuffix("-test") for name in self.names}
        given = [
            c.source.strip()
            for c in self.released()
            if c.cell_type == "code" and not nbgrader_of(c)
        ]
        return [source for source in given if tasks.isdisjoint(_read_names(source))]

    def drafts(self) -> tuple[list[Draft], Namespace]:
        """What the hidden tests state, and the names that the whole master defines."""
        namespace: Namespace = {"__name__": "__main__"}
        with collecting() as drafts, redirect_stdout(io.StringIO()):
            for number, cell in enumerate(self.cells):
                if cell.cell_type == "code":
                    self._run(author_side(cell), number, namespace)
        return drafts, namespace

    def _run(self, source: str, number: int, namespace: Namespace) -> None:
        try:
            exec(compile(source, f"<{self.name}, cell {number + 1}>", "exec"), namespace)
        except Exception as error:
            raise MasterError(
                f"{self.name}: cell {number + 1} (texts counted too), {source.strip()[:40]!r}..., "
                f"stops with {type(error).__name__}: {error}"
            ) from error

    def tasks(self, seed: int = SEED) -> list[Task]:
        """All tasks, with their right answers and with what each misconception answers."""
        drafts, namespace = self.drafts()
        test_cells = [nbgrader_of(cell) for cell in self.cells if is_test(cell)]
        points = {nbgrader["grade_id"]: nbgrader["points"] for nbgrader in test_cells}
        for draft in drafts:
            if points.get(f"{draft.name}-test") != draft.points:
                raise MasterError(
                    f"{self.name}: the test cell of {draft.name} must have grade_id "
                    f"{draft.name}-test and points {draft.points}; there is {points}"
                )
        tested = {name.removesuffix("-test") for name in points}
        unstated = tested - {draft.name for draft in drafts}
        if unstated:
            raise MasterError(
                f"{self.name}: the test cell of {min(unstated)} states no task of that name "
                "between ### BEGIN HIDDEN TESTS and ### END HIDDEN TESTS"
            )
        return [self._finished(draft, seed, namespace) for draft in drafts]

    def _finished(self, draft: Draft, seed: int, namespace: Namespace) -> Task:
        task = draft.finished(seed)
        self._agreed(task, namespace)
        visible = replace(task, cases=[c for c in task.cases if c.visible])
        wrong = [Wrong(w.hint, self.wrong_outcomes(visible, w, namespace)) for w in draft.wrong]
        self._distinguished(replace(visible, wrong=wrong))
        if task.kind == "function" and task.judge == "equal" and len(wrong) < LEAST_WRONG:
            raise MasterError(
                f"{self.name}: {task.name} needs {LEAST_WRONG} misconceptions or more"
            )
        return replace(task, wrong=wrong, uses=self._uses(task.name))

    def _distinguished(self, task: Task) -> None:
        """The visible cases show each misconception, and which one it is."""
        for wrong in task.wrong:
            result = verdict(task, wrong.outcomes)
            if result.passed:
                raise MasterError(
                    f"{self.name}: the misconception {wrong.hint!r} answers every visible case of "
                    f"{task.name} rightly; add a case to visible= that it gets wrong"
                )
            if result.hint != wrong.hint:
                raise MasterError(
                    f"{self.name}: two misconceptions answer all visible cases of {task.name} "
                    f"alike, {wrong.hint!r} and {result.hint!r}; add a case that tells them apart"
                )

    def _agreed(self, task: Task, namespace: Namespace) -> None:
        """Solution and oracle are two opinions; if they differ, one of them is wrong."""
        if task.name not in namespace:
            raise MasterError(f"{self.name}: the answer cell of {task.name} defines no {task.name}")
        result = verdict(task, outcomes(task, namespace[task.name]))
        for part in result.parts:
            if part.share < 1:
                case = task.cases[part.case or 0]
                where = "visible" if case.visible else "hidden"
                raise MasterError(
                    f"{self.name}: solution and oracle of {task.name} disagree on a {where} case "
                    f"({case.label or 'without a label'}): {part.says}"
                )

    def _uses(self, name: str) -> list[str]:
        """The other tasks that the solution of a task calls by name."""
        tasks = {other.removesuffix("-test") for other in self.names if other.endswith("-test")}
        _, source = self.answer_cell(name)
        called = {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}
        return sorted((tasks & called) - {name})

    def wrong_outcomes(self, task: Task, wrong: DraftWrong, namespace: Namespace) -> list[Outcome]:
        """What a misconception answers on the cases of a task."""
        if task.kind != "function":
            return outcomes(task, wrong.instead)
        scope, text = dict(namespace), self.with_misconception(task.name, wrong)
        del scope[task.name]
        self._run(text, self.answer_cell(task.name)[0], scope)
        if task.name not in scope:
            raise MasterError(f"{self.name}: misconception {wrong.hint!r} defines no {task.name}")
        return outcomes(task, scope[task.name])

    def with_misconception(self, name: str, wrong: DraftWrong) -> str:
        """The answer cell of a task as somebody with the misconception would have written it."""
        if not isinstance(wrong.instead, dict):
            return str(wrong.instead)
        before, region, after = around_solution(self.answer_cell(name)[1])
        for old, new in wrong.instead.items():
            if old not in region:
                raise MasterError(f"{self.name}: the solution of {name} has no {old!r}")
            region = region.replace(old, new)
        return before + region + after

    def answer_cell(self, name: str) -> tuple[int, str]:
        """The cell with the answer to a task: its place, and its text."""
        for number, cell in enumerate(self.cells):
            nbgrader = nbgrader_of(cell)
            if nbgrader.get("grade_id") == name and nbgrader.get("solution"):
                return number, str(cell.source)
        raise MasterError(f"{self.name}: no answer cell has the grade_id {name}")

    def released(self) -> list[MasterCell]:
        """The cells as students get them."""
        cells = [for_students(copy.deepcopy(cell)) for cell in self.cells]
        for cell in cells:
            mark = MARK.search(cell.source)
            if mark:
                raise MasterError(
                    f"{self.name}: {mark.group().strip()!r} is no mark that can be read, so what "
                    "follows it would reach students; write ### BEGIN SOLUTION, ### END SOLUTION, "
                    "### BEGIN HIDDEN TESTS or ### END HIDDEN TESTS, in pairs"
                )
        return cells


def _read_names(source: str) -> set[str]:
    """The names that a text reads, and those that it binds."""
    return {node.id for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Name)}


def read_masters(folder: Path) -> list[Master]:
    """All masters of a folder, in order.

    >>> read_masters(Path("nowhere"))
    Traceback (most recent call last):
    ...
    perceptronlib.grading.marked_cells.MasterError: there are no masters (NN_name.md) in ...
    """
    paths = sorted(folder.glob("[0-9][0-9]_*.md")) or sorted(folder.glob("[0-9][0-9]_*.ipynb"))
    if not paths:
        raise MasterError(
            f"there are no masters (NN_name.md) in {folder}: name a copy of solutions/ by --masters"
        )
    return [Master(path) for path in paths]
