"""A run is its mistakes: everything else follows from the log."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import perceptronlib as pl
from perceptronlib import kernels
from perceptronlib.core import predict as predictors
from perceptronlib.kernels.dual import KernelRule, play_kernel
from perceptronlib.samples.features import literals
from tests.instances import MANY, TIES, samples


@given(samples(), TIES, st.integers(1, 4))
@settings(max_examples=3 * MANY // 10)
def test_what_the_log_says(sample, ties, epochs):
    X, y = sample
    run = pl.play(pl.Rule(ties=ties), X, y, epochs=epochs)
    assert run.survival.sum() == run.rounds == epochs * len(y)
    assert run.alpha.sum() == run.M == len(run.mistakes)
    assert set(run.support) == {i for i in range(len(y)) if run.alpha[i]}
    np.testing.assert_array_equal(run.order[run.mistakes], run.examples)
    np.testing.assert_allclose(run.weights(), (run.alpha * y) @ X, atol=1e-12)
    np.testing.assert_array_equal(run.weights(0), 0 * X[0])
    np.testing.assert_allclose(run.survival @ run.path, run.weight_sum, atol=1e-9)
    assert run.times_seen.tolist() == [epochs] * len(y)


@given(samples(), TIES)
@settings(max_examples=MANY // 5)
def test_converged_means_that_another_pass_changes_nothing(sample, ties):
    X, y = sample
    rule = pl.Rule(ties=ties)
    run = pl.play(rule, X, y, epochs=None, max_epochs=30)
    again = pl.play(rule, X, y, start=run.last_weights)
    assert run.converged == (again.M == 0)


def test_a_clean_pass_is_repeated_on_paper_only():
    """Rounds after convergence are counted, in the survival of the last vector and its average."""
    X, y = np.array([[1.0, 2.0], [-1.0, 1.0]]), np.array([1.0, -1.0])
    few, many = (pl.play(pl.Rule(), X, y, epochs=e) for e in (2, 1000))
    assert few.mistakes.tolist() == many.mistakes.tolist() == [0, 1]
    assert many.rounds == 2000 and many.survival[-1] == 1999
    np.testing.assert_allclose(many.average, few.last_weights, atol=2e-3)
    shuffled = pl.play(pl.Rule(), X, y, epochs=1000, shuffle=True, seed=0)
    assert len(shuffled.order) == 2000 and sorted(shuffled.order[-2:]) == [0, 1]


def test_the_dual_perceptron_is_the_perceptron():
    rng = np.random.default_rng(0)
    X = rng.integers(-3, 4, size=(50, 4)).astype(float)
    y = np.where(rng.random(50) < 0.5, 1.0, -1.0)
    primal = pl.play(pl.Rule(), X, y, epochs=4)
    dual = play_kernel(KernelRule(kernels.linear), X, y, epochs=4)
    assert primal.mistakes.tolist() == dual.mistakes.tolist()
    for t in (0, 3, 77, 200):
        np.testing.assert_array_equal(primal.scores(X, t), dual.scores(X, t))
    np.testing.assert_allclose(primal.average_scores(X), dual.average_scores(X))
    np.testing.assert_array_equal(primal.path_scores(X), dual.path_scores(X))
    np.testing.assert_array_equal(predictors.voted(primal, X), predictors.voted(dual, X))


@pytest.mark.parametrize("degree", [1, 2, 3, 5])
@pytest.mark.parametrize("c", [0.0, 1.0, 2.5])
def test_feature_maps_give_the_kernel(degree, c):
    X = np.random.default_rng(0).normal(size=(6, 3))
    kernel = kernels.polynomial(degree, c)
    phi = kernel.features(X)
    np.testing.assert_allclose(phi @ phi.T, kernel(X, X), rtol=1e-10, atol=1e-10)
    np.testing.assert_allclose(kernel(X, X), (X @ X.T + c) ** degree, rtol=1e-12)


def test_the_gaussian_kernel_is_what_it_says():
    A = np.random.default_rng(0).normal(size=(5, 3))
    expected = [[np.exp(-((a - b) @ (a - b)) / (2 * 0.7**2)) for b in A] for a in A]
    np.testing.assert_allclose(kernels.gaussian(0.7)(A, A), expected, rtol=1e-12)


def test_xor_needs_the_second_degree():
    X = np.array([[1.0, 1], [-1, -1], [1, -1], [-1, 1]])
    y = X[:, 0] * X[:, 1]
    run = play_kernel(KernelRule(kernels.polynomial(2)), X, y, epochs=None)
    assert run.converged
    assert not play_kernel(KernelRule(kernels.linear), X, y, epochs=None, max_epochs=50).converged
    phi = kernels.polynomial(2).features(X)
    assert phi.shape == (4, 6)
    assert pl.play(pl.Rule(), phi, y, epochs=None).converged
    both = 1  # the feature sqrt(2) x1 x2 alone tells the classes apart
    assert (y * phi[:, both] > 1.4).all()


def test_a_kernel_of_ones_own():
    def custom(A, B):
        return (A @ B.T) ** 2

    X = np.random.default_rng(0).normal(size=(60, 3))
    y = np.where(X[:, 0] * X[:, 1] > 0, 1.0, -1.0)
    own = play_kernel(KernelRule(custom), X, y, epochs=5)
    ours = play_kernel(KernelRule(kernels.polynomial(2, 0.0)), X, y, epochs=5)
    assert own.mistakes.tolist() == ours.mistakes.tolist()


def test_winnow_learns_negated_literals():
    rng = np.random.default_rng(0)
    X = (rng.random((300, 10)) < 0.5).astype(float)
    y = np.where((X[:, 0] == 1) | (X[:, 3] == 0), 1, 0)
    learner = pl.Winnow(negations=True, epochs=None).fit(X, y)
    assert learner.score(X, y) == 1.0
    assert learner.run_.rule.threshold == 20
    np.testing.assert_array_equal(learner.run_.X, literals(X))


def test_at_least_l_of_k_needs_a_small_beta():
    """Doubling cycles for ever on 3-of-4; beta = 1/(2l) with threshold n converges."""
    X = np.array([[i >> j & 1 for j in range(4)] for i in range(16)], float)
    y = np.where(X.sum(axis=1) >= 3, 1, 0)
    with pytest.warns(UserWarning, match="none of 300 passes"):
        pl.Winnow(epochs=None, max_epochs=300).fit(X, y)
    assert pl.Winnow(1 / 6, epochs=None).fit(X, y).run_.converged


def test_bias_is_a_constant_feature():
    X, y = [[1.0], [3.0]], [1, -1]
    learner = pl.Perceptron(bias=True, epochs=None).fit(X, y)
    assert learner.predict([[0.0], [5.0]]).tolist() == [1, -1]
    assert learner.intercept_[0] == learner.run_.last_weights[-1]
    scores = np.array(X) @ learner.coef_[0] + learner.intercept_
    np.testing.assert_array_equal(scores, learner.decision_function(X))


@pytest.mark.parametrize("predict_with", ["last", "averaged", "voted"])
def test_learners_predict_as_their_runs_do(predict_with):
    X = np.random.default_rng(5).normal(size=(50, 3))
    y = np.where(X[:, 0] > 0.2, 1, -1)
    for learner in (pl.Perceptron, pl.KernelPerceptron, pl.LargeMarginPerceptron):
        fitted = learner(epochs=2, predict_with=predict_with).fit(X, y)
        scores = predictors.PREDICTORS[predict_with](fitted.run_, X)
        np.testing.assert_array_equal(fitted.decision_function(X), scores)
        np.testing.assert_array_equal(fitted.predict(X), np.where(scores >= 0, 1, -1))


def test_shuffled_runs_are_single_fits():
    X = np.random.default_rng(2).normal(size=(60, 3))
    y = np.where(X[:, 0] > 0, "b", "a")
    for learner in (pl.Perceptron(epochs=2), pl.KernelPerceptron(epochs=2)):
        for seed, run in zip([4, 9], pl.shuffled_runs(learner, X, y, [4, 9]), strict=True):
            alone = type(learner)(epochs=2, shuffle=True, seed=seed).fit(X, y).run_
            assert run.mistakes.tolist() == alone.mistakes.tolist()


def test_minus_counts_a_zero_score_as_minus():
    run = pl.play(pl.Rule(ties="minus"), [[1.0], [1.0]], [-1.0, -1.0])
    assert run.M == 0
    assert predictors.voted(run, np.array([[1.0]])) == [-2.0]
    kernel_run = play_kernel(KernelRule(kernels.linear, ties="minus"), [[1.0]], [-1.0])
    assert kernel_run.M == 0
    assert kernel_run.rule.predicts(np.zeros(1)) == [-1.0]
    assert kernel_run.scores(np.ones((2, 1))).tolist() == [0.0, 0.0]


def test_a_p_norm_rule_starts_at_zero():
    with pytest.raises(ValueError, match="starts at theta = 0"):
        pl.play(pl.Rule("p_norm", p=3.0), [[1.0]], [1.0], start=[1.0])
    run = pl.play(pl.Rule("p_norm", p=3.0), [[1.0, 2.0], [2.0, -1.0]], [1.0, -1.0], epochs=3)
    np.testing.assert_array_equal(run.weights(1), run.path[1])
    np.testing.assert_allclose(run.weight_sum, run.survival @ run.path)


def test_the_votes_of_winnow_count_its_threshold():
    X, y = [[1, 0, 1], [0, 1, 0], [1, 1, 0]], [1, 0, 1]
    learner = pl.Winnow(epochs=3, predict_with="voted").fit(X, y)
    run, rows = learner.run_, np.array(X, float)
    voters = list(zip(run.survival, run.path, strict=True))
    by_hand = [sum(c if x @ w >= 3 else -c for c, w in voters) for x in rows]
    assert learner.decision_function(X).tolist() == by_hand
    assert pl.Winnow(epochs=3, predict_with="averaged").fit(X, y).predict(X).tolist() == y


def test_the_dual_coefficients_of_a_kernel_perceptron():
    X, y = [[1, 1], [-1, -1], [1, -1], [-1, 1]], [1, 1, -1, -1]
    learner = pl.KernelPerceptron(kernels.polynomial(2), epochs=None).fit(X, y)
    support = np.array(X, float)[learner.support_]
    scores = kernels.polynomial(2)(np.array(X, float), support) @ learner.dual_coef_
    np.testing.assert_array_equal(scores, learner.decision_function(X))
