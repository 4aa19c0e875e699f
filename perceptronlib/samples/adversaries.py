"""Worst cases: streams on which a mistake bound is attained, or nearly so.

Every function returns ``(X, y)``, one example a row and labels in {-1, +1}; `winnow_worst` also
returns the exact value of its game. Conventions: w starts at 0, a tie rule says when y(w.x) = 0 is
a mistake (``le``: always; ``plus``: only if y = -1, because 0 is answered +).

*Signs are free under* ``le``. The rule looks at y x only, so turning a row and its label around
changes nothing. With all labels -1 the rules ``le`` and ``plus`` agree on every round. Where both
rules should see the worst case, all labels here are -1; where two classes are more useful, labels
alternate. To pass from the second kind to the first: ``X, y = -y[:, None] * X, -np.ones(len(y))``.
`orthonormal`, `hadamard` and `large_margin_worst` hold one class, which ``fit`` refuses: play them
with ``partial_fit(X, y, classes=[-1, 1])``, or flip some rows together with their labels.
"""

from __future__ import annotations

import math
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ..validate import whole
from .winnow_game import WorstCase, winnow_worst

__all__ = [
    "WorstCase",
    "disjunction_hadamard",
    "exponential",
    "exponential_mistakes",
    "folded_pair",
    "hadamard",
    "l_of_k",
    "large_margin_constant",
    "large_margin_worst",
    "orthonormal",
    "winnow_cycle",
    "winnow_worst",
]

Sample: TypeAlias = tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]
"""Examples, one a row, and their labels."""

INSET = 1e-9
"""How far inside the threshold the large-margin adversary aims, as a fraction of it: far more
than rounding can move a score, far too little to cost a mistake."""

SMALLEST_GAMMA = 1e-3
"""Below it a large-margin stream would have millions of rows."""


def orthonormal(n: int) -> Sample:
    """The n unit vectors, turned around and labelled -1: Novikoff's bound is tight.

    x_t = -e_t, y_t = -1. Each example is orthogonal to all earlier ones, so its score is 0 and it
    is a mistake: M = n in the first pass, none later, in every order. The comparator
    v = (1, ..., 1) has y v.x = 1 and R = 1, so R^2/rho^2 = |v|^2 = n, attained.

    Holds for ``le`` and ``plus``. A rule that answers ties with -1 makes no mistake, and one that
    learns only when y(w.x) < 0 never starts.

    Source: the claim that the bound is tight is Mohri's. Taught in lecture 03.

    >>> orthonormal(2)
    (array([[-1.,  0.],
            [ 0., -1.]]), array([-1., -1.]))
    """
    n = whole("n, the number of examples,", n)
    return _signed(np.eye(n), -np.ones(n))


def hadamard(n: int) -> Sample:
    """Rows h of the Sylvester-Hadamard matrix as x = -h, y = -1: n mistakes against log2 n.

    n is a power of two. The target v = e_1 looks at one feature: y v.x = 1, |v| = 1.

    - *Perceptron*: rows are orthogonal, so all scores are 0 in the first pass; M = n = R^2/rho^2
      in every order, and the final w is n e_1. Holds for ``le`` and ``plus`` (with labels of both
      signs, ``plus`` would err on the negative ones only).
    - *Exponentiated Winnow*, w_i proportional to exp(eta (sum of y x over mistakes)_i): exactly
      log2 n mistakes for every eta > 0, every order, and both rules. A product of rows is again a
      row, and a row scores tanh(eta)^j > 0 if it is the product of j rows already learned (the
      first row has j = 0) and 0 otherwise: so only new directions are mistakes, and there are
      log2 n of them. The zeros must come out as zeros: in floating point an unlucky order of
      additions can leave 1e-17 and save Winnow a mistake.

    Source: Mohri's comparison of the two bounds, N against 2 ln N. Taught in lectures 03 and 06.

    >>> X, y = hadamard(4)
    >>> -X
    array([[ 1.,  1.,  1.,  1.],
           [ 1., -1.,  1., -1.],
           [ 1.,  1., -1., -1.],
           [ 1., -1., -1.,  1.]])
    >>> y
    array([-1., -1., -1., -1.])
    """
    return _signed(_sylvester(n, "n", least=1), -np.ones(n))


def exponential(n: int) -> Sample:
    """A small separable sample with exponentially many mistakes: M = (4^n - 1)/3.

    y_i x_i = (-1, ..., -1, +1, 0, ..., 0) with the +1 in place i; labels alternate -1, +1, -1 ...
    Under ``le`` the Perceptron ends in w = v = (1, 2, 4, ..., 2^(n-1)) after exactly (4^n - 1)/3
    mistakes: 1, 5, 21, 85, 341, 1365 ... in *every* order, also one that changes from pass to
    pass. Why: row i is a mistake while w_i <= w_1 + ... + w_{i-1}. By induction w <= v throughout
    (a mistake finds w_i <= v_1 + ... + v_{i-1} = v_i - 1), and a clean pass needs w >= v. Then
    w = v fixes how often each row was added, since the rows are linearly independent.

    Under ``plus`` a positive row may rest on a tie and there are fewer mistakes: with these labels
    1, 3, 15, 55, 231 ... (products of neighbours in 1, 1, 3, 5, 11, 21 ...). With all labels -1
    (see the module) ``plus`` makes (4^n - 1)/3 of them too.

    Source: Mohri mentions 2^N; this count is larger. Taught in lecture 03.

    >>> X, y = exponential(3)
    >>> y[:, None] * X + 0.0
    array([[ 1.,  0.,  0.],
           [-1.,  1.,  0.],
           [-1., -1.,  1.]])
    >>> y
    array([-1.,  1., -1.])
    """
    n = whole("n, the number of examples,", n)
    return _signed(np.eye(n) - np.tri(n, k=-1), _alternating(n))


def exponential_mistakes(n: int) -> int:
    """How many mistakes the Perceptron (``le``) makes on `exponential`: (4^n - 1)/3.

    Source: see `exponential`. Taught in lecture 03.

    >>> [exponential_mistakes(n) for n in range(1, 7)]
    [1, 5, 21, 85, 341, 1365]
    """
    n = whole("n, the number of examples,", n)
    return int(4**n - 1) // 3


def disjunction_hadamard(d: int) -> Sample:
    """One relevant feature among d, yet the Perceptron makes d mistakes: it is linear in d.

    d is a power of two, at least 4. The d - 1 rows h of the Sylvester-Hadamard matrix other than
    the all-ones row become x = ((h + 1)/2, 1): d features in {0, 1} and a constant. The label is +
    exactly when feature 1 (counted from 0) is on, a disjunction with r = 1, and labels alternate
    -, +, ..., -. The Perceptron errs on every row of the first pass and once more: d in all, under
    ``le`` and under ``plus``. Winnow needs O(log d).

    Holds for the given order, others give other counts, and with the constant feature.

    Source: such lower bounds are proved by Kivinen, Warmuth and Auer (1997). Taught in lecture 06.

    >>> disjunction_hadamard(4)
    (array([[1., 0., 1., 0., 1.],
            [1., 1., 0., 0., 1.],
            [1., 0., 0., 1., 1.]]), array([-1.,  1., -1.]))
    """
    rows = _sylvester(d, "d", least=4)[1:]
    X = np.column_stack([(rows + 1) / 2, np.ones(len(rows))])
    return X, rows[:, 1].copy()


def large_margin_constant(c: float = 0.5) -> float:
    """The best C in M <= C/gamma^2 for the threshold c gamma |w|; 2.5128624 for c = 1/2.

    C is the positive root s of s/c - ln(1 + 2cs)/(2c^2) = s; for c = 1/2 that is s = 2 ln(1 + s).
    With c = 0 (the limit) it is 1, Novikoff's constant. It grows with c, and there is none for
    c >= 1: no w has a margin above gamma |w| if gamma is the largest margin there is.
    Assumes |x| <= 1, |w*| = 1 and that w = 0 counts as a mistake.

    Source: L8 has 8 for c = 1/2. Taught in lecture 03.

    >>> print(f"{large_margin_constant():.7f}")
    2.5128624
    """
    if not 0 <= c < 1:
        raise ValueError(
            f"c must be at least 0 and below 1; got {c!r}. The threshold is c gamma |w|, and "
            "c = 0.5 is the algorithm of the lecture."
        )

    def excess(s: float) -> float:  # the equation over s: 2 s (u - ln(1+u))/u^2 = 1 with u = 2cs
        u = 2 * c * s
        if u < 0.01:  # where the difference would cancel, its power series
            return 2 * s * sum((-u) ** j / (j + 2) for j in range(9)) - 1
        return 2 * s * (u - math.log1p(u)) / u**2 - 1

    low, high = 0.5, 2.0
    while excess(high) < 0:
        high *= 2
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) < 0 else (low, middle)
    return high


def large_margin_worst(gamma: float) -> Sample:
    """Unit vectors that force the large-margin Perceptron to about 2.5128624/gamma^2 updates.

    The learner updates when w = 0 or y w.x <= (gamma/2)|w|. The adversary knows w and plays, as
    long as there is one, a unit x with x.w* = gamma and x.w = (gamma/2)|w|, where w* = e_1 and
    y = +1: then |w|^2 grows by 1 + gamma |w|, the most it can, while w.w* grows by gamma, the
    least. Three dimensions are enough: x needs a given part along w*, a given part along the rest
    of w, and one more direction to reach length 1.

    Every row is an update in one pass in the given order. Their number M is at most C/gamma^2 and
    fell short of it by less than 3 wherever it was tried (gamma from 0.001 to 1): no smaller
    constant than C will do. Above 0.85 a single update suffices. The stream aims inside the
    threshold by one part in 10^9, so that rounding does not lose an update.

    Source: L8, which proves 8/gamma^2; C is `large_margin_constant`. Taught in lecture 03.

    >>> X, y = large_margin_worst(0.1)
    >>> len(X), large_margin_constant() / 0.1**2 - len(X) < 3
    (249, True)
    """
    if not SMALLEST_GAMMA <= gamma <= 1:
        raise ValueError(
            f"gamma must lie between {SMALLEST_GAMMA} and 1; got {gamma!r}. It is the margin of "
            "unit vectors, and the stream has about 2.5/gamma^2 rows."
        )
    across = math.sqrt(1 - gamma**2)  # the length of x perpendicular to w*
    rows = [(gamma, across, 0.0)]
    w = rows[0]
    while (aim := _at_the_threshold(w, gamma, across)) is not None:
        rows.append(aim)
        w = (w[0] + aim[0], w[1] + aim[1], w[2] + aim[2])
    return np.array(rows), np.ones(len(rows))


def _at_the_threshold(
    w: tuple[float, float, float], gamma: float, across: float
) -> tuple[float, float, float] | None:
    """The unit x with x_1 = gamma whose score just fails to pass, or None if all scores pass."""
    rest = math.hypot(w[1], w[2])
    wanted = gamma / 2 * math.hypot(w[0], rest) * (1 - INSET) - gamma * w[0]
    if wanted < -across * rest or rest == 0:
        return None
    along = wanted / rest
    aside = math.sqrt(max(across**2 - along**2, 0.0))
    cos, sin = w[1] / rest, w[2] / rest
    return gamma, along * cos - aside * sin, along * sin + aside * cos


def winnow_cycle() -> Sample:
    """Three rows on which exponentiated Winnow errs for ever if its rate eta is too large.

    The rows y x = (-1,1,1,1,1,1), (1,1,-1,-1,1,-1), (1,-1,1,1,-1,1) with labels +1, -1, +1 are
    separated by v = e_1 + e_2 + e_3 >= 0 with y v.x = 1, so rho = 1/3 (over |v|_1), R = 1. The
    guarantee covers eta < 2 rho/R^2 = 2/3; the recommended eta = rho/R^2 = 1/3 needs one update.

    With g = e^eta: g < sqrt 3 gives one update, g < sqrt 5 two, and from sqrt 5 on (eta >= 0.805,
    e.g. g = 3) every later pass errs on all three rows, whose sum is (1,1,1,1,1,1): the normalised
    weights return exactly. One row is a tie at equal weights; its label -1 makes it a mistake
    under ``le`` and ``plus`` alike. In floating point the cycle lasts only if equal weights come
    out equal, as they do when weights are computed from the summed exponents.

    Source: Mohri's Winnow, stated there without a limit on eta. Taught in lecture 07.

    >>> X, y = winnow_cycle()
    >>> y[:, None] * X @ [1, 1, 1, 0, 0, 0]
    array([1., 1., 1.])
    """
    rows = np.array([[-1, 1, 1, 1, 1, 1], [1, 1, -1, -1, 1, -1], [1, -1, 1, 1, -1, 1]], dtype=float)
    return _signed(rows, -_alternating(3))


def l_of_k(l: int, k: int) -> Sample:  # noqa: E741 - the name of the problem
    """All of {0,1}^k, labelled + when at least l features are on; rows count up in binary.

    Winnow that doubles and halves (w = 1, threshold k) is made for l = 1. On 3 of 4 passes in this
    order go round for ever (so do they on 4 of 5), although x_1 + ... + x_k >= l separates the
    sample. The factor 1 + 1/(2l) with threshold k converges.

    Source: Littlestone (1988) for the factor. Taught in lecture 06.

    >>> l_of_k(2, 2)
    (array([[0., 0.],
            [0., 1.],
            [1., 0.],
            [1., 1.]]), array([-1., -1., -1.,  1.]))
    """
    k = whole("k, the number of features,", k, most=20)  # 2^20 rows
    l = whole(f"l, how many of the k = {k} features must be on,", l, most=k)  # noqa: E741
    bits = np.arange(2**k)[:, None] >> np.arange(k)[::-1] & 1
    X = bits.astype(np.float64, order="C")
    return X, np.where(X.sum(axis=1) >= l, 1.0, -1.0)


def folded_pair(c: float) -> Sample:
    """Two points on a line, c - 1 (label -1) and c + 1 (label +1), with a constant 1 folded in.

    A boundary at c separates them by a margin of 1, but the folded vectors are nearly parallel if
    c is large. Under ``le`` and for whole c >= 0 the Perceptron makes M = 2c^2 + 2 mistakes if c
    is even and 2c^2 - c + 2 if c is odd (counted up to c = 100): 2, 3, 47, 802, 20002 for
    c = 0, 1, 5, 20, 100. Neither order nor which point is positive changes that. Moving the
    origin to c would cost 2. Under ``plus`` odd c cost the same, even c only c^2 + c + 1.
    Not tight: Novikoff's bound is (1 + c^2)((c + 1)^2 + 1), with the comparator v = (1, -c).

    Source: UIC-15 and L8 fold or drop the bias at no charge. Taught in lecture 01.

    >>> folded_pair(5)
    (array([[4., 1.],
            [6., 1.]]), array([-1.,  1.]))
    """
    if not math.isfinite(c):
        raise ValueError(f"c, the midpoint of the two points, must be a finite number; got {c!r}.")
    return np.array([[c - 1.0, 1.0], [c + 1.0, 1.0]]), _alternating(2)


def _sylvester(n: int, name: str, least: int) -> npt.NDArray[np.float64]:
    """The Sylvester-Hadamard matrix: +-1, orthogonal rows; the first row and column are ones."""
    n = whole(f"{name}, the size of a Sylvester-Hadamard matrix,", n, least=least)
    if n & (n - 1):
        below = 1 << (n.bit_length() - 1)
        raise ValueError(
            f"{name} must be a power of two, the size of a Sylvester-Hadamard matrix; got {n}. "
            f"The nearest are {below} and {2 * below}."
        )
    H = np.ones((1, 1))
    while len(H) < n:
        H = np.block([[H, H], [H, -H]])
    return H


def _alternating(n: int) -> npt.NDArray[np.float64]:
    """n labels -1, +1, -1, ..."""
    return np.where(np.arange(n) % 2, 1.0, -1.0)


def _signed(yx: npt.NDArray[np.float64], y: npt.NDArray[np.float64]) -> Sample:
    """The sample with these products y x and these labels."""
    # Adding 0.0 turns -0.0 into 0.0, which prints better.
    return np.ascontiguousarray(y[:, None] * yx + 0.0), y
