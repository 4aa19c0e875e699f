"""Playing with kernels: blocks of examples, and all classes at once.

The textbook scores each example against all mistakes so far, one example and one class at a time.
Here a block of examples is brought up to date with the mistakes since its last visit by matrix
products, for all classes together; inside the block, rows of its Gram matrix carry the scores on,
filled in where mistakes are likely. Every pair (example, mistake) is evaluated once or so, nearly
all of them in large products, and the mistakes are the textbook's: `scan` stops and asks wherever
rounding could decide a round, which is then settled as the textbook adds it up. `scan` is plain
Python, and the same function compiled (a microsecond a round against ten nanoseconds).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..core import fast
from ..core.rules import TIES
from ..samples.rows import Matrix
from ..validate import Array, Indices, not_finite
from .functions import EPSILON
from .support import KernelRows, KernelRule, Precomputed, Support, pieces

__all__ = ["KernelPlayer", "scanner"]

BLOCK = 1024
"""Examples that are brought up to date together, and played with one Gram matrix."""

LIKELY = 48
"""KernelRows of that matrix that are filled in together, where mistakes are likely."""

COLUMNS = 512
"""Mistakes in one product, whose result stays near at hand while the kernel works on it."""


class Block(NamedTuple):
    """The state of k classes while a block of n examples is played; changed in place."""

    scores: Array  # (k, n), up to date with all mistakes, those of this block among them
    signs: Array  # (k, n), -1 and +1
    lengths: Array  # (n,), |phi(x)|
    importance: Array  # (k, n), what a mistake adds to alpha
    weight: Array  # (k,), importance times |phi(x)|, added up over all mistakes of a class
    terms: Array  # (k,), how many mistakes these are
    wrong: npt.NDArray[np.bool_]  # (n, k), the mistakes in this block
    gram: Array  # (n, n), row t: K(x_t, x) for all x of the block
    known: npt.NDArray[np.bool_]  # (n,), which of these rows have been filled in


def learn(block: Block, t: int, c: int) -> None:
    """Class c learns from round t of the block."""
    share = block.signs[c, t] * block.importance[c, t]
    block.scores[c] += share * block.gram[t]
    block.weight[c] += block.importance[c, t] * block.lengths[t]
    block.terms[c] += 1.0
    block.wrong[t, c] = True


def scan(block: Block, rule: Array, first: int) -> int:
    """Play the block from ``first`` on; where it stops: at the end, or to ask.

    Place t k + c is round t of class c. ``rule`` holds the margin, the kernel's rounding error,
    and whether a tie is a mistake for y = -1 and for y = +1. It asks at a place that rounding
    could decide either way, and at a mistake whose row of the Gram matrix is missing.
    """
    k, end = len(block.scores), block.wrong.size
    margin, rounding, ties = rule[0], rule[1], rule[2:]
    for place in range(first, end):
        t, c = place // k, place % k
        gap = block.signs[c, t] * block.scores[c, t] - margin
        off = 2.0 * (rounding + block.terms[c] * EPSILON) * block.weight[c] * block.lengths[t]
        if gap > off:
            continue
        if not gap < -off:  # a score whose terms are all 0 is 0, and not just about 0
            if not (gap == 0.0 and block.weight[c] == 0.0 and block.lengths[t] < np.inf):
                return place
            if ties[1 if block.signs[c, t] > 0.0 else 0] == 0.0:
                continue
        if not block.known[t]:
            return place
        learn(block, t, c)
    return end


def unclear(block: Block, rule: Array, first: int) -> Indices:
    """The rounds from ``first`` on that are mistakes by now, or may be: not clearly right."""
    gaps = block.signs[:, first:] * block.scores[:, first:] - rule[0]
    relative = 2.0 * (rule[1] + block.terms * EPSILON) * block.weight
    clear = gaps > relative[:, None] * block.lengths[first:]
    rounds: Indices = np.logical_not(clear.all(axis=0)).nonzero()[0]
    return rounds + first


def scanner(rounds: int) -> Callable[[Block, Array, int], int]:
    """`scan`, compiled if that pays for so many rounds (see `fast.using`).

    >>> with fast.using("plain"):
    ...     scanner(10**9) is scan
    True
    """
    made = compiled() if fast.loop(rounds) is not None else None
    return made or scan


@cache
def compiled() -> Callable[[Block, Array, int], int] | None:
    """`scan`, compiled; None where numba is missing."""
    try:
        import numba
        from numba.extending import register_jitable
    except ImportError:
        return None
    register_jitable(error_model="numpy")(learn)
    made: Callable[[Block, Array, int], int]
    try:
        made = numba.njit(error_model="numpy", nogil=True, cache=True)(scan)
    except RuntimeError:  # there is nowhere to write to: compile anew in each process
        made = numba.njit(error_model="numpy", nogil=True)(scan)
    return made


class KernelPlayer:
    """A kernel rule at work on k classes: the scores of all examples, and the log of mistakes.

    ``signs`` has a row of -1.0 and +1.0 a class. Of each round with a mistake, ``learned`` names
    the example, ``when`` the round, and ``wrong`` the classes that erred, one column each. What
    `state` holds is all there is to save between passes; `restore` goes on from it.

    >>> from perceptronlib.kernels.functions import linear
    >>> X, signs = np.array([[1.0, 2.0], [-1.0, 1.0]]), np.array([[1.0, -1.0], [-1.0, -1.0]])
    >>> player = KernelPlayer(KernelRule(linear), X, signs)
    >>> player.play(), player.wrong.tolist()
    (array([0, 1]), [[True, True], [True, False]])
    """

    def __init__(
        self,
        rule: KernelRule,
        X: Matrix,
        signs: Array,
        importance: Array | None = None,
        earlier: Support | None = None,
    ) -> None:
        self.rule, self.signs, self.earlier = rule, signs, earlier
        self.rows = KernelRows(rule.kernel, X)
        counts = np.ones(1) if importance is None else importance
        self.importance = np.broadcast_to(counts, signs.shape)
        noise = max(self.rows.rounding, earlier.rows.rounding if earlier else 0.0)
        self._numbers = np.array([rule.margin, noise, *TIES[rule.ties]])
        none = np.empty(0, dtype=np.int64)
        scores = earlier.scores(X) if earlier else np.zeros(signs.shape)
        wrong = np.empty((0, len(signs)), dtype=np.bool_)
        self.restore({"scores": scores, "learned": none, "when": none, "wrong": wrong})

    def state(self) -> dict[str, npt.NDArray[Any]]:
        """Scores and log as they are after this pass, all scores up to date."""
        self._catch_up_all()
        names = ("scores", "learned", "when", "wrong", "rounds")
        return {name: np.array(getattr(self, name)) for name in names}

    def restore(self, state: dict[str, npt.NDArray[Any]]) -> None:
        """Go on from where another player for the same examples was."""
        self.scores, self.learned = np.array(state["scores"]), np.array(state["learned"])
        self.when, self.wrong = np.array(state["when"]), np.array(state["wrong"])
        self.rounds = int(state.get("rounds", 0))
        self._seen = np.full(len(self.rows), len(self.learned))  # mistakes that scores account for
        self._visited: list[Indices] = []
        self._in_gram = np.empty(0, dtype=np.int64)
        shares = self._shares(slice(None))
        weight, terms = np.abs(shares.T) @ self.rows.lengths[self.learned], self.wrong.sum(axis=0)
        if self.earlier:
            sizes = np.abs(self.earlier.shares.T)
            weight = weight + sizes @ self.earlier.rows.lengths[self.earlier.learned]
            terms = terms + (sizes > 0).sum(axis=1)
        # for every class: |phi(x_s)| times importance, added up over the mistakes; their number
        self._weight, self._terms = weight, terms.astype(np.float64)

    @property
    def mistakes(self) -> list[Indices]:
        """The rounds with mistakes, of every class."""
        return [self.when[wrong] for wrong in self.wrong.T]

    def play(self, order: Indices | None = None) -> Indices:
        """Play one pass in this order; the rounds in which at least one class erred."""
        self._catch_up_all()
        met = np.arange(len(self.rows)) if order is None else order
        self._scan, before = scanner(self.signs.size), len(self.learned)
        self._visited = pieces(met, BLOCK)
        for examples in self._visited:
            X = self.rows[examples]
            self._catch_up(examples, X)
            self._play_block(examples, X)
            self.rounds += len(examples)
        return self.when[before:]

    def _shares(self, chosen: slice) -> Array:
        """What these mistakes added to the coefficients y alpha, one column a class."""
        learned = self.learned[chosen]
        shares = self.signs[:, learned] * self.importance[:, learned]
        return np.where(self.wrong[chosen], shares.T, 0.0)

    def _catch_up_all(self) -> None:
        for examples in self._visited:
            if self._seen[examples[0]] < len(self.learned):
                self._catch_up(examples, self.rows[examples])
        self._visited = []

    def _catch_up(self, examples: Indices, X: KernelRows) -> None:
        """Bring the scores of a block up to date with the mistakes since its last visit."""
        first, last = int(self._seen[examples[0]]), len(self.learned)
        total = np.zeros((len(examples), len(self.signs)))
        for k in range(first, last, COLUMNS):
            chosen = slice(k, min(k + COLUMNS, last))
            learned = self.rows.kept(self.learned[chosen])
            total += X.values(learned) @ self._shares(chosen)
        if first < last:
            self.scores[:, examples] += total.T
        self._seen[examples] = last

    def _play_block(self, examples: Indices, X: KernelRows) -> None:
        """Play the rounds of a block, and write down its mistakes."""
        if not np.array_equal(examples, self._in_gram):
            self._in_gram, n = examples, len(examples)
            self._gram = np.empty((n, n)), np.zeros(n, dtype=np.bool_)
        block = Block(
            np.take(self.scores, examples, axis=1), np.take(self.signs, examples, axis=1),
            self.rows.lengths[examples], np.take(self.importance, examples, axis=1),
            self._weight, self._terms,
            np.zeros((len(examples), len(self.signs)), dtype=np.bool_), *self._gram,
        )  # fmt: skip
        self._decide(block, examples, X)
        hit = np.flatnonzero(block.wrong.any(axis=1))
        if len(hit):
            self.learned = np.append(self.learned, examples[hit])
            self.when = np.append(self.when, self.rounds + hit)
            self.wrong = np.vstack([self.wrong, block.wrong[hit]])
            self.scores[:, examples], self._seen[examples] = block.scores, len(self.learned)

    def _decide(self, block: Block, examples: Indices, X: KernelRows) -> None:
        """Let `scan` play, and help it on where it stops."""
        k, numbers = len(self.signs), self._numbers
        columns = self.rows.kept(examples) if isinstance(X.kernel, Precomputed) else X
        likely = unclear(block, numbers, 0)
        at = k * int(likely[0]) if len(likely) else block.wrong.size
        while (at := self._scan(block, numbers, at)) < block.wrong.size:
            t, c = divmod(at, k)
            if not block.known[t]:
                likely = unclear(block, numbers, t)
                rows = likely[~block.known[likely]][:LIKELY]
                block.gram[rows] = X[rows].values(columns)
                block.known[rows] = True
            else:
                if self._errs(block, examples, t, c):
                    learn(block, t, c)
                at += 1

    def _errs(self, block: Block, examples: Indices, t: int, c: int) -> bool:
        """Is this round a mistake of class c? The textbook's own sum decides."""
        i, y = int(examples[t]), self.signs[c]
        alpha = np.bincount(self.learned, self.wrong[:, c], len(y)) * self.importance[c]
        alpha[examples] += block.wrong[:, c] * self.importance[c, examples]
        score = float((alpha * y) @ self._row(i))
        if self.earlier:
            score += float(self.earlier.scores(self.rows.X[i : i + 1])[c, 0])
        if not np.isfinite(score):
            raise not_finite(i)
        return self.rule.errs(score, float(y[i]))

    def _row(self, i: int) -> Array:
        """K(x_s, x_i) for all examples x_s: asked for all at once, as the textbook does."""
        x, m, size = self.rows.kept(slice(i, i + 1)), len(self.rows), len(self.rows)
        if self.rows.X.dtype != np.float64:  # a few thousand at a time are made floats of 64 bits
            size = 4 * BLOCK
        parts = [self.rows[k : k + size].values(x)[:, 0] for k in range(0, m, size)]
        return np.concatenate(parts)
