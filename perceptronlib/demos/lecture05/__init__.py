"""What `05_kernels_and_xor` shows: runs without weights, XOR lifted, kernels, and real digits."""

from ...notebook.examples import ten_examples
from .costs import cost, multiplications
from .digits import careful_counts, digits, even_or_odd, some_digits
from .dual import two_forms
from .functions import FUNCTIONS, eigenvalues, not_pds, two_points
from .lift import lift
from .literature import hebb, printed_alphas, printed_dual
from .mnist import mnist
from .quizzes import quiz_answer_cost, quiz_counts, quiz_five_hundred
from .readers import DIGIT_WIDTHS, ten_digits, voices
from .shapes import WIDTHS, degrees, gallery, rings, width_errors, widths
from .tasks import check
from .xor import two_numbers, xor_run

__all__ = [
    "DIGIT_WIDTHS",
    "FUNCTIONS",
    "WIDTHS",
    "careful_counts",
    "check",
    "cost",
    "degrees",
    "digits",
    "eigenvalues",
    "even_or_odd",
    "gallery",
    "hebb",
    "lift",
    "mnist",
    "multiplications",
    "not_pds",
    "printed_alphas",
    "printed_dual",
    "quiz_answer_cost",
    "quiz_counts",
    "quiz_five_hundred",
    "rings",
    "some_digits",
    "ten_digits",
    "ten_examples",
    "two_forms",
    "two_numbers",
    "two_points",
    "voices",
    "width_errors",
    "widths",
    "xor_run",
]
