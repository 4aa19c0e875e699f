"""Right answers to exercise 5 in other ways: each earns every point."""

from . import right

right(
    "polynomial_kernel",
    "plain Python",
    """
def polynomial_kernel(a, b, degree, c):
    inner = sum(p * q for p, q in zip(a, b))
    return pow(inner + c, degree)
""",
)
right(
    "polynomial_kernel",
    "a product so many times",
    """
from math import prod

def polynomial_kernel(a, b, degree, c):
    return prod([np.vdot(a, b) + c] * degree)
""",
)
right(
    "polynomial_kernel",
    "the binomial theorem",
    """
from math import comb

def polynomial_kernel(a, b, degree, c):
    s = float(a @ b)
    return sum(comb(degree, k) * s**k * float(c) ** (degree - k) for k in range(degree + 1))
""",
)
right(
    "six_features",
    "a list",
    """
import math

def six_features(x):
    a, b, s = x[0], x[1], math.sqrt(2)
    return [a * a, s * a * b, s * a, b * b, s * b, 1]
""",
)
right(
    "six_features",
    "products of twins, merged",
    """
def six_features(x):
    a, b = float(x[0]), float(x[1])
    merged = np.array([a**2, a * b, a, b**2, b, 1.0])
    merged[[1, 2, 4]] *= 2**0.5
    return merged
""",
)
right(
    "six_features",
    "two roots",
    """
def six_features(x):
    (a, b), r = x, np.sqrt
    return np.hstack([a**2, r(2) * a * b, r(2) * a, b**2, r(2) * b, 1])
""",
)
right(
    "gaussian_kernel",
    "math and a norm",
    """
import math

def gaussian_kernel(a, b, width):
    return math.exp(-((np.linalg.norm(a - b) / width) ** 2) / 2)
""",
)
right(
    "gaussian_kernel",
    "plain Python",
    """
import math

def gaussian_kernel(a, b, width):
    square = sum((p - q) ** 2 for p, q in zip(a.tolist(), b.tolist()))
    return math.e ** (-square / (2 * width * width))
""",
)
right(
    "gaussian_kernel",
    "a product over the features",
    """
def gaussian_kernel(a, b, width):
    return np.prod(np.exp(-0.5 * ((a - b) / width) ** 2))
""",
)
right(
    "gaussian_kernel",
    "three inner products",
    """
def gaussian_kernel(a, b, width):
    square = a @ a - 2 * (a @ b) + b @ b
    return np.exp(-square / 2 / width**2)
""",
)
right(
    "gram",
    "two loops",
    """
def gram(kernel, X):
    m = X.shape[0]
    G = np.zeros((m, m))
    for s in range(m):
        for t in range(m):
            G[s, t] = kernel(X[s], X[t])
    return G
""",
)
right(
    "gram",
    "lists in a list",
    """
def gram(kernel, X):
    return [[kernel(x, z) for z in X] for x in X]
""",
)
right(
    "gram",
    "products of itertools",
    """
from itertools import product, starmap

def gram(kernel, X):
    return np.fromiter(starmap(kernel, product(X, X)), float).reshape(len(X), len(X))
""",
)
right(
    "gram",
    "maps in a map",
    """
def gram(kernel, X):
    return map(lambda x: map(lambda z: kernel(x, z), X), X)
""",
)
right(
    "is_psd",
    "general eigenvalues of what is symmetric",
    """
def is_psd(G):
    if not np.array_equal(G, G.T):
        return False
    return all(value.real >= -1e-9 for value in np.linalg.eigvals(G))
""",
)
right(
    "is_psd",
    "Cholesky, after a little was added",
    """
def is_psd(G):
    if (G != G.T).any():
        return False
    try:
        np.linalg.cholesky(G + 1e-9 * np.eye(len(G)))
        return True
    except np.linalg.LinAlgError:
        return False
""",
)
right(
    "is_psd",
    "elimination in fractions",
    """
from fractions import Fraction

def is_psd(G):
    rows = [[Fraction(float(v)) for v in row] for row in G]
    n = len(rows)
    if any(rows[i][j] != rows[j][i] for i in range(n) for j in range(i)):
        return False
    for i in range(n):
        rows[i][i] += Fraction(1, 10**9)
    for k in range(n):
        if rows[k][k] < 0:
            return False
        if rows[k][k] == 0:
            if any(rows[k][j] for j in range(k, n)):
                return False
            continue
        for i in range(k + 1, n):
            factor = rows[i][k] / rows[k][k]
            rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k])]
    return True
""",
)
right(
    "is_psd",
    "entry by entry, and numpy's truth value",
    """
def is_psd(G):
    n = len(G)
    for i in range(n):
        for j in range(n):
            if G[i][j] != G[j][i]:
                return np.False_
    return np.all(np.linalg.eigvalsh(G) >= -1e-9)
""",
)
right(
    "is_psd",
    "by singular values and a trace",
    """
def is_psd(G):
    if not np.allclose(G, G.T):
        return False
    values, vectors = np.linalg.eigh(G)
    return not (values < -1e-9).any()
""",
)
right(
    "kernel_score",
    "a loop",
    """
def kernel_score(alpha, X, y, kernel, x):
    total = 0.0
    for count, row, label in zip(alpha, X, y):
        if count:
            total += count * label * kernel(row, x)
    return total
""",
)
right(
    "kernel_score",
    "a product of arrays",
    """
def kernel_score(alpha, X, y, kernel, x):
    return np.dot(alpha * y, np.array([kernel(row, x) for row in X]))
""",
)
right(
    "kernel_perceptron",
    "the table first",
    """
def kernel_perceptron(X, y, kernel, passes):
    G = gram(kernel, X)
    alpha = np.zeros(len(X))
    for _ in range(passes):
        for i in range(len(y)):
            if y[i] * np.sum(alpha * y * G[:, i]) <= 0:
                alpha[i] = alpha[i] + 1
    return alpha
""",
)
right(
    "kernel_perceptron",
    "remembered scores",
    """
def kernel_perceptron(X, y, kernel, passes):
    m = len(X)
    alpha, scores = [0] * m, np.zeros(m)
    for t in range(passes * m):
        i = t % m
        if not y[i] * scores[i] > 0:
            alpha[i] += 1
            scores += y[i] * np.array([kernel(X[i], x) for x in X])
    return alpha
""",
)
right(
    "kernel_perceptron",
    "it ends early after a clean pass",
    """
def kernel_perceptron(X, y, kernel, passes):
    alpha = np.zeros(len(X), int)
    for _ in range(passes):
        before = alpha.copy()
        for i, x in enumerate(X):
            alpha[i] += y[i] * kernel_score(alpha, X, y, kernel, x) <= 0
        if (alpha == before).all():
            break
    return alpha
""",
)
right(
    "kernel_perceptron",
    "a list of mistakes, counted at the end",
    """
def kernel_perceptron(X, y, kernel, passes):
    learned = []
    for _ in range(passes):
        for i in range(len(X)):
            score = sum(y[s] * kernel(X[s], X[i]) for s in learned)
            if y[i] * score <= 0:
                learned.append(i)
    return np.bincount(learned, minlength=len(X))
""",
)
right("ring_support", "counted", "ring_support = np.count_nonzero(ring_counts)")
right(
    "ring_support", "the length of a list", "ring_support = len([a for a in ring_counts if a > 0])"
)
right("without_the_rest", "a letter with blanks", "without_the_rest = ' a '")
right(
    "kernel_pays_from",
    "a search",
    """
from math import comb

kernel_pays_from = 1
while 25 * (kernel_pays_from + 2) >= comb(kernel_pays_from + 3, 3):
    kernel_pays_from += 1
""",
)
right(
    "dual_weights",
    "a loop",
    """
def dual_weights(alpha, X, y, start, rate):
    w = np.array(start, dtype=float)
    for count, x, label in zip(alpha, X, y):
        w = w + rate * count * label * x
    return w
""",
)
right(
    "dual_weights",
    "the transpose",
    """
def dual_weights(alpha, X, y, start, rate):
    return rate * X.T.dot(alpha * y) + start
""",
)
right(
    "dual_weights",
    "one mistake after the other, in a list",
    """
def dual_weights(alpha, X, y, start, rate):
    w = [float(v) for v in start]
    for s in np.repeat(np.arange(len(y)), alpha):
        w = [a + rate * y[s] * b for a, b in zip(w, X[s])]
    return w
""",
)
right(
    "kernel_length_step",
    "numpy",
    """
def kernel_length_step(k, diagonal):
    return np.max(diagonal) * k
""",
)
right(
    "kernel_length_step",
    "by the radius",
    """
def kernel_length_step(k, diagonal):
    R = np.sqrt(diagonal).max()
    return k * R**2
""",
)
