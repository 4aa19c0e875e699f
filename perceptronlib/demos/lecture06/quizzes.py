"""What a reader of `06_winnow` is asked at the end."""

from __future__ import annotations

from ...notebook.quiz import Quiz, quiz

__all__ = ["quiz_halving", "quiz_million", "quiz_never_halved"]


def quiz_never_halved() -> Quiz:
    """Where the proof uses that labels are a disjunction.

    >>> len(quiz_never_halved().choices)
    3
    """
    return quiz(
        "In Winnow's proof, why can a relevant weight never be halved?",
        {
            "because it is larger than the others": "At the start all are equal, and irrelevant "
            "ones may well be larger later.",
            "because no relevant feature is on in a negative example": "If one were, the "
            "disjunction would be true. Demotions happen on negative examples only.",
            "because the threshold is d": "The threshold limits how often it doubles, not whether "
            "it is halved.",
        },
        right="because no relevant feature is on in a negative example",
    )


def quiz_million() -> Quiz:
    """Two bounds for short texts with a large vocabulary.

    >>> len(quiz_million().choices)
    3
    """
    return quiz(
        "A million possible words, texts of 200 words each, three telltale words. Whose bound is "
        "smaller?",
        {
            "the Perceptron's, (4r+1)(s+1)": "13 times 201 is 2613, and Winnow's is 180.",
            "Winnow's, 3 r k with k = 20": "That is 180, against 2613. With texts of 5 words the "
            "Perceptron's 78 would be smaller: the bounds compare s with about ¾ of log₂ d.",
            "they are equal": "2613 and 180 are not.",
        },
        right="Winnow's, 3 r k with k = 20",
    )


def quiz_halving() -> Quiz:
    """Why halving is not what one uses.

    >>> len(quiz_halving().choices)
    3
    """
    return quiz(
        "Halving promises fewer mistakes on disjunctions than Winnow does. Why use Winnow?",
        {
            "because halving's promise holds for some orders only": "It holds in every order, like "
            "Winnow's.",
            "because halving has to ask each disjunction that is left, in every round": "Of 1000 "
            "features and at most three relevant ones there are 166,667,500. Winnow keeps 1000 "
            "weights.",
            "because halving forgets what it has seen": "It forgets nothing: what is left agrees "
            "with all labels so far.",
        },
        right="because halving has to ask each disjunction that is left, in every round",
    )
