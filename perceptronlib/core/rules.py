"""Rules: when a learner changes its mind, and how.

A rule is all that distinguishes the online learners with a weight vector from one another. It
says from which weights to start, which rounds count as mistakes, and how a mistake is learned.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..validate import Array, not_finite
from .sums import SumsBehind

__all__ = ["TIES", "Decision", "Rule"]

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


class Decision:
    """What all rules share, with weights or without: how a gap becomes a mistake or an answer.

    >>> Rule(ties="minus").predicts(np.array([-2.0, 0.0, 2.0]))
    array([-1., -1.,  1.])
    """

    ties: str
    margin: float
    slope: float = 0.0

    def __post_init__(self) -> None:
        if self.ties not in TIES:
            raise ValueError(f"ties must be one of {', '.join(TIES)}; got {self.ties!r}")

    def is_wrong(self, gap: float, y: float) -> bool:
        """Is a round a mistake whose score is ``gap`` on the right side of its threshold?"""
        if not math.isfinite(gap):
            raise not_finite()
        return bool(gap < 0 or (gap == 0 and TIES[self.ties][1 if y > 0 else 0]))

    @property
    def asks_for_more(self) -> bool:
        """Does it ask for a margin? Then it learns from right answers too, and counts updates."""
        return self.margin > 0 or self.slope > 0

    @property
    def zero_is_plus(self) -> bool:
        """Does a score of zero mean +1? (It does, except under ``minus``.)"""
        return self.ties != "minus"

    def predicts(self, scores: Array) -> Array:
        """+1 or -1 for each score; what zero means follows the tie rule."""
        return np.where(self.is_plus(scores), 1.0, -1.0)

    def is_plus(self, scores: Array) -> npt.NDArray[np.bool_]:
        """Whether each score means +1."""
        return scores >= 0 if self.zero_is_plus else scores > 0


@dataclass(frozen=True)
class Rule(Decision, SumsBehind):
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

    def errs(self, w: Array, x: Array, y: float, theta: Array | None = None) -> bool:
        """Is this round a mistake? The textbook's own test, with the score x.dot(w).

        Curved weights often cancel in pairs: there the sum is exact, so no machine breaks a tie.
        With ``theta`` a score too small for a float is decided by the logarithms of the weights.
        """
        asked = self.margin + (self.slope * math.sqrt(w.dot(w)) if self.slope else 0.0)
        gap = y * (x.dot(w) - self.threshold) - asked
        curved = self.update == "balanced" or (self.update == "p_norm" and self.p != 2.0)
        if curved and gap * gap <= 1e-20 * x.dot(x) * w.dot(w) < math.inf:
            gap = y * (math.fsum(x * w) - self.threshold) - asked
        if theta is not None and self._is_lost(gap, w, x):
            gap = y * self._sign_by_sums(theta, x)
        return self.is_wrong(gap, y)

    def learn(self, theta: Array, w: Array, x: Array, y: float) -> None:
        """Change the weights in place, and the sums behind them, theta.

        Rules that add or multiply can do without sums: give w itself in place of theta. A label
        y = 2 teaches as much as +1 twice: it is how an example of importance 2 is learned from.
        """
        if self.update == "add":
            w += self.rate * y * x
        elif self.update == "multiply":
            active, factor = x > 0, self.rate ** abs(y)
            w[active] = w[active] * factor if y > 0 else w[active] / factor
        elif self.update == "majority":
            w[y * x < 0] *= self.rate ** abs(y)
        elif self.update == "exponentiate":
            w *= np.exp(self.rate * y * x)
            w /= w.sum()
        if theta is not w:
            self.follow(theta, w, x, y)
