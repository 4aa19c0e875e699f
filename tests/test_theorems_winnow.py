"""Winnow's theorems and their relatives, on random and on adversarial runs.

Each theorem is confirmed on hundreds of runs, step by step. The last part tests the tests:
a wrong bound, a wrong step and a violated assumption must each be noticed.
"""

import math
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptronlib import BalancedWinnow, ExponentialWinnow, Rule, Winnow, adversaries, play
from perceptronlib.samples.features import balanced, fold_bias
from perceptronlib.theory.theorems import (
    novikoff,
    p_norm,
    sparse_disjunction,
    winnow_disjunction,
    winnow_entropy,
    winnow_entropy_sharp,
)
from perceptronlib.theory.theorems.winnow import Totals, find_disjunction, power_reaching
from tests.instances import (
    MANY,
    TIES,
    assert_confirmed,
    assert_judged,
    claim,
    samples,
    separable_samples,
)

BETAS = st.sampled_from([1.0, 0.5, 0.25, 2.0, 3.0])
EPOCHS = st.sampled_from([1, 2, 5])
SEEDS = st.integers(0, 2**32 - 1)
# the oracles of test_certificates_winnow and _identities see MANY runs of each theorem
often = settings(max_examples=3 * MANY // 10)


def winnow(d, beta=1.0, ties="plus"):
    return Rule("multiply", rate=1.0 + beta, threshold=float(d), ties=ties)


def labels(X, relevant):
    return np.where((X[:, list(relevant)] > 0).any(axis=1), 1.0, -1.0)


@st.composite
def disjunctions(draw, max_d=7, max_m=12):
    """Rows of bits, and the features whose disjunction labels them."""
    d = draw(st.integers(2, max_d))
    rows = draw(st.lists(st.integers(0, 2**d - 1), min_size=1, max_size=max_m))
    relevant = draw(st.sets(st.integers(0, d - 1), min_size=1, max_size=3))
    X = (np.array(rows)[:, None] >> np.arange(d) & 1).astype(float)
    return X, labels(X, relevant), sorted(relevant)


# -- T9: Winnow on disjunctions ------------------------------------------------------------------


@often
@given(disjunctions(), BETAS, EPOCHS, TIES, SEEDS)
def test_winnow_and_the_perceptron_on_random_disjunctions(sample, beta, epochs, ties, seed):
    """Winnow (where w.x = d has to count as +) and the perceptron (any tie rule) on the same."""
    X, y, relevant = sample
    told, shuffled = seed % 2 == 0, {"epochs": epochs, "shuffle": seed % 3 == 0, "seed": seed}
    perceptron = play(Rule(ties=ties), fold_bias(X), y, **shuffled)
    certificate = sparse_disjunction(perceptron, relevant if told else None)
    assert_judged(certificate)
    if told:
        assert certificate.bound == (4 * len(relevant) + 1) * (X.sum(axis=1).max() + 1)

    rule = winnow(X.shape[1], beta, ties="plus" if ties == "plus" else "strict")
    run = play(rule, X, y, **shuffled)
    certificate = winnow_disjunction(run, relevant if told else None)
    target = relevant if told else find_disjunction(X, y, least=1)
    if not target:  # no positive example, and every feature is on in a negative one
        assert certificate.holds is None
        return
    assert_judged(certificate)
    simple = (2 + beta) * len(target) * power_reaching(1.0 + beta, X.shape[1])
    assert run.M < simple
    assert certificate.bound <= simple * (1 + 1e-12)


@cache
def worst(d, r, beta):
    return adversaries.winnow_worst(d, r, beta)


@settings(max_examples=3 * MANY // 10)
@given(st.integers(2, 6), st.integers(1, 2), BETAS, EPOCHS, SEEDS)
def test_winnow_against_its_worst_stream(d, r, beta, epochs, seed):
    """The longest streams there are, features shuffled, and random rows after them."""
    game = worst(d, r, beta)
    rng = np.random.default_rng(seed)
    features = rng.permutation(d)
    relevant = [int(np.flatnonzero(features == i)[0]) for i in game.relevant]
    more = rng.integers(0, 2, size=(int(rng.integers(0, 6)), d)).astype(float)
    X = np.vstack([game.X[:, features], more])
    run = play(winnow(d, beta), X, labels(X, relevant), epochs=epochs)
    assert_judged(winnow_disjunction(run, relevant))
    if beta in (1.0, 3.0):  # weights are powers of two, so the stream plays as promised
        assert run.mistakes[: game.value].tolist() == list(range(game.value))
        assert run.M == game.value  # and nothing can make more mistakes


def random_adversary(d, r, beta, rng, rounds=40):
    """Mistakes forced one after the other: positives that stay below d, negatives that reach it."""
    w, rows, y = np.ones(d), [], []
    for _ in range(rounds):
        positive = rng.random() < 0.4
        first = rng.integers(r, size=int(positive))
        order = np.concatenate([first, r + rng.permutation(d - r)])
        reached = int(np.searchsorted(np.cumsum(w[order]), d))  # so many stay below d
        shown = order[:reached] if positive else order[: reached + 1]
        if positive == (w[shown].sum() < d) and len(shown) > 0:
            rows.append(np.isin(np.arange(d), shown).astype(float))
            y.append(1.0 if positive else -1.0)
            w[shown] *= (1.0 + beta) ** y[-1]
    return np.array(rows), np.array(y)


@settings(max_examples=3 * MANY // 10)
@given(st.integers(2, 20), st.integers(1, 3), BETAS, SEEDS)
def test_winnow_against_random_adversaries(d, r, beta, seed):
    r = min(r, d)
    X, y = random_adversary(d, r, beta, np.random.default_rng(seed))
    if len(X):
        run = play(winnow(d, beta), X, y, epochs=2)
        assert_judged(winnow_disjunction(run, range(r)))
        if beta in (1.0, 3.0):
            assert run.M >= len(X)


@pytest.mark.parametrize("beta", [1.0, 0.5, 0.25, 2.0, 3.0])
@pytest.mark.parametrize("d", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("r", [1, 2])
def test_bounds_lie_above_the_value_of_the_game(d, r, beta):
    game = worst(d, r, beta)
    certificate = winnow_disjunction(play(winnow(d, beta), game.X, game.y), game.relevant)
    assert game.value < certificate.bound
    k = next(k for k in range(20) if (1 + beta) ** k >= d)
    late = (1 + beta) ** (k + 1) / (beta * d)
    assert math.isclose(certificate.bound, (1 + beta) / beta + r * ((2 + beta) * k - late))
    if beta == 1.0:
        assert math.isclose(certificate.bound, 2 + r * (3 * k - 2 ** (k + 1) / d))


def test_numbers_of_the_lecture():
    """e1 seven times, then e2 seven times: 14 mistakes where UIC-16 promises 12."""
    X = np.vstack([np.eye(100)[[0] * 7], np.eye(100)[[1] * 7]])
    certificate = winnow_disjunction(play(winnow(100), X, np.ones(14)), [0, 1])
    assert_confirmed(certificate)
    assert certificate.mistakes == 14
    assert certificate.statement.startswith("M < 2 + r(3k - 2^(k+1)/d) <= 3 r k")
    assert certificate.bound == 2 + 2 * (3 * 7 - 256 / 100)


def test_many_false_positives_on_one_feature_leave_the_range_of_floats():
    """2^-1100 is no float, but the certificate counts in fractions."""
    d, runs = 4, 1100
    X = np.tile([[1.0, 0, 0, 1]], (runs, 1))
    run = play(winnow(d), X, -np.ones(runs))
    exact = replace(run, mistakes=np.arange(runs))
    last = Totals(exact, (1,)).records[-1]
    assert last.S - 2 == Fraction(2, 2**1100) > 0


def test_power_reaching_is_exact():
    for a in (2, 3, 5, 7, 10):
        for k in range(1, 15):
            assert power_reaching(float(a), a**k) == k
            assert power_reaching(float(a), a**k + 1) == k + 1
            assert power_reaching(float(a), a**k - 1) == k if a**k > 2 else True
    assert power_reaching(1.25, 5) == 8


@given(disjunctions())
def test_greedy_targets_are_consistent(sample):
    X, y, relevant = sample
    found = find_disjunction(X, y)
    assert found is not None and len(found) <= max(1, len(y))
    assert (labels(X, found) == y).all()


# -- the perceptron on disjunctions --------------------------------------------------------------


@pytest.mark.parametrize("d", [4, 8, 16, 32])
@pytest.mark.parametrize("ties", ["le", "plus"])
def test_perceptron_on_hadamard_disjunctions(d, ties):
    X, y = adversaries.disjunction_hadamard(d)
    certificate = sparse_disjunction(play(Rule(ties=ties), X, y, epochs=None), [1])
    assert_confirmed(certificate)
    assert (certificate.mistakes, certificate.bound) == (d, 5 * (d / 2 + 1))


# -- T6: Winnow(eta) -----------------------------------------------------------------------------


@st.composite
def positive_samples(draw):
    """A sample labelled by a hidden v >= 0, with rho and R."""
    X, _ = draw(samples(max_m=7, max_d=5))
    d = X.shape[1]
    v = np.array(draw(st.lists(st.integers(0, 3), min_size=d, max_size=d)), float)
    keep = np.abs(X @ v) > 1e-6
    if not keep.any():
        X, v, keep = np.eye(d), np.ones(d), np.ones(d, bool)
    X = X[keep]
    y = np.sign(X @ v)
    rho = float((y * (X @ v)).min() / v.sum())
    return X, y, v, rho, float(np.abs(X).max())


def exponential_winnow(X, y, eta, ties="le", epochs=1):
    return play(Rule("exponentiate", rate=eta, ties=ties), X, y, epochs=epochs)


@often
@given(positive_samples(), st.floats(0.01, 0.99), TIES, EPOCHS, SEEDS)
def test_entropy_bounds_for_every_admissible_rate_and_p_norms(sample, part, ties, epochs, seed):
    X, y, v, rho, R = sample
    run = exponential_winnow(X, y, part * 2 * rho / R**2, ties, epochs)
    plain, sharp = winnow_entropy(run, v), winnow_entropy_sharp(run, v)
    assert_judged(plain)
    assert_judged(sharp)
    assert sharp.bound <= plain.bound * (1 + 1e-9)

    p, rate = [2.0, 2.5, 3.0, 4.0, 8.0, 20.0][seed % 6], [1.0, 0.1, 3.0][seed % 3]
    assert_judged(p_norm(play(Rule("p_norm", rate, p=p, ties=ties), X, y, epochs=epochs), v))


@settings(max_examples=3 * MANY // 10)
@given(positive_samples(), TIES, EPOCHS)
def test_entropy_bounds_at_the_best_rates(sample, ties, epochs):
    X, y, v, rho, R = sample
    N, a = len(v), (1 + rho / R) / 2
    plain = winnow_entropy(exponential_winnow(X, y, rho / R**2, ties, epochs), v)
    assert_judged(plain)
    assert math.isclose(plain.bound, 2 * (R / rho) ** 2 * math.log(N), abs_tol=1e-9)
    if rho / R < 1 - 1e-9:
        eta = math.atanh(rho / R) / R
        sharp = winnow_entropy_sharp(exponential_winnow(X, y, eta, ties, epochs), v)
        assert_judged(sharp)
        divergence = a * math.log(2 * a) + (1 - a) * math.log(2 * (1 - a))
        assert math.isclose(sharp.bound, math.log(N) / divergence, rel_tol=1e-6, abs_tol=1e-9)


@settings(max_examples=3 * MANY // 10)
@given(separable_samples(), TIES, EPOCHS)
def test_entropy_bound_of_balanced_winnow(sample, ties, epochs):
    X, y, v = sample
    rho, R, both = (y * (X @ v)).min() / np.abs(v).sum(), np.abs(X).max(), np.maximum
    if rho < 1e-6:
        return
    run = exponential_winnow(balanced(X), y, rho / R**2, ties, epochs)
    doubled = np.concatenate([both(v, 0), both(-v, 0)])
    for theorem in (winnow_entropy, winnow_entropy_sharp):
        assert_judged(theorem(run, doubled))
    bound = winnow_entropy(run, doubled).bound
    assert math.isclose(bound, 2 * (R / rho) ** 2 * math.log(2 * len(v)))


@settings(max_examples=60)
@given(positive_samples(), st.floats(0.1, 1.0))
def test_the_comparator_found_is_the_best(sample, part):
    X, y, v, rho, R = sample
    run = exponential_winnow(X, y, part * rho / R**2)
    certificate = winnow_entropy(run)
    assert_judged(certificate)
    assert certificate.bound <= winnow_entropy(run, v).bound * (1 + 1e-6)


@pytest.mark.parametrize("n", [2, 4, 8, 16, 32])
@pytest.mark.parametrize("eta", [0.5, 5.0, 40.0, 300.0])
def test_rho_equal_to_r_bounds_by_log2_n(n, eta):
    """Every rate will do, and for large ones the bound is attained."""
    X, y = adversaries.hadamard(n)
    certificate = winnow_entropy_sharp(exponential_winnow(X, y, eta), np.eye(n)[0])
    assert_confirmed(certificate)
    assert "infinite" in certificate.assumptions[-1].detail
    if eta > 30:
        assert math.isclose(certificate.bound, math.log2(n))


def test_learners_runs_are_certified_too():
    X, y = adversaries.hadamard(8)
    y = -y * np.where(np.arange(8) % 2, 1, -1)
    X = X * np.where(np.arange(8) % 2, -1.0, 1.0)[:, None]
    assert_confirmed(winnow_entropy(ExponentialWinnow(eta=1.0).fit(X, y).run_))
    assert_confirmed(winnow_entropy(BalancedWinnow(eta=1.0).fit(X, -y).run_))
    bits, target = (X + 1) / 2, [3]
    assert_confirmed(winnow_disjunction(Winnow().fit(bits, labels(bits, target)).run_, target))


# -- the p-norm perceptron -----------------------------------------------------------------------


@settings(max_examples=3 * MANY // 10)
@given(separable_samples(), st.sampled_from([2.0, 2.5, 4.0, 8.0]), TIES, EPOCHS)
def test_p_norm_bound_for_signed_comparators(sample, p, ties, epochs):
    X, y, v = sample
    assert_judged(p_norm(play(Rule("p_norm", p=p, ties=ties), X, y, epochs=epochs), v))


@pytest.mark.parametrize("ties", ["le", "plus"])
def test_two_norm_perceptron_is_the_perceptron(ties):
    for n in (3, 5, 6):
        X, y = adversaries.exponential(n)
        both = [play(Rule(update, ties=ties), X, y, epochs=None) for update in ("add", "p_norm")]
        here, there = novikoff(both[0]), p_norm(both[1])
        assert_confirmed(there)
        assert here.mistakes == there.mistakes and math.isclose(here.bound, there.bound)


def test_p_norm_bound_is_tight_and_falls_to_log_n():
    X, y = adversaries.hadamard(16)
    tight = p_norm(play(Rule("p_norm"), X, y), np.eye(16)[0])
    assert_confirmed(tight)
    assert (tight.mistakes, tight.bound) == (16, 16.0)
    p = 2 * math.log(16)
    like_winnow = p_norm(play(Rule("p_norm", p=p), X, y, epochs=None), np.eye(16)[0])
    assert_confirmed(like_winnow)
    assert math.isclose(like_winnow.bound, (p - 1) * math.e) and like_winnow.mistakes < 16


# -- tests of the tests --------------------------------------------------------------------------


def a_worst_run():
    game = worst(5, 1, 1.0)
    return play(winnow(5), game.X, game.y)


@pytest.mark.parametrize(
    "certificate",
    [
        winnow_disjunction(a_worst_run(), [0]),
        winnow_entropy(exponential_winnow(*adversaries.hadamard(4), 0.5), np.eye(4)[0]),
        winnow_entropy_sharp(exponential_winnow(*adversaries.hadamard(8), 40.0), np.eye(8)[0]),
        p_norm(play(Rule("p_norm"), *adversaries.hadamard(8)), np.eye(8)[0]),
        sparse_disjunction(play(Rule(), *adversaries.disjunction_hadamard(8), epochs=None), [1]),
    ],
    ids=lambda certificate: certificate.theorem,
)
def test_a_bound_below_the_mistakes_is_refuted(certificate):
    assert_confirmed(certificate)
    wrong = replace(certificate, bound=certificate.mistakes - 0.001)
    assert wrong.holds is False
    with pytest.raises(AssertionError):
        assert_confirmed(wrong)


def test_tight_bounds_cannot_be_lowered_at_all():
    """log2 N for Winnow(eta) and Novikoff's N for p = 2 are attained."""
    sharp = winnow_entropy_sharp(exponential_winnow(*adversaries.hadamard(8), 40.0), np.eye(8)[0])
    with pytest.raises(AssertionError):
        assert_confirmed(replace(sharp, bound=0.999 * sharp.bound))


def test_published_steps_of_winnow_that_are_wrong_are_caught():
    """UIC-16: P <= r log2 d; and after a false positive w.x <= d/2."""
    run = play(winnow(3), [[1.0, 0, 0], [1, 0, 0]], [1, 1])
    certificate = winnow_disjunction(run, [0])
    assert_confirmed(certificate)
    wrong = claim("P <= r log2 d", [1, 2], [math.log2(3)] * 2, run.mistakes)
    refuted = replace(certificate, steps=(*certificate.steps, wrong))
    assert refuted.holds is False and refuted.first_failure.round == 1

    X = np.array([[1.0, 0, 1, 1], [0, 1, 1, 1]])
    run = play(winnow(4), X, [1, -1])
    certificate = winnow_disjunction(run, [0])
    assert_confirmed(certificate)
    after = (run.path[1:] * X).sum(axis=1)[1:]
    wrong = claim("w.x <= d/2 after a false positive", after, [2.0], run.mistakes[1:])
    assert replace(certificate, steps=(wrong,)).holds is False


@pytest.mark.parametrize("name", ["P", "Q", "S"])
def test_a_wrong_run_fails_a_step_of_the_proof(name):
    """Mistakes that no Winnow would make: rounds are logged that were answered correctly."""
    rows = {
        "P": (np.tile([[1.0, 0, 0]], (5, 1)), [0]),  # five promotions of one relevant weight
        "Q": (np.tile([[0.0, 1, 0]], (9, 1)), [0]),  # false positives that never reached d
        "S": (np.tile([[1.0, 1, 1]], (4, 1)), [0]),  # positives that were not missed
    }
    X, relevant = rows[name]
    run = play(winnow(3), X, labels(X, relevant))
    every = np.arange(len(X))
    forged = replace(run, mistakes=every)
    assert False in {step.holds for step in Totals(forged, tuple(relevant)).steps()}
    certificate = winnow_disjunction(forged, relevant)
    assert certificate.applies and "changed since the run" in certificate.why_not
    consistent = replace(forged, last_weights=forged.path[-1])
    assert winnow_disjunction(consistent, relevant).holds is not True


def test_a_wrong_run_of_winnow_eta_fails():
    X, y = np.array([[1.0, 0.5]]), np.ones(1)
    run = exponential_winnow(X, y, 0.5)
    forged = replace(run, mistakes=np.array([0]))
    for theorem in (winnow_entropy, winnow_entropy_sharp):
        certificate = theorem(forged, [1, 0])
        assert certificate.holds is None and "changed since the run" in certificate.why_not
        consistent = replace(forged, last_weights=forged.path[-1])
        assert "round 0 is logged as a mistake but is none" in theorem(consistent, [1, 0]).why_not


def test_equality_counts_as_plus_or_there_is_no_claim():
    """Under the tie rule le a relevant weight passes d, and the bound M < 3 fails with M = 3."""
    X, y = np.array([[1.0, 1], [1, 0], [0, 1]]), np.array([1.0, 1, -1])
    run = play(winnow(2, ties="le"), X, y)
    certificate = winnow_disjunction(run, [0])
    assert (run.M, certificate.holds) == (3, None)
    assert winnow_disjunction(play(winnow(2), X, y), [0]).bound == 3


def assert_no_claim(certificate, reason):
    """There is no claim, for this reason and no other."""
    assert certificate.holds is None
    (failing,) = (a.text for a in certificate.assumptions if not a.holds)
    assert reason in failing


ones = play(winnow(2), np.ones((1, 2)), [1])
twos = replace(ones, rows=np.full((1, 2), 2.0))  # Winnow itself refuses such rows
PLUS_AT_3 = Rule("multiply", rate=2.0, threshold=3.0, ties="plus")


@pytest.mark.parametrize(
    ("reason", "run", "relevant"),
    [
        ("x in {0,1}^d", twos, [0]),
        ("r >= 1", play(winnow(2), np.ones((1, 2)), [-1]), []),
        ("r >= 1", play(winnow(2), np.ones((1, 2)), [-1]), None),  # only r = 0 fits
        ("d >= 2", play(winnow(1), np.ones((1, 1)), [1]), [0]),
        ("y is a disjunction", play(winnow(2), np.eye(2), [1, 1]), [0]),
        ("y is a disjunction", play(winnow(2), np.ones((2, 2)), [1, -1]), None),
        ("threshold d", play(PLUS_AT_3, np.eye(2), [1, 1]), [0, 1]),
        ("w starts at 1", play(winnow(2), np.eye(2), [1, 1], start=[2, 2]), [0, 1]),
        ("the run is Winnow's", play(Rule(ties="plus"), np.eye(2), [1, 1]), [0, 1]),
        ("w.x = d counts as +", play(winnow(2, ties="le"), np.eye(2), [1, 1]), [0, 1]),
        ("w.x = d counts as +", play(winnow(2, ties="minus"), np.eye(2), [1, 1]), [0, 1]),
    ],
)
def test_no_claim_about_disjunctions(reason, run, relevant):
    assert_no_claim(winnow_disjunction(run, relevant), reason)


BITS = fold_bias(np.eye(2))


@pytest.mark.parametrize(
    ("reason", "run", "relevant"),
    [
        ("x in {0,1}^d", play(Rule(), fold_bias(2 * np.eye(2)), [1, 1]), [0, 1]),
        ("the last feature", play(Rule(), 2 * BITS - np.eye(2, 3), [1, 1]), [0, 1]),
        ("y is a disjunction", play(Rule(), BITS, [1, 1]), [0]),
        ("y is a disjunction", play(Rule(), fold_bias(np.ones((2, 2))), [1, -1]), None),
        ("the run is a perceptron's", play(Rule(margin=1.0), BITS, [1, 1]), [0, 1]),
        ("w starts at 0", play(Rule(), BITS, [1, 1], start=[1, 0, 0]), [0, 1]),
    ],
)
def test_no_claim_about_the_perceptron_on_disjunctions(reason, run, relevant):
    assert_no_claim(sparse_disjunction(run, relevant), reason)


CYCLE = adversaries.winnow_cycle()
E123 = [1, 1, 1, 0, 0, 0]


LOPSIDED = [0.5, 0.1, 0.1, 0.1, 0.1, 0.1]
EXPONENTIATE = Rule("exponentiate", rate=1 / 3)


@pytest.mark.parametrize("theorem", [winnow_entropy, winnow_entropy_sharp])
@pytest.mark.parametrize(
    ("reason", "run", "v"),
    [
        ("v >= 0", exponential_winnow([[1.0]], [-1], 0.5, epochs=9), [-1]),  # it errs for ever
        ("v >= 0 that separates", exponential_winnow([[1.0]], [-1], 0.5, epochs=9), None),
        ("rho > 0", exponential_winnow(*CYCLE, 1 / 3), [0, 0, 0, 1, 0, 0]),
        ("eta ", exponential_winnow(*CYCLE, math.log(3), epochs=30), E123),  # a cycle
        ("no margin", play(replace(EXPONENTIATE, margin=0.1), *CYCLE), E123),
        ("w starts at 1/N", play(EXPONENTIATE, *CYCLE, start=LOPSIDED), E123),
        ("the run is Winnow(eta)'s", play(Rule(rate=1 / 3), *CYCLE), E123),
    ],
)
def test_no_claim_about_winnow_eta(theorem, reason, run, v):
    assert_no_claim(theorem(run, v), reason)


def test_a_rate_too_large_really_breaks_the_bound():
    run = exponential_winnow(*CYCLE, math.log(3), epochs=30)
    allowed = winnow_entropy(exponential_winnow(*CYCLE, 1 / 3), E123)
    assert run.M > allowed.bound


@pytest.mark.parametrize(
    ("reason", "run", "v"),
    [
        ("p >= 2", play(Rule("p_norm", p=1.5), np.eye(2), [1, 1]), [1, 1]),
        ("no margin", play(Rule("p_norm", p=3.0, margin=1.0), np.eye(2), [1, 1]), [1, 1]),
        ("v separates", play(Rule("p_norm", p=3.0), np.eye(2), [1, 1]), [1, 0]),
        ("some v separates", play(Rule("p_norm", p=3.0), [[1.0], [1.0]], [1, -1]), None),
        ("p-norm perceptron's", play(Rule(), np.eye(2), [1, 1]), [1, 1]),
    ],
)
def test_no_claim_about_p_norms(reason, run, v):
    assert_no_claim(p_norm(run, v), reason)


def test_features_and_comparators_that_do_not_exist_are_refused():
    with pytest.raises(ValueError, match="from 0 to 4"):
        winnow_disjunction(a_worst_run(), [5])
    with pytest.raises(ValueError, match="non-zero vector of 6"):
        winnow_entropy(exponential_winnow(*CYCLE, 0.3), [1, 1])
