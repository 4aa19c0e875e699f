"""T9, Winnow on disjunctions for every beta, and the perceptron on disjunctions, step by step."""

from z3 import And, Or

from perceptronlib.theory.theorems.perceptron import NOVIKOFF
from perceptronlib.theory.theorems.winnow import (
    FALSE_POSITIVE,
    FEW_FALSE,
    FEW_MISSED,
    LENGTH,
    LIMITED,
    MARGIN,
    MISSED,
    NEVER_FALL,
    PART,
    RADIUS,
    RAISED,
    SIMPLER,
    TOGETHER,
    TOTAL,
)

from .solver import Proof, claim, q, whole

# power_k is (1+beta)^k, the first power that reaches d
NUMBERS = [
    q.beta > 0,
    q.d >= 2,
    q.r >= 1,
    q.k >= 1,
    q.power_k >= q.d,
    q.late == (1 + q.beta) * q.power_k,
]

# ---------------------------------------------------------------- one mistake

# wx is w.x: an active weight is multiplied by 1 + beta, or divided by it
PROMOTION = [q.wx < q.d, q.S == q.S_before + q.beta * q.wx]
DEMOTION = [q.wx >= q.d, q.S == q.S_before - q.wx + q.wx / (1 + q.beta)]
START = q.but(P=0, Q=0, S=q.d, l=0, l_sum=0)
before_missed = q.but(P=q.P - 1, S=q.S_before, l_sum=q.l_sum - q.raised)
before_false = q.but(Q=q.Q - 1, S=q.S_before)

# A relevant weight, (1+beta)^l: where y = -1 no relevant feature is active
ACTIVE = Or(q.x == 0, q.x == 1)
LABEL = Or(And(q.y == 1, ACTIVE), And(q.y == -1, q.x == 0))
# it is part of w.x when its feature is active, and powers of 1 + beta grow with their exponent
RAISES = [
    q.l == q.l_before + q.x,
    q.l_before <= q.k,
    Or(q.x == 0, And(q.x == 1, q.power_before <= q.wx, q.wx < q.d)),
    Or(q.l_before < q.k, q.power_before >= q.power_k),
    whole(q.l_before, q.k - 1),
]

# the perceptron's examples: active is the number of relevant features that are
DISJUNCTION = Or(And(q.y == 1, q.active >= 1), And(q.y == -1, q.active == 0))

# ---------------------------------------------------------------- all of them

# the largest whole numbers below what they are named for
MOST_Q = [q.most_Q < (1 + q.beta) * (q.P + 1 / q.beta), whole(q.Q, q.most_Q)]
MOST_Q += [(1 + q.beta) * (q.P + 1 / q.beta) <= q.most_Q + 1]
MOST_M = [q.most_M < SIMPLER.left(q), SIMPLER.left(q) <= q.most_M + 1, whole(q.P + q.Q, q.most_M)]

# A missed positive adds *less* than beta d; so S is below its limit once there was one
STRICTLY = Or(q.P == 0, TOTAL.left(q) < TOTAL.right(q))


def worth(exponents, weights):
    """What relevant weights allow: the sum of (2+beta) l - (1+beta)^(l+1)/(beta d) over them."""
    return (2 + q.beta) * exponents - (1 + q.beta) * weights / (q.beta * q.d)


MOST_WORTH = q.r * worth(q.k, q.power_k)
WORTH = [
    worth(q.l_sum, q.relevant) <= MOST_WORTH,
    Or(q.l_sum >= q.r * q.k, worth(q.l_sum, q.relevant) < MOST_WORTH),
]

PROOFS = {
    "Winnow on disjunctions": [
        Proof(MISSED, NUMBERS, PROMOTION),
        Proof(FALSE_POSITIVE, NUMBERS, DEMOTION),
        Proof(TOTAL, NUMBERS, about=START),
        Proof(TOTAL, NUMBERS, [claim(TOTAL, before_missed), claim(MISSED, q)]),
        Proof(TOTAL, NUMBERS, [claim(TOTAL, before_false), claim(FALSE_POSITIVE, q)]),
        Proof(PART, NUMBERS, [q.S == q.relevant + q.irrelevant, q.irrelevant >= 0]),
        Proof(FEW_FALSE, [*NUMBERS, *MOST_Q], [claim(TOTAL, q), q.S > 0]),
        Proof(NEVER_FALL, [q.rise == q.y * q.x], [LABEL]),
        Proof(LIMITED, NUMBERS, about=START),
        Proof(LIMITED, [*NUMBERS, ACTIVE], RAISES),
        Proof(RAISED, NUMBERS, about=START),
        # a missed positive raises at least one relevant weight, a false positive none
        Proof(RAISED, NUMBERS, [claim(RAISED, before_missed), q.raised >= 1]),
        Proof(RAISED, NUMBERS, [claim(RAISED, before_false)]),
        Proof(FEW_MISSED, NUMBERS, [claim(RAISED, q), claim(LIMITED, q), q.l_sum <= q.r * q.l]),
        Proof(
            TOGETHER,
            [*NUMBERS, *MOST_M, q.P >= 0],
            [STRICTLY, *(claim(step, q) for step in (TOTAL, PART, RAISED)), *WORTH],
        ),
        Proof(SIMPLER, NUMBERS),
    ],
    "Perceptron on disjunctions": [
        # v is 2 at the relevant features and -1 at the constant
        Proof(MARGIN, [q.margin == q.y * (2 * q.active - 1)], [DISJUNCTION]),
        Proof(LENGTH, [q.v2 == q.r * 2**2 + 1]),
        Proof(RADIUS, [q.R2 == q.on * 1**2 + 1], [q.on <= q.s]),
    ],
}
"""By theorem, in the order of its proof."""

sum_before, relevant_before = q.l_sum - q.l, q.relevant - q.power

ALSO = {
    "Winnow: S is strictly below its limit after a missed positive": (
        [*NUMBERS, q.P >= 1, claim(TOTAL, before_missed), *PROMOTION],
        STRICTLY,
    ),
    "Winnow: S stays strictly below its limit after a false positive": (
        [*NUMBERS, q.P >= 1, TOTAL.left(before_false) < TOTAL.right(before_false), *DEMOTION],
        STRICTLY,
    ),
    "Winnow: one more promotion of a weight below d is worth more than 1": (
        [*NUMBERS, 0 < q.power, q.power < q.d],
        worth(q.l, q.power) + 1 < worth(q.l + 1, (1 + q.beta) * q.power),
    ),
    "Winnow: a relevant weight more, worth no more than one at the top": (
        [*NUMBERS, worth(q.l, q.power) <= worth(q.k, q.power_k)]
        + [worth(sum_before, relevant_before) <= (q.r - 1) * worth(q.k, q.power_k)],
        worth(q.l_sum, q.relevant) <= MOST_WORTH,
    ),
    "Winnow: M < (2+beta) r k": (
        [*NUMBERS, *MOST_M, claim(TOGETHER, q), claim(SIMPLER, q)],
        q.P + q.Q < (2 + q.beta) * q.r * q.k,
    ),
    "Winnow with beta = 1: the bound is 2 + r(3k - 2^(k+1)/d)": (
        [*NUMBERS, q.beta == 1],
        SIMPLER.left(q) == 2 + q.r * (3 * q.k - q.late / q.d),
    ),
    "Perceptron on disjunctions: M <= (4r+1)(s+1)": (
        [q.r >= 0, q.s >= 0, q.g >= 1, q.k >= 1]
        + [claim(step, q) for step in (NOVIKOFF[-1], LENGTH, RADIUS)],
        q.k <= (4 * q.r + 1) * (q.s + 1),
    ),
}
"""What the steps use, and what the certificate's bound says."""

FALSE = {
    "Winnow on disjunctions": {
        "w.x <= d/2 after a false positive (beta = 1)": (
            [*NUMBERS, *DEMOTION, q.beta == 1],
            q.wx / (1 + q.beta) <= q.d / 2,
        ),
        "l <= log d, without rounding it up": (
            [*NUMBERS, ACTIVE, *RAISES[:-1], q.power_k == q.d],
            claim(LIMITED, q),
        ),
        "3 r k also for r = 0": (
            [*NUMBERS[:2], *NUMBERS[3:], q.r >= 0],
            claim(SIMPLER, q),
        ),
        "3 r k for every beta": (NUMBERS, SIMPLER.left(q) <= 3 * q.r * q.k),
    },
    "Perceptron on disjunctions": {
        "v = 1 in place of 2 at the relevant features": (
            [DISJUNCTION, q.margin == q.y * (q.active - 1)],
            claim(MARGIN, q),
        ),
    },
}
"""By theorem, and by what is wrong: hypotheses, and what does not follow from them."""

BEYOND = ()
"""Steps that are not proved here, and why."""
