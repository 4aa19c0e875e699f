"""Right answers to exercise 7 in other ways: each earns every point."""

from . import right

right(
    "weighted_vote",
    "two sums",
    """
def weighted_vote(w, x):
    up, down = w[x == 1].sum(), w[x == -1].sum()
    if up == down:
        return 0
    return 1 if up > down else -1
""",
)
right(
    "weighted_vote",
    "plain Python",
    """
def weighted_vote(w, x):
    score = sum(a * b for a, b in zip(w, x))
    return int(score > 0) - int(score < 0)
""",
)
right(
    "weighted_vote",
    "a whole number",
    """
def weighted_vote(w, x):
    return int(np.sign(np.sum(np.multiply(w, x))))
""",
)
right(
    "demoted",
    "a copy, and a mask",
    """
def demoted(w, x, y, beta):
    new = np.array(w, dtype=float)
    if weighted_vote(w, x) != y:
        new[x != y] *= beta
    return new
""",
)
right(
    "demoted",
    "a list",
    """
def demoted(w, x, y, beta):
    wrong_vote = y * sum(a * b for a, b in zip(w, x)) <= 0
    return [a * beta if wrong_vote and said != y else a for a, said in zip(w, x)]
""",
)
right(
    "demoted",
    "a power of beta",
    """
def demoted(w, x, y, beta):
    if y * np.dot(w, x) > 0:
        return w
    return w * beta ** ((1 - x * y) / 2)
""",
)
right(
    "follow_the_vote",
    "enumerate, and an array",
    """
def follow_the_vote(X, y, beta):
    w, mistakes = np.ones(X.shape[1]), []
    for t, (x, label) in enumerate(zip(X, y)):
        if weighted_vote(w, x) != label:
            mistakes.append(t)
            w = demoted(w, x, label, beta)
    return w, np.array(mistakes, dtype=int)
""",
)
right(
    "follow_the_vote",
    "without the functions before, exactly",
    """
from fractions import Fraction

def follow_the_vote(X, y, beta):
    part = Fraction(beta)
    w, mistakes = [Fraction(1)] * len(X[0]), []
    for t, (x, label) in enumerate(zip(X.tolist(), y.tolist())):
        if label * sum(a * b for a, b in zip(w, x)) <= 0:
            mistakes.append(t)
            w = [a if said == label else part * a for a, said in zip(w, x)]
    return w, mistakes
""",
)
right(
    "follow_the_vote",
    "a dictionary of weights",
    """
def follow_the_vote(X, y, beta):
    w, mistakes = {i: 1.0 for i in range(X.shape[1])}, []
    for t in range(len(X)):
        said = dict(enumerate(X[t]))
        if y[t] * sum(w[i] * said[i] for i in w) <= 0:
            mistakes.append(t)
            w = {i: v if said[i] == y[t] else v * beta for i, v in w.items()}
    return w.values(), mistakes
""",
)
right("fierce_vote", "from the run", "fierce_vote = len(follow_the_vote(advice, spam, 1 / 2)[1])")
right(
    "majority_roof",
    "round by round",
    """
def majority_roof(k, N, beta, m):
    total = float(N)
    for _ in range(k):
        total -= (1 - beta) * total / 2
    return total
""",
)
right(
    "majority_floor",
    "a product",
    """
from math import prod

def majority_floor(k, N, beta, m):
    return prod([beta] * m)
""",
)
right(
    "majority_bound",
    "logarithms of quotients",
    """
import math

def majority_bound(N, beta, m):
    return math.log(N / beta**m) / -math.log((1 + beta) / 2)
""",
)
right(
    "majority_bound",
    "base 2",
    """
def majority_bound(N, beta, m):
    return (np.log2(N) - m * np.log2(beta)) / (1 - np.log2(1 + beta))
""",
)
right(
    "majority_bound",
    "log1p",
    """
def majority_bound(N, beta, m):
    return (np.log(N) - m * np.log(beta)) / -np.log1p((beta - 1) / 2)
""",
)
right(
    "shares_update",
    "one share after the other",
    """
import math

def shares_update(w, x, y, eta):
    if y * sum(a * b for a, b in zip(w, x)) > 0:
        return list(w)
    grown = [a * math.exp(eta * y * b) for a, b in zip(w, x)]
    return [a / sum(grown) for a in grown]
""",
)
right(
    "shares_update",
    "a copy that is changed",
    """
def shares_update(w, x, y, eta):
    shares = np.array(w)
    if not y * shares.dot(x) > 0:
        shares *= np.exp(eta * y * x)
        shares /= shares.sum()
    return shares
""",
)
right(
    "shares_update",
    "logarithms, with the largest taken off",
    """
def shares_update(w, x, y, eta):
    if y * np.dot(w, x) > 0:
        return w
    logs = np.log(w) + eta * y * x
    logs = logs - logs.max()
    return np.exp(logs) / np.exp(logs).sum()
""",
)
right("too_fast", "from the run", "too_fast = count_mistakes(eta=1)")
right(
    "entropy_to",
    "a loop",
    """
import math

def entropy_to(u, w):
    total = 0
    for a, b in zip(u, w):
        if a > 0:
            total += a * math.log(a / b)
    return total
""",
)
right(
    "entropy_to",
    "where",
    """
def entropy_to(u, w):
    safe = np.where(u > 0, u, 1)
    return np.sum(np.where(u > 0, u * np.log(safe / w), 0))
""",
)
right(
    "entropy_to",
    "what is not a number is nothing",
    """
def entropy_to(u, w):
    return np.nansum(u * (np.log(u) - np.log(w)))
""",
)
right(
    "entropy_to",
    "two sums",
    """
def entropy_to(u, w):
    k = np.flatnonzero(u)
    return u[k] @ np.log(u[k]) - u[k] @ np.log(w[k])
""",
)
right(
    "entropy_price",
    "factors pulled out",
    """
def entropy_price(eta, rho, R):
    return eta * (rho - eta * R * R / 2)
""",
)
right(
    "entropy_price",
    "a square of the product",
    """
def entropy_price(eta, rho, R):
    step = eta * R
    return eta * rho - 0.5 * step**2
""",
)
right(
    "p_norm_weights",
    "numpy's norm",
    """
def p_norm_weights(X, y, learned, p):
    theta = np.zeros(X.shape[1])
    for i in learned:
        theta += y[i] * X[i]
    if not theta.any():
        return np.zeros(X.shape[1])
    return np.sign(theta) * (np.abs(theta) / np.linalg.norm(theta, p)) ** (p - 2) * np.abs(theta)
""",
)
right(
    "p_norm_weights",
    "a list",
    """
def p_norm_weights(X, y, learned, p):
    theta = [sum(float(y[i] * X[i][j]) for i in learned) for j in range(len(X[0]))]
    size = sum(abs(t) ** p for t in theta) ** (1 / p)
    if size == 0:
        return [0] * len(theta)
    return [(1 if t > 0 else -1) * abs(t) ** (p - 1) / size ** (p - 2) for t in theta]
""",
)
right(
    "p_norm_weights",
    "counts and a product",
    """
def p_norm_weights(X, y, learned, p):
    counts = np.bincount(np.array(learned, dtype=int), minlength=len(y))
    theta = (counts * y) @ X
    total = (abs(theta) ** p).sum()
    if total == 0:
        return 0 * theta
    return np.sign(theta) * (abs(theta) ** p / total) ** ((p - 1) / p) * total ** (1 / p)
""",
)
right("which_reading", "a letter", "which_reading = 'c)'")
