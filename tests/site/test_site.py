"""The published course: complete, sound, and every slider alive without a kernel."""

import html.parser
import json
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
import sources

from perceptronlib.course.formulas import typeset
from perceptronlib.notebook.explore import Flipbook
from tests.lecture_cells import picture_of

from .conftest import SITE

PAGES = [*sources.lectures(), "notation", "errata"]
HTML = sorted(SITE.rglob("*.html")) if SITE.exists() else []


class Reader(html.parser.HTMLParser):
    """What a page links to, and what can be linked to on it."""

    def __init__(self, text):
        super().__init__()
        self.links, self.loaded, self.anchors, self.pictures = [], [], set(), []
        self.headings, self.language, self.title = [], "", 0
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


def test_every_picture_has_words_and_every_page_a_title_and_a_language(read):
    for path, page in read.items():
        assert page.language == "en" and page.title >= 1, path
        assert all(picture.get("alt") for picture in page.pictures), path
        assert page.headings.count(1) <= 1 or path.name in ("genindex.html",), path


def test_the_site_is_small():
    assert sum(path.stat().st_size for path in SITE.rglob("*") if path.is_file()) < 60e6


def film_of(place):
    return json.loads((SITE / "_static" / "films" / f"{place}.json").read_text(encoding="utf-8"))


def calls(name):
    """Each picture's function on a page, with its film."""
    kept = Path(SITE).parent / "cache" / "pages" / name / "places"
    return json.loads(kept.read_text())


@pytest.mark.parametrize("name", sources.lectures())
def test_what_films_say_is_what_the_library_says(name):
    """At both ends of every slider, and where it begins."""
    demo = sources.demo_of(name)
    for function, place in calls(name).items():
        picture = picture_of(getattr(demo, function)())
        film = SITE / "_static" / "films" / f"{place}.json"
        if not film.exists():
            assert not hasattr(picture, "controls"), function  # it does not move
            continue
        made = film_of(place)
        sizes = [len(knob["values"]) for knob in made["knobs"]]
        if isinstance(picture, Flipbook):
            said = [made["said"][k] for k in made["states"][0]]
            assert said == [page.sentence for page in picture.pages]
            continue
        for corner in (0, -1):
            at = {}
            state = 0
            for size, (control, knob) in zip(
                sizes, zip(picture.controls.items(), made["knobs"], strict=True), strict=True
            ):
                label, values = control[0], control[1].values()
                at[label] = values[corner]
                state = state * size + (0 if corner == 0 else size - 1)
                assert knob["label"] == typeset(control[1].label)
            assert made["said"][made["states"][0][state]] == picture.at(**at).sentence


@pytest.mark.parametrize("name", PAGES)
def test_every_slider_moves_by_keyboard_and_says_where_it_is(window, address, name):
    window.goto(f"{address}/lectures/{name}.html")
    window.evaluate("document.querySelectorAll('.then').forEach(then => then.hidden = false)")
    figures = window.locator("figure.film[data-film]")
    for k in range(figures.count()):
        figure = figures.nth(k)
        figure.scroll_into_view_if_needed()
        window.wait_for_function("figure => figure.dataset.ready", arg=figure.element_handle())
        film = film_of(Path(figure.get_attribute("data-film")).stem)
        strides = [1]
        for knob in reversed(film["knobs"][1:]):
            strides.insert(0, strides[0] * len(knob["values"]))
        at = [knob["start"] for knob in film["knobs"]]
        inputs = figure.locator("input, select")
        for place, key in [(j, key) for j in range(len(at)) for key in ("Home", "End")]:
            inputs.nth(place).press(key)
            at[place] = 0 if key == "Home" else len(film["knobs"][place]["values"]) - 1
            state = sum(value * stride for value, stride in zip(at, strides, strict=True))
            expected = film["said"][film["states"][0][state]]
            assert figure.locator(".sentence").text_content() == expected
        drawn = figure.locator("svg").inner_html()
        assert len(drawn) > 500
    assert window.evaluate("document.querySelectorAll('mjx-container').length") > 0 or name == ""
    assert not window.troubles


def test_a_prediction_opens_its_picture_and_a_quiz_answers(window, address):
    window.goto(f"{address}/lectures/00_start_here.html")
    box = window.locator(".prediction").first
    assert not box.locator(".then").is_visible()
    box.locator(".choices button").first.click()
    assert box.locator(".then").is_visible() and len(box.locator(".reply").text_content()) > 10
    answers = window.locator(".quiz details")
    answers.first.locator("summary").click()
    assert answers.first.locator("p").is_visible()


@pytest.mark.parametrize("name", ["index", *(f"lectures/{page}" for page in PAGES), "library"])
def test_nothing_is_cut_on_a_phone(window, address, name):
    window.set_viewport_size({"width": 390, "height": 800})
    window.goto(f"{address}/{name}.html")
    window.wait_for_timeout(300)
    assert window.evaluate("document.documentElement.scrollWidth") <= 390
