"""Weights of examples and of classes, and weights to start from."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from sklearn.utils.class_weight import compute_class_weight

import perceptronlib as pl
from perceptronlib import kernels
from perceptronlib.core import fast
from tests.test_streams import MAKERS, PREDICTORS, every_learner, every_predictor, examples, state
from tests.textbook import wrong

WEIGHTS = [0.5, 1.0, 2.0, 3.0]  # whole multiples of a half: their sums are exact


def counts(m, seed=0):
    return np.random.default_rng(seed).integers(1, 4, size=m)


def log(learner, *given_examples, **more):
    return learner.fit(*given_examples, **more).run_.mistakes.tolist()


# -- the algorithms as a textbook writes them, with k steps at once --------------------------------


def p_norm_weights(theta, p=3.0):
    norm = (np.abs(theta) ** p).sum() ** (1 / p)
    return np.sign(theta) * np.abs(theta) ** (p - 1) / norm ** (p - 2) if norm else theta


def balanced_weights(theta, eta=0.1):
    return np.sinh(eta * theta) / np.cosh(eta * theta).sum()


def normalised(w):
    return w / w.sum()


SAME = lambda state: state  # noqa: E731 - as in a textbook: w is its own state
TEXTBOOK = {  # the state at first, one step, the weights of a state, what a score has to exceed
    pl.Perceptron: (np.zeros, lambda s, x, y: s + y * x, SAME, 0.0),
    pl.PNormPerceptron: (np.zeros, lambda s, x, y: s + y * x, p_norm_weights, 0.0),
    pl.Winnow: (np.ones, lambda s, x, y: np.where(x == 1, s * 2.0**y, s), SAME, 5.0),
    pl.ExponentialWinnow: (
        lambda d: np.full(d, 1 / d),
        lambda s, x, y: normalised(s * np.exp(0.1 * y * x)),
        SAME,
        0.0,
    ),
    pl.BalancedWinnow: (np.zeros, lambda s, x, y: s + y * x, balanced_weights, 0.0),
    pl.WeightedMajority: (np.ones, lambda s, x, y: np.where(x == y, s, s / 2), SAME, 0.0),
}
PARAMETERS = {pl.PNormPerceptron: {"p": 3.0}}


def textbook(kind, X, y, times):
    """On a mistake the step is made as many times as the example counts, whatever comes of it."""
    first, step, weights, threshold = TEXTBOOK[kind]
    now, mistakes, total = first(X.shape[1]), [], 0.0
    for t, (x, label) in enumerate(zip(X, y, strict=True)):
        ties = "plus" if kind is pl.Winnow else "le"
        if wrong(label, weights(now).dot(x) - threshold, ties):
            mistakes.append(t)
            for _ in range(times[t]):
                now = step(now, x, label)
        total = total + weights(now)
    return mistakes, weights(now), total / len(y)


@pytest.mark.parametrize("kind", TEXTBOOK, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("seed", range(4))
def test_a_weight_of_k_is_k_times_the_step(mode, kind, seed):
    how = PARAMETERS.get(kind, {})
    X, labels = examples(kind(), seed=seed)
    if kind not in (pl.Perceptron, pl.Winnow, pl.WeightedMajority):
        X = X + np.random.default_rng(seed).normal(size=X.shape)  # no true zeros
    y, times = np.where(labels == "yes", 1, -1), counts(len(X), seed)
    mistakes, last, average = textbook(kind, X, y, times)
    learner = kind(**how).fit(X, y, sample_weight=times)
    averaged = kind(predict_with="averaged", **how).fit(X, y, sample_weight=times)
    assert learner.run_.mistakes.tolist() == averaged.run_.mistakes.tolist() == mistakes
    np.testing.assert_allclose(averaged.coef_[0], average, rtol=1e-9)
    if kind is pl.WeightedMajority:  # whose weights may lack a common factor
        last = last * (learner.coef_[0, 0] / last[0])
    np.testing.assert_allclose(learner.coef_[0], last, rtol=1e-9)


@pytest.mark.parametrize("bias", [False, True])
def test_the_large_margin_perceptron_takes_k_steps_too(mode, bias):
    X, labels = examples(pl.LargeMarginPerceptron())
    y, times = np.where(labels == "yes", 1, -1), counts(len(X))
    seen = np.hstack([X, np.ones((len(X), 1))]) if bias else X
    w, mistakes = np.zeros(seen.shape[1]), []
    for t, x in enumerate(seen):
        if not w.any() or y[t] * x.dot(w) <= 0.05 * np.sqrt(w.dot(w)):
            w, mistakes = w + times[t] * y[t] * x, [*mistakes, t]
    learner = pl.LargeMarginPerceptron(gamma=0.1, bias=bias).fit(X, y, times)
    assert learner.run_.mistakes.tolist() == mistakes
    np.testing.assert_array_equal(learner.weights_[0], w)


@pytest.mark.parametrize("seed", range(3))
def test_a_kernel_perceptron_counts_k_times(mode, seed):
    X, labels = examples(pl.KernelPerceptron(), seed=seed)
    y, times = np.where(labels == "yes", 1, -1), counts(len(X), seed)
    K, alpha, mistakes = kernels.polynomial(2)(X, X), np.zeros(len(X)), []
    for t in range(len(X)):
        if y[t] * (K[t] @ (alpha * y)) <= 0:
            alpha[t] += times[t]
            mistakes.append(t)
    learner = pl.KernelPerceptron(kernels.polynomial(2)).fit(X, y, times)
    assert learner.run_.mistakes.tolist() == mistakes
    np.testing.assert_array_equal(learner.dual_coef_, (alpha * y)[learner.support_])


@every_learner
@every_predictor
def test_a_vote_counts_rounds_and_not_weights(mode, make, predict_with):
    """What predicts is what the run says, with weights as without them."""
    X, y = examples(make())
    learner = make(predict_with=predict_with, epochs=2).fit(X, y, counts(len(y)))
    expected = getattr(pl.predict, predict_with)(learner.run_, learner.run_.rows)
    np.testing.assert_allclose(learner.decision_function(X), expected, rtol=1e-9, atol=1e-9)


# -- facts about weights ---------------------------------------------------------------------------


@every_learner
@every_predictor
def test_an_example_of_weight_zero_is_left_out(mode, make, predict_with):
    X, y = examples(make())
    weights = counts(len(y)) * (np.arange(len(y)) % 3 > 0)
    kept = weights > 0
    learner = make(predict_with=predict_with, epochs=2).fit(X, y, weights)
    other = make(predict_with=predict_with, epochs=2).fit(X[kept], y[kept], weights[kept])
    assert learner.run_.mistakes.tolist() == other.run_.mistakes.tolist()
    np.testing.assert_array_equal(learner.decision_function(X), other.decision_function(X))


@every_learner
def test_weights_of_one_are_no_weights(mode, make):
    X, y = examples(make())
    plain = make(epochs=2).fit(X, y)
    for ones in (np.ones(len(y)), [1] * len(y), np.ones(len(y), dtype=bool), 1.0):
        same = make(epochs=2).fit(X, y, sample_weight=ones)
        assert same.run_.mistakes.tolist() == plain.run_.mistakes.tolist()
        np.testing.assert_array_equal(same.decision_function(X), plain.decision_function(X))
    same = make(epochs=2, class_weight={"yes": 1.0}).fit(X, y)
    np.testing.assert_array_equal(same.decision_function(X), plain.decision_function(X))


@given(seed=st.integers(0, 10**6), scale=st.sampled_from([0.25, 0.5, 4.0]))
def test_twice_the_weights_are_twice_the_perceptron(seed, scale):
    rng = np.random.default_rng(seed)
    X = rng.integers(-3, 4, size=(25, 3)).astype(float)
    y, weights = np.where(rng.random(25) < 0.5, 1, -1), rng.choice(WEIGHTS, size=25)
    y[:2] = 1, -1
    once, scaled = (
        pl.Perceptron(epochs=2).fit(X, y, sample_weight=w) for w in (weights, scale * weights)
    )
    assert scaled.run_.mistakes.tolist() == once.run_.mistakes.tolist()
    np.testing.assert_array_equal(scaled.coef_, scale * once.coef_)


@given(seed=st.integers(0, 10**6), make=st.sampled_from(MAKERS))
def test_both_loops_weigh_alike(seed, make):
    rng = np.random.default_rng(seed)
    X, y = examples(make(), m=30, seed=seed)
    weights = rng.integers(0, 30, size=30) / 10
    if fast.compiled() is None:  # then the loops of blocks and of single examples are compared
        stream = make()
        for k in range(30):
            stream.partial_fit(X[k : k + 1], y[k : k + 1], ["no", "yes"], weights[k : k + 1])
        scores = [stream.decision_function(X), make().fit(X, y, weights).decision_function(X)]
    else:
        scores = []
        for mode in ("plain", "compiled"):
            with fast.using(mode):
                scores.append(make().fit(X, y, weights).decision_function(X))
    np.testing.assert_allclose(scores[1], scores[0], rtol=1e-12, atol=1e-12)


@every_learner
@every_predictor
def test_a_weighted_stream_is_one_weighted_pass(mode, make, predict_with):
    """Also where examples of weight zero come alone, or first of all."""
    X, y = examples(make())
    weights = counts(len(y)) * (np.arange(len(y)) % 3 > 0)
    assert weights[0] == 0
    batch = make(predict_with=predict_with).fit(X, y, weights)
    for size in (1, 7):
        stream = make(predict_with=predict_with, keep_run=True)
        for k in range(0, len(y), size):
            part = slice(k, k + size)
            stream.partial_fit(X[part], y[part], ["no", "yes"], sample_weight=weights[part])
        assert stream.run_.mistakes.tolist() == batch.run_.mistakes.tolist()
        np.testing.assert_allclose(
            stream.decision_function(X), batch.decision_function(X), rtol=1e-12, atol=1e-12
        )


@every_learner
@every_predictor
def test_an_example_that_does_not_count_leaves_no_trace(make, predict_with):
    X, y = examples(make())
    learner = make(predict_with=predict_with).fit(X, y).partial_fit(X, y)
    before = state(learner)
    learner.partial_fit(X[:3], y[:3], sample_weight=[0, 0, 0])
    assert state(learner) == before
    first = make(predict_with=predict_with).partial_fit(X[:1], y[:1], ["no", "yes"], [0.0])
    assert np.isfinite(first.decision_function(X)).all()


@pytest.mark.parametrize("make", MAKERS[:-1], ids=lambda make: repr(make()))
def test_theorems_make_no_claim_about_weighted_mistakes(make):
    X, y = examples(make(), m=30)
    run = make(epochs=3).fit(X, y, sample_weight=np.full(30, 2.0)).run_
    for name in ("novikoff", "hinge", "deviations", "winnow_disjunction", "winnow_entropy",
                 "weighted_majority", "p_norm", "large_margin", "leave_one_out"):  # fmt: skip
        certificate = getattr(pl.theorems, name)(run)
        assert certificate.holds is None, f"{name}: {certificate.verdict}"
        assert "no claim" in certificate.verdict
    perceptron = pl.Perceptron().fit(X, y, sample_weight=np.full(30, 2.0)).run_
    assert "its examples have weights" in pl.theorems.hinge(perceptron).verdict


def test_sparse_rows_have_the_same_weights(mode):
    X, y = examples(pl.Perceptron())
    S, weights = sparse.csr_array(X), counts(len(y)) * (np.arange(len(y)) % 5 > 0)
    for make in MAKERS:
        if make is not pl.WeightedMajority:
            X, y = examples(make())
            S = sparse.csr_array(X)
            assert log(make(), S, y, weights) == log(make(), X, y, weights)


# -- classes ---------------------------------------------------------------------------------------


def three_classes(learner, m=90):
    X, y = examples(learner, m=m)
    y = y.astype("U5")
    y[X[:, 3] > 0] = "maybe"
    y[:3] = "no", "yes", "maybe"
    return X, y


@every_learner
def test_a_class_weight_is_the_weight_of_its_examples(mode, make):
    X, y = examples(make())
    weights, by_class = counts(len(y)), {"yes": 3.0, "no": 0.5}
    of_examples = np.where(y == "yes", 3.0, 0.5)
    learner = make(class_weight=by_class, epochs=2)
    assert log(learner, X, y) == log(make(epochs=2), X, y, of_examples)
    assert log(learner, X, y, weights) == log(make(epochs=2), X, y, weights * of_examples)


@every_learner
def test_balanced_classes_count_the_same_in_all(make):
    X, y = examples(make())
    balanced = compute_class_weight("balanced", classes=np.array(["no", "yes"]), y=y)
    of_examples = np.where(y == "yes", balanced[1], balanced[0])
    assert of_examples[y == "yes"].sum() == pytest.approx(of_examples[y == "no"].sum())
    learner = make(class_weight="balanced", epochs=2).fit(X, y)
    other = make(epochs=2).fit(X, y, of_examples)
    np.testing.assert_allclose(learner.decision_function(X), other.decision_function(X), rtol=1e-9)


@every_learner
def test_of_several_classes_the_rest_weighs_one(mode, make):
    X, y = three_classes(make())
    by_class = {"maybe": 2.0, "yes": 3.0}
    learner = make(class_weight=by_class, epochs=2).fit(X, y)
    for run, name in zip(learner.runs_, learner.classes_.tolist(), strict=True):
        own = np.where(y == name, by_class.get(name, 1.0), 1.0)
        assert run.mistakes.tolist() == log(make(epochs=2), X, y == name, own)


@every_learner
def test_a_class_of_weight_zero_is_left_out(make):
    X, y = three_classes(make())
    kept = y != "maybe"
    learner = make(class_weight={"maybe": 0.0}, epochs=2).fit(X, y)
    assert learner.classes_.tolist() == ["maybe", "no", "yes"]
    for k, name in enumerate(["no", "yes"], start=1):
        mistakes = log(make(epochs=2), X[kept], y[kept] == name)
        assert learner.runs_[k].mistakes.tolist() == mistakes


def test_a_stream_cannot_balance_what_is_to_come():
    X, y = examples(pl.Perceptron())
    with pytest.raises(ValueError, match="counts all examples, which a stream has not seen yet"):
        pl.Perceptron(class_weight="balanced").partial_fit(X, y)
    stream = pl.Perceptron(class_weight={"yes": 2.0}).partial_fit(X, y)
    np.testing.assert_array_equal(
        stream.coef_, pl.Perceptron(class_weight={"yes": 2.0}).fit(X, y).coef_
    )
    with pytest.raises(ValueError, match="class_weight was changed from .* call fit"):
        stream.set_params(class_weight={"yes": 3.0}).partial_fit(X, y)


def test_keys_and_labels_need_not_be_of_one_type():
    X, labels = examples(pl.Perceptron())
    y = np.where(labels == "yes", 7, 3)
    expected = pl.Perceptron(class_weight={7: 2.0}).fit(X, y).coef_
    for key, as_given in [(np.int64(7), y), (7.0, y), (7, y.astype(float)), (7, y.tolist())]:
        learner = pl.Perceptron(class_weight={key: 2}).fit(X, as_given)
        np.testing.assert_array_equal(learner.coef_, expected)


# -- what is refused -------------------------------------------------------------------------------


BAD_WEIGHTS = {
    "negative": ([1.0] * 119 + [-1.0], "finite numbers >= 0; got NaN, inf or a negative"),
    "NaN": ([1.0] * 119 + [np.nan], "finite numbers >= 0; got NaN"),
    "infinite": ([1.0] * 119 + [np.inf], "finite numbers >= 0; got NaN, inf"),
    "too few": ([1.0] * 119, r"one number an example, 120 in all; got shape \(119,\)"),
    "a column": ([[1.0]] * 120, r"one number an example, 120 in all; got shape \(120, 1\)"),
    "words": (["heavy"] * 120, "sample_weight must be numbers; got <U5"),
    "one word": ("balanced", "sample_weight must be numbers; got <U8"),
    "gaps": ([1.0] * 119 + [None], "sample_weight must be numbers; got object"),
    "complex": ([1j] * 120, "sample_weight must be numbers; got complex128"),
}
BAD_CLASS_WEIGHTS = {
    "an unknown class": ({"maybe": 2.0}, r"class_weight names 'maybe'; the classes are \['no' "),
    "a negative weight": ({"yes": -1.0}, r"class_weight\['yes'\] must be a number >= 0; got -1.0"),
    "NaN": ({"no": np.nan}, r"class_weight\['no'\] must be a number >= 0; got nan"),
    "a word": ({"no": "much"}, r"class_weight\['no'\] must be a number >= 0; got 'much'"),
    "a list": ([1.0, 2.0], r'must be a dictionary, "balanced" or None; got \[1.0, 2.0\]'),
    "another word": ("equal", "must be a dictionary, \"balanced\" or None; got 'equal'"),
}


@every_learner
@pytest.mark.parametrize("trouble", BAD_WEIGHTS)
def test_bad_weights_get_a_sentence(make, trouble):
    weights, message = BAD_WEIGHTS[trouble]
    X, y = examples(make())
    learner = make().fit(X, y)
    before = state(learner)
    for call in (learner.fit, learner.partial_fit):
        with pytest.raises(ValueError, match=message):
            call(X, y, sample_weight=weights)
    assert state(learner) == before


@every_learner
@pytest.mark.parametrize("trouble", BAD_CLASS_WEIGHTS)
def test_bad_class_weights_get_a_sentence(make, trouble):
    by_class, message = BAD_CLASS_WEIGHTS[trouble]
    X, y = examples(make())
    for how in ("fit", "partial_fit"):
        with pytest.raises(ValueError, match=message):
            getattr(make(class_weight=by_class), how)(X, y)


@every_learner
def test_a_fit_needs_something_that_counts(make):
    X, y = examples(make())
    nothing = "every example has weight zero: there is nothing to learn from"
    for learner, weights in [
        (make(), np.zeros(len(y))),
        (make(class_weight={"no": 0, "yes": 0}), None),
        (make(class_weight={"no": 0}), y == "no"),
    ]:
        with pytest.raises(ValueError, match=nothing):
            learner.fit(X, y, sample_weight=weights)
        assert not learner.__sklearn_is_fitted__()


# -- weights to start from -------------------------------------------------------------------------

STARTING = [
    pl.Perceptron,
    lambda **how: pl.Perceptron(bias=True, rate=0.5, margin=0.5, **how),
    lambda **how: pl.LargeMarginPerceptron(bias=True, **how),
    pl.Winnow,
    lambda **how: pl.Winnow(negations=True, **how),
    pl.ExponentialWinnow,
    pl.WeightedMajority,
]
every_starter = pytest.mark.parametrize("make", STARTING, ids=lambda make: repr(make()))


@every_starter
def test_a_fit_goes_on_from_the_weights_of_another(mode, make):
    X, y = examples(make())
    twice = make(epochs=2).fit(X, y)
    once = make().fit(X, y)
    again = make().fit(X, y, start=once.weights_)
    both = [*once.run_.mistakes.tolist(), *(len(y) + again.run_.mistakes).tolist()]
    assert both == twice.run_.mistakes.tolist()
    np.testing.assert_allclose(again.weights_, twice.weights_, rtol=1e-12)
    np.testing.assert_array_equal(again.run_.first_weights, once.weights_[0])
    np.testing.assert_array_equal(again.run_.path[0], once.weights_[0])


@every_starter
@every_predictor
def test_a_start_is_part_of_what_predicts(mode, make, predict_with):
    """The average and the vote begin with it, and a pickle and a stream go on from there."""
    X, y = examples(make())
    start = make().fit(X[:60], y[:60]).weights_[0]
    learner = make(predict_with=predict_with).fit(X, y, start=start)
    expected = getattr(pl.predict, predict_with)(learner.run_, learner.run_.rows)
    np.testing.assert_allclose(learner.decision_function(X), expected, rtol=1e-9, atol=1e-12)
    stream = make(predict_with=predict_with).fit(X[:50], y[:50], start=start)
    stream = pickle.loads(state(stream)).partial_fit(X[50:], y[50:])
    np.testing.assert_allclose(
        stream.decision_function(X), learner.decision_function(X), rtol=1e-12, atol=1e-12
    )


@every_starter
def test_every_class_has_a_start_of_its_own(mode, make):
    X, y = three_classes(make())
    start = make().fit(X, y).weights_
    learner = make(epochs=2).fit(X, y, start=start)
    for k, name in enumerate(learner.classes_):
        alone = make(epochs=2).fit(X, y == name, start=start[k])
        assert learner.runs_[k].mistakes.tolist() == alone.run_.mistakes.tolist()
        np.testing.assert_array_equal(learner.weights_[k], alone.weights_[0])


def test_what_one_class_starts_from_says_nothing_about_the_next(mode):
    """Whole numbers have exact sums; tenths have not, and a loop must not trust theirs."""
    for seed in range(30):
        rng = np.random.default_rng(seed)
        X, y = rng.integers(-1, 2, size=(40, 12)).astype(float), rng.integers(0, 3, size=40)
        y[:3] = 0, 1, 2
        start = np.vstack([np.zeros(12), rng.integers(-3, 4, size=(2, 12)) / 10])
        learner = pl.Perceptron(epochs=2).fit(X, y, start=start)
        with fast.using("plain"):
            expected = pl.Perceptron(epochs=2).fit(X, y, start=start)
        np.testing.assert_array_equal(learner.weights_, expected.weights_)
        learner.partial_fit(X, y)
        with fast.using("plain"):
            expected.partial_fit(X, y)
        np.testing.assert_array_equal(learner.weights_, expected.weights_)


def test_a_start_is_read_and_not_kept():
    X, y = examples(pl.Perceptron())
    start = np.arange(5.0)
    learner = pl.Perceptron(predict_with="voted").fit(X, y, start=start)
    before = learner.decision_function(X)
    assert start.tolist() == [0, 1, 2, 3, 4]
    start[:] = 100.0
    np.testing.assert_array_equal(learner.decision_function(X), before)
    listed = pl.Perceptron(predict_with="voted").fit(X, y, start=[0, 1, 2, 3, 4])
    np.testing.assert_array_equal(listed.decision_function(X), before)


@pytest.mark.parametrize(
    ("learner", "start", "message"),
    [
        (pl.Perceptron(), [0.0] * 4, r"5 weights, one a feature .* got shape \(4,\)"),
        (pl.Perceptron(bias=True), [0.0] * 5, r"6 weights, .* one more with bias=True"),
        (pl.Perceptron(), [[0.0] * 5] * 2, r"5 weights, .* got shape \(2, 5\). learner.weights_"),
        (pl.Perceptron(), 0.0, r"5 weights, .* got shape \(\)"),
        (pl.Perceptron(), [0.0, 0, 0, 0, np.nan], "5 weights, .* all finite"),
        (pl.Perceptron(), [[0.0, 0, 0, 0, np.inf]], "5 weights, .* all finite"),
        (pl.Winnow(), [1.0, 1, 1, 1, 0], "start must be positive for a rule that multiplies"),
        (pl.Winnow(negations=True), [1.0] * 5, "10 weights"),
        (pl.ExponentialWinnow(), [1.0, 1, 1, 1, -1], "start must be positive"),
        (pl.WeightedMajority(), [1.0, 1, 1, 1, 0], "start must be positive"),
        (pl.PNormPerceptron(), [1.0] * 5, "cannot be given for a p-norm rule: it starts at theta"),
        (pl.BalancedWinnow(), [1.0] * 5, "cannot be given for a balanced rule: it starts at theta"),
        (pl.KernelPerceptron(), [1.0] * 5, "start cannot be given: a kernel perceptron has no wei"),
    ],
)  # fmt: skip
def test_a_start_that_cannot_be_gets_a_sentence(learner, start, message):
    X, y = examples(learner)
    learner = type(learner)(**learner.get_params())
    with pytest.raises(ValueError, match=message):
        learner.fit(X, y, start=start)
    assert not learner.__sklearn_is_fitted__()


def test_several_classes_start_with_a_row_each():
    X, y = three_classes(pl.Perceptron())
    with pytest.raises(ValueError, match=r"3 rows of 5 weights, .* got shape \(5,\)"):
        pl.Perceptron().fit(X, y, start=np.zeros(5))
    same = pl.Perceptron().fit(X, y, start=np.zeros((3, 5)))
    np.testing.assert_array_equal(same.coef_, pl.Perceptron().fit(X, y).coef_)


@pytest.mark.parametrize("predict_with", PREDICTORS)
def test_the_rules_own_first_weights_are_no_other_start(predict_with):
    for make in MAKERS[:-1]:
        X, y = examples(make())
        plain = make(predict_with=predict_with).fit(X, y)
        same = make(predict_with=predict_with).fit(X, y, start=plain.run_.first_weights)
        np.testing.assert_array_equal(same.decision_function(X), plain.decision_function(X))


def test_the_average_of_a_weighted_majority_follows_its_weights_however_it_is_asked_for():
    rng = np.random.default_rng(0)
    X = np.where(rng.random((30, 4)) < 0.5, 1.0, -1.0)
    y, weight = np.where(rng.random(30) < 0.5, 1, -1), rng.integers(1, 4, 30)
    added_up = pl.WeightedMajority(predict_with="averaged").fit(X, y, weight)
    in_hindsight = pl.WeightedMajority().fit(X, y, weight).run_
    np.testing.assert_allclose(in_hindsight.average, added_up.coef_[0], rtol=1e-12)
