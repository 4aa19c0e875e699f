"""What `04_non_separable` shows: runs without an end, what a comparator lacks, and bounds."""

from .coin import coin, flat_pieces, three
from .embedding import new_coordinates, second_pass
from .endless import back_to_zero, in_a_ball
from .false_claims import again_and_again, long_comparator
from .hinge import across, cone, distance_to_cone
from .mail import answers_by_pass, email_allowed, email_bounds, emails, first_emails
from .quizzes import quiz_again, quiz_inside, quiz_proof
from .regret import against, towards
from .summary import best_bounds, slide
from .tables import crowd, ten
from .tasks import check
from .three_forms import bounds, line_and_roof, three_bounds, turn_comparator

__all__ = [
    "across",
    "again_and_again",
    "against",
    "answers_by_pass",
    "back_to_zero",
    "best_bounds",
    "bounds",
    "check",
    "coin",
    "cone",
    "crowd",
    "distance_to_cone",
    "first_emails",
    "flat_pieces",
    "in_a_ball",
    "line_and_roof",
    "long_comparator",
    "email_allowed",
    "email_bounds",
    "emails",
    "new_coordinates",
    "quiz_again",
    "quiz_inside",
    "quiz_proof",
    "second_pass",
    "slide",
    "ten",
    "three",
    "three_bounds",
    "towards",
    "turn_comparator",
]
