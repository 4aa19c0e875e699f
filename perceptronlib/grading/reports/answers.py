"""The answers that a person marks, on one page: all answers to a question beside its rubric."""

from __future__ import annotations

import html
from collections.abc import Iterable
from pathlib import Path

from ..files import write_whole
from ..record import ManualAnswer, Record
from ..showing import shown
from ..showing.style import STYLE
from .asked import Asked
from .marks import FORM, Marks, as_written
from .pages import WAITING, number, page

__all__ = ["write_answers"]

AGAIN = (
    "wrong",
    f"changed since it was marked: look again, and change the mark or empty look_again in {FORM}",
)


def write_answers(out: Path, records: Iterable[Record], asked: Iterable[Asked]) -> None:
    """Write to_mark.html: all answers to a question beside its rubric, and which rows are empty.

    >>> import tempfile
    >>> from perceptronlib.grading.reports.marks import write_form
    >>> out, why = Path(tempfile.mkdtemp()), ManualAnswer("why", "Why", 3, "Because.")
    >>> records = [Record("k", "01_perceptron", manual=(why,), student="ada")]
    >>> write_form(out, records)
    []
    >>> write_answers(out, records, [])
    >>> "Still empty in marks.csv: line 2." in (out / "to_mark.html").read_text("utf-8")
    True
    """
    marks = Marks.read(out / FORM)
    lines = {row.key: row.line for row in marks.rows}
    texts = {(one.exercise, one.name): one for one in asked}
    cards: dict[tuple[str, int, str], list[tuple[str, str]]] = {}
    empty, waiting = [], 0
    for record in records:
        for place, answer in enumerate(record.manual):
            line = lines.get((as_written(record.student), record.exercise, answer.name), 0)
            rows = marks.rows_of(*record.handed_in, answer.name)
            if not (answer.is_empty or any(row.mark.strip() for row in rows)):
                empty.append(line)
            mark = marks.of(*record.handed_in, answer.name, answer.points)
            is_changed = marks.is_changed(*record.handed_in, answer.name)
            waiting += mark is None and (is_changed or not answer.is_empty)
            card = _card(record, line, answer, AGAIN if is_changed else _state(answer, mark))
            question = (record.exercise, place, answer.name)
            cards.setdefault(question, []).append((record.student, card))
    note = f"{marks.unread}." if marks.unread else f"Still empty in {FORM}: {_spans(empty)}."
    body = [f"<p><strong>{waiting} answers wait for a mark.</strong> {html.escape(note)}</p>"]
    for (exercise, _, name), of_question in sorted(cards.items()):
        body.append(f"<h2>{html.escape(f'{exercise}: {name}')}</h2>")
        body += _about(texts.get((exercise, name)))
        body += ['<div class="grid">', *(card for _, card in sorted(of_question)), "</div>"]
    whole = page("To be marked", "\n".join(body), wide=True, style=STYLE, pictures=True)
    write_whole(out / "to_mark.html", whole)


def _about(asked: Asked | None) -> list[str]:
    """The question and its rubric."""
    if asked is None:
        return ["<section><h3>Rubric</h3><p>There is no rubric.</p></section>"]
    text, rubric = shown(asked.text).html, shown(asked.rubric).html
    lines = [f'<section><h3>Question</h3><div class="shown">{text}</div></section>'] if text else []
    return [*lines, f'<section><h3>Rubric</h3><div class="shown">{rubric}</div></section>']


def _state(answer: ManualAnswer, mark: float | None) -> tuple[str, str]:
    """How the card of an answer looks, and what it says of the mark."""
    if mark is not None:
        return "right", f"{number(mark)} points"
    if answer.is_empty:
        return "no-answer", "nothing was written: 0 points, unless you give some"
    return "pending", WAITING


def _card(record: Record, line: int, answer: ManualAnswer, mark: tuple[str, str]) -> str:
    state, word = mark
    lines = [f"<h3>{html.escape(record.student)}</h3>"]
    lines.append(f"<p><b>{word}</b> (of {number(answer.points)})</p>")
    where = " · ".join(filter(None, (record.file, f"line {line}" if line else "")))
    lines.append(f'<p class="quiet">{html.escape(where)}</p>' if where else "")
    text = shown(answer.answer)
    for note in filter(None, (answer.not_shown, text.problem)):
        lines.append(f'<p class="quiet">{html.escape(note)}</p>')
    if answer.answer:
        lines.append(f'<div class="shown">{text.html}</div>')
    else:
        lines.append('<p class="quiet">nothing found in its cell: look into the file</p>')
    return f'<section class="{state}">{"".join(lines)}</section>'


def _spans(lines: list[int]) -> str:
    """Lines in words, runs of them shortened; 0 stands for no line."""
    runs: list[list[int]] = []
    for line in sorted(line for line in lines if line):
        if runs and line == runs[-1][-1] + 1:
            runs[-1][1:] = [line]
        else:
            runs.append([line])
    words = ", ".join(" to ".join(map(str, run)) for run in runs)
    return f"line{'s' * (len(words.split()) > 1)} {words}" if words else "no line"
