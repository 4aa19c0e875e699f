"""The pictures of `02_variants`: orders, which weights of a run should answer, and margins."""

from .averages import LAZY, fading_errors, lazy_sum, survival
from .orders import many_orders, order_matters
from .votes import fresh_errors, three_answers, vote_or_average
from .wide_margins import ask_for_gamma, margin_for_eta, two_claims

__all__ = [
    "LAZY",
    "ask_for_gamma",
    "fading_errors",
    "fresh_errors",
    "lazy_sum",
    "many_orders",
    "margin_for_eta",
    "order_matters",
    "survival",
    "three_answers",
    "two_claims",
    "vote_or_average",
]
