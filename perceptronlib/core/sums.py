"""What stands behind weights that multiply: sums over the mistakes, which never leave their range.

Weights are a function of a sum theta over the mistakes, and `Rule.learn` changes both; where
multiplying up would lose digits, or leave the range of floats, the sums have the last word.
"""

from __future__ import annotations

import math

import numpy as np

from ..samples.rows import Rows
from ..validate import Array

__all__ = ["SumsBehind", "add_exactly", "p_norm_link"]

DRIFT = 1e-13
"""How far, relatively, weights may drift that are multiplied up again and again."""

SMALL = 1e-200
"""Weights and scores below this are taken from their logarithms: they may have lost digits."""


class SumsBehind:
    """The side of a `Rule` that lecture 07 explains: its weights w as a function of sums theta.

    >>> from perceptronlib import Rule
    >>> Rule("multiply", rate=2.0).from_sums(np.array([-1.0, 0.0, 3.0]))
    array([0.5, 1. , 8. ])
    """

    update: str
    rate: float
    threshold: float
    slope: float
    p: float

    def start(self, d: int) -> Array:
        """The weights before the first round: 0, or 1, or 1/d each."""
        if self.update == "exponentiate":
            return np.full(d, 1.0 / d)
        return np.ones(d) if self.update in ("multiply", "majority") else np.zeros(d)

    def sums(self, w: Array) -> Array:
        """theta before the first round; for ``add`` it is w itself, the very array."""
        if self.update == "add":
            return w
        in_two_parts = self.update in ("exponentiate", "balanced")  # see `add_exactly`
        theta = np.zeros((2, len(w)) if in_two_parts else len(w))
        if (w == self.start(len(w))).all():
            return theta
        if self.update in ("balanced", "p_norm"):
            kind = self.update.replace("_", "-")
            raise ValueError(f"start cannot be given for a {kind} rule: it starts at theta = 0")
        if not (w > 0).all():
            raise ValueError(f"start must be positive for a rule that multiplies; got {w}")
        upper = theta[0] if in_two_parts else theta
        upper += np.log(w) / (self.rate if in_two_parts else abs(math.log(self.rate)))
        return theta

    def follow(self, theta: Array, w: Array, x: Array, y: float) -> None:
        """Let the sums follow a mistake, and the weights their sums where these know better.

        What is multiplied up drifts, and may leave the range of floats; the last two kinds do not.
        """
        if self.update == "multiply":
            theta[x > 0] += y
            self._keep_in_range(theta, w)
        elif self.update == "majority":
            theta[y * x < 0] -= abs(y)
            if not w.min() > SMALL:
                w[:] = self.from_sums(theta)
        elif self.update == "exponentiate":
            add_exactly(theta, y * x)
            right = self.from_sums(theta)
            if not (np.abs(w - right) <= DRIFT * right).all():  # or not a number any more
                w[:] = right
        elif self.update == "balanced":
            add_exactly(theta, y * x)
            w[:] = self.from_sums(theta)
        else:
            theta += self.rate * y * x
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
            shares = np.exp(self.rate * _behind_the_best(theta))
            return np.array(shares / shares.sum())
        sign = np.where(theta[0] + theta[1] < 0, -1.0, 1.0)
        upright = sign * theta
        top = np.exp(self.rate * _behind_the_best(upright))
        twice = -2.0 * self.rate * (upright[0] + upright[1])
        pairs = top * (1.0 + np.exp(twice))  # 2 cosh and 2 sinh, over the largest
        return np.array(sign * top * -np.expm1(twice) / pairs.sum())

    def scores(self, theta: Array, w: Array, rows: Rows) -> Array:
        """w.x - threshold for every row; one too small for a float has its sign all the same."""
        scores = rows.times(w) - self.threshold
        if self.is_scale_free:
            for i in np.flatnonzero(np.abs(scores) < SMALL).tolist():
                if self._is_lost(float(scores[i]), w, rows[i]):
                    scores[i] = math.ulp(0.0) * np.sign(self._sign_by_sums(theta, rows[i]))
        return scores

    def is_in_range(self, w: Array) -> bool:
        """Are the weights finite, and |w|^2 too where |w| counts?"""
        return bool(np.isfinite(w.dot(w) if self.slope else w).all())

    def in_full(self, theta: Array, w: Array) -> Array:
        """The weights without the common factor that `learn` may have taken out of them."""
        unscaled: Array = self.rate ** (0.0 - theta) if self.update == "majority" else w
        return unscaled

    @property
    def is_scale_free(self) -> bool:
        """Do only the ratios of the weights count, which may leave the range of floats?"""
        return self.update in ("exponentiate", "balanced", "majority")

    @property
    def is_local(self) -> bool:
        """Does a mistake change only the weights of the features that are not zero?"""
        return self.update in ("add", "multiply")

    @property
    def lowest(self) -> float:
        """For ``multiply``: the sum from which on a weight is large enough to be kept at all."""
        return math.log(SMALL) / math.log(self.rate) if self.rate > 1 else -math.inf

    def _keep_in_range(self, theta: Array, w: Array) -> None:
        """Weights that are nothing beside the threshold are 0 until their sums bring them back."""
        kept = theta >= self.lowest
        w[~kept] = 0.0
        back = kept & (w == 0.0)
        if back.any():
            w[back] = self.from_sums(theta[back])

    def _is_lost(self, gap: float, w: Array, x: Array) -> bool:
        """Are all terms of a score so small that their digits, or they themselves, are gone?"""
        return self.is_scale_free and abs(gap) < SMALL and bool(np.abs(x * w).max() < SMALL)

    def _sign_by_sums(self, theta: Array, x: Array) -> float:
        """A number with the sign of w.x: the score under the weights that x has a say in."""
        active = x != 0
        return float(x[active].dot(self.from_sums(theta[..., active]))) if active.any() else 0.0


def add_exactly(theta: Array, step: Array) -> None:
    """Add to sums that are kept in two parts: theta[1] holds what rounding takes from theta[0].

    A weight of exp(theta) is only as right as theta is. Source: Knuth's two-sum.

    >>> theta = np.array([[1e17], [0.0]])
    >>> for _ in range(100):
    ...     add_exactly(theta, np.ones(1))
    >>> int(theta[0, 0]) + int(theta[1, 0]) - 10**17
    100
    """
    before = theta[0].copy()
    theta[0] += step
    added = theta[0] - before
    theta[1] += (before - (theta[0] - added)) + (step - added)


def _behind_the_best(theta: Array) -> Array:
    """How far each of the sums is below the largest; subtracted first, so that no digit is lost."""
    best = theta[0].argmax()
    behind: Array = (theta[0] - theta[0, best]) + (theta[1] - theta[1, best])
    return behind


def p_norm_link(theta: Array, p: float) -> Array:
    """Gradient of |theta|_p^2 / 2: sgn(theta_i) |theta_i|^(p-1) / |theta|_p^(p-2).

    p = 2 gives theta itself, the perceptron; a p of about 2 ln d behaves like Winnow.
    Source: Grove, Littlestone and Schuurmans (2001); Gentile (2003). Taught in lecture 07.

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
