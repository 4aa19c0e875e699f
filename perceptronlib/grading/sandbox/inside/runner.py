"""What runs inside the sandbox: the cells of one submission, then its functions on our arguments.

It knows no right answer. It reads a request from its standard input, and further ones once it has
answered all visible cases: the last one holds the hidden cases. It writes one line of JSON for each
thing that happens to what was its standard output; whatever the student's code prints goes nowhere.
Anything that is written there may have been forged by that code; it is judged outside.
"""

from __future__ import annotations

import builtins
import json
import os
import resource
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .history import History

MEGABYTE = 2**20
Json = dict[str, Any]


def main(folder: str) -> None:
    """Serve one submission; `folder` is the one that holds this package."""
    wires = Wires()
    request = wires.listen()
    _limit(request["limits"])  # first: what this user cannot read is to be found out here
    import numpy as np

    from .running import Session

    np.random.seed(0)
    namespace = _namespace(folder)
    session = Session(namespace, wires.say, _left_out(request), request["sparing"])
    answers = Answers(namespace, session.history)
    wires.say({"ready": np.__version__})
    session.run(request["cells"])
    answers.settle({call["name"]: call["kind"] for call in request["calls"]})
    wires.say({"calling": True})

    calls = request["calls"]
    while calls:
        for call in calls:
            wires.say({"outcome": answers.to(**call)})
        calls = wires.listen()
    os._exit(0)


def _left_out(request: Json) -> dict[tuple[int, int], int]:
    return {(number, part): turn for number, part, turn in request["left_out"]}


class Answers:
    """What the names of a notebook answer to calls; prepared before any of its cells has run."""

    def __init__(self, namespace: Json, history: History) -> None:
        from perceptronlib.checks.trying import outcome_of

        from .history import put_for_now

        self.namespace, self.history = namespace, history
        self.outcome_of, self.put_for_now = outcome_of, put_for_now
        self.tasks: dict[str, str] = {}
        self.then: dict[str, Json] = {}

    def settle(self, tasks: dict[str, str]) -> None:
        """The notebook has run: of each task, given with its kind, the last answer counts."""
        self.tasks = tasks
        for name, kind in tasks.items():
            self.history.settle(self.namespace, name, callable if kind == "function" else _is_some)

    def to(self, name: str, kind: str, args: list[Any], then: bool = False) -> Json:
        """The outcome of one call, or the value of a name.

        With `then` all helpers are what they were in the cell that defines the function.
        """
        if name not in self.namespace:
            return {"missing": True}
        value = self.namespace[name]
        if kind != "function":
            return self.outcome_of(lambda: value, args)
        if not then:
            return self.outcome_of(value, args)
        if name not in self.then:
            self.then[name] = self.history.as_at(name, self.namespace, self.tasks)
        with self.put_for_now(self.namespace, self.then[name]):
            return self.outcome_of(value, args)


def _is_some(value: Any) -> bool:
    return value is not None


class Wires:
    """Reads and writes lines of JSON; the usual three files lead nowhere from now on."""

    def __init__(self) -> None:
        self.feed, self.wire = os.fdopen(os.dup(0), "rb"), os.dup(1)
        self.dumps, self.loads, self.write = json.dumps, json.loads, os.write
        nowhere = os.open(os.devnull, os.O_RDWR)
        for usual in (0, 1, 2):
            os.dup2(nowhere, usual)

    def listen(self) -> Any:
        """The next line that the grader sends."""
        return self.loads(self.feed.readline())

    def say(self, event: Json) -> None:
        """Tell the grader."""
        unsent = self.dumps(event).encode() + b"\n"
        while unsent:
            unsent = unsent[self.write(self.wire, unsent) :]


def _limit(limits: Json) -> None:
    """Give up what the student's code does not need; none of it can be taken back."""
    if limits.get("uid"):
        os.setgroups([])
        os.setgid(limits["uid"])
        os.setuid(limits["uid"])
    for what, most in (
        (resource.RLIMIT_AS, limits["memory"] * MEGABYTE),
        (resource.RLIMIT_FSIZE, limits["file"] * MEGABYTE),
        (resource.RLIMIT_CPU, limits["cpu"]),
        (resource.RLIMIT_NPROC, limits["threads"]),
        (resource.RLIMIT_NOFILE, 64),
        (resource.RLIMIT_SIGPENDING, 64),
        (resource.RLIMIT_MSGQUEUE, 0),
        (resource.RLIMIT_MEMLOCK, 0),
        (resource.RLIMIT_CORE, 1),  # unlike 0 this also keeps crash reporters from looking
    ):
        allowed = resource.getrlimit(what)[1]
        most = most if allowed == resource.RLIM_INFINITY else min(most, allowed)
        resource.setrlimit(what, (most, most))


def _namespace(folder: str) -> Json:
    """A fresh main module; what notebooks offer beyond Python is there and does nothing."""
    from .shell import NOTHING, offer_ipython

    module = type(sys)("__main__")
    sys.modules["__main__"] = module
    offer_ipython(folder)
    sys.path.append("")  # what a notebook wrote to a file it can import
    module.__dict__.update(display=NOTHING, get_ipython=NOTHING, __builtins__=builtins)
    return module.__dict__
