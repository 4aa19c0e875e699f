"""Several classes share one kernel player: each makes the mistakes it would make alone."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array

import perceptronlib as pl
from perceptronlib import kernels
from perceptronlib.core import predict as predictors
from perceptronlib.core.play import Passes
from perceptronlib.kernels import blocks
from perceptronlib.kernels.dual import (
    KernelPlayer,
    KernelRule,
    go_on,
    play_dual,
    play_kernel,
    shared,
)
from perceptronlib.kernels.support import KernelRows, Support
from tests import textbook

pytestmark = pytest.mark.long

KERNELS = [kernels.linear, kernels.polynomial(2), kernels.polynomial(3, 0.0), kernels.gaussian(1.0)]
every_kernel = pytest.mark.parametrize("kernel", KERNELS, ids=str)


def rows(kind, m, d, seed=0):
    rng = np.random.default_rng([seed, m, d])
    if kind == "whole":
        return rng.integers(-2, 3, size=(m, d)).astype(float)
    X = rng.normal(size=(m, d))
    return np.round(X, 1) if kind == "tenths" else X


def classes(X, k, seed=0):
    """Labels 0..k-1 of noisy directions, and the signs of each class against the rest."""
    rng = np.random.default_rng([seed, k])
    y = np.argmax(X @ rng.normal(size=(X.shape[1], k)) + 0.3 * rng.normal(size=(len(X), k)), 1)
    return np.where(y == np.arange(k)[:, None], 1.0, -1.0)


def textbook_with_importance(X, y, order, kernel, importance):
    alpha, log = np.zeros(len(y)), []
    for t, i in enumerate(order):
        if y[i] * ((alpha * y) @ kernel(X, X[i : i + 1])[:, 0]) <= 0:
            alpha[i] += importance[i]
            log.append(t)
    return log


@pytest.fixture(params=[16, 1024], ids="blocks of {}".format)
def block(request, monkeypatch):
    monkeypatch.setattr(blocks, "BLOCK", request.param)
    monkeypatch.setattr(blocks, "LIKELY", 5)
    monkeypatch.setattr(blocks, "COLUMNS", 7)


@every_kernel
@pytest.mark.parametrize("kind", ["whole", "tenths", "normal"])
@pytest.mark.parametrize("ties", ["le", "plus"])
def test_each_class_makes_the_textbooks_mistakes(mode, block, kernel, kind, ties):
    X = rows(kind, 90, 3)
    signs = classes(X, 4)
    runs = play_dual(KernelRule(kernel, ties=ties), X, signs, Passes(3))
    for run, y in zip(runs, signs, strict=True):
        log, alpha = textbook.kernel_perceptron(X, y, np.tile(np.arange(90), 3), ties, kernel)
        assert run.mistakes.tolist() == log
        assert run.alpha.tolist() == alpha.tolist()


@every_kernel
@pytest.mark.parametrize("kind", ["whole", "tenths"])
def test_shuffled_passes_too(mode, block, kernel, kind):
    X = rows(kind, 70, 4)
    signs = classes(X, 3)
    for run, y in zip(
        play_dual(KernelRule(kernel), X, signs, Passes(4, shuffle=True, seed=5)), signs, strict=True
    ):
        assert run.mistakes.tolist() == textbook.kernel_perceptron(X, y, run.order, "le", kernel)[0]
        alone = play_kernel(KernelRule(kernel), X, y, epochs=4, shuffle=True, seed=5)
        assert run.mistakes.tolist() == alone.mistakes.tolist()
        np.testing.assert_array_equal(run.order, alone.order)


@given(seed=st.integers(0, 10**6), k=st.integers(1, 4), kernel=st.sampled_from(KERNELS))
def test_classes_do_not_disturb_each_other(seed, k, kernel):
    rng = np.random.default_rng(seed)
    X = rng.integers(-10, 11, size=(rng.integers(2, 60), rng.integers(1, 4))) / 10
    signs = rng.choice([-1.0, 1.0], size=(k, len(X)))
    runs = play_dual(KernelRule(kernel), X, signs, Passes(3))
    order = np.tile(np.arange(len(X)), 3)
    for run, y in zip(runs, signs, strict=True):
        assert run.mistakes.tolist() == textbook.kernel_perceptron(X, y, order, "le", kernel)[0]


@every_kernel
@pytest.mark.parametrize("kind", ["whole", "tenths"])
def test_a_mistake_adds_its_importance(mode, block, kernel, kind):
    X = rows(kind, 60, 3)
    signs = classes(X, 3)
    importance = np.random.default_rng(0).integers(1, 5, size=60) / 2
    runs = play_dual(KernelRule(kernel), X, signs, Passes(3), importance)
    for run, y in zip(runs, signs, strict=True):
        log = textbook_with_importance(X, y, np.tile(np.arange(60), 3), kernel, importance)
        assert run.mistakes.tolist() == log
        coefficients = importance * run.alpha * y
        np.testing.assert_allclose(run.scores(X), kernel(X, X) @ coefficients, atol=1e-9)
        assert pl.theorems.identities(run).holds is not False


@every_kernel
def test_smaller_floats_and_sparse_rows_are_met_as_they_are(mode, block, kernel):
    X = rows("tenths", 80, 5).astype(np.float32)
    X[np.abs(X) < 0.5] = 0.0
    signs, exact = classes(X, 3), X.astype(np.float64)
    expected = play_dual(KernelRule(kernel), exact, signs, Passes(3))
    for given_rows in (X, csr_array(exact), csr_array(X)):
        runs = play_dual(KernelRule(kernel), given_rows, signs, Passes(3))
        for run, other in zip(runs, expected, strict=True):
            assert run.mistakes.tolist() == other.mistakes.tolist()
        assert runs[0].rows.given is given_rows
        np.testing.assert_allclose(runs[0].scores(given_rows), expected[0].scores(exact), atol=1e-9)


def test_no_large_copy_of_small_floats_is_made():
    import tracemalloc

    X = np.random.default_rng(0).normal(size=(20_000, 100)).astype(np.float32)
    signs = np.where(X[:, 0] > 0, 1.0, -1.0)[None]
    tracemalloc.start()
    try:
        play_dual(KernelRule(kernels.polynomial(2)), X, signs, Passes(1))
        assert tracemalloc.get_traced_memory()[1] < 0.75 * 8 * X.size + 10**7
    finally:
        tracemalloc.stop()


@every_kernel
def test_a_player_goes_on_where_another_was(mode, block, kernel):
    X = rows("normal", 100, 3)
    signs, rule = classes(X, 3), KernelRule(kernel)
    whole, saved = KernelPlayer(rule, X, signs), KernelPlayer(rule, X, signs)
    for _ in range(4):
        whole.play()
        saved.play()
        state = pickle.loads(pickle.dumps(saved.state()))
        saved = KernelPlayer(rule, X, signs)
        saved.restore(state)
    assert saved.when.tolist() == whole.when.tolist()
    assert saved.wrong.tolist() == whole.wrong.tolist()
    np.testing.assert_allclose(saved.state()["scores"], whole.state()["scores"], atol=1e-9)


@every_kernel
def test_a_stream_of_several_classes_is_one_pass(mode, kernel):
    X = rows("whole", 90, 3)
    signs, rule = classes(X, 3), KernelRule(kernel)
    runs, none = play_dual(rule, X, signs, Passes(1)), np.empty(0, dtype=np.int64)
    support = Support(KernelRows(kernel, X[:0]), none, np.empty((0, 3)), none, 0)
    logs = [[], [], []]
    for first in range(0, 90, 17):
        part = slice(first, first + 17)
        support, mistakes = go_on(support, rule, X[part], signs[:, part])
        for log, more in zip(logs, mistakes, strict=True):
            log += more.tolist()
    assert logs == [run.mistakes.tolist() for run in runs]
    assert len(support.rows) == len(support.learned) == len(shared(runs).rows)
    queries = rows("whole", 40, 3, seed=1)
    for c, run in enumerate(runs):
        np.testing.assert_allclose(support.scores(queries)[c], run.scores(queries))
        np.testing.assert_allclose(support.average_scores(queries)[c], run.average_scores(queries))
        votes = support.votes(queries, zero_wins=True)[c]
        if kernel != kernels.gaussian(1.0):  # whose path has zeros that rounding decides
            np.testing.assert_array_equal(votes, predictors.voted(run, queries))


def test_a_stream_that_fails_leaves_the_support_as_it_was():
    X = rows("normal", 30, 2)
    rule, none = KernelRule(kernels.linear), np.empty(0, dtype=np.int64)
    support = Support(KernelRows(kernels.linear, X[:0]), none, np.empty((0, 2)), none, 0)
    support, _ = go_on(support, rule, X, classes(X, 2))
    before = pickle.dumps(support)
    huge = np.vstack([X, np.full((2, 2), 1e200)])
    with pytest.raises(ValueError, match="example 30 of X .* overflows"):
        go_on(support, rule, huge, classes(huge, 2))
    assert pickle.dumps(support) == before


def test_passes_end_when_all_classes_are_clean():
    X = np.array([[1.0, 0.0], [0.0, 1.0], [-1.0, 0.5]])
    signs = np.array([[1.0, -1.0, -1.0], [1.0, 1.0, -1.0]])
    runs = play_dual(KernelRule(kernels.gaussian(0.5)), X, signs, Passes(None))
    assert all(run.converged for run in runs)
    assert len({run.rounds for run in runs}) == 1


# -- kernels of one's own --------------------------------------------------------------------------


def own(A, B):
    return (A @ B.T + 1.0) ** 2


def test_a_kernel_of_ones_own_pickles_and_is_asked_for_blocks():
    X = rows("normal", 500, 3)
    y = np.where(X[:, 0] * X[:, 1] > 0, 1, -1)
    calls = []

    def counting(A, B):
        calls.append((len(A), len(B)))
        return own(A, B)

    learner = pl.KernelPerceptron(counting, epochs=2).fit(X, y)
    assert learner.run_.M > 100
    assert len(calls) < 60
    mine = pl.KernelPerceptron(own, epochs=2).fit(X, y)
    assert mine.run_.mistakes.tolist() == learner.run_.mistakes.tolist()
    again = pickle.loads(pickle.dumps(mine))
    np.testing.assert_array_equal(again.predict(X), mine.predict(X))


@pytest.mark.parametrize(
    ("kernel", "message"),
    [
        (lambda A, B: A @ A.T, r"given \d+ and \d+ rows, yours returned shape \(\d+, \d+\)"),
        (lambda A, B: 1.0, r"yours returned shape \(\)"),
        (lambda A, B: (A @ B.T).astype(complex), "a kernel returns real numbers; yours .* complex"),
        (lambda A, B: np.full((len(A), len(B)), "x"), "a kernel returns real numbers"),
        (lambda A, B: np.sqrt(A @ B.T), "a kernel returns numbers; yours returned NaN for the row"),
    ],
)
def test_a_kernel_that_is_none_gets_a_sentence(kernel, message):
    X = rows("normal", 80, 2)
    with pytest.raises(ValueError, match=message):
        pl.KernelPerceptron(kernel).fit(X, np.where(X[:, 0] > 0, 1, -1))
