"""Instant checks for the exercises: `check("task")` answers in words what is not right yet.

The tasks are data, made from the masters in solutions/ by `make build`; see `tasks` for what they
say, `judges` for how an answer is looked at, and `author` for how a master states them.
"""

from .instant import Report, check

__all__ = ["Report", "check"]
