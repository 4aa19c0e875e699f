"""The published course as files: complete, sound, small, and nothing in it that should not be."""

import html.parser
import re
import zipfile
from urllib.parse import unquote, urlsplit

import pytest
import sources

import perceptronlib as pl
from perceptronlib.theory.theorems.stated_all import STATED

from .conftest import HTML, NEIGHBOURS, SITE

PAGES = [*sources.lectures(), "notation", "errata"]


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
    return {path: Reader(path.read_text(encoding="utf-8")) for path in HTML}


def test_every_lecture_and_exercise_has_a_page():
    made = {path.relative_to(SITE).as_posix() for path in HTML}
    assert {f"lectures/{name}.html" for name in PAGES} <= made
    exercises = sorted((sources.ROOT / "exercises").glob("*.ipynb"))
    assert {f"exercises/{path.stem}.html" for path in exercises} <= made and len(exercises) == 7


def test_no_solution_is_published():
    for path in SITE.rglob("*.ipynb"):
        assert "BEGIN SOLUTION" not in path.read_text(encoding="utf-8")


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
    files = [path for path in SITE.rglob("*") if path.is_file()]
    own = [path for path in files if path.relative_to(SITE).parts[0] not in NEIGHBOURS]
    assert sum(path.stat().st_size for path in own) < 60e6
