"""All theorems that are stated as objects, by name.

>>> list(STATED)[:3]
['T1', 'T2', 'T3']
"""

from __future__ import annotations

from .stated import Stated
from .stated_margin import T7, T7_CONSTANT
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
        *(UPDATE, RATE_DOES_NOTHING, NO_XOR),
        *(T6, T6_SHARP, T10_MAJORITY, T10_SOFTMAX, T12, T12_BENDS),
    )
}
"""By the tag that marks the theorem's cells on a page."""
