"""How certificates are compared with an oracle, and what misleads floats."""

from __future__ import annotations

import numpy as np

from perceptronlib import Rule, play
from tests.instances import MANY
from tests.oracle import HOLDS, REFUTED

EVERY_TIE = ["le", "plus", "minus", "strict"]
BETAS = [1.0, 0.5, 0.25, 2.0, 3.0, 0.1, 0.01, 1e6]
SCALES = [1.0, 1.0, 1.0, 1e-150, 1e150, 1e-9, 7e8]


def compare(theorem, judge, case, by_rounding=True):
    """Each verdict is the oracle's; and the oracle says many things, or that would say little."""
    answers = []
    for seed in range(MANY):
        run, *more = case(np.random.default_rng(seed), seed)
        certificate, expected = theorem(run, *more), judge(run, *more)
        agree = certificate.holds is None and expected in certificate.why_not
        if expected in (HOLDS, REFUTED):
            agree = certificate.verdict.startswith(expected)
        assert agree, f"seed {seed}: {expected}\n{certificate}"
        answers.append(expected)
    assert answers.count(HOLDS) > MANY / 3
    if by_rounding and MANY >= 1000:  # it is rare: fifty cases may hold none
        assert any("decided by rounding" in answer for answer in answers)
    assert REFUTED not in answers  # these are theorems


def passes(rng):
    return {
        "epochs": [1, 2, 4][rng.integers(3)],
        "shuffle": bool(rng.integers(2)),
        "seed": int(rng.integers(9)),
    }


def majority_case(rng, seed):
    N, m = int(rng.integers(1, 7)), int(rng.integers(1, 20))
    X = rng.choice([-1.0, 1.0], (m, N))
    y = rng.choice([-1.0, 1.0], m) if seed % 3 else X[:, 0]  # an expert that is never wrong
    beta = float(rng.choice([0.5, 0.25, 0.3, 0.1, 0.9, 1e-150, 1 - 2.0**-53, 1 / 3]))
    return (play(Rule("majority", beta, ties=EVERY_TIE[seed % 4]), X, y, **passes(rng)),)
