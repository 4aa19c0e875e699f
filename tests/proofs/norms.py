"""T12, the p-norm perceptron, step by step; what is analysis is in test_functions.py."""

from perceptronlib.theory.theorems.norms import (
    ALONG,
    BENDS,
    HOELDER,
    LENGTH,
    MISTAKE,
    SQUEEZE,
)

from .perceptron import LABEL, LEARNS
from .solver import Proof, claim, q

NUMBERS = [
    q.k >= 1,
    q.g > 0,
    q.p >= 2,
    q.X2 > 0,
    q.length >= 0,
    q.square == q.length**2,
    q.dual > 0,
    q.dual2 == q.dual**2,
    q.beyond == q.dual * q.length - q.along,
]
START = q.but(k=0, along=0, square=0)
before = q.but(k=q.k - 1, along=q.along - q.gain, square=q.square_before)
# Taylor: the second derivative on the way is at most (p-1) |x|_p^2
TAYLOR = [q.square == q.square_before + 2 * q.score + q.bend, q.bend <= (q.p - 1) * q.size]
# Young, summed over the coordinates of v/|v|_q and theta/|theta|_p
YOUNG = [q.along <= q.dual * q.length * (1 / q.p + 1 / q.q), 1 / q.p + 1 / q.q == 1]

PROOFS = {
    "p-norm perceptron": [
        Proof(MISTAKE, LABEL, [LEARNS]),
        Proof(ALONG, [q.g > 0], about=START),
        Proof(ALONG, NUMBERS, [claim(ALONG, before), q.gain >= q.g]),
        Proof(BENDS, NUMBERS, TAYLOR),
        Proof(LENGTH, [q.p >= 2, q.X2 > 0], about=START),
        Proof(
            LENGTH,
            NUMBERS,
            [claim(LENGTH, before), claim(BENDS, q), claim(MISTAKE, q), q.size <= q.X2],
        ),
        Proof(HOELDER, NUMBERS, YOUNG),
        Proof(SQUEEZE, NUMBERS, [claim(step, q) for step in (ALONG, LENGTH, HOELDER)]),
    ]
}
"""By theorem, in the order of its proof."""

ALSO = {
    "p-norm perceptron: M <= (p-1) X_p^2 |v|_q^2/g^2": (
        [*NUMBERS, claim(SQUEEZE, q)],
        q.k <= (q.p - 1) * q.X2 * q.dual**2 / q.g**2,
    ),
    "p-norm perceptron with p = 2: Novikoff's theorem": (
        [*NUMBERS, claim(SQUEEZE, q), q.p == 2],
        q.k * q.g**2 <= q.X2 * q.dual2,
    ),
}
"""What the certificate's bound says, after the steps it follows from."""

FALSE = {
    "p-norm perceptron": {
        "no factor p - 1": (
            [*NUMBERS, *(claim(step, q) for step in (ALONG, LENGTH, HOELDER))],
            q.k * q.g**2 <= q.X2 * q.dual2,
        ),
    }
}
"""By theorem, and by what is wrong: hypotheses, and what does not follow from them."""

BEYOND = ()
"""Steps that are not proved here, and why."""
