"""The lectures: what every page holds, its sliders at every extreme, and its stored form."""

import base64
import io
import os
import re
import subprocess
import sys

import nbformat
import numpy as np
import pages
import pytest
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from PIL import Image

from perceptronlib.notebook.changed import Changed
from perceptronlib.notebook.explore import Slider
from tests.lecture_cells import each, executed, picture_of, shown, shown_by_kind

pytestmark = pytest.mark.once

NAMES = pages.names()
NUMBERED = [name for name in NAMES if name[0].isdigit()]


def stored(name):
    return nbformat.read(pages.LECTURES / f"{name}.ipynb", as_version=4)


def pixels(png):
    return np.asarray(Image.open(io.BytesIO(base64.b64decode(png))).convert("RGBA"))


def differences(one, other):
    """Where two executed notebooks differ: text to the letter, pictures to the pixel."""
    assert len(one.cells) == len(other.cells)
    for a, b in zip(one.cells, other.cells, strict=True):
        if a.cell_type != "code":
            continue
        if len(a.outputs) != len(b.outputs):
            yield f"{a.source!r}: {len(a.outputs)} outputs and {len(b.outputs)}"
            continue
        for left, right in zip(a.outputs, b.outputs, strict=True):
            left, right = dict(left), dict(right)
            data = [dict(left.pop("data", {})), dict(right.pop("data", {}))]
            images = [side.pop("image/png", None) for side in data]
            if left != right or data[0] != data[1] or (images[0] is None) != (images[1] is None):
                yield f"{a.source!r}: the outputs differ"
            elif images[0] and not np.array_equal(*map(pixels, images)):
                yield f"{a.source!r}: the pictures differ"


def test_building_again_changes_nothing():
    """To the byte, in this environment (on another machine zlib may pack the same pixels anew)."""
    again = nbformat.reads(pages.written(pages.execute(pages.read_text(NAMES[0]))), as_version=4)
    assert list(differences(stored(NAMES[0]), again)) == []
    assert pages.written(pages.execute(pages.read_text(NAMES[0]))) == pages.written(again)


@each(NAMES)
def test_the_stored_pictures_are_what_the_cells_draw(name):
    """To the pixel, with their sentences. (What cells print is compared by nbval.)"""
    cells = [cell for cell in stored(name).cells if cell.cell_type == "code"]
    for cell, (_, value) in zip(cells, executed(name), strict=True):
        for output in cell.outputs:
            if "image/png" in output.get("data", {}):
                data, metadata = value._repr_mimebundle_()
                drawn = base64.b64encode(data["image/png"])
                assert np.array_equal(pixels(output.data["image/png"]), pixels(drawn)), cell.source
                assert output.data["text/plain"] == data["text/plain"]
                assert dict(output.metadata["image/png"]) == metadata["image/png"]


@each(NAMES)
def test_nothing_to_complain_about(name):
    assert pages.complaints(stored(name), name) == []


@each(NUMBERED)
def test_every_lecture_has_what_it_needs(name):
    """Four sliders, three certificates or checked claims, a quiz; after page 00 an erratum."""
    has = shown_by_kind(name)
    code = [cell for cell in stored(name).cells if cell.cell_type == "code"]
    claims = [cell for cell in code if re.search(r"^\s*assert ", cell.source, re.MULTILINE)]
    tags = {tag for cell in code for tag in cell.metadata.get("tags", ())}
    assert len(has["explorations"]) + len(has["flipbooks"]) >= 4
    assert len(has["certificates"]) + len(claims) >= 3
    assert name == NAMES[0] or any(re.fullmatch(r"E\d+", tag) for tag in tags)
    assert has["quizzes"]


@each(NUMBERED)
def test_a_lecture_has_one_import_for_its_pictures(name):
    text = "\n".join(cell.source for cell in pages.read_text(name).cells)
    imports = re.findall(r"^.*perceptronlib\.demos.*$", text, re.MULTILINE)
    assert imports == [f"from perceptronlib.demos import lecture{name[:2]} as demo"]


def test_no_cell_is_kept_from_comparison():
    ignored = [
        cell.source
        for name in NAMES
        for cell in stored(name).cells
        if "nbval-ignore-output" in cell.metadata.get("tags", ())
    ]
    assert ignored == []


def test_spelling():
    """codespell knows the usual slips, and which spelling is British."""
    texts = [str(path) for path in sorted(pages.LECTURES.glob("*.md"))]
    command = [sys.executable, "-m", "codespell_lib", "--ignore-words-list=te,ans", *texts]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.stdout == "" and done.returncode == 0, done.stdout


# ---------------------------------------------------------------- sliders at their extremes


def is_a_sentence(words):
    """With a full stop, and numbers that are numbers: no nan, and zero has no sign."""
    no_number = re.search(r"\bnan\b|(?<![\w.])-0(?:\.0+)?(?![\d.]\d|\d)", words, re.IGNORECASE)
    return bool(re.fullmatch(r"[A-Z0-9].*\.", words, re.DOTALL)) and not no_number


@pytest.mark.parametrize("words", ["The sum is -0.5 here.", "After 10-0.", "It is -0.25, not 0.0."])
def test_a_sentence_is_taken_for_one(words):
    assert is_a_sentence(words)


@pytest.mark.parametrize(
    "words", ["no capital.", "No stop", "It is nan.", "It is -0.0 now.", "w = -0."]
)
def test_what_is_no_sentence_is_noticed(words):
    assert not is_a_sentence(words)


def sweep(exploration):
    """Visit every setting that matters."""
    for setting in exploration.settings():
        picture = exploration.at(**setting)
        assert picture.png.startswith(b"\x89PNG")
        assert is_a_sentence(picture.sentence), picture.sentence


@each(NUMBERED)
def test_every_slider_works_from_end_to_end(name):
    for exploration in shown_by_kind(name)["explorations"]:
        sweep(exploration)
        for control, knob in exploration.controls.items():
            pages = [exploration.at(**{control: stop}) for stop in knob.stops()]
            assert len({page.sentence for page in pages}) > 1, f"{knob.label} says nothing"
            if isinstance(knob, Slider):
                assert len({page.png for page in pages}) > 1, f"{knob.label} moves nothing"


@each(NUMBERED)
def test_every_flipbook_has_a_sentence_on_every_page(name):
    for book in shown_by_kind(name)["flipbooks"]:
        assert len(book.pages) > 1
        for page in book.pages:
            assert is_a_sentence(page.sentence), page.sentence
        first = book.pages[0].png
        assert any(page.png != first for page in book.pages[1:])


# ---------------------------------------------------------------- the tests, tested


@each(NAMES)
def test_all_about_a_page_runs_in_one_process(name, request):
    """Else each process executes every page; nothing fails, it only takes longer."""
    grouped = request.config.getoption("loadgroup", default=False)
    assert request.node.nodeid.endswith(f"@{name}") == grouped


@pytest.fixture
def page():
    return stored(NAMES[0])


def code_cell(page, tag):
    return next(
        c for c in page.cells if c.cell_type == "code" and tag in c.metadata.get("tags", ())
    )


def test_a_missing_output_is_noticed(page):
    code_cell(page, "explore").outputs = []
    assert any("no output" in complaint for complaint in pages.complaints(page, NAMES[0]))


def test_a_page_without_any_outputs_is_noticed(page):
    for cell in page.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    assert "cells were not executed once, in order" in pages.complaints(page, NAMES[0])


def test_a_page_that_is_older_than_its_text_is_noticed(page):
    page.cells[0].source += " One more word."
    assert pages.complaints(page, NAMES[0])[0].startswith("text and notebook disagree")


def test_a_number_in_the_prose_that_no_cell_knows_is_noticed(page):
    page.cells[0].source += " There are 8713 of them."
    assert any(complaint.startswith("8713") for complaint in pages.complaints(page, NAMES[0]))


def test_a_link_that_leads_nowhere_is_noticed(page):
    page.cells[0].source += " [more](07_more.ipynb)"
    assert "a link leads nowhere: 07_more.ipynb" in pages.complaints(page, NAMES[0])


def test_a_changed_picture_is_noticed(page):
    other = stored(NAMES[0])
    bundle = code_cell(page, "explore").outputs[0].data
    image = Image.open(io.BytesIO(base64.b64decode(bundle["image/png"]))).convert("RGBA")
    image.putpixel((5, 5), (255, 0, 0, 255))
    file = io.BytesIO()
    image.save(file, "png")
    bundle["image/png"] = base64.b64encode(file.getvalue()).decode()
    assert [d.split(": ")[-1] for d in differences(page, other)] == ["the pictures differ"]


@pytest.mark.parametrize("change", ["a printed number", "an asserted number"])
def test_nbval_notices(change, tmp_path):
    """A changed number in an output, or in an assertion of what the prose says, fails nbval."""
    page = stored("01_perceptron")
    cell = next(c for c in page.cells if {"claim", "E4"} <= set(c.metadata.get("tags", ())))
    page.cells = [next(c for c in page.cells if c.cell_type == "code"), cell]
    if change == "a printed number":
        cell.outputs[0].data["text/plain"] = cell.outputs[0].data["text/plain"].replace("11", "12")
    else:
        cell.source = cell.source.replace("11", "12")
    nbformat.write(page, tmp_path / "page.ipynb")
    options = ["--nbval", "--nbval-current-env", "-p", "no:cacheprovider", "-n0", "-q"]
    command = [sys.executable, "-m", "pytest", *options, str(tmp_path / "page.ipynb")]
    done = subprocess.run(command, capture_output=True, text=True, cwd=pages.LECTURES.parent)
    assert done.returncode == 1, done.stdout
    assert "1 failed" in done.stdout


def test_a_slider_that_breaks_at_its_end_is_noticed():
    pictures = [picture_of(value) for _, value in shown(NAMES[0])]
    exploration = next(v for v in pictures if type(v).__name__ == "Exploration")
    (control,) = exploration.controls
    sound = exploration.data

    def broken(**values):
        if values[control] == exploration.controls[control].high:
            raise ZeroDivisionError
        return sound(**values)

    exploration.data = broken
    with pytest.raises(ZeroDivisionError):
        sweep(exploration)


def test_a_reader_may_change_what_a_page_invites_to_change():
    """Checks below a changed cell say so in one line; the page runs on, and sliders still move."""
    notebook = pages.read_text("00_start_here")
    asked = "zip(X[::-1], y[::-1])"
    assert any(asked in cell.source for cell in notebook.cells), "the page invites to reverse"
    cell = next(c for c in notebook.cells if c.cell_type == "code" and "in zip(X, y)" in c.source)
    cell.source = cell.source.replace("zip(X, y)", asked)
    environment = {k: v for k, v in os.environ.items() if k != "PERCEPTRONLIB_STRICT"}
    place = {"metadata": {"path": str(pages.LECTURES)}}
    client = NotebookClient(notebook, timeout=60, kernel_name="python3", resources=place)
    client.execute(env=environment)
    said = [
        output["data"]["text/plain"]
        for cell in notebook.cells
        for output in cell.get("outputs", ())
        if "text/plain" in output.get("data", {})
    ]
    assert repr(Changed()) in said
    assert sum(text.startswith("Checked:") for text in said) >= 3


def test_a_check_that_fails_ends_the_build():
    cells = ["from perceptronlib.demos import lecture00", "import perceptronlib as pl"]
    false = "assert 1 + 1 == 3\npl.checked('One and one is three.')"
    notebook = pages.notebook_of([nbformat.v4.new_code_cell(text) for text in (*cells, false)])
    with pytest.raises(CellExecutionError, match="1 \\+ 1 == 3"):
        pages.execute(notebook)
