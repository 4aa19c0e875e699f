"""Make the slides: a deck for each lecture, with all sliders alive.

    python .ci/site/decks.py

Writes build/site/slides. Films, MathJax and scripts are the site's: what `make site` has made is
not made again. reveal.js comes from npm, once, and is kept in build/cache; REVEAL=folder names a
copy.
"""

from __future__ import annotations

import json
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import build
import listings
import nbformat
import one_page
import sources
from pygments.formatters import HtmlFormatter
from slides import deck

SLIDES = build.SITE / "slides"
HERE = Path(__file__).resolve().parent / "slides"
REVEAL = "reveal.js@5.2.1"
FILES = ("dist/reveal.css", "dist/reveal.js", "plugin/notes/notes.js", "LICENSE")


def made(name: str) -> str:
    """Make a lecture's deck, unless it is in the cache."""
    kept = build.CACHE / "slides" / f"{name}.json"
    site = one_page.KEPT / name
    tasks = sources.ROOT / "perceptronlib" / "checks"
    key = json.loads((site / "made-from.json").read_text(encoding="utf-8"))["key"]
    key += one_page.digest(*sorted(HERE.glob("*.*")), tasks)
    known = json.loads(kept.read_text(encoding="utf-8")) if kept.exists() else {}
    if known.get("key") == key:
        return f"{name}: unchanged"
    shown = nbformat.read(site / "page.ipynb", as_version=4)
    notebook = nbformat.read(sources.ROOT / "lectures" / f"{name}.ipynb", as_version=4)
    made = deck.deck(name, notebook, shown, sources.demo_of(name), site)
    card = [name, made.title, len(made.slides)]
    content = json.dumps({"key": key, "card": card, "page": deck.page(made)}, ensure_ascii=False)
    build.put(kept, content.encode())
    return f"{name}: {len(made.slides)} slides"


def reveal() -> Path:
    """A folder with reveal.js."""
    named = os.environ.get("REVEAL")
    return Path(named) if named else build.packed(REVEAL)


def dress() -> None:
    """What the decks load and the site does not have: reveal.js, its licence, our style."""
    for file in FILES:
        path = reveal() / file
        build.put(SLIDES / "reveal" / path.name, path.read_bytes())
    build.put(SLIDES / "LICENCES", f"{REVEAL}\n\n{(reveal() / 'LICENSE').read_text()}".encode())
    for file in (HERE / "static").iterdir():
        build.put(SLIDES / file.name, file.read_bytes())
    light, dark = HtmlFormatter(style="friendly"), HtmlFormatter(style="native")
    colours = [light.get_style_defs("pre"), dark.get_style_defs('[data-theme="dark"] pre')]
    build.put(SLIDES / "code.css", "\n".join(colours).encode())


def main() -> int:
    names = sources.lectures()
    build.make_pages(names)
    build.furnish(build.SITE / "_static", names)
    with ProcessPoolExecutor(max_workers=os.cpu_count()) as pool:
        for told in pool.map(made, names):
            print(told, flush=True)
    dress()
    kept = [build.CACHE / "slides" / f"{name}.json" for name in names]
    decks = [json.loads(file.read_text(encoding="utf-8")) for file in kept]
    for known in decks:
        build.put(SLIDES / f"{known['card'][0]}.html", known["page"].encode())
    asked = {stop.name: stop.question for stop in listings.stops()}
    cards = [
        (name, title, asked[name], count) for name, title, count in (one["card"] for one in decks)
    ]
    build.put(SLIDES / "index.html", deck.index(cards).encode())
    print(f"The slides are in {SLIDES.relative_to(sources.ROOT)}: serve the folder above it.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
