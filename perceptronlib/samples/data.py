"""Data for the lectures: seeded generators, written here, and real data, from its own modules.

Every generator returns a :class:`Sample`, a pair ``X, y`` of float64 rows and labels -1.0 and
+1.0; the hidden vector behind the labels hangs on it as ``target`` (``None`` where there is none).
The same arguments and ``seed`` give the same numbers; ``seed`` is anything
:func:`numpy.random.default_rng` takes.

Real data are :func:`mail`, :func:`digits`, :func:`cells`, :func:`iris` and :func:`languages`, in
the package, and :func:`mnist`, fetched on request.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import TypeAlias

import numpy as np

from ..validate import Array
from .mnist import mnist
from .real import cells, digits, iris, languages, mail
from .sample import Sample

__all__ = [
    "Sample",
    "cells",
    "circles",
    "digits",
    "digits_like",
    "disjunction",
    "gaussians",
    "iris",
    "languages",
    "mail",
    "mnist",
    "noisy",
    "separable",
    "stream",
    "uic_table",
    "xor",
]

Seed: TypeAlias = int | np.random.Generator | None


def separable(m: int = 100, d: int = 2, margin: float = 0.1, seed: Seed = 0) -> Sample:
    """Points of the unit ball with geometric margin at least ``margin`` under a hidden unit vector.

    ``target = v`` is uniform on the sphere, ``|x| <= 1`` and ``y v.x >= margin``, so Novikoff
    promises at most ``1/margin^2`` mistakes. Half the labels are +1 (one more or less if ``m`` is
    odd). The best margin (``margins.max_margin``) is usually larger, most of all when d is near m
    or above. Needs ``0 <= margin < 1``. Taught in lecture 01 and 03.

    >>> X, y = sample = separable(50, 3, margin=0.2, seed=1)
    >>> v = sample.target
    >>> bool((y * (X @ v)).min() >= 0.2), bool(np.linalg.norm(X, axis=1).max() <= 1)
    (True, True)
    """
    _check(m >= 1, f"m is {m}", "at least 1 example")
    _check(d >= 1, f"d is {d}", "at least 1 dimension")
    _check(0 <= margin < 1, f"margin is {margin}", "0 <= margin < 1, as the points have |x| <= 1")
    rng = np.random.default_rng(seed)
    v = _direction(d, rng)
    y = _labels(m, rng)
    ball = rng.normal(size=(m, d))
    ball *= (rng.random(m) ** (1 / d) / np.linalg.norm(ball, axis=1))[:, None]
    along = ball @ v
    across = ball - along[:, None] * v
    depth = margin + (1 - margin) * np.clip(np.abs(along), 1e-9, 1 - 1e-9)
    across *= np.sqrt((1 - depth**2) / (1 - np.minimum(along**2, 1 - 1e-9)))[:, None] * (1 - 1e-9)
    return Sample(across + (y * depth)[:, None] * v, y, v)


def noisy(
    m: int = 100, d: int = 2, noise: float = 0.1, margin: float = 0.1, seed: Seed = 0
) -> Sample:
    """:func:`separable` with exactly ``round(noise * m)`` labels flipped; same X for same seed.

    ``target`` separates all rows but the flipped ones. In high dimension the flipped sample may
    still be separable (by another vector), surely so if ``d >= m``. Taught in lecture 04.

    >>> X, y = sample = noisy(50, 2, noise=0.1, seed=3)
    >>> v = sample.target
    >>> int((y * (X @ v) < 0).sum())
    5
    """
    rng = np.random.default_rng(seed)
    X, y = sample = separable(m, d, margin, rng)
    v = sample.target
    return Sample(X, _flip(y, noise, rng), v)


def xor(m: int | None = None, spread: float = 0.0, seed: Seed = 0) -> Sample:
    """Exclusive or of signs: ``y = -x1 x2`` at the corners (+-1, +-1), +1 where the signs differ.

    ``m=None`` gives the four corners; else m points take the corners in turn, each moved by up to
    ``spread`` in each coordinate. For ``spread < 1`` the product ``x1 x2`` separates the classes,
    so the degree-2 kernel does; no line does once ``m >= 4``. Source: Mohri. Taught in lecture 05.

    >>> X, y = xor()
    >>> X.tolist(), y.tolist()
    ([[1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [-1.0, 1.0]], [-1.0, 1.0, -1.0, 1.0])
    """
    _check(m is None or m >= 1, f"m is {m}", "None (the four corners) or at least 1")
    _check(spread >= 0, f"spread is {spread}", "a distance >= 0")
    corners = np.array([[1.0, 1.0], [1.0, -1.0], [-1.0, -1.0], [-1.0, 1.0]])
    X = corners[np.arange(4 if m is None else m) % 4]
    y = -X[:, 0] * X[:, 1]
    return Sample(X + np.random.default_rng(seed).uniform(-spread, spread, X.shape), y)


def disjunction(
    m: int = 200,
    d: int = 100,
    r: int = 2,
    active: int | None = None,
    noise: float = 0.0,
    seed: Seed = 0,
) -> Sample:
    """Rows of {0,1}^d labelled by ``x_1 OR ... OR x_r``: the target Winnow was made for.

    Half the labels are +1, and a row is drawn uniformly among those of its label: of all rows
    (``active=None``; about half the features are on) or of those with exactly ``active`` features
    on. Learners treat coordinates alike, so making the first r relevant loses nothing. ``target``
    is 1 there and 0 elsewhere. ``noise`` flips exactly ``round(noise * m)`` labels. With ``r = 0``
    every label is -1. Few active features favour the Perceptron, many favour Winnow.
    Source: UIC-16. Taught in lecture 06.

    >>> X, y = sample = disjunction(6, 8, r=2, active=3)
    >>> v = sample.target
    >>> X.sum(axis=1).tolist(), bool(((X @ v > 0) == (y > 0)).all())
    ([3.0, 3.0, 3.0, 3.0, 3.0, 3.0], True)
    """
    _check(m >= 1, f"m is {m}", "at least 1 example")
    _check(
        0 <= r <= d and d >= 1, f"r is {r} with d = {d}", "0 <= r <= d relevant features, d >= 1"
    )
    if active is not None:
        wanted = f"1 <= active <= d - r = {d - r}, so that both labels are possible"
        _check(1 <= active <= d - r, f"active is {active}", wanted)
    rng = np.random.default_rng(seed)
    y = _labels(m, rng) if r else -np.ones(m)
    counts = range(1, min(r, active or r) + 1)  # how many relevant features a positive row has on
    ways = [comb(r, k) * (1 if active is None else comb(d - r, active - k)) for k in counts]
    odds = [way / sum(ways) for way in ways]
    X = np.zeros((m, d))
    for x, label in zip(X, y, strict=True):
        on = int(rng.choice(counts, p=odds)) if label > 0 else 0
        x[rng.permutation(r)[:on]] = 1
        if active is None:
            x[r:] = rng.integers(0, 2, d - r)
        else:
            x[r + rng.permutation(d - r)[: active - on]] = 1
    target = np.zeros(d)
    target[:r] = 1
    return Sample(X, _flip(y, noise, rng), target)


def uic_table() -> Sample:
    """The four rows of UIC-16's example ``y = x1 OR x4`` with d = 5 (its label 0 is -1 here).

    Taught in lecture 06.

    >>> X, y = sample = uic_table()
    >>> v = sample.target
    >>> y.tolist(), (X @ v).tolist()
    ([1.0, -1.0, 1.0, -1.0], [1.0, 0.0, 1.0, 0.0])
    """
    X = np.array([[1, 0, 1, 0, 0], [0, 1, 1, 0, 0], [0, 1, 1, 1, 0], [0, 0, 0, 0, 0]], dtype=float)
    return Sample(X, np.array([1.0, -1.0, 1.0, -1.0]), np.array([1.0, 0.0, 0.0, 1.0, 0.0]))


def gaussians(m: int = 200, d: int = 2, distance: float = 2.0, seed: Seed = 0) -> Sample:
    """Two round Gaussian clouds of variance 1 whose centres, +-v distance/2, lie around the origin.

    ``target = v`` (unit) is the best direction there is; it errs on a fresh point with probability
    ``Phi(-distance/2)``: 0.16 at distance 2. They always overlap, though a small sample may be
    separable. Taught in lecture 04.

    >>> X, y = sample = gaussians(1000, 2, distance=6)
    >>> v = sample.target
    >>> bool((y * (X @ v) > 0).mean() > 0.99)
    True
    """
    _check(m >= 1, f"m is {m}", "at least 1 example")
    _check(d >= 1, f"d is {d}", "at least 1 dimension")
    _check(distance >= 0, f"distance is {distance}", "a distance >= 0")
    rng = np.random.default_rng(seed)
    v, y = _direction(d, rng), _labels(m, rng)
    return Sample(rng.normal(size=(m, d)) + (distance / 2 * y)[:, None] * v, y, v)


def circles(m: int = 200, noise: float = 0.1, seed: Seed = 0) -> Sample:
    """Two rings in the plane: +1 at radius 1, -1 at radius 2, each radius off by ``noise`` (std).

    No line separates them; ``|x|^2`` does when noise is small, so a Gaussian or degree-2 kernel
    does. Taught in lecture 05.

    >>> X, y = circles(8, noise=0)
    >>> sorted(np.linalg.norm(X, axis=1).round(9).tolist())
    [1.0, 1.0, 1.0, 1.0, 2.0, 2.0, 2.0, 2.0]
    """
    _check(m >= 1, f"m is {m}", "at least 1 example")
    _check(noise >= 0, f"noise is {noise}", "a standard deviation >= 0")
    rng = np.random.default_rng(seed)
    y = _labels(m, rng)
    size, angle = 1.5 - y / 2 + noise * rng.normal(size=m), 2 * np.pi * rng.random(m)
    return Sample(np.column_stack([size * np.cos(angle), size * np.sin(angle)]), y)


def stream(sample: Sample | tuple[Array, Array], seed: Seed = 0) -> Iterator[tuple[Array, float]]:
    """Endless independent draws ``(x, y)`` from the rows of a sample, with replacement.

    The second mode of the online protocol. On data of margin rho and radius R the Perceptron makes
    at most ``R^2/rho^2`` updates however long it runs. Taught in lecture 01 and 03.

    >>> from itertools import islice
    >>> [y for x, y in islice(stream(xor(), seed=1), 5)]
    [1.0, -1.0, 1.0, 1.0, -1.0]
    """
    X, y = np.asarray(sample[0], dtype=np.float64), np.asarray(sample[1], dtype=np.float64)
    _check(X.ndim == 2 and 0 < len(X) == len(y), f"X has shape {X.shape} and y {y.shape}",
           "a table of m >= 1 rows and m labels")  # fmt: skip
    return _draws(X, y, np.random.default_rng(seed))


def digits_like(m: int = 1000, d: int = 784, seed: Seed = 0) -> Sample:
    """Imitation of two classes of MNIST for benchmarks: pixels in [0, 1], about a fifth not 0.

    An image is one of four upper parts above one of four lower parts, half the pixels of each
    pattern inked, plus stray specks, all with random strength. The label is a fixed table of
    (upper, lower), mostly an exclusive or: a linear score is right on about 60% of fresh images, a
    degree-2 kernel on 98%. Fewer than about d rows may be linearly separable all the same.
    No ``target``. Lecture 05 reads real digits (`data.digits`).

    >>> X, y = digits_like(500)
    >>> X.shape, bool(0.15 < (X > 0).mean() < 0.25), float(X.min()), bool(X.max() <= 1)
    ((500, 784), True, 0.0, True)
    """
    _check(m >= 1, f"m is {m}", "at least 1 example")
    _check(d >= 8, f"d is {d}", "at least 8 pixels")
    rng = np.random.default_rng(seed)
    half = d // 2
    parts = [_strokes(4, size, rng) for size in (half, d - half)]
    signs = np.array([[1, -1, 1, -1], [-1, 1, -1, 1], [1, -1, 1, 1], [-1, 1, -1, -1]], dtype=float)
    pick = rng.integers(0, 4, (2, m))
    X = np.empty((m, d))
    for start in range(0, m, 4096):  # in blocks, as the random numbers are as large as the data
        rows = slice(start, start + 4096)
        X[rows, :half], X[rows, half:] = parts[0][pick[0, rows]], parts[1][pick[1, rows]]
        ink, chance = rng.random((2, *X[rows].shape))
        X[rows] = np.where(chance < 0.5, X[rows], chance < 0.55) * ink
    return Sample(X, signs[pick[0], pick[1]])


def _check(fine: bool, given: str, expected: str) -> None:
    if not fine:
        raise ValueError(f"{given}; expected {expected}")


def _direction(d: int, rng: np.random.Generator) -> Array:
    v = rng.normal(size=d)
    unit: Array = v / np.linalg.norm(v)
    return unit


def _labels(m: int, rng: np.random.Generator) -> Array:
    """Labels in random order, as many +1 as -1, or one more of a random kind."""
    y = np.where(np.arange(m) % 2 == rng.integers(2), 1.0, -1.0)
    return rng.permutation(y)


def _flip(y: Array, noise: float, rng: np.random.Generator) -> Array:
    _check(0 <= noise <= 0.5, f"noise is {noise}", "a fraction of the labels, from 0 to 0.5")
    y = y.copy()
    y[rng.permutation(len(y))[: round(noise * len(y))]] *= -1
    return y


def _draws(X: Array, y: Array, rng: np.random.Generator) -> Iterator[tuple[Array, float]]:
    while True:
        for i in rng.integers(len(X), size=256):
            yield X[i].copy(), float(y[i])


def _strokes(count: int, size: int, rng: np.random.Generator) -> Array:
    """``count`` patterns of ``size`` pixels, a third of them inked, in runs of neighbours."""
    smooth = np.apply_along_axis(np.convolve, 1, rng.normal(size=(count, size + 6)), np.ones(7))
    smooth = smooth[:, 6 : 6 + size]
    inked: Array = (smooth > np.quantile(smooth, 2 / 3, axis=1, keepdims=True)).astype(np.float64)
    return inked
