"""The cells of a master: what nbgrader's metadata and the marks in their text say.

``### BEGIN SOLUTION`` and ``### END SOLUTION`` stand around an answer, and the same with ``HIDDEN
TESTS`` around what students never see. `for_students` takes both away.
"""

from __future__ import annotations

import re
from typing import Any, Protocol

__all__ = [
    "MasterError",
    "around_solution",
    "author_side",
    "for_students",
    "is_test",
    "nbgrader_of",
    "without_remarks",
]

SOLUTION = re.compile(
    r"^([ \t]*)### BEGIN SOLUTION[ \t]*\n(.*?)^[ \t]*### END SOLUTION[ \t]*\n?", re.M | re.S
)
HIDDEN = re.compile(
    r"^[ \t]*### BEGIN HIDDEN TESTS[ \t]*\n(.*?)^[ \t]*### END HIDDEN TESTS[ \t]*\n?", re.M | re.S
)
REMARK = re.compile(r"^[ \t]*(?:#.*)?(?:\n|\Z)", re.M)
MARK = re.compile(r"^[ \t]*#+[ \t]*(?:BEGIN|END)\b.*$", re.M)
"""A line that looks like a mark; none may be left in what students get."""

ARGUMENT = "*Write your argument in this cell, in place of this line.*"


class MasterError(Exception):
    """A master says something that cannot be; the message names the file, the task and the remedy.

    >>> raise MasterError("solutions/01.md: two tasks are called update")
    Traceback (most recent call last):
    ...
    perceptronlib.grading.marked_cells.MasterError: solutions/01.md: two tasks are called update
    """


class MasterCell(Protocol):
    """A cell of a notebook as jupytext reads it."""

    cell_type: str
    source: str
    metadata: dict[str, Any]
    outputs: list[object]
    execution_count: int | None


def nbgrader_of(cell: MasterCell) -> dict[str, Any]:
    """What nbgrader is to know about a cell; nothing, if the cell is plain text or code.

    >>> from types import SimpleNamespace
    >>> nbgrader_of(SimpleNamespace(metadata={"nbgrader": {"grade_id": "update"}}))
    {'grade_id': 'update'}
    """
    about: dict[str, Any] = cell.metadata.get("nbgrader", {})
    return about


def is_test(cell: MasterCell) -> bool:
    """Whether a cell tests an answer: nbgrader grades it, and it holds no answer itself.

    >>> from types import SimpleNamespace
    >>> is_test(SimpleNamespace(metadata={"nbgrader": {"grade": True, "solution": False}}))
    True
    """
    nbgrader = nbgrader_of(cell)
    return bool(nbgrader.get("grade") and not nbgrader.get("solution"))


def author_side(cell: MasterCell) -> str:
    """The code of a cell; of a test cell only what students do not see.

    >>> from types import SimpleNamespace
    >>> author_side(SimpleNamespace(metadata={}, source="import numpy as np"))
    'import numpy as np'
    """
    if not is_test(cell):
        return str(cell.source)
    return "\n".join(region.group(1) for region in HIDDEN.finditer(cell.source + "\n"))


def without_remarks(source: str) -> str:
    """The text of a cell without lines that are empty or hold a remark alone.

    >>> without_remarks("# I did it above.\\n\\na = None  # a number\\n")
    'a = None  # a number'
    """
    return REMARK.sub("", source).strip()


def around_solution(source: str) -> tuple[str, str, str]:
    """What stands before the answer in a cell, the answer, and what stands after it.

    >>> around_solution("def f():\\n    ### BEGIN SOLUTION\\n    return 1\\n    ### END SOLUTION")
    ('def f():\\n', '    return 1\\n', '')
    """
    region = SOLUTION.search(source + "\n")
    if region is None:
        raise MasterError(f"no ### BEGIN SOLUTION ... ### END SOLUTION in {source[:60]!r}")
    return source[: region.start()], region.group(2), source[region.end() :]


def for_students(cell: MasterCell) -> MasterCell:
    """The cell, changed to what students get: no answer, no hidden tests, no outputs.

    >>> from types import SimpleNamespace
    >>> about = {"grade_id": "f", "solution": True}
    >>> text = "def f():\\n    ### BEGIN SOLUTION\\n    return 1\\n    ### END SOLUTION"
    >>> cell = SimpleNamespace(cell_type="code", source=text, metadata={"nbgrader": about})
    >>> print(for_students(cell).source)
    def f():
        raise NotImplementedError("f: your turn")
    """
    nbgrader = nbgrader_of(cell)
    if nbgrader.get("solution"):
        cell.source = SOLUTION.sub(lambda m: _stub(cell, m), cell.source + "\n").rstrip("\n")
    if is_test(cell):
        cell.source = HIDDEN.sub("", cell.source + "\n").rstrip("\n")
    if cell.cell_type == "code":
        cell.outputs, cell.execution_count = [], None
    return cell


def _stub(cell: MasterCell, region: re.Match[str]) -> str:
    """What stands where the answer was: inside a function an error that names the task."""
    name, indent = nbgrader_of(cell)["grade_id"], region.group(1)
    if cell.cell_type == "markdown":
        return f"{ARGUMENT}\n"
    if not indent and re.search(rf"^{name} = None", cell.source, re.M):
        return ""
    return f'{indent}raise NotImplementedError("{name}: your turn")\n'
