"""The kernel perceptron against SVC on digits and on MNIST, and against its bare matrix products.

The rows about MNIST need its files: name their folder, ``MNIST=folder make bench``.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import numpy as np
from sklearn.svm import SVC

import perceptronlib as pl
from perceptronlib import data, kernels
from perceptronlib.core.play import Passes
from perceptronlib.kernels.dual import KernelRule, play_dual, shared
from perceptronlib.kernels.support import KernelRows

from .timing import Board, once, race


def digits_against_svc(board: Board) -> None:
    """Even against odd digits; the larger sample has each digit in five places."""
    X, y = data.digits()
    order = np.random.default_rng(0).permutation(len(y))
    X, y = X[order], np.where(y[order] % 2 == 0, 1, -1)
    moved = [np.roll(X[:1200].reshape(-1, 8, 8), step, axis=axis) for axis, step in MOVES]
    many = np.vstack([each.reshape(-1, 64) for each in moved]), np.tile(y[:1200], len(MOVES))
    board.title("Gaussian kernel perceptron, five epochs, over SVC(gamma='scale').fit")
    for A, b in ((X[:1000], y[:1000]), many):
        order = np.random.default_rng(1).permutation(len(b))
        A, b = A[order], b[order]
        ours = pl.KernelPerceptron("rbf", epochs=5, predict_with="averaged")
        theirs = SVC(gamma="scale")
        contestants = {
            "ours": lambda ours=ours, A=A, b=b: ours.fit(A, b),
            "theirs": lambda theirs=theirs, A=A, b=b: theirs.fit(A, b),
        }
        times = race(contestants, rounds=45 if len(b) < 2_000 else 9)
        errors = [100 * np.mean(each.predict(X[1200:]) != y[1200:]) for each in (ours, theirs)]
        note = f"test errors {errors[0]:.1f} % against {errors[1]:.1f} %"
        board.row(f"{len(b):,} digits", times["ours"] / times["theirs"], "<=0.5", note)


MOVES = ((1, 0), (1, 1), (1, -1), (2, 1), (2, -1))
"""Along which axis a picture is moved, and by how many pixels."""


def on_mnist(board: Board) -> None:
    """Ten classes, degree 4; SVC, which runs once, takes minutes."""
    board.title("ten kernel perceptrons on MNIST, degree 4")
    folder = os.environ.get("MNIST")
    if not folder:
        print("  no folder with MNIST is named: MNIST=folder make bench")
        return
    train, (queries, answers) = data.mnist(folder)
    order = np.random.default_rng(0).permutation(len(train.y))
    X, y, queries = train.X[order] / np.float32(255), train.y[order], queries / np.float32(255)
    rule, signs = KernelRule(kernels.polynomial(4)), np.where(y == DIGITS[:, None], 1.0, -1.0)
    play_dual(rule, X[:3000], signs[:, :3000], Passes(1))  # compiles
    machine = SVC(kernel="poly", degree=4, gamma="scale", coef0=1.0)
    theirs, _ = once(lambda: machine.fit(X, y))
    error = 100 * np.mean(machine.predict(queries) != answers)
    for epochs in (1, 3, 10):
        with noted_shapes() as shapes:
            ours, runs = once(partial(play_dual, rule, X, signs, Passes(epochs)))
        bare, _ = once(partial(products, shapes, X.shape[1]))
        if epochs == 1:
            board.row("one epoch over its bare products", ours / bare, "<=1.3", f"{ours:.1f} s")
        chosen = shared(runs).votes(queries, zero_wins=True).argmax(axis=0)
        vote = 100 * np.mean(chosen != answers)
        note = f"{theirs:.0f} s; test errors {vote:.2f} % (vote) against {error:.2f} %; "
        note += f"its bare products {bare / theirs:.2f}x"
        board.row(f"{epochs} epochs over SVC(kernel='poly').fit", ours / theirs, "<=0.1", note)


DIGITS = np.arange(10)


@contextmanager
def noted_shapes() -> Iterator[list[tuple[int, int]]]:
    """The shapes of all matrix products of kernel rows that are made meanwhile."""
    shapes: list[tuple[int, int]] = []
    values = KernelRows.values

    def noted(A: KernelRows, B: KernelRows) -> np.ndarray:
        shapes.append((len(A), len(B)))
        return values(A, B)

    KernelRows.values = noted
    try:
        yield shapes
    finally:
        KernelRows.values = values


def products(shapes: list[tuple[int, int]], d: int) -> None:
    table = np.random.default_rng(0).random((max(map(max, shapes)), d))
    for m, n in shapes:
        table[:m] @ table[:n].T
