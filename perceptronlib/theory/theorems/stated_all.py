"""All theorems that are stated as objects, by name; lectures teach them.

>>> list(STATED)[:3]
['T1', 'T2', 'T3']
"""

from __future__ import annotations

from .stated import Stated
from .stated_cycling import T15, T15_CYCLING
from .stated_disjunctions import T9, T9_SPARSE, T14
from .stated_kernels import PDS, T1_KERNEL, T10_DUAL
from .stated_margin import T7, T7_CONSTANT
from .stated_nonseparable import T4, T5, T16
from .stated_norms import T12, T12_BENDS
from .stated_perceptron import T1, T2, T8
from .stated_sampling import T3, T3_UNBIASED, T11, T17
from .stated_shares import T6, T6_SHARP, T10_MAJORITY, T10_SOFTMAX
from .stated_small import NO_XOR, RATE_DOES_NOTHING, T10, T13, UPDATE

__all__ = ["STATED"]

STATED: dict[str, Stated] = {
    one.name: one
    for one in (
        *(T1, T2, T3, T3_UNBIASED, T7, T7_CONSTANT, T8, T10, T11, T13, T17),
        *(T4, T5, T15, T15_CYCLING, T16),
        *(UPDATE, RATE_DOES_NOTHING, NO_XOR),
        *(T1_KERNEL, T10_DUAL, PDS),
        *(T9, T9_SPARSE, T14),
        *(T6, T6_SHARP, T10_MAJORITY, T10_SOFTMAX, T12, T12_BENDS),
    )
}
"""By the tag that marks the theorem's cells on a page."""
