"""Steps of T10's dual form: counts of mistakes are as good as weights.

Of one coordinate: ``w`` is that of the weights, ``summed`` that of sum alpha_s y_s x_s. Of a score:
``wx`` is w.x, ``by_counts`` is sum alpha_s y_s (x_s.x). The certificate `identities` compares both
forms on a run; the proofs of the test suite prove these steps for every run. Taught in lecture 05.
"""

from __future__ import annotations

from .certificate import Statement

__all__ = ["DUAL_SCORE", "DUAL_WEIGHTS"]

DUAL_WEIGHTS = Statement("w = sum alpha y x", lambda q: q.w, lambda q: q.summed, equal=True)

DUAL_SCORE = Statement(
    "w.x = sum alpha_s y_s (x_s.x)", lambda q: q.wx, lambda q: q.by_counts, equal=True
)
