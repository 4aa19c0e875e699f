"""Names for students that tell nothing about who they are, and stay the same."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator

__all__ = ["pseudonyms"]

CONSONANTS, VOWELS = "bdfgklmnprstvz", "aeiou"
SHORTEST, LONGEST = 3, 8
"""Syllables of a name; longer than the shortest are those of which there would be two."""


def pseudonyms(students: Iterable[str]) -> dict[str, str]:
    """A name for each student: the same in every exercise, and on every day.

    >>> pseudonyms(["ada", "bob"])
    {'ada': 'Fomegi', 'bob': 'Pavabi'}
    """
    known = sorted(set(students))
    names = {student: _name(student, SHORTEST) for student in known}
    for syllables in range(SHORTEST + 1, LONGEST + 1):
        counts = Counter(names.values())
        twice = [student for student in known if counts[names[student]] > 1]
        names |= {student: _name(student, syllables) for student in twice}
    return names


def _name(student: str, syllables: int) -> str:
    digest = hashlib.sha256(b"a pseudonym for " + student.encode(errors="surrogatepass"))
    letters = _letters(int.from_bytes(digest.digest(), "big"))
    return "".join(next(letters) for _ in range(syllables)).capitalize()


def _letters(number: int) -> Iterator[str]:
    while True:
        number, consonant = divmod(number, len(CONSONANTS))
        number, vowel = divmod(number, len(VOWELS))
        yield CONSONANTS[consonant] + VOWELS[vowel]
