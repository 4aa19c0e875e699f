"""Wrong answers to exercise 2: who should answer?"""

from . import wrong

wrong(
    "survivors",
    0,
    "the same vector is the same voter, also when it comes back later",
    """
def survivors(X, y):
    w, counts = np.zeros(X.shape[1]), {}
    counts[tuple(w)] = 0
    for x, label in zip(X, y):
        if label * (w @ x) <= 0:
            w = w + label * x
        counts[tuple(w)] = counts.get(tuple(w), 0) + 1
    return np.array(list(counts)), np.array(list(counts.values()))
""",
)
wrong(
    "survivors",
    0,
    "the counts are shares",
    """
def survivors(X, y):
    W, c = [np.zeros(X.shape[1])], [0]
    for x, label in zip(X, y):
        if label * (W[-1] @ x) <= 0:
            W.append(W[-1] + label * x)
            c.append(0)
        c[-1] += 1
    return np.array(W), np.array(c) / sum(c)
""",
)
wrong(
    "survivors",
    0,
    "the round of a mistake counts for the old vector as well",
    """
def survivors(X, y):
    W, c = [np.zeros(X.shape[1])], [0]
    for x, label in zip(X, y):
        c[-1] += 1
        if label * (W[-1] @ x) <= 0:
            W.append(W[-1] + label * x)
            c.append(1)
    return np.array(W), np.array(c)
""",
)
wrong(
    "survivors",
    0,
    "the counts go on from vector to vector",
    """
def survivors(X, y):
    W, c = [np.zeros(X.shape[1])], [0]
    for x, label in zip(X, y):
        if label * (W[-1] @ x) <= 0:
            W.append(W[-1] + label * x)
            c.append(c[-1])
        c[-1] += 1
    return np.array(W), np.array(c)
""",
)
wrong(
    "survivors",
    0,
    "only right answers are rounds that were survived",
    """
def survivors(X, y):
    w = np.zeros(X.shape[1])
    W, c, count = [], [], 0
    for x, label in zip(X, y):
        if label * np.dot(w, x) > 0:
            count += 1
        else:
            W.append(w)
            c.append(count)
            w, count = w + label * x, 0
    W.append(w)
    c.append(count)
    return np.array(W), np.array(c)
""",
    told="Rounds get lost: the round of a",
)
wrong(
    "survivors",
    0,
    "the last vector is only added when it fails",
    """
def survivors(X, y):
    w = np.zeros(X.shape[1])
    W, c, count = [], [], 0
    for x, label in zip(X, y):
        if label * np.dot(w, x) <= 0:
            W.append(w)
            c.append(count)
            w, count = w + label * x, 0
        count += 1
    return np.array(W), np.array(c)
""",
    told="The last vector is missing. It was",
)
wrong(
    "survivors",
    0,
    "the test is turned round: who is right is replaced",
    """
def survivors(X, y):
    W, c = [np.zeros(X.shape[1])], [0]
    for x, label in zip(X, y):
        if label * (W[-1] @ x) > 0:
            W.append(W[-1] + label * x)
            c.append(0)
        c[-1] += 1
    return np.array(W), np.array(c)
""",
    told="Your run never leaves w = 0.",
)
wrong(
    "averaged",
    0,
    "each vector is made as long as 1 before they are averaged",
    """
def averaged(W, c, x):
    lengths = np.linalg.norm(W, axis=1)
    unit = W / np.where(lengths > 0, lengths, 1)[:, None]
    return c @ unit @ x / c.sum()
""",
)
wrong(
    "averaged",
    0,
    "the division has no remainder",
    """
def averaged(W, c, x):
    return (c @ W @ x) // c.sum()
""",
)
wrong(
    "averaged",
    0,
    "the average of the vectors that won a round, each once",
    """
def averaged(W, c, x):
    return (W[c > 0] @ x).mean()
""",
)
wrong(
    "averaged",
    0,
    "the vector that survived longest answers for all",
    """
def averaged(W, c, x):
    return W[np.argmax(c)] @ x
""",
)
wrong(
    "averaged",
    0,
    "the result is rounded to six digits",
    """
def averaged(W, c, x):
    return round(float(np.average(W @ x, weights=c)), 6)
""",
)
wrong(
    "averaged",
    0,
    "w_0 is no vector of the average",
    """
def averaged(W, c, x):
    return c[1:] @ W[1:] @ x / c[1:].sum()
""",
)
wrong(
    "voted",
    0,
    "w = 0 has no opinion, all others vote +1 at a score of 0",
    """
def voted(W, c, x):
    votes = np.where(W @ x >= 0, 1, -1)
    votes[~W.any(axis=1)] = 0
    return c @ votes
""",
)
wrong(
    "voted",
    1,
    "whoever is undecided votes with the vector before",
    """
def voted(W, c, x):
    total, last = 0, 1
    for w, count in zip(W, c):
        score = w @ x
        last = last if score == 0 else 1 if score > 0 else -1
        total += count * last
    return total
""",
)
wrong(
    "voted",
    0,
    "a score below one half is undecided",
    """
def voted(W, c, x):
    return sum(int(k) * (1 if np.round(w @ x) >= 0 else -1) for w, k in zip(W, c))
""",
)
wrong(
    "voted",
    0,
    "the votes are a share of all votes",
    """
def voted(W, c, x):
    return np.sum(c * np.where(W @ x >= 0, 1, -1)) / c.sum()
""",
)
wrong(
    "voted",
    0,
    "each feature has a vote",
    """
def voted(W, c, x):
    return int(np.sum(c[:, None] * np.where(W * x >= 0, 1, -1)))
""",
)
wrong(
    "voted",
    0,
    "at a score of 0 only the last vector votes +1",
    """
def voted(W, c, x):
    votes = np.sign(W @ x)
    if votes[-1] == 0:
        votes[-1] = 1
    return c @ votes
""",
)
wrong("directions_of_dissent", 0, "ties are counted as dissent", "directions_of_dissent = 3")
wrong(
    "directions_of_dissent",
    0,
    "whether vote and last vector differ",
    "directions_of_dissent = 6",
    told="That is how often they agree, or how",
)
wrong(
    "lazy_sum",
    0,
    "u counts rounds from 1 and a leaves out w",
    """
def lazy_sum(X, y, epochs):
    w, u, t = np.zeros(X.shape[1]), np.zeros(X.shape[1]), 1
    for _ in range(epochs):
        for x, label in zip(X, y):
            if label * (w @ x) <= 0:
                w, u = w + label * x, u + t * label * x
            t += 1
    return w, u, (t - 1) * w - u
""",
    told="Two ways of counting are mixed: rounds",
)
wrong(
    "lazy_sum",
    0,
    "t counts passes",
    """
def lazy_sum(X, y, epochs):
    w, u = np.zeros(X.shape[1]), np.zeros(X.shape[1])
    for t in range(epochs):
        for x, label in zip(X, y):
            if label * (w @ x) <= 0:
                w, u = w + label * x, u + t * label * x
    return w, u, epochs * len(X) * w - u
""",
)
wrong(
    "lazy_sum",
    0,
    "the sum runs over the weights before each round",
    """
def lazy_sum(X, y, epochs):
    w, u, a = np.zeros(X.shape[1]), np.zeros(X.shape[1]), np.zeros(X.shape[1])
    for t in range(epochs * len(X)):
        x, label = X[t % len(X)], y[t % len(X)]
        a = a + w
        if label * (w @ x) <= 0:
            w, u = w + label * x, u + t * label * x
    return w, u, a
""",
    told="Your a adds up the weights that",
)
wrong(
    "lazy_sum",
    0,
    "the label is in w and forgotten in u",
    """
def lazy_sum(X, y, epochs):
    w = u = np.zeros(X.shape[1])
    for t in range(epochs * len(X)):
        x, label = X[t % len(X)], y[t % len(X)]
        if label * (w @ x) <= 0:
            w, u = w + label * x, u + t * x
    return w, u, epochs * len(X) * w - u
""",
)
wrong(
    "lazy_sum",
    0,
    "a tie is no mistake",
    """
def lazy_sum(X, y, epochs):
    w = u = np.zeros(X.shape[1])
    for t in range(epochs * len(X)):
        x, label = X[t % len(X)], y[t % len(X)]
        if label * (w @ x) < 0:
            w, u = w + label * x, u + t * label * x
    return w, u, epochs * len(X) * w - u
""",
)
wrong("epochs_needed", 0, "one pass too many", "epochs_needed = 10")
wrong(
    "margin_perceptron",
    0,
    "the run ends when every answer is right, wide or narrow",
    """
def margin_perceptron(X, y, eta, most_epochs):
    w, updates = np.zeros(X.shape[1]), 0
    for _ in range(most_epochs):
        wrong = 0
        for x, label in zip(X, y):
            score = label * (w @ x)
            wrong += score <= 0
            if score <= eta:
                w, updates = w + label * x, updates + 1
        if not wrong:
            break
    return w, updates
""",
)
wrong(
    "margin_perceptron",
    0,
    "eta is the size of a step",
    """
def margin_perceptron(X, y, eta, most_epochs):
    w, updates = np.zeros(X.shape[1]), 0
    for _ in range(most_epochs):
        before = updates
        for x, label in zip(X, y):
            if label * (w @ x) <= 0:
                w, updates = w + eta * label * x, updates + 1
        if updates == before:
            break
    return w, updates
""",
)
wrong(
    "margin_perceptron",
    0,
    "one pass more than is allowed",
    """
def margin_perceptron(X, y, eta, most_epochs):
    return until_clean(X, y, lambda w, x, label: label * (w @ x) <= eta, most_epochs + 1)
""",
)
wrong(
    "margin_perceptron",
    0,
    "only right but narrow answers need the margin, w begins elsewhere",
    """
def margin_perceptron(X, y, eta, most_epochs):
    return until_clean(X, y, lambda w, x, label: 0 < label * (w @ x) <= eta, most_epochs)
""",
    told="Nothing is ever learned from w =",
)
wrong(
    "margin_perceptron",
    0,
    "the passes are counted, not the updates",
    """
def margin_perceptron(X, y, eta, most_epochs):
    w = np.zeros(X.shape[1])
    for passes in range(1, most_epochs + 1):
        clean = True
        for x, label in zip(X, y):
            if label * (w @ x) <= eta:
                w, clean = w + label * x, False
        if clean:
            break
    return w, passes
""",
)
wrong(
    "margin_perceptron",
    0,
    "the test is written by the label of the answer",
    """
def margin_perceptron(X, y, eta, most_epochs):
    def must_learn(w, x, label):
        return (1 if w @ x > eta else -1) != label
    return until_clean(X, y, must_learn, most_epochs)
""",
)
wrong(
    "margin_perceptron",
    0,
    "a function that only looks",
    """
def margin_perceptron(X, y, eta, most_epochs):
    def must_learn(w, x, label):
        label * (w @ x) <= eta
    return until_clean(X, y, must_learn, most_epochs)
""",
    told="Nothing is ever learned from w =",
)
wrong(
    "margin_perceptron",
    0,
    "every example of a pass is learned from",
    """
def margin_perceptron(X, y, eta, most_epochs):
    return until_clean(X, y, lambda w, x, label: True, most_epochs)
""",
    told="You learn in every round, so no",
)
wrong(
    "large_margin_perceptron",
    0,
    "at w = 0 there is nothing to measure, so nothing to learn",
    """
def large_margin_perceptron(X, y, gamma, most_epochs):
    def near(w, x, label):
        length = np.linalg.norm(w)
        return length > 0 and label * (w @ x) / length <= gamma / 2
    return until_clean(X, y, near, most_epochs)
""",
    told="Nothing is ever learned from w =",
)
wrong(
    "large_margin_perceptron",
    0,
    "the smallest distance of all examples decides",
    """
def large_margin_perceptron(X, y, gamma, most_epochs):
    def near(w, x, label):
        return not w.any() or (y * (X @ w)).min() / np.linalg.norm(w) <= gamma / 2
    return until_clean(X, y, near, most_epochs)
""",
)
wrong(
    "large_margin_perceptron",
    0,
    "a wrong answer is learned from, and one within gamma/4",
    """
def large_margin_perceptron(X, y, gamma, most_epochs):
    near = lambda w, x, s: s * (w @ x) <= gamma / 4 * np.linalg.norm(w)
    return until_clean(X, y, near, most_epochs)
""",
)
wrong(
    "large_margin_perceptron",
    0,
    "the update has length 1",
    """
def large_margin_perceptron(X, y, gamma, most_epochs):
    w, updates = np.zeros(X.shape[1]), 0
    for _ in range(most_epochs):
        before = updates
        for x, s in zip(X, y):
            if s * (w @ x) <= gamma / 2 * np.linalg.norm(w):
                w, updates = w + s * x / np.linalg.norm(x), updates + 1
        if updates == before:
            break
    return w, updates
""",
)
wrong(
    "large_margin_perceptron",
    0,
    "one pass more than is allowed",
    """
def large_margin_perceptron(X, y, gamma, most_epochs):
    near = lambda w, x, s: s * (w @ x) <= gamma / 2 * np.linalg.norm(w)
    return until_clean(X, y, near, most_epochs + 1)
""",
)
wrong(
    "large_margin_perceptron",
    0,
    "the threshold is divided by the length of w, not the score",
    """
def large_margin_perceptron(X, y, gamma, most_epochs):
    def near(w, x, label):
        return label * (w @ x) <= gamma / 2 / np.linalg.norm(w)
    return until_clean(X, y, near, most_epochs)
""",
    told="What you compare with gamma/2 is not",
)
wrong(
    "at_rate_one_quarter",
    0,
    "the run with eta = 1/4 and a step of 1/4",
    "at_rate_one_quarter = 12",
    told="That is the count for rate 1",
)
wrong(
    "square_at_most",
    0,
    "the first update starts from 0, so only the others have the middle term",
    """
def square_at_most(k, R, eta, r):
    return k * r**2 * R**2 + 2 * r * eta * (k - 1)
""",
)
wrong(
    "square_at_most",
    0,
    "one length after the other is added, and the sum squared",
    """
def square_at_most(k, R, eta, r):
    return k * (r * R + np.sqrt(2 * r * eta)) ** 2
""",
)
wrong(
    "square_at_most",
    0,
    "eta is squared like the rest",
    """
def square_at_most(k, R, eta, r):
    return k * (r**2 * R**2 + 2 * r * eta**2)
""",
)
wrong(
    "updates_at_most",
    0,
    "step 1 is compared as it is, and then squared on one side",
    """
def updates_at_most(gain, rho, r):
    return (gain / (r * rho)) ** 2
""",
    told="`gain` belongs to the square of the",
)
wrong(
    "updates_at_most",
    0,
    "M is whole, so one may round up",
    """
def updates_at_most(gain, rho, r):
    return np.ceil(gain / (r * rho) ** 2)
""",
)
wrong(
    "updates_at_most",
    0,
    "the widest margin counts for both sides of the line",
    """
def updates_at_most(gain, rho, r):
    return gain / (2 * r * rho) ** 2
""",
)
wrong(
    "updates_at_most",
    0,
    "step 1 is squared, and so is everything else",
    """
def updates_at_most(gain, rho, r):
    return gain**2 / (r**2 * rho**2)
""",
    told="`gain` belongs to the square of the",
)
wrong(
    "margin_at_least",
    0,
    "the length is at most the root of M times gain, with M from step 3 without its square",
    """
def margin_at_least(gain, rho, eta, r):
    return eta / (gain / (r * rho)) ** 0.5
""",
)
wrong(
    "margin_at_least",
    0,
    "half of what the proof gives, to be safe",
    """
def margin_at_least(gain, rho, eta, r):
    return eta * r * rho / gain / 2
""",
)
wrong(
    "margin_at_least",
    0,
    "the length is at least r rho M, so the margin is at least eta over that with M = 1",
    """
def margin_at_least(gain, rho, eta, r):
    return eta / (r * rho)
""",
)
wrong(
    "survivors",
    0,
    "a score of less than a thousandth of a millionth is a tie",
    """
def survivors(X, y):
    W, c = [np.zeros(X.shape[1])], [0]
    for x, label in zip(X, y):
        if label * (W[-1] @ x) <= 1e-9:
            W.append(W[-1] + label * x)
            c.append(0)
        c[-1] += 1
    return np.array(W), np.array(c)
""",
)
wrong(
    "survivors",
    0,
    "a mistake that leaves w as it is makes no new vector",
    """
def survivors(X, y):
    W, c = [np.zeros(X.shape[1])], [0]
    for x, label in zip(X, y):
        new = W[-1] + label * x if label * (W[-1] @ x) <= 0 else W[-1]
        if (new != W[-1]).any():
            W.append(new)
            c.append(0)
        c[-1] += 1
    return np.array(W), np.array(c)
""",
)
wrong(
    "survivors",
    0,
    "a vector that survived no round is no voter",
    """
def survivors(X, y):
    W, c = [np.zeros(X.shape[1])], [0]
    for x, label in zip(X, y):
        if label * (W[-1] @ x) <= 0:
            W.append(W[-1] + label * x)
            c.append(0)
        c[-1] += 1
    W, c = np.array(W), np.array(c)
    return W[c > 0], c[c > 0]
""",
    told="Row 0 of `W` is w_0",
)
wrong(
    "averaged",
    0,
    "an average has one degree of freedom less",
    """
def averaged(W, c, x):
    return c @ W @ x / max(1, c.sum() - 1)
""",
)
wrong(
    "averaged",
    0,
    "the sum over rounds, divided by the vectors that have any",
    """
def averaged(W, c, x):
    return c @ W @ x / (c > 0).sum()
""",
)
wrong(
    "voted",
    0,
    "a score above minus a millionth is 0",
    """
def voted(W, c, x):
    answers = np.where(W @ x >= -1e-6, 1, -1)
    return np.sum(c * answers)
""",
)
wrong(
    "voted",
    0,
    "a score near 0 is 0, as `np.isclose` says",
    """
def voted(W, c, x):
    answers = np.where((W @ x > 0) | np.isclose(W @ x, 0), 1, -1)
    return np.sum(c * answers)
""",
)
wrong(
    "voted",
    1,
    "only the vector 0 has to be told what to vote",
    """
def voted(W, c, x):
    answers = np.where((W @ x > 0) | ~W.any(axis=1), 1, -1)
    return np.sum(c * answers)
""",
)
wrong(
    "lazy_sum",
    0,
    "a score of less than a thousandth of a millionth is a tie",
    """
def lazy_sum(X, y, epochs):
    w = u = np.zeros(X.shape[1])
    T = epochs * len(X)
    for t in range(T):
        x, label = X[t % len(X)], y[t % len(X)]
        if label * (w @ x) <= 1e-9:
            w = w + label * x
            u = u + t * label * x
    return w, u, T * w - u
""",
)
wrong(
    "lazy_sum",
    0,
    "it stops when the average separates",
    """
def lazy_sum(X, y, epochs):
    w = u = np.zeros(X.shape[1])
    t = 0
    for _ in range(epochs):
        if t and (y * (X @ (t * w - u)) > 0).all():
            break
        for x, label in zip(X, y):
            if label * (w @ x) <= 0:
                w, u = w + label * x, u + t * label * x
            t += 1
    return w, u, t * w - u
""",
)
wrong(
    "margin_perceptron",
    0,
    "a score near eta is eta, as `np.isclose` says",
    """
def margin_perceptron(X, y, eta, most_epochs):
    def too_near(w, x, label):
        score = label * (w @ x)
        return score < eta or np.isclose(score, eta)
    return until_clean(X, y, too_near, most_epochs)
""",
)
wrong(
    "margin_perceptron",
    0,
    "a score that is more than eta by very little is eta",
    """
def margin_perceptron(X, y, eta, most_epochs):
    return until_clean(X, y, lambda w, x, label: label * (w @ x) <= eta + 1e-9, most_epochs)
""",
)
wrong(
    "margin_perceptron",
    0,
    "wrong answers are counted, not updates",
    """
def margin_perceptron(X, y, eta, most_epochs):
    w, wrong = np.zeros(X.shape[1]), 0
    for _ in range(most_epochs):
        clean = True
        for x, s in zip(X, y):
            wrong += s * (w @ x) <= 0
            if s * (w @ x) <= eta:
                w, clean = w + s * x, False
        if clean:
            break
    return w, wrong
""",
)
wrong(
    "margin_perceptron",
    0,
    "a tie is learned from, a score of just eta is not",
    """
def margin_perceptron(X, y, eta, most_epochs):
    def too_near(w, x, label):
        score = label * (w @ x)
        return score <= 0 or score < eta
    return until_clean(X, y, too_near, most_epochs)
""",
    told="A score of just eta is",
)
wrong(
    "large_margin_perceptron",
    0,
    "a distance near gamma/2 is gamma/2, as `np.isclose` says",
    """
def large_margin_perceptron(X, y, gamma, most_epochs):
    def too_near(w, x, label):
        if not w.any():
            return True
        distance = label * (w @ x) / np.linalg.norm(w)
        return distance < gamma / 2 or np.isclose(distance, gamma / 2)

    return until_clean(X, y, too_near, most_epochs)
""",
)
wrong(
    "large_margin_perceptron",
    0,
    "a w that is shorter than 1 is measured as if its length were 1",
    """
def large_margin_perceptron(X, y, gamma, most_epochs):
    def too_near(w, x, label):
        return label * (w @ x) <= gamma / 2 * max(1, np.linalg.norm(w))

    return until_clean(X, y, too_near, most_epochs)
""",
)
wrong(
    "large_margin_perceptron",
    0,
    "both sides are squared, so that no root is needed",
    """
def large_margin_perceptron(X, y, gamma, most_epochs):
    def too_near(w, x, label):
        return (w @ x)**2 <= gamma**2 / 4 * (w @ w)

    return until_clean(X, y, too_near, most_epochs)
""",
    told="Your distance has no sign. On",
)
wrong(
    "large_margin_perceptron",
    0,
    "the length of w is measured once in a pass",
    """
def large_margin_perceptron(X, y, gamma, most_epochs):
    w, updates = np.zeros(X.shape[1]), 0
    for _ in range(most_epochs):
        before, length = updates, np.linalg.norm(w)
        for x, s in zip(X, y):
            if s * (w @ x) <= gamma / 2 * length:
                w, updates = w + s * x, updates + 1
        if updates == before:
            break
    return w, updates
""",
)
wrong(
    "large_margin_perceptron",
    0,
    "at w = 0 the distance is not a number, and not above gamma/2",
    """
def large_margin_perceptron(X, y, gamma, most_epochs):
    def near(w, x, s):
        return not s * (w @ x) / np.linalg.norm(w) >= gamma / 2
    return until_clean(X, y, near, most_epochs)
""",
    told="A distance of just gamma/2 is",
)
wrong(
    "updates_at_most",
    0,
    "M is whole, so one may round",
    """
def updates_at_most(gain, rho, r):
    return round(gain / (r * rho) ** 2)
""",
    told="True as well, since M is",
)
