"""Right answers to exercise 3 in other ways: each earns every point."""

from . import right

right(
    "margins_of",
    "plain Python, a list",
    """
from math import sqrt

def margins_of(v, X, y):
    dot = lambda a, b: sum(p * q for p, q in zip(a, b))
    g = min(label * dot(v, x) for x, label in zip(X, y))
    return [g, g / sqrt(dot(v, v)), sqrt(max(dot(x, x) for x in X))]
""",
)
right(
    "margins_of",
    "distances first, in a named tuple",
    """
from typing import NamedTuple

class Margins(NamedTuple):
    g: float
    rho: float
    R: float

def margins_of(v, X, y):
    size = np.sqrt(v @ v)
    rho = np.min(y * (X @ (v / size)))
    return Margins(rho * size, rho, np.sqrt(np.max(np.sum(X * X, axis=1))))
""",
)
right(
    "margins_of",
    "einsum",
    """
def margins_of(v, X, y):
    scores = np.einsum("ij,j->i", X, v) * y
    return scores.min(), (scores / np.linalg.norm(v)).min(), max(map(np.linalg.norm, X))
""",
)
right(
    "learn_until_clean",
    "a while loop, an array of indices",
    """
def learn_until_clean(X, y, passes=10_000):
    w, learned, clean, made = np.zeros(X.shape[1]), [], False, 0
    while not clean and made < passes:
        clean, made = True, made + 1
        for i, (x, label) in enumerate(zip(X, y)):
            if label * np.dot(w, x) <= 0:
                w, clean = w + label * x, False
                learned.append(i)
    return w, np.array(learned, dtype=int)
""",
)
right(
    "learn_until_clean",
    "plain lists, and a flag",
    """
def learn_until_clean(X, y, passes=10_000):
    rows, labels = X.tolist(), y.tolist()
    w, learned = [0] * len(rows[0]), []
    for _ in range(passes):
        found = False
        for i, (x, label) in enumerate(zip(rows, labels)):
            if label * sum(a * b for a, b in zip(w, x)) <= 0:
                w = [a + label * b for a, b in zip(w, x)]
                learned += [i]
                found = True
        if not found:
            break
    return w, learned
""",
)
right(
    "learn_until_clean",
    "it stops when the last mistake is a round trip ago",
    """
from collections import deque

def learn_until_clean(X, y, passes=10_000):
    w, learned, m = np.zeros(X.shape[1]), deque(), len(y)
    for n in range(passes):
        count = len(learned)
        for i in range(m):
            if not y[i] * (w @ X[i]) > 0:
                w = w + y[i] * X[i]
                learned.append(i)
        if count == len(learned):
            break
    return w, learned
""",
)
right(
    "ledger",
    "without the function before",
    """
def ledger(X, y, v):
    w, rows = np.zeros(X.shape[1]), []
    while True:
        before = len(rows)
        for x, label in zip(X, y):
            if label * (w @ x) <= 0:
                w = w + label * x
                rows.append((np.dot(v, w), np.dot(w, w)))
        if len(rows) == before:
            return rows
""",
)
right(
    "ledger",
    "cumulative sums, an array",
    """
def ledger(X, y, v):
    learned = learn_until_clean(X, y)[1]
    path = np.cumsum(y[learned, None] * X[learned], axis=0)
    return np.column_stack([path @ v, (path**2).sum(axis=1)])
""",
)
right(
    "ledger",
    "a generator",
    """
def ledger(X, y, v):
    w = 0
    for i in learn_until_clean(X, y)[1]:
        w = w + y[i] * X[i]
        yield v @ w, np.linalg.norm(w) ** 2
""",
)
right(
    "novikoff_progress",
    "added up",
    """
def novikoff_progress(k, g, R, size, start):
    return sum(g for _ in range(k))
""",
)
right(
    "novikoff_length",
    "as the square of a length",
    """
def novikoff_length(k, g, R, size, start):
    return np.hypot(start, R * k**0.5) ** 2
""",
)
right(
    "novikoff_squeeze",
    "the square under the root",
    """
import math

def novikoff_squeeze(k, g, R, size, start):
    return math.sqrt(size**2 * (start**2 + k * R**2))
""",
)
right(
    "novikoff_squeeze",
    "by the function before",
    """
def novikoff_squeeze(k, g, R, size, start):
    return size * novikoff_length(k, g, R, size, start) ** 0.5
""",
)
right(
    "novikoff_bound",
    "by the geometric margin",
    """
def novikoff_bound(v, X, y):
    g, rho, R = margins_of(v, X, y)
    return (R / rho) ** 2 if rho > 0 else float("inf")
""",
)
right(
    "novikoff_bound",
    "plain Python",
    """
import math

def novikoff_bound(v, X, y):
    dot = lambda a, b: sum(float(p) * float(q) for p, q in zip(a, b))
    g = min(float(label) * dot(v, x) for x, label in zip(X, y))
    if g <= 0:
        return math.inf
    return max(dot(x, x) for x in X) * dot(v, v) / g**2
""",
)
right(
    "novikoff_bound",
    "the number of updates at which floor and roof meet",
    """
def novikoff_bound(v, X, y):
    g, _, R = margins_of(v, X, y)
    if not g > 0:
        return np.inf
    root = np.linalg.norm(v) * R / g
    return root * root
""",
)
right(
    "longest_after",
    "added to the square of half gamma",
    """
def longest_after(size, gamma):
    return np.hypot(size + gamma / 2, np.sqrt(1 - gamma**2 / 4))
""",
)
right(
    "longest_after",
    "Python's power",
    """
def longest_after(size, gamma):
    middle = 2 * (gamma / 2) * size
    return (size * size + middle + 1) ** 0.5
""",
)
right(
    "staircase_mistakes",
    "from the run",
    """
_, learned_ = learn_until_clean(staircase(4, 2), np.ones(4))
staircase_mistakes = len(learned_)
""",
)
right("staircase_mistakes", "by a sum", "staircase_mistakes = sum(9**k for k in range(4))")
right("bound_attained", "a letter with a full stop", "bound_attained = 'c.'")
right(
    "loo_errors",
    "masks",
    """
def loo_errors(X, y, passes=10_000):
    errors = 0
    for i in range(len(y)):
        keep = np.arange(len(y)) != i
        w = learn_until_clean(X[keep], y[keep], passes)[0]
        errors += int(not y[i] * (X[i] @ w) > 0)
    return errors
""",
)
