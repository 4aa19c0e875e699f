"""Trying a student's function on one case: its answer as a plain value, or how it failed.

The sandbox of the grader holds a copy of this file and of `plain`, and nothing else of the checks.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from .plain import NotPlain, from_plain, to_plain

__all__ = ["outcome_of"]


def outcome_of(function: Callable[..., Any], args: list[Any]) -> dict[str, Any]:
    """Call the function with fresh arguments, and say what came of it.

    >>> outcome_of(lambda n: 1 / n, [4]), outcome_of(lambda n: 1 / n, [0])
    ({'value': 0.25}, {'error': 'ZeroDivisionError', 'says': 'division by zero'})
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return {"value": to_plain(function(*(from_plain(a) for a in args)))}
    except NotPlain as error:
        return {"error": "NotPlain", "says": f"the answer is {error}"[:300]}
    except RecursionError:
        return {"error": "RecursionError", "says": "it calls itself without end"}
    except (Exception, SystemExit) as error:
        name = type.__dict__["__name__"].__get__(type(error))  # not what its class claims
        return {"error": str(name), "says": _text_of(error)}


def _text_of(error: BaseException) -> str:
    try:
        return str(error)[:300]
    except Exception:  # a text that cannot be had is no reason to stop
        return ""
