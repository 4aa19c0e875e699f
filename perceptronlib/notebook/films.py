"""Films: a picture with sliders for pages that have no kernel.

Every state of a picture is drawn beforehand, as SVG: what stands still once, and of each artist
that moves all its different forms. A few lines of JavaScript on the page swap them. Picture and
sentence come from the same three functions as in a notebook, so nothing is drawn twice by hand.
Two sliders multiply their states: beyond some number only every second or third value is kept, and
the film says so. Used by the published course; no lecture speaks of it.
"""

from __future__ import annotations

import io
import itertools
import math
import re
from collections.abc import Iterator, Sequence
from typing import Any, TypedDict

from matplotlib import cbook, rc_context
from matplotlib.artist import Artist
from matplotlib.figure import Figure

from ..course.formulas import typeset
from .controls import Choice, Control, Value
from .explore import Exploration, Flipbook
from .stage import Picture, Stage

__all__ = ["Film", "Knob", "film", "kept_values"]

MOST = 400
"""States of a picture that are drawn, if it has more."""

DOTS = 72
"""SVG's points to an inch."""

SETTINGS: dict[str, Any] = {
    "svg.hashsalt": "perceptronlib",  # else names inside the drawing change from time to time
    "svg.fonttype": "path",  # letters as outlines: no page needs to have the font
}

NUMBER = re.compile(r"-?\d+\.\d+")
SCALE = re.compile(r"scale\([^)]*\)")


class Knob(TypedDict):
    """A slider or a choice on a page: its label, what it shows at each place, where it begins.

    >>> from perceptronlib.demos.lecture00 import two_learners
    >>> film(two_learners().then)["knobs"][0]["values"][:3]
    ['4', '8', '16']
    """

    name: str
    label: str
    values: list[str]
    start: int
    choice: bool


class Film(TypedDict):
    """All a page needs to let a picture move.

    ``states`` has a list for the sentences and one for each moving part; in each, state by state,
    which of ``said`` or of the part's forms is shown. Knobs count like the digits of a number, the
    last one quickest. ``thinned`` says whether values between were left out.

    >>> from perceptronlib.demos.lecture00 import two_learners
    >>> film(two_learners().then)["plays"]
    True
    """

    width: float
    height: float
    knobs: list[Knob]
    still: str
    parts: list[list[str]]
    said: list[str]
    states: list[list[int]]
    plays: bool
    thinned: bool


def film(picture: Exploration | Flipbook, most: int = MOST) -> Film:
    """The film of a picture, of at most so many states (more, if choices alone make more).

    >>> from perceptronlib.demos.lecture00 import by_hand
    >>> made = film(by_hand().then, most=10)
    >>> len(made["states"][0]), made["knobs"][0]["label"], made["thinned"]
    (10, 'angle of w (degrees)', True)
    """
    if isinstance(picture, Flipbook):
        steps = [_written(step) for step in picture.steps]
        knobs = [_knob("step", picture.label, steps, picture.first, choice=False)]
        return _filmed(picture.pages, knobs, plays=True, thinned=False)
    kept = kept_values(picture.controls, most)
    knobs = [
        _knob(
            name,
            control.label,
            [_shown(control, value) for value in kept[name]],
            kept[name].index(control.start),
            choice=isinstance(control, Choice),
        )
        for name, control in picture.controls.items()
    ]
    thinned = any(len(kept[name]) < len(c.values()) for name, c in picture.controls.items())
    settings = itertools.product(*kept.values())
    pages = (picture.at(**dict(zip(kept, one, strict=True))) for one in settings)
    return _filmed(pages, knobs, plays=False, thinned=thinned)


def kept_values(controls: dict[str, Control], most: int) -> dict[str, list[Value]]:
    """Of each control the values that a film of at most so many states keeps.

    Ends, the start and what is stored are among them. Of choices all are kept.

    >>> from perceptronlib.notebook.explore import choice, slider
    >>> kept_values({"a": slider("a", 0, 100, start=3), "b": choice("b", "x", "y")}, most=10)
    {'a': [0, 3, 50, 75, 100], 'b': ['x', 'y']}
    """
    counts = {name: len(control.values()) for name, control in controls.items()}
    sliders = [name for name, control in controls.items() if not isinstance(control, Choice)]
    while math.prod(counts.values()) > most and any(counts[name] > 5 for name in sliders):
        longest = max(sliders, key=lambda name: counts[name])
        counts[longest] -= 1
    return {
        name: _thin(control.values(), counts[name], [control.start, control.stored])
        for name, control in controls.items()
    }


def _thin(values: Sequence[Value], count: int, needed: list[Value]) -> list[Value]:
    """So many of the values: the ends, those that are needed, and others evenly between."""
    if count == len(values):
        return list(values)
    last = len(values) - 1
    chosen = {round(k * last / (count - 1)) for k in range(count)}
    for value in dict.fromkeys(needed):
        place = min(range(len(values)), key=lambda k: _far(values[k], value))
        if place not in chosen:
            free = chosen - {0, last} - {list(values).index(v) for v in needed if v in values}
            chosen.discard(min(free, key=lambda k: abs(k - place)))
            chosen.add(place)
    return [values[k] for k in sorted(chosen)]


def _far(one: Value, other: Value) -> float:
    return abs(float(one) - float(other))


def _knob(name: str, label: str, values: list[str], start: int, *, choice: bool) -> Knob:
    return Knob(name=name, label=typeset(label), values=values, start=start, choice=choice)


def _shown(control: Control, value: Value) -> str:
    """The value as the slider in a notebook shows it."""
    if isinstance(control, Choice) or control.whole:
        return _written(value)
    return f"{value:.{control.digits}f}"


def _written(value: object) -> str:
    return str(value).replace("-", "\u2212") if isinstance(value, (int, float)) else str(value)


def _filmed(pages: Sequence[Picture] | Iterator[Picture], knobs: list[Knob], **how: bool) -> Film:
    """Draw page after page, and keep what is different."""
    said: dict[str, int] = {}
    parts: list[dict[str, int]] = []
    states: list[list[int]] = []
    stage: Stage | None = None
    with rc_context(SETTINGS):  # type: ignore[arg-type]
        for page in pages:
            page.draw()
            stage = page.stage
            assert stage is not None  # explorations and flip-books have one
            forms = [_svg(stage.figure, artist) for artist in stage.moving]
            parts = parts or [{} for _ in forms]
            row = [said.setdefault(page.sentence, len(said))]
            row += [
                part.setdefault(form, len(part)) for part, form in zip(parts, forms, strict=True)
            ]
            states.append(row)
        assert stage is not None
        still = _svg(stage.figure)
        width, height = stage.figure.get_size_inches() * DOTS
    return Film(
        width=float(width),
        height=float(height),
        knobs=knobs,
        still=still,
        parts=[list(part) for part in parts],
        said=list(said),
        states=[list(column) for column in zip(*states, strict=True)],
        plays=how["plays"],
        thinned=how["thinned"],
    )


def _svg(figure: Figure, artist: Artist | None = None) -> str:
    """An artist as a piece of SVG; without one, all of the figure that stands still."""
    from matplotlib.backends.backend_svg import RendererSVG

    make: Any = RendererSVG  # matplotlib ships no types for it
    file = io.StringIO()
    width, height = figure.get_size_inches() * DOTS
    nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    with cbook._setattr_cm(figure, dpi=DOTS):
        renderer = make(width, height, file, None, image_dpi=2 * DOTS, metadata=nothing)
        (figure if artist is None else artist).draw(renderer)
        renderer.finalize()
    text = file.getvalue()
    text = text[text.index("</metadata>") + 11 :] if "</metadata>" in text else text
    text = text[text.index("<defs>") :] if "<defs>" in text else text
    return _short(text[: text.rindex("</svg>")])


def _short(text: str) -> str:
    """The same piece with fewer digits, on one line, and no white ground."""
    scales = SCALE.findall(text)  # the scale of letters must stay as it is
    text = SCALE.sub("\0", text)
    text = NUMBER.sub(lambda number: _rounded(float(number[0])), text)
    for scale in scales:
        text = text.replace("\0", scale, 1)
    text = re.sub(r"<defs>\s*<style type=\"text/css\">.*?</defs>", "", text, count=1, flags=re.S)
    return re.sub(r"\s*\n\s*", " ", text).strip().replace("fill: #ffffff", "fill: none")


def _rounded(number: float) -> str:
    """
    >>> _rounded(12.3456), _rounded(0.00012345), _rounded(3.0)
    ('12.35', '0.000123', '3')
    """
    return f"{number:.2f}".rstrip("0").rstrip(".") if abs(number) >= 1 else f"{number:.3g}"
