"""Every value of a picture on a page without a kernel, drawn by Python in the reader's browser.

A film leaves values between out where there are too many states. This module is what a page asks
instead, if the reader wants them all: `opened` says what can be set, `frame` draws one state. Both
answer in JSON, with the same pieces of SVG as a `film`. Used by the published course; no lecture
speaks of it.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import import_module

from .explore import Exploration
from .films import drawn, knobs_of
from .predict import Prediction
from .svg import DOTS, of_still

__all__ = ["frame", "opened"]


@cache
def picture(call: str) -> Exploration:
    """The picture that a function of a lecture's package shows.

    >>> picture("lecture00.by_hand")
    angle of w (degrees) = ...
    """
    lecture, function = call.split(".")
    shown = getattr(import_module(f"perceptronlib.demos.{lecture}"), function)()
    found = shown.then if isinstance(shown, Prediction) else shown
    assert isinstance(found, Exploration), f"{call} has no values to choose from"
    return found


def opened(call: str) -> str:
    """What can be set, with all values, and what stands still.

    >>> [*json.loads(opened("lecture00.by_hand"))]
    ['width', 'height', 'knobs', 'still', 'shapes']
    """
    found = picture(call)
    found.stage.settle()
    figure = found.stage.figure
    still, (width, height) = of_still(figure), figure.get_size_inches() * DOTS
    return json.dumps(
        {
            "width": float(width),
            "height": float(height),
            "knobs": knobs_of(found),
            "still": still.texts[0],
            "shapes": still.shapes,
        }
    )


def frame(call: str, places: list[int]) -> str:
    """The state with each knob at this place among its values.

    >>> json.loads(frame("lecture00.by_hand", [0]))["said"]
    'With w at 0 degrees the line gets 34 of 40 examples wrong.'
    """
    found = picture(call)
    chosen = zip(found.controls.items(), places, strict=True)
    return json.dumps(drawn(found.at(**{name: knob.values()[k] for (name, knob), k in chosen})))
