"""Every lecture in a real JupyterLab and a real browser: run, read, and every slider moved.

Needs Chromium (Debian: `apt install chromium`). Without it these tests are skipped, loudly; in
continuous integration a skip is a failure.
"""

import os
import shutil
from pathlib import Path

import pages
import pytest

from tests import browser

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        not browser.CHROMIUM,
        reason="there is no chromium or chrome on this machine: the lectures' sliders were not "
        "tried in a real browser",
    ),
]

OUTER = "document.querySelector('.jp-WindowedPanel-outer')"
SCREENSHOTS = os.environ.get("SCREENSHOTS")
"""A folder to put pictures of the pages into, for people to look at."""

LOOK = """(output) => {
    const seen = e => e.offsetParent !== null;
    const pictures = [...output.querySelectorAll('img')].filter(seen);
    const words = [...output.querySelectorAll('[role=status]')].filter(seen);
    return [pictures.map(p => p.src + p.complete + (p.naturalWidth > 0)).join(),
            words.map(p => p.innerText).join()];
}"""
BACK = f"([output, words]) => ({LOOK})(output)[1] === words"
CHANGED = f"""async (output, before) => {{
    for (let i = 0; i < 60; i++) {{
        const [picture, words] = ({LOOK})(output);
        if (picture !== before[0] && words !== before[1] && !picture.includes('falsefalse'))
            return true;
        await new Promise(r => setTimeout(r, 5));
    }}
    return false;
}}"""
TOO_WIDE = """() => {
    const edge = document.querySelector('.jp-WindowedPanel-outer').getBoundingClientRect().right;
    return [...document.querySelectorAll(
        '.jp-RenderedMarkdown, .jp-OutputArea-output, .jp-OutputArea-output *')]
        .filter(e => e.offsetParent !== null && e.clientWidth > 0)
        .filter(e => e.getBoundingClientRect().right > edge + 1 ||
                     (e.matches('.jp-OutputArea-output') && e.scrollWidth > e.clientWidth + 1))
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

FAINT = """inside => {
    // axe-core judges colours only where they are on the screen, and takes JupyterLab's page, whose
    // body has no height, for hidden: so the rule of WCAG 1.4.3 is computed here.
    const parts = colour => colour.match(/[\\d.]+/g).map(Number);
    const light = rgb => {
        const [r, g, b] = rgb.map(v => v / 255)
            .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const over = ([r, g, b, a = 1], below) =>
        [r, g, b].map((v, k) => a * v + (1 - a) * below[k]);
    const own = e => parts(getComputedStyle(e).backgroundColor);
    const behind = e => e ? over(own(e), behind(e.parentElement)) : [255, 255, 255];
    const faint = [];
    let judged = 0;
    for (const e of document.querySelectorAll(`${inside} *`)) {
        const text = [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());
        if (!text || e.offsetParent === null || e.closest('script, style, svg')) continue;
        const style = getComputedStyle(e), back = behind(e);
        const [a, b] = [over(parts(style.color), back), back].map(light).sort((x, y) => y - x);
        const size = parseFloat(style.fontSize), bold = style.fontWeight >= 700;
        const least = size >= 24 || (bold && size >= 18.66) ? 3 : 4.5;
        judged += 1;
        if ((a + 0.05) / (b + 0.05) < least) faint.push(e.outerHTML.slice(0, 200));
    }
    return [judged, faint];
}"""

NOT_OURS = {"aria-input-field-name": "noUi-handle", "button-name": '<i class="fa fa-'}
"""What axe-core finds in ipywidgets itself, which no lecture can change: a slider's handle has no
name of its own (its label stands beside it), and neither have the three icons of a play button."""


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    scratch = tmp_path_factory.mktemp("lab")
    shutil.copytree(browser.LECTURES, scratch / "lectures")
    with browser.lab(scratch / "lectures", scratch) as address:
        log = (scratch / "lab.log").read_text()
        assert "perceptronlib.nodelay | extension was successfully loaded" in log
        yield address


@pytest.fixture(scope="session")
def opened(lab):
    """One window for all pages: loading JupyterLab takes longer than reading a lecture in it."""
    with browser.browser() as chromium, browser.notebook(chromium, lab, "notation") as window:
        yield window


def longest_first():
    """So that no process is left with a long page at the end."""
    return sorted(pages.names(), key=lambda name: -(pages.LECTURES / f"{name}.md").stat().st_size)


@pytest.mark.parametrize("name", longest_first())
def test_a_lecture_as_a_reader_sees_it(opened, name):
    page = opened.page
    opened.open_next(name)
    opened.run_all()
    assert page.locator(".jp-RenderedText[data-mime-type*=error]").count() == 0
    assert page.locator("[data-mime-type*=stderr]").count() == 0
    assert page.evaluate(BROKEN_MATHS) == []
    assert page.evaluate(UNREAD_MATHS) == []
    outputs = page.locator(".jp-Cell .jp-OutputArea-output:has(.noUi-handle)")
    assert outputs.count() >= (4 if name[0].isdigit() else 0)
    for k in range(outputs.count()):
        move_every_slider(page, outputs.nth(k))
    for quiz in page.query_selector_all(".jp-OutputArea-output:has(input[type=radio])"):
        answer_every_way(quiz)
    assert page.evaluate(TOO_WIDE) == []
    for theme in ("Light", "Dark"):
        change_theme(page, theme)
        assert violations(page) == []
        if SCREENSHOTS:
            photograph(page, name, theme.lower())
    change_theme(page, "Light")
    assert opened.errors == []


def change_theme(page, theme):
    execute = "theme => window.jupyterapp.commands.execute('apputils:change-theme', {theme})"
    page.evaluate(execute, f"JupyterLab {theme}")
    light = str(theme == "Light").lower()
    page.wait_for_selector(f"body[data-jp-theme-light={light}]", state="attached")


def move_every_slider(page, output):
    """By keyboard and by mouse: picture and sentence change, and Reset brings them back.

    Each element is looked up once: finding it anew takes a long page longer than moving it.
    """
    handles = output.locator(".noUi-handle").element_handles()
    tracks = output.locator(".noUi-target").element_handles()
    resets = output.get_by_role("button", name="Reset").element_handles()
    output = output.element_handle()
    start = output.evaluate(LOOK)
    for handle, track in zip(handles, tracks, strict=True):
        handle.scroll_into_view_if_needed()
        box = track.bounding_box()
        centre = box["x"] + box["width"] / 2
        key = "ArrowLeft" if middle(handle) > centre else "ArrowRight"
        handle.focus()
        until_it_changes(output, lambda key=key: page.keyboard.press(key))
        far = 0.03 if middle(handle) > centre else 0.97
        spot = (box["x"] + far * box["width"], box["y"] + box["height"] / 2)
        until_it_changes(output, lambda spot=spot: page.mouse.click(*spot))
        for reset in resets:
            reset.click()
            page.wait_for_function(BACK, arg=[output, start[1]], polling=20)


def middle(element):
    box = element.bounding_box()
    return box["x"] + box["width"] / 2


def until_it_changes(output, press, tries=40):
    """Press until both picture and sentence differ (one small step may round to the same)."""
    before = output.evaluate_handle(LOOK)  # stays in the browser: pictures are long to send
    for _ in range(tries):
        press()
        if output.evaluate(CHANGED, before):
            return
    raise AssertionError(f"nothing changed: {before.json_value()[1]!r}")


def answer_every_way(quiz):
    """Each choice gets an explanation of its own."""
    words, heard = quiz.evaluate(LOOK)[1], set()
    choices = quiz.query_selector_all("input[type=radio]")
    for choice in choices:
        choice.click()
        words = quiz.evaluate(SPOKEN, words)
        heard.add(words)
    assert len(heard) == len(choices)
    assert all(words.startswith(("Yes.", "No.")) for words in heard)


def violations(page, inside=".jp-OutputArea-output"):
    """What axe-core finds in the lectures' own outputs, and texts that do not stand out enough."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page, context={"include": [[inside]]}).response["violations"]
    ours = [
        (violation["id"], node["html"][:200])
        for violation in found
        for node in violation["nodes"]
        if NOT_OURS.get(violation["id"], "nothing") not in node["html"]
    ]
    judged, faint = page.evaluate(FAINT, inside)
    assert judged, "no colours were judged"
    return ours + [("faint", text) for text in faint]


def photograph(page, name, theme):
    """The whole page, a window at a time."""
    folder = Path(SCREENSHOTS)
    folder.mkdir(parents=True, exist_ok=True)
    height, step = page.evaluate(f"() => [{OUTER}.scrollHeight, {OUTER}.clientHeight]")
    for k, top in enumerate(range(0, height, step)):
        page.evaluate(f"top => {OUTER}.scrollTop = top", top)
        page.wait_for_timeout(150)
        page.screenshot(path=folder / f"{name}_{theme}_{k:02d}.png")
