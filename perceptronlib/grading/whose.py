"""Whose a submission is, and what its place among the submissions tells about when it came.

Learning platforms put the student, and sometimes a time, into the names of what they let an
instructor download; instructors put both anywhere. Names that a student can choose are believed
only where nobody else's work could be meant.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from .files import printable
from .times import STAMP, in_name

__all__ = ["Origin", "late_in_canvas", "origin", "second_name"]

CANVAS = re.compile(
    r"(?:(?P<who>(?=[^_]*[^\W\d_])[^_]+)_(?P<late>LATE_)?(?P<id>\d+)"
    r"|(?P<late2>LATE_)?anon_(?P<anon>[^_]+))_(?P<upload>\d{1,18})_.+"
)
MOODLE = re.compile(r"(?P<who>.+?)_(?P<id>\d+)_assignsubmission_(?:file|onlinetext)(?:_.*)?")
BLACKBOARD = re.compile(r"(?:.+_)?(?P<who>[^_]+)_attempt_(?P<time>20[\d-]{17})(?:_.*)?")
NBGRADER = re.compile(r"(?P<who>[^+]+)\+[^+]+\+(?P<time>20[^+]+(?:\+\d\d:?\d\d)?)(?:\+.*)?")
"""How these name what they let an instructor download, or collect."""

SECOND = re.compile(
    r"(?:[ _]?\((?P<a>\d{1,3})\)|[ _-]*-[ _]?(?:Copy|Kopie)[ _]?\(?(?P<b>\d{0,3})\)?"
    r"|[ _](?:copy|Kopie)[ _]?(?P<c>\d{0,3}))$",
    re.IGNORECASE,
)
SECOND_BEFORE = re.compile(
    r"^(?:(?:(?P<n>\d{1,3})[ _])?(?:Copy[ _](?:(?P<m>\d{1,3})[ _])?of|Kopie[ _]von)"
    r"|Copie[ _]de|Copia[ _]d[ie])[ _]",
    re.IGNORECASE,
)
"""What browsers, JupyterLab, Colab and desktops put into the name of a second file."""

COUNTED = (
    "exercise|exercises|ex|homework|hw|assignment|sheet|problem[ _-]?set|pset|ps|lab|week|unit|"
    "project|lecture|übung|uebung|blatt|aufgabe|tp|td|devoir|tarea"
)
DECORATION = re.compile(
    r"solutions?|solved|submission|submitted|answers?|final|done|new|updated|corrected|fixed|"
    r"resubmission|notebook|v ?\d+|exercises?|homework|hw|assignment|lab|by|version ?\d*",
    re.IGNORECASE,
)
EDGE = " \t-_.,;:()[]{}+–—"


@dataclass(frozen=True)
class Origin:
    """Whose a file is; `upload` is Canvas's number of it, which grows, and `time` the platform's.

    `named` is whether the name told whose it is; of its place the first `own` parts are not the
    student's own: folders of exercises, and what bears the student's name. `download` is whether a
    platform gave it that name.

    >>> Origin("ada").upload
    0
    """

    student: str
    upload: int = 0
    time: str = ""
    named: bool = True
    own: int = 0
    download: bool = False


def origin(inside: Path, exercises: Sequence[str]) -> Origin:
    """Whose it is, by the place of a file in the folder of submissions.

    >>> exercises = ["01_perceptron"]
    >>> places = "ada/x.ipynb", "01_perceptron_ada.ipynb", "Dee Dee - 01_perceptron (1).ipynb"
    >>> [origin(Path(place), exercises).student for place in places]
    ['ada', 'ada', 'Dee Dee']
    >>> origin(Path("byronlord_LATE_1002_55502_01_perceptron-1.ipynb"), exercises)
    Origin(student='byronlord_1002', upload=55502, time='', named=True, own=1, download=True)
    """
    parts = [unicodedata.normalize("NFC", part) for part in inside.parts]
    while len(parts) > 1 and _is_exercise(parts[0], exercises):
        parts = parts[1:]  # a folder for each exercise
    name = parts[0] if len(parts) > 1 else re.sub(r"(?i)\.ipynb$", "", Path(parts[0]).stem)
    own = len(inside.parts) - len(parts) + 1
    if found := _downloaded(name):
        return replace(found, student=printable(found.student), own=own, download=True)
    time = next(filter(None, map(in_name, reversed(parts[:-1] or [name]))), "")
    rest = _without_exercise(_undated(name), exercises)
    return Origin(printable(rest or name), 0, time, bool(rest), own)


def _downloaded(name: str) -> Origin | None:
    """What a platform's name for a download says; None if it is no such name."""
    if found := CANVAS.fullmatch(name):
        who = f"{found['who']}_{found['id']}" if found["who"] else f"anon_{found['anon']}"
        return Origin(who, int(found["upload"]))  # two students may have one name
    if found := MOODLE.fullmatch(name):
        return Origin(f"{_undated(found['who'])}_{found['id']}", time=in_name(found["who"]))
    if found := NBGRADER.fullmatch(name) or BLACKBOARD.fullmatch(name):
        return Origin(found["who"], time=in_name(found["time"]))
    return None


def late_in_canvas(file: str) -> bool | None:
    """Whether Canvas put LATE into the name of a file (as a record keeps it); None: not Canvas's.

    >>> late_in_canvas("ada_LATE_1001_55501_x.ipynb"), late_in_canvas("ada_1001_55501_x.ipynb")
    (True, False)
    """
    for part in Path(file).parts:
        if found := CANVAS.fullmatch(part):
            return bool(found["late"] or found["late2"])
    return None


def second_name(stem: str) -> tuple[str, int]:
    """The first name of a file, and the number that a second one was given; 0 if it is the first.

    >>> second_name("x (2)"), second_name("x-Copy1"), second_name("x copy"), second_name("x")
    (('x', 2), ('x', 1), ('x', 1), ('x', 0))
    """
    total = 0
    while found := SECOND_BEFORE.search(stem) or SECOND.search(stem):
        digits = next((text for text in found.groups() if text), "")
        total += int(digits) if digits else 1
        stem = stem[: found.start()] + stem[found.end() :]
    return stem, total


def _undated(name: str) -> str:
    """A name without the time in it; two uploads are of one student."""
    return (STAMP.search(name) and STAMP.sub(" ", name).strip(EDGE)) or name


def _pattern(exercise: str) -> str:
    """How an exercise may be written: 01_perceptron, 1-Perceptron, 01 perceptron."""
    words = re.split(r"[-_. ]+", exercise)
    return r"[-_. ]*".join(
        f"0*{word.lstrip('0') or '0'}" if word.isdigit() else re.escape(word) for word in words
    )


def _mention(exercises: Sequence[str]) -> str:
    """Where a name speaks of an exercise: by its name, or as homework 1, by a word of its own.

    Both may come together, as in ex01-perceptron.
    """
    named = "|".join(map(_pattern, exercises))
    named = rf"(?:(?:{COUNTED})[-_. ]*)?(?:{named})|" if named else ""
    return rf"(?<![^\W_])(?:{named}(?:{COUNTED})[-_. ]*\d+)(?![^\W_])"


def _is_exercise(folder: str, exercises: Sequence[str]) -> bool:
    """Whether a folder is one of an exercise, not of a student."""
    export = r"|assignment_\d+_export"  # as Gradescope calls it
    return bool(re.fullmatch(rf"(?:{_mention(exercises)}){export}", folder, re.IGNORECASE))


def _without_exercise(name: str, exercises: Sequence[str]) -> str:
    """What is left of a name that speaks of an exercise; the name itself if it speaks of none."""
    plain, _ = second_name(name)
    found = re.search(_mention(exercises), plain, re.IGNORECASE)
    if not found:
        return name
    sides = plain[: found.start()], plain[found.end() :]
    return " ".join(filter(None, map(_undecorated, sides)))


def _undecorated(side: str) -> str:
    """One side of the exercise in a name, without words that are nobody's name."""
    side = side.strip(EDGE)
    words = [word for word in re.split(r"([-_. ]+)", side) if word]
    while words and (DECORATION.fullmatch(words[-1]) or not words[-1].strip(EDGE)):
        words.pop()
    while words and (DECORATION.fullmatch(words[0]) or not words[0].strip(EDGE)):
        words.pop(0)
    return "".join(words).strip(EDGE)
