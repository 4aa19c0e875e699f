"""A lecture's cells, put onto slides as their tags say.

`slide` begins a slide with what the cell shows; `fragment` adds a cell to the slide before, as one
more step. The first cell is the title. All other prose of a section goes into speaker's notes.
"""

from __future__ import annotations

import ast
import html
import re
from dataclasses import dataclass, field
from pathlib import Path
from string import Template
from types import ModuleType, SimpleNamespace
from typing import Any

from perceptronlib.notebook.predict import Prediction
from perceptronlib.notebook.quiz import Quiz

from . import parts, words
from .parts import Slide

CALL = re.compile(r"demo\.(\w+)\(\)|(\w+) = demo\.(\w+)\(\)\n\2")


@dataclass
class Deck:
    """The slides of a lecture; the first one is the title."""

    name: str
    title: str
    slides: list[Slide] = field(default_factory=list)

    @property
    def question(self) -> str:
        """What the lecture asks."""
        return self.slides[0].body


@dataclass
class _Making:
    """How far the making of a deck has come."""

    deck: Deck
    demo: ModuleType
    films: Path
    section: str = ""
    waiting: list[str] = field(default_factory=list)
    """Prose that no slide has taken yet."""
    opened: bool = False
    """Whether this section has a slide already."""
    prose: str = ""
    """The cell of prose that came last."""


def deck(name: str, notebook: Any, site: Any, demo: ModuleType, films: Path) -> Deck:
    """The slides of a lecture's notebook.

    ``site`` is the site's, with films for its pictures; they are in the folder ``films``.
    """
    first = words.passage(notebook.cells[0].source)
    asked = words.question(words.Passage("", first.blocks[:1], []))
    title = Slide(first.title, f"<p>{words.inline(asked)}</p>", "title")
    title.notes = [notebook.cells[0].source]
    making = _Making(Deck(name, first.title, [title]), demo, films)
    cells = zip(notebook.cells, notebook.cells[1:], site.cells[1:], strict=False)
    for before, cell, filmed in cells:
        _take(making, cell, before, filmed)
    _rest(making)
    return making.deck


def _take(making: _Making, cell: Any, before: Any, filmed: Any) -> None:
    tags = cell.metadata.get("tags", [])
    prose = cell.cell_type == "markdown"
    if prose and (heading := re.match(r"#{2,3} (.*)", cell.source)):
        _rest(making)
        making.section, making.opened = heading[1], False
    if "slide" in tags:
        made = _prose(cell) if prose else _code(making, cell, before, filmed)
        _begin(making, made)
    elif "fragment" in tags:
        _join(making, cell, filmed)
    elif prose:
        making.waiting.append(cell.source)
    making.prose = cell.source if prose else making.prose


def _join(making: _Making, cell: Any, filmed: Any) -> None:
    """One more step of the slide before: what the cell shows, and nothing of what is above it."""
    nothing = SimpleNamespace(cell_type="")
    prose = cell.cell_type == "markdown"
    slide = making.deck.slides[-1]
    for made in _prose(cell) if prose else _code(making, cell, nothing, filmed):
        slide.body += parts.step(made.body)
        slide.notes += [*making.waiting, *made.notes]
    making.waiting = []


def _begin(making: _Making, made: list[Slide]) -> None:
    """Add slides; what was said since the last one goes to it, or to these if they come first."""
    taken = made[0].notes
    making.waiting = [text for text in making.waiting if text not in taken]
    if making.opened:
        making.deck.slides[-1].notes += making.waiting
    else:
        made[0].notes = making.waiting + taken
    making.waiting, making.opened = [], True
    for slide in made:
        slide.title = slide.title or making.section
    making.deck.slides += made


def _rest(making: _Making) -> None:
    """At the end of a section, what is left goes to its last slide."""
    if making.opened:
        making.deck.slides[-1].notes += making.waiting
    making.waiting = []


def _prose(cell: Any) -> list[Slide]:
    if "theorem" in cell.metadata.tags:
        return parts.theorem(cell)
    about = words.passage(cell.source)
    return [Slide(about.title, parts.prose(words.short(about)), "plain", [cell.source])]


def _code(making: _Making, cell: Any, before: Any, filmed: Any) -> list[Slide]:
    """A picture, a quiz, a task or a program, with what is asked or said just above it."""
    asked, above = "", []
    if before.cell_type == "markdown":
        about = words.passage(before.source)
        asked = words.question(about) or words.lead(about)
        above = [before.source] if before.source in making.waiting else []
    value = _value(making.demo, cell.source)
    slide = Slide("", "", notes=above)
    if isinstance(value, Quiz):
        slide.title, slide.body, slide.look = "Check yourself", parts.quiz(value), "quiz"
        slide.notes = []
    elif "image/png" in str(cell.outputs):
        slide.body, slide.look = parts.picture(cell, filmed, value, asked, making.films)
        slide.extra = parts.sentence(cell)
    elif "your-turn" in cell.metadata.tags:
        slide.title, slide.look = "Your turn", "task"
        asked = words.assignment(words.passage(making.prose))
        slide.notes = [making.prose] if making.prose in making.waiting else []
        slide.body = parts.task(cell, asked, _turn(making.demo, cell.source))
    else:
        slide.body, slide.look = parts.program(cell, asked), "program"
    if isinstance(value, (Prediction, Quiz)):
        slide.extra += parts.replies(value)
    return [slide]


def _value(demo: ModuleType, source: str) -> Any:
    """What a call of a demo gives; None if the cell is not such a call."""
    call = CALL.fullmatch(source.strip())
    return getattr(demo, call[1] or call[3])() if call else None


def _turn(demo: ModuleType, source: str) -> Any:
    names = {node.name for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)}
    return next(turn for turn in demo.tasks.TASKS if turn.name in names)


def page(made: Deck) -> str:
    """The deck as one HTML page."""
    sections = "\n".join(_section(slide, made.name) for slide in made.slides)
    asked = " ".join(html.unescape(re.sub(r"<[^>]*>", "", made.question)).split())
    about = f"Slides of lecture {made.name[:2]}, {made.title}. {asked}"
    return _filled(
        "deck.html", title=html.escape(made.title), about=html.escape(about), sections=sections
    )


def _section(slide: Slide, name: str) -> str:
    level = "h1" if slide.look == "title" else "h2"
    number = f'<p class="number">Lecture {name[:2]}</p>' if slide.look == "title" else ""
    notes = words.notes(slide.notes) + slide.extra
    page = f'<a href="../lectures/{name}.html">The page of this lecture</a>'
    back = f'<p class="back">{page}</p>' if slide.look == "title" else ""
    return (
        f'<section><div class="slide {slide.look}">{number}'
        f"<{level}>{words.inline(slide.title)}</{level}>"
        f'<div class="body">{slide.body}</div>{back}</div>'
        f'<aside class="notes">{notes}</aside></section>'
    )


def index(decks: list[tuple[str, str, str, int]]) -> str:
    """The page that leads to all decks, given the name, title, question and length of each."""
    cards = "\n".join(
        f'<li><span class="number">{name[:2]}</span>'
        f'<a href="{name}.html"><b>{html.escape(title)}</b></a><p>{html.escape(question)}</p>'
        f"<span>{count} slides · <a href='{name}.html?print-pdf'>to print</a></span></li>"
        for name, title, question, count in decks
    )
    return _filled("index.html", cards=cards)


def _filled(name: str, **places: str) -> str:
    """One of our pages, with its places filled."""
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    return Template(text).substitute(places)
