"""Scores as tables: for people and spreadsheets, for Gradescope, and for Canvas.

Everything is made from the records: the same records and marks give the same files, to the byte.
"""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .feedback import WAITING, Question, number, questions, total
from .grade import Record
from .records import write_whole
from .submissions import safe_name

if TYPE_CHECKING:
    from .marks import Marks

__all__ = ["write_canvas", "write_gradescope", "write_scores"]

FORMULA = re.compile(r"'*[=+\-@\t\r]")
Titles = Mapping[str, str] | None
IDS = ("SIS Login ID", "SIS User ID", "ID", "Student")


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula.

    >>> harmless("=1+1"), harmless("one = 1")
    ("'=1+1", 'one = 1')
    """
    return f"'{text}" if FORMULA.match(text) else text


def write_table(
    path: Path, rows: Iterable[Iterable[str]], comma: str = ",", first: str = ""
) -> None:
    """Write rows as CSV; `first` goes before everything (for spreadsheets the mark of UTF-8)."""
    text = io.StringIO(newline="")
    text.write(first)
    csv.writer(text, delimiter=comma).writerows(rows)
    write_whole(path, text.getvalue().encode("utf-8", "backslashreplace"))


def read_table(path: Path) -> tuple[list[tuple[int, list[str]]], str]:
    """The rows of a CSV file with the lines they begin on, and what stands between their cells.

    Any spreadsheet may have written it: with commas, semicolons or tabs, in UTF-8 or in what
    Windows prefers. If its quotation marks do not match, it is an error: nothing is guessed at.
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
    return rows, comma


def write_scores(out: Path, records: Iterable[Record], marks: Marks) -> None:
    """Write scores.csv (a row for each student and exercise) and questions.csv (for each question).

    >>> import tempfile
    >>> from perceptronlib.grading.marks import Marks
    >>> out = Path(tempfile.mkdtemp())
    >>> write_scores(out, [], Marks())
    >>> (out / "scores.csv").read_text().strip()
    'student,exercise,score,out_of,pending,problem'
    """
    scores, single = [], []
    for record in records:
        who, asked = (record["student"], record["exercise"]), questions(record, marks)
        name = [harmless(text) for text in who]
        so_far = [number(value) for value in total(asked)]
        scores.append((who, [*name, *so_far, harmless(record["problem"])]))
        for place, q in enumerate(asked):
            told = [number(q.score), number(q.points), q.status, harmless(q.hint)]
            single.append((who, place, [*name, harmless(q.name), *told]))
    head = ["student", "exercise", "score", "out_of", "pending", "problem"]
    write_table(out / "scores.csv", [head, *(row[-1] for row in sorted(scores))])
    head = ["student", "exercise", "question", "score", "points", "status", "hint"]
    write_table(out / "questions.csv", [head, *(row[-1] for row in sorted(single))])


def write_gradescope(out: Path, records: Iterable[Record], marks: Marks) -> None:
    """Write gradescope/STUDENT/EXERCISE/results.json, as Gradescope's autograder leaves it.

    >>> import tempfile
    >>> from perceptronlib.grading.marks import Marks
    >>> out = Path(tempfile.mkdtemp())
    >>> record = {"student": "ada", "exercise": "01", "problem": "", "tasks": [], "manual": []}
    >>> write_gradescope(out, [record], Marks())
    >>> json.loads((out / "gradescope/ada/01/results.json").read_text())["score"]
    0
    """
    for record in records:
        asked = questions(record, marks)
        score, _, pending = total(asked)
        says = [record["problem"]] if record["problem"] else []
        says += [f"{number(pending)} points are still to be marked."] if pending else []
        tests = [_test(place, q) for place, q in enumerate(asked, start=1)]
        result = {"score": score, "output": "\n".join(says), "tests": tests}
        folder = out / "gradescope" / safe_name(record["student"]) / record["exercise"]
        write_whole(folder / "results.json", json.dumps(result, indent=1) + "\n")


def _test(place: int, q: Question) -> dict[str, Any]:
    test: dict[str, Any] = {"name": q.title, "number": str(place), "visibility": "visible"}
    if q.score is None:
        return {**test, "output": WAITING}
    status = "passed" if q.status == "right" else "failed"
    output = "\n".join(filter(None, (q.hint, q.advice, *q.says, q.comment)))
    earned = {"score": q.score, "max_score": q.points, "status": status}
    return {**test, **earned, "output": output}


def write_canvas(
    out: Path, roster_csv: Path, records: Iterable[Record], marks: Marks, title: Titles = None
) -> list[str]:
    """Write canvas.csv: the gradebook that Canvas exported, with the scores; gives what is amiss.

    `title` maps exercises to their titles. Students are known by login, number or name. A score
    goes in once nothing of it is pending; cells without a new score stay as Canvas had them.

    >>> import tempfile
    >>> from perceptronlib.grading.marks import Marks
    >>> out = Path(tempfile.mkdtemp())
    >>> _ = (out / "roster.csv").write_text("Student,ID,SIS Login ID,Section\\nByron,1,ada,A\\n")
    >>> record = {"student": "bob", "exercise": "01", "tasks": [], "manual": []}
    >>> write_canvas(out, out / "roster.csv", [record], Marks())
    ["roster.csv has no student 'bob'", 'roster.csv, line 2: Byron handed in nothing']
    """
    try:
        table, comma = read_table(roster_csv)
    except (OSError, csv.Error) as error:
        why = error.strerror if isinstance(error, OSError) else error
        return [f"{roster_csv.name} cannot be read ({why}); canvas.csv was not written"]
    if not table or not {"Student", "ID"} <= {*table[0][1]}:
        return [f"{roster_csv.name} has no columns Student and ID: is it a gradebook from Canvas?"]
    roster = _Roster(roster_csv.name, table)
    found = [(r["exercise"], r["student"], total(questions(r, marks))) for r in records]
    waiting: Counter[str] = Counter()
    for exercise, student, (score, most, pending) in sorted(found):
        column = roster.column(exercise, (title or {}).get(exercise, ""), most)
        roster.enter(student, column, None if pending else score)
        waiting[exercise] += bool(pending)
    for exercise, count in waiting.items():
        if count:
            late = f"{count} score{'s' * (count > 1)} of {exercise} left out"
            roster.said[f"canvas.csv: {late} until the arguments are marked"] = None
    first = "\ufeff" if roster_csv.read_bytes().startswith(b"\xef\xbb\xbf") else ""
    write_table(out / "canvas.csv", [roster.head, *roster.rows.values()], comma, first)
    return [*roster.said, *roster.absent()]


class _Roster:
    """Canvas's gradebook: a header, rows about the columns, and rows of students, by line."""

    def __init__(self, name: str, table: list[tuple[int, list[str]]]) -> None:
        self.name, self.head = name, [*table[0][1]]
        width = len(self.head)
        self.rows = {line: (row + [""] * width)[: max(width, len(row))] for line, row in table[1:]}
        self.said: dict[str, None] = {}  # sentences, in order, each once
        self.columns: dict[str, int] = {}
        self.entered: dict[tuple[int, int], str] = {}
        self.known: list[dict[str, list[int]]] = [{} for _ in IDS]
        self.at, self.points, empty = self.head.index("Student"), 0, r"(muted|manual posting.*)?"
        for line, row in self.rows.items():
            if "Points Possible" in row[self.at]:
                self.points = line
            elif not all(re.fullmatch(empty, cell.strip(), re.I) for cell in row):
                self._know(line, row)

    def _know(self, line: int, row: list[str]) -> None:
        for column, known in zip(IDS, self.known, strict=True):
            names = {row[self.head.index(column)] if column in self.head else ""}
            if column == "Student":  # "Lovelace, Ada" is Ada Lovelace too
                names |= {" ".join(reversed(name.split(", ", 1))) for name in names}
            for name in {_folded(name) for name in names} - {""}:
                known.setdefault(name, []).append(line)
        row[self.at] = harmless(row[self.at])  # a student chose it; the rest is Canvas's own

    def absent(self) -> list[str]:
        """Sentences on students who handed in nothing; Canvas's own test student need not."""
        lines = {line for found in self.known[-1].values() for line in found}
        lines -= {line for line, _ in self.entered}
        who = [(line, self.rows[line][self.at]) for line in sorted(lines)]
        told = [(line, name) for line, name in who if name != "Student, Test"]
        return [f"{self.name}, line {line}: {name} handed in nothing" for line, name in told]

    def column(self, exercise: str, title: str, points: float) -> int:
        """The column of an exercise; a new one if there is none, or more than one that fits."""
        if exercise in self.columns:
            return self.columns[exercise]
        heads = [re.sub(r"\s*\(\d+\)$", "", _folded(head)) for head in self.head]
        names = [_folded(text) for text in (exercise, title) if text]
        worth = self.rows.get(self.points, [""] * len(heads))
        usable = [k for k in range(len(heads)) if "read only" not in worth[k]]
        fits = [k for k in usable if heads[k] in names] or [
            k for k in usable if any(re.match(rf"{re.escape(n)}(?!\w)", heads[k]) for n in names)
        ]
        if len(fits) != 1:
            both = " and ".join(self.head[k] for k in fits)
            if fits:
                self.said[f"{exercise} could be {both}: it has a column of its own"] = None
            fits = [len(self.head)]
            self.head.append(exercise)
            for line, row in self.rows.items():
                row.insert(fits[0], number(points) if line == self.points else "")
        elif worth[fits[0]].strip() not in ("", number(points), f"{points:.2f}"):
            told = f"{worth[fits[0]].strip()} points in Canvas; {exercise} has {number(points)}"
            self.said[f"{self.head[fits[0]]} has {told}"] = None
        self.columns[exercise] = fits[0]
        return fits[0]

    def enter(self, student: str, column: int, score: float | None) -> None:
        """Write a score where it belongs, unless it is not known yet."""
        found = next(filter(None, (ids.get(_folded(student)) for ids in self.known)), [])
        if not found and (number_ := re.search(r"_(\d+)$", student)):  # as Canvas names files
            found = self.known[IDS.index("ID")].get(number_[1], [])
        where = " and ".join(map(str, found))
        if not found:
            self.said[f"{self.name} has no student {student!r}"] = None
        elif len(found) > 1:
            both = f"{student!r} could be lines {where} of {self.name}"
            self.said[f"{both}: name the submission by login instead"] = None
        elif (found[0], column) in self.entered:
            other = self.entered[found[0], column]
            both = f"{other!r} and {student!r} are both line {where} of {self.name}"
            self.said[f"{both}: {self.head[column]} is {other!r}'s"] = None
        else:
            self.entered[found[0], column] = student
            if score is not None:
                self.rows[found[0]][column] = number(score)


def _folded(text: str) -> str:
    """A name without what people do not tell names apart by."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
