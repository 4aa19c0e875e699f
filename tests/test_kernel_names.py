"""Kernels by name mean what scikit-learn means by them, and a grid search can turn them."""

import numpy as np
import pytest
from sklearn.metrics import pairwise
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.svm import SVC

import perceptronlib as pl
from perceptronlib import kernels
from perceptronlib.learners.kernel import named_kernel


def sample(m=120, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(m, 3)) + 0.5
    return X, np.where(X[:, 0] * X[:, 1] > 0.25, "in", "out")


@pytest.mark.parametrize("gamma", ["scale", "auto", 0.3, 2])
def test_names_mean_what_they_mean_there(gamma):
    X, y = sample()
    Y = sample(seed=1)[0]
    value = SVC(gamma=gamma).fit(X, y)._gamma
    rbf = named_kernel("rbf", X, gamma, 3, 0.0)
    np.testing.assert_allclose(rbf(X, Y), pairwise.rbf_kernel(X, Y, gamma=value), rtol=1e-12)
    for degree, coef0 in [(1, 0.0), (3, 0.5), (4, 1.0)]:
        poly = named_kernel("poly", X, gamma, degree, coef0)
        theirs = pairwise.polynomial_kernel(X, Y, degree=degree, gamma=value, coef0=coef0)
        np.testing.assert_allclose(poly(X, Y), theirs, rtol=1e-10, atol=1e-12)
        phi, psi = poly.features(X), poly.features(Y)
        np.testing.assert_allclose(phi @ psi.T, theirs, rtol=1e-9, atol=1e-9)
    assert named_kernel("linear", X, gamma, 3, 0.0) == kernels.linear


def test_constant_examples_have_a_scale_too():
    X = np.ones((4, 2))
    assert named_kernel("rbf", X, "scale", 3, 0.0) == named_kernel("rbf", X, 1.0, 3, 0.0)


def test_a_name_and_its_object_make_the_same_run():
    X, y = sample()
    by_name = pl.KernelPerceptron("poly", gamma=1.0, degree=2, coef0=1.0, epochs=4).fit(X, y)
    object_ = pl.KernelPerceptron(kernels.polynomial(2), epochs=4).fit(X, y)
    assert by_name.run_.mistakes.tolist() == object_.run_.mistakes.tolist()
    np.testing.assert_array_equal(by_name.decision_function(X), object_.decision_function(X))


def test_a_grid_search_turns_them():
    X, y = sample(300)
    grid = {"kernel": ["linear", "poly", "rbf"], "gamma": ["scale", 1.0], "degree": [2]}
    search = GridSearchCV(pl.KernelPerceptron(epochs=5, coef0=1.0), grid, cv=3).fit(X, y)
    assert search.best_score_ > 0.85
    assert search.best_params_["kernel"] != "linear"


@pytest.mark.parametrize("predict_with", ["last", "averaged", "voted"])
def test_a_matrix_does_what_its_kernel_does(predict_with):
    X, y = sample()
    queries = sample(50, seed=2)[0]
    kernel = kernels.gaussian(0.7)
    matrix = kernel(X, X)
    how = {"epochs": 3, "predict_with": predict_with}
    direct = pl.KernelPerceptron(kernel, **how).fit(X, y)
    given = pl.KernelPerceptron("precomputed", **how).fit(matrix, y)
    assert given.run_.mistakes.tolist() == direct.run_.mistakes.tolist()
    np.testing.assert_array_equal(given.support_, direct.support_)
    scores = given.decision_function(kernel(queries, X))
    np.testing.assert_allclose(scores, direct.decision_function(queries), rtol=1e-9, atol=1e-9)


def test_cross_validation_splits_a_matrix_both_ways():
    X, y = sample(200)
    learner = pl.KernelPerceptron("precomputed", epochs=5)
    assert learner.__sklearn_tags__().input_tags.pairwise
    assert not pl.KernelPerceptron("rbf").__sklearn_tags__().input_tags.pairwise
    kernel = kernels.gaussian(0.7)
    by_matrix = cross_val_score(learner, kernel(X, X), y, cv=4)
    direct = cross_val_score(pl.KernelPerceptron(kernel, epochs=5), X, y, cv=4)
    np.testing.assert_array_equal(by_matrix, direct)


def test_what_is_wrong_with_them_is_said():
    X, y = sample()
    for how, message in [
        ({"kernel": "sigmoid"}, "kernel must be one of 'linear', 'poly', 'rbf', 'precomputed', or"),
        ({"kernel": 3}, "kernel must be one of .* got 3"),
        ({"kernel": "rbf", "gamma": "large"}, "gamma must be 'scale', 'auto' or a positive number"),
        ({"kernel": "rbf", "gamma": -1.0}, "gamma must be a positive number; got -1"),
        ({"kernel": "poly", "degree": 0}, "degree must be a whole number >= 1; got 0"),
        ({"kernel": "poly", "coef0": -1.0}, "coef0 must be a number >= 0; got -1"),
        ({"kernel": "precomputed"}, r"the square matrix of K.x_i, x_j.; got shape .120, 3."),
    ]:
        with pytest.raises(ValueError, match=message):
            pl.KernelPerceptron(**how).fit(X, y)


def test_a_matrix_cannot_be_gone_on_with():
    X, y = sample()
    learner = pl.KernelPerceptron("precomputed").fit(X @ X.T, y)
    with pytest.raises(ValueError, match="partial_fit cannot go on with kernel='precomputed'"):
        learner.partial_fit(X @ X.T, y)


@pytest.mark.parametrize("change", [{"gamma": 2.0}, {"degree": 5}, {"coef0": 2.0}], ids=str)
def test_a_fitted_model_refuses_other_parameters(change):
    X, y = sample()
    learner = pl.KernelPerceptron("poly").fit(X, y).set_params(**change)
    for ask in (lambda: learner.predict(X), lambda: learner.partial_fit(X, y)):
        with pytest.raises(ValueError, match=f"{next(iter(change))} was changed from .* call fit"):
            ask()
