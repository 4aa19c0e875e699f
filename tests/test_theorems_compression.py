"""No learner can promise less; few support vectors mean a small risk: against other programs."""

import math
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from sklearn.linear_model import Perceptron as Theirs

import perceptronlib as pl
from perceptronlib.core import fast
from perceptronlib.theory.theorems import compression, nobody_better
from tests.instances import assert_confirmed


@pytest.fixture(autouse=True, scope="module")
def plain_loops():
    with fast.using("plain"):
        yield


# T13


LEARNERS = {
    "perceptron": pl.Perceptron(),
    "averaged": pl.Perceptron(predict_with="averaged"),
    "voted": pl.Perceptron(predict_with="voted", keep_run=True),
    "with a margin": pl.Perceptron(margin=2.0),
    "large margin": pl.LargeMarginPerceptron(gamma=0.2),
    "with a bias": pl.Perceptron(bias=True),
    "winnow": pl.Winnow(),
    "exponential": pl.ExponentialWinnow(0.5),
    "balanced": pl.BalancedWinnow(0.5),
    "p-norm": pl.PNormPerceptron(3.0),
    "kernel": pl.KernelPerceptron(pl.kernels.Polynomial(2, 1)),
    "scikit-learn's": Theirs(),
}


@pytest.mark.parametrize("name", LEARNERS)
@pytest.mark.parametrize("n", [1, 2, 7])
def test_nobody_does_better(name, n):
    certificate = nobody_better(LEARNERS[name], n)
    assert_confirmed(certificate)
    assert certificate.mistakes == certificate.bound == n


def test_any_function_of_the_past_errs_as_often():
    rng = np.random.default_rng(0)
    for _ in range(50):
        table = {
            past: int(rng.choice([-1, 1])) for n in range(6) for past in product((-1, 1), repeat=n)
        }
        assert_confirmed(nobody_better(lambda rows, labels, x, t=table: t[tuple(labels)], n=6))


def test_the_perceptron_makes_no_more_on_that_stream_whatever_its_labels():
    for labels in product((-1, 1), repeat=5):
        run = pl.play(pl.Rule(), np.eye(5), labels, epochs=None)
        assert run.M == 5 == pl.theorems.novikoff(run, labels).bound


def test_a_learner_that_guesses_gets_no_claim():
    coin = np.random.default_rng(1)
    certificate = nobody_better(lambda rows, labels, x: coin.choice([-1, 1]), n=20)
    assert certificate.holds is None and "deterministic" in certificate.why_not
    silent = nobody_better(lambda rows, labels, x: 0, n=3)
    assert silent.holds is None and "answers -1 or +1" in silent.why_not


def test_a_learner_is_not_changed():
    learner = pl.Perceptron()
    nobody_better(learner)
    assert not hasattr(learner, "classes_")


# T17


def learned(sample):
    """The textbook's loop on (x, y) pairs of whole numbers: weights, and who taught something."""
    w, support, clean = [0] * len(sample[0][0]) if sample else [0, 0], set(), False
    while not clean:
        clean = True
        for i, (x, y) in enumerate(sample):
            if y * sum(a * b for a, b in zip(w, x, strict=True)) <= 0:
                w, clean = [a + y * b for a, b in zip(w, x, strict=True)], False
                support.add(i)
    return w, support


def chance_of_a_large_risk(points, chances, m, delta):
    """The same number as the certificate's, by another program."""
    total = Fraction(0)
    for places in product(range(len(points)), repeat=m):
        w, support = learned([points[i] for i in places])
        wrong = [y * sum(a * b for a, b in zip(w, x, strict=True)) <= 0 for x, y in points]
        risk = sum((p for p, bad in zip(chances, wrong, strict=True) if bad), Fraction(0))
        k = len(support)
        if k < m and risk > (math.log(math.comb(m, k)) + math.log(m / delta)) / (m - k):
            total += math.prod((chances[i] for i in places), start=Fraction(1))
    return total


DISTRIBUTIONS = [
    ([((1, 0), 1), ((1, 1), -1)], ["1/8", "7/8"], 6, Fraction(1, 2)),
    ([((1, 0), 1), ((1, 1), -1)], ["7/10", "3/10"], 9, Fraction(1)),
    ([((2, 1), 1), ((1, -1), 1), ((-1, 2), -1)], ["1/2", "49/100", "1/100"], 6, Fraction(9, 10)),
    ([((2, 1), 1), ((1, -1), 1), ((-1, 2), -1), ((-2, -1), -1)], ["1/4"] * 4, 4, Fraction(1, 10)),
]


@pytest.mark.parametrize(("points", "chances", "m", "delta"), DISTRIBUTIONS)
def test_compression_by_enumeration(points, chances, m, delta):
    chances = [Fraction(chance) for chance in chances]
    certificate = compression([x for x, _ in points], [y for _, y in points], chances, m, delta)
    assert_confirmed(certificate)
    assert certificate.mistakes == chance_of_a_large_risk(points, chances, m, float(delta))
    assert certificate.bound == float(delta)


def test_some_of_these_samples_do_have_a_large_risk():
    """Else the test above would compare zeros."""
    points, chances, m, delta = DISTRIBUTIONS[0]
    assert chance_of_a_large_risk(points, list(map(Fraction, chances)), m, float(delta)) > 0


def test_points_that_nothing_separates_get_no_claim():
    certificate = compression([[1], [1]], [1, -1], ["1/2", "1/2"], m=3)
    assert certificate.holds is None and "separated" in certificate.why_not


@pytest.mark.parametrize("delta", [0, -1, 1.5])
def test_delta_is_a_probability(delta):
    with pytest.raises(ValueError, match="delta must be a probability"):
        compression([[1]], [1], [1], m=2, delta=delta)
