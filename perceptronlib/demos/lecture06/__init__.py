"""The pictures of `06_winnow`: Winnow, its worst case, its relatives, and the perceptron."""

from .beyond import at_least, family, family_sample
from .disjunctions import account, each_round, winnow
from .shares import entropy, experts, majority, norm_rows, opinions, rates, rounds_wrong
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
    "entropy",
    "experts",
    "family",
    "family_sample",
    "greedy",
    "hadamard_counts",
    "linear_or_logarithmic",
    "majority",
    "norm_rows",
    "opinions",
    "other_factors",
    "ours",
    "rates",
    "rounds_wrong",
    "seventeen",
    "sparse_counts",
    "which_logarithm",
    "who_wins",
    "winnow",
    "worst_case",
]
