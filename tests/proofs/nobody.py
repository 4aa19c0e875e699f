"""T13 (no learner can promise less), step by step: one round, and n rounds by induction."""

from z3 import Or

from perceptronlib.theory.theorems.nobody import AGAIN, AGAINST, ATTAINED, GAIN, SQUARE

from .solver import Proof, claim, q

ANSWER = [Or(q.answer == 1, q.answer == -1)]
LABEL = [Or(q.label == 1, q.label == -1)]
# x = e_t and v holds the labels, so v.x is the label of round t; |v|^2 is the sum of their squares
before = q.but(v2=q.v2 - q.label**2, n=q.n - 1)

PROOFS = {
    "No deterministic learner can promise less": [
        Proof(AGAINST, ANSWER, [q.label == -q.answer]),
        Proof(AGAIN, [*ANSWER, q.label == -q.answer], [q.again == q.answer]),
        Proof(GAIN, [*LABEL, q.gain == q.label * q.vx], [q.vx == q.label]),
        Proof(SQUARE, LABEL, about=q.but(v2=0, n=0)),
        Proof(SQUARE, LABEL, [claim(SQUARE, before)]),
        Proof(ATTAINED, [q.M == q.n, q.R2 == 1], [claim(SQUARE, q), q.g == 1]),
    ]
}
"""By theorem, in the order of its proof."""

ALSO = {
    "M = R^2/rho^2, rho = g/|v|": (
        [claim(ATTAINED, q), q.g > 0, q.v_length > 0, q.v_length**2 == q.v2],
        q.M == q.R2 / (q.g / q.v_length) ** 2,
    ),
}
"""What the certificate's bound says, after the steps it follows from."""

FALSE = {
    "No deterministic learner can promise less": {
        "against a learner that answers otherwise when it is asked again": (
            [*ANSWER, q.label == -q.answer, Or(q.again == 1, q.again == -1)],
            claim(AGAIN, q),
        ),
    }
}
"""By theorem, and by what is wrong: hypotheses, and what does not follow from them."""

BEYOND = ()
"""Steps that are not proved here, and why."""
