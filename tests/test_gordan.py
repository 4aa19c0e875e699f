"""A proof that nothing separates: found where a search finds no separator, and exact."""

from fractions import Fraction

import numpy as np
import pytest

from perceptronlib import Rule, margins, play
from perceptronlib.theory.gordan import WIDEST, balance
from perceptronlib.theory.theorems import large_margin, margin, novikoff


def separable(X, y):
    try:
        return bool(margins.max_margin(X, y))
    except margins.NotSeparable:
        return False


@pytest.mark.parametrize("seed", range(100))
def test_either_a_separator_or_a_balance_and_never_both(seed):
    rng = np.random.default_rng(seed)
    m, d = rng.integers(1, 30), rng.integers(1, 7)
    kinds = [rng.integers(-3, 4, (m, d)) * 1.0, rng.integers(-30, 31, (m, d)) / 10]
    X = [*kinds, rng.normal(size=(m, d)) * 10.0 ** rng.integers(-150, 150)][seed % 3]
    y = rng.choice([-1.0, 1.0], m)
    factors = balance(X, y)
    assert (factors is None) == separable(X, y)
    if factors is not None:
        assert factors and min(factors.values()) > 0
        for column in X.T:
            total = sum(c * Fraction(y[i]) * Fraction(column[i]) for i, c in factors.items())
            assert total == 0


def test_a_row_of_zeros_balances_itself():
    assert balance(np.array([[1.0, 1.0], [0.0, 0.0]]), np.ones(2)) == {1: 1}


def test_very_wide_tables_are_not_tried():
    assert balance(np.zeros((1, WIDEST + 1)), np.ones(1)) is None


@pytest.mark.parametrize("tiny", [1e-13, 1e-20, 1e-100])
def test_data_with_a_tiny_margin_are_not_called_inseparable(tiny):
    """The search gives up on them; that is no proof, and the certificate does not say it is."""
    X, y = [[1.0, 0.0], [-1.0, tiny]], [1, 1]
    run = play(Rule(), X, y)
    for theorem in (novikoff, margin):
        assert "a v that separates the data is known" in theorem(run).why_not
        assert theorem(run, [1.0, 3.0 / tiny]).holds is True
    opposite = play(Rule(), [[1.0, tiny], [-1.0, -tiny]], y)
    assert "some v separates the data" in novikoff(opposite).why_not
    assert (
        "some v separates the data"
        in large_margin(play(Rule(slope=0.1), X[:1] * 2, [1, -1])).why_not
    )


@pytest.mark.parametrize("tiny", [1e-13, 1e-20, 1e-100])
def test_where_the_search_gives_up_the_run_may_not(tiny):
    """A run that separates the data is its own comparator."""
    X, y = np.array([[1.0, tiny], [-1.0, tiny]]), np.ones(2)
    assert not separable(X, y)
    assert novikoff(play(Rule(), X, y)).holds is True
