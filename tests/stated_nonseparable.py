"""What `test_stated.py` needs to know of T4, T5, T15 and T16: numbers for their letters."""

import math
from types import SimpleNamespace

import numpy as np

from perceptronlib.theory.theorems import regrets

SUM_D, SUM_H, SUM_GAIN = r"\sum_I d_t", r"\sum_I h_t", r"\sum_I y(u\cdot x)"

IDENTITIES = {id(regrets.DISTANCE)}
"""True of all numbers."""


def any_numbers(letters, q):
    """Eight numbers between 1/4 and 4, as the letters have it."""
    seed = abs(hash((q.k, q.g, q.eta, q.R2, letters["y"], *letters["w"], *letters["x"])))
    return [float(a) for a in 4 ** np.random.default_rng(seed).uniform(-1, 1, 8)]


def shortfall(letters, q):
    """T5: M mistakes, of which nothing need be true."""
    rho, paid, D1, D, R, grow, *_ = any_numbers(letters, q)
    M, D1, w = 3 * q.k, D1 * rho, grow * letters["w_k"]
    new = {"M": M, r"\rho": rho, SUM_D: paid, "D_1": D1, "D_2": D1 + 1, "D": D, "w_M": w, "R": R}
    record = SimpleNamespace(
        k=M, rho=rho, paid=paid, row2=R**2, R2=R**2, R=R, D1=D1, D=D, score=q.score,
        along=letters["v"] * w, square=w * w, w_length=abs(w),
        root_k=math.sqrt(M), length=1, root=math.sqrt(R**2 + 4 * rho * D1),
    )  # fmt: skip
    return {**letters, **new}, record


def regret(letters, q):
    """T16: u is v or longer, and every sum is any number."""
    w, x, y = (letters[name] for name in "wxy")
    factor, lost, gained, R, grow, *_ = any_numbers(letters, q)
    M, u, gained = q.k, grow * letters["v"], 4 * gained
    new = {"u": u, "M": M, r"\beta": factor, SUM_H: lost, SUM_GAIN: gained, "R": R}
    near, far = w + y * x - factor * u, w - factor * u
    record = SimpleNamespace(
        k=M, lost=lost, gained=gained, factor=factor, R=R, R2=R**2, u2=u * u, u_length=abs(u),
        root_k=math.sqrt(M), near=near * near, far=far * far, gain=y * (u * x), score=q.score,
        size=q.size,
    )  # fmt: skip
    return {**letters, **new}, record


KINDS = {"T5": shortfall, "T16": regret}


def numbers(rng, letters, q):
    """Letters of the bounds, added to those of the other theorems."""
    q.D1, q.D, q.Delta, q.Z = (float(a) for a in 0.5 + rng.random(4))
    q.D1 = 0.2 * q.D1 / 1.5
    q.lost, q.u_length, q.M, q.p = 3 * rng.random(), 1 + rng.random(), 2.5, 1.003
    letters |= {"D_1": q.D1, "D_2": q.D1 + 1, "D": q.D, r"\Delta": q.Delta, "Z": q.Z, "M": q.M}
    letters |= {
        r"\sum_{t\in I}h_t": q.lost,
        SUM_H: q.lost,
        SUM_D: q.lost,
        "|u|": q.u_length,
        "p": q.p,
    }
    return letters, q
