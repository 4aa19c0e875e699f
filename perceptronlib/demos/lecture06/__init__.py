"""What `06_winnow` shows: Winnow, its account, the best possible, and the Perceptron beside it."""

from ...theory.theorems.littlestone import MistakeGame, disjunctions
from .beyond import at_least
from .halving import as_adversary, price, prices
from .mail import fresh_mail, heaviest, mails, mistakes_in_noise, noisy_mail, on_fresh_mail
from .quizzes import quiz_halving, quiz_million, quiz_never_halved
from .rounds import account, double_or_add, each_round
from .tasks import check
from .tree import mistake_tree
from .versus import (
    active_features,
    both,
    hadamard_counts,
    linear_or_logarithmic,
    sparse_counts,
    who_wins,
)
from .worst_streams import allowed, greedy, ours, seventeen, which_logarithm, worst_case

__all__ = [
    "MistakeGame",
    "account",
    "active_features",
    "allowed",
    "as_adversary",
    "at_least",
    "both",
    "check",
    "disjunctions",
    "double_or_add",
    "each_round",
    "fresh_mail",
    "greedy",
    "hadamard_counts",
    "heaviest",
    "linear_or_logarithmic",
    "mails",
    "mistake_tree",
    "mistakes_in_noise",
    "noisy_mail",
    "on_fresh_mail",
    "ours",
    "price",
    "prices",
    "quiz_halving",
    "quiz_million",
    "quiz_never_halved",
    "seventeen",
    "sparse_counts",
    "which_logarithm",
    "who_wins",
    "worst_case",
]
