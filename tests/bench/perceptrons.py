"""The perceptron against scikit-learn, against one X @ w per epoch, and a thousand shuffles."""

from __future__ import annotations

import numpy as np
from numba import njit
from sklearn.linear_model import Perceptron as TheirPerceptron
from sklearn.linear_model import SGDClassifier

import perceptronlib as pl

from .timing import Board, race

SHAPES = [
    (1_000, 2),
    (10_000, 10),
    (100_000, 2),
    (100_000, 10),
    (100_000, 100),
    (100_000, 1_000),
    (1_000_000, 10),
]
WIDE = [(100_000, 100), (100_000, 1_000)]

KINDS = ("large margin", "small margin", "10 % noise")


def sample(m: int, d: int, kind: str) -> tuple[np.ndarray, np.ndarray]:
    """Gaussian examples labelled by a hidden unit vector; moved apart, as they are, or noisy."""
    rng = np.random.default_rng([m, d])
    X, v = rng.normal(size=(m, d)), rng.normal(size=d)
    v /= np.linalg.norm(v)
    y = np.where(X @ v > 0, 1, -1)
    if kind == "large margin":
        X += np.outer(y, v)
    elif kind == "10 % noise":
        y[rng.random(m) < 0.1] *= -1
    return X, y


def all_three(X: np.ndarray, y: np.ndarray, epochs: int) -> tuple[np.ndarray, ...]:
    """One run; then last weights, averaged weights, and what the vote needs (mistakes, counts)."""
    run = pl.Perceptron(epochs=epochs, predict_with="averaged").fit(X, y).run_
    return run.last_weights, run.average, run.examples, run.survival


@njit(fastmath=True)
def bare_pass(X: np.ndarray, y: np.ndarray, order: np.ndarray, w: np.ndarray) -> int:
    """The perceptron with nothing written down, nothing checked, and no doubt about rounding."""
    mistakes = 0
    for i in order:
        score = 0.0
        for j in range(w.size):
            score += w[j] * X[i, j]
        if y[i] * score <= 0.0:
            mistakes += 1
            for j in range(w.size):
                w[j] += y[i] * X[i, j]
    return mistakes


def bare(X: np.ndarray, y: np.ndarray, order: np.ndarray, epochs: int) -> None:
    """What is the least that so many passes in this order can cost."""
    w = np.zeros(X.shape[1])
    for _ in range(epochs):
        bare_pass(X, y, order, w)


def against_scikit_learn(board: Board) -> None:
    """Their time over ours, for the last and for the averaged weights; the same weights.

    The limit beside it: a compiled loop that does nothing but answer and learn.
    """
    epochs = board.epochs
    plain = {"max_iter": epochs, "tol": None, "shuffle": False, "fit_intercept": False}
    averaging = {"loss": "perceptron", "penalty": None, "learning_rate": "constant", "eta0": 1.0}
    board.title(f"perceptron and averaged perceptron against scikit-learn, epochs = {epochs}")
    for m, d in SHAPES:
        for kind in KINDS:
            X, y = sample(m, d, kind)
            ours = pl.Perceptron(epochs=epochs)
            theirs = TheirPerceptron(**plain)
            average = SGDClassifier(**averaging, average=True, **plain)
            contestants = {
                "ours": lambda ours=ours, X=X, y=y: ours.fit(X, y),
                "theirs": lambda theirs=theirs, X=X, y=y: theirs.fit(X, y),
                "all three": lambda X=X, y=y: all_three(X, y, epochs),
                "average": lambda average=average, X=X, y=y: average.fit(X, y),
                "bare": lambda X=X, y=y, m=m: bare(X, y, np.arange(m), epochs),
            }
            times = race(contestants, rounds=3 if m * d > 10**7 else 9)
            assert np.allclose(ours.coef_, theirs.coef_), "the weights differ"
            assert np.allclose(ours.run_.average, average.coef_[0]), "the averages differ"
            name = f"({m:,} x {d:,}) {kind}"
            limit = f"a bare loop {times['theirs'] / times['bare']:.2f}x"
            note = f"{ours.run_.M:,} mistakes; {limit}"
            board.row(name, times["theirs"] / times["ours"], ">=2.5", note)
            note = "last + averaged + voted against averaged"
            board.row(name, times["average"] / times["all three"], ">=2.5", note)


def over_the_product(board: Board) -> None:
    """Our time over one X @ w per epoch, in the order of the table and shuffled."""
    epochs = board.epochs
    board.title(f"perceptron over the limit, one X @ w per epoch, epochs = {epochs}")
    for m, d in WIDE:
        for kind in KINDS:
            X, y = sample(m, d, kind)
            in_order, w = pl.Perceptron(epochs=epochs), np.ones(d)
            shuffled = pl.Perceptron(epochs=epochs, shuffle=True, seed=0)
            order = np.random.default_rng(0).permutation(m)
            contestants = {
                "in order": lambda ours=in_order, X=X, y=y: ours.fit(X, y),
                "product": lambda X=X, w=w: [X @ w for _ in range(epochs)],
                "shuffled": lambda ours=shuffled, X=X, y=y: ours.fit(X, y),
                "bare": lambda X=X, y=y, m=m: bare(X, y, np.arange(m), epochs),
                "scattered": lambda X=X, y=y, order=order: bare(X, y, order, epochs),
            }
            times = race(contestants, rounds=7)
            name, narrow = f"({m:,} x {d:,}) {kind}", d < 1_000
            limit = times["bare"] / times["product"]
            note = f"{in_order.run_.M:,} mistakes; a bare loop {limit:.2f}x"
            ratio = times["in order"] / times["product"]
            board.row(name, ratio, "<=1.25" if narrow else "<=1.0", note)
            if not narrow:
                ratio = times["shuffled"] / times["product"]
                limit = times["scattered"] / times["product"]
                note = f"{shuffled.run_.M:,} mistakes; a bare loop {limit:.2f}x"
                board.row(f"{name}, shuffled", ratio, "<=1.6", note)


def thousand_shuffles(board: Board) -> None:
    X, y = sample(1_000, 10, "10 % noise")
    ours, theirs_rng = np.random.default_rng(0), np.random.RandomState(0)  # one generator each
    theirs = TheirPerceptron(max_iter=1, tol=None, fit_intercept=False, random_state=theirs_rng)

    def bare_runs() -> list[tuple[np.ndarray, np.ndarray, int]]:
        runs = []
        for _ in range(1_000):
            order, w = ours.permutation(len(y)), np.zeros(X.shape[1])
            runs.append((order, w, bare_pass(X, y, order, w)))
        return runs

    contestants = {
        "ours": lambda: pl.shuffled_runs(pl.Perceptron(), X, y, [ours] * 1_000),
        "theirs": lambda: [theirs.fit(X, y) for _ in range(1_000)],
        "bare": bare_runs,
    }
    times = race(contestants, rounds=9)
    board.title("1,000 shuffled runs, m = 1,000, d = 10, against 1,000 scikit-learn fits")
    note = (
        f"orders drawn and kept, and a bare compiled loop: {times['theirs'] / times['bare']:.1f}x"
    )
    board.row("one epoch each", times["theirs"] / times["ours"], ">=20", note)


def voted_prediction(board: Board) -> None:
    rng = np.random.default_rng(0)
    board.title("voted prediction, 2,000 vectors x 2,000 queries, over the bare product")
    for d in (100, 784):
        X = rng.normal(size=(2_000, d))
        y = np.where(rng.random(2_000) < 0.5, 1.0, -1.0)
        run = pl.play(pl.Rule(margin=1e12), X, y)  # every round is a mistake: 2,001 vectors
        W, queries = run.path, rng.normal(size=(2_000, d))
        contestants = {
            "votes": lambda run=run, queries=queries: pl.predict.voted(run, queries),
            "product": lambda W=W, queries=queries: queries @ W.T,
        }
        times = race(contestants, rounds=9)
        board.row(f"d = {d}", times["votes"] / times["product"], "<=1.3")
