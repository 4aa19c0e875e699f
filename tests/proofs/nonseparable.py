"""T5, deviations and hinge loss in every form, step by step."""

from perceptronlib.theory.theorems.nonseparable import (
    DEVIATIONS,
    HINGE_FORMS,
    HINGE_LINEAR,
    HINGE_PAID,
    HINGE_ROOT,
    SHARED,
    SQUEEZE,
)
from perceptronlib.theory.theorems.perceptron import CAUCHY_SCHWARZ, NOVIKOFF

from .solver import Proof, claim, q

_, ALONG, LENGTH, SHORTER, _ = SHARED
*_, SPREAD, SQUARES = DEVIATIONS
GROWTH = NOVIKOFF[2]

# R is max |x|, times |v| where rounding made v longer than 1; paid is the sum of d over mistakes
SAMPLE = [
    q.rho > 0,
    q.row2 >= 0,
    q.length > 0,
    q.length2 == q.length**2,
    q.R >= 0,
    q.R2 == q.R**2,
    q.R2 == q.row2 * q.length2,
    q.D >= 0,
    q.D2 == q.D**2,
    q.D1 >= 0,
    q.root >= 0,
    q.root**2 == q.R2 + 4 * q.rho * q.D1,
]
NUMBERS = [
    *SAMPLE,
    q.k >= 1,
    q.root_k >= 0,
    q.root_k**2 == q.k,
    q.w_length >= 0,
    q.w_length**2 == q.square,
    q.paid >= 0,
]
# gain is y v.x, so that d >= rho - gain
DATA = [q.d >= 0, q.d >= q.rho - q.gain, 0 <= q.size, q.size <= q.row2, q.v2 <= q.length2]
START = q.but(k=0, along=0, square=0, paid=0)
before = q.but(k=q.k - 1, along=q.along - q.gain, square=q.before, paid=q.paid - q.d)
FEW = [q.k >= 1, q.rho > 0, q.row2 >= 0]

DEVIATION_SQUARES = [q.paid**2 <= q.k * q.paid_squares, q.paid_squares <= q.D2]

PROOFS = {
    "Deviations": [  # the first six are those of the hinge loss, too
        Proof(ALONG, FEW, about=START),
        Proof(ALONG, FEW, [claim(ALONG, before), *DATA]),
        Proof(LENGTH, FEW, about=START),
        Proof(LENGTH, FEW, [claim(LENGTH, before), claim(GROWTH, q), *DATA]),
        Proof(SHORTER, NUMBERS, [claim(CAUCHY_SCHWARZ, q), *DATA]),
        Proof(SQUEEZE, NUMBERS, [claim(step, q) for step in (ALONG, LENGTH, SHORTER)]),
        Proof(SPREAD, NUMBERS, DEVIATION_SQUARES),
        Proof(SQUARES, NUMBERS, [claim(SQUEEZE, q), claim(SPREAD, q)]),
    ],
    "Hinge loss": [
        Proof(HINGE_PAID, NUMBERS, [q.D1 == q.paid + q.others, q.others >= 0]),
        Proof(HINGE_ROOT, NUMBERS, [claim(SQUEEZE, q), claim(HINGE_PAID, q)]),
        Proof(HINGE_FORMS, SAMPLE),
        Proof(HINGE_LINEAR, NUMBERS, [claim(HINGE_ROOT, q), claim(HINGE_FORMS, q)]),
    ],
}
"""By theorem, in the order of its proof."""

squares_before = q.paid_squares - q.d**2

ALSO = {
    "Cauchy-Schwarz for the k deviations, from one to the next": (
        [q.k >= 2, q.d >= 0, squares_before >= 0]
        + [before.paid >= 0, before.paid**2 <= before.k * squares_before],
        q.paid**2 <= q.k * q.paid_squares,
    ),
    "Cauchy-Schwarz for one deviation": (
        [q.k == 1, q.paid == q.d, q.paid_squares == q.d**2],
        q.paid**2 <= q.k * q.paid_squares,
    ),
    "Hinge loss: M <= R^2/rho^2 + 2 D1/rho": (
        [*NUMBERS, claim(HINGE_LINEAR, q)],
        q.k <= q.R2 / q.rho**2 + 2 * q.D1 / q.rho,
    ),
}
"""What the steps use, and what the certificate's bound says."""

FALSE = {
    "Deviations": {
        "the sum of d^2 over examples, in several passes": (
            [*NUMBERS, claim(SQUEEZE, q), q.paid**2 <= q.k * q.passes * q.D2, q.passes >= 1],
            claim(SQUARES, q),
        ),
    },
    "Hinge loss": {
        "a v that is longer than 1": (
            [*NUMBERS, claim(ALONG, q), claim(LENGTH, q), claim(CAUCHY_SCHWARZ, q)]
            + [claim(HINGE_PAID, q), q.length == 1],
            claim(HINGE_LINEAR, q),
        ),
        "D1 once in place of twice": (
            [*NUMBERS, claim(SQUEEZE, q), claim(HINGE_PAID, q)],
            q.k * q.rho**2 <= q.R2 + q.rho * q.D1,
        ),
    },
}
"""By theorem, and by what is wrong: hypotheses, and what does not follow from them."""

BEYOND = ()
"""Steps that are not proved here, and why."""
