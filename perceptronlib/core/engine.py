"""Which machine turns the loops: plain Python for small runs, numba for large ones.

Both give the same mistakes, round by round; the choice is one of speed only. numba is imported on
the first large run (about half a second, and once per installation a second or two to compile);
where it is missing, as in the browser, plain Python serves. Nothing here is taught in a lecture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import numpy as np

from . import loops

__all__ = ["compiled", "loop", "using"]

PATIENCE = 20_000
"""Rounds that plain Python plays (some 20 ms) before it is worth loading numba."""

_mode = "auto"
_played = 0


@contextmanager
def using(mode: str) -> Iterator[None]:
    """Force ``"plain"`` or ``"compiled"`` loops inside a with block (``"auto"`` is the default).

    >>> from perceptronlib import Perceptron
    >>> from perceptronlib.core import engine
    >>> X, y = [[1.0, 2.0], [-1.0, 1.0]], [1, -1]
    >>> with engine.using("plain"):
    ...     print(Perceptron().fit(X, y).run_.mistakes)
    [0 1]
    """
    global _mode
    if mode not in ("auto", "plain", "compiled"):
        raise ValueError(f"mode must be 'auto', 'plain' or 'compiled'; got {mode!r}")
    if mode == "compiled" and not compiled():
        raise ImportError("compiled loops need numba, which cannot be imported here")
    before, _mode = _mode, mode
    try:
        yield
    finally:
        _mode = before


@cache
def compiled() -> dict[str, Callable[..., Any]]:
    """The compiled loops by name; empty where numba is missing.

    >>> sorted(compiled()) in (["online", "tally"], [])
    True
    """
    try:
        import numba  # noqa: F401
    except ImportError:
        return {}
    from . import compiled as made

    return {name: getattr(made, name) for name in ("online", "tally")}


def loop(name: str, rounds: int) -> tuple[Callable[..., Any], bool]:
    """The loop called ``name`` for a run of so many rounds, and whether it is compiled.

    >>> with using("plain"):
    ...     play, is_compiled = loop("online", 10**9)
    >>> is_compiled
    False
    """
    global _played
    if _mode == "auto":
        _played += rounds
    if _mode == "compiled" or (_mode == "auto" and _played > PATIENCE and compiled()):
        return compiled()[name], True
    return getattr(loops, name), False


def caution(d: int) -> float:
    """Relative rounding error of two sums of d products, added up in any order.

    Each sum is off by at most ``d u |w| |x|`` with u = 2^-53 (to first order).

    >>> caution(2) < 1e-13
    True
    """
    return float(2.0 * (d + 8) * np.finfo(float).eps)
