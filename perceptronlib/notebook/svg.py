"""A figure, or some of its artists, as short pieces of SVG that a page can put in their places.

matplotlib writes SVG at length: a hundred letters for what takes ten. A piece says the same with
path data in tenths of a point, each point as a step from the one before, with the looks that all
parts of a group share said once, and with letters, markers and clipping rectangles taken out: each
is named by its shape, so that a page holds it once, however many pictures use it. Used by `films`;
no lecture speaks of it.
"""

from __future__ import annotations

import base64
import hashlib
import io
import re
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree as xml

import numpy as np
from matplotlib import cbook, rc_context
from matplotlib.artist import Artist
from matplotlib.figure import Figure

__all__ = ["DOTS", "Pieces", "of_artists", "of_still", "steps"]

DOTS = 72
"""SVG's points to an inch."""

SETTINGS: dict[str, Any] = {
    "svg.hashsalt": "perceptronlib",  # else names inside the drawing change from time to time
    "svg.fonttype": "path",  # letters as outlines: no page needs to have the font
}

PIECE = "piece"
"""What the group of each artist is called while matplotlib writes."""

COMMAND = re.compile(r"([MLQCz])([^MLQCz]*)")
NUMBER = re.compile(r"-?\d*\.?\d+(?:e-?\d+)?")
PLACED = re.compile(r"(translate|matrix)\(([^)]*)\)")
REFERENCE = re.compile(r"url\(#([^)]*)\)")
INHERITED = ("fill", "stroke")
"""Looks that a group hands down to its parts begin like this; opacity of its own is not handed."""


@dataclass(frozen=True)
class Pieces:
    """Pieces of SVG, and the shapes they refer to, by name.

    >>> from perceptronlib import pictures
    >>> fig, ax = pictures.figure()
    >>> line = pictures.Curve(ax)
    >>> line.move([0.0, 1.0], [0.0, 0.5])
    >>> fig.canvas.draw()
    >>> [*of_artists(fig, [line.line]).shapes.values()]
    ['<clipPath><rect x="44.08" y="3" width="471.32" height="235.2"/></clipPath>']
    """

    texts: list[str]
    shapes: dict[str, str]


def of_artists(figure: Figure, artists: Sequence[Artist]) -> Pieces:
    """Each of these artists as a piece of SVG.

    >>> from perceptronlib import pictures
    >>> fig, ax = pictures.figure()
    >>> of_artists(fig, [pictures.Curve(ax).line, pictures.Marks(ax).line]).texts
    ['', '']
    """
    return _pieces(_drawn(figure, artists))


def of_still(figure: Figure) -> Pieces:
    """All of the figure that stands still, as one piece. The white ground is left to the page.

    >>> from perceptronlib import pictures
    >>> (still,) = of_still(pictures.figure()[0]).texts
    >>> "<path" in still and "defs" not in still
    True
    """
    return _pieces(_drawn(figure, [figure]))


def _drawn(figure: Figure, artists: Sequence[Artist]) -> str:
    """What matplotlib writes, each artist in a group of its own."""
    from matplotlib.backends.backend_svg import RendererSVG

    make: Any = RendererSVG  # matplotlib ships no types for it
    file = io.StringIO()
    width, height = figure.get_size_inches() * DOTS
    nothing = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    with ExitStack() as hidden, rc_context(SETTINGS):  # type: ignore[arg-type]
        hidden.enter_context(cbook._setattr_cm(figure, dpi=DOTS))
        for ground in (figure.patch, *(ax.patch for ax in figure.axes)):
            hidden.enter_context(cbook._setattr_cm(ground, _visible=False))
        renderer = make(width, height, file, None, image_dpi=2 * DOTS, metadata=nothing)
        for artist in artists:
            renderer.open_group(PIECE)
            artist.draw(renderer)
            renderer.close_group(PIECE)
        renderer.finalize()
    return file.getvalue()


def _pieces(text: str) -> Pieces:
    """What matplotlib wrote, short and in its parts."""
    root = xml.fromstring(text)
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    parts = [group for group in root if group.get("id", "").startswith(PIECE)]
    names, shapes = _taken_out(root)
    for element in root.iter():
        _refer(element, names)
        _shorten(element, digits=1)
    for group in [*root.iter("g")]:
        _hand_up(group)
    return Pieces(["".join(_flat(part)) for part in parts], shapes)


def _taken_out(root: Any) -> tuple[dict[str, str], dict[str, str]]:
    """Take definitions out: their new names by the old ones, and the shapes by their new names."""
    names: dict[str, str] = {}
    shapes: dict[str, str] = {}
    for parent in [*root.iter()]:
        for defined in parent.findall("defs"):
            parent.remove(defined)
            for shape in defined:
                old = shape.attrib.pop("id", None)
                if old is None:
                    continue  # a style sheet for all: the page has it, too
                for part in shape.iter():
                    _shorten(part, digits=2)
                text = "".join(_flat_one(shape))
                names[old] = "p" + hashlib.sha256(text.encode()).hexdigest()[:7]
                shapes[names[old]] = text
    return names, shapes


def _fewer_colours(address: str) -> str:
    """A picture within the picture, as a file with a palette where it has at most 256 colours."""
    from PIL import Image

    kind, _, content = address.partition(",")
    image = Image.open(io.BytesIO(base64.b64decode(content))).convert("RGBA")
    pixels = np.asarray(image).copy().view(np.uint32)[..., 0]
    colours, places = np.unique(pixels, return_inverse=True)
    opaque = bool((colours.view(np.uint8).reshape(-1, 4)[:, 3] == 255).all())
    if len(colours) > 256 or not opaque:
        return address
    small = Image.fromarray(places.reshape(pixels.shape).astype(np.uint8))
    small.putpalette(colours.view(np.uint8).reshape(-1, 4)[:, :3].tobytes())
    file = io.BytesIO()
    small.save(file, "png", optimize=True)
    return f"{kind},{base64.b64encode(file.getvalue()).decode()}"


def _refer(element: Any, names: dict[str, str]) -> None:
    """Call what was taken out by its new name; other names nobody needs."""
    element.attrib.pop("id", None)
    for key, value in [*element.attrib.items()]:
        if key.endswith("}href"):
            del element.attrib[key]
            inside = value.startswith("#")
            element.set("href", f"#{names[value[1:]]}" if inside else _fewer_colours(value))
        elif "url(#" in value:
            element.set(key, REFERENCE.sub(lambda found: f"url(#{names[found[1]]})", value))


def _shorten(element: Any, digits: int) -> None:
    """The same with fewer letters."""
    given = element.attrib
    if "d" in given:
        given["d"] = steps(given["d"], digits)
    for name in ("x", "y", "width", "height"):
        if name in given:
            given[name] = NUMBER.sub(lambda found: _rounded(float(found[0]), digits), given[name])
    if "transform" in given:  # what scales letters must stay as it is
        given["transform"] = PLACED.sub(
            lambda found: f"{found[1]}({_each_rounded(found[2])})", given["transform"]
        )
    if "style" in given:
        given["style"] = given["style"].replace("; ", ";").replace(": ", ":")


def _each_rounded(numbers: str) -> str:
    return NUMBER.sub(lambda found: _rounded(float(found[0]), 2), numbers)


def _rounded(number: float, digits: int) -> str:
    """
    >>> _rounded(12.3456, 1), _rounded(-0.52, 1), _rounded(3.0, 1), _rounded(-0.01, 1)
    ('12.3', '-.5', '3', '0')
    """
    text = f"{number:.{digits}f}".rstrip("0").rstrip(".") if digits else f"{number:.0f}"
    if text in ("-0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def steps(path: str, digits: int = 1) -> str:
    """Path data with each point as a step from the one before, rounded without adding up errors.

    >>> steps("M 10.04 20 L 11.06 20.5 L 12.1 19 Q 12 18 13 18 z")
    'm10 20 1.1.5 1-1.5q-.1-1 .9-1z'
    """
    scale = 10**digits
    here = start = (0, 0)
    said: list[str] = []
    last = ""
    for command, numbers in COMMAND.findall(path):
        if command == "z":
            said.append("z")
            here, last = start, ""
            continue
        found = [round(float(number) * scale) for number in numbers.split()]
        moves = []
        for k in range(0, len(found), 2):
            moves += [found[k] - here[0], found[k + 1] - here[1]]
        here = (found[-2], found[-1])
        start = here if command == "M" else start
        letter = command.lower()
        if letter != last:
            said.append(letter)
        said += [_rounded(move / scale, digits) for move in moves]
        last = "l" if command in "ML" else letter  # after a move, steps are lines
    return _joined(said)


def _joined(parts: list[str]) -> str:
    """Letters and numbers in a row, with a space only where two numbers would become one.

    >>> _joined(["m", "1", "2", "-3", ".5", ".5", "q", ".5"])
    'm1 2-3 .5.5q.5'
    """
    text, before = [], "m"
    for part in parts:
        if not before.isalpha() and (part[0].isdigit() or (part[0] == "." and "." not in before)):
            text.append(" ")
        text.append(part)
        before = part
    return "".join(text)


def _looks(element: Any) -> dict[str, str]:
    style = element.get("style", "")
    return dict(one.split(":", 1) for one in style.split(";") if ":" in one)


def _hand_up(group: Any) -> None:
    """Say once, on the group, what all of its paths share."""
    parts = list(group)
    if len(parts) < 2 or any(part.tag != "path" for part in parts) or "style" in group.attrib:
        return
    clips = {part.get("clip-path") for part in parts}
    if len(clips) == 1 and (clip := clips.pop()):
        group.set("clip-path", clip)
        for part in parts:
            del part.attrib["clip-path"]
    looks = [_looks(part) for part in parts]
    shared = {
        name: value
        for name, value in looks[0].items()
        if name.startswith(INHERITED) and all(other.get(name) == value for other in looks)
    }
    if shared:
        group.set("style", _style(shared))
        for part, look in zip(parts, looks, strict=True):
            own = {name: value for name, value in look.items() if name not in shared}
            part.attrib.pop("style")
            if own:
                part.set("style", _style(own))


def _style(looks: dict[str, str]) -> str:
    return ";".join(f"{name}:{value}" for name, value in looks.items())


def _flat(parent: Any) -> list[str]:
    """What is inside, without groups that say nothing."""
    return [text for child in parent for text in _flat_one(child)]


def _flat_one(element: Any) -> list[str]:
    inside = _flat(element)
    if element.tag == "metadata" or (element.tag == "g" and not inside):
        return []
    if element.tag == "g" and not element.attrib:
        return inside
    opening = " ".join([element.tag, *(f'{k}="{v}"' for k, v in element.attrib.items())])
    return [f"<{opening}>", *inside, f"</{element.tag}>"] if inside else [f"<{opening}/>"]
