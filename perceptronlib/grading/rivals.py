"""Which of several notebooks of one student and exercise counts, and how that is said.

In this order: one that can be read; one with cells of the exercise; one in which somebody has
worked; not one in a folder for backups; the last by the learning
platform; the one whose name a browser or an editor gave the highest number; the newest file. An
instructor may choose another.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from .files import printable
from .handed_in import Submission
from .whose import second_name

__all__ = ["Choice", "Rival", "choose"]

BACKUP = re.compile(
    r"(?<![^\W\d_])(backups?|baks?|old|older|olds|archived?|archives|previous|prev|trash|"
    r"deleted?|checkpoints?|ipynb_checkpoints|autosaves?|snapshots?|history|outdated|obsolete|"
    r"superseded|attic|recycle|rubbish|do not grade|ignore|alt|sicherung|papierkorb|ancien|viejo)"
    r"(?![^\W\d_])",
    re.IGNORECASE,
)
"""Words in the names of folders for what does not count any more."""

OLD_FILE = re.compile(
    r"([-_. ](old|bak|backup|orig|checkpoint|autosave)|^(old|backup)[-_. ].*|\.bak|~)$",
    re.IGNORECASE,
)


SHORT_NUMBER = re.compile(r"(.+)[ -](\d{1,2})")
"""What desktops, and some browsers, call a second file."""


@dataclass(frozen=True)
class Rival:
    """A notebook that could count; `is_readable` is whether it is a notebook at all.

    `is_of_it` is whether it has cells of the exercise, `is_begun` whether anything in it is the
    student's.

    >>> Rival(Submission("ada", Path("ada/old/x.ipynb"), own=Path("old/x.ipynb"))).is_backup
    True
    """

    submission: Submission
    is_readable: bool = True
    is_of_it: bool = True
    is_begun: bool = True

    @property
    def is_backup(self) -> bool:
        """Whether it lies where people keep what does not count any more, or is called so."""
        *folders, _ = self.submission.own.parts
        kept = any(BACKUP.search(f) or second_name(f)[1] for f in folders)
        return kept or bool(OLD_FILE.search(self.submission.own.stem))

    @property
    def shown(self) -> str:
        """Its place within what is the student's, as it can be printed."""
        return printable(str(self.submission.own))


@dataclass(frozen=True)
class Choice:
    """Which rival counts, which do not, and why, as the end of a sentence.

    >>> ada = [Rival(Submission("ada", Path("x.ipynb"), own=Path("x.ipynb")))]
    >>> choose(ada).others
    ()
    """

    taken: Rival
    others: tuple[Rival, ...] = ()
    why: str = ""

    @property
    def in_words(self) -> str:
        """What was taken and what was not, for the student; empty without rivals."""
        if not self.others:
            return ""
        others = ", ".join(rival.shown for rival in self.others)
        count = f"You handed in {1 + len(self.others)} files for this exercise."
        return f"{count} Graded is {self.taken.shown}: {self.why}. Not graded: {others}."


Measure = Callable[[Rival], Any]


def choose(rivals: Sequence[Rival], wish: Path | None = None) -> Choice:
    """The one that counts; `wish` is the path of the one that the instructor wants.

    >>> names = "x.ipynb", "x (2).ipynb", "x (1).ipynb"
    >>> choice = choose([Rival(Submission("ada", Path(n), own=Path(n))) for n in names])
    >>> choice.taken.shown, choice.why
    ('x (2).ipynb', 'its name has the highest number')
    """
    everyone = sorted(rivals, key=lambda rival: rival.submission.path)
    left, why = everyone, ""
    if wanted := [rival for rival in everyone if rival.submission.path == wish]:
        left, why = wanted, "your instructor chose it"
    for narrow, reason in _RULES:
        if len(left) > 1:
            fewer = narrow(left)
            why = reason if len(fewer) < len(left) else why
            left = fewer
    taken = left[-1]
    return Choice(taken, tuple(rival for rival in everyone if rival is not taken), why)


def _best(rivals: list[Rival], measure: Measure) -> list[Rival]:
    """Those for which a measure is greatest; all of them if it does not apply to each."""
    values = [measure(rival) for rival in rivals]
    if not all(value is not None for value in values):
        return rivals
    return [rival for rival, value in zip(rivals, values, strict=True) if value == max(values)]


def _upload(rival: Rival) -> int | None:
    return rival.submission.upload or None


def _platform_time(rival: Rival) -> str | None:
    return rival.submission.time if rival.submission.by_platform else None


def _file_time(rival: Rival) -> int | None:
    try:
        return os.lstat(rival.submission.path).st_mtime_ns
    except OSError:
        return None


def _first_name(stem: str, others: Collection[str]) -> tuple[str, int]:
    """The name of the first file, and the number of this one.

    Beside x also "x 2" and "x-1" are second names of it; alone they may be names of their own.
    """
    first, number = second_name(stem)
    if (found := SHORT_NUMBER.fullmatch(first)) and found[1] in others:
        return found[1], number + int(found[2])
    return first, number


def _numbered(rivals: list[Rival]) -> list[Rival]:
    """Of each name only the one with the highest number: x (2) and y (1) say nothing of another."""
    stems = {rival.shown: unquote(rival.submission.own.stem) for rival in rivals}
    names = {shown: _first_name(stem, {*stems.values()}) for shown, stem in stems.items()}
    highest: dict[str, int] = {}
    for first, number in names.values():
        highest[first.casefold()] = max(number, highest.get(first.casefold(), 0))
    kept = []
    for rival in rivals:
        first, number = names[rival.shown]
        if number == highest[first.casefold()]:
            kept.append(rival)
    return kept


_RULES: tuple[tuple[Callable[[list[Rival]], list[Rival]], str], ...] = (
    (lambda rivals: _best(rivals, lambda r: r.is_readable), "what else there is cannot be read"),
    (
        lambda rivals: _best(rivals, lambda r: r.is_of_it),
        "what else there is holds none of its cells",
    ),
    (
        lambda rivals: _best(rivals, lambda r: r.is_begun),
        "what else there is was left as it was handed out",
    ),
    (
        lambda rivals: _best(rivals, lambda r: not r.is_backup),
        "what else there is looks like a backup",
    ),
    (lambda rivals: _best(rivals, _upload), "it was uploaded last"),
    (lambda rivals: _best(rivals, _platform_time), "it was handed in last"),
    (_numbered, "its name has the highest number"),
    (lambda rivals: _best(rivals, _file_time), "its file is the newest"),
    (lambda rivals: rivals[-1:], "of these its name comes last, and nothing else tells them apart"),
)
