"""What the theorems on Winnow and its relatives should say about a run: an oracle in fractions.

Written apart from the library and as simply as possible. Every float becomes the fraction that it
is, the logged mistakes are learned again without rounding, and each theorem is an `if`. Where
exponentials or real powers occur, the same is done with hundreds of digits.
"""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import product

import numpy as np

from tests.oracle import HOLDS, REFUTED, WHEN_ZERO, dot, fractions

NOTHING = Decimal(10) ** -90


def rounds(run):
    """Round, row and label of every logged mistake."""
    m = len(run.y)
    met = [i for order in run.orders for i in order] or [t % m for t in range(run.rounds)]
    rows = [fractions(x) for x in run.X]
    return [(int(t), rows[met[t]], int(run.y[met[t]])) for t in run.mistakes]


def is_mistake(gap, y, ties):
    return gap < 0 or (gap == 0 and y in WHEN_ZERO[ties])


def decided_by_rounding(t):
    return f"round {t} was decided by rounding"


def winnow(run, relevant):
    d, r, a = run.X.shape[1], len(relevant), Fraction(run.rule.rate)
    if run.rule.ties not in ("plus", "strict"):
        return "w.x = d counts as +"
    if d < 2:
        return "d >= 2"
    fits = all((x[list(relevant)] > 0).any() == (y > 0) for x, y in zip(run.X, run.y, strict=True))
    if not fits or r < 1:
        return "y is a disjunction"
    w = [Fraction(1)] * d
    for t, x, y in rounds(run):
        if not is_mistake(y * (dot(w, x) - d), y, run.rule.ties):
            return decided_by_rounding(t)
        w = [weight * a**y if on else weight for weight, on in zip(w, x, strict=True)]
    k = 0
    while a**k < d:
        k += 1
    bound = a / (a - 1) + r * ((1 + a) * k - a ** (k + 1) / ((a - 1) * d))
    return HOLDS if run.M < bound <= (1 + a) * r * k else REFUTED


def perceptron_on_bits(run, relevant):
    d, r = run.X.shape[1] - 1, len(relevant)
    w = [Fraction(0)] * (d + 1)
    for t, x, y in rounds(run):
        if not is_mistake(y * dot(w, x), y, run.rule.ties):
            return decided_by_rounding(t)
        w = [weight + y * value for weight, value in zip(w, x, strict=True)]
    most = max(int(x[:-1].sum()) for x in run.X)
    return HOLDS if run.M <= (4 * r + 1) * (most + 1) else REFUTED


def decimal(value):
    return Decimal(value.numerator) / Decimal(value.denominator)


def sign_of_exponentials(terms):
    """The sign of sum c exp(a) over pairs (a, c) of fractions; 0 only if equal a cancel."""
    sums = {}
    for a, c in terms:
        sums[a] = sums.get(a, 0) + c
    total = sum((decimal(c) * decimal(a).exp() for a, c in sums.items() if c), Decimal(0))
    return (total > 0) - (total < 0)


def entropy(run, v, sharp=False):
    with localcontext() as context:
        context.prec = 320
        return _entropy(run, v, sharp)


def _entropy(run, v, sharp):
    v, eta, N = fractions(v), Fraction(run.rule.rate), run.X.shape[1]
    if min(v) < 0:
        return "v >= 0"
    rho = min(int(y) * dot(v, fractions(x)) for x, y in zip(run.X, run.y, strict=True)) / sum(v)
    R = max(abs(value) for x in run.X for value in fractions(x))
    if rho <= 0:
        return "rho > 0"
    u = decimal(eta * R)
    drop = decimal(eta * rho - (eta * R) ** 2 / 2)
    if sharp:
        drop = decimal(eta * rho) - ((u.exp() + (-u).exp()) / 2).ln()
    if drop <= 0:
        return "eta rho > ln cosh" if sharp else "eta < 2 rho/R^2"
    theta = [Fraction(0)] * N
    for t, x, y in rounds(run):
        score = sign_of_exponentials((eta * a, y * b) for a, b in zip(theta, x, strict=True))
        if not is_mistake(score, y, run.rule.ties):
            return decided_by_rounding(t)
        theta = [a + y * b for a, b in zip(theta, x, strict=True)]
    return HOLDS if run.M * drop <= Decimal(N).ln() else REFUTED


def power(base, exponent):
    """base^exponent of fractions, base >= 0."""
    if base == 0:
        return Decimal(0)
    return Decimal(1) if base == 1 else (decimal(base).ln() * decimal(exponent)).exp()


def norm(x, p):
    """|x|_p of fractions."""
    top = max(map(abs, x))
    if not top:
        return Decimal(0)
    total = sum(power(abs(value) / top, p) for value in x)
    return decimal(top) * (total.ln() / decimal(p)).exp()


def p_norm(run, v):
    with localcontext() as context:
        context.prec = 120
        return _p_norm(run, v)


def _p_norm(run, v):
    p, v = Fraction(run.rule.p), fractions(v)
    if p < 2:
        return "p >= 2"
    g = min(int(y) * dot(v, fractions(x)) for x, y in zip(run.X, run.y, strict=True))
    if g <= 0:
        return "v separates"
    theta = [Fraction(0)] * len(v)
    for t, x, y in rounds(run):
        top = max(map(abs, theta)) or Fraction(1)
        parts = [(abs(a) / top, y * b if a > 0 else -y * b) for a, b in zip(theta, x, strict=True)]
        if p.denominator == 1:
            score = sum(a ** int(p - 1) * b for a, b in parts)
        else:
            scale = max(abs(b) for _, b in parts)
            score = sum(power(a, p - 1) * decimal(b / scale) for a, b in parts)
            score = 0 if abs(score) < NOTHING else score
        if not is_mistake(score, y, run.rule.ties):
            return decided_by_rounding(t)
        theta = [a + y * b for a, b in zip(theta, x, strict=True)]
    if p == 2:
        good = run.M * g * g <= max(dot(x, x) for x in map(fractions, run.X)) * dot(v, v)
    else:
        longest = max(norm(fractions(x), p) for x in run.X)
        bound = decimal(p - 1) * longest**2 * norm(v, p / (p - 1)) ** 2
        good = run.M * decimal(g) ** 2 <= bound
    return HOLDS if good else REFUTED


def majority(run):
    beta, N = Fraction(run.rule.rate), run.X.shape[1]
    errors = [0] * N
    for t, x, y in rounds(run):
        if not is_mistake(y * dot([beta**e for e in errors], x), y, run.rule.ties):
            return decided_by_rounding(t)
        errors = [e + (y * value < 0) for e, value in zip(errors, x, strict=True)]
    return HOLDS if (2 / (1 + beta)) ** run.M * beta ** min(errors) <= N else REFUTED


def identities(run):
    """Additive rules without a margin, and weighted majority: were the logged rounds mistakes?"""
    if run.rule.update == "majority":
        tiny = Fraction(np.finfo(float).tiny)
        if min(run.path.min(), 1.0) <= tiny:
            return "too small"
        answer = majority(run)
        return HOLDS if answer == REFUTED else answer
    w = fractions(run.first_weights)
    for t, x, y in rounds(run):
        if not is_mistake(y * dot(w, x), y, run.rule.ties):
            return decided_by_rounding(t)
        w = [a + Fraction(run.rule.rate) * y * b for a, b in zip(w, x, strict=True)]
    return HOLDS


def textbook(rule, X, y, passes):
    """Passes until one is clean: last weights and the (pass, example) of every mistake."""
    w, log = rule.start(X.shape[1]), []
    for p in range(passes):
        before = len(log)
        for i in range(len(y)):
            if rule.errs(w, X[i], float(y[i])):
                rule.learn(w, w, X[i], float(y[i]))
                log.append((p, i))
        if len(log) == before:
            return w, log, True
    return w, log, False


def leave_one_out(run, passes):
    """The verdict, the number of leave-one-out errors and that of examples learned from."""
    X, y, errors, clean = run.X, run.y, 0, True
    for out in range(len(y)):
        rest = [i for i in range(len(y)) if i != out]
        w, _, ended = textbook(run.rule, X[rest], y[rest], passes)
        errors += run.rule.errs(w, X[out], float(y[out]))
        clean = clean and ended
    support = len({i for _, i in textbook(run.rule, X, y, passes)[1]})
    if not run.converged:
        return "the last pass was clean", errors, support
    return HOLDS if clean else "without one example", errors, support


def expectations(rule, points, labels, chances, m):
    """E[err_loo] over D^m and P(vote errs) after one pass over m draws, by enumeration."""
    X, y = np.array(points, float), np.array(labels, float)

    def wrong(sample, i):
        w = rule.start(X.shape[1])
        for j in sample:
            if rule.errs(w, X[j], y[j]):
                rule.learn(w, w, X[j], y[j])
        return rule.errs(w, X[i], y[i])

    loo = vote = mistakes = Fraction(0)
    for drawn in product(range(len(y)), repeat=m):
        chance = np.prod([chances[i] for i in drawn])
        out = sum(wrong(drawn[:i] + drawn[i + 1 :], drawn[i]) for i in range(m))
        loo += chance * Fraction(out, m)
        for fresh in range(len(y)):
            votes = [wrong(drawn[:t], fresh) for t in range(m + 1)]
            vote += chance * chances[fresh] * (2 * sum(votes) >= m + 1)
            made = sum(wrong(drawn[:t], i) for t, i in enumerate(drawn)) + wrong(drawn, fresh)
            mistakes += chance * chances[fresh] * made
    return loo, vote, 2 * mistakes / (m + 1)
