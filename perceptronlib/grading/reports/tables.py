"""Tables as CSV files, for any spreadsheet and from any spreadsheet; no text becomes a formula."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from ..files import write_whole

__all__ = ["Table", "harmless", "read_table", "restored", "write_table"]

FORMULA = re.compile(r"'*[=+\-@\t\r]")


class Table(NamedTuple):
    """A table as it was in a file: rows with the line each begins on, and what separates cells.

    >>> Table([(1, ["student", "mark"])], ";").comma
    ';'
    """

    rows: list[tuple[int, list[str]]]
    comma: str


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula.

    >>> harmless("=1+1"), harmless("one = 1")
    ("'=1+1", 'one = 1')
    """
    return f"'{text}" if FORMULA.match(text) else text


def restored(text: str) -> str:
    """A text without the apostrophe that `harmless` put before it.

    >>> restored("'=1+1"), restored("'tis")
    ('=1+1', "'tis")
    """
    return text[1:] if text.startswith("'") and FORMULA.match(text) else text


def write_table(
    path: Path, rows: Iterable[Iterable[str]], comma: str = ",", first: str = ""
) -> None:
    """Write rows as CSV; `first` goes before everything (for spreadsheets the mark of UTF-8).

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "table.csv"
    >>> write_table(path, [["student", "mark"], ["ada", "3"]])
    >>> path.read_text().splitlines()
    ['student,mark', 'ada,3']
    """
    text = io.StringIO(newline="")
    text.write(first)
    csv.writer(text, delimiter=comma).writerows(rows)
    write_whole(path, text.getvalue().encode("utf-8", "backslashreplace"))


def read_table(path: Path) -> Table:
    """The rows of a CSV file, without those that are empty.

    Any spreadsheet may have written it: with commas, semicolons or tabs, in UTF-8 or in what
    Windows prefers. If its quotation marks do not match, it is an error: nothing is guessed at.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "table.csv"
    >>> _ = path.write_text("student;mark\\n\\nada;3\\n")
    >>> read_table(path).rows
    [(1, ['student', 'mark']), (3, ['ada', '3'])]
    """
    data = path.read_bytes()
    wide = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    for code in ("utf-16" if wide else "utf-8-sig", "cp1252", "latin-1"):
        try:
            text = data.decode(code)
            break
        except UnicodeDecodeError:
            continue
    head = re.match(r'\s*(?:"[^"]*"|[^",;\t\r\n]*)([,;\t])', text)
    rows, comma, line = [], head[1] if head else ",", 1
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=comma, strict=True)
    for row in reader:
        if any(row):
            rows.append((line, row))
        line = reader.line_num + 1
    return Table(rows, comma)
