"""T14: the game on a finite class against brute force, and what the certificate says of it."""

from itertools import product
from math import comb, log2

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from perceptronlib import adversaries, theorems
from perceptronlib.theory.theorems.littlestone import MOST, MistakeGame, disjunctions

pytestmark = pytest.mark.once

TABLES = st.integers(1, 4).flatmap(
    lambda width: st.lists(
        st.tuples(*[st.sampled_from((-1, 1))] * width), min_size=1, max_size=7, unique=True
    )
)


def minimax(rows):
    """The value of the game, as it is played: input, then answer, then label."""
    best = 0
    for column in range(len(rows[0])):
        parts = {y: [row for row in rows if row[column] == y] for y in (-1, 1)}
        if all(parts.values()):
            values = {y: minimax(part) for y, part in parts.items()}
            best = max(best, min(max((a != y) + values[y] for y in (-1, 1)) for a in (-1, 1)))
    return best


def forced(rows, answer):
    """The most mistakes on any stream of any length, tried out stream by stream."""
    most = 0
    for truth in rows:
        for stream in product(range(len(rows[0])), repeat=len(rows[0])):
            left, made = list(rows), 0
            for column in stream:
                made += answer([row[column] for row in left]) != truth[column]
                left = [row for row in left if row[column] == truth[column]]
            most = max(most, made)
    return most


@settings(max_examples=80, deadline=None)
@given(TABLES)
def test_the_dimension_is_the_value_of_the_game(rows):
    certificate = theorems.littlestone(rows)
    assert certificate.holds and certificate.mistakes == certificate.bound == minimax(rows)


@settings(max_examples=40, deadline=None)
@given(TABLES.filter(lambda rows: len(rows[0]) <= 3))
def test_halving_makes_as_many_mistakes_as_trying_all_streams_finds(rows):
    game = MistakeGame(rows)
    found = forced(rows, lambda votes: 1 if sum(votes) >= 0 else -1)
    assert len(game.longest(game.halving)) == found <= log2(len(rows))


@settings(max_examples=60, deadline=None)
@given(TABLES)
def test_a_deepest_tree_asks_as_often_as_it_says(rows):
    game = MistakeGame(rows)
    L, nodes = game.dimension(game.everybody), list(game.tree())
    assert len(nodes) == 2 ** (L + 1) - 1 and all(V for _, V in nodes)
    assert sum(depth == L for depth, _ in nodes) == 2**L <= len(rows)


@pytest.mark.parametrize(("d", "r"), [(d, r) for d in range(1, 6) for r in range(1, d + 1)])
def test_disjunctions_and_what_winnow_pays_for_them(d, r):
    sets, answers = disjunctions(d, r)
    assert len(sets) == sum(comb(d, size) for size in range(1, r + 1)) == len(answers)
    game = MistakeGame(answers)
    L, halved = game.dimension(game.everybody), len(game.longest(game.halving))
    worst = max(adversaries.winnow_worst(d, size).value for size in range(1, r + 1))
    assert L <= halved <= log2(len(sets)) and L <= worst
    # in each of r blocks of features the adversary can look for one: a tree of that depth
    assert r * int(log2(d // r)) <= L


def test_single_features_are_found_by_questions_that_halve():
    for d in range(1, 9):
        game = MistakeGame(disjunctions(d, 1)[1])
        assert game.dimension(game.everybody) == int(log2(d))


def test_thresholds_have_a_large_class_and_few_questions():
    """Each input says where the threshold is not: 2^n - 1 of them, n questions; or units, one."""
    steps = np.where(np.arange(7) < np.arange(8)[:, None], 1, -1)
    assert theorems.littlestone(steps).bound == 3
    assert theorems.littlestone(2 * np.eye(9, dtype=int) - 1).bound == 1  # "is it you?"


def test_equal_rows_are_one_hypothesis():
    assert theorems.littlestone([[1, 1], [1, 1]]).bound == 0


def test_what_is_no_class_is_refused():
    with pytest.raises(ValueError, match="answers -1 and \\+1"):
        theorems.littlestone([[0, 1]])
    with pytest.raises(ValueError, match=f"at most {MOST}"):
        theorems.littlestone(2 * np.eye(MOST + 1, dtype=int) - 1)
