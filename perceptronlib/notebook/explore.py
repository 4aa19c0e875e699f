"""Sliders that answer in milliseconds.

A picture with sliders is three functions. ``data`` turns the sliders' values into the state of the
picture, that is, into everything that is to be shown (pure: no drawing). ``move`` puts the artists
of the figure where the state says, ``describe`` puts the same into one sentence. The state is a
small record with names, best a frozen dataclass; ``move`` and ``describe`` receive it whole, and
mypy checks that all three speak of the same record.

`explore` draws what stands still once and redraws only what moves; `flipbook` draws all the steps
of one slider beforehand and lets the browser turn them, with no kernel at all. Both work from the
keyboard, and say their sentence to a screen reader. A stored notebook keeps the picture and the
sentence of the start, or of what the controls name as ``kept`` where that tells more. Nothing
needs ipywidgets before it is shown live. Used in all lectures.

>>> from dataclasses import dataclass
>>> from perceptronlib import pictures
>>> @dataclass(frozen=True)
... class Squared:
...     x: float
...     square: float
>>> fig, ax = pictures.figure()
>>> ax.set(xlim=(0, 9), ylim=(0, 81))
[...]
>>> spot = pictures.Curve(ax, style="o")
>>> demo = explore(
...     fig,
...     data=lambda x: Squared(x, square=x**2),
...     move=lambda now: spot.move([now.x], [now.square]),
...     describe=lambda now: f"The square of {now.x} is {now.square}.",
...     x=slider("x", 0, 9, start=3),
... )
>>> demo
x = 3. The square of 3 is 9.
>>> demo.at(x=5).sentence
'The square of 5 is 25.'

A plain tuple (not a named one) is taken apart instead: ``move`` and ``describe`` take its entries
by position, which is how older pictures are written.

>>> explore(
...     fig,
...     data=lambda x: (x, x**2),
...     move=lambda x, square: spot.move([x], [square]),
...     describe=lambda x, square: f"The square of {x} is {square}.",
...     x=slider("x", 0, 9, start=3),
... )
x = 3. The square of 3 is 9.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar, overload

from matplotlib.figure import Figure

from .controls import Choice, Control, Slider, Value, choice, slider
from .shown import ShownPicture
from .stage import Picture, Stage

__all__ = [
    "Choice",
    "Exploration",
    "Flipbook",
    "Slider",
    "Still",
    "choice",
    "explore",
    "flipbook",
    "show",
    "slider",
]

State = TypeVar("State")


def _picture_of(
    state: Any, stage: Stage, move: Callable[..., None], describe: Callable[..., str]
) -> Picture:
    """The picture on this stage with its artists where the state says, and its sentence."""
    parts = state if type(state) is tuple else (state,)

    def place() -> None:
        move(*parts)

    def draw() -> Any:
        place()
        return stage.pixels()

    return Picture(draw, describe(*parts), stage, place)


class Still(ShownPicture):
    """A picture without sliders; made by `show`.

    >>> from perceptronlib import pictures
    >>> show(pictures.figure()[0], "An empty pair of axes.").start.png[:4]
    b'\\x89PNG'
    """

    def __init__(self, start: Picture) -> None:
        self.start, self.kept, self.caption = start, start, ""

    def widget(self) -> Any:
        """The picture and its sentence."""
        from . import widgets

        return widgets.still(self.start)


def show(figure: Figure, sentence: str) -> Still:
    """A figure that stands still, with the sentence that says what can be seen on it.

    >>> from perceptronlib import pictures
    >>> show(pictures.figure()[0], "An empty pair of axes.")
    An empty pair of axes.
    """
    if not sentence.strip():
        raise ValueError("show needs a sentence that says what is on the picture; got none")
    stage = Stage(figure)
    return Still(Picture(stage.pixels, sentence, stage))


class Exploration(ShownPicture):
    """A picture with sliders; made by `explore`.

    ``at`` gives its picture at any setting, ``settings`` the settings a test should visit.
    ``start`` is the picture a reader begins with, ``kept`` the one that a stored notebook shows.

    >>> from perceptronlib.demos.lecture00 import by_hand
    >>> [*by_hand().controls]
    ['degrees']
    """

    def __init__(
        self,
        figure: Figure,
        data: Callable[..., Any],
        move: Callable[..., None],
        describe: Callable[..., str],
        controls: dict[str, Control],
    ) -> None:
        self.stage, self.controls = Stage(figure), controls
        self.data, self.move, self.describe = data, move, describe
        self.values: dict[str, Value] = {name: knob.start for name, knob in controls.items()}
        stored = {name: knob.stored for name, knob in controls.items()}
        settings = ", ".join(f"{c.label} = {stored[name]}" for name, c in controls.items())
        self.caption = f"{settings}."
        self.start = self.at()
        self.kept = self.start if stored == self.values else self.at(**stored)

    def at(self, **values: Value) -> Picture:
        """The picture and the sentence at these values (and the start's, where none is given)."""
        state = self.data(**{**self.values, **values})
        return _picture_of(state, self.stage, self.move, self.describe)

    def settings(self) -> Iterator[dict[str, Value]]:
        """All that a test should visit: each control along its stops, and all the corners."""
        for name, control in self.controls.items():
            for stop in control.stops():
                yield {**self.values, name: stop}
        ends = [(c.stops()[0], c.stops()[-1]) for c in self.controls.values()]
        for corner in itertools.product(*ends):
            yield dict(zip(self.controls, corner, strict=True))

    def widget(self) -> Any:
        """Sliders, the picture, the sentence, and a button that goes back to the start."""
        from . import widgets

        return widgets.moved_by_sliders(self.start, self.controls, self.at)


@overload
def explore(
    figure: Figure,
    *,
    data: Callable[..., State],
    move: Callable[[State], None],
    describe: Callable[[State], str],
    **controls: Control,
) -> Exploration: ...
@overload
def explore(
    figure: Figure,
    *,
    data: Callable[..., tuple[Any, ...]],
    move: Callable[..., None],
    describe: Callable[..., str],
    **controls: Control,
) -> Exploration: ...
def explore(
    figure: Figure,
    *,
    data: Callable[..., Any],
    move: Callable[..., None],
    describe: Callable[..., str],
    **controls: Control,
) -> Exploration:
    """A picture with sliders, drawn by the kernel.

    ``data`` takes the controls' values by name and returns the state of the picture; ``move`` and
    ``describe`` take that state. Limits, ticks and titles stand still; use a `pictures.Note` for
    words that change. Where another setting tells more than the start, a control's ``kept`` says
    which is stored. The module's docstring has an example.

    >>> explore(Figure(), data=tuple, move=print, describe=str)
    Traceback (most recent call last):
        ...
    ValueError: explore needs a slider or a choice; got none
    """
    if not controls:
        raise ValueError("explore needs a slider or a choice; got none")
    return Exploration(figure, data, move, describe, controls)


class Flipbook(ShownPicture):
    """One picture for each step of a slider, all drawn when it is shown; made by `flipbook`.

    >>> from perceptronlib.demos.lecture00 import two_learners
    >>> two_learners().pages[1]
    With 8 features the Perceptron makes 6 mistakes, and Winnow makes 3.
    """

    def __init__(
        self,
        label: str,
        steps: Sequence[Any],
        pages: list[Picture],
        first: int,
        stored: int | None = None,
    ) -> None:
        self.label, self.steps, self.pages, self.first = label, steps, pages, first
        stored = first if stored is None else stored
        self.caption = f"{label} = {steps[stored]}."
        self.start, self.kept = pages[first], pages[stored]

    def widget(self) -> Any:
        """A slider, a play button and two for single steps, over the pages and their sentences."""
        from . import widgets

        return widgets.flipped(self.label, self.steps, self.pages, self.first)


@overload
def flipbook(
    figure: Figure,
    *,
    data: Callable[[Any], State],
    move: Callable[[State], None],
    describe: Callable[[State], str],
    label: str,
    steps: Sequence[Any],
    start: Any = None,
    kept: Any = None,
) -> Flipbook: ...
@overload
def flipbook(
    figure: Figure,
    *,
    data: Callable[[Any], tuple[Any, ...]],
    move: Callable[..., None],
    describe: Callable[..., str],
    label: str,
    steps: Sequence[Any],
    start: Any = None,
    kept: Any = None,
) -> Flipbook: ...
def flipbook(
    figure: Figure,
    *,
    data: Callable[[Any], Any],
    move: Callable[..., None],
    describe: Callable[..., str],
    label: str,
    steps: Sequence[Any],
    start: Any = None,
    kept: Any = None,
) -> Flipbook:
    """A picture with one slider, usually time, drawn beforehand and turned by the browser.

    ``data`` takes a step and returns the state of that page; ``move`` and ``describe`` take the
    state, as in `explore`. ``start`` is the step shown first (without it, the last), ``kept`` the
    one in a stored notebook (without it, the start): choose a telling one. For two sliders use
    `explore`.

    >>> from perceptronlib import pictures
    >>> fig, ax = pictures.figure()
    >>> note = pictures.Note(ax)
    >>> flipbook(fig, data=lambda t: t, move=lambda t: note.move(f"{t}"),
    ...          describe=lambda t: f"Round {t}.", label="t", steps=range(3))
    t = 2. Round 2.
    """
    if not len(steps):
        raise ValueError("flipbook needs steps to show; got none")
    stage = Stage(figure)
    pages = [_picture_of(data(step), stage, move, describe) for step in steps]
    first = len(steps) - 1 if start is None else list(steps).index(start)
    stored = first if kept is None else list(steps).index(kept)
    return Flipbook(label, steps, pages, first, stored)
