"""The numbers of T9 and T14, as letters of their formulas and as records of their statements."""

from types import SimpleNamespace

import numpy as np

from perceptronlib.theory.theorems.winnow import below


def account(letters, q):
    """The numbers of T9, which need not come from any run."""
    seed = [q.k, q.g, q.eta, q.R2, *(int(a) + 2 for a in letters["x"])]
    rng = np.random.default_rng(seed)
    d, r, k = (int(rng.integers(low, high)) for low, high in ((2, 9), (1, 4), (1, 4)))
    P, Q, S = (int(rng.integers(0, high)) for high in (9, 14, 40))
    ell = dict(enumerate(rng.integers(0, 4, r).tolist(), 1))
    late = 2 ** (k + 1)
    record = SimpleNamespace(
        beta=1, d=d, r=r, k=k, P=P, Q=Q, S=S, late=late, most_Q=2 * P + 1,
        relevant=sum(2**e for e in ell.values()), most_M=below(2 + r * (3 * k - late / d)),
    )  # fmt: skip
    return {"d": d, "r": r, "k": k, "P": P, "Q": Q, "S": S, "M": P + Q, r"\ell": ell}, record


def sparse(letters, q):
    """The numbers of the Perceptron's bound on disjunctions."""
    r, s = q.k, q.eta
    score = letters["y"] * (letters["v"] * letters["x"])
    record = SimpleNamespace(margin=score, r=r, s=s, v2=q.v2, R2=q.R2)
    return {**letters, "r": r, "s": s}, record


def halves(letters, q):
    """The numbers of T14; so far j mistakes were made, and these are all."""
    after, before, L_after, L_before = q.g + q.eta - 1, q.k + q.eta, q.eta - 1, q.k - 1
    j, size, L = q.k, q.k + 4 * q.eta, q.R2
    record = SimpleNamespace(after=after, before=before, L_after=L_after, L_before=L_before)
    record.j, record.size, record.L, record.power, record.power_L = j, size, L, 2**j, 2**L
    letters = {"|V'|": after, "|V|": before, "|V_j|": after, "|H|": size, "j": j, "M": j}
    letters |= {r"\mathrm{Ldim}(V_j)": L_after, r"\mathrm{Ldim}(V')": L_after}
    letters |= {r"\mathrm{Ldim}(V)": L_before, r"\mathrm{Ldim}(H)": L}
    return letters, record


KINDS = {"T9": account, "T9-sparse": sparse, "T14": halves}


def more_numbers(rng, q, letters):
    """The letters of these theorems' bounds."""
    q.d, q.s, q.H = int(rng.integers(2, 9)), int(rng.integers(1, 9)), int(rng.integers(1, 40))
    letters |= {"d": q.d, "s": q.s, "|H|": q.H}
