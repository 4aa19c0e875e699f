"""The reference of the library: its public names, by what they are for, from their docstrings."""

from __future__ import annotations

import perceptronlib as pl

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
    return "\n".join(parts)


def _heading(title: str, line: str) -> str:
    return f"{title}\n{line * len(title)}\n"


def _documented(name: str) -> str:
    thing = getattr(pl, name)
    if isinstance(thing, type(pl)):
        members = ", ".join(one for one in thing.__all__ if one not in pl.__all__)
        options = f"   :members: {members}\n"
        return f"{_heading(f'pl.{name}', '~')}\n.. automodule:: {thing.__name__}\n{options}"
    kind = "class" if isinstance(thing, type) else "function"
    auto = {"class": "autoclass", "function": "autofunction"}[kind]
    options = (
        "   :members:\n   :inherited-members: object, BaseException\n" if kind == "class" else ""
    )
    return f".. {auto}:: {thing.__module__}.{name}\n{options}"
