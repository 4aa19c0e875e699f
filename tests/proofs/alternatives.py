"""T15's first half (Gordan: a separator or a proof that there is none), step by step."""

from perceptronlib.theory.theorems.alternatives import BALANCED, MEAN, NEVER_BOTH, POSITIVE, TIMES
from perceptronlib.theory.theorems.perceptron import LENGTH

from .solver import Proof, claim, q, whole

# one example more: alpha is its times, gain its y v.x
before = q.but(count=q.count - q.times, gained=q.gained - q.times * q.gain)
NOTHING = q.but(count=0, gained=0)

PROOFS = {
    "Gordan's theorem": [
        # a clean pass says y w.x > 0 of every example, and these are whole numbers
        Proof(POSITIVE, [whole(q.gain, 0)], [q.gain > 0]),
        # an example that is counted is counted once or more
        Proof(TIMES, [whole(q.times, 0)], [q.times > 0]),
        # w comes back: what it was, and what was added since then, is what it is
        Proof(BALANCED, [], [q.now == q.then + q.total, q.now == q.then]),
        Proof(NEVER_BOTH, [], about=NOTHING),
        Proof(NEVER_BOTH, [q.times >= 0], [claim(NEVER_BOTH, before), claim(POSITIVE, q)]),
        Proof(MEAN, [q.k >= 1, q.R2 >= 0], [claim(LENGTH, q), q.mean2 * q.k**2 == q.square]),
    ]
}
"""By theorem, in the order of its proof."""

ALSO = {
    "never both: where sum alpha y v.x = 0, every alpha is 0": (
        [claim(NEVER_BOTH, q), q.gained == 0, q.count == q.times + q.others]
        + [q.times >= 0, q.others >= 0],
        q.times == 0,
    ),
    "the mean correction tends to 0: from k > R^2/eps on its square is below eps": (
        [claim(MEAN, q), q.eps > 0, q.R2 >= 0, q.k >= 1, q.k * q.eps > q.R2],
        q.mean2 < q.eps,
    ),
}
"""What the steps say together."""

FALSE = {
    "Gordan's theorem": {
        "an alpha that may be negative": (
            [claim(NEVER_BOTH, before), claim(POSITIVE, q)],
            claim(NEVER_BOTH, q),
        ),
        "a v that only touches the examples": (
            [claim(NEVER_BOTH, before), q.times >= 0, q.gain >= 0],
            claim(NEVER_BOTH, q),
        ),
    }
}
"""By theorem, and by what is wrong: hypotheses, and what does not follow from them."""

BEYOND = ()
"""Steps that are not proved here, and why."""
