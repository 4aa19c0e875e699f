"""Wrong answers to exercise 5: kernels and XOR."""

from . import wrong

wrong(
    "polynomial_kernel",
    0,
    "the size of the inner product is raised to the power",
    """
def polynomial_kernel(a, b, degree, c):
    return abs(a @ b + c) ** degree
""",
)
wrong(
    "polynomial_kernel",
    0,
    "the constant is a feature of both vectors, so it comes in with its square",
    """
def polynomial_kernel(a, b, degree, c):
    return (np.append(a, c) @ np.append(b, c)) ** degree
""",
)
wrong(
    "polynomial_kernel",
    0,
    "the degree is that of a product of so many inner products",
    """
def polynomial_kernel(a, b, degree, c):
    result = 1
    for _ in range(1, degree):
        result *= a @ b + c
    return result
""",
)
wrong(
    "six_features",
    0,
    "the root of 2 belongs to the square",
    """
def six_features(x):
    x1, x2 = x
    s = np.sqrt(2)
    return np.array([x1**2, s * x1 * x2, x1, x2**2, x2, 1])
""",
)
wrong(
    "six_features",
    0,
    "the root of 2 is rounded",
    """
def six_features(x):
    x1, x2 = x
    return np.array([x1**2, 1.414 * x1 * x2, 1.414 * x1, x2**2, 1.414 * x2, 1])
""",
)
wrong(
    "six_features",
    0,
    "the size of the features",
    """
def six_features(x):
    x1, x2 = np.abs(x)
    s = np.sqrt(2)
    return np.array([x1**2, s * x1 * x2, s * x1, x2**2, s * x2, 1])
""",
)
wrong(
    "gaussian_kernel",
    0,
    "the density of a normal distribution",
    """
def gaussian_kernel(a, b, width):
    square = (a - b) @ (a - b)
    return np.exp(-square / (2 * width**2)) / (width * np.sqrt(2 * np.pi))
""",
)
wrong(
    "gaussian_kernel",
    0,
    "the distance is the sum of the differences",
    """
def gaussian_kernel(a, b, width):
    return np.exp(-np.abs(a - b).sum() ** 2 / (2 * width**2))
""",
)
wrong(
    "gaussian_kernel",
    0,
    "the lengths of the two are compared",
    """
def gaussian_kernel(a, b, width):
    return np.exp(-((np.linalg.norm(a) - np.linalg.norm(b)) ** 2) / (2 * width**2))
""",
)
wrong(
    "gaussian_kernel",
    0,
    "what is smaller than a thousandth is nothing",
    """
def gaussian_kernel(a, b, width):
    value = np.exp(-((a - b) ** 2).sum() / (2 * width**2))
    return value if value > 1e-3 else 0.0
""",
)
wrong(
    "gaussian_kernel",
    0,
    "the width is a factor of the distance",
    """
def gaussian_kernel(a, b, width):
    return np.exp(-0.5 * ((width * (a - b)) ** 2).sum())
""",
    told="You multiply by the square of the",
)
wrong(
    "gram",
    0,
    "only the half below the diagonal is needed",
    """
def gram(kernel, X):
    m = len(X)
    return np.array([[kernel(X[s], X[t]) if s >= t else 0 for t in range(m)] for s in range(m)])
""",
)
wrong(
    "gram",
    0,
    "the mean of both orders makes it symmetric",
    """
def gram(kernel, X):
    G = np.array([[kernel(a, b) for b in X] for a in X])
    return (G + G.T) / 2
""",
)
wrong(
    "gram",
    0,
    "each row is made as long as 1",
    """
def gram(kernel, X):
    G = np.array([[kernel(a, b) for b in X] for a in X])
    lengths = np.sqrt(np.abs(np.diag(G)))
    return G / np.outer(lengths, lengths)
""",
)
wrong(
    "is_psd",
    0,
    "Sylvester: no leading minor is negative",
    """
def is_psd(G):
    if not np.allclose(G, G.T):
        return False
    return all(np.linalg.det(G[:k, :k]) >= -1e-9 for k in range(1, len(G) + 1))
""",
)
wrong(
    "is_psd",
    1.5,
    "a first row that equals the first column is enough",
    """
def is_psd(G):
    if not np.array_equal(G[0], G[:, 0]):
        return False
    return bool(np.linalg.eigvalsh(G).min() >= -1e-9)
""",
)
wrong(
    "is_psd",
    1.5,
    "neighbours of the diagonal decide about symmetry",
    """
def is_psd(G):
    symmetric = np.allclose(np.diag(G, 1), np.diag(G, -1))
    return bool(symmetric and np.linalg.eigvalsh(G).min() >= -1e-9)
""",
)
wrong(
    "is_psd",
    1.5,
    "rows and columns have the same sums",
    """
def is_psd(G):
    symmetric = np.allclose(G.sum(axis=0), G.sum(axis=1))
    return bool(symmetric and np.linalg.eigvalsh(G).min() >= -1e-9)
""",
)
wrong(
    "is_psd",
    1.5,
    "the sizes of the entries are symmetric",
    """
def is_psd(G):
    symmetric = np.allclose(np.abs(G), np.abs(G.T))
    return bool(symmetric and np.linalg.eigvalsh(G).min() >= -1e-9)
""",
)
wrong(
    "is_psd",
    1.5,
    "real eigenvalues mean that it is symmetric",
    """
def is_psd(G):
    values = np.linalg.eigvals(G)
    return bool(np.isreal(values).all() and values.real.min() >= -1e-9)
""",
)
wrong(
    "is_psd",
    1.5,
    "half of the sum with its mirror image is symmetric",
    """
def is_psd(G):
    return bool(np.linalg.eigvalsh((G + G.T) / 2).min() >= -1e-9)
""",
    told="A matrix that is not symmetric gets",
)
wrong(
    "is_psd",
    0,
    "a thousand random vectors find no negative square",
    """
def is_psd(G):
    if not np.allclose(G, G.T):
        return False
    Z = np.random.default_rng(1).normal(size=(1000, len(G)))
    return bool((np.einsum("ki,ij,kj->k", Z, G, Z) >= -1e-9).all())
""",
)
wrong(
    "is_psd",
    0,
    "ten thousand random vectors of length 1",
    """
def is_psd(G):
    if not np.allclose(G, G.T):
        return False
    Z = np.random.default_rng(1).normal(size=(10_000, len(G)))
    Z /= np.linalg.norm(Z, axis=1, keepdims=True)
    return bool(((Z @ G) * Z).sum(axis=1).min() >= -1e-9)
""",
)
wrong(
    "is_psd",
    0,
    "all vectors of -1, 0 and 1",
    """
from itertools import product

def is_psd(G):
    if not np.allclose(G, G.T):
        return False
    Z = np.array([*product((-1, 0, 1), repeat=len(G))])
    return bool(((Z @ G) * Z).sum(axis=1).min() >= -1e-9)
""",
)
wrong(
    "is_psd",
    0,
    "every pair keeps Cauchy and Schwarz",
    """
def is_psd(G):
    if not np.allclose(G, G.T) or np.diag(G).min() < -1e-9:
        return False
    d = np.diag(G)
    return bool((G**2 <= np.outer(d, d) + 1e-9).all())
""",
)
wrong(
    "is_psd",
    0,
    "the diagonal outweighs its row",
    """
def is_psd(G):
    if not np.allclose(G, G.T):
        return False
    d = np.diag(G)
    return bool((2 * d - np.abs(G).sum(axis=1) >= -1e-9).all() and (d >= -1e-9).all())
""",
)
wrong(
    "is_psd",
    0,
    "the trace and the determinant are not negative",
    """
def is_psd(G):
    return bool(np.allclose(G, G.T) and np.trace(G) >= -1e-9 and np.linalg.det(G) >= -1e-9)
""",
)
wrong(
    "is_psd",
    0,
    "Cholesky succeeds",
    """
def is_psd(G):
    if not np.allclose(G, G.T):
        return False
    try:
        np.linalg.cholesky(G)
    except np.linalg.LinAlgError:
        return False
    return True
""",
    told="An eigenvalue of 0 is allowed: it",
)
wrong(
    "is_psd",
    0,
    "an eigenvalue of -0.001 is a rounded zero",
    """
def is_psd(G):
    return bool(np.allclose(G, G.T) and np.linalg.eigvalsh(G).min() > -1e-3)
""",
)
wrong(
    "is_psd",
    0,
    "the sum of the eigenvalues is not negative",
    """
def is_psd(G):
    return bool(np.allclose(G, G.T) and np.linalg.eigvalsh(G).sum() >= -1e-9)
""",
)
wrong(
    "is_psd",
    0,
    "the first eigenvalue that numpy gives is the smallest, in any function",
    """
def is_psd(G):
    return bool(np.allclose(G, G.T) and np.linalg.eigvals(G)[0].real >= -1e-9)
""",
)
wrong(
    "kernel_score",
    0,
    "only positive scores of examples count",
    """
def kernel_score(alpha, X, y, kernel, x):
    return sum(max(0, y[s] * alpha[s] * kernel(X[s], x)) for s in range(len(X)))
""",
)
wrong(
    "kernel_score",
    0,
    "a support vector that is x itself has no say",
    """
def kernel_score(alpha, X, y, kernel, x):
    return sum(
        y[s] * alpha[s] * kernel(X[s], x) for s in range(len(X)) if not np.array_equal(X[s], x)
    )
""",
)
wrong(
    "kernel_score",
    0,
    "the weights are made first, and then meet x",
    """
def kernel_score(alpha, X, y, kernel, x):
    return kernel((alpha * y) @ X, x)
""",
)
wrong(
    "kernel_score",
    0,
    "the nearest example answers",
    """
def kernel_score(alpha, X, y, kernel, x):
    best = max(range(len(X)), key=lambda s: kernel(X[s], x))
    return y[best] * alpha[best] * kernel(X[best], x)
""",
)
wrong(
    "kernel_perceptron",
    2,
    "the inner product is used, whatever the kernel",
    """
def kernel_perceptron(X, y, kernel, passes):
    alpha, w = np.zeros(len(X), dtype=int), np.zeros(X.shape[1])
    for _ in range(passes):
        for i in range(len(X)):
            if y[i] * (w @ X[i]) <= 0:
                alpha[i] += 1
                w = w + y[i] * X[i]
    return alpha
""",
)
wrong(
    "kernel_perceptron",
    0,
    "a pass ends with its first mistake",
    """
def kernel_perceptron(X, y, kernel, passes):
    alpha = np.zeros(len(X), dtype=int)
    for _ in range(passes):
        for i in range(len(X)):
            if y[i] * kernel_score(alpha, X, y, kernel, X[i]) <= 0:
                alpha[i] += 1
                break
    return alpha
""",
)
wrong(
    "kernel_perceptron",
    0,
    "an example does not vote about itself",
    """
def kernel_perceptron(X, y, kernel, passes):
    alpha = np.zeros(len(X), dtype=int)
    for _ in range(passes):
        for i in range(len(X)):
            others = sum(alpha[s] * y[s] * kernel(X[s], X[i]) for s in range(len(X)) if s != i)
            if y[i] * others <= 0:
                alpha[i] += 1
    return alpha
""",
)
wrong(
    "kernel_perceptron",
    0,
    "an example is learned from once",
    """
def kernel_perceptron(X, y, kernel, passes):
    alpha = np.zeros(len(X), dtype=int)
    for _ in range(passes):
        for i in range(len(X)):
            if y[i] * kernel_score(alpha, X, y, kernel, X[i]) <= 0:
                alpha[i] = 1
    return alpha
""",
    told="In these cases your counts after",
)
wrong(
    "kernel_perceptron",
    0,
    "each pass starts anew",
    """
def kernel_perceptron(X, y, kernel, passes):
    for _ in range(passes):
        alpha = np.zeros(len(X), dtype=int)
        for i in range(len(X)):
            if y[i] * kernel_score(alpha, X, y, kernel, X[i]) <= 0:
                alpha[i] += 1
    return alpha
""",
    told="In these cases your counts after",
)
wrong(
    "kernel_perceptron",
    0,
    "passes are counted down to 1",
    """
def kernel_perceptron(X, y, kernel, passes):
    alpha = np.zeros(len(X), dtype=int)
    while passes > 1:
        for i in range(len(X)):
            if y[i] * kernel_score(alpha, X, y, kernel, X[i]) <= 0:
                alpha[i] += 1
        passes -= 1
    return alpha
""",
)
wrong(
    "kernel_perceptron",
    0,
    "the new counts are made and thrown away",
    """
def kernel_perceptron(X, y, kernel, passes):
    alpha = np.zeros(len(X), dtype=int)
    for _ in range(passes):
        for i, count in enumerate(alpha):
            if y[i] * kernel_score(alpha, X, y, kernel, X[i]) <= 0:
                count += 1
    return alpha
""",
    told="Your counts stay at 0. The first",
)
wrong(
    "kernel_perceptron",
    0,
    "the counts are the labels of the mistakes",
    """
def kernel_perceptron(X, y, kernel, passes):
    alpha = np.zeros(len(X), dtype=int)
    for _ in range(passes):
        for i in range(len(X)):
            if y[i] * kernel_score(alpha, X, y, kernel, X[i]) <= 0:
                alpha[i] += 1
    return alpha * y
""",
)
wrong("ring_support", 0, "counted on the picture", "ring_support = 12")
wrong("kernel_pays_from", 0, "at most, and not fewer", "kernel_pays_from = 9")
wrong(
    "dual_weights",
    0,
    "the average over all mistakes is added",
    """
def dual_weights(alpha, X, y, start, rate):
    return start + rate * (y * alpha) @ X / max(1, alpha.sum())
""",
)
wrong(
    "dual_weights",
    0,
    "every update shrinks what was there",
    """
def dual_weights(alpha, X, y, start, rate):
    return (1 - rate) * start + rate * (y * alpha) @ X
""",
)
wrong(
    "kernel_length_step",
    0,
    "the first k entries of the diagonal are those that were learned from",
    """
def kernel_length_step(k, diagonal):
    return sum(diagonal[:k])
""",
    told="That counts each example once at most.",
)
wrong(
    "kernel_length_step",
    0,
    "every example may add its length",
    """
def kernel_length_step(k, diagonal):
    return k * sum(diagonal)
""",
)
wrong(
    "kernel_length_step",
    0,
    "the smallest is what is sure",
    """
def kernel_length_step(k, diagonal):
    return k * min(diagonal)
""",
)
wrong(
    "gram",
    0,
    "the table has the type of the examples",
    """
def gram(kernel, X):
    G = np.zeros((len(X), len(X)), dtype=X.dtype)
    for s in range(len(X)):
        for t in range(len(X)):
            G[s, t] = kernel(X[s], X[t])
    return G
""",
)
wrong(
    "gram",
    0,
    "the table is made like that of the inner products",
    """
def gram(kernel, X):
    G = np.zeros_like(X @ X.T)
    for s in range(len(X)):
        for t in range(len(X)):
            G[s, t] = kernel(X[s], X[t])
    return G
""",
)
wrong(
    "is_psd",
    0,
    "an eigenvalue of -1e-10 is negative",
    """
def is_psd(G):
    symmetric = np.allclose(G, G.T)
    return bool(symmetric and np.linalg.eigvalsh(G).min() >= -1e-12)
""",
)
wrong(
    "is_psd",
    0,
    "an eigenvalue of -1e-8 is a rounded zero",
    """
def is_psd(G):
    symmetric = np.allclose(G, G.T)
    return bool(symmetric and np.linalg.eigvalsh(G).min() >= -1e-8)
""",
)
wrong(
    "is_psd",
    0,
    "an eigenvalue near 0 is 0, as `np.isclose` says",
    """
def is_psd(G):
    symmetric = np.allclose(G, G.T)
    return bool(symmetric and all(e > 0 or np.isclose(e, 0) for e in np.linalg.eigvalsh(G)))
""",
)
wrong(
    "is_psd",
    0,
    "eigenvalues are rounded to eight digits",
    """
def is_psd(G):
    symmetric = np.allclose(G, G.T)
    return bool(symmetric and np.round(np.linalg.eigvalsh(G), 8).min() >= 0)
""",
)
wrong(
    "is_psd",
    1.5,
    "the first and the last row decide about symmetry",
    """
def is_psd(G):
    symmetric = np.allclose(G[0], G[:, 0]) and np.allclose(G[-1], G[:, -1])
    return bool(symmetric and np.linalg.eigvalsh(G).min() >= -1e-9)
""",
)
wrong(
    "is_psd",
    1.5,
    "entries that differ by less than a half are the same",
    """
def is_psd(G):
    symmetric = np.allclose(G, G.T, atol=0.5)
    return bool(symmetric and np.linalg.eigvalsh(G).min() >= -1e-9)
""",
)
wrong(
    "is_psd",
    0,
    "Cholesky succeeds, with a millionth added",
    """
def is_psd(G):
    symmetric = np.allclose(G, G.T)
    if not symmetric:
        return False
    try:
        np.linalg.cholesky(G + 1e-6 * np.eye(len(G)))
    except np.linalg.LinAlgError:
        return False
    return True
""",
)
wrong(
    "is_psd",
    0,
    "no minor that begins at the first or ends at the last row is negative",
    """
def is_psd(G):
    symmetric = np.allclose(G, G.T)
    sizes = range(1, len(G) + 1)
    minors = [np.linalg.det(part) for k in sizes for part in (G[:k, :k], G[-k:, -k:])]
    return bool(symmetric and min(minors) >= -1e-9)
""",
)
wrong(
    "is_psd",
    1.5,
    "differences that add up to 0 are symmetric",
    """
def is_psd(G):
    symmetric = np.isclose((G - G.T).sum(), 0)
    return bool(symmetric and np.linalg.eigvalsh(G).min() >= -1e-9)
""",
    told="A matrix that is not symmetric",
)
wrong(
    "kernel_perceptron",
    2,
    "a score of less than a thousandth of a millionth is a tie",
    """
def kernel_perceptron(X, y, kernel, passes):
    alpha = np.zeros(len(X), dtype=int)
    for _ in range(passes):
        for i in range(len(X)):
            if y[i] * kernel_score(alpha, X, y, kernel, X[i]) <= 1e-9:
                alpha[i] += 1
    return alpha
""",
)
wrong(
    "kernel_perceptron",
    2,
    "a score near 0 is a tie, as `np.isclose` says",
    """
def kernel_perceptron(X, y, kernel, passes):
    alpha = np.zeros(len(X), dtype=int)
    for _ in range(passes):
        for i in range(len(X)):
            score = y[i] * kernel_score(alpha, X, y, kernel, X[i])
            if score < 0 or np.isclose(score, 0):
                alpha[i] += 1
    return alpha
""",
)
wrong(
    "kernel_perceptron",
    2,
    "scores are rounded to six digits",
    """
def kernel_perceptron(X, y, kernel, passes):
    alpha = np.zeros(len(X), dtype=int)
    for _ in range(passes):
        for i in range(len(X)):
            if round(float(y[i] * kernel_score(alpha, X, y, kernel, X[i])), 6) <= 0:
                alpha[i] += 1
    return alpha
""",
)
wrong(
    "kernel_perceptron",
    0,
    "one pass more than is allowed",
    """
def kernel_perceptron(X, y, kernel, passes):
    alpha = np.zeros(len(X), dtype=int)
    for _ in range(passes + 1):
        for i in range(len(X)):
            if y[i] * kernel_score(alpha, X, y, kernel, X[i]) <= 0:
                alpha[i] += 1
    return alpha
""",
)
wrong(
    "kernel_perceptron",
    0,
    "it goes on, whatever `passes` says",
    """
def kernel_perceptron(X, y, kernel, passes):
    alpha = np.zeros(len(X), dtype=int)
    for _ in range(200):
        for i in range(len(X)):
            if y[i] * kernel_score(alpha, X, y, kernel, X[i]) <= 0:
                alpha[i] += 1
    return alpha
""",
)
wrong(
    "kernel_perceptron",
    0,
    "every example counts once from the start",
    """
def kernel_perceptron(X, y, kernel, passes):
    alpha = np.ones(len(X), dtype=int)
    for _ in range(passes):
        for i in range(len(X)):
            if y[i] * kernel_score(alpha, X, y, kernel, X[i]) <= 0:
                alpha[i] += 1
    return alpha
""",
)
wrong(
    "kernel_perceptron",
    0,
    "an example that comes twice has one count",
    """
def kernel_perceptron(X, y, kernel, passes):
    alpha = np.zeros(len(X), dtype=int)
    for _ in range(passes):
        for i in range(len(X)):
            if y[i] * kernel_score(alpha, X, y, kernel, X[i]) <= 0:
                alpha[X.tolist().index(X[i].tolist())] += 1
    return alpha
""",
)
wrong(
    "kernel_length_step",
    0,
    "no K(x, x) is taken to be less than 1",
    """
def kernel_length_step(k, diagonal):
    return k * max(1, max(diagonal))
""",
)
wrong(
    "kernel_length_step",
    0,
    "only the first k examples can have been learned from",
    """
def kernel_length_step(k, diagonal):
    return k * max(diagonal[:k])
""",
)
wrong(
    "kernel_perceptron",
    2,
    "the Gram matrix has the type of the examples",
    """
def kernel_perceptron(X, y, kernel, passes):
    G = np.zeros((len(X), len(X)), dtype=X.dtype)
    for s in range(len(X)):
        for t in range(len(X)):
            G[s, t] = kernel(X[s], X[t])
    alpha = np.zeros(len(X), dtype=int)
    for _ in range(passes):
        for i in range(len(X)):
            if y[i] * ((alpha * y) @ G[:, i]) <= 0:
                alpha[i] += 1
    return alpha
""",
)
