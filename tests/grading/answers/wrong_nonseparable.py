"""Wrong answers to exercise 4: when no line separates."""

from . import wrong

wrong(
    "find_cycle",
    0,
    "a run is in a cycle when the same mistakes come back",
    """
def find_cycle(X, y):
    w, seen, passes = np.zeros(X.shape[1]), {}, 0
    while True:
        w, mistakes = pass_over(w, X, y)
        if not mistakes:
            return passes, 0
        if tuple(mistakes) in seen:
            return seen[tuple(mistakes)], passes - seen[tuple(mistakes)]
        seen[tuple(mistakes)] = passes
        passes += 1
""",
)
wrong(
    "find_cycle",
    0,
    "weights of the same length are the same",
    """
def find_cycle(X, y):
    w, seen, passes = np.zeros(X.shape[1]), {0.0: 0}, 0
    while True:
        w, mistakes = pass_over(w, X, y)
        if not mistakes:
            return passes, 0
        passes += 1
        length = round(float(w @ w), 6)
        if length in seen:
            return seen[length], passes - seen[length]
        seen[length] = passes
""",
)
wrong(
    "find_cycle",
    0,
    "the weights kept are those after 1, 2, 4, 8, ... passes",
    """
def find_cycle(X, y):
    w, kept, at, passes = np.zeros(X.shape[1]), np.zeros(X.shape[1]), 0, 0
    while True:
        w, mistakes = pass_over(w, X, y)
        if not mistakes:
            return passes, 0
        passes += 1
        if np.array_equal(w, kept):
            return at, passes - at
        if passes >= 2 * at + 1:
            kept, at = w, passes
""",
)
wrong(
    "find_cycle",
    0,
    "the length of a cycle is counted in rounds",
    """
def find_cycle(X, y):
    w, passes = np.zeros(X.shape[1]), 0
    seen = {tuple(w): 0}
    while True:
        w, mistakes = pass_over(w, X, y)
        if not mistakes:
            return passes, 0
        passes += 1
        if tuple(w) in seen:
            return seen[tuple(w)], (passes - seen[tuple(w)]) * len(y)
        seen[tuple(w)] = passes
""",
)
wrong(
    "find_cycle",
    2.25,
    "a run that settles has no start",
    """
def find_cycle(X, y):
    w, passes = np.zeros(X.shape[1]), 0
    seen = {tuple(w): 0}
    while True:
        w, mistakes = pass_over(w, X, y)
        if not mistakes:
            return 0, 0
        passes += 1
        if tuple(w) in seen:
            return seen[tuple(w)], passes - seen[tuple(w)]
        seen[tuple(w)] = passes
""",
)
wrong(
    "find_cycle",
    0,
    "as many mistakes as in the pass before: it goes in circles",
    """
def find_cycle(X, y):
    w, before = np.zeros(X.shape[1]), None
    for passes in range(300):
        w, mistakes = pass_over(w, X, y)
        if not mistakes:
            return passes, 0
        if before is not None and len(mistakes) == before:
            return passes, 1
        before = len(mistakes)
""",
)
wrong(
    "find_cycle",
    0,
    "a turn begins where the run began",
    """
def find_cycle(X, y):
    w, passes = np.zeros(X.shape[1]), 0
    seen = [tuple(w)]
    while True:
        w, mistakes = pass_over(w, X, y)
        if not mistakes:
            return passes, 0
        passes += 1
        if tuple(w) in seen:
            return 0, passes - seen.index(tuple(w))
        seen.append(tuple(w))
""",
    told="Your cycle always begins at w = 0.",
)
wrong("cycle_mistakes", 0, "every pass has two", "cycle_mistakes = 2406")
wrong(
    "proof_of",
    0,
    "the numbers are divided by what they have in common",
    """
def proof_of(X, y):
    start, length = find_cycle(X, y)
    w, alpha = np.zeros(X.shape[1]), np.zeros(len(y), dtype=int)
    for n in range(start + length):
        w, mistakes = pass_over(w, X, y)
        if n >= start:
            alpha[mistakes] += 1
    return alpha // np.gcd.reduce(alpha)
""",
)
wrong(
    "proof_of",
    0,
    "a turn begins at w = 0",
    """
def proof_of(X, y):
    start, length = find_cycle(X, y)
    w, alpha = np.zeros(X.shape[1]), np.zeros(len(y), dtype=int)
    for n in range(length):
        w, mistakes = pass_over(w, X, y)
        alpha[mistakes] += 1
    return alpha
""",
)
wrong(
    "proof_of",
    0,
    "one pass too many is in the turn",
    """
def proof_of(X, y):
    start, length = find_cycle(X, y)
    w, alpha = np.zeros(X.shape[1]), np.zeros(len(y), dtype=int)
    for n in range(start + length + 1):
        w, mistakes = pass_over(w, X, y)
        if n >= start:
            alpha[mistakes] += 1
    return alpha
""",
)
wrong(
    "proof_of",
    0,
    "which examples were corrected, as a list",
    """
def proof_of(X, y):
    start, length = find_cycle(X, y)
    w, corrected = np.zeros(X.shape[1]), []
    for n in range(start + length):
        w, mistakes = pass_over(w, X, y)
        if n >= start:
            corrected += mistakes
    return corrected
""",
)
wrong(
    "losses_of",
    0,
    "the hinge is squared",
    """
def losses_of(v, X, y, rho):
    return np.maximum(0, rho - y * (X @ v)) ** 2
""",
)
wrong(
    "losses_of",
    0,
    "the losses are added up",
    """
def losses_of(v, X, y, rho):
    return np.maximum(0, rho - y * (X @ v)).sum()
""",
)
wrong(
    "losses_of",
    0,
    "rho is a distance, so v's length belongs to it",
    """
def losses_of(v, X, y, rho):
    return np.maximum(0, rho * np.linalg.norm(v) - y * (X @ v))
""",
)
wrong(
    "losses_of",
    0,
    "the loss is relative to rho",
    """
def losses_of(v, X, y, rho):
    return np.maximum(0, 1 - y * (X @ v) / rho)
""",
)
wrong(
    "losses_of",
    0,
    "only what is not a loss of zero is listed",
    """
def losses_of(v, X, y, rho):
    return np.array([rho - s * (v @ x) for x, s in zip(X, y) if s * (v @ x) < rho])
""",
)
wrong(
    "losses_of",
    0,
    "a matrix times a vector, the other way round",
    """
def losses_of(v, X, y, rho):
    return np.maximum(0, rho - y * (v @ X))
""",
)
wrong(
    "losses_of",
    0,
    "a sign for the whole array",
    """
def losses_of(v, X, y, rho):
    lacking = rho - y * (X @ v)
    if lacking > 0:
        return lacking
    return 0 * lacking
""",
    told="An `if`, or Python's `max`, wants one",
)
wrong(
    "hinge_progress",
    0,
    "the losses count twice, as in the bound",
    """
def hinge_progress(k, rho, paid, total, size):
    return k * rho - 2 * paid
""",
)
wrong(
    "hinge_progress",
    0,
    "progress cannot be negative",
    """
def hinge_progress(k, rho, paid, total, size):
    return max(0, k * rho - paid)
""",
)
wrong(
    "hinge_squeeze",
    0,
    "the length of v comes in with its square",
    """
def hinge_squeeze(k, rho, paid, total, size):
    return size**2 * np.sqrt(k) + paid
""",
)
wrong(
    "hinge_squeeze",
    0,
    "the losses belong to v, so they are as long as v",
    """
def hinge_squeeze(k, rho, paid, total, size):
    return size * (np.sqrt(k) + paid)
""",
)
wrong(
    "hinge_root",
    0,
    "the parabola has its lowest point there",
    """
def hinge_root(rho, total, size):
    return size / (2 * rho)
""",
)
wrong(
    "hinge_root",
    0,
    "the root is taken of each term",
    """
def hinge_root(rho, total, size):
    return (2 * size + 2 * np.sqrt(rho * total)) / (2 * rho)
""",
)
wrong(
    "hinge_root",
    0,
    "to divide by 2 rho is to divide by 2 / rho",
    """
def hinge_root(rho, total, size):
    return (size + np.sqrt(size**2 + 4 * rho * total)) / (2 / rho)
""",
    told="You multiply by rho where you should",
)
wrong(
    "broken_in_pass",
    0,
    "the pass with the twelfth mistake, counted from 0",
    "broken_in_pass = 5",
    told="After five passes there are ten mistakes,",
)
wrong(
    "regret_roof",
    0,
    "the best beta makes the first term vanish",
    """
def regret_roof(k, R, size):
    return k * R**2 / 2
""",
)
wrong(
    "regret_roof",
    0,
    "both terms, put in and not divided",
    """
def regret_roof(k, R, size):
    return 2 * R * size * np.sqrt(k)
""",
)
wrong(
    "regret_roof",
    0,
    "the square of the roof",
    """
def regret_roof(k, R, size):
    return R**2 * size**2 * k
""",
)
wrong(
    "three_bounds",
    0,
    "D is the largest loss",
    """
def three_bounds(R, rho, d):
    D1, D = d.sum(), d.max()
    root = ((R + np.sqrt(R**2 + 4 * rho * D1)) / (2 * rho)) ** 2
    return R**2 / rho**2 + 2 * D1 / rho, root, ((R + D) / rho) ** 2
""",
)
wrong(
    "three_bounds",
    0,
    "squares of R and D add up",
    """
def three_bounds(R, rho, d):
    D1, square = d.sum(), (d**2).sum()
    root = ((R + np.sqrt(R**2 + 4 * rho * D1)) / (2 * rho)) ** 2
    return R**2 / rho**2 + 2 * D1 / rho, root, (R**2 + square) / rho**2
""",
)
wrong(
    "three_bounds",
    0,
    "D1 is the mean loss",
    """
def three_bounds(R, rho, d):
    D1, D = d.mean(), np.sqrt((d**2).sum())
    root = ((R + np.sqrt(R**2 + 4 * rho * D1)) / (2 * rho)) ** 2
    return R**2 / rho**2 + 2 * D1 / rho, root, ((R + D) / rho) ** 2
""",
)
wrong(
    "three_bounds",
    0,
    "bounds on whole numbers are rounded down",
    """
def three_bounds(R, rho, d):
    D1, D = d.sum(), np.sqrt((d**2).sum())
    root = ((R + np.sqrt(R**2 + 4 * rho * D1)) / (2 * rho)) ** 2
    return tuple(int(b) for b in (R**2 / rho**2 + 2 * D1 / rho, root, ((R + D) / rho) ** 2))
""",
)
wrong(
    "three_bounds",
    0,
    "mistakes are bounded by nothing, where nothing is lacking",
    """
def three_bounds(R, rho, d):
    D1, D = d.sum(), np.linalg.norm(d)
    root = ((R + np.sqrt(R**2 + 4 * rho * D1)) / (2 * rho)) ** 2 if D1 else 0
    return R**2 / rho**2 + 2 * D1 / rho, root, ((R + D) / rho) ** 2
""",
)
wrong(
    "three_bounds",
    0,
    "to divide by 2 rho is to divide by 2 / rho",
    """
def three_bounds(R, rho, d):
    D1, D = d.sum(), np.linalg.norm(d)
    root = ((R + np.sqrt(R**2 + 4 * rho * D1)) / (2 / rho)) ** 2
    return R**2 / rho**2 + 2 * D1 / rho, root, ((R + D) / rho) ** 2
""",
    told="Your root form multiplies by rho",
)
wrong(
    "find_cycle",
    0,
    "weights of the same sizes are the same",
    """
def find_cycle(X, y):
    w, passes = np.zeros(X.shape[1]), 0
    seen = {tuple(np.abs(w)): 0}
    while True:
        w, mistakes = pass_over(w, X, y)
        if not mistakes:
            return passes, 0
        passes += 1
        if tuple(np.abs(w)) in seen:
            return seen[tuple(np.abs(w))], passes - seen[tuple(np.abs(w))]
        seen[tuple(np.abs(w))] = passes
""",
)
wrong(
    "find_cycle",
    0,
    "weights with the same entries are the same, in any order",
    """
def find_cycle(X, y):
    w, passes = np.zeros(X.shape[1]), 0
    seen = {tuple(sorted(w)): 0}
    while True:
        w, mistakes = pass_over(w, X, y)
        if not mistakes:
            return passes, 0
        passes += 1
        if tuple(sorted(w)) in seen:
            return seen[tuple(sorted(w))], passes - seen[tuple(sorted(w))]
        seen[tuple(sorted(w))] = passes
""",
)
wrong(
    "find_cycle",
    0,
    "after ten passes there is no cycle",
    """
def find_cycle(X, y):
    w, passes = np.zeros(X.shape[1]), 0
    seen = {tuple(w): 0}
    while True:
        w, mistakes = pass_over(w, X, y)
        if not mistakes:
            return passes, 0
        passes += 1
        if passes > 10:
            return passes, 0
        if tuple(w) in seen:
            return seen[tuple(w)], passes - seen[tuple(w)]
        seen[tuple(w)] = passes
""",
)
wrong(
    "find_cycle",
    0,
    "after fifty passes there is no cycle",
    """
def find_cycle(X, y):
    w, passes = np.zeros(X.shape[1]), 0
    seen = {tuple(w): 0}
    while True:
        w, mistakes = pass_over(w, X, y)
        if not mistakes:
            return passes, 0
        passes += 1
        if passes > 50:
            return passes, 0
        if tuple(w) in seen:
            return seen[tuple(w)], passes - seen[tuple(w)]
        seen[tuple(w)] = passes
""",
)
wrong(
    "find_cycle",
    0,
    "only the last three ends of passes are remembered",
    """
def find_cycle(X, y):
    w, seen = np.zeros(X.shape[1]), []
    for n in range(300):
        seen.append(tuple(w))
        w, mistakes = pass_over(w, X, y)
        if not mistakes:
            return n, 0
        if tuple(w) in seen[-3:]:
            k = max(i for i in range(n + 1) if seen[i] == tuple(w))
            return k, n + 1 - k
""",
)
wrong(
    "find_cycle",
    2.25,
    "a run that has settled has a cycle of length 1",
    """
def find_cycle(X, y):
    w, passes = np.zeros(X.shape[1]), 0
    seen = {tuple(w): 0}
    while True:
        w, mistakes = pass_over(w, X, y)
        if not mistakes:
            return passes, 1
        passes += 1
        if tuple(w) in seen:
            return seen[tuple(w)], passes - seen[tuple(w)]
        seen[tuple(w)] = passes
""",
    told="A clean pass changes nothing, so",
)
wrong(
    "proof_of",
    0,
    "who is never corrected is not in the proof",
    """
def proof_of(X, y):
    start, length = find_cycle(X, y)
    w, alpha = np.zeros(X.shape[1]), np.zeros(len(y), dtype=int)
    for n in range(start + length):
        w, mistakes = pass_over(w, X, y)
        if n >= start:
            alpha[mistakes] += 1
    return alpha[alpha > 0]
""",
)
wrong(
    "proof_of",
    0,
    "equal examples are corrected together",
    """
def proof_of(X, y):
    start, length = find_cycle(X, y)
    w, alpha = np.zeros(X.shape[1]), np.zeros(len(y), dtype=int)
    for n in range(start + length):
        w, mistakes = pass_over(w, X, y)
        if n >= start:
            alpha += np.array([any((X[i] == X[j]).all() for j in mistakes) for i in range(len(y))])
    return alpha
""",
)
wrong(
    "losses_of",
    0,
    "a long v is made as long as 1",
    """
def losses_of(v, X, y, rho):
    return np.maximum(0, rho - y * (X @ v) / max(1, np.linalg.norm(v)))
""",
)
