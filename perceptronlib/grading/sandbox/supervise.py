"""Watching one submission in the sandbox, and starting it again without what broke it.

A statement or a task that kills or hangs its process costs the student that statement or task, not
the rest. What a later process says of visible cases and of cells is ignored: so no text that a
student will read (how a cell ended, what a function said of a visible case) was written by code
that had seen hidden inputs. Of the answers to hidden cases students learn little more than the
verdict. What is left: by the time that reading a file takes, one submission could tell another what
is in its machine's memory, a few bits at a time.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ...checks.limits import Limits
from ...checks.tasks import Outcome, Task
from .box import Box
from .play import EVERY_CELL, Part, Play

__all__ = ["Attempt", "attempt"]

MOST_STARTS, MOST_TIMES = 16, 3
"""So often a process is started for one submission; and so many times its cells may have all the
time that cells may have."""

LAST_STARTS = 4
"""The last processes take of the cells that are still unknown only what they define."""

NO_CELL = -2
"""The number of the last cell that is run as a whole, if there is none."""


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
    left_out: dict[Part, int] = {}
    before_hidden: dict[str, dict[int, Outcome]] = {}  # of visible cases: only those are believed
    tried = set[str]()
    spent, sparing = 0.0, EVERY_CELL
    for start in range(MOST_STARTS):
        is_over = spent > MOST_TIMES * limits.total
        if left_out and not before_hidden and (is_over or start == MOST_STARTS - LAST_STARTS):
            sparing = min(sparing, max(number for number, _ in left_out))
            is_over = spent > (MOST_TIMES + 1) * limits.total
        if not unfinished or is_over:
            break
        play = Play(cells, list(unfinished.values()), limits, left_out, tried, sparing)
        play.watch(box, slot)
        spent += play.spent["cells"]
        if play.culprit is not None:
            last = play.culprit[0]
            left_out[play.culprit] = play.turn
            if not before_hidden:
                result.cells[last] = play.how
            if play.spent["cells"] > limits.total:  # no time is left for those that come after it
                sparing = last if sparing > last else NO_CELL
            continue
        if again := play.calls.second_try:  # it was wrong before, and now it breaks what runs
            tried.add(again)
            continue
        if not before_hidden:
            failed = {number: error for number, error in play.errors.items() if error}
            late = [number for number, _ in cells if number > sparing]
            ended = failed | dict.fromkeys(late, "no time left") | result.cells
            result.cells = dict(sorted(ended.items()))
            before_hidden = play.calls.visible_outcomes()
        for name, outcomes in play.outcomes().items():
            kept = before_hidden.get(name, {})
            result.outcomes[name] = [kept.get(k, outcome) for k, outcome in enumerate(outcomes)]
            del unfinished[name]
    for name, task in unfinished.items():
        result.outcomes[name] = [{"slow": True}] * len(task.cases)
    return result
