"""The class at a glance: how each question went, and what was misunderstood most.

The picture and the page are the same bytes whenever records and marks are the same.
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

from ...checks.wording import with_code
from ..files import write_whole
from ..record import Record
from .marks import Marks
from .pages import counted, page
from .questions import Question, questions, total

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

    def count(self, q: Question) -> None:
        """Add how the question went for one student."""
        self.states[q.status] += 1
        self.hints.update([q.hint] if q.hint else [])
        if q.score is not None:
            self.shares.append(q.score / q.points if q.points else 1.0)

    @property
    def mean(self) -> str:
        """The mean share of those that are known."""
        return f"{sum(self.shares) / len(self.shares):.0%}" if self.shares else ""

    def bars(self) -> list[int]:
        """How many earned nothing, up to a quarter, a half, three quarters, less than all, all."""
        heights = [0] * 6
        for share in self.shares:
            heights[0 if share <= 0 else 5 if share >= 1 else ceil(4 * share)] += 1
        return heights


@dataclass
class _Class:
    """All that a summary tells of the records."""

    tallies: dict[str, dict[str, _Tally]] = field(default_factory=dict)
    totals: dict[str, list[float]] = field(default_factory=dict)
    students: set[str] = field(default_factory=set)
    unread: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, records: Iterable[Record], marks: Marks) -> _Class:
        """Go through the records once."""
        whole = cls()
        for record in records:
            whole._add(record, questions(record, marks))
        whole.tallies = dict(sorted(whole.tallies.items()))
        whole.unread.sort()
        return whole

    def _add(self, record: Record, of_record: list[Question]) -> None:
        self.students.add(record.student)
        if record.problem:
            self.unread.append(f"{record.file or record.student}: {record.problem}")
        so_far = total(of_record)
        known = so_far.points - so_far.pending
        self.totals.setdefault(record.exercise, []).append(
            so_far.score / known if known > 0 else 0.0
        )
        tallies = self.tallies.setdefault(record.exercise, {})
        for q in of_record:
            tallies.setdefault(q.name, _Tally(q.title)).count(q)

    def mean(self, exercise: str) -> str:
        """The mean share of an exercise's points, as far as they are known."""
        shares = sorted(self.totals[exercise])
        return f"{sum(shares) / len(shares):.0%}"


def write_summary(
    out: Path, records: Iterable[Record], marks: Marks, problems: Sequence[str]
) -> None:
    """Write summary.html and histograms.png; `problems` are sentences about what was not graded.

    >>> import tempfile
    >>> out = Path(tempfile.mkdtemp())
    >>> write_summary(out, [], Marks(), ["ada/notes.ipynb: it belongs to no exercise"])
    >>> "ada/notes.ipynb" in (out / "summary.html").read_text("utf-8")
    True
    """
    whole = _Class.of(records, marks)
    body = [f"<p>{html.escape(line)}</p>" for line in _lines(whole, problems)[:1]]
    sentences = [*whole.unread, *problems]
    if sentences:
        items = "".join(f"<li>{html.escape(text)}</li>" for text in sentences)
        body.append(f"<h2>Problems</h2>\n<ul>{items}</ul>")
    body += [_table(exercise, whole) for exercise in whole.tallies]
    if any(tally.shares for some in whole.tallies.values() for tally in some.values()):
        png = _histograms(whole)
        write_whole(out / "histograms.png", png)
        alt = "A histogram of the scores of each question; the tables hold the same in numbers."
        data = base64.b64encode(png).decode()
        body.append(f'<h2>Scores</h2>\n<img alt="{alt}" src="data:image/png;base64,{data}">')
    write_whole(out / "summary.html", page("How it went", "\n".join(body), wide=True))


def _table(exercise: str, whole: _Class) -> str:
    head = ["question", "mean", *STATES, "what was misunderstood"]
    lines = [
        f"<h2>{html.escape(exercise)}</h2>",
        f"<p>{_handed_in(exercise, whole)}</p>",
        f'<div class="roll" role="region" tabindex="0" aria-label="{html.escape(exercise)}">',
        "<table>\n<tr>" + "".join(f'<th scope="col">{name}</th>' for name in head) + "</tr>",
    ]
    for tally in whole.tallies[exercise].values():
        hints = _most_frequent(tally.hints, MOST_HINTS)
        items = "".join(f"<li>{count} × {with_code(hint)}</li>" for hint, count in hints)
        cells = [tally.mean, *(str(tally.states[state] or "") for state in STATES)]
        row = "".join(f"<td>{cell}</td>" for cell in cells)
        last = f"<td>{f'<ul>{items}</ul>' if items else ''}</td>"
        lines.append(f'<tr><th scope="row">{with_code(tally.title)}</th>{row}{last}</tr>')
    return "\n".join([*lines, "</table></div>"])


def _histograms(whole: _Class) -> bytes:
    """One picture with a small histogram for each question."""
    import matplotlib as mpl  # here: it takes a while, and most commands draw nothing

    from ...notebook import pictures

    tallies = [(e, t) for e, some in whole.tallies.items() for t in some.values()]
    drawn = [(exercise, tally) for exercise, tally in tallies if tally.shares]
    rows = -(-len(drawn) // ACROSS)
    fig, ax = pictures.figure(8.0, 1.6 * rows)
    ax.remove()
    colours = [pictures.MISTAKE, *[pictures.POSITIVE] * 4, pictures.BOUND]
    with mpl.rc_context({**pictures.STYLE, "font.size": 8}):  # type: ignore[dict-item]
        for place, (exercise, tally) in enumerate(drawn, start=1):
            ax = fig.add_subplot(rows, ACROSS, place)
            ax.bar(range(6), tally.bars(), color=colours)
            ax.set_xticks(range(6), TICKS)
            ax.yaxis.get_major_locator().set_params(integer=True, nbins=3)
            ax.set_ylim(0, max(1, len(whole.totals[exercise])))
            names = (n if len(n) < 26 else f"{n[:24]}…" for n in (exercise, tally.title))
            ax.set_title("\n".join(names), fontsize=8, parse_math=False)
        file = io.BytesIO()
        fig.savefig(file, format="png", dpi=pictures.DPI, metadata={"Software": None})
    return file.getvalue()


def _handed_in(exercise: str, whole: _Class) -> str:
    submissions = counted(len(whole.totals[exercise]), "submission")
    return f"{submissions}, {whole.mean(exercise)} of the points that are marked"


def _lines(whole: _Class, problems: Sequence[str]) -> list[str]:
    submissions = counted(sum(map(len, whole.totals.values())), "submission")
    first = f"{submissions} by {counted(len(whole.students), 'student')}"
    waiting = sum(t.states["pending"] for ts in whole.tallies.values() for t in ts.values())
    first += f", {counted(waiting, 'answer')} to be marked" if waiting else ""
    lines = [f"{first}."]
    for exercise, tallies in whole.tallies.items():
        hints = sum((tally.hints for tally in tallies.values()), Counter[str]())
        often = "".join(f" Most often ({n}): {hint}" for hint, n in _most_frequent(hints, 1))
        lines.append(f"{exercise}: {_handed_in(exercise, whole)}.{often}")
    amiss = len(whole.unread) + len(problems)
    if amiss:
        lines.append(f"{counted(amiss, 'problem')}: see summary.html.")
    return lines


def _most_frequent(hints: Counter[str], most: int) -> list[tuple[str, int]]:
    """Those that were given most often; of equally many the first in the alphabet."""
    return sorted(hints.items(), key=lambda item: (-item[1], item[0]))[:most]


def in_words(records: Iterable[Record], marks: Marks, problems: Sequence[str]) -> list[str]:
    """How it went, as a few lines for the terminal.

    >>> in_words([], Marks(), ["x.ipynb: it belongs to no exercise"])
    ['0 submissions by 0 students.', '1 problem: see summary.html.']
    """
    return _lines(_Class.of(records, marks), problems)
