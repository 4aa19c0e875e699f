"""T10's dual form, step by step: one coordinate of the weights and of the sum by counts."""

from z3 import And, Or

from perceptronlib.theory.theorems.dual import DUAL_SCORE, DUAL_WEIGHTS

from .solver import Proof, claim, q

# a round adds z to both: y x where it was a mistake, 0 where it was not
ROUND = [
    Or(q.mistake == 1, And(q.mistake == 0, q.z == 0)),
    q.w == q.w_before + q.z,
    q.summed == q.sum_before + q.z,
]

PROOFS = {
    "Dual form": [
        Proof(DUAL_WEIGHTS, [], about=q.but(w=0, summed=0)),
        Proof(DUAL_WEIGHTS, ROUND, [q.w_before == q.sum_before]),
        # one coordinate; a score is a sum of such products
        Proof(
            DUAL_SCORE, [q.wx == q.w * q.x, q.by_counts == q.summed * q.x], [claim(DUAL_WEIGHTS, q)]
        ),
    ],
}
"""By theorem, in the order of its proof."""

ALSO = {
    "a count that grows by 1 adds y x once more": (
        [q.summed == q.others + q.alpha * q.yx],
        q.summed + q.yx == q.others + (q.alpha + 1) * q.yx,
    ),
    "equal scores are mistakes together": (
        [q.wx == q.by_counts],
        (q.y * q.wx <= 0) == (q.y * q.by_counts <= 0),
    ),
}
"""What the steps use, and what follows from them."""

FALSE = {
    "Dual form": {
        "from a start that is not 0": (
            [*ROUND, q.w_before == q.w_0 + q.sum_before],
            q.w == q.summed,
        ),
    },
}
"""By theorem, and by what is wrong: hypotheses, and what does not follow from them."""

BEYOND = ()
"""Steps that are not proved here, and why."""
