"""What `03_mistake_bounds` shows: why mistakes run out, and what follows from it."""

from ...notebook.examples import ten_examples
from .cells import cells, first_cells
from .distances import distance_squeeze, overshoot, worst_lengths
from .false_claims import handicap, short_point, short_point_mistakes
from .nobody import LEARNERS, against_everybody
from .proof import comparators, squeeze
from .quizzes import quiz_longer, quiz_only_mistakes
from .risks import four_points, fresh_examples, leave_out, stream_means, unbiased
from .summary import landscape
from .tasks import check
from .worst_cases import dimensions, exponential, narrow_street, tight

__all__ = [
    "LEARNERS",
    "against_everybody",
    "cells",
    "check",
    "comparators",
    "dimensions",
    "distance_squeeze",
    "exponential",
    "first_cells",
    "four_points",
    "fresh_examples",
    "handicap",
    "landscape",
    "leave_out",
    "narrow_street",
    "overshoot",
    "quiz_longer",
    "quiz_only_mistakes",
    "short_point",
    "short_point_mistakes",
    "squeeze",
    "stream_means",
    "ten_examples",
    "tight",
    "unbiased",
    "worst_lengths",
]
