"""Streams: what learns example by example costs little, keeps little, and is never half changed."""

import pickle
import tracemalloc

import numpy as np
import pandas as pd
import pytest

import perceptronlib as pl
from perceptronlib import kernels

PREDICTORS = ["last", "averaged", "voted"]

MAKERS = [
    pl.Perceptron,
    lambda **how: pl.Perceptron(bias=True, rate=0.3, margin=0.5, **how),
    pl.LargeMarginPerceptron,
    lambda **how: pl.PNormPerceptron(p=3.0, **how),
    pl.Winnow,
    lambda **how: pl.Winnow(0.3, negations=True, **how),
    pl.ExponentialWinnow,
    pl.BalancedWinnow,
    pl.WeightedMajority,
    lambda **how: pl.KernelPerceptron(kernels.polynomial(2), **how),
]

every_learner = pytest.mark.parametrize("make", MAKERS, ids=lambda make: repr(make()))
every_predictor = pytest.mark.parametrize("predict_with", PREDICTORS)


def examples(learner, m=120, d=5, seed=0):
    """Examples that suit the learner: zeros and ones, experts, or whole numbers."""
    rng = np.random.default_rng(seed)
    if isinstance(learner, pl.Winnow):
        X = (rng.random((m, d)) < 0.4).astype(float)
    elif isinstance(learner, pl.WeightedMajority):
        X = np.where(rng.random((m, d)) < 0.5, 1.0, -1.0)
    else:
        X = rng.integers(-4, 5, size=(m, d)).astype(float)
    y = np.where(X @ [1, 2, -1, 0, 0] + rng.normal(size=m) > 0.5, "yes", "no")
    y[:2] = "yes", "no"
    return X, y


def state(learner):
    """All that a learner is, to the last bit."""
    return pickle.dumps(learner)


def one_by_one(learner, X, y):
    for k in range(len(y)):
        learner.partial_fit(X[k : k + 1], y[k : k + 1], classes=["no", "yes"])
    return learner


@every_learner
@every_predictor
def test_one_by_one_is_one_pass(mode, make, predict_with):
    X, y = examples(make())
    stream = one_by_one(make(predict_with=predict_with, keep_run=True), X, y)
    batch = make(predict_with=predict_with).fit(X, y)
    assert stream.run_.mistakes.tolist() == batch.run_.mistakes.tolist()
    assert stream.run_.order.tolist() == batch.run_.order.tolist()
    np.testing.assert_array_equal(stream.decision_function(X), batch.decision_function(X))
    np.testing.assert_array_equal(stream.predict(X), batch.predict(X))
    if not isinstance(batch, pl.KernelPerceptron):
        np.testing.assert_array_equal(stream.coef_, batch.coef_)
        np.testing.assert_array_equal(stream.intercept_, batch.intercept_)
        np.testing.assert_array_equal(stream.run_.average, batch.run_.average)
    else:
        assert stream.support_.tolist() == batch.support_.tolist()
        np.testing.assert_array_equal(stream.dual_coef_, batch.dual_coef_)


@every_learner
def test_a_fit_can_be_gone_on_with(mode, make):
    """A fit over some examples, then a stream of the others, is a fit over all."""
    X, y = examples(make())
    learner = make(predict_with="averaged").fit(X[:50], y[:50]).partial_fit(X[50:], y[50:])
    whole = make(predict_with="averaged").fit(X, y)
    np.testing.assert_array_equal(learner.decision_function(X), whole.decision_function(X))


@every_learner
def test_run_tells_what_fit_would_and_leaves_no_model(make):
    learner = make()
    X, y = examples(learner)
    run = learner.run(X, y)
    assert run.mistakes.tolist() == make().fit(X, y).run_.mistakes.tolist()
    assert vars(learner) == vars(make())


# -- what is kept ----------------------------------------------------------------------------------


def growth(learner, X, y, calls):
    """How many bytes more a learner holds after so many single calls."""
    one_by_one(learner, X[:500], y[:500])
    tracemalloc.start()
    try:
        for k in range(calls):
            i = k % len(y)
            learner.partial_fit(X[i : i + 1], y[i : i + 1])
            if k == 100:
                before = tracemalloc.get_traced_memory()[0]
        return tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()


@pytest.mark.long
@pytest.mark.parametrize("predict_with", ["last", "averaged"])
@pytest.mark.parametrize(
    "make", [pl.Perceptron, pl.ExponentialWinnow], ids=lambda make: make.__name__
)
def test_twenty_thousand_calls_leave_nothing_behind(make, predict_with):
    learner = make(predict_with=predict_with)
    assert growth(learner, *examples(learner, m=1000), calls=20_000) < 10_000


def test_a_vote_keeps_its_mistakes_and_no_more():
    learner = pl.Perceptron(predict_with="voted")
    X, y = examples(learner, m=1000)
    bytes_more = growth(learner, X, y, calls=5000)
    mistakes = sum(len(part[0]) for part in learner._models[0].voters)
    assert bytes_more < 1000 * mistakes < 5000 * 1000 / 3
    clean = pl.Perceptron(predict_with="voted", epochs=None).fit(X[:30], np.sign(X[:30, 0] + 0.5))
    before = len(state(clean))
    for _ in range(100):
        clean.partial_fit(X[:30], np.sign(X[:30, 0] + 0.5))
    assert len(state(clean)) < before + 50


def test_a_pickle_holds_what_predicts():
    rng = np.random.default_rng(0)
    d, m = 1000, 400
    X = rng.normal(size=(m, d))
    y = np.where(X[:, 0] > 0, 1, -1)
    table = X.nbytes
    assert table == 3_200_000
    vector = 8 * d
    overhead = 2000
    for kind, vectors in [(pl.Perceptron, 1), (pl.PNormPerceptron, 2), (pl.BalancedWinnow, 3)]:
        for more, predict_with in [(0, "last"), (1, "averaged")]:
            learner = kind(predict_with=predict_with, epochs=3).fit(X, y)
            assert len(state(learner)) < (vectors + more) * vector + overhead
    kernel = pl.KernelPerceptron(kernels.gaussian(30.0)).fit(X, y)
    assert len(kernel.support_) < m
    assert len(state(kernel)) < len(kernel.support_) * (vector + 40) + overhead
    voted = pl.Perceptron(predict_with="voted", epochs=2).fit(X, y)
    assert len(state(voted)) < (voted.run_.M + 1) * (vector + 20) + overhead
    assert len(state(pl.Perceptron(keep_run=True).fit(X, y))) > table


@every_learner
@every_predictor
def test_a_pickle_goes_on_where_it_was(mode, make, predict_with):
    X, y = examples(make())
    learner = make(predict_with=predict_with).fit(X[:60], y[:60])
    twin = pickle.loads(state(learner))
    for each in (learner, twin):
        each.partial_fit(X[60:], y[60:])
    np.testing.assert_array_equal(twin.decision_function(X), learner.decision_function(X))
    with pytest.raises(AttributeError, match="keeps what predicts, not its run"):
        _ = twin.run_
    keeper = pickle.loads(state(make(predict_with=predict_with, keep_run=True).fit(X, y)))
    assert keeper.run_.mistakes.tolist() == make().fit(X, y).run_.mistakes.tolist()


@every_learner
@every_predictor
@pytest.mark.parametrize("how", ["fit", "partial_fit"])
def test_what_predicts_is_the_learners_own(mode, make, predict_with, how):
    X, y = examples(make())
    queries = X.copy()
    X2, y2 = X.copy(), np.where(y == "yes", 1, -1)
    learner = getattr(make(predict_with=predict_with), how)(X, y2)
    expected = learner.decision_function(queries)
    X[:] = 0.0
    y2[:] = 0
    np.testing.assert_array_equal(learner.decision_function(queries), expected)
    learner.partial_fit(X2, np.where(y == "yes", 1, -1))
    twin = getattr(make(predict_with=predict_with), how)(queries, np.where(y == "yes", 1, -1))
    twin.partial_fit(queries, np.where(y == "yes", 1, -1))
    np.testing.assert_array_equal(
        learner.decision_function(queries), twin.decision_function(queries)
    )


def test_only_orders_that_were_played_are_kept(mode):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 3))
    X, y = X[np.abs(X[:, 0]) > 0.3], np.sign(X[np.abs(X[:, 0]) > 0.3][:, 0])
    learner = pl.Perceptron(shuffle=True, epochs=1000, seed=3, keep_run=True).fit(X, y)
    run = learner.run_
    assert run.converged and len(run.orders) < 100
    everything = 1000 * len(y) * 8
    assert len(pickle.dumps(run)) < everything / 5
    assert len(state(learner)) < everything / 5
    again = pickle.loads(state(learner)).run_
    for told in (run, again):
        assert len(told.order) == told.rounds == 1000 * len(y)
        passes = told.order.reshape(1000, len(y))
        np.testing.assert_array_equal(np.sort(passes, axis=1), [np.arange(len(y))] * 1000)
        assert len(np.unique(passes, axis=0)) == 1000
    np.testing.assert_array_equal(run.order, again.order)


# -- what is refused -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("learner", "change"),
    [
        (pl.Perceptron(), {"rate": 2.0}),
        (pl.Perceptron(), {"margin": 1.0}),
        (pl.Perceptron(), {"bias": True}),
        (pl.Perceptron(), {"ties": "strict"}),
        (pl.Perceptron(), {"predict_with": "voted"}),
        (pl.Perceptron(), {"keep_run": True}),
        (pl.Winnow(), {"negations": True}),
        (pl.Winnow(), {"beta": 0.5}),
        (pl.Winnow(), {"threshold": 2.0}),
        (pl.LargeMarginPerceptron(), {"gamma": 0.3}),
        (pl.PNormPerceptron(), {"p": 3.0}),
        (pl.ExponentialWinnow(), {"eta": 0.7}),
        (pl.WeightedMajority(), {"beta": 0.7}),
        (pl.KernelPerceptron(), {"kernel": kernels.gaussian(1.0)}),
        (pl.KernelPerceptron(), {"ties": "minus"}),
        (pl.KernelPerceptron(), {"predict_with": "averaged"}),
    ],
    ids=str,
)
def test_a_stream_refuses_to_change_its_rule(learner, change):
    X, y = examples(learner)
    learner = type(learner)(**learner.get_params()).fit(X, y)
    (name,) = change
    before = state(learner)
    learner.set_params(**change)
    with pytest.raises(ValueError, match=f"{name} was changed from .* call fit"):
        learner.partial_fit(X, y)
    for_predictions = {"predict_with", "bias", "negations", "ties", "kernel", "threshold"}
    if name in for_predictions:
        with pytest.raises(ValueError, match=f"{name} was changed from .* call fit"):
            learner.predict(X)
    else:
        learner.predict(X)
    learner.set_params(**{name: type(learner)().get_params()[name]})
    assert state(learner) == before
    changed = learner.set_params(**change).fit(X, y)
    np.testing.assert_array_equal(
        changed.decision_function(X), type(learner)(**change).fit(X, y).decision_function(X)
    )


def test_how_often_and_in_which_order_is_for_fit_to_say():
    """A stream makes one pass in its own order, whatever these are."""
    X, y = examples(pl.Perceptron())
    plain, changed = (pl.Perceptron().partial_fit(X, y) for _ in range(2))
    changed.set_params(epochs=7, shuffle=True, seed=np.array([1, 2]), max_epochs=3)
    changed.partial_fit(X, y).set_params(seed=np.array([3, 4]))
    changed.partial_fit(X, y)
    np.testing.assert_array_equal(changed.coef_, plain.partial_fit(X, y).partial_fit(X, y).coef_)


def test_a_first_partial_fit_checks_its_parameters():
    X, y = examples(pl.Perceptron())
    for learner, message in [
        (pl.Perceptron(predict_with="luck"), "predict_with must be one of"),
        (pl.Perceptron(rate=-1.0), "rate must be a positive number"),
        (pl.KernelPerceptron(kernel="sigmoid"), "kernel must be"),
    ]:
        before = state(learner)
        with pytest.raises(ValueError, match=message):
            learner.partial_fit(X, y)
        assert state(learner) == before


def test_streams_of_data_frames_keep_their_columns():
    X, y = examples(pl.Perceptron())
    frame = pd.DataFrame(X, columns=list("abcde"))
    learner = pl.Perceptron().partial_fit(frame, y)
    before = state(learner)
    with pytest.raises(ValueError, match="same order"):
        learner.partial_fit(frame[list("bacde")], y)
    with pytest.raises(ValueError, match="yet now missing:\n- e"):
        learner.partial_fit(frame[list("abcd")], y)
    with pytest.raises(ValueError, match="unseen at fit time:\n- f"):
        learner.partial_fit(frame.rename(columns={"a": "f"}), y)
    with pytest.raises(ValueError, match="not the same as on last call"):
        learner.partial_fit(frame, y, classes=["maybe", "yes"])
    assert state(learner) == before
    with pytest.warns(UserWarning, match="does not have valid feature names"):
        learner.partial_fit(X, y)


def bad_calls(learner):
    """Calls that fail, most of them after rows that could be learned from."""
    X, y = examples(learner, seed=5)
    unknown = y.astype("U5")
    unknown[100] = "maybe"
    yield X, unknown, "knows the labels"
    yield X[:, :3], y, "3 features"
    yield X, y[:-1], "120 examples but y has 119"
    for value in (np.nan, np.inf):
        spoilt = X.copy()
        spoilt[100, 2] = value
        yield spoilt, y, "example 100|experts"
    if isinstance(learner, pl.Winnow):
        half = X.copy()
        half[100, 2] = 0.5
        yield half, y, "example 100 has values such as 0.5"
    elif isinstance(learner, pl.Perceptron | pl.LargeMarginPerceptron | pl.KernelPerceptron):
        huge = np.full((3, 5), 1e200)  # learned from by the second at the latest
        yield np.vstack([X, huge]), np.append(y, ["yes", "no", "yes"]), "overflows"


@every_learner
@every_predictor
def test_what_fails_did_not_happen(mode, make, predict_with):
    learner = make(predict_with=predict_with)
    fresh = state(learner)
    for X, y, message in bad_calls(learner):
        if X.shape[1] == 5:
            with pytest.raises(ValueError, match=message):
                learner.partial_fit(X, y, classes=["no", "yes"])
            assert state(learner) == fresh
    X, y = examples(learner)
    learner.fit(X, y).partial_fit(X, y)
    before = state(learner)
    for bad_X, bad_y, message in bad_calls(learner):
        with pytest.raises(ValueError, match=message):
            learner.partial_fit(bad_X, bad_y)
        assert state(learner) == before
        if bad_X.shape[1] == 5 and len(set(bad_y)) == 2:
            with pytest.raises(ValueError, match=message):
                learner.fit(bad_X, bad_y)
            assert state(learner) == before
    twin = make(predict_with=predict_with).fit(X, y).partial_fit(X, y)
    np.testing.assert_array_equal(
        learner.partial_fit(X, y).decision_function(X),
        twin.partial_fit(X, y).decision_function(X),
    )


def test_a_warning_taken_for_an_error_leaves_a_whole_learner():
    """Where warnings are errors, as in these tests, the fit that warned is complete."""
    learner = pl.Perceptron(epochs=None, max_epochs=3).set_params(keep_run=True)
    X, y = np.array([[1.0], [1.0], [1.0]]), ["a", "b", "a"]
    with pytest.raises(UserWarning, match="none of 3 passes"):
        learner.fit(X, y)
    assert learner.run_.rounds == 9
    assert learner.classes_.tolist() == ["a", "b"] and learner.n_iter_ == 3


# -- numbers out of range --------------------------------------------------------------------------


def rows_with(d, **rows):
    X = np.tile(np.eye(d), (10, 1))
    for name, row in rows.items():
        X[int(name[1:])] = row
    return X, np.where(np.arange(len(X)) % 2 == 0, 1, -1)


@pytest.mark.parametrize("how", ["fit", "partial_fit"])
class TestOverflow:
    @pytest.mark.parametrize(
        ("learner", "row"),
        [(pl.Perceptron(), 13), (pl.LargeMarginPerceptron(), 7), (pl.KernelPerceptron(), 7)],
        ids=repr,
    )
    def test_a_score_that_overflows_names_its_row(self, mode, how, learner, row):
        """After row 7 the weights fit a float, but neither their length nor K(x, x) does."""
        X, y = rows_with(3, r7=[1e200, 0, 0], r13=[-1e200, 0, 0])
        with pytest.raises(ValueError, match=f"example {row} of X .* overflows"):
            getattr(learner, how)(X, y)

    def test_weights_that_overflow_name_the_row_they_learned_from(self, mode, how):
        """Row 2 takes the weights out of range; it is row 3 that meets them."""
        X, y = rows_with(3, r2=[0, 0, 1e300])
        learner = pl.Perceptron(rate=1e10)
        with pytest.raises(ValueError, match="example 2 of X .* overflows"):
            getattr(learner, how)(X, y)
        with pytest.raises(ValueError, match="example 2 of X .* overflows"):
            getattr(learner, how)(X[:3], y[:3])

    def test_a_shuffled_overflow_names_the_row_and_not_the_round(self, mode, how):
        if how == "fit":
            X, y = rows_with(3, r2=[0, 0, 1e300])
            for seed in range(5):
                with pytest.raises(ValueError, match="example 2 of X"):
                    pl.Perceptron(rate=1e10, shuffle=True, seed=seed, epochs=2).fit(X, y)

    def test_queries_may_overflow_too(self, mode, how):
        learner = getattr(pl.Perceptron(), how)([[1e150, 1e150], [-1e150, 1e150]], [1, -1])
        with pytest.raises(ValueError, match="example 1 of X .* overflows"):
            learner.predict([[1.0, 1.0], [1e200, -1e200]])

    def test_exponential_weights_take_huge_numbers(self, mode, how):
        X, y = rows_with(3, r4=[1e200, -1e200, 0], r7=[1e150, 0, 0])
        for kind in (pl.ExponentialWinnow, pl.BalancedWinnow):
            learner = getattr(kind(eta=1.0), how)(X, y)
            assert np.isfinite(learner.coef_).all()
