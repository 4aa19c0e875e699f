"""The theorems of the course, each a function from a run to a `Certificate`."""

from .certificate import Assumption, Certificate, Failure, Step
from .perceptron import exponential, large_margin, margin, novikoff

__all__ = [
    "Assumption",
    "Certificate",
    "Failure",
    "Step",
    "exponential",
    "large_margin",
    "margin",
    "novikoff",
]
