"""Weights that multiply, from the log of mistakes alone: an oracle of the library's decisions.

All rules that multiply have weights exp(c S_i), where S_i adds up something over the mistakes
(net promotions, wrong answers of an expert, y x_i) and c is a constant: S is kept exactly, as
whole numbers, and exp(c S_i) has 50 digits wherever fewer could decide a round wrongly.
"""

from __future__ import annotations

from dataclasses import dataclass

import mpmath
import numpy as np

CLEAR = 1e-9
"""Rounds farther than this from their threshold are decided by logarithms of 64 bits."""

LIMB, SCALE = 30, 60
"""Sums are counted in units of 2^-60, as two whole numbers: the upper part and 30 bits."""


@dataclass(frozen=True)
class Sums:
    """Exact sums over the mistakes: unit 2^-60, value ``upper 2^30 + lower``."""

    upper: np.ndarray
    lower: np.ndarray

    @classmethod
    def before(cls, steps, mistakes, rounds):
        """The sums of ``steps`` (a row for each mistake) before each of the rounds, and at last."""
        scaled = np.ldexp(steps, SCALE - LIMB)
        upper = np.floor(scaled)
        lower = np.ldexp(scaled - upper, LIMB)
        assert (lower == np.rint(lower)).all(), "an entry has more than 60 binary places"
        zero = np.zeros((1, steps.shape[1]), dtype=np.int64)
        parts = [np.vstack([zero, np.cumsum(p.astype(np.int64), axis=0)]) for p in (upper, lower)]
        made = np.searchsorted(mistakes, np.arange(rounds + 1))  # mistakes made before round t
        return cls(*(part[made] for part in parts))

    def rough(self):
        """As floats of 64 bits."""
        upper, lower = self.upper.astype(np.longdouble), self.lower.astype(np.longdouble)
        return np.ldexp(upper, LIMB - SCALE) + np.ldexp(lower, -SCALE)

    def exact(self, t):
        """Those before round t, as fractions with a power of two below."""
        pairs = zip(self.upper[t].tolist(), self.lower[t].tolist(), strict=True)
        return [mpmath.mpf((upper << LIMB) + lower) / 2**SCALE for upper, lower in pairs]


def gap(x, logs, threshold=0):
    """How far sum_i x_i exp(logs_i) is above the threshold, relative to the size of both.

    With a threshold: relative to it. Without: relative to the sum of the sizes of the terms.
    """
    with mpmath.workdps(50):
        active = [(mpmath.mpf(v), log) for v, log in zip(x.tolist(), logs, strict=True) if v]
        if threshold:
            return (sum(v * mpmath.exp(log) for v, log in active) - threshold) / threshold
        top = max((log for _, log in active), default=0)
        terms = [v * mpmath.exp(log - top) for v, log in active]
        return sum(terms) / sum(map(abs, terms)) if terms else mpmath.mpf(0)


def gaps(X, sums, c, threshold=0):
    """The same for round t and row t of X, each as exact as it has to be."""
    with mpmath.workdps(50):
        factor = np.longdouble(mpmath.nstr(c, 30))
    logs = factor * sums.rough()[: len(X)]
    if threshold:
        result = ((X * np.exp(logs)).sum(axis=1) - threshold) / threshold
    else:
        top = np.where(X != 0, logs, -np.inf).max(axis=1, keepdims=True)
        with np.errstate(invalid="ignore"):
            terms = np.where(X != 0, X * np.exp(np.minimum(logs - top, 0)), 0)
            result = np.nan_to_num(terms.sum(axis=1) / np.abs(terms).sum(axis=1))
    for t in np.flatnonzero((np.abs(result) < CLEAR) & X.any(axis=1)):
        with mpmath.workdps(50):
            exact = [c * s for s in sums.exact(t)]
        result[t] = np.longdouble(mpmath.nstr(gap(X[t], exact, threshold), 25))
    return result
