"""What tests see of a film: its files, its states, and what the library draws of the same."""

from __future__ import annotations

import gzip
import io
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import sources
from PIL import Image, ImageFilter

from perceptronlib.notebook.explore import Exploration
from perceptronlib.notebook.films import knobs_of
from tests.lecture_cells import picture_of

SITE = Path(__file__).resolve().parents[2] / "build" / "site"


@cache
def film_of(place: str) -> Any:
    """A film's file, read."""
    packed = (SITE / "_static" / "films" / f"{place}.json.gz").read_bytes()
    return json.loads(gzip.decompress(packed))


@cache
def places(name: str) -> dict[str, str]:
    """Each picture's function on a page, with its film."""
    kept = SITE.parent / "cache" / "pages" / name / "places"
    found: dict[str, str] = json.loads(kept.read_text())
    return found


@cache
def pictures(name: str) -> dict[str, Any]:
    """The library's own pictures behind the films of a page, by the films' names."""
    demo = sources.demo_of(name)
    return {place: picture_of(getattr(demo, call)()) for call, place in places(name).items()}


def drawn_by_the_library(name: str, place: str, at: list[int]) -> Any:
    """The picture at a state of its film, which has its knobs at these places."""
    picture, film = pictures(name)[place], film_of(place)
    if not isinstance(picture, Exploration):
        return picture.pages[at[0]] if film["knobs"] else picture.start
    values = {}
    for (label, control), whole, knob, k in zip(
        picture.controls.items(), knobs_of(picture), film["knobs"], at, strict=True
    ):
        values[label] = control.values()[whole["values"].index(knob["values"][k])]
    return picture.at(**values)


def state(film: Any, at: list[int]) -> int:
    """The number of the state with the knobs at these places."""
    found = 0
    for knob, k in zip(film["knobs"], at, strict=True):
        found = found * len(knob["values"]) + k
    return found


def difference(one: bytes, other: bytes) -> float:
    """How much two pictures differ to an eye that does not look at single dots, from 0 to 255.

    The mean over the worst hundredth of the picture.
    """
    first = Image.open(io.BytesIO(one)).convert("RGB")
    second = Image.open(io.BytesIO(other)).convert("RGB").resize(first.size, Image.LANCZOS)
    soft = ImageFilter.GaussianBlur(3)
    a, b = (np.asarray(image.filter(soft)).astype(float) for image in (first, second))
    far = np.sort(np.abs(a - b).max(axis=2).ravel())
    return float(far[-len(far) // 100 :].mean())
