"""Running the cells of a notebook so that what counts is what its reader would say counts.

The last definition of a name, in the order of the notebook, is the one that counts. A statement
that fails costs only what it breaks: the others of its cell are run. A cell in which one failed is
run again once all else has run, if what it missed stands further below, since at home the order was
another; but then it binds no name that a later cell has bound. So a helper may stand below its use,
and an abandoned attempt above the answer stays abandoned.
"""

from __future__ import annotations
import __future__

import ast
import inspect
import warnings
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from .cells import Cell, Statement, bound, used

__all__ = ["Session"]

Namespace = dict[str, Any]
Place = tuple[int, int]
"""A cell and a statement of it, both counted from 0."""

BEFORE_ALL: Place = (-1, -1)
"""The place of what is not kept: every other statement that binds a name stands after it."""

WHOLE = -1
"""Stands for all statements of a cell, while it is read."""

FEATURES = 0
for _name in __future__.all_feature_names:
    FEATURES |= getattr(__future__, _name).compiler_flag
GONE = object()
_compile = compile  # as it is before a student's code may have put another in its place
Tell = Callable[[dict[str, Any]], None]


class Session:
    """The names of a notebook while it runs, and where in it each was bound last.

    `left_out` are statements that ended or hung an earlier process, each with the turn (0 for the
    first time that cells are run) from which on it is left out.

    >>> told, names = [], {}
    >>> session = Session(names, told.append)
    >>> session.run([(0, "a = b + 1"), (1, "b = 1; c = 3"), (2, "c = 4"), (3, "c = d")])
    >>> names["a"], names["c"], [event["error"] for event in told if "ran" in event]
    (2, 4, ['NameError', None, None, 'NameError', None])
    """

    def __init__(
        self, namespace: Namespace, tell: Tell, left_out: Mapping[Place, int] | None = None
    ) -> None:
        self.namespace, self.tell, self.left_out = namespace, tell, left_out or {}
        self.bound_at: dict[str, Place] = {}
        self.missed: dict[Place, str] = {}
        self.renewed = set[str]()
        self.turn, self.features = 0, 0
        self.loop: Any = None

    def run(self, cells: Iterable[tuple[int, str]]) -> None:
        """Run all cells in order; then those that missed something, while more of them succeed."""
        read = {}
        for number, source in cells:
            self.tell({"cell": number, "part": WHOLE, "turn": 0})
            read[number] = Cell(source if (number, WHOLE) not in self.left_out else "")
            self._run(number, read[number])
        before = len(self.missed) + 1
        self.renewed.clear()
        while len(self.missed) < before:
            hopeful = [number for number, cell in read.items() if self._hopes(number, cell)]
            before, self.turn, self.renewed = len(self.missed), self.turn + 1, set()
            for number in hopeful:
                self._run(number, read[number])

    def _hopes(self, number: int, cell: Cell) -> bool:
        """Whether a failed statement of the cell may find now what it missed.

        Either the name is there that was not, or one that it uses was bound anew or further below.
        """
        for (failed, part), name in self.missed.items():
            if failed == number:
                names = used(cell.statements[part].node)
                below = {n for n in names if self.bound_at.get(n, BEFORE_ALL)[0] > number}
                if name in self.namespace or below or names & self.renewed:
                    return True
        return False

    def _run(self, number: int, cell: Cell) -> None:
        """Run a cell; what cells below it have bound stays as it is."""
        below = {name: place for name, place in self.bound_at.items() if place[0] > number}
        before, error = self.namespace.copy(), cell.error
        for part, statement in enumerate(cell.statements):
            if self.left_out.get((number, part), self.turn + 1) > self.turn:
                failed = self._ran((number, part), statement)
                error = error or failed
        for name in below:
            _put(self.namespace, name, before.get(name, GONE))
        self.bound_at |= below
        self.tell({"ran": number, "error": error or None})

    def _ran(self, place: Place, statement: Statement) -> str:
        """Run a statement that stands at a place; the type of the error that ended it, if any."""
        number, part = place
        self.tell({"cell": number, "part": part, "turn": self.turn})
        before, error = self.namespace.copy(), ""
        self.missed.pop(place, None)
        try:
            self._execute(statement.node, f"<cell {number + 1}>")
        except BaseException as failed:  # also SystemExit, and what a student derives from it
            error = str(type.__dict__["__name__"].__get__(type(failed)))[:60]  # not what it claims
            self.missed[place] = str(failed.name) if isinstance(failed, NameError) else ""
        names = {name for name in before if self.namespace.get(name, GONE) is not before[name]}
        names |= self.namespace.keys() - before
        if not error:
            names |= bound(statement.node) & self.namespace.keys()
        for name in names:
            if statement.keeps:
                self.bound_at[name] = place
                self.renewed.add(name)
            elif name in self.bound_at:
                _put(self.namespace, name, before.get(name, GONE))
        return error

    def _execute(self, node: ast.stmt, file: str) -> None:
        flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT | self.features
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            code = _compile(ast.Module([node], []), file, "exec", flags=flags, dont_inherit=True)
        self.features |= code.co_flags & FEATURES
        awaited = eval(code, self.namespace)
        if code.co_flags & inspect.CO_COROUTINE:
            self._wait_for(awaited)

    def _wait_for(self, awaited: Any) -> None:
        """Notebooks allow `await` outside of functions."""
        import asyncio

        if self.loop is None:
            self.loop = asyncio.new_event_loop()
        self.loop.run_until_complete(awaited)


def _put(namespace: Namespace, name: str, value: Any) -> None:
    """Give a name its value back, or take it away."""
    if value is GONE:
        namespace.pop(name, None)
    else:
        namespace[name] = value
