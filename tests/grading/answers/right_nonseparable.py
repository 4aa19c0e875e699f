"""Right answers to exercise 4 in other ways: each earns every point."""

from . import right

right(
    "find_cycle",
    "a list of all weights",
    """
def find_cycle(X, y):
    w = np.zeros(X.shape[1])
    ends = [w.tolist()]
    while True:
        w, mistakes = pass_over(w, X, y)
        if len(mistakes) == 0:
            return len(ends) - 1, 0
        if w.tolist() in ends:
            start = ends.index(w.tolist())
            return start, len(ends) - start
        ends.append(w.tolist())
""",
)
right(
    "find_cycle",
    "Brent: first the length, then the start",
    """
def find_cycle(X, y):
    def after(w):
        return pass_over(w, X, y)[0]

    zero = np.zeros(X.shape[1])
    slow, fast, power, length, passes = zero, zero, 1, 0, 0
    while True:
        fast, mistakes = pass_over(fast, X, y)
        if not mistakes:
            return passes, 0
        passes, length = passes + 1, length + 1
        if (slow == fast).all():
            break
        if power == length:
            slow, power, length = fast, 2 * power, 0
    one = other = zero
    for _ in range(length):
        other = after(other)
    start = 0
    while not (one == other).all():
        one, other, start = after(one), after(other), start + 1
    return start, length
""",
)
right(
    "find_cycle",
    "recursion, and bytes as keys",
    """
def find_cycle(X, y, w=None, seen=None):
    w = np.zeros(X.shape[1]) if w is None else w
    seen = {} if seen is None else seen
    key = tuple(int(v) for v in w)
    if key in seen:
        return [seen[key], len(seen) - seen[key]]
    new, mistakes = pass_over(w, X, y)
    if not mistakes:
        return [len(seen), 0]
    return find_cycle(X, y, new, {**seen, key: len(seen)})
""",
)
right(
    "find_cycle",
    "whole numbers, pass by pass without the gift",
    """
def find_cycle(X, y):
    w, seen = (0,) * X.shape[1], []
    while w not in seen:
        seen.append(w)
        clean = True
        for x, label in zip(X.tolist(), y.tolist()):
            if label * sum(a * b for a, b in zip(w, x)) <= 0:
                w, clean = tuple(a + label * b for a, b in zip(w, x)), False
        if clean:
            return len(seen) - 1, 0
    return seen.index(w), len(seen) - seen.index(w)
""",
)
right(
    "cycle_mistakes",
    "all of them",
    """
w_, cycle_mistakes = np.zeros(2), 0
for _ in range(1203):
    w_, made_ = pass_over(w_, X, y)
    cycle_mistakes += len(made_)
""",
)
right(
    "proof_of",
    "two counts and their difference",
    """
def proof_of(X, y):
    def counts(passes):
        w, total = np.zeros(X.shape[1]), [0] * len(y)
        for _ in range(passes):
            w, mistakes = pass_over(w, X, y)
            for i in mistakes:
                total[i] += 1
        return np.array(total)

    start, length = find_cycle(X, y)
    return counts(start + length) - counts(start)
""",
)
right(
    "proof_of",
    "a counter",
    """
from collections import Counter

def proof_of(X, y):
    start, length = find_cycle(X, y)
    w, turn = np.zeros(X.shape[1]), Counter()
    for n in range(start + length):
        w, mistakes = pass_over(w, X, y)
        if n >= start:
            turn.update(mistakes)
    return [turn[i] for i in range(len(y))]
""",
)
right(
    "proof_of",
    "floats that are whole",
    """
def proof_of(X, y):
    start, length = find_cycle(X, y)
    w, alpha = np.zeros(X.shape[1]), np.zeros(len(y))
    for _ in range(start):
        w, _ = pass_over(w, X, y)
    for _ in range(length):
        w, mistakes = pass_over(w, X, y)
        np.add.at(alpha, mistakes, 1)
    return alpha
""",
)
right(
    "losses_of",
    "a loop",
    """
def losses_of(v, X, y, rho):
    losses = []
    for x, label in zip(X, y):
        losses.append(max(0, rho - label * np.dot(v, x)))
    return np.array(losses)
""",
)
right(
    "losses_of",
    "clip",
    """
def losses_of(v, X, y, rho):
    return (rho - y * (X @ v)).clip(min=0)
""",
)
right(
    "losses_of",
    "an array that is changed",
    """
def losses_of(v, X, y, rho):
    lacking = rho - y * X.dot(v)
    lacking[lacking < 0] = 0
    return lacking
""",
)
right(
    "losses_of",
    "half of the sum with its size",
    """
def losses_of(v, X, y, rho):
    lacking = rho - y * (X @ v)
    return (lacking + abs(lacking)) / 2
""",
)
right(
    "hinge_progress",
    "a fraction",
    """
from fractions import Fraction

def hinge_progress(k, rho, paid, total, size):
    return Fraction(k) * Fraction(rho) - Fraction(paid)
""",
)
right(
    "hinge_squeeze",
    "the square under the root",
    """
import math

def hinge_squeeze(k, rho, paid, total, size):
    return paid + math.sqrt(k * size**2)
""",
)
right(
    "hinge_root",
    "by numpy's roots",
    """
def hinge_root(rho, total, size):
    return max(np.roots([rho, -size, -total]))
""",
)
right(
    "hinge_root",
    "the square completed",
    """
def hinge_root(rho, total, size):
    half = size / (2 * rho)
    return half + (half**2 + total / rho) ** 0.5
""",
)
right(
    "broken_in_pass",
    "by a loop",
    """
broken_in_pass, made_ = 0, 0
w_ = np.zeros(1)
while made_ <= 1 / 0.5**2 + 2 * 1.5 / 0.5:
    w_, now_ = pass_over(w_, np.array([[1.0], [1.0]]), np.array([1, -1]))
    made_ += len(now_)
    broken_in_pass += 1
""",
)
right(
    "regret_roof",
    "the best beta put in",
    """
def regret_roof(k, R, size):
    beta = R * np.sqrt(k) / size
    return (beta**2 * size**2 + k * R**2) / (2 * beta)
""",
)
right(
    "regret_roof",
    "one root",
    """
def regret_roof(k, R, size):
    return (k * R**2 * size**2) ** 0.5
""",
)
right(
    "three_bounds",
    "plain Python",
    """
import math

def three_bounds(R, rho, d):
    total, square = sum(d), sum(x * x for x in d)
    s = (R + math.sqrt(R * R + 4 * rho * total)) / 2 / rho
    return [(R / rho) ** 2 + 2 * total / rho, s * s, (R + math.sqrt(square)) ** 2 / rho**2]
""",
)
right(
    "three_bounds",
    "by roots and norms, as an array",
    """
def three_bounds(R, rho, d):
    D1 = np.sum(d)
    root = max(np.roots([rho, -R, -D1]).real) ** 2
    return np.array([R**2 / rho**2 + 2 * D1 / rho, root, ((R + np.linalg.norm(d)) / rho) ** 2])
""",
)
right(
    "three_bounds",
    "a function of the task before",
    """
def three_bounds(R, rho, d):
    linear = (R / rho) ** 2 + 2 / rho * d.sum()
    return linear, hinge_root(rho, d.sum(), R) ** 2, (R + (d @ d) ** 0.5) ** 2 / rho**2
""",
)
right(
    "embed_rounds",
    "row by row",
    """
def embed_rounds(X, y, v, d, delta):
    m = len(X)
    rows = [[*x, *(delta if s == t else 0 for s in range(m))] for t, x in enumerate(X)]
    u = np.concatenate([v, [label * lack / delta for label, lack in zip(y, d)]])
    return np.array(rows), u / np.linalg.norm(u)
""",
)
right(
    "embedded_bound",
    "multiplied out",
    """
def embedded_bound(R, D, rho, delta):
    return (R**2 + D**2 + delta**2 + R**2 * D**2 / delta**2) / rho**2
""",
)
