"""Right answers to exercise 1 in other ways: each earns every point."""

from . import right

right(
    "update",
    "numpy's where",
    """
def update(w, x, y):
    return np.where(y * np.dot(w, x) > 0, w, w + y * x)
""",
)
right(
    "update",
    "plain Python, a list",
    """
def update(w, x, y):
    score = sum(a * b for a, b in zip(w, x))
    if score * y > 0:
        return list(w)
    return [a + y * b for a, b in zip(w, x)]
""",
)
right(
    "update",
    "a truth value as a number",
    """
def update(w, x, y):
    return w + (np.inner(x, w) * y <= 0) * y * x
""",
)
right(
    "update",
    "by the sign of the answer",
    """
def update(w, x, y):
    return w if np.sign(w @ x) == y else w + y * x
""",
)
right(
    "update",
    "a generator, and a copy that is changed",
    """
def update(w, x, y):
    new = np.array(w, dtype=float)
    if y * new.dot(x) <= 0:
        new += y * x
    yield from new
""",
)
right(
    "update",
    "exact fractions",
    """
from fractions import Fraction

def update(w, x, y):
    score = sum(Fraction(float(a)) * Fraction(float(b)) for a, b in zip(w, x))
    step = y if y * score <= 0 else 0
    return tuple(Fraction(float(a)) + step * Fraction(float(b)) for a, b in zip(w, x))
""",
)
right(
    "update",
    "a dictionary's values",
    """
def update(w, x, y):
    learns = y * sum(w * x) <= 0
    return {i: w[i] + learns * y * x[i] for i in range(len(w))}.values()
""",
)
right(
    "one_pass",
    "a loop over indices, and a named tuple",
    """
from collections import namedtuple

Pass = namedtuple("Pass", "weights mistakes")

def one_pass(X, y, w):
    made = 0
    for i in range(len(y)):
        if y[i] * X[i].dot(w) <= 0:
            w = w + y[i] * X[i]
            made = made + 1
    return Pass(w, made)
""",
)
right(
    "one_pass",
    "plain lists of Python's numbers",
    """
def one_pass(X, y, w):
    w, made = w.tolist(), 0
    for row, label in zip(X.tolist(), y.tolist()):
        if label * sum(a * b for a, b in zip(w, row)) <= 0:
            w = [a + label * b for a, b in zip(w, row)]
            made += 1
    return [w, made]
""",
)
right(
    "one_pass",
    "a fold",
    """
from functools import reduce

def one_pass(X, y, w):
    def step(state, example):
        now, made = state
        x, label = example
        wrong = label * (now @ x) <= 0
        return (now + label * x, made + 1) if wrong else (now, made)

    return reduce(step, zip(X, y), (w, 0))
""",
)
right(
    "one_pass",
    "recursion",
    """
def one_pass(X, y, w):
    if len(X) == 0:
        return w, 0
    wrong = bool(y[0] * (w @ X[0]) <= 0)
    last, made = one_pass(X[1:], y[1:], w + y[0] * X[0] if wrong else w)
    return last, made + wrong
""",
)
right(
    "one_pass",
    "rows that are already multiplied by their label",
    """
def one_pass(X, y, w):
    mistakes = []
    for z in y[:, None] * X:
        mistakes.append(z @ w <= 0)
        w = w + mistakes[-1] * z
    return w, sum(mistakes)
""",
)
right(
    "train",
    "a while loop",
    """
def train(X, y, most_passes):
    w, mistakes, passes, new = np.zeros(X.shape[1]), 0, 0, -1
    while new != 0 and passes < most_passes:
        w, new = one_pass(X, y, w)
        mistakes, passes = mistakes + new, passes + 1
    return w, mistakes, passes
""",
)
right(
    "train",
    "without the other functions",
    """
def train(X, y, most_passes):
    w = np.zeros(len(X[0]))
    mistakes = 0
    for p in range(most_passes):
        clean = True
        for xi, yi in zip(X, y):
            if np.sum(w * xi) * yi <= 0:
                w = w + xi * yi
                mistakes += 1
                clean = False
        if clean:
            return w, mistakes, p + 1
    return w, mistakes, most_passes
""",
)
right(
    "train",
    "an iterator of passes",
    """
from itertools import count

def train(X, y, most_passes):
    w, total = np.zeros(X.shape[1]), 0
    for number in count(1):
        w, new = one_pass(X, y, w)
        total += new
        if not new or number == most_passes:
            return (w, total, number)
""",
)
right(
    "train",
    "recursion, with more arguments that have a value",
    """
def train(X, y, most_passes, w=None, mistakes=0, passes=0):
    w = np.zeros(X.shape[1]) if w is None else w
    w, new = one_pass(X, y, w)
    mistakes, passes = mistakes + new, passes + 1
    if new == 0 or passes == most_passes:
        return [w, mistakes, passes]
    return train(X, y, most_passes, w, mistakes, passes)
""",
)
right("mistakes_made", "a float", "mistakes_made = 12.0")
right("mistakes_made", "from the run", "mistakes_made = train(X6, y6, 100)[1]")
right(
    "mistakes_made", "a fraction", "from fractions import Fraction\nmistakes_made = Fraction(24, 2)"
)
right("mirror_image", "a capital letter in brackets", 'mirror_image = "(B)"')
right("mirror_image", "a letter and a bracket", "mirror_image = 'b) '")
right(
    "at_rate_four",
    "by a loop",
    """
w_, at_rate_four = np.array([-20.0, -10.0]), 0
while w_ @ [1, 2] <= 0:
    w_ = w_ + 4 * np.array([1, 2])
    at_rate_four += 1
""",
)
right("at_rate_four", "by one pass from a start", "at_rate_four = np.ceil(2.5)")
right(
    "sample_margin",
    "plain Python",
    """
import math

def sample_margin(w, X, y):
    length = math.sqrt(sum(a * a for a in w))
    return min(label * sum(a * b for a, b in zip(w, x)) for x, label in zip(X, y)) / length
""",
)
right(
    "sample_margin",
    "distances first",
    """
def sample_margin(w, X, y):
    unit = w / np.sqrt(np.dot(w, w))
    return np.sort((X @ unit) * y)[0]
""",
)
right(
    "sample_margin",
    "hypot, and einsum",
    """
from math import hypot

def sample_margin(w, X, y):
    return np.einsum("ij,j,i->i", X, w, y).min() / hypot(*w)
""",
)
right(
    "prepare",
    "row by row",
    """
def prepare(X):
    rows = []
    for x in X:
        row = np.append(x, 1)
        rows.append(row / np.linalg.norm(row))
    return np.array(rows)
""",
)
right(
    "prepare",
    "plain lists",
    """
import math

def prepare(X):
    table = [[float(v) for v in row] + [1.0] for row in X]
    return [[v / math.hypot(*row) for v in row] for row in table]
""",
)
right(
    "prepare",
    "padding, and a product",
    """
def prepare(X):
    folded = np.pad(X.astype(float), ((0, 0), (0, 1)), constant_values=1)
    return (folded.T / np.sqrt((folded * folded).sum(1))).T
""",
)
right(
    "prepare",
    "a generator of rows",
    """
def prepare(X):
    for x in np.c_[X, np.ones(X.shape[0])]:
        yield x / (x @ x) ** 0.5
""",
)
right("in_the_wrong_order", "from the run", "in_the_wrong_order = train(wrong_order, warm, 20)[1]")
right(
    "subgradient",
    "numpy's where",
    """
def subgradient(w, x, y):
    return np.where(y * (w @ x) > 0, 0, -y * x)
""",
)
right(
    "subgradient",
    "a list",
    """
def subgradient(w, x, y):
    right = y * sum(a * b for a, b in zip(w, x)) > 0
    return [0 if right else -y * b for b in x]
""",
)
right(
    "subgradient",
    "the difference of the weights",
    """
def subgradient(w, x, y):
    return w - update(w, x, y)
""",
)
right(
    "score_after",
    "by the vectors it speaks of",
    """
def score_after(s, n, r):
    return s + r * (n * n)
""",
)
right(
    "score_after",
    "an array without a dimension",
    """
def score_after(s, n, r):
    return np.array(n) ** 2 * r + s
""",
)
