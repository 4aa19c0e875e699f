"""The pictures of `03_mistake_bounds`: why mistakes run out, and what follows from it."""

from ...notebook.examples import ten_examples
from .false_claims import handicap, short_point, short_point_mistakes
from .proof import comparators, squeeze
from .risks import four_points, fresh_examples, leave_out, stream_means, unbiased
from .summary import landscape
from .worst_cases import dimensions, exponential, narrow_street, tight

__all__ = [
    "comparators",
    "dimensions",
    "exponential",
    "four_points",
    "fresh_examples",
    "handicap",
    "landscape",
    "leave_out",
    "narrow_street",
    "short_point",
    "short_point_mistakes",
    "squeeze",
    "stream_means",
    "ten_examples",
    "tight",
    "unbiased",
]
