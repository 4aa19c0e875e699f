"""Wrong answers to exercise 7: experts and shares."""

from . import wrong

wrong(
    "weighted_vote",
    0,
    "a difference below one half is a tie",
    """
def weighted_vote(w, x):
    return np.sign(np.round(w @ x))
""",
)
wrong(
    "weighted_vote",
    0,
    "at least half of the weight is a majority",
    """
def weighted_vote(w, x):
    return 1 if w[x == 1].sum() >= w.sum() / 2 else -1
""",
    told="A tie is neither +1 nor -1:",
)
wrong(
    "weighted_vote",
    0,
    "the mean weight of each side is compared",
    """
def weighted_vote(w, x):
    up, down = w[x > 0], w[x < 0]
    return np.sign((up.mean() if len(up) else 0) - (down.mean() if len(down) else 0))
""",
)
wrong(
    "weighted_vote",
    0,
    "the heaviest expert decides a tie",
    """
def weighted_vote(w, x):
    score = w @ x
    return np.sign(score) if score else x[np.argmax(w)]
""",
)
wrong(
    "demoted",
    1.5,
    "in a tied vote nobody is wrong",
    """
def demoted(w, x, y, beta):
    if weighted_vote(w, x) == -y:
        return np.where(x == y, w, beta * w)
    return w
""",
    told="A tied vote is a mistake, too:",
)
wrong(
    "demoted",
    0,
    "the right ones are made heavier",
    """
def demoted(w, x, y, beta):
    if weighted_vote(w, x) == y:
        return w
    return np.where(x == y, w / beta, w)
""",
)
wrong(
    "demoted",
    0,
    "the weights stay shares",
    """
def demoted(w, x, y, beta):
    if weighted_vote(w, x) == y:
        return w
    new = np.where(x == y, w, beta * w)
    return new / new.sum()
""",
)
wrong(
    "demoted",
    0,
    "a wrong expert loses the part beta",
    """
def demoted(w, x, y, beta):
    if weighted_vote(w, x) == y:
        return w
    return np.where(x == y, w, (1 - beta) * w)
""",
)
wrong(
    "demoted",
    1.5,
    "in a tied vote everybody loses",
    """
def demoted(w, x, y, beta):
    vote = weighted_vote(w, x)
    if vote == 0:
        return beta * w
    return w if vote == y else np.where(x == y, w, beta * w)
""",
)
wrong(
    "demoted",
    1.5,
    "wrong experts always lose weight",
    """
def demoted(w, x, y, beta):
    return np.array([a if said == y else beta * a for a, said in zip(w, x)])
""",
    told="You learn in every round. When the",
)
wrong(
    "follow_the_vote",
    0,
    "experts who are wrong lose weight in every round",
    """
def follow_the_vote(X, y, beta):
    w, mistakes = np.ones(X.shape[1]), []
    for t in range(len(y)):
        if weighted_vote(w, X[t]) != y[t]:
            mistakes.append(t)
        w = np.where(X[t] == y[t], w, beta * w)
    return w, mistakes
""",
)
wrong(
    "follow_the_vote",
    0,
    "a tied vote is no mistake, and teaches nothing",
    """
def follow_the_vote(X, y, beta):
    w, mistakes = np.ones(X.shape[1]), []
    for t in range(len(y)):
        if w @ X[t] * y[t] < 0:
            mistakes.append(t)
            w = np.where(X[t] == y[t], w, beta * w)
    return w, mistakes
""",
)
wrong(
    "follow_the_vote",
    0,
    "the mistakes of the best expert are listed",
    """
def follow_the_vote(X, y, beta):
    w = np.ones(X.shape[1])
    for t in range(len(y)):
        w = demoted(w, X[t], y[t], beta)
    best = np.argmax(w)
    return w, np.flatnonzero(X[:, best] != y)
""",
)
wrong(
    "follow_the_vote",
    0,
    "the vote with the final weights, on all rounds",
    """
def follow_the_vote(X, y, beta):
    w = np.ones(X.shape[1])
    for t in range(len(y)):
        w = demoted(w, X[t], y[t], beta)
    return w, [t for t in range(len(y)) if weighted_vote(w, X[t]) != y[t]]
""",
)
wrong(
    "follow_the_vote",
    0,
    "the weights that are returned come from before the last round",
    """
def follow_the_vote(X, y, beta):
    w, mistakes = np.ones(X.shape[1]), []
    for t in range(len(y)):
        before = w
        if weighted_vote(w, X[t]) != y[t]:
            mistakes.append(t)
        w = demoted(w, X[t], y[t], beta)
    return before, mistakes
""",
)
wrong("fierce_vote", 0, "ties left out", "fierce_vote = 640")
wrong(
    "majority_roof",
    0,
    "half of the experts were wrong",
    """
def majority_roof(k, N, beta, m):
    return N / 2 * (1 + beta**k)
""",
)
wrong(
    "majority_roof",
    0,
    "the wrong half is struck out but for beta, each time of the whole",
    """
def majority_roof(k, N, beta, m):
    return N * (1 - k * (1 - beta) / 2)
""",
)
wrong(
    "majority_floor",
    0,
    "the best expert is wrong in all rounds but m",
    """
def majority_floor(k, N, beta, m):
    return beta ** (k - m)
""",
)
wrong(
    "majority_floor",
    0,
    "a floor is for all experts, so each is wrong in every mistake",
    """
def majority_floor(k, N, beta, m):
    return N * beta**k
""",
    told="True: nobody has lost more than that.",
)
wrong(
    "majority_bound",
    0,
    "logarithms to base 2 above, natural ones below",
    """
def majority_bound(N, beta, m):
    return (np.log2(N) + m * np.log2(1 / beta)) / np.log(2 / (1 + beta))
""",
)
wrong(
    "majority_bound",
    0,
    "as a whole number, rounded up",
    """
def majority_bound(N, beta, m):
    return int(np.ceil((np.log(N) - m * np.log(beta)) / np.log(2 / (1 + beta))))
""",
)
wrong(
    "majority_bound",
    0,
    "twice the mistakes of the best, and the logarithm",
    """
def majority_bound(N, beta, m):
    return 2 * m + np.log2(N)
""",
)
wrong(
    "shares_update",
    0,
    "the shares change before they are looked at",
    """
def shares_update(w, x, y, eta):
    grown = w * np.exp(y * eta * x)
    grown = grown / grown.sum()
    return w if y * (grown @ x) > 0 else grown
""",
)
wrong(
    "shares_update",
    0,
    "the rate multiplies the exponential",
    """
def shares_update(w, x, y, eta):
    if y * (w @ x) > 0:
        return w
    grown = w * eta * np.exp(y * x)
    return grown / grown.sum()
""",
)
wrong(
    "shares_update",
    0,
    "powers of two, as in the other Winnow",
    """
def shares_update(w, x, y, eta):
    if y * (w @ x) > 0:
        return w
    grown = w * 2.0 ** (y * eta * x)
    return grown / grown.sum()
""",
)
wrong(
    "shares_update",
    0,
    "the exponent is added",
    """
def shares_update(w, x, y, eta):
    if y * (w @ x) > 0:
        return w
    grown = w + np.exp(y * eta * x)
    return grown / grown.sum()
""",
)
wrong(
    "shares_update",
    1.5,
    "at a score of 0 nothing has been said",
    """
def shares_update(w, x, y, eta):
    if np.sign(w @ x) != -y:
        return w
    grown = w * np.exp(y * eta * x)
    return grown / grown.sum()
""",
    told="A score of 0 is a mistake",
)
wrong(
    "shares_update",
    0,
    "right answers by little are learned from too",
    """
def shares_update(w, x, y, eta):
    if y * (w @ x) > eta:
        return w
    grown = w * np.exp(y * eta * x)
    return grown / grown.sum()
""",
)
wrong("too_fast", 0, "one in each pass", "too_fast = 50")
wrong(
    "entropy_to",
    0,
    "the entropy of the target",
    """
def entropy_to(u, w):
    used = u > 0
    return -(u[used] * np.log(u[used])).sum()
""",
)
wrong(
    "entropy_to",
    0,
    "the cross entropy",
    """
def entropy_to(u, w):
    return -(u * np.log(w)).sum()
""",
)
wrong(
    "entropy_to",
    0,
    "a distance is the same in both directions, so it is the mean of the two",
    """
def entropy_to(u, w):
    used = u > 0
    there = (u[used] * np.log(u[used] / w[used])).sum()
    back = (w[used] * np.log(w[used] / u[used])).sum()
    return (there + back) / 2
""",
)
wrong(
    "entropy_to",
    0,
    "a share of 0 is nearly 0",
    """
def entropy_to(u, w):
    return np.sum(u * np.log((u + 1e-3) / w))
""",
)
wrong(
    "entropy_to",
    0,
    "a share of 0 gives 0 times minus infinity",
    """
def entropy_to(u, w):
    return np.sum(u * np.log(u / w))
""",
)
wrong(
    "entropy_price",
    0,
    "ln Z is the square of eta R, with the margin in it",
    """
def entropy_price(eta, rho, R):
    return eta * rho - eta**2 * (R**2 - rho**2) / 2
""",
)
wrong(
    "entropy_price",
    0,
    "ln cosh is at most half of the exponent",
    """
def entropy_price(eta, rho, R):
    return eta * rho - eta * R / 2
""",
)
wrong(
    "entropy_price",
    0,
    "the exact logarithm of cosh",
    """
def entropy_price(eta, rho, R):
    return eta * rho - np.log(np.cosh(eta * R)) / 2
""",
)
wrong(
    "p_norm_weights",
    1.5,
    "where nothing was learned the answer is None",
    """
def p_norm_weights(X, y, learned, p):
    theta = sum(y[i] * X[i] for i in learned)
    if len(learned) == 0 or not theta.any():
        return None
    norm = (np.abs(theta) ** p).sum() ** (1 / p)
    return np.sign(theta) * np.abs(theta) ** (p - 1) / norm ** (p - 2)
""",
)
wrong(
    "p_norm_weights",
    0,
    "the weights are made after every update and added up",
    """
def p_norm_weights(X, y, learned, p):
    total = np.zeros(X.shape[1])
    for i in learned:
        step = y[i] * X[i]
        norm = (np.abs(step) ** p).sum() ** (1 / p)
        total = total + np.sign(step) * np.abs(step) ** (p - 1) / norm ** (p - 2)
    return total
""",
)
wrong(
    "p_norm_weights",
    0,
    "p is a whole number, so powers keep the sign",
    """
def p_norm_weights(X, y, learned, p):
    theta = np.zeros(X.shape[1])
    for i in learned:
        theta = theta + y[i] * X[i]
    norm = (np.abs(theta) ** p).sum() ** (1 / p)
    return theta ** (p - 1) / norm ** (p - 2) if norm else theta
""",
)
wrong(
    "p_norm_weights",
    2.0 * 3 / 4,
    "no updates at all is the only way to have learned nothing",
    """
def p_norm_weights(X, y, learned, p):
    if not len(learned):
        return np.zeros(X.shape[1])
    theta = sum(y[i] * X[i] for i in learned)
    norm = (np.abs(theta) ** p).sum() ** (1 / p)
    return np.sign(theta) * np.abs(theta) ** (p - 1) / norm ** (p - 2)
""",
)
wrong(
    "p_norm_weights",
    0,
    "the dual norm, q with 1/p + 1/q = 1",
    """
def p_norm_weights(X, y, learned, p):
    theta = np.zeros(X.shape[1])
    for i in learned:
        theta = theta + y[i] * X[i]
    q = p / (p - 1)
    norm = (np.abs(theta) ** q).sum() ** (1 / q)
    return np.sign(theta) * np.abs(theta) ** (q - 1) / norm ** (q - 2) if norm else theta
""",
)
wrong(
    "weighted_vote",
    0,
    "a sum near 0 is a tie, as `np.isclose` says",
    """
def weighted_vote(w, x):
    return 0 if np.isclose(w @ x, 0) else np.sign(w @ x)
""",
)
wrong(
    "weighted_vote",
    0,
    "a twentieth is no majority",
    """
def weighted_vote(w, x):
    return 0 if abs(w @ x) < 0.05 else np.sign(w @ x)
""",
)
wrong(
    "weighted_vote",
    0,
    "the sum is rounded to six digits",
    """
def weighted_vote(w, x):
    return np.sign(np.round(w @ x, 6))
""",
)
wrong(
    "weighted_vote",
    0,
    "a twentieth of the total is no majority",
    """
def weighted_vote(w, x):
    return np.sign(w @ x) if abs(w @ x) > w.sum() / 20 else 0
""",
)
wrong(
    "weighted_vote",
    0,
    "the weights are squared",
    """
def weighted_vote(w, x):
    return np.sign(w**2 @ x)
""",
)
wrong(
    "demoted",
    1.5,
    "a tied vote says -1",
    """
def demoted(w, x, y, beta):
    if (1 if w @ x > 0 else -1) == y:
        return w
    return np.where(x == y, w, beta * w)
""",
)
wrong(
    "demoted",
    1.5,
    "a sum near 0 is a tie, as `np.isclose` says",
    """
def demoted(w, x, y, beta):
    if not np.isclose(w @ x, 0) and np.sign(w @ x) == y:
        return w
    return np.where(x == y, w, beta * w)
""",
)
wrong(
    "demoted",
    0,
    "no weight falls below a hundredth",
    """
def demoted(w, x, y, beta):
    if weighted_vote(w, x) == y:
        return w
    return np.where(x == y, w, np.maximum(beta * w, 0.01))
""",
)
wrong(
    "follow_the_vote",
    0,
    "a sum near 0 is a tie, as `np.isclose` says",
    """
def follow_the_vote(X, y, beta):
    w, mistakes = np.ones(X.shape[1]), []
    for t in range(len(y)):
        if np.isclose(w @ X[t], 0) or np.sign(w @ X[t]) != y[t]:
            mistakes.append(t)
        w = np.where(X[t] == y[t], w, beta * w) if mistakes[-1:] == [t] else w
    return w, mistakes
""",
)
wrong(
    "follow_the_vote",
    0,
    "a sum of less than a thousandth is a tie",
    """
def follow_the_vote(X, y, beta):
    w, mistakes = np.ones(X.shape[1]), []
    for t in range(len(y)):
        if y[t] * (w @ X[t]) < 1e-3:
            mistakes.append(t)
        w = np.where(X[t] == y[t], w, beta * w) if mistakes[-1:] == [t] else w
    return w, mistakes
""",
)
wrong(
    "follow_the_vote",
    0,
    "no weight falls below a thousandth",
    """
def follow_the_vote(X, y, beta):
    w, mistakes = np.ones(X.shape[1]), []
    for t in range(len(y)):
        if weighted_vote(w, X[t]) != y[t]:
            mistakes.append(t)
        w = demoted(w, X[t], y[t], beta)
        w = np.maximum(w, 0.001)
    return w, mistakes
""",
)
wrong(
    "shares_update",
    0,
    "a score of less than a thousandth of a millionth is 0",
    """
def shares_update(w, x, y, eta):
    if y * (w @ x) > 1e-9:
        return w
    grown = w * np.exp(y * eta * x)
    return grown / grown.sum()
""",
)
wrong(
    "shares_update",
    1.5,
    "at a score of 0 the answer is -1",
    """
def shares_update(w, x, y, eta):
    if (1 if w @ x > 0 else -1) == y:
        return w
    grown = w * np.exp(y * eta * x)
    return grown / grown.sum()
""",
)
wrong(
    "entropy_price",
    0,
    "a price is never negative",
    """
def entropy_price(eta, rho, R):
    return max(0, eta * rho - eta**2 * R**2 / 2)
""",
)
wrong(
    "p_norm_weights",
    0,
    "the sum is one of whole numbers",
    """
def p_norm_weights(X, y, learned, p):
    theta = np.zeros(X.shape[1], dtype=int)
    for i in learned:
        theta = theta + (y[i] * X[i]).astype(int)
    norm = (np.abs(theta) ** p).sum() ** (1 / p)
    if norm == 0:
        return theta
    return np.sign(theta) * np.abs(theta) ** (p - 1) / norm ** (p - 2)
""",
)
wrong(
    "p_norm_weights",
    1.5,
    "only an empty list means that nothing was learned",
    """
def p_norm_weights(X, y, learned, p):
    theta = np.zeros(X.shape[1])
    for i in learned:
        theta = theta + y[i] * X[i]
    norm = (np.abs(theta) ** p).sum() ** (1 / p)
    if not len(learned):
        return theta
    return np.sign(theta) * np.abs(theta) ** (p - 1) / norm ** (p - 2)
""",
)
