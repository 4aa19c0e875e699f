"""The pictures of the published course: every slider moves, and shows what the library draws."""

import random
import re
from pathlib import Path

import pytest
import sources

from perceptronlib.course.formulas import typeset
from perceptronlib.notebook.explore import Exploration

from .conftest import BELOW
from .looking import difference, drawn_by_the_library, film_of, pictures, places, state

SEED = 20
"""Of the random states below; any will do."""

STATES = 200

OFF = 60.0
"""A part that is missing or elsewhere differs by more, letters set by another program by less."""


def each_lecture():
    return pytest.mark.parametrize(
        "name", [pytest.param(n, marks=pytest.mark.xdist_group(n)) for n in sources.lectures()]
    )


@each_lecture()
def test_labels_are_the_librarys_and_films_that_leave_values_out_say_so(name):
    for place, picture in pictures(name).items():
        film = film_of(place)
        if isinstance(picture, Exploration):
            controls = picture.controls.values()
            assert [knob["label"] for knob in film["knobs"]] == [typeset(c.label) for c in controls]
            counts = [len(c.values()) for c in controls]
            assert film["thinned"] == ([len(knob["values"]) for knob in film["knobs"]] != counts)


@BELOW
@each_lecture()
def test_every_slider_moves_by_keyboard_and_says_what_the_library_says(window, address, name):
    """Each slider of each picture goes to both of its ends."""
    window.goto(f"{address}/lectures/{name}.html")
    window.evaluate("document.querySelectorAll('.then').forEach(then => then.hidden = false)")
    figures = window.locator("figure.film[data-film]")
    assert figures.count() == len(places(name))
    for k in range(figures.count()):
        figure = figures.nth(k)
        figure.scroll_into_view_if_needed()
        window.wait_for_function("figure => figure.dataset.ready", arg=figure.element_handle())
        place = Path(figure.get_attribute("data-film")).name.split(".")[0]
        film = film_of(place)
        at = [knob["start"] for knob in film["knobs"]]
        inputs, seen = figure.locator("input, select"), set()
        for knob in range(len(at)):
            before = figure.locator("svg").first.inner_html()
            for key in ("Home", "End"):
                inputs.nth(knob).press(key)
                at[knob] = 0 if key == "Home" else len(film["knobs"][knob]["values"]) - 1
                said = figure.locator(".sentence").text_content()
                assert said == drawn_by_the_library(name, place, at).sentence, (place, at)
                seen |= {said, figure.locator("svg").first.inner_html()}
            assert len(seen - {before}) > 1, f"{place}: knob {knob} changes nothing"
    assert not window.troubles


def chosen():
    """So many states of all films, drawn at random."""
    draw = random.Random(SEED)
    films = [(name, place) for name in sources.lectures() for place in places(name).values()]
    found = {}
    for _ in range(STATES):
        name, place = draw.choice(films)
        at = [draw.randrange(len(knob["values"])) for knob in film_of(place)["knobs"]]
        found.setdefault(name, []).append((place, at))
    return found


@BELOW
@each_lecture()
def test_random_states_look_as_the_library_draws_them(window, address, name):
    """The film's SVG in a browser, against the library's own PNG, to an eye a step away."""
    window.goto(f"{address}/index.html")
    for place, at in sorted(chosen().get(name, [])):
        film = film_of(place)
        window.evaluate(
            """([film, at]) => {
            const figure = document.createElement("figure");
            figure.className = "film";
            figure.style.cssText = "position: fixed; inset: 0; z-index: 99; margin: 0;"
                + "background: white; width: 1290px";
            document.querySelectorAll("figure").forEach(other => other.remove());
            document.body.append(figure);
            const shown = new Film(figure, film);
            shown.at = at;
            shown.draw();
        }""",
            [film, at],
        )
        shot = window.locator("figure.film svg").screenshot()
        library = drawn_by_the_library(name, place, at)
        said = film["said"][film["states"][0][state(film, at)]]
        assert said == library.sentence
        assert difference(shot, library.png) < OFF, (place, at)


MARK = "one => getComputedStyle(one.querySelector('summary'), '::before').content"


@BELOW
def test_a_prediction_opens_its_picture_and_a_quiz_answers(window, address):
    window.goto(f"{address}/lectures/00_start_here.html")
    box = window.locator(".prediction").first
    assert not box.locator(".then").is_visible() and box.locator(".closed").is_visible()
    choice = box.locator(".choices button").first
    choice.focus()
    window.keyboard.press("Enter")
    assert box.locator(".then").is_visible() and len(box.locator(".reply").text_content()) > 10
    assert choice.get_attribute("aria-pressed") == "true"
    assert not box.locator(".closed").is_visible()
    assert box.locator(".reply").get_attribute("data-verdict") in ("right", "wrong")
    answers = window.locator(".quiz").first.locator("details")
    marks = [answers.first.evaluate(MARK)]
    answers.first.locator("summary").press("Enter")
    assert answers.first.locator("p").is_visible()
    answers.nth(1).locator("summary").press("Enter")
    assert not answers.first.locator("p").is_visible()
    marks.append(answers.first.evaluate(MARK))
    assert marks[0] != marks[1]  # what was tried can be told from what was not
    way = window.locator("details.check", has_text="One way to do it").first
    assert not way.locator("pre").is_visible()
    way.locator("summary").press("Enter")
    assert way.locator("pre").is_visible() and "def " in way.locator("pre").text_content()


@BELOW
def test_checks_that_follow_each_other_share_a_line(window, address):
    window.goto(f"{address}/lectures/00_start_here.html")
    checks = window.locator("details.checks").first
    lines = checks.locator("details.check > summary")
    count = int(re.search(r"(\d+) checks", checks.locator("summary").first.text_content())[1])
    assert lines.count() == count > 1 and not lines.first.is_visible()
    checks.locator("summary").first.press("Enter")
    assert all(line.is_visible() for line in lines.all())
    assert all(len(line.text_content()) > 20 for line in lines.all())
    assert not window.evaluate("""() => [...document.querySelectorAll(".cell")].some(cell =>
        cell.querySelector("details.check, details.checks")
        && cell.nextElementSibling?.querySelector("details.check:not(.way), details.checks"))""")


@BELOW
def test_a_check_hides_its_answer_in_one_fold(window, address):
    window.goto(f"{address}/lectures/00_start_here.html")
    checks = window.locator("details.check.answer:not(.checks *)")
    assert checks.count() and not checks.locator("details").count()
    answer = checks.first.locator("p")
    assert not answer.is_visible()
    checks.first.locator("summary").press("Enter")
    assert answer.is_visible() and len(answer.text_content()) > 20


def test_the_film_of_the_first_page_plays_and_can_be_stopped(window, address):
    window.goto(f"{address}/index.html")
    sentence = window.locator("figure.front .sentence")
    first = sentence.text_content()
    window.wait_for_function(
        "first => document.querySelector('.sentence').textContent !== first", arg=first
    )
    assert not sentence.is_visible()  # nobody can read what changes twice a second
    window.get_by_role("button", name="Pause").click()
    stopped = sentence.text_content()
    assert sentence.is_visible()
    window.wait_for_timeout(700)
    assert sentence.text_content() == stopped and not window.troubles
