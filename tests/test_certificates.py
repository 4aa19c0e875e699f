"""Certificates never lie: a thousand runs a theorem against an oracle in fractions.

The runs are chosen to mislead floats: data from 1e-150 to 1e150, whole numbers up to 2^53, tenths
(whose ties rounding decides), boundaries that are touched exactly, and instances on which the
bounds are attained. The verdict has to be the oracle's, with its reason where there is no claim.
"""

import numpy as np
import pytest

from perceptronlib import Rule, adversaries, play
from perceptronlib.theory.theorems import (
    deviations,
    embedding,
    exponential,
    hinge,
    large_margin,
    margin,
    novikoff,
)
from tests import oracle
from tests.instances import MANY

EVERY_TIE = ["le", "plus", "minus", "strict"]


def tie_rule(seed):
    """Each of the four; most often the course's."""
    return [*EVERY_TIE, "le"][seed % 5]


def agrees(certificate, expected):
    """Is this the verdict, with this reason?"""
    if expected in (oracle.HOLDS, oracle.REFUTED):
        return certificate.verdict.startswith(expected)
    return certificate.holds is None and expected in certificate.why_not


def compare(theorem, judge, cases):
    """Each verdict is the oracle's; and the oracle says many things, or that would say little."""
    answers = []
    for seed, case in enumerate(map(cases, range(MANY))):
        certificate, expected = theorem(*case), judge(*case)
        assert agrees(certificate, expected), f"seed {seed}: {expected}\n{certificate}"
        answers.append(expected)
    assert answers.count(oracle.HOLDS) > MANY / 3
    assert sum("decided by rounding" in answer for answer in answers) >= MANY // 200
    assert oracle.REFUTED not in answers  # these are theorems


def rows(rng, kind, m, d):
    """A table of one kind; scales are powers of ten, so most numbers in it are rounded."""
    if kind == "whole":
        return rng.integers(-3, 4, (m, d)).astype(float)
    if kind == "large":
        return np.rint(rng.uniform(-1, 1, (m, d)) * 2.0 ** rng.integers(20, 54))
    if kind == "ties":  # few numbers, so scores are 1e-17, and floats make 0 of it, or vice versa
        return rng.integers(-3, 4, (m + 10, 3 + d % 3)) / 10
    if kind == "mixed":  # long and short rows, long and short coordinates
        return rng.normal(size=(m, d)) * 10.0 ** rng.integers(-9, 9, (m, 1))
    return rng.normal(size=(m, d))


KINDS = ["whole", "large", "ties", "normal", "mixed", "ties", "ties"]


def kind_of(seed):
    return KINDS[seed % len(KINDS)]


def learning_rate(rng, seed):
    """Other rates than 1 hide some ties and make others."""
    return float(rng.choice([1.0, 1.0, 0.1] if kind_of(seed) == "ties" else [1.0, 0.5, 0.1, 3.0]))


def table(rng, seed):
    """A table and its scale: every third is multiplied by something between 1e-150 and 1e150."""
    m, d = int(rng.integers(1, 7)), int(rng.integers(1, 5))
    X = rows(rng, kind_of(seed), m, d)
    scale = (
        10.0 ** rng.integers(-150, 151)
        if seed % 3 == 0 and kind_of(seed) != "ties" and np.abs(X).max() < 1e3
        else 1.0
    )
    return X * scale, scale


def separable(rng, seed):
    """A table, labels and a comparator that separates it, or touches the boundary exactly."""
    X, scale = table(rng, seed)
    v = rng.integers(-3, 4, X.shape[1]).astype(float)
    v = v if v.any() else np.ones(len(v))
    side = X @ v
    keep = np.abs(side) > 0 if seed % 10 else np.ones(len(X), bool)
    X, y = (X[keep], np.sign(side[keep])) if keep.any() else (np.ones((1, len(v))), np.ones(1))
    y[y == 0] = 1.0
    length = 10.0 ** rng.integers(-170, 150) if seed % 7 == 0 else 1.0
    return X, y, v * length, scale


def passes(rng):
    """How often the table is gone through, and in which order."""
    return {
        "epochs": [1, 2, 4, None][rng.integers(4)],
        "shuffle": bool(rng.integers(2)),
        "seed": int(rng.integers(9)),
        "max_epochs": 10,
    }


TIGHT = [adversaries.orthonormal(5), adversaries.hadamard(4), adversaries.exponential(3)]


def novikoff_case(seed):
    """A run on separable data and a comparator; some are instances that attain the bound."""
    rng = np.random.default_rng(seed)
    rule = Rule(ties=tie_rule(seed), rate=learning_rate(rng, seed))
    if seed % 20 == 11:
        X, y = TIGHT[rng.integers(3)]
        X = X * 10.0 ** rng.integers(-150, 151)
        return play(rule, X, y, epochs=None), (X * y[:, None]).sum(axis=0)
    X, y, v, _ = separable(rng, seed)
    return play(rule, X, y, **passes(rng)), v


def test_novikoff_says_what_the_oracle_says():
    compare(novikoff, oracle.novikoff, novikoff_case)


def test_novikoff_with_the_best_comparator_says_what_the_oracle_says():
    claims = 0
    for seed in range(MANY // 4):
        run, _ = novikoff_case(seed)
        certificate = novikoff(run)
        assert certificate.holds is not False, f"seed {seed}\n{certificate}"
        claims += certificate.holds is True
    assert claims > MANY // 8


def margin_case(seed):
    rng = np.random.default_rng(seed)
    X, y, v, scale = separable(rng, seed)
    eta = rng.choice([0.0, 0.3, 1.0, 10.0, 0.1]) * min(scale, 1e100) ** 2
    rule = Rule(ties=tie_rule(seed), rate=learning_rate(rng, seed), margin=float(eta))
    return play(rule, X, y, **passes(rng)), v


def test_the_margin_perceptron_says_what_the_oracle_says():
    compare(margin, oracle.margin, margin_case)


def compared_case(seed, passes_too=True):
    """A run on any data, a comparator of about unit length, and a margin to ask of it."""
    rng = np.random.default_rng(seed)
    rule = Rule(ties=tie_rule(seed), rate=learning_rate(rng, seed))
    if seed % 20 == 11:
        X, y = adversaries.orthonormal(4)
        v, rho = (X * y[:, None]).sum(axis=0) / 2, 0.5
    else:
        X, scale = table(rng, seed)
        y = rng.choice([-1.0, 1.0], len(X))
        direction = rng.normal(size=X.shape[1])
        v = direction / np.linalg.norm(direction) if seed % 2 else np.eye(len(direction))[0]
        v = v * rng.choice([1.0] * 17 + [1 + 1e-9, 0.5, 2.0])
        rho = rng.choice([1.0, 2.0, 0.1, 1e-6, 10.0 ** rng.uniform(-3, 3)]) * scale
        if seed % 5 == 0:  # a margin that some example has exactly, as far as floats can say
            rho = max(float(np.max(y * (X @ v))), rho)
    how = passes(rng) if passes_too else {"shuffle": bool(rng.integers(2)), "seed": 1}
    return play(rule, X, y, **how), v, float(rho)


FORMS = {
    "deviations": deviations,
    "linear": hinge,
    "root": lambda run, v, rho: hinge(run, v, rho, "root"),
}


@pytest.mark.parametrize("form", FORMS)
def test_bounds_for_any_data_say_what_the_oracle_says(form):
    compare(FORMS[form], lambda *case: oracle.nonseparable(*case, form), compared_case)


@pytest.mark.parametrize("form", FORMS)
def test_bounds_for_any_data_are_the_formulas(form):
    for seed in range(MANY // 10):
        run, v, rho = compared_case(seed)
        certificate = FORMS[form](run, v, rho)
        if certificate.holds:
            exact, w = oracle.Exact(run), oracle.fractions(v)
            bound = oracle.nonseparable_bound(exact, w, oracle.Fraction(rho), form)
            assert certificate.bound == pytest.approx(float(bound), rel=1e-15)


def embedding_case(seed):
    """One pass, most of the time, and how far apart the rows are put."""
    run, v, rho = compared_case(seed, passes_too=seed % 10 == 0)
    return run, v, rho, rho * [0.01, 1.0, 50.0][seed % 3]


def test_the_embedding_says_what_the_oracle_says():
    compare(embedding, oracle.nonseparable, embedding_case)


def test_the_copy_errs_where_the_run_does_when_its_coordinates_are_written_out():
    for seed in range(MANY // 4):
        run, v, rho, delta = embedding_case(seed)
        certificate = embedding(run, v, rho, delta)
        if certificate.holds:
            errs = oracle.mistakes_in_the_big_space(run, delta)
            (copy,) = (s for s in certificate.steps if s.text.startswith("a mistake in the big"))
            assert errs == [t for t, there in enumerate(copy.right) if there]
            assert set(run.mistakes.tolist()) <= set(errs)


def at_the_threshold(rng):
    """Two rows: the second's score is (gamma/2)|w| as nearly as floats can say it."""
    slope, angle = rng.uniform(0.01, 0.3), rng.uniform(0, 2 * np.pi)
    w, across = (np.array([np.cos(angle + turn), np.sin(angle + turn)]) for turn in (0, np.pi / 2))
    x = slope * w + np.sqrt(1 - slope**2) * across
    return play(Rule(slope=slope), [w, x], [1, 1], epochs=2), w + across


def large_margin_case(seed):
    rng = np.random.default_rng(seed)
    if seed % 50 == 17:
        gamma = float(rng.choice([0.3, 0.5, 0.9]))
        X, y = adversaries.large_margin_worst(gamma)
        return play(Rule(slope=gamma / 2), X, y), np.eye(3)[0]
    if seed % 6 == 5:
        return at_the_threshold(rng)
    X, y, v, _ = separable(rng, 1 + 3 * seed)
    X, y = X[X.any(axis=1)], y[X.any(axis=1)]
    X, y = (X, y) if len(X) else (np.eye(len(v)), np.ones(len(v)))
    X = X / np.max(np.abs(X), axis=1, keepdims=True)
    X = X / np.linalg.norm(X, axis=1, keepdims=True) * rng.choice([1.0, 1.0, 0.3])
    if seed % 8 == 3:
        X = X * 10.0 ** rng.integers(-150, 0)
    unit = v / np.max(np.abs(v))
    rho = float((y * (X @ unit)).min() / np.linalg.norm(unit))
    gamma = max(rho, 1e-3 * np.abs(X).max()) * rng.choice([1.0, 1.0, 0.5, 1.01])
    ties = tie_rule(seed) if seed % 3 == 0 else "le"
    rule = Rule(slope=gamma / 2, ties=ties, rate=rng.choice([1.0, 0.1]))
    return play(rule, X, y, epochs=rng.choice([1, 3, 30])), v


def test_the_large_margin_perceptron_says_what_the_oracle_says():
    compare(large_margin, oracle.large_margin, large_margin_case)


def exponential_case(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 5))
    X, y = adversaries.exponential(n)
    flip = rng.choice([-1.0, 1.0], n)
    order = rng.permutation(n)
    X, y = (X * flip[:, None])[order], (y * flip)[order]
    rate = rng.choice([1.0, 1.0, 0.1, 0.3, 7.0])
    ties = "le" if seed % 4 else rng.choice(EVERY_TIE)
    limit = 10_000 if seed % 10 else 3
    rule = Rule(rate=rate, ties=ties)
    return (play(rule, X, y, epochs=None, max_epochs=limit, shuffle=seed % 2 == 0, seed=seed),)


def test_the_exponential_instance_says_what_the_oracle_says():
    compare(exponential, oracle.exponential, exponential_case)
