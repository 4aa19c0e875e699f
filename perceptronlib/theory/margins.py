"""Margins, losses, and the separators that make a mistake bound as small as it can be.

Labels are -1 or +1 and separators pass through the origin (fold a bias in as a constant feature;
only the margin of a point also takes a separate ``b``). The comparators for data that no
hyperplane separates are in :mod:`perceptronlib.theory.comparators`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..samples.rows import Rows
from ..validate import Array, finite, positive, signs, table

__all__ = [
    "NotSeparable",
    "Separator",
    "deviations",
    "disjunction_comparator",
    "functional_margin",
    "hinge_losses",
    "max_margin",
    "max_margin_l1",
    "perceptron_loss",
    "perceptron_subgradient",
    "point_margins",
    "radius",
    "sample_margin",
]

_FLAT = 1e-12  # a margin below this fraction of the radius cannot be told from rounding


class NotSeparable(ValueError):
    """No hyperplane of the kind asked for has every example strictly on its right side.

    Raised by :func:`max_margin` and :func:`max_margin_l1`; the message says what was tried.
    Taught in lecture 04.

    >>> issubclass(NotSeparable, ValueError)
    True
    """


@dataclass(frozen=True, eq=False)
class Separator:
    """A normalised vector ``v`` and the margin it attains, ``margin = min_i y_i v.x_i``.

    From :func:`max_margin` ``|v|_2 = 1`` and the margin is geometric; from :func:`max_margin_l1`
    ``|v|_1 = 1``. Taught in lecture 03.

    >>> Separator(np.array([0.6, 0.8]), margin=5.0)
    Separator(v=array([0.6, 0.8]), margin=5.0)
    """

    v: Array
    margin: float


def point_margins(w: npt.ArrayLike, X: npt.ArrayLike, y: npt.ArrayLike, b: float = 0.0) -> Array:
    """Geometric margin ``y (w.x + b) / |w|`` of every example: its signed distance to the boundary.

    Positive on the right side. Only the direction of ``(w, b)`` matters, so ``w = 0`` has no
    margin and is refused. Source: Mohri, Utah. Taught in lecture 01.

    >>> point_margins([3, 4], [[1, 0], [0, 1], [1, 1]], [1, 1, -1])
    array([ 0.6,  0.8, -1.4])
    """
    X, y = _sample(X, y)
    w = _vector(w, X, "w")
    margins: Array = y * (X @ w + b) / _length(w, "w")
    return margins


def sample_margin(w: npt.ArrayLike, X: npt.ArrayLike, y: npt.ArrayLike, b: float = 0.0) -> float:
    """Geometric margin ``rho`` of a sample: the smallest :func:`point_margins`.

    Positive exactly when ``(w, b)`` separates the sample. Source: Mohri. Taught in lecture 01.

    >>> sample_margin([3, 4], [[1, 0], [0, -1]], [1, -1])
    0.6
    """
    return float(point_margins(w, X, y, b).min())


def functional_margin(v: npt.ArrayLike, X: npt.ArrayLike, y: npt.ArrayLike) -> float:
    """Functional margin ``g = min_i y_i v.x_i``; the geometric one is ``g / |v|``.

    Novikoff reads ``M g^2 <= R^2 |v|^2``: with integer data and an integer ``v`` no rounding
    enters. The bound ``1/g^2`` needs ``|v| <= 1`` and ``|x| <= 1``, and ``y v.x``, not
    ``|v.x|/|x|`` (UIC-15 uses the latter; one long and one short point break it).
    Source: L8, UIC-15. Taught in lecture 03.

    >>> functional_margin([1, 2, 4], [[1, 0, 0], [-1, 1, 0], [-1, -1, 1]], [1, 1, 1])
    1.0
    """
    X, y = _sample(X, y)
    return float((y * (X @ _vector(v, X, "v"))).min())


def radius(X: npt.ArrayLike, norm: float = 2) -> float:
    """Radius ``R = max_i |x_i|`` in the 2-norm (Perceptron) or the inf-norm (Winnow).

    Fold a bias in before you measure: the constant feature counts.
    Source: Mohri. Taught in lecture 03 (norm 2) and 06 (norm inf).

    >>> radius([[3, 4], [0, 1]]), radius([[3, 4], [0, 1]], norm=np.inf)
    (5.0, 4.0)
    """
    if norm not in (2, np.inf):
        raise ValueError(f"norm is {norm!r}; expected 2 or numpy.inf")
    return float(np.linalg.norm(_matrix(X), ord=norm, axis=1).max())


def hinge_losses(v: npt.ArrayLike, X: npt.ArrayLike, y: npt.ArrayLike, gamma: float) -> Array:
    """Hinge loss ``xi = max(0, gamma - y v.x)`` of every example.

    How far an example is from having functional margin ``gamma`` under ``v``. ``xi > 0`` does not
    mean misclassified: that is ``xi > gamma`` (or ``= gamma`` on the boundary). For the bound
    ``M <= R^2/gamma^2 + 2 sum xi/gamma`` take ``|v| <= 1`` and sum over rounds, not over
    distinct examples. Source: UIC-15, L8. Taught in lecture 04.

    >>> hinge_losses([1, 0], [[-4, 0], [-1, 0], [0.5, 0], [3, 0]], [1, 1, 1, 1], gamma=1)
    array([5. , 2. , 0.5, 0. ])
    """
    X, y = _sample(X, y)
    losses: Array = np.maximum(0.0, positive("gamma", gamma) - y * (X @ _vector(v, X, "v")))
    return losses


def deviations(v: npt.ArrayLike, X: npt.ArrayLike, y: npt.ArrayLike, rho: float) -> Array:
    """Freund and Schapire's deviations ``d = max(0, rho - y v.x / |v|)``.

    They are ``hinge_losses(v / |v|, X, y, rho)``: here ``rho`` is a geometric margin, so ``v`` is
    normalised first. With ``D = |d|_2`` over the rounds, ``M <= ((R + D)/rho)^2``.
    Source: Mohri. Taught in lecture 04.

    >>> deviations([10, 0], [[-4, 0], [0.5, 0], [3, 0]], [1, 1, 1], rho=1)
    array([5. , 0.5, 0. ])
    """
    X, y = _sample(X, y)
    v = _vector(v, X, "v")
    return hinge_losses(v / _length(v, "v"), X, y, positive("rho", rho))


def perceptron_loss(w: npt.ArrayLike, X: npt.ArrayLike, y: npt.ArrayLike) -> float:
    """The loss ``F(w) = mean_i max(0, -y_i w.x_i)`` that the Perceptron descends.

    Convex and piecewise linear. ``F(0) = 0`` is already its minimum: a small loss alone does not
    mean a good classifier. Source: Mohri. Taught in lecture 01.

    >>> X, y = [[1, 0], [0, 2]], [1, -1]
    >>> perceptron_loss([1, 1], X, y), perceptron_loss([0, 0], X, y)
    (1.0, 0.0)
    """
    X, y = _sample(X, y)
    return float(np.maximum(0.0, -y * (X @ _vector(w, X, "w"))).mean())


def perceptron_subgradient(
    w: npt.ArrayLike, x: npt.ArrayLike, y: float, at_kink: float = 1.0
) -> Array:
    """A subgradient of ``max(0, -y w.x)``: ``-y x`` on a mistake, 0 on the right side.

    At the kink ``y w.x = 0`` the whole segment from 0 to ``-y x`` are subgradients, and
    ``at_kink`` in [0, 1] picks one. ``w - r * subgradient`` is the Perceptron's step with rate
    ``r`` and the rule "learn when ``y w.x <= 0``" for ``at_kink=1``. With ``at_kink=0``, which is
    "learn when ``y w.x < 0``" as Mohri writes, descent never leaves ``w = 0``.
    Source: Mohri. Taught in lecture 01.

    >>> perceptron_subgradient([0, 0], [1, 2], +1)
    array([-1., -2.])
    >>> perceptron_subgradient([0, 0], [1, 2], +1, at_kink=0)
    array([0., 0.])
    """
    if not 0 <= at_kink <= 1:
        raise ValueError(f"at_kink is {at_kink}; expected a number from 0 (stay) to 1 (take -y x)")
    X, label = _sample(np.asarray(x, dtype=float)[None], [y])
    score = float((label * (X @ _vector(w, X, "w")))[0])
    step = 1.0 if score < 0 else at_kink if score == 0 else 0.0
    subgradient: Array = 0.0 - step * label[0] * X[0]  # 0.0 - 0.0 is 0.0, not -0.0
    return subgradient


def max_margin(X: npt.ArrayLike, y: npt.ArrayLike) -> Separator:
    """The unit vector ``v`` with the largest margin ``rho = min_i y_i v.x_i`` (origin fixed).

    The hard-margin SVM without bias: the shortest ``u`` with every ``y u.x >= 1`` is ``v/rho``, and
    ``rho v`` is the point nearest to the origin in the convex hull of the ``y x``. Novikoff's
    ``R^2/rho^2`` is smallest for this ``v``. Relative accuracy is about 1e-16 ``R/rho``, at best
    1e-12. Deterministic, also with repeated rows. Raises :class:`NotSeparable` if the hull holds
    the origin, or ``rho`` is below 1e-12 ``R``. Source: Mohri, L8. Taught in lecture 03.

    >>> best = max_margin([[7, 1], [-1, 7], [-6, -8]], [1, 1, -1])
    >>> best.v.round(9), round(best.margin, 9)
    (array([0.6, 0.8]), 5.0)
    """
    Z = _signed(X, y)
    scale = float(np.linalg.norm(Z, axis=1).max()) or 1.0
    u = _shortest(Z / scale)
    v = u / (np.linalg.norm(u) or 1.0)
    margin = float((Z @ v).min())
    if margin <= _FLAT * scale:
        raise NotSeparable(
            f"these {len(Z)} examples in {Z.shape[1]} dimensions have no positive margin: no "
            "hyperplane through the origin puts each one strictly on its side. "
            "A constant feature (bias), a kernel, or a bound for noisy data may help"
        )
    return Separator(v, margin)


def _shortest(Z: Array) -> Array:
    """The shortest u with Z u >= 1, for rows of length <= 1; zeros if there is none.

    Goldfarb and Idnani's dual method: u is always the shortest vector for the rows held so far,
    ``u = price @ Z[held]`` with prices > 0. Take up the most violated row; on the way let go of
    any held row whose price falls to 0. No way and nothing to let go: a mean of the rows is 0.
    ``Z[held].T = Q @ inv(inverse)`` with orthonormal Q; a step costs one product with Z.
    """
    m, d = Z.shape
    held: list[int] = []
    price, u, Q, inverse = np.zeros(0), np.zeros(d), np.zeros((d, 0)), np.zeros((0, 0))
    fresh, rounding = True, 4e-16 * np.linalg.norm(Z, axis=1)
    for _ in range(20 * (m + d)):
        lack = 1 - Z @ u - rounding * np.linalg.norm(u)
        worst = int(np.argmax(lack))
        if lack[worst] > 1e-12:
            fresh, z = False, Z[worst]
        elif fresh:
            return u
        else:  # done, but for the rounding of many updates: factorise anew and look again
            Q, R = np.linalg.qr(Z[held].T)
            fresh, inverse = True, np.linalg.inv(R)
        while not fresh:
            inside = Q.T @ z
            outside = z - Q @ inside
            again = Q.T @ outside  # twice, for rows that are nearly dependent
            inside, outside = inside + again, outside - Q @ again
            fall, square = inverse @ inside, float(outside @ outside)
            free = square > 1e-26 * float(z @ z)
            whole = (1 - float(z @ u)) / square if free else np.inf
            falling = np.flatnonzero(fall > 0)
            limits = price[falling] / fall[falling]
            part = float(limits.min(initial=np.inf))
            step = min(whole, part)
            u = u + step * outside if free else u
            if step == np.inf or np.linalg.norm(u) > 1 / _FLAT:
                return np.zeros(d)
            price = price - step * fall
            if whole <= part:
                held.append(worst)
                column = np.append(-fall, 1.0)[:, None] / square**0.5
                inverse = np.hstack([np.vstack([inverse, np.zeros(len(fall))]), column])
                Q = np.column_stack([Q, outside / square**0.5])
                break
            gone = int(falling[np.argmin(limits)])  # reflect its own direction to the last axis
            mirror = inverse[gone] / np.linalg.norm(inverse[gone])
            mirror[-1] += 1.0 if mirror[-1] >= 0 else -1.0
            mirror *= (2 / (mirror @ mirror)) ** 0.5
            Q = (Q - np.outer(Q @ mirror, mirror))[:, :-1]
            inverse = np.delete(inverse - np.outer(inverse @ mirror, mirror), gone, axis=0)[:, :-1]
            price = np.delete(price, gone)
            held.pop(gone)
        ones = inverse.sum(axis=0)
        price, u = np.maximum(inverse @ ones, 0.0), Q @ ones
    return u


def max_margin_l1(X: npt.ArrayLike, y: npt.ArrayLike, signed: bool = False) -> Separator:
    """Winnow's best comparator: ``v >= 0``, ``|v|_1 = 1`` with the largest ``min_i y_i v.x_i``.

    It makes ``M <= 2 (R_inf/rho_inf)^2 ln N`` smallest. ``signed=True`` lets ``v`` have any signs,
    as balanced Winnow does (``ln 2N``). Solved as the linear programme "least ``|v|_1`` with every
    ``y v.x >= 1``". Raises :class:`NotSeparable` when no such ``v`` has a positive margin; with
    ``signed=False`` that also happens to data that another hyperplane separates.
    Source: Mohri. Taught in lecture 07.

    >>> best = max_margin_l1([[1, 0, 1], [1, 1, 0], [-1, 1, 1]], [1, 1, -1])
    >>> best.v, best.margin
    (array([1., 0., 0.]), 1.0)
    """
    from scipy.optimize import linprog

    Z = _signed(X, y)
    m, d = Z.shape
    sizes = np.abs(Z).max(axis=0)
    scale = float(sizes.max()) or 1.0
    unit = np.where(sizes > 0, sizes, scale)  # columns of like size: the solver drops tiny entries
    A, price = Z / unit, scale / unit
    if signed:
        A, price = np.hstack([A, -A]), np.tile(price, 2)
    answer = linprog(price, A_ub=-A, b_ub=-np.ones(m), bounds=(0, None))
    x = np.zeros(len(price)) if answer.x is None else np.maximum(answer.x, 0.0)
    v = (x[:d] - x[d:] if signed else x) / unit
    v = v / (np.abs(v).sum() or 1.0)
    margin = float((Z @ v).min())
    if margin <= _FLAT * scale:
        raise NotSeparable(
            f"these {m} examples in {d} dimensions have no positive margin under any v"
            + ("" if signed else " >= 0 (signed=True allows weights < 0, as balanced Winnow does)")
        )
    return Separator(v, margin)


def disjunction_comparator(d: int, relevant: Iterable[int]) -> Array:
    """Separator of ``y = OR of x_i, i in relevant`` over {0,1}^d with a constant 1 as last feature.

    ``v`` is 2 at the ``r`` relevant features, 0 at the others, -1 at the constant, so
    ``y v.x >= 1`` on every example and ``|v|^2 = 4r + 1``. With ``s`` active features
    ``R^2 = s + 1``: the Perceptron makes at most ``(4r + 1)(s + 1)`` mistakes. Sparse inputs favour
    it (UIC-16 says so of Winnow). Indices count from 0. Taught in lecture 06.

    >>> disjunction_comparator(5, [0, 3])
    array([ 2.,  0.,  0.,  2.,  0., -1.])
    """
    chosen = sorted(set(relevant))
    if chosen and not 0 <= chosen[0] <= chosen[-1] < d:
        raise ValueError(f"relevant is {chosen}; expected indices from 0 to d - 1 = {d - 1}")
    v = np.zeros(d + 1)
    v[chosen] = 2.0
    v[-1] = -1.0
    return v


def _matrix(X: npt.ArrayLike) -> Array:
    """X with all its numbers written out: a search for a vector looks at every one of them."""
    return Rows(finite(table(X))).table()


def _sample(X: npt.ArrayLike, y: npt.ArrayLike) -> tuple[Array, Array]:
    X = _matrix(X)
    return X, signs(y, len(X))


def _signed(X: npt.ArrayLike, y: npt.ArrayLike) -> Array:
    X, y = _sample(X, y)
    return y[:, None] * X


def _vector(w: npt.ArrayLike, X: Array, name: str) -> Array:
    w = np.asarray(w, dtype=np.float64)
    if w.shape != X.shape[1:]:
        raise ValueError(
            f"{name} has shape {w.shape}; expected one weight per feature of X, ({X.shape[1]},)"
        )
    return w


def _length(w: Array, name: str) -> float:
    size = float(np.linalg.norm(w))
    if size == 0:
        raise ValueError(
            f"{name} is the zero vector, which has no direction and so no geometric "
            f"margin; expected {name} != 0"
        )
    return size
