"""T14 (Littlestone's dimension and halving), step by step: one mistake, and j by induction."""

from z3 import And, Or

from perceptronlib.theory.theorems.littlestone import (
    FALLS,
    FORCED,
    HALVED,
    HALVING,
    LOGARITHM,
    OPTIMAL,
    SHRUNK,
    TRUTH,
)

from .solver import Proof, claim, q

# V falls into those who say + and those who say -; the learner sides with one part, and a mistake
# leaves the other
PARTS = [q.before == q.plus + q.minus, q.plus >= 0, q.minus >= 0]
MAJORITY = Or(And(q.after == q.minus, q.minus <= q.plus), And(q.after == q.plus, q.plus <= q.minus))

# L_plus and L_minus are the dimensions of the two parts; by its definition that of V is at least
# one more than the smaller of them, for every input, and for the input of a deepest tree just that
JOINED = Or(
    And(q.L_plus <= q.L_minus, q.L_before >= 1 + q.L_plus),
    And(q.L_minus <= q.L_plus, q.L_before >= 1 + q.L_minus),
)
DEEPEST = And(q.L_plus >= q.L_before - 1, q.L_minus >= q.L_before - 1)
LARGER = Or(
    And(q.L_after == q.L_minus, q.L_minus <= q.L_plus),
    And(q.L_after == q.L_plus, q.L_plus <= q.L_minus),
)
EITHER = Or(q.L_after == q.L_plus, q.L_after == q.L_minus)
START = q.but(j=0, power=1, after=q.size, L_after=q.L)
before = q.but(j=q.j - 1, power=q.power / 2, after=q.before, L_after=q.L_before)

PROOFS = {
    "Littlestone's dimension": [
        Proof(HALVED, PARTS, [MAJORITY]),
        Proof(SHRUNK, [q.size >= 1], about=START),
        Proof(SHRUNK, [q.size >= 1, q.power >= 2], [claim(SHRUNK, before), claim(HALVED, q)]),
        Proof(TRUTH, [q.after == 1 + q.others], [q.others >= 0]),
        Proof(HALVING, [q.power >= 1], [claim(SHRUNK, q), claim(TRUTH, q)]),
        Proof(FORCED, [q.L >= 0], about=START),
        Proof(FORCED, [q.j >= 1], [claim(FORCED, before), DEEPEST, EITHER]),
        Proof(FALLS, [], [JOINED, LARGER]),
        Proof(OPTIMAL, [q.L >= 0], about=START),
        Proof(OPTIMAL, [q.j >= 1], [claim(OPTIMAL, before), claim(FALLS, q)]),
        # halving makes M >= Ldim(H) mistakes against the tree, so 2^Ldim(H) <= 2^M
        Proof(LOGARITHM, [q.power >= 1], [q.power_L <= q.power, claim(HALVING, q)]),
    ]
}
"""By theorem, in the order of its proof."""

ALSO = {
    "the optimal algorithm: M <= Ldim(H), as the truth is left": (
        [claim(OPTIMAL, q), q.L_after >= 0],
        q.j <= q.L,
    ),
    "the tree: after Ldim(H) answers somebody still agrees with all labels": (
        [claim(FORCED, q), q.j <= q.L],
        q.L_after >= 0,
    ),
}
"""What the steps use, and what the certificate's bound says."""

FALSE = {
    "Littlestone's dimension": {
        "a mistake leaves less than half, where the vote was even": (
            [*PARTS, MAJORITY, q.before >= 2],
            2 * q.after < q.before,
        ),
        "a mistake of one who sides with the minority halves V": (
            [*PARTS, q.plus <= q.minus, q.after == q.minus],
            claim(HALVED, q),
        ),
        "a mistake of one who sides with the smaller dimension lowers it": (
            [JOINED, EITHER],
            claim(FALLS, q),
        ),
    }
}
"""By theorem, and by what is wrong: hypotheses, and what does not follow from them."""

BEYOND = ()
"""Steps that are not proved here, and why."""
