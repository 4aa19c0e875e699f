"""T10, the same weights in several forms, step by step: one coordinate, from round to round.

Some steps compare floats of a run with their exact values. That is about rounding, and no theorem;
the identity behind each of them is proved here, or in test_functions.py.
"""

from z3 import And, Implies, Or

from perceptronlib.theory.theorems.identities import (
    ALPHA,
    DUAL,
    LAZY,
    LINEAR,
    SAME_AS_PERCEPTRON,
    SCORES,
    SUBGRADIENT,
    SURVIVAL,
    WEIGHT_SUM,
)
from perceptronlib.theory.theorems.multiplicative import (
    DUAL_NORM,
    INNER,
    LINK,
    POWERS,
    SAME_AS_WINNOW,
    SHARES,
    SOFTMAX,
)

from .embedding import errs
from .solver import Proof, claim, q

# The latest round, T-1: z is r y x where it was a mistake, 0 where it was not; w survives it
ROUND = Or(q.mistake == 1, And(q.mistake == 0, q.z == 0))
START = q.but(T=0, M=0, w=q.w_0, u=0, by_survival=0, survival_sum=0, alpha_sum=0)
before = q.but(
    T=q.T - 1,
    M=q.M - q.mistake,
    w=q.w - q.z,
    u=q.u - (q.T - 1) * q.z,
    by_survival=q.by_survival - q.w,
    survival_sum=q.survival_sum - 1,
    alpha_sum=q.alpha_sum - q.mistake,
)

# y w.x and its positive multiple, as another rule has it
SAME_SIGN = [q.here == errs(q.score), q.there == errs(q.scale * q.score)]

PROOFS = {
    "Identities": [
        Proof(SURVIVAL, [], about=START),
        Proof(SURVIVAL, [ROUND], [claim(SURVIVAL, before)]),
        Proof(LAZY, [], about=START),
        Proof(LAZY, [ROUND], [claim(LAZY, before)]),
        Proof(ALPHA, [], about=START),
        Proof(ALPHA, [ROUND], [claim(ALPHA, before)]),
        # on a mistake -y w.x >= 0, and max(0, -y w.x) has the subgradient -y x, at the kink too
        Proof(
            SUBGRADIENT,
            [q.rate > 0, q.after == q.before + q.rate * q.yx],
            [q.score <= 0, Implies(q.score <= 0, q.subgradient == -q.yx)],
        ),
        Proof(SAME_AS_PERCEPTRON, SAME_SIGN, [q.scale == 1]),
        Proof(SAME_AS_WINNOW, SAME_SIGN, [q.scale > 0]),
    ]
}
"""By theorem, in the order of its proof."""

ALSO = {
    "w = w_0 + r sum alpha y x, from mistake to mistake": (
        [q.w == q.w_0 + q.rate * (q.others + q.alpha * q.yx)],
        q.w + q.rate * q.yx == q.w_0 + q.rate * (q.others + (q.alpha + 1) * q.yx),
    ),
    "score = sum alpha y K, from mistake to mistake": (
        [q.score == q.others + q.alpha * q.y * q.K],
        q.score + q.y * q.K == q.others + (q.alpha + 1) * q.y * q.K,
    ),
    "softmax: weights e/W, multiplied by f and divided by their sum, are e f/W'": (
        [q.W > 0, q.W_after > 0, q.w == q.e / q.W, q.Z == q.W_after / q.W],
        q.w * q.f / q.Z == q.e * q.f / q.W_after,
    ),
}
"""What the steps about floats compare them with."""

FALSE = {
    "Identities": {
        "the lazy average is (T+1) w - u in place of T w - u": (
            [claim(LAZY, q)],
            (q.T + 1) * q.w - q.u == q.by_survival,
        ),
        "the subgradient is 0 at the kink: then w = 0 is never left": (
            [q.rate > 0, q.after == q.before + q.rate * q.yx, q.score == 0, q.subgradient == 0],
            claim(SUBGRADIENT, q),
        ),
    }
}
"""By theorem, and by what is wrong: hypotheses, and what does not follow from them."""

ABOUT_FLOATS = "it compares floats of a run with their exact values: rounding, and no theorem"
FLOATS = (WEIGHT_SUM, DUAL, SCORES, LINEAR, SOFTMAX, POWERS, SHARES, LINK, INNER, DUAL_NORM)
BEYOND = tuple((step, ABOUT_FLOATS) for step in FLOATS)
"""Steps that are not proved here, and why."""
