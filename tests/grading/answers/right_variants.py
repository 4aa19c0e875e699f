"""Right answers to exercise 2 in other ways: each earns every point."""

from . import right

right(
    "survivors",
    "lists",
    """
def survivors(X, y):
    w = [0.0] * len(X[0])
    W, c = [w], [0]
    for x, label in zip(X.tolist(), y.tolist()):
        if label * sum(a * b for a, b in zip(w, x)) <= 0:
            w = [a + label * b for a, b in zip(w, x)]
            W, c = W + [w], c + [0]
        c[-1] = c[-1] + 1
    return W, c
""",
)
right(
    "survivors",
    "counted at the end from the rounds",
    """
from collections import Counter

def survivors(X, y):
    W, which = [np.zeros(X.shape[1])], []
    for x, label in zip(X, y):
        if label * (W[-1] @ x) <= 0:
            W.append(W[-1] + label * x)
        which.append(len(W) - 1)
    counts = Counter(which)
    return np.array(W), np.array([counts[k] for k in range(len(W))])
""",
)
right(
    "survivors",
    "differences of the rounds with a mistake",
    """
def survivors(X, y):
    w, W, rounds = np.zeros(X.shape[1]), [], []
    W.append(w)
    for t in range(len(y)):
        if y[t] * (w @ X[t]) <= 0:
            w = w + y[t] * X[t]
            W.append(w)
            rounds.append(t)
    return np.vstack(W), np.diff([0, *rounds, len(y)])
""",
)
right(
    "averaged",
    "the average vector first",
    """
def averaged(W, c, x):
    mean = (c[:, None] * W).sum(axis=0) / c.sum()
    return mean @ x
""",
)
right(
    "averaged",
    "exact fractions",
    """
from fractions import Fraction as F

def averaged(W, c, x):
    score = lambda w: sum(F(float(a)) * F(float(b)) for a, b in zip(w, x))
    return sum(int(k) * score(w) for w, k in zip(W, c)) / int(sum(c))
""",
)
right(
    "averaged",
    "every round for itself",
    """
def averaged(W, c, x):
    return np.mean(np.repeat(W, c, axis=0) @ x)
""",
)
right(
    "voted",
    "a loop",
    """
def voted(W, c, x):
    votes = 0
    for k in range(len(c)):
        if np.dot(W[k], x) < 0:
            votes -= c[k]
        else:
            votes += c[k]
    return votes
""",
)
right(
    "voted",
    "two sums",
    """
def voted(W, c, x):
    yes = W @ x >= 0
    return c[yes].sum() - c[~yes].sum()
""",
)
right(
    "voted",
    "as a float",
    """
def voted(W, c, x):
    signs = np.sign(W @ x)
    signs[signs == 0] = 1
    return float(signs @ c)
""",
)
right("directions_of_dissent", "as an array", "directions_of_dissent = np.array(2)")
right(
    "lazy_sum",
    "the sum round by round",
    """
def lazy_sum(X, y, epochs):
    w, u, a, t = np.zeros(X.shape[1]), np.zeros(X.shape[1]), np.zeros(X.shape[1]), 0
    for _ in range(epochs):
        for x, label in zip(X, y):
            if label * np.dot(w, x) <= 0:
                w = w + label * x
                u = u + t * label * x
            a = a + w
            t += 1
    return w, u, a
""",
)
right(
    "lazy_sum",
    "the table repeated",
    """
def lazy_sum(X, y, epochs):
    rows, labels = np.tile(X, (epochs, 1)), np.tile(y, epochs)
    w, u = np.zeros(X.shape[1]), np.zeros(X.shape[1])
    for t, (x, label) in enumerate(zip(rows, labels)):
        if label * (x @ w) <= 0:
            w, u = w + label * x, u + t * (label * x)
    return [w, u, len(rows) * w - u]
""",
)
right(
    "epochs_needed",
    "found by a search",
    """
def separates_(a):
    return all(pair_labels * (pair @ a) > 0)

epochs_needed = next(n for n in range(1, 100) if separates_(lazy_sum(pair, pair_labels, n)[2]))
""",
)
right("what_helps", "a capital letter", "what_helps = 'D'")
right(
    "margin_perceptron",
    "a loop of its own",
    """
def margin_perceptron(X, y, eta, most_epochs):
    w, updates = np.zeros(X.shape[1]), 0
    for epoch in range(most_epochs):
        clean = True
        for i in range(len(X)):
            if not y[i] * (X[i] @ w) > eta:
                w = w + y[i] * X[i]
                updates += 1
                clean = False
        if clean:
            break
    return w, updates
""",
)
right(
    "margin_perceptron",
    "a named function, and a list",
    """
def margin_perceptron(X, y, eta, most_epochs):
    def must_learn(w, x, label):
        return bool(sum(w * x) * label - eta <= 0)

    w, updates = until_clean(X, y, must_learn, most_epochs)
    return [list(w), float(updates)]
""",
)
right(
    "large_margin_perceptron",
    "divided, with w = 0 apart",
    """
def large_margin_perceptron(X, y, gamma, most_epochs):
    def near(w, x, label):
        if not np.any(w):
            return True
        return label * (w @ x) / np.linalg.norm(w) <= gamma / 2

    return until_clean(X, y, near, most_epochs)
""",
)
right(
    "large_margin_perceptron",
    "a loop of its own, with hypot",
    """
import math

def large_margin_perceptron(X, y, gamma, most_epochs):
    w, updates = np.zeros(X.shape[1]), 0
    for _ in range(most_epochs):
        before = updates
        for x, label in zip(X, y):
            length = math.sqrt(w @ w)
            if length == 0 or label * (w @ x) <= 0.5 * gamma * length:
                w, updates = w + label * x, updates + 1
        if updates == before:
            return w, updates
    return w, updates
""",
)
right(
    "at_rate_one_quarter",
    "from the run",
    "at_rate_one_quarter = margin_perceptron(X6, y6, 4.0, 1000)[1]",
)
right(
    "square_at_most",
    "factors pulled out",
    """
def square_at_most(k, R, eta, r):
    return k * r * (r * R * R + 2 * eta)
""",
)
right(
    "square_at_most",
    "added up",
    """
def square_at_most(k, R, eta, r):
    square = 0
    for _ in range(k):
        square += (r * R) ** 2 + 2 * r * eta
    return square
""",
)
right(
    "updates_at_most",
    "divided step by step",
    """
def updates_at_most(gain, rho, r):
    return (gain**0.5 / (r * rho)) ** 2
""",
)
right(
    "updates_at_most",
    "a fraction",
    """
from fractions import Fraction

def updates_at_most(gain, rho, r):
    return Fraction(gain) / (Fraction(r) * Fraction(rho)) ** 2
""",
)
right(
    "margin_at_least",
    "by the length of w",
    """
def margin_at_least(gain, rho, eta, r):
    most = updates_at_most(gain, rho, r)
    return eta / np.sqrt(most * gain)
""",
)
right(
    "margin_at_least",
    "powers",
    """
def margin_at_least(gain, rho, eta, r):
    length = gain * (r * rho) ** -1
    return eta * length**-1
""",
)
