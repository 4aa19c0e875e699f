"""Who is named on a page, and with which year: only what the list of sources has."""

from __future__ import annotations

import re

from passages import Passage

from perceptronlib.course.errata import ERRATA
from perceptronlib.course.sources import NAMES, SOURCES, known_names

Span = tuple[int, int]
AUTHOR = r"[A-ZÀ-Ý][\w'-]+"
CITED = re.compile(rf"((?:{AUTHOR})(?:(?:, | and |, and ){AUTHOR})*) \((\d{{4}})\)")
YEAR = re.compile(r"(?<![\w.,])(?:1[5-9]\d\d|20[0-2]\d)(?![\w%]|[.,]\d)")
CAPITAL = re.compile(rf"(?<=[a-z,;)~] )(?<!\.\) )(?:{AUTHOR})(?<!')")
LONG = sorted((name for name in NAMES if re.search(r"[\d ]", name)), key=len, reverse=True)
HEADINGS = frozenset(erratum.heading for erratum in ERRATA)
PLACES = frozenset(place for erratum in ERRATA for place in erratum.places)
NAMED = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in LONG))
LECTURE = re.compile(r"\b[Ll]ectures?\s+((?:\d\d(?:,| and| to| or)?\s*)+)")
LAST_LECTURE = 7
PLACE = re.compile(r"\b(?:sections?|theorem) \d+\.\d+(?: (?:to|and) (?:theorem )?\d+\.\d+)*")
"""A place in the notes; of these, too, a page may name what a list has, that of the errata."""
KNOWN = known_names()


def about_names(passage: Passage) -> tuple[list[Span], list[str]]:
    """Places that only name something; and names, years and lectures that are not on the lists."""
    text = passage.without(*passage.formulas, *passage.codes, *passage.links)
    named = [match.span() for match in NAMED.finditer(text)]
    found: list[str] = []
    for match in CITED.finditer(text):
        authors = tuple(re.split(r", and |, | and ", match.group(1)))
        if any(w.authors == authors and w.year == int(match.group(2)) for w in SOURCES):
            named.append(match.span())
        else:
            found.append(f"{match.group()} is not on the list, perceptronlib/course/sources.py")
            named.append(match.span(2))
    for match in YEAR.finditer(text):
        if any(start <= match.start() < end for start, end in named):
            continue
        if _has_its_name(text, match):
            named.append(match.span())
    for match in PLACE.finditer(text):
        named.append(match.span())
        wrong = [n for n in re.findall(r"\d+\.\d+", match.group()) if n not in PLACES]
        found += [f"{n} is no place that perceptronlib/course/errata.py names" for n in wrong]
    if passage.kind == "heading" and re.match(r"E\d+\b", text) and text not in HEADINGS:
        found.append(f"{text} is the heading of no erratum in perceptronlib/course/errata.py")
    found += _strangers(passage, text)
    for match in LECTURE.finditer(text):
        wrong = [n for n in re.findall(r"\d\d", match.group(1)) if int(n) > LAST_LECTURE]
        found += [f"there is no lecture {number}" for number in wrong]
    return named, found


def _has_its_name(text: str, year: re.Match[str]) -> bool:
    """Does the sentence name the work of that year?"""
    start = max(text.rfind(". ", 0, year.start()), text.rfind("; ", 0, year.start()), 0)
    end = re.search(r"[.;](?: |$)", text[year.end() :])
    around = text[start : year.end() + (end.start() if end else 200)]
    works = [work for work in SOURCES if work.year == int(year.group())]
    return any(all(author in around for author in work.authors) for work in works)


def _strangers(passage: Passage, text: str) -> list[str]:
    """Words with a capital in the middle of a sentence that are no known names."""
    if passage.kind != "text":
        return []
    known, found = KNOWN, []
    for match in CAPITAL.finditer(text):
        if passage.text[: match.start()].endswith(".$$ "):
            continue  # a displayed formula ended the sentence before
        word = re.sub(r"'s?$", "", match.group())
        if not {word, word.split("-")[0], word.split("'")[0]} & known and not word.isupper():
            found.append(f"{word} is a name that perceptronlib/course/sources.py does not have")
    first = re.match(rf"({AUTHOR})'s ", text)
    if first and first.group(1) not in known | {"It", "That", "What", "Let", "Here", "There"}:
        found.append(
            f"{first.group(1)} is a name that perceptronlib/course/sources.py does not have"
        )
    return found
