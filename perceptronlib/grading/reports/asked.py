"""What the marking page needs beside the records: questions with their rubrics, and who counts.

The masters lie with the instructor; this file lies with the results, so that whoever has these
can mark.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from ..files import write_whole
from ..masters import Manual
from ..record import Record

__all__ = ["Asked", "read_asked", "write_asked"]

NAME = "to_mark.json"


@dataclass(frozen=True)
class Asked:
    """A question that a person marks; text and rubric are Markdown.

    >>> Asked("01_perceptron", "why", "Why?", "One point a step.", "Why it works").name
    'why'
    """

    exercise: str
    name: str
    text: str
    rubric: str
    title: str

    @classmethod
    def of(cls, exercise: str, question: Manual) -> Asked:
        """A question of an exercise's master."""
        return cls(exercise, question.name, question.text, question.rubric, question.title)


def write_asked(out: Path, records: Iterable[Record], asked: Iterable[Asked]) -> None:
    """Write to_mark.json: the questions, and whose answers count.

    >>> import tempfile
    >>> out = Path(tempfile.mkdtemp())
    >>> write_asked(out, [Record("k", "01", student="ada")], [])
    >>> read_asked(out)
    ([], {('ada', '01')})
    """
    about = {
        "questions": [asdict(question) for question in asked],
        "handed_in": sorted(record.handed_in for record in records),
    }
    write_whole(out / NAME, json.dumps(about, indent=1) + "\n")


def read_asked(out: Path) -> tuple[list[Asked], set[tuple[str, str]] | None]:
    """The questions, and whose answers count; None for these if it is not known.

    >>> read_asked(Path("nowhere"))
    ([], None)
    """
    try:
        about = json.loads((out / NAME).read_text(encoding="utf-8"))
        fields = ("exercise", "name", "text", "rubric", "title")
        asked = [Asked(*(str(one[name]) for name in fields)) for one in about["questions"]]
        return asked, {(str(student), str(of)) for student, of in about["handed_in"]}
    except (OSError, ValueError, KeyError, TypeError):
        return [], None  # of an older grader, or damaged: the next run writes it again
