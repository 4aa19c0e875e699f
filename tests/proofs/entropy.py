"""T6, Winnow(eta) by relative entropy, step by step; what is analysis is in test_functions.py."""

from z3 import And, Or

from perceptronlib.theory.theorems.entropy import (
    CHORD,
    DROP,
    FIRST,
    HOEFFDING,
    MISTAKE,
    POSITIVE,
    SHARP_DROP,
    SHARP_SQUEEZE,
    SQUEEZE,
)

from .perceptron import LABEL, LEARNS
from .solver import Proof, claim, q
from .test_functions import test_hoeffdings_lemma

# margin is y p.x; Phi falls by eta y p.x - ln Z
NUMBERS = [
    q.k >= 1,
    q.eta > 0,
    q.R > 0,
    q.rho > 0,
    q.rho <= q.R,
    q.log_N >= 0,
    q.phi_before - q.phi == q.eta * q.margin - q.log_Z,
    q.margin >= q.rho,
]
HALF_SQUARE = (q.eta * q.R) ** 2 / 2
FALL = q.drop == q.eta * q.rho - HALF_SQUARE
IN_LOGARITHMS = q.log_Z - q.eta * q.score <= HALF_SQUARE

# what the values exp(eta y x_i), weighed, are below their chord by
CHORDS = [
    q.R > 0,
    q.Z > 0,
    q.cosh >= 1,
    q.sinh > 0,
    q.share == q.Z / q.cosh - q.score / q.R * (q.sinh / q.cosh),
    q.under_chord == q.cosh + q.score / q.R * q.sinh - q.Z,
]
# the logarithm grows; cosh(eta R) = exp(eta R) (1 + exp(-2 eta R))/2
GROWS = Or(And(q.Z <= q.cosh, q.log_Z <= q.log_cosh), And(q.Z > q.cosh, q.log_Z > q.log_cosh))
SHARP_FALL = [
    q.drop == q.eta * q.rho - q.log_cosh,
    q.log_cosh == q.eta * q.R + q.log_base - q.ln2,
]
ahead = q.eta * (q.margin - q.rho)
SURPLUS = Or(
    And(q.Z <= q.cosh, q.surplus == ahead + q.cosh - q.Z),
    q.surplus == ahead + q.log_cosh - q.log_Z,
)
log_room = q.k * q.log_base + q.log_N + q.k * q.eta * (q.R - q.rho)
IN_POWERS = (q.power <= q.room) == (q.k * q.ln2 <= log_room)

FALLEN = [q.phi_first - q.phi >= q.k * q.drop, claim(FIRST, q.but(phi=q.phi_first))]
FALLEN += [claim(POSITIVE, q)]

PROOFS = {
    "Winnow(eta)": [
        Proof(MISTAKE, LABEL, [LEARNS]),
        Proof(DROP, [*NUMBERS, FALL], [IN_LOGARITHMS, claim(MISTAKE, q)]),
        # ln(w/p) <= w/p - 1, weighed with p: Phi >= 1 - (the sum of the w where p > 0)
        Proof(POSITIVE, [q.phi >= 1 - q.weights], [q.weights <= 1]),
        # w_0 = 1/N, so Phi_0 = sum p ln p + ln N, and p <= 1
        Proof(FIRST, [q.phi == q.p_log_p + q.log_N], [q.p_log_p <= 0]),
        Proof(SQUEEZE, NUMBERS, FALLEN),
    ],
    "Winnow(eta), sharper": [
        Proof(CHORD, CHORDS, [q.under_chord >= 0]),
        Proof(
            SHARP_DROP,
            [*NUMBERS, *CHORDS, *SHARP_FALL, GROWS, SURPLUS],
            [claim(CHORD, q), claim(MISTAKE, q)],
        ),
        Proof(SHARP_SQUEEZE, [*NUMBERS, *SHARP_FALL, IN_POWERS], FALLEN),
    ],
}
"""By theorem, in the order of its proof."""

BOUND = [*NUMBERS, FALL, claim(SQUEEZE, q)]

ALSO = {
    "Winnow(eta): Phi falls by k drops in k updates": (
        [q.phi_first - q.phi_before >= (q.k - 1) * q.drop, claim(DROP, q)],
        q.phi_first - q.phi >= q.k * q.drop,
    ),
    "Winnow(eta): M <= ln N/(eta rho - eta^2 R^2/2), if eta < 2 rho/R^2": (
        [*BOUND, q.eta < 2 * q.rho / q.R**2],
        q.k <= q.log_N / (q.eta * q.rho - q.eta**2 * q.R**2 / 2),
    ),
    "Winnow(eta): M <= 2 (R/rho)^2 ln N at the best rate": (
        [*BOUND, q.eta == q.rho / q.R**2],
        q.k <= 2 * (q.R / q.rho) ** 2 * q.log_N,
    ),
    "Winnow(eta): the sharper bound is the smaller one, for cosh u <= exp(u^2/2)": (
        [*NUMBERS, FALL, q.drop > 0, q.log_cosh <= HALF_SQUARE],
        q.log_N / (q.eta * q.rho - q.log_cosh) <= q.log_N / q.drop,
    ),
}
"""What the steps use, and what the certificate's bound says."""

FALSE = {
    "Winnow(eta)": {
        "any rate": (BOUND, q.k <= 2 * (q.R / q.rho) ** 2 * q.log_N),
        "rounds that were no mistakes": (
            [*NUMBERS, FALL, IN_LOGARITHMS],
            claim(DROP, q),
        ),
    },
    "Winnow(eta), sharper": {
        "rounds that were no mistakes": (
            [*NUMBERS, *CHORDS, *SHARP_FALL, GROWS, claim(CHORD, q)],
            claim(SHARP_DROP, q),
        ),
    },
}
"""By theorem, and by what is wrong: hypotheses, and what does not follow from them."""

BEYOND = ((HOEFFDING, test_hoeffdings_lemma),)
"""Steps that are not proved here, and what proves them."""
