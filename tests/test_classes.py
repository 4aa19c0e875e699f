"""Several classes: each is told from the rest as if it were alone."""

import pickle
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from sklearn.linear_model import Perceptron as Peer

import perceptronlib as pl
from perceptronlib import kernels
from perceptronlib.core import fast
from tests.test_streams import MAKERS, PREDICTORS, every_learner, every_predictor, state

pytestmark = pytest.mark.long

NAMES = np.array(["ant", "bee", "cat", "dog"])


def examples(learner, m=96, d=5, k=4, seed=0):
    """Examples of k classes that suit the learner: zeros and ones, experts, or whole numbers."""
    rng = np.random.default_rng(seed)
    if isinstance(learner, pl.Winnow):
        X = (rng.random((m, d)) < 0.4).astype(float)
    elif isinstance(learner, pl.WeightedMajority):
        X = np.where(rng.random((m, d)) < 0.5, 1.0, -1.0)
    else:
        X = rng.integers(-4, 5, size=(m, d)).astype(float)
    y = np.argmax(X @ rng.normal(size=(d, k)) + rng.normal(size=(m, k)), axis=1)
    y[:k] = np.arange(k)
    return X, NAMES[y]


def in_parts(learner, X, y, size, **more):
    for k in range(0, len(y), size):
        learner.partial_fit(X[k : k + size], y[k : k + size], **more)
    return learner


# -- one against the rest --------------------------------------------------------------------------


@every_learner
@every_predictor
def test_each_class_is_a_fit_of_its_own(mode, make, predict_with):
    X, y = examples(make())
    learner = make(predict_with=predict_with, epochs=3).fit(X, y)
    scores = learner.decision_function(X)
    assert learner.classes_.tolist() == NAMES.tolist()
    assert scores.shape == (96, 4) and len(learner.runs_) == 4
    for k, name in enumerate(NAMES):
        alone = make(predict_with=predict_with, epochs=3).fit(X, y == name)
        assert learner.runs_[k].mistakes.tolist() == alone.run_.mistakes.tolist()
        np.testing.assert_allclose(scores[:, k], alone.decision_function(X), rtol=1e-12, atol=1e-12)
        if not isinstance(learner, pl.KernelPerceptron):
            np.testing.assert_array_equal(learner.coef_[k : k + 1], alone.coef_)
            np.testing.assert_array_equal(learner.intercept_[k : k + 1], alone.intercept_)
            np.testing.assert_array_equal(learner.weights_[k : k + 1], alone.weights_)


@every_learner
@every_predictor
def test_the_highest_score_wins(make, predict_with):
    X, y = examples(make())
    learner = make(predict_with=predict_with, epochs=3).fit(X, y)
    best = NAMES[np.argmax(learner.decision_function(X), axis=1)]
    np.testing.assert_array_equal(learner.predict(X), best)
    assert learner.score(X, y) == np.mean(best == y)
    weights = np.arange(len(y))
    expected = (weights * (best == y)).sum() / weights.sum()
    assert learner.score(X, y, sample_weight=weights) == pytest.approx(expected)


@every_learner
@pytest.mark.parametrize("size", [1, 7, 96])
def test_a_stream_of_classes_is_one_pass(mode, make, size):
    """Even if its first examples are all of one class."""
    X, y = examples(make())
    late = np.argsort(y != "cat", kind="stable")
    X, y = X[late], y[late]
    for predict_with in PREDICTORS:
        stream = make(predict_with=predict_with, keep_run=True)
        in_parts(stream, X, y, size, classes=NAMES[::-1])
        batch = make(predict_with=predict_with).fit(X, y)
        for one, other in zip(stream.runs_, batch.runs_, strict=True):
            assert one.mistakes.tolist() == other.mistakes.tolist()
        np.testing.assert_allclose(
            stream.decision_function(X), batch.decision_function(X), rtol=1e-12, atol=1e-12
        )
        np.testing.assert_array_equal(stream.predict(X), batch.predict(X))


@every_learner
def test_a_fit_of_classes_can_be_gone_on_with(mode, make):
    X, y = examples(make())
    learner = make(predict_with="averaged").fit(X[:50], y[:50]).partial_fit(X[50:], y[50:])
    whole = make(predict_with="averaged").fit(X, y)
    np.testing.assert_allclose(learner.decision_function(X), whole.decision_function(X))


@pytest.mark.parametrize(
    "make", [one for one in MAKERS if one is not pl.WeightedMajority], ids=lambda one: repr(one())
)
def test_classes_of_sparse_rows_are_those_of_dense_ones(mode, make):
    X, y = examples(make())
    S = sparse.csr_array(X)
    dense, thin = make(epochs=3).fit(X, y), make(epochs=3).fit(S, y)
    for one, other in zip(thin.runs_, dense.runs_, strict=True):
        assert one.mistakes.tolist() == other.mistakes.tolist()
    np.testing.assert_allclose(
        thin.decision_function(S), dense.decision_function(X), rtol=1e-9, atol=1e-12
    )


def test_shuffled_passes_have_the_same_orders_for_every_class(mode):
    X, y = examples(pl.Perceptron())
    learner = pl.Perceptron(shuffle=True, seed=5, epochs=4).fit(X, y)
    for run, name in zip(learner.runs_, NAMES, strict=True):
        alone = pl.Perceptron(shuffle=True, seed=5, epochs=4).fit(X, y == name).run_
        assert run.mistakes.tolist() == alone.mistakes.tolist()
        assert run.order.tolist() == alone.order.tolist()


@given(
    make=st.sampled_from([one for one in MAKERS if one is not pl.WeightedMajority]),
    seed=st.integers(0, 10**6),
    k=st.integers(3, 4),
    weighted=st.booleans(),
)
def test_classes_do_not_disturb_each_other(make, seed, k, weighted):
    X, y = examples(make(), m=20, d=3, k=k, seed=seed)
    weights = np.arange(20) % 3 if weighted else None
    learner = make(epochs=2).fit(X, y, weights)
    for run, name in zip(learner.runs_, NAMES[:k], strict=True):
        alone = make(epochs=2).fit(X, y == name, weights).run_
        assert run.mistakes.tolist() == alone.mistakes.tolist()


# -- labels ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "labels", [[3, 1, 2], [-1, 0, 1], [0.0, 5.0, 2.0], ["c", "a", "b"], ["x", "xyz", ""]], ids=str
)
def test_any_labels_will_do_and_are_sorted(labels):
    X, y = examples(pl.Perceptron(), k=3)
    named = np.array(sorted(labels))[np.searchsorted(NAMES[:3], y)]
    learner = pl.Perceptron(epochs=2).fit(X, named)
    assert learner.classes_.tolist() == sorted(labels)
    np.testing.assert_array_equal(learner.coef_, pl.Perceptron(epochs=2).fit(X, y).coef_)
    assert set(learner.predict(X).tolist()) <= set(labels)
    listed = pl.Perceptron(epochs=2).fit(X.tolist(), named.tolist())
    np.testing.assert_array_equal(listed.predict(X), learner.predict(X))


def test_two_classes_have_one_run_and_one_score():
    X, y = examples(pl.Perceptron(), k=2)
    learner = pl.Perceptron().fit(X, y)
    assert len(learner.runs_) == 1 and learner.runs_[0] is learner.run_
    assert learner.decision_function(X).shape == (96,)
    assert learner.coef_.shape == (1, 5) and learner.intercept_.shape == (1,)


def test_two_of_three_known_classes_are_still_three():
    X, y = examples(pl.Perceptron(), k=2)
    learner = pl.Perceptron().partial_fit(X, y, classes=NAMES[:3])
    assert learner.coef_.shape == (3, 5)
    never = pl.play(pl.Rule(), X, -np.ones(96))
    np.testing.assert_array_equal(learner.coef_[2], never.last_weights)


@every_learner
def test_labels_that_are_no_classes_get_a_sentence(make):
    learner = make()
    X, y = examples(learner)
    with pytest.raises(ValueError, match="Unknown label type: continuous"):
        learner.fit(X, np.linspace(0.0, 1.0, 96))
    with pytest.raises(ValueError, match="first partial_fit .or classes=. of .* one class only"):
        learner.partial_fit(X[:1], y[:1])
    learner.partial_fit(X, y)
    before = state(learner)
    for labels, message in [(["ant"] * 95 + ["eel"], "knows the labels .*; got eel as well")]:
        with pytest.raises(ValueError, match=message):
            learner.partial_fit(X, labels)
    with pytest.raises(ValueError, match="not the same as on last call to partial_fit"):
        learner.partial_fit(X, y, classes=NAMES[:3])
    assert state(learner) == before


# -- runs ------------------------------------------------------------------------------------------


@every_learner
def test_one_run_is_not_the_story_of_several_classes(make):
    learner = make()
    X, y = examples(learner)
    with pytest.raises(ValueError, match="run tells of two classes; got 4 labels. Use fit.*runs_"):
        learner.run(X, y)
    with pytest.raises(ValueError, match="shuffled_runs tells of two classes; got 4 labels"):
        pl.shuffled_runs(learner, X, y, seeds=[0])
    with pytest.raises(AttributeError, match="has no run_ yet: call fit"):
        _ = learner.runs_
    with pytest.raises(AttributeError, match="tells 4 classes apart, .* runs_ holds the run of"):
        _ = learner.fit(X, y).run_


@every_learner
def test_runs_are_kept_on_request(make):
    X, y = examples(make())
    mistakes = [run.mistakes.tolist() for run in make().fit(X, y).runs_]
    keeper = pickle.loads(
        state(make(keep_run=True).fit(X[:40], y[:40]).partial_fit(X[40:], y[40:]))
    )
    assert [run.mistakes.tolist() for run in keeper.runs_] == mistakes
    for forgetful in (pickle.loads(state(make().fit(X, y))), make().fit(X, y).partial_fit(X, y)):
        with pytest.raises(AttributeError, match="keeps what predicts, not its run"):
            _ = forgetful.runs_


@pytest.mark.parametrize("make", MAKERS[:-1], ids=lambda one: repr(one()))
def test_the_identities_hold_of_the_run_of_every_class(make):
    learner = make(epochs=2)
    X, y = examples(learner, m=30)
    assert all(pl.theorems.identities(run).holds for run in learner.fit(X, y).runs_)


def test_passes_are_made_until_every_class_is_clean():
    X = np.array([[3.0, 0.0], [0.0, 3.0], [-3.0, -3.0], [2.0, 1.0]])
    y = [0, 1, 2, 0]
    learner = pl.Perceptron(epochs=None, bias=True).fit(X, y)
    assert all(run.converged for run in learner.runs_)
    assert learner.n_iter_ == max(run.rounds // 4 for run in learner.runs_)
    assert learner.score(X, y) == 1.0


def test_one_class_that_never_gets_clean_is_a_warning():
    """The middle of three on a line is told from neither side."""
    X, y = np.array([[-1.0], [0.5], [1.0]]), ["left", "middle", "right"]
    learner = pl.Perceptron(epochs=None, bias=True, max_epochs=9)
    with pytest.warns(UserWarning, match="none of 9 passes was free of mistakes"):
        learner.fit(X, y)
    assert [run.converged for run in learner.runs_] == [True, False, True]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        learner.fit(X[[0, 2]], ["left", "right"])


# -- what fails did not happen ---------------------------------------------------------------------


@every_predictor
@pytest.mark.parametrize("rows", [np.asarray, sparse.csr_array], ids=["dense", "sparse"])
def test_a_class_that_fails_takes_the_others_back(mode, predict_with, rows):
    """Only the last class overflows, after the others have learned from the rows before."""
    small, huge = np.array([[0.0, 1, 0], [0, 1, 0], [0, 0, 1]]), np.array([[1e200, 0, 0]])
    start = [[9.0, 0, 0], [-9, 0, 0], [9, 0, 0]]
    learner = pl.Perceptron(predict_with=predict_with).fit(rows(small), NAMES[:3], start=start)
    twin, before = pickle.loads(state(learner)), state(learner)
    X, y = np.vstack([small, huge, huge]), NAMES[[1, 0, 1, 0, 0]]
    for k in (0, 1):
        assert pl.play(pl.Rule(), X, np.where(y == NAMES[k], 1, -1), start=start[k]).M > 0
    with pytest.raises(ValueError, match="example 4 of X .* overflows"):
        learner.partial_fit(rows(X), y)
    assert state(learner) == before
    for one in (learner, twin):
        one.partial_fit(rows(small), NAMES[:3])
    np.testing.assert_array_equal(learner.decision_function(small), twin.decision_function(small))


# -- the same as scikit-learn's --------------------------------------------------------------------


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize("epochs", [1, 4])
@pytest.mark.parametrize("seed", range(4))
def test_the_weights_are_scikit_learns(mode, bias, epochs, seed):
    X, y = examples(pl.Perceptron(), seed=seed)
    mine = pl.Perceptron(epochs=epochs, bias=bias).fit(X, y)
    peer = Peer(max_iter=epochs, fit_intercept=bias, shuffle=False, tol=None).fit(X, y)
    np.testing.assert_array_equal(mine.coef_, peer.coef_)
    np.testing.assert_array_equal(mine.intercept_, peer.intercept_)
    np.testing.assert_array_equal(mine.decision_function(X), peer.decision_function(X))
    np.testing.assert_array_equal(mine.predict(X), peer.predict(X))


def test_many_classes_share_what_is_known_of_the_rows(mode):
    """Ten digits, as the compiled loop plays them, are ten textbook runs."""
    rng = np.random.default_rng(0)
    X = np.round(rng.normal(size=(60, 6)), 1)  # with true zeros that rounding decides
    y = rng.integers(0, 10, size=60)
    learner = pl.Perceptron(epochs=3).fit(X, y)
    with fast.using("plain"):
        for digit, run in zip(learner.classes_, learner.runs_, strict=True):
            alone = pl.play(pl.Rule(), X, np.where(y == digit, 1, -1), epochs=3)
            assert run.mistakes.tolist() == alone.mistakes.tolist()
            np.testing.assert_array_equal(run.last_weights, alone.last_weights)


def test_one_kernel_matrix_serves_all_classes():
    X, y = examples(pl.KernelPerceptron(), m=60)
    calls = []

    def counting(A, B):
        calls.append(len(A) * len(B))
        return kernels.polynomial(2)(A, B)

    alone, together = [], pl.KernelPerceptron(counting).fit(X, y)
    used, _ = sum(calls), calls.clear()
    for name in NAMES:
        alone.append(pl.KernelPerceptron(counting).fit(X, y == name).run_.mistakes.tolist())
    assert [run.mistakes.tolist() for run in together.runs_] == alone
    assert used < sum(calls) / 2
