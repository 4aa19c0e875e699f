"""Sparse rows: the same learner, the same mistakes, and nothing kept that is zero."""

import pickle
import tracemalloc

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

import perceptronlib as pl
from perceptronlib.core import fast
from perceptronlib.core.rules import TIES
from tests.test_streams import one_by_one, state

PREDICTORS = ["last", "averaged", "voted"]
FORMATS = ["csr", "csc", "coo", "lil", "dok", "bsr", "dia"]

ADDERS = [
    pl.Perceptron,
    lambda **how: pl.Perceptron(bias=True, rate=0.5, margin=0.5, **how),
    lambda **how: pl.LargeMarginPerceptron(gamma=0.2, **how),
    lambda **how: pl.LargeMarginPerceptron(gamma=0.2, bias=True, **how),
]
WINNOWS = [
    pl.Winnow,
    lambda **how: pl.Winnow(0.3, negations=True, **how),
    lambda **how: pl.Winnow(threshold=1.5, ties="minus", **how),
]
OTHERS = [
    lambda **how: pl.PNormPerceptron(p=3.0, **how),
    lambda **how: pl.PNormPerceptron(p=3.0, bias=True, **how),
    pl.ExponentialWinnow,
    pl.BalancedWinnow,
]
KERNELS = [lambda **how: pl.KernelPerceptron("poly", degree=2, gamma=1.0, coef0=1.0, **how)]
MAKERS = [*ADDERS, *WINNOWS, *OTHERS, *KERNELS]

every_learner = pytest.mark.parametrize("make", MAKERS, ids=lambda make: repr(make()))
every_predictor = pytest.mark.parametrize("predict_with", PREDICTORS)


def examples(make, m=90, d=6, seed=0, kind=None):
    """Rows with many zeros that suit the learner, such that no true zero is left to rounding."""
    rng = np.random.default_rng(seed)
    kind = kind or ("bits" if make in WINNOWS else "decimals" if make in OTHERS else "whole")
    if kind == "bits":
        X = np.ones((m, d))
    elif kind == "decimals":
        X = rng.normal(size=(m, d))
    else:
        X = rng.integers(-4, 5, size=(m, d)).astype(float)
    X[rng.random((m, d)) < 0.6] = 0.0
    X[7] = 0.0  # a row of nothing at all
    y = np.where(X @ [1, 2, -1, 0, 0, 1] + rng.normal(size=m) > 0.5, "yes", "no")
    y[:2] = "yes", "no"
    return X, y


def assert_same(one, other, X, queries):
    """Both have the same weights, the same scores, and so the same answers."""
    if not isinstance(one, pl.KernelPerceptron):
        np.testing.assert_array_equal(one.weights_, other.weights_)
        np.testing.assert_array_equal(one.coef_, other.coef_)
        np.testing.assert_array_equal(one.intercept_, other.intercept_)
    scores = other.decision_function(X)
    np.testing.assert_allclose(one.decision_function(queries), scores, rtol=1e-10, atol=1e-12)
    clear = np.abs(scores) > 1e-9
    assert (one.predict(queries) == other.predict(X))[clear].all()


def modes():
    return ["plain"] if fast.compiled() is None else ["plain", "compiled"]


# -- the same as on the dense table ----------------------------------------------------------------


@every_learner
@every_predictor
def test_a_sparse_fit_is_the_dense_fit(mode, make, predict_with):
    X, y = examples(make)
    S = sparse.csr_array(X)
    dense = make(predict_with=predict_with, epochs=3).fit(X, y)
    thin = make(predict_with=predict_with, epochs=3).fit(S, y)
    assert thin.run_.mistakes.tolist() == dense.run_.mistakes.tolist()
    assert 0 < thin.run_.M < thin.run_.rounds
    assert_same(thin, dense, X, S)
    assert_same(thin, dense, X, X)
    assert_same(dense, thin, X, S)
    np.testing.assert_array_equal(thin.run_.X, dense.run_.X)


@every_learner
@every_predictor
def test_a_sparse_stream_is_the_dense_fit(mode, make, predict_with):
    X, y = examples(make)
    S, fit = sparse.csr_array(X), make(predict_with=predict_with).fit(X, y)
    single = one_by_one(make(predict_with=predict_with, keep_run=True), S, y)
    chunks = make(predict_with=predict_with, keep_run=True)
    for k in range(0, len(y), 17):
        chunks.partial_fit(S[k : k + 17], y[k : k + 17], classes=["no", "yes"])
    for stream in (single, chunks):
        assert stream.run_.mistakes.tolist() == fit.run_.mistakes.tolist()
        assert_same(stream, fit, X, S)


@every_learner
def test_shuffled_sparse_passes_meet_the_rows_in_the_same_order(mode, make):
    X, y = examples(make)
    how = {"shuffle": True, "seed": 3, "epochs": 4, "predict_with": "averaged"}
    dense, thin = make(**how).fit(X, y), make(**how).fit(sparse.csr_array(X), y)
    assert thin.run_.mistakes.tolist() == dense.run_.mistakes.tolist()
    assert thin.run_.order.tolist() == dense.run_.order.tolist()
    assert_same(thin, dense, X, sparse.csr_array(X))
    several = pl.shuffled_runs(make(epochs=2), sparse.csr_array(X), y, seeds=[1, 2])
    expected = pl.shuffled_runs(make(epochs=2), X, y, seeds=[1, 2])
    assert [run.mistakes.tolist() for run in several] == [run.mistakes.tolist() for run in expected]


@pytest.mark.parametrize("ties", TIES)
@every_predictor
def test_a_score_of_zero_means_the_same_on_sparse_rows(mode, ties, predict_with):
    for make in (pl.Perceptron, pl.Winnow, *KERNELS):
        X, y = examples(make, m=64)  # averages over 128 rounds are exact
        dense = make(ties=ties, predict_with=predict_with, epochs=2).fit(X, y)
        thin = make(ties=ties, predict_with=predict_with, epochs=2).fit(sparse.csr_array(X), y)
        assert thin.run_.mistakes.tolist() == dense.run_.mistakes.tolist()
        np.testing.assert_array_equal(thin.decision_function(X), dense.decision_function(X))
        np.testing.assert_array_equal(thin.predict(sparse.csr_array(X)), dense.predict(X))


@pytest.mark.parametrize("kind", ["array", "matrix"])
@pytest.mark.parametrize("form", FORMATS)
def test_every_format_of_scipys_will_do(form, kind):
    X, y = examples(pl.Perceptron)
    table = getattr(sparse, f"{form}_{kind}")(X)
    learner = pl.Perceptron(epochs=3, bias=True).fit(table, y).partial_fit(table, y)
    dense = pl.Perceptron(epochs=3, bias=True).fit(X, y).partial_fit(X, y)
    assert_same(learner, dense, X, table)
    assert learner.score(table, y) == dense.score(X, y)


TENTHS = st.integers(-3, 3).map(lambda k: k / 10)
REAL = [*ADDERS, *OTHERS, lambda **how: pl.Perceptron(rate=0.1, margin=0.3, **how)]


@given(
    make=st.sampled_from(REAL),
    entries=st.lists(st.lists(TENTHS, min_size=4, max_size=4), min_size=3, max_size=12),
    signs=st.lists(st.booleans(), min_size=12, max_size=12),
    weighted=st.booleans(),
)
def test_even_what_rounding_decides_is_decided_alike(make, entries, signs, weighted):
    """Of tenths many scores are truly zero; the loop that is not sure of itself asks numpy."""
    X, y = np.array(entries), np.where(signs[: len(entries)], 1, -1)
    y[:2] = 1, -1
    weights = np.arange(1, len(y) + 1) / 10 if weighted else None
    logs, last = [], []
    for mode in modes():
        with fast.using(mode):
            for table in (X, sparse.csr_array(X)):
                run = make(epochs=3).fit(table, y, weights).run_
                logs.append(run.mistakes.tolist())
                last.append(run.last_weights)
    assert all(log == logs[0] for log in logs)
    for w in last:
        np.testing.assert_array_equal(w, last[0])


@given(
    entries=st.lists(
        st.lists(st.sampled_from([0, 0, 1]), min_size=5, max_size=5), min_size=3, max_size=15
    ),
    signs=st.lists(st.booleans(), min_size=15, max_size=15),
    negations=st.booleans(),
    ties=st.sampled_from(list(TIES)),
    predict_with=st.sampled_from(PREDICTORS),
)
def test_winnow_sees_the_features_that_are_off(entries, signs, negations, ties, predict_with):
    X, y = np.array(entries, dtype=float), np.where(signs[: len(entries)], 1, -1)
    y[:2] = 1, -1
    how = {"negations": negations, "ties": ties, "predict_with": predict_with, "epochs": 3}
    for mode in modes():
        with fast.using(mode):
            dense = pl.Winnow(**how).fit(X, y)
            thin = pl.Winnow(**how).fit(sparse.csr_array(X), y)
        assert thin.run_.mistakes.tolist() == dense.run_.mistakes.tolist()
        np.testing.assert_array_equal(thin.weights_, dense.weights_)
        np.testing.assert_allclose(
            thin.decision_function(sparse.csr_array(X)), dense.decision_function(X), atol=1e-12
        )


@every_learner
@every_predictor
def test_a_stream_may_be_sparse_here_and_dense_there(mode, make, predict_with):
    X, y = examples(make)
    S = sparse.csr_array(X)
    dense = make(predict_with=predict_with, keep_run=True).fit(X, y).partial_fit(X, y)
    for first, then in [(S, X), (X, S)]:
        mixed = make(predict_with=predict_with, keep_run=True).fit(first, y).partial_fit(then, y)
        assert_same(mixed, dense, X, S)
        assert mixed.run_.mistakes.tolist() == dense.run_.mistakes.tolist()
        np.testing.assert_array_equal(mixed.run_.X, dense.run_.X)


@every_learner
def test_single_precision_is_the_same_run(mode, make):
    X, y = examples(make)
    small = sparse.csr_array(X.astype(np.float32))
    exact = small.astype(np.float64)
    for predict_with in PREDICTORS:
        learner, other = (
            make(predict_with=predict_with, epochs=2).fit(rows, y) for rows in (small, exact)
        )
        assert learner.run_.mistakes.tolist() == other.run_.mistakes.tolist()
        assert_same(learner, other, exact, small)
        assert learner.decision_function(small).dtype == np.float64


# -- what theorems say -----------------------------------------------------------------------------

ABOUT_RUNS = [
    "deviations", "embedding", "exponential", "hinge", "identities", "large_margin",
    "leave_one_out", "margin", "novikoff", "p_norm", "sparse_disjunction", "weighted_majority",
    "winnow_disjunction", "winnow_entropy", "winnow_entropy_sharp",
]  # fmt: skip
every_theorem = pytest.mark.parametrize("name", ABOUT_RUNS)


def separable(make, m=14, d=5):
    """Rows that a disjunction of the first two features tells apart, with a margin."""
    rng = np.random.default_rng(4)
    X = (rng.random((m, d)) < 0.4).astype(float)
    y = np.where(X[:, 0] + X[:, 1] > 0, 1, -1)
    X[:, -1] = 1.0
    return (X if make in WINNOWS else X / 2), y


@pytest.mark.parametrize(
    "make", [*ADDERS[:3], *WINNOWS[:2], *OTHERS[::2]], ids=lambda make: repr(make())
)
@every_theorem
def test_a_theorem_says_of_sparse_rows_what_it_says_of_dense_ones(make, name):
    X, y = separable(make)
    theorem = getattr(pl.theorems, name)
    dense, thin = make(epochs=8).run(X, y), make(epochs=8).run(sparse.csr_array(X), y)
    assert str(theorem(thin)) == str(theorem(dense))


def test_some_of_these_verdicts_are_claims():
    """Else the test above would compare nothing but refusals."""
    verdicts = {}
    for make, name in [(pl.Perceptron, "novikoff"), (pl.Winnow, "winnow_disjunction"),
                       (pl.LargeMarginPerceptron, "identities")]:  # fmt: skip
        X, y = separable(pl.Winnow if make is pl.Winnow else pl.Perceptron)
        run = make(epochs=20).run(sparse.csr_array(X), y)
        verdicts[name] = getattr(pl.theorems, name)(run).holds
    assert verdicts == {"novikoff": True, "winnow_disjunction": True, "identities": True}


@pytest.fixture(scope="module")
def huge_run():
    return pl.Perceptron().run(*wide(m=120))


@every_theorem
def test_a_table_too_large_to_write_out_gets_a_sentence(huge_run, name):
    with pytest.raises(ValueError, match="120 sparse rows of 1000000 features are too many to be"):
        getattr(pl.theorems, name)(huge_run)


def test_rows_that_were_changed_after_the_run_are_noticed():
    X, y = separable(pl.Perceptron)
    S = sparse.csr_array(X)
    run = pl.Perceptron(epochs=20).run(S, y)
    assert pl.theorems.novikoff(run).holds
    S.data[:] = 3.0
    assert "the rows have changed since the run" in pl.theorems.novikoff(run).verdict


# -- what is kept ----------------------------------------------------------------------------------


def wide(m=100, d=10**6, each=10):
    """A few rows with a few of very many features."""
    rng = np.random.default_rng(0)
    places = np.sort(rng.integers(0, d - 20, size=(m, each)) + 2 * np.arange(each), axis=1)
    S = sparse.csr_array(
        (rng.integers(1, 4, size=m * each).astype(float), places.ravel(), each * np.arange(m + 1)),
        shape=(m, d),
    )
    return S, np.where(np.arange(m) % 2, 1, -1)


@pytest.mark.parametrize(
    ("learner", "vectors"),
    [
        (pl.Perceptron(), 1),
        (pl.Perceptron(bias=True, predict_with="averaged"), 2),
        (pl.Perceptron(predict_with="voted"), 1),
        (pl.LargeMarginPerceptron(), 1),
        (pl.PNormPerceptron(), 2),
        (pl.BalancedWinnow(), 3),
    ],
    ids=repr,
)
def test_a_million_features_are_kept_as_weights_and_nothing_else(learner, vectors):
    S, y = wide(m=6)
    learner = type(learner)(**learner.get_params()).fit(S, y)
    entries = 12 * S.nnz + 30 * len(y)  # a value and a place each, of the rows that vote
    assert len(state(learner)) < 8 * 10**6 * vectors + entries + 5000
    assert learner.run_.M > 0


def test_a_sparse_vote_keeps_the_rows_it_learned_from():
    S, y = wide(m=400, d=1000)
    none = len(state(pl.Perceptron(predict_with="last").fit(S, y)))
    voted = pl.Perceptron(predict_with="voted", epochs=5).fit(S, y)
    learned = voted.run_.M
    assert 100 < learned
    assert len(state(voted)) - none < learned * (10 * 12 + 24) + 2000 < learned * 8 * 1000


@pytest.mark.parametrize("predict_with", ["last", "averaged"])
def test_learning_and_predicting_never_writes_out_the_zeros(mode, predict_with):
    S, y = wide(m=24)
    learner = pl.Perceptron(predict_with=predict_with).fit(S[:, :50], y)  # loads what is needed
    tracemalloc.start()
    try:
        learner.fit(S, y).predict(S)
        learner.partial_fit(S, y)
        assert tracemalloc.get_traced_memory()[1] < 10 * 8 * 10**6  # vectors, of 24 in the table
    finally:
        tracemalloc.stop()


@every_learner
@every_predictor
@pytest.mark.parametrize("how", ["fit", "partial_fit"])
def test_what_predicts_is_the_learners_own(make, predict_with, how):
    X, y = examples(make)
    S = sparse.csr_array(X)
    learner = getattr(make(predict_with=predict_with), how)(S, y)
    before = learner.decision_function(X)
    S.data[:] = 0.0
    S.indices[:] = 0
    np.testing.assert_array_equal(learner.decision_function(X), before)
    learner.partial_fit(X, y)
    twin = getattr(make(predict_with=predict_with), how)(sparse.csr_array(X), y).partial_fit(X, y)
    np.testing.assert_array_equal(learner.decision_function(X), twin.decision_function(X))


@every_learner
def test_with_keep_run_the_learner_has_rows_of_its_own(make):
    X, y = examples(make)
    S = sparse.csr_array(X)
    learner = make(keep_run=True).fit(S, y)
    S.data[:] = 1.0
    again = pickle.loads(state(learner))
    for keeper in (learner, again):
        np.testing.assert_array_equal(keeper.run_.X, make().fit(X, y).run_.X)


# -- unusual tables --------------------------------------------------------------------------------


def arrays(data, indices, indptr, shape=(4, 3)):
    """A sparse table of these arrays, even if no such table can be."""
    S = sparse.csr_array(shape)
    S.data, S.indices, S.indptr = data, np.asarray(indices), np.asarray(indptr)
    return S


def ones(n):
    return np.ones(n)


GOOD = (ones(5), [0, 2, 1, 0, 2], [0, 2, 3, 3, 5])
UNUSUAL = {
    "indices out of order": (ones(5), [2, 0, 1, 2, 0], [0, 2, 3, 3, 5]),
    "entries that are listed twice": (np.full(6, 0.5), [0, 0, 2, 2, 1, 1], [0, 4, 6, 6, 6]),
    "zeros that are listed": (np.array([1.0, 0, 1, 0, 1]), [0, 2, 1, 0, 2], [0, 2, 3, 3, 5]),
    "indices of 64 bits": (ones(5), np.array([0, 2, 1, 0, 2]), np.array([0, 2, 3, 3, 5])),
    "empty rows": (ones(1), [1], [0, 0, 0, 1, 1]),
    "no entries at all": (ones(0), np.empty(0, dtype=int), [0, 0, 0, 0, 0]),
    "entries behind the end": (np.append(ones(5), np.nan), [0, 2, 1, 0, 2, 9], [0, 2, 3, 3, 5]),
    "booleans": (np.ones(5, dtype=bool), *GOOD[1:]),
    "small integers": (np.ones(5, dtype=np.int8), *GOOD[1:]),
    "long floats": (np.ones(5, dtype=np.longdouble), *GOOD[1:]),
}


@pytest.mark.parametrize("learner", [pl.Perceptron(epochs=3), pl.Winnow(epochs=3)], ids=repr)
@pytest.mark.parametrize("trouble", UNUSUAL)
def test_unusual_tables_are_understood_and_left_as_they_are(mode, learner, trouble):
    given_arrays = data, indices, indptr = [np.array(part) for part in UNUSUAL[trouble]]
    size, y = indptr[-1], [1, -1, -1, 1]
    X = np.zeros((4, 3))
    rows = np.repeat(np.arange(4), np.diff(indptr))
    np.add.at(X, (rows, indices[:size]), data[:size].astype(float))
    S = arrays(*(part.copy() for part in given_arrays))
    thin = learner.fit(S, y).partial_fit(S, y)
    dense = type(learner)(epochs=3).fit(X, y).partial_fit(X, y)
    np.testing.assert_array_equal(thin.coef_, dense.coef_)
    np.testing.assert_array_equal(thin.predict(S), dense.predict(X))
    for now, before in zip((S.data, S.indices, S.indptr), given_arrays, strict=True):
        np.testing.assert_array_equal(now, before)


def with_value(value, place=3):
    data = np.ones(5)
    data[place] = value
    return sparse.csr_array((data, *GOOD[1:]), shape=(4, 3))


def mistaken(form, name, places):
    """A table of another format whose places were changed afterwards."""
    S = getattr(sparse, f"{form}_array")(with_value(1.0))
    getattr(S, name)[:1] = places
    return S


OUTSIDE = "entries outside its 4 rows and 3 columns"
POINTERS = "index pointers of the sparse X do not rise from 0 to its size"

BAD = {
    "NaN": (lambda: with_value(np.nan), "example 3 of X holds NaN"),
    "infinity": (lambda: with_value(np.inf), "example 3 of X .*inf"),
    "minus infinity": (lambda: with_value(-np.inf, place=2), "example 1 of X .*inf"),
    "no rows": (lambda: sparse.csr_array((0, 3)), "0 sample"),
    "no columns": (lambda: sparse.csr_array((4, 0)), "0 feature"),
    "one dimension": (lambda: sparse.coo_array(np.ones(4)), "two dimensions"),
    "too few rows": (lambda: with_value(1.0)[:3], "3 examples but y has 4"),
    "complex numbers": (lambda: with_value(1.0).astype(complex), "Complex data not supported"),
    "objects": (lambda: arrays(np.array([1, None], dtype=object), [0, 1], [0, 1, 2, 2, 2]),
                "Not a table of numbers: X holds object"),
    "too many columns": (lambda: sparse.csr_array((4, 2**31)), "at most 2147483646 can be"),
    "a negative place": (lambda: arrays(ones(5), [0, -1, 1, 0, 2], GOOD[2]), OUTSIDE),
    "a place too far": (lambda: arrays(ones(5), [0, 3, 1, 0, 2], GOOD[2]), OUTSIDE),
    "a row too far by columns": (lambda: mistaken("csc", "indices", 10**8), OUTSIDE),
    "a negative row by columns": (lambda: mistaken("csc", "indices", -10**8), OUTSIDE),
    "a block too far": (lambda: mistaken("bsr", "indices", 10**8), OUTSIDE),
    "a listed row too far": (lambda: mistaken("coo", "row", 10**8), OUTSIDE),
    "a listed column too far": (lambda: mistaken("coo", "col", -10**8), OUTSIDE),
    "pointers that fall": (lambda: arrays(ones(5), GOOD[1], [0, 3, 2, 3, 5]), POINTERS),
    "pointers that begin late": (lambda: arrays(ones(5), GOOD[1], [1, 2, 3, 3, 5]), POINTERS),
    "pointers that end late": (lambda: arrays(ones(5), GOOD[1], [0, 2, 3, 3, 6]), POINTERS),
    "too few pointers": (lambda: arrays(ones(5), GOOD[1], [0, 2, 5]), POINTERS),
    "too few places": (lambda: arrays(ones(5), [0, 2, 1], GOOD[2]), POINTERS),
    "too few values": (lambda: arrays(ones(3), GOOD[1], GOOD[2]), POINTERS),
}  # fmt: skip
SPARSE_LEARNERS = [
    pl.Perceptron(), pl.LargeMarginPerceptron(), pl.PNormPerceptron(), pl.Winnow(),
    pl.ExponentialWinnow(), pl.BalancedWinnow(), pl.KernelPerceptron(),
]  # fmt: skip


@pytest.mark.parametrize("learner", SPARSE_LEARNERS, ids=repr)
@pytest.mark.parametrize("trouble", BAD)
def test_bad_sparse_tables_get_a_sentence(mode, learner, trouble):
    make, message = BAD[trouble]
    learner = type(learner)()
    with pytest.raises(ValueError, match=message):
        learner.fit(make(), [1, -1, -1, 1])
    learner.fit(with_value(1.0), [1, -1, -1, 1])
    before = state(learner)
    width = "|is expecting 3 features"
    with pytest.raises(ValueError, match=message + width):
        learner.partial_fit(make(), [1, -1, -1, 1])
    if trouble != "too few rows":
        with pytest.raises(ValueError, match=message + width):
            learner.predict(make())
    assert state(learner) == before


@pytest.mark.parametrize("learner", SPARSE_LEARNERS, ids=repr)
def test_sparse_rows_of_another_width_are_refused(learner):
    learner = type(learner)().fit(with_value(1.0), [1, -1, -1, 1])
    for wrong in (sparse.csr_array((4, 2)), sparse.csr_array((4, 30))):
        message = f"X has {wrong.shape[1]} features, but {type(learner).__name__} is expecting 3"
        with pytest.raises(ValueError, match=message):
            learner.predict(wrong)
        with pytest.raises(ValueError, match=message):
            learner.partial_fit(wrong, [1, -1, -1, 1])


@pytest.mark.parametrize("value", [0.5, 2.0, -1.0])
def test_winnow_names_the_sparse_row_that_is_not_made_of_bits(mode, value):
    message = f"features in {{0, 1}}; example 3 has values such as {value:g}"
    learner = pl.Winnow().fit(with_value(1.0), [1, -1, -1, 1])
    for call in (lambda S: pl.Winnow().fit(S, [1, -1, -1, 1]), learner.predict):
        with pytest.raises(ValueError, match=message):
            call(with_value(value))


def test_experts_have_no_zeros_to_leave_out():
    X = np.array([[1.0, -1.0], [-1.0, 1.0]])
    learner = pl.WeightedMajority().fit(X, [1, -1])
    for call in (lambda S: pl.WeightedMajority().fit(S, [1, -1]), learner.predict,
                 lambda S: learner.partial_fit(S, [1, -1])):  # fmt: skip
        with pytest.raises(TypeError, match="which a sparse table cannot hold: its missing .* 0"):
            call(sparse.csr_array(X))


@pytest.mark.parametrize("predict_with", PREDICTORS)
@pytest.mark.parametrize("bias", [False, True])
def test_a_sparse_pass_that_fails_did_not_happen(mode, predict_with, bias):
    X, y = examples(pl.Perceptron)
    S = sparse.csr_array(np.hstack([X, np.zeros((len(X), 400))]))  # most weights are not touched
    huge = sparse.csr_array(([1e200, -1e200], ([0, 1], [2, 2])), shape=(2, 406))
    learner = pl.Perceptron(predict_with=predict_with, bias=bias).fit(S, y)
    before = state(learner)
    with pytest.raises(ValueError, match="example 91 of X .* overflows"):
        learner.partial_fit(sparse.vstack([S, huge]), [*y, "yes", "yes"])
    assert state(learner) == before
