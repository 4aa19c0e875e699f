"""Weighted majority, step by step."""

from perceptronlib.theory.theorems.majority import ALTOGETHER, BEST, MISTAKE, SHRINKS

from .perceptron import LABEL, LEARNS
from .solver import Proof, claim, q

NUMBERS = [0 < q.beta, q.beta < 1, q.N >= 1, q.k >= 1, q.m >= 0, q.W > 0, q.W_before > 0]
# right and wrong are what the experts weigh that were right and wrong: y w.x = right - wrong
UPDATE = [
    q.right >= 0,
    q.wrong >= 0,
    q.W_before == q.right + q.wrong,
    q.W == q.right + q.beta * q.wrong,
    q.score == q.right - q.wrong,
]
# The logarithm grows, so that numbers compare as their logarithms do
LOGARITHMS = [
    q.log_beta < 0,
    q.log_shrink > 0,
    (q.grown <= q.N) == (q.log_W + q.k * q.log_shrink <= q.log_N),
    (q.best <= q.W) == (q.m * q.log_beta <= q.log_W),
]
SHRINKS_IN_LOGARITHMS = q.log_W <= q.log_before - q.log_shrink
START = q.but(k=0, log_W=q.log_N)
before = q.but(k=q.k - 1, log_W=q.log_before)

PROOFS = {
    "Weighted majority": [
        Proof(MISTAKE, LABEL, [LEARNS]),
        Proof(SHRINKS, NUMBERS, [*UPDATE, claim(MISTAKE, q)]),
        Proof(ALTOGETHER, NUMBERS, about=START),
        Proof(
            ALTOGETHER, [*NUMBERS, *LOGARITHMS], [claim(ALTOGETHER, before), SHRINKS_IN_LOGARITHMS]
        ),
        Proof(BEST, [*NUMBERS, *LOGARITHMS], [q.W == q.best + q.others, q.others >= 0]),
    ]
}
"""By theorem, in the order of its proof."""

END = [*NUMBERS, *LOGARITHMS, claim(ALTOGETHER, q), claim(BEST, q)]

ALSO = {
    "Weighted majority: M <= (ln N + m ln(1/beta))/ln(2/(1+beta))": (
        END,
        q.k <= (q.log_N - q.m * q.log_beta) / q.log_shrink,
    ),
}
"""What the certificate's bound says, after the steps it follows from."""

FALSE = {
    "Weighted majority": {
        "W is halved, as if beta were 0": (
            [*NUMBERS, *UPDATE, claim(MISTAKE, q)],
            q.W <= q.W_before / 2,
        ),
        "ln N/ln(2/(1+beta)) + m, as if an expert's mistake cost one": (
            END,
            q.k <= q.log_N / q.log_shrink + q.m,
        ),
    }
}
"""By theorem, and by what is wrong: hypotheses, and what does not follow from them."""

BEYOND = ()
"""Steps that are not proved here, and why."""
