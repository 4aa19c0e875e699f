"""Theorems of lecture 07 as they are printed, on real runs; and the boxes of its algorithms."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from perceptronlib import ExponentialWinnow, PNormPerceptron, WeightedMajority, theorems
from perceptronlib.core import fast
from perceptronlib.course.boxes import BOXES
from perceptronlib.theory.theorems.stated_all import STATED
from tests.latex import Vector, truth

pytestmark = pytest.mark.once


@pytest.fixture(autouse=True, scope="module")
def plain_loops():
    with fast.using("plain"):
        yield


def signs(rng, rounds=60, features=7):
    X = rng.choice([-1.0, 1.0], (rounds, features))
    return X, np.sign(X[:, :3].sum(axis=1))


def settled(name):
    """The formulas of a theorem's steps that are statements."""
    pairs = [pair for step in STATED[name].steps for pair in step.by]
    return [latex for latex, _ in pairs if r"\le" in latex or r"\ge" in latex]


def entropy(u, w):
    return float((u[u > 0] * np.log(u[u > 0] / w[u > 0])).sum())


@pytest.mark.parametrize("name", ["T6", "T6-sharp"])
def test_the_steps_of_winnow_with_shares_are_true_at_every_update(name):
    rng, v = np.random.default_rng(0), np.repeat([1.0, 0.0], [3, 4])
    u, tried = v / v.sum(), 0
    for eta, R in ((0.3, 1.0), (0.1, 2.0), (0.6, 1.0)):
        X, y = signs(rng)
        X = X * R
        run = ExponentialWinnow(eta=eta, epochs=None).run(X, y)
        phi = [entropy(u, w) for w in run.path]
        letters = {r"\eta": eta, r"\rho": R / 3, "R": R, "N": 7, "e": math.e, r"\Phi_0": phi[0]}
        cosh, sinh = math.cosh(eta * R), math.sinh(eta * R)
        letters |= {r"\cosh(\eta R)": cosh, r"\sinh(\eta R)": sinh}
        for k, i in enumerate(run.examples, 1):
            w, x, label = run.path[k - 1], X[i], y[i]
            now = {"w": Vector(w), "x": Vector(x), "y": label, "k": k, r"\Phi_k": phi[k]}
            now |= {r"\Phi_{k-1}": phi[k - 1], "Z": float(w @ np.exp(eta * label * x))}
            for latex in settled(name):
                assert truth(latex, {**letters, **now}), (latex, k)
                tried += 1
    assert tried > 20


def test_the_steps_of_weighted_majority_are_true_at_every_mistake():
    rng, tried = np.random.default_rng(1), 0
    for beta in (0.25, 0.5, 0.9):
        X, y = signs(rng)
        y = y * np.where(rng.random(60) < 0.3, -1, 1)
        run = WeightedMajority(beta=beta).run(X, y)
        wrong = np.cumsum(X[run.examples] != y[run.examples, None], axis=0).min(axis=1)
        totals = run.path.sum(axis=1)
        for k, i in enumerate(run.examples, 1):
            now = {"w": Vector(run.path[k - 1]), "x": Vector(X[i]), "y": y[i], "k": k, "N": 7}
            now |= {"W_k": totals[k], "W_{k-1}": totals[k - 1], "m": int(wrong[k - 1])}
            for latex in settled("T10-majority"):
                assert truth(latex, {**now, r"\beta": beta}), (latex, k)
                tried += 1
    assert tried > 100


def test_the_steps_of_the_p_norm_perceptron_are_true_at_every_update():
    rng, v, tried = np.random.default_rng(2), np.repeat([1.0, 0.0], [3, 4]), 0
    for p in (2.0, 3.0, 5.5):
        X, y = signs(rng)
        run = PNormPerceptron(p=p, epochs=None).run(X, y)
        theta = np.vstack([np.zeros(7), np.cumsum(run.updates, axis=0)])
        norm, q = lambda a, order: float(np.linalg.norm(a, ord=order)), p / (p - 1)
        for k, i in enumerate(run.examples, 1):
            now = {"w": Vector(run.path[k - 1]), "x": Vector(X[i]), "y": y[i], "k": k, "g": 1}
            now |= {"v": Vector(v), r"\theta_k": Vector(theta[k]), "p": p, "|v|_q": norm(v, q)}
            now |= {r"|\theta_k|_p": norm(theta[k], p), r"|\theta_{k-1}|_p": norm(theta[k - 1], p)}
            now |= {"|x|_p": norm(X[i], p), "X_p": 7 ** (1 / p)}
            for latex in settled("T12"):
                assert truth(latex, now), (latex, k)
                tried += 1
    assert tried > 60


def test_the_printed_bounds_are_those_of_the_certificates():
    X, y = signs(np.random.default_rng(3))
    v = np.repeat([1.0, 0.0], [3, 4])
    run = ExponentialWinnow(eta=1 / 3, epochs=None).run(X, y)
    q = SimpleNamespace(N=7, eta=1 / 3, rho=1 / 3, R=1, p=3.0, X_p=7 ** (1 / 3), g=1)
    q.v_dual = float(np.linalg.norm(v, ord=1.5))
    general, best = (bound.value(q) for bound in STATED["T6"].bounds)
    assert theorems.winnow_entropy(run, v).bound == pytest.approx(general) == pytest.approx(best)
    (sharp,) = STATED["T6-sharp"].bounds
    assert theorems.winnow_entropy_sharp(run, v).bound == pytest.approx(sharp.value(q))
    (norms,) = STATED["T12"].bounds
    powers = PNormPerceptron(p=3, epochs=None).run(X, y)
    assert theorems.p_norm(powers, v).bound == pytest.approx(norms.value(q))
    vote = WeightedMajority(beta=0.5).run(X, y)
    wrong = (X[vote.examples] != y[vote.examples, None]).sum(axis=0).min()
    (majority,) = STATED["T10-majority"].bounds
    q = SimpleNamespace(N=7, m=int(wrong), beta=0.5)
    assert theorems.weighted_majority(vote).bound == pytest.approx(majority.value(q))


def test_the_lemma_on_the_softmax_is_true_of_runs():
    X, y = signs(np.random.default_rng(4))
    run = ExponentialWinnow(eta=0.25, epochs=None).run(X, y)
    powers = np.exp(0.25 * run.updates.sum(axis=0))
    np.testing.assert_allclose(run.last_weights, powers / powers.sum())
    twin = WeightedMajority(beta=math.exp(-0.5), epochs=None).run(X, y)
    assert twin.mistakes.tolist() == run.mistakes.tolist()


@pytest.mark.parametrize(
    ("name", "learner"),
    [
        ("weighted-majority", WeightedMajority(beta=0.75, epochs=2)),
        ("winnow-eta", ExponentialWinnow(eta=0.75, epochs=2)),
    ],
)
def test_a_box_is_what_the_library_does(name, learner):
    for seed in range(20):
        rng = np.random.default_rng(seed)
        X, y = (
            rng.choice([-1.0, 1.0], (9, 4)),
            np.array([1.0, -1.0] + [*rng.choice([-1.0, 1.0], 7)]),
        )
        space = {"np": np, "X": X, "y": y, "passes": 2, "beta": 0.75, "eta": 0.75}
        exec(BOXES[name].plain, space)
        np.testing.assert_allclose(space["w"], learner.run(X, y).last_weights, rtol=1e-12)
