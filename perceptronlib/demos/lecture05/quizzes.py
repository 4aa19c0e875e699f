"""What a reader of `05_kernels_and_xor` is asked at the end."""

from __future__ import annotations

from ...notebook.quiz import Quiz, quiz

__all__ = ["quiz_answer_cost", "quiz_counts", "quiz_five_hundred"]


def quiz_counts() -> Quiz:
    """What a count says.

    >>> len(quiz_counts().choices)
    3
    """
    return quiz(
        "After a run of the kernel perceptron, α₇ = 3. What does that say?",
        {
            "example 7 is wrong by a margin of 3": "α is a count, not a score, and at the end the "
            "example may well be right.",
            "the learner made three mistakes on example 7": "Each of them added y K(x₇, x) to the "
            "score once.",
            "example 7 was met in round 3": "Rounds are not kept in α at all.",
        },
        right="the learner made three mistakes on example 7",
    )


def quiz_five_hundred() -> Quiz:
    """What eigenvalues on a sample prove.

    >>> len(quiz_five_hundred().choices)
    3
    """
    return quiz(
        "On your 500 examples the table of a function has only positive eigenvalues. Is the "
        "function a kernel?",
        {
            "yes, 500 points are plenty": "The box passed with two points and failed with three. "
            "Points refute, they do not prove.",
            "not proved, but on these examples the mistake bound holds": "The lemma gives 500 "
            "vectors with these inner products, and Novikoff's theorem does the rest.",
            "no, a kernel needs an explicit feature map": "It needs to have one, but nobody has to "
            "write it down: that of the Gaussian is infinite.",
        },
        right="not proved, but on these examples the mistake bound holds",
    )


def quiz_answer_cost() -> Quiz:
    """What an answer costs.

    >>> len(quiz_answer_cost().choices)
    3
    """
    return quiz(
        "A kernel perceptron of degree 4 has 8,000 support vectors. What does one answer cost?",
        {
            "one multiplication for each of its features": "Nobody computes the features. For 784 "
            "pixels there would be sixteen billion of them.",
            "8,000 kernel values": "The score is a sum over the support vectors. That is the price "
            "of the trick: it grows with the mistakes.",
            "a single inner product, w·x": "There is no w to multiply with: it lives in feature "
            "space.",
        },
        right="8,000 kernel values",
    )
