"""The loops of `perceptronlib.core.loops`, compiled by numba. Imported on the first large run.

The loops are compiled as they stand. Only the helpers are replaced, because ``x.dot(w)`` on a row
would cost a call into BLAS: here they are loops over the coordinates, which the compiler turns
into vector instructions. Sums may be added up in any order (``reassoc``); the update of w may not
be contracted into fused multiply-adds, so that w keeps the textbook's value to the last bit.
"""

# numba has no types that a checker could follow.
# mypy: disable-error-code="no-untyped-call,no-untyped-def,untyped-decorator,misc,arg-type"

from __future__ import annotations

import math

import numba
from numba.extending import overload, register_jitable

from . import loops

NO_CHECKS = {"error_model": "numpy"}  # divisions are not checked for zero: quicker to compile
SUM = {**NO_CHECKS, "fastmath": {"reassoc", "contract", "nsz"}}
HOT = {**SUM, "forceinline": True}


register_jitable(loops.at)
register_jitable(loops.clear_beyond)


@overload(loops.dot, jit_options=HOT)
def _dot(w, X, i):
    def dot(w, X, i):
        score = 0.0
        for j in range(w.size):
            score += w[j] * X[i, j]
        return score

    return dot


@overload(loops.dots, jit_options=SUM)
def _dots(w, X, order, t):
    def dots(w, X, order, t):
        a, b = loops.at(order, t), loops.at(order, t + 1)
        c, e = loops.at(order, t + 2), loops.at(order, t + 3)
        s0 = s1 = s2 = s3 = 0.0
        for j in range(w.size):
            s0 += w[j] * X[a, j]
            s1 += w[j] * X[b, j]
            s2 += w[j] * X[c, j]
            s3 += w[j] * X[e, j]
        return s0, s1, s2, s3

    return dots


@overload(loops.length, jit_options=SUM)
def _length(w):
    def length(w):
        total = 0.0
        for j in range(w.size):
            total += w[j] * w[j]
        return math.sqrt(total)

    return length


@overload(loops.row_length, jit_options=SUM)
def _row_length(X, i):
    def row_length(X, i):
        total = 0.0
        for j in range(X.shape[1]):
            total += X[i, j] * X[i, j]
        return math.sqrt(total)

    return row_length


@overload(loops.share, jit_options=HOT)
def _share(scores, i, counts, zero_wins):
    def share(scores, i, counts, zero_wins):
        total = 0.0
        if zero_wins:
            for k in range(counts.size):
                total += counts[k] if scores[i, k] >= 0.0 else 0.0
        else:
            for k in range(counts.size):
                total += counts[k] if scores[i, k] > 0.0 else 0.0
        return total

    return share


@overload(loops.add, jit_options={"error_model": "numpy", "forceinline": True})
def _add(w, c, X, i):
    def add(w, c, X, i):
        for j in range(w.size):
            w[j] += c * X[i, j]

    return add


@overload(loops.is_binary, jit_options=NO_CHECKS)
def _is_binary(X, i):
    def is_binary(X, i):
        odd = 0  # counted, not asked one by one: a sum of integers vectorises
        for j in range(X.shape[1]):
            odd += (X[i, j] != 0.0) & (X[i, j] != 1.0)
        return odd == 0

    return is_binary


@overload(loops.scale, jit_options=NO_CHECKS)
def _scale(w, factor, up, X, i):
    # Every weight is written back, changed or not: a store without a condition vectorises.
    def scale(w, factor, up, X, i):
        if up or math.frexp(factor)[0] == 0.5:  # by a power of two: to divide is to multiply
            factor = factor if up else 1.0 / factor
            for j in range(w.size):
                w[j] = w[j] * factor if X[i, j] > 0 else w[j]
        else:
            for j in range(w.size):
                w[j] = w[j] / factor if X[i, j] > 0 else w[j]

    return scale


online = numba.njit(cache=True, error_model="numpy")(loops.online)
tally = numba.njit(cache=True, error_model="numpy")(loops.tally)
