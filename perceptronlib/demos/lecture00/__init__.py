"""The pictures of `00_start_here`: a first line by hand, a first run, and two promises."""

from .first_line import by_hand, first_run
from .promises import gap_and_mistakes, two_learners

__all__ = ["by_hand", "first_run", "gap_and_mistakes", "two_learners"]
