"""Errors for people: what was given, what was expected, what to do.

`kinds` names what the library computes with; `numbers`, `tables`, `labels` and `importance` check
what is given, `fitted` what a fitted learner is asked. Knows nothing else of the library.
"""

from .fitted import column_names, name_trouble, not_fitted, scikit_learns
from .importance import importance_of
from .kinds import Array, Indices, Seed
from .labels import known_classes, one_against_rest, one_column, signs, signs_of
from .numbers import positive, whole
from .tables import (
    NotFinite,
    binary,
    finite,
    kernel_values,
    not_binary,
    not_finite,
    sparse_table,
    table,
)

__all__ = [
    "Array",
    "Indices",
    "NotFinite",
    "Seed",
    "binary",
    "column_names",
    "finite",
    "importance_of",
    "kernel_values",
    "known_classes",
    "name_trouble",
    "not_binary",
    "not_finite",
    "not_fitted",
    "one_against_rest",
    "one_column",
    "positive",
    "scikit_learns",
    "signs",
    "signs_of",
    "sparse_table",
    "table",
    "whole",
]
