"""An exercise with every answer right, as cells that `edits` change and `savers` write."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from perceptronlib.grading.marked_cells import HIDDEN, SOLUTION, is_test, nbgrader_of
from perceptronlib.grading.masters import Master

SOLUTIONS = Path(__file__).resolve().parents[3] / "solutions"
MASTERS = {path.stem: Master(path) for path in sorted(SOLUTIONS.glob("0*.md"))}


@dataclass
class Cell:
    """A cell as a student sees it: its kind and text, and what tools keep beside them."""

    kind: str
    source: str
    metadata: dict[str, Any] = field(default_factory=dict)
    attachments: dict[str, dict[str, str]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What nbgrader calls it."""
        return str(self.metadata.get("nbgrader", {}).get("grade_id", ""))

    @property
    def is_answer(self) -> bool:
        """Whether a student is to write code here."""
        return self.kind == "code" and bool(self.metadata.get("nbgrader", {}).get("solution"))

    @property
    def is_argument(self) -> bool:
        """Whether a student is to write prose here."""
        return self.kind == "markdown" and bool(self.metadata.get("nbgrader", {}).get("solution"))

    @property
    def is_function(self) -> bool:
        """Whether the answer is a function, not a value."""
        return self.is_answer and f"def {self.name}(" in self.source

    def but(self, source: str, kind: str = "") -> Cell:
        """The same cell with another text."""
        return Cell(kind or self.kind, source, copy.deepcopy(self.metadata), self.attachments)


def argument(name: str) -> str:
    """What a student wrote for a question that a person marks."""
    return f"By induction over the mistakes: the sentence that proves {name} is this one."


def solved(exercise: str) -> list[Cell]:
    """The cells of an exercise as they are handed out, with the right answers written in."""
    master, cells = MASTERS[exercise], []
    for given, whole in zip(master.released(), master.cells, strict=True):
        about = nbgrader_of(whole)
        source = given.source
        if about.get("solution") and whole.cell_type == "code":
            source = SOLUTION.sub(r"\2", HIDDEN.sub("", whole.source + "\n")).rstrip("\n")
        elif about.get("solution"):
            source = argument(about["grade_id"])
        elif is_test(whole):
            source = given.source
        cells.append(Cell(given.cell_type, source, dict(given.metadata)))
    return cells
