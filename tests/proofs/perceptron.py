"""T1 (Novikoff), T8 (margin perceptron) and T2 (the exponential instance), step by step."""

from z3 import And, Or

from perceptronlib.theory.theorems.perceptron import (
    ALONG,
    CAUCHY_SCHWARZ,
    EXPONENTIAL,
    LENGTH,
    MARGIN,
    MARGIN_AT_THE_END,
    MISTAKE,
    NOVIKOFF,
)

from .solver import Proof, claim, q

# ---------------------------------------------------------------- one update, from w to w + y x

# gain is y v.x, so v.w grows by it; |w + y x|^2 = |w|^2 + 2 y w.x + |x|^2
before = q.but(k=q.k - 1, along=q.along - q.gain, square=q.before)
UPDATE = [q.square == q.before + 2 * q.score + q.size]
START = q.but(k=0, along=0, square=0)
NUMBERS = [q.k >= 1, q.g > 0, q.v2 > 0, q.R2 > 0, q.square >= 0, q.before >= 0]
DATA = [q.gain >= q.g, 0 <= q.size, q.size <= q.R2]

# The four tie rules. y is the label, wx = w.x
plus = Or(And(q.y == 1, q.wx < 0), And(q.y == -1, q.wx >= 0))
minus = Or(And(q.y == 1, q.wx <= 0), And(q.y == -1, q.wx > 0))
LEARNS = Or(q.score <= 0, plus, minus, q.score < 0)
LABEL = [Or(q.y == 1, q.y == -1), q.score == q.y * q.wx]

# | |w|^2 v - (v.w) w |^2 >= 0 in every space with an inner product; where w is 0, so is v.w
remainder = q.square**2 * q.v2 - 2 * q.square * q.along**2 + q.along**2 * q.square
INNER_PRODUCT = Or(And(q.square > 0, remainder >= 0), And(q.square == 0, q.along == 0))

_, _, GROWTH, _, _, SQUEEZE = NOVIKOFF
MARGIN_MISTAKE, _, MARGIN_GROWTH, MARGIN_LENGTH, _, MARGIN_SQUEEZE = MARGIN

NOVIKOFF_PROOFS = [
    Proof(MISTAKE, LABEL, [LEARNS]),
    Proof(ALONG, NUMBERS, about=START),
    Proof(ALONG, NUMBERS, [claim(ALONG, before), *DATA]),
    Proof(GROWTH, NUMBERS, [claim(MISTAKE, q), *UPDATE]),
    Proof(LENGTH, NUMBERS, about=START),
    Proof(LENGTH, NUMBERS, [claim(LENGTH, before), claim(GROWTH, q), *DATA]),
    Proof(CAUCHY_SCHWARZ, NUMBERS, [INNER_PRODUCT]),
    Proof(SQUEEZE, NUMBERS, [claim(step, q) for step in (ALONG, LENGTH, CAUCHY_SCHWARZ)]),
]

# Where only y v.x >= g |x| is known, and |v| = 1, R = 1: then |w|^2 <= sum |x|^2 <= sum |x| <= k
SCALED = [*NUMBERS, q.v2 == 1, q.R2 == 1, q.along >= q.g * q.sum_of_lengths]
SCALED += [q.square <= q.sum_of_lengths, 0 < q.sum_of_lengths, q.sum_of_lengths <= q.k]

# ---------------------------------------------------------------- with a margin eta

MARGIN_NUMBERS = [*NUMBERS, q.eta >= 0]
ROOTS = [
    q.v_length > 0,
    q.v_length**2 == q.v2,
    q.w_length > 0,
    q.w_length**2 == q.square,
]
TOGETHER = [claim(step, q) for step in (ALONG, MARGIN_LENGTH, CAUCHY_SCHWARZ)]

MARGIN_PROOFS = [
    # the tie rule says whether y w.x = eta is a mistake
    Proof(MARGIN_MISTAKE, MARGIN_NUMBERS, [Or(q.score <= q.eta, q.score < q.eta)]),
    Proof(MARGIN_GROWTH, MARGIN_NUMBERS, [claim(MARGIN_MISTAKE, q), *UPDATE]),
    Proof(MARGIN_LENGTH, MARGIN_NUMBERS, about=START),
    Proof(
        MARGIN_LENGTH,
        MARGIN_NUMBERS,
        [claim(MARGIN_LENGTH, before), claim(MARGIN_GROWTH, q), *DATA],
    ),
    Proof(MARGIN_SQUEEZE, MARGIN_NUMBERS, TOGETHER),
    Proof(MARGIN_AT_THE_END, [*MARGIN_NUMBERS, *ROOTS], [*TOGETHER, q.least >= q.eta]),
]

# ---------------------------------------------------------------- the exponential instance, n = 6

BELOW, AT_THE_END, COUNT = EXPONENTIAL
n = 6
ROWS = [[-1] * i + [1] + [0] * (n - 1 - i) for i in range(n)]  # y x
w = [getattr(q, f"w{i + 1}") for i in range(n)]
times = [getattr(q, f"times{i + 1}") for i in range(n)]  # how often each row was learned
scores = [sum(a * b for a, b in zip(row, w, strict=True)) for row in ROWS]
highest_before = q.but(most_above=q.most_before)


def learned(row, score):
    """An update with this row, after which most_above is one of the differences w_i - 2^(i-1)."""
    return [score <= 0, Or(*(q.most_above == w[i] + row[i] - 2**i for i in range(n)))]


HIGHEST = [w[i] - 2**i <= q.most_before for i in range(n)]
UPDATES = [learned(row, score) for row, score in zip(ROWS, scores, strict=True)]
CLEAN = [score >= 1 for score in scores]  # y w.x > 0, in whole numbers
EACH = Or(*(And(q.weight == w[i], q.power_of_two == 2**i) for i in range(n)))
SUMS = [w[i] == sum(t * row[i] for t, row in zip(times, ROWS, strict=True)) for i in range(n)]
ENDS = [w[i] == 2**i for i in range(n)]

EXPONENTIAL_PROOFS = [
    Proof(BELOW, [Or(*(q.most_above == -(2**i) for i in range(n)))]),  # w = 0
    *(Proof(BELOW, [*HIGHEST, *update], [claim(BELOW, highest_before)]) for update in UPDATES),
    Proof(AT_THE_END, [EACH], [*HIGHEST, claim(BELOW, highest_before), *CLEAN]),
    Proof(COUNT, [q.M == sum(times), 3 * q.count == 4**n - 1], [*SUMS, *ENDS]),
]

PROOFS = {
    "Novikoff": NOVIKOFF_PROOFS,
    "Margin perceptron": MARGIN_PROOFS,
    "Exponential instance": EXPONENTIAL_PROOFS,
}
"""By theorem, in the order of its proof."""

ALSO = {
    "Novikoff: M <= R^2/rho^2, rho = g/|v|": (
        [*NUMBERS, *ROOTS, claim(SQUEEZE, q)],
        q.k <= q.R2 / (q.g / q.v_length) ** 2,
    ),
    "Novikoff with |v.x|/|x| for a margin, repaired: sum_I |x| <= 1/g^2, where |x| <= 1 = |v|": (
        [*SCALED, claim(CAUCHY_SCHWARZ, q)],
        q.sum_of_lengths * q.g**2 <= 1,
    ),
    "Margin perceptron: M <= (R^2 + 2 eta/r)/rho^2": (
        [*MARGIN_NUMBERS, *ROOTS, claim(MARGIN_SQUEEZE, q)],
        q.k <= (q.R2 + 2 * q.eta) / (q.g / q.v_length) ** 2,
    ),
}
"""What the certificate's bound says, after the steps it follows from."""

FALSE = {
    "Novikoff": {
        "from any start, nothing is known of v.w_0": (
            [*NUMBERS, claim(LENGTH, q), claim(CAUCHY_SCHWARZ, q), q.along >= q.k * q.g + q.first],
            claim(SQUEEZE, q),
        ),
        "with |v.x|/|x| for a margin": (
            [*SCALED, claim(CAUCHY_SCHWARZ, q)],
            claim(SQUEEZE, q),
        ),
    },
    "Margin perceptron": {
        "eta once in place of twice": (
            [*MARGIN_NUMBERS, *TOGETHER],
            q.k * q.g**2 <= (q.R2 + q.eta) * q.v2,
        ),
        "the margin at the end is rho/2 already": (
            [*MARGIN_NUMBERS, *ROOTS, *TOGETHER, q.least >= q.eta],
            q.g / (2 * q.v_length) <= q.least / q.w_length,
        ),
    },
    "Exponential instance": {
        "the weights are 2^(i-1) also when ties are no mistakes": (
            [EACH, *HIGHEST, claim(BELOW, highest_before), *(score >= 0 for score in scores)],
            claim(AT_THE_END, q),
        ),
    },
}
"""By theorem, and by what is wrong: hypotheses, and what does not follow from them."""

BEYOND = ()
"""Steps that are not proved here, and why."""
