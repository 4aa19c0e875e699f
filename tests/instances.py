"""Hypothesis strategies for samples and runs, and what a confirmed certificate is."""

from __future__ import annotations

import os
from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

from perceptronlib.theory.theorems.certificate import Statement

MANY = 1000 if not os.environ.get("PERCEPTRONLIB_WITHOUT_NUMBA") else 50
"""Instances of each theorem; fewer when the tests are repeated without numba."""

TIES = st.sampled_from(["le", "plus"])


SEEDS = st.integers(0, 2**32 - 1)


@st.composite
def samples(draw, max_m=7, max_d=4, low=-3, high=3, whole=None):
    """A small table with labels -1/+1: whole numbers (many ties), tenths, or normals.

    Hypothesis chooses shape, kind and seed; the numbers come from numpy, which is many times
    faster than choosing each of them.
    """
    m, d = draw(st.integers(1, max_m)), draw(st.integers(1, max_d))
    kind = draw(st.sampled_from(["whole", "tenths", "normal"])) if whole is None else "whole"
    rng = np.random.default_rng(draw(SEEDS))
    if kind == "normal":
        X = rng.normal(size=(m, d))
    elif kind == "tenths":
        X = rng.integers(10 * low, 10 * high + 1, size=(m, d)) / 10
    else:
        X = rng.integers(low, high + 1, size=(m, d)).astype(float)
    return X, rng.choice([-1.0, 1.0], size=m)


@st.composite
def separable_samples(draw, **kwargs):
    """A sample labelled by a hidden vector v (returned too), examples on its boundary dropped."""
    X, _ = draw(samples(**kwargs))
    d = X.shape[1]
    v = np.random.default_rng(draw(SEEDS)).integers(-3, 4, size=d).astype(float)
    side = X @ v
    keep = np.abs(side) > 1e-9
    if not keep.any():
        X, v, side, keep = np.eye(d), np.ones(d), np.ones(d), np.ones(d, bool)
    return X[keep], np.sign(side[keep]), v


def assert_confirmed(certificate):
    """Every assumption, every step at every update, and the bound, with the bound re-checked."""
    assert certificate.applies, str(certificate)
    for step in certificate.steps:
        assert step.holds, f"{certificate}\n{certificate.first_failure}"
    assert certificate.bound is None or certificate.mistakes <= certificate.bound, str(certificate)
    assert certificate.holds is True, str(certificate)
    assert certificate.first_failure is None


def assert_judged(certificate):
    """Confirmed; or rounding decided a round of the run, and the certificate says so."""
    if "decided by rounding" not in certificate.why_not:
        assert_confirmed(certificate)


def claim(text, left, right, rounds, equal=False):
    """A step with these sides, to put a wrong claim beside a certificate."""
    statement = Statement(text, lambda q: q[0], lambda q: q[1], equal)
    pairs = zip(map(Fraction, left), map(Fraction, right), strict=True)
    return statement.at(list(pairs), rounds)
