"""Large tables are looked at where they lie: nothing is copied to fold in a 1, to widen, to list.

Peaks are those of tracemalloc, which sees every array that numpy makes; what lies in X was there
before. Without numba the tables have fewer and longer rows: plain Python has a list of labels.
"""

import tracemalloc

import numpy as np
import pytest
from scipy import sparse

import perceptronlib as pl
from perceptronlib.core import fast
from tests.test_streams import MAKERS, examples

pytestmark = pytest.mark.long

PREDICTORS = ["last", "averaged"]
CALLS = ["fit", "partial_fit", "predict"]

every_predictor = pytest.mark.parametrize("predict_with", PREDICTORS)
every_call = pytest.mark.parametrize("how", CALLS)
with_and_without_bias = pytest.mark.parametrize("bias", [False, True], ids="bias={}".format)


@pytest.fixture(autouse=True)
def one_loop():
    """From the first round on: the loop that is compiled, where numba is."""
    with fast.using("plain" if fast.compiled() is None else "compiled"):
        yield


@pytest.fixture(scope="module")
def large():
    """A hundred and sixty megabytes, and a label a row."""
    m, d = (20_000, 1000) if fast.compiled() is None else (1_000_000, 20)
    X = np.random.default_rng(0).random((m, d))
    X -= 0.5
    return X, np.where(X[:, 0] > 0.1 * X[:, 1], 1, -1)


@pytest.fixture(scope="module")
def thin():
    """A sparse table of two million entries, and a label a row."""
    m, d = (5_000, 4_000) if fast.compiled() is None else (100_000, 2_000)
    rng, each = np.random.default_rng(0), 2_000_000 // m
    places = np.sort(rng.integers(0, d // each, size=(m, each)) + d // each * np.arange(each))
    entries = rng.random(m * each) - 0.5
    starts = each * np.arange(m + 1, dtype=np.int32)
    X = sparse.csr_array((entries, places.ravel().astype(np.int32), starts), shape=(m, d))
    return X, np.where(entries[::each] > 0, 1, -1)


def size(X):
    if isinstance(X, np.ndarray):
        return X.nbytes
    return X.data.nbytes + X.indices.nbytes + X.indptr.nbytes


def peak(call, *given):
    """How many bytes a call needs at most beyond those that were there before."""
    tracemalloc.start()
    try:
        call(*given)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def peak_of(learner, how, X, y):
    """The peak of this call, as a share of X; whatever has to be loaded was loaded before."""
    learner.fit(X[:2000], y[:2000])
    given = (X,) if how == "predict" else (X, y)
    return peak(getattr(learner, how), *given) / size(X)


@every_call
@with_and_without_bias
@every_predictor
def test_a_dense_table_is_not_copied(large, how, bias, predict_with):
    learner = pl.Perceptron(bias=bias, predict_with=predict_with)
    assert peak_of(learner, how, *large) < 0.3


@every_call
def test_a_constant_feature_costs_nothing(large, how):
    """A table with a column more would be a copy: 1.05 of X."""
    without, folded = (peak_of(pl.Perceptron(bias=bias), how, *large) for bias in (False, True))
    assert folded - without < 0.02
    assert folded < 0.2


@every_call
@with_and_without_bias
def test_single_precision_is_not_widened(large, how, bias):
    """A table of float64 would be twice the size of X."""
    X, y = large
    half = X[: len(X) // 2].astype(np.float32)
    assert peak_of(pl.Perceptron(bias=bias), how, half, y[: len(half)]) < 0.4


@every_call
@with_and_without_bias
@pytest.mark.parametrize("kind", [np.float64, np.float32], ids=lambda kind: kind.__name__)
def test_a_sparse_table_is_neither_copied_nor_written_out(thin, how, bias, kind):
    X, y = thin
    rows = X.astype(kind, copy=False)
    assert peak_of(pl.Perceptron(bias=bias), how, rows, y) < 0.35


def test_sparse_bits_need_no_values_and_no_copy(thin):
    X, y = thin
    bits = sparse.csr_array((np.ones(X.nnz), X.indices, X.indptr), shape=X.shape)
    for how in CALLS:
        assert peak_of(pl.Winnow(threshold=10.0), how, bits, y) < 0.35


@pytest.mark.parametrize("negations", [False, True])
def test_negations_are_not_written_out(negations):
    """Winnow with negations sees twice as many features; the table stays as it is."""
    rng = np.random.default_rng(0)
    X = (rng.random((20_000, 100)) < 0.2).astype(float)
    y = np.where(X[:, 0] + X[:, 1] > 0, 1, -1)
    for how in CALLS:
        assert peak_of(pl.Winnow(negations=negations), how, X, y) < 0.4


def test_three_classes_share_one_table(large):
    X, y = large
    labels = np.where(X[:, 2] > 0.3, 2, y)
    for how in CALLS:
        assert peak_of(pl.Perceptron(bias=True), how, X, labels) < 0.5


def entries(X):
    return X if isinstance(X, np.ndarray) else X.data


def test_a_run_looks_at_what_was_given(large, thin):
    for X, y in (large, thin):
        few = X[:2000]
        for bias in (False, True):
            run = pl.Perceptron(bias=bias).fit(few, y[:2000]).run_
            assert np.shares_memory(entries(run.rows.given), entries(few))


# -- single precision ------------------------------------------------------------------------------


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: repr(make()))
@pytest.mark.parametrize("predict_with", ["last", "averaged", "voted"])
def test_a_run_in_single_precision_is_that_of_the_same_numbers(mode, make, predict_with):
    X, y = examples(make())
    if not isinstance(make(), pl.Winnow | pl.WeightedMajority):
        X = X + np.random.default_rng(1).normal(size=X.shape)
    half = X.astype(np.float32)
    exact = half.astype(np.float64)
    learner, other = (
        make(predict_with=predict_with, epochs=3, shuffle=True, seed=2).fit(rows, y)
        for rows in (half, exact)
    )
    assert learner.run_.mistakes.tolist() == other.run_.mistakes.tolist()
    np.testing.assert_array_equal(learner.run_.X, other.run_.X)
    np.testing.assert_allclose(
        learner.decision_function(half), other.decision_function(exact), rtol=1e-12, atol=1e-12
    )
    if not isinstance(learner, pl.KernelPerceptron):
        np.testing.assert_array_equal(learner.weights_, other.weights_)
        assert learner.weights_.dtype == np.float64
        assert pl.theorems.identities(learner.run_).holds


def test_near_ties_in_single_precision_are_decided_as_in_double(mode):
    """Tenths as float32 are other numbers than tenths; a score that is nearly zero knows it."""
    for seed in range(20):
        rng = np.random.default_rng(seed)
        half = (rng.integers(-5, 6, size=(60, 9)) / 10).astype(np.float32)
        y = np.where(rng.random(60) < 0.5, 1, -1)
        runs = [pl.Perceptron(epochs=3, bias=True).run(X, y) for X in (half, half.astype(float))]
        assert runs[0].mistakes.tolist() == runs[1].mistakes.tolist()
        np.testing.assert_array_equal(runs[0].last_weights, runs[1].last_weights)
