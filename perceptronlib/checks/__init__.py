"""Instant checks for the exercises: `check("task")` answers in words what is not right yet.

The tasks are data, made from the masters in solutions/ by `make build`; see `tasks` for what they
say, `judges` for how an answer is looked at, `author` for how a master states them, and `limits`
for what an answer may use. `turns` are the small tasks within a lecture, which stand beside its
pictures in `demos`.
"""

from .instant import Report, check

__all__ = ["Report", "check"]
