"""Every learner makes exactly the mistakes of the textbook's loop, round by round.

On whole numbers and on tenths a score is often truly zero, and how its terms are rounded decides
the round; the library has to decide as ``x.dot(w)`` does, compiled or not.
"""

from functools import partial

import numpy as np
import pytest
from sklearn.linear_model import Perceptron as TheirPerceptron
from sklearn.linear_model import SGDClassifier

import perceptronlib as pl
import tests.textbook as textbook
from perceptronlib import kernels
from perceptronlib.core import fast, loops
from perceptronlib.core import predict as predictors
from perceptronlib.kernels.dual import KernelRule, play_kernel

pytestmark = pytest.mark.long

EPOCHS = 3
SHAPES = [(40, 1), (60, 2), (80, 5), (150, 12), (70, 300)]


def tables(kind, m, d, seed=0):
    rng = np.random.default_rng([seed, m, d])
    if kind == "whole":
        X = rng.integers(-2, 3, size=(m, d)).astype(float)
    elif kind == "tenths":
        X = np.round(rng.normal(size=(m, d)), 1)
    elif kind == "binary":
        X = (rng.random((m, d)) < 0.4).astype(float)
    elif kind == "signs":
        X = np.where(rng.random((m, d)) < 0.5, 1.0, -1.0)
    else:
        X = rng.normal(size=(m, d))
    y = np.where(X @ rng.normal(size=d) + 0.1 * rng.normal(size=m) > 0, 1.0, -1.0)
    y[:2] = 1.0, -1.0
    return X, y, np.tile(np.arange(m), EPOCHS)


def assert_same(run, expected, rounding=0.0):
    """The same mistakes, and the same weights: to the last bit, or up to some rounding."""
    log, w = expected
    assert run.mistakes.tolist() == log
    np.testing.assert_allclose(run.last_weights, w, rtol=rounding, atol=0.0)
    np.testing.assert_array_equal(run.path[-1], run.last_weights)
    middle = run.rounds // 2
    k = int(np.searchsorted(log, middle))
    np.testing.assert_array_equal(run.weights(middle), run.path[k])


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("kind", ["whole", "tenths", "normal"])
@pytest.mark.parametrize("ties", ["le", "plus"])
class TestRealInputs:
    @pytest.mark.parametrize(("rate", "margin"), [(1.0, 0.0), (0.1, 0.0), (1.0, 2.5), (0.3, 1.0)])
    def test_perceptron(self, mode, kind, ties, shape, rate, margin):
        X, y, order = tables(kind, *shape)
        learner = pl.Perceptron(epochs=EPOCHS, rate=rate, margin=margin, ties=ties)
        expected = textbook.perceptron(X, y, order, ties, rate, margin)
        assert_same(learner.fit(X, y).run_, expected)

    def test_p_norm(self, mode, kind, ties, shape):
        X, y, order = tables(kind, *shape)
        run = pl.PNormPerceptron(p=3.0, epochs=EPOCHS, ties=ties).fit(X, y).run_
        log, w = textbook.p_norm(X, y, order, ties, 3.0)
        assert run.mistakes.tolist() == log
        np.testing.assert_allclose(run.last_weights, w, rtol=1e-9, atol=1e-12)

    def test_exponential_winnow(self, mode, kind, ties, shape):
        X, y, order = tables(kind, *shape)
        run = pl.ExponentialWinnow(eta=0.2, epochs=EPOCHS, ties=ties).fit(X, y).run_
        assert_same(run, textbook.exponential_winnow(X, y, order, ties, 0.2))

    def test_balanced_winnow(self, mode, kind, ties, shape):
        X, y, order = tables(kind, *shape)
        run = pl.BalancedWinnow(eta=0.2, epochs=EPOCHS, ties=ties).fit(X, y).run_
        assert_same(run, textbook.balanced_winnow(X, y, order, ties, 0.2), 1e-13)

    @pytest.mark.parametrize(
        "kernel",
        [kernels.linear, kernels.polynomial(2), kernels.polynomial(3, 0.0), kernels.gaussian(1.0)],
        ids=str,
    )
    def test_kernel_perceptron(self, mode, kind, ties, shape, kernel, monkeypatch):
        monkeypatch.setattr("perceptronlib.kernels.blocks.BLOCK", 16)
        X, y, order = tables(kind, *shape)
        run = pl.KernelPerceptron(kernel, epochs=EPOCHS, ties=ties).fit(X, y).run_
        log, alpha = textbook.kernel_perceptron(X, y, order, ties, kernel)
        assert run.mistakes.tolist() == log
        assert run.alpha.tolist() == alpha.tolist()

    def test_averaged_and_voted(self, mode, kind, ties, shape):
        X, y, order = tables(kind, *shape)
        run = pl.Perceptron(epochs=EPOCHS, ties=ties).fit(X, y).run_
        lazy = pl.Perceptron(epochs=EPOCHS, ties=ties, predict_with="averaged").fit(X, y).run_
        total = textbook.averaged(X, y, order, ties)
        for weight_sum in (run.weight_sum, lazy.weight_sum):
            np.testing.assert_allclose(weight_sum, total, rtol=1e-9, atol=1e-9)
        if kind == "whole":
            np.testing.assert_array_equal(run.weight_sum, total)
            np.testing.assert_array_equal(lazy.weight_sum, total)
            votes = textbook.voted(X, y, order, X, ties)
            np.testing.assert_array_equal(predictors.voted(run, X), votes)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("kind", ["whole", "tenths", "normal"])
@pytest.mark.parametrize("gamma", [0.1, 0.5])
def test_large_margin_perceptron(mode, kind, shape, gamma):
    X, y, order = tables(kind, *shape)
    run = pl.LargeMarginPerceptron(gamma, epochs=EPOCHS).fit(X, y).run_
    assert_same(run, textbook.large_margin(X, y, order, gamma))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("beta", [1.0, 0.5, 0.1, 2.0])
def test_winnow(mode, shape, beta):
    X, y, order = tables("binary", *shape)
    run = pl.Winnow(beta, epochs=EPOCHS).fit(X, y).run_
    assert_same(run, textbook.winnow(X, y, order, beta))


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("ties", ["le", "plus"])
def test_weighted_majority(mode, shape, ties):
    X, y, order = tables("signs", *shape)
    run = pl.WeightedMajority(0.7, epochs=EPOCHS, ties=ties).fit(X, y).run_
    assert_same(run, textbook.weighted_majority(X, y, order, ties, 0.7))


@pytest.mark.parametrize("kind", ["whole", "tenths", "normal"])
def test_shuffled_runs_replay_in_their_recorded_order(mode, kind):
    X, y, _ = tables(kind, 80, 5)
    run = pl.Perceptron(epochs=4, shuffle=True, seed=7).fit(X, y).run_
    assert sorted(run.order.tolist()) == sorted(np.tile(np.arange(80), 4).tolist())
    assert_same(run, textbook.perceptron(X, y, run.order))
    other = play_kernel(KernelRule(kernels.linear), X, y, epochs=4, shuffle=True, seed=7)
    assert other.mistakes.tolist() == run.mistakes.tolist()


@pytest.mark.parametrize("kind", ["whole", "tenths", "normal"])
def test_a_stream_in_pieces_is_the_same_run(mode, kind):
    X, y, _ = tables(kind, 90, 5)
    learners = pl.Perceptron, pl.PNormPerceptron, pl.KernelPerceptron, pl.BalancedWinnow
    for learner in (kind(keep_run=True) for kind in learners):
        whole = type(learner)(**learner.get_params()).fit(X, y).run_
        for k in range(0, 90, 20):
            learner.partial_fit(X[k : k + 20], y[k : k + 20], classes=[-1, 1])
        assert learner.run_.mistakes.tolist() == whole.mistakes.tolist()
        assert learner.run_.rounds == 90
        np.testing.assert_array_equal(learner.run_.order, whole.order)
        np.testing.assert_allclose(learner.decision_function(X), whole.scores(X))


@pytest.mark.parametrize("shape", [(200, 2), (300, 10), (200, 300)])
@pytest.mark.parametrize("epochs", [1, 5])
def test_scikit_learns_perceptron_finds_the_same_weights(mode, shape, epochs):
    X, y, _ = tables("normal", *shape, seed=3)
    theirs = TheirPerceptron(max_iter=epochs, tol=None, shuffle=False, fit_intercept=False)
    ours = pl.Perceptron(epochs=epochs).fit(X, y)
    np.testing.assert_allclose(ours.coef_, theirs.fit(X, y).coef_, rtol=1e-10, atol=1e-10)


@pytest.mark.parametrize("shape", [(200, 2), (300, 10), (200, 300)])
@pytest.mark.parametrize("epochs", [1, 5])
def test_scikit_learns_averaged_sgd_finds_the_same_average(mode, shape, epochs):
    X, y, _ = tables("normal", *shape, seed=4)
    theirs = SGDClassifier(
        loss="perceptron", penalty=None, learning_rate="constant", eta0=1.0, average=True,
        max_iter=epochs, tol=None, shuffle=False, fit_intercept=False,
    )  # fmt: skip
    ours = pl.Perceptron(epochs=epochs, predict_with="averaged").fit(X, y)
    np.testing.assert_allclose(ours.coef_, theirs.fit(X, y).coef_, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("shape", [(60, 2), (80, 5), (70, 300)])
@pytest.mark.parametrize("kind", ["whole", "tenths", "normal"])
def test_the_loop_may_doubt_in_plain_python_too(kind, shape, monkeypatch):
    """What the compiled loop does (doubt near ties, look ahead on wide tables), step by step."""
    monkeypatch.setattr(fast, "loop", lambda rounds: loops.several)
    X, y, order = tables(kind, *shape)
    assert_same(pl.Perceptron(epochs=EPOCHS).fit(X, y).run_, textbook.perceptron(X, y, order))
    run = pl.LargeMarginPerceptron(0.3, epochs=EPOCHS).fit(X, y).run_
    assert_same(run, textbook.large_margin(X, y, order, 0.3))


def test_huge_whole_numbers_are_doubted(mode):
    """Sums beyond 2^53 are rounded even if all terms are whole."""
    X = np.array([[2.0**40, 1.0, -(2.0**40)], [2.0**40, 3.0, 2.0**40], [1.0, 2.0**41, 1.0]])
    y = np.array([1.0, -1.0, 1.0])
    expected = textbook.perceptron(X, y, np.tile(np.arange(3), 50))
    assert_same(pl.Perceptron(epochs=50).fit(X, y).run_, expected)


@pytest.mark.parametrize("learner", [pl.BalancedWinnow, partial(pl.PNormPerceptron, p=4.0)])
def test_ties_of_curved_weights_do_not_depend_on_the_order_of_the_features(learner, mode):
    """Nor, so, on the order in which a machine adds up: equal weights cancel whatever it is."""
    rng = np.random.default_rng(0)
    X = rng.choice([-1.0, 1.0], size=(300, 24))
    y = rng.choice([-1.0, 1.0], size=300)
    runs = [learner(epochs=3).run(X[:, rng.permutation(24)], y) for _ in range(8)]
    assert len({tuple(run.mistakes) for run in runs}) == 1
