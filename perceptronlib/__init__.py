"""Mistake-driven learning: the Perceptron, Winnow, and theorems that check themselves.

    >>> import perceptronlib as pl
    >>> X, y = [[2, 1], [1, 3], [-1, 2], [-2, -1]], [1, 1, -1, -1]
    >>> run = pl.Perceptron(epochs=None).fit(X, y).run_
    >>> run
    <Run: 4 mistakes in 12 rounds (4 examples), converged>

Data flows one way: data, learner, run, then predictors and theorems. A run is its mistakes.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from . import kernels, predictors
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
from .playing import play
from .rules import Rule
from .runs import Run

__version__ = "0.1.0"

_ON_USE = (
    "adversaries",
    "comparators",
    "data",
    "demos",
    "engine",
    "explore",
    "features",
    "margins",
    "pictures",
    "syllabus",
    "theorems",
)
"""Modules that are loaded when they are first asked for, to keep the import quick."""

_FROM = {"quiz": "quizzes", "show": "explore"}
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
    "comparators",
    "data",
    "demos",
    "engine",
    "explore",
    "features",
    "kernels",
    "margins",
    "pictures",
    "play",
    "predictors",
    "quiz",
    "show",
    "shuffled_runs",
    "syllabus",
    "theorems",
]


def __getattr__(name: str) -> Any:
    if name in _ON_USE:
        return import_module(f"{__name__}.{name}")
    if name in _FROM:
        return getattr(import_module(f"{__name__}.{_FROM[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
