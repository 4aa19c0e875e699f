"""What the library computes with: arrays of numbers, of positions, and seeds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

__all__ = ["Array", "Indices", "Seed"]

Array: TypeAlias = npt.NDArray[np.float64]
Indices: TypeAlias = npt.NDArray[np.int64]
"""What the library computes with: arrays of numbers, and arrays of positions."""

Seed: TypeAlias = int | Sequence[int] | np.random.BitGenerator | np.random.Generator | None
"""What random numbers are drawn from: a seed, or a generator that goes on where it was."""
