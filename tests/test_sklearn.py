"""The learners keep scikit-learn's conventions, by scikit-learn's own checks."""

import pickle
import warnings

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils.estimator_checks import parametrize_with_checks

import perceptronlib as pl
from perceptronlib import kernels

pytestmark = pytest.mark.long

REAL_INPUTS = [
    pl.Perceptron(),
    pl.Perceptron(epochs=5, bias=True, shuffle=True, seed=0, predict_with="averaged"),
    pl.LargeMarginPerceptron(),
    pl.PNormPerceptron(),
    pl.KernelPerceptron(kernels.gaussian(1.0), epochs=3),
    pl.ExponentialWinnow(),
    pl.BalancedWinnow(),
]


def cannot_hold(learner):
    """Checks of weights that no mistake-driven learner can pass, each with its reason."""
    if isinstance(learner, pl.ExponentialWinnow) and not isinstance(learner, pl.BalancedWinnow):
        return {}
    order = (
        "it compares weights with repeated rows in another order, on which an online learner "
        "depends (it is expected to fail for scikit-learn's own Perceptron too); what a weight "
        "means here is said by test_a_weight_of_k_is_k_times_the_step"
    )
    step = (
        "it wants nearly all answers to be the class of weight 1000; here a weight scales the step "
        "of a mistake, and steps of a class that is never mistaken are never made"
    )
    kinds = [f"check_sample_weight_equivalence_on_{kind}_data" for kind in ("dense", "sparse")]
    return dict.fromkeys(kinds, order) | {"check_class_weight_classifiers": step}


with warnings.catch_warnings():
    # the learners do without scikit-learn's base class, which the checks remark on
    warnings.filterwarnings("ignore", message="Estimator .* does not inherit")
    its_own_checks = parametrize_with_checks(REAL_INPUTS, expected_failed_checks=cannot_hold)


@its_own_checks
def test_scikit_learns_own_checks(estimator, check):
    check(estimator)


def moons(m=120, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(m, 4))
    return X, np.where(X @ [1.0, -2.0, 0.5, 0.0] + 0.3 > 0, "yes", "no")


def each(learners):
    return pytest.mark.parametrize("learner", learners, ids=repr)


@each(REAL_INPUTS)
def test_pipelines_and_cross_validation(learner):
    X, y = moons()
    pipeline = make_pipeline(StandardScaler(), learner)
    scores = cross_val_score(pipeline, X, y, cv=3)
    chance = 0.3 if learner.__sklearn_tags__().classifier_tags.poor_score else 0.7
    assert scores.mean() > chance


def test_grid_search_finds_the_number_of_epochs():
    X, y = moons()
    search = GridSearchCV(pl.Perceptron(bias=True), {"epochs": [1, 20]}, cv=3).fit(X, y)
    assert search.best_params_ == {"epochs": 20}


@each([*REAL_INPUTS, pl.Winnow(), pl.Winnow(negations=True), pl.WeightedMajority()])
def test_clones_and_pickles_make_the_same_run(learner):
    rng = np.random.default_rng(1)
    X = np.where(rng.random((40, 5)) < 0.5, 1.0, -1.0)
    X = (X + 1) / 2 if isinstance(learner, pl.Winnow) else X
    y = np.where(X[:, 0] + X[:, 1] > 0, 3, 2)
    copy = clone(learner)
    assert copy.get_params() == learner.get_params()
    learner.fit(X, y)
    again = pickle.loads(pickle.dumps(learner))
    np.testing.assert_array_equal(again.decision_function(X), learner.decision_function(X))
    with pytest.raises(AttributeError, match="keep_run=True"):
        _ = again.run_
    keeper = pickle.loads(pickle.dumps(copy.set_params(keep_run=True).fit(X, y)))
    np.testing.assert_array_equal(keeper.run_.mistakes, learner.run_.mistakes)
    assert set(learner.predict(X)) <= {2, 3}
    assert learner.score(X, y) == np.mean(learner.predict(X) == y)


@pytest.mark.parametrize("labels", [(0, 1), (1, 2), (-1, 1), ("a", "b"), (False, True), (2.5, 7.5)])
def test_any_two_labels_will_do_and_the_smaller_is_minus_one(labels):
    X, y = moons()
    low, high = labels
    learner = pl.Perceptron().fit(X, np.where(y == "yes", high, low))
    plain = pl.Perceptron().fit(X, np.where(y == "yes", 1, -1))
    np.testing.assert_array_equal(learner.coef_, plain.coef_)
    assert learner.classes_.tolist() == [low, high]
    assert set(learner.predict(X).tolist()) <= {low, high}


def test_no_clean_pass_is_a_warning():
    with pytest.warns(UserWarning, match="none of 7 passes was free of mistakes"):
        pl.Perceptron(epochs=None, max_epochs=7).fit([[1.0], [1.0]], [0, 1])


def test_data_frames_remember_their_columns():
    X, y = moons()
    frame = pd.DataFrame(X, columns=list("abcd"))
    learner = pl.Perceptron().fit(frame, y)
    assert learner.feature_names_in_.tolist() == list("abcd")
    with pytest.raises(ValueError, match="same order"):
        learner.predict(frame[list("badc")])
    with pytest.warns(UserWarning, match="does not have valid feature names"):
        learner.predict(X)
    learner.fit(X, y)
    assert not hasattr(learner, "feature_names_in_")
    with pytest.warns(UserWarning, match="fitted without feature names"):
        learner.predict(frame)
    with pytest.raises(TypeError, match="mixes string and non-string"):
        learner.fit(pd.DataFrame(X, columns=["a", "b", 3, 4]), y)


def test_parameters_are_shown_where_they_were_changed():
    assert repr(pl.Perceptron()) == "Perceptron()"
    assert repr(pl.Perceptron(epochs=None, ties="plus")) == "Perceptron(epochs=None, ties='plus')"


def test_unfitted_learners_have_no_weights():
    assert not hasattr(pl.Perceptron(), "coef_")
    assert not hasattr(pl.Perceptron(), "intercept_")
    assert not hasattr(pl.KernelPerceptron(), "support_")
