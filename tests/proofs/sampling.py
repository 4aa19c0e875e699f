"""T3 (leave-one-out) and T11 (online to batch), step by step."""

from itertools import product
from math import prod

from z3 import And, Implies, Or

from perceptronlib.theory.theorems.sampling import (
    ERRORS,
    ONLINE,
    ONLY_LEARNED,
    SAME_MISTAKES,
    SAME_WEIGHTS,
    SUPPORT,
    SURVIVAL_VOTE,
    UNBIASED,
    VOTE,
)

from .embedding import errs
from .solver import Proof, claim, q

# ---------------------------------------------------------------- leave-one-out

# A round: of the example that is left out, where nothing was learned, or of another
ROUND = Or(
    And(q.kept == q.kept_before, q.again == q.again_before),
    And(q.kept == q.kept_before + q.moved, q.again == q.again_before + q.moved),
)
BITS = [Or(q.wrong == 0, q.wrong == 1), Or(q.learned == 0, q.learned == 1)]
# right = 0: the last pass was clean, so the last weights are right on the example
CLEAN = [q.score_kept == q.score_again, q.wrong == errs(q.score_again), errs(q.score_kept) == 0]
ONE_MORE = q.but(errors=q.errors + q.wrong, support=q.support + q.learned, M=q.M + q.alpha)
NONE = q.but(errors=0, support=0, M=0)

# ---------------------------------------------------------------- its expectation, for m = 3

POINTS, m = range(3), 3
chances = [getattr(q, f"p{point}") for point in POINTS]  # of the three points of D


def errs_on(sample, point):
    """Whether (1 or 0) the hypothesis learned from this sample errs on this point."""
    return getattr(q, f"err_{''.join(map(str, sample))}_{point}")


def risk_after(draws):
    """The expected risk of what is learned from so many draws."""
    return sum(
        prod(chances[point] for point in (*sample, fresh)) * errs_on(sample, fresh)
        for *sample, fresh in product(POINTS, repeat=draws + 1)
    )


left_out = sum(
    prod(chances[point] for point in sample)
    * sum(errs_on(sample[:i] + sample[i + 1 :], sample[i]) for i in range(m))
    for sample in product(POINTS, repeat=m)
)
DISTRIBUTION = [*(chance >= 0 for chance in chances), sum(chances) == 1]
EXPECTED = [q.estimate == left_out / m]
BETWEEN_0_AND_1 = [
    And(0 <= errs_on(sample, fresh), errs_on(sample, fresh) <= 1)
    for draws in (m - 1, m)
    for *sample, fresh in product(POINTS, repeat=draws + 1)
]

# ---------------------------------------------------------------- votes

MARKOV = [q.vote <= 2 * q.wrong_votes / (q.m + 1), q.wrong_votes == q.all]
SURVIVORS = [q.survival <= 2 * q.wrong_votes / q.m, q.wrong_votes == q.all - q.first]
online_before = q.but(risks=q.risks - q.risk, mistakes=q.mistakes - q.chance)

PROOFS = {
    "Leave-one-out": [
        Proof(SAME_WEIGHTS, [], about=q.but(kept=q.w_0, again=q.w_0)),
        Proof(SAME_WEIGHTS, [ROUND], [q.kept_before == q.again_before]),
        Proof(ONLY_LEARNED, BITS, [Implies(q.learned == 0, And(*CLEAN))]),
        Proof(ERRORS, BITS, about=NONE),
        Proof(ERRORS, BITS, [claim(ERRORS, q), claim(ONLY_LEARNED, q)], about=ONE_MORE),
        Proof(SUPPORT, BITS, about=NONE),
        # an example that was learned from was learned from at least once
        Proof(
            SUPPORT, BITS, [claim(SUPPORT, q), q.alpha >= 0, q.learned <= q.alpha], about=ONE_MORE
        ),
    ],
    "Leave-one-out is unbiased": [
        Proof(UNBIASED, [*DISTRIBUTION, *EXPECTED], [q.truth == risk_after(m - 1)]),
    ],
    "Online to batch": [
        Proof(ONLINE, [], about=q.but(risks=0, mistakes=0)),
        # example t is fresh for h_{t-1}: the chance of a mistake is its risk
        Proof(ONLINE, [], [claim(ONLINE, online_before), q.chance == q.risk]),
        Proof(VOTE, [q.m >= 1], MARKOV),
        Proof(SURVIVAL_VOTE, [q.m >= 1], SURVIVORS),
    ],
}
"""By theorem, in the order of its proof."""

ALSO = {
    "Markov: a vote errs (1, else 0) if at least half of the m + 1 votes are wrong": (
        [q.m >= 1, q.wrong_votes >= 0, Or(q.vote == 0, q.vote == 1)]
        + [Implies(q.vote == 1, 2 * q.wrong_votes >= q.m + 1)],
        q.vote <= 2 * q.wrong_votes / (q.m + 1),
    ),
}
"""What the steps use."""

FALSE = {
    "Leave-one-out": {
        "after one pass, where the weights need not be right on the example": (
            [*BITS, Implies(q.learned == 0, And(*CLEAN[:2]))],
            claim(ONLY_LEARNED, q),
        ),
    },
    "Leave-one-out is unbiased": {
        "for what is learned from all m examples": (
            [*DISTRIBUTION, *EXPECTED, *BETWEEN_0_AND_1, q.truth == risk_after(m)],
            claim(UNBIASED, q),
        ),
    },
    "Online to batch": {
        "no factor 2": (
            [q.m >= 1, *MARKOV],
            q.vote <= q.all / (q.m + 1),
        ),
    },
}
"""By theorem, and by what is wrong: hypotheses, and what does not follow from them."""

BEYOND = (
    (SAME_MISTAKES, "it is about rounds, not numbers; the same weights make the same mistakes"),
)
"""Steps that are not proved here, and why."""
