"""One process of a submission, from its start to its end, as seen from outside.

Lines from the sandbox are evidence, not truth: what is malformed counts as no answer. Hidden inputs
go into the sandbox only when every visible case has been answered.
"""

from __future__ import annotations

import json
import os
import select
from collections import defaultdict
from collections.abc import Collection, Mapping

import numpy as np

from ...checks.limits import Limits
from ...checks.plain import is_plain
from ...checks.tasks import Outcome, Task
from .box import Box
from .calls import Calls
from .ending import World
from .library import SandboxError
from .usage import Meter, Stopwatch

__all__ = ["EVERY_CELL", "Part", "Play"]

LOST: dict[str, Outcome] = {
    "ended": {"error": "Ended", "says": "the program ended"},
    "too slow": {"slow": True},
    "too large": {"error": "MemoryError", "says": "it takes more memory than there is"},
    "too many files": {"error": "OSError", "says": "it makes too many files"},
}
"""How a process can come to its end, and what that is as the answer to a call."""

LONGEST_LINE, MOST_LINES, MOST_PARTS = 4_000_000, 40_000, 20_000
TRIES, LOOK = 3, 0.05

EVERY_CELL = 10**9
"""The number of the last cell that is run as a whole, if all of them are."""

Part = tuple[int, int]
"""A cell, and a statement of it, counted from 0; -1 while the cell as a whole is read."""


class Play:
    """A process that runs cells and calls functions; `left_out` are statements that broke others.

    `tried` are the names of tasks whose functions are not tried again (see `calls`); of the cells
    after number `sparing` only what they define is taken.

    >>> play = Play([(0, "a = 1")], [], Limits(), {})
    >>> play.finished, play.culprit
    (True, None)
    """

    def __init__(
        self,
        cells: list[tuple[int, str]],
        tasks: list[Task],
        limits: Limits,
        left_out: Mapping[Part, int],
        tried: Collection[str] = (),
        sparing: int = EVERY_CELL,
    ) -> None:
        self.cells, self.limits, self.left_out = cells, limits, left_out
        self.sparing = sparing
        self.numbers = {number for number, _ in cells}
        self.calls = Calls(tasks, tried)
        self.errors: dict[int, str | None] = {}
        self.part: Part | None = None
        self.turn = 0
        self.ready, self.calling = "", False
        self.unsent = memoryview(b"")
        self.how = "ended"
        self.spent = defaultdict[str, float](float)
        """Seconds, by what they were spent on: "start", "step" (the present one), "cells", tasks"""

    @property
    def finished(self) -> bool:
        """Whether every call has been answered."""
        return self.calls.next is None

    @property
    def culprit(self) -> Part | None:
        """The statement that was running when the process ended, if it was one."""
        return None if self.finished or self.calling else self.part

    @property
    def called(self) -> Task | None:
        """The task whose function is being called."""
        return self.calls.next.task if self.calling and self.calls.next else None

    def outcomes(self) -> dict[str, list[Outcome]]:
        """What is known for good; the task that ended the process has lost what it left open."""
        return self.calls.outcomes(LOST[self.how], self.called)

    def watch(self, box: Box, slot: int) -> None:
        """Start the process, listen until it ends or is ended, and leave nothing of it behind."""
        for _ in range(TRIES):  # on a machine out of breath it may not start at once
            self._watch(box, slot)
            if self.ready:
                break
        if self.ready != np.__version__:
            here = np.__version__
            raise SandboxError(f"the sandbox did not start with numpy {here}: {box.why_not()}")

    def _watch(self, box: Box, slot: int) -> None:
        self.how = "ended"
        left_out = [[*part, turn] for part, turn in self.left_out.items()]
        request = {
            "cells": self.cells,
            "calls": [call.request() for call in self.calls.visible],
            "left_out": left_out,
            "sparing": self.sparing,
        }
        process, line = box.start(request, self.limits, slot)
        world = World(process, is_sandbox=not box.unsafe)
        self.unsent = memoryview(line)
        try:
            self._listen(world)
        finally:
            world.end()
            assert process.stdin is not None and process.stdout is not None
            process.stdin.close()
            process.stdout.close()
        if self.how == "ended" and box.is_overrun(slot):
            self.how = "too large"

    # -- listening -----------------------------------------------------------------------------

    def _listen(self, world: World) -> None:
        process = world.process
        assert process.stdin is not None and process.stdout is not None
        wire, feed = process.stdout.fileno(), process.stdin.fileno()
        meter = Meter(process.pid)
        watch = Stopwatch(meter, self.limits.patience)
        rest, received, count = b"", 0, 0
        os.set_blocking(feed, False)
        while not self.finished:
            ready = self._wait(wire, feed)
            if watch.seconds_ago() >= LOOK or not ready:
                self._charge(watch)
            if feed in ready:
                self._feed(feed)
            if wire in ready:
                was_ready, chunk = self.ready, os.read(wire, 1 << 16)
                received += len(chunk)
                if not chunk or received > self.limits.reply or len(rest) > LONGEST_LINE:
                    return
                *lines, rest = (rest + chunk).split(b"\n")
                count += len(lines)
                if count > MOST_LINES:
                    return
                for line in lines:
                    self._hear(line)
                if self.ready and not was_ready:
                    world.look()
                    meter.first_to_go()
            if self._is_over():
                return

    def _wait(self, wire: int, feed: int) -> set[int]:
        """Which of the two can be used now, if that is soon."""
        poll = select.poll()  # unlike select.select it takes any number of open files
        poll.register(wire, select.POLLIN)
        if self.unsent:
            poll.register(feed, select.POLLOUT)
        return {file for file, _ in poll.poll(1000 * LOOK)}

    def _charge(self, watch: Stopwatch) -> None:
        """Count what was used since the last look for what the process was busy with."""
        seconds, usage = watch.reading()
        task = self.called
        on = f"task {task.name}" if task else "cells" if self.ready else "start"
        self.spent[on] += seconds
        self.spent["step"] += seconds
        if not self.ready:
            return  # while it is made, a sandbox may still see this machine's files
        if usage.memory > self.limits.memory:
            self.how = "too large"
        elif usage.files > self.limits.inodes:
            self.how = "too many files"

    def _is_over(self) -> bool:
        """Whether the process has used up what it may."""
        limits, spent = self.limits, self.spent
        if self.finished or self.how != "ended":
            return not self.finished
        task = self.called
        if not self.ready:
            over = spent["start"] > limits.start
        elif task:
            over = spent["step"] > limits.step or spent[f"task {task.name}"] > limits.task
        else:
            over = spent["step"] > limits.step or spent["cells"] > limits.total
        self.how = "too slow" if over else self.how
        return over

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
            self.spent["step"] = 0
        elif self.calling:
            if "outcome" in event:
                self._note(event["outcome"])
        elif "cell" in event:
            self._begin(event["cell"], event.get("part"), event.get("turn"))
        elif "ran" in event and self.part is not None and event["ran"] == self.part[0]:
            error = event.get("error")
            self.errors[self.part[0]] = _text(error, 60) if isinstance(error, str) else None
        elif "calling" in event:
            self.calling = True
            self.spent["step"] = 0

    def _begin(self, number: object, part: object, turn: object) -> None:
        """A statement of a cell begins; a cell has its time for all its statements together."""
        if not (type(number) is int and number in self.numbers):
            return
        if not (type(part) is int and type(turn) is int and -1 <= part < MOST_PARTS):
            return
        if 0 <= turn < MOST_PARTS:
            if self.part is None or (number, turn) != (self.part[0], self.turn):
                self.spent["step"] = 0
            self.part, self.turn = (number, part), turn

    def _note(self, outcome: object) -> None:
        self.spent["step"] = 0
        if calls := self.calls.note(_cleaned(outcome)):
            self.unsent = memoryview(json.dumps([c.request() for c in calls]).encode() + b"\n")


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
