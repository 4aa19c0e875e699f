"""A page without a kernel, made by the plain command: checks folded, pictures with their words."""

import re
import subprocess
import sys
from copy import copy

import nbformat
import pages
import pytest
from bs4 import BeautifulSoup  # nbconvert brings it along

from perceptronlib.notebook.static import readable

pytestmark = pytest.mark.once

NAME = "01_perceptron"


@pytest.fixture(scope="module")
def stored():
    return nbformat.read(pages.LECTURES / f"{NAME}.ipynb", as_version=4)


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    return converted(NAME, tmp_path_factory.mktemp("static"))


def converted(name, folder):
    """What `jupyter nbconvert --to html` makes of a page, with no options of ours."""
    notebook = f"lectures/{name}.ipynb"
    command = [sys.executable, "-m", "nbconvert", "--to", "html", "--output-dir", folder, notebook]
    done = subprocess.run(command, capture_output=True, text=True, cwd=pages.LECTURES.parent)
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    return BeautifulSoup((folder / f"{name}.html").read_text(), "html.parser")


def folded(notebook):
    return [c for c in notebook.cells if c.metadata.get("jupyter", {}).get("source_hidden", False)]


def plain(text):
    return re.sub(r"\s+", " ", text).strip()


def test_checks_are_folds_with_one_line_to_read(page, stored):
    checks = [cell.source for cell in folded(stored) if "\n" in cell.source]
    folds = [fold for fold in page.select("details") if fold.select("summary > code")]
    assert len(checks) > 20
    assert [fold.summary.text for fold in folds] == [check.split("\n")[0] for check in checks]
    assert [plain(fold.pre.text) for fold in folds] == [plain(check) for check in checks]
    assert not any(fold.has_attr("open") for fold in folds)


def test_no_check_stands_in_plain_sight(page):
    unfolded = copy(page)
    for fold in unfolded.select("details"):
        fold.extract()
    assert "assert " not in unfolded.get_text() and "quiz_" not in unfolded.get_text()
    assert "assert " in page.get_text()


def test_what_a_check_has_shown_can_be_read(page, stored):
    said = [
        cell.outputs[0].data["text/plain"]
        for cell in folded(stored)
        if "answer=True" not in cell.source and "claim" in cell.metadata.tags
    ]
    text = plain(page.get_text())
    assert len(said) > 5 and all(plain(line.strip("'")) in text for line in said)


def test_every_picture_has_its_words_twice_for_ears_and_for_eyes(page, stored):
    sentences = [
        output.metadata["image/png"]["alt"]
        for cell in stored.cells
        for output in cell.get("outputs", ())
        if "image/png" in output.get("data", {})
    ]
    assert len(sentences) > 15
    assert [picture["alt"] for picture in page.select("img")] == sentences
    below = [line.text for line in page.select("p > em")]
    assert all(sentence in below for sentence in sentences)


def test_folds_open_when_the_page_is_printed(page):
    assert any("beforeprint" in script.text for script in page.select("script"))


def test_predictions_and_quizzes_are_there_and_their_cells_give_nothing_away(page, stored):
    asked = [cell for cell in stored.cells if "predict" in cell.metadata.get("tags", ())]
    assert all(re.fullmatch(r"demo\.\w+\(\)", cell.source) for cell in asked)
    quizzes = [cell for cell in stored.cells if "quiz" in cell.metadata.get("tags", ())]
    assert all(re.fullmatch(r"demo\.\w+\(\)", cell.source) for cell in quizzes)
    summaries = [fold.summary.text for fold in page.select("details")]
    assert summaries.count("What you should see, and why") == len(asked) > 5
    assert summaries.count("Answers") == len(quizzes) == 2


def test_the_contents_of_the_errata_lead_to_places_on_their_page(tmp_path):
    errata = converted("errata", tmp_path)
    links = [link["href"][1:] for link in errata.select("td a[href^='#']")]
    assert len(links) == 18 and {*links} <= {heading.get("id") for heading in errata.select("h3")}


def test_a_notebook_of_others_keeps_its_sources():
    """Only what its author folded in JupyterLab is folded."""
    cell = nbformat.v4.new_code_cell("a = 1\nb = 2")
    made, _ = readable(nbformat.v4.new_notebook(cells=[cell]), {})
    assert made.cells[0].source == "a = 1\nb = 2" and "transient" not in made.cells[0].metadata
