"""The pictures of `06_winnow`: Winnow, its worst case, and the perceptron."""

from .beyond import at_least
from .disjunctions import account, each_round, winnow
from .versus import (
    active_features,
    both,
    hadamard_counts,
    linear_or_logarithmic,
    sparse_counts,
    who_wins,
)
from .worst_streams import greedy, other_factors, ours, seventeen, which_logarithm, worst_case

__all__ = [
    "account",
    "active_features",
    "at_least",
    "both",
    "each_round",
    "greedy",
    "hadamard_counts",
    "linear_or_logarithmic",
    "other_factors",
    "ours",
    "seventeen",
    "sparse_counts",
    "which_logarithm",
    "who_wins",
    "winnow",
    "worst_case",
]
