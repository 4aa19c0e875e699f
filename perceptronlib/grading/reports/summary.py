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
from .grades import Grade
from .pages import counted, page
from .questions import Question

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
class _Statistics:
    """All that a summary tells of the records."""

    tallies: dict[str, dict[str, _Tally]] = field(default_factory=dict)
    totals: dict[str, list[float]] = field(default_factory=dict)
    students: set[str] = field(default_factory=set)
    unread: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, grades: Iterable[Grade]) -> _Statistics:
        """Go through the grades once."""
        statistics = cls()
        for grade in grades:
            if grade.questions:
                statistics._add(grade)
        statistics.tallies = dict(sorted(statistics.tallies.items()))
        statistics.unread.sort()
        return statistics

    def _add(self, grade: Grade) -> None:
        record = grade.record
        self.students.add(grade.who or grade.student)
        if record.problem:
            self.unread.append(f"{record.file or record.student}: {record.problem}")
        known = grade.out_of - grade.pending
        self.totals.setdefault(record.exercise, []).append(grade.raw / known if known > 0 else 0.0)
        tallies = self.tallies.setdefault(record.exercise, {})
        for q in grade.questions:
            tallies.setdefault(q.name, _Tally(q.title)).count(q)

    def questions(self) -> list[tuple[str, _Tally]]:
        """All questions, with their exercises."""
        return [(e, tally) for e, by_name in self.tallies.items() for tally in by_name.values()]

    def drawable(self) -> list[tuple[str, _Tally]]:
        """The questions of which at least one score is known."""
        return [(exercise, tally) for exercise, tally in self.questions() if tally.shares]

    def mean(self, exercise: str) -> str:
        """The mean share of an exercise's points, as far as they are known."""
        shares = sorted(self.totals[exercise])
        return f"{sum(shares) / len(shares):.0%}"


def write_summary(out: Path, grades: Iterable[Grade], problems: Sequence[str]) -> None:
    """Write summary.html and histograms.png; `problems` are sentences about what was not graded.

    >>> import tempfile
    >>> out = Path(tempfile.mkdtemp())
    >>> write_summary(out, [], ["ada/notes.ipynb: it belongs to no exercise"])
    >>> "ada/notes.ipynb" in (out / "summary.html").read_text("utf-8")
    True
    """
    statistics = _Statistics.of(grades)
    body = [f"<p>{html.escape(line)}</p>" for line in _lines(statistics, problems)[:1]]
    sentences = [*statistics.unread, *problems]
    if sentences:
        items = "".join(f"<li>{html.escape(text)}</li>" for text in sentences)
        body.append(f"<h2>Problems</h2>\n<ul>{items}</ul>")
    body += [_table(exercise, statistics) for exercise in statistics.tallies]
    if statistics.drawable():
        png = _histograms(statistics)
        write_whole(out / "histograms.png", png)
        alt = "A histogram of the scores of each question; the tables hold the same in numbers."
        data = base64.b64encode(png).decode()
        body.append(f'<h2>Scores</h2>\n<img alt="{alt}" src="data:image/png;base64,{data}">')
    write_whole(out / "summary.html", page("How it went", "\n".join(body), wide=True))


def _table(exercise: str, statistics: _Statistics) -> str:
    head = ["question", "mean", *STATES, "what was misunderstood"]
    lines = [
        f"<h2>{html.escape(exercise)}</h2>",
        f"<p>{_handed_in(exercise, statistics)}</p>",
        f'<div class="roll" role="region" tabindex="0" aria-label="{html.escape(exercise)}">',
        "<table>\n<tr>" + "".join(f'<th scope="col">{name}</th>' for name in head) + "</tr>",
    ]
    for tally in statistics.tallies[exercise].values():
        hints = _most_frequent(tally.hints, MOST_HINTS)
        items = "".join(f"<li>{count} × {with_code(hint)}</li>" for hint, count in hints)
        cells = [tally.mean, *(str(tally.states[state] or "") for state in STATES)]
        row = "".join(f"<td>{cell}</td>" for cell in cells)
        last = f"<td>{f'<ul>{items}</ul>' if items else ''}</td>"
        lines.append(f'<tr><th scope="row">{with_code(tally.title)}</th>{row}{last}</tr>')
    return "\n".join([*lines, "</table></div>"])


def _histograms(statistics: _Statistics) -> bytes:
    """One picture with a small histogram for each question."""
    import matplotlib as mpl  # here: it takes a while, and most commands draw nothing

    from ...notebook import pictures

    drawn = statistics.drawable()
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
            ax.set_ylim(0, max(1, len(statistics.totals[exercise])))
            names = (n if len(n) < 26 else f"{n[:24]}…" for n in (exercise, tally.title))
            ax.set_title("\n".join(names), fontsize=8, parse_math=False)
        file = io.BytesIO()
        fig.savefig(file, format="png", dpi=pictures.DPI, metadata={"Software": None})
    return file.getvalue()


def _handed_in(exercise: str, statistics: _Statistics) -> str:
    submissions = counted(len(statistics.totals[exercise]), "submission")
    return f"{submissions}, {statistics.mean(exercise)} of the points that are marked"


def _lines(statistics: _Statistics, problems: Sequence[str]) -> list[str]:
    submissions = counted(sum(map(len, statistics.totals.values())), "submission")
    first = f"{submissions} by {counted(len(statistics.students), 'student')}"
    waiting = sum(tally.states["pending"] for _, tally in statistics.questions())
    first += f", {counted(waiting, 'answer')} to be marked" if waiting else ""
    lines = [f"{first}."]
    for exercise, tallies in statistics.tallies.items():
        hints = sum((tally.hints for tally in tallies.values()), Counter[str]())
        often = "".join(f" Most often ({n}): {hint}" for hint, n in _most_frequent(hints, 1))
        lines.append(f"{exercise}: {_handed_in(exercise, statistics)}.{often}")
    problem_count = len(statistics.unread) + len(problems)
    if problem_count:
        lines.append(f"{counted(problem_count, 'problem')}: see summary.html.")
    return lines


def _most_frequent(hints: Counter[str], most: int) -> list[tuple[str, int]]:
    """Those that were given most often; of equally many the first in the alphabet."""
    return sorted(hints.items(), key=lambda item: (-item[1], item[0]))[:most]


def in_words(grades: Iterable[Grade], problems: Sequence[str]) -> list[str]:
    """How it went, as a few lines for the terminal.

    >>> in_words([], ["x.ipynb: it belongs to no exercise"])
    ['0 submissions by 0 students.', '1 problem: see summary.html.']
    """
    return _lines(_Statistics.of(grades), problems)
