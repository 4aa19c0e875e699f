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
import re
import resource
import sys
from collections.abc import Callable
from typing import Any

MEGABYTE = 2**20
Json = dict[str, Any]
Namespace = dict[str, Any]


def main() -> None:
    listen, say = _wires()
    request = listen()
    _limit(request["limits"])  # first: what this user cannot read is to be found out here
    sys.path[:0] = request["path"]
    import numpy as np

    from perceptronlib.checks.trying import outcome_of

    np.random.seed(0)
    namespace = _namespace()
    say({"ready": np.__version__})
    _run_all(request["cells"], namespace, say)
    say({"calling": True})

    def answer(name: str, kind: str, args: list[Any]) -> Json:
        if name not in namespace:
            return {"missing": True}
        value = namespace[name]
        return outcome_of(value if kind == "function" else lambda: value, args)

    for call in request["calls"]:
        say({"outcome": answer(**call)})
    for call in listen():
        say({"outcome": answer(**call)})
    os._exit(0)


def _run_all(
    cells: list[tuple[int, str]], namespace: Namespace, say: Callable[[Json], None]
) -> None:
    """Run the cells in order; those that missed a name once more, in case the order was another."""
    unready = []
    for number, source in cells:
        say({"cell": number})
        error = _run(source, number, namespace)
        say({"ran": number, "error": error})
        if error == "NameError":
            unready.append((number, source))
    for number, source in unready:
        say({"cell": number})
        say({"ran": number, "error": _run(source, number, namespace)})


def _wires() -> tuple[Callable[[], Any], Callable[[Json], None]]:
    """Two functions that read and write a line; the usual three files lead nowhere from now on."""
    feed, wire = os.fdopen(os.dup(0), "rb"), os.dup(1)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for usual in (0, 1, 2):
        os.dup2(nowhere, usual)
    dumps, loads, write = json.dumps, json.loads, os.write

    def listen() -> Any:
        return loads(feed.readline())

    def say(event: Json) -> None:
        unsent = dumps(event).encode() + b"\n"
        while unsent:
            unsent = unsent[write(wire, unsent) :]

    return listen, say


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
        (resource.RLIMIT_CORE, 1),  # unlike 0 this also keeps crash reporters from looking
    ):
        allowed = resource.getrlimit(what)[1]
        most = most if allowed == resource.RLIM_INFINITY else min(most, allowed)
        resource.setrlimit(what, (most, most))


def _namespace() -> Namespace:
    """A fresh main module; what notebooks offer beyond Python is there and does nothing."""
    module, nothing = type(sys)("__main__"), _Nothing()
    sys.modules["__main__"] = module
    for part in ("", ".display", ".core", ".core.display", ".core.interactiveshell"):
        sys.modules[f"IPython{part}"] = nothing  # type: ignore[assignment]
    module.__dict__.update(display=nothing, get_ipython=nothing, __builtins__=builtins)
    return module.__dict__


class _Nothing:
    """Stands for IPython: whatever is asked of it, it does nothing."""

    version_info = (9, 0)  # matplotlib looks at it

    def __getattr__(self, name: str) -> _Nothing:
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __call__(self, *_: object, **__: object) -> _Nothing:
        return self

    def __bool__(self) -> bool:
        return False  # else matplotlib takes it for a shell


def _run(source: str, number: int, namespace: Namespace) -> str | None:
    """Run a cell; the type of the error that ended it, if one did."""
    try:
        try:
            code = compile(source, f"<cell {number}>", "exec", dont_inherit=True)
        except SyntaxError:
            plain = _without_magic(source)
            code = compile(plain, f"<cell {number}>", "exec", dont_inherit=True)
        exec(code, namespace)
    except BaseException as error:  # also SystemExit, and what a student derives from BaseException
        return str(type.__dict__["__name__"].__get__(type(error)))[:60]  # not what its class claims
    return None


def _without_magic(source: str) -> str:
    """The cell without the lines that only a notebook understands."""
    if re.match(r"\s*%%(?!time|capture|timeit|prun)", source):
        return ""
    lines = source.splitlines()
    magic = r"^(\s*)([%!?].*|[\w.]+\?+|[\w, ]+= *[%!].*)$"  # %time f(), np.dot?, files = !ls
    return "\n".join(re.sub(magic, r"\1pass", line) for line in lines)


if __name__ == "__main__":
    main()
