"""From the text of a cell to the statements in it, as a notebook understands them.

Lines that only a notebook understands are read by IPython's own transformer, so brackets, strings
and lines that go on are what they are there; then its calls become what they do: `%time x = f()`
assigns to x, `%timeit` computes and keeps nothing, `!ls` does nothing at all. Where a cell is no
Python, those parts of it that are still count: one broken line costs what it breaks.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from .imports import Forgiving, one_by_one

__all__ = ["Cell", "Statement"]

NEWER = "NewerPython"
"""The error of a cell that is no Python here, and looks like one of a later version."""

KEEPS, FORGETS = ("time", "prun"), ("timeit", "memit", "mprun", "lprun")
"""Magics that run a statement: those after which its names are there, and those after which not."""

WRITES = ("writefile", "file")
"""Magics that make a file of the cell, from which a later one may import or run."""

LOOKS = (
    *("debug", "flake8", "ipytest", "mypy", "pycodestyle", "pyinstrument", "scalene", "snakeviz"),
)
"""Magics that look at a cell while they run it."""

WRAPPING = (*KEEPS, *FORGETS, *LOOKS, "capture", "notify", "python", "python3", "pypy")
PYLAB = """\
import numpy, matplotlib
import numpy as np, matplotlib.pyplot as plt
from matplotlib import pylab, mlab, pyplot"""
OPTIONS = re.compile(r"(?:\s*-[A-Za-z]+(?:\s*\d+)?|\s*-[sTDlq]\s+\w+|\s*--[\w-]+)*\s*")
NEW_SYNTAX = re.compile(
    r"^\s*(?:type\s+\w+\s*[\[=]|(?:async\s+)?(?:def|class)\s+\w+\s*\[|except\s+[\w.]+\s*,)"
    r"|(?<!\w)(?:[tT]|[rR][tT]|[tT][rR])[\"']",
    re.M,
)
"""What came after 3.11: `type`, parameters for types, `except` without brackets, t-strings."""

CONTINUES = re.compile(r"[\s#)\]}]|$|(?:else|elif|except|finally)\b")
FURTHEST, MOST_TRIES = 40, 2000
"""Lines that may belong to one statement, where a cell is put together from its pieces."""


@dataclass(frozen=True)
class Statement:
    """A statement of a cell; what it assigns is not kept if it only measures time.

    >>> [statement.keeps for statement in Cell("%timeit a = 1\\nb = 2").statements]
    [False, True]
    """

    node: ast.stmt
    keeps: bool = True


@dataclass
class Cell:
    """The statements of a cell, and the name of the error if not all of it could be read.

    >>> cell = Cell("!pip install numpy\\nimport os, sys\\n%time a = [\\n7]\\na = 8 8\\nb = 9")
    >>> [ast.unparse(statement.node) for statement in cell.statements], cell.error
    (['import os', 'import sys', 'b = 9'], 'SyntaxError')
    """

    source: str
    statements: list[Statement] = field(default_factory=list)
    error: str = ""

    def __post_init__(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._read(self.source, True)

    def _read(self, source: str, keeps: bool) -> None:
        """Add the statements of a text, which is the cell or the inside of a magic."""
        for node in self._parsed(source):
            try:
                self._add(node, keeps)
            except RecursionError:  # too deep to be looked through; the compiler may still take it
                self.statements.append(Statement(node, keeps))

    def _parsed(self, source: str) -> list[ast.stmt]:
        try:
            return _tree(source)
        except (SyntaxError, ValueError):
            pass
        except (RecursionError, MemoryError) as error:
            self.error = type(error).__name__
            return []
        source = _without_magic(source)
        try:
            return _tree(source)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            self.error = _named(error, source)
        return list(_pieces(source))

    def _add(self, node: ast.stmt, keeps: bool) -> None:
        """A statement, or those that it stands for: imports one by one, magics as what they run."""
        if isinstance(node, ast.Import | ast.ImportFrom):
            self.statements += [Statement(alone, keeps) for alone in one_by_one(node)]
            return
        match _magic(node):
            case "run_cell_magic", [name, line, body, *_] if name in WRITES:
                self._read(_writing(line, body), keeps)
            case "run_cell_magic", [name, line, body, *_]:
                if name.strip() in WRAPPING:
                    self._read(body, keeps and name.strip() not in FORGETS)
                if name == "capture" and (words := line.split()) and words[0].isidentifier():
                    self._read(f"{words[0]} = get_ipython()", keeps)
            case "run_line_magic", ["pylab", line, *_]:
                every = "from pylab import *\nfrom numpy import *"
                self._read(PYLAB if "--no-import-all" in line else f"{PYLAB}\n{every}", keeps)
            case "run_line_magic", ["run", line, *_]:
                self._read(_running(line), keeps)
            case "run_line_magic", [name, line, *_]:
                if name in (*KEEPS, *FORGETS):
                    self._read(line[_options(line) :], keeps and name in KEEPS)
            case "system" | "getoutput", _:
                pass
            case _:
                node = Forgiving().visit(_Inlined().visit(node))
                self.statements.append(Statement(ast.fix_missing_locations(node), keeps))


_compile = compile  # as it is before a student's code may have put another in its place


def _tree(source: str) -> list[ast.stmt]:
    """The statements of a text that is Python."""
    module: Any = _compile(source, "<cell>", "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
    statements: list[ast.stmt] = module.body
    return statements


def _options(line: str) -> int:
    """Where the statement begins that a magic is to run."""
    found = OPTIONS.match(line)
    return found.end() if found else 0


def _named(error: Exception, source: str) -> str:
    """How the error of a cell that is no Python is called."""
    of_string = isinstance(error, SyntaxError) and str(error.msg).startswith("f-string")
    if isinstance(error, SyntaxError) and (of_string or NEW_SYNTAX.search(source)):
        return NEWER
    return type(error).__name__


# -- magic -------------------------------------------------------------------------------------


@cache
def _transformer() -> Callable[[str], str]:
    from IPython.core.inputtransformer2 import TransformerManager

    manager: Any = TransformerManager
    transform: Callable[[str], str] = manager().transform_cell
    return transform


def _without_magic(source: str) -> str:
    """The text with calls of `get_ipython()` in place of what only a notebook understands."""
    try:
        return _transformer()(source)
    except Exception:  # it gives up on some texts that no notebook accepts
        return source


def _magic(node: ast.AST) -> tuple[str, list[str]] | None:
    """The method of `get_ipython()` that is called, and its texts, if this is such a call."""
    if isinstance(node, ast.Expr):
        node = node.value
    match node:
        case ast.Call(
            func=ast.Attribute(value=ast.Call(func=ast.Name(id="get_ipython")), attr=method)
        ):
            given = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
            return method, [value for value in given if isinstance(value, str)]
    return None


def _writing(line: str, body: str) -> str:
    """What `%%writefile` does, as Python."""
    mode = "a" if "-a" in line.split() else "w"
    name = next((word for word in reversed(line.split()) if not word.startswith("-")), "")
    afresh = "__import__('importlib').invalidate_caches()"
    return f"with open({name!r}, {mode!r}) as _file: _file.write({body!r})\n{afresh}"


def _running(line: str) -> str:
    """What `%run` does with a program, as Python; a notebook is not run."""
    name = next((word.strip("'\"") for word in line.split() if not word.startswith("-")), "")
    return f"exec(compile(open({name!r}).read(), {name!r}, 'exec'))"


class _Inlined(ast.NodeTransformer):
    """Within a loop or an assignment, `%time f()` becomes what it runs."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.stmt]:
        match _magic(node):
            case "run_line_magic", [name, line, *_] if name in KEEPS:
                inside = Cell(line[_options(line) :]).statements
                return [statement.node for statement in inside] or ast.copy_location(
                    ast.Pass(), node
                )
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        match _magic(node):
            case "run_line_magic", [name, line, *_] if name in KEEPS:
                inside = Cell(line[_options(line) :]).statements
                if len(inside) == 1 and isinstance(inside[0].node, ast.Expr):
                    return inside[0].node.value
        return self.generic_visit(node)


# -- pieces of what is no Python as a whole ----------------------------------------------------


def _pieces(source: str) -> Iterator[ast.stmt]:
    """The statements of those pieces of a text that are Python, each as short as can be."""
    lines = source.split("\n")
    starts = [k for k, line in enumerate(lines) if not CONTINUES.match(line)] + [len(lines)]
    tries, first = 0, 0
    while first < len(starts) - 1:
        following = first + 1
        for end in range(first + 1, min(first + FURTHEST, len(starts))):
            tries += 1
            if tries > MOST_TRIES:
                return
            try:
                found = _tree("\n".join(lines[starts[first] : starts[end]]))
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                continue
            yield from found
            following = end
            break
        first = following
