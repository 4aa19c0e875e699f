"""Weights that multiply stay right, however long they rise and fall.

Given the learner's own earlier mistakes, every round of a long run is decided as the exact weights
decide it, unless these cannot tell it from a tie (nearer than 1e-12). The library's own weights
play no part in that: `tests.log_weights` takes them from the log of mistakes.
"""

import copy

import mpmath
import numpy as np
import pytest

import perceptronlib as pl
from perceptronlib.core import fast
from tests.log_weights import Sums, gap, gaps

pytestmark = pytest.mark.long

ROUNDS = 100_000

PLAIN = 10_000
"""Rounds that are played by plain Python too (all of them, where there is no numba)."""

TIE = 1e-12


def steps(learner, X, y):
    """What a mistake adds to the sums behind the weights, and c in exp(c S)."""
    signed = y[:, None] * X
    with mpmath.workdps(50):
        if isinstance(learner, pl.Winnow):
            return signed, mpmath.log(mpmath.mpf(1.0 + learner.beta))
        if isinstance(learner, pl.WeightedMajority):
            return np.where(signed < 0, 1.0, 0.0), mpmath.log(mpmath.mpf(learner.beta))
        return signed, mpmath.mpf(learner.eta)


def both_halves(learner, X, sums):
    """Balanced Winnow has a second weight for each feature, that of -x."""
    if not isinstance(learner, pl.BalancedWinnow):
        return X, sums
    halves = [np.hstack([part, -part]) for part in (sums.upper, sums.lower)]
    return np.hstack([X, -X]), Sums(*halves)


def is_wrong(learner, gap, y):
    """Winnow takes a tie for +; the others count it as a mistake."""
    return np.where(gap >= 0, 1, -1) != y if isinstance(learner, pl.Winnow) else y * gap <= 0


def assert_decided_rightly(learner, X, y):
    """Fit, and compare every round with the oracle; then try near ties."""
    run = learner.fit(X, y).run_
    with fast.using("plain"):
        few = learner.run(X[:PLAIN], y[:PLAIN])
    assert few.mistakes.tolist() == run.mistakes[: few.M].tolist()
    assert run.mistakes[few.M] >= PLAIN
    each_step, c = steps(learner, X, y)
    sums = Sums.before(each_step[run.examples], run.mistakes, run.rounds)
    distance = gaps(*both_halves(learner, X, sums), c, run.rule.threshold)
    should, did = is_wrong(learner, distance, y), np.zeros(run.rounds, dtype=bool)
    did[run.mistakes] = True
    disputed = np.flatnonzero((should != did) & (np.abs(distance) > TIE))
    assert disputed.tolist() == []
    assert_near_ties_are_decided_rightly(learner, sums, c)
    return run


def assert_near_ties_are_decided_rightly(learner, sums, c):
    """Rows made to miss a tie by 2e-12 are scored on the side that they are on."""
    with mpmath.workdps(50):
        logs = [c * total for total in sums.exact(-1)]
        if isinstance(learner, pl.Winnow | pl.WeightedMajority):
            return  # their rows are binary: a near tie cannot be made to measure
        balanced = isinstance(learner, pl.BalancedWinnow)
        weights = [mpmath.sinh(log) if balanced else mpmath.exp(log) for log in logs]
        queries = []
        for i in range(len(weights) - 1):
            ratio = weights[i] / weights[i + 1] if weights[i + 1] else 0
            if not 1e-100 < abs(ratio) < 1e100:
                continue
            for side in (-1, 1):
                x = np.zeros(len(weights))
                x[i], x[i + 1] = 1.0, -float(ratio * (1 - side * 8e-12))
                queries.append(x)
    if not queries:
        return
    X = np.array(queries)
    rows, both = (np.hstack([X, -X]), logs + [-log for log in logs]) if balanced else (X, logs)
    truth = np.array([float(gap(row, both)) for row in rows])
    clear = np.abs(truth) > TIE
    assert (np.sign(learner.decision_function(X)) == np.sign(truth))[clear].all()
    labels = np.where(truth > 0, 1, -1)
    for x, label in zip(X[clear], labels[clear], strict=True):
        fresh = copy.deepcopy(learner).partial_fit(x[None], [label])
        assert theta_of(fresh) == theta_of(learner)  # no mistake


def theta_of(learner):
    """The sums behind its weights: they change with every mistake, and only then."""
    return learner._models[0].player.theta.tolist()


def noisy_disjunction(d=12, seed=0):
    rng = np.random.default_rng(seed)
    X = (rng.random((ROUNDS, d)) < 0.4).astype(float)
    return X, np.where(X[:, :2].any(axis=1) ^ (rng.random(ROUNDS) < 0.2), 1, -1)


def experts(errs=0.2, rounds=ROUNDS, d=15, seed=0):
    """Experts that guess, but for the first, who errs now and then."""
    rng = np.random.default_rng(seed)
    X = np.where(rng.random((rounds, d)) < 0.5, 1.0, -1.0)
    return X, np.where(rng.random(rounds) < errs, -X[:, 0], X[:, 0]).astype(int)


def measurements(kind, rounds=ROUNDS, d=8, seed=0):
    """Decimal numbers with a label in five flipped: of size 1, of size 1000, mostly zero, few."""
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(rounds, d))
    if kind in ("raw", "sparse"):
        X *= 1e3
    X = np.round(X, 1) + 0.0  # no -0.0
    if kind == "sparse":
        X = np.where(rng.random(X.shape) < 0.3, X, 0.0)
    elif kind == "few":
        X = X[rng.integers(4, size=rounds)]
    flipped = rng.random(rounds) < (0.5 if kind == "few" else 0.2)
    return X, np.where((X @ rng.random(d) > 0) ^ flipped, 1, -1)


@pytest.mark.parametrize("beta", [1.0, 0.1, 0.7])
def test_winnow_with_noise_for_ever(beta):
    run = assert_decided_rightly(pl.Winnow(beta), *noisy_disjunction())
    assert run.M > 20_000


def test_winnow_demoted_beyond_the_smallest_float_recovers(mode):
    """Demoted 1500 times a weight is 2^-1500; promoted as often, it is 1 again, to the bit.

    The first feature is heavy enough (2^10, after ten promotions) to put every negative round
    above the threshold, and is brought back to that weight whenever it has been demoted.
    """
    heavy, both, other = [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]
    promoted = [(heavy, 1)] * 10
    down = [(both, -1), (heavy, 1)] * 1500
    up = [(other, 1)] * 1500
    X, y = (np.array(column) for column in zip(*promoted, *down, *up, strict=True))
    run = pl.Winnow(threshold=1024.0).fit(X, y).run_
    assert run.mistakes.tolist() == list(range(len(y)))
    assert run.weights(10 + 3000)[1] == 0.0  # 2^-1500
    assert run.last_weights.tolist() == [1024.0, 1.0]


@pytest.mark.parametrize("beta", [0.5, 0.9])
def test_weighted_majority_with_noise_for_ever(beta):
    run = assert_decided_rightly(pl.WeightedMajority(beta), *experts())
    assert run.M > 20_000


def test_weighted_majority_counts_as_whole_numbers_do(mode):
    """15 experts, the best errs 20 %, 20,000 rounds: the weights 2^-k, times a common power."""
    X, y = experts(rounds=20_000)
    wrong_answers, mistakes = [0] * 15, []
    for t, (x, label) in enumerate(zip(X.tolist(), y.tolist(), strict=True)):
        most = max(wrong_answers)
        votes = sum(int(v) << (most - k) for v, k in zip(x, wrong_answers, strict=True))
        if label * votes <= 0:
            mistakes.append(t)
            wrong_answers = [k + (v != label) for v, k in zip(x, wrong_answers, strict=True)]
    run = pl.WeightedMajority(0.5).fit(X, y).run_
    assert run.mistakes.tolist() == mistakes
    assert min(wrong_answers) > 1074  # no float holds any of the weights


@pytest.mark.parametrize("kind", [pl.ExponentialWinnow, pl.BalancedWinnow])
@pytest.mark.parametrize(
    ("table", "eta"), [("tenths", 0.1), ("raw", 1.0), ("sparse", 1.0), ("few", 0.3)]
)
def test_exponential_weights_with_noise_for_ever(kind, table, eta):
    assert assert_decided_rightly(kind(eta=eta), *measurements(table)).M > 10_000


def phases(rounds=30_000, d=6, seed=0):
    """The first third is about one feature, the second denies it, the last is about another."""
    rng = np.random.default_rng(seed)
    X = np.where(rng.random((rounds, d)) < 0.5, 1.0, -1.0)
    third = np.arange(rounds) * 3 // rounds
    truth = np.choose(third, [X[:, 0], -X[:, 0], X[:, 1]])
    return X, np.where(rng.random(rounds) < 0.1, -truth, truth).astype(int)


@pytest.mark.parametrize(
    "learner",
    [pl.WeightedMajority(0.5), pl.ExponentialWinnow(eta=1.0), pl.BalancedWinnow(eta=1.0)],
    ids=repr,
)
def test_long_runs_of_demotion_are_followed_by_recovery(learner):
    X, y = phases()
    run = assert_decided_rightly(learner, X, y)
    assert (run.mistakes >= run.rounds - 1000).sum() < 200  # a label in ten is flipped


@pytest.mark.parametrize(
    ("kind", "learned", "queries"),
    [
        (pl.ExponentialWinnow, [2000.0, 1990.0, 0.0], [[-1e3, 1.0, 0.0], [-1e5, 1.0, 0.0]]),
        (pl.ExponentialWinnow, [738.9, 738.91, 0.0], [[-990.0, 1e3, 0.0], [-990.1, 1e3, 0.0]]),
        (pl.BalancedWinnow, [2000.0, 10.0, 9.0], [[0.0, 1.0, -3.0], [0.0, 1.0, -2.0]]),
    ],
)
def test_small_weights_decide_where_the_large_ones_are_silent(mode, kind, learned, queries):
    """After one mistake the weights are exp(-2000), exp(-1990) and 1, up to a factor: as floats,
    0, 0 and 1. Those near exp(-739) are no zeros, but have three digits left. Balanced, the two
    are exp(-1990) and exp(-1991) below that of the first feature.
    """
    learner = kind(eta=1.0).partial_fit([learned], [-1], classes=[-1, 1])
    assert learner.predict(queries).tolist() == [1, -1]
    assert (np.abs(learner.decision_function(queries)) > 0).all()
    before = theta_of(learner)
    learner.partial_fit(queries, [1, -1])  # both are right already
    assert theta_of(learner) == before
    for query, wrong in zip(queries, [-1, 1], strict=True):
        taught = copy.deepcopy(learner).partial_fit([query], [wrong])
        assert theta_of(taught) != before
    assert learner.decision_function([[0.0, 0.0, 0.0]]).tolist() == [0.0]


def test_equal_halves_score_exactly_zero(mode):
    """Learned and unlearned 500 times, decimal numbers leave nothing behind."""
    x = [0.1, -0.7, 1e3, 1e-3]
    run = pl.BalancedWinnow(eta=1.0).run([x] * 1000, [1, -1] * 500)
    assert run.mistakes.tolist() == list(range(1000))
    assert run.last_weights.tolist() == [0.0] * 4
    assert run.path[1].any()
