"""What one update does, the rate does nothing, no line for XOR: step by step, for all numbers."""

from z3 import Or

from perceptronlib.theory.theorems.elementary import ONE_UPDATE, RATE, XOR

from .solver import Proof, q

SAME_SIGN, SCALED = RATE

# one coordinate of w = r u, and of an update with y x; scores are sums of such coordinates
UPDATE = [q.w_after == q.w + q.rate * q.yx, q.u_after == q.u + q.yx]
LABEL = [Or(q.y == 1, q.y == -1), q.rate > 0]

PROOFS = {
    "One update": [
        Proof(
            ONE_UPDATE,
            [*LABEL, q.score == q.y * q.wx, q.after == q.y * q.wx_after],
            [q.wx_after == q.wx + q.rate * q.y * q.size],
        )
    ],
    "The rate does nothing": [
        Proof(
            SAME_SIGN,
            [*LABEL, q.scaled == q.y * q.wx, q.score == q.y * q.ux],
            [q.wx == q.rate * q.ux],
        ),
        Proof(SCALED, [q.rate > 0], about=q.but(w_after=0, u_after=0)),
        Proof(SCALED, [q.rate > 0, *UPDATE], [q.w == q.rate * q.u]),
    ],
    "XOR": [Proof(XOR, [])],
}
"""By theorem, in the order of its proof."""

ALSO = {
    "y w.x and r y u.x are mistakes together": (
        [q.rate > 0, q.scaled == q.rate * q.score],
        (q.scaled <= 0) == (q.score <= 0),
    ),
    "XOR: who is right on three corners is wrong on the fourth": (
        [q.w2 + q.b > 0, q.w1 + q.b > 0, q.b < 0],
        q.w1 + q.w2 + q.b > 0,
    ),
}
"""What the steps use, and what follows from them."""

FALSE = {
    "One update": {
        "without the square of the length": (
            [*LABEL, q.score == q.y * q.wx, q.after == q.y * (q.wx + q.rate * q.y * q.size)],
            q.after == q.score + q.rate,
        ),
    },
    "The rate does nothing": {
        "from a start that is not 0": (
            [q.rate > 0, *UPDATE],
            q.w_after == q.rate * q.u_after,
        ),
    },
    "XOR": {
        "OR has no line either": (
            [q.w2 + q.b > 0, q.w1 + q.b > 0, q.b < 0],
            q.w1 + q.w2 + q.b <= 0,
        ),
    },
}
"""By theorem, and by what is wrong: hypotheses, and what does not follow from them."""

BEYOND = ()
"""Steps that are not proved here, and why."""
