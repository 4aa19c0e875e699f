"""The worst cases are as bad as they claim to be.

The oracles below are textbook loops in plain Python, exact where the numbers are whole, and know
nothing of the library: what is checked is the data, not our learners.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from operator import mul, truediv
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptronlib import adversaries as adv

RULES = ("le", "plus")
QUARTER = Fraction(1, 4)


# --- Oracles ---------------------------------------------------------------------------------


def whole(rows: Any) -> list[list[int]]:
    """The same numbers as Python ints; fails if they are not whole."""
    numbers = [[int(value) for value in row] for row in rows]
    assert np.array_equal(np.array(numbers, dtype=float).reshape(np.shape(rows)), rows)
    return numbers


def sample(data: tuple[Any, Any]) -> list[tuple[list[int], int]]:
    return list(zip(whole(data[0]), [int(label) for label in data[1]], strict=True))


def dot(a: Sequence[Any], b: Sequence[Any]) -> Any:
    return sum(x * y for x, y in zip(a, b, strict=True))


def wrong(score: Any, label: int, rule: str) -> bool:
    return label * score <= 0 if rule == "le" else (1 if score >= 0 else -1) != label


def perceptron(
    examples: Sequence[tuple[list[int], int]], rule: str = "le"
) -> tuple[list[int], list[int]]:
    """Passes until one is clean: mistakes in each pass, final weights."""
    w = [0] * len(examples[0][0])
    passes: list[int] = []
    while not passes or passes[-1]:
        passes.append(0)
        for x, label in examples:
            if wrong(dot(w, x), label, rule):
                w = [a + label * b for a, b in zip(w, x, strict=True)]
                passes[-1] += 1
    return passes, w


def exponentiated_winnow(
    examples: Sequence[tuple[list[int], int]], factor: Fraction, rule: str, passes: int
) -> list[int]:
    """Mistakes in each pass; the weights are factor^theta, exact, not normalised (signs agree)."""
    theta = [0] * len(examples[0][0])
    mistakes = [0] * passes
    for t in range(passes):
        for x, label in examples:
            if wrong(dot([factor**e for e in theta], x), label, rule):
                theta = [a + label * b for a, b in zip(theta, x, strict=True)]
                mistakes[t] += 1
    return mistakes


def winnow(
    examples: Sequence[tuple[list[int], int]], w: list[Any], factor: Any, threshold: int
) -> tuple[int, list[Any]]:
    """One pass of Winnow in the arithmetic of its weights: mistakes and weights."""
    mistakes = 0
    for x, label in examples:
        if (1 if dot(w, x) >= threshold else -1) != label:
            learn = mul if label > 0 else truediv
            w = [learn(a, factor) if b else a for a, b in zip(w, x, strict=True)]
            mistakes += 1
    return mistakes, w


def large_margin_updates(X: Any, y: Any, gamma: float) -> int:
    w = [0.0] * len(X[0])
    updates = 0
    for x, label in zip(X.tolist(), y.tolist(), strict=True):
        length = math.sqrt(dot(w, w))
        if length == 0 or label * dot(w, x) <= gamma / 2 * length:
            w = [a + label * b for a, b in zip(w, x, strict=True)]
            updates += 1
    return updates


@cache
def brute_force(
    relevant: tuple[Fraction, ...], irrelevant: tuple[Fraction, ...], f: Fraction
) -> int:
    """The game by plain recursion over every example; only equal positions are shared."""
    d = len(relevant) + len(irrelevant)
    best = 0
    for x in product((0, 1), repeat=d):
        label = any(x[: len(relevant)])
        w = relevant + irrelevant
        if (dot(w, x) >= d) != label:
            step = f if label else 1 / f
            after = [a * step if b else a for a, b in zip(w, x, strict=True)]
            r = len(relevant)
            position = tuple(sorted(after[:r])), tuple(sorted(after[r:]))
            best = max(best, 1 + brute_force(*position, f))
    return best


# --- What every generator promises -----------------------------------------------------------

EVERY = [
    adv.orthonormal(3),
    adv.hadamard(1),
    adv.hadamard(8),
    adv.exponential(4),
    adv.disjunction_hadamard(8),
    adv.large_margin_worst(0.3),
    adv.winnow_cycle(),
    adv.l_of_k(3, 4),
    adv.folded_pair(5),
    (adv.winnow_worst(4, 1).X, adv.winnow_worst(4, 1).y),
    (adv.winnow_worst(1, 1).X, adv.winnow_worst(1, 1).y),
]


@pytest.mark.parametrize(("X", "y"), EVERY)
def test_arrays_are_float64_c_ordered_and_labels_are_signs(X: Any, y: Any) -> None:
    assert X.dtype == y.dtype == np.float64
    assert X.ndim == 2 and y.shape == (len(X),)
    assert X.flags.c_contiguous and y.flags.c_contiguous
    assert X.flags.writeable and y.flags.owndata
    assert set(y.tolist()) <= {-1.0, 1.0}
    assert not (np.signbit(X) & (X == 0)).any()  # no -0.0 in tables


def test_all_names_exist_and_are_documented() -> None:
    for name in adv.__all__:
        documentation = getattr(adv, name).__doc__
        assert "Taught in lecture" in documentation and ">>>" in documentation, name


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: adv.orthonormal(0), "whole number >= 1; got 0"),
        (lambda: adv.orthonormal(2.5), "whole number >= 1; got 2.5"),
        (lambda: adv.exponential("3"), "whole number >= 1; got '3'"),
        (lambda: adv.exponential_mistakes(True), "got True"),
        (lambda: adv.hadamard(12), "power of two.*got 12.*nearest are 8 and 16"),
        (lambda: adv.hadamard(0), "whole number >= 1; got 0"),
        (lambda: adv.disjunction_hadamard(2), "whole number >= 4; got 2"),
        (lambda: adv.disjunction_hadamard(6), "power of two.*got 6"),
        (lambda: adv.large_margin_worst(0), "between 0.001 and 1; got 0"),
        (lambda: adv.large_margin_worst(1.5), "got 1.5"),
        (lambda: adv.large_margin_worst(math.nan), "got nan"),
        (lambda: adv.large_margin_constant(1), "below 1; got 1"),
        (lambda: adv.large_margin_constant(-0.1), "at least 0"),
        (lambda: adv.l_of_k(5, 4), "k = 4 .*from 1 to 4; got 5"),
        (lambda: adv.l_of_k(1, 21), "from 1 to 20; got 21"),
        (lambda: adv.folded_pair(math.inf), "finite number; got inf"),
        (lambda: adv.winnow_worst(0, 0), "number of features.* >= 1; got 0"),
        (lambda: adv.winnow_worst(3, 4), "d = 3 .*from 0 to 3; got 4"),
        (lambda: adv.winnow_worst(3, 1, 0), "positive and finite; got 0"),
        (lambda: adv.winnow_worst(3, 1, math.inf), "got inf"),
        (lambda: adv.winnow_worst(3, 1, math.nan), "got nan"),
    ],
)
def test_errors_say_what_was_given_and_expected(call: Any, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        call()


def test_numpy_integers_are_whole_numbers() -> None:
    assert adv.orthonormal(np.int64(2))[0].shape == (2, 2)
    assert adv.winnow_worst(np.int64(3), np.int32(1)).value == 3


# --- Perceptron ------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("n", [1, 2, 3, 6, 12, 33])
def test_orthonormal_attains_novikoff(n: int, rule: str) -> None:
    examples = sample(adv.orthonormal(n))
    passes, w = perceptron(examples, rule)
    assert passes == [n, 0] and w == [1] * n
    assert all(label * sum(x) == 1 and dot(x, x) == 1 for x, label in examples)  # M g^2 = R^2|v|^2


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("n", [1, 2, 4, 8, 16, 64])
def test_hadamard_attains_novikoff(n: int, rule: str) -> None:
    examples = sample(adv.hadamard(n))
    assert all(label * x[0] == 1 and dot(x, x) == n for x, label in examples)
    passes, w = perceptron(examples, rule)
    assert passes == [n, 0] and w == [n] + [0] * (n - 1)


@settings(deadline=None, max_examples=40)
@given(st.data())
def test_hadamard_in_every_order_n_against_log_n(data: st.DataObject) -> None:
    n = data.draw(st.sampled_from([1, 2, 4, 8, 16]))
    examples = data.draw(st.permutations(sample(adv.hadamard(n))))
    factor = data.draw(st.fractions(Fraction(9, 8), 5, max_denominator=9))
    rule = data.draw(st.sampled_from(RULES))
    assert sum(perceptron(examples, rule)[0]) == n
    assert exponentiated_winnow(examples, factor, rule, 2) == [n.bit_length() - 1, 0]


def test_hadamard_signs_are_free_under_le_but_not_under_plus() -> None:
    mixed = [
        ([-a for a in x], -label) if i % 2 else (x, label)
        for i, (x, label) in enumerate(sample(adv.hadamard(8)))
    ]
    assert sum(perceptron(mixed, "le")[0]) == 8
    assert sum(perceptron(mixed, "plus")[0]) == 4  # the negative ones


@pytest.mark.parametrize(("n", "mistakes"), [(1, 1), (2, 5), (3, 21), (4, 85), (5, 341), (6, 1365)])
def test_exponential_counts(n: int, mistakes: int) -> None:
    examples = sample(adv.exponential(n))
    passes, w = perceptron(examples)
    assert sum(passes) == mistakes == adv.exponential_mistakes(n)
    assert w == [2**i for i in range(n)]
    assert all(label * dot(w, x) == 1 for x, label in examples)


@settings(deadline=None, max_examples=30)
@given(st.integers(1, 6), st.randoms(use_true_random=False))
def test_exponential_in_any_order_even_a_changing_one(n: int, chance: random.Random) -> None:
    examples = sample(adv.exponential(n))
    w, mistakes = [0] * n, 0
    while erring := [(x, label) for x, label in examples if label * dot(w, x) <= 0]:
        x, label = chance.choice(erring)
        w = [a + label * b for a, b in zip(w, x, strict=True)]
        mistakes += 1
    assert mistakes == adv.exponential_mistakes(n) and w == [2**i for i in range(n)]


@pytest.mark.parametrize(("n", "mistakes"), [(1, 1), (2, 3), (3, 15), (4, 55), (5, 231)])
def test_exponential_under_plus(n: int, mistakes: int) -> None:
    X, y = adv.exponential(n)
    orders = list(permutations(sample((X, y))))[:30]
    assert {sum(perceptron(order, "plus")[0]) for order in orders} == {mistakes}
    all_negative = sample((-y[:, None] * X, -np.ones(n)))
    assert sum(perceptron(all_negative, "plus")[0]) == adv.exponential_mistakes(n)


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("d", [4, 8, 16, 32, 64, 128])
def test_disjunction_hadamard_is_linear_in_d(d: int, rule: str) -> None:
    examples = sample(adv.disjunction_hadamard(d))
    assert [label for _, label in examples] == [-1 if i % 2 == 0 else 1 for i in range(d - 1)]
    assert all((label > 0) == x[1] and x[d] == 1 for x, label in examples)
    assert {value for x, _ in examples for value in x} == {0, 1}
    passes, _ = perceptron(examples, rule)
    assert passes[0] == d - 1 and sum(passes) == d


@pytest.mark.parametrize("d", [8, 32, 128])
def test_winnow_needs_few_mistakes_where_the_perceptron_needs_d(d: int) -> None:
    examples = sample(adv.disjunction_hadamard(d))
    w: list[Any] = [Fraction(1)] * (d + 1)
    total = 0
    while True:
        mistakes, w = winnow(examples, w, Fraction(2), d + 1)
        total += mistakes
        if not mistakes:
            break
    assert total <= 3 * (1 + math.log2(d + 1))


@pytest.mark.parametrize("positive", [-1, 1])
@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize(("c", "mistakes"), [(0, 2), (1, 3), (5, 47), (20, 802), (100, 20002)])
def test_folded_pair_figures(c: int, mistakes: int, order: int, positive: int) -> None:
    examples = [(x, positive * label) for x, label in sample(adv.folded_pair(c))][::order]
    assert sum(perceptron(examples)[0]) == mistakes


@pytest.mark.parametrize("c", range(25))
def test_folded_pair_formulas(c: int) -> None:
    examples = sample(adv.folded_pair(c))
    le, plus = (sum(perceptron(examples, rule)[0]) for rule in RULES)
    assert le == 2 * c**2 + 2 - c * (c % 2)
    assert plus == (le if c % 2 else c**2 + c + 1)
    assert all(label * dot((1, -c), x) == 1 for x, label in examples)
    assert le <= (1 + c**2) * ((c + 1) ** 2 + 1)


# --- Large margin ----------------------------------------------------------------------------


def test_large_margin_constant() -> None:
    best = adv.large_margin_constant()
    assert f"{best:.7f}" == "2.5128624"
    assert best == pytest.approx(2 * math.log(1 + best), abs=1e-12)
    assert adv.large_margin_constant(0) == pytest.approx(1)


@given(st.floats(0.01, 0.99))
def test_large_margin_constant_solves_its_equation(c: float) -> None:
    s = adv.large_margin_constant(c)
    assert s / c - math.log(1 + 2 * c * s) / (2 * c**2) == pytest.approx(s, rel=1e-9)
    assert 1 < s < adv.large_margin_constant(c + 0.005)


@given(st.floats(0, 1e-3))
def test_large_margin_constant_near_zero_is_novikoff(c: float) -> None:
    assert adv.large_margin_constant(c) == pytest.approx(1 + 4 * c / 3, abs=2 * c**2 + 1e-12)


@settings(deadline=None, max_examples=40)
@given(st.floats(0.03, 1))
def test_every_row_of_large_margin_worst_is_an_update(gamma: float) -> None:
    X, y = adv.large_margin_worst(gamma)
    np.testing.assert_allclose(np.linalg.norm(X, axis=1), 1, rtol=0, atol=1e-12)
    assert (X[:, 0] == gamma).all() and (y == 1).all()
    updates = large_margin_updates(X, y, gamma)
    assert updates == len(X)
    assert 0 < adv.large_margin_constant() / gamma**2 - updates < 3


@pytest.mark.parametrize(
    ("gamma", "updates"), [(0.9, 1), (0.5, 8), (0.2, 61), (0.1, 249), (0.05, 1003), (0.01, 25127)]
)
def test_large_margin_worst_figures(gamma: float, updates: int) -> None:
    X, y = adv.large_margin_worst(gamma)
    assert len(X) == updates == large_margin_updates(X, y, gamma)


# --- Winnow, multiplicative ------------------------------------------------------------------


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize(
    ("factor", "passes"),
    [
        (Fraction(math.exp(1 / 3)), [1, 0, 0, 0]),
        (Fraction(17, 10), [1, 0, 0, 0]),
        (Fraction(2), [2, 0, 0, 0]),
        (Fraction(22, 10), [2, 0, 0, 0]),
        (Fraction(9, 4), [2, 3, 3, 3]),
        (Fraction(3), [2, 3, 3, 3]),
    ],
)
def test_winnow_cycle(factor: Fraction, passes: list[int], rule: str) -> None:
    examples = sample(adv.winnow_cycle())
    assert all(label * sum(x[:3]) == 1 for x, label in examples)
    assert [
        sum(column)
        for column in zip(*([label * a for a in x] for x, label in examples), strict=True)
    ] == [1] * 6  # three updates change nothing
    assert exponentiated_winnow(examples, factor, rule, len(passes)) == passes


def winnow_to_the_end(l: int, k: int, factor: Fraction) -> str:  # noqa: E741
    examples = sample(adv.l_of_k(l, k))
    w: list[Any] = [Fraction(1)] * k
    seen = set()
    while tuple(w) not in seen:
        seen.add(tuple(w))
        mistakes, w = winnow(examples, w, factor, k)
        if not mistakes:
            return "converges"
    return "cycles"


@pytest.mark.parametrize("k", range(1, 6))
def test_doubling_winnow_on_l_of_k(k: int) -> None:
    for l in range(1, k + 1):  # noqa: E741
        expected = "cycles" if (l, k) in {(3, 4), (4, 5)} else "converges"
        assert winnow_to_the_end(l, k, Fraction(2)) == expected
        assert winnow_to_the_end(l, k, 1 + Fraction(1, 2 * l)) == "converges"


def test_l_of_k_is_the_whole_cube() -> None:
    X, y = adv.l_of_k(2, 3)
    assert [tuple(x) for x in X] == list(product((0.0, 1.0), repeat=3))
    assert (y == [1 if sum(x) >= 2 else -1 for x in X]).all()


# --- Winnow's game ---------------------------------------------------------------------------


def replayed(game: adv.WorstCase, d: int, beta: Any, exact: bool) -> int:
    one, factor = (Fraction(1), 1 + Fraction(beta)) if exact else (1.0, 1.0 + float(beta))
    return winnow(sample((game.X, game.y)), [one] * d, factor, d)[0]


def assert_attains(game: adv.WorstCase, d: int, r: int, beta: Any) -> None:
    assert game.relevant == tuple(range(r))
    assert game.X.shape == (game.value, d) and np.isin(game.X, (0, 1)).all()
    assert ((game.X[:, :r].any(axis=1)) == (game.y > 0)).all()
    assert replayed(game, d, beta, exact=True) == game.value
    assert replayed(game, d, beta, exact=False) == game.value


KNOWN = [
    *((d, 1, 1, value) for d, value in enumerate([0, 1, 3, 4, 6, 6, 7, 7], start=1)),
    *((d, 2, 1, value) for d, value in enumerate([2, 4, 7, 10, 12, 13, 14], start=2)),
    *((d, d, 1, d * math.ceil(math.log2(d))) for d in range(1, 8)),
    *((d, 0, 1, 1) for d in range(1, 8)),
    (9, 1, 1, 9),
    (8, 3, 1, 20),
    (8, 4, 1, 26),
    (5, 1, QUARTER, 12),
    (5, 1, 0.25, 12),
]


@pytest.mark.parametrize(("d", "r", "beta", "value"), KNOWN)
def test_winnow_worst_known_values(d: int, r: int, beta: Any, value: int) -> None:
    game = adv.winnow_worst(d, r, beta)
    assert game.value == value
    assert_attains(game, d, r, beta)


def test_the_lecture_bound_fails_for_a_quarter_but_not_for_one() -> None:
    assert adv.winnow_worst(5, 1, QUARTER).value > 3 * (1 + math.log2(5))
    for d in range(2, 9):
        for r in range(1, min(d, 3) + 1):
            value = adv.winnow_worst(d, r).value
            assert value <= 3 * r * (1 + math.log2(d)) and value <= 2 + 3 * r * math.log2(d)


TINY = [
    *((d, r, Fraction(beta)) for beta in (1, 0.5, 2) for d in range(1, 5) for r in range(d + 1)),
    *((d, r, QUARTER) for d in range(1, 4) for r in range(d + 1)),
    (5, 1, Fraction(1)),
    (5, 2, Fraction(1)),
    (5, 1, QUARTER),
]


@pytest.mark.parametrize(("d", "r", "beta"), TINY)
def test_winnow_worst_equals_brute_force(d: int, r: int, beta: Fraction) -> None:
    ones = (Fraction(1),)
    game = adv.winnow_worst(d, r, beta)
    assert game.value == brute_force(ones * r, ones * (d - r), 1 + beta)
    assert_attains(game, d, r, beta)


@cache
def value_of(d: int, r: int, beta: Fraction) -> int:
    return adv.winnow_worst(d, r, beta).value


@settings(deadline=None, max_examples=100)
@given(
    d=st.integers(1, 6),
    portion=st.integers(0, 6),
    beta=st.sampled_from([Fraction(1), Fraction(1, 2), Fraction(2), Fraction(7, 10)]),
    chance=st.randoms(use_true_random=False),
)
def test_random_play_never_beats_the_worst_case(
    d: int, portion: int, beta: Fraction, chance: random.Random
) -> None:
    r = min(portion, d)
    w, mistakes = [Fraction(1)] * d, 0
    while True:
        erring = [x for x in product((0, 1), repeat=d) if (dot(w, x) >= d) != any(x[:r])]
        if not erring:
            break
        x = chance.choice(erring)
        step = 1 + beta if any(x[:r]) else 1 / (1 + beta)
        w = [a * step if b else a for a, b in zip(w, x, strict=True)]
        mistakes += 1
    assert mistakes <= value_of(d, r, beta)


@settings(deadline=None, max_examples=25)
@given(st.integers(2, 5), st.integers(1, 3), st.sampled_from([0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 4.0]))
def test_general_bound_lies_above_the_worst_case(d: int, r: int, beta: float) -> None:
    r = min(r, d)
    game = adv.winnow_worst(d, r, beta)
    k = next(k for k in range(99) if (1 + Fraction(beta)) ** k >= d)
    assert r * k <= game.value < (2 + Fraction(beta)) * r * k
    assert_attains(game, d, r, beta)


def test_worst_case_is_frozen() -> None:
    with pytest.raises(AttributeError):
        adv.winnow_worst(2, 1).value = 3  # type: ignore[misc]
