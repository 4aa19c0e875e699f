"""Feedback: one page for each student and exercise, which says what is not right and what to do.

A page needs nothing but itself: it can be mailed, or put where its student finds it.
"""

from __future__ import annotations

import html
from collections.abc import Iterable
from pathlib import Path

from ...checks.wording import with_code
from ..files import safe_name, write_whole
from ..record import PartResult
from .grades import Grade
from .pages import WAITING, number, page
from .questions import Question

__all__ = ["card", "feedback", "feedback_path", "write_feedback"]

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


def write_feedback(out: Path, grades: Iterable[Grade]) -> None:
    """Write feedback/STUDENT/EXERCISE.html for all submissions.

    >>> import tempfile
    >>> from perceptronlib.grading.record import Record
    >>> out = Path(tempfile.mkdtemp())
    >>> write_feedback(out, [Grade(Record("k", "01_perceptron", student="ada"))])
    >>> feedback_path(out, "ada", "01_perceptron").exists()
    True
    """
    for grade in grades:
        write_whole(feedback_path(out, grade.student, grade.exercise), feedback(grade))


def feedback(grade: Grade) -> str:
    """The page for one student and exercise; whatever the student wrote is escaped.

    >>> from perceptronlib.grading.record import Record
    >>> text = feedback(Grade(Record("k", "01_perceptron", student="<ada>")))
    >>> "&lt;ada&gt;" in text, "<ada>" in text
    (True, False)
    """
    record, shown = grade.record, grade.questions
    lines = [f"<p>For {html.escape(record.student)}.</p>", *_sums(grade)]
    if record.problem:
        shown = tuple(q for q in shown if q.status == "pending")
        why = f"<b>Your file could not be graded:</b> {html.escape(record.problem)}."
        lines.append(f'<section class="wrong">{why}</section>')
    lines += [card(q) for q in shown]
    if record.cells:
        items = "".join(f"<li>{html.escape(cell.in_words)}</li>" for cell in record.cells)
        how = "Counted from the top, texts too; the first is cell 1."
        lines.append(f"<h2>Cells that failed</h2>\n<p class=quiet>{how}</p>\n<ul>{items}</ul>")
    return page(f"Feedback on {record.exercise}", "\n".join(lines))


def _sums(grade: Grade) -> list[str]:
    """The score, how it came about, and what is said about the exercise as a whole."""
    earned = f"{number(grade.score)} of {number(grade.out_of)} points."
    if grade.score != grade.raw:
        earned += f" Before lateness and bonus: {number(grade.raw)}."
    later = f" {number(grade.pending)} points are still {WAITING}." if grade.pending else ""
    sentences = [*grade.notes, grade.record.chosen, grade.comment]
    lines = [f"<p>{html.escape(text)}</p>" for text in sentences if text]
    return [f"<p><strong>{earned}</strong>{later}</p>", *lines]


def card(q: Question) -> str:
    """A question, its points and what is said about it, as a piece of HTML.

    >>> "2 of 3 points" in card(Question("why", "Why", 3, 2.0, "partly"))
    True
    """
    earned = f"{number(q.score)} of {number(q.points)}" if q.score is not None else number(q.points)
    full = min(1.0, max(0.0, q.score / q.points)) if q.score and q.points else 0.0
    lines = [
        f'<section class="{q.status.replace(" ", "-")}">',
        f"<h2>{with_code(q.title)}</h2>",
        f"<p><b>{WORDS[q.status]}</b>, {earned} {'point' if q.points == 1 else 'points'}</p>",
        f'<div class="bar" aria-hidden="true"><div style="width: {full:.0%}"></div></div>',
    ]
    if q.score is not None and q.graded not in (None, q.score):
        lines.append(f"<p>Set by your instructor; the grader gave {number(q.graded)}.</p>")
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
