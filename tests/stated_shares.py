"""Numbers in which the formulas of T6, of weighted majority and of T12 can be true or false."""

import math
from types import SimpleNamespace

import numpy as np

from tests.latex import Vector


def drawn(letters, q, *ranges):
    """Numbers from these ranges, always the same for the same update."""
    whole = [*letters["w"], *letters["x"], *letters["v"], q.k, q.g, q.R2, q.eta]
    rng = np.random.default_rng([int(4 * number) + 99 for number in whole])
    return [float(rng.uniform(*ends)) for ends in ranges]


def shares(letters, q):
    """T6: shares before and after an update; the potential is any number."""
    R, N = q.R2**0.5, 1 + q.g
    ends = (0.1, 1.2), (0.1, 2.5), (0.3, 3), (0, 2), (-0.5, 1.5)
    eta, rho, Z, before, after = drawn(letters, q, *ends)
    cosh, sinh = math.cosh(eta * R), math.sinh(eta * R)
    drop = eta * rho - (eta * R) ** 2 / 2
    record = SimpleNamespace(
        score=q.score, k=q.k, log_N=math.log(N), phi_before=before, phi=after, drop=drop,
        spread=Z * math.exp(-eta * q.score), most_spread=math.exp((eta * R) ** 2 / 2),
        share=Z / cosh - q.score / R * (sinh / cosh),
    )  # fmt: skip
    names = {r"\Phi_{k-1}": before, r"\Phi_k": after, r"\Phi_0": after, "Z": Z, "N": N, "e": math.e}
    names |= {r"\eta": eta, r"\rho": rho, "R": R}
    names |= {r"\cosh(\eta R)": cosh, r"\sinh(\eta R)": sinh}
    return {**letters, **names}, record


def sharp(letters, q):
    """T6, sharper: the same with another price."""
    letters, record = shares(letters, q)
    record.drop = letters[r"\eta"] * letters[r"\rho"] - math.log(letters[r"\cosh(\eta R)"])
    return letters, record


def votes(letters, q):
    """Weighted majority: any total, before and after."""
    N, m = 1 + q.g, q.eta
    beta, W_before, fall = drawn(letters, q, (0.05, 0.95), (0.2, 3), (-3, 0))
    W = W_before * math.exp(fall)
    record = SimpleNamespace(
        score=q.score, beta=beta, W=W, W_before=W_before, k=q.k, log_W=math.log(W), m=m,
        log_N=math.log(N), log_beta=math.log(beta), log_shrink=math.log(2 / (1 + beta)),
    )  # fmt: skip
    names = {r"\beta": beta, "N": N, "m": m, "W_k": W, "W_{k-1}": W_before}
    return {**letters, **names}, record


def powers(letters, q):
    """T12: norms are any numbers, as if they belonged to no vector."""
    ends = (2, 4), (0.2, 2), (0.2, 3), (0.2, 3), (0.2, 3), (0.2, 2)
    p, size, before, length, dual, X_p = drawn(letters, q, *ends)
    record = SimpleNamespace(
        score=q.score, k=q.k, g=q.g, p=p, along=q.along, square=length**2, square_before=before**2,
        size=size**2, X2=X_p**2, length=length, dual=dual, dual2=dual**2,
    )  # fmt: skip
    theta = Vector(letters["w_k"])
    names = {r"\theta_k": theta, r"|\theta_k|_p": length, r"|\theta_{k-1}|_p": before}
    names |= {"|x|_p": size, "|v|_q": dual, "X_p": X_p, "p": p}
    return {**letters, **names}, record


KINDS = {"T6": shares, "T6-sharp": sharp, "T10-majority": votes, "T12": powers}
"""By the name of a theorem: from an update of small whole numbers to the theorem's own."""


def letters_of_bounds(q, rng):
    """What the bounds need beside the letters of the others."""
    q.beta, q.p, q.X_p, q.v_dual = rng.random(), 2 + rng.random(), 1 + rng.random(), rng.random()
    named = {r"\beta": q.beta, "p": q.p, "X_p": q.X_p, "|v|_q": q.v_dual}
    return named | {r"\cosh(\eta R)": math.cosh(q.eta * q.R)}
