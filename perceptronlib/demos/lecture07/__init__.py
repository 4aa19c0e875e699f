"""The pictures of `07_experts`: shares, experts, and the family of Perceptron and Winnow."""

from .family import family, family_sample
from .shares import entropy, experts, majority, norm_rows, opinions, rates, rounds_wrong

__all__ = [
    "entropy",
    "experts",
    "family",
    "family_sample",
    "majority",
    "norm_rows",
    "opinions",
    "rates",
    "rounds_wrong",
]
