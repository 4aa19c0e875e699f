"""The calls of one process: which there are, in which order, and what came of them.

First come the visible cases. Functions that fail there are tried again with their helpers as these
were where the function stands: a helper, or a number, may have got another meaning further below,
for another task. The better way is taken for the hidden cases, which come last. The sandbox learns
nothing by it: which way is better is found out here, by visible cases alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ...checks.tasks import Outcome, Task, Verdict, verdict

__all__ = ["Call", "Calls"]

ByTask = dict[str, dict[int, Outcome]]
"""Outcomes by the names of tasks, then by their cases."""


class Call(NamedTuple):
    """A task, and which of its cases its function is called with.

    With `then` its helpers are what they were where it stands, not what they were last.

    >>> Call(Task("double", "function", 1, {"": 1}, []), 0).then
    False
    """

    task: Task
    case: int
    then: bool = False

    def request(self) -> dict[str, object]:
        """The call as the runner gets it: without the right answer."""
        args = self.task.cases[self.case].args
        return {"name": self.task.name, "kind": self.task.kind, "args": args, "then": self.then}


class Calls:
    """The calls of some tasks; functions of the tasks named in `tried` are not tried again.

    >>> from perceptronlib.checks.tasks import Case
    >>> cases = [Case([4], 8), Case([5], 10, visible=False)]
    >>> calls = Calls([Task("double", "function", 1, {"": 1}, cases)])
    >>> [(call.case, call.then) for call in calls.note({"value": 4})]
    [(0, True)]
    >>> [(call.case, call.then) for call in calls.note({"value": 8})]
    [(1, True)]
    >>> calls.note({"value": 10}), calls.outcomes({}, None)
    ([], {'double': [{'value': 8}, {'value': 10}]})
    """

    def __init__(self, tasks: Sequence[Task], tried: Collection[str] = ()) -> None:
        self.tasks, self.tried = tasks, tried
        every = [Call(task, k) for task in tasks for k in range(len(task.cases))]
        self.visible = [call for call in every if call.task.cases[call.case].visible]
        self.hidden = [call for call in every if not call.task.cases[call.case].visible]
        self.again: list[Call] = []
        self.then = set[str]()
        self.heard: list[Outcome] = []

    @property
    def all(self) -> list[Call]:
        """All calls, in order, as far as they are known."""
        return [*self.visible, *self.again, *self.hidden]

    @property
    def next(self) -> Call | None:
        """The call whose outcome is awaited; None once every call has been answered."""
        return self.all[len(self.heard)] if len(self.heard) < len(self.all) else None

    @property
    def second_try(self) -> str:
        """The name of the task whose function is being tried again, if one is."""
        is_again = len(self.visible) <= len(self.heard) < len(self.visible) + len(self.again)
        return self.next.task.name if is_again and self.next else ""

    def note(self, outcome: Outcome) -> list[Call]:
        """Take the outcome of the next call; gives the calls that are to be sent after it."""
        self.heard.append(outcome)
        if len(self.heard) == len(self.visible):
            self.again = self._failing()
            if self.again:
                return self.again
        if len(self.heard) == len(self.visible) + len(self.again):
            self._choose()
            return self.hidden
        return []

    def visible_outcomes(self) -> ByTask:
        """The outcomes of visible cases, if hidden inputs were sent after them."""
        if not self.hidden or len(self.heard) < len(self.visible) + len(self.again):
            return {}
        by_task = self._by_task()
        return {task.name: _only_visible(task, by_task[task.name]) for task in self.tasks}

    def outcomes(self, lost: Outcome, broken: Task | None) -> dict[str, list[Outcome]]:
        """What is known for good: of tasks with all their answers, and of one that broke.

        What that one did not answer any more is lost.
        """
        by_task = self._by_task()
        return {
            task.name: [by_task[task.name].get(k, lost) for k in range(len(task.cases))]
            for task in self.tasks
            if task is broken or len(by_task[task.name]) == len(task.cases)
        }

    def _by_task(self) -> ByTask:
        """The outcomes of those of the calls that were answered, in the better way."""
        outcomes: ByTask = {task.name: {} for task in self.tasks}
        for call, outcome in zip(self.all, self.heard, strict=False):
            if not call.then or call.task.name in self.then:
                outcomes[call.task.name][call.case] = outcome
        return outcomes

    def _failing(self) -> list[Call]:
        """The visible cases once more of all functions that are not right on each of them."""
        by_task = self._by_task()
        return [
            call._replace(then=True)
            for call in self.visible
            if call.task.kind == "function" and call.task.name not in self.tried
            if not _on_visible(call.task, by_task[call.task.name]).passed
        ]

    def _choose(self) -> None:
        """Find out which functions are better with their helpers as they were."""
        now, then = self._by_task(), defaultdict[str, dict[int, Outcome]](dict)
        for call, outcome in zip(self.again, self.heard[len(self.visible) :], strict=True):
            then[call.task.name][call.case] = outcome
        for task in (task for task in self.tasks if task.name in then):
            better = _on_visible(task, then[task.name]).fraction
            if better > _on_visible(task, now[task.name]).fraction:
                self.then.add(task.name)
        self.hidden = [call._replace(then=call.task.name in self.then) for call in self.hidden]


def _only_visible(task: Task, outcomes: Mapping[int, Outcome]) -> dict[int, Outcome]:
    return {k: outcomes[k] for k, case in enumerate(task.cases) if case.visible}


def _on_visible(task: Task, outcomes: Mapping[int, Outcome]) -> Verdict:
    """The verdict on a task by what its function gave on the visible cases."""
    cases = [case for case in task.cases if case.visible]
    return verdict(replace(task, cases=cases), [*_only_visible(task, outcomes).values()])
