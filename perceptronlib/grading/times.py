"""When something was handed in: from a name that a learning platform made, a file beside, a file.

A time without a zone is this machine's, as the clock on the instructor's wall. What cannot be a
time is none: an unknown time is an empty text, never a guess.
"""

from __future__ import annotations

import os
import re
from datetime import UTC, datetime, tzinfo
from pathlib import Path

__all__ = ["in_moodle", "in_name", "iso", "of_file", "read_time"]

STAMP = re.compile(
    r"(?<!\d)(20\d\d)-?(\d\d)-?(\d\d)[ T_-]+(\d\d)[-:.h]?(\d\d)(?:[-:.]?(\d\d))?(?:\.\d+)?"
    r"(?: ?(UTC|GMT|Z|[+-]\d\d:?\d\d)(?![^\W_]))?(?!\d)"
)
"""2025-10-05-13-04-55, 2025-10-05 13:04:55.123 UTC, 20251005T1304Z and the like."""

FIRST = datetime(2000, 1, 1, tzinfo=UTC)
"""Archives that keep no times unpack to 1970 or 1980."""


def iso(moment: datetime) -> str:
    """A moment in ISO 8601, to the second, with its offset; empty if it cannot be one.

    >>> iso(datetime(2025, 10, 5, 13, 4, tzinfo=UTC))
    '2025-10-05T13:04:00+00:00'
    """
    try:
        moment = moment.astimezone(UTC)
    except (OverflowError, ValueError, OSError):
        return ""
    return moment.isoformat(timespec="seconds") if moment >= FIRST else ""


def in_name(name: str) -> str:
    """The time in a name, in ISO 8601; empty if there is none.

    >>> in_name("ex1_ada_attempt_2025-10-05-13-04-55_notes") != "", in_name("2025-10 ada")
    (True, '')
    >>> in_name("ada+ex1+2025-10-05 13:04:55.123456 UTC")
    '2025-10-05T13:04:55+00:00'
    """
    found = STAMP.search(name)
    if not found:
        return ""
    *numbers, zone = found.groups()
    offset = {"UTC": "Z", "GMT": "Z", None: ""}.get(zone, zone)
    year, month, day, hour, minute, second = (number or "00" for number in numbers)
    try:
        text = f"{year}-{month}-{day}T{hour}:{minute}:{second}{offset}"
        return iso(datetime.fromisoformat(text))
    except ValueError:
        return ""


MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
MOODLE = re.compile(
    r"(?:\w+, ?)?(?:(?P<day>\d{1,2}) (?P<month>[A-Za-z]{3,9})|(?P<month2>[A-Za-z]{3,9}) "
    r"(?P<day2>\d{1,2})),? (?P<year>20\d\d),? (?P<hour>\d{1,2}):(?P<minute>\d\d)"
    r"(?:\s?(?P<half>[AP])M)?",
    re.IGNORECASE,
)


def in_moodle(text: str, zone: tzinfo | None) -> str:
    """A time as Moodle writes it in English, in ISO 8601; without a zone it is this machine's.

    >>> in_moodle("Sunday, 5 October 2025, 1:04 PM", UTC)
    '2025-10-05T13:04:00+00:00'
    >>> in_moodle("Sunday, October 5, 2025, 13:04", UTC), in_moodle("-", UTC)
    ('2025-10-05T13:04:00+00:00', '')
    """
    found = MOODLE.fullmatch(" ".join(text.split()))
    if not found:
        return in_name(text)
    month = (found["month"] or found["month2"])[:3].lower()
    hour = int(found["hour"])
    if found["half"]:
        hour = hour % 12 + 12 * (found["half"] in "pP")
    day = int(found["day"] or found["day2"])
    try:
        number = MONTHS.index(month) + 1
        moment = datetime(int(found["year"]), number, day, hour, int(found["minute"]))
    except ValueError:
        return ""
    return iso(moment.replace(tzinfo=zone) if zone else moment)


def of_file(path: Path) -> str:
    """When a file was last written, in ISO 8601; archives keep that time when they are unpacked.

    >>> of_file(Path("nowhere"))
    ''
    """
    try:
        return iso(datetime.fromtimestamp(os.lstat(path).st_mtime, tz=UTC))
    except (OSError, OverflowError, ValueError):
        return ""


def read_time(path: Path) -> str:
    """The time that a small file holds, as nbgrader's ``timestamp.txt``; empty if it holds none.

    >>> read_time(Path("nowhere"))
    ''
    """
    try:
        if path.is_symlink() or not path.is_file() or path.stat().st_size > 200:
            return ""
        return in_name(path.read_text(encoding="utf-8", errors="replace"))
    except (OSError, ValueError):
        return ""
