"""What runs inside the sandbox: the cells of one submission, then its functions on our arguments.

It knows no right answer. It reads a request from its standard input, and a second one, with the
hidden cases, once it has answered all visible ones. It writes one line of JSON for each thing that
happens to what was its standard output; whatever the student's code prints goes nowhere. Anything
that is written there may have been forged by that code; it is judged outside.
"""

from __future__ import annotations

import builtins
import json
import os
import resource
import sys
from typing import Any

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
    answers = Answers(namespace)
    wires.say({"ready": np.__version__})
    left_out = {(number, part): turn for number, part, turn in request["left_out"]}
    Session(namespace, wires.say, left_out).run(request["cells"])
    wires.say({"calling": True})

    for call in request["calls"]:
        wires.say({"outcome": answers.to(**call)})
    for call in wires.listen():
        wires.say({"outcome": answers.to(**call)})
    os._exit(0)


class Answers:
    """What the names of a notebook answer to calls; prepared before any of its cells has run."""

    def __init__(self, namespace: Json) -> None:
        from perceptronlib.checks.trying import outcome_of

        self.namespace, self.outcome_of = namespace, outcome_of

    def to(self, name: str, kind: str, args: list[Any]) -> Json:
        """The outcome of one call, or the value of a name."""
        if name not in self.namespace:
            return {"missing": True}
        value = self.namespace[name]
        return self.outcome_of(value if kind == "function" else lambda: value, args)


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
    module.__dict__.update(display=NOTHING, get_ipython=NOTHING, __builtins__=builtins)
    return module.__dict__
