"""Who is who: the class list, and finding the student that a submission's name means.

A submission is known by whatever its folder or file was called: a login, a number, an address, a
name. A class list may be a plain table, or what Canvas and Moodle export.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from .tables import read_table, restored

__all__ = ["Index", "Person", "Roster", "folded", "is_about_columns", "turned"]

PLATFORM_ID = re.compile(r"_(\d+)$")
"""Canvas and Moodle put their own number of a student behind the name."""


class Index:
    """Lines of a table, by the names that their students are known by, the surest kind first.

    `platform` is the kind that is a learning platform's own number.

    >>> index = Index(2, platform=0)
    >>> index.know(4, [{"17"}, {"Lovelace, Ada"}])
    >>> index.lines("lovelace_17"), index.lines("LOVELACE,  Ada"), index.lines("bob")
    ([4], [4], [])
    """

    def __init__(self, kinds: int, platform: int) -> None:
        self.by_kind: list[dict[str, list[int]]] = [{} for _ in range(kinds)]
        self.platform = platform

    def know(self, line: int, names: Sequence[Iterable[str]]) -> None:
        """Note by which names, of each kind, the student of a line is known."""
        for of_kind, lines in zip(names, self.by_kind, strict=True):
            for name in {folded(name) for name in of_kind} - {""}:
                lines.setdefault(name, []).append(line)

    def lines(self, student: str) -> list[int]:
        """The lines that could be a student's, by the first kind of name that is known."""
        for by_name in self.by_kind:
            if lines := by_name.get(folded(student)):
                return lines
        if ending := PLATFORM_ID.search(student):
            by_number = self.by_kind[self.platform].get(ending[1], [])
            return by_number or self.lines(student[: ending.start()])
        return []


@dataclass(frozen=True)
class Person:
    """A student of the class list: the line, the name as it is shown, and a short name.

    >>> Person(2, "Ada Lovelace", "ada").known_as
    'ada'
    """

    line: int
    name: str
    known_as: str


LOGIN = (
    *("sis login id", "login", "login id", "username", "user name", "account", "student"),
    *("benutzername", "anmeldename", "kennung"),
)
NUMBER = (
    *("sis user id", "id number", "student id", "student number", "sid", "number"),
    *("matrikel", "matrikelnummer", "matrikelnr", "matr.-nr."),
)
OWN = ("id", "identifier")
EMAIL = ("email address", "email", "e-mail", "mail", "e-mail-adresse")
NAME = ("full name", "name", "student name", "first name", "firstname", "given name", "vorname")
LAST = ("last name", "lastname", "surname", "family name", "nachname", "familienname")


@dataclass(frozen=True)
class Roster:
    """The class list; `unread` says why there is none, if one was named.

    >>> roster = Roster.of("class.csv", [(1, ["Name", "Login"]), (2, ["Ada Lovelace", "ada"])])
    >>> roster.person("Lovelace, Ada").known_as
    'ada'
    """

    people: tuple[Person, ...] = ()
    index: Index = field(default_factory=lambda: Index(5, platform=2))
    unread: str = ""

    @classmethod
    def read(cls, path: Path) -> Roster:
        """The class list in a file."""
        try:
            rows, _ = read_table(path)
        except (OSError, csv.Error) as error:
            why = getattr(error, "strerror", None) or error
            return cls(
                unread=f"{path.name} cannot be read ({why}), so nobody is known to be missing"
            )
        roster = cls.of(path.name, [(line, list(map(restored, row))) for line, row in rows])
        empty = f"{path.name} names nobody, so nobody is known to be missing"
        return roster if roster.people else cls(unread=empty)

    @classmethod
    def of(cls, name: str, rows: Sequence[tuple[int, list[str]]]) -> Roster:
        """The class list in a table; a table without a head is a list of students."""
        head = [folded(cell) for cell in rows[0][1]] if rows else []
        by_canvas = {"student", "id"} <= {*head}
        known = {*LOGIN, *NUMBER, *OWN, *EMAIL, *NAME, *LAST}
        if known.isdisjoint(head):
            head = ["student"]
        else:
            rows = rows[1:]
        at = _Columns(head, by_canvas)
        roster, people = cls(), []
        for line, row in rows:
            if by_canvas and is_about_columns(row[at.names[0]] if at.names else "", row):
                continue
            login, number, own, email = (at.first(row, of) for of in (*at.ids, at.email))
            shown = " ".join(row[k].strip() for k in at.names if k < len(row)).strip()
            own = own.rsplit(" ", 1)[-1] if own.startswith("Participant ") else own
            known_as = login or email or number or shown or own
            if not known_as:
                continue
            people.append(Person(line, shown or known_as, known_as))
            mail = {email, email.split("@")[0]}
            roster.index.know(line, [{login}, {number}, {own}, mail, turned(shown)])
        return cls(tuple(people), roster.index)

    def person(self, student: str) -> Person | None:
        """Whom a submission's name means; None if that is nobody, or could be two."""
        lines = {*self.index.lines(student)}
        found = [person for person in self.people if person.line in lines]
        return found[0] if len(found) == 1 else None


class _Columns:
    """Which columns of a class list say what."""

    def __init__(self, head: Sequence[str], by_canvas: bool) -> None:
        def of(names: Sequence[str]) -> list[int]:
            return [head.index(name) for name in names if name in head]

        self.ids = [of(LOGIN[: -1 if by_canvas else None]), of(NUMBER), of(OWN)]
        self.email = of(EMAIL)
        self.names = [head.index("student")] if by_canvas else of(NAME)[:1] + of(LAST)[:1]

    @staticmethod
    def first(row: Sequence[str], columns: Sequence[int]) -> str:
        """The first of these cells that is not empty."""
        cells = (row[k].strip() for k in columns if k < len(row))
        return next(filter(None, cells), "")


def turned(name: str) -> set[str]:
    """The ways to write a name: Lovelace, Ada is Ada Lovelace too, and the other way round.

    Canvas, for one, puts the last name first and leaves out all but letters.

    >>> sorted(turned("Lovelace, Ada"))
    ['Ada Lovelace', 'Lovelace, Ada', 'LovelaceAda']
    """
    names = {name, " ".join(reversed(name.split(", ", 1)))}
    if "," not in name and " " in name:
        first, last = name.rsplit(" ", 1)
        names |= {f"{last}, {first}", f"{last} {first}"}
    return names | {re.sub(r"[\W_]+", "", text) for text in names if "," in text}


def is_about_columns(student: str, row: Sequence[str]) -> bool:
    """Whether a row of Canvas's gradebook is about its columns, or about no real student.

    >>> is_about_columns("    Points Possible", ["    Points Possible", "", "3.00"])
    True
    """
    empty = all(re.fullmatch(r"(muted|manual posting.*)?", cell.strip(), re.I) for cell in row)
    return "Points Possible" in student or student == "Student, Test" or empty


def folded(text: str) -> str:
    """A name without what people do not tell names apart by.

    >>> folded("ADA  Lovelace ")
    'ada lovelace'
    """
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())
