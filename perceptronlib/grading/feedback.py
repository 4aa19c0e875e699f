"""Feedback: one page for each student and exercise, which says what is not right and what to do.

`questions` tells what each question of a record earned, marks included; all reports begin there.
A page needs nothing but itself: it can be mailed, or put where its student finds it.
"""

from __future__ import annotations

import html
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .grade import Record, fate
from .records import write_whole
from .submissions import safe_name

if TYPE_CHECKING:
    from .marks import Marks

__all__ = ["Question", "feedback", "number", "page", "questions", "total", "write_feedback"]

WAITING = "to be marked"
MISSING = "No argument was found in your notebook: did you write it in the cell that asks for it?"
UNANSWERED = ("no answer", "not written yet", "on a hidden case it stopped with NotImplemented")
WORDS = {"right": "✓ right", "partly": "○ partly right", "wrong": "○ not right"}
WORDS |= {"no answer": "○ no answer", "pending": f"… {WAITING}"}
STYLE = """
:root { color-scheme: light dark; --ink: #1a1a1a; --paper: #fff; --quiet: #595959; --card: #f6f6f6;
  --right: #117733; --wrong: #AA3377; --accent: #0072B2 }
@media (prefers-color-scheme: dark) { :root { --ink: #eee; --paper: #121212; --quiet: #b5b5b5;
  --card: #1f1f1f; --right: #5cc98a; --wrong: #f08cc0; --accent: #6cb8f0 } }
body { font: 1rem/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
  max-width: 50em; margin: 0 auto; padding: 1em; overflow-wrap: anywhere }
body.wide { max-width: none } h1 { font-size: 1.5rem } h2 { font-size: 1.2rem }
h3 { font-size: 1rem; margin: 0 0 .3em } .pending b { color: var(--accent) }
section { background: var(--card); border-left: 5px solid var(--accent); margin: 1em 0;
  padding: .8em }
.right { border-color: var(--right) } .wrong, .partly, .no-answer { border-color: var(--wrong) }
.right b { color: var(--right) } .wrong b, .partly b, .no-answer b { color: var(--wrong) }
.bar { height: .5em; border: 1px solid var(--quiet); max-width: 20em }
.bar div { height: 100%; background: var(--right) } .pending .bar { border-style: dashed }
.quiet { color: var(--quiet) } ul { padding-left: 1.3em } img { max-width: 100%; background: #fff }
pre { white-space: pre-wrap; margin: 0 } code { color: var(--accent) }
.grid { display: grid; gap: 1em;
  grid-template-columns: repeat(auto-fill, minmax(min(22em, 100%), 1fr)) }
.grid section { margin: 0 } .roll { overflow-x: auto } section ul { list-style: none; padding: 0 }
table { border-collapse: collapse; overflow-wrap: normal } td ul { margin: 0; min-width: 16em }
td, th { padding: .2em .7em; text-align: left; vertical-align: top; border-bottom: 1px solid }
"""


@dataclass(frozen=True)
class Question:
    """What one question earned; `score` is None while a person still has to mark it.

    `status` is "right", "partly", "wrong", "no answer" or "pending"; `parts` are (name, share, what
    is not right).

    >>> Question("twice", "Twice", 3, 2, "partly", parts=(("ties", 0.0, "not right"),)).says
    ['ties: not right']
    """

    name: str
    title: str
    points: float
    score: float | None
    status: str
    hint: str = ""
    parts: tuple[tuple[str, float, str], ...] = ()
    comment: str = ""
    advice: str = ""

    @property
    def says(self) -> list[str]:
        """What is not right, in words."""
        told = [
            ": ".join(filter(None, (name, says))) for name, share, says in self.parts if share < 1
        ]
        return [*dict.fromkeys(filter(None, told))]


def questions(record: Record, marks: Marks) -> list[Question]:
    """The questions of a record in its order, first those that were tried, then those to be marked.

    >>> from perceptronlib.grading.marks import Marks
    >>> record = {"student": "ada", "exercise": "01_perceptron", "tasks": [],
    ...           "manual": [{"name": "why", "points": 3, "answer": "Because."}]}
    >>> questions(record, Marks())[0].status
    'pending'
    """
    found = [_tried(task) for task in record["tasks"]]
    for asked in record["manual"]:
        name, points = asked["name"], asked["points"]
        mark = marks.of(record["student"], record["exercise"], name, points)
        comment = marks.comment(record["student"], record["exercise"], name)
        status = _status(mark, points, not asked["answer"])
        comment = "" if mark is None else comment
        title, advice = asked.get("title", name), "" if asked["answer"] else MISSING
        about = Question(name, title, points, mark, status, comment=comment, advice=advice)
        found.append(about)
    return found


def _tried(task: dict[str, Any]) -> Question:
    amiss = [part for part in task["parts"] if part["share"] < 1]
    silent = bool(amiss) and all(part["says"].startswith(UNANSWERED) for part in amiss)
    status = _status(task["score"], task["points"], silent) if amiss else "right"
    parts = tuple((part["name"], part["share"], part["says"]) for part in task["parts"])
    name, title = task["name"], task["title"] or task["name"]
    about = (name, title, task["points"], task["score"], status, task["hint"], parts)
    return Question(*about, advice=task.get("advice", ""))


def _status(score: float | None, points: float, silent: bool) -> str:
    if score is None:
        return "pending"
    if score <= 0 < points:
        return "no answer" if silent else "wrong"
    return "right" if score >= points else "partly"


def total(asked: list[Question]) -> tuple[float, float, float]:
    """The points so far, of how many, and how many of those are still to be marked.

    >>> total([Question("a", "a", 2, 1.5, "partly"), Question("b", "b", 3, None, "pending")])
    (1.5, 5, 3)
    """
    score = round(sum(q.score for q in asked if q.score is not None), 2)
    return score, sum(q.points for q in asked), sum(q.points for q in asked if q.score is None)


def number(value: float | None) -> str:
    """A number as briefly as it goes, to the hundredth; nothing for None.

    >>> number(2.0), number(2.5), number(None)
    ('2', '2.5', '')
    """
    return "" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")


def page(title: str, body: str, wide: bool = False) -> str:
    """A whole page of HTML, for light and dark screens of any width; nothing else may be loaded.

    >>> page("A & B", "<p>Hello.</p>")[:57]
    '<!DOCTYPE html>\\n<html lang="en">\\n<head>\\n<meta charset="ut'
    """
    alone = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
    text = f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{alone}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{html.escape(title)}</title>
<style>{STYLE}</style>
</head>
<body{' class="wide"' if wide else ""}>
<main>
<h1>{html.escape(title)}</h1>
{body}
</main>
</body>
</html>
"""
    return text.encode("utf-8", "backslashreplace").decode()


def worded(text: str) -> str:
    """Escaped, with `code` set as code where its quotes come in pairs.

    >>> worded("Test `w < 0`.")
    'Test <code>w &lt; 0</code>.'
    """
    pieces = html.escape(text).split("`")
    if len(pieces) % 2 == 0:
        return "`".join(pieces)
    return "".join(f"<code>{p}</code>" if k % 2 else p for k, p in enumerate(pieces))


def feedback(record: Record, marks: Marks) -> str:
    """The page for one student and exercise; whatever the student wrote is escaped.

    >>> from perceptronlib.grading.marks import Marks
    >>> record = {"student": "<ada>", "exercise": "01_perceptron", "problem": "", "tasks": [],
    ...           "manual": [{"name": "why", "points": 3, "answer": ""}], "cells": {}}
    >>> text = feedback(record, Marks())
    >>> "&lt;ada&gt;" in text, "<ada>" in text, "to be marked" in text
    (True, False, True)
    """
    asked = questions(record, marks)
    score, most, pending = total(asked)
    lines = [f"<p>For {html.escape(record['student'])}.</p>"]
    later = f" {number(pending)} points are still {WAITING}." if pending else ""
    lines.append(f"<p><strong>{number(score)} of {number(most)} points.</strong>{later}</p>")
    if record["problem"]:
        asked = [q for q in asked if q.status == "pending"]
        said = f"<b>Your file could not be graded:</b> {html.escape(record['problem'])}."
        lines.append(f'<section class="wrong">{said}</section>')
    lines += [_card(q) for q in asked]
    if record["cells"]:
        cells = sorted(record["cells"].items(), key=lambda item: int(item[0]))
        items = "".join(f"<li>cell {int(n) + 1} {html.escape(fate(how))}</li>" for n, how in cells)
        how = "Counted from the top, texts too; the first is cell 1."
        lines.append(f"<h2>Cells that failed</h2>\n<p class=quiet>{how}</p>\n<ul>{items}</ul>")
    return page(f"Feedback on {record['exercise']}", "\n".join(lines))


def _card(q: Question) -> str:
    earned = f"{number(q.score)} of {number(q.points)}" if q.score is not None else number(q.points)
    full = min(1.0, max(0.0, q.score / q.points)) if q.score and q.points else 0.0
    lines = [
        f'<section class="{q.status.replace(" ", "-")}">',
        f"<h2>{worded(q.title)}</h2>",
        f"<p><b>{WORDS[q.status]}</b>, {earned} {'point' if q.points == 1 else 'points'}</p>",
        f'<div class="bar" aria-hidden="true"><div style="width: {full:.0%}"></div></div>',
    ]
    lines += [f"<p>{worded(text)}</p>" for text in (q.hint, q.advice) if text]
    if any(name or says for name, _, says in q.parts):
        lines.append(f"<ul>{''.join(_part(*part) for part in q.parts)}</ul>")
    if q.comment:
        lines.append(f"<pre>{html.escape(q.comment)}</pre>")
    return "\n".join([*lines, "</section>"])


def _part(name: str, share: float, says: str) -> str:
    says = says or ("right" if share == 1 else "not right")
    return f"<li>{'✓' if share == 1 else '○'} {worded(': '.join(filter(None, (name, says))))}</li>"


def write_feedback(out: Path, records: Iterable[Record], marks: Marks) -> None:
    """Write feedback/STUDENT/EXERCISE.html for all records.

    >>> import tempfile
    >>> from perceptronlib.grading.marks import Marks
    >>> record = {"student": "ada", "exercise": "01_perceptron", "problem": "", "tasks": [],
    ...           "manual": [], "cells": {}}
    >>> out = Path(tempfile.mkdtemp())
    >>> write_feedback(out, [record], Marks())
    >>> (out / "feedback/ada/01_perceptron.html").exists()
    True
    """
    for record in records:
        folder = out / "feedback" / safe_name(record["student"])
        write_whole(folder / f"{record['exercise']}.html", feedback(record, marks))
