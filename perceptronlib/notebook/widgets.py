"""How pictures, sliders and quizzes look in a live notebook: the only module with ipywidgets.

It is loaded when the first of them is shown, and not before: pictures, sentences and stored pages
also work where there are no widgets, such as in a worker of the browser. Used by `explore` and
`quiz`; no lecture speaks of it.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets
import numpy as np
import traitlets

from .controls import Choice, Control, Slider
from .stage import Picture, width_on_page

__all__ = ["flipped", "moved_by_sliders", "question", "still"]

WIDE_LABEL = {"description_width": "initial"}


def _track() -> Any:
    """The size of a slider."""
    return ipywidgets.Layout(width="520px", max_width="98%")


def _in_a_row(*parts: Any) -> Any:
    """These parts side by side, on several lines where the page is narrow."""
    layout = ipywidgets.Layout(flex_flow="row wrap", align_items="center")
    return ipywidgets.HBox(parts, layout=layout)


def _spoken(sentence: str) -> str:
    """The sentence as a line that screen readers read out when it changes."""
    return f'<p role="status" style="max-width: 56em; margin: 0">{html.escape(sentence)}</p>'


class _NamedImage(ipywidgets.Image):  # type: ignore[misc]
    """An image with a name for screen readers: its tooltip, which becomes its title.

    The browser's side (ipywidgets 8.1) sets a title only where a description is known to be
    empty, and breaks where there is none at all; images have none, so this one gets one.
    """

    description = traitlets.Unicode("").tag(sync=True)


def _image(picture: Picture, small: bool = False) -> Any:
    """The picture, with its sentence as its name."""
    png = picture.small if small else picture.png
    width = f"{width_on_page(png)}px"
    layout = ipywidgets.Layout(width=width, max_width="100%", align_self="flex-start")
    return _NamedImage(value=png, format="png", layout=layout, tooltip=picture.sentence)


def _knob(control: Control) -> Any:
    """The slider, or the row of buttons, for a control."""
    if isinstance(control, Choice):
        return ipywidgets.ToggleButtons(
            options=control.options,
            value=control.start,
            description=control.label,
            style={**WIDE_LABEL, "button_width": "auto"},  # else long options are cut off
        )
    return _slider(control)


def _slider(control: Slider) -> Any:
    kind = ipywidgets.IntSlider if control.whole else ipywidgets.FloatSlider
    digits = max(0, -int(np.floor(np.log10(control.step) + 1e-9)))
    return kind(
        value=control.start,
        min=control.low,
        max=control.high,
        step=control.step,
        description=control.label,
        readout_format="d" if control.whole else f".{digits}f",
        style=WIDE_LABEL,
        layout=_track(),
    )


def still(picture: Picture) -> Any:
    """A picture and its sentence.

    >>> from perceptronlib import pictures, show
    >>> still(show(pictures.figure()[0], "An empty pair of axes.").start).children[1].value
    '...An empty pair of axes...'
    """
    return ipywidgets.VBox([_image(picture), ipywidgets.HTML(_spoken(picture.sentence))])


def moved_by_sliders(
    start: Picture, controls: dict[str, Control], at: Callable[..., Picture]
) -> Any:
    """Sliders, the picture, the sentence, and a button that goes back to the start.

    ``at`` gives the picture for the values of the controls.

    >>> from perceptronlib.demos.lecture00 import by_hand
    >>> demo = by_hand()
    >>> len(moved_by_sliders(demo.start, demo.controls, demo.at).children)
    3
    """
    knobs = {name: _knob(control) for name, control in controls.items()}
    image = _image(start)
    sentence = ipywidgets.HTML(_spoken(start.sentence))

    def redraw(_: Any) -> None:
        try:
            now = at(**{name: knob.value for name, knob in knobs.items()})
            png = now.png
        except Exception as error:
            sentence.value = _spoken(f"This setting cannot be shown: {error}")
            raise
        with image.hold_sync():
            image.value, image.tooltip = png, now.sentence
        sentence.value = _spoken(now.sentence)

    def reset(_: Any) -> None:
        for name, knob in knobs.items():
            knob.value = controls[name].start

    for knob in knobs.values():
        knob.observe(redraw, names="value")
    button = ipywidgets.Button(description="Reset", tooltip="Back to the start")
    button.on_click(reset)
    top = _in_a_row(ipywidgets.VBox([*knobs.values()]), button)
    return ipywidgets.VBox([top, image, sentence])


def flipped(label: str, steps: Sequence[Any], pages: Sequence[Picture], first: int) -> Any:
    """A slider and a play button, linked to the pages and sentences in the browser itself.

    >>> from perceptronlib.demos.lecture00 import two_learners
    >>> book = two_learners()
    >>> len(flipped(book.label, book.steps, book.pages, book.first).children)
    3
    """
    knob = ipywidgets.SelectionSlider(
        options=[(str(step), k) for k, step in enumerate(steps)],
        index=first,
        description=label,
        style=WIDE_LABEL,
        layout=_track(),
    )
    play = ipywidgets.Play(value=first, min=0, max=len(pages) - 1, interval=400)
    images = [_image(page, small=True) for page in pages]
    words = [ipywidgets.HTML(_spoken(page.sentence)) for page in pages]
    stacks = [ipywidgets.Stack(parts, selected_index=first) for parts in (images, words)]
    together = ipywidgets.VBox([_in_a_row(knob, play), *stacks])
    together.links = [  # they live as long as what they link
        ipywidgets.jslink((play, "value"), (knob, "index")),
        *(ipywidgets.jslink((knob, "index"), (stack, "selected_index")) for stack in stacks),
    ]
    return together


def question(text: str, answers: dict[str, tuple[str, str]]) -> Any:
    """The question, buttons, and verdict and explanation of the answer that is chosen.

    >>> question("Is 9 prime?", {"no": ("Yes.", "It is 3 times 3.")}).children[2].children[0].value
    '<p role="status"><b>Yes.</b> It is 3 times 3.</p>'
    """
    title = ipywidgets.HTML(f"<p style='margin: 0'><b>{html.escape(text)}</b></p>")
    buttons = ipywidgets.RadioButtons(
        options=[*answers], value=None, layout=ipywidgets.Layout(width="auto")
    )
    verdicts = [
        ipywidgets.HTML(f'<p role="status"><b>{verdict}</b> {html.escape(why)}</p>')
        for verdict, why in answers.values()
    ]
    explanation = ipywidgets.Stack(verdicts, selected_index=None)
    together = ipywidgets.VBox([title, buttons, explanation])
    together.links = [ipywidgets.jslink((buttons, "index"), (explanation, "selected_index"))]
    return together
