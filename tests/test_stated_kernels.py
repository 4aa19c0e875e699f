"""The theorems of lecture 05 as they are printed: on runs, and on random tables."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from perceptronlib import KernelPerceptron, Perceptron, kernels, margins, theorems
from perceptronlib.theory.theorems.stated_all import STATED
from tests.latex import Vector, truth

pytestmark = pytest.mark.once


def sample(rng):
    """Six examples with whole coordinates, and labels of both kinds."""
    return rng.integers(-3, 4, (6, 2)).astype(float), np.array([1.0, -1.0, 1.0, -1.0, 1.0, -1.0])


def test_weights_are_the_sum_by_counts_as_printed():
    rng = np.random.default_rng(1)
    for _ in range(20):
        X, y = sample(rng)
        run, dual = Perceptron(epochs=3).run(X, y), KernelPerceptron(epochs=3).run(X, y)
        assert run.mistakes.tolist() == dual.mistakes.tolist()
        assert dual.alpha.sum() == dual.M
        letters = {r"\sum_s\alpha_sy_sx_s": Vector((dual.alpha * y) @ X)}
        assert truth(r"w=\sum_s\alpha_sy_sx_s", {**letters, "w": Vector(run.last_weights)})


def test_the_bound_for_kernels_is_that_of_the_features_and_holds():
    rng, bound = np.random.default_rng(2), STATED["T1-kernel"].bounds[0]
    kernel, tried = kernels.polynomial(2), 0
    for _ in range(60):
        X, y = sample(rng)
        phi = kernel.features(X)
        try:
            v = margins.max_margin(phi, y).v
        except margins.NotSeparable:
            continue
        q = SimpleNamespace(R=math.sqrt(kernel.diagonal(X).max()), g=(y * (phi @ v)).min())
        q.v_length = float(np.linalg.norm(v))
        judged = theorems.novikoff(Perceptron(epochs=2).run(phi, y), v)
        assert bound.value(q) == pytest.approx(judged.bound)
        assert KernelPerceptron(kernel, epochs=20).run(X, y).M <= bound.value(q) * (1 + 1e-9)
        tried += 1
    assert tried > 10


def test_tables_of_inner_products_have_no_negative_eigenvalue_and_the_other_way_round():
    rng = np.random.default_rng(3)
    for _ in range(50):
        vectors, z = rng.normal(size=(5, 3)), rng.normal(size=5)
        K = vectors @ vectors.T
        assert z @ K @ z == pytest.approx(((z @ vectors) ** 2).sum())
        assert np.linalg.eigvalsh(K)[0] > -1e-12
        values, Q = np.linalg.eigh(K)
        F = Q * np.sqrt(np.maximum(values, 0.0))
        np.testing.assert_allclose(F @ F.T, K, atol=1e-12)
