"""The loop of `play`, compiled with numba: the same mistakes, at the speed of memory.

No result depends on it: the first thousands of rounds of a process are plain Python, numba comes
with the first large run (half a second, once two to compile), and need not be there at all.

What is compiled is plain Python, too: `loops` (rounds and passes, and when to stop and ask),
`scanning` (the next round that is not clearly right), `learning` (what a mistake changes), `links`
(from sums to weights) and `samples.entries` (rows, be they a table or sparse). Here is what the
loop is told of a rule and of the examples, and when compiling pays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from inspect import getfile
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np

from ..samples import entries
from ..samples.rows import Examples, Rows
from ..validate import Array
from . import learning, links, loops, scanning
from .loops import ADD, BY_SUMS, CACHED, ELSEWHERE, MULTIPLY
from .rules import TIES, Rule
from .sums import SMALL

__all__ = ["Trust", "loop", "using"]

WIDE = 256
"""From this many features on, rows that lie scattered are read four at a time (measured)."""

PATIENCE = 20_000
"""Rounds that plain Python plays (some 20 ms) before it is worth loading numba."""

EPSILON = float(np.finfo(float).eps)
"""Two sums of d products, added up in any order, differ by less than d of these of their size."""

TOGETHER = 2**16
"""So many rounds, at most, are played in one call of a compiled function, if they are passes."""

FEW = 16
"""A pass of fewer rounds is over before a compiled function has unpacked its arguments."""


@cache
def numbers_of(rule: Rule) -> Array:
    """A rule as the compiled loop knows it: how it learns, its numbers, and who is wrong at a tie.

    Weights that may drift, and powers far from those of lecture 06, are left to numpy.

    >>> numbers_of(Rule(rate=2.0)).tolist()
    [0.0, 2.0, 0.0, 0.0, 0.0, 1.0, 1.0, 2.0]
    """
    powers = BY_SUMS if 2.0 <= rule.p < 100.0 else ELSEWHERE
    ways = {"add": ADD, "multiply": MULTIPLY, "balanced": BY_SUMS, "p_norm": powers}
    learn = ways.get(rule.update, ELSEWHERE)
    bars = rule.threshold, rule.margin, rule.slope
    return np.array([learn, rule.rate, *bars, *TIES[rule.ties], rule.p], dtype=np.float64)


class Trust(NamedTuple):
    """What the loop may take for granted of the examples.

    ``caution``: how far its sums may be off, relative to the sum of their terms' sizes; 0 if they
    are exact. ``floor``: the same for terms too small for a float. ``constant``: does the last
    weight belong to a feature that is always 1? ``measure``: is the size of the largest example
    still to be found? ``check``: must rows be looked at for entries other than 0 and 1? ``wide``:
    is it worth reading several scattered rows at once?

    >>> examples = Examples(np.array([[2.0, 1.0], [1.0, 3.0]]), np.array([1.0, -1.0]))
    >>> float(Trust.of(examples, Rule(), np.zeros(2))[0])  # no sum of whole numbers is off
    0.0
    """

    caution: float
    floor: float
    constant: bool
    measure: bool
    check: bool
    wide: bool

    @classmethod
    def of(cls, examples: Examples, rule: Rule, w: Array) -> Array:
        """How far a compiled loop may trust its own sums, when this rule begins with w."""
        rows, d = examples.rows, examples.rows.width
        exact = _sums_are_exact(examples, rule, w)
        lost = SMALL if rule.is_scale_free else d * 1e-323  # `Rule.errs` doubts these as well
        ulps = links.ULPS + d if rule.update in ("balanced", "p_norm") else 0  # of the weights
        off = 2 * (_terms(rows) + 8 + ulps) * EPSILON
        caution, floor = (0.0, 0.0) if exact else (off, lost)
        check = rule.update == "multiply" and not rows.is_sparse
        if check:
            examples.largest = float(d)
        measure = not (exact or check)
        wide = d >= WIDE and not rows.is_sparse
        return np.array(cls(caution, floor, rows.constant, measure, check, wide))


def _sums_are_exact(examples: Examples, rule: Rule, w: Array) -> bool:
    """Are all numbers whole and so small that no sum of products can be rounded?"""
    fits = rule.update == "add" and not rule.slope and float(rule.rate).is_integer()
    given, rows = examples.rows.given, examples.rows
    fits = fits and (not rows.constant or float(rule.threshold).is_integer())
    numbers = given.reshape(-1) if isinstance(given, np.ndarray) else given.data
    if not fits or not len(numbers) or not float(numbers[0]).is_integer() or not _are_whole(w):
        return False
    top = 1.0
    for part in (numbers[k : k + CACHED] for k in range(0, len(numbers), CACHED)):
        if not _are_whole(part):
            return False
        top = max(top, float(part.max()), -float(part.min()))
    if examples.steps is not examples.y and not _are_whole(examples.steps):
        return False
    most = float(np.abs(examples.steps).max()) * rule.rate * len(examples) * examples.passes * top
    return bool(rows.width * top * (float(np.abs(w).max()) + most) < 2.0**53)


def _terms(rows: Rows) -> int:
    """How many products a score adds up, at most: zeros that are not listed change no sum."""
    if isinstance(rows.given, np.ndarray) or rows.negations:
        return rows.width
    return int(np.diff(rows.given.indptr).max()) + rows.constant


def _are_whole(values: Array) -> bool:
    return bool((values == np.rint(values)).all())


# -- which machine turns the loop -----------------------------------------------------------------

_mode = "auto"
_played = 0


@contextmanager
def using(mode: str) -> Iterator[None]:
    """Force the ``"plain"`` or the ``"compiled"`` loop in a with block (default: ``"auto"``).

    >>> from perceptronlib import Perceptron
    >>> with using("plain"):
    ...     Perceptron().fit([[1.0, 2.0], [-1.0, 1.0]], [1, -1]).run_.mistakes
    array([0, 1])
    """
    global _mode
    if mode not in ("auto", "plain", "compiled"):
        raise ValueError(f"mode must be 'auto', 'plain' or 'compiled'; got {mode!r}")
    if mode == "compiled" and compiled() is None:
        raise ImportError("compiled loops need numba, which cannot be imported here")
    before, _mode = _mode, mode
    try:
        yield
    finally:
        _mode = before


def effort(numbers: Array, d: int) -> int:
    """How many rounds of another rule take plain Python as long as one of this, roughly."""
    return 1 + d // 100 if numbers[0] == BY_SUMS else 1


def loop(rounds: int) -> Callable[..., tuple[int, int]] | None:
    """The compiled loop, if it pays for so many rounds; else None.

    >>> with using("plain"):
    ...     print(loop(10**9))
    None
    """
    global _played
    _played += rounds if _mode == "auto" else 0
    pays = _mode == "auto" and rounds >= FEW and _played > PATIENCE
    return compiled() if pays or _mode == "compiled" else None


@cache
def compiled() -> Callable[..., tuple[int, int]] | None:
    """`loops.several`, compiled; None where numba is missing.

    Sums may be added up in any order (``reassoc``); the update of w, or of theta, may not be
    contracted into fused multiply-adds, so that it has the textbook's value to the last bit.
    """
    try:
        import numba
        from numba.extending import register_jitable
    except ImportError:
        return None
    # divisions are not checked for zero: quicker to compile
    quick: dict[str, Any] = {"error_model": "numpy"}
    sums = {**quick, "fastmath": {"reassoc", "contract", "nsz"}}
    inlined = {"forceinline": True}
    fused = {**quick, **inlined, "fastmath": {"contract"}}
    read = (scanning.scan, scanning.first_scan, entries.sparse_dot, entries.sparse_measured_dot)
    options: dict[Callable[..., Any], dict[str, Any]] = {
        **dict.fromkeys((*read, learning.add, learning.add_late), quick | inlined),
        **dict.fromkeys((entries.terms, scanning.length_squared, *links.ADDING_UP), sums),
        **dict.fromkeys((scanning.at, scanning.binary_until, loops.online), quick),
        **dict.fromkeys((learning.multiply, learning.learn_by_sums, learning.add_exactly), quick),
        **dict.fromkeys((links.largest, links.scale_by), quick),
        **dict.fromkeys(links.ONE_BY_ONE, fused),
    }
    for function, chosen in options.items():
        register_jitable(**chosen)(function)
    ahead: entries.Ways = (
        lambda of: lambda rows, y, order, w, rounds, bars, measure: of(rows),
        scanning.look_ahead,
        *[lambda rows, y, order, w, rounds, bars, measure: (rounds[1], 0.0, 0.0)] * 2,
    )
    entries.teach_the_difference(quick | inlined, sums | inlined, {scanning.look_ahead: ahead})
    several = FunctionType(loops.several.__code__, vars(loops))
    several.__qualname__ = f"several_{_as_written()}"
    try:
        made: Callable[..., tuple[int, int]] = numba.njit(**quick, nogil=True, cache=True)(several)
    except RuntimeError:  # there is nowhere to write to: compile anew in each process
        made = numba.njit(**quick, nogil=True)(several)
    return made


def _as_written() -> str:
    """A digest of all that is compiled, as part of the name under which numba keeps it.

    By itself numba looks only at the file of the function that is called, and would go on with
    what it kept when another of these files has changed.
    """
    files = [__file__, *map(getfile, (entries, learning, links, loops, scanning))]
    return sha256(b"".join(Path(file).read_bytes() for file in files)).hexdigest()[:8]
