"""The class at a glance: how each question went, and what was misunderstood most.

Made from the records, one at a time: only scores and counts are kept. The picture and the page are
the same bytes whenever records and marks are the same.
"""

from __future__ import annotations

import base64
import html
import io
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from .feedback import number, page, questions, total, worded
from .grade import Record
from .records import write_whole

if TYPE_CHECKING:
    from .marks import Marks

__all__ = ["in_words", "write_summary"]

STATES = ("right", "partly", "wrong", "no answer", "pending")
MOST_HINTS = 3
ACROSS = 4
TICKS = ("0", "", "", "", "", "all")


@dataclass
class _Tally:
    """How one question went: the shares of its points that were earned, and what was said."""

    title: str
    shares: list[float] = field(default_factory=list)
    states: Counter[str] = field(default_factory=Counter)
    hints: Counter[str] = field(default_factory=Counter)

    @property
    def mean(self) -> str:
        """The mean share of those that are known."""
        return f"{sum(self.shares) / len(self.shares):.0%}" if self.shares else ""

    def bars(self) -> list[int]:
        """How many earned nothing, up to a quarter, a half, three quarters, less than all, all."""
        found = [0] * 6
        for share in self.shares:
            found[0 if share <= 0 else 5 if share >= 1 else ceil(4 * share)] += 1
        return found


@dataclass
class _Class:
    """All that is kept of the records."""

    tallies: dict[str, dict[str, _Tally]] = field(default_factory=dict)
    totals: dict[str, list[float]] = field(default_factory=dict)
    students: set[str] = field(default_factory=set)
    unread: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, records: Iterable[Record], marks: Marks) -> _Class:
        """Go through the records once."""
        found = cls()
        for record in records:
            exercise, asked = record["exercise"], questions(record, marks)
            found.students.add(record["student"])
            if record["problem"]:
                found.unread.append(f"{record.get('file', record['student'])}: {record['problem']}")
            score, most, pending = total(asked)
            shares = found.totals.setdefault(exercise, [])
            shares.append(score / (most - pending) if most > pending else 0.0)
            tallies = found.tallies.setdefault(exercise, {})
            for q in asked:
                tally = tallies.setdefault(q.name, _Tally(q.title))
                tally.states[q.status] += 1
                tally.hints.update([q.hint] if q.hint else [])
                if q.score is not None:
                    tally.shares.append(q.score / q.points if q.points else 1.0)
        found.tallies = dict(sorted(found.tallies.items()))
        found.unread.sort()
        return found

    def mean(self, exercise: str) -> str:
        """The mean share of an exercise's points, as far as they are known."""
        shares = sorted(self.totals[exercise])
        return f"{sum(shares) / len(shares):.0%}"


def write_summary(
    out: Path, records: Iterable[Record], marks: Marks, problems: Sequence[str]
) -> None:
    """Write summary.html and histograms.png; `problems` are sentences about what was not graded.

    >>> import tempfile
    >>> from perceptronlib.grading.marks import Marks
    >>> out = Path(tempfile.mkdtemp())
    >>> write_summary(out, [], Marks(), ["ada/notes.ipynb: it belongs to no exercise"])
    >>> "ada/notes.ipynb" in (out / "summary.html").read_text("utf-8")
    True
    """
    found = _Class.of(records, marks)
    body = [f"<p>{html.escape(line)}</p>" for line in _lines(found, problems)[:1]]
    told = [*found.unread, *problems]
    if told:
        items = "".join(f"<li>{html.escape(text)}</li>" for text in told)
        body.append(f"<h2>Problems</h2>\n<ul>{items}</ul>")
    body += [_table(exercise, found) for exercise in found.tallies]
    if any(tally.shares for some in found.tallies.values() for tally in some.values()):
        png = _histograms(found)
        write_whole(out / "histograms.png", png)
        alt = "A histogram of the scores of each question; the tables hold the same in numbers."
        data = base64.b64encode(png).decode()
        body.append(f'<h2>Scores</h2>\n<img alt="{alt}" src="data:image/png;base64,{data}">')
    write_whole(out / "summary.html", page("How it went", "\n".join(body), wide=True))


def _table(exercise: str, found: _Class) -> str:
    head = ["question", "mean", *STATES, "what was misunderstood"]
    lines = [
        f"<h2>{html.escape(exercise)}</h2>",
        f"<p>{_handed_in(exercise, found)}</p>",
        f'<div class="roll" role="region" tabindex="0" aria-label="{html.escape(exercise)}">',
        "<table>\n<tr>" + "".join(f'<th scope="col">{name}</th>' for name in head) + "</tr>",
    ]
    for tally in found.tallies[exercise].values():
        hints = sorted(tally.hints.items(), key=lambda item: (-item[1], item[0]))[:MOST_HINTS]
        said = "".join(f"<li>{count} × {worded(hint)}</li>" for hint, count in hints)
        cells = [tally.mean, *(str(tally.states[state] or "") for state in STATES)]
        row = "".join(f"<td>{cell}</td>" for cell in cells)
        last = f"<td>{f'<ul>{said}</ul>' if said else ''}</td>"
        lines.append(f'<tr><th scope="row">{worded(tally.title)}</th>{row}{last}</tr>')
    return "\n".join([*lines, "</table></div>"])


def _histograms(found: _Class) -> bytes:
    """One picture with a small histogram for each question."""
    import matplotlib as mpl

    from ..notebook import pictures

    tallies = [(e, t) for e, some in found.tallies.items() for t in some.values()]
    drawn = [(exercise, tally) for exercise, tally in tallies if tally.shares]
    rows = -(-len(drawn) // ACROSS)
    fig, whole = pictures.figure(8.0, 1.6 * rows)
    whole.remove()
    colours = [pictures.MISTAKE, *[pictures.POSITIVE] * 4, pictures.BOUND]
    with mpl.rc_context({**pictures.STYLE, "font.size": 8}):  # type: ignore[dict-item]
        for place, (exercise, tally) in enumerate(drawn, start=1):
            ax = fig.add_subplot(rows, ACROSS, place)
            ax.bar(range(6), tally.bars(), color=colours)
            ax.set_xticks(range(6), TICKS)
            ax.yaxis.get_major_locator().set_params(integer=True, nbins=3)
            ax.set_ylim(0, max(1, len(found.totals[exercise])))
            names = (n if len(n) < 26 else f"{n[:24]}…" for n in (exercise, tally.title))
            ax.set_title("\n".join(names), fontsize=8, parse_math=False)
        file = io.BytesIO()
        fig.savefig(file, format="png", dpi=pictures.DPI, metadata={"Software": None})
    return file.getvalue()


def _handed_in(exercise: str, found: _Class) -> str:
    count = len(found.totals[exercise])
    some = f"{count} submission{'s' * (count != 1)}"
    return f"{some}, {found.mean(exercise)} of the points that are marked"


def _lines(found: _Class, problems: Sequence[str]) -> list[str]:
    graded, who = sum(map(len, found.totals.values())), len(found.students)
    waiting = sum(t.states["pending"] for ts in found.tallies.values() for t in ts.values())
    first = f"{graded} submission{'s' * (graded != 1)} by {who} student{'s' * (who != 1)}"
    first += f", {waiting} answer{'s' * (waiting != 1)} to be marked" * bool(waiting)
    lines = [f"{first}."]
    for exercise, tallies in found.tallies.items():
        hints = sum((tally.hints for tally in tallies.values()), Counter[str]())
        often = sorted(hints.items(), key=lambda item: (-item[1], item[0]))[:1]
        most = "".join(f" Most often ({count}): {hint}" for hint, count in often)
        lines.append(f"{exercise}: {_handed_in(exercise, found)}.{most}")
    amiss = len(found.unread) + len(problems)
    if amiss:
        lines.append(f"{number(amiss)} problem{'s' * (amiss != 1)}: see summary.html.")
    return lines


def in_words(records: Iterable[Record], marks: Marks, problems: Sequence[str]) -> list[str]:
    """How it went, as a few lines for the terminal.

    >>> from perceptronlib.grading.marks import Marks
    >>> in_words([], Marks(), ["x.ipynb: it belongs to no exercise"])
    ['0 submissions by 0 students.', '1 problem: see summary.html.']
    """
    return _lines(_Class.of(records, marks), problems)
