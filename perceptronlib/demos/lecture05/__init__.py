"""The pictures of `05_kernels_and_xor`: runs without weights, XOR lifted, and kernels."""

from ...notebook.examples import ten_examples
from .costs import cost, multiplications
from .dual import hebb, printed_alphas, printed_dual, two_forms
from .functions import FUNCTIONS, eigenvalues, not_pds, two_points
from .regions import GRID, Region, grid, outline
from .shapes import WIDTHS, degrees, gallery, rings, width_errors, widths
from .xor import lift, two_numbers, xor_run

__all__ = [
    "ten_examples",
    "FUNCTIONS",
    "GRID",
    "Region",
    "WIDTHS",
    "cost",
    "degrees",
    "eigenvalues",
    "gallery",
    "grid",
    "hebb",
    "lift",
    "multiplications",
    "not_pds",
    "outline",
    "printed_alphas",
    "printed_dual",
    "rings",
    "two_forms",
    "two_numbers",
    "two_points",
    "width_errors",
    "widths",
    "xor_run",
]
