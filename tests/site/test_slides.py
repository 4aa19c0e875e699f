"""The slides as `make slides` left them: complete, alive, and nothing leaves them."""

import html
import json
import re

import listings
import pages
import pytest
import sources
from slides import words

from .conftest import SITE

SLIDES = SITE / "slides"
NAMES = sources.lectures()

pytestmark = pytest.mark.skipif(
    not SLIDES.exists(), reason="there are no slides: run `make slides`"
)

BELOW = pytest.mark.parametrize("address", ["below/some/path"], indirect=True, ids=["below"])
"""Where a deck is served makes no difference to it, so the harder of the two places is enough."""

SMALL = """() => {
  const slide = document.querySelector("section.present .slide"), small = [];
  const walk = document.createTreeWalker(slide, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const holder = walk.currentNode.parentElement;
    if (holder.closest("svg, mjx-container, select, sub, sup")) continue;
    const tiny = parseFloat(getComputedStyle(holder).fontSize) < 20;
    const seen = holder.checkVisibility() && walk.currentNode.data.trim();
    if (tiny && seen) small.push(walk.currentNode.data);
  }
  return small;
}"""
"""Texts of the present slide with letters of less than 20 pixels."""

OUTSIDE = """() => {
  const slide = document.querySelector("section.present .slide"), found = [];
  const room = slide.getBoundingClientRect();
  for (const part of slide.querySelectorAll("*")) {
    if (part.closest("svg svg, svg *, mjx-assistive-mml") || !part.checkVisibility()) continue;
    const box = part.getBoundingClientRect();
    const beyond = [box.right - room.right, box.bottom - room.bottom, room.left - box.left];
    if (Math.max(...beyond, room.top - box.top) > 1)
      found.push(`${part.tagName} ${part.className} ${part.textContent.slice(0, 40)}`);
  }
  return overflows(slide) ? [...found, "a part that is larger than its place"] : found;
}"""
"""Parts of the present slide that leave it, or their place on it."""


ALIVE = """() => [...document.querySelectorAll("section.present [data-film]")]
  .every(figure => figure.dataset.ready)"""

STILL = """() => {
const films = [...document.querySelectorAll("section.present figure[data-film]:has(.knobs)")];
return films.filter(figure => {
  const input = figure.querySelector(".knobs :is(input, select)"), before = figure.innerHTML;
  const places = input.tagName === "SELECT" ? [0, 1] : [Number(input.min), Number(input.max)];
  return places.every(place => {
    input.value = place;
    input.dispatchEvent(new Event("input", {bubbles: true}));
    return figure.innerHTML === before;
  });
}).map(figure => figure.dataset.film); }"""
"""Films of the present slide that do not move with their first slider."""

UNREAD = """() => [...document.querySelectorAll(".slides .math")]
  .filter(place => !place.querySelector("mjx-container, math")).length"""
"""How many formulas, notes included, still stand there as LaTeX."""


def sections(name):
    page = (SLIDES / f"{name}.html").read_text(encoding="utf-8")
    return re.findall(r"<section>.*?</section>", page, re.DOTALL)


def open_deck(window, address, name, query=""):
    window.set_viewport_size({"width": 1280, "height": 720})
    window.goto(f"{address}/slides/{name}.html{query}")
    window.wait_for_function("document.documentElement.dataset.ready")


@pytest.mark.parametrize("name", NAMES)
def test_a_deck_has_12_to_20_slides_a_title_an_algorithm_or_theorem_and_a_quiz(name):
    slides = sections(name)
    assert 12 <= len(slides) <= 20
    assert "slide title" in slides[0] and "?" in slides[0].split("<aside")[0]
    looks = re.findall(r'class="slide (\w+)"', "".join(slides))
    assert {"pair", "task", "quiz"} <= set(looks)
    assert "What to remember" in "".join(slides) and 'class="box"' in "".join(slides)


@pytest.mark.parametrize("name", NAMES)
def test_every_slide_has_notes(name):
    for section in sections(name):
        notes = re.sub(r"<[^>]*>", " ", section.split('<aside class="notes">')[1])
        assert len(notes.split()) >= 5, section[:200]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_shown_of_a_cell_are_its_own_words(name):
    for cell in pages.read_text(name).cells:
        if cell.cell_type == "markdown" and "slide" in cell.metadata.get("tags", []):
            about, source = words.passage(cell.source), " ".join(cell.source.split())
            shown = [part for block in words.short(about) for part in words.sentences(block.text)]
            assert shown or "theorem" in cell.metadata.tags
            assert all(" ".join(part.split()) in source for part in shown)


@BELOW
@pytest.mark.parametrize("name", NAMES)
def test_by_keyboard_a_deck_goes_to_its_end_and_nothing_leaves_a_slide(window, address, name):
    open_deck(window, address, name)
    total, seen, presses = window.evaluate("Reveal.getTotalSlides()"), 1, 0
    while not window.evaluate("Reveal.isLastSlide() && !Reveal.availableFragments().next"):
        window.keyboard.press("ArrowRight")
        presses += 1
        if not window.evaluate("Reveal.availableFragments().next"):  # everything is there now
            seen = window.evaluate("Reveal.getIndices().h") + 1
            window.wait_for_function(ALIVE)
            assert window.evaluate(OUTSIDE) == [] and window.evaluate(SMALL) == [], (name, seen)
            assert window.evaluate(STILL) == [], (name, seen)
    assert seen == total < presses
    assert window.evaluate("document.querySelectorAll('mjx-merror, merror').length") == 0
    assert window.evaluate(UNREAD) == 0 and window.troubles == []


def to_first_picture(window):
    """Go on until a slider is to be seen."""
    slider = "section.present figure[data-ready] input[type=range]"
    for _ in range(60):
        visible = window.evaluate(
            f"document.querySelector('{slider}')?.checkVisibility({{visibilityProperty: true}})"
        )
        if visible:
            return window.locator(slider).first
        window.keyboard.press("PageDown")
        window.wait_for_timeout(60)
    raise AssertionError("no slider came")


@BELOW
def test_arrows_on_a_slider_move_it_and_page_down_moves_the_deck(window, address):
    open_deck(window, address, NAMES[3])
    slider = to_first_picture(window)
    slide, before = window.evaluate("Reveal.getIndices().h"), slider.input_value()
    drawn = window.locator("section.present figure svg").first.inner_html()
    slider.focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight"):
        window.keyboard.press(key)
    if slider.input_value() == before:  # it began at its end
        window.keyboard.press("ArrowLeft")
    assert slider.input_value() != before
    assert window.evaluate("Reveal.getIndices().h") == slide
    assert window.locator("section.present figure svg").first.inner_html() != drawn
    for _ in range(3):
        window.keyboard.press("PageDown")
    assert window.evaluate("Reveal.getIndices().h") > slide
    assert window.troubles == []


@BELOW
def test_a_prediction_is_asked_then_shown_then_answered(window, address):
    open_deck(window, address, NAMES[0])
    to_first_picture(window)
    asking = "[...document.querySelectorAll('section')].findIndex(s => s.querySelector('.right'))"
    window.evaluate(f"Reveal.slide({asking}, 0, -1)")
    right = window.locator("section.present .right")
    shown = window.locator("section.present .shown")
    assert right.is_visible() and not shown.is_visible()
    right.click()
    assert right.get_attribute("aria-pressed") == "true" and "visible" not in right.get_attribute(
        "class"
    )
    window.keyboard.press("Escape")
    window.keyboard.press("ArrowRight")
    window.wait_for_timeout(50)
    assert shown.is_visible() and not window.locator("section.present .why").is_visible()
    figure = window.locator("section.present figure[data-ready]")
    ((start, telling),) = json.loads(figure.get_attribute("data-places"))
    slider = figure.locator("input[type=range]")
    assert slider.input_value() == str(start) != str(telling)
    window.keyboard.press("ArrowRight")
    window.wait_for_timeout(50)
    assert slider.input_value() == str(telling)
    assert "visible" in right.get_attribute("class")
    assert window.locator("section.present .why").is_visible()


@BELOW
def test_d_makes_the_slides_dark(window, address):
    open_deck(window, address, NAMES[0])
    look = "(s => [s.backgroundColor, s.color])(getComputedStyle(document.body))"
    paper, ink = window.evaluate(look)
    window.keyboard.press("d")
    dark_paper, dark_ink = window.evaluate(look)
    lightness = [
        sum(map(int, re.findall(r"\d+", c)[:3])) for c in (paper, ink, dark_paper, dark_ink)
    ]
    assert lightness[0] > 700 > 200 > lightness[1] and lightness[2] < 200 < 600 < lightness[3]


@BELOW
@pytest.mark.parametrize("name", NAMES)
def test_the_print_view_has_every_slide_on_a_page_of_its_own(window, address, name):
    open_deck(window, address, name, "?print-pdf")
    window.wait_for_selector(".pdf-page")
    assert window.locator(".pdf-page").count() == len(sections(name))
    assert window.locator(".pdf-page .fragment:not(.visible)").count() == 0
    assert window.locator(".pdf-page input[type=range]").count() == 0
    assert window.troubles == []


def test_the_index_leads_to_every_deck(window, address):
    window.goto(f"{address}/slides/index.html")
    window.wait_for_selector(".decks")
    links = window.eval_on_selector_all(
        ".decks a", "links => links.map(a => a.getAttribute('href'))"
    )
    assert {f"{name}.html" for name in NAMES} <= set(links)
    front, index = ((SITE / at).read_text("utf-8") for at in ("index.html", "slides/index.html"))
    for stop in listings.stops():
        asked = html.escape(stop.question)
        assert f"<p>{asked}</p>" in index and asked in front
    assert window.troubles == []


@pytest.mark.parametrize("name", NAMES)
def test_a_deck_leads_back_to_its_page(name):
    assert f'href="../lectures/{name}.html"' in sections(name)[0].split("<aside")[0]
