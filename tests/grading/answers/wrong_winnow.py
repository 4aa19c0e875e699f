"""Wrong answers to exercise 6: Winnow."""

from . import wrong

wrong(
    "disjunction_labels",
    0,
    "the number of relevant features that are on has to be odd",
    """
def disjunction_labels(X, relevant):
    return [1 if sum(x[i] for i in relevant) % 2 else -1 for x in X]
""",
    told="Where two relevant features are on, you",
)
wrong(
    "disjunction_labels",
    0,
    "the majority of the relevant features decides",
    """
def disjunction_labels(X, relevant):
    on = X[:, relevant].sum(axis=1)
    return np.where(2 * on > len(relevant), 1, -1)
""",
)
wrong(
    "disjunction_labels",
    0,
    "only the first relevant feature decides",
    """
def disjunction_labels(X, relevant):
    return [1 if relevant and x[relevant[0]] else -1 for x in X]
""",
)
wrong(
    "disjunction_labels",
    0,
    "if nothing is relevant everything is true",
    """
def disjunction_labels(X, relevant):
    if len(relevant) == 0:
        return np.ones(len(X), dtype=int)
    return np.where(X[:, relevant].any(axis=1), 1, -1)
""",
)
wrong(
    "winnow_answer",
    0,
    "the score is rounded",
    """
def winnow_answer(w, x):
    return 1 if round(float(w @ x)) >= len(w) else -1
""",
)
wrong(
    "winnow_answer",
    0,
    "a score near d is d, as `np.isclose` says",
    """
def winnow_answer(w, x):
    score = w @ x
    return 1 if score > len(w) or np.isclose(score, len(w)) else -1
""",
)
wrong(
    "winnow_answer",
    0,
    "a score that is less by a millionth is d",
    """
def winnow_answer(w, x):
    return 1 if w @ x >= len(w) - 1e-6 else -1
""",
)
wrong(
    "winnow_answer",
    0,
    "a score that is less by one part in a thousand million is d",
    """
def winnow_answer(w, x):
    return 1 if w @ x >= len(w) - 1e-9 else -1
""",
)
wrong(
    "winnow_answer",
    0,
    "whole numbers only",
    """
def winnow_answer(w, x):
    return 1 if int(np.ceil(w @ x)) >= len(w) else -1
""",
)
wrong(
    "winnow_answer",
    0,
    "the weights are rounded to three digits",
    """
def winnow_answer(w, x):
    return 1 if np.round(w, 3) @ x >= len(w) else -1
""",
)
wrong(
    "winnow_answer",
    0.75,
    "a score of exactly d is a tie, and the answer 0",
    """
def winnow_answer(w, x):
    score = w @ x
    if score == len(w):
        return 0
    return 1 if score > len(w) else -1
""",
    told="You answer 0 to a score of",
)
wrong(
    "winnow_answer",
    0,
    "the threshold is the total weight, halved",
    """
def winnow_answer(w, x):
    return 1 if w @ x >= w.sum() / 2 else -1
""",
)
wrong(
    "winnow_answer",
    0,
    "one heavy feature is enough",
    """
def winnow_answer(w, x):
    return 1 if (w * x).max() >= len(w) else -1
""",
)
wrong(
    "winnow_answer",
    0,
    "True and False",
    """
def winnow_answer(w, x):
    return w @ x >= len(w)
""",
    told="A negative answer is -1. Yours is",
)
wrong(
    "winnow_answer",
    0,
    "one feature that is on is enough",
    """
def winnow_answer(w, x):
    return 1 if (w * x).max() > 0 else -1
""",
    told="You say +1 to all of these.",
)
wrong(
    "winnow_update",
    0,
    "a weight is never below 1",
    """
def winnow_update(w, x, y):
    if winnow_answer(w, x) == y:
        return w
    return np.maximum(1, w * 2.0 ** (y * x))
""",
)
wrong(
    "winnow_update",
    0,
    "only promotions: a false positive changes nothing",
    """
def winnow_update(w, x, y):
    if y == 1 and winnow_answer(w, x) == -1:
        return np.where(x == 1, 2 * w, w)
    return w
""",
)
wrong(
    "winnow_update",
    0,
    "features that are off move the other way",
    """
def winnow_update(w, x, y):
    if winnow_answer(w, x) == y:
        return w
    return w * 2.0 ** (y * (2 * x - 1))
""",
)
wrong(
    "winnow_update",
    0,
    "the weights are shares that sum to d",
    """
def winnow_update(w, x, y):
    if winnow_answer(w, x) == y:
        return w
    new = w * 2.0 ** (y * x)
    return new * len(w) / new.sum()
""",
)
wrong(
    "winnow_update",
    0,
    "whole weights are halved without remainder",
    """
def winnow_update(w, x, y):
    if winnow_answer(w, x) == y:
        return w
    return np.where(x == 1, 2 * w if y == 1 else w // 2, w)
""",
)
wrong(
    "winnow_update",
    0,
    "the weights are changed where they are",
    """
def winnow_update(w, x, y):
    if winnow_answer(w, x) != y:
        w[x == 1] *= 2.0**y
    return w
""",
)
wrong(
    "winnow_update",
    1.5,
    "a score of exactly d is a mistake, whatever the label",
    """
def winnow_update(w, x, y):
    if y * (w @ x - len(w)) > 0:
        return w
    return w * 2.0 ** (y * x)
""",
)
wrong(
    "winnow_update",
    1.5,
    "a score of exactly d is never a mistake",
    """
def winnow_update(w, x, y):
    if y * (w @ x - len(w)) >= 0:
        return w
    return w * 2.0 ** (y * x)
""",
)
wrong(
    "winnow_update",
    1.5,
    "a score has to be above d",
    """
def winnow_update(w, x, y):
    answer = 1 if w @ x > len(w) else -1
    return w if answer == y else w * 2.0 ** (y * x)
""",
    told="A score of exactly d is answered",
)
wrong(
    "winnow_update",
    0,
    "the score is rounded before it is compared",
    """
def winnow_update(w, x, y):
    answer = 1 if round(float(w @ x)) >= len(w) else -1
    return w if answer == y else w * 2.0 ** (y * x)
""",
)
wrong(
    "winnow_update",
    0,
    "the threshold is half of d",
    """
def winnow_update(w, x, y):
    answer = 1 if w @ x >= len(w) / 2 else -1
    return w if answer == y else w * 2.0 ** (y * x)
""",
)
wrong(
    "winnow_run",
    0,
    "the score is rounded before it is compared",
    """
def winnow_run(X, y, passes):
    w, mistakes = np.ones(X.shape[1]), []
    for t in range(passes * len(X)):
        x, label = X[t % len(X)], y[t % len(X)]
        if (1 if round(float(w @ x)) >= len(w) else -1) != label:
            mistakes.append(t)
            w = w * 2.0 ** (label * x)
    return w, mistakes
""",
)
wrong(
    "winnow_run",
    0,
    "a score near d is d, as `np.isclose` says",
    """
def winnow_run(X, y, passes):
    w, mistakes = np.ones(X.shape[1]), []
    for t in range(passes * len(X)):
        x, label = X[t % len(X)], y[t % len(X)]
        score = w @ x
        answer = 1 if score > len(w) or np.isclose(score, len(w)) else -1
        if answer != label:
            mistakes.append(t)
            w = w * 2.0 ** (label * x)
    return w, mistakes
""",
)
wrong(
    "winnow_run",
    0,
    "the final weights are rounded to three digits",
    """
def winnow_run(X, y, passes):
    w, mistakes = np.ones(X.shape[1]), []
    for t in range(passes * len(X)):
        x, label = X[t % len(X)], y[t % len(X)]
        if winnow_answer(w, x) != label:
            mistakes.append(t)
        w = winnow_update(w, x, label)
    return np.round(w, 3), mistakes
""",
)
wrong(
    "winnow_run",
    0,
    "the final weights are whole numbers",
    """
def winnow_run(X, y, passes):
    w, mistakes = np.ones(X.shape[1]), []
    for t in range(passes * len(X)):
        x, label = X[t % len(X)], y[t % len(X)]
        if winnow_answer(w, x) != label:
            mistakes.append(t)
        w = winnow_update(w, x, label)
    return w.astype(int), mistakes
""",
)
wrong(
    "winnow_run",
    0,
    "the promotions alone are mistakes",
    """
def winnow_run(X, y, passes):
    w, mistakes = np.ones(X.shape[1]), []
    for t in range(passes * len(X)):
        x, label = X[t % len(X)], y[t % len(X)]
        if label == 1 and winnow_answer(w, x) == -1:
            mistakes.append(t)
        w = winnow_update(w, x, label)
    return w, mistakes
""",
)
wrong(
    "winnow_run",
    0,
    "the rows are listed, not the rounds",
    """
def winnow_run(X, y, passes):
    w, mistakes = np.ones(X.shape[1]), []
    for _ in range(passes):
        for i in range(len(X)):
            if winnow_answer(w, X[i]) != y[i]:
                mistakes.append(i)
            w = winnow_update(w, X[i], y[i])
    return w, mistakes
""",
    told="Each pass counts its rounds from 0",
)
wrong(
    "winnow_run",
    0,
    "weights begin at 1/2 and meet half the threshold",
    """
def winnow_run(X, y, passes):
    d = X.shape[1]
    w, mistakes = np.full(d, 0.5), []
    for t in range(passes * len(X)):
        x, label = X[t % len(X)], y[t % len(X)]
        if (1 if w @ x >= d / 2 else -1) != label:
            mistakes.append(t)
            w = w * 2.0 ** (label * x)
    return w, mistakes
""",
)
wrong(
    "winnow_run",
    2.5,
    "a score of exactly d is answered -1 in the run",
    """
def winnow_run(X, y, passes):
    w, mistakes = np.ones(X.shape[1]), []
    for t in range(passes * len(X)):
        x, label = X[t % len(X)], y[t % len(X)]
        if (1 if w @ x > len(w) else -1) != label:
            mistakes.append(t)
            w = w * 2.0 ** (label * x)
    return w, mistakes
""",
    told="A score of exactly d counts as",
)
wrong(
    "winnow_run",
    0,
    "one pass, whatever is asked for",
    """
def winnow_run(X, y, passes):
    w, mistakes = np.ones(X.shape[1]), []
    for t, (x, label) in enumerate(zip(X, y)):
        if winnow_answer(w, x) != label:
            mistakes.append(t)
        w = winnow_update(w, x, label)
    return w, mistakes
""",
)
wrong(
    "winnow_run",
    0,
    "the weights from before are made and thrown away",
    """
def winnow_run(X, y, passes):
    w, mistakes = np.ones(X.shape[1]), []
    for t in range(passes * len(X)):
        x, label = X[t % len(X)], y[t % len(X)]
        if winnow_answer(w, x) != label:
            mistakes.append(t)
            winnow_update(w, x, label)
    return w, mistakes
""",
)
wrong(
    "most_doublings",
    0,
    "the logarithm, rounded to the nearest",
    """
def most_doublings(d):
    return round(np.log2(d))
""",
)
wrong(
    "most_doublings",
    0,
    "the number of binary digits of d",
    """
def most_doublings(d):
    return d.bit_length()
""",
    told="One too many where d is a",
)
wrong(
    "most_doublings",
    0,
    "the weight has to be more than d",
    """
def most_doublings(d):
    doublings, weight = 0, 1
    while weight <= d:
        weight, doublings = 2 * weight, doublings + 1
    return doublings
""",
    told="One too many where d is a",
)
wrong(
    "most_doublings",
    0,
    "a weight below d/2 doubles",
    """
def most_doublings(d):
    doublings, weight = 0, 1
    while 2 * weight < d:
        weight, doublings = 2 * weight, doublings + 1
    return doublings
""",
)
wrong(
    "winnow_account",
    0,
    "a promotion pays in d - 1, since scores are whole",
    """
def winnow_account(d, P, Q):
    return d + P * (d - 1) - Q * d / 2
""",
)
wrong(
    "winnow_account",
    0,
    "the account is never below 0",
    """
def winnow_account(d, P, Q):
    return max(0, d + P * d - Q * d)
""",
    told="A demotion halves: of a score of",
)
wrong(
    "most_demotions",
    0,
    "the account and the bound on promotions in one",
    """
def most_demotions(P):
    return 2 * (P + 1) - 0.5
""",
)
wrong(
    "most_demotions",
    0,
    "each promotion is taken back by one demotion",
    """
def most_demotions(P):
    return P
""",
)
wrong(
    "worst_stream",
    0,
    "any disjunction will do",
    """
def worst_stream(d):
    return np.ones((3, d)), np.array([-1, 1, -1])
""",
)
wrong(
    "worst_stream",
    1.29,
    "the relevant feature alone until it is heavy, then nothing",
    """
def worst_stream(d):
    rows, weight = [], 1
    while weight < d:
        rows.append([1] + [0] * (d - 1))
        weight *= 2
    return rows, [1] * len(rows)
""",
    told="Your promotions go alone. Take other features",
)
wrong(
    "dimension",
    0,
    "the question that halves best is always the best",
    """
def dimension(answers):
    counts = [min((column == 1).sum(), (column == -1).sum()) for column in answers.T]
    if not counts or max(counts) == 0:
        return 0
    best = answers[:, int(np.argmax(counts))]
    return 1 + min(dimension(answers[best == y]) for y in (-1, 1))
""",
)
wrong(
    "dimension",
    0,
    "the dimension of Vapnik and Chervonenkis",
    """
from itertools import combinations

def dimension(answers):
    best = 0
    for size in range(1, len(answers).bit_length()):
        for chosen in combinations(range(answers.shape[1]), size):
            if len(np.unique(answers[:, chosen], axis=0)) == 2**size:
                best = size
    return best
""",
)
wrong(
    "dimension",
    0,
    "what is left after the worse answer, for the question that leaves most",
    """
def dimension(answers):
    splitting = [c for c in answers.T if len(set(c.tolist())) == 2]
    if not splitting:
        return 0
    return 1 + max(max(dimension(answers[c == y]) for y in (-1, 1)) for c in splitting)
""",
    told="The adversary has to go on after",
)
wrong(
    "dimension",
    0,
    "one less than the number of functions",
    """
def dimension(answers):
    return len(answers) - 1
""",
)
wrong(
    "dimension",
    0,
    "the rank of the table",
    """
def dimension(answers):
    return np.linalg.matrix_rank(answers) - 1
""",
)
wrong(
    "dimension",
    0,
    "the logarithm of the number of functions, rounded up",
    """
def dimension(answers):
    return int(np.ceil(np.log2(len(answers))))
""",
)
wrong(
    "dimension",
    0,
    "labels are 0 and 1, so no column has both",
    """
def dimension(answers):
    depths = [0]
    for column in answers.T:
        parts = [answers[column == label] for label in (0, 1)]
        if all(len(part) for part in parts):
            depths.append(1 + min(dimension(part) for part in parts))
    return max(depths)
""",
    told="You always get 0. A question on",
)
wrong(
    "who_wins", 0, "a bound with d in it", 'who_wins = "c"', told="Look at the first line of your"
)
wrong(
    "disjunction_labels",
    0,
    "the first and the last relevant feature decide",
    """
def disjunction_labels(X, relevant):
    return [1 if relevant and (x[relevant[0]] or x[relevant[-1]]) else -1 for x in X]
""",
)
wrong(
    "disjunction_labels",
    0,
    "two relevant features are enough to look at",
    """
def disjunction_labels(X, relevant):
    return np.where(X[:, relevant[:2]].any(axis=1), 1, -1)
""",
)
wrong(
    "disjunction_labels",
    0,
    "half of the relevant features have to be on",
    """
def disjunction_labels(X, relevant):
    return np.where(2 * X[:, relevant].sum(axis=1) >= max(1, len(relevant)), 1, -1)
""",
)
wrong(
    "disjunction_labels",
    0,
    "one or two relevant features are on, not three",
    """
def disjunction_labels(X, relevant):
    s = X[:, relevant].sum(axis=1)
    return np.where((s == 1) | (s == 2), 1, -1)
""",
)
wrong(
    "winnow_answer",
    0,
    "a score that is less by one part in a million million is d",
    """
def winnow_answer(w, x):
    return 1 if w @ x >= len(w) * (1 - 1e-12) else -1
""",
)
wrong(
    "winnow_answer",
    0,
    "the threshold is never below the heaviest weight",
    """
def winnow_answer(w, x):
    return 1 if w @ x >= max(len(w), w.max()) else -1
""",
)
wrong(
    "winnow_update",
    0,
    "a weight is never above d",
    """
def winnow_update(w, x, y):
    if winnow_answer(w, x) == y:
        return w
    return np.minimum(len(w), w * 2.0 ** (y * x))
""",
)
wrong(
    "winnow_run",
    0,
    "a score that is less by one part in a thousand million is d",
    """
def winnow_run(X, y, passes):
    w, mistakes = np.ones(X.shape[1]), []
    for t in range(passes * len(X)):
        x, label = X[t % len(X)], y[t % len(X)]
        if (1 if w @ x >= len(w) - 1e-9 else -1) != label:
            mistakes.append(t)
            w = w * 2.0 ** (label * x)
    return w, mistakes
""",
)
wrong(
    "winnow_run",
    0,
    "a weight is never below a millionth",
    """
def winnow_run(X, y, passes):
    w, mistakes = np.ones(X.shape[1]), []
    for t in range(passes * len(X)):
        x, label = X[t % len(X)], y[t % len(X)]
        if winnow_answer(w, x) != label:
            mistakes.append(t)
        w = np.maximum(winnow_update(w, x, label), 1e-6)
    return w, mistakes
""",
)
wrong(
    "most_doublings",
    0,
    "rounded up by adding 0.999",
    """
import math
def most_doublings(d):
    return int(np.log2(d) + 0.999)
""",
)
wrong(
    "most_doublings",
    0,
    "a logarithm that is whole but for a hundredth is whole",
    """
import math
def most_doublings(d):
    return int(np.ceil(np.log2(d) - 1e-2))
""",
)
wrong(
    "dimension",
    0,
    "the part with fewer functions is the worse one",
    """
def dimension(answers):
    depths = [0]
    for column in answers.T:
        parts = [answers[column == y] for y in (-1, 1)]
        if all(map(len, parts)):
            depths.append(1 + dimension(min(parts, key=len)))
    return max(depths)
""",
)
wrong(
    "dimension",
    0,
    "the part with more functions is the better one",
    """
def dimension(answers):
    depths = [0]
    for column in answers.T:
        parts = [answers[column == y] for y in (-1, 1)]
        if all(map(len, parts)):
            depths.append(1 + dimension(max(parts, key=len)))
    return max(depths)
""",
    told="The adversary has to go on",
)
wrong(
    "dimension",
    0,
    "three mistakes are the most",
    """
def dimension(answers):
    depths = [0]
    for column in answers.T:
        parts = [answers[column == y] for y in (-1, 1)]
        if all(map(len, parts)):
            depths.append(1 + min(map(dimension, parts)))
    return min(3, max(depths))
""",
)
wrong(
    "dimension",
    0,
    "the logarithm of the number of inputs is the most",
    """
def dimension(answers):
    depths = [0]
    for column in answers.T:
        parts = [answers[column == y] for y in (-1, 1)]
        if all(map(len, parts)):
            depths.append(1 + min(map(dimension, parts)))
    return min(max(depths), int(np.log2(max(1, answers.shape[1]))) + 1)
""",
)
wrong(
    "dimension",
    0,
    "one of the two questions that halve best is the best",
    """
def dimension(answers):
    depths = [0]
    for column in sorted(answers.T, key=lambda c: abs(c.sum()))[:2]:
        parts = [answers[column == y] for y in (-1, 1)]
        if all(map(len, parts)):
            depths.append(1 + min(map(dimension, parts)))
    return max(depths)
""",
)
