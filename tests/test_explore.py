"""Sliders and flip-books without a browser: what is drawn, what moves, what is said."""

import io
import subprocess
import sys
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pages
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from PIL import Image

from perceptronlib import explore, pictures
from perceptronlib.notebook import server as nodelay
from perceptronlib.notebook.checked import checked
from perceptronlib.notebook.explore import flipbook, slider
from perceptronlib.notebook.predict import predict
from perceptronlib.notebook.quiz import quiz
from perceptronlib.notebook.stage import Picture, Stage, encode

VIEW = "application/vnd.jupyter.widget-view+json"


def decoded(png):
    return np.asarray(Image.open(io.BytesIO(png)))


@given(arrays(np.uint8, st.tuples(st.integers(1, 9), st.integers(1, 9), st.just(4))))
def test_pillow_reads_back_the_pixels_that_were_encoded(pixels):
    np.testing.assert_array_equal(decoded(encode(pixels)), pixels)


def test_a_smaller_picture_looks_the_same():
    fig, moving = turning()
    place(moving, 17)
    picture = Picture(Stage(fig).pixels, "An arrow, a line, a curve.")
    small = np.asarray(Image.open(io.BytesIO(picture.small)).convert("RGB")).astype(int)
    assert len(picture.small) < len(picture.png) / 2
    assert np.abs(small - decoded(picture.png)[:, :, :3]).max() <= 32


def turning():
    """A figure with a line, an arrow, a curve, rings and words that can be moved."""
    fig, (left, right) = pictures.figure(columns=2)
    pictures.plane(left, [[1, 2], [-1, 1]], [1, -1], reach=3.0)
    right.set(xlim=(0, 1), ylim=(0, 1))
    moving = (
        pictures.Boundary(left), pictures.Arrow(left), pictures.Marks(left),
        pictures.Curve(right), pictures.Bars(right, 2), pictures.Note(right),
    )  # fmt: skip
    return fig, moving


def place(moving, t):
    line, arrow, marks, curve, bars, note = moving
    w = pictures.angle(10 * t, 2)
    line.move(w, 0.3)
    arrow.move(w)
    marks.move([[1, 2]] if t % 2 else np.empty((0, 2)))
    curve.move([0, 1], [0, t / 40])
    bars.move([t / 40, 0.5])
    note.move(f"t = {t}")


def test_a_frame_is_what_drawing_everything_afresh_gives():
    """Redrawing only what moves leaves no trace of earlier frames, to the pixel."""
    fig, moving = turning()
    stage = Stage(fig)
    for t in (3, 17, 30):
        place(moving, t)
        frame = stage.pixels().copy()
    other, again = turning()
    place(again, 30)
    afresh = Stage(other).pixels().copy()
    np.testing.assert_array_equal(frame, afresh)
    for artist in other.findobj(lambda artist: artist.get_animated()):
        artist.set_animated(False)
        artist.set_zorder(10 + artist.get_zorder())  # moving artists lie in front
    other.canvas.draw()
    np.testing.assert_array_equal(frame, np.asarray(other.canvas.buffer_rgba()))


def exploration(**controls):
    fig, ax = pictures.figure(3, 2)
    ax.set(xlim=(0, 10), ylim=(0, 100))
    curve = pictures.Curve(ax, style="o")
    return explore.explore(
        fig,
        data=lambda x, power=2: (x, 1 / (9 - x), x**power),
        move=lambda x, inverse, value: curve.move([x], [value]),
        describe=lambda x, inverse, value: f"At {x} it is {value}.",
        **controls,
    )


def test_a_slider_changes_picture_and_sentence_and_reset_brings_them_back():
    shown = exploration(x=slider("x", 0, 8, start=2)).widget()
    bar, image, sentence = shown.children
    (knob,), button = bar.children[0].children, bar.children[1]
    first = image.value
    assert "At 2 it is 4." in sentence.value and image.tooltip == "At 2 it is 4."
    knob.value = 5
    assert "At 5 it is 25." in sentence.value and image.tooltip == "At 5 it is 25."
    assert image.value != first
    button.click()
    assert knob.value == 2 and np.array_equal(decoded(image.value), decoded(first))


def test_a_setting_that_fails_says_so_on_the_page_and_raises():
    shown = exploration(x=slider("x", 0, 9)).widget()
    knob = shown.children[0].children[0].children[0]
    with pytest.raises(ZeroDivisionError):
        knob.value = 9
    assert "This setting cannot be shown: division by zero" in shown.children[2].value


def test_a_sentence_with_signs_of_html_is_shown_as_it_is():
    fig, _ = pictures.figure(3, 2)
    how = {"move": lambda x: None, "describe": lambda x: f"{x} < 5 & so on."}
    shown = explore.explore(fig, data=lambda x: x, x=slider("x", 0, 4), **how).widget()
    assert "0 &lt; 5 &amp; so on." in shown.children[2].value


def test_settings_visit_ends_start_and_corners():
    demo = exploration(x=slider("x", 0, 8, start=3), power=explore.choice("power", 1, 2))
    seen = [(s["x"], s["power"]) for s in demo.settings()]
    assert {(0, 1), (8, 1), (3, 1), (3, 2), (0, 2), (8, 2)} <= set(seen)


@given(st.floats(-5, 5), st.integers(1, 60), st.floats(0.01, 2))
def test_stops_lie_on_the_slider_and_include_its_ends(low, steps, step):
    knob = slider("x", low, low + steps * step, step)
    stops = knob.stops()
    assert stops[0] == knob.low and stops[-1] == knob.high and knob.start in stops
    assert all(knob.low <= stop <= knob.high for stop in stops)


def test_a_stored_notebook_keeps_picture_and_sentence_and_a_live_one_has_widgets():
    data, metadata = exploration(x=slider("x", 0, 8, start=2))._repr_mimebundle_()
    assert data["text/plain"] == "x = 2. At 2 it is 4."
    assert data["image/png"].startswith(b"\x89PNG") and VIEW in data
    assert metadata["image/png"]["alt"] == "At 2 it is 4."


def book(**more):
    fig, ax = pictures.figure(3, 2)
    note = pictures.Note(ax)
    return flipbook(
        fig, data=lambda t: t, move=lambda t: note.move(str(t)),
        describe=lambda t: f"Page {t}.", label="t", **more,
    )  # fmt: skip


def test_a_flipbook_turns_in_the_browser():
    """One page and one sentence a step, linked to the slider's and the play button's position."""
    shown = book(steps=[1, 2, 4], start=2).widget()
    bar, images, words = shown.children
    knob, back, on, play = bar.children
    assert knob.index == play.value == images.selected_index == words.selected_index == 1
    assert len(images.children) == len(words.children) == 3 and play.max == 2
    linked = {(a.source[0], b[0]) for a in shown.links for b in [a.target]}
    assert linked == {(play, knob), (knob, images), (knob, words)}


def test_a_flipbook_goes_step_by_step_and_not_beyond_its_ends():
    knob, back, on, _ = book(steps=[1, 2, 4], start=2).widget().children[0].children
    seen = []
    for button in (on, on, back, back, back):
        button.click()
        seen.append(knob.label)
    assert seen == ["4", "4", "2", "1", "1"]


# ---------------------------------------------------------------- what a slider says


@pytest.mark.parametrize(
    ("step", "readout"), [(0.25, ".2f"), (0.1, ".1f"), (0.5, ".1f"), (0.02, ".2f"), (2.5, ".1f")]
)
def test_a_readout_never_rounds_a_value_away(step, readout):
    knob = exploration(x=slider("x", 0, 5, step)).widget().children[0].children[0].children[0]
    assert knob.readout_format == readout


def test_no_slider_says_minus_zero_or_thirty_zeros():
    knob = slider("x", -1, 1, 0.1)
    assert [str(knob.exact(v)) for v in (-0.0, -1e-17, 0.1 * 3)] == ["0.0", "0.0", "0.3"]
    assert all(len(str(stop)) <= 4 for stop in knob.stops(count=21))
    shown = exploration(x=knob).widget()
    shown.children[0].children[0].children[0].value = 0.1 * 3
    assert "At 0.3 it is" in shown.children[2].value


def test_the_steps_of_a_flipbook_are_written_as_people_write_them():
    knob = book(steps=[-0.0, 0.1 * 3, 1.0]).widget().children[0].children[0]
    assert [label for label, _ in knob.options] == ["0", "0.3", "1"]


def test_the_tracks_of_a_picture_stand_below_each_other():
    controls = {"x": slider("x", 0, 8), "power": slider("a rather long label of a power", 1, 2)}
    knobs = exploration(**controls).widget().children[0].children[0].children
    assert len({(k.style.description_width, k.layout.width) for k in knobs}) == 1


def test_labels_have_greek_letters_and_indices():
    knob = exploration(x=slider("eta < w_1", 0, 8)).widget().children[0].children[0].children[0]
    assert knob.description == "\u03b7 &lt; w<sub>1</sub>" and knob.description_allow_html


# ---------------------------------------------------------------- what is stored


def test_another_setting_than_the_start_can_be_kept():
    controls = {"x": slider("x", 0, 8, start=2, kept=7)}
    fig, _ = pictures.figure(3, 2)
    how = {"data": lambda x: x, "move": lambda x: None, "describe": lambda x: f"It is {x}."}
    demo = explore.explore(fig, **how, **controls)
    data, metadata = demo._repr_mimebundle_()
    assert data["text/plain"] == "x = 7. It is 7."
    assert metadata["image/png"]["alt"] == "It is 7." and demo.start.sentence == "It is 2."
    assert "It is 2." in demo.widget().children[2].value
    kept = book(steps=[1, 2, 4], start=2, kept=4)
    assert repr(kept) == "t = 4. Page 4." and kept.start.sentence == "Page 2."


def test_the_sentence_is_stored_for_eyes_and_hidden_where_widgets_live(monkeypatch):
    shown = []
    monkeypatch.setattr("IPython.display.display", lambda data, **_: shown.append(data))
    exploration(x=slider("x", 0, 8, start=2))._ipython_display_()
    picture, below = shown
    assert picture["image/png"] and "text/html" not in picture  # else HTML would be shown instead
    assert below["text/html"] == "<p><em>At 2 it is 4.</em></p>"
    assert below[VIEW]["model_id"] == ""  # JupyterLab: a view that was removed


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: slider("x", 3, 1), "needs low <= start <= high; got 3, 3, 1"),
        (lambda: slider("x", 0, 1, start=2), "got 0, 2, 1"),
        (lambda: exploration(), "needs a slider or a choice"),
        (lambda: book(steps=[]), "flipbook needs steps"),
        (lambda: quiz("?", {"a": "b"}, right="c"), "one of the choices"),
        (lambda: explore.show(pictures.figure()[0], " "), "needs a sentence"),
        (lambda: slider("x", 0, 1, kept=2), "keeps 2, which is not from 0 to 1"),
        (lambda: predict({"a": "b", "c": "d"}, right="e", then=book(steps=[1])), "one of the"),
        (lambda: predict({"a": "b"}, right="a", then=book(steps=[1])), "two choices or more"),
        (lambda: checked("No full stop"), "needs a sentence"),
    ],
)
def test_mistakes_of_an_author_get_a_sentence(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_small_messages_are_sent_at_once():
    """The extension makes every new kernel connection switch Nagle's algorithm off."""
    import asyncio
    from types import SimpleNamespace

    calls = []

    class Connection:
        websocket_handler = SimpleNamespace(set_nodelay=calls.append)

        async def connect(self):
            return "connected"

    settings = {"kernel_websocket_connection_class": Connection}
    app = SimpleNamespace(web_app=SimpleNamespace(settings=settings))
    nodelay._load_jupyter_server_extension(app)
    made = settings["kernel_websocket_connection_class"]
    assert asyncio.run(made().connect()) == "connected" and calls == [True]
    assert nodelay._jupyter_server_extension_points() == [
        {"module": "perceptronlib.notebook.server"}
    ]


# ---------------------------------------------------------------- the state of a picture


@dataclass(frozen=True)
class Squared:
    x: int
    square: int


class NamedSquared(NamedTuple):
    x: int
    square: int


@pytest.mark.parametrize("record", [Squared, NamedSquared])
def test_a_state_with_names_is_handed_over_whole(record):
    fig, ax = pictures.figure(3, 2)
    ax.set(xlim=(0, 10), ylim=(0, 100))
    spot = pictures.Curve(ax, style="o")
    demo = explore.explore(
        fig,
        data=lambda x: record(x, square=x**2),
        move=lambda now: spot.move([now.x], [now.square]),
        describe=lambda now: f"The square of {now.x} is {now.square}.",
        x=slider("x", 0, 9),
    )
    picture = demo.at(x=7)
    assert picture.sentence == "The square of 7 is 49." and picture.png
    assert spot.line.get_xydata().tolist() == [[7, 49]]


# ---------------------------------------------------------------- where there are no widgets

WIDGETS = ("ipywidgets", "traitlets", "IPython")

IMPORT_ALL = """
import importlib, pkgutil, sys
from perceptronlib import demos, explore, quiz
lectures = [importlib.import_module(f"{demos.__name__}.{info.name}")
            for info in pkgutil.iter_modules(demos.__path__)]
"""

DRAW_ONE_OF_EACH = """
import inspect
for lecture in lectures:
    kinds = {}
    for name in lecture.__all__:
        thing = getattr(lecture, name)
        if inspect.isfunction(thing):
            kind = inspect.signature(thing).return_annotation
            if kind in ("Exploration", "Flipbook", "Prediction") and len(kinds) < 2:
                shown = thing()
                kinds.setdefault(type(getattr(shown, "then", shown)).__name__, shown)
                if kind == "Prediction":
                    assert "widget" not in str(shown._repr_mimebundle_()[0].keys())
    sliders, book = kinds["Exploration"], kinds["Flipbook"]
    pictures = [sliders.at(**setting) for setting in sliders.settings()][-1], book.pages[-1]
    assert all(picture.png[:4] == b"\\x89PNG" and picture.sentence for picture in pictures)
    for shown in (sliders, book):
        data, metadata = shown._repr_mimebundle_()
        assert sorted(data) == ["image/png", "text/plain"] and metadata["image/png"]["alt"]
data, _ = quiz("Is 9 prime?", {"no": "It is 3 times 3."}, right="no")._repr_mimebundle_()
assert [*data] == ["text/plain", "text/html"]
print(*(lecture.__name__ for lecture in lectures))
"""


def python(code):
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_no_widgets_are_loaded_before_something_is_shown():
    code = f"{IMPORT_ALL}\nprint([name for name in {WIDGETS} if name in sys.modules])"
    assert python(code) == "[]"


@pytest.mark.once
def test_every_lecture_draws_where_there_are_no_widgets():
    """As in a worker of the browser: pictures, sentences and what a notebook stores all work."""
    absent = f"import sys\nsys.modules.update(dict.fromkeys({WIDGETS}))"
    drawn = python(f"{absent}\n{IMPORT_ALL}\n{DRAW_ONE_OF_EACH}").split()
    assert drawn == [
        f"perceptronlib.demos.lecture{name[:2]}" for name in pages.names() if name[0].isdigit()
    ]
