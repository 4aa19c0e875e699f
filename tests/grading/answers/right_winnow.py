"""Right answers to exercise 6 in other ways: each earns every point."""

from . import right

right(
    "disjunction_labels",
    "a loop",
    """
def disjunction_labels(X, relevant):
    labels = []
    for x in X:
        label = -1
        for i in relevant:
            if x[i] == 1:
                label = 1
        labels.append(label)
    return labels
""",
)
right(
    "disjunction_labels",
    "a sum and a sign",
    """
def disjunction_labels(X, relevant):
    return 2 * (X[:, relevant].sum(axis=1) > 0) - 1
""",
)
right(
    "disjunction_labels",
    "sets, as a map",
    """
def disjunction_labels(X, relevant):
    return map(lambda x: 1 if set(np.flatnonzero(x)) & set(relevant) else -1, X)
""",
)
right(
    "disjunction_labels",
    "a largest entry",
    """
def disjunction_labels(X, relevant):
    if not relevant:
        return -np.ones(len(X))
    return np.where(np.max(X[:, relevant], axis=1) > 0, 1.0, -1.0)
""",
)
right(
    "winnow_answer",
    "plain Python",
    """
def winnow_answer(w, x):
    score = 0
    for weight, on in zip(w, x):
        if on:
            score += weight
    if score < len(x):
        return -1
    return 1
""",
)
right(
    "winnow_answer",
    "where, a numpy number",
    """
def winnow_answer(w, x):
    return np.where(np.dot(w, x) >= w.size, 1, -1)
""",
)
right(
    "winnow_answer",
    "exact fractions",
    """
from fractions import Fraction

def winnow_answer(w, x):
    total = sum(Fraction(float(a)) for a, on in zip(w, x) if on)
    return (-1, 1)[total >= len(w)]
""",
)
right(
    "winnow_answer",
    "twice a truth value",
    """
def winnow_answer(w, x):
    return 2 * int(w[x > 0].sum() >= w.shape[0]) - 1
""",
)
right(
    "winnow_update",
    "a copy, and a mask",
    """
def winnow_update(w, x, y):
    w = np.array(w, dtype=float)
    if winnow_answer(w, x) != y:
        w[x == 1] *= 2 if y == 1 else 0.5
    return w
""",
)
right(
    "winnow_update",
    "a list",
    """
def winnow_update(w, x, y):
    if winnow_answer(w, x) == y:
        return list(w)
    factor = {1: 2, -1: 1 / 2}[int(y)]
    return [a * factor if on else a for a, on in zip(w, x)]
""",
)
right(
    "winnow_update",
    "where, twice",
    """
def winnow_update(w, x, y):
    positive = w @ x >= len(w)
    if y == 1 and not positive:
        return np.where(x > 0, 2 * w, w)
    if y == -1 and positive:
        return np.where(x > 0, w / 2, w)
    return w.copy()
""",
)
right(
    "winnow_update",
    "without the function before, by exponentials",
    """
def winnow_update(w, x, y):
    answer = 1 if np.dot(w, x) >= len(w) else -1
    return w * np.exp2((y - answer) / 2 * x)
""",
)
right(
    "winnow_run",
    "two loops",
    """
def winnow_run(X, y, passes):
    w = np.ones(len(X[0]))
    mistakes, t = [], 0
    for _ in range(passes):
        for x, label in zip(X, y):
            if winnow_answer(w, x) != label:
                mistakes.append(t)
                w = winnow_update(w, x, label)
            t += 1
    return w, mistakes
""",
)
right(
    "winnow_run",
    "exponents of whole numbers",
    """
from fractions import Fraction

def winnow_run(X, y, passes):
    d = X.shape[1]
    powers, mistakes = [0] * d, []
    for t in range(passes * len(X)):
        x, label = X[t % len(X)], int(y[t % len(X)])
        score = sum(Fraction(2) ** e for e, on in zip(powers, x) if on)
        if (1 if score >= d else -1) != label:
            mistakes.append(t)
            powers = [e + label if on else e for e, on in zip(powers, x)]
    return [Fraction(2) ** e for e in powers], mistakes
""",
)
right(
    "winnow_run",
    "tables repeated, an array of rounds",
    """
def winnow_run(X, y, passes):
    w = np.ones(X.shape[1])
    wrong = []
    for x, label in zip(np.tile(X, (passes, 1)), np.tile(y, passes)):
        wrong.append(winnow_answer(w, x) != label)
        w = winnow_update(w, x, label)
    return w, np.flatnonzero(wrong)
""",
)
right(
    "winnow_run",
    "it ends early after a clean pass",
    """
def winnow_run(X, y, passes):
    w, mistakes = np.ones(X.shape[1]), []
    for n in range(passes):
        before = len(mistakes)
        for i in range(len(y)):
            new = winnow_update(w, X[i], y[i])
            if winnow_answer(w, X[i]) != y[i]:
                mistakes.append(n * len(y) + i)
            w = new
        if len(mistakes) == before:
            break
    return [w, mistakes]
""",
)
right(
    "most_doublings",
    "the logarithm rounded up",
    """
def most_doublings(d):
    return np.ceil(np.log2(d))
""",
)
right(
    "most_doublings",
    "binary digits",
    """
def most_doublings(d):
    return (int(d) - 1).bit_length()
""",
)
right(
    "most_doublings",
    "recursion",
    """
def most_doublings(d):
    return 0 if d <= 1 else 1 + most_doublings(-(-d // 2))
""",
)
right(
    "most_doublings",
    "math's logarithm",
    """
import math

def most_doublings(d):
    return math.ceil(math.log2(d))
""",
)
right(
    "most_doublings",
    "a quotient of logarithms",
    """
def most_doublings(d):
    return int(np.ceil(np.log(d) / np.log(2)))
""",
)
right(
    "winnow_account",
    "factors pulled out",
    """
def winnow_account(d, P, Q):
    return d * (1 + P - Q / 2)
""",
)
right(
    "winnow_account",
    "a fraction",
    """
from fractions import Fraction

def winnow_account(d, P, Q):
    return d + P * d - Fraction(Q * d, 2)
""",
)
right(
    "most_demotions",
    "the largest below 2P + 2",
    """
def most_demotions(P):
    return max(q for q in range(3 * P + 5) if q < 2 * P + 2)
""",
)
right(
    "worst_stream",
    "an exact search with memory",
    """
from functools import cache
from itertools import product

def worst_stream(d):
    rows = [*product((0, 1), repeat=d - 1)]

    @cache
    def best(first, others):
        '''The most mistakes from here on, and the row to begin with.'''
        most, move = 0, None
        seen = set()
        for row in rows:
            on = tuple(e for e, r in zip(others, row) if r)
            if on in seen:
                continue
            seen.add(on)
            weight = sum(2.0**e for e in on)
            off = [e for e, r in zip(others, row) if not r]
            if weight >= d:
                after = tuple(sorted(off + [e - 1 for e in on]))
                value = 1 + best(first, after)[0]
                if value > most:
                    most, move = value, (row, -1)
            if weight + 2.0**first < d:
                after = tuple(sorted(off + [e + 1 for e in on]))
                value = 1 + best(first + 1, after)[0]
                if value > most:
                    most, move = value, (row, 1)
        return most, move

    X, y = [], []
    places, powers, first = list(range(1, d)), [0] * (d - 1), 0
    while True:
        order = sorted(range(d - 1), key=lambda i: powers[i])
        value, move = best(first, tuple(powers[i] for i in order))
        if move is None:
            return np.array(X), np.array(y)
        row, label = move
        x = [0] * d
        x[0] = int(label == 1)
        for i, r in zip(order, row):
            if r:
                x[1 + i] = 1
                powers[i] += label
        first += label == 1
        X.append(x)
        y.append(label)
""",
)
right(
    "worst_stream",
    "the rule, in lists",
    """
from itertools import combinations

def worst_stream(d):
    w, X, y = [1.0] * d, [], []
    while w[0] < d or sum(w[1:]) >= d:
        others = range(1, d)
        sets = [s for size in range(d) for s in combinations(others, size)]
        total = lambda s: sum(w[i] for i in s)
        if total(others) >= d:
            chosen, label = min((s for s in sets if total(s) >= d), key=total), -1
        else:
            chosen, label = max((s for s in sets if w[0] + total(s) < d), key=total) + (0,), 1
        X.append([int(i in chosen) for i in range(d)])
        y.append(label)
        w = [v * 2.0**label if i in chosen else v for i, v in enumerate(w)]
    return X, y
""",
)
right(
    "dimension",
    "rows as texts, with memory",
    """
from functools import cache

def dimension(answers):
    @cache
    def depth(rows):
        best = 0
        for k in range(len(next(iter(rows)))):
            up = frozenset(r for r in rows if r[k] > 0)
            if 0 < len(up) < len(rows):
                best = max(best, 1 + min(depth(up), depth(rows - up)))
        return best

    return depth(frozenset(map(tuple, answers.tolist())))
""",
)
right(
    "dimension",
    "how many functions each depth needs",
    """
def dimension(answers):
    def reaches(A, depth):
        if depth == 0:
            return len(A) > 0
        return any(
            reaches(A[A[:, k] == 1], depth - 1) and reaches(A[A[:, k] == -1], depth - 1)
            for k in range(A.shape[1])
        )

    depth = 0
    while reaches(answers, depth + 1):
        depth += 1
    return depth
""",
)
right(
    "dimension",
    "two loops",
    """
def dimension(answers):
    best = 0
    for k in range(answers.shape[1]):
        plus, minus = answers[answers[:, k] == 1], answers[answers[:, k] == -1]
        if len(plus) > 0 and len(minus) > 0:
            a, b = dimension(plus), dimension(minus)
            best = max(best, 1 + (a if a < b else b))
    return float(best)
""",
)
right("who_wins", "a capital letter", 'who_wins = "B"')
right(
    "with_negations",
    "row by row",
    """
def with_negations(X):
    return [[*x, *(1 - v for v in x)] for x in X]
""",
)
right(
    "dimension",
    "the mean of both parts, rounded down: where they differ another input does as well",
    """
def dimension(answers):
    depths = [0]
    for column in answers.T:
        parts = [answers[column == y] for y in (-1, 1)]
        if all(map(len, parts)):
            depths.append(1 + sum(map(dimension, parts)) // 2)
    return max(depths)
""",
)
