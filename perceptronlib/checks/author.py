"""For authors of exercises: `task` states, in the hidden part of a test cell, what is right.

A master is an nbgrader notebook. Under nbgrader the call scores the function it is given. When the
master is read by `perceptronlib.grading.masters`, the same call only hands over what it says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .patience import TooSlow
from .plain import from_plain, to_plain
from .tasks import Case, Outcome, Task, verdict
from .trying import outcome_of

__all__ = ["Draft", "DraftCase", "DraftWrong", "case", "collecting", "task", "wrong"]

SEED = 0
"""Hidden cases are drawn with this seed unless the grader is given another."""


@dataclass(frozen=True)
class DraftCase:
    """Arguments of one call, before the right answer is known; made by `case`.

    >>> case(1, 2, label="small").args
    (1, 2)
    """

    args: tuple[Any, ...]
    label: str = ""
    part: str | None = None
    truth: Any = None


@dataclass(frozen=True)
class DraftWrong:
    """A misconception: its hint, and how the solution is changed to have it; made by `wrong`.

    >>> wrong("The sign is lost.", {"y * x": "x"}).instead
    {'y * x': 'x'}
    """

    hint: str
    instead: Any


def case(*args: Any, label: str = "", part: str | None = None, truth: Any = None) -> DraftCase:
    """One call of the function, with these arguments.

    `label` names it for the student, `part` is what it counts for (without one: the heart of the
    task), `truth` is what the judge of a proof's step compares with.

    >>> case([1, 2], label="two numbers").label
    'two numbers'
    """
    return DraftCase(args, label, part, truth)


def wrong(hint: str, instead: Any) -> DraftWrong:
    """A common wrong answer, told by how it differs from the solution, and the hint it deserves.

    `instead` is a dictionary {text of the solution: other text}, or the whole other cell as a text;
    for a question it is the wrong value.

    >>> wrong("That is the number of rounds.", 12).hint
    'That is the number of rounds.'
    """
    return DraftWrong(hint, instead)


@dataclass(frozen=True)
class Draft:
    """What `task` was told; `finished` turns it into a `Task` by asking the oracle.

    >>> from perceptronlib.checks.tasks import verdict
    >>> draft = Draft("twice", 1, lambda n: 2 * n, [case(3)], lambda random: [case(4)])
    >>> [c.right for c in draft.finished().cases]
    [6, 8]
    """

    name: str
    points: int
    oracle: Callable[..., Any]
    visible: Sequence[DraftCase] = ()
    hidden: Callable[[Any], Sequence[DraftCase]] = lambda random: []
    parts: dict[str, int] = field(default_factory=lambda: {"": 1})
    judge: str = "equal"
    wrong: Sequence[DraftWrong] = ()
    options: str = ""
    picture: str = ""
    title: str = ""

    @property
    def kind(self) -> str:
        """A function has cases; a choice has options; what is left is a value."""
        return "function" if self.visible else "choice" if self.options else "value"

    def finished(self, seed: int = SEED) -> Task:
        """The task with all right answers; the hidden cases are drawn with the seed."""
        if self.kind == "function":
            hidden = self.hidden(np.random.default_rng(seed))
            cases = [self._case(c, True) for c in self.visible]
            cases += [self._case(c, False) for c in hidden]
        else:
            cases = [Case([], to_plain(self.oracle()))]
        return Task(
            self.name,
            self.kind,
            self.points,
            self.parts,
            cases,
            judge="letter" if self.kind == "choice" else self.judge,
            options=self.options,
            picture=self.picture,
            title=self.title or self.name,
            form="" if self.kind == "function" else _form(cases[0].right),
        )

    def _case(self, draft: DraftCase, visible: bool) -> Case:
        part = next(iter(self.parts)) if draft.part is None else draft.part
        if part not in self.parts:
            raise ValueError(f"{self.name}: {part!r} is not one of its parts {list(self.parts)}")
        args = [to_plain(a) for a in draft.args]
        right = to_plain(self.oracle(*map(from_plain, args)))  # as the student's function gets them
        return Case(args, right, part, draft.label, to_plain(draft.truth), visible)


def _form(answer: Any) -> str:
    """What an answer to a question looks like, without saying which it is."""
    forms = {bool: "True or False", int: "a whole number", float: "a number", str: "a text"}
    return forms.get(type(answer), "")


_collected: list[Draft] | None = None


@contextmanager
def collecting() -> Iterator[list[Draft]]:
    """While this is open, `task` hands over what it is told instead of scoring.

    >>> with collecting() as drafts:
    ...     task("twice", None, points=1, oracle=lambda n: 2 * n, visible=[case(3)])
    >>> drafts[0].name
    'twice'
    """
    global _collected
    before, _collected = _collected, []
    try:
        yield _collected
    finally:
        _collected = before


def task(name: str, answer: Any, *, points: int, oracle: Callable[..., Any], **more: Any) -> Any:
    """State a task: its name, the student's answer, its points, and the oracle that knows.

    With `visible=[case(...), ...]` the answer is a function, and `hidden=lambda random: [...]`
    gives the cases that students do not see; `parts={"name": weight, ...}` divides the points. With
    `options="abcd"` it is a choice, otherwise a value. `wrong=[wrong(hint, instead), ...]` lists
    the misconceptions. With `points=0` it is checked, but not graded. The result is the points
    earned, which nbgrader takes as the cell's score.

    >>> task("twice", lambda n: n + n, points=2, oracle=lambda n: 2 * n, visible=[case(3)])
    2.0
    """
    draft = Draft(name, points, oracle, **more)
    if _collected is not None:
        _collected.append(draft)
        return None
    finished = draft.finished()
    return verdict(finished, outcomes(finished, answer)).score


def outcomes(finished: Task, answer: Any) -> list[Outcome]:
    """What an answer gives on every case of a task, in this process.

    An answer that would never end says so itself, by `TooSlow`: a check ends there, too.

    >>> outcomes(Draft("one", 1, lambda: 1).finished(), 1)
    [{'value': 1}]
    """
    if finished.kind == "function":
        found: list[Outcome] = []
        with suppress(TooSlow):
            for case in finished.cases:
                found.append(outcome_of(answer, case.args))
        return found + [{"slow": True}] * (len(finished.cases) - len(found))
    return [{"value": to_plain(answer)}]
