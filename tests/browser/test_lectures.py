"""Every lecture in a real JupyterLab and a real browser: run, read, and every slider moved."""

import pages
import pytest

from perceptronlib.course.errata import ERRATA

from . import CHANGED, LOOK
from .looking import barriers, faint, in_both_themes, photograph_all

BACK = f"([output, words]) => ({LOOK})(output)[1] === words"
TOO_WIDE = """() => {
    const edge = document.querySelector('.jp-WindowedPanel-outer').getBoundingClientRect().right;
    return [...document.querySelectorAll(
        '.jp-RenderedMarkdown, .jp-OutputArea-output, .jp-OutputArea-output *')]
        .filter(e => e.offsetParent !== null && e.clientWidth > 0)
        .filter(e => e.getBoundingClientRect().right > edge + 1 ||
                     (e.matches('.jp-OutputArea-output, button') &&
                      e.scrollWidth > e.clientWidth + 1))
        .map(e => e.outerHTML.slice(0, 200));
}"""
BROKEN_MATHS = """() => [...document.querySelectorAll('mjx-merror, [data-mjx-error]')]
    .map(e => e.getAttribute('data-mjx-error') || e.innerText)"""
UNREAD_MATHS = """() => [...document.querySelectorAll('.jp-RenderedMarkdown')]
    .map(cell => { const copy = cell.cloneNode(true);
        copy.querySelectorAll('code, mjx-container, script').forEach(e => e.remove());
        return copy.textContent; })
    .filter(text => /[$]|\\\\[a-zA-Z(\\[]/.test(text))"""

SPOKEN = f"""async (output, before) => {{
    for (let i = 0; i < 60 && ({LOOK})(output)[1] === before; i++)
        await new Promise(r => setTimeout(r, 5));
    return ({LOOK})(output)[1];
}}"""

SETTLED = """() => new Promise(r => setTimeout(r, 300))"""


def longest_first():
    """So that no process is left with a long page at the end."""
    return sorted(pages.names(), key=lambda name: -(pages.LECTURES / f"{name}.md").stat().st_size)


@pytest.mark.parametrize("name", longest_first())
def test_a_lecture_as_a_reader_sees_it(window, name):
    page = window.page
    window.open_next(f"lectures/{name}")
    window.run_all()
    assert page.locator(".jp-RenderedText[data-mime-type*=error]").count() == 0
    assert page.locator("[data-mime-type*=stderr]").count() == 0
    assert page.evaluate(BROKEN_MATHS) == []
    assert page.evaluate(UNREAD_MATHS) == []
    answer_every_prediction(page)
    outputs = page.locator(".jp-Cell .jp-OutputArea-output:has(.noUi-handle)")
    assert outputs.count() >= (4 if name[0].isdigit() else 0)
    for k in range(outputs.count()):
        move_every_slider(page, outputs.nth(k))
    for quiz in page.query_selector_all(".jp-OutputArea-output:has(input[type=radio])"):
        answer_every_way(quiz)
    assert page.evaluate(TOO_WIDE) == []
    assert barriers(page) == []
    for theme in in_both_themes(page):
        assert faint(page) == [], theme
        photograph_all(page, f"{name}_{theme.lower()}")
    assert window.errors == []


def answer_every_prediction(page):
    """By mouse and by keyboard in turn: before an answer buttons only, after it reply and picture.

    The last one is answered wrongly first, and then otherwise.
    """
    for k, asked in enumerate(page.query_selector_all(".jp-OutputArea-output:has(.prediction)")):
        buttons = asked.query_selector_all(".prediction button")
        assert [b.inner_text() for b in buttons][-1] == "Just show me"
        assert len(asked.query_selector_all("img, .noUi-handle")) == 0
        assert asked.evaluate(LOOK)[1] == "" and only_buttons(asked)
        if k % 2:
            buttons[0].scroll_into_view_if_needed()
            page.mouse.click(*middle(buttons[0]))
        else:
            buttons[0].focus()
            page.keyboard.press("Tab")  # to the second
            page.keyboard.press("Enter")
        asked.wait_for_selector("img", state="visible")
        chosen = asked.query_selector_all(".prediction button:has(.fa-circle)")
        assert [b.inner_text() for b in chosen] == [buttons[1 - k % 2].inner_text()]
        words = asked.evaluate(LOOK)[1]
        assert words.startswith(("Right.", "Not quite.")), words
        assert asked.query_selector(".noUi-handle") is not None
        buttons[-1].click()
        assert asked.evaluate(SPOKEN, words).startswith("Here it is.")
    page.evaluate(SETTLED)


def only_buttons(asked):
    """All that can be read there is on buttons."""
    buttons = asked.query_selector_all("button")
    return asked.inner_text().split() == " ".join(b.inner_text() for b in buttons).split()


def move_every_slider(page, output):
    """By keyboard and by mouse: picture and sentence change, and Reset brings them back.

    Each element is looked up once: finding it anew takes a long page longer than moving it.
    """
    handles = output.locator(".noUi-handle").element_handles()
    tracks = output.locator(".noUi-target").element_handles()
    resets = output.get_by_role("button", name="Reset").element_handles()
    output = output.element_handle()
    output.evaluate("output => output.scrollIntoView({block: 'start'})")
    start = output.evaluate(LOOK)
    for handle, track in zip(handles, tracks, strict=True):
        box = track.bounding_box()
        centre = box["x"] + box["width"] / 2
        key = "ArrowLeft" if middle(handle)[0] > centre else "ArrowRight"
        handle.focus()
        until_it_changes(output, lambda key=key: page.keyboard.press(key))
        far = 0.03 if middle(handle)[0] > centre else 0.97
        spot = (box["x"] + far * box["width"], box["y"] + box["height"] / 2)
        until_it_changes(output, lambda spot=spot: page.mouse.click(*spot))
        for reset in resets:
            page.mouse.click(*middle(reset))
            page.wait_for_function(BACK, arg=[output, start[1]], polling=20)


def middle(element):
    box = element.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def until_it_changes(output, press, tries=40):
    """Press until both picture and sentence differ (one small step may round to the same)."""
    before = output.evaluate_handle(LOOK)  # stays in the browser: pictures are long to send
    for _ in range(tries):
        press()
        if output.evaluate(CHANGED, before):
            return
    raise AssertionError(f"nothing changed: {before.json_value()[1]!r}")


def answer_every_way(quiz):
    """Nothing is said before a choice is made; each choice gets an explanation of its own."""
    words, heard = quiz.evaluate(LOOK)[1], set()
    undecided, *choices = quiz.query_selector_all("input[type=radio]")
    assert undecided.is_checked() and words == ""
    for choice in choices:
        choice.click()
        words = quiz.evaluate(SPOKEN, words)
        heard.add(words)
    assert len(heard) == len(choices)
    assert sorted(w.split(".")[0] for w in heard)[-1] == "Yes"
    assert all(words.startswith(("Yes.", "No.")) for words in heard)


IN_SIGHT = """heading => [...document.querySelectorAll('h3')].some(h => {
    const {top, height} = h.getBoundingClientRect();
    return h.innerText.startsWith(heading) && height > 0 && top > 0 && top < innerHeight;
})"""


def test_the_contents_of_the_errata_lead_to_their_headings(window):
    window.open_next("lectures/errata")
    last = ERRATA[15]
    assert not window.page.evaluate(IN_SIGHT, last.heading)
    window.page.locator(f"td a[href='{last.anchor}']").click()
    window.page.wait_for_function(IN_SIGHT, arg=last.heading)
