"""How pictures, sliders and quizzes look in a live notebook: the only module with ipywidgets.

It is loaded when the first of them is shown, and not before: pictures, sentences and stored pages
also work where there are no widgets, such as in a worker of the browser. Used by `explore`,
`predict` and `quiz`; no lecture speaks of it.
"""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from typing import Any

import ipywidgets
import traitlets

from ..course.formulas import typeset
from .controls import MOST_DIGITS, Choice, Control, Slider
from .stage import Picture, width_on_page

__all__ = ["flipped", "moved_by_sliders", "question", "still", "unfolded_by_an_answer"]

LEAST_LABEL, LETTER, TRACK = 96, 7.2, 380
"""Pixels: a label at least, a letter of it, and what is left for the track and its number."""


def _named(label: str, width: float) -> dict[str, Any]:
    """How a control shows its label: with Greek letters and indices, and in a given width.

    All controls of a picture get the same width, so that their tracks stand below each other.
    """
    return {
        "description": typeset(label),
        "description_allow_html": True,
        "style": {"description_width": f"{width:.0f}px"},
    }


def _width_of(*labels: str) -> float:
    """The width that the longest of these labels needs."""
    return max([LEAST_LABEL, *(LETTER * len(label) + 8 for label in labels)])


def _track(width: float) -> Any:
    """The size of a slider whose label has this width."""
    return ipywidgets.Layout(width=f"{width + TRACK:.0f}px", max_width="98%")


def _button(words: str, hint: str = "") -> Any:
    """A button as wide as its words."""
    return ipywidgets.Button(
        description=words, tooltip=hint or words, layout=ipywidgets.Layout(width="auto")
    )


def _in_a_row(*parts: Any) -> Any:
    """These parts side by side, on several lines where the page is narrow."""
    layout = ipywidgets.Layout(flex_flow="row wrap", align_items="center")
    return ipywidgets.HBox(parts, layout=layout)


PICTURE = "perceptronlib-picture"
AT_NIGHT = f"""<style>body[data-jp-theme-light="false"] .{PICTURE} {{
filter: invert(0.93) hue-rotate(180deg); }}</style>"""
"""In JupyterLab's dark theme pictures are dark, too; colours keep their hue. The rule travels with
the sentence, since a page has no style sheet of ours."""


def _spoken(sentence: str) -> str:
    """The sentence as a line that screen readers read out when it changes."""
    said = html.escape(sentence)
    return f'{AT_NIGHT}<p role="status" style="max-width: 56em; margin: 0">{said}</p>'


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
    image = _NamedImage(value=png, format="png", layout=layout, tooltip=picture.sentence)
    image.add_class(PICTURE)
    return image


def _knob(control: Control, width: float) -> Any:
    """The slider, or the row of buttons, for a control; its label gets so much width."""
    if isinstance(control, Choice):
        knob = ipywidgets.ToggleButtons(
            options=control.options, value=control.start, **_named(control.label, width)
        )
        knob.style.button_width = "auto"  # else long options are cut off
        return knob
    return _slider(control, width)


def _slider(control: Slider, width: float) -> Any:
    kind = ipywidgets.IntSlider if control.whole else ipywidgets.FloatSlider
    digits = min(control.digits, MOST_DIGITS)
    return kind(
        value=control.start,
        min=control.low,
        max=control.high,
        step=control.step,
        readout_format="d" if control.whole else f".{digits}f",
        layout=_track(width),
        **_named(control.label, width),
    )


def _value(control: Control, knob: Any) -> Any:
    """What a knob is set to; a slider's number without the dust of binary fractions."""
    return control.exact(knob.value) if isinstance(control, Slider) else knob.value


def _written(step: Any) -> str:
    """A step of a flip-book as its slider shows it."""
    return f"{round(float(step), MOST_DIGITS) + 0.0:g}" if isinstance(step, float) else str(step)


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
    width = _width_of(*(control.label for control in controls.values()))
    knobs = {name: _knob(control, width) for name, control in controls.items()}
    image = _image(start)
    sentence = ipywidgets.HTML(_spoken(start.sentence))

    def redraw(_: Any) -> None:
        try:
            now = at(**{name: _value(controls[name], knob) for name, knob in knobs.items()})
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
    button = _button("Reset", "Back to the start")
    button.on_click(reset)
    top = _in_a_row(ipywidgets.VBox([*knobs.values()]), button)
    return ipywidgets.VBox([top, image, sentence])


def flipped(label: str, steps: Sequence[Any], pages: Sequence[Picture], first: int) -> Any:
    """A slider, a play button, and two for single steps.

    Slider and play button are linked to the pages and sentences in the browser itself.

    >>> from perceptronlib.demos.lecture00 import two_learners
    >>> book = two_learners()
    >>> len(flipped(book.label, book.steps, book.pages, book.first).children)
    3
    """
    width = _width_of(label)
    knob = ipywidgets.SelectionSlider(
        options=[(_written(step), k) for k, step in enumerate(steps)],
        index=first,
        layout=_track(width),
        **_named(label, width),
    )
    play = ipywidgets.Play(value=first, min=0, max=len(pages) - 1, interval=400)
    back, on = _button("\u25c2 Back", "One step back"), _button("Next \u25b8", "One step on")

    def turn(by: int) -> None:
        knob.index = min(max(knob.index + by, 0), len(pages) - 1)

    back.on_click(lambda _: turn(-1))
    on.on_click(lambda _: turn(1))
    images = [_image(page, small=True) for page in pages]
    words = [ipywidgets.HTML(_spoken(page.sentence)) for page in pages]
    stacks = [ipywidgets.Stack(parts, selected_index=first) for parts in (images, words)]
    together = ipywidgets.VBox([_in_a_row(knob, back, on, play), *stacks])
    together.links = [  # they live as long as what they link
        ipywidgets.jslink((play, "value"), (knob, "index")),
        *(ipywidgets.jslink((knob, "index"), (stack, "selected_index")) for stack in stacks),
    ]
    return together


def unfolded_by_an_answer(replies: dict[str, str], picture: Callable[[], Any]) -> Any:
    """A button for each thing that a reader can say; once one is pressed, a reply and the picture.

    ``replies`` are HTML, one for each button; ``picture`` makes the widgets of the picture, when
    the first answer is given. The button that was pressed last is marked. Other answers may be
    tried afterwards.

    >>> box = unfolded_by_an_answer({"yes": "Right.", "no": "Not quite."}, ipywidgets.Text)
    >>> row, reply = box.children
    >>> row.children[1].click()
    >>> box.children[1].value, len(box.children)
    ('<p role="status" style="max-width: 56em; margin: 4px 0">Not quite.</p>', 3)
    """
    buttons = [_button(words) for words in replies]
    reply = ipywidgets.HTML(layout=ipywidgets.Layout(display="none"))
    box = ipywidgets.VBox([_in_a_row(*buttons), reply])
    box.add_class("prediction")

    def answered(pressed: Any) -> None:
        for button in buttons:
            chosen = button is pressed
            button.icon, button.style.font_weight = ("circle", "bold") if chosen else ("", "normal")
        said = replies[pressed.description]
        reply.layout.display = None
        reply.value = f'<p role="status" style="max-width: 56em; margin: 4px 0">{said}</p>'
        if len(box.children) == 2:
            box.children = (*box.children, picture())

    for button in buttons:
        button.on_click(answered)
    return box


UNDECIDED = "I have not decided yet"
"""The first option of a question, so that something is chosen at any time: a value None breaks
where the kernel runs in the browser."""


def question(text: str, answers: dict[str, tuple[str, str]]) -> Any:
    """The question, choices, and verdict and explanation of the answer that is chosen.

    All of it happens in the browser, with no kernel.

    >>> question("Is 9 prime?", {"no": ("Yes.", "It is 3 times 3.")}).children[2].children[1].value
    '<p role="status"><b>Yes.</b> It is 3 times 3.</p>'
    """
    title = ipywidgets.HTML(f"<p style='margin: 0'><b>{html.escape(text)}</b></p>")
    buttons = ipywidgets.RadioButtons(
        options=[UNDECIDED, *answers], index=0, layout=ipywidgets.Layout(width="auto")
    )
    verdicts = [
        ipywidgets.HTML(f'<p role="status"><b>{verdict}</b> {html.escape(why)}</p>')
        for verdict, why in answers.values()
    ]
    explanation = ipywidgets.Stack([ipywidgets.HTML(), *verdicts], selected_index=0)
    together = ipywidgets.VBox([title, buttons, explanation])
    together.links = [ipywidgets.jslink((buttons, "index"), (explanation, "selected_index"))]
    return together
