"""T7, the large-margin perceptron, step by step, with the cases short and long and the clock."""

from z3 import Or

from perceptronlib.theory.theorems.large_margin import (
    ALONG,
    AT_THE_END,
    BEST_CONSTANT,
    CAUCHY_SCHWARZ,
    CLOCK,
    GROWTH,
    LENGTH,
    LONG,
    MISTAKE,
    SHORT,
)
from perceptronlib.theory.theorems.perceptron import CAUCHY_SCHWARZ as SQUARES

from .perceptron import UPDATE
from .solver import Proof, claim, q

NUMBERS = [
    q.k >= 1,
    q.gamma > 0,
    q.reached > 0,
    q.reached2 == q.reached**2,
    q.R2 >= 1,
    q.v_length > 0,
    q.v_length**2 == q.v2,
    q.w_length >= 0,
    q.w_length**2 == q.square,
    q.w_before >= 0,
    q.w_before**2 == q.before,
]
# y v.x, divided by |v|, is the margin of the example; R2 is 1, or more by rounding
DATA = [q.gain / q.v_length >= q.reached, q.size <= q.R2]
START = q.but(k=0, along=0, square=0, w_length=0)
before = q.but(k=q.k - 1, along=q.along - q.gain, square=q.before, w_length=q.w_before)
IS_SHORT, IS_LONG = q.gamma * q.w_before < 2 * q.R2, q.gamma * q.w_before >= 2 * q.R2

# F = 2 (gamma |w| - R2 ln(1 + gamma |w|/R2)) lies below its tangents, as a function of |w|^2, and
# rises with |w| (test_functions.py)
clock = 2 * (q.gamma * q.w_length - q.R2 * q.ln_length)
clock_before = 2 * (q.gamma * q.w_before - q.R2 * q.ln_before)
slope = q.gamma**2 / (q.R2 + q.gamma * q.w_before)
TANGENT = clock - clock_before <= slope * (q.square - q.before)
count = q.gamma * q.reached * q.k
RISES = Or(count > q.gamma * q.w_length, 2 * (count - q.R2 * q.ln_count) <= clock)

CLEAN = [q.w_length > 0, q.least > q.gamma / 2 * q.w_length]

PROOFS = {
    "Large-margin perceptron": [
        Proof(MISTAKE, NUMBERS, [q.score <= q.gamma / 2 * q.w_before]),
        Proof(ALONG, NUMBERS, about=START),
        Proof(ALONG, NUMBERS, [claim(ALONG, before), *DATA]),
        Proof(CAUCHY_SCHWARZ, NUMBERS, [claim(SQUARES, q)]),
        Proof(GROWTH, NUMBERS, [claim(MISTAKE, q), *UPDATE, *DATA]),
        Proof(SHORT, NUMBERS, [IS_SHORT, claim(GROWTH, q), *DATA]),
        Proof(LONG, NUMBERS, [IS_LONG, claim(GROWTH, q), *DATA]),
        Proof(LENGTH, NUMBERS, about=START),
        Proof(LENGTH, NUMBERS, [IS_SHORT, claim(SHORT, q), *DATA]),
        Proof(LENGTH, NUMBERS, [IS_LONG, claim(LONG, q), claim(LENGTH, before)]),
        Proof(CLOCK, [q.gamma > 0, q.R2 >= 1], about=START.but(ln_length=0)),
        Proof(
            CLOCK,
            NUMBERS,
            [claim(CLOCK, before.but(ln_length=q.ln_before)), claim(GROWTH, q), TANGENT],
        ),
        Proof(
            BEST_CONSTANT, NUMBERS, [claim(s, q) for s in (ALONG, CAUCHY_SCHWARZ, CLOCK)] + [RISES]
        ),
        Proof(AT_THE_END, [*NUMBERS, q.w_length > 0], CLEAN),
    ]
}
"""By theorem, in the order of its proof."""

END = [*NUMBERS, *(claim(step, q) for step in (ALONG, CAUCHY_SCHWARZ, LENGTH))]

ALSO = {
    "Large-margin perceptron: M <= 8/gamma^2": (
        [*END, q.reached == q.gamma],
        q.k <= 8 * q.R2 / q.gamma**2,
    ),
    "Large-margin perceptron, where v falls short of gamma by rounding": (
        [*END, q.reached > 3 * q.gamma / 4],
        q.k <= 2 * q.R2 / (q.gamma * (q.reached - 3 * q.gamma / 4)),
    ),
}
"""What the certificate's bound says, after the steps it follows from."""

GROWN = [*NUMBERS, *DATA, q.gamma <= 1, claim(GROWTH, q)]

FALSE = {
    "Large-margin perceptron": {
        "|w| grows by gamma/2 at most, once it is 2/gamma": (
            [*GROWN, IS_LONG],
            q.w_length <= q.w_before + q.gamma / 2,
        ),
        "|w| grows by 3 gamma/4 at most, also while it is short": (
            GROWN,
            claim(LONG, q),
        ),
    }
}
"""By theorem, and by what is wrong: hypotheses, and what does not follow from them."""

BEYOND = ()
"""Steps that are not proved here, and why."""
