"""Parameters that are numbers: positive ones, and whole ones within limits."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

__all__ = ["positive", "whole"]


def positive(name: str, value: Any, *, zero: bool = False, most: float | None = None) -> float:
    """value as a float, if it is a finite number > 0 (>= 0 with ``zero``), at most ``most``.

    >>> positive("gamma", -1)
    Traceback (most recent call last):
        ...
    ValueError: gamma must be a positive number; got -1
    """
    good = isinstance(value, (int, float, np.number)) and not isinstance(value, bool)
    limit = sys.float_info.max if most is None else most  # a whole number may exceed any float
    if good and (0 < value or (zero and value == 0)) and value <= limit:
        return float(value)
    kind = "a number >= 0" if zero else "a positive number"
    kind += "" if most is None else f" and at most {most:g}"
    raise ValueError(f"{name} must be {kind}; got {value!r}")


def whole(name: str, value: Any, *, least: int = 1, most: int | None = None) -> int:
    """value as an int, if it is a whole number of at least ``least`` (and at most ``most``).

    >>> whole("epochs", 0)
    Traceback (most recent call last):
        ...
    ValueError: epochs must be a whole number >= 1; got 0
    """
    good = isinstance(value, (int, np.integer)) and not isinstance(value, bool)
    if good and least <= value and (most is None or value <= most):
        return int(value)
    limits = f">= {least}" if most is None else f"from {least} to {most}"
    raise ValueError(f"{name} must be a whole number {limits}; got {value!r}")
