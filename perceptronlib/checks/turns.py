"""Your turn: short tasks within a lecture, answered at once and in words.

A `Turn` is written once, beside the pictures of its lecture (`demos/lectureNN/tasks.py`): what the
student finds in the cell, a solution, cases, and wrong answers, each with the hint it deserves. It
is judged as the tasks of an exercise are, but there is no grade and nothing is hidden: an answer
that passes is called right.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from .author import Draft, DraftCase, DraftWrong
from .instant import Report, first_difference, tried
from .tasks import Outcome, Task, Wrong, verdict

__all__ = ["Turn", "answered"]

BEFORE = "import numpy as np"
"""What a task's source may take for granted."""


@dataclass(frozen=True)
class Turn:
    """A task of a lecture: the stub of a function, which runs, and everything needed to judge it.

    ``oracle`` gives the right answers, by another way than the solution where there is one.
    ``cases`` and ``wrong`` are made by `author.case` and `author.wrong`, as for an exercise.

    >>> from perceptronlib.checks.author import case, wrong
    >>> twice = Turn(
    ...     "twice",
    ...     stub="def twice(n):\\n    ...",
    ...     solution="def twice(n):\\n    return 2 * n",
    ...     oracle=lambda n: n + n,
    ...     cases=[case(1), case(3)],
    ...     wrong=[wrong("That is one more, not twice as much.", {"2 * n": "n + 1"})],
    ... )
    >>> twice.report(lambda n: n + 1)
    twice: not yet. That is one more, not twice as much.
        For `twice(3)`: it gave 4, and 6 is right.
    >>> twice.report(lambda n: n * 2)
    twice: right. All 2 cases agree.
    """

    name: str
    stub: str
    solution: str
    oracle: Callable[..., Any]
    cases: Sequence[DraftCase]
    wrong: Sequence[DraftWrong]
    judge: str = "equal"

    @cached_property
    def task(self) -> Task:
        """The task as plain data, with what each wrong answer gives."""
        plain = Draft(self.name, 1, self.oracle, self.cases, judge=self.judge).finished()
        return replace(plain, wrong=[Wrong(w.hint, self.gives(plain, w)) for w in self.wrong])

    def gives(self, task: Task, wrong: DraftWrong) -> list[Outcome]:
        """What somebody with this misconception answers to the cases."""
        return tried(task, self.made(self.with_misconception(wrong)))

    def with_misconception(self, wrong: DraftWrong) -> str:
        """The solution, changed as the wrong answer says."""
        if not isinstance(wrong.instead, dict):
            return str(wrong.instead)
        source = self.solution
        for old, new in wrong.instead.items():
            if old not in source:
                raise ValueError(f"the solution of {self.name} has no {old!r}")
            source = source.replace(old, new)
        return source

    def made(self, source: str) -> Callable[..., Any]:
        """The function that this source defines."""
        scope: dict[str, Any] = {}
        exec(f"{BEFORE}\n{source}", scope)
        function: Callable[..., Any] = scope[self.name]
        return function

    def begun(self, function: Callable[..., Any]) -> bool:
        """Whether a function differs from the stub."""
        mine, stub = (getattr(f, "__code__", None) for f in (function, self.made(self.stub)))
        if mine is None or stub is None:
            return True
        return bool((mine.co_code, mine.co_consts) != (stub.co_code, stub.co_consts))

    def report(self, function: Callable[..., Any]) -> Report:
        """What the student is told: not begun, right, a hint, or the first case that differs."""
        if not self.begun(function):
            says = "Put your own code in the place of the dots, and run the cell again."
            return Report(self.name, False, [says], word="not begun")
        result = verdict(self.task, tried(self.task, function))
        if result.passed:
            return Report(
                self.name, True, [f"All {len(self.task.cases)} cases agree."], word="right"
            )
        says_both = [text for text in (result.hint, first_difference(result)) if text]
        return Report(self.name, False, says_both)


def answered(turns: Sequence[Turn], function: Any) -> Report:
    """The report on a function, by the turn that has its name.

    >>> answered([], len)
    Traceback (most recent call last):
    ...
    ValueError: this lecture asks for no function len; it asks for none
    """
    name = getattr(function, "__name__", None)
    for turn in turns:
        if turn.name == name:
            return turn.report(function)
    if not callable(function):
        raise ValueError(
            f"give check the function itself, without brackets and quotes; got {function!r}"
        )
    asked = ", ".join(turn.name for turn in turns) or "none"
    raise ValueError(f"this lecture asks for no function {name}; it asks for {asked}")
