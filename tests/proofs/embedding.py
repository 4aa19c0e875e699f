"""T4, the embedding of Freund and Schapire, step by step."""

from z3 import And, If, Or

from perceptronlib.theory.theorems.embedding import EMBEDDING
from perceptronlib.theory.theorems.perceptron import NOVIKOFF

from .solver import Proof, claim, q

LENGTH, MARGIN, SIZE, SAME, NEVER_BELOW, BEST = EMBEDDING
SQUEEZE = NOVIKOFF[-1]

NUMBERS = [
    q.rho > 0,
    q.row2 >= 0,
    q.length2 > 0,
    q.R >= 0,
    q.R**2 == q.R2,
    q.R2 == q.row2 * q.length2,
    q.D >= 0,
    q.D**2 == q.D2,
    q.delta2 > 0,
    q.Z > 0,
    q.Z**2 == q.Z2,
    q.Z2 == q.length2 + q.D2 / q.delta2,
]


def errs(score):
    """1 where y w.x is negative, or 0 and the tie rule calls that a mistake; else 0."""
    return If(Or(score < 0, And(score == 0, q.tie == 1)), 1, 0)


# the copy's score has delta^2 more for every time that the row was learned before
COPY = [q.here == errs(q.score), q.there == errs(q.score + q.times * q.delta2), q.times >= 0]

PROOFS = {
    "Embedding": [
        Proof(LENGTH, NUMBERS, [q.v2 == q.length2]),
        Proof(MARGIN, NUMBERS, [q.d >= q.rho - q.margin]),
        Proof(SIZE, NUMBERS, [q.size <= q.row2]),
        Proof(SAME, [*NUMBERS, *COPY], [q.times == 0]),
        Proof(NEVER_BELOW, NUMBERS),
        Proof(BEST, [*NUMBERS, q.R > 0]),
    ]
}
"""By theorem, in the order of its proof."""

# Novikoff's theorem for the copy: its margin is rho/Z, its rows are at most R^2 + delta^2 long
copy = q.but(g=q.rho / q.Z, R2=q.row2 + q.delta2, v2=1)

ALSO = {
    "Embedding: M <= (R^2 + delta^2) Z^2/rho^2": (
        [*NUMBERS, claim(SQUEEZE, copy)],
        q.k <= (q.row2 + q.delta2) * q.Z2 / q.rho**2,
    ),
    "Embedding: delta = sqrt(R D) makes the bound ((R + D)/rho)^2": (
        [*NUMBERS, q.length2 == 1, q.D > 0, q.delta2 == q.R * q.D],
        NEVER_BELOW.left(q) == NEVER_BELOW.right(q),
    ),
}
"""What the certificate's bound says, after the steps it follows from."""

FALSE = {
    "Embedding": {
        "a second pass: the coordinate of a row remembers it": (
            [*NUMBERS, *COPY],
            claim(SAME, q),
        ),
        "delta = D is as good": (
            [*NUMBERS, q.length2 == 1, q.delta2 == q.D2, q.D > 0],
            NEVER_BELOW.right(q) <= NEVER_BELOW.left(q),
        ),
    }
}
"""By theorem, and by what is wrong: hypotheses, and what does not follow from them."""

BEYOND = ()
"""Steps that are not proved here, and why."""
