"""What a reader of `02_variants` is asked at the end."""

from __future__ import annotations

from ...notebook.quiz import Quiz, quiz

__all__ = ["quiz_doubled", "quiz_long_and_short"]


def quiz_long_and_short() -> Quiz:
    """Who follows a long vector, and who a long life.

    >>> len(quiz_long_and_short().choices)
    3
    """
    return quiz(
        "A very long vector survived 1 round, and a short one 9 rounds. They disagree on x. Whom "
        "do the committees follow?",
        {
            "both follow the short one": "The vote does. The average adds up lengths as well, so "
            "it need not.",
            "the vote follows the short one, the average perhaps not": "There are 9 votes against "
            "1, however long the vectors are. In the average a very long vector outweighs them.",
            "both follow the long one": "In a vote the length of a vector counts for nothing.",
        },
        right="the vote follows the short one, the average perhaps not",
    )


def quiz_doubled() -> Quiz:
    """What happens if the threshold and the rate are doubled together.

    >>> len(quiz_doubled().choices)
    3
    """
    return quiz(
        "You double both η and r of a margin perceptron that starts at w = 0. What happens?",
        {
            "the guaranteed margin rises": "It would if η rose alone. It depends on η/r.",
            "there are more updates": "The bound depends on η/r, and so does the run itself.",
            "the same updates; w is twice as long": "Every score doubles, and so does the "
            "threshold, so each comparison comes out as before.",
        },
        right="the same updates; w is twice as long",
    )
