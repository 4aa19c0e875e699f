"""What a reader of `04_non_separable` is asked at the end."""

from __future__ import annotations

from ...notebook.quiz import Quiz, quiz

__all__ = ["quiz_again", "quiz_inside", "quiz_proof"]


def quiz_inside() -> Quiz:
    """What a deviation between 0 and rho says.

    >>> len(quiz_inside().choices)
    3
    """
    return quiz(
        "An example has the deviation d with 0 < d < ρ. What do you know?",
        {
            "v gets it wrong": "Wrong answers have d ≥ ρ: there y (v·x) is 0 or negative.",
            "v gets it right, but not by ρ": "y (v·x) = ρ - d lies between 0 and ρ: inside the "
            "street, on the correct side.",
            "the Perceptron will err on it": "d is about v. The Perceptron has its own w.",
        },
        right="v gets it right, but not by ρ",
    )


def quiz_again() -> Quiz:
    """What ten passes do to the root form.

    >>> len(quiz_again().choices)
    3
    """
    return quiz(
        "Nothing separates a sample. You make ten passes over it instead of one. What does the "
        "root form do, with the same v and ρ?",
        {
            "it stays, because the sample is the same": "A sum over examples would stay, and would "
            "be broken by the mistakes that keep coming.",
            "it grows, at most tenfold": "D₁ is ten times as large, and the part with R grows only "
            "like a square root.",
            "it grows a hundredfold, like the square of D₁": "D₁ stands under the root, and the "
            "root is squared: for large D₁ the bound grows like D₁.",
        },
        right="it grows, at most tenfold",
    )


def quiz_proof() -> Quiz:
    """What a returning weight vector proves.

    >>> len(quiz_proof().choices)
    3
    """
    return quiz(
        "In the middle of a run, w is what it was 40 mistakes ago. What does that prove?",
        {
            "nothing, the next examples may change it": "The 40 corrections in between add up to "
            "0, and that is already a proof.",
            "that nothing separates the examples": "The 40 corrections y x add up to 0. So do "
            "their products with any v, and then not all of them are positive.",
            "that the run repeats from here on": "Only if the same examples follow in the same "
            "order, as they do at the same point of a pass.",
        },
        right="that nothing separates the examples",
    )
