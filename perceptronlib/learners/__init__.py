"""The learners: scikit-learn's conventions outside, a run of mistakes inside.

`Perceptron`, `LargeMarginPerceptron` and `PNormPerceptron` add; `Winnow`, `ExponentialWinnow`,
`BalancedWinnow` and `WeightedMajority` multiply; `KernelPerceptron` counts.
"""

from .base import ConvergenceWarning, Learner, shuffled_runs
from .kernel import KernelPerceptron
from .perceptrons import LargeMarginPerceptron, LinearLearner, Perceptron, PNormPerceptron
from .winnows import BalancedWinnow, ExponentialWinnow, WeightedMajority, Winnow

__all__ = [
    "BalancedWinnow",
    "ConvergenceWarning",
    "ExponentialWinnow",
    "KernelPerceptron",
    "LargeMarginPerceptron",
    "Learner",
    "LinearLearner",
    "PNormPerceptron",
    "Perceptron",
    "WeightedMajority",
    "Winnow",
    "shuffled_runs",
]
