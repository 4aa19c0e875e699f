"""What the grade would mind, told by the check while there is time: packages, and seconds.

The grader runs a notebook with fewer packages than its author may have, and for a bounded time. A
function that needs more is right at home, and earns nothing; so the check looks for it first.
"""

from __future__ import annotations

import dis
import inspect
import sys
from collections.abc import Iterator, Sequence
from types import CodeType, ModuleType
from typing import Any

from .limits import LIMITS, OFFERED
from .wording import quoted_names

__all__ = ["about_packages", "about_seconds"]

OURS = {"perceptronlib", "mpl_toolkits", "IPython", "__main__"}
AT_HAND = {*OFFERED, *sys.stdlib_module_names, *OURS}
"""The packages that are there while a notebook is graded; and the notebook itself."""

MOST_LOOKED_AT = 200
"""Functions that a student's function calls, directly or through others."""

EARLY = 0.5
"""The part of a limit from which on it is told: hidden cases may be larger than visible ones."""


def about_packages(function: Any) -> str:
    """A sentence on packages that a function uses and the grader has not; empty if there are none.

    >>> about_packages(len)
    ''
    """
    names = sorted({*_packages(function)} - AT_HAND)
    if not names:
        return ""
    return (
        f"It uses {quoted_names(names)}: while your notebook is graded only Python itself, "
        f"{', '.join(OFFERED)} and what the exercise imports are there, so do without."
    )


def about_seconds(spent: Sequence[float]) -> str:
    """A sentence on calls that took long, given the seconds of each; empty if none did.

    >>> about_seconds([0.1, 0.2]), about_seconds([0.1, 3.0]) == ""
    ('', False)
    """
    if max(spent, default=0) <= EARLY * LIMITS.step and sum(spent) <= EARLY * LIMITS.task:
        return ""
    return (
        f"The longest of these calls took {max(spent):.1f} seconds, all of them {sum(spent):.1f}. "
        f"While your notebook is graded a call may take {LIMITS.step:g}, and all calls for a task, "
        f"with those of the hidden tests, {LIMITS.task:g}: can it be done with less?"
    )


def _packages(function: Any) -> Iterator[str]:
    """The packages of all that a function uses, and that what it calls of the notebook uses."""
    waiting, seen = [function], set[int]()
    while waiting and len(seen) < MOST_LOOKED_AT:
        now = _plain_function(waiting.pop())
        code = getattr(now, "__code__", None)
        if not isinstance(code, CodeType) or id(now) in seen:
            continue
        seen.add(id(now))
        for name in _names(code):
            value = now.__globals__.get(name)
            if isinstance(value, ModuleType):
                yield value.__name__.partition(".")[0]
            elif getattr(_plain_function(value), "__globals__", None) is now.__globals__:
                waiting.append(value)
            elif callable(value) and isinstance(getattr(value, "__module__", None), str):
                yield value.__module__.partition(".")[0]
        yield from _imported(code)


def _plain_function(function: Any) -> Any:
    """A function without what was put around it by decorators, which the grader can do without."""
    try:
        return inspect.unwrap(getattr(function, "py_func", function))
    except ValueError:  # it goes round in a circle
        return function


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _codes(inner)


def _names(code: CodeType) -> set[str]:
    return {name for part in _codes(code) for name in part.co_names}


def _imported(code: CodeType) -> Iterator[str]:
    for part in _codes(code):
        for step in dis.get_instructions(part):
            if step.opname == "IMPORT_NAME":
                yield str(step.argval).partition(".")[0]
