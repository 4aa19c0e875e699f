"""T15's second half (the cycling theorem: weights stay in a ball), step by step."""

from z3 import And, Or

from perceptronlib.theory.theorems.ball import BALL, INSIDE, PULL, PYTHAGORAS, ROOM

from .solver import Proof, claim, q

# ---------------------------------------------------------------- the radii

# p = 2 + 2 R^2/c^2, and level is p^k for a space of dimension k; L = 2 R p^n
RADII = [
    q.R > 0,
    q.R2 == q.R**2,
    q.c2 > 0,
    q.level >= 1,
    q.L >= q.R,
    q.RL == q.R * q.L,
    q.L2 == q.L**2,
    q.p * q.c2 == 2 * q.c2 + 2 * q.R2,
    q.r2 == q.L2 - 2 * q.RL * (q.level - 1),
]
CHOSEN = [q.next2 == q.L2 - 2 * q.RL * (q.p * q.level - 1)]

# ---------------------------------------------------------------- one mistake, a = y x

# Q x is at right angles to V, unit e = Q x/|Q x|; Q' w is Q w without its part along e
ALONG = [q.apart > 0, q.part**2 * q.apart == q.push**2, q.across == q.further + q.part**2]
# |w|^2 = |P w|^2 + |Q w|^2 is at most L^2, y w.x = y P w.x + y Q w.x is not positive
INNER = [q.within + q.across <= q.L2, q.pull + q.push <= 0, q.within >= 0]
SIZES = [q.apart >= q.c2, q.apart <= q.R2, q.across >= 0, q.further <= q.next2]
NEAR_EDGE = [q.across >= q.r2 - 2 * q.RL, q.across <= q.r2]
OUTWEIGHS = q.push**2 >= q.R2 * q.within + 2 * q.R2 * q.RL
PUSHED = q.apart + 2 * q.push <= 0
NUMBERS = [q.R > 0, q.R2 == q.R**2, q.L >= q.R, q.RL == q.R * q.L]

PROOFS = {
    "Cycling theorem": [
        Proof(PYTHAGORAS, [q.apart > 0], ALONG),
        # Cauchy-Schwarz in V: (P w.x)^2 <= |P w|^2 |x|^2
        Proof(PULL, [q.R2 >= 0, q.within >= 0], [q.pull**2 <= q.within * q.size, q.size <= q.R2]),
        Proof(ROOM, RADII, CHOSEN),
        # far from the edge; or with an x of V; or at the edge, pushed inwards
        Proof(
            INSIDE,
            [q.r >= 0, q.r2 == q.r**2, q.far >= 0, q.far**2 == q.across]
            + [q.s >= 0, q.s**2 == q.apart, q.push <= q.far * q.s, q.across <= q.r2],
            [
                q.after == q.across + 2 * q.push + q.apart,
                Or(q.far + q.s <= q.r, And(q.apart == 0, q.push == 0), PUSHED),
            ],
        ),
        # for the origin, V = 0: Q w is w, and r is L
        Proof(BALL, [], [q.square == q.after, claim(INSIDE, q), q.r2 == q.L2]),
    ]
}
"""By theorem, in the order of its proof."""

ALSO = {
    "at the edge: a step of length s <= R that crosses r began beyond r^2 - 2 R L": (
        [q.r >= 0, q.s >= 0, q.s <= q.R, q.r <= q.L, q.far >= 0, q.far + q.s > q.r],
        q.far**2 >= q.r**2 - 2 * q.R * q.L,
    ),
    "room: the push outweighs the pull": (
        [claim(ROOM, q), claim(PYTHAGORAS, q), *NUMBERS, *SIZES, *NEAR_EDGE, *INNER, q.c2 > 0],
        OUTWEIGHS,
    ),
    "inwards: a push that outweighs the pull is at most -R^2": (
        [*NUMBERS, OUTWEIGHS, claim(PULL, q), q.pull + q.push <= 0, q.within >= 0],
        q.push <= -q.R2,
    ),
    "inwards: then the part at right angles becomes shorter": (
        [q.push <= -q.R2, q.apart <= q.R2, q.R2 > 0],
        PUSHED,
    ),
    "the radii are real: L^2 >= 2 R L (p^n - 1)": (
        [q.R > 0, q.top >= 1, q.L == 2 * q.R * q.top],
        q.L**2 - 2 * q.R * q.L * (q.top - 1) >= 0,
    ),
    "the smallest radius: r_n^2 = 2 R L >= R^2": (
        [q.R > 0, q.top >= 1, q.L == 2 * q.R * q.top]
        + [q.r2 == q.L**2 - 2 * q.R * q.L * (q.top - 1)],
        And(q.r2 == 2 * q.R * q.L, q.r2 >= q.R**2),
    ),
    "L >= R": ([q.R > 0, q.top >= 1, q.L == 2 * q.R * q.top], q.L >= q.R),
    "an x of V does not move the part at right angles": (
        [q.apart == 0, q.push == 0, q.after == q.across + 2 * q.push + q.apart],
        q.after == q.across,
    ),
}
"""The cases of the proof, in its order."""

FALSE = {
    "Cycling theorem": {
        "a round ball, without flat pieces": (
            [q.L >= 10 * q.R, q.R > 0, q.apart <= q.R**2, q.apart > 0, q.push <= 0]
            + [q.across <= q.L**2, q.after == q.across + 2 * q.push + q.apart],
            q.after <= q.L**2,
        ),
        "an example that was right": (
            [claim(ROOM, q), claim(PYTHAGORAS, q), *NUMBERS, *SIZES, *NEAR_EDGE, q.c2 > 0]
            + [q.within + q.across <= q.L2, q.within >= 0, q.pull == 0, q.within == 0],
            PUSHED,
        ),
    }
}
"""By theorem, and by what is wrong: hypotheses, and what does not follow from them."""

BEYOND = ()
"""Steps that are not proved here, and why."""
