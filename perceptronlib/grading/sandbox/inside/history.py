"""What the names of a notebook stood for while it ran, and what they stand for when it is judged.

The last definition counts: a task's function is the last function of that name, even if somebody
used the name for a number further below. And when a helper, or a number that a function reads, got
another meaning further below, for another task, then what it meant where the function stands is
known still.
"""

from __future__ import annotations

import builtins
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

__all__ = ["BEFORE_ALL", "GONE", "History", "Namespace", "Place", "put", "put_for_now"]

Namespace = dict[str, Any]
Place = tuple[int, int]
"""A cell and a statement of it, both counted from 0."""

BEFORE_ALL: Place = (-1, -1)
"""The place of what is not kept: every other statement that binds a name stands after it."""

AFTER_ALL: Place = (10**9, 0)

GONE = object()
"""Stands for the value of a name that has none."""

MOST = 100_000
"""Numbers; of larger values none is kept, so that memory does not fill with them."""

HEAVY = object()
"""Stands for a value that was too large to keep."""


class History:
    """The values of each name, by the place of the statement that bound it.

    >>> history, now = History(), {"f": 3, "rate": 4}
    >>> for name, place, value in (("rate", (0, 0), 1), ("f", (1, 0), abs), ("f", (2, 0), 3)):
    ...     history.note(name, place, value)
    >>> history.note("rate", (3, 0), 4)
    >>> history.settle(now, "f", callable)
    >>> now["f"], history.as_at("f", now, ["f"])
    (<built-in function abs>, {'rate': 1})
    """

    def __init__(self) -> None:
        self.values: dict[str, dict[Place, Any]] = {}

    def note(self, name: str, place: Place, value: Any) -> None:
        """A statement has bound a name to a value, or deleted it (`GONE`)."""
        self.values.setdefault(name, {})[place] = value if _is_light(value) else HEAVY

    def recall(self, place: Place, names: Namespace) -> bool:
        """Let names stand for what a statement has bound them to; False if that is not known."""
        bound_there = {n: values[place] for n, values in self.values.items() if place in values}
        if any(value is HEAVY for value in bound_there.values()):
            return False
        for name, value in bound_there.items():
            put(names, name, value)
        return True

    def settle(self, names: Namespace, name: str, fits: Callable[[Any], bool]) -> None:
        """Give a name back the last value that can be an answer, if its last one cannot."""
        if not fits(names.get(name)):
            place = self._place(name, fits)
            if place != BEFORE_ALL:
                names[name] = self.values[name][place]

    def as_at(self, name: str, names: Namespace, tasks: Collection[str]) -> Namespace:
        """What other names stood for in the cell that defines a function, where that has changed.

        Where a cell defines the functions of several tasks, it is what they stood for before the
        next of them. A name that was new further below has the first value that it got there.
        """
        here = self._place(name, lambda value: value is names.get(name))
        defined = {place for task in {*tasks} - {name} for place in self.values.get(task, {})}
        end = min((p for p in defined if p > here), default=AFTER_ALL)
        end = min(end, (here[0] + 1, 0))
        changed = {}
        for other in self.values.keys() - {*tasks}:
            values = self._useful(other)
            before = [place for place in values if place < end]
            if before:
                value = values[max(before)]
            else:
                value = GONE if hasattr(builtins, other) else values[min(values)]
            if value is not HEAVY and value is not names.get(other, GONE):
                changed[other] = value
        return changed

    def _useful(self, name: str) -> dict[Place, Any]:
        """The values of a name; that it was deleted counts only if Python has such a name."""
        values = self.values[name]
        kept = {place: value for place, value in values.items() if value is not GONE}
        return values if hasattr(builtins, name) else kept or values

    def _place(self, name: str, fits: Callable[[Any], bool]) -> Place:
        """The last place where a name got such a value."""
        values = self.values.get(name, {})
        return max((p for p, value in values.items() if fits(value)), default=BEFORE_ALL)


@contextmanager
def put_for_now(names: Namespace, others: Namespace) -> Iterator[None]:
    """Let names stand for something else for a while.

    >>> names = {"a": 1}
    >>> with put_for_now(names, {"a": 2, "b": 3}):
    ...     print(names)
    {'a': 2, 'b': 3}
    >>> names
    {'a': 1}
    """
    before = {name: names.get(name, GONE) for name in others}
    try:
        for name, value in others.items():
            put(names, name, value)
        yield
    finally:
        for name, value in before.items():
            put(names, name, value)


def put(names: Namespace, name: str, value: Any) -> None:
    """Give a name its value back, or take it away.

    >>> names = {"a": 1}
    >>> put(names, "a", GONE)
    >>> names
    {}
    """
    if value is GONE:
        names.pop(name, None)
    else:
        names[name] = value


def _is_light(value: Any) -> bool:
    if type(value) in (list, tuple, set, dict, str, bytes):
        return len(value) <= MOST
    return not isinstance(value, np.ndarray) or value.size <= MOST
