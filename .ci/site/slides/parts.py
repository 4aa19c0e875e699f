"""Single things on a slide, as HTML: a picture and its question, a theorem, code, a quiz."""

from __future__ import annotations

import base64
import gzip
import html
import json
import re
import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from perceptronlib.checks.turns import Turn
from perceptronlib.notebook.explore import Exploration, Flipbook
from perceptronlib.notebook.films import knobs_of
from perceptronlib.notebook.predict import Prediction
from perceptronlib.notebook.quiz import Quiz

from . import words
from .words import Block

FIGURE = re.compile(r"<figure\b.*?</figure>", re.DOTALL)
WIDE = 2.6
"""Above this ratio of width to height a picture stands below its question, not beside it."""

ROOM = 750
"""Letters of a proof that fit on a slide, about; of a theorem with its proof, too."""


@dataclass
class Slide:
    """One slide: its title, what it shows, how that is laid out, and what the speaker can say."""

    title: str
    body: str
    look: str = "plain"
    notes: list[str] = field(default_factory=list)
    """Markdown."""
    extra: str = ""
    """More for the speaker, as HTML."""


def step(content: str, kind: str = "div") -> str:
    """Something that appears when the speaker goes on."""
    return f'<{kind} class="fragment">{content}</{kind}>'


def prose(blocks: list[Block]) -> str:
    return "".join(
        f'<div class="box">{words.shown(block.text)}</div>'
        if block.kind == "quote"
        else words.shown(block.text)
        for block in blocks
    )


def said(text: str) -> str:
    return f'<div class="question">{words.shown(text)}</div>' if text else ""


def picture(cell: Any, site: Any, value: Any, question: str, films: Path) -> tuple[str, str]:
    """A picture beside its question, and the look of the slide; ``site`` is the site's cell.

    What is to be predicted is asked first: then the picture comes, and then the answer, with which
    the picture goes where it tells most.
    """
    filmed = FIGURE.search("".join(o.get("data", {}).get("text/html", "") for o in site.outputs))
    figure = filmed[0] if filmed else _still(cell)
    beside, shown = said(question), f'<div class="shown">{figure}</div>'
    if isinstance(value, Prediction):
        beside += choices(list(value.choices), value.right, value.choices[value.right])
        figure = _telling(figure, value.then, films)
        shown = f'<div class="shown fragment" data-fragment-index="0">{figure}</div>'
    if not beside:
        return shown, "alone"
    return f'<div class="beside">{beside}</div>{shown}', "wide" if _ratio(cell) > WIDE else "pair"


FILM = re.compile(r'data-film="[^"]*/([^"/]+)"')


def _telling(figure: str, shown: Any, films: Path) -> str:
    """The figure with the places of its knobs at the start, and where they tell most."""
    name = FILM.search(figure)
    if name is None or not isinstance(shown, (Exploration, Flipbook)):
        return figure
    knobs = json.loads(gzip.decompress((films / name[1]).read_bytes()))["knobs"]
    if isinstance(shown, Flipbook):
        kept = [next(k for k, page in enumerate(shown.pages) if page is shown.kept)]
    else:
        both = {name: [knob.start, knob.stored] for name, knob in shown.controls.items()}
        told = [knob["values"][1] for knob in knobs_of(shown, both)]
        kept = [knob["values"].index(text) for knob, text in zip(knobs, told, strict=True)]
    places = [[knob["start"], k] for knob, k in zip(knobs, kept, strict=True)]
    return figure.replace("<figure ", f'<figure data-places="{places}" ', 1)


def _stored(cell: Any) -> Any:
    return next(o for o in cell.outputs if "image/png" in o.get("data", {}))


def sentence(cell: Any) -> str:
    """What the stored picture shows, for the speaker: it is telling, and may be what is asked."""
    alt = html.escape(_stored(cell).metadata["image/png"]["alt"])
    return f"<p><b>To be seen in the end:</b> {alt}</p>"


def _still(cell: Any) -> str:
    """A picture that the site shows as the notebook does, with its sentence."""
    output = _stored(cell)
    alt = html.escape(output.metadata["image/png"]["alt"])
    source = "data:image/png;base64," + "".join(output.data["image/png"].split())
    caption = f"<figcaption>{alt}</figcaption>"
    return f'<figure class="film"><img src="{source}" alt="{alt}">{caption}</figure>'


def _ratio(cell: Any) -> float:
    """How many times as wide as it is high the stored picture is."""
    width, height = struct.unpack(">II", base64.b64decode(_stored(cell).data["image/png"])[16:24])
    return float(width / height)


def choices(texts: list[str], right: str, why: str, index: int = 1) -> str:
    """What can be said, to be pressed as the class votes; the right one is marked at its step."""
    place = f'data-fragment-index="{index}"'
    buttons = "".join(
        '<button type="button" aria-pressed="false" '
        + (f'class="right fragment custom" {place}>' if text == right else ">")
        + f"{html.escape(text)}</button>"
        for text in texts
    )
    reason = f'<p class="why fragment" {place}>{html.escape(why)}</p>'
    return f'<div class="choices">{buttons}</div>{reason}'


def quiz(value: Quiz) -> str:
    answers = choices(list(value.choices), value.right, value.choices[value.right], index=0)
    return f'<div class="question"><p>{html.escape(value.question)}</p></div>{answers}'


def replies(value: Prediction | Quiz) -> str:
    """Why each choice is right or wrong, for the speaker."""
    lines = "".join(
        f"<li>{verdict} <b>{html.escape(text)}</b>: {html.escape(why)}</li>"
        for text, why in value.choices.items()
        for verdict in ("✓" if text == value.right else "✗")
    )
    return f"<ul>{lines}</ul>"


def code(source: str) -> str:
    coloured = highlight(source.strip(), PythonLexer(), HtmlFormatter(nowrap=True))
    return f"<pre><code>{coloured}</code></pre>"


def program(cell: Any, question: str) -> str:
    """Code and what it prints; of a call that shows something by itself, only that."""
    rich = "".join(o.get("data", {}).get("text/html", "") for o in cell.outputs)
    plain = "".join(
        o.get("text", "") or o.get("data", {}).get("text/plain", "")
        for o in cell.outputs
        if "text/html" not in o.get("data", {})
    )
    one_call = re.fullmatch(r"(?:demo|pl)(?:\.\w+)+\(.*\)", cell.source.strip())
    body = said(question)
    if rich and one_call:
        return body + f'<div class="output">{rich}</div>'
    body += code(cell.source)
    if plain:
        body += step(f'<pre class="printed">{html.escape(plain.strip())}</pre>')
    return body + (step(f'<div class="output">{rich}</div>') if rich else "")


def task(cell: Any, question: str, turn: Turn) -> str:
    """A task for the class, and one way to do it."""
    stub = cell.source[: cell.source.index("demo.check")]
    return said(question) + code(stub) + step(code(turn.solution))


def theorem(cell: Any) -> list[Slide]:
    """A theorem in its frame, then its proof in steps: on the same slide if there is room.

    A proof that is folded on the page is not shown, unless the theorem is folded with it: of
    that, too, only the statement is shown.
    """
    about = words.passage(cell.source)
    if not about.of("quote"):
        about = words.passage(cell.source, unfolded=True)
        about = words.Passage(about.title, [b for b in about.blocks if b.kind == "quote"], [])
    frame = about.of("quote")[0]
    steps = [] if "statement" in cell.metadata.tags else _steps(about)
    statement, title = prose([Block("quote", frame)]), _name(frame)
    if not steps:
        return [Slide(title, statement, "theorem", [cell.source])]
    if _letters(frame) + sum(map(_letters, steps)) <= ROOM:
        return [Slide(title, statement + _numbered(steps, 1), "theorem", [cell.source])]
    slides, parts = [Slide(title, statement, "theorem", [cell.source])], _parts(steps)
    claim = re.search(r"\$\$.*?\$\$", frame, re.DOTALL)
    goal = f'<div class="goal">{words.shown(claim[0])}</div>' if claim else ""
    first = 1
    for part in parts:
        slides.append(
            Slide(f"Proof: {title}", goal + _numbered(part, first), "proof", [cell.source])
        )
        first += len(part)
    return slides


def _name(frame: str) -> str:
    """What a frame is called.

    >>> _name("> **Theorem (Novikoff's theorem).** **Assume** nothing.")
    "Novikoff's theorem"
    """
    name = re.search(r"\*\*(?:\w+ \((.*?)\)|(.*?))\.?\*\*", frame)
    return (name[1] or name[2])[:1].upper() + (name[1] or name[2])[1:] if name else ""


def _steps(about: words.Passage) -> list[str]:
    """The steps of the proof, without their numbers."""
    texts = [block.text for block in about.blocks]
    if "**Proof.**" not in texts:
        return []
    proof = texts[texts.index("**Proof.**") + 1]
    return [item for item in re.split(r"^\d+\. ", proof, flags=re.MULTILINE) if item]


def _numbered(steps: list[str], first: int) -> str:
    items = "".join(step(words.inline(text.strip()), "li") for text in steps)
    return f'<ol class="steps" start="{first}">{items}</ol>'


def _parts(steps: list[str]) -> list[list[str]]:
    """The steps, divided evenly over as few slides as hold them."""
    total = sum(map(_letters, steps))
    slides = -(-total // ROOM)
    parts: list[list[str]] = [[] for _ in range(slides)]
    before = 0
    for text in steps:
        middle = before + _letters(text) / 2
        parts[min(int(middle * slides / total), slides - 1)].append(text)
        before += _letters(text)
    return [part for part in parts if part]


def _letters(text: str) -> int:
    r"""About how many letters a reader sees; commands of formulas count as one letter each.

    >>> _letters(r"$\frac{1}{2}\le x$")
    8
    """
    return len(re.sub(r"\\[a-zA-Z]+|[{}$_^>*\\]", lambda m: "x" if len(m[0]) > 1 else "", text))
