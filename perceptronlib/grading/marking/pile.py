"""What there is to mark, question by question, from the records of a results folder."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ..record import ManualAnswer
from ..records import Records
from ..reports.asked import NAME, Asked, read_asked
from ..reports.marks import Key, as_written, fingerprint
from .pseudonyms import pseudonyms

__all__ = ["Answer", "Pile", "Question", "read_pile", "signature"]


@dataclass(frozen=True)
class Answer:
    """An argument of a student; `key` is how the form knows it.

    >>> answer = Answer("ada", "01_small", ManualAnswer("why", "Why", 3, "Because."), "Pavabi")
    >>> answer.key, len(answer.name)
    (('ada', '01_small', 'why'), 12)
    """

    student: str
    exercise: str
    said: ManualAnswer
    pseudonym: str
    file: str = ""

    @cached_property
    def key(self) -> Key:
        """Student, exercise and question, as they are written in the form."""
        return as_written(self.student), self.exercise, self.said.name

    @cached_property
    def name(self) -> str:
        """A name for addresses, which does not tell whose answer it is."""
        text = "\n".join(("an answer", self.pseudonym, self.exercise, self.said.name))
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    @cached_property
    def fingerprint(self) -> str:
        """Changes with the answer."""
        return fingerprint(self.said)


@dataclass(frozen=True)
class Question:
    """A question, and all answers to it, in an order that tells nothing about their authors.

    >>> Question(Asked("01_small", "why", "Why?", "", "Why it works"), 3, ()).points
    3
    """

    asked: Asked
    points: float
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class Pile:
    """All questions with answers to be marked.

    >>> Pile(()).answers
    {}
    """

    questions: tuple[Question, ...]

    @cached_property
    def answers(self) -> dict[str, Answer]:
        """The answers, by name."""
        return {answer.name: answer for q in self.questions for answer in q.answers}


def read_pile(out: Path) -> Pile:
    """What there is to mark in a results folder.

    >>> read_pile(Path("nowhere")).questions
    ()
    """
    asked, handed_in = read_asked(out)
    records = [
        record
        for record in Records(out).all()
        if record.manual and (handed_in is None or record.handed_in in handed_in)
    ]
    names = pseudonyms(record.student for record in records)
    texts = {(one.exercise, one.name): one for one in asked}
    found: dict[tuple[str, int, str], list[Answer]] = {}
    for record in records:
        for place, said in enumerate(record.manual):
            answer = Answer(
                record.student, record.exercise, said, names[record.student], record.file
            )
            found.setdefault((record.exercise, place, said.name), []).append(answer)
    questions = []
    for (exercise, _, name), answers in sorted(found.items(), key=lambda item: item[0]):
        first = answers[0].said
        text = texts.get((exercise, name), Asked(exercise, name, "", "", first.title))
        ordered = tuple(sorted(answers, key=lambda answer: answer.name))
        questions.append(Question(text, first.points, ordered))
    return Pile(tuple(questions))


def signature(out: Path) -> tuple[tuple[str, int], ...]:
    """Changes whenever what `read_pile` reads does: each of these files is replaced, never edited.

    >>> signature(Path("nowhere"))
    ()
    """
    places = [out / NAME, *sorted((out / "records").glob("*"))]
    return tuple((place.name, place.stat().st_mtime_ns) for place in places if place.exists())
