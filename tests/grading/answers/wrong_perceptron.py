"""Wrong answers to exercise 1: the perceptron."""

from . import wrong

wrong(
    "update",
    0,
    "an answer that is right by little is learned from too, as with the hinge loss",
    """
def update(w, x, y):
    if y * (w @ x) < 1:
        return w + y * x
    return w
""",
)
wrong(
    "update",
    0,
    "the score is rounded before it is compared",
    """
def update(w, x, y):
    return w + y * x if y * round(float(w @ x)) <= 0 else w
""",
)
wrong(
    "update",
    1,
    "a tie is a mistake at the start only, where w is 0",
    """
def update(w, x, y):
    if y * (w @ x) < 0 or not np.any(w):
        return w + y * x
    return w
""",
)
wrong(
    "update",
    0,
    "the step has length 1",
    """
def update(w, x, y):
    return w + y * x / np.linalg.norm(x) if y * (w @ x) <= 0 else w
""",
)
wrong(
    "update",
    0,
    "the learning rate is one half",
    """
def update(w, x, y):
    rate = 0.5
    return w + rate * y * x if y * (w @ x) <= 0 else w
""",
)
wrong(
    "update",
    0,
    "a right answer needs no return",
    """
def update(w, x, y):
    if y * np.dot(w, x) <= 0:
        return w + y * x
""",
)
wrong(
    "update",
    0,
    "the new weights are what was learned last",
    """
def update(w, x, y):
    return y * x if y * (w @ x) <= 0 else w
""",
)
wrong(
    "update",
    0,
    "the weights change in the array that was given",
    """
def update(w, x, y):
    if y * (w @ x) <= 0:
        w += y * x
    return w
""",
)
wrong(
    "update",
    0,
    "a wrong answer has the sign of the label",
    """
def update(w, x, y):
    if np.sign(w @ x) == y:
        return w + y * x
    return w
""",
    told="Your test is turned round: you update",
)
wrong(
    "update",
    1,
    "numpy's sign of 0 is taken for right",
    """
def update(w, x, y):
    predicted = np.sign(w @ x)
    return w + y * x if predicted == -y else w
""",
    told="A tie is a mistake too. Starting",
)
wrong(
    "update",
    0,
    "the error, label less score, says how far to go",
    """
def update(w, x, y):
    return w + (y - w @ x) * x
""",
)
wrong(
    "one_pass",
    0,
    "the rows come from the last to the first",
    """
def one_pass(X, y, w):
    made = 0
    for i in reversed(range(len(y))):
        if y[i] * (w @ X[i]) <= 0:
            w, made = w + y[i] * X[i], made + 1
    return w, made
""",
)
wrong(
    "one_pass",
    0,
    "a pass ends with its first mistake",
    """
def one_pass(X, y, w):
    for x, label in zip(X, y):
        if label * (w @ x) <= 0:
            return w + label * x, 1
    return w, 0
""",
)
wrong(
    "one_pass",
    0,
    "an example is learned until it is right",
    """
def one_pass(X, y, w):
    made = 0
    for x, label in zip(X, y):
        while label * (w @ x) <= 0 and x.any():
            w, made = w + label * x, made + 1
        made += not x.any()
    return w, made
""",
)
wrong(
    "one_pass",
    0,
    "the mistakes are their rows",
    """
def one_pass(X, y, w):
    mistakes = []
    for i in range(len(X)):
        if y[i] * (w @ X[i]) <= 0:
            mistakes.append(i)
            w = w + y[i] * X[i]
    return w, mistakes
""",
)
wrong(
    "one_pass",
    1,
    "a tie counts but teaches nothing",
    """
def one_pass(X, y, w):
    made = 0
    for x, label in zip(X, y):
        score = label * (w @ x)
        made += score <= 0
        if score < 0:
            w = w + label * x
    return w, made
""",
)
wrong(
    "one_pass",
    0,
    "the weights are the mean of those of all rounds",
    """
def one_pass(X, y, w):
    total, made = 0, 0
    for x, label in zip(X, y):
        made += label * (w @ x) <= 0
        w = update(w, x, label)
        total = total + w
    return total / len(X), made
""",
)
wrong(
    "one_pass",
    0,
    "every row is learned from, and its mistakes are counted",
    """
def one_pass(X, y, w):
    made = 0
    for x, label in zip(X, y):
        made += label * (w @ x) <= 0
        w = w + label * x
    return w, made
""",
)
wrong(
    "one_pass",
    1,
    "a tie is right: neither counted nor learned from",
    """
def one_pass(X, y, w):
    made = 0
    for x, label in zip(X, y):
        if label * (w @ x) < 0:
            w = w + label * x
            made += 1
    return w, made
""",
)
wrong(
    "one_pass",
    0,
    "the share of mistakes is asked for",
    """
def one_pass(X, y, w):
    made = 0
    for x, label in zip(X, y):
        made += label * (w @ x) <= 0
        w = update(w, x, label)
    return w, made / len(X)
""",
)
wrong(
    "one_pass",
    0,
    "each example is taken twice, to be sure",
    """
def one_pass(X, y, w):
    made = 0
    for x, label in zip(X, y):
        for _ in range(2):
            if label * (w @ x) <= 0:
                w = w + label * x
                made += 1
    return w, made
""",
)
wrong(
    "one_pass",
    0,
    "the mistakes of given weights are counted, and nobody learns",
    """
def one_pass(X, y, w):
    mistakes = 0
    for x, label in zip(X, y):
        if label * (w @ x) <= 0:
            mistakes += 1
    return w, mistakes
""",
    told="Your weights are never changed.",
)
wrong(
    "train",
    2,
    "at the limit one more pass looks whether it is clean",
    """
def train(X, y, most_passes):
    w, mistakes, new, passes = np.zeros(X.shape[1]), 0, 1, 0
    while new > 0 and passes <= most_passes:
        w, new = one_pass(X, y, w)
        mistakes += new
        passes += 1
    return w, mistakes, passes
""",
)
wrong(
    "train",
    2,
    "a last pass beyond the limit, not counted as a pass",
    """
def train(X, y, most_passes):
    w, mistakes = np.zeros(X.shape[1]), 0
    for passes in range(1, most_passes + 1):
        w, new = one_pass(X, y, w)
        mistakes += new
        if new == 0:
            return w, mistakes, passes
    w, new = one_pass(X, y, w)
    return w, mistakes + new, most_passes
""",
)
wrong(
    "train",
    2,
    "a last pass beyond the limit, whose mistakes are not counted either",
    """
def train(X, y, most_passes):
    w, mistakes, passes = np.zeros(X.shape[1]), 0, 0
    while True:
        w, new = one_pass(X, y, w)
        if new == 0:
            return w, mistakes, passes + 1
        if passes == most_passes:
            return w, mistakes, passes
        mistakes += new
        passes += 1
""",
)
wrong(
    "train",
    0,
    "it ends as soon as w separates",
    """
def train(X, y, most_passes):
    w, mistakes = np.zeros(X.shape[1]), 0
    for passes in range(1, most_passes + 1):
        w, new = one_pass(X, y, w)
        mistakes += new
        if (y * (X @ w) > 0).all():
            break
    return w, mistakes, passes
""",
    told="One pass is missing from your number:",
)
wrong(
    "train",
    2,
    "when w separates one more pass is sure to be clean, so it is counted unseen",
    """
def train(X, y, most_passes):
    w, mistakes = np.zeros(X.shape[1]), 0
    for passes in range(1, most_passes + 1):
        w, new = one_pass(X, y, w)
        mistakes += new
        if (y * (X @ w) > 0).all():
            return w, mistakes, passes + (new > 0)
    return w, mistakes, most_passes
""",
)
wrong(
    "train",
    2,
    "a pass that leaves w as it was has taught nothing, so it ends the training",
    """
def train(X, y, most_passes):
    w, mistakes = np.zeros(X.shape[1]), 0
    for passes in range(1, most_passes + 1):
        before = w
        w, new = one_pass(X, y, w)
        mistakes += new
        if np.array_equal(w, before):
            break
    return w, mistakes, passes
""",
)
wrong(
    "train",
    2,
    "at the limit the best weights are returned, not the last",
    """
def train(X, y, most_passes):
    w, mistakes = np.zeros(X.shape[1]), 0
    best, fewest = w, len(X) + 1
    for passes in range(1, most_passes + 1):
        w, new = one_pass(X, y, w)
        mistakes += new
        if new == 0:
            return w, mistakes, passes
        wrong = (y * (X @ w) <= 0).sum()
        if wrong < fewest:
            best, fewest = w, wrong
    return best, mistakes, most_passes
""",
)
wrong(
    "train",
    2,
    "the limit is one of mistakes",
    """
def train(X, y, most_passes):
    w, mistakes, passes = np.zeros(X.shape[1]), 0, 0
    while True:
        w, new = one_pass(X, y, w)
        mistakes += new
        passes += 1
        if new == 0 or mistakes >= most_passes:
            return w, mistakes, passes
""",
)
wrong(
    "train",
    0,
    "a pass is one row",
    """
def train(X, y, most_passes):
    w, mistakes, clean = np.zeros(X.shape[1]), 0, 0
    for t in range(most_passes):
        x, label = X[t % len(X)], y[t % len(X)]
        wrong = label * (w @ x) <= 0
        w, mistakes, clean = update(w, x, label), mistakes + wrong, 0 if wrong else clean + 1
        if clean == len(X):
            break
    return w, mistakes, t + 1
""",
)
wrong(
    "train",
    0,
    "the run ends after as many right answers in a row as there are examples",
    """
def train(X, y, most_passes):
    w, mistakes, clean, t = np.zeros(X.shape[1]), 0, 0, 0
    while t < most_passes * len(X) and clean < len(X):
        x, label = X[t % len(X)], y[t % len(X)]
        wrong = label * (w @ x) <= 0
        w, mistakes, clean = update(w, x, label), mistakes + wrong, 0 if wrong else clean + 1
        t += 1
    return w, mistakes, t // len(X)
""",
)
wrong(
    "train",
    0,
    "the average of the passes is returned",
    """
def train(X, y, most_passes):
    w, mistakes, total = np.zeros(X.shape[1]), 0, 0
    for passes in range(1, most_passes + 1):
        w, new = one_pass(X, y, w)
        mistakes += new
        total = total + w
        if new == 0:
            break
    return total / passes, mistakes, passes
""",
)
wrong(
    "train",
    0,
    "only passes with a mistake are passes",
    """
def train(X, y, most_passes):
    w, mistakes, passes = np.zeros(X.shape[1]), 0, 0
    while passes < most_passes:
        w, new = one_pass(X, y, w)
        if not new:
            break
        mistakes, passes = mistakes + new, passes + 1
    return w, mistakes, passes
""",
    told="One pass is missing from your number:",
)
wrong(
    "train",
    0,
    "the training begins with ones",
    """
def train(X, y, most_passes):
    w, mistakes = np.ones(X.shape[1]), 0
    for passes in range(1, most_passes + 1):
        w, new = one_pass(X, y, w)
        mistakes += new
        if new == 0:
            break
    return w, mistakes, passes
""",
)
wrong(
    "train",
    2,
    "fewer passes than the limit, counted by a while loop",
    """
def train(X, y, most_passes):
    w, mistakes, passes, new = np.zeros(X.shape[1]), 0, 0, 1
    while new > 0 and passes < most_passes - 1:
        w, new = one_pass(X, y, w)
        mistakes += new
        passes += 1
    return w, mistakes, passes
""",
    told="You stop one pass too early at the",
)
wrong("mistakes_made", 0, "counted with another order of the rows", "mistakes_made = 11")
wrong("mistakes_made", 0, "one pass without updates", "mistakes_made = 6")
wrong(
    "at_rate_four",
    0,
    "the rounds until the answer is right",
    "at_rate_four = 4",
    told="The last of these rounds is answered",
)
wrong(
    "mirror_image",
    0,
    "both rules see another sample",
    'mirror_image = "c"',
    told="For `le` nothing changes: its test and",
)
wrong(
    "sample_margin",
    0,
    "only examples on the right side have a margin",
    """
def sample_margin(w, X, y):
    scores = y * (X @ w)
    return scores[scores > 0].min() / np.linalg.norm(w)
""",
)
wrong(
    "sample_margin",
    0,
    "a margin is 0 at least",
    """
def sample_margin(w, X, y):
    return max(0.0, min(y * (X @ w)) / np.linalg.norm(w))
""",
)
wrong(
    "sample_margin",
    0,
    "the length of w is the sum of its entries",
    """
def sample_margin(w, X, y):
    return min(y * (X @ w)) / np.abs(w).sum()
""",
)
wrong(
    "sample_margin",
    0,
    "the margin is the width of the whole street",
    """
def sample_margin(w, X, y):
    return 2 * min(y * (X @ w)) / np.linalg.norm(w)
""",
)
wrong(
    "sample_margin",
    0,
    "the example nearest the line decides, on whichever side",
    """
def sample_margin(w, X, y):
    distances = y * (X @ w) / np.linalg.norm(w)
    return distances[np.argmin(np.abs(distances))]
""",
)
wrong(
    "sample_margin",
    0,
    "the result is rounded to four digits",
    """
def sample_margin(w, X, y):
    return round(float(min(y * (X @ w)) / np.linalg.norm(w)), 4)
""",
)
wrong(
    "sample_margin",
    0,
    "the margin is relative to the radius",
    """
def sample_margin(w, X, y):
    return min(y * (X @ w)) / np.linalg.norm(w) / np.linalg.norm(X, axis=1).max()
""",
)
wrong(
    "prepare",
    0,
    "the features are divided by the length, and the 1 stays 1",
    """
def prepare(X):
    folded = np.column_stack([X, np.ones(len(X))])
    lengths = np.linalg.norm(folded, axis=1)
    return np.column_stack([X / lengths[:, None], np.ones(len(X))])
""",
)
wrong(
    "prepare",
    0,
    "the length is the largest entry",
    """
def prepare(X):
    folded = np.hstack([X, np.ones((len(X), 1))])
    return folded / np.abs(folded).max(axis=1, keepdims=True)
""",
)
wrong(
    "prepare",
    0,
    "the entries of a row sum to 1",
    """
def prepare(X):
    folded = np.hstack([X, np.ones((len(X), 1))])
    return folded / np.abs(folded).sum(axis=1, keepdims=True)
""",
)
wrong(
    "prepare",
    0,
    "one longest row sets the scale",
    """
def prepare(X):
    folded = np.hstack([X, np.ones((len(X), 1))])
    return folded / np.linalg.norm(folded, axis=1).max()
""",
)
wrong(
    "prepare",
    0,
    "every column is centred and scaled first",
    """
def prepare(X):
    Z = (X - X.mean(axis=0)) / np.where(X.std(axis=0) > 0, X.std(axis=0), 1)
    folded = np.hstack([Z, np.ones((len(X), 1))])
    return folded / np.linalg.norm(folded, axis=1, keepdims=True)
""",
)
wrong("in_the_wrong_order", 0, "three mistakes in each of the passes", "in_the_wrong_order = 60")
wrong(
    "subgradient",
    0,
    "the hinge loss of a support vector machine",
    """
def subgradient(w, x, y):
    return -y * x if y * (w @ x) < 1 else 0 * x
""",
)
wrong(
    "subgradient",
    0.5,
    "a kink is at w = 0 only",
    """
def subgradient(w, x, y):
    if y * (w @ x) < 0 or not w.any():
        return -y * x
    return np.zeros(len(x))
""",
)
wrong(
    "subgradient",
    0.5,
    "at a score of 0 the answer is +1",
    """
def subgradient(w, x, y):
    answer = 1 if w @ x >= 0 else -1
    return np.zeros(len(x)) if answer == y else -y * x
""",
)
wrong(
    "subgradient",
    0,
    "the slope of the number of mistakes",
    """
def subgradient(w, x, y):
    return np.zeros(len(x))
""",
)
wrong(
    "subgradient",
    0,
    "the slope of the squared error",
    """
def subgradient(w, x, y):
    return -(y - w @ x) * x if y * (w @ x) <= 0 else 0 * x
""",
)
wrong(
    "subgradient",
    0,
    "the weights after the step",
    """
def subgradient(w, x, y):
    return w + y * x if y * (w @ x) <= 0 else w
""",
)
wrong(
    "score_after",
    0,
    "an update halves the distance that is missing",
    """
def score_after(s, n, r):
    return s + r * n**2 / 2
""",
)
wrong(
    "score_after",
    0,
    "the middle term of a square counts twice",
    """
def score_after(s, n, r):
    return s + 2 * r * n**2
""",
)
wrong(
    "score_after",
    0,
    "the size of the old score is added",
    """
def score_after(s, n, r):
    return abs(s) + r * n**2
""",
)
wrong(
    "score_after",
    0,
    "a mistake is mended by its update",
    """
def score_after(s, n, r):
    return max(0.0, s + r * n**2)
""",
)
wrong(
    "score_after",
    0,
    "the length comes in once, and so does the rate",
    """
def score_after(s, n, r):
    return s + r * n
""",
    told="Look at x.x once more: it is",
)
wrong(
    "update",
    0,
    "a score of less than a thousandth of a millionth is a tie",
    """
def update(w, x, y):
    if y * (w @ x) <= 1e-9:
        return w + y * x
    return w
""",
)
wrong(
    "update",
    0,
    "a score near 0 is a tie, as `np.isclose` says",
    """
def update(w, x, y):
    score = w @ x
    if np.isclose(score, 0) or np.sign(score) != y:
        return w + y * x
    return w
""",
)
wrong(
    "update",
    1,
    "a tie is there only where no feature has a say",
    """
def update(w, x, y):
    if y * (w @ x) < 0 or not (w * x).any():
        return w + y * x
    return w
""",
)
wrong(
    "update",
    0,
    "each feature is right or wrong by itself",
    """
def update(w, x, y):
    return np.where(y * w * x <= 0, w + y * x, w)
""",
)
wrong(
    "one_pass",
    0,
    "a score of less than a thousandth of a millionth is a tie",
    """
def one_pass(X, y, w):
    mistakes = 0
    for x, label in zip(X, y):
        if label * (w @ x) <= 1e-9:
            mistakes += 1
        w = w + label * x if label * (w @ x) <= 1e-9 else w
    return w, mistakes
""",
)
wrong(
    "one_pass",
    1,
    "at a score of 0 the answer is -1",
    """
def one_pass(X, y, w):
    mistakes = 0
    for x, label in zip(X, y):
        if (1 if w @ x > 0 else -1) != label:
            mistakes += 1
            w = w + label * x
    return w, mistakes
""",
)
wrong(
    "one_pass",
    1,
    "ties are where w or x is 0, and nowhere else",
    """
def one_pass(X, y, w):
    mistakes = 0
    for x, label in zip(X, y):
        if label * (w @ x) < 0 or not w.any() or not x.any():
            mistakes += 1
            w = w + label * x
    return w, mistakes
""",
)
wrong(
    "one_pass",
    1,
    "x = 0 is no example, so it is left out",
    """
def one_pass(X, y, w):
    mistakes = 0
    for x, label in zip(X, y):
        if not x.any():
            continue
        if label * (w @ x) <= 0:
            mistakes += 1
        w = update(w, x, label)
    return w, mistakes
""",
    told="At x = 0 there is",
)
wrong(
    "one_pass",
    1,
    "a mistake is what changes the length of w",
    """
def one_pass(X, y, w):
    mistakes = 0
    for x, label in zip(X, y):
        new = update(w, x, label)
        if not np.isclose(np.linalg.norm(new), np.linalg.norm(w)):
            mistakes += 1
        w = new
    return w, mistakes
""",
    told="At x = 0 there is",
)
wrong(
    "one_pass",
    0,
    "the same example is wrong only once",
    """
def one_pass(X, y, w):
    wrong = set()
    for x, label in zip(X, y):
        if label * (w @ x) <= 0:
            wrong.add(tuple(x))
        w = update(w, x, label)
    return w, len(wrong)
""",
)
wrong(
    "train",
    0,
    "a hundred passes are enough for anybody",
    """
def train(X, y, most_passes):
    w, mistakes = np.zeros(X.shape[1]), 0
    for epoch in range(1, min(most_passes, 100) + 1):
        w, new = one_pass(X, y, w)
        mistakes += new
        if new == 0:
            break
    return w, mistakes, epoch
""",
)
wrong(
    "train",
    2,
    "weights that come back end the training",
    """
def train(X, y, most_passes):
    w, mistakes, seen = np.zeros(X.shape[1]), 0, set()
    for epoch in range(1, most_passes + 1):
        w, new = one_pass(X, y, w)
        mistakes += new
        if new == 0 or tuple(w) in seen:
            break
        seen.add(tuple(w))
    return w, mistakes, epoch
""",
)
wrong(
    "train",
    0,
    "one clean pass may be luck, two are none",
    """
def train(X, y, most_passes):
    w, mistakes, clean = np.zeros(X.shape[1]), 0, 0
    for epoch in range(1, most_passes + 1):
        w, new = one_pass(X, y, w)
        mistakes += new
        clean = clean + 1 if new == 0 else 0
        if clean == 2:
            break
    return w, mistakes, epoch
""",
)
wrong(
    "train",
    0,
    "only what was wrong in one pass comes again in the next",
    """
def train(X, y, most_passes):
    w, mistakes, rows = np.zeros(X.shape[1]), 0, list(range(len(X)))
    for epoch in range(1, most_passes + 1):
        new = []
        for i in rows:
            if y[i] * (w @ X[i]) <= 0:
                w = w + y[i] * X[i]
                new.append(i)
        mistakes += len(new)
        if not new:
            break
        rows = new
    return w, mistakes, epoch
""",
)
wrong(
    "sample_margin",
    0,
    "w is only divided by its length if it is long",
    """
def sample_margin(w, X, y):
    return np.min(y * (X @ w)) / max(1.0, np.linalg.norm(w))
""",
)
wrong(
    "sample_margin",
    0,
    "the margin is half of the gap between the two classes",
    """
def sample_margin(w, X, y):
    up, down = (X @ w)[y == 1].min(initial=np.inf), (X @ w)[y == -1].max(initial=-np.inf)
    return (up - down) / 2 / np.linalg.norm(w)
""",
)
wrong(
    "prepare",
    0,
    "the length before folding, where it is more than 1",
    """
def prepare(X):
    folded = np.column_stack([X, np.ones(len(X)) ])
    return folded / np.maximum(np.linalg.norm(X, axis=1, keepdims=True), 1)
""",
)
wrong(
    "subgradient",
    0,
    "a score of less than a thousandth of a millionth is on the kink",
    """
def subgradient(w, x, y):
    if y * (w @ x) <= 1e-9:
        return -y * x
    return 0 * x
""",
)
wrong(
    "subgradient",
    0,
    "a score of less than a thousandth is on the kink",
    """
def subgradient(w, x, y):
    if y * (w @ x) <= 1e-3:
        return -y * x
    return 0 * x
""",
)
wrong(
    "subgradient",
    0.5,
    "half of the difference between answer and label",
    """
def subgradient(w, x, y):
    return (np.sign(w @ x) - y) / 2 * x
""",
    told="At the kink you take half",
)
