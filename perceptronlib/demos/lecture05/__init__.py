"""The pictures of `05_kernels_and_xor`: runs without weights, XOR lifted, and kernels."""

from ...notebook.examples import ten_examples
from .costs import cost, multiplications
from .dual import hebb, printed_alphas, printed_dual, two_forms
from .functions import FUNCTIONS, eigenvalues, not_pds, two_points
from .shapes import WIDTHS, degrees, gallery, rings, width_errors, widths
from .xor import lift, two_numbers, xor_run

__all__ = [
    "FUNCTIONS",
    "WIDTHS",
    "cost",
    "degrees",
    "eigenvalues",
    "gallery",
    "hebb",
    "lift",
    "multiplications",
    "not_pds",
    "printed_alphas",
    "printed_dual",
    "rings",
    "ten_examples",
    "two_forms",
    "two_numbers",
    "two_points",
    "width_errors",
    "widths",
    "xor_run",
]
