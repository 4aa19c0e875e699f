"""What the page asks for, as plain data: the pile, the state of each answer, one answer to read."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..files import printable
from ..pictures import FOLDER
from ..reports.marks import FORM, Row, as_written
from ..reports.pages import number
from ..showing import shown
from .form import Form, Unread
from .pile import Answer, Pile, read_pile, signature
from .sheet import Sheet, Stroke

__all__ = ["Desk", "Refused"]

LONGEST_NAME, LONGEST_COMMENT = 60, 10_000
LOST = "Pictures that are not in the results (grade once more to get them): {}."

Data = dict[str, Any]


class Refused(ValueError):
    """Something that a page asked for and that cannot be done; the message says why.

    >>> raise Refused("There is no such answer.")
    Traceback (most recent call last):
    ...
    perceptronlib.grading.marking.desk.Refused: There is no such answer.
    """


class Desk:
    """A results folder as the marking page sees it.

    >>> import tempfile
    >>> Desk(Path(tempfile.mkdtemp())).state("")["answers"]
    {}
    """

    def __init__(self, out: Path) -> None:
        self.out, self.form = out, Form(out)
        self._lock = threading.RLock()
        self._signature = signature(out)
        self._pile = read_pile(out)

    @property
    def pile(self) -> Pile:
        """What there is to mark, as the grader left it last."""
        with self._lock:
            now = signature(self.out)
            if now != self._signature:
                self._signature, self._pile = now, read_pile(self.out)
            return self._pile

    def questions(self) -> list[Data]:
        """The questions with their rubrics, and the names of their answers."""
        found = []
        for q in self.pile.questions:
            model, rubric = _parted(q.asked.rubric)
            about = {
                "exercise": q.asked.exercise,
                "name": q.asked.name,
                "title": q.asked.title,
                "points": q.points,
                "text": shown(q.asked.text).html,
                "rubric": shown(rubric).html,
                "model": shown(model).html,
                "answers": [answer.name for answer in q.answers],
            }
            found.append(about)
        return found

    def state(self, by: str, known: str = "") -> Data:
        """The state of each answer, unless it is known, and what happened to the form."""
        with self._lock:
            pile, news = self.pile, self.form.news
            try:
                sheet = self.form.read()
            except (Unread, OSError) as error:
                return {"problem": _said(error), "news": news}
            about: Data = {"problem": "", "news": news, "pile": _digest(self._signature)}
            about["stamp"] = _digest(self._signature, self.form.digest, by)
            if about["stamp"] != known:
                answers = pile.answers.items()
                about["answers"] = {name: _state(answer, sheet, by) for name, answer in answers}
            return about

    def answer(self, name: str) -> Data:
        """An answer to be read."""
        answer = self._known(name)
        text, notes = shown(answer.said.answer), []
        if answer.said.not_shown and not answer.said.answer:
            notes.append("Nothing of this answer can be shown here: look into the file.")
        missing = [p for p in answer.said.pictures if not (self.out / FOLDER / p).is_file()]
        if missing:
            notes.append(LOST.format(", ".join(missing)))
        notes += filter(None, (answer.said.not_shown, text.problem))
        return {"html": text.html, "notes": notes, "fingerprint": answer.fingerprint}

    def names(self) -> dict[str, list[str]]:
        """Who wrote each answer, and in which file, for those who want to know."""
        answers = self.pile.answers.items()
        return {name: [printable(a.student), printable(a.file)] for name, a in answers}

    def give(self, wish: Mapping[str, Any]) -> Data:
        """Write down what a marker decided; gives the state of the answer."""
        answer = self._known(_text(wish, "answer", 20) or "")
        if wish.get("fingerprint") != answer.fingerprint:
            raise Refused("This answer has changed while you read it. Here it is anew: look again.")
        by = " ".join((_text(wish, "by", LONGEST_NAME) or "").split())
        stroke = Stroke(
            answer.key,
            answer.said.points,
            answer.fingerprint,
            by,
            mark=_mark(wish, answer.said.points),
            comment=_text(wish, "comment", LONGEST_COMMENT),
            before=_text(wish, "before", LONGEST_COMMENT),
            looked=wish.get("looked") is True,
            settles=wish.get("settles") is True,
        )
        with self._lock:
            try:
                sheet = self.form.give(stroke)
            except (Unread, OSError) as error:
                raise Refused(f"NOT SAVED: {_said(error)}") from error
            return _state(answer, sheet, by)

    def progress(self) -> tuple[int, int]:
        """How many answers are done, and of how many."""
        states = self.state("").get("answers", {}).values()
        done = sum(one["state"] in ("marked", "empty") for one in states)
        return done, len(self.pile.answers)

    def _known(self, name: str) -> Answer:
        answer = self.pile.answers.get(name)
        if answer is None:
            raise Refused("There is no such answer any more: load the page again.")
        return answer


def _parted(rubric: str) -> tuple[str, str]:
    """The model answer and the rubric, which a master gives in one text."""
    model, mark, points = rubric.partition("**Rubric.**")
    return (model.replace("**Model answer.**", "", 1), points) if mark else ("", rubric)


def _digest(*parts: object) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def _said(error: Exception) -> str:
    why = getattr(error, "strerror", None) or error
    return f"{why}. Nothing is written to {FORM} until this is mended."


def _text(wish: Mapping[str, Any], name: str, longest: int) -> str | None:
    """A text that was sent, or None if none was."""
    text = wish.get(name)
    if text is None:
        return None
    if not isinstance(text, str):
        raise Refused(f"NOT SAVED: {name} is no text.")
    if len(text) > longest:
        raise Refused(f"NOT SAVED: {name} may have {longest:,} letters; it has {len(text):,}.")
    return as_written(text.replace("\r\n", "\n").replace("\0", ""))


def _mark(wish: Mapping[str, Any], points: float) -> str | None:
    mark = _text(wish, "mark", 20)
    if mark and Row(0, ("", "", ""), "", mark, "").value(points) is None:
        expected = f"a number from 0 to {number(points)}"
        raise Refused(f"NOT SAVED: a mark must be {expected}; got {mark!r}.")
    return mark


def _state(answer: Answer, sheet: Sheet, by: str) -> Data:
    """How an answer stands: marked or not, and by whom."""
    points, rows = answer.said.points, sheet.of(answer.key)
    mark = sheet.marks.of(*answer.key, points)
    marked = [row for _, row in rows if row.mark.strip()]
    if any(row.is_changed for row in marked) or _is_stale(answer, marked):
        state = "changed"
    elif mark is not None:
        state = "marked"
    elif any(row.value(points) is None for row in marked):
        state = "unclear"
    elif marked:
        state = "differ"
    else:
        state = "empty" if answer.said.is_empty else "waiting"
    given = [
        {"by": name, "mark": row.mark.strip(), "comment": row.comment, "mine": name == by}
        for name, row in rows
    ]
    return {"who": answer.pseudonym, "state": state, "mark": mark, "given": given}


def _is_stale(answer: Answer, marked: list[Row]) -> bool:
    """Whether a mark is for another answer, though the grader has not said so yet."""
    return any(row.answer not in ("", answer.fingerprint) for row in marked)
