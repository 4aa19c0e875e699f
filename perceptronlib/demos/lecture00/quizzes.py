"""What a reader of `00_start_here` is asked at the end."""

from __future__ import annotations

from ...notebook.quiz import Quiz, quiz

__all__ = ["quiz_seventy"]


def quiz_seventy() -> Quiz:
    """What the theorem says about given lengths and a given margin.

    >>> len(quiz_seventy().choices)
    3
    """
    return quiz(
        "No example is longer than R = 4, and some line through the origin separates them with "
        "margin ρ = 0.5. What do you know about 70 mistakes?",
        {
            "The Perceptron can make them if there are enough examples": "The theorem does not "
            "count examples. With R²/ρ² = 16/0.25 = 64, a million examples cost at most 64 "
            "mistakes.",
            "The Perceptron can make them if the order is unlucky": "The order may change how many "
            "mistakes there are, but in no order are there more than R²/ρ² = 64.",
            "The Perceptron cannot make so many": "R²/ρ² = 16/0.25 = 64. That is the most, in "
            "whatever order the examples come.",
        },
        right="The Perceptron cannot make so many",
    )
