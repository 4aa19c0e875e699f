"""Rules: when a learner changes its mind, and how.

A rule is all that distinguishes the online learners with a weight vector from one another. It
says from which weights to start, which rounds count as mistakes, and how a mistake is learned.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..validate import Array
from . import loops

__all__ = ["TIES", "Rule", "p_norm_link"]

TIES = {
    "le": (True, True),
    "plus": (True, False),
    "minus": (False, True),
    "strict": (False, False),
}
"""Is a score of exactly zero a mistake, for y = -1 and for y = +1?

``le`` (the course's rule): y w.x <= 0 is a mistake. ``plus``: sgn(0) = +1. ``minus``:
sgn(0) = -1. ``strict``: only y w.x < 0 is a mistake, so w = 0 never moves (lecture 01)."""

UPDATES = ("add", "multiply", "exponentiate", "majority", "p_norm")


@dataclass(frozen=True)
class Rule:
    """When to learn and how: the whole difference between the learners of this course.

    A round with example x and label y is a mistake when

        y (w.x - threshold) < margin + slope |w|,

    or when both sides are equal and ``ties`` counts that as a mistake. Then

    - ``add``: w += rate y x (perceptrons);
    - ``multiply``: active weights are multiplied by rate (y = +1) or divided (Winnow);
    - ``exponentiate``: w_i *= exp(rate y x_i), then w is divided by its sum (Winnow(eta));
    - ``majority``: weights with y x_i < 0 are multiplied by rate (weighted majority);
    - ``p_norm``: theta += rate y x and w is the gradient of |theta|_p^2 / 2.

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
        if self.update not in UPDATES:
            raise ValueError(f"update must be one of {', '.join(UPDATES)}; got {self.update!r}")
        if self.ties not in TIES:
            raise ValueError(f"ties must be one of {', '.join(TIES)}; got {self.ties!r}")

    @property
    def loop_update(self) -> int:
        """How the loop learns; powers and exponentials are left to numpy, bit for bit."""
        known = {"add": loops.ADD, "multiply": loops.MULTIPLY}
        return known.get(self.update, loops.ELSEWHERE)

    def start(self, d: int) -> Array:
        """The weights before the first round: 0, or 1, or 1/d each."""
        if self.update == "exponentiate":
            return np.full(d, 1.0 / d)
        return np.ones(d) if self.update in ("multiply", "majority") else np.zeros(d)

    def errs(self, w: Array, x: Array, y: float) -> bool:
        """Is this round a mistake? The textbook's own test, with the score x.dot(w)."""
        size = np.sqrt(w.dot(w)) if self.slope else 0.0
        gap = y * (x.dot(w) - self.threshold) - (self.margin + self.slope * size)
        return bool(gap < 0 or (gap == 0 and TIES[self.ties][1 if y > 0 else 0]))

    def learn(self, theta: Array, w: Array, x: Array, y: float) -> None:
        """Change the weights in place. theta is w itself, except for ``p_norm``."""
        if self.update == "add":
            w += self.rate * y * x
        elif self.update == "multiply":
            active = x > 0
            w[active] = w[active] * self.rate if y > 0 else w[active] / self.rate
        elif self.update == "exponentiate":
            w *= np.exp(self.rate * y * x)
            w /= w.sum()
        elif self.update == "majority":
            w[y * x < 0] *= self.rate
        else:
            theta += self.rate * y * x
            w[:] = p_norm_link(theta, self.p)

    def predicts(self, scores: Array) -> Array:
        """+1 or -1 for each score; what zero means follows the tie rule (``minus``: -1)."""
        above = scores > 0 if self.ties == "minus" else scores >= 0
        return np.where(above, 1.0, -1.0)


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
