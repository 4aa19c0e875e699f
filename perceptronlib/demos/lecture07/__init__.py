"""What `07_experts` shows: advice, shares, and the family of Perceptron and Winnow."""

from .committee import last_mails, learners_on_mail
from .doubling import doubling, simulation_table
from .family import family, family_sample, readings
from .halving import halve, struck_out, worst_advice
from .literature import rates, rounds_wrong
from .mails import experts_on_mail, first_mails, words_and_labels
from .majority import experts, four_days, opinions, total_weight
from .norms import unit_balls
from .outlook import boost, boosting, networks, two_layers
from .quizzes import (
    quiz_one_in_a_thousand,
    quiz_only_on_mistakes,
    quiz_twins,
    quiz_which_learner,
)
from .shares import ballots, chord, entropy
from .tasks import check

__all__ = [
    "ballots",
    "boost",
    "boosting",
    "check",
    "chord",
    "doubling",
    "entropy",
    "experts",
    "experts_on_mail",
    "family",
    "family_sample",
    "first_mails",
    "four_days",
    "halve",
    "last_mails",
    "learners_on_mail",
    "networks",
    "opinions",
    "quiz_one_in_a_thousand",
    "quiz_only_on_mistakes",
    "quiz_twins",
    "quiz_which_learner",
    "rates",
    "readings",
    "rounds_wrong",
    "simulation_table",
    "struck_out",
    "total_weight",
    "two_layers",
    "unit_balls",
    "words_and_labels",
    "worst_advice",
]
