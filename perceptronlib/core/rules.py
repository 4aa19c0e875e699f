"""Rules: when a learner changes its mind, and how.

A rule is all that distinguishes the online learners with a weight vector from one another. It
says from which weights to start, which rounds count as mistakes, and how a mistake is learned.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ..validate import Array, not_finite

__all__ = ["TIES", "Decision", "Rule", "p_norm_link"]

TIES = {
    "le": (True, True),
    "plus": (True, False),
    "minus": (False, True),
    "strict": (False, False),
}
"""Is a score of exactly zero a mistake, for y = -1 and for y = +1?

``le`` (the course's rule): y w.x <= 0 is a mistake. ``plus``: sgn(0) = +1. ``minus``:
sgn(0) = -1. ``strict``: only y w.x < 0 is a mistake, so w = 0 never moves (lecture 01)."""

UPDATES = ("add", "multiply", "exponentiate", "balanced", "majority", "p_norm")

SMALL = 1e-200
"""Weights and scores below this are taken from their logarithms: they may have lost digits."""


class Decision:
    """What all rules share, with weights or without: how a gap becomes a mistake or an answer.

    >>> Rule(ties="minus").predicts(np.array([-2.0, 0.0, 2.0]))
    array([-1., -1.,  1.])
    """

    ties: str

    def __post_init__(self) -> None:
        if self.ties not in TIES:
            raise ValueError(f"ties must be one of {', '.join(TIES)}; got {self.ties!r}")

    def is_wrong(self, gap: float, y: float) -> bool:
        """Is a round a mistake whose score is ``gap`` on the right side of its threshold?"""
        if not math.isfinite(gap):
            raise not_finite()
        return bool(gap < 0 or (gap == 0 and TIES[self.ties][1 if y > 0 else 0]))

    def predicts(self, scores: Array) -> Array:
        """+1 or -1 for each score; what zero means follows the tie rule (``minus``: -1)."""
        above = scores > 0 if self.ties == "minus" else scores >= 0
        return np.where(above, 1.0, -1.0)


@dataclass(frozen=True)
class Rule(Decision):
    """When to learn and how: the whole difference between the learners of this course.

    A round with example x and label y is a mistake when

        y (w.x - threshold) < margin + slope |w|,

    or when both sides are equal and ``ties`` counts that as a mistake. Then

    - ``add``: w += rate y x (perceptrons);
    - ``multiply``: active weights are multiplied by rate (y = +1) or divided (Winnow);
    - ``exponentiate``: w_i *= exp(rate y x_i), then w is divided by its sum (Winnow(eta));
    - ``balanced``: the same for the features (x, -x); w is the difference of the two halves;
    - ``majority``: weights with y x_i < 0 are multiplied by rate (weighted majority);
    - ``p_norm``: theta += rate y x and w is the gradient of |theta|_p^2 / 2.

    Behind the weights stand sums ``theta`` over the mistakes, of which w is a function
    (`from_sums`). Where multiplying would leave the range of floats, w is computed from them.
    Taught in lectures 01, 02 and 06.

    >>> rule = Rule(rate=2.0)
    >>> w = rule.start(2)
    >>> rule.errs(w, np.array([1.0, 3.0]), -1.0)
    True
    >>> rule.learn(w, w, np.array([1.0, 3.0]), -1.0); w
    array([-2., -6.])
    """

    update: str = "add"
    rate: float = 1.0
    threshold: float = 0.0
    margin: float = 0.0
    slope: float = 0.0
    ties: str = "le"
    p: float = 2.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.update not in UPDATES:
            raise ValueError(f"update must be one of {', '.join(UPDATES)}; got {self.update!r}")

    def start(self, d: int) -> Array:
        """The weights before the first round: 0, or 1, or 1/d each."""
        if self.update == "exponentiate":
            return np.full(d, 1.0 / d)
        return np.ones(d) if self.update in ("multiply", "majority") else np.zeros(d)

    def sums(self, w: Array) -> Array:
        """theta before the first round; for ``add`` it is w itself, the very array."""
        if self.update == "add":
            return w
        if (w == self.start(len(w))).all():
            return np.zeros(len(w))
        if self.update in ("balanced", "p_norm"):
            kind = self.update.replace("_", "-")
            raise ValueError(f"start cannot be given for a {kind} rule: it starts at theta = 0")
        if (w < 0).any():
            raise ValueError(f"start must not be negative for a rule that multiplies; got {w}")
        with np.errstate(divide="ignore"):
            logs: Array = np.log(w)
        return logs / (self.rate if self.update == "exponentiate" else abs(math.log(self.rate)))

    def errs(self, w: Array, x: Array, y: float, theta: Array | None = None) -> bool:
        """Is this round a mistake? The textbook's own test, with the score x.dot(w).

        With ``theta`` a score too small for a float is decided by the logarithms of the weights.
        """
        size = math.sqrt(w.dot(w)) if self.slope else 0.0
        gap = y * (x.dot(w) - self.threshold) - (self.margin + self.slope * size)
        if theta is not None and self._is_lost(gap, w, x):
            gap = y * self._sign_by_sums(theta, x)
        return self.is_wrong(gap, y)

    def learn(self, theta: Array, w: Array, x: Array, y: float) -> None:
        """Change the weights in place, and the sums behind them (theta; w itself if none are kept).

        Where multiplying would lose digits, the weights are computed from their sums.
        """
        if self.update == "add":
            w += self.rate * y * x
            return
        if self.update in ("p_norm", "balanced"):
            theta += y * x if self.update == "balanced" else self.rate * y * x
            w[:] = self.from_sums(theta)
            return
        if self.update == "multiply":
            active = x > 0
            w[active] = w[active] * self.rate if y > 0 else w[active] / self.rate
            if theta is not w:
                theta[active] += y
                self._keep_in_range(theta, w)
            return
        if self.update == "majority":
            step = np.where(y * x < 0, -1.0, 0.0)
            w[y * x < 0] *= self.rate
        else:
            step = y * x
            with np.errstate(over="ignore", invalid="ignore"):
                w *= np.exp(self.rate * y * x)
                w /= w.sum()
        if theta is not w:
            theta += step
            if not w.min() > SMALL:  # also where a weight is not a number any more
                w[:] = self.from_sums(theta)

    def from_sums(self, theta: Array) -> Array:
        """The weights as a function of the sums behind them, whatever their range.

        Weighted majority's are those relative to the best expert's, which is all that counts.
        """
        if self.update == "add":
            return theta
        if self.update == "p_norm":
            return p_norm_link(theta, self.p)
        if self.update == "multiply":
            powers: Array = self.rate**theta
            return powers
        if self.update == "majority":
            relative: Array = self.rate ** (theta.max() - theta)
            return relative
        if self.update == "exponentiate":
            shares = np.exp(self.rate * (theta - theta.max()))
            return np.array(shares / shares.sum())
        size = np.abs(self.rate * theta)
        top = np.exp(size - size.max())
        pairs = top * (1.0 + np.exp(-2.0 * size))  # 2 cosh and 2 sinh, over the largest
        return np.array(np.copysign(top * -np.expm1(-2.0 * size), theta) / pairs.sum())

    @property
    def lowest(self) -> float:
        """For ``multiply``: the sum from which on a weight is large enough to be kept at all."""
        return math.log(SMALL) / math.log(self.rate)

    def _keep_in_range(self, theta: Array, w: Array) -> None:
        """Weights that are nothing beside the threshold are 0 until their sums bring them back."""
        kept = theta >= self.lowest
        w[~kept] = 0.0
        back = kept & (w == 0.0)
        if back.any():
            w[back] = self.from_sums(theta[back])

    def _is_lost(self, gap: float, w: Array, x: Array) -> bool:
        """Are all terms of a score so small that their digits, or they themselves, are gone?"""
        scale_free = self.update in ("exponentiate", "balanced", "majority")
        return scale_free and abs(gap) < SMALL and bool(np.abs(x * w).max() < SMALL)

    def _sign_by_sums(self, theta: Array, x: Array) -> float:
        """A number with the sign of w.x: the score under the weights that x has a say in."""
        active = x != 0
        return float(x[active].dot(self.from_sums(theta[active]))) if active.any() else 0.0


def p_norm_link(theta: Array, p: float) -> Array:
    """Gradient of |theta|_p^2 / 2: sgn(theta_i) |theta_i|^(p-1) / |theta|_p^(p-2).

    p = 2 gives theta itself, the perceptron; a p of about 2 ln d behaves like Winnow.
    Source: Grove, Littlestone and Schuurmans (2001); Gentile (2003). Taught in lecture 06.

    >>> p_norm_link(np.array([3.0, -4.0]), 2.0)
    array([ 3., -4.])
    """
    top = float(np.max(np.abs(theta), initial=0.0))
    if top == 0.0:
        return np.zeros_like(theta)
    scaled = np.abs(theta) / top  # powers of numbers up to 1 cannot overflow
    norm = float(np.sum(scaled**p)) ** (1.0 / p)
    size: Array = scaled ** (p - 1.0) * (top / norm ** (p - 2.0))
    return np.copysign(size, theta)
