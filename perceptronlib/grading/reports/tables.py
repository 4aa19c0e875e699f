"""Tables as CSV files, for any spreadsheet and from any spreadsheet.

No text becomes a formula, a number or a date: an apostrophe stands before what would, as one types
it in a spreadsheet, and is taken away again when the table is read. That holds whatever separator
a spreadsheet takes, since Excel's depends on the language of its machine.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from ..files import write_whole

__all__ = [
    *("MARK_OF_UTF_8", "Table", "Unread"),
    *("harmless", "read_columns", "read_table", "restored", "write_table"),
]

MARK_OF_UTF_8 = "\ufeff"
"""Before a table; without it Excel takes an umlaut for two letters."""

FORMULA = re.compile(r"[=+\-@\t\r]")
INNER = re.compile(r"([;,|\t\r\n]\"*)('*)(?=[=+\-@])")
INNER_MARKED = re.compile(r"([;,|\t\r\n]\"*)'('*)(?=[=+\-@])")
"""A formula after what another spreadsheet takes for the end of a cell or of a line."""

PLAIN = re.compile(r"0|[1-9][0-9]{0,14}")
NUMBER = re.compile(
    r"(?=.*\d)[\d\s.,:/\\()%$€£eE+-]+|\d[\d:. ]*[ap]\.?m?\.?|true|false"
    r"|(?=.*\d)\d{0,4}[ ./-]?"
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mrz|mai|okt|dez)[a-zä]*"
    r"[ ./-]?\d{0,4}(?:[ ./-]\d{0,4})?",
    re.IGNORECASE,
)
"""007, 1e5, 3.10, 1-2, 10:30, MAR1, TRUE: what a spreadsheet makes something else of."""


class Table(NamedTuple):
    """A table as it was in a file: rows with the line each begins on, and what separates cells.

    >>> Table([(1, ["student", "mark"])], ";").comma
    ';'
    """

    rows: list[tuple[int, list[str]]]
    comma: str


def harmless(text: str) -> str:
    """A text that stays as it is in any spreadsheet.

    >>> harmless("=1+1"), harmless("one = 1"), harmless("007"), harmless("1e5"), harmless("12")
    ("'=1+1", 'one = 1', "'007", "'1e5", '12')
    >>> harmless("x;=1+1")
    "x;'=1+1"
    """
    text = INNER.sub(r"\1'\2", text)
    return f"'{text}" if _is_changed(text.lstrip("'")) else text


def restored(text: str) -> str:
    """A text without the apostrophes that `harmless` put into it.

    >>> restored("'=1+1"), restored("'tis"), restored("'007"), restored("x;'=1+1")
    ('=1+1', "'tis", '007', 'x;=1+1')
    """
    if text.startswith("'") and _is_changed(text.lstrip("'")):
        text = text[1:]
    return INNER_MARKED.sub(r"\1\2", text)


def _is_changed(text: str) -> bool:
    """Whether a spreadsheet makes something else of a text."""
    if FORMULA.match(text):
        return True
    return not PLAIN.fullmatch(text) and bool(NUMBER.fullmatch(text))


def write_table(
    path: Path, rows: Iterable[Iterable[str]], comma: str = ",", first: str = MARK_OF_UTF_8
) -> None:
    """Write rows as CSV; `first` goes before everything.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "table.csv"
    >>> write_table(path, [["student", "mark"], ["ada", "3"]])
    >>> path.read_text("utf-8-sig").splitlines()
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
    text = _decoded(path.read_bytes())
    hint = re.match(r"sep=([,;\t])\r?\n", text)  # for Excel; it is no row
    text, line = (text[hint.end() :], 2) if hint else (text, 1)
    head = hint or re.match(r'\s*(?:"[^"]*"|[^",;\t\r\n]*)([,;\t])', text)
    rows, comma, before = [], head[1] if head else ",", line
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=comma, strict=True)
    for row in reader:
        if any(row):
            rows.append((line, row))
        line = reader.line_num + before
    return Table(rows, comma)


class Unread(ValueError):
    """Why a table cannot be used, as the beginning of a sentence.

    >>> raise Unread("marks.csv has no column 'mark'")
    Traceback (most recent call last):
        ...
    perceptronlib.grading.reports.tables.Unread: marks.csv has no column 'mark'
    """


def read_columns(path: Path, columns: Sequence[str]) -> tuple[Table, list[str]]:
    """A table that people edit, and the names in its head, which has all of these columns.

    >>> import tempfile
    >>> path = Path(tempfile.mkdtemp()) / "table.csv"
    >>> _ = path.write_text("Student,comment\\nada,Good.\\n")
    >>> read_columns(path, ["student"])[1]
    ['student', 'comment']
    >>> read_columns(path, ["student", "mark"])
    Traceback (most recent call last):
        ...
    perceptronlib.grading.reports.tables.Unread: table.csv has no column 'mark'
    """
    try:
        table = read_table(path)
    except FileNotFoundError:
        raise
    except (OSError, csv.Error) as error:
        why = getattr(error, "strerror", None) or error
        raise Unread(f"{path.name} cannot be read ({why})") from None
    head = [name.strip().casefold() for name in table.rows[0][1]] if table.rows else [*columns]
    for name in columns:
        if name not in head:
            raise Unread(f"{path.name} has no column {name!r}")
    return table, head


def _decoded(data: bytes) -> str:
    """The text of a file that any spreadsheet may have written; in Latin-1 every byte is a sign."""
    wide = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    for code in ("utf-16" if wide else "utf-8-sig", "cp1252"):
        with suppress(UnicodeDecodeError):
            return data.decode(code)
    return data.decode("latin-1")
