"""What is printed is what is checked: every claim of a page has something behind it.

    python .ci/prose.py T1              # the Markdown of a theorem, or of an algorithm's box
    python .ci/prose.py PATH            # judge a page's text; its notebook must be up to date

A claim (a number, a quantifier, a comparison, a formula) has to be quoted by a cell of its section
that asserts or shows it, or to be part of a theorem, a box, a convention, or of the page's list of
plain sentences, lectures/plain/NAME.txt. CONTRIBUTING, "What is printed is what is checked".
"""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import jupytext
import nbformat
from claims import numbers, tokens
from passages import Passage, Section, fold, sections
from quotes import Fragment, fragments, known_numbers, long_enough, outputs, places
from reading import about_minutes
from references import about_names

from perceptronlib.course.boxes import BOXES
from perceptronlib.course.conventions import CONVENTIONS, NOTATION
from perceptronlib.theory.theorems.stated_all import STATED

LECTURES = Path(__file__).resolve().parent.parent / "lectures"
FORMULAS = tuple(fold(formula) for formula in NOTATION)
ADVICE = """What to do: quote the claim in a cell of its section that asserts or shows it, in a
comment (# "...") or, if tagged claim, in a string; or, if it needs no program, list it in
lectures/plain/{name}.txt. See CONTRIBUTING, "What is printed is what is checked"."""


def plain_list(name: str) -> Path:
    """The page's sentences that need no program; the file puts it under this rule."""
    return LECTURES / "plain" / f"{name}.txt"


def plain_entries(name: str) -> list[str]:
    """The fragments that the page's author vouches for."""
    path = plain_list(name)
    lines = path.read_text().splitlines() if path.exists() else []
    return [fold(line) for line in lines if line.strip() and not line.startswith("#")]


# -- theorems and boxes ------------------------------------------------------------------------


def objects(tags: Any) -> list[tuple[str, tuple[str, ...]]]:
    """The theorems and boxes that a cell says it shows, and their parts."""
    found = []
    if "theorem" in tags:
        brief = "statement" in tags
        found = [(t, STATED[t].claims if brief else STATED[t].parts) for t in tags if t in STATED]
    if "algorithm" in tags:
        found += [(tag, BOXES[tag].parts) for tag in tags if tag in BOXES]
    return [(name, tuple(map(fold, parts))) for name, parts in found]


def about_objects(cells: list[Any]) -> list[str]:
    """Theorems and boxes that are not word for word what they should be."""
    found, shown = [], {}
    for cell in cells:
        tags = cell.metadata.get("tags", ())
        if cell.cell_type != "markdown" or not {"theorem", "algorithm"} & set(tags):
            continue
        if not objects(tags):
            names = sorted({**STATED, **BOXES})
            found.append(f"a cell tagged {', '.join(tags)} names none of {', '.join(names)}")
        for name, parts in objects(tags):
            text, _ = shown.get(name, ("", ()))
            shown[name] = (f"{text} {fold(cell.source)}", parts)
    for name, (text, parts) in shown.items():
        place = 0
        for part in parts:
            at = text.find(part, place)
            if at < 0:
                advice = f"copy it from `.ci/prose.py {name}`"
                found.append(f"{name} is not what it should be, or not in order; {advice}: {part}")
                break
            place = at + len(part)
    return found


# -- claims ------------------------------------------------------------------------------------


def standing(name: str) -> list[str]:
    """What may be said anywhere on the page."""
    says = [say for theorem in STATED.values() for say in theorem.says]
    return [*map(fold, [*CONVENTIONS, *says]), *plain_entries(name)]


def about_section(section: Section, anywhere: list[str]) -> list[str]:
    """The claims of a section that nothing stands behind, and its quotes of nothing."""
    cells = tuple(Vouching.of(cell) for cell in section.cells)
    return list(_about(tuple(section.passages), cells, tuple(anywhere)))


class Vouching(NamedTuple):
    """All of a cell with code that decides what it vouches for."""

    source: str
    shown: str
    known: frozenset[float]
    quoted: tuple[Fragment, ...]

    @classmethod
    def of(cls, cell: Any) -> Vouching:
        return cls(cell.source, outputs(cell), known_numbers(cell), fragments(cell))


@cache
def _about(
    passages: tuple[Passage, ...], cells: tuple[Vouching, ...], anywhere: tuple[str, ...]
) -> tuple[str, ...]:
    """The same, remembered: one change to a page leaves most of its sections as they are."""
    found, quoted = [], [f for cell in cells for f in cell.quoted]
    for one in quoted:
        if one.by == "a comment" and not any(places(one.text, p.text) for p in passages):
            found.append(f"a cell quotes what the section does not say: {one.text}")
    known = {number for cell in cells for number in cell.known}
    code = "\n".join(f"{cell.source}\n{cell.shown}" for cell in cells)
    for passage in passages:
        covered, troubled = coverage(passage, quoted, list(anywhere))
        named, complaints = about_names(passage)
        found += complaints
        for place in passage.codes:
            said = passage.text[slice(*place)]
            if re.search(r"\d", said) and said not in code and not within(place, covered):
                found.append(f"no cell of the section has `{said}`")
        for span in passage.sentences():
            claimed, asked = tokens(passage, span, named, FORMULAS)
            lost = [t for t in claimed if not within(t, covered)]
            lost += [t for t in asked if not within(t, covered) and not knows(passage, t, known)]
            if lost:
                found.append(verdict(passage, span, lost, troubled))
    return tuple(found)


def coverage(
    passage: Passage, quoted: list[Fragment], anywhere: list[str]
) -> tuple[list[tuple[int, int]], list[Fragment]]:
    """The places in a passage that something stands behind; and quotes that fail their cell."""
    parts = [re.sub(r"^\d+\. ", "", p) for _, parts in objects(passage.tags) for p in parts]
    shown = [STATED[name] for name, _ in objects(passage.tags) if name in STATED]
    parts += [fold(text) for one in shown for text in (f"{one.kind} ({one.title})", one.words)]
    good = [one.text for one in quoted if not one.trouble] + anywhere + parts
    bad = [one for one in quoted if one.trouble and places(one.text, passage.text)]
    return [place for text in good for place in places(text, passage.text)], bad


def within(place: tuple[int, int], covered: list[tuple[int, int]]) -> bool:
    """Does a place lie inside one of these?"""
    return any(start <= place[0] and place[1] <= end for start, end in covered)


def knows(passage: Passage, place: tuple[int, int], known: set[float]) -> bool:
    """Does a cell of the section know the number that a question or an order has?"""
    return all(known & {*values} for _, values in numbers(passage.text[slice(*place)]))


def verdict(
    passage: Passage,
    span: tuple[int, int],
    lost: list[tuple[int, int]],
    troubled: list[Fragment],
) -> str:
    """What is wrong with a sentence."""
    words = ", ".join(dict.fromkeys(passage.text[slice(*place)] for place in lost))
    sentence = passage.text[slice(*span)].strip()
    if troubled:
        return f"{troubled[0].trouble}, though it quotes: {troubled[0].text}"
    return f"nothing stands behind {words!r} in: {sentence}"


def about_plain(cells: list[Any], name: str) -> list[str]:
    """Plain sentences that are not on the page, or hold numbers that no cell knows."""
    found, parts = [], sections(cells)
    texts = [passage.text for section in parts for passage in section.passages]
    known = {n for section in parts for cell in section.cells for n in known_numbers(cell)}
    for entry in plain_entries(name):
        if not any(places(entry, text) for text in texts):
            found.append(f"plain/{name}.txt lists what the page does not say: {entry}")
        if not long_enough(entry):
            found.append(f"plain/{name}.txt lists fewer than three words: {entry}")
        large = [
            n
            for n, values in numbers(entry)
            if re.match(r"\d\d|\d+\.", n) and not known & {*values}
        ]
        if large:
            found.append(f"plain/{name}.txt vouches for {large[0]}, which a cell should: {entry}")
    return found


def about_links(cells: list[Any]) -> list[str]:
    """Links to a lecture that say another number."""
    text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    links = re.findall(r"\[(-?\d+)\b[^\]]*\]\((?:\.\./\w+/)?(\d\d)_", text)
    return [f"a link says {said} and leads to {leads}" for said, leads in links if said != leads]


def about_numbers_of_the_page(cells: list[Any]) -> list[str]:
    """Minutes and numbers of lectures that are not so."""
    return about_links(cells) + about_minutes(cells)


def about_prose(cells: list[Any], name: str) -> list[str]:
    """All complaints about the prose of a page."""
    found = about_objects(cells) + about_numbers_of_the_page(cells)
    anywhere = standing(name)
    for section in sections(cells):
        found += [f"{section.title}: {c}" for c in about_section(section, anywhere)]
    return found + about_plain(cells, name)


def complaints(cells: list[Any], name: str) -> list[str]:
    """The same for a page that has its list of plain sentences; the others follow one by one."""
    return about_prose(cells, name) if plain_list(name).exists() else []


# -- a page on disk ----------------------------------------------------------------------------


def with_outputs(path: Path, name: str) -> tuple[list[Any], bool]:
    """The page's text with the outputs of its notebook; and whether the code is the notebook's."""
    cells = jupytext.read(path, fmt="md:myst").cells
    stored = nbformat.read(LECTURES / f"{name}.ipynb", as_version=4).cells
    ours = [cell for cell in cells if cell.cell_type == "code"]
    theirs = [cell for cell in stored if cell.cell_type == "code"]
    same = [c.source for c in ours] == [c.source for c in theirs]
    for cell, other in zip(ours, theirs, strict=False):
        cell["outputs"] = other.outputs
    return cells, same


def check(path: Path) -> list[str]:
    """Judge a page's text (or a copy of it, with the same file name) without running it."""
    name = path.stem
    if not (LECTURES / f"{name}.ipynb").exists():
        return [f"there is no notebook lectures/{name}.ipynb to judge it by"]
    cells, same = with_outputs(path, name)
    if not same:
        return ["a cell with code differs from the notebook: run make build"]
    return about_prose(cells, name)


def main(arguments: list[str]) -> int:
    for argument in arguments:
        if argument in STATED:
            print(STATED[argument].markdown())
        elif argument in BOXES:
            print(BOXES[argument].markdown())
        elif not argument.endswith(".md"):
            print(f"{argument} is neither a page nor one of {', '.join({**STATED, **BOXES})}.")
            return 1
        elif found := check(Path(argument)):
            print("\n".join(f"{argument}: {complaint}" for complaint in found))
            print(ADVICE.format(name=Path(argument).stem))
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
