"""Moodle's grading worksheet: when each student handed in, and the scores, entered into it.

Moodle makes one for each assignment, and takes it back with the grades filled in. It knows its
students by a number of its own, which it also puts into the names of their folders.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from datetime import tzinfo
from pathlib import Path
from typing import NamedTuple

from ..times import in_moodle
from .grades import Grade
from .late import Key
from .pages import named, number
from .people import Index, turned
from .tables import MARK_OF_UTF_8, read_table, write_table

__all__ = ["times", "write_moodle"]

IDS = ("ID number", "Identifier", "Email address", "Full name")
NEEDED = ("Identifier", "Grade")
SUBMITTED, MODIFIED = "Last modified (submission)", "Last modified (grade)"
MOST, WORDS = ("Maximum grade", "Maximum Grade"), "Feedback comments"


class _Worksheet(NamedTuple):
    """A worksheet: its head, the rows of students by line, who is who, what separates cells and
    what comes first; or why it cannot be read."""

    head: list[str]
    rows: dict[int, list[str]]
    who: Index
    comma: str = ","
    first: str = ""
    unread: str = ""


def _read(path: Path) -> _Worksheet:
    empty = _Worksheet([], {}, Index(len(IDS), platform=1))
    try:
        table, comma = read_table(path)
        first = MARK_OF_UTF_8 if path.read_bytes().startswith(MARK_OF_UTF_8.encode()) else ""
    except (OSError, csv.Error) as error:
        why = getattr(error, "strerror", None) or error
        return empty._replace(unread=f"{path.name} cannot be read ({why})")
    head = table[0][1] if table else []
    if not {*NEEDED} <= {*head}:
        both = " and ".join(NEEDED)
        is_it = "is it a grading worksheet, made by Moodle in English?"
        return empty._replace(unread=f"{path.name} has no columns {both}: {is_it}")
    rows = {line: row + [""] * (len(head) - len(row)) for line, row in table[1:]}
    for line, row in rows.items():
        cells = [row[head.index(name)] if name in head else "" for name in IDS]
        names = [{cells[0]}, {cells[1].rsplit(" ", 1)[-1]}, {cells[2]}, turned(cells[3])]
        empty.who.know(line, names)
    return _Worksheet(head, rows, empty.who, comma, first)


def times(
    worksheets: Mapping[str, Path], handed_in: Iterable[Key], zone: tzinfo | None
) -> tuple[dict[Key, str], list[str]]:
    """When each submission came, as the worksheets of the exercises tell; and what is amiss.

    >>> times({}, [("ada", "01_perceptron")], None)
    ({}, [])
    """
    read = {exercise: _read(path) for exercise, path in worksheets.items()}
    found, notes = dict[Key, str](), [sheet.unread for sheet in read.values() if sheet.unread]
    for student, exercise in handed_in:
        if exercise not in read or SUBMITTED not in read[exercise].head:
            continue
        sheet = read[exercise]
        column = sheet.head.index(SUBMITTED)
        for line in sheet.who.lines(student)[:1]:
            if time := in_moodle(sheet.rows[line][column], zone):
                found[student, exercise] = time
            elif sheet.rows[line][column].strip(" -"):
                strange = f"{sheet.rows[line][column]!r} is no time that is understood"
                notes.append(f"{worksheets[exercise].name}, line {line}: {strange}")
    return found, notes


def write_moodle(out: Path, worksheets: Mapping[str, Path], grades: Iterable[Grade]) -> list[str]:
    """Write moodle/EXERCISE.csv: each worksheet with the scores; what does not fit is returned.

    A score goes in once nothing of it is pending; all else stays as Moodle had it.

    >>> write_moodle(Path("results"), {}, [])
    []
    """
    notes, grades = [], [*grades]
    for exercise, path in worksheets.items():
        sheet = _read(path)
        if sheet.unread:
            notes.append(f"{sheet.unread}; moodle/{exercise}.csv was not written")
            continue
        of_exercise = [grade for grade in grades if grade.exercise == exercise]
        notes += [f"{path.name}: {text}" for text in _enter(sheet, of_exercise)]
        table = [sheet.head, *sheet.rows.values()]
        write_table(out / "moodle" / f"{exercise}.csv", table, sheet.comma, sheet.first)
    return notes


def _enter(sheet: _Worksheet, grades: Iterable[Grade]) -> list[str]:
    """Enter the scores; gives sentences on what does not fit together."""
    notes, waiting, taken = dict[str, None](), 0, dict[int, str]()
    unknown = list[str]()
    column = sheet.head.index("Grade")
    most = next((sheet.head.index(name) for name in MOST if name in sheet.head), None)
    for grade in grades:
        lines = sheet.who.lines(grade.student) or sheet.who.lines(grade.who)
        if not lines:
            unknown.append(repr(grade.student))
        elif len(lines) > 1:
            notes[f"{grade.student!r} could be more than one line"] = None
        elif lines[0] in taken:
            both = f"{taken[lines[0]]!r} and {grade.student!r} are both line {lines[0]}"
            notes[f"{both}: the grade is {taken[lines[0]]!r}'s"] = None
        else:
            row = sheet.rows[lines[0]]
            taken[lines[0]] = grade.student
            if most is not None and not _is_same(row[most], grade.out_of):
                both = f"{row[most]} points in Moodle; {grade.exercise} has {number(grade.out_of)}"
                notes[both] = None
            if grade.pending:
                waiting += 1
            else:
                row[column] = number(grade.score)
                if grade.comment and WORDS in sheet.head:
                    row[sheet.head.index(WORDS)] = grade.comment
    if unknown:
        notes[f"not in it: {named(unknown)}"] = None
    if waiting:
        notes[f"{waiting} left out until the arguments are marked"] = None
    return [*notes]


def _is_same(told: str, points: float) -> bool:
    try:
        return float(told.replace(",", ".")) == points
    except ValueError:
        return True  # a scale of words, or nothing: there is nothing to compare
