"""The pages of the site, made from what is in the repository: nothing is written twice.

A stored notebook becomes a page on which checks are folded, pictures are films, predictions are
asked, quizzes answer, and the solution of a "your turn" unfolds, all without a kernel.
"""

from __future__ import annotations

import ast
import base64
import gzip
import html
import importlib
import json
import math
import re
import struct
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import nbformat
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from perceptronlib.course.syllabus import LECTURES
from perceptronlib.notebook.explore import Exploration, Flipbook, Still
from perceptronlib.notebook.films import drawn, film
from perceptronlib.notebook.predict import SHOW_ME, Prediction
from perceptronlib.notebook.quiz import Quiz

ROOT = Path(__file__).resolve().parents[2]
ROOM = 1_500_000
"""Letters that all states of a film may take; packed for the way they have a tenth of that."""

FEWEST, MOST = 60, 240
"""States of a film, however much or little there is on the picture."""

LINK = re.compile(r"href='([\w./]*\.ipynb|)(#[^']*)?'")
CALL = re.compile(r"demo\.(\w+)\(\)")

PROOF = re.compile(r"^\*\*Proof\.\*\*\s*(.*?\$\\square\$)$", re.M | re.S)

THEOREM = re.compile(r"^> \*\*[^*\n]*theorem\b", re.M)
"""A theorem in a frame, also where it is only told and proved elsewhere."""

ANSWER = re.compile(
    r"\s*<details><summary>(.*?Checked.*?)</summary><p>(.*?)</p></details>\s*", re.S
)
"""What a check says that would give an answer away."""

ANSWER_LINE = re.compile(r"(<b>Checked)</b>[^<]*</summary><p>(.*?)</p>", re.S)
"""The same, as the fold of a single check has it: the fold of several hides it as well."""

CERTIFICATE = "What was checked, step by step"
"""What only a certificate says."""

MINUS = re.compile(r"(?<![\w-])-(?=\s|\d|\w\b)|(?<=\b\w)-(?=\w\b)")
"""In the plain letters of a formula; a hyphen stands between words."""

CHECK = "check"
"""The tag of a cell that shows a check."""

RUN_IT = re.compile(r"^\*\*This page comes alive when you run it:\*\*.*$", re.M)
"""What a notebook tells its reader; a page of the site needs no such word, and has no such menu."""
MOVES = (
    "**Every picture here is alive:** guess, then move its slider. To change the code as well, "
    "open the page live."
)
CHANGES = "**To change the code and run it again**, open the page live."

TICK = "click on the grey line above it to see how", "click on it to see how"
"""What a reader clicks on to see how something was checked: in a notebook, and here."""


@dataclass(frozen=True)
class Page:
    """A page of the site: the notebook as Sphinx will read it, and the files beside it."""

    notebook: str
    films: dict[str, bytes]
    places: dict[str, str]
    """Which film each picture's function has become."""


def lecture(name: str) -> Page:
    """The page of a lecture, of the notation or of the errata."""
    page = nbformat.read(ROOT / "lectures" / f"{name}.ipynb", as_version=4)
    demo = demo_of(name)
    films: dict[str, bytes] = {}
    places: dict[str, str] = {}
    for number, cell in enumerate(page.cells):
        if cell.cell_type == "markdown":
            source = RUN_IT.sub(MOVES if demo else CHANGES, _linked(cell.source))
            source = source.replace(*TICK)
            cell.source = _framed(source, cell.metadata.get("tags", []))
            continue
        tags = cell.metadata.setdefault("tags", [])
        call = CALL.fullmatch(cell.source.strip())
        value = getattr(demo, call[1])() if call and demo else None
        if isinstance(value, Quiz):
            _replace(cell, quiz(value, f"{name}-{number}"))
        elif value is not None and "image/png" in json.dumps(cell.outputs):
            places[call[1] if call else ""] = f"{name}-{number}"
            _replace(cell, _figure(cell, value, f"{name}-{number}", films))
        elif "your-turn" in tags and demo is not None:
            _replace(cell, _solution(cell.source, demo), keep=True)
        elif cell.metadata.get("jupyter", {}).get("source_hidden"):
            _replace(cell, check(cell))
            tags.append(CHECK)
        for output in cell.outputs:
            shown = output.get("data", {})
            shown.pop("application/vnd.jupyter.widget-view+json", None)
            if "text/html" in shown:
                html_text = "".join(shown["text/html"])
                shown["text/html"] = _set(LINK.sub(_on_the_site, html_text))
    _put_together(page.cells)
    return Page(nbformat.writes(page), films, places)


def demo_of(name: str) -> Any:
    """The pictures, quizzes and tasks of a lecture; None for a page that is none."""
    number = name[:2]
    return (
        importlib.import_module(f"perceptronlib.demos.lecture{number}")
        if number.isdigit()
        else None
    )


def _replace(cell: Any, shown: str, keep: bool = False) -> None:
    """Let the cell show this in place of its outputs, and of its source."""
    if not keep:
        cell.metadata.tags.append("remove-input")
    output = {"output_type": "display_data", "metadata": {}, "data": {"text/html": shown}}
    cell.outputs = [nbformat.from_dict(output)]


def _linked(source: str) -> str:
    """Links to notebooks lead to pages of the site."""
    source = re.sub(r"\]\(\.\./exercises/(\w+)\.ipynb\)", r"](../exercises/\1.md)", source)
    return source


def _framed(source: str, tags: list[str]) -> str:
    """Theorems and algorithms get a frame that says which it is; proofs can be folded."""
    if "theorem" in tags and (proof := PROOF.search(source)) and "<details" not in source:
        folded = "<details class='proof' open><summary>Proof</summary>\n\n{}\n\n</details>\n"
        source = source.replace(proof[0], folded.format(proof[1]))
    for kind in ("theorem", "algorithm"):
        if kind in tags or (kind == "theorem" and THEOREM.search(source)):
            return re.sub(r"^> ", f"{{.{kind}}}\n> ", source, count=1, flags=re.M)
    return source


def _on_the_site(link: re.Match[str]) -> str:
    """A link from one notebook to another as one from page to page: other names, other anchors."""
    page, heading = link[1].removesuffix(".ipynb"), link[2] or ""
    place = re.sub(r"\W+", "-", unquote(heading).lower()).strip("-")
    return f"href='{page}{'.html' if page else ''}{'#' if place else ''}{place}'"


def _set(said: str) -> str:
    """A certificate's formulas with the signs of a book, which a keyboard does not have."""
    if CERTIFICATE not in said:
        return said
    parts = re.split(r"(<[^>]*>)", said)
    for k in range(0, len(parts), 2):
        times = re.sub(r"^(\d+)x$", r"\1×", parts[k])
        parts[k] = MINUS.sub("−", times)
    return "".join(parts)


def _figure(cell: Any, value: Any, name: str, films: dict[str, bytes]) -> str:
    """The picture with its sentence; where it moves, the film that takes its place."""
    picture = value.then if isinstance(value, Prediction) else value
    output = next(o for o in cell.outputs if "image/png" in o.get("data", {}))
    shape = output.metadata["image/png"]
    stored = base64.b64decode("".join(output.data["image/png"]))
    films[f"{name}.png"] = stored
    moves = ""
    if isinstance(picture, (Exploration, Flipbook, Still)):
        made = film(picture, _states(picture) if isinstance(picture, Exploration) else MOST)
        text = json.dumps(made, separators=(",", ":"), ensure_ascii=False)
        films[f"{name}.json.gz"] = gzip.compress(text.encode(), mtime=0)  # a tenth, on any host
        moves = f' data-film="../_static/films/{name}.json.gz"'
        if made["thinned"]:
            moves += f' data-call="{_call(cell, name[:2])}"'
    alt = html.escape(shape["alt"])
    wide, high = int(shape["width"]), _height(stored, int(shape["width"]))
    figure = (
        f'<figure class="film"{moves}><img loading="lazy" width="{wide}" height="{high}" '
        f'src="../_static/films/{name}.png" alt="{alt}"><figcaption>{alt}</figcaption></figure>'
    )
    return prediction(value, figure) if isinstance(value, Prediction) else figure


def _call(cell: Any, lecture: str) -> str:
    """The function that the cell calls, as `perceptronlib.notebook.live` wants to hear it."""
    call = CALL.fullmatch(cell.source.strip())
    assert call is not None  # only such a cell has a picture with knobs
    return f"lecture{lecture}.{call[1]}"


def _height(png: bytes, width: int) -> int:
    """How high a picture is that is shown so wide: a browser that knows keeps its place free."""
    across, down = struct.unpack(">II", png[16:24])
    return round(width * down / across)


def _states(picture: Exploration) -> int:
    """How many states a film can have: fewer where much is drawn anew for each."""
    known: set[str] = set()
    settings = list(picture.settings())
    tried = settings[:: math.ceil(len(settings) / 8)]
    for setting in tried:
        known.update(drawn(picture.at(**setting))["parts"])
    each = sum(map(len, known)) / len(tried)
    return round(min(max(ROOM / each, FEWEST), MOST))


def prediction(value: Prediction, figure: str) -> str:
    """The choices as buttons, each with its reply; the figure opens once one is pressed."""
    buttons = "".join(
        f'<button type="button" data-verdict="{_verdict(said, value.right)}" '
        f'data-reply="{html.escape(value.reply(said))}">'
        f"{html.escape(said)}</button>"
        for said in (*value.choices, SHOW_ME)
    )
    return (
        f'<div class="prediction"><p class="asked">What do you think?</p>'
        f'<div class="choices">{buttons}</div><p class="reply" role="status"></p>'
        f'<div class="then">{figure}</div></div>'
    )


def _verdict(said: str, right: str) -> str:
    """What a choice looks like once it is chosen."""
    return "" if said == SHOW_ME else "right" if said == right else "wrong"


def quiz(value: Quiz, name: str) -> str:
    """A question whose answers unfold, one at a time, with no script."""
    answers = "".join(
        f'<details name="{name}" class="{_verdict(text, value.right)}">'
        f"<summary>{html.escape(text)}</summary>"
        f"<p><b>{verdict}</b> {html.escape(why)}</p></details>"
        for text, (verdict, why) in value.answers().items()
    )
    return f'<div class="quiz"><p><b>{html.escape(value.question)}</b></p>{answers}</div>'


def check(cell: Any) -> str:
    """What a cell has checked, in one line; how, and an answer that it would give away, unfold."""
    shown = [output.get("data", {}) for output in cell.outputs]
    said = "".join("".join(data.get("text/html", data.get("text/plain", ""))) for data in shown)
    said += html.escape("".join(o.get("text", "") for o in cell.outputs if "text" in o))
    line = re.fullmatch(r"\s*<(?:p|div)[^>]*>(.*)</(?:p|div)>\s*", said, flags=re.DOTALL)
    inside = line[1] if line else said
    code = highlight(cell.source, PythonLexer(), HtmlFormatter(nowrap=True))
    code = f'<div class="highlight"><pre>{code}</pre></div>'
    if answer := ANSWER.fullmatch(said):
        told = f"<summary>{answer[1]}</summary><p>{answer[2]}</p>"
        return f'<details class="check answer">{told}{code}</details>'
    if "<details" in said or len(inside) > 400:
        return f'<details class="check"><summary>✓ <b>Checked</b></summary>{said}{code}</details>'
    return f'<details class="check"><summary>{inside}</summary>{code}</details>'


def _put_together(cells: list[Any]) -> None:
    """Checks that follow each other share the first one's fold; the slides count on all cells."""
    for are_checks, run in groupby(cells, lambda cell: CHECK in cell.metadata.get("tags", [])):
        first, *others = run
        if are_checks and others:
            folds = [cell.outputs[0].data["text/html"] for cell in (first, *others)]
            first.outputs[0].data["text/html"] = _one_fold(folds)
            for cell in others:
                cell.metadata.tags.append("remove-cell")


def _one_fold(checks: list[str]) -> str:
    """Several checks in one line; where one is an answer, the line says so."""
    answers = sum('class="check answer"' in one for one in checks)
    kind = "" if not answers else " (the answer)" if answers == 1 else " (the answers)"
    lines = "".join(ANSWER_LINE.sub(r"\1:</b> \2</summary>", one) for one in checks)
    lines = lines.replace('class="check answer"', 'class="check"')
    mark = '<span aria-hidden="true">✓</span>'
    summary = f"<summary>{mark} <b>{len(checks)} checks</b>{kind}</summary>"
    return f'<details class="checks">{summary}{lines}</details>'


def _solution(source: str, demo: Any) -> str:
    """One way to do a "your turn", folded."""
    names = {node.name for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)}
    turns = [turn for turn in demo.tasks.TASKS if turn.name in names]
    code = highlight(turns[0].solution.strip(), PythonLexer(), HtmlFormatter(nowrap=True))
    return (
        "<details class='check way'><summary>One way to do it</summary>"
        f"<div class='highlight'><pre>{code}</pre></div></details>"
    )


def named(number: str) -> str:
    """The lecture with this number.

    >>> named("03")
    '03_mistake_bounds'
    """
    return next(name for name in lectures() if name.startswith(number))


def lectures() -> list[str]:
    """The names of the lectures, in order."""
    return ["00_start_here", *LECTURES.values()]
