"""The kernel perceptron: the same algorithm in a feature space nobody visits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..core.dual import KernelRule, KernelRun, extend_kernel, play_kernel
from ..core.kernels import linear
from ..core.rules import TIES
from ..validate import Array
from .base import Learner

__all__ = ["KernelPerceptron"]


class KernelPerceptron(Learner):
    """The perceptron in dual form: alpha_i += 1 on a mistake at example i.

    Its score is f(x) = sum_s alpha_s y_s K(x_s, x); with ``kernel="linear"`` it is the dual
    perceptron, mistake for mistake the perceptron itself. ``kernel`` is ``"linear"`` or any
    function of two tables that returns their kernel matrix (see `perceptronlib.kernels`); it has
    to be positive semi-definite. Source: Aizerman, Braverman and Rozonoer (1964). Taught in
    lecture 05.

    >>> from perceptronlib import kernels
    >>> X, y = [[1, 1], [-1, -1], [1, -1], [-1, 1]], [1, 1, -1, -1]
    >>> KernelPerceptron(kernels.polynomial(2), epochs=None).fit(X, y).predict(X)
    array([ 1,  1, -1, -1])
    """

    run_: KernelRun

    def __init__(
        self,
        kernel: str | Callable[[Array, Array], Array] = "linear",
        epochs: int | None = 1,
        shuffle: bool = False,
        seed: Any = None,
        ties: str = "le",
        predict_with: str = "last",
        max_epochs: int = 1000,
    ) -> None:
        self.kernel = kernel
        self.epochs = epochs
        self.shuffle = shuffle
        self.seed = seed
        self.ties = ties
        self.predict_with = predict_with
        self.max_epochs = max_epochs

    def _play(self, X: Array, y: Array) -> KernelRun:
        kernel = linear if isinstance(self.kernel, str) and self.kernel == "linear" else self.kernel
        if not callable(kernel):
            raise ValueError(
                f'kernel must be "linear" or a function of two tables, such as '
                f"kernels.polynomial(2); got {self.kernel!r}"
            )
        if self.ties not in TIES:
            raise ValueError(f"ties must be one of {', '.join(TIES)}; got {self.ties!r}")
        return play_kernel(
            KernelRule(kernel, ties=self.ties),
            X,
            y,
            epochs=self.epochs,
            shuffle=self.shuffle,
            seed=self.seed,
            max_epochs=self.max_epochs,
        )

    def _extend(self, X: Array, y: Array) -> KernelRun:
        return extend_kernel(self.run_, X, y)

    @property
    def dual_coef_(self) -> Array:
        """alpha_s y_s of the support vectors."""
        support = self.support_
        coefficients: Array = self.run_.alpha[support] * self.run_.y[support]
        return coefficients

    @property
    def support_(self) -> np.ndarray[Any, np.dtype[np.int64]]:
        """The examples that were ever learned from."""
        if not hasattr(self, "run_"):
            raise AttributeError("KernelPerceptron has no support_ yet: call fit(X, y) first")
        return self.run_.support
