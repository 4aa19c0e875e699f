"""What a reader of `07_experts` is asked at the end."""

from __future__ import annotations

from ...notebook.quiz import Quiz, quiz

__all__ = ["quiz_one_in_a_thousand", "quiz_only_on_mistakes", "quiz_twins", "quiz_which_learner"]


def quiz_twins() -> Quiz:
    """What tells weighted majority from Winnow(eta).

    >>> len(quiz_twins().choices)
    3
    """
    return quiz(
        "Weighted majority with β = exp(-2η) and Winnow(η) listen to the same experts. What "
        "differs?",
        {
            "the mistakes": "The votes have the same sign in every round, so the mistakes are the "
            "same.",
            "only the scale of the weights": "One keeps the sum at 1, the other lets it shrink. "
            "No sign changes.",
            "the order in which experts lose weight": "Both change the weights in the same rounds, "
            "by the same ratios.",
        },
        right="only the scale of the weights",
    )


def quiz_only_on_mistakes() -> Quiz:
    """Where the proof by entropy uses that a mistake was made.

    >>> len(quiz_only_on_mistakes().choices)
    3
    """
    return quiz(
        "In the proof by relative entropy, where is it used that the round was a mistake?",
        {
            "where u·x is at least ρ": "That is true of every example, right or wrong.",
            "where Z is at most cosh(ηR)": "The chord at the score is below the chord at 0, "
            "because the signed score is not positive.",
            "where Φ is never negative": "A relative entropy is never negative, whatever the "
            "shares.",
        },
        right="where Z is at most cosh(ηR)",
    )


def quiz_which_learner() -> Quiz:
    """Which learner has the smaller bound on dense inputs and a small target.

    >>> len(quiz_which_learner().choices)
    3
    """
    return quiz(
        "A million features, all of them +1 or -1, and one of them is the label. What do the "
        "Perceptron's bound and Winnow(η)'s say?",
        {
            "a million and about 28": "|x|₂²|v|₂²/g² is N, and 2 (R/ρ)² ln N is twice the "
            "logarithm of a million.",
            "about 28 and a million": "It is the other way round: the length of such an input is "
            "1000, its largest entry 1.",
            "the same, because the target is the same": "The target is, but the two bounds measure "
            "it and the inputs with different norms.",
        },
        right="a million and about 28",
    )


def quiz_one_in_a_thousand() -> Quiz:
    """What twice as many experts cost.

    >>> len(quiz_one_in_a_thousand().choices)
    3
    """
    return quiz(
        "You ask 2000 experts instead of 1000, and the best of them stays the same. What does that "
        "do to the bound of weighted majority with β = 1/2?",
        {
            "it doubles": "Only ln N grows, and doubling N adds ln 2 to it.",
            "it grows by less than 3": "ln 2 over ln(4/3) is 2.41, whatever the best expert does.",
            "nothing": "Each new expert takes a part of the weight, and ln N grows a little.",
        },
        right="it grows by less than 3",
    )
