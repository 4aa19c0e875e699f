"""T17 (compression), step by step; 1 - r <= e^(-r) is in test_functions.py."""

from perceptronlib.theory.theorems.compression import AT_MOST_DELTA, SUPPORT_ALONE, TAIL, UNION

from .sampling import ROUND
from .solver import Proof, claim, q

NUMBERS = [q.m >= 1, q.sets >= 1, q.delta > 0]
# eps is chosen so that exp(-eps (m-k)) C(m,k) m = delta; above it (1-risk)^(m-k) is below that
# exponential, and the tail is an average of such powers
CHOSEN = q.decay * q.sets * q.m == q.delta
# one more k: its sets times its tail are added, and k of the m parts of delta are used up
before = q.but(bad=q.bad - q.more, total=q.total - q.sets * q.tail)
used = q.but(delta=q.k * q.delta / q.m)
used_before = before.but(delta=(q.k - 1) * q.delta / q.m)

PROOFS = {
    "Compression": [
        Proof(SUPPORT_ALONE, [], about=q.but(kept=q.w_0, again=q.w_0)),
        Proof(SUPPORT_ALONE, [ROUND], [q.kept_before == q.again_before]),
        Proof(TAIL, [*NUMBERS, CHOSEN], [q.tail <= q.decay]),
        Proof(UNION, NUMBERS, about=q.but(bad=0, total=0)),
        Proof(UNION, NUMBERS, [claim(UNION, before), q.more <= q.sets * q.tail]),
        Proof(AT_MOST_DELTA, NUMBERS, about=q.but(total=0, delta=0 * q.delta)),
        Proof(
            AT_MOST_DELTA, NUMBERS, [claim(AT_MOST_DELTA, used_before), claim(TAIL, q)], about=used
        ),
    ]
}
"""By theorem, in the order of its proof."""

ALSO = {
    "m parts of delta/m are delta": (
        [*NUMBERS, q.k == q.m, claim(AT_MOST_DELTA, used)],
        claim(AT_MOST_DELTA, q),
    ),
}
"""What follows from the steps."""

FALSE = {
    "Compression": {
        "for one set of places, without the number of sets": (
            [*NUMBERS, q.decay * q.m == q.delta, q.tail <= q.decay, q.tail >= 0],
            claim(TAIL, q),
        ),
    }
}
"""By theorem, and by what is wrong: hypotheses, and what does not follow from them."""

BEYOND = ()
"""Steps that are not proved here, and why."""
