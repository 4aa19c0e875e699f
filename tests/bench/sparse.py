"""Sparse rows (CSR): against scikit-learn on the same table, Winnow against a bare loop, memory."""

from __future__ import annotations

import numpy as np
from numba import njit
from scipy.sparse import csr_array
from sklearn.linear_model import Perceptron as TheirPerceptron

import perceptronlib as pl

from .timing import Board, peak, race

SHAPES = [(100_000, 100_000, 100), (20_000, 10_000, 50)]
"""Rows, features, and how many of them a row has: 0.1 % and 0.5 %."""

KINDS = ("clean", "10 % noise")

WIDTH, ACTIVE, DENSE_ROWS = 100_000, 100, 1_000
"""Winnow's features, those on in a row, and rows that fit into memory with all their zeros."""


def places(rng: np.random.Generator, m: int, d: int, active: int) -> csr_array:
    """A table of ones: so many places in each row, drawn at random (some fall on one another)."""
    chosen = rng.integers(0, d, size=(m, active), dtype=np.int32)
    chosen.sort(axis=1)
    starts = np.arange(0, m * active + 1, active, dtype=np.int32)
    X = csr_array((np.ones(m * active), chosen.ravel(), starts), shape=(m, d))
    X.sum_duplicates()
    X.data[:] = 1.0
    return X


def sample(m: int, d: int, active: int, kind: str) -> tuple[csr_array, np.ndarray]:
    """Rows with Gaussian entries, labelled by a hidden vector; clean, or a tenth of them wrong."""
    rng = np.random.default_rng([m, d])
    X = places(rng, m, d, active)
    X.data[:] = rng.normal(size=X.nnz)
    y = np.where(X @ rng.normal(size=d) > 0, 1, -1)
    if kind == "10 % noise":
        y[rng.random(m) < 0.1] *= -1
    return X, y


def size(X: csr_array) -> int:
    """The bytes of a sparse table."""
    return int(X.data.nbytes + X.indices.nbytes + X.indptr.nbytes)


@njit
def bare_perceptron(
    values: np.ndarray, places: np.ndarray, starts: np.ndarray, y: np.ndarray, d: int, epochs: int
) -> np.ndarray:
    """The perceptron as one would write it for a CSR table, without a check or a log: a limit."""
    w = np.zeros(d)
    for _ in range(epochs):
        for i in range(y.size):
            score = 0.0
            for k in range(starts[i], starts[i + 1]):
                score += w[places[k]] * values[k]
            if y[i] * score <= 0:
                for k in range(starts[i], starts[i + 1]):
                    w[places[k]] += y[i] * values[k]
    return w


def against_scikit_learn(board: Board) -> None:
    """Their time over ours for fit, ours over theirs for predict; the same weights."""
    board.title(f"sparse rows (CSR) against scikit-learn, epochs = {board.epochs}")
    for m, d, active in SHAPES:
        for kind in KINDS:
            X, y = sample(m, d, active, kind)
            ours = pl.Perceptron(epochs=board.epochs)
            theirs = TheirPerceptron(
                max_iter=board.epochs, tol=None, shuffle=False, fit_intercept=False
            )
            fits = {
                "ours": lambda ours=ours, X=X, y=y: ours.fit(X, y),
                "theirs": lambda theirs=theirs, X=X, y=y: theirs.fit(X, y),
                "bare": lambda X=X, y=y: bare_perceptron(
                    X.data, X.indices, X.indptr, y, X.shape[1], board.epochs
                ),
            }
            times = race(fits, rounds=9)
            assert np.allclose(ours.coef_, theirs.coef_), "the weights differ"
            name, limit = f"({m:,} x {d:,}) {kind}", times["theirs"] / times["bare"]
            note = f"{ours.run_.M:,} mistakes; a bare compiled loop {limit:.2f}x"
            board.row(f"{name}, fit", times["theirs"] / times["ours"], ">=1.5", note)
            predictions = {
                "ours": lambda ours=ours, X=X: ours.predict(X),
                "theirs": lambda theirs=theirs, X=X: theirs.predict(X),
            }
            times = race(predictions, rounds=9)
            board.row(f"{name}, predict", times["ours"] / times["theirs"], "<=1.0")


def disjunction(m: int, noise: float) -> tuple[csr_array, np.ndarray]:
    """Sparse bits; an example is positive if one of five features is on, as in every other row."""
    rng = np.random.default_rng(0)
    X = places(rng, m, WIDTH, ACTIVE)
    lucky = np.flatnonzero(rng.random(m) < 0.5)
    X.indices[X.indptr[lucky]] = rng.integers(0, 5, size=len(lucky))
    X.has_canonical_format = False
    X.sum_duplicates()
    X.data[:] = 1.0
    y = np.where(np.asarray(X[:, :5].sum(axis=1)).ravel() > 0, 1, -1)
    y[rng.random(m) < noise] *= -1
    return X, y


@njit
def bare(listed: np.ndarray, starts: np.ndarray, y: np.ndarray, d: int, epochs: int) -> np.ndarray:
    """Winnow as one would write it for index lists, without a check or a log."""
    w = np.ones(d)
    for _ in range(epochs):
        mistakes = 0
        for i in range(y.size):
            score = 0.0
            for k in range(starts[i], starts[i + 1]):
                score += w[listed[k]]
            if (score >= d) != (y[i] > 0):
                factor = 2.0 if y[i] > 0 else 0.5
                for k in range(starts[i], starts[i + 1]):
                    w[listed[k]] *= factor
                mistakes += 1
        if mistakes == 0:
            break
    return w


def winnow(board: Board) -> None:
    """Our time over a bare loop's, and that of a dense row over that of a sparse one."""
    board.title(f"Winnow on sparse bits, d = {WIDTH:,}, three epochs")
    for noise in (0.0, 0.1):
        X, y = disjunction(100_000, noise)
        full, few = X[:DENSE_ROWS].toarray(), y[:DENSE_ROWS]
        ours, dense = pl.Winnow(epochs=3), pl.Winnow(epochs=3)
        contestants = {
            "ours": lambda ours=ours, X=X, y=y: ours.fit(X, y),
            "bare": lambda X=X, y=y: bare(X.indices, X.indptr, y, WIDTH, 3),
            "dense": lambda dense=dense, full=full, few=few: dense.fit(full, few),
        }
        times = race(contestants, rounds=5)
        assert np.allclose(ours.coef_[0], contestants["bare"]()), "the weights differ"
        name, note = f"noise {noise:.0%}", f"{ours.run_.M:,} mistakes"
        board.row(
            f"{name}, over a bare compiled loop", times["ours"] / times["bare"], "<=1.5", note
        )
        per_row = times["dense"] / DENSE_ROWS * len(y) / times["ours"]
        board.row(f"{name}, a dense row over a sparse one", per_row, ">=50")


def memory(board: Board) -> None:
    """What fit and predict hold at once beyond the table, over the size of the table."""
    board.title(f"memory beyond a sparse table, over its size, epochs = {board.epochs}")
    for m, d, active in SHAPES:
        X, y = sample(m, d, active, "10 % noise")
        ours, name = pl.Perceptron(epochs=board.epochs), f"({m:,} x {d:,})"
        board.row(f"{name} fit", peak(lambda o=ours, X=X, y=y: o.fit(X, y)) / size(X), "<=1.0")
        board.row(f"{name} predict", peak(lambda o=ours, X=X: o.predict(X)) / size(X), "<=1.0")
    X, y = disjunction(100_000, 0.1)
    board.row("Winnow fit", peak(lambda: pl.Winnow(epochs=3).fit(X, y)) / size(X), "<=1.0")
