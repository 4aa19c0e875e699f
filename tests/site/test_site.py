"""The published course as files: complete, sound, small, and nothing in it that should not be."""

import html.parser
import os
import re
import shutil
import subprocess
import sys
import zipfile
from urllib.parse import unquote, urlsplit

import build
import decks
import live
import pytest
import sources

import perceptronlib as pl
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
    """In what Sphinx reads, with `make site INSTRUCTOR=1`; without it there is none."""
    monkeypatch.delenv("PYODIDE", raising=False)
    monkeypatch.setattr(build, "SOURCE", tmp_path)
    names = {path.name for path in (sources.ROOT / "solutions").glob("*.ipynb")}
    build.prepare(instructor=False)
    assert not [path for path in tmp_path.rglob("*") if "solution" in path.name]
    assert "solutions/index" not in (tmp_path / "index.md").read_text(encoding="utf-8")
    build.prepare(instructor=True)
    assert {path.name for path in (tmp_path / "_static" / "solutions").iterdir()} == names
    assert {path.stem for path in (tmp_path / "solutions").glob("0*.md")} == {n[:-6] for n in names}
    assert "solutions/index" in (tmp_path / "index.md").read_text(encoding="utf-8")


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


def test_the_reference_has_every_public_name():
    page = (SITE / "reference.html").read_text(encoding="utf-8")
    for name in pl.__all__:
        thing = getattr(pl, name)
        full = thing.__name__ if isinstance(thing, type(pl)) else f"{thing.__module__}.{name}"
        assert full in page, name


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
        assert build.made(name) == f"{name}: unchanged"
    for name in sources.lectures():
        assert decks.made(name) == f"{name}: unchanged"
    assert live.KEY.read_text() == live.key_of(os.environ.get("PYODIDE") or None)


ROOMS = """import sys
for number in range(8): __import__(f"perceptronlib.demos.lecture0{number}")
print(*{name.split(".")[1] for name in sys.modules if name.startswith("perceptronlib.")})"""


def test_a_page_is_made_from_every_part_of_the_library_that_its_pictures_load():
    """So what changes a picture makes its page anew. (Of `checks` a page shows nothing.)"""
    done = subprocess.run([sys.executable, "-c", ROOMS], capture_output=True, text=True, check=True)
    library = sources.ROOT / "perceptronlib"
    loaded = {room for room in done.stdout.split() if (library / room).is_dir()}
    known = {path.name for path in build.ingredients("03_mistake_bounds")}
    assert {"validate", "core", "theory", "notebook"} <= loaded
    assert loaded - {"checks", "demos"} <= known and "lecture03" in known


def test_what_a_page_is_made_from_decides_whether_it_is_made_again(tmp_path, monkeypatch):
    monkeypatch.setattr(build, "ROOT", tmp_path)
    shutil.copytree(sources.ROOT / "perceptronlib" / "validate", tmp_path / "validate")
    before = build.digest(tmp_path / "validate")
    assert build.digest(tmp_path / "validate") == before
    changed = next((tmp_path / "validate").glob("*.py"))
    changed.write_text(changed.read_text(encoding="utf-8") + "\n")
    assert build.digest(tmp_path / "validate") != before
