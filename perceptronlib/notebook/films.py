"""Films: a picture with sliders for pages that have no kernel.

Every state of a picture is drawn beforehand, as SVG: what stands still once, and of each artist
that moves all its different forms. A few lines of JavaScript on the page swap them. Picture and
sentence come from the same three functions as in a notebook, so nothing is drawn twice by hand.
Two sliders multiply their states: beyond some number only every second or third value is kept, and
the film says so. Used by the published course; no lecture speaks of it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from typing import TypedDict

from matplotlib.figure import Figure

from ..course.formulas import typeset
from .controls import Choice, Control, Value
from .explore import Exploration, Flipbook, Still
from .stage import Picture
from .svg import DOTS, of_artists, of_still

__all__ = ["Film", "Frame", "Knob", "drawn", "film", "kept_values", "knobs_of"]

MOST = 400
"""States of a picture that are drawn, if it has more."""

MOST_COLUMNS = 3
"""Of more, each would be tiny anyway."""


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


class Frame(TypedDict):
    """One state of a picture; ``parts`` and ``shapes`` are SVG.

    >>> from perceptronlib.demos.lecture00 import by_hand
    >>> [*drawn(by_hand().at(degrees=0))]
    ['said', 'parts', 'shapes']
    """

    said: str
    parts: list[str]
    shapes: dict[str, str]


class Film(TypedDict):
    """All a page needs to let a picture move.

    ``states`` has a list for the sentences and one for each moving part; in each, state by state,
    which of ``said`` or of the part's forms is shown. Knobs count like the digits of a number, the
    last one quickest. ``cuts`` are where the picture may be cut into columns, to be shown one below
    the other on a narrow page. ``shapes`` are letters, markers and clipping rectangles that forms
    refer to by name. ``thinned`` says whether values between were left out.

    >>> from perceptronlib.demos.lecture00 import two_learners
    >>> film(two_learners().then)["plays"]
    True
    """

    width: float
    height: float
    cuts: list[float]
    knobs: list[Knob]
    still: str
    parts: list[list[str]]
    said: list[str]
    states: list[list[int]]
    shapes: dict[str, str]
    plays: bool
    thinned: bool


def film(picture: Exploration | Flipbook | Still, most: int = MOST) -> Film:
    """The film of a picture, of at most so many states (more, if choices alone make more).

    >>> from perceptronlib.demos.lecture00 import by_hand
    >>> made = film(by_hand().then, most=10)
    >>> len(made["states"][0]), made["knobs"][0]["label"], made["thinned"]
    (10, 'angle of w (degrees)', True)
    """
    if isinstance(picture, Still):
        return _filmed([picture.start], [], plays=False, thinned=False)
    if isinstance(picture, Flipbook):
        steps = [_written(step) for step in picture.steps]
        knobs = [_knob("step", picture.label, steps, picture.first, choice=False)]
        return _filmed(picture.pages, knobs, plays=True, thinned=False)
    kept = kept_values(picture.controls, most)
    knobs = knobs_of(picture, kept)
    thinned = any(len(kept[name]) < len(c.values()) for name, c in picture.controls.items())
    settings = itertools.product(*kept.values())
    pages = (picture.at(**dict(zip(kept, one, strict=True))) for one in settings)
    return _filmed(pages, knobs, plays=False, thinned=thinned)


def knobs_of(picture: Exploration, kept: dict[str, list[Value]] | None = None) -> list[Knob]:
    """The knobs of a picture with these values; without any, with all there are.

    >>> from perceptronlib.demos.lecture00 import by_hand
    >>> [len(knob["values"]) for knob in knobs_of(by_hand().then)]
    [360]
    """
    if kept is None:
        kept = {name: list(control.values()) for name, control in picture.controls.items()}
    return [
        _knob(
            name,
            control.label,
            [_shown(control, value) for value in kept[name]],
            kept[name].index(control.start),
            choice=isinstance(control, Choice),
        )
        for name, control in picture.controls.items()
    ]


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
    shapes: dict[str, str] = {}
    for page in pages:
        frame = drawn(page)
        shapes |= frame["shapes"]
        parts = parts or [{} for _ in frame["parts"]]
        row = [said.setdefault(frame["said"], len(said))]
        row += [
            part.setdefault(form, len(part))
            for part, form in zip(parts, frame["parts"], strict=True)
        ]
        states.append(row)
    assert page.stage is not None
    figure = page.stage.figure
    still = of_still(figure)
    width, height = figure.get_size_inches() * DOTS
    return Film(
        cuts=cuts(figure),
        width=float(width),
        height=float(height),
        knobs=knobs,
        still=still.texts[0],
        parts=[list(part) for part in parts],
        said=list(said),
        states=[list(column) for column in zip(*states, strict=True)],
        shapes=shapes | still.shapes,
        plays=how["plays"],
        thinned=how["thinned"],
    )


def cuts(figure: Figure) -> list[float]:
    """Where a drawn figure can be cut from top to bottom, between its columns of axes.

    >>> from perceptronlib import pictures
    >>> two, one = pictures.figure(columns=2)[0], pictures.figure()[0]
    >>> two.canvas.draw(), one.canvas.draw()
    (None, None)
    >>> len(cuts(two)), cuts(one)
    (1, [])
    """
    if figure.texts or figure.legends:
        return []  # they may stand across
    renderer = figure.canvas.get_renderer()  # type: ignore[attr-defined]
    boxes = [box for ax in figure.axes if (box := ax.get_tightbbox(renderer)) is not None]
    ends = sorted((box.x0, box.x1) for box in boxes)
    found, reached = [], ends[0][1]
    for start, end in ends[1:]:
        if start > reached:
            found.append(round((start + reached) / 2 * DOTS / figure.dpi, 1))
        reached = max(reached, end)
    return found if len(found) < MOST_COLUMNS else []


def drawn(page: Picture) -> Frame:
    """One state of a picture: its sentence, the form of each part that moves, and their shapes.

    >>> from perceptronlib.demos.lecture00 import by_hand
    >>> drawn(by_hand().at(degrees=0))["said"]
    'With w at 0 degrees the line gets 34 of 40 examples wrong.'
    """
    assert page.stage is not None  # what has knobs, or stands still, has one
    page.stage.settle()
    page.place()
    forms = of_artists(page.stage.figure, page.stage.moving)
    return Frame(said=page.sentence, parts=forms.texts, shapes=forms.shapes)
