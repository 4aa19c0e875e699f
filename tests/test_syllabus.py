"""Nothing drops out: every topic, theorem and erratum is found in the lecture that claims it."""

import re

import nbformat
import pages
import pytest

import perceptronlib as pl
from perceptronlib.course.errata import ERRATA
from perceptronlib.course.syllabus import LECTURES, THEOREMS, TOPICS


def cells(lecture, name):
    """The cells of a lecture that carry this name."""
    notebook = nbformat.read(pages.LECTURES / f"{LECTURES[lecture]}.ipynb", as_version=4)
    return [cell for cell in notebook.cells if name in cell.metadata.get("tags", ())]


def named(things):
    return [pytest.param(t, n, id=f"{t.name} in {n}") for t in things for n in t.lectures]


def test_the_lists_are_complete():
    assert [t.name for t in TOPICS] == [f"row-{k}" for k in range(1, 26)]
    assert [t.name for t in THEOREMS] == [*(f"T{k}" for k in range(1, 14)), "T17"]
    assert [e.name for e in ERRATA] == [f"E{k}" for k in range(1, 19)]


@pytest.mark.parametrize(("topic", "lecture"), named(TOPICS))
def test_every_topic_is_told_and_run(topic, lecture):
    assert {cell.cell_type for cell in cells(lecture, topic.name)} == {"markdown", "code"}


@pytest.mark.parametrize(("theorem", "lecture"), named(THEOREMS))
def test_every_theorem_is_told_and_checked(theorem, lecture):
    assert {cell.cell_type for cell in cells(lecture, theorem.name)} == {"markdown", "code"}
    for certificate in theorem.certificates:
        assert hasattr(pl.theorems, certificate)


@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda theorem: theorem.name)
def test_every_certificate_is_shown_in_a_lecture(theorem):
    sources = [
        cell.source
        for lecture in theorem.lectures
        for cell in cells(lecture, theorem.name)
        if cell.cell_type == "code"
    ]
    for certificate in theorem.certificates:
        assert any(f"theorems.{certificate}(" in source for source in sources), certificate


@pytest.mark.parametrize(("erratum", "lecture"), named(ERRATA))
def test_every_erratum_is_told_and_broken(erratum, lecture):
    assert {cell.cell_type for cell in cells(lecture, erratum.name)} == {"markdown", "code"}


@pytest.mark.parametrize("erratum", ERRATA, ids=lambda erratum: erratum.name)
def test_the_table_of_errata_has_the_numbers_of_the_lectures(erratum):
    """Whatever number the table says breaks a claim, a cell with the erratum's name computes."""
    known = " ".join(
        cell.source + pages.texts(cell)
        for lecture in erratum.lectures
        for cell in cells(lecture, erratum.name)
        if cell.cell_type == "code"
    )
    known = set(re.findall(r"\d+(?:\.\d+)?", known.replace("_", "")))
    words = {"two": "2", "three": "3", "five": "5"}
    said = re.findall(r"\d+(?:\.\d+)?", erratum.broken)
    said += [
        digit for word, digit in words.items() if re.search(rf"\b{word} passes", erratum.broken)
    ]
    assert set(said) <= known


@pytest.mark.parametrize("lecture", LECTURES)
def test_every_lecture_ends_with_its_theorems_and_errata(lecture):
    notebook = nbformat.read(pages.LECTURES / f"{LECTURES[lecture]}.ipynb", as_version=4)
    sources = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    for kind, things in (("theorems", THEOREMS), ("errata", ERRATA)):
        if any(lecture in thing.lectures for thing in things):
            assert f'pl.syllabus.{kind}("{lecture}")' in sources
