"""The reference of the library: its public names, by what they are for, from their docstrings."""

from __future__ import annotations

import inspect

import perceptronlib as pl
from perceptronlib.learners.base import Learner
from perceptronlib.learners.perceptrons import LinearLearner

ROOMS = (
    ("Learners", "They follow scikit-learn's conventions.", (
        "Perceptron", "LargeMarginPerceptron", "KernelPerceptron", "Winnow", "ExponentialWinnow",
        "BalancedWinnow", "WeightedMajority", "PNormPerceptron", "shuffled_runs",
        "ConvergenceWarning")),
    ("Rules and runs", "The heart of the library: a run is its mistakes.", ("Rule", "play", "Run")),
    ("Predicting", "", ("predict",)),
    ("Kernels", "", ("kernels",)),
    ("Samples", "", ("data", "features", "adversaries")),
    ("Theory", "", ("theorems", "margins", "comparators")),
    ("Notebooks", "", ("explore", "show", "quiz", "checked", "pictures")),
    ("The course", "", ("syllabus",)),
)  # fmt: skip
"""The public names, by what they are for."""


def reference() -> str:
    """The library's public names, from their docstrings."""
    listed = {name for _, _, names in ROOMS for name in names}
    if listed != {*pl.__all__}:
        raise ValueError(f"the reference and perceptronlib differ in {listed ^ {*pl.__all__}}")
    intro = "The public names, from their docstrings. Every example is run by the tests."
    parts = [_heading("Reference", "="), f"{intro} They are written here as in\n"]
    parts.append(".. code-block:: python\n\n   import perceptronlib as pl\n")
    for title, words, names in ROOMS:
        parts += [_heading(title, "-"), f"{words}\n"]
        parts += [_documented(name) for name in names]
        if title == "Learners":
            parts.append(_shared())
    return "\n".join(parts)


def _heading(title: str, line: str) -> str:
    return f"{title}\n{line * len(title)}\n"


def _documented(name: str) -> str:
    thing = getattr(pl, name)
    if isinstance(thing, type(pl)):
        members = ", ".join(one for one in thing.__all__ if one not in pl.__all__)
        options = f"   :members: {members}\n"
        return f"{_heading(f'pl.{name}', '~')}\n.. automodule:: {thing.__name__}\n{options}"
    place = f"{thing.__module__}.{name}"
    if not isinstance(thing, type):
        return f".. autofunction:: {place}\n"
    if issubclass(thing, Learner):  # what all of them do is told once
        return f".. autoclass:: {place}{_parameters(thing)}\n   :members:\n"
    return f".. autoclass:: {place}\n   :members:\n   :inherited-members: object, BaseException\n"


def _parameters(learner: type[Learner]) -> str:
    """A learner's parameters and their defaults, without their types."""
    signature = inspect.signature(learner)
    plain = [one.replace(annotation=one.empty) for one in signature.parameters.values()]
    return str(signature.replace(parameters=plain, return_annotation=signature.empty))


def _shared() -> str:
    """What every learner does, and what every learner with weights has besides."""
    bases = (f"{base.__module__}.{base.__name__}" for base in (Learner, LinearLearner))
    told = [f".. autoclass:: {base}()\n   :members:\n" for base in bases]
    told[0] += "   :inherited-members: Generic\n"
    return "\n".join([_heading("What every learner does", "~"), *told])
