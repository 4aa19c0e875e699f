"""What `01_perceptron` shows: cards and digits, lines, updates, runs, losses, a bias, gates."""

from .bias import corners_by_hand, gates, price_of_folding
from .digits import digit_by_digit, held_out_digits, threes_and_eights
from .lines import margin_by_hand, threshold_unit
from .literature import fold_and_normalise, rounded_rate, ties
from .losses import descent, kink, random_step
from .quizzes import quiz_one_update, quiz_rate
from .runs import left_or_right, three_modes, whole_run
from .summary import in_one_picture
from .tables import TABLE, cards, fresh_draws
from .tasks import check
from .updates import learning_rate, negative_mistake, positive_mistake, stubborn

__all__ = [
    "TABLE",
    "cards",
    "check",
    "corners_by_hand",
    "descent",
    "digit_by_digit",
    "fold_and_normalise",
    "fresh_draws",
    "gates",
    "held_out_digits",
    "in_one_picture",
    "kink",
    "learning_rate",
    "left_or_right",
    "margin_by_hand",
    "negative_mistake",
    "positive_mistake",
    "price_of_folding",
    "quiz_one_update",
    "quiz_rate",
    "random_step",
    "rounded_rate",
    "stubborn",
    "three_modes",
    "threes_and_eights",
    "threshold_unit",
    "ties",
    "whole_run",
]
