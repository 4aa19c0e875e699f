"""Submissions as Gradescope exports them: folders by number, and one file that says whose they are.

``submission_metadata.yml`` lies beside the folders ``submission_123``. It is read line by line, for
the few facts that are needed: what students wrote is indented deeper, and never looked at.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from .times import in_name

__all__ = ["METADATA", "Upload", "read_metadata"]

METADATA = "submission_metadata.yml"
SUBMITTER = re.compile(r"  (?:- |  ):(name|sid|email): *(.*)")
LARGEST = 500_000_000
"""Bytes; it holds all that the autograder ever said."""


@dataclass(frozen=True)
class Upload:
    """Who handed in one folder of an export (more than one, if it is a group's), and when.

    >>> Upload(("ada@example.org",)).time
    ''
    """

    students: tuple[str, ...]
    time: str = ""


def read_metadata(folder: Path) -> dict[str, Upload]:
    """What the metadata in a folder say, by the name of the submission's folder.

    A student is known by e-mail, else by number, else by name.

    >>> import tempfile
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / METADATA).write_text('''submission_7:
    ...   :submitters:
    ...   - :name: Ada
    ...     :sid: '0012'
    ...   :created_at: 2025-10-05 13:04:55.123456000 Z
    ... ''')
    >>> read_metadata(folder)
    {'submission_7': Upload(students=('0012',), time='2025-10-05T13:04:55+00:00')}
    """
    path = folder / METADATA
    try:
        if path.is_symlink() or not path.is_file() or path.stat().st_size > LARGEST:
            return {}
        with path.open(encoding="utf-8-sig", errors="replace") as lines:
            return _uploads(lines)
    except OSError:
        return {}


def _uploads(lines: Iterable[str]) -> dict[str, Upload]:
    uploads = dict[str, Upload]()
    current, key, people, time = "", "", list[dict[str, str]](), ""
    for line in chain(lines, ["end:"]):
        if re.match(r"\w", line):  # a submission begins, or the file ends
            if people:
                uploads[current] = Upload(tuple(map(_known_as, people)), time)
            current, key, people, time = line.strip().rstrip(":"), "", [], ""
        elif re.match(r"  :\w", line):
            key = line.split(":")[1]
            time = in_name(line) if key == "created_at" else time
        elif key == "submitters" and (found := SUBMITTER.match(line)):
            if line.startswith("  - ") or not people:
                people.append({})
            people[-1][found[1]] = _plain(found[2])
    return uploads


def _known_as(person: dict[str, str]) -> str:
    return person.get("email") or person.get("sid") or person.get("name") or "nobody"


def _plain(value: str) -> str:
    """A value of YAML, without its quotes."""
    value = value.strip()
    if value.startswith('"'):
        try:
            return str(json.loads(value))
        except ValueError:
            return value.strip('"')
    return value[1:-1].replace("''", "'") if value[:1] == value[-1:] == "'" else value
