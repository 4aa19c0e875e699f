"""The pictures of `01_perceptron`: a line, one mistake, a whole run, and what is left open."""

from .bias import fold_and_normalise, gates, price_of_folding
from .lines import margin_by_hand, threshold_unit
from .losses import descent, kink
from .runs import left_or_right, three_modes, whole_run
from .summary import in_one_picture
from .tables import TABLE, cards
from .updates import learning_rate, one_update, ties

__all__ = [
    "TABLE",
    "cards",
    "descent",
    "fold_and_normalise",
    "gates",
    "in_one_picture",
    "kink",
    "learning_rate",
    "left_or_right",
    "margin_by_hand",
    "one_update",
    "price_of_folding",
    "three_modes",
    "threshold_unit",
    "ties",
    "whole_run",
]
