"""The parts of a corpus: entries, the notebooks they hand in, and the kit of an attacker."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

from perceptronlib.grading.files import printable

NAME = "01_small"
Scores = tuple[float, float, float]
"""The points for `update`, `mistakes` and `how_many`."""

FULL: Scores = (3, 2, 1)
REST: Scores = (0, 2, 1)
"""Everything but `update`, which the attack was about."""
NONE: Scores = (0, 0, 0)

Content = bytes | Callable[[Path], None]
"""The bytes of a file, with <names> to be filled in, or a function that makes what is handed in."""


@dataclass(frozen=True)
class Entry:
    """A submission: what it tries, and exactly what it deserves (None: a sentence, no record)."""

    name: str
    kind: str
    tries: str
    content: Content
    scores: Scores | None
    path: str = ""
    problem: str = ""

    @property
    def place(self) -> str:
        return self.path or f"{self.name}/{NAME}.ipynb"

    @property
    def student(self) -> str:
        """As the grader calls them."""
        first, *rest = self.place.split("/")
        return printable(first if rest else first.removesuffix(".ipynb").removesuffix(f"_{NAME}"))

    def put(self, folder: Path, words: Mapping[str, str]) -> None:
        """Make the submission in a folder of submissions."""
        path = folder / self.place
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(self.content, bytes):
            data = self.content
            for word, meaning in words.items():
                data = data.replace(f"<{word}>".encode(), meaning.encode())
            path.write_bytes(data)
        else:
            self.content(path)


# -- notebooks ---------------------------------------------------------------------------------

IMPORTS = "import numpy as np\nfrom perceptronlib.checks import check"
UPDATE = "def update(w, x, y):\n    return w + y * x if y * (w @ x) <= 0 else w"
MISTAKES = """\
def mistakes(X, y):
    w, made = np.zeros(len(X[0])), 0
    for x, label in zip(X, y):
        if label * (w @ x) <= 0:
            w, made = w + label * x, made + 1
    return made"""
HOW_MANY = "how_many = 2"
STUB = (
    'def update(w, x, y):\n    """The weights after seeing the example (x, y)."""\n'
    '    raise NotImplementedError("update: your turn")'
)
VISIBLE = [[-1.0, 1.0], [-1.0, -1.0], [1.0, 0.0], [2.0, 1.0]]
"""The right answers that every student can see."""

KIT = f'''\
import ctypes, os, platform, signal, socket, sys, threading, time

def escaped():
    """Got through: now the right answer is given, and the test sees three points."""
    exec({UPDATE!r}, globals())

def attempt(*actions):
    for action in actions:
        try:
            got = action()
        except BaseException:
            continue
        if got:
            escaped()

def every_fd(line):
    for fd in range(64):
        try:
            os.write(fd, line)
        except OSError:
            pass

libc = ctypes.CDLL(None, use_errno=True)
INTEL = platform.machine() == "x86_64"
INSIDE = os.getpid() < 10  # a process namespace of our own: only there are signals sent
'''


def cell(source: str, kind: str = "code", name: str = "", **more: object) -> dict[str, object]:
    about = {"grade_id": name, "grade": False, "solution": True, "locked": False, "task": False}
    metadata = {"nbgrader": {**about, "schema_version": 3}} if name else {}
    rest = {"outputs": [], "execution_count": None} if kind == "code" else {}
    return {"cell_type": kind, "metadata": metadata, "source": source, **rest, **more}


def written(*cells: str | dict[str, object]) -> bytes:
    """A notebook of these cells."""
    known = {UPDATE: "update", MISTAKES: "mistakes", HOW_MANY: "how_many"}
    made = [cell(c, name=known.get(c, "")) if isinstance(c, str) else c for c in cells]
    about = {"kernelspec": {"name": "python3", "language": "python", "display_name": "Python 3"}}
    whole = {"nbformat": 4, "nbformat_minor": 5, "metadata": about, "cells": made}
    return json.dumps(whole).encode()


ENTRIES: list[Entry] = []


def add(
    kind: str, name: str, tries: str, content: Content, scores: Scores | None, **more: str
) -> None:
    ENTRIES.append(Entry(name, kind, tries, content, scores, **more))


def attack(kind: str, name: str, tries: str, code: str, scores: Scores = REST) -> None:
    """An attack in a cell of its own, before the right answers to everything but `update`."""
    cells = (IMPORTS, KIT, dedent(code).strip("\n"), MISTAKES, HOW_MANY)
    add(kind, name, tries, written(*cells), scores)


def answer(kind: str, name: str, tries: str, code: str, scores: Scores = REST) -> None:
    """An odd answer to `update`, given as the body of the function after the right `new`."""
    body = "    new = w + y * x if y * (w @ x) <= 0 else w\n" + "".join(
        f"    {line}\n" for line in dedent(code).strip("\n").splitlines()
    )
    cells = (IMPORTS, KIT, f"def update(w, x, y):\n{body}", MISTAKES, HOW_MANY)
    add(kind, name, tries, written(*cells), scores)


def honest(name: str, tries: str, *cells: str | dict[str, object], scores: Scores = FULL) -> None:
    add("honest but odd", name, tries, written(*cells), scores)
