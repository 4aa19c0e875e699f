"""The published course as files: complete, sound, small, and nothing in it that should not be."""

import html.parser
import inspect
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from urllib.parse import unquote, urlsplit

import build
import decks
import live
import one_page
import pytest
import readme
import sources
from PIL import Image

import perceptronlib as pl
from perceptronlib.learners.base import Learner
from perceptronlib.theory.theorems.stated_all import STATED

from .conftest import HTML, SITE

DECKS = sorted((SITE / "slides").glob("*.html"))


class Reader(html.parser.HTMLParser):
    """What a page links to, and what can be linked to on it."""

    def __init__(self, text):
        super().__init__()
        self.links, self.loaded, self.anchors, self.pictures = [], [], set(), []
        self.headings, self.language, self.title, self.description = [], "", 0, ""
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.anchors.add(given.get("id"))
        if tag == "a":
            self.links.append(given.get("href"))
        if tag in ("script", "img", "iframe", "source"):
            self.loaded.append(given.get("src"))
        if tag == "link":
            self.loaded.append(given.get("href"))
        if tag == "img":
            self.pictures.append(given)
        if re.fullmatch(r"h[1-6]", tag):
            self.headings.append(int(tag[1]))
        if tag == "meta" and given.get("name") == "description":
            self.description = given["content"]
        if tag == "html":
            self.language = given.get("lang")
        self.title += tag == "title"


@pytest.fixture(scope="module")
def read():
    return {path: Reader(path.read_text(encoding="utf-8")) for path in [*HTML, *DECKS]}


def test_every_lecture_and_exercise_has_a_page():
    made = {path.relative_to(SITE).as_posix() for path in HTML}
    assert {f"lectures/{name}.html" for name in build.PAGES} <= made
    exercises = sorted((sources.ROOT / "exercises").glob("*.ipynb"))
    assert {f"exercises/{path.stem}.html" for path in exercises} <= made and len(exercises) == 7


def test_no_solution_is_published():
    for path in SITE.rglob("*.ipynb"):
        assert "BEGIN SOLUTION" not in path.read_text(encoding="utf-8")


def test_for_an_instructor_each_exercise_has_its_solution(tmp_path, monkeypatch):
    """In what Sphinx reads, with `make site INSTRUCTOR=1`; without it none is there, or left."""
    monkeypatch.delenv("PYODIDE", raising=False)
    site, tmp_path = tmp_path / "site", tmp_path / "source"
    monkeypatch.setattr(build, "SOURCE", tmp_path)
    monkeypatch.setattr(build, "SITE", site)
    names = {path.name for path in (sources.ROOT / "solutions").glob("*.ipynb")}
    build.prepare(instructor=False)
    assert not [path for path in tmp_path.rglob("*") if "solution" in path.name]
    assert "solutions/index" not in (tmp_path / "index.md").read_text(encoding="utf-8")
    build.prepare(instructor=True)
    assert {path.name for path in (tmp_path / "_static" / "solutions").iterdir()} == names
    assert {path.stem for path in (tmp_path / "solutions").glob("0*.md")} == {n[:-6] for n in names}
    assert "solutions/index" in (tmp_path / "index.md").read_text(encoding="utf-8")
    for name in ("solutions/index.html", "_static/solutions/01_perceptron.ipynb"):
        build.put(site / name, b"as Sphinx leaves it")
    build.prepare(instructor=False)
    left = [*tmp_path.rglob("*"), *site.rglob("*")]
    assert left and not [path for path in left if "solution" in path.name]


def test_a_page_of_the_site_speaks_of_no_menu_that_it_does_not_have():
    for name in build.PAGES:
        text = (SITE / "lectures" / f"{name}.html").read_text(encoding="utf-8")
        assert "Run All Cells" not in text, name


def test_links_and_anchors_lead_somewhere(read):
    for path, page in read.items():
        for link in filter(None, page.links):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            assert target.exists(), f"{path.name} links to {link}"
            if parts.fragment and target.suffix == ".html":
                assert unquote(parts.fragment) in read[target].anchors, f"{path.name}: {link}"


def test_nothing_is_loaded_from_elsewhere(read):
    for path, page in read.items():
        for source in filter(None, page.loaded):
            assert not urlsplit(source).netloc, f"{path.name} loads {source}"


def test_every_page_has_a_title_a_language_words_for_pictures_and_headings_in_order(read):
    for path, page in read.items():
        assert page.language == "en" and page.title >= 1, path
        assert all(picture.get("alt") for picture in page.pictures), path
        assert page.headings.count(1) == 1, path
        steps = zip(page.headings, page.headings[1:], strict=False)
        assert all(later <= sooner + 1 for sooner, later in steps), (path, page.headings)


def test_every_page_of_the_course_says_what_it_is_about(read):
    described = {path.relative_to(SITE).as_posix(): page.description for path, page in read.items()}
    for name, words in described.items():
        if name != "search.html":
            assert 40 < len(words) < 400, (name, words)


def test_a_link_to_a_page_is_shared_with_its_words_and_a_picture_that_is_there():
    course = readme.home().course
    for path in HTML:
        text = path.read_text(encoding="utf-8")
        assert text.count('name="viewport"') == 1, path.name
        if path.name == "search.html":
            continue
        told = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]+)">', text))
        assert told["title"] and 40 < len(told["description"]) < 400, path.name
        if course:
            assert told["image"].startswith(course) and told["url"].startswith(course)
        else:  # nothing points to an address that there is not
            assert (path.parent / told["image"]).exists() and "url" not in told
    with Image.open(SITE / "_static" / "shared.png") as picture:
        assert picture.size == (1200, 630)
    assert (SITE / "_static" / "shared.png").stat().st_size < 60e3


def test_from_a_lecture_one_gets_to_its_slides_and_its_exercise_and_from_any_page_to_all():
    for name in sources.lectures():
        text = (SITE / "lectures" / f"{name}.html").read_text(encoding="utf-8")
        top = re.search(r"<p class='open-live'>.*?</p>", text)[0]
        assert f"href='../slides/{name}.html'>Slides</a>" in top
        assert f"live/notebooks/index.html?path=lectures/{name}.ipynb" in top
        exercise = (SITE / "exercises" / f"{name}.html").exists()
        assert (f"href='../exercises/{name}.html'>Exercise</a>" in top) is exercise
    for path, page in ((path, path.read_text(encoding="utf-8")) for path in HTML):
        listed = page[page.index('class="sidebar-tree"') :]
        listed = listed[: listed.index("</aside>")]
        up = "../" * (len(path.relative_to(SITE).parts) - 1)
        for folder in ("slides", "live"):
            assert f'href="{up}{folder}/index.html"' in listed, path.name


def test_what_leads_a_paragraph_for_instructors_is_a_heading():
    page = (SITE / "instructors.html").read_text(encoding="utf-8")
    found = [re.sub("<[^>]*>", "", one) for one in re.findall(r"<h[23]>(.*?)<a", page)]
    assert {"Teach", "Hand out", "Collect", "Grade", "Mark", "Serve", "Scores go out"} <= {*found}
    for folder in ("slides/index", "exercises/index", "hub"):
        assert f"href='{folder}.html'" in page[: page.index("<h2")], folder


def test_html_is_valid():
    """By the parser of the standard, which tells every error that a browser would forgive."""
    html5lib = pytest.importorskip("html5lib", reason="html5lib is not installed")
    for path in HTML:
        parser = html5lib.HTMLParser(strict=False)
        parser.parse(path.read_text(encoding="utf-8"))
        # A formula's MathML is foreign to HTML; what the standard's tree builder says of the
        # order of its closing tags is no error of the page.
        assert not parser.errors, (path.name, parser.errors[:3])


def test_every_formula_was_set():
    for path in HTML:
        text = path.read_text(encoding="utf-8")
        assert "mjx-merror" not in text, path.name
        prose = re.sub(r"<(script|style|pre|code|math)\b.*?</\1>", "", text, flags=re.S)
        prose = re.sub(r"<[^>]*>", "", prose)
        assert not re.search(r"\\\(|\\\[|\$[^$\s][^$]*\$|\\frac|\\cdot", prose), path.name


def test_every_theorem_is_on_the_list_and_leads_to_its_lecture():
    page = (SITE / "theorems.html").read_text(encoding="utf-8")
    for one in STATED.values():
        assert f'id="theorem-{one.name.lower()}"' in page, one.name
    assert page.count("Taught in") == len(STATED)
    headings = re.findall(r"<h2>(.*?)<a class=\"headerlink\"", page, flags=re.S)
    numbers = [found[0] for one in headings if (found := re.match(r"T\d+[a-z]?", one))]
    assert len(headings) == len(STATED) and len({*numbers}) == len(numbers) > 20
    for one in STATED.values():
        assert page.count(f'href="#theorem-{one.name.lower()}"') >= 1, one.name


def test_the_reference_has_every_public_name():
    page = (SITE / "reference.html").read_text(encoding="utf-8")
    for name in pl.__all__:
        thing = getattr(pl, name)
        full = thing.__name__ if isinstance(thing, type(pl)) else f"{thing.__module__}.{name}"
        assert full in page, name
        if isinstance(thing, type) and issubclass(thing, Learner):
            shown = page[page.index(f'id="{full}"') :]
            shown = re.sub("<[^>]*>", "", shown[: shown.index("</dt>")])
            for parameter in inspect.signature(thing).parameters.values():
                assert f"{parameter.name}={parameter.default!r}" in shown, (name, parameter)


def test_a_formula_and_the_comma_after_it_stay_on_one_line():
    apart = re.compile(r"</mjx-container>[.,;:!?)]")
    for path in HTML:
        text = path.read_text(encoding="utf-8")
        bound = re.sub(r'<span class="unbroken">.*?</mjx-container>[^<]*</span>', "", text)
        assert not apart.search(bound), (path.name, apart.search(bound))
    assert '<span class="unbroken">' in (SITE / "theorems.html").read_text(encoding="utf-8")


def test_a_lecture_says_its_number_above_its_title_and_in_the_list_of_pages():
    for name in sources.lectures():
        text = (SITE / "lectures" / f"{name}.html").read_text(encoding="utf-8")
        assert f"<p class='eyebrow'>Lecture {name[:2]}</p>\n<h1>" in text
        assert re.search(rf'href="[^"]*">{name[:2]} [^<]+</a>', text), name


def test_the_map_leads_to_every_lecture_with_its_minutes():
    page = (SITE / "index.html").read_text(encoding="utf-8")
    chart = page[page.index("class='map'") :]
    for name in sources.lectures():
        assert f"lectures/{name}.html" in chart
    assert len(re.findall(r"\d+ minutes", chart)) == len(sources.lectures())


def test_the_library_goes_with_the_pages_without_the_grader():
    """What draws every value of a picture; no solution is in it."""
    with zipfile.ZipFile(SITE / "_static" / "perceptronlib.zip") as archive:
        names = archive.namelist()
    assert "perceptronlib/notebook/live.py" in names
    assert not [name for name in names if "grading" in name or "solutions" in name]


def test_the_site_is_small():
    """With slides and the live course; without Pyodide, which has its own address."""
    files = [path for path in SITE.rglob("*") if path.is_file()]
    own = [path for path in files if path.relative_to(SITE).parts[0] != "pyodide"]
    assert sum(path.stat().st_size for path in own) <= 60e6


def test_the_licences_of_all_parts_can_be_read():
    text = (SITE / "licences.html").read_text(encoding="utf-8")
    for part in ("furo", "sphinx", "pygments", "mathjax", "source-serif", "source-sans"):
        assert re.search(rf"<summary>@?[\w/]*{part}[-@ \d]", text), part
    assert "href='live/LICENCES'" in text and "href='slides/LICENCES'" in text
    assert "reveal.js" in (SITE / "slides" / "LICENCES").read_text(encoding="utf-8")


# -- made again is only what changed -----------------------------------------------------------


def test_a_second_call_makes_no_page_no_deck_and_nothing_live_again():
    for name in build.PAGES:
        assert one_page.made(name) == f"{name}: unchanged"
    for name in sources.lectures():
        assert decks.made(name) == f"{name}: unchanged"
    assert live.KEY.read_text() == live.key_of(os.environ.get("PYODIDE") or None)


LOADED = """import sys
import perceptronlib.demos.lecture03
print(*(module.__file__ for name, module in sys.modules.items() if "perceptronlib" in name))"""


def test_a_page_knows_every_source_that_its_pictures_load_and_none_of_other_lectures():
    done = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True
    )
    loaded = {str(Path(file).relative_to(sources.ROOT)) for file in done.stdout.split()}
    note = json.loads((one_page.KEPT / "03_mistake_bounds" / "made-from.json").read_text())
    assert len(loaded) > 50 and loaded <= {*note["modules"]}
    rooms = {name.split("/")[1] for name in note["modules"]}
    assert "grading" not in rooms and "laptop" not in rooms
    lectures = {name.split("/")[2] for name in note["modules"] if "/demos/lecture" in name}
    assert lectures == {"lecture03"}


@pytest.mark.parametrize(
    ("changed", "again"),
    [
        ("perceptronlib/core/play.py", True),
        ("perceptronlib/demos/lecture00/__init__.py", True),
        ("perceptronlib/samples/files/mail.npz", True),
        ("perceptronlib/demos/lecture05/quizzes.py", False),
        ("perceptronlib/theory/theorems/stated_shares.py", False),
        ("perceptronlib/grading/cli.py", False),
        ("lectures/00_start_here.ipynb", True),
        ("lectures/01_perceptron.ipynb", False),
    ],
)
def test_a_page_is_made_again_if_and_only_if_it_was_made_from_what_changed(
    tmp_path, monkeypatch, changed, again
):
    name, ours = "00_start_here", Path(".ci", "site")
    for folder in ("perceptronlib", "lectures", ours):
        shutil.copytree(sources.ROOT / folder, tmp_path / folder)
    shutil.copy(sources.ROOT / "requirements.lock", tmp_path)
    shutil.copytree(one_page.KEPT / name, tmp_path / "kept" / name)
    monkeypatch.setattr(one_page, "ROOT", tmp_path)
    monkeypatch.setattr(one_page, "HERE", tmp_path / ours)
    monkeypatch.setattr(one_page, "KEPT", tmp_path / "kept")
    assert one_page.unchanged(name)
    with (tmp_path / changed).open("ab") as file:
        file.write(b"\n")
    assert one_page.unchanged(name) is not again
    (tmp_path / changed).unlink()
    assert one_page.unchanged(name) is not again
