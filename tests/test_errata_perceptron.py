"""The errors in the sources about perceptrons, each broken by its counterexample and repaired.

One erratum, one number: E1 to E4, E6 to E14, E17 and E18 are here, the three about Winnow (E5, E15
and E16) in test_errata_winnow.py. Every test first shows that what was published is false, then
that the repaired claim holds on the same data. Sources: Mohri (Courant, "Perceptron and Winnow"),
Utah (slides), UIC-15 and UIC-16 (CS 412, lectures 15 and 16), L8 ("Lecture 8").
"""

from fractions import Fraction
from itertools import permutations
from math import acos, cos, radians, sin, sqrt

import numpy as np
import pytest

from perceptronlib import Rule, adversaries, margins, play, theorems
from perceptronlib.core import fast
from perceptronlib.core import predict as predictors
from perceptronlib.kernels.dual import KernelRule, play_kernel
from perceptronlib.kernels.functions import linear
from perceptronlib.samples.features import fold_bias, unit_rows
from tests.instances import assert_confirmed

BOTH = pytest.mark.parametrize("ties", ["le", "plus"])
HALF, TENTH, HUNDREDTH = Fraction(1, 2), Fraction(1, 10), Fraction(1, 100)


@pytest.fixture(autouse=True)
def plain_loops():
    """The slide's own loop: its sums are in the textbook's order, and nothing is compiled."""
    with fast.using("plain"):
        yield


def perceptron(X, y, *, epochs=None, start=None, **rule):
    """Passes until one is clean, unless ``epochs`` says how many."""
    X = np.asarray(X, dtype=float)
    return play(Rule(**rule), X, y, epochs=epochs, start=start, max_epochs=100_000)


def exact_mistakes(gram):
    """How often each row is learned (``le``, passes until clean), from the products of the rows.

    ``gram[i][j]`` is y_i x_i . y_j x_j, in fractions, so that no tie is decided by rounding.
    """
    counts = [0] * len(gram)
    while True:
        before = list(counts)
        for i, row in enumerate(gram):
            counts[i] += sum(n * product for n, product in zip(counts, row, strict=True)) <= 0
        if counts == before:
            return counts


def size(vector):
    return float(np.linalg.norm(vector))


# -- E1: the margin -------------------------------------------------------------------------------

LONG_AND_SHORT = np.array([(300, 400), (-300, -400), (3, -4), (-3, 4)], dtype=float)


@pytest.mark.parametrize("ties", ["le", "plus", "minus"])
def test_e01_margin_defined_without_normalising(ties):
    """UIC-15 (4.2, theorem 5.1): with gamma = min |w*.x|/|x| and |x| <= 1, M <= 1/gamma^2.

    The proof uses y w*.x >= gamma, and a short x at the same angle has less: the claim gives 25/9
    here, the run takes 30. (``strict`` never learns anything, see E3.) True are: Novikoff with
    gamma = min y w*.x; the claim after normalising x; and, since every update gains gamma |x|
    along w* while |w|^2 <= sum |x|^2 <= R sum |x|, the sum of |x| over the mistakes is at most
    R/gamma^2, hence M <= (R/r_min)/gamma^2.
    """
    X, y = LONG_AND_SHORT, [1, -1, 1, -1]
    lengths = [500, 500, 5, 5]
    assert [int(x @ x) for x in X] == [n**2 for n in lengths]
    gamma = min(Fraction(int(abs(x[0])), n) for x, n in zip(X, lengths, strict=True))  # w* = e_1
    assert 1 / gamma**2 == Fraction(25, 9)

    run = perceptron(X, y, ties=ties)
    in_unit_ball = perceptron(X / 512, y, ties=ties)  # a power of two: nothing is rounded
    assert run.M == in_unit_ball.M == 30 > 1 / gamma**2

    assert_confirmed(theorems.novikoff(run, v=[1, 0]))
    assert 1 / gamma**2 >= perceptron(unit_rows(X), y, ties=ties).M
    R, r_min = 500, 5
    assert sum(lengths[i] for i in run.examples) <= R / gamma**2
    assert Fraction(R, r_min) / gamma**2 >= run.M


@pytest.mark.parametrize(
    ("g", "eps", "mistakes", "violated"),
    [
        (3 * TENTH, HUNDREDTH, 84, True),
        (HALF, HUNDREDTH, 52, True),
        (3 * TENTH, TENTH, 10, False),
    ],
)
def test_e01_slider_form_grows_like_one_over_the_short_length(g, eps, mistakes, violated):
    """UIC-15 (4.2): the same claim, on (g, s) and eps (g, -s), both labelled -1, s^2 = 1 - g^2.

    Both points have |w*.x|/|x| = g, whatever eps; M is 1 + (1 - 2 g^2)/eps up to one mistake, so
    a small eps breaks 1/g^2. The counts are exact (``le``, and ``plus`` is the same for y = -1).
    At g = .5 and eps = .01 the last round is a tie: rounding decides it, floats may say 51.
    """
    across = eps * (2 * g**2 - 1)
    assert sum(exact_mistakes([[1, across], [across, eps**2]])) == mistakes
    assert abs(mistakes - (1 + (1 - 2 * g**2) / eps)) <= 1
    assert (mistakes > 1 / g**2) == violated

    s = sqrt(1 - g**2)
    for ties in ("le", "plus"):
        X = [(float(g), s), (float(eps * g), -float(eps) * s)]
        run = perceptron(X, [-1, -1], ties=ties)
        assert abs(run.M - mistakes) <= 1
        assert_confirmed(theorems.novikoff(run, v=[-1, 0]))
    assert mistakes <= 1 / (eps * g) ** 2  # gamma = min y w*.x
    assert mistakes <= 1 / eps / g**2  # (R/r_min)/gamma^2


# -- E2: voting and averaging ---------------------------------------------------------------------


@BOTH
def test_e02_the_formula_called_voted_is_the_average(ties):
    """Mohri (notes on the bound) calls sgn((sum c_t w_t).x) the voted perceptron.

    That is the averaged one. Voting takes signs first, sgn(sum c_t sgn(w_t.x)), and here the two
    disagree: at (1, 0) the vote is 2 for +, the average says -1. On the pages (1, 0) has the label
    +1; here (-1, 0) has -1, the same update, so that it is a mistake under both tie rules.
    """
    run = perceptron([(-1, 0)] * 3 + [(5, -6)], [-1] * 4, epochs=1, ties=ties)
    query = np.array([[1.0, 0.0]])
    published = sum(c * w for c, w in zip(run.survival, run.path, strict=True)) @ query[0]
    vote = sum(c * np.sign(w @ query[0]) for c, w in zip(run.survival, run.path, strict=True))
    assert (vote, published) == (2, -1)
    assert predictors.voted(run, query) == 2
    assert predictors.averaged(run, query) * run.rounds == -1


@BOTH
def test_e02_the_sum_over_mistakes_forgets_the_last_vector(ties):
    """Mohri sums c_t w_t over t in I, and for t in I w_t is the vector that was about to change.

    So the vector that is never wrong again, the last one, is not in the sum: after one mistake
    and perfection it is 0 and predicts nothing. The sum has to run over all rounds.
    """
    X = np.array([(-1.0, 0.0)] * 5)
    run = perceptron(X, [-1] * 5, epochs=1, ties=ties)
    assert run.M == 1
    lives = np.diff(run.mistakes, prepend=-1)  # how many rounds each of those vectors predicted
    published = sum(c * run.weights(t) for c, t in zip(lives, run.mistakes, strict=True))
    assert not np.any(published)
    assert run.weight_sum.tolist() == [5, 0]
    assert (run.y * predictors.averaged(run, X) > 0).all()


# -- E3 and E4: what happens at zero --------------------------------------------------------------


def test_e03_strict_descent_never_leaves_the_origin():
    """Mohri (SGD slide): update if y w.x < 0, and stay where the loss is not differentiable.

    From w = 0 every score is 0, so nothing ever happens; and F(0) = 0 is already the minimum of
    the loss, so descent has no reason to move. At the kink -y x is a subgradient as well: taking
    it is the perceptron, "update if y w.x <= 0", and it separates the data.
    """
    X, y = LONG_AND_SHORT, np.array([1, -1, 1, -1])
    w = np.zeros(2)
    for _ in range(10):
        for x, label in zip(X, y, strict=True):
            if label * (w @ x) < 0:
                w = w + label * x
    assert not w.any()
    assert perceptron(X, y, ties="strict").M == 0
    least = margins.perceptron_loss(w, X, y)
    assert least == 0
    rng = np.random.default_rng(0)
    assert all(margins.perceptron_loss(v, X, y) >= least for v in rng.normal(size=(50, 2)))

    w, stuck = np.zeros(2), np.zeros(2)
    for _ in range(20):
        for x, label in zip(X, y, strict=True):
            stuck = stuck - margins.perceptron_subgradient(stuck, x, label, at_kink=0)
            w = w - margins.perceptron_subgradient(w, x, label)
    assert not stuck.any()
    assert (y * (X @ w) > 0).all()
    assert w.tolist() == perceptron(X, y).last_weights.tolist()


TIE_TABLE = [
    (np.eye(3), [1, 1, 1], 3, 0),
    ([(-2, -1), (2, 0)], [1, 1], 11, 0),
    ([(-2, -1), (-1, 2), (2, 0)], [-1, 1, -1], 3, 11),
]


@pytest.mark.parametrize(("X", "y", "le", "plus"), TIE_TABLE)
def test_e04_the_tie_rule_changes_the_count_in_either_direction(X, y, le, plus):
    """Utah's threshold unit answers + at w.x = 0, yet a mistake "can be written as" y w.x <= 0.

    For y = +1 and w.x = 0 these contradict each other. They are two algorithms, and neither is
    always better: 11 against 0, but also 3 against 11, in the order given. Novikoff holds for
    both, and for sgn(0) = -1.
    """
    x = np.array(X[0], dtype=float)
    answers, errs = Rule(ties="plus").predicts(np.zeros(1)), Rule().errs(np.zeros(len(x)), x, 1.0)
    assert answers == 1
    assert errs  # a correct answer that counts as a mistake
    runs = {ties: perceptron(X, y, ties=ties) for ties in ("le", "plus", "minus")}
    assert (le, plus) == (runs["le"].M, runs["plus"].M)
    for run in runs.values():
        assert_confirmed(theorems.novikoff(run))


@BOTH
def test_e04_the_strict_inequality_in_the_proof_fails(ties):
    """UIC-15 (5.5) writes M gamma < sqrt(M). At M = gamma = 1 both sides are 1: it is <= only."""
    run = perceptron([[1]], [-1], ties=ties)
    gamma = margins.functional_margin([-1], run.X, run.y)
    assert (run.M, gamma) == (1, 1)
    assert not run.M * gamma < sqrt(run.M)
    assert run.M * gamma <= sqrt(run.M)


# -- E6: the dual ---------------------------------------------------------------------------------


@pytest.mark.parametrize("second", [-1, 1])
@pytest.mark.parametrize("m", [2, 3, 6])
def test_e06_the_printed_dual_is_not_the_perceptron(m, second):
    """Mohri's dual and kernel perceptron set alpha_{t+1} <- alpha_t + 1, and sum over all s <= T.

    So alpha is a running count, shifted by one: a mistake at x_1 counts x_2, which nobody has seen,
    and the sum lets the label y_t speak before it is received, so the guess is right whatever y_t
    is. Right is: alpha_i += 1 on a mistake at i. Then sum alpha = M and w = sum alpha y x.
    """
    X, y = np.eye(m), np.array([-1, second] + [-1] * (m - 2))
    alpha = np.zeros(m + 1, dtype=int)
    for t in range(m):
        score = sum(alpha[s] * y[s] * (X[s] @ X[t]) for s in range(m))
        alpha[t + 1] = alpha[t] + (y[t] * score <= 0)
    published_mistakes = alpha[m]
    assert published_mistakes == 1
    assert alpha[:m].tolist() == [0] + [1] * (m - 1)
    assert (alpha[:m] * y) @ X @ X[0] == 0  # the one example it erred on is not learned

    primal, dual = perceptron(X, y, epochs=1), play_kernel(KernelRule(linear), X, y)
    assert dual.mistakes.tolist() == primal.mistakes.tolist() == list(range(m))
    assert dual.alpha.sum() == dual.M == m
    assert ((dual.alpha * y) @ X).tolist() == primal.last_weights.tolist()
    assert (y * dual.scores(X) > 0).all()


# -- E7: large margins ----------------------------------------------------------------------------

ONE_PASS_IS_NOT_ENOUGH = np.array([(0.6, 0.8), (0.28, 0.96), (0.28, -0.96)])


def test_e07_the_length_overshoots_two_over_gamma():
    """L8 (1.3) counts 3 gamma/4 per mistake from the moment |w| >= 2/gamma, starting at 2/gamma.

    But the update that crosses 2/gamma lands beyond it, and that surplus is in no one's account.
    Repair: from |w| < 2/gamma one gets |w'|^2 <= 4/gamma^2 + 3 <= (2/gamma + 3 gamma/4)^2, so the
    crossing costs no more than a later mistake, and |w_M| <= 2/gamma + 3 gamma M/4 by induction.
    """
    gamma = 0.2
    run = perceptron(*adversaries.large_margin_worst(gamma), slope=gamma / 2)
    sizes = np.linalg.norm(run.path, axis=1)
    crossing = int(np.argmax(sizes >= 2 / gamma))
    assert crossing == 46
    after = np.arange(run.M + 1 - crossing)  # how many mistakes were made since
    published = 2 / gamma + 3 * gamma / 4 * after
    assert sizes[crossing] > published[0] + 0.05

    assert (sizes <= 2 / gamma + 3 * gamma / 4 * np.arange(run.M + 1)).all()
    assert (sizes[1:] ** 2 <= sizes[:-1] ** 2 + gamma * sizes[:-1] + 1 + 1e-9).all()
    assert_confirmed(theorems.large_margin(run, v=[1, 0, 0]))
    for exact in (Fraction(1, 5), HUNDREDTH, Fraction(1)):
        at_most = (2 / exact + 3 * exact / 4) ** 2
        assert (2 / exact) ** 2 + exact * (2 / exact) + 1 == 4 / exact**2 + 3 <= at_most


def test_e07_the_moved_vector_can_be_longer_than_one():
    """L8 (1.3) moves x by gamma/2 against w and goes on as if the result had length at most 1.

    It has not when the score was negative enough (1.09 here). What the step needs is true anyhow:
    |w'|^2 <= |w|^2 + gamma |w| + 1 follows from the rule y w.x <= (gamma/2)|w| directly.
    """
    gamma, (w, _, x) = 0.28, ONE_PASS_IS_NOT_ENOUGH
    assert w @ x <= gamma / 2 * size(w)  # an update
    assert size(x - gamma / 2 * w / size(w)) == pytest.approx(1.0898, abs=1e-4)
    assert size(w + x) ** 2 <= size(w) ** 2 + gamma * size(w) + 1


@pytest.mark.parametrize("gamma", [0.5, 0.2, 0.1, 0.05])
def test_e07_the_best_constant_is_not_eight(gamma):
    """L8 (1.3) proves M <= 8/gamma^2. True, but the best constant is the root of s = 2 ln(1 + s).

    It is 2.5128624, and an adversary comes within three mistakes of it at every gamma.
    """
    C = adversaries.large_margin_constant()
    assert pytest.approx(2.5128624, abs=5e-8) == C == pytest.approx(2 * np.log1p(C), rel=1e-12)
    X, y = adversaries.large_margin_worst(gamma)
    run = perceptron(X, y, slope=gamma / 2)
    assert margins.functional_margin([1, 0, 0], X, y) >= gamma
    assert C / gamma**2 - 3 < run.M <= C / gamma**2 < 8 / gamma**2
    assert_confirmed(theorems.large_margin(run, v=[1, 0, 0]))


def test_e07_the_origin_must_count_and_one_pass_is_not_enough():
    """L8 (1.3) leaves open what w = 0 does, and when the final w has margin gamma/2.

    At w = 0 score and threshold are both 0: unless that counts as a mistake nothing is ever
    learned. And after one pass the margin can be smaller, .1038 < .14 here: an example that was
    right once need not stay right. Only a clean pass proves a margin above gamma/2.
    """
    X, y, gamma = ONE_PASS_IS_NOT_ENOUGH, [1, 1, 1], 0.28
    assert perceptron(X, y, slope=gamma / 2, ties="strict").M == 0
    once = perceptron(X, y, slope=gamma / 2, epochs=1)
    assert margins.sample_margin(once.last_weights, X, y) == pytest.approx(0.1038, abs=5e-5)
    assert not once.converged
    clean = perceptron(X, y, slope=gamma / 2)
    assert clean.M > once.M
    assert margins.sample_margin(clean.last_weights, X, y) > gamma / 2
    assert_confirmed(theorems.large_margin(clean, v=[1, 0]))


# -- E8: where it starts, and the bias ------------------------------------------------------------


@pytest.mark.parametrize(("ties", "mistakes"), [("le", 11), ("plus", 10)])
def test_e08_the_bound_needs_to_start_at_zero(ties, mistakes):
    """Mohri's PERCEPTRON(w_0) may start anywhere ("typically" at 0), the bound R^2/rho^2 may not.

    From w_0 = -10 the example x = 1, y = +1 needs 11 mistakes, not 1. The proof then gives
    M rho - |w_0| <= sqrt(|w_0|^2 + M R^2), so M <= R^2/rho^2 + 2 |w_0|/rho.
    """
    R, rho, start = 1, 1, -10
    run = perceptron([[1]], [1], start=[start], ties=ties)
    assert run.M == mistakes > R**2 / rho**2
    assert theorems.novikoff(run, v=[1]).holds is None  # it makes no claim
    assert R**2 / rho**2 + 2 * abs(start) / rho >= run.M
    assert_confirmed(theorems.novikoff(perceptron([[1]], [1], ties=ties), v=[1]))


@pytest.mark.parametrize(("b", "mistakes"), [(0, 1), (1, 2), (5, 6), (50, 51)])
def test_e08_a_bias_that_is_never_learned_costs_mistakes(b, mistakes):
    """UIC-15 (algorithm 2.1) predicts with sign(w.x + b), updates w, never b, and claims 1/gamma^2.

    On x = 1, y = -1 with margin 1 that claim is one mistake; w has to work off b, which takes
    b + 1. A bias that is a constant feature is learned like any weight, and Novikoff holds.
    """
    w, published = 0, 0
    while w * 1 + b >= 0:  # the prediction is +1, the label is -1
        w, published = w - 1, published + 1
    assert published == mistakes
    assert (published > 1) == (b > 0)
    assert mistakes == perceptron([[1]], [-1], threshold=-b, ties="plus").M

    folded = perceptron(fold_bias(np.array([[1.0]])), [-1], ties="plus")
    assert folded.M == 1
    assert_confirmed(theorems.novikoff(folded, v=[-1, 0]))


@BOTH
def test_e08_normalise_after_folding_not_before(ties):
    """L8 (1) assumes a constant feature for the bias and |x| = 1 "without loss of generality".

    That is right in L8's order only. Normalised first, 1 and 3 on a line become the same point,
    with both labels. Folded first they stay apart, and scaling a row changes no sign.
    """
    X, y = np.array([[1.0], [3.0]]), [1, -1]
    wrong = fold_bias(unit_rows(X))
    assert wrong[0].tolist() == wrong[1].tolist()
    with pytest.raises(margins.NotSeparable):
        margins.max_margin(wrong, y)
    right = perceptron(unit_rows(fold_bias(X)), y, ties=ties)
    assert right.converged
    assert_confirmed(theorems.novikoff(right))


@pytest.mark.parametrize(("c", "mistakes"), [(0, 2), (1, 3), (5, 47), (20, 802), (100, 20002)])
def test_e08_folding_the_bias_has_a_price(c, mistakes):
    """L8 and Utah fold the bias in at no charge. The points c - 1, c + 1 on a line show the bill.

    A boundary at c always has margin 1, but the folded rows are nearly parallel for large c: M
    grows like c^2 (``le``). With the origin moved to c it is 2. Novikoff charges (1 + c^2) R^2.
    """
    X, y = adversaries.folded_pair(c)
    run = perceptron(X, y)
    assert mistakes == run.M
    assert perceptron(X - [c, 0], y).M == 2
    assert (1 + c**2) * ((c + 1) ** 2 + 1) >= run.M
    assert_confirmed(theorems.novikoff(run, v=[1, -c]))


# -- E9 and E10: data that nothing separates ------------------------------------------------------


def test_e09_the_growth_of_w_is_claim_two():
    """UIC-15 heads 5.2 "Proof of Claim 1" and proves |w'|^2 <= |w|^2 + 1 there, which is claim 2.

    They are not the same: on a contradiction, where the mistakes never end, claim 2 holds at every
    update and claim 1 (w.u >= k gamma) fails at the second. Only the two together bound M.
    """
    run = perceptron([[1], [1]], [1, -1], epochs=5)
    k, gamma = np.arange(run.M + 1), 1
    squares, along = (run.path**2).sum(axis=1), run.path[:, 0]
    assert (np.diff(squares) <= 1).all()
    assert np.flatnonzero(along < k * gamma)[0] == 2
    separable = perceptron(*adversaries.orthonormal(3))
    assert (np.diff((separable.path**2).sum(axis=1)) <= 1).all()
    assert (separable.path @ [1, 1, 1] >= np.arange(4)).all()


def test_e09_two_corrupted_formulas():
    """UIC-15 prints the margins as u*.x = 4 gamma (6.1), and "remains close to 1/sqrt 2" (6.10).

    The hinge loss begins at u*.x = +-gamma: at 4 gamma a point has long had none. (The worked
    losses, 5 gamma at y u*.x = -4 gamma and 2 gamma at -gamma, are right.) And 1/sqrt 2 is below
    one mistake; the separable bound is 1/gamma^2, which n orthonormal rows attain.
    """
    gamma, step = 0.25, 2.0**-20
    at = np.array([[-4 * gamma], [-gamma], [gamma - step], [gamma], [4 * gamma - step]])
    losses = margins.hinge_losses([1], at, np.ones(5), gamma)
    assert losses.tolist() == [5 * gamma, 2 * gamma, step, 0, 0]

    for n in (1, 3, 10):
        X, y = adversaries.orthonormal(n)
        best = margins.max_margin(X, y)
        losses = margins.hinge_losses(best.v, X, y, best.margin)
        assert losses == pytest.approx(np.zeros(n), abs=1e-12)
        mistakes = perceptron(X, y).M
        assert mistakes == n > 1 / sqrt(2)
        assert mistakes == pytest.approx(1 / best.margin**2)


@BOTH
def test_e10_the_hinge_bound_needs_a_unit_comparator(ties):
    """UIC-15 (theorem 6.1) claims M <= 1/gamma^2 + 2 sum xi/gamma for any u*.

    A long u* has no hinge loss at any gamma: u* = (100, 0) with gamma = 1 promises one mistake,
    two are made. With |u*| the first term is |u*|^2/gamma^2; or take |u*| = 1, gamma = .6.
    """
    X, y = np.array([(0.6, 0.8), (-0.6, 0.8)]), [1, -1]
    run = perceptron(X, y, ties=ties)
    assert run.M == 2
    assert not margins.hinge_losses([100, 0], X, y, 1).any()
    assert run.M > 1 / 1**2 + 0
    assert run.M <= 100**2 / 1**2 + 0
    assert theorems.hinge(run, v=[100, 0], rho=1).holds is None  # it makes no claim
    assert not margins.hinge_losses([1, 0], X, y, 0.6).any()
    assert run.M <= 1 / 0.6**2 + 0
    assert_confirmed(theorems.hinge(run, v=[1, 0], rho=0.6))


@pytest.mark.parametrize(("ties", "mistakes"), [("le", 10), ("plus", 9)])
def test_e10_the_hinge_loss_is_summed_over_rounds(ties, mistakes):
    """UIC-15 (theorem 6.1) sums xi over the N examples and bounds all mistakes for ever by it.

    A contradiction, x = 1 with both labels, has sum xi = 2 and so a bound of 5; five epochs make
    10 mistakes (``le``), more would make more. The sum has to run over rounds: one pass, or every
    pass again.
    """
    X, y, epochs = [[1], [1]], [1, -1], 5
    xi = margins.hinge_losses([1], X, y, 1)
    published = 1 + 2 * xi.sum()
    assert published == 5
    run = perceptron(X, y, epochs=epochs, ties=ties)
    assert run.M == mistakes > published
    assert 1 + 2 * xi[run.order].sum() == 21 >= run.M
    assert_confirmed(theorems.hinge(run, v=[1], rho=1))
    assert published >= perceptron(X, y, epochs=1, ties=ties).M


def test_e10_a_hinge_loss_does_not_mean_a_wrong_answer():
    """UIC-15 (6.2, 6.8) reads xi > 0 as "misclassified". That is xi > gamma.

    x = 1/2 is on the right side of u* = 1 and inside the margin 1: xi = 1/2, answer correct.
    """
    inside, wrong = margins.hinge_losses([1], [[0.5], [-0.5]], [1, 1], gamma=1)
    assert 0 < inside < 1 < wrong
    assert margins.point_margins([1], [[0.5], [-0.5]], [1, 1]).tolist() == [0.5, -0.5]


# -- E11: the kernel sum --------------------------------------------------------------------------


@BOTH
def test_e11_the_sum_over_all_rounds_is_hebbs_rule(ties):
    """UIC-15 (8.4 to 8.9) predicts with sign(sum_t y_t K(x_t, x)), t over *all* rounds.

    That adds every example once and never listens: Hebb's rule. Here it scores 15 and -2, so one
    of its two training examples stays wrong. The sum over mistakes (with repetition) separates.
    """
    y = np.array([-1.0, -1.0])
    X = y[:, None] * np.array([(-3, -3), (0, 1)])
    published = y * (linear(X, X) @ y)
    assert published.tolist() == [15, -2]
    run = play_kernel(KernelRule(linear, ties=ties), X, y, epochs=None)
    assert run.M == 5
    assert run.converged
    assert (y * run.scores(X) > 0).all()


# -- E12: the learning rate -----------------------------------------------------------------------

RATE_ROWS = [(1, -3), (1, 2)]  # y x of {(1, -3)+, (-1, -2)-}


def mistakes_at_rate(r):
    """The perceptron on RATE_ROWS in the arithmetic of r: rounds with a mistake until clean."""
    w, log, t, clean = [0 * r, 0 * r], [], 0, 0
    while clean < len(RATE_ROWS):
        a, b = RATE_ROWS[t % 2]
        clean += 1
        if w[0] * a + w[1] * b <= 0:
            w, clean = [w[0] + r * a, w[1] + r * b], 0
            log.append(t)
        t += 1
    return log


def test_e12_the_learning_rate_changes_nothing_but_the_scale():
    """Utah: r is "a small positive number less than 1". From w = 0 it only multiplies w by r.

    In exact arithmetic every r > 0 makes the same mistakes. In floats r = 0.1 breaks ties by
    rounding, 3 updates in place of 5; powers of two round nothing.
    """
    for r in (1, TENTH, Fraction(1, 3), Fraction(7), 1000 * HUNDREDTH):
        assert len(mistakes_at_rate(r)) == 5
        assert mistakes_at_rate(r) == mistakes_at_rate(1)
    assert len(mistakes_at_rate(0.1)) == 3
    for r in (2.0**-30, 0.25, 0.5, 2.0, 1024.0):
        run = perceptron([(1, -3), (-1, -2)], [1, -1], rate=r)
        assert run.mistakes.tolist() == mistakes_at_rate(r) == mistakes_at_rate(1)
        assert run.last_weights.tolist() == [r * w for w in perceptron(run.X, run.y).last_weights]


def test_e12_with_a_margin_only_the_ratio_matters():
    """Utah gives the margin perceptron r and eta, as if they were two choices. From w = 0 they are
    one: (eta, r) and (2 eta, 2 r) make the same mistakes; r alone changes them."""
    X, y = [(1, -3), (-1, -2), (2, 1)], [1, -1, 1]
    same = [perceptron(X, y, margin=s * 3, rate=s).mistakes.tolist() for s in (0.25, 1.0, 8.0)]
    assert same[0] == same[1] == same[2]
    assert perceptron(X, y, margin=3.0, rate=8.0).mistakes.tolist() != same[1]
    assert [perceptron([[1]], [1], margin=1.0, rate=r).M for r in (1.0, 2.0)] == [2, 1]
    assert_confirmed(theorems.margin(perceptron(X, y, margin=3.0)))


def test_e12_from_another_start_the_rate_does_matter():
    """Mohri allows both w_0 and eta. From w_0 = -10 larger steps are there sooner."""
    counts = [perceptron([[1]], [1], start=[-10], rate=r).M for r in (1.0, 2.0, 5.0)]
    assert counts == [11, 6, 3]


# -- E13: averaging -------------------------------------------------------------------------------


@BOTH
def test_e13_the_average_need_not_separate(ties):
    """Utah: "If you want to use the Perceptron algorithm, use averaging".

    On separable data the last vector separates once a pass is clean; the average still contains
    the beginner's errors. Here w = (-2, 1) is right and the sum (-9, 1) scores 25 and -6.
    """
    run = perceptron([(3, 2), (-1, -3)], [-1, -1], ties=ties)
    assert run.last_weights.tolist() == [-2, 1]
    assert (run.y * run.scores(run.X) > 0).all()
    assert run.weight_sum.tolist() == [-9, 1]
    assert (run.y * (run.X @ run.weight_sum)).tolist() == [25, -6]
    later = perceptron(run.X, run.y, ties=ties, epochs=20)
    assert (later.y * predictors.averaged(later, later.X) > 0).all()  # the errors fade


def test_e13_on_noisy_labels_averaging_wins():
    """Where Utah's advice is right: with 10% of the labels flipped the last vector is whatever the
    last noise made of it, and the average errs less than half as often (mean of five draws)."""
    errors = []
    for seed in range(5):
        rng = np.random.default_rng(seed)
        target, X, queries = (rng.normal(size=shape) for shape in (20, (500, 20), (2000, 20)))
        y = np.sign(X @ target) * np.where(rng.random(500) < 0.1, -1, 1)
        run = perceptron(X, y, epochs=5)
        truth = np.sign(queries @ target)
        answers = [np.sign(p(run, queries)) for p in (predictors.last, predictors.averaged)]
        errors.append([np.mean(answer != truth) for answer in answers])
    last, averaged = np.transpose(errors)
    assert (averaged < last).all()
    assert averaged.mean() < last.mean() / 2


# -- E14: leave-one-out ---------------------------------------------------------------------------


def leave_one_out(X, y, order, epochs=None):
    """How many examples are misclassified (y w.x <= 0) by the run on the others, in this order."""
    errors = 0
    for i in order:
        rest = [j for j in order if j != i]
        w = perceptron(X[rest], y[rest], epochs=epochs).last_weights
        errors += bool(y[i] * (w @ X[i]) <= 0)
    return errors


LOO = np.array([(-2.0, -1.0), (-1.0, 0.0), (-2.0, 2.0)]), np.array([-1, -1, 1])


def test_e14_leave_one_out_needs_passes_to_convergence():
    """Mohri: LOO errors <= M(S), "after training (repeated passes)"; how many is not said.

    With one pass it is false: M = 2 and all three examples are errors (``le``). With passes to a
    clean one it holds in every order, also with the number of distinct examples updated in place
    of M, which is smaller (2 against 4 in one of the orders). Mohri's min(M, R^2/rho^2) is M.
    """
    X, y = LOO
    assert perceptron(X, y, epochs=1).M == 2
    assert leave_one_out(X, y, (0, 1, 2), epochs=1) == 3
    assert theorems.leave_one_out(perceptron(X, y, epochs=1)).holds is None  # it makes no claim
    seen = {}
    for order in permutations(range(3)):
        run = perceptron(X[list(order)], y[list(order)])
        seen[order] = leave_one_out(X, y, order), len(run.support), run.M
        errors, distinct, mistakes = seen[order]
        assert errors <= distinct <= mistakes
        assert_confirmed(theorems.leave_one_out(run))
        assert_confirmed(theorems.novikoff(run))  # M <= R^2/rho^2: their minimum is M
    assert seen[0, 1, 2] == (2, 3, 3)
    assert seen[1, 0, 2] == (2, 2, 4)


def test_e14_leave_one_out_needs_the_same_order():
    """Mohri's proof says: without an update at x, removing x changes nothing. In the same order!

    If the runs without x are shuffled anew (as Utah's standard algorithm does) they may meet what
    the full run never did: one mistake in the full run, two leave-one-out errors.
    """
    X, y = np.array([(-2.0, -2.0), (-2.0, -1.0), (-2.0, 2.0)]), np.ones(3, dtype=int)
    order, other = [1, 0, 2], [0, 2, 1]
    run = perceptron(X[order], y[order])
    assert run.M == 1
    assert leave_one_out(X, y, other) == 2 > run.M
    assert leave_one_out(X, y, order) <= len(run.support) <= run.M
    for unused in (0, 2):
        rest = [i for i in order if i != unused]
        assert perceptron(X[rest], y[rest]).last_weights.tolist() == run.last_weights.tolist()


# -- E17 and E18: words that say more than the formulas -------------------------------------------


@pytest.mark.parametrize("gamma", [0.1, 0.5, 0.9])
def test_e17_the_distance_to_a_margin_is_not_the_hinge_loss(gamma):
    """L8 (1.2): TD is the total distance points move "to make them separable by angular margin".

    An angular margin gamma is a cone. From x = -w* its nearest point is the apex, at distance 1,
    while the hinge loss, the distance along w* to the plane w*.x = gamma, is 1 + gamma.
    """
    w = np.array([1.0, 0.0])
    angles, lengths = np.meshgrid(np.linspace(0, acos(gamma), 50), np.linspace(0, 2, 50))
    cone = np.stack([lengths * np.cos(angles), lengths * np.sin(angles)], axis=-1)
    assert (cone @ w >= (gamma - 1e-12) * np.linalg.norm(cone, axis=-1)).all()
    assert np.linalg.norm(cone - (-w), axis=-1).min() == 1
    assert margins.hinge_losses(w, [-w], [1], gamma).tolist() == [1 + gamma]


@pytest.mark.parametrize("n", [3, 10])
def test_e17_the_proof_fails_with_the_distance_moved(n):
    """L8 (1.2) derives w_M.w* >= gamma M - TD, hence sqrt(M) >= gamma M - TD.

    On x = 1 and x = -1, both +, in turn (w* = 1, gamma = 1) the negative ones move by 1 each,
    TD = n; but M = 2n and w_M = 0. With sum max(0, gamma - y w*.x) = 2n both steps hold.
    """
    X, y, gamma = np.array([[1.0], [-1.0]] * n), np.ones(2 * n), 1
    run = perceptron(X, y, epochs=1)
    assert 2 * n == run.M
    assert run.last_weights.tolist() == [0]
    distance = n
    assert run.last_weights[0] < gamma * run.M - distance
    assert sqrt(run.M) < gamma * run.M - distance
    hinge = margins.hinge_losses([1], X, y, gamma).sum()
    assert run.last_weights[0] >= gamma * run.M - hinge
    assert 1 / gamma**2 + 2 * hinge / gamma >= run.M
    assert_confirmed(theorems.hinge(run, v=[1], rho=gamma))


@BOTH
def test_e18_a_larger_margin_can_cost_more_mistakes(ties):
    """UIC-15 (4.2, and its diagram): "A larger margin means fewer mistakes by the perceptron."

    True of the bound only. A margin of .0175 (one degree) can cost one mistake, when the first
    example happens to be the separator; three orthonormal rows, margin .577, cost three.
    """
    a, minus = radians(1), -np.ones(3)
    narrow = perceptron(-np.array([(1, 0), (sin(a), cos(a)), (sin(a), -cos(a))]), minus, ties=ties)
    wide = perceptron(-np.eye(3), minus, ties=ties)
    margin = [margins.max_margin(run.X, run.y).margin for run in (narrow, wide)]
    assert margin == pytest.approx([0.0175, 0.577], abs=5e-4)
    assert (narrow.M, wide.M) == (1, 3)
    certificates = [theorems.novikoff(run) for run in (narrow, wide)]
    for certificate in certificates:
        assert_confirmed(certificate)
    assert certificates[0].bound > certificates[1].bound
