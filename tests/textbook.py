"""The algorithms as a textbook writes them: slow, obvious, and independent of the library.

Each function plays the rounds `order` and returns the rounds (from 0) with mistakes and the final
weights. `wrong(y, score, ties)` is the textbook's test of a mistake.
"""

from __future__ import annotations

import math

import numpy as np


def wrong(y, score, ties, threshold=0.0):
    if ties == "le":
        return y * score <= threshold
    if ties == "plus":
        return (y > 0 and score < threshold) or (y < 0 and -score <= threshold)
    raise ValueError(ties)


def perceptron(X, y, order, ties="le", rate=1.0, margin=0.0):
    w, log = np.zeros(X.shape[1]), []
    for t, i in enumerate(order):
        if wrong(y[i], X[i].dot(w), ties, margin):
            w = w + rate * y[i] * X[i]
            log.append(t)
    return log, w


def large_margin(X, y, order, gamma):
    w, log = np.zeros(X.shape[1]), []
    for t, i in enumerate(order):
        if not w.any() or y[i] * X[i].dot(w) <= gamma / 2 * np.sqrt(w.dot(w)):
            w = w + y[i] * X[i]
            log.append(t)
    return log, w


def p_norm(X, y, order, ties, p):
    theta, w, log = np.zeros(X.shape[1]), np.zeros(X.shape[1]), []
    for t, i in enumerate(order):
        if wrong(y[i], X[i].dot(w), ties):
            theta = theta + y[i] * X[i]
            log.append(t)
            top = np.abs(theta).max()
            if top == 0:
                w = np.zeros_like(theta)
                continue
            a = np.abs(theta) / top
            w = np.sign(theta) * a ** (p - 1) * top / (a**p).sum() ** ((p - 2) / p)
    return log, w


def winnow(X, y, order, beta, threshold=None):
    w, log = np.ones(X.shape[1]), []
    threshold = X.shape[1] if threshold is None else threshold
    for t, i in enumerate(order):
        predicted = 1.0 if X[i].dot(w) >= threshold else -1.0
        if predicted != y[i]:
            for j in range(len(w)):
                if X[i, j] == 1:
                    w[j] = w[j] * (1 + beta) if y[i] > 0 else w[j] / (1 + beta)
            log.append(t)
    return log, w


def exponential_winnow(X, y, order, ties, eta):
    w, log = np.full(X.shape[1], 1 / X.shape[1]), []
    for t, i in enumerate(order):
        if wrong(y[i], X[i].dot(w), ties):
            w = w * np.exp(eta * y[i] * X[i])
            w = w / w.sum()
            log.append(t)
    return log, w


def balanced_winnow(X, y, order, ties, eta):
    """Two weights a feature, for x and for -x; the halves are compared before they are summed."""
    w, log, steps = np.zeros(X.shape[1]), [], []
    for t, i in enumerate(order):
        if wrong(y[i], X[i].dot(w), ties):
            steps.append(y[i] * X[i])
            theta = exact_sums(steps)
            size = np.abs(theta)
            top = np.exp(eta * (size - size.max()))
            half = np.copysign(top * -np.expm1(-2 * eta * size), theta)
            w = half / (top * (1 + np.exp(-2 * eta * size))).sum()
            log.append(t)
    return log, w


def exact_sums(steps):
    """The sum of each column, rounded once."""
    return np.array([math.fsum(column) for column in zip(*steps, strict=True)])


def weighted_majority(X, y, order, ties, beta):
    w, log = np.ones(X.shape[1]), []
    for t, i in enumerate(order):
        if wrong(y[i], X[i].dot(w), ties):
            w = np.where(X[i] != y[i], beta * w, w)
            log.append(t)
    return log, w


def kernel_perceptron(X, y, order, ties, kernel):
    alpha, log = np.zeros(len(y)), []
    for t, i in enumerate(order):
        if wrong(y[i], (alpha * y) @ kernel(X, X[i : i + 1])[:, 0], ties):
            alpha[i] += 1
            log.append(t)
    return log, alpha


def averaged(X, y, order, ties="le"):
    """The averaged perceptron: add up w at the end of every round."""
    w, a = np.zeros(X.shape[1]), np.zeros(X.shape[1])
    for i in order:
        if wrong(y[i], X[i].dot(w), ties):
            w = w + y[i] * X[i]
        a = a + w
    return a


def voted(X, y, order, queries, ties="le"):
    """The voted perceptron: every w votes once a round."""
    w, votes = np.zeros(X.shape[1]), np.zeros(len(queries))
    for i in order:
        if wrong(y[i], X[i].dot(w), ties):
            w = w + y[i] * X[i]
        votes += np.where(queries @ w >= 0, 1, -1)
    return votes


def kernel_perceptron_one_by_one(X, y, order, degree):
    """The kernel perceptron as it stands in the books: one kernel evaluation after another."""
    mistakes, log = [], []
    for t, i in enumerate(order):
        score = 0.0
        for s in mistakes:
            score += y[s] * (X[s].dot(X[i]) + 1.0) ** degree
        if y[i] * score <= 0:
            mistakes.append(i)
            log.append(t)
    return log


def kernel_perceptron_by_rows(X, y, order, kernel):
    """The same, vectorised by a careful reader: one kernel row over the support a round."""
    support, coefficients = np.empty_like(X), np.zeros(len(X))
    place, log = {}, []
    for t, i in enumerate(order):
        n = len(place)
        score = coefficients[:n] @ kernel(support[:n], X[i : i + 1])[:, 0] if n else 0.0
        if y[i] * score <= 0:
            k = place.setdefault(i, n)
            support[k] = X[i]
            coefficients[k] += y[i]
            log.append(t)
    return log
