"""The record of one graded submission: what the grader produces, and all that reports are made of.

A record is plain frozen data: it can be sent between machines, and it goes to a file as JSON.
`Record.to_json` is the only writer of that JSON and `Record.from_json` its only reader. The reader
believes nothing: a file that was damaged, cut short or written by something else is `Damaged`.
"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, dataclass

__all__ = [
    "NEWER",
    "Damaged",
    "FailedCell",
    "ManualAnswer",
    "PartResult",
    "Record",
    "TaskResult",
]


NEWER = "NewerPython"
"""How a cell ended that this Python cannot read and a later one may."""


class Damaged(ValueError):
    """A text that is not the whole JSON of a record.

    >>> Record.from_json("{")
    Traceback (most recent call last):
    ...
    perceptronlib.grading.record.Damaged: this is not JSON
    """


@dataclass(frozen=True, slots=True)
class PartResult:
    """How one part of a task went: its share (0 to 1), and what is not right about it, in words.

    >>> PartResult("ties", 0.0, 1, "not right").share
    0.0
    """

    name: str
    share: float
    weight: float
    says: str = ""


@dataclass(frozen=True, slots=True)
class TaskResult:
    """What the answer to one task earned, and what its author is told about it.

    >>> TaskResult("twice", "Twice", "function", 2, 1.5).score
    1.5
    """

    name: str
    title: str
    kind: str
    points: float
    score: float
    hint: str = ""
    advice: str = ""
    parts: tuple[PartResult, ...] = ()


@dataclass(frozen=True, slots=True)
class ManualAnswer:
    """The answer to a question that a person marks, in Markdown.

    `pictures` are the names of files in ``pictures/`` of the results, which the answer refers to as
    ``pictures/NAME``; `not_shown` says what could not be shown to the person who marks it.

    >>> ManualAnswer("why", "Why it works", 3, "Because.").is_empty
    False
    """

    name: str
    title: str
    points: float
    answer: str
    pictures: tuple[str, ...] = ()
    not_shown: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether nothing was written: no text, no picture, nothing that could not be shown."""
        return not (self.answer or self.not_shown)


@dataclass(frozen=True, slots=True)
class FailedCell:
    """A cell of the notebook that failed (`number` counts from 0), and how it ended.

    >>> FailedCell(4, "too slow").in_words, FailedCell(4, "NameError").in_words
    ('cell 5 took too long; what did was left out', 'cell 5 stopped with NameError')
    """

    number: int
    how: str

    @property
    def in_words(self) -> str:
        """What happened to the cell, for its author, who counts from 1."""
        return f"cell {self.number + 1} {self._ending}"

    @property
    def _ending(self) -> str:
        if self.how in ("ModuleNotFoundError", "ImportError"):
            offered = "Python itself, numpy, matplotlib and what the exercise imports"
            return f"stopped with {self.how}: while it is graded, only {offered} are there"
        if self.how == NEWER:
            here = ".".join(map(str, sys.version_info[:2]))
            return f"is written for a newer Python than {here}, with which it is graded"
        endings = {
            "ended": "ended the program; what did was left out",
            "too slow": "took too long; what did was left out",
            "too large": "took more memory than there is; what did was left out",
            "too many files": "made too many files; what did was left out",
            "text": "is no code cell; as it holds an answer, it was read as code",
            "too long": "has so much text that it was not read",
            "no time left": "was read for its definitions only, as other cells took all the time",
        }
        return endings.get(self.how, f"stopped with {self.how}")


@dataclass(frozen=True, slots=True)
class Record:
    """What is known of one graded submission.

    `key` changes with everything that the grade depends on. `problem` says why a file could not be
    graded and is empty if it could. `file` is where the submission lay in its folder, `time` when
    it was handed in (ISO 8601; empty if that is not known) and `by_platform` whether a learning
    platform said so, not only the file. `chosen` tells its author which of several files counts,
    and why; `digest` changes with the submission and with nothing else.

    >>> ada = Record("k", "01_perceptron", student="ada", cells=(FailedCell(4, "NameError"),))
    >>> Record.from_json(ada.to_json()) == ada
    True
    """

    key: str
    exercise: str
    seed: int = 0
    problem: str = ""
    tasks: tuple[TaskResult, ...] = ()
    manual: tuple[ManualAnswer, ...] = ()
    cells: tuple[FailedCell, ...] = ()
    student: str = ""
    file: str = ""
    time: str = ""
    by_platform: bool = False
    chosen: str = ""
    digest: str = ""

    @property
    def handed_in(self) -> tuple[str, str]:
        """Who handed in what: the student and the exercise."""
        return self.student, self.exercise

    def to_json(self) -> str:
        """The record as the text of a file."""
        cells = {str(cell.number): cell.how for cell in self.cells}
        data = {**asdict(self), "cells": cells}
        return json.dumps(data, ensure_ascii=False, indent=1, sort_keys=True) + "\n"

    @staticmethod
    def from_json(text: str) -> Record:
        """The record again; `Damaged` if the text is not one."""
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            raise Damaged("this is not JSON") from None
        fields = _Fields(data)
        return Record(
            key=fields.text("key"),
            exercise=fields.text("exercise"),
            seed=fields.whole("seed", 0),
            problem=fields.text("problem"),
            tasks=tuple(map(_task, fields.objects("tasks"))),
            manual=tuple(map(_manual, fields.objects("manual"))),
            cells=_cells(fields.object("cells")),
            student=fields.text("student"),
            file=fields.text("file", ""),
            time=fields.text("time", ""),
            by_platform=fields.flag("by_platform"),
            chosen=fields.text("chosen", ""),
            digest=fields.text("digest", ""),
        )


class _Fields:
    """The fields of a JSON object; each is checked for its type when it is taken out."""

    def __init__(self, data: object) -> None:
        if not isinstance(data, dict):
            raise Damaged(f"a {type(data).__name__} stands where an object should")
        self.data: dict[str, object] = data

    def text(self, name: str, default: str | None = None) -> str:
        value = self.data.get(name, default)
        if not isinstance(value, str):
            raise Damaged(f"{name} is not a text")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        value = self.data.get(name, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise Damaged(f"{name} is not a list of texts")
        return tuple(value)

    def flag(self, name: str) -> bool:
        value = self.data.get(name, False)
        if not isinstance(value, bool):
            raise Damaged(f"{name} is neither true nor false")
        return value

    def whole(self, name: str, default: int) -> int:
        value = self.data.get(name, default)
        if type(value) is not int:
            raise Damaged(f"{name} is not a whole number")
        return value

    def number(self, name: str) -> float:
        value = self.data.get(name)
        if type(value) is int or isinstance(value, float):
            return value
        raise Damaged(f"{name} is not a number")

    def object(self, name: str) -> _Fields:
        return _Fields(self.data.get(name))

    def objects(self, name: str) -> list[_Fields]:
        value = self.data.get(name)
        if not isinstance(value, list):
            raise Damaged(f"{name} is not a list")
        return [_Fields(item) for item in value]


def _task(fields: _Fields) -> TaskResult:
    return TaskResult(
        name=fields.text("name"),
        title=fields.text("title"),
        kind=fields.text("kind", ""),
        points=fields.number("points"),
        score=fields.number("score"),
        hint=fields.text("hint"),
        advice=fields.text("advice", ""),
        parts=tuple(map(_part, fields.objects("parts"))),
    )


def _part(fields: _Fields) -> PartResult:
    return PartResult(
        name=fields.text("name"),
        share=fields.number("share"),
        weight=fields.number("weight"),
        says=fields.text("says"),
    )


def _manual(fields: _Fields) -> ManualAnswer:
    name = fields.text("name")
    return ManualAnswer(
        name,
        title=fields.text("title", name),
        points=fields.number("points"),
        answer=fields.text("answer"),
        pictures=fields.texts("pictures"),
        not_shown=fields.text("not_shown", ""),
    )


def _cells(fields: _Fields) -> tuple[FailedCell, ...]:
    try:
        numbers = sorted((int(name), name) for name in fields.data)
    except ValueError:
        raise Damaged("cells are not numbered") from None
    return tuple(FailedCell(number, fields.text(name)) for number, name in numbers)
