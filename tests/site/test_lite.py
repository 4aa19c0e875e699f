"""The live course: every page runs in a browser as it is stored, and nobody's work is lost."""

import hashlib
import json
import os
from urllib.parse import urlsplit

import landing
import nbformat
import packages
import pages
import pytest
from packaging.utils import canonicalize_name
from pyodide import LOCK, VERSION
from sources import ROOT

import exercises
from perceptronlib.grading.masters import Master
from tests.browser.test_exercise import ANSWER, NAME

from .conftest import SITE
from .live import host, reader, stored, texts

LIVE = SITE / "live"
DELETED = """async path => {
    const contents = window.jupyterapp.serviceManager.contents;
    await contents.delete(path);
    return JSON.stringify((await contents.get(path, {content: true})).content);
}"""
"""What is there when one's own notebook is deleted: the course's."""

KEPT = """async ([path, text]) => {
    const contents = window.jupyterapp.serviceManager.contents;
    const {content} = await contents.get(path, {content: true});
    return content.cells.some(cell => [cell.source].flat().join("") === text);
}"""
"""Whether a notebook has this cell already: an upload goes on after its dialog has closed."""

PLACES = ("", "below/some/path")
"""Where the site is served; the lectures take turns, since running them takes a while."""


@pytest.fixture(scope="session", autouse=True)
def copy_of_pyodide():
    """What runs here asks no other host, so the site needs a Pyodide of its own."""
    if not (SITE / "pyodide" / "pyodide.mjs").exists():
        why = "NOT TESTED: the live course has no Pyodide of its own: `make pyodide`, and once more"
        if os.environ.get("CI"):
            pytest.fail(why)
        pytest.skip(why)


@pytest.fixture(scope="session", params=PLACES, ids=["at the root", "below"])
def address(request, tmp_path_factory):
    with host(request.param, tmp_path_factory.mktemp("host")) as served:
        yield served


@pytest.fixture(scope="session")
def addresses(tmp_path_factory):
    """Both places."""
    scratch = tmp_path_factory.mktemp("hosts")
    with host(PLACES[0], scratch) as first, host(PLACES[1], scratch) as second:
        yield first, second


# -- lectures ----------------------------------------------------------------------------------


@pytest.mark.parametrize("turn, name", [*enumerate(pages.names())], ids=pages.names())
def test_a_lecture_says_in_the_browser_what_is_stored(chromium, addresses, turn, name):
    with reader(chromium, addresses[turn % 2]) as student:
        student.open(f"lectures/{name}")
        student.until_ready()
        shown, expected = student.run_all(), stored(f"lectures/{name}")
        assert len(shown) == len(expected)
        for mine, theirs in zip(shown, expected, strict=True):
            assert mine["source"] == "".join(theirs["source"])
            assert texts(mine) == texts(theirs), mine["source"]
        assert student.troubles == []


# -- an exercise -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def master():
    text = Master(exercises.SOLUTIONS / f"{NAME}.md")
    return text, text.drafts()[0]


@pytest.fixture(scope="module")
def desk(chromium, addresses):
    """A student's first exercise, its first cells run; below a path, the harder place."""
    with reader(chromium, addresses[1]) as student:
        student.open(f"exercises/{NAME}")
        student.until_ready()
        student.run(1)
        yield student


def answer(student, name, text):
    """Write a function into its cell, and read what `check` says."""
    return " ".join(student.page.evaluate(ANSWER, [name, text]).split())


@pytest.mark.xdist_group("exercise, live")
class TestAnExercise:
    """One student, from the first wrong answer to the notebook that is handed in."""

    def test_wrong_answers_hear_hints_and_the_right_ones_pass(self, desk, master):
        text, drafts = master
        functions = [draft for draft in drafts if draft.kind == "function"]
        for done, draft in enumerate(functions, start=1):
            for wrong in draft.wrong[:1]:
                said = answer(desk, draft.name, text.with_misconception(draft.name, wrong))
                assert "not yet" in said and wrong.hint.replace("`", "") in said
            said = answer(desk, draft.name, text.answer_cell(draft.name)[1])
            assert "fine so far" in said and "Hidden tests remain" in said
            assert f"{done} of {len(drafts)} tasks so far" in said
        assert desk.troubles == []

    def test_a_loop_without_end_is_ended(self, desk, master):
        said = answer(desk, "update", "def update(w, x, y):\n    while True:\n        pass")
        assert "not yet" in said
        said = answer(desk, "update", master[0].answer_cell("update")[1])
        assert "fine so far" in said

    def test_work_is_still_there_when_the_page_is_opened_again(self, desk, master):
        right = master[0].answer_cell("update")[1]
        desk.save()
        desk.open(f"exercises/{NAME}")
        desk.until_ready()
        assert right in [cell["source"] for cell in desk.cells()]
        desk.run(1)
        functions = [draft for draft in master[1] if draft.kind == "function"]
        said = answer(desk, "update", right)
        assert f"{len(functions)} of {len(master[1])} tasks so far" in said

    def test_it_can_be_downloaded_and_goes_on_in_another_browser(
        self, desk, chromium, master, tmp_path
    ):
        right = master[0].answer_cell("update")[1]
        with desk.page.expect_download() as waiting:
            desk.page.evaluate("window.jupyterapp.commands.execute('docmanager:download')")
        file = tmp_path / f"{NAME}.ipynb"
        waiting.value.save_as(file)
        notebook = nbformat.read(file, as_version=4)
        nbformat.validate(notebook)
        marked = {
            cell.metadata.get("nbgrader", {}).get("grade_id"): cell for cell in notebook.cells
        }
        assert marked["update"].source == right
        with reader(chromium, desk.address) as elsewhere:
            upload(elsewhere, file)
            path = f"exercises/{NAME}.ipynb"
            elsewhere.page.wait_for_function(KEPT, arg=[path, right])
            elsewhere.open(f"exercises/{NAME}")
            elsewhere.until_ready()
            assert right in [cell["source"] for cell in elsewhere.cells()]
            assert elsewhere.troubles == []
            afresh = json.loads(elsewhere.page.evaluate(DELETED, path))
            sources = ["".join(cell["source"]) for cell in afresh["cells"]]
            assert sources == ["".join(cell["source"]) for cell in stored(f"exercises/{NAME}")]


def upload(student, file):
    """Into the folder of the exercises, in the place of the course's own notebook."""
    page = student.page
    page.goto(f"{student.address}/live/tree/index.html")
    page.locator(".jp-DirListing-item", has_text="exercises").dblclick()
    page.wait_for_selector(f".jp-DirListing-item:has-text('{file.name}')")
    with page.expect_file_chooser() as waiting:
        page.locator("[title*=Upload], [aria-label*=Upload]").first.click()
    waiting.value.set_files(file)
    page.get_by_role("button", name="Overwrite").click()
    page.wait_for_selector(".jp-Dialog", state="detached")


# -- files -------------------------------------------------------------------------------------


def test_every_wheel_is_the_one_that_the_list_names():
    folder = LIVE / packages.FOLDER
    listed = json.loads((folder / LOCK).read_text())["packages"]
    assert {"perceptronlib", "ipywidgets", "comm", "numpy", "scipy"} <= {*listed}
    for package in listed.values():
        wheel = folder / package["file_name"]
        assert hashlib.sha256(wheel.read_bytes()).hexdigest() == package["sha256"], wheel
        assert {*map(canonicalize_name, package["depends"])} <= {*listed}
    assert "scipy" not in listed["perceptronlib"]["depends"]
    assert listed["perceptronlib"]["imports"] == ["perceptronlib"]


def test_without_a_copy_pyodide_comes_from_its_usual_address_and_the_rest_from_here(tmp_path):
    packages.write(tmp_path, None)
    assert not (tmp_path / "pyodide").exists()
    folder = tmp_path / "live" / packages.FOLDER
    listed = json.loads((folder / LOCK).read_text())["packages"]
    here = {name for name, p in listed.items() if not urlsplit(p["file_name"]).netloc}
    own = json.loads((LIVE / packages.FOLDER / LOCK).read_text())["packages"]
    assert here == {name for name, p in own.items() if not p["file_name"].startswith("..")}
    assert all((folder / listed[name]["file_name"]).exists() for name in here)
    elsewhere = {p["file_name"].rpartition("/")[0] for n, p in listed.items() if n not in here}
    assert elsewhere == {packages.core(None)} and f"v{VERSION}" in packages.core(None)


def test_a_folder_without_pyodide_is_refused_in_words(tmp_path):
    with pytest.raises(SystemExit, match="is no folder with Pyodide.*make pyodide"):
        packages.copied(tmp_path, tmp_path / "copy")


def test_the_live_course_is_small():
    files = [path for path in LIVE.rglob("*") if path.is_file()]
    assert not [path for path in files if path.suffix == ".map"]
    assert sum(path.stat().st_size for path in files) < 30e6
    extensions = {path.parent.name for path in (LIVE / "extensions").glob("@*/*/package.json")}
    assert extensions == {"jupyterlab-manager", "pyodide-kernel-extension"}


def test_no_cell_has_a_number_before_it_was_run_and_all_that_it_shows_is_there():
    for file in [*(ROOT / "lectures").glob("*.ipynb"), *(ROOT / "exercises").glob("*.ipynb")]:
        path = f"{file.parent.name}/{file.stem}"
        live = json.loads((LIVE / "files" / f"{path}.ipynb").read_text(encoding="utf-8"))["cells"]
        assert [*map(texts, live)] == [*map(texts, stored(path))]
        for cell in live:
            assert cell.get("execution_count") is None
            assert all(output.get("execution_count") is None for output in cell.get("outputs", []))


# -- how one gets there ------------------------------------------------------------------------


def test_the_first_page_names_every_notebook_and_says_where_work_is_kept(chromium, address):
    with reader(chromium, address) as student:
        page = student.page
        page.goto(f"{address}/live/index.html")
        links = page.eval_on_selector_all("a", "links => links.map(a => a.getAttribute('href'))")
        for folder in ("lectures", "exercises"):
            for path, title in landing.notebooks(folder):
                assert f"notebooks/index.html?path={path}" in links
                assert page.get_by_role("link", name=title, exact=True).count() == 1
                assert (LIVE / "files" / path).exists()
        for link in links:
            assert (LIVE / urlsplit(link).path).exists() or link == "../index.html"
        said = page.inner_text("#your-work")
        assert "kept in this browser" in said and "Download" in said and "Upload" in said
        assert student.troubles == []


def test_a_notebook_leads_back_to_its_page_and_looks_like_it(chromium, address):
    with reader(chromium, address) as student:
        page = student.page
        for path in ("lectures/01_perceptron", "exercises/01_perceptron"):
            student.open(path)
            back = page.locator("#course a")
            assert (
                LIVE / "notebooks" / back.get_attribute("href")
            ).resolve() == SITE / f"{path}.html"
            assert "15 seconds" in page.inner_text("#course")
            letters = page.locator(".jp-RenderedMarkdown p").first.evaluate(
                "words => getComputedStyle(words).fontFamily"
            )
            assert "Source Serif" in letters
        assert student.troubles == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_the_first_page_has_no_barriers(chromium, addresses, scheme, width):
    from axe_playwright_python.sync_playwright import Axe

    with reader(chromium, addresses[0]) as student:
        student.page.emulate_media(color_scheme=scheme)
        student.page.set_viewport_size({"width": width, "height": 800})
        student.page.goto(f"{addresses[0]}/live/index.html")
        assert student.page.evaluate("document.documentElement.scrollWidth") <= width
        assert Axe().run(student.page).response["violations"] == []


def test_every_lecture_and_exercise_of_the_site_leads_to_its_live_notebook():
    found = sorted([*(ROOT / "lectures").glob("*.ipynb"), *(ROOT / "exercises").glob("*.ipynb")])
    assert len(found) == 17
    for file in found:
        path = f"{file.parent.name}/{file.stem}"
        page = (SITE / f"{path}.html").read_text(encoding="utf-8")
        assert f"../live/notebooks/index.html?path={path}.ipynb" in page, path


def test_the_licences_of_all_parts_are_named():
    text = (LIVE / "LICENCES").read_text(encoding="utf-8")
    listed = json.loads((LIVE / packages.FOLDER / LOCK).read_text())["packages"]
    told = {canonicalize_name(line.split()[0]) for line in text.splitlines() if ": " in line}
    assert {*listed} <= told
    assert "BSD-3-Clause" in text and f"Pyodide {VERSION} (MPL-2.0" in text
