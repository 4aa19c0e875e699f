"""The theorems of the course, each a function from a run to a `Certificate`."""

from .alternatives import gordan
from .ball import cycling
from .certificate import Assumption, Certificate, Failure, Step
from .compression import compression
from .embedding import embedding
from .entropy import winnow_entropy, winnow_entropy_sharp
from .identities import identities
from .large_margin import large_margin
from .littlestone import littlestone
from .majority import weighted_majority
from .nobody import nobody_better
from .nonseparable import deviations, hinge
from .norms import p_norm
from .perceptron import exponential, margin, novikoff
from .regrets import regret
from .sampling import leave_one_out, leave_one_out_is_unbiased, online_to_batch
from .winnow import sparse_disjunction, winnow_disjunction

__all__ = [
    "Assumption",
    "Certificate",
    "Failure",
    "Step",
    "compression",
    "cycling",
    "deviations",
    "embedding",
    "exponential",
    "gordan",
    "hinge",
    "identities",
    "large_margin",
    "leave_one_out",
    "leave_one_out_is_unbiased",
    "littlestone",
    "margin",
    "nobody_better",
    "novikoff",
    "online_to_batch",
    "p_norm",
    "regret",
    "sparse_disjunction",
    "weighted_majority",
    "winnow_disjunction",
    "winnow_entropy",
    "winnow_entropy_sharp",
]
