"""Bad input gets an exception that says what was given and what is expected."""

import numpy as np
import pytest

import perceptronlib as pl
from perceptronlib import kernels
from perceptronlib.kernels.dual import KernelRule, play_kernel

GOOD_X = np.array([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
GOOD_Y = np.array([1, -1, 1, -1])
SIGNS_X = 2 * GOOD_X - 1

LEARNERS = [
    pl.Perceptron(),
    pl.LargeMarginPerceptron(),
    pl.PNormPerceptron(),
    pl.KernelPerceptron(),
    pl.KernelPerceptron(kernels.polynomial(2)),
    pl.Winnow(),
    pl.ExponentialWinnow(),
    pl.BalancedWinnow(),
    pl.WeightedMajority(),
]


def good_table(learner):
    return SIGNS_X if isinstance(learner, pl.WeightedMajority) else GOOD_X


def with_entry(value):
    def change(X):
        X = X.copy()
        X[2, 1] = value
        return X

    return change


BAD_TABLES = {
    "NaN": (with_entry(np.nan), ValueError, "example 2 .* NaN"),
    "infinity": (with_entry(np.inf), ValueError, "example 2 .* inf"),
    "minus infinity": (with_entry(-np.inf), ValueError, "example 2 .* inf"),
    "no rows": (lambda X: X[:0], ValueError, "0 sample"),
    "no columns": (lambda X: X[:, :0], ValueError, "0 feature"),
    "one dimension": (lambda X: X[:, 0], ValueError, "two dimensions.*reshape"),
    "three dimensions": (lambda X: X[None], ValueError, "two dimensions"),
    "strings": (lambda X: X.astype(str), ValueError, "expected numbers"),
    "words in lists": (lambda X: [["a", 1.0, 2.0]] * 4, ValueError, "number"),
    "objects": (lambda X: np.full(X.shape, {}, dtype=object), TypeError, "table of numbers"),
    "complex numbers": (lambda X: X + 1j, ValueError, "Complex"),
    "dates": (lambda X: X.astype("datetime64[D]"), ValueError, "expected numbers"),
    "ragged rows": (lambda X: [[1.0, 2.0], [3.0]], ValueError, "inhomogeneous|number"),
    "too few labels": (lambda X: np.vstack([X, X]), ValueError, "8 examples but y has 4"),
}

BAD_LABELS = {
    "one class": (np.ones(4), "one class"),
    "continuous": (np.array([0.1, 0.2, 0.3, 0.4]), "Unknown label type"),
    "NaN": (np.array([1.0, np.nan, 1.0, -1.0]), "NaN"),
    "infinity": (np.array([1.0, np.inf, 1.0, -1.0]), "inf"),
    "two columns": (np.ones((4, 2)), "one-dimensional"),
    "None": (None, "y to be passed"),
}

BAD_PARAMETERS = [
    (pl.Perceptron, {"rate": 0}, "rate must be a positive number; got 0"),
    (pl.Perceptron, {"rate": -1.0}, "rate must be a positive number; got -1.0"),
    (pl.Perceptron, {"rate": float("nan")}, "rate must be a positive"),
    (pl.Perceptron, {"rate": "fast"}, "rate must be a positive number; got 'fast'"),
    (pl.Perceptron, {"margin": -0.5}, "margin must be a number >= 0; got -0.5"),
    (pl.Perceptron, {"ties": "maybe"}, "ties must be one of le, plus, minus, strict"),
    (pl.LargeMarginPerceptron, {"gamma": 0.0}, "gamma must be a positive number; got 0.0"),
    (pl.LargeMarginPerceptron, {"gamma": -0.1}, "gamma must be a positive number; got -0.1"),
    (pl.PNormPerceptron, {"p": 1.5}, "p must be at least 2"),
    (pl.KernelPerceptron, {"kernel": "sigmoid"}, "kernel must be one of 'linear', 'poly'"),
    (pl.KernelPerceptron, {"ties": "maybe"}, "ties must be one of"),
    (pl.Winnow, {"beta": 0}, "beta must be a positive number; got 0"),
    (pl.Winnow, {"beta": -1}, "beta must be a positive number; got -1"),
    (pl.Winnow, {"threshold": -3}, "threshold must be a positive number; got -3"),
    (pl.ExponentialWinnow, {"eta": 0}, "eta must be a positive number; got 0"),
    (pl.BalancedWinnow, {"eta": -1}, "eta must be a positive number; got -1"),
    (pl.WeightedMajority, {"beta": 1.0}, "beta must be below 1"),
    (pl.WeightedMajority, {"beta": 0.0}, "beta must be a positive"),
]


@pytest.mark.parametrize("learner", LEARNERS, ids=repr)
@pytest.mark.parametrize("trouble", BAD_TABLES)
def test_bad_tables(mode, learner, trouble):
    change, error, message = BAD_TABLES[trouble]
    if isinstance(learner, pl.WeightedMajority) and "example 2" in message:
        message = f"{message}|predictions of experts"
    if isinstance(learner, pl.Winnow) and "example 2" in message:
        message = message.replace("example 2", "example")
    with pytest.raises(error, match=message):
        learner.fit(change(good_table(learner)), GOOD_Y)


@pytest.mark.parametrize("learner", LEARNERS, ids=repr)
@pytest.mark.parametrize("trouble", BAD_LABELS)
def test_bad_labels(learner, trouble):
    labels, message = BAD_LABELS[trouble]
    with pytest.raises(ValueError, match=message):
        learner.fit(good_table(learner), labels)


@pytest.mark.parametrize("learner", LEARNERS, ids=repr)
@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"epochs": 0}, "epochs must be a whole number >= 1; got 0"),
        ({"epochs": 2.5}, "epochs must be a whole number"),
        ({"epochs": None, "max_epochs": -1}, "max_epochs must be a whole number"),
        ({"predict_with": "luck"}, "predict_with must be one of 'last', 'averaged', 'voted'"),
    ],
)
def test_bad_parameters_that_all_share(learner, parameters, message):
    with pytest.raises(ValueError, match=message):
        type(learner)(**parameters).fit(good_table(learner), GOOD_Y)


@pytest.mark.parametrize(("kind", "parameters", "message"), BAD_PARAMETERS)
def test_bad_parameters(kind, parameters, message):
    with pytest.raises(ValueError, match=message):
        kind(**parameters).fit(SIGNS_X if kind is pl.WeightedMajority else GOOD_X, GOOD_Y)


@pytest.mark.parametrize("value", [0.5, 2.0, -1.0])
def test_winnow_wants_zeros_and_ones(value):
    with pytest.raises(
        ValueError, match=f"features in {{0, 1}}; example 2 has values such as {value:g}"
    ):
        pl.Winnow().fit(with_entry(value)(GOOD_X), GOOD_Y)
    large = np.tile(with_entry(value)(GOOD_X), (20_000, 1))
    with pytest.raises(ValueError, match="features in"):
        pl.Winnow().fit(large, np.tile(GOOD_Y, 20_000))


def test_experts_say_minus_one_or_one():
    with pytest.raises(ValueError, match="predictions of experts, -1 or \\+1; got .* 0"):
        pl.WeightedMajority().fit(GOOD_X, GOOD_Y)


@pytest.mark.parametrize("labels", [[0, 1, 1, 0], [1, 2, 1, 2], ["a", "b", "a", "b"]])
def test_the_raw_loop_wants_signs(labels):
    with pytest.raises(ValueError, match="labels must be -1 and \\+1; got"):
        pl.play(pl.Rule(), GOOD_X, labels)
    with pytest.raises(ValueError, match="labels must be -1 and \\+1; got"):
        play_kernel(KernelRule(kernels.linear), GOOD_X, labels)


def test_the_raw_loop_wants_as_many_labels_and_one_column():
    with pytest.raises(ValueError, match="4 examples but y has 3"):
        pl.play(pl.Rule(), GOOD_X, [1, -1, 1])
    with pytest.raises(ValueError, match="one-dimensional"):
        pl.play(pl.Rule(), GOOD_X, [[1], [-1], [1], [-1]])
    with pytest.raises(ValueError, match="start must have 3 weights"):
        pl.play(pl.Rule(), GOOD_X, GOOD_Y, start=[0.0])


def test_scores_that_overflow_are_named(mode):
    X = np.array([[1e200, 1e200], [1e200, 1e200]])
    with pytest.raises(ValueError, match="example 1 .* overflows"):
        pl.Perceptron().fit(X, [1, -1])


@pytest.mark.parametrize("learner", LEARNERS, ids=repr)
def test_prediction_checks_its_input_too(learner):
    X = good_table(learner)
    learner = type(learner)(**learner.get_params())
    with pytest.raises(ValueError, match="not fitted yet. Call fit"):
        learner.predict(X)
    learner.fit(X, GOOD_Y)
    with pytest.raises(ValueError, match=r"2 features, but \w+ is expecting 3"):
        learner.predict(X[:, :2])
    with pytest.raises(ValueError, match="NaN|features in|experts"):
        learner.predict(with_entry(np.nan)(X))
    with pytest.raises(ValueError, match="4 examples but y has 2"):
        learner.score(X, [1, -1])
    with pytest.raises(ValueError, match="Invalid parameter 'speed'"):
        learner.set_params(speed=3)


def test_partial_fit_says_what_it_needs():
    with pytest.raises(ValueError, match="first partial_fit .or classes=. of Perceptron"):
        pl.Perceptron().partial_fit(GOOD_X[:1], [1])
    with pytest.raises(ValueError, match="classes must name at least two labels; got 1"):
        pl.Perceptron().partial_fit(GOOD_X, GOOD_Y, classes=[1])
    with pytest.raises(ValueError, match="knows the labels .*; got -1 as well"):
        pl.Perceptron().partial_fit(GOOD_X, GOOD_Y, classes=[0, 1, 2])
    learner = pl.Perceptron().partial_fit(GOOD_X, GOOD_Y)
    with pytest.raises(ValueError, match="knows the labels .*; got 7"):
        learner.partial_fit(GOOD_X, [7, 1, 1, -1])
    with pytest.raises(ValueError, match=r"2 features, but Perceptron is expecting 3"):
        learner.partial_fit(GOOD_X[:, :2], GOOD_Y)


def test_a_failed_fit_leaves_the_learner_as_it_was():
    learner = pl.Perceptron().fit(GOOD_X, GOOD_Y)
    before = learner.coef_
    with pytest.raises(ValueError, match="NaN"):
        learner.fit(with_entry(np.nan)(GOOD_X), GOOD_Y)
    np.testing.assert_array_equal(learner.coef_, before)
    with pytest.raises(ValueError, match="NaN"):
        learner.partial_fit(with_entry(np.nan)(GOOD_X), GOOD_Y)
    np.testing.assert_array_equal(learner.coef_, before)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: kernels.polynomial(0), "degree must be a whole number >= 1; got 0"),
        (lambda: kernels.polynomial(2, c=-1), "c must be a number >= 0; got -1"),
        (lambda: kernels.gaussian(0), "width must be a positive number; got 0"),
        (lambda: kernels.gaussian(1).features(GOOD_X), "infinitely many dimensions"),
        (lambda: pl.Rule("subtract"), "update must be one of"),
        (lambda: pl.Rule(ties="often"), "ties must be one of"),
        (lambda: pl.features.unit_rows(np.zeros((1, 2))), "row 0 is zero"),
        (lambda: pl.play(pl.Rule(), GOOD_X, GOOD_Y).weights(9), "t must be a round from 0 to 4"),
        (lambda: pl.core.fast.using("fast").__enter__(), "mode must be"),
    ],
)
def test_other_bad_arguments(make, message):
    with pytest.raises(ValueError, match=message):
        make()


def test_a_kernel_run_has_no_weights():
    run = pl.KernelPerceptron().fit(GOOD_X, GOOD_Y).run_
    with pytest.raises(TypeError, match="has no weight vector"):
        run.weights()


@pytest.mark.parametrize(
    "name",
    [
        "novikoff", "margin", "large_margin", "exponential", "deviations", "hinge", "embedding",
        "leave_one_out", "winnow_disjunction", "winnow_entropy", "winnow_entropy_sharp", "p_norm",
        "sparse_disjunction", "weighted_majority",
    ],
)  # fmt: skip
def test_a_theorem_about_weights_says_what_it_needs(name):
    theorem = getattr(pl.theorems, name)
    kernel_run = pl.KernelPerceptron(pl.kernels.linear).fit([[1.0, 2], [2, -1]], [1, -1]).run_
    with pytest.raises(TypeError, match=f"^{name} looks at a run .* got a KernelRun. Play"):
        theorem(kernel_run)
    with pytest.raises(TypeError, match="got a Perceptron. Fit the learner and give its run_"):
        theorem(run=pl.Perceptron())
