"""Comparators that make the mistake bounds for non-separable data as small as possible.

With ``u = v/rho`` and ``h_t = max(0, 1 - y_t u.x_t)`` the three bounds on the mistakes ``M`` are

    L2        M <= (R|u| + |h|_2)^2
    L1 root   M <= (R|u| + sqrt(R^2|u|^2 + 4 sum h))^2 / 4
    weak L1   M <= R^2|u|^2 + 2 sum h

All follow from ``M rho <= R sqrt(M) + sum of the deviations on the mistake rounds``. They hold for
every ``u``, so a comparator need not be optimal to give a true bound; these are optimal to about
six digits. Sums run over rounds: a row seen ``k`` times has weight ``k``.
Source: Mohri (L2, after Freund and Schapire), UIC-15 and L8 (weak L1).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from ..validate import Array
from .margins import _signed, max_margin

__all__ = ["Comparator", "best_l1", "best_l1_root", "best_l2"]

_FAR = 1e6  # stands for "rho as large as you like", in units of R


@dataclass(frozen=True, eq=False)
class Comparator:
    """A unit vector ``v`` and the margin ``rho`` asked of it; ``u = v/rho``.

    ``rho`` is a parameter of a bound, not the margin that ``v`` attains: the examples that fall
    short of it pay with their deviations. Taught in lecture 04.

    >>> best = best_l1([[3.0, 4.0]], [1], weights=[25])
    >>> best.v, round(best.rho, 6)
    (array([0.6, 0.8]), 5.0)
    """

    v: Array
    rho: float


def best_l2(X: npt.ArrayLike, y: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> Comparator:
    """Minimise ``R|u| + |h(u)|_2``: the best Freund-Schapire bound ``((R + D)/rho)^2``.

    Convex. Its minimiser is also that of an SVM with squared hinge loss; a search on one number,
    the SVM's constant, finds which. ``weights`` says how many rounds each row was seen.

    When ``|sum y x| <= R sqrt(T)`` over the ``T`` rounds, ``u = 0`` is best: no comparator beats
    the trivial ``M <= T``, which is approached as ``rho`` grows. Then ``v`` is the direction of
    ``sum y x`` and ``rho = 10^6 R``, within a millionth of the limit, up to a small factor.
    Source: Mohri. Taught in lecture 04.

    >>> best = best_l2([[2.0, 0.0], [2.0, 0.0], [-1.0, 0.0]], [1, 1, 1], weights=[9, 9, 1])
    >>> best.v, round(best.rho, 3)
    (array([1., 0.]), 2.286)
    """

    def value(size: float, h: Array, w: Array) -> tuple[float, float]:
        loss = float(np.sqrt(w @ h**2))
        return size + loss, loss / size

    def solve(Z: Array, w: Array) -> Array:
        return _box_dual(Z, 2 * np.sqrt(w * w.sum()), 1 / w)  # a = w h stays below sqrt(w T)

    best = _descend(X, y, weights, value, solve)
    Z, w, R = _rounds(X, y, weights)
    size = R / best.rho
    loss = float(np.sqrt(w @ np.maximum(0.0, 1 - size * (Z @ best.v)) ** 2))
    if loss < 1e-3 * size:  # the steps only approach the kink h = 0; look at it
        exact = max_margin(Z, np.ones(len(Z)))
        if 1 / exact.margin <= size + loss:
            return Comparator(exact.v, R * exact.margin)
    return best


def best_l1(X: npt.ArrayLike, y: npt.ArrayLike, weights: npt.ArrayLike | None = None) -> Comparator:
    """Minimise ``R^2|u|^2 + 2 sum h(u)``: the best form of the documents' L1 bound.

    This is the soft-margin SVM without bias and with ``C = 1/R^2`` (times the row's weight).
    ``u = 0`` is best only if ``sum y x = 0``; then the bound tends to ``2T`` as ``rho`` grows, and
    ``v`` is the first axis and ``rho = 10^6 R``. :func:`best_l1_root` always gives a bound at
    least as small. Source: UIC-15, L8. Taught in lecture 04.

    >>> best = best_l1([[1.0, 0.0], [0.0, 1.0]], [1, 1])
    >>> best.v * 2**0.5, round(best.rho**2, 3)
    (array([1., 1.]), 0.5)
    """

    def value(size: float, h: Array, w: Array) -> tuple[float, float]:
        return size**2 + 2 * float(w @ h), 1.0

    return _descend(X, y, weights, value, _soft_margin, trivial=0.0)


def best_l1_root(
    X: npt.ArrayLike, y: npt.ArrayLike, weights: npt.ArrayLike | None = None
) -> Comparator:
    """Minimise ``(R|u| + sqrt(R^2|u|^2 + 4 sum h(u)))/2``, whose square bounds the mistakes.

    Quasi-convex: "at most N" is the convex condition ``sum h + N R|u| <= N^2``. So its minimiser is
    that of a soft-margin SVM, and a search on the SVM's constant finds it.
    ``u = 0`` is best under the condition given at :func:`best_l2`, with the same answer.
    Source: the inequality before the last step of UIC-15's proof, solved for ``M``.
    Taught in lecture 04.

    >>> best = best_l1_root([[1.0, 0.0], [1.0, 0.0], [-0.5, 0.0]], [1, 1, 1], weights=[50, 50, 1])
    >>> best.v, round(best.rho, 3)
    (array([1., 0.]), 1.0)
    """

    def value(size: float, h: Array, w: Array) -> tuple[float, float]:
        root = (size + float(np.sqrt(size**2 + 4 * (w @ h)))) / 2
        return root, root / size

    return _descend(X, y, weights, value, _soft_margin)


def _soft_margin(Z: Array, w: Array) -> Array:
    return _box_dual(Z, w, np.zeros(len(w)))


def _rounds(
    X: npt.ArrayLike, y: npt.ArrayLike, weights: npt.ArrayLike | None
) -> tuple[Array, Array, float]:
    """Signed rows divided by R, their weights, and R; rows of weight 0 were never seen."""
    Z = _signed(X, y)
    w = np.ones(len(Z)) if weights is None else np.asarray(weights, dtype=np.float64)
    if w.shape != (len(Z),) or not (np.isfinite(w) & (w >= 0)).all() or not w.any():
        raise ValueError(
            f"weights has shape {w.shape}; expected {len(Z)} counts >= 0, one per row, some > 0"
        )
    Z, w = Z[w > 0], w[w > 0]
    R = float(np.linalg.norm(Z, axis=1).max())
    return (Z / R if R else Z), w, R


def _span(Z: Array) -> tuple[Array, Array | None]:
    """Coordinates in the span of the rows when that is the smaller space: Z = small @ Q.T."""
    if Z.shape[1] <= len(Z):
        return Z, None
    Q, R = np.linalg.qr(Z.T)
    return R.T, Q


def _descend(
    X: npt.ArrayLike,
    y: npt.ArrayLike,
    weights: npt.ArrayLike | None,
    value: Callable[[float, Array, Array], tuple[float, float]],
    solve: Callable[[Array, Array], Array],
    trivial: float = 1.0,
) -> Comparator:
    """Minimise an objective along the path of SVMs ``lam |u|^2/2 + loss``, in units of R.

    ``value(|u|, h, w)`` gives the objective and the ``lam`` whose SVM touches it at ``u`` from
    above: where that is the ``lam`` that ``u`` came from is the optimum, and on the way there it is
    always on the side of the optimum. ``solve`` gives the dual variables of the SVM with lam = 1.
    ``trivial * sqrt(T)`` is the length of ``sum y x`` up to which u = 0 is best.
    """
    from scipy.optimize import brentq

    full, w, R = _rounds(X, y, weights)
    Z, Q = _span(full)
    pull = w @ Z
    force, rounds = float(np.linalg.norm(pull)), float(w.sum())
    if force <= max(trivial * np.sqrt(rounds), 1e-12 * rounds):
        v = w @ full if force > 1e-12 * rounds else np.eye(full.shape[1])[0]
        return Comparator(v / np.linalg.norm(v), _FAR * (R or 1.0))
    best, lowest = pull, np.inf

    @cache
    def move(log: float) -> float:
        """The step in log(lam) proposed at log(lam); its sign says where the optimum is."""
        nonlocal best, lowest
        u = solve(Z / np.exp(log / 2), w) @ Z / np.exp(log)
        now, lam = value(float(np.linalg.norm(u)), np.maximum(0.0, 1 - Z @ u), w)
        if now < lowest:
            best, lowest = u, now
        return float(np.log(max(lam, 1e-9))) - log

    here = float(np.log(rounds)) / 2 if trivial else 0.0
    step = move(here)
    stride = 1
    while abs(step) > 1e-4 and here > -14:  # below that h = 0 to six digits
        there = here + stride * step
        ahead = move(there)
        if ahead * step < 0:
            brentq(move, here, there, xtol=1e-3)
            break
        here, step, stride = there, ahead, 2 * stride
    size = float(np.linalg.norm(best))
    v = best / size if Q is None else Q @ best / size
    return Comparator(v / np.linalg.norm(v), R / size)


def _box_dual(Z: Array, top: Array, ridge: Array) -> Array:
    """Maximise ``sum a - |a Z|^2/2 - sum ridge a^2/2`` over ``0 <= a <= top``, to nine digits.

    Mehrotra's interior point method. ``s`` and ``t`` are the prices of the two sides of the box;
    they start, and so stay, equal in difference to the slope, so the gap is what is left of
    ``a s + (top - a) t``. With Z of d columns each step costs one d by d system.
    """
    from scipy.linalg import cho_factor, cho_solve

    a = top / 2
    slope = Z @ (a @ Z) + ridge * a - 1
    s, t = np.maximum(slope, 0) + 1, np.maximum(-slope, 0) + 1
    identity = np.eye(Z.shape[1])
    for _ in range(100):
        room = top - a
        gap = float(a @ s + room @ t)
        if gap <= 1e-9 * abs(a.sum() - ((a @ Z) ** 2).sum() / 2 - ridge @ a**2 / 2):
            break
        D = s / a + t / room + ridge
        scaled = Z / D[:, None]
        factor = cho_factor(identity + Z.T @ scaled)

        aim, da, ds, dt = 0.0, np.zeros(len(a)), 0.0, 0.0
        for look_ahead in (True, False):
            low, high = aim - a * s - da * ds, aim - room * t + da * dt
            rhs = low / a - high / room
            da = rhs / D - scaled @ cho_solve(factor, scaled.T @ rhs)
            ds, dt = (low - s * da) / a, (high + t * da) / room
            pairs = ((a, da), (room, -da), (s, ds), (t, dt))
            length = 0.995 / max(0.995, *(np.max(-dq / q) for q, dq in pairs))
            if look_ahead:
                ahead = (a + length * da) @ (s + length * ds)
                ahead += (room - length * da) @ (t + length * dt)
                aim = (ahead / gap) ** 3 * gap / (2 * len(a))
        a, s, t = a + length * da, s + length * ds, t + length * dt
    return a
