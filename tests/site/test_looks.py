"""How the published course looks and reads: phones, themes, paper, barriers, weight."""

import gzip
import json
import urllib.request

import pytest
import sources
from axe_playwright_python.sync_playwright import Axe

from .conftest import BELOW, HTML, SITE

NAMES = [path.relative_to(SITE).as_posix() for path in HTML]
LECTURES = [f"lectures/{name}.html" for name in sources.lectures()]
PHONE = {"width": 390, "height": 800}

SHOW_ALL = """() => {
    document.querySelectorAll(".then").forEach(then => then.hidden = false);
    document.querySelectorAll("details").forEach(fold => {
        fold.removeAttribute("name");
        fold.open = true;
    });
}"""

FILMS_ARE_READY = """async () => {
    for (const figure of document.querySelectorAll("figure.film[data-film]")) {
        figure.scrollIntoView();
        for (let k = 0; k < 400 && !figure.dataset.ready; k++)
            await new Promise(soon => setTimeout(soon, 25));
        if (!figure.dataset.ready) return figure.dataset.film;
    }
    return "";
}"""


ONLY_WORDS = """() => {
    for (const formula of document.querySelectorAll("mjx-container"))
        formula.replaceChildren(formula.querySelector("math").textContent);
    document.querySelectorAll("figure.film svg g").forEach(part => part.remove());
}"""
"""Formulas become what is read out of them, and pictures their names: axe-core looks at each of the
ten thousand parts that they are drawn with, which are hidden or silent, and that takes minutes."""


@BELOW
@pytest.mark.parametrize("name", NAMES)
def test_nobody_meets_a_barrier(window, address, name):
    """By axe-core, all folds open, in light and dark."""
    window.goto(f"{address}/{name}")
    window.evaluate(SHOW_ALL)
    window.evaluate(ONLY_WORDS)
    for theme, options in (("light", {}), ("dark", {"runOnly": ["color-contrast"]})):
        window.evaluate("theme => document.body.dataset.theme = theme", theme)
        found = Axe().run(window, options={"resultTypes": ["violations"], **options})
        told = [
            (one["id"], [node["html"][:120] for node in one["nodes"][:3]])
            for one in found.response["violations"]
        ]
        assert not told, (theme, told)


@BELOW
@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_cut_on_a_phone(window, address, name):
    """Nothing is wider than the page; what is wider than its place scrolls there."""
    window.set_viewport_size(PHONE)
    window.goto(f"{address}/{name}")
    window.evaluate(SHOW_ALL)
    assert window.evaluate(FILMS_ARE_READY) == ""
    window.evaluate("() => scrollTo(0, 0)")
    assert window.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    cut = window.evaluate(
        """width => [...document.querySelectorAll("article *")].filter(one => {
            const box = one.getBoundingClientRect();
            if (!box.width || box.right <= width + 1) return false;
            if (one.closest("svg, mjx-assistive-mml")) return false;
            for (let around = one; around; around = around.parentElement)
                if (/auto|scroll/.test(getComputedStyle(around).overflowX)) return false;
            return true;
        }).slice(0, 3).map(one => one.outerHTML.slice(0, 150))""",
        PHONE["width"],
    )
    assert not cut
    assert not window.troubles


@BELOW
def test_columns_of_a_picture_stand_one_below_the_other_on_a_phone(window, address):
    window.set_viewport_size(PHONE)
    window.goto(f"{address}/lectures/03_mistake_bounds.html")
    window.evaluate(SHOW_ALL)
    assert window.evaluate(FILMS_ARE_READY) == ""
    counts = window.evaluate(
        "() => [...document.querySelectorAll('.views')].map(views => views.childElementCount)"
    )
    assert max(counts) >= 2, counts
    window.set_viewport_size({"width": 1300, "height": 900})
    window.wait_for_function(
        "() => [...document.querySelectorAll('.views')].every(one => one.childElementCount === 1)"
    )


BRIGHTNESS = """async address => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.width, image.height];
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    const dots = context.getImageData(0, 0, image.width, image.height).data;
    let sum = 0;
    for (let k = 0; k < dots.length; k += 4) sum += dots[k] + dots[k + 1] + dots[k + 2];
    return sum / (dots.length / 4) / 765;
}"""


def brightness(window, what):
    import base64

    shot = base64.b64encode(what.screenshot()).decode()
    return window.evaluate(BRIGHTNESS, f"data:image/png;base64,{shot}")


@BELOW
@pytest.mark.parametrize(
    ("page", "what"),
    [("lectures/03_mistake_bounds", "figure.film"), ("results", "img[src*=_images]")],
)
def test_pictures_follow_the_theme(window, address, page, what):
    """Films and stored pictures, by the reader's choice and by that of the system."""
    window.goto(f"{address}/{page}.html")
    window.evaluate(SHOW_ALL)
    picture = window.locator(what).first
    picture.scroll_into_view_if_needed()
    window.wait_for_timeout(300)
    window.evaluate("document.body.dataset.theme = 'light'")
    assert brightness(window, picture) > 0.8
    window.evaluate("document.body.dataset.theme = 'dark'")
    assert brightness(window, picture) < 0.3
    window.evaluate("document.body.dataset.theme = 'auto'")
    window.emulate_media(color_scheme="dark")
    assert brightness(window, picture) < 0.3
    window.emulate_media(color_scheme="light")
    assert brightness(window, picture) > 0.8


def packed(value):
    """As JSON.stringify writes it."""
    return json.dumps(value, separators=(",", ":"))


CUT_CODE = """() => [...document.querySelectorAll("pre")]
    .filter(code => code.checkVisibility() && code.scrollWidth > code.clientWidth + 1)
    .map(code => code.textContent.slice(0, 100))"""
"""Code that leaves its place, where paper cannot scroll."""


@BELOW
def test_paper_shows_everything_and_no_controls(window, address):
    window.goto(f"{address}/lectures/00_start_here.html")
    window.emulate_media(media="print")
    window.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert window.evaluate(
        "() => [...document.querySelectorAll('details')].every(fold => fold.open)"
    )
    controls = (".knobs", ".sidebar-drawer", ".toc-drawer", ".skip-to-content", ".closed")
    for control in controls:
        assert not any(one.is_visible() for one in window.locator(control).all()), control
    choices = window.locator(".prediction").first.locator(".choices button")
    assert [one.is_visible() for one in choices.all()] == [True] * (choices.count() - 1) + [False]
    assert choices.last.text_content() == "Just show me"
    window.set_viewport_size({"width": 650, "height": 900})  # some 17 cm of paper
    assert window.evaluate(CUT_CODE) == []
    assert window.locator(".then figure :is(img, svg)").first.is_visible()
    assert len(window.pdf()) > 50_000


FOLDS = """() => [...document.querySelectorAll("details, .then")]
    .map(fold => [fold.open, fold.getAttribute("name"), fold.hidden])"""


@BELOW
def test_after_printing_a_page_is_as_it_was(window, address):
    window.goto(f"{address}/lectures/00_start_here.html")
    window.locator(".choices button").first.click()
    window.locator(".quiz summary").nth(1).click()
    before = window.evaluate(FOLDS)
    assert len({tuple(fold) for fold in before}) >= 5  # open and shut, named and not, hidden
    for event in ("beforeprint", "beforeprint", "afterprint"):
        window.evaluate("event => dispatchEvent(new Event(event))", event)
        assert (window.evaluate(FOLDS) == before) == (event == "afterprint")
    window.pdf()
    window.wait_for_function(
        f"before => JSON.stringify(({FOLDS})()) === before", arg=packed(before)
    )
    answers = window.locator(".quiz").first.locator("details[open]")
    window.locator(".quiz summary").first.click()
    assert answers.count() == 1  # of one name, they close each other


@BELOW
@pytest.mark.parametrize("name", LECTURES)
def test_a_lecture_is_light_with_all_its_films(window, address, name):
    """All that it asks for, each file packed, is at most 1.5 MB."""
    asked = set()
    window.on("request", lambda request: asked.add(request.url.split("#")[0]))
    window.goto(f"{address}/{name}")
    window.evaluate(SHOW_ALL)
    assert window.evaluate(FILMS_ARE_READY) == ""
    window.wait_for_timeout(200)
    sizes = {}
    for url in asked:
        if url.startswith("http"):
            with urllib.request.urlopen(url) as answer:
                sizes[url] = len(gzip.compress(answer.read()))
    largest = sorted(sizes.items(), key=lambda one: -one[1])[:8]
    assert sum(sizes.values()) <= 1.5e6, (sum(sizes.values()), largest)
    assert len([url for url in asked if "/films/" in url]) >= 5


@BELOW
def test_search_finds_a_lecture_without_a_server_of_its_own(window, address):
    window.goto(f"{address}/search.html?q=Novikoff")
    window.wait_for_selector("#search-results li a", timeout=10_000)
    found = " ".join(window.locator("#search-results").all_text_contents())
    assert "Mistake bounds" in found and not window.troubles


@BELOW
def test_search_shows_words_of_pages_lectures_first_and_says_what_to_try(window, address):
    told = []
    window.on("console", lambda message: told.append(message.text))
    window.goto(f"{address}/search.html?q=perceptron")
    window.wait_for_function("document.querySelectorAll('#search-results .context').length > 8")
    found = window.locator("#search-results li")
    assert "lectures/" in found.first.locator("a").get_attribute("href")
    texts = found.all_text_contents()
    assert not [text for text in texts if "Open live" in text or "Download" in text]
    window.goto(f"{address}/search.html?q=perceptronlib.kernels")
    window.wait_for_selector("#search-results .context")
    assert told == [] and not window.troubles
    window.goto(f"{address}/search.html?q=zzyzx")
    window.get_by_text("Try one of them alone").wait_for()


def test_without_scripts_pictures_and_their_words_are_there(chromium, address):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/lectures/03_mistake_bounds.html")
    pictures = page.locator("figure.film img")
    assert pictures.count() > 10
    first = pictures.first
    first.scroll_into_view_if_needed()
    assert first.is_visible() and len(first.get_attribute("alt")) > 20
    assert page.locator("mjx-container").first.is_visible()
    assert page.locator(".then").count() and not page.locator(".closed").count()
    context.close()


@BELOW
@pytest.mark.parametrize("name", NAMES)
def test_no_page_asks_elsewhere_or_complains(window, address, name):
    window.goto(f"{address}/{name}", wait_until="load")
    assert not window.troubles


@pytest.mark.skipif(
    not (SITE / "pyodide").exists(), reason="there is no copy of Pyodide: PYODIDE=folder make site"
)
@BELOW
def test_every_value_is_drawn_by_python(window, address):
    """A film that leaves values out is completed, state by state, by the library itself."""
    from .looking import film_of, pictures, places

    name = "01_perceptron"
    place = next(p for p in places(name).values() if film_of(p)["thinned"])
    window.goto(f"{address}/lectures/{name}.html")
    window.evaluate(SHOW_ALL)
    figure = window.locator(f"figure[data-film*='{place}.json']")
    figure.scroll_into_view_if_needed()
    window.wait_for_function("figure => figure.dataset.ready", arg=figure.element_handle())
    assert not window.troubles
    figure.get_by_role("button", name="Every value").click()
    window.wait_for_function(
        "figure => figure.dataset.every", arg=figure.element_handle(), timeout=90_000
    )
    picture = pictures(name)[place]
    knob, control = next(iter(picture.controls.items()))
    values = control.values()
    slider = figure.locator("input, select").first
    slider.press("Home")
    slider.press("ArrowRight")
    expected = picture.at(**{knob: values[1]}).sentence
    window.wait_for_function(
        "([figure, said]) => figure.querySelector('.sentence').textContent === said",
        arg=[figure.element_handle(), expected],
    )
    assert not window.troubles
