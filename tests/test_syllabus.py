"""Nothing drops out: every topic, theorem and erratum is found in the lecture that claims it."""

import re

import nbformat
import pages
import pytest

import perceptronlib as pl
from perceptronlib.course.errata import ERRATA, KINDS, PARTS
from perceptronlib.course.notation import SYMBOLS
from perceptronlib.course.syllabus import LECTURES, THEOREMS, TOPICS


def stored(page):
    return nbformat.read(pages.LECTURES / f"{page}.ipynb", as_version=4).cells


def cells(lecture, name):
    """The cells of a lecture, or of the page of errata, that carry this name."""
    page = stored(LECTURES.get(lecture, lecture))
    return [cell for cell in page if name in cell.metadata.get("tags", ())]


def names_of_errata(*cells):
    """Which errata these cells carry, in order, each once."""
    tags = [tag for cell in cells for tag in cell.metadata.get("tags", ())]
    return list(dict.fromkeys(tag for tag in tags if re.fullmatch(r"E\d+", tag)))


EACH_ERRATUM = pytest.mark.parametrize("erratum", ERRATA, ids=lambda erratum: erratum.name)


def named(things):
    return [pytest.param(t, n, id=f"{t.name} in {n}") for t in things for n in t.lectures]


def test_the_lists_are_complete():
    assert [t.name for t in TOPICS][:25] == [f"row-{k}" for k in range(1, 26)]
    assert {t.name for t in TOPICS[25:]} <= {t.name for t in THEOREMS}
    assert [t.name for t in THEOREMS] == [*(f"T{k}" for k in range(1, 18)), "pds"]
    assert [e.name for e in ERRATA] == [f"E{k}" for k in range(1, 19)]
    assert {e.part for e in ERRATA} == set(PARTS)
    assert {e.kind.split(" (")[0] for e in ERRATA} == set(KINDS)


@pytest.mark.parametrize(("topic", "lecture"), named(TOPICS))
def test_every_topic_is_told_and_run(topic, lecture):
    assert {cell.cell_type for cell in cells(lecture, topic.name)} == {"markdown", "code"}


@pytest.mark.parametrize(("theorem", "lecture"), named(THEOREMS))
def test_every_theorem_is_told_and_checked(theorem, lecture):
    assert {cell.cell_type for cell in cells(lecture, theorem.name)} == {"markdown", "code"}
    for certificate in theorem.certificates:
        assert hasattr(pl.theorems, certificate)


@pytest.mark.parametrize("theorem", THEOREMS, ids=lambda theorem: theorem.name)
def test_a_lecture_shows_the_certificates_of_its_part(theorem):
    assert {*theorem.parts} <= {*theorem.lectures}
    for lecture, part in theorem.parts.items():
        sources = [c.source for c in cells(lecture, theorem.name) if c.cell_type == "code"]
        assert {*part.certificates} <= {*theorem.certificates}
        for certificate in part.certificates:
            assert any(f"theorems.{certificate}(" in source for source in sources), certificate


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


def test_the_page_of_errata_has_them_all_in_the_order_of_its_contents():
    in_order = [e.name for part in PARTS for e in ERRATA if e.part == part]
    assert names_of_errata(*stored("errata")) == in_order
    headings = [line for cell in stored("errata") for line in re.findall(r"^##.*", cell.source)]
    told = []
    for part in PARTS:
        told += [f"## {part}", *(f"### {e.heading}" for e in ERRATA if e.part == part)]
    assert [h for h in headings if h in told] == told


@EACH_ERRATUM
def test_every_erratum_is_claimed_broken_and_repaired_on_the_page_of_errata(erratum):
    """Told with its source, broken in plain sight, checked in a fold; linked to its lectures."""
    told, broken, checked = [], [], []
    for cell in cells("errata", erratum.name):
        assert names_of_errata(cell) == [erratum.name]
        folded = cell.metadata.get("jupyter", {}).get("source_hidden", False)
        kind = told if cell.cell_type == "markdown" else checked if folded else broken
        kind.append(cell)
    words = "\n".join(cell.source for cell in told)
    assert words.startswith(f"### {erratum.heading}\n")
    assert "**The claim" in words and "**The repair:**" in words
    assert all(source in words for source in erratum.source.split(", "))
    assert all(f"({LECTURES[lecture]}.ipynb)" in words for lecture in erratum.lectures)
    assert all(re.search(rf"\b{re.escape(place)}\b", words) for place in erratum.places)
    assert broken and all(cell.outputs and "print(" in cell.source for cell in broken)
    assert checked and all("assert " in cell.source for cell in checked)


def test_the_contents_of_the_errata_lead_to_their_headings():
    """Links have the names that JupyterLab and nbconvert give to headings."""
    (contents,) = [cell for cell in stored("errata") if "contents_of_errata" in cell.source]
    links = re.findall(r"<a href='#([^']*)'>", pages.texts(contents))
    headings = [
        match.replace(" ", "-")
        for cell in stored("errata")
        for match in re.findall(r"^### (E\d+.*)$", cell.source, re.MULTILINE)
    ]
    assert links == headings and len(links) == len(ERRATA)


@EACH_ERRATUM
def test_the_table_of_errata_has_the_numbers_of_their_page(erratum):
    """Whatever number the table says breaks a claim, a cell with the erratum's name computes."""
    known = " ".join(
        cell.source + pages.texts(cell)
        for cell in cells("errata", erratum.name)
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


def formulas(lecture):
    """All that stands between dollar signs in the text of a lecture."""
    text = " ".join(c.source for c in stored(LECTURES[lecture]) if c.cell_type == "markdown")
    found = re.findall(r"\$\$(.+?)\$\$|\$(.+?)\$", text, flags=re.DOTALL)
    written = " ".join(display + inline for display, inline in found)
    return re.sub(r"\\(?:text|operatorname|mathrm)\{[^}]*\}", " ", written)


def test_in_one_lecture_a_letter_has_one_meaning():
    places = [(symbol.latex, lecture) for symbol in SYMBOLS for lecture in symbol.lectures]
    assert len(places) == len({*places})


@pytest.mark.parametrize("lecture", LECTURES)
def test_every_letter_of_the_notation_is_used_where_it_says(lecture):
    found = {*re.findall(r"\\[a-zA-Z]+|[a-zA-Z]", formulas(lecture))}
    missing = [s.latex for s in SYMBOLS if lecture in s.lectures and s.latex not in found]
    assert not missing


TABLES = {
    "topics": pl.syllabus.topics(),
    "theorems": pl.syllabus.theorems(),
    "theorems of 03": pl.syllabus.theorems("03"),
    "errata": pl.syllabus.errata(),
    "contents": pl.syllabus.contents_of_errata("errata.ipynb"),
}


@pytest.mark.parametrize("name", TABLES)
def test_every_link_of_a_table_leads_to_a_heading_of_a_page_that_there_is(name):
    links = re.findall(r"<a href='([^'#]*)#?([^']*)'>", TABLES[name]._repr_html_())
    for page, heading in links:
        text = "\n".join(cell.source for cell in stored(page.removesuffix(".ipynb")))
        assert not heading or re.search(rf"^#+ {re.escape(heading.replace('-', ' '))}$", text, re.M)
    assert links
