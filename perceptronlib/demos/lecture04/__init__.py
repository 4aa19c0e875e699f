"""The pictures of `04_non_separable`: runs without an end, hinge losses, and three bounds."""

from .embedding import new_coordinates, second_pass
from .endless import back_to_zero, in_a_ball
from .false_claims import again_and_again, long_comparator
from .hinge import across, cone, distance_to_cone
from .summary import best_bounds, slide
from .tables import crowd, ten
from .three_forms import bounds, line_and_roof, three_bounds, turn_comparator, who_wins

__all__ = [
    "across",
    "again_and_again",
    "back_to_zero",
    "best_bounds",
    "bounds",
    "cone",
    "crowd",
    "distance_to_cone",
    "in_a_ball",
    "line_and_roof",
    "long_comparator",
    "new_coordinates",
    "second_pass",
    "slide",
    "ten",
    "three_bounds",
    "turn_comparator",
    "who_wins",
]
