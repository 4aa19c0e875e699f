"""Kernels: inner products in a feature space that nobody has to visit, and runs without weights.

The functions are offered here, as ``pl.kernels.polynomial(2)``. Then `support` says what a kernel
perceptron predicts with, `dual` what its run is, and `blocks` how many examples and all classes
are played at once. Knows `core`, samples, and how input is checked. Taught in lecture 05.
"""

from .functions import (
    Gaussian,
    Kernel,
    Polynomial,
    diagonal,
    gaussian,
    linear,
    matrix,
    polynomial,
    rounding,
    smallest_eigenvalue,
    squares,
)

__all__ = [
    "Gaussian",
    "Kernel",
    "Polynomial",
    "diagonal",
    "gaussian",
    "linear",
    "matrix",
    "polynomial",
    "rounding",
    "smallest_eigenvalue",
    "squares",
]
