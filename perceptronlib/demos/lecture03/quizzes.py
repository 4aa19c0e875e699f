"""What a reader of `03_mistake_bounds` is asked at the end."""

from __future__ import annotations

from ...notebook.quiz import Quiz, quiz

__all__ = ["quiz_longer", "quiz_only_mistakes"]


def quiz_only_mistakes() -> Quiz:
    """Where the proof uses that only mistakes are learned from.

    >>> len(quiz_only_mistakes().choices)
    3
    """
    return quiz(
        "In the proof, where is it used that the Perceptron learns only from mistakes?",
        {
            "in v·w ≥ gk": "Any example adds at least g along v, right or wrong. This would hold "
            "for a learner that always learned.",
            "in |w|² ≤ kR²": "There y (w·x) ≤ 0 removes the middle term. Without it lengths could "
            "add up like k, and nothing would be squeezed.",
            "in Cauchy-Schwarz": "That holds for any two vectors.",
        },
        right="in |w|² ≤ kR²",
    )


def quiz_longer() -> Quiz:
    """What longer examples do to the mistakes.

    >>> len(quiz_longer().choices)
    3
    """
    return quiz(
        "All examples are made ten times longer. What happens to the number of mistakes?",
        {
            "it falls, because the margin is ten times larger": "R is ten times larger, too. Only "
            "R/ρ counts.",
            "nothing": "From w = 0 every score is a hundred times larger, and no sign changes.",
            "it grows a hundredfold, like R²": "ρ² grows as well, and the run itself is the same.",
        },
        right="nothing",
    )
