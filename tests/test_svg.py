"""A piece of SVG is shorter than what matplotlib writes, and looks the same."""

import base64
import io
import re
from xml.etree import ElementTree as xml

import numpy as np
import pytest
from PIL import Image

from perceptronlib.notebook import pictures, svg


def looks(style):
    return dict(one.strip().split(":", 1) for one in style.split(";") if ":" in one)


def as_matplotlib_writes(figure):
    """The looks of each line of a collection, in full."""
    file = io.StringIO()
    figure.savefig(file, format="svg")
    (group,) = re.findall(r'<g id="LineCollection_1">(.*?)</g>', file.getvalue(), re.DOTALL)
    return [
        {k: v.strip() for k, v in looks(style).items()}
        for style in re.findall(r'style="([^"]*)"', group)
    ]


@pytest.mark.parametrize("colours", [["#0072b2"] * 4, ["#0072b2", "#d55e00"] * 2])
def test_what_all_lines_share_is_said_once_and_each_looks_as_before(colours):
    figure, ax = pictures.figure()
    lines = ax.vlines([0.1, 0.3, 0.4, 0.9], [0, 0.1, 0.2, 0.3], 1, colors=colours)
    (text,) = svg.of_artists(figure, [lines]).texts
    group = xml.fromstring(text)
    shared = looks(group.get("style", ""))
    assert len(group) == 4 and "stroke-width" in shared
    assert ("stroke" in shared) == (len({*colours}) == 1)
    assert "clip-path" in group.attrib and all("clip-path" not in one.attrib for one in group)
    given = [shared | looks(one.get("style", "")) for one in group]
    assert given == as_matplotlib_writes(figure)


def drawn(table, colours):
    """The piece of a table of places in a list of colours, and its picture."""
    figure, ax = pictures.figure()
    image = ax.imshow(np.array(colours, dtype=np.uint8)[table], interpolation="nearest")
    (text,) = svg.of_artists(figure, [image]).texts
    (content,) = re.findall(r'data:image/png;base64,([^"]+)"', text)
    return Image.open(io.BytesIO(base64.b64decode(content)))


def test_a_picture_of_few_colours_gets_a_palette_and_no_other_colour():
    colours = [(255, 255, 255), (0, 114, 178), (213, 94, 0)]
    image = drawn(np.arange(12).reshape(3, 4) % 3, colours)
    pixels = np.asarray(image.convert("RGB"))
    assert image.mode == "P" and {tuple(p) for p in pixels.reshape(-1, 3).tolist()} == {*colours}
    height, width, _ = pixels.shape
    middles = pixels[height // 6 :: height // 3, width // 8 :: width // 4][:3, :4]
    from_below = middles[::-1]  # matplotlib turns pictures over, and the page turns them back
    assert from_below.tolist() == np.array(colours)[np.arange(12).reshape(3, 4) % 3].tolist()


def test_a_picture_of_many_colours_stays_as_it_is():
    colours = [(i, j, 0) for i in range(0, 256, 8) for j in range(0, 256, 8)]
    assert drawn(np.arange(1024).reshape(32, 32), colours).mode == "RGBA"
