"""The results of a batch, written from its records: tables, feedback, summary, the form for marks.

All of it can be written again at any time, and comes out the same to the byte; only `marks.csv`,
`overrides.csv` and `term.toml` are the instructor's: the first is only extended, the others are
made once, empty, and then only read.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from ..batch import Batch
from ..record import Record
from ..records import Records
from ..submissions import Unreadable, contents, read
from . import moodle, overrides, term
from .annotated import notebook_path, write_annotated
from .answers import write_answers
from .asked import Asked, write_asked
from .canvas import write_canvas
from .class_table import Class, write_class
from .feedback import feedback_path, write_feedback
from .grades import Desk, Grade, grades
from .gradescope import gradescope_folder, write_gradescope
from .late import Key
from .marks import FORM, Marks, write_form
from .overrides import Override, Overrides
from .people import Roster
from .returning import write_zips
from .scores import write_scores
from .similarity import near_copies, write_similarity
from .summary import in_words, write_summary
from .term import Term

__all__ = ["write"]

LISTED = 12
"""So many sentences of one kind are said in the terminal."""


def write(batch: Batch, records: Records, rules: Term, similarity: bool) -> list[str]:
    """Write everything; gives what an instructor should read, in lines.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> batch = Batch(folder, folder / "results", [])
    >>> lines = write(batch, Records(batch.out), Term(), False)
    >>> (batch.out / "scores.csv").exists()
    True
    """
    out = batch.out
    term.make_template(out)
    overrides.make_form(out)
    present = [record for record in records.all() if record.handed_in in batch.present]
    gone = [record for record in records.all() if record.handed_in not in batch.present]
    more_choices = "such choices: scores.csv has all, in its column 'chosen'"
    sentences = [*_some(batch.choices, more_choices), *batch.warnings, *_leave_out(out, gone)]
    sentences += _some(write_form(out, present), f"lines of {FORM}: to_mark.html shows them")
    asked = [Asked.of(master.name, q) for master in batch.masters for q in master.manual]
    write_asked(out, present, asked)
    write_answers(out, present, asked)
    desk, said = _desk(batch, present, rules)
    found = grades(present, desk)
    the_class = Class(found, desk, [master.name for master in batch.masters])
    write_scores(out, found)
    write_gradescope(out, found)
    write_feedback(out, found)
    _copies(batch, found)
    write_summary(out, found, batch.problems)
    write_class(out, the_class)
    sentences += [*said, *write_zips(out, found), *moodle.write_moodle(out, rules.moodle, found)]
    if rules.canvas is not None:
        titles = {master.name: master.title for master in batch.masters}
        sentences += write_canvas(out, rules.canvas, found, titles)
    if similarity:
        sentences += _similarity(batch, present)
    shown = ["class.html and class.csv show who handed in what."] if found else []
    if any(grade.pending for grade in found):
        shown.append(f"To mark the arguments in a browser: python -m perceptronlib mark {out}")
    return [*in_words(found, batch.problems), *the_class.in_words(), *shown, *sentences]


def _some(sentences: Sequence[str], where: str) -> list[str]:
    """As many sentences of one kind as one reads in a terminal, and where the others are."""
    more = len(sentences) - LISTED
    return [*sentences[:LISTED], *([f"... and {more} more {where}"] if more > 0 else [])]


def _desk(batch: Batch, present: Sequence[Record], rules: Term) -> tuple[Desk, list[str]]:
    """All that the instructor says about the class, and what of it does not count."""
    known: dict[str, dict[str, float]] = {master.name: {} for master in batch.masters}
    for record in present:
        known[record.exercise].update({task.name: task.points for task in record.tasks})
        known[record.exercise].update({asked.name: asked.points for asked in record.manual})
    table = Overrides.read(batch.out / overrides.FORM)
    said = _some(table.problems(present, known), f"lines of {overrides.FORM} that do not count")
    valid = table.valid(present, known)
    outdated = valid.outdated(batch.out, present)
    told, amiss = moodle.times(rules.moodle, batch.present, rules.zone)
    roster = Roster.read(rules.roster) if rules.roster else Roster()
    desk = Desk(
        Marks.read(batch.out / FORM), valid, rules, roster, told, _stale(outdated)
    )  # what is stale is told with the class
    students = {desk.who(student) for student, _ in batch.present}
    students |= {person.known_as for person in roster.people}
    said += [
        f"{term.NAME}: an extension is for {who!r}, whom nothing else mentions"
        for who in dict.fromkeys(who for who, _ in rules.extensions)
        if desk.who(who) not in students
    ]
    return desk, [*said, *amiss]


def _copies(batch: Batch, found: Sequence[Grade]) -> None:
    """Copies of the notebooks with comments in them, where there is a notebook."""
    for grade in found:
        if grade.record.file and not grade.record.problem:
            handed_out = batch.plan(grade.exercise).handed_out
            write_annotated(batch.out, batch.folder, grade, handed_out)


def _stale(outdated: dict[Key, list[Override]]) -> dict[Key, tuple[str, ...]]:
    """What was decided about a submission that has changed since, in words."""
    how = "set before a new file came; look, then change the row, if only its comment"
    return {
        key: tuple(f"{row.what} ({overrides.FORM}, line {row.line}: {how})" for row in rows)
        for key, rows in outdated.items()
    }


def _leave_out(out: Path, gone: Sequence[Record]) -> list[str]:
    """What was graded once and is no longer handed in: its record stays, its pages go."""
    sentences = []
    for record in gone:
        feedback_path(out, *record.handed_in).unlink(missing_ok=True)
        notebook_path(out, *record.handed_in).unlink(missing_ok=True)
        shutil.rmtree(gradescope_folder(out, *record.handed_in), ignore_errors=True)
        sentences.append(
            f"{record.student}, {record.exercise}: no longer among the submissions, so left out"
        )
    return _some(sentences, "that are no longer there")


def _similarity(batch: Batch, present: Sequence[Record]) -> list[str]:
    """Compare the submissions of each exercise with each other."""
    pairs = {}
    for master in batch.masters:
        of_exercise = [record for record in present if record.exercise == master.name]
        code = {record.student: _code(batch.folder / record.file) for record in of_exercise}
        given = {cell.source for cell in master.released() if cell.cell_type == "code"}
        if code:
            pairs[master.name] = near_copies(code, given)
    write_similarity(batch.out, pairs)
    count = sum(map(len, pairs.values()))
    return [f"similarity.html: {count} pairs that are worth a look"]


def _code(path: Path) -> list[str]:
    try:
        return [source for _, source in read(contents(path)).code()]
    except Unreadable:
        return []
