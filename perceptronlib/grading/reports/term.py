"""The rules of a term, as its instructor wrote them down in ``term.toml`` in the results.

Deadlines, grace, late days, extensions, what lateness costs, and where the class list and the
learning platform's own tables are. What is written there counts as it is written or not at all: a
name that is not known, or a time that is none, stops the grader with a sentence.
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from ..files import write_whole

__all__ = ["EVERY", "NAME", "Term", "TermError", "make_template"]

NAME = "term.toml"
EVERY = "every"
"""Stands for every exercise, in extensions."""

TEMPLATE = """\
# The rules of the term. A line that begins with # does nothing; take the # away and put your own
# words in. Run the grader again after each change: scores are made anew, nothing is graded twice.

# roster = "class.csv"          # who is in the class; Canvas's and Moodle's exports are understood
# canvas = "gradebook.csv"      # the gradebook that Canvas exported; its scores go to canvas.csv
# timezone = "Europe/Berlin"    # of the deadlines below (otherwise this computer's)
# bonus = ["07_experts"]        # exercises that add to a total, and that nobody has to do

# [deadlines]                   # a day alone means its end
# 01_perceptron = "2026-10-12 23:59"
# 02_variants = "2026-10-19"

# [late]                        # without this, lateness is shown and costs nothing
# grace_minutes = 15            # so late is not late
# free_days = 3                 # late days that a student may spend in the term, in all
# percent_per_day = 10          # of the points earned, for each further day that has begun
# most_percent = 50             # ... and never more
# days_accepted = 7             # what comes later earns nothing
# file_times = true             # believe the times of files where no platform says when

# [extensions.01_perceptron]    # a number of days, or another deadline
# ada = 3
# "Dee Dee" = "2026-10-20"

# [extensions.every]            # for every exercise
# byron = 2

# [moodle]                      # for each exercise the grading worksheet that Moodle made
# 01_perceptron = "Grades-Exercise 1.csv"
"""


class TermError(ValueError):
    """The rules of a term that cannot be understood; the message says what is wrong, and where.

    >>> raise TermError("term.toml: there is no exercise '1'")
    Traceback (most recent call last):
    ...
    perceptronlib.grading.reports.term.TermError: term.toml: there is no exercise '1'
    """


@dataclass(frozen=True)
class Term:
    """The rules; the usual ones know no deadline.

    `extensions` hold, by exercise (or `EVERY`) and student, days or another deadline.

    >>> Term().deadline("ada", "01_perceptron") is None
    True
    """

    deadlines: Mapping[str, datetime] = field(default_factory=dict)
    extensions: Mapping[tuple[str, str], timedelta | datetime] = field(default_factory=dict)
    grace: timedelta = timedelta(0)
    free_days: int = 0
    percent_per_day: float = 0.0
    most_percent: float = 100.0
    days_accepted: int | None = None
    file_times: bool = False
    bonus: frozenset[str] = frozenset()
    roster: Path | None = None
    canvas: Path | None = None
    moodle: Mapping[str, Path] = field(default_factory=dict)
    zone: tzinfo | None = None

    def deadline(self, student: str, exercise: str) -> datetime | None:
        """When a student had to hand in; None if there is no deadline.

        Extensions never shorten: of one for the exercise and one for every exercise, the longer.
        """
        usual = self.deadlines.get(exercise)
        if usual is None:
            return None
        moments = [usual]
        for of in (exercise, EVERY):
            more = self.extensions.get((student, of))
            if isinstance(more, timedelta):
                moments.append(usual + more)
            elif more is not None:
                moments.append(more)
        return max(moments)

    @classmethod
    def read(cls, out: Path, exercises: Collection[str]) -> Term:
        """The rules in a folder of results; those without a file if there is none."""
        path = out / NAME
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8-sig"))
        except FileNotFoundError:
            return cls()
        except (OSError, ValueError) as error:  # TOML's own errors are ValueErrors, and name a line
            why = getattr(error, "strerror", None) or error
            raise TermError(f"{path} cannot be read: {why}") from None
        return _Reader(path, data, exercises).term()


class _Reader:
    """Takes the values out of a term.toml, and says what cannot be."""

    def __init__(self, path: Path, data: dict[str, Any], exercises: Collection[str]) -> None:
        self.path, self.data, self.exercises = path, data, exercises
        self.zone: tzinfo | None = None

    def term(self) -> Term:
        self.known(self.data, "", ("roster", "canvas", "timezone", "bonus", *_TABLES))
        self.zone = self.timezone()
        late = self.table("late")
        self.known(late, "[late] ", _LATE)
        accepted = late.get("days_accepted")
        return Term(
            deadlines={
                self.exercise(name, "[deadlines]"): self.moment(value, f"deadline of {name}")
                for name, value in self.table("deadlines").items()
            },
            extensions=self.extensions(),
            grace=timedelta(minutes=self.amount(late, "grace_minutes", 0)),
            free_days=int(self.amount(late, "free_days", 0, whole=True)),
            percent_per_day=self.amount(late, "percent_per_day", 0, most=100),
            most_percent=self.amount(late, "most_percent", 100, most=100),
            days_accepted=None
            if accepted is None
            else int(self.amount(late, "days_accepted", 0, whole=True)),
            file_times=self.truth(late, "file_times"),
            bonus=self.bonus(),
            roster=self.file("roster"),
            canvas=self.file("canvas"),
            moodle={
                self.exercise(name, "[moodle]"): self.place(value, f"[moodle] {name}")
                for name, value in self.table("moodle").items()
            },
            zone=self.zone,
        )

    def wrong(self, what: str) -> TermError:
        return TermError(f"{self.path}: {what}")

    def known(self, table: Mapping[str, Any], where: str, names: Collection[str]) -> None:
        for name in table:
            if name not in names:
                raise self.wrong(f"{where}{name} is not known; there are {', '.join(names)}")

    def table(self, name: str) -> dict[str, Any]:
        value = self.data.get(name, {})
        if not isinstance(value, dict):
            raise self.wrong(f"{name} must be a table: a line [{name}], and its entries below it")
        return value

    def exercise(self, name: str, where: str) -> str:
        if name not in self.exercises:
            raise self.wrong(
                f"{where}: there is no exercise {name!r}; there are {', '.join(self.exercises)}"
            )
        return name

    def timezone(self) -> tzinfo | None:
        name = self.data.get("timezone")
        if name is None:
            return None
        try:
            return ZoneInfo(name)
        except (ValueError, OSError, TypeError, KeyError):  # it has no single error of its own
            raise self.wrong(f"there is no timezone {name!r}; one is 'Europe/Berlin'") from None

    def moment(self, value: object, what: str) -> datetime:
        """A time with its zone; a day alone means its end."""
        if isinstance(value, str):
            try:
                value = (
                    datetime.fromisoformat(value) if len(value) > 10 else date.fromisoformat(value)
                )
            except ValueError:
                value = None
        if isinstance(value, date) and not isinstance(value, datetime):
            value = datetime.combine(value, time(23, 59, 59))
        if not isinstance(value, datetime):
            raise self.wrong(f'the {what} must look like "2026-10-12 23:59"')
        if value.tzinfo is None and self.zone is not None:
            value = value.replace(tzinfo=self.zone)
        return value.astimezone(UTC)

    def extensions(self) -> dict[tuple[str, str], timedelta | datetime]:
        found: dict[tuple[str, str], timedelta | datetime] = {}
        for exercise, students in self.table("extensions").items():
            if exercise != EVERY:
                self.exercise(exercise, "[extensions]")
            if not isinstance(students, dict):
                raise self.wrong(f"[extensions.{exercise}] must hold a line for each student")
            for student, value in students.items():
                what = f"extension of {exercise} for {student}"
                if isinstance(value, int | float) and not isinstance(value, bool):
                    if not 0 <= value < 1e4:
                        raise self.wrong(f"the {what} must be a number of days, 0 or more")
                    found[student, exercise] = timedelta(days=value)
                elif exercise == EVERY:
                    raise self.wrong(f"the {what} exercise must be a number of days")
                else:
                    found[student, exercise] = self.moment(value, what)
        return found

    def amount(
        self,
        table: Mapping[str, Any],
        name: str,
        usual: float,
        most: float = 1e6,
        whole: bool = False,
    ) -> float:
        value = table.get(name, usual)
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not 0 <= value <= most or (whole and value != int(value)):
            kind = "a whole number" if whole else "a number"
            upto = f" to {most:g}" if most < 1e6 else ""
            raise self.wrong(f"{name} must be {kind} from 0{upto}; got {value!r}")
        return float(value)

    def truth(self, table: Mapping[str, Any], name: str) -> bool:
        value = table.get(name, False)
        if not isinstance(value, bool):
            raise self.wrong(f"{name} must be true or false; got {value!r}")
        return value

    def bonus(self) -> frozenset[str]:
        names = self.data.get("bonus", [])
        if not isinstance(names, list):
            raise self.wrong('bonus must be a list of exercises, such as ["07_experts"]')
        return frozenset(self.exercise(name, "bonus") for name in names)

    def file(self, name: str) -> Path | None:
        value = self.data.get(name)
        return None if value is None else self.place(value, name)

    def place(self, value: object, what: str) -> Path:
        """A file, named as seen from where the rules lie."""
        if not isinstance(value, str):
            raise self.wrong(f"{what} must name a file, in quotation marks")
        path = self.path.parent / Path(value).expanduser()
        if not path.is_file():
            raise self.wrong(f"{what}: there is no file {path}")
        return path


_TABLES = ("deadlines", "late", "extensions", "moodle")
_LATE = (
    *("grace_minutes", "free_days", "percent_per_day", "most_percent", "days_accepted"),
    "file_times",
)


def make_template(out: Path) -> None:
    """Make term.toml, unless there is one: all that can be said there, said in comments.

    >>> import tempfile
    >>> out = Path(tempfile.mkdtemp())
    >>> make_template(out)
    >>> Term.read(out, ["01_perceptron"]) == Term()
    True
    """
    if not (out / NAME).exists():
        write_whole(out / NAME, TEMPLATE)
