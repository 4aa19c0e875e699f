"""Answers to the tasks of the seven exercises as people give them: right in many styles, or wrong.

A wrong answer is a misconception, not a slip of the fingers: somebody believed what `about` says.
It comes with the points it should earn, and with the hint that it is told, by its first words;
nobody is told anything else (`told=""`: no hint at all). A right answer should earn every point.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

__all__ = ["ANSWERS", "Answer"]


@dataclass(frozen=True)
class Answer:
    """The cell that somebody wrote for a task, and what it should get: all points, or `earns`."""

    task: str
    about: str
    source: str
    earns: float | None = None
    told: str = ""

    @property
    def right(self) -> bool:
        """Whether it should earn every point."""
        return self.earns is None

    @property
    def is_function(self) -> bool:
        """Whether it answers with a function, not with a value."""
        return f"def {self.task}(" in self.source


ANSWERS: list[Answer] = []


def right(task: str, about: str, source: str) -> None:
    """Add a right answer."""
    ANSWERS.append(Answer(task, about, source))


def wrong(task: str, earns: float, about: str, source: str, told: str = "") -> None:
    """Add a wrong answer, with its points and the first words of the hint that is true of it."""
    ANSWERS.append(Answer(task, about, source, earns, told))


EXERCISES = ("perceptron", "variants", "bounds", "nonseparable", "kernels", "winnow", "experts")
for exercise in EXERCISES:  # each module adds its answers
    for kind in ("right", "wrong"):
        import_module(f"{__name__}.{kind}_{exercise}")
