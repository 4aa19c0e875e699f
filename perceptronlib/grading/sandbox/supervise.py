"""Watching one submission in the sandbox, and starting it again without what broke it.

A cell or a task that kills or hangs its process costs the student that cell or task, not the rest.
Lines from the sandbox are evidence, not truth: what is malformed counts as no answer. Hidden inputs
go into the sandbox only when every visible case has been answered, and what a later process says of
visible cases and of cells is ignored: so no text that a student will read (how a cell ended, what a
function said of a visible case) was written by code that had seen them. Of the answers to hidden
cases students learn little more than the verdict. What is left: by the time that reading a file
takes, one submission could tell another what is in its machine's memory, a few bits at a time.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from ...checks.limits import Limits
from ...checks.plain import is_plain
from ...checks.tasks import Outcome, Task
from .box import Box
from .library import SandboxError

__all__ = ["Attempt", "attempt"]

BROKEN: Outcome = {"error": "Ended", "says": "the program ended"}
_REMEDY = "is python's folder readable for everyone, and may this user start bwrap?"
LONGEST_LINE, MOST_LINES = 4_000_000, 20_000
MOST_STARTS, TRIES = 16, 3

Call = tuple[Task, int]
"""A task, and which of its cases its function is called with."""


@dataclass
class Attempt:
    """What came of a submission: the outcomes of each task, and what happened to its cells.

    >>> Attempt(outcomes={"update": [{"value": 1}]}).cells
    {}
    """

    outcomes: dict[str, list[Outcome]] = field(default_factory=dict)
    cells: dict[int, str] = field(default_factory=dict)


def attempt(
    box: Box, cells: list[tuple[int, str]], tasks: list[Task], limits: Limits, slot: int = 0
) -> Attempt:
    """Run the cells, then call the tasks' functions, in as many fresh processes as it takes.

    >>> from perceptronlib.checks.tasks import Case
    >>> twice = Task("twice", "function", 1, {"": 1}, [Case([3], 6)])
    >>> with Box(unsafe=True) as box:
    ...     attempt(box, [(0, "def twice(n): return n + n")], [twice], Limits()).outcomes
    {'twice': [{'value': 6}]}
    """
    result, unfinished = Attempt(), {task.name: task for task in tasks}
    left_out: set[int] = set()
    before_hidden: dict[str, dict[int, Outcome]] = {}  # of visible cases: only those are believed
    deadline = time.monotonic() + limits.total
    for _ in range(MOST_STARTS):
        if not unfinished or time.monotonic() > deadline:
            break
        runnable = [(number, source) for number, source in cells if number not in left_out]
        play = _Play(runnable, list(unfinished.values()), deadline, limits)
        play.watch(box, slot)
        if play.culprit_cell is not None:
            left_out.add(play.culprit_cell)
            if not before_hidden:
                result.cells[play.culprit_cell] = play.how
            continue
        if not before_hidden:
            result.cells.update({n: error for n, error in play.errors.items() if error})
            before_hidden = play.visible_outcomes()
        for name, outcomes in play.outcomes().items():
            kept = before_hidden.get(name, {})
            result.outcomes[name] = [kept.get(k, outcome) for k, outcome in enumerate(outcomes)]
            del unfinished[name]
    for name, task in unfinished.items():
        result.outcomes[name] = [{"slow": True}] * len(task.cases)
    return result


class _Play:
    """One process, from its start to its end."""

    def __init__(
        self, cells: list[tuple[int, str]], tasks: list[Task], deadline: float, limits: Limits
    ) -> None:
        self.cells, self.tasks, self.deadline, self.limits = cells, tasks, deadline, limits
        self.numbers = {number for number, _ in cells}
        calls: list[Call] = [(task, k) for task in tasks for k in range(len(task.cases))]
        self.visible = [(task, k) for task, k in calls if task.cases[k].visible]
        self.hidden = [(task, k) for task, k in calls if not task.cases[k].visible]
        self.heard: list[Outcome] = []
        self.errors: dict[int, str | None] = {}
        self.cell: int | None = None
        self.ready, self.calling = "", False
        self.unsent = memoryview(b"")
        self.how = "ended"

    @property
    def finished(self) -> bool:
        """Whether every call has been answered."""
        return len(self.heard) == len(self.visible) + len(self.hidden)

    @property
    def culprit_cell(self) -> int | None:
        """The cell that was running when the process ended, if it was one."""
        return None if self.finished or self.calling else self.cell

    def visible_outcomes(self) -> dict[str, dict[int, Outcome]]:
        """The outcomes of visible cases, if hidden inputs were sent after them."""
        if not self.hidden or len(self.heard) < len(self.visible):
            return {}
        return self._by_task(self.visible)

    def outcomes(self) -> dict[str, list[Outcome]]:
        """What is known for good: of tasks with all their answers, and of the one that broke."""
        calls = self.visible + self.hidden
        broken = calls[len(self.heard)][0] if self.calling and not self.finished else None
        lost: Outcome = {"slow": True} if self.how == "too slow" else BROKEN
        by_task = self._by_task(calls)
        return {
            task.name: [by_task[task.name].get(k, lost) for k in range(len(task.cases))]
            for task in self.tasks
            if task is broken or len(by_task[task.name]) == len(task.cases)
        }

    def _by_task(self, calls: Sequence[Call]) -> dict[str, dict[int, Outcome]]:
        """The outcomes of those of the calls that were answered, by task and case."""
        outcomes: dict[str, dict[int, Outcome]] = {task.name: {} for task in self.tasks}
        for (task, k), outcome in zip(calls, self.heard, strict=False):
            outcomes[task.name][k] = outcome
        return outcomes

    def watch(self, box: Box, slot: int) -> None:
        """Start the process, listen until it ends or is ended, and leave nothing of it behind."""
        for _ in range(TRIES):  # on a machine out of breath it may not start at once
            self._watch(box, slot)
            if self.ready:
                break
        if self.ready != np.__version__:
            raise SandboxError(f"the sandbox did not start with numpy {np.__version__}; {_REMEDY}")

    def _watch(self, box: Box, slot: int) -> None:
        self.how = "ended"
        request = {"cells": self.cells, "calls": _requests(self.visible)}
        process, line = box.start(request, self.limits, slot)
        self.unsent = memoryview(line)
        try:
            self._listen(process)
        finally:
            process.kill()
            process.wait()
            assert process.stdin is not None and process.stdout is not None
            process.stdin.close()
            process.stdout.close()

    def _listen(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None and process.stdout is not None
        wire, feed = process.stdout.fileno(), process.stdin.fileno()
        rest, received, count = b"", 0, 0
        os.set_blocking(feed, False)
        while not self.finished:
            ready = self._wait(wire, feed)
            if not ready:
                self.how = "too slow"
                return
            if feed in ready:
                self._feed(feed)
            if wire in ready:
                chunk = os.read(wire, 1 << 16)
                received += len(chunk)
                if not chunk or received > self.limits.reply or len(rest) > LONGEST_LINE:
                    return
                *lines, rest = (rest + chunk).split(b"\n")
                count += len(lines)
                if count > MOST_LINES:
                    return
                for line in lines:
                    self._hear(line)

    def _wait(self, wire: int, feed: int) -> set[int]:
        """Which of the two can be used now; none if that takes longer than the process may."""
        seconds = self.limits.start
        if self.ready:  # until then nothing of the student's has run
            seconds = min(self.limits.step, self.deadline - time.monotonic())
        if seconds <= 0:
            return set()
        poll = select.poll()  # unlike select.select it takes any number of open files
        poll.register(wire, select.POLLIN)
        if self.unsent:
            poll.register(feed, select.POLLOUT)
        return {file for file, _ in poll.poll(1000 * seconds)}

    def _feed(self, feed: int) -> None:
        try:
            self.unsent = self.unsent[os.write(feed, self.unsent) :]
        except BlockingIOError:
            pass  # its reader made the pipe smaller since we looked
        except BrokenPipeError:
            self.unsent = memoryview(b"")

    def _hear(self, line: bytes) -> None:
        try:
            event = json.loads(line)
        except (ValueError, RecursionError):
            return
        if not isinstance(event, dict) or self.finished:
            return
        if not self.ready:
            self.ready = str(event.get("ready", ""))
        elif self.calling:
            if "outcome" in event:
                self._note(event["outcome"])
        elif type(event.get("cell")) is int and event["cell"] in self.numbers:
            self.cell = event["cell"]
        elif "ran" in event and event["ran"] == self.cell and self.cell is not None:
            error = event.get("error")
            self.errors[self.cell] = _text(error, 60) if isinstance(error, str) else None
        elif "calling" in event:
            self.calling = True

    def _note(self, outcome: object) -> None:
        self.heard.append(_cleaned(outcome))
        if len(self.heard) == len(self.visible) and self.hidden:
            self.unsent = memoryview(json.dumps(_requests(self.hidden)).encode() + b"\n")


def _requests(calls: Sequence[Call]) -> list[dict[str, object]]:
    """The calls as the runner gets them: without the right answers."""
    return [{"name": t.name, "kind": t.kind, "args": t.cases[k].args} for t, k in calls]


def _cleaned(outcome: object) -> Outcome:
    """An outcome as it may be; whatever else was sent is no answer."""
    if isinstance(outcome, dict):
        if set(outcome) == {"value"} and is_plain(outcome["value"]):
            return outcome
        if outcome == {"missing": True}:
            return outcome
        error, says = outcome.get("error"), outcome.get("says")
        if isinstance(error, str) and isinstance(says, str):
            return {"error": _text(error, 60), "says": _text(says, 300)}
    return {"error": "NotPlain", "says": "the answer is not a plain value"}


def _text(text: str, most: int) -> str:
    """The beginning of a text, as it can be written to a file."""
    return text[:most].encode(errors="replace").decode()
