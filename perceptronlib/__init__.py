"""Mistake-driven learning: the Perceptron, Winnow, and theorems that check themselves.

    >>> import perceptronlib as pl
    >>> X, y = [[2, 1], [1, 3], [-1, 2], [-2, -1]], [1, 1, -1, -1]
    >>> run = pl.Perceptron(epochs=None).fit(X, y).run_
    >>> run
    <Run: 4 mistakes in 12 rounds (4 examples), converged>

The library is `core`, two screens of it its heart; everything else has a room of its own. Data
flows one way: samples, rule and play, run, then learners and theory, then pictures and sliders.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

from . import kernels
from .core.play import play
from .core.rules import Rule
from .core.runs import Run
from .learners import (
    BalancedWinnow,
    ConvergenceWarning,
    ExponentialWinnow,
    KernelPerceptron,
    LargeMarginPerceptron,
    Perceptron,
    PNormPerceptron,
    WeightedMajority,
    Winnow,
    shuffled_runs,
)

__version__ = "0.1.0"

INSTALL = 'python -m pip install "perceptronlib[course]"'
"""Brings what lectures and pictures need; the learners themselves do without it."""

ROOMS = {
    "adversaries": "samples",
    "comparators": "theory",
    "data": "samples",
    "explore": "notebook",
    "features": "samples",
    "margins": "theory",
    "pictures": "notebook",
    "predict": "core",
    "syllabus": "course",
    "theorems": "theory",
}
"""In which room a module lives; it is loaded when it is first asked for, to keep import quick."""

_FUNCTIONS = {
    "checked": "notebook.checked",
    "quiz": "notebook.quiz",
    "show": "notebook.explore",
}
"""Functions for notebooks, loaded from their modules in the same way."""

__all__ = [
    "BalancedWinnow",
    "ConvergenceWarning",
    "ExponentialWinnow",
    "KernelPerceptron",
    "LargeMarginPerceptron",
    "PNormPerceptron",
    "Perceptron",
    "Rule",
    "Run",
    "WeightedMajority",
    "Winnow",
    "adversaries",
    "checked",
    "comparators",
    "data",
    "explore",
    "features",
    "kernels",
    "margins",
    "pictures",
    "play",
    "predict",
    "quiz",
    "show",
    "shuffled_runs",
    "syllabus",
    "theorems",
]


def __getattr__(name: str) -> Any:
    try:
        if name in ROOMS:
            return import_module(f"{__name__}.{ROOMS[name]}.{name}")
        if name in _FUNCTIONS:
            return getattr(import_module(f"{__name__}.{_FUNCTIONS[name]}"), name)
    except ModuleNotFoundError as error:
        missing = f"{__name__}.{name} needs {error.name}, which is not installed; to install it"
        raise ImportError(f"{missing}: {INSTALL}", name=error.name) from error
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)


if sys.platform == "emscripten":  # in a browser
    from .notebook.browser import fetch_scipy_when_needed, show_arrays_as_elsewhere

    fetch_scipy_when_needed()
    show_arrays_as_elsewhere()
