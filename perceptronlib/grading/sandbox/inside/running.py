"""Running the cells of a notebook so that what counts is what its reader would say counts.

The last definition of a name, in the order of the notebook, is the one that counts. A statement
that fails costs only what it breaks: the others of its cell are run. A cell in which one failed is
run again once all else has run, if what it missed stands further below, since at home the order was
another; but then what went well is left alone, and no name is bound that a later cell has bound. So
a helper may stand below its use, and an abandoned attempt above the answer stays abandoned.
"""

from __future__ import annotations
import __future__

import ast
import builtins
import inspect
import warnings
from collections.abc import Callable, Iterable, Mapping
from math import inf
from typing import Any

from .cells import Cell, Statement
from .history import BEFORE_ALL, GONE, History, Namespace, Place, put
from .names import bound, is_definition, is_stub, named, plainer, used

__all__ = ["Session"]

WHOLE = -1
"""Stands for all statements of a cell, while it is read."""

BLOCKS = (ast.For, ast.AsyncFor, ast.While, ast.If, ast.With, ast.AsyncWith, ast.Try, ast.TryStar)
"""Statements that may have done a part of their work when they fail."""

FEATURES = 0
for _name in __future__.all_feature_names:
    FEATURES |= getattr(__future__, _name).compiler_flag
_compile = compile  # as it is before a student's code may have put another in its place
Tell = Callable[[dict[str, Any]], None]


class Session:
    """The names of a notebook while it runs, and where in it each was bound last.

    `left_out` are statements that ended or hung an earlier process, each with the turn (0 for the
    first time that cells are run) from which on it is left out. Of the cells after number `sparing`
    only what they define is taken.

    >>> told, names = [], {}
    >>> session = Session(names, told.append)
    >>> session.run([(0, "a = b + 1"), (1, "b = 1; c = 3"), (2, "c = 4"), (3, "c = d")])
    >>> names["a"], names["c"], [event["error"] for event in told if "ran" in event]
    (2, 4, ['NameError', None, None, 'NameError', None])
    """

    def __init__(
        self,
        namespace: Namespace,
        tell: Tell,
        left_out: Mapping[Place, int] | None = None,
        sparing: float = inf,
    ) -> None:
        self.namespace, self.tell, self.left_out = namespace, tell, left_out or {}
        self.sparing = sparing
        self.bound_at: dict[str, Place] = {}
        self.history = History()
        self.missed: dict[Place, str] = {}
        self.renewed = set[str]()
        self.turn, self.features = 0, 0
        self.loop: Any = None
        self.shown: Any = GONE

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

        Either the name is there that was not, or one that it uses was bound anew or further below:
        a function, where a name was missing, since only a function may hide it.
        """
        for (failed, part), name in self.missed.items():
            if failed == number:
                names = used(cell.statements[part].node)
                below = {n for n in names if self.bound_at.get(n, BEFORE_ALL)[0] > number}
                changed = below | names & self.renewed
                if name and name not in self.namespace:
                    changed = {n for n in changed if callable(self.namespace.get(n))}
                if changed or name in self.namespace:
                    return True
        return False

    def _run(self, number: int, cell: Cell) -> None:
        """Run a cell; what cells below it have bound stays as it is."""
        below = {name: place for name, place in self.bound_at.items() if place[0] > number}
        before, error = self.namespace.copy(), cell.error
        again, anew = self._to_run_again(number, cell), set[str]()
        for part, statement in enumerate(cell.statements):
            place = number, part
            stays = self.turn and part not in again and anew.isdisjoint(used(statement.node))
            if stays and self.history.recall(place, self.namespace):
                continue
            if self._counts(place, statement):
                failed = self._ran(place, statement, is_last=part == len(cell.statements) - 1)
                error = error or failed
                anew |= bound(statement.node)
        for name in below:
            put(self.namespace, name, before.get(name, GONE))
        self.bound_at |= below
        self.tell({"ran": number, "error": error or None})

    def _to_run_again(self, number: int, cell: Cell) -> set[int]:
        """The statements of a cell that failed; of a loop, all that it began with in the cell.

        What went well is not done twice: it may have counted, or added to a list.
        """
        again = {part for place, part in self.missed if place == number}
        names = set[str]()
        for part in range(max(again, default=-1), -1, -1):
            node = cell.statements[part].node
            if part in again and isinstance(node, BLOCKS) or bound(node) & names:
                again.add(part)
                names |= named(node)
        return again

    def _counts(self, place: Place, statement: Statement) -> bool:
        """Whether a statement is run; a stub does not take the place of what is written already."""
        if is_stub(statement.node) and not bound(statement.node).isdisjoint(self.bound_at):
            return False
        if place[0] > self.sparing and not is_definition(statement.node):
            return False
        return self.left_out.get(place, self.turn + 1) > self.turn

    def _ran(self, place: Place, statement: Statement, is_last: bool) -> str:
        """Run a statement that stands at a place; the type of the error that ended it, if any."""
        number, part = place
        self.tell({"cell": number, "part": part, "turn": self.turn})
        before, error = self.namespace.copy(), ""
        self.missed.pop(place, None)
        try:
            self._execute(statement.node, f"<cell {number + 1}>", shows=is_last)
        except BaseException as failed:  # also SystemExit, and what a student derives from it
            error = str(type.__dict__["__name__"].__get__(type(failed)))[:60]  # not what it claims
            self.missed[place] = str(failed.name) if isinstance(failed, NameError) else ""
            self._define_plainly(statement.node, f"<cell {number + 1}>")
        names = {name for name in before if self.namespace.get(name, GONE) is not before[name]}
        names |= self.namespace.keys() - before
        if not error:
            names |= bound(statement.node) & self.namespace.keys()
        for name in names:
            if statement.keeps:
                self.bound_at[name] = place
                self.history.note(name, place, self.namespace.get(name, GONE))
                self.renewed.add(name)
            elif name in self.bound_at:
                put(self.namespace, name, before.get(name, GONE))
        return error

    def _define_plainly(self, node: ast.stmt, file: str) -> None:
        """A definition that failed, without annotations, and without decorators that are missing.

        What a function computes depends neither on a type that is not there, nor on a compiler.
        """
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            return
        known = self.namespace.keys() | vars(builtins).keys()
        for form in (node, *plainer(node, known)):
            try:
                self._execute(form, file, features=__future__.annotations.compiler_flag)
                return
            except Exception:
                continue

    def _execute(
        self, node: ast.stmt, file: str, *, shows: bool = False, features: int = 0
    ) -> None:
        """Run a statement; the value of the last one of a cell, which it shows, is called `_`."""
        flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT | self.features | features
        tree: ast.Module | ast.Expression = ast.Module([node], [])
        if is_shown := shows and isinstance(node, ast.Expr):
            tree = ast.Expression(node.value)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            mode = "eval" if is_shown else "exec"
            code = _compile(tree, file, mode, flags=flags, dont_inherit=True)
        self.features |= code.co_flags & FEATURES & ~features
        try:
            value = eval(code, self.namespace)
        except RuntimeError as error:
            if "no running event loop" not in str(error):
                raise
            value = self._wait_for(_within_a_loop(code, self.namespace))
        if code.co_flags & inspect.CO_COROUTINE:
            value = self._wait_for(value)
        if is_shown and value is not None and self.namespace.get("_", GONE) is self.shown:
            self.namespace["_"] = self.shown = value

    def _wait_for(self, awaited: Any) -> Any:
        """Notebooks allow `await` outside of functions."""
        import asyncio

        if self.loop is None:
            self.loop = asyncio.new_event_loop()
        return self.loop.run_until_complete(awaited)


async def _within_a_loop(code: Any, namespace: Namespace) -> Any:
    """Notebooks run all of their code within a loop of events, so a task can begin anywhere."""
    return eval(code, namespace)
