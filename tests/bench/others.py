"""Winnow against one X @ w per epoch; the kernel perceptron against SVC and the textbook."""

from __future__ import annotations

import numpy as np
from numba import njit
from sklearn.svm import SVC

import perceptronlib as pl
from perceptronlib import data, kernels
from tests import textbook

from .timing import Board, once, race

EPOCHS = 10


@njit(fastmath=True)
def bare_winnow(X: np.ndarray, y: np.ndarray, epochs: int) -> np.ndarray:
    """Winnow that doubles and halves: nothing checked, nothing written down."""
    d = X.shape[1]
    w = np.ones(d)
    for _ in range(epochs):
        for i in range(y.size):
            score = 0.0
            for j in range(d):
                score += w[j] * X[i, j]
            if y[i] * (score - d) <= 0.0:
                share = 2.0 if y[i] > 0.0 else 0.5
                for j in range(d):
                    w[j] = w[j] * share if X[i, j] > 0.0 else w[j]
    return w


def winnow(board: Board) -> None:
    board.title("Winnow on disjunctions, d = 1,000, over X @ w per epoch")
    for noise in (0.0, 0.1):
        X, y = data.disjunction(20_000, 1_000, 5, active=500, noise=noise, seed=0)
        w = np.ones(1_000)
        learner = pl.Winnow(epochs=EPOCHS)
        contestants = {
            "ours": lambda learner=learner, X=X, y=y: learner.fit(X, y),
            "product": lambda X=X, w=w: [X @ w for _ in range(EPOCHS)],
            "bare": lambda X=X, y=y: bare_winnow(X, y.astype(float), EPOCHS),
        }
        times = race(contestants, rounds=5)
        limit = times["bare"] / times["product"]
        note = f"{learner.run_.M:,} mistakes; a bare compiled loop {limit:.2f}x"
        board.row(f"noise {noise:.0%}", times["ours"] / times["product"], "<=1.0", note)


def kernel_perceptron(board: Board) -> None:
    """Degree 4, 10,000 examples of 784 features, 5 % mislabelled. The slow ones run once."""
    X, y = data.digits_like(10_000, seed=0)
    y[np.random.default_rng(0).random(len(y)) < 0.05] *= -1
    kernel, order = kernels.polynomial(4), np.tile(np.arange(len(y)), 3)
    learner = pl.KernelPerceptron(kernel, epochs=3)
    ours = race({"ours": lambda: learner.fit(X, y)}, rounds=3)["ours"]
    machine, _ = once(lambda: SVC(kernel="poly", degree=4, coef0=1.0, gamma=1.0).fit(X, y))
    book, log = once(lambda: textbook.kernel_perceptron_one_by_one(X, y, order, 4))
    rows, same = once(lambda: textbook.kernel_perceptron_by_rows(X, y, order, kernel))
    assert learner.run_.mistakes.tolist() == log == same, "the mistakes differ from the textbook's"
    note = f"{learner.run_.M:,} mistakes, {ours:.2f} s"
    board.title("kernel perceptron, degree 4, 10,000 x 784, three epochs, identical mistakes")
    board.row("against SVC(kernel='poly').fit", machine / ours, ">=10", note)
    board.row("against the textbook's loop", book / ours, ">=20")
    board.row("against that loop, vectorised over the support", rows / ours, ">=1")
