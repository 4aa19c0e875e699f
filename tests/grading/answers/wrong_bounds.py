"""Wrong answers to exercise 3: mistake bounds."""

from . import wrong

wrong(
    "margins_of",
    0,
    "R is the spread of the sample",
    """
def margins_of(v, X, y):
    scores = y * (X @ v)
    g = scores.min()
    R = max(np.linalg.norm(a - b) for a in X for b in X) / 2
    return g, g / np.linalg.norm(v), R
""",
)
wrong(
    "margins_of",
    0,
    "R is the length of the largest entries",
    """
def margins_of(v, X, y):
    g = min(y * (X @ v))
    return g, g / np.linalg.norm(v), np.linalg.norm(np.abs(X).max(axis=0))
""",
)
wrong(
    "margins_of",
    0,
    "a margin cannot be negative",
    """
def margins_of(v, X, y):
    g = max(0, (y * (X @ v)).min())
    return g, g / np.linalg.norm(v), np.linalg.norm(X, axis=1).max()
""",
)
wrong(
    "margins_of",
    0,
    "the margin is the mean",
    """
def margins_of(v, X, y):
    g = (y * (X @ v)).mean()
    return g, g / np.linalg.norm(v), np.linalg.norm(X, axis=1).max()
""",
)
wrong(
    "margins_of",
    0,
    "rho first",
    """
def margins_of(v, X, y):
    g = (y * (X @ v)).min()
    return g / np.linalg.norm(v), g, np.linalg.norm(X, axis=1).max()
""",
)
wrong(
    "margins_of",
    0,
    "rho is a share of the radius",
    """
def margins_of(v, X, y):
    g, R = (y * (X @ v)).min(), np.linalg.norm(X, axis=1).max()
    return g, g / np.linalg.norm(v) / R, R
""",
)
wrong(
    "margins_of",
    0,
    "whole numbers stay whole",
    """
def margins_of(v, X, y):
    g = int((y * (X @ v)).min())
    return g, g / np.linalg.norm(v), np.linalg.norm(X, axis=1).max()
""",
)
wrong(
    "learn_until_clean",
    0,
    "an example is learned until it is right, before the next one comes",
    """
def learn_until_clean(X, y, passes=10_000):
    w, learned = np.zeros(X.shape[1]), []
    for _ in range(passes):
        for i in range(len(y)):
            while y[i] * (w @ X[i]) <= 0:
                w = w + y[i] * X[i]
                learned.append(i)
        if (y * (X @ w) > 0).all():
            break
    return w, learned
""",
)
wrong(
    "learn_until_clean",
    0,
    "the example with the worst score is learned",
    """
def learn_until_clean(X, y, passes=10_000):
    w, learned = np.zeros(X.shape[1]), []
    for _ in range(passes):
        scores = y * (X @ w)
        i = int(scores.argmin())
        if scores[i] > 0:
            break
        w = w + y[i] * X[i]
        learned.append(i)
    return w, learned
""",
)
wrong(
    "learn_until_clean",
    2.25,
    "passes is the number of updates that are allowed",
    """
def learn_until_clean(X, y, passes=10_000):
    w, learned, clean = np.zeros(X.shape[1]), [], False
    while not clean and len(learned) < passes:
        clean = True
        for i in range(len(y)):
            if y[i] * (w @ X[i]) <= 0 and len(learned) < passes:
                w, clean = w + y[i] * X[i], False
                learned.append(i)
    return w, learned
""",
)
wrong(
    "learn_until_clean",
    0,
    "the indices of one pass only, the last that had mistakes",
    """
def learn_until_clean(X, y, passes=10_000):
    w, last = np.zeros(X.shape[1]), []
    for _ in range(passes):
        learned = []
        for i in range(len(y)):
            if y[i] * (w @ X[i]) <= 0:
                w = w + y[i] * X[i]
                learned.append(i)
        if not learned:
            break
        last = learned
    return w, last
""",
)
wrong(
    "learn_until_clean",
    0,
    "the list holds the examples themselves",
    """
def learn_until_clean(X, y, passes=10_000):
    w, learned = np.zeros(X.shape[1]), []
    for _ in range(passes):
        before = len(learned)
        for i in range(len(y)):
            if y[i] * (w @ X[i]) <= 0:
                w = w + y[i] * X[i]
                learned.append(X[i])
        if len(learned) == before:
            break
    return w, learned
""",
)
wrong(
    "learn_until_clean",
    0,
    "each pass begins at 0",
    """
def learn_until_clean(X, y, passes=10_000):
    learned = []
    for _ in range(min(passes, 50)):
        w, before = np.zeros(X.shape[1]), len(learned)
        for i in range(len(y)):
            if y[i] * (w @ X[i]) <= 0:
                w = w + y[i] * X[i]
                learned.append(i)
        if len(learned) == before:
            break
    return w, learned
""",
)
wrong(
    "learn_until_clean",
    0,
    "the test is turned round: what is right is learned",
    """
def learn_until_clean(X, y, passes=10_000):
    w, learned = np.zeros(X.shape[1]), []
    for _ in range(passes):
        before = len(learned)
        for i in range(len(y)):
            if y[i] * (w @ X[i]) > 0:
                w = w + y[i] * X[i]
                learned.append(i)
        if len(learned) == before:
            break
    return w, learned
""",
    told="Your w never leaves 0. There every",
)
wrong(
    "ledger",
    0,
    "a row for each round, mistake or not",
    """
def ledger(X, y, v):
    w, rows, clean = np.zeros(X.shape[1]), [], False
    while not clean:
        clean = True
        for x, label in zip(X, y):
            if label * (w @ x) <= 0:
                w, clean = w + label * x, False
            rows.append([v @ w, w @ w])
    return rows
""",
)
wrong(
    "ledger",
    0,
    "v is made as long as 1",
    """
def ledger(X, y, v):
    w, rows = np.zeros(X.shape[1]), []
    for i in learn_until_clean(X, y)[1]:
        w = w + y[i] * X[i]
        rows.append([v @ w / np.linalg.norm(v), w @ w])
    return rows
""",
)
wrong(
    "ledger",
    0,
    "the two columns, one after the other",
    """
def ledger(X, y, v):
    w, along, square = np.zeros(X.shape[1]), [], []
    for i in learn_until_clean(X, y)[1]:
        w = w + y[i] * X[i]
        along.append(v @ w)
        square.append(w @ w)
    return along, square
""",
)
wrong(
    "ledger",
    0,
    "the last row alone",
    """
def ledger(X, y, v):
    w = learn_until_clean(X, y)[0]
    return [v @ w, w @ w]
""",
)
wrong(
    "ledger",
    0,
    "the square first",
    """
def ledger(X, y, v):
    w, rows = np.zeros(X.shape[1]), []
    for i in learn_until_clean(X, y)[1]:
        w = w + y[i] * X[i]
        rows.append([w @ w, v @ w])
    return rows
""",
)
wrong(
    "novikoff_progress",
    0,
    "the first update brings nothing, since w was 0",
    """
def novikoff_progress(k, g, R, size, start):
    return (k - 1) * g
""",
)
wrong(
    "novikoff_progress",
    0,
    "the start has already made its progress",
    """
def novikoff_progress(k, g, R, size, start):
    return k * g + start**2
""",
)
wrong(
    "novikoff_length",
    0,
    "the length grows by R at most",
    """
def novikoff_length(k, g, R, size, start):
    return start + k * R
""",
)
wrong(
    "novikoff_length",
    0,
    "v has a length too",
    """
def novikoff_length(k, g, R, size, start):
    return start**2 + k * R**2 * size**2
""",
)
wrong(
    "novikoff_length",
    0,
    "the middle term is at most twice the product of the lengths",
    """
def novikoff_length(k, g, R, size, start):
    return start**2 + k * R**2 + 2 * start * R
""",
)
wrong(
    "novikoff_squeeze",
    0,
    "the start comes in with its length",
    """
def novikoff_squeeze(k, g, R, size, start):
    return size * np.sqrt(start + k * R**2)
""",
)
wrong(
    "novikoff_squeeze",
    0,
    "the square of the squeeze",
    """
def novikoff_squeeze(k, g, R, size, start):
    return size**2 * (start**2 + k * R**2)
""",
)
wrong(
    "novikoff_bound",
    1.5,
    "nothing is known, so nothing is returned",
    """
def novikoff_bound(v, X, y):
    g, rho, R = margins_of(v, X, y)
    if g > 0:
        return (R / rho) ** 2
""",
)
wrong(
    "novikoff_bound",
    1.5,
    "a v that is wrong somewhere counts with what it gets right",
    """
def novikoff_bound(v, X, y):
    scores = y * (X @ v)
    right = scores[scores > 0]
    if not len(right):
        return np.inf
    R = np.linalg.norm(X, axis=1).max()
    return R**2 * (v @ v) / right.min() ** 2
""",
)
wrong(
    "novikoff_bound",
    0,
    "each example has its own ratio, and the largest counts",
    """
def novikoff_bound(v, X, y):
    g, _, _ = margins_of(v, X, y)
    if g <= 0:
        return np.inf
    ratios = np.linalg.norm(X, axis=1) * np.linalg.norm(v) / (y * (X @ v))
    return max(ratios) ** 2
""",
    told="You measure the margin by angles, as",
)
wrong(
    "novikoff_bound",
    0,
    "M is whole, so the bound is rounded up",
    """
def novikoff_bound(v, X, y):
    g, rho, R = margins_of(v, X, y)
    return np.ceil((R / rho) ** 2) if g > 0 else np.inf
""",
)
wrong(
    "novikoff_bound",
    1.5,
    "at g = 0 Python stops",
    """
def novikoff_bound(v, X, y):
    g = min(int(label) * float(v @ x) for x, label in zip(X, y))
    if g < 0:
        return np.inf
    return max(float(x @ x) for x in X) * float(v @ v) / g**2
""",
)
wrong(
    "longest_after",
    0,
    "the roots of the three terms",
    """
def longest_after(size, gamma):
    return size + np.sqrt(gamma * size) + 1
""",
)
wrong(
    "longest_after",
    0,
    "the threshold is gamma half",
    """
def longest_after(size, gamma):
    return np.sqrt(size**2 + gamma / 2 + 1)
""",
)
wrong(
    "longest_after",
    0,
    "a long w grows by gamma half only",
    """
def longest_after(size, gamma):
    return size + gamma / 2
""",
)
wrong("staircase_mistakes", 0, "all rounds of 4 rows in 820 passes", "staircase_mistakes = 3280")
wrong(
    "bound_attained",
    0,
    "many mistakes make a tight bound",
    'bound_attained = "b"',
    told="85 mistakes against 340: the bound is",
)
wrong(
    "larger_margin",
    0,
    "a theorem is about counts",
    'larger_margin = "b"',
    told="Both counts are below their bounds, so",
)
wrong(
    "margins_of",
    0,
    "the radius is never less than 1",
    """
def margins_of(v, X, y):
    scores = y * (X @ v)
    g = scores.min()
    return g, g / np.linalg.norm(v), max(1.0, np.linalg.norm(X, axis=1).max())
""",
)
wrong(
    "margins_of",
    0,
    "v is only divided by its length if it is long",
    """
def margins_of(v, X, y):
    scores = y * (X @ v)
    g = scores.min()
    return g, g / max(1.0, np.linalg.norm(v)), np.linalg.norm(X, axis=1).max()
""",
)
wrong(
    "margins_of",
    0,
    "the score nearest to 0 is the smallest",
    """
def margins_of(v, X, y):
    scores = y * (X @ v)
    g = scores[np.abs(scores).argmin()]
    return g, g / np.linalg.norm(v), np.linalg.norm(X, axis=1).max()
""",
)
wrong(
    "learn_until_clean",
    0,
    "a hundred passes are enough for anybody",
    """
def learn_until_clean(X, y, passes=10_000):
    w, learned = np.zeros(X.shape[1]), []
    for _ in range(min(passes, 100)):
        before = len(learned)
        for i in range(len(y)):
            if y[i] * (w @ X[i]) <= 0:
                w = w + y[i] * X[i]
                learned.append(i)
        if len(learned) == before:
            break
    return w, learned
""",
)
wrong(
    "learn_until_clean",
    0,
    "a score of less than a thousandth of a millionth is a tie",
    """
def learn_until_clean(X, y, passes=10_000):
    w, learned = np.zeros(X.shape[1]), []
    for _ in range(passes):
        before = len(learned)
        for i in range(len(y)):
            if y[i] * (w @ X[i]) <= 1e-9:
                w = w + y[i] * X[i]
                learned.append(i)
        if len(learned) == before:
            break
    return w, learned
""",
)
wrong(
    "learn_until_clean",
    0,
    "after a thousand updates it will not end any more",
    """
def learn_until_clean(X, y, passes=10_000):
    w, learned = np.zeros(X.shape[1]), []
    for _ in range(passes):
        before = len(learned)
        for i in range(len(y)):
            if y[i] * (w @ X[i]) <= 0:
                w = w + y[i] * X[i]
                learned.append(i)
        if len(learned) == before or len(learned) > 1000:
            break
    return w, learned
""",
)
wrong(
    "learn_until_clean",
    2.25,
    "w = 0 again: it goes in circles",
    """
def learn_until_clean(X, y, passes=10_000):
    w, learned = np.zeros(X.shape[1]), []
    for _ in range(passes):
        before = len(learned)
        for i in range(len(y)):
            if y[i] * (w @ X[i]) <= 0:
                w = w + y[i] * X[i]
                learned.append(i)
        if len(learned) == before or not w.any():
            break
    return w, learned
""",
)
wrong(
    "ledger",
    0,
    "progress is never lost",
    """
def ledger(X, y, v):
    w, rows = np.zeros(X.shape[1]), []
    for i in learn_until_clean(X, y)[1]:
        w = w + y[i] * X[i]
        rows.append([max(v @ w, rows[-1][0] if rows else 0), w @ w])
    return rows
""",
)
wrong(
    "novikoff_bound",
    0,
    "each example may be a mistake, so the bound is at least their number",
    """
def novikoff_bound(v, X, y):
    g, _, R = margins_of(v, X, y)
    if g <= 0:
        return np.inf
    return max(len(y), R**2 * (v @ v) / g**2)
""",
)
wrong(
    "novikoff_bound",
    0,
    "a margin below a tenth is as good as none",
    """
def novikoff_bound(v, X, y):
    g, _, R = margins_of(v, X, y)
    if g <= 0.1:
        return np.inf
    return R**2 * (v @ v) / g**2
""",
)
