"""What a reader of `00_start_here` is asked at the end."""

from __future__ import annotations

from ...notebook.quiz import Quiz, quiz

__all__ = ["quiz_no_mistake"]


def quiz_no_mistake() -> Quiz:
    """What a perceptron does when it was right.

    >>> len(quiz_no_mistake().choices)
    3
    """
    return quiz(
        "The perceptron has just answered correctly. What happens to w?",
        {
            "It moves a little towards the example": "Then every round would change w. The "
            "perceptron learns from its mistakes only.",
            "Nothing": "No mistake, no change. That is why the list of its mistakes tells you all "
            "there is to know about a run.",
            "It becomes longer, but keeps its direction": "Only a mistake changes w, and this was "
            "none. Besides, a longer w with the same direction would give the same answers.",
        },
        right="Nothing",
    )
