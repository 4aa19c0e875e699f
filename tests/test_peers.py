"""What users of scikit-learn's Perceptron and SGDClassifier expect, and find here too."""

import sys
import warnings
from html.parser import HTMLParser

import numpy as np
import pytest
from scipy import sparse
from sklearn.base import clone, is_classifier
from sklearn.datasets import load_iris
from sklearn.exceptions import ConvergenceWarning
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import Perceptron as Peer
from sklearn.linear_model import SGDClassifier
from sklearn.model_selection import GridSearchCV, cross_val_predict
from sklearn.multiclass import OneVsRestClassifier
from sklearn.pipeline import make_pipeline
from sklearn.utils import get_tags
from sklearn.utils.estimator_checks import check_estimator, parametrize_with_checks

import perceptronlib as pl
from perceptronlib.validate import finite
from tests.test_streams import MAKERS, examples, state

pytestmark = pytest.mark.long

# -- the same weights ------------------------------------------------------------------------------

TABLES = {"dense": np.asarray, "float32": np.float32, "sparse": sparse.csr_array}
every_table = pytest.mark.parametrize("table", TABLES)
two_and_more = pytest.mark.parametrize("k", [2, 3, 5], ids="{} classes".format)


def whole_numbers(k, m=80, d=6, seed=0):
    """Whole numbers of k classes: every weight is exact, so equal means equal."""
    rng = np.random.default_rng([seed, k])
    X = rng.integers(-4, 5, size=(m, d)).astype(float)
    y = np.argmax(X @ rng.normal(size=(d, k)) + rng.normal(size=(m, k)), axis=1)
    y[:k] = np.arange(k)
    return X, y


def sgd(epochs=1, **more):
    """The same algorithm by the name of gradient descent."""
    return SGDClassifier(
        loss="perceptron", learning_rate="constant", eta0=1.0, penalty=None,
        max_iter=epochs, shuffle=False, tol=None, **more,
    )  # fmt: skip


def perceptron(epochs=1, **more):
    return Peer(max_iter=epochs, shuffle=False, tol=None, **more)


every_peer = pytest.mark.parametrize("peer", [perceptron, sgd])


def assert_same_weights(mine, peer, X, exactly=True):
    compare = np.testing.assert_array_equal if exactly else np.testing.assert_allclose
    compare(mine.coef_, peer.coef_)
    compare(mine.intercept_, peer.intercept_)
    compare(mine.decision_function(X), peer.decision_function(X))
    np.testing.assert_array_equal(mine.classes_, peer.classes_)


@every_peer
@every_table
@two_and_more
def test_the_weights_are_the_peers(mode, peer, table, k):
    X, y = whole_numbers(k)
    rows = TABLES[table](X)
    mine = pl.Perceptron(epochs=3).fit(rows, y)
    assert_same_weights(mine, peer(3, fit_intercept=False).fit(rows, y), X)


@every_peer
@two_and_more
def test_the_intercept_is_the_peers(mode, peer, k):
    X, y = whole_numbers(k)
    assert_same_weights(pl.Perceptron(epochs=3, bias=True).fit(X, y), peer(3).fit(X, y), X)


@two_and_more
def test_sparse_rows_do_not_slow_the_intercept_down(k):
    """On sparse rows the peer learns its intercept a hundred times slower; here nothing changes."""
    X, y = whole_numbers(k)
    mine = pl.Perceptron(epochs=3, bias=True).fit(sparse.csr_array(X), y)
    assert_same_weights(mine, perceptron(3).fit(X, y), X)
    assert (perceptron(3).fit(sparse.csr_array(X), y).intercept_ != mine.intercept_).all()


@every_table
@two_and_more
def test_weights_of_examples_are_the_peers(mode, table, k):
    X, y = whole_numbers(k)
    rows, weights = TABLES[table](X), np.random.default_rng(0).choice([0.5, 1.0, 2.0, 7.0], 80)
    mine = pl.Perceptron(epochs=3).fit(rows, y, sample_weight=weights)
    peer = perceptron(3, fit_intercept=False).fit(rows, y, sample_weight=weights)
    assert_same_weights(mine, peer, X)


@two_and_more
def test_weights_of_classes_are_the_peers(mode, k):
    X, y = whole_numbers(k)
    weights = np.random.default_rng(0).choice([0.5, 1.0, 2.0], 80)
    by_class = {0: 2.0, k - 1: 0.25}
    mine = pl.Perceptron(epochs=3, bias=True, class_weight=by_class)
    peer = perceptron(3, class_weight=by_class)
    assert_same_weights(mine.fit(X, y), peer.fit(X, y), X)
    assert_same_weights(mine.fit(X, y, weights), peer.fit(X, y, sample_weight=weights), X)


@two_and_more
def test_balanced_classes_are_the_peers(k):
    X, y = whole_numbers(k)
    X = X + np.random.default_rng(1).normal(size=X.shape)  # no true zero, which rounding decides
    mine = pl.Perceptron(epochs=3, class_weight="balanced").fit(X, y)
    peer = perceptron(3, fit_intercept=False, class_weight="balanced").fit(X, y)
    assert_same_weights(mine, peer, X, exactly=False)


@two_and_more
def test_a_warm_start_is_the_peers(mode, k):
    X, y = whole_numbers(k)
    peer = perceptron(2, fit_intercept=False, warm_start=True).fit(X, y)
    mine = pl.Perceptron(epochs=2).fit(X, y)
    assert_same_weights(mine.fit(X, y, start=mine.weights_), peer.fit(X, y), X)
    first = np.arange(mine.coef_.size, dtype=float).reshape(mine.coef_.shape)
    cold = perceptron(2, fit_intercept=False).fit(X, y, coef_init=first.copy())
    assert_same_weights(mine.fit(X, y, start=first), cold, X)


@every_table
@two_and_more
def test_a_stream_is_the_peers(mode, table, k):
    X, y = whole_numbers(k)
    rows = TABLES[table](X)
    mine, peer = pl.Perceptron(), perceptron(fit_intercept=False)
    for first in range(0, 80, 16):
        part = slice(first, first + 16)
        mine.partial_fit(rows[part], y[part], classes=np.arange(k))
        peer.partial_fit(rows[part], y[part], classes=np.arange(k))
        assert_same_weights(mine, peer, X)


@two_and_more
@pytest.mark.parametrize("bias", [False, True])
def test_the_average_is_the_peers(mode, k, bias):
    X, y = whole_numbers(k)
    mine = pl.Perceptron(epochs=3, bias=bias, predict_with="averaged").fit(X, y)
    peer = sgd(3, fit_intercept=bias, average=True).fit(X, y)
    assert_same_weights(mine, peer, X, exactly=False)


def test_a_rate_is_the_peers():
    X, y = whole_numbers(3)
    mine = pl.Perceptron(epochs=3, rate=0.25, bias=True).fit(X, y)
    assert_same_weights(mine, perceptron(3, eta0=0.25).fit(X, y), X)


# -- the same behaviour ----------------------------------------------------------------------------


@pytest.mark.parametrize("table", [np.asarray, sparse.csr_matrix, sparse.csr_array])
def test_iris_is_learned(table):
    X, y = load_iris(return_X_y=True)
    learner = pl.Perceptron(epochs=100, shuffle=True, seed=0, bias=True).fit(table(X), y)
    assert learner.score(table(X), y) > 0.7


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: repr(make()))
def test_there_are_no_probabilities(make):
    for name in ("predict_proba", "predict_log_proba", "transform"):
        assert not hasattr(make(), name)


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: repr(make()))
def test_a_second_fit_forgets_the_first(make):
    X, y = examples(make())
    learner = make().fit(X[:, :3], np.where(X[:, 0] > 0, "a", np.where(X[:, 1] > 0, "b", "c")))
    learner.fit(X, y)
    assert state(learner) == state(make().fit(X, y))


def test_a_rare_class_is_found_when_it_counts_more():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(600, 2))
    y = (X[:, 0] + rng.normal(size=600) > 2.2).astype(int)
    found = {}
    for weight in (None, "balanced"):
        learner = pl.Perceptron(
            epochs=20, bias=True, predict_with="averaged", class_weight=weight
        ).fit(X, y)
        found[weight] = learner.predict(X)[y == 1].mean()
    assert found["balanced"] > 0.8 > found[None]


def test_words_are_learned_from_counts():
    """The table that a vectorizer makes is sparse, of whole numbers, in a pipeline."""
    texts = ["win a prize now", "free prize inside", "meeting at noon", "lunch at noon", "win free"]
    labels = ["spam", "spam", "mail", "mail", "spam"]
    for learner in (pl.Perceptron(epochs=None), pl.Winnow(epochs=None)):
        pipeline = make_pipeline(CountVectorizer(binary=True), learner).fit(texts, labels)
        assert pipeline.score(texts, labels) == 1.0
        assert pipeline.predict(["a free prize", "noon"]).tolist() == ["spam", "mail"]


def test_searches_and_cross_validation_take_sparse_rows_and_classes():
    X, y = whole_numbers(3, m=150)
    grid = {"class_weight": [None, "balanced", {0: 2.0}], "bias": [False, True]}
    search = GridSearchCV(pl.Perceptron(epochs=5), grid, cv=3, error_score="raise")
    assert search.fit(sparse.csr_array(X), y).best_score_ > 0.5
    scores = cross_val_predict(pl.BalancedWinnow(), X, y, cv=3, method="decision_function")
    assert scores.shape == (150, 3)


def test_scikit_learns_one_against_the_rest_is_ours():
    X, y = whole_numbers(4)
    mine = pl.Perceptron(epochs=3, bias=True).fit(X, y)
    theirs = OneVsRestClassifier(pl.Perceptron(epochs=3, bias=True)).fit(X, y)
    np.testing.assert_array_equal(mine.decision_function(X), theirs.decision_function(X))
    np.testing.assert_array_equal(mine.predict(X), theirs.predict(X))


def test_weights_are_of_double_precision_whatever_the_table_is():
    X, y = whole_numbers(3)
    for rows in (X.astype(np.float32), X.astype(np.int8), X.tolist(), np.asfortranarray(X)):
        learner = pl.Perceptron(epochs=2).fit(rows, y)
        assert learner.coef_.dtype == learner.decision_function(rows).dtype == np.float64
        np.testing.assert_array_equal(learner.coef_, pl.Perceptron(epochs=2).fit(X, y).coef_)


def test_clones_carry_their_settings_and_no_weights():
    learner = pl.Perceptron(class_weight={0: 2.0}, bias=True, ties="minus")
    X, y = whole_numbers(2)
    copy = clone(learner.fit(X, y))
    assert copy.get_params() == learner.get_params()
    assert not hasattr(copy, "coef_") and not hasattr(copy, "weights_")


# -- other names -----------------------------------------------------------------------------------

OTHER_NAMES = {
    "max_iter": "epochs",
    "n_iter": "epochs",
    "tol": "epochs=None",
    "n_iter_no_change": "epochs=None",
    "early_stopping": "epochs",
    "eta0": "rate",
    "learning_rate": "rate",
    "alpha": "rate and margin",
    "penalty": "margin",
    "fit_intercept": "bias",
    "random_state": "seed",
    "average": 'predict_with="averaged"',
    "warm_start": r"fit\(X, y, start=learner.weights_\)",
    "verbose": "run_",
    "n_jobs": "nothing",
}


@pytest.mark.parametrize("name", OTHER_NAMES)
def test_a_peers_parameter_is_told_our_name(name):
    ours = OTHER_NAMES[name]
    with pytest.raises(TypeError, match=f"Perceptron has no parameter '{name}'; here it is {ours}"):
        pl.Perceptron(**{name: 1})
    message = f"Invalid parameter '{name}' for Perceptron; here it is {ours}"
    with pytest.raises(ValueError, match=message):
        pl.Perceptron().set_params(**{name: 1})


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: repr(make()))
def test_an_unknown_parameter_is_told_all_that_there_are(make):
    known = ", ".join(make().get_params())
    with pytest.raises(TypeError, match=f"has no parameter 'speed'; it has {known}"):
        make(speed=3)
    with pytest.raises(ValueError, match=f"Invalid parameter 'speed' for .*; it has {known}"):
        make().set_params(speed=3)


def test_a_parameter_that_is_refused_changes_nothing():
    learner = pl.Perceptron(epochs=3)
    with pytest.raises(ValueError, match="here it is rate"):
        learner.set_params(epochs=7, eta0=0.1)
    assert learner.get_params() == pl.Perceptron(epochs=3).get_params()


# -- the warning -----------------------------------------------------------------------------------

NEVER = np.array([[1.0], [2.0]]), [0, 1]  # no line through 0 has them on two sides


@pytest.mark.parametrize("kind", [pl.Perceptron, pl.LargeMarginPerceptron, pl.PNormPerceptron])
def test_where_a_bias_might_help_the_warning_says_so(kind):
    advice = "none of 5 passes was free of mistakes; .* through the origin may do: try bias=True"
    with pytest.warns(ConvergenceWarning, match=advice):
        kind(epochs=None, max_epochs=5).fit(*NEVER)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        kind(epochs=3).fit(*NEVER)  # three passes were asked for, and made
        pl.Perceptron(epochs=None, bias=True).fit(*NEVER)


@pytest.mark.parametrize(
    "learner",
    [pl.Perceptron(bias=True), pl.ExponentialWinnow(), pl.Winnow(), pl.KernelPerceptron()],
    ids=repr,
)
def test_where_it_has_a_bias_or_can_have_none_the_warning_does_not(learner):
    learner = type(learner)(**learner.get_params()).set_params(epochs=None, max_epochs=5)
    with pytest.warns(ConvergenceWarning, match="Raise max_epochs or set a number") as caught:
        learner.fit(np.ones((2, 1)), [0, 1])
    assert len(caught) == 1 and "bias" not in str(caught[0].message)


def test_the_warning_points_at_the_line_that_called():
    with pytest.warns(ConvergenceWarning) as caught:
        pl.Perceptron(epochs=None, max_epochs=5).fit(*NEVER)
    assert caught[0].filename == __file__


def test_without_scikit_learn_the_warning_is_our_own(monkeypatch):
    monkeypatch.delitem(sys.modules, "sklearn.exceptions")
    with pytest.warns(pl.ConvergenceWarning, match="none of 5 passes"):
        pl.Perceptron(epochs=None, max_epochs=5).fit(*NEVER)


# -- how a learner shows itself --------------------------------------------------------------------


class Page(HTMLParser):
    """The text of a page, and whether every element that was opened is closed."""

    def __init__(self, html):
        super().__init__()
        self.open, self.text, self.lines = [], "", 0
        self.feed(html)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.lines += tag == "polyline"
        if tag != "br" and tag != "polyline":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert tag == "polyline" or self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: repr(make()))
def test_a_notebook_shows_parameters_mistakes_and_a_picture(make):
    learner = make()
    X, y = examples(learner)
    page = Page(learner._repr_html_())
    assert repr(learner) in page.text and "not fitted yet" in page.text
    assert all(name in page.text for name in learner.get_params())
    learner.fit(X, y)
    page = Page(learner._repr_html_())
    assert f"tells no from yes: {learner.run_.M} mistakes in 120 rounds" in page.text
    assert page.lines == 1


def test_a_notebook_shows_a_line_for_each_of_at_most_ten_classes():
    for k in (3, 10, 14):
        X, y = whole_numbers(k, m=60)
        learner = pl.Perceptron().fit(X, y)
        page = Page(learner._repr_html_())
        mistakes = [run.M for run in learner.runs_]
        assert f"tells {k} classes apart, one against the rest: {sum(mistakes)}" in page.text
        assert f"one class: {min(mistakes)} to {max(mistakes)}" in page.text
        assert page.lines == min(k, 10)


def test_a_notebook_tells_the_run_as_long_as_there_is_one():
    X, y = whole_numbers(2)
    first = pl.Perceptron().partial_fit(X, y)
    kept = pl.Perceptron(keep_run=True).partial_fit(X, y).partial_fit(X, y)
    for learner, rounds in [(first, 80), (kept, 160)]:
        assert f"{learner.run_.M} mistakes in {rounds} rounds" in Page(learner._repr_html_()).text
    assert "the run was not kept" in Page(first.partial_fit(X, y)._repr_html_()).text


def test_a_notebook_shows_names_as_they_are_and_runs_no_script():
    X, y = whole_numbers(2)
    labels = np.where(y == 1, "<script>alert(1)</script>", "<b>&")
    learner = pl.Perceptron(class_weight={"<b>&": 2.0}).fit(X, labels)
    html = learner._repr_html_()
    assert "<script>" not in html and "<b>" not in html
    assert "tells <b>& from <script>alert(1)</script>" in Page(html).text


# -- tags ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", MAKERS, ids=lambda make: repr(make()))
def test_tags_say_what_a_learner_takes(make):
    learner, tags = make(), get_tags(make())
    X, y = examples(learner)
    assert is_classifier(learner) and tags.target_tags.required
    assert tags.classifier_tags.multi_class
    labels = np.where(X[:, 0] > 0, "other", y)
    assert len(make().fit(X, labels).classes_) == 3
    if tags.input_tags.sparse:
        learner.fit(sparse.csr_array(X), y)
    else:
        with pytest.raises(TypeError, match="sparse"):
            learner.fit(sparse.csr_array(X), y)
    if tags.input_tags.positive_only:
        with pytest.raises(ValueError, match="values such as -1"):
            learner.fit(-X, y)
    else:
        learner.fit(-X, y)


# -- scikit-learn's checks of learners that take only zeros and ones, or signs ---------------------


class WinnowOfBits(pl.Winnow):
    """Winnow, which sees of any table whether its numbers are above a half."""

    _positive_only = False
    _poor_score = True  # a bit or two a row cannot tell blobs apart

    def _rows(self, X):
        return super()._rows((finite(X) > 0.5).astype(float))

    def _check_queries(self, X):
        finite(X)


class MajorityOfSigns(pl.WeightedMajority):
    """Weighted majority, whose experts say the sign of each number of any table."""

    _poor_score = True

    def _rows(self, X):
        signs = np.where(finite(X) > 0, 1.0, -1.0) if isinstance(X, np.ndarray) else X
        return super()._rows(signs)

    def _check_queries(self, X):
        finite(X)


ORDER = (
    "it compares weights with repeated rows in another order, on which an online learner depends "
    "(it is expected to fail for scikit-learn's own Perceptron too); what a weight means here is "
    "said by test_a_weight_of_k_is_k_times_the_step"
)
EQUIVALENT = [f"check_sample_weight_equivalence_on_{kind}_data" for kind in ("dense", "sparse")]
CANNOT_HOLD = {
    WinnowOfBits: dict.fromkeys(EQUIVALENT, ORDER),
    MajorityOfSigns: {},
}
# scikit-learn's checks want a positive score for the second class: at a tie that is "minus"
BITS = WinnowOfBits(ties="minus")
ADAPTED = [BITS, WinnowOfBits(negations=True, ties="minus"), MajorityOfSigns()]

with warnings.catch_warnings():
    warnings.filterwarnings("ignore", message="Estimator .* does not inherit")
    its_own_checks = parametrize_with_checks(
        ADAPTED, expected_failed_checks=lambda learner: CANNOT_HOLD[type(learner)]
    )


@its_own_checks
def test_scikit_learns_own_checks_of_bits_and_signs(estimator, check):
    check(estimator)


def outcomes(learner, expected):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return check_estimator(learner, on_fail=None, expected_failed_checks=expected)


def said(problem):
    """All that an error says, with the errors that led to it."""
    words = []
    while problem is not None:
        words.append(str(problem))
        problem = problem.__cause__ or problem.__context__
    return " ".join(words)


@pytest.mark.parametrize(
    ("learner", "adapted", "sentence"),
    [
        (pl.Winnow(), BITS, "Winnow takes features in {0, 1}; example"),
        (pl.WeightedMajority(), MajorityOfSigns(), "takes the predictions of experts, -1 or +1"),
    ],
    ids=["Winnow", "WeightedMajority"],
)
def test_what_fails_on_real_numbers_fails_for_that_alone(learner, adapted, sentence):
    """Each check that fails met our sentence about its rows, and passes on rows that suit."""
    reasons = {
        result["check_name"]: f"its rows are real numbers: {sentence}"
        for result in outcomes(learner, None)
        if result["status"] == "failed" and sentence in said(result["exception"])
    }
    by_status = {}
    for result in outcomes(learner, reasons):
        by_status.setdefault(result["status"], set()).add(result["check_name"])
    assert set(by_status) == {"passed", "xfail"}
    assert len(by_status["passed"]) > 20
    suited = {result["check_name"]: result["status"] for result in outcomes(adapted, None)}
    unsuited = by_status["xfail"] - set(CANNOT_HOLD[type(adapted)])
    assert {suited[name] for name in unsuited if name in suited} == {"passed"}
    assert {name for name in unsuited if name not in suited} <= {"check_fit_non_negative"}
