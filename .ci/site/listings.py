"""Pages that are lists: theorems, the course map, data and experiments.

Each is made from the objects that the course itself uses, so that a list cannot say anything else
than the page it points to.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

import nbformat
import sources
from sources import ROOT

import perceptronlib as pl
from perceptronlib.course.syllabus import THEOREMS
from perceptronlib.experiments.tables import Row, load
from perceptronlib.theory.theorems.stated import Stated
from perceptronlib.theory.theorems.stated_all import STATED

# -- theorems ----------------------------------------------------------------------------------


def theorems() -> str:
    """Every theorem as it stands in its lecture, its proof folded."""
    intro = (
        "# Theorems\n\nEverything that the course proves, in the words of its lectures. Each step "
        "of each proof is checked on live runs by a certificate of the library, and proved for all "
        "runs by the tests. Unfold a proof to read it here, or follow the link to the lecture that "
        "leads up to it.\n"
    )
    stated = sorted(STATED.values(), key=_order)
    names = _headings(stated)
    directory = [f"- [{names[one.name]}](#{_anchor(one.name)})" for one in stated]
    parts = [_theorem(one, names[one.name]) for one in stated]
    return "\n".join([intro, "{.directory}", *directory, "", *parts])


def _headings(stated: list[Stated]) -> dict[str, str]:
    """What each theorem is called: of several with one number, all but the first have a letter.

    >>> [name for name in _headings(sorted(STATED.values(), key=_order)).values() if "T3" in name]
    ['T3. Leave-one-out', 'T3b. Leave-one-out is unbiased']
    """
    names: dict[str, str] = {}
    so_far: dict[str, int] = {}
    for one in stated:
        number = one.name.split("-")[0]
        so_far[number] = so_far.get(number, 0) + 1
        letter = "" if so_far[number] == 1 else chr(ord("a") + so_far[number] - 1)
        label = f"{number}{letter}. " if number.startswith("T") else ""
        names[one.name] = label + one.title[0].upper() + one.title[1:]
    return names


def _order(one: Stated) -> tuple[int, str]:
    number = re.match(r"T(\d+)", one.name)
    return (int(number[1]) if number else 99, one.name)


def _theorem(one: Stated, heading: str) -> str:
    assumptions, statement, *steps = one.parts
    told = _taught(one.name)
    if one.certificate:
        told += f" Its certificate is `pl.theorems.{one.certificate}`."
    return "\n".join(
        [
            f"({_anchor(one.name)})=",
            f"## {heading}\n",
            f"{one.words} {told}\n",
            "{.theorem}",
            f"> **{one.kind}.** {assumptions}\n>\n> {statement}\n",
            "<details class='proof'><summary>Proof</summary>\n",
            *steps,
            "\n</details>\n",
        ]
    )


def _anchor(name: str) -> str:
    return f"theorem-{name.lower()}"


def _taught(name: str) -> str:
    """Where a theorem is taught: the pages with a cell that has its name as a tag."""
    places = []
    for page in sources.lectures():
        cells = nbformat.read(ROOT / "lectures" / f"{page}.ipynb", as_version=4).cells
        shown = any({"theorem", name} <= {*cell.metadata.get("tags", [])} for cell in cells)
        if shown:
            places.append(f"[lecture {page[:2]}](lectures/{page}.ipynb)")
    if not places:
        number = name.split("-")[0]
        places = [
            f"[lecture {sources.named(n)[:2]}](lectures/{sources.named(n)}.ipynb)"
            for one in THEOREMS
            if one.name == number
            for n in one.lectures
        ]
    return f"Taught in {' and '.join(places)}." if places else ""


# -- the map -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stop:
    """A lecture on the map: what it needs, what helps, how long it takes, what it teaches."""

    name: str
    title: str
    question: str
    minutes: int
    needs: tuple[str, ...]
    helps: tuple[str, ...]

    @property
    def number(self) -> str:
        return self.name[:2]


def stops() -> list[Stop]:
    """All lectures, as their first cells and the table of the first page describe them."""
    first = {
        name: str(nbformat.read(ROOT / "lectures" / f"{name}.ipynb", as_version=4).cells[0].source)
        for name in sources.lectures()
    }
    questions = dict(re.findall(r"\((\d\d)_\w+\.ipynb\) \| (.*?) \|", first["00_start_here"]))
    questions["00"] = "Can a machine learn from its own mistakes, and how many will it make?"
    found = []
    for name, text in first.items():
        asked = re.search(r"\*\*You need\*\*(.*?)\*\*Minutes:\*\* (\d+)", text, re.S)
        assert asked is not None, f"the first cell of {name} does not say what one needs"
        optional = " ".join(re.findall(r"\([^()]*optional[^()]*\([^()]*\)[^()]*\)", asked[1]))
        needs = re.findall(r"\]\((\d\d)_", asked[1].replace(optional, "") if optional else asked[1])
        title = re.search(r"^# (.*)", text)
        assert title is not None
        found.append(
            Stop(
                name,
                title[1],
                questions[name[:2]],
                int(asked[2]),
                tuple(needs),
                tuple(re.findall(r"\]\((\d\d)_", optional)),
            )
        )
    return found


def contents() -> str:
    """The lectures with their numbers, for the list beside every page."""
    return "\n".join(f"{stop.number} {stop.title} <lectures/{stop.name}>" for stop in stops())


def course_map() -> str:
    """The lectures as cards, each below those it builds on, and lines between them."""
    known = {stop.number: stop for stop in stops()}
    depth: dict[str, int] = {}
    for number, stop in known.items():
        depth[number] = 1 + max((depth[n] for n in stop.needs), default=-1)
    rows = [[n for n in known if depth[n] == level] for level in range(max(depth.values()) + 1)]
    middle = {n: ((row.index(n) + 0.5) / len(row), depth[n]) for row in rows for n in row}
    lines = "".join(
        _line(middle[other], middle[n], len(rows), look)
        for n, stop in known.items()
        for look, others in (("needs", _next(stop, known)), ("helps", stop.helps))
        for other in others
    )
    cards = "".join(
        f"<div class='row'>{''.join(_card(known[n]) for n in row)}</div>" for row in rows
    )
    drawing = (
        f"<svg viewBox='0 0 100 {100 * len(rows)}' preserveAspectRatio='none' "
        f"aria-hidden='true'>{lines}</svg>"
    )
    return f"<nav class='map' aria-label='Map of the course'>{drawing}{cards}</nav>"


def _next(stop: Stop, known: dict[str, Stop]) -> list[str]:
    """What a lecture needs, without what is needed for that anyway: its lines are on the map."""
    implied = {earlier for n in stop.needs for earlier in _before(n, known)}
    return [n for n in stop.needs if n not in implied]


def _before(number: str, known: dict[str, Stop]) -> set[str]:
    """All lectures that come before this one, whatever they are needed for."""
    needs = known[number].needs
    return {*needs}.union(*(_before(n, known) for n in needs))


def _line(start: tuple[float, int], end: tuple[float, int], rows: int, look: str) -> str:
    """From the middle of one card to that of another; the cards hide what they cover."""
    x1, y1, x2, y2 = 100 * start[0], 100 * start[1] + 50, 100 * end[0], 100 * end[1] + 50
    bend = (y1 + y2) / 2
    path = f"M{x1:.1f} {y1}C{x1:.1f} {bend} {x2:.1f} {bend} {x2:.1f} {y2}"
    return f"<path class='{look}' d='{path}'/>"


def _card(stop: Stop) -> str:
    builds = f"builds on {', '.join(stop.needs)}" if stop.needs else "begin here"
    return (
        f"<a href='lectures/{stop.name}.html'><span class='number'>{stop.number}</span>"
        f"<b>{html.escape(stop.title)}</b><span class='question'>{html.escape(stop.question)}"
        f"</span><span class='facts'>{stop.minutes} minutes · {builds}</span></a>"
    )


# -- data and experiments ----------------------------------------------------------------------


def results() -> str:
    """The real data, and what the experiments that take minutes have found."""
    about = {"mail": "emails", "digits": "digits", "cells": "tumours", "iris": "flowers"}
    rows = []
    for name in ("mail", "digits", "cells", "iris", "languages"):
        sample = getattr(pl.data, name)()
        taught = re.findall(r"Taught in lecture (.*?)\.\n", getattr(pl.data, name).__doc__)
        X, _ = sample
        size = f"{X.shape[0]} {about.get(name, 'words')}, {X.shape[1]} features"
        rows.append(
            f"| `pl.data.{name}()` | {size} | {sample.source} | {sample.licence} | "
            f"{taught[0] if taught else 'by hand'} |"
        )
    table = "| sample | size | source | licence | lectures |\n|---|---|---|---|---|\n"
    return "\n".join(
        [
            "# Data and experiments\n",
            "The real data that the lectures learn from, and the experiments that take too long "
            "for a lecture. Their tables and plots are kept with the library, each with the "
            "command that makes it again.\n",
            f"## Real data\n\nThey come with the library and are read offline.\n\n{table}"
            + "\n".join(rows),
            _experiment(
                "mnist",
                "Handwritten digits: the experiment of Freund and Schapire",
                "Ten kernel perceptrons, one for each digit, learn from the 60,000 digits of MNIST "
                "with the kernel $(1+x\\cdot z)^d$. The columns on the right are errors on the "
                "10,000 fresh digits in percent, by who answers: the vote of all weight vectors, "
                "their average, the last one, or one drawn at random. MNIST itself is not in the "
                "package (LeCun, Cortes and Burges; 11 MB): `perceptronlib.samples.mnist` says how "
                "to get it and checks what you got.",
                {"degree": "$d$", "epochs": "passes"},
            ),
            _experiment(
                "simulation",
                "Few of many features: Perceptron against Winnow",
                "The label is a disjunction of $k$ of $N$ features. Means over twenty runs, with "
                "one standard error, beside the bounds; *late* counts the mistakes of the second "
                "half.",
                {"k": "$k$", "N": "$N$"},
            ),
            _experiment(
                "noise",
                "Real emails among words of pure noise",
                "Beside the 54 real words and signs stand more and more features that say nothing. "
                "Of ten random splits, mean errors on 1001 fresh emails, with one standard error.",
                {"noise": "noise features"},
            ),
        ]
    )


def _experiment(name: str, title: str, words: str, heads: dict[str, str]) -> str:
    record = load(name)
    columns = [column for column in record.rows[0]]
    head = " | ".join(heads.get(column, column.replace("_", " ")) for column in columns)
    lines = [f"| {head} |", "|" + "---:|" * len(columns)]
    lines += [f"| {' | '.join(_cell(row, column) for column in columns)} |" for row in record.rows]
    versions = ", ".join(f"{what} {which}" for what, which in sorted(record.versions.items()))
    table = "\n".join(lines)
    return (
        f"\n## {title}\n\n{words}\n\n"
        f"![The table below as a plot: {html.escape(title)}](_static/experiments/{name}.png)\n\n"
        f"<details class='table'><summary>The table</summary>\n\n{table}\n\n</details>\n\n"
        f"Made by `{record.command}` on {record.date} ({versions}).\n"
    )


def _cell(row: Row, column: str) -> str:
    value = row[column]
    if isinstance(value, dict):
        return f"{value['mean']:g} ± {value['error']:.2g}"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
