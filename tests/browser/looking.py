"""What a page in the browser looks like: its theme, barriers in it, a picture of it."""

from __future__ import annotations

import os
from pathlib import Path

SCREENSHOTS = os.environ.get("SCREENSHOTS")
"""A folder to put pictures of the pages into, for people to look at."""

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
OUTER = "document.querySelector('.jp-WindowedPanel-outer')"


def in_both_themes(page):
    """The themes' names, each once the page is in it; first the one that it is in already."""
    is_light = page.locator("body[data-jp-theme-light=true]").count() == 1
    for theme in ("Light", "Dark") if is_light else ("Dark", "Light"):
        execute = "theme => window.jupyterapp.commands.execute('apputils:change-theme', {theme})"
        page.evaluate(execute, f"JupyterLab {theme}")
        light = str(theme == "Light").lower()
        page.wait_for_selector(f"body[data-jp-theme-light={light}]", state="attached")
        yield theme


def barriers(page, inside=".jp-OutputArea-output"):
    """What axe-core finds in the lectures' own outputs; it says the same in every theme."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page, context={"include": [[inside]]}).response["violations"]
    return [
        (violation["id"], node["html"][:200])
        for violation in found
        for node in violation["nodes"]
        if NOT_OURS.get(violation["id"], "nothing") not in node["html"]
    ]


def faint(page, inside=".jp-OutputArea-output"):
    """Texts that do not stand out enough from what is behind them, in the page's theme."""
    judged, found = page.evaluate(FAINT, inside)
    assert judged, "no colours were judged"
    return found


def photograph(page, name):
    """A picture of the window, if someone wants to look at it."""
    if SCREENSHOTS:
        Path(SCREENSHOTS).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=Path(SCREENSHOTS) / f"{name}.png")


def photograph_all(page, name):
    """The whole page, a window at a time."""
    if not SCREENSHOTS:
        return
    height, step = page.evaluate(f"() => [{OUTER}.scrollHeight, {OUTER}.clientHeight]")
    for k, top in enumerate(range(0, height, step)):
        page.evaluate(f"top => {OUTER}.scrollTop = top", top)
        page.wait_for_timeout(150)
        photograph(page, f"{name}_{k:02d}")
