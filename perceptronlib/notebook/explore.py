"""Sliders that answer in milliseconds.

A picture with sliders is three functions: ``data`` turns the sliders' values into what is to be
shown (pure: no drawing), ``move`` puts the artists of the figure where the data say, ``describe``
puts the same into one sentence. `explore` draws what stands still once and redraws only what
moves; `flipbook` draws all the steps of one slider beforehand and lets the browser turn them, with
no kernel at all. Both work from the keyboard, and say their sentence to a screen reader. A stored
notebook keeps the picture and the sentence of the start. Used in all lectures.

>>> from perceptronlib import pictures
>>> fig, ax = pictures.figure()
>>> ax.set(xlim=(0, 9), ylim=(0, 81))
[...]
>>> curve = pictures.Curve(ax, style="o")
>>> demo = explore(
...     fig,
...     data=lambda x: (x, x**2),
...     move=lambda x, square: curve.move([x], [square]),
...     describe=lambda x, square: f"The square of {x} is {square}.",
...     x=slider("x", 0, 9, start=3),
... )
>>> demo
x = 3. The square of 3 is 9.
>>> demo.at(x=5).sentence
'The square of 5 is 25.'
"""

from __future__ import annotations

import html
import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import ipywidgets as widgets
import numpy as np
import traitlets
from matplotlib.figure import Figure

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

WIDE = {"description_width": "initial"}


# -- what is turned ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Slider:
    """A number that the reader chooses, from ``low`` to ``high``; made by `slider`.

    >>> slider("x", 0, 10, 5, start=5).stops()
    [0, 5, 10]
    """

    label: str
    low: float
    high: float
    step: float
    start: float

    def widget(self) -> Any:
        """The slider itself."""
        whole = all(isinstance(v, int) for v in (self.low, self.high, self.step, self.start))
        kind = widgets.IntSlider if whole else widgets.FloatSlider
        digits = max(0, -int(np.floor(np.log10(self.step) + 1e-9)))
        return kind(
            value=self.start,
            min=self.low,
            max=self.high,
            step=self.step,
            description=self.label,
            readout_format="d" if whole else f".{digits}f",
            style=WIDE,
            layout=widgets.Layout(width="520px", max_width="98%"),
        )

    def stops(self, count: int = 7) -> list[Any]:
        """Lowest, highest, start, and some between: where a test should look."""
        last = round((self.high - self.low) / self.step)
        between = {round(k * last / (count - 1)) for k in range(count)}
        values = {self.low + k * self.step for k in between} | {self.start, self.low, self.high}
        return sorted(min(value, self.high) for value in values)


@dataclass(frozen=True)
class Choice:
    """One of a few options; made by `choice`.

    >>> choice("tie rule", "le", "plus").stops()
    ['le', 'plus']
    """

    label: str
    options: tuple[Any, ...]
    start: Any

    def widget(self) -> Any:
        """The buttons themselves."""
        return widgets.ToggleButtons(
            options=self.options,
            value=self.start,
            description=self.label,
            style={**WIDE, "button_width": "auto"},  # else long options are cut off
        )

    def stops(self) -> list[Any]:
        """All of them."""
        return list(self.options)


def slider(
    label: str, low: float, high: float, step: float = 1, *, start: float | None = None
) -> Slider:
    """A slider for `explore`: whole numbers if all of its numbers are.

    >>> slider("noise (%)", 0, 40, 5, start=10)
    Slider(label='noise (%)', low=0, high=40, step=5, start=10)
    """
    start = low if start is None else start
    if not (low <= start <= high and low < high and step > 0):
        raise ValueError(f"slider {label!r} needs low <= start <= high; got {low}, {start}, {high}")
    return Slider(label, low, high, step, start)


def choice(label: str, *options: Any, start: Any = None) -> Choice:
    """A choice for `explore` between a few options; the first one is the start.

    >>> choice("tie rule", "le", "plus").start
    'le'
    """
    return Choice(label, options, options[0] if start is None else start)


# -- what is shown -----------------------------------------------------------------------------


def _said(sentence: str) -> str:
    """The sentence as a line that screen readers read out when it changes."""
    return f'<p role="status" style="max-width: 56em; margin: 0">{html.escape(sentence)}</p>'


class _NamedImage(widgets.Image):  # type: ignore[misc]
    """An image with a name for screen readers: its tooltip, which becomes its title.

    The browser's side (ipywidgets 8.1) sets a title only where a description is known to be
    empty, and breaks where there is none at all; images have none, so this one gets one.
    """

    description = traitlets.Unicode("").tag(sync=True)


def _width(png: bytes) -> int:
    """How wide a picture is shown: at two thirds of its size in dots."""
    return int.from_bytes(png[16:20], "big") * 2 // 3


def _image(png: bytes, sentence: str) -> Any:
    """The picture, with its sentence as its name."""
    layout = widgets.Layout(width=f"{_width(png)}px", max_width="100%", align_self="flex-start")
    return _NamedImage(value=png, format="png", layout=layout, tooltip=sentence)


class _Shown:
    """Something a notebook shows as widgets, and keeps as a picture and a text."""

    start: Picture
    caption: str

    def widget(self) -> Any:
        """Fresh widgets."""
        raise NotImplementedError(f"{type(self).__name__} does not say what it shows")

    def __repr__(self) -> str:
        return f"{self.caption} {self.start.sentence}"

    def _repr_mimebundle_(self, **_: Any) -> Any:
        kind = "application/vnd.jupyter.widget-view+json"
        view = self.widget()._repr_mimebundle_()[kind]
        png = self.start.small
        data = {"image/png": png, "text/plain": repr(self), kind: view}
        return data, {"image/png": {"width": _width(png), "alt": self.start.sentence}}


def _moved(
    stage: Stage, move: Callable[..., None], describe: Callable[..., str], shown: tuple[Any, ...]
) -> Picture:
    """The picture on this stage with its artists where ``shown`` says, and its sentence."""

    def draw() -> Any:
        move(*shown)
        return stage.pixels()

    return Picture(draw, describe(*shown))


class Still(_Shown):
    """A picture without sliders; made by `show`.

    >>> from perceptronlib import pictures
    >>> show(pictures.figure()[0], "An empty pair of axes.").start.png[:4]
    b'\\x89PNG'
    """

    def __init__(self, start: Picture) -> None:
        self.start, self.caption = start, ""

    def __repr__(self) -> str:
        return self.start.sentence

    def widget(self) -> Any:
        """The picture and its sentence."""
        sentence = widgets.HTML(_said(self.start.sentence))
        return widgets.VBox([_image(self.start.png, self.start.sentence), sentence])


def show(figure: Figure, sentence: str) -> Still:
    """A figure that stands still, with the sentence that says what can be seen on it.

    >>> from perceptronlib import pictures
    >>> show(pictures.figure()[0], "An empty pair of axes.")
    An empty pair of axes.
    """
    if not sentence.strip():
        raise ValueError("show needs a sentence that says what is on the picture; got none")
    return Still(Picture(Stage(figure).pixels, sentence))


class Exploration(_Shown):
    """A picture with sliders; made by `explore`.

    ``at`` gives its picture at any setting, ``settings`` the settings a test should visit.

    >>> from perceptronlib.demos.lecture00 import by_hand
    >>> [*by_hand().controls]
    ['degrees']
    """

    def __init__(
        self,
        figure: Figure,
        data: Callable[..., tuple[Any, ...]],
        move: Callable[..., None],
        describe: Callable[..., str],
        controls: dict[str, Slider | Choice],
    ) -> None:
        self.stage, self.controls = Stage(figure), controls
        self.data, self.move, self.describe = data, move, describe
        self.values = {name: control.start for name, control in controls.items()}
        settings = ", ".join(f"{c.label} = {c.start}" for c in controls.values())
        self.caption = f"{settings}."
        self.start = self.at()

    def at(self, **values: Any) -> Picture:
        """The picture and the sentence at these values (and the start's, where none is given)."""
        shown = self.data(**{**self.values, **values})
        return _moved(self.stage, self.move, self.describe, shown)

    def settings(self) -> Iterator[dict[str, Any]]:
        """All that a test should visit: each control along its stops, and all the corners."""
        for name, control in self.controls.items():
            for stop in control.stops():
                yield {**self.values, name: stop}
        ends = [(c.stops()[0], c.stops()[-1]) for c in self.controls.values()]
        for corner in itertools.product(*ends):
            yield dict(zip(self.controls, corner, strict=True))

    def widget(self) -> Any:
        """Sliders, the picture, the sentence, and a button that goes back to the start."""
        knobs = {name: control.widget() for name, control in self.controls.items()}
        image = _image(self.start.png, self.start.sentence)
        sentence = widgets.HTML(_said(self.start.sentence))

        def redraw(_: Any = None) -> None:
            try:
                now = self.at(**{name: knob.value for name, knob in knobs.items()})
                png = now.png
            except Exception as error:
                sentence.value = _said(f"This setting cannot be shown: {error}")
                raise
            with image.hold_sync():
                image.value, image.tooltip = png, now.sentence
            sentence.value = _said(now.sentence)

        def reset(_: Any) -> None:
            for name, knob in knobs.items():
                knob.value = self.values[name]

        for knob in knobs.values():
            knob.observe(redraw, names="value")
        button = widgets.Button(description="Reset", tooltip="Back to the start")
        button.on_click(reset)
        top = widgets.VBox([*knobs.values()])
        return widgets.VBox([widgets.HBox([top, button], layout=_WRAP), image, sentence])


_WRAP = widgets.Layout(flex_flow="row wrap", align_items="center")


def explore(
    figure: Figure,
    *,
    data: Callable[..., tuple[Any, ...]],
    move: Callable[..., None],
    describe: Callable[..., str],
    **controls: Slider | Choice,
) -> Exploration:
    """A picture with sliders, drawn by the kernel.

    ``data`` takes the controls' values by name and returns a tuple; ``move`` and ``describe`` take
    that tuple's entries. Limits, ticks and titles stand still; use a `pictures.Note` for words
    that change. The module's docstring has an example.

    >>> explore(Figure(), data=tuple, move=print, describe=str)
    Traceback (most recent call last):
        ...
    ValueError: explore needs a slider or a choice; got none
    """
    if not controls:
        raise ValueError("explore needs a slider or a choice; got none")
    return Exploration(figure, data, move, describe, controls)


class Flipbook(_Shown):
    """One picture for each step of a slider, all drawn when it is shown; made by `flipbook`.

    >>> from perceptronlib.demos.lecture00 import two_learners
    >>> two_learners().pages[1]
    With 4 features the Perceptron errs 4 times, Winnow 2 times.
    """

    def __init__(self, label: str, steps: Sequence[Any], pages: list[Picture], first: int) -> None:
        self.label, self.steps, self.pages, self.first = label, steps, pages, first
        self.caption, self.start = f"{label} = {steps[first]}.", pages[first]

    def widget(self) -> Any:
        """A slider and a play button, linked to the pages and sentences in the browser itself."""
        knob = widgets.SelectionSlider(
            options=[(str(step), k) for k, step in enumerate(self.steps)],
            index=self.first,
            description=self.label,
            style=WIDE,
            layout=widgets.Layout(width="520px", max_width="98%"),
        )
        play = widgets.Play(value=self.first, min=0, max=len(self.pages) - 1, interval=400)
        images = [_image(page.small, page.sentence) for page in self.pages]
        words = [widgets.HTML(_said(page.sentence)) for page in self.pages]
        pages, said = (widgets.Stack(some, selected_index=self.first) for some in (images, words))
        links = [widgets.jslink((play, "value"), (knob, "index"))]
        for stack in (pages, said):
            links.append(widgets.jslink((knob, "index"), (stack, "selected_index")))
        shown = widgets.VBox([widgets.HBox([knob, play], layout=_WRAP), pages, said])
        shown.links = links  # they live as long as what they link
        return shown


def flipbook(
    figure: Figure,
    *,
    data: Callable[[Any], tuple[Any, ...]],
    move: Callable[..., None],
    describe: Callable[..., str],
    label: str,
    steps: Sequence[Any],
    start: Any = None,
) -> Flipbook:
    """A picture with one slider, usually time, drawn beforehand and turned by the browser.

    ``data`` takes a step; ``move`` and ``describe`` take the entries of what it returns, as in
    `explore`. ``start`` is the step shown first and kept in the stored notebook: choose a telling
    one (without it, the last). For two sliders use `explore`.

    >>> from perceptronlib import pictures
    >>> fig, ax = pictures.figure()
    >>> note = pictures.Note(ax)
    >>> flipbook(fig, data=lambda t: (t,), move=lambda t: note.move(f"{t}"),
    ...          describe=lambda t: f"Round {t}.", label="t", steps=range(3))
    t = 2. Round 2.
    """
    if not len(steps):
        raise ValueError("flipbook needs steps to show; got none")
    stage = Stage(figure)
    pages = [_moved(stage, move, describe, data(step)) for step in steps]
    first = len(steps) - 1 if start is None else list(steps).index(start)
    return Flipbook(label, steps, pages, first)
