"""T16 (regret against any vector), step by step; T1 and T5 follow from it."""

from perceptronlib.theory.theorems.nonseparable import SQUEEZE
from perceptronlib.theory.theorems.perceptron import MISTAKE, NOVIKOFF
from perceptronlib.theory.theorems.regrets import BEST, DISTANCE, LOST, REGRET, TELESCOPED

from .solver import Proof, claim, q

# |w - b u|^2 = |w|^2 - 2 b u.w + b^2 |u|^2, before and after w becomes w + y x; b is the factor
EXPANDED = [
    q.far == q.before - 2 * q.factor * q.dot + q.factor**2 * q.u2,
    q.near == q.square - 2 * q.factor * (q.dot + q.gain) + q.factor**2 * q.u2,
    q.square == q.before + 2 * q.score + q.size,
]
# the sum of all changes so far: near is what is left of b^2 |u|^2
LEFT = q.near <= q.factor**2 * q.u2 - 2 * q.factor * q.gained + q.k * q.R2
LEFT_BEFORE = q.far <= q.factor**2 * q.u2 - 2 * q.factor * (q.gained - q.gain) + (q.k - 1) * q.R2
ROOTS = [
    q.k >= 1,
    q.root_k > 0,
    q.root_k**2 == q.k,
    q.R >= 0,
    q.R2 == q.R**2,
    q.u_length >= 0,
    q.u2 == q.u_length**2,
]
POSITIVE = [q.R > 0, q.u_length > 0]
before = q.but(k=q.k - 1, lost=q.lost - q.h, gained=q.gained - q.gain)

PROOFS = {
    "Regret": [
        Proof(DISTANCE, [], EXPANDED),
        Proof(TELESCOPED, [], [LEFT, q.near >= 0]),
        Proof(
            BEST,
            [*ROOTS, *POSITIVE],
            [q.factor * q.u_length == q.R * q.root_k, claim(TELESCOPED, q)],
        ),
        Proof(LOST, [], about=q.but(k=0, lost=0, gained=0)),
        Proof(LOST, [], [claim(LOST, before), q.h >= 1 - q.gain]),
        Proof(REGRET, ROOTS, [claim(BEST, q), claim(LOST, q)]),
    ]
}
"""By theorem, in the order of its proof."""

UNIT = [q.rho > 0, q.u_length * q.rho == q.length, q.length >= 0, q.lost * q.rho == q.paid]

ALSO = {
    "the distance, one mistake after the other": (
        [claim(DISTANCE, q), claim(MISTAKE, q), q.size <= q.R2, LEFT_BEFORE],
        LEFT,
    ),
    "where u is 0 or all x are": (
        [*ROOTS, q.R * q.u_length == 0, q.gained == 0],
        claim(BEST, q),
    ),
    "T1: where nothing is lost, u = v/g gives Novikoff's bound": (
        [*ROOTS, claim(REGRET, q), q.lost == 0, q.g > 0, q.u2 * q.g**2 == q.v2],
        claim(NOVIKOFF[-1], q),
    ),
    "T5: u = v/rho loses d/rho, and gives the inequality behind all its bounds": (
        [*ROOTS, claim(REGRET, q), *UNIT],
        q.k * q.rho <= q.R * q.length * q.root_k + q.paid,
    ),
    "T5's inequality itself, where |v| = 1": (
        [*ROOTS, claim(REGRET, q), *UNIT, q.length == 1],
        claim(SQUEEZE, q),
    ),
}
"""What the steps use, and what follows from the theorem."""

FALSE = {
    "Regret": {
        "for an example that was right": (
            [claim(DISTANCE, q), q.size <= q.R2, LEFT_BEFORE],
            LEFT,
        ),
        "without the losses": ([*ROOTS, claim(BEST, q), claim(LOST, q)], q.k <= q.R2 * q.u2),
        "half the root": (
            [*ROOTS, claim(BEST, q), claim(LOST, q), q.lost >= 0],
            2 * q.k <= 2 * q.lost + q.R * q.u_length * q.root_k,
        ),
    }
}
"""By theorem, and by what is wrong: hypotheses, and what does not follow from them."""

BEYOND = ()
"""Steps that are not proved here, and why."""
