"""Feedback: one page for each student and exercise, which says what is not right and what to do.

A page needs nothing but itself: it can be mailed, or put where its student finds it.
"""

from __future__ import annotations

import html
from collections.abc import Iterable
from pathlib import Path

from ...checks.wording import with_code
from ..files import safe_name, write_whole
from ..record import PartResult, Record
from .marks import Marks
from .pages import WAITING, number, page
from .questions import Question, questions, total

__all__ = ["feedback", "feedback_path", "write_feedback"]

WORDS = {
    "right": "✓ right",
    "partly": "○ partly right",
    "wrong": "○ not right",
    "no answer": "○ no answer",
    "pending": f"… {WAITING}",
}


def feedback_path(out: Path, student: str, exercise: str) -> Path:
    """Where the page of a student and an exercise is.

    >>> feedback_path(Path("results"), "ada", "01_perceptron").as_posix()
    'results/feedback/ada/01_perceptron.html'
    """
    return out / "feedback" / safe_name(student) / f"{exercise}.html"


def write_feedback(out: Path, records: Iterable[Record], marks: Marks) -> None:
    """Write feedback/STUDENT/EXERCISE.html for all records.

    >>> import tempfile
    >>> out = Path(tempfile.mkdtemp())
    >>> write_feedback(out, [Record("k", "01_perceptron", student="ada")], Marks())
    >>> feedback_path(out, "ada", "01_perceptron").exists()
    True
    """
    for record in records:
        write_whole(feedback_path(out, *record.handed_in), feedback(record, marks))


def feedback(record: Record, marks: Marks) -> str:
    """The page for one student and exercise; whatever the student wrote is escaped.

    >>> from perceptronlib.grading.record import ManualAnswer
    >>> why = ManualAnswer("why", "Why", 3, "")
    >>> text = feedback(Record("k", "01_perceptron", manual=(why,), student="<ada>"), Marks())
    >>> "&lt;ada&gt;" in text, "<ada>" in text, "to be marked" in text
    (True, False, True)
    """
    shown = questions(record, marks)
    so_far = total(shown)
    lines = [f"<p>For {html.escape(record.student)}.</p>"]
    earned = f"{number(so_far.score)} of {number(so_far.points)} points."
    later = f" {number(so_far.pending)} points are still {WAITING}." if so_far.pending else ""
    lines.append(f"<p><strong>{earned}</strong>{later}</p>")
    lines += [f"<p>{html.escape(text)}</p>" for text in (record.chosen,) if text]
    if record.problem:
        shown = [q for q in shown if q.status == "pending"]
        why = f"<b>Your file could not be graded:</b> {html.escape(record.problem)}."
        lines.append(f'<section class="wrong">{why}</section>')
    lines += [_card(q) for q in shown]
    if record.cells:
        items = "".join(f"<li>{html.escape(cell.in_words)}</li>" for cell in record.cells)
        how = "Counted from the top, texts too; the first is cell 1."
        lines.append(f"<h2>Cells that failed</h2>\n<p class=quiet>{how}</p>\n<ul>{items}</ul>")
    return page(f"Feedback on {record.exercise}", "\n".join(lines))


def _card(q: Question) -> str:
    earned = f"{number(q.score)} of {number(q.points)}" if q.score is not None else number(q.points)
    full = min(1.0, max(0.0, q.score / q.points)) if q.score and q.points else 0.0
    lines = [
        f'<section class="{q.status.replace(" ", "-")}">',
        f"<h2>{with_code(q.title)}</h2>",
        f"<p><b>{WORDS[q.status]}</b>, {earned} {'point' if q.points == 1 else 'points'}</p>",
        f'<div class="bar" aria-hidden="true"><div style="width: {full:.0%}"></div></div>',
    ]
    lines += [f"<p>{with_code(text)}</p>" for text in (q.hint, q.advice) if text]
    if any(part.name or part.says for part in q.parts):
        lines.append(f"<ul>{''.join(map(_part, q.parts))}</ul>")
    if q.comment:
        lines.append(f"<pre>{html.escape(q.comment)}</pre>")
    return "\n".join([*lines, "</section>"])


def _part(part: PartResult) -> str:
    right = part.share == 1
    says = part.says or ("right" if right else "not right")
    return (
        f"<li>{'✓' if right else '○'} {with_code(': '.join(filter(None, (part.name, says))))}</li>"
    )
