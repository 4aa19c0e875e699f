"""Files of the results: written whole or not at all, under names that no student can abuse."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

__all__ = ["printable", "safe_name", "write_whole"]


def write_whole(path: Path, data: str | bytes) -> None:
    """Write a file so that nobody ever sees half of it, and leave it alone if it is the same.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "new" / "note.txt"
    >>> write_whole(path, "whole")
    >>> path.read_text()
    'whole'
    """
    raw = data.encode("utf-8") if isinstance(data, str) else data
    try:
        if path.read_bytes() == raw:
            return
    except OSError:
        pass
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    beside.write_bytes(raw)
    os.replace(beside, path)


def safe_name(student: str) -> str:
    """A student's name as the name of a file.

    Whatever is not a letter, a digit, a dot, _ or - becomes _; a digest of the whole name then
    tells apart the names that have become alike.

    >>> safe_name("ada"), safe_name("../x")
    ('ada', 'x-d6b96a97d147daaa')
    """
    plain = re.sub(r"[^\w.-]+", "_", student).strip("._-")
    plain = plain.encode(errors="ignore")[:80].decode(errors="ignore")
    if plain == student and not re.search(r"-[0-9a-f]{16}$", plain):
        return plain
    digest = hashlib.sha256(student.encode(errors="surrogatepass")).hexdigest()
    return f"{plain or 'student'}-{digest[:16]}"


def printable(name: str) -> str:
    """A name from the file system as it can be shown: on one line, odd characters as escapes.

    >>> printable("Zoë"), printable("a\\nb")
    ('Zoë', 'a\\\\nb')
    """
    return "".join(
        sign if sign.isprintable() and sign != "\\" else repr(sign)[1:-1] for sign in name
    )
