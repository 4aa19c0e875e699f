"""What learners learn from, and what they keep of it: rows, signs for each class, mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..core.runs import Order, Run
from ..samples.rows import Examples, Rows
from ..validate import Array, Indices

__all__ = ["Lesson", "Part", "joined"]


@dataclass(frozen=True)
class Lesson:
    """Examples to learn from: rows, and for each class their signs and how much they count.

    >>> len(Lesson(Rows(np.eye(3)), np.ones((1, 3))))
    3
    """

    rows: Rows
    signs: Array
    importance: Array | None = None

    def __len__(self) -> int:
        return len(self.rows)

    def of_class(self, k: int) -> tuple[Array, Array | None]:
        """The signs of class k, and how much each example counts for it."""
        return self.signs[k], None if self.importance is None else self.importance[k]

    def examples(
        self, k: int, passes: int, same_rows: Examples | None = None, *, same_start: bool = False
    ) -> Examples:
        """What tells class k from the rest; what is known of the rows need not be found again."""
        y, importance = self.of_class(k)
        if same_rows is not None:
            return same_rows.relabelled(y, importance, same_start=same_start)
        return Examples(self.rows, y, passes, importance)

    def copied(self) -> Lesson:
        """The same, in arrays of its own."""
        rows = Rows(self.rows.given.copy(), self.rows.constant, self.rows.negations)
        return Lesson(rows, self.signs.copy(), self.importance)


@dataclass(frozen=True)
class Part:
    """Examples that were kept: as the rule saw them, in the order they were met, with mistakes.

    >>> from perceptronlib import Rule, play
    >>> Part.of(play(Rule(), [[1, 2], [-1, 1]], [1, -1])).mistakes
    array([0, 1])
    """

    rows: Rows
    y: Array
    importance: Array | None
    order: Order
    mistakes: Indices

    @classmethod
    def of(cls, run: Run) -> Part:
        return cls(run.rows, run.y, run.importance, run.in_order, run.mistakes)


def joined(parts: Sequence[Part]) -> Part:
    """The examples that were kept, all in one.

    >>> from perceptronlib import Rule, play
    >>> part = Part.of(play(Rule(), [[1, 2], [-1, 1]], [1, -1]))
    >>> joined([part, part]).order.examples_by_round()
    array([0, 1, 2, 3])
    """
    if len(parts) == 1:
        return parts[0]
    sizes = np.cumsum([0, *(len(part.y) for part in parts[:-1])])
    orders = tuple(
        part.order.examples_by_round() + size for part, size in zip(parts, sizes, strict=True)
    )
    y = np.concatenate([part.y for part in parts])
    weighted = any(part.importance is not None for part in parts)
    counts = [
        np.ones(len(part.y)) if part.importance is None else part.importance for part in parts
    ]
    return Part(
        Rows.stacked([part.rows for part in parts]),
        y,
        np.concatenate(counts) if weighted else None,
        Order(len(y), sum(map(len, orders)), orders),
        np.concatenate([part.mistakes for part in parts]),
    )
