"""How a compiled loop reads examples: entry by entry, from a table or from sparse rows.

Rows are a table, or the arrays of a sparse one: (places, starts) where all entries are 1, else
(values, places, starts). `span`, `place` and `value` are all that knows the difference. All of it
is plain Python too, only slower.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from ..validate import Array
from .rows import Entries, Examples

__all__ = ["entries_of"]

SOON = 192
"""How many entries of sparse rows ahead memory is asked for what will be needed (measured)."""

Ways: TypeAlias = tuple[Callable[..., Any], ...]
"""How a function's arguments name the rows; then what it does with each kind of rows."""


def entries_of(examples: Examples) -> Entries:
    """The rows as the loop reads them; of a sparse table (values,) places, starts.

    >>> from scipy.sparse import csr_array
    >>> X = csr_array(np.array([[1.0, 0.0, 1.0], [0.0, 1.0, 0.0]]))
    >>> places, starts = entries_of(Examples(X, np.array([1.0, -1.0])))
    >>> places.tolist(), starts.tolist()
    ([0, 2, 1], [0, 2, 3])
    """
    if examples.entries is None:
        given = examples.rows.given
        if isinstance(given, np.ndarray):
            examples.entries = given
        else:  # places without a sign need no test for counting from the end (measured)
            places = given.indices.astype(np.int32, copy=False).view(np.uint32)
            starts = given.indptr.astype(np.int64)
            ones = bool((given.data[:1] == 1.0).all() and (given.data == 1.0).all())
            examples.entries = (places, starts) if ones else (given.data, places, starts)
    return examples.entries


def span(rows: Entries, i: int) -> tuple[int, int]:
    """The first entry of example i, and the first that is no longer its own."""
    if isinstance(rows, tuple):
        return int(rows[-1][i]), int(rows[-1][i + 1])
    return 0, rows.shape[1]


def place(rows: Entries, k: int) -> int:
    """Which feature entry k belongs to."""
    return int(rows[-2][k]) if isinstance(rows, tuple) else k


def value(rows: Entries, i: int, k: int) -> float:
    """Entry k of example i."""
    if isinstance(rows, tuple):
        return float(rows[0][k]) if len(rows) == 3 else 1.0
    return float(rows[i, k])


def fetch(rows: Entries, k: int) -> None:
    """Ask memory for entry k of sparse rows, before it is needed; only the compiled loop does."""


def dot(w: Array, rows: Entries, i: int) -> float:
    """w.x for example i, without the constant feature."""
    first, last = span(rows, i)
    score = 0.0
    for k in range(first, last):
        score += w[place(rows, k)] * value(rows, i, k)
    return score


def sparse_dot(w: Array, rows: Entries, i: int) -> float:
    """The same in four sums side by side: to gather weights into vectors is slow (measured)."""
    k, last = span(rows, i)
    s0 = s1 = s2 = s3 = 0.0
    while k + 4 <= last:
        fetch(rows, k + SOON)
        s0 += w[place(rows, k)] * value(rows, i, k)
        s1 += w[place(rows, k + 1)] * value(rows, i, k + 1)
        s2 += w[place(rows, k + 2)] * value(rows, i, k + 2)
        s3 += w[place(rows, k + 3)] * value(rows, i, k + 3)
        k += 4
    while k < last:
        s0 += w[place(rows, k)] * value(rows, i, k)
        k += 1
    return (s0 + s1) + (s2 + s3)


def measured_dot(w: Array, rows: Entries, i: int) -> tuple[float, float]:
    """w.x, and the size |x_1| + ... + |x_d|, which costs nothing while waiting for memory."""
    first, last = span(rows, i)
    score = size = 0.0
    for k in range(first, last):
        x = value(rows, i, k)
        score += w[place(rows, k)] * x
        size += abs(x)
    return score, size


def sparse_measured_dot(w: Array, rows: Entries, i: int) -> tuple[float, float]:
    """The same of a sparse row, in sums side by side."""
    k, last = span(rows, i)
    s0 = s1 = s2 = s3 = size = more = 0.0
    while k + 4 <= last:
        fetch(rows, k + SOON)
        x0, x1 = value(rows, i, k), value(rows, i, k + 1)
        x2, x3 = value(rows, i, k + 2), value(rows, i, k + 3)
        s0 += w[place(rows, k)] * x0
        s1 += w[place(rows, k + 1)] * x1
        s2 += w[place(rows, k + 2)] * x2
        s3 += w[place(rows, k + 3)] * x3
        size += abs(x0) + abs(x1)
        more += abs(x2) + abs(x3)
        k += 4
    while k < last:
        s0 += w[place(rows, k)] * value(rows, i, k)
        size += abs(value(rows, i, k))
        k += 1
    return (s0 + s1) + (s2 + s3), size + more


def terms(w: Array, rows: Entries, i: int) -> float:
    """|w_1 x_1| + ... + |w_d x_d|, without the constant feature."""
    first, last = span(rows, i)
    total = 0.0
    for k in range(first, last):
        total += abs(w[place(rows, k)] * value(rows, i, k))
    return total


def teach_the_difference(
    quick: dict[str, Any], sums: dict[str, Any], others: dict[Callable[..., Any], Ways]
) -> None:
    """Tell numba what each kind of rows has in place of these functions: table, ones, sparse.

    Sums over a table may be reordered into vectors; sparse ones are quicker as they stand.
    ``others`` are functions of the caller, with their ways.
    """
    from numba.core.types import BaseTuple
    from numba.extending import overload

    prefetch = _prefetch()

    def fetch_both(rows, k):  # type: ignore[no-untyped-def]
        prefetch(rows[0], k)
        prefetch(rows[1], k)

    def one(kind: int, implementation: Any) -> Callable[[Any], Any]:
        def chosen(rows: Any) -> Any:
            mine = len(rows) - 1 if isinstance(rows, BaseTuple) else 0
            return implementation if mine == kind else None

        return chosen

    ways: dict[Callable[..., Any], Ways] = {
        span: (
            lambda of: lambda rows, i: of(rows),
            lambda rows, i: (0, rows.shape[1]),
            *[lambda rows, i: (rows[-1][i], rows[-1][i + 1])] * 2,
        ),
        place: (
            lambda of: lambda rows, k: of(rows),
            lambda rows, k: k,
            *[lambda rows, k: rows[-2][k]] * 2,
        ),
        value: (
            lambda of: lambda rows, i, k: of(rows),
            lambda rows, i, k: rows[i, k],
            lambda rows, i, k: 1.0,
            lambda rows, i, k: rows[0][k],
        ),
        dot: (lambda of: lambda w, rows, i: of(rows), dot, sparse_dot, sparse_dot),
        measured_dot: (
            lambda of: lambda w, rows, i: of(rows),
            measured_dot,
            *[sparse_measured_dot] * 2,
        ),
        fetch: (
            lambda of: lambda rows, k: of(rows),
            lambda rows, k: None,
            lambda rows, k: prefetch(rows[0], k),
            fetch_both,
        ),
    }
    for function, (typing, *implementations) in {**ways, **others}.items():
        for kind, implementation in enumerate(implementations):
            options: Any = quick if kind else sums
            teach = overload(function, jit_options=options, strict=False)
            teach(typing(one(kind, implementation)))


def _prefetch() -> Any:
    """LLVM's hint to the processor that an array will be read at k; beyond its end it is void."""
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    @intrinsic
    def prefetch(typing, array, k):  # type: ignore[no-untyped-def]
        def code(context, builder, signature, arguments):  # type: ignore[no-untyped-def]
            data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
            byte = builder.bitcast(builder.gep(data, [arguments[1]]), ir.IntType(8).as_pointer())
            flag = ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [byte.type, flag, flag, flag])
            hint = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")  # type: ignore[no-untyped-call]
            builder.call(hint, [byte, flag(0), flag(3), flag(1)])  # to read, keep, data
            return context.get_dummy_value()

        return types.void(array, types.intp), code

    return prefetch
