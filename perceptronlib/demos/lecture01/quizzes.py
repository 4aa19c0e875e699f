"""What a reader of `01_perceptron` is asked at the end."""

from __future__ import annotations

from ...notebook.quiz import Quiz, quiz

__all__ = ["quiz_one_update", "quiz_rate"]


def quiz_one_update() -> Quiz:
    """An update by hand.

    >>> quiz_one_update().right
    'w becomes (2, 3)'
    """
    return quiz(
        "w = (3, 1) meets x = (-1, 2) with label +1. What happens?",
        {
            "w becomes (2, 3)": "w·x = -3 + 2 = -1, a mistake on a positive example: add x.",
            "w becomes (4, -1)": "That subtracts x, which is right on a negative example only.",
            "w stays (3, 1)": "It would stay after a correct answer; but w·x = -1, and y is +1.",
        },
        right="w becomes (2, 3)",
    )


def quiz_rate() -> Quiz:
    """What half the rate does.

    >>> len(quiz_rate().choices)
    3
    """
    return quiz(
        "A friend lowers the rate from 1 to 0.5, from w = 0, to make learning more careful. Then",
        {
            "fewer mistakes are made": "Every w is halved, no sign changes: the same mistakes.",
            "more rounds are needed": "Every w is halved, no sign changes: the same rounds.",
            "nothing changes but the length of w": "Every w is halved; and 0.5 is a power of two, "
            "so nothing is rounded either.",
        },
        right="nothing changes but the length of w",
    )
